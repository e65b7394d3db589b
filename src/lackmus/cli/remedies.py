"""What helps on the command line: options and commands, by the code of an error."""

from lackmus.errors import Argument, Instead, LackmusError, Remedy, Setting, in_words

REMEDIES: dict[str, Remedy] = {
    "azure-key": "Check {key}. A resource of one region also needs {region} or --option region=….",
    "database-damaged": Instead("{name}: it is damaged. Restore a backup: lackmus restore FILE ({cause})."),
    "memory-short": "If the memory is too small, choose a smaller batch or --device cpu.",
    "more-time": "Give it more time: {where} {how}.",
    "no-apertium-package": "Install the pair's package (on Debian or Ubuntu named like apertium-eng-spa), "
    "or choose a mode: --option mode=….",
    "no-argos-package": "Install one with Argos, or name a file: --option package=FILE.argosmodel.",
    "no-sentence-pieces": "Copy it there from the model that was converted, "
    "or name its folder: --option tokenizer=FOLDER.",
    "no-such-ending": Instead("{file}: no format has this ending. Use {endings}, or say {where}."),
    "option-needed": "Say it: {where} {how}.",
    "other-target": Instead("{lacking} It has {target}, which may differ: --option target={target}."),
}


def worded(problem: LackmusError) -> str:
    """Return an error in one line of the command line."""
    return in_words(problem, REMEDIES, option)


def option(argument: Argument) -> str:
    """Return an argument as the command line writes it: --as-of 2026."""
    if isinstance(argument, Setting):
        return argument.value
    if argument.name.startswith("-") or argument.value.startswith("page:"):
        return argument.name
    return f"--{argument.name.replace('_', '-')} {argument.value}".rstrip()
