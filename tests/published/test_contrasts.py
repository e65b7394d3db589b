"""Published shares and means of grammatical contrasts come out of our counting as they were printed."""

import pytest

from lackmus.core.contrasts.shares import tendencies
from lackmus.core.contrasts.study import Overall
from tests.tallied import tallied_study

# Cinková and Bojar 2018, "Testsuite on Czech–English Grammatical Contrasts", Proceedings of the Third
# Conference on Machine Translation (WMT18). Table 2, the refined set: UEDIN's Good and Bad in percent of all
# keywords of each contrast, as printed; the rest is Unknown.
UEDIN = ((53.9, 34.2), (64.4, 20.2), (66.7, 23.3), (58.7, 26.7), (67.4, 16.1))

# BLEU of the systems in the order of their mean shares.
BLEU = {
    "UEDIN": 24.0,
    "CUNI Transformer": 26.6,
    "CUNI Chimera": 20.8,
    "CUNI Chimera noDepFix": 21.0,
    "online-B": 20.0,
    "online-A": 16.7,
    "online-G": 16.2,
    "CUNI Moses": 17.5,
}


def test_the_mean_share_of_figure_2() -> None:
    """Good / (Good + Bad) of each contrast, each with the same weight: 0.72."""
    counts = {
        f"contrast {number}": {"UEDIN": (round(10 * good), round(10 * bad), 1000 - round(10 * (good + bad)))}
        for number, (good, bad) in enumerate(UEDIN)
    }
    found = tendencies(tallied_study(counts))
    shares = [found.leading.tally(contrast, "UEDIN").share for contrast in found.phenomena]
    assert shares == pytest.approx([100 * good / (good + bad) for good, bad in UEDIN])
    assert round(found.leading.means["UEDIN"] / 100, 2) == 0.72


def test_rho_of_mean_shares_and_bleu() -> None:
    """0.88 on eight systems; of all orders of them, 0.7 percent are as far from chance."""
    shares = {system: (90 - 5 * place, 10 + 5 * place, 0) for place, system in enumerate(BLEU)}
    found = tendencies(tallied_study({"contrast": shares}, scores=[Overall("BLEU", BLEU)]))
    assert found.systems == tuple(BLEU)
    (one,) = found.correlated
    assert one.correlation.exact
    assert round(one.correlation.rho or 0, 2) == 0.88
    assert round(one.correlation.p_value or 0, 3) == 0.007
    low, high = one.correlation.interval or (0.0, 0.0)
    assert 0 < low < 0.88 < high <= 1
