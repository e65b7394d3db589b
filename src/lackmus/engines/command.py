"""Any command line: one sentence a line in, one translation a line out."""

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path

from lackmus.core.base.pairs import Pair
from lackmus.core.base.plurals import counted
from lackmus.core.base.texts import one_line
from lackmus.core.engines.engine import About, Limits
from lackmus.engines.errors import BadReplyError, UnreachableError
from lackmus.engines.keys import Keys
from lackmus.engines.protocol import Engine
from lackmus.errors import LackmusError
from lackmus.machine.options import Option, number, whole
from lackmus.machine.packages import MissingPartError
from lackmus.machine.programs import Programs, timeout_option


class Command(Engine):
    """Runs a command for every batch of sentences, without a shell."""

    LABEL = "The command"
    ABOUT = "any command of this machine: a sentence a line in, a translation a line out"
    OPTIONS = (
        Option(
            "cmd",
            "the command; {source} and {target} in it become the codes of the languages",
            required=True,
            trusted=True,
        ),
        Option("version", "which version of it this is, in your own words: another one is asked anew"),
        Option("lines", "sentences for one run", "100", counts=False),
        timeout_option("600"),
    )

    def __init__(self, options: Mapping[str, str], keys: Keys) -> None:
        super().__init__(options, keys)
        try:
            self._words = shlex.split(options["cmd"])
        except ValueError as problem:
            raise LackmusError(f"cmd cannot be read ({problem}).", argument="option") from None
        if not self._words:
            raise LackmusError("cmd is empty.", argument="option")
        self._limits = Limits(texts=whole(options, "lines", 1, 100_000), in_flight=1)
        self._programs = Programs(
            self.LABEL, number(options, "timeout", 86_400), None, UnreachableError, BadReplyError
        )

    def about(self, pair: Pair) -> About:
        """The program, if it exists; it is not run."""
        import shutil

        program = self._words[0]
        if shutil.which(program) is None:
            raise MissingPartError(f"There is no program {program} on this machine.", "Is its name right?")
        return About(model=Path(program).name, version=self.options["version"], limits=self._limits)

    def called(self, about: About) -> str:
        """The name of its program."""
        return about.model

    def translate(self, sources: Sequence[str], pair: Pair) -> list[str]:
        """Translate in one run."""
        words = [
            word.replace("{source}", pair.source).replace("{target}", pair.target) for word in self._words
        ]
        sent = "".join(f"{one_line(source)}\n" for source in sources)
        said = self._programs.run(words, sent.encode("utf-8", "replace"))
        try:
            lines = said.decode("utf-8").removesuffix("\n").split("\n")
        except UnicodeDecodeError as problem:
            raise BadReplyError(
                f"{self.LABEL} said something that is no UTF-8 (byte {problem.start + 1})."
            ) from None
        if not said:
            lines = []
        if len(lines) != len(sources):
            raise BadReplyError(
                f"{self.LABEL} was given {counted(len(sources), 'line')} and answered with {len(lines)}."
            )
        return [line.removesuffix("\r") for line in lines]

    def close(self) -> None:
        """End running programs."""
        self._programs.close()
