"""Write scores of a metric: facts about it and two numbers per tuple, or as organisers of WMT return them."""

import json
from collections.abc import Sequence
from pathlib import Path

from lackmus.core.base.pairs import Pair
from lackmus.core.challenges.challenge import BlindKey, ChallengeSet
from lackmus.core.challenges.metrics import BASELINE, Scored
from lackmus.errors import LackmusError
from lackmus.write.files import make_folder, write_file
from lackmus.write.outputs.rows import file_names

_RETURNED = (
    *("doc_id", "segment_id", "source_lang", "target_lang", "set_id"),
    *("system_id", "domain_name", "method", "overall"),
)


def write_scores(folder: Path, scored: Sequence[Scored], challenge: ChallengeSet) -> list[Path]:
    """A file for each metric, under its name; JSON Lines where it marks errors. Returns the files."""
    plain = file_names([one.about.name for one in scored], ".tsv")
    names = [
        name if one.spans is None else f"{name.removesuffix('.tsv')}.jsonl"
        for one, name in zip(scored, plain, strict=True)
    ]
    contents = [
        score_file(one, challenge) if one.spans is None else span_file(one, challenge) for one in scored
    ]
    make_folder(folder)
    for name, content in zip(names, contents, strict=True):
        write_file(folder / name, content)
    return [folder / name for name in names]


def write_returned(folder: Path, scored: Sequence[Scored], key: BlindKey | None) -> list[Path]:
    """A table for each metric as organisers of WMT return them, baselines in a folder; returns the files."""
    if key is None:
        raise LackmusError("Scores of lines need the key of a hand-in.", code="key-missing")
    names = file_names([one.about.name for one in scored], ".tsv")
    contents = [returned_file(one, key) for one in scored]
    paths = []
    for one, name, content in zip(scored, names, contents, strict=True):
        paths.append((folder / BASELINE if one.about.group == BASELINE else folder) / name)
        make_folder(paths[-1].parent)
        write_file(paths[-1], content)
    return paths


def returned_file(scored: Scored, key: BlindKey) -> str:
    """The score of every line of a hand-in, segment by segment; the form does not say what higher means."""
    challenge, lines = key.challenge, []
    scores: dict[tuple[str, int], tuple[float, str]] = {}
    for side, numbers in ((scored.better, key.better), (scored.worse, key.worse)):
        rows = zip(challenge.tuples["pair"], numbers, side, challenge.tuples["category"], strict=True)
        for pair, number, score, category in rows:
            if score is not None:
                scores[pair, number] = score, " ".join(category.split())
    for pair in sorted(key.lines):
        languages, height = Pair.parse(pair), key.lines[pair] // key.hypotheses
        for segment in range(1, height + 1):
            for hypothesis in range(key.hypotheses):
                if (pair, hypothesis * height + segment) not in scores:
                    continue
                score, category = scores[pair, hypothesis * height + segment]
                lines.append(
                    f"{segment:05}\t{segment}\t{languages.source}\t{languages.target}\t{challenge.name}\t"
                    f"hyp-{hypothesis + 1}\t{category}\tNaN\t{score!r}"
                )
    return "\n".join(["\t".join(_RETURNED), *lines, ""])


def span_file(scored: Scored, challenge: ChallengeSet) -> str:
    """The file content of a metric that marks errors: a line for each text, with its score and its spans."""
    about = scored.about
    said: dict[str, object] = {
        **{"metric": about.name, "higher": "better" if about.higher else "worse"},
        **{"needs": ", ".join(about.needs) or "nothing", "group": about.group, "signature": about.signature},
        **({} if about.threshold is None else {"threshold": about.threshold}),
    }
    lines: list[dict[str, object]] = [said]
    spans = [None] * len(scored.better) if scored.spans is None else scored.spans.to_list()
    rows = zip(challenge.tuples["tuple"], scored.better, scored.worse, spans, strict=True)
    for name, better, worse, marked in rows:
        if better is not None:
            lines.append({"tuple": name, "text": "better", "score": better})
        if worse is not None:
            line = {"tuple": name, "text": "worse", "score": worse}
            lines.append(line if marked is None else {**line, "spans": marked})
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)


def score_file(scored: Scored, challenge: ChallengeSet) -> str:
    """The file content, with exact numbers, so that reading them gives the same ranking."""
    about = scored.about
    said = {
        "metric": about.name,
        "higher": "better" if about.higher else "worse",
        "needs": ", ".join(about.needs) or "nothing",
        "group": about.group,
        "signature": about.signature,
        "threshold": "" if about.threshold is None else repr(about.threshold),
        "seconds": "" if scored.seconds is None else repr(scored.seconds),
        "segments": str(scored.computed or ""),
    }
    head = [f"# {name}: {' '.join(value.split())}" for name, value in said.items() if value.strip()]
    rows = zip(challenge.tuples["tuple"], scored.better, scored.worse, strict=True)
    return "\n".join(
        [
            *head,
            "tuple\tbetter\tworse",
            *(f"{name}\t{better!r}\t{worse!r}" for name, better, worse in rows if better is not None),
            "",
        ]
    )
