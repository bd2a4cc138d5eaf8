"""Curves over thresholds beside scikit-learn's: values, edges, errors and warnings."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import sklearn.metrics
from beside_sklearn import KINDS, assert_same, column
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

import concordant.sklearn
from concordant.sklearn import accuracy_score, auc, confusion_matrix_at_thresholds, metric_at_thresholds, roc_curve

CURVES = ("roc_curve", "precision_recall_curve", "det_curve", "confusion_matrix_at_thresholds")
CURVES_AND_AREAS = (*CURVES, "roc_auc_score", "average_precision_score")
DROPPING = CURVES[:3]
SCORES = [0.1, 0.4, 0.35, 0.8]
NAN = float("nan")


def rows(seed: int, n: int = 60, ties: int = 12) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Both labels, tied scores, and whole weights of which some are 0."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    y[:2] = 0, 1
    weights = rng.integers(0, 3, n)
    weights[:2] = 1
    return y, rng.integers(0, ties, n) / 7, weights


# -- values --------------------------------------------------------------------------------------------------------


def test_points_are_dropped_alike_across_the_blocks_in_which_we_look_for_them() -> None:
    y, scores, _ = rows(7, n=70_000, ties=10**9)
    scores += y * 3e7
    assert len(assert_same("roc_curve", y, scores)[0]) < 60_000


@given(
    st.lists(
        st.tuples(st.integers(0, 1), st.integers(0, 4), st.sampled_from([0.0, 0.5, 2.0])), min_size=1, max_size=12
    ),
    st.sampled_from(CURVES_AND_AREAS),
    st.sampled_from([True, False, np.False_]),
)
def test_any_small_curve(data: list[tuple[int, int, float]], name: str, drop: bool) -> None:
    y, scores, weights = zip(*data, strict=True)
    options = {"drop_intermediate": drop} if name in DROPPING else {}
    assert_same(name, list(y), [float(s) for s in scores], **options)
    if name in CURVES or any(weights):
        assert_same(name, list(y), list(scores), sample_weight=list(weights), **options)


def test_unequal_steps_on_one_line_are_kept() -> None:
    # of 3 negatives one scores 0.9, two score 0.5: on the line, but not in the middle
    thresholds = roc_curve([0, 0, 0, 1], [0.9, 0.5, 0.5, 0.1])[2]
    assert thresholds.tolist() == [np.inf, 0.9, 0.5, 0.1]


# -- forms of input ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("categorical", "polars categorical")])
@pytest.mark.parametrize("name", CURVES)
def test_labels_in_any_form(name: str, kind: str) -> None:
    codes = [0, 1, 1, 0, 1, 0]
    scores = np.array([0.1, 0.7, 0.4, 0.4, 0.9, 0.3])
    positive = "a" if "text" in kind or kind in ("objects", "arrow dictionary") else 1
    plain = "list of text" if positive == "a" else "bool" if kind == "bool" else "list"
    expected = assert_same(name, column(plain, codes), scores, pos_label=positive)
    function = getattr(concordant.sklearn, name)
    for mine, other in zip(function(column(kind, codes), scores, pos_label=positive), expected, strict=True):
        assert_array_equal(mine, other)


@pytest.mark.parametrize(
    "form",
    [
        lambda s: s.astype(np.float32),
        lambda s: s.astype(np.float16),
        lambda s: (s * 100).astype(np.int64),
        lambda s: s.astype(">f8"),
        lambda s: np.repeat(s, 2)[::2],
        lambda s: s[:, None],
        lambda s: s.tolist(),
        pd.Series,
        pl.Series,
    ],
)
@pytest.mark.parametrize("name", CURVES)
def test_scores_in_any_form(name: str, form: Any) -> None:
    assert_same(name, [0, 1, 0, 1, 1], form(np.array([0.1, 0.4, 0.35, 0.8, 0.35])))


@pytest.mark.parametrize(
    "form", [lambda s: s.astype(object), pa.array, lambda s: pd.Series(s, dtype="double[pyarrow]")]
)
@pytest.mark.parametrize("name", CURVES)
def test_scores_in_forms_that_become_floats(name: str, form: Any) -> None:
    scores = np.array([0.1, 0.4, 0.35, 0.8, 0.35])
    function = getattr(concordant.sklearn, name)
    for mine, other in zip(function([0, 1, 0, 1, 1], form(scores)), function([0, 1, 0, 1, 1], scores), strict=True):
        assert mine.dtype == np.float64
        assert_array_equal(mine, other)


@pytest.mark.parametrize("kind", [np.float32, np.float16, np.int64, np.uint8, bool])
@pytest.mark.parametrize("name", CURVES[1:])
def test_thresholds_have_the_type_that_scikit_learn_gives_them(name: str, kind: type) -> None:
    scores = np.array([1, 0, 1, 0], dtype=kind)
    mine, other = (getattr(of, name)([0, 1, 1, 0], scores)[-1] for of in (concordant.sklearn, sklearn.metrics))
    assert mine.dtype == other.dtype


def test_whole_number_scores_beyond_two_to_the_53_stay_apart() -> None:
    thresholds = confusion_matrix_at_thresholds([0, 1, 1], np.array([2**62, 2**62 + 1, 5]))[-1]
    assert thresholds.tolist() == [2**62 + 1, 2**62, 5]


# -- edges ---------------------------------------------------------------------------------------------------------

LABELS: list[Any] = [
    [1],
    np.array([0, 1, 2, 2]),
    np.array(["a", "b", "a", "b"]),
    np.array([0.0, 1.5, 1.5, 0.0]),
    np.array([False, True, True, False]),
    [0, 0, 0, 0],
    [1, 1, 1, 1],
    [1, 0],
    [[1], [0], [1], [0]],
    [[1, 0], [0, 1], [1, 0], [1, 1]],
]


@pytest.mark.parametrize("y", LABELS, ids=repr)
@pytest.mark.parametrize("name", [*CURVES, "roc_auc_score"])
@pytest.mark.filterwarnings("ignore:invalid value encountered in cast:RuntimeWarning")
def test_labels_at_the_edges(name: str, y: Any) -> None:
    scores = SCORES[: len(y)] if isinstance(y, list) and len(y) < 2 else SCORES
    assert_same(name, y, np.array(scores))
    if name == "roc_auc_score":
        assert_same(name, y, scores)
        return
    for pos_label in (None, 1, 2, 7, "b", True, 1.0, [1]):
        assert_same(name, y, scores, pos_label=pos_label)


@pytest.mark.parametrize("name", CURVES)
def test_text_scores_and_no_rows_are_refused_in_words(name: str) -> None:
    with pytest.raises(ValueError, match=r"^y_true has no rows"):
        getattr(concordant.sklearn, name)([], [])
    assert_same(name, [1, 0], ["a", "b"])
    with pytest.raises(ValueError, match=r"^y_score must hold numbers, not <U1\.$"):
        getattr(concordant.sklearn, name)([1, 0], ["a", "b"])


def test_counts_of_thresholds_take_options_by_position_until_they_do_not() -> None:
    with pytest.warns(FutureWarning, match=r"^Pass pos_label=1 as keyword args. From version 1.11 passing these as "):
        by_position = confusion_matrix_at_thresholds([0, 1], [0.1, 0.2], 1)
    by_name = confusion_matrix_at_thresholds([0, 1], [0.1, 0.2], pos_label=1)
    for mine, other in zip(by_position, by_name, strict=True):
        assert_array_equal(mine, other)


# -- metric_at_thresholds ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("weights", [None, [1, 2, 1, 0, 2]])
def test_metric_at_every_threshold(weights: Any) -> None:
    y, scores = [0, 0, 1, 1, 1], np.array([0.1, 0.6, 0.4, 0.9, 0.4])
    assert_same("metric_at_thresholds", y, scores, accuracy_score, sample_weight=weights)
    assert_same("metric_at_thresholds", y, scores, lambda t, p, sample_weight=None: (sum(p), 2.0))
    assert_same("metric_at_thresholds", y, scores, accuracy_score, metric_params={"normalize": False})
    values, thresholds = metric_at_thresholds([0, 0, 1, 1], SCORES, accuracy_score)
    assert thresholds.tolist() == [0.8, 0.4, 0.35, 0.1]
    assert values.tolist() == [0.75, 0.5, 0.75, 0.5]


@pytest.mark.parametrize(
    ("args", "options"),
    [
        (([0, 1], [0.1, 0.2], 3), {}),
        (([0, 1], [0.1, 0.2], accuracy_score), {"metric_params": [1]}),
        (([0, 1], [0.1, 0.2], accuracy_score), {"sample_weight": 3}),
        (([0, 1], [0.1, NAN], accuracy_score), {}),
        (([0, 1], [0.1, 0.2], accuracy_score), {"sample_weight": [0, 0]}),
    ],
)
def test_metric_at_thresholds_refuses(args: Any, options: Any) -> None:
    assert_same("metric_at_thresholds", *args, **options)


# -- auc -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("x", "y"),
    [
        (np.sort(np.random.default_rng(1).random(40_000)), np.random.default_rng(2).random(40_000)),
        ([1, 0], [0, 1]),
        ([0, 1], [1, 0]),
        ([3, 2, 2, 1], [1, 2, 3, 4]),
        ([1, 2], [[1], [2]]),
        ([0, 1], [1, np.inf]),
        ([0, 1, 0.5], [1, 1, 1]),
        ([1], [1]),
        ([], []),
        (np.zeros((2, 2)), [1, 2]),
    ],
    ids=lambda x: repr(x)[:20],
)
def test_area_at_the_edges(x: Any, y: Any) -> None:
    assert_same("auc", x, y)


def test_area_of_other_types() -> None:
    x = np.array([0.0, 0.5, 1.0])
    assert auc(x.astype(">f8"), x.astype(">f4")) == 0.5
    assert auc(np.array([3, 1], dtype=np.uint8), [1, 2]) == 3.0  # scikit-learn wraps around: 381.0
