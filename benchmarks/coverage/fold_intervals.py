"""
How often the interval over folds holds the mean accuracy of models of one size, beside the plain t.

``python -m benchmarks.coverage.fold_intervals`` prints the figures that the docstring of
`concordant.sklearn.fold_interval` tells.
"""

from __future__ import annotations

import numpy as np
from scipy.stats import t

from concordant.sklearn import fold_interval

SETTINGS = [  # rows, folds, repetitions, columns, distance of the classes, runs
    (100, 5, 1, 5, 1.0, 1500),
    (100, 10, 1, 5, 1.0, 1500),
    (400, 5, 1, 20, 1.5, 1500),
    (400, 10, 1, 20, 1.5, 1500),
    (100, 5, 5, 5, 1.0, 500),
    (400, 5, 10, 20, 1.5, 500),
    (100, 10, 10, 5, 1.0, 500),
]


def drawn(rng, n, columns, distance):
    y = rng.integers(0, 2, n)
    x = rng.normal(size=(n, columns))
    x[:, 0] += distance * y
    return x, y


def accuracy(fitted, x, y):
    """Of the nearest centroid, fitted on the first rows."""
    near, far = (fitted[0][fitted[1] == label].mean(0) for label in (1, 0))
    return np.mean((((x - near) ** 2).sum(1) < ((x - far) ** 2).sum(1)) == y)


def scores(rng, x, y, folds, repetitions):
    for _ in range(repetitions):
        for test in np.array_split(rng.permutation(len(y)), folds):
            train = np.ones(len(y), bool)
            train[test] = False
            yield accuracy((x[train], y[train]), x[test], y[test])


def study(rng, n, folds, repetitions, columns, distance, runs):
    fitted, many = n - n // folds, drawn(rng, 20_000, columns, distance)
    true = np.mean([accuracy(drawn(rng, fitted, columns, distance), *many) for _ in range(150)])
    held = np.zeros(2)
    for _ in range(runs):
        found = np.array(list(scores(rng, *drawn(rng, n, columns, distance), folds, repetitions)))
        corrected = fold_interval(found, n_train=fitted, n_test=n // folds)
        plain = t.interval(0.95, len(found) - 1, found.mean(), found.std(ddof=1) / np.sqrt(len(found)))
        held += [corrected.low <= true <= corrected.high, plain[0] <= true <= plain[1]]
    return held / runs


def main() -> None:
    rng = np.random.default_rng(7)
    for setting in SETTINGS:
        corrected, plain = study(rng, *setting)
        print(f"rows, folds, repetitions {setting[:3]}: corrected {corrected:.3f}, plain {plain:.3f}")


if __name__ == "__main__":
    main()
