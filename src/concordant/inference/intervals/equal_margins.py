"""
Where the greatest possible kappa has a kink: labels that both raters use equally often.

The least of two margins has two slopes there, and chance alone makes the margins of a sample differ, so that the value
comes out too low. In the study of docs/coverage.md, tables of five and seven labels with equal margins held the value
in 85 to 93 % of samples.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from concordant.inference.samples.cell_sample import CellSample

_SEVERAL = 3  # labels
_HALF = 0.5  # of the labels that are ever confused


def equal_margins(sample: CellSample) -> Iterator[str]:
    """Say so if both raters use several labels as often as chance can tell, and at least half of those they confuse."""
    size = len(sample.state.labels)
    confusing = sample.codes[0] != sample.codes[1]  # the others are in both margins
    first, second = (np.bincount(code, sample.units.weight, minlength=size) for code in sample.codes)
    one, other = (np.bincount(code, sample.units.squares * confusing, minlength=size) for code in sample.codes)
    apart = one + other  # the variance of the difference
    confused = apart > 0
    alike = confused & (np.abs(first - second) < np.sqrt(apart))
    if alike.sum() >= max(_SEVERAL, _HALF * confused.sum()):
        yield f"both raters use {alike.sum()} labels about equally often, where the greatest kappa has a kink"
