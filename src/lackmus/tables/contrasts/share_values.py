"""A study's results as plain values, for JSON: unrounded numbers, names as given."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import polars as pl

from lackmus.core.base.correlations import SAMPLES, SEED
from lackmus.core.base.verdict import Verdict
from lackmus.core.contrasts.shares import (
    TENDENCY,
    Correlated,
    CounterpartTally,
    Panel,
    ShareMeasure,
    Tendencies,
    counts_by,
)
from lackmus.core.verdicts.accuracies import Average
from lackmus.tables.contrasts.counterparts import counterpart_values
from lackmus.tables.contrasts.sentences import lead


def tendency_values(found: Tendencies, labels: Mapping[str, str] | None = None) -> dict[str, Any]:
    """All results; shares and percents from 0 to 100."""
    study = found.study
    return {
        "signature": found.signature,
        "study": study.name,
        "pair": study.pair,
        "tendency": TENDENCY,
        "in_short": lead(found, labels),
        "about": dict(study.about),
        "notes": list(study.notes),
        "contrasts": [asdict(one) for one in study.contrasts],
        "systems": list(found.systems),
        "references": list(found.references),
        "labels": dict(labels or {}),
        "selected_by": study.selected_by or None,
        "symmetry": str(study.symmetry),
        "fallbacks": [str(one) for one in study.fallbacks],
        "leading": str(found.leading.chosen),
        "items": {str(chosen): study.chosen(chosen).height for chosen in study.sets},
        "sets": {str(chosen): _panel(found, panel) for chosen, panel in found.panels.items()},
        "symmetries": {
            str(symmetry): {who: _overall(panel, who) for who in found.everybody}
            for symmetry, panel in found.by_symmetry.items()
        },
        "unknown": _unknown(found),
        "counterparts": counterpart_values(found),
        "correlations": [_correlated(one) for one in found.correlated],
    }


def _panel(found: Tendencies, panel: Panel) -> dict[str, Any]:
    macro = panel.averages.get(Average.PHENOMENON_MACRO)
    return {
        "contrasts": [
            {
                "phenomenon": phenomenon,
                "tallies": {who: _tally(panel.tally(phenomenon, who)) for who in found.everybody},
                "mean": panel.mean_over(phenomenon, found.systems),
                "best": list(panel.best(phenomenon)),
                "out_of_order": _out_of_order(found, panel, phenomenon, ShareMeasure.SHARE),
                "bad_out_of_order": _out_of_order(found, panel, phenomenon, ShareMeasure.BAD),
                "good_out_of_order": _out_of_order(found, panel, phenomenon, ShareMeasure.GOOD),
                "intervals": {who: list(ends) for who, ends in panel.intervals(phenomenon).items()},
            }
            for phenomenon in found.phenomena
        ],
        "overall": {who: _overall(panel, who) for who in found.everybody},
        "best": list(macro.best) if macro else [],
        "by_construction": [who for who in found.references if found.selecting(who, panel.chosen)],
    }


def _out_of_order(found: Tendencies, panel: Panel, phenomenon: str, part: ShareMeasure) -> dict[str, str]:
    out = panel.out_of_order(phenomenon, found.systems, part)
    return {system: str(place) for system, place in out.items()}


def _tally(tally: CounterpartTally) -> dict[str, Any]:
    return {
        "total": tally.total,
        "good": tally.good,
        "bad": tally.bad,
        "unknown": tally.unknown,
        "share": tally.share,
    }


def _overall(panel: Panel, who: str) -> dict[str, Any]:
    """The mean over contrasts, and counts over all contrasts."""
    total = panel.total(who)
    counts = {"good": total.good, "bad": total.bad, "unknown": total.unknown}
    return {"mean_share": panel.means.get(who), **counts, "unknown_percent": total.percent(total.unknown)}


def _unknown(found: Tendencies) -> dict[str, dict[str, dict[str, int]]]:
    """For the leading set: reasons of Unknown verdicts, and how words were found."""
    verdicts = found.study.verdicts_on(found.leading.chosen)
    reasons = counts_by(verdicts.filter(pl.col("verdict") == Verdict.WARNING), "reason")
    ways = counts_by(verdicts, "found_by")
    return {who: {"reasons": reasons.get(who, {}), "found_by": ways.get(who, {})} for who in found.everybody}


def _correlated(one: Correlated) -> dict[str, Any]:
    found = one.correlation
    return {
        "score": one.overall.name,
        "signature": one.overall.signature,
        "higher": one.overall.higher,
        "set": str(one.chosen),
        "n": found.n,
        "rho": found.rho,
        "p_value": found.p_value,
        "interval": list(found.interval) if found.interval else None,
        "exact": found.exact,
        "samples": SAMPLES,
        "seed": SEED,
        "why_not": found.why_not or None,
        "circular": one.circular or None,
        "points": {
            system: {"mean_share": share, "score": score} for system, (share, score) in one.points.items()
        },
    }
