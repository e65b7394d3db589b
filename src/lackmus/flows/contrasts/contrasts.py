"""The available contrasts, and queries on treebanks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from lackmus.core.base.choices import CONTEXT, USUAL_TENDENCIES, Sorting, TendencyTable
from lackmus.core.base.pairs import Pair, PairError
from lackmus.core.contrasts.contrast import Contrast
from lackmus.core.contrasts.shares import Tendencies
from lackmus.core.trees.hits import CountedField, FieldError, concordance, field, hit_counts
from lackmus.core.trees.matching import Finder, Match, SearchLimit
from lackmus.core.trees.query import Query, QueryError, compile_query
from lackmus.core.trees.treebank import Treebank, joined
from lackmus.errors import LackmusError
from lackmus.flows.contrasts.material import is_trees
from lackmus.flows.trees.parsing import parse_cache, parse_texts, parser_of
from lackmus.flows.verdicts.reports import TERMINAL, check_labels
from lackmus.flows.verdicts.requests import Progress, listed, silent
from lackmus.read.budgets import current
from lackmus.read.conllu import read_conllu
from lackmus.read.contrasts import bundled_contrasts, bundled_files, read_contrast
from lackmus.read.files import read_lines
from lackmus.tables.contrasts.shares import SHORT_FORMATS, lead, tendency_tables
from lackmus.tables.table import Report
from lackmus.tables.trees.hits import (
    concordance_table,
    concordance_values,
    counts_table,
    counts_values,
    hits_table,
    hits_values,
)

T = TypeVar("T")


def contrasts_of(named: Sequence[str], pair: str | None = None) -> list[Contrast]:
    """The contrasts that a user means: by name, by file, or the default ones of a pair."""
    bundled = bundled_contrasts()
    wanted = _pair(pair)
    if not named:
        there = [one for one in _of_pair(bundled, wanted) if not one.only_named]
        pairs = list(dict.fromkeys(str(one.pair) for one in bundled))
        if wanted is None:
            raise LackmusError(
                "Say which language pair is meant, or name contrasts.", code="which-contrasts", pair=pairs[0]
            )
        if not there:
            raise LackmusError(
                f"no contrast is bundled for {pair}, only for {listed(pairs)}.", argument="pair"
            )
        return there
    found = [_contrast(one, bundled, wanted) for one in _split(named)]
    pairs = list(dict.fromkeys(str(one.pair) for one in found))
    if wanted is not None and any(one.pair != wanted for one in found):
        raise LackmusError(f"the contrasts are for {listed(pairs)}, not for {pair}.", argument="pair")
    if len(pairs) > 1:
        raise LackmusError(f"they are for {listed(pairs)}; name those of one pair.", argument="contrast")
    for name in (names := [one.name for one in found]):
        if names.count(name) > 1:
            raise LackmusError(f"two contrasts are called {name}. Rename one.", argument="contrast")
    return found


def _pair(written: str | None) -> Pair | None:
    try:
        return None if written is None else Pair.parse(written)
    except PairError as problem:
        raise LackmusError(f"{problem}.", argument="pair") from None


def _of_pair(contrasts: Sequence[Contrast], pair: Pair | None) -> list[Contrast]:
    return [one for one in contrasts if pair is None or one.pair == pair]


def _split(named: Sequence[str]) -> list[str]:
    return [
        part.strip()
        for one in named
        for part in ([one] if Path(one).exists() else one.split(","))
        if part.strip()
    ]


def _contrast(written: str, bundled: Sequence[Contrast], pair: Pair | None) -> Contrast:
    """Return a contrast by its file, or a bundled one by name; the pair makes names unique."""
    path = Path(written)
    if path.suffix.lower() in (".yaml", ".yml") or path.is_file():
        return read_contrast(path)
    found = [one for one in bundled if written in (one.name, f"{one.pair}/{one.name}")]
    found = [one for one in found if one.pair == pair] or found
    if len(found) == 1:
        return found[0]
    if found:
        several = listed(f"{one.pair}/{one.name}" for one in found)
        raise LackmusError(f"{written} could be {several}. Write one of them.", argument="contrast")
    of_pair = [one for one in bundled if pair in (None, one.pair)]
    alike = [one for one in of_pair if written in f"{one.pair}/{one.name}"]
    names = listed(f"{one.pair}/{one.name}" for one in alike or of_pair or bundled)
    raise LackmusError(
        f"there is no contrast {written}, and no such file. There are {names}.", argument="contrast"
    )


def bundled(pair: str | None = None) -> list[Contrast]:
    """The bundled contrasts, of one pair or of all."""
    if pair is not None:
        contrasts_of((), pair)  # refuses a pair without contrasts
    return _of_pair(bundled_contrasts(), _pair(pair))


def contrast_file(name: str, pair: str | None = None) -> str:
    """Return the file of a bundled contrast."""
    (one,) = contrasts_of([name], pair)
    return bundled_files()[f"{one.pair}/{one.name}.yaml"]


# -- queries -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class QueryHits:
    """The hits of a query in a treebank."""

    query: Query
    bank: Treebank
    matches: list[Match]


@dataclass(frozen=True)
class ParserArgument:
    """The parser for plain text; none if all files are trees."""

    written: str = ""
    processes: int | None = None
    whole_lines: bool = False  # one tree per line, for any number of sentences
    told: Callable[[str], None] | None = None  # called if the parse cache cannot be used


def search(
    written: str, files: Sequence[Path], progress: Progress = silent, parser: ParserArgument | None = None
) -> QueryHits:
    """Run a query on files of trees, or on texts that are parsed first."""
    asked = compiled_query(written)
    bank = _searched(files, progress, parser or ParserArgument())
    matches = asking(lambda: Finder(bank).matches(asked), bank)
    size = sum(len(bank.texts[match.sentence]) for match in matches)
    current().refuse_answer(size, f"The {len(matches):,} hits with their sentences are")
    return QueryHits(asked, bank, matches)


def _searched(files: Sequence[Path], progress: Progress, parser: ParserArgument) -> Treebank:
    """The trees of all files, concatenated."""
    wanted = parser_of(parser.written) if parser.written else None
    banks = []
    for done, file in enumerate(files):
        progress("Reading", done, len(files))
        if wanted is None or is_trees(file):
            banks.append(_trees_in(file))
        else:
            texts = read_lines(file)
            with parse_cache(parser.told) as cache:
                parsed = parse_texts(
                    wanted,
                    texts,
                    cache=cache,
                    progress=progress,
                    processes=parser.processes,
                    whole_lines=parser.whole_lines,
                )
            banks.append(parsed)
    return joined(banks)


def _trees_in(file: Path) -> Treebank:
    try:
        return read_conllu(file)
    except LackmusError as problem:
        if is_trees(file) or not file.is_file():
            raise
        raise problem.adding(code="perhaps-plain-text") from None


class WrongQueryError(LackmusError):
    """An invalid query; `pointed` are two lines with a marker at the error."""

    def __init__(self, problem: QueryError) -> None:
        super().__init__(f"The query is wrong at {problem}.")
        self.pointed = problem.pointed


def compiled_query(written: str) -> Query:
    """A query as a user wrote it."""
    try:
        return compile_query(written)
    except QueryError as problem:
        raise WrongQueryError(problem) from None


def fields_of(written: Sequence[str], query: Query) -> list[CountedField]:
    """The fields to count, comma-separated or repeated."""
    try:
        return [field(part.strip(), query) for one in written for part in one.split(",")]
    except FieldError as problem:
        raise LackmusError(str(problem), argument="count") from None


def asking(ask: Callable[[], T], bank: Treebank) -> T:
    """The result of a query; a search that exceeds its limit names the sentence."""
    try:
        return ask()
    except SearchLimit as problem:
        number = int(problem.args[0])
        raise LackmusError(
            f"The query takes too many steps in sentence {bank.ids[number]}, which has "
            f"{bank.lengths[number]:,} words. Ask for more at each word, or leave long sentences out."
        ) from None


def study_report(
    found: Tendencies,
    form: str,
    tables: Sequence[TendencyTable] = (),
    labels: Mapping[str, str] | None = None,
) -> Report:
    """Return the results of a study, with as much detail as the format allows."""
    labels = labels or {}
    check_labels(labels, list(found.study.everybody), "translation")
    usual = (*USUAL_TENDENCIES, *([TendencyTable.CORRELATION] if found.correlated else []))
    drawn = list(dict.fromkeys(tables or usual))
    return Report(
        f"Lackmus: {found.study.name}",
        tuple(tendency_tables(found, drawn, labels, form not in SHORT_FORMATS)),
        found,
        lead(found, labels),
        labels=labels,
        chosen=bool(tables),
    )


def hits_report(found: QueryHits, form: str, most: int = 0) -> Report:
    """Return the hits of a query. A screen shows the words, files have all details."""
    matches = found.matches[: most or None]
    table = hits_table(found.bank, matches, found.query, details=form != TERMINAL)
    return Report("Lackmus: hits", (table,), hits_values(found.bank, matches, found.query))


def counts_report(found: QueryHits, fields: Sequence[CountedField], most: int = 0) -> Report:
    """Return how often each value of some fields occurs among the hits."""
    counts = hit_counts(found.bank, found.matches, fields)
    table = counts_table(found.bank, counts, fields, found.query, most)
    return Report("Lackmus: hits", (table,), counts_values(found.bank, counts, fields, found.query))


def kwic_report(
    found: QueryHits, form: str, width: int = CONTEXT, sort: Sorting = Sorting.PLACE, most: int = 0
) -> Report:
    """Return the hits of a query as keywords in context."""
    lines = concordance(found.bank, found.matches, width, sort)[: most or None]
    table = concordance_table(found.bank, lines, found.query, padded=form == TERMINAL)
    return Report("Lackmus: hits", (table,), concordance_values(found.bank, lines, found.query))
