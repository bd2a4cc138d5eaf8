"""From an estimand to an `Interval`: the methods by name, the default and its fallback, and diagnostics."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar, get_args

import numpy as np

from concordant.errors import IntervalWarning, UndefinedMetricWarning
from concordant.inference.intervals.auc import at_an_end, delong_limits, pairs_limits
from concordant.inference.intervals.bootstrap import Drawn, bootstrap_limits, optimism_applies, optimism_limits
from concordant.inference.intervals.diagnostics import diagnostics, value_outside
from concordant.inference.intervals.estimand import Estimand, Limits
from concordant.inference.intervals.information import bias_is_known, unbiased_limits
from concordant.inference.intervals.proportions import KINDS, share_limits, share_of_rows
from concordant.inference.intervals.score import path_of, score_limits
from concordant.inference.intervals.standard_error import (
    delta_limits,
    information_limits,
    normal_theory_limits,
    scale_of,
    t_limits,
)
from concordant.inference.method_names import method_named
from concordant.inference.quantiles import SCALES
from concordant.inference.samples.cells import CellSample
from concordant.inference.samples.panels import PanelSample
from concordant.inference.samples.rows import MomentSample, RowSample
from concordant.inference.samples.sample import Atoms, LabelSample
from concordant.inference.samples.scores import ScoreSample
from concordant.metrics.definition.kinds import CALIBRATION
from concordant.metrics.definition.options import warn_user, with_clusters
from concordant.result.intervals import Interval, Intervals
from concordant.states import Moments

I = TypeVar("I", Interval, Intervals, Interval | Intervals)  # noqa: E741


def warned(interval: I) -> I:
    """Warn of the reason of an interval, if it has one."""
    if interval.reason is not None:
        undefined = bool(np.isnan(interval.value).any())
        warn_user(f"{interval.metric}: {interval.reason}", UndefinedMetricWarning if undefined else IntervalWarning)
    return interval


def quiet_answer(
    estimand: Estimand,
    method: str | None = None,
    *,
    signature: str | None = None,
    n: float | None = None,
    name: str | None = None,
    widened: bool = False,
) -> Interval | Intervals:
    """
    Take the interval, by the default method of the metric if none is named, for somebody who shows its reason.

    What is known of the record is kept: the `signature`, the number of rows and the `name` of the metric. Limits that
    will be `widened` to hold the value are not doubted for leaving it out.
    """
    metric, sample = estimand.metric, estimand.sample
    reasons = [estimand.undefined] if estimand.undefined else []
    limits = limits_of(estimand, method)
    reasons += limits.reasons
    reasons += diagnostics(estimand, limits.method.partition("/")[0])
    low, high = limits.low, limits.high
    if not widened:
        reasons += value_outside(estimand.value, low, high, limits.method)
    without = np.isnan(low) & ~np.isnan(estimand.value)
    if without.any() and not any("no interval" in reason for reason in reasons):
        reasons.append(_why_none(estimand, method or limits.method))
    reason = "; ".join(dict.fromkeys(reasons)) or None
    if n is None:
        n = sample.state.n
        n = float(np.max(n)) if np.ndim(n) else n  # each table of several labels has all rows
    if signature is None:
        signature = metric.signature(sample.state, **estimand.options)
        if sample.atoms.clusters is not None:
            signature = with_clusters(signature, sample.atoms.clusters)
    rest = (estimand.level, limits.method, n, name or metric.name, signature, reason)
    if estimand.value.ndim == 0:
        return Interval(float(estimand.value), float(low), float(high), float(limits.se), *rest)
    return Intervals(estimand.value, low, high, limits.se, *rest, estimand.labels)


def limits_of(estimand: Estimand, method: str | None) -> Limits:
    """Return the limits by the method, or by the default; without rows there are none."""
    if not estimand.sample.atoms.total:
        nothing = np.full(estimand.value.shape, np.nan)
        name = default_method(estimand) if method is None else method
        method_named(METHODS, name)
        return Limits(nothing, nothing, nothing, name)
    return (
        default_limits(estimand) if method is None else within_range(method_named(METHODS, method)(estimand), estimand)
    )


def _why_none(estimand: Estimand, method: str) -> str:
    if np.isinf(estimand.value).any():
        return "one row makes the value infinite, as it does in every sample that holds such a row: it has no interval"
    same = bool((estimand.se == 0).any())
    why = "no row moves the value" if same else "the value is at the end of its range"
    return f'no interval by method="{method}": {why}'


def default_limits(estimand: Estimand) -> Limits:
    """
    Return the limits by the default method; where it has none, those of its substitute, and say so.

    One of several values of labels or scores has the limits that it has among these.
    """
    if estimand.output is not None and isinstance(estimand.sample, LabelSample | PanelSample | ScoreSample):
        several = estimand.of_all.with_level(estimand.level)
        kept: dict[float, Limits] = several.notes.setdefault("limits", {})
        if estimand.level not in kept:
            kept[estimand.level] = default_limits(several)
        every = kept[estimand.level]
        return every._replace(**{name: getattr(every, name)[estimand.output] for name in ("low", "high", "se")})
    limits = METHODS[default_method(estimand)](estimand)
    missing = (np.isnan(limits.low) | (limits.high <= limits.low)) & ~np.isnan(estimand.value)
    other = fallback(estimand) if missing.any() else None
    if other is None:
        low, high = (np.where(missing & (limits.se == 0), np.nan, end) for end in (limits.low, limits.high))
        return within_range(limits._replace(low=low, high=high), estimand)
    second = METHODS[other](estimand)
    low, high = np.where(missing, second.low, limits.low), np.where(missing, second.high, limits.high)
    se = np.where(missing & (np.isnan(limits.se) | (limits.se == 0)), second.se, limits.se)
    reasons = [*limits.reasons]
    if not np.isnan(second.low[missing]).all():  # else the reason says why there is no interval
        reasons.append(
            f'the {limits.method} interval cannot be computed here; limits by method="{other}" are used instead'
        )
    method = other if missing.all() else limits.method
    return within_range(Limits(low, high, se, method, (*reasons, *second.reasons)), estimand)


def within_range(limits: Limits, estimand: Estimand) -> Limits:
    """Cut the limits off at the range of the metric that the value is in; an infinite value has none but itself."""
    value = estimand.value
    beyond = np.isinf(value) & (limits.low != value) & (limits.high != value)
    low, high = (np.where(beyond, np.nan, end) for end in (limits.low, limits.high))
    ends: Any = estimand.metric.facts.range
    state = estimand.sample.state
    if ends == (0, 2) and isinstance(state, Moments) and len(state.classes or ()) == 2:
        ends = (0, 1)  # the Brier score reaches 2 with more classes
    if ends is not None:
        inside = (ends[0] <= value) & (value <= ends[1])  # not of a corrected partial AUC below 0
        low, high = (np.where(inside, np.clip(end, *ends), end) for end in (low, high))
    return Limits(low, high, limits.se, limits.method, limits.reasons)


def default_method(estimand: Estimand) -> str:
    """
    The method named among the facts of the metric; else score limits, or the scale that fits its range.

    A share of rows has Wilson's limits where rows count alike: the same to rounding. An average over classes is none.
    """
    metric, named = estimand.metric, estimand.metric.facts.interval
    if isinstance(estimand.sample, PanelSample):
        return "score"
    if named in ("miller-madow", "zahl"):
        return named if bias_is_known(estimand) else "normal"
    if named == "optimism" and not optimism_applies(estimand):
        return "basic"
    if named in SCALES and estimand.influences is None:
        return "bca"
    if named in KINDS and _is_share(estimand):
        return named
    if named is not None and named not in ("score", *KINDS):
        return named
    if estimand.influences is None:
        return "bca"
    if isinstance(estimand.sample, MomentSample):  # the same of moments, which do not tell how skewed rows are
        return scale_of(metric)
    return scale_of(metric) if path_of(estimand) is None else "score"


def _is_share(estimand: Estimand) -> bool:
    """Whether the metric is a share of rows that count alike, of labels or of rankings."""
    if not isinstance(estimand.sample, LabelSample):
        return share_of_rows(estimand) is not None
    alike = isinstance(estimand.sample, RowSample) or (estimand.atoms.clusters is None and _alike(estimand.atoms))
    return estimand.share is not None and alike


def _alike(atoms: Atoms) -> bool:
    """Whether all rows weigh the same, whatever that is."""
    weight, squares = (each / (each.sum() or 1.0) for each in (atoms.weight, atoms.squares))
    return atoms.counted or np.allclose(weight, squares, rtol=1e-12, atol=0.0)


def fallback(estimand: Estimand) -> str | None:
    """The method that gives limits where the default has none: where Wilson's has none, or at the ends of the range."""
    if isinstance(estimand.sample, CellSample) and path_of(estimand) is not None:
        return "score"
    ranked = isinstance(estimand.sample, ScoreSample) and estimand.metric.kind is not CALIBRATION
    return "pairs" if ranked and estimand.options.get("prevalence") is None and at_an_end(estimand).any() else None


def _of_gaps(estimand: Estimand) -> Limits:
    """The limits of an error of calibration, whose samples no other metric needs."""
    from concordant.inference.intervals.calibration import gap_limits

    return gap_limits(estimand)


METHODS: dict[str, Callable[[Estimand], Limits]] = {
    "score": score_limits,
    "t": t_limits,
    **{scale: partial(delta_limits, scale=scale) for scale in SCALES},
    **{kind: partial(share_limits, kind=kind) for kind in KINDS},
    **{name: partial(normal_theory_limits, method=name) for name in ("fisher-normal", "lin")},
    "information": information_limits,
    "gaps": _of_gaps,
    "delong": partial(delong_limits, scale="delta", name="delong"),
    "delong-logit": partial(delong_limits, scale="logit", name="delong-logit"),
    "pairs": pairs_limits,
    "optimism": optimism_limits,
    **{kind: partial(bootstrap_limits, kind=kind) for kind in get_args(Drawn)},
    **{name: partial(unbiased_limits, method=name) for name in ("miller-madow", "zahl")},
}
