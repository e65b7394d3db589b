"""What helps in Python: arguments, functions and methods, by the code of an error."""

from lackmus.errors import Argument, Instead, LackmusError, Remedy, Setting, in_words

# Arguments that have other names here: `from` and `as` are words of Python's own.
ARGUMENTS = {"from": "form", "as": "person", "to": "format", "output": "file"}


def _how(where: str, how: str) -> str:
    """Return how an option of an engine, a metric, a parser or an aligner is written."""
    if where != "option":
        return f"{where}={how}"
    name, _, value = how.partition("=")
    return f"option={{'{name}': {value}}}"


REMEDIES: dict[str, Remedy] = {
    "azure-key": "Check {key}. A resource of one region also needs {region} or option={{'region': …}}.",
    "memory-short": "If the memory is too small, choose a smaller batch or device='cpu'.",
    "more-time": lambda where, how: f"Give it more time: {_how(where, how)}.",
    "no-apertium-package": "Install the pair's package (on Debian or Ubuntu named like apertium-eng-spa), "
    "or choose a mode: option={{'mode': …}}.",
    "no-argos-package": "Install one with Argos, or name a file: option={{'package': 'FILE.argosmodel'}}.",
    "no-sentence-pieces": "Copy it there from the model that was converted, "
    "or name its folder: option={{'tokenizer': 'FOLDER'}}.",
    "no-such-ending": Instead("{file}: no format has this ending. Use {endings}, or say {where}=."),
    "option-needed": lambda where, how: f"Say it: {_how(where, how)}.",
    "other-target": Instead("{lacking} It has {target}, which may differ: option={{'target': '{target}'}}."),
}


def in_python(problem: LackmusError) -> str:
    """Return an error in one line with arguments as Python has them."""
    return in_words(problem, REMEDIES, _named)


def _named(argument: Argument) -> str:
    if isinstance(argument, Setting):
        return argument.value
    if argument.name.startswith("-"):
        return argument.name
    name = ARGUMENTS.get(argument.name, argument.name)
    return f"{name}={argument.value!r}" if argument.value else name
