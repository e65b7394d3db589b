"""Every annotator has an order of their own; repeats come late, and no key tells what it stands for."""

from dataclasses import replace

import pytest

from lackmus.core.ratings.orders import (
    GAP,
    TaskState,
    Turn,
    comes_twice,
    due_repeats,
    key_of,
    left,
    next_turns,
    open_texts,
    order_of,
    sheet,
    turns_by_key,
)

TASK = TaskState(texts=40, people=2, repeats=0, seed=7, person="Ann")
TWICE = replace(TASK, repeats=50)


def walked(standing: TaskState) -> list[Turn]:
    """All that a person rates who takes one text after another."""
    while ahead := next_turns(standing, (), 1):
        standing = replace(standing, rated=(*standing.rated, *ahead))
    return list(standing.rated)


def test_orders_are_shuffled_per_person() -> None:
    mine, others = order_of(7, "Ann", 40), order_of(7, "Ben", 40)
    assert sorted(mine) == sorted(others) == list(range(40))
    assert list(mine) != list(range(40)) and mine != others and mine == order_of(7, "Ann", 40)
    assert mine != order_of(8, "Ann", 40)


def test_everything_comes_once_without_repeats() -> None:
    assert walked(TASK) == [Turn(place) for place in order_of(7, "Ann", 40)]


def test_repeats_come_after_a_while() -> None:
    """Each at least so many ratings behind what it repeats, and only those that were chosen."""
    turns = walked(TWICE)
    repeats = [turn for turn in turns if turn.repeat]
    assert len(turns) == 40 + len(repeats) and 10 < len(repeats) < 30
    for turn in repeats:
        assert comes_twice(7, "Ann", turn.place, 50)
        assert turns.index(turn) - turns.index(Turn(turn.place)) - 1 >= GAP
    assert sheet(TWICE) == turns


def test_a_sheet_holds_what_is_left() -> None:
    turns = walked(TWICE)
    begun = replace(TWICE, rated=tuple(turns[:15]))
    assert sheet(begun) == turns[15:]


def test_what_is_left_goes_down_by_one_each_time() -> None:
    """Else a number that stays would show a repeat; only at the end some repeats never come."""
    counts = []
    standing = TWICE
    while open_texts(standing):
        counts.append(left(standing))
        standing = replace(standing, rated=(*standing.rated, *next_turns(standing, (), 1)))
    assert counts == list(range(counts[0], counts[0] - len(counts), -1))
    assert left(replace(TASK, rated=tuple(walked(TASK)))) == 0


@pytest.mark.parametrize(
    "others, claims, offered",
    [
        ({}, {}, True),
        ({5: 1}, {}, True),
        ({5: 2}, {}, False),  # rated by as many as are wanted
        ({5: 1}, {5: 1}, False),  # somebody is about to
        ({}, {5: 2}, False),
        ({}, {5: 1}, True),
    ],
)
def test_no_more_people_than_wanted(others: dict[int, int], claims: dict[int, int], offered: bool) -> None:
    standing = replace(TASK, by_others=others, claimed=claims)
    assert (Turn(5) in next_turns(standing, (), 40)) is offered
    assert (5 in open_texts(standing)) is (others.get(5, 0) < 2)  # a claim may be given up


def test_what_is_at_hand_does_not_come_again() -> None:
    first = next_turns(TASK, (), 3)
    assert next_turns(TASK, first, 2) == [Turn(place) for place in order_of(7, "Ann", 40)[3:5]]


def test_what_is_on_its_way_counts_for_the_gap_once() -> None:
    """Cards that lie ready will be rated before; what is saved already is not counted twice."""
    chosen = next(place for place in order_of(7, "Ann", 40) if comes_twice(7, "Ann", place, 50))
    rated = [Turn(chosen), *(Turn(place) for place in range(40) if place != chosen)][: GAP - 1]
    standing = replace(TWICE, rated=tuple(rated))
    ready = [Turn(place) for place in range(40) if Turn(place) not in rated][:2]
    assert due_repeats(standing) == []
    assert next_turns(standing, ready, 1) == [Turn(chosen, 1)]
    assert next_turns(standing, rated[-2:], 1)[0].repeat == 0


def test_keys_tell_nothing() -> None:
    """Each person, text and repeat has its own; without the token nobody can make one."""
    keys = turns_by_key("token", "Ann", 40)
    assert len(keys) == 80
    assert not set(keys) & set(turns_by_key("token", "Ben", 40))
    assert not set(keys) & set(turns_by_key("other", "Ann", 40))
    key = key_of("token", "Ann", Turn(3, 1))
    assert keys[key] == Turn(3, 1) and len(key) == 16 and int(key, 16)
