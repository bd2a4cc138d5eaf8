"""`rater_report`: severity, agreement with the others, what changes without a rater."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import nan
from typing import Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError, TooFewRatersError
from concordant.inference.comparisons.difference import adjusted
from concordant.inference.quantiles import SCALES, check_level, tail, two_sided
from concordant.inference.samples.panels import (
    UnitMeans,
    agreement_of_labels,
    clusters_near_one,
    unit_means,
    weights_near_one,
)
from concordant.inference.samples.sample import Clusters
from concordant.metrics import get
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.options import knowing_its_options
from concordant.panels.agreement import panel_metric
from concordant.panels.reports import NO_RATER_FIRST, interval_columns, interval_text, scale_of
from concordant.panels.units import read_units
from concordant.result.comparisons import Comparison
from concordant.result.intervals import Interval
from concordant.result.record import (
    Answer,
    Pictured,
    Record,
    Tabled,
    altered,
    counted,
    counts_text,
    percent,
    points,
    signed,
    weights_said,
)
from concordant.settings import without_warnings
from concordant.states import Ratings
from concordant.states.profiles import Profiles
from concordant.typing import Column, FloatArray, KappaWeights, Label, NumberArray

_MOST_NAMED = 4  # raters in the sentence
_NUMBERS = 1 << 22  # in one block of profiles by raters
_ROUNDING = 1e-12
_MOST_TAKEN = 0.9  # share of what a unit gives that the fit takes
_Severities = tuple[Sequence[tuple[Interval, ...]], FloatArray, str | None]
_Block = tuple[FloatArray, FloatArray, FloatArray, slice]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RaterRow(Record):
    """
    A rater.

    Attributes
    ----------
    rater : Label
        Who.
    ratings, alone : float
        How many units he has rated, and how many of them nobody else has.
    usage : ndarray of shape (K,)
        How many of his ratings have each label.
    severity : tuple of Interval
        Of numbers one: how much higher he rates than the raters on average, on the same units. Of labels one a label:
        how much more often he gives it than the others do on the same units.
    severity_p : tuple of float
        Of no difference, by Holm over all raters and labels; two raters are one comparison.
    agreement : Interval
        With another rater of the same unit.
    difference : Interval
        That less the agreement of the others among themselves, on the units that he and two others have rated.
    difference_p : float
        Of no difference, by Holm over all raters.
    change : Interval
        The coefficient of the panel less that without him: below 0 he lowers it.
    flags : tuple of str
        What stands out, in words; none is the rule.
    """

    rater: Label
    ratings: float
    alone: float
    usage: FloatArray
    severity: tuple[Interval, ...]
    severity_p: tuple[float, ...]
    agreement: Interval
    difference: Interval
    difference_p: float
    change: Interval
    flags: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class RaterReport(Tabled, Pictured, Answer):
    """
    The raters of a panel.

    Attributes
    ----------
    raters : tuple of RaterRow
        One a rater.
    labels : tuple
        The labels in their order.
    scale : {"numbers", "labels"}
        What severity is of.
    metric : str
        The coefficient of `RaterRow.change`.
    level : float
        The nominal coverage of limits; a flag needs an adjusted p-value below 1 - level.
    """

    stored_as: ClassVar[str | None] = None
    picture: ClassVar[str] = "rater_severity"

    raters: tuple[RaterRow, ...]
    labels: tuple[Label, ...]
    scale: str
    metric: str
    level: float

    @property
    def flagged(self) -> tuple[Label, ...]:
        """The raters with a flag."""
        return tuple(row.rater for row in self.raters if row.flags)

    def columns(self) -> dict[str, list[Any]]:
        """One row a rater; of labels the severity is that of the label with the greatest."""
        columns: dict[str, list[Any]] = {
            name: [getattr(row, name) for row in self.raters] for name in ("rater", "ratings", "alone")
        }
        columns |= interval_columns("severity", [widest(row.severity) for row in self.raters])
        for part in ("agreement", "difference", "change"):
            columns |= interval_columns(part, [getattr(row, part) for row in self.raters])
        return columns | {"flags": ["; ".join(row.flags) for row in self.raters]}

    def __str__(self) -> str:
        """The sentence, and a line a rater."""
        return "\n".join([Answer.__str__(self), "", *self.lines()])

    def lines(self, thing: str = "units") -> list[str]:
        """The table as text."""
        width = max(map(len, (*(str(row.rater)[:18] for row in self.raters), "rater")))
        head = "severity" if self.scale == "numbers" else "gives more or less often"
        wide = 24 if self.scale == "numbers" else 40
        coefficient = {"krippendorff_alpha": "alpha"}.get(self.metric, self.metric.replace("_", " "))
        title, counts = counts_text((row.ratings for row in self.raters), thing, 7)
        first = f"  {'rater'.ljust(width)}  {title}  {head.ljust(wide)}  with the others  without"
        lines = [first.rstrip()]
        for row, ratings in zip(self.raters, counts, strict=True):
            severity = widest(row.severity)
            shown = interval_text(severity, "+.2f")
            if self.scale == "labels" and not math.isnan(float(severity)):
                shown = f"{str(self.labels[row.severity.index(severity)])[:14]} {shown}"
            agreement = "undefined" if math.isnan(row.agreement) else percent(float(row.agreement))
            flag = "flagged" if row.flags else ""
            change = "" if math.isnan(row.change) else f"{coefficient} {-float(row.change):+.2f}"
            cells = f"{ratings}  {shown.ljust(wide)}  {agreement.rjust(5)} {flag.ljust(9)}  {change}"
            lines.append(f"  {str(row.rater)[:18].ljust(width)}  {cells}".rstrip())
        return lines


@knowing_its_options("panels")
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
    duplicates: str = "raise",
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
    duplicates : {"raise", "runs", "first", "last"}
        Of a row a rating: what to do where a rater has rated a unit more than once.

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

    *Flags* are for p-values below 1 - level after Holm's adjustment. The standard error of the test of a severity is
    the greater of that over units and that of a rater like the others, of whom chance says which rating is his,
    since Student's t alone flags labels that are given rarely too often (in 19 % of panels of 20 units and 5 labels, of
    numbers in 20 % where 3 % of the units are positive); of two raters and numbers it is Student's t. In panels of
    raters who are alike some rater was flagged in 0 to 4.5 % (nominal 5 %; 200 panels each of 3 to 8 raters and 20 to
    200 units, 2 to 5 labels, also rare ones, near perfect raters, 40 % missing, 10 to 50 clusters). With few units
    the flags miss much: of 5 raters and 50 units, one who gives another label in 40 % of the units of one label is
    flagged in 45 %, one who guesses in half of all in 58 %.

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
    read |= {"duplicates": duplicates}
    state = read_units(ratings, **read).known_raters("a report on raters needs")
    used = len(np.unique(state.rater))
    if used < 2:
        raise TooFewRatersError(f"a report on raters needs two of them or more, and {used} rated.")
    coefficient = panel_metric(metric)
    label_agreement = agreement_of_labels(state, get("weighted_agreement"), weights, NO_RATER_FIRST)
    label_values = scale_of(state, scale)
    clusters, measured = clusters_near_one(state), "labels" if label_values is None else "numbers"
    if label_values is None:
        severities, severity_p, reason = _label_severities(state, clusters, level)
    else:
        severities, severity_p, reason = _number_severities(state, label_values, clusters, level)
    with_others, differences = (
        unit_means(values, *weights_near_one(state), clusters) for values in _pair_agreements(state, label_agreement)
    )
    p_values = adjusted(differences.p_values(), "holm")
    options = {"weights": weights_said(weights), "metric": coefficient.name}
    signature = signed("panels.rater_report", **options, n=state.n, level=level)
    rows = []
    for index, name in enumerate(state.raters):
        with_whom, less = f"agreement of {name!r} with the others", f"agreement of {name!r} less that of the others"
        row = RaterRow(
            name,
            *_rating_counts(state, index),
            severities[index],
            tuple(severity_p[index].tolist()),
            _share(with_others, index, with_whom, level, signature),
            _difference(differences, index, less, level, signature),
            float(p_values[index]),
            _change(coefficient, state, name, weights, level),
            (),
        )
        rows.append(replace(row, flags=_flags(row, state.labels, measured, level)))
    report = RaterReport(
        sentence="",
        reason=reason,
        signature=signature,
        raters=tuple(rows),
        labels=state.labels,
        scale=measured,
        metric=coefficient.name,
        level=level,
    )
    return replace(report, sentence=_sentence(report))


def _number_severities(state: Ratings, values: FloatArray, clusters: Clusters | None, level: float) -> _Severities:
    """The severities of raters, (r, P), their adjusted p-values, and what they do not compare."""
    effects = rater_effects(
        state.profiles, values[state.code], *weights_near_one(state), raters=len(state.raters), clusters=clusters
    )
    signature = signed("severity", n=state.n)
    method = "least squares, t" + ("" if clusters is None else " of clusters")
    rows, p_values = [], []
    columns = (effects.value, effects.se, effects.chance, effects.degrees)
    for name, value, se, chance, degrees in zip(state.raters, *(column.tolist() for column in columns), strict=True):
        usable = se > 0 and degrees > 0
        t = two_sided(level, degrees) if usable else math.nan
        low, high = (value - t * se, value + t * se) if usable else (math.nan, math.nan)
        why = "nobody else has rated his units" if math.isnan(value) else None if usable else "the units do not vary"
        rows.append((Interval(value, low, high, se, level, method, state.n, f"severity of {name!r}", signature, why),))
        p_values.append(tail(value / max(se, chance), degrees) if usable else 1.0 if value == 0 else math.nan)
    groups = np.unique(effects.group[~np.isnan(effects.value)])
    reason = None
    if len(groups) > 1:
        reason = f"the raters fall into {len(groups)} groups that share no unit, and severity compares within a group"
    return rows, _holm(np.array(p_values)[:, None]), reason


def _holm(p_values: FloatArray) -> FloatArray:
    """Adjust by Holm over raters and labels, (r, P); the tests of two raters are one, made twice."""
    tested = p_values[:1] if len(p_values) == 2 else p_values
    return np.broadcast_to(adjusted(tested.ravel(), "holm").reshape(tested.shape), p_values.shape).copy()


def _label_severities(state: Ratings, clusters: Clusters | None, level: float) -> _Severities:
    profiles, labels = state.profiles, len(state.labels)
    unit, m = profiles.unit, profiles.sizes.astype(np.float64)
    tally = profiles.tally(labels).astype(np.float64)
    one_hot = np.eye(labels)[state.code]
    with np.errstate(invalid="ignore", divide="ignore"):
        of_others = (tally[unit] - one_hot) / (m[unit] - 1.0)[:, None]
        difference = np.where((m[unit] > 1)[:, None], one_hot - of_others, np.nan)
    signature = signed("severity", n=state.n)
    intervals, p_values = [], np.full((len(state.raters), labels), np.nan)
    tested = range(labels) if labels > 2 else range(labels - 1, labels)  # of two labels one is the other turned round
    for index, name in enumerate(state.raters):
        own_ratings = state.rater == index
        column = np.full((len(profiles), labels), np.nan)
        column[unit[own_ratings]] = np.where(np.abs(difference[own_ratings]) < 1e-13, 0.0, difference[own_ratings])
        means = unit_means(column, *weights_near_one(state), clusters)
        test = replace(means, se=np.maximum(means.se, _chance_errors(state, own_ratings, tally, m))).p_values()
        of_rater = [
            _difference(means, code, f"{label!r} by {name!r}", level, signature)
            for code, label in enumerate(state.labels)
        ]
        intervals.append(tuple(of_rater))
        for code in tested:
            p_values[index, code] = np.nan if math.isnan(means.value[code]) else test[code]
    adjusted_p = _holm(p_values)
    if labels == 2:
        adjusted_p[:, 0] = adjusted_p[:, 1]
    return intervals, adjusted_p, None


def _interval(means: UnitMeans, index: int, what: str, level: float, signature: str) -> Interval:
    """The interval of one of several means."""
    low, high = (float(ends[index]) for ends in means.limits(level))
    n, value = float(means.n[index]), float(means.value[index])
    reason = None
    if math.isnan(value):
        reason = "no unit has the ratings for it"
    elif math.isnan(low):
        reason = "the units do not vary" if n > 1 else "there is one unit"
    return Interval(value, low, high, float(means.se[index]), level, means.kind, n, what, signature, reason)


def _difference(means: UnitMeans, index: int, what: str, level: float, signature: str) -> Interval:
    """The interval of a mean of differences of shares, which lie between -1 and 1."""
    plain = _interval(means, index, what, level, signature)
    return altered(plain, low=max(plain.low, -1.0), high=min(plain.high, 1.0))  # NaN stays NaN


def _share(means: UnitMeans, index: int, what: str, level: float, signature: str) -> Interval:
    """The interval of a mean of shares, on the scale of log odds."""
    plain = _interval(means, index, what, level, signature)
    value, se = plain.value, plain.se
    if not (0 < value < 1 and se > 0):
        return plain
    quantile = two_sided(level, float(means.degrees[index]))
    low, high = map(float, SCALES["logit"].limits(np.asarray(value), np.asarray(se), quantile))
    return altered(plain, low=low, high=high, method=f"logit, {means.kind}", reason=None)


def _chance_errors(state: Ratings, own_ratings: Any, tally: FloatArray, m: FloatArray) -> FloatArray:
    """
    The standard errors of the shares of a rater if he is like the others, (K,).

    Which of the m ratings of a unit is his is chance then: ``1(label = k)`` has the variance ``p (1 - p)`` with the
    share p of all its ratings, and the difference to the others that times ``(m / (m - 1))^2``.
    """
    weight, squares = weights_near_one(state)
    unit = state.profiles.unit[own_ratings]
    unit = unit[m[unit] > 1]
    share, factor = tally[unit] / m[unit, None], np.square(m[unit] / (m[unit] - 1.0))
    squared_weight = (weight if squares is None else squares)[unit] * factor
    with np.errstate(invalid="ignore", divide="ignore"):
        errors: FloatArray = np.sqrt(squared_weight @ (share * (1.0 - share))) / weight[unit].sum()
    return errors


def _pair_agreements(state: Ratings, label_agreement: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The agreement of each rater with the others of a unit, and that less theirs: (U, r), NaN without any."""
    profiles = state.profiles
    unit, m = profiles.unit, profiles.sizes.astype(np.float64)
    tally = profiles.tally(len(state.labels)).astype(np.float64)
    with_all = tally @ label_agreement  # the agreement of each label with all raters of the unit
    pairs = (tally * with_all).sum(1) - m  # ordered pairs of two raters
    own = with_all[unit, state.code] - 1.0
    others = m[unit] - 1.0
    with np.errstate(invalid="ignore", divide="ignore"):
        with_others = np.where(others > 0, own / others, np.nan)
        between_others = np.where(others > 1, (pairs[unit] - 2 * own) / (others * (others - 1)), np.nan)
    less_others = with_others - between_others
    agreement, difference = np.full((2, len(profiles), len(state.raters)), np.nan)
    agreement[unit, state.rater] = with_others
    difference[unit, state.rater] = np.where(np.abs(less_others) < 1e-13, 0.0, less_others)
    return agreement, difference


def _rating_counts(state: Ratings, index: int) -> tuple[float, float, FloatArray]:
    """The number of ratings, that of units nobody else has rated, and the number with each label."""
    own_ratings = state.rater == index
    unit = state.profiles.unit[own_ratings]
    weight = np.asarray(state.weight, np.float64)[unit]
    alone = weight[state.profiles.sizes[unit] == 1].sum()
    usage: FloatArray = np.bincount(state.code[own_ratings], weight, minlength=len(state.labels)).astype(np.float64)
    return float(weight.sum()), float(alone), usage


def _change(metric: Metric, state: Ratings, name: Label, weights: KappaWeights, level: float) -> Interval:
    """The coefficient less that without the rater."""
    used = [state.raters[index] for index in np.unique(state.rater).tolist()]
    others = [other for other in used if other != name]
    what = f"change of {metric.name} by {name!r}"
    if len(others) < 2 or len(others) == len(used):
        return Interval(nan, nan, nan, nan, level, "jackknife, t", state.n, what, "", "too few other raters")
    options: dict[str, Any] = {} if weights is None or "weights" not in metric.options else {"weights": weights}
    with without_warnings():
        comparison = metric.compare(state, a=list(state.raters), b=others, level=level, **options)
    if not isinstance(comparison, Comparison):
        raise OptionError(f"{metric.name} has one value a label: take a coefficient with one value.")
    rest = (level, comparison.method, comparison.n, what, comparison.signature, comparison.reason)
    return Interval(comparison.difference, comparison.low, comparison.high, comparison.se, *rest)


def _flags(row: RaterRow, labels: tuple[Label, ...], scale: str, level: float) -> tuple[str, ...]:
    flags = []
    for code, (severity, p) in enumerate(zip(row.severity, row.severity_p, strict=True)):
        if not p < 1 - level or (len(row.severity) == 2 and code == 0):
            continue
        if scale == "numbers":
            side = "higher" if severity > 0 else "lower"
            flags.append(f"rates {abs(float(severity)):.2g} {side} than the raters on average")
        else:
            often = f"{'more' if severity > 0 else 'less'} often than the others"
            flags.append(f"gives {labels[code]!r} {points(float(severity))} {often}")
    if row.difference < 0 and row.difference_p < 1 - level:
        flags.append("agrees less with the others than they do with each other")
    return tuple(flags)


def _sentence(report: RaterReport) -> str:
    flagged = [row for row in report.raters if row.flags]
    if not flagged:
        return f"None of {len(report.raters)} raters stands out."
    text = "; ".join(f"{row.rater} {' and '.join(row.flags[:2])}" for row in flagged[:_MOST_NAMED])
    others = len(flagged) - _MOST_NAMED
    more = f"; and {counted(others, 'more stands', 'more stand')} out" if others > 0 else ""
    return f"Of {len(report.raters)} raters {counted(len(flagged), 'stands', 'stand')} out: {text}{more}."


def widest(severity: Sequence[Interval]) -> Interval:
    """The severity that is farthest from 0."""
    defined = [interval for interval in severity if not math.isnan(float(interval))]
    return max(defined, key=lambda interval: abs(float(interval))) if defined else severity[0]


# How much higher one rater's numbers are than another's: the two-way least squares fit of all ratings.
#
# ``y_ug = unit_u + rater_g + e_ug`` with rater effects that sum to 0 (Scheffe 1959, The Analysis of Variance, section
# 4.4). Units are eliminated, so that a system of r equations is left; the standard errors are over units, whatever the
# errors of one unit have in common (Liang & Zeger 1986, Biometrika 73:13). The square of what a unit gives to an effect
# is divided by the share that the fit leaves of it, and the degrees of freedom are those of the units that an effect
# rests upon, as of Bell and McCaffrey (2002, Survey Methodology 28:169): a rater of 6 units in 60 has about 5, not 59.


@dataclass(frozen=True, slots=True)
class RaterEffects:
    """
    Effects of the raters, standard errors, degrees of freedom; `group` says which raters can be compared.

    `chance` are the standard errors if it is chance which of the ratings of a unit is whose: a rater who happened to
    rate the few units that vary like all others has hardly an error of his own.
    """

    value: FloatArray
    se: FloatArray
    chance: FloatArray
    degrees: FloatArray
    group: npt.NDArray[np.intp]


def rater_effects(
    profiles: Profiles,
    values: FloatArray,
    weight: NumberArray,
    squares: NumberArray | None,
    raters: int,
    clusters: Clusters | None,
) -> RaterEffects:
    """Fit the effects of raters from the `values` of ratings; NaN for a rater who never shares a unit."""
    sizes = profiles.sizes
    several = np.flatnonzero(sizes >= 2)
    chosen = profiles.some(several)
    first = np.repeat(profiles.start[several] - chosen.start[:-1], sizes[several])
    y, w = values[first + np.arange(int(chosen.start[-1]))], np.asarray(weight, np.float64)[several]
    of_squares = w if squares is None else np.asarray(squares, np.float64)[several]
    unit_weight = float(of_squares.sum() / w.sum()) if len(w) else 1.0  # what a unit weighs
    w = np.asarray(w / unit_weight, np.float64)
    of_squares = np.asarray(of_squares / unit_weight / unit_weight, np.float64)
    system, right = np.zeros((raters, raters)), np.zeros(raters)
    for z, table, m, rows in _blocks(chosen, y, raters):
        scaled = z * (w[rows] / m)[:, None]
        system += np.diag((z * w[rows][:, None]).sum(0)) - z.T @ scaled
        right += (w[rows][:, None] * z * (table - (table.sum(1) / m)[:, None])).sum(0)
    group = _connected_groups(system)
    same_group = group[:, None] == group
    mean = same_group / same_group.sum(1)  # of a group, which no rating tells: without it the system has an inverse
    most = float(np.diagonal(system).max(initial=0.0)) or 1.0
    inverse: FloatArray = np.linalg.inv(system + most * mean) - mean / most
    value = inverse @ right
    residuals = _Residuals(chosen, several, inverse, w, of_squares, clusters, unit_weight)
    variance, of_chance, degrees = residuals.variances(y, value, raters)
    with np.errstate(invalid="ignore"):
        se = np.sqrt(np.where(degrees > 0, variance, np.nan))
    alone = np.diagonal(system) <= 0
    scale = float(np.abs(y).max(initial=0.0))
    se = np.where(se <= _ROUNDING * scale, 0.0, se)
    value = np.where(np.abs(value) <= _ROUNDING * scale, 0.0, value)
    chance = np.sqrt(of_chance if raters > 2 else 0.0 * of_chance)  # of two it is Student's t of their differences
    return RaterEffects(np.where(alone, np.nan, value), np.where(alone, np.nan, se), chance, degrees, group)


def _blocks(profiles: Profiles, y: FloatArray, raters: int) -> Iterator[_Block]:
    """Some profiles at a time: who rated (0 or 1), the values of their ratings, how many, and which profiles."""
    size = max(1, _NUMBERS // max(raters, 1))
    for first in range(0, len(profiles), size):
        rows = slice(first, min(first + size, len(profiles)))
        ratings = slice(int(profiles.start[rows.start]), int(profiles.start[rows.stop]))
        cell = profiles.unit[ratings] - rows.start, profiles.rater[ratings]
        z, table = np.zeros((2, rows.stop - rows.start, raters))
        z[cell], table[cell] = 1.0, y[ratings]
        yield z, table, profiles.sizes[rows].astype(np.float64), rows


def _connected_groups(system: FloatArray) -> npt.NDArray[np.intp]:
    """The group of each rater: raters of one group are connected by units that they share."""
    linked, group = system < 0, np.full(len(system), -1, np.intp)
    for start in range(len(system)):
        if group[start] >= 0:
            continue
        number, front = int(group.max()) + 1, [start]
        while front:
            rater = front.pop()
            if group[rater] < 0:
                group[rater] = number
                front.extend(np.flatnonzero(linked[rater] & (group < 0)).tolist())
    return group


@dataclass(frozen=True, slots=True)
class _Residuals:
    """The residuals of the fit, and the variances of the effects over units."""

    profiles: Profiles
    two: npt.NDArray[np.intp]
    inverse: FloatArray
    weight: FloatArray
    squares: FloatArray
    clusters: Clusters | None
    one: float  # what a unit weighs

    def variances(self, y: FloatArray, value: FloatArray, raters: int) -> tuple[FloatArray, FloatArray, FloatArray]:
        """The variances of the effects, those by chance, and the degrees of freedom of the first."""
        residuals, unit, m = y - value[self.profiles.rater], self.profiles.unit, self.profiles.sizes
        deviation = y - (np.bincount(unit, y, len(m)) / m)[unit]
        within = np.bincount(unit, deviation**2, len(m)) / (m - 1.0)
        parts = [self._given(z, table, m) for z, table, m, _ in _blocks(self.profiles, residuals, raters)]
        empty = [np.zeros((0, raters))]
        moves, variance_of_unit, taken = (np.concatenate([part[i] for part in parts] or empty) for i in range(3))
        w, squared = self.weight[:, None], self.squares[:, None]
        of_chance = (self.squares * within) @ variance_of_unit
        if self.clusters is not None:
            moves, total, taken = (self._summed(values) for values in (moves, variance_of_unit, taken))
            copies = np.divide(total**2, self._summed(variance_of_unit**2), out=np.zeros_like(total), where=total > 0)
            variance_of_unit, taken = total, taken * np.maximum(copies, 1.0)
            w = squared = np.ones((1, 1))
        with np.errstate(invalid="ignore", divide="ignore"):
            share = np.where(variance_of_unit > 0, np.minimum(taken / variance_of_unit, _MOST_TAKEN), 0.0)
            variance = (squared * moves**2 / (1.0 - share)).sum(0)
            degrees = (w * variance_of_unit).sum(0) ** 2 / (squared * variance_of_unit**2).sum(0) - 1.0
        return variance, of_chance, np.where(degrees > _ROUNDING, degrees, 0.0)

    def _given(self, z: FloatArray, table: FloatArray, m: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        """
        Of each unit and rater: what it gives to the effect, its variance and how much of that the fit takes.

        The variances are those of independent ratings. What the fit takes is exact where all units have the same
        raters; else what the errors of effects have in common is one number.
        """
        given = (z * (table - (table.sum(1) / m)[:, None])) @ self.inverse
        size = len(self.inverse)
        off_diagonal = self.inverse.sum() - np.trace(self.inverse)
        own = np.diagonal(self.inverse) - off_diagonal / max(size * (size - 1), 1)
        sums, mean = self.inverse * own[:, None], (z @ self.inverse) / m[:, None]
        variance_of_unit = np.maximum(z @ self.inverse**2 - m[:, None] * mean**2, 0.0)
        taken = z @ (sums * self.inverse) - 2.0 * mean * (z @ sums) + mean**2 * (z @ own)[:, None]
        small = variance_of_unit <= _ROUNDING * variance_of_unit.max(initial=0.0)
        return given, np.where(small, 0.0, variance_of_unit), np.where(small, 0.0, np.maximum(taken, 0.0))

    def _summed(self, values: FloatArray) -> FloatArray:
        """Sums over the units of each cluster, of which one weighs 1, however many are alike."""
        clusters = self.clusters
        if clusters is None:
            return values
        whole = np.zeros((int(clusters.unit.max(initial=-1)) + 1, values.shape[1]))
        whole[self.two] = values
        sums: FloatArray = clusters.sums(whole) / self.one
        return sums
