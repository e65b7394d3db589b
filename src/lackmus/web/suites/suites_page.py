"""Pages of suites: contents, findings, import and export."""

from dataclasses import replace
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, File, Form, Query, Request, UploadFile
from fastapi.responses import Response

from lackmus.core.base.plurals import counted
from lackmus.core.lint import MEANINGS, Severity
from lackmus.core.suites.error_types import LONGEST_LABEL, MOST_ERROR_TYPES, error_types_for
from lackmus.core.suites.examples import ExampleVerdict
from lackmus.core.suites.item_filters import ANY, NOBODY, ItemColumn, ItemState
from lackmus.core.suites.revisions import GuidelineRevision
from lackmus.errors import LackmusError, UnavailableError
from lackmus.flows.outputs.labels import label_of
from lackmus.flows.suites.catalogue import listed_suites
from lackmus.flows.suites.file_preview import (
    FilePreview,
    SuiteChanged,
    SuiteFile,
    bring_in,
    look_into,
    take_sample,
)
from lackmus.flows.suites.item_changes import ItemConflict, set_guideline
from lackmus.flows.suites.item_lists import list_choices, page_of
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.plugins import PluginGroup, names
from lackmus.tables.suites.revisions import revision_tables
from lackmus.web.http.answers import back_to, in_parts, page, query
from lackmus.web.http.auth import Editor, Reader, refuse_secrets
from lackmus.web.http.files import drop, put_aside, put_by
from lackmus.web.http.remedies import on_page
from lackmus.web.served import served_by
from lackmus.web.suites import item_forms
from lackmus.web.suites.browsing import (
    Number,
    SuiteItemsQuery,
    attached,
    exported,
    formats,
    listed,
    the_catalogue,
)

router = APIRouter()
router.include_router(item_forms.router)
_FINDINGS = 100  # on a page
_TIMEOUT = 0.3  # seconds that a page waits for findings


@router.get("/suites")
def suites(request: Request, desk: Reader) -> Response:
    """All suites."""
    return page(request, "suites.html", suites=listed_suites(desk))


# -- files in ----------------------------------------------------------------------------------------------


@router.get("/suites/import")
def import_form(request: Request, desk: Editor, name: Annotated[str, Query(max_length=500)] = "") -> Response:
    """The form to import a suite."""
    return _import_page(request, desk, SuiteFile(served_by(request).folder, "", name))


@router.post("/suites/import")
def import_look(
    request: Request,
    desk: Editor,
    file: Annotated[UploadFile | None, File()] = None,
    name: Annotated[str, Form(max_length=500)] = "",
    form: Annotated[str, Form(max_length=50)] = "",
    pair: Annotated[str, Form(max_length=50)] = "",
) -> Response:
    """Preview of an import; nothing is written yet."""
    folder = served_by(request).folder
    if file is None or not file.filename:
        empty = SuiteFile(folder, "", name, form, pair)
        return _import_page(request, desk, empty, "Choose a file first.", status=400)
    token = put_aside(folder, file.file, desk.who)
    sent = SuiteFile(put_by(folder, token, desk.who), label_of(file.filename), name, form, pair)
    return _looked(request, desk, sent, token)


def _looked(request: Request, desk: Desk, sent: SuiteFile, token: str, told: str = "") -> Response:
    """Preview of an import, to be confirmed; an unreadable file is not kept."""
    try:
        looked = look_into(desk, sent)
    except UnavailableError:
        raise
    except LackmusError as problem:
        drop(served_by(request).folder, token, desk.who)
        return _import_page(request, desk, sent, on_page(problem), status=400)
    if looked.revision.empty:
        drop(served_by(request).folder, token, desk.who)
        token = ""
    return _import_page(request, desk, sent, told, looked, token, 409 if told else 200)


def _import_page(
    request: Request,
    desk: Desk,
    sent: SuiteFile,
    problem: str = "",
    looked: FilePreview | None = None,
    token: str = "",
    status: int = 200,
) -> Response:
    return page(
        request,
        "suites_import.html",
        status,
        sent=sent,
        problem=problem,
        looked=looked,
        tables=revision_tables(looked.revision)[1:] if looked else (),
        token=token,
        known=[one.count.name for one in listed_suites(desk)],
        forms=names(PluginGroup.READ_SUITE),
        levels=list(Severity),
    )


@router.post("/suites/import/confirm")
def import_confirm(
    request: Request,
    desk: Editor,
    token: Annotated[str, Form(max_length=64)],
    label: Annotated[str, Form(max_length=500)],
    fingerprint: Annotated[str, Form(max_length=64)],
    name: Annotated[str, Form(max_length=500)] = "",
    form: Annotated[str, Form(max_length=50)] = "",
    pair: Annotated[str, Form(max_length=50)] = "",
    why: Annotated[str, Form(max_length=2_000)] = "",
) -> Response:
    """Import the previewed file."""
    folder = served_by(request).folder
    sent = SuiteFile(put_by(folder, token, desk.who), label_of(label), name, form, pair)
    try:
        done = bring_in(replace(desk, comment=why.strip()), sent, fingerprint)
    except SuiteChanged as problem:
        return _looked(request, desk, sent, token, on_page(problem))
    drop(folder, token, desk.who)
    number = next((one.number for one in listed_suites(desk) if one.count.name == done.suite), None)
    said = f"{done.suite}: {done.revision.summary}"
    if done.rejudged.texts:
        said += f" {counted(done.rejudged.flips.height, 'text')} flipped."
    return back_to(request, f"/suites/{number}" if number else "/suites", said)


@router.post("/suites/import/cancel")
def import_cancel(
    request: Request, desk: Editor, token: Annotated[str, Form(max_length=64)] = ""
) -> Response:
    """Discard the file."""
    drop(served_by(request).folder, token, desk.who)
    return back_to(request, "/suites", "Nothing was imported.")


@router.post("/suites/sample")
def sample(request: Request, desk: Editor) -> Response:
    """Import the bundled sample."""
    take_sample(desk)
    return back_to(
        request, "/suites", "The sample is here: a suite, and what four made-up systems made of it."
    )


# -- one suite ---------------------------------------------------------------------------------------------


@router.get("/suites/{number}")
def suite(
    request: Request, desk: Reader, number: Number, asked: Annotated[SuiteItemsQuery, Query()]
) -> Response:
    """A suite: its tree and its filtered items; findings may follow later."""
    wanted = asked.wanted
    book = the_catalogue(request, desk, number, None if wanted.finding or in_parts(request) else _TIMEOUT)
    found = page_of(desk, listed(request, desk, book, asked), asked.page)
    told = None
    if wanted.category and wanted.phenomenon:
        told = book.suite.described(wanted.category, wanted.phenomenon)
    return page(
        request,
        "suite.html",
        number=number,
        book=book,
        wanted=wanted,
        found=found,
        tree=book.tree(wanted.pair),
        guideline=told.guideline if told else None,
        examples=told.examples if told else (),
        error_types=error_types_for(book.suite.error_types, wanted.category, wanted.phenomenon)
        if told
        else (),
        most_error_types=MOST_ERROR_TYPES,
        longest_label=LONGEST_LABEL,
        example_verdicts=list(ExampleVerdict),
        formats=formats(),
        states=list(ItemState),
        levels=list(Severity),
        codes=list(book.lint.counts),
        any_finding=ANY,
        address=lambda **others: f"/suites/{number}{query({**asked.values, **others})}",
        pages=_pages(f"/suites/{number}", asked.values),
        sort=asked.sort,
        asked_values=asked.values,
        columns=list(ItemColumn),
        nobody=NOBODY,
        choices=list_choices(desk, book.suite.name),
    )


def _pages(path: str, values: dict[str, str]) -> str:
    written = urlencode({name: value for name, value in values.items() if value})
    return f"{path}?{written}&" if written else f"{path}?"


@router.get("/suites/{number}/findings")
def findings(
    request: Request,
    desk: Reader,
    number: Number,
    code: Annotated[str, Query(max_length=50)] = "",
    level: Annotated[str, Query(max_length=50)] = "",
    at: Annotated[int, Query(alias="page", ge=1, le=1_000_000)] = 1,
) -> Response:
    """What is wrong with a suite."""
    book = the_catalogue(request, desk, number)
    ones = [
        one
        for one in book.lint.findings
        if (not code or one.code == code) and (not level or one.level == level)
    ]
    pages = max(1, -(-len(ones) // _FINDINGS))
    at = min(at, pages)
    return page(
        request,
        "suite_findings.html",
        number=number,
        book=book,
        code=code,
        level=level,
        findings=ones[(at - 1) * _FINDINGS : at * _FINDINGS],
        total=len(ones),
        page=at,
        last=pages,
        pages=_pages(f"/suites/{number}/findings", {"code": code, "level": level}),
        meanings=MEANINGS,
        levels=list(Severity),
    )


@router.post("/suites/{number}/guideline")
def guideline(
    request: Request,
    desk: Editor,
    number: Number,
    category: Annotated[str, Form(max_length=1_000)],
    phenomenon: Annotated[str, Form(max_length=1_000)],
    before: Annotated[str, Form(max_length=100_000)] = "",
    after: Annotated[str, Form(max_length=100_000)] = "",
) -> Response:
    """Save the guideline of a phenomenon."""
    book = the_catalogue(request, desk, number, 0)
    place = f"/suites/{number}{query({'category': category, 'phenomenon': phenomenon})}"
    # A browser normalises line ends; compare with what the field was filled with.
    seen = book.suite.guideline(category, phenomenon)
    before, after = (text.replace("\r\n", "\n") for text in (before, after))
    if before == seen.replace("\r\n", "\n"):
        before = seen
    try:
        done = set_guideline(desk, number, GuidelineRevision(category, phenomenon, before, after))
    except ItemConflict as problem:
        return page(
            request,
            "guideline_conflict.html",
            409,
            number=number,
            book=book,
            category=category,
            phenomenon=phenomenon,
            problem=on_page(problem),
            now=str(problem.now),
            after=after,
        )
    return back_to(request, place, "The guideline is saved." if done else "The guideline says so already.")


@router.get("/suites/{number}/export")
def export(
    request: Request,
    desk: Reader,
    number: Number,
    form: Annotated[str, Query(alias="format", max_length=50)] = "yaml",
    pair: Annotated[str, Query(max_length=50)] = "",
    fold: bool = False,
    reserved: bool = False,
) -> Response:
    """The file of a suite; reserved items are for editors."""
    refuse_secrets(request, reserved)
    book = the_catalogue(request, desk, number, 0)
    _, written = exported(desk, book.suite.name, form, pair, fold, reserved)
    return Response(written, media_type="application/octet-stream", headers=attached(book.suite.name, form))
