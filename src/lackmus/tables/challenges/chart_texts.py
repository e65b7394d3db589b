"""What charts of metrics show, in words: for readers who cannot see them."""

from collections.abc import Mapping, Sequence

from lackmus.core.base.plurals import counted
from lackmus.core.challenges.ranking import MetricRanking
from lackmus.core.verdicts.accuracies import Average, Score

GUESSING = 50.0  # percent: of two texts one is better
_NAMED = 5  # so many at either end are named


def sorted_rows(ranking: MetricRanking) -> list[Score]:
    """The phenomena from the hardest to the easiest; equals by name, so that the order is always the same."""
    return sorted(
        ranking.phenomena, key=lambda row: (row.average or 0.0, row.category or "", row.phenomenon or "")
    )


def sorted_text(rankings: Sequence[MetricRanking]) -> str:
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


def metrics_text(ranking: MetricRanking, labels: Mapping[str, str]) -> str:
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


def speed_text(ranking: MetricRanking, labels: Mapping[str, str]) -> str:
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
