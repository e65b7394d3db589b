"""Names of different campaigns that are one system."""

import pytest

from lackmus.core.verdicts.joined_names import Joined, JoinError, Joining, JoinReason, join, spelling


@pytest.mark.parametrize(
    "one, other, same",
    [
        ("Online-A", "ONLINE-A", True),
        ("Online-A", "online a", True),
        ("Online_A", " Online.A ", True),
        ("Lan-Bridge", "LanBridge", True),
        ("Straße", "STRASSE", True),
        ("Ｏnline-A", "Online-A", True),  # full width
        ("Online-A", "Online-B", False),
        ("Modell", "Modell+", False),  # a symbol, no punctuation
        ("M2M-1.2B", "M2M-12B", False),  # between digits it tells systems apart
        ("M2M-1.2B", "m2m 1_2b", True),
        ("Año", "Ano", False),
        ("--", "...", False),  # nothing would be left
    ],
)
def test_spelling(one: str, other: str, same: bool) -> None:
    """Case, punctuation and white space are not what tells systems apart."""
    assert (spelling(one) == spelling(other)) is same


YEARS = {"2021": ["Online-A", "Eiche"], "2022": ["ONLINE-A", "Linde"], "2023": ["online a", "Eiche"]}


def names(joined: Joined) -> list[tuple[str, list[str]]]:
    """What each joined system is called, and under which names it was handed in."""
    return [(one.system, list(one.names.values())) for one in joined.joins]


def test_spellings_of_three_years() -> None:
    """The latest name stands for all; what has one name anyway needs no join."""
    joined = join(YEARS)
    assert names(joined) == [("online a", ["Online-A", "ONLINE-A", "online a"])]
    assert joined.joins[0].because == (JoinReason.SPELLING,)
    assert [joined.called(name) for name in ("Online-A", "Eiche")] == ["online a", "Eiche"]
    assert joined.labels({"Online-A": "OA", "Eiche": "E"}) == {"online a": "OA", "Eiche": "E"}
    assert joined.labels({"online a": "new", "Online-A": "old"}) == {"online a": "new"}


@pytest.mark.parametrize(
    "campaigns, apart",
    [
        ({"x": ["Online-A"], "y": ["ONLINE-A", "online_a"]}, ("Online-A", "ONLINE-A", "online_a")),
        ({"x": ["A-1", "a1"], "y": ["A-1"]}, ("A-1", "a1")),  # A-1 has one name in both
        ({"x": ["A-1", "a1"], "y": ["B"]}, None),  # nothing to be joined with
    ],
)
def test_two_systems_of_one_campaign_are_never_one(
    campaigns: dict[str, list[str]], apart: tuple[str, ...] | None
) -> None:
    """Where it is not clear which of them came back, all stay apart, and that is said."""
    joined = join(campaigns)
    assert joined.joins == ()
    assert [one.names for one in joined.apart] == ([apart] if apart else [])


def test_names_to_the_letter() -> None:
    """Nothing is joined but what the user names."""
    labels = {"Eiche": {"E"}, "Linde": {"E"}}
    assert join(YEARS, Joining(exact=True, labels=labels)) == Joined()
    joined = join(YEARS, Joining(exact=True, same=(("Online-A", "ONLINE-A"),)))
    assert names(joined) == [("ONLINE-A", ["Online-A", "ONLINE-A"])]
    assert joined.joins[0].because == (JoinReason.SAME,)


def test_pairs_may_form_a_chain() -> None:
    """A = B and B = C is one system, also with a spelling among them."""
    joined = join({"x": ["A"], "y": ["B"], "z": ["b!"]}, Joining(same=(("A", "B"),)))
    assert names(joined) == [("b!", ["A", "B", "b!"])]
    assert set(joined.joins[0].because) == {JoinReason.SAME, JoinReason.SPELLING}


@pytest.mark.parametrize("same", [[("Online-A", "Eiche")], [("Eiche", "Linde"), ("Linde", "Online-A")]])
def test_a_user_cannot_join_two_of_one_campaign(same: list[tuple[str, str]]) -> None:
    """Neither at once nor in a chain."""
    with pytest.raises(JoinError, match="are both systems of 2021"):
        join(YEARS, Joining(exact=True, same=tuple(same)))


def test_a_common_label_joins() -> None:
    """A label may also be the name of the other system; two labels of one name both count."""
    labels = {"Facebook AI": {"Meta"}, "NLLB team": {"meta"}, "Kiefer": {"Tanne"}}
    years = {"x": ["Facebook AI", "Kiefer"], "y": ["NLLB team"], "z": ["Tanne"]}
    joined = join(years, Joining(labels=labels))
    assert names(joined) == [("NLLB team", ["Facebook AI", "NLLB team"]), ("Tanne", ["Kiefer", "Tanne"])]
    assert {one.because for one in joined.joins} == {(JoinReason.LABEL,)}


def test_names_that_are_not_there_are_passed_over() -> None:
    """Who was left out of a campaign cannot be joined."""
    assert join({"x": ["A"], "y": ["B"]}, Joining(same=(("A", "C"),))) == Joined()
