"""Challenges: open them, collect scores, rank metrics."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import and_
from pathlib import Path

from lackmus.core.base.choices import Counted, Preference
from lackmus.core.challenges.challenge import BlindKey, ChallengeSet
from lackmus.core.challenges.error_free import with_thresholds
from lackmus.core.challenges.lists import ShownTuples, shown_tuples
from lackmus.core.challenges.metrics import Need, Scored
from lackmus.core.challenges.ranking import MetricRanking, RankingChoices, narrowed, rank
from lackmus.errors import LackmusError, NoAnswerError
from lackmus.flows.challenges.scoring import MetricSpec, score, score_cache
from lackmus.flows.verdicts.requests import Progress, listed, silent
from lackmus.read.blind_keys import is_key, read_key
from lackmus.read.challenges import read_challenge
from lackmus.read.challenges.wmt import is_wmt_challenge, parse_order, read_wmt_challenge
from lackmus.read.files import files_in
from lackmus.read.remote import located
from lackmus.read.scores.returned import GROUPS
from lackmus.read.scores.shapes import has_score_columns, read_scores, scores_in_columns
from lackmus.read.scores.span_files import is_span_file, read_span_file


def open_challenge(
    path: Path, form: str | None = None, order: str | None = None, langpair: str | None = None
) -> tuple[ChallengeSet, BlindKey | None]:
    """A challenge from a file; the key of blind files holds one too, and a hand-in to WMT has its lines."""
    if form == "wmt" or (form is None and is_wmt_challenge(path)):
        key = read_wmt_challenge(path, None if order is None else parse_order(order))
        return key.challenge, key
    if form is None and is_key(path):
        key = read_key(path)
        return key.challenge, key
    return read_challenge(path, form, langpair), None


def own_scores(path: Path) -> tuple[Path, ...]:
    """The file of a challenge as a file of scores, where it has columns of them."""
    return (path,) if has_score_columns(path) else ()


def key_of(path: Path, challenge: ChallengeSet) -> BlindKey:
    """The key of a challenge's blind files; a key of another challenge is refused."""
    key = read_key(path)
    if not key.challenge.tuples.equals(challenge.tuples):
        raise LackmusError(
            f"{path} is the key of another challenge: {key.challenge.name} has other tuples there than "
            f"{challenge.name} here. Take the one that was written with these blind files."
        )
    return key


@dataclass(frozen=True)
class MetricFacts:
    """What a user says of metrics whose files do not say it."""

    lower: Sequence[str] = ()  # a lower score is better
    reference_free: Sequence[str] = ()  # they look at the source, not at a reference
    gaps: bool = False  # they may lack single tuples, not only whole language pairs

    def said_of(self, scored: Sequence[Scored]) -> list[Scored]:
        """The scores with these facts; an unknown metric is an error."""
        names = [one.about.name for one in scored]
        lower = named_metrics(self.lower, names, "lower")
        free = named_metrics(self.reference_free, names, "reference_free")
        found = []
        for one in scored:
            about = replace(one.about, higher=False) if one.about.name in lower else one.about
            about = replace(about, needs=(Need.SOURCE,)) if about.name in free else about
            found.append(replace(one, about=about))
        return found


def scores_in(
    challenge: ChallengeSet,
    named: Sequence[Path],
    key: BlindKey | None = None,
    facts: MetricFacts | None = None,
) -> list[Scored]:
    """The scores of metrics from files and folders; a metric may leave out whole language pairs."""
    facts = facts or MetricFacts()
    files: list[Path] = []
    for path in map(located, named):
        there = [path]
        if os.path.isdir(path):  # noqa: PTH112  (likewise)
            grouped = [path / group for group in GROUPS if (path / group).is_dir()]
            there = [one for folder in (path, *grouped) for one in files_in(folder)]
        if not there:
            raise LackmusError(f"{path} has no files in it.")
        files += there
    found: dict[str, Scored] = {}
    paths: dict[str, Path] = {}
    for path in files:
        in_columns, spanned = has_score_columns(path), is_span_file(path)
        for one in (
            scores_in_columns(path, challenge, facts.gaps)
            if in_columns
            else [read_span_file(path, challenge, facts.gaps)]
            if spanned
            else [read_scores(path, challenge, key, gaps=facts.gaps)]
        ):
            if one.about.name in found:
                raise LackmusError(
                    f"{path}: its metric is called {one.about.name}, as is that of "
                    f"{paths[one.about.name]}. Give it another name: "
                    f"{'rename its columns' if in_columns else '# metric: NAME on its first line'}."
                )
            found[one.about.name], paths[one.about.name] = one, path
    return with_thresholds(challenge, facts.said_of(list(found.values())))


@dataclass(frozen=True)
class Scoring:
    """Which metrics to compute, and how."""

    metrics: Sequence[MetricSpec] = ()
    device: str = "cpu"
    batch: int | None = None
    fresh: bool = False  # compute everything, also what is cached


def computed(
    challenge: ChallengeSet,
    scoring: Scoring,
    progress: Progress = silent,
    told: Callable[[str], None] | None = None,
) -> list[Scored]:
    """The scores of metrics, computed or cached; `told` is called if they cannot be cached."""
    if not scoring.metrics:
        return []
    with score_cache(told) as cache:
        found = score(
            challenge,
            scoring.metrics,
            device=scoring.device,
            batch=scoring.batch,
            cache=cache,
            progress=progress,
            fresh=scoring.fresh,
        )
        return with_thresholds(challenge, found)


def together(read: Sequence[Scored], new: Sequence[Scored]) -> list[Scored]:
    """Scores from files and computed ones; the latter replace the former."""
    names = {one.about.name for one in new}
    return [*(one for one in read if one.about.name not in names), *new]


@dataclass(frozen=True)
class ChallengePart:
    """Which part of a challenge and which metrics are ranked."""

    pair: str | None = None
    categories: Sequence[str] = ()
    phenomena: Sequence[str] = ()
    metrics: Sequence[str] = ()


def ranked(
    challenge: ChallengeSet, scored: Sequence[Scored], chosen: ChallengePart, choices: RankingChoices
) -> MetricRanking:
    """Metrics, ranked on a challenge or a part of it."""
    if not scored:
        raise LackmusError(
            f"{challenge.name} has no scores.",
            code="no-scores",
        )
    names = [one.about.name for one in scored]
    wanted = named_metrics(chosen.metrics, names, "metrics") or names
    named_metrics(list(choices.groups), names, "group")
    scored = [one for one in scored if one.about.name in wanted]
    _check_part(challenge, chosen)
    challenge, scored = narrowed(
        challenge, scored, chosen.pair, tuple(chosen.categories), tuple(chosen.phenomena)
    )
    if not challenge.tuples.height:
        raise NoAnswerError("No tuple is left to rank by.")
    there = [one.answered for one in scored if one.answered.any()]
    if not there:
        raise NoAnswerError("No metric scored any of these tuples.")
    if choices.counted is Counted.FAIR and not reduce(and_, there).any():
        raise NoAnswerError("No tuple is scored by every metric.", code="no-shared-tuple")
    return rank(challenge, scored, choices)


def _check_part(challenge: ChallengeSet, chosen: ChallengePart) -> None:
    """Refuse unknown categories, phenomena and pairs."""
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


def by_pair(ranking: MetricRanking, choices: RankingChoices) -> list[MetricRanking]:
    """The rankings of each language pair."""
    pairs = ranking.challenge.pairs
    if len(pairs) == 1:
        return [ranking]
    parts = [narrowed(ranking.challenge, ranking.scored, pair) for pair in pairs]
    return [
        rank(challenge, scored, choices)
        for challenge, scored in parts
        if any(one.answered.any() for one in scored)
    ]


def named_metrics(values: Sequence[str], known: Sequence[str], argument: str) -> tuple[str, ...]:
    """The metrics that an argument names: one by one, or several with commas between them."""
    found: list[str] = []
    for value in values:
        found += [value] if value in known else [part.strip() for part in value.split(",") if part.strip()]
    for name in found:
        if name not in known:
            raise LackmusError(f"there is no metric {name}. There are {listed(known)}.", argument=argument)
    return tuple(found)


def metric_groups(given: Sequence[str]) -> dict[str, str]:
    """Return the group of each metric, from GROUP=METRIC,METRIC."""
    found: dict[str, str] = {}
    for part in given:
        group, equals, metrics = part.partition("=")
        names = [name.strip() for name in metrics.split(",") if name.strip()]
        if not equals or not group.strip() or not names:
            raise LackmusError(f"write GROUP=METRIC,METRIC, not {part}.", argument="group")
        for name in names:
            if found.get(name, group.strip()) != group.strip():
                raise LackmusError(f"{name} cannot be in two groups.", argument="group")
            found[name] = group.strip()
    return found


# -- tuple by tuple ----------------------------------------------------------------------------------------


def the_metric(scored: Sequence[Scored], name: str | None) -> Scored | None:
    """The scores of the named metric; the name is optional if there is one."""
    if name is None:
        if len(scored) > 1:
            there = listed(one.about.name for one in scored)
            raise LackmusError(f"Say whose scores are meant: {there}.", code="whose-scores", there=there)
        return scored[0] if scored else None
    (found,) = named_metrics([name], [one.about.name for one in scored], "of")
    return next(one for one in scored if one.about.name == found)


def tuples_of(
    challenge: ChallengeSet, scored: Scored | None, chosen: ChallengePart, outcome: Preference | None = None
) -> ShownTuples:
    """Tuples with the scores of a metric, the worst errors first."""
    if scored is None and outcome is not None:
        raise LackmusError("there are no scores to judge by. Name metrics or files.", argument="outcome")
    _check_part(challenge, chosen)
    part, scores = narrowed(
        challenge,
        [] if scored is None else [scored],
        chosen.pair,
        tuple(chosen.categories),
        tuple(chosen.phenomena),
    )
    return shown_tuples(part, scores[0] if scores else None, outcome)
