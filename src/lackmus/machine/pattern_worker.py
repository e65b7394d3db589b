"""The process that compiles costly patterns with limited memory and time: a line in, a line out."""

import json
import sys
from contextlib import suppress

from lackmus.core.rules.patterns import PatternError, compile_for_both

try:
    import resource
except ImportError:  # not on Windows, where only the parent ends what takes too long
    resource = None  # type: ignore[assignment]

READY = "ready"


def main(megabytes: int, seconds: int) -> None:
    """Answer each pattern with why it does not compile, or an empty line."""
    _limit_memory(megabytes)
    _tell(READY)
    for line in sys.stdin:
        _limit_time(seconds)
        try:
            compile_for_both(json.loads(line))
            _tell("")
        except PatternError as problem:
            _tell(str(problem))
        except MemoryError:
            _tell(f"it is too large: compiling it takes more than {megabytes} MB")


def _tell(said: str) -> None:
    print(json.dumps(said), flush=True)


def _limit_memory(megabytes: int) -> None:
    if resource is not None:
        with suppress(ValueError, OSError):  # a lower limit is set already, or the system has none
            resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))


def _limit_time(seconds: int) -> None:
    """Limit the CPU time from now on; the process is ended when it exceeds it."""
    if resource is not None:
        used = resource.getrusage(resource.RUSAGE_SELF)
        most = resource.getrlimit(resource.RLIMIT_CPU)[1]
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + 1 + seconds, most))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
