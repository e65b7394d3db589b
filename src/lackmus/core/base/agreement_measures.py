"""Measures of agreement from counts: percent, Cohen's kappa, Krippendorff's alpha, with intervals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lackmus.core.base.significance import bootstrap_means

if TYPE_CHECKING:  # only agreement needs numpy; other commands should not wait for it
    from numpy.typing import NDArray

    Numbers = NDArray[Any]

_DEFINED = 0.95  # share of resamples with a value; with fewer, percentiles would describe a selection
_NO_TEXT = "no text was judged by two people"
_NO_VARIATION = "all opinions are the same, so that chance alone would agree as well"
_NO_INTERVAL = "too few texts or too little variation for an interval"


@dataclass(frozen=True)
class Coefficient:
    """A measure of agreement with its 95 % interval; where one of them is missing the note says why."""

    value: float | None
    interval: tuple[float, float] | None = None
    note: str = ""


@dataclass(frozen=True)
class Resampling:
    """How intervals are made: the number of bootstrap resamples over texts, and the seed."""

    samples: int = 1000
    seed: int = 1


def kappa(crossed: Numbers) -> float | None:
    """Cohen's kappa (1960): `crossed[i, j]` texts were i for the one person and j for the other.

    None where both people gave one verdict throughout: then chance alone agrees as well.
    """
    import numpy as np

    return _defined(_kappas(np.asarray(crossed)[None]))


def alpha(counts: Numbers) -> float | None:
    """Krippendorff's alpha (2011), nominal: `counts[u, c]` people gave text u the verdict c.

    Texts with fewer than two opinions do not count. None where only one verdict occurs at all.
    """
    import numpy as np

    table = np.asarray(counts)
    table = table[table.sum(axis=1) >= 2]
    return _defined(_alphas(_unlike(table).sum(keepdims=True), table.sum(axis=0)[None]))


def interval_alpha(units: Sequence[Sequence[float]], how: Resampling) -> Coefficient:
    """Krippendorff's alpha (2011) for numeric ratings, with squared differences; `units` are ratings by text.

    Texts with fewer than two opinions do not count.
    """
    import numpy as np

    shared = [values for values in units if len(values) >= 2]
    if not shared:
        return Coefficient(None, note=_NO_TEXT)
    middle = float(np.mean([value for values in shared for value in values]))
    sums = []
    for values in shared:
        given = np.asarray(values, dtype=np.float64) - middle  # small numbers lose less to rounding
        m, total, squares = len(given), float(given.sum()), float((given * given).sum())
        sums.append((m, total, squares, 2 * (m * squares - total * total) / (m - 1)))
    table = np.array(sums)

    def measured(means: Numbers) -> Numbers:
        # Do is the sum of squared differences within texts, divided by n; De that over all values, by n(n −
        # 1).
        n, total, squares, within = (len(table) * means).T
        by_chance = 2 * (n * squares - total * total)
        by_chance[by_chance < 1e-6 * n * n] = 0
        result: Numbers = 1 - _ratio((n - 1) * within, by_chance)
        return result

    point = measured(table.mean(axis=0, keepdims=True))
    return _coefficient(point, measured(bootstrap_means(table, how.samples, how.seed)), len(table))


def _kappas(crossed: Numbers) -> Numbers:
    """Kappa of each table; NaN where it is undefined."""
    n = crossed.sum(axis=(1, 2))
    same = crossed.trace(axis1=1, axis2=2)
    by_chance = (crossed.sum(axis=1) * crossed.sum(axis=2)).sum(axis=1)  # times n
    return _ratio(n * same - by_chance, n * n - by_chance)


def _alphas(unlike: Numbers, totals: Numbers) -> Numbers:
    """1 − Do/De for each row of sums over texts; NaN where it is undefined.

    In the matrix of coincidences the cell of c and k is the sum over texts of n_uc·n_uk/(m_u − 1), where c
    and k differ, and its margins are n_c. Do is all that stands beside the diagonal, divided by n; De is
    what chance would put there, n_c·n_k/(n − 1), divided by n.
    """
    n = totals.sum(axis=1)
    result: Numbers = 1 - _ratio((n - 1) * unlike, n * n - (totals * totals).sum(axis=1))
    return result


def _unlike(counts: Numbers) -> Numbers:
    """What each text adds to the coincidences beside the diagonal."""
    m = counts.sum(axis=1)
    result: Numbers = (m * m - (counts * counts).sum(axis=1)) / (m - 1)
    return result


def _ratio(above: Numbers, below: Numbers) -> Numbers:
    import numpy as np

    result: Numbers = np.full(below.shape, np.nan)
    np.divide(above, below, out=result, where=below != 0)
    return result


def measures_of_many(counts: Numbers, how: Resampling) -> tuple[Coefficient, Coefficient]:
    """Percent and alpha of texts × verdicts, each text with at least two opinions.

    Percent is the share of pairs of opinions on one text that are the same, averaged over texts.
    """
    import numpy as np

    n, unlike = len(counts), _unlike(counts)
    sums = np.column_stack([100 * (1 - unlike / counts.sum(axis=1)), unlike, counts])

    def measured(means: Numbers) -> tuple[Numbers, Numbers]:
        totals = np.rint(n * means[:, 2:])  # whole numbers again, so that “no variation” is exactly 0
        return means[:, 0], _alphas(n * means[:, 1], totals)

    return _with_intervals(sums, measured, how)


def measures_of_two(codes: Numbers, how: Resampling, kinds: int = 2) -> tuple[Coefficient, Coefficient]:
    """Percent and kappa of two people. The code of a text is kinds · first verdict + second verdict, each a
    number below `kinds`."""
    import numpy as np

    n = len(codes)

    def measured(means: Numbers) -> tuple[Numbers, Numbers]:
        crossed = np.rint(n * means).reshape(-1, kinds, kinds)
        return 100 * crossed.trace(axis1=1, axis2=2) / n, _kappas(crossed)

    return _with_intervals(np.eye(kinds * kinds)[codes], measured, how)


def _with_intervals(
    sums: Numbers, measured: Callable[[Numbers], tuple[Numbers, Numbers]], how: Resampling
) -> tuple[Coefficient, Coefficient]:
    """Two measures that follow from what each text adds, with intervals from resampled texts."""
    if not len(sums):
        return Coefficient(None, note=_NO_TEXT), Coefficient(None, note=_NO_TEXT)
    percent, other = measured(sums.mean(axis=0, keepdims=True))
    percents, others = measured(bootstrap_means(sums, how.samples, how.seed))
    return _coefficient(percent, percents, len(sums)), _coefficient(other, others, len(sums))


def _coefficient(point: Numbers, spread: Numbers, texts: int) -> Coefficient:
    """The value with the percentiles of its resamples."""
    import numpy as np

    value = _defined(point)
    if value is None:
        return Coefficient(None, note=_NO_VARIATION)
    known = spread[~np.isnan(spread)]
    if texts < 2 or len(known) < _DEFINED * len(spread):
        return Coefficient(value, note=_NO_INTERVAL)
    low, high = np.quantile(known, [0.025, 0.975]).tolist()
    return Coefficient(value, (low, high))


def _defined(values: Numbers) -> float | None:
    value = float(values[0])
    return None if value != value else value  # only NaN is not itself
