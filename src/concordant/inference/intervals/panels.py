"""Panels: variance over units, raters or both; exact bounds; tests against a value."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError, TooFewRatersError, UndefinedMetricWarning
from concordant.inference.hypotheses import Alternative, checked_hypothesis, p_of, titles, value_test
from concordant.inference.influence.influences import jackknife_variance
from concordant.inference.intervals.diagnostics import value_outside
from concordant.inference.intervals.estimand import Estimand, check_drawing
from concordant.inference.intervals.methods import quiet_answer, warned
from concordant.inference.intervals.score import path_of
from concordant.inference.method_names import OF_NUMBERS, OF_PANELS
from concordant.inference.quantiles import SCALES, Scale, check_level, two_sided
from concordant.inference.samples.cells import CellSample
from concordant.inference.samples.gather import of_exchangeable_raters
from concordant.inference.samples.panels import NumberPanel, Panel, clusters_of, read_panel
from concordant.inference.samples.sample import Atoms, Clusters
from concordant.metrics.agreement.sums import SumsOfRatings, SumsOfTallies, Units
from concordant.metrics.agreement.weights import Penalties
from concordant.metrics.definition.facts import ExactLimits, ExactTest
from concordant.metrics.definition.kinds import PANEL
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.options import warn_user
from concordant.metrics.definition.registry import get
from concordant.names import require_choice
from concordant.result.comparisons import TableTest
from concordant.result.intervals import Interval, Intervals
from concordant.result.record import altered
from concordant.result.wording import few_of
from concordant.states import Counts, Ratings
from concordant.typing import FloatArray, Floats

Over = Literal["units", "raters", "units and raters"]
OVER = ("units", "raters", "units and raters")
KINDS = ("jackknife", "delta", "gwet")
ERRORS = ("jackknife", "delta")  # methods that name a standard error and no scale
_PANEL_SCALES = ("fisher", "logit", "t")
_NUMBER_SCALES = ("fisher", "logit", "log", "t")
_DRAWN = ("percentile", "basic", "bca")
_LIMITS_OF_RATINGS = ("exact", "adjusted")  # of complete ratings that a metric has from a distribution
_UNDEFINED_WITHOUT = "without one of the units the value is undefined"
_EXACT = 1e-12
_ROUNDING = 1e-13  # a standard error below is what is left of none
_NEAR = 1e-8
_NEARLY_ONE = 300.0  # Fisher's z of what rounds to 1, whose exponential is a float yet
_FEWEST = 3


# Units that show a disagreement, or another label than the most frequent one: see the table in docs/panels.md.
_FEW_SPLIT = 8
_FEW_SHARED = 5  # units in which two raters gave the same label, other than the most frequent one
_FEW_UNITS = 10  # units, below which a jackknife deserves doubt
_FEW_CLUSTERS = 20


@dataclass(frozen=True, slots=True)
class Request:
    """The level of an interval, its scale or draws, its standard error, and over what it generalises."""

    level: float
    method: str | None = None
    se: str | None = None
    over: Any = "units"
    draws: int = 2000
    seed: int = 0

    @property
    def adjusted(self) -> bool:
        """Whether limits from a distribution know how heavy the tails are, as by default."""
        return self.method != "exact"

    def may_be(self, *methods: str) -> bool:
        """Whether limits by these methods will do, which are over units and have no standard error of their own."""
        return self.over == "units" and self.se is None and self.method in (None, *methods)


def read_request(
    metric: Metric,
    options: dict[str, Any],
    method: str | None,
    methods: Sequence[str],
    level: float = 0.95,
    draws: int = 2000,
    seed: int = 0,
) -> Request:
    """Take the request out of the options."""
    over, se = options.pop("over", "units"), options.pop("se", None)
    if metric.numbers is not None:
        methods = OF_NUMBERS["interval"]
    check_level(level)
    require_choice("method", method, (*methods, None))
    if metric.numbers is not None and se is not None:
        require_choice("se", se, ERRORS)
    return Request(level, method, se, require_choice("over", over, OVER), *check_drawing(draws, seed, "rows")[:2])


def variance_of(panel: Panel, request: Request) -> Variance:
    """Return the variance over what the interval generalises over."""
    if request.over == "raters":
        return variance_over_raters(panel)
    units = variance_over_units(panel, request.se or (request.method if request.method in ERRORS else None))
    if request.over == "units":
        return units
    both = joined(units, variance_over_raters(panel))
    finite: Any = np.extract(np.isfinite(both.degrees), both.degrees)
    return replace(both, degrees=float(finite.min()) if finite.size else float("nan"))  # the least of several values


# The interval of a metric of a panel.
#
# By default score limits; where there are none, the jackknife over units on the scale of Fisher's z (of shares: of log
# odds), with Student's t.
# `benchmarks/coverage/panels.py` says how often it holds the true value.


def panel_interval(
    metric: Metric,
    ratings: Any,
    options: dict[str, Any],
    *,
    level: float = 0.95,
    method: str | None = None,
    cluster: Any = None,
    draws: int = 2000,
    seed: int = 0,
) -> Interval | Intervals:
    """What `Metric.interval` does with the ratings of many raters."""
    request = read_request(metric, options, method, OF_PANELS["interval"], level, draws, seed)
    return interval_of_panel(read_panel(metric, ratings, options, cluster), request)


def interval_of_panel(panel: Panel, request: Request) -> Interval | Intervals:
    """Return the interval of a metric."""
    estimand = for_score(panel, request.level) if request.may_be("score") else None
    if request.method in _DRAWN and not np.isnan(panel.value).all():
        estimand = _for_draws(panel, request)
    if estimand is None:
        _refuse_score(request.method)
        return answered(panel, request)
    facts: Any = {"signature": panel.signature, "n": panel.n, "name": panel.metric.name}
    return warned(quiet_answer(estimand, request.method, **facts))


def _refuse_score(method: str | None) -> None:
    """Raise for score limits of panels that have none."""
    if method == "score":
        raise OptionError(
            'method="score" follows a path through all units that there might be, which are too many here, over units '
            "alone: it goes without se= and over=; leave method out for the default of panels."
        )


def for_score(panel: Panel, level: float) -> Estimand | None:
    """Return the estimand that has score limits: of two columns of labels, or of units; None where it has none."""
    two = as_two_columns(panel, level)
    if two is not None:
        return two
    if isinstance(panel, NumberPanel) or panel.alone or np.isnan(panel.value).all():
        return None
    estimand = Estimand(panel.metric, panel.options, panel.sample, level).knowing(panel.value, panel.undefined)
    return None if path_of(estimand) is None else estimand


def _for_draws(panel: Panel, request: Request) -> Estimand:
    """Return the estimand of which units are drawn, or clusters of them; raise where they cannot be."""
    if not request.may_be(*_DRAWN) or isinstance(panel, NumberPanel):
        raise OptionError(f'method={request.method!r} draws units: it goes with over="units" and without se=.')
    if panel.clusters is None and not panel.atoms.counted:
        raise OptionError('a bootstrap of a panel draws units that count alike; with weights take se="delta".')
    estimand = Estimand(panel.metric, panel.options, panel.sample, request.level, request.draws, request.seed)
    return estimand.knowing(panel.value, panel.undefined)


def answered(panel: Panel, request: Request) -> Interval | Intervals:
    """Make the record of limits that are made of a distribution, a variance or draws, and warn once."""
    value, exact = panel.value, _exact_limits(panel, request)
    reasons = [panel.undefined] if panel.undefined else []
    if exact is not None:
        low, high, se = map(np.asarray, (exact.low, exact.high, exact.se))
        method, without = exact.method, np.zeros(value.shape, np.bool_)
        reasons = reasons or ([exact.reason] if exact.reason else [])
    else:
        low, high, se, method, more = _limits(panel, request)
        without = np.isnan(low) & ~np.isnan(value)
        reasons += [*more, *(diagnostics(panel) if np.isfinite(low).any() else ())]
    reasons += value_outside(value, low, high, method)
    if without.any() and not reasons:
        still = "the value has no standard error" if np.isnan(se).all() else "the value is at the end of its range"
        reasons.append("no unit moves the value" if (se == 0).any() else still)
    reason = "; ".join(dict.fromkeys(reasons)) or None
    rest = (request.level, method, panel.n, panel.metric.name, panel.signature, reason)
    if value.ndim == 0:
        return warned(Interval(float(value), float(low), float(high), float(se), *rest))
    labels = panel.state.labels if len(value) == len(panel.state.labels) else None
    return warned(Intervals(value, low, high, se, *rest, labels))


def _limits(panel: Panel, request: Request) -> tuple[FloatArray, FloatArray, FloatArray, str, list[str]]:
    """Limits, standard error, the method in words, and its own warnings."""
    value = panel.value
    nothing = np.full(value.shape, np.nan)
    if np.isnan(value).all():
        return nothing, nothing, nothing, request.method or "jackknife", []
    if panel.alone:
        return nothing, nothing, nothing, request.method or "jackknife", ["one unit tells nothing of others"]
    variance = variance_of(panel, request)
    se = np.sqrt(variance.value)
    se = np.where(se <= _ROUNDING * np.maximum(1.0, np.abs(value)), 0.0, se)
    still = why_still(panel, se)
    se = np.zeros(value.shape) if still else se
    usable = (se > 0) & ~np.isnan(variance.for_limits)  # where no unit, or cluster, moves the value there are no limits
    moved, t = np.where(usable, se, np.nan), two_sided(request.level, variance.degrees)
    scale, name = scale_of(panel, request.method)
    low, high = scale.limits(value, moved, t)
    reasons = [variance.reason] if variance.reason else []
    with np.errstate(divide="ignore", invalid="ignore"):
        steep = np.isfinite(scale.slope(np.asarray(value, np.float64))) == 0
    outside = np.isnan(low) & usable & (~steep | (value < -1.0 + _EXACT))
    if outside.any():
        plain = SCALES["delta"].limits(value, moved, t)
        low, high = np.where(outside, plain[0], low), np.where(outside, plain[1], high)
        of_numbers = isinstance(panel, NumberPanel)
        beyond = f"the value is outside the scale {name!r}" if of_numbers else "Fisher's z does not exist below -1"
        reasons.append(f"{beyond}, so that limits are symmetric")
    reasons += [still] if still and not reasons else []
    over = "" if request.over == "units" else f" over {request.over}"
    words = f"{variance.kind}{over}, " + ("t" if name == "t" else f"{name}, t")
    if not isinstance(panel, NumberPanel):
        low, high, exact = _with_bounds(panel, request, low, high)
        if variance.refused is not None and not np.isnan(low[variance.refused]).any():  # bounds stand there
            reasons.remove(str(variance.reason))
        words = words if exact is None else exact if value.ndim == 0 else f"{words} / {exact}"
    return low, high, se, words, reasons


def scale_of(panel: Panel, method: str | None) -> tuple[Scale, str]:
    """Return the scale on which limits are symmetric, and its name."""
    facts, name, k = panel.metric.numbers, "fisher", 0.0
    if facts is not None and isinstance(panel, NumberPanel):
        name, k = facts.scale(panel.state, **panel.options)
    elif panel.metric.panel is not None:
        name = panel.metric.panel.limits
    if method in _NUMBER_SCALES:
        name = str(method)
    return (_reliability(k) if name == "reliability" else SCALES["delta" if name == "t" else name]), name


def why_still(panel: Panel, se: FloatArray) -> str | None:
    """Say why no unit moves the value, if the metric knows: an optimum at a boundary has few digits."""
    facts = panel.metric.numbers
    if facts is None or facts.still is None or (se > _NEAR).any():
        return None
    return facts.still(panel.state, **panel.options)


def _with_bounds(
    panel: Panel, request: Request, low: FloatArray, high: FloatArray
) -> tuple[FloatArray, FloatArray, str | None]:
    """Bounds in the place of limits where no unit disagrees, or of a share where all do."""
    perfect: Any = panel.value > 1.0 - _EXACT  # no two ratings of a unit differ
    share = panel.metric.facts.range is not None and panel.metric.facts.range[0] == 0
    none = (panel.value <= 0) if share else np.zeros(panel.value.shape, np.bool_)
    if not (perfect.any() or none.any()) or not panel.atoms.counted:
        return low, high, None
    if perfect.any():
        bound = lower_bound(panel, request.level)
        perfect = perfect & (bound < 1.0)  # of one label no disagreement is possible, and none can be ruled out
        low, high = np.where(perfect, bound, low), np.where(perfect, 1.0, high)
        if not (perfect.any() or none.any()):
            return low, high, None
    if none.any():
        of_label = panel.value.ndim > 0  # a share of its ratings: units without the label tell nothing of it
        units = np.maximum(panel.weight @ (panel.sample.counts > 0), 1.0) if of_label else panel.n
        most = 1.0 - ((1.0 - request.level) / 2.0) ** (1.0 / units)
        low, high = np.where(none, 0.0, low), np.where(none, most, high)
    return low, high, "exact bound"


def as_two_columns(panel: Panel, level: float) -> Estimand | None:
    """Return the estimand of the table of two raters; None for others, missing ratings, and metrics without a twin."""
    state = panel.state
    if not isinstance(state, Ratings) or len(state.raters) != 2:
        return None
    metric, profiles = _twin(panel), state.profiles
    if metric is None or not len(profiles) or (profiles.sizes != 2).any():
        return None
    if state.weighted and state.cluster is not None:
        return None
    return of_two_columns(metric, panel.options, state, level)


def of_two_columns(metric: Metric, options: Any, state: Ratings, level: float) -> Estimand:
    """Return the estimand of the table of two raters who both rated every unit."""
    weight, codes = state.weight * 1.0, (state.code[::2].astype(np.intp), state.code[1::2].astype(np.intp))
    squares, clusters = weight if state.squares is None else state.squares, clusters_of(state)
    if clusters is not None:  # of counted units
        clusters = replace(clusters, times=clusters.weight.astype(np.int64))
    stratum = None if clusters is not None and of_exchangeable_raters(metric) else codes[0]
    atoms = Atoms(weight, squares, stratum, clusters)
    return Estimand(metric, options, CellSample(atoms, state.table(), codes), level)


def _twin(panel: Panel) -> Metric | None:
    """The metric of two columns that it is of two raters."""
    metric, penalties = panel.metric, panel.options.get("weights")
    if metric.panel is None:
        return None
    if metric.kind is not PANEL:
        return metric
    if metric.panel.of_two is None or not (penalties is None or isinstance(penalties, str)):
        return None  # of a matrix the mean with its transpose counts
    return get(metric.panel.of_two)


# Limits where no unit shows a disagreement: the greatest share of units that may disagree all the same.
#
# Of n units none disagrees with probability ``(1 - p)^n``; that is alpha / 2 at ``p = 1 - (alpha / 2)^(1 / n)``. The
# lower limit is the value if so many units were split as widely as the weights allow, with the labels as often as
# observed.


def lower_bound(panel: Panel, level: float) -> FloatArray:
    """The value if as many units disagreed as none of them shows."""
    share = 1.0 - ((1.0 - level) / 2.0) ** (1.0 / float(panel.weight[panel.sizes >= 2].sum() or 1.0))
    state = panel.units
    sums: Any = _SplitRatings(state) if isinstance(state, Ratings) else _SplitTallies(state)
    sums.units, sums.share, sums.level = _SplitUnits(sums.units.counts, share), share, level
    return np.asarray(panel.metric.formula(sums, **panel.options), np.float64)


class _SplitUnits(Units):
    """What units add of which a share is split as widely as disagreement allows."""

    def __init__(self, counts: FloatArray, share: float) -> None:
        super().__init__(counts)
        self._share = share

    def disagreement(self, v: Penalties, power: int) -> FloatArray:
        """The greatest mean disagreement of two of the ratings, for that share."""
        widest = np.array([_widest(v.matrix, int(m)) for m in self.m])
        return np.asarray(self._share * self.per_pair(power) * self.m * (self.m - 1.0) * widest)


class _SplitTallies(SumsOfTallies):
    """Sums of exchangeable raters in which a share of the units is split."""

    level: float

    @property
    def pair_table(self) -> Counts:
        """Of each label a share of its pairs is with another one: that of the units that have it."""
        counts, two = self.units.counts, self.units.two
        pairs = (counts * (counts - 1.0) * self.weight[:, None]).sum(0)
        units = ((counts > 0) * two[:, None] * self.weight[:, None]).sum(0)
        share = 1.0 - ((1.0 - self.level) / 2.0) ** (1.0 / np.maximum(units, 1.0))
        m = float((self.units.m * two * self.weight).sum() / max((two * self.weight).sum(), 1.0))
        split, size = share * m / (2.0 * (m - 1.0)), len(pairs)
        table = np.diag(pairs * (1.0 - split)) + (pairs * split / max(size - 1, 1))[:, None] * (1.0 - np.eye(size))
        return Counts((table + table.T) / 2.0, self.labels, self.ordered)


class _SplitRatings(SumsOfRatings):
    """Sums of known raters in which a share of the units is split."""

    share: float

    def mean_of_pairs(self, formula: Any) -> Floats:
        """Each pair disagrees in this share of its units."""
        size = len(self.labels)
        tables = self.pair_tables
        rows = tables.sum(-1)
        disagreeing = np.roll(np.eye(size), 1, axis=1) * rows[..., None]
        defined = ~np.isnan(np.asarray(formula(Counts(tables, self.labels, self.ordered))))
        split = formula(Counts(tables * (1.0 - self.share) + self.share * disagreeing, self.labels, self.ordered))
        return float(np.mean(np.asarray(split)[defined])) if defined.any() else float("nan")


def _widest(matrix: FloatArray, m: int) -> float:
    """The greatest mean disagreement of two of m ratings: half of them at each of two labels, or spread over all."""
    size = len(matrix)
    if m < 2 or size < 2:
        return 0.0
    half = m // 2
    two = 2.0 * half * (m - half) / (m * (m - 1.0)) * float(matrix.max())
    even = np.full(size, m // size) + (np.arange(size) < m % size)
    over_all = float(even @ matrix @ even) / (m * (m - 1.0))
    return max(two, over_all)


def diagnostics(panel: Panel) -> Iterator[str]:
    """Yield a sentence for each reason to doubt an interval that is made of a variance."""
    if not isinstance(panel, NumberPanel):
        yield from _few_split(panel)
    elif panel.atoms.effective < _FEW_UNITS:
        yield f"only {panel.atoms.effective:.3g} units"
    if panel.clusters is not None and panel.clusters.size < _FEW_CLUSTERS:
        yield f"only {panel.clusters.size} clusters"


def _few_split(panel: Panel) -> Iterator[str]:
    """Say so where few units show a disagreement, or hold or share another label than the most frequent one."""
    tallies = panel.state.tallies() if isinstance(panel.units, Ratings) else panel.units
    alike = panel.atoms.effective / panel.n if panel.n else 0.0  # weighted units are worth fewer that count alike
    sizes = tallies.ratings
    paired = tallies.weight * (sizes >= 2) * alike
    split = float(paired @ (tallies.counts.max(1, initial=0) < sizes))
    if 0 < split < _FEW_SPLIT:
        shown = few_of(split, "unit")
        yield f"only {shown} {'is' if shown == '1 unit' else 'are'} not unanimous"
    elif split:
        usage = tallies.weight @ tallies.counts
        most = int(np.argmax(usage))
        others = np.delete(tallies.counts, most, axis=1)
        touched, shared = float(paired @ others.any(1)), float(paired @ (others > 1).any(1))
        if touched < _FEW_SPLIT:
            yield f"only {touched:.3g} units have another label than {tallies.labels[most]!r}"
        elif shared < _FEW_SHARED:
            yield f"only {shared:.3g} units share another label than {tallies.labels[most]!r}"


# Of complete numeric ratings the limits and tests are those from a distribution, if the metric has some; else the
# jackknife over units on the scale that the metric names, with Student's t. `benchmarks/coverage/reliability.py` says
# how often limits hold the true value.


def _exact_limits(panel: Panel, request: Request) -> ExactLimits | None:
    """The limits of a metric of numbers that follow from a distribution; raise where they are wanted and not there."""
    limits = None if panel.metric.numbers is None else panel.metric.numbers.exact
    exact = None
    if limits is not None and request.may_be(*_LIMITS_OF_RATINGS) and clusters_of(panel.state) is None:
        options = panel.metric.with_defaults(panel.options)
        exact = limits(panel.state, request.level, adjusted=request.adjusted, **options)
    if exact is None and request.method in _LIMITS_OF_RATINGS:
        raise OptionError(
            f"{panel.metric.name} has no {request.method} limits of these ratings: they are for complete ratings of "
            "independent units that count alike."
        )
    return exact


def _exact_test(panel: Panel, request: Request, against: float) -> ExactTest | None:
    """The test of a metric of numbers that follows from a distribution."""
    test = None if panel.metric.numbers is None else panel.metric.numbers.exact_test
    if test is None or not request.may_be(*_LIMITS_OF_RATINGS) or clusters_of(panel.state) is not None:
        return None
    options = panel.metric.with_defaults(panel.options)
    return test(panel.state, float(against), adjusted=request.adjusted, **options)


def _reliability(k: float) -> Scale:
    """Fisher's z of an intraclass correlation of k ratings a unit (Fisher 1925, Statistical Methods, section 39)."""
    more = k - 1.0

    def to(x: Any) -> Any:
        return 0.5 * (np.log1p(more * x) - np.log1p(-x))

    def back(z: Any) -> Any:
        z = np.minimum(z, _NEARLY_ONE)
        return np.expm1(2 * z) / (np.exp(2 * z) + more)

    def slope(x: Any) -> Any:
        return 0.5 * (more / (1 + more * x) + 1 / (1 - x))

    return Scale(to, back, slope, -1.0 / more if more > 0 else -np.inf, 1.0)


def panel_test(
    metric: Metric,
    ratings: Any,
    options: dict[str, Any],
    *,
    against: float | None = None,
    alternative: Alternative = "two-sided",
    method: str | None = None,
    cluster: Any = None,
) -> TableTest:
    """What `Metric.test` does."""
    against = checked_hypothesis(metric, against, alternative)
    request = read_request(metric, options, method, ("score", *_PANEL_SCALES, *ERRORS, "null"))
    panel = read_panel(metric, ratings, options, cluster)
    if panel.value.ndim:
        raise OptionError(f"{metric.name} has one value a label: test those of {metric.name}.interval.")
    estimand = for_score(panel, request.level) if request.may_be("score") else None
    if estimand is not None:
        result = value_test(estimand, against, alternative, method)
        test, hypothesis = titles(metric, against, alternative)
        return altered(result, test=test, hypothesis=hypothesis, n=panel.n)
    _refuse_score(method)
    if method != "null" or np.isnan(panel.value):
        return _tested(panel, request, against, alternative)
    z, name = _against_chance(panel, against), "normal, error under the hypothesis"
    return _result(panel, against, alternative, z, p_of(z, None, alternative), name, "the value has no standard error")


def _tested(panel: Panel, request: Request, against: float, alternative: Alternative) -> TableTest:
    """Test by a distribution, or by the distance on the scale of the limits."""
    z, degrees, name, why = float("nan"), None, request.method or "jackknife", panel.undefined
    if not np.isnan(panel.value):
        exact = _exact_test(panel, request, against)
        if exact is not None:
            one_sided = exact.one_sided and alternative != "less"
            p_value = exact.upper if one_sided else _of_tail(exact.upper, alternative)
            why, name = "the statistic is not defined there", exact.distribution
            return _result(panel, against, alternative, exact.statistic, p_value, name, why, exact.df)
        variance = variance_of(panel, request)
        z, degrees, name = distance(panel.value, variance, against, *scale_of(panel, request.method))
        still = why_still(panel, np.sqrt(variance.value))
        z, why = (float("nan") if still else z), still or variance.reason or "the value has no standard error"
    return _result(panel, against, alternative, z, p_of(z, degrees, alternative), name, why)


def _result(
    panel: Panel,
    against: float,
    alternative: Alternative,
    z: float,
    p_value: float,
    name: str,
    why: str | None,
    df: int | None = None,
) -> TableTest:
    """Make the record, and say why there is no statistic, once."""
    reason = why if np.isnan(z) else None
    if reason is not None:
        warn_user(f"{panel.metric.name}: {reason}", UndefinedMetricWarning)
    return TableTest(*titles(panel.metric, against, alternative), z, df, p_value, panel.n, name, reason)


def _against_chance(panel: Panel, against: float) -> float:
    """The value in the standard errors that it has if all agreement is by chance."""
    error = None if panel.metric.panel is None else panel.metric.panel.null_error
    if error is None or against != 0:
        name = panel.metric.name
        msg = f'method="null" tests whether some coefficients are 0; it does not test {name} against {against:g}.'
        raise OptionError(msg)
    se = error(panel.state, **dict(panel.options))
    return float(panel.value) / se if se > 0 else float("nan")


def _of_tail(upper: float, alternative: Alternative) -> float:
    """The p-value of a statistic with this probability of one as large or larger."""
    if alternative == "two-sided":
        return min(1.0, 2 * min(upper, 1 - upper))
    return upper if alternative == "greater" else 1 - upper


def distance(
    value: FloatArray, variance: Variance, against: float, scale: Scale, name: str
) -> tuple[float, float, str]:
    """Return the distance on the scale of the limits, in standard errors, the degrees of freedom, and how in words."""
    if not (scale.low < against < scale.high and scale.low < float(value) < scale.high):
        name, scale = "t", SCALES["delta"]
    error = float(np.sqrt(variance.for_limits)) * float(scale.slope(value))
    difference = float(scale.to(value) - scale.to(np.asarray(float(against))))
    words = variance.kind if name == "t" else f"{variance.kind}, {name}"
    return (difference / error if error > 0 else float("nan")), variance.degrees, f"{words}, t"


@dataclass(frozen=True, slots=True)
class Variance:
    """
    A variance, shape S, and its degrees of freedom.

    `kind` says how it was found; `reason` why it is not what was asked for; `refused`, shape S, for which values no
    limits are made of it.
    """

    value: FloatArray
    degrees: float
    kind: str
    reason: str | None = None
    refused: npt.NDArray[np.bool_] | None = None

    @property
    def for_limits(self) -> FloatArray:
        """The variance, NaN where no limits are made of it."""
        return self.value if self.refused is None else np.where(self.refused, np.nan, self.value)


# The variance of a metric of a panel over units: by leaving out each of them, by their influence, or in closed form.
#
# The jackknife is exact: units with the same ratings give the same value when one of them is left out, so that it takes
# as many values as there are distinct units (Efron & Tibshirani 1993, An Introduction to the Bootstrap, chapter 11).


def variance_over_units(panel: Panel, kind: str | None) -> Variance:
    """Return the variance over units; by default the jackknife, where units count alike and are independent."""
    if kind is not None:
        require_choice("se", kind, KINDS)
    if kind is None and panel.clusters is None and isinstance(panel, NumberPanel) and panel.too_many:
        values = panel.without_groups()  # ``(G - 1) / G sum_g (t_(-g) - mean)^2``
        size = len(values)
        return Variance(jackknife_variance(np.ones(size), values), size - 1.0, f"jackknife of {size} groups")
    if panel.clusters is not None:
        _only(kind, "delta", "units are in clusters")
        moved = panel.slopes * (panel.weight > 0).reshape(-1, *(1,) * panel.value.ndim)
        variance = by_clusters(panel.clusters, moved.reshape(len(moved), -1))
        return replace(variance, value=variance.value.reshape(panel.value.shape))
    if kind == "gwet":
        return _closed_form(panel)
    if not panel.atoms.counted:
        _only(kind, "delta", "units have weights")
    if kind == "delta" or not panel.atoms.counted:
        return by_influence(panel.atoms, panel.slopes)
    return by_jackknife(panel.atoms, panel.value, panel.left_out, lambda: panel.slopes)


def _only(kind: str | None, allowed: str, why: str) -> None:
    if kind not in (None, allowed):
        raise OptionError(f'se={kind!r} does not exist where {why}; there is se="{allowed}".')


def by_jackknife(atoms: Atoms, value: Any, left_out: FloatArray, slopes: Callable[[], FloatArray]) -> Variance:
    """
    By the values without one unit in turn.

    A value that is undefined without some unit depends on the luck of having drawn it: its variance is by the
    influences, which `slopes` gives, and there are no limits.
    """
    counted = atoms.weight > 0
    values = left_out[counted]
    variance = jackknife_variance(atoms.weight[counted], values)
    undefined = np.isnan(values).any(0) & ~np.isnan(value)
    if not undefined.any():
        return Variance(variance, atoms.total - 1.0, "jackknife")
    by_slopes = by_influence(atoms, slopes())
    kind = by_slopes.kind if undefined.all() else "jackknife"
    return Variance(
        np.where(undefined, by_slopes.value, variance), atoms.total - 1.0, kind, _UNDEFINED_WITHOUT, undefined
    )


def by_influence(atoms: Atoms, slopes: FloatArray) -> Variance:
    """``n / (n - 1) sum_u w_u^2 (d t / d w_u)^2``, n the units that they are worth."""
    n = atoms.effective
    with np.errstate(divide="ignore", invalid="ignore"):
        variance = np.float64(n) / (n - 1.0) * np.tensordot(atoms.squares, np.square(slopes), axes=1)
    return Variance(np.asarray(variance), n - 1.0, "delta")


def _closed_form(panel: Panel) -> Variance:
    """
    Gwet's closed form (Gwet 2008, Br. J. Math. Stat. Psychol. 61:29, as his programs take it).

    It is the variance of the influences, but for units with one rating: as if their agreement were that by chance.
    """
    if panel.metric.panel is None or not panel.metric.panel.closed_form:
        raise OptionError(f'se="gwet" is no variance of {panel.metric.name}; there are "jackknife" and "delta".')
    pairs = (panel.sizes >= 2) * 1.0
    n, paired = panel.n, float(panel.weight @ pairs)
    own = panel.value * (pairs * n / paired - 1.0).reshape(-1, *(1,) * panel.value.ndim) / n
    return replace(by_influence(panel.atoms, panel.slopes + own), kind="gwet")


def by_clusters(clusters: Clusters, slopes: FloatArray) -> Variance:
    """Sums of the influences of units, (U, P), by cluster: ``G / (G - 1) sum_c d_c^2``, (P,)."""
    size = clusters.size
    with np.errstate(divide="ignore", invalid="ignore"):
        variance = np.float64(size) / (size - 1.0) * np.square(clusters.sums(slopes)).sum(0)
    return Variance(variance, size - 1.0, "delta of clusters")


# The variance over raters: who else might have rated.
#
# Each rater in turn is left out. The sum with the variance over units counts what varies by unit and rater twice, which
# makes intervals a little wide where raters are alike. The idea is that of Gwet 2008, Psychometrika 73:407, whose
# formulas are others.


def variance_over_raters(panel: Panel) -> Variance:
    """Return the variance over raters, ``(r - 1) / r sum_g (t_(-g) - mean)^2`` over those who rated anything."""
    used, value = panel.used, panel.value
    r = len(used)
    if r < _FEWEST:
        msg = f"over raters an interval needs three raters or more, not {r}: each is left out in turn."
        raise TooFewRatersError(msg)
    values = panel.without_raters(used)
    undefined = np.isnan(values).any(0) & ~np.isnan(value)
    reason = "without one of the raters the value is undefined" if undefined.any() else None
    return Variance(jackknife_variance(np.ones(r), values), r - 1.0, "jackknife", reason)


def joined(first: Variance, second: Variance) -> Variance:
    """The sum of both, where each value has the degrees of freedom of Welch (1938) and Satterthwaite (1946)."""
    total = first.value + second.value
    with np.errstate(divide="ignore", invalid="ignore"):
        parts = np.square(first.value) / first.degrees + np.square(second.value) / second.degrees
        degrees: Any = np.square(total) / parts
    refused = [variance.refused for variance in (first, second) if variance.refused is not None]
    unusable = np.any(refused, axis=0) if refused else None
    return Variance(total, degrees, first.kind, first.reason or second.reason, unusable)
