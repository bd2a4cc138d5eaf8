"""
The classification functions of scikit-learn, under its names, over Concordant's states and formulas.

``from concordant.sklearn import f1_score, roc_auc_score`` in place of ``from sklearn.metrics import ...``: the same
signatures, defaults, results, warnings and classes of errors as scikit-learn 1.9, which need not be installed. The
texts of errors are Concordant's. The functions are ready for ``make_scorer``, ``cross_validate`` and ``GridSearchCV``.

Beside them stand `get_scorer` for any metric by name, `fold_interval` for the mean over folds, and pictures with the
habits of scikit-learn's displays: ``RocCurveDisplay.from_estimator(model, X, y, ax=ax, name="model")``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from concordant.names import names_of
from concordant.sklearn._agreement import (
    accuracy_score,
    balanced_accuracy_score,
    cohen_kappa_score,
    confusion_matrix,
    hamming_loss,
    matthews_corrcoef,
    multilabel_confusion_matrix,
    zero_one_loss,
)
from concordant.sklearn._curves import (
    auc,
    confusion_matrix_at_thresholds,
    det_curve,
    metric_at_thresholds,
    precision_recall_curve,
    roc_curve,
)
from concordant.sklearn._probabilities import (
    brier_score_loss,
    calibration_curve,
    d2_brier_score,
    d2_log_loss_score,
    hinge_loss,
    log_loss,
)
from concordant.sklearn._ranking import (
    average_precision_score,
    coverage_error,
    dcg_score,
    label_ranking_average_precision_score,
    label_ranking_loss,
    ndcg_score,
    roc_auc_score,
    top_k_accuracy_score,
)
from concordant.sklearn._rates import (
    class_likelihood_ratios,
    classification_report,
    f1_score,
    fbeta_score,
    jaccard_score,
    precision_recall_fscore_support,
    precision_score,
    recall_score,
)

if TYPE_CHECKING:
    from concordant.sklearn._displays import CalibrationDisplay as CalibrationDisplay
    from concordant.sklearn._displays import ConfusionMatrixDisplay as ConfusionMatrixDisplay
    from concordant.sklearn._displays import DetCurveDisplay as DetCurveDisplay
    from concordant.sklearn._displays import PrecisionRecallDisplay as PrecisionRecallDisplay
    from concordant.sklearn._displays import RocCurveDisplay as RocCurveDisplay
    from concordant.sklearn._scorers import fold_interval as fold_interval
    from concordant.sklearn._scorers import get_scorer as get_scorer

# What scikit-learn has otherwise, or not at all: pictures with the habits of its displays, scorers, folds.
_BESIDE = {
    "CalibrationDisplay": "_displays",
    "ConfusionMatrixDisplay": "_displays",
    "DetCurveDisplay": "_displays",
    "PrecisionRecallDisplay": "_displays",
    "RocCurveDisplay": "_displays",
    "fold_interval": "_scorers",
    "get_scorer": "_scorers",
}

__getattr__ = names_of(__name__, _BESIDE)


def __dir__() -> list[str]:
    """Offer every function to autocompletion."""
    return sorted((*__all__, *_BESIDE))


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
