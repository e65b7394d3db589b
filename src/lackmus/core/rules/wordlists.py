"""Spell out a pattern without repetition as the list of strings it stands for."""

# Nine in ten different patterns of the public DFKI suite only choose between wordings: `I('d| had) slept\.`
# is two strings. Spelling them out takes a seventh of the time that compiling takes, and a campaign has
# thousands of patterns with a handful of texts each.

import re
from collections.abc import Callable

_LONGEST = 20_000  # characters of a pattern; longer ones are checked when compiled
_NESTED = 50  # depth of nested groups, which `re` can always read
MOST = 48  # strings a pattern may stand for; beyond that compiling is cheaper
_PAYS = 64  # so many searches cost as much extra time as compiling

_LITERAL = r"[^\\.^$*+?{}\[\]|()]+"
_TOKEN = re.compile(rf"{_LITERAL}|\\[^A-Za-z0-9\n]|\[[^\^\-\\\[\]&~|]{{1,6}}\]|[(|)?]")


def spelled_out(pattern: str) -> list[str] | None:
    """All strings that the pattern stands for, in the order in which `re` tries them; None if it is no plain
    list.

    The order matters: where several match at the leftmost place, the first of them is the match.
    """
    if len(pattern) > _LONGEST:
        return None
    tokens = _TOKEN.findall(pattern)
    if "(?" in pattern or sum(map(len, tokens)) != len(pattern):
        return None
    # Of each open group: the alternatives that are complete, and what stands before it.
    above: list[tuple[list[str], list[str]]] = []
    chosen: list[str] = []
    sequence: list[str] = [""]
    last: list[str] | None = None  # the part that a following question mark would make optional
    word = False  # whether that part is a word, of which only the last character would be optional
    for token in tokens:
        match token[0]:
            case "(":
                above.append((chosen, _joined(sequence, last)))
                chosen, sequence, last = [], [""], None
            case "|":
                chosen, sequence, last = chosen + _joined(sequence, last), [""], None
            case ")":
                if not above:
                    return None
                last = chosen + _joined(sequence, last)
                chosen, sequence = above.pop()
            case "?":
                if last is None:
                    return None
                if word:
                    sequence, last = [head + last[0][:-1] for head in sequence], [last[0][-1]]
                sequence, last = [head + tail for head in sequence for tail in (*last, "")], None
            case "[":
                sequence, last = _joined(sequence, last), list(dict.fromkeys(token[1:-1]))
            case "\\":
                sequence, last = _joined(sequence, last), [token[1]]
            case _:
                sequence, last = _joined(sequence, last), [token]
        word = token[0] not in "()|?["
        if len(sequence) > MOST or len(chosen) > MOST or (last is not None and len(last) > MOST):
            return None
        if len(above) > _NESTED:
            return None
    if above:
        return None
    strings = list(dict.fromkeys(chosen + _joined(sequence, last)))
    return strings if len(strings) <= MOST else None


def _joined(sequence: list[str], last: list[str] | None) -> list[str]:
    if last is None:
        return sequence
    return [head + tail for head in sequence for tail in last]


def search_for(pattern: str, strings: list[str]) -> Callable[[str], tuple[int, int] | None]:
    """A search for a spelled-out pattern: for its strings, until compiling it has become cheaper.

    What it finds is the span that `re.search` would give.
    """
    searches = 0
    compiled: Callable[[str], re.Match[str] | None] | None = None

    def search(text: str) -> tuple[int, int] | None:
        nonlocal searches, compiled
        if compiled is not None:
            match = compiled(text)
            return None if match is None else match.span()
        searches += 1
        if searches > _PAYS:
            compiled = re.compile(pattern).search
        best = length = -1
        for string in strings:
            # At an equal start the earlier string wins, as in `re`.
            start = text.find(string) if best < 0 else text.find(string, 0, best + len(string) - 1)
            if start >= 0:
                best, length = start, len(string)
                if best == 0:
                    break
        return None if best < 0 else (best, best + length)

    return search
