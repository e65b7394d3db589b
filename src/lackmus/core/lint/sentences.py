"""Invisible problems in a sentence or name: outer white space, hidden characters, look-alike letters."""

import re
from collections.abc import Iterator
from unicodedata import category, name

from lackmus.core.lint.rules import breaks
from lackmus.core.suites.lint_findings import Code, LintFinding, finding
from lackmus.core.suites.suite import Item, Kind

# Invisible characters. Joiners and direction marks belong to some scripts, see `hidden_in`.
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u200b\u2060-\u2064\ufeff\ufff9-\ufffb]")
_JOINERS = re.compile("[\u00ad\u200c-\u200f\u202a-\u202e\u2066-\u2069]")
_PLAIN_SCRIPTS = ("LATIN", "CYRILLIC", "GREEK", "DIGIT")

# Letters of other scripts that look like Latin ones, by script.
_ALIKE = {
    "CYRILLIC": set("аеорсухіјѕАВЕКМНОРСТУХІЈЅ"),
    "GREEK": set("οανρΑΒΕΖΗΙΚΜΝΟΡΤΥΧ"),
    "LATIN": set("aeopcyxvABEKMHOPCTYXZN"),
}
_FORMULA = 4  # a Greek and a Latin letter side by side are mathematics, not a word
_WORD = re.compile(r"[^\W\d_]+")
_NOT_WORDS = re.compile(r"\\.|\[[^\]]*\]")  # in patterns: escapes and sets of characters


def hidden_in(text: str) -> list[str]:
    """Invisible characters that the writer of the text cannot have meant."""
    if text.isascii():
        return _CONTROLS.findall(text)
    found = _CONTROLS.findall(text)
    if _JOINERS.search(text) and _needs_no_joiners(text):
        found += _JOINERS.findall(text)
    return found


def without_hidden(text: str) -> str:
    """The text without hidden characters."""
    gone = set(hidden_in(text))
    return "".join(sign for sign in text if sign not in gone) if gone else text


def _needs_no_joiners(text: str) -> bool:
    """Persian, Hindi or a family of emoji need joiners; Hebrew and Arabic need marks of direction."""
    return all(
        name(sign, "").startswith(_PLAIN_SCRIPTS)
        for sign in text
        if category(sign)[0] in "LN" or category(sign) == "So"
    )


def mixed_words(text: str, pattern: bool = False) -> list[str]:
    """Words with letters of two scripts, where those of one look like letters of the other."""
    if text.isascii():
        return []
    bare = _NOT_WORDS.sub(" ", text) if pattern else text
    return [word for word in _WORD.findall(bare) if not word.isascii() and _mixed(word)]


def _mixed(word: str) -> bool:
    letters: dict[str, set[str]] = {}
    for letter in word:
        script = name(letter, "").split(" ")[0]
        if script in _ALIKE:
            letters.setdefault(script, set()).add(letter)
    # Only where all letters of one script look like the other: “iPhone” with a Russian ending is no slip.
    if "GREEK" in letters and len(word) < _FORMULA:
        return False
    return len(letters) > 1 and any(found <= _ALIKE[script] for script, found in letters.items())


def sentence_findings(file: str, item: Item) -> Iterator[LintFinding]:
    """What is wrong with the source sentence, and what is hidden in it and in the rules."""
    source = item.source
    if source != source.strip():
        message = f"the source sentence “{source.strip()}” has white space at its ends"
        yield finding(Code.SOURCE_SPACES, file, item, message, repr(source))
    if breaks(source):
        yield finding(
            Code.SOURCE_LINE_BREAK, file, item, "the source sentence contains a line break", repr(source)
        )
    yield from _unseen(file, item, "the source sentence", source)
    for rule in item.rules:
        noun = "pattern" if rule.kind is Kind.PATTERN else "fixed string"
        yield from _unseen(file, item, f"{rule.side} {noun}", rule.value, rule.kind is Kind.PATTERN)


def _unseen(file: str, item: Item, where: str, text: str, pattern: bool = False) -> Iterator[LintFinding]:
    hidden = sorted(set(hidden_in(text)))
    if hidden:
        points = ", ".join(f"U+{ord(sign):04X}" for sign in hidden)
        # Without them a rule judges other texts: its author has to decide.
        remedy = (
            "" if where.startswith("the ") else "Delete them yourself: rules are never fixed automatically."
        )
        message = f"{where} contains invisible characters ({points})"
        yield finding(Code.HIDDEN_CHARACTERS, file, item, message, ascii(text), remedy)
    for word in dict.fromkeys(mixed_words(text, pattern)):
        scripts = " ".join(f"{letter}={name(letter, '?').split(' ')[0].title()}" for letter in word)
        message = f"{where} has a word of mixed scripts: {word}"
        yield finding(Code.MIXED_SCRIPTS, file, item, message, scripts)
