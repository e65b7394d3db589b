"""Texts of users are shown as text, in their direction, with what rules matched in colour."""

import pytest

from lackmus.core.rules.spans import MarkedSpan
from lackmus.core.suites.suite import Side
from lackmus.web.http.texts import breakable, direction, endless, marked

RIGHT, WRONG = Side.POSITIVE, Side.NEGATIVE


@pytest.mark.parametrize(
    "text, way",
    [
        ("She sleeps.", "ltr"),
        ("هي نائمة.", "rtl"),
        ("היא ישנה.", "rtl"),
        ("42 – «هي»", "rtl"),  # the first letter decides, not the first sign
        ("42 …", "auto"),
        ("", "auto"),
    ],
)
def test_direction(text: str, way: str) -> None:
    assert direction(text) == way


@pytest.mark.parametrize(
    "text, marks, shown",
    [
        ("her husband", [], "her husband"),
        ("her husband", [MarkedSpan(RIGHT, 4, 11)], 'her <mark class="right">husband</mark>'),
        ("her man", [MarkedSpan(WRONG, 4, 7)], 'her <mark class="wrong">man</mark>'),
        (
            "abcd",  # one inside the other
            [MarkedSpan(RIGHT, 0, 4), MarkedSpan(WRONG, 1, 2)],
            '<mark class="right">a</mark><mark class="right wrong">b</mark><mark class="right">cd</mark>',
        ),
        ("ab", [MarkedSpan(RIGHT, 1, 1)], "ab"),  # a pattern that matched nothing at all, but there
        ("ab", [MarkedSpan(RIGHT, 1, 9)], 'a<mark class="right">b</mark>'),  # a stretch beyond the text
        ("<b>&\"'", [MarkedSpan(WRONG, 0, 3)], '<mark class="wrong">&lt;b&gt;</mark>&amp;&#34;&#39;'),
        ("😀 ok", [MarkedSpan(RIGHT, 2, 4)], '😀 <mark class="right">ok</mark>'),  # code points are counted
    ],
)
def test_marked(text: str, marks: list[MarkedSpan], shown: str) -> None:
    assert str(marked(text, marks)) == shown


@pytest.mark.parametrize(
    "name, shown, unbroken",
    [
        ("Online-W", "Online-W", False),
        ("a/b", "a/b", False),  # short names stay whole
        ("Verb tense/aspect/mood", "Verb tense/<wbr>aspect/<wbr>mood", False),
        ("test2022.de-en.hyp.PROMT.en", "test2022.<wbr>de-en.<wbr>hyp.<wbr>PROMT.<wbr>en", False),
        ("MODERNMT_API_KEY", "MODERNMT_API_KEY", False),
        ("version-0.1.0,5", "version-0.1.0,5", False),  # numbers stay whole
        ("in no/way long, is it?", "in no/way long, is it?", False),
        ("Donaudampfschifffahrtsgesellschaft", "Donaudampfschifffahrtsgesellschaft", True),
        ("<script>/<b>/x.y.z</b>", "&lt;script&gt;/&lt;b&gt;/x.<wbr>y.<wbr>z&lt;/b&gt;", False),
    ],
)
def test_a_long_name_may_be_broken_between_its_parts(name: str, shown: str, unbroken: bool) -> None:
    assert (breakable(name), endless(name)) == (shown, unbroken)
