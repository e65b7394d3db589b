"""Pages of people: roles, passwords, removal."""

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, Response

from lackmus.core.workspaces.people import Role
from lackmus.flows.workspaces import accounts
from lackmus.flows.workspaces import people as flows
from lackmus.web.http.answers import back_to, page
from lackmus.web.http.auth import Admin, Reader
from lackmus.web.served import served_by

router = APIRouter()
MAY = {
    Role.READER: "looks at everything, changes nothing",
    Role.ANNOTATOR: "decides texts, comments, flags",
    Role.EDITOR: "also adjudicates, and changes rules, suites and outputs",
    Role.ADMIN: "also adds people and assigns roles",
}


@router.get("/people")
def people(request: Request, desk: Reader) -> HTMLResponse:
    """All people with their roles and counts of what they did."""
    return page(request, "people.html", people=flows.people(desk), may=MAY, roles=list(Role))


@router.post("/people")
def add(
    request: Request,
    desk: Admin,
    name: Annotated[str, Form()],
    role: Annotated[Role, Form()] = Role.ANNOTATOR,
    password: Annotated[str, Form()] = "",
) -> Response:
    """Add a person, with a password if they are to log in."""
    new = flows.add_person(desk, name, role, password or None)
    name = name.strip()
    if not new:
        return back_to(request, "/people", f"{name} is there already.")
    return back_to(request, "/people", f"{name} is entered as {role}{' and can log in' if password else ''}.")


@router.post("/people/{number}/role")
def give_role(request: Request, desk: Admin, number: int, role: Annotated[Role, Form()]) -> Response:
    """Set the role of a person, effective from their next request."""
    one = flows.person_numbered(desk, number)
    other = flows.give_role(desk, one.name, role)
    return back_to(request, "/people", f"{one.name} is {'now' if other else 'already'} {role}.")


@router.post("/people/{number}/password")
def set_password(request: Request, desk: Admin, number: int, password: Annotated[str, Form()]) -> Response:
    """Set the password of a person."""
    one = flows.person_numbered(desk, number)
    accounts.set_password(desk, one.name, password)
    served_by(request).attempts.forgive(one.name)
    return back_to(request, "/people", f"{one.name} has a new password and is logged out everywhere.")


@router.post("/people/{number}/remove")
def remove(request: Request, desk: Admin, number: int) -> Response:
    """Remove a person; what they did stays."""
    one = flows.person_numbered(desk, number)
    flows.remove_person(desk, one.name)
    return back_to(request, "/people", f"{one.name} is removed. What they did stays. The log can undo it.")
