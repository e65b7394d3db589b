"""Results for people who may not see reserved items: the numbers stay, the words go."""

from lackmus.core.base.choices import Choices
from lackmus.core.verdicts.comparison import compare
from lackmus.core.verdicts.evaluation import SuiteEvaluation, evaluate
from lackmus.core.verdicts.reserved import hide_comparison, hide_evaluation, hide_trend
from lackmus.core.verdicts.trend import trend
from tests.core.campaigns import outputs_of_signs, suite_of

SUITE = suite_of("Ambiguity", "Negation", items=2)
SECRET = SUITE.items[1]
HIDDEN = {SECRET.key: 17}
WORDS = (SECRET.source, f"good {SECRET.id}", f"bad {SECRET.id}", f"unclear {SECRET.id}")


def evaluated(**systems: str) -> SuiteEvaluation:
    return evaluate(SUITE, outputs_of_signs(SUITE, **systems))


def test_an_evaluation_has_its_numbers_and_no_word_of_the_item() -> None:
    whole = evaluated(A="+-++", B="++-?")
    shown = hide_evaluation(whole, HIDDEN)
    assert (shown.categories, shown.averages) == (whole.categories, whole.averages)
    told = f"{shown.suite.items} {shown.verdicts.rows()}"
    assert [word for word in (*WORDS, SECRET.key) if word in told] == []
    assert "de-en:reserved-17" in told and SUITE.items[0].source in told
    (item,) = (one for one in shown.suite.items if one.reserved)
    assert (item.category, item.source, item.rules) == ("Ambiguity", "(reserved)", ())


def test_texts_that_differ_still_do() -> None:
    """Who wrote the same text as whom is part of the numbers."""
    shown = hide_evaluation(evaluated(A="+-++", B="++++", C="+-++"), HIDDEN)
    texts = dict(shown.verdicts.filter(item="de-en:reserved-17").select("system", "text").iter_rows())
    assert texts["A"] == texts["C"] != texts["B"]


def test_a_comparison_likewise() -> None:
    whole = compare(evaluated(A="+-++", B="++-+"), ["A", "B"], Choices())
    shown = hide_comparison(whole, HIDDEN)
    told = f"{shown.items.rows()} {shown.evaluation.suite.items}"
    assert [word for word in (*WORDS, SECRET.key) if word in told] == []
    assert shown.pairings == whole.pairings


def test_a_trend_likewise() -> None:
    whole = trend({"2025": evaluated(A="+-++"), "2026": evaluated(A="++++")}, Choices())
    shown = hide_trend(whole, HIDDEN)
    told = "".join(f"{one.suite.items} {one.verdicts.rows()}" for one in shown.evaluations.values())
    assert [word for word in (*WORDS, SECRET.key) if word in told] == []
    assert shown.averages == whole.averages


def test_without_reserved_items_nothing_is_copied() -> None:
    whole = evaluated(A="+-++", B="++-?")
    assert hide_evaluation(whole, {}) is whole
    compared = compare(whole, ["A", "B"], Choices())
    assert hide_comparison(compared, {}) is compared
