"""API of suites: contents, findings, import and export."""

from dataclasses import asdict, replace
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Query, Request, UploadFile
from fastapi.responses import Response
from pydantic import BaseModel, Field

from lackmus.core.lint import LintFinding
from lackmus.core.suites.catalogue import PER_PAGE
from lackmus.core.suites.item_filters import CatalogueItem, ItemStandings, LastItemChange
from lackmus.core.suites.suite import RuleScope
from lackmus.flows.outputs.labels import label_of
from lackmus.flows.suites.catalogue import listed_suites
from lackmus.flows.suites.file_preview import SuiteFile, bring_in, look_into
from lackmus.flows.suites.item_lists import page_of
from lackmus.tables.suites.revisions import revision_values
from lackmus.web.http.auth import Editor, Reader, refuse_secrets
from lackmus.web.http.files import drop, put_aside, put_by
from lackmus.web.served import served_by
from lackmus.web.suites import error_types_api, examples_api, item_changes_api
from lackmus.web.suites.browsing import (
    Number,
    SuiteItemsQuery,
    attached,
    exported,
    finding_values,
    listed,
    the_catalogue,
)

router = APIRouter(tags=["suites"])
router.include_router(item_changes_api.router)
router.include_router(examples_api.router)
router.include_router(error_types_api.router)


class SuiteModel(BaseModel):
    """What a suite holds."""

    number: int
    name: str
    pairs: list[str]
    items: int
    reserved: int
    phenomena: int
    rules: int
    changed: str = Field(description="When it last was, in UTC.")
    by: str


class SuitesModel(BaseModel):
    """All suites of the workspace."""

    suites: list[SuiteModel]


class PhenomenonModel(BaseModel):
    """A phenomenon with its counts."""

    category: str
    phenomenon: str
    items: int
    findings: dict[str, int] = Field(description="Findings in its items, by level.")
    guideline: str


class TreeModel(BaseModel):
    """A suite: its phenomena and its findings as counts."""

    number: int
    name: str
    pairs: list[str]
    items: int
    findings: dict[str, int] = Field(description="All findings, by level.")
    phenomena: list[PhenomenonModel]


class FindingModel(BaseModel):
    """One problem, or possible problem."""

    code: str
    level: str
    item_id: int | None
    item: str | None
    message: str
    evidence: str
    remedy: str


class FindingsModel(BaseModel):
    """All findings, the worst first."""

    levels: dict[str, int]
    counts: dict[str, int]
    findings: list[FindingModel]


class LineModel(BaseModel):
    """An item in a list."""

    item_id: int
    item: str
    pair: str
    id: str
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
    positive: int = Field(description="Rules that say what is right.")
    negative: int = Field(description="Rules that say what is wrong.")
    open: int = Field(description="Texts that are not settled.")
    fair: bool | None = Field(description="In the campaign of the list; null if none is named.")
    assigned: str = Field(description="To whom the item itself is; empty: to nobody.")
    changed: LastItemChange | None = Field(description="The last change of the item or its rules.")
    findings: list[str] = Field(description="Codes of what is wrong with it.")


class ItemNumbers(BaseModel):
    """Items by number."""

    items: list[int]


class ItemsModel(BaseModel):
    """A page of items."""

    total: int
    page: int
    pages: int
    items: list[LineModel]


class SuiteItemsPageQuery(SuiteItemsQuery):
    """The filters of a list of items, and the page size."""

    per_page: int = Field(PER_PAGE, ge=1, le=500)


class ImportedModel(BaseModel):
    """The effect of importing a file, or its preview."""

    suite: str
    number: int | None
    dry_run: bool
    change: int | None
    counts: dict[str, int]
    summary: str
    notes: list[str]
    added: list[str]
    changed: list[dict[str, Any]]
    retired: list[str]
    guidelines: list[dict[str, Any]]
    examples: list[dict[str, Any]]
    contradicted: list[dict[str, Any]] = Field(description="Decisions that the rules would oppose.")
    findings: list[FindingModel] = Field(description="What is wrong with the file.")


@router.get("/suites")
def suites(desk: Reader) -> SuitesModel:
    """All suites of the workspace."""
    found = [
        SuiteModel(number=one.number, **{**asdict(one.count), "pairs": list(one.count.pairs)})
        for one in listed_suites(desk)
    ]
    return SuitesModel(suites=found)


@router.post("/suites/import")
def import_file(
    request: Request,
    desk: Editor,
    file: Annotated[UploadFile, File(description="The file of a suite, in any format")],
    name: Annotated[str, Form(max_length=500, description="Of the suite; else the file's")] = "",
    format: Annotated[str, Form(max_length=50, description="Else by its content")] = "",
    pair: Annotated[str, Form(max_length=50, description="Only this language pair")] = "",
    log: Annotated[str, Form(max_length=2_000, description="Why, for the log")] = "",
    dry_run: Annotated[bool, Form(description="Only tell what would happen")] = False,
) -> ImportedModel:
    """Import a suite file, or preview it."""
    folder = served_by(request).folder
    token = put_aside(folder, file.file, desk.who)
    try:
        sent = SuiteFile(put_by(folder, token, desk.who), label_of(file.filename), name, format, pair)
        looked = look_into(desk, sent)
        done = None if dry_run else bring_in(replace(desk, comment=log.strip()), sent, looked.fingerprint)
    finally:
        drop(folder, token, desk.who)
    numbers = {one.count.name: one.number for one in listed_suites(desk)}
    return ImportedModel(
        suite=looked.suite,
        number=numbers.get(looked.suite),
        dry_run=dry_run,
        change=done.change if done else None,
        contradicted=[asdict(one) for one in looked.contradictions],
        findings=[FindingModel(**finding_values(one, None)) for one in looked.lint.findings],
        **revision_values(looked.revision),
    )


@router.get("/suites/{number}")
def suite(request: Request, desk: Reader, number: Number) -> TreeModel:
    """A suite: its categories and phenomena with counts, findings and guidelines."""
    book = the_catalogue(request, desk, number)
    return TreeModel(
        number=number,
        name=book.suite.name,
        pairs=list(book.pairs),
        items=len(book.lines),
        findings={str(level): many for level, many in book.lint.levels.items()},
        phenomena=[
            PhenomenonModel(
                category=category_count.name,
                phenomenon=phenomenon_count.name,
                items=phenomenon_count.items,
                findings={str(level): many for level, many in phenomenon_count.findings.items()},
                guideline=book.suite.guideline(category_count.name, phenomenon_count.name),
            )
            for category_count in book.tree()
            for phenomenon_count in category_count.phenomena
        ],
    )


@router.get("/suites/{number}/findings")
def findings(request: Request, desk: Reader, number: Number) -> FindingsModel:
    """What is wrong with a suite."""
    book = the_catalogue(request, desk, number)

    def shown(one: LintFinding) -> FindingModel:
        return FindingModel(**finding_values(one, book.number_of(one)))

    return FindingsModel(
        levels={str(level): many for level, many in book.lint.levels.items()},
        counts={str(code): many for code, many in book.lint.counts.items()},
        findings=[shown(one) for one in book.lint.findings],
    )


@router.get("/suites/{number}/items")
def items(
    request: Request, desk: Reader, number: Number, asked: Annotated[SuiteItemsPageQuery, Query()]
) -> ItemsModel:
    """The items of a suite, as filtered, page by page."""
    book = the_catalogue(request, desk, number)
    found = page_of(desk, listed(request, desk, book, asked), asked.page, asked.per_page)
    return ItemsModel(
        total=found.total,
        page=found.page,
        pages=found.pages,
        items=[_line(line, found.standings) for line in found.lines],
    )


@router.get("/suites/{number}/items/numbers")
def numbers(
    request: Request, desk: Reader, number: Number, asked: Annotated[SuiteItemsQuery, Query()]
) -> ItemNumbers:
    """The numbers of all items that match the filters, in their order, to do something to all of them."""
    book = the_catalogue(request, desk, number)
    return ItemNumbers(items=[line.number for line in listed(request, desk, book, asked).lines])


def _line(line: CatalogueItem, standings: ItemStandings) -> LineModel:
    item = line.item
    return LineModel(
        item_id=line.number,
        item=item.key,
        pair=str(item.pair),
        id=item.id,
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
        positive=line.positive,
        negative=line.negative,
        open=standings.open.get(line.number, 0),
        fair=None if standings.fair is None else line.number in standings.fair,
        assigned=standings.assigned.get(line.number, ""),
        changed=line.changed,
        findings=[one.code for one in line.findings],
    )


@router.get("/suites/{number}/export", response_class=Response)
def export(
    request: Request,
    desk: Reader,
    number: Number,
    format: Annotated[str, Query(max_length=50)] = "yaml",
    pair: Annotated[str, Query(max_length=50)] = "",
    fold: Annotated[bool, Query(description="Write people's decisions as fixed strings")] = False,
    reserved: Annotated[bool, Query(description="Also what is kept secret; for editors")] = False,
) -> Response:
    """The file of a suite."""
    refuse_secrets(request, reserved)
    book = the_catalogue(request, desk, number, 0)
    _, written = exported(desk, book.suite.name, format, pair, fold, reserved)
    return Response(written, media_type="text/plain", headers=attached(book.suite.name, format))
