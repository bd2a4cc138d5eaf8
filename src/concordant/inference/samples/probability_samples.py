"""Samples of rows of labels and probabilities, for metrics of the curve of the probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from concordant.inference.samples.score_samples import samples_of_rows
from concordant.inference.samples.scores import ScoreSample
from concordant.inputs.numbers import numbers
from concordant.inputs.scores import check_scores
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
    every = [
        as_asked(check_scores(y_true, given, what=name, **reading), reduction)
        for given, name in zip(predictions, names, strict=True)
    ]
    given_rows = len(numbers(predictions[0], names[0]))
    return samples_of_rows(every, given_rows, curve_of_probabilities, cluster=cluster)
