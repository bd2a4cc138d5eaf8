"""The predicted class, its probability, and whether it is right."""

from __future__ import annotations

import numpy as np
import pytest

from concordant.errors import InputTypeError, LengthError
from concordant.inputs.scores import check_scores, top_label


def test_of_several_classes_the_first_of_equal_ones_is_predicted() -> None:
    rows = check_scores(["b", "c", "a"], [[0.4, 0.4, 0.2], [0.1, 0.2, 0.7], [0.3, 0.4, 0.3]], labels=["a", "b", "c"])
    top = top_label(rows)
    assert top.scores.tolist() == [0.4, 0.7, 0.4]
    assert np.asarray(top.y_true).astype(int).tolist() == [0, 1, 0]
    assert (top.classes, top.values, top.binary) == (("wrong", "right"), (0, 1), True)


def test_of_two_classes_the_positive_one_needs_more_than_a_half() -> None:
    top = top_label(check_scores([0, 1, 1, 0], [0.25, 0.75, 0.25, 0.5]))
    assert top.scores.tolist() == [0.75, 0.75, 0.75, 0.5]
    assert np.asarray(top.y_true).astype(int).tolist() == [1, 1, 0, 1]


def test_two_columns_are_one() -> None:
    two = top_label(check_scores([0, 1], [[0.75, 0.25], [0.5, 0.5]]))
    assert two.scores.tolist() == [0.75, 0.5]
    assert np.asarray(two.y_true).astype(int).tolist() == [1, 0]


def test_labels_that_occur_together_have_none() -> None:
    with pytest.raises(InputTypeError, match="no top label"):
        top_label(check_scores([[1, 0], [1, 1]], [[0.5, 0.5], [0.5, 0.5]]))


def test_a_third_class_is_still_found() -> None:
    with pytest.raises(LengthError, match="one column, which is enough for two only"):
        top_label(check_scores([0, 1, 2], [0.1, 0.2, 0.3]))
