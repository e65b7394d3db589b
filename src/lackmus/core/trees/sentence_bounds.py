"""Split a line into sentences by punctuation, without a model."""

# A line is split only in clear cases: one sentence in two pieces has two wrong trees, but two sentences in
# one piece have one tree with a few wrong arcs. docs/parsers.md says how often it is right.

import re

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
