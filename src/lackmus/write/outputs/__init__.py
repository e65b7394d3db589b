"""Write outputs in another format; what does not fit the format is refused."""

from collections.abc import Sequence
from pathlib import Path

from lackmus.core.outputs.outputs import HandIn
from lackmus.errors import LackmusError
from lackmus.plugins import PluginGroup, named
from lackmus.write.files import make_folder, write_file
from lackmus.write.formats import OutputWriter

_ENDINGS = {".parquet": "parquet", ".xml": "wmt-xml", ".jsonl": "jsonl"}  # all others make a folder


def outputs_format(asked: str | None, target: Path) -> str:
    """Return the requested format, otherwise the one of the file's ending."""
    form = asked or _ENDINGS.get(target.suffix.lower())
    if form is None:
        known = ", ".join(_ENDINGS)
        raise LackmusError(
            f"{target}: no format has this ending. Use {known}, or say which.",
            code="no-outputs-ending",
            file=str(target),
            endings=known,
        )
    return form


def write_outputs(hand_ins: Sequence[HandIn], form: str, target: Path) -> list[Path]:
    """Write outputs to a file, or into a folder if the format wants one; returns the files."""
    found: OutputWriter = named(PluginGroup.WRITE_OUTPUTS, form)
    if not any(hand_in.places for hand_in in hand_ins):
        raise LackmusError("There is no output of any item to write.")
    files = found.write(hand_ins)
    paths = {target / name: content for name, content in files.items()}
    if not found.NAMES_SYSTEMS:
        _refuse_other_files(target, list(paths))
    elif not target.is_dir():
        paths = {target: next(iter(files.values()))}
    for path, content in paths.items():
        make_folder(path.parent)
        write_file(path, content)
    return list(paths)


def unmarked(hand_ins: Sequence[HandIn], form: str) -> int:
    """How many marked outputs (verbose, refused) lose their mark in this format."""
    writer = named(PluginGroup.WRITE_OUTPUTS, form)
    if getattr(writer, "KEEPS_MARKS", False):
        return 0
    whole = getattr(writer, "KEEPS_DOCUMENTS", False)  # documents as they stood are marked when read again
    marked = (one for one in hand_ins if one.marks and not (whole and one.records))
    return sum(bool(one.marks[line]) for one in marked for _, line in one.places)


def unkept(hand_ins: Sequence[HandIn], form: str) -> list[str]:
    """The keys of documents that this format does not keep."""
    if getattr(named(PluginGroup.WRITE_OUTPUTS, form), "KEEPS_DOCUMENTS", False):
        return []
    written = {"doc_id", "hypothesis", "source"}
    return sorted({key for one in hand_ins for record in one.records for key in record} - written)


def _refuse_other_files(target: Path, paths: Sequence[Path]) -> None:
    """Refuse existing files: they would be read as outputs of another system."""
    if target.exists() and not target.is_dir():
        raise LackmusError(
            f"{target} is a file, and this format needs a folder.", "Name another one.", code="no-folder"
        )
    for folder in sorted({path.parent for path in paths}):
        there = sorted(path for path in folder.glob("[!.]*") if path.is_file())
        others = [path.name for path in there if path not in paths]
        if others:
            raise LackmusError(
                f"{folder} holds other files ({', '.join(others[:3])}{' …' if len(others) > 3 else ''}).",
                "Name a new folder.",
                code="folder-taken",
            )
