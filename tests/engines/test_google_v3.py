"""Google Cloud Translation v3, with servers for translations and for tokens as documented."""

import json
import sys
from base64 import urlsafe_b64decode
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from html import escape
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar

import pytest

from lackmus.cli.remedies import worded
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
from lackmus.errors import LackmusError
from lackmus.machine.packages import MissingPartError
from lackmus.web.http.remedies import on_page
from tests.engines.servers import Answer, Asked, Fault, Provider, Serving, pseudo, serving
from tests.refusals import refuses

TOKEN = "ya29.nobodys-token-0123456789-abcdefghijkl"
PROJECT = "project-1"
PLACE = f"projects/{PROJECT}/locations/global"
NMT = f"{PLACE}/models/general/nmt"
PAIR = Pair("en", "fr")
EMAIL = "tests@project-1.example"
REFRESH = "1//refresh-0123456789"
CODES = ("de", "en", "fr", "iw", "pt", "pt-PT", "zh-CN", "zh-TW")


def refusal(status: int, message: str, told: str, details: Sequence[Any] = ()) -> Answer:
    """An error as google.rpc.Status is written over HTTP."""
    more = {"details": list(details)} if details else {}
    return Answer(status, {"error": {"code": status, "message": message, "status": told, **more}})


EXPIRED = refusal(
    401,
    "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other.",
    "UNAUTHENTICATED",
    [{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "ACCESS_TOKEN_EXPIRED"}],
)


class GoogleV3Server(Provider):
    """POST …:translateText and GET …/supportedLanguages for whoever brings one of its tokens."""

    SCHEMA: ClassVar[dict[str, Any]] = {
        "type": "object",
        "required": ["contents", "targetLanguageCode"],
        "additionalProperties": False,
        "properties": {
            "contents": {"type": "array", "items": {"type": "string"}, "maxItems": 1024},
            "mimeType": {"enum": ["text/plain", "text/html"]},
            "sourceLanguageCode": {"type": "string"},
            "targetLanguageCode": {"type": "string"},
            "model": {"type": "string", "pattern": "^projects/[^/]+/locations/[^/]+/models/.+$"},
            "labels": {"type": "object"},
        },
    }

    def __init__(self, *tokens: str) -> None:
        super().__init__()
        self.tokens = tokens

    def answer(self, request: Asked) -> Answer:
        if request.headers.get("authorization") not in [f"Bearer {token}" for token in self.tokens]:
            return EXPIRED
        method, path = request.method, request.path
        if method == "GET" and path.startswith("/v3/projects/") and path.endswith("/supportedLanguages"):
            listed = [{"languageCode": c, "supportSource": True, "supportTarget": True} for c in CODES]
            return Answer(body={"languages": [*listed, {"languageCode": "la", "supportSource": True}]})
        if method != "POST" or not path.startswith("/v3/projects/") or not path.endswith(":translateText"):
            return refusal(404, "Not found.", "NOT_FOUND")
        if not self.fits(request):
            return refusal(400, "Invalid JSON payload received.", "INVALID_ARGUMENT")
        return self._translations(request.json)

    def throttled(self) -> Answer:
        metric = "v2 and v3 general model characters"
        return refusal(
            429,
            f"Quota exceeded for quota metric '{metric}' and limit '{metric} per minute' of service "
            "'translate.googleapis.com' for consumer 'project_number:123'.",
            "RESOURCE_EXHAUSTED",
            [{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "RATE_LIMIT_EXCEEDED"}],
        )

    def _translations(self, asked: dict[str, Any]) -> Answer:
        if sum(len(text) for text in asked["contents"]) > 30_000:
            return refusal(400, "Text is too long.", "INVALID_ARGUMENT")
        texts = [pseudo(text, asked["targetLanguageCode"]) for text in asked["contents"]]
        if asked.get("mimeType", "text/html") == "text/html":
            texts = [escape(text) for text in texts]
        # The project comes back by its number, and the model only if one was asked for.
        more = {"model": asked["model"].replace(PROJECT, "123")} if "model" in asked else {}
        return Answer(body={"translations": [{"translatedText": text, **more} for text in texts]})


class TokenServer(Provider):
    """Google's token endpoint: numbered tokens for whoever signs with the right key or was let in before."""

    def __init__(self, private_key: str = "", lifetime: int = 3600) -> None:
        super().__init__()
        self.private_key = private_key
        self.lifetime = lifetime
        self.sold = 0

    def answer(self, request: Asked) -> Answer:
        if (request.method, request.path) != ("POST", "/token"):
            self.wrong(f"{request.method} {request.path}")
        form = {name: values[0] for name, values in request.form.items()}
        if form.get("grant_type") == "urn:ietf:params:oauth:grant-type:jwt-bearer":
            self._signed(form["assertion"])
        elif (form.get("grant_type"), form.get("refresh_token")) != ("refresh_token", REFRESH):
            self.wrong(f"asked for {form}")
        self.sold += 1
        return Answer(
            body={"access_token": f"{TOKEN}-{self.sold}", "expires_in": self.lifetime, "token_type": "Bearer"}
        )

    def _signed(self, assertion: str) -> None:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
        from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
        from cryptography.hazmat.primitives.hashes import SHA256
        from cryptography.hazmat.primitives.serialization import load_pem_private_key

        said, _, signature = assertion.rpartition(".")
        key = load_pem_private_key(self.private_key.encode(), None)
        assert isinstance(key, RSAPrivateKey)
        try:
            key.public_key().verify(_decoded(signature), said.encode(), PKCS1v15(), SHA256())
        except InvalidSignature:
            self.wrong("the signature is not that of the account")
        claims = json.loads(_decoded(said.partition(".")[2]))
        if claims["iss"] != EMAIL or "cloud-translation" not in claims["scope"]:
            self.wrong(f"claims are {claims}")


def _decoded(part: str) -> bytes:
    return urlsafe_b64decode(part + "=" * (-len(part) % 4))


@contextmanager
def google(
    tmp_path: Path,
    faults: Sequence[Fault | Answer | None] = (),
    environment: Mapping[str, str] = MappingProxyType({"GOOGLE_OAUTH_ACCESS_TOKEN": TOKEN}),
    options: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[tuple[Engine, Serving]]:
    """An engine; faults come after it has asked for the languages."""
    given = {"project": PROJECT, "timeout": "20", **options}
    provider = GoogleV3Server(TOKEN, *(f"{TOKEN}-{number}" for number in range(1, 9)))
    with serving(provider, [None, *faults]) as server:
        keys = Keys(environment, tmp_path / "keys")
        with open_engine("google-v3", {"url": server.url, **given}, keys) as engine:
            yield engine, server
        assert server.problems == []


def asked(server: Serving) -> list[dict[str, Any]]:
    return [request.json for request in server.asked if request.method == "POST"]


@pytest.mark.parametrize(
    "pair, options, path, body",
    [
        ("en-fr", {}, PLACE, {"targetLanguageCode": "fr", "model": NMT}),
        ("en-GB > zh-Hant", {}, PLACE, {"targetLanguageCode": "zh-TW", "model": NMT}),
        ("la-he", {}, PLACE, {"sourceLanguageCode": "la", "targetLanguageCode": "iw", "model": NMT}),
        ("en-pt", {"target": "pt-PT"}, PLACE, {"targetLanguageCode": "pt-PT", "model": NMT}),
        (
            "en-fr",
            {"model": "translation-llm"},
            PLACE,
            {"targetLanguageCode": "fr", "model": f"{PLACE}/models/general/translation-llm"},
        ),
        (
            "en-fr",
            {"model": "TRL123", "location": "us-central1"},
            f"projects/{PROJECT}/locations/us-central1",
            {"targetLanguageCode": "fr", "model": f"projects/{PROJECT}/locations/us-central1/models/TRL123"},
        ),
        (
            "en-fr",
            {"model": "projects/9/locations/us-central1/models/TRL9", "project": "example.com:old"},
            "projects/example.com:old/locations/global",
            {"targetLanguageCode": "fr", "model": "projects/9/locations/us-central1/models/TRL9"},
        ),
    ],
)
def test_requests(
    tmp_path: Path, pair: str, options: dict[str, str], path: str, body: dict[str, Any]
) -> None:
    with google(tmp_path, options=options) as (engine, server):
        engine.translate(["It rains."], Pair.parse(pair))
    listing, translating = server.asked
    assert (listing.path, listing.query) == (f"/v3/{path}/supportedLanguages", {"model": [body["model"]]})
    assert translating.path == f"/v3/{path}:translateText"
    usual = {"contents": ["It rains."], "mimeType": "text/plain", "sourceLanguageCode": "en"}
    assert translating.json == {**usual, **body}
    assert translating.headers["x-goog-user-project"] == options.get("project", PROJECT)


def test_answers_are_not_escaped(tmp_path: Path) -> None:
    with google(tmp_path) as (engine, _):
        found = engine.translate(["I'm <b>.", 'Is it?\n"Yes" & no'], PAIR)
    assert list(found) == [
        Reply("fr m'I .>b<", model="general/nmt"),
        Reply('fr sI ?ti\nfr "seY" & on', model="general/nmt"),
    ]


@pytest.mark.parametrize(
    "model, price, identity",
    [
        ("nmt", 20.0, "nmt"),
        ("translation-llm", 20.0, "translation-llm"),
        ("TRL1", None, f"{PLACE}/models/TRL1"),
    ],
)
def test_what_it_says_about_itself(tmp_path: Path, model: str, price: float | None, identity: str) -> None:
    with google(tmp_path, options={"model": model}) as (engine, server):
        about = engine.about(PAIR)
    assert (about.model, about.version) == (model, "v3")
    assert about.notes == {"asked as": "en to fr", "location": "global"}
    assert (about.price.amount if about.price else None) == price
    assert (about.limits.texts, about.limits.size, about.limits.in_bytes) == (128, 30_000, False)
    assert engine.identity() == {"location": "global", "model": identity, "target": ""}
    assert asked(server) == []


@pytest.mark.parametrize("pair", ["en-yo", "yo-en", "en-la", "en > de-AT"])
def test_pairs_that_are_not_offered(tmp_path: Path, pair: str) -> None:
    with google(tmp_path) as (engine, _), refuses(PairNotOfferedError, match="does not translate"):
        engine.about(Pair.parse(pair))


@pytest.mark.parametrize(
    "options",
    [
        {"project": "../other"},
        {"project": "a/b"},
        {"location": "global:x"},
        {"location": ""},
        {"model": ""},
        {"model": "a b"},
        {"model": "nmt\n"},
    ],
)
def test_options_that_are_none(tmp_path: Path, options: dict[str, str]) -> None:
    name = next(iter(options))
    with refuses(LackmusError, match=f"--option: {name} cannot be"):
        open_engine("google-v3", {"project": PROJECT, **options}, Keys({}, tmp_path / "keys"))


def test_a_project_is_needed(tmp_path: Path) -> None:
    with refuses(LackmusError, match="google-v3 needs project"):
        open_engine("google-v3", {}, Keys({}, tmp_path / "keys"))


@pytest.mark.parametrize(
    "answer, error, said",
    [
        (EXPIRED, KeyRefusedError, "older than an hour"),
        (
            refusal(403, "Cloud Translation API has not been used in project 123.", "PERMISSION_DENIED"),
            KeyRefusedError,
            "has not been used",
        ),
        (Fault.THROTTLE, BusyError, "per minute"),
        (
            refusal(429, "Quota exceeded for limit 'characters per day'.", "RESOURCE_EXHAUSTED"),
            QuotaError,
            "midnight",
        ),
        (refusal(400, "Text is too long.", "INVALID_ARGUMENT"), TooLongError, "too long"),
        (refusal(400, "Source language is invalid.", "INVALID_ARGUMENT"), PairNotOfferedError, "invalid"),
        (
            refusal(400, "Invalid resource name; location us-central1 does not match.", "INVALID_ARGUMENT"),
            BadRequestError,
            "does not match",
        ),
        (refusal(404, "Model not found.", "NOT_FOUND"), BadRequestError, "Model not found"),
        (refusal(500, "Internal error encountered.", "INTERNAL"), UnreachableError, "Internal error"),
        (refusal(503, "The service is currently unavailable.", "UNAVAILABLE"), UnreachableError, "503"),
        (refusal(504, "Deadline exceeded.", "DEADLINE_EXCEEDED"), UnreachableError, "504"),
        (Fault.DIE_HALF_WAY, UnreachableError, "cannot be reached"),
        (Fault.MALFORMED, BadReplyError, "no JSON"),
        (Fault.HUGE, BadReplyError, "more than 8 MB"),
        (Answer(200, {"translations": [{"translatedText": "x"}]}), BadReplyError, "with 1 texts"),
        (Answer(200, {"translations": [{"translatedText": "x"}, {}]}), BadReplyError, "2 texts"),
        (Answer(200, {}), BadReplyError, "with 0 texts"),
        (Answer(200, []), BadReplyError, "with 0 texts"),
    ],
)
def test_errors(tmp_path: Path, answer: Answer | Fault, error: type[EngineError], said: str) -> None:
    with google(tmp_path, [answer]) as (engine, _), pytest.raises(error) as raised:
        engine.translate(["It rains.", "It pours."], PAIR)
    assert type(raised.value) is error
    assert said in worded(raised.value)


@pytest.mark.parametrize("fault", [Fault.TRICKLE, Fault.SILENT])
def test_an_answer_that_does_not_end(tmp_path: Path, fault: Fault) -> None:
    with google(tmp_path, [fault], options={"timeout": "0.5"}) as (engine, _):
        engine.about(PAIR)
        with refuses(UnreachableError, match=r"0\.5 seconds"):
            engine.translate(["It rains."], PAIR)


@pytest.mark.parametrize(
    "answer",
    [
        refusal(401, f"Invalid token {TOKEN}", "UNAUTHENTICATED"),
        refusal(403, f"Bearer {TOKEN} may not", "PERMISSION_DENIED"),
        Answer(500, f"authorization: Bearer {TOKEN}"),
        Answer(200, f"Bearer {TOKEN}"),
    ],
)
def test_the_token_is_in_no_error(tmp_path: Path, answer: Answer) -> None:
    with google(tmp_path, [answer]) as (engine, server), pytest.raises(EngineError) as raised:
        engine.translate(["It rains."], PAIR)
    assert server.asked[-1].headers["authorization"] == f"Bearer {TOKEN}"
    for shown in (worded(raised.value), on_page(raised.value), repr(raised.value)):
        assert TOKEN[:15] not in shown
        assert TOKEN[-15:] not in shown


def test_without_a_token_and_without_a_file(tmp_path: Path) -> None:
    with google(tmp_path, environment={}) as (engine, server), pytest.raises(KeyRefusedError) as raised:
        engine.about(PAIR)
    assert "neither a token GOOGLE_OAUTH_ACCESS_TOKEN nor" in worded(raised.value)
    assert server.asked == []


def test_no_token_goes_openly_over_a_network(tmp_path: Path) -> None:
    keys = Keys({"GOOGLE_OAUTH_ACCESS_TOKEN": TOKEN}, tmp_path / "keys")
    given = {"project": PROJECT, "url": "http://google.example"}
    with open_engine("google-v3", given, keys) as engine, refuses(KeyRefusedError, match="Use https"):
        engine.about(PAIR)


@pytest.fixture(scope="module")
def private_key() -> str:
    """A key of nobody's, as it stands in the file of a service account."""
    rsa = pytest.importorskip(
        "cryptography.hazmat.primitives.asymmetric.rsa", reason="cryptography is not there to make a key"
    )
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    made = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    written: bytes = made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return written.decode()


def account(tmp_path: Path, private_key: str, url: str, mode: int = 0o600, **more: Any) -> dict[str, str]:
    """The environment in which a file names a service account, whose tokens come from `url`."""
    file = tmp_path / "account.json"
    told = {
        "type": "service_account",
        "project_id": PROJECT,
        "private_key_id": "1",
        "private_key": private_key,
        "client_email": EMAIL,
        "token_uri": f"{url}/token",
        **more,
    }
    file.write_text(json.dumps({name: value for name, value in told.items() if value is not None}))
    file.chmod(mode)
    return {"GOOGLE_APPLICATION_CREDENTIALS": str(file)}


@pytest.mark.parametrize("lifetime, bought", [(3600, 1), (1, 3)])  # google-auth renews some minutes before
def test_a_service_account_buys_tokens_as_they_expire(
    tmp_path: Path, private_key: str, lifetime: int, bought: int
) -> None:
    with serving(TokenServer(private_key, lifetime)) as tokens:
        environment = account(tmp_path, private_key, tokens.url)
        with google(tmp_path, environment=environment) as (engine, server):
            for text in ("It rains.", "It pours."):
                assert engine.translate([text], PAIR)
    assert tokens.problems == []
    assert len(tokens.asked) == bought
    used = [request.headers["authorization"] for request in server.asked]
    assert used == [f"Bearer {TOKEN}-{min(number, bought)}" for number in (1, 2, 3)]
    assert all("x-goog-user-project" not in request.headers for request in server.asked)


def test_a_token_that_was_bought_is_in_no_error(tmp_path: Path, private_key: str) -> None:
    echo = refusal(403, f"{TOKEN}-1 may not", "PERMISSION_DENIED")
    with serving(TokenServer(private_key)) as tokens:
        environment = account(tmp_path, private_key, tokens.url)
        with google(tmp_path, [echo], environment) as (engine, _), pytest.raises(KeyRefusedError) as raised:
            engine.translate(["It rains."], PAIR)
    assert "(key) may not" in worded(raised.value)
    assert TOKEN[:15] not in worded(raised.value)


def test_a_person_buys_tokens_too_and_says_which_project_pays(tmp_path: Path) -> None:
    with serving(TokenServer()) as tokens:
        person: dict[str, Any] = {"type": "authorized_user", "client_id": "c", "refresh_token": REFRESH}
        environment = account(tmp_path, "", tokens.url, **person, client_secret="secret-0123456789")
        with pytest.MonkeyPatch.context() as patch:
            # Files of this kind name no server of tokens: Google's own address is the library's.
            patch.setattr("google.oauth2.credentials._GOOGLE_OAUTH2_TOKEN_ENDPOINT", f"{tokens.url}/token")
            with google(tmp_path, environment=environment) as (engine, server):
                assert engine.translate(["It rains."], PAIR)
    assert tokens.problems == []
    assert [request.headers["x-goog-user-project"] for request in server.asked] == [PROJECT, PROJECT]


@pytest.mark.parametrize(
    "answer, error, said",
    [
        (
            Answer(400, {"error": "invalid_grant", "error_description": "Invalid JWT Signature."}),
            KeyRefusedError,
            "invalid_grant: Invalid JWT Signature.",
        ),
        (Answer(401, "no\nway"), KeyRefusedError, "no way"),
        (Answer(200, {"token": "x"}), KeyRefusedError, "No access token"),
        (Answer(200, "<html>"), BadReplyError, "something that is none"),
        (Fault.DIE_HALF_WAY, UnreachableError, "Google gives no token ("),
        (Fault.DIE_AT_ONCE, UnreachableError, "Google gives no token ("),
    ],
)
def test_a_server_that_sells_no_token(
    tmp_path: Path, private_key: str, answer: Answer | Fault, error: type[EngineError], said: str
) -> None:
    with serving(TokenServer(private_key), [answer]) as tokens:
        environment = account(tmp_path, private_key, tokens.url)
        with google(tmp_path, environment=environment) as (engine, server), pytest.raises(error) as raised:
            engine.about(PAIR)
    assert type(raised.value) is error
    assert said in worded(raised.value)
    assert "\n" not in worded(raised.value)
    assert server.asked == []


@pytest.mark.parametrize(
    "change, said",
    [
        ({"mode": 0o640}, "others can read the file. Close it to them: chmod 600"),
        ({"client_email": None}, "are not complete"),
        ({"private_key": "SECRET-0123456789"}, "are not complete"),
        ({"type": "external_account"}, "only credentials of a service account or of a person"),
        ({"type": None}, "only credentials of a service account or of a person"),
    ],
)
def test_files_of_credentials_that_will_not_do(
    tmp_path: Path, private_key: str, change: dict[str, Any], said: str
) -> None:
    environment = account(tmp_path, **{"private_key": private_key, "url": "http://127.0.0.1:1", **change})
    with google(tmp_path, environment=environment) as (engine, server), pytest.raises(LackmusError) as raised:
        engine.about(PAIR)
    assert worded(raised.value).startswith(f"{tmp_path / 'account.json'}: ")
    assert said in worded(raised.value)
    assert on_page(raised.value).startswith("GOOGLE_APPLICATION_CREDENTIALS: ")
    for shown in (worded(raised.value), on_page(raised.value), repr(raised.value)):
        assert "SECRET" not in shown
    assert str(tmp_path) not in on_page(raised.value)
    assert server.asked == []


@pytest.mark.parametrize(
    "content, said",
    [
        (b"{", "no JSON"),
        (b"\xff", "no JSON"),
        (b"[]", "only credentials of"),
        (None, "cannot be read"),
    ],
)
def test_files_that_are_no_credentials(tmp_path: Path, content: bytes | None, said: str) -> None:
    file = tmp_path / "account.json"
    if content is not None:
        file.write_bytes(content)
        file.chmod(0o600)
    environment = {"GOOGLE_APPLICATION_CREDENTIALS": str(file)}
    with google(tmp_path, environment=environment) as (engine, _), refuses(LackmusError, match=said):
        engine.about(PAIR)


def test_no_credentials_go_openly_over_a_network(tmp_path: Path, private_key: str) -> None:
    environment = account(tmp_path, private_key, "http://tokens.example")
    with google(tmp_path, environment=environment) as (engine, _), pytest.raises(KeyRefusedError) as raised:
        engine.about(PAIR)
    assert "is reached by http" in worded(raised.value)


def test_without_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A token needs no package of Google's; a file of credentials does."""
    monkeypatch.setitem(sys.modules, "google.auth", None)
    with google(tmp_path) as (engine, _):
        assert engine.translate(["It rains."], PAIR)
    environment = {"GOOGLE_APPLICATION_CREDENTIALS": str(tmp_path / "account.json")}
    with google(tmp_path, environment=environment) as (engine, _), pytest.raises(MissingPartError) as raised:
        engine.about(PAIR)
    assert "pip install 'lackmus[google]'" in worded(raised.value)
