"""Words of texts, and the one place in which they differ."""

import pytest

from lackmus.core.proposals.wordings import OneSpan, Splitter, skeleton

TEXTS = [
    "You should not read.",
    "You shouldn't read.",
    "We shouldn't do it, and he doesn't.",
    "He does it.",
    "He's here, and it's late.",
    "L'homme est là, l'ami aussi.",
    "Un homme et un ami.",
    "Kinder lesen.",
]


@pytest.mark.parametrize(
    "text, words",
    [
        ("You shouldn't read.", "you should n't read ."),
        ("He doesn't.", "he does n't ."),
        ("It's late!", "it 's late !"),
        ("L'homme est là.", "l' homme est là ."),
        ("Un ami de l'homme", "un ami de l' homme"),
        ("Das Kind liest's.", "das Kind liest's ."),  # no such word is known without it
        ("'tis well-known", "'tis well-known"),
        ("我们 去。", "我们 去 。"),
        ("", ""),
    ],
)
def test_words(text: str, words: str) -> None:
    """Contractions are cut where the texts show it, in any language; the first capital is folded."""
    assert " ".join(Splitter(TEXTS)(text)) == words


@pytest.mark.parametrize(
    "here, there, shown",
    [
        ("a b c", "a x c", "x → b"),
        ("a b c", "a c", "∅ → b"),
        ("a c", "a b c", "b → ∅"),
        ("a a", "a", "∅ → a"),
        ("a b", "a b", "∅ → ∅"),
        ("1 2 3 4", "5 6 7 8", "5 6 7 8 → 1 2 3 4"),
        ("1 2 3 4 5", "6 7 8 9 0", None),  # longer than four words
        ("a b c d e", "x b c d y", None),  # two places, five words apart
        ("a", "a b c d e f", None),
    ],
)
def test_one_place(here: str, there: str, shown: str | None) -> None:
    """Texts differ in one span of at most four words, or the difference says nothing."""
    found = OneSpan.between(tuple(here.split()), tuple(there.split()))
    assert (str(found) if found else None) == shown


def test_a_skeleton_keeps_the_frame() -> None:
    """Signs stay, and words that are kept."""
    assert skeleton(("he", "should", "read", "."), {"should"}) == ("_", "should", "_", ".")
