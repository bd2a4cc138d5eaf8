from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from concordant import ace, adaptive_calibration_error, expected_calibration_error
from concordant.errors import OptionError, UndefinedMetricWarning

from .cases import reference

PEERS = reference("calibration_python")


@pytest.mark.parametrize(
    ("y_true", "y_prob", "value"),
    [
        ([1], [0.3], 0.7),
        ([1, 1], [0.3, 0.9], 0.4),  # one class
        ([0, 1], [0.0, 1.0], 0.0),  # perfect
        ([0, 1], [1.0, 0.0], 1.0),  # inverted
        ([0, 1, 1, 1], [0.5] * 4, 0.25),  # constant: one range
    ],
)
def test_edges(y_true: Any, y_prob: Any, value: float) -> None:
    assert adaptive_calibration_error(y_true, y_prob, labels=[0, 1]) == pytest.approx(value, rel=1e-14)


def test_no_rows_are_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^adaptive_calibration_error: there are no rows$"):
        assert math.isnan(adaptive_calibration_error([], []))


def test_six_rows_by_hand() -> None:
    # Pairs of rows: sums 0.3, 0.9, 1.6 against 0, 1, 2.
    rows = [0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.7, 0.9]
    assert adaptive_calibration_error(*rows, n_bins=3) == pytest.approx((0.3 + 0.1 + 0.4) / 6, rel=1e-14)
    assert ace is adaptive_calibration_error


def test_uneven_ranges_count_by_their_rows() -> None:
    # 0.01 is 8 of 10 rows, one range; its middle is at 40 percent. Plain means of the two ranges would give 0.355.
    rows = [0] * 8 + [1, 0], [0.01] * 8 + [0.8, 0.8]
    assert adaptive_calibration_error(*rows, n_bins=2) == pytest.approx((8 * 0.01 + 2 * 0.3) / 10, rel=1e-14)


def test_it_is_the_classwise_error_of_equal_mass() -> None:
    rng = np.random.default_rng(41)
    truth, prob, weights = rng.integers(0, 3, 200), rng.dirichlet([1, 1, 1], 200), rng.random(200)
    for average in ("macro", "micro", "weighted"):
        found = adaptive_calibration_error(truth, prob, average=average, n_bins=7, sample_weight=weights)  # type: ignore[arg-type]
        expected = expected_calibration_error(
            truth,
            prob,
            average=average,
            n_bins=7,
            strategy="quantile",
            sample_weight=weights,  # type: ignore[arg-type]
        )
        assert found == expected


def test_nixons_formula_without_ties() -> None:
    # ACE = 1/(K R) sum over classes and ranges |acc - conf|, ranges of equally many sorted predictions.
    rng = np.random.default_rng(42)
    n, ranges = 120, 8
    truth, prob = rng.integers(0, 3, n), rng.dirichlet([1, 1, 1], n)
    gaps = [
        abs((truth[part] == k).mean() - prob[part, k].mean())
        for k in range(3)
        for part in np.split(np.argsort(prob[:, k]), ranges)
    ]
    assert adaptive_calibration_error(truth, prob, n_bins=ranges) == pytest.approx(np.mean(gaps), rel=1e-13)


@pytest.mark.parametrize("case", PEERS[:-1], ids=lambda case: case["name"])
def test_values_of_netcal(case: Any) -> None:
    found = adaptive_calibration_error(case["y_true"], case["y_prob"])
    assert found == pytest.approx(case["netcal"]["ece of equal mass"], rel=1e-12)


def test_three_classes_of_netcal() -> None:
    case = PEERS[-1]
    found = adaptive_calibration_error(case["y_true"], case["y_prob"], average=None)
    assert_allclose(found, case["netcal"]["ece of equal mass of each class"], rtol=1e-12)
    assert adaptive_calibration_error(case["y_true"], case["y_prob"]) == pytest.approx(np.mean(found), rel=1e-14)


def test_n_bins_is_a_whole_number() -> None:
    with pytest.raises(OptionError, match=r"^n_bins must be a whole number of at least 1, not 0\.$"):
        adaptive_calibration_error([0, 1], [0.2, 0.7], n_bins=0)
