"""What engines with a model in a folder share: its options, its languages, and what it answered."""

from lackmus.core.base.pairs import Pair
from lackmus.core.engines.engine import Mark, Reply
from lackmus.engines.errors import PairNotOfferedError
from lackmus.machine.options import Option

MODEL = Option("model", "folder of the model", required=True, trusted=True)
SOURCE_CODE = Option("source_code", "the source language as a model of many languages writes it, eng_Latn")
TARGET_CODE = Option("target_code", "the target language as a model of many languages writes it, spa_Latn")
MAX_LENGTH = Option("max_length", "most pieces of words in a translation", "256")
# Sentences that are computed together are padded to one length. That changes the last digits of all numbers
# and, now and then, a word; alone they always come out the same.
BATCH = Option("batch", "sentences computed at a time; more are quicker, and may change a word", "1")


def refuse_other_languages(label: str, pair: Pair, source: object, target: object) -> None:
    """A model that tells its languages is not used for others: it would write nonsense in silence."""
    for asked, own in ((pair.source, source), (pair.target, target)):
        known = _language(own)
        if known and known != _language(asked):
            raise PairNotOfferedError(
                f"{label} translates {source} into {target}, not {pair.source} into {pair.target}.",
                "Choose another model.",
            )


def _language(code: object) -> str | None:
    """A language by its three letters, or None where a code stands for several or for none."""
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
    """A translation; one that had to be cut off ran away, and whoever reviews it should know."""
    return Reply(text.strip(), mark=Mark.VERBOSE if pieces >= most else None)
