"""Contrasts as YAML: what is wrong is one line with the file, the key and the column."""

from pathlib import Path

import pytest

from lackmus.errors import LackmusError
from lackmus.read.contrasts import bundled_contrasts, read_contrast

GOOD = """name: gerund-dass
pair: en-de
category: Gerund
phenomenon: EN gerund → DE dass-clause
about: >
  Which clause
  stands for it?
source: >
  k: VerbForm=Ger
  and deprel=xcomp
good: child(lemma=dass)
"""


def written(path: Path, content: str) -> Path:
    file = path / "c.yaml"
    file.write_text(content)
    return file


def test_a_contrast_is_read(tmp_path: Path) -> None:
    """Folded texts are one line; without a query of its own, the reference is asked what Good is."""
    found = read_contrast(written(tmp_path, GOOD))
    assert (found.name, str(found.pair), found.category) == ("gerund-dass", "en-de", "Gerund")
    assert found.source.text == "k: VerbForm=Ger and deprel=xcomp"
    assert found.reference == found.good and found.bad is None
    assert found.about == "Which clause stands for it?"
    assert found.label.startswith("gerund-dass@") and len(found.digest) == 8


@pytest.mark.parametrize(
    "said, only_named", [("", False), ("runs: always\n", False), ("runs: when named\n", True)]
)
def test_when_a_contrast_runs(tmp_path: Path, said: str, only_named: bool) -> None:
    """With all that a pair has, or only where a user names it."""
    assert read_contrast(written(tmp_path, said + GOOD)).only_named is only_named


@pytest.mark.parametrize(
    "old, new, said",
    [
        ("name: gerund-dass\n", "", "“name” is missing. A contrast needs name, pair"),
        ("name: gerund-dass", "name: a b", "“name” must be a short word of letters, digits and hyphens."),
        ("name: gerund-dass", "name: ../x", "“name” must be a short word"),
        ("pair: en-de", "pair: english", "“english” is no language pair"),
        ("good:", "godo:", "unknown key “godo”. Known are"),
        ("good: child(lemma=dass)", "good: [a, b]", "“good” must be a text."),
        ("good: child(lemma=dass)", "good: child(lemma=dass", "“good”: column 6: this ( is never closed"),
        ("k: VerbForm=Ger", "k: VerbForm==Ger", "“source”: column 13: expected a value after ="),
        ("VerbForm=Ger", "aligned(upos=VERB)", "“source”: column 4: aligned(…) asks for a word of"),
        ("good: child(lemma=dass)", "good: parent(m)", "“good”: column 8: no word is named m; known here: k"),
        ("pair: en-de", "pair: en-de\nruns: never", "“runs” must be always or when named."),
        (GOOD, "- a\n- b\n", "is no contrast: it has no keys such as name, pair"),
        (GOOD, "a: b\n  c: d\n", "not YAML"),
    ],
)
def test_a_slip_is_one_line(tmp_path: Path, old: str, new: str, said: str) -> None:
    """It names the file, the key, and of a query the column."""
    assert old in GOOD
    file = written(tmp_path, GOOD.replace(old, new))
    with pytest.raises(LackmusError) as problem:
        read_contrast(file)
    assert said in str(problem.value)
    assert str(problem.value).startswith(str(file)) and "\n" not in str(problem.value)


def test_those_that_come_along() -> None:
    """The five of the paper, and at least four more; each has a text for annotators."""
    found = bundled_contrasts()
    names = {(str(one.pair), one.name) for one in found}
    assert len(names) == len(found)
    assert {one.name for one in found if str(one.pair) == "en-cs" and not one.only_named} == {
        "infinitive-finite",
        "infinitive-nonfinite",
        "infinitive-subordinate",
        "gerund-finite",
        "gerund-nonfinite",
    }
    assert sum(pair in ("en-de", "en-ru") for pair, _ in names) >= 4
    assert {pair for pair, _ in names} == {"cs-en", "de-en", "en-cs", "en-de", "en-ru"}
    assert all("Good" in one.about and "Bad" in one.about for one in found)
    assert all("k" in one.source.names for one in found)
