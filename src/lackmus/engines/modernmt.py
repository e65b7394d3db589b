"""ModernMT, by the API of its own client libraries."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from lackmus.core.base.pairs import Pair
from lackmus.core.engines.engine import About, Limits, Reply
from lackmus.engines.codes import TARGET, Codes
from lackmus.engines.errors import (
    BadReplyError,
    EngineError,
    KeyRefusedError,
    PairNotOfferedError,
    QuotaError,
)
from lackmus.engines.http import TIMEOUT, HttpEngine, said_in, texts_in, url_option
from lackmus.engines.keys import Key
from lackmus.machine.options import Option

KEY = "MODERNMT_API_KEY"
URL = "https://api.modernmt.com"
LIMITS = Limits(texts=128)


class ModernMT(HttpEngine):
    """It adapts to the account's memories, and to those named in `hints`."""

    LABEL = "ModernMT"
    ABOUT = "adaptive translation service, with translation memories"
    PAID = True
    KEYS = (Key(KEY, "key of the account"),)
    OPTIONS = (
        Option("hints", "IDs of memories to prefer, with commas between them"),
        TARGET,
        url_option(URL),
        TIMEOUT,
    )

    def about(self, pair: Pair) -> About:
        """Whether it has the languages; prices depend on the contract."""
        source, target = self._spelled(pair)
        return replace(self.unasked(), notes={"asked as": f"{source} to {target}"})

    def unasked(self) -> About:
        """Its limits only."""
        return About(limits=LIMITS)

    def translate(self, sources: Sequence[str], pair: Pair) -> Sequence[Reply]:
        """All in one request, as plain text."""
        source, target = self._spelled(pair)
        request = {"q": list(sources), "source": source, "target": target, "format": "text/plain"}
        if self.options["hints"]:
            request["hints"] = self.options["hints"]
        found = self._got("/translate", request)
        items = found if isinstance(found, list) else []
        texts = texts_in([_field(one, "translation") for one in items], len(sources), self.LABEL)
        return [Reply(text, billed=_billed(one)) for text, one in zip(texts, items, strict=True)]

    def problem(self, status: int, body: Any, headers: Mapping[str, str]) -> EngineError | None:
        """The error: only statuses are documented; 402 is an empty account."""
        said = self.answered(status, body)
        if status in (401, 403):
            return KeyRefusedError(said, f"Check {KEY}.", code="for-the-keeper", task=f"checks {KEY}")
        if status == 402:
            return QuotaError(said, "Look at the account's plan.")
        if status == 400 and "language" in said_in(body, "error", "message").casefold():
            return PairNotOfferedError(said, "Choose another engine, or another code with the option target.")
        return None

    def _got(self, path: str, request: Mapping[str, Any]) -> Any:
        """The data of an answer. All requests are POST, as the provider recommends."""
        from lackmus import __version__

        headers = {
            "MMT-ApiKey": self.secret(KEY) or "",
            "MMT-Platform": "lackmus",
            "MMT-PlatformVersion": __version__,
            "X-HTTP-Method-Override": "GET",
        }
        found = self.ask("POST", path, json=request, headers=headers)
        if not isinstance(found, dict) or "data" not in found:
            raise BadReplyError(f"{self.LABEL} answered without any data.")
        return found["data"]

    def _spelled(self, pair: Pair) -> tuple[str, str]:
        return self._codes.of(pair, self.LABEL, self.options["target"])

    @cached_property
    def _codes(self) -> Codes:
        found = self._got("/translate/languages", {})
        if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
            raise BadReplyError(f"{self.LABEL} did not say which languages it has.")
        return Codes(found)


def _field(item: Any, name: str) -> Any:
    return item.get(name) if isinstance(item, dict) else None


def _billed(item: Any) -> int | None:
    found = _field(item, "billedCharacters")
    return found if isinstance(found, int) and not isinstance(found, bool) else None
