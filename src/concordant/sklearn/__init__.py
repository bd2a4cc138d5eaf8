"""
The classification functions of scikit-learn, under its names, over Concordant's states and formulas.

``from concordant.sklearn import f1_score, roc_auc_score`` in place of ``from sklearn.metrics import ...``: the same
signatures, defaults, results, warnings and exceptions as scikit-learn 1.9, which need not be installed. The
functions are ready for ``make_scorer``, ``cross_validate`` and ``GridSearchCV``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from concordant.sklearn._accuracy import accuracy_score as accuracy_score
    from concordant.sklearn._accuracy import balanced_accuracy_score as balanced_accuracy_score
    from concordant.sklearn._accuracy import hamming_loss as hamming_loss
    from concordant.sklearn._accuracy import zero_one_loss as zero_one_loss
    from concordant.sklearn._agreement import cohen_kappa_score as cohen_kappa_score
    from concordant.sklearn._agreement import matthews_corrcoef as matthews_corrcoef
    from concordant.sklearn._calibration import calibration_curve as calibration_curve
    from concordant.sklearn._confusion import confusion_matrix as confusion_matrix
    from concordant.sklearn._confusion import multilabel_confusion_matrix as multilabel_confusion_matrix
    from concordant.sklearn._curves import auc as auc
    from concordant.sklearn._curves import confusion_matrix_at_thresholds as confusion_matrix_at_thresholds
    from concordant.sklearn._curves import det_curve as det_curve
    from concordant.sklearn._curves import metric_at_thresholds as metric_at_thresholds
    from concordant.sklearn._curves import precision_recall_curve as precision_recall_curve
    from concordant.sklearn._curves import roc_curve as roc_curve
    from concordant.sklearn._fscore_support import precision_recall_fscore_support as precision_recall_fscore_support
    from concordant.sklearn._label_ranking import coverage_error as coverage_error
    from concordant.sklearn._label_ranking import dcg_score as dcg_score
    from concordant.sklearn._label_ranking import (
        label_ranking_average_precision_score as label_ranking_average_precision_score,
    )
    from concordant.sklearn._label_ranking import label_ranking_loss as label_ranking_loss
    from concordant.sklearn._label_ranking import ndcg_score as ndcg_score
    from concordant.sklearn._likelihood_ratios import class_likelihood_ratios as class_likelihood_ratios
    from concordant.sklearn._probabilities import brier_score_loss as brier_score_loss
    from concordant.sklearn._probabilities import d2_brier_score as d2_brier_score
    from concordant.sklearn._probabilities import d2_log_loss_score as d2_log_loss_score
    from concordant.sklearn._probabilities import hinge_loss as hinge_loss
    from concordant.sklearn._probabilities import log_loss as log_loss
    from concordant.sklearn._ranking import average_precision_score as average_precision_score
    from concordant.sklearn._ranking import roc_auc_score as roc_auc_score
    from concordant.sklearn._ranking import top_k_accuracy_score as top_k_accuracy_score
    from concordant.sklearn._rates import f1_score as f1_score
    from concordant.sklearn._rates import fbeta_score as fbeta_score
    from concordant.sklearn._rates import jaccard_score as jaccard_score
    from concordant.sklearn._rates import precision_score as precision_score
    from concordant.sklearn._rates import recall_score as recall_score
    from concordant.sklearn._report import classification_report as classification_report

# Where each function stands: a module is imported when one of its functions is asked for.
_HOMES = {
    "accuracy_score": "_accuracy",
    "auc": "_curves",
    "average_precision_score": "_ranking",
    "balanced_accuracy_score": "_accuracy",
    "brier_score_loss": "_probabilities",
    "calibration_curve": "_calibration",
    "class_likelihood_ratios": "_likelihood_ratios",
    "classification_report": "_report",
    "cohen_kappa_score": "_agreement",
    "confusion_matrix": "_confusion",
    "confusion_matrix_at_thresholds": "_curves",
    "coverage_error": "_label_ranking",
    "d2_brier_score": "_probabilities",
    "d2_log_loss_score": "_probabilities",
    "dcg_score": "_label_ranking",
    "det_curve": "_curves",
    "f1_score": "_rates",
    "fbeta_score": "_rates",
    "hamming_loss": "_accuracy",
    "hinge_loss": "_probabilities",
    "jaccard_score": "_rates",
    "label_ranking_average_precision_score": "_label_ranking",
    "label_ranking_loss": "_label_ranking",
    "log_loss": "_probabilities",
    "matthews_corrcoef": "_agreement",
    "metric_at_thresholds": "_curves",
    "multilabel_confusion_matrix": "_confusion",
    "ndcg_score": "_label_ranking",
    "precision_recall_curve": "_curves",
    "precision_recall_fscore_support": "_fscore_support",
    "precision_score": "_rates",
    "recall_score": "_rates",
    "roc_auc_score": "_ranking",
    "roc_curve": "_curves",
    "top_k_accuracy_score": "_ranking",
    "zero_one_loss": "_accuracy",
}


def __getattr__(name: str) -> Any:
    """Import a function when it is asked for."""
    home = _HOMES.get(name)
    if home is None:
        msg = f"module 'concordant.sklearn' has no attribute {name!r}"
        raise AttributeError(msg)
    from importlib import import_module

    value = getattr(import_module(f"concordant.sklearn.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Offer every function to autocompletion."""
    return sorted(_HOMES)


__all__ = [
    "accuracy_score",
    "auc",
    "average_precision_score",
    "balanced_accuracy_score",
    "brier_score_loss",
    "calibration_curve",
    "class_likelihood_ratios",
    "classification_report",
    "cohen_kappa_score",
    "confusion_matrix",
    "confusion_matrix_at_thresholds",
    "coverage_error",
    "d2_brier_score",
    "d2_log_loss_score",
    "dcg_score",
    "det_curve",
    "f1_score",
    "fbeta_score",
    "hamming_loss",
    "hinge_loss",
    "jaccard_score",
    "label_ranking_average_precision_score",
    "label_ranking_loss",
    "log_loss",
    "matthews_corrcoef",
    "metric_at_thresholds",
    "multilabel_confusion_matrix",
    "ndcg_score",
    "precision_recall_curve",
    "precision_recall_fscore_support",
    "precision_score",
    "recall_score",
    "roc_auc_score",
    "roc_curve",
    "top_k_accuracy_score",
    "zero_one_loss",
]
