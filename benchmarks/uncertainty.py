"""
What an interval costs, beside a plain number of scikit-learn and beside the peers that give intervals.

    python -m benchmarks.uncertainty            print the table
    python -m benchmarks.uncertainty --write    also write benchmarks/UNCERTAINTY.md

All on the same arrays in one run. A bootstrap that would take a peer hours is timed for a few draws and multiplied;
such figures are marked with "est.".
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import confidenceinterval as ci
import numpy as np
from benchmarks.shared_machine import shared_machine
from benchmarks.speed import BESIDE, beside, table
from benchmarks.stored_page import show
from benchmarks.timing import medians
from benchmarks.works import ratings, scores
from sklearn import metrics as sk

import concordant as co

MILLION = 1_000_000
ALONE = "scikit-learn, the number alone"
RESULTS = Path(__file__).with_name("UNCERTAINTY.md")
TOP = """\
# What an interval costs

Made by `python -m benchmarks.uncertainty --write`: medians on the same arrays in one run. "est.": a few draws were
timed and multiplied.
"""


def scikit_loop(metric: Callable[..., float], y: np.ndarray, x: np.ndarray, draws: int) -> None:
    """The bootstrap as it is written in notebooks."""
    random = np.random.default_rng(0)
    for _ in range(draws):
        rows = random.integers(0, len(y), len(y))
        metric(y[rows], x[rows])


def kappa_lines() -> list[list[str]]:
    """10,000 BCa draws of the QWK on a million rows."""
    a, b = ratings(MILLION, 6, "int64")

    def scikit(y: np.ndarray, x: np.ndarray) -> float:
        return sk.cohen_kappa_score(y, x, weights="quadratic")

    counts = co.Counts.from_labels(a, b)
    ours = medians(
        {
            "draws": lambda: co.cohen_kappa.interval(a, b, weights="quadratic", method="bca", draws=10_000),
            "default": lambda: co.cohen_kappa.interval(a, b, weights="quadratic"),
            "state": lambda: co.cohen_kappa.interval_of(counts, weights="quadratic"),
            "plain": lambda: scikit(a, b),
            "loop": lambda: scikit_loop(scikit, a, b, 2),
        },
        seconds=3.0,
    )
    loop = ours["loop"] / 2 * 10_000
    return [
        beside("QWK, 10,000 BCa draws", MILLION, ours["draws"], "scikit-learn in a loop (est.)", loop),
        beside("QWK, default interval", MILLION, ours["default"], ALONE, ours["plain"]),
        beside("QWK, interval of the table", MILLION, ours["state"], ALONE, ours["plain"]),
    ]


def auc_lines() -> list[list[str]]:
    """Score limits and DeLong on a million rows; 2,000 bootstrap draws on 100,000."""
    y, s = scores(MILLION)
    found = medians(
        {
            "score": lambda: co.roc_auc.interval(y, s),
            "delong": lambda: co.roc_auc.interval(y, s, method="delong"),
            "plain": lambda: sk.roc_auc_score(y, s),
            "package": lambda: ci.roc_auc_score(y, s, method="delong"),
            "paired": lambda: co.roc_auc.compare(y, s, 1 - s),
        },
        seconds=4.0,
    )
    lines = [
        beside("AUC, score interval", MILLION, found["score"], ALONE, found["plain"]),
        beside("AUC, DeLong interval", MILLION, found["delong"], ALONE, found["plain"]),
        beside("AUC, DeLong interval", MILLION, found["delong"], "confidenceinterval, DeLong", found["package"]),
        beside("AUC, two models, DeLong test", MILLION, found["paired"], "scikit-learn, one number", found["plain"]),
    ]
    few = 100_000
    y, s = scores(few)
    draws = {
        "ours": lambda: co.roc_auc.interval(y, s, method="bca", draws=2000),
        "loop": lambda: scikit_loop(sk.roc_auc_score, y, s, 20),
        "package": lambda: ci.roc_auc_score(y, s, method="bootstrap_percentile", n_resamples=20),
    }
    found = medians(draws, seconds=4.0)
    for peer, seconds in (
        ("scikit-learn in a loop (est.)", found["loop"] * 100),
        ("confidenceinterval (est.)", found["package"] * 100),
    ):
        lines.append(beside("AUC, 2,000 bootstrap draws", few, found["ours"], peer, seconds))
    return lines


def small_lines() -> list[list[str]]:
    """Intervals of 100 rows."""
    a, b = ratings(100, 6, "int64")
    y, s = scores(100)
    found = medians(
        {
            "kappa": lambda: co.cohen_kappa.interval(a, b, weights="quadratic"),
            "kappa sk": lambda: sk.cohen_kappa_score(a, b, weights="quadratic"),
            "auc": lambda: co.roc_auc.interval(y, s),
            "auc sk": lambda: sk.roc_auc_score(y, s),
            "macro": lambda: co.f1.interval(a, b, average="macro"),
            "macro ci": lambda: ci.f1_score(a, b, average="macro"),
            "ap": lambda: co.average_precision.interval(y, s),
            "ap sk": lambda: sk.average_precision_score(y, s),
        },
        seconds=0.5,
    )
    return [
        beside("QWK, default interval", 100, found["kappa"], ALONE, found["kappa sk"]),
        beside("macro F1, default interval", 100, found["macro"], "confidenceinterval", found["macro ci"]),
        beside("AUC, default interval", 100, found["auc"], ALONE, found["auc sk"]),
        beside("average precision, default interval", 100, found["ap"], ALONE, found["ap sk"]),
    ]


def main() -> int:
    """Measure, print, write."""
    warnings.simplefilter("ignore")
    lines = [*kappa_lines(), *auc_lines(), *small_lines()]
    where = shared_machine("concordant", "numpy", "scikit-learn", "confidenceinterval")
    show(f"{TOP}\n{where}\n\n{table(BESIDE, lines)}\n", RESULTS)
    return 0


if __name__ == "__main__":
    sys.exit(main())
