"""Samples of what was added up elsewhere: clusters, several models, devices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from concordant.engines.devices.groups import grouped_labels
from concordant.engines.devices.rows import check_device_rows
from concordant.errors import OptionError
from concordant.inference.influence.influences import Influences, Written
from concordant.inference.samples.cells import samples_of_groups
from concordant.inference.samples.rows import MomentSample
from concordant.inference.samples.sample import Atoms, Clusters, Sample
from concordant.inference.samples.scores import ScoreSample
from concordant.inputs.arrays import host_array, is_matrix, library_of
from concordant.inputs.label_values import numbered
from concordant.inputs.labels import LabelRows
from concordant.metrics.definition.kinds import CALIBRATION, LABELS, SCORES, device_probabilities, judges_whole_rows
from concordant.metrics.definition.metric import Metric
from concordant.sources.summary import ClusteredLosses, ClusteredPairs, ClusteredScores, ClusterSums
from concordant.states import Counts, Curve, Moments
from concordant.typing import FloatArray, IntArray

# Points that stand in for the rows of several models, where only sums of products of their influences are known.
#
# The points lie on both sides of 0 along the axes of these sums, with equal weights, so that any difference of two
# models has the same standard error on them as on the rows.


_ROUNDING = 1e-13


class _Points(Sample):
    """Points that stand for rows which are not known, with the influence of each on one metric."""

    psi: FloatArray
    can_join = False  # points are no rows that could be exchanged
    differs: ClassVar[Any] = Sample.differs
    joined: ClassVar[Any] = Sample.joined

    def values(self, metric: Metric, options: Mapping[str, Any], weights: FloatArray) -> FloatArray:
        """Refuse: rows that are not known cannot be drawn."""
        del options, weights
        msg = f"a bootstrap of {metric.name} needs the rows, which were read in batches: call {metric.name}.compare."
        raise OptionError(msg)

    def influences(self, metric: Metric, options: Mapping[str, Any]) -> Influences:
        """Return those on the metric which the points are made for."""
        del metric, options
        return Written(self.psi)


@dataclass(frozen=True)
class RankedPoints(_Points, ScoreSample):
    """
    Points of two classes with the influence of each on a metric of one model.

    Attributes
    ----------
    psi : ndarray, shape (U,)
    rows : ndarray of int, shape (2,)
        How many rows each class has.
    """

    psi: FloatArray
    rows: IntArray

    @property
    def at_every_score(self) -> ScoreSample:
        """The rows of the curve."""
        return ScoreSample.of_curve(self.curves[0])

    def rarest(self) -> tuple[int, str]:
        """How many rows the rarer class has, and which class that is."""
        rarest = int(self.rows.argmin())
        return int(self.rows[rarest]), repr(self.curves[0].classes[rarest])


@dataclass(frozen=True)
class LossPoints(_Points):
    """Points with the influence of each on a metric of losses of one model."""

    atoms: Atoms
    state: Moments
    psi: FloatArray


def ranked_points(curves: Sequence[Curve], products: FloatArray) -> list[RankedPoints]:
    """
    Return a sample for each model.

    Parameters
    ----------
    curves : sequence of Curve
        That of each of M models on the same rows of two classes, which are not weighted.
    products : ndarray, shape (2, M, M)
        For negative and for positive rows, the sums of ``psi_i psi_j`` over the rows.
    """
    rows = curves[0].weights.sum(0)
    parts = [_points(products[side], int(rows[side])) for side in (0, 1)]
    code = np.repeat([0, 1], [len(weight) for weight, _ in parts])
    weight, psi = (np.concatenate(sides) for sides in zip(*parts, strict=True))
    atoms, indices = Atoms(weight, weight, code), (np.zeros(len(code), np.intp),)
    return [RankedPoints(atoms, curve, indices, (code,), psi[:, m], rows) for m, curve in enumerate(curves)]


def loss_points(states: Sequence[Moments], products: FloatArray) -> list[LossPoints]:
    """Return a sample for each of M models from the moments of their losses and the sums of products (M, M)."""
    weight, psi = _points(products, int(states[0].weight))
    atoms = Atoms(weight, weight)
    return [LossPoints(atoms, state, psi[:, m]) for m, state in enumerate(states)]


def _points(products: FloatArray, rows: int) -> tuple[FloatArray, FloatArray]:
    """Weights and influences of points, as many as a power of two, so that their weights add up to whole rows."""
    models = len(products)
    many = 1 << (2 * models - 1).bit_length()
    weight, psi = np.full(many, rows / many), np.zeros((many, models))
    if not np.isfinite(products).all():
        return weight, np.full_like(psi, np.nan)
    eigenvalues, axes = np.linalg.eigh(products / max(rows, 1))
    step = (axes * np.sqrt(np.maximum(eigenvalues, 0.0) * many / 2)).T
    psi[:models], psi[models : 2 * models] = step, -step
    squares = np.diag(products)
    distances = squares[:, None] + squares - 2 * products
    alike = distances <= _ROUNDING * squares[:, None]  # models with equal influences, but for rounding
    return weight, psi[:, alike.argmax(0)]


def grouped_sample(
    metric: Metric,
    truth: Any,
    predictions: Sequence[Any],
    names: Sequence[str],
    reading: Mapping[str, Any],
    options: Mapping[str, Any],
) -> list[Sample] | None:
    """
    Make samples of the groups of equal rows, where these say as much as the rows.

    They do for labels, and for the scores of one model, without clusters and weights.

    Returns
    -------
    list of Sample, or None
        None where the rows themselves are needed.
    """
    if is_matrix(truth) or reading.get("cluster") is not None or reading.get("sample_weight") is not None:
        return None
    read = {name: value for name, value in reading.items() if name != "cluster" and name not in metric.options}
    if metric.kind is LABELS:
        judges_whole_rows(metric, {**options, **reading}, several=False)
        columns = check_device_rows((truth, *predictions), ("y_true", *names), **read)
        return [*samples_of_groups(grouped_labels(columns))]
    if metric.kind in (SCORES, CALIBRATION) and len(predictions) == 1 and not read.pop("missing_labels", ()):
        reduction = read.pop("reduction", "classwise")
        rows: Any = check_device_rows((truth, predictions[0]), ("y_true", names[0]), **read)
        rows = rows if metric.kind is SCORES else device_probabilities(rows, reduction)
        state = metric.kind.gather(metric, rows, {})
        return [ScoreSample.of_curve(state)] if isinstance(state, Curve) else None
    return None


def on_host(
    truth: Any, predictions: Sequence[Any], names: Sequence[str], reading: Mapping[str, Any]
) -> tuple[Any, list[Any], dict[str, Any]]:
    """Bring the rows of a call to the host: each column once."""

    def hosted(column: Any, name: str) -> Any:
        return column if type(column) is np.ndarray or library_of(column) is None else host_array(column, name)

    columns = [hosted(column, name) for column, name in zip((truth, *predictions), ("y_true", *names), strict=True)]
    beside = {name: hosted(reading[name], name) for name in ("cluster", "sample_weight") if name in reading}
    return columns[0], columns[1:], {**reading, **beside}


def sample_of_clusters(metric: Metric, sums: ClusterSums, state: Any) -> Sample:
    """
    Make the sample of a metric from the sums of clusters.

    Parameters
    ----------
    metric : Metric
    sums : ClusterSums
    state : Counts, Curve or Moments
        Of all rows; a curve has no weights.

    Raises
    ------
    OptionError
        If the clusters are not known of such a state.
    """
    if metric.kind is LABELS and isinstance(state, Counts) and sums.pairs is not None:
        return _of_pairs(sums.pairs, state)
    if isinstance(state, Curve) and sums.scores is not None:
        return _of_scores(sums.scores, state)
    if isinstance(state, Moments) and sums.losses is not None:
        return _of_losses(sums.losses, state)
    msg = f"the rows of clusters that {metric.name} needs are not held here; metric.interval takes them in memory."
    raise OptionError(msg)


def _of_pairs(pairs: ClusteredPairs, state: Counts) -> Sample:
    labels = tuple(range(len(state.labels)))
    rows = LabelRows(pairs.true, pairs.pred, None, labels, True, False, pairs.weights, 0, times=pairs.times)
    code, size = numbered(pairs.cluster)
    return replace(samples_of_groups([rows], (code, size), squares=pairs.squares)[0], state=state)


@dataclass(frozen=True)
class _BucketedSample(ScoreSample):
    """
    Rows in wide buckets beside the curve of all scores: the influence of an atom is the mean of those of its rows.

    Attributes
    ----------
    rows : ScoreSample
        The classes at the scores of the curve.
    unit : ndarray of int, shape (U,)
        The atom of this sample that each of these belongs to.
    """

    rows: ScoreSample
    unit: npt.NDArray[np.intp]

    @property
    def at_every_score(self) -> ScoreSample:
        """The rows of the curve."""
        return self.rows

    def influences(self, metric: Metric, options: Mapping[str, Any]) -> Influences | None:
        """Average the influences at the scores of each bucket."""
        psi = self.rows.influences(metric, options)
        if psi is None:
            return None
        weight, size = self.rows.atoms.weight, len(self.atoms)
        sums = [np.bincount(self.unit, weight * column, minlength=size) for column in psi.written().T]
        return Written((np.stack(sums, axis=1) / self.atoms.weight[:, None]).reshape(size, *psi.shape))


def _of_scores(scores: ClusteredScores, curve: Curve) -> Sample:
    """Put the rows of the curve and of the clusters in the same buckets."""
    rows = ScoreSample.of_curve(curve)
    (index,), (code,) = rows.indices, rows.codes
    bucket = scores.key.places(np.asarray(curve.scores, np.float64))[index]
    cells, unit = np.unique(np.stack([bucket, code], axis=1), axis=0, return_inverse=True)
    unit = unit.ravel().astype(np.intp)
    weight = np.bincount(unit, rows.atoms.weight, minlength=len(cells)).astype(np.float64)
    middle = np.zeros(len(cells), np.intp)  # a score of the curve that stands for the bucket
    middle[unit[::-1]] = index[::-1]
    # The atom of each row of the clusters: the cells are sorted.
    cell_keys, row_keys = (pairs[0].astype(np.int64) * 2 + pairs[1] for pairs in (cells.T, (scores.place, scores.code)))
    own = np.asarray(np.searchsorted(cell_keys, row_keys), np.intp)
    number, size = numbered(scores.cluster)
    clusters = Clusters(number, own, scores.times.astype(np.float64), size, scores.times)
    codes = cells[:, 1].astype(np.intp)
    atoms = Atoms(weight, weight, codes, clusters)
    return _BucketedSample(atoms, curve, (middle,), (codes,), rows, unit)


def _of_losses(losses: ClusteredLosses, state: Moments) -> Sample:
    """
    Let two values stand for the rows of a class in a cluster.

    They have the mean and the variance of these rows, so that the sums of clusters and of squares are those of the
    rows.
    """
    kind = state.names[0].removesuffix(" loss")
    first = -(-losses.times // 2)
    second = losses.times - first
    mean, deviation = losses.mean[kind], losses.spread[kind]
    above = mean + deviation * np.sqrt(second / first)
    below = mean - deviation * np.sqrt(first / np.maximum(second, 1))
    two = second > 0
    value = np.concatenate([above, below[two]])
    times = np.concatenate([first, second[two]])
    code, cluster = (np.concatenate([column, column[two]]) for column in (losses.code, losses.cluster))
    number, size = numbered(cluster)
    weight = times.astype(np.float64)
    clusters = Clusters(number, np.arange(len(times)), weight, size, times)
    several = state.names[1:] != ("positive",)
    happened = [(code == k) for k in (range(losses.classes) if several else (1,))] if len(state.names) > 1 else []
    rows = np.column_stack([value, *(column.astype(np.float64) for column in happened)])
    return MomentSample(Atoms(weight, weight, code.astype(np.intp), clusters), state, rows)
