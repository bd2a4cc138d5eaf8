"""Samples of rows in clusters of which sums are known, not the rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.engines.cluster_sums import ClusteredLosses, ClusteredPairs, ClusteredScores, ClusterSums
from concordant.errors import OptionError
from concordant.inference.samples.cell_sample import samples_of_groups
from concordant.inference.samples.moment_sample import MomentSample
from concordant.inference.samples.sample import Sample
from concordant.inference.samples.score_sample import ScoreSample
from concordant.inference.samples.units import Clusters, Units
from concordant.inputs.label_values import numbered
from concordant.inputs.labels import LabelRows
from concordant.metrics.definition.kinds import LABELS
from concordant.metrics.definition.metric import Metric
from concordant.states import Counts, Curve, Moments
from concordant.typing import FloatArray


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
    places = tuple(range(len(state.labels)))
    rows = LabelRows(pairs.true, pairs.pred, None, places, True, False, pairs.weights, 0, times=pairs.times)
    code, size = numbered(pairs.cluster)
    return replace(samples_of_groups([rows], (code, size), squares=pairs.squares)[0], state=state)


@dataclass(frozen=True)
class _BucketedSample(ScoreSample):
    """
    Rows in wide buckets beside the curve of all scores: the influence of a unit is the mean of those of its rows.

    Attributes
    ----------
    rows : ScoreSample
        The classes at the scores of the curve.
    unit : ndarray of int, shape (U,)
        The unit of this sample that each of these belongs to.
    """

    rows: ScoreSample
    unit: npt.NDArray[np.intp]

    def influence(self, metric: Metric, options: Mapping[str, Any]) -> FloatArray | None:
        """Average the influences at the scores of each bucket."""
        psi = self.rows.influence(metric, options)
        if psi is None:
            return None
        weight, flat = self.rows.units.weight, psi.reshape(len(psi), -1)
        sums = [np.bincount(self.unit, weight * column, minlength=len(self.units)) for column in flat.T]
        return np.asarray((np.stack(sums, axis=1) / self.units.weight[:, None]).reshape(-1, *psi.shape[1:]))


def _of_scores(scores: ClusteredScores, curve: Curve) -> Sample:
    """Put the rows of the curve and of the clusters in the same buckets."""
    rows = ScoreSample.of_curve(curve)
    (place,), (code,) = rows.places, rows.codes
    bucket = scores.key.places(np.asarray(curve.scores, np.float64))[place]
    cells, unit = np.unique(np.stack([bucket, code], axis=1), axis=0, return_inverse=True)
    unit = unit.ravel().astype(np.intp)
    weight = np.bincount(unit, rows.units.weight, minlength=len(cells)).astype(np.float64)
    middle = np.zeros(len(cells), np.intp)  # a place on the curve that stands for the bucket
    middle[unit[::-1]] = place[::-1]
    own = _positions(cells, np.stack([scores.place, scores.code], axis=1))
    number, size = numbered(scores.cluster)
    clusters = Clusters(number, own, scores.times.astype(np.float64), size, scores.times)
    codes = cells[:, 1].astype(np.intp)
    units = Units(weight, weight, codes, clusters)
    return _BucketedSample(units, curve, (middle,), (codes,), rows, unit)


def _positions(known: npt.NDArray[Any], wanted: npt.NDArray[Any]) -> npt.NDArray[np.intp]:
    """Where each pair of numbers stands among the known ones, which are sorted."""
    first, second = (pairs[:, 0].astype(np.int64) * 2 + pairs[:, 1] for pairs in (known, wanted))
    return np.asarray(np.searchsorted(first, second), np.intp)


def _of_losses(losses: ClusteredLosses, state: Moments) -> Sample:
    """
    Let two values stand for the rows of a class in a cluster.

    They have the mean and the variance of these rows, so that the sums of clusters and of squares are those of the
    rows.
    """
    kind = state.names[0].removesuffix(" loss")
    first = -(-losses.times // 2)
    second = losses.times - first
    mean, spread = losses.mean[kind], losses.spread[kind]
    above = mean + spread * np.sqrt(second / first)
    below = mean - spread * np.sqrt(first / np.maximum(second, 1))
    two = second > 0
    value = np.concatenate([above, below[two]])
    times = np.concatenate([first, second[two]])
    code, cluster = (np.concatenate([one, one[two]]) for one in (losses.code, losses.cluster))
    number, size = numbered(cluster)
    weight = times.astype(np.float64)
    clusters = Clusters(number, np.arange(len(times)), weight, size, times)
    several = state.names[1:] != ("positive",)
    happened = [(code == k) for k in (range(losses.classes) if several else (1,))] if len(state.names) > 1 else []
    rows = np.column_stack([value, *(one.astype(np.float64) for one in happened)])
    return MomentSample(Units(weight, weight, code.astype(np.intp), clusters), state, rows)
