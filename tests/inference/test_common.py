"""What holds for the interval of every metric of labels, on one label a row and on several."""

from __future__ import annotations

import json
import math
import pickle
import warnings
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

import concordant as c
from concordant import accuracy, average_precision, balanced_accuracy, brier_score, cohen_kappa, f1, metrics, roc_auc
from concordant.errors import ConcordantError, OptionError, UndefinedMetricWarning
from concordant.inference.intervals.estimand import Estimand
from concordant.inference.samples.gather import samples_of
from concordant.metrics.definition.kinds import LABELS as KINDS_LABELS
from concordant.metrics.definition.metric import Metric
from concordant.result.intervals import Interval, Intervals

PENALTIES = ((0.0, 1.0, 3.0, 4.0), (2.0, 0.0, 6.0, 1.0), (1.0, 5.0, 0.0, 2.0), (7.0, 1.0, 0.5, 0.0))
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "cohen_kappa": [{}, {"weights": "quadratic"}],
    "expected_cost": [{"cost": PENALTIES}, {"cost": PENALTIES, "normalized": True}],
    "f_beta": [{"beta": 2.0}, {"beta": 1.0}],
    "geometric_mean": [{}, {"correction": 0.01}],
    "gwet_ac2": [{"weights": "linear"}],
    "weighted_agreement": [{"weights": "quadratic"}],
}
RNG = np.random.default_rng(2026)


def _rows(kind: str, n: int = 90, wrong: float = 0.3) -> tuple[Any, Any]:
    if kind == "indicators":
        truth = RNG.integers(0, 2, (n, 3))
        return truth, np.where(RNG.random((n, 3)) < wrong, 1 - truth, truth)
    classes = 2 if kind == "two labels" else 4
    truth = RNG.integers(0, classes, n)
    return truth, np.where(RNG.random(n) < wrong, RNG.integers(0, classes, n), truth)


ROWS = {kind: _rows(kind) for kind in ("two labels", "four labels", "indicators")}
PERFECT = {kind: (truth, truth) for kind, (truth, _) in ROWS.items()}
FEW = {kind: _rows(kind, 12, 0.2) for kind in ROWS}


def _cases() -> list[Any]:
    found = []
    for metric in metrics.find():
        if metric.facts.input != "labels" or metric.facts.family == "tables":
            continue
        for own in OPTIONS.get(metric.name, [{}]):
            for kind in ROWS:
                if metric.name == "expected_cost" and kind != "four labels":
                    continue
                averages: list[Any] = ["macro", "micro", "weighted", None]
                averages = ["binary"] if kind == "two labels" else averages + ["samples"] * (kind == "indicators")
                for average in averages if "average" in metric.options else [...]:
                    options = own if average is ... else {**own, "average": average}
                    words = "-".join(f"{name}={value}" for name, value in options.items() if name != "cost")
                    found.append(pytest.param(metric, kind, options, id=f"{metric.name} {kind} {words}"))
    return found


CASES = pytest.mark.parametrize(("metric", "kind", "options"), _cases())
LABEL_METRICS_LABELS = {"two labels": [0, 1], "four labels": [0, 1, 2, 3], "indicators": None}


def _interval(metric: Any, kind: str, rows: tuple[Any, Any], **options: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of doubts and undefined values, which are their own tests
        return metric.interval(*rows, labels=options.pop("labels", LABEL_METRICS_LABELS[kind]), draws=200, **options)


def _question(metric: Any, kind: str, rows: tuple[Any, Any], options: Any, **reading: Any) -> Estimand:
    truth, prediction = rows
    given = {"labels": LABEL_METRICS_LABELS[kind], **reading}
    (sample,) = samples_of(metric, truth, [prediction], ["y_pred"], given, options)
    return Estimand(metric, options, sample)


def _same(found: Any, expected: Any, rtol: float = 1e-9) -> None:
    assert found.method == expected.method
    for name in ("value", "low", "high"):
        assert_allclose(getattr(found, name), getattr(expected, name), rtol=rtol, atol=1e-12, err_msg=name)


@CASES
@pytest.mark.parametrize("rows", [ROWS, PERFECT, FEW], ids=["usual", "perfect", "few"])
def test_value_lies_between_limits_inside_the_range(metric: Any, kind: str, options: Any, rows: Any) -> None:
    found = _interval(metric, kind, rows[kind], **options)
    least, greatest = metric.facts.range
    for value, low, high in np.stack([np.ravel(part) for part in (found.value, found.low, found.high)], 1).tolist():
        if math.isnan(low):
            assert math.isnan(high)
            assert found.reason is not None
        else:
            assert least <= low <= value <= high <= greatest
            assert low < high


@CASES
def test_order_of_rows_does_not_matter(metric: Any, kind: str, options: Any) -> None:
    order = RNG.permutation(90)
    truth, prediction = ROWS[kind]
    _same(
        _interval(metric, kind, (truth[order], prediction[order]), **options),
        _interval(metric, kind, ROWS[kind], **options),
    )


@CASES
def test_names_of_labels_do_not_matter(metric: Any, kind: str, options: Any) -> None:
    if metric.name in ("expected_cost", "krippendorff_alpha") or kind == "indicators":
        names, rows = LABEL_METRICS_LABELS[kind], ROWS[kind]
    else:
        names = ["low", "middle", "high", "highest"][: len(LABEL_METRICS_LABELS[kind])]
        rows = tuple(np.array(names)[part] for part in ROWS[kind])
    _same(_interval(metric, kind, rows, labels=names, **options), _interval(metric, kind, ROWS[kind], **options))


@CASES
def test_scale_of_weights_does_not_matter(metric: Any, kind: str, options: Any) -> None:
    if metric.name == "krippendorff_alpha":
        pytest.skip("its N - 1 counts weights as rows")
    weights = RNG.random(90) + 0.1
    one, other = (_interval(metric, kind, ROWS[kind], sample_weight=weights * scale, **options) for scale in (1, 64))
    _same(one, other)


@CASES
def test_influence_is_what_a_row_changes(metric: Any, kind: str, options: Any) -> None:
    if metric.name == "krippendorff_alpha":
        pytest.skip("its N - 1 counts weights as rows, so that its influences are centred")
    weights = RNG.random(90) + 0.5
    estimand = _question(metric, kind, ROWS[kind], options, sample_weight=weights)
    if not np.isfinite(estimand.value).all():
        pytest.skip("a mean over rows of which some are infinite")
    step = 1e-6
    for row in (0, 17, 89):
        left = weights.copy()
        left[row] *= 1 - step
        without = _question(metric, kind, ROWS[kind], options, sample_weight=left).value
        slope = (estimand.value - without) / step * weights.sum() / weights[row]
        assert_allclose(estimand.influence[row], slope, rtol=1e-3, atol=1e-4)


@CASES
def test_clusters_of_one_row_are_rows_but_for_the_factor_of_small_samples(metric: Any, kind: str, options: Any) -> None:
    with_clusters = _question(metric, kind, ROWS[kind], options, cluster=np.arange(90))
    alone = _question(metric, kind, ROWS[kind], options)
    if kind == "indicators":
        assert_allclose(with_clusters.se, alone.se * np.sqrt(90 / 89), rtol=1e-9, atol=1e-14)
        return
    rarest = min(np.bincount(ROWS[kind][0]))  # 1 / (1 - h) of the rows of a class, which share h of its influence
    assert (with_clusters.se**2 >= alone.se**2 * (1 - 1e-9) - 1e-28).all()
    assert (with_clusters.se**2 <= alone.se**2 * rarest / (rarest - 1) * (1 + 1e-9) + 1e-28).all()


@CASES
def test_result_can_be_stored(metric: Any, kind: str, options: Any) -> None:
    found = _interval(metric, kind, ROWS[kind], **options)
    again = pickle.loads(pickle.dumps(found))
    data = json.loads(json.dumps(found.to_dict()))
    if isinstance(found, Interval):
        assert repr(again) == repr(found)
        assert repr(Interval.from_dict(data)) == repr(found)
    else:
        assert isinstance(found, Intervals)
        _same(again, found)
        assert data["outputs"] == list(found.outputs)
        assert len(found) == len(list(found)) == len(found.outputs)


@CASES
def test_plain_value_is_the_same(metric: Any, kind: str, options: Any) -> None:
    found = _interval(metric, kind, ROWS[kind], **options)
    value = metric(*ROWS[kind], labels=LABEL_METRICS_LABELS[kind], undefined=np.nan, **options)
    assert_allclose(found.value, value, rtol=1e-12)


MANY_LABELS_RNG = np.random.default_rng(11)
MANY, MANY_LABELS_ROWS = 70, 600
TRUTH = MANY_LABELS_RNG.integers(0, MANY, MANY_LABELS_ROWS)
PRED = np.where(
    MANY_LABELS_RNG.random(MANY_LABELS_ROWS) < 0.6, TRUTH, MANY_LABELS_RNG.integers(0, MANY, MANY_LABELS_ROWS)
)
HOW: dict[str, dict[str, Any]] = {
    "rows": {},
    "weights": {"sample_weight": MANY_LABELS_RNG.random(MANY_LABELS_ROWS) + 0.1},
    "clusters": {"cluster": np.arange(MANY_LABELS_ROWS) // 4},
    "weights in clusters": {
        "sample_weight": MANY_LABELS_RNG.random(MANY_LABELS_ROWS) + 0.1,
        "cluster": np.arange(MANY_LABELS_ROWS) // 4,
    },
}
NEEDED = {"beta": 2.0, "cost": 1.0 - np.eye(MANY), "weights": "linear"}


def cases() -> list[tuple[str, dict[str, Any]]]:
    found = []
    for name in metrics.names():
        metric = metrics.get(name)
        if metric.kind is KINDS_LABELS and name != "confusion_matrix":
            needed = {option: NEEDED[option] for option in metric.required_options}
            found.append((name, needed | ({"average": "macro"} if "average" in metric.options else {})))
    return found


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize(("name", "options"), cases())
def test_the_default_has_the_standard_error_of_influences(name: str, options: dict[str, Any], how: str) -> None:
    metric = metrics.get(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = metric.interval(TRUTH, PRED, **options, **HOW[how], draws=20)
        if found.method not in ("mover", "delta", "logit", "log"):
            return
        try:
            plain = metric.interval(TRUTH, PRED, **options, **HOW[how], method="delta")
        except OptionError:  # it has no influences
            return
    assert_allclose(found.se, plain.se, rtol=1e-9)  # or NaN both


@pytest.mark.parametrize("labels", [None, range(3), range(MANY)])
@pytest.mark.parametrize("rows", [1, 5])
@pytest.mark.parametrize(("name", "options"), cases())
def test_one_class_alone_has_an_answer(name: str, options: dict[str, Any], rows: int, labels: Any) -> None:
    if "cost" in options:
        pytest.skip("its matrix is of all labels")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = metrics.get(name).interval([0] * rows, [0] * rows, labels=labels, **options, draws=20)
    assert found.metric == name


NONE = np.zeros((0, 3), int)
NO_ROWS_LABELS: list[tuple[Metric, Any, dict[str, Any]]] = [
    (accuracy, [], {}),
    (balanced_accuracy, [], {"labels": ["a", "b"]}),
    (cohen_kappa, [], {"weights": "quadratic"}),
    (f1, [], {}),
    (f1, [], {"average": "macro"}),
    (f1, NONE, {"average": "macro"}),
    (accuracy, NONE, {}),
    (roc_auc, [], {"labels": [0, 1]}),
    (average_precision, [], {"labels": [0, 1]}),
    (brier_score, [], {"labels": [0, 1]}),
]
each = pytest.mark.parametrize(("metric", "data", "options"), NO_ROWS_LABELS)


@each
@pytest.mark.parametrize("method", [None, "bca", "delta"])
def test_an_interval(metric: Metric, data: Any, options: dict[str, Any], method: str | None) -> None:
    with pytest.warns(UndefinedMetricWarning):
        found = metric.interval(data, data, method=method, **options)
    assert all(np.isnan(one).all() for one in (found.value, found.low, found.high))
    assert found.reason is not None


@each
def test_a_comparison(metric: Metric, data: Any, options: dict[str, Any]) -> None:
    for ask in (
        lambda: metric.compare(data, data, data, **options),
        lambda: metric.compare(data, data, data, margin=0.1, alternative="equivalence", **options),
        lambda: metric.compare_independent((data, data), (data, data), **options),
    ):
        with pytest.warns(UndefinedMetricWarning):
            found = ask()
        for one in found if hasattr(found, "pairs") else [found]:
            assert math.isnan(one.difference)
            assert math.isnan(one.low)
            assert one.reason is not None


def test_no_class_is_no_comparison() -> None:
    assert str(f1.compare([], [], [], average=None)) == "nothing to compare: the metric has no value"


LABELS = [0, 1, 1, 0, 1, 0]
SAMPLES = {
    "labels": (LABELS, LABELS),
    "two labels a row": (np.eye(6, 2, dtype=int), np.eye(6, 2, dtype=int)),
    "three labels a row": (np.eye(6, 3, dtype=int), np.eye(6, 3, dtype=int)),
}


@pytest.mark.parametrize(("first", "second"), list(permutations(SAMPLES, 2)))
def test_samples_of_other_shapes_are_refused(first: str, second: str) -> None:
    with pytest.raises(ConcordantError, match=r"must be of one kind|must be the same"):
        c.accuracy.compare_independent(SAMPLES[first], SAMPLES[second])
