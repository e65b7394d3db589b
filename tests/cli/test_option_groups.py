"""Options in groups: a dataclass of options in place of its fields."""

from dataclasses import dataclass
from typing import Annotated

import typer
from typer.testing import CliRunner

from lackmus.cli.option_groups import GroupedOptions


@dataclass(frozen=True)
class Wording:
    """Two options, and a field that is none."""

    loud: Annotated[bool, typer.Option("--loud")] = False
    ending: Annotated[str, typer.Option("--ending")] = "."
    mood: str = "plain"


app = GroupedOptions()


@app.command("greet")
def greet(name: str, *, wording: Wording, times: Annotated[int, typer.Option(min=1)] = 1) -> None:
    """Greet a person."""
    said = f"Hello {name}{wording.ending}" * times
    print(said.upper() if wording.loud else said, wording.mood)


def test_fields_of_a_group_are_options_of_the_command() -> None:
    asked = CliRunner().invoke(app, ["Ada", "--ending", "!", "--loud", "--times", "2"])
    assert asked.output == "HELLO ADA!HELLO ADA! plain\n"


def test_options_keep_their_defaults_and_stand_where_the_group_stood() -> None:
    assert CliRunner().invoke(app, ["Ada"]).output == "Hello Ada. plain\n"
    told = CliRunner().invoke(app, ["--help"]).output
    assert told.index("--loud") < told.index("--ending") < told.index("--times") and "--mood" not in told
