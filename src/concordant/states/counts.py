"""`Counts`: from labels, frames and tables; margins, cells; one against the rest; union; at another prevalence."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import FrozenInstanceError, dataclass, field, replace
from functools import cache, reduce
from html import escape
from numbers import Real
from operator import add
from typing import TYPE_CHECKING, Any, Literal, Self, cast

import numpy as np
import numpy.typing as npt

from concordant.errors import InputTypeError, LabelError, MergeError, OptionError, PositiveLabelError
from concordant.inputs.arrays import is_matrix, on_device
from concordant.inputs.indicators import IndicatorRows, check_indicator_rows
from concordant.inputs.label_values import check_missing_labels, in_order, type_of_label
from concordant.inputs.labels import LabelRows, check_declared, check_labels, listed, two_classes
from concordant.names import require_choice
from concordant.states.state import (
    COUNTED,
    ByGroup,
    State,
    StoredState,
    added,
    plain_labels,
    refuse_unstorable,
    times,
    unsound_cells,
    unsound_squares,
)
from concordant.states.tables import (
    MOST_LABELS,
    Cells,
    PairWeights,
    against_rest,
    checked_table,
    moved,
    outputs_at,
    placed,
    places_in_either,
    refuse_many,
    table_pays,
)
from concordant.typing import Column, FloatArray, Frame, Label, Missing, NumberArray

if TYPE_CHECKING:
    from concordant.states.ratings import Ratings


_STORED_AS_TABLE = 500  # labels; the numbers of such a table take half a megabyte of text


def _cell_of_two(row: int, column: int, what: str) -> Any:
    """A property of counts: one cell of a table of two labels."""

    def cell(counts: CountsViews) -> NumberArray:
        if len(counts.labels) != 2:
            msg = f"TP, FP, FN and TN need two labels, not {len(counts.labels)}; see binary() and one_vs_rest()."
            raise LabelError(msg)
        table = counts.table
        number: NumberArray = table[row, column] if table.ndim == 2 else table[..., row, column]
        return number

    return property(cell, doc=what)


class CountsViews:
    """What `Counts` shows of its rows."""

    __slots__ = ()

    table: NumberArray
    labels: tuple[Label, ...]
    squares: NumberArray | None
    cells: Cells | None
    _sums: tuple[tuple[FloatArray, ...], np.int64] | None  # both margins, and total, where a kernel counted few rows

    @property
    def n(self) -> Any:
        """The number of rows or the sum of weights, for each table of the stack."""
        total = self.total
        return total.item() if np.ndim(total) == 0 else total

    @property
    def total(self) -> NumberArray:
        """The same, as a number of NumPy."""
        if self._sums is not None:
            return self._sums[1]  # type: ignore[return-value]
        found: NumberArray = self.table.sum((-2, -1)) if self.cells is None else self.cells.counts.sum(-1)
        return found

    @property
    def stack(self) -> tuple[int, ...]:
        """The shape of the stack: () of one table."""
        return self.table.shape[:-2] if self.cells is None else self.cells.counts.shape[:-1]

    @property
    def row_totals(self) -> NumberArray:
        """The margin of the truth: (..., K)."""
        if self._sums is not None:
            rows: NumberArray = self._sums[0][0].astype(np.int64)
            return rows
        return self.table.sum(-1) if self.cells is None else self.cells.row_totals

    @property
    def column_totals(self) -> NumberArray:
        """The margin of the prediction: (..., K)."""
        if self._sums is not None:
            columns: NumberArray = self._sums[0][1].astype(np.int64)
            return columns
        return self.table.sum(-2) if self.cells is None else self.cells.column_totals

    @property
    def margins(self) -> tuple[NumberArray, NumberArray]:
        """Both as floats: their products leave int64."""
        if self._sums is not None:
            return self._sums[0]  # type: ignore[return-value]
        if self.cells is not None:
            return self.cells.row_totals * 1.0, self.cells.column_totals * 1.0
        table = self.table
        return table.sum(-1) * 1.0, table.sum(-2) * 1.0

    @property
    def diagonal(self) -> NumberArray:
        """The rows of each label that agree: (..., K)."""
        return np.diagonal(self.table, axis1=-2, axis2=-1) if self.cells is None else self.cells.diagonal

    @property
    def weighted(self) -> bool:
        """Whether sums of squared weights are known."""
        return (self.squares if self.cells is None else self.cells.squares) is not None

    @property
    def occupied(self) -> Cells:
        """The cells of one table that hold rows, row after row."""
        return Cells.of_table(self.table, self.squares) if self.cells is None else self.cells

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
        return self.table if self.cells is None else self.cells.counts

    @property
    def number_squares(self) -> NumberArray | None:
        """The sums of squared weights of `numbers`."""
        return self.squares if self.cells is None else self.cells.squares

    @property
    def places(self) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
        """The true and the predicted label of each of `numbers`, as arrays that broadcast to it."""
        if self.cells is not None:
            return self.cells.truth, self.cells.prediction
        every = np.arange(len(self.labels))
        return every[:, None], every

    tn = _cell_of_two(0, 0, "Negatives that were predicted negative (tables of two labels).")
    fp = _cell_of_two(0, 1, "Negatives that were predicted positive (tables of two labels).")
    fn = _cell_of_two(1, 0, "Positives that were predicted negative (tables of two labels).")
    tp = _cell_of_two(1, 1, "Positives that were predicted positive (tables of two labels).")

    def normalized(self, by: Literal["true", "pred", "all"]) -> NumberArray:
        """
        Return shares in place of counts: of each row (`"true"`), of each column (`"pred"`), or of all rows.

        A row or column without any count gives NaN.
        """
        axes = {"true": (-1,), "pred": (-2,), "all": (-2, -1)}
        total = self.table.sum(axes[require_choice("by", by, tuple(axes))], keepdims=True)
        shares = np.full(self.table.shape, np.nan)
        np.divide(self.table, total, out=shares, where=total != 0)
        return shares

    def __array__(self, dtype: Any = None, copy: Any = None) -> npt.NDArray[Any]:
        """Let NumPy see the table."""
        return np.array(self.table, dtype=dtype, copy=True if copy is None else copy)

    def __str__(self) -> str:
        """The table with its labels, truth down and prediction across."""
        return counts_as_text(self)

    def _repr_html_(self) -> str:
        return f"<pre>{escape(counts_as_text(self))}</pre>"


_MOST_LABELS = 40  # a larger table is summed up in one line


def counts_as_text(counts: CountsViews) -> str:
    """The table with its labels, truth down and prediction across."""
    if counts.stack or len(counts.labels) > _MOST_LABELS:
        shape = " x ".join(map(str, (*counts.stack, len(counts.labels), len(counts.labels))))
        return f"Counts: {shape}, labels {_short(counts.labels)}"
    names = [str(label) for label in counts.labels]
    cells = [[number_text(cell) for cell in row] for row in counts.table]
    totals = [number_text(total) for total in counts.table.sum(1)]
    head = ["", *names, "total"]
    lines = [head, *([name, *row, total] for name, row, total in zip(names, cells, totals, strict=True))]
    lines.append(["total", *(number_text(total) for total in counts.table.sum(0)), number_text(counts.n)])
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    body = "\n".join(
        "  ".join([line[0].ljust(widths[0]), *(x.rjust(w) for x, w in zip(line[1:], widths[1:], strict=True))])
        for line in lines
    )
    return f"rows: truth, columns: prediction\n{body}"


def number_text(number: float | np.generic) -> str:
    """Whole counts with thousands separators, sums of weights with six digits."""
    value = number.item() if isinstance(number, np.generic) else number
    return f"{value:,}" if isinstance(value, int) else f"{value:,.6g}"


def _short(labels: tuple[object, ...]) -> str:
    shown = ", ".join(map(repr, labels[:5]))
    return shown if len(labels) <= 5 else f"{shown}, ... ({len(labels)})"


@cache  # to import it takes a tenth of a small call, each time
def _engine() -> Any:
    from concordant.engines.arrays import labels

    return labels


class CountsFromData(ByGroup):
    """The ways from data to `Counts`: each checks them, and asks the engine of the place where they live."""

    __slots__ = ()

    @classmethod
    def from_labels(
        cls,
        y_true: Column,
        y_pred: Column,
        *,
        labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None,
        missing: Missing = "raise",
        missing_labels: Sequence[Label] = (),
    ) -> Counts:
        """
        Count pairs of labels.

        Parameters
        ----------
        y_true, y_pred : array-like of shape (n,)
            Labels: numbers, text, bools or other hashable values; a list, an array, or a series of
            pandas, Polars, Arrow. Two matrices of 0 and 1 of shape (n, L) give one 2 x 2 table a label.
        labels : sequence, optional
            All labels in their order. Default: those that occur, numbers in numeric order.
        sample_weight : array-like of shape (n,), optional
            One weight a row, finite and not negative.
        missing : {"raise", "drop"}
            What to do with missing labels.
        missing_labels : sequence
            Labels that stand for a missing one: rows where the truth or the prediction is one of them are dropped.

        Raises
        ------
        InputError
            If the columns cannot be read as labels; the message says why.
        """
        marks = check_missing_labels(missing_labels)
        reading: Any = {"labels": labels, "sample_weight": sample_weight, "missing": missing}
        reading["missing_labels"] = marks
        if is_matrix(y_true):
            return cls.from_indicator_rows(check_indicator_rows(y_true, y_pred, **reading))
        if on_device(y_true, y_pred):
            from concordant.engines.devices.groups import counts
            from concordant.engines.devices.rows import check_device_labels

            return counts(check_device_labels(y_true, y_pred, **reading))
        return cls.from_rows(check_labels(y_true, y_pred, **reading))

    @classmethod
    def from_rows(cls, rows: LabelRows) -> Counts:
        """Count checked rows."""
        counts: Counts = _engine().counts(rows)
        return counts

    @classmethod
    def from_indicators(
        cls,
        y_true: Column,
        y_pred: Column,
        *,
        labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None,
        missing: Missing = "raise",
    ) -> Counts:
        """
        Count two matrices of 0 and 1 with one column a label (multi-label data): a stack (L, 2, 2).

        `labels` names the columns; the tables have the labels 0 and 1. The matrices may be scipy-sparse.
        """
        reading: Any = {"labels": labels, "sample_weight": sample_weight, "missing": missing}
        return cls.from_indicator_rows(check_indicator_rows(y_true, y_pred, **reading))

    @classmethod
    def from_indicator_rows(cls, rows: IndicatorRows) -> Counts:
        """Count checked rows with one column a label."""
        from concordant.engines.arrays import counts_of_indicators

        return counts_of_indicators(rows)

    @classmethod
    def from_frame(
        cls,
        frame: Frame,
        *,
        y_true: str,
        y_pred: str,
        labels: Sequence[Label] | None = None,
        sample_weight: str | None = None,
        missing: Missing = "raise",
        missing_labels: Sequence[Label] = (),
    ) -> Counts:
        """
        Count two columns of an eager or lazy frame.

        A lazy frame (Polars, DuckDB, Dask, PySpark, Ibis) is grouped by both columns where it lives; only the
        table comes back.
        """
        from concordant.sources.labels import counts

        reading: Any = {"labels": labels, "sample_weight": sample_weight, "missing": missing}
        return counts(frame, y_true=y_true, y_pred=y_pred, missing_labels=missing_labels, **reading)


_FIELDS_OF_CELLS = ("labels", "ordered", "truth", "prediction", "numbers", "squares", "dtype", "missing")


@dataclass(frozen=True, slots=True, eq=False)
class Counts(CountsViews, CountsFromData):
    """
    A table of label pairs: rows are the truth (or the first rater), columns the prediction (or the second).

    Attributes
    ----------
    table : ndarray of int64 or float64, shape (..., K, K)
        Rows counted exactly, or sums of weights. Leading axes are a stack of tables.
    labels : tuple
        The K labels in their order.
    ordered : bool
        Whether the order of the labels means something: numbers, declared labels, an ordered categorical.
    squares : ndarray of float64, shape (..., K, K), or None
        Sums of squared weights, for weighted rows; of the weights in units of ``2**unit``. None: every row has weight
        one, also where a table of floats was given or a state was multiplied, and so they add to weighted rows.
    outputs : tuple or None
        Names of the last leading axis where it holds one-against-rest tables, one a class or label.
    missing : int
        How many rows were dropped because a value was missing.

    Notes
    -----
    Two `Counts` add if labels (values and order), outputs and the shape of the stack are equal; else `MergeError`.

    Of many labels and few rows only the cells that hold rows are kept, and `table` is made when it is asked for: the
    margins, the diagonal and all that follows from them take no time for empty cells.

    Examples
    --------
    >>> from concordant.states import Counts
    >>> a = Counts.from_labels([0, 1, 1], [0, 1, 0])
    >>> b = Counts.from_labels([1, 0], [1, 1])
    >>> (a + b).table.tolist()
    [[1, 1], [1, 2]]
    """

    stored_as = "counts"
    _stored_fields = ("labels", "ordered", "outputs", "table", "squares", "shape", "dtype", "missing")
    _numbers = "table"
    _key_fields = ("labels", "ordered", "outputs", "stack")

    table: NumberArray
    labels: tuple[Label, ...]
    ordered: bool = True
    squares: NumberArray | None = None
    outputs: tuple[Label, ...] | None = None
    missing: int = field(default=0, kw_only=True)
    _each: list[Counts] = field(default_factory=list, init=False, repr=False)  # one_vs_rest(), once it was asked for
    cells: Cells | None = field(default=None, init=False, repr=False)  # in place of `table`, which is made on demand
    _sums: tuple[tuple[FloatArray, ...], np.int64] | None = field(default=None, init=False, repr=False)

    @classmethod
    def from_cells(cls, cells: Cells, labels: tuple[Label, ...], *, ordered: bool = True, missing: int = 0) -> Self:
        """Take the numbers of some cells; all others are empty."""
        state: Self = object.__new__(_CountsOfCells)  # type: ignore[assignment]
        named = {"labels": labels, "ordered": ordered, "outputs": None, "missing": missing}
        for name, value in (*named.items(), ("_each", []), ("cells", cells), ("_sums", None)):
            object.__setattr__(state, name, value)
        return state

    @classmethod
    def from_table(
        cls, table: npt.ArrayLike, labels: Sequence[Label] | None = None, *, ordered: bool | None = None
    ) -> Self:
        """
        Take a table of counts that is known already, such as one printed in a paper.

        Parameters
        ----------
        table : array-like of shape (..., K, K)
            Rows are the truth or first rater. Whole numbers stay exact.
        labels : sequence of length K, optional
            Default: 0 to K - 1.
        ordered : bool, optional
            Whether the order of the labels means something. Default: True, as the table has an order.
        """
        array, names = checked_table(table, labels)
        if array.dtype.kind == "f":
            cells = array.astype(np.float64)
            return cls(cells, names, ordered is not False, cells * 1.0)
        return cls(array.astype(np.int64), names, ordered is not False)

    @classmethod
    def union(cls, parts: Iterable[Counts]) -> Counts:
        """
        Add counts of parts in which different labels occur, over the labels of all of them.

        ``+`` refuses such parts, as an unknown label may be a mistake; here they are expected.

        Parameters
        ----------
        parts : iterable of Counts
            One or more. Numbers come in numeric order, names without an order sorted. Where a part has ordered names,
            its labels must hold those of all others, in that order.

        Raises
        ------
        MergeError
            If there is no part, or labels of two parts can never be equal, such as text and numbers.
        LabelError
            If the parts do not say the order of all labels.

        Examples
        --------
        >>> from concordant.states import Counts
        >>> Counts.union([Counts.from_labels([0, 2], [0, 2]), Counts.from_labels([1, 0], [0, 0])]).table.tolist()
        [[2, 0, 0], [1, 0, 0], [0, 0, 1]]
        """
        states: list[Any] = list(parts)
        if not states:
            raise MergeError("there are no counts to join; of no row are Counts.empty(labels).")
        strange = next((state for state in states if not isinstance(state, Counts)), None)
        if strange is not None:
            raise InputTypeError(f"the union is of Counts, not of {type(strange).__name__}.")
        labels, ordered = _labels_of_all(states)
        return reduce(add, [_over(counts, labels, ordered=ordered) for counts in states])

    @classmethod
    def empty(cls, labels: Sequence[Label], *, ordered: bool = True, outputs: Sequence[Label] | None = None) -> Self:
        """Return the neutral element of adding: no row, for these labels."""
        names = check_declared(labels)
        if outputs is None and not table_pays(len(names), 0):
            places = np.zeros(0, np.intp)
            cells = Cells(places, places, np.zeros(0, np.int64), len(names))
            return cls.from_cells(cells, names, ordered=ordered)
        refuse_many(names)
        shape = (len(names), len(names)) if outputs is None else (len(outputs), len(names), len(names))
        return cls(np.zeros(shape, np.int64), names, ordered, None, None if outputs is None else tuple(outputs))

    def _plus(self, other: Self) -> Self:
        first: Any = self
        second: Any = other
        weighted, missing = first.weighted or second.weighted, first.missing + second.missing
        if first.cells is not None and second.cells is not None:
            first, second = _over_the_same_cells(first, second)
        if first.cells is None or second.cells is None or table_pays(len(first.labels), first.numbers.size):
            first, second = _as_table(first), _as_table(second)
        numbers = added(first.numbers, second.numbers)
        squares = added(_squares(first), _squares(second)) if weighted else None
        total: Self = first.with_numbers(numbers, squares, missing=missing)
        return total

    def __mul__(self, factor: float) -> Self:
        """Repeat every row `factor` times."""
        numbers, squares = times(self.numbers, factor), self.number_squares
        if squares is not None:
            squares = squares * float(factor)
        return self.with_numbers(numbers, squares, missing=round(self.missing * factor))

    def _holds_same(self, other: Self) -> bool:
        first: Counts = self
        second: Counts = other
        if first.cells is not None or second.cells is not None:
            first, second = _over_the_same_cells(first, second)
        same = np.array_equal(first.numbers, second.numbers)
        return same and np.array_equal(_squares(first), _squares(second))

    def to_dict(self) -> dict[str, Any]:
        """
        Return plain data that JSON can hold; `from_dict` reads it back to the last bit.

        Of many labels whose table is nearly empty the cells that hold rows, as version 2.
        """
        if (cells := self.stored_cells) is None:
            return State.to_dict(self)
        refuse_unstorable("counts", cells.counts, cells.squares)
        return {
            "state": "counts",
            "version": 2,
            "labels": plain_labels(self.labels),
            "ordered": self.ordered,
            "truth": cells.truth.tolist(),
            "prediction": cells.prediction.tolist(),
            "numbers": cells.counts.tolist(),
            "squares": None if cells.squares is None else cells.squares.tolist(),
            "dtype": cells.counts.dtype.name,
            "missing": self.missing,
        }

    @classmethod
    def _stored(cls, data: Any) -> StoredState:
        if isinstance(data, Mapping) and data.get("version") == 2:
            return StoredState(data, "counts", 2, _FIELDS_OF_CELLS)
        return StoredState(data, "counts", 1, cls._stored_fields)

    @classmethod
    def _read(cls, stored: StoredState) -> Self:
        labels, dtype = stored.labels("labels"), stored.dtype("dtype", COUNTED)
        ordered, missing = stored.flag("ordered"), stored.whole("missing")
        if stored["version"] == 2:
            truth, prediction = (stored.row(name, "int64").astype(np.intp) for name in ("truth", "prediction"))
            squares = stored.optional("squares", stored.row, "float64")
            cells = Cells(truth, prediction, stored.row("numbers", dtype), len(labels), squares)
            return cls.from_cells(cells, labels, ordered=ordered, missing=missing)
        shape, outputs = stored.shape("shape"), stored.optional("outputs", stored.labels)
        table = stored.nested("table", shape, dtype)
        squares = stored.optional("squares", stored.nested, shape, "float64")
        return cls(table, labels, ordered, squares, outputs, missing=missing)

    def _unsound(self) -> str | None:
        size, outputs = len(self.labels), self.outputs
        if self.cells is not None:
            return _unsound_cells(self.cells)
        table = self.table
        if table.ndim < 2 or table.shape[-2:] != (size, size):
            return f"{size} labels need tables of {size} x {size}, not the shape {table.shape}"
        if outputs is not None and (table.ndim < 3 or table.shape[-3] != len(outputs)):
            return f"{len(outputs)} outputs need as many tables, not the shape {table.shape}"
        why = unsound_cells(table.reshape(-1, size**2) if table.size else table.reshape(0, 0))
        return why or unsound_squares(table, self.squares)

    def with_numbers(
        self, numbers: NumberArray, squares: NumberArray | None = None, *, missing: int | None = None
    ) -> Self:
        """Return other numbers in the same cells."""
        missing = self.missing if missing is None else missing
        if self.cells is None:
            fields = numbers, self.labels, self.ordered, squares, self.outputs
            return cast("Self", Counts(*fields, missing=missing))
        cells = replace(self.cells, counts=numbers, squares=squares)
        return self.from_cells(cells, self.labels, ordered=self.ordered, missing=missing)

    def with_squares(self, sums: Counts) -> Self:
        """
        Return the same with sums of squares that a state of the same labels holds as its weights.

        It may lack cells, as squares of small weights are 0.
        """
        if self.cells is None:
            return self.with_numbers(self.numbers, sums.table)
        return self.with_numbers(self.numbers, sums.occupied.at(self.cells.flat).counts)

    def row_totals_by(self, weights: PairWeights) -> NumberArray:
        """Return the margin of the truth, (..., K), where each row counts the weight of its pair of labels."""
        if self.cells is None:
            totals: NumberArray = np.add.reduce(weights.table * self.table, -1)
            return totals
        return replace(self.cells, counts=weights.of(*self.places) * self.numbers).row_totals

    def binary(self, pos_label: Label | None = None) -> Counts:
        """
        Return the same counts with two labels, the negative first.

        Parameters
        ----------
        pos_label : label, optional
            The positive label. Default: the last one, where the labels have an order.

        Raises
        ------
        LabelError
            If more than two labels occur.
        PositiveLabelError
            If nothing says which label is the positive one.
        """
        if len(self.labels) == 2 and self.ordered and (pos_label is None or pos_label == self.labels[1]):
            return self
        return self.relabel(two_classes(self.labels, pos_label, ordered=self.ordered))

    def panel(self, raters: Sequence[Label] = ("y_true", "y_pred")) -> Ratings:
        """Return the ratings of the two raters: each cell that holds rows is a profile."""
        from concordant.states.ratings import panel_of_counts

        return panel_of_counts(self, raters)

    def one_vs_rest(self) -> Counts:
        """Return one 2 x 2 table a class, the class against all others: a stack (..., K, 2, 2)."""
        if self.outputs is not None:
            return self
        if not self._each:
            cells = self.cells
            cut, numbers = (against_rest, self.table) if cells is None else (cells.against_rest, cells.counts)
            table, weighted = cut(numbers), (self if cells is None else cells).squares is not None
            squares = cut(_squares(self)) if weighted else None
            self._each.append(Counts(table, (False, True), True, squares, self.labels, missing=self.missing))
        return self._each[0]

    def relabel(self, labels: Sequence[Label]) -> Counts:
        """Return the same counts over `labels`: reordered, or with labels added that did not occur."""
        names = check_declared(labels)
        if names == self.labels and self.ordered:
            return self
        if not self.stack and not table_pays(len(names), int(np.count_nonzero(self.numbers))):
            return Counts.from_cells(moved(self.occupied, self.labels, names), names, missing=self.missing)
        table, squares = placed(self.table, self.labels, names), placed(self.squares, self.labels, names)
        return Counts(table, names, True, squares, self.outputs, missing=self.missing)

    def at_prevalence(self, prevalence: float | Mapping[Label, float], pos_label: Label | None = None) -> Counts:
        """
        Return the counts of a population with other shares of the classes of the truth.

        The rows of each class of the truth are weighted alike, so that the classes have the wanted shares and `n` stays
        what it is. How a class is predicted (sensitivity, specificity) is that of these rows.

        Parameters
        ----------
        prevalence : float or mapping
            The share of the positive one of two classes, above 0 and below 1; or the share of every class,
            ``{label: share}``, one in all.
        pos_label : label, optional
            The positive class. Default: the last one, where the labels have an order.

        Returns
        -------
        Counts
            Of float64. A table whose truth lacks a class with a share is NaN.

        Notes
        -----
        For intervals give ``prevalence=`` to the metric and the counts as they are: a reweighted table does not tell
        that its shares are set, not observed.

        Examples
        --------
        >>> from concordant.states import Counts
        >>> Counts.from_table([[90, 10], [20, 80]]).at_prevalence(0.1).table.tolist()
        [[162.0, 18.0], [4.0, 16.0]]
        """
        if self.outputs is not None:
            raise OptionError(
                "prevalence= is for one table of classes that exclude each other; these are tables of "
                f"{len(self.outputs)} labels or classes, each with a prevalence of its own. Take them one by one."
            )
        if len(self.labels) < 2:
            return self.binary(pos_label).at_prevalence(prevalence)
        shares = class_shares(prevalence, self.labels, lambda: _positive(self, prevalence, pos_label))
        of_class = class_weights(shares, self.row_totals)
        weights = of_class[..., None] if self.cells is None else of_class[..., self.cells.truth]
        numbers, squares = self.numbers * weights, self.number_squares
        return self.with_numbers(numbers, (self.numbers if squares is None else squares) * weights**2)

    def __len__(self) -> int:
        """The number of tables in the stack."""
        if not self.stack:
            raise TypeError("these counts are one table, not a stack.")
        return len(self.table)

    def __getitem__(self, index: Any) -> Counts:
        """Take tables out of a stack."""
        if not self.stack:
            raise TypeError("these counts are one table, not a stack; use .table for its cells.")
        stack = self.table.shape[:-2]
        places = np.arange(math.prod(stack)).reshape(stack)[index]  # an index never reaches into a table
        table = self.table.reshape(-1, *self.table.shape[-2:])[places]
        squares = self.squares
        if squares is not None:
            squares = squares.reshape(-1, *self.table.shape[-2:])[places]
        outputs = None if self.outputs is None else outputs_at(places, self.outputs)
        return Counts(table, self.labels, self.ordered, squares, outputs, missing=self.missing)

    def __repr__(self) -> str:
        """All fields; in place of a table that has no room how many cells there are."""
        if self.cells is not None and len(self.labels) > MOST_LABELS:
            return f"Counts({len(self.cells.truth)} cells of {len(self.labels)} x {len(self.labels)}, n={self.n})"
        names = ("table", "labels", "ordered", "squares", "outputs", "missing")
        return f"Counts({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"


class _CountsOfCells(Counts):
    """Counts that make their table when it is asked for; `from_cells` alone makes them."""

    __slots__ = ()

    def __new__(cls, *args: Any, **fields: Any) -> Any:
        """Return counts of a table, as `dataclasses.replace` asks for."""
        return Counts(*args, **fields)

    def __setattr__(self, name: str, value: Any) -> None:
        """Refuse: counts do not change."""
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    if not TYPE_CHECKING:  # every attribute would be known otherwise

        def __getattr__(self, name: str) -> Any:
            """Make the table of the cells; only what is not there yet is asked for here."""
            if name not in ("table", "squares"):
                raise AttributeError(f"'Counts' object has no attribute {name!r}")
            numbers = self.cells.counts if name == "table" else self.cells.squares
            object.__setattr__(self, name, None if numbers is None else self.cells.table(numbers))
            return object.__getattribute__(self, name)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the cells in place of the table that they are."""
        given = {"labels": self.labels, "ordered": self.ordered, "missing": self.missing}
        return _of_cells, (self.cells, given)


def _unsound_cells(cells: Cells) -> str | None:
    """Why these are not cells of counts, row after row; None if they may be."""
    parts = (cells.truth, cells.prediction, cells.counts, cells.squares)
    if len({len(part) for part in parts if part is not None}) > 1:
        return "its cells do not each have a place and a number"
    for part in (cells.truth, cells.prediction):
        if len(part) and not (part.min() >= 0 and part.max() < cells.labels):
            return f"a cell lies outside the table of its {cells.labels} labels"
    if not (np.diff(cells.flat) > 0).all():
        return "its cells do not stand row after row, each once"
    return unsound_cells(cells.counts[None]) or unsound_squares(cells.counts, cells.squares)


_CountsOfCells.__name__ = _CountsOfCells.__qualname__ = "Counts"  # the same to whoever asks


def _of_cells(cells: Cells, given: dict[str, Any]) -> Counts:
    return Counts.from_cells(cells, **given)


def _squares(counts: Counts) -> NumberArray:
    """Sums of squared weights of the numbers; a row without weights has weight one."""
    squares = counts.number_squares
    return counts.numbers.astype(np.float64) if squares is None else squares


def summable(state: Any) -> Any:
    """Return counts of so many rows that a sum over all classes would leave 64 bits as floats; others as they are."""
    if not isinstance(state, Counts) or state._sums is not None or state.numbers.dtype.kind != "i":  # noqa: SLF001
        return state
    sums = 2 * max(len(state.labels), len(state.outputs or ()))  # each row counts for each of them, and in both margins
    total = state.total
    most = total.max(initial=0) if isinstance(total, np.ndarray) else total
    return state if int(most) * sums < 2**63 else state.with_numbers(state.numbers * 1.0, None)


def _as_table(counts: Counts) -> Counts:
    return counts if counts.cells is None else replace(counts, table=counts.table)  # which are no cells then


def _over_the_same_cells(*both: Counts) -> list[Counts]:
    """Both over the cells that hold rows in one of them."""
    flat = places_in_either(*(counts.occupied.flat for counts in both))
    return [
        counts.from_cells(counts.occupied.at(flat), counts.labels, ordered=counts.ordered, missing=counts.missing)
        for counts in both
    ]


def _labels_of_all(parts: Sequence[Counts]) -> tuple[tuple[Label, ...], bool]:
    """All labels, and whether their order means something: that of numbers, or one that holds for all parts."""
    distinct = list(dict.fromkeys(((*map(type, one.labels), one.ordered), one.labels) for one in parts))
    every = dict.fromkeys((type(label) is bool, label) for _, labels in distinct for label in labels)
    kinds = list(dict.fromkeys("bools" if logical else type_of_label(label) for logical, label in every))
    if len(kinds) > 1:
        msg = f"cannot join counts of {kinds[0]} and of {kinds[1]}: such labels are never equal. Convert one of them."
        raise MergeError(msg)
    names = [label for _, label in every]
    if kinds in (["numbers"], ["bools"]):
        return tuple(sorted(names)), True  # type: ignore[type-var]
    longest = max((one for one in parts if one.ordered), key=lambda one: len(one.labels), default=None)
    if longest is None:
        return in_order(names), False
    place = {label: k for k, label in enumerate(longest.labels)}
    for one in parts:
        places = [place.get(label, -1) for label in one.labels]
        if -1 in places or (one.ordered and places != sorted(places)):
            raise LabelError(
                f"the order of all labels is unknown: {longest.labels} and {one.labels}. "
                "Declare the same labels=[...] for every part."
            )
    return longest.labels, True


def _over(part: Counts, labels: tuple[Label, ...], *, ordered: bool) -> Counts:
    """The same rows over these labels."""
    if part.labels == labels and part.ordered == ordered:
        return part
    again = part.relabel(labels)
    if again.cells is not None:
        return part.from_cells(again.cells, labels, ordered=ordered, missing=part.missing)
    return replace(again, ordered=ordered)


def _positive(counts: Counts, prevalence: Any, pos_label: Label | None) -> Label:
    """The class whose share a prevalence is."""
    if pos_label is None and not counts.ordered:
        one, two = counts.labels
        raise PositiveLabelError(
            f"prevalence={prevalence!r} is the share of the positive class; which of {one!r} and {two!r} is it? "
            f"Declare labels=[negative, positive], or give both shares: prevalence={{{one!r}: {1 - prevalence:g}, "
            f"{two!r}: {prevalence:g}}}."
        )
    return two_classes(counts.labels, pos_label, ordered=counts.ordered)[1]


_ROUNDING = 1e-9  # by which a sum of shares may miss one


def class_shares(
    prevalence: float | Mapping[Label, float], classes: tuple[Label, ...], positive: Callable[[], Label]
) -> FloatArray:
    """
    Read the share of each class, in the order of `classes`.

    Parameters
    ----------
    prevalence : float or mapping
        The share of the positive one of two classes, or the share of every class by its label.
    classes : tuple
        The classes of the data.
    positive : callable
        Gives the positive one of two classes, or raises; it is asked only for a number.

    Raises
    ------
    OptionError
        If there is no such population.
    """
    if isinstance(prevalence, Mapping):
        return _of_mapping(prevalence, classes)
    if isinstance(prevalence, bool) or not isinstance(prevalence, Real) or not 0 < prevalence < 1:
        raise OptionError(
            "prevalence must be the share of the positive class, a number above 0 and below 1, or the share of every "
            f"class, {{label: share}}; not {prevalence!r}."
        )
    if len(classes) != 2:
        raise OptionError(
            f"prevalence={prevalence!r} is the share of the positive one of two classes, but the data have "
            f"{len(classes)}: {listed(classes)}. Give the share of each: prevalence={{label: share, ...}}, one in all."
        )
    share = float(prevalence)
    return np.array([share, 1 - share] if positive() == classes[0] else [1 - share, share])


def _of_mapping(given: Mapping[Label, Any], classes: tuple[Label, ...]) -> FloatArray:
    known = set(classes)
    unknown, lacking = [x for x in given if x not in known], [x for x in classes if x not in given]
    if unknown or lacking:
        what = f"none for {listed(lacking)}" if lacking else f"one for {listed(unknown)}, which the data do not have"
        raise OptionError(
            f"prevalence= must give every class its share, and it has {what}; the labels are {listed(classes)} "
            "(labels= declares others)."
        )
    shares = [_share(label, given[label]) for label in classes]
    total = math.fsum(shares)
    if abs(total - 1) > _ROUNDING:
        raise OptionError(f"the shares of prevalence= must sum to one, not {total:.10g}.")
    return np.array(shares) / total


def _share(label: Label, share: Any) -> float:
    if isinstance(share, bool) or not isinstance(share, Real) or share < 0 or not share <= 1:
        raise OptionError(f"the share of {label!r} in prevalence= must be a number from 0 to 1, not {share!r}.")
    return float(share)


def class_weights(shares: FloatArray, totals: NumberArray) -> NumberArray:
    """
    Return what a row of each class must weigh so that the classes have these shares and all rows their total.

    NaN for all classes where a class that has a share has no row. `totals`, the rows of each class, may be complex.
    """
    rows = totals.sum(-1, keepdims=True)
    lacking = ((totals == 0) & (shares > 0)).any(-1, keepdims=True)
    found: NumberArray = np.where(lacking, np.nan, shares * rows / np.where(totals == 0, 1, totals))
    return found
