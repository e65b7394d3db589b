"""The built-in aligner: it learns which words belong together, and says the same every time."""

import os
import subprocess
import sys
from itertools import product
from random import Random

import numpy as np
import pytest

from lackmus.aligners import Aligner, Alignment, batches, open_aligner
from lackmus.aligners import hmm as model
from lackmus.aligners.hmm import Floats, walk
from lackmus.cli.remedies import worded
from lackmus.core.base.choices import Symmetry
from lackmus.core.trees.links import links
from lackmus.errors import LackmusError
from tests.conftest import PROJECT

Sentences = list[list[str]]

ARTICLE = "le"


def invented(pairs: int = 300, seed: int = 1) -> tuple[Sentences, Sentences, set[tuple[int, int]]]:
    """Sentences of a language whose words have one translation each, and the links between them.

    Half of the nouns get an article, which belongs to nothing; the translation turns some neighbours around.
    """
    draw = Random(seed)
    source, target, expected = [], [], set()
    begin = [0, 0]
    for _ in range(pairs):
        words = [min(int(draw.expovariate(0.03)), 199) for _ in range(draw.randint(3, 15))]
        order = list(range(len(words)))
        place = draw.randrange(len(words) - 1)
        order[place], order[place + 1] = order[place + 1], order[place]
        translated = []
        for one in order:
            if words[one] % 2 and draw.random() < 0.5:
                translated.append(ARTICLE)
            expected.add((begin[0] + one, begin[1] + len(translated)))
            translated.append(f"{words[one]:03}-mot")
        source.append([f"word-{one:03}" for one in words])
        target.append(translated)
        begin[0] += len(words)
        begin[1] += len(translated)
    return source, target, expected


def hmm(**options: str) -> Aligner:
    """The aligner with these options."""
    return open_aligner("hmm", options)


def pairs_of(alignment: Alignment, symmetry: Symmetry = Symmetry.INTERSECTION) -> set[tuple[int, int]]:
    """Its links as pairs."""
    return {(one, other) for one, other in links(alignment, symmetry).tolist()}


@pytest.mark.parametrize("agreement", ["no", "yes"])
@pytest.mark.parametrize(
    "symmetry, recall, precision",
    [
        (Symmetry.INTERSECTION, 0.94, 0.99),
        (Symmetry.GROW, 0.98, 0.97),
        (Symmetry.UNION, 0.99, 0.97),
    ],
)
def test_an_invented_language_is_learnt(
    symmetry: Symmetry, recall: float, precision: float, agreement: str
) -> None:
    """From 300 sentences, in which no word looks like its translation and some stand there only once."""
    source, target, expected = invented()
    found = pairs_of(hmm(agreement=agreement).align(source, target), symmetry)
    assert len(found & expected) > recall * len(expected)
    assert len(found & expected) > precision * len(found)


def test_what_belongs_to_nothing_chooses_none() -> None:
    """An article that has no counterpart."""
    source, target, _ = invented()
    words = [word for one in target for word in one]
    assert words.count(ARTICLE) > 600
    assert ARTICLE not in {words[row] for row in hmm().align(source, target).forward[:, 1].tolist()}


@pytest.mark.parametrize(
    "source, target, found",
    [
        ("Praha leží tam", "hier liegt Praha", {(0, 2)}),  # the same word
        ("hoch oben PARIS", "Paříž nahoře vysoko", {(2, 0)}),  # but for accents and capitals
        ("alles telefonisch", "telefonicky vše", {(1, 0)}),  # the same first letters
        ("am 24.", "24. dne", {(1, 0)}),
    ],
)
def test_words_that_look_alike(source: str, target: str, found: set[tuple[int, int]]) -> None:
    """Where nothing can be learnt, this tells most."""
    assert found <= pairs_of(hmm().align([source.split()], [target.split()]))


def test_capital_letters_make_no_difference() -> None:
    """Parsers write the lemmas of names with capitals, or not."""
    source, target, _ = invented(50)
    shouted = [[word.upper() if place % 2 else word for place, word in enumerate(one)] for one in source]
    assert pairs_of(hmm().align(shouted, target)) == pairs_of(hmm().align(source, target))


def test_places_tell_repeated_words_apart() -> None:
    """Where a sentence stands twice, the first half belongs to the first half."""
    source, target, _ = invented(100)
    alignment = hmm().align([one * 2 for one in source], [one * 2 for one in target])
    halves = [
        np.concatenate([np.repeat([2 * number, 2 * number + 1], len(one)) for number, one in enumerate(side)])
        for side in (source, target)
    ]
    assert len(alignment.forward) > 1500
    assert (halves[0][alignment.forward[:, 0]] == halves[1][alignment.forward[:, 1]]).mean() > 0.98


def test_a_word_does_not_attract_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where words stand in any order, and places tell nothing, the penalty keeps them from each other's."""
    source, target, _ = invented()
    draw = Random(1)
    shuffled = [draw.sample(one, len(one)) for one in target]

    def crowded() -> int:
        return int((np.bincount(hmm().align(source, shuffled).forward[:, 0]) > 1).sum())

    by_default = crowded()
    monkeypatch.setattr(model, "_CROWDING", 0)
    assert by_default < 0.5 * crowded()


def test_a_word_does_not_believe_itself() -> None:
    """EM lets a word that was seen once take what it likes; here its own vote does not count."""
    draw = Random(3)
    source, target, _ = invented()
    for name, side in (("s", source), ("t", target)):
        for number, words in enumerate(side):
            for place in range(len(words), 0, -1):
                if draw.random() < 0.2:
                    words.insert(place, f"{name}:{number}:{place}")
    new = [[":" in word for words in side for word in words] for side in (source, target)]
    found = pairs_of(hmm().align(source, target))
    mixed = sum(new[0][left] != new[1][right] for left, right in found)
    assert len(found) > 2700
    assert mixed < 0.02 * len(found)


@pytest.mark.parametrize("cells, fewest", [(1, 0), (2**10, 0), (2**22, 2**10)])
def test_batches_make_no_difference(cells: int, fewest: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """One pair at a time, or all at once, filled up to the longest."""
    source, target, _ = invented(100)
    usual = hmm().align(source, target)
    monkeypatch.setattr(batches, "_CELLS", cells)
    monkeypatch.setattr(batches, "_FEWEST", fewest)
    other = hmm().align(source, target)
    assert np.array_equal(other.forward, usual.forward)
    assert np.array_equal(other.backward, usual.backward)


@pytest.mark.parametrize(
    "source, target, found",
    [
        ([], [], set()),
        ([[]], [[]], set()),
        ([["a"]], [[]], set()),
        ([[]], [["a"]], set()),
        ([["a"], [], ["b"]], [["a"], ["c"], ["b"]], {(0, 0), (1, 2)}),  # rows stay in step
        ([[""], ["a"]], [["b"], ["a"]], {(0, 0), (1, 1)}),  # a parser may give an empty lemma
    ],
)
def test_empty_sentences(source: Sentences, target: Sentences, found: set[tuple[int, int]]) -> None:
    """They have no links, and shift nothing."""
    alignment = hmm().align(source, target)
    assert len(alignment) == len(source)
    assert pairs_of(alignment) == found


@pytest.mark.parametrize("longest, found", [("3", {(0, 0), (5, 5)}), ("4", {(0, 0), (1, 1), (5, 5)})])
def test_what_is_too_long_is_left_out(longest: str, found: set[tuple[int, int]]) -> None:
    """It gets no links, and whoever asks is told which."""
    source, target = [["a"], ["b", "x", "y", "z"], ["c"]], [["a"], ["b", "k", "l", "m"], ["c"]]
    aligner = hmm(longest=longest)
    assert pairs_of(aligner.align(source, target)) & {(0, 0), (1, 1), (5, 5)} == found
    assert [aligner.skips(len(one), len(one)) for one in source] == [False, longest == "3", False]


def test_a_text_instead_of_a_sentence() -> None:
    """Five thousand words take neither time nor memory by default, on either side."""
    long, short = ["word"] * 5000, ["word"]
    alignment = hmm().align([long, short, long, short], [long, long, short, short])
    assert pairs_of(alignment) == {(10_001, 10_001)}


HASHED = """
import sys
from hashlib import sha256
from tests.aligners.test_hmm import hmm, invented
source, target, _ = invented(400)
found = hmm(agreement=sys.argv[1]).align(source, target)
print(sha256(found.forward.tobytes() + found.backward.tobytes()).hexdigest())
"""


@pytest.mark.slow
@pytest.mark.parametrize("agreement", ["no", "yes"])
def test_the_same_every_time(agreement: str) -> None:
    """Whatever the seed of Python's hashes and the number of threads of numpy's libraries."""
    said = set()
    for seed, threads in (("0", "1"), ("1", "2"), ("2", "1")):
        libraries = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), threads)
        run = subprocess.run(
            [sys.executable, "-c", HASHED, agreement],
            cwd=PROJECT,
            env={**os.environ, "PYTHONHASHSEED": seed, **libraries},
            capture_output=True,
            text=True,
            check=True,
        )
        said.add(run.stdout)
    assert len(said) == 1
    source, target, _ = invented(400)
    assert len(links(hmm(agreement=agreement).align(source, target)))  # and there is something to compare


@pytest.mark.parametrize("steps, words", [(1, 1), (1, 3), (3, 1), (3, 2), (2, 3)])
def test_the_walk_is_a_sum_over_all_ways(steps: int, words: int) -> None:
    """Baum-Welch against every way there is, one after the other, for sentences of different lengths."""
    draw = np.random.default_rng(steps * 10 + words)
    lengths = np.array([words, 1])
    jumps = draw.uniform(0.1, 1, 2 * words + 2).astype(np.float32)
    fit = draw.uniform(0.1, 1, (steps, words, 2)).astype(np.float32)
    fit[:, 1:, 1] = 0  # the second sentence has one word
    alone = draw.uniform(0.1, 1, (steps, 2)).astype(np.float32)
    shares, jumped = walk(fit.copy(), alone.copy(), lengths, jumps)
    expected, counted = np.zeros_like(shares), np.zeros(len(jumps))
    for pair, length in enumerate(lengths.tolist()):
        ways = [
            (way, *_weighed(way, fit[:, :, pair], alone[:, pair], length, jumps))
            for way in product(range(length + 1), repeat=steps)
        ]
        total = sum(weight for _, weight, _ in ways)
        for way, weight, distances in ways:
            for step, choice in enumerate(way):
                if choice:
                    expected[step, choice - 1, pair] += weight / total
            for distance in distances:
                counted[distance] += weight / total
    assert np.allclose(shares, expected, atol=1e-6)
    assert np.allclose(jumped, counted, atol=1e-5)


def _weighed(
    way: tuple[int, ...], fit: Floats, alone: Floats, length: int, jumps: Floats
) -> tuple[float, list[int]]:
    """The weight of one way (0 chooses none), and the distances it jumps, by their place among the jumps."""
    state, weight, distances = 0, 1.0, []
    middle = len(jumps) // 2 - 1
    for step, choice in enumerate((*way, length + 1)):
        if choice == 0:
            weight *= float(alone[step])
            continue
        room = sum(float(jumps[middle + place - state]) for place in range(1, length + 2))
        weight *= float(jumps[middle + choice - state]) / room
        if choice <= length:
            weight *= float(fit[step, choice - 1])
        distances.append(middle + choice - state)
        state = choice
    return weight, distances


def test_progress_is_told() -> None:
    """From nothing to all, step by step."""
    said: list[tuple[str, int, int]] = []
    hmm().align([["a"]], [["b"]], lambda *told: said.append(told))
    assert said == [("Aligning", done, 10) for done in range(11)]


@pytest.mark.parametrize(
    "options, words",
    [
        ({"agreement": "perhaps"}, "--aligner: agreement cannot be perhaps. Choose yes, no."),
        ({"longest": "0"}, "--aligner: longest cannot be 0. Write a whole number from 1 to 1000."),
        ({"longest": "long"}, "--aligner: longest cannot be long."),
        ({"rounds": "5"}, "--aligner: hmm has no option rounds. It has agreement, longest."),
    ],
)
def test_options_are_checked(options: dict[str, str], words: str) -> None:
    """Before anything is aligned."""
    with pytest.raises(LackmusError) as problem:
        hmm(**options)
    assert worded(problem.value).startswith(words)


def test_the_signature_names_what_counts() -> None:
    """Two aligners that may give other links have another identity."""
    assert hmm().signature().startswith("aligner:hmm|agreement:no|longest:250|version:")
    assert hmm().identity() == hmm(longest="250").identity()
    assert hmm().identity() != hmm(agreement="yes").identity()
    assert hmm().identity() != hmm(longest="100").identity()
