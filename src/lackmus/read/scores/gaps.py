"""What a file of scores leaves out: whole language pairs are fine, single segments are not unless allowed."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from lackmus.core.base.plurals import counted
from lackmus.errors import LackmusError


def check_gaps(
    path: Path,
    pairs: Sequence[str],
    scored: Sequence[bool],
    named: Callable[[int], str],
    what: str,
    gaps: bool,
) -> None:
    """Refuse a file without scores of some places; `pairs` has the language pair of each place.

    A metric may be for some language pairs only. In those of which it scored anything, it must score
    everything, unless `gaps` are allowed.
    """
    there = {pair for pair, done in zip(pairs, scored, strict=True) if done}
    missing = [
        place
        for place, done in enumerate(scored)
        if not done and (pairs[place] in there or not there) and not (gaps and there)
    ]
    if missing:
        said = f"{what} {named(missing[0])}"
        others = len(missing) - 1
        said += f" and {others:,} more are" if others else " is"
        of = counted(sum(pair in there for pair in pairs) if there else len(pairs), what)
        said = f"{path} has scores of {sum(scored):,} of {of}: {said} missing."
        raise LackmusError(said, code="score-gaps") if there else LackmusError(said)


def both_or_none(better: Sequence[Any], worse: Sequence[Any]) -> dict[str, list[float | None]]:
    """The scores of both sides; a tuple of which one text has none has no score."""
    pairs = [
        (one, other) if one is not None and other is not None else (None, None)
        for one, other in zip(better, worse, strict=True)
    ]
    return {"better": [one for one, _ in pairs], "worse": [other for _, other in pairs]}
