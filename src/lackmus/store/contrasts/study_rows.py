"""A study as rows, and back: each distinct value is stored once, and words refer to values by index."""

# Half a million words with features would be 70 MB of text, and as many strings to read. As indices into
# lists of values they take a fourth of that, and are the columns of a treebank already.

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import chain, pairwise
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray
from sqlalchemy import Connection, Table, select

from lackmus.core.base.choices import Fallback, Symmetry
from lackmus.core.contrasts.study import STUDY_ITEMS, STUDY_VERDICTS, ContrastShown, ContrastStudy
from lackmus.core.contrasts.study_lines import overall_of, overall_values
from lackmus.core.trees.treebank import ATTRIBUTES, Coded, Rows, Treebank
from lackmus.store.db import bulk, schema
from lackmus.store.db.bulk import Cell

SOURCE, TARGET = "source", "target"
FACT = ("pair", "head", "digest", "items", "selected", "words")
COLUMNS: Mapping[Table, tuple[str, ...]] = {
    table: tuple(column.name for column in table.columns if column.name != "study")
    for table in (
        schema.study_systems,
        schema.study_values,
        schema.study_sentences,
        schema.study_items,
        schema.study_verdicts,
    )
}


@dataclass(frozen=True)
class StudyRows:
    """A study as stored, without its number."""

    fact: tuple[Cell, ...]  # FACT
    rows: Mapping[Table, Sequence[tuple[Cell, ...]]]  # COLUMNS


def rows_of(study: ContrastStudy) -> StudyRows:
    """All rows of a study; people's later choices are stored separately."""
    systems = _systems(study)
    rows: dict[Table, Sequence[tuple[Cell, ...]]] = {
        schema.study_systems: [
            (place, name, int(name in study.references), _json(targets))
            for place, (name, targets) in enumerate(systems.items())
        ],
        schema.study_values: [],
        schema.study_sentences: [],
        schema.study_items: _items(study),
        schema.study_verdicts: _verdicts(study, list(systems)),
    }
    for side, bank in ((SOURCE, study.sources), (TARGET, study.targets)):
        values, words = _words(bank)
        links = _links(study) if side == TARGET else ["[]"] * len(bank)
        rows[schema.study_values] = [
            *rows[schema.study_values],
            *((side, name, _json(written)) for name, written in values.items()),
        ]
        rows[schema.study_sentences] = [
            *rows[schema.study_sentences],
            *(
                (side, place, *one)
                for place, one in enumerate(zip(bank.ids, bank.texts, words, links, strict=True))
            ),
        ]
    head = _json(
        {
            "contrasts": [asdict(one) for one in study.contrasts],
            "selected_by": study.selected_by,
            "symmetry": study.symmetry,
            "fallbacks": study.fallbacks,
            "scores": [overall_values(one) for one in study.scores],
            "about": dict(study.about),
            "notes": study.notes,
        }
    )
    counts = (
        study.items.height,
        int(study.items["selected"].sum()),
        study.sources.words + study.targets.words,
    )
    return StudyRows((study.pair, head, _digest(study.pair, head, rows), *counts), rows)


def _digest(pair: str, head: str, rows: Mapping[Table, Sequence[tuple[Cell, ...]]]) -> str:
    hashed = sha256(f"{pair}\n{head}\n".encode())
    for table, its in rows.items():
        hashed.update(f"{table.name}\n".encode())
        for row in its:
            hashed.update(f"{row!r}\n".encode())
    return hashed.hexdigest()


def _systems(study: ContrastStudy) -> dict[str, list[int]]:
    none = np.full(len(study.sources), -1)
    return {name: study.target_of.get(name, none).tolist() for name in study.everybody}


def _words(bank: Treebank) -> tuple[dict[str, list[str]], list[str]]:
    """The distinct values of each column in order of occurrence, and the words of every sentence."""
    values: dict[str, list[str]] = {}
    columns: list[list[int]] = []
    for name in ATTRIBUTES:
        column = bank.column(name)
        used, first, places = np.unique(column.codes, return_index=True, return_inverse=True)
        order = np.argsort(first)
        values[name] = [column.values[code] for code in used[order].tolist()]
        columns.append(np.argsort(order)[places].tolist())
    starts = np.repeat(bank.bounds[:-1], bank.lengths)
    columns.append(np.where(bank.heads < 0, 0, bank.heads - starts + 1).tolist())
    columns += bank.spans.T.tolist()
    bounds = bank.bounds.tolist()
    words = [_json([column[low:high] for column in columns]) for low, high in pairwise(bounds)]
    return values, words


def _links(study: ContrastStudy) -> list[str]:
    bounds = np.searchsorted(study.links[:, 0], np.arange(len(study.targets) + 1)).tolist()
    pairs = study.links[:, 1:].ravel().tolist()
    return [_json(pairs[2 * low : 2 * high]) for low, high in pairwise(bounds)]


def _items(study: ContrastStudy) -> list[tuple[Cell, ...]]:
    contrasts = {one.name: place for place, one in enumerate(study.contrasts)}
    return study.items.select(
        pl.int_range(pl.len()),
        "item",
        pl.col("contrast").replace_strict(contrasts, return_dtype=pl.Int64),
        "sentence",
        "keyword",
        pl.col("selected").cast(pl.Int64),
        pl.col("refined").cast(pl.Int64),
    ).rows()


def _verdicts(study: ContrastStudy, systems: Sequence[str]) -> list[tuple[Cell, ...]]:
    items = study.items.select("item", pl.int_range(pl.len()).alias("of"))
    places = {name: place for place, name in enumerate(systems)}
    aligned = pl.col("aligned").cast(pl.List(pl.String)).list.join(",")
    return (
        study.verdicts.join(items, on="item", how="left", maintain_order="left")
        .select(
            pl.int_range(pl.len()).alias("place"),
            "of",
            pl.col("system").replace_strict(places, return_dtype=pl.Int64),
            *(pl.col(name).cast(pl.String) for name in ("symmetry", "verdict", "reason", "found_by")),
            pl.format("[{}]", aligned.fill_null("")).alias("aligned"),
            "clause",
        )
        .rows()
    )


# -- and back ----------------------------------------------------------------------------------------------


def study_from(connection: Connection, number: int, name: str) -> ContrastStudy:
    """A study as it was stored."""
    facts = schema.studies
    pair, written = connection.execute(select(facts.c.pair, facts.c.head).where(facts.c.id == number)).one()
    head = json.loads(written)
    contrasts = tuple(ContrastShown(**one) for one in head["contrasts"])
    systems = _fetch(connection, schema.study_systems, number, "name", "reference", "targets")
    links: list[str] = []
    banks = {side: _bank(connection, number, side, links) for side in (SOURCE, TARGET)}
    items = _items_from(connection, number, contrasts)
    return ContrastStudy(
        name=name,
        pair=pair,
        contrasts=contrasts,
        systems=tuple(system for system, reference, _ in systems if not reference),
        references=tuple(system for system, reference, _ in systems if reference),
        selected_by=head["selected_by"],
        symmetry=Symmetry(head["symmetry"]),
        fallbacks=tuple(map(Fallback, head["fallbacks"])),
        items=items,
        verdicts=_verdicts_from(connection, number, items, [system for system, *_ in systems]),
        sources=banks[SOURCE],
        targets=banks[TARGET],
        target_of={system: np.array(json.loads(targets), dtype=np.int64) for system, _, targets in systems},
        links=_links_from(links),
        scores=tuple(overall_of(one) for one in head["scores"]),
        about=head["about"],
        notes=tuple(head["notes"]),
    )


def _fetch(connection: Connection, table: Table, number: int, *names: str) -> list[tuple[Any, ...]]:
    """Columns of all rows of a study, in order."""
    query = select(*(table.c[name] for name in names)).where(table.c.study == number)
    return bulk.fetch(connection, query.order_by(table.c.place))


def _bank(connection: Connection, number: int, side: str, links: list[str]) -> Treebank:
    table, known = schema.study_sentences, schema.study_values
    query = (
        select(table.c.name, table.c.text, table.c.words, table.c.links)
        .where(table.c.study == number, table.c.side == side)
        .order_by(table.c.place)
    )
    rows = bulk.fetch(connection, query)
    ids, texts, words, its_links = map(tuple, zip(*rows, strict=True)) if rows else ((),) * 4
    if side == TARGET:
        links += its_links
    written = select(known.c.attribute, known.c.written).where(known.c.study == number, known.c.side == side)
    values = {name: tuple(json.loads(each)) for name, each in bulk.fetch(connection, written)}
    sentences = _parsed(words)
    lengths = [len(one[0]) for one in sentences]
    bounds = np.concatenate(([0], np.cumsum(lengths, dtype=np.int64)))
    columns = [_joined(one[place] for one in sentences) for place in range(len(ATTRIBUTES) + 3)]
    heads, starts, ends = columns[len(ATTRIBUTES) :]
    first = np.repeat(bounds[:-1], lengths)
    coded = {
        name: Coded(column.astype(np.int32), values[name])
        for name, column in zip(ATTRIBUTES, columns, strict=False)
    }
    spans = np.stack((starts, ends), axis=1).astype(np.int32)
    return Treebank(ids, texts, bounds, np.where(heads == 0, -1, first + heads - 1), **coded, spans=spans)


def _items_from(connection: Connection, number: int, contrasts: Sequence[ContrastShown]) -> pl.DataFrame:
    names = COLUMNS[schema.study_items][1:]
    rows = _fetch(connection, schema.study_items, number, *names)
    types: dict[str, Any] = dict.fromkeys(names, pl.Int64) | {"item": pl.String}
    found = pl.DataFrame(rows, schema=types, orient="row")
    called = {
        name: pl.Series(name, [getattr(one, of) for one in contrasts], dtype=pl.String)
        for name, of in (("contrast", "name"), ("category", "category"), ("phenomenon", "phenomenon"))
    }
    return STUDY_ITEMS.of(
        found.with_columns(
            *(values.gather(found["contrast"]) for values in called.values()),
            pl.col("sentence", "keyword").cast(pl.UInt32),
            pl.col("selected", "refined").cast(pl.Boolean),
        )
    )


def _verdicts_from(
    connection: Connection, number: int, items: pl.DataFrame, systems: Sequence[str]
) -> pl.DataFrame:
    names = COLUMNS[schema.study_verdicts][1:]
    rows = _fetch(connection, schema.study_verdicts, number, *names)
    numbers = ("item", "system", "clause")
    types: dict[str, Any] = {name: pl.Int64 if name in numbers else pl.String for name in names}
    found = pl.DataFrame(rows, schema=types, orient="row")
    return STUDY_VERDICTS.of(
        found.with_columns(
            *(items[name].gather(found["item"]) for name in ("item", "category", "phenomenon")),
            pl.Series("system", systems, dtype=pl.String).gather(found["system"]),
            *(pl.col(name).cast(STUDY_VERDICTS[name]) for name in ("symmetry", "verdict", "reason")),
            pl.col("found_by").cast(STUDY_VERDICTS["found_by"]),
            pl.col("aligned").str.json_decode(STUDY_VERDICTS["aligned"]),
            pl.col("clause").cast(pl.UInt32),
        )
    )


def _links_from(written: Sequence[str]) -> Rows:
    parsed = _parsed(written)
    targets = np.repeat(np.arange(len(parsed)), [len(one) // 2 for one in parsed])
    pairs = _joined(parsed).reshape(-1, 2)
    return np.column_stack((targets, pairs)).astype(np.int64).reshape(-1, 3)


def _parsed(written: Iterable[str]) -> list[list[Any]]:
    """Parse many JSON lists at once, which is faster than one by one."""
    found: list[list[Any]] = json.loads(f"[{','.join(written)}]")
    return found


def _joined(lists: Iterable[Sequence[int]]) -> NDArray[np.int64]:
    return np.fromiter(chain.from_iterable(lists), dtype=np.int64)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
