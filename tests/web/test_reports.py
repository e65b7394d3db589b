"""The report on its pages and for scripts: the numbers of the command line, down to the sentences."""

import json
import re
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from sqlalchemy import select

from lackmus.core.base.pairs import Pair
from lackmus.core.base.verdict import Verdict
from lackmus.core.outputs.outputs import HandIn
from lackmus.core.suites.suite import Item, Kind, Rule, Side, Suite
from lackmus.core.verdicts.evaluation import SuiteEvaluation, evaluate_judged
from lackmus.core.workspaces.people import Role
from lackmus.flows.outputs.campaigns import change_system, revised_system
from lackmus.flows.reviews.deciding import decide
from lackmus.flows.workspaces.history import LogFilter, log
from lackmus.flows.workspaces.people import give_role
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db import schema
from tests.store.filled import add_campaign, add_suite
from tests.test_cli import answer
from tests.web.conftest import Opener, Site, site_on

ASKED = "campaign=2026&suite=de-en"
NASTY = """<script>alert("1")</script> & 'a' / ? # %2F, b"""


def got(site: Site, path: str, status: int = 200) -> str:
    answer = site.client.get(path)
    assert answer.status_code == status, answer.text
    return answer.text


def told(site: Site, path: str) -> Any:
    answer = site.client.get(f"/api/v1{path}")
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize(
    "query, options",
    [
        ("", ""),
        (
            "test=mcnemar&correction=holm&intervals=wilson",
            "--test mcnemar --correction holm --intervals wilson",
        ),
        ("test=paired", "--test paired"),
        ("test=paired", "--test mcnemar --correction holm"),
        ("systems=Ahorn,Linde", "--systems Ahorn,Linde --order given"),
        ("systems=Ahorn&systems=Linde&order=name", "--systems Ahorn --systems Linde --order name"),
        ("exclude=Ahorn&categories=Ambiguity", "--exclude Ahorn --category Ambiguity"),
        ("semantics=classic&repeats=all", "--semantics classic --repeats all"),
        ("anonymous=1", "--anonymous"),
        ("as_of=8", "--as-of 8"),
        ("low=60&high=90&min_items=3", "--low 60 --high 90 --min-items 3"),
    ],
)
def test_the_api_says_what_the_command_line_says(site: Site, query: str, options: str) -> None:
    said = answer("report", "2026", "--suite", "de-en", *options.split(), "-w", site.desk.workspace)
    assert told(site, f"/report?{ASKED}&{query}") == said


def test_the_page_shows_the_table(site: Site) -> None:
    page, found = got(site, f"/report?{ASKED}"), told(site, f"/report?{ASKED}")
    assert found["in_short"] in unescape(page) and found["signature"] in page
    for row in found["rows"]:
        if row["phenomenon"] is None:
            assert cells_of(page, row["category"]) == shown_cells(row, found["systems"])
    assert "Lexical ambiguity" not in page  # what is folded is fetched when it unfolds
    part = got(site, f"/report/rows?{ASKED}&pair=de-en&category=Ambiguity&start=1")
    row = next(row for row in found["rows"] if row["phenomenon"] == "Lexical ambiguity")
    assert cells_of(part, "Lexical ambiguity") == shown_cells(row, found["systems"])
    assert "Lexical ambiguity" in got(site, f"/report?{ASKED}&by=phenomenon")


@pytest.mark.parametrize("by", ["category", "phenomenon"])
def test_what_a_paired_test_would_change_stands_under_the_table(site: Site, by: str) -> None:
    """Once, with the way to the paired test, where nothing more is to be said about it."""
    page = unescape(got(site, f"/report?{ASKED}&by={by}&correction=holm"))
    assert page.count("An exact paired test (McNemar, Holm) ") == 1
    table, note = page.index('id="table"'), page.index('id="paired"')
    assert table < note < page.index('id="files"')
    (link,) = re.findall(r'<a href="(.*?)">Show the paired test</a>', page)
    assert "test=paired" in link and "correction" not in link
    paired = got(site, link)
    assert '<option value="paired" selected>' in paired and "Holm, as paired has it" in paired
    assert "|test:mcnemar+bootstrap(macro)|" in paired and "|correction:holm|" in paired
    assert "An exact paired test" not in paired


@pytest.mark.parametrize("by", ["category", "phenomenon"])
def test_a_large_table_comes_in_parts(site: Site, by: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = rows_of(got(site, f"/report?{ASKED}&by={by}"))
    assert len(whole) > 7
    monkeypatch.setattr("lackmus.web.http.table_parts.CELLS", 3 * 8)  # three rows
    page = got(site, f"/report?{ASKED}&by={by}")
    assert len(rows_of(page)) == 3
    while waiting := re.search(r'<tr class="waiting" hx-get="([^"]*)".*?</tr>', page, re.DOTALL):
        part = got(site, unescape(waiting[1]))
        assert 1 <= len(rows_of(part)) <= 3
        page = page.replace(waiting[0], part)
    assert rows_of(page) == whole


def test_rows_of_a_category_that_is_not_there(site: Site) -> None:
    answer = site.client.get(f"/report/rows?{ASKED}&category=Spelling")
    assert (answer.status_code, "no category" in answer.text) == (400, True)


def test_thresholds_and_the_worst_on_the_page(site: Site) -> None:
    """Chosen in the form, said in the lead, listed by system; signs stand in rows that come later, too."""
    plain, page = (got(site, f"/report?{ASKED}{more}") for more in ("", "&low=70&high=90&worst=1"))
    assert 'id="beyond"' not in plain and "<sup>↓</sup>" not in plain
    assert "are below 70 % on average" in page or "is below 70 % on average" in page
    assert "Phenomena below 70 % and above 90 %" in page and 'name="low"' in page and 'value="70"' in page
    assert "<sup>↓</sup>" in page and "<b>↓</b>: among the worst of its row" in page
    rows = got(site, f"/report/rows?{ASKED}&worst=1&category=Ambiguity&start=1")
    assert "<sup>↓</sup>" in rows
    found = site.client.get(f"/report/download.csv?{ASKED}&worst=1").text
    assert ",marks," in found and "Ahorn ↓" in found


def test_a_saved_report_keeps_its_thresholds(site: Site) -> None:
    site.client.post(f"/report/save?{ASKED}&low=61", data={"name": "thresholds"})
    assert "below 61 % on average" in got(site, "/reports/thresholds")
    assert told(site, "/reports/thresholds")["thresholds"]["low"] == 61


def test_groups_by_tag_on_the_page(site: Site) -> None:
    """Chosen by tags, shown as a table, for scripts and in files; tags that fit no groups are told."""
    for name in ("Linde", "Eiche"):
        revised = revised_system({"tags": ("llm",)})
        change_system(site.desk, f"2026/{name}", None, "system tag", revised)
    page = got(site, f"/report?{ASKED}&group_by=llm")
    assert 'id="groups"' in page and "not llm (2)" in page and "not about their kinds" in page
    assert 'name="group_by" value="llm" checked' in page
    found = told(site, f"/report?{ASKED}&group_by=llm")["groups"]
    assert found["groups"] == {"llm": ["Linde", "Eiche"], "not llm": ["Birke", "Ahorn"]}
    assert "groups" not in told(site, f"/report?{ASKED}")
    table = site.client.get(f"/report/download.csv?{ASKED}&group_by=llm&tables=groups").text
    assert "Which (not llm (2))" in table
    assert "No compared system has the tag nmt" in got(site, f"/report?{ASKED}&group_by=nmt", 400)
    assert site.client.get(f"/api/v1/report?{ASKED}&group_by=nmt").status_code == 400
    site.client.post(f"/report/save?{ASKED}&group_by=llm", data={"name": "kinds"})
    assert told(site, "/reports/kinds")["groups"] == found


def rows_of(page: str) -> list[str]:
    return re.findall(r'<tr class="(?:group|member)".*?</tr>', page, re.DOTALL)


def shown_cells(row: dict[str, Any], systems: list[str]) -> list[tuple[str, bool]]:
    """The cells of a row as a reader sees them: the number, and whether it is bold."""
    each = [(f"{row['accuracy'][name]:.1f}", name in row["best"]) for name in systems]
    return [(str(row["n"]), False), *each, (f"{row['average']:.1f}", False)]


def cells_of(page: str, name: str) -> list[tuple[str, bool]]:
    named = rf'<span class="name">{re.escape(name.replace("&", "&amp;"))}</span>(?:</button>)?</th>(.*?)</tr>'
    (row,) = re.findall(named, page)
    return [(text, "best" in kinds) for kinds, text in re.findall(r'<td class="([^"]*)">([^<]*)', row)]


def test_a_number_opens_into_its_items(site: Site) -> None:
    """Passes and items of the list are the cell, for every row and system."""
    report = told(site, f"/report?{ASKED}")
    for row in report["rows"][:4]:
        for system in report["systems"]:
            query = urlencode(
                {"category": row["category"], "phenomenon": row["phenomenon"] or "", "system": system}
            )
            found = told(site, f"/report/items?{ASKED}&{query}")
            texts = [text for one in found["items"] for text in one["texts"] if system in text["systems"]]
            passes = sum(text["verdict"] == "pass" for text in texts)
            assert len(texts) == found["n"] == row["n"]
            assert found["accuracy"] == 100 * passes / len(texts) == row["accuracy"][system]


@pytest.mark.parametrize(
    "mode, there, absent",
    [
        ("all", "amb-008", "nothing handed in"),
        ("fails", 'class="verdict fail"', 'class="verdict warning"'),
        ("differences", 'class="verdict pass"', 'class="verdict warning"'),
        ("warnings", "does not count yet", 'id="every"'),
    ],
)
def test_the_page_of_items(site: Site, mode: str, there: str, absent: str) -> None:
    page = got(site, f"/report/items?{ASKED}&category=Ambiguity&mode={mode}")
    assert there in page and absent not in page
    assert re.search(r'href="/items/\d+\?next=%2Freport%2Fitems%3F', page)
    assert '<mark class="right">' in page


def test_items_come_in_pages(site: Site) -> None:
    first, second = (got(site, f"/report/items?{ASKED}&page={page}") for page in (1, 2))
    assert [page.count('<li class="item"') for page in (first, second)] == [25, 25]
    assert "page=2" in first and "page=3" in second


def test_an_empty_workspace_says_what_to_do(empty_site: Site) -> None:
    assert "nothing to report yet" in got(empty_site, "/report")
    assert "No report is saved yet" in got(empty_site, "/reports")
    assert told(empty_site, "/reports") == []


@pytest.mark.parametrize(
    "query, said",
    [
        ("campaign=1999", "There is no campaign 1999"),
        (f"{ASKED}&systems=Nobody", "There is no system Nobody"),
        (f"{ASKED}&as_of=yesterday", "no report is saved under this name"),
        (f"{ASKED}&categories=Nothing", "there is no category Nothing"),
    ],
)
def test_what_is_not_there_is_said_above_the_choices(site: Site, query: str, said: str) -> None:
    page = got(site, f"/report?{query}", 400)
    assert said in page and 'id="options"' in page
    assert said in site.client.get(f"/api/v1/report?{query}").json()["error"]


def test_what_is_left_blank_in_the_form_says_nothing(site: Site) -> None:
    blank = "&".join(f"{name}=" for name in ("pair", "as_of", "order", "systems", "test", "samples"))
    page = got(site, f"/report?{ASKED}&{blank}")
    assert told(site, f"/report?{ASKED}")["signature"] in page


FILES = {
    "csv": (".csv", b"level,"),
    "excel": (".xlsx", b"PK"),
    "html": (".html", b"<!doctype html>"),
    "json": (".json", b"{"),
    "latex": (".tex", b"%"),
    "markdown": (".md", b"#"),
    "parquet": (".parquet", b"PAR1"),
}


@pytest.mark.parametrize("name", FILES)
def test_downloads(site: Site, name: str) -> None:
    ending, start = FILES[name]
    answer = site.client.get(f"/report/download.{name}?{ASKED}&by=phenomenon")
    assert answer.status_code == 200 and answer.content.lstrip().lower().startswith(start.lower())
    assert f'filename="lackmus-2026-de-en-phenomenon{ending}"' in answer.headers["content-disposition"]
    again = site.client.get(f"/api/v1/report/download?{ASKED}&by=phenomenon&format={name}")
    assert again.headers["content-disposition"] == answer.headers["content-disposition"]


def test_a_table_by_its_name(site: Site) -> None:
    answer = site.client.get(f"/report/download.csv?{ASKED}&tables=verdicts")
    assert answer.text.startswith("Item,Category") and answer.text.count("\n") == 4 * 160 + 1


@pytest.mark.parametrize("name", ["download.exe", "download.terminal", "chart.gif"])
def test_what_cannot_be_written(site: Site, name: str) -> None:
    got(site, f"/report/{name}?{ASKED}&kind=heatmap", 404)


@pytest.mark.parametrize("kind", ["heatmap", "phenomena", "verdicts", "agreement"])
def test_charts_are_part_of_the_page_without_style_or_script(site: Site, kind: str) -> None:
    part = got(site, f"/report/figure?{ASKED}&kind={kind}")
    (drawing,) = re.findall(r"<svg .*?</svg>", part, re.DOTALL)
    forbidden = r"<script|<style|\sstyle=|\son\w+=|href=|<foreignObject|<image"
    assert not re.search(forbidden, drawing, re.IGNORECASE)


@pytest.mark.parametrize("ending, start", [("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_charts_as_files(site: Site, ending: str, start: bytes) -> None:
    answer = site.client.get(f"/report/chart.{ending}?{ASKED}&kind=verdicts&theme=dark")
    assert answer.content.startswith(start)
    assert f'filename="lackmus-2026-de-en-verdicts-dark.{ending}"' in answer.headers["content-disposition"]


def test_a_saved_report_stays_as_it_was(site: Site) -> None:
    name = "camera/ready? <1>"
    before = told(site, f"/report?{ASKED}&systems=Ahorn,Linde&test=mcnemar")
    answer = site.client.post(f"/report/save?{ASKED}&systems=Ahorn,Linde&test=mcnemar", data={"name": name})
    assert (answer.status_code, answer.headers["location"]) == (303, "/reports/camera%2Fready%3F%20%3C1%3E")
    settle_everything(site)
    after = told(site, f"/report?{ASKED}&systems=Ahorn,Linde&test=mcnemar")
    assert after["items"]["fair"] == after["items"]["total"] > before["items"]["fair"]
    page = unescape(got(site, answer.headers["location"]))
    assert before["signature"] in page and "<strong>Saved</strong> by Ada" in page
    assert "as_of=" not in re.findall(r'href="([^"]*)">The same today', page)[0]
    assert told(site, "/reports/camera%2Fready%3F%20%3C1%3E") == before
    assert "was asked for with other options" not in page
    assert name in unescape(got(site, "/reports"))
    assert [one["name"] for one in told(site, "/reports")] == [name]
    items = re.findall(r'data-items="([^"]*)"', got(site, answer.headers["location"]))[0]
    found = site.client.get("/api/v1" + unescape(items)).json()
    assert found["n"] == before["items"]["fair"]


def settle_everything(site: Site) -> None:
    """Let Ada pass every open text."""
    verdicts = schema.verdicts
    with site.desk.open() as workspace, workspace.reading() as connection:
        texts = (
            connection.execute(select(verdicts.c.text).where(verdicts.c.verdict == "warning")).scalars().all()
        )
    decide(site.desk, [(number, Verdict.PASS) for number in texts])


@pytest.mark.parametrize(
    "name, status, said",
    [
        ("", 422, ""),
        ("2026-05-01", 400, "Choose a word"),
        ("17", 400, "Choose a word"),
        ("paper", 400, "already"),
    ],
)
def test_names_that_cannot_be_given(site: Site, name: str, status: int, said: str) -> None:
    asked = {"campaign": "2026", "suite": "de-en"}
    assert site.client.post("/api/v1/reports", json={"name": "paper", "report": asked}).status_code == 201
    answer = site.client.post("/api/v1/reports", json={"name": name, "report": asked})
    assert answer.status_code == status and said in answer.json()["error"]


def test_a_name_can_come_to_mean_another_report(site: Site) -> None:
    for systems in (["Linde"], ["Linde", "Eiche"]):
        asked = {"campaign": "2026", "suite": "de-en", "systems": systems}
        answer = site.client.post("/api/v1/reports", json={"name": "paper", "replace": True, "report": asked})
        assert answer.status_code == 201
        assert told(site, "/reports/paper")["systems"] == systems


def test_a_saved_report_is_removed_and_comes_back(site: Site) -> None:
    """From the list, with a line in the log that can be undone; not what its name had meant before."""
    for systems in (["Linde"], ["Linde", "Eiche"]):
        asked = {"campaign": "2026", "suite": "de-en", "systems": systems}
        site.client.post("/api/v1/reports", json={"name": "paper", "replace": True, "report": asked})
    listed = got(site, "/reports")
    assert 'action="/reports/remove" data-confirm="Remove the report paper?' in listed
    assert site.client.post("/reports/remove", data={"name": "paper"}).status_code == 303
    assert (told(site, "/reports"), "No report is saved as paper" in got(site, "/reports/paper", 404)) == (
        [],
        True,
    )
    assert "removed the report" in got(site, "/")
    site.client.post(f"/log/{log(site.desk, LogFilter(most=1))[0].number}/undo")
    assert told(site, "/reports/paper")["systems"] == ["Linde", "Eiche"]
    answer = site.client.delete("/api/v1/reports/paper").json()
    assert (answer["name"], answer["change"]) == ("paper", log(site.desk, LogFilter(most=1))[0].number)
    assert site.client.delete("/api/v1/reports/paper").status_code == 404


def test_whoever_saved_a_report_may_remove_it_and_editors(site_as: Opener) -> None:
    """Somebody else is not offered it, and is refused."""
    editor, annotator = site_as(Role.EDITOR), site_as(Role.ANNOTATOR)
    asked = {"campaign": "2026", "suite": "de-en"}
    for name in ("hers", "theirs"):
        editor.client.post("/api/v1/reports", json={"name": name, "report": asked})
    assert 'action="/reports/remove"' not in got(annotator, "/reports")
    refused = annotator.client.delete("/api/v1/reports/hers")
    assert refused.status_code == 400
    assert "Only an editor may remove reports that others saved" in refused.json()["error"]
    assert site_as(Role.ADMIN).client.delete("/api/v1/reports/theirs").status_code == 200
    give_role(editor.served.desk_of("Ada"), "Ed", Role.ANNOTATOR)
    assert 'action="/reports/remove"' in got(editor, "/reports")
    assert editor.client.delete("/api/v1/reports/hers").status_code == 200


def test_a_report_that_nobody_saved(site: Site) -> None:
    assert "No report is saved as nothing" in got(site, "/reports/nothing", 404)
    assert site.client.get("/api/v1/reports/nothing").status_code == 404


def test_one_system_alone(site: Site) -> None:
    page = got(site, f"/report?{ASKED}&systems=Linde")
    assert "Linde passes" in page and "Average</span>" not in page and "chart-agreement" not in page


def test_evaluated_once(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is asked of one report, it is evaluated once; and again as soon as something has changed."""
    seen = []

    def counting(*asked: Any) -> SuiteEvaluation:
        seen.append(1)
        return evaluate_judged(*asked)

    monkeypatch.setattr("lackmus.flows.verdicts.workspace_material.evaluate_judged", counting)
    asked = f"{ASKED}&pair=de-en"
    for path in (
        "",
        "/items",
        "/items?mode=fails",
        "/rows?category=Ambiguity",
        "/download.csv",
        "/figure?kind=verdicts",
    ):
        step, _, more = path.partition("?")
        got(site, f"/report{step}?{asked}&{more}")
    assert len(seen) == 1
    settle_everything(site)
    got(site, f"/report?{asked}")
    assert len(seen) == 2
    got(site, f"/report?{asked}&as_of=9")  # the past does not change
    got(site, f"/report?{asked}&as_of=9")
    assert len(seen) == 3


@pytest.fixture
def nasty(tmp_path: Path) -> Any:
    """Names that try to break out of wherever they are put; one system that did not take part."""
    file = tmp_path / "nasty.db"
    rules = (Rule(Side.POSITIVE, Kind.PATTERN, "good"), Rule(Side.NEGATIVE, Kind.PATTERN, "bad"))
    items = tuple(
        Item(Pair("de", "ar"), f"{n} {NASTY}", NASTY, f"{NASTY} {n % 2}", f"{NASTY} {n}", rules)
        for n in range(6)
    )
    systems = {NASTY: "good", f"{NASTY} 2": "bad", "arabic": "جيد good", "gone": ""}
    with Desk(str(file), "Ada").open(create=True) as workspace:
        suite = add_suite(workspace, Suite(NASTY, items))
        sources = [one.source for one in items]
        hand_ins = [
            HandIn(
                name,
                "",
                sources,
                [f"{text} {n} {NASTY}" if text else "" for n in range(6)],
                [(one.key, place) for place, one in enumerate(items)],
            )
            for name, text in systems.items()
        ]
        add_campaign(workspace, suite, NASTY, hand_ins)
    yield from site_on(file, tmp_path)


def test_names_are_text_everywhere(nasty: Site) -> None:
    page = got(nasty, "/report?by=phenomenon")
    items = unescape(re.findall(r'data-items="([^"]*)"', page)[0])
    systems = json.loads(unescape(re.findall(r'data-systems="([^"]*)"', page)[0]))
    assert set(systems) == {NASTY, f"{NASTY} 2", "arabic"}
    pages = [page, got(nasty, items), got(nasty, f"/report/figure?{items.partition('?')[2]}&kind=verdicts")]
    nasty.client.headers["X-CSRF-Token"] = nasty.csrf
    name = NASTY.replace("%", "")  # which the client for tests would take for an escape once too often
    made = nasty.client.post(f"/report/save?{items.partition('?')[2]}", data={"name": name})
    pages += [got(nasty, made.headers["location"]), got(nasty, "/reports")]
    for one in pages:
        assert "<script>alert" not in one and "alert(" in one
    assert '<bdi class="text block" dir="rtl">' in pages[1]


def test_names_are_harmless_in_files(nasty: Site) -> None:
    answer = nasty.client.get("/report/download.csv")
    assert answer.headers["content-disposition"] == (
        'attachment; filename="lackmus-script_alert_1_script_a_2F_b-de-ar-category.csv"; '
        "filename*=UTF-8''lackmus-script_alert_1_script_a_2F_b-de-ar-category.csv"
    )


@pytest.mark.parametrize(
    "query",
    [
        "as_of=%00",
        "as_of=0001-01-01",
        "as_of=9999-12-31T23:59:59-12:00",
        "as_of=99999999999999999999",
        "systems=,",
        "keep=%00",
        "categories=%F0%9F%98%80",
        "pair=%00",
    ],
)
def test_strange_questions_get_an_answer(site: Site, query: str) -> None:
    assert site.client.get(f"/api/v1/report?{ASKED}&{query}").status_code in (200, 400)
    assert site.client.get(f"/report?{ASKED}&{query}").status_code in (200, 400)


def test_who_did_not_take_part_is_named_and_can_be_kept(nasty: Site) -> None:
    page = got(nasty, "/report")
    assert "gone was left out:" in page
    (link,) = re.findall(r'href="([^"]*)">Keep it all the same', page)
    kept = got(nasty, unescape(link))
    assert "was left out" not in kept and ">gone</span>" in kept


def test_only_who_did_not_take_part(nasty: Site) -> None:
    page = got(nasty, "/report?systems=gone", 400)
    assert "No system took part" in page and "Keep every system" in page


def test_crumbs_of_items_stand_apart(site: Site) -> None:
    asked = {"campaign": "2026", "suite": "de-en", "category": "Ambiguity", "phenomenon": "Lexical ambiguity"}
    assert "Ambiguity</a> › Lexical ambiguity</p>" in site.client.get("/report/items", params=asked).text


@pytest.mark.parametrize("written", ["2", "#2", " #2 ", "2099-01-01", "kept #1"])
def test_as_of_takes_what_the_log_writes(site: Site, written: str) -> None:
    """A number with or without its sign, a day, or the name of a saved report."""
    number = site.client.get("/api/v1/log").json()["changes"][0]["number"]
    asked = {"campaign": "2026", "suite": "de-en"}
    save = site.client.post("/api/v1/reports", json={"name": "kept #1", "report": asked})
    assert save.status_code == 201, save.text
    wanted = written.replace("2", str(number)) if written.strip(" #") == "2" else written
    for place in ("/report", "/api/v1/report"):
        answer = site.client.get(place, params={**asked, "as_of": wanted})
        assert answer.status_code == 200, answer.text
