from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from concordant import decision_curve, net_benefit
from concordant.errors import OptionError, UndefinedMetricWarning

from .cases import reference

Y, P = [1, 0, 1, 0, 0], [0.9, 0.3, 0.2, 0.1, 0.05]


def test_hand_worked() -> None:
    found = decision_curve(Y, P, thresholds=[0.0, 0.1, 0.2, 0.95])
    assert_allclose(found.net_benefit, [2 / 5, 2 / 5 - 2 / 5 / 9, 2 / 5 - 1 / 5 / 4, 0], rtol=1e-12)
    assert_allclose(found.treat_all, [2 / 5, 2 / 5 - 3 / 5 / 9, 2 / 5 - 3 / 5 / 4, 2 / 5 - 3 / 5 * 19], rtol=1e-12)
    assert found.treat_none.tolist() == [0, 0, 0, 0]
    assert found.prevalence == 0.4
    assert [part.tolist() for part in found][-1] == [0.0, 0.1, 0.2, 0.95]


def test_the_thresholds_are_hundredths_by_default() -> None:
    assert decision_curve(Y, P).thresholds.tolist() == [k / 100 for k in range(1, 100)]


@pytest.mark.parametrize("options", [{}, {"standardized": True}, {"prevalence": 0.1}])
def test_points_are_net_benefits(options: dict[str, Any]) -> None:
    rng = np.random.default_rng(8)
    risk = rng.random(80).round(2)
    truth = (rng.random(80) < risk).astype(int)
    curve = decision_curve(truth, risk, **options)
    points = [net_benefit(truth, risk, threshold=t, **options) for t in curve.thresholds.tolist()]
    everyone = [net_benefit(truth, np.ones(80), threshold=t, **options) for t in curve.thresholds.tolist()]
    assert_allclose(curve.net_benefit, points, rtol=1e-12)
    assert_allclose(curve.treat_all, everyone, rtol=1e-12)


@pytest.mark.parametrize("case", reference("net_benefit_python"), ids=lambda c: f"{c['name']} {c['prevalence']}")
def test_dcurves(case: dict[str, Any]) -> None:
    found = decision_curve(case["y_true"], case["y_prob"], thresholds=case["thresholds"], prevalence=case["prevalence"])
    for part in ("net_benefit", "treat_all", "treat_none"):
        assert_allclose(getattr(found, part), case[part], rtol=1e-12, atol=1e-14)


def test_treating_all_crosses_none_at_the_prevalence() -> None:
    found = decision_curve(Y, P, thresholds=[0.1, 0.4, 0.5])
    assert found.treat_all[1] == pytest.approx(0, abs=1e-15)
    assert (np.diff(found.treat_all) < 0).all()


def test_several_classes_have_a_curve_each() -> None:
    prob = np.array([[0.6, 0.3, 0.1], [0.5, 0.3, 0.2], [0.2, 0.2, 0.6]])
    found = decision_curve([0, 1, 2], prob, thresholds=[0.25])
    alone = decision_curve([0, 1, 0], prob[:, 1], thresholds=[0.25])
    assert found[1].net_benefit == pytest.approx(alone.net_benefit)
    assert len(found) == 3


def test_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^decision_curve: there are no rows$"):
        found = decision_curve([], [], thresholds=[0.1, 0.2])
    assert np.isnan(found.net_benefit).all()
    assert np.isnan(found.treat_all).all()
    assert np.isnan(found.prevalence)
    with pytest.warns(UndefinedMetricWarning, match="no row of y_true is positive"):
        found = decision_curve([0, 0], [0.1, 0.2], thresholds=[0.1, 0.2], standardized=True)
    assert np.isnan(found.net_benefit).all()
    assert found.prevalence == 0


@pytest.mark.parametrize("thresholds", [[], [0.2, 0.1], [0.1, 0.1], [0.5, 1.0], [-0.1], [np.nan], [[0.1]], 0.2, ["a"]])
def test_thresholds_that_are_none(thresholds: Any) -> None:
    with pytest.raises(OptionError, match=r"^thresholds must be numbers"):
        decision_curve(Y, P, thresholds=thresholds)
