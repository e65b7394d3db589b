"""A campaign of Pearmut shows what is asked, safely, and no names of systems."""

import json
from typing import Any

import pytest

from lackmus.core.reviews.crowd import AnswerBy, CrowdPlan, CrowdText
from lackmus.write.pearmut import campaign_id, campaign_text

TEXT = CrowdText(
    "de-en:7",
    "Ambiguity",
    "Lexical <ambiguity>",
    "One meaning\nfits.",
    ("No bank & no shore.",),
    "Be formal.",
    "Er saß auf der <b>Bank</b>.",
    "<img src=x onerror=alert(1)> He sat.",
    (18, 22),
)


def campaign(**how: Any) -> dict[str, Any]:
    plan = CrowdPlan(**how)
    found: dict[str, Any] = json.loads(campaign_text("2026-sample", [[TEXT]] * plan.people, plan))
    return found


def test_a_form_for_each_text() -> None:
    """What is asked stands above the source; signs of HTML are shown as they are."""
    made = campaign(names=("Ina", "Jan"), labels=("Ja", "Nein", "?"))
    assert (made["campaign_id"], made["info"]["assignment"]) == ("2026-sample", "task-based")
    assert made["info"]["users"] == ["Ina", "Jan"]
    assert [len(task) for task in made["data"]] == [1, 1]
    shown, asked = made["data"][0][0]
    assert (shown["form"], asked["form"], asked["choices"]) == (None, "choices", ["Ja", "Nein", "?"])
    assert shown["item_id"] == asked["item_id"] == TEXT.id
    for said in (
        "<b>Lexical &lt;ambiguity&gt;</b>",
        "One meaning<br>fits.",
        "<li>No bank &amp; no shore.</li>",
        "Be formal.",
        "&lt;b&gt;<b>Bank</b>&lt;/b&gt;",
        "&lt;img src=x onerror=alert(1)&gt; He sat.",
    ):
        assert said in shown["text"]


def test_a_slider_for_each_text() -> None:
    """Pearmut would draw some signs as HTML: a sign of zero width keeps it from that."""
    (page,) = campaign(by=AnswerBy.SCORE)["data"][0][0]
    assert page["tgt"] == {"translation": "<\u200bimg src=x onerror=alert(1)> He sat."}
    assert page["src"] == "Er saß auf der <\u200bb><b>Bank</b><\u200b/b>."
    assert (page["item_id"], page["instructions"][:34]) == (TEXT.id, "<p><b>Lexical &lt;ambiguity&gt;</b")


@pytest.mark.parametrize("name, id_", [("a/b: c", "a-b-c"), ("..", "lackmus"), ("WMT26", "WMT26")])
def test_names_of_campaigns_are_names_of_files(name: str, id_: str) -> None:
    assert campaign_id(name) == id_
