"""API of blind ratings: make tasks, rate texts by their keys, get the report."""

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from lackmus.core.base.choices import ItemSet
from lackmus.core.ratings.tasks import (
    HIGHEST,
    MOST_ADVICE,
    MOST_PEOPLE,
    MOST_REPEATS,
    BlindTranslation,
    RatingScale,
    TaskPlan,
)
from lackmus.errors import LackmusError
from lackmus.flows.ratings import ratings, tasks
from lackmus.flows.ratings.ratings import OwnProgress
from lackmus.plugins import PluginGroup, named
from lackmus.tables.ratings.ratings import report_of
from lackmus.tables.ratings.tasks import tasks_values
from lackmus.web.http.auth import Annotator, Editor, Reader
from lackmus.web.outputs.uploads import Form, upload_of
from lackmus.web.ratings.ratings import (
    MOST_PASSED,
    MOST_SEED,
    MOST_SENTENCES,
    MOST_TRANSLATIONS,
    found_report,
    sheet_in,
    task_values,
)
from lackmus.web.ratings.ratings_page import Number, report_download, sheet_download

_KEY = "What stands for a text, for one annotator alone."


class RatingDraw(BaseModel):
    """How the texts of a task were drawn."""

    keywords: str = Field(description="refined, pre-selected or hits.")
    contrasts: list[str] = Field(description="By name; none: all.")
    systems: list[str]
    references: list[str]
    sentences: int | None = Field(description="So many were drawn; null: all.")
    repeats: int = Field(description="Percent of an annotator's texts that come a second time.")
    seed: int


class RatingTask(BaseModel):
    """A task without its texts."""

    number: int
    name: str
    study: str
    pair: str
    scale: RatingScale
    marked: bool = Field(description="The keyword is marked in the source.")
    advice: str
    texts: int
    sentences: int
    people: int = Field(description="So many annotators rate each text.")
    ratings: int = Field(description="Made so far, repeats left aside.")
    wanted: int
    own: int = Field(description="Texts that you have rated.")
    left: int = Field(description="Ratings that are left for you.")
    done: bool
    person: str = Field(description="Who made it.")
    at: str
    draw: RatingDraw | None = Field(description="Null for annotators with texts left to rate.")


class RatingTasks(BaseModel):
    """All tasks."""

    tasks: list[RatingTask]


class RatingTaskAbout(RatingTask):
    """A task with the progress of each person."""

    progress: dict[str, int] = Field(description="Texts rated, by annotator.")


class NewRatingTask(BaseModel):
    """The settings of a task; they never change afterwards."""

    name: str = Field(min_length=1, max_length=500)
    study: str = Field(max_length=500, description="By name.")
    scale: RatingScale = RatingScale()
    keywords: ItemSet = Field(ItemSet.SELECTED, description="From which set of keywords sentences are drawn.")
    contrasts: list[str] = Field([], max_length=1000, description="By name or phenomenon; none: all.")
    systems: list[str] = Field([], max_length=1000, description="None: all of the study.")
    references: list[str] | None = Field(
        None, max_length=1000, description="Rated as well; null: all of the study."
    )
    sentences: int = Field(0, ge=0, le=MOST_SENTENCES, description="So many, drawn by the seed; 0: all.")
    people: int = Field(2, ge=1, le=MOST_PEOPLE)
    repeats: int = Field(0, ge=0, le=MOST_REPEATS, description="Percent.")
    marked: bool = False
    advice: str = Field("", max_length=MOST_ADVICE)
    seed: int = Field(1, ge=0, le=MOST_SEED)

    @property
    def plan(self) -> TaskPlan:
        """The settings as a core value."""
        return TaskPlan(
            self.scale,
            self.keywords,
            tuple(self.contrasts),
            tuple(self.systems),
            tuple(self.references or ()),
            self.sentences,
            self.people,
            self.repeats,
            self.marked,
            self.advice,
            self.seed,
        )


class TextsToRate(BaseModel):
    """Which texts you have already, and how many you want."""

    without: list[str] = Field([], max_length=MOST_PASSED, description="Keys.")
    many: int = Field(1, ge=1, le=MOST_TRANSLATIONS)


class BlindTexts(BaseModel):
    """Your next texts."""

    texts: Sequence[BlindTranslation]
    progress: OwnProgress


class TextBefore(BaseModel):
    """The text you rated before; null at the beginning."""

    text: BlindTranslation | None


class Rating(BaseModel):
    """Your rating of a text."""

    key: str = Field(max_length=64, description=_KEY)
    value: int = Field(ge=0, le=HIGHEST)


class NewRatings(BaseModel):
    """Ratings of one annotator; all are saved, or none."""

    ratings: list[Rating] = Field(min_length=1, max_length=10_000)


class SavedRatings(BaseModel):
    """Your progress after saving."""

    progress: OwnProgress


class SavedSheet(SavedRatings):
    """How many ratings a sheet held."""

    ratings: int


class RemovedTask(BaseModel):
    """The removed task; undo restores it."""

    name: str


class RatingReportShown(BaseModel):
    """The report of ratings; other keys may be added."""

    model_config = ConfigDict(extra="allow")

    signature: str
    task: str
    study: str
    texts: int
    rated: int
    ratings: int
    wanted: int
    reference: str | None = Field(description="With whose structure translations are compared.")
    systems: list[dict[str, Any]]
    verdicts: list[dict[str, Any]]
    agreement_with_reference: list[dict[str, Any]]
    within_sentences: list[dict[str, Any]]
    annotators: list[dict[str, Any]]


router = APIRouter(prefix="/ratings", tags=["ratings"])

Key = Annotated[str, Path(max_length=64)]


@router.get("", response_model=RatingTasks)
def list_tasks(desk: Reader) -> dict[str, Any]:
    """All rating tasks, in the order of creation."""
    return tasks_values(tasks.tasks(desk))


@router.post("", response_model=RatingTaskAbout)
def make_task(desk: Editor, asked: NewRatingTask) -> dict[str, Any]:
    """Make a task from a study: its distinct translations, in random order."""
    every = asked.references is None
    made = tasks.create(desk, asked.name, asked.study, asked.plan, every_reference=every)
    return task_values(desk, tasks.listed(desk, made.number))


@router.get("/{number}", response_model=RatingTaskAbout)
def show_task(desk: Reader, number: Number) -> dict[str, Any]:
    """A task with the progress of each person."""
    return task_values(desk, tasks.listed(desk, number))


@router.delete("/{number}", response_model=RemovedTask)
def remove_task(desk: Editor, number: Number) -> dict[str, Any]:
    """Remove a task with its ratings; undo restores both."""
    return {"name": tasks.remove(desk, number).name}


@router.post("/{number}/next")
def next_texts(desk: Annotator, number: Number, asked: TextsToRate) -> BlindTexts:
    """What you rate next, kept for you for some minutes."""
    offered = ratings.next_translations(desk, number, asked.without, asked.many)
    return BlindTexts(texts=offered.cards, progress=offered.progress)


@router.get("/{number}/texts/{key}")
def get_text(desk: Annotator, number: Number, key: Key) -> BlindTranslation:
    """A text by its key, with what you said of it."""
    return ratings.card(desk, number, key)


@router.get("/{number}/before")
def get_before(
    desk: Annotator, number: Number, key: Annotated[str | None, Query(max_length=64)] = None
) -> TextBefore:
    """What you rated before a text, or last of all."""
    return TextBefore(text=ratings.before(desk, number, key))


@router.post("/{number}/ratings")
def save_ratings(desk: Annotator, number: Number, asked: NewRatings) -> SavedRatings:
    """Rate texts by their keys; saying the same again changes nothing."""
    said = {one.key: one.value for one in asked.ratings}
    if len(said) < len(asked.ratings):
        raise LackmusError("A key stands there twice. Send each text once.")
    return SavedRatings(progress=ratings.rate(desk, number, said))


@router.post("/{number}/sheet", openapi_extra=upload_of("file"))
def save_sheet(request: Request, desk: Annotator, number: Number, form: Form) -> SavedSheet:
    """Save the ratings of your sheet, all or none."""
    many, progress = sheet_in(request, desk, number, form)
    return SavedSheet(ratings=many, progress=progress)


@router.get("/{number}/report", response_model=RatingReportShown)
def get_report(request: Request, desk: Reader, number: Number) -> Response:
    """The report of ratings, as from `lackmus rating report --format json`."""
    report = report_of(found_report(request, desk, number))
    return Response(named(PluginGroup.WRITE_REPORT, "json").write(report), media_type="application/json")


# Files have the same routes as on pages.
for path, hand_out in (
    ("/{number}/download.{format}", report_download),
    ("/{number}/sheet.{ending}", sheet_download),
):
    router.add_api_route(path, hand_out, response_class=Response)
