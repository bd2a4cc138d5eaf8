from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from concordant import net_benefit, net_interventions_avoided
from concordant.errors import OptionError, UndefinedMetricWarning

from .cases import NAN, drawn, reference, rows_of

Y, P = [1, 0, 1, 0, 0], [0.9, 0.3, 0.2, 0.1, 0.05]


@pytest.mark.parametrize(
    ("y_true", "y_prob", "threshold", "expected"),
    [
        ([0], [0.1], 0.2, 1.0),
        ([1], [0.1], 0.2, -4.0),  # missed
        ([1], [0.5], 0.2, 0.0),  # all treated
        ([0, 1], [0.1, 0.9], 0.5, 1 / 2),  # perfect: the share of negatives
        ([0, 1], [0.9, 0.1], 0.5, -1 / 2),  # inverted
        ([0, 0, 0, 1], [0.3] * 4, 0.3, 0.0),  # all treated
        ([0, 0, 0, 1], [0.3] * 4, 0.4, 3 / 4 - 1 / 4 * 3 / 2),  # nobody treated
        ([0, 1], [0.5, 0.9], 1.0, 1 / 2),  # a positive that is missed costs nothing
        ([1, 1], [0.0, 0.0], 0.001, -999),
        (Y, P, 0.2, 2 / 5),
        (Y, P, 0.25, 2 / 5 - 1 / 5 * 3),
    ],
)
def test_edges_and_hand_worked(y_true: Any, y_prob: Any, threshold: float, expected: float) -> None:
    found = net_interventions_avoided(y_true, y_prob, threshold=threshold, labels=[0, 1])
    assert found == pytest.approx(expected, rel=1e-12)


def test_at_another_prevalence() -> None:
    # threshold 0.25: sensitivity 1/2, specificity 2/3
    found = net_interventions_avoided(Y, P, threshold=0.25, prevalence=0.1)
    assert found == pytest.approx(0.9 * 2 / 3 - 0.1 * 1 / 2 * 3, rel=1e-12)


@pytest.mark.parametrize("case", reference("net_benefit_python"), ids=lambda c: f"{c['name']} {c['prevalence']}")
def test_dcurves(case: dict[str, Any]) -> None:
    found = [
        net_interventions_avoided(case["y_true"], case["y_prob"], threshold=t, prevalence=case["prevalence"])
        for t in case["thresholds"]
    ]
    assert_allclose(found, case["net_interventions_avoided"], rtol=1e-11, atol=1e-13)


@given(data=st.data(), prevalence=st.sampled_from([None, 0.3]))
@drawn
def test_it_is_the_net_benefit_of_the_other_class(data: st.DataObject, prevalence: float | None) -> None:
    rows = data.draw(rows_of("probabilities", least=1))
    threshold = 0.28125  # between the probabilities, so that "at least" and "above" are the same
    other = None if prevalence is None else 1 - prevalence
    found = net_interventions_avoided(*rows, threshold=threshold, prevalence=prevalence, labels=[0, 1], undefined=NAN)
    turned = net_benefit(
        1 - rows.y_true, 1 - rows.other, threshold=1 - threshold, prevalence=other, labels=[0, 1], undefined=NAN
    )
    assert_allclose(found, turned, atol=1e-12)


def test_it_is_known_under_another_name() -> None:
    from concordant import metrics

    assert metrics.get("net_benefit_untreated") is net_interventions_avoided


@pytest.mark.parametrize("threshold", [0, -0.1, 1.5, NAN, "0.2", False])
def test_a_threshold_that_is_none(threshold: Any) -> None:
    with pytest.raises(OptionError, match=r"^threshold must be a number above 0 and at most 1, not "):
        net_interventions_avoided(Y, P, threshold=threshold)


def test_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^net_interventions_avoided: there are no rows$"):
        assert np.isnan(net_interventions_avoided([], [], threshold=0.2))
    with pytest.warns(UndefinedMetricWarning, match="only the class 1 occurs"):
        assert np.isnan(net_interventions_avoided([1, 1], [0.1, 0.5], threshold=0.2, prevalence=0.2))
