"""Align sentence pairs with an aligner, or read links from files; results are cached."""

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import numpy as np

from lackmus.aligners import Aligner, aligner_class, open_aligner
from lackmus.core.base.addresses import address_in
from lackmus.core.base.plurals import counted
from lackmus.core.trees.links import Alignment, bounds
from lackmus.core.trees.treebank import Rows, Treebank
from lackmus.errors import LackmusError
from lackmus.flows.verdicts.requests import Progress, silent
from lackmus.machine.options import options_in
from lackmus.read.outputs import paths_of
from lackmus.store.trees.parse_cache import ParseCache

FEW = 3_000  # pairs; with fewer, a learning aligner gives poor links


def aligner_of(written: str) -> Aligner:
    """The aligner from NAME, or NAME:OPTION=VALUE,OPTION=VALUE."""
    name, colon, options = written.partition(":")
    aligner_class(name.strip())
    return open_aligner(name.strip(), options_in(name.strip(), options, "aligner") if colon else {})


@dataclass(frozen=True)
class MorePairs:
    """Sentence pairs that an aligner only learns from, as words."""

    source: Sequence[Sequence[str]]
    target: Sequence[Sequence[str]]
    said: str  # number and digest of their texts, for signatures

    def __len__(self) -> int:
        return len(self.source)


def aligner_signature(aligner: Aligner, more: MorePairs | None) -> str:
    """How links are made, in one line."""
    return f"{aligner.signature()}|more pairs:{more.said}" if more else aligner.signature()


def aligned(
    aligner: Aligner,
    source: Treebank,
    target: Treebank,
    cache: ParseCache | None = None,
    progress: Progress = silent,
    more: MorePairs | None = None,
) -> Alignment:
    """Links for all pairs, learnt from all of them and from `more`.

    Aligners get lemmas, unless they ask for forms.
    """
    words: Sequence[Sequence[str]] = words_for(aligner, source)
    others: Sequence[Sequence[str]] = words_for(aligner, target)
    if more is not None:
        words, others = [*words, *more.source], [*others, *more.target]
    key = _key(aligner, words, others, len(more) if more is not None else 0)
    known = cache.known_alignment(key) if cache is not None else None
    found = _opened(known, source, target) if known is not None else None
    if found is None:
        found = aligner.align(words, others, progress)
        if more is not None:
            found = _first(found, source, target)
        if cache is not None:
            cache.keep_alignment(key, _packed(found))
    return found


def words_for(aligner: Aligner, bank: Treebank) -> list[list[str]]:
    """The words of every sentence for an aligner."""
    return forms(bank) if aligner.FORMS else lemmas(bank)


def lemmas(bank: Treebank) -> list[list[str]]:
    """The lemmas of every sentence; the form if a parser gives none."""
    values, written = bank.lemma.values, bank.form.values
    both = zip(bank.lemma.codes.tolist(), bank.form.codes.tolist(), strict=True)
    every = [values[lemma] if values[lemma] not in ("_", "") else written[form] for lemma, form in both]
    return _by_sentence(every, bank)


def forms(bank: Treebank) -> list[list[str]]:
    """The word forms of every sentence."""
    return _by_sentence([bank.form.values[code] for code in bank.form.codes.tolist()], bank)


def _by_sentence(words: list[str], bank: Treebank) -> list[list[str]]:
    return [words[start:end] for start, end in pairwise(bank.bounds.tolist())]


def notes_on(aligner: Aligner, source: Rows, target: Rows, more: int = 0) -> list[str]:
    """Notes about an alignment, given the lengths of all sentences."""
    said = []
    pairs = len(source)
    if aligner.LEARNS and pairs and pairs + more < FEW:
        few = counted(pairs + more, "sentence pair")
        said.append(
            f"{few} are few to learn an alignment from: expect many wrong and missing links below {FEW:,}. "
            "Add systems or sentences, more pairs to learn from, or bring ready alignments."
        )
    long = sum(aligner.skips(*both) for both in zip(source.tolist(), target.tolist(), strict=True))
    if long:
        said.append(
            f"{counted(long, 'sentence pair')} are too long to be aligned; their keywords are Unknown."
        )
    return said


def behind_each_other(parts: Sequence[Alignment]) -> Alignment:
    """Alignments of different pairs, concatenated."""
    forward: list[Rows] = []
    backward: list[Rows] = []
    at = np.zeros(2, dtype=np.int64)
    for part in parts:
        forward.append(part.forward + at)
        backward.append(part.backward + at)
        at = at + np.array([part.source_bounds[-1], part.target_bounds[-1]])
    lengths = [
        np.concatenate([np.diff(side) for side in sides])
        for sides in ([part.source_bounds for part in parts], [part.target_bounds for part in parts])
    ]
    return Alignment(
        bounds(lengths[0]), bounds(lengths[1]), np.concatenate(forward), np.concatenate(backward)
    )


def _first(found: Alignment, source: Treebank, target: Treebank) -> Alignment:
    """The links of the pairs of a run, without those only learnt from."""
    forward, backward = (side[side[:, 0] < source.words] for side in (found.forward, found.backward))
    return Alignment(source.bounds, target.bounds, forward, backward)


def _key(
    aligner: Aligner, source: Sequence[Sequence[str]], target: Sequence[Sequence[str]], more: int = 0
) -> bytes:
    """A cache key of everything that links depend on."""
    digest = blake2b(digest_size=16)
    identity: Mapping[str, str] = aligner.identity()
    digest.update(json.dumps([aligner.LABEL, identity], sort_keys=True, default=str).encode())
    if more:
        digest.update(f"more {more}".encode())
    for side in (source, target):
        for words in side:
            # A unit separator occurs in no word, and a record separator in no line.
            digest.update("\x1f".join(words).encode(errors="surrogatepass") + b"\x1e")
    return digest.digest()


def _packed(found: Alignment) -> bytes:
    content = BytesIO()
    np.savez(content, forward=found.forward, backward=found.backward)
    return zlib.compress(content.getvalue(), 1)


def _opened(kept: bytes, source: Treebank, target: Treebank) -> Alignment | None:
    """A cached alignment; None for damaged data."""
    try:
        with np.load(BytesIO(zlib.decompress(kept)), allow_pickle=False) as found:
            forward, backward = found["forward"], found["backward"]
    except (zlib.error, ValueError, OSError, KeyError):
        return None
    for side in (forward, backward):
        if side.ndim != 2 or side.shape[1] != 2 or side.dtype != np.int64:
            return None
        if len(side) and (side.min() < 0 or (side >= (source.words, target.words)).any()):
            return None
    return Alignment(source.bounds, target.bounds, forward, backward)


def ready_files(named: Sequence[str], translations: Sequence[str]) -> dict[str, Path]:
    """Files of existing links by translation: SYSTEM=FILE, or files named like it (SYSTEM.align)."""
    found: dict[str, Path] = {}
    for one in named:
        name, equals, file = one.partition("=")
        given = {name: Path(file)} if equals and not address_in(one) and not Path(one).exists() else {}
        for translation, path in (given or _by_name(one, translations)).items():
            if translation not in translations:
                there = ", ".join(translations)
                raise LackmusError(
                    f"there is no translation {translation}. There are {there}.", argument="alignment"
                )
            if translation in found:
                raise LackmusError(f"{translation} has two files. Name one.", argument="alignment")
            found[translation] = path
    return found


def _by_name(written: str, translations: Sequence[str]) -> dict[str, Path]:
    paths = paths_of([written])
    if len(paths) == len(translations) == 1:
        return {translations[0]: paths[0]}
    return {path.name.partition(".")[0]: path for path in paths}
