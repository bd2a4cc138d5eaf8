"""Agreement over time: a coefficient window by window, and whether it rises or falls."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from concordant.errors import (
    IntervalWarning,
    LengthError,
    MissingValuesError,
    OptionError,
    TooFewUnitsError,
    UndefinedMetricWarning,
)
from concordant.inference.comparisons.difference import student_test
from concordant.inference.quantiles import check_level
from concordant.inference.samples.panels import read_state
from concordant.inputs.encoding import encode
from concordant.inputs.ratings import check_wide, code_labels
from concordant.metrics import get
from concordant.metrics.definition.metric import Metric
from concordant.result.comparisons import p_text
from concordant.result.intervals import Interval
from concordant.result.record import Answer, Tabled, or_none, signed
from concordant.states import Ratings, Tallies
from concordant.typing import Column, KappaWeights, Label


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class AgreementDrift(Tabled, Answer):
    """
    A coefficient over time.

    Attributes
    ----------
    windows : tuple
        The windows in their order.
    values : tuple of Interval
        The coefficient in each.
    trend : Interval
        How much it changes from one window to the next.
    p_value : float
        Of no trend.
    """

    stored_as: ClassVar[str | None] = None

    windows: tuple[Label, ...]
    values: tuple[Interval, ...]
    trend: Interval
    p_value: float

    def columns(self) -> dict[str, list[Any]]:
        """One row a window."""
        found: dict[str, list[Any]] = {"window": list(self.windows), "units": [one.n for one in self.values]}
        numbers = {"value": [float(one) for one in self.values], "low": [one.low for one in self.values]}
        numbers["high"] = [one.high for one in self.values]
        return found | {name: or_none(column) for name, column in numbers.items()}

    def __str__(self) -> str:
        """The sentence, and a line a window."""
        width = max([len(str(name)[:24]) for name in self.windows] + [6])
        lines = [Answer.__str__(self), "", f"  {'window'.ljust(width)}  units  value"]
        for name, one in zip(self.windows, self.values, strict=True):
            value = "undefined" if math.isnan(one) else f"{float(one):.2f}"
            ends = "" if math.isnan(one.low) else f"  {one.low:.2f} to {one.high:.2f}"
            lines.append(f"  {str(name)[:24].ljust(width)}  {one.n:5g}  {value}{ends}")
        return "\n".join(lines)


def drift(
    ratings: Any,
    *,
    window: Column | None = None,
    windows: Sequence[Label] | None = None,
    metric: str | Metric = "krippendorff_alpha",
    weights: KappaWeights = None,
    level: float = 0.95,
    cluster: Column | None = None,
    raters: Sequence[Label] | None = None,
    labels: Sequence[Label] | None = None,
    missing_labels: Sequence[Label] = (),
) -> AgreementDrift:
    """
    Follow the agreement of a panel over time.

    Parameters
    ----------
    ratings : matrix, data frame, or mapping of Label to Ratings or Tallies
        A row a unit and a column a rater, with `window`; or the state of each window in their order.
    window : array-like of shape (n,), optional
        The time of each unit, such as its month: numbers, dates, or text that sorts by time.
    windows : sequence, optional
        The windows in their order. Default: sorted.
    metric : str or Metric
        A coefficient of a panel with one value.
    weights : str, array-like or None
        How much two labels disagree, as in `cohen_kappa`.
    level : float
        The nominal coverage of limits.
    cluster : array-like of shape (n,), optional
        Which units belong together; those of one cluster in two windows are taken as independent.
    raters, labels, missing_labels
        As in a call of a metric.

    Returns
    -------
    AgreementDrift

    Notes
    -----
    The trend is the slope of the least squares line through the values, ``sum c_w t_w`` with ``c_w = (w - mean) /
    sum (w - mean)^2`` and w the number of the window: every window counts alike. Its variance is ``sum c_w^2 se_w^2``
    with the standard error of each window, its degrees of freedom those of Welch and Satterthwaite. Windows whose
    value is undefined are left out. Where nothing changed, the test found a trend in 3.8 to 8.5 % of panels (nominal
    5 %; 400 panels each of 3 to 12 windows of 20 to 50 units and 3 to 5 raters; 8.5 % with a label of 10 %).

    A change may be one of the units and not of the raters: units that are rated again tell them apart.

    Examples
    --------
    >>> from concordant import panels
    >>> rows = [["a", "a"], ["b", "b"], ["a", "b"], ["b", "b"], ["a", "a"], ["b", "a"]] * 10
    >>> found = panels.drift(rows, window=[1, 1, 2, 2, 3, 3] * 10, metric="weighted_agreement")
    >>> [round(float(one), 2) for one in found.values], found.p_value < 0.01
    ([1.0, 0.5, 0.5], True)
    """
    level = check_level(level)
    chosen = get(metric) if isinstance(metric, str) else metric
    if not isinstance(chosen, Metric) or chosen.panel is None:
        msg = f"metric must be a coefficient of a panel, such as krippendorff_alpha, not {metric!r:.60}."
        raise OptionError(msg)
    if isinstance(ratings, Mapping):
        if window is not None or cluster is not None:
            msg = "a mapping of states has its windows already: leave window= and cluster= out."
            raise OptionError(msg)
        states = dict(ratings)
    else:
        reading = {"raters": raters, "labels": labels, "missing_labels": missing_labels or None}
        given = {name: value for name, value in reading.items() if value is not None}
        states = _by_window(ratings, window, windows, cluster, given)
    options: dict[str, Any] = {} if weights is None else {"weights": weights}
    values = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IntervalWarning)
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        for state in states.values():
            one = chosen.interval_of(read_state(chosen, state, {}, None), level=level, **options)
            if not isinstance(one, Interval):
                msg = f"{chosen.name} has one value a label: take a coefficient with one value."
                raise OptionError(msg)
            values.append(one)
    return _made(tuple(states), tuple(values), chosen, level)


def _by_window(
    ratings: Any, window: Any, windows: Any, cluster: Any, given: dict[str, Any]
) -> dict[Label, Ratings | Tallies]:
    if window is None or isinstance(ratings, (Ratings, Tallies)):
        msg = "drift needs the time of each unit, window=[...], beside a matrix or a frame; or a state for each window."
        raise OptionError(msg)
    rows = check_wide(ratings, each=True, **given)
    encoded = encode(window, "window")
    if len(encoded.values) != len(rows.codes):
        msg = f"window must have one value a unit: expected {len(rows.codes)}, got {len(encoded.values)}."
        raise LengthError(msg)
    times = code_labels(encoded, windows, "window")
    if (times.codes < 0).any():
        msg = f"window has {int((times.codes < 0).sum())} missing values: say when each unit was rated."
        raise MissingValuesError(msg)
    groups = None if cluster is None else _clusters(cluster, len(rows.codes))
    found: dict[Label, Ratings | Tallies] = {}
    for code, name in enumerate(times.labels):
        here = np.flatnonzero(times.codes == code)
        if not (rows.codes[here] >= 0).any():
            continue
        some = type(rows)(rows.codes[here], rows.labels, rows.ordered, rows.raters, None)
        found[name] = Ratings.from_rows(some, None if groups is None else groups[here])
    return found


def _clusters(cluster: Any, units: int) -> Any:
    """The cluster of each unit."""
    encoded = encode(cluster, "cluster")
    if len(encoded.values) != units:
        msg = f"cluster must have one value a unit: expected {units}, got {len(encoded.values)}."
        raise LengthError(msg)
    if encoded.missing is not None and encoded.missing.any():
        msg = f"cluster has {int(encoded.missing.sum())} missing values: say which units belong together."
        raise MissingValuesError(msg)
    return encoded.values


def _made(windows: tuple[Label, ...], values: tuple[Interval, ...], metric: Metric, level: float) -> AgreementDrift:
    usable = np.array([one.se == one.se and float(one) == float(one) for one in values], np.bool_)
    if usable.sum() < 2:
        msg = f"drift needs two windows whose value is defined, and there are {int(usable.sum())} of {len(windows)}."
        raise TooFewUnitsError(msg)
    places = np.flatnonzero(usable)
    apart = places - places.mean()
    share = apart / (apart**2).sum()
    value = np.array([float(values[place]) for place in places])
    variance = share**2 * np.array([values[place].se for place in places]) ** 2
    degrees = np.array([max(values[place].n - 1.0, 1.0) for place in places])
    total = float(variance.sum())
    slope = float(share @ value)
    slope = 0.0 if abs(slope) < 1e-13 else slope
    df = total**2 / float((variance**2 / degrees).sum()) if total > 0 else math.nan
    test = student_test(slope, math.sqrt(total), df, level, "jackknife, Welch's t")
    p_value = 1.0 if not total > 0 and slope == 0 else test.p_value
    lost = len(windows) - len(places)
    reasons = [f"{lost} windows are undefined and left out"] if lost else []
    reasons += [] if total > 0 else ["the values do not vary within windows"]
    signature = signed("panels.drift", metric=metric.name, windows=len(windows), level=level)
    n = float(sum(one.n for one in values))
    trend = Interval(
        slope, test.low, test.high, math.sqrt(total), level, test.method, n, f"trend of {metric.name}", signature
    )
    said = _sentence([values[place] for place in places], [windows[place] for place in places], trend, p_value, metric)
    return AgreementDrift(
        sentence=said,
        reason="; ".join(reasons) or None,
        signature=signature,
        windows=windows,
        values=values,
        trend=trend,
        p_value=p_value,
    )


def _sentence(
    values: Sequence[Interval], windows: Sequence[Label], trend: Interval, p_value: float, metric: Metric
) -> str:
    title = metric.facts.title
    ends = f"{float(values[0]):.2f} at {windows[0]!r}, {float(values[-1]):.2f} at {windows[-1]!r}"
    if not p_value < 1 - trend.level:
        return f"{title} is not shown to drift ({ends}; {p_text(p_value)})."
    side = "falls" if trend < 0 else "rises"
    return f"{title} {side} by {abs(float(trend)):.2g} from one window to the next ({ends}; {p_text(p_value)})."
