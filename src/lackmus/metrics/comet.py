"""COMET and COMETKiwi, from checkpoints of this machine, by the package unbabel-comet."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from lackmus.core.challenges.metrics import Need, Segment
from lackmus.errors import LackmusError
from lackmus.machine.models import library, loading, model_name
from lackmus.machine.options import Option
from lackmus.machine.packages import MissingPartError
from lackmus.machine.small_files import read_small
from lackmus.metrics.models import BATCH, Learned, computing, rounded

CHECKPOINT = Option(
    "model",
    "file of the checkpoint, checkpoints/model.ckpt; hparams.yaml stands one folder above it",
    required=True,
    trusted=True,
    counts=False,
)


class Comet(Learned):
    """Looks at source and reference. The encoder's own files must be on this machine too: COMET fetches them
    when it first loads a checkpoint, and here nothing is fetched."""

    LABEL = "COMET"
    ABOUT = "COMET, by unbabel-comet from a checkpoint of this machine"
    PACKAGE, EXTRA = "unbabel-comet", "comet"
    NEEDS: ClassVar[tuple[Need, ...]] = (Need.SOURCE, Need.REFERENCE)
    OPTIONS = (CHECKPOINT, BATCH)
    # How the package calls the kinds of models that can do this, and what they must have learnt to look at.
    KINDS: ClassVar[tuple[str, ...]] = (
        "regression_metric",
        "ranking_metric",
        "unified_metric",
        "xcomet_metric",
    )
    LOOKS_AT: ClassVar[str] = "ref"

    def found(self) -> Path:
        """The checkpoint, of a kind that looks at what this metric looks at."""
        written = self.options["model"]
        file = Path(written).expanduser().absolute()
        if not file.is_file():
            raise MissingPartError(f"{written} is no file.", "Name a checkpoint with the option model.")
        settings = _settings_of(file)
        kind = settings.get("class_identifier")
        looks_at = settings.get("input_segments") or ("mt", "src", "ref")  # only models of some kinds say so
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
        """All checkpoints are called model.ckpt; the folder of the settings has the name."""
        return model_name(_beside(self.model).parent)

    def score(self, segments: Sequence[Segment]) -> list[float]:
        """As the package does it, without its chatter."""
        if not segments:
            return []
        with computing(self.LABEL):
            predicted = self._loaded.predict(
                [self.sample(one) for one in segments],
                batch_size=self.together,
                gpus=0 if self.device == "cpu" else 1,
                accelerator=self.device,
                progress_bar=False,
                num_workers=0,  # texts are short: whoever would prepare them takes longer to start
            )
        return rounded(self.LABEL, predicted["scores"])

    def sample(self, segment: Segment) -> dict[str, str]:
        """A segment in the words of the package."""
        return {"src": segment.source, "mt": segment.hypothesis, "ref": segment.reference}

    @cached_property
    def _loaded(self) -> Any:
        package = library("comet", self.PACKAGE, self.EXTRA)
        with loading(self.model):
            return package.load_from_checkpoint(str(self.model), local_files_only=True)

    def close(self) -> None:
        """Let go of the model."""
        self.__dict__.pop("_loaded", None)


class CometKiwi(Comet):
    """Looks at the source alone."""

    LABEL = "COMETKiwi"
    ABOUT = "COMETKiwi: COMET without a reference, by unbabel-comet from a checkpoint of this machine"
    NEEDS = (Need.SOURCE,)
    KINDS = ("referenceless_regression_metric", "unified_metric", "xcomet_metric")
    LOOKS_AT = "src"

    def sample(self, segment: Segment) -> dict[str, str]:
        """Without a reference."""
        return {"src": segment.source, "mt": segment.hypothesis}


def _beside(checkpoint: Path) -> Path:
    """Where the package looks for the settings; links are not followed, as it follows none."""
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
