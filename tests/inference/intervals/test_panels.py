"""Intervals, tests and comparisons of metrics of numeric ratings."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.samples import random_numbers

from concordant import (
    Ratings,
    brennan_prediger,
    cohen_kappa,
    conger_kappa,
    fleiss_kappa,
    g_study,
    gwet_ac1,
    gwet_ac2,
    intraclass_correlation,
    krippendorff_alpha,
    light_kappa,
    mean_correlation,
    measurement_error,
    minimal_detectable_change,
    overall_concordance,
    scott_pi,
    weighted_agreement,
)
from concordant.errors import InputTypeError, IntervalWarning, OptionError, UndefinedMetricWarning
from concordant.inference.intervals.estimand import Estimand
from concordant.inference.intervals.score import score_limits
from concordant.inference.samples.panels import panel_of
from concordant.metrics import get, names
from concordant.states import NumericRatings

pytestmark = [
    pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning"),
    pytest.mark.filterwarnings("ignore::concordant.errors.UndefinedMetricWarning"),  # alpha counts weights as ratings
]
ROWS = random_numbers(11, 24, 4)
GAPS = random_numbers(12, 24, 4, missing=0.2)


# -- edges ---------------------------------------------------------------------------------------------------------


def test_an_undefined_value_has_no_interval_and_no_test() -> None:
    for result in (intraclass_correlation.interval([[2, 2], [2, 2]]), intraclass_correlation.test([[2, 2], [2, 2]])):
        assert math.isnan(getattr(result, "low", getattr(result, "p_value", 0.0)))
        assert "do not vary" in str(result.reason)


@pytest.mark.parametrize("options", [{}, {"model": "one-way"}, {"unit": "average"}, {"type": "consistency"}])
def test_a_variance_of_units_that_is_estimated_as_0_has_no_limits(options: Any) -> None:
    for seed in range(4):
        rows = random_numbers(seed, 12, 4)
        rows = rows - rows.mean(1, keepdims=True)
        rows[seed, 1] = rows[7, 2] = np.nan
        with pytest.warns(IntervalWarning, match="the variance of units is estimated as 0"):
            result = intraclass_correlation.interval(rows, **options)
        assert result.value == pytest.approx(0, abs=1e-9)
        assert (result.se, math.isnan(result.low), math.isnan(result.high)) == (0, True, True)
        assert result.reason == "the variance of units is estimated as 0"


def test_a_reason_why_there_is_no_error_stands_alone() -> None:
    rows = np.full((12, 3), np.nan)
    rows[:, 0] = np.arange(12.0)
    rows[:6, 1] = np.arange(6) + 0.5
    rows[6:, 2] = np.arange(6) ** 1.5
    with pytest.warns(IntervalWarning, match="without one of the raters the value is undefined"):
        result = intraclass_correlation.interval(rows, over="raters")
    assert result.reason == "without one of the raters the value is undefined"
    assert math.isnan(result.low)


def test_what_one_unit_alone_defines_has_no_interval() -> None:
    rows = np.full((12, 3), 2.0)
    rows[4] = [2.0, 3.0, 5.0]
    others, text = random_numbers(14, 12, 3), "without one of the units the value is undefined"
    result, test = overall_concordance.interval(rows), overall_concordance.test(rows)
    assert (math.isnan(result.low), math.isnan(result.high), result.se > 0) == (True, True, True)
    assert str(result.reason).startswith(text)
    assert (math.isnan(test.p_value), test.reason) == (True, text)
    independent: Any = overall_concordance.compare_independent(rows, others)
    paired: Any = overall_concordance.compare(np.column_stack([rows, others]), a=[0, 1, 2], b=[3, 4, 5])
    for comparison in (independent, paired):
        assert (math.isnan(comparison.low), math.isnan(comparison.p_value), comparison.reason) == (True, True, text)
    slopes = [panel_of(overall_concordance, NumericRatings.from_wide(x), {}).slopes for x in (rows, others)]
    assert_allclose(paired.se, math.sqrt(12 / 11 * ((slopes[0] - slopes[1]) ** 2).sum()), rtol=1e-6)


def test_few_units_and_clusters_are_doubted() -> None:
    with pytest.warns(IntervalWarning, match="only 6 units"):
        intraclass_correlation.interval(ROWS[:6], se="jackknife")
    with pytest.warns(IntervalWarning, match="only 12 clusters"):
        intraclass_correlation.interval(ROWS, cluster=np.arange(24) // 2)


# -- by hand -------------------------------------------------------------------------------------------------------


def test_of_very_many_units_groups_are_left_out() -> None:
    rows = random_numbers(13, 6000, 3, missing=0.1)
    rows = rows[~np.isnan(rows).all(1)]
    result = intraclass_correlation.interval(rows)
    assert result.method == "jackknife of 200 groups, reliability, t"
    plain = intraclass_correlation.interval(rows, se="jackknife")
    assert_allclose(result.se, plain.se, rtol=0.15)
    group = np.random.default_rng(0).permutation(len(rows)) % 200
    each = np.array([intraclass_correlation(rows[group != g]) for g in range(200)])
    assert_allclose(result.se, math.sqrt(199 / 200 * ((each - each.mean()) ** 2).sum()), rtol=1e-4)


def test_a_value_at_the_end_of_its_range_has_no_limits() -> None:
    with pytest.warns(IntervalWarning, match=r"no unit moves the value|at the end of its range"):
        assert math.isnan(mean_correlation.interval([[1, 2], [2, 3], [4, 5]] * 4).low)


@pytest.mark.parametrize("size", [1e150, 1e-100])
def test_limits_do_not_depend_on_the_size_of_the_numbers(size: float) -> None:
    plain, scaled = (intraclass_correlation.interval(rows) for rows in (ROWS, ROWS * size))
    assert_allclose([scaled.value, scaled.low, scaled.high], [plain.value, plain.low, plain.high], rtol=1e-9)


@pytest.mark.parametrize(
    ("rows", "options"),
    [
        (ROWS, {"se": "jackknife"}),
        (GAPS, {"se": "jackknife"}),
        (GAPS, {"se": "jackknife", "model": "one-way"}),
        (ROWS, {"type": "consistency"}),
    ],
)
def test_the_test_agrees_with_the_interval(rows: Any, options: Any) -> None:
    result = intraclass_correlation.interval(rows, **options)
    for end in (result.low, result.high):
        assert_allclose(intraclass_correlation.test(rows, against=end, **options).p_value, 0.05, rtol=1e-6)


@pytest.mark.parametrize("rows", [ROWS, GAPS], ids=["complete", "gaps"])
def test_panels_are_compared_unit_by_unit(rows: Any) -> None:
    def values(matrix: Any) -> tuple[float, float]:
        state = NumericRatings.from_wide(matrix, raters=list("abcd"))
        return tuple(intraclass_correlation.of(state.select(pair)) for pair in (["a", "b"], ["c", "d"]))  # type: ignore[return-value]

    state, n = NumericRatings.from_wide(rows, raters=list("abcd")), len(rows)
    result: Any = intraclass_correlation.compare(state, a=["a", "b"], b=["c", "d"], method=None, names=("x", "y"))
    assert_allclose(result.difference, np.subtract(*values(rows)))
    left_out = np.array([np.subtract(*values(np.delete(rows, unit, 0))) for unit in range(n)])
    assert_allclose(result.se, math.sqrt((n - 1) / n * ((left_out - left_out.mean()) ** 2).sum()), rtol=1e-4)
    with pytest.warns(IntervalWarning, match="the values do not vary"):
        same: Any = intraclass_correlation.compare(state, a=["a", "b"], b=["a", "b"])
    assert (same.difference, same.p_value) == (0, 1)


def test_an_interval_near_1_has_both_limits() -> None:
    rows = [[53988602.17790637, None, None], [-3.0997871947735294, 0.5356711314132045, None]]
    rows.append([None, 0.6235119185773291, 0.9328219704613948])
    with pytest.warns(IntervalWarning, match="units"):
        result = intraclass_correlation.interval(rows)
    assert result.low <= result.value <= result.high == 1.0


@pytest.mark.parametrize("metric", [intraclass_correlation, measurement_error, minimal_detectable_change])
@pytest.mark.parametrize("seed", range(4))
def test_reml_without_an_error_is_undefined_however_rows_are_given(metric: Any, seed: int) -> None:
    rng = np.random.default_rng(9)
    rows = rng.integers(0, 9, (20, 1)) + rng.integers(0, 5, 4) * 1.0  # units and raters say all
    rows[rng.random(rows.shape) < 0.3] = np.nan
    order = np.random.default_rng(seed)
    given = rows[order.permutation(20)][:, order.permutation(4)] * (seed + 1) + 1000 * seed
    with pytest.warns(UndefinedMetricWarning, match="no error is left beside units and raters"):
        assert np.isnan(metric(given))
    with pytest.warns(UndefinedMetricWarning, match="no error is left"):
        assert np.isnan(metric.interval(given).value)
    study = g_study(given)
    assert np.isnan(study.components["unit"])
    assert "no error is left" in str(study.reason)
    near = given + rng.normal(0, 0.01, given.shape)  # an error, if a small one
    assert 0 < intraclass_correlation(near) < 1


def test_an_agreement_without_a_difference_is_perfect_by_reml() -> None:
    rows = np.repeat(np.arange(1.0, 6.0)[:, None], 3, axis=1)
    rows[0, 0] = np.nan
    assert intraclass_correlation(rows) == pytest.approx(1.0)


@pytest.mark.parametrize("call", ["interval", "test", "compare", "compare_independent"])
@pytest.mark.parametrize("name", [name for name in names() if get(name).panel is not None or get(name).numbers])
def test_a_value_for_an_undefined_one_has_no_limits(name: str, call: str) -> None:
    metric, rows = get(name), np.array([[1, 2, 1], [2, 2, 1], [1, 1, 2], [2, 1, 1]] * 5)
    last = metric.numbers is not None and metric.numbers.last
    data: Any = (rows, rows[:, 0]) if last else (rows,)
    how: Any = {"weights": "linear"} if name == "gwet_ac2" else {}
    if call == "compare":
        how |= {"a": [0, 1], "b": [1, 2]}
    if call == "compare_independent":
        data = (data, data) if last else (rows, rows)
    with pytest.raises((OptionError, InputTypeError), match="undefined"):
        getattr(metric, call)(*data, undefined=0.5, **how)


def test_no_test_where_the_interval_has_no_error_of_the_value() -> None:
    rng = np.random.default_rng(1)
    rows = rng.integers(1, 4, (60, 3)) * 1.0
    rows[rng.random(rows.shape) < 0.3] = np.nan  # the variance of units is 0 by REML
    with pytest.warns(match="the variance of units is estimated as 0"):
        assert math.isnan(intraclass_correlation.interval(rows).low)
    with pytest.warns(UndefinedMetricWarning, match="the variance of units is estimated as 0"):
        assert math.isnan(intraclass_correlation.test(rows, against=0.3).p_value)


RNG = np.random.default_rng(4)
FIRST = RNG.integers(0, 4, 80)
SECOND = np.where(RNG.random(80) < 0.6, FIRST, RNG.integers(0, 4, 80))
PANEL = np.column_stack([FIRST, SECOND])
TWO_RATERS: dict[str, dict[str, Any]] = {
    "alone": {},
    "in clusters": {"cluster": np.repeat(np.arange(20), 4)},
    "weighted": {"sample_weight": RNG.random(80) + 0.2},
    "tiny weights": {"sample_weight": (RNG.random(80) + 0.2) * 2.0**-60},
}
PAIRS: list[tuple[Any, Any, dict[str, Any]]] = [
    *[(scott_pi, fleiss_kappa, {"weights": weights}) for weights in (None, "linear", "quadratic")],
    *[(cohen_kappa, conger_kappa, {"weights": weights}) for weights in (None, "quadratic")],
    (cohen_kappa, light_kappa, {"weights": "linear"}),
    *[(one, one, {}) for one in (gwet_ac1, krippendorff_alpha, brennan_prediger, weighted_agreement)],
    (gwet_ac2, gwet_ac2, {"weights": "quadratic"}),
    (krippendorff_alpha, krippendorff_alpha, {"level_of_measurement": "ordinal"}),
    (brennan_prediger, brennan_prediger, {"weights": "linear"}),
    (weighted_agreement, weighted_agreement, {"weights": "linear"}),
]


EXCHANGEABLE = [fleiss_kappa, krippendorff_alpha, gwet_ac1, gwet_ac2, brennan_prediger, weighted_agreement, scott_pi]


def numbers(result: Any) -> list[Any]:
    return [result.value, result.low, result.high, result.se, result.n]


@pytest.mark.parametrize("reading", TWO_RATERS.values(), ids=list(TWO_RATERS))
@pytest.mark.parametrize(("columns", "panel", "options"), PAIRS, ids=[f"{a.name} {b.name} {c}" for a, b, c in PAIRS])
def test_two_raters_have_one_interval(columns: Any, panel: Any, options: dict[str, Any], reading: Any) -> None:
    by_columns = columns.interval(FIRST, SECOND, **reading, **options)
    by_panel = panel.interval(PANEL, **reading, **options)
    assert_allclose(numbers(by_panel), numbers(by_columns), rtol=1e-9)
    assert (by_panel.method, by_panel.metric) == (by_columns.method, panel.name)


def test_methods_by_name_and_many_raters_with_names_are_of_panels() -> None:
    gap = [[1, 2], [2, 2], [1, 1], [2, None]] * 6
    for ratings in (gap, [[*row, 1] for row in gap], Ratings.from_wide(PANEL).tallies()):
        assert fleiss_kappa.interval(ratings).method == "score"
    crowd = RNG.integers(0, 3, (40, 9))
    assert fleiss_kappa.interval(crowd).method == "score"
    assert conger_kappa.interval(crowd).method == "jackknife, fisher, t"
    assert fleiss_kappa.interval(PANEL, method="fisher").method == "jackknife, fisher, t"
    assert fleiss_kappa.interval(PANEL, se="gwet").method == "gwet, fisher, t"
    assert numbers(fleiss_kappa.interval_of(Ratings.from_wide(PANEL))) == numbers(fleiss_kappa.interval(PANEL))


@pytest.mark.parametrize("weights", [None, "linear"])
def test_a_path_over_units_is_that_over_cells(weights: Any) -> None:
    """Of two raters whose table is symmetric, so that it does not matter who rated: profiles, compositions, cells."""
    both = np.concatenate([PANEL, PANEL[:, ::-1]])
    expected = cohen_kappa.interval(*both.T, weights=weights)
    for metric, state in ((fleiss_kappa, Ratings.from_wide(both).tallies()), (conger_kappa, Ratings.from_wide(both))):
        panel = panel_of(metric, state, {"weights": weights})
        limits = score_limits(Estimand(metric, panel.options, panel.sample))
        assert_allclose([limits.low, limits.high], [expected.low, expected.high], rtol=1e-6)


def test_rare_labels_at_chance_hold_no_agreement() -> None:
    """No unit shares the rare label: nobody can tell that from chance, or from some agreement."""
    for raters, units, rated in ((3, 100, 15), (4, 400, 16)):
        rows = np.zeros((units, raters), int)
        rows[np.arange(rated), np.arange(rated) % raters] = 1
        for metric in (fleiss_kappa, krippendorff_alpha, conger_kappa):
            result = metric.interval(rows)
            assert result.low < 0 < 0.05 < result.high
            assert metric.test(rows).p_value > 0.05
        many = np.zeros((units, raters), int)
        many[: rated // 2] = 1
        assert fleiss_kappa.test(many).p_value < 1e-4


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("weighted", [False, True])
def test_a_label_among_very_many_has_the_limits_that_it_has_against_the_rest(weighted: bool) -> None:
    rng = np.random.default_rng(4)
    rows = np.where(rng.random((250, 4)) < 0.8, rng.integers(1, 30, (250, 1)), rng.integers(1, 30, (250, 4))) * 1.0
    rows[[5, 50, 100], 1] = 0  # a rare label that nobody shares
    rows[rng.random(rows.shape) < 0.2] = np.nan
    options = {"sample_weight": rng.uniform(0.5, 2, 250)} if weighted else {}
    for name, average in (("positive_agreement", {"average": None}), ("category_kappa", {})):
        every = get(name).interval(rows, **average, **options)
        for label in (0, 1, 7):
            alone = np.where(np.isnan(rows), np.nan, rows == label)
            expected = get(name).interval(alone, **average, **options)[1]
            assert every.method == expected.method == "score"
            found = every[label]
            near = 1e-2 if weighted else 1e-6  # units with equal ratings are joined before their weights are compared
            assert_allclose([found.low, found.high, found.se], [expected.low, expected.high, expected.se], near)
        assert every[0].high > 0.5


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("metric", EXCHANGEABLE, ids=lambda metric: metric.name)
def test_the_order_of_exchangeable_raters_in_clusters_changes_nothing(metric: Any) -> None:
    pairs = np.array([[0, 0]] * 8 + [[1, 1], [0, 1], [0, 0], [0, 0], [1, 1], [0, 0], [1, 2], [2, 2], [0, 2]])
    cluster = [1, 2, 0, 3, 1, 3, 3, 3, 1, 2, 0, 0, 2, 0, 4, 4, 1]
    options: dict[str, Any] = {"weights": "linear"} if metric is gwet_ac2 else {}
    ways: list[Any] = []
    if metric.facts.input == "labels":
        ways.append(lambda rows: metric.interval(*rows.T, cluster=cluster, labels=[0, 1, 2], **options))
    if metric.panel is not None:
        ways.append(lambda rows: metric.interval(rows, cluster=cluster, labels=[0, 1, 2], **options))
    for way in ways:
        one, other = way(pairs), way(pairs[:, ::-1])
        assert_allclose([one.low, one.high, one.se], [other.low, other.high, other.se], rtol=1e-9)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ["fleiss_kappa", "krippendorff_alpha", "gwet_ac1", "brennan_prediger"])
def test_thousands_of_ratings_a_unit_have_limits(name: str) -> None:
    rng = np.random.default_rng(0)
    unit = np.array([[0.1], [0.9], [0.5]])
    few, many = ((rng.random((3, m)) < unit).astype(int) for m in (900, 3000))
    for rows in (few, many):
        found = get(name).interval(rows)
        assert found.low < found.value < found.high
        assert 0 < get(name).test(rows, against=0.2).p_value < 1
