"""What the caller gave: two columns, one state that is built already, or the record that a metric gave back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from concordant.errors import InputTypeError, LengthError
from concordant.metrics.definition.kinds import SCORES
from concordant.metrics.ranking.curves import roc_curve
from concordant.result.record import Record
from concordant.states import Counts, Curve, CurveStack
from concordant.typing import Column, Label, Missing

R = TypeVar("R", bound=Record)


def counts_given(
    y_true: Column | Counts,
    y_pred: Column | None,
    *,
    labels: Sequence[Label] | None,
    sample_weight: Column | None,
    missing: Missing,
) -> Counts:
    """Return the one table of counts of two columns of labels, or the `Counts` that came in their place."""
    if isinstance(y_true, Counts):
        refuse_with_state("Counts", y_pred=y_pred, labels=labels, sample_weight=sample_weight)
        counts = y_true
    else:
        refuse_missing_column(y_pred, "y_pred", "labels", "a Counts")
        counts = Counts.from_labels(y_true, y_pred, labels=labels, sample_weight=sample_weight, missing=missing)
    if counts.table.ndim > 2:
        shape = " x ".join(map(str, counts.table.shape))
        msg = f"one table at a time is shown, but these counts are a stack ({shape}); take one of them: counts[0]."
        raise LengthError(msg)
    return counts


def curves_given(
    y_true: Column | Curve | CurveStack,
    y_score: Column | None,
    *,
    labels: Sequence[Label] | None,
    pos_label: Label | None,
    sample_weight: Column | None,
    missing: Missing,
) -> Curve | CurveStack:
    """Return the curve or curves of labels and scores, or the state that came in their place."""
    if isinstance(y_true, (Curve, CurveStack)):
        kind = type(y_true).__name__
        refuse_with_state(kind, y_score=y_score, labels=labels, pos_label=pos_label, sample_weight=sample_weight)
        return y_true
    refuse_missing_column(y_score, "y_score", "labels and scores", "a Curve")
    read: Any = {"labels": labels, "pos_label": pos_label, "sample_weight": sample_weight, "missing": missing}
    rows = SCORES.read(y_true, y_score, **read)
    state: Curve | CurveStack = SCORES.kept((SCORES.summed or SCORES.gather)(roc_curve, rows, {}), rows)
    return state


def records_given(given: Any, kind: type[R], **others: Any) -> tuple[R, ...]:
    """Return the record, or the records of several classes, that came in place of columns; none if columns came."""
    several = given if isinstance(given, (tuple, list)) else (given,)
    if not several or not all(isinstance(one, kind) for one in several):
        return ()
    refuse_with_state(kind.__name__, **others)
    return tuple(several)


def refuse_missing_column(column: Column | None, name: str, what: str, state: str) -> None:
    """Raise where the second of two columns is missing."""
    if column is None:
        raise InputTypeError(f"{name} is missing: give two columns ({what}), or {state} as the only argument.")


def refuse_with_state(state: str, **others: Any) -> None:
    """Raise for columns beside a state, which holds its rows already."""
    given = [name for name, value in others.items() if value is not None]
    if given:
        raise InputTypeError(f"a {state} holds its labels and rows already; leave out {', '.join(given)}.")
