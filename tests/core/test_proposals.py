"""What is proposed for texts of a phenomenon."""

import pytest

from lackmus.core.judges import Verdict
from lackmus.core.proposals import Settled, Undecided, majority

TEXTS = [Undecided(1, "de-en:1", "one"), Undecided(2, "de-en:2", "two")]


def settled(signs: str) -> list[Settled]:
    """P and F by people, p and f by rules."""
    verdicts = {"p": Verdict.PASS, "f": Verdict.FAIL}
    return [
        Settled(number, "de-en:9", "other", verdicts[sign.lower()], sign.isupper())
        for number, sign in enumerate(signs, 10)
    ]


@pytest.mark.parametrize(
    "signs, verdict, share, because",
    [
        ("PPF", "pass", 2 / 3, "2 of 3 texts of the phenomenon that people decided passed"),
        ("Fpppp", "fail", 1.0, "1 of 1 text of the phenomenon that people decided failed"),
        ("pff", "fail", 2 / 3, "2 of 3 texts of the phenomenon that rules settled failed"),
        ("PFpp", None, None, None),  # people differ: rules do not decide between them
        ("pf", None, None, None),
        ("", None, None, None),
    ],
)
def test_the_majority(signs: str, verdict: str | None, share: float | None, because: str | None) -> None:
    """People before rules; two halves say nothing."""
    found = majority(TEXTS, settled(signs))
    if verdict is None:
        assert found == {}
        return
    assert list(found) == [1, 2]
    assert (found[1].verdict, found[1].share, found[1].because) == (verdict, share, because)
