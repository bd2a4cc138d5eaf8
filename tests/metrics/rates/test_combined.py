"""Combinations of rates: infinite classes. Edges, and what they are made of, are in test_basic.py."""

from __future__ import annotations

import math

import pytest

from concordant import positive_likelihood_ratio
from concordant.errors import UndefinedMetricWarning


def test_one_infinite_class_makes_the_mean_infinite_and_an_undefined_one_is_left_out() -> None:
    truth, pred = [0, 0, 1, 1], [0, 1, 1, 1]
    assert positive_likelihood_ratio(truth, pred, average="macro") == math.inf
    with pytest.warns(UndefinedMetricWarning, match=r"the macro average is over 2 of 3 classes: .* \(class 2\)$"):
        assert positive_likelihood_ratio(truth, pred, labels=[0, 1, 2], average="macro") == math.inf
