"""DeepL, by version 2 of its API for texts."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from lackmus.core.base.pairs import Pair
from lackmus.core.engines.engine import About, Limits, Price, Reply
from lackmus.engines.codes import TARGET, Codes, not_offered
from lackmus.engines.errors import (
    BadReplyError,
    BadRequestError,
    BusyError,
    EngineError,
    KeyRefusedError,
    PairNotOfferedError,
    QuotaError,
)
from lackmus.engines.http import TIMEOUT, HttpEngine, retry_after, said_in, texts_in
from lackmus.engines.keys import Key, Keys
from lackmus.machine.options import Option

KEY = "DEEPL_AUTH_KEY"  # the variable of DeepL's own tools
FREE = "https://api-free.deepl.com"
PRICE = Price(25.0, "USD", as_of="2026", source="chatscontrol.com/blog/deepl-api-pricing-plans-limits-2026")
NO_PRICE = Price(0.0, "USD", as_of="2026", source="DeepL API Free: 500,000 characters a month, then it stops")
# 128 KiB are allowed for the whole request; this leaves room for other fields and JSON escapes.
LIMITS = Limits(texts=50, size=120_000, in_bytes=True)
VARIANTS = {"en": "EN-US", "pt": "PT-BR", "zh": "ZH-HANS"}  # DeepL needs an explicit variant

_AS_IT_IS = "default"
_AT_LINES = "1"
_MODELS = ("latency_optimized", "quality_optimized", "prefer_quality_optimized")
_FORMALITIES = ("more", "less", "prefer_more", "prefer_less")


class DeepL(HttpEngine):
    """Many texts per request; texts are not split, since each is one sentence of a suite."""

    LABEL = "DeepL"
    ABOUT = "DeepL API, Pro or Free by the key"
    URL = "https://api.deepl.com"
    PAID = True
    TAKES_CONTEXT = True
    KEEPS_LINES = True
    KEYS = (Key(KEY, "authentication key of a DeepL API account; that of a free account ends in :fx"),)
    OPTIONS = (
        TARGET,
        Option("formality", "how people are addressed", _AS_IT_IS, (_AS_IT_IS, *_FORMALITIES)),
        Option(
            "model_type",
            "which of DeepL's models; default leaves it to DeepL",
            _AS_IT_IS,
            (_AS_IT_IS, *_MODELS),
        ),
        Option(
            "split_sentences",
            "whether DeepL looks for sentences in a text (0: no)",
            "0",
            ("0", "1", "nonewlines"),
        ),
        Option("glossary_id", "a glossary of the account"),
        Option("url", "address of the API, if not the one that the key tells", counts=False, trusted=True),
        TIMEOUT,
    )

    def __init__(self, options: Mapping[str, str], keys: Keys) -> None:
        super().__init__(options, keys)
        self._free = (keys.get(KEY) or "").endswith(":fx")
        if self._free and not options.get("url"):
            self._url = FREE

    def about(self, pair: Pair) -> About:
        """Whether it has the languages (asking is free), and its price."""
        source, target = self._spelled(pair)
        notes = {"asked as": f"{source} to {target}"}
        if not self.options["target"] and pair.target in VARIANTS:
            notes["variant"] = (
                f"DeepL writes {target} for {pair.target} unless the option target says otherwise"
            )
        return replace(self.unasked(), notes=notes)

    def unasked(self) -> About:
        """The price by the kind of key, if there is one."""
        model = self.options["model_type"]
        return About(
            model="" if model == _AS_IT_IS else model,
            version="v2",
            price=NO_PRICE if self._free else PRICE,
            limits=LIMITS,
        )

    def translate(self, sources: Sequence[str], pair: Pair) -> Sequence[Reply]:
        """All in one request."""
        return self._translated(sources, pair)

    def in_context(self, source: str, before: Sequence[str], pair: Pair) -> Reply:
        """The sentences before are sent as context, which DeepL neither translates nor bills."""
        return self._translated([source], pair, "\n".join(before))[0]

    def problem(self, status: int, body: Any, headers: Mapping[str, str]) -> EngineError | None:
        """The error by DeepL's own statuses and messages; a body may be empty."""
        said = self.answered(status, body)
        why = said_in(body, "message").lower()
        if status == 403 and "wrong endpoint" in why:
            return KeyRefusedError(said, "Leave the option url away: the key tells which address it is for.")
        if status == 456:
            return QuotaError(said, "Wait for the next month, or raise the limit of the DeepL account.")
        if status == 529:
            return BusyError(said, after=retry_after(headers))
        if status == 400 and "formality" in why:
            return BadRequestError(
                said, "Choose the formality prefer_more or prefer_less, which may give way."
            )
        if status == 400 and ("target_lang" in why or "source_lang" in why):
            return PairNotOfferedError(said, "Choose another engine, or another code with the option target.")
        return None

    def _translated(self, sources: Sequence[str], pair: Pair, context: str = "") -> list[Reply]:
        source, target = self._spelled(pair)
        body: dict[str, Any] = {
            "text": list(sources),
            "source_lang": source,
            "target_lang": target,
            # Lines of a document are consecutive sentences, not one sentence.
            "split_sentences": _AT_LINES if "\n" in "".join(sources) else self.options["split_sentences"],
            "show_billed_characters": True,
        }
        chosen = {name: self.options[name] for name in ("formality", "model_type", "glossary_id")}
        body |= {name: value for name, value in chosen.items() if value not in ("", _AS_IT_IS)}
        body |= {"context": context} if context else {}
        answer = self.ask("POST", "/v2/translate", json=body, headers=self._headers())
        found = answer.get("translations") if isinstance(answer, dict) else None
        listed = found if isinstance(found, list) else []
        texts = texts_in([_told(one, "text") for one in listed], len(sources), self.LABEL)
        return [
            Reply(text, model=said_in(one, "model_type_used"), billed=_whole(_told(one, "billed_characters")))
            for text, one in zip(texts, listed, strict=True)
        ]

    def _spelled(self, pair: Pair) -> tuple[str, str]:
        sources, targets = self._codes
        source = sources.source(pair.source.split("-")[0])  # for sources DeepL knows only the language
        target = self.options["target"].upper() or VARIANTS.get(pair.target) or targets.target(pair.target)
        if source is None or target is None:
            raise not_offered(self.LABEL, pair, targets.source(pair.target) if source else None)
        return source, target

    @cached_property
    def _codes(self) -> tuple[Codes, Codes]:
        # Targets without a variant exist for old programs; DeepL would choose the variant.
        targets = [code for code in self._listed("target") if code.lower() not in VARIANTS]
        return Codes(self._listed("source")), Codes(targets)

    def _listed(self, kind: str) -> list[str]:
        found = self.ask("GET", "/v2/languages", params={"type": kind}, headers=self._headers())
        codes = [said_in(one, "language") for one in found] if isinstance(found, list) else []
        if not codes or not all(codes):
            raise BadReplyError(f"{self.LABEL} did not say which languages it has.")
        return codes

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"DeepL-Auth-Key {self.secret(KEY)}"}


def _told(one: Any, name: str) -> Any:
    return one.get(name) if isinstance(one, dict) else None


def _whole(number: Any) -> int | None:
    return number if isinstance(number, int) and not isinstance(number, bool) else None
