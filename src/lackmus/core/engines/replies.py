"""Replies of chat models: named rules that clean them, and marks for what does not look like a translation.

A rule removes only what cannot be part of the translation, and nothing that the source has too. Unclear cases
stay in the text and are marked for a person.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from lackmus.core.engines import chat_phrases
from lackmus.core.engines.engine import Mark


@dataclass(frozen=True)
class CleaningRule:
    """A cleaning rule: returns the cleaned reply to a source, or None where it does not apply."""

    name: str
    help: str
    apply: Callable[[str, str], str | None]


_LONGEST = 20_000  # characters; longer replies are no translation of a sentence and are left alone

_THOUGHT_ENDS = re.compile(r"</(?:think|thinking|thought)>", re.IGNORECASE)
_THOUGHT = re.compile(r"</?(?:think|thinking|thought)>", re.IGNORECASE)


def _think(source: str, reply: str) -> str | None:
    """Remove a model's thought. Servers may drop its opening tag: the closing one is enough."""
    first = _THOUGHT.search(reply)
    if first is None or _THOUGHT.search(source):
        return None
    begins = not reply[: first.start()].strip()
    *_, last = [None, *_THOUGHT_ENDS.finditer(reply)]
    if last is None or not (begins or first[0].startswith("</")):
        return None
    left = reply[last.end() :].lstrip()
    return left if left or (begins and not first[0].startswith("</")) else None


_TURN = (
    r"(?:<\|[A-Za-z_]{1,40}\|>|<｜[^｜\n]{1,40}｜>|</?s>|\[/?INST\]|"
    r"<(?:bos|eos|pad|start_of_turn|end_of_turn)>)"
)
_FIRST_TOKENS = re.compile(
    rf"\A\s*(?:{_TURN}(?:(?<=<\|im_start\|>)assistant\n|(?<=<\|start_header_id\|>)assistant|"
    r"(?<=<start_of_turn>)model\n)?\s*)+"
)
_LAST_TOKEN = re.compile(rf"\s*{_TURN}\s*\Z")
_ANY_TOKEN = re.compile(_TURN)


def _special_tokens(source: str, reply: str) -> str | None:
    if _ANY_TOKEN.search(source) or not _ANY_TOKEN.search(reply):
        return None
    text = reply.rstrip()
    left = _FIRST_TOKENS.sub("", text)
    # Search backwards from the end: a tag has at most so many characters.
    while found := _LAST_TOKEN.search(left, max(0, len(left) - 60)):
        left = left[: found.start()]
    return left if left != text else None


_FENCE = re.compile(r"(`{3,}|~{3,})[\w.+-]{0,30}[ \t]*\n")


def _fences(source: str, reply: str) -> str | None:
    text = reply.strip()
    found = _FENCE.match(text)
    if found is None or found[1][:3] in source or not text.endswith(found[1]):
        return None
    inner = text[found.end() : -len(found[1])].strip()
    return inner if inner and found[1][:3] not in inner else None


_TAG = re.compile(r"<(translation|translated_text|target|output|answer|result)>", re.IGNORECASE)


def _tags(source: str, reply: str) -> str | None:
    text = reply.strip()
    found = _TAG.match(text)
    if found is None or "<" in source or not text.endswith(f"</{found[1]}>"):
        return None
    inner = text[found.end() : -len(found[0]) - 1].strip()
    return inner if inner and f"{found[1]}>" not in inner else None


_LABELLED = re.compile(
    r"\s*+(?:#{1,6} +)?(?:\*\*|__)?([^\n:：*_#]{1,80}?) ?(?:\*\*|__)?(?: ?[:：](?:\*\*|__)?|(?=\n))\s*"
)
_COLONS = re.compile("[:：]")


def _label(source: str, reply: str) -> str | None:
    """Remove a label such as “Translation:”; not if the source has a colon too, or if there are several
    labels."""
    found = _labelled(reply) or chat_phrases.ANNOUNCEMENT.match(reply)
    if found is None or _speaks_of(source):
        return None
    while one := _labelled(reply, found.end()):  # “Translation: German: …”
        found = one
    announced, left = reply[: found.end()], reply[found.end() :]
    if "#" in source or not left:
        return None
    if "#" not in announced and len(_COLONS.findall(reply)) <= len(_COLONS.findall(source)):
        return None
    return None if any(map(_labelled, left.split("\n")[1:])) else left


def _labelled(text: str, start: int = 0) -> re.Match[str] | None:
    """A label at the beginning: with a colon, or as a heading."""
    found = _LABELLED.match(text, start)
    if found is None or not chat_phrases.is_label(found[1]):
        return None
    return found if "#" in found[0] or _COLONS.search(found[0]) else None


def _speaks_of(source: str) -> bool:
    """Whether the source is about translating, or begins with the name of a language."""
    return bool(
        chat_phrases.TRANSLATING.search(source) or chat_phrases.LANGUAGE.search(" ".join(source.split()[:2]))
    )


_QUOTES = (
    ('"', '"'),
    ("“", "”"),
    ("„", "“"),
    ("„", "”"),
    ("”", "”"),
    ("«", "»"),
    ("»", "«"),
    ("「", "」"),
    ("『", "』"),
    ("'", "'"),
    ("‘", "’"),
    ("‚", "‘"),
    ("‹", "›"),
    ("›", "‹"),
    ("`", "`"),
)
_DOUBLE_MARKS = frozenset('"“”„«»「」『』‹›‚`')
_SINGLE_MARKS = frozenset("'‘’")
_ELIDED = re.compile(r".(?:[stnkm]|em|ne|tis|twas)\b", re.IGNORECASE)  # 's Morgens: an apostrophe


def _quotes(source: str, reply: str) -> str | None:
    """Remove quotation marks around the reply, unless the source has any, or a dash that may mark speech."""
    text, asked = reply.strip(), source.strip()
    if not asked or _DOUBLE_MARKS & set(asked) or _SINGLE_MARKS & {asked[0], asked[-1]} or asked[0] in "-–—―":
        return None
    for opening, closing in _QUOTES:
        if len(text) > 2 and text[0] == opening and text[-1] == closing:
            inner = text[1:-1].strip()
            single = opening in _SINGLE_MARKS
            other = _DOUBLE_MARKS | {opening} if single else _DOUBLE_MARKS  # ’ is an apostrophe, too
            if inner and not other & set(inner) and not (single and _ELIDED.match(text)):
                return inner
    return None


_BOLD = re.compile(r"\A\s*(\*{1,3}|_{2})(?!\s)([^*_\n]+)(?<!\s)\1\s*\Z")


def _bold(source: str, reply: str) -> str | None:
    found = _BOLD.match(reply)
    return found[2] if found and found[1][0] not in source else None


def _blanks(source: str, reply: str) -> str | None:
    left = reply if source[:1].isspace() else reply.lstrip()
    left = left if source[-1:].isspace() else left.rstrip()
    return left if left != reply else None


RULES: tuple[CleaningRule, ...] = (
    CleaningRule("think", "what was thought before the answer: <think>…</think>", _think),
    CleaningRule(
        "special-tokens", "tokens that end or begin a turn: <|im_end|>, </s>, [/INST]", _special_tokens
    ),
    CleaningRule("fences", "a code fence around the whole", _fences),
    CleaningRule("tags", "a tag around the whole: <translation>…</translation>", _tags),
    CleaningRule("label", "what announces the translation: “German:”, “Here is the translation:”", _label),
    CleaningRule("bold", "asterisks around the whole", _bold),
    CleaningRule("quotes", "quotation marks around the whole, where the source has none", _quotes),
    CleaningRule("blanks", "white space around the whole", _blanks),
)
NAMES = tuple(rule.name for rule in RULES)


def clean(source: str, reply: str, names: Iterable[str] = NAMES) -> tuple[str, tuple[str, ...]]:
    """What is left of a reply, and the names of the rules that fired, in the order of the rules.

    Rules are repeated until none fires, because one may uncover work for another; each shortens the text.
    """
    wanted = frozenset(names)
    rules = [rule for rule in RULES if rule.name in wanted]
    fired: set[str] = set()
    again = len(reply) <= _LONGEST
    while again:
        again = False
        for rule in rules:
            left = rule.apply(source, reply)
            if left is not None:
                reply, again = left, True
                fired.add(rule.name)
    return reply, tuple(rule.name for rule in rules if rule.name in fired)


def mark_of(source: str, text: str, *, cut: bool = False, withheld: bool = False) -> Mark | None:
    """What a cleaned text looks like, if not like a translation; the text stays as it is.

    `withheld`: the engine itself says that it refused; `cut`: it came to the end of what it may write.
    An empty text has no mark: it is empty, and judged so.
    """
    if withheld:
        return Mark.REFUSED
    if not text.strip():
        return None
    if len(text) > _LONGEST:
        return Mark.VERBOSE if cut or _much_longer(source, text) else None
    if _refused(source, text):
        return Mark.REFUSED
    return Mark.VERBOSE if cut or any(look(source, text) for look in _VERBOSE) else None


def _refused(source: str, text: str) -> bool:
    """Whether the text refuses, in a wording that the source does not have."""
    return bool(
        (chat_phrases.REFUSALS.search(text) and not chat_phrases.REGRET.search(source))
        or (chat_phrases.NOT_TRANSLATING.search(text) and not chat_phrases.TRANSLATING.search(source))
        or (chat_phrases.AS_A_MACHINE.search(text) and not chat_phrases.MACHINE.search(source))
    )


def _left_over(source: str, text: str) -> bool:
    """Whether cleaning rules that were not requested would remove something, or a thought has no end."""
    return _label(source, text) is not None or bool(_THOUGHT.search(text) and not _THOUGHT.search(source))


def _more_lines(source: str, text: str) -> bool:
    return _lines(text) > max(1, _lines(source))


def _much_longer(source: str, text: str) -> bool:
    """Whether the text is too long for a translation of the source in any two languages."""
    return _weight(text) > 3 * _weight(source) + 60


def _remark(source: str, text: str) -> bool:
    """Whether a remark follows; a colon that the source has too may be the source's own note."""
    more_colons = len(_COLONS.findall(text)) > len(_COLONS.findall(source))
    return bool(more_colons and chat_phrases.REMARK.search(text))


def _aside(source: str, text: str) -> bool:
    return not re.search(r"[(（\[]", source) and bool(chat_phrases.ASIDE.search(text))


def _about_it(source: str, text: str) -> bool:
    return bool(chat_phrases.ABOUT_IT.search(text)) and not chat_phrases.TRANSLATING.search(source)


def _alternatives(source: str, text: str) -> bool:
    """Whether whole sentences stand side by side, separated by a slash."""
    if "/" in source:
        return False
    parts = re.split(r"\s/\s", text)
    least = max(6.0, 0.7 * _weight(source))
    return len(parts) > 1 and all(_weight(part) >= least for part in parts)


def _echo(source: str, text: str) -> bool:
    """Whether the text repeats a sentence of the source beside other text; a name alone may stay."""
    said, wanted = (" ".join(one.casefold().split()) for one in (text, source))
    whole = wanted.endswith((".", "!", "?", "…", "。", "！", "？")) and _weight(wanted) > 8
    return whole and wanted in said and _weight(said) >= 1.5 * _weight(wanted)


_VERBOSE = (_left_over, _more_lines, _much_longer, _remark, _aside, _about_it, _alternatives, _echo)


def _lines(text: str) -> int:
    return sum(1 for line in text.splitlines() if line.strip())


_DENSE = re.compile(
    "[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]"
)


def _weight(text: str) -> int:
    """Characters, where one of Chinese, Japanese or Korean says as much as three letters."""
    text = text.strip()
    return len(text) + 2 * len(_DENSE.findall(text))
