"""SimAlign: the links that the package finds, for many pairs, by a model in a folder and by no other."""

import json
import shutil
import socket
import subprocess
import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lackmus.aligners import Aligner, open_aligner
from lackmus.cli.remedies import worded
from lackmus.core.base.choices import Symmetry
from lackmus.core.trees.links import links
from lackmus.errors import LackmusError
from lackmus.machine.packages import MissingPartError
from tests.metrics.tiny_metrics import LAYERS, LONGEST, make_bert
from tests.parsers.tiny_models import need, only_once
from tests.refusals import refuses

pytestmark = pytest.mark.slow  # torch alone takes seconds to load

SHE = ["she", "spoke", "of", "her", "husband"]
PAIRS = [
    (SHE, ["sie", "sprach", "von", "ihrem", "mann"]),
    (SHE, ["von", "ihrem", "mann", "hat", "sie", "erzählt"]),
    (SHE, []),
    (["it", "rains"], ["es", "regnet"]),
    ([], []),
    (["rain"], ["regen", "fällt", "auf", "das", "haus"]),
    (SHE, ["sie", "sprach", "von", "ihrem", "mann"]),
]
SOURCE, TARGET = [one for one, _ in PAIRS], [other for _, other in PAIRS]
METHODS = {"argmax": ("a", "inter"), "itermax": ("i", "itermax"), "match": ("m", "mwmf")}


def _small(folder: Path) -> None:
    make_bert(folder)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A BERT of a few kilobytes."""
    need("simalign")
    return only_once(tmp_path_factory, "tiny-bert", _small)


@pytest.fixture
def copied(model: Path, tmp_path: Path) -> Path:
    """A copy of it, which may be changed."""
    shutil.copytree(model, tmp_path / "copied")
    return tmp_path / "copied"


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that looks like a model, and a machine that seems to have SimAlign."""
    (tmp_path / "config.json").write_text('{"num_hidden_layers": 12}')
    monkeypatch.setattr("lackmus.machine.packages.version", lambda package: "0.4")
    return tmp_path


def opened(model: Path, **options: str) -> Aligner:
    """The aligner with a model."""
    return open_aligner("simalign", {"model": str(model), "layer": str(LAYERS), **options})


def aligned(
    aligner: Aligner, pairs: Sequence[tuple[Sequence[str], Sequence[str]]]
) -> list[list[tuple[int, int]]]:
    """The links of each pair, counted in its sentences."""
    found = aligner.align([one for one, _ in pairs], [other for _, other in pairs])
    assert len(found) == len(pairs)
    by_pair: list[list[tuple[int, int]]] = [[] for _ in pairs]
    for left, right in links(found).tolist():
        place = int(np.searchsorted(found.source_bounds, left, side="right")) - 1
        assert found.target_bounds[place] <= right < found.target_bounds[place + 1]
        by_pair[place].append((left - found.source_bounds[place], right - found.target_bounds[place]))
    return by_pair


def by_hand(model: Path, method: str, pairs: Sequence[tuple[Sequence[str], Sequence[str]]]) -> Any:
    """What the package itself answers to one pair after another."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        simalign: Any = import_module("simalign")
        asked, answer = METHODS[method]
        package = simalign.SentenceAligner(model=str(model), matching_methods=asked, layer=LAYERS)
        return [
            package.get_word_aligns(list(one), list(other))[answer] if one and other else []
            for one, other in pairs
        ]


@pytest.mark.parametrize("batch", ["1", "4"])
@pytest.mark.parametrize("method", METHODS)
def test_links_are_those_of_the_package(method: str, batch: str, model: Path) -> None:
    """Pair by pair, whatever else is aligned; empty sentences have none."""
    with opened(model, method=method, batch=batch) as aligner:
        found = aligned(aligner, PAIRS)
    assert found == by_hand(model, method, PAIRS)
    assert [bool(one) for one in found] == [True, True, False, True, False, True, True]
    assert found[0] == found[-1] != found[1]


def test_methods_differ(model: Path) -> None:
    """Argmax has fewest links, and itermax has all of them."""
    sets = {}
    for method in METHODS:
        with opened(model, method=method) as aligner:
            sets[method] = {
                (place, *link) for place, one in enumerate(aligned(aligner, PAIRS)) for link in one
            }
    assert sets["argmax"] < sets["itermax"]
    assert sets["match"] not in (sets["argmax"], sets["itermax"])


def test_links_are_final(model: Path) -> None:
    """There is one direction only: every symmetry gives the same."""
    with opened(model) as aligner:
        assert aligner.LEARNS is False
        found = aligner.align(SOURCE, TARGET)
    first, *others = (links(found, symmetry).tolist() for symmetry in Symmetry)
    assert first and all(other == first for other in others)


def test_a_pair_depends_on_nothing_else(model: Path) -> None:
    """Neither on what is aligned beside it, nor on the order; and the same comes out twice."""
    with opened(model) as aligner:
        found = aligned(aligner, PAIRS)
        assert [aligned(aligner, [pair])[0] for pair in PAIRS] == found
        assert aligned(aligner, PAIRS[::-1])[::-1] == found
        assert aligned(aligner, []) == []
    with opened(model) as again:
        assert aligned(again, PAIRS) == found


def test_each_sentence_is_computed_once(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many systems translated it, and in however many groups."""
    with opened(model) as aligner:
        aligner.align([["a"]], [["b"]])
        loader = aligner._loaded[1]._loader  # type: ignore[attr-defined]
        asked: list[list[str]] = []
        compute = loader.get_embed_list

        def watched(sentences: list[list[str]]) -> Any:
            asked.extend(sentences)
            return compute(sentences)

        monkeypatch.setattr(loader, "get_embed_list", watched)
        aligner.align([SHE] * 200, [["mann", str(number)] for number in range(100)] * 2)
    assert asked.count(SHE) == 1
    assert len(asked) == 101


def test_progress_is_told(model: Path) -> None:
    """From nothing to all."""
    told: list[tuple[int, int]] = []
    with opened(model) as aligner:
        aligner.align(SOURCE, TARGET, lambda stage, done, total: told.append((done, total)))
    assert told == [(0, 4), (4, 4)]  # distinct pairs of two sentences


@pytest.mark.parametrize(
    "pair, empty",
    [
        ((["\u00a0"], ["mann"]), True),
        ((["mann"], ["\u00a0", " "]), True),
        ((["\u00a0", "mann"], ["mann"]), False),
        ((["漢字", "😀"], ["mann"]), False),  # nothing that this model knows, which it knows
        ((["[SEP]", "mann"], ["[PAD]", "##n", "[UNK]"]), False),
    ],
)
def test_words_that_a_model_does_not_see(pair: tuple[list[str], list[str]], empty: bool, model: Path) -> None:
    """They have no links, and move no others."""
    with opened(model) as aligner:
        (found,) = aligned(aligner, [pair])
    assert (not found) is empty
    assert all(pair[0][left].strip() and pair[1][right].strip() for left, right in found)


@pytest.mark.parametrize(
    "words, longest, some", [(5, "5", True), (6, "5", False), (300, "250", False), (5000, "250", False)]
)
def test_long_sentences(words: int, longest: str, some: bool, model: Path) -> None:
    """A pair with one that is too long has no links, and it is told."""
    with opened(model, longest=longest) as aligner:
        assert aligner.skips(words, 1) is aligner.skips(1, words) is not some
        found = aligned(aligner, [(["mann"] * words, ["man"]), (["man"], ["mann"] * words), (SHE, SHE)])
    assert [bool(one) for one in found] == [some, some, True]


@pytest.mark.parametrize("told", [True, False])
def test_more_pieces_than_a_model_takes(told: bool, copied: Path) -> None:
    """What is behind them has no links; whether the tokenizer knows the limit or only the model."""
    if not told:
        settings = json.loads((copied / "tokenizer_config.json").read_text())
        del settings["model_max_length"]
        (copied / "tokenizer_config.json").write_text(json.dumps(settings))
    words = [chr(97 + number % 26) for number in range(LONGEST + 20)]
    with opened(copied) as aligner:
        (found,) = aligned(aligner, [(words, words)])
    assert len(found) > LONGEST / 2
    assert max(left for left, _ in found) == LONGEST - 3


def test_weights_of_half_the_size(copied: Path) -> None:
    """As large models are often saved; numpy does not know such numbers."""
    import torch
    from transformers import BertModel

    half: Any = BertModel.from_pretrained(copied)
    half.to(torch.bfloat16).save_pretrained(copied)
    with opened(copied) as aligner:
        assert all(aligned(aligner, PAIRS[:2]))


def test_what_links_depend_on(model: Path, copied: Path) -> None:
    """The package, the content of the model and every option; not where the model lies."""
    here = opened(model).identity()
    assert here == opened(copied).identity()
    assert here["package"] == "simalign 0.4"
    assert f"|model:copied|fingerprint:{here['model']}|method:argmax|" in opened(copied).signature()
    others = [
        opened(model, **options).identity()
        for options in ({"method": "match"}, {"layer": "1"}, {"longest": "9"}, {"batch": "2"})
    ]
    weights = next(copied.glob("*.safetensors"))
    content = bytearray(weights.read_bytes())
    content[-1] ^= 1
    weights.write_bytes(content)
    others.append(opened(copied).identity())
    assert len({tuple(one.values()) for one in (here, *others)}) == 6


def test_a_folder_whose_name_means_something_else(
    copied: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the package `bert` is a model that it would download."""
    copied.rename(tmp_path / "bert")
    monkeypatch.chdir(tmp_path)
    with opened(Path("bert")) as aligner:
        assert aligned(aligner, PAIRS[:1])[0]


def test_without_a_net(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is asked for a model."""

    def refuse(*_: object) -> None:
        raise AssertionError("somebody wants to talk to the net")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(socket.socket, "connect", refuse)
    with opened(model) as aligner:
        assert aligned(aligner, PAIRS[:1])[0]


@pytest.mark.parametrize(
    "options, said",
    [
        ({"model": ""}, "simalign needs model: folder of the model."),
        ({"model": "no/such"}, "no/such is no folder. Name the folder of a model with the option model."),
        ({"model": "sub"}, "sub holds no model of this kind: there is no config.json in it."),
        ({"model": "own"}, "own: the model brings a program of its own, which is not run."),
        ({"layer": "0"}, "--aligner: layer cannot be 0. Write a whole number from 1 to 12."),
        ({"layer": "13"}, "--aligner: layer cannot be 13. Write a whole number from 1 to 12."),
        ({"method": "best"}, "--aligner: method cannot be best. Choose argmax, itermax, match."),
        ({"longest": "0"}, "--aligner: longest cannot be 0. Write a whole number from 1 to 1000."),
        ({"batch": "many"}, "--aligner: batch cannot be many. Write a whole number from 1 to 1000."),
    ],
)
def test_what_is_wrong_with_options(
    options: dict[str, str], said: str, empty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is said before anything is aligned; how many layers there are stands beside the model."""
    for name in ("sub", "own"):
        (empty / name).mkdir()
    (empty / "own" / "config.json").write_text('{"auto_map": {"AutoModel": "its.Own"}}')
    monkeypatch.chdir(empty)
    with pytest.raises(LackmusError) as told:
        open_aligner("simalign", {"model": str(empty), **options})
    assert said in worded(told.value)


def test_a_damaged_model(copied: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """One line, whatever the libraries say."""
    next(copied.glob("*.safetensors")).write_bytes(b"no weights")
    with (
        opened(copied) as aligner,
        refuses(LackmusError, match="copied: the model cannot be loaded") as told,
    ):
        aligner.align(SOURCE, TARGET)
    assert "\n" not in worded(told.value)
    assert capfd.readouterr() == ("", "")


def test_a_model_that_reads_otherwise(copied: Path) -> None:
    """The package takes a sign before and behind each sentence for granted: links would be shifted."""
    tokenizer = json.loads((copied / "tokenizer.json").read_text())
    tokenizer["post_processor"] = None
    (copied / "tokenizer.json").write_text(json.dumps(tokenizer))
    with (
        opened(copied) as aligner,
        refuses(LackmusError, match="takes words apart otherwise than SimA"),
    ):
        aligner.align(SOURCE, TARGET)


def test_without_the_package(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line that says what to install, when it is opened and when it is loaded."""
    install = r"^This needs the package simalign\. Install it: pip install 'lackmus\[simalign\]'\.$"
    aligner = opened(empty)
    for name in ("simalign", "simalign.simalign"):
        monkeypatch.setitem(sys.modules, name, None)
    with refuses(MissingPartError, match=install):
        aligner.align(SOURCE, TARGET)

    def absent(package: str) -> str:
        raise PackageNotFoundError(package)

    monkeypatch.setattr("lackmus.machine.packages.version", absent)
    with refuses(MissingPartError, match=install):
        opened(empty)


def test_opening_is_light(model: Path) -> None:
    """A model is loaded for the first pair; where all links are known, it never is."""
    code = (
        "import sys; from lackmus.aligners import open_aligner;"
        f"open_aligner('simalign', {{'model': {str(model)!r}, 'layer': '1'}}).identity();"
        "print(*sorted({'simalign', 'torch', 'transformers', 'sklearn'} & set(sys.modules)))"
    )
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, encoding="utf-8")
    assert loaded.stdout.split() == []


def test_nothing_is_printed(model: Path) -> None:
    """A report goes to where the libraries would chat; the package tells everything that it does."""
    code = (
        "from lackmus.aligners import open_aligner;"
        f"aligner = open_aligner('simalign', {{'model': {str(model)!r}, 'layer': '1'}});"
        "aligner.align([['a']], [['b']])"
    )
    said = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, encoding="utf-8")
    assert (said.stdout, said.stderr) == ("", "")
