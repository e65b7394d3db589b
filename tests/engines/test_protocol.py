"""What holds of all engines that come with Lackmus, and what users may say about them."""

from pathlib import Path

import pytest

from lackmus.core.base.pairs import Pair
from lackmus.engines import (
    BadRequestError,
    Engine,
    KeyRefusedError,
    Keys,
    Option,
    engine_class,
    engine_names,
    open_engine,
)
from lackmus.errors import LackmusError
from lackmus.machine.options import checked
from tests.refusals import refuses

NO_KEYS = Keys({}, Path("no-file-of-keys"))
NEEDED = {"google-v3": {"project": "mine"}, "chat": {"model": "m"}}
PAID = ["amazon", "azure", "deepl", "google-v2", "google-v3", "modernmt"]


@pytest.mark.parametrize("name", engine_names())
def test_an_engine_says_what_it_is(name: str) -> None:
    """For whoever chooses among them; what names a program, a file or an address is for trusted people."""
    kind = engine_class(name)
    assert kind.LABEL and kind.ABOUT
    assert not kind.ABOUT.endswith(".")
    names = [one.name for one in kind.OPTIONS]
    assert len(names) == len(set(names))
    for option in kind.OPTIONS:
        assert option.help and not option.help.endswith(".")
        assert option.trusted or option.name not in (
            "url",
            "cmd",
            "model_folder",
            "data",
            "examples",
            "key_name",
        )
        assert not option.choices or option.default in option.choices
    assert kind.PAID is (name in PAID) or name == "chat"
    assert kind.TAKES_CONTEXT is (kind.in_context is not Engine.in_context)


@pytest.mark.parametrize("name", [*PAID[2:], "azure"])
def test_limits_and_prices_are_known_without_a_key(name: str) -> None:
    """An estimate is for those, too, who have none yet; a translation is not."""
    with open_engine(name, NEEDED.get(name, {}), NO_KEYS) as engine:
        known = engine.unasked()
        assert known.limits.texts > 1
        assert (known.price is None) is (name == "modernmt")
        if name != "azure":  # which tells its languages to everybody
            with refuses(KeyRefusedError, match=r"There is (no|neither) .*[A-Z_]{5,}"):
                engine.about(Pair("en", "de"))


OPTIONS = (Option("style", "how", "plain", ("plain", "fancy")), Option("model", "which", required=True))


@pytest.mark.parametrize(
    "given, said",
    [
        ({"model": "m", "stile": "x"}, r"e has no option stile\. It has style, model\."),
        ({"model": "m", "style": "loud"}, r"style cannot be loud\. Choose plain, fancy\."),
        ({}, r"e needs model: which\. Say it: --option model=…\."),
        ({"model": ""}, r"e needs model"),
    ],
)
def test_options_are_checked(given: dict[str, str], said: str) -> None:
    """With what would be right."""
    with refuses(LackmusError, match=said):
        checked("e", OPTIONS, given, "option")


def test_options_have_their_defaults() -> None:
    """An engine need not ask whether one was given."""
    assert checked("e", OPTIONS, {"model": "m"}, "option") == {"style": "plain", "model": "m"}


def test_an_engine_that_takes_no_context_says_so() -> None:
    """To whoever asks it in Python; a fetch looks before it asks."""
    with (
        open_engine("azure", {}, NO_KEYS) as engine,
        refuses(BadRequestError, match=r"Azure .* before"),
    ):
        engine.in_context("It rains.", ["How is the weather?"], Pair("en", "de"))
