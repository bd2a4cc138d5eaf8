"""Counts: how often each pair of labels occurs. Accuracy, rates, F1, every kappa: all follow from it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Self

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import LabelError, LengthError, OptionError, PositiveLabelError, WeightError
from concordant.inputs.arrays import is_matrix
from concordant.inputs.classes import two_classes
from concordant.inputs.encoding import in_order
from concordant.inputs.indicators import IndicatorRows, check_indicator_rows
from concordant.inputs.labels import LabelRows, check_declared, check_labels
from concordant.inputs.weights import divided
from concordant.states.class_shares import class_shares, class_weights
from concordant.states.indicator_cells import cells_of_columns
from concordant.states.merging import (
    added,
    plain_labels,
    require_same_key,
    same_key,
    sums_in,
    sums_times,
    times,
    unit_of_squares,
)
from concordant.states.sound import refuse_unstorable, require_sound, unsound_counts
from concordant.states.stored import COUNTED, StoredState
from concordant.states.tables import against_rest, checked_table, outputs_at, placed, refuse_many, reordered
from concordant.threads import threads_for
from concordant.typing import Column, Frame, Label, Missing, NumberArray

_VERSION = 1
_FIELDS = ("labels", "ordered", "outputs", "table", "squares", "shape", "dtype", "missing")


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
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
        Sums of squared weights, for weighted rows; of the weights in units of ``2**unit``.
    outputs : tuple or None
        Names of the last leading axis where it holds one-against-rest tables, one a class or label.
    missing : int
        How many rows were dropped because a value was missing.

    Notes
    -----
    Two `Counts` add if labels (values and order), outputs and the shape of the stack are equal; else `MergeError`.

    Examples
    --------
    >>> from concordant.states import Counts
    >>> a = Counts.from_labels([0, 1, 1], [0, 1, 0])
    >>> b = Counts.from_labels([1, 0], [1, 1])
    >>> (a + b).table.tolist()
    [[1, 1], [1, 2]]
    """

    table: NumberArray
    labels: tuple[Label, ...]
    ordered: bool = True
    squares: NumberArray | None = None
    outputs: tuple[Label, ...] | None = None
    missing: int = field(default=0, kw_only=True)
    _each: list[Counts] = field(default_factory=list, init=False, repr=False)  # one_vs_rest(), once it was asked for

    # -- from data ---------------------------------------------------------------------------------------------

    @classmethod
    def from_labels(
        cls,
        y_true: Column,
        y_pred: Column,
        *,
        labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None,
        missing: Missing = "raise",
    ) -> Self:
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

        Raises
        ------
        InputError
            If the columns cannot be read as labels; the message says why.
        """
        if is_matrix(y_true):
            return cls.from_indicators(y_true, y_pred, labels=labels, sample_weight=sample_weight, missing=missing)
        rows = check_labels(y_true, y_pred, labels=labels, sample_weight=sample_weight, missing=missing)
        return cls.from_rows(rows)

    @classmethod
    def from_rows(cls, rows: LabelRows) -> Self:
        """Count checked rows."""
        values, table, squares, too_many = _kernels.tabulate(
            rows.y_true, rows.y_pred, rows.weights, threads_for(len(rows.y_true))
        )
        if too_many:
            msg = (
                "more than 8192 different labels occur, too many for a table. Are these really categories? "
                "For continuous ratings use concordance_correlation."
            )
            raise LabelError(msg)
        if squares is not None and (unit := unit_of_squares(table)):
            weights = divided(rows.weights, unit)
            _, _, squares, _ = _kernels.tabulate(rows.y_true, rows.y_pred, weights, threads_for(len(rows.y_true)))
        found = _names_of(values, rows)
        if rows.declared is None:
            if rows.names is not None and rows.ordered and not all(isinstance(x, (int, float)) for x in rows.names):
                if rows.names != found:
                    table, squares = placed(table, found, rows.names), placed(squares, found, rows.names)
                found = rows.names
            elif rows.names is not None and not rows.ordered:  # whatever the order of the categories
                names = in_order(found)
                table, squares, found = reordered(table, found, names), reordered(squares, found, names), names
        else:
            if rows.declared != found:
                table, squares = placed(table, found, rows.declared), placed(squares, found, rows.declared)
            found = rows.declared  # also where they are equal: 1 is True for Python, but another label
        return cls(table, found, rows.ordered, squares, missing=rows.missing)

    @classmethod
    def from_indicators(
        cls,
        y_true: Column,
        y_pred: Column,
        *,
        labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None,
        missing: Missing = "raise",
    ) -> Self:
        """
        Count two matrices of 0 and 1 with one column a label (multi-label data): a stack (L, 2, 2).

        `labels` names the columns; the tables have the labels 0 and 1. The matrices may be scipy-sparse.
        """
        return cls.from_indicator_rows(
            check_indicator_rows(y_true, y_pred, labels=labels, sample_weight=sample_weight, missing=missing)
        )

    @classmethod
    def from_indicator_rows(cls, rows: IndicatorRows) -> Self:
        """Count checked rows with one column a label."""
        table, squares = cells_of_columns(rows)
        return cls(table, (0, 1), True, squares, rows.outputs, missing=rows.missing)

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
        array = checked_table(table)
        names = tuple(range(array.shape[-1])) if labels is None else check_declared(labels)
        if len(names) != array.shape[-1]:
            msg = f"a table of {array.shape[-1]} x {array.shape[-1]} needs as many labels, not {len(names)}."
            raise LengthError(msg)
        if array.dtype.kind in "iu" and array.size and (array.sum((-2, -1), dtype=np.float64) >= 2.0**63).any():
            msg = "these counts exceed 64-bit integers; give them as floats."
            raise WeightError(msg)
        if array.dtype.kind == "f":
            cells = array.astype(np.float64)
            return cls(cells, names, ordered is not False, sums_in(cells * 1.0, 0, unit_of_squares(cells)))
        return cls(array.astype(np.int64), names, ordered is not False)

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
    ) -> Self:
        """
        Count two columns of an eager or lazy frame.

        A lazy frame (Polars, DuckDB, Dask, PySpark, Ibis) is grouped by both columns where it lives; only the
        table comes back.
        """
        from concordant.states.from_frames import counts_from_frame

        return counts_from_frame(
            cls,
            frame,
            y_true=y_true,
            y_pred=y_pred,
            labels=labels,
            sample_weight=sample_weight,
            missing=missing,
        )

    @classmethod
    def empty(cls, labels: Sequence[Label], *, ordered: bool = True, outputs: Sequence[Label] | None = None) -> Self:
        """Return the neutral element of adding: no row, for these labels."""
        names = check_declared(labels)
        refuse_many(names)
        shape = (len(names), len(names)) if outputs is None else (len(outputs), len(names), len(names))
        return cls(np.zeros(shape, np.int64), names, ordered, None, None if outputs is None else tuple(outputs))

    # -- verbs -------------------------------------------------------------------------------------------------

    @property
    def key(self) -> dict[str, Any]:
        """What must be equal to add two states."""
        return {
            "labels": self.labels,
            "ordered": self.ordered,
            "outputs": self.outputs,
            "stack": self.table.shape[:-2],
        }

    def __add__(self, other: Counts) -> Self:
        """Add the rows of two states."""
        if not isinstance(other, Counts):
            return NotImplemented
        require_same_key("Counts", self.key, other.key)
        weighted = self.squares is not None or other.squares is not None
        table = added(self.table, other.table)
        unit = unit_of_squares(table)
        return type(self)(
            table,
            self.labels,
            self.ordered,
            added(_squares(self, unit), _squares(other, unit)) if weighted else None,
            self.outputs,
            missing=self.missing + other.missing,
        )

    def __mul__(self, factor: float) -> Self:
        """Repeat every row `factor` times."""
        table = times(self.table, factor)
        squares = None if self.squares is None else sums_times(self.squares, factor, self.unit, unit_of_squares(table))
        missing = round(self.missing * factor)
        return type(self)(table, self.labels, self.ordered, squares, self.outputs, missing=missing)

    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        """Whether both hold the same rows under the same labels."""
        if not isinstance(other, Counts):
            return NotImplemented
        return (
            same_key(self.key, other.key)
            and self.missing == other.missing
            and np.array_equal(self.table, other.table)
            and np.array_equal(_squares(self, self.unit), _squares(other, self.unit))
        )

    __hash__ = None  # type: ignore[assignment]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that JSON can hold; `from_dict` reads it back to the last bit."""
        refuse_unstorable("counts", self.table, self.squares)
        return {
            "state": "counts",
            "version": _VERSION,
            "labels": plain_labels(self.labels),
            "ordered": self.ordered,
            "outputs": plain_labels(self.outputs),
            "table": self.table.tolist(),
            "squares": None if self.squares is None else self.squares.tolist(),
            "shape": list(self.table.shape),
            "dtype": self.table.dtype.name,
            "missing": self.missing,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """
        Read what `to_dict` wrote.

        Raises
        ------
        StateFormatError
            If a field is absent, or holds what no rows give; the message says which.
        """
        stored = StoredState(data, "counts", _VERSION, _FIELDS)
        shape, dtype = stored.shape("shape"), stored.dtype("dtype", COUNTED)
        labels, outputs = stored.labels("labels"), None if stored["outputs"] is None else stored.labels("outputs")
        table = stored.nested("table", shape, dtype)
        squares = None if stored["squares"] is None else stored.nested("squares", shape, "float64")
        require_sound("counts", unsound_counts(table, squares, labels, outputs))
        return cls(table, labels, stored.flag("ordered"), squares, outputs, missing=stored.whole("missing"))

    # -- views -------------------------------------------------------------------------------------------------

    @property
    def n(self) -> Any:
        """The number of rows or the sum of weights, for each table of the stack."""
        total = self.table.sum((-2, -1))
        return total.item() if np.ndim(total) == 0 else total

    @property
    def unit(self) -> int:
        """The exponent of the unit of `squares`: 0 unless weights are so small or large that squares leave float64."""
        return unit_of_squares(self.table)

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

    def one_vs_rest(self) -> Counts:
        """Return one 2 x 2 table a class, the class against all others: a stack (..., K, 2, 2)."""
        if self.outputs is not None:
            return self
        if not self._each:
            table = against_rest(self.table)
            squares = None if self.squares is None else against_rest(_squares(self, unit_of_squares(table)))
            self._each.append(Counts(table, (False, True), True, squares, self.labels, missing=self.missing))
        return self._each[0]

    def relabel(self, labels: Sequence[Label]) -> Counts:
        """Return the same counts over `labels`: reordered, or with labels added that did not occur."""
        names = check_declared(labels)
        if names == self.labels and self.ordered:
            return self
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
            msg = (
                "prevalence= is for one table of classes that exclude each other; these are tables of "
                f"{len(self.outputs)} labels or classes, each with a prevalence of its own. Take them one by one."
            )
            raise OptionError(msg)
        if len(self.labels) < 2:
            return self.binary(pos_label).at_prevalence(prevalence)
        shares = class_shares(prevalence, self.labels, lambda: self._positive(prevalence, pos_label))
        weights = class_weights(shares, self.table.sum(-1))[..., None]
        table = self.table * weights
        squares = self.table if self.squares is None else _squares(self, unit_of_squares(table))
        return Counts(table, self.labels, self.ordered, squares * weights**2, missing=self.missing)

    def _positive(self, prevalence: Any, pos_label: Label | None) -> Label:
        """The class whose share a prevalence is."""
        if pos_label is None and not self.ordered:
            one, two = self.labels
            msg = (
                f"prevalence={prevalence!r} is the share of the positive class; which of {one!r} and {two!r} is it? "
                f"Declare labels=[negative, positive], or give both shares: prevalence={{{one!r}: {1 - prevalence:g}, "
                f"{two!r}: {prevalence:g}}}."
            )
            raise PositiveLabelError(msg)
        return two_classes(self.labels, pos_label, ordered=self.ordered)[1]

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

    def __len__(self) -> int:
        """The number of tables in the stack."""
        if self.table.ndim == 2:
            msg = "these counts are one table, not a stack."
            raise TypeError(msg)
        return len(self.table)

    def __getitem__(self, index: Any) -> Counts:
        """Take tables out of a stack."""
        if self.table.ndim == 2:
            msg = "these counts are one table, not a stack; use .table for its cells."
            raise TypeError(msg)
        stack = self.table.shape[:-2]
        places = np.arange(math.prod(stack)).reshape(stack)[index]  # an index never reaches into a table
        table = self.table.reshape(-1, *self.table.shape[-2:])[places]
        squares = None
        if self.squares is not None:
            squares = _squares(self, unit_of_squares(table)).reshape(-1, *self.table.shape[-2:])[places]
        outputs = None if self.outputs is None else outputs_at(places, self.outputs)
        return Counts(table, self.labels, self.ordered, squares, outputs, missing=self.missing)

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


def _squares(counts: Counts, unit: int) -> NumberArray:
    """Sums of squared weights in this unit; a row without weights has weight one."""
    if counts.squares is None:
        return sums_in(counts.table.astype(np.float64), 0, unit)
    return sums_in(counts.squares, counts.unit, unit)


def _names_of(values: npt.NDArray[Any], rows: LabelRows) -> tuple[Label, ...]:
    if rows.names is not None:
        return tuple(rows.names[code] for code in values.tolist())
    if rows.logical:
        return tuple(bool(value) for value in values.tolist())
    return tuple(values.tolist())
