"""The mean of a quantity of a row, over the rows where it is defined."""

from __future__ import annotations

import numpy as np

from concordant.metrics._arithmetic.ratio import ratio
from concordant.states import Moments
from concordant.typing import Floats


def mean_of_rows(moments: Moments) -> Floats:
    """Take the mean of a quantity that every row has."""
    if not moments.weight.ndim:
        return float(moments.mean[0]) if moments.weight > 0 else np.nan
    return np.where(moments.weight > 0, moments.mean[..., 0], np.nan)


def mean_where_defined(moments: Moments, fill: float) -> Floats:
    """
    Take the mean over the rows where the quantity is defined.

    The first quantity counts as zero where it is undefined, the second is 1 where it is defined: the mean is their
    ratio. With a number to `fill` in, every row counts.
    """
    total, defined = np.moveaxis(moments.mean, -1, 0) if moments.weight.ndim else moments.mean.tolist()
    if np.isnan(fill):
        return ratio(total, defined)
    return np.where(moments.weight > 0, total + fill * (1 - defined), np.nan)[()]


def why_no_rows(moments: Moments) -> str | None:
    """Say that there are no rows."""
    return "there are no rows" if not np.all(moments.weight > 0) else None


def why_left_out(moments: Moments, lacking: str) -> str | None:
    """Say how many rows are left out, and what they lack."""
    if not np.all(moments.weight > 0):
        return "there are no rows"
    defined = moments.mean[..., 1]
    if np.all(defined == 1):
        return None
    if defined.ndim:
        return f"{lacking} in rows of {int((defined < 1).sum())} of {defined.size} states"
    if defined == 0:
        return f"in every row {lacking}"
    if moments.weight != moments.squares:
        return f"the mean leaves out rows with {float(1 - defined):.2%} of the weight, where {lacking}"
    left = round(float(moments.weight * (1 - defined)))
    return f"the mean leaves out {left} of {round(float(moments.weight))} rows, where {lacking}"
