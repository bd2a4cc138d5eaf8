"""Samples of rows as intervals take them, for tests that look inside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from concordant import concordance_correlation, f1, roc_auc
from concordant.inference.samples.gather import samples_of
from concordant.metrics.definition.metric import Metric


def label_samples(y_true: Any, predictions: Sequence[Any], names: Sequence[str] = ("y_pred",), **reading: Any) -> Any:
    """Samples of one or several columns of labels, or of matrices of indicators."""
    return _samples(f1, y_true, predictions, names, reading)


def score_samples(y_true: Any, scores: Sequence[Any], names: Sequence[str] = ("y_score",), **reading: Any) -> Any:
    """Samples of one or several columns of scores."""
    return _samples(roc_auc, y_true, scores, names, reading)


def measurement_samples(first: Any, others: Sequence[Any], names: Sequence[str] = ("y_pred",)) -> Any:
    """Samples of columns of measurements."""
    return _samples(concordance_correlation, first, others, names, {})


def _samples(
    metric: Metric, y_true: Any, predictions: Sequence[Any], names: Sequence[str], reading: dict[str, Any]
) -> Any:
    return samples_of(metric, y_true, predictions, names, reading)
