"""Try rules on texts before they are saved: errors of a rule, and the verdicts it would give."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from lackmus.core.base.texts import folded
from lackmus.core.base.verdict import Verdict
from lackmus.core.rules.judge import (
    JudgementStep,
    RawForms,
    Reason,
    Said,
    Search,
    judge_of,
    judgement_of,
    names_apostrophe,
    pattern_of,
    ready_search,
)
from lackmus.core.rules.patterns import (
    GAVE_UP,
    Memory,
    NoTimeLeft,
    Pattern,
    PatternError,
    PatternTimeout,
    TimeLeft,
    compile_pattern,
)
from lackmus.core.rules.spans import MarkedSpan
from lackmus.core.rules.wordlists import spelled_out
from lackmus.core.suites.suite import Item, Kind, Rule, Side


@dataclass(frozen=True)
class Check:
    """An error or risk of a rule."""

    error: str | None = None
    position: int | None = None  # the character where parsing failed
    risk: str | None = None  # why it can run away


@dataclass(frozen=True)
class Tried:
    """The verdict of rules on a text, and where they match."""

    verdict: Verdict
    reason: Reason | None = None
    step: JudgementStep | None = None
    marks: tuple[MarkedSpan, ...] = ()


def check_rule(rule: Rule) -> Check:
    """Check a rule; a blank one is not wrong yet."""
    if "\x00" in rule.value:
        return Check("it has a character (NUL) that no text has", rule.value.index("\x00"))
    if rule.kind is Kind.FIXED or not rule.value.strip():
        return Check()
    pattern = pattern_of(rule)
    try:
        return Check(risk=compile_pattern(pattern).risk)
    except PatternError as problem:
        # Composing letters shifts positions; then only the message says where.
        same = len(pattern) == len(rule.value)
        return Check(str(problem), problem.position if same else None)


def check_rules(rules: Sequence[Rule], patient: TimeLeft) -> tuple[Check, ...]:
    """Check rules; compiling takes time too, so NoTimeLeft is raised when `patient` runs out."""
    checks = []
    for rule in rules:
        if not patient():
            raise NoTimeLeft
        checks.append(check_rule(rule))
    return tuple(checks)


def try_rules(
    item: Item,
    texts: Iterable[str],
    patient: TimeLeft = lambda: True,
    memory: Memory | None = None,
    raws: RawForms | None = None,
) -> list[Tried]:
    """The verdicts of an item's rules, all of which compile, on texts (keys), by the usual judge.

    When `patient` runs out, the remaining searches count as timeouts.
    """
    ready: dict[str, Search] = {}
    for rule in item.rules:
        if rule.kind is Kind.PATTERN:
            pattern = pattern_of(rule)
            ready[pattern] = _patient(ready_search(pattern, memory), patient)
    say = judge_of(item, ready=ready, memory=memory, raws=raws)
    return [_tried(say(text)) for text in texts]


def _patient(search: Search, patient: TimeLeft) -> Search:
    def bounded(text: str) -> tuple[int, int] | None:
        if not patient():
            raise PatternTimeout("there was no time left to search")
        return search(text)

    return bounded


def _tried(said: Said) -> Tried:
    judged = judgement_of(said)
    sides = ((Side.POSITIVE, judged.right), (Side.NEGATIVE, judged.wrong))
    marks = tuple(MarkedSpan(side, hit.start, hit.end) for side, hit in sides if hit is not None)
    return Tried(judged.verdict, judged.reason, judged.step, marks)


def ask_ahead(rules: Sequence[Rule], texts: Sequence[str], patient: TimeLeft, memory: Memory) -> Memory:
    """Results of the searches under the time limit that are not in memory yet.

    When `patient` runs out they count as given up, and can be tried again later.
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


def search_quickly(rules: Sequence[Rule], texts: Sequence[str], patient: TimeLeft) -> None:
    """Make the searches that need no time limit; if there is no time for all of them, raise NoTimeLeft.

    An edit repeats them while it holds the write lock, so they must be quick.
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
