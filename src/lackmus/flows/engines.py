"""Which engines there are, ours, those of others and those with names of one's own; opening one of them."""

from collections.abc import Mapping

from lackmus.core.engine_tables import EngineShown, KeyShown, OptionShown
from lackmus.engines import Engine, Keys, engine_class, engine_names, open_engine
from lackmus.engines.named import named_engines
from lackmus.errors import LackmusError


def engines(keys: Keys | None = None) -> list[EngineShown]:
    """All engines by name; one that cannot be loaded says why."""
    keys = keys or Keys()
    own = [_shown(name, named.engine, named.options, keys) for name, named in named_engines().items()]
    return [*own, *(_shown(name, name, {}, keys) for name in engine_names())]


def engine(name: str, keys: Keys | None = None) -> EngineShown:
    """One engine; a name that nobody knows is refused, with those that are known."""
    known, options = resolved(name, {})
    engine_class(known)
    return _shown(name, known, options, keys or Keys())


def resolved(name: str, options: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """The engine that a name stands for, and its options; what is said now wins."""
    named = named_engines().get(name)
    if named is None:
        if name not in engine_names():
            known = ", ".join((*named_engines(), *engine_names()))
            raise LackmusError(f"there is no engine {name}. There are {known}.", option="--engine")
        return name, dict(options)
    return named.engine, {**named.options, **options}


def opened(name: str, options: Mapping[str, str], keys: Keys | None = None) -> Engine:
    """An engine, ready to translate."""
    return open_engine(*resolved(name, options), keys)


def refuse_trusted(name: str, options: Mapping[str, str]) -> None:
    """Whoever does not run Lackmus must not name programs, files or addresses; the server's own names may."""
    known, _ = resolved(name, {})
    for option in engine_class(known).OPTIONS:
        if option.trusted and option.name in options:
            raise LackmusError(
                f"{option.name} can only be set by whoever runs the server.",
                page=f"“{option.name}” can only be set by whoever runs the server, in engines.toml.",
            )


def _shown(name: str, known: str, options: Mapping[str, str], keys: Keys) -> EngineShown:
    try:
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
        tuple(options.items()),
    )
