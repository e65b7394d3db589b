"""What goes wrong on the way to every server, and how tests look at what an engine says then."""

from pathlib import Path

import pytest

from lackmus.core.base.pairs import Pair
from lackmus.core.engines.engine import Reply
from lackmus.engines import (
    BadReplyError,
    BusyError,
    Engine,
    EngineError,
    Keys,
    UnreachableError,
    open_engine,
)
from lackmus.web.http.remedies import on_page
from tests.engines.servers import Answer, Fault, Provider, serving

SOURCES = ["It rains.", "The door is open.", "„So?“ – 🐈 & <b>ß</b>"]
# A trickle must outlast the time limit, and that must outlast the requests before on a busy machine.
MISHAPS: list[tuple[Fault, type[EngineError], dict[str, str]]] = [
    (Fault.DIE_AT_ONCE, UnreachableError, {}),
    (Fault.DIE_HALF_WAY, UnreachableError, {}),
    (Fault.TRICKLE, UnreachableError, {"timeout": "1"}),
    (Fault.MALFORMED, BadReplyError, {}),
    (Fault.HUGE, BadReplyError, {}),
    (Fault.THROTTLE, BusyError, {}),
]


def opened(name: str, url: str, environment: dict[str, str] | None = None, /, **options: str) -> Engine:
    """An engine that asks a server of this machine, with the keys that a test gives it and no others."""
    return open_engine(name, {"url": url, **options}, Keys(environment or {}, Path("no-file-of-keys")))


def fetched(engine: Engine, sources: list[str], pair: Pair) -> list[Reply]:
    """What came back, each as a reply."""
    return [one if isinstance(one, Reply) else Reply(one) for one in engine.translate(sources, pair)]


def refusal(
    name: str,
    provider: Provider,
    faults: list[Fault | Answer | None],
    environment: dict[str, str],
    pair: Pair,
    **options: str,
) -> EngineError:
    """The error that comes of an answer, with no request against the protocol and no key in what it says."""
    with serving(provider, faults) as server, opened(name, server.url, environment, **options) as engine:
        with pytest.raises(EngineError) as caught:
            engine.translate(SOURCES[:1], pair)
        assert server.problems == []
    assert "\n" not in str(caught.value)
    said = f"{caught.value} {on_page(caught.value)} {caught.value!r} {caught.value.__dict__}"
    assert not [key for key in environment.values() if key in said]
    return caught.value
