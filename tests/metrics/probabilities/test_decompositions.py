"""Murphy's and the CORP decomposition of proper scores, and the CORP reliability curve."""

from __future__ import annotations

import math
from dataclasses import fields
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from metrics.cases import drawn, reference
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.isotonic import IsotonicRegression

from concordant import brier_score, corp_decomposition, corp_reliability_curve, log_loss, murphy_decomposition
from concordant.errors import UndefinedMetricWarning
from concordant.result import MurphyDecomposition

TERMS = [field.name for field in fields(MurphyDecomposition)]
CASES = reference("calibration")


def terms(parts: MurphyDecomposition) -> list[float]:
    return [getattr(parts, name) for name in TERMS]


# -- edges ---------------------------------------------------------------------------------------------------------


def test_murphy_decomposition_of_one_row_cannot_be_corrected() -> None:
    reason = r"^murphy_decomposition: one row has no variance, which the correction needs$"
    with pytest.warns(UndefinedMetricWarning, match=reason):
        parts = murphy_decomposition([1], [0.5], labels=[0, 1], debias=True)
    assert (parts.brier, parts.reliability) == (0.25, 0.25)
    assert math.isnan(parts.resolution)
    assert math.isnan(parts.uncertainty)


# -- by hand -------------------------------------------------------------------------------------------------------


def test_murphy_decomposition_weights_by_hand() -> None:
    parts = murphy_decomposition([0, 1, 1], [0.2, 0.2, 0.8], sample_weight=[1.5, 0.5, 2])
    assert_allclose(terms(parts)[1:4], [(2 * 0.05**2 + 2 * 0.2**2) / 4, 0.375**2, 0.625 * 0.375], rtol=1e-13)


# -- identities ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"n_bins": 1},
        {"n_bins": 7, "closed": "right"},
        {"n_bins": 5, "strategy": "quantile"},
        {"edges": [0, 0.3, 1]},
    ],
)
def test_the_terms_of_murphy_add_up_to_the_brier_score(options: dict[str, Any], weighted: bool) -> None:
    rng = np.random.default_rng(71)
    prob = np.round(rng.random(200), 2)
    truth = (rng.random(200) < prob**2).astype(np.int64)
    weights = rng.random(200) * 3 if weighted else None
    score = brier_score(truth, prob, sample_weight=weights)
    for debias in (False, True):
        parts = murphy_decomposition(truth, prob, sample_weight=weights, debias=debias, **options)
        whole = parts.reliability - parts.resolution + parts.uncertainty
        whole += parts.within_variance - parts.within_covariance
        assert parts.brier == pytest.approx(score, rel=1e-12)
        assert whole == pytest.approx(score, rel=1e-12)


# -- third party ---------------------------------------------------------------------------------------------------


# BrierDecomp(p, y, bins = 10, bias.corrected = FALSE and TRUE) of SpecsVerification 0.5-3 (the point estimates)
@pytest.mark.parametrize(
    ("case", "debias", "expected"),
    [
        (CASES[0], False, [0.021774695586884, 0.0243483483483484, 0.232222222222222]),
        (CASES[0], True, [0.0184375831935919, 0.0225697743592322, 0.233780760626398]),
        (CASES[1], False, [0.0470545704295704, 0.0377212370962371, 0.2475]),
        (CASES[1], True, [0.0360379992930364, 0.0287844978924762, 0.249579831932773]),
    ],
    ids=lambda value: value["name"] if isinstance(value, dict) else "",
)
def test_specs_verification_gives_the_same(case: Any, debias: bool, expected: list[float]) -> None:
    parts = murphy_decomposition(case["y_true"], case["y_prob"], n_bins=10, closed="right", debias=debias)
    assert_allclose([parts.reliability, parts.resolution, parts.uncertainty], expected, rtol=1e-12)


# -- errors --------------------------------------------------------------------------------------------------------


INF = math.inf


@pytest.mark.parametrize(
    ("y_true", "y_prob", "brier", "log"),
    [
        ([1], [0.5], (0.25, 0.25, 0, 0), (math.log(2), math.log(2), 0, 0)),  # one row: nothing to tell apart
        ([0, 1], [0, 1], (0, 0, 0.25, 0.25), (0, 0, math.log(2), math.log(2))),  # perfect
        ([0, 1], [1, 0], (1, 0.75, 0, 0.25), (INF, INF, 0, math.log(2))),  # inverted
        ([0, 0, 0, 1], [0.5] * 4, (0.25, 0.0625, 0, 0.1875), None),  # constant and too high
    ],
)
def test_corp_decomposition_edges(y_true: Any, y_prob: Any, brier: Any, log: Any) -> None:
    assert_allclose([*corp_decomposition(y_true, y_prob)], brier, rtol=1e-14, atol=1e-16)
    if log is not None:
        assert_allclose([*corp_decomposition(y_true, y_prob, score="log")], log, rtol=1e-14, atol=1e-16)


@given(
    rows=st.lists(st.tuples(st.integers(0, 1), st.integers(0, 8), st.integers(1, 3)), min_size=1, max_size=25),
    score=st.sampled_from(["brier", "log"]),
)
@drawn
def test_the_terms_of_corp_add_up_and_none_is_negative(rows: Any, score: Any) -> None:
    truth, prob, weights = (np.array(column) for column in zip(*rows, strict=True))
    found = corp_decomposition(truth, prob / 8, sample_weight=weights, score=score)
    plain = brier_score if score == "brier" else log_loss
    assert found.score == pytest.approx(plain(truth, prob / 8, sample_weight=weights), rel=1e-12, abs=1e-15)
    assert found.miscalibration >= 0
    assert found.discrimination >= 0
    total = found.miscalibration - found.discrimination + found.uncertainty
    assert found.score == pytest.approx(total, rel=1e-12, abs=1e-14)
    assert found.discrimination <= found.uncertainty + 1e-15


def spread(curve: Any, prob: Any) -> Any:
    """The observed share of the step that each probability belongs to."""
    return curve.observed[np.searchsorted(curve.highest, prob)]


@pytest.mark.parametrize(
    ("y_true", "y_prob", "observed", "lowest", "highest", "weight"),
    [
        ([0, 0], [0.3, 0.4], [0], [0.3], [0.4], [2]),  # one class: one step
        ([1, 0], [0.3, 0.4], [0.5], [0.3], [0.4], [2]),  # inverted: one step
        ([0, 1, 1], [0.3, 0.3, 0.3], [2 / 3], [0.3], [0.3], [3]),  # constant
        ([0, 1, 0, 1], [0.2, 0.2, 0.8, 0.8], [0.5], [0.2], [0.8], [4]),  # equal shares are one step
    ],
)
def test_corp_reliability_curve_edges(
    y_true: Any, y_prob: Any, observed: Any, lowest: Any, highest: Any, weight: Any
) -> None:
    found = corp_reliability_curve(y_true, y_prob)
    assert_allclose(found.observed, observed, rtol=1e-15)
    assert_array_equal(found.lowest, lowest)
    assert_array_equal(found.highest, highest)
    assert_array_equal(found.weight, weight)


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("weighted", [False, True])
def test_scikit_learn_gives_the_same_corp_curve(ties: bool, weighted: bool) -> None:
    rng = np.random.default_rng(1)
    prob = rng.integers(0, 21, 500) / 20 if ties else rng.random(500)
    truth = (rng.random(500) < prob**1.5).astype(int)
    weights = rng.random(500) if weighted else None
    expected = IsotonicRegression().fit(prob, truth, sample_weight=weights).predict(prob)
    found = corp_reliability_curve(truth, prob, sample_weight=weights)
    assert_allclose(spread(found, prob), expected, rtol=1e-10, atol=1e-12)
    assert (np.diff(found.observed) > 0).all()


@pytest.mark.parametrize("case", [x for x in reference("probabilities") if "isotonic" in x], ids=lambda x: x["name"])
def test_isoreg_of_r_gives_the_same_corp_curve(case: Any) -> None:
    found = corp_reliability_curve(case["y_true"], case["y_prob"])
    assert_allclose(spread(found, case["isotonic"]["p"]), case["isotonic"]["fitted"], rtol=1e-12, atol=1e-13)


def test_the_limits_of_steps_keep_float32() -> None:
    curve = corp_reliability_curve([0, 1, 1], np.array([0.1, 0.7, 0.4], np.float32))
    assert curve.lowest.dtype == curve.highest.dtype == np.float32
