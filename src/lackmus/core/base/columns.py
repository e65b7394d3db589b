"""Declared columns of a frame: which ones a function needs, and of what type."""

from collections.abc import Mapping

import polars as pl

ColumnType = pl.DataType | type[pl.DataType]  # pl.Int64, or pl.Enum(["pass", "fail"])


class Columns(Mapping[str, ColumnType]):
    """The columns of one kind of table, by name."""

    def __init__(self, **types: ColumnType) -> None:
        self.schema = pl.Schema(types)

    def __getitem__(self, name: str) -> ColumnType:
        return self.schema[name]

    def __iter__(self):  # type: ignore[no-untyped-def]
        return iter(self.schema)

    def __len__(self) -> int:
        return len(self.schema)

    def of(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Return exactly these columns of the frame; a missing column or a wrong type is an error."""
        given = frame.schema  # read once: Polars builds the schema on each access
        wrong = [
            f"{name} ({given.get(name) or 'missing'}, needed: {dtype})"
            for name, dtype in self.schema.items()
            if given.get(name) != dtype
        ]
        if wrong:
            raise TypeError(f"the table does not have the declared columns: {'; '.join(wrong)}")
        return frame.select(self.schema.names())

    def empty(self) -> pl.DataFrame:
        """A table without rows."""
        return pl.DataFrame(schema=self.schema)
