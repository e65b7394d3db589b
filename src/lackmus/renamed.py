"""Import paths that older documentation named: they work until 0.3, with a warning that names the new one."""

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from warnings import warn

# Modules that have moved and whose old name is free.
MODULES = {
    "lackmus.core.challenge_draws": "lackmus.core.challenges.building",
    "lackmus.core.evaluations": "lackmus.core.verdicts.evaluation",
    "lackmus.core.hits": "lackmus.tables.trees.hits",
    "lackmus.core.judges": "lackmus.core.rules.judge",
    "lackmus.core.links": "lackmus.core.trees.links",
    "lackmus.core.matching": "lackmus.core.trees.matching",
    "lackmus.core.pairs": "lackmus.core.base.pairs",
    "lackmus.core.queries": "lackmus.core.trees.query",
    "lackmus.core.rankings": "lackmus.core.challenges.ranking",
    "lackmus.core.tendencies": "lackmus.core.contrasts.shares",
    "lackmus.flows.scoring": "lackmus.flows.challenges.scoring",
    "lackmus.flows.studies": "lackmus.flows.contrasts.studies",
}


def names_from(package: str, *modules: str) -> Callable[[str], object]:
    """Return a `__getattr__` for a package that was a module: its names are looked up in these modules."""

    def found(name: str) -> object:
        for module in modules if not name.startswith("__") else ():
            try:
                value: object = getattr(import_module(module), name)
            except AttributeError:
                continue
            if isinstance(value, ModuleType):  # imported there, and perhaps a module of this package
                continue
            _warn(f"{package}.{name}", f"{module}.{name}")
            return value
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return found


def install() -> None:
    """Make old module names importable."""
    if not any(isinstance(finder, _OldNames) for finder in sys.meta_path):
        sys.meta_path.append(_OldNames())


class _OldNames(MetaPathFinder, Loader):
    """Finds a module by its old name; it is asked last, so existing modules come first."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return ModuleSpec(name, self) if name in MODULES else None

    def exec_module(self, module: ModuleType) -> None:
        new = MODULES[module.__name__]
        _warn(module.__name__, new)
        values = vars(import_module(new)).items()
        module.__dict__.update({name: value for name, value in values if not name.startswith("__")})


def _warn(old: str, new: str) -> None:
    said = f"{old} is now {new}; the old path works until Lackmus 0.3. See docs/python.md for the public API."
    warn(said, DeprecationWarning, stacklevel=3)
