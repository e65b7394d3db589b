"""Human scores as they are published: one shape, higher is better, quality control named and left out.

The files are written to the published descriptions of mt-metrics-eval, of the MQM ratings and of the ESA
exports of WMT24 and WMT25; no published file is quoted.
"""

import json
from pathlib import Path

import pytest

from lackmus.core.base.pairs import Pair
from lackmus.core.verdicts.human_scores import HumanScores
from lackmus.errors import LackmusError
from lackmus.read.scores.human import read_human_scores
from tests.refusals import refuses

PAIR = Pair("de", "en")
MQM = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
NEW_MQM = "system\tdoc\tdocSegId\tglobalSegId\trater\tsource\ttarget\tcategory\tseverity\tmetadata\n"
TIMES = "1724108687.8,1724108688.6"


def read(folder: Path, content: str, name: str = "scores.tsv", pair: Pair = PAIR) -> HumanScores:
    path = folder / name
    path.write_text(content, encoding="utf-8")
    return read_human_scores(path, (pair,))


def error(category: str, severity: str, rater: str = "r1", segment: int = 1, system: str = "A") -> str:
    cells = (system, "news", segment, segment, rater, "Ein <v>Satz</v>.", "A <v>sentence</v>.", category)
    return "\t".join(map(str, cells)) + f"\t{severity}\n"


def esa(
    score: object,
    system: str = "A",
    segment: int = 5,
    kind: str = "TGT",
    document: str = "news1",
    rater: str = "deueng01",
    whole: str = "False",
    times: str = TIMES,
    languages: str = "deu,eng",
) -> str:
    errors = '"[{""start_i"":8}]"'
    return f"{rater},{system},{segment},{kind},{languages},{score},{document},{whole},{errors},{times}\n"


# -- mt-metrics-eval ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name, content, systems, counts, called",
    [
        ("de-en.mqm.sys.score", "A\t-1.5\nB\t-3\nrefA\tNone\n", {"A": -1.5, "B": -3}, {}, "MQM"),
        ("de-en.esa.sys.score", "A 80\nB   70.5\n", {"A": 80, "B": 70.5}, {}, "ESA"),
        (
            "de-en.mqm.seg.score",
            "A\t-1\nA\tNone\nA\t0\nB\t-5\nB\t-1\nB\t0\n",
            {"A": -0.5, "B": -2},
            {"A": 2, "B": 3},
            "MQM",
        ),
        ("deen.wmt-z.seg.score", "A 0.5\nA 0.1\n", {"A": 0.3}, {"A": 2}, "wmt-z"),
        ("mine.tsv", "system\thuman\nA b\t1\nC\t2\n", {"A b": 1, "C": 2}, {}, "mine"),
    ],
)
def test_scores_of_mt_metrics_eval(
    name: str, content: str, systems: dict[str, float], counts: dict[str, int], called: str, tmp_path: Path
) -> None:
    """One for each system, or a block of segments for each, with None where there is none."""
    found = read(tmp_path, content, name)
    assert found.systems == pytest.approx(systems) and found.counts == counts
    assert (found.name, found.file) == (called, name)


def test_segments_keep_their_lines(tmp_path: Path) -> None:
    found = read(tmp_path, "A\t-1\nA\tNone\nA\t0\n", "de-en.mqm.seg.score")
    assert found.segments["line"].to_list() == [1, 3] and found.lines == 3


def test_ratings_of_mt_metrics_eval(tmp_path: Path) -> None:
    errors = [
        {"start": 0, "end": 2, "category": "Accuracy/Mistranslation", "severity": "major"},
        {"start": 3, "end": 4, "category": "Fluency/Punctuation", "severity": "minor"},
    ]
    lines: list[tuple[str, dict[str, object] | None, str]] = [
        ("A", {"errors": errors}, "r1"),
        ("A", None, ""),
        ("B", {"errors": []}, "r2"),
        ("B", None, ""),
    ]
    content = "".join(
        f"{system}\t{json.dumps(rating)}\t{rater}\n" if rating else f"{system}\tNone\n"
        for system, rating, rater in lines
    )
    found = read(tmp_path, content, "de-en.mqm.merged.seg.rating")
    assert found.systems == pytest.approx({"A": -5.1, "B": 0})
    assert (found.lines, found.raters, found.name) == (2, 2, "mqm.merged")


def test_ratings_that_stand_alone(tmp_path: Path) -> None:
    def rating(system: str, rater: str, *severities: str) -> str:
        return json.dumps(
            {
                "source": "Satz 1.",
                "hypothesis": "good 001",
                "errors": [{"start": 0, "end": 1, "severity": one} for one in severities],
                "document_id": "news",
                "segment_id": 0,
                "system_id": system,
                "rater_id": rater,
                "src_lang": "de",
                "tgt_lang": "en",
            }
        )

    lines = [rating("A", "r1", "major"), rating("A", "r2", "minor"), rating("B", "r1")]
    found = read(tmp_path, "\n".join(lines), "ratings.jsonl")
    assert found.systems == {"A": -3, "B": 0} and found.raters == 2  # the mean over raters
    assert found.segments.row(0) == ("A", "news", None, 1, "Satz 1.", "good 001", -3)
    with refuses(LackmusError, match=r"line 4: r1 rated this segment in line 3 already\. Keep one\."):
        read(tmp_path, "\n".join([*lines, lines[-1]]), "ratings.jsonl")
    with refuses(LackmusError, match=r"line 1: a rating of de-en, and the suite is of en-cs"):
        read(tmp_path, "\n".join(lines), "ratings.jsonl", Pair("en", "cs"))


# -- MQM ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "category, severity, score",
    [
        ("Accuracy/Mistranslation", "Major", -5),
        ("Accuracy/Mistranslation", "critical", -5),
        ("Style/Awkward", "Minor", -1),
        ("Fluency/Punctuation", "Minor", -0.1),
        ("Fluency/Punctuation", "Major", -5),
        ("Non-translation!", "Major", -25),
        ("Source issue", "Minor", 0),
        ("Accuracy/Creative Reinterpretation", "Major", 0),
        ("No-error", "No-error", 0),
        ("Other", "Neutral", 0),
    ],
)
def test_weights_of_mqm(category: str, severity: str, score: float, tmp_path: Path) -> None:
    assert read(tmp_path, MQM + error(category, severity)).systems == {"A": score}


def test_errors_add_up_and_raters_are_averaged(tmp_path: Path) -> None:
    rows = [
        error("Style", "Minor"),
        error("Accuracy", "Major"),
        error("No-error", "no-error", "r2"),
        error("Style", "Minor", segment=2),
    ]
    found = read(tmp_path, MQM + "".join(rows))
    assert found.segments["score"].to_list() == [-3, -1] and found.systems == {"A": -2}
    assert found.segments.row(0)[1:6] == ("news", 1, 1, "Ein Satz.", "A sentence.")  # without marks
    assert "higher is better" in found.how and "major 5" in found.how


def test_newer_tables_name_segments_otherwise(tmp_path: Path) -> None:
    row = "A\tnews\t3\t17\tr1\tSatz\ttext\tNo-error\tno-error\t{}\n"
    assert read(tmp_path, NEW_MQM + row).segments.row(0)[1:4] == ("news", 3, 17)


# -- ESA ---------------------------------------------------------------------------------------------------


def test_esa_of_wmt24_without_its_quality_control(tmp_path: Path) -> None:
    rows = [
        esa(80),
        esa(60, rater="deueng02"),
        esa(90, segment=6),
        esa(10, segment=6, kind="BAD", document="news1#bad"),
        esa(0, system="ende-tutorial1", segment=1000001, document="ende-tutorial1"),
        esa(50, document="news2#incomplete", segment=9),
        esa(50, document="news1#dup1"),
        esa(50, whole="True"),
        esa(50, languages="eng,ces", document="news7", segment=90),
    ]
    found = read(tmp_path, "".join(rows), "esa.csv")
    assert found.systems == {"A": 80} and found.raters == 2  # (70 + 90) / 2
    assert dict(found.left_out) == {
        "attention checks": 1,
        "tutorials": 1,
        "incomplete documents": 1,
        "repeated documents": 1,
        "scores of whole documents": 1,
        "other language pairs": 1,
    }
    # Segments are numbered through the test set; what counts is their place in the document.
    assert found.segments.select("document", "place").rows() == [("news1", 1), ("news1", 2)]


def test_of_one_annotator_the_latest_score_counts(tmp_path: Path) -> None:
    rows = [esa(80, times="5,9"), esa(60, times="5,7")]
    found = read(tmp_path, "".join(rows), "esa.csv")
    assert found.systems == {"A": 80}
    assert dict(found.left_out) == {"earlier scores of the same annotator": 1}


def test_esa_of_wmt25(tmp_path: Path) -> None:
    """Its export has the id of the segment, counted from 0 in its document; its release has the texts."""
    full = "de-en_#_news_#_report_#_2"
    csv = f'a1,{full},A,17,TGT,deu,eng,75,report,False,"[]",1,2,x,y\n'
    found = read(tmp_path, csv, "esa.csv")
    assert found.segments.row(0)[:3] == ("A", "de-en_#_news_#_report", 3) and found.systems == {"A": 75}
    given = [{"annotator": "a1", "score": 70, "errors": []}, {"annotator": "a2", "score": 80, "errors": []}]
    record = {
        "doc_id": full,
        "src_text": "Satz 1.",
        "tgt_text": {"A": "good 001", "B": "bad 001"},
        "scores": {"A": given, "B": [{"annotator": "a1", "score": None}]},
    }
    older = {**record, "doc_id": "de-en_#_news_#_x_#_0", "scores": {"A": {"human1": 90, "annotator1": "a3"}}}
    other = {**record, "doc_id": "en-cs_CZ_#_news_#_x_#_0"}
    found = read(tmp_path, "\n".join(map(json.dumps, (record, older, other))), "humeval.jsonl")
    assert found.systems == {"A": 82.5} and found.raters == 3
    assert dict(found.left_out) == {"segments without a score": 1, "other language pairs": 1}
    assert found.segments.row(0)[4:6] == ("Satz 1.", "good 001")


# -- what is wrong -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name, content, said",
    [
        ("de-en.mqm.seg.score", "A\t1\nB\t1\nA\t2\n", r"line 3: A again, after B\. All scores of a system"),
        ("de-en.mqm.seg.score", "A\t1\nA\t1\nB\t2\n", r"line 3: B has 1 score, but A has 2\. .*None where"),
        ("de-en.mqm.sys.score", "A\t1\nA\t2\n", r"line 2: A stands in line 1 already\. Keep one\."),
        ("de-en.mqm.sys.score", "A\tgood\n", r"line 1: “good” is no number"),
        ("de-en.mqm.sys.score", "A\tnan\n", r"line 1: “nan” cannot be compared"),
        ("de-en.mqm.sys.score", "A\tNone\n", r"has no score that counts\. Human scores are files of"),
        ("de-en.mqm.sys.score", "A\t1\t2\n", r"line 1: “A.*” is no system and its score"),
        ("de-en.mqm.doc.score", "A\t1\n", r"has scores of documents\. Name the file of segments"),
        ("en-cs.mqm.seg.score", "A\t1\n", r"has scores of en-cs, and the suite is of de-en\. Name those"),
        ("m.tsv", MQM + error("Style", "Grave"), r"line 2: unknown severity “grave”\. There are critical"),
        ("m.tsv", MQM + "A\tnews\t1\n", r"line 2: 3 cells under 9 columns"),
        ("m.tsv", MQM + error("Style", "Minor", segment=-1), r"line 2: “-1” is no number of a segment"),
        ("e.csv", esa(101), r"line 1: 101 is no ESA score, which is from 0 to 100"),
        ("e.csv", esa("much"), r"line 1: “much” is no number"),
        ("e.csv", esa(1, languages="eng,ces"), r"has scores of en-cs, and the suite is of de-en"),
        ("e.csv", esa(1) + "a,b\n", r"line 2: 2 cells, and ESA has 12 or more"),
        ("r.jsonl", "{}\n", r"line 1: no human scores\. Human scores are"),
        ("r.jsonl", '{"doc_id": "de-en_#_n_#_d_#_0", "scores": {"A": ["x"]}}', r"line 1, A: “x” is no"),
        ("de-en.mqm.seg.rating", 'A\t{"errors": 1}\n', r"line 1: a rating has a list “errors”"),
        ("de-en.mqm.seg.rating", 'A\t{"errors": []}\nA\tNone\nB\tNone\n', r"B has 1 ratings, but A has 2"),
    ],
)  # fmt: skip
def test_bad_files_are_named_with_place_and_remedy(
    name: str, content: str, said: str, tmp_path: Path
) -> None:
    with refuses(LackmusError, match=said) as caught:
        read(tmp_path, content, name)
    assert name in str(caught.value) and "\n" not in str(caught.value)
