"""How long all searches of one request may take together: a server has others to answer."""

from time import monotonic

from lackmus.core.rules.patterns import Patience
from lackmus.errors import LackmusError

PREVIEW_SECONDS = 1.0  # for the searches of a preview: somebody is typing
SAVING_SECONDS = 8.0  # for searches under the time limit before an edit; others need not wait for them
READING_SECONDS = 5.0  # for reading the patterns of a request
SUITE_SECONDS = 60.0  # for the patterns of a whole suite that somebody sends
UPLOAD_SECONDS = 120.0  # for searches under the time limit when outputs are stored; others wait to write


def patience(seconds: float) -> Patience:
    """Tell whether there is time left, from now on."""
    until = monotonic() + seconds
    return lambda: monotonic() < until


class TooLaborious(LackmusError):  # noqa: N818  (nothing is wrong: it only takes too long)
    """The patterns of a request take longer than a request may take."""

    def __init__(self, what: str, seconds: float, remedy: str = "", *, code: str = "") -> None:
        super().__init__(f"{what} take more than {seconds:g} seconds.", remedy, code=code)
