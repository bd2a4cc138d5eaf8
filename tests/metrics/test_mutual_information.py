from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import mutual_info_score

from concordant import mutual_information
from concordant.errors import UndefinedMetricWarning
from concordant.states import Counts

from .cases import random_labels, reference


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([1], [1], 0.0),
        ([1, 1, 1], [1, 1, 1], 0.0),
        ([0, 1, 0, 1], [0, 0, 0, 0], 0.0),
        ([0, 0, 1, 1], [0, 1, 0, 1], 0.0),
        ([0, 1], [0, 1], math.log(2)),
        ([0, 1], [1, 0], math.log(2)),  # always wrong in the same way tells as much
        (["a", "b", "c"], ["a", "b", "c"], math.log(3)),
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert mutual_information(y_true, y_pred) == pytest.approx(value, abs=1e-15)


def test_no_rows() -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^mutual_information: there are no rows$"):
        assert math.isnan(mutual_information([], []))


def test_four_rows_by_hand() -> None:
    # p = 1/2, 1/4, 1/4; margins 1/2 1/2 and 3/4 1/4: 1/2 log(4/3) + 1/4 log(2/3) + 1/4 log 2
    expected = math.log(4 / 3) / 2 + math.log(2 / 3) / 4 + math.log(2) / 4
    assert mutual_information([0, 0, 1, 1], [0, 0, 0, 1]) == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("case", reference("overall_python"), ids=lambda case: case["name"])
def test_pycm(case: Any) -> None:
    found = mutual_information(case["y_true"], case["y_pred"])
    assert found == pytest.approx(case["mutual_information"]["pycm"], rel=1e-12)


@pytest.mark.parametrize(("n", "classes"), [(30, 2), (500, 5), (3000, 12)])
def test_scikit_learn(n: int, classes: int) -> None:
    # sklearn.metrics.mutual_info_score, 1.9.1
    truth, pred, _ = random_labels(n, n, classes)
    assert mutual_information(truth, pred) == pytest.approx(mutual_info_score(truth, pred), rel=1e-10)


def test_it_is_half_the_likelihood_ratio_statistic_of_independence_per_row() -> None:
    # G^2 = 2 n I: scipy.stats.chi2_contingency(table, lambda_="log-likelihood"), an identity
    from scipy.stats import chi2_contingency

    table = np.array([[12, 5, 3], [4, 20, 6], [1, 7, 30]])
    statistic = chi2_contingency(table, correction=False, lambda_="log-likelihood").statistic
    assert mutual_information.of(Counts.from_table(table)) == pytest.approx(statistic / (2 * table.sum()), rel=1e-12)


def test_independent_columns_share_nothing_to_the_last_bit_but_rounding() -> None:
    table = np.outer([1, 7, 3], [2, 5, 11]) * 10**6
    assert 0 <= mutual_information.of(Counts.from_table(table)) < 1e-15
