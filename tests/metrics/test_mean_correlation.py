"""Mean correlations of raters: irr, scipy, and pairs that are left out."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from panels_of import cases_of_numbers, random_numbers
from scipy import stats

from concordant import kendall_w, mean_correlation
from concordant.errors import InputTypeError, OptionError, UndefinedMetricWarning
from concordant.metrics.agreement.correlations import pairs_of_each
from concordant.states import RatingMoments

NAN = float("nan")


@pytest.mark.parametrize("case", cases_of_numbers("ranks"), ids=lambda case: case["name"])
def test_ranks_beside_irr(case: dict[str, Any]) -> None:
    rows, expected = case["input"]["ratings"], case["expected"]
    assert_allclose(mean_correlation(rows), expected["mean_pearson"], rtol=1e-9)
    assert_allclose(mean_correlation(rows, kind="spearman"), expected["mean_spearman"], rtol=1e-9)
    assert_allclose(mean_correlation(rows, average="fisher"), expected["mean_pearson_fisher"], rtol=1e-9)
    fisher = mean_correlation(rows, kind="spearman", average="fisher")
    assert_allclose(fisher, expected["mean_spearman_fisher"], rtol=1e-9)


def test_rank_correlations_beside_scipy_and_kendall_w() -> None:
    rows = np.round(random_numbers(29, 25, 4) * 2)
    pairs = list(itertools.combinations(range(4), 2))
    tau = np.mean([stats.kendalltau(rows[:, g], rows[:, h]).statistic for g, h in pairs])
    assert_allclose(mean_correlation(rows, kind="kendall"), tau, rtol=1e-12)
    plain = random_numbers(30, 25, 4)  # no ties
    assert_allclose(mean_correlation(plain, kind="spearman"), (4 * kendall_w(plain) - 1) / 3, rtol=1e-12)


def test_pairs_that_are_left_out_are_named() -> None:
    with pytest.warns(UndefinedMetricWarning, match="2 of 3 pairs of raters have no correlation.*: 0 and 1; 0 and 2"):
        assert mean_correlation([[1, 2, 3], [1, 3, 4], [1, 5, 2]]) == pytest.approx(-0.6546536707)
    with pytest.raises(InputTypeError, match="RatingMoments hold their sums"):
        mean_correlation.of(RatingMoments.from_wide([[1, 2], [2, 3]]), kind="kendall")
    with pytest.raises(OptionError, match="Did you mean 'kendall'"):
        mean_correlation([[1, 2], [2, 3]], kind="kendal")


@pytest.mark.parametrize(("units", "raters"), [(12, 2), (40, 9), (249, 3), (252, 3), (700, 3)])
@pytest.mark.parametrize("labels", [3, 10_000])
def test_kendall_of_few_and_of_many_units_is_that_of_scipy(units: int, raters: int, labels: int) -> None:
    rng = np.random.default_rng(units)
    rows = rng.integers(0, labels, (units, 1)) + rng.integers(0, labels, (units, raters)) * 1.0
    rows[1:][rng.random((units - 1, raters)) < 0.2] = np.nan
    taus = [stats.kendalltau(a, b, nan_policy="omit").statistic for a, b in itertools.combinations(rows.T, 2)]
    assert mean_correlation(rows, kind="kendall") == pytest.approx(np.nanmean(taus), rel=1e-12)
    weights = rng.integers(1, 4, units)
    repeated = np.repeat(rows, weights, axis=0)
    value = mean_correlation(rows, kind="kendall", sample_weight=weights * 1.0)
    assert value == pytest.approx(mean_correlation(repeated, kind="kendall"), rel=1e-12)


def test_the_pairs_of_units_are_the_same_by_sorting() -> None:
    rng = np.random.default_rng(8)
    x, y = rng.integers(0, 12, (2, 300)) * 1.0
    sign = np.sign(x[:, None] - x), np.sign(y[:, None] - y)
    for weight, digits in ((rng.integers(1, 5, 300) * 1.0, 0.0), (rng.random(300), 1e-12)):
        expected = [(sign[0] * sign[1]) @ weight, abs(sign[0]) @ weight, abs(sign[1]) @ weight]
        assert_allclose(pairs_of_each(x, y, weight), expected, rtol=digits, atol=300 * digits)


@pytest.mark.parametrize("kind", ["pearson", "spearman", "kendall"])
def test_a_rater_who_rated_nothing_is_none_of_the_raters(kind: Any) -> None:
    matrix = np.random.default_rng(3).integers(0, 5, (12, 3)) * 1.0
    beside = np.insert(matrix, 1, np.nan, axis=1)
    assert mean_correlation(beside, kind=kind) == mean_correlation(matrix, kind=kind)
    found, expected = (mean_correlation.interval(one, kind=kind) for one in (beside, matrix))
    assert (found.low, found.high) == (expected.low, expected.high)
