"""Net benefit: the true positives of a threshold less its false positives, at the odds of the threshold."""

from __future__ import annotations

import numpy as np

from concordant.inputs.scores import ScoreRows
from concordant.metrics._arithmetic.option_checks import check_share
from concordant.metrics._curves.of_curves import of_curves
from concordant.metrics._object.define import metric
from concordant.metrics._object.natures import NetBenefit
from concordant.metrics._probabilities.net_benefit_influence import net_benefit_influence
from concordant.metrics._probabilities.treated import (
    Treated,
    check_prevalence,
    net_benefits,
    treated,
    treated_of_rows,
    why_no_benefit,
)
from concordant.states import Curve, CurveStack
from concordant.typing import Average, FloatArray, Floats


def _why(
    curve: Curve | CurveStack,
    *,
    threshold: float,
    prevalence: float | None = None,
    standardized: bool = False,
    average: Average = "macro",
) -> str | None:
    del threshold
    return why_no_benefit(curve, average, prevalence, standardized=standardized)


def _shortcut(
    rows: ScoreRows, *, threshold: float, prevalence: float | None = None, standardized: bool = False
) -> float | None:
    at = _checked(threshold)
    found = treated_of_rows(rows, at)
    value = None if found is None else _value(found, at, check_prevalence(prevalence), standardized=standardized)
    return None if value is None or np.isnan(value) else value  # the state says why


def _checked(threshold: float) -> FloatArray:
    return np.array([check_share(threshold, "threshold", one=False)])


def _value(rows: Treated, at: FloatArray, prevalence: float | None, *, standardized: bool) -> float:
    return float(net_benefits(rows, at, prevalence, standardized=standardized)[0])


@metric(
    input="probabilities",
    why=_why,
    is_a=NetBenefit(),
    influence=net_benefit_influence,
    shortcut=_shortcut,
    family="probabilities",
    title="Net benefit",
    says="what treating at a threshold gains: true positives less false ones at the odds of the threshold, a row",
    formula="TP / n - FP / n x t / (1 - t) where p >= t is treated",
    source="Vickers & Elkin 2006, Medical Decision Making 26:565",
    better="higher",
    range=(-float("inf"), 1),
    interval="mover",
)
def net_benefit(
    curve: Curve | CurveStack,
    /,
    *,
    threshold: float,
    prevalence: float | None = None,
    standardized: bool = False,
    average: Average = "macro",
    fill: float = float("nan"),
) -> Floats:
    """
    Net benefit: the true positives of a threshold less its false positives, at the odds of the threshold.

    ``TP / n - FP / n * t / (1 - t)`` where the rows with ``p >= t`` are treated. Treating from a risk of t on, and not
    below it, values one false positive at ``t / (1 - t)`` true positives: at t = 0.1 at a ninth. A net benefit
    of 0.05 is worth five true positives in a hundred rows without a false one.

    Parameters
    ----------
    threshold : float
        The risk from which on a row is treated, at least 0 and below 1.
    prevalence : float, optional
        The share of positives where the model is used, for data that were sampled by their class (case-control):
        ``sensitivity * prevalence - (1 - specificity) * (1 - prevalence) * t / (1 - t)``. Default: that of the rows.
    standardized : bool, default False
        Divide by the prevalence: the share of the greatest possible net benefit, also called relative utility.
    average : {"macro", "micro", "weighted"} or None, default "macro"
        Of several classes or labels: the plain mean, the net benefit of all decisions together, the mean weighted by
        how often a class occurs, or one value a class.

    Returns
    -------
    float, or ndarray if average is None
        At most the prevalence, which is reached if all positive rows and no others are treated; standardized, at most
        1. It is 0 for treating nobody, and has no least value. Undefined (NaN) without rows, standardized without
        positive rows, and at another prevalence than that of the rows if only one class occurs.

    Notes
    -----
    Compare it with treating everybody, ``prevalence - (1 - prevalence) * t / (1 - t)``, and nobody, 0:
    `decision_curve` shows all three at every threshold, and `net_interventions_avoided` is above 0 where the model
    is better than treating everybody. The threshold stands for a preference, so name it before you see the data: net
    benefits at different thresholds are in different currencies, and their maximum means nothing. The probabilities
    are taken at their word: where they are miscalibrated, the net benefit can be below that of treating nobody.

    The default interval (``"mover"``) joins the Wilson limits of the shares of true and false positives (Zou & Donner
    2008). In simulations of 10,000 samples of 100, 300 and 1,000 rows, prevalence 0.05 to 0.5, thresholds 0.05 to 0.5,
    it held the true value in 93.9 to 100 of 100 samples (92.8 to 100 standardized, 94.0 to 100 at another prevalence),
    the more the fewer rows are treated; value +- t standard errors did so in 40 to 95. Several classes that are
    averaged have the interval by Student's t. `compare` tests the difference of two models at this threshold by the
    paired t test: in 1,500 samples each of two equally good models (not standardized) a test at 5 % called one better
    in 0 to 6.1 of 100, in the fewest where few rows are treated.

    References
    ----------
    Vickers & Elkin (2006), Decision curve analysis: a novel method for evaluating prediction models, Medical Decision
    Making 26:565. Kerr et al. (2016), Assessing the clinical impact of risk prediction models with decision curves,
    Journal of Clinical Oncology 34:2534 (standardized). Pfeiffer & Gail (2020), Estimating the decision curve and its
    precision from three study designs, Biometrical Journal 62:764 (case-control data). Zou & Donner (2008),
    Construction of confidence limits about effect measures, Statistics in Medicine 27:1693.

    Examples
    --------
    >>> from concordant import net_benefit
    >>> truth, risk = [1, 0, 1, 0, 0], [0.9, 0.3, 0.2, 0.1, 0.05]
    >>> round(net_benefit(truth, risk, threshold=0.2), 4)  # 2 of 5 right, 1 of 5 wrong, at a fourth
    0.35
    >>> round(net_benefit(truth, risk, threshold=0.2, standardized=True), 4)
    0.875
    """
    at, asked = _checked(threshold), check_prevalence(prevalence)
    return of_curves(curve, lambda one: _value(treated(one, at), at, asked, standardized=standardized), average, fill)
