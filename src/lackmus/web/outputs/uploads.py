"""Upload forms: files for staging, and the options sent with them."""

from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

from fastapi import Depends, Request
from starlette.datastructures import FormData, UploadFile

from lackmus.errors import LackmusError
from lackmus.flows.outputs.handing_in import HandInRequest, Staged
from lackmus.flows.outputs.staged_uploads import MOST_FILES, StagedUploads
from lackmus.flows.verdicts.requests import named_columns
from lackmus.web.served import Served

_MOST_FIELDS = 5 * MOST_FILES  # a name and a checkbox for each system found
_MOST_DIGITS = 12
# Formats of a single output file, for a choice; folders cannot be uploaded.
FORMATS = ("tsv", "jsonl", "wmt-jsonl", "parquet", "dataset", "wmt-xml", "lines")

NEW = "*new"  # the campaign choice that means: named in a field of its own


_FORMS = {"", "multipart/form-data", "application/x-www-form-urlencoded"}


async def _form(request: Request) -> AsyncIterator[FormData]:
    """The form, read after the role is known: files of others never reach the disk."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in _FORMS:  # of anything else all fields would be missing, and what was asked for with them
        raise LackmusError(f"This takes a form (multipart/form-data), not {kind}.")
    form = await request.form(max_files=MOST_FILES + 1, max_fields=_MOST_FIELDS)
    try:
        yield form
    finally:
        await form.close()


Form = Annotated[FormData, Depends(_form)]  # must come after the desk in a route


def upload_of(name: str) -> dict[str, Any]:
    """The description of a form with one file, for the API."""
    schema = {
        "type": "object",
        "required": [name],
        "properties": {name: {"type": "string", "format": "binary"}},
    }
    return {"requestBody": {"required": True, "content": {"multipart/form-data": {"schema": schema}}}}


def said(form: FormData, name: str) -> str | None:
    """The value of a field, if any."""
    value = form.get(name)
    return value.strip() or None if isinstance(value, str) else None


def number(form: FormData, name: str, least: int, most: int) -> int | None:
    """The number in a field, if any."""
    written = said(form, name)
    if written is None:
        return None
    plain = written.isascii() and written.isdecimal() and len(written) <= _MOST_DIGITS
    if not plain or not least <= int(written) <= most:
        raise LackmusError(f"{name}: “{written[:50]}” is no number from {least} to {most}.")
    return int(written)


def ticked(form: FormData, name: str) -> bool:
    """Whether a box is ticked; scripts send true or false."""
    return (said(form, name) or "false").lower() not in ("false", "0", "no", "off")


def part_of(form: FormData) -> tuple[str | None, str | None]:
    """Suite and pair: pages send one choice, “pair|suite”; scripts send both."""
    pair, _, suite = (said(form, "part") or "").partition("|")
    return suite or said(form, "suite"), pair or said(form, "pair")


def files(form: FormData, name: str) -> list[UploadFile]:
    """The files of a field; browsers send an empty one where none was chosen."""
    sent = [one for one in form.getlist(name) if isinstance(one, UploadFile)]
    return [one for one in sent if one.filename]


def receive(served: Served, form: FormData) -> tuple[Path, HandInRequest]:
    """Store the files of a form in a folder of their own, which the caller removes."""
    sent = files(form, "files")
    if not sent:
        raise LackmusError("No file came. Choose one or more files of outputs.")
    if len(sent) > MOST_FILES:
        raise LackmusError(f"{MOST_FILES} files can be uploaded at a time. Upload the others afterwards.")
    room = served.stagings.room(served.folder)
    try:
        kept = tuple(_kept(served.stagings, room, one) for one in sent)
        beside = [_kept(served.stagings, room, one) for one in files(form, "source")[:1]]
        return room, _hand_in_request(form, kept, beside[0] if beside else None)
    except BaseException:
        served.stagings.clear(room)
        raise


def _kept(stagings: StagedUploads, room: Path, one: UploadFile) -> Staged:
    return stagings.keep(room, one.filename, one.file)


def _hand_in_request(form: FormData, sent: tuple[Staged, ...], source: Staged | None) -> HandInRequest:
    suite, pair = part_of(form)
    return HandInRequest(
        sent,
        source,
        said(form, "new_campaign") if said(form, "campaign") == NEW else said(form, "campaign"),
        number(form, "year", 1900, 2999),
        suite,
        pair,
        said(form, "format"),
        said(form, "testsuite"),
        said(form, "collection"),
        ticked(form, "skip_unknown"),
        said(form, "template"),
        said(form, "system"),
        without_unread=ticked(form, "without_unread"),
        replaces=ticked(form, "replace"),
        columns=named_columns([said(form, "columns") or ""]),
    )


def revised(form: FormData) -> Callable[[HandInRequest], HandInRequest]:
    """The changes from the page of findings: names, excluded systems, campaign."""
    shown = [name.removeprefix("name-") for name in form if name.startswith("name-")]
    places = [int(one) for one in shown if one.isascii() and one.isdecimal() and len(one) < 6]
    names = {place: found for place in places if (found := said(form, f"name-{place}"))}
    without = frozenset(place for place in places if not ticked(form, f"take-{place}"))

    def change(handing: HandInRequest) -> HandInRequest:
        return replace(
            handing,
            campaign=said(form, "campaign") or handing.campaign,
            year=number(form, "year", 1900, 2999) or handing.year,
            names={**handing.names, **names},
            without=without,
            without_unread=ticked(form, "without_unread"),
            replaces=ticked(form, "replace"),
        )

    return change
