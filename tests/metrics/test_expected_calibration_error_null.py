from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from concordant import calibration_curve, expected_calibration_error, expected_calibration_error_null
from concordant.errors import OptionError, UndefinedMetricWarning

ROOT = math.sqrt(2 / math.pi)


@pytest.mark.parametrize(
    ("y_prob", "value"),
    [
        ([0.5], ROOT * 0.5),
        ([0.0, 1.0], 0.0),  # nothing is left to chance
        ([0.1] * 4, ROOT * math.sqrt(0.36) / 4),
        ([0.1, 0.2, 0.3, 0.6, 0.7, 0.9], ROOT * (0.3 + 0.4 + 2 * math.sqrt(0.21) + math.sqrt(0.24) + 0.3) / 6),
    ],
)
def test_edges(y_prob: Any, value: float) -> None:
    for truth in (np.zeros(len(y_prob), np.int64), np.ones(len(y_prob), np.int64)):  # whatever the truth
        assert expected_calibration_error_null(truth, y_prob, labels=[0, 1]) == pytest.approx(value, rel=1e-14)


def test_no_rows_are_undefined() -> None:
    for norm in ("l1", "l2"):
        with pytest.warns(UndefinedMetricWarning, match=r"^expected_calibration_error_null: there are no rows$"):
            assert math.isnan(expected_calibration_error_null([], [], norm=norm))  # type: ignore[arg-type]


def test_weights_by_hand() -> None:
    found = expected_calibration_error_null([0, 1, 1], [0.2, 0.4, 0.8], n_bins=2, sample_weight=[0.5, 1.5, 3.0])
    assert found == pytest.approx(ROOT * (math.sqrt(0.08 + 0.36) + math.sqrt(0.48)) / 5, rel=1e-14)
    # a bin's square over its weight: 0.44 / 2 and 0.48 / 3
    squared = expected_calibration_error_null(
        [0, 1, 1], [0.2, 0.4, 0.8], n_bins=2, sample_weight=[0.5, 1.5, 3.0], norm="l2"
    )
    assert squared == pytest.approx(math.sqrt((0.22 + 0.16) / 5), rel=1e-14)


def test_it_follows_from_the_expected_errors_of_the_curve() -> None:
    rng = np.random.default_rng(61)
    truth, prob = rng.integers(0, 2, 300), rng.random(300)
    for options in ({}, {"n_bins": 4, "closed": "right"}, {"strategy": "quantile"}):
        curve = calibration_curve(truth, prob, **options)  # type: ignore[arg-type]
        expected = ROOT * np.average(curve.expected_error, weights=curve.weight)
        found = expected_calibration_error_null(truth, prob, **options)  # type: ignore[arg-type]
        assert found == pytest.approx(expected, rel=1e-13)


@pytest.mark.parametrize(("n", "published"), [(200, 0.0707), (1000, 0.0319), (5000, 0.0143)])
def test_mean_error_of_simulated_rows(n: int, published: float) -> None:
    # Uniform probabilities: sqrt(2/pi) sum over tenths of sqrt(integral of p (1 - p)) / sqrt(n) = 1.0089 / sqrt(n).
    rng = np.random.default_rng(n)
    prob = rng.random(n)
    tenths = [(b**2 / 2 - b**3 / 3) - (a**2 / 2 - a**3 / 3) for a, b in ((k / 10, (k + 1) / 10) for k in range(10))]
    limit = ROOT * np.sqrt(tenths).sum() / math.sqrt(n)
    assert limit == pytest.approx(published, abs=7e-4)
    found = expected_calibration_error_null(np.zeros(n, np.int64), prob, labels=[0, 1])
    assert found == pytest.approx(limit, rel=0.05)
    errors = [expected_calibration_error((rng.random(n) < prob).astype(np.int64), prob) for _ in range(300)]
    assert np.mean(errors) == pytest.approx(found, rel=0.05)


def test_it_shrinks_with_the_root_of_the_rows() -> None:
    rng = np.random.default_rng(62)
    prob = rng.random(100)
    one = expected_calibration_error_null([0, 1] * 50, prob)
    assert expected_calibration_error_null([0, 1] * 200, np.tile(prob, 4)) == pytest.approx(one / 2, rel=1e-13)


def test_a_norm_that_does_not_exist() -> None:
    for rows in (([0, 1], [0.2, 0.7]), ([0, 1, 2], np.eye(3))):
        with pytest.raises(OptionError, match=r"""^norm must be "l1" or "l2", not 'linf'\.$"""):
            expected_calibration_error_null(*rows, norm="linf")  # type: ignore[arg-type]
