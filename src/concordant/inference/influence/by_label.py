"""
Influences of a row in any cell of a table of many labels, also in empty ones, without an array of all cells.

What a formula takes of a table are sums: of rows, of columns, of the diagonal, of cells times penalties. So the
derivative by the number in cell (i, j) is a term of i, a term of j, one more if both are the same, and penalties. The
tape knows the terms from the cells that hold rows alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.inference.influence.tape.functions import traced
from concordant.inference.influence.tape.traced import Terms, Traced, UntraceableError, terms_by_label
from concordant.settings import threads_for
from concordant.states import Counts
from concordant.states.tables import Cells, PairWeights
from concordant.typing import FloatArray

_ROWS = 64  # of a table, at once
_BYTES = 32  # a row takes as long as to read so many
TABLE = 1 << 16  # cells; a smaller table is read sooner than its cells are listed


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
        """The influences of rows with these labels, (U,)."""
        size = len(self.rows)
        if self.penalties and size * size <= len(truth):
            return np.take(self.table, truth * size + prediction)
        terms, threads = (self.rows, self.columns, self.diagonal), threads_for(len(truth), _BYTES)
        found: FloatArray = _kernels.label_terms(*terms, truth, prediction, threads)
        for each, penalties in self.penalties:
            found += penalties.times(each, Cells(truth, prediction, found, size))
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

    def can_exceed(self, least: float) -> bool:
        """Whether a row in some cell moves the value by more than this, up or down, or by what is undefined."""
        wrong: Iterable[FloatArray]
        if self.penalties:
            size = len(self.rows)
            wrong = (self.wrong(slice(first, first + _ROWS)) for first in range(0, size, _ROWS))
        else:  # the two ends of the sums
            ends = self.rows.max() + self.columns.max(), self.rows.min() + self.columns.min()
            wrong = [np.array(ends)]
        return not all(bool((np.abs(some) <= least).all()) for some in chain([self.right], wrong))

    def squares_apart(self, right: FloatArray, chances: FloatArray) -> FloatArray:
        """
        Return for each label the sum of ``chances (right[i] - psi[i, j])^2`` over the labels j but i, (K,).

        `chances` are of the distances from 1 - K to K - 1.
        """
        form, values, scales, most = None, None, None, 0.0
        others = []
        for each, one in self.penalties:
            if one.form is None or values is not None:
                others.append(each * one.matrix)
            else:
                form, values, most = one.form, np.asarray(one.values, np.float64), one.most
                scales = np.full(len(right), each) * one.scales
        matrix = np.ascontiguousarray(sum(others)) if others else None
        return np.asarray(
            _kernels.apart_squares(
                right - self.rows, self.columns, chances, values, scales, form or "squares", most, matrix, 1.0
            )
        )


def influence_by_label(formula: Callable[[Counts], Any], counts: Counts) -> InfluenceByLabel | None:
    """
    Return the influences on a formula of one value.

    None where its terms are not known: of weighted rows, and where it comes of the table otherwise than by such sums.
    """
    if counts.numbers.dtype.kind != "i":
        return None
    size = len(counts.labels)
    small = counts.cells is None and size * size <= TABLE
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
    penalties: list[tuple[float, Any]] = []
    for name, term in terms:
        if name == "penalties":
            penalties.append((float(term[0]) * total, term[1]))
        elif name == "weighed":
            weights, of_product = term
            penalties.extend(_weighed(weights, of_product, sums, total))
        else:
            sums[name] += term * total
    found = InfluenceByLabel(**sums, penalties=penalties)
    psi = found.table.ravel() if state.cells is None else found.at(state.cells.truth, state.cells.prediction)
    mean = np.einsum("u,u->", state.numbers.ravel() / total, psi)
    return replace(found, rows=found.rows - mean)


def _weighed(
    weights: PairWeights, terms: Terms, sums: dict[str, FloatArray], total: float
) -> list[tuple[float, WeighedTerms]]:
    """Add the terms of cells that were multiplied by weights, on the diagonal; return those of all other cells."""
    inner = {name: np.zeros(len(sums[name])) for name in sums}
    for name, term in terms:
        if name not in inner:
            raise UntraceableError
        inner[name] += term * total
    if weights.form == "unequal":
        for name in ("rows", "columns"):
            sums[name] += inner[name]
        sums["diagonal"] -= inner["rows"] + inner["columns"]
        return []
    every = np.arange(len(sums["rows"]))
    sums["diagonal"] += weights.of(every, every) * (inner["rows"] + inner["columns"] + inner["diagonal"])
    return [(1.0, WeighedTerms(weights, inner["rows"], inner["columns"]))]


@dataclass(frozen=True)
class WeighedTerms:
    """What weights of two different labels add to influences: ``w[i, j] (rows[i] + columns[j])``, 0 where i is j."""

    weights: PairWeights
    rows: FloatArray
    columns: FloatArray

    values = property(lambda self: self.weights.values)
    most = property(lambda self: self.weights.most)
    scales = property(lambda self: self.rows)

    @property
    def form(self) -> str | None:
        """How they follow from values of the labels, times the terms of rows; None if they do not."""
        return None if self.columns.any() else self.weights.form

    @cached_property
    def matrix(self) -> FloatArray:
        """All of them, (K, K)."""
        return self.of_rows(slice(None))

    def of_rows(self, labels: slice) -> FloatArray:
        """Those of some true labels, (R, K)."""
        every = np.arange(len(self.rows))
        true = every[labels]
        found: FloatArray = self.weights.of(true[:, None], every) * self._terms(true[:, None], every)
        found[np.arange(len(true)), true] = 0.0
        return found

    def times(self, numbers: Any, cells: Cells) -> Any:
        """Multiply numbers of cells by them."""
        true, predicted = cells.truth, cells.prediction
        each = self.weights.of(true, predicted) * self._terms(true, predicted)
        return numbers * np.where(true == predicted, 0.0, each)

    def _terms(self, true: npt.NDArray[np.intp], predicted: npt.NDArray[np.intp]) -> FloatArray:
        """The sums of terms, of rows alone where columns have none."""
        found: FloatArray = self.rows[true] + self.columns[predicted] if self.columns.any() else self.rows[true]
        return found
