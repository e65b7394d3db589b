"""A language pair, however people write it: `de-en`, `deen`, `DE->EN` and `deu-eng` are one pair."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Self

_ARROW = re.compile(r"\s*(?:-+>|=+>|→|>|:|/|\||\bto\b)\s*", re.IGNORECASE)
_TAG = r"[A-Za-z]{2,3}(?:[-_][A-Z][a-z]{3})?(?:[-_](?:[A-Z]{2}|[0-9]{3}))?"
_JOINED = re.compile(rf"({_TAG})[-_]({_TAG})")
_LOWER_JOINED = re.compile(r"([a-z]{2,3})[-_]([a-z]{2,3})")
_NEAR = 20  # of tag distances: Egyptian Arabic is 10 away from Arabic, Ukrainian 24 from Russian
_RENAMED = {"iw", "in", "ji", "jw", "mo"}  # two-letter codes that ISO 639 has replaced


class PairError(ValueError):
    """The text names no language pair."""


@dataclass(frozen=True, slots=True, order=True)
class Pair:
    """Source and target language as BCP 47 tags, shortest form."""

    source: str
    target: str

    @classmethod
    def parse(cls, written: str) -> Self:
        """Read a pair in any of the usual spellings."""
        source, target = _parse(written.strip())
        return cls(source, target)

    def __str__(self) -> str:
        return f"{self.source}-{self.target}"

    def is_like(self, other: "Pair") -> bool:
        """Whether people mean the same pair: script and region count only where both name them."""
        return self == other or (_alike(self.source, other.source) and _alike(self.target, other.target))

    def is_near(self, other: "Pair") -> bool:
        """Whether the one may be meant by the other, though they are two pairs: en-arz and en-ar."""
        import langcodes

        sides = ((self.source, other.source), (self.target, other.target))
        return all(langcodes.tag_distance(*side) <= _NEAR for side in sides)


def meant(pair: Pair, there: Iterable[Pair]) -> Pair | None:
    """The pair among these that is meant: the same, else the only one that is like it; not one of several."""
    among = sorted(set(there))
    if pair in among:
        return pair
    like = [one for one in among if pair.is_like(one)]
    if len(like) > 1:
        raise PairError(f"{pair} may be {' or '.join(map(str, like))}; name one of them")
    return like[0] if like else None


@lru_cache(maxsize=1024)
def _alike(one: str, other: str) -> bool:
    """Whether two tags are of one language, and name no different scripts or regions."""
    if one == other:
        return True
    import langcodes

    # The standard language stands for its family: ekk is et, cmn is zh; arz is not ar.
    first, second = (
        langcodes.Language.get(langcodes.standardize_tag(tag, macro=True)) for tag in (one, other)
    )
    # A region names its usual script too: zh-TW is zh-Hant, and not zh-Hans.
    scripts = [tag.script or (tag.maximize().script if tag.territory else None) for tag in (first, second)]
    return first.language == second.language and not any(
        mine and theirs and mine != theirs for mine, theirs in (scripts, (first.territory, second.territory))
    )


@lru_cache(maxsize=256)
def _parse(written: str) -> tuple[str, str]:
    parts = _ARROW.split(written)
    if len(parts) == 2:
        return _language(parts[0], written), _language(parts[1], written)
    # "DE-EN" is two languages, not German as spoken in the region EN.
    joined = _LOWER_JOINED.fullmatch(written.lower()) or _JOINED.fullmatch(written)
    if joined:
        return _language(joined[1], written), _language(joined[2], written)
    if written.isalpha() and written.isascii() and len(written) in (4, 6):
        half = len(written) // 2
        return _language(written[:half], written), _language(written[half:], written)
    raise PairError(f"“{written}” is no language pair; write it like de-en")


def _language(tag: str, written: str) -> str:
    tag = tag.strip()
    if len(tag) == 2 and tag.isalpha() and tag.isascii() and tag.lower() not in _RENAMED:
        return tag.lower()
    # Imported late: the table of names is only needed for the rarer spellings.
    import langcodes
    from langcodes.tag_parser import LanguageTagError

    try:
        language = langcodes.Language.get(tag)
        known = bool(tag) and language.is_valid()
    except LanguageTagError:
        known = False
    if not known:
        raise PairError(f"“{tag}” in “{written}” is no language code; write the pair like de-en")
    return langcodes.standardize_tag(tag)
