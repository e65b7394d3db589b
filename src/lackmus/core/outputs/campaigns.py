"""Campaigns and their systems as lists show them: names, hand-ins, counts."""

import re
from dataclasses import dataclass, replace

from lackmus.core.engines.engine import OriginShown
from lackmus.core.outputs.fit import Suspicion

_YEAR = re.compile(r"(?<![0-9])((?:19|20)[0-9]{2})(?![0-9])")
_WMT = re.compile(r"(?<![a-z])wmt[-_ ’']?([0-9]{2})(?![0-9])", re.IGNORECASE)


def year_in(name: str) -> int | None:
    """The year in a campaign's name: 2022 for “WMT22” and “news 2022”."""
    if found := _YEAR.search(name):
        return int(found[1])
    found = _WMT.search(name)
    return 2000 + int(found[1]) if found else None


@dataclass(frozen=True)
class HandedIn:
    """One file of a system, as it was handed in."""

    number: int
    suite: str
    pair: str
    file: str
    at: str  # when it was handed in, as in the log
    person: str  # who handed it in
    outputs: int
    suspicions: tuple[Suspicion, ...] = ()
    replaced: str | None = None  # when another file replaced it; None while it counts
    origin: OriginShown | None = None  # the engine that wrote it, if any


@dataclass(frozen=True)
class SystemShown:
    """A system with all its hand-ins, replaced ones included."""

    name: str
    label: str
    campaign: str
    tags: tuple[str, ...]
    comment: str
    texts: int  # distinct texts that count
    open_warnings: int  # how many of them are open
    hand_ins: tuple[HandedIn, ...] = ()

    @property
    def current(self) -> list[HandedIn]:
        """The hand-ins that count."""
        return [one for one in self.hand_ins if one.replaced is None]

    @property
    def outputs(self) -> int:
        """How many outputs count."""
        return sum(one.outputs for one in self.current)

    def behind(self, alias: str) -> "SystemShown":
        """A copy that shows only the alias; hand-ins are numbered in the order of the files."""
        hidden = tuple(replace(one, number=0, file="", person="", origin=None) for one in self.hand_ins)
        return replace(self, name=alias, label=alias, comment="", hand_ins=hidden)


@dataclass(frozen=True)
class CampaignShown:
    """A campaign with what its systems have handed in."""

    name: str
    year: int | None
    tags: tuple[str, ...]
    comment: str
    systems: tuple[SystemShown, ...]
    texts: int  # distinct; systems share many
    open_warnings: int

    @property
    def suites(self) -> list[str]:
        """Names of the suites, sorted."""
        return sorted({one.suite for system in self.systems for one in system.current})

    @property
    def pairs(self) -> list[str]:
        """Names of the language pairs, sorted."""
        return sorted({one.pair for system in self.systems for one in system.current})

    @property
    def outputs(self) -> int:
        """How many outputs count."""
        return sum(system.outputs for system in self.systems)


def day(at: str) -> str:
    """A time of the log to the minute."""
    return at[:16].replace("T", " ")
