"""Anonymous names of systems; a system always has the same one."""

from collections.abc import Iterable
from hashlib import blake2b

_DIGITS = 3
_TRIES = 12  # with so many digits; then one digit more is used


def aliases(secret: str, systems: Iterable[int]) -> dict[int, str]:
    """“System 427” for each system of a workspace, by its number.

    Without the workspace's secret an alias reveals neither the system, nor its age, nor how many there are.
    Clashing numbers are settled in the order of the systems. Pass all systems: then a later one never changes
    the alias of an earlier one.
    """
    taken: dict[str, int] = {}
    for system in sorted(set(systems)):
        tries = 0
        while (alias := _alias(secret, system, tries)) in taken:
            tries += 1
        taken[alias] = system
    return {system: alias for alias, system in taken.items()}


def _alias(secret: str, system: int, tries: int) -> str:
    """The alias of a system at its n-th try; the first digit is never 0."""
    said = blake2b(f"{system} {tries}".encode(), key=secret.encode()[:64], digest_size=8).digest()
    least = 10 ** (_DIGITS - 1 + tries // _TRIES)
    return f"System {least + int.from_bytes(said) % (9 * least)}"
