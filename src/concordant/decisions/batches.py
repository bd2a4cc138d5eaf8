"""Scores of any number of rows, in batches or in a lazy frame."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from concordant.decisions.search import ThresholdSearch
from concordant.engines import arrays
from concordant.inputs.scores import check_scores
from concordant.settings import progress_of
from concordant.sources.batches import LazyRows, many_rows, read_columns
from concordant.sources.cells import ScoreCells, ScoresOfClasses, TooManyScoresError, narrowed
from concordant.sources.files import DataFile, Progress, find_files
from concordant.sources.frames import opened, rows_in_memory
from concordant.sources.label_batches import truth_labels
from concordant.sources.scores import columns_of
from concordant.sources.source import is_lazy, is_source, read_as, refuse_unnamed, remote, source_of
from concordant.typing import Label, Missing

ManyRows: TypeAlias = Sequence[DataFile] | LazyRows


def read_by_roles(data: Any, truth: Any, score: Any, weight: Any, cluster: Any, fold: Any, **labels: Any) -> Any:
    """Return files whose columns are read by their roles, and other data as they are; every column has a name."""
    refuse_unnamed((truth, score, weight, cluster, fold))
    return read_as(data, labels=[truth], names=[cluster, fold], scores=[score], weights=[weight], **labels)


def many_rows_of(data: Any, columns: Sequence[Any]) -> ManyRows | None:
    """Return files or a lazy frame of many rows, to be read in batches; None of what is read as a whole."""
    data = remote(data)
    if isinstance(data, LazyRows) or is_source(data):
        files: Sequence[DataFile] | LazyRows = data if isinstance(data, LazyRows) else find_files(source_of(data))
        return files if many_rows(files) else None
    frame = opened(data, [name for name in columns if name is not None])
    if not is_lazy(frame):
        return None
    rows = LazyRows.of(frame)
    return rows if rows is not None and many_rows(rows) else None


def columns_in(data: Any, columns: Sequence[str | None], progress: Progress | None = None) -> list[Any]:
    """Return the columns as they are; None for none."""
    named = [name for name in columns if name is not None]
    data = remote(data)
    with progress_of("reading rows", progress) as report:
        rows = read_columns(source_of(data), named, progress=report) if is_source(data) else data
        frame, _ = rows_in_memory(rows, columns)
    return [None if name is None else frame.get_column(name).to_native() for name in columns]


def searched_in_batches(
    data: Any,
    columns: Sequence[Any],
    search_of: Callable[[tuple[Label, ...], float], ThresholdSearch],
    *,
    labels: Sequence[Label] | None,
    pos_label: Label | None,
    folds: int,
    seed: int,
    missing: Missing,
    progress: Progress | None,
) -> tuple[ThresholdSearch, ScoreCells] | None:
    """
    Count rows in cells of scores, and score by score where the best threshold may lie.

    Parameters
    ----------
    data : frame, Scan, str, Path, or list of paths
    columns : sequence
        The columns of the labels and the scores; those of weights, clusters and folds, None where there are none.
    search_of : callable
        From the classes and the number of rows to the search.
    labels, pos_label, folds, seed, missing, progress
        As `best_threshold` takes them; 0 folds for no cross-validation.

    Returns
    -------
    tuple or None
        The search, and the rows in cells that no best threshold divides. None where the columns are to be read as a
        whole: there are few rows, or weights, clusters or folds of one's own, or it is not known where the best
        threshold cannot lie.
    """
    truth, score, *others = columns
    rows = None if any(name is not None for name in others) else many_rows_of(data, columns)
    if rows is None:
        return None
    how: Any = {"folds": max(folds, 1), "seed": seed, "missing": missing}
    try:
        with progress_of("reading rows", progress) as report:
            occurring = truth_labels(rows, truth)
            once = check_scores(occurring, np.zeros(len(occurring)), labels=labels, pos_label=pos_label)
            classes = arrays.curve(once).classes
            encoded = partial(_encoded, (classes[0], classes[1]))
            source = ScoresOfClasses(rows, truth, score, occurring.dtype, encoded, classes, **how, progress=report)
            cells = source.counted()
            search = search_of(classes, float(cells.rows.sum()))
            return search, narrowed(cells, search.wanted, source.counted_again)
    except TooManyScoresError:
        return None


def _encoded(classes: tuple[Label, Label], truth: Any, scores: Any) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    is_positive, values = columns_of(truth, scores, classes)
    return is_positive.view(np.uint8), values
