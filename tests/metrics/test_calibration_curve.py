from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.calibration import calibration_curve as of_sklearn

from concordant import calibration_curve
from concordant.errors import (
    InputTypeError,
    LabelError,
    LengthError,
    OptionError,
    ScoreError,
    UndefinedMetricError,
    UndefinedMetricWarning,
)
from concordant.result import CalibrationCurve
from concordant.states import Curve

from .cases import reference

NO_ROWS = r"^calibration_curve: there are no rows$"


def held(curve: CalibrationCurve) -> tuple[list[float], list[float], list[float]]:
    """Observed, predicted and weight of the bins that hold rows."""
    here = curve.weight > 0
    return tuple(x[here].tolist() for x in (curve.observed, curve.predicted, curve.weight))  # type: ignore[return-value]


def bin_of(p: Any, **options: Any) -> int:
    """The bin of one probability."""
    (found,) = np.flatnonzero(calibration_curve([1], [p] if np.isscalar(p) else p, labels=[0, 1], **options).weight)
    return int(found)


# -- edges ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("strategy", ["uniform", "quantile"])
def test_no_rows_are_undefined(strategy: Any) -> None:
    for rows in (([], []), ([1, 0], [0.5, 0.2], [0, 0])):
        with pytest.warns(UndefinedMetricWarning, match=NO_ROWS):
            curve = calibration_curve(*rows[:2], sample_weight=rows[2] if len(rows) > 2 else None, strategy=strategy)
        assert np.isnan([*curve.observed, *curve.predicted, *curve.standard_error, *curve.expected_error]).all()
        assert not curve.weight.any()
        assert len(curve.edges) == len(curve.weight) + 1
        assert (curve.edges[0], curve.edges[-1]) == (0, 1)
    with pytest.raises(UndefinedMetricError, match=NO_ROWS):
        calibration_curve([], [], undefined="raise")
    assert calibration_curve([], [], undefined=0.5, n_bins=2).observed.tolist() == [0.5, 0.5]


@pytest.mark.parametrize(
    ("y_true", "y_prob", "observed", "predicted", "weight"),
    [
        ([1], [0.35], [1.0], [0.35], [1]),
        ([0, 0], [0.0, 0.05], [0.0], [0.025], [2]),  # one class
        ([0, 1], [0.0, 1.0], [0.0, 1.0], [0.0, 1.0], [1, 1]),  # perfect
        ([1, 0], [0.0, 1.0], [1.0, 0.0], [0.0, 1.0], [1, 1]),  # inverted
        ([0, 1, 0, 0], [0.5] * 4, [0.25], [0.5], [4]),  # constant
    ],
)
def test_edge_rows(y_true: Any, y_prob: Any, observed: Any, predicted: Any, weight: Any) -> None:
    for strategy in ("uniform", "quantile"):
        found = held(calibration_curve(y_true, y_prob, labels=[0, 1], strategy=strategy))
        if strategy == "quantile" and len(weight) == 1:
            assert sum(found[2]) == sum(weight)
            continue
        assert found == (observed, predicted, weight)


def test_empty_bins_stay_and_are_no_reason_to_warn() -> None:
    curve = calibration_curve([0, 1], [0.1, 0.9], n_bins=3)
    assert curve.weight.tolist() == [1, 0, 1]
    assert np.isnan(curve.observed).tolist() == [False, True, False]
    assert np.isnan(curve.predicted).tolist() == [False, True, False]
    assert curve.edges.tolist() == [0, 1 / 3, 2 / 3, 1]


# -- which bin -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("p", "left", "right"),
    [
        (0.0, 0, 0),
        (-0.0, 0, 0),
        (1e-300, 0, 0),
        (0.1, 1, 0),
        (0.3, 3, 2),
        (0.1 * 3, 3, 3),  # 0.30000000000000004
        (0.7, 7, 6),
        (np.float32(0.7), 6, 6),  # 0.699999988
        (np.float32(0.3), 3, 3),  # 0.300000012
        (np.nextafter(0.6, 0), 5, 5),
        (0.6, 6, 5),
        (0.9999999999999999, 9, 9),
        (1.0, 9, 9),
        (1, 9, 9),
    ],
)
def test_edges_belong_to_the_bin_that_is_asked_for(p: Any, left: int, right: int) -> None:
    for given in ([p], np.array([p]), np.array([float(p)])):
        assert bin_of(given) == left
        assert bin_of(given, closed="right") == right
        assert np.flatnonzero(calibration_curve.of(Curve.from_scores([1], given, labels=[0, 1])).weight) == [left]


@pytest.mark.parametrize("n_bins", [1, 2, 3, 7, 10, 15, 100, 1000])
def test_every_multiple_of_the_width_opens_its_bin(n_bins: int) -> None:
    # floor(n p) does not: 0.29 * 100 is 28.999999999999996
    edges = np.array([k / n_bins for k in range(n_bins)])
    assert_array_equal(calibration_curve(np.ones(n_bins, np.int64), edges, n_bins=n_bins).weight, np.ones(n_bins))
    if n_bins > 1:
        below = np.nextafter(edges[1:], 0)
        found = calibration_curve(np.ones(n_bins - 1, np.int64), below, n_bins=n_bins).weight
        assert_array_equal(found, [1] * (n_bins - 1) + [0])


def test_float32_probabilities_are_where_the_same_float64_are() -> None:
    rng = np.random.default_rng(7)
    prob = np.round(rng.random(500), 2).astype(np.float32)
    truth = rng.integers(0, 2, 500)
    one, two = calibration_curve(truth, prob), calibration_curve(truth, prob.astype(np.float64))
    assert_array_equal(one.weight, two.weight)
    assert_allclose(one.predicted, two.predicted, rtol=1e-15)


def test_own_edges() -> None:
    curve = calibration_curve([0, 1, 1, 0], [0.05, 0.2, 0.5, 0.95], edges=[0, 0.2, 0.5, 1])
    assert (curve.weight.tolist(), curve.positives.tolist()) == ([1, 1, 2], [0, 1, 1])
    curve = calibration_curve([0, 1, 1, 0], [0.05, 0.2, 0.5, 0.95], edges=[0, 0.2, 0.5, 1], closed="right")
    assert (curve.weight.tolist(), curve.positives.tolist()) == ([2, 1, 1], [1, 1, 0])


# -- equal mass ----------------------------------------------------------------------------------------------------


def test_equal_mass_without_ties() -> None:
    prob = np.arange(1, 21) / 32
    curve = calibration_curve(np.arange(20) % 2, prob, n_bins=5, strategy="quantile")
    assert curve.weight.tolist() == [4] * 5
    assert curve.edges.tolist() == [*prob[::4].tolist(), prob[-1]]
    # 7 rows in 3 bins: the middles of the rows at 1/14, 3/14, ... of the rows
    assert calibration_curve([0] * 7, prob[:7], n_bins=3, strategy="quantile", labels=[0, 1]).weight.tolist() == [
        2,
        3,
        2,
    ]


def test_ties_go_whole_where_their_middle_falls() -> None:
    # Middles of 0.1, 0.2, 0.3, 0.4 at 6.25, 43.75, 84.375 and 96.875 percent: quarters 0, 1, 3 and 3.
    prob = [0.1] * 2 + [0.2] * 10 + [0.3] * 3 + [0.4]
    curve = calibration_curve([0] * 16, prob, n_bins=4, strategy="quantile", labels=[0, 1])
    assert curve.weight.tolist() == [2, 10, 4]
    assert curve.edges.tolist() == [0.1, 0.2, 0.3, 0.4]


def test_equal_mass_does_not_know_the_order_of_rows() -> None:
    rng = np.random.default_rng(12)
    prob, truth, weights = np.round(rng.random(301), 1), rng.integers(0, 2, 301), np.full(301, 0.1)
    first = calibration_curve(truth, prob, strategy="quantile", n_bins=7, sample_weight=weights)
    for seed in range(20):
        order = np.random.default_rng(seed).permutation(301)
        again = calibration_curve(truth[order], prob[order], strategy="quantile", n_bins=7, sample_weight=weights)
        assert_array_equal(again.edges, first.edges)
        assert_allclose(again.observed, first.observed, rtol=1e-12)


def test_equal_mass_mirrors_with_the_probabilities() -> None:
    rng = np.random.default_rng(13)
    prob, truth = rng.integers(0, 65, 400) / 64, rng.integers(0, 2, 400)
    one = calibration_curve(truth, prob, strategy="quantile", n_bins=9)
    two = calibration_curve(1 - truth, 1 - prob, strategy="quantile", n_bins=9)
    assert_array_equal(one.weight, two.weight[::-1])
    assert_allclose(one.observed, 1 - two.observed[::-1], rtol=1e-14)


@pytest.mark.parametrize("scale", [1.0, 1 / 500, 1e6])
def test_equal_mass_does_not_know_the_scale_of_weights(scale: float) -> None:
    rng = np.random.default_rng(14)
    prob, truth, weights = np.round(rng.random(200), 2), rng.integers(0, 2, 200), rng.random(200)
    one = calibration_curve(truth, prob, strategy="quantile", sample_weight=weights)
    two = calibration_curve(truth, prob, strategy="quantile", sample_weight=weights * scale)
    assert_array_equal(one.edges, two.edges)
    assert len(one.weight) == 10


# -- by hand -------------------------------------------------------------------------------------------------------


def test_six_rows_by_hand() -> None:
    curve = calibration_curve([0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.7, 0.9], n_bins=2)
    assert_allclose(curve.observed, [1 / 3, 2 / 3], rtol=1e-15)
    assert_allclose(curve.predicted, [0.6 / 3, 2.2 / 3], rtol=1e-15)
    assert (curve.weight.tolist(), curve.positives.tolist(), curve.edges.tolist()) == ([3, 3], [1, 2], [0, 0.5, 1])
    assert curve.weight.dtype == curve.positives.dtype == np.int64
    assert_allclose(curve.standard_error, [math.sqrt(2 / 27)] * 2, rtol=1e-14)
    assert_allclose(curve.expected_error, [math.sqrt(0.46) / 3, math.sqrt(0.54) / 3], rtol=1e-14)
    observed, predicted = curve
    assert observed is curve.observed
    assert predicted is curve.predicted


def test_weights_by_hand() -> None:
    curve = calibration_curve([0, 1, 1], [0.2, 0.4, 0.8], n_bins=2, sample_weight=[0.5, 1.5, 3.0])
    assert_allclose(curve.observed, [0.75, 1], rtol=1e-15)
    assert_allclose(curve.predicted, [(0.1 + 0.6) / 2, 0.8], rtol=1e-15)
    assert (curve.weight.tolist(), curve.positives.tolist()) == ([2, 3], [1.5, 3])
    assert_allclose(curve.standard_error, [math.sqrt(0.75 * 0.25 / 2), 0], rtol=1e-14)
    assert_allclose(curve.expected_error, [math.sqrt(0.5 * 0.16 + 1.5 * 0.24) / 2, math.sqrt(0.48) / 3], rtol=1e-14)


def test_the_expected_error_is_that_of_right_probabilities() -> None:
    rng = np.random.default_rng(15)
    prob = rng.random(200)
    curves = [calibration_curve((rng.random(200) < prob).astype(np.int64), prob) for _ in range(2000)]
    stray = [curve.observed - curve.predicted for curve in curves]
    # a standard deviation of 2,000 draws has a standard error of 1/63 of itself
    assert_allclose(np.std(stray, axis=0), calibration_curve([0, 1] * 100, prob).expected_error, rtol=0.07)
    assert_allclose(np.mean(stray, axis=0), 0, atol=0.01)


# -- several classes -----------------------------------------------------------------------------------------------


def test_classes_and_the_top_label() -> None:
    truth = ["a", "b", "c", "a"]
    prob = np.array([[0.6, 0.3, 0.1], [0.2, 0.5, 0.3], [0.7, 0.2, 0.1], [0.4, 0.4, 0.2]])
    curves = calibration_curve(truth, prob, n_bins=2, labels=["a", "b", "c"])
    assert [curve.weight.tolist() for curve in curves] == [[2, 2], [3, 1], [4, 0]]
    assert [curve.positives.tolist() for curve in curves] == [[1, 1], [0, 1], [1, 0]]
    top = calibration_curve(truth, prob, n_bins=2, reduction="top_label", labels=["a", "b", "c"])
    assert (top.weight.tolist(), top.positives.tolist()) == ([1, 3], [1, 2])  # the first of equals is predicted
    assert_allclose(top.predicted, [0.4, 0.6], rtol=1e-15)


def test_labels_side_by_side() -> None:
    truth, prob = np.array([[0, 1], [1, 1]]), np.array([[0.1, 0.9], [0.4, 0.2]])
    one, two = calibration_curve(truth, prob, n_bins=2)
    assert (one.weight.tolist(), one.positives.tolist()) == ([2, 0], [1, 0])
    assert (two.weight.tolist(), two.positives.tolist()) == ([1, 1], [1, 1])
    with pytest.raises(InputTypeError, match=r"^labels that can occur together have no top label"):
        calibration_curve(truth, prob, reduction="top_label")


# -- third party ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n_bins", [1, 3, 10, 50])
def test_scikit_learn_with_its_edges(n_bins: int) -> None:
    rng = np.random.default_rng(n_bins)
    for digits in (1, 2, 6):  # with many probabilities on edges
        prob, truth = np.round(rng.random(500), digits), rng.integers(0, 2, 500)
        ours = held(calibration_curve(truth, prob, edges=np.linspace(0, 1, n_bins + 1), closed="right"))
        theirs = of_sklearn(truth, prob, n_bins=n_bins)
        assert_allclose(ours[0], theirs[0], rtol=1e-14)
        assert_allclose(ours[1], theirs[1], rtol=1e-14)


def test_scikit_learn_differs_at_edges() -> None:
    truth, prob = [0, 1, 1, 0, 1], [0.1, 0.2, 0.3, 0.5, 1.0]
    assert held(calibration_curve(truth, prob))[0] == [0, 1, 1, 0, 1]
    assert of_sklearn(truth, prob, n_bins=10)[0].tolist() == [0, 1, 1, 0, 1]
    assert held(calibration_curve(truth, prob, n_bins=5))[0] == [0, 1, 0, 1]
    assert of_sklearn(truth, prob, n_bins=5)[0].tolist() == [0.5, 1, 0, 1]


@pytest.mark.parametrize(
    "case", [x for x in reference("calibration_python") if "scikit-learn" in x], ids=lambda c: c["name"]
)
def test_stored_values_of_scikit_learn(case: Any) -> None:
    for strategy in ("uniform", "quantile"):
        observed, predicted, _ = held(calibration_curve(case["y_true"], case["y_prob"], strategy=strategy))
        assert_allclose(observed, case["scikit-learn"][strategy]["observed"], rtol=1e-13)
        assert_allclose(predicted, case["scikit-learn"][strategy]["predicted"], rtol=1e-13)


@pytest.mark.parametrize("case", reference("calibration"), ids=lambda case: case["name"])
def test_values_of_caret(case: Any) -> None:
    curve = calibration_curve(case["y_true"], case["y_prob"])
    assert_array_equal(curve.positives, case["caret"]["count"])
    assert_allclose(np.nan_to_num(curve.observed) * 100, case["caret"]["percent"], rtol=1e-13)


# -- errors --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n_bins": 0}, "n_bins must be a whole number of at least 1, not 0."),
        ({"n_bins": 2.0}, "n_bins must be a whole number of at least 1, not 2.0."),
        ({"n_bins": True}, "n_bins must be a whole number of at least 1, not True."),
        ({"strategy": "kmeans"}, """strategy must be "uniform" or "quantile", not 'kmeans'."""),
        ({"closed": "both"}, """closed must be "left" or "right", not 'both'."""),
        (
            {"strategy": "quantile", "closed": "right"},
            'strategy="quantile" finds its own edges; leave edges and closed at their defaults.',
        ),
        (
            {"strategy": "quantile", "edges": [0, 1]},
            'strategy="quantile" finds its own edges; leave edges and closed at their defaults.',
        ),
        (
            {"edges": [0, 0.5, 0.5, 1]},
            "edges must rise from 0 to 1, each larger than the one before; they are [0.0, 0.5, 0.5, 1.0].",
        ),
        ({"edges": [0.1, 1]}, "edges must rise from 0 to 1, each larger than the one before; they are [0.1, 1.0]."),
        ({"edges": [0]}, "edges must rise from 0 to 1, each larger than the one before; they are [0.0]."),
    ],
)
def test_options_that_do_not_exist(options: dict[str, Any], message: str) -> None:
    for call in (
        lambda: calibration_curve([0, 1], [0.2, 0.7], **options),
        lambda: calibration_curve.of(Curve.from_scores([0, 1], [0.2, 0.7]), **options),
    ):
        with pytest.raises(OptionError) as caught:
            call()
        assert str(caught.value) == message


def test_what_is_no_probability_is_refused() -> None:
    with pytest.raises(
        ScoreError, match=r"^y_prob must hold probabilities between 0 and 1; 1 are not, the first in row 1"
    ):
        calibration_curve([0, 1], [0.5, 1.5])
    with pytest.raises(ScoreError, match=r"^y_prob must hold probabilities between 0 and 1"):
        calibration_curve([0, 1], [-0.5, 0.5], strategy="quantile")
    with pytest.raises(LabelError, match=r"^1 label occurs that labels= does not name: 2\."):
        calibration_curve([0, 1, 2], [0.5, 0.5, 0.1], labels=[0, 1])
    with pytest.raises(LengthError, match=r"^y_true has 3 classes \(0, 1, 2\), but y_prob is one column"):
        calibration_curve(np.array([0, 1, 2]), [0.5, 0.5, 0.1])


def test_edges_that_are_no_numbers_are_refused() -> None:
    with pytest.raises(OptionError, match=r"^edges must be numbers that rise from 0 to 1: could not convert string"):
        calibration_curve([0, 1], [0.2, 0.3], edges=["a", "b"])
