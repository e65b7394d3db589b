"""A challenge -> a file or a folder, one module a format; whole or not at all."""

import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from lackmus.core.challenges.challenge import Challenge
from lackmus.errors import LackmusError
from lackmus.plugins import Door, by_ending, named
from lackmus.write.files import make_folder, write_file
from lackmus.write.formats import ChallengeFormat


def challenge_format(form: str | None, target: Path) -> str:
    """The name of the format that was asked for, else the one that the file's ending stands for."""
    if form is None:
        return by_ending(Door.WRITE_CHALLENGE, target, "--to")
    named(Door.WRITE_CHALLENGE, form, "--to")  # says which there are
    return form


def write_challenge(challenge: Challenge, form: str, target: Path) -> list[Path]:
    """Write a challenge to a file, or into a new folder if the format wants one; returns the files."""
    found: ChallengeFormat = named(Door.WRITE_CHALLENGE, form)
    if challenge.tuples.is_empty():
        raise LackmusError(f"{challenge.name} has no tuples to write.")
    if found.FOLDER:
        files = found.write(challenge)
        _write_folder(target, files)
        return [target / name for name in files]
    write_file(target, found.write(challenge)[""])
    return [target]


def _refuse_old(target: Path) -> None:
    """Files of another challenge would be taken for this one's, and the key of handed-out files be lost."""
    if target.exists() and not target.is_dir():
        raise LackmusError(f"{target} is a file, and this format needs a folder. Name another one with -o.")
    if target.is_dir() and any(target.iterdir()):
        raise LackmusError(f"{target} holds files already. Name a new folder with -o.")


def _write_folder(target: Path, files: Mapping[str, str | bytes]) -> None:
    """All files beside the target first, then renamed: a folder that is there is complete."""
    beside: Path | None = None
    try:
        _refuse_old(target)
        target = target.resolve()
        make_folder(target.parent)
        beside = Path(tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part"))
        inner = beside / "folder"  # made as any folder is; mkdtemp's own is closed to everybody else
        for name, content in files.items():
            make_folder((inner / name).parent)
            write_file(inner / name, content)
        inner.replace(target)
    except OSError as problem:
        raise LackmusError(
            f"{target} cannot be written ({problem.strerror or problem}). Choose another place with -o."
        ) from None
    finally:
        if beside is not None:
            shutil.rmtree(beside, ignore_errors=True)
