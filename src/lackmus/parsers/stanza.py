"""Stanza: a folder of models, for many languages, trained on Universal Dependencies."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

from lackmus.core.base.signatures import signature
from lackmus.core.trees.treebank import NONE, Sentence, Word
from lackmus.errors import LackmusError
from lackmus.machine.files import files_in, fingerprint
from lackmus.machine.options import Option, whole
from lackmus.machine.packages import (
    MissingPartError,
    folder_of,
    loading,
    needed,
    quiet,
    settings_in,
    version_of,
)
from lackmus.parsers.protocol import Parser, PlainText, one_tree, plain, too_long

_PACKAGE, _EXTRA = "stanza", "stanza"
_LIST = "resources.json"  # the list of languages that comes with the models
_FIRST, _THEN = "tokenize", "pos,lemma,depparse"  # contractions are split if the language has any
_NEEDED = (_FIRST, *_THEN.split(","))
_FOLDERS = ("tokenize", "pos", "depparse")  # some languages have no lemma models


class Stanza(Parser):
    """Every text is parsed as one sentence. Nothing is downloaded.

    Memory grows with the square of the length: a text with more than `longest` words gets no words and no
    tree.
    """

    LABEL = "Stanza"
    ABOUT = "Stanza: neural models for many languages, in a folder; slower and better than UDPipe 1"
    OPTIONS = (
        Option("model", "folder of the models (stanza_resources)", required=True, trusted=True, counts=False),
        Option("lang", "language of the texts as Stanza writes it, cs or en", required=True),
        Option("package", "which models of the language, if there are several", "default"),
        Option("longest", "words of the longest text that is parsed; a longer one has no tree", "1000"),
    )
    BATCH = 200  # it parses many sentences at a time

    def __init__(self, options: Mapping[str, str]) -> None:
        super().__init__(options)
        self._longest = whole(options, "longest", 1, 10_000, said_in="parser")
        self._package = version_of(_PACKAGE, _EXTRA)
        self._folder = folder_of(options["model"], _LIST)
        self._lang = _language(self._folder, options["lang"])

    @cached_property
    def _fingerprint(self) -> str:
        return fingerprint(files_in(self._folder / self._lang))

    def signature(self) -> str:
        """Package, language, fingerprint of its models, and longest text."""
        return signature(
            {
                "package": self._package,
                "lang": self._lang,
                "models": self.options["package"],
                "fingerprint": self._fingerprint,
                "longest": self._longest,
            }
        )

    def identity(self) -> Mapping[str, str]:
        """Independent of the path of the models and of the version of Lackmus."""
        return {
            "package": self._package,
            "lang": self._lang,
            "models": self.options["package"],
            "fingerprint": self._fingerprint,
            "longest": str(self._longest),
        }

    def parse(self, texts: Sequence[str]) -> list[Sentence]:
        """Tokenize all texts, then parse those that are not too long."""
        lines = [plain(text) for text in texts]
        wanted = {
            place: one
            for place, one in enumerate(lines)
            if one.line and not too_long(one.line, self._longest)
        }
        found = [Sentence("", text, ()) for text in texts]
        if wanted:
            for place, doc in zip(wanted, self._parsed([one.line for one in wanted.values()]), strict=True):
                if doc.num_words <= self._longest:
                    parts = [sentence_words(one, wanted[place]) for one in doc.sentences]
                    found[place] = one_tree(texts[place], parts)
        return found

    def _parsed(self, lines: Sequence[str]) -> list[Any]:
        """Documents; those that are too long have words but no tree."""
        torch, document, pipeline = self._loaded
        with quiet(), _one_thread(torch):
            docs: list[Any] = pipeline.process([document([], text=line) for line in lines], processors=_FIRST)
            short = [doc for doc in docs if 0 < doc.num_words <= self._longest]
            if short:
                pipeline.process(short, processors=_THEN)
        return docs

    @cached_property
    def _loaded(self) -> tuple[Any, Any, Any]:
        """torch, Stanza's documents, and the models."""
        with quiet():
            stanza = needed(_PACKAGE, _PACKAGE, _EXTRA)
            torch = needed("torch", "torch", _EXTRA)
            document = needed("stanza.models.common.doc", _PACKAGE, _EXTRA).Document
        with loading(self._folder), _one_thread(torch):
            pipeline = stanza.Pipeline(
                self._lang,
                dir=str(self._folder),
                package=self.options["package"],
                processors=f"{_FIRST},{_THEN}",
                download_method=None,
                use_gpu=False,
                tokenize_no_ssplit=True,
                logging_level="CRITICAL",
            )
        # Stanza silently skips models that it does not find.
        missing = [name for name in _NEEDED if name not in pipeline.processors]
        if missing:
            raise LackmusError(
                f"{self._folder}: the models {self.options['package']} of {self._lang} have no "
                f"{' and no '.join(missing)}. Choose others with the option package."
            )
        return torch, document, pipeline

    def close(self) -> None:
        """Release the models."""
        self.__dict__.pop("_loaded", None)


def sentence_words(sentence: Any, text: PlainText) -> list[Word]:
    """The words of a Stanza sentence; those of a contraction share its position."""
    found = []
    for token in sentence.tokens:
        place = text.place(token.start_char, token.end_char)
        found += [
            Word(
                word.text,
                word.lemma or NONE,
                word.upos or NONE,
                word.xpos or NONE,
                word.feats or NONE,
                word.head,
                word.deprel or NONE,
                *place,
            )
            for word in token.words
        ]
    return found


@contextmanager
def _one_thread(torch: Any) -> Iterator[None]:
    """Use one thread: several processes parse, each on its own core."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def _language(folder: Path, written: str) -> str:
    """The folder name of an available language: `zh` is `zh-hans`."""
    known = settings_in(folder / _LIST)
    entry = known.get(written)
    lang = str(entry.get("alias", written)) if isinstance(entry, dict) else written
    here = [name for name in known if all((folder / name / part).is_dir() for part in _FOLDERS)]
    if lang not in here:
        there = f"There is {', '.join(here)}." if here else "There is none."
        raise MissingPartError(
            f"{folder} has no models for {written}. {there}",
            f"Fetch them: python -c \"import stanza; stanza.download('{written}', model_dir='{folder}')\".",
        )
    return lang
