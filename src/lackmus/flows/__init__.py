"""The verbs, shared by the command line and whoever imports Lackmus: files in, core values out."""

from lackmus.core.rules.patterns import try_laborious
from lackmus.flows.comparing import Evaluated, Followed, compare, evaluate, trend
from lackmus.flows.demo import Demo, demo
from lackmus.flows.outputs import check, judge_parquet, outputs
from lackmus.flows.requests import Progress, Request, open_suite
from lackmus.flows.samples import sample_files, samples
from lackmus.flows.suites import Fixed, Linted, fix, lint, open_draft, schema
from lackmus.machine.pattern_trials import problem_of
from lackmus.read import Asked

try_laborious(problem_of)  # whatever compiles a pattern, on the command line or for a page

__all__ = [
    "Asked",
    "Demo",
    "Evaluated",
    "Fixed",
    "Followed",
    "Linted",
    "Progress",
    "Request",
    "check",
    "compare",
    "demo",
    "evaluate",
    "fix",
    "judge_parquet",
    "lint",
    "open_draft",
    "open_suite",
    "outputs",
    "sample_files",
    "samples",
    "schema",
    "trend",
]
