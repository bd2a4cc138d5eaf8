"""The methods by name. Each answers a `Question` with `Limits`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from concordant.errors import OptionError
from concordant.inference.intervals.by_bootstrap import bootstrap_limits, perks_limits
from concordant.inference.intervals.by_boyd import boyd_limits
from concordant.inference.intervals.by_delong import delong_limits, pairs_limits
from concordant.inference.intervals.by_delta import delta_limits
from concordant.inference.intervals.by_information import information_limits
from concordant.inference.intervals.by_leaving_out import jackknife_limits
from concordant.inference.intervals.by_mean import t_limits
from concordant.inference.intervals.by_miller_madow import miller_madow_limits
from concordant.inference.intervals.by_normal_theory import normal_theory_limits
from concordant.inference.intervals.by_odds import haldane_limits
from concordant.inference.intervals.by_optimism import optimism_limits
from concordant.inference.intervals.by_parts import mover_limits
from concordant.inference.intervals.by_target_prevalence import at_prevalence_applies, at_prevalence_limits
from concordant.inference.intervals.defaults import default_method, made_of_parts, stand_in
from concordant.inference.intervals.proportions.by_share import share_limits
from concordant.inference.intervals.question import Limits, Question
from concordant.metrics._object.natures import NetBenefit


def _put_together(question: Question) -> Limits:
    """The limits of the parts of a metric; of a net benefit, and at a set prevalence, of two shares of rows."""
    if at_prevalence_applies(question):
        return at_prevalence_limits(question)
    if isinstance(question.metric.is_a, NetBenefit) and not made_of_parts(question):
        from concordant.inference.intervals.by_net_benefit import net_benefit_limits

        return net_benefit_limits(question)
    return mover_limits(question, default_limits)


def _of_gaps(question: Question) -> Limits:
    """The limits of an error of calibration, whose samples no other metric needs."""
    from concordant.inference.intervals.by_gaps import gap_limits

    return gap_limits(question)


METHODS: dict[str, Callable[[Question], Limits]] = {
    "delta": partial(delta_limits, scale="delta"),
    "t": t_limits,
    "jackknife": jackknife_limits,
    "fisher": partial(delta_limits, scale="fisher"),
    "logit": partial(delta_limits, scale="logit"),
    "log": partial(delta_limits, scale="log"),
    "complement-log": partial(delta_limits, scale="complement-log"),
    "fisher-normal": partial(normal_theory_limits, method="fisher-normal"),
    "lin": partial(normal_theory_limits, method="lin"),
    "information": information_limits,
    "gaps": _of_gaps,
    "delong": partial(delong_limits, scale="logit", name="delong"),
    "delong-wald": partial(delong_limits, scale="delta", name="delong-wald"),
    "boyd": partial(boyd_limits, scale="logit", name="boyd"),
    "boyd-wald": partial(boyd_limits, scale="delta", name="boyd-wald"),
    "pairs": pairs_limits,
    "mover": _put_together,
    "optimism": optimism_limits,
    "wilson": partial(share_limits, kind="wilson"),
    "exact": partial(share_limits, kind="exact"),
    "agresti-coull": partial(share_limits, kind="agresti-coull"),
    "jeffreys": partial(share_limits, kind="jeffreys"),
    "haldane": haldane_limits,
    "percentile": partial(bootstrap_limits, kind="percentile"),
    "basic": partial(bootstrap_limits, kind="basic"),
    "bca": partial(bootstrap_limits, kind="bca"),
    "miller-madow": miller_madow_limits,
    "normal": partial(bootstrap_limits, kind="normal"),
    "perks": perks_limits,
}


def method_named(name: str) -> Callable[[Question], Limits]:
    """Return a method; raise if there is none of this name."""
    if name not in METHODS:
        msg = f"method must be None or one of {', '.join(map(repr, METHODS))}, not {name!r}."
        raise OptionError(msg)
    return METHODS[name]


def default_limits(question: Question) -> Limits:
    """Return the limits by the default method; where it has none, those of its substitute, and say so."""
    limits = method_named(default_method(question))(question)
    gone = (np.isnan(limits.low) | (limits.high <= limits.low)) & ~np.isnan(question.value)
    other = stand_in(question) if gone.any() else None
    if other is None:
        low, high = (np.where(gone & (limits.se == 0), np.nan, end) for end in (limits.low, limits.high))
        return within_range(replace(limits, low=low, high=high), question)
    second = method_named(other)(question)
    low, high = np.where(gone, second.low, limits.low), np.where(gone, second.high, limits.high)
    se = np.where(gone & (np.isnan(limits.se) | (limits.se == 0)), second.se, limits.se)
    why = f'the {limits.method} interval cannot be computed here; limits by method="{other}" are used instead'
    method = other if gone.all() else limits.method
    return within_range(Limits(low, high, se, method, (*limits.reasons, why, *second.reasons)), question)


def within_range(limits: Limits, question: Question) -> Limits:
    """Cut the limits off at the range of the metric; an infinite value has none but itself."""
    value = question.value
    beyond = np.isinf(value) & (limits.low != value) & (limits.high != value)
    low, high = (np.where(beyond, np.nan, end) for end in (limits.low, limits.high))
    ends: Any = question.metric.facts.range
    if ends is not None:
        low, high = np.clip(low, *ends), np.clip(high, *ends)
    return Limits(low, high, limits.se, limits.method, limits.reasons)
