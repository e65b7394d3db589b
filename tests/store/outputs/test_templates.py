"""Templates in a workspace: the key to what was handed out."""

from lackmus.core.base.pairs import Pair
from lackmus.core.outputs.templates import make_template
from lackmus.core.suites.suite import Item, Suite
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.outputs.templates import add_template, load_template, templates_of
from lackmus.store.suites.suite_changes import new_suite
from lackmus.store.suites.suites import load_suite

PAIR = Pair("de", "en")
# Two items share a sentence; one has a line break in it.
SOURCES = ["Eins.", "Eins.", "Zwei\nDrei.", "„Vier“ 'fünf' <b>"]
SUITE = Suite(
    "small", tuple(Item(PAIR, str(number), "C", "P", source) for number, source in enumerate(SOURCES))
)


def test_a_template_comes_out_as_it_went_in(workspace: OpenWorkspace) -> None:
    """Lines, items and seed; the token tells nothing."""
    with workspace.writing("ada", "template make") as change:
        number = new_suite(change, SUITE)
        stored = load_suite(change.connection, number)
        template = make_template(SUITE.items, ["Sechs.", "Sieben.", "Acht.", "Neun."], 1, 7)
        first, second = (
            add_template(change, number, template, stored.items, "all", public) for public in (True, False)
        )
    with workspace.reading() as connection:
        entries = templates_of(connection)
        assert [(one.token, one.public) for one in entries] == [(first, True), (second, False)]
        assert {(one.lines, one.distractors, one.seed, one.person) for one in entries} == {(7, 4, 7, "ada")}
        assert load_template(connection, entries[0]) == template
        assert templates_of(connection, 0) == []
    assert first != second
