"""
Influences of a row in any cell of a table of many labels, also in empty ones, without an array of all cells.

What a formula takes of a table are sums: of rows, of columns, of the diagonal, of cells times penalties. So the
derivative by the number in cell (i, j) is a term of i, a term of j, one more if both are the same, and penalties. The
tape knows the terms from the cells that hold rows alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.inference.influence.tape.functions import traced
from concordant.inference.influence.tape.traced import Traced, UntraceableError, terms_by_label
from concordant.states import Counts
from concordant.states.cells import Cells
from concordant.typing import FloatArray

_TABLE = 1 << 16  # cells; a smaller table is read sooner than its cells are listed


@dataclass(frozen=True)
class InfluenceByLabel:
    """
    ``psi[i, j] = rows[i] + columns[j] + (i == j) diagonal[i] + sum of g v[i, j] over the penalties (g, v)``.

    Attributes
    ----------
    rows, columns, diagonal : ndarray of shape (K,)
        The terms of labels.
    penalties : sequence of (float, Penalties)
        Those that count, and how much.
    """

    rows: FloatArray
    columns: FloatArray
    diagonal: FloatArray
    penalties: Sequence[tuple[float, Any]] = ()

    @property
    def right(self) -> FloatArray:
        """The influences of rows with two equal labels, (K,); no penalty is theirs."""
        return self.rows + self.columns + self.diagonal

    def at(self, truth: npt.NDArray[np.intp], prediction: npt.NDArray[np.intp]) -> FloatArray:
        """The influences of rows of some cells, (U,)."""
        size = len(self.rows)
        if size * size <= len(truth):
            return np.take(self.table, truth * size + prediction)
        found = np.take(self.rows, truth)
        found += np.take(self.columns, prediction)
        for each, penalties in self.penalties:
            found += penalties.times(each, Cells(truth, prediction, found, size))
        right = np.flatnonzero(truth == prediction)
        found[right] += self.diagonal[truth[right]]
        return found

    @cached_property
    def table(self) -> FloatArray:
        """Those of all cells, (K, K)."""
        found = self.wrong(slice(None))
        found[np.diag_indices(len(found))] += self.diagonal
        return found

    def wrong(self, labels: slice) -> FloatArray:
        """Those of rows of some true labels with each prediction, (R, K), as if all of them were wrong."""
        found: FloatArray = self.rows[labels, None] + self.columns
        for each, penalties in self.penalties:
            found += each * penalties.of_rows(labels)
        return found

    @property
    def values_and_matrix(self) -> tuple[FloatArray | None, float, FloatArray | None, float]:
        """The penalties as squares of differences of values and how much these count, and others as a matrix."""
        squares = [(each, one) for each, one in self.penalties if one.values is not None]
        others = [each * one.matrix for each, one in self.penalties if one.values is None]
        values = None if not squares else np.asarray(squares[0][1].values, np.float64)
        return values, sum(each for each, _ in squares), sum(others) if others else None, 1.0 if others else 0.0


def influence_by_label(formula: Callable[[Counts], Any], counts: Counts) -> InfluenceByLabel | None:
    """
    Return the influences on a formula of one value.

    None where its terms are not known: of weighted rows, and where it comes of the table otherwise than by such sums.
    """
    if counts.numbers.dtype.kind != "i":
        return None
    size = len(counts.labels)
    small = counts.cells is None and size * size <= _TABLE
    state = counts if small else Counts.from_cells(counts.occupied, counts.labels, ordered=counts.ordered)
    numbers = traced(state.numbers)
    try:
        with np.errstate(all="ignore"):
            value = formula(state.with_numbers(numbers))  # type: ignore[arg-type]
        if not isinstance(value, Traced) or value.shape != ():
            return None
        terms = terms_by_label(value, numbers)
    except UntraceableError:
        return None
    total = float(state.numbers.sum())
    sums = {name: np.zeros(size) for name in ("rows", "columns", "diagonal")}
    penalties = []
    for name, term in terms:
        if name == "penalties":
            penalties.append((float(term[0]) * total, term[1]))
        else:
            sums[name] += term * total
    found = InfluenceByLabel(**sums, penalties=penalties)
    psi = found.table.ravel() if state.cells is None else found.at(state.cells.truth, state.cells.prediction)
    mean = np.einsum("u,u->", state.numbers.ravel() / total, psi)
    return replace(found, rows=found.rows - mean)
