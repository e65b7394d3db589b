"""What formats are called: people read names, addresses and command lines the short words."""

from collections.abc import Iterable

_NAMES = {
    "aces-tsv": "ACES TSV",
    "blind": "Blind files",
    "dfki-json": "DFKI JSON",
    "jsonl": "JSON Lines",
    "latex": "LaTeX",
    "lines": "Plain lines",
    "mtme": "mt-metrics-eval",
    "tq-csv": "TQ-AutoTest CSV",
    "tq-tsv": "TQ-AutoTest TSV",
    "wmt-xml": "WMT XML",
}
_SHORT = 4  # letters: what has no more is an abbreviation, such as CSV, JSON, SVG


def format_named(name: str) -> str:
    """The name of a format, whoever brought it."""
    return _NAMES.get(name) or (name.upper() if len(name) <= _SHORT else name.capitalize())


def formats_named(names: Iterable[str]) -> dict[str, str]:
    """Formats with their names, for a choice."""
    return {name: format_named(name) for name in names}
