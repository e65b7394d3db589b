"""The available engines: built-in, plug-ins and named ones; opening them."""

import os
from collections.abc import Mapping

from lackmus.core.engines.engine import EngineShown, KeyShown, OptionShown
from lackmus.engines import Engine, Keys, engine_class, engine_names, open_engine
from lackmus.engines.keys import usual_file
from lackmus.engines.named import NamedEngine, named_engines
from lackmus.errors import LackmusError


def engines(keys: Keys | None = None) -> list[EngineShown]:
    """All engines by name; one that cannot be loaded has the reason."""
    keys, own = keys or Keys(), named_engines()
    return [_shown(own.get(name) or NamedEngine(name, name, {}), keys) for name in _known(own)]


def engine(name: str, keys: Keys | None = None) -> EngineShown:
    """One engine; the error for an unknown name lists the known ones."""
    known, options = resolved(name, {})
    engine_class(known)
    return _shown(NamedEngine(name, known, options), keys or Keys())


def key_file() -> str:
    """The path of the key file."""
    return str(usual_file(os.environ))


def resolved(name: str, options: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """The engine behind a name, and its options; options given now win."""
    own = named_engines()
    named = own.get(name)
    if named is None:
        if name not in engine_names():
            known = ", ".join(_known(own))
            raise LackmusError(f"there is no engine {name}. There are {known}.", argument="engine")
        return name, dict(options)
    _refuse_mistaken(named)
    return named.engine, {**named.options, **options}


def opened(name: str, options: Mapping[str, str], keys: Keys | None = None) -> Engine:
    """Open an engine."""
    return open_engine(*resolved(name, options), keys)


def refuse_trusted(name: str, options: Mapping[str, str]) -> None:
    """Refuse programs, files and addresses from users of pages; named engines may have them."""
    known, _ = resolved(name, {})
    for option in engine_class(known).OPTIONS:
        if option.trusted and option.name in options:
            raise LackmusError(
                f"{option.name} can only be set by the administrator of the server.",
                code="option-trusted",
                option=option.name,
            )


def _known(own: Mapping[str, NamedEngine]) -> list[str]:
    """All names; the user's own come first, and win."""
    return [*own, *(name for name in engine_names() if name not in own)]


def _refuse_mistaken(named: NamedEngine) -> None:
    """Refuse a named engine that does not exist or has unknown options."""
    place = f"engines.toml, [{named.name}]"
    if named.engine not in engine_names():
        raise LackmusError(f"{place}: there is no engine {named.engine}.")
    options = [one.name for one in engine_class(named.engine).OPTIONS]
    for name in named.options:
        if name not in options:
            raise LackmusError(f"{place}: {named.engine} has no option {name}. It has {', '.join(options)}.")


def _shown(named: NamedEngine, keys: Keys) -> EngineShown:
    name, known = named.name, named.engine
    try:
        _refuse_mistaken(named)
        kind = engine_class(known)
    except LackmusError as problem:
        return EngineShown(name, name, "", known, False, False, False, (), (), problem=str(problem))
    return EngineShown(
        name,
        kind.LABEL or name,
        kind.ABOUT,
        known,
        kind.PAID,
        kind.TAKES_CONTEXT,
        kind.KEEPS_LINES,
        tuple(
            OptionShown(one.name, one.help, one.default, one.choices, one.required, one.counts, one.trusted)
            for one in kind.OPTIONS
        ),
        tuple(KeyShown(one.name, one.help, one.required, keys.has(one.name)) for one in kind.KEYS),
        tuple(named.options.items()),
    )
