from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from sklearn.isotonic import IsotonicRegression

from concordant import brier_score, corp_decomposition, log_loss, murphy_decomposition
from concordant.errors import OptionError, UndefinedMetricWarning
from concordant.result import CorpDecomposition

from .cases import drawn, reference

INF = math.inf


@pytest.mark.parametrize(
    ("y_true", "y_prob", "brier", "log"),
    [
        ([1], [0.5], (0.25, 0.25, 0, 0), (math.log(2), math.log(2), 0, 0)),  # one row: nothing to tell apart
        ([1, 1], [1, 1], (0, 0, 0, 0), (0, 0, 0, 0)),
        ([0, 1], [0, 1], (0, 0, 0.25, 0.25), (0, 0, math.log(2), math.log(2))),  # perfect
        ([0, 1], [1, 0], (1, 0.75, 0, 0.25), (INF, INF, 0, math.log(2))),  # inverted
        ([0, 1], [0.5, 0.5], (0.25, 0, 0, 0.25), (math.log(2), 0, 0, math.log(2))),  # constant and right
        ([0, 0, 0, 1], [0.5] * 4, (0.25, 0.0625, 0, 0.1875), None),  # constant and too high
    ],
)
def test_edges(y_true: Any, y_prob: Any, brier: Any, log: Any) -> None:
    assert_allclose([*corp_decomposition(y_true, y_prob)], brier, rtol=1e-14, atol=1e-16)
    if log is not None:
        assert_allclose([*corp_decomposition(y_true, y_prob, score="log")], log, rtol=1e-14, atol=1e-16)


@pytest.mark.parametrize("score", ["brier", "log"])
def test_no_rows_are_undefined(score: Any) -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^corp_decomposition: there are no rows$"):
        assert np.isnan([*corp_decomposition([], [], score=score)]).all()
    with pytest.warns(UndefinedMetricWarning, match=r"^corp_decomposition: there are no rows$"):
        assert np.isnan([*corp_decomposition([0, 1], [0.2, 0.3], sample_weight=[0, 0], score=score)]).all()


def test_six_rows_by_hand() -> None:
    # The steps are .1 .2 | .3 .6 | .7 .9 with shares 0, 1/2, 1: recalibrated (1/4 + 1/4) / 6 = 1/12.
    given = (0.1**2 + 0.2**2 + 0.7**2 + 0.6**2 + 0.3**2 + 0.1**2) / 6
    found = corp_decomposition([0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.7, 0.9])
    assert isinstance(found, CorpDecomposition)
    assert_allclose([*found], [given, given - 1 / 12, 1 / 4 - 1 / 12, 1 / 4], rtol=1e-13)
    found = corp_decomposition([0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.7, 0.9], score="log")
    given = -(math.log(0.9) + math.log(0.8) + math.log(0.3) + math.log(0.4) + math.log(0.7) + math.log(0.9)) / 6
    again = math.log(2) / 3
    assert_allclose([*found], [given, given - again, math.log(2) - again, math.log(2)], rtol=1e-13)


def test_ties_stay_together() -> None:
    # Both rows at .5 are one step of share 1/2, in whichever order they come; apart they would look perfect.
    for truth in ([0, 0, 1], [0, 1, 0]):
        found = corp_decomposition(truth, [0.1, 0.5, 0.5])
        assert found.discrimination == pytest.approx(2 / 9 - 1 / 6, rel=1e-13)


@given(
    rows=st.lists(st.tuples(st.integers(0, 1), st.integers(0, 8), st.integers(1, 3)), min_size=1, max_size=25),
    score=st.sampled_from(["brier", "log"]),
)
@drawn
def test_the_terms_add_up_and_none_is_negative(rows: Any, score: Any) -> None:
    truth, prob, weights = (np.array(column) for column in zip(*rows, strict=True))
    found = corp_decomposition(truth, prob / 8, sample_weight=weights, score=score)
    plain = brier_score if score == "brier" else log_loss
    assert found.score == pytest.approx(plain(truth, prob / 8, sample_weight=weights), rel=1e-12, abs=1e-15)
    assert found.miscalibration >= 0
    assert found.discrimination >= 0
    total = found.miscalibration - found.discrimination + found.uncertainty
    assert found.score == pytest.approx(total, rel=1e-12, abs=1e-14)
    assert found.discrimination <= found.uncertainty + 1e-15


def test_recalibrated_probabilities_have_no_miscalibration() -> None:
    rng = np.random.default_rng(8)
    prob = rng.random(300)
    truth = (rng.random(300) < prob**2).astype(int)
    again = IsotonicRegression(out_of_bounds="clip").fit(prob, truth).predict(prob)
    before, after = corp_decomposition(truth, prob), corp_decomposition(truth, again.clip(0, 1))
    assert before.miscalibration > 0.02
    assert after.miscalibration == pytest.approx(0, abs=1e-15)
    assert after.discrimination == pytest.approx(before.discrimination, rel=1e-12)
    assert before.score - after.score == pytest.approx(before.miscalibration, rel=1e-12)


def test_only_miscalibration_minds_a_rising_change_of_the_probabilities() -> None:
    rng = np.random.default_rng(9)
    prob = rng.integers(1, 100, 200) / 100
    truth = (rng.random(200) < prob).astype(int)
    plain, bent = corp_decomposition(truth, prob), corp_decomposition(truth, prob**3)
    assert (plain.discrimination, plain.uncertainty) == (bent.discrimination, bent.uncertainty)
    assert bent.miscalibration > plain.miscalibration


def test_where_the_shares_rise_it_is_murphys_decomposition() -> None:
    truth, prob = [0, 0, 0, 1, 0, 1, 1, 1], [0.2, 0.2, 0.2, 0.2, 0.7, 0.7, 0.7, 0.9]
    corp, murphy = corp_decomposition(truth, prob), murphy_decomposition(truth, prob)
    assert corp.miscalibration == pytest.approx(murphy.reliability, rel=1e-13)
    assert corp.discrimination == pytest.approx(murphy.resolution, rel=1e-13)
    assert corp.uncertainty == pytest.approx(murphy.uncertainty, rel=1e-13)


def test_several_classes_give_one_a_class_or_that_of_the_top_label() -> None:
    rng = np.random.default_rng(10)
    truth, prob = rng.integers(0, 3, 40), rng.dirichlet(np.ones(3), 40)
    each = corp_decomposition(truth, prob)
    for k in range(3):
        assert each[k] == corp_decomposition((truth == k).astype(int), prob[:, k])
    top = corp_decomposition(truth, prob, reduction="top_label")
    assert top == corp_decomposition((prob.argmax(1) == truth).astype(int), prob.max(1))


@pytest.mark.parametrize("case", [x for x in reference("probabilities") if "corp_brier" in x], ids=lambda x: x["name"])
def test_isoreg_of_r_gives_the_same(case: Any) -> None:
    found = corp_decomposition(case["y_true"], case["y_prob"])
    assert_allclose([*found], case["corp_brier"], rtol=1e-10, atol=1e-14)
    found = corp_decomposition(case["y_true"], case["y_prob"], score="log")
    assert_allclose([*found], case["corp_log"], rtol=1e-10, atol=1e-14)


@pytest.mark.parametrize("case", [x for x in reference("probabilities_python") if "log" in x], ids=lambda x: x["name"])
def test_model_diagnostics_gives_the_same(case: Any) -> None:
    for score in ("brier", "log"):
        found = corp_decomposition(case["y_true"], case["y_prob"], sample_weight=case["sample_weight"], score=score)
        assert_allclose([*found], case[score], rtol=1e-11)


def test_a_score_that_does_not_exist_is_refused() -> None:
    with pytest.raises(OptionError, match=r'^score must be "brier" or "log", not \'crps\'\.$'):
        corp_decomposition([0, 1], [0.2, 0.3], score="crps")
