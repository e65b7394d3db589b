"""What is proposed for texts of a phenomenon."""

import pytest

from lackmus.core.base.verdict import Verdict
from lackmus.core.proposals.proposals import Settled, Undecided
from lackmus.core.reviews.proposals import majority, nearest

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


P, F = Verdict.PASS, Verdict.FAIL
BANK = Undecided(1, "de-en:1", "He sits on the bank.")


@pytest.mark.parametrize(
    "known, verdict, by, because",
    [
        (
            [("1", "He sits on the bench.", P, True), ("1", "He sat on the bank.", F, True)],
            "fail",
            "nearest",
            "like a text that fails: “He sat on the bank.”, 92 % alike; here “sits”, there “sat”",
        ),
        (
            [
                ("1", "He sits on the bank", F, True),
                ("2", "He sits on the bank.", P, True),
            ],  # of another item
            "fail",
            "nearest",
            "like a text that fails: “He sits on the bank”, 97 % alike; here “bank.”, there “bank”",
        ),
        (
            [("1", "Something else entirely", F, True), ("1", "and this", P, True), ("2", "x", P, True)],
            "pass",
            "majority",
            "2 of 3 texts of the phenomenon that people decided passed",
        ),
        (  # what a rule settled tells nothing once people have decided anything
            [("1", "He sits on the banks.", P, False), ("2", "x", F, True)],
            "fail",
            "majority",
            "1 of 1 text of the phenomenon that people decided failed",
        ),
        (
            [("1", "He sits on the bank. Yes", P, False)],
            "pass",
            "nearest",
            "like a text that passes: “He sits on the bank. Yes”, 91 % alike; only there “Yes”",
        ),
    ],
)
def test_the_nearest_text_comes_first(
    known: list[tuple[str, str, Verdict, bool]], verdict: str, by: str, because: str
) -> None:
    """Of the same item, as people decided it; else the majority, and the proposal says which."""
    found = nearest(
        [BANK],
        [Settled(n, f"de-en:{item}", *rest) for n, (item, *rest) in enumerate(known, 10)],  # type: ignore[arg-type]
    )
    assert (found[1].verdict, found[1].by, found[1].because) == (verdict, by, because)


def test_nothing_settled_nothing_proposed() -> None:
    assert nearest([BANK], []) == {}
