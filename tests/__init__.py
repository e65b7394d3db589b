"""Tests of Lackmus, in the same rooms as its modules."""

import os

# Workers share the cores, where the threads of Polars wait for each other: a fifth of the time that a report
# takes. One worker has them, so that what depends on their order is seen.
if os.environ.get("PYTEST_XDIST_WORKER", "gw0") != "gw0":
    os.environ.setdefault("POLARS_MAX_THREADS", "1")
