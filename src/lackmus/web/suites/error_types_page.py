"""Forms of error types on the page of a phenomenon: add, rename, move and retire them."""

from enum import StrEnum
from typing import Annotated

from fastapi import APIRouter, Form, Path, Request, Response

from lackmus.flows.suites import error_types as flows
from lackmus.flows.suites.error_types import SavedErrorType
from lackmus.web.http.answers import back_to, query
from lackmus.web.http.auth import Editor
from lackmus.web.suites.browsing import Number

router = APIRouter()
Name = Annotated[str, Form(max_length=1_000)]
Label = Annotated[str, Form(max_length=200)]


class ErrorTypeScope(StrEnum):
    """Where a new error type can be chosen."""

    PHENOMENON = "phenomenon"
    CATEGORY = "category"
    SUITE = "suite"


class ErrorTypeDeed(StrEnum):
    """What a button of the list does."""

    RENAME = "rename"
    UP = "up"
    RETIRE = "retire"


@router.post("/suites/{number}/error-types")
def add(
    request: Request,
    desk: Editor,
    number: Number,
    category: Name,
    phenomenon: Name,
    label: Label,
    scope: Annotated[ErrorTypeScope, Form()] = ErrorTypeScope.PHENOMENON,
) -> Response:
    """Add an error type to the phenomenon of the page, to its category, or to the whole suite."""
    where = {
        ErrorTypeScope.PHENOMENON: (category, phenomenon),
        ErrorTypeScope.CATEGORY: (category, None),
        ErrorTypeScope.SUITE: (None, None),
    }
    flows.add_error_type(desk, number, label, *where[scope])
    return _back(request, number, category, phenomenon, "The error type is added.")


@router.post("/suites/{number}/error-types/{error_type}")
def change(
    request: Request,
    desk: Editor,
    number: Number,
    error_type: Annotated[int, Path(ge=1, le=2**31 - 1)],
    category: Name,
    phenomenon: Name,
    deed: Annotated[ErrorTypeDeed, Form()],
    label: Label = "",
) -> Response:
    """Rename, move or retire an error type."""
    done: SavedErrorType
    match deed:
        case ErrorTypeDeed.RENAME:
            done = flows.rename_error_type(desk, number, error_type, label)
            said = "The error type has its new label."
        case ErrorTypeDeed.UP:
            done, said = flows.move_error_type(desk, number, error_type), "The error type is moved."
        case ErrorTypeDeed.RETIRE:
            done, said = flows.retire_error_type(desk, number, error_type), "The error type is retired."
    return _back(request, number, category, phenomenon, said if done.change else "It is so already.")


def _back(request: Request, number: int, category: str, phenomenon: str, said: str) -> Response:
    place = f"/suites/{number}{query({'category': category, 'phenomenon': phenomenon})}#error-types"
    return back_to(request, place, said)
