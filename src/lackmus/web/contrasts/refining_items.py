"""An item of a study with all that is needed to keep or drop it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from lackmus.core.contrasts.refining import RefiningOrder, RefiningProgress
from lackmus.core.contrasts.study import ContrastShown
from lackmus.core.contrasts.study_items import evidence_values, word_values
from lackmus.core.contrasts.study_lists import Choice
from lackmus.core.contrasts.study_sentences import verdicts_on
from lackmus.core.contrasts.study_verdicts import Evidence
from lackmus.flows.contrasts.keeping import history
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.web.contrasts.studies import CachedStudy

MOST_ITEMS = 5  # loaded at once
MOST_PASSED = 200  # items that are loaded or not saved yet, and must not be loaded again


@dataclass(frozen=True)
class RefiningItem:
    """An item to keep or drop."""

    number: int  # from 1
    item: str
    contrast: ContrastShown
    source: str
    keyword: tuple[tuple[int, int], ...]  # its position in the source
    references: tuple[Evidence, ...]  # the selecting one first
    kept: bool | None
    selected: bool
    choices: tuple[Choice, ...]  # all choices about it
    before: int | None  # the item before it
    after: int | None


def refining_item(desk: Desk, one: CachedStudy, course: RefiningOrder, number: int) -> RefiningItem:
    """An item by its number."""
    item = one.item(number)
    row = one.study.items.row(number - 1, named=True)
    verdicts = verdicts_on(one.study, item)
    references = [each for each in verdicts if each.system in one.study.references]
    references.sort(key=lambda each: each.system != one.study.selected_by)
    keyword = next((each.keyword[1] for each in verdicts if each.keyword), None)
    return RefiningItem(
        number,
        item,
        next(each for each in one.study.contrasts if each.name == row["contrast"]),
        one.study.sources.texts[row["sentence"]],
        ((keyword.start, keyword.end),) if keyword else (),
        tuple(references),
        row["refined"],
        row["selected"],
        tuple(history(desk, one.shown.name, item)),
        course.beside(number, -1),
        course.beside(number, 1),
    )


def refining_items(
    desk: Desk, one: CachedStudy, course: RefiningOrder, after: int | None, without: Sequence[int], many: int
) -> list[RefiningItem]:
    """The next open items."""
    return [
        refining_item(desk, one, course, each) for each in course.next_open(after, frozenset(without), many)
    ]


def refining_item_values(found: Iterable[RefiningItem]) -> list[dict[str, Any]]:
    """Items as plain values."""
    return [
        {
            "number": one.number,
            "item": one.item,
            "contrast": one.contrast.name,
            "phenomenon": one.contrast.phenomenon,
            "about": one.contrast.about,
            "source": one.source,
            "keyword": next((word_values(each.keyword) for each in one.references if each.keyword), None),
            "references": [evidence_values(each) for each in one.references],
            "kept": one.kept,
            "selected": one.selected,
        }
        for one in found
    ]


def progress_values(progress: RefiningProgress) -> dict[str, int]:
    """The progress as plain values."""
    return {
        "selected": progress.selected,
        "kept": progress.kept,
        "dropped": progress.dropped,
        "left": progress.left,
    }
