"""LibreTranslate: a free server, self-hosted or hosted."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any
from unicodedata import category

from lackmus.core.base.pairs import Pair
from lackmus.core.engines.engine import About, Limits
from lackmus.engines.codes import TARGET, Codes, not_offered
from lackmus.engines.errors import (
    BadReplyError,
    EngineError,
    KeyRefusedError,
    PairNotOfferedError,
    TooLongError,
)
from lackmus.engines.http import TIMEOUT, HttpEngine, said_in, texts_in, url_option
from lackmus.engines.keys import Key

KEY = "LIBRETRANSLATE_API_KEY"
URL = "http://127.0.0.1:5000"
_TEXTS = 32  # servers may have an undisclosed limit: then the batch is halved
_IN_ENGLISH = {"Accept-Language": "en"}  # otherwise error messages may be in any language
_FIRST_PICTURE = 0x1F000  # of Unicode's blocks of emoji
_OWN = {"pb": "pt-BR", "zt": "zh-Hant"}  # codes that are no language tags


class LibreTranslate(HttpEngine):
    """Its models depend on the server, so its address is part of the identity."""

    LABEL = "LibreTranslate"
    ABOUT = "free translation server, usually one's own, with the models of Argos"
    KEEPS_LINES = True
    KEYS = (Key(KEY, "key, for servers that want one", required=False),)
    OPTIONS = (url_option(URL, counts=True), TARGET, TIMEOUT)

    def about(self, pair: Pair) -> About:
        """Whether the server has the pair, and how long a request may be."""
        source, target = self._spelled(pair)
        return About(limits=self._limits(), notes={"asked as": f"{source} to {target}"})

    def translate(self, sources: Sequence[str], pair: Pair) -> Sequence[str]:
        """All in one request, as plain text."""
        source, target = self._spelled(pair)
        request: dict[str, Any] = {"q": list(sources), "source": source, "target": target, "format": "text"}
        if key := self.secret(KEY, required=False):
            request["api_key"] = key
        found = self.ask("POST", "/translate", json=request, headers=_IN_ENGLISH)
        texts = found.get("translatedText") if isinstance(found, dict) else None
        if isinstance(texts, str) and only_pictures(texts):
            texts = [texts] * len(sources)  # an answer to clients that it takes for robots
        texts = texts_in(texts, len(sources), self.LABEL)
        for text, sent in zip(texts, sources, strict=True):
            if only_pictures(text) and any(letter.isalnum() for letter in sent):
                raise BadReplyError(
                    f"{self.LABEL} answered with {text} instead of a translation: it wants a key.",
                    f"Set {KEY}.",
                    code="for-the-keeper",
                    task=f"sets {KEY}",
                )
        return texts

    def problem(self, status: int, body: Any, headers: Mapping[str, str]) -> EngineError | None:
        """The error: nearly all have status 400, also a missing key, and differ by their English text."""
        said, words = self.answered(status, body), said_in(body, "error")
        if status == 400 and "exceeds text limit" in words:
            return TooLongError(said)
        if status == 400 and "API key" in words:
            return KeyRefusedError(said, f"Set {KEY}.", code="for-the-keeper", task=f"sets {KEY}")
        if status == 400 and ("is not supported" in words or "is not available as a target" in words):
            return PairNotOfferedError(said, "Choose another engine, or another server with the option url.")
        if status == 403 and "limits violations" in words:
            return KeyRefusedError(
                said, "This server has shut us out for asking too often. Ask its operator."
            )
        return None

    def _limits(self) -> Limits:
        found = self.ask("GET", "/frontend/settings", headers=_IN_ENGLISH)
        most = found.get("charLimit") if isinstance(found, dict) else None
        # Some versions count one text, others all texts of a request: it is used for both.
        size = most if isinstance(most, int) and most > 0 else None
        return Limits(texts=_TEXTS, size=size, text=size)

    def _spelled(self, pair: Pair) -> tuple[str, str]:
        targets = self._targets
        source, target = Codes(targets, _OWN).of(pair, self.LABEL, self.options["target"])
        # A server may have both languages but not this direction.
        if target not in targets[source]:
            raise not_offered(self.LABEL, pair)
        return source, target

    @cached_property
    def _targets(self) -> dict[str, list[Any]]:
        """Target languages of each source language on the server."""
        found = self.ask("GET", "/languages", headers=_IN_ENGLISH)
        known: dict[str, list[Any]] = {}
        for one in found if isinstance(found, list) else []:
            match one:
                case {"code": str() as code, "targets": list() as into}:
                    known[code] = into
                case _:
                    raise BadReplyError(f"{self.LABEL} did not say which languages it has.")
        if not known:
            raise BadReplyError(f"{self.LABEL} did not say which languages it has.")
        return known


def only_pictures(text: str) -> bool:
    """Whether a text consists of emoji only."""
    shown = text.strip()
    plain = any(category(letter) not in ("So", "Sk", "Mn", "Cf") for letter in shown)
    return not plain and any(ord(letter) >= _FIRST_PICTURE for letter in shown)
