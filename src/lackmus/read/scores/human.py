"""Human scores of systems and segments, in any of their published formats, recognised by their content."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from lackmus.core.base.pairs import Pair, PairError
from lackmus.core.base.plurals import counted
from lackmus.core.base.texts import printable
from lackmus.core.verdicts.human_scores import HumanScores, mean_by_system, mean_scores
from lackmus.errors import LackmusError
from lackmus.read.files import File
from lackmus.read.objects import parsed
from lackmus.read.scores.esa import ESA_CELLS, esa_records, esa_rows
from lackmus.read.scores.files import ScoreFile, short
from lackmus.read.scores.mqm import MQM_COLUMNS, rated_lines, rating_records, rating_rows

FORMATS = (
    "Human scores are files of mt-metrics-eval (PAIR.NAME.seg.score, .sys.score, .seg.rating), tables of MQM "
    "ratings, ESA as WMT24 and WMT25 publish it, or a system and its score on each line."
)
_ENDINGS = (".gz", ".xz", ".txt", ".tsv", ".csv", ".json", ".jsonl", ".score", ".rating")
_LEVELS = ("sys", "seg", "doc", "domain")
_KNOWN = {"mqm": "MQM", "esa": "ESA"}
_HOW = "given, higher is better"


def read_human_scores(path: Path, pairs: Sequence[Pair], called: str = "") -> HumanScores:
    """Read human scores; `pairs` are those of the suite: scores of another pair are refused.

    `called` is the name of the file if it was sent under another one.
    """
    file = File(path)
    own = Path(called or path.name)
    name, level = _named(own, pairs)
    head = file.first_line
    if head.lstrip().startswith("{"):
        found = _of_records(file, pairs)
    elif set(MQM_COLUMNS) <= {cell.strip().casefold() for cell in head.split("\t")}:
        found = rating_rows(file)
    elif "\t" not in head and head.count(",") >= ESA_CELLS - 1:
        found = esa_rows(file, pairs)
    else:
        lines = [(number, line) for number, line in enumerate(file.lines, start=1) if line.strip()]
        scores = ScoreFile(path, {}, lines)
        rated = any(line.partition("\t")[2].lstrip().startswith("{") for _, line in lines)
        found = rated_lines(scores) if rated else _scores(scores, level)
    if not found.systems:
        raise LackmusError(f"{path} has no score that counts.", FORMATS)
    name = name or found.name or _bare(own)
    return replace(found, name=_KNOWN.get(name.casefold(), name), file=printable(own.name))


def _bare(path: Path) -> str:
    """The file's name without endings."""
    name = path.name
    while ending := next((one for one in _ENDINGS if name.lower().endswith(one) and name != one), None):
        name = name[: -len(ending)]
    return printable(name)


def _named(path: Path, pairs: Sequence[Pair]) -> tuple[str, str]:
    """Name and level of the scores in a file name of mt-metrics-eval, PAIR.NAME.LEVEL.score; else blank."""
    start, *middle = _bare(path).split(".")
    if not middle or middle[-1] not in _LEVELS:
        return "", ""
    try:
        pair = Pair.parse(start)
    except PairError:
        return ".".join([start, *middle[:-1]]), middle[-1]
    if pairs and not any(pair.is_like(own) for own in pairs):
        own = ", ".join(map(str, pairs))
        raise LackmusError(f"{path} has scores of {pair}, and the suite is of {own}. Name those of {own}.")
    return ".".join(middle[:-1]), middle[-1]


def _of_records(file: File, pairs: Sequence[Pair]) -> HumanScores:
    """JSON Lines: ratings of mt-metrics-eval, or what WMT25 published."""
    records = list(_parsed(file))
    _, first = records[0]
    if "system_id" in first and "errors" in first:
        return rating_records(records, pairs)
    if "scores" in first and "doc_id" in first:
        return esa_records(records, pairs)
    raise LackmusError(f"{file.path}, line 1: no human scores. {FORMATS}")


def _parsed(file: File) -> Iterator[tuple[str, dict[str, Any]]]:
    for number, line in enumerate(file.lines, start=1):
        if line.strip():
            place = f"{file.path}, line {number}"
            record = parsed(line, place, "Each line is one JSON object.")
            if not isinstance(record, dict):
                raise LackmusError(f"{place}: no JSON object. Each line is one.")
            yield place, record


def _scores(file: ScoreFile, level: str) -> HumanScores:
    """A system and its score on each line: one for each system, or one for each of its segments."""
    if level in ("doc", "domain"):
        raise LackmusError(
            f"{file.path} has scores of {'documents' if level == 'doc' else 'domains'}. "
            "Name the file of segments (.seg.score) or of systems (.sys.score)."
        )
    blocks: dict[str, list[float | None]] = {}
    first: dict[str, int] = {}
    last = ""
    for number, line in _without_head(file):
        system, score = _split(file, number, line)
        block = blocks.setdefault(system, [])
        if block and level == "sys":
            raise file.problem(number, f"{system} stands in line {first[system]:,} already. Keep one.")
        if block and system != last:
            raise file.problem(
                number, f"{system} again, after {last}. All scores of a system stand together, in order."
            )
        first.setdefault(system, number)
        block.append(score)
        last = system
    _refuse_lengths(file, blocks, first)
    if all(len(block) == 1 for block in blocks.values()):
        given = {system: score for system, (score,) in blocks.items() if score is not None}
        return HumanScores("", given, how=_HOW)
    segments = mean_scores(
        (system, None, None, line, None, None, "", score)
        for system, block in blocks.items()
        for line, score in enumerate(block, start=1)
        if score is not None
    )
    lines = len(next(iter(blocks.values())))
    return HumanScores("", mean_by_system(segments), segments, _HOW, lines=lines)


def _without_head(file: ScoreFile) -> Sequence[tuple[int, str]]:
    """The lines; a first one that names columns is none of them."""
    cells = file.lines[0][1].split("\t")
    headed = len(cells) == 2 and cells[0].strip().casefold() in ("system", "systems", "system_id", "name")
    return file.lines[1:] if headed else file.lines


def _split(file: ScoreFile, number: int, line: str) -> tuple[str, float | None]:
    cells = line.split("\t") if "\t" in line else line.rsplit(maxsplit=1)
    if len(cells) != 2 or not cells[0].strip():
        raise file.problem(number, f"“{short(line)}” is no system and its score. {FORMATS}")
    system, score = (cell.strip() for cell in cells)
    return printable(system), None if score == "None" else file.number(number, score)


def _refuse_lengths(file: ScoreFile, blocks: dict[str, list[float | None]], first: dict[str, int]) -> None:
    """Every system has a score, or None, for each segment of the test set."""
    if not blocks:
        raise LackmusError(f"{file.path} has no scores.", FORMATS)
    leading, expected = next((name, len(block)) for name, block in blocks.items())
    for system, block in blocks.items():
        if len(block) != expected:
            raise file.problem(
                first[system],
                f"{system} has {counted(len(block), 'score')}, but {leading} has {expected:,}. "
                "Each system needs one for each segment, None where there is none.",
            )
