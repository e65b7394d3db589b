"""The built-in aligner: IBM Model 1, then a hidden Markov model; deterministic."""

# Brown et al. 1993; Vogel, Ney and Tillmann 1996. Trained by mean field: where a collapsed Gibbs sampler
# draws a choice for each word, each word here keeps the share of every choice; counts for a word leave out
# its own contribution.  Sums must not be divided among threads, so einsum is used, which adds in one order.
# Sentence pairs are the last axis of all arrays, which makes this quick.

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from lackmus.aligners.batches import Batch, Corpus, corpus
from lackmus.aligners.protocol import Aligner, Progress, Words, silent
from lackmus.core.base.signatures import signature
from lackmus.core.trees.links import Alignment, Rows, bounds, in_order
from lackmus.machine.options import Option, whole

Floats = NDArray[np.float32]

_ROUNDS = 5  # of either model
_UNSEEN = 0.005  # prior count of any pair of words
_ALIKE = 0.1  # additional prior count if they look alike
_NONE = 0.1  # share of words without a partner
_CROWDING = 1.5  # how much a chosen word is avoided by the next
_STRAY = 0.5  # prior count of a jump over any distance


class Hmm(Aligner):
    """Learns from the pairs themselves; case is ignored."""

    LABEL = "HMM"
    ABOUT = "the built-in one: IBM Model 1 and an HMM in both directions, the same links every time"
    OPTIONS = (
        Option("agreement", "whether the two directions learn from each other", "no", ("yes", "no")),
        Option("longest", "words a sentence may have; a pair with a longer one gets no links", "250"),
    )

    def __init__(self, options: Mapping[str, str]) -> None:
        super().__init__(options)
        self._agreement = options["agreement"] == "yes"
        self._longest = whole(options, "longest", 1, 1000, said_in="aligner")

    def signature(self) -> str:
        """Name and options."""
        return signature({"aligner": "hmm", "agreement": self.options["agreement"], "longest": self._longest})

    def skips(self, source: int, target: int) -> bool:
        """Whether a sentence is too long: time grows with the cube of its length."""
        return max(source, target) > self._longest

    def align(
        self, source: Sequence[Words], target: Sequence[Words], progress: Progress = silent
    ) -> Alignment:
        """Learn from all pairs; each word is then linked with its most probable partner."""
        known = corpus(source, target, self._longest)
        forward, backward = _Direction(known, backward=False), _Direction(known, backward=True)
        steps = 2 * _ROUNDS
        for step in range(steps):
            progress("Aligning", step, steps)
            for number, batch in enumerate(known.batches):
                for one in (forward, backward):
                    one.choose(number, batch, by_place=step >= _ROUNDS)
                if self._agreement and step < steps - 1:
                    _agree(forward, backward, number)
                for one in (forward, backward):
                    one.count(number, batch)
            for one in (forward, backward):
                one.learn()
        progress("Aligning", steps, steps)
        source_bounds, target_bounds = bounds([*map(len, source)]), bounds([*map(len, target)])
        return Alignment(
            source_bounds,
            target_bounds,
            forward.links(known.batches, source_bounds, target_bounds),
            backward.links(known.batches, source_bounds, target_bounds),
        )


class _Direction:
    """One direction: each word of one side chooses a word of the other, or none."""

    def __init__(self, known: Corpus, *, backward: bool) -> None:
        self._backward = backward
        self._chosen, sizes = known.source, (known.target_words, known.source_words)
        if backward:
            self._chosen, sizes = known.target, sizes[::-1]
        choosing, chosen = sizes  # numbers of distinct words
        # Prior counts: pairs of words, chosen words, none.
        prior = _UNSEEN + _ALIKE * known.alike
        prior[0] = 0
        every = _UNSEEN * choosing
        self._priors = prior, np.bincount(self._chosen, _ALIKE * known.alike, chosen) + every
        self._new_pairs, self._new_none = np.zeros(len(prior)), np.zeros(choosing)
        # Jump counts by distance, from the longest backward jump to the longest forward one.
        self._jumps = np.ones(2 * known.longest + 2, np.float32)
        self._new_jumps = np.zeros(len(self._jumps))
        # For each batch: the probability of every choice of a word, and of none.
        shapes = [batch.seen(backward)[2].shape for batch in known.batches]
        self.shares: list[Floats] = [np.zeros(shape, np.float32) for shape in shapes]
        self._alone: list[Floats] = [np.zeros((long, pairs), np.float32) for long, _, pairs in shapes]
        self.learn()

    def learn(self) -> None:
        """Turn the counts into the parameters of the next round."""
        self._new_none[0] = 0
        prior, priors = self._priors
        self._pairs = (prior + self._new_pairs).astype(np.float32)
        self._totals = (priors + np.bincount(self._chosen, self._new_pairs, len(priors))).astype(np.float32)
        self._none = (_UNSEEN + self._new_none).astype(np.float32)
        self._all_none = np.float32(_UNSEEN * len(self._none) + self._new_none.sum())
        if self._new_jumps.any():
            self._jumps = ((_STRAY + self._new_jumps) / self._new_jumps.max()).astype(np.float32)
        for counts in (self._new_pairs, self._new_none, self._new_jumps):
            counts.fill(0)

    def count(self, number: int, batch: Batch) -> None:
        """Count the choices of a batch."""
        choosing, _, types = batch.seen(self._backward)
        np.add.at(self._new_pairs, types.ravel(), self.shares[number].ravel().astype(np.float64))
        np.add.at(self._new_none, choosing.ravel(), self._alone[number].ravel().astype(np.float64))

    def choose(self, number: int, batch: Batch, *, by_place: bool) -> None:
        """Update the choices of a batch: by the lexicon and, in the HMM, by position."""
        lengths = (batch.seen(self._backward)[1] > 0).sum(0)
        fit, alone = self._lexicon(number, batch)
        if by_place:
            shares, jumped = walk(fit, alone, lengths, self._jumps)
            self._new_jumps += jumped
        else:
            fit /= lengths.astype(np.float32)
            shares = fit / (fit.sum(1) + alone)[:, None]
        self.shares[number] = shares
        self._alone[number] = np.maximum(1 - shares.sum(1), 0)

    def _lexicon(self, number: int, batch: Batch) -> tuple[Floats, Floats]:
        """Lexical probabilities of pairs, and of no partner, without each word's own counts."""
        choosing, chosen, types = batch.seen(self._backward)
        own, alone = self.shares[number], self._alone[number]
        fit: Floats = np.take(self._pairs, types) - own
        fit /= np.take(self._totals, chosen) - own
        fit *= np.exp(np.float32(-_CROWDING) * (own.sum(0) - own)) * np.float32(1 - _NONE)
        alone = (np.take(self._none, choosing) - alone) / (self._all_none - alone) * np.float32(_NONE)
        alone[choosing == 0] = 1  # padding after the end of a sentence
        return fit, alone

    def links(self, batches: Sequence[Batch], source: Rows, target: Rows) -> Rows:
        """Link each word to its most probable partner, if that is more probable than none."""
        found = [np.empty((0, 2), np.int64)]
        for batch, shares, alone in zip(batches, self.shares, self._alone, strict=True):
            choosing, _, _ = batch.seen(self._backward)
            word, pair = np.nonzero((choosing > 0) & (shares.max(1) > alone))
            other = shares.argmax(1)[word, pair]
            left, right = (word, other) if self._backward else (other, word)
            pairs = batch.pairs[pair]
            found.append(np.stack((source[pairs] + left, target[pairs] + right), axis=1))
        return in_order(np.concatenate(found))


def walk(fit: Floats, alone: Floats, lengths: Rows, jumps: Floats) -> tuple[Floats, NDArray[np.float64]]:
    """Forward-backward pass (Baum and Welch): the probability of each choice, and expected jumps.

    A state is the word chosen last, 0 before the first; choosing none keeps the state. The end of a sentence
    is one more jump target. The middle of `jumps` is the weight of distance 0. The input arrays are
    overwritten.
    """
    steps, words, pairs = fit.shape
    states = np.arange(words + 1)[:, None]
    distances = np.arange(1, words + 1) - states + len(jumps) // 2 - 1
    ends = lengths + 1 - states + len(jumps) // 2 - 1
    across, last = jumps[distances], jumps[ends]
    room = np.einsum("sw,wp->sp", across, (states[1:] <= lengths).astype(np.float32)) + last
    state = np.zeros((words + 1, pairs), np.float32)
    state[0] = 1
    begun = np.empty((steps, words + 1, pairs), np.float32)
    shares = np.empty_like(fit)
    for step in range(steps):
        np.divide(state, room, out=begun[step])
        np.multiply(np.einsum("sw,sp->wp", across, begun[step]), fit[step], out=shares[step])
        state *= alone[step]
        state[1:] += shares[step]
        scale = 1 / state.sum(0)
        state *= scale
        for part in (shares, fit, alone):
            part[step] *= scale
    ahead = last / room
    ahead /= (ahead * state).sum(0)
    jumped = np.zeros(len(jumps))
    np.add.at(jumped, ends, ahead * state)
    for step in reversed(range(steps)):
        shares[step] *= ahead[1:]
        fit[step] *= ahead[1:]
        ahead *= alone[step]
        ahead += np.einsum("sw,wp->sp", across, fit[step]) / room
    np.add.at(jumped, distances, np.einsum("tsp,twp->sw", begun, fit) * across)
    return shares, jumped


def _agree(forward: _Direction, backward: _Direction, number: int) -> None:
    """Count only what both directions choose (Liang, Taskar and Klein 2006)."""
    both = forward.shares[number] * backward.shares[number].swapaxes(0, 1)
    forward.shares[number], backward.shares[number] = both, np.ascontiguousarray(both.swapaxes(0, 1))
