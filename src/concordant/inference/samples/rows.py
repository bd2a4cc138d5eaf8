"""Rows with several labels, and rows with quantities."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.engines.arrays.labels import cells_of_rows
from concordant.engines.arrays.quantities import ranking_moments, ranking_values, row_losses
from concordant.errors import OptionError, WeightError
from concordant.inference.influence.influences import Influences
from concordant.inference.influence.tables import cell_slopes, comoment_slopes, mean_slopes, slopes_of_each
from concordant.inference.samples.sample import Atoms, Bools, Clusters, LabelSample, Quantity, Sample, Totals, row_atoms
from concordant.inference.samples.scores import resolved
from concordant.inputs.indicators import IndicatorRows
from concordant.inputs.rankings import RankingRows
from concordant.inputs.rows import check_clusters
from concordant.inputs.scores import MeasurementRows, ScoreRows
from concordant.metrics.definition.facts import Share
from concordant.metrics.definition.kinds import MEASUREMENTS
from concordant.metrics.definition.metric import Metric
from concordant.states import Counts, Moments, SampleCounts
from concordant.states.moments import two_sum
from concordant.typing import FloatArray, NumberArray

_BITS = 62  # rows that fit in one integer are grouped
_BATCH = 1 << 21  # tables in one stack: 64 MiB


def loss_samples(metric: Metric, all_rows: Sequence[ScoreRows], cluster: Any = None) -> list[MomentSample]:
    """Take the loss of every row."""
    models = [resolved(rows) for rows in all_rows]
    first = models[0]
    stratum = None if first.multilabel else np.unique(first.y_true, return_inverse=True)[1].astype(np.intp)
    atoms = row_atoms(first, cluster, stratum)
    return [MomentSample(atoms, metric.kind.gather(metric, rows, {}), row_losses(rows, metric.loss)) for rows in models]


def measurement_samples(all_rows: Sequence[MeasurementRows], cluster: Any = None) -> list[MomentSample]:
    """Take both measurements of every row."""
    atoms = row_atoms(all_rows[0], cluster)
    samples = []
    for rows in all_rows:
        values = np.stack([rows.y_true, rows.y_pred], axis=1).astype(float)
        samples.append(MomentSample(atoms, Moments.from_measurement_rows(rows), values))
    return samples


def ranking_samples(
    metric: Metric, all_rows: Sequence[RankingRows], options: Mapping[str, Any], cluster: Any = None
) -> list[MomentSample]:
    """Take the quantity of every row, which the options of the metric choose."""
    quantity, name = metric.chosen(options)
    atoms = row_atoms(all_rows[0], cluster)
    samples = []
    for rows in all_rows:
        state, values = ranking_moments(rows, quantity, name), ranking_values(rows, quantity)
        if len(state.names) == 1:
            columns = values[:, None]
        else:  # 0 where it is undefined, and beside it whether it is defined
            defined = ~np.isnan(values)
            columns = np.stack([np.where(defined, values, 0.0), defined.astype(np.float64)], axis=1)
        samples.append(MomentSample(atoms, state, columns))
    return samples


@dataclass(frozen=True)
class MomentSample(Sample):
    """
    Rows with Q quantities each, or for several labels at once (L, Q).

    Attributes
    ----------
    atoms : Atoms
        One a row.
    state : Moments
        Of all rows.
    rows : ndarray of float64, shape (n, Q) or (n, L, Q)
        The quantities of each row; infinite ones are losses.
    """

    atoms: Atoms
    state: Moments
    rows: FloatArray

    def differs(self, other: MomentSample, metric: Metric) -> Bools:
        """Compare the quantities that the metric reads."""
        del metric
        return np.asarray((self.rows != other.rows).reshape(len(self.rows), -1).any(1))

    def joined(self, other: MomentSample, metric: Metric) -> MomentSample:
        """Put the rows of both one after the other."""
        del metric
        return MomentSample(self.atoms.twice(), self.state, np.concatenate([self.rows, other.rows]))

    def values(self, metric: Metric, options: Mapping[str, Any], weights: FloatArray) -> FloatArray:
        """Take the metric of moments that are matrix products of weights and quantities."""
        stack = self._stack(metric, weights)
        return np.asarray(of_stack(metric, options, self.state)(stack), np.float64)

    def reweighted(self, metric: Metric, weights: FloatArray) -> MomentSample:
        """The same rows with other weights."""
        stack = self._stack(metric, weights[None])
        parts = {name: np.asarray(getattr(stack, name))[0] for name in ("weight", "squares", "mean", "comoment")}
        rest = None if stack.rest is None else stack.rest[0]
        return replace(self, atoms=Atoms(weights, weights), state=replace(stack, rest=rest, **parts))

    def _stack(self, metric: Metric, weights: FloatArray) -> Moments:
        """The moments under each row of weights."""
        shape = self.state.mean.shape
        centre = self.state.mean.ravel()
        flat = self.rows.reshape(len(self.rows), len(centre))
        infinite = np.isinf(flat)
        lacking = np.zeros_like(centre) if self.state.rest is None else self.state.rest.ravel()
        distance = np.where(infinite, 0.0, flat - np.where(np.isinf(centre), 0.0, centre) - lacking)
        total = weights.sum(1)
        with np.errstate(invalid="ignore", divide="ignore"):
            step = (weights @ distance) / total[:, None]
        mean, rest = two_sum(np.where(np.isinf(centre), 0.0, centre), lacking + step)
        if infinite.any():
            mean = np.where(weights @ infinite > 0, np.inf, mean)
        weight = np.broadcast_to(total.reshape(-1, *[1] * (len(shape) - 1)), (len(weights), *shape[:-1]))
        return replace(
            self.state,
            weight=weight,
            squares=weight,  # no formula reads it
            mean=mean.reshape(-1, *shape),
            rest=None if self.state.rest is None else rest.reshape(-1, *shape),
            comoment=self._comoments(metric, weights, distance, step),
        )

    def _comoments(self, metric: Metric, weights: FloatArray, distance: FloatArray, step: FloatArray) -> FloatArray:
        """Under each row of weights; NaN for metrics that only read means."""
        if metric.kind is not MEASUREMENTS:
            return np.full((len(weights), *self.state.comoment.shape), np.nan)
        around = np.einsum("up,uq->upq", distance, distance).reshape(len(distance), distance.shape[1] ** 2)
        between = np.einsum("b,bp,bq->bpq", weights.sum(1), step, step)
        comoment: FloatArray = (weights @ around).reshape(between.shape) - between
        own = np.arange(comoment.shape[-1])
        rounding = 4 * np.finfo(np.float64).eps * len(distance) * between[:, own, own]
        constant = comoment[:, own, own] <= rounding  # all rows of the draw are alike: the variance is 0, not rounding
        comoment[constant[:, :, None] | constant[:, None, :]] = 0.0
        return comoment

    def influences(self, metric: Metric, options: Mapping[str, Any]) -> Influences:
        """Differentiate the formula by means and co-moments, and follow each row through them."""
        formula, state = of_stack(metric, options, self.state), self.state
        with np.errstate(all="ignore"):  # infinite losses have no influence, nor have ratings without squares: NaN
            distance = self.rows - state.mean if state.rest is None else self.rows - state.mean - state.rest
            distance = distance.reshape(len(self.rows), state.mean.size)
            psi = np.tensordot(distance, mean_slopes(formula, state), axes=1)
            if metric.kind is MEASUREMENTS:
                slopes, (first, second) = comoment_slopes(formula, state)
                moved = distance[:, first] * distance[:, second] * float(state.weight) - state.comoment[first, second]
                psi = psi + np.tensordot(moved, slopes, axes=1)
        return Influences(np.asarray(psi))


@dataclass(frozen=True)
class SummarySample(Sample):
    """
    Stand-ins for rows that are not held any more: 2 Q points with their means and co-moments.

    The points lie on both sides of the means, along the axes of the co-moments. A formula of means has the same
    standard error on them as on the rows.

    Attributes
    ----------
    atoms : Atoms
        The points, each with an equal share of the weight.
    state : Moments
        One state.
    """

    atoms: Atoms
    state: Moments

    @classmethod
    def of_state(cls, state: Moments) -> SummarySample:
        """Share the weight out to the points."""
        points = 2 * len(state.names)
        share = np.full(points, 1 / points)
        return cls(Atoms(share * float(state.weight), share * float(state.squares)), state)

    def values(self, metric: Metric, options: Mapping[str, Any], weights: FloatArray) -> FloatArray:
        """Refuse: rows that are not known cannot be drawn."""
        del options, weights
        msg = f"a bootstrap of {metric.name} needs the rows, not their Moments: call {metric.name}.interval."
        raise OptionError(msg)

    def influences(self, metric: Metric, options: Mapping[str, Any]) -> Influences | None:
        """Follow the points through the slopes by the means; None for metrics of co-moments, which vary as well."""
        if metric.kind is MEASUREMENTS:
            return None
        state, size = self.state, len(self.state.names)
        with np.errstate(invalid="ignore", divide="ignore"):
            covariance = state.comoment / state.weight
            if not np.isfinite(covariance).all():
                return Influences(np.full(2 * size, np.nan))
            eigenvalues, axes = np.linalg.eigh(covariance)
            step = axes * np.sqrt(np.maximum(eigenvalues, 0.0) * size)
            slopes = mean_slopes(of_stack(metric, options, state), state)
            psi = np.tensordot(step.T, slopes, axes=1)
        return Influences(np.concatenate([psi, -psi]))


def of_stack(metric: Metric, options: Mapping[str, Any], state: Moments) -> Callable[[Moments], Any]:
    """The formula for a stack of states like this one: along its leading axis stand no labels to average over."""
    chosen = dict(options)
    if state.weight.ndim == 0 and "average" in metric.options:
        chosen["average"] = None
    return lambda stack: metric.formula(stack, **chosen)


# Rows with several labels at once, counted label by label.
#
# The labels of a row belong together: a row moves an average over labels by the sum of what its labels do, so that
# their correlation is in the standard error, and rows are resampled as a whole.


def indicator_samples(
    all_rows: Sequence[IndicatorRows], cluster: Any = None, *, whole: bool = False
) -> list[LabelSample]:
    """
    Count rows of matrices of indicators.

    The atoms are distinct rows where they are few, or the rows. `whole`: rows are judged one by one.
    """
    if whole:
        return list(_of_whole_rows(all_rows, cluster))
    states = [Counts.from_indicator_rows(rows) for rows in all_rows]
    unit, first = _distinct(all_rows)
    atoms = _atoms(all_rows[0], cluster, unit, len(first))
    samples: list[LabelSample] = []
    for rows, state in zip(all_rows, states, strict=True):
        parts: tuple[Any, Any, Any]
        if rows.sparse:
            both = rows.y_true.multiply(rows.y_pred).tocsr()
            parts = (both, (rows.y_true - both).tocsr(), (rows.y_pred - both).tocsr())
        else:
            true, pred = rows.y_true[first].astype(bool), rows.y_pred[first].astype(bool)
            parts = (true & pred, true & ~pred, pred & ~true)
        samples.append(IndicatorSample(atoms, state, *parts))
    return samples


def _of_whole_rows(all_rows: Sequence[IndicatorRows], cluster: Any) -> Sequence[RowSample]:
    """The atoms are rows with the same tables in all predictions; weighted rows are atoms of their own."""
    tables = [cells_of_rows(rows).reshape(-1, 4) for rows in all_rows]
    if all_rows[0].weights is None:
        _, first, unit = np.unique(np.hstack(tables), axis=0, return_index=True, return_inverse=True)
        unit = unit.ravel()
    else:
        first = unit = np.arange(len(tables[0]))
    atoms = _atoms(all_rows[0], cluster, unit, len(first))
    samples = []
    for rows, table in zip(all_rows, tables, strict=True):
        _, index = np.unique(table, axis=0, return_inverse=True)  # in the order of the state
        samples.append(RowSample(atoms, SampleCounts.from_indicator_rows(rows), index.ravel()[first]))
    return samples


def _distinct(all_rows: Sequence[IndicatorRows]) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """The atom of each row, and the first row of each atom."""
    rows = all_rows[0]
    row = np.arange(rows.y_true.shape[0])
    matrices = [rows.y_true, *(each.y_pred for each in all_rows)]
    bits = len(matrices) * rows.y_true.shape[1]
    if rows.sparse or rows.weights is not None or bits > _BITS:
        return row, row
    weight = 2 ** np.arange(bits, dtype=np.int64).reshape(len(matrices), -1)
    code = sum(np.asarray(matrix, np.int64) @ bit for matrix, bit in zip(matrices, weight, strict=True))
    _, first, unit = np.unique(code, return_index=True, return_inverse=True)
    return unit.ravel(), first


def _atoms(rows: IndicatorRows, cluster: Any, unit: npt.NDArray[np.intp], size: int) -> Atoms:
    weights = np.ones(len(unit)) if rows.weights is None else rows.weights.astype(np.float64)
    weight = np.bincount(unit, weights, minlength=size).astype(np.float64)
    clusters = None
    if cluster is not None:
        code, groups = check_clusters(cluster, len(unit), rows.kept)
        clusters = Clusters(code, unit, weights, groups)
    return Atoms(weight, weight if rows.weights is None else weights**2, None, clusters)


@dataclass(frozen=True)
class IndicatorSample(LabelSample):
    """
    Rows of two matrices of indicators.

    Attributes
    ----------
    atoms : Atoms
        Rows, or the distinct ones.
    state : Counts
        One table a label, (L, 2, 2).
    both, truth_alone, prediction_alone : arrays of 0 and 1, shape (U, L), or sparse matrices
        Which labels an atom has in both matrices, or in one of them only.
    """

    atoms: Atoms
    state: Counts
    both: Any
    truth_alone: Any
    prediction_alone: Any

    def differs(self, other: IndicatorSample, metric: Metric) -> Bools:
        """Compare the labels that are predicted."""
        del metric
        differ = np.zeros(len(self.atoms), np.bool_)
        for first, second in ((self.both, other.both), (self.prediction_alone, other.prediction_alone)):
            differ |= np.asarray((first != second).sum(1)).ravel() > 0
        return differ

    def joined(self, other: IndicatorSample, metric: Metric) -> IndicatorSample:
        """Put the rows of both one above the other."""
        del metric
        names = ("both", "truth_alone", "prediction_alone")
        parts = (_stacked(getattr(self, name), getattr(other, name)) for name in names)
        return IndicatorSample(self.atoms.twice(), self.state, *parts)

    def values(self, metric: Metric, options: Mapping[str, Any], weights: FloatArray) -> FloatArray:
        """Take the metric of stacks of tables."""
        many = max(1, _BATCH // (4 * len(self.state.table)))
        parts = (weights[first : first + many] for first in range(0, len(weights), many))
        return np.concatenate([np.asarray(metric.formula(self._stack(part), **options), float) for part in parts])

    def influences(self, metric: Metric, options: Mapping[str, Any]) -> Influences:
        """Add what the labels of a row do."""
        each = options.get("classes") is None
        moves = self._moves(lambda counts: metric.formula(counts, **options), each=each) * self.atoms.total
        return Influences(moves - np.tensordot(self.atoms.weight / self.atoms.total, moves, axes=1))

    def per_row(self, quantity: Quantity, *, each: bool = False) -> Influences:
        """What the labels of a row add."""
        return Influences(self._moves(quantity, each=each))

    def _moves(self, quantity: Quantity, *, each: bool) -> FloatArray:
        """Add the slopes of the four cells over the labels of a row; `each`: several values are of one label each."""
        labels = len(self.state.table)
        if each and np.shape(quantity(self.state)) == (labels,):
            return self._per_label(slopes_of_each(quantity, self.state)[1].T)
        slopes = cell_slopes(quantity, self.state, np.arange(4 * labels))
        neither, prediction, truth, both = np.moveaxis(slopes.reshape(labels, 4, *slopes.shape[1:]), 1, 0)
        moves = self.both @ (both - neither) + self.truth_alone @ (truth - neither)
        return np.asarray(neither.sum(0) + moves + self.prediction_alone @ (prediction - neither))

    def totals(self, share: Share) -> Totals | None:
        """Sums of each label; a share of the decisions of all labels counts a row several times."""
        part, whole = share.part(self.state), share.whole(self.state)
        if np.ndim(whole) == 0:
            return None
        table = self.state.table if self.state.squares is None else self.state.squares
        squared = Counts(table, self.state.labels, outputs=self.state.outputs)
        return Totals(part, whole, share.part(squared), share.whole(squared))

    def _per_label(self, slopes: FloatArray) -> FloatArray:
        """The slopes of the cell that each label of each row is in, (U, L)."""
        neither, prediction, truth, both = slopes
        moves = np.tile(neither, (len(self.atoms), 1))
        cells = ((self.both, both), (self.truth_alone, truth), (self.prediction_alone, prediction))
        for indicators, slope in cells:
            row, column = indicators.nonzero()
            moves[row, column] = slope[column]
        return moves

    def _stack(self, weights: FloatArray) -> Counts:
        """The tables under weights (B, U) of the atoms: (B, L, 2, 2)."""
        total = weights.sum(1, keepdims=True)
        parts = (self.both, self.truth_alone, self.prediction_alone)
        tp, fn, fp = (np.asarray(weights @ part.astype(np.float64)) for part in parts)
        tn = total - tp - fn - fp
        tn = np.where(np.abs(tn) <= 1e-12 * total, 0.0, tn)  # rounding is no row
        table = np.stack([np.stack([tn, fp], -1), np.stack([fn, tp], -1)], -2)
        return Counts(table, self.state.labels, outputs=self.state.outputs)


@dataclass(frozen=True)
class RowSample(LabelSample):
    """
    Rows whose labels are counted row by row.

    Attributes
    ----------
    atoms : Atoms
        Rows, or the distinct tables of rows.
    state : SampleCounts
        Of all rows.
    index : ndarray of int, shape (U,)
        Which of the distinct tables each atom has.
    """

    atoms: Atoms
    state: SampleCounts
    index: npt.NDArray[np.intp]

    def joined(self, other: RowSample, metric: Metric) -> RowSample:
        """Put the tables of both one after the other."""
        del metric
        tables, weights = (
            np.concatenate([getattr(x.state, of) for x in (self, other)]) for of in ("tables", "weights")
        )
        index = np.concatenate([self.index, other.index + len(self.state.tables)])
        return RowSample(self.atoms.twice(), SampleCounts(tables, weights, self.state.outputs), index)

    @classmethod
    def of_state(cls, state: SampleCounts) -> RowSample:
        """The distinct tables as atoms."""
        if state.weights.dtype.kind == "f":
            raise WeightError("the weights of single rows are not known any more; give the rows themselves.")
        weight = state.weights.astype(np.float64)
        return cls(Atoms(weight, weight), state, np.arange(len(weight)))

    def values(self, metric: Metric, options: Mapping[str, Any], weights: FloatArray) -> FloatArray:
        """Take the metric of the same tables under other weights."""
        return np.array([metric.formula(self._weighted(each), **options) for each in self._of_tables(weights)])

    def influences(self, metric: Metric, options: Mapping[str, Any]) -> Influences:
        """The value of a row less the mean of all rows that have one."""
        value = float(metric.formula(self.state, **options))
        values = np.array([metric.formula(self._alone(index), **options) for index in range(len(self.state.tables))])
        defined = ~np.isnan(values)
        weight = self.state.weights * defined
        with np.errstate(invalid="ignore"):
            psi = np.where(defined, values - value, 0.0) * (self.atoms.total / max(float(weight.sum()), 1e-300))
        return Influences(np.asarray(psi)[self.index])

    def per_row(self, quantity: Quantity, *, each: bool = False) -> Influences:
        """Take it of each distinct table alone."""
        del each
        values = [quantity(self._alone(index)) for index in range(len(self.state.tables))]
        return Influences(np.asarray(values, np.float64)[self.index])

    def totals(self, share: Share) -> Totals:
        """Sums of rows and of their squared weights."""
        squares = self._weighted(self._of_tables(self.atoms.squares[None])[0])
        return Totals(share.part(self.state), share.whole(self.state), share.part(squares), share.whole(squares))

    def _of_tables(self, weights: FloatArray) -> FloatArray:
        """Weights of the atoms, added by their tables."""
        size = len(self.state.tables)
        return np.array([np.bincount(self.index, each, minlength=size) for each in weights]).reshape(len(weights), size)

    def _weighted(self, weights: NumberArray) -> SampleCounts:
        occurs = weights != 0
        return SampleCounts(self.state.tables[occurs], weights[occurs], self.state.outputs)

    def _alone(self, index: int) -> SampleCounts:
        return SampleCounts(self.state.tables[index : index + 1], np.ones(1), self.state.outputs)


def _stacked(first: Any, second: Any) -> Any:
    """One matrix above the other, dense or sparse."""
    if isinstance(first, np.ndarray):
        return np.concatenate([first, second])
    from scipy import sparse

    return sparse.vstack([first, second], format="csr")
