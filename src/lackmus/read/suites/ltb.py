"""The Last Translation Benchmark: every rule is in plain language, so every text is left to people."""

from collections.abc import Iterator

from lackmus.core.base.plurals import counted
from lackmus.core.suites.suite import Draft, Item
from lackmus.errors import LackmusError
from lackmus.read.files import File, digest_of
from lackmus.read.ltb_examples import HUMAN, LtbExample, examples_of, looks_like_examples, unknown_keys

FITS = "the Last Translation Benchmark's JSON: a list of examples with source_text and verification_rules"
_CATEGORY = "Last Translation Benchmark"
_UNSORTED = "Other"


def recognises(file: File) -> bool:
    """Whether the file begins with an example."""
    return looks_like_examples(file)


def read(file: File) -> Draft:
    """The examples that have a text; what a suite has no place for is named."""
    examples, beside = examples_of(file)
    items = tuple(_item(one) for one in examples if one.source.strip())
    if not items:
        raise LackmusError(f"{file.path} has no example with a text.")
    return Draft(
        file.path.name,
        items,
        digest=digest_of(file.text),
        not_kept=(*_not_kept(examples), *unknown_keys(examples, beside)),
    )


def _item(one: LtbExample) -> Item:
    """Its first difficulty is its phenomenon; the others, and the benchmark's own tags, are tags."""
    return Item(
        pair=one.pair,
        id=one.id,
        category=_CATEGORY,
        phenomenon=one.linguistics[0] if one.linguistics else _UNSORTED,
        source=one.source,
        comment="\n".join(_comment(one)),
        tags=tuple(dict.fromkeys((*one.linguistics[1:], *one.tags))),
        prompt=f"Translate from {one.languages}. {one.instructions}" if one.instructions else "",
        plain_rules=one.rules,
    )


def _comment(one: LtbExample) -> Iterator[str]:
    if any(sign in one.languages for sign in "(,") or "mis" in (one.pair.source, one.pair.target):
        yield f"Languages: {one.languages}"
    for other in one.translations:
        if other.model == HUMAN and other.text and other.text.strip():
            yield f"Human translation: {other.text.strip()}"
    if one.media:
        yield f"Comes with {one.media}, which is not kept."
    if one.attribution:
        yield f"Based on: {one.attribution}"
    if one.remarks:
        yield f"Remarks: {one.remarks}"


def _not_kept(examples: list[LtbExample]) -> Iterator[str]:
    silent = sum(not one.source.strip() for one in examples)
    if silent:
        many = counted(silent, "example has", "examples have")
        yield f"{many} no text, only media: left out."
    shown = sum(bool(one.media) for one in examples if one.source.strip())
    if shown:
        many = counted(shown, "example comes", "examples come")
        yield f"{many} with an image, a recording or a video: not kept."
    written = [other for one in examples for other in one.translations if other.model != HUMAN]
    if written:
        models = len({other.model for other in written})
        yield (
            f"{counted(len(written), 'translation')} of {counted(models, 'system')}: not part of a suite. "
            "Read them as outputs from the same file."
        )
    if any(other.verified for one in examples for other in one.translations):
        yield "Verdicts of the benchmark's own judge (“verified”) are not kept."
