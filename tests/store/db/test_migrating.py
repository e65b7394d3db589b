"""An older workspace is brought up to date after a copy; what is not ours or too new is left alone."""

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError

from lackmus import __version__
from lackmus.core.base.verdict import Verdict
from lackmus.errors import LackmusError
from lackmus.store.db import bulk, migrating, schema
from lackmus.store.db.databases import engine_of
from lackmus.store.db.workspaces import open_workspace
from lackmus.store.reviews.decisions import HeldDecision, held_by
from lackmus.store.workspaces.copies import restore
from lackmus.store.workspaces.folders import write_folder
from tests.store.older import OLD_ROWS, make_old

pytestmark = pytest.mark.usefixtures("migrations")


def version(where: str) -> str | None:
    engine = engine_of(where)
    with engine.connect() as connection:
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    engine.dispose()
    return found


@pytest.mark.parametrize("revision", schema.REVISIONS[:-1])
def test_an_older_one_is_migrated_and_says_so(where: str, revision: str) -> None:
    """Its content is there, the note says from what to what, and SQLite has a copy beside."""
    make_old(where, revision)
    with open_workspace(where) as workspace:
        (note,) = workspace.notes
        assert f"was brought from schema {revision} to {schema.REVISIONS[-1]}" in note
        with workspace.reading() as connection:
            assert bulk.fetch(connection, select(schema.suite_states)) == OLD_ROWS["suite_states"]
            assert connection.execute(select(schema.workspace.c.version)).scalar() == __version__
        with workspace.writing("Ada", "on we go") as change:
            change.add(schema.undoings, ["change", "undoes"], [(change.number, 1)])
    if "://" in where:
        assert note.endswith("rely on the backups of the server.")
    else:
        assert note.endswith(f"As it was, it is kept in {where}.{revision}.backup.")
        assert version(f"{where}.{revision}.backup") == revision
    with open_workspace(where) as again:
        assert again.notes == ()


@pytest.mark.parametrize(
    "before, after",
    [
        (["editor", "editor", "annotator"], ["admin", "editor", "annotator"]),
        (["annotator", "editor", "editor"], ["annotator", "admin", "editor"]),  # the first has stepped down
    ],
)
def test_somebody_may_give_roles_ever_after(where: str, before: list[str], after: list[str]) -> None:
    """That was for editors until schema 0004; whoever came first becomes admin."""
    make_old(where, "0003")
    engine = engine_of(where)
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(text("INSERT INTO people (id, name) VALUES (2, 'Ben'), (3, 'Cem')"))
        connection.execute(text("DELETE FROM person_states"))
        for number, role in enumerate(before, 1):
            connection.execute(
                text("INSERT INTO person_states (person, since, role) VALUES (:person, 1, :role)"),
                {"person": number, "role": role},
            )
    engine.dispose()
    with open_workspace(where) as workspace, workspace.reading() as connection:
        states = schema.person_states
        found = connection.execute(select(states.c.role).order_by(states.c.person)).scalars()
        assert list(found) == after


def test_of_older_decisions_it_is_not_known_what_was_in_view(where: str, tmp_path: Path) -> None:
    """Since schema 0008 it is kept; a claim, which lasts minutes, is given up."""
    make_old(where, "0007")
    engine = engine_of(where)
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        for told in (
            "INSERT INTO items (id, suite, pair, name, judged) VALUES (1, 1, 'de-en', '1', 0)",
            "INSERT INTO texts (id, item, digest, key) VALUES (1, 1, 1, 'So.')",
            "INSERT INTO decisions (text, person, since, verdict, adjudicates) VALUES (1, 1, 1, 'pass', 0)",
            "INSERT INTO claims (text, person, expires) VALUES (1, 1, '2999')",
        ):
            connection.execute(text(told))
    engine.dispose()
    with open_workspace(where) as workspace, workspace.reading() as connection:
        assert held_by(connection, 1, [1]) == {1: HeldDecision(Verdict.PASS, False, None)}
        assert bulk.fetch(connection, select(schema.claims)) == []
        write_folder(connection, tmp_path)


def test_no_older_copy_is_overwritten(tmp_path: Path) -> None:
    """Names beside are taken one after another."""
    where = str(tmp_path / "lackmus.db")
    for name in ("lackmus.db.0001.backup", "lackmus.db.2.0001.backup"):
        (tmp_path / name).write_text("precious")
    make_old(where)
    with open_workspace(where) as workspace:
        assert workspace.notes[0].endswith("lackmus.db.3.0001.backup.")
    assert (tmp_path / "lackmus.db.0001.backup").read_text() == "precious"


def test_a_failing_migration_leaves_it_as_it_was(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of a migration is none; no copy is left of what was not changed."""
    make_old(where)
    upgrade = migrating.upgrade

    def failing(connection, to: str = "head") -> None:  # type: ignore[no-untyped-def]
        upgrade(connection, "0002")
        connection.exec_driver_sql("INSERT INTO nowhere VALUES (1)")

    monkeypatch.setattr(migrating, "upgrade", failing)
    with pytest.raises((LackmusError, DBAPIError), match="nowhere"):
        open_workspace(where)
    monkeypatch.undo()
    assert version(where) == "0001"
    if "://" not in where:
        beside = {file.name for file in Path(where).parent.iterdir()}
        assert beside <= {"lackmus.db", "lackmus.db-wal", "lackmus.db-shm"}
    open_workspace(where).close()


def test_several_open_an_old_one_at_once(where: str) -> None:
    """One migrates it and tells, the others find it done; there is one copy."""
    make_old(where)
    code = (
        "import sys; from lackmus.store.db.workspaces import open_workspace\n"
        "with open_workspace(sys.argv[1]) as workspace: print(len(workspace.notes))"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", code, where], stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    assert sorted(one.communicate(timeout=120)[0].strip() for one in running) == ["0", "0", "0", "1"]
    if "://" not in where:
        assert len(list(Path(where).parent.glob("*.backup"))) == 1


def test_a_newer_one_is_refused(where: str) -> None:
    """With the version that is needed; nothing is touched."""
    open_workspace(where, create=True).close()
    engine = engine_of(where)
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        connection.execute(text("UPDATE workspace SET version = '9.9.9'"))
    engine.dispose()
    with pytest.raises(LackmusError, match=r"was made by Lackmus 9\.9\.9.*lackmus>=9\.9\.9"):
        open_workspace(where, create=True)
    assert version(where) == "9999"


def foreign(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE recipes (id INTEGER)")


def foreign_alembic(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES ('0001')")
        connection.commit()


@pytest.mark.parametrize("create", [True, False])
@pytest.mark.parametrize(
    "make, said",
    [
        (foreign, "is not a workspace of Lackmus: it holds recipes"),
        (foreign_alembic, "is not a workspace of Lackmus: it holds alembic_version"),
        (lambda file: file.write_text("Dear all, " * 999), "is not a workspace of Lackmus"),
        (lambda file: file.mkdir(), "is a folder"),
    ],
    ids=["foreign", "alembic", "letter", "folder"],
)
def test_what_is_not_ours_is_left_alone(
    tmp_path: Path, make: Callable[[Path], None], said: str, create: bool
) -> None:
    """Refused by one line, whoever opens it."""
    file = tmp_path / "other.db"
    make(file)
    before = file.read_bytes() if file.is_file() else b""
    with pytest.raises(LackmusError, match=said):
        open_workspace(str(file), create)
    assert (file.read_bytes() if file.is_file() else b"") == before


def test_an_empty_file_is_a_new_one(tmp_path: Path) -> None:
    """But only for whoever brings something in."""
    file = tmp_path / "lackmus.db"
    file.touch()
    with pytest.raises(LackmusError, match="is not a workspace of Lackmus"):
        open_workspace(str(file))
    open_workspace(str(file), create=True).close()
    open_workspace(str(file)).close()


def test_an_older_backup_is_migrated_on_the_way(where: str, tmp_path: Path) -> None:
    """The backup itself stays as it is."""
    make_old(str(tmp_path / "old.db"))
    restore(tmp_path / "old.db", where)
    assert (version(where), version(str(tmp_path / "old.db"))) == (schema.REVISIONS[-1], "0001")
    with open_workspace(where) as workspace, workspace.reading() as connection:
        assert workspace.notes == ()
        assert bulk.fetch(connection, select(schema.suite_states)) == OLD_ROWS["suite_states"]


def test_a_migration_that_breaks_references_is_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """References are not checked while tables are remade, but at the end."""
    where = str(tmp_path / "lackmus.db")
    make_old(where)
    upgrade = migrating.upgrade

    def breaking(connection, to: str = "head") -> None:  # type: ignore[no-untyped-def]
        upgrade(connection, to)
        connection.exec_driver_sql("DELETE FROM people")

    monkeypatch.setattr(migrating, "upgrade", breaking)
    with pytest.raises(LackmusError, match="refer to others that are not there"):
        open_workspace(where)
    assert version(where) == "0001"
