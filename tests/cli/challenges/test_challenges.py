"""`lackmus challenge …` and `lackmus metric …` at the terminal: from the bundled sample to a ranking."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lackmus.cli.commands import everything
from lackmus.cli.remedies import worded
from lackmus.errors import LackmusError

SAMPLE = Path(__file__).parents[3] / "src" / "lackmus" / "sample" / "de-en"
BUILD = ("challenge", "build", SAMPLE / "items.json")
CAMPAIGNS = (f"2025={SAMPLE / 'outputs' / '2025'}", f"2026={SAMPLE / 'outputs' / '2026'}")
ANSWER = "# metric: mine\n"


def command(*arguments: object) -> tuple[int, str, str]:
    """Exit code, standard output, standard error."""
    result = CliRunner().invoke(everything(), [*map(str, arguments)], env={"COLUMNS": "200"})
    if isinstance(result.exception, LackmusError):
        return (
            result.exception.exit_code,
            result.stdout,
            f"{result.stderr}lackmus: {worded(result.exception)}\n",
        )
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.stdout, result.stderr


def run(*arguments: object) -> str:
    """What a command that must succeed prints."""
    code, out, said = command(*arguments)
    assert code == 0, said
    return out


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scores of a test are its own, and there is no workspace unless a test makes one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LACKMUS_SCORES", str(tmp_path / "cache" / "scores.db"))
    monkeypatch.setenv("LACKMUS_USER", "Ada")


@pytest.fixture
def challenge(tmp_path: Path) -> Path:
    """The challenge of the sample."""
    run(*BUILD, *CAMPAIGNS, "-o", "c.jsonl", "--name", "sample")
    return tmp_path / "c.jsonl"


WMT_HEAD = "doc_id\tsegment_id\tsource_lang\ttarget_lang\tset_id\tsystem_id\tdomain_name\tmethod\toverall\n"


def test_a_wmt_hand_in_and_the_scores_that_came_back(tmp_path: Path) -> None:
    """From the files of the shared task to a ranking, in one command."""
    hand_in, returned = tmp_path / "handin", tmp_path / "back" / "primary"
    hand_in.mkdir()
    returned.mkdir(parents=True)
    for role, text in {"src": "Die Bank.", "hyp-1": "The bank.", "hyp-2": "The bench."}.items():
        (hand_in / f"mine.de-en.{role}.txt").write_text(f"{text}\n")
    rows = "".join(f"d\t1\tde\ten\tc\thyp-{n}\tnews\tNaN\t{score}\n" for n, score in ((1, 0.2), (2, 0.7)))
    (returned / "Mine.tsv").write_text(WMT_HEAD + rows)
    ranking = json.loads(
        run(
            "challenge",
            "report",
            hand_in,
            tmp_path / "back",
            "--order",
            "2>1",
            "--order",
            "name",
            "-f",
            "json",
        )
    )
    assert ranking["tuples"] == 1
    assert "Mine" in json.dumps(ranking)
    code, _, said = command("challenge", "report", hand_in, "--metric", "chrf", "--order", "2>1")
    assert (code, "chrF needs references, and 1 tuple has none." in said) == (2, True)
    code, _, said = command("challenge", "report", hand_in, tmp_path / "back")
    assert (code, "--order 'hyp-2 > hyp-1'" in said) == (2, True)
    code, _, said = command("challenge", "report", hand_in, "--order", "best")
    assert (code, "“best” is no order" in said) == (2, True)


def test_a_metric_of_one_language_pair_takes_part(tmp_path: Path) -> None:
    """A hand-in of two pairs, metrics in folders of groups; one has scored one pair, with a gap later."""
    hand_in, back = tmp_path / "handin", tmp_path / "back"
    for folder in (hand_in, back / "baseline", back / "primary"):
        folder.mkdir(parents=True)
    for pair in ("de-en", "en-de"):
        for role, text in {"src": "Ja.", "hyp-1": "No.", "hyp-2": "Yes."}.items():
            (hand_in / f"mine.{pair}.{role}.txt").write_text(f"{text}\nA{text}\n")
    rows = {
        (pair, segment, n): f"d\t{segment}\t{pair[:2]}\t{pair[3:]}\tc\thyp-{n}\tnews\tNaN\t{n}.5\n"
        for pair in ("de-en", "en-de")
        for segment in (1, 2)
        for n in (1, 2)
    }
    (back / "baseline" / "Both.tsv").write_text(WMT_HEAD + "".join(rows.values()))
    german = "".join(row for (pair, *_), row in rows.items() if pair == "en-de")
    (back / "primary" / "German.tsv").write_text(WMT_HEAD + german)
    order = ("challenge", "report", hand_in, back, "--order", "2>1")
    told = {one["name"]: one for one in json.loads(run(*order, "-f", "json"))["metrics"]}
    assert [told["Both"][key] for key in ("group", "scored", "right")] == ["baseline", 4, 4]
    assert [told["German"][key] for key in ("scored", "scored_pairs", "right")] == [2, ["en-de"], 2]
    fair = run(*order, "--counted", "fair")
    assert "Only the 2 tuples that all scored count." in " ".join(fair.split())
    (back / "primary" / "German.tsv").write_text(WMT_HEAD + german.split("\n", 1)[1])
    code, _, said = command(*order)
    assert (code, "segment 1 of hyp-1, en-de is missing" in said, "--allow-gaps" in said) == (2, True, True)
    assert "1 of 4; en-de" in " ".join(run(*order, "--allow-gaps").split())


def test_metrics_that_mark_errors(tmp_path: Path) -> None:
    """A table of SPAN-ACES and a metric's spans: a table of precision, recall and F1, and both survive."""
    head = "source\tgood-translation\tincorrect-translation\treference\tphenomena\tlangpair"
    rows = "Ja.\tYes.\tNo, sir.\tYes!\tnonsense\tde-en\t<v>No</v>, sir.\n"
    Path("spans.tsv").write_text(f"{head}\tincorrect-translation-annotated\n{rows}")
    lines = [
        {"tuple": "00001", "text": "better", "score": 1, "spans": []},
        {"tuple": "00001", "text": "worse", "score": 0, "spans": [{"start": 1, "end": 3}]},
    ]
    Path("Mine.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    told = json.loads(run("challenge", "report", "spans.tsv", "Mine.jsonl", "-f", "json"))
    mine = told["spans"]["all"]["metrics"]["Mine"]
    assert [mine[key] for key in ("precision", "recall", "f1")] == [50, 50, 50]
    assert "Marked" not in run("challenge", "report", "spans.tsv", "--metric", "chrf")
    out = run("challenge", "report", "spans.tsv", "Mine.jsonl", "--table", "spans")
    assert "error spans in percent" in out and "50.0" in out
    assert "<v>No</v>, sir." in run("challenge", "tuples", "spans.tsv")
    run("challenge", "score", "spans.tsv", "Mine.jsonl", "-o", "kept")
    assert json.loads(run("challenge", "report", "spans.tsv", "kept", "-f", "json"))["spans"] == told["spans"]
    run("challenge", "import", "spans.tsv", "--name", "s", "--workspace", "w.db")
    run("challenge", "score", "s", "Mine.jsonl", "--workspace", "w.db")
    again = json.loads(run("challenge", "report", "s", "--workspace", "w.db", "-f", "json"))
    assert again["spans"] == told["spans"]
    code, _, said = command("challenge", "report", "spans.tsv", "--metric", "chrf", "--table", "spans")
    assert (code, "has no marked errors, or no metric marks any" in said) == (2, True)


def test_one_command_from_outputs_to_a_ranking() -> None:
    """Build, score and rank at once; the table names every metric."""
    out = run(*BUILD, *CAMPAIGNS, "--metric", "bleu,chrf,ter,edit-distance,length-ratio", "--format", "json")
    told = json.loads(out)
    assert {one["name"] for one in told["metrics"]} == {
        "BLEU", "chrF", "TER", "edit distance", "length ratio"
    }  # fmt: skip
    assert told["tuples"] > 100
    assert all(one["right"] + one["wrong"] + one["ties"] == told["tuples"] for one in told["metrics"])


def test_the_same_seed_gives_the_same_tuples(tmp_path: Path) -> None:
    """Whatever the order of campaigns; another seed gives others."""
    run(*BUILD, *CAMPAIGNS, "-o", "a.jsonl")
    run(*BUILD, *CAMPAIGNS, "-o", "b.jsonl")
    run(*BUILD, *CAMPAIGNS, "-o", "c.jsonl", "--seed", "2")
    one, same, other = ((tmp_path / f"{name}.jsonl").read_text() for name in "abc")
    assert one == same != other


def test_build_tells_what_gave_none() -> None:
    """How many items could give no tuple, and why."""
    told = json.loads(run(*BUILD, *CAMPAIGNS, "--format", "json"))
    assert told["items"] == told["giving"] + sum(told["without"].values())
    assert told["tuples"] <= 5 * told["giving"]
    code, out, said = command(*BUILD, *CAMPAIGNS)
    assert code == 0 and "only one right text" in out and "Nothing was written" in said


def test_scores_are_written_and_read_again(challenge: Path, tmp_path: Path) -> None:
    """What `score` writes, `report` reads: the same numbers as computing them."""
    run("challenge", "score", challenge, "--metric", "bleu,chrf", "-o", "scores")
    assert sorted(path.name for path in (tmp_path / "scores").iterdir()) == ["BLEU.tsv", "chrF.tsv"]
    read = json.loads(run("challenge", "report", challenge, "scores", "--format", "json"))
    again = json.loads(run("challenge", "report", challenge, "--metric", "bleu,chrf", "--format", "json"))
    assert read["rows"] == again["rows"] and read["averages"] == again["averages"]


def test_a_shared_task(challenge: Path, tmp_path: Path) -> None:
    """Participants get lines, hand in a number a line, and the key ranks them."""
    run("challenge", "export", challenge, "--to", "blind", "-o", "task")
    lines = (tmp_path / "task" / "blind" / "hypothesis.txt").read_text().splitlines()
    references = (tmp_path / "task" / "blind" / "reference.txt").read_text().splitlines()
    assert len(lines) == len(references)
    numbers = (str(min(len(a), len(b)) / max(len(a), len(b))) for a, b in zip(lines, references, strict=True))
    (tmp_path / "mine.txt").write_text("\n".join(numbers) + "\n")
    key = tmp_path / "task" / "key.jsonl"
    told = json.loads(
        run("challenge", "report", key, "mine.txt", "--metric", "length-ratio", "--format", "json")
    )
    mine, ours = sorted(told["metrics"], key=lambda one: one["name"] != "mine")
    assert mine["name"] == "mine" and (mine["right"], mine["ties"]) == (ours["right"], ours["ties"])


@pytest.mark.parametrize("form, end", [("terminal", ""), ("latex", "tex"), ("html", "html"), ("csv", "csv")])
def test_every_format(challenge: Path, tmp_path: Path, form: str, end: str) -> None:
    """It is the same Table as everywhere."""
    run("challenge", "report", challenge, "--metric", "bleu,chrf", "-f", form, "-o", f"r.{end}")
    assert "chrF" in (tmp_path / f"r.{end}").read_text()


@pytest.mark.parametrize("table, told", [
    ("categories", "Macro-average (categories)"),
    ("phenomena", "Macro-average (phenomena)"),
    ("metrics", "Segments"),
    ("tau", "tau"),
    ("mcnemar", "McNemar"),
])  # fmt: skip
def test_every_table(challenge: Path, table: str, told: str) -> None:
    """By its name."""
    assert told in run("challenge", "report", challenge, "--metric", "bleu,chrf,ter", "--table", table)


def test_the_paired_choice(challenge: Path) -> None:
    """Short for its parts; by the Z-test a note says what exact McNemar would change."""
    asked = ("challenge", "report", challenge, "--metric", "bleu,chrf,ter", "--format", "json")
    paired = json.loads(run(*asked, "--test", "paired"))
    by_parts = json.loads(run(*asked, "--test", "mcnemar", "--correction", "holm"))
    assert (paired["signature"], paired["rows"]) == (by_parts["signature"], by_parts["rows"])
    assert paired["paired"] is None and json.loads(run(*asked))["paired"]["test"] == "mcnemar"
    assert "An exact paired test (McNemar) " in run(*asked[:-2])


@pytest.mark.parametrize("kind", ["sorted", "heatmap", "speed"])
def test_every_chart(challenge: Path, tmp_path: Path, kind: str) -> None:
    """As a picture."""
    run("challenge", "chart", kind, challenge, "--metric", "bleu,ter", "-o", "c.svg")
    assert "<svg" in (tmp_path / "c.svg").read_text()


def test_groups_of_ones_own(challenge: Path) -> None:
    """Groups are assigned with the report."""
    told = json.loads(
        run(
            *("challenge", "report", challenge, "--metric", "bleu,chrf,ter", "--format", "json"),
            *("--group", "words=BLEU,TER", "--group", "letters=chrF"),
        )
    )
    assert {one["name"]: one["group"] for one in told["metrics"]} == {
        "BLEU": "words", "TER": "words", "chrF": "letters"
    }  # fmt: skip


def test_tuples_that_a_metric_misjudges(challenge: Path) -> None:
    """With both scores, the worst first."""
    out = run(
        *("challenge", "tuples", challenge, "--metric", "chrf", "--outcome", "wrong", "--show", "0"),
        *("--format", "json"),
    )
    told = json.loads(out)
    assert told["total"] == len(told["tuples"]) == told["counts"]["wrong"]
    margins = [one["better_score"] - one["worse_score"] for one in told["tuples"]]
    assert margins == sorted(margins) and margins[-1] < 0


def test_stopped_while_a_metric_works(challenge: Path, tmp_path: Path) -> None:
    """Ctrl-C is nobody's mistake: no metric is blamed for it."""
    slow = tmp_path / "slow.py"
    slow.write_text(f"open({str(tmp_path / 'began')!r}, 'w').close()\nimport time\ntime.sleep(60)\n")
    metric = f"command:cmd={sys.executable} {slow}"
    running = subprocess.Popen(
        [sys.executable, "-m", "lackmus", "challenge", "score", challenge, "--metric", metric],
        stderr=subprocess.PIPE,
        text=True,
    )
    over = time.monotonic() + 60
    while not (tmp_path / "began").exists() and time.monotonic() < over:
        time.sleep(0.02)
    running.send_signal(signal.SIGINT)
    told = running.communicate(timeout=60)[1]
    assert (running.returncode, told) == (130, "lackmus: stopped; no file was left half-written.\n")


def test_metrics_are_listed() -> None:
    """With what each needs."""
    assert {"bleu", "chrf++", "comet"} <= {
        one["name"] for one in json.loads(run("metric", "list", "-f", "json"))["metrics"]
    }
    assert "model" in run("metric", "show", "embedding")


def test_a_challenge_in_the_workspace(tmp_path: Path) -> None:
    """Built, scored, ranked and removed there; undo brings it back."""
    run("suite", "import", SAMPLE / "items.json", "--name", "de-en")
    for year in ("2025", "2026"):
        run("outputs", "import", SAMPLE / "outputs" / year, "--campaign", year)
    run("challenge", "build", "de-en", "--name", "ours")
    run("challenge", "score", "ours", "--metric", "bleu,length-ratio")
    listed = json.loads(run("challenge", "list", "-f", "json"))["challenges"]
    assert [(one["name"], one["metrics"]) for one in listed] == [("ours", ["BLEU", "length ratio"])]
    told = json.loads(run("challenge", "report", "ours", "-f", "json"))
    assert {one["name"] for one in told["metrics"]} == {"BLEU", "length ratio"}
    run("challenge", "group", "ours", "--group", "lengths=length ratio")
    told = json.loads(run("challenge", "report", "ours", "-f", "json"))
    assert {one["group"] for one in told["metrics"]} == {"baseline", "lengths"}
    run(*BUILD, *CAMPAIGNS, "-o", "files.jsonl", "--name", "ours")
    files = [json.loads(line) for line in (tmp_path / "files.jsonl").read_text().splitlines()[1:]]
    run("challenge", "export", "ours", "-o", "stored.jsonl")
    stored = [json.loads(line) for line in (tmp_path / "stored.jsonl").read_text().splitlines()[1:]]
    assert stored == files
    run("challenge", "remove", "ours")
    assert command("challenge", "report", "ours")[0] == 2
    run("undo")
    assert json.loads(run("challenge", "report", "ours", "-f", "json")) == told


@pytest.mark.parametrize("arguments, said", [
    (("report", "none.jsonl"), "none.jsonl"),
    (("report", "c.jsonl"), "has no scores"),
    (("report", "c.jsonl", "--metric", "blue"), "there is no metric blue"),
    (("report", "c.jsonl", "--metric", "bleu", "--metrics", "chrF"), "there is no metric chrF"),
    (("report", "c.jsonl", "--metric", "bleu", "--group", "BLEU"), "GROUP=METRIC"),
    (("report", "c.jsonl", "--metric", "bleu", "--pair", "en-de"), "has no pair en-de"),
    (("report", "c.jsonl", "--metric", "bleu", "--category", "Nonsense"), "has no category Nonsense"),
    (("report", "c.jsonl", "c.jsonl"), "c.jsonl"),
    (("report", "c.jsonl", "bad.tsv"), "bad.tsv, line 3"),
    (("report", "c.jsonl", "lines.txt"), "key"),
    (("report", "c.jsonl", "empty", "--metric", "bleu"), "empty has no files in it"),
    (("score", "c.jsonl"), "Nothing is to be scored"),
    (("score", "c.jsonl", "--metric", "embedding"), "needs model"),
    (("score", "c.jsonl", "--metric", "bleu:colour=red"), "no option colour"),
    (("export", "c.jsonl", "-o", "c.xyz"), "ending"),
    (("export", "c.jsonl", "-o", "c.tsv", "--to", "word"), "no format word"),
    (("chart", "speed", "c.jsonl", "--metric", "bleu", "-o", "c.doc"), "no picture"),
    (("tuples", "c.jsonl", "--metric", "bleu,chrf"), "--of"),
    (("report", "c" * 300), "File name too long"),
    (("report", "c.jsonl", "s" * 300), "File name too long"),
    (("build", SAMPLE / "items.json", f"a={'o' * 300}"), "ooo"),
    (("build", *BUILD[2:], SAMPLE / "outputs" / "2026", "--source", "s" * 300), "File name too long"),
    (("build", *BUILD[2:], *CAMPAIGNS, "-o", "d.jsonl", "--metric", "blue"), "there is no metric blue"),
])  # fmt: skip
def test_mistakes_are_one_line(
    challenge: Path, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    """What is wrong, and where; nothing is written."""
    first = json.loads(challenge.read_text().splitlines()[1])["tuple"]
    (tmp_path / "bad.tsv").write_text(f"# metric: mine\ntuple\tbetter\tworse\n{first}\t0,5\t1\n")
    (tmp_path / "lines.txt").write_text("1\n2\n")
    (tmp_path / "empty").mkdir()
    before = sorted(tmp_path.rglob("*"))
    code, out, told = command("challenge", *arguments)
    assert (code, out) == (2, "") and said in told
    assert len(told.strip().splitlines()) == 1
    made = {path.relative_to(tmp_path).parts[0] for path in set(tmp_path.rglob("*")) - set(before)}
    assert made <= {"cache"}


def test_names_that_are_not_utf8(challenge: Path, tmp_path: Path) -> None:
    """Their odd bytes, for which Python has half characters, are spelled out in whatever is written."""
    run("challenge", "score", challenge, "--metric", "m\udcff=length-ratio", "-o", "scores")
    odd = tmp_path / "odd\udcff.tsv"
    (tmp_path / "scores" / "m_udcff.tsv").rename(odd)
    odd.write_text(odd.read_text().replace("# metric: m\\udcff\n", ""))
    run("challenge", "report", challenge, odd, "-o", "r.xlsx")
    assert "odd\\udcff" in run("challenge", "report", challenge, odd)


def test_nothing_to_build_is_the_answer_no(tmp_path: Path) -> None:
    """One system alone cannot give two right texts."""
    alone = sorted((SAMPLE / "outputs" / "2026").iterdir())[0]
    code, out, said = command(*BUILD, alone, "-o", "c.jsonl")
    assert (code, out) == (1, "") and "No item gives a tuple" in said
    assert not (tmp_path / "c.jsonl").exists()
