"""Crowd annotation for page and API: a campaign as a file, and uploaded answers."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

from fastapi import Request, UploadFile
from fastapi.responses import Response
from pydantic import BaseModel, BeforeValidator, Field

from lackmus.core.reviews.crowd import MOST_PEOPLE, AnswerBy, CrowdError, CrowdPlan, Cut, ImportedAnswers
from lackmus.core.reviews.offers import Filters
from lackmus.errors import LackmusError
from lackmus.flows.outputs.labels import label_of
from lackmus.flows.reviews import crowd
from lackmus.flows.reviews.reviews import Scope
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.web.http.files import drop, put_aside, put_by, saved_as
from lackmus.web.served import served_by
from lackmus.write.pearmut import campaign_id, campaign_text

_SEED = 2**31 - 1
Name = Annotated[str, Field(max_length=500)]
_Few = Annotated[int, Field(ge=1, le=1_000_000)]  # a form sends an empty field where none is said


class CrowdQuery(BaseModel):
    """Which open texts, for whom."""

    campaign: Name = ""
    suite: Name = ""
    pair: Name = ""
    category: Name = ""
    phenomenon: Name = ""
    reason: Name = ""
    system: Name = ""
    people: Annotated[int, Field(ge=1, le=MOST_PEOPLE)] = Field(1, description="So many annotators.")
    names: str = Field("", max_length=20_000, description="Their names instead, with spaces between.")
    times: Annotated[int, Field(ge=1, le=MOST_PEOPLE)] = Field(1, description="So many judge each text.")
    answer: AnswerBy = Field(AnswerBy.CHOICE, description="One of three answers, or a score.")
    label_pass: Name = Field(CrowdPlan.labels[0], description="The answer that passes.")
    label_fail: Name = Field(CrowdPlan.labels[1], description="The answer that fails.")
    label_open: Name = Field(CrowdPlan.labels[2], description="The answer that leaves the text open.")
    controls: Annotated[int, Field(ge=0, le=10_000)] = Field(
        0, description="For each annotator, so many texts that people have decided."
    )
    many: Annotated[_Few | None, BeforeValidator(lambda said: said or None)] = Field(
        None, description="At most so many texts."
    )
    seed: Annotated[int, Field(ge=0, le=_SEED)] = 1
    with_reserved: bool = Field(False, description="Also texts of reserved items, which are secret.")

    @property
    def plan(self) -> CrowdPlan:
        """The plan as flows take it."""
        try:
            return CrowdPlan(
                self.people,
                tuple(self.names.split()),
                self.times,
                self.answer,
                (self.label_pass, self.label_fail, self.label_open),
                self.controls,
                self.seed,
            )
        except CrowdError as problem:
            raise LackmusError(f"{problem}.") from None


def campaign_file(desk: Desk, asked: CrowdQuery) -> Response:
    """The campaign as a file for Pearmut."""
    scope = Scope(asked.campaign or None, asked.suite or None, asked.pair or None)
    filters = Filters(
        asked.category or None, asked.phenomenon or None, asked.reason or None, asked.system or None
    )
    made = crowd.crowd_tasks(desk, scope, asked.plan, filters, asked.many, asked.with_reserved)
    return Response(
        campaign_text(made.name, made.tasks, made.plan),
        200,
        saved_as(campaign_id(made.name), ".json"),
        "application/json",
    )


def answers_in(
    request: Request,
    desk: Desk,
    file: UploadFile | None,
    suite: str,
    pass_from: float,
    fail_to: float,
    replaces: bool,
    log: str,
) -> ImportedAnswers:
    """Save the answers of an uploaded file; errors use its original name."""
    if file is None or not file.filename:
        raise LackmusError("Choose a file first.")
    try:
        cut = Cut(pass_from, fail_to)
    except CrowdError as problem:
        raise LackmusError(f"{problem}.") from None
    folder = served_by(request).folder
    token = put_aside(folder, file.file, desk.who)
    place: Path = put_by(folder, token, desk.who)
    try:
        said = replace(desk, comment=log.strip())
        return crowd.import_uploaded(said, place, suite or None, cut, replaces)
    except LackmusError as problem:
        raise problem.calling(place, label_of(file.filename)) from None
    finally:
        drop(folder, token, desk.who)
