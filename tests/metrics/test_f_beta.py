from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from concordant import f1, f_beta, precision, recall
from concordant.errors import OptionError, UndefinedMetricWarning
from concordant.states import Counts

from .cases import random_labels, reference


@pytest.mark.parametrize("beta", [0.5, 1, 2.0])
@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [([1], [1], 1.0), ([1], [0], 0.0), ([0], [1], 0.0), ([0, 1], [1, 0], 0.0), ([0, 1], [0, 1], 1.0)],
)
def test_edges(y_true: Any, y_pred: Any, value: float, beta: float) -> None:
    assert f_beta(y_true, y_pred, beta=beta) == value


@pytest.mark.parametrize("rows", [([], []), ([0], [0]), ([0, 0], [0, 0])])
def test_without_any_positive_it_is_undefined(rows: Any) -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^f_beta: no row is positive, neither in the truth nor in the"):
        assert math.isnan(f_beta(*rows, beta=2.0))


@pytest.mark.parametrize("beta", [-1, -0.001, math.inf, math.nan])
def test_a_beta_that_means_nothing_is_refused(beta: float) -> None:
    with pytest.raises(OptionError) as caught:
        f_beta([0, 1], [0, 1], beta=beta)
    assert str(caught.value) == f"beta must be a finite number of at least 0, not {beta!r}."


@pytest.mark.parametrize(
    ("beta", "value"), [(0.5, 1.25 * 2 / (1.25 * 2 + 0.25 * 3 + 1)), (2, 5 * 2 / (5 * 2 + 4 * 3 + 1))]
)
def test_by_hand(beta: float, value: float) -> None:
    counts = Counts.from_table([[4, 1], [3, 2]])  # precision 2/3, recall 2/5
    assert f_beta.of(counts, beta=beta) == pytest.approx(value, rel=1e-15)


def test_recall_counts_more_above_one() -> None:
    many_missed = Counts.from_table([[4, 1], [3, 2]])
    assert f_beta.of(many_missed, beta=2) < f1.of(many_missed) < f_beta.of(many_missed, beta=0.5)


@pytest.mark.parametrize("case", [x for x in reference("rates") if x["f2"] is not None], ids=lambda case: case["name"])
def test_f2_of_caret(case: Any) -> None:
    assert f_beta.of(Counts.from_table(case["table"]), beta=2) == pytest.approx(case["f2"], rel=1e-12)


@pytest.mark.parametrize("average", ["macro", "micro", "weighted", None])
def test_the_limits_are_precision_and_recall(average: Any) -> None:
    truth, pred, weights = random_labels(43, 300, 4)
    data = {"average": average, "sample_weight": weights}
    np.testing.assert_allclose(f_beta(truth, pred, beta=0, **data), precision(truth, pred, **data), rtol=1e-13)
    np.testing.assert_allclose(f_beta(truth, pred, beta=1e8, **data), recall(truth, pred, **data), rtol=1e-13)


def test_it_is_the_weighted_harmonic_mean_of_precision_and_recall() -> None:
    truth, pred, _ = random_labels(44, 300, 2)
    p, r = precision(truth, pred), recall(truth, pred)
    for beta in (0.3, 1.0, 4.0):
        expected = (1 + beta**2) / (1 / p + beta**2 / r)
        assert f_beta(truth, pred, beta=beta) == pytest.approx(expected, rel=1e-13)


@pytest.mark.parametrize("beta", [1e9, 1e155, 1e308])
def test_a_beta_without_end_is_the_recall(beta: float) -> None:
    truth, pred = [0, 1, 1, 0, 1], [0, 1, 0, 1, 0]
    assert f_beta(truth, pred, beta=beta) == pytest.approx(recall(truth, pred), rel=1e-12)
