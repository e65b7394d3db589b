"""The English–Spanish sample, translated by the real Apertium: by its command, its server, and over HTTP."""

import json
import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

import pytest
from typer.testing import CliRunner

from lackmus.cli.commands import everything
from lackmus.core.base.pairs import Pair
from lackmus.core.engines.engine import Ask, Reply, batches
from lackmus.engines import Engine, PairNotOfferedError, open_engine
from tests.engines.bringing import need_apertium
from tests.engines.servers import Answer, Asked, Provider, serving
from tests.engines.tiny_models import SAMPLE, sentences

EN_ES = Pair("en", "es")
# The first changes what the tagger of Apertium takes the second for, in one and the same run of it.
LEARNT, THEN = (
    "Half of the apples in the basket were rotten.",
    "We are looking for a quiet flat near the station.",
)
# APy has no option for the address at which it listens, and would listen at all. Debian's Python has it.
LAUNCH = """
import sys, tornado.httpserver, tornado.ioloop, tornado.netutil
from apertium_apy.apy import parse_args, setup_application
server = tornado.httpserver.HTTPServer(setup_application(parse_args(sys.argv[1:])))
sockets = tornado.netutil.bind_sockets(0, "127.0.0.1")
server.add_sockets(sockets)
print(*(socket.getsockname()[1] for socket in sockets), flush=True)
tornado.ioloop.IOLoop.current().start()
"""


@pytest.fixture(autouse=True)
def apertium(request: pytest.FixtureRequest) -> None:
    """Nothing here runs without it, but for what is said then."""
    if request.node.get_closest_marker("apertium"):
        need_apertium()


def translated(engine: Engine, sources: list[str]) -> list[str]:
    """What an engine makes of sentences, in requests as large as it takes them."""
    limits = engine.about(EN_ES).limits
    found = [
        engine.translate([ask.text for ask in batch], EN_ES)
        for batch in batches((Ask(source) for source in sources), limits)
    ]
    return [one.text if isinstance(one, Reply) else one for batch in found for one in batch]


def by_command(sources: list[str]) -> list[str]:
    """By the command."""
    with open_engine("apertium") as engine:
        return translated(engine, sources)


@pytest.mark.apertium
def test_the_command_translates_each_sentence_alone() -> None:
    """Whatever came before it, with a full stop or without, and with letters that mean something to it."""
    odd = ["It rains", "the black cat sees", "[b] ^x/y$ <i>{z}</i> \\ @ # * ~", "50 % of 3/4", "EU's 😀 plan"]
    together = by_command([LEARNT, THEN, *odd])
    assert together[1:2] == by_command([THEN])
    assert "manzanas" in together[0]
    assert together[2:4] == ["Llueve", "El gato negro ve"]
    assert together[4].lower() == odd[2]
    assert "3/4" in together[5]
    assert "😀" in together[6]


@pytest.mark.apertium
def test_the_command_keeps_lines_and_marks() -> None:
    """A document comes back with as many lines; unknown words are marked if that is asked for."""
    with open_engine("apertium", {"mark_unknown": "yes"}) as engine:
        about = engine.about(EN_ES)
        assert engine.translate(["It rains\n\nThe xyzzy."], EN_ES) == ["Llueve\n\nEl *xyzzy."]
    assert about.model == "eng-spa"
    assert re.fullmatch(r"\d+\.\d+\.\d+", about.version)
    assert re.fullmatch(r"[0-9a-f]{16}", about.notes["data"])
    assert about.price is None


@pytest.mark.apertium
def test_pairs_that_are_installed_or_not() -> None:
    """By its own list."""
    with open_engine("apertium") as engine:
        assert engine.about(Pair("en", "ca")).model == "eng-cat"
        with pytest.raises(PairNotOfferedError, match=r"It has .*eng-cat.*eng-spa"):
            engine.about(Pair("de", "ru"))


@contextmanager
def apy() -> Iterator[int]:
    """The server of Apertium at 127.0.0.1: its port."""
    command = ["/usr/bin/python3", "-c", LAUNCH, "/usr/share/apertium/modes"]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
        start_new_session=True,
    )
    try:
        assert process.stdout is not None
        yield int(process.stdout.readline())
    finally:
        os.killpg(process.pid, 9)  # its programs too
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def listening_at(port: int) -> set[str]:
    """The addresses at which somebody listens on a port, as the kernel writes them."""
    found = set()
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            local, state = line.split()[1], line.split()[3]
            address, _, number = local.partition(":")
            if state == "0A" and int(number, 16) == port:
                found.add(address)
    return found


@pytest.mark.apertium
def test_the_server_translates_the_sample() -> None:
    """All of it, by the engine apertium-apy. It listens on this machine alone."""
    sources = sentences()
    with apy() as port:
        assert listening_at(port) == {"0100007F"}  # 127.0.0.1
        with open_engine("apertium-apy", {"url": f"http://127.0.0.1:{port}"}) as engine:
            found = translated(engine, sources)
            with pytest.raises(PairNotOfferedError):
                engine.about(Pair("de", "ru"))
    assert len(found) == len(sources)
    assert all(found)
    assert found[:6] == by_command(sources[:6])


class Libre(Provider):
    """A server that speaks like LibreTranslate, and translates by the real Apertium."""

    SCHEMA: ClassVar[dict[str, Any]] = {
        "type": "object",
        "required": ["q", "source", "target"],
        "properties": {
            "q": {"type": "array", "items": {"type": "string"}},
            "source": {"const": "en"},
            "target": {"const": "es"},
            "format": {"enum": ["text", "html"]},
            "api_key": {"type": "string"},
        },
        "additionalProperties": False,
    }

    def answer(self, request: Asked) -> Answer:
        """By path."""
        match request.method, request.path:
            case "GET", "/languages":
                return Answer(
                    body=[{"code": code, "name": code, "targets": ["en", "es"]} for code in ("en", "es")]
                )
            case "GET", "/frontend/settings":
                return Answer(body={"charLimit": 2000, "keyRequired": False})
            case "POST", "/translate" if self.fits(request):
                return Answer(body={"translatedText": self.translations(request.json["q"])})
        self.wrong(f"{request.method} {request.path}")
        return Answer(400, {"error": "Invalid request"})

    def translations(self, sources: list[str]) -> list[str]:
        """Paragraphs in one run: for a test this is independent enough, and much quicker."""
        said = subprocess.run(
            ["apertium", "-u", "-f", "txt", "eng-spa"],
            input="\n\n".join(sources),
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
        )
        return said.stdout.split("\n\n")


@pytest.mark.apertium
def test_the_sample_is_fetched_over_http(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From an empty folder to a report, with a real engine behind a real server; once is enough for all."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LACKMUS_USER", "Ada")
    monkeypatch.delenv("LACKMUS_WORKSPACE", raising=False)
    monkeypatch.delenv("LIBRETRANSLATE_API_KEY", raising=False)

    def run(*words: str) -> str:
        done = CliRunner().invoke(everything(), list(words), catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return done.output

    run("suite", "import", str(SAMPLE), "--name", "sample")
    libre = Libre()
    with serving(libre) as server:
        fetch = ["outputs", "fetch", "--engine", "libretranslate", "--option", f"url={server.url}"]
        run(*fetch, "--campaign", "first")
        sent = [text for asked in server.asked if asked.path == "/translate" for text in asked.json["q"]]
        run(*fetch, "--campaign", "second")  # nothing of it is asked again
        again = [text for asked in server.asked if asked.path == "/translate" for text in asked.json["q"]]
    assert not libre.problems
    assert sorted(sent) == sorted(sentences()) == sorted(again)
    report = json.loads(run("report", "first", "--format", "json"))
    assert "LibreTranslate" in json.dumps(report)


@pytest.mark.parametrize("ci, outcome", [("", pytest.skip.Exception), ("1", pytest.fail.Exception)])
def test_without_apertium_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ci: str, outcome: type[BaseException]
) -> None:
    """Skipped with the reason; in CI nothing is skipped."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CI", ci)
    with pytest.raises(outcome, match="apertium-eng-spa"):
        need_apertium()
