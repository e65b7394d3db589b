"""Links between texts that differ in one place: of one item, or of siblings, whose sources do too."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lackmus.core.proposals.corpus import Ints, TextCorpus
from lackmus.core.proposals.wordings import OneSpan, Words

LEAST_FRAME = 2  # words that the sources of siblings have in common
LEAST_SUPPORT = 2  # pairs of items in which a substitution was seen; it needs no verdict
_NO_WORDS: Words = ()


@dataclass(frozen=True, slots=True)
class Substitution:
    """What changes from one text to another: in the text, and between siblings also in the source."""

    here: Words
    there: Words
    source_here: Words = _NO_WORDS
    source_there: Words = _NO_WORDS

    @property
    def of_siblings(self) -> bool:
        """Whether the texts are of different items."""
        return bool(self.source_here or self.source_there)

    def __str__(self) -> str:
        """The change in the text, as people read it."""
        return str(OneSpan(self.here, self.there))


@dataclass(frozen=True)
class Links:
    """Links from one text (`there`) to another (`here`), as arrays of the same length."""

    corpus: TextCorpus
    there: Ints
    here: Ints
    kind: Ints  # a place in `substitutions`
    substitutions: Sequence[Substitution]

    @cached_property
    def sibling(self) -> Ints:
        """1 for links between siblings, 0 for those inside an item."""
        return np.array([one.of_siblings for one in self.substitutions], np.int64)[self.kind]


def links_of(corpus: TextCorpus, wanted: Ints) -> Links:
    """All links that lead to the wanted texts; others are of no use."""
    numbers: dict[Substitution, int] = {}
    rows: list[tuple[int, int, int]] = []
    wants = set(wanted.tolist())
    for here, there, made in _inside(corpus):
        rows.append((there, here, numbers.setdefault(made, len(numbers))))
    rows = [row for row in rows if row[1] in wants]
    for made, links in _between(corpus).items():
        kept = [link for link in links if link[1] in wants]
        if kept:
            kind = numbers.setdefault(made, len(numbers))
            rows += [(there, here, kind) for there, here in kept]
    columns = np.array(rows, np.int64).reshape(-1, 3)
    return Links(corpus, columns[:, 0], columns[:, 1], columns[:, 2], list(numbers))


def _inside(corpus: TextCorpus) -> Iterator[tuple[int, int, Substitution]]:
    """Texts of one item that differ in one place, both ways."""
    for texts in corpus.of_item.values():
        for place, one in enumerate(texts):
            for other in texts[place + 1 :]:
                found = OneSpan.between(corpus.words[one], corpus.words[other])
                if found is not None:
                    yield one, other, Substitution(found.here, found.there)
                    yield other, one, Substitution(found.there, found.here)


def _between(corpus: TextCorpus) -> dict[Substitution, list[tuple[int, int]]]:
    """What siblings' texts substitute, with its links; only what several pairs of items have."""
    found: dict[Substitution, list[tuple[int, int]]] = defaultdict(list)
    support: dict[Substitution, set[tuple[int, int]]] = defaultdict(set)
    for one, other, source in siblings(corpus):
        for there in corpus.of_item[other]:
            for here in corpus.of_item[one]:
                text = OneSpan.between(corpus.words[here], corpus.words[there])
                if text is None:
                    continue
                made = Substitution(text.here, text.there, source.here, source.there)
                found[made].append((there, here))
                support[made].add((other, one))
    return {made: links for made, links in found.items() if len(support[made]) >= LEAST_SUPPORT}


def siblings(corpus: TextCorpus) -> Iterator[tuple[int, int, OneSpan]]:
    """Items of one phenomenon whose sources differ in one place, both ways."""
    for items in corpus.items_of_phenomenon.values():
        for place, one in enumerate(items):
            for other in items[place + 1 :]:
                here, there = corpus.sources[one], corpus.sources[other]
                found = OneSpan.between(here, there)
                if found is None or not (found.here or found.there):
                    continue
                if min(len(here) - len(found.here), len(there) - len(found.there)) >= LEAST_FRAME:
                    yield one, other, found
                    yield other, one, OneSpan(found.there, found.here, found.start)
