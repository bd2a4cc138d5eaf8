"""The AUC that a kernel takes of columns as they are given: exact, or None of what is not for it to read."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from records import values_of

import concordant
from concordant import _kernels

Array = np.ndarray[Any, Any]
LABELS = ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32")
SCORES = (*LABELS, "uint64", "float32", "float64")


def twin(y: Array, scores: Array) -> float | None:
    """Compare every positive with every negative."""
    above, below = scores[y == 1][:, None], scores[y == 0][None, :]
    if not above.size * below.size:
        return None
    return (int((above > below).sum()) + int((above == below).sum()) / 2) / (above.size * below.size)


@pytest.mark.parametrize("dtype", SCORES)
@given(data=st.data())
def test_it_is_the_share_of_pairs(dtype: str, data: st.DataObject) -> None:
    size = data.draw(st.integers(0, 40))
    y = np.array(
        data.draw(st.lists(st.integers(0, 1), min_size=size, max_size=size)), data.draw(st.sampled_from(LABELS))
    )
    most = data.draw(st.sampled_from([1, 3, 100, 2**16, 2**40]))
    drawn = data.draw(st.lists(st.integers(0, most), min_size=size, max_size=size))
    scores = np.array(drawn, np.uint64).astype(dtype)
    assert _kernels.glanced_auc(y, scores) == twin(y, scores)
    assert _kernels.glanced_auc(y[::-2], scores[::-2]) == twin(y[::-2], scores[::-2])


@pytest.mark.parametrize("reach", [2, 255, 300, 3000, 20_999, 21_000, 40_000, 2**20, 2**31 - 1, 2**31, 2**40])
@pytest.mark.parametrize("rows", [3000, 2**14])
def test_few_and_many_possible_scores(reach: int, rows: int) -> None:
    rng = np.random.default_rng(reach)
    scores, y = rng.integers(0, reach, rows), rng.integers(0, 2, rows)
    scores[:2] = 0, reach - 1
    sums = values_of(_kernels.rank_sums(y, 0, 1, scores.astype(np.float64), None, 1))
    expected = (sums[2] + sums[3] / 2) / (sums[0] * sums[1])
    for labels in (y, y.astype(np.uint8), y.astype(np.int16)):
        for column in (scores, scores.astype(np.float64), scores.astype(np.uint64)):
            assert _kernels.glanced_auc(labels, column) == expected


def records() -> Array:
    return np.zeros(4, np.dtype([("y", "i8"), ("s", "f8"), ("_", "V3")]))


class Subclass(np.ndarray):
    """An array of another library, whose rows may mean something else."""


PLAIN = np.array([0, 1, 0, 1])


@pytest.mark.parametrize(
    "column",
    [
        [0, 1, 0, 1],
        None,
        "0101",
        PLAIN[:3],
        PLAIN.reshape(2, 2),
        PLAIN.reshape(4, 1),
        np.array(1),
        PLAIN.astype(">i8"),
        PLAIN.astype(">f4"),
        PLAIN.astype("f2"),
        PLAIN.astype("c16"),
        PLAIN.astype("U1"),
        PLAIN.astype(object),
        PLAIN.astype("M8[s]"),
        PLAIN.astype("m8[s]"),
        PLAIN.astype(np.longdouble),
        np.ma.masked_array(PLAIN, [0, 0, 0, 1]),
        PLAIN.view(Subclass),
        records(),
    ],
    ids=lambda column: f"{type(column).__name__}-{getattr(column, 'dtype', '')}-{np.shape(column)}",
)
def test_what_is_no_plain_column_is_left_to_others(column: Any) -> None:
    assert _kernels.glanced_auc(column, np.arange(4.0)) is None
    assert _kernels.glanced_auc(PLAIN, column) is None


def test_labels_that_are_no_small_integers_are_left_to_others() -> None:
    for dtype in ("uint64", "float64", "float32"):
        assert _kernels.glanced_auc(PLAIN.astype(dtype), np.arange(4.0)) is None


def test_strides_that_are_no_multiple_of_the_item_are_left_to_others() -> None:
    column = records()["s"]
    assert column.strides[0] % 8
    assert _kernels.glanced_auc(PLAIN, column) is None


def test_read_only_columns_are_read_and_unaligned_ones_left_to_others() -> None:
    y, scores = PLAIN.copy(), np.arange(4.0)
    y.flags.writeable = scores.flags.writeable = False
    assert _kernels.glanced_auc(y, scores) == 0.75
    odd = np.frombuffer(b"\0" + np.arange(4.0).tobytes(), np.uint8)[1:].view(np.float64)
    assert _kernels.glanced_auc(y, odd) is None
    assert concordant.roc_auc(y, odd) == 0.75


@pytest.mark.parametrize("dtype", ["uint8", "int64", "float64"])
def test_one_class_other_labels_nan_and_many_rows_give_none(dtype: str) -> None:
    scores = np.arange(4).astype(dtype)
    assert _kernels.glanced_auc(np.zeros(4, int), scores) is None
    assert _kernels.glanced_auc(np.ones(4, int), scores) is None
    for other in (-1, 2, 2**40):
        assert _kernels.glanced_auc(np.array([0, 1, 0, other]), scores) is None
    if dtype == "float64":
        scores[2] = np.nan
        assert _kernels.glanced_auc(PLAIN, scores) is None
    many = np.zeros((2**16 if dtype in ("int8", "uint8") else 2**14) + 1, dtype)
    assert _kernels.glanced_auc(np.arange(len(many)) % 2, many) is None
