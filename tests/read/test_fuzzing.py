"""Every reader takes a damaged file or says in one line what is wrong; it never stumbles."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl
import pytest

from lackmus.core.suites.suite import Suite
from lackmus.core.trees.treebank import Treebank
from lackmus.engines.named import VARIABLE, named_engines
from lackmus.errors import LackmusError
from lackmus.flows.challenges.overall_scores import read_table
from lackmus.flows.suites.samples import FIRST, samples
from lackmus.plugins import PluginGroup, named
from lackmus.read import ReadOptions, hand_ins_of, read_suite
from lackmus.read.blind_keys import read_key
from lackmus.read.challenges import read_challenge
from lackmus.read.conllu import read_conllu
from lackmus.read.contrasts import bundled_files, read_contrast
from lackmus.read.decisions import read_decisions
from lackmus.read.pharaoh import read_pharaoh
from lackmus.read.ready_parses import read_parses
from lackmus.read.scores.shapes import read_scores
from lackmus.read.studies import read_choices, read_study
from lackmus.read.suites import read_draft
from lackmus.write.challenges import aces_tsv, blind, jsonl
from lackmus.write.studies import study_content
from tests.challenged import challenge_of
from tests.mutants import mutants
from tests.read.test_mtme import FOLDER
from tests.read.test_mtme import SUITE as FOLDER_SUITE
from tests.read.test_mtme import write as write_folder
from tests.read.test_tq import CSV, TSV
from tests.studied import small_study

MANY = int(os.environ.get("LACKMUS_MUTANTS", "40"))  # of each file; far more while a reader is written
SEED = int(os.environ.get("LACKMUS_MUTANT_SEED", "1"))
CONTRASTS = samples()[FIRST].parent.parent / "contrasts"
WMT_XML = """<?xml version='1.0' encoding='utf-8'?>
<dataset id="t"><collection id="c"><doc origlang="de" id="d" testsuite="s"><src lang="de"><p>
<seg id="1">{0}</seg><seg id="2">{1}</seg></p></src><hyp system="A" language="en"><p>
<seg id="1">One &amp; two</seg><seg id="2">Two</seg></p></hyp></doc></collection></dataset>
"""


@dataclass(frozen=True)
class Kind:
    """A kind of file: a good one, and what reads it."""

    content: Callable[[], bytes]
    read: Callable[[Path], object]
    inside: str = ""  # its name in a folder, where the folder is read

    def laid_out(self, path: Path) -> Path:
        """Return where the file lies, in a folder with others if it needs them."""
        if self.inside:
            write_folder(path, FOLDER)
        return path / self.inside


@cache
def suite() -> Suite:
    """A few items of the bundled sample."""
    whole = read_suite(samples()[FIRST])
    return Suite(whole.name, whole.items[:4])


def suite_in(form: str) -> Callable[[], bytes]:
    def content() -> bytes:
        written = named(PluginGroup.WRITE_SUITE, form).write(suite())
        return written.encode() if isinstance(written, str) else bytes(written)

    return content


def outputs(form: str | None = None, beside: bool = False) -> Callable[[Path], object]:
    def read(path: Path) -> object:
        source = path.with_name("source.txt")
        source.write_text("".join(f"{item.source}\n" for item in suite().items), encoding="utf-8")
        return hand_ins_of(suite(), [str(path)], ReadOptions(form, source if beside else None))

    return read


def parquet() -> bytes:
    table = BytesIO()
    keys = [item.key for item in suite().items]
    pl.DataFrame({"item": keys, "system": ["A"] * 4, "text": ["x", "y", "x", "ö"]}).write_parquet(table)
    return table.getvalue()


def jsonl_outputs() -> bytes:
    lines = (f'{{"item": "{item.id}", "system": "A", "text": "ä"}}\n' for item in suite().items)
    return "".join(lines).encode()


def a_file(name: str) -> Callable[[], bytes]:
    return lambda: b"\n\n".join((CONTRASTS / name).read_bytes().split(b"\n\n")[:9]) + b"\n\n"


@cache
def trees() -> Treebank:
    """The sentences to which ready parses and links belong."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.conllu"
        path.write_bytes(a_file("source.en.conllu")())
        return read_conllu(path)


def key_of() -> bytes:
    return next(text for name, text in blind.write(challenge_of(), "x").items() if "key" in name).encode()


def settings(path: Path) -> object:
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = str(path)
    try:
        return named_engines()
    finally:
        os.environ.pop(VARIABLE) if before is None else os.environ.update({VARIABLE: before})


SCORES = "# metric: m\n# higher: better\ntuple\tbetter\tworse\n"
KINDS = {
    **{f"suite {form}": Kind(suite_in(form), read_draft) for form in ("yaml", "jsonl", "dfki-json")},
    "suite tq-csv": Kind(lambda: CSV.encode(), read_draft),
    "suite tq-tsv": Kind(lambda: TSV.encode(), read_draft),
    "tsv": Kind(lambda: b"".join(f"{item.id}\tText.\n".encode() for item in suite().items), outputs()),
    "jsonl": Kind(jsonl_outputs, outputs()),
    "lines": Kind(lambda: b"One.\nTwo.\nThree.\nFour.\n", outputs(beside=True)),
    "parquet": Kind(parquet, outputs()),
    "wmt-xml": Kind(lambda: WMT_XML.format(*(item.source for item in suite().items)).encode(), outputs()),
    "challenge jsonl": Kind(lambda: "".join(jsonl.write(challenge_of()).values()).encode(), read_challenge),
    "challenge aces": Kind(lambda: "".join(aces_tsv.write(challenge_of()).values()).encode(), read_challenge),
    "key": Kind(key_of, read_key),
    "scores": Kind(
        lambda: (SCORES + "".join(f"{one}\t0.5\t1\n" for one in challenge_of().tuples["tuple"])).encode(),
        lambda path: read_scores(path, challenge_of(), None),
    ),
    "conllu": Kind(a_file("source.en.conllu"), read_conllu),
    "parses": Kind(a_file("source.en.conllu"), lambda path: read_parses(path, trees().texts)),
    "pharaoh": Kind(
        lambda: b"0-0 1-1 2-2\n" * len(trees()),
        lambda path: read_pharaoh(path, trees().bounds, trees().bounds),
    ),
    "table of scores": Kind(
        lambda: b"system\tBLEU\nAhorn\t1.5\nBirke\t2\n", lambda path: read_table(path, ["Ahorn"])
    ),
    "study": Kind(lambda: study_content(small_study()).encode(), read_study),
    "choices": Kind(lambda: b"a-1\tkeep\na-2\tdrop\na-3\n", read_choices),
    "contrast": Kind(lambda: next(iter(bundled_files().values())).encode(), read_contrast),
    "decisions": Kind(
        lambda: "".join(f"{item.id}\tpass\tx\n" for item in suite().items).encode(),
        lambda path: read_decisions(path, suite()),
    ),
    **{
        f"mt-metrics-eval {name}": Kind(
            FOLDER[name].encode, lambda path: hand_ins_of(FOLDER_SUITE, [str(path)]), name
        )
        for name in ("sources/de-en.txt", "documents/de-en.docs", "system-outputs/de-en/A.txt")
    },
    "engines": Kind(lambda: b'[ours]\nengine = "chat"\nurl = "http://x/v1"\nseconds = 5\n', settings),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_good_file_is_read(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    KINDS[kind].laid_out(path).write_bytes(KINDS[kind].content())
    KINDS[kind].read(path)


@pytest.mark.parametrize("kind", KINDS)
def test_damaged_files(kind: str, tmp_path: Path) -> None:
    """Each is read, or refused in one line that names it."""
    good = KINDS[kind].content()
    path = tmp_path / "file"
    file = KINDS[kind].laid_out(path)
    for number, damaged in enumerate(mutants(good, SEED, MANY)):
        file.write_bytes(damaged)
        try:
            KINDS[kind].read(path)
        except LackmusError as problem:
            said = str(problem)
            assert "\n" not in said and str(path) in said, f"{kind}, mutant {number}: {said}"
        except BaseException as problem:
            raise AssertionError(f"{kind}, seed {SEED}, mutant {number}: {problem!r}") from problem
