from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.isotonic import IsotonicRegression

from concordant import corp_reliability_curve
from concordant.errors import UndefinedMetricWarning

from .cases import reference


def spread(curve: Any, prob: Any) -> Any:
    """The observed share of the step that each probability belongs to."""
    return curve.observed[np.searchsorted(curve.highest, prob)]


@pytest.mark.parametrize(
    ("y_true", "y_prob", "observed", "lowest", "highest", "weight"),
    [
        ([1], [0.3], [1], [0.3], [0.3], [1]),
        ([0, 0], [0.3, 0.4], [0], [0.3], [0.4], [2]),  # one class: one step
        ([0, 1], [0.3, 0.4], [0, 1], [0.3, 0.4], [0.3, 0.4], [1, 1]),  # perfect
        ([1, 0], [0.3, 0.4], [0.5], [0.3], [0.4], [2]),  # inverted: one step
        ([0, 1, 1], [0.3, 0.3, 0.3], [2 / 3], [0.3], [0.3], [3]),  # constant
        ([0, 1, 0, 1], [0.2, 0.2, 0.8, 0.8], [0.5], [0.2], [0.8], [4]),  # equal shares are one step
    ],
)
def test_edges(y_true: Any, y_prob: Any, observed: Any, lowest: Any, highest: Any, weight: Any) -> None:
    found = corp_reliability_curve(y_true, y_prob)
    assert_allclose(found.observed, observed, rtol=1e-15)
    assert_array_equal(found.lowest, lowest)
    assert_array_equal(found.highest, highest)
    assert_array_equal(found.weight, weight)


def test_no_rows_give_an_empty_curve_and_a_warning() -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^corp_reliability_curve: there are no rows$"):
        found = corp_reliability_curve([], [])
    observed, predicted = found
    assert len(observed) == len(predicted) == len(found.weight) == len(found.lowest) == 0


def test_seven_rows_by_hand() -> None:
    # Shares 0 | 1 0 0 | 1 of 2 | 1 pool to 0, 1/3 (.3 .4 .4), 1/2, 1.
    found = corp_reliability_curve([0, 1, 0, 0, 1, 0, 1], [0.1, 0.3, 0.4, 0.4, 0.6, 0.6, 0.9])
    assert_allclose(found.observed, [0, 1 / 3, 1 / 2, 1], rtol=1e-15)
    assert_allclose(found.predicted, [0.1, 1.1 / 3, 0.6, 0.9], rtol=1e-15)
    assert_array_equal(found.lowest, [0.1, 0.3, 0.6, 0.9])
    assert_array_equal(found.highest, [0.1, 0.4, 0.6, 0.9])
    assert_array_equal(found.weight, [1, 3, 2, 1])
    assert_array_equal(found.positives, [0, 1, 1, 1])
    weighted = corp_reliability_curve([0, 1, 0], [0.1, 0.3, 0.4], sample_weight=[1.0, 0.5, 1.5])
    assert_allclose(weighted.observed, [0, 0.25], rtol=1e-15)
    assert_allclose(weighted.predicted, [0.1, 0.375], rtol=1e-15)


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("weighted", [False, True])
def test_scikit_learn_gives_the_same(ties: bool, weighted: bool) -> None:
    rng = np.random.default_rng(1)
    prob = rng.integers(0, 21, 500) / 20 if ties else rng.random(500)
    truth = (rng.random(500) < prob**1.5).astype(int)
    weights = rng.random(500) if weighted else None
    expected = IsotonicRegression().fit(prob, truth, sample_weight=weights).predict(prob)
    found = corp_reliability_curve(truth, prob, sample_weight=weights)
    assert_allclose(spread(found, prob), expected, rtol=1e-10, atol=1e-12)
    assert (np.diff(found.observed) > 0).all()


@pytest.mark.parametrize("case", [x for x in reference("probabilities") if "isotonic" in x], ids=lambda x: x["name"])
def test_isoreg_of_r_gives_the_same(case: Any) -> None:
    found = corp_reliability_curve(case["y_true"], case["y_prob"])
    assert_allclose(spread(found, case["isotonic"]["p"]), case["isotonic"]["fitted"], rtol=1e-12, atol=1e-13)


def test_steps_hold_all_rows_and_are_right_on_the_whole() -> None:
    rng = np.random.default_rng(2)
    prob = rng.random(1000)
    truth = (rng.random(1000) < prob).astype(int)
    found = corp_reliability_curve(truth, prob)
    assert found.weight.dtype == np.int64
    assert found.weight.sum() == 1000
    assert found.positives.sum() == truth.sum()
    assert found.weight @ found.predicted == pytest.approx(prob.sum(), rel=1e-13)
    assert (found.lowest[1:] > found.highest[:-1]).all()
    assert ((found.lowest <= found.predicted) & (found.predicted <= found.highest)).all()


def test_a_sum_of_states_is_the_whole_and_float32_stays() -> None:
    rng = np.random.default_rng(3)
    prob, truth = rng.random(200).astype(np.float32), rng.integers(0, 2, 200)
    state = corp_reliability_curve.state
    found = corp_reliability_curve.of(state(truth[:70], prob[:70]) + state(truth[70:], prob[70:]))
    whole = corp_reliability_curve(truth, prob)
    assert whole.lowest.dtype == np.float32
    for name in ("observed", "predicted", "lowest", "highest", "weight", "positives"):
        assert_array_equal(getattr(found, name), getattr(whole, name))
