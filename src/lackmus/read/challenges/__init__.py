"""Read a challenge in any format."""

from pathlib import Path
from typing import Any

from lackmus.core.challenges.challenge import ChallengeSet
from lackmus.errors import LackmusError
from lackmus.read.files import File
from lackmus.read.formats import challenge_format


def read_challenge(path: Path, form: str | None = None, pair: str | None = None) -> ChallengeSet:
    """Read a challenge; `form` forces a format instead of looking at the content.

    `pair` is the language pair of a file that names none.
    """
    file = File(path)
    reader: Any = challenge_format(file, form)
    if pair is None:
        found: ChallengeSet = reader.read(file)
    elif getattr(reader, "TAKES_PAIR", False):
        found = reader.read(file, pair)
    else:
        raise LackmusError(
            f"{path} names its language pairs itself. Leave the language pair out.", argument="langpair"
        )
    return found
