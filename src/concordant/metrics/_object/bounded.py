"""What can be said for certain of a metric of scores that are known up to buckets: the least and the greatest value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from concordant.errors import InputTypeError, LengthError, OptionError
from concordant.metrics._object.asked import check_asked, data_of, names_columns, options_of
from concordant.metrics._object.kinds import SCORES
from concordant.metrics._object.signatures import of_each_metric
from concordant.metrics._object.undefined import warn_user
from concordant.result.intervals import Bounds
from concordant.states.buckets import BucketCurve, Scale, ScoreKey, key_named

if TYPE_CHECKING:
    from concordant.metrics._object.metric import Metric

_ROUNDING = 2.0**-40  # more than sums of as many numbers as there are buckets differ by


class Bounded:
    """The calls of a metric that say what buckets of scores leave open."""

    @property
    def _one(self) -> Metric:
        return cast("Metric", self)

    @of_each_metric
    def bounds(self, *data: Any, key: Scale | ScoreKey | None = None, **options: Any) -> Bounds:
        """
        Bound the metric by counting scores in buckets, without sorting them: see `bounds_of`.

        Parameters
        ----------
        *data
            Those of a call: y_true and one column of y_score.
        key : {"probability", "real"} or ScoreKey, optional
            Which buckets; default: those of probabilities if all scores are from 0 to 1.
        **options
            As in a call.

        Returns
        -------
        Bounds

        Examples
        --------
        >>> from concordant import roc_auc
        >>> found = roc_auc.bounds([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
        >>> found.low, found.high, found.exact
        (0.75, 0.75, True)
        """
        metric = self._one
        if names_columns(options):
            return self._bounds_by_name(data, options, key)
        data = data_of(f"{metric.name}.bounds", metric.data, data, options)
        check_asked(metric, "bounds", options)
        self._refuse_unbounded("bounds")
        reading = {name: options.pop(name) for name in metric.kind.reading if name in options}
        rows = metric.kind.read(*data, **reading)
        if not rows.binary:
            msg = f"{metric.name}.bounds takes one column of scores, not one a class or label."
            raise LengthError(msg)
        if key is None:
            inside = not rows.scores.size or (rows.scores.min() >= 0 and rows.scores.max() <= 1)
            key = "probability" if inside else "real"
        return self.bounds_of(BucketCurve.from_rows(rows, key=key_named(key)), **options)

    def _bounds_by_name(self, names: tuple[Any, ...], options: dict[str, Any], key: Scale | ScoreKey | None) -> Bounds:
        """Bound the metric of columns of a frame or of files, in their engine or batch by batch."""
        from concordant.metrics._object.columns_by_name import buckets_by_name, rows_by_name

        self._refuse_unbounded("bounds")
        state = buckets_by_name(self._one, names, options, key)
        if state is None:
            asked = rows_by_name(self._one, names, options)
            return self.bounds(*asked.data, key=key, **asked.options)
        return self.bounds_of(state, **options)

    @of_each_metric
    def bounds_of(self, state: BucketCurve, /, **options: Any) -> Bounds:
        """
        Bound the metric over all orders of the rows that these buckets allow.

        With the positive rows of each bucket above its negative ones the ROC curve lies nowhere below that of any other
        order, and with the negative ones above nowhere above it. A metric that rises with the ROC curve takes its
        greatest and its least value there.

        Parameters
        ----------
        state : BucketCurve
            Rows of two classes.
        **options
            The options of the metric.

        Returns
        -------
        Bounds
            Its ``value`` is that of the state with ties in each bucket. Rounded outwards; undefined (NaN) where the
            metric is.

        Raises
        ------
        OptionError
            If the metric need not rise with the ROC curve.
        """
        metric = self._one
        check_asked(metric, "bounds_of", options, reading=False)
        if not isinstance(state, BucketCurve):
            self._refuse_unbounded("bounds_of")
            msg = f"{metric.name}.bounds_of takes a BucketCurve, not {type(state).__name__}."
            raise InputTypeError(msg)
        found = self.quiet_bounds_of(state, options)
        if found.reason is not None:
            warn_user(f"{metric.name}: {found.reason}")
        return found

    def quiet_bounds_of(self, state: BucketCurve, options: Mapping[str, Any]) -> Bounds:
        """Bound the metric for somebody who shows the reason: without a warning."""
        metric = self._one
        self._refuse_unbounded("bounds_of")
        self._refuse_weighted(state)
        tied = state.tied()
        outcome = metric.outcome(tied, **options)
        value = float(outcome.value)
        key = state.score_key
        signature = f"{metric.signature(tied, **options)}|buckets:{key.scale}{key.bits}"
        rest = (len(state.places), state.n, metric.facts.title, signature, outcome.reason)
        if np.isnan(value):
            return Bounds(value, value, value, *rest)
        worst, best = self._least(state, options), float(metric.value_of(state.best(), **options))
        low, high = min(worst, best, value), max(worst, best, value)
        if (state.low < state.high).any():  # else the curve is that of the rows
            slack = _ROUNDING * max(abs(low), abs(high))
            ends = metric.facts.range or (-np.inf, np.inf)
            low, high = max(low - slack, ends[0]), min(high + slack, ends[1])
        return Bounds(value, low, high, *rest)

    def _least(self, state: BucketCurve, options: Mapping[str, Any]) -> float:
        """The value of the worst order; of a metric that says so, that of one below it."""
        metric = self._one
        if metric.least is None:
            return float(metric.value_of(state.worst(), **options))
        known = options_of(metric.least)
        return metric.least(state, **{name: value for name, value in options.items() if name in known})

    def with_ties(self, state: Any) -> Any:
        """Return the curve of a `BucketCurve` with ties in its buckets; any other state as it is."""
        if type(state) is not BucketCurve:
            return state
        metric = self._one
        if metric.kind is SCORES:
            return state.tied()
        if metric.kind.input in ("probabilities", "decisions"):
            msg = f"{metric.name} needs every score as it is; a BucketCurve holds only their order, in buckets."
            raise InputTypeError(msg)
        return state

    def _refuse_unbounded(self, call: str) -> None:
        if self._one.facts.dominance is None:
            msg = (
                f"{self._one.name}.{call} does not exist: bounds are known of metrics that rise with the ROC curve, "
                "such as roc_auc, average_precision and kolmogorov_smirnov."
            )
            raise OptionError(msg)

    def _refuse_weighted(self, state: BucketCurve) -> None:
        if self._one.facts.dominance == "counted" and state.weights.dtype.kind == "f":
            msg = (
                f"{self._one.name} of weighted rows has no certain bounds: whether a sum of weights reaches a rate "
                "exactly depends on its rounding. Count the rows without weights."
            )
            raise OptionError(msg)
