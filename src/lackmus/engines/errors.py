"""Errors of engines, each with its remedy, and which are worth another try."""

from typing import Any

from lackmus.errors import LackmusError


class EngineError(LackmusError):
    """An engine failed to translate. Earlier results are kept."""

    exit_code = 1
    again = False  # whether another try may help

    def __init__(
        self, said: str, remedy: str = "", *, code: str = "", after: float | None = None, **facts: Any
    ) -> None:
        super().__init__(said, remedy, code=code, **facts)
        self.after = after  # seconds the engine wants us to wait


class KeyRefusedError(EngineError):
    """The key is missing, wrong, or lacks permission."""

    exit_code = 2


class QuotaError(EngineError):
    """The quota of the key is used up; waiting a little does not help."""


class PairNotOfferedError(EngineError):
    """The engine does not translate between these languages."""

    exit_code = 2


class TooLongError(EngineError):
    """A request exceeds the engine's limits: too many texts, or a sentence that is too long."""


class BadRequestError(EngineError):
    """The engine rejects the request: an option, a model, a version."""

    exit_code = 2


class BusyError(EngineError):
    """Too many requests; the engine may say when to come back."""

    again = True


class UnreachableError(EngineError):
    """No connection, no answer in time, or a failing server."""

    again = True


class BadReplyError(EngineError):
    """An invalid answer: not JSON, too few texts, far too large."""

    again = True
