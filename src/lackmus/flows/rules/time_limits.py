"""Time limits for all searches of one request, since a server has others to answer."""

from time import monotonic

from lackmus.core.rules.patterns import TimeLeft
from lackmus.errors import LackmusError

PREVIEW_SECONDS = 1.0  # for the searches of a preview, during typing
SAVING_SECONDS = 8.0  # for slow searches before an edit, without the write lock
READING_SECONDS = 5.0  # for compiling the patterns of a request
SUITE_SECONDS = 60.0  # for the patterns of an uploaded suite
UPLOAD_SECONDS = 120.0  # for slow searches when outputs are stored, under the write lock


def time_limit(seconds: float) -> TimeLeft:
    """A function that says whether there is time left, from now on."""
    until = monotonic() + seconds
    return lambda: monotonic() < until


class TooLaborious(LackmusError):  # noqa: N818  (nothing is wrong: it only takes too long)
    """The patterns of a request take too long."""

    def __init__(self, what: str, seconds: float, remedy: str = "", *, code: str = "") -> None:
        super().__init__(f"{what} take more than {seconds:g} seconds.", remedy, code=code)
