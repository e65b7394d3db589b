"""Compare systems of a workspace, as it is or as it was: report, side by side, over time."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import reduce

import polars as pl

from lackmus.core.outputs.fit import Suspicion
from lackmus.core.outputs.outputs import systems_of as systems_in
from lackmus.core.verdicts.comparison import Comparison
from lackmus.core.verdicts.evaluation import Evaluation
from lackmus.core.verdicts.reserved import hide_comparison, hide_evaluation, hide_trend
from lackmus.core.verdicts.trend import countable
from lackmus.errors import LackmusError
from lackmus.flows.verdicts.comparing import Evaluated, Followed, one_after_another, side_by_side
from lackmus.flows.verdicts.joining import asked_joining
from lackmus.flows.verdicts.requests import Progress, listed, named_systems, silent
from lackmus.flows.verdicts.views import StoredRequest, view_of
from lackmus.flows.workspaces.workspaces import Desk, is_time
from lackmus.store.db.workspaces import Revision
from lackmus.store.outputs.campaigns import System
from lackmus.store.verdicts.saved_reports import SavedReport, remove_report, save_report, saved_reports


@dataclass(frozen=True)
class Reported(Evaluated):
    """An evaluation of what is stored, with what else a reader must know."""

    campaign: str
    revision: Revision
    labels: Mapping[str, str]
    notes: tuple[str, ...]  # what is to be said before all else
    tags: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # of systems


@dataclass(frozen=True)
class StoredTrend(Followed):
    """Campaigns over time, with what else a reader must know."""

    revision: Revision
    labels: Mapping[str, str]
    notes: tuple[str, ...]


def report(
    desk: Desk, request: StoredRequest, campaign: str | None = None, progress: Progress = silent
) -> Reported:
    """Compare the systems of one campaign on what the rules and people said about their outputs."""
    with view_of(desk, request, [campaign]) as view:
        (one,) = view.campaigns
        every = view.systems(one)
        hidden = view.aliases(every) if request.anonymous else {}
        known = {called: system for system in every for called in (system.name, hidden.get(system.name, ""))}
        known.pop("", None)
        systems = _chosen(every, known, request)
        if hidden and not request.systems:  # the order in which they came is that of their files' names
            systems.sort(key=lambda one: hidden[one.name])
        names = {system.name: hidden.get(system.name, system.name) for system in systems}
        judged = _renamed(_of_systems(view.judged(one), list(names)), names)
        kept = [known[called].name for called in named_systems(request.choices.keep, known, "--keep")]
        keep = tuple(hidden.get(name, name) for name in kept)
        request = replace(request, choices=replace(request.choices, keep=keep))
        suspected = view.suspicions(one)
        evaluation = view.evaluated(judged, request, progress)
        return Reported(
            hide_evaluation(evaluation, view.hidden),
            {names[name]: suspected[name] for name in names if name in suspected},
            one.name,
            view.revision,
            {} if request.anonymous else _labels(systems),
            (*view.notes, *_asked_otherwise(view.saved, one.name, evaluation)),
            {names[system.name]: system.tags for system in systems},
        )


def compare(
    desk: Desk,
    request: StoredRequest,
    systems: Sequence[str],
    campaign: str | None = None,
    progress: Progress = silent,
) -> tuple[Comparison, Reported]:
    """Lay systems side by side, item by item, as NAME of one campaign or as CAMPAIGN/NAME of several.

    Systems of different campaigns are compared on the items that all these campaigns have.
    """
    with view_of(desk, request, [], of_systems=(systems, campaign)) as view:
        named = view.named
        several = len(view.campaigns) > 1
        campaigns = {one.id: one for one in view.campaigns}
        shown = {
            one.id: f"{campaigns[one.campaign].name}/{one.name}" if several else one.name for one in named
        }
        frames: list[pl.DataFrame] = []
        suspected: dict[str, list[Suspicion]] = {}
        for one in view.campaigns:
            own = {system.name: shown[system.id] for system in named if system.campaign == one.id}
            there = systems_in(judged := view.judged(one))
            for name in own:
                if name not in there:
                    raise LackmusError(f"{one.name}: {name} has no outputs for {view.about}.")
            frames.append(_renamed(_of_systems(judged, list(own)), own))
            suspected |= {own[name]: told for name, told in view.suspicions(one).items() if name in own}
        items = reduce(
            lambda one, other: one.join(other, on="item", how="semi"),
            [frame.select("item").unique() for frame in frames],
        )
        if several:
            frames = [frame.join(items, on="item", how="semi", maintain_order="left") for frame in frames]
        judged = _of_systems(pl.concat(frames), [shown[one.id] for one in named])
        if judged.is_empty():
            raise LackmusError("These campaigns have no item in common.")
        kept = named_systems(request.choices.keep, list(shown.values()), "--keep")
        request = replace(request, choices=replace(request.choices, keep=kept))
        evaluation = view.evaluated(judged, request, progress)
        names = ", ".join(one.name for one in view.campaigns)
        found = hide_comparison(side_by_side(evaluation, view.choices(request)), view.hidden)
        return found, Reported(found.evaluation, suspected, names, view.revision, {}, view.notes)


def trend(
    desk: Desk,
    request: StoredRequest,
    campaigns: Sequence[str],
    progress: Progress = silent,
    unaveraged: Sequence[str] = (),
    same: Sequence[str] = (),
    exact_names: bool = False,
) -> StoredTrend:
    """Follow campaigns over time; systems with one of `exclude_tags` stay outside the averages, as do those
    that are named `unaveraged`.

    Names are joined as for files, and by a label that systems of several campaigns have in common.
    """
    if len(set(campaigns)) < len(campaigns):
        raise LackmusError("A campaign is named twice. Name each once, in order of time.")
    with view_of(desk, request, list(campaigns) or None) as view:
        if len(view.campaigns) < 2:
            raise LackmusError(
                f"A trend needs at least two campaigns, and here is {listed(c.name for c in view.campaigns)}."
            )
        systems = {one.name: view.systems(one) for one in view.campaigns}
        known = {system.name for of in systems.values() for system in of}
        excluded = named_systems(request.exclude, known, "--exclude")
        compared = named_systems(request.systems, known, "--systems")
        outside = named_systems(unaveraged, known, "--unaveraged")
        kept = named_systems(request.choices.keep, known, "--keep")
        request = replace(request, choices=replace(request.choices, keep=kept))
        every = [system for of in systems.values() for system in of]
        joining = asked_joining(same, exact_names, known, _given_labels(every))
        tagged = {system.id for system in _tagged(every, request.exclude_tags, "--exclude-tag")}
        wanted = {system.id for system in (_tagged(every, request.tags, "--tag") if request.tags else every)}
        found: dict[str, Evaluation] = {}
        suspected: dict[str, list[Suspicion]] = {}
        for one in view.campaigns:
            chosen = [
                system.name
                for system in systems[one.name]
                if system.name not in excluded and system.id in wanted
            ]
            if not chosen:
                raise LackmusError(f"No system of {one.name} is left to compare.")
            # Only what is counted stays, before the next campaign is read.
            found[one.name] = countable(
                view.evaluated(_of_systems(view.judged(one), chosen), request, progress)
            )
            told = view.suspicions(one)
            suspected |= {f"{one.name} {name}": told[name] for name in chosen if name in told}
        left = {
            name: [system.name for system in of if system.name in outside or system.id in tagged]
            for name, of in systems.items()
        }
        followed = one_after_another(found, view.choices(request), compared, left, joining)
        latest = {followed.joined.called(system.name): system for system in every}
        return StoredTrend(
            hide_trend(followed, view.hidden),
            suspected,
            view.revision,
            _labels(list(latest.values())),
            view.notes,
        )


def _asked_otherwise(saved: SavedReport | None, campaign: str, evaluation: Evaluation) -> tuple[str, ...]:
    """A saved report is made again only by asking for the same systems, items and tests."""
    if saved is None or saved.request["campaign"] != campaign:
        return ()
    then, now = (one.partition("|version:")[0] for one in (saved.signature, evaluation.signature))
    if then == now:
        return ()
    return (
        f"The report saved as {saved.name} was asked for with other options, so its numbers may differ: "
        f"{saved.signature}.",
    )


def _chosen(every: Sequence[System], known: Mapping[str, System], request: StoredRequest) -> list[System]:
    """The systems that a user wants to see, in the order in which they were named, by name or by alias."""
    named = [known[called] for called in named_systems(request.systems, known, "--systems")] or every
    excluded = [known[called] for called in named_systems(request.exclude, known, "--exclude")]
    excluded += _tagged(every, request.exclude_tags, "--exclude-tag")
    wanted = _tagged(every, request.tags, "--tag") if request.tags else every
    left = {one.id for one in wanted} - {one.id for one in excluded}
    chosen = [one for one in dict.fromkeys(named) if one.id in left]
    if every and not chosen:
        raise LackmusError("No system is left to compare.")
    return chosen


def _tagged(systems: Sequence[System], tags: Sequence[str], option: str) -> list[System]:
    """Systems with any of the tags that an option names: one by one, or with commas between them."""
    known = {tag for system in systems for tag in system.tags}
    asked = {part.strip() for tag in tags for part in tag.split(",") if part.strip()}
    for tag in sorted(asked - known):
        raise LackmusError(
            f"no system has the tag {tag}. There are {listed(sorted(known)) or 'no tags'}.", option=option
        )
    return [system for system in systems if asked & set(system.tags)]


def _of_systems(judged: pl.DataFrame, names: Sequence[str]) -> pl.DataFrame:
    """The outputs of these systems, in this order."""
    there = systems_in(judged)
    if there == list(names):
        return judged
    judged = judged.filter(pl.col("system").is_in(names))
    if [name for name in there if name in names] == list(names):
        return judged
    place = pl.col("system").replace_strict(
        {name: place for place, name in enumerate(names)}, return_dtype=pl.UInt32
    )
    return judged.sort(place, maintain_order=True)


def _renamed(judged: pl.DataFrame, names: Mapping[str, str]) -> pl.DataFrame:
    if all(name == shown for name, shown in names.items()):
        return judged
    return judged.with_columns(pl.col("system").replace_strict(dict(names), return_dtype=pl.String))


def _given_labels(systems: Sequence[System]) -> dict[str, set[str]]:
    """The labels that systems of each name were given."""
    found: dict[str, set[str]] = {}
    for one in systems:
        if one.label != one.name:
            found.setdefault(one.name, set()).add(one.label)
    return found


def _labels(systems: Sequence[System]) -> dict[str, str]:
    """The labels stored with systems; one that could be taken for another system is not used."""
    shown = Counter(one.label for one in systems)
    taken = {one.name for one in systems}
    return {
        one.name: one.label
        for one in systems
        if one.label != one.name and shown[one.label] == 1 and one.label not in taken
    }


def save(desk: Desk, name: str, request: StoredRequest, reported: Reported, replacing: bool = False) -> None:
    """Keep what was asked and which revision it saw under a name, for `--as-of`."""
    if is_time(name):
        problem = LackmusError("it would be taken for a time or a change. Choose a word.")
        raise problem.at(f"--save {name}", f"No report can be called {name}")
    asked = {"campaign": reported.campaign, **asdict(request)}
    with desk.open() as workspace, workspace.writing(desk.who, "report save", name, desk.comment) as change:
        number, signature = reported.revision.number, reported.evaluation.signature
        save_report(change, name, number, asked, signature, replacing)


def remove_saved(desk: Desk, name: str) -> int:
    """Let a report have its name no longer; the number of the change, which can be undone."""
    with desk.open() as workspace, workspace.writing(desk.who, "report remove", name, desk.comment) as change:
        remove_report(change, name)
    return change.number


def saved(desk: Desk) -> list[SavedReport]:
    """The reports that have a name."""
    with desk.open() as workspace, workspace.reading() as connection:
        return saved_reports(connection)


__all__ = [
    "Desk",
    "Reported",
    "SavedReport",
    "StoredRequest",
    "StoredTrend",
    "compare",
    "remove_saved",
    "report",
    "save",
    "saved",
    "trend",
]
