from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from concordant import cohen_kappa, concordance_correlation
from concordant.errors import InputError, InputTypeError, MissingValuesError, ScoreError, UndefinedMetricWarning

from .cases import drawn, reference


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([1.0], [2.0], 0.0),  # one row: no spread
        ([1.0, 2.0], [1.0, 2.0], 1.0),
        ([-1.0, 1.0], [1.0, -1.0], -1.0),
        ([2.0, 2.0, 2.0], [1.0, 2.0, 3.0], 0.0),  # one rating constant
        ([2.0, 2.0], [3.0, 3.0], 0.0),  # both constant and not equal
        ([0, 1, 2], [True, False, True], 0.0),
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert concordance_correlation(y_true, y_pred) == value


@pytest.mark.parametrize(
    ("rows", "reason"),
    [(([], []), "there are no rows"), (([2.0], [2.0]), "both ratings are constant and equal (0/0)")],
)
def test_equal_constants_are_undefined(rows: Any, reason: str) -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(concordance_correlation(*rows))
    assert str(caught[0].message) == f"concordance_correlation: {reason}"


def test_a_shift_by_hand() -> None:
    # variances 5/4 each, covariance 5/4, shift 1/2: 2.5 / (2.5 + 0.25)
    assert concordance_correlation([1, 2, 3, 4], [1.5, 2.5, 3.5, 4.5]) == pytest.approx(2.5 / 2.75, rel=1e-15)


def test_a_stretch_by_hand() -> None:
    # variances 2/3 and 8/3, covariance 4/3, shift 0: (8/3) / (10/3)
    assert concordance_correlation([-1, 0, 1], [-2, 0, 2]) == pytest.approx(0.8, rel=1e-15)


def test_weights_repeat_rows() -> None:
    x, y = np.array([1.0, 2.5, 4.0]), np.array([1.5, 2.0, 5.0])
    weights = np.array([2, 0, 3])
    assert concordance_correlation(x, y, sample_weight=weights) == pytest.approx(
        concordance_correlation(np.repeat(x, weights), np.repeat(y, weights)), rel=1e-14
    )


@pytest.mark.parametrize("case", reference("concordance"), ids=lambda case: case["name"])
def test_concordance_of_epir(case: Any) -> None:
    found = concordance_correlation(case["y_true"], case["y_pred"])
    assert found == pytest.approx(case["concordance_correlation"], rel=1e-9)


def test_a_large_offset_does_not_cancel() -> None:
    rng = np.random.default_rng(61)
    x = rng.integers(0, 100, 1000) / 64
    y = x + rng.integers(-20, 20, 1000) / 64
    expected = concordance_correlation(x, y)
    # Sixty-fourths stay exact; what is left is the last digit of the means. Sums of squares would lose everything.
    for offset, tolerance in ((1e6, 1e-9), (1e9, 1e-6)):
        assert concordance_correlation(x + offset, y + offset) == pytest.approx(expected, rel=tolerance)


@given(pairs=st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=30))
@drawn
def test_of_whole_numbers_it_is_the_quadratic_weighted_kappa(pairs: Any) -> None:
    truth, pred = np.array(pairs).T
    options: dict[str, Any] = {"undefined": math.nan}
    assert concordance_correlation(truth, pred, **options) == pytest.approx(
        cohen_kappa(truth, pred, weights="quadratic", **options), rel=1e-12, abs=1e-14, nan_ok=True
    )


def test_it_is_pearson_times_the_bias_factor() -> None:
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
