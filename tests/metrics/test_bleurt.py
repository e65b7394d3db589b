"""BLEURT: two kinds of folders, and folders that are none of them."""

import json
import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest

from lackmus.errors import LackmusError
from lackmus.machine.packages import MissingPartError
from lackmus.metrics import Segment, open_metric
from tests.metrics.tiny_metrics import LONGEST, make_bert, make_bleurt

REFERENCE = "He turned her down."
TEXTS = ["He rejected her.", "He gave her a basket.", "HE rejected her.", ""]
ASKED = [Segment("", REFERENCE, text) for text in TEXTS]


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A BERT that gives one number, as checkpoints of 2020 are around."""
    return make_bert(tmp_path_factory.mktemp("models") / "plain", labels=1)


def by_hand(folder: Path, text: str) -> float:
    """The number, computed by transformers itself."""
    import torch
    import transformers

    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    model = transformers.AutoModelForSequenceClassification.from_pretrained(folder).eval()
    with torch.no_grad():
        return float(model(**tokenizer([REFERENCE], [text], return_tensors="pt")).logits[0, 0])


def test_a_plain_bert(plain: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Reference first, translation second; alone or with others."""
    with open_metric("bleurt", {"model": str(plain)}) as metric:
        found = metric.score(ASKED)
        assert [metric.score([one])[0] for one in ASKED] == found
        assert metric.score([]) == []
        assert metric.signature().startswith("package:transformers ")
        turned = [Segment("", one.hypothesis, one.reference) for one in ASKED]
        assert metric.score(turned) != found
        assert len(metric.score([Segment("", "word " * LONGEST, "word " * LONGEST)])) == 1  # it is cut
    assert capfd.readouterr() == ("", "")
    assert found == pytest.approx([by_hand(plain, text) for text in TEXTS], abs=2e-6)
    assert found[0] != found[1] and found[0] == found[2]  # its pieces know no capitals
    with open_metric("bleurt", {"model": str(plain), "batch": "3"}) as metric:
        assert metric.score(ASKED) == pytest.approx(found, abs=2e-6)


@pytest.mark.parametrize("labels", [None, 2], ids=["no head", "two numbers"])
def test_a_bert_that_gives_no_score(tmp_path: Path, labels: int | None) -> None:
    """Its head would be made up at random, and nobody would see it."""
    model = make_bert(tmp_path / "model", labels)
    config = json.loads((model / "config.json").read_text())
    if labels is None:
        (model / "config.json").write_text(json.dumps({**config, "num_labels": 1}))
    with (
        open_metric("bleurt", {"model": str(model)}) as metric,
        pytest.raises(LackmusError, match="this model was not trained to give a score"),
    ):
        metric.score(ASKED)


def test_broken_weights(plain: Path, tmp_path: Path) -> None:
    """Told in one line."""
    broken = tmp_path / "broken"
    shutil.copytree(plain, broken)
    (broken / "model.safetensors").write_bytes(b"no weights")
    with (
        open_metric("bleurt", {"model": str(broken)}) as metric,
        pytest.raises(LackmusError, match="broken: the model cannot be loaded") as told,
    ):
        metric.score(ASKED)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    "config, words",
    [
        (None, "there is no config.json in it."),
        ("{", "it cannot be read"),
        ("{}", "nothing is no BLEURT."),
        ('{"model_type": "marian"}', "marian is no BLEURT."),
    ],
)
def test_a_folder_of_another_kind(tmp_path: Path, config: str | None, words: str) -> None:
    """It is refused before anything is scored."""
    if config is not None:
        (tmp_path / "config.json").write_text(config)
    with pytest.raises(LackmusError) as told:
        open_metric("bleurt", {"model": str(tmp_path)})
    assert words in str(told.value)


@pytest.mark.skipif(find_spec("bleurt_pytorch") is not None, reason="bleurt-pytorch is installed")
def test_without_the_package(tmp_path: Path) -> None:
    """It is said how to get it, before anything is scored."""
    (tmp_path / "config.json").write_text('{"model_type": "bleurt"}')
    with (
        open_metric("bleurt", {"model": str(tmp_path)}) as metric,
        pytest.raises(MissingPartError, match=r"needs the package bleurt-pytorch\. .*lackmus\[bleurt\]"),
    ):
        metric.about("BLEURT")


@pytest.mark.slow
def test_a_model_of_bleurt_pytorch(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A small one, loaded and run by the package."""
    pytest.importorskip("bleurt_pytorch", reason="bleurt-pytorch is not installed: it needs transformers 4")
    model = make_bleurt(tmp_path / "small")
    capfd.readouterr()
    with open_metric("bleurt", {"model": str(model)}) as metric:
        assert metric.signature().startswith("package:bleurt-pytorch 0.0.1|model:small|")
        found = metric.score(ASKED)
        assert [metric.score([one])[0] for one in ASKED] == found
    assert capfd.readouterr() == ("", "")
    assert found[0] != found[1] and found[0] == found[2]
