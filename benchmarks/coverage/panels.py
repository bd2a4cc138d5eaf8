"""
How often does an interval of many raters hold the true value? Over units, with raters and labels of several kinds.

    python benchmarks/coverage/panels.py --runs 1000 --write       all designs, some 10 minutes on one core
    python benchmarks/coverage/panels.py --lines                   the table of what was written, in Markdown

Each unit has a true label; a rater says it with the probability `accuracy`, else a label by chance (of ordered labels a
neighbour). The true value of a coefficient is its value of a million ratings. In the designs with raters that differ,
each panel has raters of its own, whose accuracy and habits vary, and the true value is that of 200 other raters.
"""

from __future__ import annotations

import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from running import run_alone

from concordant import conger_kappa, fleiss_kappa, gwet_ac2, krippendorff_alpha
from concordant.states import Ratings

RESULTS = Path(__file__).with_suffix(".json")
Array = np.ndarray
COEFFICIENTS: dict[str, Any] = {
    "fleiss_kappa": fleiss_kappa,
    "krippendorff_alpha": krippendorff_alpha,
    "conger_kappa": conger_kappa,
    "gwet_ac2": gwet_ac2,
}
WAYS: dict[str, dict[str, Any]] = {
    "value +- t se": {"method": "t", "se": "delta"},
    "Fisher z, delta, t": {"se": "delta"},
    "Fisher z, jackknife, t": {"se": "jackknife"},
    "default": {},
}
OVER: dict[str, dict[str, Any]] = {"units": {}, "units and raters": {"over": "units and raters"}}


@dataclass(frozen=True)
class Design:
    """What the units, the raters and the labels are like."""

    name: str
    raters: int
    shares: tuple[float, ...]
    accuracy: float
    weights: str | None = None
    neighbours: bool = False
    missing: float = 0.0
    differ: float = 0.0
    sizes: tuple[int, ...] = (20, 50, 100)


DESIGNS = (
    Design("3 raters, 3 labels", 3, (0.4, 0.35, 0.25), 0.75),
    Design("3 raters, 5 labels, quadratic", 3, (0.15, 0.25, 0.3, 0.2, 0.1), 0.5, "quadratic", neighbours=True),
    Design("5 raters, near perfect", 5, (0.4, 0.35, 0.25), 0.95),
    Design("4 raters, 10 % positive", 4, (0.9, 0.1), 0.92),
    Design("5 raters, 3 labels, 30 % missing", 5, (0.4, 0.35, 0.25), 0.75, missing=0.3),
    Design("raters differ, 3", 3, (0.4, 0.35, 0.25), 0.75, differ=1.0, sizes=(100,)),
    Design("raters differ, 5", 5, (0.4, 0.35, 0.25), 0.75, differ=1.0, sizes=(100,)),
    Design("raters differ, 10", 10, (0.4, 0.35, 0.25), 0.75, differ=1.0, sizes=(100,)),
)


def ratings_of(design: Design, n: int, raters: int, rng: np.random.Generator) -> Array:
    """Codes of n units by so many raters, NaN where one is missing."""
    size = len(design.shares)
    truth = rng.choice(size, n, p=design.shares)
    accuracy = np.full(raters, design.accuracy)
    habits = np.full((raters, size), 1.0 / size)
    if design.differ:
        accuracy = np.clip(accuracy + design.differ * rng.uniform(-0.2, 0.2, raters), 0.05, 0.99)
        habits = rng.dirichlet(np.ones(size), raters)
    right = rng.random((n, raters)) < accuracy
    if design.neighbours:
        step = np.where(rng.random((n, raters)) < 0.5, -1, 1)
        other = np.clip(truth[:, None] + step, 0, size - 1)
    else:
        cut = np.cumsum(habits, axis=1)
        other = (rng.random((n, raters))[..., None] > cut[None]).sum(-1).clip(0, size - 1)
    codes = np.where(right, truth[:, None], other).astype(np.float64)
    if design.missing:
        codes[rng.random((n, raters)) < design.missing] = np.nan
    return codes


def true_values(design: Design) -> dict[str, float]:
    """The coefficients of very many ratings, of other raters where they differ."""
    rng = np.random.default_rng(1)
    raters = 200 if design.differ else design.raters
    state = _state(ratings_of(design, 1_000_000 // raters, raters, rng), design)
    return {name: metric.of(state, **_options(design)) for name, metric in COEFFICIENTS.items()}


def _state(codes: Array, design: Design) -> Any:
    return Ratings.from_wide(codes, labels=list(range(len(design.shares))))


def _options(design: Design) -> dict[str, Any]:
    return {"weights": design.weights}


def coverage(design: Design, n: int, runs: int) -> list[dict[str, Any]]:
    """How often each way holds the true value, in as many panels; panels without an interval are counted apart."""
    truth = true_values(design)
    ways = OVER if design.differ else WAYS
    found: dict[tuple[str, str], list[tuple[bool, float]]] = {}
    for run in range(runs):
        rng = np.random.default_rng([7, n, run])
        state = _state(ratings_of(design, n, design.raters, rng), design)
        for name, metric in COEFFICIENTS.items():
            for way, how in ways.items():
                interval = metric.interval(state, **_options(design), **how)
                if interval.low == interval.low:
                    held = bool(interval.low <= truth[name] <= interval.high)
                    found.setdefault((name, way), []).append((held, interval.high - interval.low))
    return [
        {
            "design": design.name,
            "n": n,
            "coefficient": name,
            "true": truth[name],
            "way": way,
            "runs": len(each),
            "coverage": float(np.mean([held for held, _ in each])),
            "width": float(np.median([width for _, width in each])),
        }
        for (name, way), each in found.items()
    ]


def lines(found: dict[str, Any]) -> str:
    """The coverage of each way in a table: Fleiss, alpha, Conger, AC in this order."""
    results = found["results"]
    keys = list(dict.fromkeys((one["design"], one["n"], one["way"]) for one in results))
    text = [
        "| design (true Fleiss) | n | way | Fleiss | alpha | Conger | AC |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for design, n, way in keys:
        here = {one["coefficient"]: one for one in results if (one["design"], one["n"], one["way"]) == (design, n, way)}
        numbers = " | ".join(f"{here[name]['coverage']:.3f}" if name in here else "" for name in COEFFICIENTS)
        text.append(f"| {design} ({here['fleiss_kappa']['true']:.2f}) | {n} | {way} | {numbers} |")
    return "\n".join(text)


def study(runs: int) -> dict[str, Any]:
    """The coverage in all designs."""
    results = []
    for design in DESIGNS:
        for n in design.sizes:
            results += coverage(design, n, runs)
            print(f"{design.name}, n = {n}", flush=True)
    return {"designs": [asdict(one) for one in DESIGNS], "results": results}


if __name__ == "__main__":
    sys.exit(run_alone(study, lines, RESULTS, __doc__))
