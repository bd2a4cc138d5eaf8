"""
Doubt the top of a ranking at a prevalence that is much lower than that of the rows.

A positive row that scores above all n negative ones has the precision 1, whatever the prevalence: n rows cannot tell a
false positive rate below 1 / n. In the population n negatives go with ``m = n pi / (1 - pi)`` positives. Where m is
small, a single negative row outweighs many positive ones, the value is too high on average, and no interval of these
rows is wide enough. Of normal scores with an AUC of 0.76 and 0.92 and 20 to 100 positive rows, intervals of average
precision with a nominal 95 % held the true value in 92 to 96 of 100 samples where m was 50 or more, in 88 to 93 with
m = 20, in 83 to 87 with m = 11, in 70 to 83 with m = 5 and in 34 to 41 with m = 1 (2,000 samples of each of 36 designs:
benchmarks/coverage/target_prevalence.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from concordant.inference.samples.score_sample import ScoreSample
from concordant.states import CurveStack

_ENOUGH = 50  # positive rows that would go with the negative ones


def unresolved_top(sample: ScoreSample, prevalence: Any) -> Iterator[str]:
    """Say so where a metric of scores is taken at a prevalence for which there are too few negative rows."""
    mixed: Any = sample.state.at_prevalence(prevalence)
    several = isinstance(mixed, CurveStack)
    curve = sample.curves[0]
    weights = (mixed.curves[0] if several else mixed).weights.sum(0)
    shares = weights / weights.sum()
    rows = np.array([sample.units.effective_of(sample.codes[0] == place) for place in range(len(curve.classes))])
    with np.errstate(divide="ignore", invalid="ignore"):
        squares = np.where(shares > 0, shares**2 / rows, 0.0)
        positives = shares * (1 - shares) / (squares.sum() - squares)  # n pi / (1 - pi), n by Kish's count
    if not several:
        positives, shares = positives[1:], shares[1:]
    least = float(np.nanmin(positives[shares > 0], initial=np.inf))
    if least < _ENOUGH:
        yield (
            f"at this prevalence the negative rows go with only {least:.2g} positive ones, too few to tell the top of "
            "the ranking: the value itself tends to be too high"
        )
