"""The built-in aligner on real sentences: links of equal parts of speech, the same every time, and stable."""

# Trees: the parallel PUD treebanks of Universal Dependencies, 1,000 sentences, gold lemmas. Outputs: WMT22
# English–Czech, wmt-conference/wmt22-news-systems; to parse them takes minutes, so words are cut after five
# letters here, which does to Czech about what lemmas do. On lemmas: `python -m benchmarks.aligning`.

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from lackmus.aligners import open_aligner
from lackmus.core.trees.links import Rows, links
from lackmus.core.trees.treebank import Treebank
from lackmus.flows.trees.aligning import lemmas
from lackmus.read.conllu import read_conllu
from lackmus.read.files import read_lines
from tests.conftest import PROJECT

pytestmark = pytest.mark.real_data

WORD = re.compile(r"\w+|[^\w\s]")
LETTERS = 5
Sentences = list[list[str]]


def pud(real_data: Path, language: str) -> Treebank:
    """A thousand sentences."""
    (file,) = (real_data / "ud").glob(f"*/{language}_pud-ud-test.conllu")
    return read_conllu(file)


def wmt22(real_data: Path, lines: int | None = None) -> tuple[Sentences, list[Sentences]]:
    """The source, and what two translators and ten systems made of it."""
    folder = real_data / "wmt22" / "en-cs"
    (source,) = (folder / "source").iterdir()
    files = [source, *sorted((folder / "reference").iterdir()), *sorted((folder / "systems").iterdir())]
    first, *others = (
        [[word[:LETTERS] for word in WORD.findall(line.lower())] for line in read_lines(file)[:lines]]
        for file in files
    )
    assert len(others) == 12
    return first, others


def hmm(source: Sentences, target: Sentences) -> Rows:
    """The links of the built-in aligner by intersection."""
    return links(open_aligner("hmm").align(source, target))


def common(one: Rows, other: Rows) -> int:
    """Links that both have."""
    return len(set(map(tuple, one.tolist())) & set(map(tuple, other.tolist())))


@pytest.mark.parametrize(
    "language, many, alike",
    [("cs", 12_000, 0.76), ("de", 13_500, 0.81), ("ru", 12_000, 0.78)],
)
def test_links_join_equal_parts_of_speech(language: str, many: int, alike: float, real_data: Path) -> None:
    """On a thousand pairs alone, by annotations that the aligner never sees."""
    source, target = pud(real_data, "en"), pud(real_data, language)
    found = hmm(lemmas(source), lemmas(target))
    left, right = (
        np.array(bank.upos.values)[bank.upos.codes[rows]]
        for bank, rows in ((source, found[:, 0]), (target, found[:, 1]))
    )
    assert len(found) >= many
    assert (left == right).mean() >= alike


SAME = """
import sys
from hashlib import sha256
from pathlib import Path
from tests.published.test_aligner_real_data import lemmas, open_aligner, pud
data = Path(sys.argv[1])
found = open_aligner("hmm").align(lemmas(pud(data, "en")), lemmas(pud(data, "cs")))
print(sha256(found.forward.tobytes() + found.backward.tobytes()).hexdigest(), len(found.forward))
"""


@pytest.mark.slow
def test_the_same_every_time(real_data: Path) -> None:
    """To the byte, whatever the seed of Python's hashes and the number of threads of numpy's libraries."""
    said = [
        subprocess.run(
            [sys.executable, "-c", SAME, str(real_data)],
            cwd=PROJECT,
            env={
                **os.environ,
                "PYTHONHASHSEED": seed,
                **dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), threads),
            },
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed, threads in (("0", "1"), ("0", "1"), ("1", "2"))
    ]
    assert len(set(said)) == 1
    assert int(said[0].split()[1]) > 15_000


@pytest.mark.slow
def test_one_translation_more_or_less(real_data: Path) -> None:
    """A thousand lines, twelve translations: without one, less than 1 % of the links of the others change."""
    source, translations = wmt22(real_data, 1000)
    every = hmm(source * 12, [one for these in translations for one in these])
    for left_out in (0, 11):  # a reference, after which all rows move up, and a system
        others = [these for number, these in enumerate(translations) if number != left_out]
        without = hmm(source * 11, [one for these in others for one in these])
        gone = np.array([sum(map(len, source)), sum(map(len, translations[left_out]))])
        before, behind = every[:, 0] < left_out * gone[0], every[:, 0] >= (left_out + 1) * gone[0]
        expected = np.concatenate((every[before], every[behind] - gone))
        same = common(expected, without)
        assert same > 0.99 * max(len(expected), len(without)) > 100_000


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("eflomal-align"), reason="no eflomal-align on this machine")
def test_as_eflomal_does(real_data: Path) -> None:
    """All 24,444 pairs. Two runs of eflomal, which draws at random, agree about as well with each other."""
    source, translations = wmt22(real_data)
    target = [one for these in translations for one in these]
    cmd = "eflomal-align -s {source} -t {target} -f {forward} -r {reverse}"
    with open_aligner("command", {"cmd": cmd}) as aligner:
        theirs = links(aligner.align(source * 12, target))
    ours = hmm(source * 12, target)
    assert 2 * common(ours, theirs) / (len(ours) + len(theirs)) >= 0.90
