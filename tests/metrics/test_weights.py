"""Values, intervals and comparisons do not change with the unit of the weights; what is undefined says why once."""

from __future__ import annotations

import operator
import warnings
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np
import pytest

from concordant import accuracy, brier_score, cohen_kappa, f1, roc_auc
from concordant.errors import ConcordantError, InputError, IntervalWarning, UndefinedMetricWarning, WeightError
from concordant.metrics.definition.metric import Metric
from concordant.result.comparisons import Comparisons
from concordant.states import Counts
from metrics.cases import (
    CALL,
    EXEMPT,
    METRICS,
    Case,
    Rows,
    assert_same,
    cases_of,
    example_of,
    no_rows,
    rows_and_weights,
)

by_name = operator.attrgetter("name")
KNOWS_ROWS = "test_the_value_does_not_change_with_the_unit_of_the_weights"
FREE = [m for m in METRICS if m.facts.scale_free and (KNOWS_ROWS not in EXEMPT.get(m.name, {}))]
UNITS = (-60, 60)  # powers of two; weights stay within those that are allowed


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


def assert_alike_in_every_unit(ask: Callable[[int], Any], where: object) -> None:
    expected = ask(0)
    for unit in UNITS if expected is not None else ():
        assert_alike(ask(unit), expected, unit, f"{where} in units of 2**{unit}")


@pytest.mark.parametrize("metric", FREE, ids=by_name)
def test_intervals_and_comparisons_do_not_change_with_the_unit_of_the_weights(metric: Metric) -> None:
    for place, case in enumerate(first_of_each_kind(metric).values()):
        rows, weights = rows_and_weights(case.kind)
        options = {**CALL[case.kind], **case.options, "draws": 20}

        def asked_in(unit: int, call: Any, *columns: Any) -> Any:
            return asked(lambda: call(*columns, sample_weight=np.ldexp(weights, unit), **options))  # noqa: B023

        assert_alike_in_every_unit(lambda unit: asked_in(unit, metric.interval, *rows), case)  # noqa: B023
        if place == 0:
            other = np.roll(rows.other, 1, axis=0)
            assert_alike_in_every_unit(lambda unit: asked_in(unit, metric.compare, *rows, other), case)  # noqa: B023


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
    kinds = {accuracy: "two labels", f1: "two labels", cohen_kappa: "two labels", brier_score: "probabilities"}
    for metric, kind in kinds.items():
        rows, weights = rows_and_weights(kind)
        states = [metric.state(*rows, sample_weight=np.ldexp(weights, x)) for x in (0, unit)]
        expected, found = (asked(lambda: metric.interval_of(one)) for one in states)  # noqa: B023
        assert_alike(found, expected, unit, metric.name)


@pytest.mark.parametrize("method", ["percentile", "bca", "delong", "permutation"])
def test_other_methods_do_not_change_with_the_unit_of_the_weights(method: str) -> None:
    rows, weights = rows_and_weights("scores")
    other = np.roll(rows.other, 1)

    def ask(unit: int) -> Any:
        scaled = np.ldexp(weights, unit)
        if method == "permutation":
            return asked(lambda: roc_auc.compare(*rows, other, sample_weight=scaled, method=method, draws=20))
        return asked(lambda: roc_auc.interval(*rows, sample_weight=scaled, method=method, draws=20))

    assert_alike_in_every_unit(ask, method)


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_sums_of_tiny_weights_are_no_rows(method: str) -> None:
    truth, found = np.tile([0, 1, 1, 0], 20), np.tile([0, 1, 0, 0], 20)
    for scale in (1.0, 1e-8, 1e-18):
        state = Counts.from_labels(truth, found, sample_weight=scale * np.tile([1.0, 2, 3, 4], 20))
        with pytest.raises(WeightError, match="only their sums are known"):
            accuracy.interval_of(state, method=method)


every_metric = pytest.mark.parametrize("metric", METRICS, ids=by_name)


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


KNOW_ROWS = [m for m in METRICS if KNOWS_ROWS in EXEMPT.get(m.name, {})]


@pytest.mark.parametrize("metric", KNOW_ROWS, ids=by_name)
def test_values_that_know_the_number_of_rows_keep_their_limit(metric: Metric) -> None:
    # They are the same for many rows and for more; for next to none and for less they are the same, or undefined.
    for case in cases_of(metric):
        rows, weights = rows_and_weights(case.kind)
        for units in ((56, 60), (-56, -60)):
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
                assert ": undefined:" not in str(seen[0].message), where  # said twice where it is shown


@every_metric
def test_weights_out_of_range_are_refused(metric: Metric) -> None:
    for case in first_of_each_kind(metric).values():
        rows, weights = rows_and_weights(case.kind)
        for scale in (1e-300, 1e-25, 1e25, 1e300):
            with pytest.raises(WeightError, match=r"must lie between 1e-20 and 1e\+20, and is .*: divide all of them"):
                case(*rows, sample_weight=scale * (weights > 0))


@pytest.mark.parametrize("column", [5, None, "text", {1, 2}])
def test_what_is_no_column_is_refused_beside_weights(column: Any) -> None:
    for given_ in ((column, np.ones(3)), (np.ones(3), column), (column, column)):
        with pytest.raises(ConcordantError):
            accuracy(*given_, sample_weight=np.ones(3))
