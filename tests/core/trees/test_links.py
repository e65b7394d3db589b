"""Word links: which of two directions count, and what Pharaoh lines say."""

from itertools import product
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lackmus.core.base.choices import Symmetry
from lackmus.core.trees.links import Alignment, LinkError, Rows, bounds, from_pharaoh, links, ready

INTERSECTION, GROW, UNION = Symmetry.INTERSECTION, Symmetry.GROW, Symmetry.UNION
Links = set[tuple[int, int]]


class Drawn(NamedTuple):
    """A sentence pair with what two directions say of it."""

    lengths: tuple[int, int]
    forward: Links
    backward: Links


def alignment(source: list[int], target: list[int], forward: list[str], backward: list[str]) -> Alignment:
    """Sentence pairs by their lengths, and a line of links for each."""
    left, right = bounds(source), bounds(target)
    return Alignment(left, right, from_pharaoh(forward, left, right), from_pharaoh(backward, left, right))


def written(found: Rows) -> str:
    """Links as Pharaoh lines write them, counted through all sentences."""
    return " ".join(f"{source}-{target}" for source, target in found.tolist())


@pytest.mark.parametrize(
    "forward, backward, intersection, grown, union",
    [
        ("", "", "", "", ""),
        ("0-0 1-1", "0-0 1-1", "0-0 1-1", "0-0 1-1", "0-0 1-1"),
        ("0-0", "1-1", "", "0-0 1-1", "0-0 1-1"),  # nobody agrees: words without a link, forward first
        ("0-0 0-1", "0-0", "0-0", "0-0 0-1", "0-0 0-1"),  # a neighbour brings in a word
        ("0-0 1-1", "0-0 0-1", "0-0", "0-0 0-1 1-1", "0-0 0-1 1-1"),  # beside first, then across the corner
        ("0-0 0-2", "0-0", "0-0", "0-0", "0-0 0-2"),  # too far, and one of its words has a link
        ("0-0 2-2", "0-0", "0-0", "0-0 2-2", "0-0 2-2"),  # too far, but neither word has one
        ("0-0 1-1 2-2", "0-0", "0-0", "0-0 1-1 2-2", "0-0 1-1 2-2"),  # what was taken has neighbours too
        ("2-2 1-1 0-0", "2-2", "2-2", "0-0 1-1 2-2", "0-0 1-1 2-2"),  # in either direction
        ("0-0 1-1 1-0", "0-0 1-1", "0-0 1-1", "0-0 1-1", "0-0 1-0 1-1"),  # both words have links
    ],
)
def test_symmetries(forward: str, backward: str, intersection: str, grown: str, union: str) -> None:
    """Koehn, Och and Marcu 2003: what both say, what grows from it, and what either says."""
    both = alignment([3], [3], [forward], [backward])
    assert [written(links(both, one)) for one in (INTERSECTION, GROW, UNION)] == [intersection, grown, union]


def test_sentences_are_apart() -> None:
    """The last words of a sentence are no neighbours of the first words of the next."""
    both = alignment([2, 2], [2, 2], ["1-1", "0-0 0-1"], ["1-1", "0-1"])
    assert written(links(both, INTERSECTION)) == "1-1 2-3"
    assert written(links(both, GROW)) == "1-1 2-2 2-3"
    across = alignment([2, 2], [2, 2], ["1-1 0-1", "0-0"], ["1-1", "1-0"])
    # 2-2 lies across the corner from 1-1, and would come before 3-2 if that were one sentence.
    assert written(links(across, GROW)) == "0-1 1-1 2-2"


def dense(lengths: tuple[int, int], forward: Links, backward: Links) -> Links:
    """Grow-diag-final-and step by step, as a textbook has it: over the whole matrix."""
    current = forward & backward
    union = forward | backward

    def free(side: int, place: int) -> bool:
        return all(link[side] != place for link in current)

    added = True
    while added:
        added = False
        for source, target in product(*map(range, lengths)):
            if (source, target) not in current:
                continue
            for across, along in ((-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)):
                new = source + across, target + along
                if new in union and new not in current and (free(0, new[0]) or free(1, new[1])):
                    current = current | {new}
                    added = True
    for direction in (forward, backward):
        for new in sorted(direction):
            if free(0, new[0]) and free(1, new[1]):
                current = current | {new}
    return current


@st.composite
def drawn(draw: st.DrawFn) -> Drawn:
    """Links at random; where there are many, most is left to decide."""
    source, target = draw(st.integers(0, 5)), draw(st.integers(0, 5))
    cells = [(left, right) for left in range(source) for right in range(target)]
    some = st.sets(st.sampled_from(cells)) if cells else st.just(Links())
    return Drawn((source, target), draw(some), draw(some))


@given(st.lists(drawn(), max_size=4))
def test_grown_as_in_the_textbook(pairs: list[Drawn]) -> None:
    """All sentences at once give what one after the other gives."""
    source, target = bounds([one.lengths[0] for one in pairs]), bounds([one.lengths[1] for one in pairs])

    def rows(found: list[Links]) -> list[list[int]]:
        starts = zip(source.tolist(), target.tolist(), found, strict=False)
        return sorted([left + one, right + other] for left, right, these in starts for one, other in these)

    forward, backward = [one.forward for one in pairs], [one.backward for one in pairs]
    both = Alignment(
        source, target, *(np.array(rows(one), np.int64).reshape(-1, 2) for one in (forward, backward))
    )
    assert links(both, INTERSECTION).tolist() == rows([one.forward & one.backward for one in pairs])
    assert links(both, GROW).tolist() == rows([dense(*one) for one in pairs])
    assert links(both, UNION).tolist() == rows([one.forward | one.backward for one in pairs])


@pytest.mark.parametrize("symmetry", Symmetry)
def test_what_is_ready_stays(symmetry: Symmetry) -> None:
    """Links that somebody put together already are no matter of choice; they are sorted, and each once."""
    given = np.array([[2, 1], [0, 0], [2, 1], [2, 0]])
    found = links(ready(bounds([3]), bounds([2]), given), symmetry)
    assert written(found) == "0-0 2-0 2-1"


@pytest.mark.parametrize("symmetry", Symmetry)
@pytest.mark.parametrize("lengths", [[], [0], [0, 2, 0]])
def test_nothing(lengths: list[int], symmetry: Symmetry) -> None:
    """No pairs, or pairs without links."""
    one = alignment(lengths, lengths, [""] * len(lengths), [""] * len(lengths))
    assert len(one) == len(lengths)
    assert links(one, symmetry).shape == (0, 2)


@pytest.mark.parametrize(
    "lines, found",
    [
        (["0-0 1-2", "1-0"], "0-0 1-2 3-3"),
        (["", "0-0"], "2-3"),
        (["", ""], ""),
        (["1-2  0-0\r", "\t1-0 "], "0-0 1-2 3-3"),  # in any order, with any space
        (["0-0 0-0", ""], "0-0"),
    ],
)
def test_pharaoh(lines: list[str], found: str) -> None:
    """A line a pair; words are counted within their sentences, and here through all of them."""
    assert written(from_pharaoh(lines, bounds([2, 2]), bounds([3, 1]))) == found


@pytest.mark.parametrize(
    "lines, line, words",
    [
        (["0-0", "0"], 2, "0 is no link. Write SOURCE-TARGET, such as 0-2."),
        (["0-0 0p1", ""], 1, "0p1 is no link"),  # possible links are no links
        (["0-0:0.9", ""], 1, "0-0:0.9 is no link"),
        (["0--1", ""], 1, "0--1 is no link"),
        (["-1-0", ""], 1, "-1-0 is no link"),
        (["0-²", ""], 1, "0-² is no link"),
        (["0-٣", ""], 1, "0-٣ is no link"),
        (["0-1234567890", ""], 1, "0-1234567890 is no link"),
        (["0-0 Hello,\x1b[1m", ""], 1, r"Hello,\x1b[1m is no link"),
        (["x" * 999, ""], 1, f"{'x' * 39}… is no link"),
        (["0-0", "0-0 2-0"], 2, "2-0 counts beyond the source sentence, which has 2 words. Were these links"),
        (["0-3", ""], 1, "0-3 counts beyond the target sentence, which has 3 words."),
        (["", "0-1"], 2, "0-1 counts beyond the target sentence, which has 1 word."),
    ],
)
def test_what_is_no_link(lines: list[str], line: int, words: str) -> None:
    """The line is named, and what stands there."""
    with pytest.raises(LinkError) as problem:
        from_pharaoh(lines, bounds([2, 2]), bounds([3, 1]))
    assert problem.value.line == line
    assert str(problem.value).startswith(words)
