"""Try rules on texts before anybody saves them: what is wrong with a rule, and what the rules would say."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from lackmus.core.base.texts import folded
from lackmus.core.base.verdict import Verdict
from lackmus.core.rules.judge import (
    OUTCOMES,
    Reason,
    Search,
    Span,
    Step,
    judge_of,
    names_apostrophe,
    pattern_of,
    ready_search,
)
from lackmus.core.rules.patterns import (
    GAVE_UP,
    Memory,
    NoTimeLeft,
    Patience,
    Pattern,
    PatternError,
    PatternTimeout,
    compile_pattern,
)
from lackmus.core.rules.spans import Mark
from lackmus.core.rules.wordlists import spelled_out
from lackmus.core.suites.suite import Item, Kind, Rule, Side


@dataclass(frozen=True)
class Check:
    """What is wrong with a rule, or risky about it."""

    error: str | None = None
    position: int | None = None  # the character of its value where reading it failed
    risk: str | None = None  # why it can run away


@dataclass(frozen=True)
class Tried:
    """What rules say about a text, and where they match."""

    verdict: Verdict
    reason: Reason | None = None
    step: Step | None = None
    marks: tuple[Mark, ...] = ()


def check_rule(rule: Rule) -> Check:
    """Whether a rule can work; one that is still blank says nothing and is not wrong yet."""
    if "\x00" in rule.value:
        return Check("it has a character (NUL) that no text has", rule.value.index("\x00"))
    if rule.kind is Kind.FIXED or not rule.value.strip():
        return Check()
    pattern = pattern_of(rule)
    try:
        return Check(risk=compile_pattern(pattern).risk)
    except PatternError as problem:
        # Composing letters moves what comes after them; then only the message tells where.
        same = len(pattern) == len(rule.value)
        return Check(str(problem), problem.position if same else None)


def check_rules(rules: Sequence[Rule], patient: Patience) -> tuple[Check, ...]:
    """Whether rules can work; compiling is work as well, so that it ends when patience does (NoTimeLeft)."""
    checks = []
    for rule in rules:
        if not patient():
            raise NoTimeLeft
        checks.append(check_rule(rule))
    return tuple(checks)


def try_rules(
    item: Item, texts: Iterable[str], patient: Patience = lambda: True, memory: Memory | None = None
) -> list[Tried]:
    """What the rules of an item, all of which compile, say about texts (keys), by the one judge there is.

    When patience ends the remaining searches are not made: their texts are timeouts, as if they had taken
    too long.
    """
    ready: dict[str, Search] = {}
    for rule in item.rules:
        if rule.kind is Kind.PATTERN:
            pattern = pattern_of(rule)
            ready[pattern] = _patient(ready_search(pattern, memory), patient)
    say = judge_of(item, ready=ready, memory=memory)
    return [_tried(*say(text)) for text in texts]


def _patient(search: Search, patient: Patience) -> Search:
    def bounded(text: str) -> tuple[int, int] | None:
        if not patient():
            raise PatternTimeout("there was no time left to search")
        return search(text)

    return bounded


def _tried(code: int, right: Span | None, wrong: Span | None) -> Tried:
    sides = ((Side.POSITIVE, right), (Side.NEGATIVE, wrong))
    marks = tuple(Mark(side, *span[1]) for side, span in sides if span is not None)
    return Tried(*OUTCOMES[code], marks)


def ask_ahead(rules: Sequence[Rule], texts: Sequence[str], patient: Patience, memory: Memory) -> Memory:
    """What searches under the time limit say that are not in the memory yet.

    Once patience ends they count as given up; they can be asked again like all that gave up.
    """
    answers: Memory = {}
    for compiled, seen in _searches(rules, texts):
        known = (compiled.source, seen)
        if not compiled.timed(seen) or known in memory:
            continue
        try:
            answers[known] = compiled.search(seen) if patient() else GAVE_UP
        except PatternTimeout:
            answers[known] = GAVE_UP
    return answers


def search_quickly(rules: Sequence[Rule], texts: Sequence[str], patient: Patience) -> None:
    """Make the searches that need no time limit; if there is no time for all of them, raise NoTimeLeft.

    An edit will make them again while others wait to write.
    """
    for compiled, seen in _searches(rules, texts):
        if not compiled.timed(seen):
            if not patient():
                raise NoTimeLeft
            compiled.search(seen)


def _searches(rules: Sequence[Rule], texts: Sequence[str]) -> Iterator[tuple[Pattern, str]]:
    """Each pattern that has to be compiled, with each text as it sees it."""
    for rule in rules:
        if rule.kind is not Kind.PATTERN or not rule.value.strip():
            continue
        pattern = pattern_of(rule)
        if spelled_out(pattern) is not None:
            continue
        compiled = compile_pattern(pattern)
        plain = names_apostrophe(rule)
        for text in texts:
            yield compiled, text if plain else folded(text)
