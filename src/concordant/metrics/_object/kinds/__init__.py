"""The kinds of metrics: what stands beside the truth, how it is read, and the state that it becomes."""

from __future__ import annotations

from concordant.metrics._object.kinds.of_labels import LABELS
from concordant.metrics._object.kinds.of_measurements import MEASUREMENTS
from concordant.metrics._object.kinds.of_numbers import NUMBERS, SYSTEM
from concordant.metrics._object.kinds.of_panels import PANEL
from concordant.metrics._object.kinds.of_probabilities import CALIBRATION, DECISIONS, LOSSES
from concordant.metrics._object.kinds.of_rankings import CLASS_RANKINGS, RANKINGS
from concordant.metrics._object.kinds.of_scores import SCORES

__all__ = [
    "CALIBRATION",
    "CLASS_RANKINGS",
    "DECISIONS",
    "LABELS",
    "LOSSES",
    "MEASUREMENTS",
    "NUMBERS",
    "PANEL",
    "RANKINGS",
    "SCORES",
    "SYSTEM",
]
