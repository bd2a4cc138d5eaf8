"""Means over classes, correlation with the truth, and errors of ordered labels: edges, other packages, exact shares."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from metrics.cases import reference

from concordant import Counts, geometric_mean, matthews_correlation

# -- balanced accuracy -----------------------------------------------------------------------------------------------


# -- geometric mean --------------------------------------------------------------------------------------------------


def test_recalls_of_many_classes_do_not_underflow() -> None:
    # the product of 2000 recalls of one half is 0 in float64
    classes = np.repeat(np.arange(2000), 2)
    pred = np.where(np.arange(4000) % 2, classes, (classes + 1) % 2000)
    assert geometric_mean(classes, pred) == pytest.approx(0.5, rel=1e-12)


@pytest.mark.parametrize("case", reference("screening_python"), ids=lambda case: case["name"])
def test_weighted_geometric_mean_of_imbalanced_learn(case: Any) -> None:
    size = len(case["table"])
    repeats = np.ravel(case["table"])
    truth, pred = (np.repeat(x, repeats) for x in np.indices((size, size)).reshape(2, -1))
    weighted = geometric_mean(truth, pred, sample_weight=1 + np.arange(len(truth)) % 4)
    assert weighted == pytest.approx(case["geometric_mean_weighted"], rel=1e-12)


# -- Matthews correlation --------------------------------------------------------------------------------------------


def test_perfect_agreement_is_one_to_the_last_bit() -> None:
    # Not 1.0000000000000002, which the inverse hyperbolic tangent of an interval could not take.
    rng = np.random.default_rng(51)
    for _ in range(200):
        diagonal = np.diag(rng.integers(1, 10**6, rng.integers(2, 7)))
        assert matthews_correlation.of(Counts.from_table(diagonal)) == 1.0
        assert matthews_correlation.of(Counts.from_table(diagonal / 7)) == 1.0
        assert matthews_correlation.of(Counts.from_table(diagonal[:2, :2][::-1])) == -1.0


# -- mean absolute error of ordered labels ---------------------------------------------------------------------------
