"""
False alarms of the tests of groups against the rest, where no group differs.

    python benchmarks/coverage/groups.py [SAMPLES]

Five groups of 30, 50, 100, 200 and 600 rows, a score that is normal and 1.5 higher for positives (30 % of the rows),
and labels from it. Printed: how often the smallest group has p < 0.05, and how often any group has after Holm.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator

import numpy as np

from concordant import accuracy, f1, recall, roc_auc
from concordant.inference.comparisons.difference import adjusted

GROUP = np.repeat(np.arange(5), [30, 50, 100, 200, 600])


def study(samples: int, gap: float) -> Iterator[str]:
    """One line a metric and method."""
    random = np.random.default_rng(11)
    smallest: dict[tuple[str, str], list[bool]] = {}
    some: dict[tuple[str, str], list[bool]] = {}
    for _ in range(samples):
        truth = (random.random(len(GROUP)) < 0.3).astype(int)
        score = random.normal(size=len(GROUP)) + gap * truth
        label = (score > gap / 2).astype(int)
        for metric, given in ((accuracy, label), (recall, label), (f1, label), (roc_auc, score)):
            for method in (None, "mover"):
                p = []
                for group in range(5):
                    sides = ((truth[here], given[here]) for here in (group == GROUP, group != GROUP))
                    p.append(metric.compare_independent(*sides, labels=[0, 1], method=method).p_value)
                key = metric.name, method or "default"
                smallest.setdefault(key, []).append(p[0] < 0.05)
                some.setdefault(key, []).append(bool((adjusted(np.array(p), "holm") < 0.05).any()))
    for (name, method), found in smallest.items():
        yield f"| {name} | {gap:g} | {method} | {100 * np.mean(found):.1f} | {100 * np.mean(some[name, method]):.1f} |"


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    for distance in (1.5, 3.5):
        for line in study(int(sys.argv[1]) if len(sys.argv) > 1 else 1000, distance):
            print(line, flush=True)
