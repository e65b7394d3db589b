"""More parallel text: an aligner learns from it, and its own links are not told."""

import gzip
import shlex
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from lackmus.aligners import open_aligner
from lackmus.aligners.protocol import Aligner, Progress, Words, silent
from lackmus.cli.remedies import worded
from lackmus.core.trees.links import Alignment, bounds, links
from lackmus.core.trees.treebank import Sentence, Treebank, Word, treebank
from lackmus.errors import LackmusError
from lackmus.flows.contrasts.material import StudyFiles
from lackmus.flows.contrasts.studies import StudyRequest, run, select
from lackmus.flows.trees import more_pairs as module
from lackmus.flows.trees.aligning import MorePairs, aligned, aligner_signature, notes_on
from lackmus.flows.trees.parsed_texts import ParseRequest, parsed_texts
from lackmus.flows.trees.parsing import parse_cache
from tests.flows.contrasts.test_studies import CONTRAST, FINITE, SOURCE
from tests.parsers.tiny_udpipe import tiny_udpipe
from tests.refusals import refuses

COMMAND = "import sys\nfor line in sys.stdin: print('0-0' if line.strip() else '')"


def bank(*lines: str) -> Treebank:
    """Words that are their own lemmas."""

    def words(line: str) -> tuple[Word, ...]:
        numbered = enumerate(line.split())
        return tuple(Word(form, form, "X", "_", "_", min(at, 1), "dep", 0, 1) for at, form in numbered)

    return treebank(Sentence("", line, words(line)) for line in lines)


def more(*lines: tuple[str, str]) -> MorePairs:
    """Pairs as words."""
    source, target = ([line.split() for line in side] for side in zip(*lines, strict=True))
    return MorePairs(source, target, "2@00")


# Alone, nothing tells which word of the one line belongs to which of the other.
TAUGHT = more(*[("red", "rot"), ("house", "haus"), ("red car", "rotes auto")] * 10)


def test_what_is_learnt_and_what_is_told(tmp_path: Path) -> None:
    """Links of the pairs of the run alone, better than without; kept apart from those that learnt less."""
    source, target = bank("house red", "it"), bank("rot haus", "es")
    with parse_cache(pytest.fail, tmp_path / "parses.db") as cache, open_aligner("hmm") as aligner:
        alone = aligned(aligner, source, target, cache)
        taught = aligned(aligner, source, target, cache, more=TAUGHT)
        again = aligned(aligner, source, target, cache, more=TAUGHT)
        joined = aligned(
            aligner,
            bank("house red", "it", *(" ".join(one) for one in TAUGHT.source)),
            bank("rot haus", "es", *(" ".join(one) for one in TAUGHT.target)),
            cache,
        )
        assert aligner_signature(aligner, None) == aligner.signature()
        assert aligner_signature(aligner, TAUGHT) == f"{aligner.signature()}|more pairs:2@00"
    assert len(taught) == 2 and len(joined) == 32
    assert [0, 1] in links(taught).tolist()
    assert [0, 1] not in links(alone).tolist()
    for side in ("forward", "backward"):
        assert np.array_equal(getattr(taught, side), getattr(again, side))
        assert getattr(taught, side).max() < 3 < getattr(joined, side).max()


def test_few_pairs_are_counted_with_more() -> None:
    """A note on too few pairs counts all that were learnt from."""
    lengths = np.ones(10, dtype=np.int64)
    with open_aligner("hmm") as aligner:
        assert notes_on(aligner, lengths, lengths)[0].startswith("10 sentence pairs are few")
        assert notes_on(aligner, lengths, lengths, 100)[0].startswith("110 sentence pairs are few")
        assert notes_on(aligner, lengths, lengths, 2990) == []


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of UDPipe, and tiny."""
    return tiny_udpipe(tmp_path_factory)


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, model: Path) -> StudyRequest:
    """One sentence and its translation, and sixteen more pairs in two files, of which one is packed."""
    monkeypatch.setenv("LACKMUS_PARSES", str(tmp_path / "parses.db"))
    monkeypatch.chdir(tmp_path)
    files = {"source.en": SOURCE[:1], "hyp.eo": FINITE[:1], "more.1.en": [*SOURCE[1:9], " "]}
    files |= {"more.1.eo": [*FINITE[1:9], "x"], "more.2.en": [*SOURCE[9:], ""]}
    for name, lines in files.items():
        Path(name).write_text("".join(f"{line}\n" for line in lines))
    packed = gzip.compress("".join(f"{line}\n" for line in [*FINITE[9:], ""]).encode())
    Path("more.2.eo.gz").write_bytes(packed)
    Path("wanting.yaml").write_text(CONTRAST)
    return StudyRequest(
        StudyFiles(Path("source.en"), ["hyp.eo"]),
        contrasts=["wanting.yaml"],
        source_parser=str(model),
        target_parser=str(model),
        processes=1,
        more_pairs=("more.*.en", "more.*.eo*"),
    )


def test_from_files(asked: StudyRequest) -> None:
    """Blank lines are left out, and it is told; how many pairs and which stands in the signature."""
    told: list[str] = []
    study = run(asked, told=told.append).study
    rest = "of 17 lines; the others are blank or beyond 50,000"
    assert told == [f"Links are also learnt from 15 more sentence pairs ({rest})."]
    said = study.about["aligner"].rpartition("|")[2]
    assert said.startswith("more pairs:15@") and len(said) == len("more pairs:15@") + 8
    assert study.notes[0].startswith("16 sentence pairs are few")
    assert study.items.height == 1 and len(study.targets) == 1
    less = replace(asked, more_pairs=("more.1.en", "more.1.eo"))
    assert run(less).study.about["aligner"].rpartition("|")[2][:13] == "more pairs:8@"


def test_no_more_than_are_bearable(asked: StudyRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Time and memory grow with them."""
    monkeypatch.setattr(module, "MOST", 10)
    told: list[str] = []
    run(asked, told=told.append)
    rest = "of 17 lines; the others are blank or beyond 10"
    assert told == [f"Links are also learnt from 10 more sentence pairs ({rest})."]


def test_trees_with_links(asked: StudyRequest) -> None:
    """`contrast parse` learns from them too, and writes only what was asked for."""
    wanted = ParseRequest(
        asked.named, asked.source_parser, asked.target_parser, processes=1, more_pairs=asked.more_pairs
    )
    found = parsed_texts(wanted)
    (translated,) = found.translations.values()
    assert len(found.source) == len(translated.trees) == 1
    assert len(translated.links) and translated.links.max() < 6


def test_commands_learn_from_them_too(asked: StudyRequest) -> None:
    """They get all pairs, those of the run first."""
    study = run(replace(asked, aligner=f"command:cmd={shlex.join([sys.executable, '-c', COMMAND])}")).study
    assert "more pairs:15@" in study.about["aligner"]


class Knowing(Aligner):
    """Learns nothing."""

    LABEL, LEARNS = "Knowing", False

    def align(
        self, source: Sequence[Words], target: Sequence[Words], progress: Progress = silent
    ) -> Alignment:
        """No links."""
        none = np.empty((0, 2), np.int64)
        return Alignment(bounds([*map(len, source)]), bounds([*map(len, target)]), none, none)


@pytest.mark.parametrize(
    "change, said",
    [
        ({"more_pairs": ("more.1.en", "more.2.en")}, "more.2.en has 8 lines, but more.1.en has 9."),
        ({"more_pairs": ("more.*.en", "more.1.eo")}, "the two sides have 2 files and 1 file."),
        ({"more_pairs": ("none.en", "more.1.eo")}, "none.en"),
        ({"more_pairs": ("blank", "blank")}, "blank and blank have no pair of lines with text."),
        ({"alignments": ["eo=links"]}, "nothing is aligned here, so nothing can be learnt."),
    ],
)
def test_what_cannot_be_learnt_from(asked: StudyRequest, change: dict[str, object], said: str) -> None:
    """Is one line."""
    Path("links").write_text("0-0\n")
    Path("blank").write_text(" \n\n")
    with pytest.raises(LackmusError) as caught:
        run(replace(asked, **change))  # type: ignore[arg-type]
    assert said in worded(caught.value) and "\n" not in worded(caught.value)


def test_an_aligner_that_learns_nothing(asked: StudyRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Says so; and without a reference `contrast select` aligns nothing."""
    monkeypatch.setattr("lackmus.flows.contrasts.studies.aligner_of", lambda written: Knowing({}))
    with refuses(LackmusError, match=r"^--more-pairs: Knowing learns nothing from sentence pairs\."):
        run(asked)
    with refuses(LackmusError, match=r"^--more-pairs: nothing is aligned without a reference\."):
        select(asked)
