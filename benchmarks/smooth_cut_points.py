"""
Exact or smooth cut points: which are better on new rows, and does the cross-validated value tell what to expect?

    python -m benchmarks.smooth_cut_points            # a few minutes on one core
    python -m benchmarks.smooth_cut_points --write    # also write benchmarks/SMOOTH_CUT_POINTS.md

Labels come from a latent normal variable that is cut, the score from what a perfect model knows of it; in "steps" the
label jumps at sharp values of the score. Cut points are found on few rows and judged on 200,000 new ones.
"""

from __future__ import annotations

import sys
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy.special import ndtr, ndtri

from concordant import ordinal_cut_points
from concordant.metrics import get
from concordant.result import CutPoints

RESULTS = Path(__file__).with_name("SMOOTH_CUT_POINTS.md")
TOP = """\
# Exact or smooth cut points?

Made by `python -m benchmarks.smooth_cut_points --write`. "optimism": how much better the exact cut points look on the
rows that chose them than they are on 200,000 new ones. "smooth - exact": on new rows, with the standard error of the
simulation; above 0 smooth is better. "held out - new": the cross-validated value of the smooth cut points less the
value on new rows, mean; and how often the latter lies within 1.96 standard errors of the table of the folds alone. The
standard error that results state is greater: coverage/new_rows.py measures how often that one holds.
"""
HEAD = ["rows", "metric", "setting", "exact, new rows", "optimism", "smooth - exact", "held out - new", "within 1.96"]
NEW = 200_000
KAPPA: dict[str, Any] = {"weights": "quadratic"}
PLAN: tuple[tuple[int, int, str, dict[str, Any]], ...] = (
    (100, 200, "cohen_kappa", KAPPA),
    (500, 200, "cohen_kappa", KAPPA),
    (10_000, 50, "cohen_kappa", KAPPA),
    (500, 100, "cohen_kappa", {"weights": "linear"}),
    (10_000, 30, "cohen_kappa", {"weights": "linear"}),
    (500, 100, "cohen_kappa", {"weights": None}),
    (10_000, 30, "cohen_kappa", {"weights": None}),
    (500, 100, "accuracy", {}),
    (500, 100, "f1", {"average": "macro"}),
    (500, 100, "matthews_correlation", {}),
)
Array = np.ndarray


@dataclass(frozen=True)
class Setting:
    """Shares of rows below each cut of the latent variable, its correlation with the signal, and the score's shape."""

    name: str
    below: tuple[float, ...]
    correlation: float
    shape: str = "mean"

    def rows(self, n: int, rng: np.random.Generator) -> tuple[Array, Array]:
        """Draw labels and scores."""
        if self.shape == "steps":
            score = rng.random(n)
            truth = np.floor(5 * score).astype(int)
            wrong = rng.random(n) < 0.15
            truth[wrong] = rng.integers(0, 5, wrong.sum())
            return truth, score
        cuts, noise = ndtri(np.array(self.below)), np.sqrt(1 - self.correlation**2)
        signal = rng.normal(size=n)
        truth = np.searchsorted(cuts, self.correlation * signal + noise * rng.normal(size=n))
        mean = ndtr((self.correlation * signal[:, None] - cuts) / noise).sum(1)  # the expected label
        shapes = {
            "mean": lambda: mean,
            "exp": lambda: np.exp(mean),
            "one decimal": lambda: np.round(mean, 1),
            "heavy tails": lambda: np.sinh(3 * signal),
        }
        return truth, shapes[self.shape]()


SETTINGS = (
    Setting("5 labels, imbalanced", (0.6, 0.85, 0.95, 0.98), 0.85),
    Setting("5 labels, weak score", (0.3, 0.55, 0.8, 0.93), 0.5),
    Setting("6 labels, like essays", (0.05, 0.2, 0.5, 0.8, 0.95), 0.88),
    Setting("5 labels, other scale", (0.2, 0.4, 0.6, 0.8), 0.85, "exp"),
    Setting("6 labels, one decimal", (0.1, 0.3, 0.5, 0.7, 0.9), 0.83, "one decimal"),
    Setting("5 labels, heavy tails", (0.2, 0.4, 0.6, 0.8), 0.8, "heavy tails"),
    Setting("5 labels, steps", (), 1.0, "steps"),
)


def of_table(cuts: CutPoints) -> float:
    """The standard error of the table of the folds, without what the choice of the cut points adds."""
    return float(np.sqrt(cuts.standard_error**2 - cuts.optimism**2 / 3))


def measured(setting: Setting, n: int, runs: int, name: str, options: dict[str, Any]) -> list[str]:
    """One line of the table."""
    metric, rng, found = get(name), np.random.default_rng(7), []
    labels = list(range(6 if setting.name.startswith("6") else 5))
    kappa = options if name == "cohen_kappa" else {}
    for _ in range(runs):
        truth, score = setting.rows(n, rng)
        new_truth, new_score = setting.rows(NEW, rng)
        exact = ordinal_cut_points(truth, score, name, labels=labels, method="exact", cv=None, **kappa)
        smooth = ordinal_cut_points(truth, score, name, labels=labels, **kappa)
        values = [metric(new_truth, cuts.predict(new_score), labels=labels, **options) for cuts in (exact, smooth)]
        found.append([exact.value, *values, smooth.cross_validated_value, of_table(smooth)])
    here, new_exact, new_smooth, held, error = np.array(found).T
    gain = new_smooth - new_exact
    weights = {"quadratic": "quadratic kappa", "linear": "linear kappa", None: "kappa"}
    return [
        f"{n:,}",
        weights[options["weights"]] if kappa else name.replace("_", " "),
        setting.name,
        f"{new_exact.mean():.3f}",
        f"{(here - new_exact).mean():.3f}",
        f"{gain.mean():+.4f} ({gain.std(ddof=1) / np.sqrt(runs):.4f})",
        f"{(held - new_smooth).mean():+.4f}",
        f"{np.mean(np.abs(held - new_smooth) < 1.96 * error):.2f}",
    ]


def main() -> None:
    """Simulate, print, write."""
    warnings.simplefilter("ignore")
    lines = []
    for n, runs, name, options in PLAN:
        for setting in SETTINGS:
            lines.append(measured(setting, n, runs, name, options))
            print("  ".join(lines[-1]), flush=True)
    if "--write" in sys.argv[1:]:
        from benchmarks.speed import machine, table  # here: coverage/new_rows.py reads the settings alone

        RESULTS.write_text(f"{TOP}\n{machine()}\n\n{table(HEAD, lines)}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
