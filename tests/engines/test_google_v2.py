"""Google Cloud Translation v2, against a server that answers as its documentation says."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from html import escape
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar

import pytest

from lackmus.core.base.pairs import Pair
from lackmus.core.engines.engine import Reply
from lackmus.engines import Engine, Keys, open_engine
from lackmus.engines.errors import (
    BadReplyError,
    BadRequestError,
    BusyError,
    EngineError,
    KeyRefusedError,
    PairNotOfferedError,
    QuotaError,
    TooLongError,
    UnreachableError,
)
from lackmus.web.http.remedies import on_page
from tests.engines.servers import Answer, Asked, Fault, Provider, Serving, pseudo, serving

KEY = "AIzaNobodysKey-0123456789-abcdefghijklm"
PAIR = Pair("en", "fr")
CODES = ("de", "en", "es", "fr", "iw", "no", "pt", "pt-PT", "zh-CN", "zh-TW")


def refusal(
    status: int, message: str, reason: str, domain: str = "global", told: str = "", **more: Any
) -> Answer:
    """An error in the style of Google's older APIs; newer bodies also have a status."""
    error = {
        "code": status,
        "message": message,
        "errors": [{"message": message, "domain": domain, "reason": reason}],
        **({"status": told} if told else {}),
        **more,
    }
    return Answer(status, {"error": error})


class GoogleV2Server(Provider):
    """POST …/v2 and GET …/v2/languages."""

    SCHEMA: ClassVar[dict[str, Any]] = {
        "type": "object",
        "required": ["q", "target"],
        "additionalProperties": False,
        "properties": {
            "q": {"type": "array", "items": {"type": "string"}},
            "source": {"type": "string"},
            "target": {"type": "string"},
            "format": {"enum": ["html", "text"]},
            "model": {"type": "string"},
        },
    }

    def answer(self, request: Asked) -> Answer:
        if "key" in request.query:
            self.wrong("a key in an address stands in logs")
        found = request.headers.get("x-goog-api-key")
        if not found:
            why = "Method doesn't allow unregistered callers (callers without established identity)."
            return refusal(403, why, "forbidden", told="PERMISSION_DENIED")
        if found != KEY:
            return INVALID
        if (request.method, request.path) == ("GET", "/language/translate/v2/languages"):
            return Answer(body={"data": {"languages": [{"language": code} for code in CODES]}})
        if (request.method, request.path) != ("POST", "/language/translate/v2"):
            return Answer(404, "<!DOCTYPE html><title>Error 404 (Not Found)!!1</title>")
        if not self.fits(request):
            return refusal(400, "Invalid Value", "invalid")
        return self._translations(request)

    def throttled(self) -> Answer:
        return refusal(403, "User Rate Limit Exceeded", "userRateLimitExceeded", "usageLimits")

    def _translations(self, request: Asked) -> Answer:
        asked = request.json
        if len(asked["q"]) > 128:
            return refusal(400, "Too many text segments", "invalid")
        if len(request.body) > 100_000:
            return refusal(
                400, "Request payload size exceeds the limit", "badRequest", told="INVALID_ARGUMENT"
            )
        source, target = asked.get("source"), asked["target"]
        if target not in CODES or source not in (None, *CODES) or source == target:
            return refusal(400, f"Bad language pair: {source}|{target}", "badRequest")
        texts = [pseudo(text, target) for text in asked["q"]]
        if asked.get("format", "html") == "html":  # which is what happens to whoever forgets it
            texts = [escape(text) for text in texts]
        more = ({} if source else {"detectedSourceLanguage": "en"}) | (
            {"model": asked["model"]} if "model" in asked else {}
        )
        return Answer(body={"data": {"translations": [{"translatedText": text, **more} for text in texts]}})


INVALID = refusal(
    400,
    "API key not valid. Please pass a valid API key.",
    "badRequest",
    told="INVALID_ARGUMENT",
    details=[{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID"}],
)


@contextmanager
def google(
    tmp_path: Path,
    faults: Sequence[Fault | Answer | None] = (),
    key: str = KEY,
    options: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[tuple[Engine, Serving]]:
    """An engine; faults come after it has asked for the languages."""
    keys = Keys({"GOOGLE_API_KEY": key}, tmp_path / "keys")
    with serving(GoogleV2Server(), [None, *faults]) as server:
        with open_engine("google-v2", {"url": server.url, "timeout": "20", **options}, keys) as engine:
            yield engine, server
        assert server.problems == []


def asked(server: Serving) -> list[dict[str, Any]]:
    return [request.json for request in server.asked if request.method == "POST"]


@pytest.mark.parametrize(
    "pair, options, body",
    [
        ("en-fr", {}, {"source": "en", "target": "fr", "model": "nmt"}),
        ("en-GB > fr-FR", {}, {"source": "en", "target": "fr", "model": "nmt"}),
        ("en-zh", {}, {"source": "en", "target": "zh-CN", "model": "nmt"}),
        ("zh-Hant > en", {}, {"source": "zh-TW", "target": "en", "model": "nmt"}),
        ("en > pt-BR", {}, {"source": "en", "target": "pt", "model": "nmt"}),
        ("en > pt-PT", {}, {"source": "en", "target": "pt-PT", "model": "nmt"}),
        ("en-he", {}, {"source": "en", "target": "iw", "model": "nmt"}),
        ("en-nb", {}, {"source": "en", "target": "no", "model": "nmt"}),
        ("en-pt", {"target": "pt-PT"}, {"source": "en", "target": "pt-PT", "model": "nmt"}),
        ("en-fr", {"model": ""}, {"source": "en", "target": "fr"}),
    ],
)
def test_requests(tmp_path: Path, pair: str, options: dict[str, str], body: dict[str, Any]) -> None:
    with google(tmp_path, options=options) as (engine, server):
        engine.translate(["It rains."], Pair.parse(pair))
    assert asked(server) == [{"q": ["It rains."], "format": "text", **body}]


def test_answers_are_not_escaped(tmp_path: Path) -> None:
    with google(tmp_path) as (engine, _):
        found = engine.translate(["I'm <b>.", 'Is it?\n"Yes" & no', "🙂"], PAIR)
    assert list(found) == [
        Reply("fr m'I .>b<", model="nmt"),
        Reply('fr sI ?ti\nfr "seY" & on', model="nmt"),
        Reply("fr 🙂", model="nmt"),
    ]


def test_what_it_says_about_itself(tmp_path: Path) -> None:
    with google(tmp_path) as (engine, server):
        about = engine.about(PAIR)
    assert (about.model, about.version, about.notes) == ("nmt", "v2", {"asked as": "en to fr"})
    assert about.price is not None
    assert (about.price.amount, about.price.currency, about.price.as_of) == (20.0, "USD", "2026")
    assert about.limits.texts <= 128
    assert (about.limits.in_bytes, about.limits.size) == (True, 90_000)
    assert asked(server) == []
    assert engine.identity() == {"model": "nmt", "target": ""}


@pytest.mark.parametrize(
    "pair, said",
    [
        ("en-yo", "does not translate en into yo"),
        ("yo-en", "does not translate yo into en"),
        ("en > de-AT", "It has de, which may differ"),
    ],
)
def test_pairs_that_are_not_offered(tmp_path: Path, pair: str, said: str) -> None:
    with google(tmp_path) as (engine, _), pytest.raises(PairNotOfferedError) as raised:
        engine.about(Pair.parse(pair))
    assert said in str(raised.value)


@pytest.mark.parametrize(
    "answer, error, said",
    [
        (INVALID, KeyRefusedError, "API key not valid. Please pass a valid API key.). Check the key"),
        (refusal(403, "The request is missing a valid API key.", "forbidden"), KeyRefusedError, "403"),
        (refusal(401, "Request had invalid credentials.", "authError"), KeyRefusedError, "401"),
        (
            refusal(403, "Daily Limit Exceeded", "dailyLimitExceeded", "usageLimits"),
            QuotaError,
            "Wait until midnight",
        ),
        (Fault.THROTTLE, BusyError, "User Rate Limit Exceeded"),
        (refusal(403, "Rate Limit Exceeded", "rateLimitExceeded", "usageLimits"), BusyError, "403"),
        (refusal(429, "Quota exceeded", "rateLimitExceeded"), BusyError, "429"),
        (Answer(429), BusyError, "429"),
        (refusal(400, "Too many text segments", "invalid"), TooLongError, "Too many text segments"),
        (refusal(400, "Request payload size exceeds the limit: 204800 bytes.", "x"), TooLongError, "exceeds"),
        (Answer(413, "<html>"), TooLongError, "413"),
        (refusal(400, "Bad language pair: en|xx", "badRequest"), PairNotOfferedError, "en|xx"),
        (refusal(400, "Target language is invalid.", "badRequest"), PairNotOfferedError, "is invalid"),
        (
            refusal(400, "Target language can't be equal to source language.", "badRequest"),
            PairNotOfferedError,
            "equal",
        ),
        (refusal(400, "language " * 200_000, "badRequest"), BadRequestError, "language la…"),
        (refusal(400, "Invalid Value", "invalid"), BadRequestError, "Invalid Value"),
        (Answer(404, "<!DOCTYPE html><title>Error 404 (Not Found)!!1</title>"), BadRequestError, "404"),
        (refusal(500, "Backend Error", "backendError"), UnreachableError, "Backend Error"),
        (refusal(503, "The service is currently unavailable.", "backendError"), UnreachableError, "503"),
        (Fault.DIE_HALF_WAY, UnreachableError, "cannot be reached"),
        (Fault.MALFORMED, BadReplyError, "no JSON"),
        (Fault.HUGE, BadReplyError, "more than 8 MB"),
        (Answer(200, {"data": {"translations": [{"translatedText": "x"}]}}), BadReplyError, "with 1 texts"),
        (
            Answer(200, {"data": {"translations": [{"translatedText": "x"}, {"model": "nmt"}]}}),
            BadReplyError,
            "2 texts",
        ),
        (Answer(200, {"data": {}}), BadReplyError, "with 0 texts"),
        (Answer(200, {"data": ["x", "y"]}), BadReplyError, "with 0 texts"),
        (Answer(200, ["x", "y"]), BadReplyError, "with 0 texts"),
    ],
)
def test_errors(tmp_path: Path, answer: Answer | Fault, error: type[EngineError], said: str) -> None:
    with google(tmp_path, [answer]) as (engine, _), pytest.raises(error) as raised:
        engine.translate(["It rains.", "It pours."], PAIR)
    assert type(raised.value) is error
    assert said in str(raised.value)


@pytest.mark.parametrize("fault", [Fault.TRICKLE, Fault.SILENT])
def test_an_answer_that_does_not_end(tmp_path: Path, fault: Fault) -> None:
    with google(tmp_path, [fault], options={"timeout": "0.5"}) as (engine, _):
        engine.about(PAIR)
        with pytest.raises(UnreachableError, match=r"0\.5 seconds"):
            engine.translate(["It rains."], PAIR)


@pytest.mark.parametrize(
    "headers, details, after",
    [
        ({"Retry-After": "30"}, [], 30.0),
        ({}, [{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "12.5s"}], 12.5),
        ({"Retry-After": "30"}, [{"reason": "x"}, {"retryDelay": "7s"}], 7.0),
        ({}, [{"retryDelay": "soon"}, "x"], None),
        ({}, "x", None),
    ],
)
def test_when_to_come_back(
    tmp_path: Path, headers: dict[str, str], details: Any, after: float | None
) -> None:
    body = refusal(429, "Quota exceeded", "rateLimitExceeded", details=details).body
    with google(tmp_path, [Answer(429, body, headers)]) as (engine, _), pytest.raises(BusyError) as raised:
        engine.translate(["It rains."], PAIR)
    assert raised.value.after == after


@pytest.mark.parametrize(
    "answer",
    [
        refusal(400, f"API key {KEY} not valid.", "badRequest"),
        refusal(403, f"Consumer 'api_key:{KEY}' has been suspended.", "forbidden"),
        refusal(403, f"Daily Limit Exceeded for {KEY}", "dailyLimitExceeded"),
        Answer(502, f"<p>x-goog-api-key: {KEY}"),
        Answer(200, f"x-goog-api-key: {KEY}"),
    ],
)
def test_the_key_is_in_no_error(tmp_path: Path, answer: Answer) -> None:
    with google(tmp_path, [answer]) as (engine, server), pytest.raises(EngineError) as raised:
        engine.translate(["It rains."], PAIR)
    assert server.asked[-1].headers["x-goog-api-key"] == KEY
    for shown in (str(raised.value), on_page(raised.value), repr(raised.value)):
        assert KEY[:15] not in shown
        assert KEY[-15:] not in shown


@pytest.mark.parametrize("key", ["AIzaWrong-0123456789", ""])
def test_wrong_keys_and_none(tmp_path: Path, key: str) -> None:
    with google(tmp_path, key=key) as (engine, server), pytest.raises(KeyRefusedError):
        engine.translate(["It rains."], PAIR)
    assert asked(server) == []


@pytest.mark.parametrize("listed", [{}, {"data": {}}, {"data": {"languages": [{"code": "en"}]}}])
def test_a_list_of_languages_that_is_none(tmp_path: Path, listed: dict[str, Any]) -> None:
    keys = Keys({"GOOGLE_API_KEY": KEY}, tmp_path / "keys")
    with (
        serving(GoogleV2Server(), [Answer(200, listed)]) as server,
        open_engine("google-v2", {"url": server.url}, keys) as engine,
        pytest.raises(BadReplyError, match="did not say which languages"),
    ):
        engine.about(PAIR)


def test_the_largest_batch_is_taken(tmp_path: Path) -> None:
    """What our limits allow, the provider's documented ones do, quotation marks and all."""
    with google(tmp_path) as (engine, server):
        limits = engine.about(PAIR).limits
        size = limits.size or 0
        texts = ["ä" * (size // 2 // limits.texts - 2) + '""' for _ in range(limits.texts)]
        assert sum(limits.measure(text) for text in texts) <= size
        assert len(engine.translate(texts, PAIR)) == limits.texts
    assert len(server.asked[-1].body) <= 100_000
