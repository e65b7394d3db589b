"""A sentence above its translation as an SVG: words, the arcs of a clause, and the links between them."""

import re
from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape, quoteattr

from lackmus.core.base.texts import printable
from lackmus.core.base.verdict import Verdict
from lackmus.core.trees.arcs import Arc
from lackmus.core.trees.drawing import (
    FORM,
    LABEL,
    LEMMA,
    TAG,
    Drawing,
    DrawnSentence,
    Link,
    PlacedSentence,
    PlacedWord,
    Strength,
)
from lackmus.core.trees.treebank import NONE
from lackmus.write.charts.kinds import Theme
from lackmus.write.text_widths import width

FONT = "Arial, Helvetica, Liberation Sans, DejaVu Sans Condensed, sans-serif"
_EDGE = 12.0
_STEP = 21.0  # from one level of arcs to the next
_ARCS = 10.0  # from the outermost line of a word to the arcs
_LINES = {-1: (0.0, 20.0, 34.0), 1: (0.0, 18.0, 32.0)}  # from the words outward: form, lemma, tag
_BETWEEN = 74.0  # the links
_ROUND = 7.0
_WIDER = 1.08
_NO_XML = re.compile("[\ufffe\uffff]")

# For white and for black. Blue and orange differ for colour-blind readers, and in grey by lightness.
_INKS = {
    "text": ("#1b2430", "#e6eaf0"),
    "quiet": ("#566070", "#a4afbc"),
    "faint": ("#c3ccd6", "#465263"),
    "arc": ("#566070", "#a4afbc"),
    "ground": ("#ffffff", "#12161c"),
    "keyword": ("#e6e9ee", "#333d4b"),
    Verdict.PASS: ("#0b5c99", "#7cc4f5"),
    Verdict.FAIL: ("#a85200", "#ffae66"),
    Verdict.WARNING: ("#6a549f", "#c9b8f5"),
}
_GROUNDS = {
    Verdict.PASS: ("#d3e9f8", "#1c4566"),
    Verdict.FAIL: ("#fde3c8", "#5c3811"),
    Verdict.WARNING: ("#e6def7", "#463a6b"),
}
_WEIGHTS = {
    Strength.KEYWORD: (2.6, ""),
    Strength.FALLBACK: (2.4, "6 4"),
    Strength.CLAUSE: (1.5, ""),
    Strength.OTHER: (1.0, ""),
}


def measure(text: str, size: float, bold: bool) -> float:
    """The approximate width of a text; fallback fonts are a little wider."""
    return width(text, size, bold) * _WIDER


def tree_svg(
    drawing: Drawing,
    source: DrawnSentence,
    target: DrawnSentence | None,
    verdict: Verdict,
    theme: Theme,
    told: str = "",
) -> str:
    """The drawing; `told` is its text alternative. All texts are escaped: they come from unknown files."""
    ink = _Ink(theme, verdict)
    top = _EDGE + drawing.source.levels * _STEP + (_ARCS if drawing.source.arcs else 0) + _LINES[-1][-1] + TAG
    middle = top + _BETWEEN
    levels = drawing.target.levels if drawing.target else 0
    high = middle + FORM + _LINES[1][-1] + (_ARCS if levels else 0) + levels * _STEP + _EDGE
    if drawing.target is None:
        high = top + _EDGE
    wide = drawing.wide + 2 * _EDGE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tree" width="{wide:.0f}" height="{high:.0f}" '
        f'viewBox="0 0 {wide:.0f} {high:.0f}" font-family={quoteattr(FONT)} text-anchor="middle">',
        f"<desc>{_text(told)}</desc>" if told else "",
        f'<rect width="100%" height="100%" fill="{ink["ground"]}"/>' if theme is not Theme.PAGE else "",
        f'<g transform="translate({_EDGE:.0f} 0)">',
        *(_link(link, top + 5, middle - FORM + 1, ink) for link in drawing.links),
        *_line(drawing.source, source, top, -1, ink),
        *(_line(drawing.target, target, middle, 1, ink) if drawing.target and target else ()),
        "</g></svg>",
    ]
    return "\n".join(filter(None, parts))


class _Ink:
    """Colours for one background; if only the page knows it, the page chooses."""

    def __init__(self, theme: Theme, verdict: Verdict) -> None:
        self._theme = theme
        self.verdict = self._on(_INKS[verdict])
        self.ground = self._on(_GROUNDS[verdict])

    def __getitem__(self, name: str) -> str:
        return self._on(_INKS[name])

    def _on(self, colours: tuple[str, str]) -> str:
        white, black = colours
        if self._theme is Theme.PAGE:
            return f"light-dark({white}, {black})"
        return black if self._theme is Theme.DARK else white


def _line(line: PlacedSentence, half: DrawnSentence, at: float, way: int, ink: _Ink) -> Iterator[str]:
    """A sentence with its forms at height `at`; tags and arcs go upward (-1) or downward (1)."""
    outside = at + way * (_LINES[way][-1] + _ARCS) - (TAG - 1 if way < 0 else -4)
    for arc in line.arcs:
        yield _arc(arc, outside, way, ink)
    for word in line.words:
        yield _word(word, half, at, way, ink)
    for arc in line.arcs:  # on top of all lines
        yield _label(arc, outside, way, ink)


def _word(word: PlacedWord, half: DrawnSentence, at: float, way: int, ink: _Ink) -> str:
    told = "\n".join(map(_said, [half.words[number] for number in word.numbers]))
    side = "s" if way < 0 else "t"
    colour = ink["text"] if word.inside or word.marked else ink["quiet"]
    ground = ""
    if word.marked:
        fill, rim = (ink["keyword"], ink["text"]) if way < 0 else (ink.ground, ink.verdict)
        left = word.x - word.wide / 2
        ground = (
            f'<rect x="{left:.1f}" y="{at - FORM:.1f}" width="{word.wide:.1f}" height="{FORM + 6:.1f}" '
            f'rx="4" fill="{fill}" stroke="{rim}"/>'
        )
    lines = (
        (word.form, FORM, 0, colour, ' font-weight="bold"' if word.marked else ""),
        (word.lemma, LEMMA, 1, ink["quiet"], ' font-style="italic"'),
        (word.tag, TAG, 2, ink["quiet"], ""),
    )
    texts = "".join(
        f'<text x="{word.x:.1f}" y="{at + way * _LINES[way][place]:.1f}" font-size="{size:g}" '
        f'fill="{fill}"{more}>{_text(text)}</text>'
        for text, size, place, fill, more in lines
        if text
    )
    numbers = "" if word.hidden else f' data-word="{side}{word.numbers[0]}"'
    kind = "dots" if word.hidden else "marked" if word.marked else "inside" if word.inside else "outside"
    return f'<g class="word {kind}"{numbers}><title>{_text(told)}</title>{ground}{texts}</g>'


def _said(word: Sequence[object]) -> str:
    """The tree's facts about a word, in one line."""
    form, lemma, upos, xpos, feats, _, deprel, *_ = map(str, word)
    more = (part for part in (lemma, upos, xpos, feats, deprel) if part not in (NONE, ""))
    return f"{printable(form)}: {printable(', '.join(more))}"


def _arc(arc: Arc, outside: float, way: int, ink: _Ink) -> str:
    reach = outside + way * arc.level * _STEP
    stroke = f'fill="none" stroke="{ink["arc"]}" stroke-width="1.2"'
    if arc.head is None:
        path = f"M{arc.end:.1f} {reach:.1f}V{outside:.1f}"
        stroke += ' stroke-dasharray="3 3"'
    else:
        to = 1 if arc.end > arc.start else -1
        bend = min(_ROUND, abs(arc.end - arc.start) / 2)
        path = (
            f"M{arc.start:.1f} {outside:.1f}V{reach - way * bend:.1f}"
            f"q0 {way * bend:.1f} {to * bend:.1f} {way * bend:.1f}"
            f"H{arc.end - to * bend:.1f}"
            f"q{to * bend:.1f} 0 {to * bend:.1f} {-way * bend:.1f}V{outside:.1f}"
        )
    tip = f"M{arc.end - 3.2:.1f} {outside + way * 6:.1f}h6.4L{arc.end:.1f} {outside - way:.1f}z"
    return f'<g class="arc"><path d="{path}" {stroke}/><path d="{tip}" fill="{ink["arc"]}"/></g>'


def _label(arc: Arc, outside: float, way: int, ink: _Ink) -> str:
    x, y = (arc.start + arc.end) / 2, outside + way * arc.level * _STEP
    if arc.head is None:
        y += 8 if way < 0 else -8  # beside the line, which ends there
    wide = width(arc.label, LABEL) + 4
    # The page's background is unknown, so a stroke in its colour separates line and letters.
    return (
        f'<rect x="{x - wide / 2:.1f}" y="{y - 6:.1f}" width="{wide:.1f}" height="12" '
        f'fill="{ink["ground"]}" class="ground"/>'
        f'<text x="{x:.1f}" y="{y + 3.6:.1f}" font-size="{LABEL:g}" fill="{ink["arc"]}">'
        f"{_text(arc.label)}</text>"
    )


def _link(link: Link, top: float, bottom: float, ink: _Ink) -> str:
    weight, dashes = _WEIGHTS[link.strength]
    strong = link.strength in (Strength.KEYWORD, Strength.FALLBACK)
    colour = ink.verdict if strong else ink["arc" if link.strength is Strength.CLAUSE else "faint"]
    half = (bottom - top) / 2
    path = (
        f"M{link.start:.1f} {top:.1f}C{link.start:.1f} {top + half:.1f} "
        f"{link.end:.1f} {bottom - half:.1f} {link.end:.1f} {bottom:.1f}"
    )
    return (
        f'<path class="link {link.strength.replace(" ", "-")}" data-ends="s{link.source} t{link.target}" '
        f'd="{path}" fill="none" stroke="{colour}" stroke-width="{weight}"'
        f"{f' stroke-dasharray={quoteattr(dashes)}' if dashes else ''}/>"
    )


def _text(text: str) -> str:
    """The text, escaped and without invalid characters."""
    return escape(_NO_XML.sub("", printable(text).encode(errors="backslashreplace").decode()))
