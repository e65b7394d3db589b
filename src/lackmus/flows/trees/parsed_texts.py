"""Trees of a source and its translations, and the links between them, without contrasts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from lackmus.core.base.choices import Symmetry
from lackmus.core.trees.treebank import Rows, Treebank
from lackmus.errors import LackmusError
from lackmus.flows.contrasts.material import StudyFiles, material_of
from lackmus.flows.contrasts.study_trees import Trees, bitext
from lackmus.flows.trees.aligning import aligner_of, notes_on, ready_files
from lackmus.flows.trees.more_pairs import more_pairs
from lackmus.flows.trees.parsing import parse_cache
from lackmus.flows.verdicts.requests import Progress, silent

SOURCE = "source"  # the file name of the source's trees


@dataclass(frozen=True)
class ParseRequest:
    """The request; files are in `named`."""

    named: StudyFiles
    source_parser: str = ""
    target_parser: str = ""
    aligner: str = "hmm"
    alignments: Sequence[str] = ()  # SYSTEM=FILE
    symmetry: Symmetry = Symmetry.INTERSECTION
    processes: int | None = None
    more_pairs: tuple[str, str] | None = None  # more parallel text for the aligner
    whole_lines: bool = False  # one tree per line, for any number of sentences


@dataclass(frozen=True)
class Translated:
    """The trees of a translation, and its links: source row, target row."""

    trees: Treebank
    links: Rows


@dataclass(frozen=True)
class ParsedTexts:
    """All trees and links, with notes."""

    source: Treebank
    translations: Mapping[str, Translated]
    notes: Sequence[str]


def parsed_texts(
    asked: ParseRequest, progress: Progress = silent, told: Callable[[str], None] | None = None
) -> ParsedTexts:
    """Parse a source and its translations and align them, as for a study."""
    material = material_of(asked.named)
    names = [one.name for one in material.translations]
    for name in names:
        if name == SOURCE or Path(name).name != name:
            raise LackmusError(
                f"a translation is called {name}, and no file can be named after it. Say NAME=FILE.",
                argument="reference",
            )
    ready = ready_files(asked.alignments, names)
    aligner = aligner_of(asked.aligner)
    with parse_cache(told) as cache, aligner:
        trees = Trees(
            asked.source_parser,
            asked.target_parser,
            cache,
            progress,
            asked.processes,
            whole_lines=asked.whole_lines,
        )
        (source,) = trees.of([material.source], "source")
        all_ready = len(ready) == len(names)  # also without translations
        more = more_pairs(asked.more_pairs, aligner, trees, told, links_ready=all_ready)
        if not names:
            return ParsedTexts(source, {}, ())
        chosen = [asked.symmetry]
        pairs = bitext(material.translations, source, trees, aligner, ready, chosen, progress, more)
    learnt = slice(len(ready) * len(source), None)  # pairs with existing links come first
    many = len(more) if more else 0
    notes = notes_on(aligner, pairs.source.lengths[learnt], pairs.target.lengths[learnt], many)
    links, found = pairs.links[asked.symmetry], {}
    for number, name in enumerate(pairs.pair_of):
        first, after = number * len(source), (number + 1) * len(source)
        start = np.array([pairs.source.bounds[first], pairs.target.bounds[first]])
        own = links[(links[:, 0] >= start[0]) & (links[:, 0] < pairs.source.bounds[after])]
        found[name] = Translated(pairs.target.take(range(first, after)), own - start)
    return ParsedTexts(source, {name: found[name] for name in names}, notes)
