"""The items behind a number: whatever is asked for, page by page, and the number again."""

from dataclasses import replace
from typing import Any

import pytest

from lackmus.core.base.choices import ItemSet
from lackmus.core.base.verdict import Verdict
from lackmus.core.contrasts.shares import tendencies
from lackmus.core.contrasts.study import FoundBy, Unknown
from lackmus.core.contrasts.study_items import (
    BehindTendency,
    NoSuchItemsError,
    Refined,
    item_page_values,
    items_behind,
    leading_set,
    study_index,
)
from tests.studied import FINITE, NONFINITE, small_study

CHOSEN = {"gerund-dass-s0-3": True, "gerund-dass-s1-3": False}
INDEX = study_index(small_study(refined=CHOSEN))
ALL = [f"gerund-{kind}-s{number}-3" for number in range(4) for kind in ("dass", "zu")]


def behind(size: int = 25, page: int = 1, **asked: Any) -> list[str]:
    return [one.item for one in items_behind(INDEX, BehindTendency(**asked), page, size).listed]


@pytest.mark.parametrize(
    "asked, items",
    [
        ({}, ["gerund-dass-s0-3"]),  # the refined set leads
        ({"chosen": ItemSet.HITS}, ALL),
        ({"chosen": ItemSet.SELECTED}, ALL[::2]),
        ({"chosen": ItemSet.SELECTED, "refined": Refined.OPEN}, ALL[4::2]),
        ({"chosen": ItemSet.SELECTED, "refined": Refined.DROPPED}, ALL[2:3]),
        ({"chosen": ItemSet.HITS, "contrast": "gerund-zu"}, ALL[1::2]),
        ({"chosen": ItemSet.HITS, "contrast": NONFINITE}, ALL[1::2]),  # as the tables call it
        ({"chosen": ItemSet.HITS, "verdict": Verdict.WARNING}, [*ALL[4:6], *ALL[6:8]]),
        ({"chosen": ItemSet.HITS, "verdict": Verdict.WARNING, "system": "Ahorn"}, ALL[6:8]),
        ({"chosen": ItemSet.HITS, "reason": Unknown.UNALIGNED, "system": "second"}, ALL[4:6]),
        ({"chosen": ItemSet.HITS, "reason": Unknown.MISSING}, []),
        ({"chosen": ItemSet.HITS, "found_by": FoundBy.LINK, "system": "Ahorn"}, ALL[:6]),
        ({"chosen": ItemSet.HITS, "text": "WAITING"}, ALL[4:6]),  # in the source
        ({"chosen": ItemSet.HITS, "text": "zu gehen", "system": "Linde"}, ALL[6:8]),  # in an output
        ({"chosen": ItemSet.HITS, "text": "."}, []),  # no pattern
        ({"chosen": ItemSet.HITS, "text": "<b>"}, ALL[6:8]),
    ],
)
def test_items(asked: dict[str, Any], items: list[str]) -> None:
    assert behind(**asked) == items


def test_the_verdicts_of_an_item_are_those_asked_for() -> None:
    """Everybody's, or those of one; where only some fit, these."""
    found = items_behind(INDEX, BehindTendency(ItemSet.HITS, verdict=Verdict.WARNING))
    assert {one.item: [each.system for each in one.verdicts] for one in found.listed} == {
        "gerund-dass-s2-3": ["second"],
        "gerund-zu-s2-3": ["second"],
        "gerund-dass-s3-3": ["Ahorn"],
        "gerund-zu-s3-3": ["Ahorn"],
    }
    everything = items_behind(INDEX, BehindTendency(ItemSet.HITS))
    assert all(len(one.verdicts) == 5 for one in everything.listed)


def test_the_number_behind_which_one_looks() -> None:
    """Every tally of a report is found again."""
    found = tendencies(INDEX.study)
    for chosen, panel in found.panels.items():
        for phenomenon in found.phenomena:
            for who in found.everybody:
                page = items_behind(INDEX, BehindTendency(chosen, phenomenon, who))
                tally = panel.tally(phenomenon, who)
                assert (
                    page.counts[Verdict.PASS],
                    page.counts[Verdict.FAIL],
                    page.counts[Verdict.WARNING],
                ) == (tally.good, tally.bad, tally.unknown)


def test_counts_do_not_depend_on_the_verdict_that_is_looked_at() -> None:
    counts = [
        items_behind(INDEX, BehindTendency(ItemSet.HITS, FINITE, "Ahorn", verdict)).counts
        for verdict in (None, *Verdict)
    ]
    assert all(each == {Verdict.PASS: 2, Verdict.FAIL: 1, Verdict.WARNING: 1} for each in counts)


def test_pages() -> None:
    pages = [behind(3, page, chosen=ItemSet.HITS) for page in (1, 2, 3, 4)]
    assert pages == [ALL[:3], ALL[3:6], ALL[6:], ALL[6:]]
    found = items_behind(INDEX, BehindTendency(ItemSet.HITS), 2, 3)
    assert (found.page, found.pages, found.items) == (2, 3, 8)
    assert [one.number for one in found.listed] == [4, 5, 6]


@pytest.mark.parametrize("asked", [{"contrast": "EN gerund"}, {"system": "Esche"}])
def test_what_is_not_there(asked: dict[str, Any]) -> None:
    with pytest.raises(NoSuchItemsError, match="there is no"):
        behind(**asked)


def test_where_all_is_dropped_the_selected_items_lead() -> None:
    study = small_study(refined=dict.fromkeys(ALL, False))
    assert leading_set(study) is tendencies(study).leading.chosen is ItemSet.SELECTED
    assert leading_set(replace(INDEX.study, items=INDEX.study.items)) is ItemSet.REFINED


def test_as_plain_values() -> None:
    values = item_page_values(items_behind(INDEX, BehindTendency()))
    (listed,) = values["listed"]
    assert values["counts"] == {"good": 4, "bad": 1, "unknown": 0}
    assert (listed["number"], listed["kept"], listed["keyword"]["form"]) == (1, True, "leaving")
    first = listed["verdicts"][0]
    assert (first["verdict"], first["aligned"][0]["lemma"], first["clause"]["number"]) == ("good", "gehen", 6)
