"""The verdict on a text: pass, fail, warning, or a person's word that it cannot be tested."""

from enum import StrEnum


class Verdict(StrEnum):
    """The verdict on a text."""

    PASS = "pass"  # noqa: S105  (a verdict, not a password)
    FAIL = "fail"
    WARNING = "warning"
    UNTESTABLE = "untestable"  # it avoids the phenomenon, or is unusable for it: neither open nor settled


BY_RULES = (Verdict.PASS, Verdict.FAIL, Verdict.WARNING)  # and by the tests of contrasts
BY_PEOPLE = (Verdict.PASS, Verdict.FAIL, Verdict.UNTESTABLE)
