"""Examples in a guideline: a source, a translation, the verdict it deserves, and why."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum

MOST_EXAMPLES = 100  # of one phenomenon; nobody reads more


class ExampleVerdict(StrEnum):
    """What an example shows."""

    PASS = "pass"  # noqa: S105  (a verdict, not a password)
    FAIL = "fail"
    UNTESTABLE = "untestable"
    UNDECIDED = "undecided"  # left open on purpose


@dataclass(frozen=True, slots=True)
class GuidelineExample:
    """One translation that shows annotators what passes and what fails."""

    source: str
    translation: str
    verdict: ExampleVerdict
    note: str = ""
    item: str | None = None  # the key of the item that it was made from
    number: int = field(default=0, compare=False)  # in its suite; 0 outside of a workspace


@dataclass(frozen=True)
class PlacedExample:
    """An example with its phenomenon."""

    category: str
    phenomenon: str
    example: GuidelineExample


@dataclass(frozen=True, slots=True)
class ExamplesRevision:
    """The changed examples of a phenomenon."""

    category: str
    phenomenon: str
    before: tuple[GuidelineExample, ...]
    after: tuple[GuidelineExample, ...]


Described = dict[tuple[str, str], tuple[GuidelineExample, ...]]  # by category and phenomenon


def about_items(examples: Iterable[GuidelineExample], items: Collection[str]) -> tuple[GuidelineExample, ...]:
    """The examples that may be published with these items: those of other items are left out."""
    return tuple(one for one in examples if one.item is None or one.item in items)


def examples_changed(
    before: Described,
    after: Described,
    of_file: Collection[str],
    known: Collection[str],
    spared: Collection[tuple[str, str]] = (),
) -> list[ExamplesRevision]:
    """What a file changes; examples of items that it lacks are kept, and one without examples retires none.

    Given are the keys of the file's items and of the suite's; links to other items are dropped. Phenomena
    that are `spared` are not what the file is about.
    """
    if not any(after.values()):
        return []
    found = []
    for key in dict.fromkeys((*after, *before)):
        old, told = before.get(key, ()), after.get(key, ())
        if key in spared and not told:
            continue
        linked = (
            one if one.item in of_file or one.item in known else replace(one, item=None) for one in told
        )
        kept = (one for one in old if one.item is not None and one.item not in of_file)
        new = tuple(dict.fromkeys((*linked, *kept)))
        if set(new) != set(old):
            found.append(ExamplesRevision(*key, old, new))
    return found
