"""Influences on the value of each class, and the patterns of rows by which they are known."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal

from concordant.inference.influence.classes import Patterns


def test_rows_beside_a_heavy_class_keep_their_digits() -> None:
    labels = np.random.default_rng(0).integers(0, 3, (3, 200))
    heavy = np.where((labels == 0).any(0), 1e13, np.random.default_rng(1).random(200))
    light = Patterns(tuple(labels), 3).weights(heavy)[0, 0]
    assert_allclose(light, heavy[heavy < 1].sum(), rtol=1e-10)
    rounded = Patterns(tuple(np.zeros((3, 5), np.intp)), 2).weights(np.array([0.1, 0.2, 0.3, 0.1, 0.3]))
    assert rounded[0].tolist() == [0, 1.0]


@given(st.data())
def test_patterns_are_those_of_a_loop(data: st.DataObject) -> None:
    columns, classes = data.draw(st.integers(2, 3)), data.draw(st.integers(1, 5))
    labels = data.draw(arrays(np.int64, (columns, data.draw(st.integers(0, 40))), elements=st.integers(0, classes - 1)))
    weights = np.arange(labels.shape[1]) % 10.0
    wanted = np.zeros((2**columns, classes))
    for row, weight in zip(labels.T, weights, strict=True):
        for label in range(classes):
            wanted[int("".join(str(int(other == label)) for other in row), 2), label] += weight
    assert_array_equal(Patterns(tuple(labels), classes).weights(weights), wanted)
