"""In which order a person rates the texts of a task, which come a second time, and under which keys."""

# Nothing here knows who wrote a text: places come from a draw that does not depend on it. The order depends
# on the seed and the person, so it can be reproduced. Keys also depend on the secret token of the task, so
# the key of a repeat does not reveal what it repeats.

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from itertools import islice

GAP = 10  # least number of other ratings between a text and its repeat


@dataclass(frozen=True, order=True)
class Turn:
    """A text that a person rates: by its place in the task, for the first or the second time."""

    place: int
    repeat: int = 0  # 0 or 1


@dataclass(frozen=True)
class TaskState:
    """The state of a task for one person."""

    texts: int
    people: int  # who rate each text
    repeats: int  # percent
    seed: int
    person: str
    rated: Sequence[Turn] = ()  # by this person, in the order of time
    by_others: Mapping[int, int] = field(default_factory=dict)  # place -> how many others rated it
    claimed: Mapping[int, int] = field(default_factory=dict)  # place -> how many others are looking at it


def _hashed(*parts: object) -> str:
    return sha256("\n".join(map(str, parts)).encode()).hexdigest()


def key_of(token: str, person: str, turn: Turn) -> str:
    """The key of a text on one person's pages and files."""
    return _hashed("key", token, person, turn.place, turn.repeat)[:16]


@lru_cache(maxsize=64)
def turns_by_key(token: str, person: str, texts: int) -> Mapping[str, Turn]:
    """All keys of a person, with their turns."""
    turns = [Turn(place, repeat) for place in range(texts) for repeat in (0, 1)]
    return {key_of(token, person, turn): turn for turn in turns}


@lru_cache(maxsize=64)
def order_of(seed: int, person: str, texts: int) -> tuple[int, ...]:
    """The places of all texts, shuffled for this person."""
    return tuple(sorted(range(texts), key=lambda place: _hashed("order", seed, person, place)))


def comes_twice(seed: int, person: str, place: int, percent: int) -> bool:
    """Whether a text is among those that this person gets a second time."""
    return int(_hashed("repeat", seed, person, place)[:8], 16) < percent / 100 * 2**32


def open_texts(standing: TaskState) -> list[int]:
    """The places that this person could still rate, in order, even if others look at them now."""
    rated = {turn.place for turn in standing.rated}
    others = standing.by_others
    return [
        place
        for place in order_of(standing.seed, standing.person, standing.texts)
        if place not in rated and others.get(place, 0) < standing.people
    ]


def due_repeats(standing: TaskState, waiting: int = 0) -> list[Turn]:
    """Repeats that are due; `waiting` ratings are on their way and count as made."""
    made = len(standing.rated) + waiting
    again = {turn.place for turn in standing.rated if turn.repeat}
    return [
        Turn(turn.place, 1)
        for number, turn in enumerate(standing.rated)
        if made - number - 1 >= GAP and not turn.repeat and turn.place not in again and _twice(standing, turn)
    ]


def _twice(standing: TaskState, turn: Turn) -> bool:
    return comes_twice(standing.seed, standing.person, turn.place, standing.repeats)


def next_turns(standing: TaskState, without: Collection[Turn], many: int) -> list[Turn]:
    """The next turns: a repeat that is due, else the next free text."""
    others, claimed = standing.by_others, standing.claimed
    free = (
        Turn(place)
        for place in open_texts(standing)
        if others.get(place, 0) + claimed.get(place, 0) < standing.people
    )
    waiting = len(set(without) - set(standing.rated))
    found = (turn for turn in (*due_repeats(standing, waiting), *free) if turn not in without)
    return list(islice(found, many))


def left(standing: TaskState) -> int:
    """How many ratings are left for this person; each rating lowers it by one, so no repeat shows."""
    fresh = open_texts(standing)
    if not fresh:
        return len(due_repeats(standing))
    again = {turn.place for turn in standing.rated if turn.repeat}
    pending = {turn.place for turn in standing.rated} - again | set(fresh)
    return len(fresh) + sum(_twice(standing, Turn(place)) for place in pending)


def sheet(standing: TaskState) -> list[Turn]:
    """All remaining turns of a person in one list, each repeat far enough after its first turn."""
    made = list(standing.rated)
    found: list[Turn] = []
    again = {turn.place for turn in made if turn.repeat}
    repeats = deque(
        (number, turn.place)
        for number, turn in enumerate(made)
        if not turn.repeat and turn.place not in again and _twice(standing, turn)
    )
    fresh = deque(open_texts(standing))
    while True:
        if repeats and len(made) - repeats[0][0] - 1 >= GAP:
            turn = Turn(repeats.popleft()[1], 1)
        elif fresh:
            turn = Turn(fresh.popleft())
            if _twice(standing, turn):
                repeats.append((len(made), turn.place))
        else:
            return found
        made.append(turn)
        found.append(turn)
