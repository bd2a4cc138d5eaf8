"""
The pass rate by post-stratification: what people say of the items that the judge passes, and of those that it fails.

Tenenbein (1970), A double sampling scheme for estimating from binomial data with misclassifications, JASA 65:1350. It
is right where items were labelled at random, and where the verdict of the judge decided how many were labelled. Yan &
Su (2010), Stratified Wilson and Newcombe confidence intervals for multiple binomial proportions, Statistics in
Biopharmaceutical Research 2:329.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from concordant.inference.intervals.panels import by_clusters
from concordant.inference.intervals.proportions import wilson
from concordant.inference.quantiles import SCALES, two_sided
from concordant.inference.samples.sample import Clusters
from concordant.typing import FloatArray


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
        found: FloatArray = self.size / self.size.sum()
        return found

    @property
    def mean(self) -> FloatArray:
        """What people say on average; NaN where nobody has looked."""
        with np.errstate(invalid="ignore", divide="ignore"):
            found: FloatArray = self.total / self.labelled
            return found

    @property
    def value(self) -> float:
        """``sum_j W_j p_j``; NaN if nobody has looked at items with some verdict."""
        here = self.size > 0
        return float((self.weight[here] * self.mean[here]).sum())

    @property
    def flat(self) -> npt.NDArray[np.bool_]:
        """Where all that people say of a verdict's items is the same, though some of them have no label."""
        inside = self.squares - np.square(self.total) / np.maximum(self.labelled, 1)
        return (inside <= 1e-12) & (self.labelled < self.size)

    @property
    def explained(self) -> float:
        """The share of the variance of what people say that the verdict explains: phi^2 of two verdicts."""
        here, value = self.size > 0, self.value
        between = float((self.weight * np.square(self.mean - value))[here].sum())
        whole = float((self.weight * self.squares / np.maximum(self.labelled, 1))[here].sum()) - value * value
        return between / whole if whole > 1e-12 else float("nan")


def strata_of(stratum: npt.NDArray[np.intp], people: FloatArray, verdicts: int) -> Strata:
    """Count items by verdict."""
    known = ~np.isnan(people)
    code, said = stratum[known], people[known]
    every = (
        np.bincount(stratum, minlength=verdicts),
        np.bincount(code, minlength=verdicts),
        np.bincount(code, said, verdicts),
        np.bincount(code, said * said, verdicts),
    )
    return Strata(*(part.astype(np.float64) for part in every))


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
    here = strata.size > 0
    w, n = strata.weight[here], strata.labelled[here]
    p = np.where(n > 0, strata.total[here] / np.maximum(n, 1), 0.5)
    apart = p if less is None else p - less[here]
    drift = (w @ np.square(apart) - np.square(w @ apart)) / strata.size.sum()
    w, p, n = _collapsed(w, p, n)
    seen = n > 0
    v = p * (1 - p) / np.maximum(n, 1) * seen
    error = np.sqrt(v) if v.any() else seen / np.maximum(n, 1)
    share = np.sqrt(np.square(w * error).sum()) / (w @ error)
    low, high = wilson(p, n / share**2, level)
    ends = p - np.where(seen, low, 0.0), np.where(seen, high, 1.0) - p
    below, above = (float(np.hypot(w @ end, two_sided(level) * np.sqrt(max(drift, 0.0)))) for end in ends)
    se = float(np.sqrt(w * w @ v + max(drift, 0.0))) if seen.all() else float("nan")
    if less is None:
        return max(value - below, 0.0), min(value + above, 1.0), se
    return value - above, value + below, se


def _collapsed(w: FloatArray, p: FloatArray, n: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Strata with those of one label as one; one alone takes in the next in labels. Its n is that of its variance."""
    few = n == 1
    if few.sum() == 1 and (n > 1).any():
        few |= n == n[n > 1].min()
    if few.sum() < 2:
        return w, p, n
    whole = w[few].sum()
    size = whole * whole / (np.square(w[few]) / n[few]).sum()
    share = min(float(w[few] @ p[few] / whole), 1.0)
    return np.append(w[~few], whole), np.append(p[~few], share), np.append(n[~few], size)


def delta_error(strata: Strata) -> tuple[float, float]:
    """
    The standard error and its degrees of freedom.

    ``sum W_j^2 s_j^2 / n_j + sum W_j (p_j - p)^2 / A``, where s_j^2 has the divisor n_j - 1: of 0 and 1 it is
    ``p_j (1 - p_j) / (n_j - 1)``. NaN where a verdict has fewer than two labelled items.
    """
    here = strata.size > 0
    n, w, p = strata.labelled[here], strata.weight[here], strata.mean[here]
    if (n < 2).any():
        return float("nan"), float("nan")
    within = (strata.squares[here] - n * p * p) / (n - 1)
    variance = (w * w * within / n).sum() + (w * np.square(p - strata.value)).sum() / strata.size.sum()
    return float(np.sqrt(max(variance, 0.0))), float(n.sum() - here.sum())


def clustered_error(
    strata: Strata, stratum: npt.NDArray[np.intp], people: FloatArray, clusters: Clusters
) -> tuple[float, float]:
    """The same for items in clusters: the influences of labelled and of unlabelled items are added by cluster."""
    known, mean = ~np.isnan(people), strata.mean
    influence = mean[stratum] - strata.value
    pull = strata.size / np.maximum(strata.labelled, 1)
    influence[known] += (pull[stratum] * (people - mean[stratum]))[known]
    return summed_error(influence / len(stratum), clusters)


def summed_error(influence: FloatArray, clusters: Clusters) -> tuple[float, float]:
    """The standard error of a value from the influences of its rows, and its degrees of freedom."""
    spread = by_clusters(clusters, influence[:, None])
    return float(np.sqrt(spread.variance[0])), float(spread.degrees)


def limits_on(scale: str, value: float, se: float, level: float, degrees: float | None) -> tuple[float, float]:
    """Limits on a scale, "logit" or "delta" (symmetric), by Student's t or the normal."""
    if not se > 0 or (degrees is not None and not degrees > 0):
        return float("nan"), float("nan")
    low, high = SCALES[scale].limits(np.asarray(value), np.asarray(se), two_sided(level, degrees))
    return float(low), float(high)
