"""Five kinds of scores of two classes, 2 million rows each: smooth, tied, rare, overconfident, and unbounded."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from concordant.typing import FloatArray

ROWS = 2_000_000


def scores() -> Iterator[tuple[str, npt.NDArray[np.int64], FloatArray, str]]:
    """Yield the name of a kind, the truth, the scores, and the scale of their key."""
    random = np.random.default_rng(1)

    def share(x: FloatArray) -> FloatArray:
        return np.asarray(1 / (1 + np.exp(-x)))

    truth = (random.random(ROWS) < 0.1).astype(np.int64)
    logit = random.normal(size=ROWS) + 1.2 * truth - 2
    yield "probabilities, 10 % positive", truth, share(logit), "probability"
    yield "the same with three decimals", truth, np.round(share(logit), 3), "probability"
    sure = share(random.normal(size=ROWS) * 1.5 - 5)
    yield "calibrated, 1.5 % positive", (random.random(ROWS) < sure).astype(np.int64), sure, "probability"
    half = (random.random(ROWS) < 0.5).astype(np.int64)
    loud = share(8 * (random.normal(size=ROWS) + 1.5 * half))
    yield "an overconfident network", half, loud, "probability"
    yield "decision values", truth, 8 * logit, "real"
