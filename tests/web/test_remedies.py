"""What a visitor can meet says where to click, and names no option and no command."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from lackmus.core.workspaces.people import Role
from lackmus.flows.suites.samples import samples
from lackmus.flows.workspaces.history import LogFilter, log, undo
from lackmus.flows.workspaces.people import people
from tests.web.conftest import Opener, Site

SUITE = samples()["de-en"].read_bytes()
LINDE = (samples()["de-en"].parent / "outputs" / "2026" / "Linde.tsv").read_bytes()
XML = (
    b'<dataset id="x"><collection id="c"><doc id="d" testsuite="de-en">'
    b'<src lang="de"><p><seg id="1">Ja.</seg></p></src>'
    b'<hyp system="X" language="en"><p><seg id="1">Yes.</seg></p></hyp></doc></collection></dataset>'
)
PART = {"suite": "de-en", "pair": "de-en"}
# What a page tells about the machine on which it runs stands as code; it is no remedy.
_COMMAND = re.compile(
    r"(?<!<code>)\blackmus (campaign|judge|log|outputs|review|rule|suite|system|undo|user)\b"
)


def speaks_of_options(told: str) -> bool:
    """Whether somebody who never opens a terminal is told to."""
    return " --" in told or ">--" in told or '"--' in told or _COMMAND.search(told) is not None


@pytest.mark.parametrize(
    "place, told",
    [
        ("/review?campaign=WMT99", ""),
        ("/review?campaign=2026&suite=nothing", ""),
        ("/review?campaign=2026&system=Nobody", ""),
        ("/report?campaign=WMT99", "There is no campaign WMT99."),
        ("/report?campaign=2026", ""),  # of several suites
        ("/report?campaign=2026&suite=de-en&systems=Nobody", "There is no system Nobody."),
        ("/report?campaign=2026&suite=de-en&exclude=Nobody", ""),
        ("/report?campaign=2026&suite=de-en&keep=Nobody", "There is no system Nobody."),
        ("/report?campaign=2026&suite=de-en&tags=none", ""),
        ("/report?campaign=2026&suite=de-en&pair=de-xx", ""),
        (
            "/report?campaign=2026&suite=de-en&as_of=soon",
            "the number of a change (#2), as it stands in the log.",
        ),
        ("/report?campaign=2026&suite=de-en&as_of=9999", "As of 9999: there is no such change."),
        ("/report?campaign=2026&suite=de-en&as_of=1999-01-01", "the workspace did not exist yet."),
        ("/compare?campaign=2026&a=Nobody", ""),
        ("/trend?systems=Nobody", ""),
        ("/outputs/campaign?name=WMT99", "There is no campaign WMT99."),
        ("/outputs/system?campaign=2026&name=Nobody", "2026 has no system Nobody."),
        ("/outputs/download?campaign=2026&format=jsonl", "Say which suite is meant"),
        ("/outputs/download?campaign=2026&part=de-fr|de-en&format=tsv", "There are no items for de-fr"),
        ("/outputs/upload?campaign=WMT99", ""),
        ("/templates/new?part=nothing", ""),
        ("/templates/abcdefgh", "There is no template abcdefgh."),
        ("/log?person=Nobody", ""),
        ("/log?since=soon", ""),
        ("/suites/1/findings", ""),
        ("/api/v1/report?campaign=2026", ""),
        ("/api/v1/report?campaign=2026&suite=de-en&as_of=soon", "As of soon: no report is saved"),
        ("/api/v1/system?campaign=2026&name=Nobody", "2026 has no system Nobody."),
        ("/api/v1/templates/abcdefgh", "There is no template abcdefgh."),
    ],
)
def test_no_address_speaks_of_options(site: Site, place: str, told: str) -> None:
    """Whatever an old or mistyped address asks for."""
    answer = site.client.get(place)
    assert answer.status_code < 500
    assert told in answer.text and not speaks_of_options(answer.text)


@pytest.mark.parametrize(
    "place, told",
    [
        ("/report", ""),
        ("/report?campaign=2026", ""),
        ("/outputs/download?campaign=2026&format=tsv", "no campaign yet. Upload outputs under Outputs."),
        ("/review?campaign=2026", ""),
        ("/api/v1/review/status", "Upload outputs under Outputs."),
    ],
)
def test_nor_where_nothing_is_yet(empty_site: Site, place: str, told: str) -> None:
    answer = empty_site.client.get(place)
    assert answer.status_code < 500
    assert told in answer.text and not speaks_of_options(answer.text)


def outputs(name: str, content: bytes = b"A line.\n", **said: str) -> dict[str, Any]:
    """A file of outputs, as a script sends it."""
    return {"data": {"campaign": "2025", **PART, **said}, "files": {"files": (name, content)}}


def suite(**said: str) -> dict[str, Any]:
    """The file of a suite, as a browser sends it."""
    return {"data": said, "files": {"file": ("my.json", SUITE)}}


def share(share: str, to: str, place: str = "campaign=2026&suite=de-en") -> dict[str, Any]:
    """Texts that somebody is to judge as well."""
    return {"data": {"place": place, "share": share, "to": to}}


SAVE = "/report/save?campaign=2026&suite=de-en&pair=de-en"
TEMPLATE = {"part": "de-en|de-en", "draw": "2", "by": "phenomenon"}


@pytest.mark.parametrize(
    "place, form, told",
    [
        (SAVE, {"data": {"name": "7"}}, "No report can be called 7: it would be taken for a time"),
        ("/templates", {"data": {**TEMPLATE, "draw": "many"}}, "“many” is no amount"),
        (
            "/templates",
            {"data": {**TEMPLATE, "factor": "2"}},
            "Distractors are asked for. Upload a file of sentences, one per line.",
        ),
        ("/templates", {"data": {**TEMPLATE, "like": "abcdefgh"}}, "There is no template abcdefgh."),
        ("/templates", {"data": {**TEMPLATE, "failed_by": "2026/Nobody"}}, "2026 has no system Nobody."),
        (
            "/templates",
            {"data": {**TEMPLATE, "phenomenon": '["Ambiguity", "Nothing"]'}},
            "Ambiguity has no phenomenon Nothing. The page of the suite lists them.",
        ),
        ("/agreement/assign", share("many", "Ada"), "“many” is no amount"),
        (
            "/agreement/assign",
            share("5%", "Bo"),
            "There is no person named Bo. There is Ada; add one under People.",
        ),
        ("/agreement/assign", share("5%", "Ada", "campaign=2026"), "Choose the suite."),
        ("/log/9999/undo", {}, "There is no change #9999. The log lists them."),
        ("/suites/import", suite(form="none"), "There is no format none."),
        ("/suites/import", suite(pair="de-fr"), "There are no items for de-fr"),
        ("/suites/import", suite(pair="x"), "“x” is no language pair"),
        (
            "/people",
            {"data": {"name": "Ada", "role": "reader"}},
            "Ada is there as admin. Change the role under People.",
        ),
        ("/api/v1/undo", {"json": {"number": 9999}}, "There is no change #9999. The log lists them."),
        (
            "/api/v1/review/next",
            {"json": {"campaign": "2026", "suite": "de-en", "reason": "whim"}},
            "There is no whim. There are",
        ),
        ("/api/v1/review/next", {"json": {"campaign": "2026"}}, "Choose the suite."),
        (
            "/api/v1/review/next",
            {"json": {"campaign": "2026", "suite": "nothing"}},
            "2026 has no outputs for nothing",
        ),
        (
            "/api/v1/disputes/99999",
            {"json": {"verdict": "pass"}},
            "There is no text 99999. Open the review again.",
        ),
        (
            "/api/v1/outputs",
            outputs("Linde.tsv", LINDE, campaign=""),
            "Say which campaign the outputs belong to. There are 2025, 2026.",
        ),
        (
            "/api/v1/outputs",
            outputs("Ahorn.tsv", LINDE),
            "Nothing was stored; say that they may be replaced",
        ),
        (
            "/api/v1/outputs",
            outputs("X.txt"),
            "X.txt: no format for outputs recognises it.",
        ),
        (
            "/api/v1/outputs",
            outputs("X.txt"),
            "lines (one translation per line, with the source file beside them)",
        ),
        (
            "/api/v1/outputs",
            outputs("X.txt", format="lines"),
            "X.txt: lines are translations of a source file. Upload it, too.",
        ),
        ("/api/v1/outputs", outputs("X.txt", format="none"), "There is no format none."),
        (
            "/api/v1/outputs",
            outputs("X.tsv", b"no-such-id\tA line.\n"),
            "or let ids be skipped that it does not have.",
        ),
        (
            "/api/v1/outputs",
            outputs("X.xml", XML, testsuite="none"),
            "Test suite: X.xml has no none. There are: de-en.",
        ),
        (
            "/api/v1/outputs",
            outputs("X.txt", template="abcdefgh"),
            "There is no template abcdefgh.",
        ),
        (
            "/api/v1/outputs",
            outputs("lackmus-de-en-zzzzzzzz.X.txt"),
            "lackmus-de-en-zzzzzzzz.X.txt: there is no template zzzzzzzz.",
        ),
    ],
)
def test_no_form_and_no_call_speaks_of_options(
    site: Site, place: str, form: dict[str, Any], told: str
) -> None:
    answer = site.client.post(place, **form)
    assert 400 <= answer.status_code < 500
    assert told in answer.text and not speaks_of_options(answer.text)


def _a_name_twice(site: Site) -> Any:
    site.client.post(SAVE, data={"name": "May"})
    return site.client.post(SAVE, data={"name": "May"})


def _undone_twice(site: Site) -> Any:
    """The last thing that can be undone."""
    site.client.post(SAVE, data={"name": "May"})
    number = log(site.desk, LogFilter())[0].number
    undo(site.desk, number)
    return site.client.post(f"/log/{number}/undo")


def _ada(site: Site) -> int:
    return next(one.id for one in people(site.desk) if one.name == "Ada")


def _the_only_admin_steps_down(site: Site) -> Any:
    return site.client.post(f"/people/{_ada(site)}/role", data={"role": "reader"})


def _the_only_admin_leaves(site: Site) -> Any:
    return site.client.delete(f"/api/v1/people/{_ada(site)}")


def _a_text_that_is_not_there(site: Site) -> Any:
    said = {"campaign": "2026", "suite": "de-en", "decisions": [{"text_id": 99999, "verdict": "pass"}]}
    return site.client.post("/api/v1/review/decide", json=said)


def _rules(site: Site, number: int) -> Any:
    base = site.client.get("/api/v1/items/1").json()["base"]
    rule = {"side": "positive", "kind": "fixed", "value": "Something else.", "rule_id": number}
    return site.client.put("/api/v1/items/1/rules", json={"rules": [rule], "base": base})


def _a_rule_that_is_not_there(site: Site) -> Any:
    return _rules(site, 99999)


def _a_rule_of_another_item(site: Site) -> Any:
    return _rules(site, site.client.get("/api/v1/items/2").json()["rules"][0]["rule_id"])


def _rules_of_a_retired_item(site: Site) -> Any:
    number = site.client.get("/api/v1/items/1").json()["rules"][0]["rule_id"]
    site.client.post("/api/v1/items/1/retire", json={})
    return _rules(site, number)


def _a_text_of_a_retired_item(site: Site) -> Any:
    text = site.client.get("/api/v1/items/1").json()["texts"][0]["text_id"]
    site.client.post("/api/v1/items/1/retire", json={})
    return site.client.post(f"/api/v1/disputes/{text}", json={"verdict": "pass"})


def _a_token_that_is_not_there(site: Site) -> Any:
    return site.client.delete("/api/v1/tokens/99999")


@pytest.mark.parametrize(
    "deed, told",
    [
        (_a_name_twice, "Choose another name, or tick that it may take the place of the other."),
        (_undone_twice, " is undone already. To do it again, undo #"),
        (_the_only_admin_steps_down, "Make another one first, under People."),
        (_the_only_admin_leaves, "Make another one first, under People."),
        (_a_text_that_is_not_there, "There is no text 99999. Open the review again."),
        (_a_rule_that_is_not_there, "There is no rule 99999. The page of an item lists those it has."),
        (_a_rule_of_another_item, "belongs to another item. The page of an item lists those it has."),
        (_rules_of_a_retired_item, "The item was retired. Bring it back, then edit its rules."),
        (_a_text_of_a_retired_item, "which was retired. Bring it back first, on its page."),
        (_a_token_that_is_not_there, "There is no token 99999. The settings list them."),
    ],
)
def test_nor_what_one_deed_leaves_to_the_next(site: Site, deed: Callable[[Site], Any], told: str) -> None:
    answer = deed(site)
    assert 400 <= answer.status_code < 500
    assert told in answer.text and not speaks_of_options(answer.text)


def test_nor_whoever_may_not(site_as: Opener) -> None:
    """Another person is somebody to be asked, not somebody to act as."""
    number = log(site_as(Role.ADMIN).desk, LogFilter())[0].number
    answer = site_as(Role.ANNOTATOR).client.post("/api/v1/undo", json={"number": number})
    assert answer.status_code == 400
    assert re.search(r"Only an (editor|admin) may .*\. Ask [\w ]+\.$", answer.json()["error"])
