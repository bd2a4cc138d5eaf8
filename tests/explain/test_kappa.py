"""The parts of a kappa: they recompute the metric."""

import json
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.metrics import cohen_kappa_score

from concordant import Counts, cohen_kappa
from concordant.errors import InputTypeError, LabelOrderError, LengthError
from concordant.explain import KappaExplanation, quadratic_kappa, weighted_kappa

A, B = [2, 2, 2, 3, 4, 5, 5, 5, 5, 5], [2, 2, 2, 3, 2, 1, 1, 1, 1, 3]
MS = Counts.from_table(
    [[38, 5, 0, 1], [33, 11, 3, 0], [10, 14, 5, 6], [3, 7, 3, 10]],
    ["certain", "probable", "possible", "doubtful"],
)


def test_no_rows_is_undefined_and_says_so() -> None:
    steps = quadratic_kappa([], [])
    assert np.isnan(steps.kappa)
    assert steps.reason == "there are no rows"
    assert (steps.numerator, steps.denominator) == (0.0, 0.0)
    assert json.loads(json.dumps(steps.to_dict()))["kappa"] is None


def test_one_category_is_undefined_and_says_so_without_a_warning() -> None:
    steps = quadratic_kappa([3, 3], [3, 3])
    assert np.isnan(steps.kappa)
    assert "both raters use only the category 3" in str(steps.reason)
    assert np.isnan(steps.share).all()
    assert steps.to_dict()["share"] == [[None]]


def test_perfect_agreement_has_no_penalty() -> None:
    steps = quadratic_kappa([1, 2, 3], [1, 2, 3])
    assert (steps.numerator, steps.kappa) == (0.0, 1.0)


def test_all_low_against_all_high_is_zero_not_minus_one() -> None:
    steps = quadratic_kappa([0, 0, 0], [4, 4, 4])
    assert steps.numerator == steps.denominator == 3.0
    assert steps.kappa == 0.0


def test_worked_by_hand() -> None:
    # (1 x (4-2)^2 + 4 x (5-1)^2 + 1 x (5-3)^2) / 4^2 = 72 / 16 = 4.5
    # E: rows 2: 3, 3: 1, 4: 1, 5: 5; columns 1: 4, 2: 4, 3: 2
    steps = quadratic_kappa(A, B)
    assert steps.labels == (1, 2, 3, 4, 5)
    assert steps.numerator == 4.5
    assert_allclose(steps.denominator, 3.95, rtol=1e-14)
    assert_allclose(steps.kappa, -0.13924050632911378, rtol=1e-14)
    assert_allclose(steps.expected[4], [2.0, 2.0, 1.0, 0.0, 0.0], rtol=1e-15)
    assert_allclose(steps.share[4, 0], 64 / 72, rtol=1e-15)
    assert steps.weights[0].tolist() == [0.0, 0.0625, 0.25, 0.5625, 1.0]


@pytest.mark.parametrize("weights", [None, "linear", "quadratic", [[0, 1, 5], [2, 0, 1], [9, 1, 0]]])
def test_kappa_is_one_minus_numerator_over_denominator(weights: Any) -> None:
    rng = np.random.default_rng(7)
    y, p, w = rng.integers(0, 3, 60), rng.integers(0, 3, 60), rng.random(60)
    steps = weighted_kappa(y, p, weights=weights, sample_weight=w)
    assert_allclose(steps.kappa, 1 - steps.numerator / steps.denominator, rtol=1e-13)
    assert steps.kappa == cohen_kappa(y, p, weights=weights, sample_weight=w)
    assert_allclose(steps.numerator, (steps.weights * steps.observed).sum(), rtol=1e-14)
    assert_allclose(steps.denominator, (steps.weights * steps.expected).sum(), rtol=1e-14)
    assert_allclose([steps.share.sum(), steps.expected_share.sum()], 1.0, rtol=1e-14)


def test_expected_keeps_the_totals_of_observed() -> None:
    steps = KappaExplanation.of(MS)
    for axis in (0, 1):
        assert_allclose(steps.expected.sum(axis), steps.observed.sum(axis), rtol=1e-14)
    assert_allclose(np.linalg.matrix_rank(steps.expected), 1)


def test_two_neurologists_as_scikit_learn() -> None:
    y, p = np.repeat(np.indices((4, 4)).reshape(2, -1), MS.table.ravel(), axis=1)
    for scheme in ("linear", "quadratic"):
        expected = cohen_kappa_score(y, p, weights=scheme)
        assert_allclose(KappaExplanation.of(MS, weights=scheme).kappa, expected, rtol=1e-12)


def test_weights_are_scaled_to_one_at_the_label_values() -> None:
    steps = weighted_kappa([1, 3, 7], [3, 7, 1], weights="quadratic")
    assert_allclose(steps.weights, np.array([[0, 4, 36], [4, 0, 16], [36, 16, 0]]) / 36, rtol=1e-15)
    assert weighted_kappa([1, 3, 7], [3, 7, 1], weights="linear").weights.max() == 1.0
    assert weighted_kappa([1, 3], [3, 1], weights=None).weights.tolist() == [[0, 1], [1, 0]]


def test_own_weights_stay_as_given_and_agreements_become_penalties() -> None:
    assert weighted_kappa([1, 2], [2, 1], weights=[[0, 7], [3, 0]]).weights.tolist() == [[0, 7], [3, 0]]
    steps = weighted_kappa([1, 2], [2, 1], weights=[[1, 0.5], [0.5, 1]])
    assert steps.weights.tolist() == [[0, 0.5], [0.5, 0]]
    assert steps.scheme == "own"


def test_counts_are_taken_as_the_only_argument() -> None:
    counts = Counts.from_labels(A, B)
    assert str(quadratic_kappa(counts)) == str(quadratic_kappa(A, B)) == str(KappaExplanation.of(counts))
    with pytest.raises(InputTypeError, match="a Counts holds its labels and rows already; leave out labels"):
        quadratic_kappa(counts, labels=[1, 2])
    with pytest.raises(InputTypeError, match="y_pred is missing"):
        quadratic_kappa(A)


def test_a_stack_is_refused() -> None:
    with pytest.raises(LengthError, match="one table at a time"):
        KappaExplanation.of(Counts.from_labels(A, B).one_vs_rest())


def test_text_without_an_order_is_refused_with_weights_only() -> None:
    y, p = ["low", "mid", "high"], ["low", "low", "high"]
    with pytest.raises(LabelOrderError, match="Declare it from first to last"):
        quadratic_kappa(y, p)
    assert weighted_kappa(y, p, weights=None).kappa == cohen_kappa(y, p)


def test_plain_data_are_json_and_hold_every_part() -> None:
    steps = quadratic_kappa(["b", "a", None], ["a", "a", "b"], labels=["a", "b"], missing="drop", names=("x", "y"))
    plain = json.loads(json.dumps(steps.to_dict()))
    assert plain["labels"] == ["a", "b"]
    assert plain["names"] == ["x", "y"]
    assert (plain["n"], plain["missing"]) == (2, 1)
    assert plain["observed"] == [[1, 0], [1, 0]]
    assert plain["expected"] == [[1.0, 0.0], [1.0, 0.0]]
    assert plain["share"] == [[0.0, 0.0], [1.0, 0.0]]
    assert plain["kappa"] == 0.0
    assert plain["signature"].startswith("cohen_kappa|weights:quadratic|labels:a,b|n:2|missing:1|v:")
