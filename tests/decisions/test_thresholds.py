"""The best threshold against a loop over all thresholds, and at the edges."""

from __future__ import annotations

import json
import math
import pickle
import warnings
from typing import Any, ClassVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import config_context
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import GroupKFold, cross_validate

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
    StateFormatError,
    UndefinedMetricError,
    UndefinedMetricWarning,
)
from concordant.metrics import find
from concordant.metrics.definition.kinds import LABELS
from concordant.result import BestThreshold

DIRECTED = [
    metric.name for metric in find() if metric.kind is LABELS and metric.facts.better and metric.name != "expected_cost"
]
OPTIONS = {"f_beta": {"beta": 2.0}, "gwet_ac2": {"weights": "linear"}, "weighted_agreement": {"weights": "linear"}}
INF = float("inf")


def loop(y: Any, s: Any, metric: Any, rows: Any = None, **options: Any) -> float:
    """The best value over all thresholds, one after the other: labels, not states."""
    found = []
    for threshold in {*s.tolist(), INF}:
        called = (s >= threshold).astype(int)
        value = metric(y, called, labels=[0, 1], sample_weight=rows, undefined=math.nan, **options)
        if value == value:
            found.append(value)
    if not found:
        return math.nan
    return max(found) if metric.facts.better == "higher" else min(found)


def sample(seed: int, n: int = 25, ties: int = 7) -> tuple[Any, Any]:
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    y[:2] = [0, 1]
    s = np.round(rng.normal(size=n) + y, 6) if not ties else rng.integers(0, ties, n) + y * 1.0
    return y, s


# --- against every threshold ------------------------------------------------------------------------


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
            said = metric(y, (s >= best.threshold).astype(int), labels=[0, 1], undefined=math.nan, **options)
            assert said == pytest.approx(best.value, abs=1e-12)


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


def test_integer_weights_are_repeated_rows() -> None:
    y, s = sample(3)
    w = np.random.default_rng(3).integers(0, 4, len(y))
    one = best_threshold(y, s, "f1", sample_weight=w, cv=None)
    two = best_threshold(np.repeat(y, w), np.repeat(s, w), "f1", cv=None)
    assert (one.threshold, one.low, one.high) == (two.threshold, two.low, two.high)
    assert one.value == pytest.approx(two.value, abs=1e-12)


def test_order_of_rows_does_not_matter() -> None:
    y, s = sample(4)
    order = np.random.default_rng(0).permutation(len(y))
    one, two = best_threshold(y, s, "f1", cv=None), best_threshold(y[order], s[order], "f1", cv=None)
    assert repr(one.to_dict()) == repr(two.to_dict())


@pytest.mark.parametrize("dtype", ["float32", "float64", "int8", "int64", "uint8"])
def test_many_parts_give_what_one_part_gives(dtype: str) -> None:
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 60_000)
    s = (rng.normal(size=60_000) * 20 + 60 + 10 * y).clip(0, 120).astype(dtype)
    best = best_threshold(y, s, "f1", cv=None)
    counts = concordant.Curve.from_scores(y, s).counts()
    assert best.value == concordant.f1.of(counts).max()
    assert concordant.f1(y, (s >= best.threshold).astype(int)) == best.value


# --- hand-worked ------------------------------------------------------------------------------------


def test_the_threshold_is_the_middle_of_the_equally_good_ones() -> None:
    best = best_threshold([0, 0, 1, 1], [0.1, 0.2, 0.6, 0.9], "accuracy", cv=None)
    assert (best.threshold, best.low, best.high, best.optima) == (pytest.approx(0.4), 0.2, 0.6, 1)
    assert (best.value, best.candidates, best.skipped, best.n) == (1.0, 5, 0, 4)
    point = best.point
    assert (point.tn, point.fp, point.fn, point.tp, point.recall, point.threshold) == (2, 0, 0, 2, 1, best.threshold)


def test_flat_neighbours_become_one_interval() -> None:
    # accuracy is 3/4 at 0.9 and at 0.6 below and above a wrong and a right row: places 1 and 3
    best = best_threshold([0, 1, 0, 1], [0.1, 0.4, 0.6, 0.9], "accuracy", cv=None)
    assert best.value == 0.75
    assert best.optima == 2
    assert (best.low, best.high, best.threshold) == (0.6, 0.9, 0.75)  # of equal ones the highest


def test_recall_of_a_run_of_negatives_is_one_interval() -> None:
    best = best_threshold([0, 0, 1], [0.1, 0.2, 0.5], "recall", cv=None)
    assert (best.low, best.high, best.optima) == (-INF, 0.5, 1)
    assert best.threshold == pytest.approx(0.3)  # the open end counts as the lowest score


def test_lower_is_better_is_minimised() -> None:
    best = best_threshold([0, 0, 1, 1], [0.1, 0.2, 0.6, 0.9], "zero_one_loss", cv=None)
    assert (best.value, best.better) == (0.0, "lower")


def test_nothing_positive_can_be_best() -> None:
    best = best_threshold([0, 0, 0, 1], [0.9, 0.8, 0.7, 0.1], "accuracy", cv=None)
    assert (best.threshold, best.low, best.high, best.value) == (INF, 0.9, INF, 0.75)
    assert best.predict([0.5, 1e300]).tolist() == [0, 0]


def test_all_positive_can_be_best() -> None:
    best = best_threshold([1, 1, 1, 0], [0.9, 0.8, 0.7, 0.95], "f1", cv=None)
    assert (best.threshold, best.low, best.high) == (0.7, -INF, 0.7)


def test_expected_cost_has_the_threshold_of_elkan_for_calibrated_scores() -> None:
    rng = np.random.default_rng(0)
    p = rng.random(200_000)
    y = (rng.random(200_000) < p).astype(int)
    best = best_threshold(y, p, cost={(1, 0): 9, (0, 1): 1}, cv=None)
    assert best.threshold == pytest.approx(0.1, abs=0.02)
    assert best.metric == "expected_cost"
    same = best_threshold(y, p, "expected_cost", cost=[[0, 1], [9, 0]], cv=None)
    assert (same.value, same.threshold) == (best.value, best.threshold)


def test_undefined_thresholds_are_left_out_and_said() -> None:
    best = best_threshold([0, 1, 1], [0.1, 0.5, 0.9], "precision", cv=None)
    assert (best.skipped, best.candidates, best.value) == (1, 4, 1.0)
    assert "undefined at 1 of 4 thresholds, which are left out" in str(best)


# --- edges ------------------------------------------------------------------------------------------


def test_all_scores_equal() -> None:
    best = best_threshold([0, 1, 1], [0.5, 0.5, 0.5], "f1", cv=None)
    assert (best.threshold, best.value, best.low, best.high) == (0.5, pytest.approx(0.8), -INF, 0.5)


def test_one_class_where_the_metric_is_defined() -> None:
    best = best_threshold([1, 1, 1], [0.1, 0.5, 0.9], "f1", cv=None)
    assert (best.value, best.threshold) == (1.0, 0.1)


def test_one_class_where_it_is_not_says_why() -> None:
    with pytest.warns(UndefinedMetricWarning, match="matthews_correlation: undefined at every threshold: the truth"):
        best = best_threshold([1, 1, 1], [0.1, 0.5, 0.9], "matthews_correlation")
    assert math.isnan(best.threshold)
    assert math.isnan(best.value)
    assert best.reason == "undefined at every threshold: the truth has only the class 1"
    assert str(best) == f"matthews correlation: no best threshold: {best.reason}"


def test_undefined_can_raise() -> None:
    with pytest.raises(UndefinedMetricError, match="the truth has only the class 1"):
        best_threshold([1, 1], [0.1, 0.5], "matthews_correlation", undefined="raise")


def test_no_rows() -> None:
    with pytest.warns(UndefinedMetricWarning, match="f1: there are no rows"):
        best = best_threshold([], [], "f1")
    assert (best.n, best.optima) == (0, 0)
    assert math.isnan(best.threshold)


def test_infinite_scores_keep_their_side() -> None:
    best = best_threshold([0, 1, 1], [-INF, 0.5, INF], "accuracy", cv=None)
    assert (best.low, best.high, best.threshold) == (-INF, 0.5, 0.5)
    assert best.predict([-INF, 0.4, 0.5, INF]).tolist() == [0, 0, 1, 1]
    top = best_threshold([0, 0, 1], [1.0, 2.0, INF], "accuracy", cv=None)
    assert (top.threshold, top.low, top.high) == (INF, 2.0, INF)
    assert top.predict([3.0, INF]).tolist() == [0, 1]


def test_neighbouring_float32_scores_are_told_apart() -> None:
    low = np.float32(0.3)
    high = np.nextafter(low, np.float32(1))
    best = best_threshold([0, 1], np.array([low, high]), "accuracy", cv=None)
    assert best.value == 1.0
    assert (np.array([low, high]) >= best.threshold).tolist() == [False, True]


def test_a_threshold_keeps_its_digits_beside_shorter_floats() -> None:
    low = np.float32(0.3)
    high = np.nextafter(low, np.float32(1))
    best = best_threshold([0, 1], np.array([low, high], dtype=np.float64), "accuracy", cv=None)
    assert float(low) < best.threshold < float(high)
    assert best.predict(np.array([low, high])).tolist() == [0, 1]


def test_huge_integer_scores_are_told_apart() -> None:
    s = np.array([2**60, 2**60 + 1])
    best = best_threshold([0, 1], s, "accuracy", cv=None)
    assert (s >= best.threshold).tolist() == [False, True]


def test_text_labels_need_the_positive_one() -> None:
    with pytest.raises(PositiveLabelError, match="which of 'no' and 'yes' is the positive class"):
        best_threshold(["no", "yes"], [0.1, 0.9], "f1")
    best = best_threshold(["no", "yes"] * 5, [0.1, 0.9] * 5, "f1", pos_label="no")
    assert best.classes == ("yes", "no")
    assert best.predict([0.95, 0.0]).tolist() == ["no", "yes"]


def test_missing_scores_are_refused_or_dropped() -> None:
    with pytest.raises(MissingValuesError):
        best_threshold([0, 1], [0.1, math.nan], "f1")
    assert best_threshold([0, 1, 1], [0.1, 0.5, math.nan], "f1", missing="drop", cv=None).n == 2


# --- what comes back --------------------------------------------------------------------------------


def test_prints_as_a_few_lines() -> None:
    y, s = [0, 0, 1, 0, 1, 1] * 3, [0.1, 0.2, 0.3, 0.4, 0.6, 0.9] * 3
    assert str(best_threshold(y, s, "f1", constraint="recall >= 0.9", cv=3)).splitlines() == [
        "f1 0.8571 at the threshold 0.25 (positive: score >= threshold)",
        "as good: any threshold above 0.2 up to 0.3",
        "cross-validated 0.8571 (standard error 0.0816), optimism 0.0000",
        "thresholds of the 3 folds: 0.25, 0.25, 0.25",
        "recall 1.0000, specificity 0.6667, precision 0.7500; 12 of 18 rows positive",
        "recall >= 0.9: 1.0000 here, 1.0000 cross-validated",
    ]


def test_result_is_plain_data_and_pickles() -> None:
    best = best_threshold(["b", "a"] * 6, [0.1, 0.9] * 6, "f1", pos_label="a", constraint={"precision": (0.5, None)})
    assert json.loads(json.dumps(best.to_dict()))["conditions"][0]["text"] == "precision >= 0.5"
    assert pickle.loads(pickle.dumps(best)) == best
    for found in (best, best_threshold([0, 1, 0], [0.1, 0.2, np.inf], "specificity", cv=None)):
        again = BestThreshold.from_dict(json.loads(json.dumps(found.to_dict(), allow_nan=False)))
        assert again == found
        assert hash(again) == hash(found)
        assert again.predict([0.0, np.inf]).tolist() == found.predict([0.0, np.inf]).tolist()
    with pytest.raises(StateFormatError, match="no threshold of version 1"):
        BestThreshold.from_dict({"result": "cut_points"})
    with pytest.raises(StateFormatError, match="it lacks 'point'"):
        BestThreshold.from_dict({key: part for key, part in best.to_dict().items() if key != "point"})
    for wrong in ({"threshold": "high"}, {"point": 3}, {"classes": ["a"]}, {"conditions": [{}]}):
        with pytest.raises(StateFormatError, match="the stored threshold"):
            BestThreshold.from_dict({**best.to_dict(), **wrong})


def test_undefined_wherever_the_conditions_hold_says_so() -> None:
    with pytest.warns(UndefinedMetricWarning, match="undefined at every threshold that meets the conditions: no row"):
        best = best_threshold([0, 1], [0.1, 0.9], "precision", max_positives=0, cv=None)
    assert np.isnan(best.threshold)


def test_predict_refuses_what_are_no_scores() -> None:
    best = best_threshold([0, 1], [0.1, 0.9], "f1", cv=None)
    assert best.predict(np.array([[0.2], [0.9]])).tolist() == [0, 1]
    with pytest.raises(InputError, match="1 are NaN, the first in row 1"):
        best.predict([0.2, np.nan])
    with pytest.raises(InputError, match="one column of numbers"):
        best.predict(["high"])
    with pytest.warns(UndefinedMetricWarning, match="undefined at every threshold"):
        nowhere = best_threshold([0, 1], [0.5, 0.5], "matthews_correlation", cv=None)
    with pytest.raises(InputError, match="there is no threshold to decide by: undefined at every threshold"):
        nowhere.predict([0.5])


def test_signature_names_the_choices() -> None:
    best = best_threshold([0, 1] * 5, [0.1, 0.9] * 5, "f_beta", beta=2.0)
    assert best.signature.startswith("f_beta|average:binary|beta:2.0|labels:0,1|n:10|")


def test_no_warning_on_ordinary_data() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        best_threshold(*sample(1, n=60), "precision")


# --- wrong calls ------------------------------------------------------------------------------------


def test_metric_must_be_said() -> None:
    with pytest.raises(OptionError, match='say what to optimise: metric="f1"'):
        best_threshold([0, 1], [0.1, 0.9])


def test_metric_of_scores_is_refused() -> None:
    with pytest.raises(OptionError, match="roc_auc is a metric of scores, and a decision needs one of labels"):
        best_threshold([0, 1], [0.1, 0.9], "roc_auc")


def test_metric_without_direction_is_refused() -> None:
    with pytest.raises(OptionError, match="predicted_prevalence has no direction of better"):
        best_threshold([0, 1], [0.1, 0.9], "predicted_prevalence")


def test_unknown_names_are_refused() -> None:
    with pytest.raises(OptionError, match="there is no metric 'f11'"):
        best_threshold([0, 1], [0.1, 0.9], "f11")
    with pytest.raises(InputTypeError, match="f1 has no option 'beta'; its options are: average, pos_label"):
        best_threshold([0, 1], [0.1, 0.9], "f1", beta=2)
    with pytest.raises(InputTypeError, match="a metric is expected, by name"):
        best_threshold([0, 1], [0.1, 0.9], max)


def test_costs_are_needed_for_the_expected_cost() -> None:
    with pytest.raises(OptionError, match="expected_cost needs cost=: see its documentation"):
        best_threshold([0, 1], [0.1, 0.9], "expected_cost")


def test_one_value_is_needed() -> None:
    with pytest.raises(OptionError, match="f1 gives more than one number here"):
        best_threshold([0, 1], [0.1, 0.9], "f1", average=None)


def test_several_classes_are_refused() -> None:
    with pytest.raises(LengthError, match="one column of scores"):
        best_threshold([0, 1, 2], np.eye(3), "f1", average="macro")


def test_scores_for_truth_are_refused() -> None:
    with pytest.raises(ContinuousLabelsError):
        best_threshold([0.1, 0.9, 0.33], [0, 1, 1], "f1")


def eyes(seed: int = 0, patients: int = 80) -> tuple[Any, Any, Any]:
    """Four images of each patient, alike in grade and in the error of the score."""
    rng = np.random.default_rng(seed)
    patient = np.repeat(np.arange(patients), 4)
    grade = np.clip(rng.integers(0, 4, patients)[patient] + (rng.random(len(patient)) < 0.2), 0, 3)
    score = grade + rng.normal(size=patients)[patient] + 0.3 * rng.normal(size=len(patient))
    return grade, score, np.array([f"patient {number}" for number in patient])


def test_a_threshold_is_judged_on_other_patients() -> None:
    grade, score, patient = eyes()
    ill = grade > 1
    best = best_threshold(ill, score, "f1", cluster=patient)
    names, code = np.unique(patient, return_inverse=True)
    fold = stratified_folds(ill * 1, 5, 0, (code, len(names)))
    called = np.zeros(len(ill), dtype=bool)
    for one in range(5):
        threshold = best_threshold(ill[fold != one], score[fold != one], "f1", cv=None).threshold
        assert best.fold_thresholds[one] == threshold
        called[fold == one] = score[fold == one] >= threshold
    assert best.cross_validated_value == pytest.approx(concordant.f1(ill, called), abs=1e-12)
    interval = concordant.f1.interval(ill, called, cluster=patient, method="delta")
    assert best.standard_error == pytest.approx(np.sqrt(interval.se**2 + best.optimism**2 / 3), rel=1e-12)
    assert best.standard_error > 1.3 * concordant.f1.interval(ill, called, method="delta").se


@pytest.mark.parametrize("weighted", [False, True])
def test_cut_points_are_judged_on_other_patients(weighted: bool) -> None:
    grade, score, patient = eyes()
    weight = np.random.default_rng(1).random(len(grade)) if weighted else None
    cuts = ordinal_cut_points(grade, score, cluster=patient, method="exact", sample_weight=weight)
    names, code = np.unique(patient, return_inverse=True)
    fold = stratified_folds(grade, 5, 0, (code, len(names)))
    rated = np.zeros(len(grade), dtype=int)
    for one in range(5):
        some = None if weight is None else weight[fold != one]
        within = ordinal_cut_points(
            grade[fold != one], score[fold != one], method="exact", cv=None, sample_weight=some, labels=range(4)
        )
        assert cuts.fold_cut_points[one] == within.cut_points
        rated[fold == one] = within.predict(score[fold == one])
    rows: dict[str, Any] = {"weights": "quadratic", "sample_weight": weight}
    assert cuts.cross_validated_value == pytest.approx(concordant.cohen_kappa(grade, rated, **rows), abs=1e-12)
    interval = concordant.cohen_kappa.interval(grade, rated, cluster=patient, method="delta", **rows)
    assert cuts.standard_error == pytest.approx(np.sqrt(interval.se**2 + cuts.optimism**2 / 3), rel=1e-9)


def test_the_choice_itself_is_that_without_clusters() -> None:
    grade, score, patient = eyes()
    assert best_threshold(grade > 1, score, "f1", cluster=patient).value == best_threshold(grade > 1, score, "f1").value
    with_them = ordinal_cut_points(grade, score, cluster=patient, cv=None)
    assert with_them == ordinal_cut_points(grade, score, cv=None)


def test_dropped_rows_take_their_cluster_along() -> None:
    grade, score, patient = eyes()
    hole = score.copy()
    hole[::7] = np.nan
    keep = ~np.isnan(hole)
    for function, truth in ((best_threshold, grade > 1), (ordinal_cut_points, grade)):
        extra = {"metric": "f1"} if function is best_threshold else {}
        found = function(truth, hole, cluster=patient, missing="drop", **extra)
        without = function(truth[keep], hole[keep], cluster=patient[keep], **extra)
        assert found.cross_validated_value == without.cross_validated_value
        assert found.standard_error == without.standard_error


def test_what_clusters_must_be_is_said() -> None:
    grade, score, patient = eyes()
    with pytest.raises(LengthError, match="cluster must have one value a row"):
        best_threshold(grade > 1, score, "f1", cluster=patient[1:])
    with pytest.raises(MissingValuesError, match="cluster has 1 missing"):
        ordinal_cut_points(grade, score, cluster=[None, *patient[1:]])
    few = best_threshold(grade > 1, score, "f1", cluster=np.arange(len(grade)) % 3)
    assert few.reason == "cross-validation in 5 folds needs at least as many clusters, not 3"
    assert np.isnan(few.cross_validated_value)


def models(groups_of: str) -> list[Any]:
    options: dict[str, Any] = {"cv": GroupKFold(4) if groups_of == "splitter" else 4}
    return [
        ThresholdClassifier(LogisticRegression(), "f1", **options),
        DecisionClassifier(LogisticRegression(), "cohen_kappa", **options),
        OrdinalCutPoints(estimator=Ridge(), **options),
    ]


class Seen(Ridge):
    """Keeps the patients of every fit, which stand in the last column."""

    fits: ClassVar[list[set[float]]] = []

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Seen:
        type(self).fits.append(set(X[:, -1]))
        fitted: Seen = super().fit(X, y, sample_weight)
        return fitted


@pytest.mark.parametrize("groups_of", ["splitter", "number"])
def test_estimators_keep_groups_whole(groups_of: str) -> None:
    grade, score, patient = eyes()
    number = np.unique(patient, return_inverse=True)[1]
    X = np.column_stack([score, number])
    Seen.fits.clear()
    model = OrdinalCutPoints(estimator=Seen(), cv=GroupKFold(4) if groups_of == "splitter" else 4)
    model.fit(X, grade, groups=patient)
    parts = Seen.fits[1:]  # the first is of all rows
    assert len(parts) == 4
    left_out = [set(range(80)) - part for part in parts]
    assert sorted(number for part in left_out for number in part) == list(range(80))  # each patient in one fold


@pytest.mark.parametrize("groups_of", ["splitter", "number"])
def test_the_error_of_estimators_allows_for_groups(groups_of: str) -> None:
    grade, score, patient = eyes()
    for model, y in zip(models(groups_of), (grade > 1, grade, grade), strict=True):
        together = clone(model).fit(score[:, None], y, groups=patient)
        assert together.standard_error_ > 1.2 * model.set_params(cv=4).fit(score[:, None], y).standard_error_


def test_groups_of_estimators_are_checked() -> None:
    grade, score, patient = eyes()
    for model, y in zip(models("number"), (grade > 1, grade, grade), strict=True):
        with pytest.raises(LengthError, match="groups must have one value a row"):
            model.fit(score[:, None], y, groups=patient[1:])
        with pytest.raises(OptionError, match="cv=4 folds need at least as many groups, not 2"):
            model.fit(score[:, None], y, groups=np.arange(len(y)) % 2)


def test_groups_come_through_metadata_routing() -> None:
    grade, score, patient = eyes()
    with config_context(enable_metadata_routing=True):
        model = OrdinalCutPoints(estimator=Ridge(), cv=3).set_fit_request(groups=True)
        found = cross_validate(
            model, score[:, None], grade, cv=GroupKFold(3), params={"groups": patient}, return_estimator=True
        )
        assert len(found["estimator"]) == 3
        assert found["estimator"][0].standard_error_ > 0
