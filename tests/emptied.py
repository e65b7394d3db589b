"""A database of PostgreSQL for one test after the other: emptying one takes less than making one."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, make_url

_numbers = count(1)

# Whoever is still connected would hold up all that follows.
_ALONE = """
SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
# All that a migration could change; tables of a connection's own go with it.
_LAID_OUT = """
SELECT md5(string_agg(told, ' ' ORDER BY told)) FROM (
    SELECT concat(c.oid, c.relname, c.relkind, c.relnamespace, a.attname, a.atttypid, a.attnotnull)
    FROM pg_class AS c LEFT JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0
    WHERE c.oid >= 16384 AND c.relpersistence <> 't' AND NOT starts_with(c.relname, 'pg_toast_')
    UNION ALL SELECT concat(oid, conname, contype) FROM pg_constraint WHERE oid >= 16384
    UNION ALL SELECT concat(oid, tgname, tgenabled) FROM pg_trigger
    UNION ALL SELECT concat(oid, proname, xmin) FROM pg_proc WHERE oid >= 16384
    UNION ALL SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_(toast_)?temp_'
    UNION ALL SELECT concat(setdatabase, setrole, setconfig) FROM pg_db_role_setting
) AS all_of_it (told)
"""
# TRUNCATE makes every file anew, which takes longer than all else: only where much was in them. What is
# deleted is in the way of nothing, and no vacuum makes room between rows: see `cluster` in conftest.py.
_USED = """
SELECT CASE
    WHEN pg_relation_size(oid) < 500000 THEN concat('DELETE FROM ', quote_ident(relname))
    ELSE concat('TRUNCATE ', quote_ident(relname), ' CASCADE')
END FROM pg_class
WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND pg_relation_size(oid) > 0
"""
_COUNTED = """
SELECT setval(seqrelid::regclass, seqstart, false) FROM pg_sequence
WHERE pg_sequence_last_value(seqrelid) IS NOT NULL
"""


class Databases:
    """Copies of one database, of which no test has seen anything."""

    def __init__(self, server: str, template: str) -> None:
        self._url = make_url(server).set(drivername="postgresql+psycopg")
        self._template = template
        self._free: list[str] = []
        self._kept: dict[str, Connection] = {}  # the server knows much already where it is asked again
        with self._connected(self._url.set(database=template)) as connection:
            self._laid_out = connection.exec_driver_sql(_LAID_OUT).scalar()
            full = [told.split()[-1] for told in connection.exec_driver_sql(_USED).scalars()]
            self._rows = {
                table: [tuple(row) for row in connection.exec_driver_sql(f"SELECT * FROM {table}")]
                for table in full
            }

    @contextmanager
    def one(self) -> Iterator[str]:
        """The address of one, for as long as a test wants it."""
        name = self._free.pop() if self._free else self._made()
        url = self._url.set(database=name)
        yield url.render_as_string(hide_password=False)
        if name not in self._kept:
            self._kept[name] = self._engine(url).connect()
        if self._emptied(self._kept[name]):
            self._free.append(name)
        else:
            self._kept.pop(name).close()
            with self._connected(self._url) as connection:
                connection.exec_driver_sql(f"DROP DATABASE {name} WITH (FORCE)")

    def _made(self) -> str:
        name = f"copy_{next(_numbers)}"
        with self._connected(self._url) as connection:
            connection.exec_driver_sql(f"CREATE DATABASE {name} TEMPLATE {self._template} STRATEGY file_copy")
        return name

    def _emptied(self, connection: Connection) -> bool:
        """Whether it is again as it was made; where a test has changed the tables themselves it is not."""
        connection.exec_driver_sql(_ALONE)
        if connection.exec_driver_sql(_LAID_OUT).scalar() != self._laid_out:
            return False
        connection.exec_driver_sql(_COUNTED)
        emptying = connection.exec_driver_sql(_USED).scalars()
        connection.exec_driver_sql("; ".join(["SET session_replication_role = replica", *emptying]))
        for table, rows in self._rows.items():
            for row in rows:
                signs = ", ".join(["%s"] * len(row))
                connection.exec_driver_sql(f"INSERT INTO {table} VALUES ({signs})", row)
        return True

    def close(self) -> None:
        """Hang up."""
        for connection in self._kept.values():
            connection.close()

    @staticmethod
    def _engine(url: URL) -> Engine:
        """Connections in which whatever is said holds at once."""
        return create_engine(url, isolation_level="AUTOCOMMIT", poolclass=NullPool)

    @contextmanager
    def _connected(self, url: URL) -> Iterator[Connection]:
        with self._engine(url).connect() as connection:
            yield connection
