"""The intraclass correlation: degenerate ratings, rows worked by hand, psych, irr and lme4, and identities."""

from __future__ import annotations

import json
import math
import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from numpy.testing import assert_allclose
from scipy.stats import chi2, norm
from scipy.stats import f as f_distribution
from support.files import TESTS
from support.samples import cases_of_numbers, numeric_panels, random_numbers

from concordant import intraclass_correlation, measurement_error, minimal_detectable_change
from concordant.engines.arrays.quantities import moved_by_each
from concordant.errors import IntervalWarning
from concordant.metrics.agreement.variance_components import components, reml
from concordant.states import NumericRatings, RatingMoments, Ratings

CONSISTENCY: dict[str, Any] = {"type": "consistency"}
FORMS: dict[str, dict[str, Any]] = {
    "ICC(1,1)": {"model": "one-way"},
    "ICC(1,k)": {"model": "one-way", "unit": "average"},
    "ICC(A,1)": {},
    "ICC(A,k)": {"unit": "average"},
    "ICC(C,1)": CONSISTENCY,
    "ICC(C,k)": {"type": "consistency", "unit": "average"},
}
# Shrout & Fleiss 1979, Psychological Bulletin 86:420, table 2; values of table 4.
JUDGES = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
every_form = pytest.mark.parametrize("form", FORMS)


def limits_of(interval: Any) -> list[float]:
    return [interval.value, interval.low, interval.high]


# -- edges ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shift", [0.0, 0.1, 1e9])
def test_raters_who_differ_by_a_constant_are_consistent(shift: float) -> None:
    rows = np.array([[1.0, 2.0, 4.0], [2.0, 3.0, 5.0], [5.0, 6.0, 8.0]]) + shift
    assert 0 < intraclass_correlation(rows) < 1
    with pytest.warns(IntervalWarning, match="no error is left beside raters, so that the F ratio is infinite"):
        limits = intraclass_correlation.interval(rows, type="consistency")
    assert_allclose(limits_of(limits), [1, np.nan, np.nan], rtol=0)


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
@pytest.mark.parametrize("missing", [0.0, 0.2], ids=["complete", "gaps"])
@every_form
def test_a_rater_without_a_rating_is_no_rater(form: str, missing: float) -> None:
    rows, options = random_numbers(5, 15, 4, missing=missing), FORMS[form]
    wide = np.insert(rows, 2, np.nan, axis=1)

    def results(given: Any) -> list[float]:
        limits = intraclass_correlation.interval(given, **options)
        by_units = intraclass_correlation.interval(given, se="jackknife", **options)
        test = intraclass_correlation.test(given, against=0.1, **options)
        of = intraclass_correlation.of(RatingMoments.from_wide(given), **options)
        return [*limits_of(limits), limits.se, by_units.low, by_units.high, test.statistic, test.p_value, of]

    assert_allclose(results(wide), results(rows), rtol=1e-6)


@pytest.mark.parametrize(
    ("rows", "form"),
    [
        ([[1.5, 2, 4]] * 9, "ICC(1,1)"),
        ([[True, False], [False, True]], "ICC(C,1)"),
        ([[1, 2, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]], "ICC(A,1)"),
    ],
)
def test_units_that_do_not_differ_have_no_limits(rows: Any, form: str) -> None:
    with pytest.warns(IntervalWarning, match="units do not differ"):
        limits = intraclass_correlation.interval(rows, **FORMS[form])
    assert limits.value < 0
    assert np.isnan([limits.low, limits.high, limits.se]).all()
    assert limits.reason == "units do not differ"


# -- worked by hand, and other software ----------------------------------------------------------------------------


def test_the_example_of_shrout_and_fleiss() -> None:
    results = [intraclass_correlation(JUDGES, **form) for form in FORMS.values()]
    assert_allclose(results, [0.17, 0.44, 0.29, 0.62, 0.71, 0.91], atol=0.005)


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
@every_form
@pytest.mark.parametrize("case", cases_of_numbers("icc"), ids=lambda case: case["name"])
def test_values_limits_and_tests_are_those_of_psych_and_irr(case: dict[str, Any], form: str) -> None:
    rows, options, expected = case["input"]["ratings"], FORMS[form], case["expected"][form]
    limits = intraclass_correlation.interval(rows, method="exact", **options)
    assert_allclose(limits_of(limits), [expected[x] for x in ("value", "low", "high")], rtol=1e-9)
    tests = [(0.0, expected["F"], expected["p"])]
    for words, values in case["expected"]["against"].items():
        if form in values:
            tests.append((float(words[3:]), values[form]["Fvalue"], values[form]["p.value"]))
    for against, *f_and_p in tests:
        test = intraclass_correlation.test(rows, against=against, alternative="greater", method="exact", **options)
        assert_allclose([test.statistic, test.p_value], f_and_p, rtol=1e-9)


def _panel(units: Any, error: Any, raters: Any = (0.0, 0.0, 0.0)) -> Any:
    """Ratings of three raters; of each row errors that the next row has the other way round."""
    errors = np.outer(np.asarray(error) * np.resize([1.0, -1.0], len(units)), [1.0, 0.2, -1.2])
    return np.asarray(units)[:, None] + np.asarray(raters) + errors


NORMAL = norm.ppf((np.arange(40) + 0.5) / 40)[np.random.default_rng(0).permutation(40)]
SKEWED, TAILED = np.exp(1.5 * NORMAL), NORMAL**3
EVEN = np.abs(NORMAL[::-1]) * 0.5


@pytest.mark.parametrize(
    ("rows", "options", "reason"),
    [
        (_panel(NORMAL, EVEN), CONSISTENCY, None),
        (_panel(NORMAL, EVEN), {}, "limits by Satterthwaite can be too narrow for 3 raters"),
        (_panel(NORMAL, EVEN), {"model": "one-way"}, None),
        (_panel(SKEWED, EVEN), {}, "the means of units are skewed, and limits by F are for normal ones"),
        (_panel(TAILED, EVEN), CONSISTENCY, "units or errors have heavier tails than normal ones"),
        (_panel(NORMAL, TAILED[::-1]), {"model": "one-way"}, "units or errors have heavier tails than normal ones"),
        (_panel(NORMAL, EVEN, [0, 1, 2]), {"model": "one-way"}, "the columns differ, and a one-way model"),
        (_panel(NORMAL, EVEN, [0, 1, 2]), {}, "limits by Satterthwaite can be too narrow for 3 raters"),
        (_panel(NORMAL, EVEN, [0, 1, 2]), CONSISTENCY, None),
    ],
)
def test_ratings_that_are_not_normal_are_warned_of(rows: Any, options: dict[str, Any], reason: str | None) -> None:
    if reason is None:
        assert intraclass_correlation.interval(rows, method="exact", **options).reason is None
        return
    with pytest.warns(IntervalWarning, match=reason):
        doubted = intraclass_correlation.interval(rows, method="exact", **options)
    with pytest.warns(IntervalWarning, match="sums do not show whether ratings are normal"):
        of_sums = intraclass_correlation.interval(RatingMoments.from_wide(rows), **options)
    if options:  # of agreement those of sums are modified large-sample limits too
        assert_allclose(limits_of(doubted), limits_of(of_sums), rtol=1e-9)
    if "columns" not in reason:
        assert intraclass_correlation.interval(rows, **options).reason is None


@every_form
@pytest.mark.parametrize("units", [NORMAL, TAILED], ids=["normal", "tailed"])
def test_the_degrees_of_freedom_are_divided_where_tails_are_heavy(units: Any, form: str) -> None:
    rows, options = _panel(units, EVEN * 0.5) + np.random.default_rng(1).normal(0, 0.2, (40, 3)), FORMS[form]
    found = intraclass_correlation.interval(rows, **options)
    assert found == intraclass_correlation.interval(rows, method="adjusted", **options)
    assert found.method == f"adjusted F, {form} for {'these raters' if 'C' in form[4:] else 'raters like these'}"
    for end, p in ((found.low, 0.025), (found.high, 0.975)):
        test = intraclass_correlation.test(rows, against=end, alternative="greater", **options)
        assert test.p_value == pytest.approx(p, rel=1e-9)
        assert test.method.startswith("adjusted F(")
    with warnings.catch_warnings(action="ignore"):
        exact = intraclass_correlation.interval(rows, method="exact", **options)
    means = rows.mean(1)
    excess = np.mean((means - means.mean()) ** 4) / np.var(means) ** 2 - 3  # of the kurtosis
    divisor = max(1.0, 1 + (1 + 10 / math.sqrt(40)) * excess / 2)
    assert (divisor > 1) == (units is TAILED)
    assert exact.high - exact.low < (found.high - found.low) * (1.0 if units is TAILED else 1.0 + 1e-9)
    if form == "ICC(C,1)":
        f, errors = (1 + 2 * found.value) / (1 - found.value), rows - means[:, None] - rows.mean(0)
        squares = np.square(errors - errors.mean()).sum(1)
        q = np.var(squares / squares.mean())  # of normal errors of three raters 1
        degrees = 39 / divisor, 78 / max(1.0, 1 + (1 + 10 / math.sqrt(40)) * (q - 1))
        low = f / f_distribution.ppf(0.975, *degrees)
        assert found.low == pytest.approx((low - 1) / (low + 2), rel=1e-9)


@pytest.mark.parametrize("level", [0.9, 0.95])
def test_limits_of_agreement_are_those_by_f_where_raters_have_one_mean(level: float) -> None:
    rows = _panel(NORMAL, EVEN)
    rows -= rows.mean(0)
    ends = limits_of(intraclass_correlation.interval(rows, level=level))[1:]
    by_f = limits_of(intraclass_correlation.interval(rows, level=level, **CONSISTENCY))[1:]
    for end, expected in zip(ends, by_f, strict=True):  # MSR / MSE over the same quantiles
        ratio = (1 - end) / (1 + end * (2 - 3 / 40))
        assert ratio == pytest.approx((1 - expected) / (1 + 2 * expected), rel=1e-9)


@pytest.mark.parametrize(("n", "raters", "spread", "error"), [(150, 3, 0.3, 0.3), (60, 4, 0.7, 0.5), (40, 3, 0.0, 0.5)])
def test_limits_of_agreement_hold_the_value_with_few_raters(n: int, raters: int, spread: float, error: float) -> None:
    rng, held = np.random.default_rng(6), 0
    for _ in range(100):
        errors = error * rng.normal(size=(n, raters)) + spread * rng.normal(size=raters)
        found = intraclass_correlation.interval(rng.normal(size=(n, 1)) + errors)
        held += found.low <= 1 / (1 + spread**2 + error**2) <= found.high
        assert found.reason is None
    assert held >= 88


FAR = [[0, 0, 0]] * 30 + [[9, 9, 8]]


@pytest.mark.parametrize("rows", [[[1, 2], [3, 5]], FAR, [[1e150, 3e150], [5e150, 2e150], [9e150, 9e150]]])
def test_few_units_and_one_far_away_have_limits_in_the_range(rows: Any) -> None:
    with warnings.catch_warnings(action="ignore"):
        found = [intraclass_correlation.interval(rows, **form) for form in FORMS.values()]
    assert all(one.low <= one.value <= one.high <= 1 for one in found)


# By lme4: of each model the coefficients that it gives.
ESTIMATES: dict[str, tuple[Any, dict[str, dict[str, Any]]]] = {
    "reml_oneway": ("one-way", {"icc": {"model": "one-way"}}),
    "reml_twoway_random": ("two-way", {"icc_agreement": {}, "icc_consistency": CONSISTENCY}),
}


@pytest.mark.parametrize("case", cases_of_numbers("icc_missing"), ids=lambda case: case["name"])
@pytest.mark.parametrize("name", ESTIMATES)
def test_variances_with_missing_ratings_are_those_of_r(case: dict[str, Any], name: str) -> None:
    moments, expected = RatingMoments.from_wide(case["input"]["ratings"]), case["expected"][name]
    model, coefficients = ESTIMATES[name]
    estimate = components(moments, model)
    assert_allclose([estimate.units, estimate.error], [expected["var_unit"], expected["var_error"]], rtol=1e-4)
    if "var_rater" in expected:
        assert_allclose(estimate.raters, expected["var_rater"], rtol=1e-4, atol=1e-6)
    for key, options in coefficients.items():
        assert_allclose(intraclass_correlation.of(moments, **options), expected[key], rtol=1e-4)


REML = json.loads((TESTS / "reference" / "variance_components.json").read_text())["cases"]


@pytest.mark.parametrize("case", REML, ids=lambda case: f"{len(case['ratings'])} x {len(case['ratings'][0])}")
def test_reml_is_that_of_lme4(case: dict[str, Any]) -> None:
    estimate = components(RatingMoments.from_wide(case["ratings"]), "two-way")
    for name, expected in case["expected"].items():
        assert_allclose(float(getattr(estimate, name)), expected, rtol=1e-5, atol=1e-8)


# -- identities ----------------------------------------------------------------------------------------------------


@given(rows=numeric_panels(complete=True, least=3))
@settings(derandomize=True, deadline=None, max_examples=25, database=None)
def test_reml_of_complete_ratings_is_that_of_mean_squares(rows: Any) -> None:
    moments = RatingMoments.from_wide(rows)
    plain = components(moments, "two-way")
    if not min(float(plain.units), float(plain.raters), float(plain.error)) > 1e-3:
        return
    estimate = reml(moments, "two-way")
    assert_allclose([estimate.units, estimate.error], [plain.units, plain.error], rtol=1e-6)


@pytest.mark.parametrize("model", ["one-way", "two-way"])
def test_reml_of_many_raters_is_that_of_mean_squares_where_ratings_are_complete(model: Any) -> None:
    rng = np.random.default_rng(40)
    rows = rng.normal(0, 1, (30, 1)) + rng.normal(0, 0.5, 40) + rng.normal(0, 1, (30, 40))
    moments = RatingMoments.from_wide(rows)
    by_reml, plain = reml(moments, model), components(moments, model)
    for part in ("units", "raters", "error"):
        assert_allclose(getattr(by_reml, part), getattr(plain, part), rtol=1e-5)


@every_form
@pytest.mark.parametrize("missing", [0.0, 0.2], ids=["complete", "gaps"])
def test_scale_place_order_of_raters_and_stacks_change_nothing(form: str, missing: float) -> None:
    rows, options = random_numbers(3, missing=missing), FORMS[form]
    value = intraclass_correlation(rows, **options)
    assert_allclose(intraclass_correlation(rows[:, ::-1] * -3 + 1e6, **options), value, rtol=1e-6)
    state = NumericRatings.from_wide(rows)
    stack = moved_by_each(state.moments(), state, slice(0, 6), -1.0)
    loop = [intraclass_correlation.of(stack[place], **options) for place in range(6)]
    assert_allclose(intraclass_correlation.of(stack, **options), loop, rtol=1e-6)


def test_two_columns_and_numeric_labels_are_panels() -> None:
    a, b = [1, 2, 4, 3, 5], [2, 2, 3, 3, 5]
    rows = np.column_stack([a, b])
    value = intraclass_correlation(rows)
    assert intraclass_correlation(a, b) == intraclass_correlation(rows, raters=["ann", "bob"]) == value
    assert intraclass_correlation(Ratings.from_wide(rows)) == pytest.approx(value, rel=1e-12)
    assert intraclass_correlation.interval(a, b) == intraclass_correlation.interval(rows)


# -- errors of measurement -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", cases_of_numbers("loam"), ids=lambda case: case["name"])
def test_measurement_error_is_that_of_loamr(case: dict[str, Any]) -> None:
    rows, expected = case["input"]["ratings"], case["expected"]
    limits = np.array([expected["sd_error"], *expected["sd_error_ci95"]])
    assert_allclose(limits_of(measurement_error.interval(rows, method="exact", **CONSISTENCY)), limits, rtol=1e-12)
    change = minimal_detectable_change.interval(rows, method="exact", **CONSISTENCY)
    assert_allclose(limits_of(change), limits * norm.ppf(0.975) * math.sqrt(2))


def test_measurement_error_of_two_raters_is_of_their_differences() -> None:
    a, b = random_numbers(31, 30, 2).T
    assert_allclose(measurement_error(a, b, type="consistency"), (a - b).std(ddof=1) / math.sqrt(2), rtol=1e-12)
    of_both = math.sqrt(np.mean((a - b) ** 2) / 2)
    assert_allclose(measurement_error(a, b), of_both, rtol=1e-12)
    assert_allclose(minimal_detectable_change(a, b, coverage=0.9), norm.ppf(0.95) * math.sqrt(2) * of_both)
    assert measurement_error([[1, 1], [2, 2]]) == 0


def test_measurement_error_of_agreement_is_for_raters_like_these() -> None:
    rows = np.add.outer(np.arange(6.0), [0.0, 1.0, 3.0, 3.5])  # raters alone differ: limits of their variance
    variance = np.var(rows[0], ddof=1)
    expected = np.sqrt(3 * variance / chi2.ppf([0.975, 0.025], 3))
    found = measurement_error.interval(rows)
    assert_allclose(limits_of(found), [np.sqrt(variance), *expected], rtol=1e-9)
    assert found.method == "adjusted Graybill-Wang, for raters like these"
    factor = minimal_detectable_change(rows) / measurement_error(rows)
    assert_allclose(minimal_detectable_change.interval(rows).high, factor * expected[1], rtol=1e-9)


@pytest.mark.parametrize("options", [{}, CONSISTENCY], ids=["agreement", "consistency"])
def test_limits_of_errors_with_heavy_tails_are_adjusted(options: dict[str, Any]) -> None:
    rows = _panel(NORMAL, TAILED)
    with pytest.warns(IntervalWarning, match="errors have heavier tails than normal ones"):
        exact = measurement_error.interval(rows, method="exact", **options)
    found = measurement_error.interval(rows, **options)
    assert found.reason is None
    assert found.low < exact.low < exact.high < found.high
    assert found.method == f"adjusted {exact.method}"
    for metric, method in ((measurement_error, None), (measurement_error, "exact"), (minimal_detectable_change, None)):
        with warnings.catch_warnings(action="ignore"):
            ends = metric.interval(rows, method=method, **options)
        for end, p_value in ((ends.low, 0.025), (ends.high, 0.975)):
            test = metric.test(rows, against=end, alternative="greater", method=method, **options)
            assert test.p_value == pytest.approx(p_value, rel=1e-9)
    assert measurement_error.test(rows, against=measurement_error(rows, **options), **options).p_value > 0.8
    assert 0 < measurement_error.test(rows, against=1e-9, method="exact", **CONSISTENCY).p_value < 1e-12
