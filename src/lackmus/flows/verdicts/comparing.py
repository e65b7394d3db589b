"""Compare systems of files or of a workspace: side by side, over time."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from lackmus.core.base.choices import Choices
from lackmus.core.outputs.fit import Suspicion
from lackmus.core.outputs.outputs import systems_of
from lackmus.core.verdicts.comparison import SystemComparison
from lackmus.core.verdicts.comparison import compare as compare_systems
from lackmus.core.verdicts.evaluation import SuiteEvaluation
from lackmus.core.verdicts.human_scores import HumanComparison
from lackmus.core.verdicts.joined_names import Joining
from lackmus.core.verdicts.reserved import hide_comparison, hide_evaluation, hide_trend
from lackmus.core.verdicts.trend import CampaignTrend, checkpoints, countable
from lackmus.core.verdicts.trend import trend as follow
from lackmus.errors import Argument, LackmusError, NoAnswerError
from lackmus.flows.verdicts.human_scores import human_comparisons
from lackmus.flows.verdicts.joining import asked_joining, joined_systems
from lackmus.flows.verdicts.material import Campaigns, ComparedMaterial, Entrant, Request
from lackmus.flows.verdicts.requests import Progress, listed, named_systems, silent

if TYPE_CHECKING:  # comparing files needs no database
    from lackmus.flows.verdicts.workspace_material import FromWorkspace

    MaterialSource: TypeAlias = Request | FromWorkspace


@dataclass(frozen=True)
class Evaluated:
    """An evaluation with its context for readers."""

    evaluation: SuiteEvaluation
    choices: Choices
    suspicions: Mapping[str, list[Suspicion]]  # about the files
    campaign: str = ""  # of a workspace
    revision: int | None = None  # of a workspace
    at: str = ""  # time of that revision
    labels: Mapping[str, str] = field(default_factory=dict)  # stored with systems
    notes: tuple[str, ...] = ()  # the most important notes
    tags: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # of systems
    human: tuple[HumanComparison, ...] = ()  # beside human scores, where some were given


@dataclass(frozen=True)
class TrendOfFiles:
    """Campaigns over time, with their context for readers."""

    trend: CampaignTrend
    suspicions: Mapping[str, list[Suspicion]]
    revision: int | None = None
    labels: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def evaluate(source: "MaterialSource", progress: Progress = silent, scores: Sequence[Path] = ()) -> Evaluated:
    """Judge the outputs of systems by a suite and compare their accuracies.

    `scores` are files of human scores, which are put beside them.
    """
    with source.opened() as material:
        found = _evaluated(material, progress)
        notes = material.notes(found.evaluation)
        return replace(
            found,
            evaluation=hide_evaluation(found.evaluation, material.hidden),
            notes=notes,
            human=human_comparisons(
                found.evaluation, scores, found.labels, material.places(), material.anonymous
            )
            if scores
            else (),
        )


def compare(source: "MaterialSource", progress: Progress = silent) -> tuple[SystemComparison, Evaluated]:
    """Compare two or more systems item by item, in the order given by the user.

    Systems of different campaigns are compared on their common items.
    """
    with source.opened() as material:
        found = _evaluated(material, progress)
        comparison = hide_comparison(_side_by_side(found.evaluation, found.choices), material.hidden)
        return comparison, replace(found, evaluation=comparison.evaluation, notes=material.notes())


def _evaluated(material: ComparedMaterial, progress: Progress) -> Evaluated:
    """The chosen systems, compared; nothing is hidden yet."""
    known = {one.name: one for one in material.entrants}
    if len(material.campaigns) == 1:  # systems can be named as usual even under an alias
        known = {one.system: one for one in material.entrants} | known
    chosen, choices = _chosen(material, known), _choices(material, known)
    suspected = material.suspicions(chosen, progress)
    return Evaluated(
        material.evaluated(chosen, choices, progress),
        choices,
        suspected,
        ", ".join(material.campaigns),
        material.revision,
        material.at,
        _labels(chosen),
        tags={one.name: one.tags for one in chosen},
    )


def _chosen(material: ComparedMaterial, known: Mapping[str, Entrant]) -> list[Entrant]:
    """The chosen systems, in the order given."""
    asked, every = material.request, material.entrants
    named = [known[called] for called in named_systems(asked.systems, known, "systems")] or every
    excluded = [known[called] for called in named_systems(asked.exclude, known, "exclude")]
    excluded += _tagged(every, asked.exclude_tags, "exclude_tag")
    wanted = _tagged(every, asked.tags, "tag") if asked.tags else every
    chosen = [one for one in dict.fromkeys(named) if one in wanted and one not in excluded]
    if every and not chosen:
        raise LackmusError("No system is left to compare.")
    return chosen


def _choices(material: ComparedMaterial, known: Mapping[str, Entrant]) -> Choices:
    """The choices with kept systems and the revision."""
    choices = material.request.choices
    kept = tuple(known[called].name for called in named_systems(choices.keep, known, "keep"))
    return replace(choices, keep=kept, revision=material.revision)


def _tagged(systems: Sequence[Entrant], tags: Sequence[str], argument: str) -> list[Entrant]:
    """Systems with any of the tags that an option names: one by one, or with commas between them."""
    known = {tag for system in systems for tag in system.tags}
    asked = {part.strip() for tag in tags for part in tag.split(",") if part.strip()}
    for tag in sorted(asked - known):
        raise LackmusError(
            f"no system has the tag {tag}. There are {listed(sorted(known)) or 'no tags'}.", argument=argument
        )
    return [system for system in systems if asked & set(system.tags)]


def _labels(systems: Sequence[Entrant]) -> dict[str, str]:
    """The stored labels of systems; ambiguous ones are not used."""
    shown = Counter(one.label for one in systems)
    taken = {one.name for one in systems}
    return {
        one.name: one.label
        for one in systems
        if one.label != one.name and shown[one.label] == 1 and one.label not in taken
    }


def _side_by_side(evaluation: SuiteEvaluation, choices: Choices) -> SystemComparison:
    """All systems of an evaluation, item by item."""
    named = systems_of(evaluation.verdicts)
    if len(named) < 2:
        left_out = "".join(f"; {name} did not take part ({why})" for name, why in evaluation.left_out.items())
        raise LackmusError(f"compare needs two systems or more, but got {listed(named)}{left_out}.")
    return compare_systems(evaluation, named, choices)


def checkpoints_of(evaluation: SuiteEvaluation, choices: Choices) -> CampaignTrend:
    """Return the systems as checkpoints of one model, in the order given."""
    systems = systems_of(evaluation.verdicts)
    if len(systems) < 2:
        raise LackmusError(f"Checkpoints are at least two systems, and here is only {systems[0]}.")
    return checkpoints(evaluation, systems, choices)


def trend(
    source: "MaterialSource",
    campaigns: Campaigns,
    progress: Progress = silent,
    unaveraged: Sequence[str] = (),
    same: Sequence[str] = (),
    exact_names: bool = False,
) -> TrendOfFiles:
    """Compare campaigns over time; `unaveraged` systems, and those with `exclude_tags`, are left out of
    averages.

    Names that differ only in case, punctuation or white space are one system unless `exact_names`; so are
    pairs in `same` (A=B), and systems with the same stored label.
    """
    with source.over_time(campaigns) as material:
        asked, every = material.request, material.entrants
        known = {one.name: one for one in every}
        excluded = named_systems(asked.exclude, known, "exclude")
        compared = named_systems(asked.systems, known, "systems")
        outside = named_systems(unaveraged, known, "unaveraged")
        choices = _choices(material, known)
        joining = asked_joining(same, exact_names, known, _given_labels(every))
        tagged = _tagged(every, asked.exclude_tags, "exclude_tag")
        wanted = _tagged(every, asked.tags, "tag") if asked.tags else every
        found: dict[str, SuiteEvaluation] = {}
        suspected: dict[str, list[Suspicion]] = {}
        for name in material.campaigns:
            chosen = [one for one in wanted if one.campaign == name and one.name not in excluded]
            if not chosen:
                raise LackmusError(f"No system of {name} is left to compare.")
            told = material.suspicions(chosen, progress)
            suspected |= {f"{name} {system}": what for system, what in told.items()}
            # Keep only what is counted before the next campaign is read.
            found[name] = countable(material.evaluated(chosen, choices, progress))
        left = {
            name: {
                *material.outside(name, outside),
                *(one.name for one in tagged if one.campaign == name),
            }
            for name in found
        }
        followed = _one_after_another(found, choices, compared, left, joining)
        latest = {followed.joined.called(one.name): one for one in every}
        return TrendOfFiles(
            hide_trend(followed, material.hidden),
            suspected,
            material.revision,
            _labels(list(latest.values())),
            material.notes(),
        )


def _given_labels(systems: Sequence[Entrant]) -> dict[str, set[str]]:
    """The labels given to systems, by name."""
    found: dict[str, set[str]] = {}
    for one in systems:
        if one.label != one.name:
            found.setdefault(one.name, set()).add(one.label)
    return found


def _one_after_another(
    found: Mapping[str, SuiteEvaluation],
    choices: Choices,
    compared: Sequence[str],
    outside: Mapping[str, Collection[str]],
    joining: Joining,
) -> CampaignTrend:
    """Evaluated campaigns over time; an error if nothing is comparable."""
    called = joined_systems(found, joining).called
    wanted = set(map(called, compared))
    for name, evaluation in found.items():
        there = set(map(called, evaluation.systems))
        if wanted and not wanted & there:
            raise LackmusError(f"{name} has none of {listed(compared)}.").at(Argument("systems"))
        if not there - set(map(called, outside.get(name, ()))):
            raise LackmusError(f"no system of {name} is left for the average.", argument="unaveraged")
    followed = follow(found, choices, compared, outside, joining)
    if not followed.common:
        counts = ", ".join(f"{name} {one.fairness.fair:,}" for name, one in found.items())
        raise NoAnswerError(f"No item is fair in all campaigns (fair items: {counts}).")
    return followed


__all__ = [
    "Evaluated",
    "Request",
    "TrendOfFiles",
    "checkpoints_of",
    "compare",
    "evaluate",
    "trend",
]
