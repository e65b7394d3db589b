"""What makes two sentences the same: the key of a text, and what rules see of it."""

import re
from unicodedata import normalize

TYPOGRAPHIC_APOSTROPHES = "’‘ʼ"
_APOSTROPHES = str.maketrans(dict.fromkeys(TYPOGRAPHIC_APOSTROPHES, "'"))


# What could steer a terminal or turn a line around: controls, line ends and directional overrides; and half
# characters, by which Python stands for bytes of a name that are not UTF-8: no file could hold them.
_STEERING = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def printable(text: str) -> str:
    """The text as one harmless line, for names and sentences from unknown files."""
    return _STEERING.sub(lambda sign: sign.group().encode("unicode_escape").decode(), text)


def visible(text: str) -> str:
    """The lines of the text with everything shown that would steer a terminal; tabs and line ends stay."""
    return _STEERING.sub(lambda sign: sign[0] if sign[0] in "\n\t" else printable(sign[0]), text)


def text_key(text: str) -> str:
    """What makes two outputs the same text: NFC, trimmed, runs of white space as one space."""
    if not text.isascii():
        text = normalize("NFC", text)
    return " ".join(text.split())


def folded(key: str) -> str:
    """The key as rules see it: typographic apostrophes read as '. Quotation marks stay: suites test them."""
    return key if key.isascii() else key.translate(_APOSTROPHES)


# Spaces without width slip in with copying and pasting. Joiners (U+200C, U+200D) stay: scripts need them.
_ZERO_WIDTH = "\u200b\u2060\ufeff"


def without_zero_width(text: str) -> str:
    """The text without zero-width characters, which are invisible and break searches."""
    for sign in _ZERO_WIDTH:
        if sign in text:
            text = text.replace(sign, "")
    return text


_BREAK = re.compile("\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")


def one_line(text: str) -> str:
    """The text with every line break read as a space: rules are one line, as texts are."""
    return text if text.isprintable() else _BREAK.sub(" ", text)


def source_key(source: str) -> str:
    """What makes two source sentences the same: NFC, trimmed, nothing of zero width."""
    source = source.strip()
    return source if source.isascii() else normalize("NFC", without_zero_width(source)).strip()
