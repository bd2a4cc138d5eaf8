"""Rows of labels as a sample: an atom is a cell of the table, or of the table of truth and several predictions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.engines.arrays.labels import MOST_CELLS, counts, joint_counts
from concordant.inference.influence.classes import Patterns, PerClass
from concordant.inference.influence.influences import Influences
from concordant.inference.influence.tables import (
    TooManyCellsError,
    at_cells,
    cell_influence,
    cell_slopes,
    influence_everywhere,
    slopes_of_each,
)
from concordant.inference.samples.sample import Atoms, Bools, Clusters, LabelSample, Quantity, Totals
from concordant.inputs.label_values import occurring_indices
from concordant.inputs.labels import LabelRows, codes_of
from concordant.inputs.rows import check_clusters
from concordant.metrics.arithmetic import sums_of_groups
from concordant.metrics.definition.facts import Share
from concordant.metrics.definition.metric import Functional, Metric
from concordant.settings import threads_for
from concordant.states import Counts
from concordant.states.tables import Cells
from concordant.typing import FloatArray, Label

Codes = Sequence[npt.NDArray[np.intp]]  # of each column
_TABLE = 1 << 12  # cells of a joint table that is counted, whatever the rows
_CELLS_PER_ROW = 8  # cells of a larger joint table that is counted
_EVERY = 1024  # labels; of more, derivatives by empty cells are not taken
_MANY = 8  # labels; of fewer, a table is as quick as the cells that hold rows
_FEW = 64  # labels, of fewer than which a table is read as soon as its cells
_STACK = 1 << 22  # cells of the tables that are taken at once: 32 MiB


@dataclass(frozen=True)
class CellSample(LabelSample):
    """
    Rows of two columns of labels.

    Attributes
    ----------
    atoms : Atoms
        Non-empty cells; several atoms can lie in one cell of this table and differ in another's.
    state : Counts
        One table (K, K).
    codes : tuple of two ndarray of int, shape (U,)
        The true and the predicted label of each atom, as indices of the labels.
    """

    atoms: Atoms
    state: Counts
    codes: tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]
    _last: list[Any] = field(default_factory=list, init=False, repr=False, compare=False)

    @classmethod
    def of_table(cls, counts: Counts) -> CellSample:
        """The cells of one table that hold rows."""
        cells = counts.occupied
        weight = cells.counts.astype(np.float64)
        atoms = Atoms(weight, weight if cells.squares is None else cells.squares, cells.truth)
        sample = cls(atoms, counts, (cells.truth, cells.prediction))
        sample.__dict__["_cells"] = cells
        return sample

    @classmethod
    def of_cells(cls, atoms: Atoms, state: Counts, cell: npt.NDArray[np.intp]) -> CellSample:
        """Atoms in these cells of the table, numbered row after row, (U,)."""
        truth, prediction = np.divmod(cell, len(state.labels))
        return cls(atoms, state, (truth, prediction))

    @cached_property
    def cell(self) -> npt.NDArray[np.intp]:
        """The cell of each atom in the table, numbered row after row, (U,)."""
        truth, prediction = self.codes
        return truth * len(self.state.labels) + prediction

    def rows_of_labels(self, code: npt.NDArray[np.intp], some: Any = 1.0) -> FloatArray:
        """How many rows each label has, of all or of some of the atoms, by Kish's count."""
        size, powers = len(self.state.labels), (self.atoms.weight * some, self.atoms.squares * some)
        weight, squares = (np.bincount(code, power, size).astype(np.float64) for power in powers)
        return np.divide(weight**2, squares, out=np.zeros(size), where=squares > 0)

    def differs(self, other: CellSample, metric: Metric) -> Bools:
        """Compare the predictions."""
        del metric
        return np.asarray(self.codes[1] != other.codes[1])

    def joined(self, other: CellSample, metric: Metric) -> CellSample:
        """Put the cells of both one after the other."""
        del metric
        truth, prediction = (np.concatenate(both) for both in zip(self.codes, other.codes, strict=True))
        return CellSample(self.atoms.twice(), self.state, (truth, prediction))

    def against_rest(self, index: int) -> CellSample:
        """The same rows with two labels: 1 for this class, and 0 for all others."""
        truth, prediction = ((code == index).astype(np.intp) for code in self.codes)
        table = np.bincount(2 * truth + prediction, self.atoms.weight, 4).reshape(2, 2)
        return CellSample(self.atoms, Counts(table, (0, 1)), (truth, prediction))

    @cached_property
    def _labels(self) -> Patterns:
        """The patterns of the atoms for each class, which all values of each class share."""
        return Patterns(self.codes, len(self.state.labels))

    @cached_property
    def _cells(self) -> Cells:
        """The cells of the table that hold rows: to list those of a large table takes longer than to count them."""
        return self.state.occupied

    @cached_property
    def listed(self) -> Counts:
        """The counts, of many labels as the cells that hold rows."""
        if self.state.cells is not None or self.state.stack or len(self.state.labels) <= _FEW:
            return self.state
        return Counts.from_cells(self._cells, self.state.labels, ordered=self.state.ordered)

    @cached_property
    def _held(self) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
        """The cells that hold atoms, in order, and the index of the cell of each atom among them."""
        return occurring_indices(self.cell, len(self.state.labels) ** 2)

    def values(self, metric: Metric, options: Mapping[str, Any], weights: FloatArray) -> FloatArray:
        """Take the metric of a stack of tables, a part of it at once."""
        size = len(self.state.labels)
        cells, index = self._held
        weights = weights if (np.diff(index) > 0).all() else sums_of_groups(weights, index)
        if metric.facts.of_cells and size > _MANY:
            # Which labels they are does not matter here: those that do not occur are left out.
            truth, prediction = (np.unique(codes, return_inverse=True)[1] for codes in np.divmod(cells, size))
            most = max(truth.max(initial=0), prediction.max(initial=0)) + 1
            return np.asarray(metric.formula(Cells(truth, prediction, weights, int(most)), **options), np.float64)
        many = max(1, _STACK // max(size * size if self.state.cells is None else len(cells), 1))
        stacks = (self._stack(weights[first : first + many], cells) for first in range(0, max(len(weights), 1), many))
        return np.concatenate([np.asarray(metric.formula(stack, **options), np.float64) for stack in stacks])

    def _stack(self, weights: FloatArray, cells: npt.NDArray[np.intp]) -> Counts:
        size = len(self.state.labels)
        if self.state.cells is not None:
            held = Cells(*np.divmod(cells, size), weights, size)
            return Counts.from_cells(held, self.state.labels, ordered=self.state.ordered)
        flat = np.zeros((len(weights), size * size))
        flat[:, cells] = weights
        return Counts(flat.reshape(-1, size, size), self.state.labels, self.state.ordered)

    def influences(self, metric: Metric, options: Mapping[str, Any]) -> Influences | None:
        """
        Differentiate the formula by the cells; those of a metric of each class are not written down.

        None where derivatives must be taken one by one, and there are too many.
        """
        per_class = options.get("average", "") is None and len(self.state.labels) > 2
        if per_class and options.get("prevalence") is options.get("classes") is None:  # not of all, nor of some classes
            return PerClass.of_formula(partial(metric.formula, **options), self.state, self._labels)
        try:
            _, everywhere = self.everywhere(metric, options)
            if everywhere is not None:
                return Influences(everywhere[self.cell])
            cells, index = self._held
            return Influences(cell_influence(partial(metric.formula, **options), self.state, cells)[index])
        except TooManyCellsError:
            return None

    def influence_of_every_cell(self, metric: Metric, options: Mapping[str, Any]) -> FloatArray:
        """Differentiate by all cells, also those that hold no rows: (K, K, *S)."""
        size, (_, psi) = len(self.state.labels), self.everywhere(metric, options)
        if psi is None:
            every_cell = np.arange(size * size)
            psi = cell_influence(partial(metric.formula, **options), self.state, every_cell)
        return psi.reshape(size, size, *psi.shape[1:])

    def everywhere(self, metric: Metric, options: Mapping[str, Any]) -> tuple[Functional | None, FloatArray | None]:
        """
        The metric as a function of the shares of cells, and the influence of a row in any cell, (K^2, *S).

        Each is None where it is not known. They are kept, as several methods need them.
        """
        if metric.facts.of_cells or self.state.cells is not None or len(self.state.labels) > _EVERY:
            return None, None
        if not self._last or self._last[0] is not metric or self._last[1] is not options:
            functional = None if metric.of_tables is None else metric.of_tables(self.state.labels, **options)
            self._last[:] = metric, options, (functional, influence_everywhere(metric, options, self.state, functional))
        kept: tuple[Functional | None, FloatArray | None] = self._last[2]
        return kept

    def per_row(self, quantity: Quantity, *, each: bool = False) -> Influences:
        """The slope of a sum over rows is what one row adds to it."""
        if each:
            return PerClass(slopes_of_each(quantity, self.state.one_vs_rest())[1].T, self._labels)
        cells, index = self._held
        return Influences(cell_slopes(quantity, self.state, cells)[index])

    def totals(self, share: Share) -> Totals:
        """Sums of the cells: a row is in the denominator or is not."""
        part, whole = share.part(self.state), share.whole(self.state)
        if self.atoms.counted:
            return Totals(part, whole, part, whole)
        squared = at_cells(self.state, self.cell, self.atoms.squares)
        return Totals(part, whole, share.part(squared), share.whole(squared))


def _samples(states: Sequence[Counts], atoms: Atoms, codes: Codes) -> list[CellSample]:
    """One for each state, of atoms with these codes of the truth and of each prediction."""
    return [CellSample(atoms, state, (codes[0], code)) for state, code in zip(states, codes[1:], strict=True)]


def label_samples(all_rows: Sequence[LabelRows], cluster: Any = None) -> list[CellSample]:
    """
    Count rows by truth and all predictions at once.

    The atoms are the cells of that table that hold rows. Weighted rows are atoms of their own, and so are all rows
    where they are few for so many cells.
    """
    first = all_rows[0]
    if len(all_rows) > 1 and cluster is None and first.weights is None and first.times is None:
        joint = joint_counts(all_rows)
        if joint is not None:
            return _samples(joint.states, Atoms(joint.weight, joint.weight, joint.codes[0]), joint.codes)
    states = _states(all_rows)
    counted = len(states) == 1 and cluster is None and not states[0].weighted
    if counted or not states[0].labels:  # without a label no row weighs anything
        return [CellSample.of_table(state) for state in states]
    if first.times is not None:
        clusters = None if cluster is None else check_clusters(cluster, len(first.y_true), first.kept)
        return samples_of_groups(all_rows, clusters)
    codes = _codes(all_rows, states[0].labels)
    groups = None if cluster is None else check_clusters(cluster, len(codes[0]), first.kept)
    return samples_of_codes(states, codes, first.weights, groups)


def samples_of_codes(
    states: Sequence[Counts],
    codes: Codes,
    weights: npt.NDArray[Any] | None,
    groups: tuple[npt.NDArray[np.intp], int] | None,
) -> list[CellSample]:
    """
    Make samples of rows that are encoded already.

    Parameters
    ----------
    states : sequence of Counts
        The table of each prediction, all with the same labels.
    codes : sequence of ndarray of int, shape (n,)
        The index among those labels of the truth and of each prediction of every row.
    weights : ndarray of shape (n,) or None
        Weights of the rows.
    groups : tuple of an ndarray of int, shape (n,), and int, or None
        The cluster of each row, and how many clusters there are.
    """
    size = len(states[0].labels)
    if weights is None and groups is None:
        if not size or size ** (len(codes) - 1) > MOST_CELLS:
            return _samples(states, Atoms.of_rows(len(codes[0]), codes[0]), codes)
        counted, joint = _kernels.joint_cells(codes, size, threads_for(len(codes[0])))
        return _samples(states, Atoms(counted, counted, joint[0]), joint)
    unit, cells = _atoms(codes, size, alone=states[0].weighted)
    weight_of_row = np.ones(len(unit)) if weights is None else weights.astype(np.float64)
    squared = weight_of_row if weights is None else None
    clusters = None if groups is None else Clusters(groups[0], unit, weight_of_row, groups[1], squared=squared)
    weight = np.bincount(unit, weight_of_row, minlength=len(cells[0])).astype(np.float64)
    squares = weight if weights is None else weight_of_row**2  # weighted rows are atoms of their own
    return _samples(states, Atoms(weight, squares, cells[0], clusters), cells)


def samples_of_groups(
    all_rows: Sequence[LabelRows],
    cluster: tuple[npt.NDArray[np.intp], int] | None = None,
    *,
    squares: FloatArray | None = None,
) -> list[CellSample]:
    """
    Make samples of rows that are alike together: `times` says how often each occurs.

    Parameters
    ----------
    all_rows : sequence of LabelRows
        The same groups of rows beside the predictions of each model.
    cluster : tuple of an ndarray of int, shape (n,), and int, or None
        The cluster of each group of rows, and how many clusters there are.
    squares : ndarray of float64, shape (n,), or None
        The sums of the squared weights of each group; None if rows are not weighted.
    """
    first, states = all_rows[0], _states(all_rows)
    if len(states) == 1 and cluster is None and squares is None:
        return [CellSample.of_table(states[0])]
    weights = np.asarray(first.times if squares is None else first.weights, np.float64)
    cells, unit = np.unique(np.stack(_codes(all_rows, states[0].labels), axis=1), axis=0, return_inverse=True)
    unit = unit.ravel()
    weight = np.bincount(unit, weights, minlength=len(cells)).astype(np.float64)
    squared = weight if squares is None else np.bincount(unit, squares, minlength=len(cells)).astype(np.float64)
    clusters = None if cluster is None else Clusters(cluster[0], unit, weights, cluster[1], first.times, squares)
    codes = list(cells.T.astype(np.intp))
    return _samples(states, Atoms(weight, squared, codes[0], clusters), codes)


def _codes(all_rows: Sequence[LabelRows], labels: tuple[Label, ...]) -> Codes:
    """The indices among the labels of the truth and of each prediction; of a row of weight zero, which is absent, 0."""
    first = all_rows[0]
    columns = [(first.y_true, first.names), *((rows.y_pred, rows.names) for rows in all_rows)]
    if first.weights is None:
        return [codes_of(column, names, labels) for column, names in columns]
    present, codes = first.weights > 0, np.zeros((len(columns), len(first.y_true)), np.intp)
    for code, (column, names) in zip(codes, columns, strict=True):
        code[present] = codes_of(column[present], names, labels)
    return list(codes)


def _states(columns: Sequence[LabelRows]) -> list[Counts]:
    """The table of each prediction, all with the same labels, which have an order if those of the table have one."""
    states = [counts(rows) for rows in columns]
    names = {label for state in states for label in state.labels}
    if len(states) == 1 or all(len(state.labels) == len(names) for state in states):
        return states
    # All predictions below one another have all labels, in their order.
    truth, predicted = np.tile(columns[0].y_true, len(columns)), np.concatenate([rows.y_pred for rows in columns])
    labels = counts(replace(columns[0], y_true=truth, y_pred=predicted, weights=None, times=None)).labels
    relabelled = []
    for state in states:
        table = state.relabel(labels)
        if table.cells is not None:
            relabelled.append(Counts.from_cells(table.cells, labels, ordered=state.ordered, missing=state.missing))
        else:
            relabelled.append(Counts(table.table, labels, state.ordered, table.squares, missing=state.missing))
    return relabelled


def _atoms(codes: Codes, size: int, *, alone: bool) -> tuple[npt.NDArray[np.intp], Codes]:
    """The atom of each row, and the codes of each atom: the rows, where they are few for so many cells."""
    rows, cells = len(codes[0]), size ** len(codes)
    if alone or cells > max(_CELLS_PER_ROW * rows, _TABLE):
        return np.arange(rows), codes
    joint = codes[0] * size
    for code in codes[1:-1]:
        joint += code
        joint *= size
    occurring, unit = occurring_indices(joint + codes[-1], cells)
    return unit, list(np.unravel_index(occurring, (size,) * len(codes)))


def smoothed_shares(usage: FloatArray) -> FloatArray:
    """
    Return the shares of the labels in columns, (..., columns, K), with one row more of the shares of all of them.

    Where one label alone occurs, the others are as likely as it.
    """
    pooled = usage.sum(-2, keepdims=True)
    pooled = pooled / pooled.sum(-1, keepdims=True)
    pooled = np.where(pooled.max(-1, keepdims=True) == 1, 1 / pooled.shape[-1], pooled)
    return np.asarray((usage + pooled) / (usage.sum(-1, keepdims=True) + 1))
