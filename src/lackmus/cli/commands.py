"""The program: its name, its first options, and its commands, each loaded when it is chosen."""

import ast
import logging
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_group

from lackmus import __version__
from lackmus.cli.answers import say
from lackmus.cli.option_groups import GroupedOptions


class Lazy(NamedTuple):
    """What help says of a command or a group, and its modules; of several, with the commands of each."""

    about: str
    modules: Mapping[str, str]

    def names(self, command: str = "") -> list[str]:
        """Return the modules of one command of a group, or all."""
        only = [module for module, commands in self.modules.items() if command in commands.split()]
        return [f"lackmus.cli.{module}" for module in only or self.modules]

    def loaded(self, command: str = "") -> bool:
        """Whether these modules are there already."""
        return all(name in sys.modules for name in self.names(command))

    def commands(self, group: str) -> Iterator[tuple[str, str]]:
        """Yield the commands of a group with their help, from the source: `@GROUP_app.command("NAME")`."""
        for module in self.modules:
            file = Path(__file__).parent.joinpath(*module.split(".")).with_suffix(".py")
            for node in ast.parse(file.read_text("utf-8")).body:
                match node:
                    case ast.FunctionDef(
                        decorator_list=[
                            ast.Call(ast.Attribute(ast.Name(made), "command"), [ast.Constant(str(command))])
                        ]
                    ) if made == f"{group}_app":
                        yield command, ast.get_docstring(node) or ""


# In the order of help. The first sentence of a command says the same; the tests compare them.
COMMANDS = {
    "demo": Lazy(
        "Show all features on the bundled samples: tables, reports, charts, a trend, metrics, contrasts.",
        {"workspaces.demo": ""},
    ),
    "evaluate": Lazy(
        "Judge the outputs of systems by a suite and print their accuracies.", {"verdicts.evaluate": ""}
    ),
    "compare": Lazy(
        "Compare systems item by item: what all pass, what all fail, and where they differ; each "
        "pair is tested.",
        {"verdicts.evaluate": ""},
    ),
    "profile": Lazy(
        "Show where a system is best and worst, and above and below the mean of the others, with tests.",
        {"verdicts.profile": ""},
    ),
    "trend": Lazy(
        "Compare campaigns over time on the items that are fair in all of them.", {"verdicts.trend": ""}
    ),
    "chart": Lazy(
        "Draw an evaluation, campaigns over time, or the checkpoints of a model, as SVG, PNG or PDF.",
        {"verdicts.charts": ""},
    ),
    "report": Lazy(
        "Compare the systems of a stored campaign: the table of `evaluate`, with people's decisions.",
        {"verdicts.report": ""},
    ),
    "agreement": Lazy(
        "Show how well people agree on texts that several of them judged: Cohen's kappa, "
        "Krippendorff's alpha.",
        {"reviews.agreement": ""},
    ),
    "effort": Lazy(
        "Show the effort and effect of reviewing: decisions, hours, warnings before and after.",
        {"reviews.agreement": ""},
    ),
    "judge": Lazy(
        "Judge texts again whose rules have changed, and show changed verdicts.", {"rules.rules": ""}
    ),
    "log": Lazy(
        "Show who changed what in the workspace, and when; newest first.", {"workspaces.history": ""}
    ),
    "history": Lazy(
        "Show the whole history of an item: its fields, rules, outputs, verdicts and decisions.",
        {"workspaces.history": ""},
    ),
    "undo": Lazy(
        "Undo your latest change, or the one named; nothing is lost, and an undo can be undone.",
        {"workspaces.history": ""},
    ),
    "backup": Lazy(
        "Copy the workspace into a file, as it is at this moment, while others go on working.",
        {"workspaces.copies": ""},
    ),
    "restore": Lazy(
        "Restore a backup or an exported folder into a workspace, in either database.",
        {"workspaces.copies": ""},
    ),
    "export": Lazy(
        "Write the whole workspace as Parquet and JSON Lines, one file per table, for any program.",
        {"workspaces.copies": ""},
    ),
    "serve": Lazy(
        "Open the workspace in the browser: review, write rules, read results.", {"workspaces.serving": ""}
    ),
    "search": Lazy(
        "Find a word, a phrase or a pattern in all texts: outputs, sources, rules, comments and more.",
        {"search.search": ""},
    ),
    "suite": Lazy(
        "Suites: what is in them, what is wrong with them; into another format, or into the workspace.",
        {
            "suites.suites": "show convert schema",
            "suites.lint": "lint",
            "suites.keeping": "import export list split",
            "suites.samples": "sample",
            "suites.examples": "examples example",
            "suites.error_types": "error-types error-type",
        },
    ),
    "item": Lazy(
        "Items of suites in the workspace: list them, and tag, move, retire, reserve or assign many at once.",
        {"suites.items": ""},
    ),
    "outputs": Lazy(
        "Outputs of systems: check and convert files, import and export them.",
        {"outputs.outputs": "check convert import export", "fetching.fetching": "fetch"},
    ),
    "engine": Lazy("Engines from which translations can be fetched.", {"fetching.engines": ""}),
    "challenge": Lazy(
        "Challenge sets for metrics: which metrics see which errors?",
        {
            "challenges.challenges": "build",
            "challenges.ranking": "score report chart tuples",
            "challenges.keeping": "list import export group remove",
        },
    ),
    "metric": Lazy("Metrics by which challenges are scored.", {"challenges.metrics": ""}),
    "contrast": Lazy(
        "Grammatical contrasts: which counterpart do systems choose, and is it the human translator's?",
        {
            "contrasts.contrasts": "list show query select sample",
            "contrasts.parsed_trees": "parse",
            "contrasts.studies": "run",
            "contrasts.study_reports": "report chart verdicts",
            "contrasts.keeping": "studies import export choices remove",
        },
    ),
    "rating": Lazy(
        "Blind ratings: annotators rate single translations of a study without knowing the systems.",
        {"ratings.ratings": ""},
    ),
    "campaign": Lazy("Campaigns of the workspace: systems judged together.", {"outputs.campaigns": ""}),
    "system": Lazy(
        "Systems: their names, labels, tags and what they have handed in.", {"outputs.systems": ""}
    ),
    "template": Lazy(
        "Templates: items hidden among distractors, and their translations put back.",
        {"outputs.templates": ""},
    ),
    "review": Lazy(
        "Review open texts: what is open, what comes next, decisions.",
        {
            "reviews.reviews": "status next decide withdraw conflicts disputes",
            "reviews.assigning": "assign unassign assignments",
            "reviews.texts": "texts",
            "reviews.crowd": "export import",
            "reviews.simulating": "simulate",
        },
    ),
    "control": Lazy(
        "Control texts: texts with known verdicts, hidden among the open ones that people judge.",
        {"reviews.controls": ""},
    ),
    "training": Lazy(
        "Training sets: texts with known verdicts that people judge to see how they agree with them.",
        {"reviews.training": ""},
    ),
    "rule": Lazy("Rules of the workspace: list and edit them; what flips is shown.", {"rules.rules": ""}),
    "user": Lazy(
        "People who work in the workspace, their roles, passwords and tokens.", {"workspaces.users": ""}
    ),
}


class Commands(TyperGroup):
    """A group that imports the modules of a command only when that command is chosen.

    So `lackmus --help` is quick, and the modules of commands have their imports at their top.
    """

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.registered = self.commands  # by the modules that are loaded; a group may still lack some
        self.commands = {
            name: self.registered[name] if lazy.loaded() else TyperCommand(name, help=lazy.about)
            for name, lazy in COMMANDS.items()
        }

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Load the command that is asked for."""
        name = args[0] if args else ""
        if name in COMMANDS and not COMMANDS[name].loaded():
            known = dict(COMMANDS[name].commands(name))
            if known and not known.keys() & set(args[1:2]):  # help, or a mistake: both need names only
                self.commands[name] = _described(name, known)
            else:
                _load(name, *args[1:2])
                whole = get_group(app)
                assert isinstance(whole, Commands)
                self.commands[name] = whole.registered[name]
        return super().resolve_command(ctx, args)


app = GroupedOptions(
    name="lackmus",
    cls=Commands,
    help="Find out what a machine translation system can and cannot translate, phenomenon by phenomenon.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def group(name: str) -> GroupedOptions:
    """Return the group of this name, to which modules add their commands."""
    for known in app.registered_groups:
        if known.name == name and isinstance(known.typer_instance, GroupedOptions):
            return known.typer_instance
    made = GroupedOptions(help=COMMANDS[name].about, no_args_is_help=True)
    app.add_typer(made, name=name)
    return made


def _described(name: str, commands: Mapping[str, str]) -> TyperGroup:
    """Return a group whose commands have names and help, and cannot be run."""
    made = typer.Typer(help=COMMANDS[name].about, no_args_is_help=True)
    described = get_group(made)
    described.name = name
    described.commands = {command: TyperCommand(command, help=about) for command, about in commands.items()}
    return described


def _load(name: str, command: str = "") -> None:
    """Import the modules of a command; they add it to the program."""
    for module in COMMANDS[name].names(command):
        import_module(module)
    order = COMMANDS[name].names()
    for known in app.registered_groups:
        if known.name == name and known.typer_instance is not None:
            # A module that was loaded before, for another command, comes no earlier for that.
            known.typer_instance.registered_commands.sort(
                key=lambda one: order.index(getattr(one.callback, "__module__", ""))
            )


def everything() -> typer.Typer:
    """Return the program with all its commands loaded."""
    for command in COMMANDS:
        _load(command)
    return app


@app.callback(invoke_without_command=True)
def root(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and stop.", is_eager=True)
    ] = False,
) -> None:
    """Find out what a machine translation system can and cannot translate, phenomenon by phenomenon."""
    if version:
        print(f"lackmus {__version__}")
        raise typer.Exit


class _Told(logging.Handler):
    """Messages of flows, such as that a workspace was migrated."""

    def emit(self, record: logging.LogRecord) -> None:
        """Print one line."""
        say(record.getMessage())


logging.getLogger("lackmus").addHandler(_Told())
