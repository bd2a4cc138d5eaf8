from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from concordant import macro_mean_absolute_error, mean_absolute_error
from concordant.errors import UndefinedMetricError, UndefinedMetricWarning

from .cases import random_labels, reference


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([4], [4], 0.0),
        ([0, 3], [3, 0], 3.0),
        ([1, 1, 1, 3], [1, 1, 1, 1], 1.0),
        ([1, 1, 1, 3], [1, 1, 3, 3], (2 / 3 + 0) / 2),
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert macro_mean_absolute_error(y_true, y_pred) == pytest.approx(value, rel=1e-15)


def test_a_class_without_rows_is_left_out_and_named() -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert macro_mean_absolute_error([1, 1, 2], [1, 3, 2]) == 0.5
    assert str(caught[0].message) == (
        "macro_mean_absolute_error: the macro average is over 2 of 3 classes: no row of the truth is in the class "
        "(class 3)"
    )
    assert macro_mean_absolute_error([1, 1, 2], [1, 3, 2], undefined=0) == pytest.approx(1 / 3)
    with pytest.raises(UndefinedMetricError):
        macro_mean_absolute_error([1, 1, 2], [1, 3, 2], undefined="raise")


def test_no_rows() -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^macro_mean_absolute_error: there are no rows$"):
        assert math.isnan(macro_mean_absolute_error([], []))


@pytest.mark.parametrize("case", reference("overall_python"), ids=lambda case: case["name"])
@pytest.mark.parametrize("package", ["imbalanced-learn", "dlordinal"])
def test_other_packages(case: Any, package: str) -> None:
    found = macro_mean_absolute_error(case["y_true"], case["y_pred"])
    assert found == pytest.approx(case["macro_mean_absolute_error"][package], rel=1e-12)


def test_it_is_the_mean_over_the_classes_of_the_mean_absolute_error() -> None:
    truth, pred, weights = random_labels(4, 300, 5)
    each = [
        mean_absolute_error(truth[truth == k], pred[truth == k], labels=range(5), sample_weight=weights[truth == k])
        for k in range(5)
    ]
    assert macro_mean_absolute_error(truth, pred, sample_weight=weights) == pytest.approx(np.mean(each), rel=1e-12)
