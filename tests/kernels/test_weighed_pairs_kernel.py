"""The table of weighted pairs, against that of the general kernel: the same sums to the last bit."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import integer_columns, weight_columns

from concordant import _kernels


@given(st.data(), st.integers(0, 60), st.sampled_from(["near", "far"]), st.booleans())
@settings(max_examples=60)
def test_the_sums_are_those_of_any_labels(data: st.DataObject, rows: int, spread: str, squared: bool) -> None:
    truth, predicted = (data.draw(integer_columns(rows, spread)) for _ in range(2))
    weights = data.draw(weight_columns(rows))
    found = _kernels.weigh_pairs(truth, predicted, weights, squared)
    labels, table, squares, _ = _kernels.tabulate(truth, predicted, weights)
    if found is None:
        every = [*truth.tolist(), *predicted.tolist()]
        apart = bool(every) and max(every) - min(every) >= 16
        assert apart or not len(labels) or np.uint64 in (truth.dtype, predicted.dtype)
        return
    assert np.array_equal(found[0], labels)
    assert np.array_equal(found[1], table)
    assert np.array_equal(found[2], squares) if squared else found[2] is None
    assert found[3] == pytest.approx(table.sum())


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("squared", [False, True])
def test_chunks_are_added_in_their_order(threads: int, squared: bool) -> None:
    random = np.random.default_rng(0)
    truth, predicted = random.integers(-3, 40, (2, 2**19 + 77))
    weights = random.random(len(truth)) * 10.0 ** random.integers(-9, 9, len(truth))
    found = _kernels.weigh_pairs(truth, predicted, weights, squared, threads)
    assert found is not None
    _, table, squares, _ = _kernels.tabulate(truth, predicted, weights, 1)
    assert np.array_equal(found[1], table)
    assert not squared or np.array_equal(found[2], squares)


def test_lengths_must_be_equal() -> None:
    with pytest.raises(ValueError, match="lengths"):
        _kernels.weigh_pairs(np.arange(3), np.arange(3), np.ones(2), False)
