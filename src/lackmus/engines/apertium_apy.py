"""Apertium-APy: Apertium behind an address, usually on one's own machine."""

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
LIMITS = Limits(texts=1, in_flight=2)  # a pair usually has one pipeline: more at a time would only wait
_MARK = re.compile(r"(?<!\w)[#@](?=\w)")  # before a word that is in one dictionary and not in the other
_SHOWN = 20  # pairs in a message


class ApertiumApy(HttpEngine):
    """The pairs are those that the server has installed, so its address is part of what is asked."""

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
        """Line by line: the server takes one text, and Apertium's rules reach over the end of a line."""
        langpair = "|".join(self._spelled(pair))
        return [
            self._without_marks(text, "\n".join(self._line(line, langpair) for line in text.split("\n")))
            for text in sources
        ]

    def _without_marks(self, source: str, text: str) -> Reply:
        """Asked for no marks the server leaves out * alone, the program Apertium also # and @."""
        if self.options["mark_unknown"] == "yes" or _MARK.search(source):
            return Reply(text)
        left = _MARK.sub("", text)
        return Reply(text) if left == text else Reply(left, raw=text, cleaned=("apertium-marks",))

    def problem(self, status: int, body: Any, headers: Mapping[str, str]) -> EngineError | None:
        """Its statuses say enough, but for a pair that is not there."""
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
                "format": "txt",  # else < and & are taken for HTML
            },
        )
        match found:
            case {"responseData": {"translatedText": str() as translated}}:
                text = translated.strip()  # a pronoun that Spanish leaves out leaves its space behind
                if "\n" not in text:
                    return text
                raise BadReplyError(f"{self.LABEL} was sent one line and answered with several.")
        raise BadReplyError(f"{self.LABEL} answered without a translation.")

    def _spelled(self, pair: Pair) -> tuple[str, str]:
        """The pair as the server has it: of the very variety, or else of the language."""
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
    """How Apertium may write a language, best first: three letters, and what kind after an underscore.

    The bare language stands for any region, as its data do; a script it does not stand for.
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
