"""Operating point: the threshold with the best value of one rate that meets the bounds on others."""

from __future__ import annotations

from dataclasses import fields
from typing import Literal

import numpy as np

from concordant.errors import OptionError
from concordant.metrics._arithmetic.option_checks import check_share
from concordant.metrics._curves.best_point import NOWHERE, RATES, best_point
from concordant.metrics._curves.roc_points import roc_points
from concordant.metrics._curves.why_undefined import first_reason
from concordant.metrics._object.define import metric
from concordant.metrics._object.natures import Rates
from concordant.names import did_you_mean
from concordant.result import OperatingPoint
from concordant.states import Curve, CurveStack

Target = Literal["recall", "specificity", "precision", "informedness"]


def _conditions(**least: float | None) -> dict[str, float]:
    return {name: check_share(value, name) for name, value in least.items() if value is not None}


def _why(
    curve: Curve | CurveStack,
    *,
    maximise: Target = "informedness",
    recall: float | None = None,
    specificity: float | None = None,
    precision: float | None = None,
) -> str | None:
    reason = first_reason(curve)
    if reason is not None:
        return reason
    conditions = _conditions(recall=recall, specificity=specificity, precision=precision)
    for one in (curve,) if isinstance(curve, Curve) else curve.binary_curves():
        point = best_point(roc_points(one), maximise, conditions)
        if point is NOWHERE:
            asked = " and ".join(f"{name} of at least {least:g}" for name, least in conditions.items())
            return f"no threshold has a {asked} (positive class {one.classes[1]!r})"
        if any(np.isnan(getattr(point, field.name)) for field in fields(point)):
            return "nothing is predicted positive at this threshold, so the precision is 0/0"
    return None


@metric(
    input="scores",
    why=_why,
    is_a=Rates(("recall", "specificity", "precision")),
    instead="one of its rates",
    family="tables",
    title="Operating point",
    says="the threshold with the best value of one rate that meets the bounds on others, and what it does",
    formula="max over thresholds of the rate, where recall, specificity, precision are at least what is asked",
    source="Youden 1950, Cancer 3:32, for the greatest informedness",
    better=None,
    range=None,
    scale_free=False,
)
def operating_point(
    curve: Curve | CurveStack,
    /,
    *,
    maximise: Target = "informedness",
    recall: float | None = None,
    specificity: float | None = None,
    precision: float | None = None,
) -> OperatingPoint | tuple[OperatingPoint, ...]:
    """
    Operating point: the threshold with the best value of one rate that meets the bounds on others.

    It gives the threshold at which `recall_at_precision`, `precision_at_recall`, `sensitivity_at_specificity`,
    `specificity_at_sensitivity` reach their value, and where informedness (Youden's J) is greatest.

    Parameters
    ----------
    maximise : {"informedness", "recall", "specificity", "precision"}, default "informedness"
        What to make as great as possible.
    recall, specificity, precision : float, optional
        The least values of these rates, between 0 and 1.

    Returns
    -------
    OperatingPoint, or a tuple of them, one a class or label
        The threshold ("positive" means ``score >= threshold``), the rates and the cells of the table there. All
        are NaN if no threshold meets the bounds.

    Notes
    -----
    The thresholds are the scores that occur, and +inf (nothing is predicted positive); nothing is interpolated. Of
    several that are equally good it is the one with the greatest informedness, then the highest. A threshold that
    is chosen and judged on the same rows looks better than it is: judge it on others.

    References
    ----------
    Youden (1950), Index for rating diagnostic tests, Cancer 3:32.

    Examples
    --------
    >>> from concordant import operating_point
    >>> point = operating_point([0, 0, 1, 1, 1], [0.1, 0.4, 0.35, 0.8, 0.9], maximise="recall", precision=0.7)
    >>> point.threshold, point.recall, point.precision
    (0.35, 1.0, 0.75)
    """
    if maximise not in RATES:
        msg = f"maximise must be one of {', '.join(map(repr, RATES))}, not {maximise!r}.{did_you_mean(maximise, RATES)}"
        raise OptionError(msg)
    conditions = _conditions(recall=recall, specificity=specificity, precision=precision)
    if isinstance(curve, CurveStack):
        return tuple(best_point(roc_points(one), maximise, conditions) for one in curve.binary_curves())
    return best_point(roc_points(curve), maximise, conditions)
