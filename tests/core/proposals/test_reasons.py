"""Reasons in words."""

from collections.abc import Mapping

import numpy as np
import pytest

from lackmus.core.proposals.corpus import FAIL, OPEN, PASS, CorpusText, Known, TextCorpus
from lackmus.core.proposals.evidence import LinkCounter
from lackmus.core.proposals.links import links_of
from lackmus.core.proposals.reasons import reasons
from tests.core.proposals.grids import item

SOURCES = ("er soll heute lesen", "sie soll heute lesen", "er soll morgen tanzen", "sie soll morgen tanzen")


def told(
    verdicts: Mapping[tuple[int, str], int], asked: tuple[int, str], chance: float, by_people: bool = True
) -> str:
    """The reason for one text, beside texts with these verdicts."""
    items = [item(number, source) for number, source in enumerate(SOURCES)]
    corpus = TextCorpus(items, [CorpusText(items[number].key, text) for number, text in (*verdicts, asked)])
    known = {(items[number].key, text): verdict for (number, text), verdict in verdicts.items()}
    verdict = np.array([known.get((one.item, one.text), OPEN) for one in corpus.texts], np.int64)
    place = next(
        number
        for number, one in enumerate(corpus.texts)
        if (one.item, one.text) == (items[asked[0]].key, asked[1])
    )
    links = links_of(corpus, np.arange(len(corpus)))
    now = Known(verdict, (verdict != OPEN) & by_people)
    return reasons(links, LinkCounter(links).evidence(now), now, {place: chance}, "model")[place]


SIBLINGS = {(0, "he must read"): FAIL, (2, "he may dance"): PASS, (3, "she may dance"): PASS}
REASONS = [
    # what is known, the text in question, its chance to pass: the reason
    ({(0, "he may read"): PASS}, (0, "he can read"), 0.9, "differs from this passed text only by may → can"),
    (
        {(0, "he may read"): PASS, (2, "he may dance"): PASS, (2, "he can dance"): PASS},
        (0, "he can read"),
        0.9,
        "differs from this passed text only by may → can, which kept the verdict in 1 of 1 cases",
    ),
    (
        SIBLINGS | {(0, "he may read"): PASS},
        (1, "she may read"),
        0.9,
        "a sibling item (er → sie) with he → she in the text passed; this kept the verdict in 1 of 1 cases",
    ),
    (
        {(0, "it must do"): PASS, (2, "one may go"): PASS, (3, "one may go"): PASS},
        (1, "it must do"),
        0.9,
        "a sibling item (er → sie) with the same wording passed; this kept the verdict in 1 of 1 cases",
    ),
    ({(0, "he may read"): PASS}, (0, "he can read"), 0.1, "the model"),  # the link says otherwise
    ({(0, "he may read"): PASS}, (2, "nobody knows why"), 0.9, "the model"),
]


@pytest.mark.parametrize("verdicts, asked, chance, reason", REASONS)
def test_reasons(
    verdicts: Mapping[tuple[int, str], int], asked: tuple[int, str], chance: float, reason: str
) -> None:
    """The strongest link speaks, with how often its change led there elsewhere; else the scorer."""
    assert told(verdicts, asked, chance) == reason


def test_what_rules_said() -> None:
    """A text that rules settled is no decision, and the reason says so."""
    said = told({(0, "he may read"): PASS}, (0, "he can read"), 0.9, by_people=False)
    assert said == "differs from this text, passed by rules, only by may → can"
