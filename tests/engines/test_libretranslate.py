"""LibreTranslate, asked on a server that answers as its source code says."""

from typing import Any, ClassVar

import pytest

from lackmus.core.base.pairs import Pair
from lackmus.engines import (
    BadReplyError,
    BadRequestError,
    BusyError,
    EngineError,
    KeyRefusedError,
    PairNotOfferedError,
    TooLongError,
    UnreachableError,
)
from lackmus.engines.libretranslate import only_pictures
from tests.engines.mishaps import MISHAPS, SOURCES, fetched, opened, refusal
from tests.engines.servers import Answer, Asked, Fault, Provider, pseudo, serving

KEY = "1f0c7a52-9f0e-4a3b-8a51-6f1f8d1f7c11"
KEYS = {"LIBRETRANSLATE_API_KEY": KEY}
EN_ES = Pair("en", "es")
TARGETS = {
    "en": ["es", "pb", "pt", "zh", "zt"],
    "es": ["en"],
    "pb": ["en"],
    "pt": ["en"],
    "zh": ["en"],
    "zt": ["en"],
}


def refused(status: int, error: str) -> Answer:
    return Answer(status, {"error": error})


class Libre(Provider):
    """A server with a few models, and with the limits and keys that its operator wants."""

    SCHEMA: ClassVar[dict[str, Any]] = {
        "type": "object",
        "properties": {
            "q": {"type": "array", "minItems": 1, "items": {"type": "string"}},
            "source": {"type": "string"},
            "target": {"type": "string"},
            "format": {"const": "text"},
            "alternatives": {"type": "integer"},
            "api_key": {"type": "string"},
        },
        "required": ["q", "source", "target"],
        "additionalProperties": False,
    }

    def __init__(self, limit: int = -1, batch: int = -1, keys: bool = False, mocks: bool = False) -> None:
        super().__init__()
        self.limit, self.batch, self.keys, self.mocks = limit, batch, keys, mocks

    def answer(self, request: Asked) -> Answer:
        if request.headers.get("accept-language") != "en":
            self.wrong("it may answer in any language")
        match request.method, request.path:
            case "GET", "/languages":
                return Answer(
                    200, [{"code": code, "name": code, "targets": to} for code, to in TARGETS.items()]
                )
            case "GET", "/frontend/settings":
                return Answer(200, {"charLimit": self.limit, "keyRequired": self.keys, "apiKeys": self.keys})
            case "POST", "/translate":
                return self.translated(request)
        return Answer(404, "<html>")

    def translated(self, request: Asked) -> Answer:
        if not self.fits(request):
            return refused(400, "Invalid request: missing q parameter")
        body = request.json
        texts, key = body["q"], body.get("api_key")
        if self.keys and key and key != KEY:
            return refused(403, "Invalid API key")
        if self.keys and not key:
            return refused(400, "Visit https://portal.example.org to get an API key")
        if -1 < self.batch < len(texts):
            size = f"({len(texts)}) exceeds text limit ({self.batch})"
            return refused(400, f"Invalid request: request {size}")
        if -1 < self.limit < max(map(len, texts)):
            return refused(400, f"Invalid request: request (99) exceeds text limit ({self.limit})")
        if body["target"] not in TARGETS:
            return refused(400, f"{body['target']} is not supported")
        if body["target"] not in TARGETS[body["source"]]:
            return refused(400, "Spanish (es) is not available as a target language from Portuguese (pt)")
        if self.mocks:
            return Answer(200, {"translatedText": "🐒🙊", "alternatives": []})
        return Answer(200, {"translatedText": [pseudo(text, body["target"]) for text in texts]})

    def throttled(self) -> Answer:
        return Answer(429, {"error": "Slowdown: 80 per 1 minute"}, {"Retry-After": "12"})


@pytest.mark.parametrize(
    "pair, options, keys, request_",
    [
        ("en-es", {}, {}, {"source": "en", "target": "es", "format": "text"}),
        ("en-es", {}, KEYS, {"source": "en", "target": "es", "format": "text", "api_key": KEY}),
        ("en-GB>zh-CN", {}, {}, {"source": "en", "target": "zh", "format": "text"}),
        ("en>zh-TW", {}, {}, {"source": "en", "target": "zt", "format": "text"}),
        ("en>pt-BR", {}, {}, {"source": "en", "target": "pb", "format": "text"}),
        ("en-pt", {}, {}, {"source": "en", "target": "pt", "format": "text"}),
        ("en-pt", {"target": "pb"}, {}, {"source": "en", "target": "pb", "format": "text"}),
    ],
)
def test_requests(pair: str, options: dict[str, str], keys: dict[str, str], request_: dict[str, str]) -> None:
    """All texts in one request, the key in its body if there is one."""
    with serving(Libre()) as server, opened("libretranslate", server.url, keys, **options) as engine:
        replies = fetched(engine, SOURCES, Pair.parse(pair))
    assert server.asked[-1].json == {"q": SOURCES, **request_}
    assert [one.text for one in replies] == [pseudo(text, request_["target"]) for text in SOURCES]
    assert server.problems == []


@pytest.mark.parametrize("limit, size", [(-1, None), (0, None), (2000, 2000)])
def test_about(limit: int, size: int | None) -> None:
    """The server tells its pairs and its limit, and translates nothing."""
    with serving(Libre(limit)) as server, opened("libretranslate", server.url) as engine:
        about = engine.about(EN_ES)
        assert [one.path for one in server.asked] == ["/languages", "/frontend/settings"]
    assert (about.limits.size, about.limits.text) == (size, size)
    assert about.price is None
    assert about.notes == {"asked as": "en to es"}


@pytest.mark.parametrize("pair", ["en-ja", "ja-en", "es-pt", "en>pt-PT"])
def test_a_pair_that_is_not_offered(pair: str) -> None:
    """The server may have both languages and no way between them."""
    with (
        serving(Libre()) as server,
        opened("libretranslate", server.url) as engine,
        pytest.raises(PairNotOfferedError),
    ):
        engine.about(Pair.parse(pair))
    assert [one.path for one in server.asked] == ["/languages"]


def test_identity() -> None:
    """Other servers have other models."""
    engine = opened("libretranslate", "http://127.0.0.1:9", timeout="5")
    assert engine.identity() == {"url": "http://127.0.0.1:9", "target": ""}
    assert engine.identity() == opened("libretranslate", "http://127.0.0.1:9/").identity()


@pytest.mark.parametrize(
    "provider, keys, error",
    [
        (Libre(keys=True), {}, KeyRefusedError),
        (Libre(keys=True), {"LIBRETRANSLATE_API_KEY": "not-the-key-of-anybody"}, KeyRefusedError),
        (Libre(limit=3), {}, TooLongError),
        (Libre(batch=0), {}, TooLongError),
        (Libre(mocks=True), {}, BadReplyError),
    ],
)
def test_what_operators_want(provider: Libre, keys: dict[str, str], error: type[EngineError]) -> None:
    """Keys and limits; and some mock whom they take for a robot, with status 200."""
    assert type(refusal("libretranslate", provider, [], keys, EN_ES)) is error


@pytest.mark.parametrize(
    "answer, error",
    [
        (refused(400, "es is not supported"), PairNotOfferedError),
        (
            refused(400, "Spanish (es) is not available as a target language from English (en)"),
            PairNotOfferedError,
        ),
        (refused(400, "Please contact the server operator to get an API key"), KeyRefusedError),
        (refused(400, "Invalid request: request (3000) exceeds text limit (2000)"), TooLongError),
        (refused(400, "Invalid request: missing source parameter"), BadRequestError),
        (refused(400, "Invalid JSON format"), BadRequestError),
        (refused(403, f"Invalid API key {KEY}"), KeyRefusedError),
        (refused(403, "Too many request limits violations"), KeyRefusedError),
        (Answer(404, "<html>"), BadRequestError),
        (refused(429, "Slowdown: 80 per 1 minute"), BusyError),
        (refused(500, "Cannot translate text: …"), UnreachableError),
        (Answer(502, f"<html>{KEY}"), UnreachableError),
        (Answer(200, f"<html>{KEY}"), BadReplyError),
        (Answer(200, {"translatedText": "Llueve."}), BadReplyError),  # one text for a list
        (Answer(200, {"translatedText": ["Llueve.", "Llueve."]}), BadReplyError),
        (Answer(200, {"translatedText": [None]}), BadReplyError),
        (Answer(200, {"translatedText": ["🤡"]}), BadReplyError),
        (Answer(200, ["Llueve."]), BadReplyError),
    ],
)
def test_errors(answer: Answer, error: type[EngineError]) -> None:
    """Told apart by status and words; no key is repeated."""
    assert type(refusal("libretranslate", Libre(), [None, answer], KEYS, EN_ES)) is error


@pytest.mark.parametrize("found", [{}, [], ["en"], [{"code": "en"}], "<html>"])
def test_a_list_of_languages_that_is_none(found: Any) -> None:
    """Then it is no such server, and nothing is sent there."""
    assert type(refusal("libretranslate", Libre(), [Answer(200, found)], KEYS, EN_ES)) is BadReplyError


@pytest.mark.parametrize("fault, error, options", MISHAPS)
def test_mishaps(fault: Fault, error: type[EngineError], options: dict[str, str]) -> None:
    """What happens on the way is no translation."""
    problem = refusal("libretranslate", Libre(), [None, fault], KEYS, EN_ES, **options)
    assert type(problem) is error
    assert problem.after == (12.0 if fault is Fault.THROTTLE else None)


def test_a_picture_for_a_picture() -> None:
    """That is a translation."""
    with (
        serving(Libre(), [None, Answer(200, {"translatedText": ["🐈", "🐈‍⬛"]})]) as server,
        opened("libretranslate", server.url) as engine,
    ):
        assert [one.text for one in fetched(engine, ["🐈", "🐈‍⬛"], EN_ES)] == ["🐈", "🐈‍⬛"]


@pytest.mark.parametrize(
    "text, so",
    [
        ("😂", True),
        ("🐒🙊", True),
        (" 🥸 ", True),
        ("", False),
        ("©", False),
        ("5 🐈", False),
        ("¿🐈?", False),
    ],
)
def test_only_pictures(text: str, so: bool) -> None:
    """Emoji, and nothing that could be a word."""
    assert only_pictures(text) is so
