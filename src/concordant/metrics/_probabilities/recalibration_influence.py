"""
Influence of a row on the maximum likelihood estimates of logistic recalibration, and on the observed to expected ratio.

``psi = I^-1 x (y - pi)`` with the information I of a row: the sandwich of White (1982, Econometrica 50:1), which holds
also where the line does not fit. The inverse of the information alone gives the standard errors of `glm`.
"""

from __future__ import annotations

import numpy as np

from concordant.metrics._probabilities.distinct import distinct
from concordant.metrics._probabilities.recalibration import fitted_line, fitted_shift
from concordant.states import Curve
from concordant.typing import FloatArray


def slope_influence(curve: Curve) -> FloatArray:
    """Psi of a negative and of a positive row at each distinct probability, shape (T, 2)."""
    return _line_influence(curve, 1)


def intercept_influence(curve: Curve) -> FloatArray:
    """Psi of a negative and of a positive row at each distinct probability, shape (T, 2)."""
    return _line_influence(curve, 0)


def shift_influence(curve: Curve) -> FloatArray:
    """Psi of a negative and of a positive row at each distinct probability, shape (T, 2)."""
    rate, _, information = _fitted(curve, fitted_shift(curve), 1.0)
    psi: FloatArray = _residuals(rate) * (float(curve.weights.sum()) / information[0, 0])
    return psi


def ratio_influence(curve: Curve) -> FloatArray:
    """Psi of a negative and of a positive row at each distinct probability, shape (T, 2)."""
    p, negatives, positives = distinct(curve)
    weight = negatives + positives
    expected = (weight * p).sum()
    with np.errstate(invalid="ignore", divide="ignore"):
        value = positives.sum() / expected
        scale = weight.sum() / expected
        return np.asarray(np.stack([-value * p, 1 - value * p], axis=1) * scale)


def slope_error(curve: Curve) -> float:
    """The standard error from the inverse of the information; NaN where there is no best line."""
    return _line_error(curve, 1)


def intercept_error(curve: Curve) -> float:
    """The standard error from the inverse of the information; NaN where there is no best line."""
    return _line_error(curve, 0)


def shift_error(curve: Curve) -> float:
    """The standard error from the information of the shift alone."""
    return float(_fitted(curve, fitted_shift(curve), 1.0)[2][0, 0] ** -0.5)


def _line_error(curve: Curve, place: int) -> float:
    line = fitted_line(curve)
    information = _fitted(curve, line.intercept, line.slope)[2]
    return float(np.sqrt(_inverse(information)[place, place]))


def _line_influence(curve: Curve, place: int) -> FloatArray:
    line = fitted_line(curve)
    rate, logit, information = _fitted(curve, line.intercept, line.slope)
    constant, by_logit = _inverse(information)[place]
    pull = np.where(np.isfinite(logit), constant + by_logit * np.where(np.isfinite(logit), logit, 0.0), 0.0)
    return np.asarray(_residuals(rate) * (pull * float(curve.weights.sum()))[:, None])


def _fitted(curve: Curve, intercept: float, slope: float) -> tuple[FloatArray, FloatArray, FloatArray]:
    """The fitted rates, the logits of the probabilities, and the information of intercept and slope."""
    p, negatives, positives = distinct(curve)
    with np.errstate(divide="ignore"):
        logit = np.log(p) - np.log1p(-p)
    inside = np.isfinite(logit)
    x = np.where(inside, logit, 0.0)
    rate = np.where(inside, 1 / (1 + np.exp(-(intercept + slope * x))), p)  # nothing moves 0 and 1
    weight = (negatives + positives) * rate * (1 - rate)
    return rate, logit, np.array([[weight.sum(), weight @ x], [weight @ x, weight @ (x * x)]])


def _residuals(rate: FloatArray) -> FloatArray:
    """What a negative and a positive row miss; rows with probability 0 or 1 that are right miss nothing."""
    return np.stack([-rate, 1 - rate], axis=1)


def _inverse(information: FloatArray) -> FloatArray:
    (a, b), (_, d) = information
    determinant = a * d - b * b
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.array([[d, -b], [-b, a]]) / determinant)
