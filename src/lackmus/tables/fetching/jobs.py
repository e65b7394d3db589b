"""Fetch jobs as plain values."""

from typing import Any

from lackmus.core.fetching.jobs import FetchJob


def job_values(job: FetchJob) -> dict[str, Any]:
    """A fetch as plain values."""
    return {
        "token": job.token,
        "person": job.person,
        "state": job.state.value,
        "at": job.at,
        "since": job.since,
        "changed": job.changed,
        "stage": job.stage,
        "done": job.done,
        "total": job.total,
        "problem": job.problem,
        "asked": {name: value for name, value in job.asked.items() if name != "seal"},
        "result": dict(job.result) or None,
    }
