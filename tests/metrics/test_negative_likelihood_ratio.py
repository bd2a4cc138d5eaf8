from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import sklearn.metrics as sk

from concordant import negative_likelihood_ratio, positive_likelihood_ratio
from concordant.errors import UndefinedMetricWarning
from concordant.states import Counts

from .cases import random_labels, reference

TN, FP, FN, TP = 5, 3, 2, 7
CELLS = Counts.from_table([[TN, FP], [FN, TP]], ["healthy", "ill"])
R = [case for case in reference("screening") if "negative_likelihood_ratio" in case]
PYCM = reference("screening_python")


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0, 1], [0, 1], 0.0),
        ([0, 1], [1, 0], math.inf),
        ([0, 1], [0, 0], 1.0),  # constant
        ([0, 0, 1, 1], [1, 1, 0, 1], math.inf),  # no true negative: the limit
        ([0, 0, 1, 1], [0, 1, 1, 1], 0.0),
        ([0, 0, 1, 1], [0, 1, 0, 1], 1.0),
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert negative_likelihood_ratio(y_true, y_pred) == value


@pytest.mark.parametrize(
    ("y_true", "y_pred"), [([0, 0], [0, 1]), ([1, 1], [0, 1]), ([0, 1], [1, 1]), ([0], [0]), ([], [])]
)
def test_undefined_says_why(y_true: Any, y_pred: Any) -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(negative_likelihood_ratio(y_true, y_pred, labels=[0, 1]))
    assert str(caught[0].message) == (
        "negative_likelihood_ratio: the truth has only one class, or no row is predicted negative (positive class 1)"
    )


def test_the_four_cells() -> None:
    assert negative_likelihood_ratio.of(CELLS) == pytest.approx((FN / (TP + FN)) / (TN / (FP + TN)), rel=1e-14)
    assert negative_likelihood_ratio.of(CELLS, pos_label="healthy") == pytest.approx(
        (FP / (TN + FP)) / (TP / (FN + TP)), rel=1e-14
    )


def test_averages_by_hand() -> None:
    # class: (tp, fn, fp, tn) 0: (2, 1, 1, 3), 1: (1, 1, 1, 4), 2: (1, 1, 1, 4)
    truth, pred = [0, 0, 0, 1, 1, 2, 2], [0, 0, 1, 1, 2, 2, 0]
    each = [(1 / 3) / (3 / 4), (1 / 2) / (4 / 5), (1 / 2) / (4 / 5)]
    np.testing.assert_allclose(negative_likelihood_ratio(truth, pred, average=None), each, rtol=1e-14)
    assert negative_likelihood_ratio(truth, pred, average="macro") == pytest.approx(sum(each) / 3, rel=1e-14)
    assert negative_likelihood_ratio(truth, pred, average="weighted") == pytest.approx(
        (3 * each[0] + 4 * each[1]) / 7, rel=1e-14
    )
    assert negative_likelihood_ratio(truth, pred, average="micro") == pytest.approx((3 / 7) / (11 / 14), rel=1e-14)


@pytest.mark.parametrize("case", R, ids=lambda case: case["name"])
def test_epi_tests_of_epir(case: Any) -> None:
    assert negative_likelihood_ratio.of(Counts.from_table(case["table"])) == pytest.approx(
        case["negative_likelihood_ratio"], rel=1e-12
    )


@pytest.mark.parametrize("case", PYCM, ids=lambda case: case["name"])
def test_each_class_of_pycm(case: Any) -> None:
    expected = np.array([math.nan if x is None else x for x in case["each"]["negative_likelihood_ratio"]])
    found = negative_likelihood_ratio.of(Counts.from_table(case["table"]), average=None, undefined=math.nan)
    known = ~np.isnan(expected)  # pycm says "None" where the value is infinite
    np.testing.assert_allclose(found[known], expected[known], rtol=1e-12)
    assert not np.isfinite(found[~known]).any()


@pytest.mark.parametrize("weighted", [False, True])
def test_scikit_learn(weighted: bool) -> None:
    truth, pred, weights = random_labels(53, 200, 2)
    data: Any = {"sample_weight": weights} if weighted else {}
    expected = sk.class_likelihood_ratios(truth, pred, **data)[1]
    assert negative_likelihood_ratio(truth, pred, **data) == pytest.approx(expected, rel=1e-12)


def test_the_other_class_has_the_inverse_of_the_positive_ratio() -> None:
    truth, pred, _ = random_labels(54, 300, 2)
    assert negative_likelihood_ratio(truth, pred) == pytest.approx(
        1 / positive_likelihood_ratio(truth, pred, pos_label=0), rel=1e-12
    )
