"""Damaged copies of good files, drawn by a seed: what happens to files on disks, in mails and in editors."""

import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

_VALUES = (
    *("null", "-1", "0", "1e400", "NaN", "true", '""', '"x"', "[]", "{}", "[[[]]]", '{"a": {"b": []}}'),
    *("9" * 40, "9" * 5000, '"\\ud800"', '"\\u0000"', '["\\udc00"]', "[" * 3000 + "]" * 3000),
    *("0.5", "[null]", "[1, 2, 3]"),
)
_BYTES = (b"\xed\xa0\x80", *(bytes([one]) for one in b'\x00\xff\t\n\r"{[]}:,\\#-9;|'))
_NODES: tuple[Any, ...] = (None, -1, 0, 1.5, True, "", "x", [], {}, [None], [[1]], {"a": 1}, 2**70, 10**18)
_SCALAR = re.compile(rb'"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false|null|\[[^\[\]{}]*\]')


def mutants(content: bytes, seed: int, many: int) -> Iterator[bytes]:
    """Yield damaged copies, always the same for a seed."""
    draw = random.Random(seed)
    for _ in range(many):
        damaged = content
        for _ in range(draw.choice((1, 1, 1, 2, 4))):
            damaged = draw.choice(_DAMAGES)(damaged, draw)
        yield damaged


def _place(content: bytes, draw: random.Random) -> int:
    return draw.randrange(len(content) + 1)


def _flipped(content: bytes, draw: random.Random) -> bytes:
    if not content:
        return content
    at = draw.randrange(len(content))
    return content[:at] + bytes([content[at] ^ 1 << draw.randrange(8)]) + content[at + 1 :]


def _deleted(content: bytes, draw: random.Random) -> bytes:
    at = _place(content, draw)
    return content[:at] + content[at + draw.choice((1, 1, 2, 7, 50)) :]


def _inserted(content: bytes, draw: random.Random) -> bytes:
    at = _place(content, draw)
    return content[:at] + draw.choice(_BYTES) * draw.choice((1, 1, 2, 30)) + content[at:]


def _cut_off(content: bytes, draw: random.Random) -> bytes:
    return content[: _place(content, draw)]


def _swapped_lines(content: bytes, draw: random.Random) -> bytes:
    lines = content.split(b"\n")
    one, other = draw.randrange(len(lines)), draw.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


def _repeated_line(content: bytes, draw: random.Random) -> bytes:
    lines = content.split(b"\n")
    at = draw.randrange(len(lines))
    return b"\n".join([*lines[: at + 1], *lines[at:]])


def _lost_line(content: bytes, draw: random.Random) -> bytes:
    lines = content.split(b"\n")
    del lines[draw.randrange(len(lines))]
    return b"\n".join(lines)


def _other_value(content: bytes, draw: random.Random) -> bytes:
    """Put another value where some text, number or list stands."""
    found = list(_SCALAR.finditer(content[:20_000]))
    if not found:
        return content
    one = draw.choice(found)
    return content[: one.start()] + draw.choice(_VALUES).encode() + content[one.end() :]


def _other_node(content: bytes, draw: random.Random) -> bytes:
    """Put another value into a JSON document or line, at any depth."""
    lines = content.split(b"\n")
    at = draw.randrange(len(lines))
    try:
        value = json.loads(content if len(lines) < 3 else lines[at])
    except (ValueError, RecursionError):
        return content
    nodes: list[tuple[Any, Any]] = []

    def walk(node: Any) -> None:
        places = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
        for key, inner in places:
            nodes.append((node, key))
            walk(inner)

    walk(value)
    if nodes:
        node, key = draw.choice(nodes[:2000])
        if isinstance(node, dict) and draw.random() < 0.2:
            del node[key]
        else:
            node[key] = draw.choice(_NODES)
    written = json.dumps(value, ensure_ascii=False).encode(errors="surrogatepass")
    return written if len(lines) < 3 else b"\n".join([*lines[:at], written, *lines[at + 1 :]])


_DAMAGES: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    *(_flipped, _deleted, _inserted, _cut_off, _swapped_lines, _repeated_line, _lost_line),
    *(_other_value, _other_value, _other_node, _other_node),
)
