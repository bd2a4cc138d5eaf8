"""Labels and scores of two classes in files, of any number of rows, in one pass: the states of a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant.engines.files.batch_groups import KEYS, SUMS, merged
from concordant.engines.files.loss_sums import CHUNK, LossSums
from concordant.engines.files.row_batches import fold_rows
from concordant.engines.files.score_fold import OtherScaleError, ScoreFold
from concordant.engines.files.scores_by_group import ScoresByGroup
from concordant.engines.scored_rows import ScoredRows
from concordant.errors import MissingValuesError, WeightError
from concordant.inputs.lazy_rows import LazyRows
from concordant.inputs.reading_progress import Progress
from concordant.inputs.sources import DataFile
from concordant.states.buckets import BucketCurve, Scale
from concordant.states.curves import Curve
from concordant.states.moments import Loss
from concordant.typing import Label, Missing

if TYPE_CHECKING:
    import polars as pl


def scored_rows(
    files: Sequence[DataFile] | LazyRows,
    truth: str,
    score: str,
    *,
    pair: tuple[Label, Label],
    types: Mapping[str, pl.DataType],
    losses: dict[str, Loss],
    pred: str | None = None,
    weight: str | None = None,
    by: str | None = None,
    missing: Missing = "raise",
    progress: Progress | None = None,
) -> ScoredRows:
    """
    Read two or three columns batch by batch; memory holds a few batches and the states.

    Parameters
    ----------
    files : sequence of DataFile, or LazyRows
    truth, score : str
        The columns of labels and of scores.
    pair : tuple of two labels
        The negative and the positive class.
    types : mapping
        The types of the columns of labels: of CSV files what all of their values are.
    losses : mapping
        Those that are taken if all scores are probabilities, under the names that they get.
    pred, weight, by : str, optional
        Columns of predicted labels, of weights, and of groups of rows.
    missing : {"raise", "drop"}
    progress : callable, optional

    Raises
    ------
    DataFileError, ColumnError, MissingValuesError, WeightError, ScoreError
        As `fold_rows` has them.
    OtherClassesError
        If a label occurs that is neither of the two.
    OtherTypeError
        If a column of labels in a CSV file is of another type.
    OptionError
        If there are more groups than a page holds.
    """
    columns: dict[str, Any] = {truth: types[truth], score: None}
    if pred is not None:
        columns[pred] = types[pred]
    if by is not None:
        columns[by] = types[by]
    how: Any = {"weight": weight, "missing": missing, "progress": progress, "rows": CHUNK}
    scale: Scale = "probability"
    while True:
        fold = ScoreFold(truth, score, pred, pair, LossSums(losses), scale, weight is not None, scale == "probability")
        try:
            if by is None:
                fold = fold_rows(files, columns, fold, **how)
                fold.finish()
                return finished(fold, types)
            grouped = fold_rows(files, columns, ScoresByGroup(fold, by, losses), **how)
            groups = tuple(grouped.finish())
            return replace(finished(grouped.whole, types, by), groups=groups)
        except OtherScaleError:
            scale = "real"


def finished(fold: ScoreFold, types: Mapping[str, pl.DataType], by: str | None = None) -> ScoredRows:
    """The states, and the groups of labels with their rows."""
    curve = fold.state()
    if not len(curve.weights):
        raise _no_row(fold, by)
    rest: Any = {"pair": fold.pair, "curve": curve, "losses": fold.moments()}
    rest |= {"rows": fold.rows + fold.missing, "missing": fold.missing}
    if fold.pred is not None:
        groups = merged(fold.groups)
        times, *weighted = (groups[name].to_numpy() for name in SUMS)
        truth, pred = (groups[key].alias(name) for key, name in zip(KEYS, (fold.truth, fold.pred), strict=True))
        weights, squares = weighted if fold.weighted else (None, None)
        return ScoredRows(truth=truth, pred=pred, cut=None, times=times, weights=weights, squares=squares, **rest)
    table = fold.cells if fold.weighted else _cells(curve)
    here = np.flatnonzero(table[0])
    truth = _series(fold.truth, [fold.pair[cell >> 1] for cell in here.tolist()], types[fold.truth])
    sums = [row[here] for row in table]
    rest |= {"weights": sums[1], "squares": sums[2]} if fold.weighted else {}
    cut, times = (here & 1).astype(np.bool_), sums[0].astype(np.int64)
    return ScoredRows(truth=truth, pred=None, cut=cut, times=times, **rest)


def _cells(curve: Curve | BucketCurve) -> npt.NDArray[np.int64]:
    """How many rows of each class score below 0.5, and from 0.5 on; no bucket lies on both sides."""
    scores = curve.low if isinstance(curve, BucketCurve) else curve.scores
    above = scores >= 0.5
    sums = [curve.weights[~above].sum(0), curve.weights[above].sum(0)]
    return np.stack(sums, -1).reshape(1, 4)


def _series(name: str, labels: Sequence[Label], kind: pl.DataType) -> pl.Series:
    """Labels in the type of their column."""
    import polars as pl

    plain = pl.Series(name, labels, pl.String) if all(isinstance(x, str) for x in labels) else pl.Series(name, labels)
    return plain.cast(kind)


def _no_row(fold: ScoreFold, by: str | None) -> Exception:
    """The error where nothing is left."""
    if fold.missing:
        names = ", ".join(name for name in (fold.truth, fold.pred, fold.score, by) if name is not None)
        return MissingValuesError(f"no row is complete: {fold.missing:,} rows have a missing value in one of {names}.")
    return WeightError("none of the rows has a weight above zero: nothing can be evaluated.")
