"""Apertium by its own command: rules and dictionaries of this machine, no network, free.

Every sentence is one run. Several in one run would be faster but not independent: Apertium's tagger learns
from rare words, and rules cross line ends.
"""

import os
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from lackmus.core.base.pairs import Pair
from lackmus.core.base.texts import one_line
from lackmus.core.engines.engine import About, Limits
from lackmus.engines.apertium_apy import spellings
from lackmus.engines.errors import BadReplyError, BadRequestError, PairNotOfferedError, UnreachableError
from lackmus.engines.keys import Keys
from lackmus.engines.protocol import Engine
from lackmus.errors import LackmusError
from lackmus.machine.files import fingerprint, read_small_bytes, why_unread
from lackmus.machine.options import Option, number
from lackmus.machine.packages import MissingPartError
from lackmus.machine.programs import Programs, timeout_option

_SHOWN = 20  # names in a message
_NEEDED = re.compile(r"PATH|HOME|TMPDIR|LANG|LC_(?!ALL)\w+|LD_LIBRARY_PATH|PYTHON\w+|APERTIUM\w*")
_DATA = "/usr/share/apertium"  # the program's default


class Apertium(Engine):
    """Runs `apertium`. It uses no context, so lines of a document are translated one by one."""

    LABEL = "Apertium"
    ABOUT = "Apertium on this machine, by its command: rule-based, offline, free"
    OPTIONS = (
        Option("mode", "name of an Apertium mode, such as eng-spa; without it the pair says which"),
        Option("mark_unknown", "put * before words that Apertium does not know", "no", ("no", "yes")),
        Option("data", "folder with other data of Apertium than the usual", trusted=True),
        timeout_option("120"),
    )
    KEEPS_LINES = True

    def __init__(self, options: Mapping[str, str], keys: Keys) -> None:
        super().__init__(options, keys)
        if options["mode"] and not re.fullmatch(r"\w[\w.@-]*", options["mode"]):
            raise LackmusError(f"mode cannot be {options['mode']}. Write it like eng-spa.", argument="option")
        # It must not see keys. It chooses a locale with UTF-8, which LC_ALL would override.
        environment = {name: value for name, value in os.environ.items() if _NEEDED.fullmatch(name)}
        self._programs = Programs(
            self.LABEL, number(options, "timeout", 3600), environment, UnreachableError, BadReplyError
        )
        self._content: dict[str, str] = {}  # of a mode: the fingerprint of its data

    def about(self, pair: Pair) -> About:
        """Program, mode and data."""
        mode = self._mode(pair)
        self._content = {"mode": mode, "data": fingerprint(self._files(mode))}
        return About(
            model=mode,
            version=self._version,
            limits=Limits(texts=1, in_flight=min(4, os.cpu_count() or 1)),
            notes={
                "data": self._content["data"],
                "licence": "Apertium and its data are free software (GNU GPL)",
            },
        )

    def identity(self) -> Mapping[str, str]:
        """Options, the program's version and the fingerprint of its data (set by `about`)."""
        return {**super().identity(), "apertium": self._version, **self._content}

    def translate(self, sources: Sequence[str], pair: Pair) -> list[str]:
        """A run for every line."""
        mode = self._mode(pair)
        return ["\n".join(self._line(line, mode) for line in source.split("\n")) for source in sources]

    def _line(self, line: str, mode: str) -> str:
        if not line.strip():
            return ""
        unmarked = [] if self.options["mark_unknown"] == "yes" else ["-u"]
        said = self._run("-f", "txt", *unmarked, mode, sent=one_line(line))
        translated = said.strip()  # a dropped Spanish pronoun leaves its space
        if "\n" in translated:
            lines = translated.count("\n") + 1
            raise BadReplyError(f"{self.LABEL} was given one line and answered with {lines}.")
        return translated

    def _run(self, *words: str, sent: str = "") -> str:
        program = shutil.which("apertium")
        if program is None:
            raise MissingPartError(
                "There is no program apertium on this machine. Install it "
                "(on Debian or Ubuntu: apt-get install apertium apertium-eng-spa)."
            )
        where = ["-d", self.options["data"]] if self.options["data"] else []
        said = self._programs.run([program, *where, *words], sent.encode("utf-8", "replace"))
        try:
            return said.decode("utf-8")
        except UnicodeDecodeError:
            raise BadReplyError(f"{self.LABEL} said something that is no UTF-8.") from None

    @cached_property
    def _version(self) -> str:
        return self._run("-V").strip().removeprefix("Apertium ")

    @cached_property
    def _modes(self) -> list[str]:
        return [line.strip() for line in self._run("-l").splitlines() if line.strip()]

    def _mode(self, pair: Pair) -> str:
        asked = self.options["mode"]
        there = ", ".join(self._modes[:_SHOWN]) + (", …" if len(self._modes) > _SHOWN else "")
        if asked:
            if asked not in self._modes:
                raise BadRequestError(f"{self.LABEL} has no mode {asked}. It has {there}.")
            return asked
        for mode in _names(pair):
            if mode in self._modes:
                return mode
        raise PairNotOfferedError(
            f"{self.LABEL} on this machine does not translate {pair}. It has {there}.",
            code="no-apertium-package",
        )

    def _files(self, mode: str) -> dict[str, Path]:
        """The files of a mode by name: a mode is a command line with quoted file names."""
        folder = Path(self.options["data"] or os.environ.get("APERTIUM_DATADIR") or _DATA)
        file = folder / "modes" / f"{mode}.mode"
        if not file.is_file():  # programs built with another prefix do not say where their files are
            return {}
        try:
            commands = read_small_bytes(file).decode(errors="replace")
        except (OSError, ValueError) as problem:
            raise MissingPartError(f"{file}: it cannot be read ({why_unread(problem)}).") from None
        read = [Path(path) for path in re.findall(r"'([^']+)'", commands)]
        found = [path for path in [file, *read] if path.is_file()]
        return {f"{place} {path.name}": path for place, path in enumerate(found)}  # names may repeat

    def close(self) -> None:
        """End running programs."""
        self._programs.close()


def _names(pair: Pair) -> Iterator[str]:
    """Possible names of modes for a pair, those of a variety first."""
    for source in spellings(pair.source):
        for target in spellings(pair.target):
            yield f"{source}-{target}"
