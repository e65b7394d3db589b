"""A ranking as plain values, for JSON: numbers not rounded, names as they were given."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from lackmus.core.base.choices import TauTies
from lackmus.core.challenges.metrics import Scored
from lackmus.core.challenges.preferences import Tallies, matches
from lackmus.core.challenges.ranking import MetricRanking, mean
from lackmus.core.verdicts.accuracies import Average, Score
from lackmus.tables.challenges.baselines import baselines_values
from lackmus.tables.challenges.kinds import kinds_values, spans_values
from lackmus.tables.challenges.ranking import lead
from lackmus.tables.verdicts.paired_notes import paired_values


def ranking_values(ranking: MetricRanking, labels: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The whole ranking as plain values."""
    challenge = ranking.challenge
    return {
        "signature": ranking.signature,
        "challenge": challenge.name,
        "about": dict(challenge.about),
        "pairs": challenge.pairs,
        "tuples": challenge.tuples.height,
        "items": challenge.items,
        "metrics": [_metric(ranking, one) for one in ranking.scored],
        "labels": dict(labels or {}),
        "groups": ranking.members,
        "rows": [
            {
                "category": row.category,
                "phenomenon": row.phenomenon,
                **_score(ranking, row),
                "ties": _ties(ranking, ranking.tallies_of(row)),
                "tau": ranking.taus(row),
                "tau_ties_out": ranking.taus(row, TauTies.OUT),
                "tau_ties_discordant": ranking.taus(row, TauTies.DISCORDANT),
            }
            for row in ranking.rows
        ],
        "averages": {
            str(kind): {**_score(ranking, row), "tau": ranking.taus(kind)}
            for kind, row in ranking.averages.items()
        },
        "baselines": baselines_values(ranking),
        "tau_ties": ranking.tau_ties.value,
        "without_reference": {"tuples": ranking.without_reference, "metrics": ranking.misplaced},
        "top_categories": {
            metric: {name: mean(taus) for name, taus in by_name.items()}
            for metric, by_name in ranking.top_taus.items()
            if by_name
        },
        "spans": spans_values(ranking),
        **kinds_values(ranking),
        "wins": ranking.wins,
        "hidden": ranking.hidden,
        "counted": ranking.choices.counted.value,
        "absent": list(ranking.absent),
        "paired": paired_values(ranking.paired),
        "mcnemar": [asdict(match) for match in matches(challenge, ranking.scored)],
        "in_short": lead(ranking, labels),
    }


def _metric(ranking: MetricRanking, one: Scored) -> dict[str, Any]:
    name, tally = one.about.name, ranking.tallies[one.about.name]
    micro = ranking.averages[Average.MICRO]
    return {
        "name": name,
        "group": ranking.groups[name],
        "needs": [str(need) for need in one.about.needs],
        "higher": one.about.higher,
        "right": tally.right,
        "wrong": tally.wrong,
        "ties": tally.ties,
        "scored": ranking.coverage[name].scored,
        "scored_pairs": list(ranking.coverage[name].pairs),
        "accuracy": micro.accuracy.get(name),
        "interval": list(ranking.intervals[name]),
        "tau": ranking.tau(tally),
        "tau_ties_out": tally.tau,
        "tau_ties_discordant": tally.aces_tau,
        "aces_score": ranking.aces_scores.get(name),
        "rate": one.rate,
        "signature": one.about.signature,
    }


def _score(ranking: MetricRanking, row: Score) -> dict[str, Any]:
    intervals = {metric: list(ends) for metric, ends in row.intervals.items()}
    return {
        "n": row.n,
        "accuracy": {metric: row.accuracy.get(metric) for metric in ranking.metrics},
        "best": list(row.best),
        "best_of_group": list(row.best_of_group),
        "counts": {metric: row.counts.get(metric, 0) for metric in ranking.metrics},
        "average": row.average,
        "detectable": row.detectable,
        **({"intervals": intervals} if intervals else {}),
    }


def _ties(ranking: MetricRanking, tallies: Tallies) -> dict[str, int]:
    return {metric: tallies[metric].ties for metric in ranking.metrics}
