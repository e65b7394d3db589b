"""The navigation, in the order of the work."""

from dataclasses import dataclass

from lackmus.core.workspaces.people import Role


def own_path(written: str | None, otherwise: str = "/") -> str:
    """The next page, if it is a path of ours; browsers read \\ as / and ignore tabs."""
    path = written or ""
    alien = not path.startswith("/") or path[1:2] in ("/", "\\") or not path.isprintable() or len(path) > 2000
    return otherwise if alien else path


@dataclass(frozen=True)
class NavigationLink:
    """An entry of the navigation."""

    name: str
    path: str
    key: str  # the key after g
    least: Role = Role.READER


NAVIGATION: tuple[tuple[str, tuple[NavigationLink, ...]], ...] = (
    (
        "Work",
        (
            NavigationLink("Overview", "/", "o"),
            NavigationLink("Review", "/review", "r", Role.ANNOTATOR),
            NavigationLink("Ratings", "/ratings", "i"),
            NavigationLink("Search", "/search", "f"),
            NavigationLink("Texts", "/texts", "d"),
        ),
    ),
    (
        "Material",
        (
            NavigationLink("Suites", "/suites", "s"),
            NavigationLink("Outputs", "/outputs", "u"),
            NavigationLink("Templates", "/templates", "t"),
        ),
    ),
    (
        "Results",
        (
            NavigationLink("Report", "/report", "e"),
            NavigationLink("Compare", "/compare", "c"),
            NavigationLink("Trend", "/trend", "n"),
            NavigationLink("Challenges", "/challenges", "h"),
            NavigationLink("Contrasts", "/contrasts", "x"),
        ),
    ),
    (
        "Team",
        (
            NavigationLink("Assignments", "/assignments", "w"),
            NavigationLink("Agreement", "/agreement", "a"),
            NavigationLink("Log", "/log", "l"),
            NavigationLink("People", "/people", "p"),
            NavigationLink("Settings", "/settings", ","),
        ),
    ),
)
