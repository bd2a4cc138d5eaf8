"""
How often is the value on new rows within 1.96 standard errors of the cross-validated one? For thresholds, cut points.

    python benchmarks/coverage/new_rows.py --runs 1000 --write        all designs, some 15 minutes on two cores
    python benchmarks/coverage/new_rows.py f1 --runs 200              those of a metric, printed only
    python benchmarks/coverage/new_rows.py --lines                    the table of what was written, in Markdown

A rule is chosen on all rows of a sample, and its value taken on a million new rows of the same population. "plain" is
the standard error of the table of the folds alone, which takes their decisions as given; "stated" is the one that
results state.
"""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from running import arguments, run_designs

import concordant
from concordant import best_threshold, ordinal_cut_points
from concordant.errors import ConcordantError
from concordant.metrics import get
from concordant.states import Counts

sys.path.insert(0, str(Path(__file__).parents[1]))
from smooth_cut_points import SETTINGS

RESULTS = Path(__file__).with_suffix(".json")
NEW = 1_000_000
SIZES = (100, 300, 1000)
COST = {"cost": [[0, 1], [5, 0]]}
THRESHOLDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("f1", {}),
    ("matthews_correlation", {}),
    ("balanced_accuracy", {}),
    ("cohen_kappa", {}),
    ("informedness", {}),
    ("expected_cost", COST),
)
CUTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("cohen_kappa", {"weights": "quadratic"}),
    ("cohen_kappa", {"weights": None}),
    ("f1", {"average": "macro"}),
)
Array = np.ndarray
Rows = tuple[Array, Array]


@dataclass(frozen=True)
class Design:
    """What is chosen how, from which rows."""

    kind: str  # threshold, smooth, exact
    metric: str
    options: dict[str, Any]
    population: str
    n: int
    runs: int

    def draw(self, n: int, random: np.random.Generator) -> Rows:
        """Draw labels and scores."""
        if self.kind != "threshold":
            return next(one for one in SETTINGS if one.name == self.population).rows(n, random)
        words = self.population.split()
        truth = (random.random(n) < float(words[1])).astype(np.int64)
        score = random.normal(size=n) + float(words[3]) * truth
        return truth, np.round(score * 2) / 2 if "rounded" in words else score

    @property
    def labels(self) -> tuple[int, ...]:
        """All labels."""
        return (0, 1) if self.kind == "threshold" else tuple(range(6 if self.population.startswith("6") else 5))


def value_on(rows: Rows, design: Design) -> Callable[[tuple[float, ...]], float]:
    """The metric of many rows at any cuts, from running sums of the sorted rows."""
    truth, score = rows
    order = np.argsort(score)
    ascending = score[order]
    sums = np.zeros((len(truth) + 1, len(design.labels)))
    sums[1:] = (truth[order, None] == np.array(design.labels)).cumsum(0)
    metric = get(design.metric)

    def value(cuts: tuple[float, ...]) -> float:
        ends = np.concatenate([[0], np.searchsorted(ascending, cuts, side="left"), [len(truth)]])
        return float(metric.formula(Counts(np.diff(sums[ends], axis=0).T, design.labels), **design.options))

    return value


def measured(design: Design) -> dict[str, Any]:
    """Both shares of one design, and how they come about."""
    warnings.simplefilter("ignore")
    concordant.set_threads(1)
    random = np.random.default_rng(crc32(repr(("new rows", design)).encode()))
    value = value_on(design.draw(NEW, random), design)
    found, undefined = [], 0
    for _ in range(design.runs):
        truth, score = design.draw(design.n, random)
        try:
            if design.kind == "threshold":
                best = best_threshold(truth, score, design.metric, labels=design.labels, **design.options)
                new = value((best.threshold,))
            else:
                options = design.options if design.metric == "cohen_kappa" else {}
                best = ordinal_cut_points(
                    truth, score, design.metric, labels=design.labels, method=design.kind, **options
                )
                new = value(best.cut_points)
        except ConcordantError:
            undefined += 1
            continue
        found.append([new, best.cross_validated_value, best.standard_error, best.optimism])
    new, held, error, optimism = np.array(found).reshape(-1, 4).T
    here = np.isfinite(new + held + error)
    new, held, error, optimism = (column[here] for column in (new, held, error, optimism))
    plain = np.sqrt(np.maximum(error**2 - optimism**2 / 3, 0))
    off = held - new
    return {
        "kind": design.kind,
        "metric": design.metric,
        "options": design.options,
        "population": design.population,
        "n": design.n,
        "runs": len(off),
        "undefined": undefined + int((~here).sum()),
        "plain": float(np.mean(np.abs(off) <= 1.96 * plain)),
        "stated": float(np.mean(np.abs(off) <= 1.96 * error)),
        "bias": float(off.mean()),
        "spread": float(off.std()),
        "mean_plain": float(plain.mean()),
        "mean_stated": float(error.mean()),
    }


def designs(words: str, runs: int) -> list[Design]:
    """All designs whose metric matches."""
    of_two = [f"prevalence {p} shift {d}" for p in (0.1, 0.3, 0.5) for d in (0.8, 1.5)]
    of_two += [f"prevalence {p} shift 1.5 rounded" for p in (0.1, 0.5)]
    found = [
        Design("threshold", metric, options, population, n, runs)
        for n in SIZES
        for metric, options in THRESHOLDS
        for population in of_two
    ]
    found += [
        Design(kind, metric, options, SETTINGS[place].name, n, runs)
        for n in SIZES
        for kind in ("smooth", "exact")
        for metric, options in CUTS
        for place in (0, 1, 2, 6)
    ]
    return [design for design in found if words in design.metric]


def lines() -> list[str]:
    """Return a table in Markdown: the least, mean and greatest share over populations, in percent."""
    rows = json.loads(RESULTS.read_text(encoding="utf-8"))["rows"]
    kinds = {"threshold": "threshold", "smooth": "cut points, smooth", "exact": "cut points, exact"}
    names = {"quadratic": "quadratic kappa", None: "kappa"}
    made = [
        "| chosen | best for | rows | error of the table alone, % | stated error, % | wider by |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    groups: dict[tuple[str, str, int], list[dict[str, Any]]] = {}
    for row in rows:
        name = "F1" if row["metric"] == "f1" else row["metric"].replace("_", " ")
        if "weights" in row["options"]:
            name = names[row["options"]["weights"]]
        elif name == "F1" and row["kind"] != "threshold":
            name = f"macro {name}"
        groups.setdefault((kinds[row["kind"]], name, row["n"]), []).append(row)
    for (kind, name, n), members in groups.items():
        shares = [[100 * one[key] for one in members] for key in ("plain", "stated")]
        plain, stated = (f"{min(x):.0f}, {np.mean(x):.0f}, {max(x):.0f}" for x in shares)
        wider = np.mean([one["mean_stated"] / one["mean_plain"] for one in members])
        made.append(f"| {kind} | {name} | {n:,} | {plain} | {stated} | {100 * (wider - 1):.0f} % |")
    return made


def told(row: dict[str, Any]) -> str:
    """One row in print."""
    name = f"{row['kind']} {row['metric']} {row['options']}"
    return f"{name:55s} {row['population']:32s} {row['n']:5d} {row['plain']:.3f} {row['stated']:.3f}"


def main() -> int:
    """Run the study, or print its table."""
    chosen = arguments(__doc__, table=True).parse_args()
    if chosen.lines:
        print("\n".join(lines()))
        return 0
    return run_designs(designs(chosen.words, chosen.runs), measured, told, RESULTS, chosen, new=NEW)


if __name__ == "__main__":
    sys.exit(main())
