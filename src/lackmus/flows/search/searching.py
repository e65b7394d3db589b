"""Search a workspace: a concordance of all its texts, and the texts of a search for review."""

import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from threading import Lock
from weakref import WeakKeyDictionary

import polars as pl

from lackmus.core.base.number_ranges import RangeError, ranges_of
from lackmus.core.base.plurals import counted
from lackmus.core.base.verdict import Verdict
from lackmus.core.rules.judge import Reason
from lackmus.core.rules.pattern_notation import short
from lackmus.core.rules.patterns import PatternError
from lackmus.core.search.concordance import (
    Concordance,
    ReviewPart,
    concordance,
)
from lackmus.core.search.corpus import Found, SearchSystem, texts_found
from lackmus.core.search.finding import NothingWantedError, SearchTooSlow, find, finder_of, seen_by
from lackmus.core.search.folding import Folds
from lackmus.core.search.query import Place, SearchQuery, SearchState, SystemsShown, query_from
from lackmus.core.search.text_people import TextPeople, of_people, with_names
from lackmus.core.suites.item_filters import NOBODY
from lackmus.core.verdicts.judging import SETTLED
from lackmus.errors import LackmusError
from lackmus.flows.verdicts.requests import refuse_unknown
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.search.corpus import StoredCorpus, last_said, stored_corpus, with_people
from lackmus.store.search.text_people import text_people
from lackmus.store.verdicts.evaluating import last_judging

PATIENCE = 5.0  # seconds of the processor for one search
_FEW = 1_000  # numbers of a range that are looked up one by one
_MOST_SETS = 50  # of texts for review


@dataclass(frozen=True, eq=False)
class SearchedCorpus:
    """All that a person can search, as it is now."""

    stored: StoredCorpus
    corpus: pl.DataFrame  # CORPUS
    people: Callable[[], TextPeople]  # as they are now
    _seen: dict[tuple[bool, Folds], pl.Series] = field(default_factory=dict)

    def seen(self, apostrophes: bool, folds: Folds) -> pl.Series:
        """The texts of the corpus as searches with these settings see them."""
        key = (apostrophes, folds)
        if key not in self._seen:
            self._seen[key] = seen_by(self.corpus["text"], apostrophes, folds)
        return self._seen[key]


@dataclass
class _LiveCorpus:
    """A server's corpus, read again when something changed: one for each right to see reserved items."""

    lock: Lock = field(default_factory=Lock)
    stored: dict[bool, tuple[str, StoredCorpus]] = field(default_factory=dict)
    said: dict[bool, tuple[tuple[str, str], SearchedCorpus]] = field(default_factory=dict)
    sets: OrderedDict[tuple[str, bool], frozenset[int]] = field(default_factory=OrderedDict)


_live: WeakKeyDictionary[OpenWorkspace, _LiveCorpus] = WeakKeyDictionary()
_making = Lock()


def search(
    desk: Desk, query: SearchQuery, first: int = 0, many: int | None = None, logged: bool = False
) -> Concordance:
    """The lines of a search from one on, with counts over all; the log records who looked at the systems."""
    source = searched_corpus(desk)
    found = _found(source, query)
    result = concordance(found, query, first, many)
    named = query.shown_systems is not SystemsShown.COUNT and not query.anonymous
    if logged and named and first == 0 and result.outputs:
        log_reveal(desk, f"search: who wrote {counted(result.texts, 'text')}")
    return replace(result, parts=_parts(source, found), reserved=source.stored.reserved)


def review_texts(desk: Desk, written: str, afresh: bool = False) -> Collection[int]:
    """The numbers of the texts of a search; they stay the same while they are reviewed, unless `afresh`."""
    live, key = _live_at(desk), (written, desk.shows_reserved)
    if live is not None and not afresh and key in live.sets:
        return live.sets[key]
    try:
        query = query_from(written)
    except ValueError as problem:
        raise LackmusError(f"The address names no search: {problem}.", "Open it from the search.") from None
    source = searched_corpus(desk)
    if query.wanted:
        found = frozenset(texts_found(_found(source, query)))
    else:  # a list of texts
        found = frozenset(listed_texts(source, query)[0]["text_id"].to_list())
    if live is not None:
        with live.lock:
            live.sets[key] = found
            while len(live.sets) > _MOST_SETS:
                live.sets.popitem(last=False)
    return found


def listed_texts(
    source: SearchedCorpus, query: SearchQuery
) -> tuple[pl.DataFrame, pl.DataFrame, dict[int, SearchSystem]]:
    """The outputs that pass the filters (CORPUS), who wrote them (WRITERS), and the systems.

    Words need not be looked for; where they are, only texts that have them are listed.
    """
    query = replace(query, places=(Place.OUTPUT,))
    if query.wanted:
        found = _found(source, query)
        return found.corpus[found.hits.frame["row"].unique().sort()], found.writers, dict(found.systems)
    systems = _systems(source, query.anonymous)
    return *_filtered(source, source.corpus, query, systems), systems


def searched_corpus(desk: Desk) -> SearchedCorpus:
    """All that a person can search; a server reads it again only when it changed."""
    with desk.open() as workspace, workspace.reading() as connection:
        live, shows = _live_at(desk), desk.shows_reserved
        people = partial(_people, desk)
        if live is None:
            stored = stored_corpus(connection, shows)
            return SearchedCorpus(stored, with_people(connection, stored), people)
        with live.lock:
            wording, said = last_judging(connection), last_said(connection)
            known = live.stored.get(shows)
            if known is None or known[0] != wording:
                known = live.stored[shows] = wording, stored_corpus(connection, shows)
            latest = live.said.get(shows)
            if latest is None or latest[0] != (wording, said):
                made = SearchedCorpus(known[1], with_people(connection, known[1]), people)
                latest = live.said[shows] = (wording, said), made
            return replace(latest[1], people=people)


def _people(desk: Desk) -> TextPeople:
    with desk.open() as workspace, workspace.reading() as connection:
        return text_people(connection)


def _live_at(desk: Desk) -> _LiveCorpus | None:
    """The corpus that a server keeps; None for a workspace that is opened for one search."""
    if desk.opened is None:
        return None
    with _making:
        return _live.setdefault(desk.opened, _LiveCorpus())


# -- finding -----------------------------------------------------------------------------------------------


def _found(source: SearchedCorpus, query: SearchQuery) -> Found:
    """The hits in what passes the filters."""
    try:
        finder = finder_of(query)
    except NothingWantedError:
        raise LackmusError(
            "There is nothing to search for.", "Write a word, a phrase or a pattern; * alone is none."
        ) from None
    except PatternError as problem:
        raise LackmusError(
            f"{short(query.wanted)}: this is no pattern ({problem}).", "Mend it, or search for it as words."
        ) from None
    systems = _systems(source, query.anonymous)
    seen = source.corpus.with_columns(seen=source.seen(finder.sees_apostrophes, finder.folds))
    corpus, writers = _filtered(source, seen, query, systems)
    over = time.thread_time() + PATIENCE  # a busy machine makes no search too long
    try:
        hits = find(finder, corpus["text"], corpus["seen"], lambda: time.thread_time() < over)
    except SearchTooSlow as slow:
        raise LackmusError(
            f"{short(query.wanted)}: the search took longer than {PATIENCE:.0f} s, "
            f"and saw {slow.done:,} of {slow.total:,} texts.",
            "Write the pattern without repetitions within repetitions, or choose more filters.",
        ) from None
    return Found(corpus.drop("seen"), hits, writers, systems, source.stored.suites)


def _systems(source: SearchedCorpus, anonymous: bool) -> dict[int, SearchSystem]:
    stored = source.stored
    if not anonymous:
        return stored.systems
    renamed = {number: replace(one, name=stored.aliases[number]) for number, one in stored.systems.items()}
    return dict(sorted(renamed.items(), key=lambda one: (one[1].campaign, one[1].name)))


def _filtered(
    source: SearchedCorpus, corpus: pl.DataFrame, query: SearchQuery, systems: dict[int, SearchSystem]
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The part of the corpus that passes the filters, and who wrote its texts."""
    writers = source.stored.writers
    wanted: list[pl.Expr] = []
    if query.places:
        wanted.append(pl.col("place").is_in(list(map(str, query.places))))
    if query.about_texts:
        wanted.append(pl.col("text_id").is_not_null())
    if query.suite:
        numbers = {name: number for number, name in source.stored.suites.items()}
        _known("suite", query.suite, lambda: numbers)
        wanted.append(pl.col("suite_id") == numbers[query.suite])
    for name in ("pair", "category", "phenomenon"):
        if value := getattr(query, name):
            _known(name, value, lambda name=name: corpus[name].drop_nulls().unique().sort())  # type: ignore[misc]
            wanted.append(pl.col(name) == value)
    if query.item:
        wanted.append((pl.col("item") == query.item) | pl.col("item").str.ends_with(f":{query.item}"))
    for argument, column, written in (("texts", "text_id", query.texts), ("items", "item_id", query.items)):
        if written:
            wanted.append(_numbered(argument, column, written))
    if query.verdict:
        _known("verdict", query.verdict, lambda: list(Verdict))
        wanted.append(pl.col("verdict") == query.verdict)
    if query.reason:
        reasons = [one for one in Reason if one is not Reason.MISSING]
        _known("reason", query.reason, lambda: reasons)
        wanted.append(pl.col("reason") == query.reason)
    if query.state is SearchState.DECIDED:
        wanted.append(pl.col("decided"))
    elif query.state is not None:
        said = [Verdict.WARNING] if query.state is SearchState.OPEN else SETTLED
        wanted.append(pl.col("verdict").is_in([one.value for one in said]))
    if query.campaign or query.system:
        some = [one for one in systems.values() if query.campaign in ("", one.campaign)]
        _known("campaign", query.campaign, lambda: {one.campaign: None for one in systems.values()})
        _known("system", query.system, lambda: sorted({one.name for one in some}))
        numbers_of = [one.number for one in some if query.system in ("", one.name)]
        writers = writers.filter(pl.col("system_id").is_in(numbers_of))
        corpus = corpus.join(
            writers.select("text_id").unique(), on="text_id", how="semi", maintain_order="left"
        )
    corpus = corpus.filter(*wanted) if wanted else corpus
    if query.about_people:
        people = source.people()
        _known("decided_by", query.decided_by, lambda: people.names)
        _known("assigned", query.assigned, lambda: (*people.names, NOBODY))
        texts = corpus.unique("text_id") if corpus.height else corpus  # a text and comments on it
        named = of_people(with_names(texts, writers, systems, people), query.decided_by, query.assigned)
        corpus = corpus.join(named, on="text_id", how="semi", maintain_order="left")
    return corpus, writers


def _numbered(argument: str, column: str, written: str) -> pl.Expr:
    """Whether a column has one of these numbers: 12-40,45."""
    try:
        ranges = ranges_of(written)
    except RangeError as problem:
        raise LackmusError(f"{problem}.", argument=argument) from None
    few = [number for first, last in ranges if last - first < _FEW for number in range(first, last + 1)]
    many = [pl.col(column).is_between(first, last) for first, last in ranges if last - first >= _FEW]
    return pl.any_horizontal(pl.col(column).is_in(few), *many)


def _known(name: str, value: str, there: Callable[[], Iterable[object]]) -> None:
    """Refuse an unknown value, which would look as if nothing was found."""
    if value:
        refuse_unknown(name, value, list(map(str, there())))


def _parts(source: SearchedCorpus, found: Found) -> tuple[ReviewPart, ...]:
    """Where the texts can be reviewed, most texts first."""
    texts = pl.DataFrame({"text_id": texts_found(found)}, schema={"text_id": pl.Int64})
    return review_parts(source, texts, found.corpus, found.writers, found.systems)


def review_parts(
    source: SearchedCorpus,
    texts: pl.DataFrame,
    corpus: pl.DataFrame,
    writers: pl.DataFrame,
    systems: Mapping[int, SearchSystem],
) -> tuple[ReviewPart, ...]:
    """Where texts (text_id) of a corpus can be reviewed, most texts first."""
    of_items = corpus.filter(pl.col("place") == Place.OUTPUT).select("text_id", "suite_id", "pair")
    campaigns = pl.DataFrame(
        [(one.number, one.campaign) for one in systems.values()],
        schema={"system_id": pl.Int64, "campaign": pl.String},
        orient="row",
    )
    tally = (
        texts.join(of_items, on="text_id")
        .join(writers, on="text_id")
        .join(campaigns, on="system_id")
        .group_by("campaign", "suite_id", "pair")
        .agg(pl.col("text_id").n_unique())
        .sort("text_id", "campaign", "suite_id", "pair", descending=[True, False, False, False])
    )
    names = source.stored.suites
    return tuple(
        ReviewPart(campaign, names[suite], pair, texts) for campaign, suite, pair, texts in tally.iter_rows()
    )


def log_reveal(desk: Desk, about: str) -> None:
    """Record in the log that a person looked at the systems, since texts should be judged without names."""
    with desk.open() as workspace, workspace.writing(desk.who, "review reveal") as change:
        change.about = about
        change.written = True


@dataclass(frozen=True)
class SearchChoices:
    """What the filters of a search can be."""

    suites: tuple[str, ...]
    pairs: tuple[str, ...]
    categories: dict[str, tuple[str, ...]]  # with their phenomena
    campaigns: tuple[str, ...]
    systems: tuple[str, ...]


def search_choices(desk: Desk, campaign: str = "", anonymous: bool = False) -> SearchChoices:
    """What the filters of a search can be; systems are those of a campaign, if one is named."""
    source = searched_corpus(desk)
    systems = list(_systems(source, anonymous).values())
    kinds: dict[str, tuple[str, ...]] = {}
    sources = source.corpus.filter(pl.col("place") == Place.SOURCE)
    for category, phenomenon in sources.select("category", "phenomenon").unique().sort(pl.all()).iter_rows():
        kinds[category] = (*kinds.get(category, ()), phenomenon)
    return SearchChoices(
        tuple(source.stored.suites.values()),
        tuple(sources["pair"].unique().sort()),
        kinds,
        tuple(dict.fromkeys(one.campaign for one in systems)),
        tuple(sorted({one.name for one in systems if campaign in ("", one.campaign)})),
    )
