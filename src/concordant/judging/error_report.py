"""`judge_errors`, `slices`: where the judge errs."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from concordant.errors import MissingValuesError, OptionError
from concordant.inference.comparisons.difference import adjusted
from concordant.inference.quantiles import check_level, tail
from concordant.inputs.encoding import encode
from concordant.inputs.label_values import blanks_in, numbered
from concordant.inputs.ratings import code_labels
from concordant.judging.answers import Mean, interval_of, mean_of, p_value_of
from concordant.judging.gap import agreement_shares, tallied
from concordant.judging.items import (
    JudgedItems,
    JudgedRows,
    check_choice,
    column_beside,
    doubt_of_random,
    labelled_in,
    numbers_of,
    read_items,
    require_units,
    why_no_direction,
)
from concordant.judging.pass_rate import Chosen
from concordant.metrics.distributions import beta_cdf
from concordant.names import did_you_mean
from concordant.result.comparisons import TableTest, p_text
from concordant.result.intervals import Interval
from concordant.result.record import Answer, Record, altered, counted, percent, points, signed
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
        Of each label: how much more often the judge gives it than people, on the same items.
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


def judge_errors(
    data: Any = None,
    /,
    *,
    judge: Any,
    humans: Any,
    truth: Truth | str = "panel",
    weights: KappaWeights = None,
    item: Column | str | None = None,
    top: int = 10,
    chosen: Chosen | None = None,
    labels: Sequence[Label] | None = None,
    cluster: Column | str | None = None,
    level: float = 0.95,
) -> JudgeErrors:
    """
    Find where a judge errs.

    Parameters
    ----------
    data, judge, humans, labels, cluster, level
        As of `judging.gap`; one person is enough.
    truth : {"panel", "majority"} or the name of a person
        Every label of a person counts as a row of weight 1/m (default); the label that most people give, items without
        one are left out and counted; or one of the people, an expert, alone.
    weights : str, array-like or None
        How much two labels disagree, for the order of the items that differ most.
    item : name or column, optional
        Names of the items.
    top : int
        How many items to list.
    chosen : {"random", "by judge", "by truth", "elsewhere"}, optional
        How the items that people labelled were chosen, as in `judging.pass_rate`. Unless at random, how much more often
        the judge gives a label than people says nothing about all items: it is NaN, and the reason says so.

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
    if isinstance(top, bool) or not isinstance(top, int) or top < 0:
        msg = f"top must be how many items to list, a whole number, not {top!r}."
        raise OptionError(msg)
    if chosen is not None:
        check_choice("chosen", chosen, get_args(Chosen))
    items = read_items(data, judge, humans, labels=labels, cluster=cluster)
    if not isinstance(truth, str) or truth not in ("panel", "majority"):
        if not isinstance(truth, Hashable) or truth not in items.people:
            known = ("panel", "majority", *items.people)
            msg = f"truth must be one of {', '.join(map(repr, known))}, not {truth!r:.80}.{did_you_mean(truth, known)}"
            raise OptionError(msg)
        items, truth = _expert(items, truth), "panel"
    some = items.some((items.of_judges[:, 0] >= 0) & (items.of_people >= 0).any(1))
    reference = soft_truth(some, truth)
    with_truth = float(some.times @ (reference.sum(1) > 0))
    require_units(with_truth, 1, "items with the judge and people")
    made = _found(some, reference, truth, level)
    made = _of_chosen(made, items, chosen)
    if items.rows is not None and top:
        names = None if item is None else column_beside(data, item, len(items.rows), "item")
        made = replace(made, disagreements=_worst(JudgedRows(items), weights, names, top))
    return replace(made, sentence=_judge_errors_sentence(made))


def _expert(items: JudgedItems, name: Any) -> JudgedItems:
    place = [0, len(items.judges) + items.people.index(name)]
    rows = None if items.rows is None else items.rows[:, place]
    return JudgedItems(items.state.select([items.judges[0], name]), items.judges[:1], (name,), rows, items.groups)


def _found(items: JudgedItems, reference: FloatArray, truth: str, level: float) -> JudgeErrors:
    size, times = len(items.labels), items.times
    judge = items.of_judges[:, 0]
    known = reference.sum(1) > 0
    said = np.eye(size)[judge]
    n = float(times @ known)
    signature = signed("judging.judge_errors", truth=truth, n=n, level=level)
    severities, p_values, agreements = [], [], []
    for k, label in enumerate(items.labels):
        both = said[:, k] * reference[:, k]
        agreements.append(
            interval_of(
                _twice(both, said[:, k] + reference[:, k], known, items),
                level,
                f"agreement on {label!r}",
                signature,
                scale="logit",
                why="the label is always or never agreed on",
            )
        )
        mean = mean_of(np.where(known, said[:, k] - reference[:, k], np.nan), times, items.clusters)
        severities.append(interval_of(mean, level, f"severity of {label!r}", signature, most=1.0))
        p_values.append(p_value_of(mean))
    numbers, severity, p_value = numbers_of(items), None, math.nan
    if numbers is not None:
        apart = mean_of(np.where(known, numbers[judge] - reference @ numbers, np.nan), times, items.clusters)
        severity, p_value = interval_of(apart, level, "severity", signature), p_value_of(apart)
    return JudgeErrors(
        sentence="",
        signature=signature,
        labels=items.labels,
        confusion=(reference * (times * known)[:, None]).T @ said,
        label_agreement=tuple(agreements),
        label_severity=tuple(severities),
        label_p_values=adjusted(np.array(p_values), "holm" if sum(one.se > 0 for one in severities) > 2 else None),
        severity=severity,
        severity_p_value=p_value,
        disagreements=(),
        truth=truth,
        items=n,
        without_majority=float(times @ ~known),
    )


def _twice(both: FloatArray, either: FloatArray, known: npt.NDArray[np.bool_], items: JudgedItems) -> Mean:
    """``2 sum(both) / sum(either)``, with its standard error from the influences of items."""
    top, bottom = (mean_of(np.where(known, x, np.nan), items.times, items.clusters) for x in (2 * both, either))
    if not bottom.value > 0:
        return Mean(math.nan, math.nan, math.nan, 0.0, "t")
    value = top.value / bottom.value
    influence = np.where(known, (2 * both - value * either) / bottom.value, np.nan)
    spread = mean_of(influence, items.times, items.clusters)
    return Mean(value, spread.se, spread.degrees, spread.n, spread.method)


def _of_chosen(made: JudgeErrors, items: JudgedItems, chosen: str | None) -> JudgeErrors:
    """The same without directions where the design allows none, and with a doubt where items are not random."""
    why = why_no_direction(chosen, items)
    if why is None:
        if items.rows is None:
            return made
        rows = JudgedRows(items)
        doubt = doubt_of_random(rows.of_judges[:, 0], made.labels, labelled_in(rows), rows.clusters)
        return replace(made, reason=doubt)
    none: dict[str, Any] = {"value": math.nan, "low": math.nan, "high": math.nan, "se": math.nan, "reason": why}
    return replace(
        made,
        reason=why,
        label_severity=tuple(altered(one, **none) for one in made.label_severity),
        label_p_values=np.full(len(made.labels), np.nan),
        severity=None if made.severity is None else altered(made.severity, **none),
        severity_p_value=math.nan,
    )


def _worst(rows: JudgedRows, weights: KappaWeights, names: Any, top: int) -> tuple[Disagreement, ...]:
    """The rows with the least agreement; of equal ones those with more people, then the first."""
    alike, judge, tally = rows.agreement(weights), rows.of_judges[:, 0], tallied(rows.of_people, len(rows.labels))
    m = tally.sum(1)
    here = (judge >= 0) & (m > 0)
    with np.errstate(invalid="ignore", divide="ignore"):
        agree = np.where(here, (alike[judge] * tally).sum(1) / m, np.inf)
    order = np.lexsort((np.arange(len(judge)), -m, agree))[:top]
    listed = None if names is None else list(names)
    found = []
    for row in order.tolist():
        if agree[row] >= 1 - 1e-12:
            break
        said = tuple(None if code < 0 else rows.labels[code] for code in rows.of_people[row].tolist())
        name = row if listed is None else listed[row]
        found.append(Disagreement(name, rows.labels[judge[row]], said, float(agree[row])))
    return tuple(found)


def _judge_errors_sentence(made: JudgeErrors) -> str:
    agree = float(np.trace(made.confusion)) / made.items
    what = "people" if made.truth == "panel" else "the majority of people"
    said = f"The judge agrees with {what} on {percent(agree)} of {counted(made.items, 'item')}."
    if made.severity is not None and made.severity_p_value < 1 - made.severity.level:
        side = "above" if made.severity.value > 0 else "below"
        ends = f"{made.severity.low:.2g} to {made.severity.high:.2g}"
        said += f" It is {abs(made.severity.value):.2g} {side} people ({ends}; {p_text(made.severity_p_value)})."
    elif made.severity is None:
        worst = int(np.nanargmin(made.label_p_values)) if not np.isnan(made.label_p_values).all() else -1
        if worst >= 0 and made.label_p_values[worst] < 1 - made.label_severity[worst].level:
            by = made.label_severity[worst]
            side = "more" if by.value > 0 else "less"
            p_value = p_text(made.label_p_values[worst])
            said += f" It says {made.labels[worst]!r} {points(by.value)} {side} often than people ({p_value})."
    if made.label_severity[0].value != made.label_severity[0].value:
        return said
    off = made.confusion * (1 - np.eye(len(made.labels)))
    if off.sum() > 0:
        row, column = np.unravel_index(int(off.argmax()), off.shape)
        part = f"{percent(off[row, column] / off.sum())} of its errors"
        said += f" Most often it says {made.labels[column]!r} where people say {made.labels[row]!r}: {part}."
    return said


def soft_truth(items: JudgedItems | JudgedRows, truth: str) -> FloatArray:
    """The shares of labels among people, (U, K); of a majority 1 at its label, 0 everywhere without one."""
    tally = tallied(items.of_people, len(items.labels))
    if truth == "panel":
        with np.errstate(invalid="ignore", divide="ignore"):
            shares: FloatArray = np.nan_to_num(tally / tally.sum(1, keepdims=True))
            return shares
    most = tally.max(1, keepdims=True)
    best = (tally == most) & (most > 0)
    found: FloatArray = best * (best.sum(1, keepdims=True) == 1) * 1.0
    return found


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

    slices: tuple[Slice, ...]
    homogeneity: TableTest

    def __str__(self) -> str:
        """The sentence, and a line a slice."""
        shown, more = self.slices[:_MOST], len(self.slices) - _MOST
        width = max([len(str(one.name)) for one in shown] + [5])
        lines = [Answer.__str__(self), "", f"{'slice'.ljust(width)}  items  with a person  two people  less the rest"]
        for one in shown:
            people = "" if one.people is None else _blank(one.people.value, ".3f")
            shares = (
                f"{_blank(one.agreement.value, '.3f'):>13}  {people:>10}  {_blank(one.difference.value, '+.3f'):>13}"
            )
            p_value = "" if math.isnan(one.p_value) else p_text(one.p_value)
            lines.append(f"{str(one.name).ljust(width)}  {one.agreement.n:5g}  {shares}  {p_value}".rstrip())
        if more > 0:
            lines.append(f"and {counted(more, 'more slice')}")
        return "\n".join(lines)


def _blank(number: float, style: str) -> str:
    """A number in print; nothing for NaN."""
    return "" if math.isnan(number) else format(number, style)


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
    level: float = 0.95,
) -> Slices:
    """
    Compare the agreement of a judge with people between kinds of items.

    Parameters
    ----------
    data, judge, humans, labels, cluster, level
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
    items = read_items(data, judge, humans, labels=labels, cluster=cluster)
    rows = JudgedRows(items)
    column = encode(column_beside(data, by, len(rows.codes), "by"), "by")
    kinds = code_labels(column, None, "by", blanks_in(column))
    gaps = int((kinds.codes < 0).sum())
    if not kinds.labels:
        msg = "by holds no kind at all: say of which kind each item is."
        raise MissingValuesError(msg)
    if len(kinds.labels) < 2:
        msg = f"by has one kind of items, {kinds.labels[0]!r}: slices take two or more."
        raise OptionError(msg)
    with_person, among = agreement_shares(rows, weights)
    with_person[kinds.codes < 0] = among[kinds.codes < 0] = np.nan  # of no kind, and not of the rest either
    if len(items.people) < 2:
        among = np.full(len(among), np.nan)
    signature = signed("judging.slices", n=float((~np.isnan(with_person)).sum()), level=level)
    found, means = [], []
    for code, name in enumerate(kinds.labels):
        here = kinds.codes == code
        mean = _mean(with_person, here, rows)
        people = _mean(among, here, rows)
        apart = _difference(with_person, here, rows)
        means.append(mean)
        what = f"agreement of {name!r}"
        found.append(
            Slice(
                name,
                interval_of(mean, level, what, signature, scale="logit", why="the judge always or never agrees"),
                interval_of(people, level, f"{what}, two people", signature, scale="logit", why="all agree")
                if people.n
                else None,
                interval_of(
                    apart,
                    level,
                    f"{what} less the rest",
                    signature,
                    most=1.0,
                    why="all items of one side are alike, or there is one",
                ),
                tail(apart.value / apart.se, apart.degrees) if apart.se > 0 else math.nan,
            )
        )
    two = sum(mean.n > 0 for mean in means) == 2  # each less the rest: one comparison, told twice
    p_values = adjusted(np.array([one.p_value for one in found]), None if two else "holm")
    every = tuple(replace(one, p_value=float(p)) for one, p in zip(found, p_values, strict=True))
    test = _homogeneity(means, kinds.labels)
    without = f"{counted(gaps, 'item')} without a kind left out" if gaps else None
    reason = "; ".join(part for part in (without, test.reason) if part) or None
    made = Slices(sentence="", reason=reason, signature=signature, slices=every, homogeneity=test)
    return replace(made, sentence=_slices_sentence(made, level))


def _mean(values: FloatArray, here: npt.NDArray[np.bool_], rows: JudgedRows) -> Mean:
    return mean_of(np.where(here, values, np.nan), rows.times, rows.clusters)


def _difference(values: FloatArray, here: npt.NDArray[np.bool_], rows: JudgedRows) -> Mean:
    """
    A slice less the rest: Welch's t, or of clusters, which may have items of both, the sums of influences.

    A slice that is small, by items or clusters, has too unsure a variance of its own: there it is pooled. Items that
    are all alike say nothing about the variance, and there is no standard error.
    """
    own, rest = _mean(values, here, rows), _mean(values, ~here, rows)
    value, n = own.value - rest.value, own.n + rest.n
    if not (own.se > 0 and rest.se > 0):
        return Mean(value, math.nan, math.nan, n, "Welch's t")
    if min(own.degrees, rest.degrees) + 1 < _SMALL:
        return _pooled(values, here, rows, own, rest)
    if rows.clusters is None:
        a, b = own.se**2, rest.se**2
        degrees = (a + b) ** 2 / (a**2 / own.degrees + b**2 / rest.degrees)
        return Mean(value, math.sqrt(a + b), degrees, n, "Welch's t")
    influence = np.where(here, (values - own.value) * n / own.n, -(values - rest.value) * n / rest.n)
    spread = mean_of(influence, rows.times, rows.clusters)
    return Mean(value, spread.se, spread.degrees, n, spread.method)


def _pooled(values: FloatArray, here: npt.NDArray[np.bool_], rows: JudgedRows, own: Mean, rest: Mean) -> Mean:
    """The same with one variance of all items, and of clusters one correlation of two items of a cluster."""
    known = ~np.isnan(values)
    apart = np.where(here, values - own.value, values - rest.value)[known]
    pull = np.where(here, 1 / own.n, -1 / rest.n)[known]
    n = own.n + rest.n
    sigma2 = float(apart @ apart) / (n - 2)
    spread, degrees, method = float(pull @ pull), n - 2, "pooled t"
    if rows.clusters is not None:
        code, groups = numbered(rows.clusters.code[known])
        pairs = float(np.square(np.bincount(code)).sum()) - n
        together = float(np.square(np.bincount(code, apart)).sum()) - float(apart @ apart)
        alike = min(max(together / pairs / sigma2, 0.0), 1.0) if pairs else 0.0
        spread += alike * (float(np.square(np.bincount(code, pull)).sum()) - spread)
        degrees, method = groups - 1.0, "pooled t of clusters"
    return Mean(own.value - rest.value, math.sqrt(sigma2 * max(spread, 0.0)), degrees, n, method)


def _homogeneity(means: Sequence[Mean], names: Sequence[Label]) -> TableTest:
    """Welch's F of several means with different variances."""
    used = [mean for mean in means if mean.se > 0]
    gone = [repr(name) for name, mean in zip(names, means, strict=True) if not mean.se > 0]
    named = ", ".join(gone[:_MOST]) + (f" and {len(gone) - _MOST:,} more" if len(gone) > _MOST else "")
    reason = f"without a standard error, and left out of the test: {named}" if gone else None
    n, k = sum(mean.n for mean in used), len(used)
    what = ("Welch's test of equal agreement", "all slices have the same agreement")
    if k < 2:
        return TableTest(*what, math.nan, None, math.nan, n, "F", reason)
    weight = np.array([mean.se**-2 for mean in used])
    value, degrees = np.array([mean.value for mean in used]), np.array([mean.degrees for mean in used])
    centre = float(weight @ value / weight.sum())
    lost = float((np.square(1 - weight / weight.sum()) / degrees).sum())
    top = float(weight @ np.square(value - centre)) / (k - 1)
    statistic = top / (1 + 2 * (k - 2) / (k * k - 1) * lost)
    below = (k * k - 1) / (3 * lost)
    p = float(beta_cdf(np.array([below / (below + (k - 1) * statistic)]), below / 2, (k - 1) / 2)[0])
    return TableTest(*what, statistic, None, p, n, f"F({k - 1}, {below:.1f})", reason)


def _slices_sentence(made: Slices, level: float) -> str:
    test = made.homogeneity
    worst = min(made.slices, key=lambda one: math.inf if math.isnan(one.agreement.value) else one.agreement.value)
    lowest = f"lowest on {worst.name!r}, {percent(worst.agreement.value)} of {worst.agreement.n:g} items"
    if not test.p_value < 1 - level:
        shown = "is not shown to differ" if not math.isnan(test.p_value) else "cannot be compared"
        return f"The agreement of the judge with people {shown} between slices ({p_text(test.p_value)}); {lowest}."
    said = f"The agreement of the judge with people differs between slices ({p_text(test.p_value)}): {lowest}"
    low = [repr(one.name) for one in made.slices if one.p_value < 1 - level and one.difference.value < 0]
    return f"{said}; below the rest (Holm): {', '.join(low)}." if low else f"{said}."
