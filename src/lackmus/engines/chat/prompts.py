"""Prompts for chat models: templates with language names, and example translations."""

import hashlib
import re
import string
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from lackmus.errors import LackmusError
from lackmus.machine.files import read_small, why_unread

FIELDS = ("source_language", "target_language", "text", "before")
PROMPT = (
    "Translate the following text from {source_language} into {target_language}. "
    "Reply with the translation alone, without any remark.\n\n{text}"
)
_BEFORE = "These sentences come first. They are there to be understood, not to be translated:\n\n{before}\n\n"
IN_CONTEXT = (
    _BEFORE + "Translate only the text that follows them from {source_language} into {target_language}. "
    "Reply with its translation alone, without any remark.\n\n{text}"
)
_FIELD = re.compile(r"\{(" + "|".join(FIELDS) + r")\}")
_MOST = 100  # examples; all are sent and billed with every sentence


def own_prompt(prompt: str, values: Mapping[str, str]) -> str:
    """The message for an item with a prompt of its own: fields are filled, other braces stay as they are.

    Where the prompt has no place for them, the text follows it, and the sentences before come first.
    """
    before = "" if "{before}" in prompt or not values["before"] else _BEFORE
    after = "" if "{text}" in prompt else "\n\n{text}"
    return _FIELD.sub(lambda field: values[field[1]], f"{before}{prompt}{after}")


@dataclass(frozen=True)
class PromptTemplate:
    """A text with fields. Inserted values are never read as templates."""

    written: str
    parts: tuple[tuple[str, str | None], ...]  # text, and the field after it

    @classmethod
    def parse(cls, option: str, written: str) -> Self:
        """Parse a template from an option; \\n stands for a line break."""
        written = written.replace("\\n", "\n")
        known = ", ".join(f"{{{name}}}" for name in FIELDS)
        parts = []
        try:
            for text, field, form, conversion in string.Formatter().parse(written):
                if field is not None and (field not in FIELDS or form or conversion):
                    whole = field + (f"!{conversion}" if conversion else "") + (f":{form}" if form else "")
                    raise LackmusError(
                        f"{option} has a field {{{whole}}}. "
                        f"There are {known}; a brace itself is written twice.",
                        argument="option",
                    )
                parts.append((text, field))
        except ValueError:
            raise LackmusError(
                f"{option} has a brace without its partner. A brace itself is written twice.",
                argument="option",
            ) from None
        return cls(written, tuple(parts))

    def __contains__(self, field: str) -> bool:
        return any(field == one for _, one in self.parts)

    def filled(self, values: Mapping[str, str]) -> str:
        """The text with its fields filled in."""
        return "".join(text + (values[field] if field else "") for text, field in self.parts)


@dataclass(frozen=True)
class Examples:
    """Example sentences with translations, shown before the sentence to translate."""

    pairs: tuple[tuple[str, str], ...] = ()

    @classmethod
    def read(cls, file: Path) -> Self:
        """Read lines of source, tab, translation."""
        try:
            lines = read_small(file).splitlines()
        except UnicodeDecodeError:
            raise LackmusError(f"{file}: the examples are not UTF-8. Save them as UTF-8.") from None
        except (OSError, ValueError) as problem:
            raise LackmusError(f"{file}: the examples cannot be read ({why_unread(problem)}).") from None
        pairs = []
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            parts = [part.strip() for part in line.split("\t")]
            if len(parts) != 2 or not all(parts):
                raise LackmusError(f"{file}, line {number}: write a sentence, a tab and its translation.")
            pairs.append((parts[0], parts[1]))
        if not 0 < len(pairs) <= _MOST:
            raise LackmusError(f"{file}: there are {len(pairs)} examples. Give 1 to {_MOST}.")
        return cls(tuple(pairs))

    @property
    def digest(self) -> str:
        """A digest of their content, independent of the file name; empty without examples."""
        if not self.pairs:
            return ""
        return hashlib.sha256("\n".join(map("\t".join, self.pairs)).encode()).hexdigest()[:16]
