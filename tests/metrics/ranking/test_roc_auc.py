"""The area under the ROC curve: whole, in part, of pairs of classes, and as a Gini coefficient."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from metrics.cases import reference
from scipy.stats import somersd

from concordant import accuracy_ratio, gini, hand_till_auc, partial_auc, roc_auc, somers_d


def test_turning_the_scores_or_the_classes_round_gives_one_minus_it() -> None:
    rng = np.random.default_rng(84)
    truth = rng.integers(0, 2, 300)
    scores = np.round(rng.normal(size=300) + truth, 1)
    value = roc_auc(truth, scores)
    assert hand_till_auc(truth, scores) == value
    assert roc_auc(truth, np.stack([-scores, scores], 1)) == value
    assert roc_auc(truth, np.stack([-scores, scores], 1), pos_label=0) == value
    assert roc_auc(truth, -scores) == pytest.approx(1 - value, rel=1e-13)
    assert roc_auc(1 - truth, scores) == pytest.approx(1 - value, rel=1e-13)
    assert roc_auc(truth, scores, pos_label=0) == pytest.approx(1 - value, rel=1e-13)


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


@pytest.mark.parametrize("case", [x for x in reference("curves") if "partial" in x], ids=lambda case: case["name"])
def test_proc_gives_the_same_partial_auc_on_both_axes(case: Any) -> None:
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


def test_hand_till_auc_of_many_rows_is_taken_in_blocks() -> None:
    rng = np.random.default_rng(312)
    truth, scores = rng.integers(0, 3, 30_000), rng.random((30_000, 3))
    scores[np.arange(30_000), truth] += 0.3
    curves = hand_till_auc.state(truth, scores)
    over = {(i, j): roc_auc.of(curves.curves[i].pair(j, i)) for i, j in itertools.permutations(range(3), 2)}
    pairs = [(over[i, j] + over[j, i]) / 2 for i, j in itertools.combinations(range(3), 2)]
    assert hand_till_auc(truth, scores) == pytest.approx(np.mean(pairs), rel=1e-13)
    np.testing.assert_allclose(roc_auc(truth, scores, multi_class="ovo", average=None), pairs, rtol=1e-13)


def test_gini_is_somers_d_of_the_score_given_the_truth() -> None:
    rng = np.random.default_rng(152)
    truth, scores = rng.integers(0, 2, 60), rng.integers(0, 6, 60)
    assert gini(truth, scores) == pytest.approx(somersd(truth, scores).statistic, rel=1e-12)
    assert gini(truth, scores) != pytest.approx(somersd(scores, truth).statistic, rel=1e-2)
    assert somers_d is gini
    assert accuracy_ratio is gini
