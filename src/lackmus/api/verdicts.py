"""Judge outputs by a suite, and compare systems: evaluate, compare, trend, profile."""

from collections.abc import Mapping

import polars as pl

from lackmus.api.arguments import (
    Columns,
    Groups,
    Named,
    OutputsArgument,
    PathArgument,
    Paths,
    Strings,
    SuiteArgument,
    asked,
    campaigns_of,
    choice,
    choices_of,
    look_of,
    named_outputs,
    optional_path,
    paths,
    strings,
    suite_of,
    testing_of,
    thresholds_of,
    within,
)
from lackmus.api.evaluations import (
    Comparison,
    Evaluation,
    Profile,
    Trend,
    compared,
    evaluated,
    followed,
    profiled,
)
from lackmus.api.wording import worded
from lackmus.core.base.choices import MIN_ITEMS, Semantics
from lackmus.core.rules.judge import Judgement, RuleError
from lackmus.core.rules.judge import judge_text as judged_text
from lackmus.core.suites.suite import Item
from lackmus.errors import LackmusError
from lackmus.flows.outputs.outputs import judged
from lackmus.flows.verdicts.material import Request
from lackmus.flows.verdicts.requests import limited_reading


@worded
def judge_text(item: Item, text: str, *, semantics: str = "default") -> Judgement:
    """Return the verdict on one translation of one item, with the matching rules and spans."""
    try:
        return judged_text(item, text, choice(Semantics, "semantics", semantics))
    except RuleError as problem:
        raise LackmusError(f"{problem}. Fix it there.") from None


@worded
def judge(
    suite: SuiteArgument,
    outputs: OutputsArgument | None = None,
    *,
    source: PathArgument | None = None,
    hyp: OutputsArgument | None = None,
    form: str | None = None,
    testsuite: str | None = None,
    collection: str | None = None,
    skip_unknown: bool = False,
    columns: Columns | None = None,
    decisions: PathArgument | None = None,
    pair: str | None = None,
    systems: Strings | None = None,
    exclude: Strings | None = None,
    semantics: str = "default",
    allow_large: bool = False,
) -> pl.DataFrame:
    """Return the verdict on every output as a frame, with the reason, and the matching rule and span.

    Outputs are files, folders or globs, or a frame with columns item, system and text.
    """
    request = Request(
        suite_of(suite),
        named_outputs(outputs, hyp, source),
        asked(source, form, testsuite, collection, skip_unknown, columns),
        pair,
        strings(systems),
        strings(exclude),
        choices_of(semantics, "first"),
        optional_path(decisions),
    )
    with limited_reading(allow_large):
        return judged(request)


@worded
def evaluate(
    suite: SuiteArgument,
    outputs: OutputsArgument | None = None,
    *,
    source: PathArgument | None = None,
    hyp: OutputsArgument | None = None,
    form: str | None = None,
    testsuite: str | None = None,
    collection: str | None = None,
    skip_unknown: bool = False,
    columns: Columns | None = None,
    decisions: PathArgument | None = None,
    pair: str | None = None,
    systems: Strings | None = None,
    exclude: Strings | None = None,
    keep: Strings | None = None,
    label: Named | None = None,
    order: str = "category-macro",
    by: str = "category",
    table: Strings | None = None,
    examples: int = 1,
    semantics: str = "default",
    repeats: str = "first",
    test: str = "z",
    correction: str = "none",
    intervals: str = "none",
    samples: int = 1000,
    seed: int = 1,
    low: float | None = None,
    high: float | None = None,
    min_items: int = MIN_ITEMS,
    worst: bool = False,
    group_by: Strings | None = None,
    group: Groups | None = None,
    tags: PathArgument | Mapping[str, Strings] | None = None,
    scores: Paths | None = None,
    allow_large: bool = False,
) -> Evaluation:
    """Return the accuracies of systems on a suite, on the items that are settled for all of them.

    The arguments are those of `lackmus evaluate` (docs/commands.md); `form` is its option --from. Outputs are
    files, folders or globs, or a frame with columns item, system and text.
    """
    thresholds = thresholds_of(low, high, min_items)
    look = look_of(by, table, label, examples, worst, group_by, group, tags, thresholds, bool(scores))
    look.refuse_wrong_tables()
    testing = testing_of(test, correction, intervals, samples, seed)
    request = Request(
        suite_of(suite),
        named_outputs(outputs, hyp, source),
        asked(source, form, testsuite, collection, skip_unknown, columns),
        pair,
        strings(systems),
        strings(exclude),
        choices_of(semantics, repeats, keep, testing, order, thresholds),
        optional_path(decisions),
    )
    with limited_reading(allow_large):
        return evaluated(request, look, paths(scores))


@worded
def compare(
    suite: SuiteArgument,
    outputs: OutputsArgument,
    *,
    source: PathArgument | None = None,
    form: str | None = None,
    testsuite: str | None = None,
    collection: str | None = None,
    skip_unknown: bool = False,
    columns: Columns | None = None,
    decisions: PathArgument | None = None,
    pair: str | None = None,
    systems: Strings | None = None,
    keep: Strings | None = None,
    semantics: str = "default",
    repeats: str = "first",
    show: int = 20,
    samples: int = 1000,
    seed: int = 1,
    allow_large: bool = False,
) -> Comparison:
    """Return two or more systems side by side, item by item, with every pair tested.

    Systems stand in the order of `outputs`, or of `systems` where some are chosen.
    """
    within("show", show, 0)
    testing = testing_of("z", "none", "none", samples, seed)
    request = Request(
        suite_of(suite),
        named_outputs(outputs, None, source),
        asked(source, form, testsuite, collection, skip_unknown, columns),
        pair,
        strings(systems),
        choices=choices_of(semantics, repeats, keep, testing),
        decisions=optional_path(decisions),
    )
    with limited_reading(allow_large):
        return compared(request, show)


@worded
def trend(
    suite: SuiteArgument,
    campaigns: Mapping[str, OutputsArgument],
    *,
    form: str | None = None,
    testsuite: str | None = None,
    collection: str | None = None,
    skip_unknown: bool = False,
    columns: Columns | None = None,
    decisions: PathArgument | None = None,
    pair: str | None = None,
    systems: Strings | None = None,
    exclude: Strings | None = None,
    unaveraged: Strings | None = None,
    keep: Strings | None = None,
    same: Named | None = None,
    exact_names: bool = False,
    label: Named | None = None,
    by: str = "category",
    table: Strings | None = None,
    semantics: str = "default",
    repeats: str = "first",
    allow_large: bool = False,
) -> Trend:
    """Return campaigns over time on the items that are fair in all of them, with tested changes.

    Campaigns are named with their outputs, in order of time: `{"2025": "outputs/2025", "2026": …}`.
    """
    look = look_of(by, table, label)
    request = Request(
        suite_of(suite),
        (),
        asked(None, form, testsuite, collection, skip_unknown, columns),
        pair,
        strings(systems),
        strings(exclude),
        choices_of(semantics, repeats, keep),
        optional_path(decisions),
    )
    with limited_reading(allow_large):
        return followed(request, campaigns_of(campaigns), unaveraged, same, exact_names, look)


@worded
def profile(
    suite: SuiteArgument,
    system: str,
    outputs: OutputsArgument | None = None,
    *,
    source: PathArgument | None = None,
    hyp: OutputsArgument | None = None,
    form: str | None = None,
    testsuite: str | None = None,
    collection: str | None = None,
    skip_unknown: bool = False,
    columns: Columns | None = None,
    decisions: PathArgument | None = None,
    pair: str | None = None,
    systems: Strings | None = None,
    exclude: Strings | None = None,
    keep: Strings | None = None,
    label: Named | None = None,
    by: str = "category",
    semantics: str = "default",
    repeats: str = "first",
    test: str = "z",
    correction: str = "none",
    samples: int = 1000,
    seed: int = 1,
    allow_large: bool = False,
) -> Profile:
    """Return where a system is best and worst, and above and below the mean of the others, with tests."""
    look = look_of(by, None, label)
    testing = testing_of(test, correction, "none", samples, seed)
    request = Request(
        suite_of(suite),
        named_outputs(outputs, hyp, source),
        asked(source, form, testsuite, collection, skip_unknown, columns),
        pair,
        strings(systems),
        strings(exclude),
        choices_of(semantics, repeats, keep, testing),
        optional_path(decisions),
    )
    with limited_reading(allow_large):
        return profiled(request, system, look)
