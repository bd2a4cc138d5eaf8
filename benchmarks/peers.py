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


@numba.njit(parallel=True)
def numba_qwk_threads(a: np.ndarray, b: np.ndarray, categories: int, threads: int) -> float:
    """The same loop with a part of the rows for each thread, and a column of counts for each."""
    first = np.zeros((threads, categories))
    second = np.zeros((threads, categories))
    observed = np.zeros(threads)
    for part in numba.prange(threads):
        mine, theirs, penalty = np.zeros(categories), np.zeros(categories), 0.0
        for k in range(len(a) * part // threads, len(a) * (part + 1) // threads):
            i, j = a[k], b[k]
            mine[i] += 1
            theirs[j] += 1
            penalty += (i - j) * (i - j)
        first[part], second[part], observed[part] = mine, theirs, penalty
    rows, columns = first.sum(axis=0), second.sum(axis=0)
    expected = 0.0
    for i in range(categories):
        for j in range(categories):
            expected += rows[i] * columns[j] * (i - j) * (i - j)
    return 1.0 - observed.sum() / (expected / len(a))


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
