"""`lackmus suite sample`: a bundled sample to play with."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from lackmus.cli.answers import say
from lackmus.cli.suites.suites import suite_app
from lackmus.errors import LackmusError


@suite_app.command("sample")
def sample(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A new folder.", show_default=False)],
    pair: Annotated[str, typer.Option("--pair", help="de-en, en-de, en-es or en-ru.")] = "de-en",
) -> None:
    """Copy a bundled sample into a folder to play with, in all the forms that the documentation shows."""
    from lackmus.flows.suites import samples

    files = samples.sample_files(pair)
    copied(files, folder)
    suite = samples.samples()[pair].name
    say(f"Written: {len(files)} files to {folder}. Go there and try: lackmus evaluate {suite} outputs/2026")


def copied(files: Mapping[str, bytes], folder: Path) -> None:
    """Write files into a folder that must be new, or empty."""
    from lackmus.write.files import make_folder, write_file

    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise LackmusError(f"{folder} is there already and not empty. Name a new folder.")
    for name, content in files.items():
        make_folder((folder / name).parent)
        write_file(folder / name, content)
