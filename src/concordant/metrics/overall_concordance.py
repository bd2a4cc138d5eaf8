"""Overall concordance: how near the numbers of many raters are to each other."""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._object.define import metric
from concordant.metrics._object.number_facts import NumberFacts
from concordant.metrics._reliability.moments_of import moments_of, why_too_few
from concordant.metrics._reliability.pair_moments import pair_moments
from concordant.typing import Floats


def _why(ratings: Any) -> str | None:
    return why_too_few(moments_of(ratings), fewest=1) or "all raters give one and the same number"


@metric(
    input="numbers",
    numbers=NumberFacts(),
    why=_why,
    family="agreement",
    title="Overall concordance",
    says="how near the numbers of many raters are to each other, beside how much they vary: 1 is equal numbers",
    formula="2 sum s_gh / sum (s_g^2 + s_h^2 + (m_g - m_h)^2) over the pairs of raters g < h",
    source="Barnhart, Haber & Song 2002, Biometrics 58:1020",
    better="higher",
    range=(-1, 1),
    chance=0,
    corrected=True,
    symmetric=True,
    aliases=("occc",),
)
def overall_concordance(ratings: Any, /) -> Floats:
    """
    Overall concordance: how near the numbers of many raters are to each other.

    ``2 sum s_gh / sum (s_g^2 + s_h^2 + (m_g - m_h)^2)``, both sums over the pairs of raters, with means m, variances
    s^2 and covariances s_gh (divisor n) over the units that both rated. Of two raters it is Lin's
    `concordance_correlation`.

    Returns
    -------
    float
        From -1 (of two raters) to 1; near 0 of ratings that have nothing to do with each other. Undefined (NaN) if no
        unit has two ratings, or if all of them are one number.

    Notes
    -----
    It is the mean of the concordance of the pairs, weighted by their denominators. Of complete ratings it is
    `conger_kappa` with quadratic weights, and near ICC(A,1), `intraclass_correlation`, whose divisor is n - 1. epiR
    takes n - 1 as well. Limits are those of the jackknife over units, for these raters, on the scale of Fisher's z.

    References
    ----------
    Barnhart, Haber & Song (2002), Overall concordance correlation coefficient for evaluating agreement among multiple
    observers, Biometrics 58:1020. Two raters: Lin (1989), Biometrics 45:255.

    Examples
    --------
    >>> from concordant import overall_concordance
    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
    >>> round(overall_concordance(ratings), 4)
    0.2537
    """
    moments = moments_of(ratings)
    pairs = pair_moments(moments)
    here = pairs.n > 0
    below = np.where(here, pairs.variances[0] + pairs.variances[1] + pairs.apart**2, 0.0).sum(-1)
    value = ratio(2.0 * np.where(here, pairs.covariance, 0.0).sum(-1), below)
    return value if moments.stack else float(value)
