"""BERTScore: options, what is told without its package, and a real run where it is installed."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from lackmus.cli.remedies import worded
from lackmus.errors import LackmusError
from lackmus.machine.packages import MissingPartError
from lackmus.metrics import Segment, open_metric
from tests.metrics.tiny_metrics import LAYERS, make_bert
from tests.refusals import refuses

REFERENCE = "The court upheld the claim."
TEXTS = [
    "The court allowed the action.",
    "The court dismissed the action.",
    REFERENCE,
    REFERENCE.upper(),
    " ",
]
ASKED = [Segment("", REFERENCE, text) for text in TEXTS]


@pytest.mark.parametrize(
    "options, words",
    [
        ({"num_layers": "1"}, "bertscore needs model: folder of the model."),
        ({"model": "."}, "bertscore needs num_layers: the layer whose vectors are compared"),
        ({"model": "no/such", "num_layers": "1"}, "no/such is no folder."),
        ({"model": "empty", "num_layers": "1"}, "there is no config.json in it."),
        ({"model": ".", "num_layers": "0"}, "num_layers cannot be 0. Write a whole number from 1 to 12."),
        ({"model": ".", "num_layers": "13"}, "num_layers cannot be 13. Write a whole number from 1 to 12."),
        ({"model": ".", "num_layers": "1", "batch": "-1"}, "--metric: batch cannot be -1."),
    ],
)
def test_what_is_wrong_with_options(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: dict[str, str], words: str
) -> None:
    """It is said before anything is scored; how many layers there are stands beside the model."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    (tmp_path / "config.json").write_text('{"num_hidden_layers": 12}')
    with pytest.raises(LackmusError) as told:
        open_metric("bertscore", options)
    assert words in worded(told.value)


@pytest.mark.skipif(find_spec("bert_score") is not None, reason="bert-score is installed")
def test_without_the_package(tmp_path: Path) -> None:
    """It is said how to get it, before anything is scored."""
    (tmp_path / "config.json").write_text("{}")
    with (
        open_metric("bertscore", {"model": str(tmp_path), "num_layers": "9"}) as metric,
        refuses(MissingPartError, match=r"needs the package bert-score\. .*lackmus\[bertscore\]"),
    ):
        metric.about("BERTScore")


@pytest.mark.slow
def test_a_real_model(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A small one, run by the package; alone or with others, and without a word."""
    pytest.importorskip("bert_score", reason="bert-score is not installed")
    model = make_bert(tmp_path / "small")
    capfd.readouterr()
    with open_metric("bertscore", {"model": str(model), "num_layers": str(LAYERS)}) as metric:
        assert metric.signature().startswith("package:bert-score 0.3.")
        found = metric.score(ASKED)
        assert [metric.score([one])[0] for one in ASKED] == found
        assert metric.score([]) == []
    assert capfd.readouterr() == ("", "")
    assert found[0] != found[1] and found[2:] == [1.0, 1.0, 0.0]
    with open_metric("bertscore", {"model": str(model), "num_layers": "1"}) as metric:
        assert metric.score(ASKED[:2]) != found[:2]
