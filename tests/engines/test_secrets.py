"""After a run, good, refused or killed, the key is nowhere: neither in files, nor in logs, nor in errors."""

import json
import logging
import os
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

from lackmus.cli.commands import everything
from lackmus.core.base.pairs import Pair
from lackmus.core.engines.engine import Ask, Limits
from lackmus.engines import Engine, EngineError, Keys, engine_class, engine_names, open_engine
from lackmus.flows.fetching.sending import ask_all
from lackmus.web.http.remedies import on_page
from tests.engines.hostile import Hostile
from tests.engines.servers import Answer, Asked, Provider, serving

KEY = "k3y-Zq7vX2mN9pLw"
NAME = "LIBRETRANSLATE_API_KEY"
SUITE = "pair: en-de\nphenomena:\n- category: C\n  phenomenon: P\n  items:\n" + "".join(
    f"  - {{id: '{number}', source: The {number}. dog barks at the cat., positive: [de]}}\n"
    for number in range(40)
)


# -- the command line --------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where everything lies, with a suite of forty sentences."""
    (tmp_path / "suite.yaml").write_text(SUITE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LACKMUS_USER", "Ada")
    said("suite", "import", "suite.yaml")
    return tmp_path


def said(*arguments: str, **variables: str) -> str:
    """Everything that a command prints; without a process of its own, which takes longer."""
    result = CliRunner().invoke(everything(), arguments, env=variables)
    if result.exception is not None:
        raise result.exception
    return result.output


def environment(folder: Path, more: Mapping[str, str]) -> dict[str, str]:
    """A user's, with nothing of whoever runs the tests."""
    known = {name: value for name, value in os.environ.items() if not name.startswith(("LACKMUS", "LIBRE"))}
    return {**known, "HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "LACKMUS_USER": "Ada", **more}


def run(folder: Path, *arguments: str, **variables: str) -> tuple[int, str]:
    """How a process ends, and everything that it prints."""
    found = subprocess.run(
        [sys.executable, "-m", "lackmus", *arguments],
        env=environment(folder, variables),
        capture_output=True,
        text=True,
    )
    return found.returncode, found.stdout + found.stderr


@contextmanager
def in_the_background(folder: Path, *arguments: str, **variables: str) -> Iterator[subprocess.Popen[bytes]]:
    """A command that prints into a file, and ends with the test at the latest."""
    with (folder / "said.txt").open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "lackmus", *arguments],
            env=environment(folder, variables),
            stdout=file,
            stderr=file,
        )
        try:
            yield process
        finally:
            process.kill()
            process.wait()


def fetching(server: Hostile) -> tuple[str, ...]:
    return (
        *("outputs", "fetch", "--engine", "libretranslate", "--option", f"url={server.url}"),
        *("--campaign", "2026"),
    )


def where_it_is(folder: Path, key: str = KEY) -> list[str]:
    """Files in which the key stands: as bytes, in the database's tables, or packed in Parquet."""
    found = []
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        content = file.read_bytes()
        if file.suffix == ".parquet":
            content += pl.read_parquet(file).write_ndjson().encode()
        elif content.startswith(b"SQLite format 3"):
            with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
                content += "\n".join(database.iterdump()).encode()
        if key.encode() in content or key[: len(key) // 2].encode() in content:
            found.append(str(file.relative_to(folder)))
    return found


def handed_on() -> str:
    """Everything that Lackmus writes out of a workspace; what was said meanwhile."""
    return "".join(
        [
            said("export", "--everything", "everything"),
            said("backup", "copy.db"),
            said("outputs", "export", "--campaign", "2026", "-o", "outputs.jsonl"),
            said("report", "2026", "--format", "html", "-o", "report.html"),
            said("report", "2026", "--format", "json", "-o", "report.json"),
            said("log"),
        ]
    )


@pytest.mark.slow
def test_a_good_run_leaves_no_key(folder: Path) -> None:
    """From the environment; in nothing that is kept, shown or handed on."""
    with Hostile(failing=0.1, key=KEY) as server:
        code, told = run(folder, *fetching(server), **{NAME: KEY})
        told += said(*fetching(server), "--dry-run", **{NAME: KEY})
        told += said("engine", "show", "libretranslate", **{NAME: KEY})
    assert (code, len(server.answered)) == (0, 40), told  # so the key was right
    assert KEY not in told + handed_on()
    assert where_it_is(folder) == []


@pytest.mark.slow
def test_a_refused_run_leaves_no_key(folder: Path) -> None:
    """The server quotes the key when it says no; the file of keys is the only one in which it stands."""
    keys = folder / "keys.txt"
    keys.write_text(f"{NAME}={KEY}\n")
    keys.chmod(0o600)
    with Hostile(key="another one") as server:
        code, told = run(folder, *fetching(server), LACKMUS_KEYS=str(keys))
    assert code == 2
    assert "Invalid API key (key)" in " ".join(told.split())
    assert KEY not in told
    said("export", "--everything", "everything")
    assert where_it_is(folder) == ["keys.txt"]


@pytest.mark.slow
def test_a_killed_run_leaves_no_key(folder: Path) -> None:
    """Not even in what SQLite has not tidied up yet."""
    with Hostile(failing=0.1, key=KEY, holding=20) as server:
        with in_the_background(folder, *fetching(server), **{NAME: KEY}) as process:
            while server.answered.total() < 20:
                assert process.poll() is None, (folder / "said.txt").read_text()
                time.sleep(0.01)
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
        assert (folder / "lackmus.db-wal").stat().st_size > 0
        assert where_it_is(folder) == []
        server.let_all()
        assert KEY not in said(*fetching(server), **{NAME: KEY})
    assert len(server.answered) == 40
    assert where_it_is(folder) == []


def test_the_search_finds_keys(tmp_path: Path) -> None:
    """The tests above can fail."""
    pl.DataFrame({"text": [f"x{KEY}"] * 1000}).write_parquet(tmp_path / "a.parquet", compression="zstd")
    with closing(sqlite3.connect(tmp_path / "b.db")) as database:
        database.execute("CREATE TABLE t (x)")
        database.execute("INSERT INTO t VALUES (?)", (f"{'long ' * 2000}{KEY}",))
        database.commit()
    (tmp_path / "c.html").write_text(f"<p>{KEY[:9]}")
    (tmp_path / "d.txt").write_text("nothing")
    assert where_it_is(tmp_path) == ["a.parquet", "b.db", "c.html"]


# -- every engine that has keys ----------------------------------------------------------------------------


class Echo(Provider):
    """Says no to everything, and quotes the keys that it was sent."""

    def answer(self, request: Asked) -> Answer:
        """In every place where a provider's words may stand; which languages it has is no secret."""
        if request.path.endswith("/languages"):
            codes = {code: {"name": code} for code in ("en", "de")}
            ours = [{"code": code, "name": code, "targets": list(codes)} for code in codes]
            return Answer(200, {"translation": codes} if "api-version" in request.query else ours)
        sent = f"{request.headers} {request.query} {request.body.decode(errors='replace')}"
        said = f"not with {', '.join(re.findall(KEY + '[0-9]', sent))}"
        body = {"message": said, "error": {"message": said, "code": 403, "status": said}, "detail": said}
        return Answer(403, body)


def with_keys() -> list[str]:
    """Engines that are given secrets."""
    return [name for name in engine_names() if engine_class(name).KEYS]


def opened(name: str, url: str) -> Engine:
    """An engine with a secret for each of its keys; a file of credentials is no secret itself."""
    kind = engine_class(name)
    secrets = {key.name: f"{KEY}{number}" for number, key in enumerate(kind.KEYS)}
    secrets.pop("GOOGLE_APPLICATION_CREDENTIALS", None)
    given = {one.name: "some-name" for one in kind.OPTIONS if one.required}
    if any(one.name == "region" for one in kind.OPTIONS):
        given["region"] = "eu-west-1"
    return open_engine(name, {**given, "url": url}, Keys(secrets, Path("no-file-of-keys")))


def test_engines_with_keys_are_tried() -> None:
    """The list below is not empty, and has those who send bills."""
    assert {"amazon", "azure", "chat", "deepl", "google-v2", "google-v3", "modernmt"} <= set(with_keys())


@pytest.mark.parametrize("name", with_keys())
def test_no_engine_says_its_key(name: str, caplog: pytest.LogCaptureFixture) -> None:
    """Neither by its looks, nor in what it is known by, nor in its errors, nor in the most talkative log."""
    caplog.set_level(logging.DEBUG)
    with serving(Echo()) as server, opened(name, server.url) as engine:
        with pytest.raises(EngineError) as caught:
            ask_all(
                engine,
                Pair("en", "de"),
                [Ask("It rains.")],
                lambda _: None,
                limits=Limits(),
                stop=threading.Event(),
            )
        sent = [f"{one.headers} {one.query} {one.body.decode(errors='replace')}" for one in server.asked]
        shown = [repr(engine), repr(engine.keys), repr(engine.options), json.dumps(dict(engine.identity()))]
    error = caught.value
    told = [str(error), on_page(error), repr(error), repr(vars(error)), repr(error.__cause__), caplog.text]
    assert KEY in "".join(sent)
    assert not [text for text in (*shown, *told) if KEY in text]
