"""The unpacked size of a Parquet file, from its page headers, before anything is unpacked."""

# The sizes in the footer cannot be trusted, but every reader unpacks a page to the size in its own header.
# Headers are structures of Thrift's compact protocol, of which only a few numbers matter here.

from collections.abc import Iterator
from mmap import mmap
from typing import Any, NamedTuple

_MAGIC = b"PAR1"
_TAIL = 8  # the length of the footer, and the magic again
_MOST_FOOTER = 16 * 2**20
_DEEPEST = 12  # nesting depth; the footer of an honest file has six
_NUMBERS = frozenset({3, 4, 5, 6})  # bytes, and integers of 16, 32 and 64 bits
_BOOLEANS = frozenset({1, 2})
_DOUBLE, _BINARY, _LIST, _SET, _MAP, _STRUCT = 7, 8, 9, 10, 11, 12
_DATA, _DATA_V2 = 5, 8  # fields of a page header
_DELTA_BYTE_ARRAY = 7  # each value may repeat the beginning of the one before it


class PageError(Exception):
    """No Parquet file, or a damaged one."""


class Unpacked(NamedTuple):
    """The unpacked size of a group of rows."""

    size: int  # bytes, at most
    rows: int


def row_groups(content: bytes | mmap) -> Iterator[Unpacked]:
    """Yield what each group of rows unpacks to, from the headers of all of its pages."""
    view = memoryview(content)
    footer = _footer(view)
    for group in _structs(footer.get(4)):
        size, rows = 0, [_number(group, 3)]
        for chunk in _structs(group.get(1)):
            about = chunk.get(3)
            if not isinstance(about, dict):
                raise PageError("a column is not described")
            unpacked = _chunk(view, about)
            size += unpacked.size
            rows.append(unpacked.rows)
        yield Unpacked(size, max(rows))


def _chunk(view: memoryview, about: dict[int, Any]) -> Unpacked:
    """Return what the pages of one column of one group unpack to."""
    starts = [_number(about, field) for field in (9, 11) if field in about]
    at = min((start for start in starts if start > 0), default=0)
    end = at + _number(about, 7)
    if not 0 < at <= end <= len(view):
        raise PageError("a column lies outside of the file")
    size = values = 0
    while at < end:
        header, at = _Struct(view, at).read()
        unpacked, here = _number(header, 2), 0
        for field, encoding in ((_DATA, 2), (_DATA_V2, 4)):
            if isinstance(data := header.get(field), dict):
                here = _number(data, 1)
                if data.get(encoding) == _DELTA_BYTE_ARRAY:
                    unpacked *= max(1, here)  # every value may be as long as the page
        size, values, at = size + unpacked, values + here, at + _number(header, 3)
    return Unpacked(size, values)


def _footer(view: memoryview) -> dict[int, Any]:
    if len(view) < 2 * _TAIL or view[:4] != _MAGIC or view[-4:] != _MAGIC:
        raise PageError("it is cut off")
    length = int.from_bytes(view[-_TAIL:-4], "little")
    if not 0 < length <= min(len(view) - _TAIL - 4, _MOST_FOOTER):
        raise PageError(f"its footer has {length:,} bytes")
    found, _ = _Struct(view, len(view) - _TAIL - length).read()
    return found


def _structs(found: Any) -> list[dict[int, Any]]:
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _number(struct: dict[int, Any], field: int) -> int:
    found = struct.get(field, 0)
    if not isinstance(found, int) or found < 0:
        raise PageError(f"field {field} is no size")
    return found


class _Struct:
    """A reader of one structure; fields of texts are passed over."""

    def __init__(self, view: memoryview, at: int) -> None:
        self._view, self._at = view, at

    def read(self) -> tuple[dict[int, Any], int]:
        """Return the fields by their numbers, and where the structure ends."""
        try:
            return self._struct(_DEEPEST), self._at
        except IndexError:
            raise PageError("it ends within a header") from None

    def _struct(self, deep: int) -> dict[int, Any]:
        if not deep:
            raise PageError("a header is nested too deeply")
        found: dict[int, Any] = {}
        field = 0
        while head := self._byte():
            step, kind = head >> 4, head & 15
            field = field + step if step else _signed(self._varint())
            found[field] = kind == 1 if kind in _BOOLEANS else self._value(kind, deep)
        return found

    def _value(self, kind: int, deep: int) -> Any:
        if kind == 3:
            return self._byte()
        if kind in _NUMBERS:
            return _signed(self._varint())
        if kind == _BINARY:
            return self._skip(self._varint())
        if kind == _DOUBLE:
            return self._skip(8)
        if kind == _STRUCT:
            return self._struct(deep - 1)
        if kind in (_LIST, _SET):
            head = self._byte()
            many = head >> 4 if head >> 4 != 15 else self._varint()
            return [self._element(head & 15, deep - 1) for _ in self._room_for(many)]
        if kind == _MAP:
            many = self._varint()
            kinds = self._byte() if many else 0
            for _ in self._room_for(many):
                self._element(kinds >> 4, deep - 1)
                self._element(kinds & 15, deep - 1)
            return None
        raise PageError(f"a field of the kind {kind}")

    def _element(self, kind: int, deep: int) -> Any:
        if not deep:
            raise PageError("a header is nested too deeply")
        return self._byte() if kind in _BOOLEANS else self._value(kind, deep)

    def _room_for(self, many: int) -> range:
        """A range for so many elements; each needs at least one byte."""
        if many > len(self._view) - self._at:
            raise PageError("a list is longer than the file")
        return range(many)

    def _skip(self, length: int) -> None:
        if length > len(self._view) - self._at:
            raise PageError("a text is longer than the file")
        self._at += length

    def _byte(self) -> int:
        found = self._view[self._at]
        self._at += 1
        return found

    def _varint(self) -> int:
        found = shift = 0
        while (part := self._byte()) & 0x80:
            found |= (part & 0x7F) << shift
            shift += 7
            if shift > 63:
                raise PageError("a number is too long")
        return found | part << shift


def _signed(zigzag: int) -> int:
    return (zigzag >> 1) ^ -(zigzag & 1)
