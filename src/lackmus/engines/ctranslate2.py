"""Models converted for CTranslate2 in a folder, with their SentencePiece models."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any

from lackmus.core.base.pairs import Pair
from lackmus.core.engines.engine import About, Limits, Reply
from lackmus.engines.errors import BadRequestError, EngineError, TooLongError
from lackmus.engines.keys import Keys
from lackmus.engines.models import (
    BATCH,
    MAX_LENGTH,
    MODEL,
    SOURCE_CODE,
    TARGET_CODE,
    answered,
    refuse_other_languages,
)
from lackmus.engines.protocol import Engine
from lackmus.machine.files import MOST_OF_A_MODEL, files_in, fingerprint, read_small, why_unread
from lackmus.machine.options import Option, whole
from lackmus.machine.packages import MissingPartError, folder_of, needed, settings_in, version_of

# Names of SentencePiece files: two for Marian, one for others.
_PAIRS = ("source.spm", "target.spm")
_SINGLES = ("sentencepiece.bpe.model", "sentencepiece.model", "spiece.model", "spm.model")
_TYPES = (
    "default",
    "auto",
    "int8",
    "int8_float32",
    "int8_float16",
    "int16",
    "float16",
    "bfloat16",
    "float32",
)
COMPUTE_TYPE = Option("compute_type", "kind of numbers with which it computes", "default", _TYPES)
DEVICE = Option("device", "where it is computed", "cpu", ("cpu", "cuda"))


class Converted:
    """A converted model with its tokenizer. It computes one request at a time."""

    def __init__(
        self, folder: Path, source: Path, target: Path, options: Mapping[str, str], extra: str
    ) -> None:
        self._folder, self._source, self._target, self._extra = folder, source, target, extra
        self._most = whole(options, "max_length", 1, 10_000)
        self._batch = whole(options, "batch", 1, 1000)
        self._beams = whole(options, "beams", 1, 100)
        self._device, self._compute_type = options["device"], options["compute_type"]
        self._lock = Lock()

    def translate(
        self, sources: Sequence[str], before: Sequence[str], after: Sequence[str], first: str, **more: Any
    ) -> list[Reply]:
        """Translate; `before` and `after` are tokens around a sentence, `first` starts a translation."""
        with self._lock:
            translator, source, target = self._loaded
            asked = [[*before, *source.encode(text, out_type=str), *after] for text in sources]
            try:
                found = translator.translate_batch(
                    asked,
                    target_prefix=[[first]] * len(asked) if first else None,
                    beam_size=self._beams,
                    max_decoding_length=self._most,
                    max_batch_size=self._batch,
                    max_input_length=0,  # never truncate silently
                    **more,
                )
            except (RuntimeError, ValueError) as problem:
                why = " ".join(str(problem).split())[:200]
                if "position" in why:
                    raise TooLongError(f"A sentence is too long for {self._folder.name} ({why}).") from None
                raise EngineError(f"{self._folder.name} cannot translate this ({why}).") from None
        replies = []
        for one in found:
            pieces = one.hypotheses[0]
            own = pieces[1:] if first and pieces[:1] == [first] else pieces
            replies.append(answered(target.decode(own), len(pieces), self._most))
        return replies

    @cached_property
    def _loaded(self) -> tuple[Any, Any, Any]:
        library = needed("ctranslate2", "ctranslate2", self._extra)
        pieces = needed("sentencepiece", "sentencepiece", self._extra)
        try:
            translator = library.Translator(
                str(self._folder), device=self._device, compute_type=self._compute_type
            )
            source, target = (
                pieces.SentencePieceProcessor(model_file=str(file)) for file in (self._source, self._target)
            )
        except (RuntimeError, ValueError, OSError) as problem:
            why = " ".join(str(problem).split())[:200]
            raise EngineError(f"{self._folder}: the model cannot be loaded ({why}).") from None
        return translator, source, target

    def vocabulary_has(self, piece: str) -> bool:
        """Whether a token is in the model's vocabulary, which is a file beside it."""
        return any(
            piece in _listed(self._folder / f"{name}_vocabulary{ending}")
            for name in ("shared", "source", "target")
            for ending in (".json", ".txt")
        )

    def close(self) -> None:
        """Release the model."""
        self.__dict__.pop("_loaded", None)


class CTranslate2(Engine):
    """Translates with a converted Marian, NLLB or other local model."""

    LABEL = "CTranslate2"
    ABOUT = "a model converted for CTranslate2, in a folder of this machine"
    OPTIONS = (
        MODEL,
        Option("tokenizer", "folder of its SentencePiece files, if they lie elsewhere", trusted=True),
        SOURCE_CODE,
        TARGET_CODE,
        Option(
            "end",
            "whether sentences must end with </s>; auto looks how it was converted",
            "auto",
            ("auto", "yes", "no"),
        ),
        Option("beams", "width of the beam search", "4"),
        MAX_LENGTH,
        BATCH,
        COMPUTE_TYPE,
        DEVICE,
    )

    def __init__(self, options: Mapping[str, str], keys: Keys) -> None:
        super().__init__(options, keys)
        self._folder = folder_of(options["model"], "model.bin")
        self._pieces = folder_of(options["tokenizer"]) if options["tokenizer"] else self._folder
        source, target = _sentence_pieces(self._pieces)
        self._model = Converted(self._folder, source, target, options, "ctranslate2")
        self._settings = settings_in(self._folder / "config.json")

    @cached_property
    def _fingerprint(self) -> str:
        files = files_in(self._folder)
        if self._pieces != self._folder:
            files |= {f"tokenizer/{name}": path for name, path in files_in(self._pieces).items()}
        return fingerprint(files)

    def identity(self) -> Mapping[str, str]:
        """Options and fingerprints of the folders, not their paths."""
        return {**super().identity(), "model": self._fingerprint, "tokenizer": ""}

    def called(self, about: About) -> str:
        """The name of the model."""
        return about.model

    def about(self, pair: Pair) -> About:
        """From the settings in the folder; the model is not loaded."""
        name = self._folder.resolve().name
        own = settings_in(self._pieces / "tokenizer_config.json")
        if not self.options["target_code"]:
            refuse_other_languages(name, pair, own.get("source_lang"), own.get("target_lang"))
        return About(
            model=name,
            version=self._fingerprint,
            limits=Limits(texts=32, in_flight=1),
            notes={"library": version_of("ctranslate2", "ctranslate2")},
        )

    def translate(self, sources: Sequence[str], pair: Pair) -> list[Reply]:
        """Translate; multilingual models get language tokens: Marian one, others two."""
        source, target = self.options["source_code"], self.options["target_code"]
        before, first = [], ""
        if target and self._model.vocabulary_has(f">>{target}<<"):
            before = [f">>{target}<<"]
        else:
            before = [self._piece(source)] if source else []
            first = self._piece(target) if target else ""
        return self._model.translate(sources, before, [self._end] if self._ends else [], first)

    def _piece(self, code: str) -> str:
        """The token of a language in the vocabulary: spa_Latn in NLLB, __es__ for es in M2M-100."""
        for piece in (f"__{code}__", code):
            if self._model.vocabulary_has(piece):
                return piece
        raise BadRequestError(f"{self._folder.name} does not know the language {code}.")

    @property
    def _end(self) -> str:
        return str(self._settings.get("eos_token") or "</s>")

    @property
    def _ends(self) -> bool:
        """Whether an end token must be added to sentences.

        Models from Transformers need it and do not add it; those from Marian and fairseq add it themselves
        (add_source_eos); those from OpenNMT, which start translations with <s>, were trained without it.
        """
        if self.options["end"] != "auto":
            return self.options["end"] == "yes"
        return not self._settings.get("add_source_eos") and self._settings.get("decoder_start_token") != "<s>"

    def close(self) -> None:
        """Release the model."""
        self._model.close()


def _sentence_pieces(folder: Path) -> tuple[Path, Path]:
    source, target = (folder / name for name in _PAIRS)
    if source.is_file() and target.is_file():
        return source, target
    for name in _SINGLES:
        if (folder / name).is_file():
            return folder / name, folder / name
    raise MissingPartError(
        f"{folder} has no SentencePiece model ({', '.join(_PAIRS)}, or {_SINGLES[0]}).",
        "Copy it there from the model that was converted, or name its folder with the option tokenizer.",
        code="no-sentence-pieces",
    )


def _listed(file: Path) -> frozenset[str]:
    """The tokens of a vocabulary: a JSON list, or one per line."""
    import json

    if not file.is_file():
        return frozenset()
    try:
        text = read_small(file, MOST_OF_A_MODEL)
        return frozenset(json.loads(text) if file.suffix == ".json" else text.splitlines())
    except (OSError, ValueError) as problem:
        raise MissingPartError(f"{file}: it cannot be read ({why_unread(problem)}).") from None
    except (TypeError, RecursionError):
        raise MissingPartError(f"{file}: it is no list of pieces.") from None
