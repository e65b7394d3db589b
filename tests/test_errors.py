"""An error has two faces: what helps on the command line, and what helps on a page."""

import inspect
import pickle
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages

import pytest

import lackmus
from lackmus.cli.remedies import worded
from lackmus.core.base.pairs import Pair
from lackmus.core.rules.judge import RuleError
from lackmus.core.suites.suite import Item, Kind, Rule, Side
from lackmus.errors import LackmusError, NoAnswerError
from lackmus.flows.outputs.staged_uploads import NotThereError
from lackmus.store.suites.item_changes import ItemConflict
from lackmus.web.http.remedies import on_page

FORMAT = LackmusError("there is no format x.", option="--from")
SUITE = LackmusError("2026 has outputs for a, b.", "Choose one with --suite.", page="Choose the suite.")


@pytest.mark.parametrize(
    "problem, text, page",
    [
        (LackmusError("There is no campaign X."), "There is no campaign X.", "There is no campaign X."),
        (LackmusError("It is empty.", "Fill it."), "It is empty. Fill it.", "It is empty. Fill it."),
        (
            SUITE,
            "2026 has outputs for a, b. Choose one with --suite.",
            "2026 has outputs for a, b. Choose the suite.",
        ),
        (
            NoAnswerError("No system took part.", "Keep one with --keep NAME.", page=""),
            "No system took part. Keep one with --keep NAME.",
            "No system took part.",
        ),
        # No page names an option, and what stood behind it begins the sentence.
        (FORMAT, "--from: there is no format x.", "There is no format x."),
        (
            LackmusError("sentences lack.", "Name them: --with.", option="--many", page="Upload some."),
            "--many: sentences lack. Name them: --with.",
            "Sentences lack. Upload some.",
        ),
        # A place in front: the same for both, another on a page, or none there. A name keeps its letters.
        (SUITE.at("a.json"), f"a.json: {worded(SUITE)}", f"a.json: {on_page(SUITE)}"),
        (FORMAT.at("a.json"), "a.json: --from: there is no format x.", "a.json: there is no format x."),
        (FORMAT.at("a.json", ""), "a.json: --from: there is no format x.", "There is no format x."),
        (
            LackmusError("it is no date.", "Write one (lackmus log).", page="Write one.").at(
                "--as-of soon", "As of soon"
            ),
            "--as-of soon: it is no date. Write one (lackmus log).",
            "As of soon: it is no date. Write one.",
        ),
        (
            LackmusError("wmt has no system X.").at("--systems", ""),
            "--systems: wmt has no system X.",
            "wmt has no system X.",
        ),
        # A file by the name under which it came.
        (
            FORMAT.at("/tmp/1").calling("/tmp/1", "a.json"),
            "a.json: --from: there is no format x.",
            "a.json: there is no format x.",
        ),
        (
            LackmusError("/tmp/1 is bad.", "Mend /tmp/1.", page="Send /tmp/1.").calling("/tmp/1", "a.json"),
            "a.json is bad. Mend a.json.",
            "a.json is bad. Send a.json.",
        ),
        (FORMAT.calling("/tmp/1", "a.json"), "--from: there is no format x.", "There is no format x."),
    ],
)
def test_two_faces(problem: LackmusError, text: str, page: str) -> None:
    assert (worded(problem), on_page(problem)) == (text, page)


def test_what_an_error_carries_survives_another_wording() -> None:
    conflict = ItemConflict("Somebody else wrote.", "now", 7)
    placed = conflict.at("a.json").calling("a.json", "b.json")
    assert isinstance(placed, ItemConflict)
    assert (str(placed), on_page(placed)) == ("b.json: Somebody else wrote.", "b.json: Somebody else wrote.")
    assert (placed.status, placed.now, placed.base) == (409, "now", 7)
    assert str(conflict) == "Somebody else wrote."  # a value: it stays as it was raised
    assert NoAnswerError("No.").at("here").exit_code == 1


@pytest.mark.parametrize(
    "problem", [SUITE, FORMAT, SUITE.at("a.json"), NotThereError("Gone.", "x", page="y")]
)
def test_errors_travel_between_processes(problem: LackmusError) -> None:
    again = pickle.loads(pickle.dumps(problem))
    assert (type(again), worded(again), on_page(again)) == (type(problem), worded(problem), on_page(problem))


def test_nothing_is_lost_where_another_error_was_the_cause() -> None:
    with pytest.raises(LackmusError, match="--suite") as raised:
        try:
            raise ValueError("7")
        except ValueError as cause:
            raise SUITE from cause
    assert isinstance(raised.value.__cause__, ValueError) and on_page(raised.value) == on_page(SUITE)


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
        problem.__dict__.update(_page="It is wrong here.", position=7)
        again = pickle.loads(pickle.dumps(problem))
        assert type(again) is kind
        assert (again.args, vars(again)) == (("It is wrong.",), vars(problem)), kind


def test_a_pattern_that_does_not_compile_is_told_by_another_process() -> None:
    rule = Rule(Side.POSITIVE, Kind.PATTERN, "(")
    problem = RuleError(Item(Pair("de", "en"), "1", "c", "p", "s", (rule,)), rule, "missing )")
    assert str(pickle.loads(pickle.dumps(problem))) == str(problem) != ""
