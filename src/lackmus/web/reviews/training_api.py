"""API of training sets: make, assign, judge, report, remove."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field

from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.training import TrainingAnswer, TrainingPage, TrainingReport, TrainingSet
from lackmus.core.workspaces.people import Role
from lackmus.flows.reviews import training as flows
from lackmus.tables.reviews.training import report_tables, report_values
from lackmus.tables.table import Report
from lackmus.web.http.auth import Annotator, Editor, Reviewer, current_user
from lackmus.web.http.downloads import report_file, safe_name
from lackmus.web.reviews.controls_api import MOST_PEOPLE, KnownTextsBody, Name
from lackmus.web.reviews.review_models import Given, Number

router = APIRouter(prefix="/training", tags=["training"])
SetNumber = Annotated[int, Path(ge=1, le=2**31 - 1)]
People = Annotated[list[Name], Field(max_length=MOST_PEOPLE)]


class NewTraining(KnownTextsBody):
    """A new training set."""

    name: str = Field(min_length=1, max_length=200)
    suite: Name | None = None
    people: People = Field(default_factory=list, description="Who is asked to judge it.")
    required: bool = Field(
        False, description="Whether they judge it before they get open texts of the suite."
    )


class TrainingPeople(BaseModel):
    """Who is asked to judge a training set besides those who are already."""

    people: People
    required: bool | None = Field(None, description="Null: as it is.")


class TrainingAnswerBody(BaseModel):
    """A person's verdict on a text of a training set."""

    text_id: Number
    verdict: Given


class TrainingSets(BaseModel):
    """Training sets."""

    training: Sequence[TrainingSet]


def whose(request: Request, desk: Annotator) -> str | None:
    """The person whose sets and answers are shown: editors see those of all."""
    return None if current_user(request).role.may(Role.EDITOR) else desk.who


@router.get("")
def training_sets(request: Request, desk: Annotator) -> TrainingSets:
    """The training sets that you are asked to judge; editors see all."""
    return TrainingSets(training=flows.training_sets(desk, whose(request, desk)))


@router.post("", status_code=201)
def make(desk: Editor, wanted: NewTraining) -> TrainingSet:
    """Make a training set of texts with known verdicts, and ask people to judge it."""
    return flows.make_training(
        desk, wanted.suite or None, wanted.name, wanted.choice, wanted.people, wanted.required
    )


@router.post("/{number}/people")
def assign(desk: Editor, number: SetNumber, wanted: TrainingPeople) -> TrainingSet:
    """Ask people to judge a training set."""
    return flows.assign_training(desk, number, wanted.people, wanted.required)


@router.delete("/{number}")
def remove(desk: Editor, number: SetNumber) -> TrainingSet:
    """Remove a training set with its answers; undo brings both back."""
    return flows.remove_training(desk, number)


@router.get("/{number}/next")
def next_text(desk: Reviewer, number: SetNumber) -> TrainingPage:
    """The next text that you are to judge, without its verdict; none when all are judged."""
    return flows.next_training_text(desk, number)


@router.post("/{number}/answers")
def answer(desk: Reviewer, number: SetNumber, said: TrainingAnswerBody) -> TrainingAnswer:
    """Judge a text, and learn its known verdict; the answer is no decision, and stays."""
    return flows.answer_training(desk, number, said.text_id, Verdict(said.verdict))


@router.get("/{number}/report")
def report(
    request: Request,
    desk: Reviewer,
    number: SetNumber,
    person: Annotated[str | None, Query(max_length=200)] = None,
) -> TrainingReport:
    """How people agree with a training set; annotators see their own answers."""
    return flows.training_report(desk, number, whose(request, desk) or person)


@router.get("/{number}/download.{format}", response_class=Response)
def training_file(request: Request, desk: Reviewer, number: SetNumber, format: str) -> Response:
    """The report as a file."""
    found = flows.training_report(desk, number, whose(request, desk))
    told = Report("Lackmus: training", tuple(report_tables(found)), report_values(found))
    return report_file(told, safe_name(f"training-{found.name}"), format)
