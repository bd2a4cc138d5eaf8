"""Intervals and comparisons of no rows, of rows without weight, and of one row: NaN with a reason, or our own error."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from concordant.errors import ConcordantError, IntervalWarning, UndefinedMetricWarning
from concordant.metrics.definition.metric import Metric

from .cases import CALL, METRICS, Case, cases_of

TWO, MANY = np.array([0, 1, 1, 0, 1, 0]), np.array([0, 1, 2, 3, 1, 2])
ONES = np.array([[0, 1, 1], [1, 0, 1], [0, 1, 0], [1, 1, 0], [0, 0, 1], [1, 0, 0]])
SHARE = np.array([0.25, 0.75, 0.5, 0.125, 0.5, 0.25])
SHARES = np.array([[4, 2, 2], [2, 4, 2], [1, 1, 6], [4, 2, 2], [2, 4, 2], [2, 2, 4]]) / 8
ROWS: dict[str, tuple[Any, Any]] = {
    "two labels": (TWO, 1 - TWO),
    "four labels": (MANY, MANY[::-1]),
    "indicators": (ONES, ONES[::-1]),
    "scores": (TWO, SHARE),
    "scores of classes": (MANY % 3, SHARES),
    "scores of indicators": (ONES, SHARES),
    "measurements": (SHARE, 2 * SHARE),
}
WEIGHTLESS = np.zeros(len(TWO))
CASES = {metric.name: {case.kind: case for case in reversed(cases_of(metric))} for metric in METRICS}  # one a kind


def _calls(case: Case, rows: slice, weights: Any) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Every way to ask how sure a metric is, by name."""
    ask: Metric = case.metric
    truth, one = ROWS[case.kind.replace("probabilities", "scores")]
    full = (truth, one)
    truth, one, two = truth[rows], one[rows], one[::-1][rows]
    options: dict[str, Any] = {**CALL[case.kind], **case.options, "draws": 2}
    alike, both, half = {}, {}, {}
    if weights is not None:
        alike, both, half = ({"sample_weight": x} for x in (weights, (weights, weights), (weights + 1, weights)))
    groups = {"cluster": np.arange(len(truth)) // 2}
    claim = {"margin": 0.1, "alternative": "equivalence"}
    yield "interval", lambda: ask.interval(truth, one, **options, **alike)
    yield "interval by bca", lambda: ask.interval(truth, one, method="bca", **options, **alike)
    yield "interval of clusters", lambda: ask.interval(truth, one, **groups, **options, **alike)
    yield "compare", lambda: ask.compare(truth, one, two, **options, **alike)
    yield "compare by percentile", lambda: ask.compare(truth, one, two, method="percentile", **options, **alike)
    yield "equivalence", lambda: ask.compare(truth, one, two, **claim, **options, **alike)
    yield "compare_independent", lambda: ask.compare_independent((truth, one), (truth, two), **options, **both)
    yield "compare_independent with rows", lambda: ask.compare_independent(full, (truth, two), **options, **half)


def _parts(found: Any) -> Iterator[Any]:
    """The intervals or comparisons that a result is made of."""
    if isinstance(found, dict):
        for part in found.values():
            yield from _parts(part)
    elif isinstance(found, float):
        yield found
    else:
        yield from found


def _check(case: Case, rows: slice, weights: Any, *, empty: bool) -> None:
    for name, call in _calls(case, rows, weights):
        with warnings.catch_warnings():  # a warning of NumPy stays an error
            warnings.simplefilter("ignore", UndefinedMetricWarning)
            warnings.simplefilter("ignore", IntervalWarning)
            try:
                found = call()
            except ConcordantError:
                continue
            except Exception as error:  # noqa: BLE001 - the test is that there is no other
                pytest.fail(f"{name} of {case}: {type(error).__name__}: {error}")
        for part in _parts(found):
            assert np.isnan(float(part)) or not empty, f"{name} of {case} is {part}"
            bin_without_rows = not empty and case.metric.name == "calibration_curve"
            if np.isnan([float(part), part.low, part.high]).any() and not bin_without_rows:
                assert part.reason, f"{name} of {case}: NaN without a reason"


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
def test_no_rows(metric: Metric) -> None:
    for case in CASES[metric.name].values():
        _check(case, slice(0), None, empty=True)


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
def test_rows_without_weight(metric: Metric) -> None:
    for case in CASES[metric.name].values():
        _check(case, slice(None), WEIGHTLESS, empty=True)


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
def test_one_row(metric: Metric) -> None:
    for case in CASES[metric.name].values():
        _check(case, slice(1), None, empty=False)
