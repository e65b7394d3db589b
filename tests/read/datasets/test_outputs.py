"""Outputs as data sets: columns by name, files and folders as Hugging Face's libraries leave them."""

import gzip
import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from lackmus.cli.remedies import worded
from lackmus.core.base.pairs import Pair
from lackmus.core.outputs.outputs import HandIn
from lackmus.core.suites.suite import Item, Suite
from lackmus.errors import LackmusError
from lackmus.read import ReadOptions, hand_ins_of
from lackmus.read.budgets import Budget, TooHeavyError, Weight
from lackmus.read.datasets.columns import named_columns
from lackmus.write.outputs import write_outputs
from tests.refusals import refuses

SUITE = Suite("s", tuple(Item(Pair("de", "en"), id_, "C", "p", source) for id_, source in (
    ("a", "Eins."), ("b", "Zwei."), ("c", "Drei."),
)))  # fmt: skip
LONG = pl.DataFrame(
    {
        "segment_id": [1, 2, 1, 2],
        "src": ["Eins.", "Zwei.", "Eins.", "Zwei."],
        "hypothesis": ["One.", "Two.", "Eins.", None],
        "model": ["Ahorn", "Ahorn", "Birke", "Birke"],
        "domain": ["news"] * 4,
    }
)
FOUND = {"Ahorn": {"a": "One.", "b": "Two."}, "Birke": {"a": "Eins."}}
Found = dict[str, dict[str, str]]


def found(hand_ins: list[HandIn]) -> Found:
    """The text of each item, by system."""
    return {
        one.system: {key.partition(":")[2]: one.texts[line] for key, line in one.places} for one in hand_ins
    }


def read(path: Path, *columns: str, **asked: Any) -> list[HandIn]:
    return hand_ins_of(SUITE, [str(path)], ReadOptions(columns=named_columns(columns), **asked))


def saved(frame: pl.DataFrame, folder: Path, shards: int = 1, **features: Any) -> Path:
    """A folder as `Dataset.save_to_disk` writes it."""
    folder.mkdir(parents=True)
    names = [f"data-{number:05}-of-{shards:05}.arrow" for number in range(shards)]
    for number, name in enumerate(names):
        size = -(-frame.height // shards)
        frame.slice(number * size, size).write_ipc_stream(folder / name)
    (folder / "state.json").write_text(json.dumps({"_data_files": [{"filename": one} for one in names]}))
    (folder / "dataset_info.json").write_text(json.dumps({"features": features}))
    return folder


def jsonl(frame: pl.DataFrame, path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    frame.write_ndjson(path)
    return path


def written(kind: str, folder: Path) -> Path:
    """The same rows in every form."""
    path = folder / "outputs"
    match kind:
        case "parquet":
            LONG.write_parquet(path)
        case "arrow stream":
            LONG.write_ipc_stream(path)
        case "arrow file":
            LONG.write_ipc(path, compression="zstd")
        case "json lines":
            jsonl(LONG, path)
        case "packed":
            path.write_bytes(gzip.compress(jsonl(LONG, folder / "x").read_bytes()))
        case "saved":
            saved(LONG, path, shards=3)
        case "one split":
            saved(LONG, path / "test")
            (path / "dataset_dict.json").write_text('{"splits": ["test"]}')
        case "snapshot":
            (path / "data").mkdir(parents=True)
            LONG.head(1).write_parquet(path / "data" / "test-00000-of-00002.parquet")
            LONG.tail(3).write_parquet(path / "data" / "test-00001-of-00002.parquet")
        case "card":
            jsonl(LONG, path / "de-en_US.jsonl")
            jsonl(LONG.head(1), path / "de-fr_FR.jsonl")
            (path / "README.md").write_text(
                "---\nconfigs:\n"
                "- config_name: de-en_US\n  data_files:\n  - split: train\n    path: de-en_US.jsonl\n"
                "- config_name: de-fr_FR\n  data_files: de-fr_FR.jsonl\n---\n# Outputs\n"
            )
        case "shards by name":
            LONG.head(1).write_parquet(folder / "test-00000-of-00002.parquet")
            LONG.tail(3).write_parquet(folder / "test-00001-of-00002.parquet")
            return folder / "test-0000*.parquet"
    return path


@pytest.mark.parametrize(
    "kind",
    ["parquet", "arrow stream", "arrow file", "json lines", "packed", "saved", "one split", "snapshot",
     "card", "shards by name"],
)  # fmt: skip
def test_every_form_holds_the_same(kind: str, tmp_path: Path) -> None:
    """A null is no line; what is not read is named."""
    hand_ins = read(written(kind, tmp_path))
    assert found(hand_ins) == FOUND
    assert [one.segments for one in hand_ins] == [["1", "2"], ["1"]]
    assert hand_ins[0].notes == [
        "1 row without a text is left out.",
        "Of its columns these are not read: domain.",
    ]


@pytest.mark.parametrize(
    "frame, columns, expected",
    [
        ({"item": ["a", "b"], "mt": ["One.", " "]}, (), {"x": {"a": "One.", "b": " "}}),
        ({"id": ["a", "b"], "output": ["One.", "Two."]}, (), {"x": {"a": "One.", "b": "Two."}}),
        ({"Source Text": ["Eins."], "Hyp": ["One."]}, (), {"x": {"a": "One."}}),
        ({"source": ["Eins."], "reference": ["One!"], "A": ["One."], "B": [None]}, ("text=A,text=B",),
         {"A": {"a": "One."}}),
        ({"s": ["Eins."], "text": ["no"], "b,c": ["One."]}, ("source=s, text=b,c",), {"x": {"a": "One."}}),
        ({"translation": [{"de": "Eins.", "en": "One.", "fr": "Un."}]}, (), {"x": {"a": "One."}}),
        ({"translation": [{"de": "Eins.", "en": "One!"}], "hyp": ["One."]}, (), {"x": {"a": "One."}}),
        ({"t": [{"x": "Eins.", "y": "One."}]}, ("source=t.x", "text=t.y"), {"x": {"a": "One."}}),
        ({"lp": ["de-en_US", "de-fr"], "source": ["Eins."] * 2, "mt": ["One.", "Un."]}, (),
         {"x": {"a": "One."}}),
        ({"source": ["Eins.", "Zwei."], "is_bad_source": [False, True], "target": ["One.", "Two."],
          "original_target": ["1.", "2."]}, (), {"x": {"a": "One."}}),
        ({"source": ["Eins."], "target": ["Reference."], "original_target": ["R."], "hyp": ["One."]}, (),
         {"x": {"a": "One."}}),
        ({"item_id": [1.0], "text": ["x"]}, (), {"x": {}}),
    ],
)  # fmt: skip
def test_columns_by_name(
    frame: dict[str, Any], columns: tuple[str, ...], expected: Found, tmp_path: Path
) -> None:
    """The usual names, a text for each language, several columns of systems, and what a user says."""
    path = tmp_path / "x.parquet"
    pl.DataFrame(frame).write_parquet(path)
    skip = expected == {"x": {}}
    if skip:
        with refuses(LackmusError, match=r"1 of its ids are not in s \(1\)"):
            read(path, *columns)
    else:
        assert found(read(path, *columns)) == expected
        assert found(read(jsonl(pl.DataFrame(frame), tmp_path / "x.jsonl"), *columns)) == expected


def test_names_of_classes(tmp_path: Path) -> None:
    """Numbers stand for names, which the data set tells."""
    frame = LONG.drop("model").with_columns(system=pl.Series([0, 0, 1, 1]))
    classes = {"names": ["Ahorn", "Birke"], "_type": "ClassLabel"}
    assert found(read(saved(frame, tmp_path / "set", system=classes))) == FOUND
    note = json.dumps({"info": {"features": {"system": classes}}})
    frame.write_parquet(tmp_path / "x.parquet", metadata={"huggingface": note})
    assert found(read(tmp_path / "x.parquet")) == FOUND


def test_ids_of_a_test_set(tmp_path: Path) -> None:
    """Rows with ids alone are found by the sources of the test set, which lists them in any order."""
    sources = {"id": [7, 8, 9], "source": ["Zwei.", "Sonst.", "Eins."], "lp": ["de-en_US"] * 3}
    test_set = jsonl(pl.DataFrame(sources), tmp_path / "testset.jsonl")
    outputs = pl.DataFrame({"segment_id": [9, 7, 8], "hyp": ["One.", "Two.", "Else."]})
    outputs.write_parquet(tmp_path / "Ahorn.parquet")
    assert found(read(tmp_path / "Ahorn.parquet", source=test_set)) == {"Ahorn": {"a": "One.", "b": "Two."}}
    pl.DataFrame({"segment_id": [5], "hyp": ["x"]}).write_parquet(tmp_path / "Ahorn.parquet")
    with refuses(LackmusError, match=r"1 of its ids are not in s \(5\)"):
        read(tmp_path / "Ahorn.parquet", source=test_set)


PP = pl.DataFrame(
    {
        "lp": ["de-en_US"] * 4,
        "domain": ["canary", "news", "news", "social"],
        "document_id": ["d", "e", "e", "f"],
        "segment_id": [1, 2, 3, 4],
        "is_bad_source": [True, False, False, False],
        "source": ["Drei.", "Eins.", "Sonst.", "Zwei."],
        "target": ["Three.", "One.", "Else.", "Two."],
        "original_target": ["3.", "1.", "E.", "2."],
    }
)


@pytest.mark.parametrize("lines", [["3", "One.", "Else.", "Two."], ["One.", "Else.", "Two."]])
def test_lines_beside_wmt24pp(lines: list[str], tmp_path: Path) -> None:
    """A line for each row, or for each whose source is good; items are found in good rows only."""
    (tmp_path / "Ahorn.txt").write_text("\n".join(lines) + "\n")
    test_set = jsonl(PP, tmp_path / "de-en_US.jsonl")
    (hand_in,) = read(tmp_path / "Ahorn.txt", source=test_set)
    assert found([hand_in]) == {"Ahorn": {"a": "One.", "b": "Two."}}
    assert hand_in.notes == [
        "de-en_US in the file is read as de-en of the suite.",
        "1 row with a bad source is left out.",
    ]


def test_wmt24pp_itself(tmp_path: Path) -> None:
    """The post-edited references are outputs of a system with the file's name."""
    (hand_in,) = read(jsonl(PP, tmp_path / "posted.jsonl"))
    assert found([hand_in]) == {"posted": {"a": "One.", "b": "Two."}}
    assert hand_in.notes[2:] == [
        "References are no outputs: original_target.",
        "Of its columns these are not read: domain.",
    ]


def test_what_is_written_is_read(tmp_path: Path) -> None:
    """Outputs of a data set come back from Parquet and JSON Lines."""
    hand_ins = read(written("saved", tmp_path))
    for form in ("parquet", "jsonl"):
        (path,) = write_outputs(hand_ins, form, tmp_path / f"x.{form}")
        again = read(path)
        assert found(again) == FOUND
        assert [one.segments for one in again] == [["1", "2"], ["1"]]


def missing_shard(folder: Path) -> Path:
    (saved(LONG, folder / "set", shards=2) / "data-00001-of-00002.arrow").unlink()
    return folder / "set"


def corrupt_shard(folder: Path, cut: int = -20) -> Path:
    shard = saved(LONG, folder / "set") / "data-00000-of-00001.arrow"
    shard.write_bytes(shard.read_bytes()[:cut])
    return folder / "set"


def two_splits(folder: Path) -> Path:
    for split in ("test", "train"):
        saved(LONG, folder / "set" / split)
    (folder / "set" / "dataset_dict.json").write_text('{"splits": ["test", "train"]}')
    return folder / "set"


def rows(folder: Path, **columns: Any) -> Path:
    pl.DataFrame(columns).write_parquet(folder / "x.parquet")
    return folder / "x.parquet"


def part_of_a_split(folder: Path) -> Path:
    LONG.write_parquet(folder / "test-00000-of-00002.parquet")
    return folder / "test-00000-of-00002.parquet"


@pytest.mark.parametrize(
    "make, said",
    [
        (
            missing_shard,
            "set/data-00001-of-00002.arrow does not exist, but state.json names it. "
            "Fetch or save the data set again.",
        ),
        (corrupt_shard, "set/data-00000-of-00001.arrow cannot be read as Arrow (it is cut off)."),
        (
            lambda folder: corrupt_shard(folder, 60),
            "set/data-00000-of-00001.arrow cannot be read as Arrow (a header has 312 bytes).",
        ),
        (
            two_splits,
            "set has several splits (test, train), and only one can be read. Name it: set/test or set/train.",
        ),
        (
            part_of_a_split,
            "test-00001-of-00002.parquet does not exist, but test-00000-of-00002.parquet is one of "
            "2 files. Fetch or save the data set again.",
        ),
        (
            lambda folder: rows(folder, source=["Eins."], A=["One."]),
            "x.parquet: no column is known as the texts (its columns are source, A). Name it: --columns "
            "text=COLUMN, or several columns that are systems: --columns text=A,text=B.",
        ),
        (
            lambda folder: rows(folder, mt=["One."], hyp=["One."], source=["Eins."]),
            "x.parquet: several columns may be the texts: mt, hyp (its columns are mt, hyp, source). "
            "Name it: --columns text=COLUMN, or several columns that are systems: --columns text=A,text=B.",
        ),
        (
            lambda folder: rows(folder, mt=["One."]),
            "x.parquet: no column says what is translated (its columns are "
            "mt). Name it: --columns source=COLUMN.",
        ),
        (
            lambda folder: rows(folder, mt=[["One."]], source=["Eins."]),
            "x.parquet: “mt” holds no texts (its columns "
            "are mt, source). Name it: --columns text=COLUMN, or several columns that are systems: "
            "--columns text=A,text=B.",
        ),
        (
            lambda folder: rows(folder, item=["a", "a"], system=["A", "A"], mt=["x", "y"]),
            "x.parquet, row 2: item a again (first in row 1). Keep one.",
        ),
        (
            lambda folder: rows(folder, id=["1", "1"], source=["Eins."] * 2, mt=["x", "y"]),
            "x.parquet, row 2: segment 1 of x again (first in row 1). Keep one.",
        ),
        (
            lambda folder: rows(folder, source=["Eins."], system=[None], mt=["x"]),
            "x.parquet, row 1: “system” is blank. Name it.",
        ),
        (
            lambda folder: rows(folder, source=[None], mt=["x"]),
            "x.parquet, row 1: nothing says what is translated. Fill in its item or its source.",
        ),
        (
            lambda folder: rows(folder, lp=["de-fr"], source=["Eins."], mt=["x"]),
            "x.parquet has rows for de-fr, and the suite has items for de-en.",
        ),
        (
            lambda folder: rows(folder, translation=[{"de": "Eins.", "en_GB": "x", "en_US": "y"}]),
            "x.parquet: “translation” has en_GB and en_US (its columns are translation.de, "
            "translation.en_GB, translation.en_US). Name it: --columns text=COLUMN, or several columns "
            "that are systems: "
            "--columns text=A,text=B.",
        ),
        (
            lambda folder: rows(folder, translation=[{"de": "Eins.", "fr": "x"}]),
            "x.parquet: “translation” has no en (its columns are translation.de, translation.fr).",
        ),
    ],
)
def test_a_wrong_data_set(make: Any, said: str, tmp_path: Path) -> None:
    """One line: the place, what is there, and what helps."""
    path = make(tmp_path)
    with pytest.raises(LackmusError) as raised:
        read(path)
    assert worded(raised.value).replace(f"{tmp_path}/", "") == said


@pytest.mark.parametrize(
    "columns, said",
    [
        ("text", "“text” names no column. Write ROLE=COLUMN; the roles are item, source, text, system, pair, "
         "document, segment, reference."),
        ("txt=a", "“txt=a” names no column."),
        ("source=a,source=b", "two columns are named as source (a, b). Name one."),
        ("system=a,text=b,text=c", "several columns of texts are several systems"),
    ],
)  # fmt: skip
def test_wrong_names(columns: str, said: str) -> None:
    with refuses(LackmusError, match=r"^--columns: ") as raised:
        named_columns([columns])
    assert said in worded(raised.value)


def test_a_named_column_that_is_not_there(tmp_path: Path) -> None:
    with refuses(LackmusError, match=r"x\.parquet: there is no column hyp \(its columns are source, mt\)\.$"):
        read(rows(tmp_path, source=["Eins."], mt=["x"]), "text=hyp")


def test_arrow_is_weighed_before_it_is_unpacked(tmp_path: Path) -> None:
    """A small file that unpacks to much is refused; so are many rows of nothing."""
    frame = pl.DataFrame({"source": ["Eins."] * 50, "mt": ["x" * 100] * 50})
    for name, write in (("a", frame.write_ipc_stream), ("b", frame.write_ipc)):
        write(tmp_path / name, compression="zstd")
        with Budget(Weight(4000, 1000)).held(), pytest.raises(TooHeavyError):
            read(tmp_path / name)
        with Budget(Weight(10**6, 40)).held(), pytest.raises(TooHeavyError):
            read(tmp_path / name)
