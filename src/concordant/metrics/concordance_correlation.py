"""Lin's concordance correlation: how far two continuous ratings lie from the line of equality."""

from __future__ import annotations

import numpy as np

from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._object.define import metric
from concordant.metrics._object.natures import Correlation
from concordant.metrics.pearson_correlation import comoments, pearson_correlation, why_none
from concordant.states import Moments
from concordant.typing import Floats, NumberArray


def _why(moments: Moments) -> str | None:
    return why_none(moments) or "both ratings are constant and equal (0/0)"


def _normal_error(moments: Moments, value: NumberArray) -> NumberArray:
    """
    The standard error of normal ratings (Lin 1989; corrected 2000).

    ``Var = ((1 - r^2) c^2 (1 - c^2) / r^2 + 2 c^3 (1 - c) u^2 / r - c^4 u^4 / (2 r^2)) / (n - 2)`` with Pearson's r and
    the squared distance of the means over both standard deviations, u^2.
    """
    c, r = value, np.asarray(pearson_correlation.formula(moments))
    spread = np.sqrt(moments.comoment[0, 0] * moments.comoment[1, 1]) / float(moments.weight)
    shift = np.asarray(ratio(moments.distance(1, 0) ** 2, float(spread)))
    variance = (1 - r**2) * c**2 * (1 - c**2) / r**2 + 2 * c**3 * (1 - c) * shift / r - (c**2 * shift / r) ** 2 / 2
    return np.asarray(np.sqrt(variance / (float(moments.weight) - 2)))


@metric(
    input="measurements",
    why=_why,
    is_a=Correlation("lin", 2, _normal_error),
    family="agreement",
    title="Lin's concordance correlation",
    says="how far two continuous ratings lie from equality: 1 is equal, 0 unrelated",
    formula="2 s_xy / (s_x^2 + s_y^2 + (mean x - mean y)^2), moments with 1/n",
    source="Lin 1989, Biometrics 45:255, eq. 2.1; correction 2000, Biometrics 56:324",
    better="higher",
    range=(-1, 1),
    interval="fisher",
    chance=0,
    symmetric=True,
    aliases=("lin_ccc", "ccc"),
    elsewhere=("ConcordanceCorrCoef", "concordance_correlation_coefficient", "lins_ccc"),
)
def concordance_correlation(moments: Moments, /) -> Floats:
    """
    Lin's concordance correlation: how far two continuous ratings lie from the line of equality.

    ``rho_c = 2 s_xy / (s_x^2 + s_y^2 + (mean x - mean y)^2)`` with moments that divide by n. It is Pearson's
    correlation times a factor that falls with a shift or a change of scale; on whole-number ratings it is the
    quadratic weighted kappa, so that it is the QWK of continuous ratings such as half points.

    Returns
    -------
    float
        Between -1 and 1; 0 for unrelated ratings. One rating constant: 0. Undefined (NaN) if both are constant
        and equal, or without rows.

    References
    ----------
    Lin (1989), A concordance correlation coefficient to evaluate reproducibility, Biometrics 45:255, eq. 2.1;
    a note on it (2000), Biometrics 56:324.

    Examples
    --------
    >>> from concordant import concordance_correlation
    >>> round(concordance_correlation([1.0, 2.0, 3.0, 4.0], [1.5, 2.5, 3.5, 4.5]), 6)
    0.909091
    """
    spread = comoments(moments)
    with np.errstate(over="ignore"):
        shift = moments.distance(0, 1) ** 2 * moments.weight
    return ratio(2.0 * spread[..., 0, 1], spread[..., 0, 0] + spread[..., 1, 1] + shift)
