"""
The rows that a threshold treats, and what that is worth: true positives less false ones at the odds of the threshold.

Who treats at a risk of t and not below it holds one false positive for worth ``t / (1 - t)`` true positives.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError
from concordant.inputs.scores import ScoreRows
from concordant.metrics._arithmetic.averages import NO_SUPPORT
from concordant.metrics._arithmetic.option_checks import check_share
from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._curves.of_curves import why_curves
from concordant.metrics._curves.outputs import one_class_reason
from concordant.metrics._curves.why_undefined import why_no_positive
from concordant.metrics._probabilities.bin_rows import sum_rows
from concordant.metrics._probabilities.bins import NO_ROWS
from concordant.metrics._probabilities.distinct import distinct
from concordant.states import Curve, CurveStack
from concordant.typing import Average, FloatArray

GRID = np.arange(1, 100) / 100
GRID.flags.writeable = False


class Treated(NamedTuple):
    """Positive and negative rows with ``p >= t`` at each threshold, shape (T,), and those in all."""

    tp: FloatArray
    fp: FloatArray
    positives: float
    negatives: float


def treated(curve: Curve, thresholds: FloatArray) -> Treated:
    """Count the rows of a curve of two classes; a probability is compared as float64, whatever its type."""
    p, negatives, positives = distinct(curve)
    many = len(p) - np.searchsorted(p[::-1], thresholds, side="left")
    fp, tp = (np.concatenate([[0.0], weight.cumsum()]) for weight in (negatives, positives))
    return Treated(tp[many], fp[many], float(tp[-1]), float(fp[-1]))


def treated_of_rows(rows: ScoreRows, thresholds: FloatArray) -> Treated | None:
    """Count checked rows of two classes in one pass, without a sort; None without rows."""
    negatives, positives = sum_rows(rows, thresholds, closed="left")[:2, ::-1].cumsum(1)[:, ::-1]
    if not negatives[0] and not positives[0]:
        return None
    return Treated(positives[1:], negatives[1:], float(positives[0]), float(negatives[0]))


def net_benefits(
    rows: Treated, thresholds: FloatArray, prevalence: float | None, *, standardized: bool = False
) -> FloatArray:
    """``TP / n - w FP / n`` with ``w = t / (1 - t)``, or the same of sensitivity and specificity at a prevalence."""
    positive, negative, share = _shares(rows, prevalence)
    value = positive * rows.tp - negative * rows.fp * (thresholds / (1 - thresholds))
    return np.asarray(ratio(value, share) if standardized else value)


def avoided(rows: Treated, thresholds: FloatArray, prevalence: float | None) -> FloatArray:
    """``TN / n - FN / n / w``: the net benefit of leaving the others untreated."""
    positive, negative, _ = _shares(rows, prevalence)
    spared, missed = negative * (rows.negatives - rows.fp), positive * (rows.positives - rows.tp)
    return np.asarray(spared - missed * ((1 - thresholds) / thresholds))


def everybody(rows: Treated, thresholds: FloatArray) -> Treated:
    """Treat every row, at whatever threshold."""
    ones = np.ones(len(thresholds))
    return rows._replace(tp=rows.positives * ones, fp=rows.negatives * ones)


def share_of_positives(rows: Treated, prevalence: float | None) -> float:
    """The prevalence that the values stand for."""
    return _shares(rows, prevalence)[2]


def _shares(rows: Treated, prevalence: float | None) -> tuple[float, float, float]:
    """What share of all rows one positive and one negative row stand for, and the share of all positive rows."""
    if prevalence is None:
        one = float(ratio(1.0, rows.positives + rows.negatives))
        return one, one, one * rows.positives
    return (
        float(ratio(prevalence, rows.positives)),
        float(ratio(1 - prevalence, rows.negatives)),
        prevalence + float(ratio(0.0, rows.positives * rows.negatives)),
    )


def check_prevalence(prevalence: float | None) -> float | None:
    """Return the prevalence that is asked for; raise if it is not a share strictly between 0 and 1."""
    return None if prevalence is None else check_share(prevalence, "prevalence", zero=False, one=False)


def check_thresholds(thresholds: npt.ArrayLike | None) -> FloatArray:
    """Return the thresholds of a curve, 0.01 to 0.99 by default; raise if they do not rise within [0, 1)."""
    if thresholds is None:
        return GRID
    try:
        given = np.asarray(thresholds, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        msg = f"thresholds must be numbers that rise, at least 0 and below 1: {error}"
        raise OptionError(msg) from error
    rising = given.ndim == 1 and len(given) > 0 and bool((np.diff(given) > 0).all())
    if not rising or not (given[0] >= 0 and given[-1] < 1):
        msg = (
            "thresholds must be numbers at least 0 and below 1, each larger than the one before; "
            f"they are {given.tolist()}."
        )
        raise OptionError(msg)
    return given


def why_no_benefit(
    curve: Curve | CurveStack, average: Average, prevalence: float | None, *, standardized: bool = False
) -> str | None:
    """Say which rows a net benefit lacks: any; of both classes at another prevalence; positive ones to divide by."""

    def why(one: Curve) -> str | None:
        if not one.weights.any():
            return NO_ROWS
        if prevalence is not None:
            return one_class_reason(one)
        return why_no_positive(one, None) if standardized else None

    reason = why_curves(curve, why, average)
    if reason is None and average == "weighted" and isinstance(curve, CurveStack) and not curve.support().any():
        return NO_SUPPORT
    return reason
