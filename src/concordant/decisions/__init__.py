"""
Decisions that maximise a metric: thresholds, cut points, labels from class probabilities.

The estimators are those of scikit-learn, which is imported when one of them is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from concordant.decisions.cut_points import ordinal_cut_points
from concordant.decisions.from_probabilities import DecisionRule, LabelThresholds, decide
from concordant.decisions.guarantees import guaranteed_threshold
from concordant.decisions.thresholds import best_threshold
from concordant.names import names_of

if TYPE_CHECKING:
    from concordant.decisions.classifiers import DecisionClassifier, ThresholdClassifier
    from concordant.decisions.ordinal_estimator import OrdinalCutPoints

__all__ = [
    "DecisionClassifier",
    "DecisionRule",
    "LabelThresholds",
    "OrdinalCutPoints",
    "ThresholdClassifier",
    "best_threshold",
    "decide",
    "guaranteed_threshold",
    "ordinal_cut_points",
]

__getattr__ = names_of(
    __name__,
    {
        **dict.fromkeys(("DecisionClassifier", "ThresholdClassifier"), "classifiers"),
        "OrdinalCutPoints": "ordinal_estimator",
    },
)
