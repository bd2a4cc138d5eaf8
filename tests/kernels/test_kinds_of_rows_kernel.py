"""The weights of kinds of rows, beside a loop."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from concordant import _kernels


@given(st.data())
def test_a_loop_gives_the_same(data: st.DataObject) -> None:
    columns, classes = data.draw(st.integers(2, 3)), data.draw(st.integers(1, 5))
    rows = data.draw(st.lists(st.tuples(*[st.integers(0, classes - 1)] * columns, st.integers(0, 9)), max_size=40))
    table = np.array(rows, np.int64).reshape(-1, columns + 1)
    labels, weights = [np.ascontiguousarray(column) for column in table[:, :-1].T], table[:, -1].astype(np.float64)
    wanted = np.zeros((classes, 2**columns))
    for *row, weight in rows:
        for place in set(row):
            wanted[place, int("".join(str(int(label == place)) for label in row), 2)] += weight
    np.testing.assert_array_equal(_kernels.kinds_of_rows(labels, weights, classes), wanted)


@pytest.mark.parametrize("label", [-1, 3, 2**40, -(2**62)])
def test_other_labels_are_refused(label: int) -> None:
    codes = np.array([0, 1, label])
    with pytest.raises(IndexError, match="none of 0 to classes - 1"):
        _kernels.kinds_of_rows([np.zeros(3, np.int64), codes], np.ones(3), 3)


def test_columns_go_together() -> None:
    codes = np.zeros(3, np.int64)
    with pytest.raises(ValueError, match="different lengths"):
        _kernels.kinds_of_rows([codes, codes[:2]], np.ones(3), 1)
    with pytest.raises(ValueError, match="two or three"):
        _kernels.kinds_of_rows([codes], np.ones(3), 1)
    with pytest.raises(ValueError, match="two or three"):
        _kernels.kinds_of_rows([codes, codes], np.ones(3), -1)
    for classes in (2**32, 2**40, 2**61, 2**61 + 1, 2**62, 2**62 + 5, 2**63 - 1):
        for columns in (2, 3):
            with pytest.raises(ValueError, match="two or three"):
                _kernels.kinds_of_rows([codes] * columns, np.ones(3), classes)
