"""Rates of the judge; post-stratification, prediction-powered inference, Rogan-Gladen."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError
from concordant.inference.intervals.panels import by_clusters
from concordant.inference.intervals.proportions import wilson
from concordant.inference.quantiles import SCALES, check_level, two_sided
from concordant.inference.samples.sample import Clusters
from concordant.metrics.arithmetic import check_share
from concordant.result.intervals import Interval
from concordant.result.record import signed
from concordant.typing import FloatArray

if TYPE_CHECKING:
    from concordant.judging.items import Passes

# A mean from few labels and many predictions (PPI++): the mean of predictions, corrected by labelled items.
#
# Angelopoulos, Duchi & Zrnic (2023), PPI++: Efficient prediction-powered inference, arXiv 2311.01453, for a mean.


@dataclass(frozen=True, slots=True)
class PoweredMean:
    """The mean, its standard error, its degrees of freedom, and how much of the predictions was used (lambda)."""

    value: float
    se: float
    degrees: float
    power: float


def powered_mean(
    people: FloatArray, judge: FloatArray, *, power: float | None, ddof: int = 1, clusters: Clusters | None = None
) -> PoweredMean:
    """
    Estimate the mean of what people say; `people` is NaN where nobody has looked, at random.

    ``lambda mean(f of others) + mean(y - lambda f)``; lambda is ``cov(y, f) / (var(f) (1 + n / N))``, cut to 0 and 1,
    unless it is given as `power`; var(f) is that of all predictions. The variance is
    ``var(y - lambda f) / n + lambda^2 var(f of others) / N``. With fewer than two others their variance is unknown, and
    lambda is 0 unless it is given.
    """
    labelled = ~np.isnan(people)
    y, f, others = people[labelled], judge[labelled], judge[~labelled]
    n, n_others = len(y), len(others)
    if power is None:
        power = _best_power(y, f, judge, n_others, ddof)
    residuals = y - power * f
    value = float(residuals.mean() + (power * others.mean() if n_others else 0.0))
    if clusters is None:
        variance = _var(residuals, ddof) / n + (power**2 * _var(others, ddof) / n_others if n_others and power else 0.0)
        return PoweredMean(value, float(np.sqrt(variance)), n - 1.0, power)
    influence = np.where(labelled, 0.0, power * (judge - (others.mean() if n_others else 0.0)) / max(n_others, 1))
    influence[labelled] = (residuals - residuals.mean()) / n
    se, degrees = summed_error(influence, clusters)
    return PoweredMean(value, se, degrees, power)


def _best_power(y: FloatArray, f: FloatArray, judge: FloatArray, n_others: int, ddof: int) -> float:
    """The lambda of the least variance, between 0 and 1."""
    n, variance = len(y), _var(judge, 1)
    if n_others < 2 or n <= ddof or not variance > 0:
        return 0.0
    covariance = float(((y - y.mean()) * (f - f.mean())).sum()) / (n - ddof)
    return float(np.clip(covariance / (variance * (1 + n / n_others)), 0.0, 1.0))


def _var(x: npt.NDArray[np.float64], ddof: int) -> float:
    return float(x.var(ddof=ddof)) if len(x) > ddof else float("nan")


def why_no_error(mean: PoweredMean, people: FloatArray) -> str:
    """Why the mean has no interval."""
    labelled = int((~np.isnan(people)).sum())
    if not np.isnan(mean.se):
        return "the labels do not vary: no standard error"
    if labelled < 2:
        return "fewer than two items are labelled: no standard error"
    if len(people) - labelled < 2 and mean.power:
        return f"fewer than two items are not labelled: no standard error at a power of {mean.power:g}, take power=0"
    return "no standard error"


# The pass rate by post-stratification: what people say of the items that the judge passes, and of those that it fails.
#
# Tenenbein (1970), A double sampling scheme for estimating from binomial data with misclassifications, JASA 65:1350. It
# is right where items were labelled at random, and where the verdict of the judge decided how many were labelled. Yan &
# Su (2010), Stratified Wilson and Newcombe confidence intervals for multiple binomial proportions, Statistics in
# Biopharmaceutical Research 2:329.


@dataclass(frozen=True)
class Strata:
    """
    Items by the verdict of the judge.

    Attributes
    ----------
    size : ndarray, shape (K,)
        How many items have each verdict.
    labelled, total, squares : ndarray, shape (K,)
        Of these the labelled ones: how many, and the sum and the sum of squares of what people say.
    """

    size: FloatArray
    labelled: FloatArray
    total: FloatArray
    squares: FloatArray

    @property
    def weight(self) -> FloatArray:
        """The share of items with each verdict."""
        share: FloatArray = self.size / self.size.sum()
        return share

    @property
    def mean(self) -> FloatArray:
        """What people say on average; NaN where nobody has looked."""
        with np.errstate(invalid="ignore", divide="ignore"):
            mean: FloatArray = self.total / self.labelled
            return mean

    @property
    def value(self) -> float:
        """``sum_j W_j p_j``; NaN if nobody has looked at items with some verdict."""
        occurs = self.size > 0
        return float((self.weight[occurs] * self.mean[occurs]).sum())

    @property
    def flat(self) -> npt.NDArray[np.bool_]:
        """Verdicts whose labelled items all have one label, though some of their items have none."""
        inside = self.squares - np.square(self.total) / np.maximum(self.labelled, 1)
        return (inside <= 1e-12) & (self.labelled < self.size)

    @property
    def explained(self) -> float:
        """The share of the variance of what people say that the verdict explains: phi^2 of two verdicts."""
        occurs, value = self.size > 0, self.value
        between = float((self.weight * np.square(self.mean - value))[occurs].sum())
        total = float((self.weight * self.squares / np.maximum(self.labelled, 1))[occurs].sum()) - value * value
        return between / total if total > 1e-12 else float("nan")


def strata_of(stratum: npt.NDArray[np.intp], people: FloatArray, verdicts: int) -> Strata:
    """Count items by verdict."""
    labelled = ~np.isnan(people)
    code, values = stratum[labelled], people[labelled]
    sums = (
        np.bincount(stratum, minlength=verdicts),
        np.bincount(code, minlength=verdicts),
        np.bincount(code, values, verdicts),
        np.bincount(code, values * values, verdicts),
    )
    return Strata(*(part.astype(np.float64) for part in sums))


def wilson_limits(
    strata: Strata, value: float, level: float, *, less: FloatArray | None = None
) -> tuple[float, float, float]:
    """
    Limits of the value ``sum_j W_j p_j`` and its standard error; with `less` of ``sum_j W_j (less_j - p_j)``.

    The sums of Wilson's limits of all strata, each with the quantile ``z sqrt(sum W_j^2 v_j) / sum W_j sqrt(v_j)``,
    ``v_j = p_j (1 - p_j) / n_j`` (Yan & Su 2010). Ours are three things that the paper does not have: the weights are
    estimated too, so that their variance ``sum W_j (p_j - p)^2 / A`` is added, squared distance to squared distance;
    strata of one label, which do not show how they vary, are collapsed to one; and ``1 / n_j^2`` is in the place of v_j
    where all of them are 0. Where nobody has looked p_j is a half, with the limits 0 and 1.
    """
    occurs = strata.size > 0
    w, n = strata.weight[occurs], strata.labelled[occurs]
    p = np.where(n > 0, strata.total[occurs] / np.maximum(n, 1), 0.5)
    deviation = p if less is None else p - less[occurs]
    drift = (w @ np.square(deviation) - np.square(w @ deviation)) / strata.size.sum()
    w, p, n = _collapsed(w, p, n)
    labelled = n > 0
    v = p * (1 - p) / np.maximum(n, 1) * labelled
    error = np.sqrt(v) if v.any() else labelled / np.maximum(n, 1)
    share = np.sqrt(np.square(w * error).sum()) / (w @ error)
    low, high = wilson(p, n / share**2, level)
    ends = p - np.where(labelled, low, 0.0), np.where(labelled, high, 1.0) - p
    below, above = (float(np.hypot(w @ end, two_sided(level) * np.sqrt(max(drift, 0.0)))) for end in ends)
    se = float(np.sqrt(w * w @ v + max(drift, 0.0))) if labelled.all() else float("nan")
    if less is None:
        return max(value - below, 0.0), min(value + above, 1.0), se
    return value - above, value + below, se


def _collapsed(w: FloatArray, p: FloatArray, n: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Merge the strata of one label, a lone one with those of the next fewest; n is then an effective size."""
    single = n == 1
    if single.sum() == 1 and (n > 1).any():
        single |= n == n[n > 1].min()
    if single.sum() < 2:
        return w, p, n
    merged = w[single].sum()
    size = merged * merged / (np.square(w[single]) / n[single]).sum()
    share = min(float(w[single] @ p[single] / merged), 1.0)
    return np.append(w[~single], merged), np.append(p[~single], share), np.append(n[~single], size)


def delta_error(strata: Strata) -> tuple[float, float]:
    """
    The standard error and its degrees of freedom.

    ``sum W_j^2 s_j^2 / n_j + sum W_j (p_j - p)^2 / A``, where s_j^2 has the divisor n_j - 1: of 0 and 1 it is
    ``p_j (1 - p_j) / (n_j - 1)``. NaN where a verdict has fewer than two labelled items.
    """
    occurs = strata.size > 0
    n, w, p = strata.labelled[occurs], strata.weight[occurs], strata.mean[occurs]
    if (n < 2).any():
        return float("nan"), float("nan")
    within = (strata.squares[occurs] - n * p * p) / (n - 1)
    variance = (w * w * within / n).sum() + (w * np.square(p - strata.value)).sum() / strata.size.sum()
    return float(np.sqrt(max(variance, 0.0))), float(n.sum() - occurs.sum())


def stratified_error(
    strata: Strata, stratum: npt.NDArray[np.intp], people: FloatArray, clusters: Clusters | None
) -> tuple[float, float]:
    """The standard error of `delta_error`; with clusters, that of the summed influences of their items."""
    if clusters is None:
        return delta_error(strata)
    labelled, mean = ~np.isnan(people), strata.mean
    influence = mean[stratum] - strata.value
    pull = strata.size / np.maximum(strata.labelled, 1)
    influence[labelled] += (pull[stratum] * (people - mean[stratum]))[labelled]
    return summed_error(influence / len(stratum), clusters)


def summed_error(influence: FloatArray, clusters: Clusters) -> tuple[float, float]:
    """The standard error of a value from the influences of its rows, and its degrees of freedom."""
    total = by_clusters(clusters, influence[:, None])
    return float(np.sqrt(total.value[0])), float(total.degrees)


def wilson_of(share: float, n: float, level: float) -> tuple[float, float]:
    """Wilson's limits of one share."""
    low, high = wilson(np.asarray(share), np.asarray(float(n)), level)
    return float(low), float(high)


def limits_on(scale: str, value: float, se: float, level: float, degrees: float | None) -> tuple[float, float]:
    """Limits on a scale, "logit" or "delta" (symmetric), by Student's t or the normal."""
    if not se > 0 or (degrees is not None and not degrees > 0):
        return float("nan"), float("nan")
    low, high = SCALES[scale].limits(np.asarray(value), np.asarray(se), two_sided(level, degrees))
    return float(low), float(high)


def rogan_gladen(
    *,
    judged: int,
    judged_pass: int,
    human_pass: int | None = None,
    judge_pass_of_these: int | None = None,
    human_fail: int | None = None,
    judge_fail_of_these: int | None = None,
    sensitivity: float | None = None,
    specificity: float | None = None,
    level: float = 0.95,
) -> Interval:
    """
    Estimate the true pass rate from counts.

    ``(p + Sp - 1) / (Se + Sp - 1)``: p is the share that the judge passes, Se the share that it passes of what people
    pass, Sp the share that it fails of what people fail. Se and Sp are counted on labelled items (`human_pass` to
    `judge_fail_of_these`), or known (`sensitivity`, `specificity`).

    Parameters
    ----------
    judged, judged_pass : int
        How many items the judge judged, and passed.
    human_pass, judge_pass_of_these : int, optional
        How many labelled items people pass, and how many of these the judge passes.
    human_fail, judge_fail_of_these : int, optional
        How many labelled items people fail, and how many of these the judge fails.
    sensitivity, specificity : float, optional
        Known without error, in place of the four counts.
    level : float
        The nominal coverage.

    Returns
    -------
    Interval
        Cut to 0 and 1; the reason says so. Limits by Lang and Reiczigel; with a known Se and Sp those of Wilson for p,
        carried over. Where the published limits leave out the value, or those of a lower level, they are widened to
        hold them, and the reason says so. NaN where the judge is no better than chance (Se + Sp <= 1).

    References
    ----------
    Rogan & Gladen (1978), American Journal of Epidemiology 107:71. Lang & Reiczigel (2014), Confidence limits for
    prevalence of disease adjusted for estimated sensitivity and specificity, Preventive Veterinary Medicine 113:13.

    Examples
    --------
    >>> from concordant import judging
    >>> print(judging.rogan_gladen(judged=1000, judged_pass=640, human_pass=100, judge_pass_of_these=90,
    ...                            human_fail=100, judge_fail_of_these=85))
    pass rate 0.653, 95 % interval 0.583 to 0.733 (rogan-gladen, lang-reiczigel, n = 1000)
    """
    level, counts = check_level(level), (human_pass, judge_pass_of_these, human_fail, judge_fail_of_these)
    _check_part("judged_pass", judged_pass, "judged", judged)
    p = judged_pass / judged
    if sensitivity is not None and specificity is not None and all(count is None for count in counts):
        for name, share in (("sensitivity", sensitivity), ("specificity", specificity)):
            check_share(share, name)
        shares = (p, *wilson_of(p, judged, level))
        rates_at = [RatesOfJudge(share, judged, sensitivity, 1, specificity, 1) for share in shares]
        youden, raw = rates_at[0].youden, [rates.true for rates in rates_at]
        se = math.sqrt(p * (1 - p) / judged) / youden if youden > 0 else math.nan
        return _rate_interval(raw, se, youden, level, "rogan-gladen, wilson", judged)
    if any(count is None for count in counts) or sensitivity is not None or specificity is not None:
        raise OptionError(
            "give either sensitivity= and specificity=, or the four counts human_pass=, judge_pass_of_these=, "
            "human_fail= and judge_fail_of_these=."
        )
    _check_part("judge_pass_of_these", judge_pass_of_these, "human_pass", human_pass)
    _check_part("judge_fail_of_these", judge_fail_of_these, "human_fail", human_fail)
    m1, x1, m0, x0 = (int(count or 0) for count in counts)
    rates = RatesOfJudge(p, judged, x1 / m1, m1, x0 / m0, m0)
    low, high, error, why = lang_reiczigel(rates, rates.true, two_sided(level))
    youden = math.nan if math.isnan(low) else rates.youden
    return _rate_interval([rates.true, low, high], error, youden, level, "rogan-gladen, lang-reiczigel", judged, why)


def _check_part(part: str, part_count: Any, total: str, total_count: Any) -> None:
    for name, number in ((part, part_count), (total, total_count)):
        if isinstance(number, bool) or not isinstance(number, (int, np.integer)) or not 0 <= number < 2**63:
            msg = f"{name} must be a whole number that is not negative, and below 2^63, not {number!r:.80}."
            raise OptionError(msg)
    if total_count == 0 or part_count > total_count:
        raise OptionError(f"{part}={part_count} must be at most {total}={total_count}, which must be above 0.")


def _rate_interval(
    raw: list[float], se: float, youden: float, level: float, method: str, n: int, reason: str | None = None
) -> Interval:
    if not youden > 0:
        raw, se = [math.nan] * 3, math.nan
        reason = "the judge is no better than chance: its verdicts say nothing about the rate"
    elif not 0 <= raw[0] <= 1:
        cut = f"the estimate {raw[0]:.3f} was cut to a share: the judge passes too {'few' if raw[0] < 0 else 'many'}"
        reason = cut if reason is None else f"{cut}; {reason}"
    value, low, high = (min(max(x, 0.0), 1.0) if not math.isnan(x) else x for x in raw)
    signature = signed("judging.pass_rate", method=method)
    return Interval(value, low, high, se, level, method, n, "pass rate", signature, reason)


@dataclass(frozen=True)
class RatesOfJudge:
    """
    The share of `judged` items that the judge passes, its sensitivity and its specificity.

    The sensitivity is the share that it passes of `good` items, which people pass; the specificity the share that it
    fails of `bad` ones.
    """

    passes: float
    judged: float
    sensitivity: float
    good: float
    specificity: float
    bad: float

    @property
    def youden(self) -> float:
        """How much better than chance the judge is, ``j = Se + Sp - 1``."""
        return self.sensitivity + self.specificity - 1

    @property
    def true(self) -> float:
        """``t = (p + Sp - 1) / j`` (Rogan & Gladen 1978); NaN where the judge is no better than chance."""
        return (self.passes + self.specificity - 1) / self.youden if self.youden > 0 else math.nan

    @property
    def slopes(self) -> FloatArray:
        """The derivatives of the true rate by p, Se and Sp: ``1 / j``, ``-t / j``, ``(1 - t) / j``."""
        slopes: FloatArray = np.array([1.0, -self.true, 1 - self.true]) / self.youden
        return slopes

    @property
    def slopes_of_lenience(self) -> FloatArray:
        """The derivatives of the judge's rate less the true one."""
        return np.array([1.0, 0.0, 0.0]) - self.slopes


def lang_reiczigel(
    rates: RatesOfJudge, value: float, z: float, *, lenience: bool = False
) -> tuple[float, float, float, str | None]:
    """
    Limits by Lang & Reiczigel (2014) of the true rate, or of the judge's less the true one; the error, and a reason.

    Their shift grows with z^2, so that the limits can leave the value out, or lie inside those of a lower level. Then
    the least and the greatest of the value and of the limits at all levels up to this one take their place.
    """
    low, high, error = _published_limits(rates, np.linspace(0.0, z, 65), lenience=lenience)
    published = float(low[-1]), float(high[-1]), float(error[-1])
    if math.isnan(published[0]) or (low.min() == low[-1] <= value <= high[-1] == high.max()):
        return *published, None
    least = _lowest(lambda at: _published_limits(rates, at, lenience=lenience)[0], value, z)
    greatest = -_lowest(lambda at: -_published_limits(rates, at, lenience=lenience)[1], -value, z)
    shares = np.clip([*published[:2], least, greatest], -1.0 if lenience else 0.0, 1.0)
    why = "the limits of Lang and Reiczigel leave out the value, or those of a lower level: widened to hold them"
    return least, greatest, published[2], None if (shares[:2] == shares[2:]).all() else why


def _published_limits(rates: RatesOfJudge, z: Any, *, lenience: bool) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Limits and error with two more items of each class, z^2 more judged ones, half of them passed, and a shift."""
    more = z * z
    n, good, bad = rates.judged + more, rates.good + 2, rates.bad + 2
    q = (rates.judged * rates.passes + more / 2) / n
    se, sp = (rates.sensitivity * rates.good + 1) / good, (rates.specificity * rates.bad + 1) / bad
    youden = se + sp - 1
    if not youden > 0:
        return (np.full_like(q, np.nan),) * 3
    true = (q + sp - 1) / youden
    of_q, of_se, of_sp = q * (1 - q) / n, se * (1 - se) / good, sp * (1 - sp) / bad
    slopes = (1 / youden - lenience, true / youden, (1 - true) / youden)
    error = np.sqrt(slopes[0] ** 2 * of_q + slopes[1] ** 2 * of_se + slopes[2] ** 2 * of_sp)
    middle = true + 2 * more * (true * of_se - (1 - true) * of_sp)
    middle = q - middle if lenience else middle
    return middle - z * error, middle + z * error, error


def _lowest(limits_at: Callable[[FloatArray], FloatArray], value: float, z: float) -> float:
    """The least of the value and of its limits at the quantiles 0 to z."""
    start, end, quantile = 0.0, z, z
    for _ in range(4):
        quantiles = np.linspace(start, end, 65)
        least = int(limits_at(quantiles).argmin())
        quantile = float(quantiles[least])
        if quantile == z:
            break
        start, end = float(quantiles[max(least - 1, 0)]), float(quantiles[min(least + 1, 64)])
    quantile = quantile if quantile == z else round(quantile, 5)  # the same from whichever level it was found
    return min(value, float(limits_at(np.array(quantile))))


def rates_of(items: Passes, pool: npt.NDArray[np.bool_]) -> RatesOfJudge:
    """Return the rates of a judge: its passes in the pool, its errors on what people labelled."""
    good, bad, passed = items.people == 1, items.people == 0, items.passed
    return RatesOfJudge(
        float(passed[pool].mean()),
        float(pool.sum()),
        float(passed[good].mean()),
        float(good.sum()),
        float((~passed[bad]).mean()),
        float(bad.sum()),
    )


def pulls_of(items: Passes, pool: npt.NDArray[np.bool_], rates: RatesOfJudge) -> FloatArray:
    """Return the influence of each item on the three rates, (n, 3)."""
    passed = items.passed
    pulls = (
        pool * (passed - rates.passes) / rates.judged,
        np.where(items.people == 1, (passed - rates.sensitivity) / rates.good, 0.0),
        np.where(items.people == 0, (~passed - rates.specificity) / rates.bad, 0.0),
    )
    return np.stack(pulls, axis=1)
