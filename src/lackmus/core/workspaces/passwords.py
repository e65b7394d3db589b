"""Refuse passwords that are guessed first."""

import re

LEAST_DISTINCT = 5  # characters
_ROWS = (
    "abcdefghijklmnopqrstuvwxyz",
    "0123456789",
    "1234567890",
    "qwertyuiopasdfghjklzxcvbnm",
    "qwertzuiopasdfghjklyxcvbnm",
    "1q2w3e4r5t6z7u8i9o0p",
    "1q2w3e4r5t6y7u8i9o0p",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol",
    "1qay2wsx3edc4rfv5tgb6zhn7ujm8ik9ol",
)
_SEQUENCES = tuple(way for row in _ROWS for way in (row * 3, row[::-1] * 3))
_WORDS = ("lackmus", "password", "passwort")
_NO_LETTERS = re.compile(r"[\W\d_]+")


def too_simple(password: str, name: str = "") -> str | None:
    """Why a password is too simple, in one line with the remedy; None if it is fine."""
    if not password.strip():
        return "The password has only white space. Take one with letters or words."
    plain = password.casefold()
    if len(set(plain)) == 1:
        return "The password is one character over and over. Take several words, for example."
    if len(set(plain)) < LEAST_DISTINCT:
        return f"The password has fewer than {LEAST_DISTINCT} different characters. Take a richer one."
    letters = _NO_LETTERS.sub("", plain)
    for word in (_NO_LETTERS.sub("", name.casefold()), *_WORDS):
        if plain == name.casefold() or (word and letters and not letters.replace(word, "")):
            called = "the name of the person" if word not in _WORDS else f"the word {word}"
            return f"The password is {called}. Take one that is hard to guess."
    if any(plain in sequence for sequence in _SEQUENCES):
        return "The password is a row of keys, letters or digits. Take several words, for example."
    return None
