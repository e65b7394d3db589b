"""A finding of lint: a stable code, a level, where, the evidence, and what to do about it."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from lackmus.core.suites.suite import Item


class Severity(StrEnum):
    """How bad a finding is, the worst first."""

    ERROR = "error"  # the suite contradicts itself
    WARNING = "warning"  # most likely a mistake that affects figures
    INFO = "info"  # perhaps intended; worth a look


class Code(StrEnum):
    """The kinds of findings; codes never change their meaning."""

    PATTERN_BROKEN = "pattern-broken"
    PATTERN_MATCHES_EMPTY = "pattern-matches-empty"
    PATTERN_ON_BOTH_SIDES = "pattern-on-both-sides"
    STRING_ON_BOTH_SIDES = "string-on-both-sides"
    ID_REPEATED = "id-repeated"
    PATTERN_RUNS_AWAY = "pattern-runs-away"
    PATTERN_LINE_BREAK = "pattern-line-break"
    PATTERN_BLANK = "pattern-blank"
    PATTERN_MATCHES_SOURCE = "pattern-matches-source"
    STRING_BLANK = "string-blank"
    STRING_LINE_BREAK = "string-line-break"
    STRING_CONTRADICTED = "string-contradicted"
    STRING_CONTRADICTED_FOLDED = "string-contradicted-folded"
    PATTERNS_OVERLAP = "patterns-overlap"
    WORDINGS_OVERLAP = "wordings-overlap"
    RULES_MISSING = "rules-missing"
    SOURCE_SPACES = "source-spaces"
    SOURCE_LINE_BREAK = "source-line-break"
    SOURCE_REPEATED = "source-repeated"
    NEAR_DUPLICATE = "near-duplicate"
    ID_IN_TWO_FILES = "id-in-two-files"
    HIDDEN_CHARACTERS = "hidden-characters"
    MIXED_SCRIPTS = "mixed-scripts"
    PHENOMENON_SMALL = "phenomenon-small"
    PHENOMENON_UNUSED = "phenomenon-unused"
    NAME_SLIP = "name-slip"
    NAME_MISSPELT = "name-misspelt"
    NAME_SPACES = "name-spaces"
    RULE_DOUBLED = "rule-doubled"
    PATTERN_NEGATES = "pattern-negates"
    NEGATIVE_MATCHES_SOURCE = "negative-matches-source"
    POSITIVE_MISSING = "positive-missing"
    NEGATIVE_MISSING = "negative-missing"
    GUIDELINE_MISSING = "guideline-missing"


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a code stands for."""

    level: Severity
    what: str
    remedy: str
    mended: bool = False  # fixed by `fix`, in a copy


_E, _W, _I = Severity.ERROR, Severity.WARNING, Severity.INFO
MEANINGS: dict[Code, Meaning] = {
    Code.PATTERN_BROKEN: Meaning(_E, "a pattern does not compile", "Correct the pattern."),
    Code.PATTERN_MATCHES_EMPTY: Meaning(
        _E, "a pattern matches the empty text, so it says nothing", "Make a part of it obligatory."
    ),
    Code.PATTERN_ON_BOTH_SIDES: Meaning(
        _E, "the same pattern stands on both sides", "Take it away from the wrong side."
    ),
    Code.STRING_ON_BOTH_SIDES: Meaning(
        _E, "the same fixed string stands on both sides", "Take it away from the wrong side."
    ),
    Code.ID_REPEATED: Meaning(_E, "two items of one pair have the same id", "Give one of them another id."),
    Code.PATTERN_RUNS_AWAY: Meaning(
        _W,
        "a pattern can take longer than anyone can wait",
        "Write it without nested or competing repetitions.",
    ),
    Code.PATTERN_LINE_BREAK: Meaning(
        _W, "a pattern contains a line break, which is read as a space", "Write a space.", mended=True
    ),
    Code.PATTERN_BLANK: Meaning(
        _W, "a pattern is empty and never matches", "Delete it or write it.", mended=True
    ),
    Code.PATTERN_MATCHES_SOURCE: Meaning(
        _W,
        "a positive pattern matches the source sentence, so it accepts a text that was not translated",
        "Ask for a word that only a translation has, or add a negative pattern.",
    ),
    Code.STRING_BLANK: Meaning(_W, "a fixed string is blank and never matches", "Delete it.", mended=True),
    Code.STRING_LINE_BREAK: Meaning(
        _W, "a fixed string contains a line break, which is read as a space", "Write a space.", mended=True
    ),
    Code.STRING_CONTRADICTED: Meaning(
        _W,
        "a pattern of the other side matches a fixed string of the same item",
        "Narrow the pattern, or take the string away.",
    ),
    Code.STRING_CONTRADICTED_FOLDED: Meaning(
        _W,
        "a pattern of the other side matches a fixed string once apostrophes and white space are folded",
        "Narrow the pattern, or take the string away.",
    ),
    Code.PATTERNS_OVERLAP: Meaning(
        _W,
        "a positive and a negative pattern of an item both match one of its fixed strings",
        "Narrow the pattern that is wrong about it.",
    ),
    Code.WORDINGS_OVERLAP: Meaning(
        _W,
        "a pattern stands for a wording that a pattern of the other side matches, too",
        "Take the wording away from the wrong side.",
    ),
    Code.RULES_MISSING: Meaning(
        _W, "an item has no rule, so all its texts are warnings", "Write a positive and a negative rule."
    ),
    Code.SOURCE_SPACES: Meaning(_W, "a source sentence has white space at its ends", "Trim it.", mended=True),
    Code.SOURCE_LINE_BREAK: Meaning(
        _W, "a source sentence contains a line break", "Write a space.", mended=True
    ),
    Code.SOURCE_REPEATED: Meaning(
        _W,
        "a source sentence occurs more than once for its pair",
        "Keep one of the items, or change a sentence; on purpose, leave it.",
    ),
    Code.NEAR_DUPLICATE: Meaning(
        _W,
        "two items of a phenomenon have almost the same sentence, but not the same rules",
        "Give both items the better rules.",
    ),
    Code.ID_IN_TWO_FILES: Meaning(
        _W, "an item with this id and pair stands in another file, too", "Rename one before they are joined."
    ),
    Code.HIDDEN_CHARACTERS: Meaning(_W, "there are invisible characters", "Delete them.", mended=True),
    Code.MIXED_SCRIPTS: Meaning(
        _W, "a word mixes letters of two scripts that look alike", "Type the word again in one script."
    ),
    Code.PHENOMENON_SMALL: Meaning(
        _W, "a phenomenon has too few items for a figure", "Write more items, or be content with fewer."
    ),
    Code.PHENOMENON_UNUSED: Meaning(
        _W, "a phenomenon is described, but no item has it", "Correct its name, or delete the description."
    ),
    Code.NAME_SLIP: Meaning(
        _W, "two names of categories or phenomena differ by a typing slip", "Use one name.", mended=True
    ),
    Code.NAME_MISSPELT: Meaning(
        _W, "a word in the name of a category or phenomenon is misspelt", "Correct the name."
    ),
    Code.NAME_SPACES: Meaning(
        _W, "a name has white space at its ends, or runs of it", "Trim it.", mended=True
    ),
    Code.RULE_DOUBLED: Meaning(_I, "the same rule stands on one side twice", "Delete one.", mended=True),
    Code.PATTERN_NEGATES: Meaning(
        _I,
        "a pattern says what must not be there, and so matches almost any text",
        "Move the word to the other side.",
    ),
    Code.NEGATIVE_MATCHES_SOURCE: Meaning(
        _I,
        "a negative pattern matches the source sentence",
        "Right if it is meant to catch what was not translated; else narrow it.",
    ),
    Code.POSITIVE_MISSING: Meaning(
        _I, "an item has only negative rules, so nothing can pass", "Add a positive rule."
    ),
    Code.NEGATIVE_MISSING: Meaning(
        _I, "an item has only positive rules, so nothing can fail", "Add a negative rule."
    ),
    Code.GUIDELINE_MISSING: Meaning(
        _I, "a phenomenon has no guideline for annotators", "Write what passes and what fails."
    ),
}
MENDED = frozenset(code for code, meaning in MEANINGS.items() if meaning.mended)
_ORDER = {code: place for place, code in enumerate(MEANINGS)}


@dataclass(frozen=True)
class LintFinding:
    """One problem, or possible problem."""

    code: Code
    level: Severity
    file: str
    pair: str | None  # None where it concerns a whole file
    item: str | None  # its id; None where it concerns a category or phenomenon
    message: str
    evidence: str
    remedy: str


def finding(
    code: Code, file: str, item: Item | None, message: str, evidence: str = "", remedy: str = ""
) -> LintFinding:
    """A finding with the level and remedy of its code; `remedy` adds detail."""
    meaning = MEANINGS[code]
    pair, id_ = (str(item.pair), item.id) if item else (None, None)
    return LintFinding(code, meaning.level, file, pair, id_, message, evidence, remedy or meaning.remedy)


@dataclass(frozen=True)
class LintReport:
    """All findings in some files, the worst first."""

    files: tuple[str, ...]
    items: int
    min_items: int
    findings: tuple[LintFinding, ...]

    @cached_property
    def levels(self) -> dict[Severity, int]:
        """How many findings of each level."""
        counts = Counter(one.level for one in self.findings)
        return {level: counts[level] for level in Severity}

    @cached_property
    def counts(self) -> dict[Code, int]:
        """How many findings of each code that occurs, in order."""
        return dict(Counter(one.code for one in self.findings))

    def chosen(self, codes: Collection[Code], lowest: Severity = Severity.INFO) -> "LintReport":
        """Only findings with these codes, of this level or worse."""
        levels = list(Severity)
        shown = levels[: levels.index(lowest) + 1]
        return replace(
            self, findings=tuple(one for one in self.findings if one.code in codes and one.level in shown)
        )


def in_order(findings: list[LintFinding]) -> tuple[LintFinding, ...]:
    """By code, the worst first; within a code as they stand in the files."""
    return tuple(sorted(findings, key=lambda one: _ORDER[one.code]))
