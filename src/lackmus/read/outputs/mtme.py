"""Read folders of mt-metrics-eval and WMT repositories, with separate sources, documents and outputs."""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from lackmus.core.base.pairs import Pair, PairError, meant
from lackmus.core.outputs.outputs import HandIn, system_names
from lackmus.core.suites.suite import Suite
from lackmus.errors import LackmusError
from lackmus.read.file_pairs import FilePairs
from lackmus.read.files import File, files_in
from lackmus.read.formats import ReadOptions
from lackmus.read.outputs.lines import beside
from lackmus.read.sentences import SourceLines, refuse_unknown

FITS = "a folder with sources/PAIR.txt and system-outputs/PAIR/NAME.txt, perhaps documents/PAIR.docs"
NAMES_SYSTEMS = True
HAS_TESTSUITES = True

_SOURCES = ("sources", "source")
_OUTPUTS = ("system-outputs", "systems", "outputs")
_REFERENCES = ("references", "reference")
_REFERENCE = re.compile(r"ref(?:erence)?[-_.]?[A-Z0-9]?")  # copies of references are stored among the systems
_PACKED = (".gz", ".xz")
_TESTSUITE = re.compile(r"tsuite_[A-Za-z]+-[A-Za-z]+(?:_[A-Z]{2})?_([^_.]+)")


def recognises(file: File, asked: ReadOptions) -> bool:
    """Whether it is a folder with a folder of sources and a folder of outputs."""
    return bool(_inside(file.path, _OUTPUTS) and _inside(file.path, _SOURCES))


def read(file: File, system: str, suite: Suite, asked: ReadOptions) -> Sequence[HandIn]:
    """All systems in the folder for the suite's pair; references are not systems."""
    folder = file.path
    sources, outputs = _inside(folder, _SOURCES), _inside(folder, _OUTPUTS)
    if sources is None or outputs is None:
        raise LackmusError(f"{folder} is not {FITS}.")
    by_pair = {pair: path for path in _folders(outputs) if (pair := _pair(path.name)) is not None}
    owns = (*suite.pairs, *suite.also)
    pair = next((found for own in owns if (found := _meant(own, by_pair)) is not None), None)
    languages = FilePairs(suite)
    if pair is not None and languages.own(pair, by_pair[pair].name, str(outputs)) is None:
        pair = None  # one of the suite's other pairs
    files = files_in(outputs if pair is None else by_pair[pair])
    if not files and pair is None and by_pair:
        raise LackmusError(
            f"{outputs} has no outputs for {_listed(suite.pairs)}, only for {_listed(sorted(by_pair))}."
        )
    pairs = suite.pairs if pair is None else [pair]
    source = asked.beside or SourceLines(_source(sources, pairs))
    if pair is None:
        named = list(zip(files, system_names([path.name for path in files], [source.path.name]), strict=True))
    else:
        references = set(_references(folder, pair))
        named = [(path, _bare(path.name).removesuffix(".txt")) for path in files]
        named = [one for one in named if one[1] not in references and not _REFERENCE.fullmatch(one[1])]
    if not named:
        raise LackmusError(f"{outputs} is a folder without files of outputs.")
    documents = _documents(folder, pairs, source)
    read = (beside(path, name, suite, source, documents) for path, name in named)
    hand_ins = [replace(one, notes=languages.notes) for one in read]
    return hand_ins if asked.testsuite is None else _of_testsuite(hand_ins, asked.testsuite, folder)


def _of_testsuite(hand_ins: list[HandIn], wanted: str, folder: Path) -> list[HandIn]:
    """Only the lines whose documents are of a test suite: they are named tsuite_PAIR_SUITE_…"""
    documents = hand_ins[0].documents
    of = [_testsuite(document) for document in documents]
    refuse_unknown("testsuite", wanted, of, folder)
    places = [(key, line) for key, line in hand_ins[0].places if of[line] == wanted]
    if not places:
        raise LackmusError(f"{folder}: none of the suite's sentences is in a document of {wanted}.")
    return [replace(one, places=places) for one in hand_ins]


def _testsuite(document: str) -> str:
    """The test suite of a document; none where it is of the general test."""
    found = _TESTSUITE.match(document)
    return found[1] if found else ""


def _source(folder: Path, pairs: Sequence[Pair]) -> Path:
    """The source file of the pair, or the only one that belongs to no other pair."""
    named = [(path, _pair(_bare(path.name).removesuffix(".txt"))) for path in files_in(folder)]
    of_pair = [path for path, pair in named if pair is not None and _meant(pair, pairs) is not None]
    # “test.txt” may be a source, though te and st are languages; “en-de.txt” belongs to another pair.
    found = of_pair or [path for path, pair in named if pair is None or "-" not in path.name]
    if len(found) != 1:
        raise LackmusError(
            f"{folder} holds {len(found)} files that may be the source of {_listed(pairs)}, "
            "and one is needed.",
            code="source-missing",
        )
    return found[0]


def _documents(folder: Path, pairs: Sequence[Pair], source: SourceLines) -> list[str]:
    """The document of each line, if the folder has that information."""
    documents = _inside(folder, ("documents",))
    for path in files_in(documents) if documents else ():
        written = _pair(_bare(path.name).removesuffix(".docs"))
        if written is None or _meant(written, pairs) is None:
            continue
        lines = File(path).lines
        if len(lines) != len(source.lines):
            raise LackmusError(
                f"{path} has {len(lines):,} lines, but {source.path.name} has {len(source.lines):,}. "
                "Each line must be the domain, a tab and the document of the same line of the source."
            )
        for number, line in enumerate(lines, start=1):
            if "\t" not in line:
                raise LackmusError(
                    f"{path}, line {number}: no tab. Each line is a domain, a tab and a document."
                )
        return [line.partition("\t")[2] for line in lines]
    return []


def _references(folder: Path, pair: Pair) -> Iterator[str]:
    """NAME of each references/PAIR.NAME.txt."""
    references = _inside(folder, _REFERENCES)
    for path in files_in(references) if references else ():
        written, dot, name = _bare(path.name).removesuffix(".txt").partition(".")
        found = _pair(written) if dot else None
        if found is not None and found.is_like(pair):
            yield name


def _inside(folder: Path, names: Sequence[str]) -> Path | None:
    # os.path, because it gives no error for an impossible file name.
    return next((folder / name for name in names if os.path.isdir(folder / name)), None)  # noqa: PTH112


def _folders(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.is_dir())
    except OSError as problem:
        raise LackmusError(f"{folder} cannot be read ({problem.strerror or problem}).") from None


def _bare(name: str) -> str:
    for packed in _PACKED:
        name = name.removesuffix(packed)
    return name


def _pair(written: str) -> Pair | None:
    try:
        return Pair.parse(written)
    except PairError:
        return None


def _meant(pair: Pair, there: Iterable[Pair]) -> Pair | None:
    """The pair among these that is meant; of several that may be, none."""
    try:
        return meant(pair, there)
    except PairError:
        return None


def _listed(pairs: Sequence[Pair]) -> str:
    return ", ".join(map(str, pairs))
