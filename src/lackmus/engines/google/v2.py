"""Google Cloud Translation, version 2 (Basic): needs only an API key."""

from collections.abc import Sequence
from dataclasses import replace

from lackmus.core.base.pairs import Pair
from lackmus.core.engines.engine import About, Limits, Reply
from lackmus.engines.codes import TARGET
from lackmus.engines.google.shared import PRICE, URL, Google
from lackmus.engines.http import TIMEOUT, said_in, url_option
from lackmus.engines.keys import Key
from lackmus.machine.options import Option

KEY = "GOOGLE_API_KEY"
# It accepts 128 texts and 100,000 bytes, and recommends 5,000 characters, about fifty sentences: batches have
# that size. A single longer text is sent alone, up to the hard limit.
LIMITS = Limits(texts=50, size=90_000, in_bytes=True)


class GoogleV2(Google):
    """Many texts per request, as plain text: otherwise Google reads and escapes them as HTML."""

    ABOUT = "Google Cloud Translation Basic (v2), with an API key"
    KEYS = (Key(KEY, "API key of a project that may use the Cloud Translation API"),)
    OPTIONS = (
        Option("model", "the model; Google offers this one only", "nmt"),
        TARGET,
        url_option(URL),
        TIMEOUT,
    )

    def about(self, pair: Pair) -> About:
        """Whether it has the languages (asking is free), and its price."""
        source, target = self.spelled(pair)
        return replace(self.unasked(), notes={"asked as": f"{source} to {target}"})

    def unasked(self) -> About:
        """The price."""
        return About(model=self.options["model"], version="v2", price=PRICE, limits=LIMITS)

    def translate(self, sources: Sequence[str], pair: Pair) -> Sequence[Reply]:
        """All in one request."""
        source, target = self.spelled(pair)
        body = {"q": list(sources), "source": source, "target": target, "format": "text"}
        if self.options["model"]:
            body["model"] = self.options["model"]
        found = self.ask("POST", "/language/translate/v2", json=body, headers=self._headers())
        data = found.get("data") if isinstance(found, dict) else None
        return self.replies(data.get("translations") if isinstance(data, dict) else None, len(sources))

    def listed(self) -> tuple[Sequence[str], Sequence[str]]:
        """One list serves as source and target languages."""
        asked = {"model": self.options["model"]} if self.options["model"] else {}
        found = self.ask("GET", "/language/translate/v2/languages", params=asked, headers=self._headers())
        data = found.get("data") if isinstance(found, dict) else None
        languages = data.get("languages") if isinstance(data, dict) else None
        codes = [said_in(one, "language") for one in languages] if isinstance(languages, list) else []
        codes = [code for code in codes if code]
        return codes, codes

    def _headers(self) -> dict[str, str]:
        return {"X-goog-api-key": self.secret(KEY) or ""}  # in a URL it would appear in logs
