"""Errors of chat model servers: one API, and many ways to express them."""

import re
from collections.abc import Mapping
from typing import Any

from lackmus.engines.errors import (
    BadRequestError,
    BusyError,
    EngineError,
    KeyRefusedError,
    QuotaError,
    TooLongError,
    UnreachableError,
)
from lackmus.engines.http import retry_after, said_in


class WithheldError(EngineError):
    """A content filter refuses one text; all others may continue."""


_NO_MONEY = {
    "insufficient_quota",
    "credit_balance_exhausted",
    "billing_hard_limit_reached",
    "billing_not_active",
    "insufficient_balance",
}
_OVERLOADED = {"slow_down", "server_is_overloaded", "overloaded_error", "engine_overloaded"}
_FILTERED = {"content_filter", "content_policy_violation"}
_TOO_LONG = {"context_length_exceeded", "exceed_context_size_error", "string_above_max_length"}
_TOO_LONG_SAID = re.compile(
    r"maximum context length|context (?:size|length|window)|request too large|prompt is too long",
    re.IGNORECASE,
)
_READ = 2000  # letters of a message
_MASKED = re.compile(r"\S*\*{3,}\S*|\bsk-[\w.-]+")  # a key that the server shows in part


def chat_problem(
    label: str, model: str, key: str, status: int, body: Any, headers: Mapping[str, str]
) -> EngineError:
    """The error for an answer. `key` is the name of the key that was sent, if any."""
    message, codes = _said(body)
    said = f"{label} answered {status} ({message})." if message else f"{label} answered {status}."
    if codes & _FILTERED:
        return WithheldError(said)
    if codes & _NO_MONEY or status == 402:
        return QuotaError(said, "Look at the plan and the balance of the account.")
    if codes & _TOO_LONG or status == 413 or (status in (400, 422, 429) and _TOO_LONG_SAID.search(message)):
        return TooLongError(said)
    if status == 401:  # the server's message may contain a part of the key
        if not key:
            return KeyRefusedError(f"{label} wants a key.", "Name it with the option key_name.")
        return KeyRefusedError(f"{label} refused the key {key}.", "Check it, and that it is for this server.")
    if status == 403:
        return KeyRefusedError(said, "Check that the key may be used for this model, and from here.")
    if status == 429 or codes & _OVERLOADED:
        return BusyError(said, after=_wait(message, headers))
    if status in (408, 409) or status >= 500:
        return UnreachableError(said, after=retry_after(headers))
    if status in (404, 405):
        if codes & {"model_not_found", "not_found_error", "notfounderror"} or "model" in message.lower():
            return BadRequestError(f"{label} has no model {model} ({message}).", "Choose another.")
        return BadRequestError(said, "Look at the option url: most addresses end in /v1.")
    return BadRequestError(said, _remedy(message))


def _said(body: Any) -> tuple[str, set[str]]:
    """The message of an answer in one line, and its possible error codes in lower case."""
    inner = body.get("error") if isinstance(body, dict) else None
    told = inner if isinstance(inner, dict) else body
    message = body if isinstance(body, str) else inner if isinstance(inner, str) else said_in(told, "message")
    message = message or said_in(body, "detail")
    codes = {said_in(told, name).lower() for name in ("code", "type")} - {""}
    # Shorten first, since masking is slow on long words; not at the end, which could cut through a key.
    line = _MASKED.sub("(key)", " ".join(message[:_READ].split())).rstrip(".")
    return (f"{line[:200]}…" if len(line) > 200 else line), codes


def _remedy(message: str) -> str:
    """Which of our options helps, if the server names a request field."""
    if "max_completion_tokens" in message:
        return "Set the option tokens_field to max_completion_tokens."
    if "temperature" in message:
        return "Set the option temperature to none."
    return "Look at the options of the engine."


_AGAIN = re.compile(r"try again in ((?:\d+(?:\.\d+)?(?:ms|h|m|s))+)")
_DURATION = re.compile(r"(\d+(?:\.\d+)?)(ms|h|m|s)")
_LONGEST = 40  # letters of a duration
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}


def _wait(message: str, headers: Mapping[str, str]) -> float | None:
    """How long to wait: by the usual header, by the rate limit's reset time, or by the message."""
    told = retry_after(headers)
    if told is not None:
        return told
    resets = [
        seconds
        for kind in ("requests", "tokens")
        if headers.get(f"x-ratelimit-remaining-{kind}") == "0"
        and (seconds := _duration(headers.get(f"x-ratelimit-reset-{kind}", ""))) is not None
    ]
    if resets:
        return max(resets)
    again = _AGAIN.search(message)
    return _duration(again[1]) if again else None


def _duration(written: str) -> float | None:
    """Seconds: 6m0s, 20ms, or a plain number."""
    if len(written) > _LONGEST:
        return None
    if written.isascii() and written.isdecimal():
        return float(written)
    parts = _DURATION.findall(written)
    if not parts or "".join(map("".join, parts)) != written:
        return None
    return sum(float(number) * _SECONDS[unit] for number, unit in parts)
