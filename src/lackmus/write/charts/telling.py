"""Charts for a page: each with its title and with the words that say the same to whoever cannot see it."""

from collections.abc import Iterator, Mapping, Sequence

import altair as alt

from lackmus.core.base.plurals import counted
from lackmus.core.challenges.ranking import Ranking
from lackmus.core.contrasts.shares import Tendencies
from lackmus.core.verdicts.accuracies import Average
from lackmus.core.verdicts.evaluation import Evaluation
from lackmus.core.verdicts.many_systems import listed
from lackmus.core.verdicts.similarity import likeness
from lackmus.core.verdicts.trend import Trend
from lackmus.tables.contrasts.sentences import correlation_said, leading_name
from lackmus.tables.table import Report, points
from lackmus.write.charts.charts import chart, embedded, ranking_chart, render, tendency_chart
from lackmus.write.charts.correlations import correlated
from lackmus.write.charts.kinds import Kind, RankingKind, TendencyKind, Theme
from lackmus.write.charts.rankings import GUESSING, sorted_rows

_NAMED = 5  # so many at either end are named


def report_charts(report: Report) -> list[tuple[str, str, str]]:
    """Title, text and SVG of each chart that fits the answer; the heat map is the page's own table."""
    answer = report.answer
    if isinstance(answer, Ranking):
        drawn = dict(_ranking_texts(answer, report.labels))
        return [
            (title, text, _drawn(ranking_chart(kind, [answer], report.labels, Theme.PAGE)))
            for kind, (title, text) in drawn.items()
        ]
    if isinstance(answer, Tendencies):
        return [
            (title, text, _drawn(tendency_chart(kind, answer, report.labels, Theme.PAGE)))
            for kind, (title, text) in tendency_texts(answer, report.labels).items()
        ]
    if isinstance(answer, Trend) and answer.common:
        told = dict([_trend_text(answer, report.labels)])
    elif isinstance(answer, Evaluation):
        told = dict(_evaluation_texts(answer, report.labels))
    else:
        return []
    return [
        (title, text, _drawn(chart(kind, answer, report.labels, Theme.PAGE)))
        for kind, (title, text) in told.items()
    ]


def _drawn(drawing: alt.VConcatChart) -> str:
    """As SVG: nothing before the element itself, and no names for links that are not there."""
    return embedded(render(drawing, ".svg")).replace(' xmlns:xlink="http://www.w3.org/1999/xlink"', "", 1)


def _evaluation_texts(
    evaluation: Evaluation, labels: Mapping[str, str]
) -> Iterator[tuple[Kind, tuple[str, str]]]:
    if evaluation.systems:
        yield Kind.VERDICTS, ("Verdicts by system", verdicts_text(evaluation, labels))
    if evaluation.fairness.fair:
        yield Kind.PHENOMENA, ("Accuracy by phenomenon", phenomena_text(evaluation))
        if len(evaluation.systems) > 1:
            yield Kind.AGREEMENT, ("Agreement between systems", agreement_text(evaluation, labels))


def verdicts_text(evaluation: Evaluation, labels: Mapping[str, str]) -> str:
    """Who passes most and least, and who has most that is open."""
    low, systems = evaluation.bounds.low, evaluation.systems
    shares = {system: warned.share for system, warned in evaluation.warnings.items()}
    total = counted(evaluation.fairness.total, "item")
    if len(systems) == 1:
        (one,) = systems
        fails = 100 - evaluation.bounds.high[one]
        shown = f"{low[one]:.1f} % of {total} pass, {shares[one]:.1f} % are open, {fails:.1f} % fail"
        return f"{labels.get(one, one)}: {shown}."
    best, worst = max(systems, key=low.__getitem__), min(systems, key=low.__getitem__)
    most = max(systems, key=shares.__getitem__)
    return (
        f"Bars of pass, warning and fail for {len(systems)} systems on {total}. "
        f"Passes run from {low[best]:.1f} % ({labels.get(best, best)}) to {low[worst]:.1f} % "
        f"({labels.get(worst, worst)}); most warnings: {labels.get(most, most)} ({shares[most]:.1f} %)."
    )


def phenomena_text(evaluation: Evaluation) -> str:
    """What is hardest, and what everybody can do."""
    rows = [row for row in evaluation.phenomena if row.n]
    rows.sort(key=lambda row: row.average or 0.0)
    hardest = ", ".join(f"{row.phenomenon} ({row.average:.1f} %)" for row in rows[:_NAMED])
    perfect = sum(min(row.accuracy.values()) == 100 for row in rows)
    who = "every system" if len(evaluation.systems) > 1 else "the system"
    return (
        f"Accuracies of {counted(len(rows), 'phenomenon', 'phenomena')} from the hardest to the easiest. "
        f"Hardest: {hardest}. In {perfect:,} of them {who} passes every item."
    )


def agreement_text(evaluation: Evaluation, labels: Mapping[str, str]) -> str:
    """Who is most alike, and who least."""
    alike = likeness(evaluation.verdicts, evaluation.systems)
    most, least = alike.ends

    def said(pair: tuple[str, str]) -> str:
        return f"{' and '.join(labels.get(system, system) for system in pair)} ({alike[pair]:.1f} %)"

    return (
        f"How often two of {len(evaluation.systems):,} systems get the same verdict, on "
        f"{counted(evaluation.fairness.fair, 'item')}. Most alike: {said(most)}; least alike: {said(least)}."
    )


def _trend_text(one: Trend, labels: Mapping[str, str]) -> tuple[Kind, tuple[str, str]]:
    if one.checkpoints:
        return Kind.CHECKPOINTS, ("Checkpoints by category", checkpoints_text(one, labels))
    return Kind.TREND, ("Campaigns over time", trend_text(one, labels))


def checkpoints_text(one: Trend, labels: Mapping[str, str]) -> str:
    """Where the model went on all items, and in which categories it changed most."""
    first, last = one.campaigns[0], one.campaigns[-1]
    micro = one.averages[Average.MICRO].average
    said = [
        f"Accuracies from {labels.get(first, first)} to {labels.get(last, last)} on "
        f"{counted(one.common, 'item')} settled for all checkpoints.",
        f"On all items together: from {micro[first]:.1f} % to {micro[last]:.1f} % "
        f"({points(micro[last] - micro[first])} points).",
    ]
    changes = {row.category: row.average_difference(first, last) or 0.0 for row in one.rows}
    ranked = sorted(changes, key=lambda category: -abs(changes[category]))[:_NAMED]
    each = ", ".join(f"{category} {points(changes[category])}" for category in ranked)
    return " ".join([*said, f"Largest changes: {each}."])


def trend_text(one: Trend, labels: Mapping[str, str]) -> str:
    """Where the average went, and who changed most."""
    row, first, last = one.averages[Average.MICRO], one.campaigns[0], one.campaigns[-1]
    change = row.average_difference(first, last)
    said = [
        f"Accuracies from {first} to {last} on {counted(one.common, 'item')} fair in all campaigns.",
        f"The average over all systems goes from {row.average[first]:.1f} % to {row.average[last]:.1f} % "
        f"({points(change or 0.0)} points).",
    ]
    changes = {
        system: difference
        for system in one.systems
        if (difference := row.difference(system, first, last)) is not None
    }
    ranked = sorted(changes, key=lambda system: -abs(changes[system]))[:_NAMED]
    if ranked:
        each = ", ".join(f"{labels.get(system, system)} {points(changes[system])}" for system in ranked)
        said.append(f"Largest changes: {each}.")
    return " ".join(said)


def _ranking_texts(
    ranking: Ranking, labels: Mapping[str, str]
) -> Iterator[tuple[RankingKind, tuple[str, str]]]:
    if ranking.phenomena:
        yield RankingKind.SORTED, ("Accuracy of metrics by phenomenon", sorted_text([ranking]))
    yield RankingKind.HEATMAP, ("Accuracy of metrics by category", metrics_text(ranking, labels))


def sorted_text(rankings: Sequence[Ranking]) -> str:
    """Of each language pair what is hardest for metrics, and where they do worse than by guessing."""
    said = []
    for ranking in rankings:
        rows = sorted_rows(ranking)
        hardest = ", ".join(f"{row.phenomenon} ({row.average:.1f} %)" for row in rows[:_NAMED])
        below = sum((row.average or 0.0) < GUESSING for row in rows)
        said.append(
            f"{', '.join(ranking.challenge.pairs)}: mean accuracies of "
            f"{counted(len(ranking.metrics), 'metric')} in {counted(len(rows), 'phenomenon', 'phenomena')} "
            f"from the hardest to the easiest. Hardest: {hardest}. In {below:,} of them metrics do worse "
            "than by guessing."
        )
    return " ".join(said)


def metrics_text(ranking: Ranking, labels: Mapping[str, str]) -> str:
    """Which metric is right most often, and which categories are hard for all."""
    micro = ranking.averages[Average.MICRO].accuracy
    best, worst = max(ranking.metrics, key=micro.__getitem__), min(ranking.metrics, key=micro.__getitem__)
    rows = sorted(ranking.categories, key=lambda row: row.average or 0.0)
    hardest, easiest = (f"{row.category} ({row.average:.1f} %)" for row in (rows[0], rows[-1]))
    shown = f"{labels.get(best, best)} ({micro[best]:.1f} %)"
    if best != worst:
        shown = f"from {labels.get(worst, worst)} ({micro[worst]:.1f} %) to {shown}"
    return (
        f"Accuracies of {counted(len(ranking.metrics), 'metric')} in "
        f"{counted(len(rows), 'category', 'categories')}. On all tuples: {shown}. "
        f"Hardest category: {hardest}; easiest: {easiest}."
    )


def speed_text(ranking: Ranking, labels: Mapping[str, str]) -> str:
    """Who is fastest, who is slowest, and who is right most often."""
    rates = {one.about.name: one.rate for one in ranking.scored if one.rate}
    micro = ranking.averages[Average.MICRO].accuracy

    def said(metric: str) -> str:
        rate = rates[metric]
        speed = f"{rate:,.0f}" if rate >= 10 else f"{rate:.1f}"
        return f"{labels.get(metric, metric)} ({speed} segments a second, {micro[metric]:.1f} % right)"

    if not rates:
        return "How fast these metrics are is not known."
    fastest, slowest = max(rates, key=rates.__getitem__), min(rates, key=rates.__getitem__)
    best = max(rates, key=micro.__getitem__)
    return (
        f"Accuracy against speed of {counted(len(rates), 'metric')}. Fastest: {said(fastest)}; "
        f"slowest: {said(slowest)}; most accurate of them: {said(best)}."
    )


def tendency_texts(found: Tendencies, labels: Mapping[str, str]) -> dict[TendencyKind, tuple[str, str]]:
    """The charts that can be drawn of a study, each with its title and its words."""
    told = {}
    if found.leading.means:
        told[TendencyKind.SYSTEMS] = ("Share of Good by system", systems_text(found, labels))
        told[TendencyKind.CONTRASTS] = ("Share of Good by contrast", contrasts_text(found, labels))
    if correlated(found):
        told[TendencyKind.CORRELATION] = ("Mean share of Good and overall scores", correlation_text(found))
    return told


def systems_text(found: Tendencies, labels: Mapping[str, str]) -> str:
    """Return everybody's mean share, highest first, and the diamonds: the means of contrasts over systems."""
    means = found.leading.means
    over = ((one, found.leading.mean_over(one, found.systems)) for one in found.phenomena)
    diamonds = listed([f"{name} {mean:.1f} %" for name, mean in over if mean is not None])
    each = [f"{labels.get(one, one)} {means[one]:.1f} %" for one in found.systems if one in means]
    others = [f"{labels.get(one, one)} {means[one]:.1f} %" for one in found.references if one in means]
    said = f"References: {listed(others)}." if others else ""
    return (
        f"Bars of the share of Good in {counted(len(found.phenomena), 'contrast')} ({leading_name(found)} "
        f"keywords), a panel for each system. Mean shares: {listed(each) or 'none'}. {said}".rstrip()
        + (f" Diamonds, the means of contrasts over all systems: {diamonds}." if diamonds else "")
    )


def contrasts_text(found: Tendencies, labels: Mapping[str, str]) -> str:
    """Return each contrast's mean, highest and lowest share, and the diamonds: systems' own means."""
    said = []
    for phenomenon in found.phenomena:
        shares = {one: found.leading.tally(phenomenon, one).share for one in found.systems}
        known = {one: share for one, share in shares.items() if share is not None}
        if not known:
            said.append(f"{phenomenon}: nothing is known.")
            continue
        best, worst = max(known, key=known.__getitem__), min(known, key=known.__getitem__)
        ends = f"highest {labels.get(best, best)} ({known[best]:.1f} %)"
        ends += f", lowest {labels.get(worst, worst)} ({known[worst]:.1f} %)" if len(known) > 1 else ""
        mean = found.leading.mean_over(phenomenon, found.systems)
        said.append(f"{phenomenon}: mean {mean:.1f} %, {ends}.")
    means = found.leading.means
    own = listed([f"{labels.get(one, one)} {means[one]:.1f} %" for one in found.everybody if one in means])
    return (
        f"Bars of the share of Good of {counted(len(found.systems), 'system')}. {' '.join(said)} "
        f"Diamonds, each one's own mean over all contrasts: {own}."
    )


def correlation_text(found: Tendencies) -> str:
    """What is said above each panel."""
    each = (f"{one.overall.name}: {correlation_said(one.correlation)}." for one in correlated(found))
    return f"Points of systems: mean share of Good against overall scores. {' '.join(each)}"
