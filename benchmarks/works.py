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


def torch_calls(work: Callable[..., object], *arrays: object) -> Calls:
    """A work of torchmetrics as it is called by default, with its checks of the input, and without them."""
    return {
        "torchmetrics": lambda: work(*arrays, checked=True),
        "torchmetrics, unchecked": lambda: work(*arrays, checked=False),
    }


def label_works(rows: int) -> list[Work]:
    """Quadratic kappa, confusion matrix and macro F1 of six classes."""
    from benchmarks.loops import numba_qwk, numba_qwk_threads
    from benchmarks.peers import torch_confusion, torch_qwk

    works = []
    for dtype in ("int64", "uint8"):
        a, b = ratings(rows, 6, dtype)
        size, target = a.nbytes + b.nbytes, "100x" if dtype == "int64" else "faster than int64"
        works.append(
            Work(
                f"QWK, 6 classes, {dtype}",
                rows,
                target,
                {
                    "concordant": lambda a=a, b=b: co.cohen_kappa(a, b, weights="quadratic"),
                    "scikit-learn": lambda a=a, b=b: sk.cohen_kappa_score(a, b, weights="quadratic"),
                    **torch_calls(torch_qwk, a, b, 6),
                    "numba": lambda a=a, b=b: numba_qwk(a, b, 6),
                    "numba, all threads": lambda a=a, b=b: numba_qwk_threads(a, b, 6, co.get_threads()),
                },
                size,
            )
        )
        works.append(
            Work(
                f"confusion matrix, 6 classes, {dtype}",
                rows,
                target,
                {
                    "concordant": lambda a=a, b=b: co.confusion_matrix(a, b),
                    "scikit-learn": lambda a=a, b=b: sk.confusion_matrix(a, b),
                    **torch_calls(torch_confusion, a, b, 6),
                },
                size,
            )
        )
        works.append(
            Work(
                f"macro F1, 6 classes, {dtype}",
                rows,
                target,
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
    from benchmarks.peers import torch_ap, torch_auc, torch_roc

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
                    **torch_calls(torch_auc, y, s),
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
                    **torch_calls(torch_auc, y, rounded),
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
                    **torch_calls(torch_ap, y, s),
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
                    **torch_calls(torch_roc, y, s),
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
            {"concordant": lambda: co.brier_score(y, p), "scikit-learn": lambda: sk.brier_score_loss(y, p)},
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
        "Matthews correlation": (lambda: co.matthews_correlation(a, b), lambda: sk.matthews_corrcoef(a, b)),
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
    """Labels that are no array of integers, as they come from Python, NumPy, pandas, Polars and Arrow."""
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    a, b = ratings(rows, 6, "int64")
    words = np.array(["none", "mild", "moderate", "severe", "critical", "dead"])
    text = words[a], words[b]
    objects = text[0].astype(object), text[1].astype(object)
    shared = np.array(words.tolist(), dtype=object)[a], np.array(words.tolist(), dtype=object)[b]
    numbers = a, b
    enum = pl.Enum(words.tolist())
    columns = {  # name: (how a column is made, of what, target)
        "NumPy text": (np.asarray, text, "5x"),
        "Python objects, each its own": (np.asarray, objects, "10x"),
        "Python objects, few": (np.asarray, shared, "10x"),
        "list of text": (list, objects, ""),
        "list of int": (np.ndarray.tolist, numbers, ""),
        "pandas text": (lambda x: pd.Series(x, dtype="str"), objects, ""),
        "pandas categorical": (lambda x: pd.Series(pd.Categorical(x)), objects, "50x"),
        "pandas Int64": (lambda x: pd.Series(x, dtype="Int64"), numbers, ""),
        "Polars text": (lambda x: pl.Series(x.tolist()), objects, ""),
        "Polars Categorical": (lambda x: pl.Series(x.tolist(), dtype=pl.Categorical), objects, ""),
        "Polars Enum": (lambda x: pl.Series(x.tolist(), dtype=enum), objects, ""),
        "Arrow text": (lambda x: pa.array(x.tolist()), objects, ""),
        "Arrow dictionary": (lambda x: pa.array(x.tolist()).dictionary_encode(), objects, "50x"),
        "whole floats": (lambda x: x.astype(float), numbers, ""),
        "int8 beside int64": (lambda x: x.astype(np.int8) if x is a else x, numbers, ""),
    }
    pairs = {name: (make(x), make(y), target) for name, (make, (x, y), target) in columns.items()}
    return [
        Work(
            f"accuracy, {name}",
            rows,
            target,
            {
                "concordant": lambda x=x, y=y: co.accuracy(x, y),
                "scikit-learn": lambda x=x, y=y: sk.accuracy_score(x, y),
            },
        )
        for name, (x, y, target) in pairs.items()
    ]


def evaluate_works(rows: int) -> list[Work]:
    """Every metric of a binary task in one go, against one of them."""
    y, s = scores(rows)
    pred = (s > 0.5).astype(np.int64)
    theirs = lambda: sk.roc_auc_score(y, s)  # noqa: E731
    page = lambda: co.evaluate(y, pred, s)  # noqa: E731
    return [
        Work("evaluate, the page; roc_auc_score alone", rows, "1x", {"concordant": page, "scikit-learn": theirs}),
        Work(
            "evaluate, the page and all other metrics; roc_auc_score alone",
            rows,
            "1x",
            {"concordant": lambda: page().further, "scikit-learn": theirs},
        ),
    ]


warnings.simplefilter("ignore")  # the peers warn at thresholds and dtypes; nothing of it is measured
