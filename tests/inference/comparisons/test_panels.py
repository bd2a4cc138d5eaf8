"""Comparisons of panels on the same units and on others, of coefficients, and tests against a value."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy.testing import assert_allclose
from support.samples import panels_of_cases as cases
from support.samples import random_panel

from concordant import (
    category_kappa,
    cohen_kappa,
    compare_coefficients,
    conger_kappa,
    fleiss_kappa,
    gwet_ac1,
    intraclass_correlation,
    krippendorff_alpha,
    light_kappa,
    weighted_agreement,
)
from concordant.errors import UndefinedMetricWarning
from concordant.result import Comparisons
from concordant.states import NumericRatings, Ratings

NAMES: dict[str, Any] = {
    "fleiss_kappa": fleiss_kappa,
    "krippendorff_alpha": krippendorff_alpha,
    "conger_kappa": conger_kappa,
}
RATINGS = Ratings.from_wide(random_panel(21, 60, 6), raters=list("abcdef"))


pytestmark = [
    pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning"),
    pytest.mark.filterwarnings("ignore::concordant.errors.UndefinedMetricWarning"),
]


def test_what_one_unit_alone_defines_is_compared_without_limits() -> None:
    rows = [["a", "a", "a", "b"]] * 8 + [["a", "a", "a", "a"]] * 11 + [["a", "b", "b", "b"]]
    ratings = Ratings.from_wide(rows, raters=list("wxyz"))
    other = [["a", "b", "b"], ["a", "a", "a"], ["b", "b", "b"]] * 6
    alone = [row[:3] for row in rows]
    for result in (
        fleiss_kappa.compare(ratings, a=["w", "x", "y"], b=["x", "y", "z"]),
        compare_coefficients(alone, [fleiss_kappa, gwet_ac1]),
    ):
        assert np.isnan([result.low, result.high, result.p_value]).all()
        assert result.se > 0
        assert result.reason == "without one of the units the value is undefined"
        assert result.conclusion == "undefined"
    result, turned = fleiss_kappa.compare_independent(alone, other), fleiss_kappa.compare_independent(other, alone)
    assert result.low < result.difference < result.high  # score limits know of units that the sample lacks
    assert (turned.low, turned.high, turned.p_value) == pytest.approx((-result.high, -result.low, result.p_value))


@pytest.mark.parametrize("case", cases("compare"), ids=lambda case: case["name"])
def test_two_panels_on_the_same_units_beside_irrcac(case: dict[str, Any]) -> None:
    given = case["input"]
    ratings = Ratings.from_wide(given["ratings"], raters=range(1, len(given["ratings"][0]) + 1))
    for name, expected in case["expected"].items():
        result = NAMES[name].compare(ratings, a=given["panel_a"], b=given["panel_b"])
        assert_allclose(result.values, [expected["a"], expected["b"]], rtol=1e-9)
        assert_allclose([result.se, result.p_value], [expected["jackknife_se"], expected["p"]], rtol=1e-8)
        assert_allclose([result.low, result.high], [expected["low"], expected["high"]], rtol=1e-8)


def test_a_panel_against_itself_does_not_differ() -> None:
    result = fleiss_kappa.compare(RATINGS, a=["a", "b"], b=["b", "a"])
    assert (result.difference, result.p_value) == (0, 1)
    assert np.isnan(result.low)


def test_panels_may_overlap_and_turning_them_round_changes_the_sign() -> None:
    one = conger_kappa.compare(RATINGS, a=["a", "b", "c"], b=["b", "c", "d"])
    other = conger_kappa.compare(RATINGS, a=["b", "c", "d"], b=["a", "b", "c"])
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low))
    apart = light_kappa.compare(RATINGS, a=["a", "b"], b=["c", "d"])
    assert apart.values == pytest.approx(
        [cohen_kappa.of(RATINGS.pair("a", "b")), cohen_kappa.of(RATINGS.pair("c", "d"))]
    )


def test_a_claim_has_its_margin() -> None:
    result = fleiss_kappa.compare(
        RATINGS, a=["a", "b", "c"], b=["d", "e", "f"], margin=0.5, alternative="equivalence", names=("old", "new")
    )
    assert result.conclusion == "old and new are equivalent"
    assert result.level == 0.95
    assert result.p_value < 0.05


def test_panels_of_other_units_put_their_limits_together() -> None:
    before, after = random_panel(23, 40), random_panel(24, 60, agree=0.9)
    result = krippendorff_alpha.compare_independent(before, after, names=("before", "after"))
    a, b = (krippendorff_alpha.interval(rows) for rows in (before, after))
    assert result.se == pytest.approx(np.hypot(a.se, b.se))
    low, high = np.hypot(a.value - a.low, b.high - b.value), np.hypot(a.high - a.value, b.value - b.low)
    assert_allclose([result.low, result.high], [result.difference - low, result.difference + high])  # Zou & Donner
    assert result.method == "mover"
    assert result.n == 98  # two units have one rating
    states = [Ratings.from_wide(rows) for rows in (before, after)]
    assert krippendorff_alpha.compare_independent(*states, names=("before", "after")) == result
    of_labels = category_kappa.compare_independent(before, after)
    assert [one.metric for one in of_labels] == [f"category_kappa of {label}" for label in (1, 2, 3)]
    assert [one.difference for one in of_labels] == pytest.approx(category_kappa(before) - category_kappa(after))


def test_a_small_unanimous_panel_is_not_certain() -> None:
    unanimous, other = [["a"] * 4, ["b"] * 4] * 8, [["a"] * 4, ["b"] * 4] * 25 + [["a", "a", "b", "b"]] * 10
    result = fleiss_kappa.compare_independent(unanimous, other)
    assert result.values[0] == 1
    assert result.low < 0 < result.p_value
    assert result.p_value > 0.05


@pytest.mark.parametrize(
    "metric", [fleiss_kappa, conger_kappa, krippendorff_alpha, intraclass_correlation], ids=lambda metric: metric.name
)
def test_panels_of_other_units_keep_their_clusters(metric: Any) -> None:
    numeric = metric is intraclass_correlation
    kind = NumericRatings if numeric else Ratings
    rows = [random_panel(25, 40, missing=0.0), random_panel(26, 60, agree=0.9, missing=0.0)]
    states = [kind.from_wide(np.repeat(part, 3, axis=0), cluster=np.arange(3 * len(part)) // 3) for part in rows]
    result = metric.compare_independent(*states)
    parts = [metric.interval(state, **({"se": "delta"} if numeric else {})).se for state in states]
    assert result.method == ("delta of clusters, Welch's t" if numeric else "mover")
    assert result.se == pytest.approx(np.hypot(*parts), rel=0.01)
    assert result.se > 1.5 * metric.compare_independent(*(np.repeat(part, 3, axis=0) for part in rows)).se


def test_coefficients_of_one_panel() -> None:
    result = compare_coefficients(RATINGS, [fleiss_kappa, gwet_ac1])
    assert result.values == pytest.approx([fleiss_kappa(RATINGS), gwet_ac1(RATINGS)])
    every = compare_coefficients(RATINGS, [fleiss_kappa, conger_kappa, light_kappa])
    assert isinstance(every, Comparisons)
    assert len(every) == 3
    weighted = compare_coefficients(
        RATINGS, [fleiss_kappa, krippendorff_alpha], options={"fleiss_kappa": {"weights": "linear"}}
    )
    assert weighted.values[0] == pytest.approx(fleiss_kappa(RATINGS, weights="linear"))


def test_several_values_are_compared_one_by_one() -> None:
    result = category_kappa.compare(RATINGS, a=["a", "b", "c"], b=["d", "e", "f"])
    assert isinstance(result, Comparisons)
    assert [one.metric for one in result] == [f"category_kappa of {label}" for label in (1, 2, 3)]


def test_a_test_agrees_with_the_interval() -> None:
    result = fleiss_kappa.interval(RATINGS)
    for against, shown in ((result.low, True), (result.value, False)):
        p_value = fleiss_kappa.test(RATINGS, against=float(against)).p_value
        assert p_value == pytest.approx(0.05 if shown else 1.0, abs=1e-9)
    greater, less = (fleiss_kappa.test(RATINGS, against=0.3, alternative=way) for way in ("greater", "less"))
    assert greater.p_value + less.p_value == pytest.approx(1)
    assert greater.hypothesis == "fleiss kappa <= 0.3"


@pytest.mark.parametrize("lazy", [False, True])
def test_a_test_of_named_columns_is_that_of_the_ratings(*, lazy: bool) -> None:
    frame = pl.DataFrame({"a": [1, 2, 3, 1, 2] * 6, "b": [1, 2, 3, 3, 2] * 6, "c": [1, 2, 2, 1, 1] * 6})
    data, names = frame.lazy() if lazy else frame, ["a", "b", "c"]
    for metric in (fleiss_kappa, gwet_ac1, intraclass_correlation):
        result, expected = metric.test(names, data=data, against=0.2), metric.test(frame, against=0.2)
        assert result.statistic == pytest.approx(expected.statistic, rel=1e-12)
        assert result.p_value == pytest.approx(expected.p_value, rel=1e-9)
    two = fleiss_kappa.test(frame["a"], frame["b"])
    assert two.statistic == fleiss_kappa.test("a", "b", data=frame).statistic
    assert two.statistic == pytest.approx(fleiss_kappa.test(frame.select("a", "b")).statistic, rel=1e-12)


@pytest.mark.parametrize("case", cases("fleiss"), ids=lambda case: case["name"])
def test_of_agreement_by_chance_beside_irr(case: dict[str, Any]) -> None:
    result = fleiss_kappa.test(case["input"]["ratings"], method="null")
    assert result.statistic == pytest.approx(case["expected"]["z_h0"], rel=1e-9)


def test_three_coefficients_say_why_one_is_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning, match="only 'a' is used") as caught:
        compare_coefficients([["a", "a"]] * 9, [fleiss_kappa, krippendorff_alpha, weighted_agreement])
    assert len(caught) == 1
