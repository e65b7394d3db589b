"""`lackmus contrast list|show|query|select|sample`: contrasts, what queries find, and suites of keywords."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from lackmus.cli.answers import Printout, printing, say, watched
from lackmus.cli.commands import group
from lackmus.cli.contrasts.options import (
    AllHitsOption,
    ContrastOption,
    ContrastPairOption,
    ContrastSourceOption,
    LinkingOptions,
    LongestOption,
    MostOption,
    ProcessesOption,
    ReferenceOption,
    RefinedOption,
    SelectByOption,
    WholeLinesOption,
)
from lackmus.cli.options import AllowLargeOption
from lackmus.core.base.choices import CONTEXT, Sorting
from lackmus.errors import LackmusError

contrast_app = group("contrast")


@contrast_app.command("list")
def list_contrasts(pair: ContrastPairOption = None, *, printout: Printout) -> None:
    """List the bundled contrasts."""
    from lackmus.flows.contrasts.contrasts import bundled
    from lackmus.tables.contrasts.contrasts import contrasts_table, contrasts_values
    from lackmus.tables.table import Report

    found = bundled(pair)
    hint = "lackmus contrast show NAME prints one as a file, a start for one of your own."
    printout.show(Report("Lackmus: contrasts", (contrasts_table(found, hint),), contrasts_values(found)))


@contrast_app.command("show")
def show_contrast(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A bundled contrast.", show_default=False)],
    pair: ContrastPairOption = None,
    allow_large: AllowLargeOption = False,
) -> None:
    """Print a contrast as a file, to start your own from."""
    from lackmus.flows.contrasts.contrasts import contrast_file

    with printing():
        print(contrast_file(name, pair), end="")


@contrast_app.command("query")
def query(
    query: Annotated[
        str,
        typer.Argument(
            metavar="QUERY",
            help="What to look for, such as 'VerbForm=Ger and child(deprel=mark)'.",
            show_default=False,
        ),
    ],
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE…", help="Trees in CoNLL-U; with --parser also plain text.", show_default=False
        ),
    ],
    parser: Annotated[
        str,
        typer.Option(
            "--parser",
            help="What parses plain text: a model of UDPipe (FILE.udpipe), or NAME:OPTION=VALUE.",
            show_default=False,
        ),
    ] = "",
    kwic: Annotated[
        bool, typer.Option("--kwic", help="Keyword in context: words below each other, left and right.")
    ] = False,
    width: Annotated[
        int, typer.Option("--width", min=1, max=1000, help="Characters on each side with --kwic.")
    ] = CONTEXT,
    sort: Annotated[Sorting, typer.Option("--sort", help="Order of lines with --kwic.")] = Sorting.PLACE,
    count: Annotated[
        list[str] | None,
        typer.Option(
            "--count",
            help="Count hits by lemma, upos, VerbForm, or k.lemma of a named word (commas or repeated).",
            show_default=False,
        ),
    ] = None,
    most: Annotated[int, typer.Option("--show", min=0, help="So many are shown; 0 for all.")] = 0,
    processes: ProcessesOption = None,
    whole_lines: WholeLinesOption = False,
    *,
    printout: Printout,
    allow_large: AllowLargeOption = False,
) -> None:
    """List the words that a tree query finds. docs/queries.md describes the language."""
    from lackmus.flows.contrasts.contrasts import (
        ParserArgument,
        WrongQueryError,
        compiled_query,
        counts_report,
        fields_of,
        hits_report,
        kwic_report,
        search,
    )

    if kwic and count:
        raise LackmusError("--kwic and --count contradict each other. Leave one out.")
    try:
        fields = fields_of(count or (), compiled_query(query))
        with watched() as progress:
            found = search(query, files, progress, ParserArgument(parser, processes, whole_lines, say))
    except WrongQueryError as problem:
        print(problem.pointed, file=sys.stderr)
        raise
    if fields:
        report = counts_report(found, fields, most)
    elif kwic:
        report = kwic_report(found, printout.form, width, sort, most)
    else:
        report = hits_report(found, printout.form, most)
    printout.show(report)
    if most and not fields and most < len(found.matches):
        say(f"{most:,} of {len(found.matches):,} hits are shown. --show 0 shows all.")
    if not found.matches:
        raise typer.Exit(1)


@contrast_app.command("select")
def select(
    source: ContrastSourceOption = None,
    reference: ReferenceOption = None,
    contrast: ContrastOption = None,
    pair: ContrastPairOption = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="The suite: .yaml, .jsonl or .json.", show_default=False),
    ] = None,
    references: Annotated[
        Path | None,
        typer.Option(
            "--references",
            help="Write what the references have for its items into this folder, a file each.",
            show_default=False,
        ),
    ] = None,
    *,
    linking: LinkingOptions,
    select_by: SelectByOption = None,
    all_hits: AllHitsOption = False,
    longest: LongestOption = 60,
    most: MostOption = 0,
    refined: RefinedOption = None,
    processes: ProcessesOption = None,
    whole_lines: WholeLinesOption = False,
    name: Annotated[
        str | None, typer.Option("--name", help="Its name; else that of the source.", show_default=False)
    ] = None,
    allow_large: AllowLargeOption = False,
) -> None:
    """Find sentences for contrasts in a corpus and write them as a suite with marked keywords.

    With a reference, only keywords are kept for which it has the counterpart. Templates, engines and imports
    work on this suite as on any other.
    """
    from lackmus.core.contrasts.runs import KeywordLimits
    from lackmus.flows.contrasts.material import StudyFiles
    from lackmus.flows.contrasts.studies import StudyRequest
    from lackmus.flows.contrasts.studies import select as selected
    from lackmus.plugins import PluginGroup, by_ending, named
    from lackmus.write.files import make_folder, write_file

    if output is None:
        raise LackmusError("A suite is a file. Name it with -o, such as -o contrasts.yaml.")
    form = by_ending(PluginGroup.WRITE_SUITE, output, "output")
    asked = StudyRequest(
        StudyFiles(source=source, references=reference or (), pair=pair),
        contrasts=contrast or (),
        source_parser=linking.source_parser,
        target_parser=linking.target_parser,
        aligner=linking.aligner,
        alignments=linking.alignment or (),
        symmetry=linking.symmetry,
        symmetries=(linking.symmetry,),
        fallbacks=(),
        select_by="" if all_hits else select_by,
        limits=KeywordLimits(longest, most),
        refined=refined,
        processes=processes,
        more_pairs=linking.more_pairs,
        whole_lines=whole_lines,
        name=name or output.name.split(".")[0],
    )
    with watched() as progress:
        found = selected(asked, progress, say)
    for note in found.notes:
        say(note)
    write_file(output, named(PluginGroup.WRITE_SUITE, form).write(found.suite))
    say(f"Written: {output} ({found.in_short})")
    if references is not None:
        make_folder(references)
        for one, texts in found.references.items():
            file = references / f"{one}.tsv"
            write_file(file, "".join(f"{item}\t{' '.join(text.split())}\n" for item, text in texts.items()))
            say(f"Written: {file}")


@contrast_app.command("sample")
def sample(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A new folder.", show_default=False)],
) -> None:
    """Copy the bundled sample for contrasts into a folder: trees, links and scores, ready to run."""
    from lackmus.flows.suites.samples import contrast_sample_files
    from lackmus.write.files import write_new_folder

    write_new_folder(folder, contrast_sample_files())
    say(f"Written: {folder}. Go there; README.md says what to try.")
