"""Polars, which reads files: whether it is there, and its errors as ours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

from concordant.errors import DataFileError, MissingDependencyError
from concordant.inputs.left_out import DamagedFileError
from concordant.inputs.sources import DataFile

_POLARS = (1, 37)
_NAMES = {"csv": "CSV", "parquet": "Parquet", "ndjson": "NDJSON (one JSON object a line)", "ipc": "Arrow IPC"}


def require_polars() -> None:
    """Raise unless a Polars that reads files as we need it is installed."""
    try:
        version: str = import_module("polars").__version__
    except ImportError as error:
        msg = 'reading files needs Polars: pip install "concordant[cli]"'
        raise MissingDependencyError(msg) from error
    if tuple(map(int, version.split(".")[:2])) < _POLARS:
        # Before, batches ended without a word where a file was damaged.
        msg = f'reading files needs Polars 1.37 or newer, this is {version}: pip install --upgrade "concordant[cli]"'
        raise MissingDependencyError(msg)


@contextmanager
def reading(file: DataFile) -> Iterator[None]:
    """Turn what Polars says against a file into one line of ours."""
    import polars.exceptions as pe

    try:
        yield
    except (pe.PolarsError, pe.PanicException, OSError, UnicodeError) as error:
        if re.search("int256|decimal256|precision must be between 1 and 38", str(error), re.IGNORECASE):
            msg = (
                f"{file.path} holds a decimal of 256 bits, which Polars does not read: write it as decimal128 or float."
            )
            raise DataFileError(msg) from error
        first = str(error).strip().partition("\n")[0].removeprefix("parquet: ").rstrip(".")
        msg = f"{file.path} cannot be read as {_NAMES[file.kind]}; it is damaged or something else ({first})."
        raise DamagedFileError(msg) from error
