"""`Metric`: states, signatures, Python tools, rows of ranked labels, bounds of buckets, and calls without a state."""

from __future__ import annotations

import copy
import inspect
import json
import pickle
import pydoc
import subprocess
import sys
from importlib.metadata import version
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from metrics.cases import CHOICES, METRICS

import concordant
from concordant import (
    average_precision,
    cohen_kappa,
    discounted_cumulative_gain,
    f1,
    label_ranking_loss,
    log_loss,
    normalized_discounted_cumulative_gain,
    roc_auc,
    top_k_accuracy,
)
from concordant.errors import LabelError, OptionError, UndefinedMetricError, UndefinedMetricWarning
from concordant.metrics.definition.kinds import CLASS_RANKINGS
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.registry import find
from concordant.result import Bounds
from concordant.states import BucketCurve, Counts, Curve, Moments, ScoreKey

every_metric = pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
TRUTH, PRED = [0, 1, 2, 2, 1], [0, 2, 2, 1, 1]
V = f"|v:{version('concordant')}"


# -- of, outcome, state --------------------------------------------------------------------------------------------


def test_a_loss_is_also_taken_of_moments_that_hold_the_classes_beside_it() -> None:
    truth, prob = [0, 1, 1], [0.2, 0.7, 0.4]
    state = concordant.brier_skill_score.state(truth, prob)
    assert concordant.brier_score.of(state) == concordant.brier_score(truth, prob)


# -- signature -----------------------------------------------------------------------------------------------------


def test_a_signature_names_options_labels_rows_and_version() -> None:
    counts = cohen_kappa.state(TRUTH, PRED)
    assert cohen_kappa.signature(counts, weights="quadratic") == f"cohen_kappa|weights:quadratic|labels:0..2|n:5{V}"
    assert cohen_kappa.signature(counts) == f"cohen_kappa|labels:0..2|n:5{V}"
    curve = roc_auc.state([0, 1, 1], [0.1, 0.2, 0.3])
    assert roc_auc.signature(curve) == f"roc_auc|labels:0,1|n:3{V}"
    moments = log_loss.state([0, 1, 1], [0.1, 0.2, 0.3])
    assert log_loss.signature(moments) == f"log_loss|labels:0,1|n:3{V}"


def test_a_signature_counts_dropped_rows_and_tells_of_weights() -> None:
    dropped = cohen_kappa.state([0.0, 1.0, np.nan], [0.0, 1.0, 1.0], missing="drop")
    assert cohen_kappa.signature(dropped) == f"cohen_kappa|labels:0,1|n:2|missing:1{V}"
    weighted = cohen_kappa.state([0, 1], [0, 1], sample_weight=[0.5, 0.75])
    assert cohen_kappa.signature(weighted) == f"cohen_kappa|labels:0,1|n:1.25|sample_weight:yes{V}"


@every_metric
def test_a_signature_changes_with_every_option_that_moves_the_number(metric: Any) -> None:
    for option in metric.options:
        found = []
        for choice in CHOICES[option]:
            of_state = {option: choice} if option in metric.state_options else {}
            state = metric.state(*several(metric), **of_state)
            found.append(metric.signature(state, **({} if of_state else {option: choice})))
        assert len(set(found)) == len(found), found


def several(metric: Any) -> tuple[Any, Any]:
    """Rows of several classes or labels: else there is nothing to average."""
    if metric.facts.input == "labels":
        return TRUTH, PRED
    if metric.facts.input == "measurements":
        return [0.0, 1.0], [0.0, 2.0]
    scores = np.eye(3) * 0.7 + 0.1
    many = metric.facts.input != "scores" and metric.name != "top_k_accuracy"
    return (np.eye(3, dtype=int), scores) if many else ([0, 1, 2], scores)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ([0, 1, 2], [0, 2, 1]),
        ([1, 3, 7], ["1", "3", "7"]),  # at their values, and at their places
        (["a,b", "c", "d"], ["a", "b,c", "d"]),
        ([*"abcdefghijklmnopqrstuvwxyz"], [*"abcdefghijklmnopqrstuvwxzy"]),  # more than are shown
    ],
)
def test_signatures_tell_labels_apart(one: list[Any], two: list[Any]) -> None:
    table = np.ones((len(one), len(one)), np.int64)
    found = [cohen_kappa.signature(Counts.from_table(table, labels)) for labels in (one, two)]
    assert found[0] != found[1]


def test_signatures_of_several_labels_count_rows_once() -> None:
    state = f1.state(np.eye(3, dtype=int), np.eye(3, dtype=int), labels=["cat", "dog", "red fox"])
    assert f1.signature(state, average="macro") == f"f1|average:macro|labels:cat,dog,red fox|n:3{V}"


# -- Python's tools ------------------------------------------------------------------------------------------------


@every_metric
def test_metrics_are_pickled_by_name(metric: Any) -> None:
    assert pickle.loads(pickle.dumps(metric)) is metric
    assert copy.deepcopy(metric) is metric


def test_a_pickled_metric_is_found_in_a_fresh_process() -> None:
    code = f"import pickle; print(pickle.loads({pickle.dumps(cohen_kappa)!r})([0, 1, 1, 0], [0, 1, 0, 0]))"
    assert run(code) == "0.5"


@every_metric
def test_help_shows_the_docstring(metric: Any) -> None:
    shown = pydoc.plain(pydoc.render_doc(metric))
    assert metric.summary in shown
    assert "Parameters" in shown
    assert f"<concordant metric {metric.name}: {metric.facts.title}>" in shown


@every_metric
def test_inspect_shows_the_call_with_its_own_options(metric: Any) -> None:
    signature = inspect.signature(metric)
    names = list(signature.parameters)
    assert tuple(names[:2]) == metric.data
    assert {"sample_weight", "missing", "undefined", *metric.options} <= set(names)
    assert "fill" not in names
    assert "options" not in names
    assert signature.parameters["undefined"].default == "nan"
    assert callable(metric)
    kinds = {parameter.kind for parameter in list(signature.parameters.values())[2:]}
    assert kinds == {inspect.Parameter.KEYWORD_ONLY}


def test_dir_offers_every_metric_and_alias() -> None:
    offered = dir(concordant)
    assert {*concordant.metrics.names(), "sensitivity", "states", "evaluate", "Counts"} <= set(offered)
    assert offered == sorted(offered)


# -- import --------------------------------------------------------------------------------------------------------


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_a_metric_of_arrays_loads_nothing_heavy() -> None:
    heavy = (
        *("pandas", "polars", "narwhals", "pyarrow", "matplotlib", "scipy", "sklearn", "typer", "rich"),
        *("concordant.sources.frames", "concordant.sources.batches", "concordant.inference"),
    )
    code = (
        "import sys, numpy as np, concordant; concordant.cohen_kappa(np.array([0, 1]), np.array([0, 1])); "
        f"concordant.roc_auc([0, 1], [0.1, 0.2]); print([name for name in {heavy} if name in sys.modules])"
    )
    assert run(code) == "[]"


# -- metrics of ranked labels: options and states ------------------------------------------------------------------

RANKINGS = [metric for metric in concordant.metrics.find() if metric.quantity is not None]
LABEL_RANKINGS = [metric for metric in RANKINGS if metric.kind is not CLASS_RANKINGS]
MAY_BE_UNDEFINED = [metric for metric in LABEL_RANKINGS if metric._fills]
NAN = float("nan")

RELEVANT = np.array([[1, 0, 0, 1], [0, 0, 0, 0], [0, 1, 0, 0], [1, 1, 0, 1]])
SCORES = np.array([[0.9, 0.8, 0.1, 0.3], [0.1, 0.2, 0.3, 0.4], [0.5, 0.5, 0.7, 0.5], [0.2, 0.4, 0.6, 0.8]])

every_ranking = pytest.mark.parametrize("metric", RANKINGS, ids=lambda metric: metric.name)
every_label_ranking = pytest.mark.parametrize("metric", LABEL_RANKINGS, ids=lambda metric: metric.name)
undefinable = pytest.mark.parametrize("metric", MAY_BE_UNDEFINED, ids=lambda metric: metric.name)


def test_the_options_stand_in_the_name_of_the_state() -> None:
    state = discounted_cumulative_gain.state(RELEVANT, SCORES, k=3, log_base=10.0)
    assert state.names == ("discounted_cumulative_gain|ignore_ties:False|k:3|log_base:10",)
    assert discounted_cumulative_gain.signature(state).startswith(f"{state.names[0]}|n:4|v:")
    assert normalized_discounted_cumulative_gain.state(RELEVANT, SCORES).names == (
        "normalized_discounted_cumulative_gain|ignore_ties:False",
        "defined",
    )
    base = discounted_cumulative_gain.state(RELEVANT, SCORES, log_base=np.e)
    assert base.names == (f"discounted_cumulative_gain|ignore_ties:False|log_base:{np.e!r}",)


def test_a_state_of_classes_knows_them() -> None:
    state = top_k_accuracy.state(["b", "a"], [[1, 2], [1, 2]], k=1, sample_weight=[1, 2], labels=["a", "b"])
    assert state.classes == ("a", "b")
    signature = top_k_accuracy.signature(state)
    assert signature.startswith("top_k_accuracy|k:1|ties:expected|labels:a,b|n:3|sample_weight:yes|v:")


def test_an_option_of_the_state_may_be_named_again_and_not_changed() -> None:
    state = discounted_cumulative_gain.state(RELEVANT, SCORES, k=3)
    assert discounted_cumulative_gain.of(state, k=3, log_base=2.0) == discounted_cumulative_gain.of(state)
    assert discounted_cumulative_gain.signature(state, k=3) == discounted_cumulative_gain.signature(state)
    with pytest.raises(OptionError) as caught:
        discounted_cumulative_gain.of(state, k=2)
    assert str(caught.value) == (
        "the options of a state are fixed: this one is 'discounted_cumulative_gain|ignore_ties:False|k:3|log_base:2'. "
        "Make another with discounted_cumulative_gain.state(..., k=2)."
    )


# -- metrics of ranked labels: rows --------------------------------------------------------------------------------


@every_label_ranking
def test_the_mean_is_over_the_rows_where_it_is_defined(metric: Metric) -> None:
    values = metric.rows(RELEVANT, SCORES)
    assert np.isnan(values).tolist() == [False, metric in MAY_BE_UNDEFINED, False, False]
    assert metric(RELEVANT, SCORES, undefined=NAN) == pytest.approx(np.nanmean(values), rel=1e-14)
    weights = np.array([1, 2, 0.5, 3])
    known = ~np.isnan(values)
    expected = np.average(values[known], weights=weights[known])
    assert metric(RELEVANT, SCORES, sample_weight=weights, undefined=NAN) == pytest.approx(expected, rel=1e-14)


@undefinable
def test_rows_that_are_left_out_are_told(metric: Metric) -> None:
    lacking = "all labels or none are relevant" if metric is label_ranking_loss else "no label is relevant"
    with pytest.warns(UndefinedMetricWarning) as caught:
        metric(RELEVANT, SCORES)
    assert str(caught[0].message) == f"{metric.name}: the mean leaves out 1 of 4 rows, where {lacking}"
    with pytest.warns(UndefinedMetricWarning) as caught:
        metric(RELEVANT, SCORES, sample_weight=[0.5, 3.0, 1.0, 1.5])
    assert str(caught[0].message) == (
        f"{metric.name}: the mean leaves out rows with 50.00% of the weight, where {lacking}"
    )
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert np.isnan(metric(RELEVANT[1:2], SCORES[1:2]))
    assert str(caught[0].message) == f"{metric.name}: in every row {lacking}"
    with pytest.raises(
        UndefinedMetricError, match=f"^{metric.name}: the mean leaves out 1 of 4 rows, where {lacking}$"
    ):
        metric(RELEVANT, SCORES, undefined="raise")


@every_label_ranking
def test_relevances_that_it_does_not_take(metric: Metric) -> None:
    graded = "cumulative" in metric.name
    if graded:
        assert metric(RELEVANT[[0]] * 3, SCORES[[0]]) > 0
    else:
        with pytest.raises(LabelError, match=r"^y_true must hold 0 or 1, one column a label .* row 0 holds 3\.$"):
            metric(RELEVANT[[0]] * 3, SCORES[[0]])
    if metric is not discounted_cumulative_gain:
        with pytest.raises(LabelError, match=r"^y_true must hold"):
            metric(-RELEVANT[[0]], SCORES[[0]])


def test_a_stack_tells_how_many_states_leave_out_rows() -> None:
    parts = [label_ranking_loss.state(RELEVANT[i : i + 2], SCORES[i : i + 2]) for i in (0, 2)]
    reason = "^label_ranking_loss: all labels or none are relevant in rows of 1 of 2 states$"
    with pytest.warns(UndefinedMetricWarning, match=reason):
        label_ranking_loss.of(Moments.stack(parts))


@every_ranking
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


# -- bounds of buckets ---------------------------------------------------------------------------------------------

BOUND_OPTIONS: dict[str, dict[str, Any]] = {
    "partial_auc": {"fpr": (0.0, 0.3)},
    "gain_at": {"depth": 0.2},
    "lift_at": {"depth": 0.3},
    "sensitivity_at_specificity": {"specificity": 0.8},
    "specificity_at_sensitivity": {"sensitivity": 0.8},
    "precision_at_recall": {"recall": 0.5},
}
BOUNDED = [metric for metric in find() if metric.facts.dominance is not None]
every_bounded = pytest.mark.parametrize("metric", BOUNDED, ids=lambda metric: metric.name)


@st.composite
def rows(draw: st.DrawFn) -> tuple[Any, Any, Any, ScoreKey]:
    """Truth of two classes, scores with ties, weights or None, and a key that joins many of them."""
    size = draw(st.integers(2, 25))
    grid = draw(st.sampled_from([4, 10, 1000]))
    scores = draw(st.lists(st.integers(0, grid), min_size=size, max_size=size))
    truth = draw(st.lists(st.integers(0, 1), min_size=size, max_size=size))
    weights = draw(st.one_of(st.none(), st.lists(st.sampled_from([0, 1, 2, 0.37]), min_size=size, max_size=size)))
    kept = np.array(truth)[np.array(weights or [1] * size) > 0]
    assume(len(set(kept.tolist())) == 2)
    key = ScoreKey(octaves=draw(st.integers(1, 3)), bits=draw(st.integers(0, 3)))
    return np.array(truth), np.array(scores) / grid, weights, key


@every_bounded
@given(some=rows())
def test_the_value_of_the_rows_lies_between_the_bounds(metric: Metric, some: Any) -> None:
    truth, scores, weights, key = some
    if metric.facts.dominance == "counted":
        weights = None
    options = BOUND_OPTIONS.get(metric.name, {})
    state = BucketCurve.from_scores(truth, scores, key=key, sample_weight=weights)
    value = metric.of(Curve.from_scores(truth, scores, sample_weight=weights), **options)
    bounds = metric.bounds_of(state, **options)
    assert bounds.low <= value <= bounds.high
    assert bounds.value == metric.of(state, **options)
    if weights is None and (state.low == state.high).all():
        assert bounds.exact
        assert bounds.value == value


@every_bounded
def test_finer_buckets_close_in_on_the_value(metric: Metric) -> None:
    random = np.random.default_rng(3)
    truth = random.integers(0, 2, 2000)
    scores = 1 / (1 + np.exp(-random.normal(truth - 0.5)))
    options = BOUND_OPTIONS.get(metric.name, {})
    state = BucketCurve.from_scores(truth, scores, key=ScoreKey(bits=16))
    widths = [metric.bounds_of(state.coarsened(bits), **options).width for bits in (2, 6, 10, 16)]
    assert sorted(widths, reverse=True) == widths
    assert widths[0] > 0.005
    assert metric(truth, scores, **options) in metric.bounds_of(state, **options)


def test_the_bounds_of_an_auc_are_attained() -> None:
    """One bucket of two positives and three negatives: every order of them is possible."""
    state = BucketCurve.from_scores([1, 0, 1, 0, 0], [0.26, 0.27, 0.28, 0.29, 0.3], key=ScoreKey(bits=0))
    bounds = roc_auc.bounds_of(state)
    assert (bounds.value, round(bounds.low, 9), round(bounds.high, 9)) == (0.5, 0, 1)


def test_the_least_average_precision_has_each_positive_below_all_negatives_of_its_bucket() -> None:
    """(1 / 3 + 2 / 4) / 2 of two negatives above two positives; the bound is a little below it."""
    state = BucketCurve.from_scores([1, 1, 0, 0], [0.26, 0.27, 0.3, 0.31], key=ScoreKey(bits=0))
    assert 0.40 < average_precision.bounds_of(state).low <= (1 / 3 + 2 / 4) / 2


def test_an_interval_is_widened_by_what_is_open() -> None:
    random = np.random.default_rng(5)
    truth, scores = random.integers(0, 2, 400), random.random(400)
    state = BucketCurve.from_scores(truth, scores, key=ScoreKey(bits=3))
    tied, bounds, found = roc_auc.interval_of(state.tied()), roc_auc.bounds_of(state), roc_auc.interval_of(state)
    assert (found.value, found.se, found.method) == (tied.value, tied.se, tied.method)
    np.testing.assert_allclose(tied.low - found.low, bounds.value - bounds.low)
    np.testing.assert_allclose(found.high - tied.high, bounds.high - bounds.value)
    assert found.signature.endswith("|buckets:probability3")


def test_undefined_values_have_no_bounds_and_say_why() -> None:
    with pytest.warns(UndefinedMetricWarning, match="only the class 0 occurs"):
        found = roc_auc.bounds_of(BucketCurve.from_scores([0, 0], [0.1, 0.2], labels=[0, 1]))
    assert np.isnan([found.value, found.low, found.high]).all()
    assert str(found) == "ROC AUC is undefined: only the class 0 occurs in y_true"


@pytest.mark.parametrize(
    ("value", "low", "high", "says"),
    [
        (0.75, 0.75, 0.75, "auc 0.75, exact"),
        (0.80265, 0.80263, 0.80268, "auc 0.8026, between 0.802630 and 0.802680 for certain"),
        (0.5, 0.0, 1.0, "auc between 0.00 and 1.00 for certain"),
    ],
)
def test_only_certain_digits_are_printed(value: float, low: float, high: float, says: str) -> None:
    found = Bounds(value, low, high, 3, 1200, "auc")
    assert str(found) == f"{says} (3 buckets, n = 1,200)"
    assert Bounds.from_dict(json.loads(json.dumps(found.to_dict()))) == found


def test_completion_offers_what_users_call_and_no_more() -> None:
    offered = dir(cohen_kappa)
    assert len(offered) <= 12
    assert {"interval", "test", "compare", "compare_independent", "of", "state", "facts"} <= set(offered)
    assert not any(name.startswith("_") for name in offered)
    for metric in METRICS:
        assert all(hasattr(metric, name) for name in dir(metric)), metric.name
        assert ("bounds_of" in dir(metric)) == (metric.facts.dominance is not None), metric.name
    assert "rows" in dir(concordant.metrics.get("coverage_error"))
