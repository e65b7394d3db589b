"""Keys come from the environment or from a file that nobody else can read, and show up nowhere."""

from pathlib import Path

import pytest

from lackmus.engines.errors import KeyRefusedError
from lackmus.engines.keys import Keys, usual_file
from lackmus.errors import LackmusError
from lackmus.web.http.remedies import on_page

SECRET = "0123456789-abcdefghij"


def file_of(tmp_path: Path, text: str | bytes, mode: int = 0o600) -> Path:
    file = tmp_path / "keys"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    file.chmod(mode)
    return file


@pytest.mark.parametrize(
    "environment, lines, found",
    [
        ({"A_KEY": "one"}, "A_KEY=two\n", "one"),  # the environment comes first
        ({"A_KEY": ""}, "A_KEY=two\n", "two"),
        ({}, "A_KEY=two\n", "two"),
        ({}, "# mine\n\n  B=1\n A_KEY = two \n", "two"),
        ({}, "A_KEY='two'\n", "two"),
        ({}, 'A_KEY="two=2"\n', "two=2"),
        ({}, "A_KEY=two\nA_KEY=three", "three"),
        ({"A_KEY": "  one\n"}, "", "one"),
        ({}, "A_KEY=\n", None),
        ({}, "B_KEY=two\n", None),
        ({}, "", None),
    ],
)
def test_where_a_key_comes_from(
    tmp_path: Path, environment: dict[str, str], lines: str, found: str | None
) -> None:
    keys = Keys(environment, file_of(tmp_path, lines))
    assert keys.get("A_KEY") == found
    assert keys.has("A_KEY") == (found is not None)
    if found:
        assert keys.need("A_KEY") == found


def test_without_a_file_there_is_only_the_environment(tmp_path: Path) -> None:
    keys = Keys({"A_KEY": "one"}, tmp_path / "none")
    assert (keys.get("A_KEY"), keys.get("B_KEY")) == ("one", None)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o660, 0o610])
def test_a_file_that_others_can_read_holds_no_keys(tmp_path: Path, mode: int) -> None:
    file = file_of(tmp_path, f"A_KEY={SECRET}\n", mode)
    with pytest.raises(LackmusError, match=f"{file}: others can read it. .*chmod 600") as raised:
        Keys({}, file).get("A_KEY")
    assert SECRET not in str(raised.value)
    file.chmod(0o400)
    assert Keys({}, file).get("A_KEY") == SECRET


@pytest.mark.parametrize(
    "text, said",
    [
        (f"A_KEY={SECRET}\n{SECRET}\n", "line 2: write NAME=value"),
        (f"export A_KEY={SECRET}\n", "line 1: write NAME=value"),
        (f"={SECRET}\n", "line 1: write NAME=value"),
        (b"A_KEY=\xff\n", "it is no text"),
    ],
)
def test_a_file_that_cannot_be_understood(tmp_path: Path, text: str | bytes, said: str) -> None:
    file = file_of(tmp_path, text)
    with pytest.raises(LackmusError) as raised:
        Keys({}, file).get("A_KEY")
    assert str(raised.value).startswith(f"{file}")
    assert said in str(raised.value)
    assert SECRET not in str(raised.value)


def test_a_folder_is_no_file_of_keys(tmp_path: Path) -> None:
    with pytest.raises(LackmusError, match="the keys cannot be read"):
        Keys({}, tmp_path).get("A_KEY")


def test_a_missing_key_says_where_to_put_it(tmp_path: Path) -> None:
    file = tmp_path / "keys"
    with pytest.raises(KeyRefusedError) as raised:
        Keys({}, file).need("A_KEY")
    assert "There is no key A_KEY." in str(raised.value)
    assert f"A_KEY=… into {file} (chmod 600)" in str(raised.value)
    assert str(file) not in on_page(raised.value)  # of no use to visitors


@pytest.mark.parametrize(
    "value", ["kéy-0123456789", "key-0123\n456789", "“key-0123456789”", "key\x00-0123456789"]
)
def test_a_key_that_was_copied_badly(tmp_path: Path, value: str) -> None:
    with pytest.raises(KeyRefusedError, match="A_KEY has letters that no key has") as raised:
        Keys({"A_KEY": value}, tmp_path / "none").get("A_KEY")
    assert "0123" not in str(raised.value)


@pytest.mark.parametrize(
    "text, scrubbed",
    [
        (f"Wrong key {SECRET}!", "Wrong key (key)!"),
        (f"{SECRET} {SECRET}", "(key) (key)"),
        (f"Wrong key {SECRET[:10]}…", "Wrong key (key)…"),
        (f"Wrong key …{SECRET[-10:]}", "Wrong key …(key)"),
        ("Wrong key", "Wrong key"),
        ("a tiny key: abc", "a tiny key: abc"),  # too short to be one, and hiding it would garble words
    ],
)
def test_what_was_given_out_is_hidden(tmp_path: Path, text: str, scrubbed: str) -> None:
    keys = Keys({"A_KEY": SECRET, "B_KEY": "abc"}, tmp_path / "none")
    assert keys.scrub(text) == text  # nobody has been told it, so nobody can repeat it
    assert (keys.get("A_KEY"), keys.get("B_KEY")) == (SECRET, "abc")
    assert keys.scrub(text) == scrubbed


def test_the_longer_of_two_keys_is_hidden_as_a_whole(tmp_path: Path) -> None:
    keys = Keys({"A_KEY": SECRET, "B_KEY": f"{SECRET}-and-more"}, tmp_path / "none")
    assert keys.get("A_KEY")
    assert keys.get("B_KEY")
    assert keys.scrub(f"<{SECRET}-and-more>") == "<(key)>"


def test_a_token_made_from_a_key_is_hidden_too(tmp_path: Path) -> None:
    keys = Keys({}, tmp_path / "none")
    keys.hide("token-0123456789")
    assert keys.scrub("Bearer token-0123456789") == "Bearer (key)"


def test_what_stands_beside_keys_is_not_hidden(tmp_path: Path) -> None:
    keys = Keys({"A_REGION": "westeurope"}, tmp_path / "none")
    assert keys.beside("A_REGION") == "westeurope"
    assert keys.scrub("no such region: westeurope") == "no such region: westeurope"


def test_keys_print_nothing(tmp_path: Path) -> None:
    keys = Keys({"A_KEY": SECRET}, tmp_path / "none")
    assert keys.get("A_KEY") == SECRET
    assert (repr(keys), str(keys)) == ("Keys()", "Keys()")


def test_where_the_file_is(tmp_path: Path) -> None:
    assert usual_file({"LACKMUS_KEYS": str(tmp_path / "mine")}) == tmp_path / "mine"
    assert usual_file({}).parts[-2:] == ("lackmus", "keys")
    assert Keys({"LACKMUS_KEYS": str(file_of(tmp_path, "A_KEY=two\n"))}).get("A_KEY") == "two"
