"""What is measured: for each work the arrays, and how each library does it."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from sklearn import metrics as sk

import concordant as co

Calls = dict[str, Callable[[], object]]


@dataclass(frozen=True)
class Work:
    """One line of the table: its name, its rows, the target of the design, and the calls of each library."""

    name: str
    rows: int
    target: str
    calls: Calls = field(repr=False)
    bytes_read: int = 0


def ratings(rows: int, classes: int, dtype: str, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Two raters who mostly agree or miss by one."""
    random = np.random.default_rng(seed)
    a = random.integers(0, classes, rows)
    b = np.clip(a + random.choice([-1, 0, 0, 0, 1], rows), 0, classes - 1)
    return a.astype(dtype), b.astype(dtype)


def scores(rows: int, dtype: str = "float64", seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Labels (30 % positive) and scores in (0, 1) with an AUC of about 0.8."""
    random = np.random.default_rng(seed)
    y = (random.random(rows) < 0.3).astype(np.int64)
    s = 1 / (1 + np.exp(-(random.normal(size=rows) + 1.2 * y - 0.8)))
    return y, s.astype(dtype)


def label_works(rows: int) -> list[Work]:
    """Quadratic kappa, confusion matrix and macro F1 of six classes."""
    from peers import numba_qwk, torch_confusion, torch_qwk

    works = []
    for dtype in ("int64", "uint8"):
        a, b = ratings(rows, 6, dtype)
        size = a.nbytes + b.nbytes
        works.append(
            Work(
                f"QWK, 6 classes, {dtype}",
                rows,
                "100x" if dtype == "int64" else "faster than int64",
                {
                    "concordant": lambda a=a, b=b: co.cohen_kappa(a, b, weights="quadratic"),
                    "scikit-learn": lambda a=a, b=b: sk.cohen_kappa_score(a, b, weights="quadratic"),
                    "torchmetrics": lambda a=a, b=b: torch_qwk(a, b, 6),
                    "numba": lambda a=a, b=b: numba_qwk(a, b, 6),
                },
                size,
            )
        )
        works.append(
            Work(
                f"confusion matrix, 6 classes, {dtype}",
                rows,
                "100x" if dtype == "int64" else "faster than int64",
                {
                    "concordant": lambda a=a, b=b: co.confusion_matrix(a, b),
                    "scikit-learn": lambda a=a, b=b: sk.confusion_matrix(a, b),
                    "torchmetrics": lambda a=a, b=b: torch_confusion(a, b, 6),
                },
                size,
            )
        )
        works.append(
            Work(
                f"macro F1, 6 classes, {dtype}",
                rows,
                "100x" if dtype == "int64" else "faster than int64",
                {
                    "concordant": lambda a=a, b=b: co.f1(a, b, average="macro"),
                    "scikit-learn": lambda a=a, b=b: sk.f1_score(a, b, average="macro"),
                },
                size,
            )
        )
    return works


def curve_works(rows: int) -> list[Work]:
    """ROC AUC, average precision and the ROC curve, exact."""
    from peers import torch_ap, torch_auc, torch_roc

    works = []
    for dtype in ("float64", "float32"):
        y, s = scores(rows, dtype)
        size = y.nbytes + s.nbytes
        target = "15x; torchmetrics 5x" if dtype == "float64" else "faster than float64"
        rounded = np.round(s, 2)
        works += [
            Work(
                f"ROC AUC, {dtype}",
                rows,
                target,
                {
                    "concordant": lambda y=y, s=s: co.roc_auc(y, s),
                    "scikit-learn": lambda y=y, s=s: sk.roc_auc_score(y, s),
                    "torchmetrics": lambda y=y, s=s: torch_auc(y, s),
                },
                size,
            ),
            Work(
                f"ROC AUC, {dtype}, two digits (ties)",
                rows,
                target,
                {
                    "concordant": lambda y=y, s=rounded: co.roc_auc(y, s),
                    "scikit-learn": lambda y=y, s=rounded: sk.roc_auc_score(y, s),
                    "torchmetrics": lambda y=y, s=rounded: torch_auc(y, s),
                },
                size,
            ),
            Work(
                f"average precision, {dtype}",
                rows,
                target,
                {
                    "concordant": lambda y=y, s=s: co.average_precision(y, s),
                    "scikit-learn": lambda y=y, s=s: sk.average_precision_score(y, s),
                    "torchmetrics": lambda y=y, s=s: torch_ap(y, s),
                },
                size,
            ),
            Work(
                f"ROC curve, all thresholds, {dtype}",
                rows,
                target,
                {
                    "concordant": lambda y=y, s=s: co.roc_curve(y, s),
                    "scikit-learn": lambda y=y, s=s: sk.roc_curve(y, s, drop_intermediate=False),
                    "torchmetrics": lambda y=y, s=s: torch_roc(y, s),
                },
                size,
            ),
        ]
    return works


def probability_works(rows: int) -> list[Work]:
    """Brier score and log loss."""
    y, p = scores(rows)
    size = y.nbytes + p.nbytes
    return [
        Work(
            "Brier score",
            rows,
            "50x",
            {
                "concordant": lambda: co.brier_score(y, p),
                "scikit-learn": lambda: sk.brier_score_loss(y, p),
            },
            size,
        ),
        Work(
            "log loss",
            rows,
            "50x",
            {"concordant": lambda: co.log_loss(y, p), "scikit-learn": lambda: sk.log_loss(y, p)},
            size,
        ),
    ]


def small_works() -> list[Work]:
    """Calls on 100 rows, where the fixed cost of a call is all."""
    rows = 100
    a, b = ratings(rows, 6, "int64")
    y, s = scores(rows)
    hard = (s > 0.5).astype(np.int64)
    pairs: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
        "accuracy": (lambda: co.accuracy(a, b), lambda: sk.accuracy_score(a, b)),
        "QWK": (
            lambda: co.cohen_kappa(a, b, weights="quadratic"),
            lambda: sk.cohen_kappa_score(a, b, weights="quadratic"),
        ),
        "precision (binary)": (lambda: co.precision(y, hard), lambda: sk.precision_score(y, hard)),
        "F1 (binary)": (lambda: co.f1(y, hard), lambda: sk.f1_score(y, hard)),
        "macro F1": (lambda: co.f1(a, b, average="macro"), lambda: sk.f1_score(a, b, average="macro")),
        "balanced accuracy": (lambda: co.balanced_accuracy(a, b), lambda: sk.balanced_accuracy_score(a, b)),
        "Matthews correlation": (
            lambda: co.matthews_correlation(a, b),
            lambda: sk.matthews_corrcoef(a, b),
        ),
        "ROC AUC": (lambda: co.roc_auc(y, s), lambda: sk.roc_auc_score(y, s)),
        "average precision": (lambda: co.average_precision(y, s), lambda: sk.average_precision_score(y, s)),
        "ROC curve": (lambda: co.roc_curve(y, s), lambda: sk.roc_curve(y, s, drop_intermediate=False)),
        "Brier score": (lambda: co.brier_score(y, s), lambda: sk.brier_score_loss(y, s)),
        "log loss": (lambda: co.log_loss(y, s), lambda: sk.log_loss(y, s)),
    }
    return [
        Work(name, rows, "30x", {"concordant": ours, "scikit-learn": theirs}) for name, (ours, theirs) in pairs.items()
    ]


def text_works(rows: int) -> list[Work]:
    """Text labels as they come from NumPy, Python, pandas and Arrow."""
    import pandas as pd
    import pyarrow as pa

    a, b = ratings(rows, 6, "int64")
    words = np.array(["none", "mild", "moderate", "severe", "critical", "dead"])
    wa, wb = words[a], words[b]
    oa, ob = wa.astype(object), wb.astype(object)
    ca, cb = pd.Series(pd.Categorical(wa)), pd.Series(pd.Categorical(wb))
    da, db = pa.array(wa).dictionary_encode(), pa.array(wb).dictionary_encode()
    columns = {
        "NumPy text": (wa, wb, wa, wb),
        "Python objects": (oa, ob, oa, ob),
        "pandas categorical": (ca, cb, ca, cb),
        "Arrow dictionary": (da, db, oa, ob),
    }
    return [
        Work(
            f"accuracy, {name}",
            rows,
            "of a later release",
            {
                "concordant": lambda x=x, y=y: co.accuracy(x, y),
                "scikit-learn": lambda x=sx, y=sy: sk.accuracy_score(x, y),
            },
        )
        for name, (x, y, sx, sy) in columns.items()
    ]


warnings.simplefilter("ignore")  # the peers warn at thresholds and dtypes; nothing of it is measured
