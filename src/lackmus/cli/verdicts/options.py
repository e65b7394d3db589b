"""Options of evaluations, of files and of the workspace alike."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

import typer

from lackmus.cli.options import (
    GroupByOption,
    GroupOption,
    HighOption,
    LowOption,
    MinItemsOption,
    OrderOption,
    RepeatsOption,
    SamplesOption,
    SeedOption,
    SemanticsOption,
    TableOption,
    TestOption,
    WorstOption,
)
from lackmus.core.base.choices import (
    MIN_ITEMS,
    By,
    Choices,
    Correction,
    Intervals,
    Order,
    Repeats,
    Semantics,
    TestChoice,
    Thresholds,
    chosen_testing,
)
from lackmus.flows.verdicts.reports import ReportLayout


@dataclass(frozen=True)
class EvaluationOptions:
    """How systems are judged and compared, and what the report shows."""

    order: OrderOption = Order.CATEGORY_MACRO
    by: Annotated[By, typer.Option(help="What the rows are.")] = By.CATEGORY
    table: TableOption = None
    examples: Annotated[int, typer.Option(min=1, help="Of --table examples: items per phenomenon.")] = 1
    semantics: SemanticsOption = Semantics.DEFAULT
    repeats: RepeatsOption = Repeats.FIRST
    test: TestOption = TestChoice.Z
    correction: Annotated[Correction, typer.Option(help="Correction for many comparisons.")] = Correction.NONE
    intervals: Annotated[Intervals, typer.Option(help="95 % intervals beside accuracies.")] = Intervals.NONE
    samples: SamplesOption = 1000
    seed: SeedOption = 1
    low: LowOption = None
    high: HighOption = None
    min_items: MinItemsOption = MIN_ITEMS
    worst: WorstOption = False
    group_by: GroupByOption = None
    group: GroupOption = None

    @property
    def thresholds(self) -> Thresholds:
        """The thresholds for sentences about phenomena."""
        return Thresholds(self.low, self.high, self.min_items)

    def choices(self, keep: Sequence[str] | None) -> Choices:
        """The choices that the signature names."""
        testing = chosen_testing(self.test, self.correction, self.intervals, self.samples, self.seed)
        return Choices(
            self.semantics,
            self.repeats,
            self.order,
            tuple(keep or ()),
            testing,
            thresholds=self.thresholds,
        )

    def layout(
        self, labels: Mapping[str, str], scores: bool, tags: Mapping[str, Sequence[str]] | None = None
    ) -> ReportLayout:
        """What the report shows; tables that do not fit are refused."""
        look = ReportLayout(
            self.by,
            self.table or (),
            self.examples,
            self.worst,
            labels,
            self.group_by or (),
            self.group or (),
            tags or {},
            self.thresholds,
            scores,
        )
        look.refuse_wrong_tables()
        return look
