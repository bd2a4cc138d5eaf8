"""What the peers' users write: the loop of Kaggle notebooks under numba, and torchmetrics on tensors."""

from __future__ import annotations

import numba
import numpy as np
import torch
import torchmetrics.functional.classification as tm


@numba.njit
def numba_qwk(a: np.ndarray, b: np.ndarray, categories: int) -> float:
    """Quadratic weighted kappa in one loop over the rows, as notebooks write it."""
    first = np.zeros(categories)
    second = np.zeros(categories)
    observed = 0.0
    for k in range(len(a)):
        i, j = a[k], b[k]
        first[i] += 1
        second[j] += 1
        observed += (i - j) * (i - j)
    expected = 0.0
    for i in range(categories):
        for j in range(categories):
            expected += first[i] * second[j] * (i - j) * (i - j)
    return 1.0 - observed / (expected / len(a))


def torch_confusion(a: np.ndarray, b: np.ndarray, classes: int) -> object:
    """The confusion matrix of torchmetrics."""
    return tm.multiclass_confusion_matrix(torch.from_numpy(b), torch.from_numpy(a), classes)


def torch_qwk(a: np.ndarray, b: np.ndarray, classes: int) -> object:
    """The quadratic weighted kappa of torchmetrics."""
    return tm.multiclass_cohen_kappa(torch.from_numpy(b), torch.from_numpy(a), classes, weights="quadratic")


def torch_auc(y: np.ndarray, s: np.ndarray) -> object:
    """The exact ROC AUC of torchmetrics."""
    return tm.binary_auroc(torch.from_numpy(s), torch.from_numpy(y), thresholds=None)


def torch_ap(y: np.ndarray, s: np.ndarray) -> object:
    """The exact average precision of torchmetrics."""
    return tm.binary_average_precision(torch.from_numpy(s), torch.from_numpy(y), thresholds=None)


def torch_roc(y: np.ndarray, s: np.ndarray) -> object:
    """The exact ROC curve of torchmetrics."""
    return tm.binary_roc(torch.from_numpy(s), torch.from_numpy(y), thresholds=None)
