"""The verdict on a text: pass, fail or warning."""

from enum import StrEnum


class Verdict(StrEnum):
    """The verdict on a text."""

    PASS = "pass"  # noqa: S105  (a verdict, not a password)
    FAIL = "fail"
    WARNING = "warning"
