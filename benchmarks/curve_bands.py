"""
How often pointwise bands of ROC and precision-recall curves hold the true curve.

    python -m benchmarks.curve_bands [SAMPLES]
"""

from __future__ import annotations

import sys
from statistics import NormalDist
from typing import Any

import numpy as np

from concordant import roc_curve
from concordant.plots.bands import curve_band
from concordant.plots.given import curves_given
from concordant.result import RocCurve

SHIFT, SHARE, OF_A_CLUSTER = 1.2, 0.3, 5
NORMAL = NormalDist()


def sample(random: np.random.Generator, rows: int, *, clusters: bool) -> tuple[Any, Any, Any]:
    """Labels, normal scores of variance 1 in each class, and the cluster of each row."""
    cluster = np.arange(rows) // (OF_A_CLUSTER if clusters else 1)
    common = random.normal(size=(2, cluster.max() + 1))[:, cluster]
    odds = np.log(SHARE / (1 - SHARE)) + (common[0] if clusters else 0.0)
    truth = (random.random(rows) < 1 / (1 + np.exp(-odds))).astype(int)
    error = 0.6 * random.normal(size=rows) + 0.8 * common[1]
    return truth, SHIFT * truth + error, cluster


def true_heights(which: str, x: Any, share: float) -> Any:
    """The curves of two normal distributions."""
    inner = np.clip(x, 1e-12, 1 - 1e-12)
    if which == "roc":
        return np.array([NORMAL.cdf(NORMAL.inv_cdf(at) + SHIFT) for at in inner])
    alarms = np.array([1 - NORMAL.cdf(NORMAL.inv_cdf(1 - at) + SHIFT) for at in inner])
    return share * inner / (share * inner + (1 - share) * alarms)


def main(samples: int) -> None:
    """Print one line for each curve, size and kind of rows."""
    for which in ("roc", "precision-recall"):
        for rows in (60, 200, 1000):
            for clusters in (False, True):
                random = np.random.default_rng(rows)
                share = float(sample(random, 400_000, clusters=clusters)[0].mean())
                held = []
                for seed in range(samples):
                    truth, score, cluster = sample(random, rows, clusters=clusters)
                    reading = {"cluster": cluster if clusters else None, "data": None}
                    curves = curves_given(roc_curve, RocCurve, truth, score, name=None, **reading)
                    band = curve_band(which, curves, level=0.95, seed=seed)  # type: ignore[arg-type]
                    if band is not None:
                        true = true_heights(which, band.x, share)
                        held.append(((band.low <= true) & (true <= band.high))[2:-1].mean())
                kind = f"clusters of {OF_A_CLUSTER}" if clusters else "single rows"
                print(f"{which:17} {rows:5,} rows, {kind:14} {np.mean(held):.1%}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
