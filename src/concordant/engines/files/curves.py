"""Labels and scores in files become a `Curve`: exact, so that it grows with the number of distinct scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant.engines import arrays
from concordant.engines.files.counts import numeric_groups
from concordant.engines.files.state_batches import state_of_batches
from concordant.inputs.scan import Scan
from concordant.inputs.scores import check_scores
from concordant.states.curve import Curve
from concordant.typing import Label, Missing

if TYPE_CHECKING:
    import polars as pl


_TOGETHER = 4_000_000  # rows, 64 MB: curves are sorted in fewer and longer parts then, and added less often


def curve(
    scan: Scan,
    *,
    y_true: str,
    y_score: str,
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    sample_weight: str | None = None,
    missing: Missing = "raise",
) -> Curve:
    """
    Sort and group the scores of each batch, and add the curves.

    The truth is read once more before, to know its classes and, in CSV files, what they are.
    """
    groups = numeric_groups(scan, y_true, y_true, sample_weight)
    given: Any = {"labels": labels, "pos_label": pos_label, "sample_weight": groups.weights, "times": groups.times}
    ends = check_scores(groups.truth, np.zeros(len(groups.truth)), missing="drop", **given)
    classes = arrays.curve(ends).classes

    def make(part: pl.DataFrame, weights: npt.NDArray[np.float64] | None) -> Curve:
        columns: Any = part[y_true], part[y_score]
        rows = check_scores(*columns, labels=classes, sample_weight=weights, missing="drop")
        return arrays.curve(rows)

    columns = {y_true: groups.truth.dtype, y_score: None}
    given = {"weight": sample_weight, "missing": missing, "together": _TOGETHER}
    found: Curve = state_of_batches(scan.files, columns, make, **given)
    return found
