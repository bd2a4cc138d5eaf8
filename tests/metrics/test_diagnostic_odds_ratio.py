from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from concordant import diagnostic_odds_ratio, negative_likelihood_ratio, positive_likelihood_ratio
from concordant.errors import UndefinedMetricWarning
from concordant.states import Counts

from .cases import random_labels, reference

TN, FP, FN, TP = 5, 3, 2, 7
CELLS = Counts.from_table([[TN, FP], [FN, TP]], ["healthy", "ill"])
R = [case for case in reference("screening") if "diagnostic_odds_ratio" in case]
PYCM = reference("screening_python")


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0, 1], [0, 1], math.inf),
        ([0, 1], [1, 0], 0.0),
        ([0, 0, 1, 1], [0, 0, 0, 1], math.inf),  # no false positive: the limit
        ([0, 0, 1, 1], [0, 1, 0, 0], 0.0),
        ([0, 0, 1, 1], [0, 1, 0, 1], 1.0),
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert diagnostic_odds_ratio(y_true, y_pred) == value


@pytest.mark.parametrize(
    ("y_true", "y_pred"), [([0, 0], [0, 1]), ([1, 1], [0, 1]), ([0, 1], [0, 0]), ([0, 1], [1, 1]), ([0], [0]), ([], [])]
)
def test_undefined_says_why(y_true: Any, y_pred: Any) -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(diagnostic_odds_ratio(y_true, y_pred, labels=[0, 1]))
    assert str(caught[0].message) == (
        "diagnostic_odds_ratio: truth or prediction has only one class (positive class 1)"
    )


def test_the_four_cells() -> None:
    assert diagnostic_odds_ratio.of(CELLS) == pytest.approx(TP * TN / (FP * FN), rel=1e-14)
    assert diagnostic_odds_ratio.of(CELLS, pos_label="healthy") == pytest.approx(TP * TN / (FP * FN), rel=1e-14)


def test_averages_by_hand() -> None:
    # class: (tp, fn, fp, tn) 0: (2, 1, 1, 3), 1: (1, 1, 1, 4), 2: (1, 1, 1, 4)
    truth, pred = [0, 0, 0, 1, 1, 2, 2], [0, 0, 1, 1, 2, 2, 0]
    np.testing.assert_allclose(diagnostic_odds_ratio(truth, pred, average=None), [6, 4, 4], rtol=1e-14)
    assert diagnostic_odds_ratio(truth, pred, average="macro") == pytest.approx(14 / 3, rel=1e-14)
    assert diagnostic_odds_ratio(truth, pred, average="weighted") == pytest.approx((3 * 6 + 4 * 4) / 7, rel=1e-14)
    assert diagnostic_odds_ratio(truth, pred, average="micro") == pytest.approx(4 * 11 / 9, rel=1e-14)


def test_products_of_large_counts_do_not_overflow() -> None:
    assert diagnostic_odds_ratio.of(Counts.from_table([[3 * 10**15, 10**15], [10**15, 2 * 10**15]])) == pytest.approx(
        6, rel=1e-15
    )


@pytest.mark.parametrize("case", R, ids=lambda case: case["name"])
def test_epi_tests_of_epir(case: Any) -> None:
    assert diagnostic_odds_ratio.of(Counts.from_table(case["table"])) == pytest.approx(
        case["diagnostic_odds_ratio"], rel=1e-12
    )


@pytest.mark.parametrize("case", R, ids=lambda case: case["name"])
def test_oddsratio_of_vcd(case: Any) -> None:
    assert diagnostic_odds_ratio.of(Counts.from_table(case["table"])) == pytest.approx(
        case["diagnostic_odds_ratio_vcd"], rel=1e-10
    )


@pytest.mark.parametrize("case", PYCM, ids=lambda case: case["name"])
def test_each_class_of_pycm(case: Any) -> None:
    expected = np.array([math.nan if x is None else x for x in case["each"]["diagnostic_odds_ratio"]])
    found = diagnostic_odds_ratio.of(Counts.from_table(case["table"]), average=None, undefined=math.nan)
    known = ~np.isnan(expected)  # pycm divides the likelihood ratios: "None" where one of them is infinite
    np.testing.assert_allclose(found[known], expected[known], rtol=1e-12)
    assert set(found[~known].tolist()) <= {0.0, math.inf}


def test_it_is_the_quotient_of_the_likelihood_ratios() -> None:
    truth, pred, weights = random_labels(55, 300, 4)
    data: Any = {"sample_weight": weights, "average": None}
    expected = positive_likelihood_ratio(truth, pred, **data) / negative_likelihood_ratio(truth, pred, **data)
    np.testing.assert_allclose(diagnostic_odds_ratio(truth, pred, **data), expected, rtol=1e-12)
