"""`lackmus contrast …` at the terminal: from the bundled sample to tables, pictures and a workspace."""

import csv
import io
import json
from pathlib import Path

import pytest
import yaml

from tests.cli.challenges.test_challenges import command, run
from tests.parsers.tiny_udpipe import tiny_udpipe

SAMPLE = Path(__file__).parents[3] / "src" / "lackmus" / "sample" / "contrasts"
SYSTEMS = ["Linde", "Birke", "Ahorn", "Eiche"]  # as they stand by their mean shares
RUN = (
    *("contrast", "run", "--pair", "en-de", "--source", SAMPLE / "source.en.conllu"),
    *("--hyp", SAMPLE / "[ABEL]*.de.conllu", "--reference", SAMPLE / "reference.de.conllu"),
    *("--alignment", SAMPLE / "*.align"),
)
TO = """
name: to
pair: en-eo
category: Infinitive
phenomenon: infinitive → infinitive
source: "k: VerbForm=Inf and child(lemma=to and deprel=mark)"
good: VerbForm=Inf
"""


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LACKMUS_WORKSPACE", raising=False)
    monkeypatch.setenv("LACKMUS_USER", "Ada")
    monkeypatch.setenv("LACKMUS_PARSES", str(tmp_path / "parses.db"))


@pytest.fixture
def study(tmp_path: Path) -> Path:
    """The sample, judged."""
    run(*RUN, "--study", tmp_path / "study.jsonl", "--scores", SAMPLE / "scores.tsv", "-f", "json")
    return tmp_path / "study.jsonl"


# --- contrasts and queries ---------------------------------------------------------------------------------


def test_contrasts_are_listed() -> None:
    """Of a pair, or of all; a table for people, values for programs."""
    listed = json.loads(run("contrast", "list", "-f", "json"))["contrasts"]
    pairs = {one["pair"] for one in listed}
    assert pairs == {"cs-en", "de-en", "en-cs", "en-de", "en-ru"}
    czech = run("contrast", "list", "--pair", "en-cs")
    assert "infinitive-subordinate" in czech and "en-de" not in czech


def test_a_contrast_is_shown_as_a_file(tmp_path: Path) -> None:
    """As a start for one of one's own: it is YAML, and it runs."""
    shown = run("contrast", "show", "gerund-zu")
    assert yaml.safe_load(shown)["name"] == "gerund-zu"
    (tmp_path / "mine.yaml").write_text(shown.replace("gerund-zu", "mine"))
    found = json.loads(run(*RUN, "--contrast", tmp_path / "mine.yaml", "-f", "json"))
    assert [one["name"] for one in found["contrasts"]] == ["mine"]


@pytest.mark.parametrize(
    "name, said",
    [
        (
            "gerund-finite",
            "gerund-finite could be en-cs/gerund-finite, en-ru/gerund-finite. Write one of them.",
        ),
        (
            "gerund",
            "there is no contrast gerund, and no such file. There are cs-en/noun-gerund, de-en/zu-gerund, "
            "en-cs/gerund-finite",
        ),
        ("none.yaml", "none.yaml does not exist."),
    ],
)
def test_a_contrast_that_is_not_there(name: str, said: str) -> None:
    """With what there is instead."""
    code, _, told = command("contrast", "show", name)
    assert code == 2 and said in told


@pytest.mark.parametrize("format", ["terminal", "csv", "json"])
def test_a_query_lists_its_hits(format: str) -> None:
    """With the nodes marked, as text, CSV and JSON."""
    out = run(
        *("contrast", "query", "k: VerbForm=Ger and child(m: deprel=mark)", SAMPLE / "source.en.conllu"),
        *("-f", format),
    )
    if format == "json":
        found = json.loads(out)["hits"]
        assert (found[0]["sentence"], found[0]["nodes"]["m"]["form"]) == ("s02", "without")
        assert found[0]["marked"] == "He left the house m[without] k[locking] the door."
    elif format == "csv":
        rows = list(csv.DictReader(io.StringIO(out)))
        assert (rows[0]["k"], rows[0]["k lemma"], rows[0]["m number"]) == ("locking", "lock", "5")
    else:
        assert "He left the house m[without] k[locking] the door." in out
        assert "5 hits in 5 sentences of 16." in out


def test_a_wrong_query_is_pointed_at() -> None:
    """The column is named, and below the query a sign stands at it."""
    code, _, told = command("contrast", "query", "k: VerbForm==Ger", SAMPLE / "source.en.conllu")
    assert code == 2
    assert told.splitlines()[:2] == ["k: VerbForm==Ger", "            ^"]
    assert "column 13: expected a value after =" in told


def test_a_query_without_hits_says_no() -> None:
    """For scripts: the answer is no."""
    code, out, _ = command("contrast", "query", "lemma=unicorn", SAMPLE / "source.en.conllu")
    assert code == 1 and "0 hits in 0 sentences of 16." in out


@pytest.mark.parametrize(
    "content, said",
    [
        ("1\tIt\tit\tPRON\t_\t_\t2\tnsubj\t_\t_\n2\trains\train\tVERB\t_\t_\t1\troot\t_\t_\n\n", "root"),
        ("1\tIt\tit\tPRON\t_\t_\t0\troot\t_\n\n", "columns"),
    ],
)
def test_broken_trees_are_one_line(tmp_path: Path, content: str, said: str) -> None:
    """With file, sentence and line."""
    (tmp_path / "broken.conllu").write_text(content)
    code, _, told = command("contrast", "query", "upos=VERB", tmp_path / "broken.conllu")
    assert code == 2 and said in told and "broken.conllu, sentence 1, line 1: " in told
    assert len(told.splitlines()) == 1


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of UDPipe, and tiny."""
    return tiny_udpipe(tmp_path_factory)


def test_a_query_takes_plain_text_with_a_parser(tmp_path: Path, model: Path) -> None:
    """Trees may stand beside texts; a text without a parser says what is missing."""
    (tmp_path / "lines.txt").write_text("The dogs want to run.\n\nThe cat sleeps.\n")
    asked = ("contrast", "query", "k: VerbForm=Inf", "lines.txt")
    found = json.loads(run(*asked, SAMPLE / "source.en.conllu", "--parser", model, "-f", "json"))
    assert found["hits"][0]["marked"] == "The dogs want to k[run]."
    assert found["sentences"] == 3 + 16 and len(found["hits"]) > 1
    code, _, told = command(*asked)
    assert code == 2 and "If it is plain text, name a parser with --parser." in told
    code, _, told = command(*asked, "--parser", "no-such-parser")
    assert code == 2 and "--parser: no-such-parser is no parser." in told


def test_keywords_in_context_and_counts() -> None:
    """Sorted, then cut to as many as are asked for; counts are those of all hits."""
    asked = ("contrast", "query", "k: VerbForm=Ger and child(m: deprel=mark)", SAMPLE / "source.en.conllu")
    code, out, told = command(*asked, "--kwic", "--sort", "keyword", "--show", "2")
    assert code == 0 and "2 of 5 hits are shown." in told
    assert [line.split()[-3:] for line in out.splitlines()[3:5]] == [
        ["driving", "too", "fast."],
        ["locking", "the", "door."],
    ]
    rows = list(csv.DictReader(io.StringIO(run(*asked, "--count", "m.upos", "-f", "csv"))))
    assert [(row["m.upos"], row["Hits"]) for row in rows] == [("SCONJ", "5")]
    for options, said in (
        (("--count", "lemma", "--kwic"), "--kwic and --count contradict each other."),
        (("--count", "n.lemma"), "--count: the query names no word n."),
    ):
        code, _, told = command(*asked, *options)
        assert code == 2 and said in told


def test_trees_and_links_are_written(tmp_path: Path, model: Path) -> None:
    """What is written says the same as the texts, for every command of contrasts."""
    (tmp_path / "source.en").write_text(
        "The dogs want to run.\n\nThe cats want to sing.  The dogs want to sleep.\n"
    )
    (tmp_path / "hyp.Ahorn.eo").write_text("The dogs want to run.\nThe cat sleeps.\n\n")
    (tmp_path / "hyp.Birke.eo").write_text("The dog runs.\n\nThe cats want to sing. The dog sleeps.\n")
    texts = ("--source", "source.en", "--hyp", "hyp.*", "--source-parser", model, "--target-parser", model)
    code, out, told = command("contrast", "parse", *texts, "-o", "trees")
    assert (code, out) == (0, "") and "6 sentence pairs are few to learn an alignment from" in told
    written = sorted(path.name for path in (tmp_path / "trees").iterdir())
    assert written == ["Ahorn.align", "Ahorn.conllu", "Birke.align", "Birke.conllu", "source.conllu"]
    links = (tmp_path / "trees/Ahorn.align").read_text().split("\n")
    assert len(links) == 4 and "4-4" in links[0].split() and links[1:] == ["", "", ""]
    (tmp_path / "to.yaml").write_text(TO)
    shown = ("contrast", "run", "--contrast", "to.yaml", "--no-fallback", "-f", "json")
    ready = ("--source", "trees/source.conllu", "--hyp", "trees/[AB]*.conllu", "--alignment", "trees/*.align")
    once, again = (json.loads(run(*shown, *files)) for files in (texts, ready))
    assert once["sets"] == again["sets"] and once["items"] == again["items"] == {"pre-selected": 3}
    trees = (tmp_path / "trees/source.conllu").read_text()
    assert "# line_part = 2/2\n# text = The dogs want to sleep.\n" in trees
    whole = json.loads(run(*shown, *texts, "--whole-lines"))
    assert "lines:split.1" in str(once["about"]) and "lines:whole" in str(whole["about"])


@pytest.mark.parametrize(
    "change, said",
    [
        ((), "Trees and links are files. Name a folder for them with -o"),
        (("-o", "trees"), "--source-parser"),
        (("-o", "trees", "--reference", "a/b=source.en"), "--reference: a translation is called a/b"),
        (("-o", "trees", "--reference", "source=source.en"), "--reference: a translation is called source"),
    ],
)
def test_trees_that_cannot_be_written(tmp_path: Path, change: tuple[str, ...], said: str) -> None:
    """One line says what is missing."""
    (tmp_path / "source.en").write_text("The dogs want to run.\n")
    code, _, told = command("contrast", "parse", "--source", "source.en", *change)
    assert code == 2 and said in told and len(told.splitlines()) == 1


# --- run, report, chart ------------------------------------------------------------------------------------


def test_from_trees_to_tables() -> None:
    """Systems by their mean share, the reference apart; every table says that it shows a tendency."""
    out = run(*RUN, "--scores", SAMPLE / "scores.tsv")
    assert "A contrast shows a tendency, not errors" in out
    places = [out.index(f"\n  {system} ") for system in SYSTEMS]
    assert places == sorted(places)
    assert "reference (selecting reference)" in out
    assert "ρ = 0.80" in out and "counted:own" in out


def test_values_for_programs() -> None:
    """All numbers, not rounded, alone on standard output."""
    found = json.loads(run(*RUN, "-f", "json"))
    assert found["systems"] == SYSTEMS and found["references"] == ["reference"]
    assert found["signature"].startswith("study:source.en.conllu|")


def test_a_study_is_kept_and_reported_again(study: Path, tmp_path: Path) -> None:
    """The same numbers from the file, with the items of a person's choice."""
    first = json.loads(run("contrast", "report", study, "-f", "json"))
    again = json.loads(run(*RUN, "--scores", SAMPLE / "scores.tsv", "-f", "json"))
    assert first == again
    (tmp_path / "kept.tsv").write_text("gerund-zu-s01-7\tkeep\ngerund-zu-s02-6\tdrop\n")
    refined = run("contrast", "report", study, "--refined", tmp_path / "kept.tsv")
    assert "refined" in refined.splitlines()[1] and "pre-selected" in refined.splitlines()[1]


@pytest.mark.parametrize("kind", ["systems", "contrasts", "correlation"])
@pytest.mark.parametrize("ending, begins", [("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_charts(study: Path, tmp_path: Path, kind: str, ending: str, begins: bytes) -> None:
    """Three kinds in three formats."""
    run("contrast", "chart", kind, study, "-o", tmp_path / f"x.{ending}")
    assert (tmp_path / f"x.{ending}").read_bytes().startswith(begins)


def test_one_command_for_everything(tmp_path: Path) -> None:
    """Tables as a page, charts in a folder, the study in a file and in the workspace."""
    code, _, told = command(
        *(*RUN, "--scores", SAMPLE / "scores.tsv", "--study", "s.jsonl.gz", "--charts", "charts"),
        *("-o", "report.html", "-w", "lackmus.db", "--name", "sample"),
    )
    assert code == 0, told
    assert {path.name for path in (tmp_path / "charts").iterdir()} == {
        f"{kind}.{ending}" for kind in ("systems", "contrasts", "correlation") for ending in ("svg", "png")
    }
    assert "<svg" in (tmp_path / "report.html").read_text()
    assert "sample" in run("contrast", "studies", "-w", "lackmus.db")
    assert (
        json.loads(run("contrast", "report", "sample", "-w", "lackmus.db", "-f", "json"))["systems"]
        == SYSTEMS
    )


def test_verdicts_with_their_evidence(study: Path) -> None:
    """Source word, aligned words with lemma and tags, and why nobody knows."""
    out = run("contrast", "verdicts", study, "--verdict", "unknown")
    assert "Unknown (not aligned)" in out and "[answering]" in out
    found = json.loads(run("contrast", "verdicts", study, "--systems", "Eiche", "--show", "0", "-f", "json"))
    one = next(one for one in found["verdicts"] if one["item"] == "passive-active-s14-3")
    assert (one["verdict"], one["reason"]) == ("Unknown", "undecided")
    assert one["aligned"][0]["lemma"] == "unerwähnt"


@pytest.mark.parametrize(
    "change, said",
    [
        (("--contrast", "gerund-noun,nothing"), "--contrast: there is no contrast nothing"),
        (("--select-by", "other"), "--select-by: there is no other. There are reference."),
        (("--aligner", "magic"), "--aligner: there is no aligner magic."),
        (("--alignment", "Esche=x.align"), "--alignment: Ahorn has two files|there is no translation Esche."),
        (("--score", "meteor"), "--score: there is no score meteor."),
        (("--fallback", "clause", "--no-fallback"), "--fallback and --no-fallback contradict each other."),
        (("--study", "s.txt"), "--study: name a file that ends in .jsonl or .jsonl.gz."),
        (("--pair", "de-fr"), "no contrast is bundled for de-fr"),
        (("--refined", "nobody.tsv"), "nobody.tsv does not exist."),
        (("--hyp", "none/*"), "No file matches none/*."),
    ],
)
def test_a_mistake_is_one_line(change: tuple[str, ...], said: str) -> None:
    """With the option and what there is instead."""
    code, _, told = command(*RUN, *change)
    assert code == 2
    assert any(part in told for part in said.split("|")), told
    assert len(told.splitlines()) == 1


def test_text_needs_a_parser(tmp_path: Path) -> None:
    """Said with the option that names one."""
    (tmp_path / "a.de").write_text("x\n" * 16)
    code, _, told = command(*RUN[:6], "--hyp", tmp_path / "a.de")
    assert code == 2
    assert "a.de is text and must be parsed. Name a parser with --target-parser" in told


def test_other_numbers_of_sentences_are_seen(tmp_path: Path) -> None:
    """Nothing is shifted."""
    trees = (SAMPLE / "Ahorn.de.conllu").read_text().split("\n\n")
    (tmp_path / "short.conllu").write_text("\n\n".join(trees[:-2]) + "\n\n")
    code, _, told = command(*RUN[:6], "--hyp", tmp_path / "short.conllu")
    assert code == 2 and "short.conllu has 15 sentences, but source.en.conllu has 16." in told


# --- select ------------------------------------------------------------------------------------------------


def test_a_selection_is_an_ordinary_suite(tmp_path: Path) -> None:
    """With marked keywords; suites, templates and lint work on it."""
    code, _, told = command(
        *("contrast", "select", "--pair", "en-de", "--source", SAMPLE / "source.en.conllu"),
        *("--reference", SAMPLE / "reference.de.conllu", "--alignment", SAMPLE / "reference.align"),
        *("-o", "picked.yaml", "--references", "picked"),
    )
    assert code == 0 and "picked.yaml (17 of 33 keywords in 14 sentences)" in told
    suite = yaml.safe_load((tmp_path / "picked.yaml").read_text())
    item = suite["phenomena"][0]["items"][0]
    assert item["comment"] == "After [reading] the letter, Anna laughed."
    assert item["tags"] == ["contrast=gerund-clause", "keyword=6-13"]
    assert "17" in run("suite", "show", "picked.yaml")
    run("suite", "import", "picked.yaml", "--name", "picked")
    run("template", "make", "-o", "handed-out", "--suite", "picked")


def test_a_suite_of_keywords_is_run_with_outputs(tmp_path: Path) -> None:
    """Its keywords are found again by their place, and outputs come by the ids of items."""
    run(
        *("contrast", "select", "--pair", "en-de", "--source", SAMPLE / "source.en.conllu", "--all-hits"),
        *("--contrast", "gerund-zu", "-o", "picked.jsonl"),
    )
    items = [json.loads(line) for line in (tmp_path / "picked.jsonl").read_text().splitlines()]
    (tmp_path / "Mine.tsv").write_text(
        "".join(f"{one['id']}\tNichts davon.\n" for one in items if "id" in one)
    )
    code, _, told = command(
        *("contrast", "run", "picked.jsonl", "Mine.tsv", "--contrast", "en-de/gerund-zu"),
    )
    assert code == 2 and "--source-parser" in told  # everything was found but the parser


# --- in the workspace --------------------------------------------------------------------------------------


def test_studies_in_the_workspace(study: Path, tmp_path: Path) -> None:
    """In, out, choices, gone, and back again."""
    run("contrast", "import", study, "--name", "mine", "-w", "lackmus.db")
    (tmp_path / "kept.tsv").write_text("gerund-zu-s01-7\tkeep\ngerund-zu-s02-6\tdrop\n")
    run("contrast", "choices", "mine", "--refined", "kept.tsv", "-w", "lackmus.db")
    assert run("contrast", "choices", "mine", "-w", "lackmus.db") == (tmp_path / "kept.tsv").read_text()
    run("contrast", "export", "mine", "-o", "out.jsonl.gz", "-w", "lackmus.db")
    assert run("contrast", "choices", "out.jsonl.gz") == (tmp_path / "kept.tsv").read_text()
    run("contrast", "remove", "mine", "-w", "lackmus.db")
    assert "mine" not in json.loads(run("contrast", "studies", "-w", "lackmus.db", "-f", "json"))["studies"]
    run("undo", "-w", "lackmus.db")
    assert "mine" in run("contrast", "studies", "-w", "lackmus.db")
