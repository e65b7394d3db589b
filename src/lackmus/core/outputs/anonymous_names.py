"""Names behind which systems hide: the same system always behind the same one."""

from collections.abc import Iterable
from hashlib import blake2b

_DIGITS = 3
_TRIES = 12  # with so many digits; whoever finds no place by then gets one digit more


def aliases(secret: str, systems: Iterable[int]) -> dict[int, str]:
    """“System 427” for each system of a workspace, by its number.

    Nobody can tell the system, its age or how many there are by its alias, unless they know the workspace's
    secret. Numbers that clash are settled in the order of the systems, so give all of them: then whoever
    comes later never changes the alias of anybody before.
    """
    taken: dict[str, int] = {}
    for system in sorted(set(systems)):
        tries = 0
        while (alias := _alias(secret, system, tries)) in taken:
            tries += 1
        taken[alias] = system
    return {system: alias for alias, system in taken.items()}


def _alias(secret: str, system: int, tries: int) -> str:
    """What a system is called at its n-th try; the first digit is never 0."""
    said = blake2b(f"{system} {tries}".encode(), key=secret.encode()[:64], digest_size=8).digest()
    least = 10 ** (_DIGITS - 1 + tries // _TRIES)
    return f"System {least + int.from_bytes(said) % (9 * least)}"
