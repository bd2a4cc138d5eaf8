"""Decisions that maximise a metric: thresholds, cut points, labels from class probabilities."""

from __future__ import annotations

from concordant.decisions.classifiers import DecisionClassifier, ThresholdClassifier
from concordant.decisions.cut_points import ordinal_cut_points
from concordant.decisions.from_probabilities import DecisionRule, LabelThresholds, decide
from concordant.decisions.guarantees import guaranteed_threshold
from concordant.decisions.ordinal_estimator import OrdinalCutPoints
from concordant.decisions.thresholds import best_threshold

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
