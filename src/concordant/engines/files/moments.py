"""Two columns of measurements in files become `Moments`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant.engines import arrays
from concordant.engines.files.state_batches import state_of_batches
from concordant.inputs.measurements import check_measurements
from concordant.inputs.scan import Scan
from concordant.states.moments import Moments
from concordant.typing import Missing

if TYPE_CHECKING:
    import polars as pl


def moments(
    scan: Scan, *, y_true: str, y_pred: str, sample_weight: str | None = None, missing: Missing = "raise"
) -> Moments:
    """Take the moments of each batch, and add them."""

    def make(part: pl.DataFrame, weights: npt.NDArray[np.float64] | None) -> Moments:
        columns: Any = part[y_true], part[y_pred]
        return arrays.moments(check_measurements(*columns, sample_weight=weights, missing="drop"))

    found: Moments = state_of_batches(
        scan.files, {y_true: None, y_pred: None}, make, weight=sample_weight, missing=missing
    )
    return found
