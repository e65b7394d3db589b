"""A study from plain text: parsed by UDPipe, aligned by the built-in aligner, judged, and gone on with."""

from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from lackmus.cli.remedies import worded
from lackmus.core.base.choices import ItemSet
from lackmus.core.contrasts.runs import KeywordLimits
from lackmus.core.contrasts.shares import signature_of
from lackmus.core.contrasts.study import ContrastStudy
from lackmus.core.contrasts.study_lines import study_lines, study_of
from lackmus.core.trees.query import MEANING
from lackmus.errors import LackmusError, NoAnswerError
from lackmus.flows.contrasts.material import StudyFiles
from lackmus.flows.contrasts.studies import StudyRequest, run, select
from lackmus.write.studies import study_content
from lackmus.write.suites.yaml import write as as_yaml
from tests.parsers.tiny_udpipe import NOUNS, VERBS, tiny_udpipe
from tests.refusals import refuses

# Both languages are the one that the tiny model knows: what it can tell apart is enough to judge.
CONTRAST = """
name: wanting
pair: en-eo
category: Infinitive
phenomenon: infinitive → infinitive
about: "Good: an infinitive. Bad: a finite verb."
source: "k: VerbForm=Inf and child(lemma=to and deprel=mark)"
good: VerbForm=Inf
bad: VerbForm=Fin
"""
PAIRS = [(noun, verb) for noun in NOUNS for verb in VERBS]
SOURCE = [f"The {NOUNS[noun]} want to {verb}." for noun, verb in PAIRS]
FINITE = [f"The {noun} {VERBS[verb]}." for noun, verb in PAIRS]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of UDPipe, and tiny."""
    return tiny_udpipe(tmp_path_factory)


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, model: Path) -> StudyRequest:
    """Sixteen sentences and two systems: one keeps infinitives, the other writes finite verbs."""
    monkeypatch.setenv("LACKMUS_PARSES", str(tmp_path / "parses.db"))
    for name, lines in {"source.en": SOURCE, "hyp.Same.eo": SOURCE, "hyp.Finite.eo": FINITE}.items():
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines))
    (tmp_path / "wanting.yaml").write_text(CONTRAST)
    return StudyRequest(
        StudyFiles(tmp_path / "source.en", [str(tmp_path / "hyp.*")]),
        contrasts=[str(tmp_path / "wanting.yaml")],
        source_parser=str(model),
        target_parser=f"udpipe:model={model}",
        processes=1,
    )


def verdicts(study: ContrastStudy, system: str) -> list[str]:
    own = study.verdicts_on(ItemSet.SELECTED).filter(pl.col("system") == system)
    return own["verdict"].to_list()


def test_from_text_to_verdicts(asked: StudyRequest) -> None:
    """Every infinitive is found; who keeps it is Good, who writes a finite verb is Bad or not aligned."""
    study = run(asked).study
    assert study.items.height == 16
    assert verdicts(study, "Same") == ["pass"] * 16
    assert set(verdicts(study, "Finite")) <= {"fail", "warning"}
    assert verdicts(study, "Finite").count("fail") >= 8
    assert "32 sentence pairs are few to learn an alignment from" in study.notes[0]
    assert "ufal.udpipe" in study.about["source parser"] and "hmm" in study.about["aligner"]


def test_a_study_keeps_the_definition_it_was_made_with(asked: StudyRequest) -> None:
    """Another definition under the same name is another signature; the kept study stays as it was."""
    first = run(asked).study
    file = Path(asked.contrasts[0])
    file.write_text(CONTRAST.replace("bad: VerbForm=Fin", "bad: VerbForm=Ger"))
    second = run(asked).study
    (kept,) = study_of(study_lines(first)).contrasts
    assert (kept.name, kept.bad, second.contrasts[0].bad) == ("wanting", "VerbForm=Fin", "VerbForm=Ger")
    for study in (first, second):
        assert f"contrasts:{study.about['contrasts']}|queries:{MEANING}|" in signature_of(study)
    assert first.about["contrasts"] != second.about["contrasts"]


def test_nothing_is_made_twice(asked: StudyRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second run finds parses and links in the cache, and says the same to the letter."""
    first = run(asked).study
    monkeypatch.setattr("lackmus.parsers.udpipe.UDPipe.parse", None)
    monkeypatch.setattr("lackmus.aligners.hmm.Hmm.align", None)
    assert study_content(run(asked).study) == study_content(first)


def test_a_stopped_run_goes_on(asked: StudyRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was parsed before somebody stopped it is not parsed again."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as stopped:
        stopped.setattr("lackmus.aligners.hmm.Hmm.align", stop)
        with pytest.raises(KeyboardInterrupt):
            run(asked)
    monkeypatch.setattr("lackmus.parsers.udpipe.UDPipe.parse", None)
    assert verdicts(run(asked).study, "Same") == ["pass"] * 16


def test_a_damaged_cache_costs_nobody_anything(asked: StudyRequest, tmp_path: Path) -> None:
    """It is told once, and the run goes on without it."""
    (tmp_path / "parses.db").write_bytes(b"no database" * 500)
    told: list[str] = []
    assert verdicts(run(asked, told=told.append).study, "Same") == ["pass"] * 16
    assert len(told) == 1 and "parses.db cannot be used" in told[0]


def test_a_suite_of_keywords_is_run_by_item_ids(asked: StudyRequest, tmp_path: Path) -> None:
    """Selected once, handed out, and judged when the outputs come back, in whatever order."""
    picked = select(asked)
    assert picked.in_short == "16 keywords in 16 sentences"
    (tmp_path / "picked.yaml").write_text(as_yaml(picked.suite))
    lines = [f"{item.id}\t{text}\n" for item, text in zip(picked.suite.items, FINITE, strict=True)]
    (tmp_path / "Finite.tsv").write_text("".join(reversed(lines)))
    (tmp_path / "Same.tsv").write_text(
        "".join(f"{item.id}\t{item.source}\n" for item in picked.suite.items[:9])
    )
    outputs = [str(tmp_path / name) for name in ("Finite.tsv", "Same.tsv")]
    again = replace(asked, named=StudyFiles(suite=tmp_path / "picked.yaml", outputs=outputs))
    study = run(again).study
    assert study.items["item"].to_list() == [item.id for item in picked.suite.items]
    assert verdicts(study, "Same") == ["pass"] * 9 + ["warning"] * 7
    missing = study.verdicts.filter(pl.col("reason") == "missing")
    assert missing["system"].unique().to_list() == ["Same"]
    assert set(verdicts(study, "Finite")) <= {"fail", "warning"}


def test_selecting_by_a_reference(asked: StudyRequest, tmp_path: Path) -> None:
    """Only what the reference has as the contrast expects it; the choices of a person are marked."""
    mixed = [*SOURCE[:10], *FINITE[10:]]
    (tmp_path / "ref.eo").write_text("".join(f"{line}\n" for line in mixed))
    named = replace(asked.named, references=[f"human={tmp_path / 'ref.eo'}"])
    (tmp_path / "kept.tsv").write_text("wanting-1-5\tkeep\nwanting-2-5\tdrop\n")
    picked = select(replace(asked, named=named, refined=tmp_path / "kept.tsv"))
    assert len(picked.suite.items) == 10 and picked.found == 16
    # Two systems and a reference: as many pairs as a run of the same files would be told of.
    assert picked.notes == run(replace(asked, named=named)).study.notes
    assert picked.notes[0].startswith("48 sentence pairs are few to learn an alignment from")
    assert [item.tags[2:] for item in picked.suite.items[:3]] == [("refined",), ("dropped",), ()]
    assert picked.references["human"]["wanting-1-5"] == SOURCE[0]
    study = run(replace(asked, named=named, refined=tmp_path / "kept.tsv")).study
    assert study.sets == (ItemSet.REFINED, ItemSet.SELECTED, ItemSet.HITS)
    assert study.chosen(ItemSet.REFINED)["item"].to_list() == ["wanting-1-5"]
    (tmp_path / "kept.tsv").write_text("wanting-1-9\tkeep\n")
    with refuses(LackmusError, match="names 1 item that were not found, such as wanting-1-9"):
        run(replace(asked, named=named, refined=tmp_path / "kept.tsv"))


def test_five_thousand_words_do_not_hang(asked: StudyRequest, tmp_path: Path) -> None:
    """They are found by the query or passed over, are not aligned, and the reader is told."""
    long = " ".join(["The dogs want to sleep."] * 1000)
    for name in ("source.en", "hyp.Same.eo", "hyp.Finite.eo"):
        with (tmp_path / name).open("a") as file:
            file.write(f"{long}\n")
    study = run(asked).study
    assert verdicts(study, "Same")[:16] == ["pass"] * 16
    assert any("could not be parsed" in note or "too long to be aligned" in note for note in study.notes)
    assert run(replace(asked, limits=KeywordLimits(longest=50))).study.items.height == 16


def test_blank_lines_are_nobody_s_fault(asked: StudyRequest, tmp_path: Path) -> None:
    """A system that wrote nothing has no verdict there, and everything else stays in its place."""
    (tmp_path / "hyp.Same.eo").write_text("".join(f"{line}\n" for line in ["", *SOURCE[1:]]))
    assert verdicts(run(asked).study, "Same") == ["warning", *["pass"] * 15]


@pytest.mark.parametrize(
    "change, said",
    [
        ({"source_parser": "none.udpipe"}, "none.udpipe"),
        ({"target_parser": "magic:model=x"}, "--target-parser: magic:model=x is no parser."),
        ({"aligner": "command:cmd=no-such-program"}, "no-such-program"),
        ({"aligner": "hmm:speed=11"}, "hmm has no option speed."),
        ({"alignments": ["Same=none.align"]}, "none.align does not exist."),
    ],
)
def test_what_is_missing_is_one_line(asked: StudyRequest, change: dict[str, object], said: str) -> None:
    """Before anything is parsed."""
    with pytest.raises(LackmusError) as problem:
        run(replace(asked, **change))  # type: ignore[arg-type]
    assert said in worded(problem.value) and "\n" not in worded(problem.value)


def test_nothing_found_is_an_answer(asked: StudyRequest, tmp_path: Path) -> None:
    """It is no: exit 1."""
    (tmp_path / "source.en").write_text("".join(f"{line}\n" for line in FINITE))
    with refuses(NoAnswerError, match="No keyword was found in 16 sentences for wanting"):
        run(asked)


def test_ready_links_of_one_and_learnt_ones_of_the_others(asked: StudyRequest, tmp_path: Path) -> None:
    """A file of links counts for its translation; the rest is aligned together."""
    diagonal = " ".join(f"{number}-{number}" for number in range(6))
    (tmp_path / "Same.align").write_text(f"{diagonal}\n" * 16)
    study = run(replace(asked, alignments=[f"Same={tmp_path / 'Same.align'}"])).study
    assert verdicts(study, "Same") == ["pass"] * 16
    assert "16 sentence pairs are few" in study.notes[0]  # those of the other
    (tmp_path / "Same.align").write_text(f"{diagonal}\n" * 15)
    with refuses(LackmusError, match="15 lines for 16"):
        run(replace(asked, alignments=[f"Same={tmp_path / 'Same.align'}"]))
