"""
Tests of differences that the pairs of equal models do not try: independent groups, and margins at their boundary.

    python benchmarks/coverage/differences.py --runs 2000 --write

Two shares of independent rows: the probability of every pair of counts is known, so that the share of false alarms is
a sum, not a simulation; the worst and the mean over shares from 0.05 to 0.95. A margin: model A is worse by just the
margin, so that whoever calls it not inferior is wrong; that should happen in 5 of 100 samples.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
from running import run_alone
from scipy.stats import binom, norm

import concordant
from concordant import balanced_accuracy, roc_auc
from concordant.inference.comparisons.proportions import TwoShares, score

RESULTS = Path(__file__).parent / "differences.json"
GROUPS = [(10, 10), (10, 30), (20, 20), (20, 50), (50, 50)]
SHARES = np.arange(0.05, 0.96, 0.05)
MARGINS = [("roc_auc", n) for n in (50, 100, 300)] + [("balanced_accuracy", n) for n in (100, 300)]
MARGIN, WORSE, BETTER = 0.05, 0.93, 0.98


def independent(n: int, m: int) -> dict[str, Any]:
    """False alarms of the default test of two shares, over all counts."""
    z = norm.ppf(0.975)
    rejects = np.array(
        [[abs(score(TwoShares(x, n, y, m), 0.0)) > z for y in range(m + 1)] for x in range(n + 1)], np.float64
    )
    alarms = [float(binom.pmf(range(n + 1), n, p) @ rejects @ binom.pmf(range(m + 1), m, p)) for p in SHARES]
    return {
        "rows": [n, m],
        "worst": max(alarms),
        "mean": float(np.mean(alarms)),
        "at": float(SHARES[np.argmax(alarms)]),
    }


def boundary(name: str, n: int, runs: int) -> dict[str, Any]:
    """How often A, which is worse by the margin, is called not inferior."""
    random = np.random.default_rng(n)
    shown, doubted, undefined = 0, 0, 0
    for _ in range(runs):
        data = _scores(random, n) if name == "roc_auc" else _labels(random, n)
        metric = roc_auc if name == "roc_auc" else balanced_accuracy
        found = metric.compare(*data, margin=MARGIN, alternative="non-inferiority", labels=[0, 1])
        undefined += not np.isfinite(found.p_value)
        shown += found.p_value < 0.05
        doubted += found.reason is not None
    return {"metric": name, "n": n, "runs": runs, "shown": shown / runs, "doubted": doubted / runs,
            "undefined": undefined / runs, "method": found.method}  # fmt: skip


def _scores(random: np.random.Generator, n: int) -> tuple[Any, Any, Any]:
    truth = np.arange(n) % 2
    common = random.normal(size=n)
    a, b = (
        np.sqrt(0.5) * (common + random.normal(size=n)) + np.sqrt(2) * norm.ppf(value) * truth
        for value in (WORSE, BETTER)
    )
    return truth, a, b


def _labels(random: np.random.Generator, n: int) -> tuple[Any, Any, Any]:
    truth = (random.random(n) < 0.3).astype(np.int64)
    chance = random.random(n)  # a row that B misses, A misses as well
    a, b = (np.where(chance < value, truth, 1 - truth) for value in (WORSE, BETTER))
    return truth, a, b


def lines(data: dict[str, Any]) -> str:
    """Both tables in Markdown."""
    found = ["| rows of the groups | false alarms, mean over shares, % | most, % | at a share of |", "| --- " * 4 + "|"]
    found += [
        f"| {' and '.join(map(str, one['rows']))} | {100 * one['mean']:.1f} | {100 * one['worst']:.1f} | "
        f"{one['at']:.2f} |"
        for one in data["independent"]
    ]
    found += [
        "",
        "| metric, 0.93 against 0.98, margin 0.05 | n | method | wrongly not inferior, % | with a warning, % |",
        "| --- " * 5 + "|",
    ]
    found += [
        f"| `{one['metric']}` | {one['n']} | {one['method']} | {100 * one['shown']:.1f} | {100 * one['doubted']:.1f} |"
        for one in data["margins"]
    ]
    return "\n".join(found)


def study(runs: int) -> dict[str, Any]:
    """Run both."""
    concordant.set_threads(1)
    groups, margins = [], []
    for n, m in GROUPS:
        groups.append(independent(n, m))
        print(groups[-1], flush=True)
    for name, n in MARGINS:
        margins.append(boundary(name, n, runs))
        print(margins[-1], flush=True)
    return {"concordant": concordant.__version__, "independent": groups, "margins": margins}


if __name__ == "__main__":
    sys.exit(run_alone(study, lines, RESULTS, __doc__))
