"""API of error types: list, add, rename, move, retire."""

from typing import Annotated

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, Field

from lackmus.core.suites.error_types import ErrorType
from lackmus.flows.suites import error_types as flows
from lackmus.flows.suites.error_types import SavedErrorType
from lackmus.web.http.auth import Editor, Reader
from lackmus.web.suites.browsing import Number
from lackmus.web.suites.item_models import MOST_NUMBER

router = APIRouter()
OneOfThem = Annotated[int, Path(ge=1, le=MOST_NUMBER)]
Label = Annotated[str, Field(max_length=200, description="A short label, such as “wrong tense”.")]


class ErrorTypes(BaseModel):
    """Error types; those of a phenomenon are in the order of their number keys."""

    error_types: list[ErrorType]


class NewErrorType(BaseModel):
    """An error type of a phenomenon, of a category, or of the whole suite."""

    label: Label
    category: Annotated[str, Field(max_length=500, description="Empty: of the whole suite.")] = ""
    phenomenon: Annotated[str, Field(max_length=500, description="Empty: of the whole category.")] = ""


class ErrorTypeChange(BaseModel):
    """Another label, or a place further up."""

    label: Label | None = None
    up: Annotated[bool, Field(description="Move it one place up among those of its scope.")] = False


@router.get("/suites/{number}/error-types")
def error_types(
    desk: Reader,
    number: Number,
    category: Annotated[str, Query(max_length=500)] = "",
    phenomenon: Annotated[str, Query(max_length=500)] = "",
) -> ErrorTypes:
    """The error types of a suite, or all that can be chosen for a phenomenon."""
    found = flows.error_types_of(desk, number, category or None, phenomenon or None)
    return ErrorTypes(error_types=found)


@router.post("/suites/{number}/error-types", status_code=201)
def add(desk: Editor, number: Number, wanted: NewErrorType) -> SavedErrorType:
    """Add an error type."""
    return flows.add_error_type(
        desk, number, wanted.label, wanted.category or None, wanted.phenomenon or None
    )


@router.patch("/suites/{number}/error-types/{error_type}")
def change(desk: Editor, number: Number, error_type: OneOfThem, wanted: ErrorTypeChange) -> SavedErrorType:
    """Rename an error type, or move it up."""
    if wanted.label is None:
        return flows.move_error_type(desk, number, error_type)
    return flows.rename_error_type(desk, number, error_type, wanted.label)


@router.delete("/suites/{number}/error-types/{error_type}")
def retire(desk: Editor, number: Number, error_type: OneOfThem) -> SavedErrorType:
    """Retire an error type; decisions that name it keep it."""
    return flows.retire_error_type(desk, number, error_type)
