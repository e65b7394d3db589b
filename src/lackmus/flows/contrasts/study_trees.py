"""The trees of all texts of a study and the links between them, made once for all contrasts."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import numpy as np

from lackmus.aligners import Aligner
from lackmus.core.base.choices import Symmetry
from lackmus.core.contrasts.runs import Aligned
from lackmus.core.trees.links import Alignment, links
from lackmus.core.trees.treebank import Rows, Treebank, joined
from lackmus.errors import LackmusError
from lackmus.flows.contrasts.material import TextFile
from lackmus.flows.trees.aligning import MorePairs, aligned, behind_each_other
from lackmus.flows.trees.parsing import parse_texts, parser_of, parser_signature
from lackmus.flows.verdicts.requests import Progress
from lackmus.read.pharaoh import read_pharaoh
from lackmus.store.trees.parse_cache import ParseCache


class Trees:
    """Trees of texts: from files, from the cache, or parsed now.

    Both parsers are checked before anything is parsed, so that missing parts show at once.
    """

    def __init__(
        self,
        source: str,
        target: str,
        cache: ParseCache,
        progress: Progress,
        processes: int | None = None,
        *,
        whole_lines: bool = False,
    ) -> None:
        self._processes, self.cache, self._progress = processes, cache, progress
        self._whole_lines = whole_lines
        written = {"source": source, "target": target}
        self._parsers = {side: parser_of(one, f"{side}_parser") for side, one in written.items() if one}
        self._known = {
            side: parser_signature(one, whole_lines=whole_lines) for side, one in self._parsers.items()
        }
        self.signatures = {"source": "ready", "target": "ready"}

    def of(self, given: Sequence[TextFile], side: str, *, signed: bool = True) -> list[Treebank]:
        """The trees of files; all texts that need a parser are parsed together.

        The signature of a side says how its trees were made, without those only used for learning.
        """
        plain = [one for one in given if one.trees is None]
        texts = [text for one in plain for text in one.texts]
        parsed = self._parsed(texts, plain[0].file, side, signed) if plain else None
        found, first = [], 0
        for one in given:
            if one.trees is not None:
                found.append(one.trees)
            else:
                assert parsed is not None
                found.append(parsed.take(range(first, first + len(one.texts))))
                first += len(one.texts)
        return found

    def _parsed(self, texts: Sequence[str], file: str, side: str, signed: bool) -> Treebank:
        if side not in self._parsers:
            raise LackmusError(
                f"{file} is text and must be parsed. Name a parser with --{side}-parser, such as a model of "
                "UDPipe (FILE.udpipe), or give trees (FILE.conllu)."
            )
        if signed:
            self.signatures[side] = self._known[side]
        return parse_texts(
            self._parsers[side],
            texts,
            cache=self.cache,
            progress=self._progress,
            processes=self._processes,
            whole_lines=self._whole_lines,
        )


def bitext(
    given: Sequence[TextFile],
    source: Treebank,
    trees: Trees,
    aligner: Aligner,
    ready: Mapping[str, Path],
    symmetries: Collection[Symmetry],
    progress: Progress,
    more: MorePairs | None = None,
) -> Aligned:
    """All translations beside the source, concatenated, with links of all symmetries.

    Those with a `ready` file of links come first; all others are aligned together, with `more` pairs to learn
    from.
    """
    banks = trees.of(given, "target")
    order = sorted(range(len(given)), key=lambda place: given[place].name not in ready)
    parts: list[Alignment] = []
    for place in order[: len(ready)]:
        file = ready[given[place].name]
        parts.append(read_pharaoh(file, source.bounds, banks[place].bounds))
    if rest := order[len(ready) :]:
        whole = joined([banks[place] for place in rest])
        beside = source.take(np.tile(np.arange(len(source)), len(rest)))
        parts.append(aligned(aligner, beside, whole, trees.cache, progress, more))
    progress("Linking", 0, 1)
    alignment = behind_each_other(parts)
    return Aligned(
        source.take(np.tile(np.arange(len(source)), len(order))),
        joined([banks[place] for place in order]),
        {one: links(alignment, one) for one in symmetries},
        {given[place].name: _pairs(given[place], number, source) for number, place in enumerate(order)},
    )


def _pairs(given: TextFile, number: int, source: Treebank) -> Rows:
    """The pair of each sentence; -1 if there is no translation."""
    pairs = np.arange(len(source)) + number * len(source)
    blank = np.array([not text.strip() for text in given.texts], dtype=np.bool_)
    return np.where(blank, -1, pairs)
