"""Bins of probabilities: the calibration curve and the test of Hosmer and Lemeshow."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from metrics.cases import reference
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.calibration import calibration_curve as of_sklearn

from concordant import calibration_curve, hosmer_lemeshow
from concordant.errors import UndefinedMetricError, UndefinedMetricWarning
from concordant.result import CalibrationCurve
from concordant.states import Curve

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
def test_calibration_curve_of_no_rows_is_undefined(strategy: Any) -> None:
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


def test_empty_bins_stay_and_are_no_reason_to_warn() -> None:
    curve = calibration_curve([0, 1], [0.1, 0.9], n_bins=3)
    assert curve.weight.tolist() == [1, 0, 1]
    assert np.isnan(curve.observed).tolist() == [False, True, False]
    assert np.isnan(curve.predicted).tolist() == [False, True, False]
    assert curve.edges.tolist() == [0, 1 / 3, 2 / 3, 1]
    assert curve.weight.dtype == curve.positives.dtype == np.int64
    observed, predicted = curve
    assert observed is curve.observed
    assert predicted is curve.predicted


# -- which bin -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("p", "left", "right"),
    [
        (0.0, 0, 0),
        (1e-300, 0, 0),
        (0.3, 3, 2),
        (0.1 * 3, 3, 3),  # 0.30000000000000004
        (np.float32(0.7), 6, 6),  # 0.699999988
        (np.nextafter(0.6, 0), 5, 5),
        (0.6, 6, 5),
        (1.0, 9, 9),
    ],
)
def test_edges_belong_to_the_bin_that_is_asked_for(p: Any, left: int, right: int) -> None:
    for given in ([p], np.array([p]), np.array([float(p)])):
        assert bin_of(given) == left
        assert bin_of(given, closed="right") == right
        state = Curve.from_scores([1], given, labels=[0, 1])
        assert np.flatnonzero(calibration_curve.of(state).weight) == [left]
        assert np.flatnonzero(calibration_curve.of(state, closed="right").weight) == [right]


@pytest.mark.parametrize("n_bins", [1, 2, 3, 7, 10, 15, 100, 1000])
def test_every_multiple_of_the_width_opens_its_bin(n_bins: int) -> None:
    # floor(n p) does not: 0.29 * 100 is 28.999999999999996
    edges = np.array([k / n_bins for k in range(n_bins)])
    assert_array_equal(calibration_curve(np.ones(n_bins, np.int64), edges, n_bins=n_bins).weight, np.ones(n_bins))
    if n_bins > 1:
        below = np.nextafter(edges[1:], 0)
        found = calibration_curve(np.ones(n_bins - 1, np.int64), below, n_bins=n_bins).weight
        assert_array_equal(found, [1] * (n_bins - 1) + [0])


def test_calibration_curve_takes_edges() -> None:
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
    uneven = calibration_curve([0] * 7, prob[:7], n_bins=3, strategy="quantile", labels=[0, 1])
    assert_array_equal(uneven.weight, [2, 3, 2])


def test_ties_go_whole_where_their_middle_falls() -> None:
    # Middles of 0.1, 0.2, 0.3, 0.4 at 6.25, 43.75, 84.375 and 96.875 percent: quarters 0, 1, 3 and 3.
    prob = [0.1] * 2 + [0.2] * 10 + [0.3] * 3 + [0.4]
    curve = calibration_curve([0] * 16, prob, n_bins=4, strategy="quantile", labels=[0, 1])
    assert curve.weight.tolist() == [2, 10, 4]
    assert curve.edges.tolist() == [0.1, 0.2, 0.3, 0.4]


# -- by hand -------------------------------------------------------------------------------------------------------


def test_calibration_curve_weights_by_hand() -> None:
    curve = calibration_curve([0, 1, 1], [0.2, 0.4, 0.8], n_bins=2, sample_weight=[0.5, 1.5, 3.0])
    assert_allclose(curve.observed, [0.75, 1], rtol=1e-15)
    assert_allclose(curve.predicted, [(0.1 + 0.6) / 2, 0.8], rtol=1e-15)
    assert (curve.weight.tolist(), curve.positives.tolist(), curve.edges.tolist()) == ([2, 3], [1.5, 3], [0, 0.5, 1])
    assert_allclose(curve.standard_error, [math.sqrt(0.75 * 0.25 / 2), 0], rtol=1e-14)
    assert_allclose(curve.expected_error, [math.sqrt(0.5 * 0.16 + 1.5 * 0.24) / 2, math.sqrt(0.48) / 3], rtol=1e-14)


# -- several classes -----------------------------------------------------------------------------------------------


# -- third party ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n_bins", [1, 3, 10, 50])
def test_scikit_learn_gives_the_same_curve_with_its_edges(n_bins: int) -> None:
    rng = np.random.default_rng(n_bins)
    for digits in (1, 2, 6):  # with many probabilities on edges
        prob, truth = np.round(rng.random(500), digits), rng.integers(0, 2, 500)
        ours = held(calibration_curve(truth, prob, edges=np.linspace(0, 1, n_bins + 1), closed="right"))
        theirs = of_sklearn(truth, prob, n_bins=n_bins)
        assert_allclose(ours[0], theirs[0], rtol=1e-14)
        assert_allclose(ours[1], theirs[1], rtol=1e-14)


@pytest.mark.parametrize(
    "case", [x for x in reference("calibration_python") if "scikit-learn" in x], ids=lambda c: c["name"]
)
def test_stored_values_of_scikit_learn_are_the_same_curve(case: Any) -> None:
    for strategy in ("uniform", "quantile"):
        observed, predicted, _ = held(calibration_curve(case["y_true"], case["y_prob"], strategy=strategy))
        assert_allclose(observed, case["scikit-learn"][strategy]["observed"], rtol=1e-13)
        assert_allclose(predicted, case["scikit-learn"][strategy]["predicted"], rtol=1e-13)


@pytest.mark.parametrize("case", reference("calibration"), ids=lambda case: case["name"])
def test_caret_gives_the_same_curve(case: Any) -> None:
    curve = calibration_curve(case["y_true"], case["y_prob"])
    assert_array_equal(curve.positives, case["caret"]["count"])
    assert_allclose(np.nan_to_num(curve.observed) * 100, case["caret"]["percent"], rtol=1e-13)


# -- errors --------------------------------------------------------------------------------------------------------


def test_two_groups_leave_nothing_to_test_a_fitted_model_by() -> None:
    reason = r"^hosmer_lemeshow: 2 groups leave no degree of freedom; on the rows of the training 3 are needed$"
    rows = [0, 1, 1, 0], [0.2, 0.2, 0.7, 0.7]
    with pytest.warns(UndefinedMetricWarning, match=reason):
        test = hosmer_lemeshow(*rows, sample="training")
    assert test.statistic == hosmer_lemeshow(*rows).statistic
    assert math.isnan(test.p_value)


@pytest.mark.parametrize("n", [7, 10, 11, 25, 99, 100, 101])
def test_hosmer_lemeshow_groups_lie_between_the_quantiles_of_numpy(n: int) -> None:
    rng = np.random.default_rng(n)
    for digits in (1, 2, 8):
        prob, truth = np.round(rng.random(n), digits), rng.integers(0, 2, n)
        for groups in (2, 3, 7, 10):
            cuts = np.quantile(prob, np.arange(1, groups) / groups)
            cuts = cuts[cuts > prob.min()]
            _, expected = np.unique(np.searchsorted(cuts, prob), return_counts=True)
            assert hosmer_lemeshow(truth, prob, n_bins=groups).weight.tolist() == expected.tolist()


@pytest.mark.parametrize("case", reference("calibration"), ids=lambda case: case["name"])
def test_r_gives_the_same_hosmer_lemeshow(case: Any) -> None:
    for expected in case["hosmer_lemeshow"]:
        for sample in ("validation", "training"):
            test = hosmer_lemeshow(case["y_true"], case["y_prob"], n_bins=expected["n_bins"], sample=sample)  # type: ignore[arg-type]
            assert test.statistic == pytest.approx(expected["statistic"], rel=1e-11)
            assert test.df == expected["groups"] - (2 if sample == "training" else 0)
            assert test.p_value == pytest.approx(expected[sample], rel=1e-9)
            assert test.observed.tolist() == expected["observed"]
            assert test.weight.tolist() == expected["weight"]
            assert_allclose(test.expected, expected["expected"], rtol=1e-12)
