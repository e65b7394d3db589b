"""Google Cloud Translation, version 3 (Advanced): by project and location, with all of Google's models."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from lackmus.core.base.pairs import Pair
from lackmus.core.engines.engine import About, Ask, Limits, Price, Reply
from lackmus.engines.codes import TARGET
from lackmus.engines.errors import KeyRefusedError
from lackmus.engines.google.shared import PRICE, URL, Google
from lackmus.engines.google.tokens import FILE, TOKEN, TokenSource
from lackmus.engines.http import TIMEOUT, said_in, url_option
from lackmus.engines.keys import Key, Keys
from lackmus.errors import LackmusError
from lackmus.machine.options import Option

# 1024 texts and 30,000 characters are documented; fewer texts lose less when a request fails.
LIMITS = Limits(texts=128, size=30_000)
GENERAL = ("nmt", "translation-llm")
_LLM_PRICE = Price(
    20.0,
    "USD",
    as_of="2026",
    source="chatscontrol.com/blog/google-cloud-translation-api-pricing-limits-2026 (source and translation)",
)
_PROJECT = re.compile(r"[a-z0-9][a-z0-9.:-]{1,99}")  # may begin with a domain
_LOCATION = re.compile(r"[a-z][a-z0-9-]{1,40}")
_MODEL = re.compile(r"[A-Za-z0-9._:/-]{1,300}")


class GoogleV3(Google):
    """Many texts per request, as plain text: otherwise Google reads and escapes them as HTML."""

    ABOUT = "Google Cloud Translation Advanced (v3): NMT, translation LLM, custom models"
    KEYS = (
        Key(TOKEN, "access token (gcloud auth print-access-token), good for an hour", required=False),
        Key(FILE, "name of a file of credentials that only you can read (no secret)", required=False),
    )
    OPTIONS = (
        # They decide who pays and who sees the texts, so users of pages may not set them.
        Option(
            "project",
            "project of Google Cloud: its ID or number",
            required=True,
            counts=False,
            trusted=True,
        ),
        # Locations have their own models.
        Option("location", "place where it is translated; custom models need theirs", "global", trusted=True),
        Option("model", "nmt, translation-llm, or the ID or whole name of a custom model", "nmt"),
        TARGET,
        url_option(URL),
        TIMEOUT,
    )

    def __init__(self, options: Mapping[str, str], keys: Keys) -> None:
        super().__init__(options, keys)
        for name, form in (("project", _PROJECT), ("location", _LOCATION), ("model", _MODEL)):
            if not form.fullmatch(options[name]):
                raise LackmusError(f"{name} cannot be {options[name] or 'empty'}.", argument="option")
        self._parent = f"projects/{options['project']}/locations/{options['location']}"
        self._tokens = TokenSource(keys, self.url, self._open)

    def about(self, pair: Pair) -> About:
        """Whether it has the languages (asking is free), and its price."""
        source, target = self.spelled(pair)
        notes = {"asked as": f"{source} to {target}", "location": self.options["location"]}
        return replace(self.unasked(), notes=notes)

    def unasked(self) -> About:
        """The price; custom models have their own."""
        model = self.options["model"]
        price = PRICE if model == "nmt" else _LLM_PRICE if model == "translation-llm" else None
        return About(model=model, version="v3", price=price, limits=LIMITS)

    def cost(self, asks: Sequence[Ask], pair: Pair, about: About) -> float | None:
        """The translation LLM is billed for input and output, which is assumed to be as long."""
        found = super().cost(asks, pair, about)
        return found * 2 if found is not None and about.price == _LLM_PRICE else found

    def translate(self, sources: Sequence[str], pair: Pair) -> Sequence[Reply]:
        """All in one request."""
        source, target = self.spelled(pair)
        body = {
            "contents": list(sources),
            "mimeType": "text/plain",
            "sourceLanguageCode": source,
            "targetLanguageCode": target,
            "model": self._model,
        }
        found = self.ask("POST", f"/v3/{self._parent}:translateText", json=body, headers=self._headers())
        return self.replies(found.get("translations") if isinstance(found, dict) else None, len(sources))

    def listed(self) -> tuple[Sequence[str], Sequence[str]]:
        """Codes by whether each language can be source or target."""
        found = self.ask(
            "GET",
            f"/v3/{self._parent}/supportedLanguages",
            params={"model": self._model},
            headers=self._headers(),
        )
        languages = found.get("languages") if isinstance(found, dict) else None
        offered = [one for one in languages if isinstance(one, dict)] if isinstance(languages, list) else []
        return _codes(offered, "supportSource"), _codes(offered, "supportTarget")

    def identity(self) -> Mapping[str, str]:
        """Custom models belong to a project; Google's own are the same everywhere."""
        own = {} if self.options["model"] in GENERAL else {"model": self._model}
        return {**super().identity(), **own}

    def refused(self, said: str) -> KeyRefusedError:
        """The error for a refused token; mostly it has expired after an hour."""
        return KeyRefusedError(
            said,
            f"Is the token older than an hour? Make a new {TOKEN}, or name a file by {FILE}; "
            "and see that its account may use the project.",
            code="for-the-keeper",
            task=f"looks after {TOKEN} or {FILE}",
        )

    @property
    def _model(self) -> str:
        """The full name of the model."""
        model = self.options["model"]
        if model.startswith("projects/"):
            return model
        return f"{self._parent}/models/{'general/' if model in GENERAL else ''}{model}"

    def _headers(self) -> dict[str, str]:
        token, of_a_person = self._tokens.token()
        headers = {"Authorization": f"Bearer {token}"}
        # A person's token needs an explicit billing project; service accounts have one.
        return {**headers, "x-goog-user-project": self.options["project"]} if of_a_person else headers


def _codes(offered: Sequence[Mapping[str, Any]], able: str) -> list[str]:
    return [said_in(one, "languageCode") for one in offered if one.get(able) and said_in(one, "languageCode")]
