"""What holds of all aligners that come with Lackmus, and the door by which others come in."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from lackmus.aligners import Aligner, Alignment, Option, Progress, aligner_class, aligner_names, open_aligner
from lackmus.aligners.protocol import silent
from lackmus.cli.remedies import worded
from lackmus.core.trees.links import bounds, links, ready
from lackmus.errors import LackmusError
from tests.refusals import refuses
from tests.strangers import install

FILES = ("model", "cmd")  # options that name a program, a file or a folder


@pytest.mark.parametrize("name", aligner_names())
def test_an_aligner_says_what_it_is(name: str) -> None:
    """For whoever chooses among them; what names a program or a file is for trusted people."""
    kind = aligner_class(name)
    assert kind.LABEL and kind.ABOUT
    assert not kind.ABOUT.endswith(".")
    names = [one.name for one in kind.OPTIONS]
    assert len(names) == len(set(names))
    for option in kind.OPTIONS:
        assert option.help and not option.help.endswith(".")
        assert option.trusted or option.name not in FILES
        assert not option.choices or option.default in option.choices


def test_those_that_come_with_lackmus() -> None:
    """Reports know aligners by their labels."""
    assert {"command", "hmm", "simalign"} <= set(aligner_names())
    labels = [aligner_class(name).LABEL for name in aligner_names()]
    assert len(set(labels)) == len(labels)


@pytest.mark.parametrize(
    "name, options, words",
    [
        ("gizmo", {}, "--aligner: there is no aligner gizmo. There are command, hmm, simalign."),
        ("hmm", {"speed": "1"}, "--aligner: hmm has no option speed. It has agreement, longest."),
        ("command", {}, "command needs cmd: the command"),
    ],
)
def test_what_is_not_there(name: str, options: dict[str, str], words: str) -> None:
    """Is told with what is."""
    with pytest.raises(LackmusError) as problem:
        open_aligner(name, options)
    assert worded(problem.value).startswith(words)


class Diagonal(Aligner):
    """Links words by their places: the least that an aligner must do."""

    OPTIONS = (Option("shift", "by how much", "0"), Option("note", "for oneself", counts=False))
    closed = False

    def align(
        self, source: Sequence[Sequence[str]], target: Sequence[Sequence[str]], progress: Progress = silent
    ) -> Alignment:
        """As far as both sentences go."""
        left, right = bounds([*map(len, source)]), bounds([*map(len, target)])
        found = [
            (int(left[number]) + place, int(right[number]) + place)
            for number, both in enumerate(zip(source, target, strict=True))
            for place in range(min(map(len, both)))
        ]
        return ready(left, right, np.array(found, np.int64).reshape(-1, 2))

    def close(self) -> None:
        """Remembered."""
        self.closed = True


def test_the_least_an_aligner_must_do() -> None:
    """Everything else has a default: it leaves nothing out, and its identity is what counts."""
    with Diagonal({"shift": "1", "note": "mine"}) as aligner:
        assert links(aligner.align([["a"], ["b", "c"]], [["x", "y"], ["z"]])).tolist() == [[0, 0], [1, 2]]
        assert not aligner.skips(5_000, 5_000)
        assert aligner.identity() == {"signature": "", "shift": "1"}
    assert aligner.closed


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of somebody else, with an aligner and with something that is none."""
    source, folder = tmp_path / "source", tmp_path / "installed"
    source.mkdir()
    folder.mkdir()
    (source / "their_aligners.py").write_text(
        "from tests.aligners.test_protocol import Diagonal as Mine\n\n\ndef nothing() -> None: ...\n"
    )
    (source / "pyproject.toml").write_text(
        '[project]\nname = "their-aligners"\nversion = "1.0"\n\n[project.entry-points."lackmus.aligner"]\n'
        'diagonal = "their_aligners:Mine"\nbroken = "their_aligners:nothing"\n'
    )
    install(source, folder, monkeypatch)
    return folder


@pytest.mark.usefixtures("package")
def test_a_package_of_somebody_else() -> None:
    """It comes in by the same door."""
    assert {"diagonal", "hmm"} <= set(aligner_names())
    assert isinstance(open_aligner("diagonal"), Diagonal)
    assert open_aligner("diagonal").options == {"shift": "0", "note": ""}
    with refuses(LackmusError, match=r"^The plug-in broken is no aligner: it must name a class"):
        open_aligner("broken")
