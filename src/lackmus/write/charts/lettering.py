"""Texts and the room they take: names that fit, lines that wrap, labels that keep their distance."""

from collections.abc import Iterable, Sequence
from unicodedata import category, combining, east_asian_width

from lackmus.core.base.texts import printable

# In thousandths of the font size, as in Arial and in Liberation Sans, which has the same widths.
_WIDTHS = {
    sign: width
    for width, signs in {
        222: "ijl'‘’|",
        278: " .,:;!/\\[]It f",
        334: '()-r{}·`"°',
        500: "ckvxyszJ",
        556: "abdeghnopquL0123456789?_#$–",
        611: "FTZ+<=>~",
        667: "ABEKPSVXY&",
        722: "CDHNRUw",
        778: "GOQ",
        833: "mM",
        889: "%",
        1015: "W@…—",
    }.items()
    for sign in signs
}
_BOLD = 1.08


def width(text: str, size: float, bold: bool = False) -> float:
    """About how many pixels a text takes in a font of this size; rather too many than too few."""
    return sum(map(_sign_width, text)) * size / 1000 * (_BOLD if bold else 1)


def _sign_width(sign: str) -> int:
    if sign in _WIDTHS:
        return _WIDTHS[sign]
    if combining(sign):
        return 0
    if east_asian_width(sign) in "WF" or category(sign) == "So":
        return 1250
    return 780 if sign.isupper() else 620


def clean(text: str) -> str:
    """A name as one line that any file can hold: it may come from a file name that is not UTF-8."""
    return printable(text).encode(errors="backslashreplace").decode()


def fitted(names: Sequence[str], room: float, size: float) -> list[str]:
    """The names, shortened with … where they are wider than the room, and still all different.

    The beginning is kept; where that makes two names alike, the end is kept as well; where even that
    does not help, they are numbered.
    """
    whole = [clean(name) for name in names]
    taken = {name for name in whole if width(name, size) <= room}
    heads = [_cut(name, room, size, 1.0) for name in whole]
    shown: list[str] = []
    for name, head in zip(whole, heads, strict=True):
        alike = head != name and (heads.count(head) > 1 or head in taken)
        best = _cut(name, room, size, 0.5) if alike else head
        number, unique = 1, best
        while unique in shown or (unique != name and unique in taken):
            number += 1
            unique = f"{best} ({number})"
        shown.append(unique)
    return shown


def _cut(text: str, room: float, size: float, share: float) -> str:
    """Begin and end of a text that is too wide; `share` of the room is for the beginning."""
    if width(text, size) <= room:
        return text
    left = room - width("…", size)
    head = _while_fits(text, left * share, size)
    tail = _while_fits(text[::-1], left * (1 - share), size)[::-1]
    return f"{head.rstrip()}…{tail.lstrip()}"


def _while_fits(text: str, room: float, size: float) -> str:
    for place in range(len(text) + 1):
        if width(text[:place], size) > room:
            return text[: place - 1]
    return text


def wrapped(text: str, room: float, size: float, bold: bool = False, after: str = " ") -> list[str]:
    """Lines that fit into the room, broken behind `after`; a word that is wider is broken where it must."""
    lines = [""]
    for word in _words(clean(text), after):
        if lines[-1] and width((lines[-1] + word).rstrip(), size, bold) > room:
            lines.append("")
        while width(word.rstrip(), size, bold) > room and len(word) > 1:
            head = _while_fits(word, room / (_BOLD if bold else 1), size) or word[0]
            lines[-1:] = [head, ""]
            word = word[len(head) :]
        lines[-1] += word
    return [line.rstrip() for line in lines if line.strip()]


def _words(text: str, after: str) -> Iterable[str]:
    *words, last = text.split(after)
    return [*(word + after for word in words), last]


def spread(places: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places as near to the wanted ones as they can be, at least a gap apart and within the bounds.

    If they cannot all be within the bounds they run over the upper one.
    """
    order = sorted(range(len(places)), key=places.__getitem__)
    # Neighbours that come too near form a block, which stands around the mean of what its members want.
    blocks: list[tuple[float, list[int]]] = []  # where it starts, its members
    for place in order:
        members = [place]
        start = _start(places, members, gap, low, high)
        while blocks and blocks[-1][0] + gap * len(blocks[-1][1]) > start:
            members = blocks.pop()[1] + members
            start = _start(places, members, gap, low, high)
        blocks.append((start, members))
    found = [0.0] * len(places)
    for start, members in blocks:
        for number, place in enumerate(members):
            found[place] = start + gap * number
    return found


def _start(places: Sequence[float], members: Sequence[int], gap: float, low: float, high: float) -> float:
    wanted = sum(places[place] - gap * number for number, place in enumerate(members)) / len(members)
    return max(low, min(wanted, high - gap * (len(members) - 1)))
