"""Ready word links in Pharaoh's format: read as they are, or refused with the line."""

import gzip
from pathlib import Path

import pytest

from lackmus.core.base.choices import Symmetry
from lackmus.core.trees.links import bounds, links
from lackmus.errors import LackmusError
from lackmus.read.pharaoh import read_pharaoh

SOURCE, TARGET = bounds([2, 0, 3]), bounds([3, 1, 2])


@pytest.mark.parametrize(
    "content, found",
    [
        (b"0-0 1-2\n\n2-1 0-0\n", [[0, 0], [1, 2], [2, 4], [4, 5]]),
        (b"\n\n0-1", [[2, 5]]),  # no line break at the end
        (b"0-0\r\n\r\n\r\n", [[0, 0]]),
        (b"\xef\xbb\xbf0-0\n\n\n", [[0, 0]]),
        (gzip.compress(b"0-0\n\n\n", mtime=0), [[0, 0]]),
        (b"\n\n\n", []),
    ],
)
@pytest.mark.parametrize("symmetry", Symmetry)
def test_read(content: bytes, found: list[list[int]], symmetry: Symmetry, tmp_path: Path) -> None:
    """A line a pair. The links are final: no symmetry changes them."""
    file = tmp_path / "links.txt"
    file.write_bytes(content)
    assert links(read_pharaoh(file, SOURCE, TARGET), symmetry).tolist() == found


@pytest.mark.parametrize(
    "content, words",
    [
        (b"0-0\n\n", "links.txt has 2 lines for 3 sentence pairs. Each line holds the links of one pair"),
        (b"0-0\n\n\n0-0\n", "links.txt has 4 lines for 3 sentence pairs."),
        (b"0-0\n", "links.txt has 1 line for 3 sentence pairs."),
        (b"", "links.txt is empty."),
        (b"0-0\n\n0-0 1\n", "links.txt, line 3: 1 is no link. Write SOURCE-TARGET, such as 0-2."),
        (b"0-0\n0-0\n\n", "links.txt, line 2: 0-0 counts beyond the source sentence, which has 0 words."),
        (b"0-0\n\n2-2\n", "links.txt, line 3: 2-2 counts beyond the target sentence, which has 2 words."),
        (b"0-0\n\n\xff\n", "links.txt, line 3: not UTF-8"),
    ],
)
def test_refused(content: bytes, words: str, tmp_path: Path) -> None:
    """File, line, and what to do."""
    file = tmp_path / "links.txt"
    file.write_bytes(content)
    with pytest.raises(LackmusError) as problem:
        read_pharaoh(file, SOURCE, TARGET)
    assert words in str(problem.value)
    assert str(problem.value).startswith(str(tmp_path))
