"""Refuse unknown parameter names in the API: a mistyped filter must not be ignored."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, get_args, get_type_hints

from fastapi import HTTPException, Request
from fastapi.dependencies.models import Dependant
from pydantic import BaseModel


async def refuse_unknown_names(request: Request) -> None:
    """Refuse a query or JSON body with an undeclared name, and suggest the nearest one."""
    route = request.scope.get("route")
    dependant = getattr(route, "dependant", None)
    if not isinstance(dependant, Dependant):
        return
    _refuse("", set(request.query_params), _query_names(dependant))
    if request.headers.get("Content-Type", "").partition(";")[0].strip() == "application/json":
        models = [model for field in _bodies(dependant) if (model := _model(field.field_info.annotation))]
        if len(models) == 1:
            try:
                body = await request.json()
            except ValueError:  # the reader of the body reports what is wrong
                return
            _look_into(body, models[0], "")


def _query_names(dependant: Dependant) -> frozenset[str]:
    return frozenset(_queries(dependant))


def _queries(dependant: Dependant) -> Iterator[str]:
    """Declared query parameters; a model stands for its fields."""
    for one in dependant.dependencies:
        yield from _queries(one)
    for param in dependant.query_params:
        model = _model(param.field_info.annotation)
        if model is None:
            yield param.alias
        else:
            yield from _fields(model)


def _bodies(dependant: Dependant) -> Iterator[Any]:
    for one in dependant.dependencies:
        yield from _bodies(one)
    yield from dependant.body_params


@lru_cache(500)
def _fields(model: Any) -> Mapping[str, Any]:
    if is_dataclass(model):
        hints = get_type_hints(model)
        return {field.name: hints[field.name] for field in fields(model) if field.init}
    return {field.alias or name: field.annotation for name, field in model.model_fields.items()}


def _model(kind: Any) -> Any:
    """The model or the dataclass of a parameter, alone, in a list, or optional."""
    if isinstance(kind, type):
        return kind if issubclass(kind, BaseModel) or is_dataclass(kind) else None
    return next((model for one in get_args(kind) if (model := _model(one)) is not None), None)


def _look_into(value: Any, model: Any, where: str) -> None:
    if isinstance(value, list):
        for place, one in enumerate(value):
            _look_into(one, model, f"{where}{place}.")
    elif isinstance(value, dict):
        fields = _fields(model)
        if getattr(model, "model_config", {}).get("extra") != "allow":
            _refuse(where, set(value), frozenset(fields))
        for name, one in value.items():
            inner = _model(fields.get(name))
            if inner is not None:
                _look_into(one, inner, f"{where}{name}.")


def _refuse(where: str, said: set[str], known: frozenset[str]) -> None:
    for name in sorted(said - known):
        near = get_close_matches(name, known, 1)
        meant = f"Did you mean {near[0]}?" if near else f"There are {', '.join(sorted(known))}."
        if not known:
            meant = "None is taken here."
        raise HTTPException(422, f"{where}{name[:100]}: there is no such parameter. {meant}")
