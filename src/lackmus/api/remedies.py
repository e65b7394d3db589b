"""What helps in Python: arguments, functions and methods, by the code of an error."""

from lackmus.errors import Argument, LackmusError, Remedy, in_words

# Arguments that have other names here: `from` and `as` are words of Python's own.
ARGUMENTS = {"from": "form", "as": "person", "to": "format", "output": "file"}
REMEDIES: dict[str, Remedy] = {}


def in_python(problem: LackmusError) -> str:
    """Return an error in one line with arguments as Python has them."""
    return in_words(problem, REMEDIES, _named)


def _named(argument: Argument) -> str:
    if argument.name.startswith("-"):
        return argument.name
    name = ARGUMENTS.get(argument.name, argument.name)
    return f"{name}={argument.value!r}" if argument.value else name
