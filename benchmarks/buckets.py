"""
Scores in buckets: how wide certain bounds are, how close the value comes, and what it costs beside sorting.

    python -m benchmarks.buckets            # half a minute
    python -m benchmarks.buckets --write    # also write benchmarks/BUCKETS.md

Five kinds of scores, 2 million rows each. Beside it stand equal thresholds, which other tools count scores at, without
a bound. Times are medians of rounds in turn on the same arrays.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from benchmarks.timing import medians
from sklearn.metrics import roc_auc_score

from concordant import average_precision, roc_auc
from concordant.states import BucketCurve, Curve, ScoreKey
from concordant.typing import FloatArray

RESULTS = Path(__file__).with_name("BUCKETS.md")
ROWS = 2_000_000
BITS = (8, 12, 16)
EQUAL = (200, 10_000)
TOP = """\
# Scores in buckets

Made by `python -m benchmarks.buckets --write` with 2 million rows of each kind of scores. `half the width`: of the
certain bounds of ROC AUC; `AP`: the width of those of average precision; `off by`: how far the value with ties in the
buckets is from the exact AUC, which nobody knows without sorting. `200` and `10,000`: the error of as many equal
thresholds from 0 to 1, which have no bounds.
"""


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


def equal_thresholds(truth: npt.NDArray[np.int64], score: FloatArray, bins: int) -> float:
    """ROC AUC of scores that are counted between equal thresholds."""
    place = np.minimum((score * bins).astype(np.int64), bins - 1)
    table = np.bincount(2 * place + truth, minlength=2 * bins).reshape(bins, 2)[::-1]
    here = table.any(1)
    return float(roc_auc.of(Curve(np.arange(bins, 0, -1.0)[here], table[here], (0, 1))))


def widths() -> Iterator[str]:
    """Yield a line for each kind of scores and number of bits."""
    yield "| scores | bits | buckets | half the width | AP | off by | 200 | 10,000 |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for name, truth, score, scale in scores():
        exact = roc_auc(truth, score)
        equal = [
            f"{abs(equal_thresholds(truth, score, bins) - exact):.0e}" if scale == "probability" else "-"
            for bins in EQUAL
        ]
        for bits in BITS:
            key: Any = ScoreKey(scale, bits=bits)  # type: ignore[arg-type]
            state = BucketCurve.from_scores(truth, score, key=key)
            area, precision = roc_auc.bounds_of(state), average_precision.bounds_of(state)
            if exact not in area or average_precision(truth, score) not in precision:
                msg = f"the value lies outside its bounds: {name}, {bits} bits"
                raise AssertionError(msg)
            parts = [
                *(name, str(bits), f"{len(state.places):,}", f"{area.width / 2:.0e}", f"{precision.width:.0e}"),
                *(f"{abs(area.value - exact):.0e}", *(equal if bits == BITS[0] else ("", ""))),
            ]
            yield f"| {' | '.join(parts)} |"


def times() -> Iterator[str]:
    """Yield a line for each work: ours, what sorts, and their ratio."""
    _, truth, score, _ = next(scores())
    batch, total = slice(0, 10_000), BucketCurve.from_scores(truth, score)
    works = {
        "buckets of 2 M rows": lambda: BucketCurve.from_scores(truth, score),
        "exact curve of 2 M rows": lambda: Curve.from_scores(truth, score),
        "exact AUC of 2 M rows": lambda: roc_auc(truth, score),
        "roc_auc_score of 2 M rows": lambda: roc_auc_score(truth, score),
        "update of the state with 10,000 rows": lambda: total + BucketCurve.from_scores(truth[batch], score[batch]),
        "bounds of ROC AUC from the state": lambda: roc_auc.bounds_of(total),
    }
    found = medians(works)
    yield "| work | ms |"
    yield "| --- | --- |"
    for name, seconds in found.items():
        yield f"| {name} | {seconds * 1e3:.2f} |"


def main() -> None:
    """Print, and write if asked."""
    lines = [TOP, *widths(), "", *times(), ""]
    print("\n".join(lines))
    if "--write" in sys.argv[1:]:
        RESULTS.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
