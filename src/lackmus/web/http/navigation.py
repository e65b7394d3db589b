"""The navigation, in the order of the work."""

from dataclasses import dataclass

from lackmus.core.workspaces.people import Role


def own_path(written: str | None, otherwise: str = "/") -> str:
    """The next page, if it is a path of ours; browsers read \\ as / and ignore tabs."""
    path = written or ""
    alien = not path.startswith("/") or path[1:2] in ("/", "\\") or not path.isprintable() or len(path) > 2000
    return otherwise if alien else path


@dataclass(frozen=True)
class Place:
    """An entry of the navigation."""

    name: str
    path: str
    key: str  # the key after g
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
