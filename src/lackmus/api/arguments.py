"""Conversion of arguments from notebooks: paths, lists, frames, dictionaries, strings."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from os import PathLike, fspath
from pathlib import Path
from typing import Any, TypeVar

import polars as pl

from lackmus.core.base.choices import (
    By,
    Choices,
    Correction,
    Intervals,
    Order,
    RankingTest,
    Repeats,
    Semantics,
    TableName,
    TestChoice,
    Testing,
    Thresholds,
    chosen_testing,
)
from lackmus.core.suites.suite import Suite, SuitePart
from lackmus.errors import LackmusError
from lackmus.flows.verdicts.groups import tags_in
from lackmus.flows.verdicts.reports import ReportLayout
from lackmus.flows.verdicts.requests import ColumnsByRole, Given, ReadOptions, named_columns

PathArgument = str | PathLike[str]
SuiteArgument = PathArgument | Suite
Strings = str | Iterable[str]
Paths = PathArgument | Iterable[PathArgument]
# Files, folders and globs; frames with columns item, system and text; or several of them.
Frame = pl.DataFrame | pl.LazyFrame
OutputsArgument = PathArgument | Frame | Iterable[PathArgument | Frame]
# Short labels of systems, groups of systems, references: by name, or as the command line writes them.
Named = Mapping[str, str] | Strings
Groups = Mapping[str, Strings] | Strings
# Columns of a data set by role: {"text": "hypothesis"}; several texts are several systems.
Columns = Mapping[str, Strings] | Strings
Choice = TypeVar("Choice", bound=StrEnum)


def choice(kind: type[Choice], name: str, value: str) -> Choice:
    """Return the choice that an option names; an unknown value is an error that lists all choices."""
    try:
        return kind(value)
    except ValueError:
        raise LackmusError(f"{name}: there is no {value!r}. There are {', '.join(kind)}.") from None


def choices_in(kind: type[Choice], name: str, values: Strings | None) -> tuple[Choice, ...]:
    """Return the choices that an option names, one or several."""
    return tuple(choice(kind, name, value) for value in strings(values))


def within(name: str, value: float | None, least: float, most: float | None = None) -> None:
    """Refuse a number outside its bounds; None is allowed."""
    if value is not None and (value < least or (most is not None and value > most)):
        bounds = f"of at least {least:,}" if most is None else f"from {least:,} to {most:,}"
        raise LackmusError(f"{name}: {value:,} is out of range. Choose a number {bounds}.")


def strings(values: Strings | None) -> tuple[str, ...]:
    """Return one string or several as a tuple."""
    return () if values is None else (values,) if isinstance(values, str) else tuple(values)


def path(value: PathArgument) -> Path:
    """Return a path, with ~ as the home folder."""
    return Path(fspath(value)).expanduser()


def optional_path(value: PathArgument | None) -> Path | None:
    """Return a path, or none."""
    return None if value is None else path(value)


def paths(values: Paths | None) -> list[Path]:
    """Return one path or several as a list."""
    if values is None:
        return []
    return [path(values)] if isinstance(values, str | PathLike) else [path(one) for one in values]


def suite_of(value: SuiteArgument) -> Path | Suite:
    """Return a suite that was read already, or the path of its file."""
    return value if isinstance(value, Suite) else path(value)


def outputs_of(values: OutputsArgument | None) -> list[Given]:
    """Return outputs as flows take them: paths and globs as strings, frames as Polars frames."""
    if values is None:
        return []
    if isinstance(values, str | PathLike):
        return [str(path(values))]
    if isinstance(values, pl.DataFrame | pl.LazyFrame) or _is_pandas(values):
        return [_frame(values)]
    if isinstance(values, Mapping):
        raise LackmusError("One campaign is compared here, not several by name. Name its files, or a frame.")
    return [given for one in values for given in outputs_of(one)]


def _is_pandas(value: object) -> bool:
    return type(value).__module__.partition(".")[0] == "pandas" and hasattr(value, "to_dict")


def _frame(value: Any) -> pl.DataFrame:
    """Return a Polars frame from any data frame; ids that are numbers become texts."""
    if isinstance(value, pl.LazyFrame):
        value = value.collect()
    frame = value if isinstance(value, pl.DataFrame) else pl.DataFrame(value.to_dict("list"), strict=False)
    texts = [name for name in ("item", "system", "text") if name in frame.columns]
    return frame.with_columns(pl.col(texts).cast(pl.String))


def named_outputs(
    outputs: OutputsArgument | None, hyp: OutputsArgument | None, source: PathArgument | None
) -> list[Given]:
    """Return outputs from either argument; translations of lines need their source."""
    if hyp is not None and source is None:
        raise LackmusError("hyp names translations of the lines of a source file. Name it too: source=.")
    return [*outputs_of(outputs), *outputs_of(hyp)]


def campaigns_of(values: Mapping[str, OutputsArgument]) -> dict[str, Sequence[Given]]:
    """Return outputs by the name of their campaign."""
    if not isinstance(values, Mapping):
        raise LackmusError("Name campaigns with their outputs: {'2025': 'outputs/2025', '2026': …}.")
    return {str(name): outputs_of(outputs) for name, outputs in values.items()}


def asked(
    source: PathArgument | None,
    form: str | None,
    testsuite: str | None,
    collection: str | None,
    skip_unknown: bool,
    columns: Columns | None = None,
) -> ReadOptions:
    """Return the options for reading outputs."""
    return ReadOptions(
        form, optional_path(source), testsuite, collection, skip_unknown, columns=columns_of(columns)
    )


def columns_of(values: Columns | None) -> ColumnsByRole:
    """Return the columns of a data set by role, given as a dictionary or as the command line writes them."""
    if isinstance(values, Mapping):
        written = [f"{role}={column}" for role, columns in values.items() for column in strings(columns)]
        return named_columns(written)
    return named_columns(strings(values))


def by_name(name: str, values: Named | None) -> dict[str, str]:
    """Return names with what they stand for, given as a dictionary or as NAME=VALUE."""
    if isinstance(values, Mapping):
        return dict(values)
    found = {}
    for written in strings(values):
        key, equals, value = written.partition("=")
        if not equals or not value:
            raise LackmusError(f"{name}: write {{NAME: VALUE}} or 'NAME=VALUE', not {written!r}.")
        found[key] = value
    return found


def groups(values: Groups | None) -> list[str]:
    """Return groups as the command line writes them, NAME=MEMBER,MEMBER."""
    if isinstance(values, Mapping):
        return [f"{name}={','.join(strings(members))}" for name, members in values.items()]
    return list(strings(values))


def testing_of(test: str | RankingTest, correction: str, intervals: str, samples: int, seed: int) -> Testing:
    """Return how systems are tested against the best."""
    within("samples", samples, 100, 1_000_000)
    within("seed", seed, 0)
    return chosen_testing(
        test if isinstance(test, RankingTest) else choice(TestChoice, "test", test),
        choice(Correction, "correction", correction),
        choice(Intervals, "intervals", intervals),
        samples,
        seed,
    )


def choices_of(
    semantics: str,
    repeats: str,
    keep: Strings | None = None,
    testing: Testing | None = None,
    order: str = Order.CATEGORY_MACRO,
    thresholds: Thresholds | None = None,
) -> Choices:
    """Return the choices of a comparison, which the signature names."""
    return Choices(
        choice(Semantics, "semantics", semantics),
        choice(Repeats, "repeats", repeats),
        choice(Order, "order", order),
        strings(keep),
        testing or Testing(),
        thresholds=thresholds or Thresholds(),
    )


def thresholds_of(low: float | None, high: float | None, min_items: int) -> Thresholds:
    """Return the thresholds for sentences about phenomena."""
    within("low", low, 0, 100)
    within("high", high, 0, 100)
    within("min_items", min_items, 1)
    return Thresholds(None if low is None else float(low), None if high is None else float(high), min_items)


def look_of(
    by: str,
    table: Strings | None = None,
    label: Named | None = None,
    examples: int = 1,
    worst: bool = False,
    group_by: Strings | None = None,
    group: Groups | None = None,
    tags: PathArgument | Mapping[str, Strings] | None = None,
    thresholds: Thresholds | None = None,
    scores: bool = False,
) -> ReportLayout:
    """Return how an evaluation is to be shown."""
    within("examples", examples, 1)
    tagged: Mapping[str, Sequence[str]] = {}
    if isinstance(tags, Mapping):
        tagged = {system: strings(of) for system, of in tags.items()}
    elif tags is not None:
        tagged = tags_in(path(tags))
    return ReportLayout(
        choice(By, "by", by),
        choices_in(TableName, "table", table),
        examples,
        worst,
        by_name("label", label),
        strings(group_by),
        groups(group),
        tagged,
        thresholds or Thresholds(),
        scores,
    )


def part_of(category: Strings | None, phenomenon: Strings | None) -> SuitePart:
    """Return the part of a suite: categories and phenomena."""
    return SuitePart(strings(category), strings(phenomenon))
