"""Labels and scores in files become a `Curve`, which grows with the distinct scores, or a `BucketCurve`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant.engines import arrays
from concordant.engines.files.counts import numeric_groups
from concordant.engines.files.state_batches import state_of_batches
from concordant.inputs.scan import Scan
from concordant.inputs.scores import ScoreRows, check_scores
from concordant.states.buckets import BucketCurve, ScoreKey
from concordant.states.curves import Curve
from concordant.typing import Label, Missing

if TYPE_CHECKING:
    import polars as pl


_TOGETHER = 4_000_000  # rows, 64 MB: curves are sorted in fewer and longer parts then, and added less often


def curve(scan: Scan, **columns: Any) -> Curve:
    """Sort and group the scores of each batch, and add the curves: see `_of_batches` for the columns."""
    found: Curve = _of_batches(_with_squares, scan, together=_TOGETHER, **columns)
    return found


def _with_squares(rows: ScoreRows) -> Curve:
    return arrays.with_squares(arrays.curve(rows), rows)


def bucket_curve(scan: Scan, *, key: ScoreKey, **columns: Any) -> BucketCurve:
    """Count the scores of each batch in buckets, and add them up: the memory is that of the buckets."""
    found: BucketCurve = _of_batches(partial(arrays.bucket_curve, key=key), scan, **columns)
    return found


def _of_batches(
    state_of: Callable[[ScoreRows], Any],
    scan: Scan,
    *,
    y_true: str,
    y_score: str,
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    sample_weight: str | None = None,
    missing: Missing = "raise",
    together: int = 0,
) -> Any:
    """
    Make a state of the checked rows of each batch, and add the states.

    The truth is read once more before, to know its classes and, in CSV files, what they are.
    """
    groups = numeric_groups(scan, y_true, y_true, sample_weight)
    given: Any = {"labels": labels, "pos_label": pos_label, "sample_weight": groups.weights, "times": groups.times}
    ends = check_scores(groups.truth, np.zeros(len(groups.truth)), missing="drop", **given)
    classes = arrays.curve(ends).classes

    def make(part: pl.DataFrame, weights: npt.NDArray[np.float64] | None) -> Any:
        columns: Any = part[y_true], part[y_score]
        return state_of(check_scores(*columns, labels=classes, sample_weight=weights, missing="drop"))

    columns = {y_true: groups.truth.dtype, y_score: None}
    how: Any = {"weight": sample_weight, "missing": missing, "together": together}
    return state_of_batches(scan.files, columns, make, **how)
