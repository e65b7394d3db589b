"""Shared by engines with a local model: options, languages, replies."""

from lackmus.core.base.pairs import Pair
from lackmus.core.engines.engine import Mark, Reply
from lackmus.engines.errors import PairNotOfferedError
from lackmus.machine.options import Option

MODEL = Option("model", "folder of the model", required=True, trusted=True)
SOURCE_CODE = Option("source_code", "the source language as a model of many languages writes it, eng_Latn")
TARGET_CODE = Option("target_code", "the target language as a model of many languages writes it, spa_Latn")
MAX_LENGTH = Option("max_length", "most pieces of words in a translation", "256")
# Padding in a batch changes the last digits and, now and then, a word; one by one, translations never depend
# on other sentences.
BATCH = Option("batch", "sentences computed at a time; more are quicker, and may change a word", "1")


def refuse_other_languages(label: str, pair: Pair, source: object, target: object) -> None:
    """Refuse languages that the model does not declare: it would silently write nonsense."""
    for asked, own in ((pair.source, source), (pair.target, target)):
        known = _language(own)
        if known and known != _language(asked):
            raise PairNotOfferedError(
                f"{label} translates {source} into {target}, not {pair.source} into {pair.target}.",
                "Choose another model.",
            )


def _language(code: object) -> str | None:
    """A language by its three letters; None if a code stands for several or none."""
    from langcodes import Language
    from langcodes.tag_parser import LanguageTagError

    if not isinstance(code, str) or not code:
        return None
    try:
        language = Language.get(code)
        return language.to_alpha3() if language.is_valid() else None
    except (LanguageTagError, LookupError):
        return None


def answered(text: str, pieces: int, most: int) -> Reply:
    """The reply; one that was cut off at the limit is marked for review."""
    return Reply(text.strip(), mark=Mark.VERBOSE if pieces >= most else None)
