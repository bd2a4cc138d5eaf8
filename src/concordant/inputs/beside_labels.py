"""One label a row and columns of scores beside it: read together, rows with something missing left out of all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from concordant.inputs.arrays import same_length
from concordant.inputs.encoded import Encoded
from concordant.inputs.encoding import encode, refuse_continuous
from concordant.inputs.missing import Mask, kept_rows, rows_of
from concordant.inputs.numbers import nan_rows
from concordant.inputs.weights import check_weights
from concordant.typing import Label, Missing


class Beside(NamedTuple):
    """
    The labels and each column of scores, in the rows that are there.

    `kept` says which these are, None if all; `times` how many rows each stands for, None if one.
    """

    true: Encoded
    every: Sequence[npt.NDArray[Any]]
    weights: npt.NDArray[Any] | None
    missing: int
    kept: Mask | None
    times: npt.NDArray[np.int64] | None


def beside_labels(
    y_true: Any,
    every: Sequence[npt.NDArray[Any]],
    names: Sequence[str],
    declared: tuple[Label, ...] | None,
    sample_weight: Any,
    missing: Missing,
    *,
    refuses_nan: bool,
    times: npt.NDArray[np.int64] | None = None,
) -> Beside:
    """Read labels beside scores; `refuses_nan` says that NaN among these raises here, not in the kernel."""
    true = encode(y_true, "y_true")
    for scores, name in zip(every, names, strict=True):
        same_length(true.values, scores, ("y_true", name))
    weights = check_weights(sample_weight, len(true.values))
    masks = [("y_true", true.missing)]
    if refuses_nan or missing == "drop":
        masks += zip(names, map(nan_rows, every), strict=True)
    kept, dropped = kept_rows(masks, missing, weights, times)
    true, weights, times, *every = rows_of(kept, true, weights, times, *every)
    if declared is None:
        refuse_continuous(true, "y_true")
    return Beside(true, every, weights, dropped, kept, times)
