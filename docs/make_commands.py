"""Write docs/commands.md from the program itself: `make docs`."""

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from typer.main import get_command

from lackmus.cli.commands import everything

TARGET = Path(__file__).parent / "commands.md"

HEAD = """\
# Commands

This page is made by `make docs` from the program itself. Do not edit it: edit the help texts in
`src/lackmus/cli` and run `make docs`.

Data goes to standard output. Messages and progress go to standard error. Exit codes: 0 fine; 1 the answer
is no (no item that counts, a file that is not fit to be handed in, no system that took part); 2 your mistake,
said in one line; 130 stopped with Ctrl-C.
"""

# Read by hand and not from `--help`, whose frames and line breaks change with the width of the terminal
# and with the version of Typer. Typer's commands are only known by what they have, not by a public type.
Command = Any


def commands_page() -> str:
    """The whole page."""
    return HEAD + "".join(f"\n{section}" for section in _sections("lackmus", get_command(everything())))


def _sections(name: str, command: Command) -> Iterator[str]:
    """A command and, below it, the commands inside it."""
    yield _section(name, command)
    for inner, below in getattr(command, "commands", {}).items():
        yield from _sections(f"{name} {inner}", below)


def _section(name: str, command: Command) -> str:
    arguments = [one for one in command.params if one.param_type_name == "argument"]
    options = [one for one in command.params if one.param_type_name == "option" and not one.hidden]
    grouped = bool(getattr(command, "commands", {}))
    usage = [name, *(["[OPTIONS]"] if options else []), *map(_place, arguments)]
    usage += ["COMMAND …"] if grouped else []
    said = [f"## {name}\n", f"{inspect.cleandoc(command.help or '')}\n", f"```text\n{' '.join(usage)}\n```\n"]
    if arguments:
        said.append("| argument | what it is |\n|---|---|")
        said += [f"| `{_called(one)}` | {_cell(one.help)} |" for one in arguments]
        said[-1] += "\n"
    if options:
        said.append("| option | value | default | what it does |\n|---|---|---|---|")
        said += [
            f"| {_names(one)} | {_value(one)} | {_default(one)} | {_cell(one.help)} |" for one in options
        ]
        said[-1] += "\n"
    if grouped:
        said.append("| command | what it does |\n|---|---|")
        said += [
            f"| [`{name} {inner}`](#{name.replace(' ', '-')}-{inner}) | {_cell(_first_line(below))} |"
            for inner, below in command.commands.items()
        ]
        said[-1] += "\n"
    return "\n".join(said)


def _called(argument: Any) -> str:
    return str(argument.metavar or argument.name.upper())


def _place(argument: Any) -> str:
    """As a usage line writes it: brackets for what may be left out, dots for what may be repeated."""
    called = _called(argument)
    called += "…" if argument.nargs == -1 and not called.endswith("…") else ""
    return called if argument.required else f"[{called}]"


def _names(option: Any) -> str:
    return ", ".join(f"`{name}`" for name in sorted(option.opts, key=len, reverse=True))


def _value(option: Any) -> str:
    # What Typer offers for completion depends on the shell it was called from.
    if option.is_flag or "completion" in option.name:
        return ""
    choices = getattr(option.type, "choices", None)
    least, most = getattr(option.type, "min", None), getattr(option.type, "max", None)
    if choices:
        said = ", ".join(f"`{getattr(choice, 'value', choice)}`" for choice in choices)
    elif least is not None:
        said = f"number from {least:,}" + ("" if most is None else f" to {most:,}")
    else:
        said = "path" if "Path" in type(option.type).__name__ else "text"
    return said + (" (repeatable)" if option.multiple else "")


def _default(option: Any) -> str:
    value = getattr(option.default, "value", option.default)
    return "" if value in (None, False, (), []) or option.is_flag else f"`{value}`"


def _first_line(command: Command) -> str:
    return inspect.cleandoc(command.help or "").split("\n\n")[0]


def _cell(text: str | None) -> str:
    return " ".join((text or "").replace("|", "\\|").split())


if __name__ == "__main__":
    TARGET.write_text(commands_page(), encoding="utf-8")
