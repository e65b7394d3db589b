"""Find translations that stand beside the wrong source: shifted, shuffled, sorted, or of other sentences."""

# A file with the right number of lines can still have lost one in the middle and gained one at the end.
# Two things betray it in any language: long sentences have long translations, and numbers and some names
# are carried over as they are. Both become one score per line and shift, a log-likelihood ratio of "this
# text translates that source" against "the two have nothing to do with each other"; the best path through
# the shifts then says which stretch belongs where. Silence is the rule: a stretch is named only when
# another reading of it beats the plain one by far, because one false alarm costs the trust in all.

from collections.abc import Sequence

import numpy as np

from lackmus.core.lengths import HOME, SHIFTS, Floats, Lengths, gains, log_lengths, sums_of_ten
from lackmus.core.stretches import Fit, Kind, Suspicion, find_stretches, fit_of

__all__ = ["Fit", "Kind", "Suspicion", "fit", "suspicions"]

_WINDOW = 10  # tens of lines that must fit by their lengths alone for the words to be left unread
_DOUBT = 10.0  # lengths alone that leave less of a margin than this, in nats, send us to the words


def suspicions(
    sources: Sequence[str], texts: Sequence[str], measured: Floats | None = None
) -> list[Suspicion]:
    """Stretches of texts that do not belong to the sources beside them; empty when the two fit.

    The two may differ in length: then this says where a line was lost or added. Whoever looks at many
    files beside one source can give `log_lengths` of the sources, measured once.
    """
    lengths = Lengths(log_lengths(sources) if measured is None else measured, log_lengths(texts))
    if lengths.too_few or plainly_home(lengths):
        return []
    return find_stretches(lengths, sources, texts)


def plainly_home(lengths: Lengths) -> bool:
    """Every window of lines fits as it stands, by lengths alone, and much better than in any other way.

    So it is with nearly every good file, which spares reading its words.
    """
    tens = sums_of_ten(lengths.scores(SHIFTS))
    starts = np.arange(0, max(tens.shape[1] - _WINDOW + 1, 1), _WINDOW)  # the last one takes the rest
    windows = np.add.reduceat(tens, starts, axis=1)
    rivals = np.delete(windows, HOME, axis=0).max(axis=0)
    margin = (windows[HOME] - np.maximum(rivals, 0)).min()
    return bool(margin >= _DOUBT and gains(tens).max() < _DOUBT)


def fit(sources: Sequence[str], texts: Sequence[str]) -> Fit:
    """The figures of a whole file as it stands."""
    return fit_of(Lengths(log_lengths(sources), log_lengths(texts)), sources, texts)
