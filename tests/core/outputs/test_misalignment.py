"""Damaged files are found out, by kind, stretch and shift; good ones, however poor, are left in peace."""

import json
import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lackmus.core.outputs.fit import Damage, Suspicion
from lackmus.core.outputs.misalignment import fit, suspicions

Lines = list[str]
NAMES = ["Lena", "Kafka", "Lisbon", "Siemens", "Odra", "Marta", "Nokia", "Tirol", "Verdi", "Basel"]


def invented(lines: int, seed: int, names: bool = True) -> tuple[Lines, Lines]:
    """Sentences and their translations into a language that shares only names and numbers with theirs."""
    rng = random.Random(seed)

    def word(letters: str) -> str:
        return "".join(rng.choice(letters) for _ in range(rng.randint(2, 10)))

    sources, texts = [], []
    for _ in range(lines):
        kept = [rng.choice(NAMES), str(rng.randint(1, 3000))] if names and rng.random() < 0.4 else []
        size = max(2, round(rng.lognormvariate(2.2, 0.6)))
        sources.append(" ".join([*(word("abdegiklmnorst") for _ in range(size)), *kept]))
        texts.append(" ".join([*kept, *(word("абвгдеклмнорст") for _ in range(size + rng.randint(-1, 1)))]))
    return sources, texts


def shuffled(lines: Lines) -> Lines:
    return random.Random(7).sample(lines, len(lines))


SOURCES, TEXTS = invented(600, seed=1)
OTHER = invented(600, seed=2)[1]


@pytest.mark.parametrize(
    "damaged, expected",
    [
        # what was done to 600 lines                             kind, first, last, shift
        (["", *TEXTS[:-1]], [("shifted", 1, 600, 1)]),
        ([*TEXTS[1:], TEXTS[-1]], [("shifted", 1, 600, -1)]),
        ([*TEXTS[2:], "", ""], [("shifted", 1, 600, -2)]),
        ([""] * 17 + TEXTS[:-17], [("shifted", 1, 600, 17)]),
        (TEXTS[:60] + TEXTS[61:] + [""], [("shifted", 61, 600, -1)]),
        (TEXTS[:300] + TEXTS[301:] + [""], [("shifted", 301, 600, -1)]),
        (TEXTS[:540] + TEXTS[541:] + [TEXTS[-1]], [("shifted", 541, 600, -1)]),
        ([*TEXTS[:300], "–", *TEXTS[300:-1]], [("shifted", 301, 600, 1)]),
        (TEXTS[:200] + TEXTS[201:400] + ["–"] + TEXTS[400:], [("shifted", 201, 400, -1)]),
        (
            TEXTS[:200] + TEXTS[201:400] + TEXTS[401:] + ["", ""],
            [("shifted", 201, 399, -1), ("shifted", 400, 600, -2)],
        ),
        (TEXTS[300:] + TEXTS[:300], [("shifted", 1, 300, -300), ("shifted", 301, 600, 300)]),
        (shuffled(TEXTS), [("shuffled", 1, 600, 0)]),
        (TEXTS[::-1], [("shuffled", 1, 600, 0)]),
        (TEXTS[:200] + shuffled(TEXTS[200:400]) + TEXTS[400:], [("shuffled", 201, 400, 0)]),
        (sorted(TEXTS), [("sorted", 1, 600, 0)]),
        (OTHER, [("foreign", 1, 600, 0)]),
        (TEXTS[:400] + OTHER[:200], [("foreign", 401, 600, 0)]),
        # a line too few or too many: where?
        (TEXTS[:300] + TEXTS[301:], [("shifted", 301, 599, -1)]),
        ([*TEXTS[:300], "–", *TEXTS[300:]], [("shifted", 301, 601, 1)]),
    ],
)
def test_damage_is_found_where_it_is(damaged: Lines, expected: list[tuple[str, int, int, int]]) -> None:
    """Damage and shift are exact, the borders within a few lines."""
    found = suspicions(SOURCES, damaged)
    assert [(one.kind, one.shift) for one in found] == [(kind, shift) for kind, _, _, shift in expected]
    for one, (_, first, last, shift) in zip(found, expected, strict=True):
        slack = 10 + (min(abs(shift), 20) if shift else 0)
        assert abs(one.first - first) <= slack
        assert abs(one.last - last) <= slack


def garbled(text: str, rng: random.Random) -> str:
    """Cut off, or said again and again."""
    return (text * 3)[: max(1, round(len(text) * rng.lognormvariate(0, 0.4)))]


def sometimes(share: float, instead: Callable[[str, str, random.Random], str]) -> Lines:
    rng = random.Random(3)
    return [
        instead(source, text, rng) if rng.random() < share else text
        for source, text in zip(SOURCES, TEXTS, strict=True)
    ]


@pytest.mark.parametrize(
    "poor",
    [
        TEXTS,
        SOURCES,  # a copy is no translation, but it stands where it should
        [text.upper() for text in TEXTS],
        [text[:50] for text in TEXTS],
        sometimes(0.3, lambda source, text, rng: ""),
        sometimes(0.4, lambda source, text, rng: "####"),
        sometimes(0.4, lambda source, text, rng: source),
        sometimes(0.4, lambda source, text, rng: rng.choice(OTHER)),
        sometimes(0.1, lambda source, text, rng: text * 8),
        sometimes(1.0, lambda source, text, rng: garbled(text, rng)),
        TEXTS[:300] + [""] * 300,
        TEXTS[:300] + ["N/A"] * 300,
        TEXTS[:300] + ["So it is, and nobody knows why."] * 25 + TEXTS[325:],
        ["So it is."] * 600,
        [""] * 600,
        [],
    ],
)
def test_a_poor_file_is_not_a_misplaced_one(poor: Lines) -> None:
    assert suspicions(SOURCES, poor) == []


@pytest.mark.parametrize("lines", [20, 50, 100, 300, 1000])
@pytest.mark.parametrize("names", [True, False])
def test_good_files_of_any_size_pass(lines: int, names: bool) -> None:
    for seed in range(2):
        assert suspicions(*invented(lines, seed, names)) == []


@pytest.mark.parametrize(
    "lines, names, damage, found",
    [
        (19, True, lambda texts: [*texts[1:], ""], False),  # too few lines to say anything
        (50, True, lambda texts: [*texts[1:], ""], True),
        (50, False, lambda texts: [*texts[1:], ""], True),  # lengths alone suffice
        (100, False, shuffled, True),
        (100, False, sorted, True),
        (100, True, lambda texts: texts[:95] + texts[96:] + [""], False),  # five lines are too few
    ],
)
def test_short_files(lines: int, names: bool, damage: Callable[[Lines], Lines], found: bool) -> None:
    sources, texts = invented(lines, 4, names)
    assert bool(suspicions(sources, damage(texts))) == found


@pytest.mark.parametrize(
    "sources, why",
    [
        (["Ich lese."] * 300, "no line differs from the next"),
        ([f"{person} {verb}." for verb in ("lesen", "sagen") for person in ("Wir", "Sie") * 75], "all alike"),
    ],
)
def test_where_nothing_can_be_known_nothing_is_claimed(sources: Lines, why: str) -> None:
    texts = [source.translate(str.maketrans("aeinl", "oyumr")) for source in sources]
    assert suspicions(sources, [*texts[1:], ""]) == [], why


def test_the_evidence_gives_the_figures() -> None:
    (found,) = suspicions(SOURCES, TEXTS[:300] + TEXTS[301:] + [""])
    assert re.fullmatch(
        r"lines 30\d–600 fit their sources best when moved down by 1: "
        r"length correlation 0\.9\d instead of -?0\.\d\d, "
        r"names and numbers of the source found again 100 % instead of \d+ %",
        found.evidence,
    )
    (found,) = suspicions(SOURCES, OTHER)
    assert re.fullmatch(
        r"lines \d–\d+ fit their sources neither here nor at any shift: length correlation -?0\.[01]\d, "
        r"names and numbers of the source found again \d+ %; "
        r"only \d+ % of the sources' numbers are anywhere in the file",
        found.evidence,
    )


DIGITS = [f"{number:05d}" for number in range(10, 30)]


@pytest.mark.parametrize(
    "sources, texts, lines, correlation, copied",
    [
        ([], [], 0, None, None),
        (["Anna", "", "Otto"], ["Anna", "x", ""], 1, None, None),  # by chance every third line has an Anna
        (["a", "bb", "cccc"], ["d", "ee", "ffff"], 3, 1.0, None),
        (["a", "bb", "cccc"], ["ffff", "ee", "d"], 3, -1.0, None),
        (["a", "bb", "cccc"], ["dd", "dd", "dd"], 3, None, None),
        (DIGITS, DIGITS, 20, None, 1.0),
        (DIGITS, DIGITS[1:], 19, None, 0.0),
        (DIGITS, DIGITS[:10] + DIGITS[:9:-1], 20, None, 0.5),
        (DIGITS, DIGITS[:10] + [""] * 10, 10, None, 1.0),  # what is blank copies nothing wrongly
    ],
)
def test_fit_knows_what_it_cannot_know(
    sources: Lines, texts: Lines, lines: int, correlation: float | None, copied: float | None
) -> None:
    figures = fit(sources, texts)
    assert (figures.lines, figures.copied) == (lines, copied)
    assert figures.length_correlation == (None if correlation is None else pytest.approx(correlation))


def test_a_good_file_has_good_figures() -> None:
    figures = fit(SOURCES, TEXTS)
    assert figures.lines == 600
    assert figures.length_correlation is not None and figures.length_correlation > 0.9
    assert figures.copied == 1.0


LINE = st.one_of(
    st.text(max_size=60),
    st.sampled_from(
        ["", " ", "####", "Lena las 1984 in Basel.", "Лена читала.", "我读了1984。", "א", "a\nb", "\x85"]
    ),
)
FILE = st.lists(LINE, max_size=70)


@given(sources=FILE, texts=FILE)
@settings(max_examples=50)
def test_any_text_can_be_asked_about(sources: Lines, texts: Lines) -> None:
    fit(sources, texts)
    for found in suspicions(sources, texts):
        assert 1 <= found.first <= found.last <= len(texts)
        assert (found.kind == Damage.SHIFTED) == (found.shift != 0)


@given(sources=FILE)
@settings(max_examples=50)
def test_a_copy_always_fits(sources: Lines) -> None:
    assert suspicions(sources, sources) == []


# --- published files


def lines_of(path: Path) -> Lines:
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


@cache
def published(data: Path) -> dict[str, tuple[Lines, dict[str, Lines]]]:
    """Sources and everything that was translated from them, all of it in its right place."""
    de_en, en_cs = data / "wmt22/de-en", data / "wmt22/en-cs"
    items = json.loads((data / "dfki/de-en/items.json").read_text(encoding="utf-8"))["items"]
    sources = {item["id"]: item["source_sentence"] for item in items if item["langpair"] == "deen"}
    wmt21 = {
        path.stem: dict(line.split("\t", 1) for line in lines_of(path))
        for path in (data / "wmt21/de-en").glob("*.tsv")
    }
    order = list(wmt21["SMU"])
    pud = {
        path.name[:2]: [line[9:] for line in lines_of(path) if line.startswith("# text = ")]
        for path in (data / "ud").glob("*/*.conllu")
    }
    return {
        "wmt22 de-en": (
            lines_of(next((de_en / "sources").iterdir())),
            {path.name: lines_of(path) for path in (de_en / "system-outputs").iterdir()},
        ),
        "wmt22 en-cs": (
            lines_of(next((en_cs / "source").iterdir())),
            {
                path.name: lines_of(path)
                for part in ("systems", "reference")
                for path in (en_cs / part).iterdir()
            },
        ),
        "wmt21 de-en": (
            [sources[item] for item in order],
            {system: [texts[item] for item in order] for system, texts in wmt21.items()},
        ),
        **{f"pud {one}": (pud[one], {two: pud[two] for two in pud if two != one}) for one in pud},
    }


@pytest.mark.real_data
def test_published_files_are_not_suspected(real_data: Path) -> None:
    """Whole, and in pieces of 150 lines, which leave less to know."""
    found: list[tuple[str, str, list[Suspicion]]] = []
    for name, (sources, files) in published(real_data).items():
        for file, texts in files.items():
            found.append((name, file, suspicions(sources, texts)))
            for start in range(0, min(len(sources), 3000), 300):
                piece = slice(start, start + 150)
                found.append((name, file, suspicions(sources[piece], texts[piece])))
    assert [one for one in found if one[2]] == []
    assert len(found) > 400


@pytest.mark.real_data
@pytest.mark.parametrize("name", ["wmt22 de-en", "wmt22 en-cs", "wmt21 de-en", "pud en", "pud ru"])
def test_published_files_are_suspected_once_damaged(real_data: Path, name: str) -> None:
    sources, files = published(real_data)[name]
    texts = files[min(files)]
    size = len(texts)
    expected = {
        "late": ([""] * 17 + texts[:-17], [(Damage.SHIFTED, 1, size, 17)]),
        "lost": (
            texts[: size // 10] + texts[size // 10 + 1 :] + [""],
            [(Damage.SHIFTED, size // 10, size, -1)],
        ),
        "end": (
            [*texts[: size * 9 // 10], "–", *texts[size * 9 // 10 : -1]],
            [(Damage.SHIFTED, size * 9 // 10, size, 1)],
        ),
        "shuffled": (shuffled(texts), [(Damage.SHUFFLED, 1, size, 0)]),
    }
    for damaged, stretches in expected.values():
        found = suspicions(sources, damaged)
        assert [(one.kind, one.shift) for one in found] == [(kind, shift) for kind, _, _, shift in stretches]
        for one, (_, first, last, _) in zip(found, stretches, strict=True):
            assert abs(one.first - first) <= 30
            assert abs(one.last - last) <= 30
