"""Trees and contrasts from Python: queries, studies, and their files, as by the command line."""

from pathlib import Path

import pytest

import lackmus
from tests.api.told import printed

QUERY = "VerbForm=Ger and child(deprel=mark)"


def test_a_query_finds_what_the_command_finds(grammar: Path) -> None:
    hits = lackmus.query(QUERY, grammar / "source.en.conllu")
    asked = f"contrast query '{QUERY}' grammar/source.en.conllu"
    assert len(hits) == hits.hits.height == 5
    assert str(hits) == printed(asked).rstrip("\n")
    assert hits.to("json") == printed(f"{asked} -f json")
    assert hits.count("upos").rows() == [("VERB", 5, 100.0)]
    in_context = lackmus.query(QUERY, "grammar/source.en.conllu", kwic=True, sort="left", show=2)
    assert str(in_context) == printed(f"{asked} --kwic --sort left --show 2").rstrip("\n")
    counted = lackmus.query(QUERY, ["grammar/source.en.conllu"], count="lemma,upos")
    assert counted.to("csv") == printed(f"{asked} --count lemma,upos -f csv")


def test_contrasts_are_listed() -> None:
    every = lackmus.contrasts()
    assert set(every["pair"]) >= {"en-cs", "en-de", "cs-en", "de-en"}
    assert set(lackmus.contrasts("en-de")["pair"]) == {"en-de"}


@pytest.fixture
def study(grammar: Path) -> "lackmus.api.Study":
    """The study of the sample, whose trees and links are ready."""
    return lackmus.study(
        "grammar/source.en.conllu",
        "grammar/[ABEL]*.de.conllu",
        pair="en-de",
        reference="grammar/reference.de.conllu",
        alignment="grammar/*.align",
        scores="grammar/scores.tsv",
    )


RUN = (
    "contrast run --pair en-de --source grammar/source.en.conllu --hyp 'grammar/[ABEL]*.de.conllu' "
    "--reference grammar/reference.de.conllu --alignment 'grammar/*.align' --scores grammar/scores.tsv"
)


def test_a_study_is_that_of_the_command_line(study: "lackmus.api.Study") -> None:
    assert str(study) == printed(RUN).rstrip("\n")
    assert study.to("json") == printed(f"{RUN} -f json --study theirs.jsonl")
    assert study.save("own.jsonl").read_bytes() == Path("theirs.jsonl").read_bytes()
    assert study.save("own.html").read_text().startswith("<!doctype html>")


def test_a_study_knows_its_frames(study: "lackmus.api.Study") -> None:
    assert set(study.systems) == {"Ahorn", "Birke", "Eiche", "Linde"}
    assert study.shares.columns == ["contrast", "system", "good", "bad", "unknown", "share"]
    assert study.shares.height == 8 * 5  # eight contrasts; four systems and a reference
    assert study.means.height == 5
    assert study.correlations["systems"].to_list() == [4] * study.correlations.height
    assert study.items.height
    assert set(study.verdicts["verdict"].unique()) <= {"pass", "fail", "warning"}
    for kind in ("systems", "contrasts", "correlation"):
        assert study.chart(kind).svg.startswith("<svg")


def test_a_study_is_read_again(study: "lackmus.api.Study") -> None:
    again = lackmus.read_study(study.save("own.jsonl.gz"), table="systems", label={"Linde": "L"})
    order = ["item", "system", "symmetry"]
    assert again.verdicts.sort(order).equals(study.verdicts.sort(order))
    assert again.to("csv") == printed("contrast report own.jsonl.gz --table systems --label Linde=L -f csv")
