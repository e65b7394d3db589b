"""The options for significance tests in URLs, for reports, rankings and contrasts."""

from pydantic import Field

from lackmus.core.base.choices import Correction, Intervals, TestChoice
from lackmus.web.http.addresses import QueryModel


class TestsQuery(QueryModel):
    """The test, its correction, and the intervals."""

    test: TestChoice = Field(
        default=TestChoice.Z,
        description="Which test finds the best of a row; `paired` is `mcnemar` with the correction `holm`.",
    )
    correction: Correction = Field(default=Correction.NONE, description="For many comparisons.")
    intervals: Intervals = Field(default=Intervals.NONE, description="Beside accuracies.")
