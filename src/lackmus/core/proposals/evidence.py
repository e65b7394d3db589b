"""What links say of a text: how often the same change kept or flipped a verdict, in distinct items."""

from dataclasses import dataclass

import numpy as np

from lackmus.core.proposals.corpus import OPEN, PASS, Flags, Floats, Ints, Known
from lackmus.core.proposals.links import Links

COLUMNS = 8  # of `features`: four of texts of the item, four of siblings
_STATES = (
    8  # a link comes from a passed or failed text, of people or of rules, inside an item or from a sibling
)
_BELIEF = (0.1, 0.8)  # how often a text passes beside a failed and a passed one, before anything is known
_BELIEF_WEIGHT = 3.0
_WIDER = 1.0  # the weight of what the wider scope says: phenomenon < category < suite
_SUREST = 0.99  # no single link says more


@dataclass(frozen=True)
class LinkEvidence:
    """The links from known texts, each with the chance to pass that it gives the text it leads to."""

    place: Ints  # among all links
    there: Ints
    here: Ints
    sibling: Ints
    chance: Floats
    kept: Floats  # items in which the same change gave the verdict that it speaks for, in the narrowest scope
    seen: Floats  # items in which it was seen there
    texts: int

    def features(self) -> Floats:
        """For each text the strongest evidence for and against, mean and sum: of its item, of siblings."""
        columns = np.zeros((self.texts, COLUMNS))
        odds = np.log(self.chance / (1 - self.chance))
        for sibling in (0, 1):
            chosen = self.sibling == sibling
            here, said = self.here[chosen], odds[chosen]
            count, total = np.bincount(here, minlength=self.texts), np.bincount(here, said, self.texts)
            best, worst, *_ = columns[:, 4 * sibling : 4 * sibling + 4].T
            np.maximum.at(best, here, said)
            np.minimum.at(worst, here, said)
            columns[:, 4 * sibling + 2] = total / np.maximum(count, 1)
            columns[:, 4 * sibling + 3] = np.tanh(total / 10)
        return columns

    def strongest(self) -> dict[int, int]:
        """For each text that has any, the link that says most; its own item comes before siblings."""
        order = np.lexsort((self.place, self.sibling, -np.abs(self.chance - 0.5), self.here))
        texts, first = np.unique(self.here[order], return_index=True)
        return dict(zip(texts.tolist(), order[first].tolist(), strict=True))


class LinkCounter:
    """Counts, for every link, in how many items its change led where; the item in question never counts."""

    def __init__(self, links: Links) -> None:
        corpus = links.corpus
        self.links = links
        self._item = corpus.item[links.here]
        self._items = len(corpus.items)
        self._scopes = [  # from wide to narrow
            links.kind,
            _together(links.kind, corpus.category[links.here]),
            _together(links.kind, corpus.phenomenon[links.here]),
        ]

    def evidence(self, known: Known) -> LinkEvidence:
        """What all links from known texts say; to a known text, what they would say without its item."""
        links = self.links
        place = np.flatnonzero(known.verdict[links.there] != OPEN)
        there, here, item, sibling = (
            links.there[place],
            links.here[place],
            self._item[place],
            links.sibling[place],
        )
        state = known.verdict[there] + 2 * known.by_people[there] + 4 * sibling
        verdict = known.verdict[here]
        answered = (verdict != OPEN) & known.by_people[here]
        chance = _beliefs(state[answered], verdict[answered])[state]
        kept, seen = np.zeros(len(place)), np.zeros(len(place))
        for scope in self._scopes:
            passes, fails = self._counts(scope[place], state, item, verdict, answered)
            together = passes + fails
            chance = (passes + _WIDER * chance) / (together + _WIDER)
            told = together > 0
            seen[told] = together[told]
            kept[told] = np.where(chance >= 0.5, passes, fails)[told]
        clipped = np.clip(chance, 1 - _SUREST, _SUREST)
        return LinkEvidence(place, there, here, sibling, clipped, kept, seen, len(links.corpus))

    def _counts(
        self, scope: Ints, state: Ints, item: Ints, verdict: Ints, answered: Flags
    ) -> tuple[Floats, Floats]:
        """In how many other items the same change led from the same state to a pass, and to a fail."""
        _, kind = np.unique(scope * _STATES + state, return_inverse=True)
        kind = kind.ravel()
        entries = np.unique((kind[answered] * 2 + verdict[answered]) * self._items + item[answered])
        counts = np.bincount(entries // self._items, minlength=2 * (int(kind.max(initial=-1)) + 1)).astype(
            float
        )
        found = []
        for sign in (PASS, 1 - PASS):
            own = (kind * 2 + sign) * self._items + item
            spots = np.searchsorted(entries, own)
            itself = np.zeros(len(own), np.bool_)
            inside = spots < len(entries)
            itself[inside] = entries[spots[inside]] == own[inside]
            found.append(counts[kind * 2 + sign] - itself)
        return found[0], found[1]


def _beliefs(state: Ints, verdict: Ints) -> Floats:
    """How often texts pass that a link of each state leads to, whatever its change."""
    seen, passed = np.bincount(state, minlength=_STATES), np.bincount(state, verdict == PASS, _STATES)
    start = np.array([_BELIEF[number % 2] for number in range(_STATES)])
    belief: Floats = (passed + _BELIEF_WEIGHT * start) / (seen + _BELIEF_WEIGHT)
    return belief


def _together(one: Ints, other: Ints) -> Ints:
    joined: Ints = one * (int(other.max(initial=0)) + 1) + other
    return joined
