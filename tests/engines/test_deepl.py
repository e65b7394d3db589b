"""DeepL, against a server that answers as DeepL's API description (3.5.0) says."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar

import pytest

from lackmus.cli.remedies import worded
from lackmus.core.base.pairs import Pair
from lackmus.core.engines.engine import Reply
from lackmus.engines import Engine, Keys, open_engine
from lackmus.engines.deepl import FREE, DeepL
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
from lackmus.errors import LackmusError
from lackmus.web.http.remedies import on_page
from tests.engines.servers import Answer, Asked, Fault, Provider, Serving, pseudo, serving
from tests.refusals import refuses

PRO = "3f2a9c1e-77d0-4b1c-9e55-d1a2b3c4e5f6"
PAIR = Pair("en", "de")
SOURCES = ("AR", "DE", "EN", "ES", "FR", "JA", "NB", "PT", "ZH")
TARGETS = (
    *("AR", "DE", "EN-GB", "EN-US", "ES", "ES-419", "FR", "JA", "NB"),
    *("PT-BR", "PT-PT", "ZH", "ZH-HANS", "ZH-HANT"),
)
FORMAL = ("DE", "ES", "ES-419", "FR", "JA", "PT-BR", "PT-PT")


class DeepLServer(Provider):
    """POST /v2/translate and GET /v2/languages."""

    SCHEMA: ClassVar[dict[str, Any]] = {
        "type": "object",
        "required": ["text", "target_lang"],
        "additionalProperties": False,  # an auth_key in the body is refused since 2026
        "properties": {
            "text": {"type": "array", "minItems": 1, "items": {"type": "string"}},
            "source_lang": {"type": "string", "pattern": "^[A-Z]{2,3}$"},
            "target_lang": {"type": "string"},
            "context": {"type": "string"},
            "show_billed_characters": {"type": "boolean"},
            "split_sentences": {"enum": ["0", "1", "nonewlines"]},
            "preserve_formatting": {"type": "boolean"},
            "formality": {"enum": ["default", "more", "less", "prefer_more", "prefer_less"]},
            "model_type": {"enum": ["latency_optimized", "quality_optimized", "prefer_quality_optimized"]},
            "glossary_id": {"type": "string"},
            "tag_handling": {"enum": ["xml", "html"]},
        },
        "dependentRequired": {"glossary_id": ["source_lang"]},
    }

    def answer(self, request: Asked) -> Answer:
        if "user-agent" not in request.headers:
            self.wrong("no User-Agent")
        if request.headers.get("authorization") not in (f"DeepL-Auth-Key {PRO}", f"DeepL-Auth-Key {PRO}:fx"):
            return Answer(403)
        if request.method == "GET" and request.path == "/v2/languages":
            return self._languages(request.query.get("type", ["source"])[0])
        if request.method != "POST" or request.path != "/v2/translate" or request.query:
            return Answer(404, {"message": "Not found"})
        if request.headers.get("content-type") != "application/json":
            self.wrong("the body is not declared as JSON")
        if len(request.body) > 128 * 1024:
            return Answer(413, {"message": "Request size exceeds the supported limit."})
        return self._translations(request.json) if self.fits(request) else Answer(400)

    def throttled(self) -> Answer:
        return Answer(429)  # without a body, and no Retry-After is documented

    def _languages(self, kind: str) -> Answer:
        if kind not in ("source", "target"):
            return Answer(
                400, {"message": "Parameter 'type' is invalid. 'source' and 'target' are valid values."}
            )
        return Answer(
            body=[
                {"language": code, "name": code}
                | ({"supports_formality": code in FORMAL} if kind == "target" else {})
                for code in (SOURCES if kind == "source" else TARGETS)
            ]
        )

    def _translations(self, asked: dict[str, Any]) -> Answer:
        target = asked["target_lang"].upper()
        if len(asked["text"]) > 50:
            return Answer(400, {"message": "Too many texts in one request."})
        for name, known in (("target_lang", TARGETS), ("source_lang", SOURCES)):
            if name in asked and asked[name].upper() not in known:
                return Answer(400, {"message": f"Value for '{name}' not supported."})
        if asked.get("formality") in ("more", "less") and target not in FORMAL:
            return Answer(400, {"message": "'formality' is not supported for given 'target_lang'."})
        more = {"model_type_used": asked["model_type"]} if "model_type" in asked else {}
        return Answer(
            body={
                "translations": [
                    {
                        "detected_source_language": asked.get("source_lang", "EN"),
                        "text": pseudo(text, target),
                        "billed_characters": len(text),
                        **more,
                    }
                    for text in asked["text"]
                ]
            }
        )


@contextmanager
def deepl(
    tmp_path: Path,
    faults: Sequence[Fault | Answer | None] = (),
    key: str = PRO,
    options: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[tuple[Engine, Serving]]:
    """An engine that has asked for the languages; faults come with what it asks then."""
    keys = Keys({"DEEPL_AUTH_KEY": key}, tmp_path / "keys")
    with serving(DeepLServer(), [None, None, *faults]) as server:
        with open_engine("deepl", {"url": server.url, "timeout": "20", **options}, keys) as engine:
            yield engine, server
        assert server.problems == []


def asked(server: Serving) -> list[dict[str, Any]]:
    return [request.json for request in server.asked if request.method == "POST"]


USUAL = {"source_lang": "EN", "split_sentences": "0", "show_billed_characters": True}


@pytest.mark.parametrize(
    "pair, options, body",
    [
        ("en-de", {}, {"target_lang": "DE"}),
        ("de-en", {}, {"source_lang": "DE", "target_lang": "EN-US"}),
        ("de > en-GB", {}, {"source_lang": "DE", "target_lang": "EN-GB"}),
        ("de-en", {"target": "en-gb"}, {"source_lang": "DE", "target_lang": "EN-GB"}),
        ("en-GB > de-DE", {}, {"target_lang": "DE"}),
        ("en-pt", {}, {"target_lang": "PT-BR"}),
        ("en > pt-BR", {}, {"target_lang": "PT-BR"}),
        ("pt-BR > en", {}, {"source_lang": "PT", "target_lang": "EN-US"}),
        ("en-zh", {}, {"target_lang": "ZH-HANS"}),
        ("en > zh-CN", {}, {"target_lang": "ZH-HANS"}),
        ("en > zh-TW", {}, {"target_lang": "ZH-HANT"}),
        ("zh-TW > de", {}, {"source_lang": "ZH", "target_lang": "DE"}),
        ("en > es-419", {}, {"target_lang": "ES-419"}),
        ("en-no", {}, {"target_lang": "NB"}),
        ("en-de", {"formality": "more"}, {"target_lang": "DE", "formality": "more"}),
        ("en-de", {"formality": "default"}, {"target_lang": "DE"}),
        ("en-de", {"split_sentences": "nonewlines"}, {"target_lang": "DE", "split_sentences": "nonewlines"}),
        ("en-de", {"glossary_id": "g-1"}, {"target_lang": "DE", "glossary_id": "g-1"}),
        (
            "en-de",
            {"model_type": "quality_optimized"},
            {"target_lang": "DE", "model_type": "quality_optimized"},
        ),
    ],
)
def test_requests(tmp_path: Path, pair: str, options: dict[str, str], body: dict[str, Any]) -> None:
    with deepl(tmp_path, options=options) as (engine, server):
        engine.translate(["It rains."], Pair.parse(pair))
    assert asked(server) == [{**USUAL, "text": ["It rains."], **body}]


def test_lines_of_a_document_are_no_single_sentence(tmp_path: Path) -> None:
    """DeepL is told to look for sentences then, whatever holds for single ones."""
    with deepl(tmp_path) as (engine, server):
        engine.translate(["It rains.\nIt snows."], PAIR)
    assert asked(server)[0]["split_sentences"] == "1"


def test_answers(tmp_path: Path) -> None:
    with deepl(tmp_path, options={"model_type": "latency_optimized"}) as (engine, _):
        found = engine.translate(["It rains.", "„Ja“ 🙂", ""], PAIR)
    assert list(found) == [
        Reply("DE tI .sniar", model="latency_optimized", billed=9),
        Reply("DE “aJ„ 🙂", model="latency_optimized", billed=6),
        Reply("DE ", model="latency_optimized", billed=0),
    ]


def test_a_sentence_in_its_context(tmp_path: Path) -> None:
    with deepl(tmp_path) as (engine, server):
        found = engine.in_context("It rains.", ["Look outside.", "Take a coat."], PAIR)
    assert found == Reply("DE tI .sniar", billed=9)  # what stands before is not billed
    assert asked(server) == [
        {**USUAL, "text": ["It rains."], "target_lang": "DE", "context": "Look outside.\nTake a coat."}
    ]


@pytest.mark.parametrize(
    "pair, said",
    [
        ("en-ja", {"asked as": "EN to JA"}),
        ("en-pt", {"asked as": "EN to PT-BR", "variant": "DeepL writes PT-BR for pt unless"}),
        ("ja-en", {"asked as": "JA to EN-US", "variant": "DeepL writes EN-US for en unless"}),
    ],
)
def test_what_it_says_about_itself(tmp_path: Path, pair: str, said: dict[str, str]) -> None:
    with deepl(tmp_path) as (engine, server):
        about = engine.about(Pair.parse(pair))
    assert {name: about.notes[name][: len(text)] for name, text in said.items()} == said
    assert set(about.notes) == set(said)
    assert about.price is not None
    assert (about.price.amount, about.price.currency, about.price.as_of) == (25.0, "USD", "2026")
    assert (about.limits.texts, about.limits.in_bytes) == (50, True)
    assert asked(server) == []  # nothing is translated


@pytest.mark.parametrize(
    "pair, said",
    [
        ("en-yo", "DeepL does not translate en into yo. Choose another engine."),
        ("yo-en", "DeepL does not translate yo into en. Choose another engine."),
        ("en > de-AT", "It has DE, which may differ: --option target=DE."),
    ],
)
def test_pairs_that_are_not_offered(tmp_path: Path, pair: str, said: str) -> None:
    with deepl(tmp_path) as (engine, server):
        for ask in (
            lambda: engine.about(Pair.parse(pair)),
            lambda: engine.translate(["x"], Pair.parse(pair)),
        ):
            with pytest.raises(PairNotOfferedError) as raised:
                ask()
            assert said in worded(raised.value)
    assert asked(server) == []


@pytest.mark.parametrize(
    "key, url",
    [(PRO, "https://api.deepl.com"), (f"{PRO}:fx", FREE), ("", "https://api.deepl.com")],
)
def test_the_key_tells_the_address(tmp_path: Path, key: str, url: str) -> None:
    keys = Keys({"DEEPL_AUTH_KEY": key}, tmp_path / "keys")
    for given, reached in (({}, url), ({"url": "https://mine.example/"}, "https://mine.example")):
        engine = open_engine("deepl", given, keys)
        assert isinstance(engine, DeepL)
        assert engine.url == reached


def test_a_free_key_costs_nothing(tmp_path: Path) -> None:
    with deepl(tmp_path, key=f"{PRO}:fx") as (engine, _):
        price = engine.about(PAIR).price
    assert price is not None
    assert (price.amount, price.source[:14]) == (0.0, "DeepL API Free")


@pytest.mark.parametrize(
    "answer, error, said",
    [
        (Answer(400), BadRequestError, "DeepL answered 400."),
        (Answer(400, {"message": "Parameter 'text' not specified"}), BadRequestError, "'text' not specified"),
        (
            Answer(400, {"message": "'formality' is not supported for given 'target_lang'."}),
            BadRequestError,
            "prefer_more",
        ),
        (
            Answer(400, {"message": "Value for 'target_lang' not supported."}),
            PairNotOfferedError,
            "not supported",
        ),
        (
            Answer(400, {"message": "Value for 'source_lang' not supported."}),
            PairNotOfferedError,
            "not supported",
        ),
        (Answer(403), KeyRefusedError, "DeepL answered 403. Check the key"),
        (
            Answer(403, {"message": "Wrong endpoint. Use https://api-free.deepl.com"}),
            KeyRefusedError,
            "Leave the option url away",
        ),
        (Answer(404, {"message": "Not found"}), BadRequestError, "404"),
        (Answer(413), TooLongError, "413"),
        (Answer(414), TooLongError, "414"),
        (Fault.THROTTLE, BusyError, "429"),
        (
            Answer(456, {"message": "Quota for this billing period has been exceeded."}),
            QuotaError,
            "Quota for this billing period",
        ),
        (Answer(456), QuotaError, "456"),
        (Answer(500), UnreachableError, "500"),
        (Answer(503), UnreachableError, "503"),
        (Answer(504), UnreachableError, "504"),
        (Answer(529), BusyError, "529"),
        (Fault.DIE_HALF_WAY, UnreachableError, "cannot be reached"),
        (Fault.MALFORMED, BadReplyError, "no JSON"),
        (Fault.HUGE, BadReplyError, "more than 8 MB"),
        (Answer(200, {"translations": []}), BadReplyError, "was sent 2 texts and answered with 0 texts"),
        (Answer(200, {"translations": [{"text": "x"}]}), BadReplyError, "answered with 1 texts"),
        (Answer(200, {"translations": [{"text": "x"}, {}]}), BadReplyError, "2 texts"),
        (Answer(200, {"translations": [{"text": "x"}, "y"]}), BadReplyError, "2 texts"),
        (Answer(200, {"translations": "x"}), BadReplyError, "2 texts"),
        (Answer(200, ["x", "y"]), BadReplyError, "2 texts"),
    ],
)
def test_errors(tmp_path: Path, answer: Answer | Fault, error: type[EngineError], said: str) -> None:
    with deepl(tmp_path, [answer]) as (engine, _), pytest.raises(error) as raised:
        engine.translate(["It rains.", "It pours."], PAIR)
    assert type(raised.value) is error
    assert said in worded(raised.value)


@pytest.mark.parametrize("status, after", [(429, 30.0), (529, 30.0)])
def test_when_to_come_back(tmp_path: Path, status: int, after: float) -> None:
    busy = Answer(status, b"", {"Retry-After": "30"})
    with deepl(tmp_path, [busy]) as (engine, _), pytest.raises(BusyError) as raised:
        engine.translate(["It rains."], PAIR)
    assert raised.value.after == after


@pytest.mark.parametrize("fault", [Fault.TRICKLE, Fault.SILENT])
def test_an_answer_that_does_not_end(tmp_path: Path, fault: Fault) -> None:
    with deepl(tmp_path, [fault], options={"timeout": "0.5"}) as (engine, _):
        engine.about(PAIR)
        with refuses(UnreachableError, match=r"0\.5 seconds"):
            engine.translate(["It rains."], PAIR)


@pytest.mark.parametrize(
    "answer",
    [
        Answer(403, {"message": f"Invalid key {PRO}"}),
        Answer(456, {"message": f"Key {PRO} is used up"}),
        Answer(400, {"message": f"target_lang for {PRO}"}),
        Answer(500, f"Authorization: DeepL-Auth-Key {PRO}"),
        Answer(200, f"DeepL-Auth-Key {PRO}"),
    ],
)
def test_the_key_is_in_no_error(tmp_path: Path, answer: Answer) -> None:
    with deepl(tmp_path, [answer]) as (engine, server), pytest.raises(EngineError) as raised:
        engine.translate(["It rains."], PAIR)
    assert server.asked[-1].headers["authorization"] == f"DeepL-Auth-Key {PRO}"
    for shown in (worded(raised.value), on_page(raised.value), repr(raised.value)):
        assert PRO[:18] not in shown
        assert PRO[-18:] not in shown


def test_a_wrong_key_is_refused_before_anything_is_sent(tmp_path: Path) -> None:
    with deepl(tmp_path, key="wrong-key-0123456789") as (engine, server), pytest.raises(KeyRefusedError):
        engine.translate(["It rains."], PAIR)
    assert asked(server) == []


def test_without_a_key(tmp_path: Path) -> None:
    with deepl(tmp_path, key="") as (engine, server), refuses(KeyRefusedError, match="DEEPL_AUTH_KEY"):
        engine.about(PAIR)
    assert server.asked == []


@pytest.mark.parametrize(
    "options, said",
    [
        ({"formality": "rude"}, "formality cannot be rude. Choose default, more, less"),
        ({"model_type": ""}, "model_type cannot be empty"),
        ({"tag_handling": "xml"}, "deepl has no option tag_handling. It has target, formality"),
    ],
)
def test_options_that_are_none(tmp_path: Path, options: dict[str, str], said: str) -> None:
    with refuses(LackmusError, match="--option: ") as raised:
        open_engine("deepl", options, Keys({}, tmp_path / "keys"))
    assert said in worded(raised.value)


def test_what_the_translations_depend_on(tmp_path: Path) -> None:
    with deepl(tmp_path, options={"formality": "less"}) as (engine, _):
        assert engine.identity() == {
            "target": "",
            "formality": "less",
            "model_type": "default",
            "split_sentences": "0",
            "glossary_id": "",
        }


@pytest.mark.parametrize(
    "listed", [Answer(200, []), Answer(200, {"languages": []}), Answer(200, [{"code": "DE"}])]
)
def test_a_list_of_languages_that_is_none(tmp_path: Path, listed: Answer) -> None:
    keys = Keys({"DEEPL_AUTH_KEY": PRO}, tmp_path / "keys")
    with (
        serving(DeepLServer(), [listed]) as server,
        open_engine("deepl", {"url": server.url}, keys) as engine,
    ):
        with refuses(BadReplyError, match="did not say which languages"):
            engine.about(PAIR)
        assert engine.about(PAIR).notes == {"asked as": "EN to DE"}  # the next try is a new one


def test_the_largest_batch_is_taken(tmp_path: Path) -> None:
    """What our limits allow, the provider's documented ones do, quotation marks and all."""
    with deepl(tmp_path) as (engine, server):
        limits = engine.about(PAIR).limits
        size = limits.size or 0
        texts = ["ä" * (size // 2 // limits.texts - 2) + '""' for _ in range(limits.texts)]
        assert sum(limits.measure(text) for text in texts) <= size
        assert len(engine.translate(texts, PAIR)) == limits.texts
    assert len(server.asked[-1].body) <= 128 * 1024
