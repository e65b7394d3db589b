"""A concordance: hits in a corpus as lines with their context, sorted, counted and cut into pages."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from lackmus.core.base.signatures import signature
from lackmus.core.base.verdict import Verdict
from lackmus.core.rules.judge import Reason
from lackmus.core.search.context import context
from lackmus.core.search.corpus import Found, SearchSystem
from lackmus.core.search.folding import Fold, folded_text
from lackmus.core.search.query import Place, SearchOrder, SearchQuery, SystemsShown

_NEAR = 80  # characters that decide the order by neighbours
_NEIGHBOURS = 6  # words likewise
_ACCENTLESS = (Fold.CASE, Fold.ACCENTS)


@dataclass(frozen=True)
class TextWriter:
    """A system that wrote a text."""

    campaign: str
    system: str

    def __str__(self) -> str:
        return f"{self.campaign}: {self.system}"


@dataclass(frozen=True)
class SearchLine:
    """A keyword in its context."""

    left: str
    match: str
    right: str
    place: Place
    item_id: int | None
    item: str
    suite_id: int | None
    suite: str
    pair: str
    category: str
    phenomenon: str
    text_id: int | None
    verdict: Verdict | None
    reason: Reason | None
    decided: bool
    about: str
    change: int | None
    systems: int  # that wrote the text, after filters
    written_by: tuple[TextWriter, ...]  # empty unless asked for
    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Frequency:
    """How often something was found."""

    name: str  # a wording, or a system
    hits: int
    texts: int
    outputs: int  # texts times their systems
    campaign: str = ""
    of: int = 0  # texts of the system


@dataclass(frozen=True)
class ReviewPart:
    """A part of the workspace in which found texts can be reviewed."""

    campaign: str
    suite: str
    pair: str
    texts: int


@dataclass(frozen=True, eq=False)
class Concordance:
    """What a search found: some lines, and counts over all."""

    query: SearchQuery
    lines: tuple[SearchLine, ...]
    first: int  # the place of the first line among all, from 0
    total: int
    texts: int
    outputs: int
    searched: int  # texts
    wordings: tuple[Frequency, ...]
    by_system: tuple[Frequency, ...]  # empty unless systems are named
    parts: tuple[ReviewPart, ...] = ()
    given_up: int = 0
    reserved: int = 0  # items that are hidden from this person

    @property
    def signature(self) -> str:
        """What was searched, in one line."""
        query = self.query
        return signature(
            {
                "search": query.wanted,
                "matching": query.matching,
                "fold": ",".join(query.fold) or "none",
                "places": ",".join(query.places) or "all",
                **{
                    name: value
                    for name in ("suite", "pair", "category", "phenomenon", "campaign", "system")
                    if (value := getattr(query, name))
                },
                **{name: value for name in ("verdict", "reason", "state") if (value := getattr(query, name))},
                "lines": self.total,
                "texts": self.texts,
                "searched": self.searched,
            }
        )


def concordance(found: Found, query: SearchQuery, first: int = 0, many: int | None = None) -> Concordance:
    """The lines of a search in their order, from one on, with counts over all of them."""
    rows = found.corpus.with_row_index("row").join(
        found.hits.frame.select("row").unique(), on="row", how="semi"
    )
    writers = found.writers.join(rows.select("text_id"), on="text_id", how="semi")
    written = writers.group_by("text_id").len("systems")
    hits = (
        found.hits.frame.join(rows.select("row", "text_id", "text", "place"), on="row", maintain_order="left")
        .join(written, on="text_id", how="left", maintain_order="left")
        .with_columns(pl.when(pl.col("place") == Place.OUTPUT).then("systems").fill_null(0).alias("systems"))
    )
    hits = hits.with_columns(pl.Series("wording", _wordings(hits, query), dtype=pl.String))
    wordings = _frequencies(hits)
    named = query.shown_systems is not SystemsShown.COUNT
    lines = hits
    if query.shown_systems is SystemsShown.EACH:
        lines = _for_each_system(hits, writers, found.systems)
    lines = _sorted(lines, query, {one.name: place for place, one in enumerate(wordings)}, found.systems)
    shown = lines.slice(first, many)
    return Concordance(
        query,
        _lines(shown, rows, writers, found, query),
        first,
        lines.height,
        hits["row"].n_unique(),
        int(hits.unique("row")["systems"].sum()),
        found.corpus.height,
        wordings,
        _by_system(hits, writers, found.systems) if named else (),
        given_up=found.hits.given_up,
    )


# -- counts ------------------------------------------------------------------------------------------------


def _wordings(hits: pl.DataFrame, query: SearchQuery) -> list[str]:
    cut = hits.select("text", "start", "end").iter_rows()
    if not query.fold:
        return [text[start:end] for text, start, end in cut]
    return [folded_text(text[start:end], query.fold) for text, start, end in cut]


def _frequencies(hits: pl.DataFrame) -> tuple[Frequency, ...]:
    counted = hits.group_by("wording").agg(
        pl.len().alias("hits"),
        pl.col("row").n_unique().alias("texts"),
        pl.col("systems").sum().alias("outputs"),
    )
    rows = counted.sort("hits", "wording", descending=[True, False]).iter_rows()
    return tuple(Frequency(*row) for row in rows)


def _by_system(
    hits: pl.DataFrame, writers: pl.DataFrame, systems: Mapping[int, SearchSystem]
) -> tuple[Frequency, ...]:
    outputs = hits.filter(pl.col("place") == Place.OUTPUT).group_by("text_id").len("hits")
    counted = outputs.join(writers, on="text_id").group_by("system_id").agg(pl.col("hits").sum(), pl.len())
    found = [
        Frequency(one.name, many, texts, texts, one.campaign, one.outputs)
        for number, many, texts in counted.iter_rows()
        for one in (systems[number],)
    ]
    return tuple(sorted(found, key=lambda one: (-one.hits, one.campaign, one.name)))


# -- order -------------------------------------------------------------------------------------------------


def _for_each_system(
    hits: pl.DataFrame, writers: pl.DataFrame, systems: Mapping[int, SearchSystem]
) -> pl.DataFrame:
    """A line for each system that wrote the text; what no system wrote has one line."""
    places = pl.DataFrame({"system_id": list(systems)}, schema={"system_id": pl.Int64})
    ordered = writers.join(places.with_row_index("of"), on="system_id").sort("of")
    outputs = hits.with_columns(
        pl.when(pl.col("place") == Place.OUTPUT).then("text_id").alias("written")
    ).join(ordered.rename({"text_id": "written"}), on="written", how="left", maintain_order="left")
    return outputs.drop("written", "of")


def _sorted(
    lines: pl.DataFrame,
    query: SearchQuery,
    frequent: Mapping[str, int],
    systems: Mapping[int, SearchSystem],
) -> pl.DataFrame:
    """The lines in the order that is asked for; equal ones stay in the order of places."""
    if query.order is SearchOrder.PLACE:
        return lines
    keys: list[tuple[object, ...]] = []
    places = {number: place for place, number in enumerate(systems)}
    by = lines["system_id"].to_list() if "system_id" in lines.columns else [None] * lines.height
    for (text, start, end, wording), system in zip(
        lines.select("text", "start", "end", "wording").iter_rows(), by, strict=True
    ):
        right = _neighbours(text[end : end + _NEAR])
        if query.order is SearchOrder.RIGHT:
            keys.append((right,))
        elif query.order is SearchOrder.LEFT:
            keys.append((_neighbours(text[max(0, start - _NEAR) : start])[::-1][:_NEIGHBOURS], right))
        elif query.order is SearchOrder.SYSTEM:
            keys.append((places.get(system, len(places)), right))
        else:
            keys.append((frequent[wording], right))
    order = sorted(range(lines.height), key=keys.__getitem__)
    return lines[order]


def _neighbours(text: str) -> list[str]:
    """The words of a stretch as they are sorted: without case and accents."""
    return re.findall(r"\w+", folded_text(text, _ACCENTLESS))


# -- lines -------------------------------------------------------------------------------------------------


def _lines(
    shown: pl.DataFrame, rows: pl.DataFrame, writers: pl.DataFrame, found: Found, query: SearchQuery
) -> tuple[SearchLine, ...]:
    named: dict[int, list[int]] = {}
    if query.shown_systems is SystemsShown.NAMED:
        some = writers.join(shown.select("text_id").unique(), on="text_id", how="semi")
        for text, system in some.iter_rows():
            named.setdefault(text, []).append(system)
    places = {number: place for place, number in enumerate(found.systems)}
    columns = ("place", "item_id", "item", "suite_id", "pair", "category", "phenomenon", "text_id")
    beside = rows.join(shown.select("row").unique(), on="row", how="semi").select(
        "row", *columns, "text", "verdict", "reason", "decided", "about", "change"
    )
    of_row = {row[0]: row[1:] for row in beside.iter_rows()}
    by = shown["system_id"].to_list() if "system_id" in shown.columns else [None] * shown.height
    lines = []
    spans = shown.select("row", "start", "end", "systems").iter_rows()
    for (row, start, end, systems), system in zip(spans, by, strict=True):
        place, item_id, item, suite, pair, category, phenomenon, text_id, text, *said = of_row[row]
        verdict, reason, decided, about, change = said
        left, right = context(text, start, end, query.width)
        is_output = place == Place.OUTPUT
        wrote = [system] if system is not None else named.get(text_id, []) if is_output else []
        lines.append(
            SearchLine(
                left,
                text[start:end],
                right,
                Place(place),
                item_id,
                item or "",
                suite,
                found.suites.get(suite, ""),
                pair or "",
                category or "",
                phenomenon or "",
                text_id,
                Verdict(verdict) if verdict else None,
                Reason(reason) if reason else None,
                bool(decided),
                about or "",
                change,
                1 if system is not None else systems,
                tuple(
                    TextWriter(found.systems[one].campaign, found.systems[one].name)
                    for one in sorted(wrote, key=places.__getitem__)
                ),
                text,
                start,
                end,
            )
        )
    return tuple(lines)
