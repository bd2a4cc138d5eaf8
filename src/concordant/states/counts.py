"""Counts: how often each pair of labels occurs. Accuracy, rates, F1, every kappa: all follow from it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import FrozenInstanceError, dataclass, field, replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt

from concordant.inputs.labels import check_declared, two_classes
from concordant.states.cells import Cells, moved, table_pays
from concordant.states.counts_from_data import CountsFromData
from concordant.states.counts_merged import added_counts, same_rows, squares_in
from concordant.states.counts_views import CountsViews
from concordant.states.merging import (
    plain_labels,
    require_same_key,
    same_key,
    sums_in,
    sums_times,
    times,
    unit_of_squares,
)
from concordant.states.pair_weights import PairWeights
from concordant.states.sound import refuse_unstorable, require_sound, unsound_counts, unsound_places
from concordant.states.stored import COUNTED, StoredState
from concordant.states.tables import MOST_LABELS, against_rest, checked_table, outputs_at, placed, refuse_many
from concordant.typing import Label, NumberArray

if TYPE_CHECKING:
    from concordant.states.ratings import Ratings

_VERSION, _VERSION_OF_CELLS = 1, 2
_FIELDS = ("labels", "ordered", "outputs", "table", "squares", "shape", "dtype", "missing")
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

    table: NumberArray
    labels: tuple[Label, ...]
    ordered: bool = True
    squares: NumberArray | None = None
    outputs: tuple[Label, ...] | None = None
    missing: int = field(default=0, kw_only=True)
    _each: list[Counts] = field(default_factory=list, init=False, repr=False)  # one_vs_rest(), once it was asked for
    _cells: Cells | None = field(default=None, init=False, repr=False)  # in place of `table`, which is made on demand

    @classmethod
    def from_cells(cls, cells: Cells, labels: tuple[Label, ...], *, ordered: bool = True, missing: int = 0) -> Self:
        """Take the numbers of some cells; all others are empty."""
        state: Self = object.__new__(_CountsOfCells)  # type: ignore[assignment]
        known = {
            "labels": labels,
            "ordered": ordered,
            "outputs": None,
            "missing": missing,
            "_each": [],
            "_cells": cells,
        }
        for name, value in known.items():
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
            return cls(cells, names, ordered is not False, sums_in(cells * 1.0, 0, unit_of_squares(cells)))
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
        from concordant.states.counts_union import union

        return union(Counts, parts)

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

    @property
    def key(self) -> dict[str, Any]:
        """What must be equal to add two states."""
        return {"labels": self.labels, "ordered": self.ordered, "outputs": self.outputs, "stack": self.stack}

    def __add__(self, other: Counts) -> Self:
        """Add the rows of two states."""
        if not isinstance(other, Counts):
            return NotImplemented
        require_same_key("Counts", self.key, other.key)
        return added_counts(self, other)

    def __mul__(self, factor: float) -> Self:
        """Repeat every row `factor` times."""
        numbers, squares = times(self.numbers, factor), self.number_squares
        if squares is not None:
            squares = sums_times(squares, factor, self.unit, unit_of_squares(numbers))
        return self.with_numbers(numbers, squares, missing=round(self.missing * factor))

    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        """Whether both hold the same rows under the same labels."""
        if not isinstance(other, Counts):
            return NotImplemented
        return same_key(self.key, other.key) and self.missing == other.missing and same_rows(self, other)

    __hash__ = None  # type: ignore[assignment]

    def to_dict(self) -> dict[str, Any]:
        """
        Return plain data that JSON can hold; `from_dict` reads it back to the last bit.

        Of many labels whose table is nearly empty the cells that hold rows, as version 2.
        """
        if (cells := self.stored_cells) is not None:
            refuse_unstorable("counts", cells.counts, cells.squares)
            names = ("truth", "prediction", "numbers", "squares")
            parts = (cells.truth, cells.prediction, cells.counts, cells.squares)
            columns = {name: None if one is None else one.tolist() for name, one in zip(names, parts, strict=True)}
            kind = {"state": "counts", "version": _VERSION_OF_CELLS, "labels": plain_labels(self.labels)}
            return {
                **kind,
                "ordered": self.ordered,
                **columns,
                "dtype": cells.counts.dtype.name,
                "missing": self.missing,
            }
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
        if isinstance(data, Mapping) and data.get("version") == _VERSION_OF_CELLS:
            return cls._from_cells_of(StoredState(data, "counts", _VERSION_OF_CELLS, _FIELDS_OF_CELLS))
        stored = StoredState(data, "counts", _VERSION, _FIELDS)
        shape, dtype = stored.shape("shape"), stored.dtype("dtype", COUNTED)
        labels, outputs = stored.labels("labels"), None if stored["outputs"] is None else stored.labels("outputs")
        table = stored.nested("table", shape, dtype)
        squares = None if stored["squares"] is None else stored.nested("squares", shape, "float64")
        require_sound("counts", unsound_counts(table, squares, labels, outputs))
        return cls(table, labels, stored.flag("ordered"), squares, outputs, missing=stored.whole("missing"))

    @classmethod
    def _from_cells_of(cls, stored: StoredState) -> Self:
        """Read the cells that hold rows."""
        labels, dtype = stored.labels("labels"), stored.dtype("dtype", COUNTED)
        truth, prediction = stored.row("truth", "int64"), stored.row("prediction", "int64")
        numbers = stored.row("numbers", dtype)
        squares = None if stored["squares"] is None else stored.row("squares", "float64")
        require_sound("counts", unsound_places(truth, prediction, numbers, squares, labels))
        cells = Cells(truth.astype(np.intp), prediction.astype(np.intp), numbers, len(labels), squares)
        return cls.from_cells(cells, labels, ordered=stored.flag("ordered"), missing=stored.whole("missing"))

    def with_numbers(
        self, numbers: NumberArray, squares: NumberArray | None = None, *, missing: int | None = None
    ) -> Self:
        """Return other numbers in the same cells."""
        missing = self.missing if missing is None else missing
        if self._cells is None:
            return type(self)(numbers, self.labels, self.ordered, squares, self.outputs, missing=missing)
        cells = replace(self._cells, counts=numbers, squares=squares)
        return self.from_cells(cells, self.labels, ordered=self.ordered, missing=missing)

    def with_squares(self, sums: Counts) -> Self:
        """
        Return the same with sums of squares that a state of the same labels holds as its weights.

        It may lack cells, as squares of small weights are 0.
        """
        if self._cells is None:
            return self.with_numbers(self.numbers, sums.table)
        return self.with_numbers(self.numbers, sums.occupied.at(self._cells.flat).counts)

    def weighed(self, weights: Any) -> Self:
        """Return each of `numbers` times a weight: one of all, an array of one each, or `PairWeights` of the labels."""
        if not isinstance(weights, PairWeights):
            return self.with_numbers(weights * self.numbers)
        numbers: Any = self.numbers
        each = weights.of(*self.places)
        # Numbers that remember how they were computed keep the weights.
        return self.with_numbers(each * numbers if isinstance(numbers, np.ndarray) else numbers.weighed(each, weights))

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
        from concordant.engines.panels_of_counts import panel_of_counts

        return panel_of_counts(self, raters)

    def one_vs_rest(self) -> Counts:
        """Return one 2 x 2 table a class, the class against all others: a stack (..., K, 2, 2)."""
        if self.outputs is not None:
            return self
        if not self._each:
            cut = against_rest if self._cells is None else self._cells.against_rest
            table = cut(self.numbers)
            squares = cut(squares_in(self, unit_of_squares(table))) if self.weighted else None
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
        from concordant.states.counts_at_prevalence import counts_at_prevalence

        return counts_at_prevalence(self, prevalence, pos_label)

    def __len__(self) -> int:
        """The number of tables in the stack."""
        if not self.stack:
            msg = "these counts are one table, not a stack."
            raise TypeError(msg)
        return len(self.table)

    def __getitem__(self, index: Any) -> Counts:
        """Take tables out of a stack."""
        if not self.stack:
            msg = "these counts are one table, not a stack; use .table for its cells."
            raise TypeError(msg)
        stack = self.table.shape[:-2]
        places = np.arange(math.prod(stack)).reshape(stack)[index]  # an index never reaches into a table
        table = self.table.reshape(-1, *self.table.shape[-2:])[places]
        squares = None
        if self.squares is not None:
            squares = squares_in(self, unit_of_squares(table)).reshape(-1, *self.table.shape[-2:])[places]
        outputs = None if self.outputs is None else outputs_at(places, self.outputs)
        return Counts(table, self.labels, self.ordered, squares, outputs, missing=self.missing)

    def __repr__(self) -> str:
        """All fields; in place of a table that has no room how many cells there are."""
        if self._cells is not None and len(self.labels) > MOST_LABELS:
            return f"Counts({len(self._cells.truth)} cells of {len(self.labels)} x {len(self.labels)}, n={self.n})"
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
        msg = f"cannot assign to field {name!r}"
        raise FrozenInstanceError(msg)

    if not TYPE_CHECKING:  # every attribute would be known otherwise

        def __getattr__(self, name: str) -> Any:
            """Make the table of the cells; only what is not there yet is asked for here."""
            if name not in ("table", "squares"):
                msg = f"'Counts' object has no attribute {name!r}"
                raise AttributeError(msg)
            numbers = self._cells.counts if name == "table" else self._cells.squares
            object.__setattr__(self, name, None if numbers is None else self._cells.table(numbers))
            return object.__getattribute__(self, name)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the cells in place of the table that they are."""
        given = {"labels": self.labels, "ordered": self.ordered, "missing": self.missing}
        return _of_cells, (self._cells, given)


_CountsOfCells.__name__ = _CountsOfCells.__qualname__ = "Counts"  # the same to whoever asks


def _of_cells(cells: Cells, given: dict[str, Any]) -> Counts:
    return Counts.from_cells(cells, **given)
