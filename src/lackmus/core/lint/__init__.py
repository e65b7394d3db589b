"""Lint: find what is wrong with a suite before it is used."""

from collections.abc import Mapping

from lackmus.core.lint.fixing import fix
from lackmus.core.lint.items import item_findings
from lackmus.core.lint.names import name_findings
from lackmus.core.lint.rules import Ready, rule_findings
from lackmus.core.lint.sentences import sentence_findings
from lackmus.core.rules.patterns import TimeLeft, always
from lackmus.core.suites.lint_findings import (
    MEANINGS,
    MENDED,
    Code,
    LintFinding,
    LintReport,
    Meaning,
    Severity,
    in_order,
)
from lackmus.core.suites.suite import Draft, Item

MIN_ITEMS = 5
Seen = dict[tuple[str, Item], tuple[LintFinding, ...]]  # what was found in an item, by file and item

__all__ = [
    "MEANINGS",
    "MENDED",
    "MIN_ITEMS",
    "Code",
    "LintFinding",
    "LintReport",
    "Meaning",
    "Seen",
    "Severity",
    "fix",
    "lint",
]


def lint(
    drafts: Mapping[str, Draft],
    min_items: int = MIN_ITEMS,
    seen: Seen | None = None,
    patient: TimeLeft = always,
) -> LintReport:
    """Check the suites in some files, by file name; names and sources are compared across files.

    `seen` keeps the findings of single items, so that a second run checks only changed ones. Raises
    NoTimeLeft when `patient` runs out.
    """
    ready = Ready(patient)
    seen = {} if seen is None else seen
    found: list[LintFinding] = []
    for file, draft in drafts.items():
        for item in draft.items:
            known = seen.get((file, item))
            if known is None:
                known = (*rule_findings(file, item, ready), *sentence_findings(file, item))
                seen[file, item] = known
            found += known
    found += item_findings(drafts, min_items)
    found += name_findings(drafts)
    items = sum(len(draft.items) for draft in drafts.values())
    return LintReport(tuple(drafts), items, min_items, in_order(found))
