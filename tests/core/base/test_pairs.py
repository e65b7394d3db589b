"""Language pairs, however people write them."""

import pytest

from lackmus.core.base.pairs import Pair, PairError, meant


@pytest.mark.parametrize(
    "written, pair",
    [
        ("de-en", "de-en"),
        ("deen", "de-en"),
        ("DE->EN", "de-en"),
        ("DE-EN", "de-en"),
        ("de_en", "de-en"),
        ("de → en", "de-en"),
        ("de>en", "de-en"),
        ("de to en", "de-en"),
        ("deu-eng", "de-en"),
        ("ger-eng", "de-en"),  # the bibliographic code
        ("deueng", "de-en"),
        ("deu-en", "de-en"),
        (" en-ru ", "en-ru"),
        ("en-cze", "en-cs"),
        ("liv-en", "liv-en"),  # Livonian has no two-letter code
        ("en-pt_BR", "en-pt-BR"),
        ("zh-Hans->en", "zh-Hans-en"),
        ("iw-en", "he-en"),  # a code that was replaced
    ],
)
def test_spellings_of_one_pair(written: str, pair: str) -> None:
    """People and data sets write pairs in many ways; all mean the same."""
    assert str(Pair.parse(written)) == pair


@pytest.mark.parametrize("written", ["", "de", "de-en-ru", "xxx-en", "12-34", "de-", "->en", "deenru7"])
def test_what_is_no_pair(written: str) -> None:
    """A slip is refused, never guessed at."""
    with pytest.raises(PairError):
        Pair.parse(written)


def test_direction_matters() -> None:
    """German–English is not English–German."""
    assert Pair.parse("de-en") != Pair.parse("en-de")


@pytest.mark.parametrize(
    "one, other, alike",
    [
        ("en-ru_RU", "eng_Latn-rus_Cyrl", True),
        ("en-ru", "en-ru_RU", True),
        ("en-ru", "ru-en", False),
        ("en-zho_Hans", "en-zho_Hant", False),
        ("en-zh", "en-zho_Hant", True),
        ("en-zh_CN", "en-zh_TW", False),
        ("en-pt_BR", "en-pt", True),
        ("en-ekk", "en-et", True),
        ("eng_Latn-ekk_Latn", "en-et_EE", True),
        ("en-arz", "en-ar", False),
        ("en-arb", "en-ar", True),
        ("en-srp_Cyrl", "en-srp_Latn", False),
        ("cmn_Hans-en", "zho_Hans-eng_Latn", True),
    ],
)
def test_pairs_that_people_mean_alike(one: str, other: str, alike: bool) -> None:
    """Script and region count only where both name them."""
    assert Pair.parse(one).is_like(Pair.parse(other)) is alike
    assert Pair.parse(other).is_like(Pair.parse(one)) is alike


def test_the_pair_that_is_meant() -> None:
    """The same before one that is like it; of several, none is guessed."""
    there = [Pair.parse(one) for one in ("en-zh_CN", "en-zh_TW", "en-ru_RU", "en-ru")]
    assert meant(Pair.parse("en-ru_RU"), there) == there[2]
    assert meant(Pair.parse("eng_Latn-rus_Cyrl"), there) == there[3]
    assert meant(Pair.parse("en-zh_TW"), there) == there[1]
    assert meant(Pair.parse("en-de"), there) is None
    with pytest.raises(PairError, match="en-zh-CN or en-zh-TW"):
        meant(Pair.parse("en-zh"), there)
