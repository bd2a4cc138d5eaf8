"""`gap`: whether a judge agrees with people as well as they agree with each other."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from concordant.errors import OptionError
from concordant.inference.comparisons.difference import student_test
from concordant.inference.quantiles import check_level, tail
from concordant.inputs.label_values import doubt_of_spelling
from concordant.judging.answers import Mean, jackknifed, left_out_each, mean_of
from concordant.judging.items import Items, read_items
from concordant.metrics import get
from concordant.metrics.arithmetic import as_float, check_share
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.options import knowing_its_options
from concordant.result.comparisons import p_text, shown_by_limits
from concordant.result.intervals import Interval
from concordant.result.record import (
    Answer,
    answered,
    confidence,
    counted,
    more_or_less,
    percent,
    points,
    points_apart,
    signed,
    weights_said,
)
from concordant.states import Counts
from concordant.typing import Column, FloatArray, KappaWeights, Label

FEW = 30
_FEW_HEAVY = 30  # weighted items that a variance rests on


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class Gap(Answer):
    """
    The agreement of a judge with people, less that of people among themselves, on the same items.

    Attributes
    ----------
    difference : Interval
        Below 0 the judge agrees less with a person than another person does.
    judge_human, human_human : Interval
        Both agreements, of a pair on average.
    p_value : float
        Two-sided, of no difference.
    margin : float or None
        The greatest difference that does not matter, as asked for.
    p_noninferior : float
        One-sided, of a judge that is worse by the margin or more, by Student's t; NaN without a margin. With few items
        it is too small.
    p_cautious : float
        The same with two items more, one better and one worse than the margin by 1: it decides.
    as_good : bool or None
        Whether `p_cautious` is below 1 - level; None without a margin.
    items : float
        Items with the judge and at least two people.
    people : int
        How many people.
    """

    difference: Interval
    judge_human: Interval
    human_human: Interval
    p_value: float
    margin: float | None
    p_noninferior: float
    p_cautious: float
    as_good: bool | None
    items: float
    people: int


@knowing_its_options("judging")
def gap(
    data: Any = None,
    /,
    *,
    judge: Any,
    humans: Any,
    margin: float | None = None,
    metric: str | Metric = "agreement",
    weights: KappaWeights = None,
    labels: Sequence[Label] | None = None,
    cluster: Column | str | None = None,
    sample_weight: Column | str | None = None,
    level: float = 0.95,
) -> Gap:
    """
    Compare the agreement of a judge with people to that of people among themselves.

    Parameters
    ----------
    data : data frame, optional
        Rows are items; `judge` and `humans` are names of its columns. Without it they are columns.
    judge : name, or array-like of shape (n,)
        The judge.
    humans : list of names, or matrix of shape (n, people)
        Two people or more; None and NaN where somebody has not rated.
    margin : float, optional
        The greatest difference that does not matter. Without it there is no verdict; no value suits every use.
    metric : str or Metric
        ``"agreement"``: the share of pairs that agree; ``"kappa"``: Cohen's kappa, on average over pairs (of people:
        Light's kappa); or another coefficient of two raters, such as `gwet_ac1`. With quadratic weights kappa is Lin's
        concordance correlation.
    weights : str, array-like or None
        How much two labels disagree, as in `cohen_kappa`; it needs ordered labels.
    labels : sequence, optional
        All labels in their order.
    cluster : name, or array-like of shape (n,), optional
        Which items belong together.
    sample_weight : name, or array-like of shape (n,), optional
        How much each item counts, such as one over the probability that it was drawn; a common factor changes nothing.
        Weighted items are worth fewer in standard errors (Kish).
    level : float
        The nominal coverage; non-inferiority is tested one-sided at 1 - level.

    Returns
    -------
    Gap

    Raises
    ------
    TooFewRatersError
        For fewer than two people.
    TooFewUnitsError
        For fewer than two items with the judge and two people.

    Notes
    -----
    Share of agreement: of each item ``mean_g W(J, H_g) - mean_{g<h} W(H_g, H_h)``, then Student's t of the mean; every
    item counts once. Coefficients: the jackknife over items, Student's t.

    Most items differ by 0 and a few by much, so that Student's t calls a judge as good too often: at a gap of minus the
    margin in 5.8 to 8.6 % of panels of 50 to 400 items and in 8.3 to 10.1 % of 20 (nominal 5 %). The verdict counts two
    items more, at the margin -1 and +1, as Agresti and Min (2005) do for shares: 4.8 to 6.2 %, of 20 items 2.2 to
    3.4 %. The 95 % interval held the gap in 92.5 to 95.5 %, of 20 items in 90.4 to 93.3 %. Measured in 4,000 panels
    each: 3 or 5 people right in 80 %, 3 labels, margin 0.05 or 0.1, agreement and kappa
    (`benchmarks/coverage/judge_gaps.py`); with 20 to 100 clusters of 3 or 5 items 5.3 to 6.3 % and 94.6 to 95.1 %, of
    2,000 panels each. Of weighted items the two count as much as an item is worth. Where effectively fewer than 30 of
    these have most of the weight the reason says so: then the interval held the gap in 80 to 93 % of panels of 100 to
    1,000 items (4 % of which weigh 25, or lognormal weights), else the verdict was wrong in 3 to 9 % of 300 panels.

    References
    ----------
    Agresti & Min (2005), Simple improved confidence intervals for comparing matched proportions, Statistics in
    Medicine 24:729.

    Examples
    --------
    >>> from concordant import judging
    >>> people = [[1, 1, 1], [0, 0, 0], [1, 1, 0], [0, 0, 1], [1, 1, 1], [0, 0, 0]] * 10
    >>> judge = [1, 0, 1, 0, 1, 1] * 10
    >>> found = judging.gap(judge=judge, humans=people, margin=0.1)
    >>> print(found.difference)
    difference in agreement -0.056, 95 % interval -0.172 to 0.061 (t, n = 60)
    >>> found.as_good, round(found.p_noninferior, 2)
    (False, 0.22)
    """
    level = check_level(level)
    margin = check_margin(margin, level)
    items = read_items(data, judge, humans, labels=labels, cluster=cluster, sample_weight=sample_weight, least=2)
    return gap_of(items, margin=margin, metric=metric, weights=weights, level=level)


def _few_heavy(weights: FloatArray | None) -> str | None:
    """Say so where few items weigh so much that the variance is known from them alone."""
    if weights is None:
        return None
    squares = np.square(weights)
    heavy = float(squares.sum() ** 2 / np.square(squares).sum())
    return f"few items have most of the weight (effective sample size {heavy:.0f})" if heavy < _FEW_HEAVY else None


def check_margin(margin: float | None, level: float) -> float | None:
    """Return the margin; raise for one that is none."""
    if margin is None:
        return None
    percent = as_float(margin)
    if 1 < percent <= 50:
        raise OptionError(f"margin must be a difference below 1, not {margin!r}. Did you mean {percent / 100:g}?")
    check_share(margin, "margin, the greatest difference that does not matter,", zero=False, one=False)
    if level <= 0.5:
        raise OptionError(f"non-inferiority is tested at 1 - level, one-sided: level must be above 0.5, not {level!r}.")
    return percent


def gap_of(items: Items, *, margin: float | None, metric: str | Metric, weights: KappaWeights, level: float) -> Gap:
    """Compute the gap of items that were read already."""
    if len(items.judges) != 1:
        raise OptionError(f"a gap is of one judge, not {len(items.judges)}: take judging.compare_judges for several.")
    chosen, name = _metric(metric)
    mask = (items.of_judges[:, 0] >= 0) & ((items.of_people >= 0).sum(1) >= 2)
    usable = items.some(mask, 2, "items with the judge and two people or more")
    n = usable.atoms.total
    options = {} if weights is None else {"weights": weights}
    unit = 1.0
    if chosen is None:
        shares = agreement_shares(usable, weights)
        means = [mean_of(part, usable.atoms) for part in (shares[0] - shares[1], *shares)]
        scale, reason = "logit", None
    else:
        means, reason = coefficient_means(usable, chosen, options)
        scale, unit = "fisher", _unit(usable, weights, means[2].value)
    weights_text = weights_said(weights)
    signature = signed(
        "judging.gap", metric=name, weights=weights_text, n=n, people=len(items.people), level=level, margin=margin
    )
    most = 1.0 if chosen is None else 2.0
    difference = means[0].interval(level, f"difference in {name}", signature, most=most)
    test = student_test(means[0].value, means[0].se, means[0].degrees, level, means[0].method)
    p_noninferior = p_cautious = math.nan
    if margin is not None:
        p_noninferior = math.nan if test.tails is None else test.tails(-margin)[0]
        worth = means[0].n if items.atoms.clusters is not None else means[0].degrees + 1  # of weighted items fewer
        p_cautious = _cautious_p(replace(means[0], n=worth), margin, unit)
    too_few = f"with fewer than {FEW} items the interval is too narrow" if n < FEW else _few_heavy(items.weights)
    return answered(
        Gap,
        lambda answer: _sentence(answer, name, weights_text),
        reason,
        doubt_of_spelling(items.labels),
        difference.reason,
        too_few,
        signature=signature,
        difference=difference,
        judge_human=means[1].interval(level, f"{name} of judge and person", signature, scale=scale),
        human_human=means[2].interval(level, f"{name} of two people", signature, scale=scale),
        p_value=test.p_value,
        margin=margin,
        p_noninferior=p_noninferior,
        p_cautious=p_cautious,
        as_good=None if margin is None else bool(p_cautious < 1 - level),
        items=n,
        people=len(items.people),
    )


def _metric(metric: str | Metric) -> tuple[Metric | None, str]:
    """The coefficient of two raters, None for the plain share, and what it is called."""
    if isinstance(metric, str) and metric in ("agreement", "weighted_agreement", "percent_agreement"):
        return None, "agreement"
    coefficient = metric if isinstance(metric, Metric) else get("cohen_kappa" if metric == "kappa" else str(metric))
    if coefficient.name in ("weighted_agreement", "light_kappa"):
        return (None, "agreement") if coefficient.name == "weighted_agreement" else (get("cohen_kappa"), "kappa")
    one_a_label = coefficient.name == "category_kappa" or "average" in coefficient.options
    if coefficient.facts.family != "agreement" or not coefficient.facts.symmetric or one_a_label:
        msg = f"metric must be a coefficient of agreement of two raters, such as cohen_kappa, not {coefficient.name}."
        raise OptionError(msg)
    return coefficient, "kappa" if coefficient.name == "cohen_kappa" else coefficient.name.replace("_", " ")


def _unit(items: Items, weights: KappaWeights, coefficient: float) -> float:
    """How far the agreement of one item moves a coefficient ``1 - (1 - agreement) / (1 - chance)``."""
    with np.errstate(over="ignore", invalid="ignore"):  # of labels beyond the squares of float64
        agreement = float(items.atoms.weight @ agreement_shares(items, weights)[1]) / items.atoms.total
    unit = (1 - coefficient) / (1 - agreement) if agreement < 1 else 1.0
    return unit if 0 < unit < math.inf else 1.0


def _sentence(answer: Gap, name: str, weights: str | None) -> str:
    share = name == "agreement"
    difference = answer.difference
    counts = f"({counted(answer.items, 'item')}, {counted(answer.people, 'person', 'people')})"
    if share and weights is None:
        start = (
            f"The judge agrees with a person in {percent(answer.judge_human.value)} of pairs, two people in "
            f"{percent(answer.human_human.value)}"
        )
    elif share:
        start = (
            f"The agreement ({weights} weights) of the judge and a person is {percent(answer.judge_human.value)}, that "
            f"of two people {percent(answer.human_human.value)}"
        )
    else:
        values = answer.judge_human.value, answer.human_human.value
        first, second = ("undefined" if math.isnan(value) else f"{value:.2f}" for value in values)
        start = f"The {name} of the judge and a person is {first}, that of two people {second}"
    if math.isnan(difference.value):
        return f"{start}: the difference is undefined {counts}."

    def apart(value: float) -> str:
        return f"{abs(value):.2f} {'less' if value < 0 else 'more'}"

    size, limit = (points_apart, more_or_less) if share else (apart, apart)
    text = f"{start}: {size(difference.value)} ({confidence(difference, limit)})"
    if answer.margin is None:
        return f"{text}. Say margin= for a verdict {counts}."
    verdict = shown_of_gap(answer, points(answer.margin) if share else f"{answer.margin:g}")
    return f"{text}. It {verdict} (non-inferiority: {p_text(answer.p_cautious)}, {counts[1:-1]})."


def shown_of_gap(gap: Gap, margin: str | None) -> str:
    """Say what is shown of the judge beside a person: what follows its name. `margin` is the margin in print."""
    difference = gap.difference
    low, high = difference.low, difference.high
    if difference.se == 0 and gap.p_cautious > difference.level:  # all items alike: no interval, but not unsure
        low = high = difference.value
    words = None if margin is None else f"the margin of {margin}"
    return shown_by_limits(low, high, "a person", words, gap.margin, not_worse=gap.as_good)


def agreement_shares(items: Items, weights: KappaWeights) -> tuple[FloatArray, FloatArray]:
    """Of each profile, the agreement of judge and person, and of two people, on average over pairs."""
    tally = tallied(items.of_people, len(items.labels))
    return agreement_with_people(items, weights), agreement_within(tally, items.agreement(weights))


def agreement_with_people(items: Items, weights: KappaWeights, judge: int = 0) -> FloatArray:
    """Of each profile, the agreement of a judge and a person on average; NaN without one of them."""
    tally, codes = tallied(items.of_people, len(items.labels)), items.of_judges[:, judge]
    with np.errstate(invalid="ignore", divide="ignore"):
        shares: FloatArray = (items.agreement(weights)[codes] * tally).sum(1) / tally.sum(1)
    return np.where(codes >= 0, shares, np.nan)


def agreement_within(tally: FloatArray, agreement: FloatArray | None = None) -> FloatArray:
    """How much two ratings of each row of tallies agree, by default whether they are equal; NaN of fewer than two."""
    m = tally.sum(1)
    pairs = tally if agreement is None else tally @ agreement
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(((pairs * tally).sum(1) - m) / (m * (m - 1)))


def tallied(codes: Any, size: int) -> FloatArray:
    """How often each label occurs in each row of codes, (U, K)."""
    row, column = np.nonzero(codes >= 0)
    flat = row * size + codes[row, column]
    return np.bincount(flat, minlength=len(codes) * size).reshape(len(codes), size).astype(np.float64)


def _cautious_p(mean: Mean, margin: float, unit: float) -> float:
    """
    The one-sided p-value of a mean of at most -margin, with two items more at -margin - unit and -margin + unit.

    They leave the mean under the hypothesis where it is. Each is a cluster of its own; clusters are taken to be of
    about one size.
    """
    n, groups, excess = mean.n, mean.degrees + 1, mean.value + margin
    if math.isnan(mean.se) or not groups >= 2:
        return math.nan
    moved = n * excess / (n + 2)
    squares = (groups - 1) / groups * (n * mean.se) ** 2 + (n * (excess - moved)) ** 2 / groups
    se = math.sqrt((groups + 2) / (groups + 1) * (squares + 2 * unit**2 + 2 * moved**2)) / (n + 2)
    p = tail(moved / se, groups + 1) / 2
    return p if moved > 0 else 1 - p


def coefficient_means(items: Items, metric: Metric, options: Mapping[str, Any]) -> tuple[list[Mean], str | None]:
    """
    Return the difference of both means over pairs, and the two means: judge with person, person with person.

    The standard errors are those of the jackknife over items, or over clusters. Pairs without a value are left out.
    """
    people, means, reasons = range(len(items.judges), items.codes.shape[1]), [], []
    with_judge, between_people = [(0, person) for person in people], list(combinations(people, 2))
    for pairs, what in ((with_judge, "judge and person"), (between_people, "two people")):
        values, without_each = map(
            np.array, zip(*(_of_pair(items, *pair, metric, options) for pair in pairs), strict=True)
        )
        defined = ~np.isnan(values)
        undefined = int((~defined).sum())
        if undefined:
            reasons.append(f"{undefined} of {len(pairs)} pairs of {what} have no {metric.name} and are left out")
        with np.errstate(invalid="ignore"):
            means.append((values[defined].sum() / defined.sum(), without_each[defined].sum(0) / defined.sum()))
    (first, first_without), (second, second_without) = means
    means.insert(0, (first - second, first_without - second_without))
    found = [jackknifed(float(value), without_each, items.atoms) for value, without_each in means]
    if any(math.isnan(mean.se) for mean in found):
        reasons.append("without one of the items a value is undefined")
    return found, "; ".join(reasons) or None


def _of_pair(
    items: Items, first: int, second: int, metric: Metric, options: Mapping[str, Any]
) -> tuple[float, FloatArray]:
    """The coefficient of two raters, and the same without each item (or cluster)."""
    size, a, b = len(items.labels), items.codes[:, first], items.codes[:, second]

    def formula(flat: FloatArray) -> FloatArray:
        counts = Counts(flat.reshape(-1, size, size), items.labels, items.ordered)
        metric.check(counts, dict(options))
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(metric.formula(counts, **options), np.float64)

    return left_out_each(formula, np.where((a >= 0) & (b >= 0), a * size + b, -1), items.atoms, size * size)
