"""A small challenge, written for these tests."""

from collections.abc import Mapping

import polars as pl

from lackmus.core.challenges.challenge import TUPLES, ChallengeSet

PLANE = ("Er verpasste das Flugzeug.", "He missed the plane.")
BANK = ("Sie saß auf der Bank.", "She was sitting on the bench.")
ROWS: list[dict[str, str]] = [
    {
        "tuple": "de-en:tense-1/1",
        "item": "de-en:tense-1",
        "pair": "de-en",
        "category": "Verb tense",
        "phenomenon": "Simple past",
        "source": PLANE[0],
        "reference": PLANE[1],
        "better": "He missed the flight.",
        "worse": "He misses the plane.",
        "reference_from": "Spring/Linde",
        "better_from": "Spring/Ahorn,Autumn/Ahorn",
        "worse_from": "Autumn/Buche",
    },
    {
        "tuple": "de-en:amb-1/1",
        "item": "de-en:amb-1",
        "pair": "de-en",
        "category": "Ambiguity",
        "phenomenon": "Lexical ambiguity",
        "source": BANK[0],
        "reference": BANK[1],
        "better": "She sat on the bench.",
        "worse": "She sat on the bank.",
        "reference_from": "Spring/Ahorn",
        "better_from": "Spring/Linde",
        "worse_from": "Autumn/Buche",
    },
    {
        "tuple": "de-en:amb-1/2",
        "item": "de-en:amb-1",
        "pair": "de-en",
        "category": "Ambiguity",
        "phenomenon": "Lexical ambiguity",
        "source": BANK[0],
        "reference": BANK[1],
        "better": "She sat on the bench.",
        "worse": "She was sitting on the bank.",
        "reference_from": "Spring/Ahorn",
        "better_from": "Spring/Linde",
        "worse_from": "Autumn/Linde",
    },
]
SPANISH = {
    **ROWS[0],
    "tuple": "de-es:tense-1/1",
    "item": "de-es:tense-1",
    "pair": "de-es",
    "reference": "Perdió el avión.",
    "better": "Perdió el vuelo.",
    "worse": "Pierde el avión.",
}


def challenge_of(*rows: Mapping[str, str], name: str = "Spring and autumn") -> ChallengeSet:
    """A challenge of these tuples; what is not said is that of the first one."""
    whole = [{**ROWS[0], **row} for row in rows or ROWS]
    tuples = pl.DataFrame(whole, schema=TUPLES.schema)
    return ChallengeSet(name, tuples, "seed:1|version:0", {"seed": "1", "trust": "settled"})


def swapped(challenge: ChallengeSet) -> ChallengeSet:
    """The same with better and worse in each other's place."""
    sides = {"better": "worse", "worse": "better", "better_from": "worse_from", "worse_from": "better_from"}
    tuples = challenge.tuples.rename(sides)
    return ChallengeSet(challenge.name, TUPLES.of(tuples), challenge.signature, challenge.about)


def same(one: ChallengeSet, other: ChallengeSet) -> bool:
    """Frames cannot be compared with ==."""
    return (
        one.tuples.equals(other.tuples)
        and (one.name, one.signature, dict(one.about)) == (other.name, other.signature, dict(other.about))
    )  # fmt: skip
