"""Test a metric of numeric ratings against a value: by its own distribution, else on the scale of its interval."""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.errors import UndefinedMetricWarning
from concordant.inference.panels.number_intervals import read_asked, scale_of, spread_of_numbers, why_still
from concordant.inference.panels.number_panel import number_panel, read_numbers
from concordant.inference.panels.tests_of_value import Alternative, check_hypothesis, distance, p_of, titles
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.options import warn_user
from concordant.result.comparisons import TableTest


def number_test(
    metric: Metric,
    data: tuple[Any, ...],
    options: dict[str, Any],
    *,
    against: float = 0.0,
    alternative: Alternative = "two-sided",
    method: str | None = None,
    cluster: Any = None,
) -> TableTest:
    """What `Metric.test` does with the numbers of many raters."""
    check_hypothesis(metric, against, alternative)
    asked = read_asked(metric, options, 0.95, method)
    state = read_numbers(metric, data, options, cluster)
    outcome = metric.outcome(state, **options)
    reason = outcome.reason if np.isnan(float(outcome.value)) else None
    statistic, p_value, name, df = float("nan"), float("nan"), method or "jackknife", None
    exact = None
    if reason is None and asked.exact and getattr(state, "cluster", None) is None:
        test = None if metric.numbers is None else metric.numbers.exact_test
        exact = None if test is None else test(state, float(against), **metric.with_defaults(options))
    if exact is not None:
        statistic, name, df = exact.statistic, exact.distribution, exact.df
        p_value = exact.upper if exact.one_sided and alternative != "less" else _of_tail(exact.upper, alternative)
        reason = None if statistic == statistic else "the statistic is not defined there"  # noqa: PLR0124  (NaN)
    elif reason is None:
        panel = number_panel(metric, state, options)
        spread = spread_of_numbers(panel, asked)
        statistic, degrees, name = distance(panel.value, spread, against, *scale_of(panel, asked.method))
        still = why_still(panel, float(np.sqrt(spread.variance)))
        statistic = float("nan") if still else statistic
        p_value = p_of(statistic, degrees, alternative)
        reason = (still or spread.reason or "the value has no standard error") if np.isnan(statistic) else None
    if reason is not None:
        warn_user(f"{metric.name}: {reason}", UndefinedMetricWarning)
    named = titles(metric, against, alternative)
    return TableTest(*named, statistic, df, p_value, float(state.n), name, reason)


def _of_tail(upper: float, alternative: Alternative) -> float:
    """The p-value of a statistic with this probability of one as large or larger."""
    if alternative == "two-sided":
        return min(1.0, 2 * min(upper, 1 - upper))
    return upper if alternative == "greater" else 1 - upper
