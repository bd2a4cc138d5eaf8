"""Files that are damaged, and left out where the caller asked for that: each is named, none is left out in silence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from concordant.errors import DataFileError
from concordant.inputs.sources import DataFile


class DamagedFileError(DataFileError):
    """A file that cannot be read to its end."""


def present(files: Sequence[DataFile]) -> list[DataFile]:
    """
    Return the files that were not left out.

    Raises
    ------
    DataFileError
        If there are none.
    """
    found = [file for file in files if file.left_out is None or str(file.path) not in file.left_out]
    if not found:
        msg = f"all {len(files)} files are damaged; the first: {next(iter((files[0].left_out or {}).values()))}"
        raise DataFileError(msg)
    return found


@contextmanager
def left_out_if_damaged(file: DataFile) -> Iterator[None]:
    """Note a damaged file, where such files are left out; else raise."""
    try:
        yield
    except DamagedFileError as error:
        if file.left_out is None:
            raise
        file.left_out[str(file.path)] = str(error)
