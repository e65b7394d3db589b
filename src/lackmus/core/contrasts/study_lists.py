"""The studies of a workspace as a list: contents, who added them, and how far they are refined."""

from dataclasses import dataclass

from lackmus.core.base.plurals import counted


@dataclass(frozen=True)
class StudyShown:
    """What a list shows of a study: everything but its trees and verdicts."""

    number: int
    name: str
    pair: str
    contrasts: tuple[str, ...]  # by name
    systems: tuple[str, ...]
    references: tuple[str, ...]
    items: int
    selected: int  # of them
    kept: int  # of the selected ones
    dropped: int
    person: str  # who ran or imported it
    at: str
    digest: str  # of the parts that never change

    @property
    def in_short(self) -> str:
        """“5 contrasts, 3,512 items, 10 systems, en-cs”."""
        counts = (counted(len(self.contrasts), "contrast"), counted(self.items, "item"))
        return f"{', '.join(counts)}, {counted(len(self.systems), 'system')}, {self.pair}"

    @property
    def looked_at(self) -> int:
        """Selected items that were kept or dropped."""
        return self.kept + self.dropped


@dataclass(frozen=True)
class Choice:
    """A person's choice about an item, and for how long it holds."""

    item: str
    kept: bool
    person: str
    at: str
    change: int  # in which it was made
    holds: bool
