"""Intervals on the page: those of the metrics themselves, with their doubts, in every form of the page."""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np
import pytest

from concordant import evaluate
from concordant.documents.text import as_text
from concordant.errors import LengthError, MissingValuesError
from concordant.metrics import get
from concordant.report import Evaluation
from concordant.report.gates import Gate, judge
from concordant.report.pages.evaluation import text_document
from concordant.report.requested import measure
from concordant.states import Curve
from concordant.states.curves import joined

RNG = np.random.default_rng(7)
TRUTH = RNG.integers(0, 2, 400)
SCORE = np.clip(0.5 + (TRUTH - 0.5) * 0.4 + RNG.normal(size=400) / 4, 0.01, 0.99).round(3)
PRED = (SCORE > 0.5).astype(int)
PATIENT = np.arange(400) // 4
LABELS = ("accuracy", "balanced_accuracy", "recall", "precision", "f1", "matthews_correlation", "cohen_kappa")
CURVES = ("roc_auc", "average_precision")


def limits(page: Evaluation, key: str) -> tuple[float, float]:
    interval = page[key].interval
    assert interval is not None
    return interval.low, interval.high


def test_labels_of_text_and_of_numbers_in_clusters() -> None:
    words = np.array(["no", "yes"])
    page = evaluate(words[TRUTH], words[PRED], 1 - SCORE, pos_label="no", cluster=PATIENT)
    assert_limits(page, "recall", 1 - TRUTH, 1 - PRED, cluster=PATIENT)
    assert_limits(page, "roc_auc", 1 - TRUTH, 1 - SCORE, cluster=PATIENT)
    values = np.array([1, 3, 7])
    truth, pred = values[RNG.integers(0, 3, (2, 400))]
    page = evaluate(truth, pred, task="ordinal", cluster=PATIENT)
    assert_limits(page, "cohen_kappa|weights:quadratic", truth, pred, weights="quadratic", cluster=PATIENT)


def assert_limits(page: Evaluation, key: str, truth: Any, column: Any, **options: Any) -> None:
    expected = get(key.split("|", maxsplit=1)[0]).interval(truth, column, **options)
    assert limits(page, key) == pytest.approx((expected.low, expected.high), rel=1e-9), key


def test_each_class_has_its_interval() -> None:
    truth = RNG.integers(0, 3, 300)
    scores = RNG.dirichlet(np.ones(3), 300) + np.eye(3)[truth] / 2
    page = evaluate(truth, scores.argmax(1), scores, task="multiclass")
    each = get("recall").interval(truth, scores.argmax(1), average=None)
    recall = next(metric for metric in page.per_class if metric.name == "recall")
    assert recall.intervals is not None
    assert [one.low for one in recall.intervals] == pytest.approx(each.low.tolist(), rel=1e-12)
    assert [one.value for one in recall.intervals] == pytest.approx(list(recall.values), rel=1e-12)


def test_none_are_taken_where_none_are_wanted() -> None:
    page = evaluate(TRUTH, PRED, SCORE, level=None)
    assert all(result.interval is None for result in (*page.results, *page.further))
    assert "interval" not in as_text(text_document(page, further=True))
    assert "interval" not in page.to_html().partition("<main>")[2].partition("</main>")[0].replace("Interval", "")
    data = json.loads(page.to_json())
    assert (data["level"], data["results"][0]["interval"]) == (None, None)


def test_doubts_are_marked_and_told_once() -> None:
    truth = np.repeat([0, 1], [46, 4])
    pred = truth.copy()
    pred[:1] = 1
    page = evaluate(truth, pred)
    doubted = [result for result in page if result.doubt is not None]
    text, reason = str(page), doubted[0].doubt
    assert " ".join(text.split()).count(f"[1] {reason}") == 1
    assert re.search(r"to \d\.\d{4} \[1\]", text)
    assert f"<li>[1] {reason}</li>" in page.to_html()
    data = {result["key"]: result for result in json.loads(page.to_json())["results"]}
    assert data[doubted[0].key]["interval"]["reason"] == doubted[0].interval.reason  # type: ignore[union-attr]


def test_limits_stand_beside_the_value_in_text_and_html() -> None:
    page = evaluate(TRUTH, PRED)
    value, (low, high) = page["accuracy"].value, limits(page, "accuracy")
    shown, html = f"{low:.4f} to {high:.4f}", page.to_html()
    assert re.search(rf"Accuracy +{value:.4f} +{shown}", str(page))
    for text in (f">{shown}</td>", f"{value:.3f} ({low:.3f} to {high:.3f})</text>"):
        assert text in html
    assert shown in page._repr_html_()


@pytest.mark.parametrize(
    ("classes", "rows", "clusters", "weighted", "further"),
    [
        (50, 2_000, None, False, True),
        (120, 40_000, 300, True, None),
        (1200, 150_000, None, False, False),
        (1500, 40_000, 10**9, True, None),
    ],
)
def test_many_classes_have_all_intervals_of_the_page(
    classes: int, rows: int, clusters: int | None, weighted: bool, further: bool | None
) -> None:
    truth, pred = RNG.integers(0, classes, (2, rows))
    cluster = None if clusters is None else RNG.integers(0, clusters, rows)
    weight = RNG.random(rows) if weighted else None
    page = evaluate(truth, pred, task="multiclass", cluster=cluster, sample_weight=weight)
    assert all(result.bounded for result in page)
    assert all(metric.intervals is not None for metric in page.per_class)
    if further is not None:
        assert (sum(result.bounded for result in page.further) > 20) is further


def test_intervals_that_take_long_are_left_out_and_say_so() -> None:
    page = evaluate(RNG.integers(0, 3, 70_000), y_score=RNG.random((70_000, 3)), task="multiclass")
    reason = "left out to stay fast, as {}; metric.interval takes it"
    assert page["roc_auc|average:macro"].doubt == reason.format("there are 210,000 scores")
    page = evaluate(TRUTH, PRED, SCORE)
    assert page["h_measure"].doubt == reason.format("it takes resampled rows")
    assert page["jaccard"].bounded


@pytest.mark.parametrize(("share", "shift"), [(0.5, 0.6), (0.01, 1.5)])
def test_joined_scores_move_limits_by_less_than_a_thousandth_of_their_width(share: float, shift: float) -> None:
    rng = np.random.default_rng(3)
    truth = (rng.random(100_000) < share).astype(int)
    curve = Curve.from_scores(truth, rng.normal(truth * shift, 1))
    short = joined(curve)
    assert len(short.scores) < 0.4 * len(curve.scores)
    assert short.weights.sum(0).tolist() == curve.weights.sum(0).tolist()
    for name in CURVES:
        exact, found = get(name).interval_of(curve), get(name).interval_of(short)
        assert max(abs(found.low - exact.low), abs(found.high - exact.high)) < 1e-3 * exact.width
    for few in (Curve.from_scores(TRUTH, SCORE), Curve.from_scores(np.tile(TRUTH, 50), np.tile(SCORE.round(1), 50))):
        assert joined(few) is few


def test_a_cluster_must_be_known_and_fit() -> None:
    with pytest.raises(LengthError, match="cluster"):
        evaluate(TRUTH, PRED, cluster=PATIENT[:10])
    holes = [None, *map(str, PATIENT[1:])]
    with pytest.raises(MissingValuesError, match="cluster has 1 missing"):
        evaluate(TRUTH, PRED, cluster=holes)
    assert evaluate(TRUTH, PRED, cluster=holes, missing="drop").n == 399


def test_one_cluster_alone_has_no_interval_and_says_so() -> None:
    page = evaluate(TRUTH, PRED, cluster=np.zeros(400, int))
    assert not page["accuracy"].bounded
    assert page["accuracy"].doubt == "cluster= names one cluster; at least two are needed to see how they differ."


FEW = np.resize([0, 1], 14)
FEW_SCORES = np.clip(FEW * 0.3 + RNG.random(14) * 0.7, 0.01, 0.99).round(2)
FEW_OF_THREE = np.eye(3)[np.resize([0, 1, 2], 14)] * 0.3 + RNG.dirichlet(np.ones(3), 14) * 0.7
RARE = (np.arange(3000) < 9).astype(int)


@pytest.mark.filterwarnings(
    "ignore::concordant.errors.IntervalWarning", "ignore::concordant.errors.UndefinedMetricWarning"
)
@pytest.mark.parametrize(
    ("truth", "score", "how"),
    [
        (FEW, FEW_SCORES, {"pos_label": 1}),
        (FEW, FEW_SCORES, {"pos_label": 1, "sample_weight": RNG.random(14) + 0.1}),
        (FEW, FEW_SCORES, {"pos_label": 1, "cluster": np.arange(14) // 2}),
        (np.resize([0, 1, 2], 14), FEW_OF_THREE, {"labels": [0, 1, 2], "task": "ordinal"}),
        (RARE, RNG.random(3000) * 0.02 + 1e-4, {"pos_label": 1}),
        (FEW, FEW_SCORES, {"pos_label": 1, "level": 0.8}),
    ],
    ids=["probabilities", "weights", "clusters", "ordered", "rare", "level"],
)
def test_an_interval_and_its_reason_are_those_of_the_metric(truth: Any, score: Any, how: dict[str, Any]) -> None:
    pred = score.argmax(1) if score.ndim > 1 else (score > np.median(score)).astype(int)
    group = np.array(["a", "b"])[(np.arange(len(truth)) // 3) % 2]
    page, level = evaluate(truth, pred, score, by=group, **how), how.get("level", 0.95)
    assert page.groups is not None
    every = np.ones(len(truth), bool)
    shown = [(result, every) for result in (*page.results, *(page.further if len(truth) < 100 else ()))]
    shown += [(result, group == one.label) for one in page.groups.groups for result in one.results]
    doubted = set()
    for result, rows in shown:
        metric, interval = get(result.name), result.interval
        if interval is None:  # the value is undefined or infinite
            continue
        columns = (column[rows] for column in (truth, pred if metric.facts.input == "labels" else score))
        options = {name: how[name][rows] for name in ("sample_weight", "cluster") if name in how}
        options |= {"labels": [0, 1, 2]} if score.ndim > 1 else {}
        expected = metric.interval(*columns, **options, **result.options, level=level)
        if interval.reason is not None and "to stay fast" in interval.reason:
            interval = measure(page, result.name, result.options, level=level).interval
        assert interval is not None
        reason = expected.reason
        assert interval.reason == reason, (result.name, rows.sum())
        assert result.value == pytest.approx(expected.value, rel=1e-12)
        assert result.signature.startswith(f"{result.name}|")
        assert interval.method == expected.method or not result.bounded
        assert (interval.low, interval.high) == pytest.approx((expected.low, expected.high), rel=1e-9, nan_ok=True)
        least = (metric.facts.range or (-np.inf,))[0]
        if reason and rows is every and interval.low > least:
            doubted.add(result.name)
            gate = Gate(metric=result.name, options=result.options, least=interval.low, use="lower")
            assert not judge(page, gate, level=level).passed
            assert judge(page, gate, level=level, allow_doubt=True).passed
    assert "brier_score" in doubted
    assert "average_precision" in doubted or score.ndim > 1
