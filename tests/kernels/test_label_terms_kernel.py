"""Terms of labels, added row by row, against NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from concordant import _kernels


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("rows", [0, 1, 1023, 5000])
def test_terms_are_added_in_the_order_of_the_rows(rows: int, threads: int) -> None:
    random = np.random.default_rng(rows)
    a, b, c = random.standard_normal((3, 7))
    c[2] = np.inf  # of no other row
    a[3] = np.nan
    truth, prediction = random.integers(0, 7, (2, rows))
    found = _kernels.label_terms(a, b, c, truth, prediction, threads)
    assert_array_equal(
        found, np.where(truth == prediction, a[truth] + b[prediction] + c[truth], a[truth] + b[prediction])
    )


@pytest.mark.parametrize("label", [-1, 4, 2**40, -(2**63)])
@pytest.mark.parametrize("place", [0, 2999])
def test_labels_that_are_none_are_refused(label: int, place: int) -> None:
    terms, known = np.zeros((3, 4)), np.zeros(3000, np.int64)
    other = known.copy()
    other[place] = label
    for columns in ((known, other), (other, known)):
        for threads in (1, 2):
            with pytest.raises(IndexError, match="none of 0 to size - 1"):
                _kernels.label_terms(*terms, *columns, threads)


def test_arrays_that_do_not_fit_are_refused() -> None:
    three, four, rows = np.zeros(3), np.zeros(4), np.zeros(5, np.int64)
    for given in (
        (three, four, three, rows, rows),
        (three, three, four, rows, rows),
        (three, three, three, rows, rows[:4]),
    ):
        with pytest.raises(ValueError, match="do not fit"):
            _kernels.label_terms(*given)
