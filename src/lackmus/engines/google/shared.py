"""What both versions of Google Cloud Translation share: their languages, and what their errors mean."""

import re
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from lackmus.core.base.pairs import Pair
from lackmus.core.engines.engine import Price, Reply
from lackmus.engines.codes import Codes, not_offered
from lackmus.engines.errors import (
    BadReplyError,
    BusyError,
    EngineError,
    KeyRefusedError,
    PairNotOfferedError,
    QuotaError,
    TooLongError,
)
from lackmus.engines.http import HttpEngine, retry_after, said_in, texts_in

URL = "https://translation.googleapis.com"
PRICE = Price(
    20.0,
    "USD",
    as_of="2026",
    source="cloud.google.com/translate/pricing; 500,000 characters a month are free",
)

# The same refusal comes as 400, 403 or 429 and in two formats; the reasons are the same.
_KEY = {"API_KEY_INVALID", "keyInvalid", "keyExpired", "UNAUTHENTICATED", "ACCESS_TOKEN_EXPIRED"}
_USED_UP = {"dailyLimitExceeded", "quotaExceeded"}
_TOO_FAST = {"userRateLimitExceeded", "rateLimitExceeded", "RATE_LIMIT_EXCEEDED", "RESOURCE_EXHAUSTED"}
_A_DAY = re.compile(r"per ?day|daily", re.IGNORECASE)
_TOO_LONG = re.compile(r"too many text segments|too long|too large|payload size exceeds", re.IGNORECASE)
_PAIR = re.compile(
    r"bad language pair|language[^.]{0,200}\b(?:invalid|unsupported|not supported|can't be equal)",
    re.IGNORECASE,
)


class Google(HttpEngine):
    """What two API versions of one service share."""

    LABEL = "Google Cloud Translation"
    URL = URL
    KEEPS_LINES = True
    PAID = True

    def problem(self, status: int, body: Any, headers: Mapping[str, str]) -> EngineError | None:
        """The error by its reasons; statuses do not distinguish a wrong key from rate limits."""
        said = self.answered(status, body)
        why = said_in(body, "error", "message")
        reasons = set(_reasons(body))
        if reasons & _KEY or status == 401:
            return self.refused(said)
        if reasons & _USED_UP or (reasons & _TOO_FAST and _A_DAY.search(why)):
            return QuotaError(said, "Wait until midnight in California, or ask Google for a larger quota.")
        if reasons & _TOO_FAST or status == 429:
            return BusyError(said, after=_delay(body) or retry_after(headers))
        if status == 403:
            return self.refused(said)
        if status == 400 and _TOO_LONG.search(why):
            return TooLongError(said)
        if status == 400 and _PAIR.search(why):
            return PairNotOfferedError(said, "Choose another engine, or another code with the option target.")
        return None

    def refused(self, said: str) -> KeyRefusedError:
        """The error for missing access, with its remedy."""
        return KeyRefusedError(said, "Check the key, and that its project may use the Cloud Translation API.")

    @abstractmethod
    def listed(self) -> tuple[Sequence[str], Sequence[str]]:
        """Codes of all source languages, and of all target languages."""

    def spelled(self, pair: Pair) -> tuple[str, str]:
        """Both languages of a pair in Google's codes."""
        sources, targets = self._codes
        source = sources.source(pair.source)
        target = self.options["target"] or targets.target(pair.target)
        if source is None or target is None:
            raise not_offered(self.LABEL, pair, targets.source(pair.target) if source else None)
        return source, target

    @cached_property
    def _codes(self) -> tuple[Codes, Codes]:
        sources, targets = self.listed()
        if not sources or not targets:
            raise BadReplyError(f"{self.LABEL} did not say which languages it has.")
        return Codes(sources), Codes(targets)

    def replies(self, found: Any, many: int) -> list[Reply]:
        """The replies of an answer, with the model of each, if given."""
        listed = found if isinstance(found, list) else []
        texts = texts_in(
            [one.get("translatedText") if isinstance(one, dict) else None for one in listed], many, self.LABEL
        )
        return [
            Reply(text, model=said_in(one, "model").rpartition("/models/")[2])
            for text, one in zip(texts, listed, strict=True)
        ]


def _reasons(body: Any) -> Iterator[str]:
    """All reasons of an error, in either format."""
    yield said_in(body, "error", "status")
    error = body.get("error") if isinstance(body, dict) else None
    for style in ("errors", "details"):
        found = error.get(style) if isinstance(error, dict) else None
        for one in found if isinstance(found, list) else []:
            yield said_in(one, "reason")


def _delay(body: Any) -> float | None:
    """The wait in Google's answers: "retryDelay": "12.5s"."""
    error = body.get("error") if isinstance(body, dict) else None
    details = error.get("details") if isinstance(error, dict) else None
    for one in details if isinstance(details, list) else []:
        if written := re.fullmatch(r"(\d{1,6}(?:\.\d{1,9})?)s", said_in(one, "retryDelay")):
            return float(written[1])
    return None
