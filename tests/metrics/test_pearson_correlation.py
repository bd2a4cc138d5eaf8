from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy.stats import pearsonr

from concordant import concordance_correlation, matthews_correlation, pearson_correlation
from concordant.errors import UndefinedMetricWarning
from concordant.states import Moments

from .cases import reference


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
def test_edges(first: Any, second: Any, value: float) -> None:
    first = np.array(first) / (1e100 if first[0] == 1e200 else 1)  # squares themselves must stay in the range
    if first[0] == 1e-200:
        first = first * 1e60
    assert pearson_correlation(first, second) == pytest.approx(value, rel=1e-13, abs=1e-15)


@pytest.mark.parametrize(
    ("first", "second", "reason"),
    [
        ([], [], "there are no rows"),
        ([1.0], [2.0], "y_true and y_pred are constant"),
        ([1, 1, 1], [1, 2, 3], "y_true is constant"),
        ([1, 2, 3], [0.1, 0.1, 0.1], "y_pred is constant"),
    ],
)
def test_without_spread_it_is_nan_and_says_which(first: Any, second: Any, reason: str) -> None:
    with pytest.warns(UndefinedMetricWarning, match=f"^pearson_correlation: {reason}$"):
        assert math.isnan(pearson_correlation(first, second))


def test_it_does_not_mind_a_shift_or_a_scale_as_agreement_does() -> None:
    rng = np.random.default_rng(1)
    first = rng.normal(0, 1, 50)
    second = first + rng.normal(0, 1, 50)
    plain = pearson_correlation(first, second)
    assert pearson_correlation(first, 3 * second + 100) == pytest.approx(plain, rel=1e-12)
    assert pearson_correlation(first, -second) == pytest.approx(-plain, rel=1e-12)
    assert concordance_correlation(first, 3 * second + 100) < 0.01
    assert abs(concordance_correlation(first, second)) <= abs(plain)


def test_of_two_labels_it_is_the_matthews_correlation() -> None:
    rng = np.random.default_rng(2)
    truth = rng.integers(0, 2, 100)
    pred = np.where(rng.random(100) < 0.7, truth, 1 - truth)
    assert pearson_correlation(truth, pred) == pytest.approx(matthews_correlation(truth, pred), rel=1e-12)


def test_scipy_gives_the_same_also_far_from_zero() -> None:
    rng = np.random.default_rng(3)
    first = 1e6 + rng.normal(0, 1, 200)
    second = first + rng.normal(0, 0.5, 200)
    assert pearson_correlation(first, second) == pytest.approx(pearsonr(first, second)[0], rel=1e-9)


def test_a_stack_leaves_nan_where_a_rating_is_constant() -> None:
    parts = [Moments.from_measurements([1.0, 2.0, 3.0], other) for other in ([1.0, 2.0, 2.0], [5.0, 5.0, 5.0])]
    with pytest.warns(UndefinedMetricWarning, match=r"^pearson_correlation: a rating is constant$"):
        found = pearson_correlation.of(Moments.stack(parts))
    np.testing.assert_allclose(found, [math.sqrt(3) / 2, np.nan], rtol=1e-14)


@pytest.mark.parametrize(
    "case", [x for x in reference("probabilities") if "pearson_correlation" in x], ids=lambda x: x["name"]
)
def test_cor_of_r_gives_the_same(case: Any) -> None:
    assert pearson_correlation(case["y_true"], case["y_pred"]) == pytest.approx(case["pearson_correlation"], rel=1e-9)
