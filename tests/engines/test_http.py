"""Engines over HTTP: time limits, size limits, and what becomes of a connection that fails."""

import gzip
import socket
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any, ClassVar

import pytest

from lackmus.cli.remedies import worded
from lackmus.core.base.pairs import Pair
from lackmus.core.engines.engine import About
from lackmus.engines.errors import (
    BadReplyError,
    BadRequestError,
    BusyError,
    EngineError,
    KeyRefusedError,
    TooLongError,
    UnreachableError,
)
from lackmus.engines.http import TIMEOUT, HttpEngine, retry_after, said_in, texts_in, url_option
from lackmus.engines.keys import Keys
from lackmus.errors import LackmusError
from lackmus.web.http.remedies import on_page
from tests.engines.servers import Answer, Asked, Fault, Provider, pseudo, serving
from tests.refusals import refuses

PAIR = Pair("en", "de")
EARLY_HINTS = b"HTTP/1.1 103 Early Hints\r\n\r\n"
PACKED = {"Content-Encoding": "gzip"}
SECRET = "s3cret-of-nobody-0123456789"


class Plain(HttpEngine):
    """The smallest engine that can be asked."""

    LABEL = "Plain"
    OPTIONS = (url_option("https://plain.example"), TIMEOUT)

    def about(self, pair: Pair) -> About:
        return About()

    def translate(self, sources: Any, pair: Pair) -> list[str]:
        key = self.secret("PLAIN_KEY", required=False)
        headers = {"X-Key": key} if key else {}
        answer = self.ask("POST", "/translate", json={"texts": list(sources)}, headers=headers)
        return texts_in(answer.get("texts"), len(sources), self.LABEL)

    def problem(self, status: int, body: Any, headers: Mapping[str, str]) -> EngineError | None:
        return None


class PlainServer(Provider):
    SCHEMA: ClassVar[dict[str, Any]] = {
        "type": "object",
        "required": ["texts"],
        "additionalProperties": False,
        "properties": {"texts": {"type": "array", "items": {"type": "string"}}},
    }

    def answer(self, request: Asked) -> Answer:
        if (request.method, request.path) != ("POST", "/translate"):
            return Answer(404, {"message": "Not found"})
        if not self.fits(request):
            return Answer(400, {"message": "Bad request"})
        return Answer(body={"texts": [pseudo(text, "de") for text in request.json["texts"]]})


def plain(tmp_path: Path, url: str, timeout: str = "30", key: str = "") -> Plain:
    keys = Keys({"PLAIN_KEY": key} if key else {}, tmp_path / "keys")
    return Plain({"url": url, "timeout": timeout}, keys)


def test_texts_come_back_in_their_order_over_one_connection(tmp_path: Path) -> None:
    with serving(PlainServer()) as server, plain(tmp_path, server.url) as engine:
        for _ in range(3):
            assert engine.translate(["It rains.", "Is it?\nYes."], PAIR) == [
                "de tI .sniar",
                "de sI ?ti\nde .seY",
            ]
    assert (len(server.asked), server.connections, server.problems) == (3, 1, [])
    assert server.answered == server.asked
    assert server.asked[0].headers["user-agent"].startswith("lackmus/")


def test_the_server_of_tests_sees_what_breaks_the_protocol(tmp_path: Path) -> None:
    with serving(PlainServer()) as server, plain(tmp_path, server.url) as engine:
        with refuses(BadRequestError, match="Plain answered 400 \\(Bad request\\)"):
            engine.ask("POST", "/translate", json={"texts": "one", "more": 1})
        with pytest.raises(BadRequestError):
            engine.ask("POST", "/translate", content=b"{")
    assert len(server.problems) == 3
    assert server.answered == []


@pytest.mark.parametrize(
    "fault, timeout, error, said",
    [
        (Fault.DIE_AT_ONCE, "30", UnreachableError, "cannot be reached at 127.0.0.1:"),
        (Fault.DIE_HALF_WAY, "30", UnreachableError, "cannot be reached at 127.0.0.1:"),
        (Fault.SILENT, "0.2", UnreachableError, "0.2 seconds"),
        (Fault.TRICKLE, "0.3", UnreachableError, "0.3 seconds"),
        (Fault.MALFORMED, "30", BadReplyError, "no JSON"),
        (Fault.HUGE, "30", BadReplyError, "more than 8 MB"),
        (Fault.THROTTLE, "30", BusyError, "Plain answered 429 (Too many requests)"),
        (Answer(200, "<html>Welcome</html>"), "30", BadReplyError, "<html>Welcome</html>"),
        (Answer(200, b"\xff\xfe"), "30", BadReplyError, "no JSON"),
        (Answer(200, b'{"texts": ["M\xfcller", "Maier"]}'), "30", BadReplyError, "no JSON"),  # Latin-1
        (Answer(200, gzip.compress(bytes(10 * 2**20)), PACKED), "30", BadReplyError, "more than 8 MB"),
        (Answer(200, b"not packed", PACKED), "30", UnreachableError, "cannot be reached"),
        (Answer(200, b"[" * 100_000), "30", BadReplyError, "no JSON"),
        (Answer(200, {"texts": ["one"]}), "30", BadReplyError, "was sent 2 texts and answered with 1 texts"),
        (Answer(200, {"texts": ["one", None]}), "30", BadReplyError, "was sent 2 texts"),
        (Answer(200, {"texts": "one"}), "30", BadReplyError, "no list of texts"),
        (Answer(400, {"error": {"message": "what?"}}), "30", BadRequestError, "answered 400 (what?)"),
        (Answer(401), "30", KeyRefusedError, "answered 401."),
        (Answer(403, {"error": "no"}), "30", KeyRefusedError, "answered 403 (no)"),
        (Answer(404, b"<a>\n <b>"), "30", BadRequestError, "answered 404 (<a> <b>)"),
        (Answer(408), "30", UnreachableError, "answered 408"),
        (Answer(413), "30", TooLongError, "answered 413"),
        (Answer(414), "30", TooLongError, "answered 414"),
        (Answer(500, [1, [2]]), "30", UnreachableError, "answered 500."),
        (Answer(503, "x" * 5000), "30", UnreachableError, "answered 503 (" + "x" * 200 + "…)"),
        (Answer(302, b"", {"Location": "/translate"}), "30", BadRequestError, "answered 302"),
    ],
)
def test_what_goes_wrong_is_one_kind_of_error(
    tmp_path: Path, fault: Fault | Answer, timeout: str, error: type[EngineError], said: str
) -> None:
    with (
        serving(PlainServer(), [fault]) as server,
        plain(tmp_path, server.url, timeout) as engine,
        pytest.raises(error) as raised,
    ):
        engine.translate(["It rains.", "It pours."], PAIR)
    assert type(raised.value) is error
    assert said in worded(raised.value)
    assert "\n" not in worded(raised.value)
    assert len(server.asked) == 1  # another try is for somebody else to make, and redirects are not followed
    assert (server.answered, server.problems) == ([server.asked[0]] if _came_whole(fault) else [], [])


def _came_whole(fault: Fault | Answer) -> bool:
    return isinstance(fault, Answer) and fault.status == 200


def test_after_a_failure_the_next_request_goes_well(tmp_path: Path) -> None:
    faults = [Fault.DIE_HALF_WAY, None, Fault.MALFORMED, Fault.DIE_AT_ONCE]
    with serving(PlainServer(), faults) as server, plain(tmp_path, server.url) as engine:
        went = []
        for text in ["a", "b", "c", "d", "e"]:
            try:
                went += engine.translate([text], PAIR)
            except EngineError:
                went.append("")
    assert went == ["", "de b", "", "", "de e"]
    assert [request.json["texts"] for request in server.answered] == [["b"], ["e"]]


def test_threads_share_the_connections(tmp_path: Path) -> None:
    texts = [f"text {number}" for number in range(40)]
    with (
        serving(PlainServer()) as server,
        plain(tmp_path, server.url) as engine,
        ThreadPoolExecutor(4) as pool,
    ):
        found = list(pool.map(lambda text: engine.translate([text], PAIR)[0], texts))
    assert found == [pseudo(text, "de") for text in texts]
    assert server.connections <= 4


def test_an_answer_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    answer = Answer(200, '\ufeff{"texts": ["Müller"]}'.encode())
    with serving(PlainServer(), [answer]) as server, plain(tmp_path, server.url) as engine:
        assert engine.translate(["Miller"], PAIR) == ["Müller"]


@pytest.mark.parametrize("begins, goes_on", [(b"HTTP/1.1 200 OK\r\nX: ", b"x"), (b"", EARLY_HINTS)])
def test_headers_that_never_end(tmp_path: Path, begins: bytes, goes_on: bytes) -> None:
    """Whatever comes, and however little of it: the time limit is one for the whole request."""
    over = threading.Event()

    def trickle(listening: socket.socket) -> None:
        connection, _ = listening.accept()
        with connection, suppress(OSError):
            connection.recv(65536)
            connection.sendall(begins)
            while not over.wait(0.02):
                connection.sendall(goes_on)

    with socket.create_server(("127.0.0.1", 0)) as listening, ThreadPoolExecutor(1) as pool:
        pool.submit(trickle, listening)
        try:
            with (
                plain(tmp_path, f"http://127.0.0.1:{listening.getsockname()[1]}", "0.3") as engine,
                refuses(UnreachableError, match=r"did not answer within 0\.3 seconds"),
            ):
                engine.translate(["It rains."], PAIR)
        finally:
            over.set()


def test_nobody_listens(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with (
        plain(tmp_path, f"http://127.0.0.1:{port}") as engine,
        refuses(UnreachableError, match=f"cannot be reached at 127.0.0.1:{port}"),
    ):
        engine.translate(["It rains."], PAIR)


@pytest.mark.parametrize(
    "headers, after",
    [
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": " 2.5 "}, 2.5),
        ({"retry-after-ms": "1500", "retry-after": "2"}, 1.5),
        ({"retry-after-ms": "soon", "retry-after": "2"}, 2.0),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}, 0.0),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:00 +99999999999999999999"}, None),
        ({"retry-after": "-3"}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": ""}, None),
        ({"retry-after": "٣"}, None),
        ({}, None),
    ],
)
def test_when_to_come_back(headers: dict[str, str], after: float | None) -> None:
    assert retry_after(headers) == after


def test_when_to_come_back_by_the_clock() -> None:
    later = format_datetime(datetime.now(UTC) + timedelta(hours=1), usegmt=True)
    found = retry_after({"retry-after": later})
    assert found is not None
    assert 0 < found <= 3600


@pytest.mark.parametrize("status", [429, 503])
def test_a_busy_server_says_when_to_come_back(tmp_path: Path, status: int) -> None:
    busy = Answer(status, b"", {"Retry-After": "11"})
    with (
        serving(PlainServer(), [busy]) as server,
        plain(tmp_path, server.url) as engine,
        pytest.raises((BusyError, UnreachableError)) as raised,
    ):
        engine.translate(["It rains."], PAIR)
    assert (raised.value.after, raised.value.again) == (11.0, True)


@pytest.mark.parametrize(
    "answer",
    [
        Answer(401, {"error": {"message": f"Incorrect key: {SECRET}."}}),
        Answer(401, {"error": {"message": f"Incorrect key: {SECRET[:14]}…"}}),
        Answer(400, {"error": {"message": "x" * 190 + SECRET}}),
        Answer(500, f"<p>X-Key: {SECRET}</p>"),
        Answer(400, b'{"message": "' + SECRET.replace("-", "\\u002d").encode() + b'"}'),
        Answer(200, f"You are {SECRET}"),
        Answer(403, [[[[[[[[[[SECRET]]]]]]]]]]),
    ],
)
def test_no_error_quotes_the_key(tmp_path: Path, answer: Answer) -> None:
    with (
        serving(PlainServer(), [answer]) as server,
        plain(tmp_path, server.url, key=SECRET) as engine,
        pytest.raises(EngineError) as raised,
    ):
        engine.translate(["It rains."], PAIR)
    assert server.asked[0].headers["x-key"] == SECRET
    for shown in (worded(raised.value), on_page(raised.value), repr(raised.value)):
        assert SECRET[:8] not in shown
        assert SECRET[-8:] not in shown


@pytest.mark.parametrize(
    "url, goes",
    [
        ("https://plain.example", True),
        ("http://localhost:1", True),
        ("http://127.0.0.1:1", True),
        ("http://[::1]:1", True),
        ("http://plain.example", False),
        ("http://192.0.2.1", False),
        ("http://127.0.0.1.plain.example", False),
    ],
)
def test_keys_travel_openly_on_this_machine_only(tmp_path: Path, url: str, goes: bool) -> None:
    engine = plain(tmp_path, url, key=SECRET)
    if goes:
        assert engine.secret("PLAIN_KEY") == SECRET
    else:
        with refuses(KeyRefusedError, match="Use https") as raised:
            engine.secret("PLAIN_KEY")
        assert SECRET not in worded(raised.value)
    assert plain(tmp_path, url).secret("PLAIN_KEY", required=False) is None


def test_what_stays_on_this_machine_goes_through_no_proxy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(PlainServer()) as proxy, serving(PlainServer()) as server:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.url)
        with plain(tmp_path, server.url) as engine:
            assert engine.translate(["It rains."], PAIR) == ["de tI .sniar"]
    assert (len(server.asked), len(proxy.asked)) == (1, 0)


@pytest.mark.parametrize(
    "url",
    [
        "ftp://plain.example",
        "plain.example",
        "https://",
        f"https://me:{SECRET}@plain.example",
        f"http://127.0.0.1\\:{SECRET}@plain.example",
        "http://a:port",
        "http://127.0.0.1:1?to=",
        "http://127.0.0.1:1/#",
        "http://local\thost",
        "http://[::1]plain.example",
    ],
)
def test_addresses_that_are_none(tmp_path: Path, url: str) -> None:
    with refuses(LackmusError, match="--option: url cannot be") as raised:
        plain(tmp_path, url)
    assert SECRET not in worded(raised.value)


@pytest.mark.parametrize("timeout", ["0", "-1", "soon", "3601", "nan", "1e3"])
def test_time_limits_that_are_none(tmp_path: Path, timeout: str) -> None:
    with refuses(LackmusError, match="--option: timeout cannot be"):
        plain(tmp_path, "https://plain.example", timeout)


@pytest.mark.parametrize(
    "body, path, said",
    [
        ({"error": {"message": "no"}}, ("error", "message"), "no"),
        ({"error": "no"}, ("error", "message"), ""),
        (["no"], ("error",), ""),
        ("no", (), "no"),
        ({"error": {"message": 3}}, ("error", "message"), ""),
    ],
)
def test_what_an_answer_says(body: Any, path: tuple[str, ...], said: str) -> None:
    assert said_in(body, *path) == said
