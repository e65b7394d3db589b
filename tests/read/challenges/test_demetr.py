"""Challenges as JSON files of DEMETR."""

import json
from pathlib import Path
from typing import Any

import pytest

from lackmus.errors import LackmusError
from lackmus.read.challenges import read_challenge
from tests.refusals import refuses

ENTRY: dict[str, Any] = {
    "id": 1,
    "src_sent": "Der Hund schläft.",
    "eng_sent": "The dog is asleep.",
    "mt_sent": "The dog sleeps.",
    "pert_sent": "The dog sleeps sleeps.",
    "lang_tag": "german",
    "data_source": "mine",
    "pert_check": True,
    "severity": "minor",
    "pert_id": 1,
    "pert_desc": "the last word twice",
    "pert_name": "minor_id1_repeat2",
}


def file(folder: Path, *entries: Any) -> Path:
    path = folder / "minor_id1_repeat2.json"
    path.write_text(json.dumps(list(entries), ensure_ascii=False, indent=2))
    return path


def test_entries_are_tuples(tmp_path: Path) -> None:
    challenge = read_challenge(file(tmp_path, ENTRY, {**ENTRY, "id": 2, "lang_tag": "chinese_simple"}))
    assert (challenge.name, challenge.pairs) == ("minor_id1_repeat2", ["de-en", "zh-en"])
    assert challenge.tuples.row(0, named=True) | {"item": ""} == {
        "tuple": "minor_id1_repeat2:1",
        "item": "",
        "pair": "de-en",
        "category": "minor",
        "phenomenon": "minor_id1_repeat2",
        "source": "Der Hund schläft.",
        "reference": "The dog is asleep.",
        "better": "The dog sleeps.",
        "worse": "The dog sleeps sleeps.",
        "reference_from": "",
        "better_from": "",
        "worse_from": "",
    }


def test_a_reference_is_better_than_a_machine_translation(tmp_path: Path) -> None:
    """One file puts the reference in the place of the perturbed text."""
    (row,) = read_challenge(file(tmp_path, {**ENTRY, "pert_sent": ENTRY["eng_sent"]})).tuples.to_dicts()
    assert (row["better"], row["worse"]) == (ENTRY["eng_sent"], ENTRY["mt_sent"])


@pytest.mark.parametrize(
    "changed, said",
    [
        ({"pert_sent": " "}, "entry 2: “pert_sent” is blank. A tuple needs it."),
        ({"mt_sent": 3}, "entry 2: “mt_sent” is not a text in quotation marks."),
        ({"lang_tag": "klingon"}, "entry 2: “lang_tag” cannot be “klingon”. Known are chinese_simple"),
        ({"lang_tag": None}, "entry 2: “lang_tag” is missing"),
        ({"id": 1}, "entry 2: the name “minor_id1_repeat2:1” stands in entry 1 already"),
    ],
)
def test_mistakes(tmp_path: Path, changed: dict[str, Any], said: str) -> None:
    with refuses(LackmusError, match=said):
        read_challenge(file(tmp_path, ENTRY, {**ENTRY, "id": 2, **changed}))
