"""Language pairs, however people write them."""

import pytest

from lackmus.core.base.pairs import Pair, PairError


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
