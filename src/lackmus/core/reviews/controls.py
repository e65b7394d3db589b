"""Control texts: where they stand among the texts of a person, and which one comes next.

Nothing about a control text may differ from an open text, so everything here is worked out from the seed, the
person and how many texts they were given, never from chance or time.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from math import ceil, floor

from lackmus.core.base.verdict import Verdict
from lackmus.core.rules.judge import Reason

MOST_RATE = Fraction(1, 2)
MOST_CONTROLS = 2_000  # of a campaign


class RateError(ValueError):
    """The rate is none; the message says why."""


def rate_of(written: str) -> Fraction:
    """Read a rate such as 5%."""
    plain = written.strip().replace(",", ".").removesuffix("%").strip()
    try:
        rate = Fraction(plain) / 100 if written.strip().endswith("%") and "/" not in plain else Fraction(0)
    except (ValueError, ZeroDivisionError):
        rate = Fraction(0)
    if not 0 < rate <= MOST_RATE:
        raise RateError(f"“{written}” is no rate. Write a share of up to 50%, such as 5%")
    if rate < Fraction(1, 1000):
        raise RateError(f"“{written}” is less than one text in a thousand. Write a larger share, such as 1%")
    return rate


@dataclass(frozen=True)
class ControlSlots:
    """The places of control texts among all texts that a person is given, counted from 0.

    Of as many texts as one control text is due to, one is it: drawn from the seed and the person.
    """

    rate: Fraction
    seed: int
    person: str

    def due(self, place: int) -> bool:
        """Whether the text at this place is a control text."""
        return self._slot(floor(place * self.rate)) == place

    def ahead(self, place: int, others: int) -> int:
        """How many control texts come before so many other texts are judged, from this place on."""
        before = self._before(place)
        wanted = place - before + others  # ordinary texts up to the end
        block = floor(wanted * self.rate / (1 - self.rate)) + 1
        while block and self._start(block) - block >= wanted:
            block -= 1
        end = self._start(block) + (wanted - (self._start(block) - block))
        return block + (self._slot(block) < end) - before

    def _before(self, place: int) -> int:
        """How many control texts have places before this one."""
        block = floor(place * self.rate)
        return block + (self._slot(block) < place)

    def _start(self, block: int) -> int:
        return ceil(block / self.rate)

    def _slot(self, block: int) -> int:
        start, end = self._start(block), self._start(block + 1)
        return start + _drawn(self.seed, self.person, block) % (end - start)


@lru_cache(100_000)
def _drawn(seed: int, person: str, block: int) -> int:
    return int.from_bytes(sha256(f"{seed} {block} {person}".encode()).digest()[:8])


@dataclass(frozen=True)
class ControlAnswer:
    """What a person said about a control text."""

    verdict: Verdict
    since: int  # the change
    at: str


@dataclass(frozen=True)
class PersonControls:
    """The control texts of a campaign as one person meets them: those to come are open texts to them."""

    slots: ControlSlots
    waiting: Mapping[int, Reason] = field(default_factory=dict)  # why the rules leave the text open
    answered: Mapping[int, ControlAnswer] = field(default_factory=dict)

    def order(self, texts: Collection[int]) -> list[int]:
        """Texts in the order in which this person gets them."""
        seed, person = self.slots.seed, self.slots.person
        return sorted(texts, key=lambda text: (_drawn(seed, f"{person} text", text), text))

    def next(
        self, near: tuple[str, str], kinds: Mapping[int, tuple[str, str]], alike: bool = False
    ) -> int | None:
        """The next control text of these (category and phenomenon of each): one like its neighbour, if any.

        Texts of a phenomenon stay together in review, so one of another would stand out. `alike`: no other.
        """
        texts = self.order(kinds)
        same = (one for one in texts if kinds[one] == near)
        akin = (one for one in texts if kinds[one][0] == near[0] and not alike)
        return next(same, None) or next(akin, None) or (next(iter(texts), None) if not alike else None)


def placed_among(
    mine: PersonControls,
    place: int,
    texts: Sequence[tuple[int, tuple[str, str]]],
    kinds: Mapping[int, tuple[str, str]],
    alike: bool = False,
) -> list[int]:
    """As many texts as were chosen, with control texts in their places.

    `place` is how many texts the person was given before, `texts` are those chosen with category and
    phenomenon, and `kinds` the same of the control texts that fit.
    """
    left, found = dict(kinds), []
    waiting = list(texts)
    for at in range(len(texts)):
        number, near = waiting[0]
        control = mine.next(near, left, alike) if mine.slots.due(place + at) else None
        if control is None:
            found.append(number)
            waiting.pop(0)
        else:
            found.append(control)
            del left[control]
    return found
