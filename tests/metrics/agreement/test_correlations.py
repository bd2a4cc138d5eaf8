"""What holds for every metric of numeric ratings, and the values of those with few tests beside other software."""

from __future__ import annotations

import math
import operator
from contextlib import suppress
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from numpy.testing import assert_allclose
from support.samples import cases_of_numbers, random_numbers

import concordant
from concordant import kendall_w, mean_correlation, prmse
from concordant.errors import ConcordantError, UndefinedMetricWarning
from concordant.metrics.definition.metric import Metric
from concordant.states import NumericRatings

NAN = float("nan")
METRICS = [metric for metric in concordant.metrics.find() if metric.facts.input == "numbers"]
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "intraclass_correlation": [{}, {"type": "consistency"}, {"model": "one-way"}, {"unit": "average"}],
    "mean_correlation": [{}, {"kind": "spearman"}, {"average": "fisher"}],
    "measurement_error": [{}, {"type": "consistency"}],
    "minimal_detectable_change": [{}, {"coverage": 0.9}],
    "prmse": [{}, {"error_variance": 0.5}],
}
CASES = [(metric, options) for metric in METRICS for options in OPTIONS.get(metric.name, [{}])]
every_case = pytest.mark.parametrize(("metric", "options"), CASES, ids=lambda x: getattr(x, "name", None) or str(x))
every_metric = pytest.mark.parametrize("metric", METRICS, ids=operator.attrgetter("name"))


def data_of(metric: Metric, rows: Any) -> tuple[Any, ...]:
    """The data of a call; the system of those that have one is near the mean of the people."""
    if len(metric.data) == 1:
        return (rows,)
    return rows, np.round(np.nanmean(np.asarray(rows, float), axis=1) + np.resize([0.25, -0.5, 0.0], len(rows)), 3)


def value_of(metric: Metric, data: tuple[Any, ...], **options: Any) -> float:
    return float(metric(*data, undefined=NAN, **options))


# -- every metric ----------------------------------------------------------------------------------------------------


@every_case
@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_parts_order_repeats_and_place(metric: Metric, options: Any, missing: float) -> None:
    rows = np.round(random_numbers(21, 16, 3, missing=missing) * 4) / 4
    data, rtol = data_of(metric, rows), 1e-6 if missing else 1e-9
    value = value_of(metric, data, **options)
    first, rest = (metric.state(*(part[some] for part in data)) for some in (slice(0, 7), slice(7, None)))
    assert_allclose(float(metric.of(first + rest, undefined=NAN, **options)), value, rtol=rtol)
    order = np.random.default_rng(1).permutation(len(rows))
    assert_allclose(value_of(metric, tuple(part[order] for part in data), **options), value, rtol=rtol)
    times = np.resize([1, 2, 0, 3], len(rows))
    repeated = value_of(metric, tuple(np.repeat(part, times, axis=0) for part in data), **options)
    for weights in (times, times * 1.0):
        assert_allclose(value_of(metric, data, sample_weight=weights, **options), repeated, rtol=rtol)
    assert_allclose(value_of(metric, tuple(part + 1e6 for part in data), **options), value, rtol=1e-5)


@every_case
def test_layouts_and_frames_are_read_alike(metric: Metric, options: Any) -> None:
    rows, names = np.round(random_numbers(22, 10, 3, missing=0.1) * 4) / 4, ["a", "b", "c"]
    value, rest = value_of(metric, data_of(metric, rows), **options), data_of(metric, rows)[1:]
    for given in (
        [[None if np.isnan(x) else x for x in row] for row in rows],
        np.asfortranarray(rows),
        np.repeat(rows, 2, axis=0)[::2],
        rows.astype(np.float32),
        np.ma.masked_invalid(rows),
        pd.DataFrame(rows, columns=names),
        pl.DataFrame(rows, schema=names, orient="row").fill_nan(None),
    ):
        assert_allclose(value_of(metric, (given, *rest), **options), value, rtol=1e-9)


@every_case
def test_the_jackknife_leaves_each_unit_out(metric: Metric, options: Any) -> None:
    missing = 0.0 if metric is kendall_w else 0.1  # it leaves out units with gaps by itself
    data = data_of(metric, np.round(random_numbers(23, 14, 3, missing=missing) * 4) / 4)
    with np.errstate(all="ignore"):
        each = np.array([value_of(metric, tuple(np.delete(x, u, 0) for x in data), **options) for u in range(14)])
    limits: Any = metric.interval(*data, se="jackknife", **options)
    assert_allclose(limits.se, math.sqrt(13 / 14 * ((each - each.mean()) ** 2).sum()), rtol=1e-4)
    assert limits.low < limits.value < limits.high


@pytest.mark.filterwarnings(*(f"ignore::concordant.errors.{x}" for x in ("IntervalWarning", "UndefinedMetricWarning")))
@every_case
@pytest.mark.parametrize("rows", [np.zeros((0, 3)), [[1.0, 2.0, 4.0]], [[2.0, 2.0], [2.0, 2.0]], [[1.0, None]]])
def test_little_gives_a_number_or_nan_with_a_reason(metric: Metric, options: Any, rows: Any) -> None:
    array = np.array(rows, float)
    data = (array,) if len(metric.data) == 1 else (array, np.ones(len(array)))
    outcome = metric.outcome(metric.state(*data), **options)
    assert not math.isnan(float(outcome.value)) or outcome.reason
    with suppress(ConcordantError):
        limits: Any = metric.interval(*data, **options)
        assert limits.reason


@every_metric
@pytest.mark.parametrize("power", [-60, 60])
def test_weights_of_any_size_give_a_number_nan_or_our_own_error(metric: Metric, power: int) -> None:
    rows = random_numbers(25, 12, 3)
    weights = np.ldexp(np.linspace(1, 2, 12), power)
    with suppress(ConcordantError):
        metric(*data_of(metric, rows), sample_weight=weights, undefined=NAN)


# -- correlations of ranks and of numbers ------------------------------------------------------------------------------


@pytest.mark.parametrize("case", cases_of_numbers("ranks"), ids=lambda case: case["name"])
def test_ranks_are_those_of_irr(case: dict[str, Any]) -> None:
    rows, expected = case["input"]["ratings"], case["expected"]
    for kind in ("pearson", "spearman"):
        assert_allclose(mean_correlation(rows, kind=kind), expected[f"mean_{kind}"], rtol=1e-9)
        fisher = mean_correlation(rows, kind=kind, average="fisher")
        assert_allclose(fisher, expected[f"mean_{kind}_fisher"], rtol=1e-9)
    test = kendall_w.test(rows)
    found = [kendall_w(rows), test.statistic, test.p_value, test.df]
    assert_allclose(found, [expected[x] for x in ("kendall_w", "chi2", "p", "df")], rtol=1e-9)


def test_pairs_that_are_left_out_are_named() -> None:
    with pytest.warns(UndefinedMetricWarning, match="2 of 3 pairs of raters have no correlation.*: 0 and 1; 0 and 2"):
        assert mean_correlation([[1, 2, 3], [1, 3, 4], [1, 5, 2]]) == pytest.approx(-0.6546536707)


@pytest.mark.parametrize("kind", ["pearson", "spearman"])
def test_a_rater_who_rated_nothing_is_none_of_the_raters(kind: Any) -> None:
    matrix = np.random.default_rng(3).integers(0, 5, (12, 3)) * 1.0
    beside = np.insert(matrix, 1, np.nan, axis=1)
    assert mean_correlation(beside, kind=kind) == mean_correlation(matrix, kind=kind)
    limits, expected = (mean_correlation.interval(ratings, kind=kind) for ratings in (beside, matrix))
    assert (limits.low, limits.high) == (expected.low, expected.high)


@pytest.mark.parametrize("case", cases_of_numbers("prmse"), ids=lambda case: case["name"])
def test_prmse_beside_rsmtool(case: dict[str, Any]) -> None:
    people, system, expected = case["input"]["ratings"], case["input"]["system"], case["expected"]
    assert_allclose(prmse(people, system), expected["prmse"], rtol=1e-9)
    known = prmse(people, system, error_variance=0.5)
    assert_allclose(known, expected["prmse_with_given_error_variance_0_5"], rtol=1e-9)


def test_a_system_needs_a_number_for_every_rated_unit() -> None:
    assert prmse([[1, 2], [None, None], [3, 3]], [1, NAN, 3]) == prmse([[1, 2], [3, 3]], [1, 3])
    state = prmse.state([[1, 2], [3, 3]], [1, 3])
    assert state.raters == (0, 1, "system")
    assert isinstance(state, NumericRatings)
    lacking = NumericRatings.from_wide([[1, 2, 1], [3, 3, 3], [4, 5, 4], [None, None, 2]])
    assert prmse.of(lacking) == prmse([[1, 2], [3, 3], [4, 5]], [1, 3, 4])


def test_one_order_is_1_and_two_opposite_ones_0() -> None:
    assert kendall_w([[1, 10, 3], [2, 20, 4], [5, 30, 9]]) == 1
    assert kendall_w([[1, 2], [2, 1]]) == 0


def test_units_that_lack_a_rating_are_counted() -> None:
    with pytest.warns(UndefinedMetricWarning, match="one unit that lacks a rating is left out"):
        kendall_w([[1, None], [1, 3], [2, 5], [4, 4]])
