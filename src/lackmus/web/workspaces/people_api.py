"""API of people, the current user, and tokens."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, Field

from lackmus.core.workspaces.people import Role, Token
from lackmus.flows.workspaces import accounts
from lackmus.flows.workspaces import people as flows
from lackmus.tables.workspaces.people import people_values, person_values
from lackmus.web.http.answers import put_session
from lackmus.web.http.auth import Admin, CurrentUser, Reader, current_user
from lackmus.web.http.problems import Problem
from lackmus.web.served import served_by
from lackmus.web.workspaces.login_page import SECONDS
from lackmus.web.workspaces.settings_page import changed

router = APIRouter(tags=["people"])
Number = Annotated[int, Path(ge=1, le=2**31 - 1)]
Name = Annotated[str, Field(min_length=1, max_length=500)]
Password = Annotated[str, Field(min_length=10, max_length=1000)]


class PersonAnswer(BaseModel):
    """A person in the workspace."""

    number: int
    name: str
    role: Role
    decisions: int
    seen: str | None
    can_log_in: bool


class People(BaseModel):
    """All people."""

    people: list[PersonAnswer]


class NewPerson(BaseModel):
    """A new person; without a password they cannot log in."""

    name: Name
    role: Role = Role.ANNOTATOR
    password: Password | None = None


class GivenRole(BaseModel):
    """The new role of a person."""

    role: Role


class GivenPassword(BaseModel):
    """The new password of a person."""

    password: Password


class OwnPassword(BaseModel):
    """A new password for the current user, who gives the old one."""

    old: str = Field("", max_length=1000)
    new: Password


class TokensAnswer(BaseModel):
    """Some tokens."""

    tokens: Sequence[Token]


class NewToken(BaseModel):
    """The purpose of a new token."""

    name: Name


class MadeToken(BaseModel):
    """A new token; its secret is returned only this once."""

    token: str


@router.get("/me")
def me(request: Request, desk: Reader) -> CurrentUser:
    """Who asks, and what they may do."""
    return current_user(request)


@router.put(
    "/me/password",
    status_code=204,
    responses={
        429: {"model": Problem, "description": "Too many wrong passwords; the line says when to go on."}
    },
)
def change_own_password(request: Request, desk: Reader, body: OwnPassword) -> Response:
    """Change one's own password; other browsers are logged out."""
    session = changed(request, desk, body.old, body.new)
    answer = Response(status_code=204)
    if session is not None and not current_user(request).by_token:
        put_session(answer, session, served_by(request).secure, SECONDS)
    return answer


@router.get("/me/tokens")
def own_tokens(desk: Reader) -> TokensAnswer:
    """One's own tokens."""
    return TokensAnswer(tokens=accounts.list_tokens(desk, desk.who))


@router.post("/me/tokens", status_code=201)
def make_own_token(desk: Reader, body: NewToken) -> MadeToken:
    """Make a token for one's own scripts; its secret is returned only this once."""
    return MadeToken(token=accounts.make_token(desk, desk.who, body.name))


@router.delete("/me/tokens")
def revoke_own_tokens(desk: Reader) -> TokensAnswer:
    """Revoke all of one's tokens, also that by which this is asked; which there were."""
    return TokensAnswer(tokens=accounts.revoke_tokens(desk, desk.who))


@router.get("/tokens")
def all_tokens(desk: Admin) -> TokensAnswer:
    """The tokens of everybody."""
    return TokensAnswer(tokens=accounts.list_tokens(desk))


@router.delete("/tokens/{number}", status_code=204)
def revoke_token(desk: Reader, number: Number) -> Response:
    """Revoke a token: one's own, or any as an admin."""
    accounts.revoke_token(desk, number)
    return Response(status_code=204)


@router.get("/people", response_model=People)
def people(desk: Reader) -> dict[str, object]:
    """All people with their roles and counts of what they did."""
    return people_values(flows.people(desk))


@router.post(
    "/people",
    status_code=201,
    response_model=PersonAnswer,
    responses={200: {"model": PersonAnswer, "description": "They were there already."}},
)
def add_person(desk: Admin, body: NewPerson) -> JSONResponse:
    """Add a person; 200 if they exist already."""
    new = flows.add_person(desk, body.name, body.role, body.password)
    (one,) = (one for one in flows.people(desk) if one.name == body.name.strip())
    return JSONResponse(person_values(one), 201 if new else 200)


@router.get("/people/{number}", response_model=PersonAnswer)
def person(desk: Reader, number: Number) -> dict[str, object]:
    """One person."""
    return person_values(flows.person_numbered(desk, number))


@router.put("/people/{number}/role", response_model=PersonAnswer)
def give_role(desk: Admin, number: Number, body: GivenRole) -> dict[str, object]:
    """Set the role of a person."""
    flows.give_role(desk, flows.person_numbered(desk, number).name, body.role)
    return person_values(flows.person_numbered(desk, number))


@router.put("/people/{number}/password", status_code=204)
def set_password(request: Request, desk: Admin, number: Number, body: GivenPassword) -> Response:
    """Set the password of a person; they are logged out everywhere."""
    one = flows.person_numbered(desk, number)
    accounts.set_password(desk, one.name, body.password)
    served_by(request).attempts.forgive(one.name)
    return Response(status_code=204)


@router.delete("/people/{number}", status_code=204)
def remove_person(desk: Admin, number: Number) -> Response:
    """Remove a person; what they did stays."""
    flows.remove_person(desk, flows.person_numbered(desk, number).name)
    return Response(status_code=204)
