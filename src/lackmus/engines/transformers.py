"""Hugging Face Transformers models in a folder: Marian, NLLB, M2M-100, mBART and others."""

import os
import warnings
from collections.abc import Mapping, Sequence
from functools import cached_property
from pickle import UnpicklingError
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
from lackmus.errors import LackmusError
from lackmus.machine.files import files_in, fingerprint
from lackmus.machine.options import Option, whole
from lackmus.machine.packages import folder_of, needed, settings_in, version_of


class Transformers(Engine):
    """Translates with a local model. Nothing is downloaded, and no code of a model is run."""

    LABEL = "Transformers"
    ABOUT = "a Hugging Face model in a folder of this machine, by transformers"
    OPTIONS = (
        MODEL,
        SOURCE_CODE,
        TARGET_CODE,
        Option("prefix", "text before every sentence, for models that are told so what to do"),
        Option("beams", "width of the beam search; without it as the model's own settings say"),
        MAX_LENGTH,
        BATCH,
        Option("device", "where it is computed", "cpu", ("cpu", "cuda", "mps")),
    )

    def __init__(self, options: Mapping[str, str], keys: Keys) -> None:
        super().__init__(options, keys)
        self._folder = folder_of(options["model"], "config.json")
        self._most = whole(options, "max_length", 1, 10_000)
        self._batch = whole(options, "batch", 1, 1000)
        self._beams = whole(options, "beams", 1, 100) if options["beams"] else None
        self._lock = Lock()  # a model computes one request at a time

    @cached_property
    def _fingerprint(self) -> str:
        return fingerprint(files_in(self._folder))

    def identity(self) -> Mapping[str, str]:
        """Options and the fingerprint of the folder, not its path."""
        return {**super().identity(), "model": self._fingerprint}

    def called(self, about: About) -> str:
        """The name of the model."""
        return about.model

    def about(self, pair: Pair) -> About:
        """From the settings in the folder; the model is not loaded."""
        own = settings_in(self._folder / "tokenizer_config.json")
        name = self._folder.resolve().name
        if not self.options["target_code"]:
            refuse_other_languages(name, pair, own.get("source_lang"), own.get("target_lang"))
        kind = settings_in(self._folder / "config.json").get("model_type", "")
        return About(
            model=name,
            version=self._fingerprint,
            limits=Limits(texts=max(8, self._batch), in_flight=1),
            notes={"kind": str(kind), "library": version_of("transformers", "transformers")},
        )

    def translate(self, sources: Sequence[str], pair: Pair) -> list[Reply]:
        """Translate in batches of the size in the option `batch`."""
        with self._lock:
            found: list[Reply] = []
            for first in range(0, len(sources), self._batch):
                found += self._together(sources[first : first + self._batch])
            return found

    def _together(self, sources: Sequence[str]) -> list[Reply]:
        torch, tokenizer, model = self._loaded
        asked, told = self._told
        encoded = tokenizer([f"{asked}{source}" for source in sources], return_tensors="pt", padding=True)
        longest = encoded["input_ids"].shape[1]
        most = getattr(model.config, "max_position_embeddings", None)
        if isinstance(most, int) and longest > most:
            raise TooLongError(f"{self._folder.name} takes {most} pieces of words, and here are {longest}.")
        with torch.inference_mode():
            made = model.generate(
                **encoded.to(self.options["device"]),
                **told,
                max_new_tokens=self._most,
                do_sample=False,
                num_return_sequences=1,
            )
        # Without the start token; at the length limit a model may be forced to end.
        lengths = [sum(piece != tokenizer.pad_token_id for piece in row) for row in made[:, 1:].tolist()]
        texts = tokenizer.batch_decode(made, skip_special_tokens=True)
        return [answered(text, length, self._most) for text, length in zip(texts, lengths, strict=True)]

    @cached_property
    def _loaded(self) -> tuple[Any, Any, Any]:
        """The library, the tokenizer and the model, loaded from the folder only."""
        os.environ["HF_HUB_OFFLINE"] = "1"  # read when the library is imported: disables the network
        torch = needed("torch", "torch", "transformers")
        library = needed("transformers", "transformers", "transformers")
        needed("sentencepiece", "sentencepiece", "transformers")
        library.utils.logging.set_verbosity_error()
        library.utils.logging.disable_progress_bar()
        device = self.options["device"]
        if (device == "cuda" and not torch.cuda.is_available()) or (
            device == "mps" and not torch.backends.mps.is_available()
        ):
            raise LackmusError(f"device cannot be {device}: this machine has none.", argument="option")
        offline = {"local_files_only": True, "trust_remote_code": False}
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # advice for training
                tokenizer = library.AutoTokenizer.from_pretrained(str(self._folder), **offline)
                model = library.AutoModelForSeq2SeqLM.from_pretrained(
                    str(self._folder), weights_only=True, **offline
                )
        except UnpicklingError:
            raise EngineError(
                f"{self._folder}: its weights are broken, or hold what could run a program.",
                "Get them as .safetensors.",
            ) from None
        except (OSError, ValueError, KeyError, ImportError, RuntimeError) as problem:
            why = " ".join(str(problem).split())[:200]
            raise EngineError(f"{self._folder}: the model cannot be loaded ({why}).") from None
        return torch, tokenizer, model.to(device).eval()

    @cached_property
    def _told(self) -> tuple[str, dict[str, Any]]:
        """The prefix of every sentence and the generation options: languages, beam width."""
        _, tokenizer, model = self._loaded
        told: dict[str, Any] = {} if self._beams is None else {"num_beams": self._beams}
        source, target = self.options["source_code"], self.options["target_code"]
        prefix = self.options["prefix"]
        if model.config.model_type == "marian":
            return (f"{self._piece(f'>>{target}<<')} {prefix}" if target else prefix), told
        if source:
            self._piece(source)
            tokenizer.src_lang = source
        if target:
            told["forced_bos_token_id"] = tokenizer.convert_tokens_to_ids(self._piece(target))
        return prefix, told

    def _piece(self, code: str) -> str:
        """The token of a language in the vocabulary: __es__ for es in M2M-100."""
        _, tokenizer, _ = self._loaded
        piece: str = getattr(tokenizer, "lang_code_to_token", {}).get(code, code)
        if piece not in tokenizer.get_vocab():
            raise BadRequestError(f"{self._folder.name} does not know the language {code}.")
        return piece

    def close(self) -> None:
        """Release the model."""
        for name in ("_loaded", "_told"):
            self.__dict__.pop(name, None)
