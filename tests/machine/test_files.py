"""Small files are read whole; what is far too large, or never ends, is refused in one line."""

import os
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest

from lackmus import __file__ as source
from lackmus.cli.remedies import worded
from lackmus.engines.chat.prompts import Examples
from lackmus.engines.ctranslate2 import _listed
from lackmus.engines.google.tokens import _read as read_credentials
from lackmus.engines.keys import Keys
from lackmus.engines.named import VARIABLE, named_engines
from lackmus.errors import LackmusError
from lackmus.flows.workspaces.accounts import password_in
from lackmus.machine.files import MOST, read_small, read_small_bytes
from lackmus.machine.packages import settings_in
from lackmus.store.workspaces.folders import MANIFEST, read_manifest
from tests.refusals import refuses


def named(file: Path) -> object:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, str(file))
        return named_engines()


def manifest(file: Path) -> object:
    (file.parent / MANIFEST).symlink_to(file)
    return read_manifest(file.parent)


def credentials(file: Path) -> object:
    pytest.importorskip("google.auth")
    return read_credentials(file, Keys({}, file.with_name("none")))


READERS: dict[str, Callable[[Path], object]] = {
    "engines.toml": named,
    "examples": Examples.read,
    "keys": lambda file: Keys({}, file).get("A_KEY"),
    "Google's credentials": credentials,
    "password": password_in,
    "manifest of a backup": manifest,
}
OF_MODELS: dict[str, Callable[[Path], object]] = {  # which are no devices
    "settings of a model": settings_in,
    "vocabulary": _listed,
}


def gigabytes(folder: Path) -> Path:
    """Make a file of gigabytes that takes no room."""
    file = folder / "large"
    file.touch(0o600)
    os.truncate(file, 5 * 2**30)
    return file


@pytest.mark.parametrize("reader", [*READERS, *OF_MODELS])
def test_a_file_of_gigabytes_is_refused(reader: str, tmp_path: Path) -> None:
    read = READERS.get(reader) or OF_MODELS[reader]
    with pytest.raises(LackmusError) as raised:
        read(gigabytes(tmp_path))
    said = worded(raised.value)
    assert "\n" not in said and str(tmp_path) in said


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no such device here")
@pytest.mark.parametrize("reader", [name for name in READERS if name != "manifest of a backup"])
def test_a_device_that_never_ends_is_refused(reader: str) -> None:
    """Keys and credentials there are refused because others can read them."""
    with refuses(LackmusError, match=r"/dev/zero.*(more than 1 MB|others can read)"):
        READERS[reader](Path("/dev/zero"))


@pytest.mark.parametrize("reader", ["examples", "Google's credentials", "password"])
def test_a_name_that_no_file_can_have(reader: str) -> None:
    """Options of engines come by the API too, where a name may hold anything."""
    with pytest.raises(LackmusError, match="null"):
        READERS[reader](Path("a\0b"))


@pytest.mark.parametrize(
    "content, read",
    [(b"", ""), (b"a\r\nb\n", "a\r\nb\n"), (b"\xef\xbb\xbfa", "a"), ("ö".encode(), "ö"), (b"a" * MOST, None)],
    ids=["empty", "CRLF", "BOM", "UTF-8", "just small enough"],
)
def test_what_is_small_is_read(tmp_path: Path, content: bytes, read: str | None) -> None:
    file = tmp_path / "small"
    file.write_bytes(content)
    assert read_small_bytes(file) == content
    for found in (read_small(file), read_small(BytesIO(content))):
        assert found == (content.decode() if read is None else read)


def test_nothing_else_is_read_without_a_limit() -> None:
    """Whatever a user names is read by read/files.py or machine/files.py."""
    ours = {  # files that are part of Lackmus, or that it wrote itself
        "cli/commands.py",
        "flows/suites/samples.py",
        "read/contrasts.py",
        "store/verdicts/snapshots.py",
        "web/http/assets.py",
        "web/http/key_list.py",
        "write/reports/html.py",
        "write/reports/notebook.py",
    }
    root = Path(source).parent
    found = {
        path.relative_to(root).as_posix()
        for path in root.rglob("*.py")
        if any(call in path.read_text() for call in (".read_text(", ".read_bytes("))
    }
    assert found <= ours
