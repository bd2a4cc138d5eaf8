"""Metrics at a target prevalence: Bayes by hand, and for every metric with the option what weighted rows give."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from concordant import accuracy, f1, precision
from concordant.errors import PositiveLabelError, UndefinedMetricError, UndefinedMetricWarning
from concordant.metrics.definition.metric import Metric
from concordant.states import Counts, Curve, CurveStack
from metrics.cases import METRICS, NAN, assert_same, drawn

TREATED = ("decision_curve", "net_benefit", "net_interventions_avoided")  # of probabilities, with tests of their own
WITH = [metric for metric in METRICS if "prevalence" in metric.options and metric.name not in TREATED]
OF_LABELS = [metric for metric in WITH if metric.facts.input == "labels"]
OF_SCORES = [metric for metric in WITH if metric.facts.input == "scores"]
by_name = operator.attrgetter("name")
OWN: dict[str, dict[str, Any]] = {"f_beta": {"beta": 2.0}}
MIXES: dict[int, list[tuple[float, ...]]] = {
    2: [(1 - share, share) for share in (0.001, 0.1, 0.5, 0.75)],
    3: [(0.9, 0.09, 0.01), (0.25, 0.25, 0.5)],
}

TABLE = Counts.from_table([[90, 10], [20, 80]])  # sensitivity 0.8, specificity 0.9


# -- edges ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("metric", OF_LABELS, ids=by_name)
@pytest.mark.parametrize(
    ("table", "why"),
    [
        ([[5, 2], [0, 0]], "no row of y_true is in the class 1, to which the prevalence gives a share"),
        ([[0, 0], [3, 4]], "no row of y_true is in the class 0, to which the prevalence gives a share"),
        ([[0, 0], [0, 0]], "there are no rows"),
    ],
)
def test_a_class_without_rows_cannot_be_given_a_share(metric: Metric, table: Any, why: str) -> None:
    with pytest.raises(UndefinedMetricError, match=why):
        metric.of(Counts.from_table(table), prevalence=0.1, undefined="raise", **OWN.get(metric.name, {}))
    with pytest.warns(UndefinedMetricWarning):
        assert np.isnan(metric.of(Counts.from_table(table), prevalence=0.1, **OWN.get(metric.name, {})))


def test_text_without_an_order_needs_the_positive_class() -> None:
    rows = ["well", "ill", "ill"], ["well", "ill", "well"]
    with pytest.raises(PositiveLabelError, match=r"give both shares: prevalence=\{'ill': 0.9, 'well': 0.1\}"):
        accuracy(*rows, prevalence=0.1)
    by_name = accuracy(*rows, prevalence={"ill": 0.1, "well": 0.9})
    assert by_name == accuracy(*rows, labels=["well", "ill"], prevalence=0.1) == pytest.approx(0.95)
    assert f1(*rows, pos_label="ill", prevalence=0.1) == f1(*rows, labels=["well", "ill"], prevalence=0.1)


def test_undefined_classes_of_an_average_are_left_out() -> None:
    with pytest.warns(UndefinedMetricWarning, match="the macro average is over 2 of 3 classes"):
        found = precision([0, 1, 2], [0, 1, 1], average="macro", prevalence={0: 0.5, 1: 0.3, 2: 0.2})
    assert found == pytest.approx((1 + 0.6) / 2)


# -- for every metric with the option ------------------------------------------------------------------------------


def _rows(data: st.DataObject, metric: Metric, classes: int) -> tuple[Any, Any]:
    """Rows in which every class of the truth occurs."""
    n = data.draw(st.integers(classes, 14), label="rows")
    rest = data.draw(st.lists(st.integers(0, classes - 1), min_size=n - classes, max_size=n - classes))
    truth = np.array([*range(classes), *rest])
    if metric in OF_LABELS:
        return truth, np.array(data.draw(st.lists(st.integers(0, classes - 1), min_size=n, max_size=n)))
    size = n if classes == 2 else n * classes
    scores = np.array(data.draw(st.lists(st.integers(0, 6), min_size=size, max_size=size))) / 8
    return truth, scores if classes == 2 else scores.reshape(n, classes)


def _weights(truth: Any, shares: Any) -> Any:
    return (np.asarray(shares) / np.bincount(truth))[truth] * len(truth)


def _averages(metric: Metric, classes: int) -> list[dict[str, Any]]:
    own = OWN.get(metric.name, {})
    if "average" not in metric.options:
        return [own]
    binary = [own] if classes == 2 else []
    if classes == 2 and metric in OF_SCORES:
        return binary
    return [*binary, *({**own, "average": x} for x in ("macro", "micro", "weighted", None))]


@pytest.mark.parametrize("metric", WITH, ids=by_name)
@pytest.mark.parametrize("classes", MIXES)
@given(data=st.data())
@drawn
def test_the_value_is_that_of_weighted_rows(classes: int, metric: Metric, data: st.DataObject) -> None:
    shares = data.draw(st.sampled_from(MIXES[classes]), label="shares")
    truth, other = _rows(data, metric, classes)
    same_weight = np.full(len(truth), 3.0)
    for options in _averages(metric, classes):
        expected = metric(truth, other, sample_weight=_weights(truth, shares), undefined=NAN, **options)
        for prevalence in (shares[1], dict(enumerate(shares))) if classes == 2 else (dict(enumerate(shares)),):
            mixed = {"prevalence": prevalence, "undefined": NAN, **options}
            assert_same(metric(truth, other, **mixed), expected, metric.name)
            assert_same(metric(truth, other, sample_weight=same_weight, **mixed), expected, metric.name)
            if metric.name != "precision_recall_curve" and classes == 2:
                assert_same(metric(np.tile(truth, 2), np.tile(other, 2), **mixed), expected, metric.name)


# -- states --------------------------------------------------------------------------------------------------------


def test_a_reweighted_state_keeps_its_rows_and_its_truth_predictions() -> None:
    mixed = TABLE.at_prevalence(0.05)
    assert mixed.n == pytest.approx(200)
    assert_allclose(mixed.normalized("true"), TABLE.normalized("true"))
    assert_allclose(mixed.table.sum(1) / 200, [0.95, 0.05])
    assert_allclose(mixed.squares, TABLE.table * (mixed.table / TABLE.table) ** 2)
    curve = Curve.from_scores([0, 1, 1] * 100, np.arange(300) % 7).at_prevalence({0: 0.9, 1: 0.1})
    assert curve.n == pytest.approx(300)
    assert_allclose(curve.weights.sum(0), [270, 30])


def test_a_class_without_a_share_is_gone() -> None:
    stack = CurveStack.from_scores([0, 1, 2, 2], [[0.9, 0.0, 0.1], [0.1, 0.8, 0.3], [0.2, 0.1, 0.7], [0.4, 0.2, 0.5]])
    mixed = stack.at_prevalence({0: 0.25, 1: 0.75, 2: 0})
    assert [len(curve.scores) for curve in mixed.curves] == [2, 2, 2]
    assert [curve.n for curve in mixed.curves] == [4, 4, 4]
