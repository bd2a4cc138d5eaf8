"""Weights in another unit, all multiplied by one number, mean the same for every metric, however small or large."""

from __future__ import annotations

import operator
import warnings
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np
import pytest

from concordant.errors import UndefinedMetricWarning, WeightError
from concordant.metrics.definition.metric import Metric
from concordant.states import Counts

from .cases import METRICS, Case, Rows, assert_same, cases_of, example_of, no_rows
from .options import EXEMPT

by_name = operator.attrgetter("name")
every_metric = pytest.mark.parametrize("metric", METRICS, ids=by_name)
UNITS = (-1000, -300, 300, 1000)  # powers of two; the sums of weights stay within float64


def rows_and_weights(kind: str, n: int = 24) -> tuple[Rows, Any]:
    """Rows on which metrics are defined, with weights that are not whole numbers, and one of zero."""
    rng = np.random.default_rng(3)
    weights = rng.integers(1, 9, n) * 0.375
    weights[5] = 0
    if kind == "measurements":
        return Rows((rng.integers(0, 16, n) - 8) / 4, (rng.integers(0, 16, n) - 8) / 4), weights
    several = "classes" in kind or "four" in kind or "indicators" in kind
    truth = rng.integers(0, 2, (n, 3)) if "indicators" in kind else rng.integers(0, 3 if several else 2, n)
    if kind in ("two labels", "four labels", "indicators"):
        return Rows(truth, np.where(rng.random(truth.shape) < 0.5, truth, rng.permutation(truth))), weights
    scores = rng.integers(1, 16, (n, 3) if several else n) / 16
    if kind == "probabilities of classes":
        scores = scores / scores.sum(1, keepdims=True)
    return Rows(truth, scores), weights


def parts_of(value: Any) -> Iterator[Any]:
    """The numbers of a value, array after array."""
    if isinstance(value, Counts):
        yield value.table
    elif isinstance(value, tuple):
        for part in value:
            yield from parts_of(part)
    elif is_dataclass(value):
        for part in fields(value):
            yield from parts_of(getattr(value, part.name))
    elif value is not None and not isinstance(value, (str, bool)):
        yield np.asarray(value, np.float64)


@pytest.mark.parametrize("metric", [m for m in METRICS if m.facts.scale_free], ids=by_name)
def test_the_value_does_not_change_with_the_unit_of_the_weights(metric: Metric) -> None:
    for case in cases_of(metric):
        rows, weights = rows_and_weights(case.kind)
        expected = case(*rows, sample_weight=weights)
        for unit in UNITS:
            scaled = np.ldexp(weights, unit)
            assert_same(case(*rows, sample_weight=scaled), expected, f"{case} in units of 2**{unit}")
            assert_same(case.of(case.state(*rows, sample_weight=scaled)), expected, f"{case} of a state, 2**{unit}")


KNOW_ROWS = [
    m for m in METRICS if test_the_value_does_not_change_with_the_unit_of_the_weights.__name__ in EXEMPT.get(m.name, {})
]


@pytest.mark.parametrize("metric", KNOW_ROWS, ids=by_name)
def test_values_that_know_the_number_of_rows_keep_their_limit(metric: Metric) -> None:
    # They are the same for many rows and for more; for next to none and for less they are the same, or undefined.
    for case in cases_of(metric):
        rows, weights = rows_and_weights(case.kind)
        for units in ((60, 300, 1000), (-60, -300, -1000)):
            expected, *found = (case(*rows, sample_weight=np.ldexp(weights, unit)) for unit in units)
            for one in found:
                assert_same(one, expected, case)


@pytest.mark.parametrize("metric", [m for m in METRICS if not m.facts.scale_free], ids=by_name)
def test_what_grows_with_the_rows_grows_and_the_rest_stays(metric: Metric) -> None:
    for case in cases_of(metric):
        rows, weights = rows_and_weights(case.kind)
        base, more = (list(parts_of(case(*rows, sample_weight=np.ldexp(weights, unit)))) for unit in (0, 8))
        assert any(one.shape != two.shape or (one != two).any() for one, two in zip(base, more, strict=True)), case
        for unit in UNITS:
            found = list(parts_of(case(*rows, sample_weight=np.ldexp(weights, unit))))
            if metric.facts.range is None and not _is_test(case, rows):
                for one, two in zip(base, found, strict=True):
                    powers = (0, unit, -unit // 2)  # shares; sums of weights; standard errors
                    assert any(_equal(two, np.ldexp(one, power)) for power in powers), case


def _equal(one: Any, two: Any) -> bool:
    return np.allclose(one, two, rtol=1e-12, atol=0, equal_nan=True)


def _is_test(case: Case, rows: Rows) -> bool:
    value = case(*rows)
    return hasattr(value[0] if isinstance(value, tuple) else value, "p_value")


def edges_of(kind: str) -> Iterator[tuple[str, Rows, Any]]:
    """Rows on which many metrics are undefined."""
    rows, none = example_of(kind), no_rows(kind)
    every, weights = rows_and_weights(kind)
    yield "no rows", none, None
    yield "one row", rows[:1], None
    yield "one row twice", rows[[0, 0]], None
    yield "weights of zero", rows, np.zeros(len(rows))
    yield "one row with a weight", rows, np.eye(len(rows))[1]
    constant = Rows(rows.y_true, np.broadcast_to(rows.other[:1], rows.other.shape).copy())
    yield "one prediction", constant, None
    yield "one truth", Rows(np.broadcast_to(rows.y_true[:1], rows.y_true.shape).copy(), rows.other), None
    for unit in UNITS:
        yield f"weights of about 2**{unit}", every, np.ldexp(weights, unit)
        yield f"one prediction of weight 2**{unit}", constant, np.ldexp(np.ones(len(rows)), unit)


@every_metric
def test_nan_has_exactly_one_reason(metric: Metric) -> None:
    for case in cases_of(metric):
        for name, rows, weights in edges_of(case.kind):
            where = f"{case}, {name}"
            with warnings.catch_warnings(record=True) as seen:
                warnings.simplefilter("always")
                value = case(*rows, sample_weight=weights, undefined="nan")
            assert {warning.category for warning in seen} <= {UndefinedMetricWarning}, where
            assert len(seen) <= 1, where
            if any(np.isnan(part).any() for part in parts_of(value)):
                assert len(seen) == 1, where
                assert "0/0 here" not in str(seen[0].message), where


@every_metric
def test_weights_whose_sum_leaves_the_floats_are_refused(metric: Metric) -> None:
    case = cases_of(metric)[0]
    rows, weights = rows_and_weights(case.kind)
    with pytest.raises(WeightError, match="adds up to more than float64 holds"):
        case(*rows, sample_weight=np.where(weights > 0, 1e308, 0))
