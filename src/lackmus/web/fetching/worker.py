"""The process that works on fetches, seen from inside: several at a time, until the server is gone."""

import json
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread

from lackmus.errors import LackmusError
from lackmus.flows.fetching.job_work import work
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.web.fetching.worker_process import Queue

AT_ONCE = 4  # fetches at the same time; each has several requests in flight
_SOON = 0.5  # seconds in which a fetch is begun, at the latest
_GRACE = 60.0  # seconds for what is under way when the server ends: it may be paid for


def main() -> None:
    """Work on what the server puts into the queue; its first line says where that is."""
    told = json.loads(sys.stdin.buffer.readline() or "null")
    if told is None:  # the server was gone before it could say anything
        return
    ending = Event()
    signals: list[int] = []  # not `ending` itself: whoever is interrupted may just hold its lock
    try:
        workspace = Desk(told["workspace"]).open()
    except LackmusError as problem:
        print(f"The worker cannot open the workspace: {problem}", file=sys.stderr)
        time.sleep(5)  # the server starts another one
        return
    with workspace:
        desk = Desk(told["workspace"], opened=workspace)
        queue = Queue(Path(told["folder"]), lambda token: work(desk, token, ending))
        consumer = queue.huey.create_consumer(
            workers=AT_ONCE, periodic=False, initial_delay=0.05, max_delay=_SOON, check_worker_health=False
        )
        consumer.start()
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):  # in place of huey's own, which would not wait
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), lambda number, _: signals.append(number))
        Thread(target=_wait_for_the_end, args=(ending,), daemon=True).start()
        while not (ending.is_set() or signals):
            time.sleep(0.1)
        ending.set()
        consumer.stop()
        over = time.monotonic() + _GRACE
        for _, thread in consumer.worker_threads:
            thread.join(max(0.0, over - time.monotonic()))


def _wait_for_the_end(ending: Event) -> None:
    """The server says nothing more; when it is gone, however it went, the pipe has an end."""
    with suppress(OSError):
        while sys.stdin.buffer.read(1):
            pass
    ending.set()


if __name__ == "__main__":
    main()
