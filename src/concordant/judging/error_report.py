"""`judge_errors`, `slices`: where the judge errs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal, get_args

import numpy as np
import numpy.typing as npt

from concordant.inference.comparisons.difference import adjusted
from concordant.inference.quantiles import check_level, tail
from concordant.inputs.arrays import index_of
from concordant.inputs.label_values import numbered
from concordant.judging.answers import NOTHING, Mean, mean_of, pooled_variance, ratio_of_means, scored_mean
from concordant.judging.gap import agreement_shares, agreement_with_people, tallied
from concordant.judging.items import Items, column_beside, groups_beside, numbers_of, read_items, require_units
from concordant.judging.labelling import Chosen, doubt_of_random, labelled_in, read_labelled, why_no_direction
from concordant.metrics.arithmetic import check_row_number
from concordant.metrics.definition.options import knowing_its_options
from concordant.metrics.distributions import f_tail
from concordant.names import require_choice
from concordant.result.comparisons import Adjust, TableTest, p_heading, p_or_none, p_text
from concordant.result.intervals import Interval
from concordant.result.record import (
    Answer,
    Record,
    TextTable,
    altered,
    answered,
    confidence,
    counted,
    percent,
    points_apart,
    signed,
    weighed,
)
from concordant.result.wording import LONGEST_LABEL, count, label_text, value_or_undefined, value_with_limits
from concordant.result.wording import signed as signed_value
from concordant.typing import Column, FloatArray, KappaWeights, Label

Truth = Literal["panel", "majority"]
_MOST = 20  # slices, or names of them, in print
_SMALL = 20  # items or clusters, below which the variance of a slice is pooled


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Disagreement(Record):
    """
    An item on which judge and people differ.

    Attributes
    ----------
    item : Label
        Its name, or the number of its row.
    judge : Label
        What the judge said.
    people : tuple
        What people said, None where somebody said nothing.
    agree : float
        The share of people who say the same, or how much they agree under the weights.
    """

    item: Label
    judge: Label
    people: tuple[Label | None, ...]
    agree: float


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class JudgeErrors(Answer):
    """
    The errors of a judge, against what people said.

    Attributes
    ----------
    labels : tuple
        The labels in their order.
    confusion : ndarray of shape (K, K)
        Items by the label of people (rows) and of the judge (columns). Where people differ an item is divided.
    label_agreement : tuple of Interval
        Of each label: twice the items that both give it, divided by those that the judge and that people give it.
    label_severity : tuple of Interval
        Over-use of each label: how much more often the judge gives it than people, on the same items.
    label_p_values : ndarray of shape (K,)
        Of no such difference, by Holm over the labels; two labels are one comparison.
    severity : Interval or None
        Of labels that are numbers: the judge less the mean of people; above 0 the judge is more generous.
    severity_p_value : float
        Of no difference.
    disagreements : tuple of Disagreement
        The items with the least agreement; empty where no rows were given.
    truth : {"panel", "majority"}
        What the judge is held against.
    items : float
        Items with the judge and people.
    without_majority : float
        Items left out since no label has a majority.
    """

    table_of: ClassVar[tuple[str, ...]] = ("labels", "label_agreement", "label_severity", "label_p_values")

    labels: tuple[Label, ...]
    confusion: FloatArray
    label_agreement: tuple[Interval, ...]
    label_severity: tuple[Interval, ...]
    label_p_values: FloatArray
    severity: Interval | None
    severity_p_value: float
    disagreements: tuple[Disagreement, ...]
    truth: str
    items: float
    without_majority: float


@knowing_its_options("judging")
def judge_errors(
    data: Any = None,
    /,
    *,
    judge: Any,
    humans: Any,
    truth: Truth = "panel",
    weights: KappaWeights = None,
    item: Column | str | None = None,
    top: int = 10,
    chosen: Chosen | None = None,
    labels: Sequence[Label] | None = None,
    cluster: Column | str | None = None,
    sample_weight: Column | str | None = None,
    label_weight: Column | str | None = None,
    level: float = 0.95,
) -> JudgeErrors:
    """
    Find where a judge errs.

    Parameters
    ----------
    data, judge, humans, labels, cluster, sample_weight, level
        As of `judging.gap`; one person is enough.
    truth : {"panel", "majority"}
        Every label of a person counts as a row of weight 1/m (default), or the label that most people give; then items
        without one are left out and counted.
    weights : str, array-like or None
        How much two labels disagree, for the order of the items that differ most.
    item : name or column, optional
        Names of the items. Default: the index of pandas, else the numbers of the rows.
    top : int
        How many items to list.
    chosen : {"random", "by judge", "by truth", "elsewhere"}, optional
        How the items that people labelled were chosen, as in `judging.pass_rate`. Unless at random, how much more often
        the judge gives a label than people says nothing about all items: it is NaN, and the reason says so.
    label_weight : name or column, optional
        As of `judging.pass_rate`: labelled items count by `sample_weight` times this.

    Returns
    -------
    JudgeErrors

    Examples
    --------
    >>> from concordant import judging
    >>> people = [[1, 1], [1, 2], [2, 2], [3, 3], [2, 3], [1, 1]] * 5
    >>> found = judging.judge_errors(judge=[1, 2, 3, 3, 3, 2] * 5, humans=people)
    >>> found.confusion.tolist()
    [[5.0, 7.5, 0.0], [0.0, 2.5, 7.5], [0.0, 0.0, 7.5]]
    >>> print(found.severity)
    severity 0.500, 95 % interval 0.345 to 0.655 (t, n = 30)
    """
    level = check_level(level)
    check_row_number(top, "top", least=0)
    require_choice("truth", truth, get_args(Truth))
    require_choice("chosen", chosen, (*get_args(Chosen), None))
    reading = {"labels": labels, "cluster": cluster, "sample_weight": sample_weight}
    _, items, own = read_labelled(data, judge, humans, label_weight, **reading)
    what = "items with the judge and people"
    usable = items.some((items.of_judges[:, 0] >= 0) & (items.of_people >= 0).any(1), 1, what)
    reference = soft_truth(usable, truth)
    require_units(float(usable.atoms.weight @ (reference.sum(1) > 0)), 1, what)
    why = why_no_direction(chosen, items)
    doubt = why
    if why is None:
        doubt = doubt_of_random(items.of_judges[:, 0], items.labels, labelled_in(items), items.atoms.clusters, own)
    names: Any = range(len(items.codes))
    index = index_of(judge if data is None else data)
    if item is not None:
        names = list(column_beside(data, item, len(items.codes), "item", judge))
    elif index is not None and index.is_unique:
        names = index.tolist()
    disagreements = _disagreements(items, weights, names, top)
    parts = _errors_of(usable, reference, truth, why, level)
    return answered(JudgeErrors, _sentence_of_errors, doubt, disagreements=disagreements, **parts)


def _errors_of(items: Items, reference: FloatArray, truth: str, why: str | None, level: float) -> dict[str, Any]:
    """The errors beside a reference; `why` says why severities have no direction."""
    size, repeats = len(items.labels), items.atoms.weight
    has_truth = reference.sum(1) > 0
    judged = np.eye(size)[items.of_judges[:, 0]]
    n = float(repeats @ has_truth)
    signature = signed("judging.judge_errors", truth=truth, n=n, level=level)
    severities, p_values, agreements = [], [], []
    for k, label in enumerate(items.labels):
        both = np.where(has_truth, 2 * judged[:, k] * reference[:, k], np.nan)
        agreement = ratio_of_means(both, np.where(has_truth, judged[:, k] + reference[:, k], np.nan), items.atoms)
        if math.isnan(agreement.value):  # nobody gives the label
            agreement = NOTHING
        never = "the label is always or never agreed on"
        name = f"agreement on {label!r}"
        agreements.append(agreement.interval(level, name, signature, scale="logit", why=never))
        difference = np.where(has_truth, judged[:, k] - reference[:, k], np.nan)
        severity_of_label = scored_mean(difference, items.atoms, (-1.0, 1.0))
        severities.append(severity_of_label.interval(level, f"over-use of {label!r}", signature, n))
        p_values.append(severity_of_label.p_value)
    adjusted_p = adjusted(np.array(p_values), _adjustment_of_labels(severities))
    values, severity, p_value = numbers_of(items), None, math.nan
    if values is not None:
        mean = mean_of(less_people(items, reference, values), items.atoms)
        severity, p_value = mean.interval(level, "severity", signature), mean.p_value
    if why is not None:
        undefined: dict[str, Any] = {"value": math.nan, "low": math.nan, "high": math.nan, "se": math.nan}
        severities = [altered(interval, **undefined, reason=why) for interval in severities]
        severity = None if severity is None else altered(severity, **undefined, reason=why)
        adjusted_p, p_value = np.full(size, np.nan), math.nan
    return {
        "signature": signature,
        "labels": items.labels,
        "confusion": (reference * (repeats * has_truth)[:, None]).T @ judged,
        "label_agreement": tuple(agreements),
        "label_severity": tuple(severities),
        "label_p_values": adjusted_p,
        "severity": severity,
        "severity_p_value": p_value,
        "truth": truth,
        "items": n,
        "without_majority": float(repeats @ ~has_truth),
    }


def _adjustment_of_labels(severities: Sequence[Interval]) -> Adjust:
    """How the p-values of the labels are adjusted: of two labels, one is the other turned round."""
    return "holm" if sum(one.se > 0 for one in severities) > 2 else None


def _disagreements(rows: Items, weights: KappaWeights, names: Sequence[Label], top: int) -> tuple[Disagreement, ...]:
    """The rows with the least agreement; of equal ones those with more people, then the first."""
    agree, judge = agreement_with_people(rows, weights), rows.of_judges[:, 0]  # NaN stands last in an order
    order = np.lexsort((np.arange(len(judge)), -(rows.of_people >= 0).sum(1), agree))[:top]
    differing = []
    for row in order.tolist():
        if not agree[row] < 1 - 1e-12:
            break
        labels = tuple(None if code < 0 else rows.labels[code] for code in rows.of_people[row].tolist())
        differing.append(Disagreement(names[row], rows.labels[judge[row]], labels, float(agree[row])))
    return tuple(differing)


def _sentence_of_errors(answer: JudgeErrors) -> str:
    agree = float(np.trace(answer.confusion)) / answer.items
    reference = "people" if answer.truth == "panel" else "the majority of people"
    text = f"The judge agrees with {reference} on {percent(agree)} of {counted(answer.items, 'item')}."
    if answer.severity is not None and answer.severity_p_value < 1 - answer.severity.level:
        side = "above" if answer.severity.value > 0 else "below"
        interval = confidence(answer.severity, "{:.2g}".format)
        size = f"{abs(answer.severity.value):.2g}"
        text += f" It is {size} {side} people ({interval}; {p_text(answer.severity_p_value)})."
    elif answer.severity is None:
        worst = int(np.nanargmin(answer.label_p_values.round(10))) if not np.isnan(answer.label_p_values).all() else -1
        if worst >= 0 and answer.label_p_values[worst] < 1 - answer.label_severity[worst].level:
            often = f"{points_apart(answer.label_severity[worst].value)} often"
            p_value = p_text(answer.label_p_values[worst], _adjustment_of_labels(answer.label_severity))
            text += f" It says {answer.labels[worst]!r} {often} than people ({p_value})."
    if answer.label_severity[0].value != answer.label_severity[0].value:
        return text
    errors = answer.confusion * (1 - np.eye(len(answer.labels)))
    if errors.sum() > 0:
        row, column = np.unravel_index(int(errors.argmax()), errors.shape)
        share = f"{percent(errors[row, column] / errors.sum())} of its errors"
        text += f" Most often it says {answer.labels[column]!r} where people say {answer.labels[row]!r}: {share}."
    return text


def soft_truth(items: Items, truth: str) -> FloatArray:
    """The shares of labels among people, (U, K); of a majority 1 at its label, 0 everywhere without one."""
    tally = tallied(items.of_people, len(items.labels))
    if truth == "panel":
        with np.errstate(invalid="ignore", divide="ignore"):
            shares: FloatArray = np.nan_to_num(tally / tally.sum(1, keepdims=True))
            return shares
    most = tally.max(1, keepdims=True)
    best = (tally == most) & (most > 0)
    majority: FloatArray = best * (best.sum(1, keepdims=True) == 1) * 1.0
    return majority


def less_people(items: Items, reference: FloatArray, values: FloatArray) -> FloatArray:
    """The value of the judge's label less the mean value of people, of each item; NaN without one of them."""
    judge = items.of_judges[:, 0]
    return np.where((judge >= 0) & (reference.sum(1) > 0), values[judge] - reference @ values, np.nan)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Slice(Record):
    """
    A kind of items.

    Attributes
    ----------
    name : Label
        Which.
    agreement : Interval
        Of the judge and a person.
    people : Interval or None
        Of two people; None with one person.
    difference : Interval
        The agreement less that on all other items.
    p_value : float
        Of no difference, by Holm over the slices; two slices are one comparison.
    """

    name: Label
    agreement: Interval
    people: Interval | None
    difference: Interval
    p_value: float


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class Slices(Answer):
    """
    The agreement of a judge with people, slice by slice.

    Attributes
    ----------
    slices : tuple of Slice
        In the order of their names.
    homogeneity : TableTest
        Welch's test that all slices have the same agreement; slices without a standard error are left out.
    """

    table_of: ClassVar[tuple[str, ...]] = ("slices",)

    slices: tuple[Slice, ...]
    homogeneity: TableTest

    def tables(self) -> tuple[TextTable, ...]:
        """A row a slice."""
        rows = (
            (
                label_text(row.name, LONGEST_LABEL),
                count(row.agreement.n),
                value_with_limits(row.agreement, 3),
                "" if row.people is None else value_or_undefined(row.people.value),
                "" if math.isnan(row.difference.value) else signed_value(row.difference.value),
                p_or_none(row.p_value),
            )
            for row in self.slices[:_MOST]
        )
        p = p_heading(adjustment_of_slices(self.slices))
        head = ("kind", "items", "with a person", "two people", "difference from the rest", p)
        cut = f" (the first {_MOST} of {len(self.slices)})" if len(self.slices) > _MOST else ""
        return (TextTable(f"Agreement by kind of item{cut}", head, tuple(rows)),)


@knowing_its_options("judging")
def slices(
    data: Any = None,
    /,
    *,
    judge: Any,
    humans: Any,
    by: Column | str,
    weights: KappaWeights = None,
    labels: Sequence[Label] | None = None,
    cluster: Column | str | None = None,
    sample_weight: Column | str | None = None,
    level: float = 0.95,
) -> Slices:
    """
    Compare the agreement of a judge with people between kinds of items.

    Parameters
    ----------
    data, judge, humans, labels, cluster, sample_weight, level
        As of `judging.gap`; one person is enough.
    by : name, or array-like of shape (n,)
        The kind of each item. Items without one are left out, and counted in the reason.
    weights : str, array-like or None
        How much two labels disagree.

    Returns
    -------
    Slices

    Notes
    -----
    A slice is compared with all other items by Welch's t; p-values are adjusted by Holm. Homogeneity: Welch (1951), on
    the comparison of several mean values, Biometrika 38:330. With clusters the standard errors are those of sums over
    clusters. A slice of fewer than 20 items (or clusters) is compared with one variance of all items; one whose items
    are all alike says nothing about its variance, and has no p-value.

    How often any p-value by Holm was below 0.05 where the agreement was 0.85 everywhere: slices of 50, 50 and n items,
    600 studies each, 3.5 % at n = 3, 5.8 % at 5, 4.0 % at 10, 4.7 % at 20; of as many clusters of 3 items 5.0, 5.8, 4.5
    and 6.0 %.

    Examples
    --------
    >>> from concordant import judging
    >>> found = judging.slices(
    ...     judge=[1, 0, 1, 1, 0, 1] * 20, humans=[1, 0, 1, 1, 1, 0] * 20, by=["a", "a", "a", "b", "b", "b"] * 20)
    >>> [(one.name, round(one.agreement.value, 3)) for one in found.slices]
    [('a', 1.0), ('b', 0.333)]
    """
    level = check_level(level)
    rows = read_items(data, judge, humans, labels=labels, cluster=cluster, sample_weight=sample_weight)
    groups = groups_beside(data, by, len(rows.codes), "by", judge)
    missing = int((groups.codes < 0).sum())
    with_person, among = agreement_shares(rows, weights)
    with_person[groups.codes < 0] = among[groups.codes < 0] = np.nan  # of no kind, and not of the rest either
    signature = signed("judging.slices", n=float((~np.isnan(with_person)).sum()), level=level)
    compared, means = [], []
    for code, name in enumerate(groups.labels):
        in_slice = groups.codes == code
        mean = _mean(with_person, in_slice, rows)
        people = _mean(among, in_slice, rows)
        less_rest = _difference(with_person, in_slice, rows)
        means.append(mean)
        what = f"agreement of {name!r}"
        why = "the judge always or never agrees"
        agreement = mean.interval(level, what, signature, scale="logit", why=why)
        of_people = people.interval(level, f"{what}, two people", signature, scale="logit", why="all agree")
        why = "all items of one side are alike, or there is one"
        difference = less_rest.interval(level, f"{what} less the rest", signature, most=1.0, why=why)
        p_value = tail(less_rest.value / less_rest.se, less_rest.degrees) if less_rest.se > 0 else math.nan
        compared.append(Slice(name, agreement, of_people if people.n else None, difference, p_value))
    p_values = adjusted(np.array([row.p_value for row in compared]), adjustment_of_slices(compared))
    adjusted_slices = tuple(replace(row, p_value=float(p)) for row, p in zip(compared, p_values, strict=True))
    test = _homogeneity(means, groups.labels)
    without = f"{counted(missing, 'item')} without a kind left out" if missing else None
    parts: dict[str, Any] = {"signature": signature, "slices": adjusted_slices, "homogeneity": test}
    return answered(Slices, lambda answer: _sentence_of_slices(answer, level), without, test.reason, **parts)


def adjustment_of_slices(compared: Sequence[Slice]) -> Adjust:
    """How the p-values of slices are adjusted: two slices, each less the rest, are one comparison, told twice."""
    return None if sum(row.agreement.n > 0 for row in compared) == 2 else "holm"


def _mean(values: FloatArray, in_slice: npt.NDArray[np.bool_], rows: Items) -> Mean:
    return mean_of(np.where(in_slice, values, np.nan), rows.atoms)


def _difference(values: FloatArray, in_slice: npt.NDArray[np.bool_], rows: Items) -> Mean:
    """
    A slice less the rest: Welch's t, or of clusters, which may have items of both, the sums of influences.

    A slice that is small, by items or clusters, has too unsure a variance of its own: there it is pooled. Items that
    are all alike say nothing about the variance, and there is no standard error.
    """
    own, rest = _mean(values, in_slice, rows), _mean(values, ~in_slice, rows)
    value, n = own.value - rest.value, own.n + rest.n
    if not (own.se > 0 and rest.se > 0):
        return Mean(value, math.nan, math.nan, n, "Welch's t")
    if min(own.degrees, rest.degrees) + 1 < _SMALL:
        return _pooled(values, in_slice, rows, own, rest)
    if rows.atoms.clusters is None:
        a, b = own.se**2, rest.se**2
        degrees = (a + b) ** 2 / (a**2 / own.degrees + b**2 / rest.degrees)
        return Mean(value, math.sqrt(a + b), degrees, n, "Welch's t")
    influence = np.where(in_slice, (values - own.value) * n / own.n, -(values - rest.value) * n / rest.n)
    return replace(mean_of(influence, rows.atoms), value=value, n=n)


def _pooled(values: FloatArray, in_slice: npt.NDArray[np.bool_], rows: Items, own: Mean, rest: Mean) -> Mean:
    """A slice less the rest, by one variance of all items, and of clusters by one correlation within them."""
    defined, n = ~np.isnan(values), own.n + rest.n
    weight, inside, values = rows.atoms.weight[defined], in_slice[defined], values[defined]
    code, degrees, method = None, n - 2, "pooled t"
    if rows.atoms.clusters is not None:
        code, groups = numbered(rows.atoms.clusters.code[defined])
        degrees, method = groups - 1.0, "pooled t of clusters"
    pull, residuals = (
        np.where(inside, 1 / own.n, -1 / rest.n) * weight,
        values - np.where(inside, own.value, rest.value),
    )
    variance = pooled_variance(pull, residuals, weight, n, code)
    return Mean(own.value - rest.value, math.sqrt(variance), degrees, n, method)


def _homogeneity(means: Sequence[Mean], names: Sequence[Label]) -> TableTest:
    """Welch's F of several means with different variances."""
    used = [mean for mean in means if mean.se > 0]
    unused = [repr(name) for name, mean in zip(names, means, strict=True) if not mean.se > 0]
    named = ", ".join(unused[:_MOST]) + (f" and {len(unused) - _MOST:,} more" if len(unused) > _MOST else "")
    reason = f"without a standard error, and left out of the test: {named}" if unused else None
    n, k = sum(mean.n for mean in used), len(used)
    what = ("Welch's test of equal agreement", "all slices have the same agreement")
    if k < 2:
        return TableTest(*what, math.nan, None, math.nan, n, "F", reason)
    weight = np.array([mean.se**-2 for mean in used])
    value, degrees = np.array([mean.value for mean in used]), np.array([mean.degrees for mean in used])
    centre = float(weight @ value / weight.sum())
    penalty = float((np.square(1 - weight / weight.sum()) / degrees).sum())
    top = float(weight @ np.square(value - centre)) / (k - 1)
    statistic = top / (1 + 2 * (k - 2) / (k * k - 1) * penalty)
    below = (k * k - 1) / (3 * penalty)
    return TableTest(*what, statistic, None, f_tail(statistic, k - 1, below), n, f"F({k - 1}, {below:.1f})", reason)


def _sentence_of_slices(answer: Slices, level: float) -> str:
    test = answer.homogeneity
    worst = min(answer.slices, key=lambda row: math.inf if math.isnan(row.agreement.value) else row.agreement.value)
    lowest = f"lowest on {worst.name!r}, {percent(worst.agreement.value)} of {weighed(worst.agreement.n, 'item')}"
    if not test.p_value < 1 - level:
        shown = "is not shown to differ" if not math.isnan(test.p_value) else "cannot be compared"
        return f"The agreement of the judge with people {shown} between slices ({p_text(test.p_value)}); {lowest}."
    text = f"The agreement of the judge with people differs between slices ({p_text(test.p_value)}): {lowest}"
    low = [repr(row.name) for row in answer.slices if row.p_value < 1 - level and row.difference.value < 0]
    return f"{text}; below the rest (Holm): {', '.join(low)}." if low else f"{text}."
