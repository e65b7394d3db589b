"""`lackmus demo`: the whole thing on the bundled sample."""

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from lackmus.cli.answers import printing, show_tables, watched
from lackmus.cli.app import app
from lackmus.cli.options import Format
from lackmus.core.choices import By


@app.command()
def demo(
    output: Annotated[Path, typer.Option("-o", "--output", help="Folder for the report.")] = Path(
        "lackmus-demo"
    ),
) -> None:
    """Show the whole thing on the bundled German–English sample."""
    from lackmus import flows
    from lackmus.core.reports import accuracies_table, systems_table
    from lackmus.write.files import make_folder, write_file
    from lackmus.write.html import page

    with watched() as progress:
        shown = flows.demo(progress)
    evaluation = shown.evaluated.evaluation
    tables = [accuracies_table(evaluation), systems_table(evaluation)]
    show_tables(tables, Format.TERMINAL, None, title="")
    make_folder(output)
    tables[1:1] = [accuracies_table(evaluation, By.PHENOMENON)]
    write_file(output / "report.html", page("Lackmus: the bundled sample", tables, evaluation.in_short))
    command = [_command(), "evaluate", str(_short(shown.suite)), str(_short(shown.outputs))]
    with printing():
        print(
            f"\nThe report is in {output / 'report.html'}. Try next, on the same sample or on your own files:"
        )
        print(f"  {shlex.join(command)} --by phenomenon")


def _command() -> str:
    """How this very program is called from here."""
    import shutil

    called = Path(sys.argv[0])
    return "lackmus" if shutil.which("lackmus") == str(called) else str(_short(called))


def _short(path: Path) -> Path:
    """The path as a person would type it here."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path
