"""What is searched for, where, and in which order it is shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from urllib.parse import parse_qs, urlencode

from lackmus.core.search.folding import Fold


class Matching(StrEnum):
    """How the words of a search are read."""

    WORDS = "words"  # a word or a phrase, as whole words; * stands for letters
    PART = "part"  # anywhere, also within words
    PATTERN = "pattern"  # a regular expression, as in rules


class Place(StrEnum):
    """Where a text stands."""

    OUTPUT = "output"
    SOURCE = "source"
    PROMPT = "prompt"  # of an item
    RULE = "rule"
    PLAIN_RULE = "plain-rule"  # in plain language
    GUIDELINE = "guideline"
    COMMENT = "comment"  # on an item or a text
    LOG = "log"  # the comment of a change


class SearchState(StrEnum):
    """Whether a text still needs a decision."""

    OPEN = "open"
    SETTLED = "settled"  # by rules or people
    DECIDED = "decided"  # by people


class SearchOrder(StrEnum):
    """The order of the lines."""

    PLACE = "place"  # outputs, then in the order of `Place`; by item
    LEFT = "left"  # the words before, read backwards
    RIGHT = "right"  # the words after
    FREQUENCY = "frequency"  # the most frequent wording first
    SYSTEM = "system"


class SystemsShown(StrEnum):
    """What a line tells about the systems that wrote its text."""

    COUNT = "count"
    NAMED = "named"
    EACH = "each"  # a line for each system


_WIDTH = 40  # columns of context on each side


@dataclass(frozen=True)
class SearchQuery:
    """A search with its filters; empty filters let everything pass."""

    wanted: str
    matching: Matching = Matching.WORDS
    fold: tuple[Fold, ...] = ()
    places: tuple[Place, ...] = ()
    suite: str = ""
    pair: str = ""
    category: str = ""
    phenomenon: str = ""
    campaign: str = ""
    system: str = ""
    verdict: str = ""
    reason: str = ""
    state: SearchState | None = None
    order: SearchOrder = SearchOrder.PLACE
    systems: SystemsShown = SystemsShown.COUNT
    width: int = _WIDTH
    anonymous: bool = False  # systems under their aliases
    item: str = ""  # by its id, or by pair and id
    texts: str = ""  # by number: 12-40,45
    items: str = ""  # by number, likewise
    decided_by: str = ""  # a person
    assigned: str = ""  # to a person, or nobody

    @property
    def about_texts(self) -> bool:
        """Whether a filter is about texts of systems, so that nothing else can pass it."""
        about = (self.campaign, self.system, self.verdict, self.reason, self.state, self.texts)
        return any(about) or self.about_people

    @property
    def about_people(self) -> bool:
        """Whether a filter is about people of texts."""
        return bool(self.decided_by or self.assigned)

    @property
    def shown_systems(self) -> SystemsShown:
        """What is told about systems: lines in the order of systems are a line for each."""
        return SystemsShown.EACH if self.order is SearchOrder.SYSTEM else self.systems

    @property
    def written(self) -> str:
        """The search without its order as one string, by which another page can repeat it."""
        values: dict[str, object] = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name not in _LOOKS and value not in ("", None, (), False):
                values[field.name] = list(map(str, value)) if isinstance(value, tuple) else str(value)
        return urlencode(values, doseq=True)


_LOOKS = ("order", "systems", "width")  # how lines look, not which they are
_HOW = {"matching", "fold", "anonymous"}
_LISTS = {"fold": Fold, "places": Place}


def query_from(written: str) -> SearchQuery:
    """The search of a string made by `SearchQuery.written`; a ValueError names what is wrong in it."""
    values = parse_qs(written)
    known = {field.name for field in fields(SearchQuery)} - set(_LOOKS)
    unknown = sorted(set(values) - known)
    if unknown or set(values) <= _HOW:  # without words it is a list of texts, and needs a filter
        raise ValueError(unknown[0] if unknown else "wanted")
    lists: Mapping[str, Sequence[object]] = {
        name: tuple(kind(one) for one in values.get(name, ())) for name, kind in _LISTS.items()
    }
    texts = {"wanted": "", **{name: found[0] for name, found in values.items() if name not in _LISTS}}
    matching, state = Matching(texts.pop("matching", Matching.WORDS)), texts.pop("state", None)
    anonymous = bool(texts.pop("anonymous", ""))
    return SearchQuery(
        **texts,  # type: ignore[arg-type]
        **lists,  # type: ignore[arg-type]
        matching=matching,
        state=SearchState(state) if state else None,
        anonymous=anonymous,
    )
