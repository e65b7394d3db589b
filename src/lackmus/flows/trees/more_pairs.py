"""More parallel text for an aligner to learn from, parsed like the texts of a run."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from lackmus.aligners import Aligner
from lackmus.core.base.plurals import counted
from lackmus.errors import LackmusError
from lackmus.flows.contrasts.material import TextFile, given
from lackmus.flows.contrasts.study_trees import Trees
from lackmus.flows.trees.aligning import MorePairs, words_for
from lackmus.read.outputs import paths_of

ARGUMENT = "more_pairs"
MOST = 50_000  # pairs that are learnt from: time and memory grow with them, and each further one teaches less


@dataclass(frozen=True)
class _LinesWithTrees:
    """Lines, with trees for those that have some."""

    given: TextFile
    numbers: Sequence[int]  # of the used lines


def more_pairs(
    named: tuple[str, str] | None,
    aligner: Aligner,
    trees: Trees,
    told: Callable[[str], None] | None = None,
    *,
    links_ready: bool = False,
) -> MorePairs | None:
    """The pairs of the named files (each side a file or a pattern), in the form that an aligner takes."""
    if named is None:
        return None
    if links_ready:
        raise LackmusError(
            "nothing is aligned here, so nothing can be learnt. Leave it out.", argument=ARGUMENT
        )
    if not aligner.LEARNS:
        label = aligner.LABEL or "this aligner"
        raise LackmusError(f"{label} learns nothing from sentence pairs. Leave it out.", argument=ARGUMENT)
    files = [paths_of([one]) for one in named]
    if len(files[0]) != len(files[1]):
        many = " and ".join(counted(len(one), "file") for one in files)
        raise LackmusError(f"the two sides have {many}. Name as many on both.", argument=ARGUMENT)
    sides: tuple[list[_LinesWithTrees], list[_LinesWithTrees]] = ([], [])
    lines = used = 0
    for source, target in zip(*files, strict=True):
        pair, numbers = _usable(source, target, MOST - used)
        lines, used = lines + len(pair[0].texts), used + len(numbers)
        for side, one in zip(sides, pair, strict=True):
            side.append(_LinesWithTrees(one, numbers))
    if not used:
        raise LackmusError(f"{named[0]} and {named[1]} have no pair of lines with text.", argument=ARGUMENT)
    if told is not None:
        of = f" (of {lines:,} lines; the others are blank or beyond {MOST:,})" if used < lines else ""
        told(f"Links are also learnt from {counted(used, 'more sentence pair')}{of}.")
    digest = blake2b(digest_size=4)
    for part in (*sides[0], *sides[1]):
        for number in part.numbers:
            digest.update(part.given.texts[number].encode(errors="surrogatepass") + b"\n")
    source_words, target_words = (
        _words(aligner, trees, side, name) for side, name in zip(sides, ("source", "target"), strict=True)
    )
    return MorePairs(source_words, target_words, f"{used}@{digest.hexdigest()}")


def _usable(source: Path, target: Path, room: int) -> tuple[tuple[TextFile, TextFile], list[int]]:
    """Two files, and the numbers of lines with text on both sides, as many as allowed."""
    one, other = given(source, "more source"), given(target, "more target")
    if len(one.texts) != len(other.texts):
        raise LackmusError(
            f"{other.file} has {len(other.texts):,} lines, but {one.file} has {len(one.texts):,}. Each must "
            "be the translation of the same line.",
            argument=ARGUMENT,
        )
    both = enumerate(zip(one.texts, other.texts, strict=True))
    numbers = [number for number, (text, translation) in both if text.strip() and translation.strip()]
    return (one, other), numbers[:room]


def _words(aligner: Aligner, trees: Trees, sides: Sequence[_LinesWithTrees], name: str) -> list[list[str]]:
    """The words of one side for an aligner; lines without trees are parsed together."""
    chosen = [
        TextFile(
            one.given.name,
            one.given.file,
            [one.given.texts[number] for number in one.numbers],
            one.given.trees.take(one.numbers) if one.given.trees is not None else None,
        )
        for one in sides
    ]
    return [words for bank in trees.of(chosen, name, signed=False) for words in words_for(aligner, bank)]
