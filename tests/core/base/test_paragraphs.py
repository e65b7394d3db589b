"""Paragraphs of texts, and where they stand in the text and in its key."""

import pytest

from lackmus.core.base.paragraphs import key_spans, paragraph_spans, paragraphs
from lackmus.core.base.texts import text_key


@pytest.mark.parametrize(
    "text, parts",
    [
        ("", []),
        ("one", ["one"]),
        ("one\nstill one", ["one\nstill one"]),
        ("one\n\ntwo", ["one", "two"]),
        (" one\n \t\n\n two \n\n", ["one", "two"]),
        ("<p>one</p>\n<p>two</p>", ["one", "two"]),
        ("<p class='a'>A &amp; B</p><P>two\n\nlines</P>", ["A & B", "two\n\nlines"]),
        ("<p>not closed<p>two", ["not closed", "two"]),
        ("A &amp; B", ["A &amp; B"]),  # only documents with paragraphs are HTML
        ("<pre>one</pre>", ["<pre>one</pre>"]),
    ],
)
def test_paragraphs(text: str, parts: list[str]) -> None:
    assert paragraphs(text) == parts


@pytest.mark.parametrize(
    "raw, parts",
    [
        ("", []),
        ("one  text\nof two lines", ["one text of two lines"]),
        (" one\n \t\n two\n\n\nthree ", ["one", "two", "three"]),
        ("a\r\n\r\nb", ["a", "b"]),
        ("Cafe\u0301 \n\n\u0301x", ["Café", "\u0301x"]),  # composed as the key is
        ("<p>one</p>\n\n<p>two &amp;  three</p>", ["one", "two &amp; three"]),  # as the key has it
    ],
)
def test_paragraphs_in_the_key(raw: str, parts: list[str]) -> None:
    """The key has no line breaks: where its paragraphs are can only be told by the text as it came."""
    key = text_key(raw)
    assert [key[start:end] for start, end in key_spans(raw)] == parts
    assert len(paragraph_spans(raw)) == len(parts)
