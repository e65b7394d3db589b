"""API of items: add, edit, retire and restore them; guidelines."""

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from lackmus.core.suites.item_edits import ItemAction, ItemsEdit
from lackmus.core.suites.revisions import GuidelineRevision
from lackmus.core.suites.suite import Item, RuleScope
from lackmus.flows.suites import item_changes, many_items
from lackmus.flows.suites.item_changes import ItemConflict, ItemDraft
from lackmus.web.http.auth import Editor
from lackmus.web.http.remedies import on_page
from lackmus.web.suites.browsing import Number
from lackmus.web.suites.item_models import MOST_NUMBER, Rules

router = APIRouter()

Name = Annotated[str, Field(max_length=500)]
Long = Annotated[str, Field(max_length=20_000)]


class ItemSaid(BaseModel):
    """The content of an item."""

    category: str
    phenomenon: str
    source: str
    paradigm: str | None
    comment: str
    tags: list[str]
    reserved: bool
    prompt: str
    stretch: str
    occurrence: int
    scope: RuleScope
    plain_rules: list[str]


class ItemWritten(BaseModel):
    """The new content of an item."""

    category: Name
    phenomenon: Name
    source: Long
    paradigm: Name = ""
    comment: Long = ""
    tags: Annotated[list[Name], Field(max_length=100)] = []
    reserved: bool = False
    prompt: Long = Field("", description="What a language model is told for this item.")
    stretch: Long = Field("", description="The words of the source in question.")
    occurrence: Annotated[int, Field(ge=1, le=MOST_NUMBER)] | None = Field(
        None, description="Which occurrence of these words it is; needed where there are more than one."
    )
    scope: RuleScope = Field(RuleScope.TEXT, description="What the rules look at.")
    plain_rules: Annotated[list[Long], Field(max_length=100)] = Field(
        [], description="Rules in plain language, for people: they settle nothing."
    )


class NewItem(ItemWritten):
    """An item to be added."""

    pair: Annotated[str, Field(max_length=50, description="Language pair, such as de-en")]
    id: Name
    rules: Rules = []
    log: Annotated[str, Field(max_length=2_000, description="Why, for the log")] = ""


class EditedItem(ItemWritten):
    """The new content of an item."""

    base: Annotated[
        int,
        Field(ge=1, le=MOST_NUMBER, description="The revision that was seen: `base` of GET /items/{number}"),
    ]
    log: Annotated[str, Field(max_length=2_000, description="Why, for the log")] = ""


class ReasonBody(BaseModel):
    """The reason, for the log."""

    log: Annotated[str, Field(max_length=2_000)] = ""


class SavedItem(BaseModel):
    """The result for an item."""

    item_id: int
    item: str
    change: int | None = Field(description="In the log; null if nothing was to be done.")
    warnings: list[str]


class ItemsEditBody(BaseModel):
    """What is to be done to many items."""

    items: Annotated[
        list[Annotated[int, Field(ge=1, le=MOST_NUMBER)]],
        Field(min_length=1, max_length=100_000, description="Items of one suite by number."),
    ]
    action: ItemAction
    add: Annotated[list[Long], Field(max_length=100, description="Tags; of “tag”.")] = []
    remove: Annotated[list[Long], Field(max_length=100, description="Tags; of “tag”.")] = []
    phenomenon: Name = Field("", description="Where they are moved to; of “move”.")
    category: Name = Field("", description="Needed where several categories have the phenomenon.")
    new: bool = Field(False, description="Whether the phenomenon may be new.")
    person: Name = Field("", description="To whom they are assigned; of “assign”.")
    log: Annotated[str, Field(max_length=2_000, description="Why, for the log")] = ""

    @property
    def edit(self) -> ItemsEdit:
        """The action as flows take it."""
        return ItemsEdit(
            self.action,
            tuple(self.add),
            tuple(self.remove),
            self.phenomenon,
            self.category,
            self.new,
            self.person,
        )


class ItemsEditedModel(BaseModel):
    """What was done to items."""

    suite: str
    action: ItemAction
    items: list[int] = Field(description="That were changed.")
    unchanged: int = Field(description="That were so already.")
    said: str = Field(description="In words.")
    change: int | None = Field(description="In the log; null if nothing was to be done.")


class MovedItem(BaseModel):
    """The item was changed by another person; nothing was saved."""

    error: str
    now: ItemSaid
    base: int


class Guideline(BaseModel):
    """The guideline of a phenomenon."""

    category: Name
    phenomenon: Name
    before: Long = Field("", description="What it said when you looked; else nothing is saved.")
    guideline: Long


class SavedGuideline(BaseModel):
    """The change, if there was one."""

    change: int | None


@router.put("/suites/{number}/guideline", responses={409: {"description": "It says something else by now."}})
def guideline(desk: Editor, number: Number, wanted: Guideline) -> SavedGuideline:
    """Set the guideline of a phenomenon; an empty one removes it."""
    told = GuidelineRevision(wanted.category, wanted.phenomenon, wanted.before, wanted.guideline)
    return SavedGuideline(change=item_changes.set_guideline(desk, number, told))


@router.post("/suites/{number}/items", status_code=201)
def add(desk: Editor, number: Number, wanted: NewItem) -> SavedItem:
    """Add an item at the end of a suite, with its rules."""
    draft = _draft(wanted, wanted.pair, wanted.id)
    draft = replace(draft, rules=tuple(one.wanted().rule for one in wanted.rules))
    return _saved(item_changes.add_item(replace(desk, comment=wanted.log.strip()), number, draft))


@router.put("/items/{number}", response_model=SavedItem, responses={409: {"model": MovedItem}})
def edit(desk: Editor, number: Number, wanted: EditedItem) -> Any:
    """Change the content of an item; rules are edited in the lab, id and pair stay."""
    try:
        saved = item_changes.revise_item(
            replace(desk, comment=wanted.log.strip()), number, _draft(wanted), wanted.base
        )
    except ItemConflict as problem:
        assert isinstance(problem.now, Item)  # it is about an item
        moved = MovedItem(error=on_page(problem), now=_said(problem.now), base=problem.base)
        return JSONResponse(moved.model_dump(), 409)
    return _saved(saved)


@router.post("/items/{number}/retire")
def retire(desk: Editor, number: Number, why: ReasonBody) -> SavedItem:
    """Retire an item from its suite; it can be restored."""
    return _saved(item_changes.retire_item(replace(desk, comment=why.log.strip()), number))


@router.post("/items/{number}/back")
def back(desk: Editor, number: Number, why: ReasonBody) -> SavedItem:
    """Restore a retired item."""
    return _saved(item_changes.bring_back(replace(desk, comment=why.log.strip()), number))


@router.post("/items/edit")
def edit_many(desk: Editor, wanted: ItemsEditBody) -> ItemsEditedModel:
    """Do something to many items of a suite at once, all of them or none; it is one change."""
    done = many_items.edit_items(replace(desk, comment=wanted.log.strip()), wanted.items, wanted.edit)
    return ItemsEditedModel(
        suite=done.suite,
        action=done.action,
        items=list(done.items),
        unchanged=done.unchanged,
        said=many_items.edited_in_words(done),
        change=done.change,
    )


def _draft(said: ItemWritten, pair: str = "", id_: str = "") -> ItemDraft:
    return ItemDraft(
        pair,
        id_,
        said.category,
        said.phenomenon,
        said.source,
        (),
        said.paradigm,
        said.comment,
        tuple(said.tags),
        said.reserved,
        said.prompt,
        said.stretch,
        said.occurrence,
        said.scope,
        tuple(said.plain_rules),
    )


def _saved(saved: item_changes.ItemSaved) -> SavedItem:
    return SavedItem(item_id=saved.number, item=saved.key, change=saved.change, warnings=list(saved.warnings))


def _said(item: Item) -> ItemSaid:
    return ItemSaid(
        category=item.category,
        phenomenon=item.phenomenon,
        source=item.source,
        paradigm=item.paradigm,
        comment=item.comment,
        tags=list(item.tags),
        reserved=item.reserved,
        prompt=item.prompt,
        stretch=item.stretch,
        occurrence=item.occurrence,
        scope=item.scope,
        plain_rules=list(item.plain_rules),
    )
