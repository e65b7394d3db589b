"""Pages of training sets and control texts: make, assign, judge, and see how people agree."""

from collections.abc import Sequence
from typing import Annotated
from urllib.parse import parse_qs

from fastapi import APIRouter, Form, Path, Request
from fastapi.responses import HTMLResponse, Response

from lackmus.core.base.plurals import counted
from lackmus.core.reviews.known_verdicts import KnownBy, KnownChoice, named_text
from lackmus.core.reviews.training import WHY
from lackmus.core.suites.draws import Amount
from lackmus.core.workspaces.people import Role
from lackmus.errors import LackmusError
from lackmus.flows.reviews import controls as mixing
from lackmus.flows.reviews import training as flows
from lackmus.flows.reviews.disputes import annotators
from lackmus.flows.reviews.reviews import Scope
from lackmus.flows.suites.catalogue import listed_suites
from lackmus.tables.reviews.known_verdicts import agreed_table, controls_table
from lackmus.web.http.answers import back_to, page, query
from lackmus.web.http.auth import Annotator, Editor, Reviewer, current_user
from lackmus.web.http.downloads import formats
from lackmus.web.reviews.agreement_page import places
from lackmus.web.reviews.training_api import training_file, whose

router = APIRouter(prefix="/agreement/training")
SetNumber = Annotated[int, Path(ge=1, le=2**31 - 1)]
Word = Annotated[str, Form(max_length=1_000)]
Words = Annotated[str, Form(max_length=20_000)]
Several = Annotated[list[str], Form(max_length=500)]
Seed = Annotated[int, Form(ge=0, le=2**31 - 1)]
HERE = "/agreement/training"


@router.get("")
def training_page(request: Request, desk: Annotator) -> HTMLResponse:
    """The training sets of a person; editors see all, make new ones, and mix in control texts."""
    editor = current_user(request).role.may(Role.EDITOR)
    mixed = mixing.controls(desk) if editor else []
    return page(
        request,
        "training.html",
        path=HERE,
        campaign="",
        campaigns=[],
        sets=flows.training_sets(desk, whose(request, desk)),
        me=desk.who,
        suites=[one.count.name for one in listed_suites(desk)] if editor else [],
        people=annotators(desk) if editor else [],
        places=[(query(said), label) for said, label in places(desk)] if editor else [],
        controls=mixed,
        controls_table=controls_table(mixed) if mixed else None,
    )


def _choice(
    by: Sequence[str], phenomenon: str, amount: str, texts: str, seed: int, category: str = ""
) -> KnownChoice:
    """Which texts a form asks for."""
    try:
        named = dict(named_text(one) for one in texts.replace(",", " ").split())
        many = Amount.parse(amount)
    except ValueError as problem:
        raise LackmusError(f"{problem}.") from None
    found = tuple(one for one in (KnownBy.ADJUDICATED, KnownBy.UNANIMOUS) if one in by)
    if not found and not named:
        raise LackmusError("No texts are chosen. Tick how verdicts are known, or name texts.")
    return KnownChoice(found, category or None, phenomenon.strip() or None, many, seed, named)


@router.post("")
def make(
    request: Request,
    desk: Editor,
    name: Word,
    suite: Word,
    amount: Word = "5",
    phenomenon: Word = "",
    texts: Words = "",
    seed: Seed = 1,
    by: Several = [],  # noqa: B006  (FastAPI copies it)
    people: Several = [],  # noqa: B006
    required: Word = "",
) -> Response:
    """Make a training set."""
    wanted = _choice(by, phenomenon, amount, texts, seed)
    made = flows.make_training(desk, suite, name, wanted, people, bool(required))
    return back_to(request, HERE, f"{made.name} has {counted(made.texts, 'text')}.")


@router.post("/controls")
def mix(
    request: Request,
    desk: Editor,
    place: Word,
    rate: Word,
    amount: Word = "5",
    phenomenon: Word = "",
    texts: Words = "",
    seed: Seed = 1,
    by: Several = [],  # noqa: B006
    people: Several = [],  # noqa: B006
) -> Response:
    """Mix control texts into what people judge."""
    wanted = _choice(by, phenomenon, amount, texts, seed)
    done = mixing.set_controls(desk, _scope(place), rate, wanted, people)
    told = f"{counted(done.texts, 'control text')} of {done.campaign} at a rate of {done.rate}."
    return back_to(request, f"{HERE}#controls", told)


@router.post("/controls/remove")
def mix_no_more(request: Request, desk: Editor, campaign: Word, suite: Word) -> Response:
    """Mix in no more control texts."""
    mixing.remove_controls(desk, Scope(campaign, suite))
    told = f"{campaign} has no control texts any more. What people answered stays in the agreement."
    return back_to(request, f"{HERE}#controls", told)


def _scope(place: str) -> Scope:
    said = {name: values[0] for name, values in parse_qs(place.removeprefix("?")).items()}
    return Scope(said.get("campaign"), said.get("suite"), said.get("pair"))


@router.get("/{number}")
def judge(request: Request, desk: Reviewer, number: SetNumber) -> HTMLResponse:
    """Judge a training set, text after text."""
    found = flows.next_training_text(desk, number)
    settings = {"number": number, "name": found.name, "done": found.done, "texts": found.texts}
    return page(
        request,
        "training_set.html",
        path=HERE,
        settings={**settings, "why": {str(origin): why for origin, why in WHY.items()}},
    )


@router.get("/{number}/report")
def report(request: Request, desk: Reviewer, number: SetNumber) -> HTMLResponse:
    """How people agree with a set, and the texts where they differ; annotators see their own answers."""
    found = flows.training_report(desk, number, whose(request, desk))
    return page(
        request,
        "training_report.html",
        path=HERE,
        found=found,
        why=WHY,
        overall=[one for one in found.agreed if one.phenomenon is None],
        table=agreed_table(found.agreed, "By person and phenomenon") if found.agreed else None,
        one=flows.training_set(desk, number),
        formats=formats(),
        me=desk.who,
    )


@router.get("/{number}/download.{format}")
def download(request: Request, desk: Reviewer, number: SetNumber, format: str) -> Response:
    """The report as a file."""
    return training_file(request, desk, number, format)


@router.post("/{number}/people")
def assign(request: Request, desk: Editor, number: SetNumber, people: Several = []) -> Response:  # noqa: B006
    """Ask people to judge a set."""
    done = flows.assign_training(desk, number, people)
    return back_to(request, HERE, f"{', '.join(people)} will find {done.name} on the overview.")


@router.post("/{number}/remove")
def remove(request: Request, desk: Editor, number: SetNumber) -> Response:
    """Remove a set."""
    return back_to(request, HERE, f"{flows.remove_training(desk, number).name} is removed. Undo under Log.")
