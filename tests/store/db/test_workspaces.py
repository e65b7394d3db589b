"""A workspace opens, changes by changes, and remembers who and when."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from lackmus.errors import LackmusError
from lackmus.store.db import schema
from lackmus.store.db.migrating import HERE
from lackmus.store.db.workspaces import OpenWorkspace, open_workspace


def test_the_migrations_make_the_schema(workspace: OpenWorkspace) -> None:
    """What the migrations build is what the code expects, in both databases."""
    with workspace.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []


def test_new_files_in_tests_are_as_migrations_make_them(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Tests repeat in every new file what the migrations made in the first (laid_out in conftest.py)."""

    def made(name: str) -> list[str]:
        open_workspace(str(tmp_path / name), create=True).close()
        with closing(sqlite3.connect(tmp_path / name)) as connection:
            return [line for line in connection.iterdump() if not line.startswith('INSERT INTO "workspace"')]

    made("first.db")
    repeated = made("second.db")
    request.getfixturevalue("migrations")
    assert made("third.db") == repeated


def test_the_newest_migration_is_known() -> None:
    """The list of revisions is the list of migrations."""
    scripts = ScriptDirectory(str(HERE))
    assert tuple(reversed([script.revision for script in scripts.walk_revisions()])) == schema.REVISIONS


def test_a_change_of_nothing_leaves_no_trace(workspace: OpenWorkspace) -> None:
    """Looking is no change."""
    with workspace.writing("Ada", "nothing"):
        pass
    with workspace.reading() as connection:
        assert workspace.revision(connection).number == 0


def test_an_error_leaves_no_trace(workspace: OpenWorkspace) -> None:
    """A change is whole or not at all."""
    with pytest.raises(ZeroDivisionError), workspace.writing("Ada", "half") as change:
        change.add(schema.suites, ["id"], [(1,)])
        raise ZeroDivisionError
    with workspace.reading() as connection:
        assert workspace.revision(connection).number == 0


def test_opening_again_finds_what_was_written(where: str) -> None:
    """Changes are numbered from 1, and survive closing."""
    for number in (1, 2):
        with open_workspace(where, create=True) as workspace, workspace.writing("Ada", "test") as change:
            change.add(schema.suites, ["id"], [(number,)])
    with open_workspace(where) as workspace, workspace.reading() as connection:
        assert workspace.revision(connection).number == 2


def test_no_workspace_is_made_by_looking(tmp_path: object) -> None:
    """A typing slip must not make an empty workspace."""
    with pytest.raises(LackmusError, match="There is no workspace at "):
        open_workspace(f"{tmp_path}/missing.db")
