"""Columns that the tables of a workspace share."""

from sqlalchemy import Column, ForeignKey, Index, Integer, MetaData, Text, text

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def row_id() -> Column[int]:
    """Row numbers are assigned by us under the write lock, so that every copy has the same."""
    return Column("id", Integer, primary_key=True, autoincrement=False)


def key(name: str, table: str) -> Column[int]:
    """A part of the primary key: the number of a row of another table."""
    return Column(name, Integer, ForeignKey(f"{table}.id"), primary_key=True, autoincrement=False)


def number_of(name: str, table: str, optional: bool = False) -> Column[int]:
    """The number of a row of another table."""
    return Column(name, Integer, ForeignKey(f"{table}.id"), nullable=optional)


def span() -> tuple[Column[int], Column[int]]:
    """The change that began a state, and the one that ended it."""
    return (
        Column("since", Integer, ForeignKey("changes.id"), primary_key=True, autoincrement=False),
        Column("until", Integer, ForeignKey("changes.id")),
    )


def words(name: str, optional: bool = False) -> Column[str]:
    """Text of any length."""
    return Column(name, Text, nullable=optional)


def later_words(name: str) -> Column[str]:
    """A text that earlier workspaces did not have: empty there."""
    return Column(name, Text, nullable=False, server_default="")


def number(name: str, optional: bool = False) -> Column[int]:
    """A whole number."""
    return Column(name, Integer, nullable=optional)


def index_of_current(name: str, *columns: Column[int] | Column[str], unique: bool = False) -> Index:
    """An index of current states."""
    holds = text("until IS NULL")
    return Index(name, *columns, unique=unique, sqlite_where=holds, postgresql_where=holds)


def place(name: str = "place") -> Column[int]:
    """An index within the study, from 0."""
    return Column(name, Integer, primary_key=True, autoincrement=False)
