"""How well the raters of a panel agree: the coefficients side by side, for these raters and for others like them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal

import numpy as np

from concordant.errors import ContinuousLabelsError, OptionError, RaterIdentityError, TooFewRatersError
from concordant.inference.intervals.panels import OVER, Request, interval_of_panel
from concordant.inference.quantiles import check_level
from concordant.inference.samples.panels import Panel, read_panel
from concordant.inputs.label_values import check_missing_labels, doubt_of_spelling
from concordant.metrics import get
from concordant.metrics import names as known_names
from concordant.metrics.agreement.variance_components import moments_of
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.options import knowing_its_options
from concordant.names import require_choice
from concordant.panels.units import read_units
from concordant.result.intervals import Interval
from concordant.result.record import Record, as_columns, counts_text, interval_text, text_table, weighed
from concordant.result.wording import label_text
from concordant.settings import without_warnings
from concordant.states import NumericRatings, Ratings, Tallies
from concordant.typing import Column, FloatArray, KappaWeights, Label

_COEFFICIENTS = ("krippendorff_alpha", "fleiss_kappa", "conger_kappa", "gwet_ac2", "brennan_prediger")
_UNWEIGHTED = {"weighted_agreement": "Percent agreement"}  # which is taken without weights here
_TARGETS = {
    "units": "these raters on other units like these",
    "raters": "other raters like these on these units",
    "units and raters": "other raters and other units like these",
}
_APART = 0.1  # between coefficients, from where on it is said why


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PanelAgreement(Record):
    """
    The agreement of a panel.

    Attributes
    ----------
    units, raters, ratings : int or float, int or None, float
        How many units somebody rated (or their weight), how many raters there are (None: they are not known), and how
        many ratings.
    single : float
        How many units have one rating only: they say nothing of agreement.
    missing : int
        How many units nobody rated.
    labels : tuple
        The labels in their order.
    ordered : bool
        Whether their order means something.
    usage : ndarray of shape (K,)
        How many ratings have each label.
    weights : str
        How much two labels disagree, in words.
    these_raters : tuple of Interval
        The coefficients with intervals over units: for these raters.
    such_raters : tuple of Interval
        The same over units and raters: if other raters like these were asked. Empty where raters are not known, or are
        fewer than three.
    specific : ndarray of shape (K,)
        Of the ratings with a label, the share that another rater of the unit shares; without weights.
    sentence : str
        Which coefficient to report for these data and why, what its intervals are of, and why others differ from it.
    recommended : str
        The coefficient to report, as it is called in the record; empty where there is none.
    targets : dict
        What the intervals in `these_raters` and in `such_raters` generalise to, in words.
    reliability : dict
        With ``level_of_measurement="interval"``: ICC(A,1), ICC(C,1) and the standard error of measurement, each for
        these raters and (None, if there is none) for raters like these.
    over : {"units", "raters", "units and raters"}
        What `such_raters` is over; ``"units"``: it was not asked for.
    remark : str or None
        Labels that look the same but for case or blanks, and count as different ones; whether rows and columns have
        changed places, where raters are many more than units.
    """

    stored_as: ClassVar[str | None] = None

    units: float
    raters: int | None
    ratings: float
    single: float
    missing: int
    labels: tuple[Label, ...]
    ordered: bool
    usage: FloatArray
    weights: str
    these_raters: tuple[Interval, ...]
    such_raters: tuple[Interval, ...]
    specific: FloatArray
    sentence: str
    reliability: dict[str, tuple[Interval, Interval | None]] = field(default_factory=dict)
    over: str = "units and raters"
    remark: str | None = None
    recommended: str = ""
    targets: dict[str, str] = field(default_factory=dict)

    def _table(self) -> dict[str, list[Any]]:
        """A row for each coefficient and whom its interval is for."""
        groups = (("units", self.these_raters), (self.over, self.such_raters))
        return as_columns({"over": over, **interval.as_row()} for over, group in groups for interval in group)

    @property
    def head(self) -> str:
        """What was rated, in one line."""
        parts = [weighed(self.units, "unit")]
        if not self.units:
            return parts[0]
        per_unit = f"{self.ratings / self.units:.3g} ratings a unit"
        if self.raters is not None:
            share = self.ratings / (self.units * self.raters)
            parts.append(f"{self.raters} raters")
            per_unit += f" ({share:.0%} of the grid)"
        parts.append(per_unit)
        between = " < " if self.ordered else ", "
        shown = between.join(map(label_text, self.labels[:12])) + (", ..." if len(self.labels) > 12 else "")
        parts.append(f"labels {shown}")
        if self.single:
            single = f"{self.single:g}" if float(self.single).is_integer() else f"weight {self.single:.1f}"
            parts.append(f"{single} with one rating only")
        if self.missing:
            parts.append(f"{self.missing} more without any")
        return ", ".join(parts)

    def title_of(self, name: str) -> str:
        """What a coefficient is called, by the name of its metric."""
        if name in _UNWEIGHTED or name not in known_names():
            plain = "" if self.weights == "unweighted" else " (unweighted)"
            return f"{_UNWEIGHTED[name]}{plain}" if name in _UNWEIGHTED else name
        return get(name).facts.title

    def __str__(self) -> str:
        """The page as text."""
        lines = [self.head, "", *self.coefficient_lines(), "", *self.label_lines()]
        lines += ["", self.sentence] if self.sentence else []
        numbers = [interval for pair in self.reliability.values() for interval in pair if interval is not None]
        reasons = [interval.reason for interval in (*self.these_raters, *self.such_raters, *numbers)]
        lines += [f"doubt: {reason}" for reason in dict.fromkeys([*reasons, self.remark]) if reason]
        return "\n".join(lines)

    def coefficient_lines(self) -> list[str]:
        """The coefficients as text."""
        others = {interval.metric: interval for interval in self.such_raters}
        pairs = [(self.title_of(first.metric), first, others.get(first.metric)) for first in self.these_raters]
        pairs += [(name, *pair) for name, pair in self.reliability.items()]
        rows = [
            [name, *("" if each is None else interval_text(each, none="no interval") for each in pair)]
            for name, *pair in pairs
        ]
        other_raters = "other raters" if self.over == "raters" else "raters like these"
        head = [self.weights, "these raters", other_raters if self.such_raters else ""]
        lines = text_table(head, rows, left=3, indent="  ")
        first = 1 + len(self.these_raters)
        return lines[:first] + ([""] if self.reliability else []) + lines[first:]

    def label_lines(self) -> list[str]:
        """The labels as text."""
        title, counts = counts_text(self.usage, "ratings")
        rows = zip(
            [label_text(label, 30) for label in self.labels], counts, [f"{x:.2f}" for x in self.specific], strict=True
        )
        return text_table(["label", title, "specific agreement"], rows, indent="  ")


@knowing_its_options("panels")
def agree(
    ratings: Any,
    *,
    weights: KappaWeights = None,
    level_of_measurement: Literal["interval"] | None = None,
    level: float = 0.95,
    over: Literal["units", "raters", "units and raters"] = "units and raters",
    unit: Column | str | None = None,
    rater: str | None = None,
    label: str | None = None,
    cluster: Column | None = None,
    raters: Sequence[Label] | None = None,
    labels: Sequence[Label] | None = None,
    sample_weight: Column | None = None,
    missing_labels: Sequence[Label] = (),
    duplicates: str = "raise",
) -> PanelAgreement:
    """
    Take the coefficients of agreement of a panel side by side.

    Parameters
    ----------
    ratings : array-like of shape (n, r), data frame, Ratings or Tallies
        Labels that raters (columns) gave to units (rows); None, NaN, null and NA are missing ratings. Or a row a
        rating, with `unit`, `label` and perhaps `rater`.
    weights : str, array-like or None
        How much two labels disagree, as in `cohen_kappa`.
    level_of_measurement : {"interval"}, optional
        Labels are numbers whose distances mean something: weights are quadratic then, and the intraclass correlations
        and the standard error of measurement stand beside the kappas.
    level : float
        The nominal coverage of the intervals.
    over : {"units", "raters", "units and raters"}
        What the second interval of each coefficient generalises over, beside that over units; ``"units"``: there is
        none.
    unit, rater, label, duplicates
        As of `consensus`.
    cluster : array-like of shape (n,), optional
        Which units belong together.
    raters, labels, sample_weight, missing_labels
        As in a call of a metric.

    Returns
    -------
    PanelAgreement

    Examples
    --------
    >>> from concordant import panels
    >>> ratings = [["a", "a", "a"], ["a", "b", "b"], ["b", "b", "b"], ["b", "b", "a"]] * 10
    >>> panels.agree(ratings).head
    '40 units, 3 raters, 3 ratings a unit (100% of the grid), labels a, b'
    """
    if duplicates != "raise" or any(name is not None for name in (unit, rater, label)):
        read: dict[str, Any] = {"unit": unit, "rater": rater, "label": label, "duplicates": duplicates}
        read |= {"raters": raters, "labels": labels, "sample_weight": sample_weight, "cluster": cluster}
        ratings = read_units(ratings, **read, missing_labels=missing_labels).state
        raters = labels = sample_weight = cluster = None
        missing_labels = ()
    options = {"raters": raters, "labels": labels, "sample_weight": sample_weight}
    options["missing_labels"] = check_missing_labels(missing_labels) or None
    reading: dict[str, Any] = {name: value for name, value in options.items() if value is not None}
    weights, over = _weights_of(weights, level_of_measurement), require_choice("over", over, OVER)
    check_level(level)
    alpha = get("krippendorff_alpha")
    try:
        panel = read_panel(alpha, ratings, {**reading, "weights": weights}, cluster)
    except ContinuousLabelsError as error:
        if level_of_measurement is None:
            raise
        raise ContinuousLabelsError(
            "these ratings hold numbers that are not whole, and the kappas of this page need labels. Take "
            "intraclass_correlation.interval(ratings) and measurement_error.interval(ratings); a long table is read by "
            "NumericRatings.from_long. If the numbers are categories, declare them: labels=[...]."
        ) from error
    state = panel.state
    with without_warnings():
        of_units, of_raters = _intervals(panel, weights, level, over)
        reliability = {} if level_of_measurement is None else _reliability(state, level)
        specific = get("positive_agreement").formula(state, average=None)
    tallies = state.tallies() if isinstance(state, Ratings) else state
    usage = tallies.weight @ tallies.counts
    targets = {"these_raters": _TARGETS["units"]} | ({"such_raters": _TARGETS[over]} if of_raters else {})
    recommended, reported = _recommended(of_units, of_raters, reliability)
    advice = _advice(recommended, reported, targets, state, weights)
    return PanelAgreement(
        units=state.n,
        raters=len(state.raters) if isinstance(state, Ratings) else None,
        ratings=float(usage.sum()),
        single=float(tallies.weight @ (tallies.ratings == 1)),
        missing=state.missing,
        labels=state.labels,
        ordered=state.ordered,
        usage=usage,
        weights="unweighted" if weights is None else weights if isinstance(weights, str) else "own weights",
        these_raters=of_units,
        such_raters=of_raters,
        specific=np.asarray(specific),
        sentence=" ".join(filter(None, [advice, _why_gwet_differs(of_units, usage, state.labels)])),
        reliability=reliability,
        over=over,
        remark="; ".join(filter(None, [doubt_of_spelling(state.labels), _is_transposed(state, usage)])) or None,
        recommended=recommended,
        targets=targets,
    )


def panel_metric(metric: str | Metric) -> Metric:
    """Return the coefficient of a panel; raise for a metric that is none."""
    coefficient = get(metric) if isinstance(metric, str) else metric
    if not isinstance(coefficient, Metric) or coefficient.panel is None:
        raise OptionError(f"metric must be a coefficient of a panel, such as krippendorff_alpha, not {metric!r:.60}.")
    return coefficient


def _weights_of(weights: KappaWeights, level_of_measurement: Any) -> KappaWeights:
    """The weights: quadratic where the distances between numbers mean something."""
    require_choice("level_of_measurement", level_of_measurement, ("interval", None))
    if level_of_measurement is None or (isinstance(weights, str) and weights == "quadratic"):
        return weights
    if weights is not None:
        raise OptionError('level_of_measurement="interval" takes quadratic weights: leave weights= out.')
    return "quadratic"


def _intervals(
    panel: Panel, weights: KappaWeights, level: float, over: str
) -> tuple[tuple[Interval, ...], tuple[Interval, ...]]:
    """The coefficients that a panel has, over units and, where that is asked and known, over raters too."""
    intervals: dict[str, list[Any]] = {"units": [], over: []}
    for name in (*_COEFFICIENTS, "weighted_agreement"):
        plain = name == "gwet_ac2" and weights is None
        metric: Metric = get("gwet_ac1" if plain else name)
        if metric.panel is not None and metric.panel.raters and isinstance(panel.state, Tallies):
            continue
        options: dict[str, Any] = {} if name == "weighted_agreement" or plain else {"weights": weights}
        of_metric = replace(panel, metric=metric, options=options)  # the units are the same
        try:
            for each, found in intervals.items():
                found.append(interval_of_panel(of_metric, Request(level, over=each)))
        except (RaterIdentityError, TooFewRatersError):
            del intervals[over]
    such = intervals.get(over, []) if over != "units" else []
    return tuple(intervals["units"]), tuple(such)


def _reliability(state: Ratings | Tallies, level: float) -> dict[str, tuple[Interval, Interval | None]]:
    """Intraclass correlations and the standard error of measurement, where it is known who rated."""
    if isinstance(state, Tallies):
        return {}
    units = NumericRatings.from_ratings(state)
    plain: dict[str, Any] = {"level": level}
    both = {**plain, "over": "units and raters"}
    icc, error = get("intraclass_correlation"), get("measurement_error")
    moments = moments_of(units)
    several_raters, counted = len(moments.raters) > 2, not units.weighted and units.cluster is None
    exact = moments.complete and counted
    these: dict[str, Any] = {**plain, "se": "jackknife" if counted else "delta"}
    reliability: dict[str, tuple[Any, Any]] = {
        "ICC(A,1), agreement": (
            icc.interval_of(units, **these),
            icc.interval_of(units, **(plain if exact else both)) if exact or several_raters else None,
        ),
        "ICC(C,1), consistency": (icc.interval_of(units, type="consistency", **plain), None),
        "SEM, of agreement": (
            error.interval_of(units, **these),
            error.interval_of(units, **both) if several_raters else None,
        ),
    }
    return reliability


def _recommended(
    these: Sequence[Interval], such: Sequence[Interval], reliability: dict[str, tuple[Interval, Interval | None]]
) -> tuple[str, list[Interval]]:
    """The coefficient to report and its intervals, of these raters and of others."""
    if reliability:
        name, pair = next(iter(reliability.items()))
        return name, [interval for interval in pair if interval is not None]
    name = "krippendorff_alpha"
    intervals = [interval for interval in (*these, *such) if interval.metric == name]
    return (name, intervals) if intervals and intervals[0].value == intervals[0].value else ("", [])


def _advice(
    name: str, intervals: Sequence[Interval], targets: dict[str, str], state: Ratings | Tallies, weights: Any
) -> str:
    """Which coefficient to report and why, and what its intervals are of."""
    if not name:
        return ""
    if name == "krippendorff_alpha":
        title, why = "Krippendorff's alpha", "it takes any number of raters, missing ratings and weights"
    else:
        title, why = "ICC(A,1)", "the distances between numbers mean something, and raters who rate higher disagree"
    text = f"Report {title}, {intervals[0].value:.2f}: {why}."
    shown = [
        f"{interval.low:.2f} to {interval.high:.2f} for {target}"
        for interval, target in zip(intervals, targets.values(), strict=False)
        if interval.low == interval.low
    ]
    if shown:
        text += f" Its {intervals[0].level * 100:g} % confidence interval is {', and '.join(shown)}."
    if isinstance(state, Ratings) and len(state.raters) == 2:
        text += " Of two raters Cohen's kappa is as common: of units that both have rated it is Conger's kappa."
    if weights is None and state.ordered and len(state.labels) > 2:
        text += ' Labels in an order are taken as names here: with weights="linear" near misses count less.'
    return text


def _why_gwet_differs(coefficients: Sequence[Interval], usage: Any, labels: tuple[Label, ...]) -> str:
    """Why Gwet's coefficient is far from the others."""
    values = {interval.metric: interval.value for interval in coefficients}
    gwet = values.get("gwet_ac2", values.get("gwet_ac1"))
    alpha = values.get("krippendorff_alpha")
    if gwet is None or alpha is None or not abs(gwet - alpha) > _APART or not usage.sum():
        return ""
    most = int(np.argmax(usage))
    return (
        f"Gwet's coefficient is {'higher' if gwet > alpha else 'lower'} because {usage[most] / usage.sum():.0%} of the "
        f"ratings are {labels[most]!r}: chance, as kappa and alpha see it, agrees often there."
    )


def _is_transposed(state: Ratings | Tallies, usage: FloatArray) -> str | None:
    """A question whether the matrix is transposed, if many raters rated nearly all of few units."""
    r = len(state.raters) if isinstance(state, Ratings) else 0
    if not 10 <= r >= 3 * state.n or usage.sum() < 0.9 * r * state.n:
        return None
    return f"{r} raters rated {weighed(state.n, 'unit')}: is the matrix transposed? Rows are units, columns raters"
