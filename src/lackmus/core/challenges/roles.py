"""Give texts their roles in a challenge: reference, better, worse; the least used writers come first."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import pairwise

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Chances = npt.NDArray[np.uint64]

# How often the usage counts are refreshed in each role. Small challenges refresh before every item.
_LOOKS = 128
# The unit of a text that 1 to 16 writers can share without remainder: sums stay whole numbers.
WHOLE = 720_720


@dataclass(frozen=True)
class TupleCandidates:
    """Items that could give tuples, numbered; their texts, item by item; and who wrote each text."""

    keys: Sequence[str]  # of the items
    sources: Sequence[str]  # of the items; equal where the sentence is the same
    item: Ints  # of each text
    right: Bools  # each text is right or wrong
    shared: Mapping[int, str]  # the texts that several items have
    text: Ints  # of each line: what was written …
    writer: Ints  # and by whom; the lines of a text stand together, and the texts in order
    campaigns: Ints  # of each writer


@dataclass(frozen=True)
class Roles:
    """The texts of the tuples by item, and each writer's contribution; a shared text counts in parts."""

    reference: Ints
    better: Ints
    worse: Ints
    uses: npt.NDArray[np.float64]
    capped: int = 0  # items with more combinations of texts than were wanted


def give_roles(given: TupleCandidates, per_item: int, seed: int) -> Roles:
    """References first, because a text that is a reference anywhere is a hypothesis nowhere.

    Items with few texts come before those with many, which can still even out the usage. Usage is counted for
    each role: otherwise a good system would only give right texts.
    """
    of_items, chance = chances(given, seed)
    counts = [
        np.bincount(given.item[side], minlength=len(given.keys)) for side in (given.right, ~given.right)
    ]
    order = np.lexsort((of_items, counts[1], counts[0]))
    lines = _in_turn(given, order, chance)
    turns = [_Turns(given, lines, chance) for _ in ("reference", "better", "worse")]
    references, free = _references(given, order, turns[0])
    usable = free & (references[given.item] >= 0)
    better = turns[1].draw(usable & given.right, per_item)
    worse = turns[2].draw(usable & ~given.right, per_item)
    better, worse = _paired(given.item, chance, better, worse, per_item)
    uses = np.sum([each.uses for each in turns], axis=0)
    return Roles(references[given.item[better]], better, worse, uses / WHOLE)


def chances(given: TupleCandidates, seed: int) -> tuple[Chances, Chances]:
    """A random number for every item and every text, the same on any machine."""
    thrown = b"".join(blake2b(f"{seed}\n{key}".encode(), digest_size=8).digest() for key in given.keys)
    of_items = np.frombuffer(thrown, ">u8").astype(np.uint64)
    first = np.searchsorted(given.item, np.arange(len(given.keys)))
    place = (np.arange(len(given.item)) - first[given.item] + 1).astype(np.uint64)
    # SplitMix64: the numbers that follow a seed, without computing those between.
    mixed = of_items[given.item] + place * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return of_items, mixed ^ (mixed >> np.uint64(31))


def _run_starts(numbers: Ints) -> Bools:
    """True where a number differs from the one before; `diff` would copy everything first."""
    new = np.ones(len(numbers), np.bool_)
    np.not_equal(numbers[1:], numbers[:-1], out=new[1:])
    return new


def _sorted(first: Ints, chance: Chances) -> Ints:
    """The order by the first number and then by chance, of which 40 bits are enough; one key sorts faster."""
    order: Ints = np.argsort(
        (first.astype(np.uint64) << np.uint64(40)) | (chance >> np.uint64(24)), kind="stable"
    )
    return order


def _in_turn(given: TupleCandidates, order: Ints, chance: Chances) -> Ints:
    """The lines, item by item in this order, and the texts of an item in random order."""
    turn = np.empty(len(order), np.int64)
    turn[order] = np.arange(len(order))
    place = np.empty(len(given.item), np.int64)
    place[_sorted(turn[given.item], chance)] = np.arange(len(given.item))
    return np.argsort(place[given.text], kind="stable")


def writers_parts(given: TupleCandidates) -> tuple[Bools, Ints]:
    """Of each line: does its campaign begin here, and which part of the text is its writer's?"""
    # The writers of a text stand by campaign: where does each campaign begin, and how many share it?
    campaign = given.campaigns[given.writer]
    leads = _run_starts(given.text) | _run_starts(campaign)
    begins = np.flatnonzero(leads)
    among = np.diff(begins, append=len(campaign))
    several = np.bincount(given.text[begins], minlength=len(given.item))
    return leads, np.repeat(WHOLE // (several[given.text[begins]] * among), among)


class _Turns:
    """Usage counts of one role: the least used campaigns come first, and in them the least used systems.

    A text of several writers counts for all of them in equal parts, and its usage is the mean of theirs. If
    it counted for one writer only, a text of two years would always count for the year that lags behind, and
    the figures would be even while the texts are not.
    """

    def __init__(self, given: TupleCandidates, lines: Ints, chance: Chances) -> None:
        self._given, self._lines, self._chance = given, lines, chance
        self._of_campaign = np.zeros(given.campaigns.max(initial=-1) + 1, np.int64)
        self.uses = np.zeros(len(given.campaigns), np.int64)
        self._leads, self._part = writers_parts(given)

    def draw(self, among: Bools, many: int) -> Ints:
        """Draw `many` texts of each item, the items in their order."""
        text = self._given.text
        lines = self._lines[among[text[self._lines]]]
        begins = np.flatnonzero(_run_starts(self._given.item[text[lines]]))
        step = max(1, -(-len(begins) // _LOOKS))
        looks = pairwise((*begins[::step].tolist(), len(lines)))
        drawn = [self._look(lines[start:end], many) for start, end in looks]
        return np.concatenate([np.empty(0, np.int64), *drawn])

    def _look(self, lines: Ints, many: int) -> Ints:
        """Draw for a few items at once; texts with equal usage stay in random order."""
        begins, lengths, campaigns, systems = self._turn(lines)
        text = self._given.text[lines[begins]]
        new = _run_starts(self._given.item[text])
        item = np.cumsum(new, dtype=np.int64)
        ranked = np.lexsort((systems, campaigns, item))
        first = ranked[np.arange(len(ranked)) - np.flatnonzero(new)[item - 1] < many]
        taken = np.zeros(len(text), np.bool_)
        taken[first] = True
        self._count(lines[np.repeat(taken, lengths)])
        drawn: Ints = text[first]
        return drawn

    def _turn(self, lines: Ints) -> tuple[Ints, Ints, Ints, Ints]:
        """Where each text begins and how many lines it has; how often its campaigns and systems were used."""
        writer, leads = self._given.writer[lines], self._leads[lines]
        begins = np.flatnonzero(_run_starts(self._given.text[lines]))
        of_campaign = np.where(leads, self._of_campaign[self._given.campaigns[writer]], 0)
        campaigns = np.add.reduceat(of_campaign, begins) // np.add.reduceat(leads, begins, dtype=np.int64)
        lengths = np.empty_like(begins)
        np.subtract(begins[1:], begins[:-1], out=lengths[:-1])
        lengths[-1:] = len(lines) - begins[-1:]
        systems = np.add.reduceat(self.uses[writer], begins) // lengths
        return begins, lengths, campaigns, systems

    def _count(self, lines: Ints) -> None:
        writer = self._given.writer[lines]
        np.add.at(self.uses, writer, self._part[lines])
        np.add.at(self._of_campaign, self._given.campaigns[writer], self._part[lines])

    def rank(self, text: int) -> tuple[int, int, int]:
        """The usage of one text as a sort key, for texts that cannot be drawn together."""
        _, _, campaigns, systems = self._turn(self._lines_of(text))
        return int(campaigns[0]), int(systems[0]), int(self._chance[text])

    def take(self, text: int) -> None:
        """Count this text for its writers."""
        self._count(self._lines_of(text))

    def _lines_of(self, text: int) -> Ints:
        return np.arange(*np.searchsorted(self._given.text, (text, text + 1)))


def _references(given: TupleCandidates, order: Ints, turns: _Turns) -> tuple[Ints, Bools]:
    """The reference of each item (-1: none is left for it), and which texts are free for other roles."""
    references = np.full(len(given.keys), -1, np.int64)
    free = np.ones(len(given.item), np.bool_)
    several = np.zeros(len(given.keys), np.bool_)
    several[given.item[list(given.shared)]] = True
    # Most items share no text with another: they can choose as if they were alone.
    alone = turns.draw(given.right & ~several[given.item], 1)
    references[given.item[alone]] = alone
    chosen = _Entangled(given, np.flatnonzero(several), order).choose(turns)
    for item, text in chosen.items():
        references[item] = text
    taken = {given.shared[text] for text in chosen.values() if text in given.shared}
    free[[text for text, words in given.shared.items() if words in taken]] = False
    free[references[references >= 0]] = False
    return references, free


class _Entangled:
    """Items that share texts choose references, so that as few as possible are left without hypotheses."""

    def __init__(self, given: TupleCandidates, items: Ints, order: Ints) -> None:
        self._shared = given.shared
        self._sources = given.sources
        # Of each item: its right texts, and how many right and wrong ones are no reference yet.
        self._right: dict[int, list[int]] = {item: [] for item in order[np.isin(order, items)].tolist()}
        self._free = {item: [0, 0] for item in self._right}
        self._where: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for text in np.flatnonzero(np.isin(given.item, items)).tolist():
            item, wrong = int(given.item[text]), int(not given.right[text])
            self._free[item][wrong] += 1
            if not wrong:
                self._right[item].append(text)
            if text in given.shared:
                self._where[given.shared[text]].append((item, wrong))
        self._taken: set[str] = set()
        self._chosen: dict[int, int] = {}

    def choose(self, turns: _Turns) -> dict[int, int]:
        """The reference of each item for which one is left."""
        of_source: dict[str, str] = {}
        for item, texts in self._right.items():
            options = []
            source = self._sources[item]
            for text in texts:
                words = self._shared.get(text, "")
                harm = self._harm(item, words)
                if harm is not None:
                    # A text that already is a reference, preferably for this source, leaves the others free.
                    same = words != "" and of_source.get(source) == words
                    options.append((harm, not same, words not in self._taken, turns.rank(text), text))
            if options:
                text = min(options)[-1]
                turns.take(text)
                self._take(item, text)
                of_source.setdefault(source, self._shared.get(text, ""))
        return self._chosen

    def _harm(self, item: int, words: str) -> int | None:
        """How many waiting items could give no tuple any more; None if this or a settled one could not."""
        right, wrong = self._free[item]
        if words in self._taken:
            return 0 if right and wrong else None
        if right < 2 or not wrong:
            return None
        harmed = [other for other, side in self._where.get(words, ()) if self._free[other][side] == 1]
        return None if any(other in self._chosen for other in harmed) else len(harmed)

    def _take(self, item: int, text: int) -> None:
        words = self._shared.get(text)
        if words is None:
            self._free[item][0] -= 1
        elif words not in self._taken:
            self._taken.add(words)
            for other, side in self._where[words]:
                self._free[other][side] -= 1
        self._chosen[item] = text


def _paired(item: Ints, chance: Chances, better: Ints, worse: Ints, many: int) -> tuple[Ints, Ints]:
    """Up to `many` different pairs of an item; every text is used once before any is used twice."""
    better, worse = (texts[_sorted(item[texts], chance[texts])] for texts in (better, worse))
    size = item.max(initial=-1) + 1
    rights, wrongs = (np.bincount(item[texts], minlength=size) for texts in (better, worse))
    pairs = np.minimum(rights * wrongs, many)
    of = np.repeat(np.arange(size), pairs)
    count = np.arange(len(of)) - (np.cumsum(pairs) - pairs)[of]
    # Once around the longer side, then again with the shorter one shifted: no pair repeats.
    long, short = np.maximum(rights, wrongs)[of], np.minimum(rights, wrongs)[of]
    along, across = count % long, (count % long + count // long) % short
    more_right = (rights >= wrongs)[of]
    first = [np.cumsum(counts) - counts for counts in (rights, wrongs)]
    better = better[first[0][of] + np.where(more_right, along, across)]
    worse = worse[first[1][of] + np.where(more_right, across, along)]
    mixed = _sorted(of, chance[better] ^ chance[worse])
    return better[mixed], worse[mixed]
