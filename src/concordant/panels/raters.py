"""`rater_report`: severity, agreement with the others, what changes if a rater is removed, who stands out."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import nan
from typing import Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError, TooFewRatersError
from concordant.inference.comparisons.difference import adjusted
from concordant.inference.comparisons.panels import compare_without_each
from concordant.inference.quantiles import check_level, limits_on
from concordant.inference.samples.panels import (
    Panel,
    UnitMeans,
    agreement_of_labels,
    clusters_of,
    panel_of,
    slices_of,
    unit_means,
    weights_of,
)
from concordant.inference.samples.sample import Clusters
from concordant.metrics import get
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.options import knowing_its_options
from concordant.panels.agreement import panel_metric
from concordant.panels.reports import LONGEST, NO_RATER_FIRST, scale_of
from concordant.panels.units import read_units
from concordant.result.intervals import Interval
from concordant.result.record import (
    Answer,
    Pictured,
    Record,
    Tabled,
    altered,
    answered,
    columns_of,
    counted,
    counts_text,
    interval_text,
    percent,
    points,
    signed,
    text_table,
    weights_said,
)
from concordant.result.wording import label_text
from concordant.settings import without_warnings
from concordant.states import Ratings
from concordant.states.profiles import Profiles
from concordant.typing import Column, FloatArray, KappaWeights, Label, NumberArray

_MOST_NAMED = 4  # raters in the sentence
_NUMBERS = 1 << 22  # in one block of ratings by raters
_ROUNDING = 1e-12
_MOST_TAKEN = 0.9  # share of what a unit gives that the fit takes
_MOST_IN_TURN = 10  # raters who are found one after the other
_MOST_COMPARED = 50  # raters, of whom one hardly moves what the others are compared with
_LABELS = 2  # where the labels begin among what is known of a rating beside the others
_UNKNOWN = Interval(nan, nan, nan)
_Moves = tuple[FloatArray, FloatArray, FloatArray]  # of units by raters
_Severities = tuple[list[tuple[Interval, ...]], FloatArray, str | None]


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
        Of numbers one: how much higher he rates than the raters on average, on the same units. Of labels one a label,
        its over-use: how much more often he gives it than the others do on the same units.
    severity_p : tuple of float
        Of no difference, by Holm over all raters and labels; two raters are one comparison.
    agreement : Interval
        With another rater of the same unit.
    difference : Interval
        That less the agreement of the others among themselves, on the units that he and two others have rated.
    difference_p : float
        Of no difference, by Holm over all raters.
    change : Interval
        The coefficient of the panel less that without him: below 0 he lowers it. Printed tables show the opposite,
        beside the coefficient without him: that minus the coefficient of all raters.
    flags : tuple of str
        What stands out, in words, beside the panel without the raters who stand out more; none is the rule.
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
    value : float
        The coefficient of all raters.
    """

    stored_as: ClassVar[str | None] = None
    picture: ClassVar[str] = "rater_severity"

    raters: tuple[RaterRow, ...]
    labels: tuple[Label, ...]
    scale: str
    metric: str
    level: float
    value: float = nan

    @property
    def flagged(self) -> tuple[Label, ...]:
        """The raters with a flag."""
        return tuple(row.rater for row in self.raters if row.flags)

    @property
    def worst_first(self) -> tuple[RaterRow, ...]:
        """The raters with a flag, then the others; of both first the one without whom agreement rises most."""
        return tuple(sorted(self.raters, key=lambda row: (not row.flags, math.isnan(row.change), row.change)))

    @property
    def worst(self) -> Label | None:
        """The rater without whom the coefficient rises most; None if it rises without nobody."""
        row = min(self.raters, key=lambda row: (math.isnan(row.change), row.change))
        return row.rater if row.change < 0 else None

    @property
    def coefficient(self) -> str:
        """What the coefficient is called."""
        return {"krippendorff_alpha": "alpha"}.get(self.metric, self.metric.replace("_", " "))

    def columns(self) -> dict[str, list[Any]]:
        """One row a rater; of labels the severity is that of the label with the greatest."""
        rows = [altered(row, severity=widest(row.severity)) for row in self.raters]
        numbers = columns_of(rows, "ratings", "alone", "severity", "agreement", "difference", "change")
        flags = ["; ".join(row.flags) for row in self.raters]
        return {"rater": [row.rater for row in self.raters], **numbers, "flags": flags}

    def lines(self, thing: str = "units") -> list[str]:
        """The table as text, the worst rater first."""
        title, counts = counts_text((row.ratings for row in self.worst_first), thing)
        rows = []
        for row, ratings in zip(self.worst_first, counts, strict=True):
            severity = widest(row.severity)
            shown = interval_text(severity, "+.2f")
            if self.scale == "labels" and not math.isnan(float(severity)):
                shown = f"{label_text(self.labels[row.severity.index(severity)], LONGEST)} {shown}"
            agreement = "undefined" if math.isnan(row.agreement) else percent(float(row.agreement))
            flag = "flagged" if row.flags else ""
            without = "" if math.isnan(row.change) else f"{self.value - row.change:.2f} ({-float(row.change):+.2f})"
            rows.append([str(row.rater)[:18], ratings, shown, agreement, flag, without])
        what = "severity" if self.scale == "numbers" else "over-use of a label"
        head = ["rater", title, what, "with the others", "", f"{self.coefficient} if rater removed (minus that of all)"]
        return text_table(head, rows, indent="  ")


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
        What severity is of: the numbers themselves, or the over-use of each label. Default: numbers where all labels
        are numbers.
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

    *Flags* are for p-values below 1 - level after Holm's adjustment. One rater who is far off moves what all others are
    compared with. So only the rater is flagged without whom the coefficient rises most, and the rest are compared again
    without him, until nobody stands out; after ten, or in panels of more than 50 raters, all that stand out are flagged
    together. With one or two raters of 3 to 6 who guess, rate higher or over-use a label, those were flagged in 93 to
    100 % of panels of 60 to 200 units, and another one too in 2 to 9 % (100 panels each).

    The standard error of the test of a severity is the greater of that over units and that of a rater like the others,
    of whom chance says which rating is his, since Student's t alone flags labels that are given rarely too often (in
    19 % of panels of 20 units and 5 labels, of numbers in 20 % where 3 % of the units are positive); of two raters and
    numbers it is Student's t. In panels of raters who are alike some rater was flagged in 0 to 4.5 % (nominal 5 %; 200
    panels each of 3 to 8 raters and 20 to 200 units, 2 to 5 labels, also rare ones, near perfect raters, 40 % missing,
    10 to 50 clusters). With few units the flags miss much: of 5 raters and 50 units, one who gives another label in
    40 % of the units of one label is flagged in 45 %, one who guesses in half of all in 58 %.

    *If a rater is removed*: the coefficient less that without the rater, by the jackknife of the difference over units;
    of three raters or more. It describes, and flags nobody.

    Examples
    --------
    >>> from concordant import panels
    >>> rows = [[1, 1, 2], [2, 2, 3], [3, 3, 3], [1, 2, 2], [2, 2, 3], [3, 2, 3]] * 6
    >>> found = panels.rater_report(rows, weights="quadratic")
    >>> [round(float(row.severity[0]), 2) for row in found.raters], found.flagged
    ([-0.22, -0.22, 0.44], (2,))
    """
    level = check_level(level)
    read: dict[str, Any] = {"unit": unit, "rater": rater, "label": label, "cluster": cluster, "raters": raters}
    read |= {"labels": labels, "sample_weight": sample_weight, "missing_labels": missing_labels}
    state = read_units(ratings, **read, duplicates=duplicates).known_raters("a report on raters needs")
    used = len(np.unique(state.rater))
    if used < 2:
        raise TooFewRatersError(f"a report on raters needs two of them or more, and {used} rated.")
    values, coefficient = scale_of(state, scale), panel_metric(metric)
    label_agreement = agreement_of_labels(state, get("weighted_agreement"), weights, NO_RATER_FIRST)
    options: dict[str, Any] = {} if weights is None or "weights" not in coefficient.options else {"weights": weights}
    choices = {"weights": weights_said(weights), "metric": coefficient.name}
    signature = signed("panels.rater_report", **choices, n=state.n, level=level)
    rows_of = partial(_rows, values=values, label_agreement=label_agreement, level=level, signature=signature)
    panel, (rows, reason) = panel_of(coefficient, state, options), rows_of(state)
    if panel.value.ndim:
        raise OptionError(f"{coefficient.name} has one value a label: take a coefficient with one value.")
    changes, flags = _changes(panel, level), _flags(panel, rows, rows_of, level)
    return answered(
        RaterReport,
        _sentence,
        reason,
        signature=signature,
        raters=tuple(
            replace(row, change=change, flags=flags.get(row.rater, ()))
            for row, change in zip(rows, changes, strict=True)
        ),
        labels=state.labels,
        scale="labels" if values is None else "numbers",
        metric=coefficient.name,
        level=level,
        value=float(panel.value),
    )


def _rows(
    state: Ratings, *, values: FloatArray | None, label_agreement: FloatArray, level: float, signature: str
) -> tuple[list[RaterRow], str | None]:
    """What each rater does beside the others, without the change and flags; and what cannot be compared."""
    order = np.argsort(state.rater, kind="stable")
    own_ratings = np.split(order, np.searchsorted(state.rater[order], np.arange(1, len(state.raters))))
    quantities, chance = _beside_others(state, label_agreement)
    unit, counted_by = state.profiles.unit, (*weights_of(state), clusters_of(state))
    means, reason = [_means_of(quantities[own], unit[own], *counted_by) for own in own_ratings], None
    if values is None:
        severities = [
            _label_severities(state, each, name, level) for name, each in zip(state.raters, means, strict=True)
        ]
        moved = [np.sqrt(chance[own].sum(0)) for own in own_ratings]
        severity_p = np.stack([_label_p_values(*each) for each in zip(means, moved, strict=True)])
    else:
        severities, severity_p, reason = _number_severities(state, values, counted_by[-1], level)
    severity_p = _holm(severity_p)
    if values is None and len(state.labels) == 2:  # one is the other turned round
        severity_p[:, 0] = severity_p[:, 1]
    difference_p = adjusted(np.array([each.p_values()[1] for each in means]), "holm")
    rows, sizes = [], state.profiles.sizes
    for index, (name, own) in enumerate(zip(state.raters, own_ratings, strict=True)):
        own_units = unit[own]
        with_whom, less = f"agreement of {name!r} with the others", f"agreement of {name!r} less that of the others"
        own_weight = np.asarray(state.weight, np.float64)[own_units]
        row = RaterRow(
            rater=name,
            ratings=float(own_weight.sum()),
            alone=float(own_weight[sizes[own_units] == 1].sum()),
            usage=np.bincount(state.code[own], own_weight, len(state.labels)).astype(np.float64),
            severity=severities[index],
            severity_p=tuple(severity_p[index].tolist()),
            agreement=_interval(means[index], 0, with_whom, level, signature, "logit"),
            difference=_interval(means[index], 1, less, level, signature),
            difference_p=float(difference_p[index]),
            change=_UNKNOWN,
            flags=(),
        )
        rows.append(row)
    return rows, reason


def _means_of(
    quantities: FloatArray, units: Any, weight: FloatArray, squares: FloatArray | None, clusters: Clusters | None
) -> UnitMeans:
    """The means of quantities of the ratings of one rater, of which each unit has one."""
    if clusters is None:
        return unit_means(quantities, weight[units], None if squares is None else squares[units])
    columns = np.full((len(weight), quantities.shape[1]), np.nan)
    columns[units] = quantities
    return unit_means(columns, weight, squares, clusters)


def _beside_others(state: Ratings, label_agreement: FloatArray) -> tuple[FloatArray, FloatArray]:
    """
    Of each rating: its agreement with the others of the unit, that less theirs, and each label less their share of it.

    NaN where there are no others. And the variance of the last by chance, if it is chance which of the m ratings of a
    unit is whose: ``1(label = k)`` has the variance ``p (1 - p)`` with the share p of all its ratings, and the
    difference to the others that times ``(m / (m - 1))^2``.
    """
    profiles, labels, (weight, squares) = state.profiles, len(state.labels), weights_of(state)
    unit, m = profiles.unit, profiles.sizes.astype(np.float64)
    tally, own_label = profiles.tally(labels).astype(np.float64), np.eye(labels)[state.code]
    with_all = tally @ label_agreement  # the agreement of each label with all raters of the unit
    pairs = (tally * with_all).sum(1) - m  # ordered pairs of two raters
    own, others = with_all[unit, state.code] - 1.0, (m - 1.0)[unit]
    share, squared = tally / m[:, None], weight if squares is None else squares
    with np.errstate(invalid="ignore", divide="ignore"):
        agreement = np.where(others > 0, own / others, np.nan)
        between_others = np.where(others > 1, (pairs[unit] - 2 * own) / (others * (others - 1)), np.nan)
        less_share = np.where((others > 0)[:, None], own_label - (tally[unit] - own_label) / others[:, None], np.nan)
        chance = (squared * np.square(m / (m - 1.0)))[:, None] * share * (1.0 - share)
    less = np.column_stack([agreement - between_others, less_share])
    quantities = np.column_stack([agreement, np.where(np.abs(less) < 1e-13, 0.0, less)])
    return quantities, np.where((others > 0)[:, None], chance[unit], 0.0)


def _label_severities(state: Ratings, means: UnitMeans, name: Label, level: float) -> tuple[Interval, ...]:
    """How much more often a rater gives each label than the others."""
    signature = signed("severity", n=state.n)
    names = [f"over-use of {label!r} by {name!r}" for label in state.labels]
    return tuple(_interval(means, _LABELS + code, what, level, signature) for code, what in enumerate(names))


def _label_p_values(means: UnitMeans, moved_by_chance: FloatArray) -> FloatArray:
    """Of a rater who gives each label as often as the others, not yet adjusted; of two labels that of the second."""
    with np.errstate(invalid="ignore", divide="ignore"):
        se = np.maximum(means.se[_LABELS:], moved_by_chance / means.n[_LABELS:])
    value = means.value[_LABELS:]
    p_values = replace(means, value=value, se=se, degrees=means.degrees[_LABELS:]).p_values()
    untested = np.isnan(value) | ((len(value) == 2) & (np.arange(len(value)) == 0))
    return np.where(untested, np.nan, p_values)


def _number_severities(state: Ratings, values: FloatArray, clusters: Clusters | None, level: float) -> _Severities:
    """The severities of raters, their p-values (r, 1), and what they do not compare."""
    effects = rater_effects(
        state.profiles, values[state.code], *weights_of(state), raters=len(state.raters), clusters=clusters
    )
    signature = signed("severity", n=state.n)
    method = "least squares, t" + ("" if clusters is None else " of clusters")
    n = np.full(len(state.raters), float(state.n))
    means = UnitMeans(effects.value, effects.se, effects.degrees, n, method)
    titles = [f"severity of {name!r}" for name in state.raters]
    intervals = (_interval(means, index, title, level, signature, most=math.inf) for index, title in enumerate(titles))
    rows: list[tuple[Interval, ...]] = [(interval,) for interval in intervals]
    tested = replace(means, se=np.where(effects.se > 0, np.maximum(effects.se, effects.chance), effects.se))
    groups = np.unique(effects.group[~np.isnan(effects.value)])
    reason = None
    if len(groups) > 1:
        reason = f"the raters fall into {len(groups)} groups that share no unit, and severity compares within a group"
    return rows, tested.p_values()[:, None], reason


def _holm(p_values: FloatArray) -> FloatArray:
    """Adjust by Holm over raters and labels, (r, P); the tests of two raters are one, made twice."""
    tested = p_values[:1] if len(p_values) == 2 else p_values
    return np.broadcast_to(adjusted(tested.ravel(), "holm").reshape(tested.shape), p_values.shape).copy()


def _interval(
    means: UnitMeans, column: int, what: str, level: float, signature: str, scale: str = "delta", most: float = 1.0
) -> Interval:
    """The interval of one of several means, by default of shares or of their differences, between -1 and 1."""
    value, se, degrees, n = (float(part[column]) for part in (means.value, means.se, means.degrees, means.n))
    low, high = limits_on(scale, value, se, level, degrees)
    method, reason = means.kind if scale == "delta" or math.isnan(low) else f"{scale}, {means.kind}", None
    if math.isnan(value):
        reason = "no unit has the ratings for it"
    elif math.isnan(low):
        reason = "the units do not vary" if n > 1 else "there is one unit"
    return Interval(value, max(low, -most), min(high, most), se, level, method, n, what, signature, reason)


def _changes(panel: Panel, level: float) -> list[Interval]:
    """The coefficient less that without each rater."""
    metric, state, used = panel.metric, panel.state, panel.used.tolist()
    names = [state.raters[index] for index in used]
    unknown = (level, "jackknife, t", state.n)
    changes = {name: Interval(nan, nan, nan, nan, *unknown, reason="too few other raters") for name in state.raters}
    if len(used) > 2:
        with without_warnings():
            compared = compare_without_each(metric, state, dict(panel.options), names, level=level)
        for name, one in zip(names, compared, strict=True):
            rest = (level, one.method, one.n, "", one.signature, one.reason)
            changes[name] = Interval(one.difference, one.low, one.high, one.se, *rest)
    return [altered(change, metric=f"change of {metric.name} by {name!r}") for name, change in changes.items()]


def _flags(
    panel: Panel, rows: Sequence[RaterRow], rows_of: Callable[[Ratings], Any], level: float
) -> dict[Label, tuple[str, ...]]:
    """
    What stands out of each rater, the worst first.

    One who is far off moves what all others are compared with. So only the one without whom agreement rises most is
    named, then the rest are compared without him, until nobody stands out.
    """
    flagged: dict[Label, tuple[str, ...]] = {}
    while True:
        left_out = f" ({', '.join(map(str, flagged))} left out)" if flagged else ""
        words = {row.rater: _words(row, panel.state.labels, level, left_out) for row in rows}
        words = {rater: text for rater, text in words.items() if text}
        in_turn = len(flagged) < _MOST_IN_TURN and 2 < len(panel.used) <= _MOST_COMPARED
        if not words or not in_turn:
            return flagged | words
        raters = panel.state.raters
        without = panel.without_raters(np.array([raters.index(rater) for rater in words]))
        worst = list(words)[int(np.argmax(np.nan_to_num(without, nan=-np.inf)))]
        flagged[worst] = words[worst]
        rest = panel.state.select([rater for rater in raters if rater != worst])
        panel, (rows, _) = panel_of(panel.metric, rest, panel.options), rows_of(rest)


def _words(row: RaterRow, labels: tuple[Label, ...], level: float, left_out: str) -> tuple[str, ...]:
    """What stands out of a rater, the most telling first."""
    words = []
    if row.difference < 0 and row.difference_p < 1 - level:
        words.append(f"agrees less with the others than they do with each other{left_out}")
    first = 1 if len(row.severity) == 2 else 0  # of two labels one is the other turned round
    codes = [code for code, p in enumerate(row.severity_p) if code >= first and p < 1 - level]
    for code in sorted(codes, key=lambda code: -abs(float(row.severity[code]))):
        severity = float(row.severity[code])
        if len(row.severity) < len(row.usage):
            side = "higher" if severity > 0 else "lower"
            words.append(f"rates {abs(severity):.2g} {side} than the raters on average{left_out}")
        else:
            often = f"{'more' if severity > 0 else 'less'} often than the others"
            words.append(f"gives {labels[code]!r} {points(severity)} {often}{left_out}")
    return tuple(words)


def _sentence(report: RaterReport) -> str:
    flagged = [row for row in report.worst_first if row.flags]
    text = f"None of {len(report.raters)} raters stands out."
    if flagged:
        shown = "; ".join(f"{row.rater} {' and '.join(row.flags[:2])}" for row in flagged[:_MOST_NAMED])
        others = len(flagged) - _MOST_NAMED
        more = f"; and {counted(others, 'more stands', 'more stand')} out" if others > 0 else ""
        text = f"Of {len(report.raters)} raters {counted(len(flagged), 'stands', 'stand')} out: {shown}{more}."
    if report.worst is None or not flagged:
        return text
    change = next(row.change for row in report.raters if row.rater == report.worst)
    without = f"{report.value:.2f} to {report.value - change:.2f}"
    return f"{text} Without {report.worst} {report.coefficient} would rise most, from {without}."


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
    shared = profiles.sizes >= 2
    several, y = np.flatnonzero(shared), values[shared[profiles.unit]]
    chosen, w = profiles.some(several), np.asarray(weight, np.float64)[several]
    of_squares = w if squares is None else np.asarray(squares, np.float64)[several]
    unit_weight = float(of_squares.sum() / w.sum()) if len(w) else 1.0  # what a unit weighs
    w = np.asarray(w / unit_weight, np.float64)
    of_squares = np.asarray(of_squares / unit_weight / unit_weight, np.float64)
    unit, rater, m = chosen.unit, chosen.rater.astype(np.intp), chosen.sizes.astype(np.float64)
    deviation = y - (np.bincount(unit, y, len(m)) / m)[unit]
    system: FloatArray = np.diag(np.bincount(rater, (w - w / m)[unit], raters)).astype(np.float64)
    for apart in range(1, int(m.max(initial=0.0))):  # pairs of ratings of a unit, by how far apart they stand
        first = np.flatnonzero(unit[apart:] == unit[:-apart])
        pairs = np.bincount(rater[first] * raters + rater[first + apart], (w / m)[unit[first]], raters * raters)
        system -= pairs.reshape(raters, raters) + pairs.reshape(raters, raters).T
    group = _connected_groups(system)
    same_group = group[:, None] == group
    mean = same_group / same_group.sum(1)  # of a group, which no rating tells: without it the system has an inverse
    most = float(np.diagonal(system).max(initial=0.0)) or 1.0
    inverse: FloatArray = np.linalg.inv(system + most * mean) - mean / most
    value = inverse @ np.bincount(rater, w[unit] * deviation, raters)
    residual = y - value[rater]
    residual -= (np.bincount(unit, residual, len(m)) / m)[unit]
    within = of_squares * np.bincount(unit, deviation**2, len(m)) / (m - 1.0)
    sums, of_chance, parts = np.zeros((3, raters)), np.zeros(raters), []
    for rows in slices_of(len(m), _NUMBERS // (raters * max(int(m.max(initial=0.0)), 1))):
        part = _moves(chosen, rows, residual, inverse)
        of_chance += within[rows] @ part[1]
        if clusters is None:
            sums += _summed_moves(*part, w[rows, None], of_squares[rows, None])
        else:
            parts.append(part)
    if clusters is not None:
        sums = _moves_of_clusters(parts, clusters, several, unit_weight)
    variance, total, squared = sums
    with np.errstate(invalid="ignore", divide="ignore"):
        degrees = total**2 / squared - 1.0
        degrees = np.where(degrees > _ROUNDING, degrees, 0.0)
        se = np.sqrt(np.where(degrees > 0, variance, np.nan))
    alone = np.diagonal(system) <= 0
    scale = float(np.abs(y).max(initial=0.0))
    se = np.where(se <= _ROUNDING * scale, 0.0, se)
    value = np.where(np.abs(value) <= _ROUNDING * scale, 0.0, value)
    chance = np.sqrt(of_chance if raters > 2 else 0.0 * of_chance)  # of two it is Student's t of their differences
    return RaterEffects(np.where(alone, np.nan, value), np.where(alone, np.nan, se), chance, degrees, group)


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


def _moves(profiles: Profiles, rows: slice, residual: FloatArray, inverse: FloatArray) -> _Moves:
    """
    Of some units and each rater: what the unit gives to the effect, its variance and how much of that the fit takes.

    The variances are those of independent ratings. What the fit takes is exact where all units have the same raters;
    else what the errors of effects have in common is one number.
    """
    start = profiles.start[rows.start : rows.stop + 1]
    ratings, first, m = slice(start[0], start[-1]), start[:-1] - start[0], np.diff(start)[:, None]
    of_rater, size = inverse[profiles.rater[ratings]], len(inverse)
    off_diagonal = inverse.sum() - np.trace(inverse)
    own = (np.diagonal(inverse) - off_diagonal / max(size * (size - 1), 1))[profiles.rater[ratings], None]

    def summed(values: FloatArray) -> FloatArray:
        """The sums over the ratings of each unit."""
        return np.add.reduceat(values, first, axis=0)

    given, mean, squares = summed(residual[ratings, None] * of_rater), summed(of_rater) / m, of_rater**2
    variance = np.maximum(summed(squares) - m * mean**2, 0.0)
    taken = summed(own * squares) - 2.0 * mean * summed(own * of_rater) + mean**2 * summed(own)
    small = variance <= _ROUNDING * variance.max(initial=0.0)
    return given, np.where(small, 0.0, variance), np.where(small, 0.0, np.maximum(taken, 0.0))


def _summed_moves(
    moves: FloatArray, variance_of_unit: FloatArray, taken: FloatArray, weight: FloatArray, squares: FloatArray
) -> FloatArray:
    """Sums over units: what they give, squared, by the share that the fit leaves; their variances; these squared."""
    with np.errstate(invalid="ignore", divide="ignore"):
        share = np.where(variance_of_unit > 0, np.minimum(taken / variance_of_unit, _MOST_TAKEN), 0.0)
    summands = (squares * moves**2 / (1.0 - share), weight * variance_of_unit, squares * variance_of_unit**2)
    return np.stack([summand.sum(0) for summand in summands])


def _moves_of_clusters(
    parts: Sequence[_Moves], clusters: Clusters, several: npt.NDArray[np.intp], unit_weight: float
) -> FloatArray:
    """The sums of `_summed_moves` over clusters, of which one weighs 1, however many units are alike."""

    def summed(values: FloatArray) -> FloatArray:
        whole = np.zeros((int(clusters.unit.max(initial=-1)) + 1, values.shape[1]))
        whole[several] = values
        return np.asarray(clusters.sums(whole) / unit_weight)

    moves, of_units, taken = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    total, squared = summed(of_units), summed(of_units**2)
    copies = np.divide(total**2, squared, out=np.zeros_like(total), where=total > 0)
    one_each = np.ones((1, 1))
    return _summed_moves(summed(moves), total, summed(taken) * np.maximum(copies, 1.0), one_each, one_each)
