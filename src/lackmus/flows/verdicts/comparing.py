"""Compare systems: judge their outputs, lay some side by side, follow campaigns over time."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from lackmus.core.base.choices import Choices
from lackmus.core.outputs.fit import Suspicion
from lackmus.core.outputs.misalignment import standard_lengths, suspicions
from lackmus.core.outputs.outputs import HandIn, outputs_of, systems_of
from lackmus.core.reviews.decisions import decided
from lackmus.core.rules.judge import RuleError
from lackmus.core.suites.suite import Suite
from lackmus.core.verdicts.comparison import Comparison
from lackmus.core.verdicts.comparison import compare as compare_systems
from lackmus.core.verdicts.evaluation import Evaluation
from lackmus.core.verdicts.evaluation import evaluate as evaluate_outputs
from lackmus.core.verdicts.joined_names import Joining
from lackmus.core.verdicts.judging import marked_in
from lackmus.core.verdicts.trend import Trend, checkpoints, countable
from lackmus.core.verdicts.trend import trend as follow
from lackmus.errors import LackmusError, NoAnswerError
from lackmus.flows.outputs.frames import given_hand_ins
from lackmus.flows.verdicts.joining import asked_joining, joined_systems
from lackmus.flows.verdicts.requests import (
    Given,
    Progress,
    Request,
    chosen_systems,
    listed,
    named_systems,
    open_suite,
    silent,
    suite_name,
)
from lackmus.read.decisions import read_decisions


@dataclass(frozen=True)
class Evaluated:
    """An evaluation, and what is suspicious about the files it rests on."""

    evaluation: Evaluation
    suspicions: Mapping[str, list[Suspicion]]


def evaluate(request: Request, progress: Progress = silent) -> Evaluated:
    """Judge the outputs of systems by a suite and compare their accuracies."""
    suite = open_suite(request.suite, request.pair)
    handed_in = given_hand_ins(suite, request.outputs, request.asked)
    hand_ins = chosen_systems(handed_in, request)
    kept = named_systems(request.choices.keep, [hand_in.system for hand_in in handed_in], "--keep")
    request = replace(request, choices=replace(request.choices, keep=kept))
    suspected = suspicions_of(hand_ins, progress)
    return Evaluated(evaluation_of(suite, hand_ins, request, progress), suspected)


def compare(request: Request, progress: Progress = silent) -> tuple[Comparison, Evaluated]:
    """Lay two or more systems side by side, item by item, in the order in which the user named them."""
    evaluated = evaluate(request, progress)
    return side_by_side(evaluated.evaluation, request.choices), evaluated


def side_by_side(evaluation: Evaluation, choices: Choices) -> Comparison:
    """All systems of an evaluation, item by item."""
    named = systems_of(evaluation.verdicts)
    if len(named) < 2:
        left_out = "".join(f"; {name} did not take part ({why})" for name, why in evaluation.left_out.items())
        raise LackmusError(f"compare needs two systems or more, but got {listed(named)}{left_out}.")
    return compare_systems(evaluation, named, choices)


def checkpoints_of(evaluation: Evaluation, choices: Choices) -> Trend:
    """Return the systems as checkpoints of one model, in the order in which the user named them."""
    systems = systems_of(evaluation.verdicts)
    if len(systems) < 2:
        raise LackmusError(f"Checkpoints are at least two systems, and here is only {systems[0]}.")
    return checkpoints(evaluation, systems, choices)


@dataclass(frozen=True)
class Followed:
    """Campaigns over time, and what is suspicious about their files."""

    trend: Trend
    suspicions: Mapping[str, list[Suspicion]]


def trend(
    request: Request,
    campaigns: Sequence[str] | Mapping[str, Sequence[Given]],
    progress: Progress = silent,
    unaveraged: Sequence[str] = (),
    same: Sequence[str] = (),
    exact_names: bool = False,
) -> Followed:
    """Follow campaigns over time, as NAME=FOLDER or by name; `unaveraged` stay outside the averages.

    Names that differ in case, punctuation or white space only are one system unless `exact_names` are asked
    for, and so are those that `same` names as A=B.
    """
    suite = open_suite(request.suite, request.pair)
    read = {
        name: given_hand_ins(suite, given, request.asked) for name, given in _campaigns(campaigns).items()
    }
    known = {hand_in.system for hand_ins in read.values() for hand_in in hand_ins}
    excluded = named_systems(request.exclude, known, "--exclude")
    compared = named_systems(request.systems, known, "--systems")
    outside = named_systems(unaveraged, known, "--unaveraged")
    kept = named_systems(request.choices.keep, known, "--keep")
    joining = asked_joining(same, exact_names, known)
    request = replace(request, choices=replace(request.choices, keep=kept))
    found: dict[str, Evaluation] = {}
    suspected: dict[str, list[Suspicion]] = {}
    for name, hand_ins in read.items():
        chosen = [hand_in for hand_in in hand_ins if hand_in.system not in excluded]
        if not chosen:
            raise LackmusError(f"No system of {name} is left to compare.")
        suspected |= {f"{name} {system}": what for system, what in suspicions_of(chosen, progress).items()}
        found[name] = countable(evaluation_of(suite, chosen, request, progress))
    return Followed(
        one_after_another(found, request.choices, compared, dict.fromkeys(found, outside), joining), suspected
    )


def one_after_another(
    found: Mapping[str, Evaluation],
    choices: Choices,
    compared: Sequence[str],
    outside: Mapping[str, Collection[str]],
    joining: Joining,
) -> Trend:
    """Campaigns that were evaluated one by one, over time; there must be something to compare."""
    called = joined_systems(found, joining).called
    wanted = set(map(called, compared))
    for name, evaluation in found.items():
        there = set(map(called, evaluation.systems))
        if wanted and not wanted & there:
            raise LackmusError(f"{name} has none of {listed(compared)}.").at("--systems", "")
        if not there - set(map(called, outside.get(name, ()))):
            raise LackmusError(f"no system of {name} is left for the average.", option="--unaveraged")
    followed = follow(found, choices, compared, outside, joining)
    if not followed.common:
        counts = ", ".join(f"{name} {one.fairness.fair:,}" for name, one in found.items())
        raise NoAnswerError(f"No item is fair in all campaigns (fair items: {counts}).")
    return followed


def _campaigns(given: Sequence[str] | Mapping[str, Sequence[Given]]) -> Mapping[str, Sequence[Given]]:
    """Outputs by the name of their campaign, as a user writes them."""
    found: dict[str, Sequence[Given]] = dict(given) if isinstance(given, Mapping) else {}
    for campaign in () if isinstance(given, Mapping) else given:
        name, equals, folder = campaign.partition("=")
        name = name.strip()
        if not equals or not name or not folder:
            raise LackmusError(
                f"“{campaign}” names no campaign. Write NAME=FOLDER, such as WMT22=outputs/2022."
            )
        if name in found:
            raise LackmusError(f"Two campaigns are named {name}. Give them different names.")
        found[name] = [folder]
    if len(found) < 2:
        raise LackmusError("A trend needs at least two campaigns.")
    return found


def evaluation_of(
    suite: Suite, hand_ins: Sequence[HandIn], request: Request, progress: Progress
) -> Evaluation:
    """What was handed in, judged and compared as the request says."""
    spoken = None if request.decisions is None else decided(read_decisions(request.decisions, suite))
    try:
        evaluation = evaluate_outputs(
            suite,
            outputs_of(hand_ins),
            request.choices,
            lambda done, total: progress("Judging", done, total),
            spoken,
            marked=marked_in(hand_ins),
        )
    except RuleError as problem:
        raise LackmusError(f"{suite_name(request.suite)}, {problem}. Fix it there.") from None
    return with_somebody(evaluation)


def with_somebody(evaluation: Evaluation) -> Evaluation:
    """The evaluation itself, if anybody took part."""
    if not evaluation.systems:
        each = "; ".join(f"{system}: {reason}" for system, reason in evaluation.left_out.items())
        raise NoAnswerError(
            f"No system took part ({each}).",
            "Keep one with --keep NAME.",
            page="Keep one all the same, in the report.",
        )
    return evaluation


def suspicions_of(hand_ins: Sequence[HandIn], progress: Progress) -> dict[str, list[Suspicion]]:
    """What looks wrong with the files, by system."""
    found = {}
    # Line-aligned files share one source, which is measured once.
    measured = {id(hand_in.sources): standard_lengths(hand_in.sources) for hand_in in hand_ins[:1]}
    for done, hand_in in enumerate(hand_ins):
        progress("Looking for shifted lines", done, len(hand_ins))
        lengths = measured.get(id(hand_in.sources))
        found[hand_in.system] = suspicions(hand_in.sources, hand_in.texts, lengths)
    return {system: suspected for system, suspected in found.items() if suspected}
