from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import average_precision_score

from concordant import average_precision, average_precision_lift
from concordant.errors import OptionError, UndefinedMetricWarning


@pytest.mark.parametrize(
    ("y_true", "y_score", "value"),
    [
        ([1], [0.5], 1.0),
        ([0, 1], [0.1, 0.2], 2.0),  # perfect: 1 / prevalence
        ([0, 1, 0, 0], [1, 2, 1, 1], 4.0),
        ([0, 1], [0.2, 0.1], 1.0),
        ([0, 1, 0, 0], [7, 7, 7, 7], 1.0),
        ([1, 1, 0, 0], [1, 2, 3, 4], 5 / 6),
        ([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], 5 / 3),
    ],
)
def test_edges(y_true: Any, y_score: Any, value: float) -> None:
    assert average_precision_lift(y_true, y_score) == pytest.approx(value, rel=1e-15)


@pytest.mark.parametrize("rows", [([], []), ([0, 0], [1, 2])])
def test_without_positive_rows_it_is_undefined(rows: Any) -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^average_precision_lift: no row of y_true is positive \(1\)$"):
        assert math.isnan(average_precision_lift(*rows))


@pytest.mark.parametrize("weighted", [False, True])
def test_it_is_scikit_learns_average_precision_over_the_prevalence(weighted: bool) -> None:
    rng = np.random.default_rng(301)
    truth, scores = (rng.random(200) < 0.1).astype(int), rng.integers(0, 30, 200)
    weights = rng.random(200) if weighted else np.ones(200)
    expected = average_precision_score(truth, scores, sample_weight=weights) / np.average(truth, weights=weights)
    assert average_precision_lift(truth, scores, sample_weight=weights) == pytest.approx(expected, rel=1e-12)


def test_averages_are_of_the_lifts() -> None:
    rng = np.random.default_rng(302)
    truth, scores = rng.choice(3, 90, p=[0.6, 0.3, 0.1]), rng.random((90, 3))
    shares = np.bincount(truth) / 90
    each = average_precision(truth, scores, average=None) / shares
    assert average_precision_lift(truth, scores, average=None).tolist() == pytest.approx(each.tolist(), rel=1e-13)
    assert average_precision_lift(truth, scores) == pytest.approx(each.mean(), rel=1e-13)
    assert average_precision_lift(truth, scores, average="weighted") == pytest.approx(shares @ each, rel=1e-13)
    micro = average_precision(truth, scores, average="micro") * 3
    assert average_precision_lift(truth, scores, average="micro") == pytest.approx(micro, rel=1e-13)


def test_an_average_that_does_not_exist_is_refused() -> None:
    with pytest.raises(OptionError, match="average must be one of 'macro', 'micro', 'weighted', None, not 'samples'"):
        average_precision_lift.of(average_precision_lift.state([0, 1], [1, 2]), average="samples")
