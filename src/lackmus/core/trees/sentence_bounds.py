"""Where sentences end in a line, and lines taken apart into their sentences."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

RULES = 1  # the version of the splitting rules, which stands in signatures

_CLOSING = "\"'’”“»«›‹)\\]}"
_BOUND = re.compile(
    rf"(?P<sign>[.!?…]+|[।؟۔])[{_CLOSING}]*\s+"  # needs white space after it
    rf"|[。！？][{_CLOSING}」』）]*\s*"  # needs none
)
_OPENING = re.compile("[\"'’‘”“„‚«»‹›(\\[{¿¡*•·–—-]*\\s*")  # may precede a first word
_LAST = re.compile(r"[^\s\"'’‘”“„‚«»‹›(\[{/–—]*$")  # the word before a full stop
# Initials (“J.”), letters with full stops (“U.S.”, “z. B.”), Roman numerals and numbers of one or two digits:
# a number with a full stop is an ordinal in many languages, and may count the points of a list.
_UNFINISHED = re.compile(r"(?:\w\.)*[^\W\d_]|[0-9]{1,2}|[IVX]+")
_MONTHS = "jan feb mar apr jun jul aug sep sept oct okt nov dec dez"
_NUMBERED = "no nos nr pp vol fig art čís str стр"
_TITLES = (
    "mr mrs ms messrs dr prof st ste sr jr gen col capt lt sgt rev hon gov sen rep mt ft sv hl ing mgr mudr "
    "judr phdr rndr mvdr paeddr kpt plk arch hr hrn им ул г гг проф акад св"
)
_WITHIN = (  # more often within sentences than at their ends
    "vs cf eg ie etc approx ca cca inc ltd corp dept tzv tj např mj resp př pozn bzw evtl ggf inkl sog vgl "
    "usw mrd mio тыс млн млрд руб др см напр"
)
_BEFORE_NUMBERS = frozenset(f"{_MONTHS} {_NUMBERED}".split())
_ABBREVIATIONS = frozenset(f"{_TITLES} {_WITHIN}".split())
_SIGNS = frozenset("#@$€£")  # begin words


def sentences_in(line: str) -> list[tuple[int, int]]:
    """Start and end of each sentence of a line, without white space around it; at least one."""
    starts = [0, *(bound for bound in map(_bound, _BOUND.finditer(line)) if 0 < bound < len(line))]
    found = []
    for start, end in zip(starts, [*starts[1:], len(line)], strict=True):
        piece = line[start:end]
        if piece.strip():
            first = start + len(piece) - len(piece.lstrip())
            found.append((first, start + len(piece.rstrip())))
    return found or [(0, len(line))]


def _bound(ended: re.Match[str]) -> int:
    """Where the next sentence begins; 0 if the sentence goes on."""
    line, end = ended.string, ended.end()
    opening = _OPENING.match(line, end)
    assert opening, "it may be empty"
    begins = line[opening.end() : opening.end() + 1]
    if not (begins.isalnum() or begins in ("#", "@", "$", "€", "£")) or begins.islower() or not begins:
        return 0
    if (
        ended["sign"] == "."
        and line[ended.start() + 1].isspace()
        and _is_short(line[: ended.start()], begins)
    ):
        return 0
    return end


def _is_short(before: str, begins: str) -> bool:
    """Whether a full stop belongs to an abbreviation, an initial or an ordinal number."""
    last = _LAST.search(before)
    assert last, "it may be empty"
    word = last[0]
    if word.lower() in _BEFORE_NUMBERS and begins.isdigit():
        return True
    return word.lower() in _ABBREVIATIONS or _UNFINISHED.fullmatch(word) is not None


_ESCAPED = {" ": "\\s", "\t": "\\t", "\r": "\\r", "\n": "\\n"}  # white space in MISC


def sentence_words(heads: Sequence[int]) -> list[range]:
    """The words of each sentence of a line, by their heads: no arc leads from one sentence to another.

    Words count from 0 here; a head counts from 1, and is 0 for a root. A tree is one sentence.
    """
    reach = list(range(len(heads)))  # the farthest word to the right that an arc joins with each
    for word, head in enumerate(heads):
        if head:
            left, right = sorted((word, head - 1))
            reach[left] = max(reach[left], right)
    found, first, last = [], 0, 0
    for word, right in enumerate(reach):
        last = max(last, right)
        if last == word:
            found.append(range(first, word + 1))
            first = last = word + 1
    return found


class LineSentence(NamedTuple):
    """A sentence of a line as in a file: columns of strings, heads within the sentence, and places."""

    text: str
    columns: Sequence[Sequence[str]]
    heads: Sequence[int]
    starts: Sequence[int]
    ends: Sequence[int]
    gap: str = " "  # white space before the next


def joined_parts(parts: Iterable[LineSentence]) -> LineSentence:
    """The sentences of a line as one piece of text; each keeps its root."""
    every = list(parts)
    text, words = "", 0
    columns: list[list[str]] = [[] for _ in every[0].columns]
    heads, starts, ends = list[int](), list[int](), list[int]()
    for number, part in enumerate(every):
        place = len(text)
        text += part.text + (part.gap if number < len(every) - 1 else "")
        for column, more in zip(columns, part.columns, strict=True):
            column += more
        heads += [head + words if head else 0 for head in part.heads]
        starts += [start + place for start in part.starts]
        ends += [end + place for end in part.ends]
        words += len(part.heads)
    return LineSentence(text, columns, heads, starts, ends, every[-1].gap)


def gap_written(gap: str) -> str:
    """White space between two sentences as CoNLL-U writes it in MISC; empty for a single space."""
    if gap == " ":
        return ""
    return "SpacesAfter=" + "".join(_ESCAPED.get(sign, sign) for sign in gap) if gap else "SpaceAfter=No"


def gap_read(misc: str) -> str:
    """The white space encoded in MISC."""
    said = dict(one.partition("=")[::2] for one in misc.split("|"))
    if said.get("SpaceAfter") == "No":
        return ""
    written = said.get("SpacesAfter", "\\s")
    for sign, escape in _ESCAPED.items():
        written = written.replace(escape, sign)
    return written if not written.strip() else " "
