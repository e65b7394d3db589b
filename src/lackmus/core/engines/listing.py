"""Engines, their options and keys, as people choose among them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class OptionShown:
    """An option of an engine or a metric."""

    name: str
    help: str
    default: str
    choices: tuple[str, ...]
    required: bool
    counts: bool  # translations depend on it
    trusted: bool  # only for the owner of this machine

    @property
    def said(self) -> str:
        """The description, with the allowed values."""
        said = f"{self.help} ({', '.join(self.choices)})" if self.choices else self.help
        return f"{said}; must be given" if self.required else said


@dataclass(frozen=True)
class KeyShown:
    """The name of a key and whether it is set; never the key itself."""

    name: str
    help: str
    required: bool
    there: bool


@dataclass(frozen=True)
class EngineShown:
    """An engine, or a named one with options of its own."""

    name: str
    label: str
    about: str
    engine: str  # the engine itself; differs from the name if a user named it
    paid: bool
    context: bool
    documents: bool
    options: tuple[OptionShown, ...]
    keys: tuple[KeyShown, ...]
    set: tuple[tuple[str, str], ...] = ()  # options that its name stands for
    problem: str = ""  # why it cannot be used here

    @property
    def ready(self) -> bool:
        """Whether all required keys are set."""
        return not self.problem and all(key.there for key in self.keys if key.required)

    @property
    def said_keys(self) -> str:
        """The state of all keys, in words."""
        if not self.keys:
            return "none"
        if any(key.required and not key.there for key in self.keys):
            return "missing"
        return "there" if any(key.there for key in self.keys) else "not set"
