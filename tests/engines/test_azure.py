"""Azure Translator, asked on a server that answers as version 3.0 of its API is documented."""

from typing import Any, ClassVar

import pytest

from lackmus.cli.remedies import worded
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
from lackmus.engines.azure import shares
from tests.engines.mishaps import MISHAPS, SOURCES, fetched, opened, refusal
from tests.engines.servers import Answer, Asked, Fault, Provider, pseudo, serving

KEY = "0123456789abcdef0123456789abcdef"
KEYS = {"AZURE_TRANSLATOR_KEY": KEY}
EN_DE = Pair("en", "de")
LANGUAGES = ["de", "en", "fr", "fr-ca", "nb", "pt", "pt-pt", "sr-Cyrl", "sr-Latn", "zh-Hans", "zh-Hant"]


def refused(code: int | str, message: str = "Not so.") -> Answer:
    return Answer(int(str(code)[:3]), {"error": {"code": code, "message": message}})


class Translator(Provider):
    """One resource, of one region if it is said."""

    SCHEMA: ClassVar[dict[str, Any]] = {
        "type": "array",
        "minItems": 1,
        "items": {
            "type": "object",
            "properties": {"Text": {"type": "string", "minLength": 1}},
            "required": ["Text"],
            "additionalProperties": False,
        },
    }
    PARAMETERS = frozenset({"api-version", "from", "to", "textType", "category"})

    def __init__(self, region: str = "", extra: int = 0, tells: bool = True) -> None:
        super().__init__()
        self.region, self.extra, self.tells = region, extra, tells

    def answer(self, request: Asked) -> Answer:
        if request.query.get("api-version") != ["3.0"]:
            return refused(400021)
        if (request.method, request.path) == ("GET", "/languages"):
            names = {code: {"name": code, "nativeName": code, "dir": "ltr"} for code in LANGUAGES}
            return Answer(200, {"translation": names})
        if (request.method, request.path) != ("POST", "/translate"):
            return Answer(404)
        if not self.fits(request) or set(request.query) - self.PARAMETERS:
            self.wrong(f"unknown parameters in {request.query}")
            return refused(400000)
        return self.translated(request)

    def translated(self, request: Asked) -> Answer:
        texts = [one["Text"] for one in request.json]
        counted = sum(len(text.encode("utf-16-le")) // 2 for text in texts)
        if request.headers.get("ocp-apim-subscription-key") != KEY:
            return refused(401000)
        if request.headers.get("ocp-apim-subscription-region", "") != self.region:
            return Answer(401)  # some refusals have no body
        if len(texts) > 1000:
            return refused(400072)
        if counted > 50_000:
            return refused(400077)
        [source], [target] = request.query["from"], request.query["to"]
        if source not in LANGUAGES or target not in LANGUAGES:
            return refused(400035 if source not in LANGUAGES else 400036)
        if request.query.get("category", ["general"]) not in (["general"], ["law"]):
            return refused(400079)
        items = [{"translations": [{"text": pseudo(text, target), "to": target}]} for text in texts]
        headers = {"X-RequestId": "1", "X-MT-System": "Team"}
        return Answer(
            200, items, {**headers, "X-Metered-Usage": str(counted + self.extra)} if self.tells else headers
        )

    def throttled(self) -> Answer:
        return refused(
            429001, "The server rejected the request because the client has exceeded request limits."
        )


@pytest.mark.parametrize(
    "pair, options, query",
    [
        ("en-de", {}, {"from": ["en"], "to": ["de"]}),
        ("en-GB>zh", {}, {"from": ["en"], "to": ["zh-Hans"]}),
        ("en>zh-TW", {}, {"to": ["zh-Hant"]}),
        ("en>pt-BR", {}, {"to": ["pt"]}),
        ("en>pt-PT", {}, {"to": ["pt-pt"]}),
        ("en>no", {}, {"to": ["nb"]}),
        ("en-fr", {"target": "fr-ca"}, {"to": ["fr-ca"]}),
        ("en-de", {"category": "law"}, {"category": ["law"]}),
        ("en-de", {}, {"category": ["general"], "textType": ["plain"], "api-version": ["3.0"]}),
    ],
)
def test_requests(pair: str, options: dict[str, str], query: dict[str, list[str]]) -> None:
    """Languages as Azure writes them, plain text, and the model that was asked for."""
    with serving(Translator()) as server, opened("azure", server.url, KEYS, **options) as engine:
        replies = fetched(engine, SOURCES, Pair.parse(pair))
        sent = server.asked[-1]
    assert {name: sent.query[name] for name in query} == query
    assert sent.json == [{"Text": text} for text in SOURCES]
    assert [one.text for one in replies] == [pseudo(text, sent.query["to"][0]) for text in SOURCES]
    assert server.problems == []


@pytest.mark.parametrize(
    "option, variable",
    [({"region": "westeurope"}, ""), ({}, "westeurope"), ({"region": "westeurope"}, "other")],
)
def test_the_region_of_a_resource(option: dict[str, str], variable: str) -> None:
    """It is said in an option, or stands where the key stands."""
    keys = {**KEYS, "AZURE_TRANSLATOR_REGION": variable}
    with serving(Translator("westeurope")) as server, opened("azure", server.url, keys, **option) as engine:
        assert len(fetched(engine, SOURCES, EN_DE)) == 3


def test_a_region_that_is_missing() -> None:
    """That is the most frequent cause of a key that does not work, and the answer is empty."""
    problem = refusal("azure", Translator("westeurope"), [], KEYS, EN_DE)
    assert isinstance(problem, KeyRefusedError)
    assert "AZURE_TRANSLATOR_REGION" in worded(problem)


@pytest.mark.parametrize(
    "texts, provider, billed",
    [
        (["Rain."], Translator(), [5]),
        (["Rain."], Translator(extra=7), [12]),  # one text: whatever it cost
        (["Rain.", "A cat 🐈"], Translator(), [5, 8]),  # two code units
        (["Rain.", "A cat"], Translator(extra=1), [None, None]),  # nobody knows which of them
        (["Rain.", "A cat"], Translator(tells=False), [None, None]),
    ],
)
def test_what_was_billed(texts: list[str], provider: Translator, billed: list[int | None]) -> None:
    """The header counts the whole request; a share is told only where it follows."""
    with serving(provider) as server, opened("azure", server.url, KEYS) as engine:
        assert [one.billed for one in fetched(engine, texts, EN_DE)] == billed


@pytest.mark.parametrize("metered", ["", "many", "-3", "²", "1.5", "9" * 5000])
def test_a_count_that_is_none(metered: str) -> None:
    """Nothing is made of it."""
    assert shares(metered, ["Rain."]) == [None]


@pytest.mark.parametrize("category, price", [("general", 10.0), ("law", None)])
def test_about(category: str, price: float | None) -> None:
    """It says what it costs, needs no key for that, and translates nothing."""
    with serving(Translator()) as server, opened("azure", server.url, category=category) as engine:
        about = engine.about(EN_DE)
        assert [one.path for one in server.asked] == ["/languages"]
    assert (about.model, about.version) == (category, "3.0")
    assert (about.price.amount if about.price else None) == price
    assert about.limits.texts == 1000
    assert about.limits.size is not None and about.limits.size <= 33_300


@pytest.mark.parametrize(
    "pair, remedy",
    [("en-ja", "Choose another engine."), ("ja-en", "Choose another engine."), ("en>fr-BE", "target=fr.")],
)
def test_a_pair_that_is_not_offered(pair: str, remedy: str) -> None:
    """It is known before anything is sent; another variety is never taken without being asked for."""
    with (
        serving(Translator()) as server,
        opened("azure", server.url, KEYS) as engine,
        pytest.raises(PairNotOfferedError) as caught,
    ):
        engine.about(Pair.parse(pair))
    assert worded(caught.value).endswith(remedy)


def test_identity() -> None:
    """Model and target count; address, region and patience do not."""
    engine = opened("azure", "http://127.0.0.1:9", region="westeurope", timeout="5", category="law")
    assert engine.identity() == {"category": "law", "target": ""}


@pytest.mark.parametrize(
    "answer, error",
    [
        (refused(400000), BadRequestError),
        (refused(400003), PairNotOfferedError),
        (refused(400019), PairNotOfferedError),
        (refused(400023), PairNotOfferedError),
        (refused(400035), PairNotOfferedError),
        (refused("400036"), PairNotOfferedError),
        (refused(400050), TooLongError),
        (refused(400072), TooLongError),
        (refused(400077), TooLongError),
        (refused(400074), BadRequestError),
        (refused("4" * 5000), BadRequestError),
        (refused(400075), BadRequestError),
        (refused(400079), BadRequestError),
        (refused(401000, f"No such key as {KEY}."), KeyRefusedError),
        (refused(401000, f"No such key as …{KEY[-16:]}."), KeyRefusedError),
        (refused(401001), QuotaError),
        (refused(401015), KeyRefusedError),
        (Answer(401), KeyRefusedError),
        (refused(403000), KeyRefusedError),
        (refused("403001"), QuotaError),
        (refused(405000), BadRequestError),
        (refused(408001), BusyError),
        (refused(408002), UnreachableError),
        (Answer(413, "<html>"), TooLongError),
        (refused(415000), BadRequestError),
        (refused(429000), BusyError),
        (refused(429002), BusyError),
        (refused(500000), UnreachableError),
        (refused(503000), UnreachableError),
        (Answer(403, {"error": {"code": "Forbidden", "message": KEY}}), KeyRefusedError),
        (Answer(400, {"error": "?"}), BadRequestError),
        (Answer(502, f"<html>{KEY}</html>"), UnreachableError),
        (Answer(302, "", {"Location": "http://127.0.0.1:9/"}), BadRequestError),
        (Answer(200, f"Hello {KEY}"), BadReplyError),
        (Answer(200, {"translations": []}), BadReplyError),
        (Answer(200, []), BadReplyError),
        (Answer(200, [{"translations": []}]), BadReplyError),
        (Answer(200, [{"translations": [{"text": None, "to": "de"}]}]), BadReplyError),
        (Answer(200, [{"translations": [{"text": "\ud83d", "to": "de"}]}]), BadReplyError),  # half a letter
        (Answer(200, [{"translations": [{"text": "Es regnet.", "to": "de"}]}] * 2), BadReplyError),
    ],
)
def test_errors(answer: Answer, error: type[EngineError]) -> None:
    """Each number has its kind, and no key is repeated."""
    assert type(refusal("azure", Translator(), [None, answer], KEYS, EN_DE)) is error


@pytest.mark.parametrize(
    "answer, after",
    [
        (refused(429001), None),
        (Answer(429, {"error": {"code": 429001, "message": ""}}, {"Retry-After": "7"}), 7.0),
        (refused(408001), 60.0),
    ],
)
def test_when_to_come_back(answer: Answer, after: float | None) -> None:
    """As the server says; a model that is being loaded takes a while."""
    assert refusal("azure", Translator(), [None, answer], KEYS, EN_DE).after == after


@pytest.mark.parametrize("fault, error, options", MISHAPS)
def test_mishaps(fault: Fault, error: type[EngineError], options: dict[str, str]) -> None:
    """What happens on the way is no translation."""
    assert type(refusal("azure", Translator(), [None, fault], KEYS, EN_DE, **options)) is error


@pytest.mark.parametrize(
    "keys, error", [({}, KeyRefusedError), ({"AZURE_TRANSLATOR_KEY": "f" * 32}, KeyRefusedError)]
)
def test_a_key_that_is_missing_or_wrong(keys: dict[str, str], error: type[EngineError]) -> None:
    """Without a key nothing is sent."""
    assert type(refusal("azure", Translator(), [], keys, EN_DE)) is error


@pytest.mark.parametrize("found", [[], {}, {"translation": []}, "…"])
def test_a_list_of_languages_that_is_none(found: Any) -> None:
    """Then nothing is asked."""
    assert type(refusal("azure", Translator(), [Answer(200, found)], KEYS, EN_DE)) is BadReplyError
