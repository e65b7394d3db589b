"""Fold decisions into a suite as fixed strings, as published suites do, and recognise them on re-import."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from lackmus.core.base.plurals import counted
from lackmus.core.base.texts import TYPOGRAPHIC_APOSTROPHES, folded, one_line, text_key
from lackmus.core.base.verdict import Verdict
from lackmus.core.suites.suite import Item, Kind, Rule, Side, Suite

Decided = Mapping[tuple[str, str], Verdict]  # the verdict that holds, by the keys of item and text

SIDES: dict[Verdict | None, Side] = {Verdict.PASS: Side.POSITIVE, Verdict.FAIL: Side.NEGATIVE}
_OTHER = {Side.POSITIVE: Side.NEGATIVE, Side.NEGATIVE: Side.POSITIVE}


@dataclass(frozen=True)
class Folding:
    """A suite for export, with our decisions as fixed strings."""

    suite: Suite
    added: int  # fixed strings from decisions
    overruled: int  # fixed strings that decisions contradict, left out
    untestable: int = 0  # texts that people call not testable: no fixed string can say so

    @property
    def note(self) -> str:
        """What was folded, in words; empty if nothing was."""
        said = [f"{counted(self.added, 'decided text')} written as fixed strings"] if self.added else []
        if self.overruled:
            said.append(f"{counted(self.overruled, 'fixed string')} left out that people decided against")
        if self.untestable:
            are = "text that is" if self.untestable == 1 else "texts that are"
            said.append(f"{self.untestable:,} {are} not testable left out: a fixed string says pass or fail")
        return ", ".join(said)


def with_decisions(suite: Suite, decided: Decided) -> Folding:
    """Each decided text as a fixed string of its item: positive for a pass, negative for a fail.

    Existing rules are not doubled. A fixed string that says the opposite of this very text is left out,
    because people have the last word. Disputed and blank texts are skipped, and those that are not testable.
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
        sum(said is Verdict.UNTESTABLE and key in suite.by_key for (key, _), said in decided.items()),
    )


def wording(rule: Rule) -> str:
    """The one text that a fixed string equals, as its key."""
    return text_key(one_line(rule.value))


def _contradicted(rule: Rule, texts: Mapping[str, Side]) -> bool:
    """Whether people decided the opposite about the text that this fixed string equals."""
    if rule.kind is not Kind.FIXED:
        return False
    own = wording(rule)
    other = _OTHER[rule.side]
    if texts.get(own) is other:
        return True
    if "'" not in own or any(sign in own for sign in TYPOGRAPHIC_APOSTROPHES):
        return False
    # A string with plain apostrophes also equals texts with typographic ones.
    return any(side is other and folded(text) == own for text, side in texts.items())


def agreed(item: Item, decided: Decided) -> frozenset[Rule]:
    """Fixed strings of an item that agree with people's decisions on the texts they equal."""
    if not decided:
        return frozenset()
    return frozenset(
        rule
        for rule in item.rules
        if rule.kind is Kind.FIXED and SIDES.get(decided.get((item.key, wording(rule)))) is rule.side
    )


def overruled_by(strings: Iterable[Rule], rules: Iterable[Rule]) -> frozenset[Rule]:
    """The rules that an export left out because of the decisions it folded in."""
    texts = {wording(rule): rule.side for rule in strings}
    return frozenset(rule for rule in rules if _contradicted(rule, texts)) if texts else frozenset()
