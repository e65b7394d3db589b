"""The material of a comparison from a workspace, now or at an earlier time."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import reduce

import polars as pl

from lackmus.core.base.choices import Choices, Semantics
from lackmus.core.outputs.fit import Suspicion
from lackmus.core.outputs.outputs import absences, first_of_repeats, items_of, systems_of
from lackmus.core.rules.judge import RuleError
from lackmus.core.suites.counts import only_plain_rules
from lackmus.core.suites.suite import SuitePart, UnknownNameError
from lackmus.core.verdicts.evaluation import HANDED_IN, SuiteEvaluation, evaluate, evaluate_judged
from lackmus.core.verdicts.judging import with_decisions
from lackmus.errors import LackmusError
from lackmus.flows.verdicts.material import Campaigns, ComparedMaterial, Entrant, with_somebody
from lackmus.flows.verdicts.requests import Progress, listed
from lackmus.flows.verdicts.views import StoredRequest, View, view_of
from lackmus.flows.workspaces.workspaces import Desk


@dataclass(frozen=True)
class FromWorkspace:
    """A request about a workspace: one campaign, or systems to compare."""

    desk: Desk
    request: StoredRequest = field(default_factory=StoredRequest)
    campaign: str | None = None  # optional if there is one
    compared: Sequence[str] = ()  # NAME of the campaign, or CAMPAIGN/NAME

    @contextmanager
    def opened(self) -> Iterator[ComparedMaterial]:
        """The outputs of the campaign, or of the compared systems."""
        with view_of(self.desk, self.request, [self.campaign], (self.compared, self.campaign)) as view:
            yield WorkspaceMaterial(view, self.request)

    @contextmanager
    def over_time(self, campaigns: Campaigns) -> Iterator[ComparedMaterial]:
        """The outputs of these campaigns, or of all."""
        if len(set(campaigns)) < len(campaigns):
            raise LackmusError("A campaign is named twice. Name each once, in order of time.")
        with view_of(self.desk, self.request, list(campaigns) or None) as view:
            if len(view.campaigns) < 2:
                there = listed(one.name for one in view.campaigns)
                raise LackmusError(f"A trend needs at least two campaigns, and here is {there}.")
            yield WorkspaceMaterial(view, self.request)


class WorkspaceMaterial(ComparedMaterial):
    """One state of a workspace as material of a comparison."""

    def __init__(self, view: View, request: StoredRequest) -> None:
        self.request, self._view, self.suite = request, view, view.stored.suite
        self._part = request.part if request.part != SuitePart() else None
        self._campaigns = {one.name: one for one in view.campaigns}
        self.campaigns = list(self._campaigns)
        self.anonymous = request.anonymous
        self.hidden, self.revision, self.at = view.hidden, view.revision.number, view.revision.at
        self.entrants = list(_named(view) if view.named else _entrants(view, request.anonymous))

    def suspicions(self, chosen: Sequence[Entrant], progress: Progress) -> dict[str, list[Suspicion]]:
        """Warnings about the files at import."""
        told = {
            name: self._view.suspicions(self._campaigns[name]) for name in {one.campaign for one in chosen}
        }
        return {
            one.name: told[one.campaign][one.system] for one in chosen if one.system in told[one.campaign]
        }

    def evaluated(self, chosen: Sequence[Entrant], choices: Choices, progress: Progress) -> SuiteEvaluation:
        """From kept verdicts where they serve; what other semantics say is judged afresh."""
        suite, judged = self.suite, self._judged(chosen)
        try:
            if choices.semantics is Semantics.DEFAULT:
                found = evaluate_judged(suite, judged, choices, self._view.decided, self._part)
            else:
                found = evaluate(
                    suite,
                    judged.select("item", "system", HANDED_IN),
                    choices,
                    lambda done, total: progress("Judging", done, total),
                    part=self._part,
                )
        except UnknownNameError as problem:
            raise LackmusError(f"{suite.name}: {problem}.") from None
        except RuleError as problem:
            if self.hidden:
                raise LackmusError(f"{suite.name}: a rule cannot be read. Ask an editor.") from None
            raise LackmusError(f"{suite.name}, {problem}.", code="rule-broken") from None
        return with_somebody(found)

    def texts(
        self, campaign: str, chosen: Sequence[Entrant], choices: Choices, progress: Progress
    ) -> tuple[pl.DataFrame, Mapping[str, str]]:
        """What rules and people say about each text; of repeats, the first counts."""
        systems = [one.system for one in chosen]
        judged = self._view.judged(self._campaigns[campaign]).filter(pl.col("system").is_in(systems))
        found = absences(judged, items_of(self.suite)).items()
        absent = {system: why.reason for system, why in found if system not in choices.keep}
        texts = first_of_repeats(judged.filter(~pl.col("system").is_in(list(absent))))
        decided = self._view.decided
        return texts if decided is None else with_decisions(texts, decided), absent

    def outside(self, campaign: str, names: Collection[str]) -> Collection[str]:
        """Those of the names that the campaign has."""
        return {one.name for one in self.entrants if one.campaign == campaign and one.name in names}

    def notes(self, evaluation: SuiteEvaluation | None = None) -> tuple[str, ...]:
        """Notes on pending rules, and on options that differ from those of a saved report.

        A saved report is reproduced only with the same systems, items and tests.
        """
        saved, notes = self._view.saved, (*self._view.notes, *only_plain_rules(self.suite))
        if evaluation is None or saved is None or saved.request["campaign"] not in self.campaigns:
            return notes
        then, now = (one.partition("|version:")[0] for one in (saved.signature, evaluation.signature))
        if then == now:
            return notes
        return (
            *notes,
            f"The report saved as {saved.name} was asked for with other options, so its numbers may differ: "
            f"{saved.signature}.",
        )

    def _judged(self, chosen: Sequence[Entrant]) -> pl.DataFrame:
        """Verdicts of rules on the outputs of systems; with several campaigns, on their common items."""
        frames = []
        for name in dict.fromkeys(one.campaign for one in chosen) or self.campaigns:
            own = {one.system: one.name for one in chosen if one.campaign == name}
            judged = self._view.judged(self._campaigns[name])
            if lost := set(own) - set(systems_of(judged)) if self._view.named else set():
                first = next(system for system in own if system in lost)
                raise LackmusError(f"{name}: {first} has no outputs for {self._view.about}.")
            frames.append(_renamed(_of_systems(judged, list(own)), own))
        if len(frames) == 1:
            return frames[0]
        items = reduce(
            lambda one, other: one.join(other, on="item", how="semi"),
            [frame.select("item").unique() for frame in frames],
        )
        common = [frame.join(items, on="item", how="semi", maintain_order="left") for frame in frames]
        together = _of_systems(pl.concat(common), [one.name for one in chosen])
        if together.is_empty():
            raise LackmusError("These campaigns have no item in common.")
        return together


def _entrants(view: View, anonymous: bool) -> Iterator[Entrant]:
    """The systems with outputs; aliases are sorted, since the order of files would reveal names."""
    for campaign in view.campaigns:
        systems = view.systems(campaign)
        if anonymous:
            hidden = view.aliases(systems)
            for one in sorted(systems, key=lambda one: hidden[one.name]):
                yield Entrant(campaign.name, one.name, hidden[one.name], hidden[one.name], one.tags)
        else:
            for one in systems:
                yield Entrant(campaign.name, one.name, one.name, one.label, one.tags)


def _named(view: View) -> Iterator[Entrant]:
    """The systems compared by name; with several campaigns, each with its campaign."""
    campaigns = {one.id: one.name for one in view.campaigns}
    for one in view.named:
        of = campaigns[one.campaign]
        name = f"{of}/{one.name}" if len(campaigns) > 1 else one.name
        yield Entrant(of, one.name, name, name)


def _of_systems(judged: pl.DataFrame, names: Sequence[str]) -> pl.DataFrame:
    """The outputs of these systems, in this order."""
    there = systems_of(judged)
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


__all__ = ["FromWorkspace", "StoredRequest"]
