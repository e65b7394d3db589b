"""What can go wrong with an engine, each kind with its own remedy; which of it is worth another try."""

from lackmus.errors import LackmusError


class EngineError(LackmusError):
    """An engine did not translate. What was fetched before is kept."""

    exit_code = 1
    again = False  # whether another try may help

    def __init__(
        self, said: str, remedy: str = "", *, page: str | None = None, after: float | None = None
    ) -> None:
        super().__init__(said, remedy, page=page)
        self.after = after  # seconds after which the engine wants to be asked again


class KeyRefusedError(EngineError):
    """No key, a wrong one, or one that may not do this."""

    exit_code = 2


class QuotaError(EngineError):
    """The key has used up what it may translate; waiting a little does not help."""


class PairNotOfferedError(EngineError):
    """The engine does not translate between these languages."""

    exit_code = 2


class TooLongError(EngineError):
    """A request is larger than the engine takes: too many texts, or a sentence that is too long for it."""


class BadRequestError(EngineError):
    """The engine does not understand what it is asked: an option, a model, a version."""

    exit_code = 2


class BusyError(EngineError):
    """Too many requests; the engine says when to come back, or leaves it to us."""

    again = True


class UnreachableError(EngineError):
    """No connection, no answer in time, or a server in trouble."""

    again = True


class BadReplyError(EngineError):
    """An answer that cannot be what was asked for: not JSON, too few texts, far too large."""

    again = True
