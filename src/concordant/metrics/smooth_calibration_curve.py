"""Smooth calibration curve: the share of positives at each probability, by local regression in place of bins."""

from __future__ import annotations

from concordant.metrics._curves.of_curves import records_of_curves
from concordant.metrics._object.define import metric
from concordant.metrics._object.natures import SmoothPoints
from concordant.metrics._probabilities.bins import why_no_rows
from concordant.metrics._probabilities.local_regression import SPAN
from concordant.metrics._probabilities.smooth_curve import smooth_points
from concordant.result import SmoothCalibrationCurve
from concordant.states import Curve, CurveStack


def _why(curve: Curve | CurveStack, *, span: float = SPAN) -> str | None:
    del span
    return why_no_rows(curve)


def _of_one(curve: Curve, span: float) -> SmoothCalibrationCurve:
    points, observed, weight = smooth_points(curve, span)
    return SmoothCalibrationCurve(observed, points, weight)


@metric(
    input="probabilities",
    why=_why,
    is_a=SmoothPoints(),
    instead="one of its rates",
    family="tables",
    title="Smooth calibration curve",
    says="the share of positives at each probability, as a smooth curve",
    formula="local regression of y on p: parabolas with tricube weights (loess)",
    source="Austin & Steyerberg 2014, Statistics in Medicine 33:517; Cleveland & Devlin 1988, JASA 83:596",
    better=None,
    range=None,
    scale_free=False,
)
def smooth_calibration_curve(
    curve: Curve | CurveStack, /, *, span: float = SPAN
) -> SmoothCalibrationCurve | tuple[SmoothCalibrationCurve, ...]:
    """
    Smooth calibration curve: the share of positives at each probability, by local regression in place of bins.

    At each probability x a parabola is fitted to the rows near x by least squares, with weights
    ``(1 - (|p - x| / h)^3)^3``; its height at x is the curve. h is the distance of the nearest row that, with all
    nearer ones, makes up `span` of the rows. On the diagonal the probabilities are right.

    Parameters
    ----------
    span : float, default 0.75
        The share of the rows in each neighbourhood: above 0, at most 1. The larger, the smoother.

    Returns
    -------
    SmoothCalibrationCurve, or a tuple of them, one a class or label
        Unpacks as ``observed, predicted``: the smooth share of positives at ascending probabilities. Empty without
        rows, with a warning.

    Notes
    -----
    It is R's ``loess(y ~ p, control = loess.control(surface = "direct"))``, with three choices. Parabolas can leave the
    range of a share: the curve is cut off at 0 and 1, which R's is not. A weight counts rows, also for the
    neighbourhoods; R counts each row once there. And R stops where a neighbourhood holds one probability alone; the
    curve there is the share of positives at it, and with few distinct probabilities (five or so) it goes through the
    share of each.

    Of more than 1,000 distinct probabilities the curve is fitted at up to 400 (half of them quantiles of the rows, half
    at equal distances), to rows in up to 2,000 cells. Beside the fit at every one of 2,000 and 5,000 distinct
    probabilities it was off by at most 0.0002, on average by 0.00002 (0.05 next to a probability that holds 80 % of the
    rows). R's default, without ``surface="direct"``, interpolates too, from fewer points.

    `interval` gives a band, point by point: the limits that Wilson's formula gives for a share of as many independent
    rows as the standard error of the curve there is worth; near 0 and 1, where rows farther off vary more, the limits
    are about as wide as normal ones. In simulations (400 samples each of 100, 300 and 1,000 rows; calibrated, logits
    twice too large, and a prevalence of 0.07) the band at 95 % held the curve of the population at 94 to 96 of 100
    rows; at the row of the lowest and of the highest probability in 100, of calibrated samples, in 89 to 92 of 100
    samples. It holds at each point, not for the whole curve at once.

    References
    ----------
    Austin & Steyerberg (2014), Graphical assessment of internal and external calibration of logistic regression models
    by using loess smoothers, Statistics in Medicine 33:517. Cleveland & Devlin (1988), Locally weighted regression: an
    approach to regression analysis by local fitting, JASA 83:596.

    Examples
    --------
    >>> from concordant import smooth_calibration_curve
    >>> curve = smooth_calibration_curve([0, 0, 1, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 0.9])
    >>> curve.observed.round(3).tolist()
    [0.0, 0.283, 0.459, 0.619, 0.48, 0.396, 0.762, 1.0]
    """
    return records_of_curves(curve, lambda one: _of_one(one, span))
