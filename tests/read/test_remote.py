"""Files at addresses: fetched once, read like others, and gone afterwards; all in fsspec's own memory."""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import fsspec
import polars as pl
import pytest
from fsspec.implementations.memory import MemoryFileSystem

from lackmus.cli.remedies import worded
from lackmus.errors import LackmusError
from lackmus.flows.verdicts.requests import limited_reading
from lackmus.read import ReadOptions, hand_ins_of, read_suite
from lackmus.read.budgets import Budget, TooHeavyError, Weight
from lackmus.read.files import File, read_lines
from lackmus.read.remote import addresses_read
from tests.core.campaigns import suite_of
from tests.read.drafts import numbered, write_suite
from tests.refusals import refuses

SUITE = suite_of("Ambiguity", items=2)
TSV = b"001\tOne.\n002\tTwo.\n"


class StandIn(MemoryFileSystem):  # type: ignore[misc]
    """A file system in memory under the protocol of the hub, with errors as others raise them."""

    protocol = "hf"
    store: ClassVar[dict[str, Any]] = {}
    pseudo_dirs: ClassVar[list[str]] = [""]
    raises: ClassVar[Exception | None] = None

    @classmethod
    def _strip_protocol(cls, path: str) -> str:
        return str(super()._strip_protocol(path.replace("hf://", "memory://")))

    def isdir(self, path: str) -> bool:
        if self.raises:
            raise self.raises
        return bool(super().isdir(path))


@pytest.fixture(autouse=True)
def stores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MemoryFileSystem]:
    """Empty memory, the hub's stand-in, and a folder of its own for what is fetched."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    fsspec.register_implementation("hf", StandIn, clobber=True)
    memory = fsspec.filesystem("memory")
    memory.store.clear()
    StandIn.store.clear()
    yield memory
    assert not list((tmp_path / "temporary").glob("lackmus-fetched-*"))
    memory.store.clear()


def systems(*named: str, source: Path | None = None) -> list[str]:
    with addresses_read():
        return [one.system for one in hand_ins_of(SUITE, list(named), ReadOptions(source=source))]


@pytest.mark.parametrize("scheme", ["memory", "hf"])
def test_files_folders_and_patterns(scheme: str) -> None:
    files = fsspec.filesystem(scheme)
    for name in ("Ahorn.tsv", "Birke.tsv", ".hidden"):
        files.pipe(f"/datasets/org/name/{name}", TSV)
    place = f"{scheme}://datasets/org/name"
    assert systems(f"{place}/Ahorn.tsv") == ["Ahorn"]
    assert systems(place) == systems(f"{place}/*.tsv") == systems(f"{place}/") == ["Ahorn", "Birke"]


def test_a_data_set_with_all_of_its_shards(stores: MemoryFileSystem, tmp_path: Path) -> None:
    """Naming one shard fetches the others, as it reads them on this machine."""
    for number, id_ in enumerate(("001", "002")):
        pl.DataFrame({"id": [id_], "mt": ["x"]}).write_parquet(tmp_path / "x")
        stores.pipe(f"/set/test-0000{number}-of-00002.parquet", (tmp_path / "x").read_bytes())
    with addresses_read():
        (one,) = hand_ins_of(SUITE, ["memory://set/test-00001-of-00002.parquet"])
    assert (one.system, len(one.texts)) == ("test", 2)


def test_suites_sources_and_lines(stores: MemoryFileSystem, tmp_path: Path) -> None:
    """Whatever is read as a file, also where a path has lost a slash; each is fetched once."""
    suite = write_suite(tmp_path / "items.json", numbered(2))
    stores.pipe("/s/items.json", suite.read_bytes())
    with addresses_read():
        assert len(read_suite(Path("memory://s/items.json")).items) == 2
        stores.rm("/s/items.json")
        assert len(read_suite(Path("memory://s/items.json")).items) == 2
        assert read_lines(Path(suite.as_uri())) == read_lines(suite)
    source = "\n".join(item.source for item in SUITE.items)
    stores.pipe("/s/source", source.encode())
    stores.pipe("/s/Elm.txt", b"One.\nTwo.")
    assert systems("memory://s/Elm.txt", source=Path("memory://s/source")) == ["Elm"]


@pytest.mark.parametrize(
    "address, raised, said",
    [
        ("memory://no.tsv", None, "memory://no.tsv does not exist. Check the address."),
        ("memory://no/*.tsv", None, "No file matches memory://no/*.tsv."),
        ("nope://x/y", None, "nope://x/y: nothing is known of nope://. Check the address."),
        ("memory://bad.tsv", None, "memory://bad.tsv, line 2: no tab. "
         "Each line is an id, a tab and the translation."),
        ("hf://datasets/o/n/x", PermissionError("Forbidden"),
         "hf://datasets/o/n/x may not be read. Sign in, or ask for access."),
        ("hf://datasets/o/n/x", ConnectionError("Name or service not known.\nTry"),
         "hf://datasets/o/n/x cannot be read (Name or service not known. Try). "
         "Check the address and the network."),
        ("hf://datasets/o/n/x", ImportError("No module named 'httpx'"),
         "hf://datasets/o/n/x needs a package (No module named 'httpx'). "
         "Install it: pip install 'lackmus[remote]'."),
        ("hf://me:secret@host/x", ConnectionError("no route to hf://me:secret@host"),
         "hf://host/x cannot be read (no route to hf://host). Check the address and the network."),
    ],
)  # fmt: skip
def test_an_address_that_cannot_be_read(
    address: str,
    raised: Exception | None,
    said: str,
    stores: MemoryFileSystem,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One line with the address, never with our place for the file, and without passwords."""
    stores.pipe("/bad.tsv", b"001\tx\nno tab\n")
    monkeypatch.setattr(StandIn, "raises", raised)
    with pytest.raises(LackmusError) as refused:
        systems(address)
    assert worded(refused.value) == said


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fsspec", None)
    with refuses(
        LackmusError, match=r"^This needs the package fsspec\. Install it: pip install 'lackmus\[remote\]'\.$"
    ):
        systems("hf://datasets/org/name/x")


def test_the_limit_counts_what_is_fetched(stores: MemoryFileSystem) -> None:
    stores.pipe("/big.tsv", b"x" * 5000)
    with (
        Budget(Weight(4000, 100)).held(),
        refuses(TooHeavyError, match=r"^memory://big\.tsv holds more than "),
    ):
        systems("memory://big.tsv")
    with limited_reading(allow_large=True), refuses(LackmusError, match="no format"):
        systems("memory://big.tsv")


def test_servers_fetch_nothing() -> None:
    """Without a command or a call from Python around it, as in the web application, an address is refused."""
    with refuses(LackmusError, match=r"^memory://x is an address, and those are read on the command line"):
        File(Path("memory://x"))
