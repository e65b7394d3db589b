"""Engines, their options and keys, as people choose among them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class OptionShown:
    """Something that can be said about an engine or a metric."""

    name: str
    help: str
    default: str
    choices: tuple[str, ...]
    required: bool
    counts: bool  # translations depend on it
    trusted: bool  # only for whoever runs Lackmus

    @property
    def said(self) -> str:
        """What it is, with what may stand there."""
        said = f"{self.help} ({', '.join(self.choices)})" if self.choices else self.help
        return f"{said}; must be given" if self.required else said


@dataclass(frozen=True)
class KeyShown:
    """A key by its name, and whether it is there; never the key itself."""

    name: str
    help: str
    required: bool
    there: bool


@dataclass(frozen=True)
class EngineShown:
    """An engine, or one that somebody has given a name and options of their own."""

    name: str
    label: str
    about: str
    engine: str  # the same as the name, unless it is a name of one's own
    paid: bool
    context: bool
    documents: bool
    options: tuple[OptionShown, ...]
    keys: tuple[KeyShown, ...]
    set: tuple[tuple[str, str], ...] = ()  # options that its name stands for
    problem: str = ""  # why it cannot be used here

    @property
    def ready(self) -> bool:
        """Whether all keys are there that it cannot do without."""
        return not self.problem and all(key.there for key in self.keys if key.required)

    @property
    def said_keys(self) -> str:
        """How it stands about the keys, all together."""
        if not self.keys:
            return "none"
        if any(key.required and not key.there for key in self.keys):
            return "missing"
        return "there" if any(key.there for key in self.keys) else "not set"
