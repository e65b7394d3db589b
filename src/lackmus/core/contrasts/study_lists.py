"""The studies of a workspace as a list: what each holds, who brought it, and how far it is refined."""

from dataclasses import dataclass

from lackmus.core.base.plurals import counted


@dataclass(frozen=True)
class StudyShown:
    """All about a study but its trees and verdicts."""

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
    person: str  # who ran it or brought it in
    at: str
    digest: str  # of all that never changes of it

    @property
    def in_short(self) -> str:
        """“5 contrasts, 3,512 items, 10 systems, en-cs”."""
        counts = (counted(len(self.contrasts), "contrast"), counted(self.items, "item"))
        return f"{', '.join(counts)}, {counted(len(self.systems), 'system')}, {self.pair}"

    @property
    def looked_at(self) -> int:
        """Selected items of which somebody has said whether they are kept."""
        return self.kept + self.dropped


@dataclass(frozen=True)
class Choice:
    """What somebody said of an item, and for how long it holds."""

    item: str
    kept: bool
    person: str
    at: str
    change: int  # that said it
    holds: bool
