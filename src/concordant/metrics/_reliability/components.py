"""Variance components of numeric ratings: of units, of raters, and of what is left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from concordant.metrics._reliability.henderson import henderson, henderson_one_way
from concordant.metrics._reliability.mean_squares import mean_squares
from concordant.metrics._reliability.reml import reml
from concordant.states import RatingMoments
from concordant.typing import FloatArray

Model = Literal["two-way", "one-way"]
Estimator = Literal["anova", "reml"]
Raters = Literal["random", "fixed"]


@dataclass(frozen=True, slots=True)
class Components:
    """The variance of units, of raters and of the error, shape (...) each; that of raters is 0 in a one-way model."""

    units: FloatArray
    raters: FloatArray
    error: FloatArray


def components(moments: RatingMoments, model: Model, method: Estimator | None, raters: Raters = "random") -> Components:
    """Return the components, by default of complete ratings from mean squares, of others by REML."""
    chosen = method or ("anova" if moments.complete else "reml")
    if chosen == "reml":
        return Components(*reml(moments, raters="none" if model == "one-way" else raters))
    if not moments.complete:
        return Components(*(henderson_one_way(moments) if model == "one-way" else henderson(moments)))
    ms = mean_squares(moments)
    if model == "one-way":
        return Components((ms.units - ms.within) / ms.k, np.zeros_like(ms.within), ms.within)
    with np.errstate(divide="ignore", invalid="ignore"):
        of_raters = (ms.raters - ms.error) / ms.n
    return Components((ms.units - ms.error) / ms.k, of_raters, ms.error)


def why_undefined(found: Components) -> str | None:
    """Why components of units that have two ratings are undefined; None if they are defined."""
    if np.any(np.isnan(found.error)):
        return "too few ratings are of units with two or more"
    if np.any(np.isnan(found.units)):
        return "no error is left beside units and raters, so that REML cannot tell how much is of which"
    return None
