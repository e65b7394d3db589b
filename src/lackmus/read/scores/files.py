"""A file of scores: a head with facts about the metric, then the scores."""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lackmus.core.base.plurals import counted
from lackmus.core.base.texts import printable
from lackmus.core.challenges.challenge import ChallengeSet
from lackmus.core.challenges.metrics import MetricInfo, Need
from lackmus.errors import LackmusError
from lackmus.read.files import File

SHAPES = (
    "Scores are one number a line in the order of the blind files, a table with line and score, a table with "
    "tuple, better and worse, or mt-metrics-eval's lines of better or worse and a number."
)

_HEAD = ("metric", "higher", "needs", "group", "signature", "threshold", "seconds", "segments")
_SAID = re.compile(r"#\s*([A-Za-z]+)\s*:(?!//)(.*)")
_NUMBER = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
_COMMA = re.compile(r"[-+]?[0-9]*,[0-9]+")
_ENDINGS = (".gz", ".xz", ".txt", ".tsv", ".score", ".scores", ".seg")
_MTME_REFERENCE = re.compile(r"-(src|ref[A-Za-z0-9]*)$")  # NAME-REF.seg.score


@dataclass(frozen=True)
class ScoreFile:
    """A file of scores, with the head that describes the metric."""

    path: Path
    said: Mapping[str, tuple[int, str]]  # facts about the metric, each with its line
    lines: Sequence[tuple[int, str]]  # each with its number in the file

    def problem(self, line: int, said: str) -> LackmusError:
        """An error in a line."""
        return LackmusError(f"{self.path}, line {line}: {said}")

    def told(self, name: str) -> str | None:
        """The value of a fact about the metric; None if the file does not give it."""
        return self.said[name][1] if name in self.said else None

    def wrong(self, name: str, remedy: str) -> LackmusError:
        """An error in a fact about the metric."""
        line, value = self.said[name]
        return self.problem(line, f"“{name}” cannot be “{short(value)}”. {remedy}")

    def number(self, line: int, written: str) -> float:
        """A score as a finite number."""
        written = written.strip()
        if _NUMBER.fullmatch(written):
            number = float(written)
            if math.isfinite(number):
                return number
            raise self.problem(line, f"“{short(written)}” is too large a number.")
        if not written:
            raise self.problem(line, "a score is blank. Each needs a number.")
        if _COMMA.fullmatch(written):
            point = short(written.replace(",", "."))
            raise self.problem(line, f"“{short(written)}” has a decimal comma. Write {point}.")
        if written.lower().lstrip("+-") in ("nan", "inf", "infinity"):
            raise self.problem(line, f"“{written}” cannot be compared with a number. Each score needs one.")
        raise self.problem(line, f"“{short(written)}” is no number.")


def opened(path: Path) -> ScoreFile:
    """Read the head (lines that begin with #) and the scores; blank lines at the end are ignored."""
    lines = File(path).lines
    while lines and not lines[-1].strip():
        lines.pop()
    said: dict[str, tuple[int, str]] = {}
    file = ScoreFile(path, said, [])
    body = 0
    for body, line in enumerate(lines):
        if not line.startswith("#"):
            break
        found = _SAID.match(line)
        if found:
            name, value = found[1].casefold(), printable(found[2].strip())
            if name not in _HEAD:
                raise file.problem(body + 1, f"unknown “{short(name)}”. Known are {', '.join(_HEAD)}.")
            if name in said:
                raise file.problem(body + 1, f"“{name}” is said twice. Keep one.")
            said[name] = (body + 1, value)
    else:
        body = len(lines)
    scores = [(number, line) for number, line in enumerate(lines[body:], start=body + 1)]
    for number, line in scores:
        if not line.strip():
            raise file.problem(number, "it is blank. Write a score on each line.")
    if not scores:
        raise LackmusError(f"{path} has no scores. {SHAPES}")
    return ScoreFile(path, said, scores)


def about_of(file: ScoreFile) -> MetricInfo:
    """What the file says about the metric; the rest comes from its name."""
    name, needs = _metric_name(file.path)
    written = file.told("needs")
    if written is not None:
        words = [word for word in re.split(r"[\s,+]+", written.casefold()) if word]
        if not words or not set(words) <= {*Need, "nothing"}:
            raise file.wrong("needs", "Write “source”, “reference”, “source, reference” or “nothing”.")
        needs = tuple(Need(word) for word in dict.fromkeys(words) if word != "nothing")
    higher = (file.told("higher") or "better").casefold()
    if higher not in ("better", "worse"):
        raise file.wrong("higher", "Write “better”, or “worse” where a lower score is better.")
    return MetricInfo(
        file.told("metric") or name,
        needs,
        higher == "better",
        file.told("group") or "",
        file.told("signature") or "",
        _threshold(file),
    )


def _threshold(file: ScoreFile) -> float | None:
    """The score from which on a text is free of errors, if the file says one."""
    written = file.told("threshold")
    if written is None:
        return None
    if not _NUMBER.fullmatch(written) or not math.isfinite(float(written)):
        raise file.wrong("threshold", "Write a number, such as 85.")
    return float(written)


def _metric_name(path: Path) -> tuple[str, tuple[Need, ...]]:
    """The file name without endings; in mt-metrics-eval -src or -refA says what the metric needs."""
    name = path.name
    from_mtme = False
    while ending := next((one for one in _ENDINGS if name.lower().endswith(one) and name != one), None):
        from_mtme |= ending == ".seg"
        name = name[: -len(ending)]
    name = printable(name)
    found = _MTME_REFERENCE.search(name) if from_mtme else None
    if found is None or found.start() == 0:
        return name, (Need.REFERENCE,)
    return name[: found.start()], (Need.SOURCE if found[1] == "src" else Need.REFERENCE,)


def time_of(file: ScoreFile, challenge: ChallengeSet) -> tuple[float | None, int]:
    """Seconds that the metric took and how many segments: all, unless the file says otherwise."""
    written, count = file.told("seconds"), file.told("segments")
    if written is None:
        return None, 0
    if not _NUMBER.fullmatch(written) or not 0 <= float(written) < math.inf:
        raise file.wrong("seconds", "Write a number, such as 12.5.")
    if count is not None and not re.fullmatch("[0-9]{1,12}", count):
        raise file.wrong("segments", "Write how many were scored in this time, such as 500.")
    return float(written), len(challenge.segments) if count is None else int(count)


def short(text: str) -> str:
    """A text, shortened for a message."""
    text = printable(text)
    return text if len(text) <= 40 else f"{text[:39]}…"


def check_gaps(
    path: Path,
    pairs: Sequence[str],
    scored: Sequence[bool],
    named: Callable[[int], str],
    what: str,
    gaps: bool,
) -> None:
    """Refuse a file without scores of some places; `pairs` has the language pair of each place.

    A metric may be for some language pairs only. In those of which it scored anything, it must score
    everything, unless `gaps` are allowed.
    """
    there = {pair for pair, done in zip(pairs, scored, strict=True) if done}
    missing = [
        place
        for place, done in enumerate(scored)
        if not done and (pairs[place] in there or not there) and not (gaps and there)
    ]
    if missing:
        said = f"{what} {named(missing[0])}"
        others = len(missing) - 1
        said += f" and {others:,} more are" if others else " is"
        of = counted(sum(pair in there for pair in pairs) if there else len(pairs), what)
        said = f"{path} has scores of {sum(scored):,} of {of}: {said} missing."
        raise LackmusError(said, code="score-gaps") if there else LackmusError(said)


def both_or_none(better: Sequence[Any], worse: Sequence[Any]) -> dict[str, list[float | None]]:
    """The scores of both sides; a tuple of which one text has none has no score."""
    pairs = [
        (one, other) if one is not None and other is not None else (None, None)
        for one, other in zip(better, worse, strict=True)
    ]
    return {"better": [one for one, _ in pairs], "worse": [other for _, other in pairs]}
