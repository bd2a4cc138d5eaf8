"""Concordance, correlation and mean difference of two columns of numbers, and the concordance of a panel."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from metrics.cases import drawn, reference
from numpy.testing import assert_allclose
from scipy.stats import pearsonr
from support.samples import cases_of_numbers, random_numbers

from concordant import (
    cohen_kappa,
    concordance_correlation,
    conger_kappa,
    matthews_correlation,
    overall_concordance,
    pearson_correlation,
    standardized_mean_difference,
)
from concordant.errors import (
    InputError,
    InputTypeError,
    MissingValuesError,
    OptionError,
    ScoreError,
    UndefinedMetricWarning,
)
from concordant.metrics.definition.metric import Metric
from concordant.states import Moments


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([1.0], [2.0], 0.0),  # one row: no spread
        ([1.0, 2.0], [1.0, 2.0], 1.0),
        ([-1.0, 1.0], [1.0, -1.0], -1.0),
        ([2.0, 2.0, 2.0], [1.0, 2.0, 3.0], 0.0),  # one rating constant
        ([2.0, 2.0], [3.0, 3.0], 0.0),  # both constant and not equal
        ([0, 1, 2], [True, False, True], 0.0),
        ([1, 2, 3, 4], [1.5, 2.5, 3.5, 4.5], 2.5 / 2.75),  # variances and covariance 5/4, shift 1/2
        ([-1, 0, 1], [-2, 0, 2], 0.8),  # variances 2/3 and 8/3, covariance 4/3, shift 0
    ],
)
def test_concordance_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert concordance_correlation(y_true, y_pred) == pytest.approx(value, rel=1e-15)


@pytest.mark.parametrize(
    ("metric", "rows", "options", "reason"),
    [
        (concordance_correlation, ([], []), {}, "there are no rows"),
        (concordance_correlation, ([2.0], [2.0]), {}, "both ratings are constant and equal (0/0)"),
        (pearson_correlation, ([], []), {}, "there are no rows"),
        (pearson_correlation, ([1.0], [2.0]), {}, "y_true and y_pred are constant"),
        (pearson_correlation, ([1, 1, 1], [1, 2, 3]), {}, "y_true is constant"),
        (pearson_correlation, ([1, 2, 3], [0.1, 0.1, 0.1]), {}, "y_pred is constant"),
        (standardized_mean_difference, ([], []), {}, "there are no rows"),
        (standardized_mean_difference, ([1.0], [2.0]), {}, "a standard deviation needs more than one row"),
        (
            standardized_mean_difference,
            ([1.0, 2.0], [2.0, 3.0]),
            {"sample_weight": [0.5, 0.25]},
            "a standard deviation needs more than one row",
        ),
        (standardized_mean_difference, ([1, 1], [2, 2]), {}, "both ratings are constant"),
        (standardized_mean_difference, ([1, 1], [2, 3]), {"standardizer": "y_true"}, "y_true is constant"),
    ],
)
def test_without_spread_it_is_undefined_and_says_why(metric: Metric, rows: Any, options: Any, reason: str) -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(metric(*rows, **options))
    assert [str(warning.message) for warning in caught] == [f"{metric.name}: {reason}"]


@pytest.mark.parametrize("case", reference("concordance"), ids=lambda case: case["name"])
def test_concordance_of_epir(case: Any) -> None:
    value = concordance_correlation(case["y_true"], case["y_pred"])
    assert value == pytest.approx(case["concordance_correlation"], rel=1e-9)


def test_concordance_of_a_large_offset_does_not_cancel() -> None:
    rng = np.random.default_rng(61)
    x = rng.integers(0, 100, 1000) / 64
    y = x + rng.integers(-20, 20, 1000) / 64
    expected = concordance_correlation(x, y)
    # Sixty-fourths stay exact; what is left is the last digit of the means. Sums of squares would lose everything.
    for offset, tolerance in ((1e6, 1e-9), (1e9, 1e-6)):
        assert concordance_correlation(x + offset, y + offset) == pytest.approx(expected, rel=tolerance)


@given(pairs=st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=30))
@drawn
def test_concordance_of_whole_numbers_is_the_quadratic_weighted_kappa(pairs: Any) -> None:
    truth, pred = np.array(pairs).T
    options: dict[str, Any] = {"undefined": math.nan}
    assert concordance_correlation(truth, pred, **options) == pytest.approx(
        cohen_kappa(truth, pred, weights="quadratic", **options), rel=1e-12, abs=1e-14, nan_ok=True
    )


def test_concordance_is_pearson_times_the_bias_factor() -> None:
    # Lin 1989: C_b = 2 / (v + 1/v + u^2), v the ratio of scales, u the shift in units of them
    rng = np.random.default_rng(62)
    x = rng.normal(size=200)
    y = 0.6 * x + rng.normal(size=200) + 0.3
    v, u = x.std() / y.std(), (x.mean() - y.mean()) / math.sqrt(x.std() * y.std())
    expected = np.corrcoef(x, y)[0, 1] * 2 / (v + 1 / v + u * u)
    assert concordance_correlation(x, y) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    ("rows", "error", "message"),
    [
        (([1.0, math.nan], [1.0, 2.0]), MissingValuesError, "y_true has 1 missing"),
        (([1.0, math.inf], [1.0, 2.0]), ScoreError, "ratings must be finite; an infinite one occurs."),
        (([1.0, 2.0], [1.0]), InputError, "must have the same number of rows; they have 2 and 1"),
        ((["a", "b"], ["a", "b"]), ScoreError, "y_true must hold numbers"),
        ((np.eye(2), np.eye(2)), InputTypeError, "y_true must be one column of ratings"),
    ],
)
def test_what_is_no_rating_is_refused(rows: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        concordance_correlation(*rows)


@pytest.mark.parametrize(
    ("first", "second", "value"),
    [
        ([1, 2], [1, 2], 1.0),
        ([1, 2], [2, 1], -1.0),
        ([1, 2, 3], [10, 30, 50], 1.0),  # any rising line
        ([1, 2, 3, 4], [2, 1, 1, 2], 0.0),
        ([1, 2, 3, 4], [1, 3, 2, 5], 5.5 / math.sqrt(5 * 8.75)),
        ([1e200, 2e200, 3e200], [1, 2, 4], 1.5 / math.sqrt(7 / 3)),  # products out of range
        ([1e-200, 2e-200, 3e-200], [1e-90, 2e-90, 4e-90], 1.5 / math.sqrt(7 / 3)),
    ],
)
def test_pearson_correlation_edges(first: Any, second: Any, value: float) -> None:
    first = np.array(first) / (1e100 if first[0] == 1e200 else 1)  # squares themselves must stay in the range
    if first[0] == 1e-200:
        first = first * 1e60
    assert pearson_correlation(first, second) == pytest.approx(value, rel=1e-13, abs=1e-15)


def test_pearson_correlation_does_not_mind_a_shift_or_a_scale_as_concordance_does() -> None:
    rng = np.random.default_rng(1)
    first = 1e6 + rng.normal(0, 1, 50)
    second = first + rng.normal(0, 1, 50)
    expected = pearsonr(first, second)[0]
    assert pearson_correlation(first, second) == pytest.approx(expected, rel=1e-9)
    assert pearson_correlation(first, 3 * second + 100) == pytest.approx(expected, rel=1e-9)
    assert pearson_correlation(first, -second) == pytest.approx(-expected, rel=1e-9)
    assert concordance_correlation(first, 3 * second + 100) < 0.01
    assert abs(concordance_correlation(first, second)) <= abs(expected)


def test_pearson_correlation_of_two_labels_is_the_matthews_correlation() -> None:
    rng = np.random.default_rng(2)
    truth = rng.integers(0, 2, 100)
    pred = np.where(rng.random(100) < 0.7, truth, 1 - truth)
    assert pearson_correlation(truth, pred) == pytest.approx(matthews_correlation(truth, pred), rel=1e-12)


def test_pearson_correlation_of_a_stack_leaves_nan_where_a_rating_is_constant() -> None:
    parts = [Moments.from_measurements([1.0, 2.0, 3.0], other) for other in ([1.0, 2.0, 2.0], [5.0, 5.0, 5.0])]
    with pytest.warns(UndefinedMetricWarning, match=r"^pearson_correlation: a rating is constant$"):
        value = pearson_correlation.of(Moments.stack(parts))
    np.testing.assert_allclose(value, [math.sqrt(3) / 2, np.nan], rtol=1e-14)


@pytest.mark.parametrize(
    "case", [x for x in reference("probabilities") if "pearson_correlation" in x], ids=lambda x: x["name"]
)
def test_cor_of_r(case: Any) -> None:
    assert pearson_correlation(case["y_true"], case["y_pred"]) == pytest.approx(case["pearson_correlation"], rel=1e-9)


@pytest.mark.parametrize(
    ("first", "second", "pooled", "by_truth"),
    [
        ([1, 2], [1, 2], 0.0, 0.0),
        ([1, 3], [2, 4], 1 / math.sqrt(2), 1 / math.sqrt(2)),
        ([2, 4], [1, 3], -1 / math.sqrt(2), -1 / math.sqrt(2)),
        ([1, 3], [5, 5], 3.0, 3 / math.sqrt(2)),  # sqrt((2 + 0) / 2) and sqrt 2
        ([1, 2, 3, 4], [1.5, 2.0, 3.5, 5.0], 0.5 / math.sqrt((5 / 3 + 7.5 / 3) / 2), 0.5 / math.sqrt(5 / 3)),
    ],
)
def test_standardized_mean_difference_edges(first: Any, second: Any, pooled: float, by_truth: float) -> None:
    assert standardized_mean_difference(first, second) == pytest.approx(pooled, rel=1e-13)
    assert standardized_mean_difference(first, second, standardizer="y_true") == pytest.approx(by_truth, rel=1e-13)


def test_an_exchange_turns_the_sign_of_the_mean_difference_only_if_pooled() -> None:
    first, second = [1.0, 2.0, 4.0], [2.0, 2.0, 9.0]
    assert standardized_mean_difference(second, first) == -standardized_mean_difference(first, second)
    turned = standardized_mean_difference(second, first, standardizer="y_true")
    assert turned != pytest.approx(-standardized_mean_difference(first, second, standardizer="y_true"), rel=0.1)


def test_mean_differences_of_a_stack_of_moments_are_a_loop_over_them() -> None:
    parts = [
        Moments.from_measurements(*rows)
        for rows in (([1.0, 3.0], [2.0, 5.0]), ([1.0], [2.0]), ([1.0, 1.0], [4.0, 4.0]))
    ]
    for standardizer in ("pooled", "y_true"):
        options: Any = {"standardizer": standardizer, "undefined": math.nan}
        loop = [standardized_mean_difference.of(part, **options) for part in parts]
        assert np.isnan(loop).tolist() == [False, True, True]
        np.testing.assert_array_equal(standardized_mean_difference.of(Moments.stack(parts), **options), loop)


@pytest.mark.parametrize(
    "case", [x for x in reference("probabilities_python") if "pooled" in x], ids=lambda x: x["name"]
)
def test_mean_difference_of_rsmtool(case: Any) -> None:
    rows = case["y_true"], case["y_pred"]
    assert standardized_mean_difference(*rows) == pytest.approx(case["pooled"], rel=1e-12)
    assert standardized_mean_difference(*rows, standardizer="y_true") == pytest.approx(case["unpooled"], rel=1e-12)


@pytest.mark.parametrize("case", [x for x in reference("probabilities") if "by_truth" in x], ids=lambda x: x["name"])
def test_mean_difference_of_r(case: Any) -> None:
    rows = case["y_true"], case["y_pred"]
    assert standardized_mean_difference(*rows) == pytest.approx(case["standardized_mean_difference"], rel=1e-8)
    assert standardized_mean_difference(*rows, standardizer="y_true") == pytest.approx(case["by_truth"], rel=1e-8)


def test_another_standardizer_is_refused() -> None:
    message = r"^standardizer must be \"pooled\" or \"y_true\", not 'unpooled'\. Did you mean 'pooled'\?$"
    with pytest.raises(OptionError, match=message):
        standardized_mean_difference([1, 2], [2, 3], standardizer="unpooled")


def _concordance(rows: Any, ddof: int) -> float:
    c, m = np.cov(rows, rowvar=False, ddof=ddof), rows.mean(0)
    pairs = list(itertools.combinations(range(rows.shape[1]), 2))
    return float(2 * sum(c[g, h] for g, h in pairs) / sum(c[g, g] + c[h, h] + (m[g] - m[h]) ** 2 for g, h in pairs))


@pytest.mark.parametrize("case", cases_of_numbers("occc"), ids=lambda case: case["name"])
def test_overall_concordance_beside_epir(case: dict[str, Any]) -> None:
    rows = np.array(case["input"]["ratings"])
    assert_allclose(_concordance(rows, 1), case["expected"]["occc"], rtol=1e-9)  # epiR divides by n - 1
    assert_allclose(overall_concordance(rows), _concordance(rows, 0), rtol=1e-12)


def test_overall_concordance_of_two_is_that_of_lin_and_of_whole_numbers_a_kappa() -> None:
    a, b = random_numbers(26, 20, 2).T
    assert_allclose(overall_concordance(a, b), concordance_correlation(a, b), rtol=1e-12)
    rows = np.round(random_numbers(27, 20, 4))
    assert_allclose(overall_concordance(rows), conger_kappa(rows, weights="quadratic"), rtol=1e-12)


def test_overall_concordance_of_gaps_is_over_the_units_of_each_pair() -> None:
    rows = random_numbers(28, 20, 3, missing=0.3)
    above, below = 0.0, 0.0
    for g, h in itertools.combinations(range(3), 2):
        x, y = rows[~np.isnan(rows[:, [g, h]]).any(1)][:, [g, h]].T
        above += 2 * np.cov(x, y, ddof=0)[0, 1]
        below += x.var() + y.var() + (x.mean() - y.mean()) ** 2
    assert_allclose(overall_concordance(rows), above / below, rtol=1e-12)
