"""The page of an item: its content, the texts of systems, and the lab for its rules."""

from dataclasses import asdict, replace
from typing import Annotated

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import Response

from lackmus.core.reviews.rule_conflicts import flip_counts
from lackmus.core.suites.examples import ExampleVerdict
from lackmus.core.workspaces.history import flips_said
from lackmus.core.workspaces.people import Role
from lackmus.flows.rules.restoring import restore
from lackmus.flows.suites.item_pages import ItemPage, item_page
from lackmus.web.http.answers import back_to, page
from lackmus.web.http.auth import Editor, Reader, current_user
from lackmus.web.reviews.deciding import deciding
from lackmus.web.suites.item_models import MOST_NUMBER, Number, rule_models

router = APIRouter()


@router.get("/items/{number}")
def item(
    request: Request,
    desk: Reader,
    number: Number,
    systems: str = "",
    back: Annotated[str, Query(alias="next")] = "",
) -> Response:
    """Everything about one item."""
    role = current_user(request).role
    one = item_page(desk, number, reveal=systems == "1", logged=role.may(Role.ANNOTATOR))
    return page(
        request,
        "item.html",
        one=one,
        said=one.stored.item,
        number=number,
        held_numbers={rule.number for rule in one.rules},
        rules=_rules(one),
        may_save=role.may(Role.EDITOR),
        example_verdicts=list(ExampleVerdict),
        decides=deciding(request, desk, [text.number for text in one.texts]),
        back=own_place(back),
    )


def _rules(one: ItemPage) -> list[dict[str, object]]:
    """The rules for the editor; for a retired item its last ones, read-only."""
    if one.stored.held:
        return [asdict(rule) for rule in rule_models(one.rules)]
    return [{"rule_id": None, **asdict(rule)} for rule in one.stored.item.rules]


def own_place(place: str) -> str:
    """A path of this server to return to, or empty: foreign URLs are refused."""
    inside = place.startswith("/") and not place.startswith(("//", "/\\"))
    return place if inside and place.isprintable() and "\\" not in place else ""


@router.post("/items/{number}/restore")
def bring_back(
    request: Request,
    desk: Editor,
    number: Number,
    rule: Annotated[int | None, Form(ge=1, le=MOST_NUMBER)] = None,
    revision: Annotated[int | None, Form(ge=1, le=MOST_NUMBER)] = None,
    comment: Annotated[str, Form(max_length=2_000)] = "",
) -> Response:
    """Restore an old rule, or all rules as after a change."""
    done = restore(replace(desk, comment=comment), number, rule, revision)
    if done.change is None:
        said = "The rules are already so; nothing was changed."
    else:
        flips = flips_said(flip_counts(done.edited.flips))
        said = f"Restored by change #{done.change}. {flips or 'No verdict flipped'}."
    return back_to(request, f"/items/{number}", said)
