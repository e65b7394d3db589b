"""API of review: next texts, decisions, comments and flags, progress."""

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from fastapi.responses import JSONResponse

from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.assignments import AssignedPhenomena
from lackmus.core.reviews.offers import Offer
from lackmus.core.reviews.standing import TextStanding
from lackmus.flows.reviews import remarks
from lackmus.flows.reviews.assigning import asked_names, assign_phenomena
from lackmus.flows.reviews.deciding import DecidedElsewhereError
from lackmus.flows.reviews.live_review import DecisionResults, OpenCounts, ReviewPage, live_review_at
from lackmus.flows.reviews.reviews import Scope
from lackmus.tables.reviews.assignments import assignments_values
from lackmus.tables.reviews.status import status_values
from lackmus.tables.workspaces.log_sentences import activities
from lackmus.web.http.auth import Editor, Reader, Reviewer, ReviewReader
from lackmus.web.http.remedies import on_page
from lackmus.web.reviews.review_models import (
    AssigningBody,
    AssignmentsAnswer,
    Commenting,
    Comments,
    DecidedElsewhere,
    Decisions,
    FilteredTextsBody,
    Flagging,
    Flags,
    MadeRuleAnswer,
    NamedError,
    NewRuleBody,
    NextTextsBody,
    NotSaved,
    Number,
    OwnError,
    PhenomenaBody,
    Revealing,
    ReviewChoicesAnswer,
    ReviewStatusAnswer,
    Systems,
    TextNumbers,
    UndoneReviewAnswer,
)

router = APIRouter(prefix="/review", tags=["review"])


def _meant(asked: Scope) -> Scope:
    """Return the scope alone; what is empty on a page is not given."""
    return Scope(asked.campaign or None, asked.suite or None, asked.pair or None)


@router.post("/next")
def next_texts(desk: Reviewer, asked: NextTextsBody) -> ReviewPage:
    """The next texts to judge, claimed for this person so that no one else gets them.

    Texts that the person has claimed already come first. Several texts share a phenomenon.
    """
    return live_review_at(desk).next(
        desk, _meant(asked), asked.filters, asked.many, asked.without, together=asked.many > 1
    )


@router.post("/decide", response_model=DecisionResults, responses={409: {"model": NotSaved}})
def decide(desk: Reviewer, asked: Decisions) -> DecisionResults | JSONResponse:
    """Save decisions; repeating one changes nothing. An editor's decision on a disputed text adjudicates."""
    if asked.named:
        for one in asked.decisions:
            remarks.reveal(desk, one.text_id)
    said = [(one.text_id, Verdict(one.verdict)) for one in asked.decisions]
    seen = {one.text_id: one.seen for one in asked.decisions}
    errors = {one.text_id: one.error_type for one in asked.decisions if one.error_type is not None}
    try:
        return live_review_at(desk).decide(desk, _meant(asked), said, asked.comment, seen, errors)
    except DecidedElsewhereError as problem:
        return not_saved(problem)


def not_saved(problem: DecidedElsewhereError) -> JSONResponse:
    """Answer 409 with what the person decided elsewhere."""
    decided = [
        DecidedElsewhere(text_id=one.text, verdict=one.verdict, own_since=one.since, at=one.at)
        for one in problem.texts
    ]
    return JSONResponse(NotSaved(error=on_page(problem), decided=decided).model_dump(mode="json"), 409)


@router.post("/skip", status_code=204)
def skip(desk: Reviewer, asked: TextNumbers) -> None:
    """Release texts for others."""
    live_review_at(desk).give_back(desk, asked.texts)


@router.post("/flag")
def flag(desk: Reviewer, asked: Flagging) -> Flags:
    """Flag a text for discussion, or remove all its flags."""
    remarks.flag(desk, asked.text_id, asked.flagged)
    return Flags(flags=live_review_at(desk).remarks(asked.text_id)[1])


@router.post("/comment")
def comment(desk: Reviewer, asked: Commenting) -> Comments:
    """Comment on a text."""
    remarks.comment(desk, asked.text_id, asked.comment)
    return Comments(comments=live_review_at(desk).remarks(asked.text_id)[0])


@router.post("/error-type")
def error_type(desk: Reviewer, asked: NamedError) -> OwnError:
    """Say what is wrong with a text that this person decided as fail or not testable."""
    return OwnError(own_error=remarks.name_error(desk, asked.text_id, asked.error_type))


@router.post("/reveal")
def reveal(desk: Reviewer, asked: Revealing) -> Systems:
    """The systems that wrote a text; the log records who asked."""
    systems = live_review_at(desk).systems(_meant(asked), asked.text_id)
    remarks.reveal(desk, asked.text_id)
    return Systems(systems=systems)


@router.post("/undo")
def undo(desk: Reviewer, asked: Scope) -> UndoneReviewAnswer:
    """Undo this person's last action in review: decisions, a flag, a comment, a rule from a sentence."""
    taken = remarks.take_back(desk)
    texts = live_review_at(desk).claim(desk, _meant(asked), taken.texts)
    activity = activities([taken.undone.entry], 1)[0]
    return UndoneReviewAnswer(
        change=taken.undone.number,
        about=f"{activity.words} {activity.about}".rstrip(),
        texts=texts,
        progress=live_review_at(desk).progress(desk, _meant(asked)),
    )


@router.post("/rule", response_model=MadeRuleAnswer)
def rule(desk: Editor, asked: NewRuleBody) -> Any:
    """Make a whole sentence a fixed rule of its item. The rule settles the text; no decision is made."""
    made = remarks.make_rule(desk, asked.text_id, Verdict(asked.verdict))
    flips = made.flips.select("text_id", "before", "after")
    return {
        "change": made.change,
        "rule_id": made.rule,
        "flips": flips.rows(named=True),
        "fair": list(made.fair),
    }


@router.get("/texts")
def texts(desk: Reviewer, texts: Annotated[list[Number], Query(max_length=500)]) -> list[TextStanding]:
    """How texts stand for this person, for lists; those that cannot be decided are left out."""
    return list(live_review_at(desk).standings(desk, texts).values())


@router.get("/texts/{text_id}")
def text(
    desk: ReviewReader,
    text_id: Annotated[int, Path(ge=1, le=2**31 - 1)],
    campaign: str | None = None,
    suite: str | None = None,
    pair: str | None = None,
) -> Offer:
    """One text, without claiming it."""
    return live_review_at(desk).text(desk, _meant(Scope(campaign, suite, pair)), text_id)


@router.get("/status", response_model=ReviewStatusAnswer)
def status(
    desk: Reader, campaign: str | None = None, suite: str | None = None, pair: str | None = None
) -> Any:
    """Review progress by category, system and reason."""
    board, scope = live_review_at(desk), _meant(Scope(campaign, suite, pair))
    found = board.status(desk, scope)
    return {
        **status_values(found.review, found.left_out, found.yours),
        **asdict(board.progress(desk, scope)),
    }


@router.post("/counts")
def counts(desk: Reviewer, asked: FilteredTextsBody) -> OpenCounts:
    """How many texts each phenomenon offers you with the other filters, and what is yours."""
    return live_review_at(desk).counts(desk, _meant(asked), asked.filters)


@router.get("/assignments", response_model=AssignmentsAnswer)
def assignments(
    desk: Reader, campaign: str | None = None, suite: str | None = None, pair: str | None = None
) -> Any:
    """To whom the phenomena of a campaign are assigned, and how much of them is open."""
    found = live_review_at(desk).assignments(desk, _meant(Scope(campaign, suite, pair)))
    return assignments_values(found)


@router.post("/assign")
def assign(desk: Editor, asked: AssigningBody) -> AssignedPhenomena:
    """Assign phenomena, or whole categories, to a person, with all texts that later imports bring."""
    return assign_phenomena(desk, _meant(asked), asked_names(asked.phenomena), asked.to)


@router.post("/unassign")
def unassign(desk: Editor, asked: PhenomenaBody) -> AssignedPhenomena:
    """Assign phenomena, or whole categories, to nobody: their open texts go to all people again."""
    return assign_phenomena(desk, _meant(asked), asked_names(asked.phenomena), None)


@router.get("/choices", response_model=ReviewChoicesAnswer)
def choices(
    desk: Reader, campaign: str | None = None, suite: str | None = None, pair: str | None = None
) -> Any:
    """Campaigns, suites and pairs that can be reviewed."""
    return live_review_at(desk).choices(_meant(Scope(campaign, suite, pair)))
