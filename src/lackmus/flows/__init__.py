"""The verbs, shared by the command line, the pages and the Python API: one room for each noun."""

from lackmus.core.rules.patterns import try_laborious
from lackmus.machine.pattern_trials import problem_of

try_laborious(problem_of)  # laborious patterns are compiled in another process first, whoever asks for it
