"""The intraclass correlation: degenerate ratings, rows worked by hand, psych, irr and lme4, and identities."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from numpy.testing import assert_allclose
from scipy import stats
from support.files import TESTS
from support.samples import cases_of_numbers, numeric_panels, random_numbers

from concordant import (
    concordance_correlation,
    conger_kappa,
    fleiss_kappa,
    intraclass_correlation,
    measurement_error,
    minimal_detectable_change,
    pearson_correlation,
    standardized_mean_difference,
)
from concordant.errors import (
    InputTypeError,
    IntervalWarning,
    OptionError,
    ScoreError,
    UndefinedMetricError,
    UndefinedMetricWarning,
)
from concordant.metrics.agreement.variance_components import components
from concordant.metrics.definition.metric import Metric
from concordant.states import Moments, NumericRatings, RatingMoments, Ratings

NAN = float("nan")
drawn = settings(derandomize=True, deadline=None, max_examples=25, database=None)
FORMS: dict[str, dict[str, Any]] = {
    "ICC(1,1)": {"model": "one-way"},
    "ICC(1,k)": {"model": "one-way", "unit": "average"},
    "ICC(A,1)": {},
    "ICC(A,k)": {"unit": "average"},
    "ICC(C,1)": {"type": "consistency"},
    "ICC(C,k)": {"type": "consistency", "unit": "average"},
}
# Shrout & Fleiss 1979, Psychological Bulletin 86:420, table 2; values of table 4.
JUDGES = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
every_form = pytest.mark.parametrize("form", FORMS)


# -- edges ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("empty", [[], np.empty((0, 0)), np.empty((0, 3)), np.empty((3, 0))], ids=repr)
@every_form
def test_no_ratings_at_all_have_no_correlation_and_no_limits(form: str, empty: Any) -> None:
    with pytest.warns(UndefinedMetricWarning, match="there is no unit"):
        assert math.isnan(intraclass_correlation(empty, **FORMS[form]))
    with pytest.warns(UndefinedMetricWarning, match="there is no unit"):
        limits = intraclass_correlation.interval(empty, **FORMS[form])
    assert limits.reason is not None
    assert math.isnan(limits.low)
    assert math.isnan(limits.high)


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([[1.0, 2.0]], "there is one unit"),
        ([[1.0], [2.0]], "there is one rater"),
        ([[1.0, None], [None, 2.0]], "no unit has two ratings"),
        ([[3.0, 3.0], [3.0, 3.0]], "the ratings do not vary"),
        ([[0.1, 0.1, 0.1]] * 7, "the ratings do not vary"),
        (np.zeros((0, 3)), "there is no unit"),
    ],
)
def test_an_undefined_value_says_why(rows: Any, reason: str) -> None:
    for form in FORMS.values():
        with pytest.warns(UndefinedMetricWarning, match=f"intraclass_correlation: {reason}"):
            assert math.isnan(intraclass_correlation(rows, **form))
    with pytest.raises(UndefinedMetricError, match=reason):
        intraclass_correlation(rows, undefined="raise")


@pytest.mark.parametrize("shift", [0.0, 0.1, 1e9])
def test_raters_who_differ_by_a_constant_are_consistent(shift: float) -> None:
    rows = np.array([[1.0, 2.0, 4.0], [2.0, 3.0, 5.0], [5.0, 6.0, 8.0]]) + shift
    assert intraclass_correlation(rows, type="consistency") == 1
    assert 0 < intraclass_correlation(rows) < 1
    with pytest.warns(IntervalWarning, match="no error is left beside raters, so that the F ratio is infinite"):
        limits = intraclass_correlation.interval(rows, type="consistency")
    assert (limits.value, math.isnan(limits.low), math.isnan(limits.high)) == (1, True, True)


def test_raters_who_give_the_same_agree() -> None:
    rows = [[1, 1, 1], [2, 2, 2], [5, 5, 5]]
    assert [intraclass_correlation(rows, **form) for form in FORMS.values()] == [1] * 6


@pytest.mark.parametrize("missing", [0.0, 0.2], ids=["complete", "gaps"])
@pytest.mark.parametrize("form", FORMS)
def test_a_rater_without_a_rating_is_no_rater(form: str, missing: float) -> None:
    rows = random_numbers(5, 15, 4, missing=missing)
    wide = np.insert(rows, 2, np.nan, axis=1)
    result, plain = (intraclass_correlation.interval(one, **FORMS[form]) for one in (wide, rows))
    assert result.method == plain.method
    assert_allclose(
        [result.value, result.low, result.high, result.se], [plain.value, plain.low, plain.high, plain.se], rtol=1e-6
    )
    moments = RatingMoments.from_wide(wide)
    assert_allclose(intraclass_correlation.of(moments, **FORMS[form]), plain.value, rtol=1e-6)
    test, other = (intraclass_correlation.test(one, against=0.1, **FORMS[form]) for one in (wide, rows))
    assert_allclose([test.statistic, test.p_value], [other.statistic, other.p_value], rtol=1e-6)
    by_units, without = (intraclass_correlation.interval(one, se="jackknife", **FORMS[form]) for one in (wide, rows))
    assert_allclose([by_units.low, by_units.high], [without.low, without.high], rtol=1e-6)


def test_one_rater_beside_columns_without_a_rating_is_one_rater() -> None:
    with pytest.warns(UndefinedMetricWarning, match="there is one rater"):
        assert math.isnan(intraclass_correlation([[1.0, None], [2.0, None], [4.0, None]]))


@pytest.mark.parametrize(
    ("rows", "form"),
    [
        ([[1, 2, 3]] * 4, "ICC(1,1)"),
        ([[1.5, 2, 4]] * 9, "ICC(1,1)"),
        ([[True, False], [False, True]], "ICC(1,1)"),
        ([[True, False], [False, True]], "ICC(C,1)"),
        ([[1, 2, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]], "ICC(A,1)"),
        ([[1, 2, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]], "ICC(C,1)"),
    ],
)
def test_units_that_do_not_differ_have_no_limits(rows: Any, form: str) -> None:
    with pytest.warns(IntervalWarning, match="units do not differ"):
        limits = intraclass_correlation.interval(rows, **FORMS[form])
    assert limits.value < 0
    assert np.isnan([limits.low, limits.high, limits.se]).all()
    assert limits.reason == "units do not differ"


def test_negative_values_stay() -> None:
    assert intraclass_correlation([[1, 3], [3, 1], [2, 2], [1, 3]], model="one-way") < 0
    assert intraclass_correlation([[1, 3], [3, 1]], type="consistency") == -1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"model": "two way"}, "Did you mean 'two-way'"),
        ({"type": "absolute"}, "type must be one of 'agreement', 'consistency'"),
        ({"unit": 1}, "unit must be one of"),
        ({"method": "ml"}, "method must be one of None, 'anova', 'reml'"),
        ({"model": "one-way", "type": "consistency"}, "asks who rated"),
        ({"raters": "fixed"}, 'goes with model="two-way" and type="consistency"'),
        ({"raters": "fixed", "type": "consistency", "method": "anova"}, "are the same by"),
    ],
)
def test_forms_that_do_not_exist_are_refused(options: Any, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        intraclass_correlation(JUDGES, **options)


def test_labels_that_are_no_numbers_are_refused() -> None:
    with pytest.raises(ScoreError, match="no numbers"):
        intraclass_correlation(Ratings.from_wide([["a", "b"], ["b", "b"]]))
    with pytest.raises(InputTypeError, match="takes NumericRatings or RatingMoments or Ratings, not ndarray"):
        intraclass_correlation.of(np.zeros((3, 2)))


# -- worked by hand, and other software ----------------------------------------------------------------------------


def test_the_example_of_shrout_and_fleiss() -> None:
    results = [intraclass_correlation(JUDGES, **form) for form in FORMS.values()]
    assert_allclose(results, [0.17, 0.44, 0.29, 0.62, 0.71, 0.91], atol=0.005)


@every_form
@pytest.mark.parametrize("case", cases_of_numbers("icc"), ids=lambda case: case["name"])
def test_values_limits_and_tests_beside_psych_and_irr(case: dict[str, Any], form: str) -> None:
    rows, expected, options = case["input"]["ratings"], case["expected"], FORMS[form]
    limits = intraclass_correlation.interval(rows, **options)
    assert_allclose(
        [limits.value, limits.low, limits.high], [expected[form][x] for x in ("value", "low", "high")], rtol=1e-9
    )
    test = intraclass_correlation.test(rows, alternative="greater", **options)
    assert_allclose([test.statistic, test.p_value], [expected[form]["F"], expected[form]["p"]], rtol=1e-9)
    for words, values in expected["against"].items():
        if form in values:
            test = intraclass_correlation.test(rows, against=float(words[3:]), alternative="greater", **options)
            assert_allclose(
                [test.statistic, test.p_value], [values[form]["Fvalue"], values[form]["p.value"]], rtol=1e-9
            )


@pytest.mark.parametrize("case", cases_of_numbers("icc_missing"), ids=lambda case: case["name"])
def test_variances_with_missing_ratings(case: dict[str, Any]) -> None:
    # anova: expectations of three quadratic forms from explicit projection matrices in R; reml: lme4.
    moments, expected = RatingMoments.from_wide(case["input"]["ratings"]), case["expected"]
    ways: list[tuple[str, Any, float]] = [
        ("anova_oneway", ("one-way", "anova"), 1e-9),
        ("anova_twoway", ("two-way", "anova"), 1e-9),
        ("reml_oneway", ("one-way", "reml"), 1e-4),
        ("reml_twoway_random", ("two-way", "reml"), 1e-4),
        ("reml_raters_fixed", ("two-way", "reml", "fixed"), 1e-4),
    ]
    for name, how, rtol in ways:
        estimate, values = components(moments, *how), expected[name]
        assert_allclose(estimate.units, values["var_unit"], rtol=rtol)
        assert_allclose(estimate.error, values["var_error"], rtol=rtol)
        if "var_rater" in values:
            assert_allclose(estimate.raters, values["var_rater"], rtol=rtol, atol=1e-6)
    calls: list[tuple[str, str, dict[str, Any]]] = [
        ("anova_oneway", "icc", {"model": "one-way", "method": "anova"}),
        ("anova_twoway", "icc_agreement", {"method": "anova"}),
        ("anova_twoway", "icc_consistency", {"method": "anova", "type": "consistency"}),
        ("reml_oneway", "icc", {"model": "one-way"}),
        ("reml_twoway_random", "icc_agreement", {}),
        ("reml_twoway_random", "icc_consistency", {"type": "consistency"}),
        ("reml_raters_fixed", "icc_consistency", {"type": "consistency", "raters": "fixed"}),
    ]
    for name, key, options in calls:
        rtol = 1e-9 if "anova" in name else 1e-4
        assert_allclose(intraclass_correlation.of(moments, **options), expected[name][key], rtol=rtol)


REML = json.loads((TESTS / "reference" / "variance_components.json").read_text())["cases"]


@pytest.mark.parametrize("case", REML, ids=lambda case: f"{len(case['ratings'])} x {len(case['ratings'][0])}")
def test_reml_beside_lme4(case: dict[str, Any]) -> None:
    estimate = components(RatingMoments.from_wide(case["ratings"]), "two-way", "reml")
    for name, expected in case["expected"].items():
        assert_allclose(float(getattr(estimate, name)), expected, rtol=1e-5, atol=1e-8)


# -- identities ----------------------------------------------------------------------------------------------------


@given(rows=numeric_panels(complete=True, least=3))
@drawn
def test_reml_of_complete_ratings_is_that_of_mean_squares(rows: Any) -> None:
    moments = RatingMoments.from_wide(rows)
    plain = components(moments, "two-way", "anova")
    if not min(float(plain.units), float(plain.raters), float(plain.error)) > 1e-3:
        return
    for model, raters in (("two-way", "random"), ("two-way", "fixed")):
        estimate = components(moments, model, "reml", raters)  # type: ignore[arg-type]
        assert_allclose([estimate.units, estimate.error], [plain.units, plain.error], rtol=1e-6)


@given(rows=numeric_panels(complete=True, least=3))
@drawn
def test_quadratic_kappas_are_intraclass_correlations(rows: Any) -> None:
    n, k = rows.shape
    labels = sorted({*rows.ravel().tolist()})
    one_way, conger = (
        fleiss_kappa(rows * 4, weights="quadratic", labels=[x * 4 for x in labels], undefined=NAN),
        conger_kappa(rows * 4, weights="quadratic", labels=[x * 4 for x in labels], undefined=NAN),
    )
    msr, msw = k * rows.mean(1).var(ddof=1), rows.var(axis=1, ddof=1).mean()
    assert_allclose(one_way, 1 - msw * n * k / ((rows - rows.mean()) ** 2).sum(), atol=1e-12)
    assert_allclose(
        intraclass_correlation(rows, model="one-way", undefined=NAN), (msr - msw) / (msr + (k - 1) * msw), atol=1e-12
    )
    assert conger >= one_way - 1e-12


@every_form
def test_parts_weights_scale_and_place(form: str) -> None:
    options = FORMS[form]
    for missing in (0.0, 0.2):
        rows = random_numbers(3, missing=missing)
        value = intraclass_correlation(rows, **options)
        parts = RatingMoments.from_wide(rows[:11]) + RatingMoments.from_wide(rows[11:])
        rtol = 1e-9 if not missing else 1e-7
        assert_allclose(intraclass_correlation.of(parts, **options), value, rtol=rtol)
        assert_allclose(intraclass_correlation(rows * -3 + 1e6, **options), value, rtol=1e-6)
        assert_allclose(intraclass_correlation(rows[:, ::-1], **options), value, rtol=rtol)
        twice = intraclass_correlation(np.concatenate([rows, rows[:5]]), **options)
        weights = [2.0] * 5 + [1.0] * (len(rows) - 5)
        assert_allclose(intraclass_correlation(rows, sample_weight=weights, **options), twice, rtol=rtol)


def test_two_columns_and_numeric_labels_are_panels() -> None:
    a, b = [1, 2, 4, 3, 5], [2, 2, 3, 3, 5]
    rows = np.column_stack([a, b])
    value = intraclass_correlation(rows)
    assert intraclass_correlation(a, b) == value
    assert intraclass_correlation(Ratings.from_wide(rows)) == pytest.approx(value, rel=1e-12)
    assert intraclass_correlation.interval(a, b) == intraclass_correlation.interval(rows)
    assert intraclass_correlation(rows, raters=["ann", "bob"]) == value


def test_average_is_the_single_one_stepped_up() -> None:
    rows = random_numbers(4, missing=0.2)
    for options in ({}, {"type": "consistency"}):
        one = intraclass_correlation(rows, **options)  # type: ignore[arg-type]
        assert_allclose(intraclass_correlation(rows, unit="average", **options), 4 * one / (1 + 3 * one))  # type: ignore[arg-type]


def test_a_stack_is_a_loop() -> None:
    from concordant.engines.arrays.quantities import moved_by_each

    for missing in (0.0, 0.2):
        state = NumericRatings.from_wide(random_numbers(5, missing=missing))
        stack = moved_by_each(state.moments(), state, slice(0, 6), -1.0)
        for options in FORMS.values():
            loop = [intraclass_correlation.of(stack[place], **options) for place in range(6)]
            assert_allclose(intraclass_correlation.of(stack, **options), loop, rtol=1e-6)


def test_reml_of_many_raters_is_that_of_mean_squares_where_ratings_are_complete() -> None:
    rng = np.random.default_rng(40)
    rows = rng.normal(0, 1, (30, 1)) + rng.normal(0, 0.5, 40) + rng.normal(0, 1, (30, 40))
    for form in ({}, {"type": "consistency"}, {"model": "one-way"}, {"unit": "average"}):
        assert intraclass_correlation(rows, **form, method="reml") == pytest.approx(
            intraclass_correlation(rows, **form), rel=1e-6
        )


OFFSETS = (0.0, 1e6, -1e9, 1e12, 2e15)
METRICS: tuple[Metric, ...] = (concordance_correlation, pearson_correlation, standardized_mean_difference)


def ratings(n: int, offset: float) -> tuple[Any, Any, Any]:
    """Whole numbers, which are exact also beside an offset, and weights."""
    rng = np.random.default_rng(n)
    x = rng.integers(0, 10, n)
    y = x + rng.integers(0, 3, n)
    return x + offset, y + offset, rng.integers(1, 9, n) / 4


def lin(x: Any, y: Any, weights: Any) -> float:
    """Lin's coefficient in fractions."""
    one, two, w = ([Fraction(value) for value in column.tolist()] for column in (x, y, weights))
    n = sum(w)
    a, b = (sum(map(lambda p, q: p * q, w, column)) / n for column in (one, two))
    shared = sum(p * (q - a) * (r - b) for p, q, r in zip(w, one, two, strict=True))
    spread = sum(p * ((q - a) ** 2 + (r - b) ** 2) for p, q, r in zip(w, one, two, strict=True))
    return float(2 * shared / (spread + n * (a - b) ** 2))


@pytest.mark.parametrize("offset", OFFSETS)
@pytest.mark.parametrize("n", [2, 7, 100, 5000])
def test_the_concordance_is_that_of_fractions(n: int, offset: float) -> None:
    x, y, weights = ratings(n, offset)
    assert concordance_correlation(x, y, sample_weight=weights) == pytest.approx(lin(x, y, weights), rel=1e-14)
    cut = n // 3
    parts = [
        Moments.from_measurements(x[rows], y[rows], sample_weight=weights[rows])
        for rows in (slice(cut), slice(cut, None))
    ]
    assert concordance_correlation.of(parts[0] + parts[1]) == pytest.approx(lin(x, y, weights), rel=1e-13)
    assert concordance_correlation.of(parts[1] + parts[0]) == pytest.approx(lin(x, y, weights), rel=1e-13)


@pytest.mark.parametrize("offset", OFFSETS)
@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
@pytest.mark.parametrize("method", [None, "bca"])
def test_intervals_do_not_change_with_the_offset(metric: Metric, method: str | None, offset: float) -> None:
    x, y, weights = ratings(60, 0.0)
    expected = metric.interval(x, y, sample_weight=weights, method=method, draws=50)
    limits = metric.interval(x + offset, y + offset, sample_weight=weights, method=method, draws=50)
    for name in ("value", "low", "high", "se"):
        assert getattr(limits, name) == pytest.approx(getattr(expected, name), rel=1e-9)


@pytest.mark.parametrize("offset", OFFSETS)
def test_normal_theory_does_not_change_with_the_offset(offset: float) -> None:
    x, y, _ = ratings(60, 0.0)
    expected = concordance_correlation.interval(x, y, method="lin")
    limits = concordance_correlation.interval(x + offset, y + offset, method="lin")
    assert (limits.low, limits.high) == pytest.approx((expected.low, expected.high), rel=1e-12)


@pytest.mark.parametrize("offset", OFFSETS)
def test_a_lazy_frame_gives_the_same(offset: float) -> None:
    x, y, weights = ratings(100, offset)
    frame = pl.LazyFrame({"x": x, "y": y, "w": weights})
    state = Moments.from_frame(frame, y_true="x", y_pred="y", sample_weight="w")
    assert concordance_correlation.of(state) == pytest.approx(lin(x, y, weights), rel=1e-13)


def test_states_with_a_rest_are_states_like_others() -> None:
    x, y, weights = ratings(100, 1e12)
    state = Moments.from_measurements(x, y, sample_weight=weights)
    assert state.rest is not None
    assert Moments.from_dict(json.loads(json.dumps(state.to_dict()))) == state
    assert state + Moments.empty() == Moments.empty() + state == state == state * 1
    assert (state * 2).rest is state.rest
    stack = Moments.stack([state, Moments.from_measurements([1, 2, 3], [1, 3, 3])])
    assert_allclose(
        concordance_correlation.of(stack), [lin(x, y, weights), lin(*np.float64([[1, 2, 3], [1, 3, 3]]), np.ones(3))]
    )


def test_usual_ratings_have_no_rest() -> None:
    x, y, weights = ratings(100, 0.0)
    state = Moments.from_measurements(x, y, sample_weight=weights)
    assert state.rest is None
    assert "rest" not in state.to_dict()
    assert (state + state).rest is None


@pytest.mark.parametrize("value", [0.0, 0.1, 1e12, -1e100])
def test_constant_ratings_stay_exact(value: float) -> None:
    assert np.isnan(concordance_correlation([value] * 3, [value] * 3, undefined=float("nan")))
    assert concordance_correlation([value] * 3, [value, value * 0.5, value], undefined=0.0) in (0.0, -0.0)


@pytest.mark.parametrize("case", cases_of_numbers("loam"), ids=lambda case: case["name"])
def test_measurement_error_beside_loamr(case: dict[str, Any]) -> None:
    rows, expected = case["input"]["ratings"], case["expected"]
    limits = measurement_error.interval(rows, type="consistency")
    assert_allclose(limits.value, expected["sd_error"], rtol=1e-12)
    assert_allclose([limits.low, limits.high], expected["sd_error_ci95"], rtol=1e-12)
    change = minimal_detectable_change.interval(rows, type="consistency")
    factor = stats.norm.ppf(0.975) * math.sqrt(2)
    assert_allclose(
        [change.value, change.low, change.high], [x * factor for x in (limits.value, limits.low, limits.high)]
    )


def test_measurement_error_of_two_raters_is_of_their_differences() -> None:
    a, b = random_numbers(31, 30, 2).T
    assert_allclose(measurement_error(a, b, type="consistency"), (a - b).std(ddof=1) / math.sqrt(2), rtol=1e-12)
    assert_allclose(minimal_detectable_change(a, b, type="consistency"), 1.959963984540054 * (a - b).std(ddof=1))
    assert measurement_error([[1, 1], [2, 2]]) == 0


def test_it_is_so_many_errors_of_measurement() -> None:
    rows = random_numbers(32, 20, 3)
    for options in ({}, {"type": "consistency"}):
        error = measurement_error(rows, **options)  # type: ignore[arg-type]
        change = minimal_detectable_change(rows, coverage=0.9, **options)  # type: ignore[arg-type]
        assert_allclose(change, stats.norm.ppf(0.95) * math.sqrt(2) * error)


def test_a_coverage_that_is_none_is_refused() -> None:
    for coverage in (0.0, 1.0, 95):
        with pytest.raises(OptionError, match="coverage"):
            minimal_detectable_change([[1, 2], [2, 3]], coverage=coverage)
