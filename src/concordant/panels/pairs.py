"""`pairwise`, `limits_of_agreement`."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import isfinite, nan, sqrt
from statistics import NormalDist
from typing import Any, ClassVar, Literal

import numpy as np

from concordant.errors import InputTypeError, IntervalWarning, OptionError, TooFewRatersError
from concordant.inference.intervals.methods import quiet_answer
from concordant.inference.intervals.panels import of_two_columns
from concordant.inference.quantiles import check_level, noncentral_t_quantile, two_sided
from concordant.metrics import get
from concordant.metrics.agreement.variance_components import mean_squares
from concordant.metrics.arithmetic import check_share
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.options import knowing_its_options, signature_of
from concordant.metrics.distributions import chi_square_quantile
from concordant.names import require_choice
from concordant.panels.units import RatedUnits, read_units
from concordant.result.intervals import Interval
from concordant.result.record import Answer, Pictured, Tabled, or_none, signed, text_table
from concordant.settings import without_warnings
from concordant.states import NumericRatings, Ratings
from concordant.typing import Column, FloatArray, Label

_NAME = "limits_of_agreement"
_MOST = 200  # raters, of which there are 19,900 pairs
_Ends = tuple[float, tuple[float, float], float, str]  # a value, its limits, its standard error and their method
_Limits = tuple[float, str | None, tuple[_Ends, _Ends, _Ends]]  # sd, why there are no intervals; bias, low, high


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LimitsOfAgreement(Pictured):
    """
    Limits of agreement, each with an interval.

    Attributes
    ----------
    bias : Interval
        Of two raters: the mean of the first less the second. Of more: 0, as they are held against their mean.
    low, high : Interval
        Between them lie `coverage` of the differences of normal ratings.
    sd : float
        The standard deviation of the differences.
    coverage : float
        The share of differences between the limits.
    n : int
        The units that all raters rated.
    left_out : int
        The units that lack a rating.
    raters : tuple
        Who rated.
    centre, difference : ndarray
        What a Bland-Altman plot shows: the mean of each unit, and the difference of the two raters, (n,), or of each
        rater from the mean, (n, r). They are no part of the record when it is compared or stored.
    """

    stored_as: ClassVar[str | None] = None
    picture: ClassVar[str] = "bland_altman"

    bias: Interval
    low: Interval
    high: Interval
    sd: float
    coverage: float
    n: int
    left_out: int
    raters: tuple[Label, ...]
    centre: FloatArray = field(compare=False)
    difference: FloatArray = field(compare=False)

    def __str__(self) -> str:
        """The limits in words."""
        share = f"{self.coverage:.0%}"
        left_out = f"; {self.left_out} units that lack a rating are left out" if self.left_out else ""
        if len(self.raters) == 2:
            what = f"{self.raters[0]} less {self.raters[1]}: {self.bias.value:.4g} on average, {share} of differences"
        else:
            what = f"{len(self.raters)} raters: {share} of ratings differ from the mean of the unit"
        limits = [_limit_text(limit) for limit in (self.low, self.high)]
        why = f"; no interval: {self.low.reason}" if self.low.reason else ""
        word = " lie between " if len(self.raters) == 2 else " by between "
        return f"{what}{word}{limits[0]} and {limits[1]} (n = {self.n}{left_out}){why}"


def _limit_text(limit: Interval) -> str:
    """A limit with its interval, if it has one."""
    limits = f" ({limit.low:.4g} to {limit.high:.4g})" if isfinite(limit.low) else ""
    return f"{limit.value:.4g}{limits}"


@knowing_its_options("panels")
def limits_of_agreement(
    ratings: Any,
    second: Column | None = None,
    *,
    coverage: float = 0.95,
    level: float = 0.95,
    method: Literal["exact", "bland-altman"] = "exact",
    raters: Any = None,
) -> LimitsOfAgreement:
    """
    Take limits between which so many differences of ratings lie.

    Of two raters: ``mean -+ z sd`` of their differences (Bland & Altman 1986). Of more: limits of agreement with the
    mean, ``-+ z sqrt((SSB + SSE) / (n k))`` with the sums of squares of raters and of the error (Christensen et al.
    2020).

    Parameters
    ----------
    ratings : array-like of shape (n, r), data frame, NumericRatings or Ratings
        Numbers that raters (columns) gave to units (rows). Units that lack a rating are left out and counted. Or the
        numbers of the first rater.
    second : array-like of shape (n,), optional
        The numbers of the second rater.
    coverage : float
        The share of differences that lie between the limits.
    level : float
        The nominal coverage of the intervals of the limits themselves.
    method : {"exact", "bland-altman"}
        Of two raters, how the intervals of the limits are made: from the noncentral t distribution (Carkeet 2015), or
        by the approximation of Bland & Altman (1986). Of more there is the one of Christensen et al.
    raters : sequence, optional
        As in a call of a metric.

    Returns
    -------
    LimitsOfAgreement

    Raises
    ------
    InputError
        If the ratings cannot be read, if units have weights, or if fewer than two units are complete.

    References
    ----------
    Bland & Altman (1986), Lancet 327:307. Carkeet (2015), Optometry and Vision Science 92:e71. Christensen, Borgbjerg,
    Borty & Bogsted (2020), On Jones et al.'s method for extending Bland-Altman plots to limits of agreement with the
    mean for multiple observers, BMC Medical Research Methodology 20:304.

    Examples
    --------
    >>> from concordant import limits_of_agreement
    >>> first, second = [10.1, 12.0, 9.2, 11.5, 13.1, 10.4], [10.4, 11.6, 9.9, 11.9, 13.0, 11.1]
    >>> found = limits_of_agreement(first, second)
    >>> print(found.high)
    limits of agreement 0.598, 95 % interval 0.171 to 1.988 (noncentral t, n = 6)
    """
    require_choice("method", method, ("exact", "bland-altman"))
    share, level = check_share(coverage, "coverage", zero=False, one=False), check_level(level)
    state = _state(ratings, second, raters)
    kept = ~np.isnan(state.matrix).any(1)
    counts = state.weight[kept]
    matrix = np.repeat(state.matrix[kept], counts, axis=0)
    left_out = int(state.weight[~kept].sum())
    r, n = len(state.raters), len(matrix)
    if r < 2 or n < 2:
        msg = f"limits of agreement take two raters or more and two complete units or more, not {r} and {n}."
        raise OptionError(msg)
    centre = matrix.mean(1)
    if r == 2:
        difference = matrix[:, 0] - matrix[:, 1]
        sd, reason, ends = _limits_of_two(matrix, difference, share, level, method)
    else:
        difference = matrix - centre[:, None]
        sd, reason, ends = _limits_with_mean(matrix, state.raters, share, level)
    if reason:
        warnings.warn(f"{_NAME}: {reason}", IntervalWarning, stacklevel=2)
    signature = signature_of(_NAME, state, {"coverage": share})
    bias, low, high = (
        Interval(value, lower, upper, se, level, text, float(n), _NAME, signature, reason)
        for value, (lower, upper), se, text in ends
    )
    return LimitsOfAgreement(bias, low, high, sd, share, n, left_out, state.raters, centre, difference)


def _state(ratings: Any, second: Any, raters: Any) -> NumericRatings:
    if second is not None:
        state = NumericRatings.from_two(ratings, second, raters)
    elif isinstance(ratings, (NumericRatings, Ratings)):
        state = NumericRatings.from_ratings(ratings) if isinstance(ratings, Ratings) else ratings
    else:
        state = NumericRatings.from_wide(ratings, raters)
    if state.weighted:
        raise OptionError("limits of agreement are of units that count alike: take them without sample_weight.")
    return state


def _limits_of_two(matrix: FloatArray, difference: FloatArray, share: float, level: float, method: str) -> _Limits:
    n, mean, sd = len(matrix), float(difference.mean()), float(difference.std(ddof=1))
    rounding = 0.0 if (matrix == np.rint(matrix)).all() else 1e-14 * float(np.abs(matrix).max())
    sd = 0.0 if sd <= rounding or np.ptp(difference) == 0 else sd
    z = NormalDist().inv_cdf((1 + share) / 2)
    t = two_sided(level, n - 1.0)
    tail = (1 - level) / 2
    se = sd * sqrt(1 / n + z * z / (2 * (n - 1)))
    if method == "exact":
        factors = [noncentral_t_quantile(p, n - 1.0, z * sqrt(n)) / sqrt(n) for p in (tail, 1 - tail)]
        text = "noncentral t"
    else:
        factors = [z - t * se / (sd or 1.0), z + t * se / (sd or 1.0)]
        text = "Bland-Altman, t"
    reason = None if sd else "the differences do not vary"
    factors = factors if sd else [nan, nan]
    half = t * sd / sqrt(n) if sd else nan
    bias = mean, (mean - half, mean + half), sd / sqrt(n), "t"
    low = mean - z * sd, (mean - factors[1] * sd, mean - factors[0] * sd), se, text
    high = mean + z * sd, (mean + factors[0] * sd, mean + factors[1] * sd), se, text
    return sd, reason, (bias, low, high)


def _limits_with_mean(matrix: FloatArray, raters: tuple[Label, ...], share: float, level: float) -> _Limits:
    n, k = matrix.shape
    ms = mean_squares(NumericRatings.from_wide(matrix, raters).moments())
    between, error = (k - 1) * float(ms.raters), (n - 1) * (k - 1) * float(ms.error)
    z, q = NormalDist().inv_cdf((1 + share) / 2), (1 + level) / 2
    low, high = 0.0, 0.0
    for square, df in ((between, k - 1), (error, (n - 1) * (k - 1))):
        low += ((1 - df / chi_square_quantile(1 - q, df)) * square) ** 2
        high += ((df / chi_square_quantile(q, df) - 1) * square) ** 2
    total = between + error
    limit, lower, upper = (z * sqrt(max(x, 0.0) / (n * k)) for x in (total, total - sqrt(low), total + sqrt(high)))
    reason = None if total > 0 else "the raters do not differ"
    lower, upper = (lower, upper) if total > 0 else (nan, nan)
    variance = 2 * (between**2 / (k - 1) + error**2 / ((n - 1) * (k - 1)))
    se = z * z * sqrt(variance) / (2 * limit * n * k) if limit else 0.0
    bias, text = (0.0, (0.0, 0.0), 0.0, "by definition"), "Graybill-Wang"
    return limit / z, reason, (bias, (0.0 - limit, (-upper, -lower), se, text), (limit, (lower, upper), se, text))


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class Pairwise(Tabled, Pictured, Answer):
    """
    A coefficient of two raters for every pair of a panel.

    Attributes
    ----------
    raters : tuple
        The r raters.
    metric : str
        The coefficient.
    value, low, high : ndarray of shape (r, r)
        The coefficient and its limits, symmetric; NaN on the diagonal and where a pair is undefined.
    units : ndarray of shape (r, r)
        How many units both have rated; on the diagonal those that the rater has.
    mean : float
        Over the pairs that are defined; of Cohen's kappa it is Light's kappa.
    level : float
        The nominal coverage of the limits.
    """

    stored_as: ClassVar[str | None] = None
    picture: ClassVar[str] = "pairwise_agreement"

    raters: tuple[Label, ...]
    metric: str
    value: FloatArray
    low: FloatArray
    high: FloatArray
    units: FloatArray
    mean: float
    level: float

    def columns(self) -> dict[str, list[Any]]:
        """One row a pair."""
        a, b = np.triu_indices(len(self.raters), 1)
        columns = {name: getattr(self, name)[a, b].tolist() for name in ("value", "low", "high", "units")}
        named = {"rater_a": [self.raters[index] for index in a], "rater_b": [self.raters[index] for index in b]}
        return {**named, **{name: or_none(column) for name, column in columns.items()}}

    def lines(self) -> list[str]:
        """A square of values."""
        names = [str(name)[:12] for name in self.raters]
        cells = [["" if np.isnan(value) else f"{value:.2f}" for value in row] for row in self.value.tolist()]
        rows = [[name, *row] for name, row in zip(names, cells, strict=True)]
        return text_table(["", *names], rows)


def pairwise(
    ratings: Any,
    *,
    metric: str | Metric = "cohen_kappa",
    level: float = 0.95,
    unit: Column | str | None = None,
    rater: str | None = None,
    label: str | None = None,
    cluster: Column | None = None,
    raters: Sequence[Label] | None = None,
    labels: Sequence[Label] | None = None,
    sample_weight: Column | None = None,
    missing_labels: Sequence[Label] = (),
    duplicates: str = "raise",
    **options: Any,
) -> Pairwise:
    """
    Take a coefficient of two raters for every pair of a panel, on the units that both have rated.

    Parameters
    ----------
    ratings : matrix, data frame, or Ratings
        A row a unit and a column a rater; a row a rating, with `unit`, `rater` and `label`; or a state.
    metric : str or Metric
        A coefficient of two columns of labels in which neither comes first, such as `cohen_kappa`, `gwet_ac1` or
        ``"weighted_agreement"``.
    level : float
        The nominal coverage of the limits of each pair.
    unit, rater, label
        As of `consensus`.
    cluster : array-like of shape (n,), optional
        Of wide data: which units belong together.
    raters, labels, sample_weight, missing_labels
        As in a call of a metric.
    **options
        Those of the metric, such as ``weights="quadratic"``.
    duplicates : {"raise", "runs", "first", "last"}
        Of a row a rating: what to do where a rater has rated a unit more than once.

    Returns
    -------
    Pairwise

    Raises
    ------
    TooFewRatersError
        For one rater.
    OptionError
        For a metric in which the first column is the truth, or more than 200 raters.

    Examples
    --------
    >>> from concordant import panels
    >>> found = panels.pairwise([["a", "a", "b"], ["b", "b", "b"], ["a", "b", "a"], ["b", "b", "a"]] * 8)
    >>> found.value.round(2).tolist()
    [[nan, 0.5, 0.0], [0.5, nan, -0.5], [0.0, -0.5, nan]]
    """
    level = check_level(level)
    coefficient = get(metric) if isinstance(metric, str) else metric
    if not isinstance(coefficient, Metric):
        raise InputTypeError(f"metric must be a metric or its name, not {metric!r:.80}.")
    name, facts = coefficient.name, coefficient.facts
    if coefficient.numbers is not None or not facts.symmetric or facts.input not in ("labels", "panel"):
        msg = f"{name} is no coefficient of two raters of whom neither comes first: take cohen_kappa, gwet_ac1."
        raise OptionError(msg)
    read: dict[str, Any] = {"unit": unit, "rater": rater, "label": label, "cluster": cluster, "raters": raters}
    read |= {"labels": labels, "sample_weight": sample_weight, "missing_labels": missing_labels}
    state = _require_pairs(read_units(ratings, **read, duplicates=duplicates))
    r = len(state.raters)
    limits, both = np.full((3, r, r), np.nan), np.zeros((r, r))
    with without_warnings():
        for a, b in combinations(range(r), 2):
            pair = state.both(state.raters[a], state.raters[b])
            both[a, b] = both[b, a] = pair.n
            if not pair.n:
                continue
            interval = _interval(coefficient, pair, level, options)
            limits[:, a, b] = limits[:, b, a] = [float(interval), interval.low, interval.high]
    weights = np.asarray(state.weight, np.float64)[state.profiles.unit]
    both[np.arange(r), np.arange(r)] = np.bincount(state.rater, weights, minlength=r)
    return _pairwise_of(state, coefficient, limits, both, level, options)


def _require_pairs(units: RatedUnits) -> Ratings:
    state = units.known_raters("pairs of raters need")
    if len(state.raters) < 2:
        raise TooFewRatersError(f"a pair is two raters, and there is {len(state.raters)}.")
    if len(state.raters) > _MOST:
        msg = f"{len(state.raters)} raters have too many pairs: choose up to {_MOST}, raters=[...] or state.select."
        raise OptionError(msg)
    if state.cluster is not None and state.weighted:
        raise OptionError(
            "pairs of raters have no limits with both cluster= and sample_weight=: leave one of them out."
        )
    return state


def _interval(metric: Metric, state: Ratings, level: float, options: dict[str, Any]) -> Interval:
    """The interval of two raters who both rated all units."""
    counts = state.table()
    if state.cluster is None:
        interval = metric.interval_of(counts, level=level, **options)
    else:
        metric.check(counts, options)
        interval = quiet_answer(of_two_columns(metric, options, state, level))
    if not isinstance(interval, Interval):
        raise OptionError(f"{metric.name} has one value a label with these options: a pair takes one value.")
    return interval


def _pairwise_of(
    state: Ratings, metric: Metric, limits: FloatArray, units: FloatArray, level: float, options: dict[str, Any]
) -> Pairwise:
    above = np.triu_indices(len(state.raters), 1)
    values = limits[0][above]
    defined = ~np.isnan(values)
    title = metric.facts.title
    if defined.any():
        mean = float(values[defined].mean())
        least, most = (int(np.flatnonzero(defined)[pick(values[defined])]) for pick in (np.argmin, np.argmax))
        names = [f"{state.raters[above[0][pair]]} and {state.raters[above[1][pair]]}" for pair in (least, most)]
        text = f"{title} of two raters is {mean:.2f} on average"
        if len(values) > 1:
            text += f", lowest for {names[0]} ({values[least]:.2f}) and highest for {names[1]} ({values[most]:.2f})"
        text += "."
    else:
        mean, text = float("nan"), f"{title} is defined for no pair of raters."
    undefined = int((~defined).sum())
    reason = f"{undefined} of {len(values)} pairs are undefined" if undefined else None
    signature = signed("panels.pairwise", metric=metric.name, n=state.n, **{k: str(v) for k, v in options.items()})
    return Pairwise(
        sentence=text,
        reason=reason,
        signature=signature,
        raters=state.raters,
        metric=metric.name,
        value=limits[0],
        low=limits[1],
        high=limits[2],
        units=units,
        mean=mean,
        level=level,
    )
