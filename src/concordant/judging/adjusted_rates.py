"""Rates of the judge; post-stratification, prediction-powered inference, Rogan-Gladen."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError
from concordant.inference.influence.influences import Influences, influential_rows
from concordant.inference.intervals.proportions import of_rows, wilson
from concordant.inference.quantiles import check_level, two_sided
from concordant.inference.samples.sample import Atoms, Totals
from concordant.judging.answers import OF_A_RATE, Mean, Scored, summed_error, wilson_of
from concordant.metrics.arithmetic import check_row_number, check_share
from concordant.metrics.definition.options import knowing_its_options
from concordant.result.intervals import Interval
from concordant.result.record import signed
from concordant.typing import FloatArray

if TYPE_CHECKING:
    from concordant.judging.items import Passes

# The items that the judge and people can say something of: whether the judge passes them, and people.
_PASSED = np.array([True, False, True, False, True, False])
_PEOPLE = np.array([np.nan, np.nan, 1.0, 1.0, 0.0, 0.0])

Share = tuple[float, float, float, float]
FEW_CARRY = 12  # items, effectively, that a mean rests on


@dataclass(frozen=True)
class Powered:
    """
    A mean from few labels and many predictions (PPI++): that of the predictions, corrected by the labelled items.

    ``lambda mean(f of others) + mean(y - lambda f)``; items were labelled at random. With label weights v, of items
    that were labelled with unequal probabilities, ``lambda mean(f) + mean_v(y - lambda f)``: the mean over all items,
    and the weighted mean of what is left of the labelled ones. Weighted items are worth n and N by Kish's count.

    Angelopoulos, Duchi & Zrnic (2023), PPI++: Efficient prediction-powered inference, arXiv 2311.01453, for a mean.

    Attributes
    ----------
    people, judge : ndarray of float64, shape (n,)
        What people say, NaN where nobody has looked, and what the judge says.
    atoms : Atoms
        What each item weighs, and which belong together.
    label_weight : ndarray of float64, shape (n,), or None
        One over the probability that an item was labelled, 0 where it was not; None where all have one.
    """

    people: FloatArray
    judge: FloatArray
    atoms: Atoms
    label_weight: FloatArray | None = None

    @cached_property
    def labelled(self) -> npt.NDArray[np.bool_]:
        """Which items a person has labelled."""
        return ~np.isnan(self.people)

    @cached_property
    def said(self) -> FloatArray:
        """What people say, 0 where nobody has looked."""
        return np.where(self.labelled, self.people, 0.0)

    def power(self, ddof: int = 1) -> float:
        """
        The lambda from 0 to 1 that gives the least variance.

        ``cov(y, f) / (var(f) (1 + n / N))``, var(f) that of all predictions; 0 where there are fewer than two others,
        whose variance is unknown. With label weights that of the influences of items, ``a + lambda b``.
        """
        atoms, judge, labelled = self.atoms, self.judge, self.labelled
        if self.label_weight is None:
            n, n_others = atoms.effective_of(labelled), atoms.effective_of(~labelled)
            every = np.ones(len(judge), np.bool_)
            spread = self._covariance(judge, judge, every, 1) * (1 + n / n_others) if n_others >= 2 else 0.0
            moved = self._covariance(self.said, judge, labelled, ddof) if n > ddof else 0.0
        else:
            pull = atoms.weight * self.label_weight
            share, of_an_item = pull / pull.sum(), self.label_weight / pull.sum()
            a = of_an_item * (self.said - share @ self.said)
            b = (judge - atoms.weight @ judge / atoms.total) / atoms.total - of_an_item * (judge - share @ judge)
            spread, moved = float(atoms.squares @ b**2), -float(atoms.squares @ (a * b))
            spread = spread if labelled.sum() > 1 else 0.0
        return float(np.clip(moved / spread, 0.0, 1.0)) if spread > 0 else 0.0

    def mean(self, power: float, ddof: int = 1) -> Mean:
        """
        The mean of this power.

        The variance is ``var(y - lambda f) / n + lambda^2 var(f of others) / N``; with clusters or label weights that
        of the influences of items.
        """
        scored, labelled = self.score(power), self.labelled
        se, degrees = scored.error
        if self.label_weight is None and self.atoms.clusters is None:
            n, n_others = self.atoms.effective_of(labelled), self.atoms.effective_of(~labelled)
            residuals = self.said - power * self.judge
            error = self._covariance(residuals, residuals, labelled, ddof) / n
            if n_others and power:
                error += power**2 * self._covariance(self.judge, self.judge, ~labelled, ddof) / n_others
            se, degrees = float(np.sqrt(error)), n - 1.0
        return Mean(scored.value, se, degrees or 0.0, len(self.people), "ppi++")

    def score(self, power: float, ends: Sequence[float] = (), mass: float = 1.0) -> Scored:
        """The mean with score limits; what people say lies between two `ends`, where they are known."""
        atoms, judge, labelled = self.atoms, power * self.judge, self.labelled
        if self.label_weight is None:
            own, others, lacking, of_all = labelled * 1.0, ~labelled * 1.0, 1.0, 0.0
            mean, atoms = _mean(judge, labelled, atoms), replace(atoms, stratum=labelled.astype(np.intp))
        else:
            own, others, of_all = self.label_weight, np.ones(len(judge)), 1.0
            pull = atoms.weight * own
            lacking = float((pull @ own) / pull.sum())  # the label weight of any item, labelled or not
            mean = float(atoms.weight @ judge) / atoms.total
        used = 4 if power or of_all else 2
        rows = np.stack([own, own * (self.said - judge), others, others * judge][:used], axis=1)
        chance = np.array([[lacking, lacking * (end - mean), of_all, of_all * mean][:used] for end in ends])

        def formula(sums: Any) -> Any:
            of_labelled = sums[..., 1] / sums[..., 0]
            return of_labelled + sums[..., 3] / sums[..., 2] if used > 2 else of_labelled

        scored = Scored(formula, rows, chance.reshape(-1, used), atoms, atoms.effective_of(labelled) - 1, mass)
        if self.label_weight is None:
            return scored
        carry = float(influential_rows(atoms, Influences(scored.influence)))  # heavy ones leave fewer degrees
        return replace(scored, freedom=max(carry, FEW_CARRY) - 1)

    def why_no_error(self, mean: Mean, power: float) -> str:
        """Why a mean of this power has no interval."""
        if not np.isnan(mean.se):
            return "the labels do not vary: no standard error"
        if self.labelled.sum() < 2:
            return "fewer than two items are labelled: no standard error"
        if (~self.labelled).sum() < 2 and power:
            return f"fewer than two items are not labelled: no standard error at a power of {power:g}, take power=0"
        return "no standard error"

    def _covariance(self, x: FloatArray, y: FloatArray, of: npt.NDArray[np.bool_], ddof: int) -> float:
        """The covariance over some items; NaN of too few."""
        n = self.atoms.effective_of(of)
        products = (x - _mean(x, of, self.atoms)) * (y - _mean(y, of, self.atoms)) if n > ddof else x
        return _mean(products, of, self.atoms) * n / (n - ddof) if n > ddof else math.nan


def _mean(values: FloatArray, of: npt.NDArray[np.bool_], atoms: Atoms) -> float:
    """The weighted mean over some items."""
    return float(atoms.weight[of] @ values[of]) / float(atoms.weight[of].sum())


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
        Of these the labelled ones: how many, and the sum and the sum of squares of what people say. Weighted items
        count by what they are worth (Kish).
    items : float
        How many items there are, or what they are worth.
    """

    size: FloatArray
    labelled: FloatArray
    total: FloatArray
    squares: FloatArray
    items: float

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


def strata_of(
    stratum: npt.NDArray[np.intp],
    people: FloatArray,
    verdicts: int,
    atoms: Atoms,
    label_weight: FloatArray | None = None,
) -> Strata:
    """
    Count items by verdict.

    Labelled items with a `label_weight` are worth no more than Kish's count, and no more than by what people say:
    large weights may stand where people differ.
    """
    labelled = ~np.isnan(people)
    code, values = stratum[labelled], people[labelled]
    weight, weight_squares = atoms.weight[labelled], atoms.squares[labelled]
    if label_weight is not None:
        weight, weight_squares = weight * label_weight[labelled], weight_squares * label_weight[labelled] ** 2
    powers = (weight, weight_squares, weight * values, weight * values * values)
    size: FloatArray = np.bincount(stratum, atoms.weight, verdicts).astype(np.float64)
    held, squares, total, of_squares = (np.bincount(code, each, verdicts).astype(np.float64) for each in powers)
    worth = held / np.where(squares > 0, squares, 1.0)  # items for each unit of weight
    if label_weight is not None:
        share = total / np.where(held > 0, held, 1.0)
        within = of_squares - held * share**2
        moved = np.bincount(code, weight_squares * np.square(values - share[code]), verdicts)
        worth = np.where(moved > 0, np.minimum(worth, within / np.where(moved > 0, moved, 1.0)), worth)
    return Strata(size, held * worth, total * worth, of_squares * worth, atoms.effective)


def wilson_limits(
    strata: Strata, value: float, level: float, *, less: FloatArray | None = None, finite: bool = False
) -> tuple[float, float, float]:
    """
    Limits of the value ``sum_j W_j p_j`` and its standard error; with `less` of ``sum_j W_j (less_j - p_j)``.

    Of a `finite` population, the judged items, the weights are known and n_j of N_j labels are worth
    ``n_j (N_j - 1) / (N_j - n_j)`` (finite population correction); what no label can change is a limit, too.

    The sums of Wilson's limits of all strata, each with the quantile ``z sqrt(sum W_j^2 v_j) / sum W_j sqrt(v_j)``,
    ``v_j = p_j (1 - p_j) / n_j`` (Yan & Su 2010). Ours are three things that the paper does not have: the weights are
    estimated too, so that their variance ``sum W_j (p_j - p)^2 / A`` is added, squared distance to squared distance;
    strata of one label, which do not show how they vary, are collapsed to one; and ``1 / n_j^2`` is in the place of v_j
    where all of them are 0. Where nobody has looked p_j is a half, with the limits 0 and 1.
    """
    occurs = strata.size > 0
    w, n, total = strata.weight[occurs], strata.labelled[occurs], strata.total[occurs]
    p = np.where(n > 0, total / np.maximum(n, 1), 0.5)
    deviation = p if less is None else p - less[occurs]
    drift = (w @ np.square(deviation) - np.square(w @ deviation)) / strata.items
    if finite:
        size, drift = strata.size[occurs], 0.0
        with np.errstate(divide="ignore"):
            n = np.where(n > 0, n * np.maximum(size - 1, 1) / (size - n), 0.0)
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


def stratified_mean(items: Passes, values: FloatArray) -> Mean:
    """
    ``sum_j W_j p_j`` over verdicts of values that are NaN where nobody has looked, with its standard error.

    Of a finite population the weights are known, and a variance counts ``1 - n_j / N_j``.

    ``sum W_j^2 s_j^2 / n_j + sum W_j (p_j - p)^2 / A``, where s_j^2 has the divisor n_j - 1: of 0 and 1 it is
    ``p_j (1 - p_j) / (n_j - 1)``. NaN where a verdict has fewer than two labelled items. With clusters the standard
    error is that of the summed influences of their items.
    """
    stratum, atoms, name = items.stratum, items.atoms, "post-stratified, delta"
    label_weight = items.label_weight
    strata = strata_of(stratum, values, len(items.verdicts), atoms, label_weight)
    if atoms.clusters is not None:
        scored = stratified_score(stratum, values, (-1.0, 1.0), atoms, label_weight)
        error = summed_error(scored.influence, scored.atoms)
        return Mean(strata.value, *error, len(values), f"{name} of clusters")
    occurs = strata.size > 0
    n, w, p = strata.labelled[occurs], strata.weight[occurs], strata.mean[occurs]
    if (n < 2).any():
        return Mean(strata.value, math.nan, math.nan, len(values), name)
    within = (strata.squares[occurs] - n * p * p) / (n - 1)
    variance = (w * w * within / n).sum() + (w * np.square(p - strata.value)).sum() / strata.items
    if items.finite:
        variance = (w * w * within / n * (1 - n / strata.size[occurs])).sum()
    return Mean(strata.value, math.sqrt(max(variance, 0.0)), float(n.sum() - occurs.sum()), len(values), name)


def stratified_score(
    stratum: npt.NDArray[np.intp],
    people: FloatArray,
    ends: tuple[float, float],
    atoms: Atoms,
    label_weight: FloatArray | None = None,
) -> Scored:
    """``sum_j W_j p_j`` with score limits; in each stratum a label of either end may be missing by chance."""
    _, code = np.unique(stratum, return_inverse=True)
    of_stratum, labelled = np.eye(int(code.max()) + 1), ~np.isnan(people)
    size, each = len(of_stratum), of_stratum[code]
    own = labelled * (1.0 if label_weight is None else label_weight)
    rows = np.hstack([each, each * own[:, None], each * (own * np.where(labelled, people, 0.0))[:, None]])
    chance = np.concatenate([np.hstack([of_stratum, of_stratum, of_stratum * end]) for end in ends])

    def formula(sums: Any) -> Any:
        items, labels, total = (sums[..., at : at + size] for at in (0, size, 2 * size))
        return (items * total / labels).sum(-1) / items.sum(-1)

    atoms = replace(atoms, stratum=labelled.astype(np.intp))
    return Scored(formula, rows, chance, atoms, atoms.effective_of(labelled) - size, OF_A_RATE)


def wilson_share(of: npt.NDArray[np.bool_], counted: npt.NDArray[np.bool_], atoms: Atoms, level: float) -> Share:
    """The share of some items that is `counted`, Wilson's limits, and how many items those are, or are worth."""
    sums = (float(power[some].sum()) for power in (atoms.weight, atoms.squares) for some in (of & counted, of))
    part, whole, part_squares, squares = sums
    if not whole:
        return math.nan, math.nan, math.nan, 0.0
    share = of_rows(Totals(part, whole, part_squares, squares))
    return float(share.p), *wilson_of(float(share.p), float(share.n), level), atoms.effective_of(of)


@knowing_its_options("judging")
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
        Cut to 0 and 1; the reason says so. Score limits; with a known Se and Sp those of Wilson for p, carried over.
        NaN where the judge is no better than chance (Se + Sp <= 1).

    References
    ----------
    Rogan & Gladen (1978), American Journal of Epidemiology 107:71. Rao (1948), Proc. Cambridge Philosophical Society
    44:50, for score limits.

    Examples
    --------
    >>> from concordant import judging
    >>> print(judging.rogan_gladen(judged=1000, judged_pass=640, human_pass=100, judge_pass_of_these=90,
    ...                            human_fail=100, judge_fail_of_these=85))
    pass rate 0.653, 95 % interval 0.583 to 0.734 (rogan-gladen, score, n = 1000)
    """
    level, counts = check_level(level), (human_pass, judge_pass_of_these, human_fail, judge_fail_of_these)
    _check_part("judged_pass", judged_pass, "judged", judged)
    p = judged_pass / judged
    if sensitivity is not None and specificity is not None and all(count is None for count in counts):
        for name, share in (("sensitivity", sensitivity), ("specificity", specificity)):
            check_share(share, name)
        youden = sensitivity + specificity - 1
        shares = (p, *wilson_of(p, judged, level))
        raw = [(share + specificity - 1) / youden if youden > 0 else math.nan for share in shares]
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
    of_each = np.array([judged_pass, judged - judged_pass, x1, m1 - x1, m0 - x0, x0], np.float64)
    rate = errors_of_judge(_PASSED, _PEOPLE, np.isnan(_PEOPLE), Atoms(of_each, of_each))
    return rate_by_errors(rate, level, judged)


def rate_by_errors(rate: Scored, level: float, judged: int) -> Interval:
    """The interval of the true rate that the errors of the judge tell."""
    sums = rate.atoms.weight @ rate.rows
    youden = sums[3] / sums[2] + sums[5] / sums[4] - 1
    interval = rate.interval(level, "pass rate", "", judged, prefix="rogan-gladen, ")
    raw = [interval.value, interval.low, interval.high]
    return _rate_interval(raw, interval.se, youden, level, interval.method, judged, interval.reason)


def _check_part(part: str, part_count: Any, total: str, total_count: Any) -> None:
    for name, number in ((part, part_count), (total, total_count)):
        check_row_number(number, name, least=0)
    if not part_count <= total_count < 2**63 or total_count == 0:
        total_text = f"{total}={total_count}, which must be above 0 and below 2^63"
        raise OptionError(f"{part}={part_count} must be at most {total_text}.")


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


def errors_of_judge(
    passed: npt.NDArray[np.bool_],
    people: FloatArray,
    pool: npt.NDArray[np.bool_],
    atoms: Atoms,
    *,
    lenience: bool = False,
) -> Scored:
    """
    The true rate ``(p + Sp - 1) / (Se + Sp - 1)``, or the judge's less that one.

    p is the share of the `pool` that the judge passes. People pass, fail or have not seen (NaN) an item.
    """

    def rows(passed: npt.NDArray[np.bool_], people: FloatArray, pool: npt.NDArray[np.bool_]) -> FloatArray:
        good, bad = people == 1, people == 0
        return np.stack([pool, pool & passed, good, good & passed, bad, bad & ~passed], axis=1).astype(np.float64)

    inside = (pool & ~np.isnan(people)).any()  # labelled items are items of the pool, too
    chance = rows(_PASSED, _PEOPLE, np.isnan(_PEOPLE) | inside)
    atoms = replace(atoms, stratum=np.where(np.isnan(people), 0, 1 + people).astype(np.intp))

    def formula(sums: Any) -> Any:
        p, sensitivity, specificity = (sums[..., at + 1] / sums[..., at] for at in (0, 2, 4))
        rate = (p + specificity - 1) / (sensitivity + specificity - 1)
        return p - rate if lenience else rate

    return Scored(formula, rows(passed, people, pool), chance, atoms, mass=OF_A_RATE)
