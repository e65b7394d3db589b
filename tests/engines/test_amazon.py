"""Amazon Translate, asked on a server that recomputes every signature."""

import logging
import sys
from typing import Any, ClassVar

import pytest
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

from lackmus.cli.remedies import worded
from lackmus.core.base.pairs import Pair
from lackmus.engines import (
    BadReplyError,
    BadRequestError,
    BusyError,
    EngineError,
    KeyRefusedError,
    MissingPartError,
    PairNotOfferedError,
    TooLongError,
    UnreachableError,
)
from lackmus.errors import LackmusError
from tests.engines.mishaps import MISHAPS, SOURCES, fetched, opened, refusal
from tests.engines.servers import Answer, Asked, Fault, Provider, pseudo, serving
from tests.refusals import refuses

ACCESS, SECRET, TOKEN = (
    "AKIDEXAMPLE012345678",
    "wJalrXUtnFEMI+K7MDENG/bPxRfiCYEXAMPLEKEY",
    "FwoGZXIvYXdzEXAMPLE==",
)
KEYS = {"AWS_ACCESS_KEY_ID": ACCESS, "AWS_SECRET_ACCESS_KEY": SECRET}
EN_DE = Pair("en", "de")
LANGUAGES = ("ar", "de", "en", "es", "fr", "pt", "pt-PT", "zh")


def refused(name: str, status: int = 400, message: str = "Not so.") -> Answer:
    return Answer(status, {"__type": name, "message": message})


class Translate(Provider):
    """The service of one region; what it takes is what its own description says."""

    SCHEMA: ClassVar[dict[str, Any]] = {
        "type": "object",
        "properties": {
            "Text": {"type": "string", "minLength": 1},
            "SourceLanguageCode": {"type": "string", "minLength": 2, "maxLength": 5},
            "TargetLanguageCode": {"type": "string", "minLength": 2, "maxLength": 5},
            "TerminologyNames": {"type": "array", "items": {"pattern": "^([A-Za-z0-9-]_?)+$"}, "maxItems": 1},
            "Settings": {
                "type": "object",
                "properties": {
                    "Formality": {"enum": ["FORMAL", "INFORMAL"]},
                    "Profanity": {"enum": ["MASK"]},
                    "Brevity": {"enum": ["ON"]},
                },
                "additionalProperties": False,
            },
        },
        "required": ["Text", "SourceLanguageCode", "TargetLanguageCode"],
        "additionalProperties": False,
    }

    def __init__(self, region: str = "us-east-1", token: str = "", may_not_list: bool = False) -> None:
        super().__init__()
        self.region, self.token, self.may_not_list = region, token, may_not_list

    def answer(self, request: Asked) -> Answer:
        if (request.method, request.path) != ("POST", "/"):
            return Answer(404)
        if request.headers["content-type"] != "application/x-amz-json-1.1":
            return refused("SerializationException")
        operation = request.headers["x-amz-target"].removeprefix("AWSShineFrontendService_20170701.")
        if operation not in ("TranslateText", "ListLanguages"):
            return refused("UnknownOperationException")
        if not self.signed(request):
            return refused("InvalidSignatureException", message="The signature we calculated does not match.")
        if operation == "ListLanguages":
            return self.listed(request)
        if not self.fits(request):
            return refused("ValidationException")
        body = request.json
        source, target = body["SourceLanguageCode"], body["TargetLanguageCode"]
        if len(body["Text"].encode()) > 10_000:
            return refused("TextSizeLimitExceededException")
        if target == "xx":
            return refused("UnsupportedLanguagePairException")
        if body.get("TerminologyNames", ["law"]) != ["law"]:
            return refused("ResourceNotFoundException")
        codes = {"SourceLanguageCode": source, "TargetLanguageCode": target}
        settings = {"AppliedSettings": body["Settings"]} if "Settings" in body else {}
        return Answer(200, {"TranslatedText": pseudo(body["Text"], target), **codes, **settings})

    def listed(self, request: Asked) -> Answer:
        """Three languages a page, however many are asked for: the service may give fewer."""
        body = request.json
        allowed = {"DisplayLanguageCode", "NextToken", "MaxResults"}
        if not body.keys() <= allowed or not 1 <= body.get("MaxResults", 1) <= 500:
            return refused("ValidationException")
        if self.may_not_list:
            return refused(
                "AccessDeniedException", message="not authorized to perform: translate:ListLanguages"
            )
        start = int(body.get("NextToken", "0"))
        page = [{"LanguageName": code, "LanguageCode": code} for code in LANGUAGES[start : start + 3]]
        more = {"NextToken": str(start + 3)} if start + 3 < len(LANGUAGES) else {}
        return Answer(200, {"Languages": page, "DisplayLanguageCode": "en", **more})

    def signed(self, request: Asked) -> bool:
        """Whether somebody who has the secret signed this very request for this service."""
        kind, _, said = request.headers.get("authorization", "").partition(" ")
        parts = dict(part.strip().split("=", 1) for part in said.split(","))
        time = request.headers["x-amz-date"]
        names = parts["SignedHeaders"].split(";")
        if not {"content-type", "host", "x-amz-date", "x-amz-target"} <= set(names):
            return False
        signer = SigV4Auth(Credentials(ACCESS, SECRET), "translate", self.region)
        again = AWSRequest(
            "POST",
            f"http://{request.headers['host']}/",
            data=request.body,
            headers={name: request.headers[name] for name in names},
        )
        again.context["timestamp"] = time
        signature = signer.signature(signer.string_to_sign(again, signer.canonical_request(again)), again)
        scope = f"{ACCESS}/{time[:8]}/{self.region}/translate/aws4_request"
        return (
            kind == "AWS4-HMAC-SHA256"
            and parts["Credential"] == scope
            and parts["Signature"] == signature
            and request.headers.get("x-amz-security-token", "") == self.token
            and (not self.token or "x-amz-security-token" in names)
        )

    def throttled(self) -> Answer:
        return Answer(400, {"__type": "ThrottlingException", "Message": "Rate exceeded"})


@pytest.mark.parametrize(
    "pair, options, codes, more",
    [
        ("en-de", {}, ("en", "de"), {}),
        ("en-US>zh-Hans", {}, ("en", "zh"), {}),
        ("en-GB>zh-Hant", {}, ("en", "zh-TW"), {}),
        ("en>pt-BR", {}, ("en", "pt"), {}),
        ("en>pt-PT", {}, ("en", "pt-PT"), {}),
        ("nb>es-MX", {}, ("no", "es-MX"), {}),
        ("en>fil", {}, ("en", "tl"), {}),
        ("en-fr", {"target": "fr-CA"}, ("en", "fr-CA"), {}),
        ("en-de", {"formality": "formal"}, ("en", "de"), {"Settings": {"Formality": "FORMAL"}}),
        (
            "en-de",
            {"formality": "informal", "profanity": "mask", "brevity": "on"},
            ("en", "de"),
            {"Settings": {"Formality": "INFORMAL", "Profanity": "MASK", "Brevity": "ON"}},
        ),
        ("en-de", {"terminology": "law"}, ("en", "de"), {"TerminologyNames": ["law"]}),
    ],
)
def test_requests(pair: str, options: dict[str, str], codes: tuple[str, str], more: dict[str, Any]) -> None:
    """Each text in a request of its own, with what was asked for and nothing else."""
    with serving(Translate()) as server, opened("amazon", server.url, KEYS, **options) as engine:
        replies = fetched(engine, SOURCES, Pair.parse(pair))
    named = {"SourceLanguageCode": codes[0], "TargetLanguageCode": codes[1]}
    assert [one.json for one in server.asked] == [{"Text": text, **named, **more} for text in SOURCES]
    assert [one.text for one in replies] == [pseudo(text, codes[1]) for text in SOURCES]
    assert server.problems == []


@pytest.mark.parametrize(
    "option, variable, region",
    [
        ({}, {}, "us-east-1"),
        ({}, {"AWS_REGION": "eu-central-1"}, "eu-central-1"),
        ({"region": "us-gov-west-1"}, {"AWS_REGION": "eu-central-1"}, "us-gov-west-1"),
    ],
)
def test_regions(option: dict[str, str], variable: dict[str, str], region: str) -> None:
    """The option, else the environment, else the oldest: it is part of the address and of the signature."""
    assert opened("amazon", "", **option).identity() == opened("amazon", "").identity()
    with (
        serving(Translate(region)) as server,
        opened("amazon", server.url, {**KEYS, **variable}, **option) as at,
    ):
        assert len(fetched(at, SOURCES, EN_DE)) == 3
        assert at.about(EN_DE).notes["region"] == region
    assert opened("amazon", "", variable, **option).url == f"https://translate.{region}.amazonaws.com"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "options",
    [
        {"region": "example.org/"},
        {"region": "eu-west-1.example.org"},
        {"region": "EU"},
        {"terminology": "a b"},
        {"terminology": "a__b"},
        {"formality": "very"},
        {"profanity": "yes"},
    ],
)
def test_options_that_cannot_be(options: dict[str, str]) -> None:
    """A region becomes an address, to which keys go: it is a region, or nothing."""
    with refuses(LackmusError, match=next(iter(options))):
        opened("amazon", "", **options)


def test_temporary_keys(caplog: pytest.LogCaptureFixture) -> None:
    """A session token goes along, signed; no log has it."""
    caplog.set_level(logging.DEBUG)
    keys = {**KEYS, "AWS_SESSION_TOKEN": TOKEN}
    with serving(Translate(token=TOKEN)) as server, opened("amazon", server.url, keys) as engine:
        assert len(fetched(engine, SOURCES, EN_DE)) == 3
    assert caplog.text
    assert not [key for key in keys.values() if key in caplog.text]


@pytest.mark.parametrize(
    "keys",
    [
        {},
        {"AWS_ACCESS_KEY_ID": ACCESS},
        {**KEYS, "AWS_SECRET_ACCESS_KEY": "another-secret-than-that"},
        {**KEYS, "AWS_ACCESS_KEY_ID": "AKIDANOTHER000000000"},
        {**KEYS, "AWS_SESSION_TOKEN": TOKEN},
    ],
)
def test_keys_that_are_missing_or_wrong(keys: dict[str, str]) -> None:
    """The signature tells."""
    assert type(refusal("amazon", Translate(), [], keys, EN_DE)) is KeyRefusedError


def test_about() -> None:
    """Prices are known without asking; sizes are bytes, and there is one text a request."""
    about = opened("amazon", "http://127.0.0.1:9").unasked()
    assert about.price is not None
    assert (about.price.amount, about.price.currency) == (15.0, "USD")
    assert (about.limits.texts, about.limits.text, about.limits.measure("ß")) == (1, 10_000, 2)


def test_identity() -> None:
    """A terminology is one of a region; without one regions translate alike."""
    without = {"formality": "formal", "profanity": "keep", "brevity": "off", "terminology": "", "target": ""}
    region = {"region": "eu-west-1", "formality": "formal"}
    assert opened("amazon", "", **region).identity() == without
    named = opened("amazon", "", **region, terminology="law").identity()
    assert named == {**without, "terminology": "law", "region": "eu-west-1"}


@pytest.mark.parametrize("pair, offered", [("en-zh", True), ("en-fi", False), ("fi-en", False)])
def test_the_languages_come_page_by_page(pair: str, offered: bool) -> None:
    """The last is on the third page; they are asked for once."""
    with serving(Translate()) as server, opened("amazon", server.url, KEYS) as engine:
        for _ in range(2):
            if offered:
                assert engine.about(Pair.parse(pair)).price
            else:
                with pytest.raises(PairNotOfferedError):
                    engine.about(Pair.parse(pair))
        assert [request.json.get("NextToken") for request in server.asked] == [None, "3", "6"]
        assert server.problems == []


def test_keys_that_may_translate_need_not_list_languages() -> None:
    """Then the first sentence tells."""
    server_of = Translate(may_not_list=True)
    with serving(server_of) as server, opened("amazon", server.url, KEYS) as engine:
        assert engine.about(Pair("en", "fi")).price
        assert len(fetched(engine, SOURCES, EN_DE)) == 3


def test_languages_without_end() -> None:
    """A server that always has one more page is not asked for ever."""
    again = Answer(200, {"Languages": [], "NextToken": "1"})
    with serving(Translate(), [again] * 50) as server, opened("amazon", server.url, KEYS) as engine:
        with refuses(BadReplyError, match="no end"):
            engine.about(EN_DE)
        assert len(server.asked) == 20


@pytest.mark.parametrize(
    "pair, remedy", [("en>de-CH", "--option target=de."), ("sr-Latn>en", "another engine.")]
)
def test_a_pair_that_is_not_offered(pair: str, remedy: str) -> None:
    """Another variety is never taken without being asked for."""
    with pytest.raises(PairNotOfferedError) as caught:
        opened("amazon", "").about(Pair.parse(pair))
    assert worded(caught.value).endswith(remedy)


@pytest.mark.parametrize(
    "answer, error",
    [
        (refused("InvalidSignatureException", 403, f"Signature for {ACCESS} expired"), KeyRefusedError),
        (refused("com.amazon.coral.service#UnrecognizedClientException"), KeyRefusedError),
        (refused("UnrecognizedClientException", 403), KeyRefusedError),
        (refused("AccessDeniedException", 400, f"User: {ACCESS} may not"), KeyRefusedError),
        (refused("ExpiredTokenException"), KeyRefusedError),
        (refused("MissingAuthenticationTokenException"), KeyRefusedError),
        (refused("ThrottlingException", 400), BusyError),
        (refused("TooManyRequestsException", 429), BusyError),
        (refused("TooManyRequestsException", 400), BusyError),
        (refused("LimitExceededException", 400), BusyError),
        (refused("TextSizeLimitExceededException"), TooLongError),
        (refused("UnsupportedLanguagePairException"), PairNotOfferedError),
        (refused("ResourceNotFoundException"), BadRequestError),
        (refused("InvalidRequestException"), BadRequestError),
        (refused("ValidationException"), BadRequestError),
        (refused("InternalServerException", 500), UnreachableError),
        (refused("ServiceUnavailableException:http://internal.amazon.com/", 400), UnreachableError),
        (refused("SomethingNewException", 500), UnreachableError),
        (Answer(400, "", {"x-amzn-ErrorType": "ThrottlingException:http://aws/"}), BusyError),
        (Answer(429), BusyError),
        (Answer(403, "<html>"), KeyRefusedError),
        (Answer(413), TooLongError),
        (Answer(503, "<html>"), UnreachableError),
        (Answer(200, "Hello"), BadReplyError),
        (Answer(200, {"SourceLanguageCode": "en"}), BadReplyError),
        (Answer(200, {"TranslatedText": None}), BadReplyError),
        (Answer(200, []), BadReplyError),
    ],
)
def test_errors(answer: Answer, error: type[EngineError]) -> None:
    """The name decides, whatever the status; no key is repeated."""
    assert type(refusal("amazon", Translate(), [answer], KEYS, EN_DE)) is error


def test_what_the_service_says_is_told() -> None:
    """Its own name for the error is what people look for."""
    said = str(refusal("amazon", Translate(), [refused("ValidationException")], KEYS, EN_DE))
    assert said == "Amazon Translate answered 400 (Not so.): ValidationException."


@pytest.mark.parametrize(
    "options, error", [({"target": "xx"}, PairNotOfferedError), ({"terminology": "none"}, BadRequestError)]
)
def test_what_the_service_does_not_have(options: dict[str, str], error: type[EngineError]) -> None:
    """It says so itself."""
    assert type(refusal("amazon", Translate(), [], KEYS, EN_DE, **options)) is error


@pytest.mark.parametrize("fault, error, options", MISHAPS)
def test_mishaps(fault: Fault, error: type[EngineError], options: dict[str, str]) -> None:
    """What happens on the way is no translation."""
    assert type(refusal("amazon", Translate(), [fault], KEYS, EN_DE, **options)) is error


def test_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is an extra, and its name is told before anything is sent."""
    monkeypatch.setitem(sys.modules, "botocore.auth", None)
    with refuses(MissingPartError, match=r"lackmus\[amazon\]"):
        opened("amazon", "").about(EN_DE)
