"""Shared options of the contrast commands, and parsing them."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lackmus.cli.material import is_named
from lackmus.core.base.choices import Fallback, Symmetry, TendencyTable

if TYPE_CHECKING:
    from lackmus.core.contrasts.study import ContrastStudy
    from lackmus.flows.workspaces.workspaces import Desk

ContrastOption = Annotated[
    list[str] | None,
    typer.Option(
        "--contrast",
        help="Contrasts by name or file (commas or repeated); else those of the pair that need no naming. "
        "lackmus contrast list tells which there are.",
        show_default=False,
    ),
]
ContrastPairOption = Annotated[
    str | None, typer.Option("--pair", help="Language pair, such as en-cs.", show_default=False)
]
ContrastSourceOption = Annotated[
    Path | None,
    typer.Option("--source", help="Source sentences: lines, or trees (.conllu).", show_default=False),
]
TranslationOption = Annotated[
    list[str] | None,
    typer.Option(
        "--hyp",
        help="Translations line by line beside --source, as lines or trees: files, folders or globs.",
        show_default=False,
    ),
]
ReferenceOption = Annotated[
    list[str] | None,
    typer.Option(
        "--reference",
        help="Translations by people, as FILE or NAME=FILE (repeatable).",
        show_default=False,
    ),
]
SourceParserOption = Annotated[
    str,
    typer.Option(
        "--source-parser",
        help="What parses the source: a model of UDPipe (FILE.udpipe), NAME:OPTION=VALUE, or FILE.conllu.",
        show_default=False,
    ),
]
TargetParserOption = Annotated[
    str,
    typer.Option("--target-parser", help="What parses translations, likewise.", show_default=False),
]
AlignerOption = Annotated[
    str,
    typer.Option("--aligner", help="What links words: hmm, 'command:cmd=…', 'simalign:model=…'."),
]
AlignmentOption = Annotated[
    list[str] | None,
    typer.Option(
        "--alignment",
        help="Ready links of a translation in Pharaoh's format: SYSTEM=FILE (repeatable).",
        show_default=False,
    ),
]
SymmetryOption = Annotated[Symmetry, typer.Option("--symmetry", help="Which links of two directions count.")]
FallbackOption = Annotated[
    list[Fallback] | None,
    typer.Option(
        "--fallback",
        help="Where a keyword has no link, try this (repeatable); --no-fallback for none.",
        show_default=False,
    ),
]
NoFallbackOption = Annotated[bool, typer.Option("--no-fallback", help="Use links alone.")]
SelectByOption = Annotated[
    str | None,
    typer.Option(
        "--select-by",
        help="Reference by which sentences are selected; else the first.",
        show_default=False,
    ),
]
AllHitsOption = Annotated[bool, typer.Option("--all-hits", help="Select nothing: keep all that is found.")]
LongestOption = Annotated[
    int, typer.Option("--longest", min=0, help="Pass over sentences with more words; 0: any length.")
]
MostOption = Annotated[
    int, typer.Option("--most", min=0, help="Keywords of one contrast in one sentence; 0: all.")
]
RefinedOption = Annotated[
    Path | None,
    typer.Option(
        "--refined",
        help="What a person kept: lines of an item's id, a tab, and keep or drop.",
        show_default=False,
    ),
]
ProcessesOption = Annotated[
    int | None,
    typer.Option(
        "--processes", min=1, max=1000, help="Processes that parse; else one a core.", show_default=False
    ),
]
MorePairsOption = Annotated[
    tuple[str, str] | None,
    typer.Option(
        "--more-pairs",
        metavar="SRC TGT",
        help="More parallel text for the aligner to learn from: two files or patterns, line by line.",
        show_default=False,
    ),
]
WholeLinesOption = Annotated[
    bool,
    typer.Option("--whole-lines", help="Parse each line as one tree, also where it has several sentences."),
]
TablesOption = Annotated[
    list[TendencyTable] | None,
    typer.Option(
        "--table", help="A table by its name (repeatable) instead of the usual ones.", show_default=False
    ),
]
ScoreOption = Annotated[
    list[str] | None,
    typer.Option(
        "--score",
        help="Overall scores to correlate with: bleu, chrf, ter (commas or repeated).",
        show_default=False,
    ),
]
ScoresOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--scores", help="Overall scores from a table: system⇥score (repeatable).", show_default=False
    ),
]
ChartsOption = Annotated[
    Path | None, typer.Option("--charts", help="Draw all charts into this folder.", show_default=False)
]
StudyArg = Annotated[
    str,
    typer.Argument(
        metavar="STUDY",
        help="A study: a file of lackmus contrast run, or its name in the workspace.",
        show_default=False,
    ),
]


@dataclass(frozen=True)
class LinkingOptions:
    """What parses texts and links their words."""

    source_parser: SourceParserOption = ""
    target_parser: TargetParserOption = ""
    aligner: AlignerOption = "hmm"
    alignment: AlignmentOption = None
    more_pairs: MorePairsOption = None
    symmetry: SymmetryOption = Symmetry.INTERSECTION


def opened_study(named: str, desk: "Desk") -> "ContrastStudy":
    """A file, or a study of the workspace: if a workspace is named, or if there is no such file."""
    from lackmus.flows.contrasts.keeping import load, studies_there
    from lackmus.flows.contrasts.studies import study_in

    if is_named(named, desk.workspace, "study", studies_there):
        return load(desk, named)
    return study_in(Path(named))
