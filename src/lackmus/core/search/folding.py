"""Fold case and accents of texts, and know where each folded character came from."""

import unicodedata
from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache

import polars as pl


class Fold(StrEnum):
    """A difference of letters that a search ignores."""

    CASE = "case"
    ACCENTS = "accents"


Folds = frozenset[Fold]


def folded_text(text: str, folds: Iterable[Fold]) -> str:
    """The text without the differences that are ignored."""
    return folded_with_places(text, frozenset(folds))[0]


def folded_with_places(text: str, folds: Folds) -> tuple[str, list[int] | None]:
    """The folded text, and the place of each of its characters in the text; None if none moves."""
    if not folds or text.isascii():
        return (text.lower() if Fold.CASE in folds else text), None
    letters = [_folded_letter(letter, folds) for letter in text]
    folded = "".join(letters)
    if len(folded) == len(text) and all(len(one) == 1 for one in letters):
        return folded, None
    return folded, [place for place, one in enumerate(letters) for _ in one]


def original_span(span: tuple[int, int], places: list[int] | None, text: str) -> tuple[int, int]:
    """A span of the folded text in the text itself, with the accents that stand alone behind it."""
    start, end = span
    if places is not None:
        start, end = places[start], places[end - 1] + 1
    while end < len(text) and unicodedata.combining(text[end]):
        end += 1
    return start, end


def folded_column(texts: pl.Series, folds: Folds) -> pl.Series:
    """A column of texts, folded like single ones."""
    if Fold.CASE in folds:
        texts = texts.str.to_lowercase().str.replace_all("ς", "σ", literal=True)
    if Fold.ACCENTS in folds:
        texts = texts.str.normalize("NFD").str.replace_all(r"\p{Mn}", "").str.normalize("NFC")
    return texts


@lru_cache(20_000)
def _folded_letter(letter: str, folds: Folds) -> str:
    if Fold.CASE in folds:
        letter = letter.lower().replace("ς", "σ")
    if Fold.ACCENTS in folds:
        parts = unicodedata.normalize("NFD", letter)
        letter = unicodedata.normalize(
            "NFC", "".join(part for part in parts if unicodedata.category(part) != "Mn")
        )
    return letter
