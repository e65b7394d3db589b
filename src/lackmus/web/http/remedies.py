"""What helps on a page: buttons and other pages, by the code of an error; and the status by its kind."""

from lackmus.errors import (
    Argument,
    ConflictError,
    ForbiddenError,
    Instead,
    LackmusError,
    NotFoundError,
    Remedy,
    Setting,
    UnavailableError,
    in_words,
)

_AGAIN = "Try again in a moment."
_KEEPER = "whoever runs the server has to look after it."
REMEDIES: dict[str, Remedy] = {
    "page": "",
    "disk-full": Instead(
        "The disk of the server is full. Nothing was changed; its administrator has to make room."
    ),
    "azure-key": "Whoever runs the server checks {key} and, for a resource of one region, {region}.",
    "database-away": Instead(f"The database is away. {_AGAIN}"),
    "database-busy": Instead(
        "The database is busy, others are writing. Nothing was changed; try again in a moment."
    ),
    "database-closed": Instead(f"The database cannot be opened; {_KEEPER}"),
    "database-crowded": Instead(f"The database is busy, it has no connection left. {_AGAIN}"),
    "database-damaged": Instead(f"The database is damaged; {_KEEPER}"),
    "database-failing": Instead(f"The disk of the database fails; {_KEEPER}"),
    "database-full": Instead(
        "The disk of the database is full. Nothing was changed; whoever runs the server has to make room."
    ),
    "database-overloaded": Instead(f"The database is overloaded. {_AGAIN}"),
    "database-read-only": Instead(f"The workspace can only be read just now. Nothing was changed; {_KEEPER}"),
    "database-refusing": Instead(f"The database cannot do this now; {_KEEPER}"),
    "for-the-keeper": "Whoever runs the server {task}.",
    "more-time": "Give it more time with the option timeout.",
    "no-apertium-package": "Whoever runs the server installs the pair's package, or choose a mode.",
    "no-argos-package": "Whoever runs the server installs one with Argos.",
    "option-needed": "Fill it in.",
    "other-target": Instead("{lacking} It has {target}, which may differ: say so in the option target."),
    "workspace-moved": Instead(
        "The workspace is not the file that was opened: somebody moved, deleted or replaced it. "
        "Nothing was changed; whoever runs the server has to put it back, or start Lackmus again."
    ),
}
# How pages name what was asked for; what is not here is left out, because pages have no options.
PLACES: dict[str, str] = {}
_STATUS = {NotFoundError: 404, ForbiddenError: 403, ConflictError: 409, UnavailableError: 503}


def on_page(problem: LackmusError) -> str:
    """Return an error in one line for a page or an answer of the JSON API."""
    return in_words(problem, REMEDIES, _place)


def status_of(problem: LackmusError) -> int:
    """Return the status of HTTP for an error: 400 unless its kind says more."""
    if (status := getattr(problem, "status", None)) is not None:
        return int(status)
    return next((status for kind, status in _STATUS.items() if isinstance(problem, kind)), 400)


def _place(argument: Argument) -> str:
    if isinstance(argument, Setting):
        return argument.name
    if argument.value.startswith("page:"):
        return argument.value.removeprefix("page:")
    return PLACES.get(argument.name, "").format(value=argument.value)
