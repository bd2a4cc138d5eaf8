"""
What the best threshold and decisions from probabilities cost, beside the loops that people write.

    python -m benchmarks.thresholds             # about a minute on two cores
    python -m benchmarks.thresholds --write     # also write benchmarks/THRESHOLDS.md

All on the same arrays in one run. A loop that would take minutes is timed for a few thresholds and multiplied; such
figures are marked with "est.".
"""

from __future__ import annotations

import sys
import warnings
from pathlib import Path

import numpy as np
from benchmarks.speed import BESIDE, beside, machine, table
from benchmarks.stored_page import show
from benchmarks.timing import medians
from benchmarks.works import scores
from sklearn import metrics as sk
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.model_selection import TunedThresholdClassifierCV

import concordant as co

MILLION = 1_000_000
RESULTS = Path(__file__).with_name("THRESHOLDS.md")
TOP = """\
# What the best threshold and decisions cost

Made by `python -m benchmarks.thresholds --write`: medians on the same arrays in one run. "est.": three thresholds were
timed and multiplied. NumPy's argmax stands beside the decisions as the price of not knowing the metric.
"""
LOOP = 1000  # thresholds of the loop


class AsIs(ClassifierMixin, BaseEstimator):
    """A fitted classifier whose probability is its only feature: the search alone is timed."""

    def __init__(self) -> None:
        self.classes_ = np.array([0, 1])

    def fit(self, X: np.ndarray, y: np.ndarray) -> AsIs:  # noqa: ARG002, N803
        return self

    def predict_proba(self, X: np.ndarray) -> np.ndarray:  # noqa: N803
        return np.column_stack([1 - X[:, 0], X[:, 0]])


def loop(metric: object, y: np.ndarray, s: np.ndarray, thresholds: np.ndarray) -> float:
    """The search as it is written in notebooks."""
    return max(metric(y, s >= threshold) for threshold in thresholds)


def threshold_lines(rows: int = MILLION) -> list[list[str]]:
    """One million distinct scores: the exact optimum, with and without cross-validation."""
    y, s = scores(rows)
    few = np.quantile(s, [0.3, 0.5, 0.7])
    lines = []
    for name, metric, theirs in (
        ("F1", co.f1, sk.f1_score),
        ("Matthews correlation", co.matthews_correlation, sk.matthews_corrcoef),
        ("kappa", co.cohen_kappa, sk.cohen_kappa_score),
    ):
        found = medians(
            {
                "ours": lambda metric=metric: co.best_threshold(y, s, metric, cv=None),
                "folds": lambda metric=metric: co.best_threshold(y, s, metric),
                "loop": lambda theirs=theirs: loop(theirs, y, s, few),
            },
            seconds=1.0,
        )
        peer, takes = f"scikit-learn, {LOOP} thresholds (est.)", found["loop"] / len(few) * LOOP
        lines += [
            beside(f"best threshold for {name}, all of them", rows, found["ours"], peer, takes),
            beside(f"best threshold for {name}, 5 folds and all", rows, found["folds"], peer, takes),
        ]
    return lines


def search_lines(rows: int = 100_000) -> list[list[str]]:
    """TunedThresholdClassifierCV on given scores: 100 thresholds, where ours takes all."""
    y, s = scores(rows)
    features = s[:, None]
    search = TunedThresholdClassifierCV(AsIs(), scoring="f1", cv="prefit", refit=False)
    found = medians(
        {"ours": lambda: co.best_threshold(y, s, "f1", cv=None), "theirs": lambda: search.fit(features, y)}, seconds=1.0
    )
    peer = "TunedThresholdClassifierCV, prefit, 100 thresholds"
    return [beside("best threshold for F1, all of them", rows, found["ours"], peer, found["theirs"])]


def decision_lines() -> list[list[str]]:
    """Decisions of five classes beside the argmax that does not know the metric."""
    lines = []
    for rows in (10_000, MILLION):
        prob = np.random.default_rng(0).dirichlet(np.linspace(0.3, 1.2, 5), rows)
        works = {
            "quadratic kappa": lambda prob=prob: co.decide(prob, "cohen_kappa", weights="quadratic"),
            "kappa": lambda prob=prob: co.decide(prob, "cohen_kappa"),
            "cost": lambda prob=prob: co.decide(prob, cost=1 - np.eye(5)),
            "Matthews correlation (local)": lambda prob=prob: co.decide(prob, "matthews_correlation"),
            "macro F1 (local)": lambda prob=prob: co.decide(prob, "f1", average="macro"),
            "F1 of the last class": lambda prob=prob: co.decide(prob[:, -1], "f1"),
            "argmax": lambda prob=prob: prob.argmax(1),
        }
        found = medians(works, seconds=2.0)
        plain = found.pop("argmax")
        lines += [beside(f"decide for {name}", rows, took, "NumPy's argmax", plain) for name, took in found.items()]
    return lines


def main() -> int:
    """Measure, print, write."""
    warnings.simplefilter("ignore")
    text = f"{machine()}\n\n{table(BESIDE, [*threshold_lines(), *search_lines(), *decision_lines()])}\n"
    show(f"{TOP}\n{text}", RESULTS)
    return 0


if __name__ == "__main__":
    sys.exit(main())
