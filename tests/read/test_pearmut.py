"""Answers from Pearmut: its log and its download, as its version 1.1.6 writes them."""

import json
from pathlib import Path
from typing import Any

import pytest

from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.crowd import Cut
from lackmus.errors import LackmusError
from lackmus.read.pearmut import read_answers
from tests.refusals import refuses

ID = "de-en:7#0123456789ab"
CHOICES = ["Ja &amp; gut", "Nein", "Unklar"]


def chosen(answer: str | None, person: str = "Ina", about: str = ID, **more: Any) -> dict[str, Any]:
    """A form that was sent off."""
    shown = [
        {"text": "<p>…</p>", "form": None, "item_id": about},
        {"text": "Right?", "form": "choices", "choices": CHOICES, "item_id": about},
    ]
    actions = [{"time": 1795034181.8, "action": "load"}, {"time": 1795034182.5, "action": "submit"}]
    return {
        "annotation": [None, answer],
        "actions": actions,
        "item": shown,
        "user_id": person,
        "item_i": 0,
        **more,
    }


def scored(score: Any, **more: Any) -> dict[str, Any]:
    """A slider that was sent off."""
    said = {"translation": {"score": score, "error_spans": [], "textfield": None, **more}}
    shown = [{"item_id": ID, "src": "Satz.", "tgt": {"translation": "Text."}, "instructions": ""}]
    return {"annotation": [said], "actions": [], "item": shown, "user_id": "Uli", "item_i": 0}


def written(folder: Path, content: Any, name: str = "annotations.json") -> Path:
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "record, verdict, comment",
    [
        (chosen("Ja & gut"), Verdict.PASS, ""),
        (chosen("Nein", comment="a bank"), Verdict.FAIL, "a bank"),
        (chosen("Unklar"), None, ""),
        (chosen(None), None, ""),  # skipped
        (scored(90), Verdict.PASS, ""),
        (scored(10), Verdict.FAIL, ""),
        (scored(50), None, ""),
        (scored(None), None, ""),
        (scored(None, sliders={"Right": 100}), Verdict.PASS, ""),
        (
            scored(10, textfield="bench", error_spans=[{"start_i": 0, "end_i": 4, "severity": "major"}]),
            Verdict.FAIL,
            "bench\n1 error marked: major (0–4)",
        ),
    ],
)
def test_what_answers_say(tmp_path: Path, record: Any, verdict: Verdict | None, comment: str) -> None:
    (one,) = read_answers(written(tmp_path, [record]), Cut()).answers
    assert (one.about.item, one.verdict, one.comment) == ("de-en:7", verdict, comment)


@pytest.mark.parametrize(
    "content",
    [
        {"Probe": [chosen("Nein"), chosen("Unklar", "Jan")], "Probe 2": [scored(90)]},
        [chosen("Nein"), chosen("Unklar", "Jan"), scored(90)],
        "\n".join(map(json.dumps, [chosen("Nein"), chosen("Unklar", "Jan"), scored(90)])),
    ],
    ids=["download", "list", "log"],
)
def test_all_shapes_of_the_file(tmp_path: Path, content: Any) -> None:
    answers = read_answers(written(tmp_path, content), Cut()).answers
    assert [(one.person, one.verdict) for one in answers] == [("Ina", "fail"), ("Jan", None), ("Uli", "pass")]


def test_the_latest_answer_counts(tmp_path: Path) -> None:
    """What came before a reset of the annotator's task is void."""
    reset = {"user_id": "Jan", "annotation": "__RESET__"}
    log = [chosen("Nein"), chosen("Ja & gut", "Jan"), chosen("Ja & gut"), reset]
    (one,) = read_answers(written(tmp_path, log), Cut()).answers
    assert (one.person, one.verdict) == ("Ina", Verdict.PASS)


def test_pages_of_others_are_counted(tmp_path: Path) -> None:
    form = {"annotation": ["B2"], "item": [{"text": "Your level?", "form": "string"}], "user_id": "Ina"}
    found = read_answers(written(tmp_path, [form, chosen("Nein", browser="x")]), Cut())
    assert found.notes == (
        "1 page is not about texts of Lackmus: not read.",
        "Keys that are not known: browser. Not kept.",
    )


@pytest.mark.parametrize(
    "content, said",
    [
        ([], "has no answer about a text of Lackmus"),
        ({"campaign_id": "Probe", "data": []}, "is a campaign, not its answers"),
        ({"Probe": 3}, "“Probe” is no list of answers"),
        ([3], "answer 1: not an object"),
        ([{"annotation": []}], "answer 1: “user_id” must be a text"),
        ([{**chosen("Nein"), "annotation": []}], "must be lists of one length"),
        ([chosen("Vielleicht")], "answer 1: “Vielleicht” is none of the answers Ja & gut, Nein, Unklar"),
        ([chosen("Nein", comment=3)], "“comment” must be a text"),
        ([scored("high")], "“score” must be a number or null"),
        ("{broken", "not JSON"),
        ("\n".join([json.dumps(chosen("Nein")), "{"]), "line 2, column 2: not JSON"),
    ],
)
def test_errors_name_the_place(tmp_path: Path, content: Any, said: str) -> None:
    with refuses(LackmusError, match=said):
        read_answers(written(tmp_path, content), Cut())
