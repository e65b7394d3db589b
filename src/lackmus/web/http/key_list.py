"""All keys of all pages, read from the scripts that bind them, so that there is no second list of them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from lackmus.web.http.assets import STATIC
from lackmus.web.http.navigation import NAVIGATION

_SCRIPTS = STATIC / "js"
_REGISTRY = "keys.js"  # runs keys and shows them; binds none
_LISTS, _RULES = "In every list", "Rules"  # what scripts bind for several pages
_FIRST = ("Everywhere", "Go to", _LISTS, "Review", "Decide", "Item", _RULES)

# Whose keys: keys("Review", …) or rows("Items", …).
_TITLE = re.compile(r'\b(?:keys|rows)\("([^"]+)"')
# How scripts say what a key does. Words that a page makes up itself are not read.
_KEY = r'(?:"(?P<quoted>[^"\n]+)"|\b(?P<bare>\w+))'
_END = r"(?:, run|, moves|, when|, lasting| \})"
# e: { does: "Edit", run … } and bindings.e = { does: open ? "Close" : "Open", run … }
_BOUND = re.compile(rf"(?:{_KEY}:|\.(?P<member>\w+) =) \{{ does: (?P<does>[^\n]*?){_END}")
# undo: ["u z", "Undo", () => …]
_LISTED = re.compile(r'\b\w+: \["(?P<keys>[^"\n]+)", (?P<does>[^\n]*?), (?:\(|\w+ =>|\w+[,\]])')
# w: [".swap", "Exchange"]
_FOLLOWED = re.compile(r'(?:"(?P<quoted>[^"\n]+)"|\b(?P<bare>\w)): \["[^"\n]+", (?P<does>"[^"\n]+")\]')
_NAMED = re.compile(r"const \w*(?:KEYS|NAMES) = \{(.*?)\};", re.DOTALL)  # const NAMES = { i: "Import" }
_PAIR = re.compile(r'(?:"([^"\n]+)"|\b(\w+)): "([^"\n]+)"')
_NUMBERED = re.compile(r"const names = \[(.*?)\];", re.DOTALL)  # 1 to 9, in this order
# [key, { does: "Write the rating" …, [String(at + 1), { does: … and bindings[key] = { does: …: a digit each
_DIGITS = re.compile(r'\[(?P<how>key, |String\(at \+ 1\), |key\] = )\{ does: (?P<does>"[^"]+")')
_VERDICT = re.compile(r'keys: "([^"]+)", does: "([^"]+)"')
_USES = re.compile(r"VERDICTS\.map\(")
_WORDS = re.compile(r'"([^"]+)"|`([^`]+)`')


@dataclass(frozen=True)
class KeyLine:
    """What some keys do; each is a sequence of caps."""

    keys: tuple[tuple[str, ...], ...]
    does: str


@cache
def key_list() -> Mapping[str, tuple[KeyLine, ...]]:
    """All keys by the title under which pages list them."""
    found: dict[str, dict[str, list[str]]] = {}
    for title, key, does in _all():
        keys = found.setdefault(title, {}).setdefault(does, [])
        if key not in keys:
            keys.append(key)
    order = sorted(found, key=lambda title: (_FIRST.index(title) if title in _FIRST else len(_FIRST), title))
    caps = _caps((_SCRIPTS / _REGISTRY).read_text(encoding="utf-8"))
    return {
        title: tuple(
            KeyLine(tuple(tuple(caps.get(part, part) for part in _parts(key)) for key in keys), does)
            for does, keys in found[title].items()
        )
        for title in order
    }


def _all() -> Iterator[tuple[str, str, str]]:
    """Title, key and words of every binding."""
    for _, places in NAVIGATION:
        for place in places:
            yield "Go to", f"g {place.key}", place.name
    yield "Go to", "g ?", "Help"
    verdicts = _VERDICT.findall((_SCRIPTS / "verdicts.js").read_text(encoding="utf-8"))
    for file in sorted(_SCRIPTS.rglob("*.js")):
        if file.name != _REGISTRY:
            yield from bindings(file.read_text(encoding="utf-8"), verdicts)


def bindings(script: str, verdicts: list[tuple[str, str]]) -> Iterator[tuple[str, str, str]]:
    """Title, key and words of the bindings of one script; `verdicts` are keys and words of verdicts."""
    titles = [(one.start(), one[1]) for one in _TITLE.finditer(script)]

    def title(place: int, above: bool) -> str | None:
        """The title whose keys a place has: it stands before it, or after names that stand above."""
        before = [name for start, name in titles if start <= place and not above]
        after = [name for start, name in titles if start > place]
        return before[-1] if before else after[0] if after else None

    for use in _USES.finditer(script):
        named = title(use.start(), False)
        for keys, does in verdicts if named else ():
            yield str(named), keys.split(" ")[0], does
    for place, above, key, does in _entries(script):
        for words in _said(does):
            # Without a title: what scripts bind for several pages (js/rows.js, js/lab/editor.js).
            group = title(place, above) or (_LISTS if "${what}" in does else _RULES if above else None)
            if group:
                yield group, key, words


def _entries(script: str) -> Iterator[tuple[int, bool, str, str]]:
    """Place, whether it stands above its title, key, and the expression of the words."""
    for one in _BOUND.finditer(script):
        key = one["quoted"] or one["bare"] or one["member"]
        yield one.start(), False, key, one["does"]
    for one in _LISTED.finditer(script):
        for key in one["keys"].split(" "):
            yield one.start(), False, key, one["does"]
    for one in _FOLLOWED.finditer(script):
        yield one.start(), False, one["quoted"] or one["bare"], one["does"]
    for one in _DIGITS.finditer(script):
        yield one.start(), False, "0–9" if one["how"] == "key, " else "1–9", one["does"]
    for block in _NAMED.finditer(script):
        for quoted, bare, does in _PAIR.findall(block[1]):
            yield block.end(), True, quoted or bare, f'"{does}"'
    for block in _NUMBERED.finditer(script):
        for number, does in enumerate(re.findall(r'"([^"]+)"', block[1]), start=1):
            yield block.end(), True, str(number), f'"{does}"'


def _said(does: str) -> Iterator[str]:
    """The words in an expression: one text, or those of both sides of a choice."""
    for quoted, template in _WORDS.findall(does):
        words = quoted or template.replace("${what}", "line")
        if "${" not in words:
            yield words


def _caps(registry: str) -> Mapping[str, str]:
    """What is written on keys whose names in a browser are others."""
    block = _NAMED.search(registry)
    assert block, "the names of keys"
    return {quoted or bare: cap for quoted, bare, cap in _PAIR.findall(block[1])}


def _parts(key: str) -> list[str]:
    """The keys of a sequence; “Enter in a rule” is words after a key."""
    return [key] if key == " " else key.split(" ") if len(key) < 4 or "+" in key else [key]
