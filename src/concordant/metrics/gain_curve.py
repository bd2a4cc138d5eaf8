"""Cumulative gain curve: the share of the positives found, at every depth of the ranking."""

from __future__ import annotations

import numpy as np

from concordant.inputs.scores import ScoreRows
from concordant.metrics._curves.of_curves import records_of_curves
from concordant.metrics._curves.roc_points import roc_points
from concordant.metrics._curves.running import Running, running
from concordant.metrics._curves.why_undefined import first_reason
from concordant.metrics._object.define import metric
from concordant.result import GainCurve
from concordant.states import Curve, CurveStack


def _gains(points: Running) -> GainCurve:
    """Give depth and gain, written over the points."""
    depth, gain = points.negatives, points.positives
    depth += gain
    rows, positives = float(depth[-1]) or np.nan, float(gain[-1])
    np.divide(depth, rows, out=depth)
    np.divide(gain, positives or np.nan, out=gain)
    return GainCurve(depth, gain, points.thresholds, positives / rows)


def _shortcut(rows: ScoreRows) -> GainCurve | None:
    points = running(rows)
    return None if points is None else _gains(points)


def _why(curve: Curve | CurveStack) -> str | None:
    return first_reason(curve, positives_do=True)


@metric(
    input="scores",
    why=_why,
    instead="gain_at",
    shortcut=_shortcut,
    family="tables",
    title="Cumulative gain curve",
    says="the share of the positives found, at every depth of the ranking",
    formula="((TP + FP) / n, TP / P) at each distinct score from the highest down",
    source="Ling & Li 1998, KDD, p. 73",
    better=None,
    range=None,
    elsewhere=("cumulative_gains", "cumulative_gain_curve", "gains_chart"),
)
def gain_curve(curve: Curve | CurveStack, /) -> GainCurve | tuple[GainCurve, ...]:
    """
    Cumulative gain curve: the share of the positives found, at every depth of the ranking.

    ``gain = TP / P`` against ``depth = (TP + FP) / n``, the share of all rows with ``score >= threshold``, for each
    distinct score from the highest down, after the point (0, 0) at the threshold +inf. Also called the cumulative
    accuracy profile. Chance gives the diagonal; a perfect ranking reaches the gain 1 at the depth `prevalence`.

    Returns
    -------
    GainCurve, or a tuple of them, one a class or label
        Unpacks as ``depth, gain, thresholds``. The gain is NaN without positive rows.

    References
    ----------
    Ling & Li (1998), Data mining for direct marketing: problems and solutions, KDD, p. 73.

    Examples
    --------
    >>> from concordant import gain_curve
    >>> depth, gain, thresholds = gain_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> depth.tolist(), gain.tolist()
    ([0.0, 0.25, 0.5, 0.75, 1.0], [0.0, 0.5, 0.5, 1.0, 1.0])
    """
    return records_of_curves(curve, lambda one: _gains(roc_points(one)))
