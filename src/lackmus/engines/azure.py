"""Azure Translator, by version 3.0 of its API."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from lackmus.core.base.pairs import Pair
from lackmus.core.engines.engine import About, Limits, Price, Reply
from lackmus.engines.codes import TARGET, Codes
from lackmus.engines.errors import (
    BadReplyError,
    BadRequestError,
    BusyError,
    EngineError,
    KeyRefusedError,
    PairNotOfferedError,
    QuotaError,
    TooLongError,
)
from lackmus.engines.http import TIMEOUT, HttpEngine, retry_after, texts_in, url_option
from lackmus.engines.keys import Key
from lackmus.machine.options import Option

VERSION = "3.0"  # a later one (2026-06-06) has other requests and answers
KEY = "AZURE_TRANSLATOR_KEY"
REGION = "AZURE_TRANSLATOR_REGION"
URL = "https://api.cognitive.microsofttranslator.com"
GENERAL = "general"
PRICE = Price(10.0, "USD", source="tier S1, as cited by others; look at azure.microsoft.com/pricing")

# Error codes: the HTTP status and three more digits.
_QUOTA = {401001, 403001}  # the free quota is used up
_PAIR = {400003, 400019, 400023, 400035, 400036}
_CATEGORY = {400075, 400079}  # no such model for this pair
_TOO_LONG = {400050, 400072, 400077}
_PREPARED = 408001  # a custom model is being loaded: “retry in a few minutes”
_A_MINUTE = 60.0
_DIGITS = 12  # of a plausible error code

# 50,000 characters are allowed, but the free tier never accepts more than a minute's share of its hour (about
# 33,300). Letters outside the basic plane count twice there and once here; the margin covers that.
LIMITS = Limits(texts=1000, size=30_000)


class Azure(HttpEngine):
    """Many texts per request; a header of the answer has the billed amount."""

    LABEL = "Azure Translator"
    ABOUT = "Microsoft's translation service, also with custom models (category)"
    PAID = True
    KEEPS_LINES = True
    KEYS = (
        Key(KEY, "key of the Translator resource"),
        Key(REGION, "region of the resource, unless it is global (no secret)", required=False),
    )
    OPTIONS = (
        Option("category", "custom model: its category ID", GENERAL),
        TARGET,
        # It belongs to the key, like the address; neither changes translations.
        Option("region", f"region of the resource; else {REGION}", counts=False, trusted=True),
        url_option(URL, "address; that of your own resource ends in /translator/text/v3.0"),
        TIMEOUT,
    )

    def about(self, pair: Pair) -> About:
        """Whether it has the languages (needs no key), and its price."""
        source, target = self._spelled(pair)
        return replace(self.unasked(), notes={"asked as": f"{source} to {target}"})

    def unasked(self) -> About:
        """The price; custom models have their own."""
        return About(
            model=self.options["category"],
            version=VERSION,
            price=PRICE if self.options["category"] == GENERAL else None,
            limits=LIMITS,
        )

    def translate(self, sources: Sequence[str], pair: Pair) -> Sequence[Reply]:
        """All in one request, as plain text."""
        source, target = self._spelled(pair)
        found, headers = self.ask_fully(
            "POST",
            "/translate",
            params={
                "api-version": VERSION,
                "from": source,
                "to": target,
                "textType": "plain",
                "category": self.options["category"],
            },
            json=[{"Text": text} for text in sources],
            headers=self._headers(),
        )
        texts = texts_in([_text(one) for one in _listed(found)], len(sources), self.LABEL)
        bills = shares(headers.get("X-Metered-Usage", ""), sources)
        return [Reply(text, billed=billed) for text, billed in zip(texts, bills, strict=True)]

    def problem(self, status: int, body: Any, headers: Mapping[str, str]) -> EngineError | None:
        """The error by Azure's own code, which says more than the status; some refusals have no body."""
        said = self.answered(status, body)
        code = _code(body)
        if code in _QUOTA:
            return QuotaError(said, "Wait for the next month, or change the resource's tier.")
        if code in _PAIR:
            return PairNotOfferedError(said, "Choose another engine, or another code with the option target.")
        if code in _CATEGORY:
            return BadRequestError(said, "Check the option category: is there such a model for this pair?")
        if code in _TOO_LONG:
            return TooLongError(said)
        if code == _PREPARED:
            return BusyError(said, after=retry_after(headers) or _A_MINUTE)
        if status in (401, 403):
            return KeyRefusedError(
                said,
                code="azure-key",
                key=KEY,
                region=REGION,
            )
        return None

    def _headers(self) -> dict[str, str]:
        headers = {"Ocp-Apim-Subscription-Key": self.secret(KEY) or ""}
        region = self.options["region"] or self.keys.beside(REGION)
        return {**headers, "Ocp-Apim-Subscription-Region": region} if region else headers

    def _spelled(self, pair: Pair) -> tuple[str, str]:
        return self._codes.of(pair, self.LABEL, self.options["target"])

    @cached_property
    def _codes(self) -> Codes:
        params = {"api-version": VERSION, "scope": "translation"}
        found = self.ask("GET", "/languages", params=params)
        offered = found.get("translation") if isinstance(found, dict) else None
        if not isinstance(offered, dict):
            raise BadReplyError(f"{self.LABEL} did not say which languages it has.")
        return Codes(offered)


def shares(metered: str, sources: Sequence[str]) -> list[int | None]:
    """The billed characters of each text, if they follow from the total; nothing is guessed.

    They follow for a single text, and if the total equals the sum of the lengths as the provider counts them.
    """
    if not (metered.isascii() and metered.isdecimal() and len(metered) < _DIGITS):
        return [None] * len(sources)
    total = int(metered)
    if len(sources) == 1:
        return [total]
    lengths = [len(text.encode("utf-16-le")) // 2 for text in sources]  # surrogate pairs count as two
    return list(lengths) if sum(lengths) == total else [None] * len(sources)


def _listed(found: Any) -> list[Any]:
    return found if isinstance(found, list) else []


def _text(item: Any) -> Any:
    """The translation into the requested language."""
    match item:
        case {"translations": [{"text": text}]}:
            return text
    return None


def _code(body: Any) -> int | None:
    """The number of an error, which some servers write as text."""
    match body:
        case {"error": {"code": int() | str() as code}} if str(code).isdecimal() and len(str(code)) < _DIGITS:
            return int(code)
    return None
