"""Named columns, wherever they live: `Scan` of files, frames, and the columns of a call."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeGuard

import numpy as np
import numpy.typing as npt

from concordant.errors import InputError, InputTypeError, OptionError
from concordant.inputs.rows import refuse_counted, refuse_missing
from concordant.names import require_columns
from concordant.sources.batches import (
    collected,
    column_names,
    count_rows,
    first_rows,
    lazy_frame,
    read_columns,
    rows_in_files,
)
from concordant.sources.csv_files import declares_text
from concordant.sources.files import DataFile, Source, find_files, is_url
from concordant.sources.frames import absent, chosen, opened, times_of
from concordant.sources.remote import RemoteScan, scan_remote
from concordant.typing import Column, FloatArray, Label, Missing

if TYPE_CHECKING:
    import narwhals as nw
    import polars as pl

    from concordant.sources.summary import Summary


Spec: TypeAlias = str | Sequence[str]  # the name of one column, or those of several side by side


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


def scan(
    source: Source,
    *,
    skip_corrupt: bool = False,
    storage_options: Mapping[str, Any] | None = None,
    text: Sequence[str] = (),
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
    text : sequence of str
        Columns of CSV that hold text, although it looks like numbers: zip codes, chromosomes. Labels of such a column,
        and those beside them, are text; `01` and `1` are different.

    Returns
    -------
    Scan, or RemoteScan of URLs

    Raises
    ------
    DataFileError
        If there is no such file, or one is empty or of an unknown kind.
    ColumnError
        If there is no column of `text`.
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
    if isinstance(text, str):
        raise OptionError(f"text={text!r}: columns are named in a list, text=[{text!r}].")
    if is_url(source):
        if skip_corrupt:
            raise OptionError("skip_corrupt=True is for files of this computer, not for URLs: leave it out.")
        urls = [str(source)] if isinstance(source, (str, Path)) else [str(url) for url in source]
        found = scan_remote(urls, storage_options)
        require_columns(found.columns, list(text), where=urls[0])
        return found.as_text(text)
    if storage_options is not None:
        msg = "storage_options are for URLs such as s3://bucket/part.parquet, not for files of this computer."
        raise OptionError(msg)
    files = find_files(source, left_out={} if skip_corrupt else None)
    names = tuple(column_names(files))
    require_columns(names, list(text), where=str(files[0].path))
    return Scan(tuple(with_roles(files, text=text)), names)


InFiles: TypeAlias = Scan | RemoteScan | Source


def remote(data: Any) -> Any:
    """Return the scan of URLs, and anything else as it is."""
    return scan(data) if is_url(data) else data


def with_roles(
    source: Source,
    *,
    labels: Iterable[str | None] = (),
    names: Iterable[str | None] = (),
    scores: Iterable[str | None] = (),
    weights: Iterable[str | None] = (),
    text: Iterable[str] = (),
    declared: Iterable[object] | None = None,
    pos_label: object = None,
) -> list[DataFile]:
    """
    Return files whose columns of CSV are read by their roles; None among the columns is left out.

    A column of two roles has the first of these: labels, numbers, names.

    Parameters
    ----------
    source : str, Path, DataFile or sequence of them
    labels : iterable of str
        Columns of labels of one set: the truth, predictions, raters. All are text if one of them holds text, also in a
        file of another kind.
    names : iterable of str
        Columns that name units, raters, groups or clusters: `01` and `1` are different.
    scores, weights : iterable of str
        Columns of numbers; empty cells and words such as NA are missing, and any other text is an error.
    text : iterable of str
        Columns that are read as they are written. If one of the labels is among them, all labels are text.
    declared, pos_label : iterable and label, optional
        Labels that were declared, and the positive one. Text among them makes the labels text.
    """
    files = find_files(source)
    of_labels, written = frozenset(filter(None, labels)), frozenset(text)
    written = written.union(*(file.text for file in files))
    if of_labels and all(file.labels == of_labels for file in files):  # the caller read them by their roles
        return files
    if of_labels & written or declares_text(declared, pos_label):
        written |= of_labels
    scored, weighing = (frozenset(filter(None, columns)) - of_labels for columns in (scores, weights))
    apart = frozenset(filter(None, names)) - of_labels - scored - weighing - written
    how: Any = {"labels": of_labels, "names": apart, "text": written, "scores": scored, "weights": weighing}
    return [replace(file, **how, plain={}) for file in files]


def read_as(data: Any, **roles: Any) -> Any:
    """Return files whose columns are read by their `roles`, as `with_roles` takes them; and other data as they are."""
    data = remote(data)
    if isinstance(data, RemoteScan):
        labels, names = ([name for name in roles.get(role, ()) if name is not None] for role in ("labels", "names"))
        is_text = declares_text(roles.get("declared"), roles.get("pos_label"))
        return data.as_text(name for name in names if name not in labels).with_labels(labels, is_text=is_text)
    if not is_source(data):
        return data
    files = with_roles(source_of(data), **roles)
    return replace(data, files=tuple(files)) if isinstance(data, Scan) else files


@contextmanager
def rows_placed(data: Any, column: Any) -> Iterator[None]:
    """Say in an error about a row of a column in which of several files it is, if the data are files."""
    try:
        yield
    except InputError as error:
        if not is_source(data) or is_url(data):
            raise
        text = rows_in_files(str(error), find_files(source_of(data)), column)
        if text == str(error):
            raise
        raise type(error)(text) from error


def frame_of(data: Any, columns: Sequence[str]) -> nw.DataFrame[Any] | nw.LazyFrame[Any]:
    """Open a frame, or read these columns of files; the message about an absent one names the nearest."""
    data = remote(data)
    return opened(read_columns(source_of(data), list(columns)) if is_source(data) else data, columns)


def refuse_unnamed(columns: Sequence[Any]) -> None:
    """Raise for a column that is not named, where the data have names."""
    for name in columns:
        if name is not None and not isinstance(name, str):
            raise InputTypeError(f"with data=..., columns are given by their names, not as {type(name).__name__}.")


def source_of(data: Any) -> Source:
    """Return the files of a scan, and paths as they are."""
    return list(data.files) if isinstance(data, Scan) else data


def is_source(data: Any) -> bool:
    """Whether these are files: a path, several of them, or a scan."""
    if isinstance(data, (list, tuple)):
        return bool(data) and all(isinstance(file, (str, Path, DataFile)) for file in data)
    return isinstance(data, (str, Path, Scan))


def is_lazy(frame: nw.DataFrame[Any] | nw.LazyFrame[Any]) -> TypeGuard[nw.LazyFrame[Any]]:
    """Whether the engine of a frame computes only when it is asked to."""
    import narwhals

    return isinstance(frame, narwhals.LazyFrame)


def holds_lists(data: Any, column: str) -> bool:
    """Whether each row of a column of files or of a frame is a list, such as the probabilities of all classes."""
    if is_source(data):
        files = [file for file in find_files(source_of(data)) if file.kind != "csv"]
        return bool(files) and first_rows(files[:1], [column], 1)[column].dtype.is_nested()
    return bool(frame_of(data, [column]).collect_schema()[column].is_nested())


@dataclass(frozen=True, slots=True)
class NamedRows:
    """
    Rows of some columns.

    Attributes
    ----------
    frame : DataFrame of narwhals
        The columns, in the order in which they were first named.
    places : dict
        Where each name stands among them.
    times : ndarray of int64, or None
        How many rows each of these stands for; None: one.
    files : sequence of DataFile
        Those that the rows were read from, if they were.
    """

    frame: nw.DataFrame[Any]
    places: dict[str, int]
    times: npt.NDArray[np.int64] | None = None
    files: Sequence[DataFile] = ()

    def column(self, name: Spec) -> Any:
        """Return a column, or several as one frame, as their own library has them."""
        if isinstance(name, str):
            return self.frame[:, self.places[name]].to_native()
        several = self.frame[:, [self.places[member] for member in name]]
        return several.rename(dict(zip(several.columns, name, strict=True))).to_native()

    def refuse_gaps(self, columns: Sequence[Spec], weight: str | None, missing: Missing) -> None:
        """
        Raise for values that a lazy frame or one of several files lacks, unless such rows are dropped.

        Rows of a lazy frame have no numbers to tell.
        """
        refuse_missing((), missing)
        if missing == "drop" or (self.times is None and len(self.files) < 2):
            return
        times = np.ones(len(self.frame), np.int64) if self.times is None else self.times
        if weight is not None:
            times = np.where(self.frame[:, self.places[weight]].to_numpy() == 0, 0, times)
        masks = {name: absent(self.frame[:, self.places[name]]).to_numpy() & (times > 0) for name in names_in(columns)}
        rows = {name: int(times[mask].sum()) for name, mask in masks.items() if mask.any()}
        first = {name: "" if self.times is not None else f" (the first in row {masks[name].argmax()})" for name in rows}
        problems = [f"column {name!r} has {many} missing{first[name]}" for name, many in rows.items()]
        refuse_counted([rows_in_files(text, self.files, name) for name, text in zip(rows, problems, strict=True)])

    def repeated(self) -> NamedRows:
        """Return every row by itself."""
        if self.times is None:
            return self
        return NamedRows(self.frame[np.repeat(np.arange(len(self.times)), self.times), :], self.places)


def named_rows(data: Any, columns: Sequence[Spec]) -> NamedRows:
    """
    Read the columns of a frame or of files; a lazy frame is grouped by all of them where it lives.

    Groups come in the order of their values, so that draws of a bootstrap do not depend on the engine.

    Raises
    ------
    ColumnError
        If a column does not exist.
    InputTypeError
        If a column is not named.
    """
    wanted = names_in(columns)
    indices = {name: index for index, name in enumerate(wanted)}
    frame = frame_of(data, wanted)
    if not is_lazy(frame):
        files = find_files(source_of(data)) if is_source(data) else ()
        return NamedRows(frame.select(wanted), indices, files=files)  # type: ignore[arg-type]  # an eager one
    import narwhals as nw

    keys = [f"key {index}" for index in range(len(wanted))]
    named = [chosen(frame, name).alias(key) for name, key in zip(wanted, keys, strict=True)]
    groups = collected(frame.select(*named).group_by(*keys, drop_null_keys=False).agg(nw.len().alias("rows")))
    groups = _in_order(groups, keys)
    return NamedRows(groups.select(keys), indices, times_of(groups))


def _in_order(groups: nw.DataFrame[Any], keys: Sequence[str]) -> nw.DataFrame[Any]:
    """Sort groups by their values; what Arrow cannot sort (lists, maps, intervals of DuckDB) by how it is written."""
    import narwhals as nw

    by = []
    for key in keys:
        dtype: Any = groups[key].dtype
        if not (dtype.is_nested() or dtype in (nw.Unknown, nw.Object)):
            by.append(key)
            continue
        written = [repr(value) for value in groups[key].to_list()]
        by.append(f"written {key}")
        groups = groups.with_columns(nw.new_series(by[-1], written, nw.String(), backend=groups.implementation))
    return groups.sort(*by)


def names_in(columns: Sequence[Spec]) -> list[str]:
    """Return every name once; what is no name is refused."""
    every = [name for column in columns for name in ([column] if isinstance(column, str) else _several(column))]
    return list(dict.fromkeys(every))


def _several(names: Any) -> list[str]:
    if not isinstance(names, (list, tuple)):
        refuse_unnamed([names])
    refuse_unnamed(names)
    return list(names)


@dataclass(frozen=True, slots=True)
class Columns:
    """
    The columns of an evaluation and what they are called in messages.

    `scores` is None, one column, a matrix, or a list of columns; `score_names` are the names of its columns where they
    have names, `score_classes` the classes that they were given for. `source` names the file. Where rows that are alike
    stand together, `times` says how often each occurs and `squares` sums their squared weights, `rows` how many there
    were, and `lost` what is missing. `scored` stands in place of scores;
    `missing` counts the rows that were left out of such sums. Rows with one of `missing_labels` are to be left out;
    `threshold` is where a score is cut.
    """

    truth: Column
    pred: Column | None
    scores: Any
    weights: Column | None
    truth_name: str = "y_true"
    pred_name: str = "y_pred"
    score_names: tuple[str, ...] = ()
    score_classes: tuple[Label, ...] = ()
    weight_name: str = "sample_weight"
    cluster: Column | None = None
    by: Column | None = None
    cluster_name: str = "cluster"
    by_name: str = "by"
    source: str | None = None
    times: npt.NDArray[np.int64] | None = None
    squares: FloatArray | None = None
    rows: int | None = None
    lost: tuple[str, ...] = ()
    scored: Summary | None = None
    missing: int = 0
    missing_labels: tuple[Label, ...] = ()
    threshold: float | None = None
