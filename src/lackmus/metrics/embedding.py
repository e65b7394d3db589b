"""Cosine of sentence embeddings of a translation and its reference, or its source."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from lackmus.core.challenges.metrics import MetricInfo, Need, Segment
from lackmus.machine.options import Option
from lackmus.machine.packages import folder_of, library, loading
from lackmus.metrics.models import BATCH, MODEL, Learned, computing, rounded


class Embedding(Learned):
    """The cosine of two embeddings, from any model that sentence-transformers can load.

    A model reads only a limited number of tokens; the rest of a text is ignored, as usual with such models.
    """

    LABEL = "Embedding"
    ABOUT = "cosine of sentence embeddings, by a sentence-transformers model in a folder of this machine"
    PACKAGE, EXTRA = "sentence-transformers", "embedding"
    OPTIONS = (
        MODEL,
        Option(
            "against",
            "what a translation is compared with; source needs a model of both languages",
            "reference",
            tuple(Need),
        ),
        BATCH,
    )

    def found(self) -> Path:
        """The folder in which sentence-transformers saved the model."""
        return folder_of(self.options["model"], "modules.json")

    def about(self, name: str) -> MetricInfo:
        """What it declares: it needs only the text it compares with."""
        return replace(super().about(name), needs=(Need(self.options["against"]),))

    def score(self, segments: Sequence[Segment]) -> list[float]:
        """Scores of segments; each distinct text is embedded once."""
        numpy, model = self._loaded
        against = self.options["against"]
        pairs = [(getattr(one, against), one.hypothesis) for one in segments]
        texts = list(dict.fromkeys(text for pair in pairs for text in pair))
        if not texts:
            return []
        with computing(self.LABEL):
            found = model.encode(
                texts, batch_size=self.together, convert_to_numpy=True, show_progress_bar=False
            ).astype(numpy.float64)
        # A model may give a zero vector, as for an empty text: its cosine is 0.
        lengths = numpy.linalg.norm(found, axis=1, keepdims=True)
        unit = dict(zip(texts, found / numpy.where(lengths > 0, lengths, 1), strict=True))
        return rounded(self.LABEL, (unit[one] @ unit[other] for one, other in pairs))

    @cached_property
    def _loaded(self) -> tuple[Any, Any]:
        """numpy and the model, loaded from the folder only."""
        import numpy

        sentences = library("sentence_transformers", self.PACKAGE, self.EXTRA)
        with loading(self.model):
            model = sentences.SentenceTransformer(
                str(self.model), device=self.device, local_files_only=True, trust_remote_code=False
            )
        return numpy, model.eval()

    def close(self) -> None:
        """Release the model."""
        self.__dict__.pop("_loaded", None)
