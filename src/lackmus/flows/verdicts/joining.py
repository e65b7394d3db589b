"""Joining of systems by user input: parsed, checked, and applied over campaigns."""

from collections.abc import Collection, Mapping, Sequence
from difflib import get_close_matches

from lackmus.core.verdicts.evaluation import SuiteEvaluation
from lackmus.core.verdicts.joined_names import Joined, JoinError, Joining, join
from lackmus.errors import LackmusError
from lackmus.flows.verdicts.requests import listed

_ARGUMENT = "same"


def asked_joining(
    same: Sequence[str],
    exact: bool,
    known: Collection[str],
    labels: Mapping[str, Collection[str]] | None = None,
) -> Joining:
    """Return how names are joined, after checking pairs written as A=B."""
    return Joining(exact, tuple(_pair(written, known) for written in same), labels or {})


def _pair(written: str, known: Collection[str]) -> tuple[str, str]:
    """Two names separated by an equals sign; names may contain such signs."""
    signs = [place for place, sign in enumerate(written) if sign == "="]
    pairs = [(written[:place].strip(), written[place + 1 :].strip()) for place in signs]
    pairs = [pair for pair in pairs if all(pair)]
    fitting = [pair for pair in pairs if set(pair) <= set(known)]
    if not pairs:
        raise LackmusError(f"“{written}” names no two systems. Write A=B.", argument=_ARGUMENT)
    first, second = (fitting or pairs)[0]
    for name in (first, second):
        if name not in known:
            near = get_close_matches(name, known, 1)
            help_ = f"Did you mean {near[0]}?" if near else f"There are {listed(sorted(known))}."
            raise LackmusError(f"there is no system {name}. {help_}", argument=_ARGUMENT)
    if first == second:
        raise LackmusError(f"{first} is one name already. Write two names: A=B.", argument=_ARGUMENT)
    return first, second


def joined_systems(found: Mapping[str, SuiteEvaluation], joining: Joining) -> Joined:
    """Return the joined systems of evaluated campaigns; two of one campaign cannot be joined."""
    try:
        return join({name: evaluation.systems for name, evaluation in found.items()}, joining)
    except JoinError as problem:
        raise LackmusError(f"{problem}, so they cannot be the same.", argument=_ARGUMENT) from None


def offered_joins(
    campaigns: Mapping[str, Sequence[str]],
    same: Sequence[str],
    exact: bool,
    labels: Sequence[Mapping[str, str]],
) -> Joined:
    """Return the joined systems for a choice; pairs that are refused elsewhere are left out."""
    known = {name for systems in campaigns.values() for name in systems}
    given: dict[str, set[str]] = {}
    for of_campaign in labels:
        for name, label in of_campaign.items():
            given.setdefault(name, set()).add(label)
    try:
        return join(campaigns, asked_joining(same, exact, known, given))
    except (LackmusError, JoinError):
        return join(campaigns, Joining(exact, labels=given))
