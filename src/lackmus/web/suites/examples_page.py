"""Forms of examples in guidelines: add one that is typed in or made of a text, remove one."""

from typing import Annotated

from fastapi import APIRouter, Form, Path, Request, Response

from lackmus.core.suites.examples import ExampleVerdict, GuidelineExample
from lackmus.flows.suites import examples as flows
from lackmus.flows.suites.examples import SavedExample
from lackmus.web.http.answers import back_to, query
from lackmus.web.http.auth import Editor
from lackmus.web.suites.browsing import Number

router = APIRouter()
Words = Annotated[str, Form(max_length=20_000)]
Name = Annotated[str, Form(max_length=1_000)]


@router.post("/suites/{number}/examples")
def add(
    request: Request,
    desk: Editor,
    number: Number,
    category: Name,
    phenomenon: Name,
    verdict: Annotated[ExampleVerdict, Form()],
    source: Words = "",
    translation: Words = "",
    note: Words = "",
) -> Response:
    """Add an example that is typed in."""
    example = GuidelineExample(source, translation, verdict, note)
    done = flows.add_example(desk, number, category, phenomenon, example)
    return back_to(request, _place(done), _told(done))


@router.post("/suites/{number}/examples/{example}/remove")
def remove(
    request: Request, desk: Editor, number: Number, example: Annotated[int, Path(ge=1, le=2**31 - 1)]
) -> Response:
    """Remove an example."""
    done = flows.remove_example(desk, number, example)
    return back_to(request, _place(done), "The example is removed.")


@router.post("/items/{number}/examples")
def add_text(
    request: Request,
    desk: Editor,
    number: Number,
    text: Annotated[int, Form(ge=1, le=2**31 - 1)],
    verdict: Annotated[ExampleVerdict, Form()],
    note: Words = "",
) -> Response:
    """Make a text of an item an example."""
    done = flows.add_example_of(desk, text, verdict, note)
    return back_to(request, f"/items/{number}#text-{text}", _told(done))


def _told(done: SavedExample) -> str:
    if done.change is None:
        return f"{done.phenomenon} has this example already."
    return f"Added to the examples of {done.phenomenon}."


def _place(done: SavedExample) -> str:
    return f"/suites/{done.suite}{query({'category': done.category, 'phenomenon': done.phenomenon})}"
