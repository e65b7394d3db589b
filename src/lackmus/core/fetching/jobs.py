"""A fetch that was started on a page: its progress and result."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from lackmus.core.fetching.fetch import FetchResult
from lackmus.core.outputs.imports import imported_values

_MOST_MISSING = 20  # sentences without a translation that are named


class JobState(StrEnum):
    """The state of a fetch."""

    WAITING = "waiting"  # for a worker, or for another fetch of the same
    RUNNING = "running"
    CANCELLING = "cancelling"  # requests under way are finished first
    CANCELLED = "cancelled"
    STOPPED = "stopped"  # by a problem that may pass
    DONE = "done"


UNFINISHED = (JobState.WAITING, JobState.RUNNING, JobState.CANCELLING)  # a worker has to continue it
RESUMABLE = (JobState.CANCELLED, JobState.STOPPED)


@dataclass(frozen=True)
class FetchJob:
    """One fetch, as it stands in the workspace while it waits, runs, and afterwards."""

    token: str
    person: str
    asked: Mapping[str, Any]  # what is to be fetched, as plain values
    state: JobState
    at: str  # when it was asked for
    changed: str  # time of its last report
    stage: str = ""
    done: int = 0
    total: int = 0
    since: str | None = None  # when it last started
    problem: str = ""  # what stopped it, and the remedy
    result: Mapping[str, Any] | None = None  # what it did

    @property
    def unfinished(self) -> bool:
        """Whether it continues by itself."""
        return self.state in UNFINISHED


def job_result(fetched: FetchResult) -> dict[str, Any]:
    """The result of a fetch as the few values a page needs; the outputs are in the campaign."""
    one = fetched.estimate
    done = fetched.imported
    return {
        "in_short": fetched.in_short,
        "engine": one.label,
        "campaign": one.campaign,
        "system": one.system,
        "suite": one.suite,
        "pair": one.pair,
        "sentences": one.sentences,
        "asked": fetched.asked,
        "cached": one.cached,
        "retried": fetched.retried,
        "marked": {str(mark): many for mark, many in fetched.marked.items()},
        "cleaned": dict(fetched.cleaned),
        "models": list(fetched.models),
        "reserved": one.reserved,
        "missing": len(fetched.missing),
        "missing_first": list(fetched.missing[:_MOST_MISSING]),
        "signature": one.signature,
        "imported": None if done is None else imported_values(done),
    }
