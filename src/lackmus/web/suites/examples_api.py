"""API of examples in guidelines: list, add, remove."""

from typing import Annotated

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, Field, model_validator

from lackmus.core.suites.examples import ExampleVerdict, GuidelineExample, PlacedExample
from lackmus.flows.suites import examples as flows
from lackmus.flows.suites.examples import SavedExample
from lackmus.web.http.auth import Editor, Reader
from lackmus.web.suites.browsing import Number
from lackmus.web.suites.item_changes_api import Long, Name
from lackmus.web.suites.item_models import MOST_NUMBER

router = APIRouter()


class GuidelineExamples(BaseModel):
    """Examples, in the order of their numbers."""

    examples: list[PlacedExample]


class NewExample(BaseModel):
    """An example that is typed in."""

    category: Name = Field("", description="Only needed where two categories have the phenomenon.")
    phenomenon: Name
    source: Long
    translation: Long
    verdict: ExampleVerdict
    note: Long = Field("", description="Why.")

    @model_validator(mode="after")
    def _filled(self) -> "NewExample":
        if not self.source.strip() or not self.translation.strip():
            raise ValueError("an example needs a source and a translation")
        return self


class ExampleOfText(BaseModel):
    """A stored text that becomes an example."""

    verdict: ExampleVerdict
    note: Long = Field("", description="Why.")


@router.get("/suites/{number}/examples")
def examples(
    desk: Reader,
    number: Number,
    category: Annotated[str, Query(max_length=500)] = "",
    phenomenon: Annotated[str, Query(max_length=500)] = "",
) -> GuidelineExamples:
    """The examples in the guidelines of a suite; those of reserved items are for editors."""
    return GuidelineExamples(examples=flows.examples_of(desk, number, category or None, phenomenon or None))


@router.post("/suites/{number}/examples", status_code=201)
def add(desk: Editor, number: Number, wanted: NewExample) -> SavedExample:
    """Add an example to the guideline of a phenomenon."""
    example = GuidelineExample(wanted.source, wanted.translation, wanted.verdict, wanted.note)
    return flows.add_example(desk, number, wanted.category or None, wanted.phenomenon, example)


@router.post("/texts/{text}/example", status_code=201)
def add_text(
    desk: Editor, text: Annotated[int, Path(ge=1, le=MOST_NUMBER)], wanted: ExampleOfText
) -> SavedExample:
    """Make a stored text an example of its item's phenomenon."""
    return flows.add_example_of(desk, text, wanted.verdict, wanted.note)


@router.delete("/suites/{number}/examples/{example}")
def remove(desk: Editor, number: Number, example: Annotated[int, Path(ge=1, le=MOST_NUMBER)]) -> SavedExample:
    """Remove an example; the history keeps it."""
    return flows.remove_example(desk, number, example)
