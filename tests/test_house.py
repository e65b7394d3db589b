"""The house: imports point inward, the command line is light, and browser tests wait for the page."""

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Container, Iterator
from pathlib import Path

import pytest

from lackmus.api import remedies as api_remedies
from lackmus.cli import remedies as cli_remedies
from lackmus.cli.commands import COMMANDS
from lackmus.core import __file__ as core_file
from lackmus.web.http import remedies as web_remedies

SOURCE = Path(core_file).parent.parent
TESTS = Path(__file__).parent
EDGES = {"read", "write", "engines", "metrics", "parsers", "aligners", "store"}
EVERYWHERE = {"errors", "plugins", "renamed"}
# Who may import whom. A writer is an edge too, but only the faces call it.
ALLOWED = {
    "core": {"core", "renamed"},
    "tables": {"core", "tables"},
    **{edge: {"core", "machine", edge, *EVERYWHERE} for edge in EDGES},
    "write": {"core", "tables", "write", *EVERYWHERE},
    "flows": {"core", "tables", "machine", "flows", *EVERYWHERE, *EDGES - {"write"}},
    "cli": {"core", "tables", "flows", "write", "cli", "web", *EVERYWHERE},  # `serve` starts the other face
    "web": {"core", "tables", "flows", "write", "web", *EVERYWHERE},
    "api": {"core", "tables", "flows", "write", "api", *EVERYWHERE},  # for notebooks and scripts
    "plugins": {"errors", "plugins"},
    "machine": {"core", "errors", "machine"},  # what engines, metrics, parsers and aligners share
    "errors": set(),
    "renamed": {"renamed"},
    "__main__": {"cli"},
}
# Inside core a noun may import the nouns before it.
NOUNS = [
    *("base", "workspaces", "suites", "rules", "lint", "engines", "outputs", "verdicts", "search"),
    *("proposals", "reviews", "challenges", "trees", "contrasts", "ratings", "fetching"),
]
MOST_MODULES = 22  # in one folder


def room(module: str) -> str:
    """lackmus.core.suites -> core; the package itself (its version) is nobody's room."""
    return module.split(".")[1] if "." in module else ""


def imports_of(code: str, known: Container[str] = ()) -> Iterator[str]:
    """Yield the modules that source code imports, those inside functions too."""
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module="lackmus", names=names):
                yield from (f"lackmus.{alias.name}" for alias in names)
            case ast.ImportFrom(module=str(name), names=names):
                whole = [f"{name}.{alias.name}" for alias in names]
                yield from (one if one in known else name for one in whole)


def outward_arrows(files: dict[str, str]) -> Iterator[str]:
    """Yield imports that point outward, given source code by module name."""
    for module, code in files.items():
        for name in imports_of(code):
            target = room(name) if name.split(".")[0] == "lackmus" else ""
            if target and not target.startswith("__") and target not in ALLOWED[room(module)]:
                yield f"{module} imports {name}"
            elif target == room(module) == "core" and place(name) > place(module):
                yield f"{module} imports {name}, a later noun"


def place(module: str) -> int:
    """lackmus.core.suites.suite -> the place of suites among the nouns."""
    noun = module.split(".")[2] if module.count(".") > 1 else NOUNS[0]
    return NOUNS.index(noun)


def cycles(files: dict[str, str]) -> list[list[str]]:
    """Return groups of modules that import each other, given source code by module name."""
    imported = {
        module: set(imports_of(code, files)) & set(files) - {module} for module, code in files.items()
    }
    left = dict(imported)
    while True:  # what imports nothing that is left, or is imported by nothing that is left, is in no cycle
        wanted = set().union(*left.values()) if left else set()
        kept = {one: found & set(left) for one, found in left.items() if found & set(left) and one in wanted}
        if kept == left:
            break
        left = kept
    reached = {one: _reached(one, left) for one in left}
    groups = {tuple(sorted(other for other in reached[one] if one in reached[other])) for one in left}
    return [list(group) for group in sorted(groups) if group]


def _reached(start: str, imported: dict[str, set[str]]) -> set[str]:
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        for one in imported[waiting.pop()] - seen:
            seen.add(one)
            waiting.append(one)
    return seen


def modules() -> dict[str, str]:
    """Return the source code of every module of the house."""
    return {
        ".".join(["lackmus", *path.relative_to(SOURCE).with_suffix("").parts]).removesuffix(
            ".__init__"
        ): path.read_text()
        for path in SOURCE.rglob("*.py")
        if path != SOURCE / "__init__.py"
    }


def test_imports_point_inward() -> None:
    """The faces import flows, flows import core and edges, core imports core."""
    assert not list(outward_arrows(modules()))


@pytest.mark.parametrize(
    "module, code",
    [
        ("lackmus.core.suites.suite", "from lackmus.read import tsv"),
        ("lackmus.core.suites.suite", "import lackmus.errors"),
        ("lackmus.core.suites.suite", "from lackmus import flows"),
        ("lackmus.read.outputs.tsv", "from lackmus.write.reports.csv import table_csv"),
        ("lackmus.write.reports.csv", "def late():\n    from lackmus.read.files import read_text"),
        ("lackmus.flows", "from lackmus.cli import app"),
        ("lackmus.core.suites.suite", "from lackmus.core.verdicts.trend import trend"),
    ],
)
def test_an_outward_import_is_seen(module: str, code: str) -> None:
    """The test above can fail."""
    assert list(outward_arrows({module: code}))


def test_no_cycle() -> None:
    """No modules import each other, not even inside functions."""
    assert not cycles(modules())


@pytest.mark.parametrize(
    "files, found",
    [
        ({"a": "import b", "b": "import c", "c": ""}, []),
        ({"a": "import b", "b": "def late():\n    import a", "c": "import a"}, [["a", "b"]]),
        (
            {"x.a": "from x import b", "x.b": "from x.c import d", "x.c": "from x import a"},
            [["x.a", "x.b", "x.c"]],
        ),
    ],
)
def test_a_cycle_is_seen(files: dict[str, str], found: list[list[str]]) -> None:
    """The test above can fail."""
    assert cycles(files) == found


# Classes that share a name, and why they may.
SHARED_NAMES = {
    "Command": "runs a program as an engine, a metric or an aligner; installed entry points have this name",
}


def repeated_classes(files: dict[str, str]) -> dict[str, list[str]]:
    """Return class names that are defined more than once and their modules, given source code by module."""
    found: dict[str, list[str]] = {}
    for module, code in files.items():
        for node in ast.walk(ast.parse(code)):
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append(module)
    return {name: places for name, places in found.items() if len(places) > 1}


def test_a_class_name_has_one_meaning() -> None:
    """The same name in two modules would mean two things, and a search finds both."""
    repeated = repeated_classes(modules())
    assert {name: places for name, places in repeated.items() if name not in SHARED_NAMES} == {}
    assert SHARED_NAMES.keys() <= repeated.keys(), "an exception that is no longer needed"


@pytest.mark.parametrize(
    "files, found",
    [
        ({"a": "class Row: ...", "b": "class _Row: ..."}, {}),
        ({"a": "class Row: ...", "b": "def late():\n    class Row: ..."}, {"Row": ["a", "b"]}),
        ({"a": "if x:\n    class Row: ...\nelse:\n    class Row: ..."}, {"Row": ["a", "a"]}),
    ],
)
def test_a_repeated_class_name_is_seen(files: dict[str, str], found: dict[str, list[str]]) -> None:
    """The test above can fail."""
    assert repeated_classes(files) == found


def test_rooms_are_small() -> None:
    """Where a folder grows beyond this, a noun hides in it."""
    sizes = Counter(path.parent for path in SOURCE.rglob("*.py") if path.name != "__init__.py")
    large = {str(folder.relative_to(SOURCE)): size for folder, size in sizes.items() if size > MOST_MODULES}
    assert not large


def test_tests_have_the_rooms_of_the_house() -> None:
    """Whoever knows where a module lies knows where its tests are."""
    layers = {path.name for path in SOURCE.iterdir() if path.is_dir()}
    rooms = [path for path in TESTS.glob("*/*/__init__.py") if path.parents[1].name in layers]
    strange = [str(path.parent) for path in rooms if not (SOURCE / path.relative_to(TESTS)).exists()]
    assert rooms and not strange


def test_every_room_says_what_it_is_for() -> None:
    silent = [
        str(path.relative_to(SOURCE))
        for path in SOURCE.rglob("__init__.py")
        if not ast.get_docstring(ast.parse(path.read_text()))
    ]
    assert not silent


# -- private names of other packages ------------------------------------------------------------------------

# The modules that may use them, one for each package, and which names; the tests of these modules run on the
# oldest and the newest versions that pyproject.toml allows (`make versions`).
PRIVATE = {
    "lackmus.core.rules.pattern_parser": {"re._constants", "re._parser"},
    "lackmus.engines.deadlines": {"_mounts", "_network_backend", "_pool", "_transport"},  # of httpx2
    "lackmus.metrics.known_references": {"_cache_references", "_ref_cache"},  # of sacrebleu
    "lackmus.read.outputs.wmt_xml": {"lxml.etree._Element"},  # a type, which has no other name
}
# Documented all the same: of named tuples, and of `os`.
PUBLIC = {"_asdict", "_exit", "_field_defaults", "_fields", "_make", "_replace"}
OWN = {"self", "cls"}


def is_private(name: str) -> bool:
    """Whether a part of a dotted name begins with one underscore."""
    return any(part.startswith("_") and not part.endswith("__") for part in name.split("."))


def defined(code: str) -> set[str]:
    """Return the private names that classes and modules of this code define."""
    found = set()
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Attribute(value=ast.Name(id=owner), attr=name, ctx=ast.Store()) if owner in OWN:
                found.add(name)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AsyncFunctionDef(name=name):
                found.add(name)
            case ast.Name(id=name, ctx=ast.Store()):
                found.add(name)
    return {name for name in found if is_private(name)}


def private_names(files: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yield private names of other packages and the modules that use them, given code by module name."""
    own = {module: defined(code) for module, code in files.items()}
    inherited = set().union(*own.values())
    for module, code in files.items():
        known = own[module].union(*(own.get(name, ()) for name in imports_of(code, files)))
        for node in ast.walk(ast.parse(code)):
            match node:
                case ast.Import(names=names):
                    found = {alias.name for alias in names}
                case ast.ImportFrom(module=str(name), names=names) if not name.startswith("lackmus."):
                    found = {f"{name}.{alias.name}" for alias in names}
                case ast.Call(func=ast.Name(id="import_module"), args=[ast.Constant(value=str(name)), *_]):
                    found = {name}
                case ast.Call(
                    func=ast.Name(id="getattr" | "setattr" | "hasattr"),
                    args=[_, ast.Constant(value=str(name)), *_],
                ):
                    found = {name} - known
                case ast.Attribute(value=ast.Name(id=owner), attr=name) if owner in OWN:
                    found = {name} - inherited
                case ast.Attribute(attr=name):
                    found = {name} - known
                case _:
                    continue
            yield from ((module, name) for name in found - PUBLIC if is_private(name))


def test_private_names_of_other_packages() -> None:
    """They may change with any version; where nothing public serves, one module uses them for all others."""
    used: dict[str, set[str]] = {}
    for module, name in private_names(modules()):
        used.setdefault(module, set()).add(name)
    assert used == PRIVATE


@pytest.mark.parametrize(
    "code",
    [
        "from polars._typing import PolarsDataType",
        "import re._parser",
        "from re import _parser",
        "def late():\n    parser = import_module('re._parser')",
        "client._transport.close()",
        "getattr(transport, '_pool', None)",
        "class Server(uvicorn.Server):\n    def end(self): self._captured_signals.clear()",
        "metric._ref_cache = {}",
    ],
)
def test_a_private_name_is_seen(code: str) -> None:
    """The test above can fail."""
    assert list(private_names({"lackmus.engines.x": code}))


@pytest.mark.parametrize(
    "code",
    [
        "from lackmus.engines.y import open_engine\nopen_engine()._key",
        "class Engine:\n    def __init__(self): self._key = 1\n    def equal(self, other): return other._key",
        "class Engine(Base):\n    def key(self): return self._key",
        "row._replace(text='')._asdict()",
        "import __future__\nname.__class__",
    ],
)
def test_own_private_names_are_left_alone(code: str) -> None:
    other = "class Base:\n    def __init__(self): self._key = 1\ndef open_engine(): return Base()"
    assert not list(private_names({"lackmus.engines.x": code, "lackmus.engines.y": other}))


# -- the command line is light ------------------------------------------------------------------------------

HEAVY = [
    *("altair", "jinja2", "lxml", "numpy", "polars", "regex", "rich.console", "scipy"),
    *("sqlalchemy", "vl_convert", "xlsxwriter", "yaml"),
]


def test_the_command_line_is_light() -> None:
    """`lackmus --help` must answer at once: it loads no command."""
    load = (
        "import sys; from typer.main import get_command; from lackmus.cli.main import app; get_command(app)"
    )
    code = f"{load}; print(*(set({HEAVY!r}) & set(sys.modules)), *(n for n in sys.modules if 'cli.s' in n))"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, encoding="utf-8")
    assert loaded.stdout.split() == []


def test_commands_are_what_help_says_before_they_are_loaded() -> None:
    """The table of commands has the first paragraph of each, and the module of each command of a group."""
    from typer.main import get_command

    from lackmus.cli.commands import COMMANDS, everything

    whole = get_command(everything())
    registered = {group.name: group.typer_instance for group in everything().registered_groups}
    assert {name: lazy.about for name, lazy in COMMANDS.items()} == {
        name: " ".join((command.help or "").split("\n\n")[0].split())
        for name, command in vars(whole)["commands"].items()
    }
    for name, lazy in COMMANDS.items():
        group = registered.get(name)
        loaded = getattr(vars(whole)["commands"][name], "commands", {})
        assert list(lazy.commands(name)) == [(one, command.help) for one, command in loaded.items()]
        if group is not None and len(lazy.modules) > 1:
            homes: dict[str, list[str]] = {}
            for command in group.registered_commands:
                home = getattr(command.callback, "__module__", "").removeprefix("lackmus.cli.")
                homes.setdefault(home, []).append(command.name or "")
            assert {module: commands.split() for module, commands in lazy.modules.items()} == homes


@pytest.mark.parametrize("first", ["suites.keeping", "suites.samples"])
def test_commands_are_listed_in_one_order(first: str) -> None:
    """Also where a module was loaded before the others; then its commands would come first."""
    from typer.main import get_command

    from lackmus.cli.commands import everything

    code = (
        f"import lackmus.cli.{first}; from lackmus.cli.commands import everything;"
        "from typer.main import get_command; print(*get_command(everything()).commands['suite'].commands)"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    suite = vars(get_command(everything()))["commands"]["suite"]
    assert printed.stdout.split() == list(suite.commands)


# -- words of the faces ------------------------------------------------------------------------------------

FACES = {"cli", "web", "api"}
_OPTION = re.compile(r"(?<![\w-])--[a-z]|(?<![\w-])-o\b")
_COMMAND = re.compile(rf"\blackmus ({'|'.join(COMMANDS)})\b")
# Messages below the faces that name a command all the same, and why.
ALLOWED_WORDS = {
    "lackmus.tables.verdicts.evaluation": "the files of a report have the same bytes from all faces",
    "lackmus.flows.verdicts.views": "only the command line can let rules judge again; all reports say so",
}


def words_of_faces(files: dict[str, str]) -> Iterator[str]:
    """Yield options, commands, remedies of pages and statuses of HTTP that modules below the faces name."""
    for module, code in files.items():
        if room(module) in FACES | {"errors", "renamed"} or module in ALLOWED_WORDS:
            continue
        tree = ast.parse(code)
        documented = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            match node:
                case ast.Constant(value=str(text)) if id(node) not in documented:
                    if found := _OPTION.search(text) or _COMMAND.search(text):
                        yield f"{module}:{node.lineno}: {found[0]}"
                case ast.keyword(arg="page", value=ast.Constant(value=str()) | ast.JoinedStr()):
                    yield f"{module}:{node.lineno}: page="
                case ast.Assign(targets=[ast.Name(id="status")], value=ast.Constant(value=int(status))):
                    yield f"{module}:{node.lineno}: status = {status}"


def codes(files: dict[str, str]) -> set[str]:
    """Return the codes of all errors that source code raises."""
    said: list[ast.expr] = []
    for code in files.values():
        for node in ast.walk(ast.parse(code)):
            match node:
                case ast.keyword(arg="code", value=value):
                    said.append(value)
                case ast.Assign(targets=[ast.Name(id="code")], value=ast.Constant(value=str()) as value):
                    said.append(value)
    parts = [part for value in said for part in ast.walk(value)]
    return {
        part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)
    } - {""}


def test_only_faces_know_options_pages_and_statuses() -> None:
    """Below them an error says a fact and has a code; `remedies.py` of each face words what helps."""
    assert not list(words_of_faces(modules()))


@pytest.mark.parametrize(
    "code",
    [
        "raise LackmusError('There are two.', 'Choose one with --pair.')",
        "raise LackmusError(f'{path} cannot be written. Name another with -o.')",
        "raise LackmusError('There is none.', 'Import one: lackmus suite import FILE.')",
        "raise LackmusError('There is none.', page='Upload one.')",
        "class MissingError(LackmusError):\n    status = 404",
    ],
)
def test_a_word_of_a_face_is_seen(code: str) -> None:
    """The test above can fail."""
    assert list(words_of_faces({"lackmus.flows.suites.suites": code}))
    assert not list(words_of_faces({"lackmus.cli.suites.suites": code}))


def test_every_code_has_its_remedy_in_each_face() -> None:
    """Or the face says that it needs none; and no catalogue has what is never raised."""
    raised = codes(modules())
    for face in (cli_remedies, web_remedies, api_remedies):
        assert not face.WITHOUT & set(face.REMEDIES)
        assert raised == face.WITHOUT | set(face.REMEDIES), face.__name__


def test_codes_are_found() -> None:
    code = "raise LackmusError('x', code='a' if y else 'b')\ncode = 'c'\nf(code=code)"
    assert codes({"lackmus.flows.x": code}) == {"a", "b", "c"}


# -- browser tests wait for the page -----------------------------------------------------------------------

BROWSER = TESTS / "browser"
# Methods of Playwright that tell what a page shows at this moment, which may be a moment too early.
READS = {
    *("all_inner_texts", "all_text_contents", "aria_snapshot", "bounding_box", "evaluate", "evaluate_all"),
    *("evaluate_handle", "get_attribute", "inner_html", "inner_text", "input_value", "is_checked"),
    *("is_disabled", "is_editable", "is_enabled", "is_hidden", "is_visible", "query_selector"),
    *("query_selector_all", "text_content"),
}
BARE_READS = {"all", "content", "count", "title"}  # lists and strings have some of these too, with arguments
PAUSES = {"sleep", "wait_for_timeout"}


def readers(files: dict[str, str]) -> set[str]:
    """Return the names of functions that are given a page or a part of one."""
    return {
        node.name
        for code in files.values()
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.FunctionDef)
        for argument in node.args.args
        if argument.annotation is not None
        and ast.unparse(argument.annotation).strip("'\"") in {"Page", "Locator"}
    }


def hasty_lines(files: dict[str, str]) -> Iterator[str]:
    """Yield where an assert reads a page, which may not be there yet, or a test waits for the clock."""
    given_a_page = readers(files)
    for name, code in files.items():
        tree = ast.parse(code)
        for node in ast.walk(tree):
            match node:
                case ast.Attribute(attr=word) | ast.Name(id=word) | ast.alias(name=word) if word in PAUSES:
                    yield f"{name}: {word}"
                case ast.Call(
                    func=ast.Attribute(attr="wait_for_function"), args=[ast.Constant(value=str(asked)), *_]
                ):
                    # A bare expression is evaluated at every look, which our Content-Security-Policy forbids.
                    if "=>" not in asked:
                        yield f"{name}:{node.lineno}: wait_for_function needs a function"
                case ast.Assert(test=claim):
                    for part in ast.walk(claim):
                        match part:
                            case ast.Call(func=ast.Attribute(attr=word)) if word in READS:
                                yield f"{name}:{node.lineno}: {word}"
                            case ast.Call(func=ast.Attribute(attr=word), args=[]) if word in BARE_READS:
                                yield f"{name}:{node.lineno}: {word}"
                            case ast.Call(func=ast.Name(id=word)) if word in given_a_page:
                                yield f"{name}:{node.lineno}: {word}"
                            case ast.Attribute(attr="url"):
                                yield f"{name}:{node.lineno}: url"


def test_browser_tests_wait_for_the_page() -> None:
    """What a page shows is said with `expect` or `eventually`, which wait for it."""
    assert not list(hasty_lines({path.name: path.read_text() for path in sorted(BROWSER.glob("*.py"))}))


@pytest.mark.parametrize(
    "code",
    [
        "assert page.locator('.item').count() == 2",
        "assert 'wrong' in page.url and ready",
        "assert {one.evaluate(LINES) for one in heads.all()} == {1}",
        "assert (\n    page.inner_text('h1')\n    == 'Report'\n)",
        "assert not page.locator('dialog').is_visible()",
        "def shown(page: 'Page') -> int: ...\nassert shown(page) == 3",
        "import time\ntime.sleep(1)",
        "from time import sleep",
        "page.wait_for_timeout(10)",
        "page.wait_for_function('document.title.length > 3')",
    ],
)
def test_a_hasty_line_is_seen(code: str) -> None:
    """The test above can fail."""
    assert list(hasty_lines({"test_it.py": code}))


@pytest.mark.parametrize(
    "code",
    [
        "expect(page.locator('.item')).to_have_count(2)",
        "page.wait_for_function('key => document.body.dataset.key !== key', arg=key)",
        "assert deeds(desk).count('review decide') == 2",
        "before = page.inner_text('h1')\nassert before == 'Report'",
    ],
)
def test_a_patient_line_is_left_alone(code: str) -> None:
    assert not list(hasty_lines({"test_it.py": code}))
