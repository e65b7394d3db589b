"""A table as Parquet: typed columns, values not rounded."""

import io

from lackmus.core.tables import Report
from lackmus.write.reports.single import only_table

ENDINGS = (".parquet",)


def write(report: Report) -> bytes:
    """The one table of the report (of an evaluation: the accuracies)."""
    from lackmus.write.reports.frames import frame_of

    out = io.BytesIO()
    frame_of(only_table(report)).write_parquet(out)
    return out.getvalue()
