"""SimAlign: link words with similar vectors, by a multilingual model in a folder."""

# The package aligns one pair at a time and embeds both sentences each time. Here each distinct sentence of a
# group of pairs is embedded once, and the package gets the cached vectors in place of its loader.

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np

from lackmus.aligners.protocol import Aligner, Progress, Words, silent
from lackmus.core.base.signatures import signature
from lackmus.core.trees.links import Alignment, bounds, ready
from lackmus.errors import LackmusError
from lackmus.machine.files import files_in, fingerprint
from lackmus.machine.options import Option, whole
from lackmus.machine.packages import (
    folder_of,
    in_short,
    library,
    loading,
    model_name,
    needed,
    quiet,
    settings_in,
    version_of,
)

Sentence = tuple[str, ...]
Pair = tuple[Sentence, Sentence]

_PACKAGE, _EXTRA = "simalign", "simalign"
# Names of the methods in the paper, and in the package's arguments and results.
_METHODS = {"argmax": ("a", "inter"), "itermax": ("i", "itermax"), "match": ("m", "mwmf")}
_GROUP = 64  # pairs whose sentences are in memory at once


class SimAlign(Aligner):
    """Jalili Sabet et al. 2020. Pairs are aligned independently, so few are as good as many."""

    LABEL = "SimAlign"
    ABOUT = "SimAlign: vectors of a model of many languages, such as mBERT or XLM-R, in a folder"
    OPTIONS = (
        Option("model", "folder of the model", required=True, trusted=True, counts=False),
        Option("method", "argmax has fewest links, match has most", "argmax", tuple(_METHODS)),
        Option("layer", "the layer whose vectors are compared", "8"),
        Option("longest", "words a sentence may have; a pair with a longer one gets no links", "250"),
        # Padding changes the last digits of vectors.
        Option("batch", "sentences computed at a time; more are quicker, and may change a link", "1"),
    )
    FORMS = True
    LEARNS = False

    def __init__(self, options: Mapping[str, str]) -> None:
        super().__init__(options)
        self._package = version_of(_PACKAGE, _EXTRA)
        self._folder = folder_of(options["model"], "config.json")
        settings = settings_in(self._folder / "config.json")
        if "auto_map" in settings:
            raise LackmusError(f"{self._folder}: the model brings a program of its own, which is not run.")
        layers = settings.get("num_hidden_layers")
        most = layers if isinstance(layers, int) and layers > 0 else 1000
        self._layer = whole(options, "layer", 1, most, said_in="aligner")
        self._longest = whole(options, "longest", 1, 1000, said_in="aligner")
        self._batch = whole(options, "batch", 1, 1000, said_in="aligner")

    @cached_property
    def _fingerprint(self) -> str:
        return fingerprint(files_in(self._folder))

    def _counting(self) -> dict[str, str]:
        return {one.name: self.options[one.name] for one in self.OPTIONS if one.counts}

    def signature(self) -> str:
        """The package, the model by its name and its content, and the options."""
        return signature(
            {
                "package": self._package,
                "model": model_name(self._folder.absolute()),
                "fingerprint": self._fingerprint,
                **self._counting(),
            }
        )

    def identity(self) -> Mapping[str, str]:
        """Independent of the model's path and of the version of Lackmus."""
        return {"package": self._package, "model": self._fingerprint, **self._counting()}

    def skips(self, source: int, target: int) -> bool:
        """Whether a sentence is too long for the model, or for matching, which takes cubic time."""
        return max(source, target) > self._longest

    def align(
        self, source: Sequence[Words], target: Sequence[Words], progress: Progress = silent
    ) -> Alignment:
        """Align each distinct pair once; pairs with the same source come together."""
        lefts, rights = bounds([*map(len, source)]), bounds([*map(len, target)])
        places: dict[Pair, list[int]] = {}
        for place, pair in enumerate(zip(map(tuple, source), map(tuple, target), strict=True)):
            if all(pair) and not self.skips(*map(len, pair)):
                places.setdefault(pair, []).append(place)
        todo = sorted(places)
        firsts = np.stack((lefts, rights), axis=1)
        found = [np.empty((0, 2), np.int64)]
        for start in range(0, len(todo), _GROUP):
            progress("Aligning", start, len(todo))
            group = todo[start : start + _GROUP]
            for pair, links in zip(group, self._linked(group), strict=True):
                numbers = np.array(links, np.int64).reshape(-1, 2)
                found += [numbers + firsts[place] for place in places[pair]]
        progress("Aligning", len(todo), len(todo))
        return ready(lefts, rights, np.concatenate(found))

    def _linked(self, pairs: Sequence[Pair]) -> list[list[tuple[int, int]]]:
        """The links of each pair, as numbers of words in their sentences."""
        aligner, ahead = self._loaded
        _, answer = _METHODS[self.options["method"]]
        try:
            with quiet():
                ahead.prepare([sentence for pair in pairs for sentence in pair])
                return [
                    aligner.get_word_aligns(*pair)[answer] if all(map(ahead.has_pieces, pair)) else []
                    for pair in pairs
                ]
        except (RuntimeError, MemoryError) as problem:
            raise LackmusError(
                f"{self.LABEL} cannot compute this ({in_short(problem)}).",
                "If the memory is too small, choose a smaller batch.",
            ) from None

    @cached_property
    def _loaded(self) -> "tuple[Any, _Ahead]":
        """The package's aligner, and the cache of sentence vectors for it."""
        package = library("simalign.simalign", _PACKAGE, _EXTRA)
        torch = needed("torch", "torch", _EXTRA)
        asked, _ = _METHODS[self.options["method"]]
        with loading(self._folder):
            aligner = package.SentenceAligner(
                model=str(self._folder.absolute()),  # absolute, because the package has names of its own
                token_type="bpe",  # noqa: S106  (pieces of words are compared, as in the paper)
                matching_methods=asked,
                device="cpu",
                layer=self._layer,
            )
            ahead = _Ahead(aligner.embed_loader, torch, self._folder, self._batch)
        aligner.embed_loader = ahead
        return aligner, ahead

    def close(self) -> None:
        """Release the model."""
        self.__dict__.pop("_loaded", None)


class _Ahead:
    """Replaces the loader of the package and answers with cached vectors."""

    def __init__(self, loader: Any, torch: Any, folder: Path, batch: int) -> None:
        self._loader, self._torch, self._folder, self._batch = loader, torch, folder, batch
        self._vectors: dict[Sentence, Any] = {}
        tokenizer = loader.tokenizer
        longest = getattr(loader.emb_model.config, "max_position_embeddings", None)
        if isinstance(longest, int) and tokenizer.model_max_length > longest:
            tokenizer.model_max_length = longest - 2  # some models count positions from 2
        self._most = tokenizer.model_max_length - 2  # without the tokens before and after a sentence
        self.tokenizer = self  # the package asks it for the pieces of each word
        self.tokenize = cache(tokenizer.tokenize)

    def has_pieces(self, sentence: Sentence) -> bool:
        """Whether the tokenizer finds any piece in a sentence."""
        return any(map(self.tokenize, sentence))

    def prepare(self, sentences: Iterable[Sentence]) -> None:
        """Compute the vectors of these sentences, and drop all others."""
        wanted = {one: sum(len(self.tokenize(word)) for word in one) for one in sentences}
        self._vectors = {one: rows for one, rows in self._vectors.items() if one in wanted}
        todo = [one for one, pieces in wanted.items() if pieces and one not in self._vectors]
        todo.sort(key=lambda one: (wanted[one], one))
        for start in range(0, len(todo), self._batch):
            group = todo[start : start + self._batch]
            rows = self._loader.get_embed_list([list(one) for one in group]).float()
            if rows.shape[1] != min(wanted[group[-1]], self._most):
                raise LackmusError(
                    f"{self._folder}: the model takes words apart otherwise than SimAlign needs it.",
                    "Take one that reads as mBERT or XLM-R do.",
                )
            for one, found in zip(group, rows, strict=True):
                self._vectors[one] = found[: wanted[one]].clone()

    def get_embed_list(self, pair: Sequence[Sentence]) -> Any:
        """The vectors of two sentences, padded to the longer one, as the package expects."""
        found = [self._vectors[one] for one in pair]
        return self._torch.nn.utils.rnn.pad_sequence(found, batch_first=True)
