"""`lackmus challenge score|report|chart|tuples`: scores of metrics and rankings."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from lackmus.cli.answers import Printout, say, show, watched
from lackmus.cli.challenges.options import (
    ChallengeArg,
    FreshOption,
    GroupOption,
    HypothesesOption,
    MetricLabelOption,
    OnlyCategoryOption,
    OnlyPairOption,
    OnlyPhenomenonOption,
    OpenedChallenge,
    OrdersOption,
    RankingOptions,
    RankingTestOption,
    ScoresArg,
    ScoresOptions,
    TableFormatOption,
    opened,
    orders_of,
)
from lackmus.cli.commands import group
from lackmus.cli.desks import ActingDesk, ReadingDesk
from lackmus.cli.options import AllowLargeOption, SamplesOption, SeedOption, format_of, labels_of
from lackmus.cli.pictures import PictureFile
from lackmus.core.base.choices import (
    By,
    Correction,
    Intervals,
    Preference,
    RankingTable,
    RankingTest,
    ScoresForm,
    chosen_testing,
)
from lackmus.core.challenges.metrics import Scored
from lackmus.core.challenges.ranking import RankingChoices
from lackmus.errors import LackmusError
from lackmus.flows.challenges.challenges import (
    ChallengePart,
    MetricFacts,
    Scoring,
    by_pair,
    computed,
    metric_groups,
    ranked,
    scores_in,
    the_metric,
    together,
    tuples_of,
)
from lackmus.flows.challenges.reports import ranking_report, scores_report, tuples_report
from lackmus.flows.challenges.scoring import wanted
from lackmus.flows.verdicts.reports import check_labels
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.write.charts import ranking_chart
from lackmus.write.charts.kinds import RankingKind
from lackmus.write.scores import write_returned, write_scores

challenge_app = group("challenge")


@challenge_app.command("score")
def score(
    challenge: ChallengeArg,
    scores: ScoresArg = None,
    *,
    which: ScoresOptions,
    folder: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", help="Write the scores into this folder, a file a metric.", show_default=False
        ),
    ] = None,
    to: Annotated[
        ScoresForm, typer.Option("--to", help="Form of these files: by tuple, or as WMT returns scores.")
    ] = ScoresForm.TUPLES,
    group: GroupOption = None,
    fresh: FreshOption = False,
    order: HypothesesOption = None,
    desk: ActingDesk,
    format: TableFormatOption = None,
    allow_large: AllowLargeOption = False,
) -> None:
    """Score the texts of a challenge with metrics, or read scores from files.

    Scores are cached by content: if interrupted, run it again; it resumes, and no text is computed twice. For
    a challenge in the workspace, scores are stored there; for a file, -o writes them.
    """
    chosen = format_of(format, None)
    found, scored = _scored(challenge, scores, which, desk, order, fresh)
    if not scored:
        raise LackmusError("Nothing is to be scored. Name metrics (--metric bleu,chrf) or files of scores.")
    groups = metric_groups(group or ())
    ranking = ranked(found.challenge, scored, ChallengePart(), RankingChoices(groups))
    if folder is not None:
        written = (
            write_returned(folder, ranking.regrouped, found.key)
            if to is ScoresForm.WMT
            else write_scores(folder, scored, found.challenge)
        )
        for path in written:
            say(f"Written: {path}")
    if found.desk is not None:
        from lackmus.flows.challenges.keeping import keep_scores

        keep_scores(found.desk, found.challenge.name, ranking.regrouped, of=found.challenge)
    show(scores_report(ranking), chosen, None)


@challenge_app.command("report")
def report(
    challenge: ChallengeArg,
    scores: ScoresArg = None,
    *,
    which: ScoresOptions,
    by: Annotated[By, typer.Option(help="What the rows are.")] = By.CATEGORY,
    table: Annotated[
        list[RankingTable] | None,
        typer.Option("--table", help="A table by its name (repeatable) instead of the usual ones."),
    ] = None,
    ranks: RankingOptions,
    category: OnlyCategoryOption = None,
    phenomenon: OnlyPhenomenonOption = None,
    label: MetricLabelOption = None,
    order: OrdersOption = None,
    test: RankingTestOption = RankingTest.AUTO,
    correction: Annotated[
        Correction, typer.Option(help="Correction for many comparisons.")
    ] = Correction.NONE,
    intervals: Annotated[Intervals, typer.Option(help="95 % intervals beside accuracies.")] = Intervals.NONE,
    samples: SamplesOption = 1000,
    seed: SeedOption = 1,
    desk: ReadingDesk,
    printout: Printout,
    allow_large: AllowLargeOption = False,
) -> None:
    """Rank metrics by how often each prefers the better text, phenomenon by phenomenon.

    The significantly best of each row are bold. If metrics have groups, the best of each group are bold, and
    the best of all groups are marked as well.
    """
    labels, groups = labels_of(label), metric_groups(ranks.group or ())
    testing = chosen_testing(test, correction, intervals, samples, seed)
    sorting, hypotheses = orders_of(order)
    found, scored = _scored(challenge, scores, which, desk, hypotheses)
    part = ChallengePart(ranks.pair, category or (), phenomenon or (), ranks.metrics or ())
    choices = RankingChoices(
        groups, ranks.min_items, sorting, testing, test is not RankingTest.AUTO, ranks.counted
    )
    ranking = ranked(found.challenge, [*scored], part, choices)
    printout.show(ranking_report(ranking, table or (), by, labels))


@challenge_app.command("chart")
def chart(
    kind: Annotated[
        RankingKind, typer.Argument(metavar="KIND", help=f"What to draw: {', '.join(RankingKind)}.")
    ],
    challenge: ChallengeArg,
    scores: ScoresArg = None,
    *,
    picture: PictureFile,
    which: ScoresOptions,
    ranks: RankingOptions,
    label: MetricLabelOption = None,
    order: OrdersOption = None,
    desk: ReadingDesk,
    allow_large: AllowLargeOption = False,
) -> None:
    """Draw a ranking of metrics: sorted accuracies, a heat map, accuracy against speed."""
    sorting, hypotheses = orders_of(order)
    labels = labels_of(label)
    groups = metric_groups(ranks.group or ())
    choices = RankingChoices(groups, ranks.min_items, sorting, counted=ranks.counted)
    found, scored = _scored(challenge, scores, which, desk, hypotheses)
    ranking = ranked(found.challenge, scored, ChallengePart(ranks.pair, metrics=ranks.metrics or ()), choices)
    check_labels(labels, ranking.metrics, "metric")
    rankings = by_pair(ranking, choices) if kind is RankingKind.SORTED else [ranking]
    picture.draw(ranking_chart(kind, rankings, labels, picture.theme))


@challenge_app.command("tuples")
def tuples(
    challenge: ChallengeArg,
    scores: ScoresArg = None,
    of: Annotated[
        str | None,
        typer.Option("--of", help="Scores of this metric, where there are several.", show_default=False),
    ] = None,
    outcome: Annotated[
        Preference | None,
        typer.Option("--outcome", help="Only what the metric judged so.", show_default=False),
    ] = None,
    pair: OnlyPairOption = None,
    category: OnlyCategoryOption = None,
    phenomenon: OnlyPhenomenonOption = None,
    most: Annotated[int, typer.Option("--show", min=0, help="So many are shown; 0 for all.")] = 20,
    *,
    which: ScoresOptions,
    order: HypothesesOption = None,
    desk: ReadingDesk,
    printout: Printout,
    allow_large: AllowLargeOption = False,
) -> None:
    """Show tuples with the scores of a metric, the worst errors first; without scores, in order."""
    found, scored = _scored(challenge, scores, which, desk, order)
    one = the_metric(scored, of)
    shown = tuples_of(found.challenge, one, ChallengePart(pair, category or (), phenomenon or ()), outcome)
    printout.show(tuples_report(shown, printout.form, most, "--show"))


def _scored(
    challenge: str,
    files: Sequence[Path] | None,
    which: ScoresOptions,
    desk: Desk,
    order: str | None,
    fresh: bool = False,
) -> "tuple[OpenedChallenge, list[Scored]]":
    """The challenge with all requested scores: stored, from files, computed now."""
    metrics = wanted(which.metric or ())
    facts = MetricFacts(which.lower or (), which.reference_free or (), which.allow_gaps)
    found = opened(challenge, which.form, which.key, desk, order, which.langpair)
    read = together(
        found.scored, scores_in(found.challenge, [*found.files, *(files or ())], found.key, facts)
    )
    with watched() as progress:
        scoring = Scoring(metrics, which.device, which.batch, fresh)
        return found, together(read, computed(found.challenge, scoring, progress, say))
