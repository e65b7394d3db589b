"""Accounts in the terminal: passwords from files and standard input, tokens on standard output alone."""

import subprocess
from pathlib import Path

import pytest

from tests.test_cli import PLAIN, PROGRAM, answer, command

PASSWORD = "correct horse"


@pytest.fixture
def secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder with a password in a file; Ada acts."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LACKMUS_USER", "Ada")
    monkeypatch.delenv("LACKMUS_WORKSPACE", raising=False)
    file = tmp_path / "password.txt"
    file.write_text(f"{PASSWORD}\r\n")
    return file


def test_accounts_from_the_beginning(secret: Path) -> None:
    """Made with the workspace, listed, given another password, removed."""
    assert "There is no workspace" in command("user", "add", "Ben")[2]
    added = command("user", "add", "Ben", "--role", "admin", "--password-file", secret, "--create")
    assert added == (0, "", "lackmus: Ben is entered as admin.\nlackmus: Ben can log in.\n")
    found = answer("user", "list")["people"]
    assert [(one["name"], one["role"], one["can_log_in"]) for one in found] == [
        ("Ada", "admin", False),
        ("Ben", "admin", True),
    ]
    said = "lackmus: Ada has a new password and is logged out everywhere.\n"
    assert command("user", "password", "Ada", "--password-file", secret) == (0, "", said)
    assert command("user", "remove", "Ben") == (0, "", "lackmus: Ben is removed. What they decided stays.\n")
    assert [one["name"] for one in answer("user", "list")["people"]] == ["Ada"]
    shown = command("log", "--format", "json")[1] + command("log")[1]
    assert PASSWORD not in shown and "user password" in shown


def test_from_standard_input(secret: Path) -> None:
    """As scripts do it; nothing asks."""
    ran = subprocess.run(
        [*PROGRAM, "user", "add", "Ada", "--password-file", "-", "--create"],
        input=f"{PASSWORD}\n",
        capture_output=True,
        text=True,
        env=PLAIN | {"LACKMUS_USER": "Ada"},
        check=True,
    )
    assert "Ada can log in" in ran.stderr


def test_tokens(secret: Path) -> None:
    """Printed once, alone; listed without what they say; revoked."""
    command("user", "add", "Ada", "--create")
    code, token, said = command("user", "token", "Ada", "--for", "notebook")
    assert (code, token.startswith("lackmus_"), token.count("\n")) == (0, True, 1)
    assert "not shown again" in said
    (one,) = answer("user", "tokens")["tokens"]
    assert (one["number"], one["person"], one["name"], one["used"]) == (1, "Ada", "notebook", None)
    assert token.strip() not in command("user", "tokens")[1]
    assert command("user", "revoke", 1)[2] == "lackmus: Token 1 of Ada for notebook is revoked.\n"
    assert answer("user", "tokens", "Ada")["tokens"] == []


@pytest.mark.parametrize(
    "arguments, why",
    [
        (["user", "add", "Ben", "--password"], "In a script: --password-file FILE, or -."),
        (
            ["user", "add", "Ben", "--password-file", "none.txt"],
            "--password-file none.txt: it cannot be read",
        ),
        (["user", "password", "Zoe", "--password-file", "password.txt"], "There is no person named Zoe."),
        (["user", "remove", "Ada"], "Ada is the only admin"),
        (["user", "revoke", "1"], "There is no token 1."),
        (["user", "token", "Ada", "--for", " "], "what the token is for is empty."),
        (["user", "role", "Ada", "reader", "--as", "Ben"], "Only an admin may give roles."),
    ],
)
def test_what_is_refused(secret: Path, arguments: list[str], why: str) -> None:
    """One line, exit 2."""
    command("user", "add", "Ada", "--create")
    ended, stdout, stderr = command(*arguments)
    assert (ended, stdout, why in stderr, stderr.count("\n")) == (2, "", True, 1)


def test_all_tokens(secret: Path) -> None:
    """A new password leaves them valid, and says how to revoke them."""
    command("user", "add", "Ada", "--create")
    for name in ("notebook", "cron"):
        command("user", "token", "Ada", "--for", name)
    said = command("user", "password", "Ada", "--password-file", secret)[2]
    assert "2 tokens stay valid: lackmus user revoke --all Ada." in said
    assert command("user", "revoke", "--all", "Ada") == (0, "", "lackmus: 2 tokens of Ada revoked.\n")
    assert answer("user", "tokens")["tokens"] == []
    for options in ([], ["1", "--all", "Ada"]):
        assert "Say which" in command("user", "revoke", *options)[2]
