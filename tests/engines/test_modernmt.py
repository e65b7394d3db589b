"""ModernMT, asked on a server that answers as its own client libraries expect."""

from typing import Any, ClassVar

import pytest

from lackmus import __version__
from lackmus.core.base.pairs import Pair
from lackmus.engines import (
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
from tests.engines.mishaps import MISHAPS, SOURCES, fetched, opened, refusal
from tests.engines.servers import Answer, Asked, Fault, Provider, pseudo, serving

KEY = "01234567-8901-2345-6789-012345678901"
KEYS = {"MODERNMT_API_KEY": KEY}
EN_IT = Pair("en", "it")
LANGUAGES = ["en", "es", "es-419", "it", "pt", "pt-PT", "zh-CN", "zh-TW"]


def refused(status: int, kind: str, message: str) -> Answer:
    return Answer(status, {"status": status, "error": {"type": kind, "message": message}})


class Modern(Provider):
    """Everything is posted, and a header says which method is meant."""

    SCHEMA: ClassVar[dict[str, Any]] = {
        "type": "object",
        "properties": {
            "q": {"type": "array", "minItems": 1, "maxItems": 128, "items": {"type": "string"}},
            "source": {"type": "string"},
            "target": {"type": "string"},
            "format": {"enum": ["text/plain", "text/xml", "text/html", "application/xliff+xml"]},
            "hints": {"type": "string"},
        },
        "required": ["q", "target"],
        "additionalProperties": False,
    }

    def __init__(self, tells: bool = True) -> None:
        super().__init__()
        self.tells = tells

    def answer(self, request: Asked) -> Answer:
        if request.method != "POST" or request.headers.get("x-http-method-override") != "GET":
            self.wrong(f"{request.method} {request.path}: the method is to be overridden")
        if request.headers.get("mmt-apikey") != KEY:
            return refused(401, "AuthException", "Authentication failed")
        match request.path:
            case "/translate/languages":
                return Answer(200, {"status": 200, "data": LANGUAGES})
            case "/translate":
                return self.translated(request)
        return refused(404, "NotFoundException", "No such method")

    def translated(self, request: Asked) -> Answer:
        if not self.fits(request):
            return refused(400, "ParameterParsingException", "Missing parameter q")
        body = request.json
        if body["target"] not in LANGUAGES:
            return refused(400, "ParameterParsingException", "Language not supported")
        data = [
            {
                "translation": pseudo(text, body["target"]),
                "characters": len(text),
                **({"billedCharacters": len(text)} if self.tells else {}),
            }
            for text in body["q"]
        ]
        return Answer(200, {"status": 200, "data": data})

    def throttled(self) -> Answer:
        return refused(429, "TooManyRequestsException", "Too many requests")


@pytest.mark.parametrize(
    "pair, options, request_",
    [
        ("en-it", {}, {"source": "en", "target": "it"}),
        ("en-GB>zh", {}, {"source": "en", "target": "zh-CN"}),
        ("en>zh-Hant", {}, {"source": "en", "target": "zh-TW"}),
        ("en>pt-BR", {}, {"source": "en", "target": "pt"}),
        ("en-es", {"target": "es-419"}, {"source": "en", "target": "es-419"}),
        ("en-it", {"hints": "12,345"}, {"source": "en", "target": "it", "hints": "12,345"}),
    ],
)
def test_requests(pair: str, options: dict[str, str], request_: dict[str, str]) -> None:
    """All texts in one request, as plain text, by whoever we are."""
    with serving(Modern()) as server, opened("modernmt", server.url, KEYS, **options) as engine:
        replies = fetched(engine, SOURCES, Pair.parse(pair))
    sent = server.asked[-1]
    assert sent.json == {"q": SOURCES, "format": "text/plain", **request_}
    assert (sent.headers["mmt-platform"], sent.headers["mmt-platformversion"]) == ("lackmus", __version__)
    assert [one.text for one in replies] == [pseudo(text, request_["target"]) for text in SOURCES]
    assert [one.billed for one in replies] == [len(text) for text in SOURCES]
    assert server.problems == []


def test_what_is_not_billed_is_not_told() -> None:
    """Nothing is made up."""
    with serving(Modern(tells=False)) as server, opened("modernmt", server.url, KEYS) as engine:
        assert [one.billed for one in fetched(engine, SOURCES, EN_IT)] == [None, None, None]


def test_about() -> None:
    """It says which languages it has; what it costs stands in a contract."""
    with serving(Modern()) as server, opened("modernmt", server.url, KEYS) as engine:
        about = engine.about(EN_IT)
        assert [one.path for one in server.asked] == ["/translate/languages"]
    assert (about.price, about.limits.texts) == (None, 128)
    assert server.problems == []


@pytest.mark.parametrize("pair", ["en-de", "de-en", "en>es-AR"])
def test_a_pair_that_is_not_offered(pair: str) -> None:
    """It is known before anything is sent."""
    with (
        serving(Modern()) as server,
        opened("modernmt", server.url, KEYS) as engine,
        pytest.raises(PairNotOfferedError),
    ):
        engine.about(Pair.parse(pair))


def test_identity() -> None:
    """Memories change translations; the address does not."""
    engine = opened("modernmt", "http://127.0.0.1:9", timeout="5", hints="12")
    assert engine.identity() == {"hints": "12", "target": ""}


@pytest.mark.parametrize("keys", [{}, {"MODERNMT_API_KEY": "another-key-than-that"}])
def test_a_key_that_is_missing_or_wrong(keys: dict[str, str]) -> None:
    """Already the list of languages wants one."""
    assert type(refusal("modernmt", Modern(), [], keys, EN_IT)) is KeyRefusedError


def test_a_target_that_is_not_there() -> None:
    """What was asked for by name is asked for."""
    assert type(refusal("modernmt", Modern(), [], KEYS, EN_IT, target="xx")) is PairNotOfferedError


@pytest.mark.parametrize(
    "answer, error",
    [
        (refused(400, "ParameterParsingException", "Missing parameter q"), BadRequestError),
        (refused(400, "ParameterParsingException", "Unsupported language pair"), PairNotOfferedError),
        (refused(401, "AuthException", f"{KEY} is no key"), KeyRefusedError),
        (refused(402, "BillingException", "Nothing left"), QuotaError),
        (refused(403, "AuthException", "Not allowed"), KeyRefusedError),
        (refused(404, "NotFoundException", "No such memory"), BadRequestError),
        (Answer(413, "<html>request entity too large</html>"), TooLongError),
        (refused(429, "TooManyRequestsException", "Later"), BusyError),
        (refused(500, "RuntimeException", "Something"), UnreachableError),
        (Answer(502, f"<html>{KEY}</html>"), UnreachableError),
        (refused(503, "Unavailable", "Something"), UnreachableError),
        (Answer(200, f"<html>{KEY}</html>"), BadReplyError),
        (Answer(200, {"status": 200}), BadReplyError),
        (Answer(200, []), BadReplyError),
        (Answer(200, {"status": 200, "data": {"translation": "Piove."}}), BadReplyError),
        (Answer(200, {"status": 200, "data": []}), BadReplyError),
        (Answer(200, {"status": 200, "data": ["Piove."]}), BadReplyError),
        (Answer(200, {"status": 200, "data": [{"translation": "Piove."}] * 2}), BadReplyError),
    ],
)
def test_errors(answer: Answer, error: type[EngineError]) -> None:
    """By status; no key is repeated."""
    assert type(refusal("modernmt", Modern(), [None, answer], KEYS, EN_IT)) is error


@pytest.mark.parametrize("found", [[], {}, {"data": {}}, {"data": [1]}])
def test_a_list_of_languages_that_is_none(found: Any) -> None:
    """Then nothing is asked."""
    assert type(refusal("modernmt", Modern(), [Answer(200, found)], KEYS, EN_IT)) is BadReplyError


@pytest.mark.parametrize("fault, error, options", MISHAPS)
def test_mishaps(fault: Fault, error: type[EngineError], options: dict[str, str]) -> None:
    """What happens on the way is no translation."""
    assert type(refusal("modernmt", Modern(), [None, fault], KEYS, EN_IT, **options)) is error
