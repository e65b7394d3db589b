"""Errors in the API."""

from typing import Any

from pydantic import BaseModel


class Problem(BaseModel):
    """One line that says what is wrong and the remedy."""

    error: str


# Errors of every operation, for the API description.
RESPONSES: dict[int | str, dict[str, Any]] = {
    400: {
        "model": Problem,
        "description": "Something in the request cannot be done; the line gives the remedy.",
    },
    401: {"model": Problem, "description": "No token, or none that is known."},
    403: {"model": Problem, "description": "The role does not allow it."},
    404: {"model": Problem, "description": "There is no such thing."},
    413: {"model": Problem, "description": "More than may be sent: 2 MB, or 512 MB of files."},
    422: {"model": Problem, "description": "The request lacks something, or has something of another kind."},
    503: {
        "model": Problem,
        "description": "The database is away, busy or full just now. The request is fine: send it again.",
        "headers": {
            "Retry-After": {"description": "Seconds to wait before that.", "schema": {"type": "integer"}}
        },
    },
}
