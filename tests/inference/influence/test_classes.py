"""Influences on the value of each class, and the patterns of rows by which they are known."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal

from concordant.inference.influence.classes import Patterns, PerClass
from concordant.inference.influence.influences import Written


@pytest.mark.parametrize("counted", [False, True])
@pytest.mark.parametrize("size", [3, 4, 30])
def test_one_class_of_two_models_by_patterns_of_labels(size: int, counted: bool) -> None:
    random = np.random.default_rng(size)
    truth, first, second = random.integers(0, size - 1, (3, 60))  # the last class has no row
    terms, other = random.normal(size=(2, 4, size))
    weight = random.integers(0, 4, 60).astype(float) if counted else random.random(60)
    terms[:, 1] = [np.nan, 1.0, np.inf, -np.inf]
    other[:, 1] = [0.0, np.nan, np.inf, 1.0]
    one = PerClass(terms, Patterns((truth, first), size))
    two = PerClass(other, Patterns((truth, second), size))
    of_equal_truth = PerClass(other, Patterns((truth.copy(), second), size))
    for label in range(size):
        a, b = one.only(label), two.only(label)
        plain = Written(one.of_value(label))
        assert a.shape == b.shape == ()
        assert_allclose(a.written()[:, 0], one.of_value(label))
        with np.errstate(invalid="ignore"):
            expected = one.of_value(label) - two.of_value(label)
        for psi in (a.minus(b), a.minus(of_equal_truth.only(label)), a.minus(Written(two.of_value(label)))):
            doubled = psi.mapped(lambda each: 2 * each)
            assert psi.shape == ()
            assert_allclose(psi.written()[:, 0], expected)
            assert_allclose(doubled.written()[:, 0], 2 * expected)
            if not np.isfinite(expected).all():
                continue
            for power in (2, 3, 4):
                moment = weight @ expected**power
                assert_allclose(psi.moment(weight, power), [moment], rtol=1e-9, atol=1e-12)
                assert_allclose(doubled.moment(weight, power), [2**power * moment], rtol=1e-9, atol=1e-12)
                assert_allclose(a.moment(weight, power), plain.moment(weight, power), rtol=1e-9, atol=1e-12)
            assert_allclose(psi.onto_values(weight), [weight @ expected], rtol=1e-9, atol=1e-12)
        others = one.only((label + 1) % size)
        with np.errstate(invalid="ignore"):
            assert_allclose(a.minus(others).written()[:, 0], one.of_value(label) - others.written()[:, 0])


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
