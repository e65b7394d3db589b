"""Options in groups: a parameter of a command whose type is a dataclass of options stands for its fields."""

import inspect
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import wraps
from typing import Annotated, Any, TypeVar, get_origin, get_type_hints

import typer

_Command = TypeVar("_Command", bound=Callable[..., Any])


class GroupedOptions(typer.Typer):
    """A program or a group of commands that may take options in groups."""

    def command(self, name: str | None = None, **settings: Any) -> Callable[[_Command], _Command]:
        """Register a command, its groups of options spread out."""
        register = super().command(name, **settings)

        def registered(command: _Command) -> _Command:
            register(spread(command))
            return command

        return registered


def spread(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command that takes each option of its groups by name, where the group stood."""
    parameters: list[inspect.Parameter] = []
    groups: dict[str, tuple[type, list[str]]] = {}
    for name, parameter in inspect.signature(command).parameters.items():
        group = parameter.annotation
        if isinstance(group, type) and is_dataclass(group):
            options = options_of(group)
            groups[name] = group, [option.name for option in options]
            parameters += options
        else:
            parameters.append(parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY))
    if not groups:
        return command

    @wraps(command)
    def called(**given: Any) -> None:
        for name, (group, names) in groups.items():
            given[name] = group(**{option: given.pop(option) for option in names})
        command(**given)

    vars(called)["__signature__"] = inspect.Signature(parameters)
    called.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return called


def options_of(group: type) -> list[inspect.Parameter]:
    """Return the fields of a group that are options; it may have others, with defaults."""
    hints = get_type_hints(group, include_extras=True)
    return [
        inspect.Parameter(
            one.name, inspect.Parameter.KEYWORD_ONLY, default=one.default, annotation=hints[one.name]
        )
        for one in fields(group)
        if get_origin(hints[one.name]) is Annotated
    ]
