"""The text of a query, read from left to right; errors name the column."""

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
_LONG_WORD = "x" * 60  # longer than any real word
_SHOWN = 70  # characters of the line in an error message


class QueryError(Sendable, ValueError):
    """The text is no valid query: what is wrong, and where."""

    def __init__(self, said: str, text: str, place: int) -> None:
        self.said, self.text = said, text
        self.line = text.count("\n", 0, place) + 1
        self.column = place - text.rfind("\n", 0, place)
        where = f"line {self.line}, column" if "\n" in text.rstrip() else "column"
        super().__init__(f"{where} {self.column}: {said}")

    @property
    def pointed(self) -> str:
        """The line of the query, shortened if needed, with a marker below the column."""
        line, place = self.text.split("\n")[self.line - 1], self.column - 1
        first = max(0, min(place - _SHOWN // 2, len(line) - _SHOWN))
        before, after = printable(line[first:place]), printable(line[place : first + _SHOWN])
        before = f"…{before}" if first else before
        return f"{before}{after}{'…' if len(line) > first + _SHOWN else ''}\n{' ' * len(before)}^"


class QueryText:
    """The text of a query and the reading position."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0

    @property
    def here(self) -> int:
        """The position of the next token."""
        found = _BLANK.match(self.text, self.place)
        assert found
        return found.end()

    @property
    def sign(self) -> str:
        """The next character; empty at the end."""
        return self.text[self.here : self.here + 1]

    @property
    def seen(self) -> str:
        """What comes next, quoted for a message."""
        rest = self.text[self.here :].split(maxsplit=1)
        return printable(rest[0][:20]) if rest else "the end"

    def fail(self, said: str, place: int | None = None) -> NoReturn:
        """Raise a QueryError here or at another place."""
        raise QueryError(said, self.text, self.here if place is None else place)

    def peek(self, pattern: re.Pattern[str] = WORD) -> str:
        """The next text that matches the pattern, without reading it."""
        found = pattern.match(self.text, self.here)
        return found.group() if found else ""

    def take(self, sign: str) -> bool:
        """Read this sign if it comes next; whether it did."""
        found = self.text.startswith(sign, self.here)
        if found:
            self.place = self.here + len(sign)
        return found

    def take_word(self, word: str) -> bool:
        """Read this word if it comes next; “or” does not match “order”."""
        return self.peek() == word and self.take(word)

    def take_one(self, signs: Sequence[str]) -> str:
        """Read one of these signs; empty if none comes next."""
        return next((sign for sign in signs if self.take(sign)), "")

    def expect(self, sign: str, where: str) -> None:
        """Read a sign that must come next; otherwise an error."""
        if not self.take(sign):
            self.fail(f"expected {sign} {where}, not {self.seen}")

    def value(self, after: str, pattern: bool) -> str:
        """Read a value: a word, a tag or a pattern, bare or in quotes."""
        start = self.here
        if self.take('"'):
            value, places = self._quoted(start)
        elif value := self.peek(_VALUE):
            places = list(range(start, start + len(value)))
            self.place = start + len(value)
        else:
            remedy = "; put it into quotes if it is meant" if _ODD.match(self.text, start) else ""
            self.fail(f"expected a value after {after}, not {self.seen}{remedy}")
        value = normalize("NFC", value)  # as the words that it is compared with
        if pattern:
            self._check(value, start, places)
        return value

    def _quoted(self, start: int) -> tuple[str, list[int]]:
        """The text between quotes, and the position of each character."""
        signs: list[str] = []
        places: list[int] = []
        while self.place < len(self.text) and self.text[self.place] != '"':
            # Before other characters a backslash is literal: patterns are full of them.
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
