"""
The ROC AUC from 64 to 80 kB: buckets beside sketches of quantiles and equal thresholds, and what each guarantees.

    python -m benchmarks.sketches            # two minutes; needs datasketches and pytdigest
    python -m benchmarks.sketches --write    # also write benchmarks/SKETCHES.md

Five kinds of scores, 2 million rows each, one with many scores that are exactly 1, and one that a fixed key does not
suit. Sketches are kept one a class.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import datasketches
import numpy as np
import numpy.typing as npt
import pytdigest
from benchmarks.buckets import size_of
from benchmarks.equal_thresholds import equal_thresholds
from benchmarks.kinds_of_scores import ROWS, scores
from benchmarks.shared_machine import shared_machine
from benchmarks.speed import table
from benchmarks.stored_page import show

from concordant import roc_auc
from concordant.states import BucketCurve, ScoreKey
from concordant.typing import FloatArray

RESULTS = Path(__file__).with_name("SKETCHES.md")
MOST_BUCKETS = 2_000  # 40 bytes each
KLL_SIZE, DIGEST_SIZE, CENTROIDS = 1_700, 1_900, 7_000
GRID = 20_000
TOP = f"""\
# The ROC AUC from 64 to 80 kB

Made by `python -m benchmarks.sketches --write` with {ROWS:,} rows of each kind of scores, read once. The error is how
far the area is from that of all rows; guaranteed is how far it can be, as the state or the sketch itself says.

- `BucketCurve`: at most {MOST_BUCKETS:,} buckets of 40 bytes.
- KLL, one a class: k={KLL_SIZE:,}, its retained scores as weighted rows. The area is a mean of ranks, so that it errs
  at most as one rank of each sketch does. Sketches draw lots: no two runs agree.
- t-digest, one a class: of datasketches with k={DIGEST_SIZE:,}, ranks among the negative rows of {GRID:,} quantiles of
  the positive ones; of pytdigest with compression {CENTROIDS:,}, its centroids as weighted rows.
- Equal thresholds from 0 to 1: 200 need less memory, 10,000 need 160 kB.
"""
Auc = tuple[float, int, str]
Truth = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Way:
    """A way to the area in little memory: gives it with its bytes and what is guaranteed."""

    name: str
    area: Callable[[Truth, FloatArray, str], Auc]
    any_scores: bool = True  # or only those from 0 to 1


def of_weighted(items: list[FloatArray], weights: list[FloatArray]) -> float:
    """The area of weighted scores of the negative and of the positive class."""
    truth = np.repeat([0, 1], [len(part) for part in items])
    return float(roc_auc(truth, np.concatenate(items), sample_weight=np.concatenate(weights)))


def buckets(truth: Truth, score: FloatArray, scale: Any) -> Auc:
    """Ours: the value with ties in the buckets, and its certain bounds."""
    state = BucketCurve.from_scores(truth, score, key=ScoreKey(scale, limit=MOST_BUCKETS))
    bounds = roc_auc.bounds_of(state)
    size = size_of(state)
    return bounds.value, size, f"{bounds.width / 2:.0e}, certain"


def kll(truth: Truth, score: FloatArray, _: str) -> Auc:
    """KLL sketches: the area is a mean of ranks, so that it errs at most as one rank of each sketch does."""
    sketches = []
    for label in (0, 1):
        sketch = datasketches.kll_doubles_sketch(KLL_SIZE)
        sketch.update(score[truth == label])
        sketches.append(sketch)
    pairs = [np.array(list(sketch), np.float64) for sketch in sketches]
    error = sum(sketch.normalized_rank_error(False) for sketch in sketches)
    area = of_weighted([pair[:, 0] for pair in pairs], [pair[:, 1] for pair in pairs])
    return area, sum(len(sketch.serialize()) for sketch in sketches), f"{error:.0e}, probability 98 %"


def digest(truth: Truth, score: FloatArray, _: str) -> Auc:
    """The t-digests of datasketches, which give ranks and quantiles but not their centroids."""
    sketches = []
    for label in (0, 1):
        sketch = datasketches.tdigest_double(DIGEST_SIZE)
        sketch.update(score[truth == label])
        sketch.compress()
        sketches.append(sketch)
    negative, positive = sketches
    ranks = [negative.get_rank(positive.get_quantile((k + 0.5) / GRID)) for k in range(GRID)]
    return float(np.mean(ranks)), sum(len(sketch.serialize()) for sketch in sketches), "none"


def centroids(truth: Truth, score: FloatArray, _: str) -> Auc:
    """The t-digests of pytdigest, of which the centroids are known."""
    found = [
        pytdigest.TDigest.compute(score[truth == label], compression=CENTROIDS).get_centroids() for label in (0, 1)
    ]
    area = of_weighted([part[:, 0] for part in found], [part[:, 1] for part in found])
    return area, sum(part.nbytes for part in found), "none"


def thresholds(bins: int) -> Callable[[Truth, FloatArray, str], Auc]:
    """Counts of both classes between equal thresholds."""
    return lambda truth, score, _: (equal_thresholds(truth, score, bins), 16 * bins, "none")


WAYS = (
    Way("BucketCurve", buckets),
    Way("KLL", kll),
    Way("t-digest, datasketches", digest),
    Way("t-digest, pytdigest", centroids),
    Way("200 equal thresholds", thresholds(200), any_scores=False),
    Way("10,000 equal thresholds", thresholds(10_000), any_scores=False),
)


def kinds() -> Iterator[tuple[str, Truth, FloatArray, str]]:
    """Yield the five kinds, one with many scores that are 1, and one that a fixed key cannot tell apart."""
    for name, truth, score, scale in scores():
        yield name, truth, score, scale
        if name == "an overconfident network":
            yield f"{name}, in float32", truth, score.astype(np.float32).astype(np.float64), scale
    _, truth, score, scale = next(scores())
    yield "all within 1e-9 of 0.5", truth, 0.5 + 1e-9 * (score - 0.5), scale


def measured(truth: Truth, score: FloatArray, scale: str) -> list[tuple[str, str, str, str]]:
    """The cells of each way: its error, what is guaranteed, its bytes, its time."""
    exact = roc_auc(truth, score)
    found = []
    for way in WAYS:
        if scale != "probability" and not way.any_scores:
            found.append(("-", "-", "-", "-"))
            continue
        start = time.perf_counter()
        area, size, guaranteed = way.area(truth, score, scale)
        seconds = time.perf_counter() - start
        found.append((f"{abs(area - exact):.0e}", guaranteed, f"{size / 1e3:.0f} kB", f"{seconds:.2f} s"))
    return found


def main() -> None:
    """Print, and write if asked."""
    found = {name: measured(truth, score, scale) for name, truth, score, scale in kinds()}
    parts = [f"{TOP}\n{shared_machine('concordant', 'numpy', 'datasketches', 'pytdigest')}\n"]
    for place, title in enumerate(("Error of the area", "Guaranteed", "Memory", "Time to make both classes' and ask")):
        lines = [[name, *(cells[place] for cells in ways)] for name, ways in found.items()]
        parts.append(f"## {title}\n\n{table(['scores', *(way.name for way in WAYS)], lines)}\n")
    text = "\n".join(parts)
    show(text, RESULTS)


if __name__ == "__main__":
    main()
