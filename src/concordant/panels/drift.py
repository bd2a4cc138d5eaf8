"""Agreement over time: a coefficient window by window, and whether it rises or falls."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import harmonic_mean
from typing import Any, ClassVar

import numpy as np

from concordant.errors import LengthError, MissingValuesError, OptionError, TooFewUnitsError
from concordant.inference.comparisons.difference import student_test
from concordant.inference.quantiles import check_level
from concordant.inference.samples.panels import read_state
from concordant.inputs.arrays import refuse_other_order
from concordant.inputs.encoding import encode_groups
from concordant.inputs.ratings import check_wide, code_labels
from concordant.inputs.rows import check_clusters
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.options import knowing_its_options
from concordant.panels.agreement import panel_metric
from concordant.result.comparisons import p_text
from concordant.result.intervals import Interval
from concordant.result.record import (
    Answer,
    Tabled,
    answered,
    columns_of,
    counts_text,
    interval_text,
    signed,
    text_table,
)
from concordant.settings import without_warnings
from concordant.states import Ratings, Tallies
from concordant.typing import Column, FloatArray, KappaWeights, Label

_FEW_OF_OTHERS = 10  # units of other labels than the commonest, of which a coefficient of two windows needs more


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
        units = [interval.n for interval in self.values]
        return {"window": list(self.windows), "units": units, **columns_of(self.values, "value", "low", "high")}

    def lines(self) -> list[str]:
        """A line a window."""
        title, counts = counts_text((interval.n for interval in self.values), "units")
        rows = zip([str(name)[:24] for name in self.windows], counts, map(interval_text, self.values), strict=True)
        return text_table(["window", title, "value"], rows, indent="  ")


@knowing_its_options("panels")
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
    The trend is the slope of the least squares line through the values, ``sum c_w t_w`` with ``c_w = (w - mean) / sum
    (w - mean)^2`` and w the number of the window: every window counts alike. Its variance is ``sum c_w^2 se_w^2`` with
    the standard error of each window, its degrees of freedom those of Welch and Satterthwaite; at least what it is with
    one variance of units for all windows. Where a window has (in the harmonic mean) fewer than 10 units of other labels
    than the commonest, at least what the distances of the values from the line say, with two degrees of freedom fewer
    than there are windows; of two windows the reason then says so. Windows whose value is undefined are left out.

    Where nothing changed, the test found a trend in 1 to 7 % of panels with such rare labels (200 to 250 panels each of
    3 to 12 windows of 8 to 200 units and 3 raters who are right in 97 or 85 %; 4 to 42 % without the distances), in 1
    to 9 % of others (150 to 250 each, 2 to 8 windows of 15 to 200 units).

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
    coefficient = panel_metric(metric)
    if isinstance(ratings, Mapping):
        if window is not None or cluster is not None:
            raise OptionError("a mapping of states has its windows already: leave window= and cluster= out.")
        states = dict(ratings)
    else:
        reading = {"raters": raters, "labels": labels, "missing_labels": missing_labels or None}
        reading_given = {name: value for name, value in reading.items() if value is not None}
        states = _window_states(ratings, window, windows, cluster, reading_given)
    options: dict[str, Any] = {} if weights is None else {"weights": weights}
    values = []
    with without_warnings():
        for state in states.values():
            interval = coefficient.interval_of(read_state(coefficient, state, {}, None), level=level, **options)
            if not isinstance(interval, Interval):
                raise OptionError(f"{coefficient.name} has one value a label: take a coefficient with one value.")
            values.append(interval)
    others = math.inf
    if coefficient.facts.corrected and coefficient.numbers is None:
        others = _units_of_other_labels(list(states.values()))
    return _drift_of(tuple(states), tuple(values), coefficient, level, others)


def _window_states(
    ratings: Any, window: Any, windows: Any, cluster: Any, options: dict[str, Any]
) -> dict[Label, Ratings | Tallies]:
    if window is None or isinstance(ratings, (Ratings, Tallies)):
        msg = "drift needs the time of each unit, window=[...], beside a matrix or a frame; or a state for each window."
        raise OptionError(msg)
    refuse_other_order(ratings, (window, cluster), ("window", "cluster"), what="ratings")
    rows = check_wide(ratings, each=True, **options)
    encoded = encode_groups(window, "window")
    if len(encoded.values) != len(rows.codes):
        raise LengthError(f"window must have one value a unit: expected {len(rows.codes)}, got {len(encoded.values)}.")
    window_codes = code_labels(encoded, windows, "window")
    if (window_codes.codes < 0).any():
        msg = f"window has {int((window_codes.codes < 0).sum())} missing values: say when each unit was rated."
        raise MissingValuesError(msg)
    groups = None if cluster is None else check_clusters(cluster, len(rows.codes), None)[0]
    states: dict[Label, Ratings | Tallies] = {}
    for code, name in enumerate(window_codes.labels):
        in_window = np.flatnonzero(window_codes.codes == code)
        if not (rows.codes[in_window] >= 0).any():
            continue
        rows_of_window = type(rows)(rows.codes[in_window], rows.labels, rows.ordered, rows.raters, None)
        states[name] = Ratings.from_rows(rows_of_window, None if groups is None else groups[in_window])
    return states


def _units_of_other_labels(states: Sequence[Ratings | Tallies]) -> float:
    """
    How many units of other labels than the commonest a window has; one rated apart counts in parts.

    Expected by the share in all windows, in one of their harmonic mean of units: small windows decide.
    """
    units: dict[Label, float] = defaultdict(float)
    sizes = []
    for state in states:
        tallies = state if isinstance(state, Tallies) else state.tallies()
        shares = tallies.counts / tallies.ratings[:, None]
        for label, total in zip(tallies.labels, (tallies.weight @ shares).tolist(), strict=True):
            units[label] += total
        weight, squares = float(tallies.weight.sum()), tallies.squares
        sizes.append(weight if squares is None else weight * (weight / float(squares.sum())))
    total = sum(units.values())
    return harmonic_mean([size for size in sizes if size > 0]) * (1 - max(units.values()) / total) if total else 0.0


def _drift_of(
    windows: tuple[Label, ...], values: tuple[Interval, ...], metric: Metric, level: float, others: float
) -> AgreementDrift:
    usable = np.array([not math.isnan(value.se) and not math.isnan(value) for value in values], np.bool_)
    if usable.sum() < 2:
        msg = f"drift needs two windows whose value is defined, and there are {int(usable.sum())} of {len(windows)}."
        raise TooFewUnitsError(msg)
    indices = np.flatnonzero(usable)
    centred = indices - indices.mean()
    share = centred / (centred**2).sum()
    value, se, units = np.array([(values[index].value, values[index].se, values[index].n) for index in indices]).T
    variance = share**2 * se**2
    degrees = np.maximum(units - 1.0, 1.0)
    total = float(variance.sum())
    # a window without a disagreement has hardly an error of its own: what windows have in common is the least
    pooled = float((share**2 * (degrees @ (units * se**2) / degrees.sum()) / units).sum())
    slope = float(share @ value)
    slope = 0.0 if abs(slope) < 1e-13 else slope
    df = total**2 / float((variance**2 / degrees).sum()) if total > 0 else math.nan
    total = max(total, pooled)
    doubt = None
    if others < _FEW_OF_OTHERS:  # such a window shows an error too small for how far off its value may be
        apart = _variance_about_the_line(value, centred, np.array([values[index].n for index in indices]))
        if apart > total > 0:
            total, df = apart, len(indices) - 2.0
        if len(indices) == 2:
            doubt = f"two windows of about {others:.2g} units of other labels than the commonest are too few for a test"
    test = student_test(slope, math.sqrt(total), df, level, "jackknife, Welch's t")
    p_value = 1.0 if not total > 0 and slope == 0 else test.p_value
    undefined = len(windows) - len(indices)
    signature = signed("panels.drift", metric=metric.name, windows=len(windows), level=level)
    n = float(sum(interval.n for interval in values))
    trend = Interval(
        slope, test.low, test.high, math.sqrt(total), level, test.method, n, f"trend of {metric.name}", signature
    )
    shown = [(windows[index], values[index]) for index in (indices[0], indices[-1])]
    return answered(
        AgreementDrift,
        lambda answer: _sentence(shown, answer, metric.facts.title),
        f"{undefined} windows are undefined and left out" if undefined else None,
        doubt,
        None if total > 0 else "the values do not vary within windows",
        signature=signature,
        windows=windows,
        values=values,
        trend=trend,
        p_value=p_value,
    )


def _variance_about_the_line(value: FloatArray, centred: FloatArray, units: FloatArray) -> float:
    """The variance of the slope of windows with one variance of units, by their squared distances from the line."""
    if len(value) < 3:
        return 0.0
    squares = centred @ centred
    residuals = value - value.mean() - centred * (centred @ value / squares)
    return float(units @ residuals**2) / (len(value) - 2) * float((centred**2 / units).sum()) / float(squares**2)


def _sentence(first_and_last: Sequence[tuple[Label, Interval]], answer: AgreementDrift, title: str) -> str:
    trend, p_value = answer.trend, answer.p_value
    ends = ", ".join(f"{float(value):.2f} at {window!r}" for window, value in first_and_last)
    if not p_value < 1 - trend.level:
        return f"{title} is not shown to drift ({ends}; {p_text(p_value)})."
    side = "falls" if trend < 0 else "rises"
    return f"{title} {side} by {abs(float(trend)):.2g} from one window to the next ({ends}; {p_text(p_value)})."
