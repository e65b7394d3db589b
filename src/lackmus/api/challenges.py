"""Challenges for metrics: build or read them, score them, rank metrics by them."""

from collections.abc import Mapping

from lackmus.api.arguments import (
    Columns,
    Groups,
    Named,
    OutputsArgument,
    PathArgument,
    Paths,
    Strings,
    SuiteArgument,
    asked,
    by_name,
    campaigns_of,
    choice,
    choices_in,
    choices_of,
    groups,
    optional_path,
    outputs_of,
    path,
    paths,
    strings,
    suite_of,
    testing_of,
    within,
)
from lackmus.api.rankings import Challenge, Ranking, Scores
from lackmus.api.wording import warn, warn_of, worded
from lackmus.core.base.choices import By, Counted, Order, RankingTable, RankingTest, References, Trust
from lackmus.core.challenges import ranking
from lackmus.core.challenges.building import Draw
from lackmus.core.challenges.metrics import Scored
from lackmus.flows.challenges.building import BuiltChallenge, Sources, build
from lackmus.flows.challenges.challenges import (
    ChallengePart,
    MetricFacts,
    Scoring,
    computed,
    key_of,
    metric_groups,
    open_challenge,
    own_scores,
    ranked,
    scores_in,
    together,
)
from lackmus.flows.challenges.scoring import wanted
from lackmus.flows.verdicts.material import Request
from lackmus.flows.verdicts.requests import Progress, limited_reading, silent

ChallengeArgument = Challenge | PathArgument
ScoresArgument = Scores | Paths


@worded
def build_challenge(
    suite: SuiteArgument,
    outputs: OutputsArgument | Mapping[str, OutputsArgument],
    *,
    source: PathArgument | Mapping[str, PathArgument] | None = None,
    form: str | None = None,
    testsuite: str | None = None,
    collection: str | None = None,
    skip_unknown: bool = False,
    columns: Columns | None = None,
    decisions: PathArgument | None = None,
    pair: str | None = None,
    systems: Strings | None = None,
    exclude: Strings | None = None,
    keep: Strings | None = None,
    semantics: str = "default",
    repeats: str = "first",
    references: str = "one",
    per_item: int | None = None,
    seed: int = Draw.seed,
    trust: str = "settled",
    name: str = "",
    allow_large: bool = False,
) -> Challenge:
    """Return a challenge made of judged outputs, of one campaign or of several by name.

    `source` is the file that all campaigns translated line by line, or a file for each campaign. With
    `references="all"` every right text of an item is a reference for every other.
    """
    draw = draw_of(references, per_item, seed, trust)
    named = campaigns_of(outputs) if isinstance(outputs, Mapping) else None
    request = Request(
        suite_of(suite),
        () if isinstance(outputs, Mapping) else outputs_of(outputs),
        asked(None, form, testsuite, collection, skip_unknown, columns),
        pair,
        strings(systems),
        strings(exclude),
        choices_of(semantics, repeats, keep),
        optional_path(decisions),
    )
    if isinstance(source, Mapping):
        sources = Sources(of={campaign: path(file) for campaign, file in source.items()})
    else:
        sources = Sources(optional_path(source))
    with limited_reading(allow_large):
        done = build(request, sources, draw, name, named=named)
    return challenge_of(done)


def draw_of(references: str, per_item: int | None, seed: int, trust: str) -> Draw:
    """Return the choices of a challenge."""
    if per_item is not None:
        within("per_item", per_item, 1)
    return Draw(per_item, seed, choice(Trust, "trust", trust), choice(References, "references", references))


def challenge_of(done: BuiltChallenge) -> Challenge:
    """Return a challenge that was built, with warnings of what is odd about the outputs behind it."""
    warn_of(done.texts.suspicions, done.texts.left_out)
    for note in done.texts.notes:
        warn(note)
    return Challenge(done.built.challenge, done.built)


@worded
def read_challenge(
    file: PathArgument,
    *,
    form: str | None = None,
    key: PathArgument | None = None,
    order: str | None = None,
    langpair: str | None = None,
    allow_large: bool = False,
) -> Challenge:
    """Return the challenge in a file: JSON Lines, ACES-style TSV, DEMETR's JSON, a key, a WMT hand-in.

    `key` is the key of the blind files, for scores that participants hand in. `order` is that of the
    hypotheses of a WMT hand-in, from the best on: `"hyp-2 > hyp-1"`. `langpair` is the
    language pair of a table that has no column for it.
    """
    with limited_reading(allow_large):
        challenge, own = open_challenge(path(file), form, order, langpair)
        found = own if key is None else key_of(path(key), challenge)
        return Challenge(challenge, key=found, files=own_scores(path(file)))


@worded
def score(
    challenge: ChallengeArgument,
    scores: ScoresArgument | None = None,
    *,
    metric: Strings | None = None,
    lower: Strings | None = None,
    reference_free: Strings | None = None,
    allow_gaps: bool = False,
    group: Groups | None = None,
    device: str = "cpu",
    batch: int | None = None,
    fresh: bool = False,
    progress: Progress = silent,
    allow_large: bool = False,
) -> Scores:
    """Return the scores of metrics: computed here (`metric="bleu,chrf"`), and from files of others.

    `lower` and `reference_free` name metrics in files whose lower score is better, and that need no
    reference. Files may leave out whole language pairs, and with `allow_gaps` single tuples. Scores are
    cached; `fresh` computes them again.
    """
    opened = challenge if isinstance(challenge, Challenge) else read_challenge(challenge)
    with limited_reading(allow_large):
        known = scores_of(opened, scores, lower, reference_free, allow_gaps)
    scoring = Scoring(wanted(strings(metric)), device, batch, fresh)
    found = together(known, computed(opened.value, scoring, progress, warn))
    result = Scores(opened.value, found, metric_groups(groups(group)), opened._key)
    result._report("terminal")  # refuses scores that do not fit, and unknown metrics in groups
    return result


def scores_of(
    challenge: Challenge,
    scores: ScoresArgument | None,
    lower: Strings | None = None,
    reference_free: Strings | None = None,
    allow_gaps: bool = False,
) -> list[Scored]:
    """Return existing scores: of another call, or in files and folders."""
    facts = MetricFacts(strings(lower), strings(reference_free), allow_gaps)
    if isinstance(scores, Scores):
        return facts.said_of(scores.value)
    return scores_in(challenge.value, [*challenge._files, *paths(scores)], challenge._key, facts)


@worded
def rank(
    challenge: ChallengeArgument,
    scores: ScoresArgument | None = None,
    *,
    metric: Strings | None = None,
    lower: Strings | None = None,
    reference_free: Strings | None = None,
    allow_gaps: bool = False,
    by: str = "category",
    table: Strings | None = None,
    group: Groups | None = None,
    counted: str = "own",
    min_items: int = 1,
    metrics: Strings | None = None,
    pair: str | None = None,
    category: Strings | None = None,
    phenomenon: Strings | None = None,
    label: Named | None = None,
    order: str = "category-macro",
    test: str = "auto",
    correction: str = "none",
    intervals: str = "none",
    samples: int = 1000,
    seed: int = 1,
    device: str = "cpu",
    batch: int | None = None,
    progress: Progress = silent,
    allow_large: bool = False,
) -> Ranking:
    """Return metrics ranked by how often they prefer the better text, phenomenon by phenomenon.

    `scores` come from `score` or from files; `metric` names further metrics to compute. `lower` and
    `reference_free` name metrics in files whose lower score is better, and that need no reference. Where
    metrics scored different tuples, `counted` says which count: "own", of each metric what it scored, or
    "fair", what all scored.
    """
    within("min_items", min_items, 1)
    drawn, rows = choices_in(RankingTable, "table", table), choice(By, "by", by)
    asked_test = choice(RankingTest, "test", test)
    testing = testing_of(asked_test, correction, intervals, samples, seed)
    opened = challenge if isinstance(challenge, Challenge) else read_challenge(challenge)
    with limited_reading(allow_large):
        known = scores_of(opened, scores, lower, reference_free, allow_gaps)
    scoring = Scoring(wanted(strings(metric)), device, batch)
    found = together(known, computed(opened.value, scoring, progress, warn))
    own = scores._groups if isinstance(scores, Scores) else {}
    choices = ranking.RankingChoices(
        {**own, **metric_groups(groups(group))},
        min_items,
        choice(Order, "order", order),
        testing,
        asked_test is not RankingTest.AUTO,
        choice(Counted, "counted", counted),
    )
    chosen = ChallengePart(pair, strings(category), strings(phenomenon), strings(metrics))
    return Ranking(ranked(opened.value, found, chosen, choices), drawn, rows, by_name("label", label))
