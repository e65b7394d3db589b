"""The panel of first steps on the overview: what to do next in a new workspace, and who may."""

from dataclasses import dataclass

from fastapi import Request

from lackmus.core.workspaces.first_steps import FirstStep
from lackmus.core.workspaces.people import Role
from lackmus.flows.workspaces.first_steps import steps_taken
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.web.http.auth import current_user
from lackmus.web.served import mark_of

COOKIE = "lackmus_steps"  # the workspace in which this browser wants no panel any more


@dataclass(frozen=True)
class ShownStep:
    """A step with the page where it is taken, the command that does the same, and whether it is done."""

    key: FirstStep
    title: str
    words: str
    least: Role
    page: str
    again: str  # the link to the same page, once the step is done
    command: str
    done: bool = False
    may: bool = False  # whether the user's role is enough


_STEPS = (
    (
        FirstStep.SUITE,
        "Import a suite",
        "Sentences that each test one phenomenon, with rules that judge a translation. JSON, YAML, TSV and "
        "more.",
        Role.EDITOR,
        "/suites/import",
        "Import another",
        "lackmus suite import items.json",
    ),
    (
        FirstStep.OUTPUTS,
        "Upload outputs",
        "What systems wrote for these sentences. The systems that are judged together are a campaign.",
        Role.EDITOR,
        "/outputs/upload",
        "Upload more",
        "lackmus outputs import outputs/2026 --campaign 2026",
    ),
    (
        FirstStep.REVIEW,
        "Review",
        "Decide by keyboard what the rules left open. Every decision brings an item nearer to being fair.",
        Role.ANNOTATOR,
        "/review",
        "Go on",
        "lackmus review next",
    ),
    (
        FirstStep.REPORT,
        "Read the report",
        "Which system passes what, on the items that are fair; save it under a name to come back to it.",
        Role.READER,
        "/report",
        "Open it",
        "lackmus report 2026 --save first",
    ),
)


def shown_steps(request: Request, desk: Desk) -> tuple[ShownStep, ...]:
    """All steps, as they stand for this user."""
    done, role = steps_taken(desk).done, current_user(request).role
    return tuple(
        ShownStep(key, title, words, least, page, again, command, key in done, role.may(least))
        for key, title, words, least, page, again, command in _STEPS
    )


def panel(request: Request, desk: Desk) -> tuple[ShownStep, ...]:
    """The steps if the panel is to be shown: some are left, and this browser has not dismissed it."""
    steps = shown_steps(request, desk)
    if all(one.done for one in steps) or request.cookies.get(COOKIE) == mark_of(desk):
        return ()
    return steps
