"""Two shares of different rows, such as the recalls in two hospitals: score tests, and the limits that go with them."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from concordant.errors import OptionError
from concordant.inference.bisection import farthest
from concordant.inference.comparisons.contrast import Contrast, Finding
from concordant.inference.intervals.question import Question
from concordant.inference.quantiles import below, two_sided
from concordant.inference.samples.sample import LabelSample
from concordant.metrics.definition.facts import itself


@dataclass(frozen=True, slots=True)
class TwoShares:
    """How many of `n` rows count in A, and how many of `m` in B."""

    x: float
    n: float
    y: float
    m: float


def independent_shares(contrast: Contrast) -> TwoShares | None:
    """Count the rows; None if the metric is not a share of rows, or rows are weighted, in clusters or the same."""
    if contrast.paired:
        return None
    sides = [_share(contrast.a), _share(contrast.b)]
    if None in sides:
        return None
    (x, n), (y, m) = (side for side in sides if side is not None)
    return TwoShares(x, n, y, m) if n > 0 and m > 0 else None


def _share(question: Question) -> tuple[float, float] | None:
    """What is counted, and among how many rows."""
    sample, place = question.sample.whole, question.sample.output
    share = replace(question, sample=sample).share
    if share is None or share.value is not itself or not isinstance(sample, LabelSample):
        return None
    totals = sample.totals(share)
    if totals is None or sample.units.clusters is not None or not sample.units.counted:
        return None
    part, whole = totals.part, totals.whole
    return (float(part), float(whole)) if place is None else (float(part[place]), float(whole[place]))


def miettinen_nurminen_test(contrast: Contrast) -> Finding:
    """
    The score test of a difference of two independent shares, and its limits.

    The variance is that of the shares that are likeliest where the difference is as supposed, times ``N / (N - 1)`` for
    N rows (Miettinen & Nurminen 1985, Statistics in Medicine 4:213, eq. 8 and 9). Of no difference it is Pearson's
    chi-squared test with the divisor N - 1 (Campbell 2007, Statistics in Medicine 26:3661). There are limits also where
    both are perfect.
    """
    shares = independent_shares(contrast)
    if shares is None:
        msg = (
            'method="miettinen-nurminen" is for shares of rows (accuracy, recall, ... of one class) of two independent '
            'sets of rows, unweighted and not in clusters; take "mover" or "delta", or leave method out.'
        )
        raise OptionError(msg)
    z = two_sided(contrast.level)
    middle = shares.x / shares.n - shares.y / shares.m
    low = farthest(lambda null: score(shares, null) > z, -1.0, middle)
    high = farthest(lambda null: score(shares, null) >= -z, middle, 1.0)

    def tails(null: float) -> tuple[float, float]:
        distance = score(shares, null)
        return below(-distance), below(distance)

    p, q = shares.x / shares.n, shares.y / shares.m
    se = math.sqrt(p * (1 - p) / shares.n + q * (1 - q) / shares.m)
    return Finding(low, high, se, 2 * min(tails(0.0)), "miettinen-nurminen", tails)


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
    found = 2 * u * math.cos(angle) - b / (3 * a)
    return min(max(found, null, 0.0), 1.0, 1 + null)
