"""Proportional reduction in mean squared error: how well a system predicts the true scores of units."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from concordant.errors import MissingValuesError, OptionError
from concordant.metrics._object.define import metric
from concordant.metrics._object.number_facts import NumberFacts, NumberScale
from concordant.metrics._reliability.moments_of import units_of
from concordant.typing import FloatArray, Floats


def _scale(state: Any, **options: Any) -> tuple[NumberScale, float]:
    del state, options
    return "t", 0.0


def _why(ratings: Any, *, error_variance: float | None = None) -> str | None:
    human, _, weight = _parts(ratings)
    count = (~np.isnan(human)).sum(1)
    if not len(weight) or weight.sum() <= 0:
        return "there is no unit"
    if error_variance is None and not (count >= 2).any():
        return "no unit has two ratings of people, which would tell their error: give error_variance="
    if weight.sum() <= 1:
        return "there is one unit"
    return "people differ no more between units than within"


@metric(
    input="numbers",
    numbers=NumberFacts(moments=False, last=True, scale=_scale),
    why=_why,
    family="agreement",
    title="Proportional reduction in mean squared error",
    says="how well a system predicts the true scores that people would give on average: 1 is perfect, 0 no better "
    "than their mean",
    formula="1 - (mean squared error of the true score) / (variance of the true score)",
    source="Haberman 2008, J. of Educational and Behavioral Statistics 33:204; Loukina et al. 2020, Proc. BEA 15:18",
    better="higher",
    range=(-np.inf, np.inf),
    scale_free=False,
)
def prmse(ratings: Any, /, *, error_variance: float | None = None) -> Floats:
    """
    Proportional reduction in mean squared error: how well a system predicts the true scores of units.

    The true score of a unit is the mean of the ratings that all people of this kind would give it. With m_u ratings of
    unit u, their mean h_u and variance s_u^2, the mean h of all M ratings, and the number x_u of the system: error
    variance ``ve = sum (m_u - 1) s_u^2 / sum (m_u - 1)``, variance of true scores ``vt = (sum m_u (h_u - h)^2 - (n - 1)
    ve) / (M - sum m_u^2 / M)``, error of the system ``mse = (sum m_u (h_u - x_u)^2 - n ve) / M``; the value is
    ``1 - mse / vt``.

    Parameters
    ----------
    error_variance : float, optional
        The variance of the error of people, where it is known from elsewhere. Default: estimated, which takes units
        with two ratings or more.

    Returns
    -------
    float
        1 of a system that gives the true scores; it can exceed 1 by chance, and that stays. Undefined (NaN) with fewer
        than two units, if no unit has two ratings and `error_variance` is not given, or if people differ no more
        between units than within.

    Notes
    -----
    Unlike agreement with one person it does not fall as people get worse: their error is taken off. It assumes that
    errors of people are independent of each other and of the system. The interval is the jackknife over units with
    Student's t. In `NumericRatings` the system is the last rater.

    References
    ----------
    Haberman (2008), When can subscores have value?, Journal of Educational and Behavioral Statistics 33:204. Loukina,
    Madnani, Cahill, Yao, Johnson, Riordan & McCaffrey (2020), Using PRMSE to evaluate automated scoring systems in the
    presence of label noise, Proceedings of the 15th Workshop on Innovative Use of NLP for Building Educational
    Applications, p. 18.

    Examples
    --------
    >>> from concordant import prmse
    >>> people = [[3, 4], [2, 2], [5, 3], [1, 2], [4, None], [2, 3], [1, 1], [4, 5]]
    >>> round(prmse(people, [3.2, 2.6, 3.1, 2.2, 3.4, 2.1, 1.5, 3.9]), 4)
    0.9608
    """
    known = _checked(error_variance)
    human, system, weight = _parts(ratings)
    here = ~np.isnan(human)
    m = here.sum(1) * 1.0
    n, many = float(weight.sum()), float(weight @ m)
    if n <= 1:
        return float("nan")
    filled = np.where(here, human, 0.0)
    mean = filled.sum(1) / m
    within = float(weight @ np.where(here, (human - mean[:, None]) ** 2, 0.0).sum(1))
    pairs = float(weight @ (m - 1.0))
    if known is None and not pairs > 0:
        return float("nan")
    error = within / pairs if known is None else known
    whole = float(weight @ (m * mean)) / many
    true = (float(weight @ (m * (mean - whole) ** 2)) - (n - 1.0) * error) / (many - float(weight @ m**2) / many)
    if not true > 1e-12 * float(weight @ (m * mean**2)) / many:
        return float("nan")
    return 1.0 - (float(weight @ (m * (mean - system) ** 2)) - n * error) / many / true


def _checked(error_variance: Any) -> float | None:
    if error_variance is None:
        return None
    number = isinstance(error_variance, (int, float)) and not isinstance(error_variance, bool)
    if not number or not 0 <= error_variance <= sys.float_info.max:
        msg = f"error_variance must be a finite number, 0 or more, not {error_variance!r:.80}."
        raise OptionError(msg)
    return float(error_variance)


def _parts(ratings: Any) -> tuple[FloatArray, FloatArray, FloatArray]:
    """The ratings of people, the numbers of the system, and the weights of the units, shifted to lie near 0."""
    units = units_of(ratings)
    system = units.matrix[:, -1]
    kept = (~np.isnan(units.matrix[:, :-1])).any(1)
    if np.isnan(system[kept]).any():
        msg = (
            "prmse needs a number of the system, the last of the raters, for every unit that people rated; "
            f"{int(np.isnan(system[kept]).sum())} units have none. Leave these units out."
        )
        raise MissingValuesError(msg)
    middle = float(np.nanmedian(system)) if kept.any() else 0.0
    return units.matrix[kept, :-1] - middle, system[kept] - middle, units.weight[kept] * 1.0
