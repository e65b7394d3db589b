"""The verbs, shared by the command line, the pages and the Python API: one room for each noun."""

from lackmus.core.rules.patterns import try_laborious
from lackmus.machine.pattern_trials import problem_of
from lackmus.renamed import names_from

try_laborious(problem_of)  # costly patterns are always compiled in another process first
__getattr__ = names_from(
    __name__,
    "lackmus.flows.verdicts.comparing",
    "lackmus.flows.verdicts.requests",
    "lackmus.flows.outputs.outputs",
    "lackmus.flows.suites.suites",
    "lackmus.flows.suites.samples",
    "lackmus.flows.workspaces.demo",
)
