"""Templates as documents of a shared task: sentences as their paragraphs, and back to the items."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from lackmus.core.base.paragraphs import joined, paragraphs, plain_paragraphs
from lackmus.core.engines.engine import Mark
from lackmus.core.outputs.documents import mismatch
from lackmus.core.outputs.outputs import HandIn
from lackmus.core.outputs.templates import LENGTH, SIGNS, Template, TemplateLine, template_name

DOMAIN = "testsuite"  # of the documents of templates
MOST_LINES = 1000  # of one document

# The name tells the template and the lines, so that documents come back in any order and among others.
_NAME = re.compile(rf"lackmus-[A-Za-z0-9-]+-([{SIGNS}]{{{LENGTH}}})-([0-9]{{1,9}})(?:-([0-9]{{1,9}}))?")


@dataclass(frozen=True, slots=True)
class TemplateDocument:
    """Some consecutive lines of a template, as one document."""

    name: str
    lines: tuple[TemplateLine, ...]

    @property
    def text(self) -> str:
        """Its paragraphs, with blank lines between them."""
        return joined(part for line in self.lines for part in _parts(line))

    @property
    def prompt(self) -> str:
        """The prompt of its items; empty if they have none."""
        return self.lines[0].prompt


@dataclass(frozen=True, slots=True)
class ReturnedDocument:
    """The translation of a document, and its line in the file that came back."""

    id: str
    line: int
    text: str


def template_documents(template: Template, token: str, most: int = 1) -> list[TemplateDocument]:
    """A template as documents of at most so many lines; another prompt begins another document.

    An item of several paragraphs is a document of its own, with no other sentences around it.
    """
    groups: list[list[int]] = []
    for place, line in enumerate(template.lines):
        last = groups[-1] if groups else []
        first = template.lines[last[0]] if last else line
        if last and len(last) < most and first.prompt == line.prompt and not (_long(first) or _long(line)):
            last.append(place)
        else:
            groups.append([place])
    name = template_name(template.pair, token)
    return [
        TemplateDocument(
            f"{name}-{group[0] + 1:05}" + (f"-{group[-1] + 1:05}" if len(group) > 1 else ""),
            template.lines[group[0] : group[-1] + 1],
        )
        for group in groups
    ]


def lines_in(name: str) -> tuple[str, int, int] | None:
    """The template and its lines, first and last, that the name of a document tells."""
    found = _NAME.fullmatch(name)
    return (found[1], int(found[2]), int(found[3] or found[2])) if found else None


def unscramble_documents(
    template: Template, returned: Mapping[tuple[int, int], ReturnedDocument], system: str, file: str
) -> HandIn:
    """The paragraphs of returned documents beside their sources, and where the items stand.

    Where a document has other paragraphs than its source, its whole text stands for each of its items, which
    stay open; nothing is shifted. Items of documents that did not come back are missing, and a note says so.
    """
    found = HandIn(system, file)
    there: set[int] = set()
    for (first, last), document in sorted(returned.items()):
        if not 1 <= first <= last <= len(template.lines):
            raise ValueError(f"line {document.line}: the template has no such document {document.id}")
        there |= set(range(first, last + 1))
        lines = template.lines[first - 1 : last]
        texts = _texts(lines, document.text)
        if texts is None:
            whole = paragraphs(document.text)
            items = sum(len(line.items) for line in lines)
            expected = sum(len(_parts(line)) for line in lines)
            if items:
                found.suspicions.append(
                    mismatch(file, document.line, document.id, expected, len(whole), items)
                )
            lines = tuple(line for line in lines if line.items)
            texts = [joined(whole)] * len(lines)
            found.marks.extend([Mark.PARAGRAPHS if whole else ""] * len(lines))
        else:
            found.marks.extend([""] * len(lines))
        for line, text in zip(lines, texts, strict=True):
            found.places.extend((key, len(found.texts)) for key in line.items)
            found.sources.append(line.source)
            found.texts.append(text)
    missing = _items(line for place, line in enumerate(template.lines, start=1) if place not in there)
    if missing:
        found.notes.append(f"{missing:,} of {len(template.items):,} items of the template did not come back.")
    return found


def _texts(lines: tuple[TemplateLine, ...], text: str) -> list[str] | None:
    """The translation of each line; None if the paragraphs do not tell."""
    parts = paragraphs(text)
    if len(lines) == 1:
        return [joined(parts)]
    counts = [len(_parts(line)) for line in lines]
    if len(parts) != sum(counts):
        return None
    taken = iter(parts)
    return [joined(next(taken) for _ in range(count)) for count in counts]


def _long(line: TemplateLine) -> bool:
    return len(_parts(line)) > 1


def _parts(line: TemplateLine) -> list[str]:
    """The paragraphs of an item; one that is no document may have tags as its words."""
    tagged = line.source.lower().startswith("<p")
    return paragraphs(line.source) if tagged else plain_paragraphs(line.source)


def _items(lines: Iterable[TemplateLine]) -> int:
    return sum(len(line.items) for line in lines)
