"""Read contrasts from YAML: a query on the source, and tests on the counterpart in the target."""

from collections.abc import Mapping
from dataclasses import replace
from importlib import resources
from pathlib import Path

from lackmus.core.base.pairs import Pair, PairError
from lackmus.core.contrasts.contrast import Contrast, compiled
from lackmus.core.trees.query import QueryError
from lackmus.errors import LackmusError
from lackmus.read.files import digest_of, read_text
from lackmus.read.yaml_documents import load, refuse_unknown

_NEEDED = ("name", "pair", "category", "phenomenon", "source", "good")
_QUERIES = ("source", "reference", "good", "bad")
_KEYS = (*_NEEDED, "reference", "bad", "about", "runs")
_RUNS = {"always": False, "when named": True}  # whether it runs only when a user names it
_LONGEST = 100  # characters of a name


def read_contrast(path: Path) -> Contrast:
    """The contrast in a file; errors in a query name its column."""
    return _contrast(read_text(path), str(path))


def bundled_contrasts() -> list[Contrast]:
    """The bundled contrasts, by pair and name."""
    return [_contrast(text, name) for name, text in bundled_files().items()]


def bundled_files() -> dict[str, str]:
    """The bundled files, as `pair/name.yaml`."""
    home = resources.files("lackmus") / "contrasts"
    return {
        f"{pair.name}/{file.name}": file.read_text(encoding="utf-8")
        for pair in sorted(home.iterdir(), key=lambda one: one.name)
        if pair.is_dir()
        for file in sorted(pair.iterdir(), key=lambda one: one.name)
        if file.name.endswith(".yaml")
    }


def _contrast(text: str, place: str) -> Contrast:
    top = load(text, place, "a contrast")
    if not isinstance(top, Mapping):
        raise LackmusError(f"{place} is no contrast: it has no keys such as {', '.join(_NEEDED)}.")
    refuse_unknown(top, _KEYS, place)
    for key in _NEEDED:
        if not top.get(key):
            raise LackmusError(f"{place}: “{key}” is missing. A contrast needs {', '.join(_NEEDED)}.")
    for key, value in top.items():
        if value is not None and not isinstance(value, str):
            raise LackmusError(f"{place}: “{key}” must be a text.")
    # Queries are joined to one line, so that an error has one column.
    said = {key: " ".join((top.get(key) or "").split()) for key in _KEYS}
    if len(said["name"]) > _LONGEST or not all(sign.isalnum() or sign in "-_." for sign in said["name"]):
        raise LackmusError(f"{place}: “name” must be a short word of letters, digits and hyphens.")
    runs = said.pop("runs") or "always"
    if runs not in _RUNS:
        raise LackmusError(f"{place}: “runs” must be {' or '.join(_RUNS)}.")
    try:
        pair = Pair.parse(said.pop("pair"))
        return replace(compiled(pair=pair, digest=digest_of(text), **said), only_named=_RUNS[runs])
    except PairError as problem:
        raise LackmusError(f"{place}: {problem}.") from None
    except QueryError as problem:
        of = next((key for key in _QUERIES if said[key] == problem.text), "query")
        raise LackmusError(f"{place}, “{of}”: {problem}") from None
