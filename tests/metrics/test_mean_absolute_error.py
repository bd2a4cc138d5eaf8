from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import mean_absolute_error as sk_mean_absolute_error

from concordant import mean_absolute_error
from concordant.errors import LabelOrderError, UndefinedMetricWarning

from .cases import random_labels


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([4], [4], 0.0),
        ([1, 1], [1, 1], 0.0),
        ([0, 3], [3, 0], 3.0),
        ([1, 2, 3, 3], [1, 3, 1, 3], 3 / 4),
        ([1, 7], [7, 7], 3.0),  # at their values, not at their positions
        ([False, True], [True, True], 0.5),
        ([0.5, 2.0], [1.0, 1.0], 0.75),
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float) -> None:
    labels = sorted({*y_true, *y_pred}) if 0.5 in y_true else None
    assert mean_absolute_error(y_true, y_pred, labels=labels) == pytest.approx(value, rel=1e-15)


def test_no_rows() -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^mean_absolute_error: there are no rows$"):
        assert math.isnan(mean_absolute_error([], []))


def test_text_stands_at_its_declared_positions() -> None:
    order = ["low", "mid", "high"]
    assert mean_absolute_error(["low", "high"], ["high", "high"], labels=order) == 1.0
    with pytest.raises(LabelOrderError, match="mean_absolute_error needs the order of the labels"):
        mean_absolute_error(["low", "high", "mid"], ["high", "high", "mid"])


@pytest.mark.parametrize("weighted", [False, True])
def test_scikit_learn(weighted: bool) -> None:
    # sklearn.metrics.mean_absolute_error, 1.9.1
    truth, pred, weights = random_labels(3, 400, 6)
    spread = np.array([-5, 1, 2, 4, 8, 100])
    data: dict[str, Any] = {"sample_weight": weights} if weighted else {}
    for a, b in ((truth, pred), (spread[truth], spread[pred])):
        assert mean_absolute_error(a, b, **data) == pytest.approx(sk_mean_absolute_error(a, b, **data), rel=1e-12)


def test_a_label_that_nobody_used_changes_nothing() -> None:
    assert mean_absolute_error([1, 3], [3, 3], labels=[1, 2, 3]) == mean_absolute_error([1, 3], [3, 3]) == 1.0
