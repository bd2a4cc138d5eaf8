from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import mannwhitneyu
from sklearn.metrics import auc

from concordant import roc_auc, roc_curve
from concordant.errors import (
    LengthError,
    MissingValuesError,
    OptionError,
    PositiveLabelError,
    ScoreError,
    UndefinedMetricWarning,
)

from .cases import assert_same, drawn, reference

# -- edges ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("y_true", "y_score", "value"),
    [
        ([0, 1], [0.1, 0.2], 1.0),
        ([0, 1], [0.2, 0.1], 0.0),
        ([0, 1, 1, 0], [3, 3, 3, 3], 0.5),  # constant
        ([0, 0, 1, 1], [1, 2, 3, 4], 1.0),
        ([1, 1, 0, 0], [1, 2, 3, 4], 0.0),
        ([0, 1, 0, 1], [-math.inf, math.inf, math.inf, 0.0], 0.625),
        ([0, 1], [-0.0, 0.0], 0.5),  # one number
        ([0, 1], [5e-324, 1e-323], 1.0),
        ([False, True], [0, 1], 1.0),
        ([-1, 1, 1], [1, 2, 0], 0.5),
    ],
)
def test_edges(y_true: Any, y_score: Any, value: float) -> None:
    assert roc_auc(y_true, y_score) == value


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (([], []), "there are no rows"),
        (([1], [0.5]), "only the class 1 occurs in y_true"),
        (([0, 0], [0.5, 0.1]), "only the class 0 occurs in y_true"),
        (([True, True], [0.5, 0.1]), "only the class True occurs in y_true"),
    ],
)
def test_one_class_is_undefined(rows: Any, reason: str) -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(roc_auc(*rows))
    assert str(caught[0].message) == f"roc_auc: {reason}"


@pytest.mark.parametrize(
    ("rows", "error", "message"),
    [
        (([0, 1], [0.1, math.nan]), MissingValuesError, r"^y_score has 1 missing \(the first in row 1\)\."),
        (([0, 1, 2], [0.1, 0.2, 0.3]), LengthError, "y_true has 3 classes .* but y_score is one column"),
        (([0, 1], [0.1]), LengthError, "must have the same number of rows; they have 2 and 1"),
        ((["no", "yes"], [0.1, 0.2]), PositiveLabelError, "which of 'no' and 'yes' is the positive class"),
        (([0, 1], ["low", "high"]), ScoreError, "y_score must hold numbers"),
    ],
)
def test_what_cannot_be_ranked_is_refused(rows: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        roc_auc(*rows)


@pytest.mark.parametrize("scores", [[0.1, 0.9], [[0.9, 0.1], [0.1, 0.9]]])
def test_options_that_do_not_exist_are_refused(scores: Any) -> None:
    with pytest.raises(OptionError, match="average must be one of 'macro', 'micro', 'weighted', None, not 'binary'"):
        roc_auc([0, 1], scores, average="binary")
    with pytest.raises(OptionError, match=r"^multi_class must be .*, not 'all'\.$"):
        roc_auc([0, 1], scores, multi_class="all")


def test_pairs_of_classes_have_no_micro_average() -> None:
    with pytest.raises(OptionError) as caught:
        roc_auc([0, 1, 2], np.eye(3), multi_class="ovo", average="micro")
    assert str(caught.value) == 'multi_class="ovo" takes average="macro", "weighted" or None, not \'micro\'.'


# -- by hand -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scores", [[0.5, 0.25, 0.2, 0.3, 0.1], [100, 25, 20, 30, 10]])
def test_only_the_order_counts(scores: Any) -> None:
    assert roc_auc([1, 0, 1, 1, 0], scores) == pytest.approx(5 / 6, rel=1e-15)


def test_an_imbalanced_example_of_31_rows() -> None:
    # Ranked from the top, the positives stand at places 3, 4, 6 and 9 of 31, counted from 1, and the scores fall in
    # equal steps from .9 to .1. Above them stand 2, 2, 3 and 5 of the 27 negatives: (25 + 25 + 24 + 22) / (4 * 27).
    truth = np.zeros(31, dtype=np.int64)
    truth[np.array([3, 4, 6, 9]) - 1] = 1
    assert roc_auc(truth, np.linspace(0.9, 0.1, 31)) == pytest.approx(0.888888888888889, rel=1e-14)


def test_a_small_difference_is_enough() -> None:
    assert roc_auc([1, 1, 0, 0, 0], [0.52, 0.52, 0.51, 0.51, 0.51]) == 1.0


def test_eight_rows_in_two_blocks() -> None:
    assert roc_auc([0, 0, 1, 1, 0, 0, 1, 1], [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]) == 0.75


TWENTY = [x == "P" for x in "PPNPPPNNPNPNPNNNPNPN"]
SCORES = [
    0.9,
    0.8,
    0.7,
    0.6,
    0.55,
    0.51,
    0.49,
    0.43,
    0.42,
    0.39,
    0.33,
    0.31,
    0.23,
    0.22,
    0.19,
    0.15,
    0.12,
    0.11,
    0.04,
    0.01,
]


def test_twenty_rows_by_hand() -> None:
    assert roc_auc(TWENTY, SCORES) == pytest.approx(0.68, rel=1e-14)
    assert roc_auc(np.where(TWENTY, "P", "N"), SCORES, pos_label="P") == pytest.approx(0.68, rel=1e-14)
    assert roc_auc(np.where(TWENTY, "P", "N"), SCORES, labels=["P", "N"]) == pytest.approx(0.32, rel=1e-14)


def test_three_classes_by_hand() -> None:
    truth = [0, 1, 2, 1]
    rows = [[0.34, 0.33, 0.33], [0.4, 0.29, 0.32], [0.33, 0.35, 0.33], [0.34, 0.33, 0.33]]
    # Scores, not probabilities: the second row sums to 1.01.
    np.testing.assert_allclose(roc_auc(truth, rows, average=None), [0.5, 0.125, 0.6666666666666667], rtol=1e-15)
    assert roc_auc(truth, rows) == pytest.approx(0.4305555555555556, rel=1e-15)


def test_pairs_of_classes_by_hand() -> None:
    truth = [0, 0, 1, 2]
    rows = [[5, 1, 4], [2, 2, 3], [3, 3, 1], [1, 2, 2]]
    # (0, 1): by score 0 rows 5, 2 above 3: 1/2; by score 1 row 3 above 1, 2: 1. (0, 2): 1 and 0. (1, 2): 1 and 1.
    np.testing.assert_allclose(roc_auc(truth, rows, multi_class="ovo", average=None), [0.75, 0.5, 1.0])
    assert roc_auc(truth, rows, multi_class="ovo") == pytest.approx(0.75)
    assert roc_auc(truth, rows, multi_class="ovo", average="weighted") == pytest.approx((3 * 0.75 + 3 * 0.5 + 2) / 8)


# -- third party ---------------------------------------------------------------------------------------------------

RANKED = [case for case in reference("ranking") if "roc_auc" in case]


@pytest.mark.parametrize("case", RANKED, ids=lambda case: case["name"])
def test_auc_of_proc(case: Any) -> None:
    assert roc_auc(case["y_true"], case["y_score"]) == pytest.approx(case["roc_auc"], rel=1e-12)


def test_hand_and_till_of_proc() -> None:
    case = next(case for case in reference("ranking") if case["name"] == "hand_till")
    found = roc_auc(case["y_true"], case["y_score"], multi_class="ovo")
    assert found == pytest.approx(case["roc_auc_ovo"], rel=1e-12)


# -- identities ----------------------------------------------------------------------------------------------------


def some_rows(seed: int, n: int = 300) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, n)
    return truth, np.round(rng.normal(size=n) + truth, 1), rng.random(n)


def test_it_is_the_mann_whitney_u_over_the_number_of_pairs() -> None:
    truth, scores, _ = some_rows(81)
    up, down = scores[truth == 1], scores[truth == 0]
    u = mannwhitneyu(up, down).statistic
    assert roc_auc(truth, scores) == pytest.approx(u / (len(up) * len(down)), rel=1e-13)


def test_it_is_the_share_of_concordant_pairs_also_with_weights() -> None:
    truth, scores, weights = some_rows(82)
    step = np.sign(np.subtract.outer(scores[truth == 1], scores[truth == 0]))
    pairs = np.multiply.outer(weights[truth == 1], weights[truth == 0])
    expected = ((step + 1) / 2 * pairs).sum() / pairs.sum()
    assert roc_auc(truth, scores, sample_weight=weights) == pytest.approx(expected, rel=1e-12)


def test_it_is_the_area_under_the_curve_by_trapezoids() -> None:
    truth, scores, weights = some_rows(83)
    fpr, tpr, _ = roc_curve(truth, scores, sample_weight=weights)
    assert roc_auc(truth, scores, sample_weight=weights) == pytest.approx(auc(fpr, tpr), rel=1e-12)


def test_turning_the_scores_or_the_classes_round_gives_one_minus_it() -> None:
    truth, scores, _ = some_rows(84)
    value = roc_auc(truth, scores)
    assert roc_auc(truth, -scores) == pytest.approx(1 - value, rel=1e-13)
    assert roc_auc(1 - truth, scores) == pytest.approx(1 - value, rel=1e-13)
    assert roc_auc(truth, scores, pos_label=0) == pytest.approx(1 - value, rel=1e-13)


def test_two_columns_of_two_classes_are_the_column_of_the_positive_one() -> None:
    truth, scores, _ = some_rows(85)
    assert roc_auc(truth, np.stack([-scores, scores], 1)) == roc_auc(truth, scores)
    assert roc_auc(truth, np.stack([-scores, scores], 1), pos_label=0) == roc_auc(truth, scores)


@given(
    rows=st.lists(st.tuples(st.integers(0, 1), st.integers(-3, 3), st.sampled_from([0.0, 0.25, 1.0, 3.0])), max_size=20)
)
@drawn
def test_the_shortcut_is_the_formula_on_the_curve(rows: Any) -> None:
    truth, scores, weights = np.array(rows, dtype=np.float64).reshape(-1, 3).T
    truth = truth.astype(np.int64)
    choices: list[dict[str, Any]] = [{}, {"sample_weight": weights}]
    for data in choices:
        oracle = roc_auc.of(roc_auc.state(truth, scores, **data), undefined=math.nan)
        assert_same(roc_auc(truth, scores, undefined=math.nan, **data), oracle, rows, rtol=1e-12)
        assert_same(roc_auc(truth, scores.astype(np.float32), undefined=math.nan, **data), oracle, rows, rtol=1e-12)


def test_pairs_of_classes_do_not_depend_on_how_frequent_the_classes_are() -> None:
    rng = np.random.default_rng(86)
    truth, scores = rng.integers(0, 3, 90), rng.integers(0, 9, (90, 3))
    many = np.repeat(np.arange(90), np.array([1, 7, 3])[truth])
    value = roc_auc(truth, scores, multi_class="ovo")
    assert roc_auc(truth[many], scores[many], multi_class="ovo") == pytest.approx(value, rel=1e-13)
    assert abs(roc_auc(truth[many], scores[many]) - roc_auc(truth, scores)) > 1e-3
