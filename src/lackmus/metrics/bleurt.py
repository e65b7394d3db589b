"""BLEURT from a folder: a checkpoint of bleurt-pytorch, or a plain BERT model."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from lackmus.core.challenges.metrics import Segment
from lackmus.errors import LackmusError
from lackmus.machine.packages import folder_of, library, loading, needed, settings_in
from lackmus.metrics.models import BATCH, MODEL, Learned, computing, rounded


class Bleurt(Learned):
    """Scores a translation and its reference together.

    Checkpoints of 2020 (tiny, base, large) also exist as plain BERT models, which need only transformers;
    those of 2021 (BLEURT-20 and its smaller ones) need the package bleurt-pytorch.
    """

    LABEL = "BLEURT"
    ABOUT = "BLEURT, by bleurt-pytorch from a folder of this machine"
    OPTIONS = (MODEL, BATCH)
    PACKAGE, EXTRA = "bleurt-pytorch", "bleurt"

    def found(self) -> Path:
        """A folder with a model of either kind."""
        folder = folder_of(self.options["model"], "config.json")
        if self._kind(folder) not in ("bleurt", "bert"):
            raise LackmusError(f"{folder / 'config.json'}: {self._kind(folder) or 'nothing'} is no BLEURT.")
        return folder

    @staticmethod
    def _kind(folder: Path) -> object:
        return settings_in(folder / "config.json").get("model_type")

    @property
    def package(self) -> str:
        """The required package; a plain BERT model needs only transformers."""
        return "transformers" if self._kind(self.model) == "bert" else self.PACKAGE

    def score(self, segments: Sequence[Segment]) -> list[float]:
        """Scores of segments, computed in small batches."""
        if not segments:
            return []
        torch, tokenizer, model = self._loaded
        found: list[float] = []
        with computing(self.LABEL), torch.inference_mode():
            for first in range(0, len(segments), self.together):
                some = segments[first : first + self.together]
                encoded = tokenizer(
                    [one.reference for one in some],
                    [one.hypothesis for one in some],
                    padding="longest",
                    truncation="longest_first",
                    max_length=model.config.max_position_embeddings,
                    return_tensors="pt",
                )
                found += model(**encoded.to(self.device)).logits.flatten().tolist()
        return rounded(self.LABEL, found)

    @cached_property
    def _loaded(self) -> tuple[Any, Any, Any]:
        """torch, the tokenizer and the model, loaded from the folder only."""
        plain = self.package == "transformers"
        package = library("transformers" if plain else "bleurt_pytorch", self.package, self.EXTRA)
        torch = needed("torch", "torch", self.EXTRA)
        tokenizers = package.AutoTokenizer if plain else package.BleurtTokenizer
        models = (
            package.AutoModelForSequenceClassification if plain else package.BleurtForSequenceClassification
        )
        with loading(self.model):
            tokenizer = tokenizers.from_pretrained(str(self.model), local_files_only=True)
            model, told = models.from_pretrained(
                str(self.model), local_files_only=True, weights_only=True, output_loading_info=True
            )
        # Missing weights would be random, and so would the scores.
        if told["missing_keys"] or model.config.num_labels != 1:
            raise LackmusError(f"{self.model}: this model was not trained to give a score.")
        return torch, tokenizer, model.to(self.device).eval()

    def close(self) -> None:
        """Release the model."""
        self.__dict__.pop("_loaded", None)
