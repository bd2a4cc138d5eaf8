"""Kendall's W: how far raters put units in the same order."""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.metrics._arithmetic.chi_square import chi_square_tail
from concordant.metrics._object.define import metric
from concordant.metrics._object.number_facts import ExactTest, NumberFacts, NumberScale
from concordant.metrics._reliability.moments_of import units_of
from concordant.metrics._reliability.ranks import midranks
from concordant.states import NumericRatings
from concordant.typing import Floats


def _complete(ratings: Any) -> tuple[NumericRatings, float]:
    """The units that all raters rated, and the weight of the others."""
    units = units_of(ratings)
    kept = ~np.isnan(units.matrix).any(1)
    rest = float(units.weight[~kept].sum())
    squares = None if units.squares is None else units.squares[kept]
    return NumericRatings(units.matrix[kept], units.weight[kept], units.raters, squares), rest


def _why(ratings: Any) -> str | None:
    state, rest = _complete(ratings)
    if len(state.raters) < 2:
        return "there is one rater"
    if np.isnan(_value(state)):
        few = state.n < 2
        short = "fewer than two units have a rating of every rater"
        return short if few else "every rater gives one and the same number"
    if not rest:
        return None
    many = f"{rest:g} units that lack a rating are"
    return f"{'one unit that lacks a rating is' if rest == 1 else many} left out"


def _test(state: Any, against: float) -> ExactTest | None:
    """Friedman's test (1937, J. of the American Statistical Association 32:675): chi2 = r (n - 1) W."""
    complete, _ = _complete(state)
    if against != 0 or complete.weighted:
        return None
    n, r = int(complete.n), len(complete.raters)
    statistic = r * (n - 1) * _value(complete)
    return ExactTest(statistic, chi_square_tail(statistic, n - 1), "chi-square", n - 1, one_sided=True)


def _scale(state: Any) -> tuple[NumberScale, float]:
    del state
    return "logit", 0.0


@metric(
    input="numbers",
    numbers=NumberFacts(moments=False, skips=True, scale=_scale, exact_test=_test),
    why=_why,
    family="agreement",
    title="Kendall's W",
    says="how far many raters put units in the same order: 1 is one order, 0 none",
    formula="12 S / (r^2 (n^3 - n) - r sum (t^3 - t)): S of the sums of ranks around their mean, t units that tie",
    source="Kendall & Babington Smith 1939, Annals of Mathematical Statistics 10:275; ties: Kendall & Gibbons 1990",
    better="higher",
    range=(0, 1),
    symmetric=True,
    scale_free=False,
    aliases=("coefficient_of_concordance",),
    elsewhere=("kendall", "kendalls_w"),
)
def kendall_w(ratings: Any, /) -> Floats:
    """
    Kendall's W: how far raters put units in the same order.

    ``W = 12 S / (r^2 (n^3 - n) - r sum_g sum (t^3 - t))`` with the ranks that each of r raters gives to n units, S the
    sum of squares of their sums around the mean, and t units to which a rater gives the same number, who share the mean
    of their ranks. Only units that every rater rated count; a warning says how many are left out.

    Returns
    -------
    float
        From 0 to 1. Ratings that have nothing to do with each other have 1 / r on average. Undefined (NaN) with fewer
        than two such units or raters, or if every rater gives one and the same number.

    Notes
    -----
    It sees the order alone, as `mean_correlation` with Spearman's does: that is ``(r W - 1) / (r - 1)`` without ties.
    Some programs leave out the correction for ties unless it is asked for; W is too small then. `test` is that of
    Friedman, chi-square with n - 1 degrees of freedom, which is approximate for few units. The interval is that of the
    jackknife over units on the scale of log odds. The weight w of a unit stands for w equal units.

    References
    ----------
    Kendall & Babington Smith (1939), The problem of m rankings, Annals of Mathematical Statistics 10:275. Kendall &
    Gibbons (1990), Rank Correlation Methods, 5th edition, chapter 6. Friedman (1937), Journal of the American
    Statistical Association 32:675.

    Examples
    --------
    >>> from concordant import kendall_w
    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
    >>> round(kendall_w(ratings), 4)
    0.887
    >>> print(kendall_w.test(ratings))
    Test of kendall w (kendall w = 0): statistic 17.741, 5 df, p = 0.0033 (n = 6)
    """
    return _value(_complete(ratings)[0])


def _value(state: NumericRatings) -> float:
    n, r = float(state.n), len(state.raters)
    if n < 2 or r < 2:
        return float("nan")
    weight = state.weight * 1.0
    sums, ties = np.zeros(len(weight)), 0.0
    for column in state.matrix.T:
        ranks, groups = midranks(column, weight)
        sums += ranks
        ties += float((groups**3 - groups).sum())
    spread = float(weight @ (sums - weight @ sums / n) ** 2)
    below = r * r * (n**3 - n) - r * ties
    return 12.0 * spread / below if below > 1e-12 * r * r * n**3 else float("nan")
