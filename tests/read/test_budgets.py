"""What files unpack to is counted while it comes out, and too much of it is refused in one line."""

import gzip
import io
import lzma
import os
import re
import resource
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Thread
from typing import Any

import polars as pl
import pytest

from lackmus.cli.remedies import worded
from lackmus.core.outputs.parquet_pages import PageError, row_groups
from lackmus.errors import LackmusError
from lackmus.flows.suites.samples import FIRST, samples
from lackmus.read import hand_ins_of, read_suite
from lackmus.read.budgets import MOST_IN_A_DOCUMENT, Budget, TooHeavyError, Weight, current
from lackmus.read.files import File, read_bytes, read_lines
from lackmus.read.outputs.parquet import weigh_pages
from lackmus.web.http.remedies import on_page
from tests.read.test_lines import suite_of_sources
from tests.refusals import refuses

SUITE = suite_of_sources("Eins.")


def parquet_of(text: str, rows: int, **how: object) -> bytes:
    """Rows with the same text, which a file holds once and Python many times."""
    table = io.BytesIO()
    columns = {"item": "0", "system": "A", "text": text}
    frame = pl.DataFrame({name: pl.Series([one]).new_from_index(0, rows) for name, one in columns.items()})
    frame.write_parquet(table, **how)  # type: ignore[arg-type]
    return table.getvalue()


WMT = b"<dataset><doc>" + b"<p/>" * 500


HEAVY = {
    "bytes": b"1\t" + b"x" * 2000,
    "gzip": gzip.compress(b"1\t" + b"x" * 2000),
    "xz": lzma.compress(b"1\t" + b"x" * 2000),
    "lines": b"1\tx\n" * 200,
    "packed lines": gzip.compress(b"\n" * 200),
    "jsonl": b'{"item": "1", "text": "' + b"x" * 2000 + b'"}',
    "xml": WMT,
    "a repeated text": parquet_of("x" * 40, 50),
    "packed twice": gzip.compress(parquet_of("x" * 40, 50)),
    "rows": parquet_of("x", 101),
    "a packed page": parquet_of("x" * 2000, 1, compression="zstd"),
}


@pytest.mark.parametrize("name", HEAVY)
def test_too_much(name: str, tmp_path: Path) -> None:
    """Bytes count and lines count, in every format, packed or not; without a limit nothing is refused."""
    path = tmp_path / "a"
    path.write_bytes(HEAVY[name])
    with Budget(Weight(1900, 100)).held(), pytest.raises(TooHeavyError) as refused:
        hand_ins_of(SUITE, [str(path)])
    assert worded(refused.value).startswith(
        f"{path} holds more than 0 MB or 100 lines when it is unpacked (0 MB"
    )
    assert worded(refused.value).endswith("Split it, or read it all the same: --allow-large.")
    assert on_page(refused.value).endswith("Split it.")
    with Budget(None).held():
        try:
            hand_ins_of(SUITE, [str(path)])
        except LackmusError as problem:
            assert not isinstance(problem, TooHeavyError)


def test_files_of_a_command_share_its_budget(tmp_path: Path) -> None:
    """Each is counted once, however often it is read; elsewhere every file has a budget of its own."""
    for name in "ab":
        (tmp_path / name).write_bytes(b"x" * 60)
    with Budget(Weight(100, 9)).held():
        for _ in range(3):
            assert len(read_bytes(tmp_path / "a")) == 60
        with refuses(TooHeavyError, match=r"with the files before it"):
            read_bytes(tmp_path / "b")
    assert current() is not current()


def test_a_value_that_is_too_long(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What is parsed as one value takes many times its length, unless somebody allows it."""
    monkeypatch.setattr("lackmus.read.budgets.MOST_IN_A_DOCUMENT", 100)
    path = tmp_path / "a.json"
    path.write_text('{"items": [{"id": "1", "category": "' + "x" * 200 + '"}]}', encoding="utf-8")
    with refuses(TooHeavyError, match="a single value"):
        read_suite(path)
    with Budget(None).held(), refuses(LackmusError, match="item 1"):
        read_suite(path)
    assert MOST_IN_A_DOCUMENT > 10 * 2**20


@pytest.mark.parametrize("read", [read_bytes, read_lines, lambda path: File(path).start])
def test_a_device_that_never_ends(read: Callable[[Path], object]) -> None:
    with Budget(Weight(3 * 2**20, 1000)).held(), refuses(TooHeavyError, match="/dev/zero holds more"):
        read(Path("/dev/zero"))


def test_a_pipe_that_never_ends(tmp_path: Path) -> None:
    """It is read no further than may be."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    def fill() -> None:
        with pytest.raises(BrokenPipeError), pipe.open("wb", buffering=0) as end:
            while True:
                end.write(b"x" * 2**16)

    writer = Thread(target=fill)
    writer.start()
    try:
        with Budget(Weight(2**20, 9)).held(), pytest.raises(TooHeavyError):
            read_bytes(pipe)
    finally:
        writer.join(60)
    assert not writer.is_alive()


@pytest.mark.parametrize("compression", ["zstd", "snappy", "gzip", "lz4", "brotli", "uncompressed"])
def test_what_pages_unpack_to(compression: str) -> None:
    """Told by the headers of the pages, whatever packed them."""
    text = "".join(map(str, range(5000)))
    (found,) = row_groups(parquet_of(text, 7, compression=compression))
    assert found.rows == 7
    assert len(text) < found.size < len(text) + 500


def test_groups_of_rows() -> None:
    found = list(row_groups(parquet_of("x", 25, row_group_size=10)))
    assert [one.rows for one in found] == [10, 10, 5]


def varint(number: int) -> bytes:
    low, rest = number & 0x7F, number >> 7
    return bytes([low | 0x80]) + varint(rest) if rest else bytes([low])


def struct(fields: Mapping[int, Any]) -> bytes:
    """Write a structure of Thrift's compact protocol: numbers, structures, and lists of structures."""
    written, before = b"", 0
    for field, value in fields.items():
        kind = 5 if isinstance(value, int) else 12 if isinstance(value, dict) else 9
        written += bytes([(field - before) << 4 | kind])
        before = field
        if isinstance(value, int):
            written += varint(value << 1)
        elif isinstance(value, dict):
            written += struct(value)
        else:
            written += bytes([len(value) << 4 | 12]) + b"".join(map(struct, value))
    return written + b"\0"


def one_page(header: Mapping[int, Any], packed: bytes) -> bytes:
    """Write a Parquet file of one column with one page, as far as sizes are told by it."""
    page = struct(header) + packed
    column = {3: {7: len(page), 9: 4}}
    footer = struct({4: [{1: [column], 3: 1}]})
    return b"PAR1" + page + footer + len(footer).to_bytes(4, "little") + b"PAR1"


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("encoding, size", [(0, 1000), (6, 1000), (7, 5_000_000)])
def test_values_that_repeat_the_beginning_of_those_before(version: int, encoding: int, size: int) -> None:
    """With DELTA_BYTE_ARRAY (7) a page of a thousand bytes may hold as many values of a thousand each."""
    data = {1: 5000, 2: encoding} if version == 1 else {1: 5000, 2: 0, 3: 5000, 4: encoding}
    header = {1: 0 if version == 1 else 3, 2: 1000, 3: 10, 5 if version == 1 else 8: data}
    assert list(row_groups(one_page(header, b"x" * 10))) == [(size, 5000)]


def test_such_a_file_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    heavy = one_page({1: 0, 2: 10**6, 3: 10, 5: {1: 5000, 2: 7}}, b"x" * 10)
    with refuses(TooHeavyError, match=re.escape(str(path))):
        weigh_pages(heavy, path)


@pytest.mark.parametrize("content", [b"", b"PAR1", b"PAR1" * 5, b"PAR1" + b"\xff" * 40 + b"PAR1"])
def test_no_pages(content: bytes) -> None:
    with pytest.raises(PageError):
        list(row_groups(content))


def confined(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command within two gigabytes of addresses."""

    def confine() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (2 * 2**30, 2 * 2**30))

    few = {"POLARS_MAX_THREADS": "1", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    return subprocess.run(
        [sys.executable, "-m", "lackmus", *arguments],
        env={**os.environ, **few},
        preexec_fn=confine,
        capture_output=True,
        text=True,
        timeout=300,
    )


BOMBS: dict[str, Callable[[Path], object]] = {
    "a.parquet": lambda path: path.write_bytes(parquet_of("x" * 67_000, 35_000)),
    "a.tsv.gz": lambda path: path.write_bytes(gzip.compress(b"1\t" + b"x" * 2**20, 1) * 600),
    "a.xz": lambda path: path.write_bytes(lzma.compress(b"1\t" + b"x" * 2**20, preset=0) * 600),
    "a.zero": lambda path: path.symlink_to("/dev/zero"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_on_the_command_line(name: str, tmp_path: Path) -> None:
    """Refused in one line, within two gigabytes of addresses, at the limit that every command has."""
    path = tmp_path / name
    BOMBS[name](path)

    done = confined("evaluate", str(samples()[FIRST]), str(path))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    assert f"{path} holds more than 512 MB or 10,000,000 lines" in done.stderr


def test_hits_with_their_sentences(tmp_path: Path) -> None:
    """A long sentence that stands beside each of its words would fill the memory."""
    path = tmp_path / "long.conllu"
    lines = (f"{word}\tword\tw\tX\t_\t_\t{word - 1}\tdep\t_\t_\n" for word in range(1, 15_001))
    path.write_text("".join(lines), encoding="utf-8")
    done = confined("contrast", "query", "ancestor(upos=X)", str(path))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    assert "The 14,999 hits with their sentences are 1,073 MB of text, more than 64 MB." in done.stderr
