"""Any chat model with OpenAI's chat API: OpenAI itself, vLLM, llama.cpp, Ollama and many others."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from lackmus.core.base.pairs import Pair
from lackmus.core.engines.engine import About, Ask, Limits, Mark, Price, PriceUnit, Reply
from lackmus.core.engines.languages import language_name
from lackmus.core.engines.replies import NAMES, clean, mark_of
from lackmus.engines.chat.errors import WithheldError, chat_problem
from lackmus.engines.chat.prompts import IN_CONTEXT, PROMPT, Examples, PromptTemplate, own_prompt
from lackmus.engines.errors import BadReplyError, EngineError, PairNotOfferedError
from lackmus.engines.http import TIMEOUT, HttpEngine, on_this_machine, said_in, url_option
from lackmus.engines.keys import Key, Keys
from lackmus.errors import LackmusError
from lackmus.machine.options import Option, number, whole

KEY = "OPENAI_API_KEY"
LIMITS = Limits(texts=1, in_flight=4)
_NONE = "none"
_BYTES_A_TOKEN = 3  # UTF-8 bytes per token: a low value, so that an estimate is rather too high


class Chat(HttpEngine):
    """One sentence per request; the reply is cleaned by the chosen rules, and marked."""

    LABEL = "Chat model"
    ABOUT = "any chat model behind OpenAI's chat API: OpenAI, vLLM, llama.cpp, Ollama and others"
    URL = "https://api.openai.com/v1"
    PAID = True
    TAKES_CONTEXT = True
    TAKES_PROMPTS = True
    KEYS = (Key(KEY, "key of the API, which servers on this machine can do without", required=False),)
    OPTIONS = (
        Option("model", "name of the model, as the server calls it", required=True),
        url_option(URL, "address of the API, up to /v1", counts=True),
        Option(
            "prompt",
            "what the model is told, with the fields {source_language}, {target_language}, {text} and "
            "{before}, and \\n for a line break, if not our own words",
        ),
        Option("system", "what it is told as the system's message, with the same fields"),
        Option("examples", "file with lines of sentence, tab, translation, shown first", trusted=True),
        Option("temperature", "0 for the likeliest words; none leaves it to the model", "0"),
        Option("max_tokens", "the most tokens that an answer may have, if there is to be a limit"),
        Option(
            "tokens_field",
            "how the server calls that limit",
            "max_tokens",
            ("max_tokens", "max_completion_tokens"),
            counts=False,
        ),
        Option("seed", "a whole number, for servers that can repeat themselves"),
        Option("clean", f"rules that clean replies: all, none, or some of {', '.join(NAMES)}", "all"),
        Option("key_name", "name of the key; none sends no key", KEY, counts=False, trusted=True),
        Option("price_in", "price of a million tokens that are sent", counts=False),
        Option("price_out", "price of a million tokens that are answered", counts=False),
        Option("currency", "currency of the prices", "USD", counts=False),
        replace(TIMEOUT, default="300"),  # models that think take long
    )

    def __init__(self, options: Mapping[str, str], keys: Keys) -> None:
        super().__init__(options, keys)
        own = options["prompt"].strip()
        self._prompt = PromptTemplate.parse("prompt", options["prompt"] if own else PROMPT)
        self._in_context = self._prompt if own else PromptTemplate.parse("prompt", IN_CONTEXT)
        if "text" not in self._prompt:
            raise LackmusError("prompt must say where the text stands: {text}.", argument="option")
        self._system = PromptTemplate.parse("system", options["system"])
        self._examples = Examples.read(Path(options["examples"])) if options["examples"] else Examples()
        self._settings = _settings(options)
        self._rules = _rules(options["clean"])
        self._prices = tuple(_price(options, name) for name in ("price_in", "price_out"))

    def about(self, pair: Pair) -> About:
        """What is known without a request."""
        self._values("", (), pair)  # fails if a language has no known name
        notes = {"server": self._where}
        notes |= {name: self.options[name] for name in ("price_in", "price_out") if self.options[name]}
        return About(model=self.options["model"], price=self._price(), limits=LIMITS, notes=notes)

    def called(self, about: About) -> str:
        """The name of the model, since this engine serves many."""
        return about.model

    def identity(self) -> Mapping[str, str]:
        """Includes the prompts and the content of the examples."""
        return {
            **super().identity(),
            "prompt": self._prompt.written,
            "prompt_in_context": self._in_context.written,
            "system": self._system.written,
            "examples": self._examples.digest,
            "clean": ",".join(self._rules),
        }

    def cost(self, asks: Sequence[Ask], pair: Pair, about: About) -> float | None:
        """An estimate: token counts are unknown, and an answer is assumed as long as the text."""
        sent, answered = self._prices
        if sent is None and answered is None:
            return None
        turns = (self._messages(ask, pair) for ask in asks)
        tokens_in = sum(_tokens(one["content"]) for messages in turns for one in messages)
        tokens_out = sum(_tokens(ask.text) for ask in asks)
        return (tokens_in * (sent or 0.0) + tokens_out * (answered or 0.0)) / 1_000_000

    def translate(self, sources: Sequence[str], pair: Pair) -> Sequence[Reply]:
        """One by one."""
        return [self._reply(Ask(source), pair) for source in sources]

    def in_context(self, source: str, before: Sequence[str], pair: Pair) -> Reply:
        """Translate with the sentences before it, by a prompt that has a field for them."""
        if before and "before" not in self._in_context and "before" not in self._system:
            raise LackmusError("prompt has no place for the context: add {before}.", argument="option")
        return self._reply(Ask(source, tuple(before)), pair)

    def prompted(self, ask: Ask, pair: Pair) -> Reply:
        """Translate by the item's prompt, which takes the place of the common one."""
        return self._reply(ask, pair)

    def problem(self, status: int, body: Any, headers: Mapping[str, str]) -> EngineError:
        """The error in an answer; servers express the same in many ways."""
        name = self.options["key_name"]
        key = name if name != _NONE and self.keys.has(name) else ""
        return chat_problem(self.LABEL, self.options["model"], key, status, body, headers)

    def _reply(self, ask: Ask, pair: Pair) -> Reply:
        body = {
            "model": self.options["model"],
            "messages": self._messages(ask, pair),
            **self._settings,
        }
        try:
            return self._read(
                ask.text, self.ask("POST", "/chat/completions", json=body, headers=self._headers())
            )
        except WithheldError:
            return Reply("", mark=Mark.REFUSED)

    def _messages(self, ask: Ask, pair: Pair) -> list[dict[str, str]]:
        values = self._values(ask.text, ask.before, pair)
        system = self._system.filled(values)
        turns = [("system", system)] if system.strip() else []
        for example, translation in self._examples.pairs:
            shown = self._prompt.filled({**values, "text": example, "before": ""})
            turns += [("user", shown), ("assistant", translation)]
        if ask.prompt:
            turns.append(("user", own_prompt(ask.prompt, values)))
        else:
            turns.append(("user", (self._in_context if ask.before else self._prompt).filled(values)))
        return [{"role": role, "content": content} for role, content in turns]

    def _values(self, source: str, before: Sequence[str], pair: Pair) -> dict[str, str]:
        values = {"text": source, "before": "\n".join(before)}
        for field, tag in (("source_language", pair.source), ("target_language", pair.target)):
            name = language_name(tag)
            if name is None and (field in self._prompt or field in self._in_context or field in self._system):
                raise PairNotOfferedError(
                    f"There is no English name for the language {tag} here.",
                    f"Write it into a prompt of your own, in place of {{{field}}}.",
                )
            values[field] = name or tag
        return values

    def _headers(self) -> dict[str, str]:
        name = self.options["key_name"]
        if name == _NONE:
            return {}
        # Without TLS a key is sent only to this machine, so other servers are asked without one.
        needed = self.url.startswith("https:") and not on_this_machine(self.url)
        key = self.secret(name, required=needed)
        return {"Authorization": f"Bearer {key}"} if key else {}

    def _read(self, source: str, body: Any) -> Reply:
        choices = body.get("choices") if isinstance(body, dict) else None
        if not choices and isinstance(body, dict) and body.get("error"):  # some use status 200
            raise self._told_with_200(body)
        choice = choices[0] if isinstance(choices, list) and choices else None
        message = choice.get("message") if isinstance(choice, dict) else None
        if not isinstance(choice, dict) or not isinstance(message, dict):
            raise BadReplyError(f"{self.LABEL} answered without a message.")
        refusal, finish = said_in(message, "refusal"), choice.get("finish_reason")
        withheld = bool(refusal) or finish == "content_filter"
        raw = _content(message.get("content"), self.LABEL) or refusal
        text, fired = (raw, ()) if withheld else clean(source, raw, self._rules)
        return Reply(
            text,
            raw=raw if fired else None,
            mark=mark_of(source, text, cut=finish == "length", withheld=withheld),
            cleaned=fired,
            model=said_in(body, "model"),
            billed=_billed(body),
        )

    def _told_with_200(self, body: Mapping[str, Any]) -> EngineError:
        inner = body["error"] if isinstance(body["error"], dict) else {"message": body["error"]}
        said = {name: self.keys.scrub(said_in(inner, name)) for name in ("message", "type", "code")}
        code = inner.get("code")
        status = code if isinstance(code, int) and 400 <= code < 600 else 502
        return self.problem(status, {"error": said}, {})

    def _price(self) -> Price | None:
        """The higher of both token prices, as an upper bound."""
        told = [price for price in self._prices if price is not None]
        currency = self.options["currency"]
        return Price(max(told), currency, PriceUnit.TOKENS, source="as told by the options") if told else None


def _content(content: Any, label: str) -> str:
    """The text of a message; some models send it in parts, with thoughts among them."""
    if isinstance(content, list):
        parts = [part for part in content if isinstance(part, dict) and part.get("type") == "text"]
        content = "".join(said_in(part, "text") for part in parts)
    if content is None or isinstance(content, str):
        return content or ""
    raise BadReplyError(f"{label} answered with a message that is no text.")


def _billed(body: Any) -> int | None:
    usage = body.get("usage")
    total = usage.get("total_tokens") if isinstance(usage, dict) else None
    return total if isinstance(total, int) and not isinstance(total, bool) and total > 0 else None


def _tokens(text: str) -> int:
    return -(-len(text.encode()) // _BYTES_A_TOKEN)


def _settings(options: Mapping[str, str]) -> dict[str, float | int]:
    """The request's settings beside the messages; empty options are left to the server."""
    found: dict[str, float | int] = {}
    if options["temperature"].strip() != _NONE:
        found["temperature"] = number(options, "temperature", 2, zero=True, otherwise="or none")
    if options["max_tokens"].strip():
        found[options["tokens_field"]] = whole(options, "max_tokens", 1, 1_000_000)
    if options["seed"].strip():
        found["seed"] = whole(options, "seed", 0, 2**31 - 1)
    return found


def _rules(written: str) -> tuple[str, ...]:
    """Names of rules in their order."""
    wanted = {name.strip() for name in written.split(",") if name.strip()}
    if wanted == {"all"}:
        return NAMES
    if wanted == {_NONE}:
        return ()
    unknown = sorted(wanted - set(NAMES))
    if unknown or not wanted:
        raise LackmusError(
            f"clean has no rule {unknown[0] if unknown else 'to follow'}. "
            f"Write all, none, or some of {', '.join(NAMES)}.",
            argument="option",
        )
    return tuple(name for name in NAMES if name in wanted)


def _price(options: Mapping[str, str], name: str) -> float | None:
    return number(options, name, 1_000_000, zero=True) if options[name].strip() else None
