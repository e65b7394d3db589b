"""What a user asked for: a suite, outputs, systems; checked once, for all verbs."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lackmus.core.choices import Choices
from lackmus.core.outputs import HandIn
from lackmus.core.pairs import Pair, PairError
from lackmus.core.suites import Suite
from lackmus.errors import LackmusError
from lackmus.read import Asked, read_suite

# Told what is being done and how much of it, for a progress bar.
Progress = Callable[[str, int, int], None]


def silent(stage: str, done: int, total: int) -> None:
    """Nobody is watching."""


@dataclass(frozen=True)
class Request:
    """What a user asked to be compared."""

    suite: Path
    outputs: Sequence[str] = ()
    source: Path | None = None
    pair: str | None = None
    systems: Sequence[str] = ()
    exclude: Sequence[str] = ()
    skip_unknown: bool = False
    choices: Choices = field(default_factory=Choices)
    form: str | None = None
    testsuite: str | None = None
    collection: str | None = None
    decisions: Path | None = None  # what people said about texts

    @property
    def asked(self) -> Asked:
        """What was said about the outputs beside naming them."""
        return Asked(self.form, self.source, self.testsuite, self.collection, self.skip_unknown)


def open_suite(path: Path, pair: str | None = None) -> Suite:
    """The items of one language pair: only they can be compared with each other."""
    suite = read_suite(path)
    if pair is not None:
        try:
            chosen = suite.for_pair(Pair.parse(pair))
        except PairError as problem:
            raise LackmusError(f"--pair: {problem}.") from None
        if not chosen.items:
            raise LackmusError(f"{path} has no items for {pair}, only for {listed(suite.pairs)}.")
        return chosen
    if len(suite.pairs) > 1:
        raise LackmusError(f"{path} has items for {listed(suite.pairs)}. Choose one with --pair.")
    return suite


def chosen_systems(hand_ins: list[HandIn], request: Request) -> list[HandIn]:
    known = [hand_in.system for hand_in in hand_ins]
    excluded = named_systems(request.exclude, known, "--exclude")
    wanted = [
        name for name in named_systems(request.systems, known, "--systems") or known if name not in excluded
    ]
    if not wanted:
        raise LackmusError("No system is left to compare.")
    return sorted((one for one in hand_ins if one.system in wanted), key=lambda one: wanted.index(one.system))


def named_systems(values: Sequence[str], known: Collection[str], option: str) -> tuple[str, ...]:
    """The systems that an option names: one by one, or several with commas between them."""
    names = []
    for value in values:
        names += [value] if value in known else [part.strip() for part in value.split(",") if part.strip()]
    for name in names:
        if name not in known:
            raise LackmusError(f"{option}: there is no system {name}. There are {listed(sorted(known))}.")
    return tuple(names)


def listed(things: Iterable[object]) -> str:
    return ", ".join(map(str, things))
