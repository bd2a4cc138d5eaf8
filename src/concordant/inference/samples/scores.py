"""Rows of scores: an atom is a class at a distinct score."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from concordant.engines.arrays import are_large
from concordant.errors import WeightError
from concordant.inference.influence.influences import Influences
from concordant.inference.influence.scores import score_influence
from concordant.inference.resampling import drawn_auc
from concordant.inference.samples.sample import Atoms, Bools, Sample, row_atoms
from concordant.inputs.scores import ScoreRows, resolve_classes
from concordant.metrics.definition.facts import Auc
from concordant.metrics.definition.kinds import SCORES
from concordant.metrics.definition.metric import Metric
from concordant.states import Curve, CurveStack
from concordant.states.curves import CurvesOnDemand, OnDemand
from concordant.typing import FloatArray, NumberArray, Scheme

T = TypeVar("T")
Codes = npt.NDArray[np.intp]


def score_samples(metric: Metric, all_rows: Sequence[ScoreRows], cluster: Any = None) -> list[ScoreSample]:
    """Sort the scores of each model, in the curves that the metric is taken of."""
    first = all_rows[0]
    if len(all_rows) == 1 and cluster is first.weights is None and first.scores.ndim == 1:
        return [ScoreSample.of_curve(metric.kind.gather(metric, first, {}))]
    models = [resolved(rows) for rows in all_rows]
    first = models[0]
    large = len(first.scores.shape) > 1 and are_large(first)  # then the curves are made one by one
    gather = (metric.kind.summed if large else None) or metric.kind.gather
    states = [gather(metric, rows, {}) for rows in models]
    codes = [_codes(rows) for rows in models]
    stratum = None if first.multilabel else codes[0][0]
    atoms = row_atoms(first, cluster, stratum)
    return [
        ScoreSample(atoms, state, _indices(rows), code) for rows, state, code in zip(models, states, codes, strict=True)
    ]


def resolved(rows: ScoreRows) -> ScoreRows:
    """Resolve the classes where the check assumed that the labels are 0 and 1, and they are not."""
    usual = not rows.assumed or bool(((rows.y_true == 0) | (rows.y_true == 1)).all())
    return rows if usual else resolve_classes(rows)


def _codes(rows: ScoreRows) -> tuple[Codes, ...]:
    """For each column of scores, the index of the class of each row among the classes of the curve."""
    if rows.multilabel:
        return tuple(column.astype(np.intp) for column in rows.y_true.T)
    if rows.binary:
        return ((rows.y_true == rows.values[1]).astype(np.intp),)
    code: Codes = rows.y_true.astype(np.intp)
    return (code,) * int(rows.scores.shape[1])


def _indices(rows: ScoreRows) -> Sequence[Codes]:
    """For each column of scores, where each row stands among the distinct scores, 0 the highest."""
    columns = rows.scores[:, None] if rows.binary else rows.scores
    each = OnDemand(columns.shape[1], partial(_index, columns))
    return each if are_large(rows) else tuple(each)


def _index(columns: npt.NDArray[Any], output: int) -> Codes:
    order = np.argsort(columns[:, output])
    column = columns[order, output]
    index = np.empty(len(column), np.intp)
    index[order] = np.append(0, (column[1:] != column[:-1]).cumsum())[: len(column)]
    return np.asarray(index.max(initial=0) - index)


@dataclass(frozen=True)
class ScoreSample(Sample):
    """
    Rows with one score, or one a class or label.

    Scores stay sorted once and for all: under other weights of the atoms a curve only gets other sums.

    Attributes
    ----------
    atoms : Atoms
        With one curve and rows that count once: the classes at its distinct scores; else rows.
    state : Curve or CurveStack
        All rows.
    indices : sequence of ndarray of int, each of shape (U,)
        For each curve, where the score of each atom stands among its distinct scores, 0 the highest.
    codes : tuple of ndarray of int, each of shape (U,)
        For each curve, the index of the class of each atom among its classes.
    """

    atoms: Atoms
    state: Curve | CurveStack
    indices: Sequence[Codes]
    codes: tuple[Codes, ...]

    @classmethod
    def of_curve(cls, curve: Curve) -> ScoreSample:
        """The classes at the distinct scores of a curve."""
        squares = curve.known_squares
        if squares is None:
            raise WeightError(
                "these rows are weighted and this curve holds only the sums of their weights, which do not tell how "
                "much they vary. Give the rows themselves, or make the curve by Curve.from_scores or "
                "metric.state(...), which keep the sums of squared weights."
            )
        cell = np.flatnonzero(curve.weights)
        classes = curve.weights.shape[1]
        index, code = (cell >> 1, cell & 1) if classes == 2 else np.divmod(cell, classes)
        weight = curve.weights.ravel()[cell].astype(np.float64)
        atoms = Atoms(weight, weight if curve.weights.dtype.kind != "f" else squares.ravel()[cell], code)
        return cls(atoms, curve, (index,), (code,))

    def kept(self, key: tuple[Any, ...], make: Callable[[], T]) -> T:
        """Return what was computed before under this key; several metrics use the same."""
        try:
            hash(key)
        except TypeError:  # options of a call can be arrays
            return make()
        if key not in self._results:
            self._results[key] = make()
        result: T = self._results[key]
        return result

    @cached_property
    def _results(self) -> dict[tuple[Any, ...], Any]:
        return {}

    @property
    def curves(self) -> Sequence[Curve]:
        """The curves, one a column of scores."""
        return (self.state,) if isinstance(self.state, Curve) else self.state.curves

    @property
    def binary_curves(self) -> Sequence[Curve]:
        """The curves of two classes, one a column of scores: of several classes each against the rest."""
        return (self.state,) if isinstance(self.state, Curve) else self.state.binary_curves()

    @property
    def truths(self) -> list[tuple[Codes, Sequence[Any]]]:
        """Each column of the truth, as indices of its classes, and the classes."""
        if isinstance(self.state, Curve):
            return [(self.codes[0], self.state.classes)]
        if not self.state.multilabel:
            return [(self.codes[0], self.state.outputs)]
        return [(code, curve.classes) for code, curve in zip(self.codes, self.state.curves, strict=True)]

    def rarest(self) -> tuple[int, str]:
        """How many rows the rarest class has, and which class that is; of several labels, the rarer side of each."""
        counts = []
        for output, (code, classes) in enumerate(self.truths):
            rows = self._rows_of(code, len(classes))
            rarest = int(rows.argmin())
            label = repr(classes[rarest])
            if isinstance(self.state, CurveStack) and self.state.multilabel:
                label = f"{'with' if rarest else 'without'} the label {self.state.outputs[output]!r}"
            counts.append((int(rows[rarest]), label))
        return min(counts, key=lambda count: count[0]) if counts else (0, "in any class")

    def _rows_of(self, code: Codes, classes: int) -> NumberArray:
        """How many rows each class has; of sums of weights, the effective number."""
        if self.atoms.counted:
            return np.bincount(code, self.atoms.weight, minlength=classes)
        if self.atoms.single:
            return np.bincount(code, minlength=classes)
        return np.array([self.atoms.effective_of(code == index) for index in range(classes)])

    def values(self, metric: Metric, options: Mapping[str, Any], weights: FloatArray) -> FloatArray:
        """Take the metric of the curves under each row of weights."""
        return np.asarray([metric.formula(self._reweighted(row), **options) for row in weights], dtype=np.float64)

    def influences(self, metric: Metric, options: Mapping[str, Any]) -> Influences | None:
        """Look up the derivative of the metric; None if it has none."""
        psi = score_influence(metric, self, options)
        return None if psi is None else Influences(psi)

    def drawn(self, metric: Metric, options: Mapping[str, Any], draws: int, seed: int, scheme: Scheme) -> FloatArray:
        """Take the metric of resampled rows; the ROC AUC without the weights of the draws."""
        if isinstance(metric.trait, Auc) and isinstance(self.state, Curve):
            area = drawn_auc(self.atoms, self._ranking, draws, seed=seed, scheme=scheme)
            if area is not None:
                return metric.trait.low + metric.trait.width * area
        return super().drawn(metric, options, draws, seed, scheme)

    def differs(self, other: ScoreSample, metric: Metric) -> Bools | None:
        """Compare the scores: in their ranks if only the order counts, else in their values."""
        differ = np.zeros(len(self.atoms), np.bool_)
        pairs = zip(self.indices, other.indices, self.binary_curves, other.binary_curves, strict=True)
        for first, second, *curves in pairs:
            a, b = (exchangeable(curve, metric) for curve in curves)
            differ |= a[first] != b[second]
        return differ

    def joined(self, other: ScoreSample, metric: Metric) -> ScoreSample:
        """Put the rows of both on one scale: see `exchangeable`."""
        ranked: list[tuple[FloatArray, Codes]] = []
        pairs = zip(self.indices, other.indices, self.binary_curves, other.binary_curves, strict=True)
        for index_a, index_b, *curves in pairs:
            first, second = (exchangeable(curve, metric) for curve in curves)
            both = np.concatenate([first[index_a], second[index_b]])
            scores, ascending = np.unique(both, return_inverse=True)
            ranked.append((scores[::-1], len(scores) - 1 - ascending.ravel()))
        state, truths = self.state, self.truths
        shared = len(truths) < len(ranked)  # one truth of several classes
        codes = tuple(np.tile(code, 2) for code, _ in truths) * (len(ranked) if shared else 1)
        weight = np.concatenate([self.atoms.weight, other.atoms.weight])

        def curve(output: int, *, rest: bool = False) -> Curve:
            (scores, rank), code = ranked[output], codes[output]
            classes = truths[0 if shared else output][1]
            if rest:
                code, classes = (code == output).astype(np.intp), (False, True)
            table = np.bincount(rank * len(classes) + code, weight, minlength=len(scores) * len(classes))
            return Curve(scores, table.reshape(-1, len(classes)), tuple(classes))

        if isinstance(state, Curve):
            state_of_both: Curve | CurveStack = curve(0)
        elif isinstance(state.curves, CurvesOnDemand):
            state_of_both = replace(state, curves=CurvesOnDemand(len(ranked), curve, partial(curve, rest=True)))
        else:
            state_of_both = replace(state, curves=tuple(map(curve, range(len(ranked)))))
        return ScoreSample(self.atoms.twice(), state_of_both, tuple(rank for _, rank in ranked), codes)

    @cached_property
    def _ranking(self) -> tuple[Codes | None, npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
        """Atoms in descending order of scores, which of them are positive, and where ties end."""
        index = self.indices[0]
        order = None if (np.diff(index) >= 0).all() else np.argsort(index, kind="stable")
        index, code = (x if order is None else x[order] for x in (index, self.codes[0]))
        last = np.append(np.diff(index) > 0, True)[: len(index)]
        return order, (code == 1).astype(np.uint8), last.astype(np.uint8)

    @cached_property
    def _cells(self) -> tuple[Codes, ...]:
        """The cell of each atom in the table of each curve."""
        sizes = (len(curve.classes) for curve in self.curves)
        return tuple(index * size + code for index, code, size in zip(self.indices, self.codes, sizes, strict=True))

    @cached_property
    def _two_classes(self) -> tuple[tuple[Curve, Codes], ...]:
        """Each class against the rest: its curve, and the cell of each atom in it."""
        belongs = (self.codes[output] == output for output in range(len(self.codes)))
        cells = (2 * index + own for index, own in zip(self.indices, belongs, strict=True))
        return tuple(zip(self.binary_curves, cells, strict=True))

    def _reweighted(self, weights: FloatArray) -> Curve | CurveStack:
        if isinstance(self.curves, CurvesOnDemand):

            def rest(output: int) -> Curve:
                return _with(*self._two_classes[output], weights)

            rows = partial(np.bincount, self.codes[0], weights, len(self.codes))
            return CurveStack(CurvesOnDemand(len(self.codes), partial(self._with, weights), rest, rows), *self._kind)
        curves = tuple(_with(curve, cell, weights) for curve, cell in zip(self.curves, self._cells, strict=True))
        return curves[0] if isinstance(self.state, Curve) else CurveStack(curves, *self._kind)

    def _with(self, weights: FloatArray, output: int) -> Curve:
        return _with(self.curves[output], self.indices[output] * len(self.codes) + self.codes[output], weights)

    @property
    def _kind(self) -> tuple[Any, bool]:
        return (self.state.outputs, self.state.multilabel) if isinstance(self.state, CurveStack) else ((), False)


def exchangeable(curve: Curve, metric: Metric) -> FloatArray:
    """
    Return the distinct scores of a curve on a scale that two models can have in common.

    A metric that only sees their order gets midranks: the share of all rows with a lower score, those with the same
    counting half. Others, such as metrics of probabilities, get the scores as they are.
    """
    if metric.kind is not SCORES:
        return np.asarray(curve.scores, np.float64)
    weights = curve.weights.sum(1, dtype=np.float64)
    return np.asarray(1 - (np.cumsum(weights) - weights / 2) / weights.sum())


def _with(curve: Curve, cell: Codes, weights: FloatArray) -> Curve:
    """The same scores with other weights; scores that no row has any more are gone."""
    size, classes = curve.weights.shape
    table = np.bincount(cell, weights, minlength=size * classes).reshape(size, classes)
    kept = table[:, 0] + table[:, 1] > 0 if classes == 2 else table.any(1)  # several times as fast
    if kept.all():
        return Curve(curve.scores, table, curve.classes, curve.edges)
    return Curve(curve.scores[kept], table[kept], curve.classes, curve.edges)
