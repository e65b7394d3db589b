"""Downloads: outputs of a campaign, templates, challenges and studies."""

import gzip
import io
import zipfile
from collections.abc import Mapping, Sequence

from fastapi.responses import Response

from lackmus.core.challenges.challenge import ChallengeSet
from lackmus.core.contrasts.study import ContrastStudy
from lackmus.core.outputs.outputs import HandIn
from lackmus.errors import LackmusError
from lackmus.plugins import PluginGroup, named, names
from lackmus.web.http.files import saved_as
from lackmus.write.challenges import refuse_single
from lackmus.write.formats import ChallengeWriter, OutputWriter
from lackmus.write.outputs.rows import file_names
from lackmus.write.studies import study_content

_LONGEST = 150  # bytes: with an ending, most file systems accept it
_ENDINGS = {"parquet": ".parquet", "wmt-xml": ".xml", "jsonl": ".jsonl"}


def attachment(name: str, content: str | bytes, kind: str = "application/octet-stream") -> Response:
    """A file to be saved, never shown: its content is not ours."""
    return Response(content, media_type=kind, headers=saved_as(name))


def outputs_file(hand_ins: Sequence[HandIn], called: str, form: str) -> Response:
    """Outputs in one file; a format with a file per system becomes a ZIP."""
    if form not in (known := names(PluginGroup.WRITE_OUTPUTS)):
        raise LackmusError(f"There is no format {form}. There are {', '.join(known)}.")
    if not any(one.places for one in hand_ins):
        raise LackmusError("There is no output of any item to write.")
    found: OutputWriter = named(PluginGroup.WRITE_OUTPUTS, form)
    files = found.write(hand_ins)
    if found.NAMES_SYSTEMS and len(files) == 1:
        return attachment(_name(called, _ENDINGS.get(form, f".{form}")), next(iter(files.values())))
    return attachment(_name(called, f".{form}.zip"), _zip(files), "application/zip")


def challenge_file(challenge: ChallengeSet, form: str) -> Response:
    """The tuples of a challenge in one file; a format with several files becomes a ZIP."""
    if form not in (known := names(PluginGroup.WRITE_CHALLENGE)):
        raise LackmusError(f"There is no format {form}. There are {', '.join(known)}.")
    found: ChallengeWriter = named(PluginGroup.WRITE_CHALLENGE, form)
    refuse_single(challenge, form)
    files = found.write(challenge)
    if found.FOLDER:
        return attachment(_name(challenge.name, f".{form}.zip"), _zip(files), "application/zip")
    return attachment(_name(challenge.name, found.ENDINGS[0]), next(iter(files.values())))


def study_file(study: ContrastStudy) -> Response:
    """A study with its trees, links, verdicts and choices."""
    packed = gzip.compress(study_content(study).encode(), 6, mtime=0)
    return attachment(_name(study.name, ".jsonl.gz"), packed, "application/gzip")


def choices_file(study: ContrastStudy) -> Response:
    """Kept and dropped items, to run the contrasts again: item, tab, keep or drop."""
    lines = (f"{item}\t{'keep' if kept else 'drop'}\n" for item, kept in study.choices.items())
    return attachment(_name(study.name, ".choices.tsv"), "".join(lines), "text/tab-separated-values")


def _name(called: str, ending: str) -> str:
    """A campaign's name as a file name."""
    while len(called.encode()) > _LONGEST:
        called = called[:-1]
    (name,) = file_names([called], ending)
    return name


def _zip(files: Mapping[str, str | bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()
