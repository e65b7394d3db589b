"""Verdict: what is said of a text, pass, fail or warning."""

from enum import StrEnum


class Verdict(StrEnum):
    """What is said about one text."""

    PASS = "pass"  # noqa: S105  (a verdict, not a password)
    FAIL = "fail"
    WARNING = "warning"
