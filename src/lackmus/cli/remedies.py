"""What helps on the command line: options and commands, by the code of an error."""

from lackmus.errors import Argument, Instead, LackmusError, Remedy, in_words

REMEDIES: dict[str, Remedy] = {
    "database-damaged": Instead("{name}: it is damaged. Restore a backup: lackmus restore FILE ({cause})."),
}


def worded(problem: LackmusError) -> str:
    """Return an error in one line of the command line."""
    return in_words(problem, REMEDIES, option)


def option(argument: Argument) -> str:
    """Return an argument as the command line writes it: --as-of 2026."""
    if argument.name.startswith("-") or argument.value.startswith("page:"):
        return argument.name
    return f"--{argument.name.replace('_', '-')} {argument.value}".rstrip()
