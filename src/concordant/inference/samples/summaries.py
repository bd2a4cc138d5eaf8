"""Samples of what was added up elsewhere: clusters, several models, devices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from concordant.engines.devices.groups import grouped_labels
from concordant.engines.devices.rows import check_device_rows
from concordant.errors import OptionError
from concordant.inference.influence.influences import Influences, Written
from concordant.inference.samples.cells import samples_of_groups
from concordant.inference.samples.sample import Atoms, Sample
from concordant.inference.samples.scores import ScoreSample
from concordant.inputs.arrays import host_array, is_matrix, library_of
from concordant.metrics.definition.kinds import CALIBRATION, LABELS, SCORES, device_probabilities, judges_whole_rows
from concordant.metrics.definition.metric import Metric
from concordant.states import Curve, Moments
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
