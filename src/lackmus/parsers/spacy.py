"""spaCy: a model in an installed package or in a folder."""

# Not all of spaCy's own models speak Universal Dependencies: the English ones label in the style of ClearNLP
# (dobj, nsubjpass, prep), the German ones in that of TIGER (sb, oa, mo). Labels stay as they are, because
# converting them would be a guess; the signature names their kind.

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
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
    model_name,
    needed,
    quiet,
    settings_in,
    version_of,
)
from lackmus.parsers.protocol import Parser, PlainText, one_tree, plain, too_long

_PACKAGE, _EXTRA = "spacy", "spacy"
_FILES = ("config.cfg", "meta.json")  # files of every model
_UNIVERSAL = frozenset({"obj", "obl"})  # relations that only Universal Dependencies has
# Pipeline parts that trees do not need.
_IDLE = ("ner", "entity_linker", "entity_ruler", "span_ruler", "spancat", "textcat", "textcat_multilabel")


class SpaCy(Parser):
    """Every text is one tree; if the model splits it into sentences, they are joined.

    A text with more than `longest` words gets no words, as with other parsers.
    """

    LABEL = "spaCy"
    ABOUT = "spaCy: a model as a package or in a folder; for queries on UD it must be trained on UD"
    OPTIONS = (
        Option(
            "model",
            "package of the model (such as en_core_web_sm), or its folder",
            required=True,
            trusted=True,
            counts=False,
        ),
        Option("longest", "words of the longest text that is parsed; a longer one has no tree", "1000"),
    )
    BATCH = 200

    def __init__(self, options: Mapping[str, str]) -> None:
        super().__init__(options)
        self._longest = whole(options, "longest", 1, 10_000, said_in="parser")
        self._package = version_of(_PACKAGE, _EXTRA)
        self._model = _found(options["model"])
        self._proved = False  # whether the model's output was checked

    @cached_property
    def _fingerprint(self) -> str:
        return fingerprint(files_in(self._model.folder))

    def signature(self) -> str:
        """Package, model name and fingerprint, kind of labels, and longest text."""
        return signature(
            {
                "package": self._package,
                "model": self._model.called,
                "fingerprint": self._fingerprint,
                "relations": self._model.relations,
                "longest": self._longest,
            }
        )

    def identity(self) -> Mapping[str, str]:
        """Independent of the model's path and of the version of Lackmus."""
        return {"package": self._package, "model": self._fingerprint, "longest": str(self._longest)}

    def parse(self, texts: Sequence[str]) -> list[Sentence]:
        """Parse many texts at a time."""
        lines = [plain(text) for text in texts]
        docs: list[Any] = []
        places: list[int] = []
        for place, one in enumerate(lines):
            if one.line and not too_long(one.line, self._longest):
                doc = self._loaded.make_doc(one.line)
                if len(doc) <= self._longest:
                    docs.append(doc)
                    places.append(place)
        found = [Sentence("", text, ()) for text in texts]
        if docs:
            with quiet():
                parsed = list(self._loaded.pipe(docs))
            if not self._proved:
                self._prove(parsed)
            for place, doc in zip(places, parsed, strict=True):
                found[place] = one_tree(texts[place], [tree_words(doc, lines[place])])
        return found

    @cached_property
    def _loaded(self) -> Any:
        with quiet():
            spacy = needed(_PACKAGE, _PACKAGE, _EXTRA)
        with loading(self.options["model"]):
            return spacy.load(self._model.loaded_as, exclude=list(_IDLE))

    def _prove(self, parsed: Sequence[Any]) -> None:
        """Check on the first texts what a model provides: its parts may have any names."""
        for kind, part in (("DEP", "trees"), ("POS", "parts of speech")):
            if not any(doc.has_annotation(kind) for doc in parsed):
                raise LackmusError(
                    f"{self.options['model']}: the model gives no {part}. Take one that tags and parses."
                )
        self._proved = True

    def close(self) -> None:
        """Release the model."""
        self.__dict__.pop("_loaded", None)


def tree_words(doc: Any, text: PlainText) -> list[Word]:
    """The words of a document without white space tokens; their dependents move to the word above."""
    words = [token for token in doc if not token.is_space]
    numbers = {token.i: number for number, token in enumerate(words, 1)}
    found = []
    for token in words:
        above = token.head
        while above.is_space and above.head.i != above.i:
            above = above.head
        head = 0 if above.i == token.i else numbers.get(above.i, 0)
        found.append(
            Word(
                token.text,
                token.lemma_ or NONE,
                token.pos_ or NONE,
                token.tag_ or NONE,
                str(token.morph) or NONE,
                head,
                (token.dep_ or NONE) if head else "root",  # which spaCy writes in capitals
                *text.place(token.idx, token.idx + len(token)),
            )
        )
    return found


@dataclass(frozen=True)
class _Model:
    """Where a model is, and what spaCy has to load: a package may contain code."""

    folder: Path
    loaded_as: str | Path
    about: Mapping[str, Any]  # the model's own metadata

    @property
    def called(self) -> str:
        """Package and version, or the name of the folder."""
        if isinstance(self.loaded_as, str):
            return f"{self.loaded_as} {self.about.get('version', '')}"
        return model_name(self.folder.absolute())

    @property
    def relations(self) -> str:
        """The kind of dependency labels; empty if the model does not list them."""
        labels = self.about.get("labels")
        parser = labels.get("parser") if isinstance(labels, dict) else None
        if not isinstance(parser, list) or not parser:
            return ""
        return "UD" if _UNIVERSAL.intersection(map(str, parser)) else "not UD"


def _found(written: str) -> _Model:
    """Find a model as spaCy does: a package, otherwise a folder."""
    packed = _in_package(written)
    if packed is not None:
        return packed
    name = written.isidentifier()
    if name and not Path(written).is_dir():
        raise MissingPartError(
            f"There is no model {written}: it is neither an installed package nor a folder.",
            f"Install it: python -m spacy download {written}.",
        )
    folder = folder_of(written, *_FILES)
    return _Model(folder, folder, settings_in(folder / "meta.json"))


def _in_package(name: str) -> _Model | None:
    """The model in an installed package, found without importing it."""
    try:
        spec = find_spec(name) if name.isidentifier() else None
    except ValueError:  # not a package, such as the running module
        return None
    for place in (spec and spec.submodule_search_locations) or ():
        about = settings_in(Path(place) / "meta.json")
        folder = Path(place) / "{lang}_{name}-{version}".format_map({**_NAMELESS, **about})
        if all((folder / file).is_file() for file in _FILES):
            return _Model(folder, name, settings_in(folder / "meta.json"))
    return None


_NAMELESS = {"lang": "", "name": "", "version": ""}
