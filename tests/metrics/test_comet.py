"""COMET and COMETKiwi: which checkpoints are theirs, and what is told where they cannot run."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from lackmus.cli.remedies import worded
from lackmus.core.challenges.metrics import Need
from lackmus.errors import LackmusError
from lackmus.machine.packages import MissingPartError
from lackmus.metrics import Segment, metric_class, open_metric
from tests.metrics.tiny_metrics import make_comet
from tests.refusals import refuses

SOURCE, REFERENCE = "Das Schloss klemmt.", "The lock is stuck."
TEXTS = ["The lock is jammed.", "The castle is jammed.", "the LOCK is jammed."]
ASKED = [Segment(SOURCE, REFERENCE, text) for text in TEXTS]


def checkpoint(folder: Path, settings: str | None, content: bytes = b"no weights") -> Path:
    """What looks like a checkpoint of COMET."""
    file = folder / "checkpoints" / "model.ckpt"
    file.parent.mkdir(parents=True)
    file.write_bytes(content)
    if settings is not None:
        (folder / "hparams.yaml").write_text(settings)
    return file


@pytest.mark.parametrize(
    "name, needs", [("comet", {Need.SOURCE, Need.REFERENCE}), ("cometkiwi", {Need.SOURCE})]
)
def test_what_they_need(name: str, needs: set[Need]) -> None:
    """It decides in which group they are ranked, and what they are told."""
    assert set(metric_class(name).NEEDS) == needs


@pytest.mark.parametrize(
    "name, settings, words",
    [
        ("comet", None, "hparams.yaml. COMET needs it beside the folder of the checkpoint."),
        ("comet", "class_identifier: [", "hparams.yaml: it cannot be read"),
        ("comet", "- 1", "hparams.yaml: nothing (mt, src, ref) is no model for COMET."),
        (
            "comet",
            "class_identifier: referenceless_regression_metric",
            "referenceless_regression_metric (mt, src, ref) is no model for COMET. Is it one for cometkiwi?",
        ),
        (
            "comet",
            "{class_identifier: unified_metric, input_segments: [mt, src]}",
            "unified_metric (mt, src) is no model for COMET. Is it one for cometkiwi?",
        ),
        (
            "cometkiwi",
            "{class_identifier: unified_metric, input_segments: [mt, ref]}",
            "unified_metric (mt, ref) is no model for COMETKiwi. Is it one for comet?",
        ),
        ("cometkiwi", "class_identifier: regression_metric", "is no model for COMETKiwi."),
    ],
)
def test_a_checkpoint_of_another_kind(tmp_path: Path, name: str, settings: str | None, words: str) -> None:
    """It is refused before anything is scored, with or without the package."""
    with pytest.raises(LackmusError) as told:
        open_metric(name, {"model": str(checkpoint(tmp_path, settings))})
    assert words in worded(told.value) and "\n" not in worded(told.value)


@pytest.mark.parametrize(
    "options, words",
    [
        ({}, "comet needs model: file of the checkpoint"),
        ({"model": "no/such.ckpt"}, "no/such.ckpt is no file."),
        ({"model": "."}, ". is no file."),
        ({"model": "x", "batch": "0"}, "--metric: batch cannot be 0."),
    ],
)
def test_what_is_wrong_with_options(options: dict[str, str], words: str) -> None:
    """It is said before anything is scored."""
    with pytest.raises(LackmusError) as told:
        open_metric("comet", options)
    assert words in worded(told.value)


@pytest.mark.skipif(find_spec("comet") is not None, reason="unbabel-comet is installed")
@pytest.mark.parametrize(
    "name, kind", [("comet", "regression_metric"), ("cometkiwi", "referenceless_regression_metric")]
)
def test_without_the_package(tmp_path: Path, name: str, kind: str) -> None:
    """It is said how to get it, before anything is scored."""
    file = checkpoint(tmp_path, f"class_identifier: {kind}")
    with (
        open_metric(name, {"model": str(file)}) as metric,
        refuses(MissingPartError, match=r"needs the package unbabel-comet\. .*lackmus\[comet\]"),
    ):
        metric.about(name)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name, kind",
    [
        ("comet", "regression_metric"),
        ("cometkiwi", "referenceless_regression_metric"),
        ("cometkiwi", "unified_metric"),
    ],
)
def test_a_real_checkpoint(tmp_path: Path, name: str, kind: str, capfd: pytest.CaptureFixture[str]) -> None:
    """A small one, loaded and run by the package; alone or with others, and without a word."""
    pytest.importorskip("comet", reason="unbabel-comet is not installed: its pins are older than ours")
    file = make_comet(tmp_path / "small", kind)
    capfd.readouterr()
    with open_metric(name, {"model": str(file)}) as metric:
        assert metric.signature().startswith("package:unbabel-comet 2.")
        assert "|model:small|" in metric.signature()
        found = metric.score(ASKED)
        assert [metric.score([one])[0] for one in ASKED] == found
        assert metric.score([]) == []
        assert found[0] != found[1] and found[0] == found[2]  # its pieces know no capitals
        blind = metric.score([one._replace(reference="") for one in ASKED])
        assert (blind == found) == (name == "cometkiwi")
        assert metric.score([one._replace(source="") for one in ASKED]) != found
    with open_metric(name, {"model": str(file), "batch": "2"}) as metric:
        assert metric.score(ASKED) == pytest.approx(found, abs=2e-6)
    assert capfd.readouterr() == ("", "")


@pytest.mark.slow
def test_a_file_that_is_no_checkpoint(tmp_path: Path) -> None:
    """Told in one line."""
    pytest.importorskip("comet", reason="unbabel-comet is not installed: its pins are older than ours")
    file = checkpoint(tmp_path, "class_identifier: regression_metric")
    with (
        open_metric("comet", {"model": str(file)}) as metric,
        refuses(LackmusError, match=r"model\.ckpt: the model cannot be loaded") as told,
    ):
        metric.score(ASKED)
    assert "\n" not in worded(told.value)
