"""Labels in files and in lazy frames, grouped where they are: a page of labels needs no row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from concordant.errors import MissingValuesError, ScoreError, WeightError
from concordant.report.task import LOOKED_AT, Look
from concordant.sources import batches as row_limit
from concordant.sources.files import Source, find_files
from concordant.sources.labels import LabelGroups
from concordant.sources.moments import MeasuredRows
from concordant.states.state import unit_of_squares
from concordant.typing import Missing

if TYPE_CHECKING:
    import narwhals as nw

_MOST_PAIRS = 1_000_000  # of labels in groups
_MOST_IN_CLUSTERS = 2_000_000


def gathered_in_files(
    source: Source, columns: tuple[str, str, str | None], look: Look | None, missing: Missing, progress: Any = None
) -> LabelGroups | MeasuredRows | None:
    """
    Read two columns of files batch by batch, to what a page of them needs.

    Parameters
    ----------
    source : str, Path or sequence of them
    columns : tuple of str, str, str or None
        Truth, prediction, weight.
    look : callable or None
        Says of the first rows whether they are no labels but measurements; None: they are.
    missing : {"raise", "drop"}
    progress : callable, optional

    Returns
    -------
    LabelGroups, MeasuredRows or None
        None where the columns are to be read as they are.
    """
    from concordant.sources.batches import first_rows

    truth, pred, _ = columns
    if look is not None:
        head = first_rows(find_files(source), list(dict.fromkeys((truth, pred))), LOOKED_AT)
        if not look(head[truth], head[pred]):
            return groups_in_files(source, columns, progress)
    return sums_in_files(source, columns, missing, progress)


def groups_in_files(source: Source, columns: tuple[str, str, str | None], progress: Any = None) -> LabelGroups | None:
    """
    Group the rows of files by their labels.

    Parameters
    ----------
    source : str, Path or sequence of them
    columns : tuple of str, str, str or None
        Truth, prediction, weight.
    progress : callable, optional

    Returns
    -------
    LabelGroups or None
        None where the columns are to be read as they are: weights are no numbers, or most rows have a pair of labels of
        their own.
    """
    from concordant.sources.label_batches import NoNumbersError, TooManyGroupsError, label_groups

    truth, pred, weight = columns
    try:
        return label_groups(find_files(source), truth, pred, weight=weight, any_number=False, progress=progress)
    except (NoNumbersError, TooManyGroupsError):
        return None


def groups_by_in_files(
    source: Source,
    columns: tuple[str, str, str | None],
    look: Look | None,
    missing: Missing,
    progress: Any = None,
    *,
    by: str | None = None,
    cluster: str | None = None,
) -> LabelGroups | None:
    """
    Group the rows of files by their labels, by groups of rows and by clusters, if there are more than two million rows.

    None where the columns are to be read as they are: there are fewer rows, or no labels, or too many pairs of them, or
    a column of a CSV file holds something else than its first rows, or rows in clusters are weighted.
    """
    import polars as pl

    from concordant.sources.batches import OtherTypeError, first_rows
    from concordant.sources.labels import TooManyGroupsError, joint_groups, labels_by_group

    truth, pred, weight = columns
    files = find_files(source)
    every = [name for name in (truth, pred, by, cluster) if name is not None]
    weighted_clusters = cluster is not None and weight is not None
    if look is None or weighted_clusters or len(set(every)) < len(every) or not row_limit.many_rows(files):
        return None
    head = first_rows(files, every, LOOKED_AT)
    if look(head[truth], head[pred]) or pl.Null in head.dtypes:
        return None
    try:
        how: Any = {"types": head.schema, "weight": weight, "missing": missing, "progress": progress}
        most = _MOST_PAIRS if cluster is None else _MOST_IN_CLUSTERS
        found = labels_by_group(joint_groups(files, every, most=most, **how), truth, pred, by, cluster)
    except (OtherTypeError, TooManyGroupsError):
        return None
    return None if found.weights is not None and unit_of_squares(found.weights) else found


def sums_in_files(
    source: Source, columns: tuple[str, str, str | None], missing: Missing, progress: Any = None
) -> MeasuredRows | None:
    """
    Add up two columns of measurements of so many rows that their page has no intervals.

    None where the columns are to be read as they are: there are fewer rows, it is not known how many there are, or
    something is wrong with them, which their reader says.
    """
    import polars as pl

    from concordant.sources.batches import count_rows
    from concordant.sources.moments import moments_and_rows

    truth, pred, weight = columns
    files = find_files(source)
    if (count_rows(files) or 0) <= row_limit.MOST_ROWS:
        return None
    try:
        found, rows = moments_and_rows(files, truth, pred, weight=weight, missing=missing, progress=progress)
    except (ScoreError, WeightError, MissingValuesError):
        return None
    return MeasuredRows(pl.Series(truth, [], pl.Float64), found, rows) if rows > row_limit.MOST_ROWS else None


def gathered_in_frame(
    frame: nw.LazyFrame[Any],
    columns: tuple[str, str, str | None],
    look: Look | None,
    missing: Missing,
    *,
    by: str | None = None,
    cluster: str | None = None,
) -> LabelGroups | MeasuredRows | None:
    """
    Group or add up the rows of a lazy frame in its own engine.

    Parameters and what is returned are as of `gathered_in_files`, and of `groups_by_in_files`.
    """
    from concordant.sources.frames import chosen

    truth, pred, _ = columns
    if look is not None:
        named = [chosen(frame, name).alias(alias) for name, alias in ((truth, "truth"), (pred, "pred"))]
        head = frame.select(*named).head(LOOKED_AT).collect()
        if not look(*(head.get_column(name).to_native() for name in ("truth", "pred"))):
            return groups_in_frame(frame, columns, by=by, cluster=cluster)
    return None if by is not None or cluster is not None else sums_in_frame(frame, columns, missing)


def groups_in_frame(
    frame: nw.LazyFrame[Any],
    columns: tuple[str, str, str | None],
    *,
    by: str | None = None,
    cluster: str | None = None,
) -> LabelGroups | None:
    """
    Group the rows of a lazy frame by their labels, by groups of rows and by clusters.

    None where a column plays two roles, or there are too many clusters.
    """
    from concordant.sources.frames import many_groups
    from concordant.sources.labels import label_groups

    truth, pred, weight = columns
    keys = tuple(name for name in (truth, pred, by, cluster) if name is not None)
    apart = by is not None or cluster is not None
    if apart and len(set(keys)) < len(keys):
        return None
    if apart and many_groups(frame, keys) > (_MOST_PAIRS if cluster is None else _MOST_IN_CLUSTERS):
        return None
    return label_groups(frame, truth, pred, weight=weight, by=by, cluster=cluster)


def sums_in_frame(
    frame: nw.LazyFrame[Any], columns: tuple[str, str, str | None], missing: Missing
) -> MeasuredRows | None:
    """
    Add up two columns of measurements of so many rows that their page has no intervals.

    None where there are fewer rows, or numbers that are no measurements, as their reader says.
    """
    from concordant.sources.frames import Roles, whole_rows
    from concordant.sources.moments import moments

    truth, pred, weight = columns
    if not row_limit.has_many_rows(frame):
        return None
    rows = whole_rows(frame, Roles(truth, (pred,), weight=weight), missing)
    rows.require_rows()
    found = moments(frame.to_native(), y_true=truth, y_pred=pred, sample_weight=weight, missing=missing)
    return MeasuredRows(np.zeros(0), found, rows.n - rows.lost)
