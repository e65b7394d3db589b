"""Control texts: where they stand among the texts of a person, and which one comes next.

Nothing about a control text may differ from an open text, so everything here is worked out from the seed, the
person and how many texts they were given, never from chance or time.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from math import ceil, floor

from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.decisions import Outcome
from lackmus.core.rules.judge import Reason

LEAST_RATE, MOST_RATE = Fraction(1, 100), Fraction(1, 2)


class RateError(ValueError):
    """The rate is none; the message says why."""


def rate_of(written: str) -> Fraction:
    """Read a rate such as 5%."""
    plain = written.strip().replace(",", ".").removesuffix("%").strip()
    try:
        rate = Fraction(plain) / 100 if written.strip().endswith("%") and "/" not in plain else Fraction(0)
    except (ValueError, ZeroDivisionError):
        rate = Fraction(0)
    if not LEAST_RATE <= rate <= MOST_RATE:
        raise RateError(f"“{written}” is no rate of control texts. Write a share from 1% to 50%, such as 5%")
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
        if not others:
            return 0
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

    slots: ControlSlots | None = None  # None: no more are mixed in
    waiting: Mapping[int, Reason | None] = field(default_factory=dict)  # why the rules leave the text open
    answered: Mapping[int, ControlAnswer] = field(default_factory=dict)

    def outcome(self, text: int, holds: Outcome) -> Outcome:
        """The verdict and reason that this person is shown for a text."""
        if text in self.waiting:
            return Verdict.WARNING, self.waiting[text]
        return (self.answered[text].verdict, None) if text in self.answered else holds

    def order(self, texts: Collection[int]) -> list[int]:
        """Texts in the order in which this person gets them."""
        if self.slots is None:
            return []
        seed, person = self.slots.seed, self.slots.person
        return sorted(texts, key=lambda text: (_drawn(seed, f"{person} text", text), text))


NO_CONTROLS = PersonControls()


@dataclass(frozen=True)
class FittingControls:
    """The control texts that fit the filters of a person, and where the person stands."""

    of: PersonControls
    place: int  # how many texts the person was given before
    kinds: Mapping[int, tuple[str, str]]  # category and phenomenon of each that waits

    def only(self, texts: Collection[int]) -> "FittingControls":
        """Only those of these texts."""
        return replace(self, kinds={one: kind for one, kind in self.kinds.items() if one in texts})

    def ahead(self, others: int) -> int:
        """How many control texts come before so many other texts are judged."""
        return min(len(self.kinds), self.of.slots.ahead(self.place, others)) if self.of.slots else 0

    def first(self, others: int) -> list[int]:
        """The control texts that come before so many other texts are judged, as far as is known."""
        return self.of.order(self.kinds)[: self.ahead(others)]

    def placed_among(
        self,
        texts: Sequence[int],
        kinds: Sequence[tuple[str, str]],
        given: int = 0,
        without: Collection[int] = (),
    ) -> list[int]:
        """These texts, with control texts in their places.

        `given` is how many texts the person has before them already; `without` are not to come again.
        """
        left = [one for one in self.of.order(self.kinds) if one not in without]
        found: list[int] = []
        waiting = list(zip(texts, kinds, strict=True))
        while waiting:
            number, near = waiting[0]
            control = None
            if left and self.of.slots is not None and self.of.slots.due(self.place + given + len(found)):
                control = self._like(near, left)
                left.remove(control)
            else:
                waiting.pop(0)
            found.append(number if control is None else control)
        return found

    def _like(self, near: tuple[str, str], left: Sequence[int]) -> int:
        """The first control text of the same phenomenon, else of the category, else any: texts of a
        phenomenon stay together in review, so one of another would stand out."""
        alike = (one for one in left if self.kinds[one] == near)
        akin = (one for one in left if self.kinds[one][0] == near[0])
        return next(alike, None) or next(akin, None) or left[0]
