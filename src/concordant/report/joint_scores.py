"""The scores of several models on the same rows of files, without the rows: a state of each, and how they vary."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.engines.arrays import WideScoresError
from concordant.engines.arrays.quantities import row_losses
from concordant.errors import OptionError
from concordant.inference.influence.tables import mean_slopes
from concordant.inference.samples.rows import of_stack
from concordant.inference.samples.sample import Sample
from concordant.inference.samples.scores import ScoreSample
from concordant.inference.samples.summaries import loss_points, ranked_points
from concordant.inputs.scores import ScoreRows
from concordant.metrics.definition.metric import Metric
from concordant.report.bucketed import why_unbounded
from concordant.report.scored_columns import ScoredColumns, classes_looked_at, columns_of, pair_of
from concordant.report.scoring import LOSSES, OF_TWO
from concordant.result.comparisons import Comparison
from concordant.result.record import altered
from concordant.result.wording import number
from concordant.sources import batches as row_limit
from concordant.sources.batches import OtherTypeError
from concordant.sources.files import Source, find_files
from concordant.sources.score_batches import Quantity, ScoreModels
from concordant.sources.scores import OtherClassesError, ScoredRows
from concordant.states import BucketCurve, Curve, Moments
from concordant.typing import FloatArray, Label, Missing

Wanted = tuple[Metric, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class JointScores:
    """
    States of each model, and sums of products of influences over the rows.

    Attributes
    ----------
    models : sequence of ScoredRows
    source : ScoreModels
        Reads the rows again.
    """

    models: Sequence[ScoredRows]
    source: ScoreModels
    products: dict[Hashable, FloatArray] = field(default_factory=dict)

    @property
    def n(self) -> int:
        """The rows that are whole."""
        return self.models[0].rows - self.models[0].missing

    @property
    def first(self) -> ScoredRows:
        """Those of the first model, with losses if all models give probabilities."""
        one = self.models[0]
        return one if all(model.losses for model in self.models) else replace(one, losses={})

    def prepare(self, wanted: Sequence[Wanted]) -> None:
        """Read the rows once more for all metrics that are wanted."""
        found: dict[Hashable, Quantity] = {}
        for metric, options in wanted:
            if self._why_not(metric) is None:
                quantity = (
                    self._of_losses(metric, options) if Moments in metric.takes else self._of_ranks(metric, options)
                )
                if quantity is not None:
                    found[_key(metric, options)] = quantity
        if found:
            self.products.update(self.source.products(found))

    def _why_not(self, metric: Metric) -> str | None:
        """Why a metric is not known without the rows."""
        if Moments in metric.takes:
            known = self._loss_of(metric) in self.first.losses
            return None if known else "its losses were not added up"
        whys = (why_unbounded(metric, one.curve) for one in self.models if isinstance(one.curve, BucketCurve))
        return next((why for why in whys if why is not None), None)

    @staticmethod
    def _loss_of(metric: Metric) -> str:
        return (metric.loss or "").partition(" and ")[0]

    def _of_losses(self, metric: Metric, options: Mapping[str, Any]) -> Quantity:
        """The influence of a row on a metric of losses."""
        name = self._loss_of(metric)
        states = [one.losses[name] for one in self.models]
        slopes = [mean_slopes(of_stack(metric, options, state), state) for state in states]

        def quantity(model: int, positive: npt.NDArray[np.bool_], scores: npt.NDArray[Any]) -> FloatArray:
            rows = ScoreRows(positive.view(np.uint8), (0, 1), self.source.pair, scores, None, 0)
            with np.errstate(invalid="ignore"):  # infinite losses have no influence: NaN
                moved: FloatArray = (row_losses(rows, LOSSES[name]) - states[model].mean) @ slopes[model]
            return moved

        return quantity

    def _of_ranks(self, metric: Metric, options: Mapping[str, Any]) -> Quantity | None:
        """The influence of a row on a metric of the order of scores; None if it is not known."""
        tables = []
        for one in self.models:
            curve = _curve(one)
            psi = ScoreSample.of_curve(curve).influence(metric, options)
            if psi is None or psi.ndim != 1:
                return None
            table = np.zeros(curve.weights.shape)
            table.ravel()[np.flatnonzero(curve.weights)] = psi
            tables.append(table)

        def quantity(model: int, positive: npt.NDArray[np.bool_], scores: npt.NDArray[Any]) -> FloatArray:
            found: FloatArray = tables[model][_places(self.models[model].curve, scores), positive.view(np.uint8)]
            return found

        return quantity

    def samples(self, metric: Metric, options: Mapping[str, Any], labels: Sequence[Label]) -> Sequence[Sample]:
        """Return a sample for each model."""
        del labels
        products = self.products.get(_key(metric, options))
        if products is None:
            why = self._why_not(metric) or "its influences are not known, so that rows would be drawn again"
            msg = f"{metric.name} is not compared of rows in batches: {why}."
            raise OptionError(msg)
        if Moments in metric.takes:
            states = [replace(one.losses[self._loss_of(metric)], missing=0) for one in self.models]
            return loss_points(states, products.sum(0))
        return ranked_points([_curve(one) for one in self.models], products)

    def settled(self, metric: Metric, options: Mapping[str, Any], found: Any, names: Sequence[str]) -> Any:
        """Widen the limits by what scores in buckets leave open, and say so."""
        if Moments in metric.takes or not any(isinstance(one.curve, BucketCurve) for one in self.models):
            return found
        ends = {}
        for name, one in zip(names, self.models, strict=True):
            if isinstance(one.curve, BucketCurve):
                bounds = metric.quiet_bounds_of(one.curve, options)
                ends[name] = bounds.low, bounds.high
            else:
                value = float(metric.value_of(one.curve, **options))
                ends[name] = value, value
        if isinstance(found, Comparison):
            return _widened(found, ends)
        return altered(found, pairs=tuple(_widened(one, ends) for one in found.pairs))


def _widened(one: Comparison, ends: Mapping[str, tuple[float, float]]) -> Comparison:
    (low_a, high_a), (low_b, high_b) = (ends[name] for name in one.names)
    low, high = low_a - high_b, high_a - low_b
    if low == high or np.isnan(one.difference):
        return one
    said = (
        f"scores were counted in buckets, so that the difference lies for certain from {number(low)} to {number(high)}"
    )
    limits = {"low": one.low - (one.difference - low), "high": one.high + (high - one.difference)}
    return altered(one, **limits, reason="; ".join(filter(None, [one.reason, said])))


def _key(metric: Metric, options: Mapping[str, Any]) -> Hashable:
    return metric.name, repr(sorted(options.items()))


def _curve(one: ScoredRows) -> Curve:
    """The curve of the whole rows."""
    return replace(one.curve.tied() if isinstance(one.curve, BucketCurve) else one.curve, missing=0)


def _places(curve: Curve | BucketCurve, scores: npt.NDArray[Any]) -> npt.NDArray[np.intp]:
    """Where scores stand among those of a curve, or in which of its buckets, 0 the highest."""
    if isinstance(curve, BucketCurve):
        known, wanted = curve.places, curve.score_key.places(scores.astype(np.float64))
    else:
        known, wanted = curve.scores, scores
    found: npt.NDArray[np.intp] = len(known) - 1 - np.searchsorted(known[::-1], wanted)
    return found


def joint_scores(
    source: Source,
    truth: str,
    scores: Sequence[str],
    *,
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    missing: Missing = "raise",
    progress: Any = None,
) -> JointScores | None:
    """
    Add up the scores of several models in files of more than two million rows of two classes.

    None where the columns are to be read as they are: there are fewer rows, the labels are not two, a column plays two
    roles, or whole scores are beyond those that float64 tells apart.
    """
    files = find_files(source)
    if len({truth, *scores}) <= len(scores) or not row_limit.many_rows(files):
        return None
    columns = ScoredColumns(truth, scores[0], labels=labels, pos_label=pos_label)
    losses = {name: LOSSES[name] for name in OF_TWO}
    for every in (False, True):  # where the first rows do not tell the classes, all do
        look = classes_looked_at(files, columns, every=every)
        if look is None:
            continue
        pair, types = look
        reader = ScoreModels(files, truth, tuple(scores), pair, types, missing, progress)
        try:
            found = reader.states(losses)
            known = pair_of(columns_of(found[0], columns), columns)
            if known is not None and known != pair:  # the rarer of two names is another one by all rows
                reader = replace(reader, pair=known)
                found = reader.states(losses)
        except (OtherClassesError, OtherTypeError):
            continue
        except WideScoresError:
            return None
        return None if known is None else JointScores(found, reader)
    return None
