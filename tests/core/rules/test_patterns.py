"""Patterns mean what Python means by them, and none of them can hold up the rest."""

import pickle
import re
import sys
import unicodedata
import warnings
from functools import cache

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from lackmus.core.rules import patterns
from lackmus.core.rules.pattern_notation import write
from lackmus.core.rules.pattern_parser import parsed
from lackmus.core.rules.patterns import (
    GAVE_UP,
    Memory,
    PatternError,
    PatternTimeout,
    compile_pattern,
    remembering,
    runaway,
)

LONG = 5_000  # characters of a text on which patterns with a repetition need the time limit

RISKY = [
    (r"(a+)+$", "nested repetition: (a+)+"),
    (r"(a*)*$", "nested repetition: (a*)*"),
    (r"(\w+\s?)*$", r"nested repetition: (\w+\s?)*"),
    (r"(x+x+)+y", "nested repetition: (x+x+)+"),
    (r"(.*a){20}$", "nested repetition: (.*a){20}"),
    (r"(\w{1,10}){20}$", r"nested repetition: (\w{1,10}){20}"),
    (r"(\w+,?)+;", r"nested repetition: (\w+,?)+"),
    (r"(a?b?)*c", "nested repetition: (a?b?)*"),
    (r"((a*)?b)+$", "nested repetition: ((a*)?b)+"),
    (r"(?:(?:a?)*b)+$", "nested repetition: (?:(?:a?)*b)+"),  # each (a?)* can end in two ways
    (r"(\d+|[0-9]+,)+x", r"nested repetition: (\d+|[0-9]+,)+"),
    (r"(\b\w+\b\W*)+$", r"nested repetition: (\b\w+\b\W*)+"),
    (r"^(([a-z])+.)+[A-Z]([a-z])+$", "nested repetition: (([a-z])+.)+"),
    (r"(?x) ( a+ ) + b", "nested repetition: (a+)+"),
    (r"(?i)(a+|A+)+!", "nested repetition: (a+|A+)+"),
    (r"(?=(a+)+b)x", "nested repetition: (a+)+"),
    (r"(?>(a+)+b)", "nested repetition: (a+)+"),  # atomic outside, runaway inside
    (r"(a|ab|b)+$", "repeated alternatives overlap: (a|ab|b)+"),
    (r"(a|a)*$", "repeated alternatives overlap: (a(?:|))*"),
    (r"(a|aa){30}$", "repeated alternatives overlap: (a(?:|a)){30}"),
    (r"(ä|[^x])+x", "repeated alternatives overlap: (ä|[^x])+"),
    (r"(a?){30}a{30}$", "repetition of what may be empty: (a?){30}"),
    (r"\w*\w*\w*x", r"repetitions compete for the same characters: \w* … \w* … \w*"),
    (r".*.*.*", "repetitions compete for the same characters: .* … .* … .*"),
    (r".*a.*b.*c", "repetitions compete for the same characters: .* … .* … .*"),
    (r"(a+){2,5}b", "repetitions compete for the same characters: a+ … a+ … a+ … a+ … a+"),
    (r".*b.*(?=.*x)c", "repetitions compete for the same characters: .* … .* … .*"),
    ("a?" * 12 + "b", "too many ways to read the same words"),
    ("(a|aa)" * 20 + "b", "too many ways to read the same words"),
    ("(?:(?:(?:a?b?){0,9}){0,9}){0,9}c", "too intricate to be checked"),
    (r"(?i)(.*).*\1?\1?\1?!", r"back reference: \1"),
    (r"(\w+) \1", r"back reference: \1"),
    (r"(?P<word>a)(?P=word)", r"back reference: \1"),
    (r"(a)?(?(1)b|c)", "back reference: (?(1)…)"),
    (r"(?=(a))(?:x|(?!\1)b)", r"back reference: \1"),
    (r"(?:\b){1000}", r"repetition of what may be empty: (?:\b){1000}"),
    (r"(){40}", "repetition of what may be empty: (){40}"),
    (r"(?:a?){40}+", "repetition of what may be empty: (?:a?){40}+"),
]

ORDINARY = [
    r"[a-z]+",
    r"foo.*bar",
    r".*a.*b",
    r"(\w+ )+",  # the blank belongs to no word
    r"(\w+, )*\w+ and \w+",
    r"(ab|cd)+",
    r"(foo|for|bar)+",
    r"(a|b)*",
    r"(\w|\d)+!",  # Python joins single characters to one set, so there is no choice
    r"(a?)*b",
    r"\d+(\.\d+)?",
    r"(\d{3}\.)+",
    r"\w{1,9}\w{1,9}",
    r"(a++)+b",
    r"(?>a+)+b",
    r"(?:a+)++b",
    r"((?!foo).)*bar",
    r"^(?!.*foo).*bar",
    r"((?:very|really) )*good",
    r"0?7(\.|\/|-)0?1(\.|\/|-)(20)?15|January 7(th)?,? 2015|January the 7th,? 2015|7(th of)? January,? 2015",
    r"Why (did.*have|was.*forced) to (work|do).*\?",
    r"\büber\b",
    "",
]


@pytest.mark.parametrize("pattern, risk", RISKY)
def test_a_pattern_that_can_run_away_is_named_with_its_reason(pattern: str, risk: str) -> None:
    """A linguist reads which part of the pattern is the trouble."""
    assert runaway(pattern) == risk
    assert compile_pattern(pattern).risk == risk
    assert compile_pattern(pattern).fast is None


@pytest.mark.parametrize("pattern", ORDINARY)
def test_an_ordinary_pattern_is_left_to_the_fast_engine(pattern: str) -> None:
    """What cannot run away pays nothing for those that can."""
    assert runaway(pattern) is None
    assert compile_pattern(pattern).risk is None
    assert compile_pattern(pattern).fast is not None


@pytest.mark.parametrize("pattern", [pattern for pattern, _ in RISKY])
@pytest.mark.parametrize("text", ["a" * 40 + "!", "ab" * 30 + "!", "x" * 60, "1," * 40, "a b " * 20 + "!"])
def test_every_search_ends(monkeypatch: pytest.MonkeyPatch, pattern: str, text: str) -> None:
    """With an answer or without, but it ends: this test would hang otherwise."""
    monkeypatch.setattr(patterns, "TIME_LIMIT", 0.02)
    try:
        compile_pattern(pattern).search(text)
    except PatternTimeout as timeout:
        assert "no answer within" in str(timeout)


def test_a_search_without_answer_is_said_to_have_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """An unknown answer must not be mistaken for "does not match"."""
    monkeypatch.setattr(patterns, "TIME_LIMIT", 0.02)
    with pytest.raises(PatternTimeout, match=r"no answer within 0.02 s: \(a\|aa\)\+\$"):
        compile_pattern("(a|aa)+$").search("a" * 60 + "!")


def test_a_sentence_of_a_megabyte_does_not_hang() -> None:
    """What is harmless in a sentence is not in a book that came as one sentence."""
    with pytest.raises(PatternTimeout):
        compile_pattern(".*a.*b").search("a" * 1_000_000)
    assert compile_pattern("a.*b").search("a" + "x" * 1_000_000 + "b") == (0, 1_000_002)
    assert compile_pattern("(cat|dog)s?").search("x" * 1_000_000 + "dogs") == (1_000_000, 1_000_004)


@pytest.mark.parametrize(
    "pattern, text, span",
    [
        (r"\büber\b.*", "ganz über", (5, 9)),
        (r"\w+", "’²e\u0301", (1, 3)),  # ² is a word character in Python, the combining accent is not
        (r"\bक\b.*", "कि", (0, 2)),  # nor is a Devanagari vowel sign
        (r"(?i)ÜBER+", "über", (0, 4)),
        (r"a\sb*", "a\x1cb", (0, 3)),
        (r"\d+", "x٣", (1, 2)),
        (r"(?a)\w+", "éa", (1, 2)),
        (r"(?ai)k+", "\u212ak", (1, 2)),  # the Kelvin sign
        (r"[^\W\d]+", "1_é²", (1, 4)),
        (r"[\b]x*", "a\x08", (1, 2)),
        (r"a{e}+", "a{e}", (0, 4)),
        (r"[[:alpha:]+", "xp:", (1, 3)),
        (r"(?x) a \  [ ]* b # c", "a  b", (0, 4)),
        (r"a+\Z", "a\na", (2, 3)),
        (r"a+$", "aa\n", (0, 2)),
        (r"(?m)^b*$", "a\nb", (2, 3)),
        (r"(?s)a.*b", "a\nb", (0, 3)),
        (r"(?:[^b]|[^a])+", "ab", (0, 2)),
        (r"(?i)(?:[^bB]|[^aA])+", "ab", (0, 2)),
        (r"\\w+", r"w\ww", (1, 4)),
    ],
)
def test_both_engines_read_a_pattern_as_python_does(pattern: str, text: str, span: tuple[int, int]) -> None:
    """A text is judged the same, whether it is long enough for the timed engine or not."""
    assert compile_pattern(pattern).search(text) == span
    assert _timed(pattern, text) == span
    long = text + "\n" * LONG
    found = re.search(pattern, long)
    assert compile_pattern(pattern).search(long) == (found.span() if found else None)


@pytest.mark.parametrize(
    "pattern",
    [
        "a" * 4_000,
        "(?i)" + "ab" * 2_000,
        "(?:a)(?:b)" * 2_000,
        "(?:a" * 90 + "a" * 4_000 + ")" * 90,
        "[a]" * 4_000,
    ],
)
def test_long_rows_of_letters_are_prepared_at_once(pattern: str) -> None:
    """The timed engine prepares rows of letters in cubic time, which no limit ends: they are kept short."""
    text = "ab" * 2_500
    found = re.search(pattern, text)
    assert _timed(pattern, text) == (found.span() if found else None)
    tree = parsed(pattern)
    assert write(tree, tree.state.flags, exact=True).count("(?>") >= 4_000 // 50  # each ends a row


def _timed(pattern: str, text: str) -> tuple[int, int] | None:
    found = patterns._timed(pattern)(text, timeout=10)
    return found.span() if found else None


@pytest.mark.parametrize("sign", [*(rf"\{sign}" for sign in "wWdDsS"), r"[^\W\d]", r"[\W\d]", r"[^\S\n]"])
def test_the_sets_of_both_engines_agree_on_every_assigned_character(sign: str) -> None:
    """Over all of Unicode; only characters newer than this Python may differ."""
    search = patterns._timed(sign).__self__  # type: ignore[attr-defined]
    assert search.findall(_everything()) == re.findall(sign, _everything())


@cache
def _everything() -> str:
    codes = map(chr, range(sys.maxunicode + 1))
    return "".join(letter for letter in codes if unicodedata.category(letter) not in ("Cn", "Cs"))


LETTERS = "abAZé²½жЖक\u093f\u0301’ _\n\x1c.-{\u212aſß٣1\\"
ATOMS = [*"abéж²क’ 1.^$", "\u0301", *(rf"\{sign}" for sign in "wWdDsSbBAZ.\\n"), r"\x1c"]
SETS = ["[ab]", "[^a]", r"[\w’]", r"[^\W\d]", r"[\Wa]", r"[^\S\n]", r"[\b]", "[a-zé]", r"[^\d\D]", "[[:a:]"]
QUANTIFIERS = ["*", "+", "?", "{2}", "{1,3}", "*?", "+?", "??", "{0,2}?", "*+", "++", "?+"]
GROUPS = [f"({sign}{{}})" for sign in ("", "?:", "?=", "?!", "?<=", "?<!", "?>", "?i:", "?s:", "?m:")]


def _larger(smaller: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return (
        st.tuples(smaller, smaller).map("".join)
        | st.tuples(smaller, smaller).map("(?:{0[0]}|{0[1]})".format)
        | st.tuples(smaller, st.sampled_from(QUANTIFIERS)).map("(?:{0[0]}){0[1]}".format)
        | st.builds(str.format, st.sampled_from(GROUPS), smaller)
        | st.tuples(smaller, smaller).map(r"(?P<g>{0[0]}){0[1]}(?P=g)".format)
    )


PATTERNS = st.builds(
    str.__add__,
    st.sampled_from(["", "", "", "(?i)", "(?a)", "(?s)", "(?m)", "(?x)", "(?ai)"]),
    st.recursive(st.sampled_from(ATOMS + SETS), _larger, max_leaves=6),
)


@given(PATTERNS, st.text(LETTERS, max_size=8))
def test_the_timed_engine_finds_what_python_finds(pattern: str, text: str) -> None:
    """Whatever the pattern: the same span, or nothing in both."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = re.search(pattern, text)
    except re.error:  # a look-behind of no fixed width, a group defined twice
        with pytest.raises(PatternError):
            compile_pattern(pattern)
        return
    except SystemError:  # a fault of Python 3.11 with groups inside of possessive repetitions
        reject()
    assert _timed(pattern, text) == (found.span() if found else None)
    assert compile_pattern(pattern).search(text) == (found.span() if found else None)


@pytest.mark.parametrize(
    "pattern, message",
    [
        ("(husband|spouse))", "unbalanced parenthesis at 16"),
        ("(husband", "missing ), unterminated subpattern at 0"),
        ("m[ae", "unterminated character set at 1"),
        ("*a", "nothing to repeat at 0"),
        ("a**", "multiple repeat at 2"),
        ("a{2,1}", "min repeat greater than max repeat at 2"),
        ("(?<=a+)b", "look-behind requires fixed-width pattern"),
        ("a{99999999999}", "the repetition number is too large"),
        (f"a{{{'9' * 5_000}}}", "the repetition number is too large"),
        ("(" * 5_000 + "a" + ")" * 5_000, "nested too deeply"),
    ],
)
def test_a_wrong_pattern_is_refused_with_its_place(pattern: str, message: str) -> None:
    """The author of the suite is told what to mend, and where."""
    with pytest.raises(PatternError) as refusal:
        compile_pattern(pattern)
    assert str(refusal.value) == message


def test_nesting_beyond_the_timed_engine_counts_as_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """`re` allows deeper nesting (how deep depends on the Python); a long text then has no safe search."""

    def too_deep(pattern: str) -> None:
        raise RecursionError(pattern)

    monkeypatch.setattr(patterns, "_timed", too_deep)
    pattern = compile_pattern("((a*))")
    assert pattern.search("a") == (0, 1)
    with pytest.raises(PatternTimeout, match="nested too deeply"):
        pattern.search("a" * LONG)


@pytest.mark.parametrize(
    "pattern", ["[[a]+", "[+--]", "[a&&b]", "[a~~b]", "[a||b]", "(a)?(?(1)b|c)", "(a||b)*"]
)
def test_no_warning_of_python_reaches_the_user(pattern: str) -> None:
    """Python warns of what sets may mean one day; in this test a warning is an error."""
    assert runaway(pattern) in (None, "repeated alternatives overlap: (a||b)*", "back reference: (?(1)…)")
    compile_pattern(pattern).search("a" * LONG)


def test_a_pattern_travels_to_another_process() -> None:
    """Work is shared out by pickling, so a pattern must survive it."""
    for source in (r"\büber\b", "(a+)+$"):
        pattern = compile_pattern(source)
        again = pickle.loads(pickle.dumps(pattern))
        assert again == pattern
        assert again.search("über aa") == pattern.search("über aa")


def test_a_remembering_search_says_what_it_said() -> None:
    """A search under the time limit is asked once for each text; others are asked every time."""
    memory: Memory = {("(a+)+b", "aab"): None, ("(a+)+b", "xab"): GAVE_UP, ("a.", "ab"): None}
    search = remembering("(a+)+b", memory)
    assert search("aab") is None  # remembered, though it matches
    assert search("ab") == (0, 2)
    assert memory["(a+)+b", "ab"] == (0, 2)
    with pytest.raises(PatternTimeout):
        search("xab")
    assert remembering("a.", memory)("ab") == (0, 2)  # no time limit, so nothing to remember


@pytest.mark.parametrize(
    "pattern, message",
    [
        (
            "((a{1000}){1000}){1000}",
            "expand it to 1,003,003,001 parts; at most 50,000 are allowed. Use smaller counts",
        ),
        ("(?:(?:(?:){1000}){1000}){1000}b", "counted repeats expand it to 1,001,001,002 parts"),
        ("(){1000000000}", "counted repeats expand it to 2,000,000,001 parts"),
        ("(?<=(a{1000}){1000})b", "counted repeats expand it to 1,003,00"),
        ("(?>(?=(a{1000}){1000})|b)", "counted repeats expand it to 1,003,00"),
        (r"(\b\w+ ){5000}", "counted repeats expand it to"),
        (r"\b" * 5_001, "it has 50,010 parts; at most 50,000 are allowed. Divide it"),
        ("(?i)" + "[Ā-￿]" * 1_500, "sets go through 489,600,000 characters; at most 4,000,000 are allowed"),
        (r"[\u0100-\uffff]" * 100, "its sets go through 6,528,000 characters"),
        ("a" * 50_001, "it has 50,001 characters; at most 50,000 are allowed. Divide it"),
        ("(" * 101 + "a" + ")" * 101, "nested too deeply: 101 groups within each other; at most 100"),
    ],
)
def test_a_pattern_that_is_too_large_is_refused_before_it_is_compiled(pattern: str, message: str) -> None:
    """Compiling it would take gigabytes or minutes; the message says what is too large."""
    for check in (compile_pattern, runaway):
        with pytest.raises(PatternError) as refusal:
            check(pattern)
        assert message in str(refusal.value)


@pytest.mark.parametrize(
    "pattern",
    [
        "a{1000}",
        r"\w{1,60} \w{0,100000}",
        "(?i)" + "[а-яё]+" * 50,
        r"(?i)[\u4e00-\u9fff]+",
        "(" * 50 + "a" + ")" * 50,
        "|".join(f"word{number}" for number in range(3_000)),
    ],
)
def test_what_a_linguist_may_well_write_is_not_too_large(pattern: str) -> None:
    """The limits are far from real patterns."""
    compile_pattern(pattern).search("some words")


def test_large_patterns_do_not_pile_up_in_memory() -> None:
    """Compiled patterns are kept for the next text, but only a few of the large ones."""
    patterns._kept_large.cache_clear()
    for number in range(8):
        compile_pattern(f"(?:a|aa){{2000}}{number}").search("a")
    assert patterns._kept_large.cache_info().currsize == patterns._kept_large.cache_info().maxsize == 4


@pytest.mark.parametrize(
    "pattern, text",
    [
        (r"\w*\w*a?a?a?!", "a" * 500),  # 10 s
        (r"\w*\w*!", "a" * 500),
        ("a?" * 10 + "b", "a" * 50_000),
        ("(?:a{0,9}){9}!", "a" * 100),
        ("((((a{9}){9}){9}){9})" * 3, "a" * 100_000),
        ("(?:(?:(?:(?:(?:a|){4}){4}){4}){4}){4}!", "b" * 50),
        (r"(?:\b\w+\b,? )*(?:a ){9}!", "a " * 2_000),
    ],
)
def test_a_search_that_may_take_long_runs_under_the_time_limit(pattern: str, text: str) -> None:
    """Nothing can interrupt the fast engine, so it gets only what is over in a moment."""
    assert compile_pattern(pattern).timed(text)


@pytest.mark.parametrize(
    "pattern",
    [r"foo.*bar", r"\b(very|really|quite) \w+ (car|house)s?\b", r"(\w+, )*\w+ and \w+", "^(?!.*foo).*bar"],
)
def test_sentences_are_searched_by_the_fast_engine(pattern: str) -> None:
    """Ordinary patterns and sentences pay nothing for the others."""
    assert not compile_pattern(pattern).timed("x" * 150)
