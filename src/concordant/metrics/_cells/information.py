"""How uncertain labels are, and how much of it one column takes from the other (in nats)."""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.metrics._arithmetic.products import difference_of_products
from concordant.states import Counts
from concordant.states.tables import Cells
from concordant.typing import FloatArray, Floats, NumberArray

_EXACT = 2**26  # rows; products of whole numbers are below 2**53
_NEAR = 0.06  # up to here the series of the inverse hyperbolic tangent has full precision in seven terms
_SERIES = tuple(1 / power for power in range(15, 1, -2))  # 1/15, 1/13, ... 1/3


def entropy(weights: Floats) -> Floats:
    """
    ``-sum p log p`` of the shares of the last axis; 0 without rows.

    The logarithm of the largest share, which can be close to 1, is taken of the sum of the others.
    """
    weights = weights * 1.0
    if not weights.shape[-1]:
        return weights.sum(-1)
    largest = np.abs(weights).argmax(-1)[..., None] == np.arange(weights.shape[-1])
    others = np.where(largest, 0.0, weights)
    rest, total = others.sum(-1, keepdims=True), weights.sum(-1, keepdims=True)
    one = np.where(total == 0, 1.0, total)
    share = weights / one
    logarithm = np.log(np.where(others == 0, 1.0, share)) + largest * np.log1p(-rest / one)
    return -(share * logarithm).sum(-1)


def information(counts: Counts | Cells) -> tuple[Floats, Floats, Floats]:
    """Return the entropies of truth and prediction, and the information that they share; that is NaN without rows."""
    if isinstance(counts, Cells):
        truth, predicted = _plain_entropy(counts.row_totals), _plain_entropy(counts.column_totals)
        return truth, predicted, np.maximum(truth + predicted - _plain_entropy(counts.counts), 0.0)
    rows, columns = counts.row_totals, counts.column_totals
    shared = np.where(rows.sum(-1) > 0, np.maximum(shared_information(counts), 0.0), np.nan)
    return entropy(rows), entropy(columns), shared


def _plain_entropy(weights: FloatArray) -> FloatArray:
    """``log n - sum w log w / n``: to some 13 digits, which is enough of values that vary; NaN without rows."""
    n = weights.sum(-1)
    n = np.where(n > 0, n, np.nan)
    found: FloatArray = (
        np.log(n) - np.einsum("...u,...u->...", weights, np.log(np.where(weights > 0, weights, 1.0))) / n
    )
    return found


def shared_information(counts: Counts) -> Floats:
    """
    ``sum p_ij log(p_ij / (r_i c_j))``, as a sum of terms that are not negative.

    With ``q_ij = r_i c_j`` and ``d_ij = p_ij / q_ij - 1`` it is ``sum q_ij ((1 + d_ij) log(1 + d_ij) - d_ij)``, as the
    ``q_ij d_ij`` add up to 0: nothing cancels where the columns are all but independent.
    """
    cells = counts.cells
    if cells is not None and not _may_cancel(cells.counts):
        return _shared_by_cells(cells)
    table = counts.table * 1.0
    rows, columns = table.sum(-1, keepdims=True), table.sum(-2, keepdims=True)
    n = rows.sum(-2, keepdims=True)
    expected = rows * columns
    here = table != 0
    exact = counts.table.dtype.kind == "i" and bool((n < _EXACT).all())
    excess = table * n - expected if exact else difference_of_products(table, n, rows, columns)
    gained = np.where(here, _gain(_relative(excess, expected, here)), 1.0)
    one = np.where(n == 0, 1.0, n)
    return (rows / one * (columns / one) * gained).sum((-2, -1))


def _may_cancel(numbers: NumberArray) -> bool:
    """Whether what the margins expect in the empty cells is not a sum of whole numbers, and its rounding would show."""
    return isinstance(numbers, np.ndarray) and numbers.dtype.kind == "f"


def _shared_by_cells(cells: Cells) -> Floats:
    """The same sum: each empty cell adds ``q_ij``, and all of them what the others leave of one."""
    table = cells.counts * 1.0
    rows, columns = cells.row_totals[..., cells.truth] * 1.0, cells.column_totals[..., cells.prediction] * 1.0
    n = table.sum(-1)[..., None]
    expected = rows * columns
    exact = cells.counts.dtype.kind == "i" and bool((n < _EXACT).all())
    excess = table * n - expected if exact else difference_of_products(table, n, rows, columns)
    here = table != 0
    gained = np.where(here, _gain(_relative(excess, expected, here)), 1.0)
    one = np.where(n == 0, 1.0, n)
    empty = (n * n)[..., 0] - expected.sum(-1)
    return (rows / one * (columns / one) * gained).sum(-1) + empty / (one * one)[..., 0]


def _relative(excess: Floats, expected: Floats, here: Any) -> Floats:
    """How much more rows a cell holds than the margins expect, relative to these; 0 where it holds none."""
    more = np.divide(excess, expected, out=np.zeros_like(expected), where=here)
    return more if np.iscomplexobj(more) else np.maximum(more, -1.0)  # rounding of a cell that is next to nothing


def _gain(d: Floats) -> Floats:
    """
    ``(1 + d) log(1 + d) - d`` to full precision.

    Near 0 it is ``d^2 / (2 + d) + 2 (1 + d) (x^3/3 + x^5/5 + ...)`` with ``x = d / (2 + d)``, as
    ``log(1 + d) = 2 artanh x``.
    """
    x = d / (2.0 + d)
    near = np.abs(x) < _NEAR
    small = np.where(near, x, 0.0)
    square = small * small
    series = square * _SERIES[0]
    for term in _SERIES[1:-1]:
        series = (series + term) * square
    series = series + _SERIES[-1]
    nothing = d == -1
    far = np.where(near | nothing, 1.0, d)
    usual = np.where(near, d * x + 2 * (1 + d) * small * square * series, (1 + far) * np.log1p(far) - far)
    return np.where(nothing, 1.0, usual)
