"""Python's own reading of a pattern: the only module that uses private names of `re`.

Nothing public tells what a pattern is made of. The names are the same from Python 3.11 to 3.14.
"""

import warnings
from collections.abc import Callable
from importlib import import_module
from typing import Any

ops, _parser = import_module("re._constants"), import_module("re._parser")  # type checkers know neither


def parsed(pattern: str) -> Any:
    """Python's own reading of a pattern."""
    return quietly(_parser.parse, pattern)


def quietly(parse: Callable[[str], Any], pattern: str) -> Any:
    """Keep from the user what Python may change one day in sets like [[a] or [a--b] or in (?(1)…)."""
    # Holding warnings back costs a tenth of a compilation, so only where the parser can utter one.
    if (
        "[" in pattern
        and ("[[" in pattern or "--" in pattern or "&&" in pattern or "~~" in pattern or "||" in pattern)
    ) or "(?(" in pattern:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return parse(pattern)
    return parse(pattern)
