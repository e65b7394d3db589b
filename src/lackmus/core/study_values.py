"""A study as plain values, line by line, and back: what files and other programs get of it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any

import numpy as np
import polars as pl

from lackmus.core.choices import Fallback, Symmetry
from lackmus.core.studies import STUDY_ITEMS, STUDY_VERDICTS, ContrastShown, Overall, Study
from lackmus.core.trees import Sentence, Treebank, Word, treebank

VERSION = 1  # of the shape of these values


def study_lines(study: Study) -> Iterator[dict[str, Any]]:
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
        "scores": [asdict(one) for one in study.scores],
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


def _owners(study: Study) -> list[tuple[int, list[str]]]:
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
    """And back; what is no sentence is a ValueError."""
    words = tuple(Word(*word) for word in values["words"])
    for word in words:
        texts, numbers = (*word[:5], word.deprel), (word.head, word.start, word.end)
        if not all(isinstance(one, str) for one in texts) or not all(type(one) is int for one in numbers):
            raise ValueError(f"{list(word)} is no word")
        if not 0 <= word.head <= len(words):
            raise ValueError(f"the head of {word.form} is no word of its sentence")
    return Sentence(str(values["id"]), str(values["text"]), words)


def study_of(lines: Iterable[Mapping[str, Any]]) -> Study:
    """A study of its lines; whatever is wrong with them is a KeyError, TypeError or ValueError."""
    every = iter(lines)
    head = next(every)
    if head["version"] != VERSION:
        raise ValueError(f"its version is {head['version']}, not {VERSION}")
    contrasts = tuple(ContrastShown(**one) for one in head["contrasts"])
    names = {one.name: one for one in contrasts}
    systems, references = tuple(head["systems"]), tuple(head["references"])
    target_of = {name: np.full(head["sources"], -1, dtype=np.int64) for name in (*systems, *references)}
    sources: list[Sentence] = []
    targets: list[Sentence] = []
    links: list[tuple[int, int, int]] = []
    items: list[dict[str, Any]] = []
    verdicts: list[dict[str, Any]] = []
    for line in every:
        if "source" in line:
            sources.append(sentence_of(line["source"]))
        elif "target" in line:
            for system in line["by"]:
                target_of[system][line["of"]] = len(targets)
            links += [(len(targets), source, target) for source, target in line["links"]]
            targets.append(sentence_of(line["target"]))
        else:
            contrast = names[line["contrast"]]
            called = {"category": contrast.category, "phenomenon": contrast.phenomenon}
            items.append({**{name: line[name] for name in STUDY_ITEMS if name not in called}, **called})
            verdicts += [{**row, "item": line["item"], **called} for row in line["verdicts"]]
    counts = {"sources": len(sources), "targets": len(targets), "items": len(items)}
    for what, count in counts.items():
        if count != head[what]:
            raise ValueError(f"there are {count:,} {what}, though its first line says {head[what]:,}")
    return Study(
        name=head["study"],
        pair=head["pair"],
        contrasts=contrasts,
        systems=systems,
        references=references,
        selected_by=head["selected_by"],
        symmetry=Symmetry(head["symmetry"]),
        fallbacks=tuple(Fallback(one) for one in head["fallbacks"]),
        items=STUDY_ITEMS.of(pl.DataFrame(items, schema=STUDY_ITEMS.schema)),
        verdicts=STUDY_VERDICTS.of(pl.DataFrame(verdicts, schema=STUDY_VERDICTS.schema)),
        sources=treebank(sources),
        targets=treebank(targets),
        target_of=target_of,
        links=np.array(sorted(links), dtype=np.int64).reshape(-1, 3),
        scores=tuple(Overall(**one) for one in head["scores"]),
        about=head["about"],
        notes=tuple(head["notes"]),
    )
