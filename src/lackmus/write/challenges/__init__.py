"""A challenge -> a file or a folder, one module a format; whole or not at all."""

import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from lackmus.core.challenges.challenge import ChallengeSet
from lackmus.errors import LackmusError
from lackmus.plugins import PluginGroup, by_ending, named
from lackmus.write.files import make_folder, write_file
from lackmus.write.formats import ChallengeWriter


def challenge_format(form: str | None, target: Path) -> str:
    """The requested format, otherwise the one of the file's ending."""
    if form is None:
        return by_ending(PluginGroup.WRITE_CHALLENGE, target, "to")
    named(PluginGroup.WRITE_CHALLENGE, form, "to")  # an unknown name is an error that lists the known ones
    return form


def write_challenge(challenge: ChallengeSet, form: str, target: Path) -> list[Path]:
    """Write a challenge to a file, or into a new folder if the format wants one; returns the files."""
    found: ChallengeWriter = named(PluginGroup.WRITE_CHALLENGE, form)
    if challenge.tuples.is_empty():
        raise LackmusError(f"{challenge.name} has no tuples to write.")
    refuse_single(challenge, form)
    if found.FOLDER:
        files = found.write(challenge)
        _write_folder(target, files)
        return [target / name for name in files]
    write_file(target, found.write(challenge)[""])
    return [target]


def refuse_single(challenge: ChallengeSet, form: str) -> None:
    """Refuse single texts in a format of pairs."""
    if challenge.single and form != "jsonl":
        raise LackmusError(
            f"{challenge.name} is an error-free challenge, of single texts, and {form} holds pairs. "
            "Use another format: jsonl."
        )


def _refuse_old(target: Path) -> None:
    """Refuse existing files: they would mix with this challenge, or an issued key would be lost."""
    if target.exists() and not target.is_dir():
        raise LackmusError(
            f"{target} is a file, and this format needs a folder.", "Name another one.", code="no-folder"
        )
    if target.is_dir() and any(target.iterdir()):
        raise LackmusError(f"{target} holds files already.", "Name a new folder.", code="folder-taken")


def _write_folder(target: Path, files: Mapping[str, str | bytes]) -> None:
    """Write all files beside the target, then rename: an existing folder is always complete."""
    beside: Path | None = None
    try:
        _refuse_old(target)
        target = target.resolve()
        make_folder(target.parent)
        beside = Path(tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part"))
        inner = beside / "folder"  # with usual permissions; the folder of mkdtemp is private
        for name, content in files.items():
            make_folder((inner / name).parent)
            write_file(inner / name, content)
        inner.replace(target)
    except OSError as problem:
        raise LackmusError(
            f"{target} cannot be written ({problem.strerror or problem}).",
            "Choose another place.",
            code="unwritable",
        ) from None
    finally:
        if beside is not None:
            shutil.rmtree(beside, ignore_errors=True)
