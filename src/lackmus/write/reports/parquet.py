"""A table as Parquet: typed columns, unrounded values."""

import io

from lackmus.tables.table import Report
from lackmus.write.reports.single import only_table

ENDINGS = (".parquet",)


def write(report: Report) -> bytes:
    """The single table of the report (of an evaluation: the accuracies)."""
    from lackmus.write.reports.frames import frame_of

    out = io.BytesIO()
    table = only_table(report)
    if table.every is None:
        frame_of(table).write_parquet(out)
    else:
        import polars as pl

        every = table.every.frame.lazy().select(table.every.columns)
        every.with_columns(signature=pl.lit(table.signature)).sink_parquet(out)
    return out.getvalue()
