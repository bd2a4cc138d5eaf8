"""Whether the rows of scores that were counted in buckets are read again, in the order of their scores."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from concordant.engines.scored_rows import ScoredRows
from concordant.inference.intervals.make_interval import quiet_answer
from concordant.inference.intervals.question import Question
from concordant.inference.samples.gather import sample_of_state
from concordant.metrics._object.registry import get
from concordant.result import Bounds
from concordant.states import BucketCurve
from concordant.states.joined_scores import joined

Exact: TypeAlias = bool | Literal["auto"]


def wants_order(exact: Exact, found: ScoredRows) -> bool:
    """Whether to read again; with "auto" if the ROC AUC is known less exactly than to a tenth of its standard error."""
    if not exact or not isinstance(found.curve, BucketCurve):
        return False
    return exact is True or (found.weights is None and _is_wide(found.curve))


def _is_wide(curve: BucketCurve) -> bool:
    metric = get("roc_auc")
    bounds = metric.quiet_bounds_of(curve, {})
    if not bounds.width > 0:  # NaN where only one class occurs
        return False
    tied: Any = quiet_answer(Question(metric, {}, sample_of_state(metric, joined(curve.tied())), 0.95))
    return is_wide(bounds, tied.se)


def is_wide(bounds: Bounds, error: float) -> bool:
    """Whether half of the bounds is more than a tenth of the standard error; of one that is not known it is 0.001."""
    return bool(bounds.width / 2 > (error if error > 0 else 1e-3) / 10)
