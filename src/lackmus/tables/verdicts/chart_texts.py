"""What charts of evaluations and trends show, in words: for readers who cannot see them."""

from collections.abc import Mapping

from lackmus.core.base.plurals import counted
from lackmus.core.verdicts.accuracies import Average
from lackmus.core.verdicts.evaluation import SuiteEvaluation
from lackmus.core.verdicts.similarity import likeness
from lackmus.core.verdicts.trend import CampaignTrend
from lackmus.tables.table import points

_NAMED = 5  # so many at either end are named


def verdicts_text(evaluation: SuiteEvaluation, labels: Mapping[str, str]) -> str:
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


def phenomena_text(evaluation: SuiteEvaluation) -> str:
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


def agreement_text(evaluation: SuiteEvaluation, labels: Mapping[str, str]) -> str:
    """Who is most alike, and who least."""
    alike = likeness(evaluation.verdicts, evaluation.systems)
    most, least = alike.ends

    def said(pair: tuple[str, str]) -> str:
        return f"{' and '.join(labels.get(system, system) for system in pair)} ({alike[pair]:.1f} %)"

    return (
        f"How often two of {len(evaluation.systems):,} systems get the same verdict, on "
        f"{counted(evaluation.fairness.fair, 'item')}. Most alike: {said(most)}; least alike: {said(least)}."
    )


def checkpoints_text(one: CampaignTrend, labels: Mapping[str, str]) -> str:
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


def trend_text(one: CampaignTrend, labels: Mapping[str, str]) -> str:
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
