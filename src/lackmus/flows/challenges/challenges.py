"""Challenges from files: build them of judged outputs, open them, bring scores together, rank metrics."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import polars as pl

from lackmus.core.base.choices import Choices, Outcome, Trust
from lackmus.core.base.plurals import counted
from lackmus.core.challenges.building import JUDGED_TEXTS, Built, Draw
from lackmus.core.challenges.building import build as draw_tuples
from lackmus.core.challenges.challenge import BlindKey, Challenge
from lackmus.core.challenges.metrics import Scored
from lackmus.core.challenges.ranking import Ranking, RankingChoices, narrowed, rank
from lackmus.core.challenges.tuple_lists import ShownTuples, shown_tuples
from lackmus.core.outputs.fit import Suspicion
from lackmus.core.outputs.outputs import HandIn
from lackmus.core.verdicts.evaluation import Evaluation
from lackmus.errors import LackmusError, NoAnswerError
from lackmus.flows.challenges import stored_challenges
from lackmus.flows.challenges.scoring import Wanted, score, score_cache
from lackmus.flows.outputs.frames import given_hand_ins
from lackmus.flows.verdicts.material import Request, judged_and_compared, suspicions_of
from lackmus.flows.verdicts.requests import (
    Given,
    Progress,
    listed,
    named_systems,
    open_suite,
    silent,
)
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.read.blind_keys import is_key, read_key
from lackmus.read.challenges import read_challenge
from lackmus.read.files import files_in
from lackmus.read.scores import read_scores


@dataclass(frozen=True)
class Sources:
    """What systems translated: one file for all campaigns, or one for each (CAMPAIGN=FILE)."""

    every: Path | None = None
    of: Mapping[str, Path] = field(default_factory=dict)

    @classmethod
    def parse(cls, written: Sequence[str]) -> "Sources":
        """As users write it."""
        every: Path | None = None
        of: dict[str, Path] = {}
        for one in written:
            name, equals, file = one.partition("=")
            if _is_there(one) or not equals:
                if every is not None:
                    raise LackmusError("two files are named. Write CAMPAIGN=FILE.", option="--source")
                every = Path(one)
            elif name in of:
                raise LackmusError(f"{name} has two files. Name one.", option="--source")
            else:
                of[name] = Path(file)
        return cls(every, of)


@dataclass(frozen=True)
class BuiltFiles:
    """What was built, and what is to be said about the files it rests on."""

    built: Built
    left_out: Mapping[str, str]  # CAMPAIGN/SYSTEM -> why
    suspicions: Mapping[str, list[Suspicion]]
    notes: tuple[str, ...] = ()
    kept: str | None = None  # the name that it has in the workspace; none for files


def build(
    request: Request,
    sources: Sources,
    draw: Draw,
    name: str = "",
    progress: Progress = silent,
    named: Mapping[str, Sequence[Given]] | None = None,
) -> BuiltFiles:
    """Judge the outputs of one or several campaigns by a suite and draw tuples from them.

    The outputs of the request are those of one campaign, or NAME=OUTPUTS; `named` are outputs by campaign.
    """
    suite = open_suite(request.suite, request.pair)
    campaigns = _campaigns(request.outputs) if named is None else named
    for unknown in sorted(set(sources.of) - set(campaigns)):
        raise LackmusError(f"there is no campaign {unknown} among the outputs.", option="--source")
    read: dict[str, list[HandIn]] = {}
    for campaign, outputs in campaigns.items():
        progress("Reading", len(read), len(campaigns))
        asked = replace(request.asked, source=sources.of.get(campaign, sources.every))
        read[campaign] = given_hand_ins(suite, outputs, asked)
    known = {hand_in.system for hand_ins in read.values() for hand_in in hand_ins}
    wanted = named_systems(request.systems, known, "--systems") or known
    excluded = named_systems(request.exclude, known, "--exclude")
    kept = named_systems(request.choices.keep, known, "--keep")
    request = replace(request, choices=replace(request.choices, keep=kept))
    frames: list[pl.DataFrame] = []
    left_out: dict[str, str] = {}
    suspected: dict[str, list[Suspicion]] = {}
    for campaign, hand_ins in read.items():
        chosen = [one for one in hand_ins if one.system in wanted and one.system not in excluded]
        if not chosen:
            continue
        of = f"{campaign}/" if campaign else ""
        suspected |= {of + system: told for system, told in suspicions_of(chosen, progress).items()}
        evaluation = judged_and_compared(request, suite, chosen, request.choices, progress)
        left_out |= {of + system: why for system, why in evaluation.left_out.items()}
        frames.append(judged_texts(evaluation, campaign))
    if not frames:
        raise LackmusError("No system is left to build from.")
    built = draw_tuples(suite, pl.concat(frames), draw, name or suite.name, request.choices.parts)
    return BuiltFiles(with_tuples(built, draw.trust), left_out, suspected)


@dataclass(frozen=True)
class StoredBuild:
    """What a user asks to be built from a workspace."""

    suite: str | None = None
    pair: str | None = None
    campaigns: Sequence[str] = ()  # all that have outputs, unless some are named
    systems: Sequence[str] = ()
    exclude: Sequence[str] = ()
    keep: Sequence[str] = ()
    as_of: str | None = None
    replacing: bool = False


def build_stored(
    desk: Desk, asked: StoredBuild, draw: Draw, name: str = "", progress: Progress = silent
) -> BuiltFiles:
    """Draw tuples from what is stored, with what people decided, and keep them there."""
    said = stored_challenges.judged_texts(
        desk, asked.suite, asked.pair, asked.campaigns, asked.as_of, asked.keep, asked.systems, asked.exclude
    )
    progress("Drawing", 0, 1)
    # No revision: the digest of what was judged says enough, and changes elsewhere make no other challenge.
    judging = Choices().parts
    built = draw_tuples(said.suite, said.texts, draw, name or said.suite.name, judging)
    kept = stored_challenges.keep(desk, with_tuples(built, draw.trust).challenge, replacing=asked.replacing)
    return BuiltFiles(built, said.left_out, said.suspicions, said.notes, kept.name)


def judged_texts(evaluation: Evaluation, campaign: str) -> pl.DataFrame:
    """What was said about every text of a campaign (JUDGED_TEXTS)."""
    said = evaluation.verdicts.filter(pl.col("text").is_not_null())
    return JUDGED_TEXTS.of(said.with_columns(pl.lit(campaign).alias("campaign")))


def with_tuples(built: Built, trust: Trust) -> Built:
    """The same, if anything could be built."""
    if not built.giving:
        why = "; ".join(f"{counted(many, 'item')}: {lack}" for lack, many in built.without.items())
        raise NoAnswerError(
            f"No item gives a tuple ({why or 'no item has outputs'}).",
            "Only texts that people decided count: decide some, or trust the rules, too."
            if trust is Trust.HUMAN
            else "Add systems or campaigns, or settle warnings.",
        )
    return built


def _campaigns(outputs: Sequence[Given]) -> dict[str, list[Given]]:
    """Outputs by the name of their campaign: NAME=OUTPUTS, or all of one campaign that needs no name."""
    found: dict[str, list[Given]] = {}
    for one in outputs:
        if not isinstance(one, str):
            found.setdefault("", []).append(one)
            continue
        name, equals, where = one.partition("=")
        if not equals or _is_there(one):
            name, where = "", one
        found.setdefault(name.strip(), []).append(where)
    if "" in found and len(found) > 1:
        raise LackmusError(
            f"{found[''][0]} belongs to no campaign. Write NAME={found[''][0]}, as for the others."
        )
    return found


def _is_there(name: str) -> bool:
    return os.path.exists(name)  # noqa: PTH110  (a name that no file can have is no error here)


# -- from a challenge to a ranking -------------------------------------------------------------------------


def open_challenge(path: Path, form: str | None = None) -> tuple[Challenge, BlindKey | None]:
    """A challenge from a file; the key of blind files holds one too."""
    if form is None and is_key(path):
        key = read_key(path)
        return key.challenge, key
    return read_challenge(path, form), None


def key_of(path: Path, challenge: Challenge) -> BlindKey:
    """The key of the blind files of a challenge; one of another would give every score to a wrong text."""
    key = read_key(path)
    if not key.challenge.tuples.equals(challenge.tuples):
        raise LackmusError(
            f"{path} is the key of another challenge: {key.challenge.name} has other tuples there than "
            f"{challenge.name} here. Take the one that was written with these blind files."
        )
    return key


def scores_in(challenge: Challenge, named: Sequence[Path], key: BlindKey | None = None) -> list[Scored]:
    """The scores of metrics from files, and from all files of folders."""
    files: list[Path] = []
    for path in named:
        there = files_in(path) if os.path.isdir(path) else [path]  # noqa: PTH112  (likewise)
        if not there:
            raise LackmusError(f"{path} has no files in it.")
        files += there
    found: dict[str, Scored] = {}
    for path in files:
        one = read_scores(path, challenge, key)
        if one.about.name in found:
            raise LackmusError(
                f"{path}: its metric is called {one.about.name}, as is that of "
                f"{found[one.about.name].file}. Give it another name: # metric: NAME on its first line."
            )
        found[one.about.name] = one
    return list(found.values())


@dataclass(frozen=True)
class Scoring:
    """What is to be computed, and how."""

    metrics: Sequence[Wanted] = ()
    device: str = "cpu"
    batch: int | None = None
    fresh: bool = False  # compute everything, whatever is known already


def computed(
    challenge: Challenge,
    scoring: Scoring,
    progress: Progress = silent,
    told: Callable[[str], None] | None = None,
) -> list[Scored]:
    """The scores of metrics that are computed here, or were before; `told` hears if they cannot be kept."""
    if not scoring.metrics:
        return []
    with score_cache(told) as cache:
        return score(
            challenge,
            scoring.metrics,
            device=scoring.device,
            batch=scoring.batch,
            cache=cache,
            progress=progress,
            fresh=scoring.fresh,
        )


def together(read: Sequence[Scored], new: Sequence[Scored]) -> list[Scored]:
    """Scores from files and from here; what is computed now takes the place of what was read."""
    names = {one.about.name for one in new}
    return [*(one for one in read if one.about.name not in names), *new]


@dataclass(frozen=True)
class Chosen:
    """Which part of a challenge and which metrics somebody wants to see."""

    pair: str | None = None
    categories: Sequence[str] = ()
    phenomena: Sequence[str] = ()
    metrics: Sequence[str] = ()


def ranked(
    challenge: Challenge, scored: Sequence[Scored], chosen: Chosen, choices: RankingChoices
) -> Ranking:
    """Metrics, ranked by (a part of) a challenge."""
    if not scored:
        raise LackmusError(
            f"{challenge.name} has no scores.",
            "Name files of scores, or metrics: --metric bleu,chrf.",
            page="Score it: lackmus challenge score.",
        )
    names = [one.about.name for one in scored]
    wanted = named_metrics(chosen.metrics, names, "--metrics") or names
    named_metrics(list(choices.groups), names, "--group")
    scored = [one for one in scored if one.about.name in wanted]
    _check_part(challenge, chosen)
    challenge, scored = narrowed(
        challenge, scored, chosen.pair, tuple(chosen.categories), tuple(chosen.phenomena)
    )
    if not challenge.tuples.height:
        raise NoAnswerError("No tuple is left to rank by.")
    return rank(challenge, scored, choices)


def _check_part(challenge: Challenge, chosen: Chosen) -> None:
    """Whatever is asked for must be there."""
    for what, given, there in (
        ("pair", [chosen.pair] if chosen.pair else [], challenge.pairs),
        ("category", chosen.categories, challenge.tuples["category"].unique().sort().to_list()),
        ("phenomenon", chosen.phenomena, challenge.tuples["phenomenon"].unique().sort().to_list()),
    ):
        for one in given:
            if one not in there:
                raise LackmusError(
                    f"{challenge.name} has no {what} {one}. There are {listed(there[:20])}"
                    f"{' …' if len(there) > 20 else ''}.",
                    option=f"--{what}",
                )


def by_pair(ranking: Ranking, choices: RankingChoices) -> list[Ranking]:
    """The same, for every language pair by itself."""
    pairs = ranking.challenge.pairs
    if len(pairs) == 1:
        return [ranking]
    parts = (narrowed(ranking.challenge, ranking.scored, pair) for pair in pairs)
    return [rank(challenge, scored, choices) for challenge, scored in parts]


def named_metrics(values: Sequence[str], known: Sequence[str], option: str) -> tuple[str, ...]:
    """The metrics that an option names: one by one, or several with commas between them."""
    found: list[str] = []
    for value in values:
        found += [value] if value in known else [part.strip() for part in value.split(",") if part.strip()]
    for name in found:
        if name not in known:
            raise LackmusError(f"there is no metric {name}. There are {listed(known)}.", option=option)
    return tuple(found)


def metric_groups(given: Sequence[str]) -> dict[str, str]:
    """Return in which group each metric is ranked, as users write it: GROUP=METRIC,METRIC."""
    found: dict[str, str] = {}
    for part in given:
        group, equals, metrics = part.partition("=")
        names = [name.strip() for name in metrics.split(",") if name.strip()]
        if not equals or not group.strip() or not names:
            raise LackmusError(f"write GROUP=METRIC,METRIC, not {part}.", option="--group")
        for name in names:
            if found.get(name, group.strip()) != group.strip():
                raise LackmusError(f"{name} cannot be in two groups.", option="--group")
            found[name] = group.strip()
    return found


# -- tuple by tuple ----------------------------------------------------------------------------------------


def the_metric(scored: Sequence[Scored], name: str | None) -> Scored | None:
    """The scores that a user means; where there is one metric, it need not be named."""
    if name is None:
        if len(scored) > 1:
            there = listed(one.about.name for one in scored)
            raise LackmusError(f"Say whose scores are meant, with --of: {there}.")
        return scored[0] if scored else None
    (found,) = named_metrics([name], [one.about.name for one in scored], "--of")
    return next(one for one in scored if one.about.name == found)


def tuples_of(
    challenge: Challenge, scored: Scored | None, chosen: Chosen, outcome: Outcome | None = None
) -> ShownTuples:
    """Tuples with the scores of a metric, the worst misjudged first."""
    if scored is None and outcome is not None:
        raise LackmusError("there are no scores to judge by. Name metrics or files.", option="--outcome")
    _check_part(challenge, chosen)
    part, scores = narrowed(
        challenge,
        [] if scored is None else [scored],
        chosen.pair,
        tuple(chosen.categories),
        tuple(chosen.phenomena),
    )
    return shown_tuples(part, scores[0] if scores else None, outcome)
