"""Find translations that stand beside the wrong source: shifted, shuffled, sorted, or of other sentences."""

# A file with the right number of lines can still have lost one in the middle and gained one at the end. Two
# signs show it in any language: long sentences have long translations, and numbers and some names stay as
# they are. Both become one score per line and shift, a log-likelihood ratio of "this text translates that
# source" against "the two have nothing to do with each other"; the best path through the shifts then says
# which stretch belongs where. A stretch is reported only when another place is better by far, because one
# false alarm would cost the trust in all.

import math
from collections.abc import Sequence

import polars as pl

from lackmus.core.outputs.fit import LEAST_SPREAD, LENGTH_CORRELATION, MOST_SPREAD, WORST_LINE, Fit, Suspicion
from lackmus.core.outputs.outputs import HandIn

# The first look, at windows of so many lines and at small shifts only. Good files of news gain 40 to 47 nats
# in their worst window, damaged ones at most 17; what gains less than this gets the thorough look.
_WINDOW, _NEAR = 100, (-3, -2, -1, 1, 2, 3)
_PLAIN, _MARGIN = 35.0, 10.0


def suspicions(
    sources: Sequence[str], texts: Sequence[str], measured: pl.Series | None = None
) -> list[Suspicion]:
    """Stretches of texts that do not belong to the sources beside them; empty when the two fit.

    The two may differ in length: then this says where a line was lost or added. To check many files of one
    source, pass its `standard_lengths`, measured once.
    """
    if fits_at_first_sight(sources, texts, measured):
        return []
    # Imported late: most files are good and need neither this check nor numpy.
    from lackmus.core.outputs.misaligned_stretches import find_stretches

    return find_stretches(sources, texts)


def suspicions_in(hand_in: HandIn, measured: pl.Series | None = None) -> list[Suspicion]:
    """What is suspected of a file: what its reader found, and stretches that do not belong."""
    return [*hand_in.suspicions, *suspicions(hand_in.sources, hand_in.own_texts, measured)]


def fit(sources: Sequence[str], texts: Sequence[str]) -> Fit:
    """The figures of a whole file as it stands."""
    from lackmus.core.outputs.misaligned_stretches import fit_of

    return fit_of(sources, texts)


def fits_at_first_sight(
    sources: Sequence[str], texts: Sequence[str], measured: pl.Series | None = None
) -> bool:
    """Whether every window of lines fits so well by length that nothing can be wrong."""
    if len(sources) != len(texts) or len(texts) < _WINDOW:
        return False
    x = standard_lengths(sources) if measured is None else measured
    y = standard_lengths(texts)
    rho, rest = LENGTH_CORRELATION, 1 - LENGTH_CORRELATION**2
    of_x, of_y = (rho**2 / (2 * rest) * side * side + math.log(rest) / 4 for side in (x, y))
    lines = pl.DataFrame({"x": x, "of x": of_x, "of y": of_y, "slope": rho / rest * y})
    # By line and shift: the ratio for two correlated normal variables, against having nothing in common.
    ratios = [
        (pl.col("x").shift(shift) * pl.col("slope") - pl.col("of x").shift(shift) - pl.col("of y"))
        .clip(WORST_LINE)
        .fill_null(0)
        .alias(str(shift))
        for shift in (0, *_NEAR)
    ]
    last = len(texts) // _WINDOW - 1  # the last window takes the rest
    window = (pl.int_range(pl.len()) // _WINDOW).clip(upper_bound=last).alias("window")
    windows = lines.select(window, *ratios).group_by("window").sum()
    home, rival = pl.col("0"), pl.max_horizontal(*map(str, _NEAR))
    return windows.select((home >= _PLAIN) & (home - rival >= _MARGIN)).to_series().all()


def standard_lengths(lines: Sequence[str]) -> pl.Series:
    """Log lengths in standard deviations from their mean, which makes wordy and terse languages comparable.

    Null for blank lines.
    """
    lengths = pl.Series(list(map(len, map(str.strip, lines))), dtype=pl.Float64)
    logs = lengths.set(lengths == 0, None).log()
    spread = max(logs.std(ddof=0) or 0.0, LEAST_SPREAD)
    return ((logs - (logs.mean() or 0.0)) / spread).clip(-MOST_SPREAD, MOST_SPREAD)
