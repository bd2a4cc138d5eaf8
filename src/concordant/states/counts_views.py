"""Views of counts, whether they hold a table or the cells with rows: totals, margins, the diagonal, TP and so on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from concordant.errors import LabelError, OptionError
from concordant.states.cells import Cells
from concordant.states.merging import unit_of_squares
from concordant.typing import Label, NumberArray

_STORED_AS_TABLE = 500  # labels; the numbers of such a table take half a megabyte of text


class CountsViews:
    """What `Counts` shows of its rows."""

    __slots__ = ()

    table: NumberArray
    labels: tuple[Label, ...]
    squares: NumberArray | None
    _cells: Cells | None

    @property
    def n(self) -> Any:
        """The number of rows or the sum of weights, for each table of the stack."""
        total = self.total
        return total.item() if np.ndim(total) == 0 else total

    @property
    def total(self) -> NumberArray:
        """The same, as a number of NumPy."""
        found: NumberArray = self.numbers.sum((-2, -1) if self._cells is None else -1)
        return found

    @property
    def stack(self) -> tuple[int, ...]:
        """The shape of the stack: () of one table."""
        return self.table.shape[:-2] if self._cells is None else self._cells.counts.shape[:-1]

    @property
    def row_totals(self) -> NumberArray:
        """The margin of the truth: (..., K)."""
        return self.table.sum(-1) if self._cells is None else self._cells.row_totals

    @property
    def column_totals(self) -> NumberArray:
        """The margin of the prediction: (..., K)."""
        return self.table.sum(-2) if self._cells is None else self._cells.column_totals

    @property
    def diagonal(self) -> NumberArray:
        """The rows of each label that agree: (..., K)."""
        return np.diagonal(self.table, axis1=-2, axis2=-1) if self._cells is None else self._cells.diagonal

    @property
    def weighted(self) -> bool:
        """Whether sums of squared weights are known."""
        return self.number_squares is not None

    @property
    def cells(self) -> Cells | None:
        """The cells that hold rows, if these are kept in place of a table."""
        return self._cells

    @property
    def occupied(self) -> Cells:
        """The cells of one table that hold rows, row after row."""
        return Cells.of_table(self.table, self.squares) if self._cells is None else self._cells

    def among(self, places: Sequence[int]) -> NumberArray:
        """Return the part of one table that these labels have with each other, in this order."""
        cells, place = self.occupied, np.full(len(self.labels), -1)
        place[list(places)] = np.arange(len(places))
        row, column = place[cells.truth], place[cells.prediction]
        inside = (row >= 0) & (column >= 0)
        found = np.zeros((len(places), len(places)), cells.counts.dtype)
        found[row[inside], column[inside]] = cells.counts[inside]
        return found

    @property
    def stored_cells(self) -> Cells | None:
        """The cells that are stored in place of a table of many labels, where they are a small part of it."""
        if len(self.labels) <= _STORED_AS_TABLE or self.stack:
            return None
        cells = self.occupied
        return cells if cells.counts.size < len(self.labels) ** 2 / 4 else None

    @property
    def numbers(self) -> NumberArray:
        """What is kept: the table, or the numbers (..., U) of the cells that hold rows."""
        return self.table if self._cells is None else self._cells.counts

    @property
    def number_squares(self) -> NumberArray | None:
        """The sums of squared weights of `numbers`."""
        return self.squares if self._cells is None else self._cells.squares

    @property
    def places(self) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
        """The true and the predicted label of each of `numbers`, as arrays that broadcast to it."""
        if self._cells is not None:
            return self._cells.truth, self._cells.prediction
        every = np.arange(len(self.labels))
        return every[:, None], every

    @property
    def unit(self) -> int:
        """The exponent of the unit of `squares`: 0 unless weights are so small or large that squares leave float64."""
        return unit_of_squares(self.numbers)

    @property
    def tn(self) -> NumberArray:
        """Negatives that were predicted negative (tables of two labels)."""
        return self._cell(0, 0)

    @property
    def fp(self) -> NumberArray:
        """Negatives that were predicted positive (tables of two labels)."""
        return self._cell(0, 1)

    @property
    def fn(self) -> NumberArray:
        """Positives that were predicted negative (tables of two labels)."""
        return self._cell(1, 0)

    @property
    def tp(self) -> NumberArray:
        """Positives that were predicted positive (tables of two labels)."""
        return self._cell(1, 1)

    def _cell(self, row: int, column: int) -> NumberArray:
        if len(self.labels) != 2:
            msg = f"TP, FP, FN and TN need two labels, not {len(self.labels)}; see binary() and one_vs_rest()."
            raise LabelError(msg)
        cell: NumberArray = self.table[..., row, column]
        return cell

    def normalized(self, by: Literal["true", "pred", "all"]) -> NumberArray:
        """
        Return shares in place of counts: of each row (`"true"`), of each column (`"pred"`), or of all rows.

        A row or column without any count gives NaN.
        """
        axes = {"true": (-1,), "pred": (-2,), "all": (-2, -1)}
        if by not in axes:
            msg = f'normalized by "true", "pred" or "all", not {by!r}.'
            raise OptionError(msg)
        total = self.table.sum(axes[by], keepdims=True)
        shares = np.full(self.table.shape, np.nan)
        np.divide(self.table, total, out=shares, where=total != 0)
        return shares

    def __array__(self, dtype: Any = None, copy: Any = None) -> npt.NDArray[Any]:
        """Let NumPy see the table."""
        return np.array(self.table, dtype=dtype, copy=True if copy is None else copy)

    def __str__(self) -> str:
        """The table with its labels, truth down and prediction across."""
        from concordant.states.printing import counts_as_text

        return counts_as_text(self)

    def _repr_html_(self) -> str:
        from concordant.states.printing import counts_as_html

        return counts_as_html(self)
