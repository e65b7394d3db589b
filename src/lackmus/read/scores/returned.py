"""Scores of a challenge set as the organisers of WMT return them: a table for each metric."""

from dataclasses import replace

from lackmus.core.base.pairs import Pair, PairError
from lackmus.core.challenges.challenge import BlindKey
from lackmus.core.challenges.metrics import MetricInfo
from lackmus.read.scores.files import ScoreFile, about_of, check_gaps, short

COLUMNS = ("segment_id", "source_lang", "target_lang", "system_id", "overall")
GROUPS = ("baseline", "primary", "secondary")  # names of folders in which the organisers sort metrics


def is_returned(names: list[str]) -> bool:
    """Do the names of the columns say that this is such a table?"""
    return set(COLUMNS) <= set(names)


def returned_about(file: ScoreFile) -> MetricInfo:
    """What the head of the file says; else the metric is named by the file, and its group by the folder."""
    name = file.path.name
    for ending in (".gz", ".xz", ".tsv", ".txt"):
        name = name.removesuffix(ending)
    group = file.path.resolve().parent.name
    about = about_of(file)
    return replace(
        about,
        name=about.name if file.told("metric") else name,
        group=about.group or (group if group in GROUPS else ""),
    )


def pairs_of(key: BlindKey) -> list[str]:
    """The language pair of every line of the key."""
    return [pair for pair in sorted(key.lines) for _ in range(key.lines[pair])]


def returned_scores(file: ScoreFile, key: BlindKey, gaps: bool = False) -> list[float | None]:
    """The score of every line of the key, in its order; none of pairs left out."""
    names = [cell.strip().casefold() for cell in file.lines[0][1].split("\t")]
    segment, source, target, system, overall = (names.index(name) for name in COLUMNS)
    before, pairs = key.before, {}
    found: dict[int, float] = {}
    lines: dict[int, int] = {}
    for line, content in file.lines[1:]:
        cells = content.split("\t")
        if len(cells) != len(names):
            raise file.problem(line, f"{len(cells)} cells under {len(names)} columns.")
        languages = cells[source], cells[target]
        if languages not in pairs:
            pairs[languages] = _pair(file, line, languages, key)
        pair = pairs[languages]
        height = key.lines[pair] // key.hypotheses
        number, hypothesis = cells[segment].strip(), cells[system].strip().removeprefix("hyp-")
        if not number.isdecimal() or not 1 <= int(number) <= height:
            raise file.problem(
                line, f"there is no segment “{short(number)}” of {pair}: they are 1 to {height:,}."
            )
        if not hypothesis.isdecimal() or not 1 <= int(hypothesis) <= key.hypotheses:
            there = ", ".join(f"hyp-{one}" for one in range(1, key.hypotheses + 1))
            raise file.problem(line, f"there is no system “{short(cells[system])}”: they are {there}.")
        place = before[pair] + (int(hypothesis) - 1) * height + int(number) - 1
        if place in found:
            raise file.problem(
                line,
                f"segment {number} of hyp-{hypothesis} stands in line {lines[place]:,} already. Keep one.",
            )
        found[place], lines[place] = file.number(line, cells[overall]), line
    total = sum(key.lines.values())
    done = [place in found for place in range(total)]
    check_gaps(file.path, pairs_of(key), done, lambda place: _named(key, place), "text", gaps)
    return [found.get(place) for place in range(total)]


def _pair(file: ScoreFile, line: int, languages: tuple[str, str], key: BlindKey) -> str:
    try:
        pair = Pair.parse("->".join(languages))
    except PairError as problem:
        raise file.problem(line, f"{problem}.") from None
    like = next((one for one in sorted(key.lines) if pair.is_like(Pair.parse(one))), None)
    if like is None:
        raise file.problem(line, f"the challenge has no {pair}, only {', '.join(sorted(key.lines))}.")
    return like


def _named(key: BlindKey, place: int) -> str:
    """A line as the organisers name it."""
    pair, before = [one for one in key.before.items() if one[1] <= place][-1]
    hypothesis, segment = divmod(place - before, key.lines[pair] // key.hypotheses)
    return f"of segment {segment + 1:,} of hyp-{hypothesis + 1}, {pair}"
