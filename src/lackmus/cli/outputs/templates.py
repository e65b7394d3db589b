"""`lackmus template …`: hide items among distractors, hand them out, import the translations."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from lackmus.cli.answers import say, show, watched
from lackmus.cli.commands import group
from lackmus.cli.options import (
    AllowLargeOption,
    AsOption,
    CampaignOption,
    CommentOption,
    FormatOption,
    LabelOption,
    OutOption,
    StoredSuiteOption,
    WorkspaceOption,
    format_of,
    labels_of,
)
from lackmus.cli.outputs.campaigns import tags_in
from lackmus.cli.outputs.outputs import (
    DryRunOption,
    ReplaceOption,
    SystemOption,
    TagOption,
    TagsOption,
    YearOption,
    tags_by_system,
    tell,
)
from lackmus.core.base.plurals import counted
from lackmus.core.outputs.template_documents import MOST_LINES
from lackmus.core.outputs.templates import Template
from lackmus.core.suites.draws import Per
from lackmus.errors import LackmusError
from lackmus.flows.outputs.importing import ImportOptions
from lackmus.flows.outputs.returned_templates import take_back
from lackmus.flows.outputs.templates import TemplatePlan, template, templates
from lackmus.flows.outputs.templates import make as make_one
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.tables.outputs.templates import template_items_table, template_values, templates_table
from lackmus.tables.table import Report
from lackmus.write.files import make_folder, write_file
from lackmus.write.templates import TEST_SETS, TemplateForm, TestSetChoices, template_file

template_app = group("template")


@template_app.command("make")
def make(
    suite: StoredSuiteOption = None,
    pair: Annotated[
        list[str] | None,
        typer.Option(
            "--pair",
            help="Language pair; for wmt25 and wmt26 several (repeat it) or all.",
            show_default=False,
        ),
    ] = None,
    amount: Annotated[
        str, typer.Option("--draw", help="How many items: all, 20, or 10% (see --by).")
    ] = "all",
    by: Annotated[
        Per, typer.Option("--by", help="Draw so many of the suite, of each category, or of each phenomenon.")
    ] = Per.SUITE,
    category: Annotated[
        list[str] | None,
        typer.Option("--category", help="Only items of this category (repeatable).", show_default=False),
    ] = None,
    failed_by: Annotated[
        str | None,
        typer.Option(
            "--failed-by", help="Only items that CAMPAIGN/SYSTEM failed last time.", show_default=False
        ),
    ] = None,
    like: Annotated[
        str | None,
        typer.Option("--like", help="Only items that were in this earlier template.", show_default=False),
    ] = None,
    distractors: Annotated[
        Path | None,
        typer.Option(
            "--distractors",
            help="Sentences in the source language, one per line, to hide among.",
            show_default=False,
        ),
    ] = None,
    factor: Annotated[
        float, typer.Option("--factor", min=0, max=10, help="So many distractors for each item.")
    ] = 0,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", min=0, max=2**31 - 1, help="Random unless given; recorded.", show_default=False
        ),
    ] = None,
    public: Annotated[
        bool, typer.Option("--public", help="Others will see it: reserved items stay out.")
    ] = False,
    with_reserved: Annotated[
        bool, typer.Option("--with-reserved", help="Reserved items even in a public template.")
    ] = False,
    to: Annotated[
        str,
        typer.Option(
            "--to", "--for", help="lines (one sentence per line), wmt-xml, wmt25 or wmt26 (JSON Lines)."
        ),
    ] = "lines",
    documents: Annotated[
        int,
        typer.Option(
            "--documents", min=1, max=MOST_LINES, help="For wmt25, wmt26: so many sentences in a document."
        ),
    ] = 1,
    prompt: Annotated[
        str,
        typer.Option("--prompt", help="For wmt25, wmt26: what language models are told.", show_default=False),
    ] = "",
    set_: Annotated[
        str,
        typer.Option(
            "--set", help="For wmt26: id of the set; the suite's name unless given.", show_default=False
        ),
    ] = "",
    folder: Annotated[
        Path, typer.Option("-o", "--output", help="Folder for the file.", show_default="this folder")
    ] = Path(),
    workspace: WorkspaceOption = None,
    person: AsOption = None,
    comment: CommentOption = "",
    allow_large: AllowLargeOption = False,
) -> None:
    """Hide items of a suite among distractors and write them to a file for systems to translate.

    The file's name contains the id of the template, which `lackmus template unscramble` needs.
    """
    if to not in list(TemplateForm):
        raise LackmusError(f"--to: there is no {to}. There are {', '.join(TemplateForm)}.")

    form = TemplateForm(to)
    choices = TestSetChoices(set_, documents, prompt)
    if form not in TEST_SETS:
        for option, given in (("--documents", documents > 1), ("--prompt", prompt), ("--set", set_)):
            if given:
                raise LackmusError(f"{option} is for {' and '.join(TEST_SETS)}. Write --for wmt26.")

    def write(made: Sequence[tuple[Template, str]], suite: str) -> Path:
        name, content = template_file(made, form, choices, suite)
        make_folder(folder)
        write_file(folder / name, content)
        return folder / name

    plan = TemplatePlan(
        suite,
        tuple(pair or ()),
        amount,
        by,
        failed_by,
        like,
        distractors,
        factor,
        seed,
        public or form in TEST_SETS,  # what is handed to a shared task is seen by others
        with_reserved,
        tuple(category or ()),
    )
    made = make_one(Desk(workspace, person, comment), plan, write)
    for one in made:
        if one.reserved:
            say(f"{counted(one.reserved, 'reserved item')} stayed out of this public template.")
        lines = f"{len(one.template.lines):,} lines; {one.drawn}; seed {one.template.seed}"
        say(f"Written: {one.file} ({lines})" if len(made) == 1 else f"{one.template.pair}: {lines}")
    if len(made) > 1:
        say(f"Written: {made[0].file}")
    for one in made:
        print(one.token)


@template_app.command("list")
def list_templates(
    workspace: WorkspaceOption = None, format: FormatOption = None, output: OutOption = None
) -> None:
    """List all templates."""
    chosen = format_of(format, output)
    found = templates(Desk(workspace))
    answer = {"templates": [template_values(one) for one in found]}
    show(Report("Lackmus: templates", (templates_table(found),), answer), chosen, output)


@template_app.command("show")
def show_template(
    token: Annotated[
        str, typer.Argument(metavar="TEMPLATE", help="Its id, or the name of its file.", show_default=False)
    ],
    workspace: WorkspaceOption = None,
    format: FormatOption = None,
    output: OutOption = None,
) -> None:
    """Show the items of a template; JSON has the key, line by line."""
    chosen = format_of(format, output)
    shown, found, items = template(Desk(workspace), token)
    key = {number: line.items for number, line in enumerate(found.lines, start=1) if line.items}
    tables = (templates_table([shown]), template_items_table(shown.token, items))
    show(Report(f"Lackmus: {shown.token}", tables, template_values(shown, key)), chosen, output)


@template_app.command("unscramble")
def unscramble(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE…", help="Translations of a template's file.", show_default=False),
    ],
    campaign: CampaignOption = None,
    year: YearOption = None,
    system: SystemOption = None,
    token: Annotated[
        str | None,
        typer.Option("--template", help="Which template; else by the file's name.", show_default=False),
    ] = None,
    label: LabelOption = None,
    tag: TagOption = None,
    tags: TagsOption = None,
    replace: ReplaceOption = False,
    dry_run: DryRunOption = False,
    workspace: WorkspaceOption = None,
    person: AsOption = None,
    comment: CommentOption = "",
    format: FormatOption = None,
    output: OutOption = None,
    allow_large: AllowLargeOption = False,
) -> None:
    """Import translations of a template: distractors are dropped, the outputs are stored.

    The number of lines must be that of the template; there is a warning for misaligned lines.
    """
    chosen = format_of(format, output)
    wanted = ImportOptions(
        campaign, year, system, labels_of(label), tags_by_system(tag), tags_in(tags), replace, dry_run
    )
    with watched() as progress:
        unscrambled = take_back(Desk(workspace, person, comment), files, wanted, token, progress)
    if unscrambled.retired:
        say(f"{unscrambled.retired:,} items are not in the suite any more; their lines were dropped.")
    if unscrambled.distractors:
        say(f"{counted(unscrambled.distractors, 'line')} of distractors were dropped.")
    tell(unscrambled.imported, chosen, output)
