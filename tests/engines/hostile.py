"""A LibreTranslate server on a bad day: it throttles, fails every tenth request, and dies now and then."""

import json
import random
import socket
import struct
import threading
import time
from collections import Counter
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from math import ceil
from typing import Any, Self, cast

from tests.engines.servers import pseudo

DOWN = 0.5  # seconds until it is back
_FAULTS = ("trouble", "reset", "half", "malformed", "trickle")
_WORDS = {200: "OK", 400: "Bad Request", 429: "Too Many Requests", 500: "Internal Server Error"}


class Throttle:
    """So many requests a second, and some at once; who comes too early is told whole seconds, as usual."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._level, self._at = burst, time.monotonic()

    def refuses(self) -> int:
        """Seconds after which to come again; 0 where the request is taken."""
        now = time.monotonic()
        self._level = min(self.burst, self._level + (now - self._at) * self.rate)
        self._at = now
        if self._level < 1:
            return ceil((1 - self._level) / self.rate)
        self._level -= 1
        return 0

    def seconds(self, requests: int) -> float:
        """In which that many requests are taken, at the soonest."""
        return max(0.0, requests - self.burst) / self.rate


class Hostile:
    """The server, and what it remembers: every sentence whose whole answer was written, and how often."""

    def __init__(
        self,
        throttle: Throttle | None = None,
        failing: float = 0.1,
        deaths: tuple[int, ...] = (),  # after so many sentences
        characters: int = 200,  # in one request
        holding: int | None = None,  # after so many sentences each answer waits until `let` is called
        key: str = "",
        seed: int = 1,
    ) -> None:
        self.answered: Counter[str] = Counter()
        self.requests = self.refused = self.failed = self.died = 0
        self.throttle, self.failing, self.characters, self.key = throttle, failing, characters, key
        self._holding = holding
        self._let = threading.Semaphore(0)
        self._deaths = list(deaths)
        self._chance = random.Random(seed)
        self.lock = threading.Lock()
        self._reborn: list[threading.Thread] = []
        self._over = threading.Event()
        self._listener = _Listener(self, 0)
        self.port = self._listener.server_port
        self.url = f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self._listener.begin()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self.let_all()
        for thread in self._reborn:
            thread.join()
        with self.lock:
            self._listener.reset_all()
        self._listener.end()

    def let(self) -> None:
        """One more answer."""
        self._let.release()

    def let_all(self) -> None:
        """All answers, from now on without waiting."""
        self._holding = None
        self._let.release(1000)

    def hold(self) -> None:
        """Whoever is answered after the others waits."""
        if self._holding is not None and self.answered.total() >= self._holding:
            self._let.acquire()

    def fate(self) -> tuple[str, int]:
        """What becomes of a request: an answer, a fault, or a refusal with seconds."""
        with self.lock:
            self.requests += 1
            if self.throttle and (seconds := self.throttle.refuses()):
                self.refused += 1
                return "refused", seconds
            if self._chance.random() < self.failing:
                self.failed += 1
                return self._chance.choice(_FAULTS), 0
        return "answer", 0

    def wrote(self, sentences: list[str]) -> None:
        """Called with the lock: the whole answer is out, and nothing was reset since."""
        self.answered.update(sentences)
        if self._deaths and self.answered.total() >= self._deaths[0]:
            self._deaths.pop(0)
            self.died += 1
            self._listener.reset_all()
            self._reborn.append(threading.Thread(target=self._come_back))
            self._reborn[-1].start()

    def _come_back(self) -> None:
        self._listener.end()
        if not self._over.wait(DOWN):
            self._listener = _Listener(self, self.port)
            self._listener.begin()


class _Listener(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, hostile: Hostile, port: int) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.hostile = hostile
        self.dead = False
        self.open: set[socket.socket] = set()
        self._thread = threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True)

    def begin(self) -> None:
        self._thread.start()

    def end(self) -> None:
        self.shutdown()
        self.server_close()
        self._thread.join()

    def reset_all(self) -> None:
        """Called with the lock: every connection ends without good-bye, and no new one is listened to."""
        self.dead = True
        for connection in self.open:
            _reset(connection)

    def process_request(self, request: Any, client_address: Any) -> None:
        with self.hostile.lock:
            self.open.add(request)
            if self.dead:
                _reset(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        with self.hostile.lock:
            self.open.discard(request)
        with suppress(OSError):
            super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Whoever is reset cannot go on; nobody needs to hear of it."""


def _reset(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.shutdown(socket.SHUT_RD)  # wakes who reads from it
        connection.close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    @property
    def _hostile(self) -> Hostile:
        return cast(_Listener, self.server).hostile

    def log_message(self, format: str, *args: Any) -> None:
        """Tests print nothing."""

    def do_GET(self) -> None:
        """What it says about itself comes without trouble."""
        told: dict[str, Any] = {
            "/languages": [{"code": code, "name": code, "targets": ["en", "de"]} for code in ("en", "de")],
            "/frontend/settings": {"charLimit": self._hostile.characters},
        }
        self._write(200, json.dumps(told[self.path]).encode())

    def do_POST(self) -> None:
        """A translation, if it is a good moment."""
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        hostile = self._hostile
        if hostile.key and asked.get("api_key") != hostile.key:
            said = f"Invalid API key {asked.get('api_key')}"  # some do quote it
            return self._write(400, json.dumps({"error": said}).encode())
        fate, seconds = hostile.fate()
        hostile.hold()
        good = json.dumps({"translatedText": [pseudo(one, asked["target"]) for one in asked["q"]]}).encode()
        match fate:
            case "refused":
                error = json.dumps({"error": "Slowdown"}).encode()
                self._write(429, error, f"Retry-After: {seconds}\r\n")
            case "trouble":
                self._write(500, b'{"error": "out of memory"}')
            case "malformed":
                self._write(200, good[: len(good) // 2])
            case "reset":
                self._end()
            case "half" | "trickle":
                half = _head(200, len(good)) + good[: len(good) // 2]
                step = len(half) if fate == "half" else 8
                for place in range(0, len(half), step):
                    self.wfile.write(half[place : place + step])
                    time.sleep(0.005)
                self._end()
            case _:
                with hostile.lock:
                    if cast(_Listener, self.server).dead:
                        return None
                    self.wfile.write(_head(200, len(good)) + good)
                    hostile.wrote(asked["q"])
        return None

    def _write(self, status: int, body: bytes, more: str = "") -> None:
        self.wfile.write(_head(status, len(body), more) + body)

    def _end(self) -> None:
        self.close_connection = True
        with self._hostile.lock:
            cast(_Listener, self.server).open.discard(self.connection)
        self.rfile.close()
        _reset(self.connection)


def _head(status: int, length: int, more: str = "") -> bytes:
    return (
        f"HTTP/1.1 {status} {_WORDS[status]}\r\nContent-Type: application/json\r\n{more}"
        f"Content-Length: {length}\r\n\r\n"
    ).encode()
