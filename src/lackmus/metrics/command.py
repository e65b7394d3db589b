"""Any command as a metric: a segment a line in, a number a line out."""

import math
import re
import shlex
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from lackmus.core.base.plurals import counted
from lackmus.core.base.signatures import signature
from lackmus.core.base.texts import one_line, printable
from lackmus.core.challenges.metrics import MetricInfo, Need, Segment
from lackmus.errors import LackmusError
from lackmus.machine.options import Option, number
from lackmus.machine.packages import MissingPartError
from lackmus.machine.programs import Programs, timeout_option
from lackmus.metrics.protocol import Metric

_NEEDS = {
    "source+reference": (Need.SOURCE, Need.REFERENCE),
    "reference": (Need.REFERENCE,),
    "source": (Need.SOURCE,),
    "none": (),
}
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_SHOWN = 60  # signs of a text in a message


class Command(Metric):
    """Runs a command for every batch of segments, without a shell.

    A line is `source⇥reference⇥hypothesis`, always with both tabs; fields that the metric does not need are
    empty.
    """

    LABEL = "The command"
    ABOUT = "any command of this machine: source, reference and translation a line in, a number a line out"
    OPTIONS = (
        Option("cmd", "the command", required=True, trusted=True),
        Option(
            "needs",
            "what it looks at beside the translation; columns of what it does not need are empty",
            "source+reference",
            tuple(_NEEDS),
        ),
        Option("higher", "what a higher number means", "better", ("better", "worse"), counts=False),
        Option("version", "which version of it this is, in your own words: another one scores anew"),
        timeout_option("3600"),
    )
    NEEDS = _NEEDS["source+reference"]
    BATCH = 1000  # lines per run: a command may load a model in every run

    def __init__(self, options: Mapping[str, str], device: str = "cpu") -> None:
        super().__init__(options, device)
        try:
            self._words = shlex.split(options["cmd"])
        except ValueError as problem:
            raise LackmusError(f"cmd cannot be read ({problem}).", argument="metric") from None
        if not self._words:
            raise LackmusError("cmd is empty.", argument="metric")
        seconds = number(options, "timeout", 604_800, said_in="metric")
        self._programs = Programs(self.LABEL, seconds, said_in="metric")
        program = self._words[0]
        if shutil.which(program) is None:
            raise MissingPartError(f"There is no program {program} on this machine.", "Is its name right?")

    def about(self, name: str) -> MetricInfo:
        """What the user declared about the metric."""
        return replace(
            super().about(name),
            needs=_NEEDS[self.options["needs"]],
            higher=self.options["higher"] == "better",
        )

    def signature(self) -> str:
        """The program and the version given by the user; other words may hold paths and secrets."""
        return signature({"command": Path(self._words[0]).name, "its": self.options["version"]})

    def identity(self) -> Mapping[str, str]:
        """All words of the command, and the version given by the user."""
        return {name: self.options[name] for name in ("cmd", "needs", "version")}

    def score(self, segments: Sequence[Segment]) -> list[float]:
        """Scores of one run of the command."""
        if not segments:
            return []
        sent = "".join("\t".join(map(_field, one)) + "\n" for one in segments)
        said = self._programs.run(self._words, sent.encode("utf-8", "replace"))
        lines = said.decode("utf-8", "replace").removesuffix("\n").split("\n") if said else []
        if len(lines) != len(segments):
            raise LackmusError(
                f"{self.LABEL} was given {counted(len(segments), 'line')} and answered with {len(lines):,}.",
                "It must print one number for each line, and nothing else.",
            )
        return [
            self._number(line.strip(), place, segment)
            for place, (line, segment) in enumerate(zip(lines, segments, strict=True), 1)
        ]

    def _number(self, line: str, place: int, segment: Segment) -> float:
        found = float(line) if _NUMBER.fullmatch(line) else math.nan
        if not math.isfinite(found):  # also refuses 1e999
            said = f"is “{_short(line)}”, which is no number" if line else "is empty"
            raise LackmusError(
                f"of its answer, line {place} {said} (for “{_short(segment.hypothesis)}”).",
                "It must print one number for each line, and nothing else.",
            )
        return found

    def close(self) -> None:
        """End running programs."""
        self._programs.close()


def _field(text: str) -> str:
    """The text without tabs and line breaks."""
    return one_line(text).replace("\t", " ")


def _short(text: str) -> str:
    shown = printable(" ".join(text.split()))
    return shown if len(shown) <= _SHOWN else f"{shown[: _SHOWN - 1]}…"
