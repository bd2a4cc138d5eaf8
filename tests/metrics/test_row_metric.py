"""What all metrics of ranked labels share: the options stand in the state, rows may be left out."""

from __future__ import annotations

import inspect
import pickle
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.sparse import csr_array

import concordant
from concordant import (
    coverage_error,
    discounted_cumulative_gain,
    label_ranking_loss,
    normalized_discounted_cumulative_gain,
    top_k_accuracy,
)
from concordant.errors import (
    InputTypeError,
    LabelError,
    MergeError,
    MissingValuesError,
    OptionError,
    UndefinedMetricError,
    UndefinedMetricWarning,
)
from concordant.metrics.definition.kinds import CLASS_RANKINGS
from concordant.metrics.definition.metric import Metric
from concordant.states import Moments

METRICS = [metric for metric in concordant.metrics.find() if metric.quantity is not None]
OF_LABELS = [metric for metric in METRICS if metric.kind is not CLASS_RANKINGS]
MAY_BE_UNDEFINED = [metric for metric in OF_LABELS if metric._fills]
NAN = float("nan")

TRUTH = np.array([[1, 0, 0, 1], [0, 0, 0, 0], [0, 1, 0, 0], [1, 1, 0, 1]])
SCORES = np.array([[0.9, 0.8, 0.1, 0.3], [0.1, 0.2, 0.3, 0.4], [0.5, 0.5, 0.7, 0.5], [0.2, 0.4, 0.6, 0.8]])

every = pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
of_labels = pytest.mark.parametrize("metric", OF_LABELS, ids=lambda metric: metric.name)
undefinable = pytest.mark.parametrize("metric", MAY_BE_UNDEFINED, ids=lambda metric: metric.name)


def test_these_are_all() -> None:
    assert {metric.name for metric in METRICS} == {
        "coverage_error",
        "discounted_cumulative_gain",
        "label_ranking_average_precision",
        "label_ranking_loss",
        "mean_reciprocal_rank",
        "normalized_discounted_cumulative_gain",
        "one_error",
        "top_k_accuracy",
    }
    assert len(MAY_BE_UNDEFINED) == 4


# -- options and states --------------------------------------------------------------------------------------------


def test_the_options_stand_in_the_name_of_the_state() -> None:
    state = discounted_cumulative_gain.state(TRUTH, SCORES, k=3, log_base=10.0)
    assert state.names == ("discounted_cumulative_gain|ignore_ties:False|k:3|log_base:10",)
    assert discounted_cumulative_gain.signature(state).startswith(f"{state.names[0]}|n:4|v:")
    assert normalized_discounted_cumulative_gain.state(TRUTH, SCORES).names == (
        "normalized_discounted_cumulative_gain|ignore_ties:False",
        "defined",
    )
    base = discounted_cumulative_gain.state(TRUTH, SCORES, log_base=np.e)
    assert base.names == (f"discounted_cumulative_gain|ignore_ties:False|log_base:{np.e!r}",)


def test_a_state_of_classes_knows_them() -> None:
    state = top_k_accuracy.state(["b", "a"], [[1, 2], [1, 2]], k=1, sample_weight=[1, 2], labels=["a", "b"])
    assert state.classes == ("a", "b")
    signature = top_k_accuracy.signature(state)
    assert signature.startswith("top_k_accuracy|k:1|ties:expected|labels:a,b|n:3|sample_weight:yes|v:")


def test_states_of_other_options_do_not_add_up() -> None:
    three, two = (discounted_cumulative_gain.state(TRUTH, SCORES, k=k) for k in (3, 2))
    with pytest.raises(
        MergeError, match=r"k:3\|log_base:2',\) and \('discounted_cumulative_gain\|ignore_ties:False\|k:2"
    ):
        _ = three + two


def test_an_option_of_the_state_may_be_named_again_and_not_changed() -> None:
    state = discounted_cumulative_gain.state(TRUTH, SCORES, k=3)
    assert discounted_cumulative_gain.of(state, k=3, log_base=2.0) == discounted_cumulative_gain.of(state)
    assert discounted_cumulative_gain.signature(state, k=3) == discounted_cumulative_gain.signature(state)
    with pytest.raises(OptionError) as caught:
        discounted_cumulative_gain.of(state, k=2)
    assert str(caught.value) == (
        "the options of a state are fixed: this one is 'discounted_cumulative_gain|ignore_ties:False|k:3|log_base:2'. "
        "Make another with discounted_cumulative_gain.state(..., k=2)."
    )


def test_the_state_of_another_metric_is_refused() -> None:
    with pytest.raises(InputTypeError) as caught:
        label_ranking_loss.of(coverage_error.state(TRUTH, SCORES))
    assert str(caught.value) == (
        "label_ranking_loss.of takes Moments that label_ranking_loss.state made, not those of 'coverage_error'."
    )
    with pytest.raises(InputTypeError, match=r"label_ranking_loss\.of takes Moments, not ndarray\."):
        label_ranking_loss.of(TRUTH)


def test_an_unknown_option_is_refused() -> None:
    for call in (discounted_cumulative_gain, discounted_cumulative_gain.state, discounted_cumulative_gain.rows):
        with pytest.raises(InputTypeError) as caught:
            call(TRUTH, SCORES, at=3)
        assert str(caught.value) == (
            "discounted_cumulative_gain has no option 'at'; its options are k, log_base, ignore_ties, sample_weight, "
            "missing, undefined."
        )


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("ndcg", {"k": 0}, "k must be a whole number of at least 1, not 0."),
        ("ndcg", {"k": 2.5}, "k must be a whole number of at least 1, not 2.5."),
        ("dcg", {"log_base": 1}, "log_base must be a number above 1, not 1."),
        ("dcg", {"log_base": "e"}, "log_base must be a number above 1, not 'e'."),
        ("dcg", {"log_base": float("inf")}, "log_base must be a number above 1, not inf."),
        ("dcg", {"ignore_ties": 1}, "ignore_ties must be True or False, not 1."),
        ("one_error", {"ties": "last"}, "ties must be one of 'expected', 'worst', 'best', not 'last'."),
        ("mrr", {"ties": None}, "ties must be one of 'expected', 'worst', 'best', not None."),
        ("top_k_accuracy", {"ties": "first"}, "ties must be one of 'expected', 'worst', 'best', 'last', not 'first'."),
        ("top_k_accuracy", {"k": True}, "k must be a whole number of at least 1, not True."),
    ],
)
def test_options_are_checked(name: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError) as caught:
        concordant.metrics.get(name)([[1, 0]], [[1, 2]], **options)
    assert str(caught.value) == message


@every
def test_options_are_shown_and_metrics_are_pickled(metric: Metric) -> None:
    shown = inspect.signature(metric).parameters
    assert list(shown)[:2] == ["y_true", "y_score"]
    assert set(metric.options) <= set(shown)
    assert ("labels" in shown) == (metric.name == "top_k_accuracy")
    assert pickle.loads(pickle.dumps(metric)) is metric


# -- rows ----------------------------------------------------------------------------------------------------------


@of_labels
def test_the_mean_is_over_the_rows_where_it_is_defined(metric: Metric) -> None:
    values = metric.rows(TRUTH, SCORES)
    assert np.isnan(values).tolist() == [False, metric in MAY_BE_UNDEFINED, False, False]
    assert metric(TRUTH, SCORES, undefined=NAN) == pytest.approx(np.nanmean(values), rel=1e-14)
    weights = np.array([1, 2, 0.5, 3])
    known = ~np.isnan(values)
    expected = np.average(values[known], weights=weights[known])
    assert metric(TRUTH, SCORES, sample_weight=weights, undefined=NAN) == pytest.approx(expected, rel=1e-14)


def test_the_rows_of_classes() -> None:
    scores = [[0.5, 0.2, 0.3], [0.3, 0.4, 0.3]]
    assert top_k_accuracy.rows(["a", "c"], scores, labels=["a", "b", "c"], k=2).tolist() == [1.0, 0.5]


@undefinable
def test_rows_that_are_left_out_are_told(metric: Metric) -> None:
    lacking = "all labels or none are relevant" if metric is label_ranking_loss else "no label is relevant"
    with pytest.warns(UndefinedMetricWarning) as caught:
        metric(TRUTH, SCORES)
    assert str(caught[0].message) == f"{metric.name}: the mean leaves out 1 of 4 rows, where {lacking}"
    with pytest.warns(UndefinedMetricWarning) as caught:
        metric(TRUTH, SCORES, sample_weight=[0.5, 3.0, 1.0, 1.5])
    assert str(caught[0].message) == (
        f"{metric.name}: the mean leaves out rows with 50.00% of the weight, where {lacking}"
    )
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert np.isnan(metric(TRUTH[1:2], SCORES[1:2]))
    assert str(caught[0].message) == f"{metric.name}: in every row {lacking}"
    with pytest.raises(
        UndefinedMetricError, match=f"^{metric.name}: the mean leaves out 1 of 4 rows, where {lacking}$"
    ):
        metric(TRUTH, SCORES, undefined="raise")


@undefinable
def test_a_number_stands_for_a_row_that_is_undefined(metric: Metric) -> None:
    values = metric.rows(TRUTH, SCORES)
    for number in (0.0, 1, 0.25):
        expected = np.where(np.isnan(values), number, values).mean()
        assert metric(TRUTH, SCORES, undefined=number) == pytest.approx(expected, rel=1e-14)
        assert metric(TRUTH[1:2], SCORES[1:2], undefined=number) == number
    assert metric.outcome(metric.state(TRUTH[[0, 3]], SCORES[[0, 3]])).reason is None


@every
def test_no_rows_are_undefined(metric: Metric) -> None:
    classes = metric.kind is CLASS_RANKINGS
    truth, data = (np.zeros(0, int), {"labels": [0, 1, 2]}) if classes else (np.zeros((0, 3)), {})
    with pytest.warns(UndefinedMetricWarning, match=f"^{metric.name}: there are no rows$"):
        assert np.isnan(metric(truth, np.zeros((0, 3)), **data))
    assert metric(truth, np.zeros((0, 3)), undefined=0.5, **data) == 0.5
    one = np.zeros(1, int) if classes else np.ones((1, 3))
    with pytest.warns(UndefinedMetricWarning, match=f"^{metric.name}: there are no rows$"):
        assert np.isnan(metric(one, np.zeros((1, 3)), sample_weight=[0], **data))


@of_labels
def test_sparse_truth_is_dense_truth(metric: Metric) -> None:
    found = metric(csr_array(TRUTH), SCORES, undefined=NAN)
    assert found == pytest.approx(metric(TRUTH, SCORES, undefined=NAN), rel=1e-14)
    assert_allclose(metric.rows(csr_array(TRUTH), SCORES), metric.rows(TRUTH, SCORES), rtol=1e-14)


@of_labels
def test_missing_values(metric: Metric) -> None:
    scores = np.vstack([SCORES, [[NAN, 1, 2, 3]]])
    truth = np.vstack([TRUTH, [[0, 1, 1, 1]]])
    with pytest.raises(MissingValuesError, match=r"^y_score has 1 missing \(the first in row 4\)"):
        metric(truth, scores)
    found = metric(truth, scores, missing="drop", undefined=NAN)
    assert found == metric(TRUTH, SCORES, undefined=NAN)
    assert "|missing:1|" in metric.signature(metric.state(truth, scores, missing="drop"))


@of_labels
def test_relevances_that_it_does_not_take(metric: Metric) -> None:
    graded = "cumulative" in metric.name
    if graded:
        assert metric(TRUTH[[0]] * 3, SCORES[[0]]) > 0
    else:
        with pytest.raises(LabelError, match=r"^y_true must hold 0 or 1, one column a label .* row 0 holds 3\.$"):
            metric(TRUTH[[0]] * 3, SCORES[[0]])
    if metric is not discounted_cumulative_gain:
        with pytest.raises(LabelError, match=r"^y_true must hold"):
            metric(-TRUTH[[0]], SCORES[[0]])


@every
def test_a_stack_of_states_is_a_loop_over_them(metric: Metric) -> None:
    rng = np.random.default_rng(3)
    parts = []
    for n in (0, 1, 5):
        scores = rng.random((n, 3))
        if metric.kind is CLASS_RANKINGS:
            parts.append(metric.state(rng.integers(0, 3, n), scores, labels=range(3)))
        else:
            parts.append(metric.state(rng.integers(0, 2, (n, 3)), scores))
    stack = Moments.stack(parts)
    for undefined in (NAN, 0.25):
        loop = [metric.of(part, undefined=undefined) for part in parts]
        assert_allclose(metric.of(stack, undefined=undefined), loop, rtol=1e-15)
    with pytest.warns(UndefinedMetricWarning, match=f"^{metric.name}: there are no rows$"):
        metric.of(stack)


def test_a_stack_tells_how_many_states_leave_out_rows() -> None:
    parts = [label_ranking_loss.state(TRUTH[i : i + 2], SCORES[i : i + 2]) for i in (0, 2)]
    reason = "^label_ranking_loss: all labels or none are relevant in rows of 1 of 2 states$"
    with pytest.warns(UndefinedMetricWarning, match=reason):
        label_ranking_loss.of(Moments.stack(parts))


@every
def test_scores_that_know_nothing_give_the_value_of_chance(metric: Metric) -> None:
    rng = np.random.default_rng(8)
    found = []
    for labels in (3, 8):
        scores = rng.random((4000, labels))
        if metric.kind is CLASS_RANKINGS:
            found.append(metric(rng.integers(0, labels, 4000), scores))
        else:
            found.append(metric((rng.random((4000, labels)) < 1 / labels).astype(int), scores, undefined=NAN))
    if metric.facts.chance is None:  # it depends on the data
        assert abs(found[0] - found[1]) > 0.03
    else:
        assert found == pytest.approx([metric.facts.chance] * 2, abs=0.02)


@every
def test_only_the_order_of_scores_matters(metric: Metric) -> None:
    rng = np.random.default_rng(9)
    scores = rng.integers(-4, 4, (50, 5)) / 2
    truth = rng.integers(0, 5, 50) if metric.kind is CLASS_RANKINGS else rng.integers(0, 2, (50, 5))
    found = metric(truth, np.exp(scores) + rng.integers(0, 9, (50, 1)) / 4, undefined=NAN)
    assert found == pytest.approx(metric(truth, scores, undefined=NAN), rel=1e-14)


@of_labels
def test_the_order_of_the_columns_does_not_matter(metric: Metric) -> None:
    rng = np.random.default_rng(10)
    truth, scores = rng.integers(0, 2, (40, 6)), rng.integers(0, 4, (40, 6))
    order = rng.permutation(6)
    found = metric(truth[:, order], scores[:, order], undefined=NAN)
    assert found == pytest.approx(metric(truth, scores, undefined=NAN), rel=1e-14)


@of_labels
def test_a_higher_score_of_a_relevant_label_is_no_worse(metric: Metric) -> None:
    rng = np.random.default_rng(11)
    sign = 1 if metric.facts.better == "higher" else -1
    for _ in range(200):
        truth, scores = rng.integers(0, 2, (1, 5)), rng.permutation(5)[None, :].astype(float)
        if not truth.any():
            continue
        moved = scores.copy()
        moved[0, rng.choice(np.flatnonzero(truth))] += rng.integers(1, 5) + 0.5
        values = [sign * metric(truth, s, undefined=0.0) for s in (moved, scores)]
        assert values[0] >= values[1] - 1e-12
