"""A study as plain values, line by line, and back: what files and other programs get of it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any

import numpy as np
import polars as pl

from lackmus.core.base.choices import Fallback, Symmetry
from lackmus.core.contrasts.study import STUDY_ITEMS, STUDY_VERDICTS, ContrastShown, ContrastStudy, Overall
from lackmus.core.trees.treebank import Sentence, Treebank, Word, treebank

VERSION = 1  # of this format


def study_lines(study: ContrastStudy) -> Iterator[dict[str, Any]]:
    """The head first; then the sources, the targets with their links, and the items with their verdicts."""
    yield {
        "study": study.name,
        "version": VERSION,
        "pair": study.pair,
        "contrasts": [asdict(one) for one in study.contrasts],
        "systems": list(study.systems),
        "references": list(study.references),
        "selected_by": study.selected_by,
        "symmetry": study.symmetry,
        "fallbacks": list(study.fallbacks),
        "scores": [overall_values(one) for one in study.scores],
        "about": dict(study.about),
        "notes": list(study.notes),
        "sources": len(study.sources),
        "targets": len(study.targets),
        "items": study.items.height,
    }
    for number in range(len(study.sources)):
        yield {"source": sentence_values(study.sources, number)}
    for number, (source, systems) in enumerate(_owners(study)):
        links = study.links_of(number).tolist()
        target = sentence_values(study.targets, number)
        yield {"target": target, "of": source, "by": systems, "links": links}
    verdicts: dict[str, list[dict[str, Any]]] = {}
    for row in study.verdicts.drop("category", "phenomenon").iter_rows(named=True):
        verdicts.setdefault(row.pop("item"), []).append(row)
    for row in study.items.drop("category", "phenomenon").iter_rows(named=True):
        yield {**row, "verdicts": verdicts.get(row["item"], [])}


def _owners(study: ContrastStudy) -> list[tuple[int, list[str]]]:
    """For each target sentence its source sentence, and whose it is."""
    found: list[tuple[int, list[str]]] = [(-1, []) for _ in range(len(study.targets))]
    for system, targets in study.target_of.items():
        for source, target in enumerate(targets.tolist()):
            if target >= 0:
                found[target] = (source, [*found[target][1], system])
    return found


def sentence_values(bank: Treebank, number: int) -> dict[str, Any]:
    """A sentence: its id, its text, and of each word the fields of `Word` in their order."""
    one = bank.sentence(number)
    return {"id": one.id, "text": one.text, "words": [list(word) for word in one.words]}


def sentence_of(values: Mapping[str, Any]) -> Sentence:
    """A sentence from its plain values; invalid values raise a ValueError."""
    words = tuple(Word(*word) for word in values["words"])
    text = str(values["text"])
    for word in words:
        texts, numbers = (*word[:5], word.deprel), (word.head, word.start, word.end)
        if not all(isinstance(one, str) for one in texts) or not all(type(one) is int for one in numbers):
            raise ValueError(f"{list(word)} is no word")
        if not 0 <= word.head <= len(words):
            raise ValueError(f"the head of {word.form} is no word of its sentence")
        if not -1 <= word.start <= len(text) or not -1 <= word.end <= len(text):
            raise ValueError(f"{word.form} stands outside of its text")
    return Sentence(str(values["id"]), text, words)


def _contrast(values: Mapping[str, Any]) -> ContrastShown:
    _texts([one for one in values.values() if not isinstance(one, list | tuple | dict)])
    return ContrastShown(**values)


def study_of(lines: Iterable[Mapping[str, Any]]) -> ContrastStudy:
    """A study of its lines; invalid lines raise a KeyError, TypeError or ValueError."""
    every = iter(lines)
    head = next(every)
    if head["version"] != VERSION:
        raise ValueError(f"its version is {head['version']}, not {VERSION}")
    contrasts = tuple(_contrast(one) for one in head["contrasts"])
    names = {one.name: one for one in contrasts}
    systems, references = _texts(head["systems"]), _texts(head["references"])
    owners: list[tuple[str, int, int]] = []
    sources: list[Sentence] = []
    targets: list[Sentence] = []
    links: list[tuple[int, int, int]] = []
    items: list[dict[str, Any]] = []
    verdicts: list[dict[str, Any]] = []
    for line in every:
        if "source" in line:
            sources.append(sentence_of(line["source"]))
        elif "target" in line:
            owners += [(system, _number(line["of"]), len(targets)) for system in _texts(line["by"])]
            targets.append(sentence_of(line["target"]))
            source = sources[owners[-1][1]] if line["by"] else targets[-1]
            links += _links(line["links"], len(targets) - 1, len(source.words), len(targets[-1].words))
        else:
            contrast = names[line["contrast"]]
            called = {"category": contrast.category, "phenomenon": contrast.phenomenon}
            items.append({**{name: line[name] for name in STUDY_ITEMS if name not in called}, **called})
            verdicts += [{**row, "item": line["item"], **called} for row in line["verdicts"]]
    counts = {"sources": len(sources), "targets": len(targets), "items": len(items)}
    for what, count in counts.items():
        if count != head[what]:
            raise ValueError(f"there are {count:,} {what}, though its first line says {head[what]:,}")
    target_of = {name: np.full(len(sources), -1, dtype=np.int64) for name in (*systems, *references)}
    for system, owned, number in owners:
        target_of[system][owned] = number
    name, pair, selected_by = _texts([head["study"], head["pair"], head["selected_by"]])
    return ContrastStudy(
        name=name,
        pair=pair,
        contrasts=contrasts,
        systems=systems,
        references=references,
        selected_by=selected_by,
        symmetry=Symmetry(head["symmetry"]),
        fallbacks=tuple(Fallback(one) for one in head["fallbacks"]),
        items=STUDY_ITEMS.of(pl.DataFrame(items, schema=STUDY_ITEMS.schema)),
        verdicts=STUDY_VERDICTS.of(pl.DataFrame(verdicts, schema=STUDY_VERDICTS.schema)),
        sources=treebank(sources),
        targets=treebank(targets),
        target_of=target_of,
        links=np.array(sorted(links), dtype=np.int64).reshape(-1, 3),
        scores=tuple(overall_of(one) for one in head["scores"]),
        about=dict(zip(_texts(list(head["about"])), _texts(list(head["about"].values())), strict=True)),
        notes=_texts(head["notes"]),
    )


def _texts(values: Any) -> tuple[str, ...]:
    if not isinstance(values, list) or not all(isinstance(one, str) for one in values):
        raise ValueError("something else stands where texts are needed")
    return tuple(values)


def _number(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(f"{value!r:.40} is no number of a sentence or word")
    return value


def _links(values: Any, target: int, source_words: int, target_words: int) -> Iterator[tuple[int, int, int]]:
    """Yield the links of a sentence pair, each between words that are there."""
    for one, other in values:
        if _number(one) >= source_words or _number(other) >= target_words:
            raise ValueError(f"the link {one}-{other} leads to no word")
        yield target, one, other


def overall_values(overall: Overall) -> dict[str, Any]:
    """An overall score as plain values, for a file or a database."""
    return {**vars(overall), "values": dict(overall.values), "references": list(overall.references)}


def overall_of(values: Mapping[str, Any]) -> Overall:
    """An overall score from its plain values; invalid values raise a TypeError or ValueError."""
    found = Overall(**{**values, "references": _texts(values.get("references", []))})
    _texts([found.name, *found.values])
    if not all(isinstance(one, int | float) for one in found.values.values()):
        raise ValueError(f"the scores of {found.name} are no numbers")
    return found
