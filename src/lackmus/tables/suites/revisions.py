"""A revision as tables: what would be added, changed and retired, before the import."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from lackmus.core.base.plurals import counted
from lackmus.core.base.signatures import signature
from lackmus.core.suites.revisions import ItemRevision, SuiteRevision
from lackmus.core.suites.suite import Item, Kind, Rule
from lackmus.tables.table import Cell, Column, Row, Table, Unit, Value

MOST_ROWS = 50
_LONGEST = 200  # characters of a cell: enough to recognise a rule


def revision_tables(revision: SuiteRevision, most: int | None = MOST_ROWS) -> list[Table]:
    """The counts, then all affected items and rules, at most `most` rows per table."""
    made = signature({"import": revision.suite, "items": _items(revision)})
    counts = [(what, many) for what, many in revision.counts.items() if many]
    tables = [
        Table(
            f"{revision.suite}: what importing it changes",
            (Column("What"), Column("Number", Unit.COUNT)),
            _rows(counts),
            made,
            (revision.summary, *revision.notes),
        )
    ]
    described = ("Item", "Category", "Phenomenon", "Sentence")
    changes = [change for one in revision.changed for change in _changes(one)]
    guidelines = [
        (one.category, one.phenomenon, one.before or None, one.after or None) for one in revision.guidelines
    ]
    examples = [
        (one.category, one.phenomenon, done, shown.verdict, shown.translation)
        for one in revision.examples
        for done, some, others in (("retired", one.before, one.after), ("added", one.after, one.before))
        for shown in some
        if shown not in others
    ]
    renamed = revision.error_types
    error_types = [
        (str(one), done, one.label)
        for done, some, others in (
            (("retired", renamed.before, renamed.after), ("added", renamed.after, renamed.before))
            if renamed
            else ()
        )
        for one in some
        if one not in others
    ]
    for title, columns, rows in (
        ("Items added", described, [_described(item) for item in revision.added]),
        ("Items changed", ("Item", "What", "Before", "After"), changes),
        ("Items retired", described, [_described(item) for item in revision.retired]),
        ("Guidelines", ("Category", "Phenomenon", "Before", "After"), guidelines),
        ("Examples", ("Category", "Phenomenon", "What", "Verdict", "Translation"), examples),
        ("Error types", ("Of", "What", "Label"), error_types),
    ):
        if rows:
            more = 0 if most is None else len(rows) - most
            tables.append(
                Table(
                    f"{revision.suite}: {title.lower()}",
                    tuple(map(Column, columns)),
                    _rows(rows if most is None else rows[:most]),
                    made,
                    (f"{counted(more, 'more row is', 'more rows are')} not shown.",) if more > 0 else (),
                )
            )
    return tables


def revision_values(revision: SuiteRevision) -> dict[str, Any]:
    """The whole revision as plain values."""
    return {
        "counts": revision.counts,
        "summary": revision.summary,
        "notes": list(revision.notes),
        "added": [item.key for item in revision.added],
        "changed": [
            {
                "item": one.key,
                "fields": [asdict(field) for field in one.fields],
                "edited": [asdict(edit) for edit in one.edited],
                "added": [asdict(rule) for rule in one.added],
                "retired": [asdict(rule) for rule in one.retired],
            }
            for one in revision.changed
        ],
        "retired": [item.key for item in revision.retired],
        "guidelines": [asdict(one) for one in revision.guidelines],
        "examples": [asdict(one) for one in revision.examples],
        "error_types": None if revision.error_types is None else asdict(revision.error_types),
    }


def _items(revision: SuiteRevision) -> int:
    return len(revision.added) + len(revision.changed) + len(revision.retired)


def _rows(rows: Sequence[tuple[Value, ...]]) -> tuple[Row, ...]:
    return tuple(Row(tuple(Cell(_short(value)) for value in row)) for row in rows)


def _short(value: Value) -> Value:
    if not isinstance(value, str):
        return value
    return value if len(value) <= _LONGEST else f"{value[: _LONGEST - 1]}…"


def _described(item: Item) -> tuple[Value, ...]:
    return item.key, item.category, item.phenomenon, item.source


def _changes(one: ItemRevision) -> list[tuple[Value, ...]]:
    """Changed fields first, then rules; a missing value is a dash."""
    return [
        *((one.key, change.field, _said(change.before), _said(change.after)) for change in one.fields),
        *((one.key, _noun(edit.new), edit.old.value, edit.new.value) for edit in one.edited),
        *((one.key, _noun(rule), rule.value, None) for rule in one.retired),
        *((one.key, _noun(rule), None, rule.value) for rule in one.added),
    ]


def _noun(rule: Rule) -> str:
    return f"{rule.side} {'pattern' if rule.kind is Kind.PATTERN else 'fixed string'}"


def _said(value: object) -> Value:
    """A field as text."""
    match value:
        case bool():
            return "yes" if value else "no"
        case tuple():
            return ", ".join(map(str, value)) or None
        case _:
            return None if value in (None, "") else str(value)
