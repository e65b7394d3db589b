"""Words, arcs and links have their places: nothing overlaps, nothing crosses, what matters is in sight."""

from collections.abc import Sequence
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lackmus.core.trees.drawing import Drawing, DrawnSentence, PlacedSentence, Strength, drawing
from lackmus.core.trees.treebank import Word


def wide(text: str, size: float, bold: bool) -> float:
    """All letters are half as wide as high."""
    return len(text) * size / 2


def words(heads: Sequence[int], forms: Sequence[str] = ()) -> tuple[Word, ...]:
    """A sentence by the heads of its words, counted from 1."""
    names = forms or [f"w{number}" for number in range(1, len(heads) + 1)]
    return tuple(
        Word(form, form, "VERB", "_", "_", head, "root" if not head else "dep", 0, 0)
        for form, head in zip(names, heads, strict=True)
    )


def half(*heads: int, marked: Sequence[int] = (), forms: Sequence[str] = ()) -> DrawnSentence:
    """A sentence that is one clause."""
    head = heads.index(0) if 0 in heads else None
    return DrawnSentence(words(heads, forms), frozenset(marked), frozenset(range(len(heads))), head)


def alone(one: DrawnSentence, room: float | None = None) -> PlacedSentence:
    return drawing(one, None, {}, wide, room).source


@pytest.mark.parametrize(
    "heads, levels",
    [
        ((0,), {0: 1}),
        ((2, 0), {0: 1, 1: 2}),  # the clause itself hangs above all else
        ((2, 0, 2), {0: 1, 2: 1, 1: 2}),
        ((3, 3, 0), {1: 1, 0: 2, 2: 3}),
        ((0, 1, 2, 3), {1: 1, 2: 1, 3: 1, 0: 2}),
        ((4, 3, 4, 0), {1: 1, 2: 1, 0: 2, 3: 3}),
        ((3, 4, 0, 3), {3: 1, 0: 1, 1: 2, 2: 3}),  # two that cross are one above the other
    ],
)
def test_what_lies_within_lies_lower(heads: tuple[int, ...], levels: dict[int, int]) -> None:
    assert {arc.word: arc.level for arc in alone(half(*heads)).arcs} == levels


@st.composite
def projective(draw: st.DrawFn) -> tuple[int, ...]:
    """Trees whose arcs need not cross: a head for each stretch of words, and heads for what is beside it."""
    heads = [0] * draw(st.integers(1, 14))

    def hang(low: int, high: int, above: int) -> None:
        while low < high:
            end = draw(st.integers(low + 1, high))
            head = draw(st.integers(low, end - 1))
            heads[head] = above
            hang(low, head, head + 1)
            hang(head + 1, end, head + 1)
            low = end

    root = draw(st.integers(0, len(heads) - 1))
    hang(0, root, root + 1)
    hang(root + 1, len(heads), root + 1)
    return tuple(heads)


@given(projective())
def test_no_arc_crosses_another(heads: tuple[int, ...]) -> None:
    """Upright parts against level ones: none is in the way of another."""
    arcs = alone(half(*heads)).arcs
    assert len(arcs) == len(heads)
    for one in arcs:
        for other in arcs:
            low, high = sorted((other.start, other.end))
            for x in {one.start, one.end}:
                assert not (low < x < high and other.level < one.level), (one, other)
    ends = sorted(x for arc in arcs for x in {arc.start, arc.end})
    assert all(right - left > 0.5 for left, right in pairwise(ends))


@given(st.lists(st.text(min_size=1, max_size=40), min_size=1, max_size=12))
def test_no_word_overlaps_another(forms: list[str]) -> None:
    """Whatever the words: in either direction each has its own room, and all are within the drawing."""
    found = drawing(half(0, *[1] * (len(forms) - 1), forms=forms), None, {}, wide, None)
    for one, other in combinations(found.source.words, 2):
        assert abs(one.x - other.x) >= (one.wide + other.wide) / 2
    for word in found.source.words:
        assert word.wide / 2 <= word.x + 0.01 and word.x + word.wide / 2 <= found.wide + 0.01


# A gap of one word, between 25 and 27, is no gap.
LONG = DrawnSentence(words([5] * 4 + [0] + [5] * 60), frozenset({20}), frozenset({19, 20, 25, 27}), 20)


def shown(found: Drawing) -> list[int | str]:
    """Words by their numbers, and dots for the others."""
    return ["…" if word.hidden else word.numbers[0] for word in found.source.words]


def test_a_long_sentence_is_shown_around_its_clause() -> None:
    """With the word on which it hangs, and some beside the marked one; dots say how many words they hide."""
    found = drawing(LONG, None, {}, wide, 400)
    assert shown(found) == ["…", 4, "…", 18, 19, 20, 21, 22, "…", 25, 26, 27, "…"]
    assert [word.tag for word in found.source.words if word.hidden] == [
        "4 words",
        "13 words",
        "2 words",
        "37 words",
    ]
    assert found.shortened and found.wide < 700
    whole = drawing(LONG, None, {}, wide, None)
    assert shown(whole) == list(range(65)) and not whole.shortened


def test_what_is_linked_with_a_clause_is_shown_too() -> None:
    target = half(0, 1, 1)
    found = drawing(LONG, target, {(20, 0): Strength.KEYWORD, (50, 2): Strength.CLAUSE}, wide, 400)
    assert shown(found) == ["…", 4, "…", 18, 19, 20, 21, 22, "…", 25, 26, 27, "…", 50, "…"]
    assert [(link.source, link.target) for link in found.links] == [(50, 2), (20, 0)]


def test_links_of_hidden_words_are_not_drawn() -> None:
    target = DrawnSentence(words([0] + [1] * 40), frozenset({0}), frozenset({0}), 0)
    links = {(20, 0): Strength.KEYWORD, (60, 39): Strength.OTHER}
    assert [link.source for link in drawing(LONG, target, links, wide, 400).links] == [20]
    assert [link.source for link in drawing(LONG, target, links, wide, None).links] == [60, 20]


def test_a_clause_without_words_to_show_begins_at_the_beginning() -> None:
    found = drawing(DrawnSentence(words([0] + [1] * 40)), None, {}, wide, 100)
    assert shown(found) == [*range(12), "…"]


@pytest.mark.parametrize(
    "forms, first_is_right",
    [
        (("one", "two", "three"), False),
        (("שלום", "עולם", "abc"), True),
        (("“", "مرحبا", "x"), True),  # signs have no direction
        (("1", "2", "3"), False),
    ],
)
def test_words_stand_in_the_direction_of_their_script(forms: tuple[str, ...], first_is_right: bool) -> None:
    line = alone(half(0, 1, 1, forms=forms))
    assert (line.words[0].x > line.words[-1].x) is first_is_right
    assert all(arc.word in (0, 1, 2) for arc in line.arcs)


def test_the_keyword_stands_above_its_word_where_there_is_room() -> None:
    source, target = half(2, 0, marked=[1]), half(2, 0, *[2] * 6, marked=[5])
    found = drawing(source, target, {(1, 5): Strength.KEYWORD}, wide, None)
    (link,) = found.links
    assert link.start == pytest.approx(link.end)
    away = drawing(source, target, {(1, 0): Strength.KEYWORD}, wide, None)
    assert away.source.words[0].x >= away.source.words[0].wide / 2 - 0.01  # but never beyond the edge


def test_a_word_is_cut_and_what_steers_is_made_visible() -> None:
    line = alone(half(0, 1, forms=("x" * 90, "a\u202eb\n")))
    assert line.words[0].form == "x" * 25 + "…"
    assert line.words[1].form == r"a\u202eb\n"


def test_an_arc_between_neighbours_has_room_for_its_name() -> None:
    name = "a:rather:long:relation"
    pair = (words((0,))[0], words((1,))[0]._replace(deprel=name))
    line = alone(DrawnSentence(pair, frozenset(), frozenset({0, 1}), 0))
    (arc,) = (arc for arc in line.arcs if arc.head is not None)
    assert abs(arc.end - arc.start) > wide(name, 10.5, False)


def test_nothing_to_draw() -> None:
    found = drawing(DrawnSentence(()), DrawnSentence(()), {}, wide)
    assert (found.wide, found.links, found.source.levels) == (0.0, (), 0)
    assert found.target is not None and found.target.words == ()
