"""What users of torchmetrics write, on tensors."""

from __future__ import annotations

import numpy as np
import torch
import torchmetrics.functional.classification as tm

# torchmetrics checks its input by default, as we do; without checks wrong input gives a wrong number. Both are timed.


def torch_confusion(a: np.ndarray, b: np.ndarray, classes: int, *, checked: bool) -> object:
    """The confusion matrix of torchmetrics."""
    true, pred = torch.from_numpy(a), torch.from_numpy(b)
    return tm.multiclass_confusion_matrix(pred, true, classes, validate_args=checked)


def torch_qwk(a: np.ndarray, b: np.ndarray, classes: int, *, checked: bool) -> object:
    """The quadratic weighted kappa of torchmetrics."""
    true, pred = torch.from_numpy(a), torch.from_numpy(b)
    return tm.multiclass_cohen_kappa(pred, true, classes, weights="quadratic", validate_args=checked)


def torch_auc(y: np.ndarray, s: np.ndarray, *, checked: bool) -> object:
    """The exact ROC AUC of torchmetrics."""
    return tm.binary_auroc(torch.from_numpy(s), torch.from_numpy(y), thresholds=None, validate_args=checked)


def torch_ap(y: np.ndarray, s: np.ndarray, *, checked: bool) -> object:
    """The exact average precision of torchmetrics."""
    return tm.binary_average_precision(torch.from_numpy(s), torch.from_numpy(y), thresholds=None, validate_args=checked)


def torch_roc(y: np.ndarray, s: np.ndarray, *, checked: bool) -> object:
    """The exact ROC curve of torchmetrics."""
    return tm.binary_roc(torch.from_numpy(s), torch.from_numpy(y), thresholds=None, validate_args=checked)
