"""
How often isotonic steps of calibrated probabilities lie in their consistency band.

    python -m benchmarks.consistency_band [SAMPLES]
"""

from __future__ import annotations

import sys

import numpy as np

from concordant.figures.measurements import consistency_band
from concordant.metrics.probabilities.decompositions import isotonic
from concordant.states import Curve

ROWS = (50, 200, 1000, 5000)
SHAPES = ((1.0, 1.0), (0.5, 0.5), (1.0, 9.0))
LEVEL = 0.95


def inside(n: int, shape: tuple[float, float], samples: int) -> tuple[float, float]:
    """The share of the probabilities at which the fit lies in the band, and of the samples where all of it does."""
    random = np.random.default_rng([n, samples])
    held, points, whole = 0, 0, 0
    for sample in range(samples):
        p = random.beta(*shape, n)
        curve = Curve.from_scores((random.random(n) < p).astype(int), p, labels=[0, 1])
        band = consistency_band(curve, LEVEL, seed=sample)
        if band is None:
            continue
        steps = isotonic(curve)
        fit = np.repeat(steps.observed, steps.ends - steps.starts)
        low, high = (np.interp(curve.scores, band.x, ends) for ends in (band.low, band.high))
        there = (fit >= low - 1e-9) & (fit <= high + 1e-9)
        held, points, whole = held + int(there.sum()), points + len(there), whole + int(there.all())
    return held / points, whole / samples


def main() -> None:
    """Print one line a setting."""
    samples = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    for n in ROWS:
        for shape in SHAPES:
            points, whole = inside(n, shape, samples)
            print(f"{n:5} rows, Beta{shape}: {points:.3f} of the probabilities, {whole:.3f} of the whole curves")


if __name__ == "__main__":
    main()
