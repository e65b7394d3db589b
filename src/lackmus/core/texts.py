"""What makes two sentences the same: the key of a text, and what rules see of it."""

from unicodedata import normalize

TYPOGRAPHIC_APOSTROPHES = "’‘ʼ"
_APOSTROPHES = str.maketrans(dict.fromkeys(TYPOGRAPHIC_APOSTROPHES, "'"))


def text_key(text: str) -> str:
    """What makes two outputs the same text: NFC, trimmed, runs of white space as one space."""
    if not text.isascii():
        text = normalize("NFC", text)
    return " ".join(text.split())


def folded(key: str) -> str:
    """The key as rules see it: typographic apostrophes read as '. Quotation marks stay: suites test them."""
    return key if key.isascii() else key.translate(_APOSTROPHES)


def source_key(source: str) -> str:
    """What makes two source sentences the same: NFC and trimmed."""
    source = source.strip()
    return source if source.isascii() else normalize("NFC", source)
