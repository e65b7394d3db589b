"""Campaigns and their systems as people list them: what they are called, and what they have handed in."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass, replace

from lackmus.core.base.plurals import counted
from lackmus.core.base.signatures import signature
from lackmus.core.engines.origins import OriginShown
from lackmus.core.outputs.misalignment import Suspicion
from lackmus.tables.table import Cell, Column, Row, Table, Unit

_YEAR = re.compile(r"(?<![0-9])((?:19|20)[0-9]{2})(?![0-9])")
_WMT = re.compile(r"(?<![a-z])wmt[-_ ’']?([0-9]{2})(?![0-9])", re.IGNORECASE)


def year_in(name: str) -> int | None:
    """The year that a campaign's name tells: “WMT22” and “news 2022” are of 2022."""
    if found := _YEAR.search(name):
        return int(found[1])
    found = _WMT.search(name)
    return 2000 + int(found[1]) if found else None


def tags_in(written: Iterable[str]) -> tuple[str, ...]:
    """Tags as people write them, one by one or several with commas between them, each once."""
    parts = (part.strip() for value in written for part in value.split(","))
    return tuple(dict.fromkeys(part for part in parts if part))


def tagged(tags: Iterable[str], add: Iterable[str] = (), remove: Collection[str] = ()) -> tuple[str, ...]:
    """The tags with some more and some less, each once."""
    return tuple(tag for tag in dict.fromkeys((*tags, *add)) if tag not in remove)


@dataclass(frozen=True)
class HandedIn:
    """One file of a system, as it was handed in."""

    number: int
    suite: str
    pair: str
    file: str
    at: str  # when it came, as in the log
    person: str  # who brought it
    outputs: int
    suspicions: tuple[Suspicion, ...] = ()
    replaced: str | None = None  # when another took its place; none while it counts
    origin: OriginShown | None = None  # the engine that wrote it, if one did


@dataclass(frozen=True)
class SystemShown:
    """A system with all that it has handed in, older hand-ins included."""

    name: str
    label: str
    campaign: str
    tags: tuple[str, ...]
    comment: str
    texts: int  # distinct, of what counts
    open_warnings: int  # of them, those that nobody has settled
    hand_ins: tuple[HandedIn, ...] = ()

    @property
    def current(self) -> list[HandedIn]:
        """What counts."""
        return [one for one in self.hand_ins if one.replaced is None]

    @property
    def outputs(self) -> int:
        """How many outputs count."""
        return sum(one.outputs for one in self.current)

    def behind(self, alias: str) -> "SystemShown":
        """The same without anything that would give its name away; numbers follow the order of the files."""
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
    texts: int  # distinct ones: systems share many
    open_warnings: int

    @property
    def suites(self) -> list[str]:
        """By name."""
        return sorted({one.suite for system in self.systems for one in system.current})

    @property
    def pairs(self) -> list[str]:
        """By name."""
        return sorted({one.pair for system in self.systems for one in system.current})

    @property
    def outputs(self) -> int:
        """How many outputs count."""
        return sum(system.outputs for system in self.systems)


def campaigns_table(campaigns: Sequence[CampaignShown]) -> Table:
    """One line per campaign."""
    return Table(
        title=counted(len(campaigns), "campaign"),
        columns=(
            Column("Campaign"),
            Column("Year"),
            Column("Systems", Unit.COUNT),
            Column("Suites"),
            Column("Pairs"),
            Column("Outputs", Unit.COUNT),
            Column("Distinct texts", Unit.COUNT),
            Column("Open warnings", Unit.COUNT),
            Column("Tags"),
        ),
        rows=tuple(
            Row(
                (
                    Cell(one.name),
                    Cell(None if one.year is None else str(one.year)),
                    Cell(len(one.systems)),
                    _listed(one.suites),
                    _listed(one.pairs),
                    Cell(one.outputs),
                    Cell(one.texts),
                    Cell(one.open_warnings),
                    _listed(one.tags),
                )
            )
            for one in campaigns
        ),
        signature=signature({"campaigns": len(campaigns)}),
        notes=("Open warnings: distinct texts that neither rules nor people have settled.",),
    )


def systems_table(title: str, systems: Sequence[SystemShown]) -> Table:
    """One line per system, and what looked wrong with its files."""
    return Table(
        title=title,
        columns=(
            Column("System"),
            Column("Label"),
            Column("Campaign"),
            Column("Tags"),
            Column("Pairs"),
            Column("Outputs", Unit.COUNT),
            Column("Distinct texts", Unit.COUNT),
            Column("Open warnings", Unit.COUNT),
            Column("Replaced", Unit.COUNT),
        ),
        rows=tuple(
            Row(
                (
                    Cell(one.name),
                    Cell(one.label),
                    Cell(one.campaign),
                    _listed(one.tags),
                    _listed(sorted({each.pair for each in one.current})),
                    Cell(one.outputs),
                    Cell(one.texts),
                    Cell(one.open_warnings),
                    Cell(len(one.hand_ins) - len(one.current)),
                )
            )
            for one in systems
        ),
        signature=signature({"systems": len(systems)}),
        notes=(
            *(
                suspicion.alarm(one.name)
                for one in systems
                for each in one.current
                for suspicion in each.suspicions
            ),
            *(f"{one.name}: {one.comment}" for one in systems if one.comment),
        ),
    )


def hand_ins_table(systems: Sequence[SystemShown]) -> Table:
    """Every file that systems have handed in, older ones included."""
    rows = [(one, each) for one in systems for each in one.hand_ins]
    return Table(
        title="Hand-ins",
        columns=(
            Column("System"),
            Column("Suite"),
            Column("Pair"),
            Column("File"),
            Column("Came (UTC)"),
            Column("By"),
            Column("Outputs", Unit.COUNT),
            Column("Misaligned"),
            Column("Replaced"),
        ),
        rows=tuple(
            Row(
                (
                    Cell(one.name),
                    Cell(each.suite),
                    Cell(each.pair),
                    Cell(each.file or None),
                    Cell(day(each.at)),
                    Cell(each.person or None),
                    Cell(each.outputs),
                    _listed(sorted({suspicion.kind.value for suspicion in each.suspicions})),
                    Cell(None if each.replaced is None else day(each.replaced)),
                )
            )
            for one, each in rows
        ),
        signature=signature({"hand-ins": len(rows)}),
    )


def origin_tables(systems: Sequence[SystemShown]) -> tuple[Table, ...]:
    """How what counts was fetched, where an engine wrote it: one table each, under the signature of then."""
    return tuple(
        Table(
            title=f"{one.name}, {each.suite}, {each.pair}: how it was fetched",
            columns=(Column("What"), Column("Value")),
            rows=tuple(Row((Cell(name), Cell(value))) for name, value in each.origin.facts),
            signature=each.origin.signature,
        )
        for one in systems
        for each in one.current
        if each.origin is not None
    )


def campaign_values(one: CampaignShown) -> dict[str, object]:
    """A campaign as plain values."""
    return {
        "name": one.name,
        "year": one.year,
        "tags": list(one.tags),
        "comment": one.comment,
        "suites": one.suites,
        "pairs": one.pairs,
        "outputs": one.outputs,
        "texts": one.texts,
        "open_warnings": one.open_warnings,
        "systems": [system_values(system) for system in one.systems],
    }


def system_values(one: SystemShown) -> dict[str, object]:
    """A system as plain values."""
    return {**asdict(one), "outputs": one.outputs}


def day(at: str) -> str:
    """A time of the log to the minute."""
    return at[:16].replace("T", " ")


def _listed(names: Iterable[str]) -> Cell:
    return Cell(", ".join(names) or None)
