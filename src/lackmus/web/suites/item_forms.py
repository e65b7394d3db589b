"""Pages to add, edit, retire and restore an item."""

from dataclasses import asdict, replace
from typing import Annotated

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from lackmus.core.suites.catalogue import Catalogue
from lackmus.core.suites.revisions import FIELDS
from lackmus.core.suites.suite import Item, RuleScope
from lackmus.errors import LackmusError, UnavailableError
from lackmus.flows.suites import item_changes
from lackmus.flows.suites.item_changes import ItemConflict, ItemDraft, ItemShown, show_item
from lackmus.web.http.answers import back_to, page, query
from lackmus.web.http.auth import Editor
from lackmus.web.http.remedies import on_page
from lackmus.web.suites.browsing import Number, the_catalogue
from lackmus.web.suites.item_models import RuleModel

router = APIRouter()
_RULES = TypeAdapter(list[RuleModel])
_CONFLICT, _REFUSED = 409, 400


class ItemFields(BaseModel):
    """The fields of the form."""

    pair: str = Field("", max_length=50)
    id: str = Field("", max_length=1_000)
    category: str = Field("", max_length=1_000)
    phenomenon: str = Field("", max_length=1_000)
    source: str = Field("", max_length=100_000)
    comment: str = Field("", max_length=100_000)
    tags: str = Field("", max_length=5_000)  # comma-separated
    paradigm: str = Field("", max_length=1_000)
    reserved: bool = False
    prompt: str = Field("", max_length=100_000)
    stretch: str = Field("", max_length=100_000)
    occurrence: Annotated[str, Field(pattern=r"^\s*[0-9]{0,6}\s*$")] = ""  # empty: it is the only one
    scope: RuleScope = RuleScope.TEXT
    plain_rules: str = Field("", max_length=100_000)  # one on each line
    rules: str = Field("[]", max_length=1_000_000)  # as JSON, built by the page's script
    why: str = Field("", max_length=2_000)  # for the log
    base: int = Field(0, ge=0, le=2**31 - 1)  # the revision that was shown
    again: bool = False  # open a form for another new item afterwards

    @property
    def draft(self) -> ItemDraft:
        """The item in the fields."""
        try:
            rules = tuple(one.wanted().rule for one in _RULES.validate_json(self.rules) if one.value.strip())
        except ValidationError:
            raise LackmusError("The rules did not arrive as they should. Load the page again.") from None
        return ItemDraft(
            self.pair,
            self.id,
            self.category,
            self.phenomenon,
            self.source,
            rules,
            self.paradigm,
            self.comment,
            tuple(tag.strip() for tag in self.tags.split(",") if tag.strip()),
            self.reserved,
            self.prompt,
            self.stretch,
            int(self.occurrence) if self.occurrence.strip() else None,
            self.scope,
            tuple(self.plain_rules.splitlines()),
        )


def _form(
    request: Request,
    book: Catalogue,
    draft: ItemDraft,
    shown: ItemShown | None = None,
    problem: str = "",
    others: Item | None = None,
    base: int = 0,
    why: str = "",
    status: int = 200,
) -> Response:
    """The form of an item, filled; `others` is what another person has written meanwhile."""
    items = book.suite.items
    rules = shown.item.rules if shown else draft.rules
    return page(
        request,
        "item_form.html",
        status,
        book=book,
        draft=draft,
        shown=shown,
        problem=problem,
        others=_differences(draft, ItemDraft.of(others)) if others else {},
        base=base or (shown.base if shown else 0),
        why=why,
        rules=[{"rule_id": None, **asdict(rule)} for rule in rules],
        categories=list(dict.fromkeys(item.category for item in items)),
        phenomena=list(dict.fromkeys(item.phenomenon for item in items)),
        paradigms=sorted({item.paradigm for item in items if item.paradigm}),
        tags=sorted({tag for item in items for tag in item.tags}),
    )


def _differences(draft: ItemDraft, others: ItemDraft) -> dict[str, str]:
    """The values that another person has written in the fields, for people."""
    told = {}
    for name in FIELDS:
        theirs = getattr(others, name)
        if theirs != getattr(draft, name):
            told[name] = ", ".join(theirs) if isinstance(theirs, tuple) else str(theirs)
    return told


@router.get("/suites/{number}/items/new")
def new_form(
    request: Request,
    desk: Editor,
    number: Number,
    pair: Annotated[str, Query(max_length=50)] = "",
    category: Annotated[str, Query(max_length=1_000)] = "",
    phenomenon: Annotated[str, Query(max_length=1_000)] = "",
    like: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
) -> Response:
    """The form for a new item, empty or as a copy."""
    book = the_catalogue(request, desk, number, 0)
    only = book.pairs[0] if len(book.pairs) == 1 else ""
    draft = ItemDraft(pair or only, "", category, phenomenon, "")
    if like:
        draft = replace(ItemDraft.of(show_item(desk, like).item), id="")
    return _form(request, book, draft)


@router.post("/suites/{number}/items")
def add(request: Request, desk: Editor, number: Number, fields: Annotated[ItemFields, Form()]) -> Response:
    """Add an item; on errors everything stays in the fields."""
    draft = fields.draft
    try:
        saved = item_changes.add_item(replace(desk, comment=fields.why.strip()), number, draft)
    except LackmusError as problem:
        book = the_catalogue(request, desk, number, 0)
        return _form(request, book, draft, problem=on_page(problem), why=fields.why, status=_status(problem))
    said = " ".join((f"Item {saved.key} is in the suite.", *saved.warnings))
    if fields.again:
        asked = {"pair": draft.pair, "category": draft.category, "phenomenon": draft.phenomenon}
        return back_to(request, f"/suites/{number}/items/new{query(asked)}", said)
    return back_to(request, f"/items/{saved.number}", said)


def _status(problem: LackmusError) -> int:
    return 503 if isinstance(problem, UnavailableError) else _REFUSED


@router.get("/items/{number}/edit")
def edit_form(request: Request, desk: Editor, number: Number) -> Response:
    """The form to edit an item; its rules are edited in the lab."""
    shown = show_item(desk, number)
    return _form(request, the_catalogue(request, desk, shown.suite, 0), ItemDraft.of(shown.item), shown)


@router.post("/items/{number}/edit")
def edit(request: Request, desk: Editor, number: Number, fields: Annotated[ItemFields, Form()]) -> Response:
    """Save the edited item; if another person has changed it meanwhile, show both."""
    draft = fields.draft
    try:
        saved = item_changes.revise_item(
            replace(desk, comment=fields.why.strip()), number, draft, fields.base or None
        )
    except LackmusError as problem:
        shown = show_item(desk, number)
        book = the_catalogue(request, desk, shown.suite, 0)
        now = problem.now if isinstance(problem, ItemConflict) else None
        others = now if isinstance(now, Item) else None
        return _form(
            request,
            book,
            draft,
            shown,
            on_page(problem),
            others,
            base=problem.base if isinstance(problem, ItemConflict) else fields.base,
            why=fields.why,
            status=_CONFLICT if others else _status(problem),
        )
    said = f"Item {saved.key} is saved." if saved.change else f"Item {saved.key} says so already."
    return back_to(request, f"/items/{number}", said)


@router.post("/items/{number}/retire")
def retire(
    request: Request, desk: Editor, number: Number, why: Annotated[str, Form(max_length=2_000)] = ""
) -> Response:
    """Retire an item from its suite; it can be restored."""
    shown = show_item(desk, number)
    saved = item_changes.retire_item(replace(desk, comment=why.strip()), number)
    said = f"Item {saved.key} is retired. It stands among the retired ones, and can be brought back."
    return back_to(request, f"/suites/{shown.suite}", said)


@router.post("/items/{number}/back")
def back(
    request: Request, desk: Editor, number: Number, why: Annotated[str, Form(max_length=2_000)] = ""
) -> Response:
    """Restore a retired item."""
    saved = item_changes.bring_back(replace(desk, comment=why.strip()), number)
    return back_to(request, f"/items/{number}", f"Item {saved.key} is back in its suite.")
