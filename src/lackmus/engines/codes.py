"""How an engine spells a language: its own code for a tag, never that of another variety."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from lackmus.core.base.pairs import Pair
from lackmus.engines.errors import PairNotOfferedError
from lackmus.machine.options import Option

TARGET = Option("target", "code of the target language as the engine writes it, if another is wanted")
_NORWEGIAN = {"no": "nb"}  # by default Bokmål
_NO_NAMES: Mapping[str, str] = MappingProxyType({})


class Codes:
    """The codes of an engine, looked up by language.

    Two tags mean the same if the same script and region are likely for both: zh, zh-CN and zh-Hans are one,
    zh-TW and zh-Hant another. `own` are codes that are no tags, or that differ in meaning.
    """

    def __init__(self, offered: Iterable[str], own: Mapping[str, str] = _NO_NAMES) -> None:
        self._exact: dict[str, str] = {}
        self._alike: dict[str, str] = {}
        for code in offered:
            tag = own.get(code, code)
            self._exact.setdefault(_spelled(tag), code)
            self._alike.setdefault(likely(tag), code)

    def target(self, tag: str) -> str | None:
        """The code of this variety, if the engine has one."""
        return self._exact.get(_spelled(tag)) or self._alike.get(likely(tag))

    def source(self, tag: str) -> str | None:
        """The code for a source; a variety may be read as its language, in any region."""
        return self.target(tag) or self._alike.get(likely(_without_region(tag)))

    def of(self, pair: Pair, label: str, wanted: str = "") -> tuple[str, str]:
        """Both codes of a pair, with the `wanted` target code if given; an error if it is not offered."""
        source, target = self.source(pair.source), wanted or self.target(pair.target)
        if source is None or target is None:
            raise not_offered(label, pair, self.source(pair.target) if source else None)
        return source, target


def not_offered(label: str, pair: Pair, target: str | None = None) -> PairNotOfferedError:
    """The error for a pair that is not offered; `target` is an existing code of the same language."""
    said = f"{label} does not translate {pair.source} into {pair.target}."
    if target is None:
        return PairNotOfferedError(said, "Choose another engine.")
    return PairNotOfferedError(
        f"{said} It has {target}, which may differ.", code="other-target", lacking=said, target=target
    )


def likely(tag: str) -> str:
    """A tag with its most likely script and region; invalid tags stay unchanged."""
    # Imported late: the table of languages is slow to load, and most commands need none.
    from langcodes import Language
    from langcodes.tag_parser import LanguageTagError

    try:
        return Language.get(_NORWEGIAN.get(tag, tag)).maximize().to_tag()
    except LanguageTagError:
        return tag


def _without_region(tag: str) -> str:
    from langcodes import Language

    language = Language.get(tag)
    return Language.make(language=language.language, script=language.maximize().script).to_tag()


def _spelled(tag: str) -> str:
    return tag.replace("_", "-").casefold()
