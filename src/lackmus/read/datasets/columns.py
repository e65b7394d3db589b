"""Which column of a data set is what: by the names that people use, or as a user says."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from lackmus.core.base.pairs import Pair, PairError
from lackmus.errors import LackmusError


class ColumnRole(StrEnum):
    """What a column may hold."""

    ITEM = "item"
    SOURCE = "source"
    TEXT = "text"
    SYSTEM = "system"
    PAIR = "pair"
    DOCUMENT = "document"
    SEGMENT = "segment"
    REFERENCE = "reference"


# The usual names. Of documents and segments the first that is there is taken; of others only one may be.
_NAMES: dict[ColumnRole, tuple[str, ...]] = {
    ColumnRole.ITEM: ("item", "item_id"),
    ColumnRole.SOURCE: ("source", "src", "source_text", "src_text", "source_sentence", "source_segment"),
    ColumnRole.TEXT: (
        *("text", "hypothesis", "hyp", "translation", "mt", "output", "target", "tgt", "target_text"),
        *("tgt_text", "prediction", "system_output", "model_output", "translated_text", "mt_text"),
    ),
    ColumnRole.SYSTEM: ("system", "system_id", "system_name", "sys", "sys_id", "model", "model_name"),
    ColumnRole.PAIR: ("lp", "langpair", "lang_pair", "language_pair", "languages", "pair"),
    ColumnRole.DOCUMENT: ("document", "document_id", "doc_id", "docid", "doc"),
    ColumnRole.SEGMENT: ("segment", "segment_id", "seg_id", "segid", "seg", "id"),
    ColumnRole.REFERENCE: (
        "reference",
        "ref",
        "references",
        "reference_text",
        "original_target",
        "post_edit",
    ),
}
BAD_SOURCE = "is_bad_source"  # of WMT24++: HTML, addresses and the like, which its authors leave out
_ORIGINAL = "original_target"  # of WMT24++, whose targets are people's
_ROLE = "|".join(ColumnRole)
_SEPARATOR = re.compile(rf"\s*,\s*(?=(?:{_ROLE})\s*=)")

# Columns by role, as a user names them; several texts are those of several systems.
ColumnsByRole = Mapping[ColumnRole, tuple[str, ...]]


def named_columns(written: Iterable[str]) -> ColumnsByRole:
    """Return columns by role from `source=src,text=hypothesis`; a role of several columns is said again."""
    found: dict[ColumnRole, tuple[str, ...]] = {}
    for part in (part for one in written for part in _SEPARATOR.split(one.strip()) if part):
        role, equals, column = (side.strip() for side in part.partition("="))
        if not equals or not column or role not in list(ColumnRole):
            raise LackmusError(
                f"“{part}” names no column. Write ROLE=COLUMN; the roles are {', '.join(ColumnRole)}.",
                argument="columns",
            )
        found[ColumnRole(role)] = (*found.get(ColumnRole(role), ()), column)
    for role in (
        ColumnRole.ITEM,
        ColumnRole.SOURCE,
        ColumnRole.SYSTEM,
        ColumnRole.PAIR,
        ColumnRole.DOCUMENT,
        ColumnRole.SEGMENT,
    ):
        if len(found.get(role, ())) > 1:
            raise LackmusError(
                f"two columns are named as {role} ({', '.join(found[role])}). Name one.", argument="columns"
            )
    if ColumnRole.SYSTEM in found and len(found.get(ColumnRole.TEXT, ())) > 1:
        raise LackmusError(
            "several columns of texts are several systems, and so is a column of their names. "
            "Name the one or the other.",
            argument="columns",
        )
    return found


def is_known(name: str, named: ColumnsByRole) -> bool:
    """Whether a column may be of use, so that its values have to be read."""
    first = name.partition(".")[0]
    said = {part for columns in named.values() for one in columns for part in (one, one.partition(".")[0])}
    plain = _plain(first)
    return first in said or name in said or plain == BAD_SOURCE or any(plain in of for of in _NAMES.values())


@dataclass(frozen=True)
class DataSetColumns:
    """What the columns of a data set are."""

    one: Mapping[ColumnRole, str]  # the column of a role
    texts: tuple[str, ...] = ()  # several where each is a system
    references: tuple[str, ...] = ()
    bad: str | None = None  # which rows have a bad source
    unread: tuple[str, ...] = ()

    def of(self, role: ColumnRole) -> str | None:
        """The column of a role, if there is one."""
        return self.one.get(role)


def columns_of(there: Sequence[str], named: ColumnsByRole, pair: Pair | None, place: str) -> DataSetColumns:
    """What each of these columns is; `pair` tells the languages of a column with several.

    A name that a user gave and that is not there, and two columns that may be the same, are errors.
    """
    plain = {name: _plain(name) for name in there}
    one: dict[ColumnRole, str] = {}
    for role, columns in named.items():
        for column in columns:
            if column not in there:
                raise _lacking(place, f"there is no column {column}", there)
        if role not in (ColumnRole.TEXT, ColumnRole.REFERENCE):
            one[role] = columns[0]
    said = {column for columns in named.values() for column in columns}
    free = [name for name in there if name not in said]
    for role in (
        ColumnRole.ITEM,
        ColumnRole.SOURCE,
        ColumnRole.SYSTEM,
        ColumnRole.PAIR,
        ColumnRole.DOCUMENT,
        ColumnRole.SEGMENT,
    ):
        if role not in one and (found := _named_so(role, free, plain, place, there)):
            one[role] = found
    references = tuple(named.get(ColumnRole.REFERENCE, ()))
    references += tuple(name for name in free if plain[name] in _NAMES[ColumnRole.REFERENCE])
    texts = tuple(named.get(ColumnRole.TEXT, ()))
    if texts:
        known = [name for name in free if plain[name] in _NAMES[ColumnRole.TEXT]]
        references += tuple(name for name in known if plain[name] in ("target", "tgt"))
    else:
        texts, references = _texts(free, plain, references, place, there)
    spoken = _spoken(free, pair, place)
    if spoken is not None:
        one.setdefault(ColumnRole.SOURCE, spoken[0])
        texts = texts or (spoken[1],)
    bad = next((name for name in there if plain[name] == BAD_SOURCE), None)
    used = {*one.values(), *texts, *references, bad}
    return DataSetColumns(one, texts, references, bad, tuple(name for name in there if name not in used))


def no_column(place: str, what: str, there: Sequence[str], role: ColumnRole) -> LackmusError:
    """The error about a data set that lacks a column, or has several for a role."""
    return _lacking(place, what, there, role)


def _texts(
    free: Sequence[str],
    plain: Mapping[str, str],
    references: tuple[str, ...],
    place: str,
    there: Sequence[str],
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The column of the texts, and those of references, which targets of WMT24++ are if there is more."""
    found = [name for name in free if plain[name] in _NAMES[ColumnRole.TEXT]]
    if len(found) > 1 and _ORIGINAL in plain.values():
        references += tuple(name for name in found if plain[name] == "target")
        found = [name for name in found if plain[name] != "target"]
    if len(found) > 1:
        raise _lacking(place, f"several columns may be the texts: {', '.join(found)}", there, ColumnRole.TEXT)
    return tuple(found), references


def _named_so(
    role: ColumnRole, free: Sequence[str], plain: Mapping[str, str], place: str, there: Sequence[str]
) -> str | None:
    names = _NAMES[role]
    found = sorted((name for name in free if plain[name] in names), key=lambda name: names.index(plain[name]))
    if len(found) > 1 and role not in (ColumnRole.DOCUMENT, ColumnRole.SEGMENT):
        raise _lacking(place, f"several columns may be the {role}: {', '.join(found)}", there, role)
    return found[0] if found else None


def _spoken(free: Sequence[str], pair: Pair | None, place: str) -> tuple[str, str] | None:
    """The parts of a column with a text for each language, such as `translation` of WMT's data sets."""
    parts: dict[str, list[str]] = {}
    for name in free:
        column, dot, language = name.partition(".")
        if dot and language:
            parts.setdefault(column, []).append(language)
    for column, languages in parts.items():
        if pair is None or not any(_is_like(one, pair.source) for one in languages):
            continue
        sides = []
        for language in (pair.source, pair.target):
            like = [one for one in languages if _is_like(one, language)]
            like = [one for one in like if one == language] or like
            if len(like) != 1:
                fact = f"“{column}” has {' and '.join(like)}" if like else f"“{column}” has no {language}"
                raise _lacking(
                    place, fact, [f"{column}.{one}" for one in languages], ColumnRole.TEXT if like else None
                )
            sides.append(f"{column}.{like[0]}")
        return sides[0], sides[1]
    return None


def _is_like(written: str, language: str) -> bool:
    """Whether a key names this language."""
    try:
        return Pair.parse(f"{written}->{written}").is_like(Pair(language, language))
    except PairError:
        return False


def _lacking(place: str, fact: str, there: Sequence[str], role: ColumnRole | None = None) -> LackmusError:
    listed = ", ".join(there) or "none"
    said = f"{place}: {fact} (its columns are {listed})."
    if role is None:
        return LackmusError(said)
    return LackmusError(said, code="which-columns", role=str(role))


def _plain(name: str) -> str:
    return re.sub(r"[\s\-]+", "_", name.strip().lower())
