"""API of items and rules, also for the rule lab: try, see the impact, save, restore."""

from dataclasses import replace
from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from lackmus.flows.rules import lab, restoring
from lackmus.flows.suites import item_pages
from lackmus.tables.workspaces.history import history_values
from lackmus.web.http.auth import Editor, Reader
from lackmus.web.http.remedies import on_page
from lackmus.web.suites.item_models import (
    FreeTrial,
    ImpactModel,
    ItemModel,
    ItemTextModel,
    MovedModel,
    Number,
    PreviewModel,
    Proposed,
    Restoring,
    RuleEditBody,
    SavedModel,
    Trial,
    TrialModel,
    TriedModel,
    rule_models,
)

router = APIRouter(tags=["items"])


@router.get("/items/{number}")
def item(desk: Reader, number: Number) -> ItemModel:
    """An item with its rules and the texts of all systems."""
    one = item_pages.item_page(desk, number)
    said = one.stored.item
    return ItemModel(
        item_id=number,
        item=said.key,
        suite=one.around.suite,
        category=said.category,
        phenomenon=said.phenomenon,
        guideline=one.around.guideline,
        examples=one.around.examples,
        source=said.source,
        paradigm=said.paradigm,
        comment=said.comment,
        tags=list(said.tags),
        reserved=said.reserved,
        prompt=said.prompt,
        stretch=said.stretch,
        occurrence=said.occurrence,
        scope=said.scope,
        plain_rules=list(said.plain_rules),
        retired=not one.stored.held,
        rules=rule_models(one.rules),
        base=one.base,
        texts=[
            ItemTextModel(
                text_id=text.number,
                text=text.text,
                systems=text.systems,
                verdict=text.verdict,
                reason=text.why,
                rules_say=text.ruled,
                marks=text.marks,
                people=dict(text.people),
            )
            for text in one.texts
        ],
        before=one.around.before,
        after=one.around.after,
    )


@router.get("/items/{number}/history")
def history(desk: Reader, number: Number) -> dict[str, Any]:
    """The whole history of an item, in order of time."""
    one = item_pages.item_page(desk, number)
    events = sorted(one.events, key=lambda event: event.change)
    return history_values(one.stored.item.key, events, one.log)


@router.post("/items/{number}/preview", response_model=PreviewModel)
def preview(desk: Reader, number: Number, trial: Trial) -> JSONResponse:
    """Judge all texts of an item by unsaved rules."""
    seen = lab.preview(desk, number, [rule.wanted() for rule in trial.rules])
    # Plain values instead of validated models, because it runs during typing.
    told = {
        "rules": [vars(one) for one in seen.checks],
        "texts": [
            {
                "text_id": one.stored.number,
                "text": one.stored.text,
                "systems": one.stored.systems,
                "verdict": one.tried.verdict,
                "reason": one.tried.reason,
                "step": one.tried.step,
                "marks": [vars(mark) for mark in one.tried.marks],
                "before": one.stored.ruled,
                "before_reason": one.stored.reason,
                "decided": one.stored.decided,
                "people": dict(one.stored.people),
            }
            for one in seen.texts
        ],
        "ms": seen.ms,
    }
    return JSONResponse(told)


@router.post("/rules/try")
def try_rules(desk: Reader, trial: FreeTrial) -> TrialModel:
    """Judge any texts by any rules, such as those of an item that is not stored yet."""
    checks, tried = lab.try_rules([rule.wanted().rule for rule in trial.rules], trial.texts, trial.source)
    return TrialModel(
        rules=checks,
        texts=[
            TriedModel(
                text=text,
                verdict=one.verdict,
                reason=one.reason,
                step=one.step,
                marks=one.marks,
            )
            for text, one in tried
        ],
    )


@router.post("/items/{number}/impact", responses={409: {"model": MovedModel}}, response_model=ImpactModel)
def impact(desk: Reader, number: Number, proposed: Proposed) -> ImpactModel | JSONResponse:
    """What saving these rules would change: verdicts, contradicted decisions, fair items."""
    try:
        seen = lab.impact(desk, number, [rule.wanted() for rule in proposed.rules], proposed.base)
    except lab.RulesMoved as moved:
        return _moved(moved)
    return ImpactModel(**_impact(seen))


@router.put("/items/{number}/rules", responses={409: {"model": MovedModel}}, response_model=SavedModel)
def save(desk: Editor, number: Number, edit: RuleEditBody) -> SavedModel | JSONResponse:
    """Save the rules of an item: its texts are judged again, and the changes returned."""
    desk = replace(desk, comment=edit.comment)
    try:
        seen = lab.save_rules(desk, number, [rule.wanted() for rule in edit.rules], edit.base)
    except lab.RulesMoved as moved:
        return _moved(moved)
    return _saved(seen, edit.base)


@router.post("/items/{number}/restore", response_model=SavedModel)
def restore(desk: Editor, number: Number, wanted: Restoring) -> SavedModel:
    """Restore an old rule, or all rules as after a change, by a new edit."""
    seen = restoring.restore(replace(desk, comment=wanted.comment), number, wanted.rule, wanted.revision)
    return _saved(seen, 0)


def _impact(seen: lab.Impact) -> dict[str, Any]:
    names = ("text_id", "text", "before", "after", "before_reason", "after_reason")
    return {
        "flips": seen.edited.flips.select(names).to_dicts(),
        "contradicted": seen.contradicted,
        "fair": list(seen.edited.fair),
        "unfair": list(seen.edited.unfair),
        "warnings": list(seen.warnings),
        "changed": seen.edited.changed,
    }


def _saved(seen: lab.Impact, base: int) -> SavedModel:
    return SavedModel(
        **_impact(seen),
        change=seen.change,
        rules=rule_models(seen.edited.after),
        base=seen.change or base,
    )


def _moved(moved: lab.RulesMoved) -> JSONResponse:
    told = MovedModel.model_construct(error=on_page(moved), now=rule_models(moved.now), base=moved.base)
    return JSONResponse(told.model_dump(mode="json"), 409)
