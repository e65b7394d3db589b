"""Errors of Polars about damaged files, in one line."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import polars as pl

from lackmus.core.outputs.parquet_pages import PageError
from lackmus.errors import LackmusError

# For some damaged files Polars panics instead of raising an error.
_DAMAGE = (OSError, PageError, pl.exceptions.PolarsError, pl.exceptions.PanicException)


@contextmanager
def damage_told(path: Path, form: str = "Parquet") -> Iterator[None]:
    """Turn an error or panic of Polars about a damaged file into one line."""
    try:
        yield
    except _DAMAGE as problem:
        said = str(problem).partition("\n")[0]
        raise LackmusError(f"{path} cannot be read as {form} ({said}).") from None


@contextmanager
def unspoken() -> Iterator[None]:
    """Suppress what Polars prints when it panics; the error has the facts."""
    try:
        kept = os.dup(2)
    except OSError:  # stderr is closed
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        sys.stderr.flush()
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
