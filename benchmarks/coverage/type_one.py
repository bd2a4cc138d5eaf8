"""
How often the tests of two equally good models say that one is better: every default of `compare` that takes no
draws.

    python benchmarks/coverage/type_one.py --runs 2000 --write        all metrics
    python benchmarks/coverage/type_one.py kappa                       metrics that match, printed only

A test at the level of 5 % should do so in 5 of 100 samples.
"""

from __future__ import annotations

import os
import sys
import warnings
from functools import partial
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from pairs import PAIRS, Pair
from questions import DRAWN, LEFT_OUT, kinds, options_for
from running import DRAWS, arguments, run, twice

import concordant
from concordant import metrics
from concordant.errors import ConcordantError

METHOD = os.environ.get("METHOD")  # of all tests; without it, the default of each metric
RESULTS = Path(__file__).parent / "type_one.json"
SHOWN = ("rejected", "rejected_undoubted", "doubted", "undefined")
Question = tuple[str, int, dict[str, Any], int, int]


def measured(question: Question) -> dict[str, Any]:
    """The share of rejections of one metric in samples of one size."""
    name, place, options, n, runs = question
    warnings.simplefilter("ignore")
    concordant.set_threads(1)
    metric, pair = metrics.get(name), PAIRS[place]
    random = np.random.default_rng(crc32(repr(("type one", name, pair.name, options, n, runs)).encode()))
    labels = {"labels": pair.labels} if pair.kind == "labels" else {}
    rejected, doubted, undefined, methods = [], [], 0, {}
    for _ in range(runs):
        try:
            drawn = pair.sample(random, n)
            weight = {} if drawn.weight is None else {"sample_weight": drawn.weight}
            found = metric.compare(
                *drawn.data, cluster=drawn.cluster, draws=DRAWS, method=METHOD, **weight, **labels, **options
            )
        except ConcordantError:
            undefined += 1
            continue
        if not np.isfinite(found.p_value):
            undefined += 1
            continue
        methods[found.method] = methods.get(found.method, 0) + 1
        rejected.append(found.p_value < 0.05)
        doubted.append(found.reason is not None)
    rejected, doubted = np.array(rejected, bool), np.array(doubted, bool)
    trusted = rejected[~doubted]
    return {
        "metric": name,
        "options": options,
        "population": pair.name,
        "n": n,
        "runs": runs,
        "method": max(methods, key=methods.get, default=None),
        "rejected": float(rejected.mean()) if len(rejected) else None,
        "doubted": float(doubted.mean()) if len(rejected) else None,
        "rejected_undoubted": float(trusted.mean()) if len(trusted) else None,
        "undefined": undefined / runs,
    }


def outside(row: dict[str, Any]) -> bool:
    """Whether more are rejected than may be, without a warning in most samples."""
    return row["rejected"] is not None and row["doubted"] < 0.5 and row["rejected"] > 0.06


def equal(name: str, options: dict[str, Any], pair: Pair) -> bool:
    """Whether the metric has the same value for both models of the population."""
    if pair.known is None:
        return True
    first, second = (
        metrics.get(name).outcome(concordant.Counts.from_table(table * 1e9, pair.labels), **options).value
        for table in pair.known
    )
    return bool(abs(first - second) < 1e-9)


SIZES = (100, 150, 300, 520, 600, 1000, 1040)


def asked(words: str, runs: int) -> list[Question]:
    """Every metric whose default takes no draws, with every pair of models, options and size."""
    found = []
    for metric in metrics.find(words):
        if metric.name in LEFT_OUT or metric.facts.range is None or metric.facts.interval in DRAWN:
            continue
        for place, pair in enumerate(PAIRS):
            if pair.kind not in kinds(metric):
                continue
            if metric.name == "adjacent_agreement" and len(pair.labels) == 2:
                continue  # it is always 1
            for options in options_for(metric, pair):
                if equal(metric.name, options, pair):
                    found += [(metric.name, place, options, n, runs) for n in pair.sizes if n in SIZES]
    return found


def main() -> int:
    """Run the study."""
    chosen = arguments(__doc__).parse_args()
    both = partial(twice, again=chosen.again, measured=measured, outside=outside)
    return run(asked(chosen.words, chosen.runs), both, SHOWN, RESULTS, chosen)


if __name__ == "__main__":
    sys.exit(main())
