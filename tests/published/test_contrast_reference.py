"""The row of the reference as in table 2 of Cinková and Bojar (2018): how far the detector can be trusted.

Keywords are found on gold trees of the source and selected by gold trees of the human translation (PUD). The
same translation is then judged as if a system had written it: as plain text, parsed by a model, linked by the
built-in aligner. A perfect detector would call all of it Good.
"""

from pathlib import Path

import polars as pl
import pytest

from lackmus.core.base.choices import ItemSet, Symmetry
from lackmus.core.base.verdict import Verdict
from lackmus.core.contrasts.study import ContrastStudy
from lackmus.flows.contrasts.material import StudyFiles
from lackmus.flows.contrasts.studies import StudyRequest, run
from lackmus.read.conllu import read_conllu

pytestmark = [pytest.mark.real_data, pytest.mark.slow]

# Bad, Good and Unknown in percent of the pre-selected set, as the paper prints them for the reference.
PAPER = {
    "infinitive-finite": (8, 71, 21),
    "infinitive-nonfinite": (1, 74, 25),
    "infinitive-subordinate": (4, 71, 25),
    "gerund-finite": (21, 59, 19),
    "gerund-nonfinite": (2, 70, 28),
}
FILES = {"en": "UD_English-PUD/en_pud-ud-test.conllu", "cs": "UD_Czech-PUD/cs_pud-ud-test.conllu"}


@pytest.fixture(scope="module")
def study(real_data: Path, tmp_path_factory: pytest.TempPathFactory) -> ContrastStudy:
    """The human translation as text, beside its gold trees."""
    folder = tmp_path_factory.mktemp("reference")
    english, czech = (real_data / "ud" / FILES[language] for language in ("en", "cs"))
    text = folder / "parsed.cs"
    text.write_text("".join(f"{line}\n" for line in read_conllu(czech).texts), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LACKMUS_PARSES", str(folder / "parses.db"))
        asked = StudyRequest(
            StudyFiles(english, [str(text)], [str(czech)], pair="en-cs"),
            contrasts=list(PAPER),
            target_parser=str(real_data / "models" / "czech.udpipe"),
            symmetry=Symmetry.GROW,
            fallbacks=(),
        )
        return run(asked).study


def shares(study: ContrastStudy, chosen: ItemSet, name: str) -> tuple[float, float, float]:
    """Bad, Good and Unknown of the parsed text in percent, by links alone."""
    named = study.items.filter(pl.col("contrast") == name)
    rows = study.verdicts_on(chosen, study.symmetry).join(named, on="item", how="semi")
    own = rows.filter(pl.col("system") == study.systems[0])
    counts = [own.filter(pl.col("verdict") == one).height for one in (Verdict.FAIL, Verdict.PASS)]
    bad, good = (100 * count / own.height for count in counts)
    return bad, good, 100 - bad - good


@pytest.mark.parametrize("name", PAPER)
def test_where_it_is_known_it_is_right(name: str, study: ContrastStudy) -> None:
    """The share of Good among Good and Bad is at most ten points below the paper's: keywords are few."""
    bad, good, _ = shares(study, ItemSet.SELECTED, name)
    of_paper = PAPER[name]
    assert 100 * good / (good + bad) >= 100 * of_paper[1] / (of_paper[0] + of_paper[1]) - 10


@pytest.mark.parametrize("name", PAPER)
def test_no_more_is_unknown(name: str, study: ContrastStudy) -> None:
    """Of all keywords: selecting by links leaves out what they do not find; the paper had manual links."""
    _, _, unknown = shares(study, ItemSet.HITS, name)
    assert abs(unknown - PAPER[name][2]) <= 12
