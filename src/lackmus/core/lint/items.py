"""Find items that occur twice or almost twice, or that are alone in their phenomenon."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from lackmus.core.base.pairs import Pair
from lackmus.core.base.plurals import counted
from lackmus.core.base.texts import one_line, source_key, text_key
from lackmus.core.lint.rules import blank
from lackmus.core.lint.typos import with_a_hole, words_of
from lackmus.core.suites.lint_findings import Code, LintFinding, finding
from lackmus.core.suites.suite import Draft, Item, Kind, Rule, Side

_FEWEST_WORDS = 4  # in shorter sentences, one word is most of it
_PARADIGM = 20  # so many sentences that differ in the same word were written as a series on purpose
_NAMED = 5  # items that a message names
_PIECE = re.compile(r"\\.|\w+|\W")


class ItemInFile(NamedTuple):
    """An item and the file it stands in."""

    file: str
    item: Item


def item_findings(drafts: Mapping[str, Draft], min_items: int) -> Iterator[LintFinding]:
    """Findings about the items of a suite as a collection."""
    placed = [ItemInFile(file, item) for file, draft in drafts.items() for item in draft.items]
    yield from _ids(placed)
    yield from _sources(placed)
    yield from _near_duplicates(placed)
    yield from _small_phenomena(placed, min_items)
    for file, draft in drafts.items():
        yield from _described(file, draft)


def _ids(placed: Sequence[ItemInFile]) -> Iterator[LintFinding]:
    by_key = defaultdict(list)
    for one in placed:
        by_key[one.item.key].append(one)
    for same in by_key.values():
        if len(same) < 2:
            continue
        by_file = defaultdict(list)
        for one in same:
            by_file[one.file].append(one.item)
        for file, items in by_file.items():
            if len(items) > 1:
                message = f"{counted(len(items), 'item')} of {items[0].pair} have this id"
                sources = " | ".join(text_key(item.source) for item in items)
                yield finding(Code.ID_REPEATED, file, items[0], message, sources)
        first, *others = by_file
        for other in others:
            message = f"the id stands in {first}, too"
            evidence = " | ".join(text_key(by_file[file][0].source) for file in (first, other))
            yield finding(Code.ID_IN_TWO_FILES, other, by_file[other][0], message, evidence)


def _sources(placed: Sequence[ItemInFile]) -> Iterator[LintFinding]:
    by_source = defaultdict(list)
    for one in placed:
        by_source[one.item.pair, source_key(one.item.source)].append(one)
    for same in by_source.values():
        # An exact repetition is a repeated id, which has its own finding.
        others = list({one.item.key: one for one in reversed(same)}.values())[::-1]
        if len(others) < 2:
            continue
        first, rest = others[0], others[1:]
        where = ", ".join(
            _named(one) + (f" in {one.file}" if one.file != first.file else "") for one in rest[:_NAMED]
        )
        where += f" and {len(rest) - _NAMED} more" if len(rest) > _NAMED else ""
        alike = len({_rules(one.item) for one in others}) == 1
        message = f"the same source sentence as {where}, with {'the same' if alike else 'other'} rules"
        yield finding(Code.SOURCE_REPEATED, first.file, first.item, message, text_key(first.item.source))


def _named(one: ItemInFile) -> str:
    return f"{one.item.id} ({one.item.phenomenon})"


def _rules(item: Item) -> frozenset[Rule]:
    return frozenset(rule for rule in item.rules if not blank(rule))


def _near_duplicates(placed: Sequence[ItemInFile]) -> Iterator[LintFinding]:
    """Near duplicates: the rules of one were most likely changed and those of the other forgotten.

    Sentences that differ only in case, punctuation or white space need the same rules. Sentences that differ
    in one word often need other rules, as He does where I stood; but when one has all that the other has and
    some more, nothing was exchanged, and something was added to one of them only.
    """
    groups = defaultdict(list)
    for one in placed:
        groups[one.item.pair, one.item.category, one.item.phenomenon].append((one, words_of(one.item.source)))
    for group in groups.values():
        alike = defaultdict(list)
        holed = defaultdict(list)
        for one, words in group:
            alike[words].append(one)
            if len(words) >= _FEWEST_WORDS:
                for place, rest in with_a_hole(words):
                    holed[place, rest].append(one)
        for first, second in _pairs(alike.values()):
            if source_key(first.item.source) != source_key(second.item.source) and _differ(first, second):
                yield _twin(first, second, "case, punctuation or white space")
        for first, second in _pairs(holed.values()):
            if words_of(first.item.source) != words_of(second.item.source) and _forgotten(first, second):
                yield _twin(first, second, "one word")


def _pairs(groups: Iterable[Sequence[ItemInFile]]) -> Iterator[tuple[ItemInFile, ItemInFile]]:
    """All pairs in small groups; a frame with many sentences is a paradigm and gives no pairs."""
    for group in groups:
        if len(group) <= _PARADIGM:
            yield from combinations(group, 2)


def _twin(first: ItemInFile, second: ItemInFile, difference: str) -> LintFinding:
    where = f" in {first.file}" if first.file != second.file else ""
    message = f"differs from {first.item.id}{where} only in {difference}, but has other rules"
    evidence = " | ".join(
        f"{text_key(one.item.source)} [{' '.join(map(_short, _patterns(one.item)))}]"
        for one in (first, second)
    )
    return finding(Code.NEAR_DUPLICATE, second.file, second.item, message, evidence)


def _short(patterns: tuple[Side, str]) -> str:
    return f"{'+' if patterns[0] is Side.POSITIVE else '−'} {patterns[1]}"


def _patterns(item: Item) -> list[tuple[Side, str]]:
    """The patterns without outer brackets; fixed strings come from review and differ anyway."""
    return [
        (rule.side, _bare(one_line(rule.value)))
        for rule in item.rules
        if rule.kind is Kind.PATTERN and not blank(rule)
    ]


def _bare(pattern: str) -> str:
    if not pattern.startswith("(") or pattern.startswith("(?") or not pattern.endswith(")"):
        return pattern
    depth = 0
    *inner, last = _PIECE.findall(pattern[1:])
    for piece in inner:
        depth += (piece == "(") - (piece == ")")
        if depth < 0:
            return pattern
    return pattern if depth or last != ")" else pattern[1:-1]


def _differ(first: ItemInFile, second: ItemInFile) -> bool:
    one, other = _patterns(first.item), _patterns(second.item)
    return one != other if one or other else _rules(first.item) != _rules(second.item)


def _forgotten(first: ItemInFile, second: ItemInFile) -> bool:
    """Whether the patterns of one are those of the other and some more."""
    if first.item.paradigm is not None and first.item.paradigm == second.item.paradigm:
        return False
    one, other = (_pieces(placed.item) for placed in (first, second))
    return one != other and (_within(one, other) or _within(other, one))


def _pieces(item: Item) -> dict[Side, list[str]]:
    """The patterns of each side cut into words and signs."""
    patterns = _patterns(item)
    return {
        side: [piece for own, value in patterns if own is side for piece in (*_PIECE.findall(value), "")]
        for side in Side
    }


def _within(less: Mapping[Side, list[str]], more: Mapping[Side, list[str]]) -> bool:
    """Whether `less` is a subsequence of `more`."""
    for side in Side:
        if bool(less[side]) != bool(more[side]):
            return False  # a side that one item lacks was a choice
        rest = iter(more[side])
        if not all(piece in rest for piece in less[side]):
            return False
    return True


def _small_phenomena(placed: Sequence[ItemInFile], min_items: int) -> Iterator[LintFinding]:
    groups: dict[tuple[Pair, str, str], list[ItemInFile]] = defaultdict(list)
    for one in placed:
        groups[one.item.pair, one.item.category, one.item.phenomenon].append(one)
    for (pair, category, phenomenon), group in groups.items():
        if len(group) < min_items:
            has = counted(len(group), "item")
            message = f"{category} / {phenomenon} ({pair}) has {has}, fewer than {min_items}"
            ids = ", ".join(one.item.id for one in group)
            yield finding(Code.PHENOMENON_SMALL, group[0].file, None, message, ids)


def _described(file: str, draft: Draft) -> Iterator[LintFinding]:
    """Guidelines that are missing, or that belong to no item."""
    used = dict.fromkeys((item.category, item.phenomenon) for item in draft.items)
    told = {(one.category, one.name) for one in draft.phenomena if one.guideline.strip()}
    for one in draft.phenomena:
        if (one.category, one.name) not in used:
            message = f"{one.category} / {one.name} is described, but no item has it"
            yield finding(Code.PHENOMENON_UNUSED, file, None, message, one.guideline)
    lacking = [
        f"{category} / {phenomenon}" for category, phenomenon in used if (category, phenomenon) not in told
    ]
    if lacking and not told:
        message = f"none of {counted(len(used), 'phenomenon', 'phenomena')} has a guideline"
        yield finding(Code.GUIDELINE_MISSING, file, None, message, lacking[0] + (" …" if lacking[1:] else ""))
    else:
        for name in lacking:
            yield finding(Code.GUIDELINE_MISSING, file, None, f"{name} has no guideline")
