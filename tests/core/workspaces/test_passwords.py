"""Which passwords are too simple."""

import pytest

from lackmus.core.workspaces.passwords import too_simple


@pytest.mark.parametrize(
    "password, reason",
    [
        ("aaaaaaaaaa", "one character over and over"),
        ("AAAAAaaaaa", "one character over and over"),
        (" " * 10, "only white space"),
        ("\t \u2003 \u00a0     ", "only white space"),
        ("abababababab", "fewer than 5 different"),
        ("1212343412", "fewer than 5 different"),
        ("Annabella Maria", "the name of the person"),
        ("annabellamaria1", "the name of the person"),
        ("Lackmus2026", "the word lackmus"),
        ("lackmuslackmus", "the word lackmus"),
        ("password123", "the word password"),
        ("1234567890", "a row of keys"),
        ("9876543210", "a row of keys"),
        ("abcdefghij", "a row of keys"),
        ("qwertzuiop", "a row of keys"),
        ("1q2w3e4r5t", "a row of keys"),
        ("correct horse", None),
        ("a long word to pass by", None),
        ("Lackmus turns red", None),
        ("пароль из слов", None),
        ("密码是四个词语", None),
        ("7f3k9w2m5q", None),
    ],
)
def test_too_simple(password: str, reason: str | None) -> None:
    said = too_simple(password, "Annabella Maria")
    assert (reason in said and "\n" not in said) if said and reason else said == reason


def test_a_short_name_does_not_spoil_a_password() -> None:
    """Only a password that is nothing but the name is refused."""
    assert too_simple("Ada likes long walks", "Ada") is None
    assert too_simple("AdaAdaAda2026", "Ada") is not None
    assert too_simple("correct horse", "") is None
