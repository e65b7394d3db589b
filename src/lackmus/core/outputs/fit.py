"""How well translations fit their sources by their lengths, and what is suspected where they do not."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

# The assumed correlation of lengths. Good files have more (0.8 to 0.98); so "nowhere" wins only below about
# 0.35, and the file of a poor system is not called shuffled.
LENGTH_CORRELATION = 0.6


LEAST_SPREAD = 0.25  # of log lengths: more uniform sentences tell nothing


MOST_SPREAD = 2.5  # standard deviations; a larger deviation is cut off


WORST_LINE = -2.0  # one truncated or rambling line must not outweigh its neighbours


class Damage(StrEnum):
    """What happened to the lines."""

    SHIFTED = "shifted"  # every text stands the same number of lines away from its source
    SORTED = "sorted"  # the texts stand in alphabetical order
    SHUFFLED = "shuffled"  # the texts fit neither here nor at any one shift
    FOREIGN = "foreign"  # as shuffled, and most numbers of the sources are nowhere in the file
    PARAGRAPHS = "paragraphs"  # a document has other paragraphs than its source


@dataclass(frozen=True)
class Suspicion:
    """A stretch of lines that does not belong where it stands."""

    kind: Damage
    first: int  # lines of the translations, from 1
    last: int
    shift: int  # they stand this many lines too late (positive) or too early (negative); 0 if not shifted
    evidence: str

    def alarm(self, system: str) -> str:
        """The warning about the system's file."""
        return f"WARNING: {system} looks misaligned ({self.kind}): {self.evidence}"


def alarms(system: str, found: Sequence[Suspicion]) -> list[str]:
    """The warnings about a system's file; documents whose paragraphs do not match are one, with the first."""
    documents = sorted((one for one in found if one.kind is Damage.PARAGRAPHS), key=lambda one: one.first)
    if len(documents) < 2:
        return [one.alarm(system) for one in found]
    many = f"{Damage.PARAGRAPHS}, {len(documents):,} documents"
    return [
        f"WARNING: {system} looks misaligned ({many}): first {documents[0].evidence}",
        *(one.alarm(system) for one in found if one.kind is not Damage.PARAGRAPHS),
    ]


@dataclass(frozen=True)
class Fit:
    """How well texts fit their sources; None where nothing can be known."""

    lines: int  # pairs of lines that are not blank
    length_correlation: float | None
    copied: float | None  # share of the names and numbers common to both files that stand in the right text

    @property
    def strength(self) -> float:
        """The mean of the known figures: near 1 for a translation, near 0 for any other text."""
        known = [figure for figure in (self.length_correlation, self.copied) if figure is not None]
        return sum(known) / len(known) if known else 0.0

    @property
    def contradicts(self) -> bool:
        """Whether the lengths contradict. Names alone do not: a system may repeat one text."""
        return self.length_correlation is not None and self.strength < 0.4
