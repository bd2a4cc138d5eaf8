from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy.stats import somersd
from sklearn.metrics import roc_auc_score

from concordant import accuracy_ratio, gini, roc_auc, somers_d
from concordant.errors import OptionError, UndefinedMetricWarning

from .cases import reference

SEEDED = [case for case in reference("curves") if "gini" in case]


@pytest.mark.parametrize(
    ("y_true", "y_score", "value"),
    [
        ([0, 1], [0.1, 0.2], 1.0),
        ([0, 1], [0.2, 0.1], -1.0),
        ([0, 1, 1], [3, 3, 3], 0.0),
        ([0, 1], [-math.inf, math.inf], 1.0),
        ([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], 0.5),
    ],
)
def test_edges(y_true: Any, y_score: Any, value: float) -> None:
    assert gini(y_true, y_score) == value


@pytest.mark.parametrize(
    ("rows", "reason"),
    [(([], []), "there are no rows"), (([1], [1]), "only the class 1 occurs in y_true")],
)
def test_without_both_classes_it_is_undefined(rows: Any, reason: str) -> None:
    with pytest.warns(UndefinedMetricWarning, match=f"^gini: {reason}$"):
        assert math.isnan(gini(*rows))


def test_it_is_the_difference_of_the_shares_of_pairs() -> None:
    rng = np.random.default_rng(151)
    truth, scores, weights = rng.integers(0, 2, 40), rng.integers(0, 8, 40), rng.random(40)
    pairs = [
        (weights[i] * weights[j], np.sign(scores[i] - scores[j]))
        for i in range(40)
        for j in range(40)
        if truth[i] > truth[j]
    ]
    expected = sum(w * sign for w, sign in pairs) / sum(w for w, _ in pairs)
    assert gini(truth, scores, sample_weight=weights) == pytest.approx(expected, rel=1e-12)


def test_it_is_somers_d_of_the_score_given_the_truth() -> None:
    rng = np.random.default_rng(152)
    truth, scores = rng.integers(0, 2, 60), rng.integers(0, 6, 60)
    assert gini(truth, scores) == pytest.approx(somersd(truth, scores).statistic, rel=1e-12)
    assert gini(truth, scores) != pytest.approx(somersd(scores, truth).statistic, rel=1e-2)
    assert somers_d is gini
    assert accuracy_ratio is gini


@pytest.mark.parametrize("case", SEEDED, ids=lambda case: case["name"])
def test_hmisc_gives_the_same(case: Any) -> None:
    # tests/reference/curves.R: Hmisc::somers2(score, truth)["Dxy"]
    assert gini(case["y_true"], case["y_score"]) == pytest.approx(case["gini"], rel=1e-12, abs=1e-14)


def test_scikit_learn_gives_the_auc_of_it() -> None:
    rng = np.random.default_rng(153)
    truth, scores = rng.integers(0, 3, 90), rng.dirichlet(np.ones(3), 90)
    for average in ("macro", "weighted"):
        for multi_class in ("ovr", "ovo"):
            expected = 2 * roc_auc_score(truth, scores, average=average, multi_class=multi_class) - 1
            found = gini(truth, scores, average=average, multi_class=multi_class)  # type: ignore[arg-type]
            assert found == pytest.approx(expected, rel=1e-10, abs=1e-12)


def test_a_number_for_undefined_classes_is_a_gini() -> None:
    truth, scores = [0, 1, 1], [[0.8, 0.2, 0.0], [0.9, 0.1, 0.0], [0.3, 0.5, 0.2]]
    values = gini(truth, scores, labels=[0, 1, 2], average=None, undefined=-0.25)
    assert values[2] == -0.25
    assert gini(truth, scores, labels=[0, 1, 2], undefined=-0.25) == pytest.approx(values.mean(), rel=1e-14)
    assert values[0] == 2 * roc_auc([1, 0, 0], [0.8, 0.9, 0.3]) - 1


def test_an_average_that_does_not_exist_is_refused() -> None:
    with pytest.raises(OptionError, match="average must be one of 'macro', 'micro', 'weighted', None, not 'binary'"):
        gini([0, 1], [1, 2], average="binary")
