"""Read a challenge in any format."""

from pathlib import Path

from lackmus.core.challenges.challenge import ChallengeSet
from lackmus.read.files import File
from lackmus.read.formats import challenge_format


def read_challenge(path: Path, form: str | None = None) -> ChallengeSet:
    """Read a challenge; `form` forces a format instead of looking at the content."""
    file = File(path)
    return challenge_format(file, form).read(file)
