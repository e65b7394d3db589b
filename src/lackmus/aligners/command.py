"""Any command as an aligner: sentences in, Pharaoh lines out."""

import re
import shlex
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from lackmus.aligners.protocol import Aligner, Progress, Words, silent
from lackmus.core.base.plurals import counted
from lackmus.core.base.signatures import signature
from lackmus.core.trees.links import Alignment, LinkError, Rows, bounds, from_pharaoh, in_order, ready
from lackmus.errors import LackmusError
from lackmus.machine.files import read_small_bytes, why_unread
from lackmus.machine.options import Option, number, whole
from lackmus.machine.packages import MissingPartError
from lackmus.machine.programs import Programs, timeout_option

_INPUT, _SOURCE, _TARGET = "{input}", "{source}", "{target}"
_FORWARD, _REVERSE = "{forward}", "{reverse}"
_FILES = (_INPUT, _SOURCE, _TARGET, _FORWARD, _REVERSE)
_MOST_LINKS = 512 * 2**20  # bytes of links, as for millions of sentences
_BETWEEN = "|||"  # separates the two sides of a line
_GAPS = re.compile(r"[\s\x00-\x1f\x7f]+")
_SHAPE = "It must write a line for each pair, such as 0-0 1-2, and an empty one where there are no links."


class Command(Aligner):
    """Runs a command for all pairs, without a shell; words keep their case.

    It reads lines `source ||| target`, or files whose names replace {input}, {source} and {target} in the
    command. It prints its links, or writes them to {forward}. It runs again with the sides exchanged, unless
    it also writes {reverse}, or its links are final.
    """

    LABEL = "The command"
    ABOUT = "any command of this machine that writes Pharaoh lines, such as eflomal or fast_align"
    OPTIONS = (
        Option(
            "cmd",
            "the command; {source}, {target} or {input} are files for it, {forward} and {reverse} its own",
            required=True,
            trusted=True,
        ),
        Option("symmetric", "whether its links are final, so that one run is enough", "no", ("yes", "no")),
        Option("longest", "words a sentence may have; a pair with a longer one gets no links", "1000"),
        Option("version", "which version of it this is, in your own words: another one aligns anew"),
        timeout_option("3600"),
    )

    def __init__(self, options: Mapping[str, str]) -> None:
        super().__init__(options)
        try:
            self._words = shlex.split(options["cmd"])
        except ValueError as problem:
            raise LackmusError(f"cmd cannot be read ({problem}).", argument="aligner") from None
        if not self._words:
            raise LackmusError("cmd is empty.", argument="aligner")
        self._final = options["symmetric"] == "yes"
        self._files = {one for one in _FILES if any(one in word for word in self._words)}
        _check(self._files, self._final)
        self._longest = whole(options, "longest", 1, 1_000_000, said_in="aligner")
        seconds = number(options, "timeout", 604_800, said_in="aligner")
        self._programs = Programs(self.LABEL, seconds, said_in="aligner")
        program = self._words[0]
        if shutil.which(program) is None:
            raise MissingPartError(f"There is no program {program} on this machine.", "Is its name right?")

    def signature(self) -> str:
        """The program and the version given by the user; other words may hold paths and secrets."""
        return signature({"aligner": Path(self._words[0]).name, "its": self.options["version"]})

    def identity(self) -> Mapping[str, str]:
        """All words of the command, and the version given by the user."""
        return {name: self.options[name] for name in ("cmd", "symmetric", "longest", "version")}

    def skips(self, source: int, target: int) -> bool:
        """Whether a line is too long; programs fail on such lines."""
        return max(source, target) > self._longest

    def align(
        self, source: Sequence[Words], target: Sequence[Words], progress: Progress = silent
    ) -> Alignment:
        """One run, or one for each direction. Pairs with an empty side are not sent."""
        sent = [
            place
            for place, (one, other) in enumerate(zip(source, target, strict=True))
            if one and other and not self.skips(len(one), len(other))
        ]
        left, right = _SentLines.of(source, sent), _SentLines.of(target, sent)
        if not sent:
            return ready(left.bounds, right.bounds, np.empty((0, 2), np.int64))
        runs = 1 if self._final or _REVERSE in self._files else 2
        progress("Aligning", 0, runs)
        found = self._run(left, right, sent)
        if runs == 2:
            progress("Aligning", 1, runs)
            (exchanged,) = self._run(right, left, sent)
            found.append(in_order(np.flip(exchanged, axis=1)))
        progress("Aligning", runs, runs)
        return Alignment(left.bounds, right.bounds, found[0], found[-1])

    def _run(self, first: "_SentLines", second: "_SentLines", sent: Sequence[int]) -> list[Rows]:
        """The links of one run, in one direction or in both."""
        both = [f"{one} {_BETWEEN} {other}" for one, other in zip(first.lines, second.lines, strict=True)]
        with TemporaryDirectory(prefix="lackmus-") as folder:
            paths = {one: Path(folder, one.strip("{}")) for one in self._files}
            given = {_INPUT: both, _SOURCE: first.lines, _TARGET: second.lines}
            read = given.keys() & paths.keys()
            for name in read:
                paths[name].write_bytes(_bytes(given[name]))
            words = [_filled(word, paths) for word in self._words]
            said = self._programs.run(
                words, b"" if read else _bytes(both), speaks=_FORWARD not in self._files
            )
            answers = [_written(paths[name]) for name in (_FORWARD, _REVERSE) if name in paths] or [said]
        return [self._links(answer, first.bounds, second.bounds, sent) for answer in answers]

    def _links(self, answer: bytes, first: Rows, second: Rows, sent: Sequence[int]) -> Rows:
        """The links of an answer, for all pairs."""
        answered = answer.decode("utf-8", "replace").removesuffix("\n").split("\n") if answer else []
        if len(answered) != len(sent):
            raise LackmusError(
                f"{self.LABEL} was given {counted(len(sent), 'sentence pair')} and answered with "
                f"{counted(len(answered), 'line')}.",
                _SHAPE,
            )
        lines = [""] * (len(first) - 1)
        for place, line in zip(sent, answered, strict=True):
            lines[place] = line
        try:
            return from_pharaoh(lines, first, second)
        except LinkError as problem:
            place = sent.index(problem.line - 1) + 1
            raise LackmusError(f"{self.LABEL}, line {place} of its answer: {problem}") from None

    def close(self) -> None:
        """End running programs."""
        self._programs.close()


@dataclass(frozen=True)
class _SentLines:
    """The sentences of one side: those that are sent as lines, and the bounds of all."""

    lines: list[str]
    bounds: Rows

    @classmethod
    def of(cls, sentences: Sequence[Words], sent: Sequence[int]) -> "_SentLines":
        """The sentences as lines in which every word is one token for any program."""
        lines = [" ".join(map(_harmless, sentences[place])) for place in sent]
        return cls(lines, bounds([*map(len, sentences)]))


def _check(files: set[str], final: bool) -> None:
    """Refuse files in a command that do not fit together."""
    problem = ""
    if len(files & {_SOURCE, _TARGET}) == 1:
        problem = f"cmd has only one of {_SOURCE} and {_TARGET}. Write both, or {_INPUT}, or neither."
    elif _INPUT in files and _SOURCE in files:
        problem = f"cmd has {_INPUT} beside {_SOURCE} and {_TARGET}. Write only what the program reads."
    elif _REVERSE in files and _FORWARD not in files:
        problem = f"cmd has {_REVERSE} without {_FORWARD}. Write both."
    elif _REVERSE in files and final:
        problem = f"links that are final have no other direction. Leave out {_REVERSE} or symmetric=yes."
    if problem:
        raise LackmusError(problem, argument="aligner")


def _filled(word: str, paths: Mapping[str, Path]) -> str:
    for name, path in paths.items():
        word = word.replace(name, str(path))
    return word


def _written(path: Path) -> bytes:
    try:
        return read_small_bytes(path, _MOST_LINKS)
    except FileNotFoundError:
        raise LackmusError(f"The command did not write the file for {{{path.name}}}.", _SHAPE) from None
    except (OSError, ValueError) as problem:
        raise LackmusError(f"The file for {{{path.name}}} cannot be read ({why_unread(problem)}).") from None


def _bytes(lines: Sequence[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")


def _harmless(word: str) -> str:
    """A word that is one token for every program: no spaces, no separator."""
    return _GAPS.sub("_", word).replace(_BETWEEN, "¦¦¦") or "_"
