"""Examples in guidelines: what a file changes, and what is published with which items."""

import pytest

from lackmus.core.suites.examples import (
    Described,
    ExampleVerdict,
    GuidelineExample,
    about_items,
    examples_changed,
)

KEY = ("Ambiguity", "Lexical")
TYPED = GuidelineExample("Ein Tor.", "A gate.", ExampleVerdict.PASS, "read as a door")
MADE = GuidelineExample("Die Bank.", "The bank.", ExampleVerdict.UNDECIDED, item="de-en:7")
OTHER = GuidelineExample("Ein Tor.", "A fool.", ExampleVerdict.FAIL)


@pytest.mark.parametrize(
    "before, after, of_file, spared, said",
    [
        ([], [TYPED], ["de-en:1"], [], ([], [TYPED])),
        ([TYPED], [TYPED], ["de-en:1"], [], None),  # the same file again
        ([TYPED, OTHER], [OTHER, TYPED], ["de-en:1"], [], None),  # the order is that of the workspace
        ([TYPED], [OTHER], ["de-en:1"], [], ([TYPED], [OTHER])),
        ([TYPED], [], ["de-en:1"], [], None),  # a file without examples retires none
        ([MADE], [TYPED], ["de-en:1"], [], ([MADE], [TYPED, MADE])),  # its item is not in the file: kept
        ([MADE], [TYPED], ["de-en:7"], [], ([MADE], [TYPED])),
        (
            [],
            [MADE],
            ["de-en:1"],
            [],
            ([], [GuidelineExample("Die Bank.", "The bank.", MADE.verdict)]),
        ),  # no such item
    ],
)
def test_what_a_file_changes(
    before: list[GuidelineExample],
    after: list[GuidelineExample],
    of_file: list[str],
    spared: list[tuple[str, str]],
    said: tuple[list[GuidelineExample], list[GuidelineExample]] | None,
) -> None:
    """Additions, and examples that are there no more."""
    known = {one.item for one in before if one.item}
    found = examples_changed({KEY: tuple(before)}, {KEY: tuple(after)}, of_file, known, spared)
    assert [(list(one.before), list(one.after)) for one in found] == ([said] if said else [])


def test_a_phenomenon_of_another_pair_keeps_its_examples() -> None:
    """A file about one pair says nothing of phenomena that only another has."""
    of_file: Described = {("Negation", "Scope"): (OTHER,)}
    (found,) = examples_changed({KEY: (TYPED,)}, of_file, ["de-en:1"], [], [KEY])
    assert (found.phenomenon, found.after) == ("Scope", (OTHER,))


def test_examples_of_other_items_are_not_published() -> None:
    """What is typed in is; what was made of a reserved item is not."""
    assert about_items([TYPED, MADE], ["de-en:1"]) == (TYPED,)
    assert about_items([TYPED, MADE], ["de-en:7"]) == (TYPED, MADE)
