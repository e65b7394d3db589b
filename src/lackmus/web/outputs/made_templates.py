"""Make a template from a form, and return its file."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

from fastapi import Query
from fastapi.responses import Response
from starlette.datastructures import FormData

from lackmus.core.outputs.template_documents import MOST_LINES
from lackmus.core.outputs.templates import MOST_DISTRACTORS, Template, template_name
from lackmus.core.suites.draws import Per
from lackmus.errors import LackmusError
from lackmus.flows.outputs import templates
from lackmus.flows.outputs.templates import MadeTemplate, TemplatePlan
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.web.outputs.file_downloads import attachment
from lackmus.web.outputs.uploads import files, number, part_of, said, ticked
from lackmus.web.served import Served
from lackmus.write.templates import TEST_SETS, TemplateForm, TestSetChoices, template_file

# How a template becomes a test set of WMT, as parameters of its download.
DocumentsQuery = Annotated[
    int, Query(ge=1, le=MOST_LINES, description="wmt25, wmt26: sentences in a document.")
]
PromptQuery = Annotated[
    str, Query(max_length=10_000, description="wmt25, wmt26: what language models are told.")
]
SetQuery = Annotated[str, Query(max_length=100, description="wmt26: id of the set; else the suite's name.")]
_MOST_SEED = 2**31 - 1


def make_template(desk: Desk, served: Served, form: FormData) -> MadeTemplate:
    """Make a template; the uploaded distractors are deleted afterwards."""
    plan = _plan(form)
    sent = files(form, "distractors")[:1]
    if not sent:
        return templates.make(desk, plan(None), _named)[0]
    room = served.stagings.room(served.folder)
    try:
        staged = served.stagings.keep(room, sent[0].filename, sent[0].file)
        try:
            return templates.make(desk, plan(staged.path), _named)[0]
        except LackmusError as problem:
            raise problem.calling(staged.path, staged.name) from None
    finally:
        served.stagings.clear(room)


def _named(made: Sequence[tuple[Template, str]], suite: str) -> Path:
    """The file name; the file is generated for each download and not stored."""
    ((template, token),) = made
    return Path(template_name(template.pair, token))


def _plan(form: FormData) -> Callable[[Path | None], TemplatePlan]:
    suite, pair = part_of(form)
    per = said(form, "by") or Per.SUITE
    if per not in list(Per):
        raise LackmusError(f"by: there is no {per}. There are {', '.join(Per)}.")
    return lambda distractors: TemplatePlan(
        suite,
        () if pair is None else (pair,),
        said(form, "draw") or "all",
        Per(per),
        said(form, "failed_by"),
        said(form, "like"),
        distractors,
        _factor(said(form, "factor")),
        number(form, "seed", 0, _MOST_SEED),
        ticked(form, "public"),
        ticked(form, "with_reserved"),
        tuple(one for one in form.getlist("category") if isinstance(one, str)),
        tuple(_phenomenon(one) for one in form.getlist("phenomenon") if isinstance(one, str)),
    )


def _factor(written: str | None) -> float:
    try:
        factor = float((written or "0").replace(",", "."))
    except ValueError:
        factor = -1
    if not 0 <= factor <= MOST_DISTRACTORS:
        raise LackmusError(
            f"“{written}” distractors for each item: write a number from 0 to {MOST_DISTRACTORS}."
        )
    return factor


def phenomenon_value(category: str, phenomenon: str) -> str:
    """A phenomenon as a form value."""
    return json.dumps([category, phenomenon], ensure_ascii=False)


def _phenomenon(written: str) -> tuple[str, str]:
    """Category and phenomenon from a JSON list, since names may contain any character."""
    try:
        category, phenomenon = json.loads(written)
    except (ValueError, TypeError, RecursionError):
        category = phenomenon = None
    if not isinstance(category, str) or not isinstance(phenomenon, str):
        raise LackmusError('phenomenon: write a list of category and phenomenon: ["Ambiguity", "Idiom"].')
    return category, phenomenon


def template_download(desk: Desk, token: str, form: str, choices: TestSetChoices) -> Response:
    """The file of a template; nothing in it distinguishes items from distractors."""
    if form not in list(TemplateForm):
        raise LackmusError(f"There is no format {form}. There are {', '.join(TemplateForm)}.")
    shown, found = templates.handed_out(desk, token, form in TEST_SETS)
    return attachment(*template_file([(found, shown.token)], TemplateForm(form), choices, shown.suite))
