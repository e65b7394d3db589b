"""Examples in guidelines: added, removed, undone, imported and hidden, in both databases."""

from dataclasses import replace
from pathlib import Path

import pytest

from lackmus.core.suites.examples import ExampleVerdict, GuidelineExample, PlacedExample
from lackmus.core.suites.suite import Suite
from lackmus.errors import LackmusError
from lackmus.flows.suites import examples as flows
from lackmus.flows.suites.exporting import export_suite
from lackmus.flows.suites.importing import import_suite
from lackmus.flows.workspaces.history import LogFilter, log, undo
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db.workspaces import OpenWorkspace, SharedWorkspace
from lackmus.store.suites.examples import examples_in
from lackmus.store.suites.suite_changes import new_suite
from lackmus.write.suites import yaml
from tests.store.suites.test_item_changes import FIRST, item

SUITE = Suite("small", (*FIRST.items, item("9", reserved=True)), FIRST.phenomena)
LEXICAL = ("Ambiguity", "Lexical")
SHOWN = GuidelineExample("Satz 1.", "My man.", ExampleVerdict.FAIL, "no spouse")
SECRET = GuidelineExample(
    "Satz 9.", "Hush.", ExampleVerdict.PASS
)  # typed in, but the source of a reserved item


@pytest.fixture
def desk(workspace: OpenWorkspace) -> Desk:
    """A suite of four items, the last of them reserved."""
    with workspace.writing("Ada", "suite import") as change:
        new_suite(change, SUITE)
    return Desk(workspace.name, "Ada", opened=workspace)


def there(desk: Desk) -> list[str]:
    """The translations of all examples that this person sees."""
    return [one.example.translation for one in flows.examples_of(desk, "small")]


def test_an_example_is_kept_with_its_history(desk: Desk) -> None:
    """Adding, removing and undoing are changes in the log; the same example is not added twice."""
    added = flows.add_example(desk, "small", None, "Lexical", SHOWN)
    assert (added.number, added.category) == (1, "Ambiguity")
    assert flows.add_example(desk, "small", None, "Lexical", SHOWN).change is None
    assert flows.remove_example(desk, "small", 1).change
    assert there(desk) == []
    undo(desk)
    assert there(desk) == ["My man."]
    assert [one.example for one in flows.examples_of(desk, "small", as_of=str(added.change))] == [SHOWN]
    assert [one.verb for one in log(desk, LogFilter())[:3]] == ["undo", "example remove", "example add"]


@pytest.mark.parametrize(
    "phenomenon, example, said",
    [
        ("Lexcal", SHOWN, "no phenomenon Lexcal. There is Lexical"),
        ("Lexical", replace(SHOWN, translation=" "), "needs a translation"),
        ("Lexical", replace(SHOWN, source="\x00"), "NUL"),
        ("Lexical", replace(SHOWN, verdict=ExampleVerdict.PASS), "as an example of fail already .number 1"),
    ],
)
def test_what_is_no_example_is_refused(
    desk: Desk, phenomenon: str, example: GuidelineExample, said: str
) -> None:
    """One line says what is wrong; nothing is added."""
    flows.add_example(desk, "small", None, "Lexical", SHOWN)
    with pytest.raises(LackmusError, match=said):
        flows.add_example(desk, "small", None, phenomenon, example)
    assert there(desk) == ["My man."]


def test_an_example_of_a_reserved_item_is_for_editors(desk: Desk, workspace: OpenWorkspace) -> None:
    """Readers neither see nor download it; what is published does not have it."""
    for one in (SHOWN, SECRET):
        flows.add_example(desk, "small", None, "Lexical", one)
    reader = replace(desk, opened=SharedWorkspace(workspace, shows_reserved=False), shows_reserved=False)
    assert (there(desk), there(reader)) == (["My man.", "Hush."], ["My man."])
    public, whole = (
        yaml.write(export_suite(desk, "small", with_reserved=all_).suite) for all_ in (False, True)
    )
    assert ("Hush" in public, "Hush" in whole, "My man" in public) == (False, True, True)


def test_a_file_brings_and_retires_examples(desk: Desk, tmp_path: Path) -> None:
    """What was exported changes nothing; a public file keeps what it does not have."""
    flows.add_example(desk, "small", None, "Lexical", SHOWN)
    flows.add_example(desk, "small", None, "Lexical", SECRET)
    file = tmp_path / "small.yaml"
    public = yaml.write(export_suite(desk, "small").suite)
    file.write_text(public)
    assert import_suite(desk, file, "small").change is None
    file.write_text(public.replace("My man.", "A husband."))
    assert import_suite(desk, file, "small").revision.summary == "1 example added, 1 example retired."
    assert sorted(there(desk)) == ["A husband.", "Hush."]
    again = import_suite(desk, file, "copy")
    assert again.change and there(desk) != []
    with desk.open() as workspace, workspace.reading() as connection:
        assert examples_in(connection, 2) == [
            PlacedExample(*LEXICAL, replace(SHOWN, translation="A husband."))
        ]
