"""Decisions folded into a suite as fixed strings, as published suites do, and recognised when they return."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from lackmus.core.base.plurals import counted
from lackmus.core.base.texts import TYPOGRAPHIC_APOSTROPHES, folded, one_line, text_key
from lackmus.core.base.verdict import Verdict
from lackmus.core.suites.suite import Item, Kind, Rule, Side, Suite

Decided = Mapping[tuple[str, str], Verdict]  # what holds, by the keys of item and text

SIDES: dict[Verdict | None, Side] = {Verdict.PASS: Side.POSITIVE, Verdict.FAIL: Side.NEGATIVE}
_OTHER = {Side.POSITIVE: Side.NEGATIVE, Side.NEGATIVE: Side.POSITIVE}


@dataclass(frozen=True)
class Folding:
    """A suite for others, who have its rules but not our decisions."""

    suite: Suite
    added: int  # fixed strings that were decisions
    overruled: int  # fixed strings that people decided against, and that were left out

    @property
    def note(self) -> str:
        """What happened, for the user; empty when nothing did."""
        said = [f"{counted(self.added, 'decided text')} written as fixed strings"] if self.added else []
        if self.overruled:
            said.append(f"{counted(self.overruled, 'fixed string')} left out that people decided against")
        return ", ".join(said)


def with_decisions(suite: Suite, decided: Decided) -> Folding:
    """Each decided text as a fixed string of its item: positive for a pass, negative for a fail.

    A rule that says so already is not doubled; a fixed string that would say the opposite of exactly this
    text is left out, because a person has the last word. Disputed and blank texts are no decision that a
    string could carry.
    """
    by_item: dict[str, dict[str, Side]] = {}
    for (key, text), verdict in sorted(decided.items()):
        if verdict in SIDES and text and key in suite.by_key:
            by_item.setdefault(key, {})[text] = SIDES[verdict]
    added = overruled = 0
    items = []
    for item in suite.items:
        texts = by_item.get(item.key)
        if texts:
            kept = tuple(rule for rule in item.rules if not _contradicted(rule, texts))
            there = {(rule.side, wording(rule)) for rule in kept if rule.kind is Kind.FIXED}
            new = [Rule(side, Kind.FIXED, text) for text, side in texts.items() if (side, text) not in there]
            overruled += len(item.rules) - len(kept)
            added += len(new)
            if new or len(kept) < len(item.rules):
                item = replace(item, rules=(*kept, *new))
        items.append(item)
    changed = bool(added or overruled)
    return Folding(
        replace(suite, items=tuple(items), digest="") if changed else suite,
        added,
        overruled,
    )


def wording(rule: Rule) -> str:
    """The one text that a fixed string equals, as its key."""
    return text_key(one_line(rule.value))


def _contradicted(rule: Rule, texts: Mapping[str, Side]) -> bool:
    """Whether people decided the opposite about the very text that this fixed string equals."""
    if rule.kind is not Kind.FIXED:
        return False
    own = wording(rule)
    other = _OTHER[rule.side]
    if texts.get(own) is other:
        return True
    if "'" not in own or any(sign in own for sign in TYPOGRAPHIC_APOSTROPHES):
        return False
    # A string with plain apostrophes equals texts with typographic ones, too.
    return any(side is other and folded(text) == own for text, side in texts.items())


def agreed(item: Item, decided: Decided) -> frozenset[Rule]:
    """Fixed strings of an item that say what people decided about the text they equal."""
    if not decided:
        return frozenset()
    return frozenset(
        rule
        for rule in item.rules
        if rule.kind is Kind.FIXED and SIDES.get(decided.get((item.key, wording(rule)))) is rule.side
    )


def overruled_by(strings: Iterable[Rule], rules: Iterable[Rule]) -> frozenset[Rule]:
    """Those of the rules that an export had to leave out because of the decisions it folded in."""
    texts = {wording(rule): rule.side for rule in strings}
    return frozenset(rule for rule in rules if _contradicted(rule, texts)) if texts else frozenset()
