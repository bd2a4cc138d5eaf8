"""mean_correlation, kendall_w, prmse."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from concordant.errors import InputTypeError, MissingValuesError
from concordant.metrics.agreement.variance_components import moments_of, units_of, why_too_few
from concordant.metrics.arithmetic import check_positive, ratio
from concordant.metrics.definition.define import metric
from concordant.metrics.definition.facts import ExactTest, NumberFacts
from concordant.metrics.distributions import chi_square_tail
from concordant.names import require_choice
from concordant.states import NumericRatings, RatingMoments
from concordant.typing import FloatArray, Floats

Correlation = Literal["pearson", "spearman"]
MeanOfPairs = Literal["plain", "fisher"]
_ROUNDING = 1e-13  # share of a sum of squares that rounding leaves of none
_NEARLY_ONE = 1 - 1e-12  # correlations from here on have no Fisher's z


def _mean_correlation_why(ratings: Any, *, kind: Correlation = "pearson", average: MeanOfPairs = "plain") -> str | None:
    moments = moments_of(ratings)
    few = why_too_few(moments)
    if few or moments.stack:
        return few
    defined = _defined(_correlations(ratings, kind), average)
    if not defined.any():
        constant = "a constant one" + (", or nearly so under these weights" if moments.weighted else "")
        return f"every pair of raters has {constant}, or no two units that both rated"
    pairs = zip(combinations(moments.raters, 2), defined, strict=True)
    names = [f"{first!r} and {second!r}" for (first, second), kept in pairs if not kept]
    if not names:
        return None
    shown = "; ".join(names[:3]) + ("; ..." if len(names) > 3 else "")
    return f"{len(names)} of {len(defined)} pairs of raters have no correlation and are left out: {shown}"


@metric(
    numbers=NumberFacts(moments=lambda options: bool(options.get("kind", "pearson") == "pearson"), skips=True),
    why=_mean_correlation_why,
    title="Mean correlation of raters",
    says="how far raters put units in the same order, or on a line, pair by pair: 1 is perfect",
    formula="mean of r_gh over the pairs of raters g < h",
    source="Kendall & Gibbons 1990, Rank Correlation Methods, 5th ed., chapter 6; Pearson 1896; Spearman 1904",
    range=(-1, 1),
    chance=0,
)
def mean_correlation(ratings: Any, /, *, kind: Correlation = "pearson", average: MeanOfPairs = "plain") -> Floats:
    """
    Mean correlation of the pairs of raters, of numbers or of ranks.

    The plain mean of the correlations of all pairs of raters, each over the units that both rated.

    Parameters
    ----------
    kind : {"pearson", "spearman"}
        Pearson's correlation, or that of midranks.
    average : {"plain", "fisher"}
        The mean of the correlations, or Fisher's z of them averaged and taken back; that leaves out pairs with a
        correlation of 1 or -1.

    Returns
    -------
    float
        From -1 (of two raters) to 1; 0 of ratings that have nothing to do with each other. Undefined (NaN) if no pair
        of raters has two units and numbers that vary. Pairs with a constant rater are left out, and a warning names
        them.

    Notes
    -----
    A correlation says nothing of whether raters give the same numbers: a rater who is one point higher throughout, or
    uses half of the scale, correlates perfectly. Agreement is `intraclass_correlation` and `overall_concordance`. Of
    complete ratings without ties the mean of Spearman's is ``(r W - 1) / (r - 1)`` with `kendall_w`. The weight w of a
    unit stands for w equal units.

    References
    ----------
    Kendall & Gibbons (1990), Rank Correlation Methods, 5th edition, chapter 6. Spearman (1904), American Journal of
    Psychology 15:72.

    Examples
    --------
    >>> from concordant import mean_correlation
    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
    >>> round(mean_correlation(ratings), 4)
    0.7603
    >>> round(mean_correlation(ratings, kind="spearman"), 4)
    0.8496
    """
    require_choice("kind", kind, ("pearson", "spearman"))
    require_choice("average", average, ("plain", "fisher"))
    mean = _mean_of_pairs(_correlations(ratings, kind), average)
    return mean if np.ndim(mean) else float(mean)


def _mean_of_pairs(values: FloatArray, average: MeanOfPairs) -> FloatArray:
    kept = _defined(values, average)
    used = np.where(kept, values, 0.0)
    if average == "fisher":
        used = np.arctanh(used)
    many = kept.sum(-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = used.sum(-1) / np.where(many > 0, many, np.nan)
    return np.asarray(np.tanh(mean) if average == "fisher" else mean)


def _defined(values: FloatArray, average: MeanOfPairs) -> Any:
    """Which pairs enter the mean."""
    kept = ~np.isnan(values)
    return kept & (np.abs(np.where(kept, values, 0.0)) < _NEARLY_ONE) if average == "fisher" else kept


def _correlations(ratings: Any, kind: Correlation) -> FloatArray:
    """The correlation of each pair, (..., P)."""
    if kind == "pearson":
        return np.clip(pair_moments(moments_of(ratings)).correlations, -1.0, 1.0)
    if isinstance(ratings, RatingMoments):
        raise InputTypeError(f'kind="{kind}" needs the units, and RatingMoments hold their sums: keep NumericRatings.')
    units = units_of(ratings)
    weight, values = units.weight * 1.0, []
    for g, h in combinations(np.flatnonzero(~np.isnan(units.matrix).all(0)).tolist(), 2):
        both = ~np.isnan(units.matrix[:, [g, h]]).any(1)
        values.append(spearman(units.matrix[both, g], units.matrix[both, h], weight[both]))
    return np.array(values)


@dataclass(frozen=True, slots=True)
class PairMoments:
    """
    Of each pair g < h of raters, (..., P): the units, variances and covariance with 1 / n, the difference of the means.

    `first` and `second` are the indices of the raters.
    """

    first: npt.NDArray[np.intp]
    second: npt.NDArray[np.intp]
    n: FloatArray
    variances: tuple[FloatArray, FloatArray]
    covariance: FloatArray
    difference: FloatArray

    @property
    def correlations(self) -> FloatArray:
        """Pearson's correlations; NaN where a rater is constant."""
        return np.asarray(ratio(self.covariance, np.sqrt(self.variances[0]) * np.sqrt(self.variances[1])))


def pair_moments(moments: RatingMoments) -> PairMoments:
    """Return the moments of all pairs."""
    g, h = np.triu_indices(len(moments.raters), 1)
    n = moments.shared.sum(-3)[..., g, h]

    def mean(table: FloatArray, rater: npt.NDArray[np.intp], other: npt.NDArray[np.intp]) -> FloatArray:
        return np.asarray(ratio(table[..., rater, other], n))

    def variance(mean: FloatArray, square: FloatArray) -> FloatArray:
        own = square - mean * mean
        with np.errstate(invalid="ignore"):
            return np.where(own <= _ROUNDING * square, 0.0, own)

    means = mean(moments.first, g, h), mean(moments.first, h, g)
    squares = mean(moments.second, g, h), mean(moments.second, h, g)
    variances = variance(means[0], squares[0]), variance(means[1], squares[1])
    covariance = mean(moments.product, g, h) - means[0] * means[1]
    return PairMoments(g, h, n, variances, covariance, means[0] - means[1])


def pearson(x: FloatArray, y: FloatArray, weight: FloatArray) -> float:
    """Pearson's correlation; NaN where a column is constant."""
    total = weight.sum()
    x, y = x - weight @ x / total, y - weight @ y / total
    below = float(np.sqrt(weight @ (x * x)) * np.sqrt(weight @ (y * y)))
    return float(weight @ (x * y)) / below if below > 0 else float("nan")


def spearman(x: FloatArray, y: FloatArray, weight: FloatArray) -> float:
    """Pearson's correlation of midranks (Spearman 1904, American J. of Psychology 15:72)."""
    return pearson(midranks(x, weight)[0], midranks(y, weight)[0], weight)


def midranks(column: npt.NDArray[np.float64], weight: FloatArray) -> tuple[FloatArray, FloatArray]:
    """
    Return the mean rank of each unit, and the weight of each group of equal numbers.

    A unit of weight w stands for w equal ones.
    """
    order = np.argsort(column, kind="stable")
    ranked, heavy = column[order], weight[order]
    start = np.flatnonzero(np.append(True, ranked[1:] != ranked[:-1]))
    groups = np.add.reduceat(heavy, start)
    below = np.cumsum(groups) - groups
    ranks = np.empty(len(column))
    ranks[order] = np.repeat(below + (groups + 1.0) / 2.0, np.diff(np.append(start, len(ranked))))
    return ranks, groups


def _kendall_w_why(ratings: Any) -> str | None:
    state, rest = _complete(ratings)
    if len(state.raters) < 2:
        return "there is one rater"
    if np.isnan(_kendall_w(state)):
        few = state.n < 2
        return (
            "fewer than two units have a rating of every rater" if few else "every rater gives one and the same number"
        )
    if not rest:
        return None
    return (
        "one unit that lacks a rating is left out" if rest == 1 else f"{rest:g} units that lack a rating are left out"
    )


def _friedman_test(state: Any, against: float, **_: Any) -> ExactTest | None:
    """Friedman's test (1937, J. of the American Statistical Association 32:675): chi2 = r (n - 1) W."""
    complete = _complete(state)[0]
    if against != 0 or complete.weighted:
        return None
    n, r = int(complete.n), len(complete.raters)
    statistic = r * (n - 1) * _kendall_w(complete)
    return ExactTest(statistic, chi_square_tail(statistic, n - 1), "chi-square", n - 1, one_sided=True)


@metric(
    numbers=NumberFacts(moments=False, skips=True, scale=lambda _: ("logit", 0.0), exact_test=_friedman_test),
    why=_kendall_w_why,
    title="Kendall's W",
    says="how far many raters put units in the same order: 1 is one order, 0 none",
    formula="12 S / (r^2 (n^3 - n) - r sum (t^3 - t)): S of the sums of ranks around their mean, t units that tie",
    source="Kendall & Babington Smith 1939, Annals of Mathematical Statistics 10:275; ties: Kendall & Gibbons 1990",
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
    return _kendall_w(_complete(ratings)[0])


def _complete(ratings: Any) -> tuple[NumericRatings, float]:
    """The units that all raters rated, and the weight of the others."""
    units = units_of(ratings)
    kept = ~np.isnan(units.matrix).any(1)
    rest = float(units.weight[~kept].sum())
    squares = None if units.squares is None else units.squares[kept]
    return NumericRatings(units.matrix[kept], units.weight[kept], units.raters, squares), rest


def _kendall_w(state: NumericRatings) -> float:
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


def _prmse_why(ratings: Any, *, error_variance: float | None = None) -> str | None:
    human, _, weight = _human_and_system(ratings)
    counts = (~np.isnan(human)).sum(1)
    if not len(weight) or weight.sum() <= 0:
        return "there is no unit"
    if error_variance is None and not (counts >= 2).any():
        return "no unit has two ratings of people, which would tell their error: give error_variance="
    if weight.sum() <= 1:
        return "there is one unit"
    return "people differ no more between units than within"


@metric(
    numbers=NumberFacts(moments=False, last=True, scale=lambda *_, **__: ("t", 0.0)),
    why=_prmse_why,
    title="Proportional reduction in mean squared error",
    says="how well a system predicts the true scores that people would give on average: 1 is perfect, 0 no better "
    "than their mean",
    formula="1 - (mean squared error of the true score) / (variance of the true score)",
    source="Haberman 2008, J. of Educational and Behavioral Statistics 33:204; Loukina et al. 2020, Proc. BEA 15:18",
    range=(-np.inf, np.inf),
    symmetric=False,
    scale_free=False,
)
def prmse(ratings: Any, /, *, error_variance: float | None = None) -> Floats:
    """
    Proportional reduction in mean squared error: how well a system predicts the true scores of units.

    The true score of a unit is the mean of the ratings that all people of this kind would give it. With m_u ratings of
    unit u, their mean h_u and variance s_u^2, the mean h of all M ratings, and the number x_u of the system: error
    variance ``ve = sum (m_u - 1) s_u^2 / sum (m_u - 1)``, variance of true scores ``vt = (sum m_u (h_u - h)^2 - (n - 1)
    ve) / (M - sum m_u^2 / M)``, error of the system ``mse = (sum m_u (h_u - x_u)^2 - n ve) / M``; the value is
    ``1 - mse / vt``.

    Parameters
    ----------
    error_variance : float, optional
        The variance of the error of people, where it is known from elsewhere. Default: estimated, which takes units
        with two ratings or more.

    Returns
    -------
    float
        1 of a system that gives the true scores; it can exceed 1 by chance, and that stays. Undefined (NaN) with fewer
        than two units, if no unit has two ratings and `error_variance` is not given, or if people differ no more
        between units than within.

    Notes
    -----
    Unlike agreement with one person it does not fall as people get worse: their error is taken off. It assumes that
    errors of people are independent of each other and of the system. The interval is the jackknife over units with
    Student's t. In `NumericRatings` the system is the last rater.

    References
    ----------
    Haberman (2008), When can subscores have value?, Journal of Educational and Behavioral Statistics 33:204. Loukina,
    Madnani, Cahill, Yao, Johnson, Riordan & McCaffrey (2020), Using PRMSE to evaluate automated scoring systems in the
    presence of label noise, Proceedings of the 15th Workshop on Innovative Use of NLP for Building Educational
    Applications, p. 18.

    Examples
    --------
    >>> from concordant import prmse
    >>> people = [[3, 4], [2, 2], [5, 3], [1, 2], [4, None], [2, 3], [1, 1], [4, 5]]
    >>> round(prmse(people, [3.2, 2.6, 3.1, 2.2, 3.4, 2.1, 1.5, 3.9]), 4)
    0.9608
    """
    known_error = None if error_variance is None else check_positive(error_variance, "error_variance")
    human, system, weight = _human_and_system(ratings)
    rated = ~np.isnan(human)
    m = rated.sum(1) * 1.0
    n, many = float(weight.sum()), float(weight @ m)
    if n <= 1:
        return float("nan")
    mean = np.where(rated, human, 0.0).sum(1) / m
    within = float(weight @ np.where(rated, (human - mean[:, None]) ** 2, 0.0).sum(1))
    pairs = float(weight @ (m - 1.0))
    if known_error is None and not pairs > 0:
        return float("nan")
    error = within / pairs if known_error is None else known_error
    grand = float(weight @ (m * mean)) / many
    true = (float(weight @ (m * (mean - grand) ** 2)) - (n - 1.0) * error) / (many - float(weight @ m**2) / many)
    if not true > 1e-12 * float(weight @ (m * mean**2)) / many:
        return float("nan")
    return 1.0 - (float(weight @ (m * (mean - system) ** 2)) - n * error) / many / true


def _human_and_system(ratings: Any) -> tuple[FloatArray, FloatArray, FloatArray]:
    """The ratings of people, the numbers of the system, and the weights of the units, shifted to lie near 0."""
    units = units_of(ratings)
    system = units.matrix[:, -1]
    kept = (~np.isnan(units.matrix[:, :-1])).any(1)
    if np.isnan(system[kept]).any():
        raise MissingValuesError(
            "prmse needs a number of the system, the last of the raters, for every unit that people rated; "
            f"{int(np.isnan(system[kept]).sum())} units have none. Leave these units out."
        )
    middle = float(np.nanmedian(system)) if kept.any() else 0.0
    return units.matrix[kept, :-1] - middle, system[kept] - middle, units.weight[kept] * 1.0
