"""Samples of rows of labels and probabilities, for metrics of the curve of the probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from concordant.inference.samples.score_samples import samples_of_rows
from concordant.inference.samples.scores import ScoreSample
from concordant.inputs.scores import check_score_columns
from concordant.metrics._probabilities.curves_of_probabilities import as_asked, curve_of_probabilities
from concordant.typing import Reduction


def probability_samples(
    y_true: Any,
    predictions: Sequence[Any],
    *,
    names: Sequence[str],
    reduction: Reduction = "classwise",
    cluster: Any = None,
    **reading: Any,
) -> list[ScoreSample]:
    """Check and sort the probabilities of each model: all classes, or the predicted one alone."""
    every = check_score_columns(y_true, predictions, names=names, **reading)
    return samples_of_rows([as_asked(rows, reduction) for rows in every], curve_of_probabilities, cluster=cluster)
