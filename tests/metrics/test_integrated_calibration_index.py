"""The integrated calibration index and its companions: E50, E90 and Emax of the same distances."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from concordant import (
    calibration_error_e50,
    calibration_error_e90,
    calibration_error_emax,
    e50,
    e90,
    emax,
    ici,
    integrated_calibration_index,
    smooth_calibration_curve,
)
from concordant.errors import UndefinedMetricWarning

from .cases import reference

ALL: dict[str, Any] = {
    "ici": integrated_calibration_index,
    "e50": calibration_error_e50,
    "e90": calibration_error_e90,
    "emax": calibration_error_emax,
}
SUMMARIES: dict[str, Any] = {
    "ici": np.mean,
    "e50": np.median,
    "e90": lambda x: np.quantile(x, 0.9),
    "emax": np.max,
}
each = pytest.mark.parametrize("name", ALL)


@each
@pytest.mark.parametrize(
    ("y_true", "y_prob", "value"),
    [
        ([1], [0.3], 0.7),
        ([0, 1], [0.0, 1.0], 0.0),  # perfect
        ([0, 1], [1.0, 0.0], 1.0),  # inverted
        ([0, 1, 1, 1], [0.5] * 4, 0.25),  # constant
        ([0, 0, 0], [0.2, 0.2, 0.2], 0.2),  # one class
    ],
)
def test_edges(name: str, y_true: Any, y_prob: Any, value: float) -> None:
    assert ALL[name](y_true, y_prob, labels=[0, 1]) == pytest.approx(value, abs=1e-14)


@each
def test_no_rows_are_undefined(name: str) -> None:
    with pytest.warns(UndefinedMetricWarning, match="there are no rows"):
        assert math.isnan(ALL[name]([], []))


def test_aliases() -> None:
    assert (ici, e50, e90, emax) == tuple(ALL.values())


@each
@pytest.mark.parametrize("n", [40, 1500])
def test_it_is_the_summary_of_the_distances_of_the_curve(name: str, n: int) -> None:
    rng = np.random.default_rng(n)
    prob = rng.random(n)
    truth = (rng.random(n) < prob**2).astype(int)
    curve = smooth_calibration_curve(truth, prob, span=0.6)
    errors = np.abs(np.interp(prob, curve.predicted, curve.observed) - prob)
    assert_allclose(ALL[name](truth, prob, span=0.6), SUMMARIES[name](errors), rtol=1e-12)


@each
@pytest.mark.parametrize("case", reference("smooth_calibration"), ids=lambda case: case["name"])
def test_loess_of_r_gives_the_same(name: str, case: Any) -> None:
    """The code of Austin & Steyerberg over loess(surface = "direct"), cut off at 0 and 1."""
    found = ALL[name](case["y_true"], case["y_prob"], span=case["span"])
    assert found == pytest.approx(case["direct"][name], abs=1e-12)


@pytest.mark.parametrize(("name", "theirs"), [("ici", "Eavg"), ("e90", "E90"), ("emax", "Emax")])
def test_val_prob_of_rms_is_near(name: str, theirs: str) -> None:
    """It smooths by lowess: straight lines, span 2/3."""
    for case in reference("smooth_calibration"):
        if case["span"] == 0.75:
            found = ALL[name](case["y_true"], case["y_prob"])
            assert found == pytest.approx(case["val_prob"][theirs], abs=0.04)


@each
def test_other_weights_than_whole_ones_do_not_depend_on_their_scale(name: str) -> None:
    rng = np.random.default_rng(4)
    y, p, w = rng.integers(0, 2, 80), rng.random(80), rng.random(80)
    first, second = (ALL[name](y, p, sample_weight=w * by) for by in (1, 0.001))
    assert first == pytest.approx(second, rel=1e-9)


@each
def test_of_classes_the_mean_of_each_against_the_rest(name: str) -> None:
    rng = np.random.default_rng(5)
    prob = rng.dirichlet([2, 2, 2], 90)
    truth = rng.integers(0, 3, 90)
    apart = [ALL[name]((truth == k).astype(int), prob[:, k]) for k in range(3)]
    assert_allclose(ALL[name](truth, prob, average=None), apart, rtol=1e-12)
    assert_allclose(ALL[name](truth, prob), np.mean(apart), rtol=1e-12)
    top = ALL[name]((truth == prob.argmax(1)).astype(int), prob.max(1))
    assert_allclose(ALL[name](truth, prob, reduction="top_label"), top, rtol=1e-12)
