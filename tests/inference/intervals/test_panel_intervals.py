"""Intervals of panels: where there is none, bounds of perfect data, other software, and identities."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.samples import panels_of_cases as cases
from support.samples import random_panel

from concordant import (
    brennan_prediger,
    category_kappa,
    conger_kappa,
    fleiss_kappa,
    gwet_ac1,
    gwet_ac2,
    krippendorff_alpha,
    light_kappa,
    positive_agreement,
    van_oest,
    weighted_agreement,
)
from concordant.errors import IntervalWarning
from concordant.states import Ratings, Tallies

NAMES: dict[str, Any] = {
    "percent_agreement": weighted_agreement,
    "fleiss_kappa": fleiss_kappa,
    "gwet_ac": gwet_ac2,
    "brennan_prediger": brennan_prediger,
    "krippendorff_alpha": krippendorff_alpha,
    "conger_kappa": conger_kappa,
}
METRICS = [*(one for one in NAMES.values() if one is not gwet_ac2), gwet_ac1, van_oest, light_kappa]
by_name = pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
ROWS = random_panel(11)


pytestmark = [
    pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning"),
    pytest.mark.filterwarnings("ignore::concordant.errors.UndefinedMetricWarning"),
]


# -- edges ---------------------------------------------------------------------------------------------------------


@by_name
def test_perfect_agreement_has_a_bound_and_never_the_interval_from_1_to_1(metric: Any) -> None:
    for method, name in ((None, "score"), ("fisher", "exact bound")):
        rows = ([["a", "a", "a"], ["b", "b", None]] * times for times in (5, 50))
        few, many = (metric.interval(some, method=method) for some in rows)
        for result in (few, many):
            assert (result.value, result.high, result.method) == (1, 1, name)
        assert few.low < many.low < 1


def test_the_bound_of_a_share_is_that_of_units_without_a_success() -> None:
    result = weighted_agreement.interval([["a", "a", None], ["b", None, "b"]] * 10, method="logit")
    assert result.low == pytest.approx(0.025 ** (1 / 20))  # Clopper & Pearson
    nothing = weighted_agreement.interval([["a", "b", None], ["b", None, "a"]] * 10, method="logit")
    assert (nothing.low, nothing.high) == (0, pytest.approx(1 - 0.025 ** (1 / 20)))
    rare = [["rare" if i < 3 else "a", "ab"[i % 2], "ab"[i % 2]] for i in range(100)]  # only 3 units tell of it
    of_label = positive_agreement.interval(rare, average=None, se="jackknife")[2]
    assert (of_label.low, of_label.high) == (0, pytest.approx(1 - 0.025 ** (1 / 3)))


@by_name
def test_one_unit_tells_nothing_of_others(metric: Any) -> None:
    result = metric.interval([["a", "b", "b"]])
    assert np.isnan([result.low, result.high]).all()
    assert result.reason == "one unit tells nothing of others"


def test_an_undefined_value_has_its_reason() -> None:
    result = fleiss_kappa.interval([["a", "a"], ["a", None]])
    assert np.isnan([result.value, result.low, result.se]).all()
    assert result.reason == "only 'a' is used, so chance alone would agree always (0/0)"


ONE_SECOND = [["a", "a", None]] * 20 + [["a", "b", None]] + [["a", None, "a"]]
WITHOUT = "without one of the units the value is undefined"


@pytest.mark.parametrize("metric", [fleiss_kappa, krippendorff_alpha, conger_kappa], ids=lambda metric: metric.name)
@pytest.mark.parametrize(
    "rows", [ONE_SECOND, [["a", "a", "a"]] * 19 + [["a", "b", "b"]], [["a", "a", "a"]] * 9 + [["b", "a", "b"]]]
)
def test_what_one_unit_alone_defines_has_no_jackknife(metric: Any, rows: Any) -> None:
    score = metric.interval(rows)
    assert -1 <= score.low < score.value < score.high <= 1
    result, delta = metric.interval(rows, method="fisher"), metric.interval(rows, se="delta")
    assert np.isnan([result.low, result.high]).all()
    assert (result.se, result.method) == (pytest.approx(delta.se), "delta, fisher, t")
    assert result.reason == WITHOUT
    test = metric.test(rows, against=0.5, method="fisher")
    assert (np.isnan(test.p_value), test.reason) == (True, WITHOUT)
    every = metric.interval(rows, over="units and raters") if len(rows) == 20 else result
    assert np.isnan(every.low)


def test_only_the_label_that_one_unit_holds_has_no_interval() -> None:
    rows = [["a", "a", "b"], ["b", "b", "b"], ["a", "a", "a"]] * 9 + [["a", "a", "c"]]
    result = category_kappa.interval(rows, method="fisher")
    assert np.isnan(result.low).tolist() == [False, False, True]
    assert np.isfinite(result.se).all()
    assert result.reason == WITHOUT


def test_a_bound_of_perfect_agreement_stands_where_one_unit_holds_the_other_label() -> None:
    result = fleiss_kappa.interval([["a", "a", "a"]] * 20 + [["b", "b", "b"]], method="fisher")
    assert (result.high, result.method) == (1, "exact bound")
    assert WITHOUT not in str(result.reason)


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([["a", "a", "b"]] * 7 + [["a", "a", "a"], ["b", "b", "b"]] * 20, "only 7 units are not unanimous"),
        ([["a", "a", "a"], ["b", "b", "b"]] * 30 + [["a", "b", "b"]] * 8, None),
        ([["a", "a", "a"]] * 50 + [["a", "b", "b"]], "only 1 unit is not unanimous"),
    ],
)
def test_few_units_that_differ_are_a_reason_to_doubt(rows: Any, reason: str | None) -> None:
    assert gwet_ac1.interval(rows).reason is None
    assert gwet_ac1.interval(rows, method="fisher").reason == reason
    if reason is not None:
        with pytest.warns(IntervalWarning, match=f"^gwet_ac1: {reason}$"):
            gwet_ac1.interval(rows, method="fisher")


def test_below_minus_one_limits_are_symmetric() -> None:
    result = gwet_ac2.interval(
        [[1, 3]] * 6 + [[3, 1]] * 5 + [[1, 2]] * 2, weights=[[0, 0.1, 1], [0.1, 0, 0.1], [1, 0.1, 0]]
    )
    assert result.low < result.value < result.high


# -- other software ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", cases("jackknife"), ids=lambda case: case["name"])
def test_jackknife_beside_irrcac(case: dict[str, Any]) -> None:
    ratings = Ratings.from_wide(case["input"]["ratings"])
    weights = None if case["input"]["weights"] == "unweighted" else case["input"]["weights"]
    smaller = [ratings.without(rater) for rater in ratings.raters]
    a_label_vanishes = any((state.tallies().counts.sum(0) == 0).any() for state in smaller)
    for name, expected in case["expected"].items():
        units = NAMES[name].interval(ratings, weights=weights, se="jackknife")
        assert units.se == pytest.approx(expected["jackknife_se_units"], rel=1e-9)
        assert_allclose([units.low, units.high], expected["limits95_units"], rtol=1e-7)
        if a_label_vanishes and name in ("gwet_ac", "brennan_prediger"):
            continue  # irrCAC does not count a label that vanishes with a rater
        raters = NAMES[name].interval(ratings, weights=weights, over="raters")
        assert raters.se == pytest.approx(expected["jackknife_se_raters"], rel=1e-9)
        both = NAMES[name].interval(ratings, weights=weights, over="units and raters")
        assert_allclose([both.low, both.high], expected["limits95_units_and_raters"], rtol=1e-7)
        assert both.method == "jackknife over units and raters, " + units.method.partition(", ")[2]


@pytest.mark.parametrize("case", cases("gwet", "tallies"), ids=lambda case: case["name"])
def test_closed_form_beside_irrcac(case: dict[str, Any]) -> None:
    given = case["input"]
    tallies = case["group"] == "tallies"
    state: Any = (
        Tallies.from_counts(given["counts"], given["labels"]) if tallies else Ratings.from_wide(given["ratings"])
    )
    own = given.get("agreement_weights")
    for words, values in case["expected"].items():
        for name, expected in values.items() if isinstance(values, dict) else ():
            if name == "krippendorff_alpha" or name not in NAMES:
                continue  # its closed form there lacks (N - 1) / N
            weights = own or (None if words == "unweighted" else words)
            for kind in ("gwet", "delta"):
                result = NAMES[name].interval(state, weights=weights, se=kind)
                assert result.se == pytest.approx(expected["se"], rel=1e-8), (words, name)


# -- identities ----------------------------------------------------------------------------------------------------


@by_name
def test_weights_of_one_and_units_of_their_own_change_nothing(metric: Any) -> None:
    plain, delta = metric.interval(ROWS), metric.interval(ROWS, se="delta")
    assert plain.method == "score"
    assert metric.interval(ROWS, sample_weight=np.ones(len(ROWS))).low == pytest.approx(plain.low, rel=1e-12)
    assert metric.interval(ROWS, cluster=np.arange(len(ROWS)), method="fisher").se == pytest.approx(delta.se, rel=1e-9)
    assert metric.interval(ROWS, sample_weight=np.full(len(ROWS), 3.0)).se == pytest.approx(delta.se, rel=0.03)


@by_name
def test_a_state_knows_its_clusters(metric: Any) -> None:
    groups = np.arange(len(ROWS)) // 3
    assert metric.interval(Ratings.from_wide(ROWS, cluster=groups)) == metric.interval(ROWS, cluster=groups)
    result = metric.interval(ROWS, cluster=groups, method="fisher")
    assert result.method.startswith("delta of clusters")
    halves = [
        Ratings.from_wide(ROWS[part], labels=[1, 2, 3], cluster=groups[part]) for part in (slice(21), slice(21, None))
    ]
    assert metric.interval(halves[0] + halves[1], method="fisher").se == pytest.approx(result.se, rel=1e-12)


@by_name
def test_a_state_and_its_rows_have_one_interval(metric: Any) -> None:
    state = Ratings.from_wide(ROWS)
    assert metric.interval(ROWS) == metric.interval(state) == metric.interval_of(state)
    if metric not in (conger_kappa, light_kappa):
        result = metric.interval_of(state.tallies())
        assert (result.low, result.high) == pytest.approx((metric.interval(ROWS).low, metric.interval(ROWS).high))


@by_name
@pytest.mark.parametrize("method", ["percentile", "basic", "bca"])
def test_draws_are_seeded_and_near_the_jackknife(metric: Any, method: str) -> None:
    rows = random_panel(12, 150)
    result, again = (metric.interval(rows, method=method, seed=7) for _ in range(2))
    assert result == again
    assert result.method == method
    plain = metric.interval(rows)
    assert_allclose([result.low, result.high], [plain.low, plain.high], atol=0.03)
    assert result.se == pytest.approx(plain.se, rel=0.1)
    clusters = np.repeat(np.arange(75), 2)  # which are drawn whole
    delta = metric.interval(rows, cluster=clusters, se="delta")
    assert metric.interval(rows, cluster=clusters, method=method).se == pytest.approx(delta.se, rel=0.15)


# -- what is refused -----------------------------------------------------------------------------------------------


@by_name
@pytest.mark.parametrize("unit", [1e-19, 1e19])
def test_weights_in_any_unit_have_one_interval(metric: Any, unit: float) -> None:
    if metric in (krippendorff_alpha, van_oest):
        return  # they count ratings
    weights = np.random.default_rng(3).random(len(ROWS)) + 0.5
    result, plain = (metric.interval(ROWS, sample_weight=weights * one) for one in (unit, 1.0))
    assert_allclose([result.low, result.high, result.se], [plain.low, plain.high, plain.se], rtol=1e-9)
    assert result.n == pytest.approx(weights.sum() * unit)


@pytest.mark.parametrize(
    ("ratings", "cluster"),
    [
        ([["a", "a", "b"], ["b", "a", "b"], ["a", "a", "a"]] * 8, np.repeat(np.arange(8), 3)),  # clusters all alike
        ([["a", "b", None], ["a", None, "b"]] * 9, None),
    ],
)
def test_what_nothing_moves_has_no_limits(ratings: Any, cluster: Any) -> None:
    with pytest.warns(IntervalWarning, match="no unit moves the value"):
        result = fleiss_kappa.interval(ratings, cluster=cluster, method="fisher")
    assert np.isnan([result.low, result.high]).all()
    assert result.se == 0
