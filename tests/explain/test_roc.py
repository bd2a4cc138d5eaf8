"""The parts of an AUC: they recompute the metric."""

import json

import numpy as np
import pytest
from numpy.testing import assert_allclose

import concordant
from concordant import Curve, CurveStack
from concordant.errors import LengthError
from concordant.explain import RocExplanation, roc_auc

TWENTY = [label == "P" for label in "PPNPPPNNPNPNPNNNPNPN"]
SCORES = [0.9, 0.8, 0.7, 0.6, 0.55, 0.51, 0.49, 0.43, 0.42, 0.39, 0.33, 0.31, 0.23, 0.22, 0.19, 0.15, 0.12, 0.11]
SCORES += [0.04, 0.01]


def test_no_rows_is_undefined_and_says_so() -> None:
    steps = roc_auc([], [])
    assert np.isnan(steps.auc)
    assert steps.reason == "there are no rows"
    assert steps.tp.tolist() == [0]
    assert json.loads(json.dumps(steps.to_dict()))["thresholds"] == ["inf"]


def test_one_class_is_undefined_and_says_so_without_a_warning() -> None:
    steps = roc_auc([1, 1], [0.1, 0.2])
    assert np.isnan(steps.auc)
    assert steps.reason == "only the class 1 occurs in y_true"
    assert (steps.pairs, steps.concordant) == (0, 0)
    assert steps.to_dict()["auc"] is None
    assert steps.to_dict()["fpr"] == [None, None, None]


@pytest.mark.parametrize(("scores", "auc", "pairs"), [([2, 1], 0.0, (0, 0, 1)), ([1, 2], 1.0, (1, 0, 0))])
def test_perfect_and_inverted(scores: list[int], auc: float, pairs: tuple[int, int, int]) -> None:
    steps = roc_auc([0, 1], scores)
    assert (steps.auc, (steps.concordant, steps.tied, steps.discordant)) == (auc, pairs)


def test_all_tied_is_one_triangle() -> None:
    steps = roc_auc([0, 1, 0], [5, 5, 5])
    assert steps.rectangles.tolist() == [0.0, 0.0]
    assert steps.trapezoids.tolist() == [0.0, 0.5]
    assert (steps.concordant, steps.tied, steps.discordant) == (0, 2, 0)


def test_twenty_rows() -> None:
    steps = roc_auc(TWENTY, SCORES)
    assert steps.auc == 0.68
    assert (steps.concordant, steps.tied, steps.discordant, steps.pairs) == (68, 0, 32, 100)
    assert steps.tp.tolist() == [0, 1, 2, 2, 3, 4, 5, 5, 5, 6, 6, 7, 7, 8, 8, 8, 8, 9, 9, 10, 10]
    assert steps.fp.tolist() == [0, 0, 0, 1, 1, 1, 1, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 8, 9, 9, 10]
    assert_allclose(steps.rectangles, steps.trapezoids)


def test_worked_by_hand_with_ties() -> None:
    # .5: + -   .3: +   .2: + -   .1: -
    steps = roc_auc([1, 0, 1, 1, 0, 0], [0.5, 0.5, 0.2, 0.3, 0.2, 0.1])
    assert steps.thresholds.tolist() == [np.inf, 0.5, 0.3, 0.2, 0.1]
    assert steps.tp.tolist() == [0, 1, 2, 3, 3]
    assert steps.fp.tolist() == [0, 1, 1, 2, 3]
    assert steps.fn.tolist() == [3, 2, 1, 0, 0]
    assert steps.tn.tolist() == [3, 2, 2, 1, 0]
    assert_allclose(steps.rectangles * 9, [0, 0, 0, 2, 3], atol=1e-12)
    assert_allclose(steps.trapezoids * 18, [0, 1, 0, 5, 6], atol=1e-12)
    assert (steps.concordant, steps.tied, steps.discordant) == (5, 2, 2)


@pytest.mark.parametrize("weighted", [False, True])
def test_area_pairs_and_metric_are_one_number(weighted: bool) -> None:
    rng = np.random.default_rng(11)
    y, s = rng.integers(0, 2, 300), rng.integers(0, 40, 300)
    w = rng.random(300) if weighted else None
    steps = roc_auc(y, s, sample_weight=w)
    assert_allclose(steps.auc, concordant.roc_auc(y, s, sample_weight=w), rtol=1e-13)
    assert_allclose(steps.trapezoids.sum(), steps.auc, rtol=1e-12)
    assert_allclose((steps.concordant + steps.tied / 2) / steps.pairs, steps.auc, rtol=1e-12)
    assert_allclose(steps.rectangles.sum() * steps.pairs, steps.concordant, rtol=1e-12)
    assert_allclose(steps.concordant + steps.tied + steps.discordant, steps.pairs, rtol=1e-12)
    positive, negative = s[y == 1], s[y == 0]
    if not weighted:
        above = positive[:, None] > negative
        same = positive[:, None] == negative
        assert (steps.concordant, steps.tied) == (above.sum(), same.sum())


def test_counts_and_rates_are_those_of_the_curve() -> None:
    curve = Curve.from_scores(TWENTY, SCORES)
    steps = RocExplanation.of(curve)
    stack = curve.counts()
    for name in ("tp", "fp", "fn", "tn"):
        np.testing.assert_array_equal(getattr(steps, name)[1:], getattr(stack, name))
    assert_allclose(steps.tpr, concordant.roc_curve.of(curve).tpr)
    assert str(roc_auc(curve)) == str(roc_auc(TWENTY, SCORES))


def test_pairs_beyond_64_bits_do_not_overflow() -> None:
    steps = RocExplanation.of(Curve(np.array([1.0, 0.0]), np.array([[0, 2**40], [2**40, 0]]), (0, 1)))
    assert steps.concordant == 2.0**80
    assert steps.auc == 1.0


def test_positive_label_and_missing_rows() -> None:
    steps = roc_auc(["x", "y", None], [0.1, 0.2, 0.3], pos_label="x", missing="drop")
    assert steps.classes == ("y", "x")
    assert steps.auc == 0.0
    plain = steps.to_dict()
    assert (plain["missing"], plain["positives"], plain["negatives"]) == (1, 1, 1)
    assert plain["signature"].startswith("roc_auc|labels:y,x|")


def test_several_columns_are_refused_with_the_way_out() -> None:
    stack = CurveStack.from_scores([0, 1, 2], np.eye(3))
    for data in ((stack,), ([0, 1, 2], np.eye(3)), (stack.curves[0],)):
        with pytest.raises(LengthError, match=r"Take one class against the rest: explain.roc_auc\(y_true == label"):
            roc_auc(*data)
    assert roc_auc(stack.binary_curves()[0]).auc == 1.0


def test_infinite_scores_are_json() -> None:
    plain = json.loads(json.dumps(roc_auc([0, 1], [-np.inf, np.inf]).to_dict()))
    assert plain["thresholds"] == ["inf", "inf", "-inf"]
