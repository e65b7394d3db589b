"""What can be wrong with an output: short labels that annotators choose by number keys."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from lackmus.core.base.verdict import Verdict

MOST_ERROR_TYPES = 9  # of one phenomenon: each has a number key
LONGEST_LABEL = 40  # characters
WITH_ERROR_TYPE = (Verdict.FAIL, Verdict.UNTESTABLE)  # decisions that may name one


@dataclass(frozen=True, slots=True)
class ErrorType:
    """A kind of error of a phenomenon, of a category, or of the whole suite where both are empty."""

    label: str
    category: str = ""
    phenomenon: str = ""
    number: int = field(default=0, compare=False)  # in its suite; 0 outside of a workspace

    @property
    def scope(self) -> tuple[str, str]:
        """Where it can be chosen."""
        return self.category, self.phenomenon

    def fits(self, category: str, phenomenon: str) -> bool:
        """Whether it can be chosen for the outputs of a phenomenon."""
        return self.category in ("", category) and self.phenomenon in ("", phenomenon)

    def __str__(self) -> str:
        """Where it can be chosen, in words."""
        return " › ".join(part for part in self.scope if part) or "the whole suite"


@dataclass(frozen=True, slots=True)
class ErrorTypesRevision:
    """The error types of a suite before and after a file, in order."""

    before: tuple[ErrorType, ...]
    after: tuple[ErrorType, ...]


def error_types_for(
    error_types: Iterable[ErrorType], category: str, phenomenon: str
) -> tuple[ErrorType, ...]:
    """The error types of a phenomenon in the order of keys: wider ones first, so that their keys stay."""
    there = [one for one in error_types if one.fits(category, phenomenon)]
    return tuple(sorted(there, key=lambda one: bool(one.category) + bool(one.phenomenon)))


def why_wrong(error_types: Sequence[ErrorType], phenomena: Iterable[tuple[str, str]] = ()) -> str | None:
    """What is wrong with the error types of a suite, as a sentence; None if nothing is."""
    for one in error_types:
        if not one.label.strip():
            return "An error type needs a label, such as “wrong tense”."
        if len(one.label) > LONGEST_LABEL:
            return (
                f"The error type “{one.label[:LONGEST_LABEL]}…” has {len(one.label)} characters, "
                f"and at most {LONGEST_LABEL} fit beside a key. Shorten it."
            )
        if one.label.isdecimal():
            return f"“{one.label}” is a number, and numbers are the keys of error types. Use words."
        if one.phenomenon and not one.category:
            return f"The error type “{one.label}” names a phenomenon without its category."
    places = {one.scope for one in error_types}.union(phenomena)
    for category, phenomenon in sorted(places):
        there = error_types_for(error_types, category, phenomenon)
        where = " › ".join(part for part in (category, phenomenon) if part) or "the whole suite"
        labels = [one.label for one in there]
        if twice := next((label for label in labels if labels.count(label) > 1), None):
            return f"{where} has the error type “{twice}” twice."
        if len(there) > MOST_ERROR_TYPES:
            return (
                f"{where} would have {len(there)} error types, and there are only "
                f"{MOST_ERROR_TYPES} number keys. Retire one first."
            )
    return None


def error_types_changed(before: Sequence[ErrorType], after: Sequence[ErrorType]) -> ErrorTypesRevision | None:
    """What a file changes; one without error types retires none. Only the order within a scope counts."""
    if not after or _by_scope(before) == _by_scope(after):
        return None
    return ErrorTypesRevision(tuple(before), tuple(after))


def _by_scope(error_types: Iterable[ErrorType]) -> dict[tuple[str, str], list[str]]:
    found: dict[tuple[str, str], list[str]] = {}
    for one in error_types:
        found.setdefault(one.scope, []).append(one.label)
    return found
