"""The raters of a panel one by one: who is severe, who agrees less with the others, and what it is without him."""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from concordant.errors import (
    IntervalWarning,
    OptionError,
    RaterIdentityError,
    TooFewRatersError,
    UndefinedMetricWarning,
)
from concordant.inference.comparisons.difference import adjusted
from concordant.inference.panels.rater_effects import rater_effects
from concordant.inference.quantiles import check_level, tail, two_sided
from concordant.inference.samples.panels import UnitMeans, clusters_near_one, unit_means, weights_near_one
from concordant.inference.samples.sample import Clusters
from concordant.metrics import get
from concordant.metrics.definition.metric import Metric
from concordant.panels.labels_as_scale import agreement_of, scale_of
from concordant.panels.rated_units import read_units
from concordant.panels.rater_record import RaterReport, RaterRow
from concordant.result.comparisons import Comparison
from concordant.result.intervals import Interval
from concordant.result.record import counted, points, signed, weights_said
from concordant.states import Ratings
from concordant.typing import Column, FloatArray, KappaWeights, Label

_NAN = float("nan")
_MOST_NAMED = 4  # raters in the sentence


def rater_report(
    ratings: Any,
    *,
    weights: KappaWeights = None,
    metric: str | Metric = "krippendorff_alpha",
    scale: Literal["numbers", "labels"] | None = None,
    level: float = 0.95,
    unit: Column | str | None = None,
    rater: str | None = None,
    label: str | None = None,
    cluster: Column | None = None,
    raters: Sequence[Label] | None = None,
    labels: Sequence[Label] | None = None,
    sample_weight: Column | None = None,
    missing_labels: Sequence[Label] = (),
) -> RaterReport:
    """
    Describe every rater of a panel: how severe, how much in agreement with the others, and the panel without him.

    Parameters
    ----------
    ratings : matrix, data frame, or Ratings
        A row a unit and a column a rater; a row a rating, with `unit`, `rater` and `label`; or a state.
    weights : str, array-like or None
        How much two labels disagree, as in `cohen_kappa`; it needs ordered labels.
    metric : str or Metric
        The coefficient of the panel that is taken without each rater.
    scale : {"numbers", "labels"}, optional
        What severity is of: the numbers themselves, or how often each label is given. Default: numbers where all
        labels are numbers.
    level : float
        The nominal coverage of limits.
    unit, rater, label
        As of `consensus`.
    cluster : array-like of shape (n,), optional
        Of wide data: which units belong together.
    raters, labels, sample_weight, missing_labels
        As in a call of a metric.

    Returns
    -------
    RaterReport

    Raises
    ------
    RaterIdentityError
        If it is not known who rated.
    TooFewRatersError
        For one rater.

    Notes
    -----
    *Severity*, of numbers: the effects of raters in the two-way least squares fit of all ratings, which sum
    to 0; standard errors over units, with the degrees of freedom of the units that each effect rests upon. Raters who
    share no unit, not even through others, cannot be compared, which `reason` says. Of labels: the mean over units of
    ``1(label = k)`` less the share of k among the others.

    *With the others*: over the units that the rater and two others have rated, the mean of his agreement with each less
    their agreement among themselves; Student's t.

    *Flags* are for p-values below 1 - level after Holm's adjustment. Of labels the standard error of the test is the
    greater of that over units and that of a rater like the others, since Student's t alone flags labels that are given
    rarely too often (in 19 % of panels of 20 units and 5 labels). In panels of raters who are alike some rater was
    flagged for the severity of labels in 0 to 4.0 %, for that of numbers in 0 to 7.6 %, and for agreeing less with the
    others in 0 to 1.4 % (nominal 5 %; 500 panels each of 3 to 10 raters and 20 to 200 units, 2 to 5 labels, also rare
    ones, near perfect raters, 30 % missing); for the severity of numbers in 1 to 5 % where 4 to 20 raters give 2 or 3
    ratings a unit, also in clusters (200 panels each of 30 to 200 units), and in 2 to 6 % where 3 or 5 raters give 3
    grades to 10 clusters of 10 units or 25 or 50 of 4 (600 panels each). With few units the flags miss much: of 5
    raters and 50 units, one who gives another label in 40 % of the units of one label is flagged in 45 %, one who
    guesses in half of all in 58 %.

    *Without*: the coefficient less that without the rater, by the jackknife of the difference over units; of three
    raters or more. It describes, and flags nobody.

    Examples
    --------
    >>> from concordant import panels
    >>> rows = [[1, 1, 2], [2, 2, 3], [3, 3, 3], [1, 2, 2], [2, 2, 3], [3, 2, 3]] * 6
    >>> found = panels.rater_report(rows, weights="quadratic")
    >>> [round(float(row.severity[0]), 2) for row in found.raters], found.flagged
    ([-0.22, -0.22, 0.44], (0, 1, 2))
    """
    level = check_level(level)
    read: dict[str, Any] = {"unit": unit, "rater": rater, "label": label, "cluster": cluster, "raters": raters}
    read |= {"labels": labels, "sample_weight": sample_weight, "missing_labels": missing_labels}
    state = _checked(read_units(ratings, **read).state)
    chosen = get(metric) if isinstance(metric, str) else metric
    if not isinstance(chosen, Metric) or chosen.panel is None:
        msg = f"metric must be a coefficient of a panel, such as krippendorff_alpha, not {metric!r:.60}."
        raise OptionError(msg)
    alike = agreement_of(state, weights)
    numbers = scale_of(state, scale)
    clusters, measured = clusters_near_one(state), "labels" if numbers is None else "numbers"
    severity = (
        _of_numbers(state, numbers, clusters, level) if numbers is not None else _of_labels(state, clusters, level)
    )
    pairs = _Pairs(state, alike)
    with_others, apart = (
        unit_means(pairs.agreement, *weights_near_one(state), clusters),
        unit_means(pairs.difference, *weights_near_one(state), clusters),
    )
    p_values = adjusted(apart.p_values(), "holm")
    signature = signed("panels.rater_report", weights=weights_said(weights), metric=chosen.name, n=state.n, level=level)
    made = _Makers(state, level, signature)
    rows = []
    for place, name in enumerate(state.raters):
        difference = made.interval(apart, place, f"agreement of {name!r} less that of the others")
        found = RaterRow(
            name,
            *_counts(state, place),
            *severity.of(place),
            made.share(with_others, place, f"agreement of {name!r} with the others"),
            difference,
            float(p_values[place]),
            _change(chosen, state, name, weights, level),
            (),
        )
        rows.append(replace(found, flags=_flags(found, state.labels, measured, level)))
    report = RaterReport(
        sentence="",
        reason=severity.reason,
        signature=signature,
        raters=tuple(rows),
        labels=state.labels,
        scale=measured,
        metric=chosen.name,
        level=level,
    )
    return replace(report, sentence=_sentence(report))


def _checked(state: Any) -> Ratings:
    if not isinstance(state, Ratings):
        msg = "a report on raters needs to know who rated, and these ratings are anonymous: give rater=, or Ratings."
        raise RaterIdentityError(msg)
    used = len(np.unique(state.rater))
    if used < 2:
        msg = f"a report on raters needs two of them or more, and {used} rated."
        raise TooFewRatersError(msg)
    return state


class _Pairs:
    """The agreement of each rater with the others of a unit, and that less theirs: (U, r), NaN where there is none."""

    def __init__(self, state: Ratings, alike: FloatArray) -> None:
        profiles, size = state.profiles, len(state.raters)
        unit, m = profiles.unit, profiles.sizes.astype(np.float64)
        tally = profiles.tally(len(state.labels)).astype(np.float64)
        worth = tally @ alike  # of each label beside all raters of the unit
        whole = (tally * worth).sum(1) - m  # ordered pairs of two raters
        own = worth[unit, state.code] - 1.0
        rest = m[unit] - 1.0
        with np.errstate(invalid="ignore", divide="ignore"):
            with_others = np.where(rest > 0, own / rest, np.nan)
            among = np.where(rest > 1, (whole[unit] - 2 * own) / (rest * (rest - 1)), np.nan)
        self.agreement = np.full((len(profiles), size), np.nan)
        self.difference = np.full((len(profiles), size), np.nan)
        self.agreement[unit, state.rater] = with_others
        apart = with_others - among
        self.difference[unit, state.rater] = np.where(np.abs(apart) < 1e-13, 0.0, apart)


@dataclass(frozen=True, slots=True)
class _Makers:
    """Intervals of means."""

    state: Ratings
    level: float
    signature: str

    def interval(self, means: UnitMeans, place: int, what: str) -> Interval:
        low, high = (float(ends[place]) for ends in means.limits(self.level))
        n, value = float(means.n[place]), float(means.value[place])
        reason = None
        if math.isnan(value):
            reason = "no unit has the ratings for it"
        elif math.isnan(low):
            reason = "the units do not vary" if n > 1 else "there is one unit"
        rest = (self.level, means.kind, n, what, self.signature, reason)
        return Interval(value, low, high, float(means.se[place]), *rest)

    def share(self, means: UnitMeans, place: int, what: str) -> Interval:
        """A mean of shares: its limits on the scale of log odds."""
        plain = self.interval(means, place, what)
        value, se = float(plain), plain.se
        if not (0 < value < 1 and se > 0):
            return plain
        half = two_sided(self.level, float(means.degrees[place])) * se / (value * (1 - value))
        middle = math.log(value / (1 - value))
        low, high = (1 / (1 + math.exp(-min(max(end, -700.0), 700.0))) for end in (middle - half, middle + half))
        rest = (self.level, f"logit, {means.kind}", plain.n, what, self.signature, None)
        return Interval(value, low, high, se, *rest)


@dataclass(frozen=True, slots=True)
class _Severities:
    """Severity intervals and adjusted p-values, (r, P)."""

    intervals: Sequence[tuple[Interval, ...]]
    p_values: FloatArray
    reason: str | None

    def of(self, place: int) -> tuple[tuple[Interval, ...], tuple[float, ...]]:
        return self.intervals[place], tuple(self.p_values[place].tolist())


def _of_numbers(state: Ratings, numbers: FloatArray, clusters: Clusters | None, level: float) -> _Severities:
    found = rater_effects(
        state.profiles, numbers[state.code], *weights_near_one(state), raters=len(state.raters), clusters=clusters
    )
    signature = signed("severity", n=state.n)
    method = "least squares, t" + ("" if clusters is None else " of clusters")
    rows, p_values = [], []
    each = zip(state.raters, found.value.tolist(), found.se.tolist(), found.degrees.tolist(), strict=True)
    for name, value, se, degrees in each:
        usable = se > 0 and degrees > 0
        t = two_sided(level, degrees) if usable else _NAN
        low, high = (value - t * se, value + t * se) if usable else (_NAN, _NAN)
        why = "nobody else has rated his units" if math.isnan(value) else None if usable else "the units do not vary"
        rows.append((Interval(value, low, high, se, level, method, state.n, f"severity of {name!r}", signature, why),))
        p_values.append(tail(value / se, degrees) if usable else 1.0 if value == 0 else _NAN)
    groups = np.unique(found.group[~np.isnan(found.value)])
    reason = None
    if len(groups) > 1:
        reason = f"the raters fall into {len(groups)} groups that share no unit, and severity compares within a group"
    return _Severities(rows, _holm(np.array(p_values)[:, None]), reason)


def _of_labels(state: Ratings, clusters: Clusters | None, level: float) -> _Severities:
    profiles, labels = state.profiles, len(state.labels)
    unit, m = profiles.unit, profiles.sizes.astype(np.float64)
    tally = profiles.tally(labels).astype(np.float64)
    own = np.eye(labels)[state.code]
    with np.errstate(invalid="ignore", divide="ignore"):
        apart = np.where((m[unit] > 1)[:, None], own - (tally[unit] - own) / (m[unit] - 1.0)[:, None], np.nan)
    made = _Makers(state, level, signed("severity", n=state.n))
    intervals, p_values = [], np.full((len(state.raters), labels), np.nan)
    tested = range(labels) if labels > 2 else range(labels - 1, labels)  # of two labels one is the other turned round
    for place, name in enumerate(state.raters):
        here = state.rater == place
        column = np.full((len(profiles), labels), np.nan)
        column[unit[here]] = np.where(np.abs(apart[here]) < 1e-13, 0.0, apart[here])
        means = unit_means(column, *weights_near_one(state), clusters)
        test = replace(means, se=np.maximum(means.se, _by_chance(state, here, tally, m))).p_values()
        every = (made.interval(means, code, f"{label!r} by {name!r}") for code, label in enumerate(state.labels))
        intervals.append(tuple(_within(one) for one in every))
        for code in tested:
            p_values[place, code] = np.nan if math.isnan(means.value[code]) else test[code]
    each = _holm(p_values)
    if labels == 2:
        each[:, 0] = each[:, 1]
    return _Severities(intervals, each, None)


def _holm(p_values: FloatArray) -> FloatArray:
    """Adjust by Holm over raters and labels, (r, P); the tests of two raters are one, made twice."""
    tested = p_values[:1] if len(p_values) == 2 else p_values
    return np.broadcast_to(adjusted(tested.ravel(), "holm").reshape(tested.shape), p_values.shape).copy()


def _within(one: Interval) -> Interval:
    """A difference of shares, whose limits lie between -1 and 1."""
    rest = (one.se, one.level, one.method, one.n, one.metric, one.signature, one.reason)
    return Interval(float(one), max(one.low, -1.0), min(one.high, 1.0), *rest)


def _by_chance(state: Ratings, here: Any, tally: FloatArray, m: FloatArray) -> FloatArray:
    """
    The standard errors of the shares of a rater if he is like the others, (K,).

    Which of the m ratings of a unit is his is chance then: ``1(label = k)`` has the variance ``p (1 - p)`` with the
    share p of all its ratings, and the difference to the others that times ``(m / (m - 1))^2``.
    """
    weight, squares = weights_near_one(state)
    unit = state.profiles.unit[here]
    unit = unit[m[unit] > 1]
    share, wide = tally[unit] / m[unit, None], np.square(m[unit] / (m[unit] - 1.0))
    each = (weight if squares is None else squares)[unit] * wide
    with np.errstate(invalid="ignore", divide="ignore"):
        found: FloatArray = np.sqrt(each @ (share * (1.0 - share))) / weight[unit].sum()
    return found


def _counts(state: Ratings, place: int) -> tuple[float, float, FloatArray]:
    """How many ratings, how many of units that nobody else has rated, and of which labels."""
    here = state.rater == place
    unit = state.profiles.unit[here]
    weight = np.asarray(state.weight, np.float64)[unit]
    alone = weight[state.profiles.sizes[unit] == 1].sum()
    usage: FloatArray = np.bincount(state.code[here], weight, minlength=len(state.labels)).astype(np.float64)
    return float(weight.sum()), float(alone), usage


def _change(metric: Metric, state: Ratings, name: Label, weights: KappaWeights, level: float) -> Interval:
    """The coefficient less that without the rater."""
    others = [one for place, one in enumerate(state.raters) if one != name and (state.rater == place).any()]
    what = f"change of {metric.name} by {name!r}"
    if len(others) < 2 or not (state.rater == state.place_of(name)).any():
        return Interval(_NAN, _NAN, _NAN, _NAN, level, "jackknife, t", state.n, what, "", "too few other raters")
    options: dict[str, Any] = {} if weights is None or "weights" not in metric.options else {"weights": weights}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IntervalWarning)
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        found = metric.compare(state, a=list(state.raters), b=others, level=level, **options)
    if not isinstance(found, Comparison):
        msg = f"{metric.name} has one value a label: take a coefficient with one value."
        raise OptionError(msg)
    rest = (level, found.method, found.n, what, found.signature, found.reason)
    return Interval(found.difference, found.low, found.high, found.se, *rest)


def _flags(row: RaterRow, labels: tuple[Label, ...], scale: str, level: float) -> tuple[str, ...]:
    found = []
    for code, (one, p) in enumerate(zip(row.severity, row.severity_p, strict=True)):
        if not p < 1 - level or (len(row.severity) == 2 and code == 0):
            continue
        if scale == "numbers":
            found.append(f"rates {abs(float(one)):.2g} {'higher' if one > 0 else 'lower'} than the raters on average")
        else:
            often = f"{'more' if one > 0 else 'less'} often than the others"
            found.append(f"gives {labels[code]!r} {points(float(one))} {often}")
    if row.difference < 0 and row.difference_p < 1 - level:
        found.append("agrees less with the others than they do with each other")
    return tuple(found)


def _sentence(report: RaterReport) -> str:
    flagged = [row for row in report.raters if row.flags]
    if not flagged:
        return f"None of {len(report.raters)} raters stands out."
    said = "; ".join(f"{row.rater} {' and '.join(row.flags[:2])}" for row in flagged[:_MOST_NAMED])
    others = len(flagged) - _MOST_NAMED
    more = f"; and {counted(others, 'more stands', 'more stand')} out" if others > 0 else ""
    return f"Of {len(report.raters)} raters {counted(len(flagged), 'stands', 'stand')} out: {said}{more}."
