"""Decisions that maximise a metric: thresholds, cut points, labels from class probabilities."""

from concordant.decisions.cut_points.ordinal_cut_points import ordinal_cut_points
from concordant.decisions.cut_points.ordinal_estimator import OrdinalCutPoints
from concordant.decisions.from_probabilities.decide import decide
from concordant.decisions.from_probabilities.decision_classifier import DecisionClassifier
from concordant.decisions.from_probabilities.rules import DecisionRule, LabelThresholds
from concordant.decisions.thresholds.best_threshold import best_threshold
from concordant.decisions.thresholds.guarantee import guaranteed_threshold
from concordant.decisions.thresholds.threshold_classifier import ThresholdClassifier

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
