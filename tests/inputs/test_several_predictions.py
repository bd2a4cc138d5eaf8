"""One truth beside several predictions: all are read at once, and a row is there for all of them or for none."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from concordant.errors import InputTypeError, LabelError, LengthError
from concordant.inputs.labels import check_label_columns
from concordant.inputs.rankings import check_class_ranking_columns, check_label_ranking_columns
from concordant.inputs.scores import check_measurement_columns, check_score_columns

NAN = float("nan")
MATRIX = np.arange(8.0).reshape(4, 2)
GAP = np.where(np.eye(4, 2) == 1, NAN, MATRIX)  # in rows 0 and 1
NAMES = ("a", "b")


@pytest.mark.parametrize(
    ("read", "truth", "first", "second"),
    [
        (check_label_columns, [0, 1, 0, 1], [0, None, 1, 1], [0.0, 1.0, NAN, 1.0]),
        (check_label_columns, ["p", "q", "p", "q"], ["p", None, "q", "q"], ["p", "p", None, "q"]),
        (check_score_columns, [0, 1, 0, 1], [0.5, NAN, 0.5, 0.5], [0.5, 0.5, NAN, 0.5]),
        (check_score_columns, [[0, 1], [1, 0], [1, 1], [0, 0]], GAP[[2, 0, 3, 3]], GAP[[2, 2, 1, 3]]),
        (check_measurement_columns, [1.0, 2.0, 3.0, 4.0], [1, NAN, 1, 1], [1, 1, NAN, 1]),
    ],
)
def test_row_that_one_prediction_lacks_is_dropped_from_all(read: Any, truth: Any, first: Any, second: Any) -> None:
    every = read(truth, [first, second], names=NAMES, missing="drop", sample_weight=[1, 2, 3, 4])
    for rows in every:
        assert rows.missing == 2
        assert rows.kept.tolist() == [True, False, False, True]
        assert rows.weights.tolist() == [1, 4]
        assert len(rows.y_true) == 2


@pytest.mark.parametrize(
    ("read", "truth"),
    [(check_class_ranking_columns, [0, 1, 0, 1]), (check_label_ranking_columns, [[0, 1], [1, 0], [1, 1], [0, 0]])],
)
def test_rankings_of_several_models_have_the_same_rows(read: Any, truth: Any) -> None:
    every = read(truth, [GAP[[2, 0, 3, 3]], GAP[[2, 2, 1, 3]]], names=NAMES, missing="drop")
    for rows in every:
        assert (rows.missing, rows.origin.tolist(), rows.scores.shape) == (2, [0, 3], (2, 2))


def test_common_labels_of_three_columns() -> None:
    first, second = check_label_columns(
        [2, 1, 2], [[1.5, 2, 2], np.array([1, 3, 3])], names=NAMES, labels=[1, 1.5, 2, 3]
    )
    assert first.names == second.names == (1, 1.5, 2, 3)
    assert first.y_true.tolist() == [2, 0, 2]
    assert (first.y_pred.tolist(), second.y_pred.tolist()) == ([1, 2, 2], [0, 3, 3])


def test_bools_beside_whole_numbers_are_numbers() -> None:
    (pair,) = check_label_columns(np.array([True, False]), [np.array([0, 1])])
    assert (pair.names, pair.logical) == (None, False)
    first, second = check_label_columns(
        np.array([True, False]), [np.array([0, 1]), [0.5, 1]], names=NAMES, labels=[0, 0.5, 1]
    )
    assert first.names == (0, 0.5, 1)
    assert (first.y_true.tolist(), second.y_pred.tolist()) == ([2, 0], [1, 2])


def test_errors_name_the_prediction() -> None:
    with pytest.raises(LengthError, match=r"^y_true and b must have the same number of rows; they have 2 and 1"):
        check_score_columns([0, 1], [[0.5, 0.5], [0.5]], names=NAMES)
    with pytest.raises(InputTypeError, match=r"^y_true holds text \(such as 'x'\) and b holds numbers"):
        check_label_columns(["x", "y"], [["x", "x"], [1, 2]], names=NAMES)
    with pytest.raises(LabelError, match=r"^1 label occurs that labels= does not name: 2"):
        check_score_columns([0, 2], [[0.5, 0.5]], names=["a"], labels=[0, 1])
