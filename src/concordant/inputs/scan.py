"""Files that are checked and not yet read: what the readers of data take as `data=`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from concordant.errors import OptionError
from concordant.inputs.files import column_names, count_rows, lazy_frame
from concordant.inputs.remote_scan import RemoteScan, is_url, scan_remote
from concordant.inputs.sources import DataFile, Source, find_files
from concordant.names import refusing_gone

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True, slots=True, repr=False)
class Scan:
    """
    Files of columns. `scan` makes it.

    Attributes
    ----------
    files : tuple of DataFile
        The files in the order in which their rows follow each other.
    columns : tuple of str
        The names of the columns of the first file, and of those that the names of folders are.
    """

    files: tuple[DataFile, ...]
    columns: tuple[str, ...]

    @property
    def left_out(self) -> dict[str, str]:
        """The damaged files that were met so far and left out, with the reason; none unless `scan` was asked to."""
        return dict(self.files[0].left_out or {})

    @property
    def paths(self) -> list[Path]:
        """The files."""
        return [file.path for file in self.files]

    @property
    def size(self) -> int:
        """Bytes of all files."""
        return sum(path.stat().st_size for path in self.paths)

    @property
    def rows(self) -> int | None:
        """All rows, where they can be counted without reading every value; None for compressed text."""
        return count_rows(self.files)

    def frame(self) -> pl.LazyFrame:
        """
        Return the rows as a lazy frame of Polars, for questions of your own.

        Polars decides here what a column of CSV holds, from its first rows.
        """
        return lazy_frame(self.files)

    def __repr__(self) -> str:
        """How many files and columns there are."""
        s = "" if len(self.files) == 1 else f" and {len(self.files) - 1} more"
        return f"<Scan of {self.files[0].path}{s}: {len(self.columns)} columns>"


@refusing_gone
def scan(
    source: Source, *, skip_corrupt: bool = False, storage_options: Mapping[str, Any] | None = None
) -> Scan | RemoteScan:
    """
    Find files of columns, look at the names in the first one, and read no row.

    `evaluate` and the other readers of data take it as ``data=``, as they take the path itself.

    Parameters
    ----------
    source : str, Path or sequence of them
        Paths, patterns (``"part-*.parquet"``, ``"**/*.csv"``) or folders. A folder means all files of data in it and
        below it; names of folders such as ``year=2026`` are columns. CSV, Parquet, NDJSON and Arrow IPC are read.
        URLs (``"https://..."``, ``"s3://bucket/*.parquet"``) are read by Polars.
    skip_corrupt : bool
        Leave out files that are damaged, with all of their rows. A page names them among its remarks, and
        `Scan.left_out` holds them with the reason once they were met. Default: a damaged file is an error.
    storage_options : mapping, optional
        For URLs: what Polars needs to reach them, such as ``{"aws_region": "eu-north-1"}``; see
        ``polars.scan_parquet``.

    Returns
    -------
    Scan, or RemoteScan of URLs

    Raises
    ------
    DataFileError
        If there is no such file, or one is empty or of an unknown kind.
    OptionError
        If an option does not fit to such files.
    MissingDependencyError
        If Polars is not installed.

    Examples
    --------
    >>> import concordant
    >>> from concordant.data import example
    >>> found = concordant.scan(example("breast").path)
    >>> found.columns[:2], found.rows
    (('truth', 'malignancy'), 569)
    >>> concordant.evaluate("truth", y_score="malignancy", data=found).n
    569
    """
    if is_url(source):
        if skip_corrupt:
            msg = "skip_corrupt=True is for files of this computer, not for URLs: leave it out."
            raise OptionError(msg)
        urls = [str(source)] if isinstance(source, (str, Path)) else [str(one) for one in source]
        return scan_remote(urls, storage_options)
    if storage_options is not None:
        msg = "storage_options are for URLs such as s3://bucket/part.parquet, not for files of this computer."
        raise OptionError(msg)
    files = tuple(find_files(source, left_out={} if skip_corrupt else None))
    return Scan(files, tuple(column_names(files)))


def elsewhere(data: Any) -> Any:
    """Return the scan of URLs, and anything else as it is."""
    return scan(data) if is_url(data) else data
