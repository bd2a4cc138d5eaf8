"""The difference of a metric between two states of different rows, such as two windows of time."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np

from concordant.errors import IntervalWarning, OptionError, UndefinedMetricWarning
from concordant.inference.comparisons.answer import Asked, answer
from concordant.inference.comparisons.contrast import UnpairedContrast, check_claim
from concordant.inference.comparisons.tests_by_name import method_named
from concordant.inference.intervals.question import Question
from concordant.inference.intervals.record_intervals import no_comparison
from concordant.inference.method_names import check_method
from concordant.inference.quantiles import check_level
from concordant.inference.samples.gather import sample_of_state
from concordant.metrics.definition.metric import Metric
from concordant.result.comparisons import Comparison
from concordant.result.record import altered
from concordant.states.buckets import BucketCurve
from concordant.states.curves import joined


def compare_independent_states(
    metric: Metric,
    state_a: Any,
    state_b: Any,
    options: Mapping[str, Any],
    *,
    names: tuple[str, str] = ("A", "B"),
    level: float = 0.95,
    method: str | None = None,
) -> Comparison:
    """
    Compare a metric on two states whose rows are independent of each other.

    Parameters
    ----------
    metric : Metric
        One value a state.
    state_a, state_b : Counts, Curve, BucketCurve or Moments
        Of unweighted rows. Of scores in buckets the limits are widened by what the buckets leave open, and the p-value
        is that of the difference nearest to none.
    options : mapping
        Those of the formula.
    names : tuple of str
        What the two are called.
    level : float
    method : str, optional
        As in `Metric.compare_independent`.

    Returns
    -------
    Comparison

    Raises
    ------
    OptionError
        If the metric has several values, or the states do not tell how much their rows vary.
    """
    if metric.facts.instead is not None:
        raise no_comparison(metric)
    if method is not None:
        check_method(method, "compare_independent", metric.facts.input)
    claim = check_claim(metric, "two-sided", None, check_level(level))
    seeds = [int(x) for x in np.random.SeedSequence(0).generate_state(2, np.uint64)]
    sides = [
        Question(metric, options, sample_of_state(metric, _known(metric, one)), claim.coverage, seed=seed)
        for one, seed in zip((state_a, state_b), seeds, strict=True)
    ]
    if any(side.value.ndim for side in sides):
        msg = f"{metric.name} has several values here, and one is compared: choose an average."
        raise OptionError(msg)
    why = [f"{name}: {side.undefined}" for name, side in zip(names, sides, strict=True) if side.undefined is not None]
    sample = sides[0].sample
    signature = metric.signature(sample.as_given(sample.state), **options)
    contrast = UnpairedContrast(sides[0], sides[1], claim.coverage)
    found = answer(contrast, Asked(claim, method, names, signature, "; ".join(why) or None), metric.name)
    slack = [_slack(metric, one, options) for one in (state_a, state_b)]
    if not any(map(any, slack)):
        return found
    return _widened(found, contrast, slack[0][0] + slack[1][1], slack[0][1] + slack[1][0])


def _known(metric: Metric, state: Any) -> Any:
    """The state with ties in its buckets, and no more of these than tell its standard error."""
    tied = metric.with_ties(state)
    return joined(tied) if isinstance(state, BucketCurve) else tied


def _slack(metric: Metric, state: Any, options: Mapping[str, Any]) -> tuple[float, float]:
    """By how much the value of the rows can lie below and above that of the ties in their buckets."""
    if not isinstance(state, BucketCurve) or metric.facts.dominance is None:
        return 0.0, 0.0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        warnings.simplefilter("ignore", IntervalWarning)
        bounds = metric.quiet_bounds_of(state, options)
    if math.isnan(bounds.value):
        return 0.0, 0.0
    return bounds.value - bounds.low, bounds.high - bounds.value


def _widened(found: Comparison, contrast: UnpairedContrast, below: float, above: float) -> Comparison:
    """The difference may be lower by `below` and higher by `above`: let limits and p-value hold for all of that."""
    p_value = found.p_value
    if not math.isnan(p_value):
        tails = method_named(found.method)(contrast).tails
        if found.difference - below <= 0 <= found.difference + above:
            p_value = 1.0
        elif tails is not None:
            p_value = min(1.0, 2 * (tails(below)[0] if found.difference > 0 else tails(-above)[1]))
        elif found.se > 0:
            nearest = abs(found.difference) - (below if found.difference > 0 else above)
            p_value = max(p_value, math.erfc(nearest / found.se / math.sqrt(2)))
    ends = contrast.a.metric.facts.range or (-math.inf, math.inf)
    most = ends[1] - ends[0]
    low, high = max(found.low - below, -most), min(found.high + above, most)
    return altered(found, low=low, high=high, p_value=p_value, signature=f"{found.signature}|certified")
