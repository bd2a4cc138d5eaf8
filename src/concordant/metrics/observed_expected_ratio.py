"""Observed to expected ratio: the number of positives over the sum of the probabilities."""

from __future__ import annotations

from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._curves.of_curves import of_curves, why_curves
from concordant.metrics._object.define import metric
from concordant.metrics._probabilities.distinct import distinct, dot
from concordant.metrics._probabilities.recalibration_influence import ratio_influence
from concordant.states import Curve, CurveStack
from concordant.typing import Average, Floats


def _nothing(curve: Curve) -> str | None:
    if not curve.weights.any():
        return "there are no rows"
    happened = curve.weights[:, 1].any() or (curve.scores > 0).any()
    return None if happened else "all probabilities are 0 and nothing happened (0/0)"


def _ratio(curve: Curve) -> float:
    p, negatives, positives = distinct(curve)
    observed, expected = float(positives.sum()), dot(negatives + positives, p)
    return float("inf") if observed and not expected else float(ratio(observed, expected))


def _why(curve: Curve | CurveStack, *, average: Average = "macro") -> str | None:
    return why_curves(curve, _nothing, average)


@metric(
    input="probabilities",
    why=_why,
    influence=ratio_influence,
    family="probabilities",
    title="Observed to expected ratio",
    says="the number of positives over the sum of the probabilities: 1 is right, above 1 they are too low",
    formula="sum of y / sum of p",
    source="Debray et al. 2017, BMJ 356:i6460",
    better=None,
    range=(0, float("inf")),
    interval="log",
    aliases=("oe_ratio",),
)
def observed_expected_ratio(
    curve: Curve | CurveStack, /, *, average: Average = "macro", fill: float = float("nan")
) -> Floats:
    """
    Observed to expected ratio: the number of positives over the sum of the probabilities.

    ``sum of y / sum of p``. 0.8 means that the risks are overstated by a quarter on the whole.

    Parameters
    ----------
    average : {"macro", "micro", "weighted"} or None, default "macro"
        Of several classes or labels: the plain mean, the ratio of all decisions together (which is 1 for classes
        whose probabilities sum to one), the mean weighted by how often a class occurs, or one value a class.

    Returns
    -------
    float, or ndarray if average is None
        At least 0; infinite if something happened where all probabilities are 0. Undefined (NaN) if nothing happened
        there either, and without rows.

    Notes
    -----
    Its inverse E/O is reported as well: see which one a paper means. It is on the scale of risks; the same question
    on that of log odds is `calibration_in_the_large`.

    References
    ----------
    Debray et al. (2017), A guide to systematic review and meta-analysis of prediction model performance, BMJ
    356:i6460.

    Examples
    --------
    >>> from concordant import observed_expected_ratio
    >>> observed_expected_ratio([0, 1, 0, 1], [0.5, 0.9, 0.3, 0.8])
    0.8
    """
    return of_curves(curve, _ratio, average, fill)
