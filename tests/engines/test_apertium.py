"""Apertium by its command: which mode, what it is known by, and what goes wrong (with a stand-in for it)."""

from collections.abc import Callable
from pathlib import Path

import pytest

from lackmus.core.base.pairs import Pair
from lackmus.engines import (
    BadReplyError,
    BadRequestError,
    MissingPartError,
    PairNotOfferedError,
    UnreachableError,
    open_engine,
)
from lackmus.errors import LackmusError

EN_ES = Pair("en", "es")
Program = Callable[..., Path]


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Program:
    """Put a program in the place of Apertium: it knows some modes, and translates as it is told."""

    def make(translates: str = "cat", modes: str = "eng-spa eng-cat", version: str = "3.8.3") -> Path:
        (tmp_path / "data" / "modes").mkdir(parents=True)
        for mode in modes.split():
            dictionary = tmp_path / "data" / f"{mode}.bin"
            dictionary.write_text(f"words of {mode}")
            (tmp_path / "data" / "modes" / f"{mode}.mode").write_text(f"lt-proc '{dictionary}'\n")
        file = tmp_path / "apertium"
        listed = "\n".join(f"  {mode}" for mode in modes.split())
        file.write_text(
            f'#!/bin/sh\ncase "$*" in\n-l) echo "{listed}" ;;\n-V) echo "Apertium {version}" ;;\n'
            f"*) {translates} ;;\nesac\n"
        )
        file.chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
        monkeypatch.setenv("APERTIUM_DATADIR", str(tmp_path / "data"))
        return tmp_path / "data"

    return make


@pytest.mark.parametrize(
    "modes, pair, mode",
    [
        ("eng-spa spa-eng", "en-es", "eng-spa"),
        ("eng-spa spa-eng", "es-en", "spa-eng"),
        ("spa-eng spa-eng_US", "es->en-US", "spa-eng_US"),
        ("spa-eng", "es->en-US", "spa-eng"),  # of the language, where the variety has none
        ("spa-por spa-por_BR", "es->pt-BR", "spa-por_BR"),
        ("eng-cat eng-cat_valencia", "en-ca", "eng-cat"),
        ("nob-nno", "nb-nn", "nob-nno"),
    ],
)
def test_the_mode_for_a_pair(program: Program, modes: str, pair: str, mode: str) -> None:
    """Apertium writes languages with three letters."""
    program(modes=modes)
    with open_engine("apertium") as engine:
        assert engine.about(Pair.parse(pair)).model == mode


@pytest.mark.parametrize(
    "options, sent",
    [
        ({}, "-f txt -u eng-spa"),
        ({"mark_unknown": "yes"}, "-f txt eng-spa"),
        ({"mode": "eng-cat"}, "-f txt -u eng-cat"),
    ],
)
def test_what_the_program_is_asked(program: Program, options: dict[str, str], sent: str) -> None:
    """Each line alone, whatever text it stands in; blank ones are not asked."""
    program(translates='echo "$* $(cat)"')
    with open_engine("apertium", options) as engine:
        assert engine.translate(["It rains.", "a\n\nb"], EN_ES) == [
            f"{sent} It rains.",
            f"{sent} a\n\n{sent} b",
        ]


@pytest.mark.parametrize(
    "translates, kind, words",
    [
        ("echo boom >&2; exit 1", UnreachableError, r"status 1 \(boom\)"),
        ("echo no dictionary >&2", UnreachableError, r"said nothing \(no dictionary\)"),
        ("printf 'a\\nb'", BadReplyError, "given one line and answered with 2"),
        (r"printf '\377'", BadReplyError, "no UTF-8"),
    ],
)
def test_what_goes_wrong_is_told(
    program: Program, translates: str, kind: type[LackmusError], words: str
) -> None:
    """In one line."""
    program(translates=translates)
    with open_engine("apertium") as engine, pytest.raises(kind, match=words):
        engine.translate(["a"], EN_ES)


def test_a_translation_may_be_empty(program: Program) -> None:
    """That is an answer, which the rules will judge; spaces around it are none."""
    program(translates="printf ' '")
    with open_engine("apertium") as engine:
        assert engine.translate(["It"], EN_ES) == [""]


def test_a_pair_that_is_not_installed(program: Program) -> None:
    """What is there is told."""
    program()
    with (
        open_engine("apertium") as engine,
        pytest.raises(PairNotOfferedError, match="It has eng-spa, eng-cat"),
    ):
        engine.about(Pair("de", "en"))
    with (
        open_engine("apertium", {"mode": "deu-eng"}) as engine,
        pytest.raises(BadRequestError, match="no mode deu-eng"),
    ):
        engine.about(EN_ES)


def test_without_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What to install is told."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with open_engine("apertium") as engine, pytest.raises(MissingPartError, match="apt-get install apertium"):
        engine.about(EN_ES)


def test_a_mode_is_a_name() -> None:
    """And no option of the program."""
    with pytest.raises(LackmusError, match="mode cannot be -d"):
        open_engine("apertium", {"mode": "-d"})


def test_keys_are_none_of_its_business(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program of this machine gets what programs need, and no secret of anybody."""
    program("env | tr '\\n' ' '")
    monkeypatch.setenv("DEEPL_AUTH_KEY", "s3cret-of-nobody")
    monkeypatch.setenv("LC_ALL", "C")
    with open_engine("apertium") as engine:
        (said,) = engine.translate(["It rains."], EN_ES)
    assert "APERTIUM_DATADIR=" in str(said)
    assert "s3cret" not in str(said)
    assert "LC_ALL" not in str(said)


def test_two_files_of_one_name(program: Program) -> None:
    """A mode may read files that are called the same, in different folders: both count."""
    data = program()
    for folder in ("a", "b"):
        (data / folder).mkdir()
        (data / folder / "words.bin").write_text("words")
    mode = f"lt-proc '{data}/a/words.bin' | lt-proc '{data}/b/words.bin'\n"
    (data / "modes" / "eng-spa.mode").write_text(mode)

    def known() -> dict[str, str]:
        with open_engine("apertium") as engine:
            engine.about(EN_ES)
            return dict(engine.identity())

    first = known()
    (data / "a" / "words.bin").write_text("other words")
    assert first != known()


def test_it_is_known_by_version_and_data(program: Program) -> None:
    """New dictionaries translate otherwise: what the old ones translated is not taken for theirs."""
    data = program()

    def known(**options: str) -> dict[str, str]:
        with open_engine("apertium", options) as engine:
            engine.about(EN_ES)
            return dict(engine.identity())

    first = known()
    assert first == known(mode="eng-spa")  # the same, said or not
    assert first["apertium"] == "3.8.3"
    assert first != known(mark_unknown="yes")
    (data / "eng-cat.bin").write_text("other words")  # of another mode
    assert first == known()
    (data / "eng-spa.bin").write_text("other words")
    assert first != known()
