"""How does the judge do over time? Its agreement with people, window by window, and whether it drifts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from concordant.errors import MissingValuesError, OptionError, TooFewUnitsError
from concordant.inference.quantiles import check_level
from concordant.inputs.encoding import encode
from concordant.inputs.ratings import code_labels
from concordant.judging.covariates import ErrorSlope, fitted_slope
from concordant.judging.gap import FEW, agreement_shares
from concordant.judging.judge_errors import soft_truth
from concordant.judging.judged_items import JudgedRows, column_beside, numbers_of, read_items
from concordant.judging.means import interval_of, mean_of
from concordant.result.comparisons import p_text
from concordant.result.intervals import Interval
from concordant.result.record import Answer, Record, counted, percent, signed
from concordant.typing import Column, KappaWeights, Label


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Window(Record):
    """
    The items of a time.

    Attributes
    ----------
    name : Label
        Which.
    agreement : Interval
        Of the judge and a person.
    gap : Interval or None
        That less the agreement of two people, on the same items; None without such items.
    severity : Interval or None
        The judge less the mean of people, of labels that are numbers.
    """

    name: Label
    agreement: Interval
    gap: Interval | None
    severity: Interval | None


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class OverTime(Answer):
    """
    A judge over time.

    Attributes
    ----------
    windows : tuple of Window
        In their order.
    trend : ErrorSlope
        The change of the disagreement with people from one window to the next.
    """

    windows: tuple[Window, ...]
    trend: ErrorSlope

    def __str__(self) -> str:
        """The sentence, and a line a window."""
        width = max([len(str(one.name)) for one in self.windows] + [6])
        lines = [Answer.__str__(self), "", f"{'window'.ljust(width)}  items  with a person  less two people"]
        for one in self.windows:
            gap = "" if one.gap is None else f"{one.gap.value:+.3f}"
            lines.append(f"{str(one.name).ljust(width)}  {one.agreement.n:5g}  {one.agreement.value:13.3f}  {gap:>15}")
        return "\n".join(lines)


def over_time(
    data: Any = None,
    /,
    *,
    judge: Any,
    humans: Any,
    window: Column | str,
    windows: Sequence[Label] | None = None,
    weights: KappaWeights = None,
    labels: Sequence[Label] | None = None,
    cluster: Column | str | None = None,
    level: float = 0.95,
) -> OverTime:
    """
    Follow the agreement of a judge with people over time.

    Parameters
    ----------
    data, judge, humans, labels, cluster, level
        As of `judging.gap`; one person is enough.
    window : name, or array-like of shape (n,)
        The time of each item, such as its month: numbers, dates, or text that sorts by time.
    windows : sequence, optional
        The windows in their order. Default: sorted.
    weights : str, array-like or None
        How much two labels disagree.

    Returns
    -------
    OverTime

    Notes
    -----
    The trend is the slope of the disagreement on the number of the window, by least squares with the standard errors of
    `error_slope`. A change may be one of the items and not of the judge: a frozen set of items that is judged again
    tells them apart (`compare_versions`).

    Examples
    --------
    >>> from concordant import judging
    >>> found = judging.over_time(
    ...     judge=[1, 0, 1, 1, 0, 1] * 20, humans=[1, 0, 1, 1, 1, 0] * 20, window=[1, 1, 2, 2, 3, 3] * 20)
    >>> [round(one.agreement.value, 2) for one in found.windows], round(found.trend.slope.value, 2)
    ([1.0, 1.0, 0.0], 0.5)
    """
    level = check_level(level)
    items = read_items(data, judge, humans, labels=labels, cluster=cluster)
    rows = JudgedRows(items)
    times = code_labels(encode(column_beside(data, window, len(rows.codes), "window"), "window"), windows, "window")
    if (times.codes < 0).any():
        msg = f"window has {int((times.codes < 0).sum())} missing values: say when each item was judged."
        raise MissingValuesError(msg)
    if len(times.labels) < 2:
        msg = f"there is one window, {times.labels[0]!r}: two or more are needed."
        raise OptionError(msg)
    with_person, among = agreement_shares(rows, weights)
    apart = with_person - among if len(items.people) > 1 else np.full(len(with_person), np.nan)
    numbers, reference = numbers_of(rows), soft_truth(rows, "panel")
    known = (rows.of_judges[:, 0] >= 0) & (reference.sum(1) > 0)
    severe = None if numbers is None else np.where(known, numbers[rows.of_judges[:, 0]] - reference @ numbers, np.nan)
    signature = signed("judging.over_time", windows=len(times.labels), n=float(known.sum()), level=level)

    def part(values: Any, here: Any, what: str, scale: str = "delta", most: float = math.inf) -> Interval | None:
        if values is None:
            return None
        mean = mean_of(np.where(here, values, np.nan), rows.times, rows.clusters)
        return None if not mean.n else interval_of(mean, level, what, signature, scale=scale, most=most)

    found = []
    for code, name in enumerate(times.labels):
        here = times.codes == code
        agreement = part(with_person, here, f"agreement at {name!r}", "logit")
        if agreement is None:
            continue
        gap = part(apart, here, f"gap at {name!r}", most=1.0)
        severity = part(severe, here, f"severity at {name!r}")
        found.append(Window(name, agreement, gap, severity))
    if len(found) < 2:
        msg = f"windows with items of judge and people: there are {len(found)}, and 2 or more are needed."
        raise TooFewUnitsError(msg)
    names = ("the share of people who disagree", "window")
    trend = fitted_slope(1 - with_person, times.codes.astype(np.float64), rows.clusters, names, level)
    few = [one.gap.n for one in found if one.gap is not None and one.gap.n < FEW]
    reason = f"{counted(len(few), 'window')} of fewer than {FEW} items: the interval of the gap is too narrow there"
    made = OverTime(sentence="", reason=reason if few else None, signature=signature, windows=tuple(found), trend=trend)
    return replace(made, sentence=_sentence(made, level))


def _sentence(made: OverTime, level: float) -> str:
    first, last = made.windows[0], made.windows[-1]
    ends = f"{percent(first.agreement.value)} at {first.name!r}, {percent(last.agreement.value)} at {last.name!r}"
    if math.isnan(made.trend.p_value) or not made.trend.p_value < 1 - level:
        return f"The agreement of the judge with people is not shown to drift ({ends}; {p_text(made.trend.p_value)})."
    side = "falls" if made.trend.slope.value > 0 else "rises"
    size = f"{abs(made.trend.slope.value) * 100:.2g} percentage points"
    return (
        f"The agreement of the judge with people {side} by {size} from one window to the next ({ends}; "
        f"{p_text(made.trend.p_value)})."
    )
