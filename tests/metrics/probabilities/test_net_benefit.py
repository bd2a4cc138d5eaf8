"""Net benefit, net interventions avoided and decision curves."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from metrics.cases import NAN, drawn, reference, rows_of
from numpy.testing import assert_allclose

from concordant import Curve, decision_curve, net_benefit, net_interventions_avoided
from concordant.errors import UndefinedMetricWarning

Y, P = [1, 0, 1, 0, 0], [0.9, 0.3, 0.2, 0.1, 0.05]


@given(data=st.data(), threshold=st.sampled_from([0.125, 0.25, 0.5, 0.75]), prevalence=st.sampled_from([None, 0.2]))
@drawn
def test_net_benefit_is_that_of_treating_all_and_of_interventions_avoided(
    data: st.DataObject, threshold: float, prevalence: float | None
) -> None:
    rows = data.draw(rows_of("probabilities", least=1))
    how: dict[str, Any] = {"threshold": threshold, "prevalence": prevalence, "labels": [0, 1], "undefined": NAN}
    odds = threshold / (1 - threshold)
    everybody = net_benefit(rows.y_true, np.ones(len(rows)), **how)
    expected = everybody + odds * net_interventions_avoided(*rows, **how)
    assert_allclose(net_benefit(*rows, **how), expected, atol=1e-12)


def test_a_float32_is_compared_with_its_own_value() -> None:
    # 0.7 as float32 is 0.699999988, which is below 0.7; 0.75 is exact
    for kind, expected in ((np.float64, 1.0), (np.float32, 0.0)):
        assert net_benefit([1], np.array([0.7], kind), threshold=0.7, labels=[0, 1]) == expected
        assert net_benefit.of(Curve.from_scores([1], np.array([0.7], kind), labels=[0, 1]), threshold=0.7) == expected
        assert net_benefit([1], np.array([0.75], kind), threshold=0.75, labels=[0, 1]) == 1.0


def test_thresholds_of_a_decision_curve_are_hundredths_by_default() -> None:
    assert decision_curve(Y, P).thresholds.tolist() == [k / 100 for k in range(1, 100)]


@pytest.mark.parametrize("case", reference("net_benefit_python"), ids=lambda c: f"{c['name']} {c['prevalence']}")
def test_dcurves_gives_the_same(case: dict[str, Any]) -> None:
    rows, prevalence = (case["y_true"], case["y_prob"]), case["prevalence"]
    curve = decision_curve(*rows, thresholds=case["thresholds"], prevalence=prevalence)
    assert [part.tolist() for part in curve][-1] == case["thresholds"]
    for part in ("net_benefit", "treat_all", "treat_none"):
        assert_allclose(getattr(curve, part), case[part], rtol=1e-12, atol=1e-14)
    standardized = decision_curve(*rows, thresholds=case["thresholds"], prevalence=prevalence, standardized=True)
    for part in ("net_benefit", "treat_all"):
        expected = getattr(curve, part) / (prevalence or curve.prevalence)
        assert_allclose(getattr(standardized, part), expected, rtol=1e-12, atol=1e-14)
    for metric, rtol in ((net_benefit, 1e-12), (net_interventions_avoided, 1e-11)):
        values = [metric(*rows, threshold=t, prevalence=prevalence) for t in case["thresholds"]]
        assert_allclose(values, case[metric.name], rtol=rtol, atol=1e-13)


def test_decision_curve_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^decision_curve: there are no rows$"):
        found = decision_curve([], [], thresholds=[0.1, 0.2])
    assert np.isnan(found.net_benefit).all()
    assert np.isnan(found.treat_all).all()
    assert np.isnan(found.prevalence)
    with pytest.warns(UndefinedMetricWarning, match="no row of y_true is positive"):
        found = decision_curve([0, 0], [0.1, 0.2], thresholds=[0.1, 0.2], standardized=True)
    assert np.isnan(found.net_benefit).all()
    assert found.prevalence == 0
