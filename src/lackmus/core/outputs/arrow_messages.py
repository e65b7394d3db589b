"""The unpacked size of Arrow streams and files, from the headers of messages, before anything is unpacked."""

# A stream is a row of messages, each with a header (a table of FlatBuffers) and a body; one of no length ends
# it. A file has messages between two signs, and a footer that says where they stand.

from collections.abc import Iterator
from mmap import mmap
from struct import Struct, error

from lackmus.core.outputs.parquet_pages import PageError, Unpacked

SIGN = b"ARROW1"  # of a file, at both ends; a stream begins with a continuation
CONTINUATION = b"\xff\xff\xff\xff"
_BATCH, _DICTIONARY = 3, 2  # kinds of messages that hold values
_MOST_HEADER = 64 * 2**20
_INT, _LONG, _OFFSET, _SHORT = Struct("<i"), Struct("<q"), Struct("<I"), Struct("<H")
_PAIR, _BLOCK = 16, 24  # bytes of two long numbers, and of a place in a file
_DICTIONARIES, _BATCHES = 2, 3  # fields of a footer


def record_batches(content: bytes | mmap) -> Iterator[Unpacked]:
    """Yield what each batch of rows unpacks to; what is cut off is damaged."""
    view = memoryview(content)
    try:
        if view[: len(SIGN)] == SIGN:
            yield from _of_file(view)
        else:
            yield from _of_stream(view)
    except (error, IndexError):
        raise PageError("a header is damaged") from None


def _of_stream(view: memoryview) -> Iterator[Unpacked]:
    at = 0
    while True:
        if view[at : at + 4] != CONTINUATION:
            raise PageError("it is cut off")
        length = _INT.unpack_from(view, at + 4)[0]
        if not length:
            return
        body, found = _message(view, at)
        at += 8 + length + body
        if found is not None:
            yield found


def _of_file(view: memoryview) -> Iterator[Unpacked]:
    if view[-len(SIGN) :] != SIGN:
        raise PageError("it is cut off")
    end = len(view) - len(SIGN) - 4
    length = _INT.unpack_from(view, end)[0]
    if not 0 < length <= min(_MOST_HEADER, end):
        raise PageError(f"its footer has {length:,} bytes")
    footer = view[end - length : end]
    table = _Table(footer, _OFFSET.unpack_from(footer, 0)[0])
    for field in (_DICTIONARIES, _BATCHES):
        for start, _ in table.pairs(field, _BLOCK):
            if not 0 <= start < len(view):
                raise PageError("a batch lies outside of the file")
            _, found = _message(view, start)
            if found is not None:
                yield found


def _message(view: memoryview, at: int) -> tuple[int, Unpacked | None]:
    """Return the length of a message's body, and what it unpacks to if it holds values."""
    at += 4 * (view[at : at + 4] == CONTINUATION)  # messages of old files have none
    many = _INT.unpack_from(view, at)[0]
    at += 4
    if not 0 < many <= min(_MOST_HEADER, len(view) - at):
        raise PageError(f"a header has {many:,} bytes")
    header, body = view[at : at + many], view[at + many :]
    message = _Table(header, _OFFSET.unpack_from(header, 0)[0])
    kind, length = message.byte(1), message.long(3)
    if not 0 <= length <= len(body):
        raise PageError("it is cut off")
    if kind not in (_BATCH, _DICTIONARY):
        return length, None
    batch = message.table(2)
    if kind == _DICTIONARY:
        batch = batch.table(1)
    rows = max([batch.long(0), *(first for first, _ in batch.pairs(1, _PAIR))])
    buffers = list(batch.pairs(2, _PAIR))
    size = length
    if batch.has(3):  # packed: each buffer begins with its unpacked length, or -1
        size = sum(_unpacked(body[:length], start, many) for start, many in buffers)
    if rows < 0 or size < 0:
        raise PageError("a batch has a negative size")
    return length, Unpacked(size, rows)


def _unpacked(body: memoryview, start: int, many: int) -> int:
    if many == 0:
        return 0
    if not 0 <= start <= len(body) - many or many < 8:
        raise PageError("a column lies outside of the file")
    said: int = _LONG.unpack_from(body, start)[0]
    return many - 8 if said == -1 else said


class _Table:
    """A table of FlatBuffers: fields by their numbers, each perhaps absent."""

    def __init__(self, view: memoryview, at: int) -> None:
        self._view, self._at = view, at
        self._fields = at - _INT.unpack_from(view, at)[0]
        if self._fields < 0:
            raise PageError("a header is damaged")
        self._many = (_SHORT.unpack_from(view, self._fields)[0] - 4) // 2

    def has(self, field: int) -> bool:
        """Whether the field is there."""
        return self._place(field) is not None

    def byte(self, field: int) -> int:
        """A small number; 0 if absent."""
        at = self._place(field)
        return 0 if at is None else self._view[at]

    def long(self, field: int) -> int:
        """A long number; 0 if absent."""
        at = self._place(field)
        return 0 if at is None else int(_LONG.unpack_from(self._view, at)[0])

    def table(self, field: int) -> "_Table":
        """A table within this one."""
        at = self._place(field)
        if at is None:
            raise PageError("a header lacks a field")
        return _Table(self._view, at + _OFFSET.unpack_from(self._view, at)[0])

    def pairs(self, field: int, width: int) -> Iterator[tuple[int, int]]:
        """The first two long numbers of each entry of a list; none if absent."""
        at = self._place(field)
        if at is None:
            return
        start = at + _OFFSET.unpack_from(self._view, at)[0]
        many = _OFFSET.unpack_from(self._view, start)[0]
        if many > len(self._view) // width:
            raise PageError("a list is longer than its header")
        for place in range(start + 4, start + 4 + many * width, width):
            yield _LONG.unpack_from(self._view, place)[0], _LONG.unpack_from(self._view, place + 8)[0]

    def _place(self, field: int) -> int | None:
        if field >= self._many:
            return None
        offset = _SHORT.unpack_from(self._view, self._fields + 4 + 2 * field)[0]
        return self._at + offset if offset else None
