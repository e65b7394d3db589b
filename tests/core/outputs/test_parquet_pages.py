"""Headers of Parquet files that were not written by an honest program: refused, each for its reason."""

import pytest

from lackmus.core.outputs.parquet_pages import PageError, row_groups

END = b"\x00"


def field(kind: int, content: bytes, step: int = 1) -> bytes:
    """A field of a structure, so many numbers after the one before it."""
    return bytes([step << 4 | kind]) + content


def of_structs(*structs: bytes) -> bytes:
    """A list of structures."""
    return bytes([len(structs) << 4 | 12]) + b"".join(structs)


def file(footer: bytes) -> bytes:
    """A file with that footer and no pages."""
    return b"PAR1" + b"\x00" * 8 + footer + len(footer).to_bytes(4, "little") + b"PAR1"


def group(columns: bytes) -> bytes:
    """A footer with one group of rows, which has these fields; groups are its fourth field."""
    return field(9, of_structs(columns + END), step=4) + END


def column(about: bytes) -> bytes:
    """A group with one column, which is described in its third field."""
    return group(field(9, of_structs(field(12, about + END, step=3) + END)))


NESTED = field(12, b"") * 13
NEGATIVE = b"\x01"  # -1 in zigzag


@pytest.mark.parametrize(
    "footer, said",
    [
        (group(field(9, of_structs(END))), "a column is not described"),
        (group(field(6, NEGATIVE, step=3)), "field 3 is no size"),
        (column(field(6, NEGATIVE, step=7)), "field 7 is no size"),
        (column(field(6, b"\x02", step=7)), "a column lies outside of the file"),
        (NESTED + END, "a header is nested too deeply"),
        (field(9, b"\x19" * 13), "a header is nested too deeply"),  # lists in lists
        (field(11, b"\x7f\x33"), "a list is longer than the file"),
        (field(9, b"\xf3\x7f"), "a list is longer than the file"),
        (field(8, b"\x7f"), "a text is longer than the file"),
        (field(6, b"\xff" * 10 + b"\x01"), "a number is too long"),
        (field(13, b""), "a field of the kind 13"),
        (field(8, b"\x08"), "it ends within a header"),
    ],
)
def test_what_cannot_be_is_refused(footer: bytes, said: str) -> None:
    with pytest.raises(PageError, match=said):
        list(row_groups(file(footer)))


@pytest.mark.parametrize(
    "more",
    [
        field(11, b"\x00"),  # an empty map
        field(11, b"\x01\x33\x07\x08"),  # a map of bytes
        field(7, b"\x00" * 8),  # a floating-point number
        field(9, b"\x21\x01\x02"),  # a list of truths
        b"\x03\x02\x07",  # a field with its number written out
    ],
)
def test_what_does_not_matter_is_passed_over(more: bytes) -> None:
    assert list(row_groups(file(more + field(9, of_structs(), step=4) + END))) == []
