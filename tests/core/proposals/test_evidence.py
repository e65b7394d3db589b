"""What a change did to verdicts elsewhere."""

import numpy as np
import pytest

from lackmus.core.proposals.corpus import FAIL, OPEN, PASS, CorpusText, Known, TextCorpus
from lackmus.core.proposals.evidence import LinkCounter
from lackmus.core.proposals.links import links_of
from lackmus.core.proposals.pairs import PairScope, PairTable, confirmable
from tests.core.proposals.grids import item

SIGNS = {"P": PASS, "F": FAIL, "?": OPEN}


def case(verdicts: str, phenomena: str = "") -> tuple[TextCorpus, Known]:
    """Items with two texts each, “he will N” and “he must N”, and what people said of them: “PF PF P?”."""
    items = [
        item(place, f"s{place} x{place} y{place} z{place} u v{place}", f"p{(phenomena or '1' * 99)[place]}")
        for place in range(len(verdicts.split()))
    ]
    texts = [
        CorpusText(one.key, f"he {word} {place}")
        for place, one in enumerate(items)
        for word in ("will", "must")
    ]
    corpus = TextCorpus(items, texts)
    told = {
        (one.key, f"he {word} {place}"): SIGNS[sign]
        for place, (one, signs) in enumerate(zip(items, verdicts.split(), strict=True))
        for word, sign in zip(("will", "must"), signs, strict=True)
    }
    verdict = np.array([told[one.item, one.text] for one in corpus.texts], np.int64)
    return corpus, Known(verdict, verdict != OPEN)


def chance(corpus: TextCorpus, known: Known, text: str) -> float:
    """The chance to pass that the strongest link gives a text."""
    evidence = LinkCounter(links_of(corpus, np.arange(len(corpus)))).evidence(known)
    number = [one.text for one in corpus.texts].index(text)
    return float(evidence.chance[evidence.strongest()[number]])


def test_evidence_grows_with_items() -> None:
    """The more items agree, the surer; what is known of the item itself never counts."""
    few, many = (chance(*case("PF " * items + "P?"), f"he must {items}") for items in (1, 6))
    assert 0 < many < few < 0.5
    alone = chance(*case("PF P?"), "he will 0")  # its own item is the only one
    nobody = chance(*case("P? P?"), "he must 0")
    assert alone > many and nobody > many


PAIRS = [
    # verdicts of “will” and “must”, phenomena, of the open text: scope, agreeing, items, flips
    ("PF PF P?", "111", "phenomenon", 2, 2, True),
    ("PP PP P?", "111", "phenomenon", 2, 2, False),
    ("PF PF P?", "112", "category", 2, 2, True),  # the phenomenon has none
    ("PF PF PP PP P?", "11222", "phenomenon", 2, 2, False),  # the narrowest speaks
    ("PF PP PP P?", "1111", None, 0, 0, False),  # they differ
    ("PF P?", "11", None, 0, 0, False),  # one item is not enough
    ("PF " * 40 + "PP P?", "1" * 42, "phenomenon", 40, 41, True),  # 97.6 %
    ("PF " * 30 + "PP P?", "1" * 32, None, 0, 0, False),  # 96.8 %
]


@pytest.mark.parametrize("verdicts, phenomena, scope, agreeing, items, flips", PAIRS)
def test_pairs(
    verdicts: str, phenomena: str, scope: str | None, agreeing: int, items: int, flips: bool
) -> None:
    """The narrowest scope with two items speaks, if 97 % of its items agree."""
    corpus, known = case(verdicts, phenomena)
    table = PairTable.of(links_of(corpus, np.arange(len(corpus))), known)
    number = next(place for place in range(len(corpus)) if known.verdict[place] == OPEN)
    found = table.proposals([number]).get(number)
    if scope is None:
        assert found is None
        return
    assert found is not None
    pair, there = found
    assert (pair.scope, pair.agreeing, pair.items, not pair.kept) == (
        PairScope(scope),
        agreeing,
        items,
        flips,
    )
    assert corpus.texts[there].item == corpus.texts[number].item
    did = "flipped" if flips else "kept"
    assert pair.because == (
        f"differs from this passed text only by will → must, "
        f"which {did} the verdict in {agreeing} of {items} cases"
    )


def test_pairs_to_confirm() -> None:
    """Clear ones that settle several texts; a barred one never comes."""
    corpus, known = case("PF PF PF P? P? P?")
    table = PairTable.of(links_of(corpus, np.arange(len(corpus))), known)
    opened = np.flatnonzero(known.verdict == OPEN)
    (one,) = confirmable(table, opened, ())
    assert (one.verdict, sorted(one.settles)) == (FAIL, opened.tolist())
    assert confirmable(table, opened, {one.number}) == []
    assert [(str(pair.change), pair.items) for pair in table.pairs] == [
        ("must → will", 3),
        ("will → must", 3),
    ]
