"""What engines with a model in a folder share: opening it, and what it says of itself."""

import json
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from lackmus.core.engines import Mark, Reply
from lackmus.core.pairs import Pair
from lackmus.engines.errors import MissingPartError, PairNotOfferedError
from lackmus.engines.protocol import Option

MODEL = Option("model", "folder of the model", required=True, trusted=True)
SOURCE_CODE = Option("source_code", "the source language as a model of many languages writes it, eng_Latn")
TARGET_CODE = Option("target_code", "the target language as a model of many languages writes it, spa_Latn")
MAX_LENGTH = Option("max_length", "most pieces of words in a translation", "256")
# Sentences that are computed together are padded to one length. That changes the last digits of all numbers
# and, now and then, a word; alone they always come out the same.
BATCH = Option("batch", "sentences computed at a time; more are quicker, and may change a word", "1")


def needed(module: str, package: str, extra: str) -> Any:
    """A package that only this engine needs."""
    try:
        return import_module(module)
    except ImportError:
        raise MissingPartError.package(package, extra) from None


def version_of(package: str, extra: str) -> str:
    """A package by name and version, without loading it."""
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        raise MissingPartError.package(package, extra) from None


def folder_of(written: str, *needs: str) -> Path:
    """The folder of a model, with the files that it must have."""
    folder = Path(written).expanduser()
    if not folder.is_dir():
        raise MissingPartError(
            f"{written} is no folder.", "Name the folder of a model: --option model=FOLDER."
        )
    for name in needs:
        if not (folder / name).is_file():
            raise MissingPartError(f"{written} holds no model of this kind: there is no {name} in it.")
    return folder


def settings_in(file: Path) -> dict[str, Any]:
    """A file of settings that comes with a model; none where there is no such file."""
    if not file.is_file():
        return {}
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise MissingPartError(f"{file}: it cannot be read ({problem}).") from None
    return found if isinstance(found, dict) else {}


def refuse_other_languages(label: str, pair: Pair, source: object, target: object) -> None:
    """A model that tells its languages is not used for others: it would write nonsense in silence."""
    for asked, own in ((pair.source, source), (pair.target, target)):
        known = _language(own)
        if known and known != _language(asked):
            raise PairNotOfferedError(
                f"{label} translates {source} into {target}, not {pair.source} into {pair.target}.",
                "Choose another model.",
            )


def _language(code: object) -> str | None:
    """A language by its three letters, or None where a code stands for several or for none."""
    from langcodes import Language
    from langcodes.tag_parser import LanguageTagError

    if not isinstance(code, str) or not code:
        return None
    try:
        language = Language.get(code)
        return language.to_alpha3() if language.is_valid() else None
    except (LanguageTagError, LookupError):
        return None


def answered(text: str, pieces: int, most: int) -> Reply:
    """A translation; one that had to be cut off ran away, and whoever reviews it should know."""
    return Reply(text.strip(), mark=Mark.VERBOSE if pieces >= most else None)
