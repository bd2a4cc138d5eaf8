"""Standardised mean difference: by how many standard deviations one rating lies above the other."""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np

from concordant.errors import OptionError
from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._object.define import metric
from concordant.metrics.pearson_correlation import comoments, why_none
from concordant.names import did_you_mean
from concordant.states import Moments
from concordant.typing import Floats, NumberArray

Standardizer: TypeAlias = Literal["pooled", "y_true"]


def _variance(moments: Moments, standardizer: Standardizer) -> NumberArray:
    """The variance that is the unit; NaN where there are not two rows."""
    spread = comoments(moments)
    squares = spread[..., 0, 0] if standardizer == "y_true" else (spread[..., 0, 0] + spread[..., 1, 1]) / 2
    free = np.maximum(moments.weight - 1, 0)
    return np.asarray(ratio(squares, free))


def _why(moments: Moments, *, standardizer: Standardizer = "pooled") -> str | None:
    if np.any(moments.weight <= 1):
        return "there are no rows" if np.any(moments.weight == 0) else "a standard deviation needs more than one row"
    return why_none(moments) or ("y_true is constant" if standardizer == "y_true" else "both ratings are constant")


@metric(
    input="measurements",
    why=_why,
    family="agreement",
    title="Standardised mean difference",
    says="by how many standard deviations the second rating lies above the first on average: 0 is none",
    formula="(mean y_pred - mean y_true) / sqrt((s_true^2 + s_pred^2) / 2), variances with n - 1",
    source="Williamson, Xi & Breyer 2012, Educational Measurement: Issues and Practice 31:2",
    better=None,
    range=(-float("inf"), float("inf")),
    interval="t",
    aliases=("smd",),
    elsewhere=("cohens_d",),
)
def standardized_mean_difference(moments: Moments, /, *, standardizer: Standardizer = "pooled") -> Floats:
    """
    Standardised mean difference: by how many standard deviations one rating lies above the other.

    ``(mean y_pred - mean y_true) / s`` with ``s = sqrt((s_true^2 + s_pred^2) / 2)``: positive where the second rating
    is the higher one. Automated scores of essays should stay within 0.15 of human scores.

    Parameters
    ----------
    standardizer : {"pooled", "y_true"}, default "pooled"
        The unit: the root of the mean of both variances, or the standard deviation of the truth alone.

    Returns
    -------
    float
        0 for equal means. Undefined (NaN) if the unit is zero, and for fewer than two rows.

    Notes
    -----
    Variances divide by n - 1 (sum of weights minus one). rsmtool calls these methods "pooled" and "unpooled" and
    takes the second by default. Opposite errors cancel: a difference of 0 does not mean agreement.

    References
    ----------
    Williamson, Xi & Breyer (2012), A framework for evaluation and use of automated scoring, Educational Measurement:
    Issues and Practice 31:2. Cohen (1988), Statistical Power Analysis for the Behavioral Sciences, eq. 2.3.2.

    Examples
    --------
    >>> from concordant import standardized_mean_difference
    >>> round(standardized_mean_difference([1.0, 2.0, 3.0, 4.0], [1.5, 2.0, 3.5, 5.0]), 4)
    0.3464
    """
    if standardizer not in ("pooled", "y_true"):
        msg = f'standardizer must be "pooled" or "y_true", not {standardizer!r}.'
        msg += did_you_mean(standardizer, ("pooled", "y_true"))
        raise OptionError(msg)
    unit = np.sqrt(_variance(moments, standardizer))
    value = ratio(moments.distance(1, 0), unit)
    return value.item() if np.ndim(value) == 0 else value
