"""McNemar, Tango, Miettinen-Nurminen."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Literal

import numpy as np

from concordant import _kernels
from concordant.errors import OptionError
from concordant.inference.comparisons.difference import Difference, TestResult
from concordant.inference.intervals.estimand import Estimand
from concordant.inference.quantiles import below, farthest, two_sided
from concordant.inference.samples.sample import LabelSample
from concordant.metrics.definition.facts import itself
from concordant.typing import FloatArray

_DISAGREE = "the limits are Tango's, and this test disagrees with them about a difference of 0"

McNemar = Literal["mcnemar", "mcnemar-mid-p", "mcnemar-exact", "mcnemar-corrected"]


def mcnemar_difference(difference: Difference, *, method: McNemar) -> TestResult:
    """
    McNemar's p-value; the limits are Tango's, and with a margin so are the p-values.

    By default the p-value is that of the score, McNemar's own (1947), which is Tango's at a difference of 0: the limits
    leave 0 out where p is below 1 - level, and nowhere else. The other p-values can disagree with the limits about 0,
    which is said. The standard error is ``sqrt(b + c - (b - c)^2 / n) / n``.
    """
    rows = difference.discordance
    if rows is None:
        raise OptionError(
            f"method={method!r} is for shares of rows in which a model is right (accuracy, recall of one class and the "
            'like), without weights or clusters. Here take method="delta" or "permutation", or leave it out.'
        )
    b, c, n = (np.atleast_1d(np.asarray(counts, np.float64)) for counts in rows)
    low, high = tango_intervals(b, c, n, two_sided(difference.level))
    p_of = lru_cache(maxsize=None)(partial(mcnemar_p, method=method))  # many classes have the same few numbers
    p_values = list(map(p_of, map(int, b.tolist()), map(int, c.tolist())))
    with np.errstate(invalid="ignore", divide="ignore"):
        p_value = np.where(n > 0, p_values, np.nan)
        se = np.sqrt(np.maximum(b + c - (b - c) ** 2 / n, 0.0)) / n
    disagree = (p_value < 1 - difference.level) != ((low > 0) | (high < 0))

    def tails(null: float) -> tuple[float, float]:
        """Of one value."""
        z = tango_score(b.item(), c.item(), n.item(), null)
        return below(-z), below(z)

    low, high, se, p_value = (each.reshape(difference.value.shape) for each in (low, high, se, p_value))
    return TestResult(low, high, se, p_value, method, tails, (_DISAGREE,), disagree)


def mcnemar_p(b: int, c: int, method: McNemar) -> float:
    """
    The two-sided p-value of b and c discordant rows; 1 if there are none.

    Under the hypothesis the smaller of them is binomial(b + c, 1/2). ``"mcnemar-exact"`` doubles its tail;
    ``"mcnemar-mid-p"`` takes half the probability of the observed table off, which keeps closer to the nominal level
    (Fagerland, Lydersen & Laake 2013, BMC Medical Research Methodology 13:91); ``"mcnemar"`` is McNemar's chi-squared
    of 1947, ``"mcnemar-corrected"`` the same corrected for continuity (Edwards 1948, Psychometrika 13:185).
    """
    trials, least = b + c, min(b, c)
    if trials == 0:
        return 1.0
    if method in ("mcnemar", "mcnemar-corrected"):
        distance = abs(b - c) if method == "mcnemar" else max(abs(b - c) - 1, 0)
        return 2 * below(-distance / math.sqrt(trials))
    at_most, probability = _binomial(least, trials)
    if method == "mcnemar-exact":
        return min(1.0, 2 * at_most)
    return 1 - probability / 2 if b == c else 2 * at_most - probability


def _binomial(k: int, trials: int) -> tuple[float, float]:
    """P(X <= k) and P(X = k) of a fair coin, k at most half: a sum of terms that shrink downwards."""
    logarithm = math.lgamma(trials + 1) - math.lgamma(k + 1) - math.lgamma(trials - k + 1) - trials * math.log(2)
    probability = math.comb(trials, k) / 2**trials if trials <= 1000 else math.exp(logarithm)
    total, term = 0.0, probability
    for j in range(k, -1, -1):
        total += term
        if term < 1e-18 * total:
            break
        term *= j / (trials - j + 1)
    return total, probability


# Tango's score test and interval of the difference of two shares of the same rows.
#
# Tango (1998), Equivalence test and confidence interval for the difference in proportions for the paired-sample design,
# Statistics in Medicine 17:891, eq. 8 and 11. At a difference of 0 it is McNemar's test. It needs no rows in which the
# models differ, and its limits never leave -1 to 1.


def tango_score(only_a: float, only_b: float, n: float, null: float) -> float:
    """
    The standardised distance of ``(only_a - only_b) / n`` from `null`.

    The variance is that under the hypothesis: the share of rows with B alone is its maximum likelihood estimate where
    the difference is `null`.
    """
    return _kernels.tango_score(only_a, only_b, n, null)


def tango_interval(only_a: float, only_b: float, n: float, z: float) -> tuple[float, float]:
    """The differences whose score is between -z and z."""
    return _kernels.tango_limits(only_a, only_b, n, z)


def tango_intervals(only_a: FloatArray, only_b: FloatArray, n: FloatArray, z: float) -> tuple[FloatArray, FloatArray]:
    """`tango_interval` of several, shape (S,) each; NaN where n is 0."""
    if len(n) == 1:
        return _kernels.tango_limits_of_each(only_a, only_b, n, z)
    counts = np.array([only_a, only_b, n], np.float64)
    order = np.lexsort(counts)
    ascending = counts[:, order]
    new = np.ones(len(order), np.bool_)
    new[1:] = (ascending[:, 1:] != ascending[:, :-1]).any(0)
    index = np.empty(len(order), np.intp)
    index[order] = np.cumsum(new) - 1  # of many classes most have the counts of another
    b, c, rows = (np.ascontiguousarray(column) for column in ascending[:, new])
    low, high = _kernels.tango_limits_of_each(b, c, rows, z)
    return low[index], high[index]


@dataclass(frozen=True, slots=True)
class TwoShares:
    """How many of `n` rows count in A, and how many of `m` in B."""

    x: float
    n: float
    y: float
    m: float


def independent_shares(difference: Difference) -> TwoShares | None:
    """Count the rows; None if the metric is not a share of rows, or rows are weighted, in clusters or the same."""
    if difference.paired:
        return None
    first, second = _share(difference.a), _share(difference.b)
    if first is None or second is None or not (first[1] > 0 and second[1] > 0):
        return None
    return TwoShares(*first, *second)


def _share(estimand: Estimand) -> tuple[float, float] | None:
    """The rows that count, and all rows that could."""
    sample, output, share = estimand.sample, estimand.output, estimand.of_all.share
    if share is None or share.value is not itself or not isinstance(sample, LabelSample):
        return None
    totals = sample.totals(share)
    if totals is None or sample.atoms.clusters is not None or not sample.atoms.counted:
        return None
    part, whole = totals.part, totals.whole
    return (float(part), float(whole)) if output is None else (float(part[output]), float(whole[output]))


def miettinen_nurminen_test(difference: Difference) -> TestResult:
    """
    The score test of a difference of two independent shares, and its limits.

    The variance is that of the shares that are likeliest where the difference is as supposed, times ``N / (N - 1)`` for
    N rows (Miettinen & Nurminen 1985, Statistics in Medicine 4:213, eq. 8 and 9). Of no difference it is Pearson's
    chi-squared test with the divisor N - 1 (Campbell 2007, Statistics in Medicine 26:3661). There are limits also where
    both are perfect.
    """
    shares = independent_shares(difference)
    if shares is None:
        raise OptionError(
            'method="miettinen-nurminen" is for shares of rows (accuracy, recall, ... of one class) of two independent '
            'sets of rows, unweighted and not in clusters; take "mover" or "delta", or leave method out.'
        )
    z = two_sided(difference.level)
    middle = shares.x / shares.n - shares.y / shares.m
    low = farthest(lambda null: score(shares, null) > z, -1.0, middle)
    high = farthest(lambda null: score(shares, null) >= -z, middle, 1.0)

    def tails(null: float) -> tuple[float, float]:
        distance = score(shares, null)
        return below(-distance), below(distance)

    p, q = shares.x / shares.n, shares.y / shares.m
    se = math.sqrt(p * (1 - p) / shares.n + q * (1 - q) / shares.m)
    return TestResult(low, high, se, 2 * min(tails(0.0)), "miettinen-nurminen", tails)


def score(shares: TwoShares, null: float) -> float:
    """The standardised distance of the difference from `null`."""
    rows = shares.n + shares.m
    first = likeliest(shares, null)
    second = min(max(first - null, 0.0), 1.0)
    variance = (first * (1 - first) / shares.n + second * (1 - second) / shares.m) * rows / (rows - 1)
    distance = shares.x / shares.n - shares.y / shares.m - null
    if variance <= 1e-24:
        return 0.0 if abs(distance) <= 1e-12 else math.copysign(math.inf, distance)
    return distance / math.sqrt(variance)


def likeliest(shares: TwoShares, null: float) -> float:
    """
    The share of A that is likeliest where it is `null` above that of B: a root of a cubic.

    Farrington & Manning 1990, Statistics in Medicine 9:1447, appendix.
    """
    ratio = shares.m / shares.n
    p, q = shares.x / shares.n, shares.y / shares.m
    a, b = 1 + ratio, -(1 + ratio + p + ratio * q + null * (ratio + 2))
    c, d = null * null + null * (2 * p + ratio + 1) + p + ratio * q, -p * null * (1 + null)
    v = b**3 / (3 * a) ** 3 - b * c / (6 * a * a) + d / (2 * a)
    u = math.copysign(math.sqrt(max(b * b / (3 * a) ** 2 - c / (3 * a), 0.0)), v)
    angle = (math.pi + math.acos(min(max(v / u**3, -1.0), 1.0))) / 3 if u else 0.0
    root = 2 * u * math.cos(angle) - b / (3 * a)
    return min(max(root, null, 0.0), 1.0, 1 + null)
