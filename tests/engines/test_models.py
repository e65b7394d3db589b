"""Models from a folder: what they are asked, what they answer, and what they are known by."""

import json
import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from lackmus.core.base.pairs import Pair
from lackmus.core.engines.engine import Mark, Reply
from lackmus.engines import (
    BadRequestError,
    EngineError,
    MissingPartError,
    PairNotOfferedError,
    TooLongError,
    open_engine,
)
from lackmus.errors import LackmusError
from lackmus.machine.files import files_in, fingerprint
from tests.engines.tiny_models import LONGEST, sentences, tiny_models

EN_ES = Pair("en", "es")
SOME = sentences()[:4]  # where random weights write no language code in the middle of a text
QUICK = {"beams": "1", "max_length": "12"}
NLLB = {"source_code": "eng_Latn", "target_code": "spa_Latn"}


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Marian and NLLB, as they were made and converted."""
    return tiny_models(tmp_path_factory)


def replies(engine: str, model: Path, sources: Sequence[str] = SOME, **options: str) -> list[Reply]:
    """What a model answers."""
    with open_engine(engine, {"model": str(model), **QUICK, **options}) as opened:
        found = opened.translate(sources, EN_ES)
    assert all(isinstance(one, Reply) for one in found)
    return [one for one in found if isinstance(one, Reply)]


def texts(engine: str, model: Path, sources: Sequence[str] = SOME, **options: str) -> list[str]:
    """Its translations."""
    return [one.text for one in replies(engine, model, sources, **options)]


def identity(engine: str, model: Path, **options: str) -> Mapping[str, str]:
    """What a model is known by."""
    with open_engine(engine, {"model": str(model), **options}) as opened:
        return dict(opened.identity())


@pytest.mark.slow
@pytest.mark.parametrize(
    "model, options, one_less",
    [
        ("marian", {"target_code": "cat"}, True),  # Transformers makes it end with </s> where it is cut off
        ("nllb", NLLB, False),
    ],
    ids=["Marian", "NLLB"],
)
def test_both_libraries_write_the_same(
    tiny: Path, model: str, options: dict[str, str], one_less: bool
) -> None:
    """The same weights, asked the same: piece by piece, so that languages and ends are told alike."""
    own = {"model": str(tiny / model), **QUICK, **options}
    with open_engine("transformers", own) as opened:
        found = opened.translate(SOME, EN_ES)
        # Alone or with others, once or twice.
        assert opened.translate(SOME[2:], EN_ES) == found[2:]
    with open_engine("transformers", {**own, "batch": "3"}) as opened:
        assert opened.translate(SOME, EN_ES) == found
    converted = {"model": str(tiny / f"{model}-converted"), "max_length": "11" if one_less else "12"}
    with open_engine("ctranslate2", {**own, **converted}) as opened:
        assert opened.translate(SOME, EN_ES) == found
    assert len(set(found)) > 1  # it is no constant
    assert Mark.VERBOSE in {one.mark for one in found if isinstance(one, Reply)}  # it was cut off


@pytest.mark.slow
def test_a_sentence_may_be_too_long_or_a_language_unknown(tiny: Path) -> None:
    """Nothing is cut off in silence. By Transformers, which takes seconds to load."""
    with pytest.raises(TooLongError, match=f"takes {LONGEST} pieces"):
        texts("transformers", tiny / "marian", ["word " * LONGEST])
    with pytest.raises(BadRequestError, match="does not know the language >>xyz<<"):
        texts("transformers", tiny / "marian", target_code="xyz")
    with pytest.raises(BadRequestError, match="does not know the language fra_Latn"):
        texts("transformers", tiny / "nllb", source_code="eng_Latn", target_code="fra_Latn")
    # A beam and a prefix matter.
    plain = texts("transformers", tiny / "marian")
    assert plain != texts("transformers", tiny / "marian", prefix="Say: ")
    with open_engine("transformers", {"model": str(tiny / "marian"), "max_length": "5"}) as opened:
        assert len(opened.translate(SOME[:1], EN_ES)) == 1  # as the model's own settings have it


def test_converted_models_are_deterministic(tiny: Path) -> None:
    """Whatever stands beside a sentence, its translation is the same; options that count matter."""
    model = tiny / "marian-converted"
    found = texts("ctranslate2", model)
    assert found == texts("ctranslate2", model)
    assert found[2:3] == texts("ctranslate2", model, SOME[2:3])
    assert found != texts("ctranslate2", model, end="no")
    assert found != texts("ctranslate2", model, target_code="cat")
    assert texts("ctranslate2", model, target_code="cat") != texts("ctranslate2", model, target_code="spa")


@pytest.mark.parametrize(
    "model, options, sources, kind, words",
    [
        ("marian-converted", {}, ["word " * LONGEST], TooLongError, "too long for marian-converted"),
        ("marian-converted", {"target_code": "xyz"}, SOME, BadRequestError, "does not know the language xyz"),
        (
            "nllb-converted",
            NLLB | {"source_code": "xx"},
            SOME,
            BadRequestError,
            "does not know the language xx",
        ),
    ],
)
def test_what_a_converted_model_cannot_do(
    tiny: Path, model: str, options: dict[str, str], sources: list[str], kind: type[EngineError], words: str
) -> None:
    """It is said, and nothing is cut off in silence."""
    with pytest.raises(kind, match=words):
        texts("ctranslate2", tiny / model, sources, **options)


@pytest.mark.parametrize(
    "settings, ends",
    [
        ({"add_source_eos": False, "decoder_start_token": "</s>"}, True),  # Transformers
        ({"add_source_eos": True, "decoder_start_token": "</s>"}, False),  # Marian, fairseq: added by itself
        ({"add_source_eos": False, "decoder_start_token": "<s>"}, False),  # OpenNMT
    ],
)
def test_the_end_of_a_sentence_is_said_where_it_must(
    tiny: Path, tmp_path: Path, settings: dict[str, Any], ends: bool
) -> None:
    """By how the model was converted, unless the user knows better."""
    from lackmus.engines.ctranslate2 import CTranslate2

    model = tmp_path / "model"
    shutil.copytree(tiny / "marian-converted", model)
    (model / "config.json").write_text(json.dumps(settings))
    for said, expected in (("auto", ends), ("yes", True), ("no", False)):
        with open_engine("ctranslate2", {"model": str(model), "end": said}) as opened:
            assert isinstance(opened, CTranslate2)
            assert opened._ends is expected


@pytest.mark.parametrize("engine, model", [("transformers", "marian"), ("ctranslate2", "marian-converted")])
def test_a_model_is_known_by_its_content(tiny: Path, tmp_path: Path, engine: str, model: str) -> None:
    """Where it lies does not matter; what is in it, and what is asked of it, do."""
    known = identity(engine, tiny / model)
    moved = tmp_path / "elsewhere"
    shutil.copytree(tiny / model, moved)
    assert identity(engine, moved) == known
    assert not any(str(tiny) in value for value in known.values())
    assert identity(engine, moved, beams="7") != known
    (moved / "source.spm").write_bytes((moved / "source.spm").read_bytes() + b"x")
    assert identity(engine, moved) != known


@pytest.mark.parametrize("engine, model", [("transformers", "marian"), ("ctranslate2", "marian-converted")])
@pytest.mark.parametrize(
    "pair, offered",
    [("en-es", True), ("en-US->es-MX", True), ("de-en", False), ("en-ca", False), ("es-en", False)],
)
def test_a_model_for_other_languages_is_refused(
    tiny: Path, engine: str, model: str, pair: str, offered: bool
) -> None:
    """A model says which languages it is for, and would translate others into nonsense."""
    with open_engine(engine, {"model": str(tiny / model)}) as opened:
        if offered:
            about = opened.about(Pair.parse(pair))
            assert (about.model, about.price, about.limits.in_flight) == (model, None, 1)
            assert opened.called(about) == model
        else:
            with pytest.raises(PairNotOfferedError, match="translates en into es, not"):
                opened.about(Pair.parse(pair))


@pytest.mark.parametrize(
    "engine, options, words",
    [
        ("transformers", {"model": "nowhere"}, "nowhere is no folder"),
        ("transformers", {"model": "."}, "there is no config.json in it"),
        ("ctranslate2", {"model": "."}, "there is no model.bin in it"),
        ("ctranslate2", {"model": "{tiny}/marian-converted", "tokenizer": "."}, "has no SentencePiece model"),
        ("ctranslate2", {"model": "{tiny}/marian-converted", "beams": "0"}, "beams cannot be 0"),
        ("transformers", {"model": "{tiny}/marian", "max_length": "x"}, "max_length cannot be x"),
        ("transformers", {"model": "{tiny}/marian", "batch": "²"}, "batch cannot be ²"),
        ("transformers", {}, "transformers needs model"),
    ],
)
def test_what_is_wrong_with_options(
    tiny: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    engine: str,
    options: dict[str, str],
    words: str,
) -> None:
    """It is said before anything is loaded."""
    monkeypatch.chdir(tmp_path)
    given = {name: value.replace("{tiny}", str(tiny)) for name, value in options.items()}
    with pytest.raises(LackmusError, match=words):
        open_engine(engine, given)


def test_a_broken_model_is_one_line(tiny: Path, tmp_path: Path) -> None:
    """Weights that are none."""
    shutil.copytree(tiny / "marian-converted", tmp_path / "broken")
    (tmp_path / "broken" / "model.bin").write_bytes(b"nothing")
    with pytest.raises(EngineError, match="the model cannot be loaded") as told:
        texts("ctranslate2", tmp_path / "broken")
    assert "\n" not in str(told.value)


class _Program:
    """What runs when somebody unpickles it."""

    def __init__(self, made: Path) -> None:
        self._made = made

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, (str(self._made),)


@pytest.mark.slow
def test_weights_run_no_program(tiny: Path, tmp_path: Path) -> None:
    """A pickle in the place of weights is not believed."""
    import torch

    shutil.copytree(tiny / "marian", tmp_path / "evil")
    (tmp_path / "evil" / "model.safetensors").unlink()
    torch.save({"a": _Program(tmp_path / "ran")}, tmp_path / "evil" / "pytorch_model.bin")
    with pytest.raises(EngineError, match="could run a program"):
        texts("transformers", tmp_path / "evil")
    assert not (tmp_path / "ran").exists()


def test_a_missing_package_is_named(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the extra that brings it."""
    monkeypatch.setitem(__import__("sys").modules, "ctranslate2", None)
    with pytest.raises(MissingPartError, match=r"pip install 'lackmus\[ctranslate2\]'"):
        texts("ctranslate2", tiny / "marian-converted")


def test_the_tokenizer_may_lie_elsewhere(tiny: Path, tmp_path: Path) -> None:
    """As after a conversion that copied nothing."""
    bare = tmp_path / "bare"
    shutil.copytree(tiny / "marian-converted", bare, ignore=shutil.ignore_patterns("*.spm"))
    found = texts("ctranslate2", bare, tokenizer=str(tiny / "marian"))
    assert found == texts("ctranslate2", tiny / "marian-converted")
    with_spm = identity("ctranslate2", bare, tokenizer=str(tiny / "marian"))
    assert not any(str(tiny) in value for value in with_spm.values())


@pytest.mark.parametrize(
    "place, many, seen",
    [(0, 1, True), (-1, 1, True), (5 * 2**20, 2**17, True), (2**20, 2**17, True), (20_000, 1, False)],
)
def test_of_large_files_pieces_count(tmp_path: Path, place: int, many: int, seen: bool) -> None:
    """Weights have gigabytes, and differ in whole layers if they differ at all."""
    content = bytearray(10 * 2**20)
    file = tmp_path / "weights"
    file.write_bytes(content)
    known = fingerprint(files_in(tmp_path))
    content[place : place + many or None] = b"\x01" * many
    file.write_bytes(content)
    assert (fingerprint(files_in(tmp_path)) != known) is seen


def test_names_and_hidden_files(tmp_path: Path) -> None:
    """A file under another name is another model; what is hidden is none of it."""
    (tmp_path / "a").write_text("x")
    known = fingerprint(files_in(tmp_path))
    (tmp_path / ".cache").mkdir()
    (tmp_path / ".cache" / "lock").write_text("y")
    assert fingerprint(files_in(tmp_path)) == known
    (tmp_path / "a").rename(tmp_path / "b")
    assert fingerprint(files_in(tmp_path)) != known
