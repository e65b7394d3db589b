"""Apertium-APy, asked on a server that answers as its handlers do (a real one has tests of its own)."""

import re
from typing import Any

import pytest

from lackmus.core.base.pairs import Pair
from lackmus.core.engines.engine import Reply
from lackmus.engines import (
    BadReplyError,
    BadRequestError,
    EngineError,
    PairNotOfferedError,
    TooLongError,
    UnreachableError,
)
from lackmus.engines.apertium_apy import spellings
from tests.engines.mishaps import MISHAPS, SOURCES, fetched, opened, refusal
from tests.engines.servers import Answer, Asked, Fault, Provider, pseudo, serving

EN_ES = Pair("en", "es")
PAIRS = ["eng-spa", "spa-eng", "spa-eng_US", "eng-cat", "eng-cat_valencia", "hbs_SR-slv", "por-spa"]


def refused(status: int, explanation: str) -> Answer:
    return Answer(
        status, {"status": "error", "code": status, "message": "Bad Request", "explanation": explanation}
    )


class Apy(Provider):
    """A server with a few pairs; every word is one that it does not know."""

    def answer(self, request: Asked) -> Answer:
        match request.method, request.path:
            case "GET", "/listPairs":
                pairs = [one.split("-") for one in PAIRS]
                listed = [{"sourceLanguage": source, "targetLanguage": target} for source, target in pairs]
                return Answer(200, {"responseData": listed, "responseDetails": None, "responseStatus": 200})
            case "POST", "/translate":
                return self.translated(request)
        return refused(404, "Resource requested does not exist. URL may have been mistyped")

    def translated(self, request: Asked) -> Answer:
        if set(request.form) != {"langpair", "q", "markUnknown", "format"} or request.query:
            self.wrong(f"parameters are {request.form} and {request.query}")
        said = {name: values[-1].strip() for name, values in request.form.items()}  # as Tornado takes them
        if "q" not in said or "langpair" not in said:
            return refused(400, "Missing argument")
        if said["format"] != "txt":
            self.wrong("< and & would be taken for HTML")
        if said["langpair"].replace("|", "-") not in PAIRS:
            return refused(400, "That pair is not installed")
        text = " " + " ".join(
            f"*{word}" if word[:1].isalpha() else word for word in pseudo(said["q"], "xx").split(" ")
        )
        if said["markUnknown"].lower() not in ("yes", "true", "1"):
            text = re.sub(r"[*]([^.,;:\t\* ]+)", r"\1", text)
        data = {"translatedText": text}
        return Answer(200, {"responseData": data, "responseDetails": None, "responseStatus": 200})


@pytest.mark.parametrize(
    "pair, options, langpair",
    [
        ("en-es", {}, "eng|spa"),
        ("en-GB>es-MX", {}, "eng|spa"),
        ("es>en-US", {}, "spa|eng_US"),
        ("es>en-GB", {}, "spa|eng"),
        ("en>ca-valencia", {}, "eng|cat_valencia"),
        ("pt-BR>es", {}, "por|spa"),
        ("sr>sl", {"source": "hbs_SR"}, "hbs_SR|slv"),
        ("en-ca", {"target": "cat_valencia"}, "eng|cat_valencia"),
    ],
)
def test_requests(pair: str, options: dict[str, str], langpair: str) -> None:
    """Each text in a request of its own, with codes of three letters."""
    with serving(Apy()) as server, opened("apertium-apy", server.url, **options) as engine:
        replies = fetched(engine, SOURCES, Pair.parse(pair))
    fixed = {"langpair": [langpair], "markUnknown": ["no"], "format": ["txt"]}
    assert [one.form for one in server.asked[1:]] == [{"q": [text], **fixed} for text in SOURCES]
    assert [one.text for one in replies] == [pseudo(text, "xx") for text in SOURCES]
    assert server.problems == []


@pytest.mark.parametrize("mark, text", [("no", "xx sniar"), ("yes", "*xx *sniar")])
def test_unknown_words(mark: str, text: str) -> None:
    """They are marked if that is wanted."""
    with serving(Apy()) as server, opened("apertium-apy", server.url, mark_unknown=mark) as engine:
        assert [one.text for one in fetched(engine, ["rains"], EN_ES)] == [text]


def test_lines() -> None:
    """Each goes alone, for rules reach over the end of a line; those without words stay as they are."""
    with serving(Apy()) as server, opened("apertium-apy", server.url) as engine:
        [reply] = fetched(engine, ["It rains\n\n \nThe door is open\n"], EN_ES)
    assert reply.text == f"{pseudo('It rains', 'xx')}\n\n\n{pseudo('The door is open', 'xx')}\n"
    assert [one.form["q"] for one in server.asked[1:]] == [["It rains"], ["The door is open"]]


def test_about() -> None:
    """The server tells its pairs, and translates nothing."""
    with serving(Apy()) as server, opened("apertium-apy", server.url) as engine:
        about = engine.about(EN_ES)
        assert [one.path for one in server.asked] == ["/listPairs"]
    assert (about.model, about.price, about.limits.texts) == ("eng-spa", None, 1)


@pytest.mark.parametrize(
    "pair, options", [("es-fr", {}), ("en-es", {"target": "spa_MX"}), ("en-es", {"source": "enm"})]
)
def test_a_pair_that_is_not_offered(pair: str, options: dict[str, str]) -> None:
    """It is known before anything is sent."""
    with (
        serving(Apy()) as server,
        opened("apertium-apy", server.url, **options) as engine,
        pytest.raises(
            PairNotOfferedError, match=r"It has eng-cat, eng-cat_valencia, eng-spa, .*, spa-eng_US\."
        ),
    ):
        engine.translate(["It rains."], Pair.parse(pair))
    assert [one.path for one in server.asked] == ["/listPairs"]


@pytest.mark.parametrize(
    "tag, codes",
    [
        ("en", ["eng"]),
        ("pt-BR", ["por_BR", "por"]),
        ("ca-valencia", ["cat_valencia", "cat"]),
        ("uz-Cyrl", ["uzb_Cyrl"]),  # another script is no translation
        ("ast", ["ast"]),
    ],
)
def test_spellings(tag: str, codes: list[str]) -> None:
    """The variety, then the language."""
    assert spellings(tag) == codes


def test_identity() -> None:
    """Other servers have other pairs, and versions of them."""
    engine = opened("apertium-apy", "http://127.0.0.1:9", timeout="5", mark_unknown="yes")
    assert engine.identity() == {
        "url": "http://127.0.0.1:9",
        "mark_unknown": "yes",
        "source": "",
        "target": "",
    }


@pytest.mark.parametrize(
    "answer, error",
    [
        (refused(400, "That pair is not installed"), PairNotOfferedError),
        (refused(400, "That pair is invalid, use e.g. eng|spa"), PairNotOfferedError),
        (refused(400, "Missing argument q"), BadRequestError),
        (refused(404, "Resource requested does not exist. URL may have been mistyped"), BadRequestError),
        (refused(408, "Server did not receive a complete request"), UnreachableError),
        (Answer(413), TooLongError),
        (refused(500, "Unexpected condition on server. Request could not be fulfilled."), UnreachableError),
        (refused(503, "internal error"), UnreachableError),  # a pipeline that takes too long, or has died
        (Answer(200, "<html>"), BadReplyError),
        (Answer(200, {"responseData": None, "responseStatus": 200}), BadReplyError),
        (Answer(200, {"responseData": {"translatedText": ["Llueve."]}}), BadReplyError),
        (Answer(200, {"responseData": {"translatedText": "Llueve.\nLlueve."}}), BadReplyError),
    ],
)
def test_errors(answer: Answer, error: type[EngineError]) -> None:
    """What the handlers can answer, and what they cannot."""
    assert type(refusal("apertium-apy", Apy(), [None, answer], {}, EN_ES)) is error


@pytest.mark.parametrize(
    "found", [[], {}, {"responseData": 3}, {"responseData": []}, {"responseData": ["eng"]}]
)
def test_a_list_of_pairs_that_is_none(found: Any) -> None:
    """Then it is no such server, and nothing is sent there."""
    assert type(refusal("apertium-apy", Apy(), [Answer(200, found)], {}, EN_ES)) is BadReplyError


@pytest.mark.parametrize("fault, error, options", MISHAPS)
def test_mishaps(fault: Fault, error: type[EngineError], options: dict[str, str]) -> None:
    """What happens on the way is no translation."""
    assert type(refusal("apertium-apy", Apy(), [None, fault], {}, EN_ES, **options)) is error


@pytest.mark.parametrize(
    "source, mark_unknown, answer, reply",
    [
        ("The wall.", "no", "El #muro.", Reply("El muro.", "El #muro.", cleaned=("apertium-marks",))),
        ("The wall.", "no", "@muro y C#", Reply("muro y C#", "@muro y C#", cleaned=("apertium-marks",))),
        ("The wall.", "yes", "El #muro.", Reply("El #muro.")),
        ("Follow @me.", "no", "Sigue @me.", Reply("Sigue @me.")),  # the source has the sign itself
        ("The wall.", "no", "El muro.", Reply("El muro.")),
    ],
)
def test_marks_go_where_nobody_asked_for_them(
    source: str, mark_unknown: str, answer: str, reply: Reply
) -> None:
    """As the program Apertium does it; what came is kept, and the rule is named."""
    told = Answer(body={"responseData": {"translatedText": answer}, "responseStatus": 200})
    with (
        serving(Apy(), [None, told]) as server,
        opened("apertium-apy", server.url, mark_unknown=mark_unknown) as engine,
    ):
        assert fetched(engine, [source], Pair("en", "es")) == [reply]
