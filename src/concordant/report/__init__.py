"""Evaluate columns: find out what they are, compute the metrics that fit, and show them on one page; compare models."""

from typing import TYPE_CHECKING

from concordant.names import names_of
from concordant.report.evaluating import evaluate
from concordant.report.evaluation import Evaluation
from concordant.report.records import ClassBalance, ClassMetric, Result

if TYPE_CHECKING:
    from concordant.report.model_comparison import ModelComparison, compare_models

# What compares models is imported when somebody compares: a report must start quickly.
__getattr__ = names_of(__name__, dict.fromkeys(("ModelComparison", "compare_models"), "model_comparison"))

__all__ = ["ClassBalance", "ClassMetric", "Evaluation", "ModelComparison", "Result", "compare_models", "evaluate"]
