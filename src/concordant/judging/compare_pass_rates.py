"""The true pass rates of two systems compared, by a judge on all items and people on some."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from concordant.errors import LengthError, SelectionError
from concordant.inference.quantiles import check_level
from concordant.judging.means import Mean, interval_of, p_value_of
from concordant.judging.pass_rate import Chosen, check_chosen
from concordant.judging.passes import Passes, labels_in, read_passes
from concordant.judging.post_stratified import clustered_error, delta_error, strata_of
from concordant.judging.prediction_powered import powered_mean
from concordant.result.comparisons import p_text
from concordant.result.intervals import Interval
from concordant.result.record import Answer, counted, more_or_less, percent, points, signed
from concordant.typing import Column, FloatArray, Label


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class PassRateDifference(Answer):
    """
    The true pass rate of system A less that of system B, on the same items.

    Attributes
    ----------
    difference : Interval
        Of the true pass rates.
    judge_difference : float
        Of the rates of the judge.
    p_value : float
        Of no difference.
    judged, labelled : int
        Items, and those of which people labelled the answers of both systems.
    """

    difference: Interval
    judge_difference: float
    p_value: float
    judged: int
    labelled: int


def compare_pass_rates(
    *,
    judge_a: Column,
    judge_b: Column,
    human_a: Any,
    human_b: Any,
    pass_label: Label | None = None,
    chosen: Chosen | None = None,
    level: float = 0.95,
    cluster: Column | None = None,
) -> PassRateDifference:
    """
    Compare the true pass rates of two systems that answered the same items.

    Parameters
    ----------
    judge_a, judge_b : array-like of shape (n,)
        The verdicts of the judge on the answers of each system, to all items.
    human_a, human_b : array-like of shape (n,), or (n, people)
        What people say of them. An item counts as labelled where both are.
    pass_label, level, cluster
        As of `pass_rate`.
    chosen : {"random", "by judge"}
        How the labelled items were chosen; "by judge": by both verdicts. Needed unless all are labelled.

    Returns
    -------
    PassRateDifference

    Notes
    -----
    The estimates of `pass_rate` of the differences of each item, ``y_A - y_B``: PPI++ where items were chosen at
    random, post-stratified by the two verdicts where these chose them. Student's t.

    Examples
    --------
    >>> from concordant import judging
    >>> a, b = [1, 1, 1, 0] * 100, [1, 0, 1, 0] * 100
    >>> people_a, people_b = [1, 1, 0, 0] * 20 + [None] * 320, [1, 0, 1, 0] * 20 + [None] * 320
    >>> found = judging.compare_pass_rates(
    ...     judge_a=a, judge_b=b, human_a=people_a, human_b=people_b, chosen="random")
    >>> print(found.difference)
    difference of pass rates 0.000, 95 % interval -0.108 to 0.108 (ppi++, t, n = 400)
    """
    level = check_level(level)
    every = labels_in(judge_a, judge_b, human_a, human_b)
    first = read_passes(judge_a, human_a, pass_label, cluster, also=every)
    second = read_passes(judge_b, human_b, pass_label, cluster, also=every)
    n = len(first.people)
    if len(second.people) != n:
        msg = f"both systems must have the same items: {n} of A, {len(second.people)} of B."
        raise LengthError(msg)
    people: FloatArray = first.people - second.people
    verdicts = first.passed.astype(np.float64) - second.passed
    known = ~np.isnan(people)
    check_chosen(chosen, known)
    if chosen in ("by truth", "elsewhere") and not known.all():
        msg = f"a difference of pass rates has no estimate for items chosen {chosen}: label items at random."
        raise SelectionError(msg)
    mean, reason = _mean(first, second, (people, verdicts), chosen)
    signature = signed(
        "judging.compare_pass_rates", chosen=chosen or "all labelled", n=n, labelled=int(known.sum()), level=level
    )
    difference = interval_of(mean, level, "difference of pass rates", signature, most=1.0)
    made = PassRateDifference(
        sentence="",
        reason="; ".join(part for part in (reason or difference.reason, first.doubt or second.doubt) if part) or None,
        signature=signature,
        difference=difference,
        judge_difference=float(verdicts.mean()),
        p_value=p_value_of(mean),
        judged=n,
        labelled=int(known.sum()),
    )
    return replace(made, sentence=_sentence(made, (float(first.passed.mean()), float(second.passed.mean()))))


def _mean(
    first: Passes, second: Passes, both: tuple[FloatArray, FloatArray], chosen: str | None
) -> tuple[Mean, str | None]:
    people, verdicts = both
    n, kind = len(people), "" if first.clusters is None else " of clusters"
    if np.isnan(people).all():
        return Mean(math.nan, math.nan, math.nan, 0.0, "t"), "no item is labelled for both systems"
    if chosen != "by judge":
        found = powered_mean(people, verdicts, power=None, clusters=first.clusters)
        return Mean(found.value, found.se, found.degrees, n, f"ppi++{kind}, t"), None
    pair = first.stratum * len(second.verdicts) + second.stratum
    strata = strata_of(pair, people, len(first.verdicts) * len(second.verdicts))
    unseen = (strata.size > 0) & (strata.labelled == 0)
    if unseen.any():
        a, b = divmod(int(np.argmax(unseen)), len(second.verdicts))
        why = f"no person has looked at items judged {first.verdicts[a]!r} of A and {second.verdicts[b]!r} of B"
        return Mean(math.nan, math.nan, math.nan, n, "t"), why
    if first.clusters is None:
        se, degrees = delta_error(strata)
    else:
        se, degrees = clustered_error(strata, pair, people, first.clusters)
    return Mean(strata.value, se, degrees, n, f"post-stratified, delta{kind}, t"), None


def _sentence(made: PassRateDifference, rates: tuple[float, float]) -> str:
    start = f"The judge passes {percent(rates[0])} of A and {percent(rates[1])} of B."
    value = made.difference.value
    if math.isnan(value):
        return f"{start} What people would pass is undefined: {made.reason}."
    ends = "no interval"
    if not math.isnan(made.difference.low):
        ends = f"{more_or_less(made.difference.low)} to {more_or_less(made.difference.high)}"
    side = "more" if value >= 0 else "less"
    where = f"from {counted(made.labelled, 'labelled item')} among {made.judged:,}"
    return f"{start} People would pass {points(value)} {side} of A ({ends}; {p_text(made.p_value)}), {where}."
