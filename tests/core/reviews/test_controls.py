"""Control texts stand among the texts of a person at the chosen rate, unpredictable and reproducible."""

from fractions import Fraction

import pytest

from lackmus.core.reviews.controls import (
    ControlSlots,
    FittingControls,
    PersonControls,
    RateError,
    rate_of,
)


@pytest.mark.parametrize(
    "written, rate", [("5%", "1/20"), (" 2.5 %", "1/40"), ("50%", "1/2"), ("1%", "1/100")]
)
def test_a_rate(written: str, rate: str) -> None:
    """A share of all texts that a person gets."""
    assert rate_of(written) == Fraction(rate)


@pytest.mark.parametrize("written", ["", "5", "0%", "0.5%", "51%", "a lot", "1/3%", "-5%"])
def test_no_rate(written: str) -> None:
    """One line says which shares there are."""
    with pytest.raises(RateError, match="from 1% to 50%, such as 5%"):
        rate_of(written)


@pytest.mark.parametrize("rate", ["1%", "7%", "20%", "33%", "50%"])
def test_as_many_as_were_asked_for(rate: str) -> None:
    """Of a thousand texts the share is control texts; nobody else has the same places."""
    slots, other = (ControlSlots(rate_of(rate), 3, person) for person in ("Ben", "Cem"))
    mine, theirs = ([one.due(place) for place in range(1000)] for one in (slots, other))
    assert abs(sum(mine) - 1000 * rate_of(rate)) <= 1
    assert mine != theirs
    assert mine == [ControlSlots(rate_of(rate), 3, "Ben").due(place) for place in range(1000)]


@pytest.mark.parametrize("rate", ["5%", "30%", "50%"])
@pytest.mark.parametrize("place", [0, 1, 13, 40])
def test_how_many_are_ahead(rate: str, place: int) -> None:
    """The count falls by one with every text that is judged, whatever it is."""
    slots, others, at = ControlSlots(rate_of(rate), 3, "Ben"), 30, place
    left = others + slots.ahead(at, others)
    while others:
        others -= not slots.due(at)
        at, left = at + 1, left - 1
        assert left == others + slots.ahead(at, others)
    assert left == 0


KINDS = {91: ("A", "a"), 92: ("A", "b"), 93: ("B", "c")}


def fitting(**settings: int) -> FittingControls:
    """Three control texts, one of two texts that Ben gets."""
    slots = ControlSlots(Fraction(1, 2), 1, "Ben")
    return FittingControls(PersonControls(slots, dict.fromkeys(KINDS)), settings.get("place", 0), KINDS)


def test_control_texts_come_among_their_like() -> None:
    """The first is of the phenomenon of its neighbour; when they are used up, no more come."""
    placed = fitting().placed_among([1, 2, 3, 4, 5, 6], [("A", "b")] * 6)
    assert [one for one in placed if one < 10] == [1, 2, 3, 4, 5, 6]
    controls = [one for one in placed if one > 10]
    assert controls == [92, 91, 93]
    assert fitting().ahead(6) == len(controls)
    assert fitting().placed_among([], []) == []


@pytest.mark.parametrize("given", range(8))
def test_one_by_one_is_as_all_at_once(given: int) -> None:
    """What comes next does not depend on how many are asked for."""
    texts = list(range(1, 7))
    whole = fitting().placed_among(texts, [("A", "b")] * 6)
    before = whole[:given]
    rest = [one for one in texts if one not in before]
    after = fitting().placed_among(rest, [("A", "b")] * len(rest), given, before)
    assert after == whole[given:]
