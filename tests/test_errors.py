"""An error is a fact; each face words what helps: the command line, pages, Python."""

import inspect
import pickle
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages

import pytest

import lackmus
from lackmus.api.remedies import in_python
from lackmus.cli.remedies import worded
from lackmus.core.base.pairs import Pair
from lackmus.core.rules.judge import RuleError
from lackmus.core.suites.suite import Item, Kind, Rule, Side
from lackmus.errors import Argument, LackmusError, NoAnswerError, Setting
from lackmus.flows.outputs.staged_uploads import NoSuchUploadError
from lackmus.store.suites.item_changes import ItemConflict
from lackmus.web.http.remedies import on_page, status_of

FROM_A = "a: --from: there is no format x.", "a: there is no format x.", "a: form: there is no format x."
TIRED = "It is tired. --sleep.", "It is tired. Wait.", "It is tired. --sleep."
FORMAT = LackmusError("there is no format x.", argument="from")
PAIR = LackmusError("s.json has items for de-en, en-de.", code="which-pair")
WHOLE = LackmusError("A trend compares campaigns, and here is only one.", code="one-campaign")
TIME = LackmusError("it is no date.", code="no-such-time", written="Write one").at(Argument("as_of", "soon"))
KEY = LackmusError("it is damaged.", "Copy it again.", code="for-the-keeper", task="looks after it")


@pytest.mark.parametrize(
    "problem, text, page, python",
    [
        # Without a code, all faces say the same.
        (LackmusError("There is no campaign X."), *["There is no campaign X."] * 3),
        (LackmusError("It is empty.", "Fill it."), *["It is empty. Fill it."] * 3),
        # With a code each has its remedy; one without an entry has that of the error, if there is one.
        (
            PAIR,
            "s.json has items for de-en, en-de. Choose one with --pair.",
            "s.json has items for de-en, en-de. Choose the language pair.",
            "s.json has items for de-en, en-de. Choose one with pair=.",
        ),
        (
            KEY,
            "it is damaged. Copy it again.",
            "it is damaged. The administrator of the server looks after it.",
            "it is damaged. Copy it again.",
        ),
        # A line that tells the fact as well.
        (
            WHOLE,
            "--table trend compares campaigns, and here is only one. Use lackmus trend SUITE NAME=FOLDER…",
            "A trend compares campaigns, and here is only one.",
            "table='trend' compares campaigns, and here is only one. "
            "Use lackmus.trend(SUITE, {NAME: FOLDER, …})",
        ),
        # No page names an argument, and what stood behind it begins the sentence.
        (FORMAT, "--from: there is no format x.", "There is no format x.", "form: there is no format x."),
        # A place in front: the same for all, or one that each face calls otherwise.
        (PAIR.at("a"), f"a: {worded(PAIR)}", f"a: {on_page(PAIR)}", f"a: {in_python(PAIR)}"),
        (
            FORMAT.at("a.json"),
            "a.json: --from: there is no format x.",
            "a.json: there is no format x.",
            "a.json: form: there is no format x.",
        ),
        (
            TIME,
            "--as-of soon: it is no date. Write one (lackmus log).",
            "As of soon: it is no date. Write one, as it stands in the log.",
            "as_of='soon': it is no date. Write one (Workspace.log()).",
        ),
        (
            LackmusError("wmt has no system X.").at(Argument("systems")),
            "--systems: wmt has no system X.",
            "wmt has no system X.",  # a name keeps its letters
            "systems: wmt has no system X.",
        ),
        (
            KEY.at(Setting("KEY_FILE", "/home/k")),
            "/home/k: it is damaged. Copy it again.",
            "KEY_FILE: it is damaged. The administrator of the server looks after it.",
            "/home/k: it is damaged. Copy it again.",
        ),
        # A file by the name under which it came, also among the facts.
        (FORMAT.at("/tmp/1").calling("/tmp/1", "a"), *FROM_A),
        (
            LackmusError("/tmp/1 is bad.", code="for-the-keeper", task="mends /tmp/1").calling("/tmp/1", "a"),
            "a is bad.",
            "a is bad. The administrator of the server mends a.",
            "a is bad.",
        ),
        # Something behind it.
        (
            LackmusError("It is bad.").adding("It is kept.").adding(code="perhaps-plain-text"),
            "It is bad. It is kept. If it is plain text, name a parser with --parser.",
            "It is bad. It is kept.",
            "It is bad. It is kept. If it is plain text, name a parser with parser=.",
        ),
        # What plug-ins say.
        (LackmusError("It is tired.", "--sleep.", page="Wait."), *TIRED),
    ],
)
def test_each_face_words_the_remedy(problem: LackmusError, text: str, page: str, python: str) -> None:
    assert (worded(problem), on_page(problem), in_python(problem)) == (text, page, python)


def test_what_an_error_carries_survives_another_wording() -> None:
    conflict = ItemConflict("Somebody else wrote.", "now", 7)
    placed = conflict.at("a.json").calling("a.json", "b.json")
    assert isinstance(placed, ItemConflict)
    assert (str(placed), on_page(placed)) == ("b.json: Somebody else wrote.", "b.json: Somebody else wrote.")
    assert (status_of(placed), placed.now, placed.base) == (409, "now", 7)
    assert str(conflict) == "Somebody else wrote."  # a value: it stays as it was raised
    assert NoAnswerError("No.").at("here").exit_code == 1


def test_what_a_face_has_worded_stays_so() -> None:
    """A public function that calls another does not word its error twice; code and facts are still there."""
    once = TIME.in_the_words_of(in_python)
    assert str(once) == in_python(TIME) == in_python(once) != str(TIME)
    assert (once.code, once.facts) == ("no-such-time", {"written": "Write one"})


@pytest.mark.parametrize(
    "problem", [PAIR, FORMAT, PAIR.at("a.json"), TIME, NoSuchUploadError("Gone.", "x", code="no-suite")]
)
def test_errors_travel_between_processes(problem: LackmusError) -> None:
    again = pickle.loads(pickle.dumps(problem))
    assert (type(again), worded(again), on_page(again)) == (type(problem), worded(problem), on_page(problem))


def test_nothing_is_lost_where_another_error_was_the_cause() -> None:
    with pytest.raises(LackmusError, match="has items for") as raised:
        try:
            raise ValueError("7")
        except ValueError as cause:
            raise PAIR from cause
    assert isinstance(raised.value.__cause__, ValueError) and on_page(raised.value) == on_page(PAIR)


def _exceptions() -> Iterator[type[BaseException]]:
    """All exceptions of the package."""
    for module in walk_packages(lackmus.__path__, "lackmus."):
        if not module.name.endswith("__main__"):
            for found in vars(import_module(module.name)).values():
                ours = getattr(found, "__module__", "") == module.name
                if ours and inspect.isclass(found) and issubclass(found, BaseException):
                    yield found


def test_every_exception_travels_to_another_process() -> None:
    """Whatever its constructor takes: what a worker raises must arrive as what it is."""
    for kind in _exceptions():
        problem = kind.__new__(kind, "It is wrong.")
        problem.__dict__.update(said="It is wrong here.", position=7)
        again = pickle.loads(pickle.dumps(problem))
        assert type(again) is kind
        assert (again.args, vars(again)) == (("It is wrong.",), vars(problem)), kind


def test_a_pattern_that_does_not_compile_is_told_by_another_process() -> None:
    rule = Rule(Side.POSITIVE, Kind.PATTERN, "(")
    problem = RuleError(Item(Pair("de", "en"), "1", "c", "p", "s", (rule,)), rule, "missing )")
    assert str(pickle.loads(pickle.dumps(problem))) == str(problem) != ""
