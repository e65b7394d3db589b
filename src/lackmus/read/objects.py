"""Strict JSON: every key once, no half surrogate pairs, and errors with their place."""

import json
import re
from collections.abc import Iterator
from functools import partial
from typing import Any

from lackmus.errors import LackmusError
from lackmus.read.budgets import current


def parsed(text: str, place: str, hint: str, code: str = "") -> Any:
    """The value of a JSON text; `hint` says in errors what is expected."""
    current().refuse_document(len(text), place)
    try:
        value = json.loads(text, object_pairs_hook=partial(_once, place=place))
    except json.JSONDecodeError as problem:
        line = f", line {problem.lineno}" if "\n" in text else ""
        said = problem.msg.removesuffix(" at")
        raise LackmusError(
            f"{place}{line}, column {problem.colno}: not JSON ({said}). {hint}", code=code
        ) from None
    except ValueError:  # a number of thousands of digits
        raise LackmusError(f"{place}: a number that is too long. {hint}", code=code) from None
    except RecursionError:
        raise LackmusError(f"{place}: nested too deeply. {hint}", code=code) from None
    if "\\ud" in text.lower():
        _refuse_half_characters(json.dumps(value, ensure_ascii=False), place)
    return value


def elements(text: str, place: str, hint: str) -> Iterator[Any]:
    """The elements of a JSON list, parsed one after the other, so that a long list is no large value."""
    decoder = json.JSONDecoder(object_pairs_hook=partial(_once, place=place))
    at = _BLANK.match(text, text.index("[") + 1).end()  # type: ignore[union-attr]
    while text[at : at + 1] != "]":
        try:
            value, end = decoder.raw_decode(text, at)
        except json.JSONDecodeError as problem:
            raise _not_json(text, problem.pos, problem.msg.removesuffix(" at"), place, hint) from None
        except ValueError:  # a number of thousands of digits
            raise LackmusError(f"{place}: a number that is too long. {hint}") from None
        except RecursionError:
            raise LackmusError(f"{place}: nested too deeply. {hint}") from None
        current().refuse_document(end - at, place)
        if "\\ud" in text[at:end].lower():
            _refuse_half_characters(json.dumps(value, ensure_ascii=False), place)
        yield value
        end = _BLANK.match(text, end).end()  # type: ignore[union-attr]
        if text[end : end + 1] not in (",", "]"):
            raise _not_json(text, end, "Expecting ',' delimiter", place, hint)
        at = _BLANK.match(text, end + (text[end] == ",")).end()  # type: ignore[union-attr]
    rest = _BLANK.match(text, at + 1).end()  # type: ignore[union-attr]
    if rest < len(text):
        raise _not_json(text, rest, "Extra data", place, hint)


def _not_json(text: str, at: int, said: str, place: str, hint: str) -> LackmusError:
    problem = json.JSONDecodeError(said, text, at)
    line = f", line {problem.lineno}" if "\n" in text else ""
    return LackmusError(f"{place}{line}, column {problem.colno}: not JSON ({said}). {hint}")


_BLANK = re.compile(r"[ \t\n\r]*")


def _once(pairs: list[tuple[str, Any]], place: str) -> dict[str, Any]:
    """An object; a repeated key is an error, because one value would be lost."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        named = f", item {found['id']}" if isinstance(found.get("id"), str) and twice != "id" else ""
        raise LackmusError(f"{place}{named}: “{twice}” stands there twice. Keep one.")
    return found


def _refuse_half_characters(content: str, place: str) -> None:
    """Refuse half of a surrogate pair, which is no character and which no database can store."""
    try:
        content.encode()
    except UnicodeEncodeError as problem:
        near = problem.object[max(0, problem.start - 30) : problem.start]
        raise LackmusError(
            f"{place}: half a character (a lone surrogate) after “{near}”. Correct it."
        ) from None
