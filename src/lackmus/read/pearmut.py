"""Answers of annotators from Pearmut: its log (JSON Lines), or a download from its dashboard (JSON)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from html import unescape
from pathlib import Path
from typing import Any

from lackmus.core.base.plurals import counted
from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.crowd import CrowdAnswer, CrowdAnswers, Cut, TextId
from lackmus.errors import LackmusError
from lackmus.read.files import File
from lackmus.read.objects import parsed

_HINT = (
    "Answers are annotations that you downloaded from Pearmut's dashboard, or its file in data/annotations."
)
_RESET = "__RESET__"
_KNOWN = {"annotation", "actions", "item", "item_i", "user_id", "comment", "validations"}
_CHOICES = 3


def read_answers(path: Path, cut: Cut) -> CrowdAnswers:
    """The latest answer of each person on each text; `cut` says which scores pass and fail."""
    latest: dict[tuple[str, TextId], CrowdAnswer] = {}
    others = 0
    unknown: Counter[str] = Counter()
    for record, place in _records(File(path)):
        if not isinstance(record, Mapping):
            raise LackmusError(f"{place}: not an object. {_HINT}")
        person = record.get("user_id")
        if not isinstance(person, str) or not person.strip():
            raise LackmusError(f"{place}: “user_id” must be a text. {_HINT}")
        if record.get("annotation") == _RESET:  # all that this person said before is void
            latest = {key: one for key, one in latest.items() if key[0] != person}
            continue
        unknown.update(record.keys() - _KNOWN)
        answers = list(_answers(record, person, place, cut))
        others += not answers
        latest |= {(person, one.about): one for one in answers}
    if not latest:
        raise LackmusError(f"{path} has no answer about a text of Lackmus. {_HINT}")
    notes = []
    if others:
        notes.append(f"{counted(others, 'page is', 'pages are')} not about texts of Lackmus: not read.")
    if unknown:
        notes.append(f"Keys that are not known: {', '.join(sorted(unknown))}. Not kept.")
    return CrowdAnswers(tuple(latest.values()), tuple(notes))


def _records(file: File) -> Iterator[tuple[Any, str]]:
    """The pages that were answered, in order, with their places."""
    start = file.first_line.strip()
    if start.startswith("{") and start.endswith("}") and '"annotation"' in start and '"user_id"' in start:
        first = parsed(start, str(file.path), _HINT)
        if isinstance(first, Mapping) and "user_id" in first:
            for number, line in enumerate(file.lines, start=1):
                if line.strip():
                    place = f"{file.path}, line {number}"
                    yield parsed(line, place, _HINT), place
            return
    content = parsed(file.text, str(file.path), _HINT)
    if isinstance(content, Mapping) and {"campaign_id", "data"} <= content.keys():
        raise LackmusError(f"{file.path} is a campaign, not its answers. {_HINT}")
    campaigns = content if isinstance(content, Mapping) else {"": content}
    for name, records in campaigns.items():
        if not isinstance(records, list):
            raise LackmusError(f"{file.path}: “{name}” is no list of answers. {_HINT}")
        for number, record in enumerate(records, start=1):
            yield record, ", ".join(filter(None, (str(file.path), name, f"answer {number}")))


def _answers(record: Mapping[str, Any], person: str, place: str, cut: Cut) -> Iterator[CrowdAnswer]:
    """The answers on one page."""
    shown, said = record.get("item"), record.get("annotation")
    if not isinstance(shown, list) or not isinstance(said, list) or len(shown) != len(said):
        raise LackmusError(f"{place}: “item” and “annotation” must be lists of one length. {_HINT}")
    remark = record.get("comment") or ""
    if not isinstance(remark, str):
        raise LackmusError(f"{place}: “comment” must be a text.")
    for one, answer in zip(shown, said, strict=True):
        if not isinstance(one, Mapping):
            raise LackmusError(f"{place}: “item” must hold objects. {_HINT}")
        about = TextId.parse(str(one.get("item_id", "")))
        if about is None:
            continue
        if one.get("form") == "choices":
            yield CrowdAnswer(about, person, _chosen(one, answer, place), remark.strip())
        elif "tgt" in one:
            verdict, told = _scored(answer, place, cut)
            yield CrowdAnswer(about, person, verdict, "\n".join(filter(None, (remark.strip(), *told))))


def _chosen(one: Mapping[str, Any], answer: Any, place: str) -> Verdict | None:
    """The first choice passes, the second fails; any other, and none, leaves the text open."""
    choices = one.get("choices")
    if not isinstance(choices, list) or len(choices) != _CHOICES:
        raise LackmusError(f"{place}: “choices” must be the three answers that Lackmus wrote.")
    if answer is None or answer == "":
        return None
    # A browser gives back the signs that it shows for those written as &amp;.
    known = [unescape(str(choice)) for choice in choices]
    if unescape(str(answer)) not in known:
        raise LackmusError(f"{place}: “{answer}” is none of the answers {', '.join(known)}.")
    return (Verdict.PASS, Verdict.FAIL, None)[known.index(unescape(str(answer)))]


def _scored(answer: Any, place: str, cut: Cut) -> tuple[Verdict | None, list[str]]:
    """The verdict of a score, and what was marked or written beside it."""
    if answer is None:
        return None, []
    if not isinstance(answer, Mapping) or len(answer) != 1:
        raise LackmusError(f"{place}: an answer must be about the one translation that Lackmus wrote.")
    (said,) = answer.values()
    if not isinstance(said, Mapping):
        raise LackmusError(f"{place}: an answer must be an object with a score.")
    score = said.get("score")
    sliders = said.get("sliders")
    if score is None and isinstance(sliders, Mapping) and len(sliders) == 1:
        (score,) = sliders.values()
    if isinstance(score, bool) or not isinstance(score, int | float | None):
        raise LackmusError(f"{place}: “score” must be a number or null.")
    written = said.get("textfield") or ""
    marked = said.get("error_spans") or []
    told = [written.strip()] if isinstance(written, str) and written.strip() else []
    if marked:
        told.append(f"{counted(len(marked), 'error')} marked: {'; '.join(map(_span, marked))}")
    return None if score is None else cut.verdict(score), told


def _span(span: Any) -> str:
    """A marked error in words."""
    if not isinstance(span, Mapping):
        return "?"
    parts = [str(span[key]) for key in ("severity", "category") if span.get(key)]
    where = f"{span.get('start_i')}–{span.get('end_i')}"
    return f"{' '.join(parts)} ({where})" if parts else where
