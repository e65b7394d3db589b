"""Languages by their English names."""

import langcodes
import pytest

from lackmus.core.engines.languages import NAMES, language_name


@pytest.mark.parametrize(
    "tag, name",
    [
        ("de", "German"),
        ("pt-BR", "Brazilian Portuguese"),
        ("pt-PT", "European Portuguese"),
        ("zh-Hant", "Traditional Chinese"),
        ("sr-Latn", "Serbian in Latin script"),
        ("de-LI", "German (LI)"),
        ("hsb", "Upper Sorbian"),
        ("tlh", None),
        ("", None),
    ],
)
def test_languages_by_name(tag: str, name: str | None) -> None:
    """As one says them to a translator."""
    assert language_name(tag) == name


@pytest.mark.parametrize("code", NAMES)
def test_codes_are_codes(code: str) -> None:
    """Every one is a language, and what a pair makes of its code has a name too."""
    assert langcodes.tag_is_valid(code)
    assert language_name(langcodes.standardize_tag(code))
