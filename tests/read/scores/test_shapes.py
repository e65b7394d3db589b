"""Scores from files: in blind order, as tables, as mt-metrics-eval writes them, and what can be wrong."""

import json
import re
from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lackmus.core.challenges.challenge import BlindKey, ChallengeSet, document_order
from lackmus.core.challenges.metrics import MetricInfo, Need, Scored
from lackmus.errors import LackmusError
from lackmus.read.blind_keys import read_key
from lackmus.read.scores.shapes import read_scores
from lackmus.write.challenges import write_challenge
from lackmus.write.challenges.blind import KEY, write
from lackmus.write.scores import score_file, write_scores
from tests.read.tuples import ROWS, SPANISH, challenge_of
from tests.refusals import refuses

CHALLENGE = challenge_of()
NAMES = [row["tuple"] for row in ROWS]
BETTER, WORSE = [0.75, -1.5, 2e-3], [0.5, 3.0, 2e-3]


def file(folder: Path, content: str, name: str = "mine.txt") -> Path:
    path = folder / name
    path.write_bytes(content.encode())
    return path


def key_of(challenge: ChallengeSet, folder: Path, secret: str = "") -> BlindKey:
    path = file(folder, write(challenge, secret)[KEY], KEY)
    return read_key(path)


def numbers(key: BlindKey) -> list[float]:
    """The length of the hypothesis on each blind line, pair after pair: a metric that can be checked."""
    found = {}
    tuples = key.challenge.tuples
    for side, places in (("better", key.better), ("worse", key.worse)):
        for pair, text, place in zip(tuples["pair"], tuples[side], places, strict=True):
            found[key.before[pair] + place] = float(len(text))
    return [found[line] for line in sorted(found)]


def lengths(challenge: ChallengeSet) -> tuple[list[float], list[float]]:
    better, worse = ([float(len(text)) for text in challenge.tuples[side]] for side in ("better", "worse"))
    return better, worse


def table(names: list[str] = NAMES) -> str:
    rows = dict(zip(NAMES, zip(BETTER, WORSE, strict=True), strict=True))
    return "\n".join(
        ["tuple\tbetter\tworse", *(f"{name}\t{rows[name][0]}\t{rows[name][1]}" for name in names)]
    )


def both(scored: Scored) -> tuple[list[float], list[float]]:
    assert scored.better.dtype == scored.worse.dtype == pl.Float64
    return scored.better.to_list(), scored.worse.to_list()


# -- shapes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("secret", ["a", "b", "c"])
def test_a_number_a_line(secret: str, tmp_path: Path) -> None:
    """In the order of the blind files, whatever it is; a blank end is no score."""
    key = key_of(CHALLENGE, tmp_path, secret)
    content = "# a remark\r\n" + "".join(f" {number}\r\n" for number in numbers(key)) + "\r\n"
    found = read_scores(file(tmp_path, content, "My.Metric.txt"), CHALLENGE, key)
    assert both(found) == lengths(CHALLENGE)
    assert found.about == MetricInfo("My.Metric", (Need.REFERENCE,)) and found.file == "My.Metric.txt"
    assert (found.seconds, found.computed) == (None, 0)


def test_lines_in_any_order(tmp_path: Path) -> None:
    """As a table of lines and scores."""
    key = key_of(CHALLENGE, tmp_path)
    rows = [f"{number}\t{line}" for line, number in reversed(list(enumerate(numbers(key), start=1)))]
    path = file(tmp_path, "\n".join(["Score\tLine", *rows]))
    assert both(read_scores(path, CHALLENGE, key)) == lengths(CHALLENGE)


def test_several_pairs(tmp_path: Path) -> None:
    """One after another, or with the pair of each line; the challenge may be in another order."""
    challenge = challenge_of(SPANISH, *ROWS)
    key = key_of(challenge_of(*ROWS, SPANISH), tmp_path)
    path = file(tmp_path, "\n".join(map(str, numbers(key))))
    assert both(read_scores(path, challenge, key)) == lengths(challenge)
    lines = [("de-en", line) for line in range(1, 6)] + [("DE→ES", line) for line in (1, 2)]
    rows = [f"{pair}\t{line}\t{number}" for (pair, line), number in zip(lines, numbers(key), strict=True)]
    path = file(tmp_path, "\n".join(["pair\tline\tscore", *reversed(rows)]))
    assert both(read_scores(path, challenge, key)) == lengths(challenge)


def test_tuples_in_any_order(tmp_path: Path) -> None:
    """Without a key: the names of the tuples say it all."""
    found = read_scores(file(tmp_path, table(NAMES[::-1]), "x.tsv"), CHALLENGE)
    assert both(found) == (BETTER, WORSE)
    swapped_columns = "worse\ttuple\tbetter\n" + "\n".join(
        f"{worse}\t{name}\t{better}" for name, better, worse in zip(NAMES, BETTER, WORSE, strict=True)
    )
    assert both(read_scores(file(tmp_path, swapped_columns), CHALLENGE)) == (BETTER, WORSE)


@pytest.mark.parametrize(
    "name, metric, needs",
    [
        ("BLEU-refA.seg.score", "BLEU", (Need.REFERENCE,)),
        ("X-QE-src.seg.score", "X-QE", (Need.SOURCE,)),
        ("plain.seg.score.gz", "plain", (Need.REFERENCE,)),
        ("not-src.txt", "not-src", (Need.REFERENCE,)),  # only theirs say so
    ],
)
def test_as_mt_metrics_eval_has_them(name: str, metric: str, needs: tuple[Need, ...], tmp_path: Path) -> None:
    """In the order of the folder that we write, which is not that of the challenge."""
    write_challenge(CHALLENGE, "mtme", tmp_path / "folder")
    lines = []
    for side in ("worse", "better"):
        texts = (tmp_path / "folder" / "system-outputs" / "de-en" / f"{side}.txt").read_text().splitlines()
        lines += [f"{side}\t{len(text)}" for text in texts]
    found = read_scores(file(tmp_path, "\n".join(lines), name), CHALLENGE)
    assert document_order(CHALLENGE.tuples).to_list() == [1, 2, 0]
    assert both(found) == lengths(CHALLENGE)
    assert (found.about.name, found.about.needs) == (metric, needs)


# -- what is known of the metric --------------------------------------------------------------------


def test_what_a_file_says_of_its_metric(tmp_path: Path) -> None:
    """In any order and spelling; what is said here is heard, what the user says counts more."""
    head = "#Higher: WORSE\n# needs: source+reference\n# see https://example.org\n#\n# metric:TER of us\n"
    more = "# group: ours\n# signature: v1|case:lc: yes\n# seconds: 2.5\n"
    path = file(tmp_path, head + more + table())
    found = read_scores(path, CHALLENGE)
    needs = (Need.SOURCE, Need.REFERENCE)
    assert found.about == MetricInfo("TER of us", needs, False, "ours", "v1|case:lc: yes")
    assert (found.seconds, found.computed, found.rate) == (2.5, 5, 2.0)  # five distinct segments
    own = MetricInfo("mine", higher=True)
    assert read_scores(path, CHALLENGE, about=own).about == own
    nothing = read_scores(file(tmp_path, "# needs: nothing\n" + table()), CHALLENGE)
    assert nothing.about.needs == ()
    at_once = read_scores(file(tmp_path, "# seconds: 1e-308\n# segments: 999\n" + table()), CHALLENGE)
    assert at_once.seconds and at_once.rate is None  # more than a number can say


@pytest.mark.parametrize(
    "head, said",
    [
        ("# higher: is better", "line 1: “higher” cannot be “is better”. Write “better”, or “worse”"),
        ("# x\n# needs: hypothesis", "line 2: “needs” cannot be “hypothesis”. Write “source”"),
        ("# needs:", "line 1: “needs” cannot be “”"),
        ("# heigher: worse", "line 1: unknown “heigher”. Known are metric, higher, needs, group"),
        ("# metric: A\n# metric: B", "line 2: “metric” is said twice"),
        ("# seconds: 1 min", "line 1: “seconds” cannot be “1 min”. Write a number, such as 12.5"),
        ("# seconds: -1", "line 1: “seconds” cannot be “-1”"),
        ("# seconds: 1\n# segments: many", "line 2: “segments” cannot be “many”"),
    ],
)
def test_mistakes_in_what_it_says(head: str, said: str, tmp_path: Path) -> None:
    """A word that nobody understands could turn a ranking upside down."""
    with refuses(LackmusError, match=said):
        read_scores(file(tmp_path, f"{head}\n{table()}"), CHALLENGE)


# -- mistakes -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "number, said",
    [
        ("0,5", r"“0,5” has a decimal comma. Write 0\.5"),
        ("-1,25", r"“-1,25” has a decimal comma. Write -1\.25"),
        ("nan", "“nan” cannot be compared with a number"),
        ("-inf", "“-inf” cannot be compared with a number"),
        ("1e999", "“1e999” is too large a number"),
        ("9" * 5000, f"“{'9' * 39}…” is too large a number"),
        ("n/a", "“n/a” is no number"),
        ("tensor(0.5)", r"“tensor\(0.5\)” is no number"),
        ("1_000", "“1_000” is no number"),
        ("٣", "“٣” is no number"),
        ("0.5 0.6", "“0.5 0.6” is no number"),
        ("\x1b[31m", r"“\\x1b\[31m” is no number"),
        ("  ", "is blank"),
    ],
)
def test_what_is_no_number(number: str, said: str, tmp_path: Path) -> None:
    """The same words in every shape, and the line as an editor shows it."""
    key = key_of(CHALLENGE, tmp_path)
    with refuses(LackmusError, match=rf"mine\.txt, line 3: .*{said}"):
        read_scores(file(tmp_path, f"# metric: M\n1\n{number}\n3\n4\n5\n"), CHALLENGE, key)
    row = f"{NAMES[1]}\t1\t{number}"
    with refuses(LackmusError, match=rf"mine\.txt, line 2: .*{said}"):
        read_scores(file(tmp_path, f"tuple\tbetter\tworse\n{row}"), CHALLENGE)


@pytest.mark.parametrize(
    "content, said",
    [
        ("1\n2\n3\n4", "mine.txt has 4 scores, the blind files 5 lines: line 5 is missing"),
        ("1\n", "mine.txt has 1 score, the blind files 5 lines: line 2 and 3 more are missing"),
        ("1\n2\n3\n4\n5\n6\n7", "line 6: one score too many: the file has 7, the blind files 5 lines"),
        ("1\n2\n\n4\n5", "line 3: it is blank. Write a score on each line"),
        ("score\n1", "line 1: “score” is no number"),
        ("1\t2\t3\n", "line 1: neither a score nor the names of columns. Scores are one number a line"),
        ("line\tscore\n1\t2\n6\t1", "line 3: there is no line “6”: the blind files have 1 to 5"),
        ("line\tscore\n1.0\t2", "line 2: there is no line “1.0”"),
        ("line\tscore\n1\t2\n1\t2", "line 3: line 1 stands in line 2 already"),
        ("line\tscore\n1\t2\n5\t1", "has scores of 2 of 5 lines: line 2 and 2 more are missing"),
        ("line\tscore\n1\t2\t3", r"line 2: 3 cells under 2 columns \(line, score\)"),
        ("pair\tline\tscore\nen-de\t1\t3", "line 2: there are no blind files of en-de, only of de-en"),
        ("pair\tline\tscore\nx\t1\t3", "line 2: “x” is no language pair"),
        (table(NAMES[1:]), "has scores of 2 of 3 tuples: tuple de-en:tense-1/1 is missing"),
        (table([*NAMES, NAMES[0]]), "line 5: tuple de-en:tense-1/1 stands in line 2 already"),
        (table().replace("amb", "umb"), "line 3: there is no tuple “de-en:umb-1/1”. Is this the right"),
        ("better\t1\nworse\t1", "has 1 score of better, the folder's files 3 lines: line 2 and 1 more are m"),
        ("better\t1\n" * 3 + "worse\t1\n" * 2, "has 2 scores of worse, .* 3 lines: line 3 is missing"),
        ("worse\t1\n" * 4, "line 4: one score of worse too many: the challenge has 3 tuples"),
        ("better\t1\nother\t1", "line 2: neither better nor worse and a number"),
        ("# metric: M\n", "has no scores. Scores are one number a line"),
        ("\n", "is empty|has no scores"),
    ],
)
def test_mistakes(content: str, said: str, tmp_path: Path) -> None:
    """Missing, twice, too many, unknown: each with its place."""
    with refuses(LackmusError, match=said):
        read_scores(file(tmp_path, content), CHALLENGE, key_of(CHALLENGE, tmp_path))


def test_mistakes_with_several_pairs(tmp_path: Path) -> None:
    """A line is missing in the files of its pair; a number alone does not say which."""
    challenge = challenge_of(*ROWS, SPANISH)
    key = key_of(challenge, tmp_path)
    for content, said in (
        ("1\n2\n3\n4\n5\n6", "has 6 scores, the blind files 7 lines: line 2 of de-es is missing"),
        ("line\tscore\n1\t2", "line 1: the blind files have 2 language pairs, so lines need a column pair"),
        (
            "pair\tline\tscore\nde-es\t3\t2",
            "line 2: there is no line “3”: the blind files of de-es have 1 to 2",
        ),
        ("better\t1", "has scores of one language pair, the challenge 2 pairs"),
    ):
        with refuses(LackmusError, match=said):
            read_scores(file(tmp_path, content), challenge, key)


def test_lines_need_their_key(tmp_path: Path) -> None:
    """Any other would give every score to a wrong text."""
    path = file(tmp_path, "1\n2\n3\n4\n5\n")
    with refuses(LackmusError, match=r"only their key tells whose they are. Name it: --key"):
        read_scores(path, CHALLENGE)
    other = key_of(challenge_of(*ROWS[:2], {**ROWS[2], "worse": "She sits."}, name="other"), tmp_path)
    with refuses(LackmusError, match=r"the key is that of another challenge \(other, not Spring"):
        read_scores(path, CHALLENGE, other)


# -- written and read again -------------------------------------------------------------------------

NUMBERS = st.floats(allow_nan=False, allow_infinity=False)


@settings(max_examples=50, deadline=None)
@given(pairs=st.lists(st.tuples(NUMBERS, NUMBERS), min_size=3, max_size=3))
def test_numbers_are_kept(pairs: list[tuple[float, float]]) -> None:
    """To the last bit: a tie stays a tie."""
    better, worse = ([pair[side] for pair in pairs] for side in (0, 1))
    scored = Scored(MetricInfo("m"), pl.Series(better, dtype=pl.Float64), pl.Series(worse, dtype=pl.Float64))
    with TemporaryDirectory() as folder:
        found = read_scores(file(Path(folder), score_file(scored, CHALLENGE)), CHALLENGE)
    assert repr(both(found)) == repr((better, worse))


def test_all_that_is_known_is_kept(tmp_path: Path) -> None:
    """A file for each metric, under a name that a file can have."""
    better, worse = pl.Series(BETTER), pl.Series(WORSE)
    several = [
        Scored(
            MetricInfo("TER/x", (Need.REFERENCE, Need.SOURCE), False, "ours", "v:1"), better, worse, 0.1, 4
        ),
        Scored(MetricInfo("length", ()), better, worse),
    ]
    paths = write_scores(tmp_path / "scores", several, CHALLENGE)
    assert [path.name for path in paths] == ["TER_x.tsv", "length.tsv"]
    for path, scored in zip(paths, several, strict=True):
        found = read_scores(path, CHALLENGE)
        assert (found.about, found.seconds, found.computed) == (scored.about, scored.seconds, scored.computed)
        assert both(found) == (BETTER, WORSE)


def test_the_example_for_participants(tmp_path: Path) -> None:
    """What the files that are handed out show as an example can be read."""
    challenge = challenge_of(ROWS[0])  # two lines, as there
    files = write(challenge)
    shown = [line[4:] for line in files["blind/README.txt"].split("\n") if re.match(r" {4}\S", line)]
    key = read_key(file(tmp_path, files[KEY], KEY))
    first, second = shown.index("0.5102") + 1, shown.index("line\tscore")
    assert first == second
    one, other = ("\n".join(part) for part in (shown[:first], shown[second:]))
    found = read_scores(file(tmp_path, one), challenge, key)
    assert found.about.name == "MyMetric" and found.seconds == 12.5
    assert both(found) == both(read_scores(file(tmp_path, other), challenge, key))
    assert sorted([*found.better, *found.worse]) == [0.5102, 0.8731]
    assert json.loads(files[KEY].split("\n")[0])["blind"]["lines"] == {"de-en": 2}


TWO = "de-en:amb-1/1", "de-en:amb-1/2", "de-en:tense-1/1"


def test_a_metric_of_one_language_pair(tmp_path: Path) -> None:
    """A whole pair may be missing; a single tuple of a pair may not, unless that is allowed."""
    tense = pl.col("tuple") == TWO[2]
    pairs = pl.when(tense).then(pl.lit("en-de")).otherwise(pl.lit("de-en")).alias("pair")
    challenge = ChallengeSet("two", CHALLENGE.tuples.with_columns(pairs).sort("tuple"))
    head = "tuple\tbetter\tworse\n"
    found = read_scores(file(tmp_path, f"{head}{TWO[0]}\t2\t1\n{TWO[1]}\t2\t1\n"), challenge)
    assert both(found) == ([2.0, 2.0, None], [1.0, 1.0, None])
    gap = file(tmp_path, f"{head}{TWO[0]}\t2\t1\n")
    with refuses(LackmusError, match=r"1 of 2 tuples: tuple de-en:amb-1/2 is missing\. .*--allow-gaps"):
        read_scores(gap, challenge)
    assert both(read_scores(gap, challenge, gaps=True)) == ([2.0, None, None], [1.0, None, None])
