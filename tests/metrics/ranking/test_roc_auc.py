""""""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from metrics.cases import assert_same, drawn, reference
from scipy.integrate import trapezoid
from scipy.stats import mannwhitneyu, somersd
from sklearn.metrics import auc, roc_auc_score

from concordant import accuracy_ratio, gini, hand_till_auc, partial_auc, roc_auc, roc_curve, somers_d
from concordant.errors import (
    LabelError,
    LengthError,
    MissingValuesError,
    OptionError,
    PositiveLabelError,
    ScoreError,
    UndefinedMetricWarning,
)

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
def test_roc_auc_edges(y_true: Any, y_score: Any, value: float) -> None:
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


PARTIAL_AUC_SEEDED = [case for case in reference("curves") if "partial" in case]


@pytest.mark.parametrize(
    ("y_true", "y_score", "raw"),
    [
        ([0, 1], [0.1, 0.2], 0.25),  # perfect: the whole strip
        ([0, 1], [0.2, 0.1], 0.0),  # inverted
        ([0, 1], [0.2, 0.2], 0.25**2 / 2),  # constant: the triangle under the diagonal
        ([0, 1], [-math.inf, math.inf], 0.25),
    ],
)
def test_partial_auc_edges(y_true: Any, y_score: Any, raw: float) -> None:
    assert partial_auc(y_true, y_score, max_fpr=0.25, corrected=False) == raw
    assert partial_auc(y_true, y_score, fpr=(0, 0.25), corrected=False) == raw


@pytest.mark.parametrize("limits", [{"max_fpr": 0.2}, {"fpr": (0.3, 0.9)}, {"tpr": (0.8, 1)}, {"tpr": (0, 0.4)}])
def test_the_correction_puts_chance_at_one_half_and_perfect_at_one(limits: Any) -> None:
    assert partial_auc([0, 1, 0], [1, 1, 1], **limits) == pytest.approx(0.5, rel=1e-14)
    assert partial_auc([0, 1, 0], [1, 2, 1], **limits) == pytest.approx(1, rel=1e-14)


@pytest.mark.parametrize(
    ("rows", "reason"),
    [(([], []), "there are no rows"), (([1, 1], [1, 2]), "only the class 1 occurs in y_true")],
)
def test_partial_auc_without_both_classes_it_is_undefined(rows: Any, reason: str) -> None:
    with pytest.warns(UndefinedMetricWarning, match=f"^partial_auc: {reason}$"):
        assert math.isnan(partial_auc(*rows, max_fpr=0.5))


def test_by_hand() -> None:
    # ROC: (0, 0) (0, .5) (.5, .5) (.5, 1) (1, 1)
    rows = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]
    assert partial_auc(*rows, max_fpr=0.5, corrected=False) == 0.25
    assert partial_auc(*rows, fpr=(0.5, 1), corrected=False) == 0.5
    assert partial_auc(*rows, fpr=(0.25, 0.75), corrected=False) == 0.375
    assert partial_auc(*rows, tpr=(0, 0.5), corrected=False) == 0.5
    assert partial_auc(*rows, tpr=(0.25, 0.75), corrected=False) == 0.375
    assert partial_auc(*rows, max_fpr=0.5) == pytest.approx((1 + (0.25 - 0.125) / (0.5 - 0.125)) / 2)


def test_a_limit_within_a_tie_cuts_the_straight_line() -> None:
    # ROC: (0, 0) (.5, 1) (1, 1): at .25 the line is at .5
    rows = [1, 0, 0], [2, 2, 1]
    assert partial_auc(*rows, max_fpr=0.25, corrected=False) == 0.0625
    assert partial_auc(*rows, fpr=(0.25, 0.5), corrected=False) == 0.1875
    assert partial_auc(*rows, tpr=(0.5, 1), corrected=False) == 0.5 * 0.625


def test_it_can_be_below_zero_where_the_range_is_on_the_right() -> None:
    assert partial_auc([1, 0, 0, 0], [1, 2, 2, 2], fpr=(0.6, 1)) == pytest.approx((1 - 0.32 / 0.08) / 2)


def test_the_parts_of_the_range_add_up_to_the_area() -> None:
    rng = np.random.default_rng(131)
    truth, scores, weights = rng.integers(0, 2, 90), rng.integers(0, 15, 90), rng.random(90)
    whole = roc_auc(truth, scores, sample_weight=weights)
    for axis in ("fpr", "tpr"):
        cuts = (0, 0.013, 0.5, 0.77, 1)
        parts = [
            partial_auc(truth, scores, sample_weight=weights, corrected=False, **{axis: limits})  # type: ignore[arg-type]
            for limits in itertools.pairwise(cuts)
        ]
        assert sum(parts) == pytest.approx(whole, rel=1e-13)
    assert partial_auc(truth, scores, sample_weight=weights, fpr=(0, 1)) == pytest.approx(whole, rel=1e-13)


def test_it_is_the_integral_of_the_curve_on_a_fine_grid() -> None:
    rng = np.random.default_rng(132)
    truth, scores = rng.integers(0, 2, 70), rng.integers(0, 5, 70)
    curve = roc_curve(truth, scores)
    grid = np.linspace(0.13, 0.61, 200_001)
    expected = trapezoid(np.interp(grid, curve.fpr, curve.tpr), grid)
    assert partial_auc(truth, scores, fpr=(0.13, 0.61), corrected=False) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("case", PARTIAL_AUC_SEEDED, ids=lambda case: case["name"])
def test_proc_gives_the_same_on_both_axes(case: Any) -> None:
    # tests/reference/curves.R: pROC::auc(partial.auc, partial.auc.focus, partial.auc.correct)
    rows = case["y_true"], case["y_score"]
    for part in case["partial"]:
        limits = {part["axis"]: (part["low"], part["high"])}
        assert partial_auc(*rows, corrected=False, **limits) == pytest.approx(part["raw"], rel=1e-12)
        found = partial_auc(*rows, **limits)
        if part["corrected"] is None:  # pROC stops below the diagonal
            assert found < 0.5
        else:
            assert found == pytest.approx(part["corrected"], rel=1e-12)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("max_fpr", [0.001, 0.1, 1 / 3, 0.9, 1])
def test_partial_auc_scikit_learn_gives_the_same(max_fpr: float, weighted: bool) -> None:
    rng = np.random.default_rng(133)
    truth = rng.integers(0, 2, 300)
    weights = rng.random(300) if weighted else None
    for scores in (rng.normal(size=300) + truth, rng.integers(0, 6, 300) + truth):
        expected = roc_auc_score(truth, scores, max_fpr=max_fpr, sample_weight=weights)
        assert partial_auc(truth, scores, max_fpr=max_fpr, sample_weight=weights) == pytest.approx(expected, rel=1e-12)


def test_averages_are_over_the_classes_against_the_rest() -> None:
    rng = np.random.default_rng(134)
    truth, scores = rng.integers(0, 3, 80), rng.random((80, 3))
    each = [partial_auc((truth == k).astype(int), scores[:, k], tpr=(0.5, 1)) for k in range(3)]
    assert partial_auc(truth, scores, tpr=(0.5, 1), average=None).tolist() == each
    assert partial_auc(truth, scores, tpr=(0.5, 1)) == pytest.approx(np.mean(each), rel=1e-14)
    shares = np.bincount(truth) / 80
    assert partial_auc(truth, scores, tpr=(0.5, 1), average="weighted") == pytest.approx(shares @ each, rel=1e-14)
    pooled = partial_auc(np.eye(3, dtype=int)[truth].ravel(), scores.ravel(), tpr=(0.5, 1))
    assert partial_auc(truth, scores, tpr=(0.5, 1), average="micro") == pytest.approx(pooled, rel=1e-14)


@pytest.mark.parametrize("options", [{}, {"max_fpr": 0.1, "tpr": (0.5, 1)}])
def test_exactly_one_range_is_needed(options: Any) -> None:
    with pytest.raises(OptionError, match=r"^partial_auc needs one range: max_fpr=0.1, fpr=\(low, high\) or tpr="):
        partial_auc([0, 1], [1, 2], **options)


@pytest.mark.parametrize("limits", [(0.5, 0.5), (0.6, 0.5), (-0.1, 0.5), (0, 1.1), (0, math.nan), 0.5, (0, 0.5, 1)])
def test_a_range_that_is_none_is_refused(limits: Any) -> None:
    for axis in ("fpr", "tpr"):
        with pytest.raises(OptionError, match=rf"^{axis} must be two numbers with 0 <= low < high <= 1, such as"):
            partial_auc([0, 1], [1, 2], **{axis: limits})


@pytest.mark.parametrize("max_fpr", [0, 1.5, -0.1, math.nan, True, "0.1"])
def test_a_greatest_rate_that_is_none_is_refused(max_fpr: Any) -> None:
    with pytest.raises(OptionError, match=r"^max_fpr must be a number above 0 and at most 1, not "):
        partial_auc([0, 1], [1, 2], max_fpr=max_fpr)


def test_the_signature_names_the_range() -> None:
    found = partial_auc.signature(partial_auc.state([0, 1], [1, 2]), fpr=(0.0, 0.25))
    assert found.startswith("partial_auc|corrected:True|fpr:0.0,0.25|labels:0,1|n:2|")


HAND_TILL_AUC_SEEDED = [case for case in reference("curves") if "hand_till" in case]


def direct(truth: Any, scores: Any, weights: Any) -> Any:
    """A(i|j) of all ordered pairs, pair of rows by pair of rows."""
    classes = scores.shape[1]
    over = np.full((classes, classes), np.nan)
    for i in range(classes):
        for j in range(classes):
            first, second = np.flatnonzero(truth == i), np.flatnonzero(truth == j)
            wins = (scores[first, i][:, None] > scores[second, i]) + 0.5 * (
                scores[first, i][:, None] == scores[second, i]
            )
            pairs = weights[first][:, None] * weights[second]
            if i != j and pairs.sum():
                over[i, j] = (wins * pairs).sum() / pairs.sum()
    return over


@pytest.mark.parametrize(
    ("y_true", "scores", "value"),
    [
        ([0, 1, 2], np.eye(3), 1.0),
        ([0, 1, 2], 1 - np.eye(3), 0.0),
        ([0, 1, 2], np.ones((3, 3)), 0.5),
        ([0, 1, 2], np.where(np.eye(3) > 0, np.inf, -np.inf), 1.0),
    ],
)
def test_hand_till_auc_edges(y_true: Any, scores: Any, value: float) -> None:
    assert hand_till_auc(y_true, scores) == value


def test_two_classes_give_the_auc() -> None:
    rows = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]
    assert hand_till_auc(*rows) == roc_auc(*rows) == 0.75


def test_pairs_with_a_class_without_rows_are_left_out() -> None:
    truth, scores = [0, 1, 1], [[0.8, 0.2, 0.0], [0.9, 0.1, 0.0], [0.3, 0.5, 0.2]]
    with pytest.warns(UndefinedMetricWarning) as caught:
        found = hand_till_auc(truth, scores, labels=[0, 1, 2])
    assert found == (0.5 + 0.5) / 2
    assert str(caught[0].message) == (
        "hand_till_auc: the macro average is over 2 of 3 classes: no row of y_true is in the class (class 2)"
    )
    assert hand_till_auc(truth, scores, labels=[0, 1, 2], undefined=0.2) == pytest.approx((0.5 + 0.2 + 0.2) / 3)


@pytest.mark.parametrize("truth", [[], [1, 1]])
def test_one_class_alone_is_undefined(truth: Any) -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^hand_till_auc: "):
        assert math.isnan(hand_till_auc(truth, np.ones((len(truth), 3)), labels=[0, 1, 2]))


@pytest.mark.parametrize("weighted", [False, True])
def test_it_is_the_mean_over_all_pairs_of_rows_of_two_classes(weighted: bool) -> None:
    rng = np.random.default_rng(311)
    for spread in (3, 10**6):
        truth, scores = rng.integers(0, 4, 60), rng.integers(0, spread, (60, 4)) / 4
        weights = rng.random(60) if weighted else np.ones(60)
        over = direct(truth, scores, weights)
        data = {"sample_weight": weights if weighted else None}
        assert hand_till_auc(truth, scores, **data) == pytest.approx(np.nanmean(over), rel=1e-12)
        pairs = [(over[i, j] + over[j, i]) / 2 for i in range(4) for j in range(i + 1, 4)]
        found = roc_auc(truth, scores, multi_class="ovo", average=None, **data)
        np.testing.assert_allclose(found, pairs, rtol=1e-12)
        totals = np.bincount(truth, weights)
        shares = [totals[i] + totals[j] for i in range(4) for j in range(i + 1, 4)]
        found = roc_auc(truth, scores, multi_class="ovo", average="weighted", **data)
        assert found == pytest.approx(np.average(pairs, weights=shares), rel=1e-12)


def test_many_rows_are_taken_in_blocks() -> None:
    rng = np.random.default_rng(312)
    truth, scores = rng.integers(0, 3, 30_000), rng.random((30_000, 3))
    scores[np.arange(30_000), truth] += 0.3
    curves = hand_till_auc.state(truth, scores)
    pair = [roc_auc.of(curves.curves[i].pair(j, i)) for i in range(3) for j in range(3) if i != j]
    assert hand_till_auc(truth, scores) == pytest.approx(np.mean(pair), rel=1e-13)


@pytest.mark.parametrize("case", HAND_TILL_AUC_SEEDED, ids=lambda case: case["name"])
def test_proc_gives_the_same(case: Any) -> None:
    # tests/reference/curves.R: pROC::multiclass.roc(truth, scores, direction = ">")$auc
    assert hand_till_auc(case["y_true"], case["scores"]) == pytest.approx(case["hand_till"], rel=1e-12)


def test_scikit_learn_gives_the_same() -> None:
    rng = np.random.default_rng(313)
    truth, scores = rng.integers(0, 4, 150), rng.dirichlet(np.ones(4), 150)
    expected = roc_auc_score(truth, scores, multi_class="ovo", average="macro")
    assert hand_till_auc(truth, scores) == pytest.approx(expected, rel=1e-12)


def test_it_does_not_depend_on_how_frequent_the_classes_are() -> None:
    rng = np.random.default_rng(314)
    truth, scores = rng.integers(0, 3, 60), rng.integers(0, 9, (60, 3))
    weights = np.array([1.0, 5.0, 0.2])[truth]
    assert hand_till_auc(truth, scores, sample_weight=weights) == pytest.approx(hand_till_auc(truth, scores), rel=1e-12)


def test_labels_that_can_occur_together_are_refused() -> None:
    with pytest.raises(LabelError, match=r"^hand_till_auc compares classes that exclude each other; y_true has labels"):
        hand_till_auc(np.array([[0, 1], [1, 0]]), np.array([[1, 2], [2, 1]]))


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
