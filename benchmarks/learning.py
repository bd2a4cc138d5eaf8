"""
The kappa as an objective beside the recipe of competitions with its constants a = 2.998, b = 1.092, hess = 1.

    python -m benchmarks.learning            # about a minute; needs lightgbm
    python -m benchmarks.learning --write    # also write benchmarks/LEARNING.md

The recipe (R. Sakata, Optimize QWK by LGB, Kaggle 2024: kaggle.com/code/rsakata/optimize-qwk-by-lgb; copied since with
its constants) holds the mean and the variance of the labels of one competition, and takes 1 for the curvature of a
gradient that is not on that scale. Training: 10 data sets, 2,000 rows to learn and 10,000 new ones, the same trees;
quadratic kappa of new rows (standard error), at cut points that are smooth on out-of-fold scores, and rounded. The
labels are 1 to 6, or the same ten times as far apart: 1, 11, ..., 51.
"""

from __future__ import annotations

import platform
from importlib.metadata import version
from pathlib import Path

import numpy as np
from benchmarks.stored_page import show
from benchmarks.timing import medians
from lightgbm import LGBMRegressor
from sklearn.metrics import cohen_kappa_score

from concordant import cohen_kappa
from concordant.decisions import OrdinalCutPoints
from concordant.learning import KappaRegressor
from concordant.learning.lightgbm import KappaObjective, ScoreMetric

RESULTS = Path(__file__).with_name("LEARNING.md")
SETTINGS = {"n_estimators": 60, "num_leaves": 8, "learning_rate": 0.1, "n_jobs": 1, "verbose": -1}
A, B = 2.998, 1.092


def recipe(y_true, y_pred):
    """The objective as it is passed on, without its clipping to 1..6."""
    df, dg = y_pred - y_true, y_pred - A
    f, g = 0.5 * np.sum(df**2), 0.5 * np.sum(dg**2 + B)
    return (df / g - f * dg / g**2) * len(y_true), np.ones(len(y_true))


class Recipe(LGBMRegressor):
    """A regressor that starts at `A`, as the recipe does."""

    def fit(self, X, y, **more):  # noqa: N803
        return super().fit(X, y - A, **more)

    def predict(self, X, **more):  # noqa: N803
        return super().predict(X, **more) + A


def shifted_recipe(y_true, y_pred):
    return recipe(y_true + A, y_pred + A)


def rows(n: int, seed: int):
    """Ten features, five of which tell of six imbalanced labels from 1."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 10))  # noqa: N806
    latent = X[:, 0] + np.abs(X[:, 1]) + 0.5 * X[:, 2] * X[:, 3] + 0.5 * X[:, 4] + rng.normal(0, 1.2, n)
    return X, np.searchsorted([-0.8, 0.3, 1.5, 2.6, 3.7], latent) + 1


def learned() -> list[str]:
    """Kappa of new rows for every objective, on both scales of the labels."""
    ways = {
        "squared error": LGBMRegressor(**SETTINGS),
        "recipe": Recipe(objective=shifted_recipe, **SETTINGS),
        "KappaObjective": KappaRegressor(LGBMRegressor(**SETTINGS)),
    }
    lines = ["| labels | objective | smooth cut points | rounded |", "| --- | --- | --- | --- |"]
    for scale, name in ((1, "1 to 6"), (10, "1 to 51")):
        found = {way: [] for way in ways}
        for seed in range(10):
            X, y = rows(12_000, seed)  # noqa: N806
            y = 1 + scale * (y - 1)
            for way, model in ways.items():
                cut = OrdinalCutPoints(estimator=model).fit(X[:2000], y[:2000])
                score = cut.estimator_.predict(X[2000:])
                nearest = 1 + scale * np.clip(np.round((score - 1) / scale), 0, 5).astype(int)
                at_cuts = cut.score(X[2000:], y[2000:])
                found[way].append((at_cuts, cohen_kappa(y[2000:], nearest, weights="quadratic")))
        for way, values in found.items():
            mean, error = np.mean(values, axis=0), np.std(values, axis=0, ddof=1) / np.sqrt(len(values))
            cells = " | ".join(f"{m:.4f} ({e:.4f})" for m, e in zip(mean, error, strict=True))
            lines.append(f"| {name} | {way} | {cells} |")
    return lines


def timed() -> list[str]:
    """Milliseconds of a call."""
    lines = ["| call | 10,000 rows | 1,000,000 rows |", "| --- | --- | --- |"]
    cells: dict[str, list[str]] = {}
    for n in (10_000, 1_000_000):
        rng = np.random.default_rng(0)
        y = rng.integers(1, 7, n).astype(np.float32)
        score = y + rng.normal(0, 1, n)
        nearest = np.clip(np.round(score), 1, 6)
        square, linear, exact, rounds = (
            KappaObjective(),
            KappaObjective("linear"),
            ScoreMetric(),
            ScoreMetric(cut_points="round"),
        )
        calls = {
            "recipe": lambda: recipe(y, score),  # noqa: B023
            "KappaObjective, quadratic": lambda: square(y, score),  # noqa: B023
            "KappaObjective, linear": lambda: linear(y, score),  # noqa: B023
            "ScoreMetric, rounded": lambda: rounds(y, score),  # noqa: B023
            "rounding and scikit-learn's kappa": lambda: cohen_kappa_score(y, nearest, weights="quadratic"),  # noqa: B023
            "ScoreMetric, exact cut points": lambda: exact(y, score),  # noqa: B023
        }
        for name, seconds in medians(calls, seconds=3.0).items():
            cells.setdefault(name, []).append(f"{seconds * 1e3:.2f} ms")
    return [*lines, *(f"| {name} | {' | '.join(values)} |" for name, values in cells.items())]


if __name__ == "__main__":
    where = f"{platform.machine()}, Python {platform.python_version()}, LightGBM {version('lightgbm')}"
    about = __doc__.strip().split("\n\n")
    text = "\n".join(["# The kappa as an objective", "", about[2], "", where, "", *learned(), "", *timed(), ""])
    show(text, RESULTS)
