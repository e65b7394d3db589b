"""What is wrong with the rules of one item."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from lackmus.core.base.choices import Semantics
from lackmus.core.base.texts import one_line, text_key
from lackmus.core.rules.judge import OUTCOMES, JudgementStep, judge_of
from lackmus.core.rules.patterns import NoTimeLeft, PatternError, PatternTimeout, TimeLeft, compile_pattern
from lackmus.core.rules.wordlists import spelled_out
from lackmus.core.suites.lint_findings import Code, LintFinding, finding
from lackmus.core.suites.suite import Item, Kind, Rule, RuleScope, Side

_SHOWN = 3  # wordings that are quoted

Speaks = Callable[[str], bool]


@dataclass(frozen=True)
class Ready:
    """Compiled patterns by semantics and pattern; many items share one."""

    patient: TimeLeft
    searches: dict[tuple[Semantics, str], Speaks] = field(default_factory=dict)

    def go_on(self) -> None:
        """Raise NoTimeLeft if the time is over."""
        if not self.patient():
            raise NoTimeLeft


def blank(rule: Rule) -> bool:
    """Whether a rule is only white space."""
    return not text_key(rule.value)


def breaks(text: str) -> bool:
    """Whether the text is more than one line."""
    return one_line(text) != text


def sameness(rule: Rule) -> tuple[Side, Kind, str]:
    """The key by which two rules are the same under any semantics."""
    value = one_line(rule.value)
    return rule.side, rule.kind, value.strip() if rule.kind is Kind.FIXED else value


def rule_findings(file: str, item: Item, ready: Ready) -> Iterator[LintFinding]:
    """Everything that is wrong with the rules of an item."""
    good = []  # patterns that can be searched
    for rule in item.rules:
        ready.go_on()
        if rule.kind is Kind.FIXED:
            yield from _string(file, item, rule)
        elif not rule.value:
            yield finding(Code.PATTERN_BLANK, file, item, f"{rule.side} pattern is blank", repr(rule.value))
        else:
            found = list(_pattern(file, item, rule))
            yield from found
            if not any(one.code is Code.PATTERN_BROKEN for one in found):
                good.append(rule)
                spoilt = {Code.PATTERN_MATCHES_EMPTY, Code.PATTERN_NEGATES}
                if not spoilt & {one.code for one in found}:
                    yield from _on_source(file, item, rule, ready)
    yield from _sides(file, item)
    yield from _doubled(file, item)
    yield from _contradictions(file, item, good, ready)
    yield from _wordings(file, item, good, ready)


def _string(file: str, item: Item, rule: Rule) -> Iterator[LintFinding]:
    if blank(rule):
        yield finding(Code.STRING_BLANK, file, item, f"{rule.side} fixed string is blank", repr(rule.value))
    elif breaks(rule.value):
        message = f"{rule.side} fixed string contains a line break"
        yield finding(Code.STRING_LINE_BREAK, file, item, message, repr(rule.value))


def _pattern(file: str, item: Item, rule: Rule) -> Iterator[LintFinding]:
    if breaks(rule.value):
        message = f"{rule.side} pattern contains a line break"
        yield finding(Code.PATTERN_LINE_BREAK, file, item, message, repr(rule.value))
    try:
        pattern = compile_pattern(one_line(rule.value))
    except PatternError as problem:
        message = f"{rule.side} pattern does not compile ({problem})"
        yield finding(Code.PATTERN_BROKEN, file, item, message, rule.value)
        return
    if pattern.risk:
        yield finding(
            Code.PATTERN_RUNS_AWAY,
            file,
            item,
            f"{rule.side} pattern can run away: {pattern.risk}",
            rule.value,
        )
    try:
        empty = pattern.search("") is not None
    except PatternTimeout:
        empty = False
    if empty and ("(?!" in rule.value or "(?<!" in rule.value):
        message = f"{rule.side} pattern says what must not be there and matches almost any text"
        yield finding(Code.PATTERN_NEGATES, file, item, message, rule.value)
    elif empty:
        message = f"{rule.side} pattern matches the empty text"
        yield finding(Code.PATTERN_MATCHES_EMPTY, file, item, message, rule.value)


def _speaks(item: Item, rule: Rule, ready: Ready, semantics: Semantics = Semantics.DEFAULT) -> Speaks:
    """Whether the pattern alone gives a verdict on a text, by the same judge that evaluation uses."""
    ready.go_on()
    found = ready.searches.get((semantics, rule.value))
    if found is None:
        say = judge_of(replace(item, rules=(rule,), scope=RuleScope.TEXT), semantics)

        def found(text: str) -> bool:
            _, reason, step = OUTCOMES[say(text)[0]]
            return step is JudgementStep.PATTERN and reason is None

        ready.searches[semantics, rule.value] = found
    return found


def _on_source(file: str, item: Item, rule: Rule, ready: Ready) -> Iterator[LintFinding]:
    if _speaks(item, rule, ready)(text_key(item.source)):
        code = Code.PATTERN_MATCHES_SOURCE if rule.side is Side.POSITIVE else Code.NEGATIVE_MATCHES_SOURCE
        message = f"{rule.side} pattern matches the source sentence “{text_key(item.source)}”"
        yield finding(code, file, item, message, rule.value)


def _sides(file: str, item: Item) -> Iterator[LintFinding]:
    """Rules that one side lacks, and rules that both have."""
    written = [rule for rule in item.rules if not blank(rule)]
    if not written:
        said = "the item has no rule" + (" but those in plain language" if item.plain_rules else "")
        yield finding(Code.RULES_MISSING, file, item, said)
        return
    there = {rule.side for rule in written}
    if Side.POSITIVE not in there:
        yield finding(Code.POSITIVE_MISSING, file, item, "the item has only negative rules")
    if Side.NEGATIVE not in there:
        yield finding(Code.NEGATIVE_MISSING, file, item, "the item has only positive rules")
    for kind, code in ((Kind.PATTERN, Code.PATTERN_ON_BOTH_SIDES), (Kind.FIXED, Code.STRING_ON_BOTH_SIDES)):
        right, wrong = (
            {
                text_key(rule.value) if kind is Kind.FIXED else one_line(rule.value): rule.value
                for rule in written
                if rule.kind is kind and rule.side is side
            }
            for side in Side
        )
        noun = "pattern" if kind is Kind.PATTERN else "fixed string"
        for value in right:
            if value in wrong:
                yield finding(code, file, item, f"the same {noun} stands on both sides", right[value])


def _doubled(file: str, item: Item) -> Iterator[LintFinding]:
    seen, said = set(), set()
    for rule in item.rules:
        like = sameness(rule)
        if like in seen and like not in said and not blank(rule):
            said.add(like)
            noun = "pattern" if rule.kind is Kind.PATTERN else "fixed string"
            yield finding(
                Code.RULE_DOUBLED, file, item, f"the same {rule.side} {noun} stands there twice", rule.value
            )
        seen.add(like)


def _contradictions(file: str, item: Item, patterns: list[Rule], ready: Ready) -> Iterator[LintFinding]:
    """Contradictions between patterns and fixed strings, which are texts that people have judged."""
    strings = [rule for rule in item.rules if rule.kind is Kind.FIXED and not blank(rule)]
    overlapping = set()
    for string in strings:
        key = text_key(string.value)
        speaking = [rule for rule in patterns if _speaks(item, rule, ready)(key)]
        against = next((rule for rule in speaking if rule.side is not string.side), None)
        if against is None:
            continue
        # The message says which it is: the rule as written, or what folding made of it.
        written = _speaks(item, against, ready, Semantics.CLASSIC)(string.value.strip())
        code = Code.STRING_CONTRADICTED if written else Code.STRING_CONTRADICTED_FOLDED
        message = f"{string.side} fixed string “{key}” is matched by the {against.side} pattern"
        yield finding(code, file, item, message, against.value)
        if any(rule.side is string.side for rule in speaking) and key not in overlapping:
            overlapping.add(key)
            yield finding(
                Code.PATTERNS_OVERLAP,
                file,
                item,
                f"positive and negative pattern both match “{key}”",
                " | ".join(rule.value for rule in speaking),
            )


def _wordings(file: str, item: Item, patterns: list[Rule], ready: Ready) -> Iterator[LintFinding]:
    """Patterns that only choose between wordings are spelled out, and checked against the other side."""
    for right in patterns:
        for wrong in patterns:
            if (right.side, wrong.side) != (Side.POSITIVE, Side.NEGATIVE) or right.value == wrong.value:
                continue
            shared = [*_shared(item, right, wrong, ready), *_shared(item, wrong, right, ready)]
            if shared:
                texts = list(dict.fromkeys(shared))
                some = ", ".join(f"“{text}”" for text in texts[:_SHOWN])
                more = f" and {len(texts) - _SHOWN} more" if len(texts) > _SHOWN else ""
                message = f"positive and negative pattern both match {some}{more}"
                yield finding(Code.WORDINGS_OVERLAP, file, item, message, f"{right.value} | {wrong.value}")


def _shared(item: Item, rule: Rule, other: Rule, ready: Ready) -> list[str]:
    """Wordings that the rule stands for and the other one matches."""
    if "^" in other.value or "$" in other.value or "(?" in other.value:
        return []  # it looks at the whole text, and a wording is only a part
    wordings = spelled_out(one_line(rule.value)) or ()
    return [text for text in wordings if text.strip() and _speaks(item, other, ready)(text)]
