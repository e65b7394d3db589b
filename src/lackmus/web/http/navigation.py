"""Where one can go, in the order of the work."""

from dataclasses import dataclass

from lackmus.core.workspaces.people import Role


def own_path(written: str | None, otherwise: str = "/") -> str:
    """Where somebody wants to go next, if that is a path of ours; to browsers \\ is /, a tab nothing."""
    path = written or ""
    alien = not path.startswith("/") or path[1:2] in ("/", "\\") or not path.isprintable() or len(path) > 2000
    return otherwise if alien else path


@dataclass(frozen=True)
class Place:
    """A page, as the navigation shows it."""

    name: str
    path: str
    key: str  # pressed after g
    least: Role = Role.READER


NAVIGATION: tuple[tuple[str, tuple[Place, ...]], ...] = (
    (
        "Work",
        (
            Place("Overview", "/", "o"),
            Place("Review", "/review", "r", Role.ANNOTATOR),
            Place("Ratings", "/ratings", "i"),
        ),
    ),
    (
        "Material",
        (
            Place("Suites", "/suites", "s"),
            Place("Outputs", "/outputs", "u"),
            Place("Templates", "/templates", "t"),
        ),
    ),
    (
        "Results",
        (
            Place("Report", "/report", "e"),
            Place("Compare", "/compare", "c"),
            Place("Trend", "/trend", "n"),
            Place("Challenges", "/challenges", "h"),
            Place("Contrasts", "/contrasts", "x"),
        ),
    ),
    (
        "Team",
        (
            Place("Agreement", "/agreement", "a"),
            Place("Log", "/log", "l"),
            Place("People", "/people", "p"),
            Place("Settings", "/settings", ","),
        ),
    ),
)
