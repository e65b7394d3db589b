"""The whole experiment on real outputs: ten systems of WMT22 English–Czech and two references."""

from pathlib import Path

import polars as pl
import pytest

from lackmus.core.choices import Chosen, Fallback, Symmetry
from lackmus.core.judges import Verdict
from lackmus.core.studies import FoundBy, Study
from lackmus.core.tendencies import tendencies
from lackmus.flows.contrast_material import Named
from lackmus.flows.overall_scores import Wanted
from lackmus.flows.studies import USUAL_FALLBACKS, Asked, run

LABELS = Path(__file__).parent / "contrast_labels.tsv"
PRECISE = 0.85  # a fall-back below this is off unless somebody asks for it
# Unknown in percent of all keywords, fall-backs off: reference B, reference C, every system.
MOST = {Symmetry.INTERSECTION: (22, 35, 19), Symmetry.GROW: (6, 13, 5)}


def unknown(study: Study, symmetry: Symmetry) -> dict[str, float]:
    """Unknown in percent of all keywords that the queries found, by links alone."""
    rows = study.verdicts_on(Chosen.HITS, symmetry).with_columns(
        (
            (pl.col("verdict") == Verdict.WARNING)
            | pl.col("found_by").is_in([FoundBy.GROW, FoundBy.CLAUSE]).fill_null(False)
        ).alias("unknown")
    )
    return dict(rows.group_by("system").agg(100 * pl.col("unknown").mean()).iter_rows())


def precision(study: Study) -> dict[str, tuple[int, int]]:
    """For each way of finding a word: verdicts that are right by hand, of those that were labelled."""
    lines = LABELS.read_text().splitlines()
    labels = [line.split("\t") for line in lines if not line.startswith("#")]
    assert len(labels) == 200
    by_hand = pl.DataFrame(labels, schema=["item", "system", "label"], orient="row")
    said = study.verdicts_on(Chosen.HITS).filter(pl.col("verdict") != Verdict.WARNING)
    found = said.join(by_hand, on=["item", "system"])
    right = (pl.col("label") == "good") == (pl.col("verdict") == Verdict.PASS)
    rows = found.group_by("found_by").agg((right & (pl.col("label") != "unknown")).sum(), pl.len().alias("n"))
    return {by: (count, n) for by, count, n in rows.iter_rows()}


@pytest.mark.real_data
@pytest.mark.slow
def test_the_whole_experiment(real_data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From plain text to verdicts that hold: Unknown is rare, fall-backs are right, references tell.

    One test, because parsing half a million words takes minutes.
    """
    monkeypatch.setenv("LACKMUS_PARSES", str(tmp_path / "parses.db"))
    home, models = real_data / "wmt22" / "en-cs", real_data / "models"
    asked = Asked(
        Named(
            next((home / "source").iterdir()),
            [str(home / "systems")],
            [str(path) for path in sorted((home / "reference").iterdir())],
            pair="en-cs",
        ),
        source_parser=str(models / "english.udpipe"),
        target_parser=str(models / "czech.udpipe"),
        fallbacks=(Fallback.GROW, Fallback.CLAUSE),
        scores=Wanted(["bleu"]),
    )
    study = run(asked).study
    assert len(study.systems) == 10 and study.references == ("B", "C") and study.selected_by == "B"

    for symmetry, (b, c, systems) in MOST.items():
        share = unknown(study, symmetry)
        assert share["B"] <= b and share["C"] <= c, (symmetry, share)
        assert max(share[system] for system in study.systems) <= systems, (symmetry, share)

    right = precision(study)
    for by in (FoundBy.LINK, FoundBy.PART):
        assert right[by][0] >= PRECISE * right[by][1], right
    for fallback in Fallback:
        count, n = right[fallback]
        assert n >= 30, right
        assert (count >= PRECISE * n) is (fallback in USUAL_FALLBACKS), right

    found = tendencies(study)
    assert found.leading.chosen is Chosen.SELECTED
    own = found.leading.total("B")
    assert own.bad == 0  # by construction
    (bleu,) = found.correlated
    assert bleu.correlation.n == 10 and bleu.correlation.interval is not None
    assert bleu.overall.signature.endswith("by:C")  # the reference that selected nothing
