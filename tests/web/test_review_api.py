"""The review through the API: the shapes that pages rely on, and what the log keeps."""

from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from lackmus.flows.outputs.export import export_outputs
from lackmus.flows.outputs.importing import ImportOptions as Bringing
from lackmus.flows.outputs.importing import import_outputs
from lackmus.flows.workspaces.history import LogFilter, history, log
from lackmus.read import ReadOptions
from lackmus.write.outputs import write_outputs
from tests.web.conftest import Site

SCOPE = {"campaign": "2026", "suite": None, "pair": None}
TEXT = {
    "text_id", "item_id", "item", "suite", "category", "phenomenon", "guideline", "source", "text", "marks",
    "occasion", "reason", "why", "opinions", "systems", "unfair", "others_open", "blocked", "rules", "others",
    "comments", "flags", "own", "own_since", "proposal",
    "prompt", "stretch", "source_paragraphs", "paragraphs", "paragraph", "plain_rules", "examples",
    "error_types", "own_error",
    "assigned_to",
}  # fmt: skip
PROGRESS = {
    "items",
    "fair",
    "open",
    "decided_today",
    "fair_today",
    "seconds_left",
    "pace_seconds",
    "revision",
}


def asked(site: Site, path: str, status: int = 200, **body: Any) -> Any:
    """What the API answers."""
    answer = site.client.post(f"/api/v1/review/{path}", json=body)
    assert answer.status_code == status, answer.text
    return answer.json() if answer.content else None


@pytest.fixture
def scope(site: Site) -> dict[str, Any]:
    """The campaign that is chosen where none is."""
    about: dict[str, Any] = site.client.get("/api/v1/review/choices").json()["about"]
    return about


def test_from_next_to_undo(site: Site, scope: dict[str, Any]) -> None:
    """A text is offered, decided, counted, and taken back."""
    page = asked(site, "next", **scope)
    assert (set(page), set(page["progress"])) == (
        {"left", "held", "fitting", "progress", "about", "texts"},
        PROGRESS,
    )
    assert page["about"] == scope
    (text,) = page["texts"]
    assert set(text) == TEXT
    assert (text["occasion"], text["own"], text["proposal"]) == ("open", None, None)
    number = text["text_id"]
    decision: dict[str, Any] = {"decisions": [{"text_id": number, "verdict": "fail"}]}
    done = asked(site, "decide", **scope, **decision)
    (result,) = done["decisions"]
    assert (result["text_id"], result["verdict"], result["reason"]) == (number, "fail", None)
    assert set(result) == {
        "text_id", "verdict", "reason", "rules_say", "fair", "unfair", "contradicts_rules", "own_since",
    }  # fmt: skip
    assert done["progress"]["open"] == page["progress"]["open"] - 1
    assert done["progress"]["decided_today"] == 1
    assert asked(site, "decide", **scope, **decision)["change"] is None  # sent again after a lost connection
    undone = asked(site, "undo", **scope)
    assert [one["text_id"] for one in undone["texts"]] == [number]
    assert undone["about"] == f"decided text {number}: fail"
    assert undone["progress"] == asked(site, "next", **scope)["progress"]  # what the bar shows is true again
    assert asked(site, "next", **scope)["texts"][0]["text_id"] == number
    assert asked(site, "undo", 400, **scope)["error"].startswith("There is nothing to undo")


def test_texts_in_lists(site: Site, scope: dict[str, Any]) -> None:
    """How texts stand for a person; a decision beside the names of systems is logged as a look at them."""
    (text,) = asked(site, "next", **scope)["texts"]
    number = text["text_id"]

    def standing() -> dict[str, Any]:
        answer = site.client.get("/api/v1/review/texts", params={"texts": [number, 999_999]})
        (found,) = answer.json()  # the other does not exist
        return dict(found)

    assert standing() == {
        "text_id": number, "item_id": text["item_id"], **scope, "pair": text["item"].split(":")[0],
        "verdict": "warning", "reason": text["reason"], "own": None, "own_since": 0, "people": {},
        "error_types": [], "own_error": 0,
        "comments": [], "flags": [],
    }  # fmt: skip
    done = asked(site, "decide", **scope, decisions=[{"text_id": number, "verdict": "fail"}], named=True)
    assert [one.verb for one in log(site.desk, LogFilter(most=2))] == ["review decide", "review reveal"]
    now = standing()
    assert (now["verdict"], now["own"], now["own_since"]) == ("fail", "fail", done["change"])
    assert now["people"] == {"Ada": "fail"}
    asked(site, "undo", **scope)  # the decision, not the look
    assert standing()["own"] is None


def test_a_screen_of_one_phenomenon(site: Site, scope: dict[str, Any]) -> None:
    """Several texts at once, confirmed at once and taken back at once."""
    page = asked(site, "next", **scope, many=20)
    assert len({(one["category"], one["phenomenon"]) for one in page["texts"]}) == 1
    said = [{"text_id": one["text_id"], "verdict": "pass"} for one in page["texts"]]
    done = asked(site, "decide", **scope, decisions=said, comment="all the same")
    assert done["progress"]["decided_today"] == len(said)
    assert log(site.desk, LogFilter(most=1))[0].comment == "all the same"
    assert len(asked(site, "undo", **scope)["texts"]) == len(said)


def test_one_item_is_reviewed(site: Site, scope: dict[str, Any]) -> None:
    """From its page and from the report; the filter is shown while it is set, and can be cleared."""
    (text,) = asked(site, "next", **scope)["texts"]
    asked(site, "skip", 204, texts=[text["text_id"]])
    every = asked(site, "next", **scope, item=text["item"], many=20)["texts"]
    assert {one["item"] for one in every} == {text["item"]}
    assert len(every) == text["others_open"] + 1
    where = "/review?" + urlencode({**scope, "item": text["item"]})
    for page in (f"/items/{text['item_id']}", "/report/items?" + urlencode({**scope, "mode": "warnings"})):
        assert f'href="{escape(where)}"' in site.client.get(page).text
    told = site.client.get(where).text
    assert f'name="item" value="{text["item"]}"' in told
    assert 'id="all-items"' in told
    for other in ("/review?" + urlencode(scope), "/review?" + urlencode({**scope, "item": "de-en:none"})):
        assert 'name="item"' not in site.client.get(other).text


def test_only_items_with_open_texts_are_reviewed(site: Site, scope: dict[str, Any]) -> None:
    """Once all is settled the item's page no longer offers it."""
    (text,) = asked(site, "next", **scope)["texts"]
    page = f"/items/{text['item_id']}"
    assert "Review this item" in site.client.get(page).text
    said = [{"text_id": one, "verdict": "pass"} for one in _open(site, scope, text["item"])]
    asked(site, "decide", **scope, decisions=said)
    assert "Review this item" not in site.client.get(page).text


def _open(site: Site, scope: dict[str, Any], item: str) -> list[int]:
    every = asked(site, "next", **scope, item=item, many=20)["texts"]
    return [one["text_id"] for one in every]


def test_skip_gives_back(site: Site, scope: dict[str, Any]) -> None:
    """What is skipped does not come again, and others may have it."""
    first = asked(site, "next", **scope)["texts"][0]["text_id"]
    assert asked(site, "skip", 204, texts=[first]) is None
    second = asked(site, "next", **scope, without=[first])["texts"][0]["text_id"]
    assert second != first


def test_flags_and_comments(site: Site, scope: dict[str, Any]) -> None:
    """They are shown with the text, can be filtered for, and are undone like everything else."""
    number = asked(site, "next", **scope)["texts"][0]["text_id"]
    (flag,) = asked(site, "flag", text_id=number, flagged=True)["flags"]
    assert flag["person"] == "Ada"
    (comment,) = asked(site, "comment", text_id=number, comment=" <b>Why?</b> ")["comments"]
    assert (comment["person"], comment["comment"]) == ("Ada", "<b>Why?</b>")
    (text,) = asked(site, "next", **scope, flagged=True)["texts"]
    assert (text["text_id"], text["flags"], text["comments"]) == (number, [flag], [comment])
    assert asked(site, "undo", **scope)["texts"][0]["comments"] == []
    assert asked(site, "undo", **scope)["texts"][0]["flags"] == []
    assert asked(site, "flag", text_id=number, flagged=False)["flags"] == []
    assert asked(site, "comment", 400, text_id=2**31 - 1, comment="?")["error"].startswith("There is no text")


def test_reveal_is_in_the_log(site: Site, scope: dict[str, Any]) -> None:
    """Systems are named only to whoever asks for them."""
    text = asked(site, "next", **scope)["texts"][0]
    found = asked(site, "reveal", **scope, text_id=text["text_id"])["systems"]
    assert len(found) == text["systems"]
    entry = log(site.desk, LogFilter(most=1))[0]
    assert (entry.verb, entry.person) == ("review reveal", "Ada")
    assert entry.about == f"text {text['text_id']} of item {text['item']}"
    assert not any(name in str(text) for name in found)
    assert asked(site, "undo", 400, **scope)["error"].startswith("There is nothing to undo")


def test_a_sentence_becomes_a_rule(site: Site, scope: dict[str, Any]) -> None:
    """The rule settles the text, not a decision; undoing it opens the text again."""
    text = asked(site, "next", **scope)["texts"][0]
    made = asked(site, "rule", text_id=text["text_id"], verdict="pass")
    assert {"text_id": text["text_id"], "before": "warning", "after": "pass"} in made["flips"]
    path = f"/api/v1/review/texts/{text['text_id']}"
    now = site.client.get(path, params=scope).json()
    assert (now["own"], now["reason"], now["occasion"]) == (None, None, "again")
    rule = {"rule_id": made["rule_id"], "side": "positive", "kind": "fixed", "value": text["text"]}
    assert rule in now["rules"]
    assert asked(site, "rule", text_id=text["text_id"], verdict="pass")["change"] is None
    undone = asked(site, "undo", **scope)
    assert [one["text_id"] for one in undone["texts"]] == [text["text_id"]]
    assert undone["about"].startswith(f"made a sentence a rule: text {text['text_id']} of item")
    assert asked(site, "next", **scope)["texts"][0]["text_id"] == text["text_id"]


def test_status_and_choices(site: Site, scope: dict[str, Any]) -> None:
    """How far the work is, and what can be chosen."""
    status = site.client.get("/api/v1/review/status", params=scope).json()
    assert status["open"] == status["total"]["open"] == sum(status["reasons"].values())
    choices = site.client.get("/api/v1/review/choices", params=scope).json()
    assert scope["campaign"] in choices["campaigns"]
    assert {one["system"] for one in status["systems"]} <= set(choices["systems"])
    assert {one["category"] for one in status["categories"]} == set(choices["categories"])
    assert choices["reasons"] == [
        "contradiction", "unmatched", "timeout", "verbose", "refused", "paragraphs", "disputed",
    ]  # fmt: skip


def test_what_an_engine_wrote_beside_translating(site: Site, scope: dict[str, Any], tmp_path: Path) -> None:
    """It is offered by its reason and told in words, counted in the report, and settled by a decision."""
    about = (scope["campaign"], scope["suite"], scope["pair"])
    (one, *_) = export_outputs(site.desk, *about).hand_ins
    chat = replace(
        one,
        system="Chat",
        texts=["Sure! Here you are.", "Sorry, I cannot.", *one.texts[2:]],
        marks=["verbose", "refused", *[""] * len(one.texts[2:])],
    )
    (file,) = write_outputs([chat], "jsonl", tmp_path / "chat.jsonl")
    import_outputs(site.desk, [str(file)], ReadOptions(), Bringing(about[0]), *about[1:])
    for reason, why, written in (
        ("verbose", "it looks like more than a translation (verbose)", "Sure! Here you are."),
        ("refused", "it looks like a refusal to translate (refused)", "Sorry, I cannot."),
    ):
        assert _reasons(site, scope)["Chat"][reason] == 1
        page = asked(site, "next", **scope, reason=reason)
        (text,) = page["texts"]
        assert (page["left"], text["text"], text["reason"], text["why"]) == (0, written, reason, why)
        assert f'<option value="{reason}"' in site.client.get("/review?" + urlencode(scope)).text
        assert f"warning <small>{reason}</small>" in site.client.get(f"/items/{text['item_id']}").text
        warned = {**scope, "mode": "warnings", "system": "Chat"}
        assert (
            f"warning <small>{reason}</small>" in site.client.get("/report/items?" + urlencode(warned)).text
        )
        asked(site, "decide", **scope, decisions=[{"text_id": text["text_id"], "verdict": "fail"}])
        assert reason not in _reasons(site, scope)["Chat"]


def _reasons(site: Site, scope: dict[str, Any]) -> dict[str, dict[str, int]]:
    """Why outputs are open, by system."""
    told = site.client.get("/api/v1/report", params=scope).json()["warnings"]
    return {system: one["reasons"] for system, one in told.items()}


def test_nothing_there(empty_site: Site) -> None:
    """An empty workspace says so."""
    assert empty_site.client.get("/api/v1/review/choices").json()["campaigns"] == []
    answer = empty_site.client.get("/api/v1/review/status")
    assert (answer.status_code, "no campaign yet" in answer.json()["error"]) == (400, True)
    assert "no campaign yet" in asked(empty_site, "next", 400)["error"]


@pytest.mark.parametrize(
    "path, body",
    [
        ("next", {"many": 21}),
        ("next", {"many": 0}),
        ("next", {"without": [2**31]}),
        ("decide", {"decisions": []}),
        ("decide", {"decisions": [{"text_id": 1, "verdict": "warning"}]}),
        ("decide", {"decisions": [{"text_id": 1, "verdict": "pass"}], "in_view": [2]}),
        ("decide", {"decisions": [{"text_id": 1, "verdict": "pass", "proposal": {"verdict": "none"}}]}),
        ("flag", {"text_id": 0}),
        ("comment", {"text_id": 1, "comment": "x" * 10_001}),
    ],
)
def test_what_cannot_be_asked(site: Site, path: str, body: dict[str, Any]) -> None:
    """It is said, not tried."""
    assert "error" in asked(site, path, 422, **body)


@pytest.mark.parametrize(
    "own_since, verdict, status",
    [
        (None, "pass", 200),  # whoever asks for no check gets none
        (0, "pass", 409),  # it was not decided when this page showed it
        (0, "fail", 200),  # the same again, as after a lost answer
        ("known", "pass", 200),
        (9999, "pass", 409),
    ],
)
def test_an_own_decision_is_not_replaced_unseen(
    site: Site, scope: dict[str, Any], own_since: Any, verdict: str, status: int
) -> None:
    """The answer tells what was decided meanwhile, and when."""
    (text,) = asked(site, "next", **scope)["texts"]
    assert text["own_since"] == 0
    said: dict[str, Any] = {"text_id": text["text_id"], "verdict": "fail", "own_since": 0}
    (first,) = asked(site, "decide", **scope, decisions=[said])["decisions"]
    said.update(verdict=verdict, own_since=first["own_since"] if own_since == "known" else own_since)
    answer = asked(site, "decide", status, **scope, decisions=[said])
    path = f"/api/v1/review/texts/{text['text_id']}"
    now = site.client.get(path, params=scope).json()
    if status == 409:
        (told,) = answer["decided"]
        assert (told["text_id"], told["verdict"], told["own_since"]) == (
            text["text_id"], "fail", first["own_since"],
        )  # fmt: skip
        assert told["at"] and "You decided this elsewhere meanwhile" in answer["error"]
    assert now["own"] == ("fail" if status == 409 else verdict)
    assert now["own_since"] == answer["decisions"][0]["own_since"] if status == 200 else first["own_since"]


@pytest.mark.parametrize(
    "sent, kept",
    [
        ({}, None),  # not told, not recorded
        ({"proposal": None}, {"verdict": None, "by": None}),
        ({"proposal": {"verdict": "pass", "by": "nearest 1"}}, {"verdict": "pass", "by": "nearest 1"}),
    ],
)
def test_what_was_in_view_is_kept_with_a_decision(
    site: Site, scope: dict[str, Any], sent: dict[str, Any], kept: Any
) -> None:
    """In the item's history, and again after an undo of a later decision."""
    (text,) = asked(site, "next", **scope)["texts"]
    decision = {"text_id": text["text_id"], "verdict": "fail", **sent}
    asked(site, "decide", **scope, decisions=[decision])
    asked(site, "decide", **scope, decisions=[{"text_id": text["text_id"], "verdict": "pass"}])
    asked(site, "undo", **scope)
    events = history(site.desk, text["item"]).events
    made = [one.details["proposal"] for one in events if one.kind == "decision"]
    assert made == [kept, None, kept]
    words = [one.what for one in events if one.kind == "decision"]
    assert ("(pass was proposed by nearest 1)" in words[0]) == bool(kept and kept["verdict"])
