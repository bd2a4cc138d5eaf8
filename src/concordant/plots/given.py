"""What the caller gave: two columns, one state that is built already, or the record that a metric gave back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from concordant.errors import InputTypeError, LengthError, OptionError
from concordant.metrics.definition.metric import Metric
from concordant.metrics.overall.accuracy import accuracy
from concordant.metrics.ranking.curves import roc_curve
from concordant.result.record import PicturedCurve
from concordant.states import Counts, Curve, CurveStack
from concordant.typing import Column, Label, Missing

R = TypeVar("R")


def counts_given(
    y_true: Column | Counts,
    y_pred: Column | None,
    *,
    labels: Sequence[Label] | None,
    sample_weight: Column | None,
    missing: Missing,
    data: Any = None,
) -> Counts:
    """Return the one table of counts of two columns of labels, or the `Counts` that came in their place."""
    reading: dict[str, Any] = {"labels": labels, "sample_weight": sample_weight}
    if isinstance(y_true, Counts):
        _refuse_beside("Counts", y_pred=y_pred, data=data, **reading)
        counts = y_true
    elif data is not None:
        counts = accuracy.state(y_true, y_pred, data=data, missing=missing, **reading)
    else:
        _refuse_missing_column(y_pred, "y_pred", "labels", "a Counts")
        counts = Counts.from_labels(y_true, y_pred, missing=missing, **reading)
    if counts.table.ndim > 2:
        shape = " x ".join(map(str, counts.table.shape))
        msg = f"one table at a time is shown, but these counts are a stack ({shape}); take one of them: counts[0]."
        raise LengthError(msg)
    return counts


def state_given(
    y_true: Any, y_score: Any, metric: Metric = roc_curve, *, cluster: Any = None, **reading: Any
) -> Curve | CurveStack:
    """Return the curve or curves of labels and scores, or the state that came in their place."""
    second = metric.data[1]
    if isinstance(y_true, (Curve, CurveStack)):
        _refuse_beside(type(y_true).__name__, **{second: y_score}, cluster=cluster, **reading)
        return y_true
    what = "labels and scores" if second == "y_score" else "labels and probabilities"
    _refuse_missing_column(y_score, second, what, "a Curve")
    state: Curve | CurveStack = metric.state(y_true, y_score, **reading)
    return state


class Curves(NamedTuple):
    """The records of curves with their names, what they were computed from, and the state of the rows, if they came."""

    records: Sequence[Any]
    names: Sequence[str | None]
    given: tuple[Any, Any]
    reading: Mapping[str, Any]
    state: Curve | CurveStack | None = None
    reason: str | None = None

    @property
    def rows(self) -> Curve | None:
        """The rows of one curve; None of several, of points alone, or where there are no rows."""
        return self.state if isinstance(self.state, Curve) and self.state.n > 0 else None

    def interval(self, metric: Metric, **options: Any) -> Any:
        """Return the intervals of a metric of these rows."""
        if self.state is None:
            kind = type(self.records[0]).__name__
            msg = f"a {kind} does not hold its rows, which intervals need: give labels and scores, or a Curve."
            raise OptionError(msg)
        if self.state is self.given[0]:
            return metric.interval_of(self.state, **options)
        return metric.interval(*self.given, **self.reading, **options)


def curves_given(
    metric: Metric,
    kinds: type[PicturedCurve] | tuple[type[PicturedCurve], ...],
    y_true: Any,
    y_score: Any,
    *,
    name: str | None,
    options: Mapping[str, Any] | None = None,
    **reading: Any,
) -> Curves:
    """Return the curves of columns, of a state, or of the records that came in place of them."""
    several = y_true if isinstance(y_true, (tuple, list)) else (y_true,)
    if several and all(isinstance(one, kinds) for one in several):
        _refuse_beside(type(several[0]).__name__, **{metric.data[1]: y_score}, **reading)
        return Curves(several, _names_of(several, name), (y_true, y_score), reading)
    state = state_given(y_true, y_score, metric, **reading)
    outcome = metric.outcome(state, **(options or {}))
    if isinstance(state, Curve):
        return Curves((outcome.value,), (name,), (y_true, y_score), reading, state, outcome.reason)
    return Curves(outcome.value, [str(output) for output in state.outputs], (y_true, y_score), reading, state)


def _names_of(curves: Sequence[PicturedCurve], name: str | None) -> list[str | None]:
    """Return the names of curves: that of a single one, else their classes; where one has none, its number from 1."""
    classes = [None if curve.label is None else str(curve.label) for curve in curves]
    if len(curves) == 1:
        return [name or classes[0]]
    return [label or f"curve {number}" for number, label in enumerate(classes, 1)]


def _refuse_missing_column(column: Any, name: str, what: str, state: str) -> None:
    """Raise where the second of two columns is missing."""
    if column is None:
        raise InputTypeError(f"{name} is missing: give two columns ({what}), or {state} as the only argument.")


def _refuse_beside(state: str, **others: Any) -> None:
    """Raise for columns beside a state, which holds its rows already."""
    given = [name for name, value in others.items() if value is not None and name != "missing"]
    if given:
        raise InputTypeError(f"a {state} holds its labels and rows already; leave out {', '.join(given)}.")


def record_given(found: Any, kind: type[R], take: Callable[..., R], options: Mapping[str, Any], holds: str) -> R:
    """Return the record that was given, or what `take` makes of what was given with these options."""
    if not isinstance(found, kind):
        return take(found, **options)
    if options:
        raise InputTypeError(f"the record of {holds} already; leave out the rest.")
    return found
