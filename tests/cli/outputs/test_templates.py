"""`lackmus template …`: hand items out among distractors, and take their translations back."""

import json
from pathlib import Path

import pytest

from lackmus.core.base.paragraphs import paragraphs
from lackmus.read import read_suite
from lackmus.store.db import schema
from lackmus.store.db.workspaces import open_workspace
from tests.cli.stocked import SAMPLE, stock, stock_four
from tests.test_cli import answer, command


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the sample in a workspace, outputs of 2026 in a campaign, and distractors."""
    stock(read_suite(SAMPLE / "items.json"), tmp_path, monkeypatch)
    command("outputs", "import", SAMPLE / "outputs" / "2026", "-c", "WMT26")
    (tmp_path / "other.txt").write_text("".join(f"Noch ein Satz, der {n}.\n" for n in range(500)))
    return tmp_path


def make(*arguments: object) -> tuple[str, Path]:
    """The token and the file of a new template."""
    code, stdout, said = command("template", "make", *arguments, "-o", "made")
    assert code == 0, said
    token = stdout.strip()
    (file,) = Path("made").glob(f"*{token}*")
    return token, file


def translated(file: Path, system: str) -> Path:
    """What a system sends back: every line of its own."""
    lines = file.read_text().splitlines()
    back = file.with_name(f"{file.stem}.hyp.{system}.txt")
    back.write_text("".join(f"{system}: {line}\n" for line in lines))
    return back


def items_of(token: str) -> set[str]:
    """What hides in a template."""
    return {key for keys in answer("template", "show", token)["items"].values() for key in keys}


def test_items_hide_among_distractors(here: Path) -> None:
    """Two of each phenomenon, twice as many distractors; the same seed makes the same file."""
    token, file = make(
        "--draw", 2, "--by", "phenomenon", "--distractors", "other.txt", "--factor", 2, "--seed", 5
    )
    assert file.name == f"lackmus-de-en-{token}.txt"
    lines = file.read_text().splitlines()
    (shown,) = answer("template", "list")["templates"]
    assert (shown["lines"], shown["distractors"], shown["seed"]) == (len(lines), 32, 5)
    assert len(items_of(token)) == 16
    assert sum(line.startswith("Noch ein Satz") for line in lines) == 32
    again, same = make(
        "--draw", 2, "--by", "phenomenon", "--distractors", "other.txt", "--factor", 2, "--seed", 5
    )
    assert again != token
    assert same.read_text() == file.read_text()


def test_a_seed_is_drawn_and_told(here: Path) -> None:
    """So that the template can be made again."""
    _, _, said = command("template", "make", "--draw", "10%")
    (shown,) = answer("template", "list")["templates"]
    assert f"seed {shown['seed']})" in said


def test_translations_come_back(here: Path) -> None:
    """Distractors are dropped, outputs are stored as any others are; the system is named by its file."""
    token, file = make("--draw", "50%", "--distractors", "other.txt", "--factor", 1)
    back = translated(file, "Ulme")
    said = answer("template", "unscramble", back, "-c", "WMT26")
    (brought,) = said["systems"]
    assert (brought["system"], brought["outcome"], brought["items"]) == ("Ulme", "new", 80)
    command("outputs", "export", "-c", "WMT26", "--systems", "Ulme", "-o", "ulme", "--to", "tsv")
    suite = read_suite(SAMPLE / "items.json")
    texts = dict(line.split("\t") for line in Path("ulme/Ulme.tsv").read_text().splitlines())
    assert texts == {key: f"Ulme: {suite.by_key[key].source}" for key in items_of(token)}
    assert answer("template", "unscramble", back, "-c", "WMT26")["systems"][0]["outcome"] == "unchanged"
    back.write_text(back.read_text().replace("Ulme", "Esche"))
    code, _, told = command("template", "unscramble", back, "-c", "WMT26")
    assert (code, "Ulme: 80 of 80 items differ" in told) == (2, True)
    assert command("template", "unscramble", back, "-c", "WMT26", "--replace")[0] == 0


def test_wmt_xml_goes_out_and_comes_back(here: Path) -> None:
    """Whatever its file is called then: it says itself which template it is."""
    token, file = make("--draw", 2, "--by", "category", "--to", "wmt-xml")
    sent = file.read_text()
    source = sent[sent.index("<src") : sent.index("</src>")]
    hyps = "".join(
        source.replace('<src lang="de">', f'<hyp system="{name}" lang="en">').replace(">", f">{name} ", 0)
        + "</hyp>"
        for name in ("Ulme", "Esche")
    )
    back = here / "returned.xml"
    back.write_text(sent.replace("</src>", f"</src>{hyps}"))
    said = answer("template", "unscramble", back, "-c", "WMT27")
    assert [(one["system"], one["items"]) for one in said["systems"]] == [
        ("Ulme", len(items_of(token))),
        ("Esche", len(items_of(token))),
    ]
    other = sent.replace("</src>", f"</src>{hyps}").replace('<seg id="1">', '<seg id="1">Nicht ', 1)
    back.write_text(other)
    assert "segment 1 has another source" in command("template", "unscramble", back, "-c", "WMT27")[2]


def test_wmt26_goes_out_and_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A document for each sentence, none reserved; among other documents and in any order they come back."""
    stock_four(tmp_path, monkeypatch)
    token, file = make("--for", "wmt26")
    sent = [json.loads(line) for line in file.read_text().splitlines()]
    assert "de-en:4" not in items_of(token)
    assert {(one["src_lang"], one["tgt_lang"]) for one in sent} == {("deu_Latn", "eng_Latn")}
    returned = [
        {"doc_id": one["doc_id"], "hypothesis": f"<p>{one['src_text']}</p>"} for one in reversed(sent)
    ]
    other = {"doc_id": "WMT26_###_news_###_deu_Latn_###_eng_Latn_###_1", "hypothesis": "not ours"}
    back = tmp_path / "Ulme.jsonl"
    back.write_text("".join(f"{json.dumps(one)}\n" for one in [*returned, other]))
    said = answer("template", "unscramble", back, "-c", "WMT27", "--system", "Ulme")
    assert [(one["system"], one["items"]) for one in said["systems"]] == [("Ulme", len(items_of(token)))]
    command("outputs", "export", "-c", "WMT27", "-o", "ulme", "--to", "tsv")
    texts = dict(line.split("\t") for line in Path("ulme/Ulme.tsv").read_text().splitlines())
    assert sorted(texts.values()) == sorted(one["src_text"] for one in sent)
    back.write_text("".join(f"{json.dumps(one)}\n" for one in returned[1:]))
    code, _, told = command("template", "unscramble", back, "-c", "WMT28")
    assert (code, "Ulme: 1 of 3 items of the template did not come back." in told) == (0, True)
    back.write_text(json.dumps(other) + "\n")
    code, _, told = command("template", "unscramble", back, "-c", "WMT29", "--template", token)
    assert (code, f"Ulme.jsonl has no document of template {token}." in told) == (2, True)


@pytest.fixture
def both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a suite of two directions in a workspace."""
    items: list[dict[str, object]] = [
        {
            "id": f"{n}",
            "pair": pair,
            "category": "C",
            "phenomenon": "P",
            "source": f"{word} {n}.",
            "positive": ["a"],
        }
        for pair, word in (("de-en", "Satz"), ("en-de", "Sentence"))
        for n in range(1, 9)
    ]
    items[0]["reserved"] = True
    file = tmp_path / "both.jsonl"
    file.write_text("".join(f"{json.dumps(one)}\n" for one in items))
    stock(read_suite(file), tmp_path, monkeypatch)
    return tmp_path


def handed_in(sent: list[dict[str, str]], back: Path, shorten: str = "") -> None:
    """What a system hands in: every paragraph in capitals; `shorten` one document by a paragraph."""
    returned = []
    for one in sent:
        parts = [f"{part.upper()} &amp; a" for part in paragraphs(one["src_text"])]
        if one["doc_id"] == shorten:
            parts = parts[1:]
        text = "\n".join(f"<p>{part}</p>" for part in parts)
        returned.append({"doc_id": one["doc_id"], "hypothesis": text, "metadata": {}})
    back.write_text("".join(f"{json.dumps(one)}\n" for one in reversed(returned)))


def test_several_directions_go_out_as_documents_in_one_file(both: Path) -> None:
    """Three sentences a document, a set id, a prompt; no reserved items; all comes back to its item."""
    code, tokens, said = command(
        "template",
        "make",
        "--for",
        "wmt26",
        "--pair",
        "all",
        "--documents",
        3,
        "--set",
        "mine",
        "--prompt",
        "Go.",
    )
    assert (code, len(tokens.split())) == (0, 2), said
    sent = [json.loads(line) for line in Path("mine.wmt26.jsonl").read_text().splitlines()]
    assert [len(paragraphs(one["src_text"])) for one in sent] == [3, 3, 1, 3, 3, 2]
    assert {one["doc_id"].split("_###_")[0] for one in sent} == {"mine"}
    assert {one["prompt_instruction"] for one in sent} == {"Go."}
    assert list(sent[0]) == [
        "doc_id", "domain", "src_lang", "tgt_lang", "src_text", "video", "screenshot", "gold_transcript",
        "prompt_instruction", "multimodal_instruction", "evaluation_instruction", "refs",
    ]  # fmt: skip
    assert "Satz 1." not in Path("mine.wmt26.jsonl").read_text()
    back = both / "Ulme.jsonl"
    handed_in(sent, back)
    told = answer("template", "unscramble", back, "-c", "WMT26")
    assert [(one["pair"], one["systems"][0]["items"]) for one in told["imports"]] == [
        ("de-en", 7),
        ("en-de", 8),
    ]
    command("outputs", "export", "-c", "WMT26", "--pair", "en-de", "-o", "ulme", "--to", "tsv")
    texts = dict(line.split("\t") for line in Path("ulme/Ulme.tsv").read_text().splitlines())
    assert texts == {f"en-de:{n}": f"SENTENCE {n}. & a" for n in range(1, 9)}


def test_items_have_prompts_of_their_own(both: Path) -> None:
    """A document has one prompt; the same sentence with two prompts goes out twice."""
    items = [json.loads(line) for line in Path("both.jsonl").read_text().splitlines()]
    items = [one for one in items if one["pair"] == "en-de"][:3]
    items[1] |= {"source": items[0]["source"], "prompt": "Be formal."}
    Path("prompts.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in items))
    command("suite", "import", "prompts.jsonl", "--name", "prompts")
    token, file = make("--suite", "prompts", "--for", "wmt26", "--documents", 9)
    sent = [json.loads(line) for line in file.read_text().splitlines()]
    formal = [one["src_text"] for one in sent if one["prompt_instruction"] == "Be formal."]
    assert formal == ["Sentence 1."]
    assert sum("Sentence 1." in one["src_text"] for one in sent) == 2
    back = both / "Ulme.jsonl"
    handed_in(sent, back)
    (brought,) = answer("template", "unscramble", back, "-c", "P")["systems"]
    assert brought["items"] == len(items_of(token)) == 3


def test_a_document_that_lost_a_paragraph_is_named_and_its_items_stay_open(both: Path) -> None:
    """By `template unscramble`; with the template as test set by `check`, `import` and `evaluate` too."""
    command("template", "make", "--for", "wmt26", "--pair", "en-de", "--documents", 3)
    (file,) = both.glob("lackmus-en-de-*.jsonl")
    sent = [json.loads(line) for line in file.read_text().splitlines()]
    back = both / "Ulme.jsonl"
    handed_in(sent, back, shorten=sent[0]["doc_id"])
    place = (
        f"Ulme.jsonl, line 3, {sent[0]['doc_id']}: 3 paragraphs in the source, 2 in the translation; 3 items"
    )
    ours = ("--pair", "en-de", "--source", file)
    for said in (
        command("template", "unscramble", back, "-c", "A")[2],
        command("outputs", "import", back, "-c", "B", *ours)[2],
        command("evaluate", "both.jsonl", back, *ours)[2],
        command("outputs", "check", back, "--suite", "both.jsonl", *ours, "--format", "json")[1],
    ):
        assert place in said
    assert command("outputs", "check", back, "--suite", "both.jsonl", *ours)[0] == 1
    for arguments in (("report", "A"), ("report", "B"), ("evaluate", "both.jsonl", back, "--source", file)):
        found = answer(*arguments, "--pair", "en-de")
        assert found["warnings"]["Ulme"]["reasons"] == {"paragraphs": 3}
        assert found["items"]["fair"] == 5


def test_nothing_of_several_directions_is_stored_if_one_is_refused(both: Path) -> None:
    command("template", "make", "--for", "wmt26", "--pair", "all", "--set", "mine")
    sent = [json.loads(line) for line in Path("mine.wmt26.jsonl").read_text().splitlines()]
    back = both / "Ulme.jsonl"
    handed_in([one for one in sent if "deu_Latn_###_lackmus" in one["doc_id"]], back)
    assert answer("template", "unscramble", back, "-c", "A")["pair"] == "en-de"
    back.write_text(back.read_text().replace("SENTENCE", "Other"))
    other = [one for one in sent if "eng_Latn_###_lackmus" in one["doc_id"]]
    more = both / "more.jsonl"
    handed_in(other, more)
    back.write_text(back.read_text() + more.read_text())
    code, _, said = command("template", "unscramble", back, "-c", "A")
    assert (code, "--replace" in said) == (2, True)
    assert command("report", "A", "--pair", "de-en")[0] == 2


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["--pair", "all"], "lines holds one language pair, not 2"),
        (["--pair", "en-de", "--documents", "2"], "--documents is for wmt25 and wmt26"),
        (["--for", "wmt26", "--pair", "all", "--set", "a_###_b"], "--set: “a_###_b” is no id of a set"),
        (["--for", "wmt26", "--pair", "all", "--pair", "de-en"], "“all” is no language pair"),
        (
            ["--for", "wmt26", "--pair", "all", "--distractors", "both.jsonl", "--factor", "1"],
            "the pairs have several source languages",
        ),
    ],
)
def test_what_makes_no_test_set(both: Path, arguments: list[str], said: str) -> None:
    """Nothing is stored, and no file is written."""
    code, _, told = command("template", "make", *arguments, "-o", "made")
    assert code == 2
    assert said in told
    assert not Path("made").exists()
    assert answer("template", "list")["templates"] == []


def test_what_a_system_failed_last_time(here: Path) -> None:
    """By rules and people together; and the same items again."""
    token, _ = make("--failed-by", "WMT26/Ahorn")
    verdicts = answer(
        "evaluate", SAMPLE / "items.json", SAMPLE / "outputs" / "2026" / "Ahorn.tsv", "--table", "verdicts"
    )["tables"][0]
    columns = verdicts["columns"]
    rows = [dict(zip(columns, row["cells"], strict=True)) for row in verdicts["rows"]]
    named = {str(value) for row in rows if "fail" in row.values() for value in row.values()}
    assert items_of(token)
    assert {key.partition(":")[2] for key in items_of(token)} <= {
        name.partition(":")[2] or name for name in named
    }
    again, _ = make("--like", token)
    assert items_of(again) == items_of(token)
    fewer, _ = make("--like", token, "--draw", 5)
    assert len(items_of(fewer)) == 5
    assert items_of(fewer) < items_of(token)


def test_reserved_items_stay_out_of_public_templates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless they are asked for."""
    stock_four(tmp_path, monkeypatch)
    found = {
        arguments: items_of(make(*arguments)[0])
        for arguments in ((), ("--public",), ("--public", "--with-reserved"))
    }
    secret = "de-en:4"
    assert [secret in items for items in found.values()] == [True, False, True]


def test_only_the_reserved_items_that_were_asked_for_stay_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of an earlier template that had none of them, none stays out."""
    stock_four(tmp_path, monkeypatch)
    public, _ = make("--public")
    assert "1 reserved item stayed out" in command("template", "make", "--public")[2]
    assert "stayed out" not in command("template", "make", "--public", "--like", public)[2]


@pytest.mark.parametrize("factor, said", [("0", "no distractors"), ("1", "1 distractor for each item")])
def test_how_many_distractors(here: Path, factor: str, said: str) -> None:
    """In words that read well."""
    (here / "others.txt").write_text("".join(f"Satz {number}.\n" for number in range(9)), encoding="utf-8")
    told = command("template", "make", "--draw", 5, "--distractors", "others.txt", "--factor", factor)[2]
    assert f"; {said};" in told


@pytest.mark.parametrize(
    "name, arguments, told",
    [
        ("lackmus-de-en-{}.X.txt", ["--template", "abcdefgh"], "--template: there is no template abcdefgh"),
        ("lackmus-de-en-zzzzzzzz.X.txt", [], "there is no template zzzzzzzz"),
        ("plain.txt", [], "its name has no template's id"),
        ("lackmus-de-en-{}.txt", [], "does not say whose translations"),
        ("lackmus-de-en-{}.hyp.txt", [], "does not say whose translations"),
    ],
)
def test_files_that_cannot_be_placed(here: Path, name: str, arguments: list[str], told: str) -> None:
    """Which template, and whose?"""
    token, file = make("--draw", 5)
    back = here / name.format(token)
    back.write_text(file.read_text())
    code, _, said = command("template", "unscramble", back, "-c", "X", *arguments)
    assert (code, told in said) == (2, True), said


@pytest.mark.parametrize(
    "name, system",
    [
        ("lackmus-de-en-{}.Online-A.txt", "Online-A"),
        ("lackmus-de-en-{}.hyp.Online-A.txt", "Online-A"),
        ("Online-A.lackmus-de-en-{}.txt", "Online-A"),
        ("Online-A_lackmus-de-en-{}.hyp.txt", "Online-A"),
        ("lackmus-de-en-{}-Online-A.txt.gz", "Online-A"),
        ("lackmus-de-en-{}.Online.A.en", "Online.A"),
    ],
)
def test_whose_file_it_is(here: Path, name: str, system: str) -> None:
    """What is left of the name."""
    token, file = make("--draw", 5)
    back = here / name.format(token)
    back.write_text(file.read_text())
    assert answer("template", "unscramble", back, "-c", "X", "--dry-run")["systems"][0]["system"] == system


def test_a_lost_line_is_told(here: Path) -> None:
    """Both numbers are named, and nothing is stored; one blank line at the end is no mistake."""
    _, file = make("--draw", 9)
    back = translated(file, "Ulme")
    lines = back.read_text()
    back.write_text("".join(lines.splitlines(keepends=True)[1:]))
    assert (
        "8 lines came back, but the template has 9" in command("template", "unscramble", back, "-c", "X")[2]
    )
    back.write_text(f"{lines}\n")
    assert command("template", "unscramble", back, "-c", "X")[0] == 0


@pytest.mark.parametrize(
    "arguments, told",
    [
        (["--draw", "many"], "--draw: “many” is no amount"),
        (["--factor", "2"], "--distractors FILE"),
        (["--factor", "9", "--distractors", "other.txt"], "1,440 distractors are needed"),
        (["--failed-by", "WMT26/Nobody"], "has no system Nobody"),
        (["--like", "abcdefgh"], "--like: there is no template abcdefgh. There are none"),
        (["--to", "pdf"], "--to: there is no pdf"),
        (["-o", "other.txt"], "other.txt"),  # a file, not a folder: no template is kept
    ],
)
def test_mistakes(here: Path, arguments: list[str], told: str) -> None:
    """One line, and no template."""
    code, _, said = command("template", "make", *arguments)
    assert (code, told in said) == (2, True), said
    assert answer("template", "list")["templates"] == []


def test_items_that_are_gone_are_dropped(here: Path) -> None:
    """A template outlives the items of its suite."""
    token, file = make()
    with open_workspace("lackmus.db") as workspace, workspace.writing("ada", "retire") as change:
        change.retire(schema.item_states, schema.item_states.c.item == 1)
    code, _, said = command("template", "unscramble", translated(file, "Ulme"), "-c", "X")
    assert (code, "1 items are not in the suite any more" in said) == (0, True), said
    assert answer("system", "show", "X/Ulme")["outputs"] == 159
    assert len(items_of(token)) == 160
