"""COMET and COMETKiwi, from checkpoints of this machine, by the package unbabel-comet."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from lackmus.core.challenges.metrics import Need, Segment
from lackmus.errors import LackmusError
from lackmus.machine.files import read_small
from lackmus.machine.options import Option
from lackmus.machine.packages import MissingPartError, library, loading, model_name
from lackmus.metrics.models import BATCH, Learned, computing, rounded

CHECKPOINT = Option(
    "model",
    "file of the checkpoint, checkpoints/model.ckpt; hparams.yaml stands one folder above it",
    required=True,
    trusted=True,
    counts=False,
)


class Comet(Learned):
    """COMET with source and reference. The encoder's files must be on this machine too: COMET would download
    them on first use, but here nothing is downloaded."""

    LABEL = "COMET"
    ABOUT = "COMET, by unbabel-comet from a checkpoint of this machine"
    PACKAGE, EXTRA = "unbabel-comet", "comet"
    NEEDS: ClassVar[tuple[Need, ...]] = (Need.SOURCE, Need.REFERENCE)
    OPTIONS = (CHECKPOINT, BATCH)
    # Names of suitable model classes in the package, and the inputs they must support.
    KINDS: ClassVar[tuple[str, ...]] = (
        "regression_metric",
        "ranking_metric",
        "unified_metric",
        "xcomet_metric",
    )
    LOOKS_AT: ClassVar[str] = "ref"

    def found(self) -> Path:
        """The checkpoint, of a kind with the inputs of this metric."""
        written = self.options["model"]
        file = Path(written).expanduser().absolute()
        if not file.is_file():
            raise MissingPartError(f"{written} is no file.", "Name a checkpoint with the option model.")
        settings = _settings_of(file)
        kind = settings.get("class_identifier")
        looks_at = settings.get("input_segments") or ("mt", "src", "ref")  # only some model kinds say so
        if kind not in self.KINDS or self.LOOKS_AT not in looks_at:
            other = "cometkiwi" if self.LOOKS_AT == "ref" else "comet"
            raise LackmusError(
                f"{_beside(file)}: {kind or 'nothing'} ({', '.join(map(str, looks_at))}) is no model for "
                f"{self.LABEL}.",
                f"Is it one for {other}?",
            )
        return file

    def files(self) -> Mapping[str, Path]:
        """The weights, and the settings beside them."""
        return {"model.ckpt": self.model, "hparams.yaml": _beside(self.model)}

    def called(self) -> str:
        """The name of the model: its folder, because all checkpoints are called model.ckpt."""
        return model_name(_beside(self.model).parent)

    def score(self, segments: Sequence[Segment]) -> list[float]:
        """Scores by the package, without its output."""
        if not segments:
            return []
        with computing(self.LABEL):
            predicted = self._loaded.predict(
                [self.sample(one) for one in segments],
                batch_size=self.together,
                gpus=0 if self.device == "cpu" else 1,
                accelerator=self.device,
                progress_bar=False,
                num_workers=0,  # texts are short: starting workers would take longer
            )
        return rounded(self.LABEL, predicted["scores"])

    def sample(self, segment: Segment) -> dict[str, str]:
        """A segment with the keys of the package."""
        return {"src": segment.source, "mt": segment.hypothesis, "ref": segment.reference}

    @cached_property
    def _loaded(self) -> Any:
        package = library("comet", self.PACKAGE, self.EXTRA)
        with loading(self.model):
            return package.load_from_checkpoint(str(self.model), local_files_only=True)

    def close(self) -> None:
        """Release the model."""
        self.__dict__.pop("_loaded", None)


class CometKiwi(Comet):
    """COMETKiwi: uses the source, not a reference."""

    LABEL = "COMETKiwi"
    ABOUT = "COMETKiwi: COMET without a reference, by unbabel-comet from a checkpoint of this machine"
    NEEDS = (Need.SOURCE,)
    KINDS = ("referenceless_regression_metric", "unified_metric", "xcomet_metric")
    LOOKS_AT = "src"

    def sample(self, segment: Segment) -> dict[str, str]:
        """A segment without a reference."""
        return {"src": segment.source, "mt": segment.hypothesis}


def _beside(checkpoint: Path) -> Path:
    """Where the package looks for the settings; like the package, it follows no links."""
    return checkpoint.parent.parent / "hparams.yaml"


def _settings_of(checkpoint: Path) -> dict[str, Any]:
    import yaml

    file = _beside(checkpoint)
    if not file.is_file():
        raise MissingPartError(
            f"{checkpoint}: there is no {file}.", "COMET needs it beside the folder of the checkpoint."
        )
    try:
        found = yaml.safe_load(read_small(file))
    except (OSError, ValueError, RecursionError, yaml.YAMLError) as problem:
        said = " ".join(str(problem).split())
        raise MissingPartError(f"{file}: it cannot be read ({said[:200]}).") from None
    return found if isinstance(found, dict) else {}
