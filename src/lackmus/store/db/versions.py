"""The schema version of a database: none, ours, older, newer, or something else."""

from sqlalchemy import Connection, inspect, select

from lackmus import __version__
from lackmus.errors import LackmusError
from lackmus.store.db import schema

_OURS = {"alembic_version", "workspace", "changes"}  # tables of every workspace since the first


def version_of(connection: Connection, name: str) -> str | None:
    """The revision of the schema; None if the database is empty. Foreign and newer ones are refused."""
    tables = set(inspect(connection).get_table_names())
    if not tables:
        return None
    if not tables >= _OURS:
        some = ", ".join(sorted(tables)[:3])
        raise LackmusError(f"{name} is not a workspace of Lackmus: it holds {some} … Name another.")
    version: str | None = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    if version not in schema.REVISIONS:
        refuse_newer(version, connection.execute(select(schema.workspace.c.version)).scalar(), name)
    return version


def refuse_newer(revision: object, made_by: object, name: str) -> None:
    """Raise an error that names the Lackmus version needed."""
    if revision not in schema.REVISIONS:
        raise LackmusError(
            f"{name} was made by Lackmus {made_by}, and this is Lackmus {__version__}, which is older. "
            f"Update: pip install 'lackmus>={made_by}'."
        )
