"""The kernels of losses of several classes, of ordered classes and of decision values, against plain arithmetic."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from support.samples import frozen, values_of, weight_columns

from concordant import _kernels

Array = np.ndarray[Any, Any]
LOSSES = ("squared", "surprise", "ranked", "hinge")


def loss_of_row(kind: str, code: int, row: list[float]) -> float:
    happened = [float(k == code) for k in range(len(row))]
    if kind == "squared":
        return sum((p - h) ** 2 for p, h in zip(row, happened, strict=True))
    if kind == "surprise":
        return -math.log(row[code]) if row[code] else math.inf
    if kind == "ranked":
        errors = [(sum(row[: k + 1]) - sum(happened[: k + 1])) ** 2 for k in range(len(row) - 1)]
        return sum(errors) / len(errors)
    return max(0.0, 1 - (row[code] - max(x for k, x in enumerate(row) if k != code)))


def losses_of_two(kind: str, labels: Array, p: Array) -> list[float]:
    """The losses of the positive class, whose probability or decision value is `p`."""
    columns = np.column_stack([0 * p if kind == "hinge" else 1 - p, p])
    losses = [loss_of_row(kind, code, row) for code, row in zip(labels.tolist(), columns.tolist(), strict=True)]
    return [value / 2 for value in losses] if kind == "squared" else losses  # one of two equal errors


def plain_moments(columns: Array, weights: Array | None) -> tuple[Any, ...]:
    """Weight, squared weights, means and co-moments of the rows of `columns`, in two passes."""
    w = np.ones(columns.shape[1]) if weights is None else weights.astype(np.float64)
    total = w.sum()
    mean = (columns * w).sum(1) / total if total else np.zeros(len(columns))
    moved = columns - mean[:, None]
    return total, (w * w).sum(), mean, (moved * w) @ moved.T


@pytest.mark.parametrize("loss", LOSSES)
@given(data=st.data())
def test_losses_of_four_classes_and_the_classes_beside_them(loss: str, data: st.DataObject) -> None:
    rows = data.draw(st.integers(0, 30))
    rng = np.random.default_rng(data.draw(st.integers(0, 99)))
    p = rng.dirichlet(np.ones(4), rows) if loss != "hinge" else rng.normal(0, 2, (rows, 4))
    p = p.astype(data.draw(st.sampled_from(["float64", "float32"])))
    codes = rng.integers(0, 4, rows).astype(data.draw(st.sampled_from(["int64", "int32"])))
    weights = data.draw(st.none() | weight_columns(rows))
    losses = [loss_of_row(loss, code, row) for code, row in zip(codes.tolist(), p.tolist(), strict=True)]
    columns = np.concatenate([np.array(losses).reshape(1, rows), codes == np.arange(4)[:, None]])
    expected = plain_moments(columns, weights)
    for layout in (p, np.asfortranarray(p), np.repeat(np.repeat(p, 2, 0), 2, 1)[::2, ::2], frozen(p.copy())):
        found = _kernels.class_loss_moments(codes, layout, weights, loss, 1, True)
        assert (found.bad_label, found.bad_value) == (-1, -1)
        for got, want in zip(values_of(found)[:4], expected, strict=True):
            assert_allclose(got, want, rtol=1e-10, atol=1e-11)
        alone = _kernels.class_loss_moments(codes, layout, weights, loss)
        assert alone.weight == found.weight
        assert_array_equal(alone.mean, found.mean[:1])
        assert_array_equal(alone.comoment, found.comoment[:1, :1])


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@given(data=st.data())
def test_rows_of_many_classes_are_read_as_columns_are(dtype: type, data: st.DataObject) -> None:
    rows, classes = data.draw(st.integers(0, 150)), data.draw(st.integers(7, 40))
    rng = np.random.default_rng(data.draw(st.integers(0, 99)))
    p = rng.dirichlet(np.ones(classes), rows).astype(dtype)
    codes = rng.integers(-1, classes + 1, rows)  # those outside are no class: nothing was given to them
    if rows:
        p[rng.integers(rows), rng.integers(classes)] = data.draw(st.sampled_from([0.0, -0.0, 1.0, 0.5]))
        if data.draw(st.booleans()):
            worse = data.draw(st.sampled_from([np.nan, np.inf, -np.inf, -1e-300, -0.1, 1.0000001, 3.0]))
            p[rng.integers(rows), rng.integers(classes)] = worse
    for loss in ("surprise", "squared"):
        by_row = _kernels.class_loss_moments(codes, p, None, loss)
        by_column = _kernels.class_loss_moments(codes, np.asfortranarray(p), None, loss)
        assert by_row.bad_value == by_column.bad_value
        if by_row.bad_value < 0:
            assert_allclose(by_row.worst_sum, by_column.worst_sum, rtol=0, atol=1e-14)
            for got, want in zip(values_of(by_row)[:4], values_of(by_column)[:4], strict=True):
                assert_allclose(got, want, rtol=1e-12, atol=1e-13)


def test_rows_that_are_not_aligned() -> None:
    p = np.random.default_rng(3).dirichlet(np.ones(9), 70)
    shifted = np.frombuffer(b"x" + p.tobytes(), np.uint8)[1:].view(np.dtype((np.void, 8 * 9)))
    odd = np.ndarray(p.shape, np.float64, shifted.data)
    assert not odd.flags.aligned
    found = [values_of(_kernels.class_loss_values(np.arange(70) % 9, one, "surprise")) for one in (p, odd)]
    assert_array_equal(found[0][0], found[1][0])


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("rows", [0, 1, 5, 4099])
def test_the_loss_of_each_row(loss: str, rows: int) -> None:
    rng = np.random.default_rng(rows)
    labels, codes = rng.integers(0, 2, rows), rng.integers(0, 4, rows)
    if loss == "hinge":
        p, matrix = rng.normal(0, 2, rows), rng.normal(0, 2, (rows, 4))
    else:
        p, matrix = rng.random(rows), rng.dirichlet(np.ones(4), rows)
    of_two = losses_of_two(loss, labels, p)
    of_four = [loss_of_row(loss, code, row) for code, row in zip(codes.tolist(), matrix.tolist(), strict=True)]
    for found, expected in (
        (_kernels.binary_loss_values(labels, 0, 1, p, loss, 2), of_two),
        (_kernels.class_loss_values(codes, matrix, loss, 2), of_four),
    ):
        assert (found.bad_label, found.bad_value) == (-1, -1)
        assert_allclose(found.values, expected, rtol=1e-12, atol=1e-15)


def test_many_chunks_and_threads_give_the_same_bits() -> None:
    rng = np.random.default_rng(12)
    p, codes = rng.dirichlet(np.ones(3), 600_000), rng.integers(0, 3, 600_000)
    one, two = (_kernels.class_loss_moments(codes, p, None, "squared", threads, True) for threads in (1, 2))
    happened = codes == np.arange(3)[:, None]
    expected = plain_moments(np.stack([((p - happened.T) ** 2).sum(1), *happened]), None)
    for first, second, want in zip(values_of(one)[:4], values_of(two)[:4], expected, strict=True):
        assert_array_equal(first, second)
        assert_allclose(first, want, rtol=1e-9)


def test_beside_an_infinite_loss_nothing_has_a_spread() -> None:
    p = np.array([[0.0, 0.5, 0.5], [0.2, 0.8, 0.0]])
    _, _, mean, comoment, *_ = values_of(_kernels.class_loss_moments(np.array([0, 1]), p, None, "surprise", 1, True))
    assert_array_equal(mean, [np.inf, 0.5, 0.5, 0.0])
    assert np.isnan(comoment[0, :3]).all()
    assert_array_equal(comoment[1:, 1:], [[0.5, -0.5, 0.0], [-0.5, 0.5, 0.0], [0.0, 0.0, 0.0]])


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_decision_values_that_are_not_finite_are_found(bad: float) -> None:
    values = np.full((3000, 3), 0.5)
    values[2500, 1] = bad
    assert _kernels.class_loss_moments(np.zeros(3000, np.int64), values, None, "hinge").bad_value == 2500
    assert _kernels.binary_loss_moments(np.zeros(3000, np.int64), 0, 1, values[:, 1], None, "hinge").bad_value == 2500
