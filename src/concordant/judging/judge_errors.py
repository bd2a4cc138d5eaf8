"""Where does the judge err? Its labels beside those of people: confusion, severity, and the items that differ most."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError
from concordant.inference.comparisons.difference import adjusted
from concordant.inference.quantiles import check_level
from concordant.judging.chosen_items import doubt_of_random, labelled_in, why_no_direction
from concordant.judging.gap import tallied
from concordant.judging.judged_items import (
    JudgedItems,
    JudgedRows,
    column_beside,
    numbers_of,
    read_items,
    require_units,
)
from concordant.judging.means import Mean, interval_of, mean_of, p_value_of
from concordant.judging.named_choice import check_choice
from concordant.judging.pass_rate import Chosen
from concordant.names import did_you_mean
from concordant.result.comparisons import p_text
from concordant.result.intervals import Interval
from concordant.result.record import Answer, Record, altered, counted, percent, points, signed
from concordant.typing import Column, FloatArray, KappaWeights, Label

Truth = Literal["panel", "majority"]


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
    return replace(made, sentence=_sentence(made))


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


def _expert(items: JudgedItems, name: Any) -> JudgedItems:
    place = [0, len(items.judges) + items.people.index(name)]
    rows = None if items.rows is None else items.rows[:, place]
    return JudgedItems(items.state.select([items.judges[0], name]), items.judges[:1], (name,), rows, items.groups)


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


def _sentence(made: JudgeErrors) -> str:
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
