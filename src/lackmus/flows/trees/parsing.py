"""Parse texts in several processes; each sentence once, with a cache that is written at once."""

import os
import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path

from lackmus.core.trees.packing import packed_line, unpacked
from lackmus.core.trees.sentence_bounds import RULES, sentences_in
from lackmus.core.trees.treebank import Treebank
from lackmus.errors import LackmusError
from lackmus.flows.verdicts.requests import Progress, silent
from lackmus.machine.options import options_in
from lackmus.parsers import Parser, open_parser, parser_names
from lackmus.parsers.worker_process import packed_parses
from lackmus.parsers.workers import WorkerError, parsed_by_several
from lackmus.read.ready_parses import read_parses
from lackmus.store.db.cache_files import Maker
from lackmus.store.trees.parse_cache import ParseCache

STAGE = "Parsing"
_MODEL = ".udpipe"
_READY = (".conllu", ".conllu.gz", ".conllu.xz")
_WORTH = 4  # batches for which another process pays off


@dataclass(frozen=True)
class ParserSpec:
    """A requested parser."""

    name: str  # of its entry point
    options: Mapping[str, str] = field(default_factory=dict)
    said_in: str = "parser"  # where, for messages


@dataclass(frozen=True)
class ReadyParse:
    """A file with existing trees of the texts."""

    file: Path


def parser_of(written: str, said_in: str = "parser") -> ParserSpec | ReadyParse:
    """What users write: `udpipe:model=FILE`, the file of a UDPipe model, or a ready parse in CoNLL-U."""
    name, colon, options = (part.strip() for part in written.partition(":"))
    if name in parser_names():
        return ParserSpec(name, options_in(name, options, said_in) if colon else {}, said_in)
    path = written.strip()
    if path.lower().endswith(_MODEL):
        return ParserSpec("udpipe", {"model": path}, said_in)
    if path.lower().endswith(_READY):
        return ReadyParse(Path(path).expanduser())
    raise LackmusError(
        f"{path or 'nothing'} is no parser. Name one ({', '.join(parser_names())}), the file of a UDPipe "
        f"model ({_MODEL}) or a ready parse ({_READY[0]}).",
        argument=said_in,
    )


def parser_signature(parser: ParserSpec | ReadyParse, *, whole_lines: bool = False) -> str:
    """How trees are made, in one line; missing parts are errors here, before anything is parsed."""
    if isinstance(parser, ReadyParse):
        return f"ready ({parser.file.name})"
    lines = "whole" if whole_lines else f"split.{RULES}"
    with _opened(parser) as opened:
        return f"{opened.signature() or parser.name}|lines:{lines}"


def parse_texts(
    parser: ParserSpec | ReadyParse,
    texts: Sequence[str],
    *,
    cache: ParseCache | None = None,
    progress: Progress = silent,
    processes: int | None = None,
    whole_lines: bool = False,
) -> Treebank:
    """The trees of every text, in their order; blank texts and those that are too long have no words.

    A text is split into sentences, each is parsed by itself, and the text has a root for each of them; with
    `whole_lines` it is one tree. With a cache, an interrupted run resumes after the last finished batch. By
    default all usable cores are used.
    """
    if processes is not None and processes < 1:
        raise LackmusError("at least one process must parse.", argument="processes")
    if isinstance(parser, ReadyParse):
        return read_parses(parser.file, texts)
    # Output of a parser or its library must not get into the report.
    with redirect_stdout(sys.stderr), _opened(parser) as opened:
        maker = Maker(parser.name, opened.identity())
        parts = {text: _parts(text, whole_lines) for text in dict.fromkeys(texts) if text.strip()}
        distinct = list(dict.fromkeys(part for split in parts.values() for _, part in split))
        known = {} if cache is None else cache.known(maker, distinct)
        todo = [text for text in distinct if text not in known]
        total = len(distinct)
        progress(STAGE, total - len(todo), total)
        try:
            with closing(_parsed(parser, opened, todo, processes or usable_cores())) as batches:
                for batch, parses in batches:
                    fresh = list(zip(batch, parses, strict=True))
                    if cache is not None:
                        cache.keep(maker, fresh)
                    known.update(fresh)
                    progress(STAGE, len(known), total)
        except WorkerError as problem:
            kept = "What was parsed is kept. " if cache is not None and not cache.trouble else ""
            raise problem.adding(
                f"{kept}Run the same again, with fewer processes if memory is short."
            ) from None
    lines = {
        text: packed_line((place, known[part]) for place, part in split) if len(split) > 1 else known[text]
        for text, split in parts.items()
    }
    return unpacked((str(number), text, lines.get(text, "")) for number, text in enumerate(texts, 1))


def parse_cache(told: Callable[[str], None] | None = None, file: Path | None = None) -> ParseCache:
    """The user's parse cache; `told` is called once with the reason if it cannot be used."""
    return ParseCache(file, told)


def unparsed(bank: Treebank) -> list[int]:
    """The numbers of sentences with text but no words, such as ones too long to parse."""
    return [number for number in (bank.lengths == 0).nonzero()[0].tolist() if bank.texts[number].strip()]


def usable_cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _parts(text: str, whole: bool) -> list[tuple[int, str]]:
    """The sentences of a text with their positions; a single sentence is parsed as it is."""
    bounds = [] if whole else sentences_in(text)
    return [(start, text[start:end]) for start, end in bounds] if len(bounds) > 1 else [(0, text)]


def _opened(parser: ParserSpec) -> Parser:
    return open_parser(parser.name, parser.options, parser.said_in)


def _parsed(
    parser: ParserSpec, opened: Parser, texts: Sequence[str], processes: int
) -> Generator[tuple[Sequence[str], list[str]], None, None]:
    """Parse batch by batch; a process is only started if there is enough to parse."""
    batches = [texts[start : start + opened.BATCH] for start in range(0, len(texts), opened.BATCH)]
    processes = min(processes, len(batches) // _WORTH)
    if processes > 1:
        yield from parsed_by_several(parser.name, parser.options, batches, processes)
    else:
        for batch in batches:
            yield batch, packed_parses(opened, parser.name, batch)
