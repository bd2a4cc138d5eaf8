"""Two columns of measurements in files become `Moments`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant.engines import arrays
from concordant.engines.files.state_batches import state_of_batches
from concordant.inputs.reading_progress import Progress
from concordant.inputs.scan import Scan
from concordant.inputs.scores import check_measurements
from concordant.inputs.sources import DataFile
from concordant.states.moments import Moments
from concordant.typing import Missing

if TYPE_CHECKING:
    import polars as pl


def moments(
    scan: Scan, *, y_true: str, y_pred: str, sample_weight: str | None = None, missing: Missing = "raise"
) -> Moments:
    """Take the moments of each batch, and add them."""
    return moments_and_rows(scan.files, y_true, y_pred, weight=sample_weight, missing=missing)[0]


def moments_and_rows(
    files: Sequence[DataFile],
    truth: str,
    pred: str,
    *,
    weight: str | None,
    missing: Missing,
    progress: Progress | None = None,
) -> tuple[Moments, int]:
    """Return beside the moments how many rows they are of, also where rows are weighted."""

    def make(part: pl.DataFrame, weights: npt.NDArray[np.float64] | None) -> _Counted:
        columns: Any = part[truth], part[pred]
        rows = check_measurements(*columns, sample_weight=weights, missing="drop")
        return _Counted(arrays.moments(rows), len(rows.y_true))

    both = {truth: None, pred: None}
    found: _Counted = state_of_batches(files, both, make, weight=weight, missing=missing, progress=progress)
    return found.moments, found.rows


@dataclass(frozen=True, slots=True)
class _Counted:
    """Moments, and how many rows they are of."""

    moments: Moments
    rows: int

    def __add__(self, other: _Counted) -> _Counted:
        return _Counted(self.moments + other.moments, self.rows + other.rows)
