"""BERTScore, with a model in a folder of this machine, by the package bert-score."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from lackmus.core.challenges.metrics import Segment
from lackmus.machine.options import Option, whole
from lackmus.machine.packages import folder_of, library, loading, settings_in
from lackmus.metrics.models import BATCH, MODEL, Learned, computing, rounded


class BertScore(Learned):
    """F1 of the words of translation and reference, by their vectors, without rescaling or weights."""

    LABEL = "BERTScore"
    ABOUT = "BERTScore F1, by bert-score with a Hugging Face model in a folder of this machine"
    PACKAGE, EXTRA = "bert-score", "bertscore"
    OPTIONS = (
        MODEL,
        Option(
            "num_layers",
            "the layer whose vectors are compared, 17 for roberta-large and xlm-roberta-large, 9 for "
            "bert-base-multilingual-cased",
            required=True,
        ),
        BATCH,
    )

    def __init__(self, options: Mapping[str, str], device: str = "cpu") -> None:
        super().__init__(options, device)
        layers = settings_in(self.model / "config.json").get("num_hidden_layers")
        most = layers if isinstance(layers, int) and layers > 0 else 1000
        self._layers = whole(options, "num_layers", 1, most, said_in="metric")

    def found(self) -> Path:
        """The folder in which transformers saved the model."""
        return folder_of(self.options["model"], "config.json")

    def score(self, segments: Sequence[Segment]) -> list[float]:
        """Scores of segments; an empty text gets 0."""
        if not segments:
            return []
        full = [one for one in segments if one.hypothesis.strip() and one.reference.strip()]
        found: dict[Segment, float] = {}
        if full:
            scorer = self._loaded
            with computing(self.LABEL):
                _, _, f1 = scorer.score(
                    [one.hypothesis for one in full],
                    [one.reference for one in full],
                    batch_size=self.together,
                )
            found = dict(zip(full, f1.tolist(), strict=True))
        return rounded(self.LABEL, (found.get(one, 0.0) for one in segments))

    @cached_property
    def _loaded(self) -> Any:
        package = library("bert_score", self.PACKAGE, self.EXTRA)
        with loading(self.model):
            return package.BERTScorer(
                model_type=str(self.model),
                num_layers=self._layers,
                device=self.device,
                rescale_with_baseline=False,
                idf=False,
            )

    def close(self) -> None:
        """Release the model."""
        self.__dict__.pop("_loaded", None)
