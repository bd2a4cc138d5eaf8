"""
How often limits of information as a share of an entropy hold the true value: the default, and the bootstrap before it.

    python benchmarks/coverage/information_shares.py --runs 1000 --write    all: half an hour
    python benchmarks/coverage/information_shares.py uncertainty            metrics that match, printed only
    python benchmarks/coverage/information_shares.py --lines                the tables of the stored results

A share of the rows has the prediction that is the truth, all others one that is independent of it, with the same
margins: 0 is independence, where the value is at the lower end of its range, and 1 perfect dependence, at the upper.
The default takes no draws. "normal" was the default before, with score limits where it has none; it draws 400
tables here, in a fifth of the samples.
"""

from __future__ import annotations

import json
import sys
import warnings
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from running import DRAWS, arguments, run

import concordant
from concordant import metrics
from concordant.inference.intervals.estimand import Estimand
from concordant.inference.intervals.methods import quiet_answer
from concordant.inference.samples.cells import CellSample
from concordant.states import Counts

RESULTS = Path(__file__).parent / "information_shares.json"
SHOWN = ("coverage", "coverage_undoubted", "doubted", "above", "below", "width")
METRICS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("uncertainty_coefficient", {}),
    ("normalized_mutual_information", {}),
)
LABELS, SIZES, SHARED = (2, 6, 20), (50, 200, 1000, 5000), (0.0, 0.2, 0.5, 0.9, 0.99, 1.0)
SKEW = {2: 1 / 9, 6: 0.75, 20: 0.75}  # how many times as many rows each label has as the one before
FEWER = 5  # times fewer samples where tables are drawn
LEAST, WARNED = 0.93, 0.5  # as in summary.py
Design = tuple[str, dict[str, Any], int, bool, float, int, str | None, int]
Row = dict[str, Any]


def shares(labels: int, shared: float, *, skewed: bool) -> Any:
    """The shares of the cells."""
    margin = SKEW[labels] ** np.arange(labels) if skewed else np.ones(labels)
    margin = margin / margin.sum()
    return shared * np.diag(margin) + (1 - shared) * np.outer(margin, margin)


def measured(question: Design) -> Row:
    """The coverage of one metric, by one method, in samples of one design."""
    name, options, labels, skewed, shared, n, method, runs = question
    warnings.simplefilter("ignore")
    concordant.set_threads(1)
    metric, cells = metrics.get(name), shares(labels, shared, skewed=skewed)
    truth = float(metric.of(Counts.from_table(cells), **options))
    random = np.random.default_rng(crc32(repr((name, options, labels, skewed, shared, n)).encode()))
    found = []
    for table in random.multinomial(n, cells.ravel(), runs):
        counts = Counts.from_table(table.reshape(labels, labels))
        asked_of = Estimand(metric, options, CellSample.of_table(counts), draws=DRAWS)
        one = quiet_answer(asked_of, method)
        if method is not None and np.isnan(one.low) and not np.isnan(one.value):
            one = quiet_answer(asked_of, "score")
        found.append((one.low, one.high, one.reason is not None))
    low, high, doubted = np.array(found, dtype=float).T
    here, doubted = np.isfinite(low), doubted > 0
    # The value itself is known to some digits: an interval that ends at an end of the range holds that end.
    above, below = low > truth + 1e-12, high < truth - 1e-12
    held, trusted = ~above & ~below, here & ~doubted
    return {
        "metric": name,
        "options": options | {"method": method},
        "population": f"{labels} labels, {'skewed' if skewed else 'even'}, {shared:g} shared",
        "n": n,
        "truth": truth,
        "runs": runs,
        "method": method or "default",
        "coverage": _mean(held[here]),
        "coverage_undoubted": _mean(held[trusted]),
        "doubted": _mean(doubted[here]),
        "above": _mean(above[here]),
        "below": _mean(below[here]),
        "width": _mean((high - low)[here]),
        "undefined": float(1 - here.mean()),
    }


def _mean(values: Any) -> float | None:
    return round(float(values.mean()), 5) if len(values) else None


def asked(words: str, runs: int, methods: tuple[str | None, ...]) -> list[Design]:
    """Every design by these methods."""
    return [
        (name, options, labels, skewed, shared, n, method, runs if method is None else max(runs // FEWER, 1))
        for name, options in METRICS
        if words in name
        for labels in LABELS
        for skewed in (False, True)
        for shared in SHARED
        for n in SIZES
        for method in methods
    ]


def stored() -> list[Row]:
    """The rows of the last run."""
    rows: list[Row] = json.loads(RESULTS.read_text(encoding="utf-8"))["rows"]
    return [row for row in rows if row["coverage"] is not None]


def lines() -> list[str]:
    """A table in Markdown of the stored results: what happens without a warning, and in all designs."""
    head = ("metric", "method", "labels", "most without a warning in", "these hold, %", "93 % in", "all hold, %")
    head += ("too high, %", "too low, %", "mean width")
    said = [f"| {' | '.join(head)} |", "| --- " * len(head) + "|"]
    groups: dict[tuple[str, str, int], list[Row]] = {}
    for row in stored():
        groups.setdefault((row["metric"], row["method"], int(row["population"].split(" ")[0])), []).append(row)
    for (name, method, labels), rows in sorted(groups.items(), key=lambda one: (one[0][0], one[0][2], one[0][1])):
        told = [row for row in rows if row["doubted"] < WARNED]
        enough = sum(row["coverage"] >= LEAST - 2 * np.sqrt(0.05 * 0.95 / row["runs"]) for row in told)
        held = [row["coverage"] for row in told]
        every = " | ".join(
            f"{100 * float(np.mean([row[part] for row in rows])):.1f}" for part in ("coverage", "above", "below")
        )
        width = float(np.mean([row["width"] for row in rows]))
        between = f"{100 * min(held):.1f} to {100 * max(held):.1f}" if held else ""
        counted = f"{len(told)} of {len(rows)} designs | {between} | {enough} of {len(told)}"
        said.append(f"| `{name}` | {method} | {labels} | {counted} | {every} | {width:.3f} |")
    return said


def main() -> int:
    """Run the study, or print its table."""
    parser = arguments(__doc__, table=True)
    parser.add_argument("--method", choices=["default", "normal"], help="only this one")
    chosen = parser.parse_args()
    if chosen.lines:
        print("\n".join(lines()))
        return 0
    methods = tuple(one for one in (None, "normal") if chosen.method in (None, one or "default"))
    return run(asked(chosen.words, chosen.runs, methods), measured, SHOWN, RESULTS, chosen)


if __name__ == "__main__":
    sys.exit(main())
