"""Spiegelhalter's z: whether the Brier score is worse than it would be if the probabilities were right."""

from __future__ import annotations

import math

from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._object.define import metric
from concordant.metrics._probabilities.distinct import brier_of, distinct, dot
from concordant.result import SpiegelhalterTest
from concordant.states import Curve, CurveStack


def _why(curve: Curve | CurveStack) -> str | None:
    curves = (curve,) if isinstance(curve, Curve) else curve.binary_curves()
    for one in curves:
        if not one.n:
            return "there are no rows"
        if not _varies(one):
            return "all probabilities are 0, 1/2 or 1, where the score has no variance"
    return None


def _varies(curve: Curve) -> bool:
    p = curve.scores
    return bool(((p > 0) & (p < 1) & (p != 0.5)).any())


def _test(curve: Curve) -> SpiegelhalterTest:
    columns = distinct(curve)
    p, negatives, positives = columns
    weight, lean, spread = negatives + positives, 1.0 - 2.0 * p, p * (1.0 - p)
    variance = dot(weight, lean * lean * spread)
    z = float(ratio(dot(positives, (1.0 - p) * lean) - dot(negatives, p * lean), math.sqrt(variance)))
    expected = float(ratio(dot(weight, spread), float(weight.sum())))
    return SpiegelhalterTest(z, math.erfc(abs(z) / math.sqrt(2.0)), brier_of(columns), expected)


@metric(
    input="probabilities",
    why=_why,
    instead="brier_score",
    family="tables",
    title="Spiegelhalter's z",
    says="whether the Brier score is worse than it would be if the probabilities were right, in standard errors",
    formula="z = sum (y - p)(1 - 2p) / sqrt(sum (1 - 2p)^2 p (1 - p))",
    source="Spiegelhalter 1986, Statistics in Medicine 5:421",
    better=None,
    range=None,
    scale_free=False,
    aliases=("spiegelhalter_test",),
    elsewhere=("spiegelhalter",),
)
def spiegelhalter_z(curve: Curve | CurveStack, /) -> SpiegelhalterTest | tuple[SpiegelhalterTest, ...]:
    """
    Spiegelhalter's z: whether the Brier score is worse than it would be if the probabilities were right.

    If every row happened with its probability, the Brier score would be the mean of ``p (1 - p)`` and its distance
    from that, over the standard error, ``z = sum (y - p)(1 - 2p) / sqrt(sum (1 - 2p)^2 p (1 - p))``, standard normal
    in large samples. A large positive z means that the probabilities are too extreme (too near 0 and 1), a
    large negative one that they are too cautious.

    Returns
    -------
    SpiegelhalterTest, or a tuple of them, one a class or label
        ``statistic`` (z), ``p_value`` (two-sided), ``brier`` and ``expected_brier``. z is undefined (NaN) if all
        probabilities are 0, 1/2 or 1, where the score cannot vary, and without rows.

    Notes
    -----
    A p value grows smaller with more rows for the same miscalibration: it says whether there is one, not how large.
    Errors that cancel in the Brier score are not seen: it tests one consequence of calibration. Weights count as
    repeated rows.

    References
    ----------
    Spiegelhalter (1986), Probabilistic prediction in patient management and clinical trials, Statistics in Medicine
    5:421.

    Examples
    --------
    >>> from concordant import spiegelhalter_z
    >>> test = spiegelhalter_z([0, 0, 1, 0, 1, 1, 0], [0.1, 0.3, 0.7, 0.6, 0.2, 0.9, 0.4])
    >>> round(test.statistic, 4), round(test.p_value, 4)
    (0.2357, 0.8137)
    """
    if isinstance(curve, CurveStack):
        return tuple(_test(one) for one in curve.binary_curves())
    return _test(curve)
