"""States of tensors on a device are those of the same rows in memory: edges, kinds of labels and scores, weights."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from math import fsum
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.processes import device_of

import concordant as c
from concordant import metrics
from concordant.errors import ConcordantError, InputError
from concordant.states import BucketCurve, Counts, Curve, CurveStack, SampleCounts

Move = Callable[[Any], Any]
RNG = np.random.default_rng(11)
N = 300
TRUTH = RNG.integers(0, 4, N)
PRED = np.where(RNG.random(N) < 0.6, TRUTH, RNG.integers(0, 4, N))
SCORE = np.round(RNG.random(N), 2)
POSITIVE = (RNG.random(N) < SCORE).astype(np.int64)
WEIGHT = RNG.uniform(0, 2, N)

PAIRS = {
    "one row": ([3], [3]),
    "no label in common": ([0, 0, 1], [5, 6, 5]),
    "negative": ([-3, -1, -3], [-1, -1, 4]),
    "all of int64": ([-(2**63), 5, 2**63 - 1], [2**63 - 1, 5, 2**63 - 1]),
    "bools": ([True, False, True], [True, True, True]),
    "bools beside numbers": ([True, False, True], [1, 1, 0]),
    "bytes": (np.array([0, 255, 3], np.uint8), np.array([255, 255, 3], np.uint8)),
    "half": (np.array([0, 7, 7], np.float16), np.array([7, 7, 0], np.float16)),
    "many": (np.arange(2000), np.arange(2000)[::-1].copy()),
}


@pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS)
def test_counts_are_those_of_the_rows_in_memory(move: Move, pair: Any) -> None:
    true, pred = map(np.asarray, pair)
    found = Counts.from_labels(move(true), move(pred))
    assert found == Counts.from_labels(true, pred)
    assert list(map(type, found.labels)) == list(map(type, Counts.from_labels(true, pred).labels))


@pytest.mark.parametrize("weight", [None, WEIGHT])
def test_labels_that_do_not_count_are_left_out(move: Move, weight: Any) -> None:
    moved = None if weight is None else move(weight)
    how: dict[str, Any] = {"missing_labels": [2, 9]}
    found = Counts.from_labels(move(TRUTH), move(PRED), sample_weight=moved, **how)
    expected = Counts.from_labels(TRUTH, PRED, sample_weight=weight, **how)
    assert (found.labels, found.missing) == (expected.labels, expected.missing)
    np.testing.assert_allclose(found.table, expected.table)
    interval = c.f1.interval(move(TRUTH), move(PRED), sample_weight=moved, average="macro", **how)
    in_memory = c.f1.interval(TRUTH, PRED, sample_weight=weight, average="macro", **how)
    np.testing.assert_allclose([interval.low, interval.high], [in_memory.low, in_memory.high])
    scores = (move(TRUTH.clip(0, 2)), move(SCORE))
    of_scores = c.roc_auc.interval(*scores, missing_labels=[2])
    kept = TRUTH < 2
    assert of_scores.low == pytest.approx(c.roc_auc.interval(TRUTH[kept], SCORE[kept]).low)
    assert c.brier_score(*scores, missing_labels=[2]) == pytest.approx(c.brier_score(TRUTH[kept], SCORE[kept]))
    with pytest.raises(InputError, match="missing_labels= is for columns with one label a row"):
        Counts.from_labels(move(np.eye(2)), move(np.eye(2)), **how)


@pytest.mark.parametrize("library", ["cupy", "torch"])  # JAX compiles anew for each number of rows
@given(st.data())
def test_any_pairs_of_labels(library: str, data: Any) -> None:
    size = data.draw(st.integers(1, 30))
    labels = st.integers(-3, 3) | st.sampled_from([10**6, -(10**6), 2**40])
    columns = [np.array(data.draw(st.lists(labels, min_size=size, max_size=size))) for _ in range(2)]
    numbers = st.sampled_from([0.0, 0.1, 1.0, 1e18, 1e-18])
    weights = data.draw(st.none() | st.lists(numbers, min_size=size, max_size=size))
    weight = None if weights is None else np.array(weights)
    declared = [*range(-3, 4), 10**6, -(10**6), 2**40]
    with device_of(library) as move:
        found = Counts.from_labels(
            *map(move, columns), labels=declared, sample_weight=None if weight is None else move(weight)
        )
    expected = Counts.from_labels(*columns, labels=declared, sample_weight=weight)
    if weight is None:
        assert found == expected
    else:
        np.testing.assert_allclose(found.table, expected.table, rtol=1e-14)
        np.testing.assert_allclose(found.squares, expected.squares, rtol=1e-14)


def test_sums_of_weights_do_not_depend_on_the_order_of_the_rows(move: Move) -> None:
    weight = np.exp(RNG.normal(0, 8, N))
    order = RNG.permutation(N)
    first = Counts.from_labels(move(TRUTH), move(PRED), sample_weight=move(weight))
    again = Counts.from_labels(move(TRUTH[order]), move(PRED[order]), sample_weight=move(weight[order]))
    assert first == again
    exact = [[fsum(weight[(i == TRUTH) & (j == PRED)]) for j in range(4)] for i in range(4)]
    np.testing.assert_allclose(first.table, exact, rtol=2.3e-16)


@pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64, np.int32, np.uint8, np.bool_], ids=str)
def test_curves_are_those_of_the_rows_in_memory(move: Move, kind: Any) -> None:
    score = (SCORE * 10).astype(kind)
    assert Curve.from_scores(move(POSITIVE), move(score)) == Curve.from_scores(POSITIVE, score)
    assert c.roc_auc(move(POSITIVE), move(score)) == c.roc_auc(POSITIVE, score)
    expected = c.average_precision(POSITIVE, score)
    assert c.average_precision(move(POSITIVE), move(score)) == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("unit", [1.0, 1e-15, 1e15])
def test_weighted_curves_keep_their_squares(move: Move, unit: float) -> None:
    weight, score = RNG.random(N) * unit, np.round(SCORE, 1)
    expected = c.roc_auc.state(POSITIVE, score, sample_weight=weight)
    found = c.roc_auc.state(move(POSITIVE), move(score), sample_weight=move(weight))
    np.testing.assert_allclose(found.squares, expected.squares, rtol=1e-13)
    np.testing.assert_allclose(found.weights, expected.weights, rtol=1e-13)


CURVES = {
    "infinite scores": ([0, 1, 1], [-np.inf, np.inf, 0.5], {}),
    "two zeros": ([0, 1, 0], [-0.0, 0.0, 1.0], {}),
    "other labels": ([3, 7, 7], [0.1, 0.2, 0.1], {"pos_label": 3}),
    "declared": ([3, 7, 7], [0.1, 0.2, 0.1], {"labels": [7, 3]}),
    "bools": ([True, False], [0.1, 0.2], {}),
}


@pytest.mark.parametrize(("true", "score", "options"), CURVES.values(), ids=CURVES)
def test_classes_are_resolved_as_in_memory(move: Move, true: Any, score: Any, options: Any) -> None:
    true, score = np.array(true), np.array(score)
    assert Curve.from_scores(move(true), move(score), **options) == Curve.from_scores(true, score, **options)
    assert c.roc_auc(move(true), move(score), **options) == c.roc_auc(true, score, **options)


def test_scores_of_several_classes_and_labels(move: Move) -> None:
    scores = RNG.dirichlet(np.ones(4), N)
    assert CurveStack.from_scores(move(TRUTH), move(scores)) == CurveStack.from_scores(TRUTH, scores)
    many = (RNG.random((N, 4)) < scores).astype(np.int8)
    assert c.roc_auc.state(move(many), move(scores)) == c.roc_auc.state(many, scores)
    both = scores[:, :2] / scores[:, :2].sum(1, keepdims=True)
    assert c.roc_auc(move(POSITIVE), move(both)) == c.roc_auc(POSITIVE, both)
    reading = {"labels": [3, 1, 0, 2]}
    assert c.roc_auc(move(TRUTH), move(scores), **reading) == c.roc_auc(TRUTH, scores, **reading)


def test_auc_of_several_classes(move: Move) -> None:
    scores = np.round(RNG.dirichlet(np.ones(4), N), 1)  # many ties
    choices: list[Any] = [{"average": a, "multi_class": m} for a in ("macro", "weighted", None) for m in ("ovr", "ovo")]
    choices.append({"labels": [3, 1, 0, 2], "multi_class": "ovo"})
    for options in choices:
        expected = c.roc_auc(TRUTH, scores, **options)
        np.testing.assert_allclose(c.roc_auc(move(TRUTH), move(scores), **options), expected, rtol=1e-14)
    assert c.hand_till_auc(move(TRUTH), move(scores)) == c.hand_till_auc(TRUTH, scores)
    wider, lacking = np.column_stack([scores, scores[:, 0]]), {"labels": [0, 1, 2, 3, 4]}
    with pytest.warns(c.errors.UndefinedMetricWarning, match="4"):
        without = c.roc_auc(TRUTH, wider, **lacking)
    with pytest.warns(c.errors.UndefinedMetricWarning, match="4"):
        assert c.roc_auc(move(TRUTH), move(wider), **lacking) == without


@pytest.mark.parametrize("columns", [1, 2, 3])
def test_no_rows_of_scores(move: Move, columns: int) -> None:
    none, scores = TRUTH[:0], np.zeros((0, columns))
    given: dict[str, Any] = {"labels": list(range(max(columns, 2)))}
    for metric in (c.roc_auc, c.hand_till_auc, c.expected_calibration_error, c.brier_score):
        expected = metric.state(none, scores, **given)
        assert metric.state(move(none), move(scores), **given) == expected
        assert metric(move(none), move(scores), undefined=-1.0, **given) == -1


def test_buckets_and_edges(move: Move) -> None:
    assert BucketCurve.from_scores(move(POSITIVE), move(SCORE)) == BucketCurve.from_scores(POSITIVE, SCORE)
    edges = [0.25, 0.5]
    expected = Curve.from_scores(POSITIVE, SCORE, edges=edges)
    assert Curve.from_scores(move(POSITIVE), move(SCORE), edges=edges) == expected


@pytest.mark.parametrize("kind", [np.bool_, np.uint8, np.float32], ids=str)
def test_several_labels_at_once(move: Move, kind: Any) -> None:
    true, pred = ((RNG.random((N, 5)) < 0.4).astype(kind) for _ in range(2))
    true[:, 0] = 1  # each row has a label
    assert Counts.from_labels(move(true), move(pred)) == Counts.from_labels(true, pred)
    assert SampleCounts.from_indicators(move(true), move(pred)) == SampleCounts.from_indicators(true, pred)
    named = {"labels": list("abcde"), "average": "samples"}
    assert c.f1(move(true), move(pred), **named) == c.f1(true, pred, **named)
    assert c.exact_match(move(true), move(pred)) == c.exact_match(true, pred)
    weighted = c.f1.state(move(true), move(pred), sample_weight=move(WEIGHT))
    expected = c.f1.state(true, pred, sample_weight=WEIGHT)
    np.testing.assert_allclose(weighted.table, expected.table, rtol=1e-13)
    np.testing.assert_allclose(weighted.squares, expected.squares, rtol=1e-13)
    samples = c.f1(move(true), move(pred), sample_weight=move(WEIGHT), average="samples")
    assert samples == pytest.approx(c.f1(true, pred, sample_weight=WEIGHT, average="samples"), rel=1e-13)


def test_missing_values_are_dropped_and_counted(move: Move) -> None:
    true, score = POSITIVE * 1.0, SCORE.copy()
    true[3] = score[5] = score[6] = np.nan
    found = Curve.from_scores(move(true), move(score), missing="drop")
    assert found == Curve.from_scores(true, score, missing="drop")
    assert found.missing == 3
    weight = WEIGHT.copy()
    weight[5] = 0
    given = {"missing": "drop", "sample_weight": weight}
    expected = Curve.from_scores(true, score, **given)
    found = Curve.from_scores(move(true), move(score), missing="drop", sample_weight=move(weight))
    assert found.missing == expected.missing == 2
    np.testing.assert_allclose(found.weights, expected.weights, rtol=1e-14)
    nothing = np.full(4, np.nan)
    gone = Counts.from_labels(move(nothing), move(nothing), missing="drop", labels=[0, 1])
    assert gone == Counts.from_labels(nothing, nothing, missing="drop", labels=[0, 1])


def test_intervals_that_need_the_rows_take_them_to_the_host(move: Move) -> None:
    cluster = RNG.integers(0, 40, N)
    for metric, columns in ((c.roc_auc, (POSITIVE, SCORE)), (c.cohen_kappa, (TRUTH, PRED))):
        for name, beside in (("cluster", cluster), ("sample_weight", WEIGHT)):
            expected = metric.interval(*columns, **{name: beside})
            found = metric.interval(*map(move, columns), **{name: move(beside)})
            assert (found.low, found.high) == (expected.low, expected.high)
    for metric, columns in (
        (c.roc_auc, (POSITIVE, SCORE, RNG.random(N))),
        (c.matthews_correlation, (TRUTH, PRED, RNG.permutation(PRED))),
    ):
        here, there = metric.interval(*columns[:2]), metric.interval(*map(move, columns[:2]))
        assert (here.low, here.high) == (there.low, there.high)
        assert metric.compare(*map(move, columns)).p_value == metric.compare(*columns).p_value


# -- real devices, where there are some ---------------------------------------------------------------------------


def _many_rows(rows: int = 200_000) -> tuple[np.ndarray, ...]:
    """Truth, prediction, a label of two classes, its score, and a weight."""
    rng = np.random.default_rng(21)
    truth, score = rng.integers(0, 6, rows), rng.random(rows, dtype=np.float32)
    pred = np.where(rng.random(rows) < 0.6, truth, rng.integers(0, 6, rows))
    return truth, pred, (rng.random(rows) < score).astype(np.int64), score, rng.random(rows)


MANY_ROWS = _many_rows()


def _has_gpu(library: str) -> bool:
    if find_spec(library) is None:
        return False
    if library == "torch":
        return bool(import_module("torch").cuda.is_available())
    if library == "cupy":
        return bool(import_module("cupy").is_available())
    return any(device.platform != "cpu" for device in import_module("jax").devices())


@pytest.fixture(params=["torch", "cupy", "jax"])
def gpu(request: pytest.FixtureRequest) -> Iterator[Move]:
    """Move arrays to a real device."""
    if not _has_gpu(request.param):
        pytest.skip(f"{request.param} finds no GPU here")
    library = import_module(request.param)
    if request.param == "torch":
        yield lambda array: library.from_numpy(array).cuda()
    elif request.param == "cupy":
        yield library.asarray
    else:
        with library.enable_x64(True):
            yield library.device_put


def test_states_of_many_rows_on_a_gpu(gpu: Move) -> None:
    truth, pred, positive, score, weight = MANY_ROWS
    there = dict(zip(("truth", "pred", "positive", "score", "weight"), map(gpu, MANY_ROWS), strict=True))
    labels, scores = (there["truth"], there["pred"]), (there["positive"], there["score"])
    assert Counts.from_labels(*labels) == Counts.from_labels(truth, pred)
    assert c.cohen_kappa(*labels, weights="quadratic") == c.cohen_kappa(truth, pred, weights="quadratic")
    assert c.roc_auc(*scores) == c.roc_auc(positive, score)
    assert Curve.from_scores(*scores) == Curve.from_scores(positive, score)
    assert BucketCurve.from_scores(*scores) == BucketCurve.from_scores(positive, score)
    many, other = (column[:, None] >= np.arange(1, 6) for column in (truth, pred))
    expected = SampleCounts.from_indicators(many, other)
    assert SampleCounts.from_indicators(gpu(many), gpu(other)) == expected
    first, again = (Counts.from_labels(*labels, sample_weight=there["weight"]) for _ in range(2))
    assert first == again
    np.testing.assert_allclose(first.table, Counts.from_labels(truth, pred, sample_weight=weight).table, rtol=1e-13)
    assert c.log_loss(*scores) == pytest.approx(c.log_loss(positive, score), rel=1e-13)
    with pytest.raises(InputError, match="must lie on one device"):
        c.accuracy(there["truth"], pred)


def test_no_update_waits_for_the_gpu() -> None:
    if not _has_gpu("torch"):
        pytest.skip("torch finds no GPU here")
    torch = import_module("torch")
    from concordant.learning.torch import TorchMetric

    _, _, positive, score, weight = MANY_ROWS
    kappa, auc = TorchMetric("cohen_kappa", labels=range(6)), TorchMetric("roc_auc", labels=[0, 1])
    columns = [torch.from_numpy(x).cuda() for x in MANY_ROWS]
    kappa.update(*columns[:2])  # moves the tables to the device
    torch.cuda.set_sync_debug_mode("error")
    try:
        kappa.update(*columns[:2])
        kappa.update(*columns[:2], columns[4])
        auc.update(*columns[2:4])
    finally:
        torch.cuda.set_sync_debug_mode("default")
    assert kappa.state().n == pytest.approx(2 * len(weight) + weight.sum())
    assert auc.compute() == c.roc_auc(positive, score)


# -- every metric --------------------------------------------------------------------------------------------------

COLUMNS = {
    "labels": (POSITIVE, (RNG.random(N) < 0.5).astype(np.int64)),
    "scores": (POSITIVE, SCORE),
    "probabilities": (POSITIVE, SCORE),
    "decisions": (POSITIVE, SCORE - 0.5),
    "measurements": (SCORE, RNG.random(N)),
    "rows": (RNG.integers(0, 2, (N, 3)), RNG.random((N, 3))),
    "panel": (RNG.integers(0, 3, (N, 4)),),
    "numbers": (RNG.random((N, 4)),),
}
PLAIN = [m for m in map(metrics.get, metrics.names()) if not m.required_options and m.facts.input in COLUMNS]


def fields(value: Any) -> list[Any]:
    """The numbers of a value or a record."""
    if isinstance(value, (float, int, np.ndarray, np.generic)):
        return [np.asarray(value)]
    parts = (getattr(value, name) for name in value.__dataclass_fields__)
    return [np.asarray(x) for x in parts if isinstance(x, (float, int, np.ndarray, np.generic))]


@pytest.mark.parametrize("library", ["cupy", "torch"])
@pytest.mark.filterwarnings("ignore::concordant.errors.UndefinedMetricWarning")
@pytest.mark.parametrize("metric", PLAIN, ids=lambda metric: metric.name)
def test_every_metric_has_the_value_of_the_rows_in_memory(library: str, metric: Any) -> None:
    columns = COLUMNS[metric.facts.input]
    try:
        expected = metric(*columns)
    except (ConcordantError, TypeError):
        pytest.skip("takes other columns")
    with device_of(library) as move:
        found = metric(*map(move, columns))
        weighted = len(columns) == 2 and metric.facts.input != "rows"
        weight = {"sample_weight": RNG.uniform(0.5, 2, N)} if weighted and metric.panel is None else {}
        again = metric(*map(move, columns), **{name: move(value) for name, value in weight.items()})
    for one, other in zip(fields(found), fields(expected), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-15)
    for one, other in zip(fields(again), fields(metric(*columns, **weight)), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-10, atol=1e-13)
