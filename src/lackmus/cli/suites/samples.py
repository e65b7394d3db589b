"""`lackmus suite sample`: a bundled sample to try."""

from pathlib import Path
from typing import Annotated

import typer

from lackmus.cli.answers import say
from lackmus.cli.commands import group
from lackmus.flows.suites import samples
from lackmus.write.files import write_new_folder

suite_app = group("suite")


@suite_app.command("sample")
def sample(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A new folder.", show_default=False)],
    pair: Annotated[str, typer.Option("--pair", help="de-en, en-de, en-es or en-ru.")] = "de-en",
) -> None:
    """Copy a bundled sample into a folder, in all the forms that the documentation uses."""
    files = samples.sample_files(pair)
    write_new_folder(folder, files)
    suite = samples.samples()[pair].name
    say(f"Written: {len(files)} files to {folder}. Go there and try: lackmus evaluate {suite} outputs/2026")
