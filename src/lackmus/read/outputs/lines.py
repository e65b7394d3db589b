"""Outputs line by line beside a source file, the system named by the file."""

from collections.abc import Sequence
from pathlib import Path

from lackmus.core.outputs.outputs import HandIn
from lackmus.core.suites.suite import Suite
from lackmus.errors import LackmusError
from lackmus.read.files import File
from lackmus.read.formats import ReadOptions
from lackmus.read.sentences import SourceLines

FITS = "one translation per line, with the source file beside them"
NAMES_SYSTEMS = False
ANY_TEXT = True


def recognises(file: File, asked: ReadOptions) -> bool:
    """Any text, if the user has named its source."""
    return asked.source is not None and not file.path.is_dir()


def read(file: File, system: str, suite: Suite, asked: ReadOptions) -> Sequence[HandIn]:
    """One system's translations of the lines of the source; every repeat of a sentence is kept."""
    if asked.beside is None:
        raise LackmusError(
            f"{file.path}: lines are translations of a source file.",
            code="source-missing",
        )
    return [beside(file.path, system, suite, asked.beside)]


def beside(
    path: Path, system: str, suite: Suite, source: SourceLines, documents: list[str] | None = None
) -> HandIn:
    """A file of translations and its source; both must have the same number of lines."""
    documents = documents or []
    places, texts = source.places(suite, documents), File(path).lines
    lines, notes = source.lines, []
    if source.rows is not None:
        chosen = source.chosen(suite)
        notes = list(chosen.notes)
        if len(texts) != len(lines) and len(texts) == sum(chosen.kept):
            lines, places = source.kept_lines(suite)
    if len(texts) != len(lines):
        raise LackmusError(
            f"{path} has {len(texts):,} lines, but {source.path.name} has {len(source.lines):,}. "
            "Each line must be the translation of the same line of the source."
        )
    return HandIn(system, path.name, lines, texts, places, documents, notes=notes)
