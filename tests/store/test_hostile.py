"""Whatever people write goes in and comes out unchanged, or is refused in one line, in both alike."""

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from lackmus.core.base.texts import printable
from lackmus.core.suites.suite import Kind, Rule, Side
from lackmus.core.workspaces.people import Role
from lackmus.errors import LackmusError
from lackmus.flows.outputs.campaigns import campaign, change_campaign, change_system
from lackmus.flows.outputs.export import export_outputs
from lackmus.flows.outputs.importing import ImportOptions, import_outputs
from lackmus.flows.outputs.templates import TemplatePlan, make, template
from lackmus.flows.rules.rules import add_rule, change_rule, list_rules
from lackmus.flows.suites.exporting import export_suite
from lackmus.flows.suites.importing import import_suite
from lackmus.flows.verdicts.comparing import evaluate
from lackmus.flows.verdicts.saved_reports import save, saved
from lackmus.flows.verdicts.views import StoredRequest
from lackmus.flows.verdicts.workspace_material import FromWorkspace
from lackmus.flows.workspaces.history import LogFilter as WantedLog
from lackmus.flows.workspaces.history import history, log
from lackmus.flows.workspaces.people import add_person, give_role, people
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.plugins import PluginGroup, named
from lackmus.read import ReadOptions, hand_ins_of, read_suite
from lackmus.store.db import workspaces
from lackmus.tables.table import Report
from lackmus.tables.workspaces.history import log_values
from tests.conftest import new_database
from tests.store.soundness import faults
from tests.store.workers import Seat

# Harmless to whoever takes text as data: all at once, as a name, wherever people write.
SIGNS = (
    '"it\'s" `so` “„«»',
    "'; DROP TABLE texts; --",
    '<script>alert("x")</script>&amp;<!-- ]]>',
    "\u202eabc\u202c\u200f\u2067x",  # right to left
    "\x01\x07\x08\x1b[31mb\x7f\x9bc",  # controls
    "\u0301a\u0328\u0301e\u0301",  # combining marks, out of order and not composed
    "👩🏽‍💻🏳️‍🌈🇩🇪𝔘𐍈\U0010ffff",
    "%s %(x)s %% {} {0} {name} {{ ? ?1 :name ::x $1 @p",
    "\\N \\. \\x41 \\\\ \\",
    "a\tb,c;d|e=f",
)
HOSTILE = {
    "signs": " ".join(SIGNS),
    "a combining mark": "\u0301",
    "a path": "../../x",
    "line breaks": "a\r\nb\nc\rd\u2028e\u2029f\x85g\x0bh",
    "byte order mark": "\ufeffa\ufeff",
    "COPY's null": "\\N",
    "COPY's end": "\\.",
    "a number": "1e5",
    "nothing": "null",
    "a formula": '=cmd|"C calc"!A0',
    "an option": "--help",
    "a YAML tag": "!!python/object:os.system",
    "long": "😀" * 490,  # of a name nearly all that it may have, and as many bytes as that can be
    "a megabyte": "ßx" * 500_000,
    "NUL": "a\x00b",
    "half a character": "a\ud800b",
    "an undecodable byte": "a\udcffb",
}
NO_TEXT = {"NUL", "half a character", "an undecodable byte"}  # which no database keeps
NO_NAME = NO_TEXT | {"a megabyte"}
NO_FILE = {"signs", "a path", "a YAML tag", "long"}  # what no file can be called

FIRST = "the suite of all outputs"
_numbers = count(1)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def desk(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Seat]:
    """One workspace for the whole table; whatever was done to it, it is sound in the end."""
    where = str(tmp_path_factory.mktemp("hostile") / "lackmus.db")
    if request.param == "postgresql":
        where = new_database(request.getfixturevalue("postgres"))
    workspaces.open_workspace(where, create=True).close()
    desk = Seat(where, "Ada")
    suite(desk, tmp_path_factory.mktemp("first"), FIRST)
    yield desk
    with workspaces.open_workspace(where) as workspace:
        assert faults(workspace) == []
    desk.kept.engine.dispose()


# -- one way in and out for every place where people write -------------------------------------------------


def suite(desk: Desk, folder: Path, name: str | None = None, guideline: str = "", **fields: Any) -> str:
    """A suite of one item, with other fields than usual; its name."""
    called = f"suite {next(_numbers)}" if name is None else name
    item: dict[str, Any] = {
        "pair": "de-en",
        "id": "1",
        "category": "Ambiguity",
        "phenomenon": "Lexical",
        "source": "Ihr Mann.",
    }
    item |= {"positive": [r"\bhusband\b"], **fields}
    lines = [item]
    if guideline:
        lines.append({"category": "Ambiguity", "phenomenon": "Lexical", "guideline": guideline})
    file = folder / "suite.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    import_suite(desk, file, called)
    return called


def written_suite(desk: Desk, folder: Path, name: str) -> dict[str, Any]:
    """The item of a suite as it comes out: the same in every format."""
    exported = export_suite(desk, name).suite
    found = []
    long = any(len(rule.value) > 1000 for item in exported.items for rule in item.rules) or any(
        len(str(getattr(item, name))) > 1000 for item in exported.items for name in item.__slots__
    )
    for form in ("jsonl",) if long else ("jsonl", "yaml"):  # YAML takes seconds for a megabyte
        file = folder / f"out.{form}"
        file.write_text(named(PluginGroup.WRITE_SUITE, form).write(exported), newline="")
        again = read_suite(file, form)
        assert again.items == exported.items and again.phenomena == exported.phenomena
        found.append(again)
    (item,) = found[0].items
    guidelines = [one.guideline for one in found[0].phenomena]
    return {**{name: getattr(item, name) for name in item.__slots__}, "guidelines": guidelines}


def field(
    name: str, given: Callable[[str], Any], taken: Callable[[Any], str]
) -> Callable[[Desk, Path, str], str]:
    """A field of an item: through the file of a suite, and out in another."""

    def through(desk: Desk, folder: Path, value: str) -> str:
        called = suite(desk, folder, **{name: given(value)})
        out = {"guideline": "guidelines", "positive_fixed": "rules"}.get(name, name)
        return taken(written_suite(desk, folder, called)[out])

    return through


def suite_name(desk: Desk, folder: Path, value: str) -> str:
    suite(desk, folder, name=value)
    return export_suite(desk, value).suite.name


def added_rule(desk: Desk, folder: Path, value: str) -> str:
    called = suite(desk, folder)
    add_rule(desk, "1", Rule(Side.NEGATIVE, Kind.FIXED, value), called)
    return list_rules(desk, "1", called)[1][-1].value


def changed_rule(desk: Desk, folder: Path, value: str) -> str:
    called = suite(desk, folder, positive_fixed=["husband"])
    number = list_rules(desk, "1", called)[1][-1].number
    change_rule(desk, number, value)
    return list_rules(desk, "1", called)[1][-1].value


def logged(desk: Desk) -> dict[str, Any]:
    """The latest change, as JSON tells it."""
    written = named(PluginGroup.WRITE_REPORT, "json").write(
        Report("", (), log_values(log(desk, WantedLog(most=1))))
    )
    (change,) = json.loads(written)["changes"]
    return dict(change)


def change_comment(desk: Desk, folder: Path, value: str) -> str:
    suite(Desk(desk.workspace, "Ada", value), folder)
    return str(logged(desk)["comment"])


def person(desk: Desk, folder: Path, value: str) -> str:
    suite(Desk(desk.workspace, value), folder)
    return str(logged(desk)["person"])


def person_added(desk: Desk, folder: Path, value: str) -> str:
    assert add_person(desk, f"{value}+")
    return people(desk)[-1].name.removesuffix("+")


def outputs(
    desk: Desk, folder: Path, name: str | None = None, text: str = "Her husband.", **wanted: Any
) -> str:
    """A campaign with one output of one system."""
    file = folder / (name or "linde.jsonl")
    file.write_text(json.dumps({"item": "1", "system": "Linde", "text": text}) + "\n")
    meant = {"campaign": f"campaign {next(_numbers)}", **wanted}
    import_outputs(desk, [str(file)], ReadOptions(), ImportOptions(**meant), FIRST)
    return str(meant["campaign"])


def output(desk: Desk, folder: Path, value: str) -> str:
    """Out through each format that can write any text."""
    called = outputs(desk, folder, text=value)
    exported = export_outputs(desk, called)
    stored = export_suite(desk, FIRST).suite
    for form in ("jsonl", "parquet"):
        ((name, content),) = named(PluginGroup.WRITE_OUTPUTS, form).write(exported.hand_ins).items()
        file = folder / f"out-{name}"
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        (again,) = hand_ins_of(stored, [str(file)], ReadOptions(form=form))
        assert again.texts == exported.hand_ins[0].texts
    return exported.hand_ins[0].texts[0]


def campaign_name(desk: Desk, folder: Path, value: str) -> str:
    outputs(desk, folder, campaign=value)
    return campaign(desk, value).name


def campaign_renamed(desk: Desk, folder: Path, value: str) -> str:
    called = outputs(desk, folder)
    change_campaign(desk, called, "campaign rename", lambda one: replace(one, name=f"{value}+"))
    return campaign(desk, f"{value}+").name.removesuffix("+")


def campaign_comment(desk: Desk, folder: Path, value: str) -> str:
    called = outputs(desk, folder)
    change_campaign(desk, called, "campaign comment", lambda one: replace(one, comment=value))
    return campaign(desk, called).comment


def campaign_tag(desk: Desk, folder: Path, value: str) -> str:
    called = outputs(desk, folder)
    change_campaign(desk, called, "campaign tag", lambda one: replace(one, tags=(value,)))
    return campaign(desk, called).tags[0]


def system_name(desk: Desk, folder: Path, value: str) -> str:
    called = outputs(desk, folder, system=value)
    exported = export_outputs(desk, called).hand_ins[0].system
    assert campaign(desk, called).systems[0].name == exported == reported(desk, called)["systems"][0]
    return exported


def system_label(desk: Desk, folder: Path, value: str) -> str:
    called = outputs(desk, folder, labels={"Linde": value})
    return campaign(desk, called).systems[0].label


def system_tag(desk: Desk, folder: Path, value: str) -> str:
    called = outputs(desk, folder, tags={"Linde": [value]})
    return campaign(desk, called).systems[0].tags[0]


def system_comment(desk: Desk, folder: Path, value: str) -> str:
    called = outputs(desk, folder)
    change_system(desk, "Linde", called, "system comment", lambda one: replace(one, comment=value))
    return campaign(desk, called).systems[0].comment


def file_name(desk: Desk, folder: Path, value: str) -> str:
    if "/" in value or "\0" in value or len(os.fsencode(value.replace("\ud800", "")) + b".jsonl") > 255:
        raise LackmusError("No file can have this name.")
    try:
        called = outputs(desk, folder, name=f"{value}.jsonl")
    except UnicodeEncodeError:
        raise LackmusError("No file can have this name.") from None
    return campaign(desk, called).systems[0].hand_ins[0].file.removesuffix(".jsonl")


def reported(desk: Desk, called: str, request: StoredRequest | None = None) -> dict[str, Any]:
    """A report as JSON."""
    answer = evaluate(FromWorkspace(desk, request or StoredRequest(), called))
    written = named(PluginGroup.WRITE_REPORT, "json").write(Report("", (), answer.evaluation))
    return dict(json.loads(written))


def report_category(desk: Desk, folder: Path, value: str) -> str:
    called = suite(desk, folder, category=value)
    file = folder / "linde.jsonl"
    file.write_text(json.dumps({"item": "1", "system": "Linde", "text": "Her husband."}) + "\n")
    into = f"campaign {next(_numbers)}"
    import_outputs(desk, [str(file)], ReadOptions(), ImportOptions(into), called)
    return str(reported(desk, into)["rows"][0]["category"])


def saved_name(desk: Desk, folder: Path, value: str) -> str:
    called = outputs(desk, folder)
    save(desk, value, StoredRequest(), evaluate(FromWorkspace(desk, StoredRequest(), called)))
    evaluate(FromWorkspace(desk, StoredRequest(as_of=value), called))
    return saved(desk)[-1].name


def distractor(desk: Desk, folder: Path, value: str) -> str:
    """A sentence is one line; whatever ends a line in a file cannot be in one."""
    called = suite(desk, folder)
    file = folder / "distractors.txt"
    try:
        file.write_text(f"{value}\n", newline="")
    except UnicodeEncodeError:
        raise LackmusError("No file can hold this.") from None
    (made,) = make(desk, TemplatePlan(called, distractors=file, factor=1), lambda *_: file)
    (found,) = [line.source for line in template(desk, made.token)[1].lines if not line.items]
    return found


def only(values: Any) -> str:
    (value,) = values
    return str(value)


# A sentence for a template is one line, and a mark at the beginning of a file is none of its text.
IN_FILES = {"line breaks", "byte order mark"}
PLACES: dict[str, tuple[Callable[[Desk, Path, str], str], set[str]]] = {
    "suite name": (suite_name, NO_NAME),
    "item id": (field("id", str, str), NO_NAME),
    "category": (field("category", str, str), NO_NAME),
    "phenomenon": (field("phenomenon", str, str), NO_NAME),
    "source": (field("source", str, str), NO_TEXT),
    "paradigm": (field("paradigm", str, str), NO_TEXT),
    "item comment": (field("comment", str, str), NO_TEXT),
    "prompt": (field("prompt", str, str), NO_TEXT),
    "plain rule": (field("plain_rules", lambda value: [value], only), NO_TEXT),
    "item tag": (field("tags", lambda value: [value], only), NO_NAME | {"long", "signs"}),
    "guideline": (field("guideline", str, only), NO_TEXT),
    "fixed string": (field("positive_fixed", lambda value: [value], lambda rules: rules[-1].value), NO_TEXT),
    "rule added": (added_rule, NO_TEXT),
    "rule changed": (changed_rule, NO_TEXT),
    "change comment": (change_comment, NO_TEXT),
    "person": (person, NO_NAME),
    "person added": (person_added, NO_NAME),
    "output": (output, NO_TEXT),
    "campaign": (campaign_name, NO_NAME),
    "campaign renamed": (campaign_renamed, NO_NAME),
    "campaign comment": (campaign_comment, NO_TEXT),
    "campaign tag": (campaign_tag, NO_NAME),
    "system": (system_name, NO_NAME),
    "system label": (system_label, NO_NAME),
    "system tag": (system_tag, NO_NAME),
    "system comment": (system_comment, NO_TEXT),
    "file name": (file_name, NO_NAME | NO_FILE),
    "category in a report": (report_category, NO_NAME),
    "saved report": (saved_name, NO_NAME),
    "distractor": (distractor, NO_TEXT),
}


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES)
def test_unchanged_or_refused(desk: Desk, tmp_path: Path, place: str) -> None:
    """What is refused is the same in both databases, and told in one line."""
    through, refused = PLACES[place]
    came: dict[str, str] = {}
    for what, value in HOSTILE.items():
        if place == "distractor" and what in IN_FILES:
            continue
        folder = tmp_path / str(len(came))
        folder.mkdir()
        try:
            out = through(desk, folder, value)
        except LackmusError as problem:
            assert str(problem) and "\n" not in printable(str(problem))
            came[what] = f"refused: {str(problem)[:200]}"
        else:
            came[what] = "unchanged" if out == value else f"changed: {out[:100]!r}"
    expected = {what: "refused" if what in refused else "unchanged" for what in HOSTILE}
    assert {what: said for what, said in came.items() if not said.startswith(expected[what])} == {}


# -- looking for what nobody could have written ------------------------------------------------------------


@pytest.mark.parametrize("value", ["a\x00b", "a\ud800b", "'; DROP TABLE texts; --", "%", "n" * 100_000])
@pytest.mark.parametrize(
    "look",
    [
        lambda desk, name: list_rules(desk, name, FIRST),
        lambda desk, name: list_rules(desk, "1", name),
        lambda desk, name: history(desk, name, FIRST),
        lambda desk, name: campaign(desk, name),
        lambda desk, name: log(desk, WantedLog(person=name)),
        lambda desk, name: export_suite(desk, FIRST, as_of=name),
        lambda desk, name: give_role(desk, name, Role.EDITOR),
        lambda desk, name: template(desk, name),
    ],
)
def test_looking_for_it_is_no_accident(desk: Desk, value: str, look: Callable[[Desk, str], object]) -> None:
    """A name that is not there is told in one line, whatever it is made of."""
    with pytest.raises(LackmusError) as problem:
        look(desk, value)
    assert "\n" not in printable(str(problem.value))
