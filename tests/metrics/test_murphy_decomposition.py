from __future__ import annotations

import math
from dataclasses import fields
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from concordant import brier_score, murphy_decomposition
from concordant.errors import OptionError, UndefinedMetricWarning
from concordant.result import MurphyDecomposition

from .cases import reference

TERMS = [field.name for field in fields(MurphyDecomposition)]
CASES = reference("calibration")


def terms(parts: MurphyDecomposition) -> list[float]:
    return [getattr(parts, name) for name in TERMS]


# -- edges ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("y_true", "y_prob", "expected"),
    [
        ([1], [0.3], [0.49, 0.49, 0, 0, 0, 0]),
        ([1, 1], [0.3, 0.9], [0.25, 0.25, 0, 0, 0, 0]),  # one class: nothing is uncertain
        ([0, 1], [0.0, 1.0], [0, 0, 0.25, 0.25, 0, 0]),  # perfect
        ([0, 1], [1.0, 0.0], [1, 1, 0.25, 0.25, 0, 0]),  # inverted: as good a resolution
        ([0, 1, 1, 1], [0.5] * 4, [0.25, 0.0625, 0, 0.1875, 0, 0]),  # constant
    ],
)
def test_edges(y_true: Any, y_prob: Any, expected: list[float]) -> None:
    assert_allclose(terms(murphy_decomposition(y_true, y_prob, labels=[0, 1])), expected, rtol=1e-14, atol=1e-16)


def test_no_rows_are_undefined() -> None:
    for options in ({}, {"n_bins": 3}, {"n_bins": 3, "strategy": "quantile"}, {"debias": True}):
        with pytest.warns(UndefinedMetricWarning, match=r"^murphy_decomposition: there are no rows$"):
            parts = murphy_decomposition([], [], **options)
        assert np.isnan(terms(parts)[:4]).all()


def test_one_row_cannot_be_corrected() -> None:
    reason = r"^murphy_decomposition: one row has no variance, which the correction needs$"
    with pytest.warns(UndefinedMetricWarning, match=reason):
        parts = murphy_decomposition([1], [0.5], labels=[0, 1], debias=True)
    assert (parts.brier, parts.reliability) == (0.25, 0.25)
    assert math.isnan(parts.resolution)
    assert math.isnan(parts.uncertainty)


# -- by hand -------------------------------------------------------------------------------------------------------


def test_two_groups_by_hand() -> None:
    # p = 0.2: 1 of 4; p = 0.7: 3 of 4; gaps of 0.05, shares 0.25 from the prevalence.
    rows = [0, 0, 0, 1, 0, 1, 1, 1], [0.2] * 4 + [0.7] * 4
    assert_allclose(terms(murphy_decomposition(*rows)), [0.19, 0.0025, 0.0625, 0.25, 0, 0], rtol=1e-13)
    corrected = murphy_decomposition(*rows, debias=True)
    chance, small = 0.1875 / 3, 0.25 / 7
    expected = [0.19, 0.0025 - chance, 0.0625 - chance + small, 0.25 + small, 0, 0]
    assert_allclose(terms(corrected), expected, rtol=1e-12)


def test_a_bin_of_two_probabilities_by_hand() -> None:
    # One bin: mean 0.5, distances -0.2 and 0.2; truth 0 and 1. Variance 0.04, covariance 0.1.
    parts = murphy_decomposition([0, 1], [0.3, 0.7], n_bins=1)
    assert_allclose(terms(parts), [0.09, 0, 0, 0.25, 0.04, 0.2], rtol=1e-13, atol=1e-17)


def test_weights_by_hand() -> None:
    parts = murphy_decomposition([0, 1, 1], [0.2, 0.2, 0.8], sample_weight=[1.5, 0.5, 2])
    assert_allclose(terms(parts)[1:4], [(2 * 0.05**2 + 2 * 0.2**2) / 4, 0.375**2, 0.625 * 0.375], rtol=1e-13)


# -- identities ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"n_bins": 1},
        {"n_bins": 10},
        {"n_bins": 7, "closed": "right"},
        {"n_bins": 5, "strategy": "quantile"},
        {"edges": [0, 0.3, 1]},
    ],
)
def test_the_terms_add_up_to_the_brier_score(options: dict[str, Any], weighted: bool) -> None:
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


def test_corrected_terms_are_right_on_average() -> None:
    # Two groups of 8 rows, right probabilities: reliability 0, resolution 0.04 and uncertainty 0.25 of the population.
    rng = np.random.default_rng(72)
    prob = np.repeat([0.3, 0.7], 8)
    draws = [(rng.random(16) < prob).astype(np.int64) for _ in range(4000)]
    plain, corrected = (
        np.mean([terms(murphy_decomposition(draw, prob, debias=debias)) for draw in draws], axis=0)
        for debias in (False, True)
    )
    assert plain[1] == pytest.approx(0.21 / 8, rel=0.05)
    assert abs(corrected[1]) < 0.0015
    assert corrected[2] == pytest.approx(0.04, abs=0.003)
    assert corrected[3] == pytest.approx(0.25, abs=0.003)
    assert plain[3] < 0.24


def test_several_classes_give_one_each() -> None:
    truth, prob = [0, 1, 2, 1], np.array([[0.6, 0.3, 0.1], [0.2, 0.5, 0.3], [0.6, 0.3, 0.1], [0.2, 0.5, 0.3]])
    parts = murphy_decomposition(truth, prob)
    for k, one in enumerate(parts):
        assert one == murphy_decomposition([int(t == k) for t in truth], prob[:, k])
    assert sum(one.brier for one in parts) == pytest.approx(brier_score(truth, prob), rel=1e-13)
    top = murphy_decomposition(truth, prob, reduction="top_label")
    # 0.6: right in 1 of 2 rows; 0.5: in 2 of 2
    assert_allclose(terms(top)[:4], [0.255, 0.13, 0.0625, 0.1875], rtol=1e-13)


# -- third party ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
@pytest.mark.parametrize(("name", "options"), [("distinct", {}), ("tenths", {"n_bins": 10})])
def test_values_of_r(case: Any, name: str, options: dict[str, Any]) -> None:
    parts = murphy_decomposition(case["y_true"], case["y_prob"], **options)
    corrected = murphy_decomposition(case["y_true"], case["y_prob"], debias=True, **options)
    for term in TERMS:
        assert getattr(parts, term) == pytest.approx(case[name][term], rel=1e-11, abs=1e-15)
    for term, value in case[name]["debiased"].items():
        assert getattr(corrected, term) == pytest.approx(value, rel=1e-11)
    assert parts.brier == pytest.approx(case["val_prob_brier"], rel=1e-12)  # rms::val.prob


# BrierDecomp(p, y, bins = 10, bias.corrected = FALSE and TRUE) of SpecsVerification 0.5-3 (the point estimates)
@pytest.mark.parametrize(
    ("case", "plain", "corrected"),
    [
        (
            CASES[0],
            [0.021774695586884, 0.0243483483483484, 0.232222222222222],
            [0.0184375831935919, 0.0225697743592322, 0.233780760626398],
        ),
        (
            CASES[1],
            [0.0470545704295704, 0.0377212370962371, 0.2475],
            [0.0360379992930364, 0.0287844978924762, 0.249579831932773],
        ),
    ],
    ids=lambda value: value["name"] if isinstance(value, dict) else "",
)
def test_values_of_specs_verification(case: Any, plain: list[float], corrected: list[float]) -> None:
    for debias, expected in ((False, plain), (True, corrected)):
        parts = murphy_decomposition(case["y_true"], case["y_prob"], n_bins=10, closed="right", debias=debias)
        assert_allclose([parts.reliability, parts.resolution, parts.uncertainty], expected, rtol=1e-12)


# -- errors --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{"strategy": "quantile"}, {"closed": "right"}])
def test_options_of_bins_need_bins(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match=r"^strategy and closed are about bins; say n_bins or edges as well\.$"):
        murphy_decomposition([0, 1], [0.2, 0.7], **options)
    assert murphy_decomposition([0, 1], [0.2, 0.7], n_bins=2, **options).uncertainty == 0.25
