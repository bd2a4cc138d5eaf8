"""One matrix of the truth and several predictions of the same rows, one column a label."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import LengthError
from concordant.inputs.indicators import IndicatorRows, check_indicator_rows, plain_matrix
from concordant.inputs.missing import kept_rows
from concordant.inputs.numbers import nan_rows
from concordant.inputs.sparse import is_sparse
from concordant.inputs.weights import check_weights
from concordant.typing import Label, Missing


@dataclass(frozen=True, slots=True)
class IndicatorColumns:
    """
    Checked rows of a truth and predictions.

    Attributes
    ----------
    rows : tuple of IndicatorRows
        Truth and each prediction, all with the same rows.
    kept : ndarray of bool, shape (n,), or None
        Which of the caller's rows are there; None if all.
    """

    rows: tuple[IndicatorRows, ...]
    kept: npt.NDArray[np.bool_] | None


def check_indicator_columns(
    y_true: Any,
    predictions: Sequence[Any],
    *,
    names: Sequence[str],
    labels: Sequence[Label] | None = None,
    sample_weight: Any = None,
    missing: Missing = "raise",
) -> IndicatorColumns:
    """Check matrices of indicators; a row where any of them has a missing value raises or is dropped."""
    what = ("y_true", *names)
    matrices: list[Any] = [
        given if is_sparse(given) else plain_matrix(given, name)
        for given, name in zip((y_true, *predictions), what, strict=True)
    ]
    size = matrices[0].shape[0]
    for matrix, name in zip(matrices, what, strict=True):
        if matrix.shape[0] != size:
            msg = f"y_true and {name} must have the same number of rows; they have {size} and {matrix.shape[0]}."
            raise LengthError(msg)
    weights = check_weights(sample_weight, size)
    absent = {name: None if is_sparse(m) else nan_rows(m) for name, m in zip(what, matrices, strict=True)}
    keep, dropped = kept_rows(absent, missing, weights)
    if keep is not None:
        places = np.flatnonzero(keep)
        matrices = [(m.tocsr() if is_sparse(m) else m)[places] for m in matrices]
        weights = None if weights is None else weights[places]
    rows = [
        check_indicator_rows(matrices[0], prediction, labels=labels, sample_weight=weights, missing=missing)
        for prediction in matrices[1:]
    ]
    return IndicatorColumns(tuple(replace(one, missing=dropped) for one in rows), keep)
