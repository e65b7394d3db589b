"""Embedding cosine: what is compared with what, when two texts tie, and what a model is known by."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from lackmus.cli.remedies import worded
from lackmus.core.challenges.metrics import REFERENCE_BASED, REFERENCE_FREE, Need
from lackmus.errors import LackmusError
from lackmus.machine.packages import MissingPartError, needed
from lackmus.metrics import Metric, Segment, open_metric
from tests.metrics.tiny_metrics import make_sentences
from tests.refusals import refuses

SOURCE, REFERENCE = "Sie sprach von ihrem Mann.", "She spoke of her husband."
TEXTS = [
    "She talked about her husband.",
    "She talked about her man.",
    "Her husband was what she spoke of.",
    "",
]
ASKED = [Segment(SOURCE, REFERENCE, text) for text in TEXTS]


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sentence model of a few kilobytes."""
    return make_sentences(tmp_path_factory.mktemp("models") / "tiny")


@pytest.fixture(scope="module")
def by_hand(tiny: Path) -> Any:
    """The cosine, computed by the package itself."""
    import sentence_transformers

    model = sentence_transformers.SentenceTransformer(str(tiny), device="cpu", local_files_only=True)

    def cosine(one: str, other: str) -> float:
        found = model.encode([one, other], show_progress_bar=False)
        return float(sentence_transformers.util.cos_sim(found[0], found[1])[0][0])

    return cosine


def embedding(model: Path, **options: str) -> Metric:
    """The metric with a model."""
    return open_metric("embedding", {"model": str(model), **options})


@pytest.mark.parametrize(
    "against, other, needs, group",
    [
        ("reference", REFERENCE, (Need.REFERENCE,), REFERENCE_BASED),
        ("source", SOURCE, (Need.SOURCE,), REFERENCE_FREE),
    ],
)
def test_what_is_compared(
    tiny: Path, by_hand: Any, against: str, other: str, needs: tuple[Need, ...], group: str
) -> None:
    """The translation with the reference, or with the source."""
    with embedding(tiny, against=against) as metric:
        about = metric.about("tiny")
        found = metric.score(ASKED)
    assert (about.needs, about.higher, about.usual_group) == (needs, True, group)
    assert found == pytest.approx([by_hand(other, text) for text in TEXTS], abs=2e-6)
    assert len(set(found)) == len(TEXTS)  # it is no constant


def test_a_score_depends_on_nothing_else(tiny: Path) -> None:
    """Neither on what is scored beside it, nor on the order: or noise would decide."""
    with embedding(tiny) as metric:
        found = metric.score(ASKED)
        assert [metric.score([one])[0] for one in ASKED] == found
        assert list(metric.score(ASKED[::-1]))[::-1] == found
        assert metric.score([]) == []
    with embedding(tiny, batch="3") as metric:  # padding changes the last digit at most
        assert metric.score(ASKED) == pytest.approx(found, abs=2e-6)


@pytest.mark.parametrize(
    "one, other",
    [
        (REFERENCE, REFERENCE.upper()),  # this model makes capitals small
        (REFERENCE, "  She   spoke of her husband. "),
        ("She talked about HER man.", "she talked about her man."),
    ],
)
def test_texts_that_are_the_same_to_the_model_tie(tiny: Path, one: str, other: str) -> None:
    """Exactly, in one batch or in two; and what is the reference is at 1."""
    with embedding(tiny) as metric:
        pair = metric.score([Segment("", REFERENCE, one), ASKED[1], Segment("", REFERENCE, other)])
        assert pair[0] == pair[2] == metric.score([Segment("", REFERENCE, other)])[0]
        assert (pair[0] == 1.0) == (one == REFERENCE)


def test_each_text_is_embedded_once(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many translations share a reference."""
    with embedding(tiny) as metric:
        metric.score(ASKED[:1])
        _, model = metric._loaded  # type: ignore[attr-defined]
        asked: list[str] = []
        encode = model.encode

        def watched(texts: list[str], **how: Any) -> Any:
            asked.extend(texts)
            return encode(texts, **how)

        monkeypatch.setattr(model, "encode", watched)
        metric.score([*ASKED, ASKED[0]])
    assert sorted(asked) == sorted([REFERENCE, *TEXTS])


def test_what_a_model_is_known_by(tiny: Path, tmp_path: Path) -> None:
    """By what is in the folder, not by where it lies or how it is called."""
    copied = tmp_path / "models--Somebody--tiny" / "snapshots" / "0a1b"
    shutil.copytree(tiny, copied)
    with embedding(tiny) as metric, embedding(copied) as other:
        assert metric.identity() == other.identity()
        assert "|model:tiny|" in metric.signature() and "|model:Somebody/tiny|" in other.signature()
        assert "sentence-transformers " in metric.signature()
    with embedding(tiny, batch="8") as other:
        assert metric.identity() != other.identity()
    with embedding(tiny, against="source") as other:
        assert metric.identity() != other.identity()
    weights = next(copied.rglob("*.safetensors"))
    content = bytearray(weights.read_bytes())
    content[-1] ^= 1
    weights.write_bytes(content)
    with embedding(copied) as other:
        assert metric.identity() != other.identity()


@pytest.mark.parametrize(
    "options, words",
    [
        ({"model": ""}, "embedding needs model: folder of the model."),
        ({"model": "no/such/folder"}, "no/such/folder is no folder."),
        ({"model": "."}, "holds no model of this kind: there is no modules.json in it."),
        ({"batch": "0"}, "--metric: batch cannot be 0."),
        ({"batch": "many"}, "--metric: batch cannot be many."),
        ({"against": "both"}, "--metric: against cannot be both. Choose source, reference."),
    ],
)
def test_what_is_wrong_with_options(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: dict[str, str], words: str
) -> None:
    """It is said before anything is scored."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(LackmusError) as told:
        open_metric("embedding", {"model": str(tiny), **options})
    assert words in worded(told.value)


def test_a_device_that_is_not_there(tiny: Path) -> None:
    """It is said, and what would be right; `auto` takes what there is."""
    import torch

    with refuses(LackmusError, match=r"^--device: there is no tpu\. Choose cpu, cuda, mps, auto\.$"):
        open_metric("embedding", {"model": str(tiny)}, "tpu")
    if torch.cuda.is_available() or torch.backends.mps.is_available():
        pytest.skip("this machine has a graphics card")
    with refuses(LackmusError, match=r"^--device: this machine has no cuda\. Choose cpu or auto\.$"):
        open_metric("embedding", {"model": str(tiny)}, "cuda")
    assert open_metric("embedding", {"model": str(tiny)}, "auto").device == "cpu"


def test_a_broken_model_is_told_in_one_line(tiny: Path, tmp_path: Path) -> None:
    """Whatever the libraries say about it."""
    broken = tmp_path / "broken"
    shutil.copytree(tiny, broken)
    next(broken.rglob("*.safetensors")).write_bytes(b"no weights")
    with (
        embedding(broken) as metric,
        refuses(LackmusError, match="broken: the model cannot be loaded") as told,
    ):
        metric.score(ASKED)
    assert "\n" not in worded(told.value)


def test_a_package_that_is_missing(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said how to get it."""
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with embedding(tiny) as metric, refuses(MissingPartError, match=r"lackmus\[embedding\]"):
        metric.score(ASKED)


def test_a_package_that_lacks_something_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is there: to say that it is missing would help nobody."""
    (tmp_path / "half_a_package.py").write_text("import no_such_part")
    monkeypatch.syspath_prepend(tmp_path)
    with refuses(MissingPartError, match=r"half-a-package cannot be loaded \(.*no_such_part"):
        needed("half_a_package", "half-a-package", "embedding")


def test_opening_is_light(tiny: Path) -> None:
    """A model is loaded for the first score; where all scores are known, it never is."""
    code = (
        "import sys; from lackmus.metrics import open_metric;"
        f"open_metric('embedding', {{'model': {str(tiny)!r}}}).about('tiny');"
        "print(*sorted({'torch', 'transformers', 'sentence_transformers', 'numpy'} & set(sys.modules)))"
    )
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, encoding="utf-8")
    assert {"torch", "transformers", "sentence_transformers"}.isdisjoint(loaded.stdout.split())


def test_nothing_is_printed(tiny: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A report goes to where the libraries would chat."""
    with embedding(tiny) as metric:
        metric.score(ASKED)
    assert capfd.readouterr() == ("", "")
