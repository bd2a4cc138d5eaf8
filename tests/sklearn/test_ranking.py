"""Rankings of labels, areas, average precision and top-k accuracy beside scikit-learn's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
import sklearn.metrics as theirs
from beside_sklearn import assert_same
from scipy.sparse import coo_array, csc_array, csr_array, csr_matrix

import concordant.sklearn as ours
from concordant.sklearn import top_k_accuracy_score

Array = np.ndarray[Any, Any]

INDICATOR = ("coverage_error", "label_ranking_average_precision_score", "label_ranking_loss")
GAIN = ("dcg_score", "ndcg_score")
SPARSE = INDICATOR[1:]
every = pytest.mark.parametrize("name", [*INDICATOR, *GAIN])
of_indicators = pytest.mark.parametrize("name", INDICATOR)


def both(name: str) -> tuple[Callable[..., float], Callable[..., float]]:
    return getattr(ours, name), getattr(theirs, name)


def rows(seed: int, n: int = 40, labels: int = 6) -> tuple[Array, Array, Array, Array]:
    """Indicators (some rows are all 0 or all 1), relevances, scores with ties, weights."""
    rng = np.random.default_rng(seed)
    indicators = (rng.random((n, labels)) < rng.choice([0, 0.3, 0.7, 1], (n, 1))).astype(np.int64)
    return indicators, indicators * rng.integers(1, 5, (n, labels)), rng.integers(0, 5, (n, labels)) / 4, rng.random(n)


# -- values --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAIN)
def test_ignored_ties_put_the_last_column_first(name: str) -> None:
    # Scikit-learn leaves the order to NumPy's quicksort, which differs between processors.
    _, gains, scores, _ = rows(4)
    order = np.argsort(scores, axis=1, kind="stable")[:, ::-1]
    ranked = np.take_along_axis(gains, order, axis=1)
    places = np.tile(np.arange(6, 0, -1), (len(gains), 1))
    for k in (None, 2):
        found = both(name)[0](gains, scores, ignore_ties=np.bool_(True), k=k)
        assert found == pytest.approx(both(name)[1](ranked, places, k=k), rel=1e-12)


@every
def test_types_and_layouts(name: str) -> None:
    truth, _, scores, weights = rows(7)
    expected = both(name)[1](truth, scores, sample_weight=weights)
    mine = both(name)[0]
    for kind in (bool, np.uint8, np.uint64, np.float64, np.float16, object):
        assert mine(truth.astype(kind), scores, sample_weight=weights) == pytest.approx(expected, rel=1e-12)
        if kind in (np.float16, object):
            assert mine(truth, scores.astype(kind), sample_weight=weights) == pytest.approx(expected, rel=1e-12)
    for layout in (np.asfortranarray, lambda x: np.repeat(x, 2, axis=0)[::2], lambda x: x.tolist()):
        assert mine(layout(truth), layout(scores), sample_weight=layout(weights)) == pytest.approx(expected, rel=1e-12)
    others = [
        (truth.astype(">i4"), scores.astype(">f8"), weights.astype(">f8")),
        (pd.DataFrame(truth), pd.DataFrame(scores), pd.Series(weights)),
        (pl.DataFrame(truth), pl.DataFrame(scores), pl.Series(weights)),
    ]
    for y_true, y_score, weight in others:
        assert mine(y_true, y_score, sample_weight=weight) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("name", SPARSE)
@pytest.mark.parametrize("kind", [csr_array, csc_array, coo_array, csr_matrix])
def test_sparse_truth(name: str, kind: Any) -> None:
    truth, _, scores, weights = rows(8)
    assert_same(name, kind(truth.astype(float)), scores, sample_weight=weights)
    assert both(name)[0](kind(truth), scores) == pytest.approx(both(name)[0](truth, scores), rel=1e-14)


def test_a_stored_zero_is_not_relevant() -> None:
    # Scikit-learn takes it for relevant in label_ranking_average_precision_score.
    stored = csr_array((np.array([1, 0]), np.array([0, 1]), np.array([0, 2])), shape=(1, 3))
    scores = [[0.1, 0.9, 0.5]]
    dense = stored.toarray()
    for name in SPARSE:
        assert both(name)[0](stored, scores) == both(name)[0](dense, scores) == both(name)[1](dense, scores)
    assert stored.nnz == 2  # the caller's matrix is as it was


@of_indicators
@pytest.mark.parametrize("values", [(0, 2), (-1, 0), (3, 5)])
def test_any_two_whole_numbers_are_indicators(name: str, values: tuple[int, int]) -> None:
    truth, _, scores, _ = rows(9)
    assert_same(name, np.array(values)[truth], scores)


# -- what is refused -----------------------------------------------------------------------------------------------

GOOD = np.array([[0, 1, 1], [1, 0, 0]]), np.array([[0.1, 0.3, 0.2], [0.5, 0.4, 0.3]])


@every
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_values_that_are_not_finite(name: str, bad: float) -> None:
    truth, scores = GOOD[0].astype(float), GOOD[1].copy()
    truth[0, 0] = scores[1, 2] = bad
    assert_same(name, truth, GOOD[1])
    assert_same(name, GOOD[0], scores)
    assert_same(name, GOOD[0].tolist(), scores.tolist())


NO_INDICATORS: list[Any] = [
    *([[0, 1, 2], [1, 0, 0]], [[0.5, 1, 0], [1, 0, 0]], [[1, 2, 3], [3, 2, 1]], [[1], [0]], [[1], [2]])
]
NO_OPTIONS: list[dict[str, Any]] = [{"k": 0}, {"k": 1.5}, {"ignore_ties": 1}]
REFUSED: list[tuple[str, Any, Any, dict[str, Any]]] = [
    *((name, truth, GOOD[1][:, : len(truth[0])], {}) for name in INDICATOR for truth in NO_INDICATORS),
    *((name, [[1], [2]], [[1], [2]], {}) for name in GAIN),
    ("ndcg_score", [[1, -1, 0]], [[1, 2, 3]], {}),
    ("ndcg_score", [[1]], [[1]], {}),
    *((name, *GOOD, options) for name in GAIN for options in NO_OPTIONS),
    *(("dcg_score", *GOOD, {"log_base": base}) for base in (0, "e", None)),
    *((name, csr_array(GOOD[0]), GOOD[1], {}) for name in ("coverage_error", *GAIN)),
    *((name, csr_array(odd), GOOD[1], {}) for name in SPARSE for odd in (2.5 * GOOD[0], GOOD[0] * [1, 2, 3])),
    *((name, csr_array(GOOD[0]), GOOD[1][:, :2], {}) for name in SPARSE),
]


@pytest.mark.parametrize(("name", "truth", "scores", "options"), REFUSED)
def test_what_is_refused(name: str, truth: Any, scores: Any, options: dict[str, Any]) -> None:
    assert_same(name, truth, scores, **options)


# -- areas under curves --------------------------------------------------------------------------------------------

NAMES = ("roc_auc_score", "average_precision_score")
AVERAGES = ("macro", "micro", "weighted", "samples", None)
SCORES = [0.1, 0.4, 0.35, 0.8]
NAN = float("nan")
LABELS = np.array([[1, 0, 1], [0, 1, 0], [1, 1, 0], [0, 0, 1]])
CLASSES = np.array([0, 1, 2, 1])
PROBABILITIES = np.array([[0.6, 0.3, 0.1], [0.2, 0.5, 0.3], [0.1, 0.2, 0.7], [0.3, 0.3, 0.4]])


def ranking_rows(seed: int, classes: int = 4, n: int = 50) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    y = rng.integers(0, classes, n)
    y[:classes] = np.arange(classes)
    p = rng.integers(1, 6, (n, classes)) * 1.0
    return y, p / p.sum(1, keepdims=True), rng.integers(1, 4, n) / 2


# -- two classes ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("max_fpr", [0.001, 0.1, 0.3, 1 / 3, 0.5, 0.99, 1, 1.0, True, None, 0, -0.1, 1.1, "a"])
@pytest.mark.parametrize("seed", range(3))
def test_partial_area(seed: int, max_fpr: Any) -> None:
    y, p, weights = ranking_rows(seed, classes=2)
    assert_same("roc_auc_score", y, p[:, 1], max_fpr=max_fpr)
    assert_same("roc_auc_score", y, p[:, 1], max_fpr=max_fpr, sample_weight=weights)
    assert_same("roc_auc_score", [0, 0, 0], [0.1, 0.2, 0.3], max_fpr=max_fpr)
    assert_same("roc_auc_score", LABELS, PROBABILITIES, max_fpr=max_fpr)


@pytest.mark.parametrize("pos_label", [0, 1, 2, "b", True, 1.0, None, [1]])
def test_positive_label_of_average_precision(pos_label: Any) -> None:
    for y in ([0, 1, 1, 0], [1, 1, 2, 2], [1, 1, 1, 1], ["a", "b", "b", "a"], CLASSES.tolist(), LABELS.tolist()):
        scores = SCORES if np.ndim(y) == 1 and max(y) != 2 else PROBABILITIES
        assert_same("average_precision_score", y, scores, pos_label=pos_label)


# -- several classes and labels ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "labels",
    [[0, 1, 2], np.array([0, 1, 2]), [2, 1, 0], [0, 1, 1], [0, 1], [0, 1, 2, 3], [0, 1, 5], ["a", "b", "c"], 3],
    ids=repr,
)
@pytest.mark.parametrize("multi_class", ["ovr", "ovo"])
def test_declared_labels_of_the_area(multi_class: str, labels: Any) -> None:
    for y in (CLASSES, [0, 1, 1, 0], [1, 1, 1, 1]):
        assert_same("roc_auc_score", y, PROBABILITIES, multi_class=multi_class, labels=labels)


@pytest.mark.parametrize("multi_class", ["ovr", "ovo", "raise", "x", None])
def test_what_the_area_of_several_classes_refuses(multi_class: Any) -> None:
    for y, scores in (
        (CLASSES, PROBABILITIES * 0.9),
        (CLASSES, PROBABILITIES[:, :2] / PROBABILITIES[:, :2].sum(1, keepdims=True)),
        ([0, 1, 1, 0], PROBABILITIES),
        (CLASSES, PROBABILITIES),
    ):
        assert_same("roc_auc_score", y, scores, multi_class=multi_class)
        assert_same("roc_auc_score", y, scores, multi_class=multi_class, max_fpr=0.5)


@pytest.mark.parametrize("average", AVERAGES)
@pytest.mark.parametrize("weights", [None, [1, 2, 3, 4], [1, 2, 0, 0], [1, 2, 3], [[1], [2], [3], [1]]])
@pytest.mark.parametrize("name", NAMES)
def test_several_labels(name: str, weights: Any, average: str | None) -> None:
    never, always, none, every = LABELS.copy(), LABELS.copy(), LABELS.copy(), LABELS.copy()
    never[:, 1], always[:, 2], none[0], every[1] = 0, 1, 0, 1
    for truth in (LABELS, never, always, none, every):
        assert_same(name, truth, PROBABILITIES, average=average, sample_weight=weights)


@pytest.mark.parametrize("name", NAMES)
def test_indicators_that_are_refused(name: str) -> None:
    assert_same(name, LABELS, PROBABILITIES[:3])
    assert_same(name, LABELS + 0.5, PROBABILITIES)
    assert_same(name, np.array([["a", "b"], ["b", "a"]]), PROBABILITIES[:2, :2])
    assert_same(name, LABELS, np.where(PROBABILITIES > 0.5, NAN, PROBABILITIES))
    assert_same(name, LABELS, PROBABILITIES, average="binary")


@pytest.mark.parametrize("name", NAMES)
def test_labels_that_never_occur_weigh_nothing(name: str) -> None:
    assert getattr(ours, name)(np.zeros_like(LABELS), PROBABILITIES, average="weighted") == 0.0


@pytest.mark.parametrize("name", NAMES)
def test_matrices_that_scikit_learn_misreads_are_refused(name: str) -> None:
    function = getattr(ours, name)
    with pytest.raises(ValueError, match=r"^y_true must be a matrix of 0 and 1: of other numbers"):
        function(LABELS * 2, PROBABILITIES)
    with pytest.raises(ValueError, match=r"^y_score must have one column a label, 3, not the shape \(4, 2\)\.$"):
        function(LABELS, PROBABILITIES[:, :2])


# -- top k ---------------------------------------------------------------------------------------------------------


def test_of_equal_scores_the_last_column_comes_first() -> None:
    assert top_k_accuracy_score([0, 1, 2], [[1, 1, 1]] * 3, k=1) == pytest.approx(1 / 3)
    assert top_k_accuracy_score([2, 2, 1], [[1, 1, 1]] * 3, k=1, labels=[0, 1, 2]) == pytest.approx(2 / 3)


@pytest.mark.parametrize("scores", [[-1, -1, 1, 1], [-1, 1, -1, 1], [0.2, 0.7, 0.2, 0.7], [0.5, 0.5, 0.51, 0.3],
                                    [0, 1, 0, 1.5], [0, 0, 0, 0]])  # fmt: skip
@pytest.mark.parametrize("k", [1, 2, 3])
def test_top_k_of_two_classes_cuts_one_column_in_the_middle(scores: Any, k: int) -> None:
    for y in ([0, 0, 1, 1], ["a", "a", "b", "b"], [False, False, True, True]):
        assert_same("top_k_accuracy_score", y, scores, k=k)
        assert_same("top_k_accuracy_score", y, scores, k=k, normalize=False, sample_weight=[1, 2, 3, 4])


FOUR = np.array([[0.4, 0.3, 0.2, 0.1], [0.1, 0.3, 0.4, 0.2], [0.4, 0.1, 0.2, 0.3], [0.3, 0.2, 0.4, 0.1]])


@pytest.mark.parametrize(
    ("y", "scores", "labels"),
    [
        ([0, 1, 2, 2], SCORES, None),
        ([0, 1, 2, 2], FOUR, None),
        ([0, 1, 2, 2], FOUR, [0, 1, 2]),
        ([0, 1, 2, 7], FOUR, [0, 1, 2, 3]),
        ([0, 0, 1, 1], FOUR, None),
        ([0, 0, 1, 1], FOUR[:, :2], None),
        ([0, 0, 1, 1], SCORES, [0, 1, 2]),
        ([1, 1, 1, 1], SCORES, [0, 1]),
        ([], [], None),
        ([0, 0, 1, 1], [0.1, NAN, 0.2, 0.3], None),
        ([[1, 0], [0, 1]], [[1, 0], [0, 1]], None),
        ([0, 1, 2, 3], np.zeros((4, 4, 2)), None),
    ],
    ids=repr,
)
def test_top_k_at_the_edges(y: Any, scores: Any, labels: Any) -> None:
    assert_same("top_k_accuracy_score", y, scores, labels=labels)
    assert_same("top_k_accuracy_score", y, scores, labels=labels, k=1)


@pytest.mark.parametrize("name", ["coverage_error", "label_ranking_loss", "ndcg_score", "dcg_score"])
def test_a_weight_that_is_none_is_no_number(name: str) -> None:
    with pytest.raises(TypeError, match="sample_weight is None in row 1"):
        getattr(ours, name)([[1, 0], [0, 1]], [[0.2, 0.3], [0.1, 0.4]], sample_weight=[1, None])
