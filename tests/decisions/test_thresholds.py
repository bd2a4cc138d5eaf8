"""The best threshold against a loop over all thresholds, at the edges, and on rows of other patients."""

from __future__ import annotations

import json
import math
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import GroupKFold

import concordant
from concordant import best_threshold, ordinal_cut_points
from concordant.decisions import DecisionClassifier, OrdinalCutPoints, ThresholdClassifier
from concordant.decisions.search import stratified_folds
from concordant.errors import (
    ContinuousLabelsError,
    InputError,
    InputTypeError,
    LengthError,
    MissingValuesError,
    OptionError,
    PositiveLabelError,
    UndefinedMetricError,
    UndefinedMetricWarning,
)
from concordant.metrics import find
from concordant.metrics.definition.kinds import LABELS

DIRECTED = [
    metric.name for metric in find() if metric.kind is LABELS and metric.facts.better and metric.name != "expected_cost"
]
OPTIONS = {"f_beta": {"beta": 2.0}, "gwet_ac2": {"weights": "linear"}, "weighted_agreement": {"weights": "linear"}}
INF = float("inf")


def loop(y: Any, s: Any, metric: Any, rows: Any = None, **options: Any) -> float:
    """The best value over all thresholds, one after the other: labels, not states."""
    values = []
    for threshold in {*s.tolist(), INF}:
        called = (s >= threshold).astype(int)
        values.append(metric(y, called, labels=[0, 1], sample_weight=rows, undefined=math.nan, **options))
    if np.isnan(values).all():
        return math.nan
    return np.nanmax(values) if metric.facts.better == "higher" else np.nanmin(values)


def sample(seed: int, n: int = 25, ties: int = 7) -> tuple[Any, Any]:
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    y[:2] = [0, 1]
    s = np.round(rng.normal(size=n) + y, 6) if not ties else rng.integers(0, ties, n) + y * 1.0
    return y, s


# --- against every threshold ------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore::concordant.errors.UndefinedMetricWarning")
@pytest.mark.parametrize("name", DIRECTED)
def test_no_threshold_is_better_for_any_metric(name: str) -> None:
    metric = getattr(concordant, name)
    options = OPTIONS.get(name, {})
    for seed, ties in ((0, 0), (1, 5), (2, 2)):
        y, s = sample(seed, ties=ties)
        best = best_threshold(y, s, metric, cv=None, **options)
        assert best.value == pytest.approx(loop(y, s, metric, **options), abs=1e-12, nan_ok=True)
        if best.value == best.value:
            value = metric(y, (s >= best.threshold).astype(int), labels=[0, 1], undefined=math.nan, **options)
            assert value == pytest.approx(best.value, abs=1e-12)


SCORES = st.sampled_from([-INF, -3.0, -0.5, 0.0, 0.25, 0.5, 1.0, 7.0, INF])
ROWS = st.lists(st.tuples(st.integers(0, 1), SCORES, st.sampled_from([0.0, 0.3, 1.0, 2.5])), min_size=1, max_size=14)


@pytest.mark.filterwarnings("ignore::concordant.errors.UndefinedMetricWarning")
@pytest.mark.parametrize("name", ["f1", "cohen_kappa", "matthews_correlation", "accuracy", "false_positive_rate"])
@given(rows=ROWS, weighted=st.booleans())
def test_ties_weights_and_infinite_scores(name: str, rows: list, weighted: bool) -> None:
    y, s, w = (np.array(column) for column in zip(*rows, strict=True))
    weights = w if weighted else None
    metric = getattr(concordant, name)
    best = best_threshold(y, s, name, sample_weight=weights, labels=[0, 1], cv=None)
    expected = loop(y, s, metric)
    if weighted:  # a row without weight is absent, and so is its score
        expected = loop(y[w > 0], s[w > 0], metric, w[w > 0]) if w.any() else math.nan
    assert best.value == pytest.approx(expected, abs=1e-12, nan_ok=True)
    if best.value == best.value:
        at = metric(y, (s >= best.threshold).astype(int), labels=[0, 1], sample_weight=weights, undefined=math.nan)
        assert at == pytest.approx(best.value, abs=1e-12)
        assert best.low <= best.threshold <= best.high


@given(rows=st.lists(st.tuples(st.integers(0, 1), st.integers(-4, 4)), min_size=2, max_size=20))
def test_every_threshold_of_the_interval_is_as_good(rows: list) -> None:
    y, s = (np.array(column) for column in zip(*rows, strict=True))
    best = best_threshold(y, s, "accuracy", labels=[0, 1], cv=None)
    inside = [x for x in (*np.unique(s), best.threshold, best.high) if best.low < x <= best.high]
    for threshold in inside:
        assert concordant.accuracy(y, (s >= threshold).astype(int)) == pytest.approx(best.value, abs=1e-12)
    for threshold in np.unique(s):  # runs are maximal: just outside it is worse, or another run
        equal = abs(concordant.accuracy(y, (s >= threshold).astype(int)) - best.value) < 1e-12
        if equal and not best.low < threshold <= best.high:
            assert best.optima > 1


# --- hand-worked ------------------------------------------------------------------------------------------


def test_the_threshold_is_the_middle_of_the_equally_good_ones() -> None:
    best = best_threshold([0, 0, 1, 1], [0.1, 0.2, 0.6, 0.9], "accuracy", cv=None)
    assert (best.threshold, best.low, best.high, best.optima) == (pytest.approx(0.4), 0.2, 0.6, 1)
    assert (best.value, best.candidates, best.skipped, best.n, best.better) == (1.0, 5, 0, 4, "higher")
    point = best.point
    assert (point.tn, point.fp, point.fn, point.tp, point.recall, point.threshold) == (2, 0, 0, 2, 1, best.threshold)
    loss = best_threshold([0, 0, 1, 1], [0.1, 0.2, 0.6, 0.9], "zero_one_loss", cv=None)
    assert (loss.value, loss.threshold, loss.better) == (0.0, best.threshold, "lower")


INTERVALS = [
    # of two equally good ones the highest
    ([0, 1, 0, 1], [0.1, 0.4, 0.6, 0.9], "accuracy", (0.75, 0.75, 0.6, 0.9, 2)),
    # the open end counts as the lowest score
    ([0, 0, 1], [0.1, 0.2, 0.5], "recall", (pytest.approx(0.3), 1.0, -INF, 0.5, 1)),
    # nothing positive
    ([0, 0, 0, 1], [0.9, 0.8, 0.7, 0.1], "accuracy", (INF, 0.75, 0.9, INF, 1)),
    # all positive
    ([1, 1, 1, 0], [0.9, 0.8, 0.7, 0.95], "f1", (0.7, pytest.approx(6 / 7), -INF, 0.7, 1)),
    # all scores equal
    ([0, 1, 1], [0.5, 0.5, 0.5], "f1", (0.5, pytest.approx(0.8), -INF, 0.5, 1)),
    # one class, where the metric is defined
    ([1, 1, 1], [0.1, 0.5, 0.9], "f1", (0.1, 1.0, -INF, 0.1, 1)),
    # infinite scores keep their side
    ([0, 1, 1], [-INF, 0.5, INF], "accuracy", (0.5, 1.0, -INF, 0.5, 1)),
    ([0, 0, 1], [1.0, 2.0, INF], "accuracy", (INF, 1.0, 2.0, INF, 1)),
]


@pytest.mark.parametrize(("truth", "score", "metric", "expected"), INTERVALS)
def test_thresholds_and_their_intervals(truth: list, score: list, metric: str, expected: tuple) -> None:
    best = best_threshold(truth, score, metric, cv=None)
    assert (best.threshold, best.value, best.low, best.high, best.optima) == expected


def test_predict_calls_a_score_at_the_threshold_positive() -> None:
    never = best_threshold([0, 0, 0, 1], [0.9, 0.8, 0.7, 0.1], "accuracy", cv=None)
    assert never.predict([0.5, 1e300]).tolist() == [0, 0]
    finite = best_threshold([0, 1, 1], [-INF, 0.5, INF], "accuracy", cv=None)
    assert finite.predict([-INF, 0.4, 0.5, INF]).tolist() == [0, 0, 1, 1]
    infinite = best_threshold([0, 0, 1], [1.0, 2.0, INF], "accuracy", cv=None)
    assert infinite.predict([3.0, INF]).tolist() == [0, 1]


def test_expected_cost_has_the_threshold_of_elkan_for_calibrated_scores() -> None:
    rng = np.random.default_rng(0)
    p = rng.random(200_000)
    y = (rng.random(200_000) < p).astype(int)
    best = best_threshold(y, p, cost={(1, 0): 9, (0, 1): 1}, cv=None)
    assert best.threshold == pytest.approx(0.1, abs=0.02)
    assert best.metric == "expected_cost"


def test_undefined_thresholds_are_left_out_and_counted() -> None:
    best = best_threshold([0, 1, 1], [0.1, 0.5, 0.9], "precision", cv=None)
    assert (best.skipped, best.candidates, best.value) == (1, 4, 1.0)
    assert "undefined at 1 of 4 thresholds, which are left out" in str(best)


# --- edges ------------------------------------------------------------------------------------------------


def test_one_class_where_the_metric_is_undefined_is_reported() -> None:
    with pytest.warns(UndefinedMetricWarning, match="matthews_correlation: undefined at every threshold: the truth"):
        best = best_threshold([1, 1, 1], [0.1, 0.5, 0.9], "matthews_correlation")
    assert math.isnan(best.threshold)
    assert math.isnan(best.value)
    assert best.reason == "undefined at every threshold: the truth has only the class 1"
    assert str(best) == f"matthews correlation: no best threshold: {best.reason}"
    with pytest.raises(InputError, match="there is no threshold to decide by: undefined at every threshold"):
        best.predict([0.5])
    with pytest.raises(UndefinedMetricError, match="the truth has only the class 1"):
        best_threshold([1, 1], [0.1, 0.5], "matthews_correlation", undefined="raise")


def test_no_rows_have_no_threshold_nor_have_undefined_ones_that_meet_the_conditions() -> None:
    with pytest.warns(UndefinedMetricWarning, match="undefined at every threshold that meets the conditions: no row"):
        assert np.isnan(best_threshold([0, 1], [0.1, 0.9], "precision", max_positives=0, cv=None).threshold)
    with pytest.warns(UndefinedMetricWarning, match="f1: there are no rows"):
        best = best_threshold([], [], "f1")
    assert (best.n, best.optima) == (0, 0)
    assert math.isnan(best.threshold)


NEAR = np.float32(0.3), np.nextafter(np.float32(0.3), np.float32(1))


@pytest.mark.parametrize(
    "scores",
    [np.array(NEAR), np.array(NEAR, np.float64), np.array([2**60, 2**60 + 1])],
    ids=["float32", "float32 as float64", "huge integers"],
)
def test_neighbouring_scores_are_told_apart(scores: Any) -> None:
    best = best_threshold([0, 1], scores, "accuracy", cv=None)
    assert best.value == 1.0
    assert (scores >= best.threshold).tolist() == [False, True]
    if scores.dtype.kind == "f":
        assert best.predict(scores).tolist() == [0, 1]
    if scores.dtype == np.float64:  # whose digits are kept beside shorter floats
        assert scores[0] < best.threshold < scores[1]
        assert best.predict(np.array(NEAR)).tolist() == [0, 1]


def test_text_labels_need_the_positive_one() -> None:
    with pytest.raises(PositiveLabelError, match="which of 'no' and 'yes' is the positive class"):
        best_threshold(["no", "yes"], [0.1, 0.9], "f1")
    best = best_threshold(["no", "yes"] * 5, [0.1, 0.9] * 5, "f1", pos_label="no")
    assert best.classes == ("yes", "no")
    assert best.predict([0.95, 0.0]).tolist() == ["no", "yes"]


# --- what comes back --------------------------------------------------------------------------------------


def test_a_threshold_prints_as_a_few_lines() -> None:
    y, s = [0, 0, 1, 0, 1, 1] * 3, [0.1, 0.2, 0.3, 0.4, 0.6, 0.9] * 3
    assert str(best_threshold(y, s, "f1", constraint="recall >= 0.9", cv=3)).splitlines() == [
        "f1 0.8571 at the threshold 0.25 (positive: score >= threshold)",
        "as good: any threshold above 0.2 up to 0.3",
        "cross-validated 0.8571 (standard error 0.0816), optimism 0.0000",
        "thresholds of the 3 folds: 0.25, 0.25, 0.25",
        "recall 1.0000, specificity 0.6667, precision 0.7500; 12 of 18 rows positive",
        "recall >= 0.9: 1.0000 here, 1.0000 cross-validated",
    ]


# --- wrong calls ------------------------------------------------------------------------------------------


REFUSED: list[tuple[Any, dict[str, Any], Any, str]] = [
    (None, {}, OptionError, 'say what to optimise: metric="f1"'),
    ("roc_auc", {}, OptionError, "roc_auc is a metric of scores, and a decision needs one of labels"),
    ("predicted_prevalence", {}, OptionError, "predicted_prevalence has no direction of better"),
    (max, {}, InputTypeError, "a metric is expected, by name"),
    ("expected_cost", {}, OptionError, "expected_cost needs cost=: see its documentation"),
    ("f1", {"average": None}, OptionError, "f1 gives more than one number here"),
]


@pytest.mark.parametrize(("metric", "options", "error", "message"), REFUSED)
def test_metrics_that_cannot_be_optimised_are_refused(metric: Any, options: dict, error: Any, message: str) -> None:
    with pytest.raises(error, match=message):
        best_threshold([0, 1], [0.1, 0.9], metric, **options)


def test_rows_of_several_classes_and_continuous_truth_are_refused() -> None:
    with pytest.raises(LengthError, match="one column of scores"):
        best_threshold([0, 1, 2], np.eye(3), "f1", average="macro")
    with pytest.raises(ContinuousLabelsError):
        best_threshold([0.1, 0.9, 0.33], [0, 1, 1], "f1")


# --- rows that belong together ----------------------------------------------------------------------------


def eyes(patients: int = 80) -> tuple[Any, Any, Any]:
    """Four images of each patient, alike in grade and in the error of the score."""
    rng = np.random.default_rng(0)
    patient = np.repeat(np.arange(patients), 4)
    grade = np.clip(rng.integers(0, 4, patients)[patient] + (rng.random(len(patient)) < 0.2), 0, 3)
    score = grade + rng.normal(size=patients)[patient] + 0.3 * rng.normal(size=len(patient))
    return grade, score, np.array([f"patient {number}" for number in patient])


GRADE, SCORE, PATIENT = eyes()


F1_THRESHOLD = partial(best_threshold, metric="f1")
CUT_POINTS = partial(ordinal_cut_points, method="exact", labels=range(4))
JUDGED: dict[str, tuple[Any, Any, Any, dict[str, Any]]] = {
    "threshold": (GRADE > 1, F1_THRESHOLD, concordant.f1, {}),
    "cut points": (GRADE, CUT_POINTS, concordant.cohen_kappa, {"weights": "quadratic"}),
}


@pytest.mark.parametrize("cluster", [None, PATIENT], ids=["rows", "patients"])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("kind", JUDGED)
def test_choices_are_judged_on_other_rows_or_patients(kind: str, weighted: bool, cluster: Any) -> None:
    truth, choose, metric, options = JUDGED[kind]
    weight = np.random.default_rng(1).random(len(GRADE)) if weighted else None
    best = choose(truth, SCORE, cluster=cluster, sample_weight=weight, seed=3)
    groups = None if cluster is None else (np.unique(cluster, return_inverse=True)[1], 80)
    fold_of = stratified_folds(truth * 1, 5, 3, groups)
    called = np.zeros_like(truth)
    for fold in range(5):
        test = fold_of == fold
        others = None if weight is None else weight[~test]
        within = choose(truth[~test], SCORE[~test], cv=None, sample_weight=others)
        if kind == "cut points":
            assert best.fold_cut_points[fold] == within.cut_points
        else:
            assert best.fold_thresholds[fold] == within.threshold
        called[test] = within.predict(SCORE[test])
    assert choose(truth, SCORE, cluster=cluster, sample_weight=weight, cv=fold_of) == best
    held: Any = best.out_of_fold
    assert (held.labels.tolist(), held.folds.tolist()) == (called.tolist(), fold_of.tolist())
    rows: dict[str, Any] = {**options, "sample_weight": weight}
    assert best.cross_validated_value == pytest.approx(metric(truth, called, **rows), abs=1e-12)
    assert best.optimism == best.value - best.cross_validated_value
    interval = metric.interval(truth, called, cluster=cluster, **rows)
    error = max(interval.se, (interval.high - interval.low) / 2 / 1.959964)
    assert best.standard_error == pytest.approx(np.sqrt(error**2 + best.optimism**2 / 3), rel=1e-9)


@pytest.mark.parametrize("kind", JUDGED)
def test_own_folds_that_divide_clusters_are_refused(kind: str) -> None:
    truth, choose, _, _ = JUDGED[kind]
    whole = np.unique(PATIENT, return_inverse=True)[1] % 3
    choose(truth, SCORE, cluster=PATIENT, cv=whole)
    once = whole.copy()
    once[0] += 1
    with pytest.raises(OptionError, match="1 of 80 clusters has rows in several folds"):
        choose(truth, SCORE, cluster=PATIENT, cv=once)
    odd = np.arange(len(truth)) % 2
    divided = sum(len(set(odd[patient == PATIENT])) > 1 for patient in set(PATIENT.tolist()))
    with pytest.raises(OptionError, match=f"{divided} of 80 clusters have rows .* or a number of folds"):
        choose(truth, SCORE, cluster=PATIENT, cv=odd)
    lost = np.where(np.arange(len(truth)) == 0, np.nan, SCORE)  # the row that divides a cluster is left out
    best = choose(truth, lost, cluster=PATIENT, cv=once, missing="drop")
    assert best.cross_validated_value > 0
    assert (best.out_of_fold.labels == None).nonzero()[0].tolist() == [0]  # noqa: E711


@pytest.mark.parametrize("kind", JUDGED)
def test_the_record_names_the_folds_and_older_ones_are_read(kind: str) -> None:
    truth, choose, _, _ = JUDGED[kind]
    best = choose(truth, SCORE, cv=[f"centre {k % 3}" for k in range(len(truth))])
    record = json.loads(json.dumps(best.to_dict()))
    assert record["folds"] == ["centre 0", "centre 1", "centre 2"]
    assert "out_of_fold" not in record
    read = type(best).from_dict(record)
    assert (read, read.out_of_fold) == (best, None)
    del record["folds"]
    assert type(best).from_dict(record).folds == ()
    assert choose(truth, SCORE, cv=None).folds == ()
    assert choose(truth, SCORE).folds == (0, 1, 2, 3, 4)


def test_held_out_rows_without_an_error_have_a_standard_error() -> None:
    truth = np.repeat([0, 1], [40, 18])
    limits = {"f1": concordant.f1, "precision": concordant.precision, "accuracy": concordant.accuracy}
    for name, metric in limits.items():
        best = best_threshold(truth, truth + np.linspace(0, 0.5, 58), name)
        assert best.cross_validated_value == 1
        assert 1 - 1.959964 * best.standard_error == pytest.approx(metric.interval(truth, truth).low, rel=1e-9)
    costly = best_threshold(truth, truth + np.linspace(0, 0.5, 58), cost={(1, 0): 20, (0, 1): 1})
    assert (costly.cross_validated_value, costly.standard_error > 0.4) == (0, True)
    cuts = ordinal_cut_points(np.arange(60) // 20, np.arange(60.0) ** 1.5)
    assert cuts.standard_error > 0


@pytest.mark.parametrize("kind", JUDGED)
def test_dropped_rows_take_their_cluster_along(kind: str) -> None:
    truth, choose = JUDGED[kind][:2]
    score = SCORE.copy()
    score[::7] = np.nan
    keep = ~np.isnan(score)
    dropped = choose(truth, score, cluster=PATIENT, missing="drop")
    without = choose(truth[keep], score[keep], cluster=PATIENT[keep])
    assert dropped.cross_validated_value == without.cross_validated_value
    assert dropped.standard_error == without.standard_error


def test_wrong_clusters_are_refused() -> None:
    with pytest.raises(LengthError, match="cluster must have one value a row"):
        best_threshold(GRADE > 1, SCORE, "f1", cluster=PATIENT[1:])
    with pytest.raises(MissingValuesError, match="cluster has 1 missing"):
        ordinal_cut_points(GRADE, SCORE, cluster=[None, *PATIENT[1:]])
    few = best_threshold(GRADE > 1, SCORE, "f1", cluster=np.arange(len(GRADE)) % 3)
    assert few.reason == "cross-validation in 5 folds needs at least as many clusters, not 3"
    assert np.isnan(few.cross_validated_value)


MODELS = {
    "threshold": (ThresholdClassifier(LogisticRegression(), "f1", cv=4), GRADE > 1),
    "decision": (DecisionClassifier(LogisticRegression(), "cohen_kappa", cv=4), GRADE),
    "cut points": (OrdinalCutPoints(estimator=Ridge(), cv=4), GRADE),
}


@pytest.mark.parametrize("kind", MODELS)
def test_estimators_allow_for_groups_and_check_them(kind: str) -> None:
    model, y = MODELS[kind]
    X = SCORE[:, None]
    alone = clone(model).fit(X, y).standard_error_
    for cv in (4, GroupKFold(4)):
        assert clone(model).set_params(cv=cv).fit(X, y, groups=PATIENT).standard_error_ > 1.2 * alone
    with pytest.raises(LengthError, match="groups must have one value a row"):
        model.fit(X, y, groups=PATIENT[1:])
    with pytest.raises(OptionError, match="cv=4 folds need at least as many groups, not 2"):
        model.fit(X, y, groups=np.arange(len(y)) % 2)
