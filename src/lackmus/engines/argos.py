"""Packages of Argos Translate, run by CTranslate2 and SentencePiece without Argos itself.

Argos splits texts into sentences first. Here texts are not split: suites have one sentence per line.
"""

import lzma
import os
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from threading import Lock

from lackmus.core.base.pairs import Pair
from lackmus.core.engines.engine import About, Limits, Reply
from lackmus.engines.codes import Codes
from lackmus.engines.ctranslate2 import COMPUTE_TYPE, DEVICE, Converted
from lackmus.engines.errors import BadRequestError, PairNotOfferedError
from lackmus.engines.keys import Keys
from lackmus.engines.models import BATCH, MAX_LENGTH
from lackmus.engines.protocol import Engine
from lackmus.machine.files import files_in, fingerprint
from lackmus.machine.options import Option
from lackmus.machine.packages import MissingPartError, settings_in, version_of

_LARGEST = 4 * 2**30  # unpacked bytes of a package at most
_MOST_FILES = 10_000  # in a package; those of Argos have some dozens
_OWN = {"pb": "pt-BR", "zt": "zh-Hant"}  # Argos codes that are no language tags
_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    OSError,
    RuntimeError,
    ValueError,
)
_NEEDED = ("metadata.json", "sentencepiece.model", "model/model.bin")


class Argos(Engine):
    """Translates with a package: a file, a folder, or one of those that Argos has installed."""

    LABEL = "Argos"
    ABOUT = "reads packages of Argos Translate on this machine (Argos itself is not needed)"
    OPTIONS = (
        Option(
            "package",
            "an .argosmodel file or the folder of a package; without it, the one for the pair that Argos has",
            trusted=True,
        ),
        Option("beams", "width of the beam search", "4"),  # Argos' default
        MAX_LENGTH,
        BATCH,
        COMPUTE_TYPE,
        DEVICE,
    )

    def __init__(self, options: Mapping[str, str], keys: Keys) -> None:
        super().__init__(options, keys)
        self._lock = Lock()
        self._unpacked: TemporaryDirectory[str] | None = None
        self._models: dict[Path, Converted] = {}
        self._content: dict[str, str] = {}

    def about(self, pair: Pair) -> About:
        """What the package's own description says."""
        package = self._package(pair)
        told = settings_in(package / "metadata.json")
        self._content = {"package": _content(package)}
        return About(
            model=f"{told.get('from_code')}-{told.get('to_code')}",
            version=str(told.get("package_version", "")),
            limits=Limits(texts=32, in_flight=1),
            notes={**self._content, "library": version_of("ctranslate2", "argos")},
        )

    def identity(self) -> Mapping[str, str]:
        """Options and the fingerprint of the package (set by `about`), not its path."""
        return {**super().identity(), **self._content}

    def translate(self, sources: Sequence[str], pair: Pair) -> list[Reply]:
        """Translate with the search settings of Argos."""
        package = self._package(pair)
        with self._lock:
            if package not in self._models:
                pieces = package / "sentencepiece.model"
                self._models[package] = Converted(package / "model", pieces, pieces, self.options, "argos")
            model = self._models[package]
        first = str(settings_in(package / "metadata.json").get("target_prefix") or "")
        return model.translate(sources, (), (), first, length_penalty=0.2, replace_unknowns=True)

    def _package(self, pair: Pair) -> Path:
        """The folder of the package for a pair."""
        if not self.options["package"]:
            return _installed(pair)
        package = self._named
        told = settings_in(package / "metadata.json")
        if not _fits(told, pair):
            raise PairNotOfferedError(
                f"{self.options['package']} translates {told.get('from_code')} into {told.get('to_code')}, "
                f"not {pair.source} into {pair.target}.",
                "Choose another package.",
            )
        return package

    @cached_property
    def _named(self) -> Path:
        where = Path(self.options["package"]).expanduser()
        if where.is_file():
            self._unpacked = TemporaryDirectory(prefix="lackmus-argos-")
            where = _unpack(where, Path(self._unpacked.name))
        if not where.is_dir():
            raise MissingPartError(f"{where} is neither a package of Argos nor the folder of one.")
        missing = [name for name in _NEEDED if not (where / name).is_file()]
        if missing == ["sentencepiece.model"] and (where / "bpe.model").is_file():
            raise BadRequestError(f"{where} has pieces of words by BPE, which only Argos itself can read.")
        if missing:
            raise MissingPartError(f"{where} is no package of Argos: there is no {missing[0]} in it.")
        return where

    def close(self) -> None:
        """Release models and unpacked files."""
        for model in self._models.values():
            model.close()
        self._models.clear()
        self.__dict__.pop("_named", None)
        if self._unpacked is not None:
            self._unpacked.cleanup()
            self._unpacked = None


def _folders() -> Iterator[Path]:
    """Where Argos keeps its packages: by its variables, otherwise in the user's data folder."""
    said = os.environ.get("ARGOS_PACKAGES_DIR") or os.environ.get("ARGOS_TRANSLATE_PACKAGES_DIR")
    data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    folder = Path(said) if said else data / "argos-translate" / "packages"
    if folder.is_dir():
        yield from sorted(one for one in folder.iterdir() if (one / "metadata.json").is_file())


def _installed(pair: Pair) -> Path:
    offered = []
    for package in _folders():
        told = settings_in(package / "metadata.json")
        if not all((package / name).is_file() for name in _NEEDED):
            continue
        if _fits(told, pair):
            return package
        offered.append(f"{told.get('from_code')}-{told.get('to_code')}")
    there = f"It has {', '.join(sorted(offered))}." if offered else "It has none that can be read."
    raise PairNotOfferedError(
        f"Argos has no package for {pair} on this machine. {there}",
        code="no-argos-package",
    )


def _fits(told: Mapping[str, object], pair: Pair) -> bool:
    source, target = Codes([str(told.get("from_code"))], _OWN), Codes([str(told.get("to_code"))], _OWN)
    return source.source(pair.source) is not None and target.target(pair.target) is not None


def _content(package: Path) -> str:
    """The fingerprint of the package, without data for sentence splitting, which is not used."""
    files = files_in(package)
    return fingerprint({name: path for name, path in files.items() if not name.startswith("stanza/")})


def _unpack(file: Path, folder: Path) -> Path:
    """Unpack the one folder of a package; files with unsafe paths or too large are refused."""
    try:
        with zipfile.ZipFile(file) as packed:
            inside = packed.infolist()
            for one in inside:
                path = PurePosixPath(one.filename.replace("\\", "/"))
                if path.is_absolute() or ".." in path.parts or ":" in "".join(path.parts[:1]):
                    raise BadRequestError(
                        f"{file}: it wants to write outside of its folder ({one.filename})."
                    )
            if len(inside) > _MOST_FILES:
                raise BadRequestError(f"{file} has {len(inside):,} files, more than {_MOST_FILES:,}.")
            # No file unpacks to more than its entry declares: the rest is not read, and its checksum fails.
            if sum(one.file_size for one in inside) > _LARGEST:
                raise BadRequestError(f"{file} has more than {_LARGEST // 2**30} GB when it is unpacked.")
            packed.extractall(folder)  # creates no links: a link in the package becomes a file
    except _DAMAGE as problem:
        raise MissingPartError(f"{file}: it is no package of Argos ({problem}).") from None
    found = [one for one in (folder, *sorted(folder.iterdir())) if (one / "metadata.json").is_file()]
    if not found:
        raise MissingPartError(f"{file}: it is no package of Argos (there is no metadata.json in it).")
    return found[0]
