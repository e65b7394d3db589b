"""A search by the engine that nothing can interrupt is over in a moment, whatever pattern and text are."""

import random
import re

import pytest

from lackmus.core.rules.pattern_parser import parsed
from lackmus.core.rules.patterns import PatternError, compile_pattern
from lackmus.core.rules.search_steps import MOST_STEPS, reach_by_signs, reach_of

LETTERS = ["a", "b", "a", ".", "[ab]", "[^b]", r"\w", r"\b", "^", "$", "", r"\B", "(?=a)", "(?!b)", "ab", "x"]
COUNTS = ["*", "+", "?", "{2}", "{0,3}", "{9}", "{3,8}", "{10}", "{0,20}", "{5,}", "{12,30}"]


def _pattern(dice: random.Random, depth: int) -> str:
    """A small pattern that may well be nasty."""
    kind = dice.random()
    if depth == 0 or kind < 0.3:
        return dice.choice(LETTERS)
    if kind < 0.55:
        return "".join(_pattern(dice, depth - 1) for _ in range(dice.randint(2, 4)))
    inside = "|".join(_pattern(dice, depth - 1) for _ in range(dice.randint(1, 3)))
    group = f"({dice.choice(['', '?:', '?:', '?>', '?=', '?!'])}{inside})"
    return group if kind < 0.7 else f"(?:{inside}){dice.choice(COUNTS)}{dice.choice(['', '', '', '?', '+'])}"


def _texts(length: int) -> list[str]:
    return ["a" * (length - 1) + "c", *((piece * length)[:length] for piece in ("ab", "aab", "a "))]


@pytest.mark.slow
def test_no_pattern_left_to_the_fast_engine_runs_away() -> None:
    """Thousands of nasty little patterns on unlucky texts; one that ran away would hang this test."""
    dice = random.Random(20261118)
    searched = 0
    for _ in range(1_000):
        source = _pattern(dice, 4) + dice.choice(["", "!", "x", "c"])
        try:
            pattern = compile_pattern(source)
        except PatternError:
            continue
        if pattern.fast is None:
            continue
        for text in _texts(min(2_000, max(pattern.reach, reach_of(parsed(source))))):
            if not pattern.timed(text):
                try:
                    pattern.fast(text)
                except SystemError:  # a fault of Python 3.11 with groups inside of possessive repetitions
                    break
                searched += 1
    assert searched > 300


@pytest.mark.parametrize("pattern", ["a", "foo.*bar", r"\w*\w*!", "(a|b)?c", r"\w+ \w+", "a?" * 8, ".*a.*b"])
def test_the_quick_look_allows_no_more_than_the_closer_one(pattern: str) -> None:
    """By signs alone a pattern may look worse than it is, never much better."""
    assert reach_by_signs(pattern) <= 2 * reach_of(parsed(pattern))


@pytest.mark.parametrize(
    "pattern, least, most",
    [
        ("bench(es)?", 10_000, 100_000),  # no repetition: the time grows with the text
        ("foo.*bar", 500, 2_000),
        (".*foo.*bar", 100, 300),
        ("^foo.*bar", 10_000, 100_000),  # only one place to start
        (r"\d+ \d+ \d+ \d+!", 500, 2_000),  # no number can leave digits to the next
        (r"(\w+, )*\w+ and \w+", 130, 400),
        ("(?:(?:(?:(?:(?:a|){4}){4}){4}){4}){4}!", 0, 10),
    ],
)
def test_how_long_a_text_may_be(pattern: str, least: int, most: int) -> None:
    """Every repetition that can trade characters with another makes it shorter."""
    assert least <= reach_of(parsed(pattern)) <= most


def test_the_number_of_steps_is_what_a_moment_allows() -> None:
    """The worst pattern at its longest text, counted by a plain backtracking search of our own."""
    reach = reach_of(parsed(r"a*a*!"))
    steps = sum(left + 1 for start in range(reach) for left in range(reach - start))
    assert steps <= MOST_STEPS
    assert re.search(r"a*a*!", "a" * reach) is None
