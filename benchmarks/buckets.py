"""
Scores in buckets: how wide certain bounds are, how close the value comes, and what it costs beside sorting.

    python -m benchmarks.buckets            # half a minute
    python -m benchmarks.buckets --write    # also write benchmarks/BUCKETS.md

Five kinds of scores, 2 million rows each. Beside it stand equal thresholds, which other tools count scores at, without
a bound. Times are the least of rounds in turn on the same arrays.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.equal_thresholds import equal_thresholds
from benchmarks.kinds_of_scores import scores
from benchmarks.shared_machine import shared_machine
from benchmarks.stored_page import show
from benchmarks.timing import medians
from sklearn.metrics import roc_auc_score

from concordant import average_precision, roc_auc
from concordant.states import BucketCurve, Curve, ScoreKey

RESULTS = Path(__file__).with_name("BUCKETS.md")
BITS = (8, 12, 16)
EQUAL = (200, 10_000)
TOP = """\
# Scores in buckets

Made by `python -m benchmarks.buckets --write` with 2 million rows of each kind of scores. `half the width`: of the
certain bounds of ROC AUC; `AP`: the width of those of average precision; `off by`: how far the value with ties in the
buckets is from the exact AUC, which nobody knows without sorting. `200` and `10,000`: the error of as many equal
thresholds from 0 to 1, which have no bounds.
"""


def widths() -> Iterator[str]:
    """Yield a line for each kind of scores and number of bits."""
    yield "| scores | bits | buckets | MB | half the width | AP | off by | 200 | 10,000 |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
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
                *(name, str(bits), f"{len(state.places):,}", f"{size_of(state) / 1e6:.2f}"),
                *(f"{area.width / 2:.0e}", f"{precision.width:.0e}"),
                *(f"{abs(area.value - exact):.0e}", *(equal if bits == BITS[0] else ("", ""))),
            ]
            yield f"| {' | '.join(parts)} |"


def size_of(state: BucketCurve) -> int:
    """The bytes of the arrays of a state."""
    return sum(part.nbytes for part in (state.places, state.weights, state.low, state.high))


def times() -> Iterator[str]:
    """Yield a line for each work: ours, what sorts, and their ratio."""
    _, truth, score, _ = next(scores())
    batch, total = slice(0, 10_000), BucketCurve.from_scores(truth, score)
    parts = [BucketCurve.from_scores(truth[half::2], score[half::2]) for half in (0, 1)]
    fine = [BucketCurve.from_scores(truth[half::2], score[half::2], key=ScoreKey(bits=16)) for half in (0, 1)]
    works = {
        "buckets of 2 M rows": lambda: BucketCurve.from_scores(truth, score),
        "exact curve of 2 M rows": lambda: Curve.from_scores(truth, score),
        "exact AUC of 2 M rows": lambda: roc_auc(truth, score),
        "roc_auc_score of 2 M rows": lambda: roc_auc_score(truth, score),
        "update of the state with 10,000 rows": lambda: total + BucketCurve.from_scores(truth[batch], score[batch]),
        f"sum of two states of {len(parts[0].places):,} buckets": lambda: parts[0] + parts[1],
        f"sum of two states of {len(fine[0].places):,} buckets": lambda: fine[0] + fine[1],
        "bounds of ROC AUC from the state": lambda: roc_auc.bounds_of(total),
    }
    found = medians(works, of=min, least=8)
    yield "| work | ms |"
    yield "| --- | --- |"
    for name, seconds in found.items():
        yield f"| {name} | {seconds * 1e3:.2f} |"


def main() -> None:
    """Print, and write if asked."""
    lines = [TOP, *widths(), "", shared_machine("concordant", "scikit-learn"), "", *times(), ""]
    show("\n".join(lines), RESULTS)


if __name__ == "__main__":
    main()
