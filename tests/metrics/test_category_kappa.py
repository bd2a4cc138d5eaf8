"""Kappa of each category: edges and values worked by hand; other software and identities stand in test_panels.py."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from concordant import category_kappa
from concordant.errors import UndefinedMetricWarning

NAN = float("nan")


@pytest.mark.parametrize(
    ("rows", "values"),
    [
        ([["a", "a"], ["a", "a"]], [NAN]),
        ([["a", "a"], ["b", "b"]], [1.0, 1.0]),
        # a: Do = 1/3, p = 2/3; b the same; c is not used
        ([["a", "a", "a"], ["a", "b", "b"]], [1 - (1 / 3) / (4 / 9), 1 - (1 / 3) / (4 / 9), NAN]),
    ],
)
def test_values(rows: Any, values: list[float]) -> None:
    labels = list("abc")[: len(values)]
    np.testing.assert_allclose(category_kappa(rows, labels=labels, undefined=NAN), values)


def test_labels_without_a_rating_are_named() -> None:
    with pytest.warns(UndefinedMetricWarning, match="no rating, or all of them: 'c'$"):
        category_kappa([["a", "a"], ["a", "b"]], labels=["a", "b", "c"])


def test_no_ratings_at_all() -> None:
    with pytest.warns(UndefinedMetricWarning, match="^category_kappa: there are no ratings$"):
        assert np.isnan(category_kappa(np.zeros((0, 3)), labels=[0, 1])).all()
