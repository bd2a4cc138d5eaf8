"""
Joint coverage of the intervals of all classes: how often every one of them holds the true value.

    python benchmarks/coverage/joint.py [SAMPLES]

Classes have the shares 1, 2, ..., K over their sum (the rarest of ten has 1.8 % of the rows). A prediction is right
with the probability 0.95 (largest class) down to 0.6 (rarest), else another class by its share. Scores are normal, 1.5
higher in the column of the true class. True values are those of two million rows, of recall known exactly.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np

from concordant import f1, recall, roc_auc
from concordant.metrics.definition.metric import Metric

CLASSES, ROWS, WAYS = (3, 7, 10), (100, 300, 1000), (None, "bonferroni", "max-t")


def labels(random: np.random.Generator, classes: int, n: int) -> tuple[Any, Any]:
    """Truth and prediction; every class occurs in the truth at least once."""
    share = np.arange(1, classes + 1) / (classes * (classes + 1) / 2)
    truth = np.concatenate([np.arange(classes), random.choice(classes, n - classes, p=share)])
    right = random.random(n) < np.linspace(0.6, 0.95, classes)[truth]
    return truth, np.where(right, truth, random.choice(classes, n, p=share))


def scores(random: np.random.Generator, classes: int, n: int) -> tuple[Any, Any]:
    """Truth and one score a class."""
    truth, _ = labels(random, classes, n)
    found = random.normal(size=(n, classes))
    found[np.arange(n), truth] += 1.5
    return truth, found


def study(samples: int) -> Iterator[str]:
    """One line a metric, number of classes and of rows: joint coverage one by one, by Bonferroni, by max-t."""
    for metric, draw in ((recall, labels), (f1, labels), (roc_auc, scores)):
        for classes in CLASSES:
            many = draw(np.random.default_rng(1), classes, 2_000_000)
            true = of_classes(metric, classes, many)
            for n in ROWS:
                random = np.random.default_rng([classes, n])
                held, width = np.zeros(len(WAYS)), np.zeros(len(WAYS))
                for _ in range(samples):
                    data = draw(random, classes, n)
                    for place, way in enumerate(WAYS):
                        found = metric.interval(*data, average=None, labels=list(range(classes)), simultaneous=way)
                        held[place] += bool(((found.low <= true) & (true <= found.high)).all())
                        width[place] += np.mean(found.high - found.low)
                shares = " | ".join(f"{100 * share:.1f}" for share in held / samples)
                yield f"| {metric.name} | {classes} | {n} | {shares} | {width[2] / width[1]:.3f} |"


def of_classes(metric: Metric, classes: int, data: tuple[Any, Any]) -> Any:
    """The value of each class."""
    return np.asarray(metric(*data, average=None, labels=list(range(classes))))


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    for line in study(int(sys.argv[1]) if len(sys.argv) > 1 else 1000):
        print(line, flush=True)
