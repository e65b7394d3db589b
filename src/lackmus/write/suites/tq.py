"""A suite as TQ-AutoTest's table: only fixed strings fit into it."""

import csv
import io

from lackmus.core.suites.suite import Draft, Item, Kind, Side
from lackmus.errors import LackmusError
from lackmus.write.suites.entries import extras_of, strings_of, worth_telling

_INSTEAD = "Use yaml, jsonl or dfki-json."


def table_of(
    suite: Draft, delimiter: str, head: tuple[str, ...], right: tuple[str, str], wrong: tuple[str, str]
) -> str:
    """The table, with as many translation columns as needed, at least two.

    `right` and `wrong` name the first two translation columns; further ones are numbered.
    """
    _refuse(suite)
    rows = [(item, _strings(item, Side.POSITIVE), _strings(item, Side.NEGATIVE)) for item in suite.items]
    rights = max(2, *(len(one) for _, one, _ in rows))
    wrongs = max(2, *(len(one) for _, _, one in rows))
    numbered = all(item.id == f"{number:04}" for number, item in enumerate(suite.items, start=1))
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\r\n")  # as in RFC 4180
    writer.writerow(
        [*([] if numbered else ["id"]), *head, *_columns(right, rights), *_columns(wrong, wrongs)]
    )
    for item, good, bad in rows:
        writer.writerow(
            [
                *([] if numbered else [item.id]),
                f"{item.pair.source}{item.pair.target}" if len(str(item.pair)) == 5 else str(item.pair),
                item.category,
                item.phenomenon,
                item.source,
                *good,
                *[""] * (rights - len(good)),
                *bad,
                *[""] * (wrongs - len(bad)),
            ]
        )
    return out.getvalue()


def _columns(names: tuple[str, str], count: int) -> list[str]:
    return [*names, *(f"{names[0]} {number}" for number in range(3, count + 1))]


def _strings(item: Item, side: Side) -> list[str]:
    return strings_of(item, side, Kind.FIXED)


def _refuse(suite: Draft) -> None:
    """Refuse content that the table has no column for."""
    if suite.error_types:
        label = suite.error_types[0].label
        raise LackmusError(f"TQ-AutoTest's table has no error types (“{label}”). {_INSTEAD}")
    told = worth_telling(suite)
    if told:
        kept = "guidelines" if told[0].guideline else "examples"
        what = kept if told[0].guideline or told[0].examples else "phenomena without items"
        raise LackmusError(f"TQ-AutoTest's table has no {what} ({told[0].name}). {_INSTEAD}")
    for item in suite.items:
        if any(rule.kind is Kind.PATTERN for rule in item.rules):
            raise LackmusError(f"TQ-AutoTest's table has no patterns (item {item.id} has one). {_INSTEAD}")
        extras = list(extras_of(item))
        if extras:
            raise LackmusError(f"TQ-AutoTest's table has no {extras[0]} (item {item.id} has one). {_INSTEAD}")
        if any(not rule.value for rule in item.rules):
            raise LackmusError(
                f"Item {item.id} has an empty fixed string, which is an empty cell here. Drop it."
            )
