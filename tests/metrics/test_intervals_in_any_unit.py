"""Intervals and comparisons do not change with the unit of the weights either, and what has none says why once."""

from __future__ import annotations

import operator
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from concordant import accuracy, brier_score, cohen_kappa, f1, roc_auc
from concordant.errors import InputError, IntervalWarning, UndefinedMetricWarning, WeightError
from concordant.metrics.definition.metric import Metric
from concordant.result.comparisons import Comparisons
from concordant.states import Counts, Moments

from .cases import CALL, METRICS, Case, cases_of
from .options import EXEMPT
from .test_unit_of_weights import rows_and_weights

by_name = operator.attrgetter("name")
KNOWS_ROWS = "test_the_value_does_not_change_with_the_unit_of_the_weights"
FREE = [m for m in METRICS if m.facts.scale_free and (KNOWS_ROWS not in EXEMPT.get(m.name, {}))]
UNITS = (-1000, 1000)


def results(found: Any) -> Iterator[Any]:
    """Each interval or comparison of an answer."""
    if isinstance(found, dict):
        found = tuple(found.values())
    if isinstance(found, tuple):
        for one in found:
            yield from results(one)
    elif isinstance(found, Comparisons):
        yield from found
    else:
        yield found


def numbers(found: Any) -> Any:
    names = ("value", "difference", "low", "high", "se", "p_value")
    return np.concatenate(
        [np.ravel(getattr(one, name)) for one in results(found) for name in names if hasattr(one, name)]
    )


def first_of_each_kind(metric: Metric) -> dict[str, Case]:
    cases: dict[str, Case] = {}
    for case in cases_of(metric):
        if metric.name != "decision_curve" or "thresholds" in case.options:  # without them 99, which take seconds
            cases.setdefault(case.kind, case)
    return cases


def asked(question: Callable[[], Any]) -> Any:
    """The answer, whose NaN has one reason; None for a metric that has no interval."""
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            found = question()
        except InputError:
            return None
    assert {one.category for one in seen} <= {IntervalWarning, UndefinedMetricWarning}
    assert len(seen) <= 1
    for one in results(found):
        if np.isnan(one.low).any() or np.isnan(one.high).any():
            assert one.reason
            assert len(seen) == 1
    return found


def assert_alike(found: Any, expected: Any, unit: int, where: str) -> None:
    np.testing.assert_allclose(numbers(found), numbers(expected), rtol=1e-6, atol=1e-9, err_msg=where)
    for one, two in zip(results(found), results(expected), strict=True):
        assert one.n == pytest.approx(np.ldexp(two.n, unit), rel=1e-12), where
        assert one.method == two.method, where
        assert one.reason == two.reason, where


@pytest.mark.parametrize("metric", FREE, ids=by_name)
def test_an_interval_does_not_change_with_the_unit_of_the_weights(metric: Metric) -> None:
    for case in first_of_each_kind(metric).values():
        rows, weights = rows_and_weights(case.kind)
        options = {**CALL[case.kind], **case.options, "draws": 20}

        def ask(unit: int) -> Any:
            return asked(lambda: metric.interval(*rows, sample_weight=np.ldexp(weights, unit), **options))  # noqa: B023

        expected = ask(0)
        for unit in UNITS if expected is not None else ():
            assert_alike(ask(unit), expected, unit, f"{case} in units of 2**{unit}")


@pytest.mark.parametrize("metric", FREE, ids=by_name)
def test_a_comparison_does_not_change_with_the_unit_of_the_weights(metric: Metric) -> None:
    case = next(iter(first_of_each_kind(metric).values()))
    rows, weights = rows_and_weights(case.kind)
    other = np.roll(rows.other, 1, axis=0)
    options = {**CALL[case.kind], **case.options, "draws": 20}

    def ask(unit: int) -> Any:
        scaled = np.ldexp(weights, unit)
        return asked(lambda: metric.compare(*rows, other, sample_weight=scaled, **options))

    expected = ask(0)
    for unit in UNITS if expected is not None else ():
        assert_alike(ask(unit), expected, unit, f"{case} in units of 2**{unit}")


@pytest.mark.parametrize("metric", [accuracy, f1, cohen_kappa], ids=by_name)
@pytest.mark.parametrize("unit", UNITS)
def test_two_sets_of_rows_may_have_weights_in_different_units(metric: Metric, unit: int) -> None:
    rows, weights = rows_and_weights("two labels")
    data = tuple(rows), (rows.y_true, np.roll(rows.other, 1))

    def ask(unit: int) -> Any:
        return asked(lambda: metric.compare_independent(*data, sample_weight=(weights, np.ldexp(weights, unit))))

    found, expected = ask(unit), ask(0)
    np.testing.assert_allclose(numbers(found), numbers(expected), rtol=1e-6, atol=1e-9)
    assert found.n == pytest.approx(weights.sum() + np.ldexp(weights.sum(), unit))


@pytest.mark.parametrize("unit", UNITS)
def test_a_state_tells_how_much_its_rows_vary_in_any_unit(unit: int) -> None:
    rows, weights = rows_and_weights("two labels")
    for metric in (accuracy, f1, cohen_kappa):
        counts = [Counts.from_labels(*rows, sample_weight=np.ldexp(weights, x)) for x in (0, unit)]
        expected, found = (asked(lambda: metric.interval_of(one)) for one in counts)  # noqa: B023
        assert_alike(found, expected, unit, metric.name)
    rows, weights = rows_and_weights("probabilities")
    moments = [brier_score.state(*rows, sample_weight=np.ldexp(weights, x)) for x in (0, unit)]
    assert all(isinstance(one, Moments) for one in moments)
    expected, found = (asked(lambda: brier_score.interval_of(one)) for one in moments)  # noqa: B023
    assert_alike(found, expected, unit, "brier_score")


@pytest.mark.parametrize("method", ["percentile", "bca", "delong", "permutation"])
def test_other_methods_do_not_mind_either(method: str) -> None:
    rows, weights = rows_and_weights("scores")
    other = np.roll(rows.other, 1)

    def ask(unit: int) -> Any:
        scaled = np.ldexp(weights, unit)
        if method == "permutation":
            return asked(lambda: roc_auc.compare(*rows, other, sample_weight=scaled, method=method, draws=20))
        return asked(lambda: roc_auc.interval(*rows, sample_weight=scaled, method=method, draws=20))

    for unit in UNITS:
        assert_alike(ask(unit), ask(0), unit, method)


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_sums_of_tiny_weights_are_no_rows(method: str) -> None:
    truth, found = np.tile([0, 1, 1, 0], 20), np.tile([0, 1, 0, 0], 20)
    for scale in (1.0, 1e-8, 1e-160):
        state = Counts.from_labels(truth, found, sample_weight=scale * np.tile([1.0, 2, 3, 4], 20))
        with pytest.raises(WeightError, match="only their sums are known"):
            accuracy.interval_of(state, method=method)
