"""Lint: each code is found where it belongs and only there, and what is mended changes no verdict."""

import gzip
import json
import os
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from lackmus.cli.commands import everything
from lackmus.cli.remedies import worded
from lackmus.core.base.choices import Semantics
from lackmus.core.base.pairs import Pair
from lackmus.core.lint import MEANINGS, MENDED, Code, LintFinding, Severity, fix, lint
from lackmus.core.lint.sentences import hidden_in, mixed_words
from lackmus.core.lint.typos import known, name_typo, nearest, one_typo_apart
from lackmus.core.lint.vocabulary import WORDS
from lackmus.core.rules.judge import judge_text
from lackmus.core.rules.patterns import NoTimeLeft
from lackmus.core.suites.suite import Draft, Item, Kind, Phenomenon, Rule, Side
from lackmus.errors import LackmusError
from lackmus.tables.suites.lint import findings_table, grouped_table, in_short, lint_values
from tests.conftest import PROJECT
from tests.read.drafts import entry, numbered, write_suite

GERMAN = Pair("de", "en")
NAMES = ("Ambiguity", "Lexical ambiguity")
GUIDELINE = (Phenomenon(*NAMES, "One reading fits."),)
RULES = {"+": Side.POSITIVE, "-": Side.NEGATIVE}


def rule(written: str) -> Rule:
    """+/a pattern/ and -/one/, or +a fixed string and -one."""
    side, value = RULES[written[0]], written[1:]
    if value.startswith("/"):
        return Rule(side, Kind.PATTERN, value[1:-1])
    return Rule(side, Kind.FIXED, value)


def item(*rules: str, source: str = "Sie sprach von ihrem Mann.", **more: Any) -> Item:
    """An item with two patterns, unless other rules are given."""
    written = rules or ("+/husband/", "-/man/")
    plain = Item(GERMAN, "1", *NAMES, source, tuple(map(rule, written)))
    return replace(plain, **more)


def draft(*items: Item, phenomena: Sequence[Phenomenon] = GUIDELINE) -> Draft:
    """A file of these items."""
    return Draft("suite", items, tuple(phenomena))


def with_rules(*rules: str) -> Draft:
    """A file of one item with these rules."""
    return draft(item(*rules))


def bare() -> Draft:
    """A file of one item that nobody has written a rule for."""
    return draft(replace(item(), rules=()))


def sentences(*sources: str, category: str = NAMES[0]) -> Draft:
    """A file of items with these sentences and the same rules."""
    return draft(*(item(id=str(n), source=one, category=category) for n, one in enumerate(sources)))


def named(*names: str, kind: str = "phenomenon") -> Draft:
    """A file of items with these phenomena (or categories)."""
    items = (item(id=str(n), source=f"Satz {n}.", **{kind: name}) for n, name in enumerate(names))
    return draft(*items, phenomena=())


def found(*drafts: Draft, min_items: int = 1) -> list[LintFinding]:
    """What lint finds in files a, b, …"""
    return list(lint(dict(zip("abc", drafts, strict=False)), min_items).findings)


def codes(*drafts: Draft, min_items: int = 1) -> set[Code]:
    """The codes of it."""
    return {one.code for one in found(*drafts, min_items=min_items)}


TWINS = (
    item("+/(claims|says) that/", "-/no/", id="1", source="Er sagt, die Reform sei ein Erfolg."),
    item("+/claims that/", "-/no/", id="2", source="Er sagt, die Reform wäre ein Erfolg."),
)
ONE_FILE = [
    # code, a file that has it, and a near miss
    (Code.PATTERN_BROKEN, with_rules("+/(husband/", "-/man/"), with_rules(r"+/\(husband/", "-/man/")),
    (Code.PATTERN_MATCHES_EMPTY, with_rules("+/(husband)?/", "-/man/"), with_rules("+/husbands?/", "-/man/")),
    (Code.PATTERN_NEGATES, with_rules("+/^(?!.*man)/", "-/man/"), with_rules("+/hus(?!man)band/", "-/man/")),
    (Code.PATTERN_ON_BOTH_SIDES, with_rules("+/man/", "-/man/"), with_rules("+/man/", "-/men/")),
    (Code.STRING_ON_BOTH_SIDES, with_rules("+a  man", "-a man "), with_rules("+a man", "-a Man")),
    (Code.ID_REPEATED, draft(item(), item(source="Anders.")), draft(item(), item(id="2", source="Anders."))),
    (Code.PATTERN_RUNS_AWAY, with_rules(r"+/(\w+\s*)+end/", "-/man/"), with_rules(r"+/\w+\s*end/", "-/man/")),
    (
        Code.PATTERN_LINE_BREAK,
        with_rules("+/her\nhusband/", "-/man/"),
        with_rules(r"+/her\shusband/", "-/man/"),
    ),
    (Code.PATTERN_BLANK, with_rules("+//", "-/man/"), with_rules("+/ /", "-/man/")),
    (Code.PATTERN_MATCHES_SOURCE, with_rules("+/Mann/", "-/x/"), with_rules("+/Man /", "-/x/")),
    (Code.NEGATIVE_MATCHES_SOURCE, with_rules("+/x/", "-/Mann/"), with_rules("+/x/", "-/Man /")),
    (Code.STRING_BLANK, with_rules("+/x/", "- ", "-y"), with_rules("+/x/", "-.")),
    (Code.STRING_LINE_BREAK, with_rules("+good\n", "-/x/"), with_rules("+good ", "-/x/")),
    (Code.STRING_CONTRADICTED, with_rules("+a manly husband", "-/man/"), with_rules("+a husband", "-/man/")),
    (
        Code.STRING_CONTRADICTED_FOLDED,
        with_rules("+I don’t know", "-/don't/"),
        with_rules("+I don’t know", "-/don’t/"),  # contradicted, but as it is written
    ),
    (
        Code.PATTERNS_OVERLAP,
        with_rules("+/husband/", "-/man/", "-a manly husband"),
        with_rules("+/husband/", "-/man/", "-a man"),
    ),
    (
        Code.WORDINGS_OVERLAP,
        with_rules("+/right|true/", "-/not (right|so)/"),
        with_rules("+/^right|true/", "-/not (right|so)/"),
    ),
    (Code.RULES_MISSING, bare(), with_rules("+x")),
    (Code.RULES_MISSING, with_rules("+ "), with_rules("+ ", "+x")),
    (Code.POSITIVE_MISSING, with_rules("-/x/", "+ "), with_rules("-/x/", "+y")),
    (Code.NEGATIVE_MISSING, with_rules("+/x/"), bare()),
    (Code.RULE_DOUBLED, with_rules("+a", "+a ", "-b"), with_rules("+a", "+A", "-a")),
    (Code.RULE_DOUBLED, with_rules("+/a/", "+/a/", "-b"), with_rules("+/a/", "+/a /", "-b")),
    (Code.SOURCE_SPACES, sentences("Ja. "), sentences("Ja, gut.")),
    (Code.SOURCE_LINE_BREAK, sentences("Ja.\nNein."), sentences("Ja. Nein.")),
    (Code.SOURCE_REPEATED, sentences("Ja.", "Ja. "), sentences("Ja.", "ja.")),
    (Code.NEAR_DUPLICATE, draft(*TWINS), draft(*(replace(one, paradigm="sein") for one in TWINS))),
    (
        Code.NEAR_DUPLICATE,
        draft(item(), item("+/x/", "-/y/", id="2", source="Sie sprach von ihrem Mann!")),
        draft(item(), item("+/x/", "-/y/", id="2", source="Er sprach von ihrem Mann.")),
    ),
    (  # brackets around a whole pattern say nothing
        Code.NEAR_DUPLICATE,
        draft(
            item("+/(a)(b)/", "-/y/"), item("+/a)(b/", "-/y/", id="2", source="Sie sprach von ihrem Mann!")
        ),
        draft(
            item("+/(a|(b))/", "-/y/"), item("+/a|(b)/", "-/y/", id="2", source="Sie sprach von ihrem Mann!")
        ),
    ),
    (Code.MIXED_SCRIPTS, named("Idi\u043em"), named("Idiom")),  # with a Cyrillic letter
    (Code.HIDDEN_CHARACTERS, sentences("Gu\u200bt."), sentences("خانه\u200cها")),  # Persian needs its joiner
    (Code.HIDDEN_CHARACTERS, with_rules("+/x\u2060y/", "-b"), with_rules("+/xy/", "-b")),
    (Code.MIXED_SCRIPTS, sentences("Cтол"), sentences("USB-кабель, iPhoneом")),
    (Code.MIXED_SCRIPTS, with_rules("+/стoл/", "-x"), with_rules(r"+/\bстол[a-zа-я]/", "-x")),
    (Code.PHENOMENON_UNUSED, draft(item(), phenomena=(*GUIDELINE, Phenomenon("A", "B"))), draft(item())),
    (Code.GUIDELINE_MISSING, draft(item(), phenomena=()), draft(item())),
    (Code.NAME_SLIP, named("Idiom", "Idiom", "idioms"), named("Past", "Past II")),
    (
        Code.NAME_SLIP,
        named("Negation", "Negatoin", kind="category"),
        named("Negation", "Negative", kind="category"),
    ),
    (Code.NAME_MISSPELT, named("Named entitiy"), named("Named entities")),
    (Code.NAME_MISSPELT, named("Passiv voice", "Idiom"), named("Passiv", "Fragesatz")),  # German is no slip
    (Code.NAME_SPACES, named("Idiom "), named("Idiom")),
]


@pytest.mark.parametrize(
    "code, having, missing", ONE_FILE, ids=lambda one: one if isinstance(one, str) else ""
)
def test_each_code(code: Code, having: Draft, missing: Draft) -> None:
    """A file that has the fault, and one that almost has it."""
    assert code in codes(having)
    assert code not in codes(missing)


@pytest.mark.parametrize(
    "code, first, second, near_miss",
    [
        (Code.ID_IN_TWO_FILES, draft(item()), draft(item(source="Anders.")), draft(item(id="2"))),
        (Code.SOURCE_REPEATED, sentences("Ja."), draft(item(id="x", source="Ja.")), sentences("Nein.")),
        (Code.NAME_SLIP, named("Question tag"), named("Question-tag"), named("Polar question")),
    ],
)
def test_across_files(code: Code, first: Draft, second: Draft, near_miss: Draft) -> None:
    """Several files are compared with each other."""
    assert code not in codes(first)
    assert code in codes(first, second)
    assert code not in codes(first, near_miss)


def test_the_same_file_in_two_forms_repeats_ids_and_not_sources() -> None:
    """One item in two files is one fault, not two."""
    assert codes(draft(item()), draft(item())) == {Code.ID_IN_TWO_FILES}


def test_ids_repeat_across_directions() -> None:
    """An id is unique within its pair."""
    other = replace(item(), pair=Pair("en", "de"))
    assert not codes(draft(item(), other))


def test_small_phenomena() -> None:
    """Counted over all files, for each pair."""
    ten = sentences(*"abcdefghij")
    assert Code.PHENOMENON_SMALL not in codes(ten, min_items=10)
    assert Code.PHENOMENON_SMALL in codes(ten, min_items=11)
    more = draft(*(replace(one, id=f"x{one.id}", source=f"{one.source}!") for one in ten.items))
    assert Code.PHENOMENON_SMALL not in codes(ten, more, min_items=11)


def test_every_code_has_a_case() -> None:
    """A code without a test would be a promise only."""
    tested = {case[0] for case in ONE_FILE} | {Code.ID_IN_TWO_FILES, Code.PHENOMENON_SMALL}
    assert tested == set(Code) == set(MEANINGS)


def test_remedies_name_no_option() -> None:
    """Pages show them, too."""
    remedies = [meaning.remedy for meaning in MEANINGS.values()]
    remedies += [one.remedy for one in found(with_rules("+/x\u2060y/", "-b"))]
    assert "Delete them yourself: rules are never fixed automatically." in remedies
    assert not [remedy for remedy in remedies if "--" in remedy]


def test_a_clean_suite_has_no_findings() -> None:
    """Nothing is better than noise."""
    assert found(draft(item())) == []
    assert in_short(lint({"a": draft(item())})) == "1 file, 1 item: 1 warning"  # a phenomenon of one item


@pytest.mark.parametrize(
    "first, second, difference",
    [
        ("Idiom", "idiom", "case, spacing or punctuation"),
        ("Question tag", "Questiontag", "case, spacing or punctuation"),
        ("Pseudo-cleft sentence", "Pseudo cleft sentence", "case, spacing or punctuation"),
        ("Verb tense/aspect/mood", "Verb tense, aspect & mood", "case, spacing or punctuation"),
        ("Question_tag", "Question tag", "case, spacing or punctuation"),
        ("Coordination and ellipsis", "Coordination & ellipsis", "case, spacing or punctuation"),
        ("Function word", "Function words", "singular and plural"),
        ("Named entity", "Named entities", "singular and plural"),
        ("Lexical ambiguity", "Lexical ambigiuty", "one letter"),
        ("Modal - future I", "Modall - future I", "one letter"),
        ("Modal - future I", "Modal - future II", None),
        ("Modal - perfect", "Modal negated - perfect", None),
        ("Modal - perfect", "Modal - pluperfect", None),
        ("Transitive - present", "Intransitive - present", None),
        ("External possessor", "Internal possessor", None),
        ("Object clause", "Subject clause", None),
        ("Negation", "Negative", None),
        ("Preposition", "Proposition", None),  # both are words
        ("Tense", "Sense", None),
        ("Date", "Data", None),
        ("Type 1 2", "Type 12", None),
        ("Comma ,", "Comma ;", None),
        ("Idiom", "Idiom", None),
    ],
)
def test_slips_between_names(first: str, second: str, difference: str | None) -> None:
    """Names that differ in one letter may be two names."""
    assert name_typo(first, second) == name_typo(second, first) == difference
    assert (Code.NAME_SLIP in codes(named(first, second))) is (difference is not None)


def test_the_commoner_name_is_proposed() -> None:
    """Whoever is alone has mistyped; but a name that is misspelt was never meant."""
    [slip] = [one for one in found(named("Idiom", "Idioms", "Idiom")) if one.code is Code.NAME_SLIP]
    assert slip.remedy == "Use one name, most likely “Idiom”."
    assert "“Idioms” (1 item) and “Idiom” (2 items)" in slip.message
    wrong_twice = named("Named entitiy", "Named entitiy", "Named entity", "Idiom")
    [slip] = [one for one in found(wrong_twice) if one.code is Code.NAME_SLIP]
    assert slip.remedy == "Use one name, most likely “Named entity”."


@pytest.mark.parametrize(
    "first, second, one",
    [
        ("abcde", "abXde", True),
        ("abcde", "abde", True),
        ("abcde", "abdce", True),
        ("abcde", "abcdef", True),
        ("abcde", "Xbcde", False),
        ("abcde", "abcde", False),
        ("abcde", "aXXde", False),
        ("abcde", "abc", False),
    ],
)
def test_one_slip(first: str, second: str, one: bool) -> None:
    """A letter more, less, other, or two that changed places; the first letter is typed with care."""
    assert one_typo_apart(first, second) is one_typo_apart(second, first) is one


def test_the_vocabulary_knows_itself() -> None:
    """No word of it is taken for another one, mistyped."""
    assert not [word for word in WORDS if not known(word) or nearest(word)]


@pytest.mark.parametrize(
    "text, hidden",
    [
        ("a\u200bb", 1),
        ("\ufeffJa", 1),
        ("a\u200db", 1),
        ("क्\u200dष", 0),
        ("👩\u200d🔬", 0),
        ("a\tb", 0),
        ("שלום\u200f!", 0),
    ],
)
def test_hidden_characters(text: str, hidden: int) -> None:
    """Joiners belong to some scripts and to none of ours."""
    assert len(hidden_in(text)) == hidden


@pytest.mark.parametrize("text", ["Δt", "α-Helix", "SMSка", "naïve Straße", "Дом 3D"])
def test_scripts_that_may_stand_together(text: str) -> None:
    """Formulas and loans are no slips."""
    assert not mixed_words(text)


def test_a_sentence_with_two_faults_has_two_findings() -> None:
    """One fault does not hide another."""
    assert {Code.SOURCE_SPACES, Code.SOURCE_LINE_BREAK} <= codes(sentences("Ja.\n"))


DIRTY = draft(
    item("+/her\nhusband/", "-/man/", "-a man", "-a man ", "- ", "+good\n", source=" Ja.\nNein.\u200b "),
    item(id="2", source="Gut.", phenomenon="Lexical  ambiguity"),
    item(id="3", source="Schön.", category="Ambiguities"),
    item(id="4", source="Nett."),
    phenomena=(*GUIDELINE, Phenomenon("Ambiguities", "Lexical ambiguity", "Another.")),
)


def test_fix() -> None:
    """What is harmless is mended, and said."""
    fixed, done = fix(DIRTY)
    assert [rule.value for rule in fixed.items[0].rules] == ["her husband", "man", "good", "a man"]
    assert fixed.items[0].source == "Ja. Nein."
    assert {(one.category, one.phenomenon) for one in fixed.items} == {NAMES}
    assert fixed.phenomena == GUIDELINE
    assert len(done) == 9
    assert "1: blank negative fixed string deleted" in done
    assert "category “Ambiguities” renamed to “Ambiguity”" in done


def test_fix_leaves_nothing_to_fix() -> None:
    """Once is enough."""
    fixed, _ = fix(DIRTY)
    assert fix(fixed) == (fixed, [])
    assert not codes(fixed) & MENDED


def test_fix_leaves_a_clean_file_alone() -> None:
    """No change without a reason."""
    assert fix(draft(item())) == (draft(item()), [])


def test_fix_does_only_what_was_asked() -> None:
    """Codes and a pair narrow it down."""
    fixed, done = fix(DIRTY, codes={Code.SOURCE_SPACES})
    assert done == ["1: source sentence trimmed"]
    assert fixed.items[0].source == "Ja.\nNein.\u200b"
    assert fix(DIRTY, pair=Pair("en", "de")) == (DIRTY, [])


def test_fix_never_guesses_between_equal_names() -> None:
    """Which of two equally common names is right, only a person knows."""
    assert fix(named("Idiom", "Idioms"))[1] == []
    assert fix(named("Idiom", "Idiom", "Idioms"))[1] != []


def test_fix_compares_names_across_files() -> None:
    """The commoner name may stand in another file."""
    fixed, _ = fix(named("Idioms"), [named("Idiom", "Idiom")])
    assert fixed.items[0].phenomenon == "Idiom"


@pytest.mark.parametrize("value", ["gu\u200bt", "cтол"])
def test_fix_leaves_rules_alone_that_would_judge_otherwise(value: str) -> None:
    """A rule with a hidden character is reported, not changed."""
    dirty = with_rules(f"+{value}", "-x")
    assert fix(dirty) == (dirty, [])


PIECES = st.lists(
    st.sampled_from(["a", "b", " ", "\n", "\r\n", "\r", "\v", "\u2028", "’", "'", "\u200b", "e\u0301", "\t"]),
    max_size=6,
)
VALUES = PIECES.map("".join)
WRITTEN = st.lists(st.builds(Rule, st.sampled_from(Side), st.sampled_from(Kind), VALUES), max_size=6).map(
    tuple
)


@given(WRITTEN, VALUES, st.lists(VALUES, max_size=4), st.sampled_from(Semantics))
def test_fix_changes_no_verdict(
    rules: tuple[Rule, ...], source: str, texts: list[str], how: Semantics
) -> None:
    """Whatever the rules, the text and the semantics; and a second time there is nothing to do."""
    dirty = draft(replace(item(), rules=rules, source=source))
    fixed, _ = fix(dirty)
    for text in (*texts, *(rule.value for rule in rules)):
        before, after = (judge_text(one.items[0], text, how) for one in (dirty, fixed))
        assert (before.verdict, before.reason, before.step) == (after.verdict, after.reason, after.step)
    assert fix(fixed) == (fixed, [])


@given(st.lists(st.text(max_size=12), min_size=1, max_size=4), st.lists(st.text(max_size=8), max_size=4))
def test_lint_bears_anything(sources: list[str], values: list[str]) -> None:
    """Files come from strangers."""
    rules = tuple(Rule(side, kind, value) for value in values for side in Side for kind in Kind)
    items = tuple(
        replace(item(id=str(n % 3), source=source, phenomenon=source), rules=rules)
        for n, source in enumerate(sources)
    )
    found(draft(*items))
    fixed, _ = fix(draft(*items))
    assert fix(fixed) == (fixed, [])


def test_tables() -> None:
    """People see the first of each code, files all of them."""
    result = lint({"a": sentences("a ", "b ", "c ")}, min_items=1)
    grouped = grouped_table(result, show=2)
    assert [row.cells[0].value for row in grouped.rows] == ["source-spaces", "0", "1", "…"]
    assert grouped.rows[-1].cells[-1].value == "1 more"
    assert len(grouped_table(result).rows) == 4
    assert len(findings_table(result).rows) == 3


def test_values() -> None:
    """What formats such as JSON give."""
    values = lint_values(lint({"a": sentences("a ")}, min_items=1))
    [one] = values["findings"]
    assert one == {
        "code": "source-spaces",
        "level": "warning",
        "file": "a",
        "pair": "de-en",
        "item": "0",
        "message": "the source sentence “a” has white space at its ends",
        "evidence": "'a '",
        "remedy": "Trim it.",
    }
    assert values["levels"] == {"error": 0, "warning": 1, "info": 0}
    assert values["counts"] == {"source-spaces": 1}


def test_choosing() -> None:
    """By code and by level; the worst comes first."""
    result = lint({"a": with_rules("+/(x/", "+a", "+a")}, min_items=1)
    assert [one.level for one in result.findings] == [Severity.ERROR, Severity.INFO, Severity.INFO]
    assert len(result.chosen({Code.RULE_DOUBLED}).findings) == 1
    assert len(result.chosen(set(Code), Severity.WARNING).findings) == 1


def test_the_page_lists_the_codes() -> None:
    """Each code with its level, its meaning, its remedy, and whether --fix mends it; no other."""
    page = (PROJECT / "docs" / "lint.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z-]+)` \| (\w+) \| (.+?) \| (.+?) \| (yes|) ?\|$", page, re.MULTILINE)
    assert rows == [
        (code, meaning.level, meaning.what, meaning.remedy, "yes" if meaning.mended else "")
        for code, meaning in MEANINGS.items()
    ]


# --- the command ---------------------------------------------------------------------------------------


def command(*arguments: object) -> tuple[int, str, str]:
    """`lackmus suite lint …`: exit code, standard output, standard error."""
    result = CliRunner().invoke(everything(), ["suite", "lint", *map(str, arguments)])
    if isinstance(result.exception, LackmusError):
        return result.exception.exit_code, result.stdout, f"{result.stderr}{worded(result.exception)}"
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Five items, of which one has a blank string and white space at its ends."""
    monkeypatch.chdir(tmp_path)
    entries = [entry("0", source_sentence="Ja. ", positive_tokens=["", "yes"]), *numbered(4)]
    write_suite(tmp_path / "suite.json", entries)
    return Path("suite.json")


@pytest.mark.parametrize(
    "change, options, code",
    [
        ({}, [], 0),
        ({"positive_regex": "(good"}, [], 1),
        ({"positive_regex": "(good"}, ["--ignore", "pattern-broken"], 0),
        ({"positive_regex": "(good"}, ["--code", "source-spaces"], 0),
        ({"positive_regex": "(good"}, ["--level", "error"], 1),
        ({"id": "1"}, [], 1),  # which an evaluation would refuse to read
        ({}, ["--code", "no-such-code"], 2),
        ({}, ["--ignore", "no-such-code"], 2),
        ({}, ["--level", "no-such-level"], 2),
        ({}, ["--pair", "en-de"], 2),
        ({}, ["--pair", "nonsense"], 2),
        ({}, ["--from", "no-such-format"], 2),
        ({"id": None}, [], 2),
    ],
)
def test_how_it_ends(file: Path, change: dict[str, Any], options: list[str], code: int) -> None:
    """1 for a finding of level error that was not filtered away, 2 for what cannot be read or understood."""
    write_suite(file, [entry("0", **change), *numbered(4)])
    assert command(file, *options)[0] == code


def test_unknown_codes_are_told_the_known_ones(file: Path) -> None:
    """A list is the quickest help."""
    _, _, said = command(file, "--code", "blank")
    assert "string-blank" in said


def test_a_file_that_is_not_there(file: Path) -> None:
    """The user's mistake, and in one line."""
    code, stdout, said = command(file, "nowhere.json")
    assert (code, stdout) == (2, "")
    assert "nowhere.json" in said


def test_json(file: Path) -> None:
    """The keys that programs rely on."""
    content = json.loads(command(file, "--format", "json")[1])
    assert {one["code"]: one["item"] for one in content["findings"]} == {
        "source-spaces": "0",
        "string-blank": "0",
        "guideline-missing": None,
    }
    assert all({"code", "level", "item", "message", "remedy"} <= one.keys() for one in content["findings"])
    assert content["levels"] == {"error": 0, "warning": 2, "info": 1}


def test_what_people_see(file: Path) -> None:
    """Code, level, item and remedy; the rest only when asked for."""
    write_suite(file, [entry(str(n), source_sentence=f"Satz {n}. ") for n in range(12)])
    _, seen, _ = command(file)
    assert seen.startswith("1 file, 12 items: 12 warnings, 1 info\n")
    assert re.search(r"source-spaces +warning +12 +.*Trim it\.", seen)
    assert "2 more" in seen
    assert "2 more" not in command(file, "--all")[1]
    assert "9 more" in command(file, "--show", "3")[1]


@pytest.mark.parametrize("packed", [False, True])
def test_fix_mends_a_copy(file: Path, packed: bool) -> None:
    """The original stays as it is, the difference is shown, and the copy is linted again."""
    if packed:
        Path("suite.json.gz").write_bytes(gzip.compress(file.read_bytes()))
        file = Path("suite.json.gz")
    before = file.read_bytes()
    code, seen, said = command(file, "--fix")
    assert code == 0
    assert '-      "source_sentence": "Ja. "' in seen
    assert '+      "source_sentence": "Ja."' in seen
    assert "1 info" in seen
    assert "suite.fixed.json: 2 fixed." in said
    assert file.read_bytes() == before
    assert command("suite.fixed.json", "--fix")[2].strip() == "lackmus: suite.fixed.json: nothing to fix."
    assert not Path("suite.fixed.fixed.json").exists()


def test_fix_of_a_pipe(file: Path) -> None:
    """It is read once, so its format is remembered; the copy has no place beside it."""
    end, start = os.pipe()
    os.write(start, file.read_bytes())
    os.close(start)
    code, _, said = command(f"/dev/fd/{end}", "--fix", "-o", "mended.json")
    os.close(end)
    assert (code, said.splitlines()) == (0, ["lackmus: mended.json: 2 fixed."])
    command(file, "--fix")
    assert Path("mended.json").read_bytes() == Path("suite.fixed.json").read_bytes()


def test_two_files_with_one_copy(file: Path) -> None:
    """The second would replace what was mended in the first."""
    Path("suite.json.gz").write_bytes(gzip.compress(file.read_bytes()))
    code, _, said = command(file, "suite.json.gz", "--fix")
    assert (code, Path("suite.fixed.json").exists()) == (2, False)
    assert "suite.json and suite.json.gz would both be copied to suite.fixed.json" in said


def test_fix_says_it_in_json(file: Path) -> None:
    """Standard output is JSON alone."""
    content = json.loads(command(file, "--fix", "--format", "json", "-o", "mended.json")[1])
    [fixed] = content["fixed"]
    assert (fixed["file"], fixed["copy"], len(fixed["done"])) == ("suite.json", "mended.json", 2)
    assert fixed["difference"].startswith("--- suite.json\n+++ mended.json\n")
    assert [one["code"] for one in content["findings"]] == ["guideline-missing"]
    assert Path("mended.json").exists()


def test_fix_keeps_data_apart(file: Path) -> None:
    """In other formats the difference goes aside."""
    _, seen, said = command(file, "--fix", "--format", "csv")
    assert "source_sentence" not in seen
    assert "source_sentence" in said


@pytest.mark.parametrize("options", [["-o", "suite.json"], ["other.json", "-o", "new.json"]])
def test_fix_never_touches_the_original(file: Path, options: list[str]) -> None:
    """Not even when asked to; and one name is not enough for two copies."""
    write_suite(Path("other.json"), numbered(5))
    before = file.read_bytes()
    assert command(file, "--fix", *options)[0] == 2
    assert file.read_bytes() == before


def test_fix_shows_nothing_that_steers_a_terminal(file: Path) -> None:
    """Sentences come from strangers."""
    write_suite(file, [entry("0", source_sentence="Ja\u202e. "), *numbered(4)])
    assert "\u202e" not in command(file, "--fix")[1]


def test_the_pair_narrows_it_down(file: Path) -> None:
    """Only items of the pair are looked at and mended."""
    other = entry("9", langpair="en-de", source_sentence="Yes. ")
    write_suite(file, [entry("0", source_sentence="Ja. "), *numbered(4), other])
    found = json.loads(command(file, "--pair", "deen", "-f", "json")[1])["findings"]
    assert [one["item"] for one in found if one["code"] == "source-spaces"] == ["0"]
    command(file, "--pair", "deen", "--fix")
    written = json.loads(Path("suite.fixed.json").read_text(encoding="utf-8"))["items"]
    assert [one["source_sentence"] for one in (written[0], written[-1])] == ["Ja.", "Yes. "]


def test_a_look_at_a_suite_ends_when_patience_does() -> None:
    """A server does not work off a suite with thousands of laborious patterns."""
    for some in (with_rules("+husband"), with_rules("+(a+)+b")):
        lint({"a.json": some}, patient=lambda: True)
        with pytest.raises(NoTimeLeft):
            lint({"a.json": some}, patient=lambda: False)
