"""The text of a query, read from left to right; an error says what is wrong, and at which column."""

import re
from collections.abc import Sequence
from typing import NoReturn
from unicodedata import normalize

from lackmus.core.base.exceptions import Sendable
from lackmus.core.base.texts import printable
from lackmus.core.rules.patterns import PatternError, compile_pattern

WORD = re.compile(r"[^\W\d]\w*")
NAME = re.compile(r"[^\W\d]\w*\s*:")
FEATURE = re.compile(r"\w+(\[\w+\])?")  # Number[psor]
NUMBER = re.compile(r"[0-9]+")
_VALUE = re.compile(r'[^\s|()"=~!<>][^\s|()"]*')
_ODD = re.compile(r"[|(=~!<>]")
_BLANK = re.compile(r"\s*")
_LONG_WORD = "x" * 60  # longer than any word that somebody looks for
_SHOWN = 70  # characters of the line that an error is shown in


class QueryError(Sendable, ValueError):
    """The text is no query: what is wrong, and where."""

    def __init__(self, said: str, text: str, place: int) -> None:
        self.said, self.text = said, text
        self.line = text.count("\n", 0, place) + 1
        self.column = place - text.rfind("\n", 0, place)
        where = f"line {self.line}, column" if "\n" in text.rstrip() else "column"
        super().__init__(f"{where} {self.column}: {said}")

    @property
    def pointed(self) -> str:
        """The line of the query, or as much of it as can be shown, and below it a sign at the column."""
        line, place = self.text.split("\n")[self.line - 1], self.column - 1
        first = max(0, min(place - _SHOWN // 2, len(line) - _SHOWN))
        before, after = printable(line[first:place]), printable(line[place : first + _SHOWN])
        before = f"…{before}" if first else before
        return f"{before}{after}{'…' if len(line) > first + _SHOWN else ''}\n{' ' * len(before)}^"


class QueryText:
    """A text, and how far it is read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0

    @property
    def here(self) -> int:
        """Where the next sign stands."""
        found = _BLANK.match(self.text, self.place)
        assert found
        return found.end()

    @property
    def sign(self) -> str:
        """The next sign; nothing at the end."""
        return self.text[self.here : self.here + 1]

    @property
    def seen(self) -> str:
        """What comes next, for a message."""
        rest = self.text[self.here :].split(maxsplit=1)
        return printable(rest[0][:20]) if rest else "the end"

    def fail(self, said: str, place: int | None = None) -> NoReturn:
        """End with what is wrong, here or at another place."""
        raise QueryError(said, self.text, self.here if place is None else place)

    def peek(self, pattern: re.Pattern[str] = WORD) -> str:
        """What comes next, if it is of this kind."""
        found = pattern.match(self.text, self.here)
        return found.group() if found else ""

    def take(self, sign: str) -> bool:
        """Go past this sign, if it comes next."""
        found = self.text.startswith(sign, self.here)
        if found:
            self.place = self.here + len(sign)
        return found

    def take_word(self, word: str) -> bool:
        """Likewise, but “or” is not the beginning of “order”."""
        return self.peek() == word and self.take(word)

    def take_one(self, signs: Sequence[str]) -> str:
        """Go past whichever of these signs comes next."""
        return next((sign for sign in signs if self.take(sign)), "")

    def expect(self, sign: str, where: str) -> None:
        """Go past a sign that must come next."""
        if not self.take(sign):
            self.fail(f"expected {sign} {where}, not {self.seen}")

    def value(self, after: str, pattern: bool) -> str:
        """A word of a sentence, a tag, or a pattern, bare or in quotes."""
        start = self.here
        if self.take('"'):
            value, places = self._quoted(start)
        elif value := self.peek(_VALUE):
            places = list(range(start, start + len(value)))
            self.place = start + len(value)
        else:
            remedy = "; put it into quotes if it is meant" if _ODD.match(self.text, start) else ""
            self.fail(f"expected a value after {after}, not {self.seen}{remedy}")
        value = normalize("NFC", value)  # as the words it is compared with
        if pattern:
            self._check(value, start, places)
        return value

    def _quoted(self, start: int) -> tuple[str, list[int]]:
        """The text between quotes, and where each of its characters stands."""
        signs: list[str] = []
        places: list[int] = []
        while self.place < len(self.text) and self.text[self.place] != '"':
            # Before other characters a backslash stands for itself: patterns are full of them.
            if self.text.startswith(('\\"', "\\\\"), self.place):
                self.place += 1
            signs.append(self.text[self.place])
            places.append(self.place)
            self.place += 1
        if self.place == len(self.text):
            self.fail("this quote is never closed", start)
        self.place += 1
        return "".join(signs), places

    def _check(self, pattern: str, start: int, places: Sequence[int]) -> None:
        try:
            compiled = compile_pattern(pattern)
        except PatternError as error:
            at = len(places) if error.position is None else error.position
            said = re.sub(r" at [0-9]+$", "", str(error))  # the column says it
            self.fail(f"not a regular expression ({said})", places[at] if at < len(places) else start)
        if compiled.timed(_LONG_WORD):
            risk = compiled.risk or "too many ways to read the same word"
            self.fail(f"this pattern can take longer than anyone can wait ({risk})", start)


def listed(choices: Sequence[str], word: str = "and") -> str:
    """“a, b and c”."""
    *others, last = choices
    return f"{', '.join(others)} {word} {last}" if others else last
