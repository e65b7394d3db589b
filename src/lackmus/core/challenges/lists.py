"""The challenges of a workspace as a list: what each holds, who built it, and which metrics scored it."""

from collections.abc import Mapping
from dataclasses import dataclass

from lackmus.core.base.plurals import counted


@dataclass(frozen=True)
class ChallengeShown:
    """What a list shows of a challenge: everything but its tuples and scores."""

    number: int
    name: str
    signature: str
    about: Mapping[str, str]
    tuples: int
    items: int
    phenomena: int
    pairs: tuple[str, ...]
    metrics: tuple[str, ...]  # that have scored it, in the order in which they came
    person: str  # who built or imported it
    at: str

    @property
    def in_short(self) -> str:
        """“4,012 tuples of 970 items, de-en”."""
        return f"{counted(self.tuples, 'tuple')} of {counted(self.items, 'item')}, {', '.join(self.pairs)}"
