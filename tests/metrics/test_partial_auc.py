from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest
from scipy.integrate import trapezoid
from sklearn.metrics import roc_auc_score

from concordant import partial_auc, roc_auc, roc_curve
from concordant.errors import OptionError, UndefinedMetricWarning

from .cases import reference

SEEDED = [case for case in reference("curves") if "partial" in case]


@pytest.mark.parametrize(
    ("y_true", "y_score", "raw"),
    [
        ([0, 1], [0.1, 0.2], 0.25),  # perfect: the whole strip
        ([0, 1], [0.2, 0.1], 0.0),  # inverted
        ([0, 1], [0.2, 0.2], 0.25**2 / 2),  # constant: the triangle under the diagonal
        ([0, 1], [-math.inf, math.inf], 0.25),
    ],
)
def test_edges(y_true: Any, y_score: Any, raw: float) -> None:
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
def test_without_both_classes_it_is_undefined(rows: Any, reason: str) -> None:
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


@pytest.mark.parametrize("case", SEEDED, ids=lambda case: case["name"])
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
def test_scikit_learn_gives_the_same(max_fpr: float, weighted: bool) -> None:
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
