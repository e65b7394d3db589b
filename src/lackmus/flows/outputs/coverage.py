"""The contents of campaigns and how much of their suites they cover; the history of systems."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from sqlalchemy import Connection

from lackmus.core.base.plurals import counted
from lackmus.core.outputs.campaigns import CampaignShown, HandedIn, SystemShown
from lackmus.core.outputs.fit import alarms
from lackmus.flows.workspaces.workspaces import Desk, the_suite, the_system
from lackmus.store.outputs.campaigns import campaigns_of
from lackmus.store.outputs.coverage import (
    CoveredPart,
    SystemState,
    covered_parts,
    items_by_phenomenon,
    items_of_hand_ins,
    items_of_parts,
    system_over_time,
)
from lackmus.store.outputs.holdings import (
    Holdings,
    holdings,
    last_holding_change,
    open_parts,
    open_texts,
    with_open,
)
from lackmus.store.suites.suites import suite_names


@dataclass(frozen=True)
class Coverage:
    """How many items of a suite and pair have outputs, and how many texts are open."""

    suite: str
    pair: str
    items: int
    of: int
    open: int = 0


@dataclass(frozen=True)
class CampaignCoverage:
    """A campaign and its coverage."""

    campaign: CampaignShown
    covered: tuple[Coverage, ...]
    items: Mapping[int, Coverage] = field(default_factory=dict)  # of each hand-in, by number

    @property
    def last(self) -> HandedIn | None:
        """The latest current hand-in."""
        current = [one for system in self.campaign.systems for one in system.current]
        return max(current, key=lambda one: one.number, default=None)

    @property
    def alarms(self) -> list[str]:
        """Warnings about current files."""
        return [
            told
            for system in self.campaign.systems
            for one in system.current
            for told in alarms(system.name, one.suspicions)
        ]

    def covered_by(self, system: SystemShown) -> tuple[int, int]:
        """For how many items a system has outputs, of all items of the suites."""
        found = [self.items[one.number] for one in system.current if one.number in self.items]
        return sum(one.items for one in found), sum(one.of for one in found)


@dataclass(frozen=True)
class HeldOutputs:
    """Hand-ins and coverage: unaffected by decisions and rules."""

    holdings: Holdings
    covered: Mapping[str, tuple[Coverage, ...]]  # of each campaign, by name
    items: Mapping[int, Coverage]  # of each hand-in, by number


def held_outputs_touched(desk: Desk) -> str:
    """The last change that affects the stock, as a cache key."""
    with desk.open() as workspace, workspace.reading() as connection:
        return last_holding_change(connection)


def held_outputs(desk: Desk) -> HeldOutputs:
    """The hand-ins of all systems; slow in a large workspace, so it is cached."""
    with desk.open() as workspace, workspace.reading() as connection:
        found = holdings(connection)
        there = _there(connection)
        handed = [one for of in found.campaigns for system in of.systems for one in system.hand_ins]
        many = items_of_hand_ins(connection, [one.number for one in handed])
        items = {
            one.number: Coverage(
                one.suite, one.pair, many.get(one.number, 0), there.get((one.suite, one.pair), 0)
            )
            for one in handed
        }
        return HeldOutputs(found, _parts(connection), items)


def held(desk: Desk, known: HeldOutputs | None = None) -> list[CampaignCoverage]:
    """All campaigns with their open texts."""
    known = held_outputs(desk) if known is None else known
    with desk.open() as workspace, workspace.reading() as connection:
        waiting = open_texts(connection)
    shown, many = with_open(known.holdings, waiting), open_parts(known.holdings, waiting)

    def covered(campaign: str) -> tuple[Coverage, ...]:
        return tuple(
            replace(part, open=many.get((campaign, part.suite, part.pair), 0))
            for part in known.covered.get(campaign, ())
        )

    return [CampaignCoverage(one, covered(one.name), known.items) for one in shown]


def parts(desk: Desk) -> list[Coverage]:
    """The suites and pairs for which outputs can be handed in."""
    with desk.open() as workspace, workspace.reading() as connection:
        return [Coverage(suite, pair, of, of) for (suite, pair), of in sorted(_there(connection).items())]


def phenomena(desk: Desk, suite: str, pair: str) -> dict[str, dict[str, int]]:
    """Numbers of items of a suite and pair, by category and phenomenon."""
    found: dict[str, dict[str, int]] = {}
    with desk.open() as workspace, workspace.reading() as connection:
        for category, phenomenon, many in items_by_phenomenon(connection, the_suite(connection, suite), pair):
            found.setdefault(category, {})[phenomenon] = many
    return found


def _there(connection: Connection) -> dict[tuple[str, str], int]:
    names = {number: name for name, number in suite_names(connection).items()}
    return {
        (names[suite], pair): many
        for (suite, pair), many in items_of_parts(connection).items()
        if suite in names
    }


def _parts(connection: Connection) -> dict[str, tuple[Coverage, ...]]:
    """The coverage of campaigns, by name."""
    campaigns = {one.id: one.name for one in campaigns_of(connection)}
    names = {number: name for name, number in suite_names(connection).items()}
    there = items_of_parts(connection)

    def covered(one: CoveredPart) -> Coverage:
        return Coverage(names.get(one.suite, ""), one.pair, one.items, there.get((one.suite, one.pair), 0))

    found: dict[str, tuple[Coverage, ...]] = {}
    for part in covered_parts(connection):
        if part.campaign in campaigns:
            called = campaigns[part.campaign]
            found[called] = (*found.get(called, ()), covered(part))
    return found


# -- what happened to a system -----------------------------------------------------------------------------


@dataclass(frozen=True)
class SystemEvent:
    """An event in the history of a system."""

    at: str
    person: str
    what: str
    alarms: tuple[str, ...] = ()


def steps(desk: Desk, system: SystemShown) -> list[SystemEvent]:
    """The names, metadata and hand-ins of a system, newest first."""
    with desk.open() as workspace, workspace.reading() as connection:
        states = system_over_time(connection, the_system(connection, system.name, system.campaign).id)
    handed = _handed_in(system.hand_ins)
    brought = {one.at for one in handed}  # its creation with a hand-in is not listed
    told = [*(one for one in _named(states) if one.at not in brought or "→" in one.what), *handed]
    return sorted(told, key=lambda one: one.at, reverse=True)


def _named(states: Sequence[SystemState]) -> list[SystemEvent]:
    """The changes from one state to the next."""
    told: list[SystemEvent] = []
    before: SystemState | None = None
    for one in states:
        if before is None:
            told.append(SystemEvent(one.at, one.person, f"Came in as {one.name}"))
        else:
            said = [
                f"{field} {_shown(getattr(before, field))} → {_shown(getattr(one, field))}"
                for field in ("name", "label", "tags", "comment")
                if getattr(before, field) != getattr(one, field)
            ]
            back = "Came back" if before.ended != one.at else "Came in again"
            told.append(SystemEvent(one.at, one.person, "; ".join(said) or back))
        if one.ended is not None and not any(other.at == one.ended for other in states):
            told.append(SystemEvent(one.ended, "", "Deleted, or its coming undone"))
        before = one
    return told


def _shown(value: object) -> str:
    said = ", ".join(value) if isinstance(value, tuple) else str(value)
    return f"“{said}”" if said else "none"


def _handed_in(hand_ins: Sequence[HandedIn]) -> list[SystemEvent]:
    """The hand-ins, and which replaced which."""
    told: list[SystemEvent] = []
    for one in hand_ins:
        of = [each for each in hand_ins if (each.suite, each.pair) == (one.suite, one.pair)]
        earlier = next((each for each in of if each is not one and each.replaced == one.at), None)
        where = ", ".join(dict.fromkeys((one.suite, str(one.pair))))  # a suite often has the name of its pair
        done = f"Fetched from {one.origin.engine}" if one.origin else f"Handed in {one.file or 'outputs'}"
        what = f"{done}: {counted(one.outputs, 'output')} ({where})"
        if earlier is not None:
            what += f", in place of {earlier.file or 'those there'} ({counted(earlier.outputs, 'output')})"
        told.append(SystemEvent(one.at, one.person, what, tuple(each.evidence for each in one.suspicions)))
        if one.replaced is not None and not any(each.at == one.replaced for each in of):
            told.append(SystemEvent(one.replaced, "", f"{one.file or 'Outputs'} counted no more"))
    return told
