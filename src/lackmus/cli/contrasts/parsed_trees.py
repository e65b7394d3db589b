"""`lackmus contrast parse`: trees in CoNLL-U, and word links in Pharaoh format."""

from pathlib import Path
from typing import Annotated

import typer

from lackmus.cli.answers import say, watched
from lackmus.cli.commands import group
from lackmus.cli.contrasts.options import (
    ContrastSourceOption,
    LinkingOptions,
    ProcessesOption,
    ReferenceOption,
    TranslationOption,
    WholeLinesOption,
)
from lackmus.cli.options import AllowLargeOption
from lackmus.errors import LackmusError
from lackmus.flows.contrasts.material import StudyFiles
from lackmus.flows.trees.parsed_texts import SOURCE, ParseRequest, parsed_texts
from lackmus.write.conllu import conllu
from lackmus.write.files import make_folder, write_file
from lackmus.write.pharaoh import pharaoh

contrast_app = group("contrast")


@contrast_app.command("parse")
def parse(
    source: ContrastSourceOption = None,
    hyp: TranslationOption = None,
    reference: ReferenceOption = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="Folder for the trees and the links.", show_default=False),
    ] = None,
    *,
    linking: LinkingOptions,
    processes: ProcessesOption = None,
    whole_lines: WholeLinesOption = False,
    allow_large: AllowLargeOption = False,
) -> None:
    """Write the trees of texts (CoNLL-U) and the word links of translations (Pharaoh).

    source.conllu has the trees of the source, NAME.conllu those of a translation, NAME.align its links. Every
    contrast command accepts them instead of texts.
    """
    if output is None:
        raise LackmusError("Trees and links are files. Name a folder for them with -o, such as -o trees.")
    asked = ParseRequest(
        StudyFiles(source, hyp or (), reference or ()),
        linking.source_parser,
        linking.target_parser,
        linking.aligner,
        linking.alignment or (),
        linking.symmetry,
        processes,
        linking.more_pairs,
        whole_lines,
    )
    with watched() as progress:
        found = parsed_texts(asked, progress, say)
    for note in found.notes:
        say(note)
    make_folder(output)
    files = {f"{SOURCE}.conllu": conllu(found.source)}
    for name, one in found.translations.items():
        files[f"{name}.conllu"] = conllu(one.trees)
        files[f"{name}.align"] = pharaoh(one.links, found.source.bounds, one.trees.bounds)
    for name, content in files.items():
        write_file(output / name, content)
        say(f"Written: {output / name}")
