"""BLEU, chrF, chrF++, TER and spBLEU: sacrebleu's own numbers, and some that can be counted by hand."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.metrics.ter import TER

from lackmus.errors import LackmusError
from lackmus.metrics import Segment, open_metric
from tests.engines.tiny_models import make_pieces
from tests.refusals import refuses

RAIN, NOTE = "It has been raining since Monday, hasn't it?", "“Don't!” – she said; Ø 3,5 °C."
SEGMENTS = [
    Segment("", reference, hypothesis)
    for reference, hypothesis in [
        (RAIN, "It has been raining since Monday, has it not?"),
        (NOTE, "“Don’t!” she said: 3.5 °C on average ."),
        (RAIN, RAIN),
        (RAIN, "since Monday it has been RAINING, hasn't it?"),
        (NOTE, RAIN),
        ("Sie mag Äpfel.", "sie mag äpfel ."),
        ("他喜欢苹果。", "她喜欢红苹果。"),
        ("No", "Yes"),
        ("Rain", ""),
        ("", "Rain"),
        ("", ""),
        ("   ", " \t"),
        ("a | b", "a \n b "),
    ]
]


@pytest.mark.parametrize(
    "name, options, theirs",
    [
        ("bleu", {}, lambda: BLEU(effective_order=True)),
        ("bleu", {"lowercase": "yes"}, lambda: BLEU(effective_order=True, lowercase=True)),
        *(
            ("bleu", {"tokenize": one}, lambda one=one: BLEU(effective_order=True, tokenize=one))
            for one in ("13a", "intl", "char", "zh", "none")
        ),
        ("chrf", {}, CHRF),
        ("chrf", {"beta": "3"}, lambda: CHRF(beta=3)),
        (
            "chrf",
            {"lowercase": "yes", "whitespace": "yes"},
            lambda: CHRF(lowercase=True, whitespace=True),
        ),
        ("chrf++", {}, lambda: CHRF(word_order=2)),
        ("ter", {}, TER),
        ("ter", {"case_sensitive": "yes"}, lambda: TER(case_sensitive=True)),
        (
            "ter",
            {"normalized": "yes", "asian_support": "yes"},
            lambda: TER(normalized=True, asian_support=True),
        ),
    ],
)
def test_the_numbers_are_those_of_sacrebleu(
    name: str, options: dict[str, str], theirs: Callable[[], BLEU | CHRF | TER]
) -> None:
    """Exactly, with its signature, though each reference is looked at once."""
    plain = theirs()
    expected = [plain.sentence_score(one.hypothesis, [one.reference]).score for one in SEGMENTS]
    with open_metric(name, options) as metric:
        assert metric.score(SEGMENTS) == expected
        assert metric.score(SEGMENTS[::-1]) == expected[::-1]
        assert metric.score([]) == []
        assert metric.signature() == str(plain.get_signature())


@pytest.mark.parametrize(
    "name, reference, hypothesis, score",
    [
        ("bleu", "It rains", "It snows", 50),  # 1 of 2 words; 0 of 1 pair, smoothed to ½: √(½ · ½)
        ("bleu", "It rains today", "It rains today", 100),
        ("bleu", "It rains today", "Snow", 0),
        ("chrf", "abd", "abc", 100 * (2 / 3 + 1 / 2 + 0) / 3),  # 2 of 3 letters, 1 of 2 pairs, 0 of 1 triple
        ("chrf++", "abd", "abc", 100 * (2 / 3 + 1 / 2 + 0 + 0) / 4),  # and 0 of 1 word
        ("ter", "Today it rains here", "Today it snows here", 25),  # one of four replaced
        ("ter", "it rains here today", "today it rains here", 25),  # one of four moved
        ("ter", "It rains", "IT RAINS", 0),
    ],
)
def test_what_can_be_counted_by_hand(name: str, reference: str, hypothesis: str, score: float) -> None:
    """Published definitions, small enough for a pencil."""
    (found,) = open_metric(name).score([Segment("", reference, hypothesis)])
    assert found == pytest.approx(score)


@pytest.fixture(scope="module")
def pieces(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small SentencePiece model."""
    file = tmp_path_factory.mktemp("pieces") / "tiny.model"
    make_pieces(file, "unigram")
    return file


@pytest.mark.parametrize("lowercase", ["no", "yes"])
def test_spbleu_cuts_as_sacrebleu_does(
    pieces: Path, lowercase: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sacrebleu's own tokenizer, which finds our model where it expects the one it would download."""
    from sacrebleu.tokenizers import tokenizer_spm

    (tmp_path / "models").mkdir()
    shutil.copy(pieces, tmp_path / "models" / Path(tokenizer_spm.SPM_MODELS["flores101"]["url"]).name)
    monkeypatch.setattr(tokenizer_spm, "SACREBLEU_DIR", str(tmp_path))
    theirs = BLEU(effective_order=True, tokenize="flores101", lowercase=lowercase == "yes")
    expected = [theirs.sentence_score(one.hypothesis, [one.reference]).score for one in SEGMENTS]
    with open_metric("spbleu", {"model": str(pieces), "lowercase": lowercase}) as metric:
        assert metric.score(SEGMENTS) == expected
        theirs_says, ours_says = str(theirs.get_signature()), metric.signature()
    assert ours_says.replace(ours_says.split("tok:")[1].split("|")[0], "flores101") == theirs_says
    assert len({*expected}) > 4


def test_spbleu_is_its_model(pieces: Path, tmp_path: Path) -> None:
    """What lies elsewhere is the same, what has other pieces is not."""
    copy, other = tmp_path / "copy.model", tmp_path / "other.model"
    shutil.copy(pieces, copy)
    make_pieces(other, "char")

    def identity(file: Path, **options: str) -> Any:
        return open_metric("spbleu", {"model": str(file), **options}).identity()

    assert identity(copy) == identity(pieces)
    assert identity(other) != identity(pieces)
    assert identity(pieces, lowercase="yes") != identity(pieces)


@pytest.mark.parametrize(
    "name, options, said",
    [
        ("bleu", {"tokenize": "spm"}, r"tokenize cannot be spm\. Choose 13a, intl, char, zh, none\."),
        ("bleu", {"beta": "2"}, r"bleu has no option beta\. It has tokenize, lowercase\."),
        ("chrf", {"beta": "0"}, r"--metric: beta cannot be 0\. Write a whole number from 1 to 100\."),
        ("ter", {"normalized": "true"}, r"normalized cannot be true\. Choose no, yes\."),
        ("spbleu", {}, r"spbleu needs model: .* Say it: --metric 'spbleu:model=…'\."),
        ("spbleu", {"model": "nowhere.model"}, r"nowhere\.model is no file\. Name the file of a Sent"),
        ("spbleu", {"model": __file__}, r"test_overlap\.py is no SentencePiece model\.$"),
    ],
)
def test_mistakes_show_before_anything_is_scored(name: str, options: dict[str, str], said: str) -> None:
    """When the metric is opened."""
    with refuses(LackmusError, match=said):
        open_metric(name, options)


@pytest.mark.parametrize("heavy", ["sacrebleu", "sentencepiece", "rapidfuzz"])
def test_looking_at_them_loads_nothing(heavy: str) -> None:
    """Who only lists the metrics must not wait for what they need."""
    code = f"import sys, lackmus.metrics.overlap, lackmus.metrics.plain; print({heavy!r} in sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert told.stdout.strip() == "False"
