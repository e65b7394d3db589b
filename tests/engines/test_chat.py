"""Chat models: what is asked, what is made of an answer, and what servers mean by their errors."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

from lackmus.core.base.pairs import Pair
from lackmus.core.engines.engine import Ask, Mark, Price, PriceUnit, Reply
from lackmus.engines import (
    BadReplyError,
    BadRequestError,
    BusyError,
    EngineError,
    KeyRefusedError,
    Keys,
    PairNotOfferedError,
    QuotaError,
    TooLongError,
    UnreachableError,
    open_engine,
)
from lackmus.engines.chat.chat import Chat
from lackmus.engines.chat.prompts import IN_CONTEXT, PROMPT
from lackmus.errors import LackmusError
from tests.engines.mishaps import MISHAPS, SOURCES, fetched, opened, refusal
from tests.engines.servers import Answer, Asked, Fault, Provider, pseudo, serving

KEY = "key-proj-0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0"
ENVIRONMENT = {"OPENAI_API_KEY": KEY}
EN_DE = Pair("en", "de")
MESSAGE = {
    "type": "object",
    "required": ["role", "content"],
    "additionalProperties": False,
    "properties": {"role": {"enum": ["system", "user", "assistant"]}, "content": {"type": "string"}},
}


class OpenAI(Provider):
    """Creates chat completions: it translates what stands behind the last empty line of the last message."""

    SCHEMA: ClassVar[dict[str, Any]] = {
        "type": "object",
        "required": ["model", "messages"],
        "additionalProperties": False,
        "properties": {
            "model": {"type": "string", "minLength": 1},
            "messages": {"type": "array", "minItems": 1, "items": MESSAGE},
            "temperature": {"type": "number", "minimum": 0, "maximum": 2},
            "seed": {"type": "integer"},
            "max_tokens": {"type": "integer", "minimum": 1},
            "max_completion_tokens": {"type": "integer", "minimum": 1},
        },
    }

    def answer(self, request: Asked) -> Answer:
        if (request.method, request.path) != ("POST", "/chat/completions"):
            return Answer(
                404, error(f"Invalid URL ({request.method} {request.path})", "invalid_request_error")
            )
        if request.headers.get("authorization") != f"Bearer {KEY}":
            return Answer(401, WRONG_KEY)
        if not self.fits(request):
            return Answer(400, error("The request is not as documented.", "invalid_request_error"))
        return completion(pseudo(request.json["messages"][-1]["content"].rpartition("\n\n")[2], "de"))

    def throttled(self) -> Answer:
        return Answer(429, TOO_FAST, {"retry-after": "3", "retry-after-ms": "2500"})


def error(message: str, kind: Any, code: Any = None, param: Any = None) -> dict[str, Any]:
    return {"error": {"message": message, "type": kind, "param": param, "code": code}}


WRONG_KEY = error(
    f"Incorrect API key provided: {KEY[:8]}{'*' * 20}{KEY[-4:]}. You can find your API key on our page.",
    "invalid_request_error",
    "invalid_api_key",
)
TOO_FAST = error(
    "Rate limit reached for gpt-x in organization org-1 on requests per min. Please try again in 6.5s.",
    "requests",
    "rate_limit_exceeded",
)


def completion(content: Any, finish: str = "stop", refusal: str | None = None, **more: Any) -> Answer:
    """An answer as OpenAI's API describes it."""
    message = {"role": "assistant", "content": content, "refusal": refusal}
    return Answer(
        200,
        {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1700000000,
            "model": "gpt-x-2026-01-01",
            "system_fingerprint": "fp_1",
            "choices": [{"index": 0, "message": message, "finish_reason": finish, "logprobs": None}],
            "usage": {"prompt_tokens": 21, "completion_tokens": 3, "total_tokens": 24},
            **more,
        },
    )


def sent(
    options: dict[str, str] | None = None,
    pair: Pair = EN_DE,
    source: str = "It rains.",
    before: tuple[str, ...] = (),
) -> Any:
    """The body of one request."""
    with (
        serving(OpenAI()) as server,
        opened("chat", server.url, ENVIRONMENT, model="gpt-x", **(options or {})) as engine,
    ):
        engine.in_context(source, before, pair) if before else engine.translate([source], pair)
        assert server.problems == []
        return server.asked[0].json


def reply_to(answer: Answer, source: str = "It rains.", **options: str) -> Reply:
    """What is made of an answer."""
    with (
        serving(OpenAI(), [answer]) as server,
        opened("chat", server.url, ENVIRONMENT, model="gpt-x", **options) as engine,
    ):
        return fetched(engine, [source], EN_DE)[0]


def test_the_plain_request() -> None:
    """Our own prompt, one message, temperature 0, and nothing that a server might not know."""
    asked = PROMPT.replace("{source_language}", "English").replace("{target_language}", "German")
    assert sent() == {
        "model": "gpt-x",
        "messages": [{"role": "user", "content": asked.replace("{text}", "It rains.")}],
        "temperature": 0,
    }


@pytest.mark.parametrize(
    "options, more",
    [
        ({"temperature": "0.7"}, {"temperature": 0.7}),
        ({"temperature": "none"}, {}),
        ({"seed": "7"}, {"temperature": 0, "seed": 7}),
        ({"max_tokens": "256"}, {"temperature": 0, "max_tokens": 256}),
        (
            {"max_tokens": "256", "tokens_field": "max_completion_tokens"},
            {"temperature": 0, "max_completion_tokens": 256},
        ),
        ({"tokens_field": "max_completion_tokens"}, {"temperature": 0}),  # there is no limit to name
    ],
)
def test_settings(options: dict[str, str], more: dict[str, Any]) -> None:
    """Beside model and messages a request says what an option says, and no more."""
    body = sent(options)
    assert {name: value for name, value in body.items() if name not in ("model", "messages")} == more


@pytest.mark.parametrize(
    "pair, options, messages",
    [
        (
            Pair("en", "pt-BR"),
            {"prompt": "{source_language} > {target_language}: {text}"},
            [("user", "English > Brazilian Portuguese: {text} {0} %s")],
        ),
        (EN_DE, {"prompt": r"{{{text}}}\n{target_language}:"}, [("user", "{{text} {0} %s}\nGerman:")]),
        (Pair("tlh", "de"), {"prompt": "Klingon: {text}"}, [("user", "Klingon: {text} {0} %s")]),
        (
            EN_DE,
            {"prompt": "{text}", "system": "You translate into {target_language}."},
            [("system", "You translate into German."), ("user", "{text} {0} %s")],
        ),
        (EN_DE, {"prompt": "{text}", "system": " "}, [("user", "{text} {0} %s")]),
    ],
)
def test_prompts_of_ones_own(pair: Pair, options: dict[str, str], messages: list[tuple[str, str]]) -> None:
    """Fields are filled in; braces of the text are its own."""
    body = sent(options, pair, "{text} {0} %s")
    assert [(one["role"], one["content"]) for one in body["messages"]] == messages


def test_context() -> None:
    """With what stands before another prompt of ours is used, or the place that the user's own has for it."""
    before = ("It is late.", "He {left}.")
    body = sent(before=before)
    expected = IN_CONTEXT.replace("{before}", "It is late.\nHe {left}.").replace("{text}", "It rains.")
    expected = expected.replace("{source_language}", "English").replace("{target_language}", "German")
    assert [one["content"] for one in body["messages"]] == [expected]
    body = sent({"prompt": "{before}|{text}"}, before=before)
    assert [one["content"] for one in body["messages"]] == ["It is late.\nHe {left}.|It rains."]
    with pytest.raises(LackmusError, match=r"add \{before\}"):
        sent({"prompt": "{text}"}, before=before)


@pytest.mark.parametrize(
    "prompt, before, message",
    [
        ("Be {formal}.", (), "Be {formal}.\n\nIt {text} rains."),
        ("{target_language}, please: {text}!", (), "German, please: It {text} rains.!"),
        ("Say {before} / {text}", ("Late.",), "Say Late. / It {text} rains."),
        (
            "Now:",
            ("Late.",),
            IN_CONTEXT.partition("Translate")[0].format(before="Late.") + "Now:\n\nIt {text} rains.",
        ),
    ],
)
def test_a_prompt_of_an_item(prompt: str, before: tuple[str, ...], message: str) -> None:
    """It takes the place of the common one; what is filled in is not read as a template."""
    with serving(OpenAI()) as server:
        options = {"model": "gpt-x", "system": "You translate.", "price_in": "1000000", "price_out": "0"}
        with opened("chat", server.url, ENVIRONMENT, **options) as engine:
            ask = Ask("It {text} rains.", before, prompt)
            assert isinstance(engine, Chat)
            engine.prompted(ask, EN_DE)
            cost = engine.cost([ask], EN_DE, engine.about(EN_DE))
            plain = engine.cost([replace(ask, prompt="x", before=())], EN_DE, engine.about(EN_DE))
        turns = [(one["role"], one["content"]) for one in server.asked[0].json["messages"]]
    assert turns == [("system", "You translate."), ("user", message)]
    assert cost is not None and plain is not None and cost > plain  # longer prompts cost more


def test_examples_are_turns(tmp_path: Path) -> None:
    """Each as it would have been asked, with the answer that was hoped for; known by what they say."""
    file = tmp_path / "examples.tsv"
    file.write_text("It snows.\tEs schneit.\n\n{text}\t{Text}\n", encoding="utf-8")
    body = sent({"examples": str(file), "prompt": "Into {target_language}: {text}{before}"})
    assert [(one["role"], one["content"]) for one in body["messages"]] == [
        ("user", "Into German: It snows."),
        ("assistant", "Es schneit."),
        ("user", "Into German: {text}"),
        ("assistant", "{Text}"),
        ("user", "Into German: It rains."),
    ]
    same, other = tmp_path / "same.tsv", tmp_path / "other.tsv"
    same.write_bytes("\ufeffIt snows.\tEs schneit.\r\n{text}\t{Text}".encode())
    other.write_text("It snows.\tEs taut.\n", encoding="utf-8")
    first, second, third, without = (
        made(**({"examples": str(one)} if one else {})).identity() for one in (file, same, other, None)
    )
    assert first == second
    assert len({one["examples"] for one in (first, third, without)}) == 3


@pytest.mark.parametrize(
    "content, said",
    [
        (b"It snows.\n", "line 1: write a sentence, a tab and its translation"),
        (b"a\tb\nc\t\n", "line 2: write a sentence"),
        (b"a\tb\tc\n", "line 1: write a sentence"),
        (b"\xff\xfe", "not UTF-8"),
        (b"\n", "there are 0 examples"),
        (b"a\tb\n" * 101, "there are 101 examples"),
        (None, "cannot be read"),
    ],
)
def test_bad_examples(tmp_path: Path, content: bytes | None, said: str) -> None:
    """A file of examples is checked before anything is asked."""
    file = tmp_path / "examples.tsv"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(LackmusError, match=said) as caught:
        made(examples=str(file))
    assert str(caught.value).startswith(str(file))


def made(url: str = "http://127.0.0.1:9", **options: str) -> Chat:
    """An engine that nobody asks."""
    engine = opened("chat", url, {}, **{"model": "gpt-x", **options})
    assert isinstance(engine, Chat)
    return engine


@pytest.mark.parametrize(
    "options, said",
    [
        ({"model": ""}, "needs model"),
        ({"prompt": "{text} {tone}"}, r"prompt has a field \{tone\}. There are \{source_language\}"),
        ({"prompt": "{text!r}"}, r"field \{text!r\}"),
        ({"prompt": "{text:>9}"}, r"field \{text:>9\}"),
        ({"prompt": "{text.real}"}, r"field \{text.real\}"),
        ({"prompt": "{}"}, r"field \{\}"),
        ({"prompt": "{text"}, "brace without its partner"),
        ({"prompt": "}{text}"}, "brace without its partner"),
        ({"prompt": "Translate!"}, r"where the text stands: \{text\}"),
        ({"system": "{tone}"}, r"system has a field \{tone\}"),
        ({"temperature": "hot"}, "temperature cannot be hot"),
        ({"temperature": "3"}, "from 0 to 2, or none"),
        ({"temperature": ""}, "temperature cannot be empty"),
        ({"seed": "-1"}, "seed cannot be -1"),
        ({"max_tokens": "0"}, "max_tokens cannot be 0"),
        ({"tokens_field": "tokens"}, "tokens_field cannot be tokens"),
        ({"clean": "quotes,dust"}, "clean has no rule dust"),
        ({"clean": ""}, "Write all, none, or some of think"),
        ({"price_in": "cheap"}, "price_in cannot be cheap"),
    ],
)
def test_options_that_cannot_be(options: dict[str, str], said: str) -> None:
    """Each is told with what would do."""
    with pytest.raises(LackmusError, match=said) as caught:
        made(**options)
    assert "\n" not in str(caught.value)


def test_a_language_without_a_name() -> None:
    """It must be named by whoever asks, before anything is sent."""
    with pytest.raises(PairNotOfferedError, match=r"tlh.*in place of \{target_language\}"):
        made().about(Pair("en", "tlh"))
    assert made(prompt="Into Klingon: {text}").about(Pair("en", "tlh")).model == "gpt-x"


def test_identity() -> None:
    """What can change a translation, with the words of the prompts; no key, no price, no time limit."""
    identity = made(url="http://127.0.0.1:9/v1/").identity()
    assert identity["prompt"] == PROMPT
    assert identity["prompt_in_context"] == IN_CONTEXT
    assert identity["url"] == "http://127.0.0.1:9/v1"
    assert identity["clean"].split(",")[0] == "think"
    without = {"key_name": "OTHER", "price_in": "1", "price_out": "2", "currency": "EUR", "timeout": "9"}
    assert made(url="http://127.0.0.1:9/v1", **without).identity() == identity
    assert made(clean="quotes, think").identity() == made(clean="think,quotes").identity()
    changes = {"temperature": "1", "system": "Be brief.", "seed": "1", "max_tokens": "9", "clean": "none"}
    others = [made(**{name: value}).identity() for name, value in changes.items()]
    assert len({json.dumps(dict(one), sort_keys=True) for one in (made().identity(), *others)}) == 6


def test_about() -> None:
    """The model, by which it is called, and its price only where the user knows one."""
    engine = made()
    about = engine.about(EN_DE)
    assert (about.model, about.price, about.limits.texts, about.limits.in_flight) == ("gpt-x", None, 1, 4)
    assert engine.called(about) == "gpt-x"
    assert engine.cost([Ask("It rains.")], EN_DE, about) is None
    engine = made(price_in="0.5", price_out="2", currency="EUR", prompt="Into {target_language}: {text}")
    about = engine.about(EN_DE)
    assert about.price == Price(2.0, "EUR", PriceUnit.TOKENS, source="as told by the options")
    # “Into German: It rains.” has 22 bytes, about 8 tokens; the answer is taken to have 3.
    assert engine.cost([Ask("It rains.")] * 2, EN_DE, about) == pytest.approx(2 * (8 * 0.5 + 3 * 2) / 1e6)


def test_many_answers_in_order() -> None:
    """Each source has a request of its own; who answered and what was counted comes with it."""
    with serving(OpenAI()) as server, opened("chat", server.url, ENVIRONMENT, model="gpt-x") as engine:
        replies = fetched(engine, SOURCES, EN_DE)
        assert [one.text for one in replies] == [pseudo(source, "de") for source in SOURCES]
        assert {(one.model, one.billed, one.raw, one.cleaned) for one in replies} == {
            ("gpt-x-2026-01-01", 24, None, ())
        }
        assert (len(server.asked), server.problems) == (3, [])


@pytest.mark.parametrize(
    "answer, text, raw, cleaned, mark",
    [
        (completion("Es regnet."), "Es regnet.", None, (), None),
        (completion('"Es regnet."'), "Es regnet.", '"Es regnet."', ("quotes",), None),
        (completion("German: Es regnet.\n"), "Es regnet.", "German: Es regnet.\n", ("label", "blanks"), None),
        (
            completion("Es regnet.\n\nNote: impersonal."),
            "Es regnet.\n\nNote: impersonal.",
            None,
            (),
            Mark.VERBOSE,
        ),
        (completion("Es reg", "length"), "Es reg", None, (), Mark.VERBOSE),
        (completion("", "length"), "", None, (), None),  # all was spent on thinking
        (completion(None), "", None, (), None),
        (completion(None, "tool_calls"), "", None, (), None),
        (completion("", "content_filter"), "", None, (), Mark.REFUSED),
        (completion('"Es reg"', "content_filter"), '"Es reg"', None, (), Mark.REFUSED),
        (completion("Es reg", "content_filter"), "Es reg", None, (), Mark.REFUSED),
        (completion(None, refusal="I'd rather not."), "I'd rather not.", None, (), Mark.REFUSED),
        (completion("I'm sorry, but I can't assist with that."), None, None, (), Mark.REFUSED),
        (
            completion([{"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "Es regnet."}]),
            "Es regnet.",
            None,
            (),
            None,
        ),
        # a filter before the model, as Azure has one
        (
            Answer(400, error("The response was filtered.", None, "content_filter", "prompt")),
            "",
            None,
            (),
            Mark.REFUSED,
        ),
    ],
)
def test_answers(
    answer: Answer, text: str | None, raw: str | None, cleaned: tuple[str, ...], mark: Mark | None
) -> None:
    """What was cleaned is kept as it came; what looks wrong is marked and left as it is."""
    found = reply_to(answer)
    expected = "I'm sorry, but I can't assist with that." if text is None else text
    assert (found.text, found.raw, found.cleaned, found.mark) == (expected, raw, cleaned, mark)


def test_an_honest_refusal_is_a_translation() -> None:
    """The source itself is sorry."""
    answer = completion("Es tut mir leid, aber ich kann Ihnen dabei nicht helfen.")
    assert reply_to(answer, "I'm sorry, but I can't help you with that.").mark is None


def test_rules_are_chosen() -> None:
    """Only those asked for clean."""
    answer = completion('"German: Es regnet."')
    assert reply_to(answer, clean="none").text == '"German: Es regnet."'
    assert reply_to(answer, clean="quotes").text == "German: Es regnet."
    assert reply_to(answer, clean="quotes,label").text == "Es regnet."


@pytest.mark.parametrize(
    "usage", [None, {}, {"total_tokens": None}, {"total_tokens": True}, {"total_tokens": 0}]
)
def test_no_count_is_no_bill(usage: Any) -> None:
    """Servers that count nothing."""
    assert reply_to(completion("Es regnet.", usage=usage)).billed is None


@pytest.mark.parametrize(
    "body",
    [
        {},
        [],
        {"choices": []},
        {"choices": None},
        {"choices": ["Es regnet."]},
        {"choices": [{"message": None}]},
        {"choices": [{"message": {"content": 7}}]},
        {"choices": [{"text": "Es regnet."}]},
    ],
)
def test_answers_that_are_none(body: Any) -> None:
    """An answer of another shape is no translation."""
    assert isinstance(refused(Answer(200, body)), BadReplyError)


def refused(
    answer: Answer | Fault, options: dict[str, str] | None = None, environment: dict[str, str] = ENVIRONMENT
) -> EngineError:
    """The error that an answer is."""
    return refusal("chat", OpenAI(), [answer], environment, EN_DE, **{"model": "gpt-x", **(options or {})})


CONTEXT = (
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 8227 tokens."
)
LLAMA = "request (13392 tokens) exceeds the available context size (8192 tokens), try increasing it"


@pytest.mark.parametrize(
    "status, body, kind, said",
    [
        (401, WRONG_KEY, KeyRefusedError, "refused the key OPENAI_API_KEY"),
        (401, {"error": "Unauthorized"}, KeyRefusedError, "refused the key"),  # vLLM: no object but a text
        (
            401,
            {"error": {"code": 401, "message": f"Invalid {KEY}", "type": "authentication_error"}},
            KeyRefusedError,
            "",
        ),
        (
            403,
            error("Country, region, or territory not supported", "request_forbidden"),
            KeyRefusedError,
            "Country",
        ),
        (403, error(f"{KEY[:8]}****{KEY[-4:]} may not", None), KeyRefusedError, "may not"),
        (403, error("sk-9sT0 may not", None), KeyRefusedError, "(key) may not"),
        (403, error(f"No access with {KEY}", None), KeyRefusedError, "No access"),
        (429, TOO_FAST, BusyError, "Rate limit reached"),
        (429, error("Slow down.", "rate_limit_error", "slow_down"), BusyError, "Slow down"),
        (
            429,
            error("You exceeded your current quota.", "insufficient_quota", "insufficient_quota"),
            QuotaError,
            "plan",
        ),
        (429, error("No credit.", "billing", "credit_balance_exhausted"), QuotaError, "balance"),
        (402, error("Insufficient Balance", "unknown_error", "invalid_request_error"), QuotaError, "balance"),
        (429, error("Request too large for gpt-x: Limit 100, Requested 200.", "tokens"), TooLongError, ""),
        (
            400,
            error(CONTEXT, "invalid_request_error", "context_length_exceeded", "messages"),
            TooLongError,
            "8192",
        ),
        (400, error(CONTEXT, "invalid_request_error", "invalid_request_error"), TooLongError, "8192"),
        (
            400,
            {"object": "error", "message": CONTEXT, "type": "BadRequestError", "code": 400},
            TooLongError,
            "8192",
        ),
        (
            400,
            {"error": {"code": 400, "message": LLAMA, "type": "exceed_context_size_error"}},
            TooLongError,
            "13392",
        ),
        (400, error("Too many tokens.", None, "context_length_exceeded"), TooLongError, "Too many"),
        (413, "too large", TooLongError, "413"),
        (
            404,
            error("The model `gpt-x` does not exist", None, "model_not_found"),
            BadRequestError,
            "no model gpt-x",
        ),
        (
            404,
            error("The model `gpt-x` does not exist.", "NotFoundError", 404),
            BadRequestError,
            "no model gpt-x",
        ),
        (
            404,
            error('model "gpt-x" not found, try pulling it first', "not_found_error"),
            BadRequestError,
            "pulling",
        ),
        (404, "404 page not found", BadRequestError, "end in /v1"),
        (405, {"detail": "Method Not Allowed"}, BadRequestError, "Method Not Allowed"),
        (
            400,
            error("Unsupported value: 'temperature' does not support 0", None),
            BadRequestError,
            "temperature to none",
        ),
        (400, error("Use 'max_completion_tokens' instead.", None), BadRequestError, "tokens_field"),
        (422, {"detail": [{"msg": "field required"}]}, BadRequestError, "422"),
        (400, "", BadRequestError, "400"),
        (500, error("The server had an error", "server_error"), UnreachableError, "had an error"),
        (
            503,
            {"error": {"code": 503, "message": "Loading model", "type": "unavailable_error"}},
            UnreachableError,
            "Loading",
        ),
        (503, error("Overloaded", "server_error", "server_is_overloaded"), BusyError, "Overloaded"),
        (502, "<html>Bad gateway</html>", UnreachableError, "502"),
        (301, "", BadRequestError, "301"),
        (400, error("x" * 5000 + "\n\n" + KEY, None), BadRequestError, "…"),
        # some say it with status 200
        (200, {"error": {"code": 429, "message": "Provider is busy"}}, BusyError, "busy"),
        (
            200,
            {"error": {"code": "insufficient_quota", "message": f"{KEY} is empty"}},
            QuotaError,
            "is empty",
        ),
        (200, {"error": f"upstream of {KEY} failed"}, UnreachableError, "failed"),
        (500, "x" * 2_000_000, UnreachableError, "xxx…"),  # a long word costs no time
        (400, error("x " * 95 + f"{KEY[:6]}{'*' * 30}{KEY[-4:]}", "invalid"), BadRequestError, "(key)"),
    ],
)
def test_errors(status: int, body: Any, kind: type[EngineError], said: str) -> None:
    """Each with a remedy of its own, whoever wrote the server, and never with the key."""
    problem = refused(Answer(status, body))
    assert type(problem) is kind
    assert said in str(problem)
    assert KEY[:8] not in str(problem)
    assert KEY[-4:] not in str(problem)
    assert len(str(problem)) < 400


@pytest.mark.parametrize(
    "status, body, headers, after",
    [
        (429, TOO_FAST, {"retry-after": "3"}, 3.0),
        (429, TOO_FAST, {"retry-after": "3", "retry-after-ms": "2500"}, 2.5),
        (429, TOO_FAST, {"x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "6m0s"}, 360.0),
        (429, TOO_FAST, {"x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "20ms"}, 0.02),
        (429, TOO_FAST, {"x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "7"}, 7.0),
        (429, TOO_FAST, {"x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "-1"}, 6.5),
        (429, TOO_FAST, {"x-ratelimit-remaining-requests": "5", "x-ratelimit-reset-requests": "9s"}, 6.5),
        (429, TOO_FAST, {}, 6.5),  # as it is worded
        (429, error("Wait.", "requests"), {}, None),
        (
            429,
            error("Wait.", "requests"),
            {"x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "1" * 50_000 + "x"},
            None,
        ),
        (503, {"error": {"code": 503, "message": "Loading model"}}, {"retry-after": "4"}, 4.0),
    ],
)
def test_when_to_come_back(status: int, body: Any, headers: dict[str, str], after: float | None) -> None:
    """Servers say it in headers of several kinds, or only in words."""
    problem = refused(Answer(status, body, headers))
    assert problem.again
    assert problem.after == (None if after is None else pytest.approx(after))


@pytest.mark.parametrize("fault, kind, options", MISHAPS)
def test_mishaps(fault: Fault, kind: type[EngineError], options: dict[str, str]) -> None:
    """What networks do."""
    assert type(refused(fault, options)) is kind


def test_keys() -> None:
    """A server on this machine may do without; others get the one that is named, and never by http."""
    assert "wants a key" in str(refused(Answer(401, WRONG_KEY), environment={}))
    with (
        serving(OpenAI(), [completion("a"), completion("b"), completion("c")]) as server,
        opened("chat", server.url, {}, model="m") as without,
        opened(
            "chat", server.url, {"OTHER_KEY": "other-0123456789"}, model="m", key_name="OTHER_KEY"
        ) as other,
        opened("chat", server.url, ENVIRONMENT, model="m", key_name="none") as none,
    ):
        for engine in (without, other, none):
            engine.translate(["x"], EN_DE)
        sent = [one.headers.get("authorization") for one in server.asked]
        assert sent == [None, "Bearer other-0123456789", None]


@pytest.mark.parametrize(
    "url, environment, said",
    [
        (None, {}, "There is no key OPENAI_API_KEY"),
        ("https://models.example.org/v1", {}, "There is no key OPENAI_API_KEY"),
        ("http://models.example.org/v1", ENVIRONMENT, "Use https"),
    ],
)
def test_keys_that_cannot_be_sent(url: str | None, environment: dict[str, str], said: str) -> None:
    """Nothing is asked of a server that would want a key, or to which no key may go."""
    options = {"model": "gpt-x", **({"url": url} if url else {})}
    engine = open_engine("chat", options, Keys(environment, Path("no-file-of-keys")))
    with pytest.raises(KeyRefusedError, match=said):
        engine.translate(["It rains."], EN_DE)


def test_who_may_say_what() -> None:
    """Addresses, files and names of keys are for whoever runs Lackmus."""
    assert {one.name for one in Chat.OPTIONS if one.trusted} == {"url", "examples", "key_name"}
