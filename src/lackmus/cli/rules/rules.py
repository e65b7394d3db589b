"""`lackmus rule …` and `lackmus judge`: edit rules, see changed verdicts, and judge again."""

from dataclasses import asdict
from typing import Annotated, Any

import typer

from lackmus.cli.answers import Printout, say
from lackmus.cli.commands import app, group
from lackmus.cli.desks import ActingDesk, ReadingDesk
from lackmus.cli.options import (
    AsOfOption,
    PairOption,
    StoredSuiteOption,
)
from lackmus.cli.suites.keeping import DryRunOption
from lackmus.core.base.plurals import counted
from lackmus.core.suites.suite import Kind, Rule, Side
from lackmus.errors import LackmusError
from lackmus.flows.rules.rules import RuleEdit, judge_again
from lackmus.flows.rules.rules import add_rule as added
from lackmus.flows.rules.rules import change_rule as changed
from lackmus.flows.rules.rules import list_rules as listed
from lackmus.flows.rules.rules import move_rule as moved
from lackmus.flows.rules.rules import retire_rule as retired
from lackmus.tables.rules.rules import rejudged_tables, rejudged_values, rules_table, rules_values
from lackmus.tables.table import Report

rule_app = group("rule")

ItemArg = Annotated[
    str, typer.Argument(metavar="ITEM", help="An item by its id, or de-en:ID.", show_default=False)
]
NumberArg = Annotated[
    int, typer.Argument(metavar="NUMBER", help="A rule's number (rule list).", min=1, show_default=False)
]


@rule_app.command("list")
def list_rules(
    item: ItemArg,
    suite: StoredSuiteOption = None,
    pair: PairOption = None,
    as_of: AsOfOption = None,
    *,
    desk: ReadingDesk,
    printout: Printout,
) -> None:
    """List the rules of an item by number, with their authors."""
    key, lines = listed(desk, item, suite, pair, as_of)
    table = rules_table(key, lines, {"as-of": as_of or ""})
    printout.show(Report("Lackmus: rules", (table,), rules_values(key, lines)))


@rule_app.command("add")
def add_rule(
    item: ItemArg,
    positive: Annotated[bool, typer.Option("--positive", help="What it finds is right.")] = False,
    negative: Annotated[bool, typer.Option("--negative", help="What it finds is wrong.")] = False,
    pattern: Annotated[
        str | None, typer.Option("--pattern", help="A regular expression.", show_default=False)
    ] = None,
    fixed: Annotated[
        str | None, typer.Option("--fixed", help="A fixed string, word for word.", show_default=False)
    ] = None,
    suite: StoredSuiteOption = None,
    pair: PairOption = None,
    dry_run: DryRunOption = False,
    *,
    desk: ActingDesk,
    printout: Printout,
) -> None:
    """Add a rule to an item, and show which verdicts change."""
    rule = _rule(positive, negative, pattern, fixed)
    _show(added(desk, item, rule, suite, pair, dry_run), dry_run, printout)


def _rule(positive: bool, negative: bool, pattern: str | None, fixed: str | None) -> Rule:

    if positive == negative:
        raise LackmusError(
            "Say what the rule finds: --positive if it is right, or --negative if it is wrong."
        )
    if (pattern is None) == (fixed is None):
        raise LackmusError("Say what to look for: --pattern, a regular expression, or --fixed, a string.")
    side = Side.POSITIVE if positive else Side.NEGATIVE
    return Rule(side, Kind.FIXED, fixed) if fixed is not None else Rule(side, Kind.PATTERN, pattern or "")


@rule_app.command("change")
def change_rule(
    number: NumberArg,
    to: Annotated[str, typer.Option("--to", help="Its new wording.", show_default=False)],
    dry_run: DryRunOption = False,
    *,
    desk: ActingDesk,
    printout: Printout,
) -> None:
    """Change the wording of a rule, and show which verdicts change; the history keeps the old one."""
    _show(changed(desk, number, to, dry_run), dry_run, printout)


@rule_app.command("retire")
def retire_rule(
    number: NumberArg,
    dry_run: DryRunOption = False,
    *,
    desk: ActingDesk,
    printout: Printout,
) -> None:
    """Retire a rule, and show which verdicts change; the history keeps it."""
    _show(retired(desk, number, dry_run), dry_run, printout)


@rule_app.command("move")
def move_rule(
    number: NumberArg,
    place: Annotated[
        int,
        typer.Argument(
            metavar="PLACE", help="From 1, among the rules of its side and kind.", min=1, show_default=False
        ),
    ],
    dry_run: DryRunOption = False,
    *,
    desk: ActingDesk,
    printout: Printout,
) -> None:
    """Move a rule to another place in lists and files; verdicts do not depend on it."""
    _show(moved(desk, number, place, dry_run), dry_run, printout)


def _show(done: RuleEdit, dry_run: bool, printout: Printout) -> None:
    """Print what an edit of a rule changed, or would change."""
    edited = done.edited
    for warning in edited.warnings:
        say(warning)
    if not edited.changed:
        say(f"{done.item}: nothing to do, its rules say so already.")
    notes = [f"{counted(edited.texts, 'text')} of the item judged again."] if edited.changed else []
    if dry_run and edited.changed:
        notes.insert(0, "Only tried: nothing was kept.")
    known = {one.number for one in edited.before}
    if not dry_run:
        notes += [f"New: rule {one.number}." for one in edited.after if one.number not in known]
    notes += [f"The item is now fair in {name}." for name in edited.fair]
    notes += [f"The item is no longer fair in {name}." for name in edited.unfair]
    tables = rejudged_tables(edited.flips, edited.contradicted, {"item": done.item}, notes)
    printout.show(Report("Lackmus: rules", tuple(tables), _values(done, dry_run)))


def _values(done: RuleEdit, dry_run: bool) -> dict[str, Any]:

    edited = done.edited
    return {
        "item": done.item,
        "dry_run": dry_run,
        "change": done.change,
        "before": [{"number": one.number, **asdict(one.rule)} for one in edited.before],
        "after": [{"number": one.number, **asdict(one.rule)} for one in edited.after],
        "texts": edited.texts,
        "fair": list(edited.fair),
        "unfair": list(edited.unfair),
        "warnings": list(edited.warnings),
        **rejudged_values(edited.flips, edited.contradicted),
    }


@app.command("judge")
def judge(
    everything: Annotated[
        bool, typer.Option("--all", help="All texts, not only those whose rules have changed.")
    ] = False,
    suite: StoredSuiteOption = None,
    retry_timeouts: Annotated[
        bool,
        typer.Option("--retry-timeouts", help="Ask the patterns again that once gave no answer in time."),
    ] = False,
    *,
    desk: ActingDesk,
    printout: Printout,
) -> None:
    """Judge texts again whose rules have changed, and show changed verdicts.

    A pattern that once timed out is not searched again, so that numbers do not depend on how busy a machine
    is, unless --retry-timeouts is given.
    """
    done = judge_again(desk, suite, everything, retry_timeouts)
    notes = [f"{counted(done.texts, 'text')} of {counted(done.items, 'item')} judged again."]
    if retry_timeouts:
        notes.append(f"Searches that had given up were asked again for {counted(done.retried, 'item')}.")
    about = {"suite": suite or ""}
    values = {
        "change": done.change,
        "items": done.items,
        "texts": done.texts,
        "retried": done.retried,
        **rejudged_values(done.flips, done.contradicted),
    }
    tables = rejudged_tables(done.flips, done.contradicted, about, notes)
    printout.show(Report("Lackmus: judge", tuple(tables), values))
