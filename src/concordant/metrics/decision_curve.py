"""Decision curve: the net benefit of a model at each threshold, beside treating all and treating none."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from concordant.inputs.scores import ScoreRows
from concordant.metrics._curves.of_curves import records_of_curves
from concordant.metrics._object.define import metric
from concordant.metrics._object.natures import Thresholds
from concordant.metrics._probabilities.treated import (
    Treated,
    check_prevalence,
    check_thresholds,
    everybody,
    net_benefits,
    share_of_positives,
    treated,
    treated_of_rows,
    why_no_benefit,
)
from concordant.result import DecisionCurve
from concordant.states import Curve, CurveStack
from concordant.typing import FloatArray


def _why(
    curve: Curve | CurveStack,
    *,
    thresholds: npt.ArrayLike | None = None,
    prevalence: float | None = None,
    standardized: bool = False,
) -> str | None:
    del thresholds
    return why_no_benefit(curve, None, prevalence, standardized=standardized)


def _shortcut(
    rows: ScoreRows,
    *,
    thresholds: npt.ArrayLike | None = None,
    prevalence: float | None = None,
    standardized: bool = False,
) -> DecisionCurve | None:
    at = check_thresholds(thresholds)
    found = treated_of_rows(rows, at)
    curve = None if found is None else _points(found, at, check_prevalence(prevalence), standardized=standardized)
    return None if curve is None or np.isnan(curve.net_benefit).any() else curve  # the state says why


def _points(rows: Treated, at: FloatArray, prevalence: float | None, *, standardized: bool) -> DecisionCurve:
    model, everyone = (
        net_benefits(cells, at, prevalence, standardized=standardized) for cells in (rows, everybody(rows, at))
    )
    return DecisionCurve(model, everyone, np.zeros(len(at)), at, share_of_positives(rows, prevalence))


@metric(
    input="probabilities",
    why=_why,
    is_a=Thresholds("net_benefit"),
    instead="net_benefit at one threshold",
    shortcut=_shortcut,
    family="tables",
    title="Decision curve",
    says="the net benefit of a model at each threshold, beside treating all and treating none",
    formula="TP / n - FP / n x t / (1 - t) over the thresholds t",
    source="Vickers & Elkin 2006, Medical Decision Making 26:565",
    better=None,
    range=None,
    elsewhere=("dca", "decision_curve_analysis"),
)
def decision_curve(
    curve: Curve | CurveStack,
    /,
    *,
    thresholds: npt.ArrayLike | None = None,
    prevalence: float | None = None,
    standardized: bool = False,
) -> DecisionCurve | tuple[DecisionCurve, ...]:
    """
    Decision curve: the net benefit of a model at each threshold, beside treating all and treating none.

    A model is worth using at the thresholds where its `net_benefit` is above that of treating everybody and above 0,
    that of treating nobody.

    Parameters
    ----------
    thresholds : array-like, optional
        Ascending, each at least 0 and below 1. Default: 0.01, 0.02, ... 0.99. Choose those that decision
        makers find reasonable, before you see the data.
    prevalence : float, optional
        The share of positives where the model is used, for data that were sampled by their class (case-control).
        Default: that of the rows.
    standardized : bool, default False
        Divide by the prevalence: the share of the greatest possible net benefit.

    Returns
    -------
    DecisionCurve, or a tuple of them, one a class or label
        Unpacks as ``net_benefit, treat_all, treat_none, thresholds``. All is NaN where `net_benefit` is undefined.

    Notes
    -----
    `interval` gives ``{"net_benefit": Intervals, "band": Intervals}``, one interval a threshold. The first holds the
    true value at each threshold that was chosen beforehand; the limits of the band hold it at all of them at once, by
    the distribution of the greatest standardised error over the thresholds. `net_benefit.compare` compares two models
    at one threshold, `net_interventions_avoided.interval` a model with treating everybody.

    References
    ----------
    Vickers & Elkin (2006), Decision curve analysis: a novel method for evaluating prediction models, Medical Decision
    Making 26:565. Van Calster et al. (2018), Reporting and interpreting decision curve analysis, European Urology
    74:796.

    Examples
    --------
    >>> from concordant import decision_curve
    >>> truth, risk = [1, 0, 1, 0, 0], [0.9, 0.3, 0.2, 0.1, 0.05]
    >>> found = decision_curve(truth, risk, thresholds=[0.1, 0.2, 0.5])
    >>> found.net_benefit.round(3).tolist(), found.treat_all.round(3).tolist()
    ([0.356, 0.35, 0.2], [0.333, 0.25, -0.2])
    """
    at, asked = check_thresholds(thresholds), check_prevalence(prevalence)
    return records_of_curves(curve, lambda one: _points(treated(one, at), at, asked, standardized=standardized))
