"""Blind files: nothing in them tells which text is better; the key does."""

import hashlib
import json
import math
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from lackmus.core.challenges.challenge import ChallengeSet
from lackmus.errors import LackmusError
from lackmus.read.blind_keys import read_key
from lackmus.write.challenges.blind import KEY, write
from tests.read.tuples import BANK, ROWS, SPANISH, challenge_of, swapped

COLUMNS = ("source", "reference", "hypothesis")


def many(items: int, per_item: int) -> ChallengeSet:
    """Items with one reference each, of which every right text meets every wrong one."""
    return challenge_of(
        *(
            {
                "tuple": f"de-en:{item}/{right}-{wrong}",
                "item": f"de-en:{item}",
                "source": f"Sie sah {item} Sterne.",
                "reference": f"She saw {item} stars.",
                "better": f"She could see {item} stars{'!' * right}",
                "worse": f"She sees {item} stars{'!' * wrong}",
            }
            for item in range(2, items + 2)
            for right in range(per_item)
            for wrong in range(per_item)
        )
    )


def public(files: Mapping[str, str]) -> dict[str, str]:
    """What is handed out."""
    return {name: content for name, content in files.items() if name.startswith("blind/")}


def segments(files: Mapping[str, str], folder: str = "blind") -> list[tuple[str, ...]]:
    columns = [files[f"{folder}/{name}.txt"].removesuffix("\n").split("\n") for name in COLUMNS]
    return list(zip(*columns, strict=True))


def test_every_distinct_segment_once() -> None:
    """Three files of equal length; a text of several tuples stands there once."""
    challenge = many(items=6, per_item=3)
    found = segments(write(challenge))
    assert len(found) == len(set(found)) == 6 * 3 * 2 == len(challenge.segments)
    ours = challenge.segments
    assert set(found) == set(zip(ours.source, ours.reference, ours.hypothesis, strict=True))


@pytest.mark.parametrize("secret", ["", "s", "x" * 1000])
def test_roles_leave_no_trace(secret: str) -> None:
    """With better and worse in each other's place, the very same files would be handed out."""
    challenge = many(items=20, per_item=2)
    files = write(challenge, secret)
    used = json.loads(files[KEY].split("\n")[0])["blind"]["secret"]
    assert public(files) == public(write(swapped(challenge), used))
    # So it would be with other names, in another order, with other tuples of the same texts.
    names = {"tuple": "t", "item": "i", "category": "c", "phenomenon": "p", "worse_from": "Z/z"}
    rows = [{**row, **names, "tuple": str(n)} for n, row in enumerate(challenge.tuples.iter_rows(named=True))]
    assert public(files) == public(write(challenge_of(*rows[::-1], name="?"), used))


def test_the_order_is_random() -> None:
    """Over many secrets neither better nor worse texts stand further in front."""
    challenge = challenge_of(*ROWS)
    secrets, lines = 400, 5
    better = {row["better"] for row in ROWS}
    places = []
    for secret in range(secrets):
        found = [hypothesis for _, _, hypothesis in segments(write(challenge, str(secret)))]
        places += [place for place, text in enumerate(found) if text in better]
    mean, middle = sum(places) / len(places), (lines - 1) / 2
    # The mean of two places out of five, drawn without putting back, has this standard error.
    error = math.sqrt((lines**2 - 1) / 12 / 2 * (lines - 2) / (lines - 1) / secrets)
    assert abs(mean - middle) < 4 * error
    counted = Counter(places)
    assert all(abs(counted[place] - 160) < 4 * math.sqrt(160) for place in range(lines))


def test_a_secret_decides_and_is_kept() -> None:
    """The same secret, the same files; without one, nobody can foresee the order."""
    challenge = many(items=10, per_item=2)
    assert write(challenge, "a") == write(challenge, "a")
    assert public(write(challenge, "a")) != public(write(challenge, "b"))
    assert public(write(challenge)) != public(write(challenge))


def test_nothing_else_is_said(tmp_path: Path) -> None:
    """No name of a system, campaign, tuple, item, phenomenon or challenge, and no role."""
    challenge = challenge_of(*ROWS, SPANISH)
    files = write(challenge, "secret-of-ours")
    assert {name for name in files if not name.startswith("blind/")} == {KEY}
    said = "\n".join([*public(files), *public(files).values()])
    words = {"secret-of-ours", "Spring", "Autumn", "Linde", "Ahorn", "Buche", "Ambiguity", "tense", "amb-1"}
    words |= {challenge.name, *challenge.tuples["tuple"], *challenge.tuples["phenomenon"]}
    assert not [word for word in words if word in said]
    texts = "\n".join(content for name, content in public(files).items() if "README" not in name)
    assert not re.search(r"better|worse|[{}]", texts)


def test_no_reference_among_the_hypotheses() -> None:
    """Such a text must be right, so these files are refused; white space and accents do not hide it."""
    references = {(source, reference) for source, reference, _ in segments(write(challenge_of()))}
    assert references.isdisjoint((source, text) for source, _, text in segments(write(challenge_of())))
    spaced = BANK[1].replace(" ", "  ")
    for source, text in (
        BANK,
        (BANK[0], f" {spaced}"),
        (BANK[0].replace(" ", "  "), BANK[1]),
        (BANK[0], f"{BANK[1]}\u200b"),
    ):
        other = {**ROWS[0], "source": source, "worse": text, "tuple": "told"}
        with pytest.raises(
            LackmusError, match=r"^Tuple told: “.*” is also a reference of its source, so blind"
        ):
            write(challenge_of(*ROWS, other))


def test_line_breaks_become_spaces() -> None:
    """Each segment has one line in each file; the key has the text as it was."""
    source = "Er kam.\nSie\u2028ging."
    files = write(challenge_of({"source": source}))
    assert files["blind/source.txt"] == "Er kam. Sie ging.\n" * 2
    assert json.loads(files[KEY].split("\n")[1])["source"] == source
    with pytest.raises(LackmusError, match=r"^Tuple t: better and worse differ in line breaks alone"):
        write(challenge_of({"tuple": "t", "better": "He\nleft.", "worse": "He left."}))


def test_a_folder_for_each_pair() -> None:
    """Where there are several; the lines of each are numbered from 1."""
    files = write(challenge_of(*ROWS, SPANISH))
    assert set(public(files)) == {
        "blind/README.txt",
        *(f"blind/{pair}/{name}.txt" for pair in ("de-en", "de-es") for name in COLUMNS),
    }
    assert len(segments(files, "blind/de-en")) == 5 and len(segments(files, "blind/de-es")) == 2
    assert "Lines: de-en 5, de-es 2." in files["blind/README.txt"]


def test_the_key_finds_every_text(tmp_path: Path) -> None:
    """By the numbers of the lines, and whether the files are its own."""
    challenge = challenge_of(*ROWS, SPANISH)
    files = write(challenge)
    (tmp_path / KEY).write_text(files[KEY])
    key = read_key(tmp_path / KEY)
    for side, numbers in (("better", key.better), ("worse", key.worse)):
        for row, number in zip(challenge.tuples.iter_rows(named=True), numbers, strict=True):
            line = segments(files, f"blind/{row['pair']}")[number - 1]
            assert line == (row["source"], row["reference"], row[side])
    blind = json.loads(files[KEY].split("\n")[0])["blind"]
    for name, digest in blind["sha256"].items():
        assert hashlib.sha256(files[name].encode()).hexdigest() == digest
    assert key.before == {"de-en": 0, "de-es": 5}


def test_what_participants_are_told() -> None:
    """How many lines there are, and how to write scores: the example is one that we read."""
    readme = write(challenge_of())["blind/README.txt"]
    assert "There are 5 lines." in readme and "# metric: MyMetric" in readme
    assert all(len(line) <= 100 for line in readme.split("\n"))
