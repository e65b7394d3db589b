"""Apertium-APy: an Apertium server, usually on one's own machine."""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from lackmus.core.base.pairs import Pair
from lackmus.core.engines.engine import About, Limits, Reply
from lackmus.engines.errors import BadReplyError, EngineError, PairNotOfferedError
from lackmus.engines.http import TIMEOUT, HttpEngine, said_in, url_option
from lackmus.machine.options import Option

URL = "http://127.0.0.1:2737"
LIMITS = Limits(texts=1, in_flight=2)  # usually one pipeline per pair: more requests would only wait
_MARK = re.compile(r"(?<!\w)[#@](?=\w)")  # before a word that is missing in one of the dictionaries
_SHOWN = 20  # pairs in a message


class ApertiumApy(HttpEngine):
    """The pairs depend on the server, so its address is part of the identity."""

    LABEL = "Apertium-APy"
    ABOUT = "free translation by rules, on a server of Apertium"
    KEEPS_LINES = True
    OPTIONS = (
        Option(
            "mark_unknown", "whether words that it does not know are marked (*, @, #)", "no", ("no", "yes")
        ),
        Option("source", "code of the source as Apertium writes it, if another is wanted, such as hbs_SR"),
        Option(
            "target", "code of the target as Apertium writes it, if another is wanted, such as cat_iec2017"
        ),
        url_option(URL, counts=True),
        TIMEOUT,
    )

    def about(self, pair: Pair) -> About:
        """Whether the server has the pair."""
        source, target = self._spelled(pair)
        return About(model=f"{source}-{target}", limits=LIMITS)

    def translate(self, sources: Sequence[str], pair: Pair) -> Sequence[Reply]:
        """Line by line: the server takes one text, and Apertium's rules cross line ends."""
        langpair = "|".join(self._spelled(pair))
        return [
            self._without_marks(text, "\n".join(self._line(line, langpair) for line in text.split("\n")))
            for text in sources
        ]

    def _without_marks(self, source: str, text: str) -> Reply:
        """Remove marks: without marks the server drops only *, the program also # and @."""
        if self.options["mark_unknown"] == "yes" or _MARK.search(source):
            return Reply(text)
        left = _MARK.sub("", text)
        return Reply(text) if left == text else Reply(left, raw=text, cleaned=("apertium-marks",))

    def problem(self, status: int, body: Any, headers: Mapping[str, str]) -> EngineError | None:
        """The error: statuses are enough, except for a missing pair."""
        if status == 400 and said_in(body, "explanation").startswith("That pair is"):
            return PairNotOfferedError(
                f"{self.LABEL} answered 400 (it does not have the pair).", "Install the pair at the server."
            )
        return None

    def _line(self, line: str, langpair: str) -> str:
        if not line.strip():
            return ""
        found = self.ask(
            "POST",
            "/translate",
            data={
                "langpair": langpair,
                "q": line,
                "markUnknown": self.options["mark_unknown"],
                "format": "txt",  # otherwise < and & are read as HTML
            },
        )
        match found:
            case {"responseData": {"translatedText": str() as translated}}:
                text = translated.strip()  # a dropped Spanish pronoun leaves its space
                if "\n" not in text:
                    return text
                raise BadReplyError(f"{self.LABEL} was sent one line and answered with several.")
        raise BadReplyError(f"{self.LABEL} answered without a translation.")

    def _spelled(self, pair: Pair) -> tuple[str, str]:
        """The pair as the server has it: the exact variety, otherwise the language."""
        sources = [self.options["source"]] if self.options["source"] else spellings(pair.source)
        targets = [self.options["target"]] if self.options["target"] else spellings(pair.target)
        for source in sources:
            for target in targets:
                if (source, target) in self._pairs:
                    return source, target
        names = sorted("-".join(one) for one in self._pairs)
        there = ", ".join(names[:_SHOWN]) + (", …" if len(names) > _SHOWN else "")
        raise PairNotOfferedError(
            f"{self.LABEL} does not translate {pair.source} into {pair.target} there. It has {there}.",
            "Install the pair at the server, or name codes of it with the options source and target.",
        )

    @cached_property
    def _pairs(self) -> frozenset[tuple[str, str]]:
        match self.ask("GET", "/listPairs"):
            case {"responseData": list() as listed}:
                pass
            case _:
                listed = []
        pairs = set()
        for one in listed:
            match one:
                case {"sourceLanguage": str() as source, "targetLanguage": str() as target}:
                    pairs.add((source, target))
        if not pairs:
            raise BadReplyError(f"{self.LABEL} did not say which pairs it has.")
        return frozenset(pairs)


def spellings(tag: str) -> list[str]:
    """Apertium's possible codes of a language, best first: three letters, and a variety after an underscore.

    The bare language stands for any region, but not for another script.
    """
    from langcodes import Language

    language = Language.get(tag)
    try:
        bare = language.to_alpha3()
    except LookupError:  # a language that has no such code
        bare = tag
    kinds = [one for one in (language.script, language.territory, *(language.variants or ())) if one]
    exact = ["_".join([bare, *kinds])] if kinds else []
    return [*exact, *([] if language.script else [bare])]
