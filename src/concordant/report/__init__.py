"""Evaluate columns: find out what they are, compute the metrics that fit, and show them on one page."""

from concordant.report.evaluating import evaluate
from concordant.report.evaluation import Evaluation
from concordant.report.records import ClassBalance, ClassMetric, Result

__all__ = ["ClassBalance", "ClassMetric", "Evaluation", "Result", "evaluate"]
