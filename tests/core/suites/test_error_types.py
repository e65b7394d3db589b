"""Error types: which keys they have, which are none, and what a file changes."""

import pytest

from lackmus.core.suites.error_types import (
    ErrorType,
    error_types_changed,
    error_types_for,
    why_wrong,
)

WIDE, OF_CATEGORY, NARROW, OTHER = (
    ErrorType("untranslated"),
    ErrorType("word for word", "Ambiguity"),
    ErrorType("wrong sense", "Ambiguity", "Lexical"),
    ErrorType("wrong tense", "Verbs", "Tense"),
)


def test_wider_ones_have_the_first_keys() -> None:
    """So that the key of an error type of the whole suite is the same everywhere."""
    every = [NARROW, OTHER, OF_CATEGORY, WIDE]
    assert error_types_for(every, "Ambiguity", "Lexical") == (WIDE, OF_CATEGORY, NARROW)
    assert error_types_for(every, "Ambiguity", "Structural") == (WIDE, OF_CATEGORY)
    assert error_types_for(every, "Verbs", "Tense") == (WIDE, OTHER)
    assert (str(WIDE), str(NARROW)) == ("the whole suite", "Ambiguity › Lexical")


@pytest.mark.parametrize(
    "error_types, said",
    [
        ([WIDE, OF_CATEGORY, NARROW, OTHER], None),
        ([ErrorType(" ")], "needs a label"),
        ([ErrorType("x" * 41)], "has 41 characters, and at most 40 fit beside a key"),
        ([ErrorType("7")], "“7” is a number, and numbers are the keys"),
        ([ErrorType("wrong", "", "Lexical")], "names a phenomenon without its category"),
        (
            [WIDE, ErrorType("untranslated", "Verbs", "Tense")],
            "has the error type “untranslated” twice",
        ),
        ([ErrorType("same", "A"), ErrorType("same", "B")], None),
        ([ErrorType(f"error {n}") for n in range(9)], None),
        (
            [*(ErrorType(f"error {n}") for n in range(9)), NARROW],
            "Ambiguity › Lexical would have 10 error types, and there are only 9 number keys",
        ),
    ],
)
def test_what_is_none(error_types: list[ErrorType], said: str | None) -> None:
    """One sentence says why."""
    found = why_wrong(error_types, [("Ambiguity", "Lexical")])
    assert (found is None) if said is None else said in (found or "")


@pytest.mark.parametrize(
    "before, after, changed",
    [
        ((WIDE, NARROW), (), False),  # a file without any
        ((WIDE, NARROW), (NARROW, WIDE), False),  # the order within a scope is the same
        ((WIDE, NARROW), (WIDE,), True),
        ((WIDE, ErrorType("other")), (ErrorType("other"), WIDE), True),
        ((), (WIDE,), True),
    ],
)
def test_what_a_file_changes(
    before: tuple[ErrorType, ...], after: tuple[ErrorType, ...], changed: bool
) -> None:
    """A file without error types retires none."""
    assert (error_types_changed(before, after) is not None) is changed
