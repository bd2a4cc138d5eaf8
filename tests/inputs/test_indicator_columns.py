from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from concordant.errors import LabelError, LengthError, MissingValuesError
from concordant.inputs.indicators import check_indicator_columns
from concordant.states import Counts

TRUTH = np.array([[0, 1], [1, 0], [1, 1], [0, 0]])
FIRST = np.array([[0, 1], [1, 1], [1, 1], [0, 0]])
SECOND = np.array([[1, 1], [1, 0], [0, 1], [0, 0]])
NAMES = ("a", "b")


def test_rows_of_all_matrices() -> None:
    found = check_indicator_columns(TRUTH, [FIRST, SECOND], names=NAMES, labels=["x", "y"])
    assert found[0].kept is None
    assert [rows.outputs for rows in found] == [("x", "y")] * 2
    assert [rows.y_pred.tolist() for rows in found] == [FIRST.tolist(), SECOND.tolist()]


def test_row_missing_anywhere_is_dropped_everywhere() -> None:
    first, second = FIRST.astype(float), SECOND.astype(float)
    first[0, 0] = second[2, 1] = np.nan
    found = check_indicator_columns(TRUTH, [first, second], names=NAMES, missing="drop", sample_weight=[1, 2, 3, 4])
    for rows in found:
        assert rows.kept is not None
        assert rows.kept.tolist() == [False, True, False, True]
        assert rows.missing == 2
        assert rows.y_true.tolist() == [[1, 0], [0, 0]]
        assert rows.weights is not None
        assert rows.weights.tolist() == [2, 4]
    with pytest.raises(MissingValuesError, match=r"a has 1 missing \(the first in row 0\) and b has 1 missing"):
        check_indicator_columns(TRUTH, [first, second], names=NAMES)


def test_rows_of_weight_zero_are_absent() -> None:
    found = check_indicator_columns(
        sparse.coo_array(TRUTH), [FIRST, sparse.csc_array(SECOND)], names=NAMES, sample_weight=[1, 0, 2, 0]
    )
    assert found[0].kept is not None
    assert found[0].kept.tolist() == [True, False, True, False]
    assert [rows.y_pred.toarray().tolist() for rows in found] == [FIRST[::2].tolist(), SECOND[::2].tolist()]


def test_missing_value_beside_a_sparse_matrix_is_missing() -> None:
    dense = FIRST.astype(float)
    dense[2, 0] = np.nan
    (rows,) = check_indicator_columns(sparse.csr_array(TRUTH), [dense], names=["a"], missing="drop")
    assert (rows.missing, rows.y_pred.toarray().tolist()) == (1, [[0, 1], [1, 1], [0, 0]])
    with pytest.raises(MissingValuesError, match=r"^a has 1 missing \(the first in row 2\)"):
        check_indicator_columns(sparse.csr_array(TRUTH), [dense], names=["a"])


def test_other_numbers_of_rows_are_refused_by_name() -> None:
    with pytest.raises(LengthError, match="y_true and b must have the same number of rows; they have 4 and 3"):
        check_indicator_columns(TRUTH, [FIRST, SECOND[1:]], names=NAMES)


def test_what_is_no_indicator_is_refused() -> None:
    with pytest.raises(LabelError, match="must be a matrix of 0 and 1, one column a label"):
        Counts.from_indicator_rows(*check_indicator_columns(TRUTH, [FIRST * 2], names=("a",)))
