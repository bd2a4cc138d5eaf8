"""Lift curve: how much more frequent positives are among the rows with the highest scores, at every depth."""

from __future__ import annotations

from typing import Any

from concordant.inputs.scores import ScoreRows
from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._curves.of_curves import records_of_curves
from concordant.metrics._object.define import metric
from concordant.metrics.gain_curve import gain_curve
from concordant.result import GainCurve, LiftCurve
from concordant.states import Curve, CurveStack


def _lifts(gains: GainCurve) -> LiftCurve:
    """Divide: gain / depth = (TP / P) / ((TP + FP) / n) = precision / prevalence."""
    depth = gains.depth[1:]
    return LiftCurve(depth, ratio(gains.gain[1:], depth), gains.thresholds[1:], gains.prevalence)


def _shortcut(rows: ScoreRows) -> LiftCurve | None:
    gains: Any = None if gain_curve.shortcut is None else gain_curve.shortcut(rows)
    return None if gains is None else _lifts(gains)


@metric(
    input="scores",
    why=gain_curve.why,
    instead="lift_at",
    shortcut=_shortcut,
    family="tables",
    title="Lift curve",
    says="how many times as frequent positives are among the highest scores as in all rows, at every depth",
    formula="((TP + FP) / n, (TP / P) / ((TP + FP) / n)) at each distinct score from the highest down",
    source="Ling & Li 1998, KDD, p. 73",
    better=None,
    range=None,
    elsewhere=("lift_chart",),
)
def lift_curve(curve: Curve | CurveStack, /) -> LiftCurve | tuple[LiftCurve, ...]:
    """
    Lift curve: how much more frequent positives are among the rows with the highest scores, at every depth.

    ``lift = gain / depth = precision / prevalence`` against ``depth = (TP + FP) / n``, the share of all rows with
    ``score >= threshold``, for each distinct score from the highest down. Chance gives 1; the last point is 1.

    Returns
    -------
    LiftCurve, or a tuple of them, one a class or label
        Unpacks as ``depth, lift, thresholds``. The lift is NaN without positive rows.

    References
    ----------
    Ling & Li (1998), Data mining for direct marketing: problems and solutions, KDD, p. 73.

    Examples
    --------
    >>> from concordant import lift_curve
    >>> depth, lift, thresholds = lift_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> depth.tolist(), lift.round(3).tolist()
    ([0.25, 0.5, 0.75, 1.0], [2.0, 1.0, 1.333, 1.0])
    """
    return records_of_curves(curve, lambda one: _lifts(gain_curve.formula(one)))
