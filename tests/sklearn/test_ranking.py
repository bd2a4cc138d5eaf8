"""ROC AUC, average precision and top-k accuracy beside scikit-learn's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from beside_sklearn import KINDS, MATRICES, assert_same, column, matrix
from hypothesis import given
from hypothesis import strategies as st

from concordant.sklearn import average_precision_score, roc_auc_score, top_k_accuracy_score

NAMES = ("roc_auc_score", "average_precision_score")
AVERAGES = ("macro", "micro", "weighted", "samples", None)
SCORES = [0.1, 0.4, 0.35, 0.8]
NAN = float("nan")
LABELS = np.array([[1, 0, 1], [0, 1, 0], [1, 1, 0], [0, 0, 1]])
CLASSES = np.array([0, 1, 2, 1])
PROBABILITIES = np.array([[0.6, 0.3, 0.1], [0.2, 0.5, 0.3], [0.1, 0.2, 0.7], [0.3, 0.3, 0.4]])


def rows(seed: int, classes: int = 4, n: int = 50) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    y = rng.integers(0, classes, n)
    y[:classes] = np.arange(classes)
    p = rng.integers(1, 6, (n, classes)) * 1.0
    return y, p / p.sum(1, keepdims=True), rng.integers(1, 4, n) / 2


# -- two classes ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", NAMES)
def test_two_classes(name: str, seed: int) -> None:
    y, p, weights = rows(seed, classes=2)
    for truth in (y, y.astype(bool), y.astype(np.uint8), 2 * y - 1, y.tolist()):
        assert_same(name, truth, p[:, 1])
        assert_same(name, truth, p[:, 1], sample_weight=weights)
        assert_same(name, truth, (p[:, 1] * 10).astype(int))


@pytest.mark.parametrize("max_fpr", [0.001, 0.1, 0.3, 1 / 3, 0.5, 0.99, 1, 1.0, True, None, 0, -0.1, 1.1, "a"])
@pytest.mark.parametrize("seed", range(3))
def test_partial_area(seed: int, max_fpr: Any) -> None:
    y, p, weights = rows(seed, classes=2)
    assert_same("roc_auc_score", y, p[:, 1], max_fpr=max_fpr)
    assert_same("roc_auc_score", y, p[:, 1], max_fpr=max_fpr, sample_weight=weights)
    assert_same("roc_auc_score", [0, 0, 0], [0.1, 0.2, 0.3], max_fpr=max_fpr)
    assert_same("roc_auc_score", LABELS, PROBABILITIES, max_fpr=max_fpr)


@given(
    st.lists(
        st.tuples(st.integers(0, 1), st.integers(0, 4), st.sampled_from([0.0, 0.5, 1.0, 2.0])), min_size=1, max_size=10
    ),
    st.sampled_from(NAMES),
)
def test_any_few_rows(data: list[tuple[int, int, float]], name: str) -> None:
    y, scores, weights = zip(*data, strict=True)
    assert_same(name, list(y), [float(s) for s in scores])
    if any(weights):
        assert_same(name, list(y), list(scores), sample_weight=list(weights))


@pytest.mark.parametrize("average", AVERAGES)
@pytest.mark.parametrize("name", NAMES)
def test_weights_that_are_all_zero_are_always_refused(name: str, average: str | None) -> None:
    function = {"roc_auc_score": roc_auc_score}.get(name, average_precision_score)  # scikit-learn: mostly
    for y, scores in (([0, 0], [0.1, 0.2]), ([0, 1], [0.1, 0.2]), (LABELS[:2], PROBABILITIES[:2])):
        with pytest.raises(ValueError, match=r"^Sample weights must contain at least one non-zero number\.$"):
            function(y, scores, sample_weight=[0, 0], average=average)


@pytest.mark.parametrize(
    "y",
    [
        [1, 1, 2, 2],
        ["a", "b", "a", "b"],
        np.array(["a", "b", "a", "b"], dtype=object),
        np.array([b"a", b"b", b"a", b"b"]),
        [0.0, 1.5, 1.5, 0.0],
        [0, 0, 0, 0],
        [1, 1, 1, 1],
        [3, 3, 3, 3],
        [2**40, 0, 0, 2**40],
        [1, 0],
        [[1], [0], [1], [0]],
        [[0, 1], [1], [1], [0]],
        [1, NAN, 0, 0],
        1,
        "abcd",
        None,
    ],
    ids=repr,
)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.filterwarnings("ignore:invalid value encountered in cast:RuntimeWarning")
def test_labels_at_the_edges(name: str, y: Any) -> None:
    assert_same(name, y, SCORES)
    assert_same(name, y, np.array(SCORES))


@pytest.mark.parametrize("pos_label", [0, 1, 2, "b", True, 1.0])
def test_positive_label_of_average_precision(pos_label: Any) -> None:
    for y in ([0, 1, 1, 0], [1, 1, 2, 2], [1, 1, 1, 1], ["a", "b", "b", "a"], CLASSES.tolist(), LABELS.tolist()):
        assert_same("average_precision_score", y, SCORES if np.ndim(y) == 1 and max(y) != 2 else PROBABILITIES,
                    pos_label=pos_label)  # fmt: skip


@pytest.mark.parametrize("pos_label", [None, [1]])
def test_positive_label_of_average_precision_must_be_one(pos_label: Any) -> None:
    assert_same("average_precision_score", [0, 1], [0.1, 0.2], pos_label=pos_label)


@pytest.mark.parametrize(
    "scores",
    [[0.1, 0.4, NAN, 0.8], [0.1, np.inf, 0.3, 0.8], [0.1, 0.4], [[0.1, 0.2]] * 4, [[0.1], [0.4], [0.35], [0.8]],
     [1e308, 1e308, 1e307, 0.0], 0.5, None],
    ids=repr,
)  # fmt: skip
@pytest.mark.parametrize("name", NAMES)
def test_scores_at_the_edges(name: str, scores: Any) -> None:
    assert_same(name, [0, 1, 0, 1], scores)
    if isinstance(scores, list):
        assert_same(name, np.array([0, 1, 0, 1]), np.array(scores))


@pytest.mark.parametrize(
    "weights",
    [[1, 2, 3, 4], [1, 2, 0, 0], [0, 0, 0, 0], [1, 2, 3], [1, 2, 3, -1], [1, 2, 3, NAN], [1, 2, 3, np.inf],
     [[1], [2], [3], [2]], [[1, 1], [2, 1], [3, 1], [2, 1]], ["a", "b", "c", "d"], 2.0],
    ids=repr,
)  # fmt: skip
@pytest.mark.parametrize("name", NAMES)
def test_weights_at_the_edges(name: str, weights: Any) -> None:
    assert_same(name, [0, 0, 1, 1], SCORES, sample_weight=weights)


def test_weights_that_leave_no_negative_row_say_so() -> None:
    assert_same("roc_auc_score", [0, 0, 1, 1], SCORES, sample_weight=[0, 0, 1, 1])


@pytest.mark.parametrize("kind", KINDS)
def test_labels_in_any_form(kind: str) -> None:
    codes = [0, 1, 1, 0, 1, 0]
    scores = [0.1, 0.7, 0.4, 0.4, 0.9, 0.3]
    if kind not in ("categorical", "polars categorical", "arrow dictionary"):
        assert_same("roc_auc_score", column(kind, codes), scores)
    text = isinstance(np.asarray(column(kind, codes)).ravel()[0], str)
    flipped = roc_auc_score([1 - code for code in codes], scores)  # "a" stands for 1 and is the smaller label
    assert roc_auc_score(column(kind, codes), scores) == pytest.approx(
        flipped if text else roc_auc_score(codes, scores)
    )


# -- several classes and labels ------------------------------------------------------------------------------------


@pytest.mark.parametrize("average", AVERAGES)
@pytest.mark.parametrize("multi_class", ["ovr", "ovo", "raise"])
@pytest.mark.parametrize("seed", range(3))
def test_area_of_several_classes(seed: int, multi_class: str, average: str | None) -> None:
    y, p, weights = rows(seed)
    for sample_weight in (None, weights):
        for truth in (y, y * 3 - 2, np.array(list("dbca"))[y]):
            options = {"multi_class": multi_class, "average": average, "sample_weight": sample_weight}
            if multi_class == "ovo" and average is None and sample_weight is None:
                with pytest.raises(
                    NotImplementedError, match=r"^average=None is not implemented for multi_class='ovo'"
                ):
                    roc_auc_score(truth, p, **options)
            elif multi_class == "ovo" and average is None:
                continue
            else:
                assert_same("roc_auc_score", truth, p, **options)


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
    known = multi_class in ("ovr", "ovo", "raise")
    for y, scores in (
        (CLASSES, PROBABILITIES * 0.9),
        (CLASSES, PROBABILITIES[:, 0]),
        (CLASSES, PROBABILITIES[:, :2] / PROBABILITIES[:, :2].sum(1, keepdims=True)),
        (CLASSES, PROBABILITIES[:3]),
        ([0, 1, 1, 0], PROBABILITIES),
        (CLASSES, PROBABILITIES),
    ):
        assert_same("roc_auc_score", y, scores, multi_class=multi_class, messages=known)
        assert_same("roc_auc_score", y, scores, multi_class=multi_class, max_fpr=0.5, messages=known)


@pytest.mark.parametrize("average", AVERAGES)
@pytest.mark.parametrize("seed", range(3))
def test_average_precision_of_several_classes(seed: int, average: str | None) -> None:
    y, p, weights = rows(seed)
    for truth in (y, y * 3 - 2, np.array(list("dbca"))[y]):
        assert_same("average_precision_score", truth, p, average=average)
        assert_same("average_precision_score", truth, p, average=average, sample_weight=weights)


@pytest.mark.parametrize("average", AVERAGES)
@pytest.mark.parametrize("weights", [None, [1, 2, 3, 4], [1, 2, 0, 0], [1, 2, 3], [[1], [2], [3], [1]]])
@pytest.mark.parametrize("name", NAMES)
def test_several_labels(name: str, weights: Any, average: str | None) -> None:
    never, always, none, every = LABELS.copy(), LABELS.copy(), LABELS.copy(), LABELS.copy()
    never[:, 1], always[:, 2], none[0], every[1] = 0, 1, 0, 1
    for truth in (LABELS, never, always, none, every):
        assert_same(name, truth, PROBABILITIES, average=average, sample_weight=weights)


@pytest.mark.parametrize("name", NAMES)
def test_labels_that_never_occur_weigh_nothing(name: str) -> None:
    function = {"roc_auc_score": roc_auc_score}.get(name, average_precision_score)
    assert function(np.zeros_like(LABELS), PROBABILITIES, average="weighted") == 0.0


@pytest.mark.parametrize("kind", [kind for kind in MATRICES if not kind.startswith("cs")])
@pytest.mark.parametrize("name", NAMES)
def test_indicators_in_any_form(name: str, kind: str) -> None:
    assert_same(name, matrix(kind, LABELS), PROBABILITIES)


@pytest.mark.parametrize("name", NAMES)
def test_indicators_that_are_refused(name: str) -> None:
    assert_same(name, matrix("csr", LABELS), PROBABILITIES)
    assert_same(name, LABELS, PROBABILITIES[:3])
    assert_same(name, LABELS, PROBABILITIES[:, 0])
    assert_same(name, LABELS + 0.5, PROBABILITIES)
    assert_same(name, np.array([["a", "b"], ["b", "a"]]), PROBABILITIES[:2, :2])
    assert_same(name, LABELS, np.where(PROBABILITIES > 0.5, NAN, PROBABILITIES))
    assert_same(name, LABELS, PROBABILITIES, average="binary", messages=False)


@pytest.mark.parametrize("name", NAMES)
def test_matrices_of_different_widths_are_refused_where_scikit_learn_takes_the_first_columns(name: str) -> None:
    function = {"roc_auc_score": roc_auc_score}.get(name, average_precision_score)
    with pytest.raises(ValueError, match=r"^y_true has 3 columns and y_score has 2; both need one column a label\.$"):
        function(LABELS, PROBABILITIES[:, :2])


@pytest.mark.parametrize("name", NAMES)
def test_indicators_of_another_number_than_one_are_refused(name: str) -> None:
    function = {"roc_auc_score": roc_auc_score}.get(name, average_precision_score)
    with pytest.raises(ValueError, match=r"^y_true takes value in \{0, 2\} and pos_label is not specified"):
        function(LABELS * 2, PROBABILITIES)


# -- top k ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("k", [1, 2, 3, 4, 5, np.int64(2), True, 0, -1, 1.5, "a"])
@pytest.mark.parametrize("seed", range(3))
def test_top_k(seed: int, k: Any) -> None:
    y, p, weights = rows(seed)
    for truth in (y, y * 3 - 2, np.array(list("dbca"))[y]):
        for options in ({}, {"sample_weight": weights}, {"normalize": False}):
            assert_same("top_k_accuracy_score", truth, p, k=k, **options)


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
        ([0, 1, 2, 2], FOUR, [0, 1, 2, 3]),
        ([0, 1, 2, 2], FOUR, [3, 1, 2, 0]),
        ([0, 1, 2, 2], FOUR, [0, 1, 2]),
        ([0, 1, 2, 7], FOUR, [0, 1, 2, 3]),
        ([0, 1, 2, 7], FOUR, [0, 1, 1, 3]),
        ([0, 1, 2, 7], FOUR, 3),
        ([0, 0, 1, 1], FOUR, None),
        ([0, 0, 1, 1], FOUR, [0, 1, 2, 3]),
        ([0, 0, 1, 1], FOUR[:, :2], None),
        ([0, 0, 1, 1], FOUR[:, :1], None),
        ([0, 0, 1, 1], SCORES, [0, 1, 2]),
        ([0, 0, 1, 1], SCORES, [0, 5]),
        ([1, 1, 1, 1], SCORES, None),
        ([1, 1, 1, 1], SCORES, [0, 1]),
        ([5, 5, 5, 5], FOUR, [2, 3, 4, 5]),
        (["a", "e", "e", "a"], FOUR, ["a", "b", "d", "e"]),
        ([], [], None),
        ([0, 0, 1, 1], [0.1, NAN, 0.2, 0.3], None),
        ([0, 0, 1, 1], [0.1, np.inf, 0.2, 0.3], None),
        ([0, 0, 1, 1], [0.1], None),
        ([0, 0.5, 1, 2], FOUR, None),
        ([0, 0, 1, 1], ["a"] * 4, None),
        ([[1, 0], [0, 1]], [[1, 0], [0, 1]], None),
        ([0, 1, 2, 3], np.zeros((4, 4, 2)), None),
        (1, SCORES, None),
    ],
    ids=repr,
)
def test_top_k_at_the_edges(y: Any, scores: Any, labels: Any) -> None:
    assert_same("top_k_accuracy_score", y, scores, labels=labels)
    assert_same("top_k_accuracy_score", y, scores, labels=labels, k=1)


@pytest.mark.parametrize("weights", [[1, 2, 0, 0], [1, 2, 3], [1, 2, 3, -1], [1, -1, 1, -1], 2.0], ids=repr)
def test_weights_of_top_k(weights: Any) -> None:
    assert_same("top_k_accuracy_score", [0, 1, 2, 3], FOUR, sample_weight=weights)


@pytest.mark.parametrize(
    ("weights", "message"),
    [([0, 0, 0, 0], "Sample weights must contain at least one"), ([1, 2, 3, NAN], "Input sample_weight contains NaN")],
)
def test_weights_of_top_k_that_scikit_learn_lets_through(weights: Any, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        top_k_accuracy_score([0, 1, 2, 3], FOUR, sample_weight=weights)
