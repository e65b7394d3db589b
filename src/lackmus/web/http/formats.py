"""Readable names of formats; URLs and command lines use the short ones."""

from collections.abc import Iterable

_NAMES = {
    "aces-tsv": "ACES TSV",
    "blind": "Blind files",
    "dataset": "Data set",
    "dfki-json": "DFKI JSON",
    "jsonl": "JSON Lines",
    "latex": "LaTeX",
    "lines": "Plain lines",
    "mtme": "mt-metrics-eval",
    "tq-csv": "TQ-AutoTest CSV",
    "tq-tsv": "TQ-AutoTest TSV",
    "wmt": "WMT hand-in",
    "wmt-xml": "WMT XML",
}
_SHORT = 4  # letters: shorter names are abbreviations, such as CSV, JSON, SVG


def format_named(name: str) -> str:
    """The readable name of a format, also of plug-ins."""
    return _NAMES.get(name) or (name.upper() if len(name) <= _SHORT else name.capitalize())


def formats_named(names: Iterable[str]) -> dict[str, str]:
    """Formats with their names, for a choice."""
    return {name: format_named(name) for name in names}
