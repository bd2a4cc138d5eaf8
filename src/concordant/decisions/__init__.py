"""Decisions that maximise a metric: thresholds, cut points, labels from class probabilities."""

from concordant.decisions.cut_points import ordinal_cut_points
from concordant.decisions.decision_classifier import DecisionClassifier
from concordant.decisions.from_probabilities import decide
from concordant.decisions.ordinal_estimator import OrdinalCutPoints
from concordant.decisions.rules import DecisionRule, LabelThresholds
from concordant.decisions.threshold import best_threshold
from concordant.decisions.threshold_classifier import ThresholdClassifier

__all__ = [
    "DecisionClassifier",
    "DecisionRule",
    "LabelThresholds",
    "OrdinalCutPoints",
    "ThresholdClassifier",
    "best_threshold",
    "decide",
    "ordinal_cut_points",
]
