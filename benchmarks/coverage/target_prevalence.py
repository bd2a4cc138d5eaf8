"""
How often intervals at a target prevalence hold the true value, where the rows are cases and controls.

    python benchmarks/coverage/target_prevalence.py --runs 2000 --write    all
    python benchmarks/coverage/target_prevalence.py precision                metrics that match, printed only
    python benchmarks/coverage/target_prevalence.py --lines                  the table of the stored results

Tables of two classes are no simulation: the coverage is the sum of the probabilities of the tables whose interval holds
the value. Scores and three classes are drawn.
"""

from __future__ import annotations

import json
import math
import sys
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from running import arguments, run

import concordant
from concordant import metrics
from concordant.states import Counts

RESULTS = Path(__file__).parent / "target_prevalence.json"
SHOWN = ("coverage", "coverage_undoubted", "doubted", "width", "none")
PREVALENCES = (0.01, 0.1, 0.5)
SIZES = ((20, 20), (50, 50), (100, 100), (50, 500))
SENSITIVITIES, SPECIFICITIES = (0.5, 0.8, 0.95), (0.8, 0.9, 0.99)
OF_TABLES = ("precision", "negative_predictive_value", "f1", "accuracy", "matthews_correlation")
OF_SCORES, SEPARATIONS = ("average_precision",), (1.0, 2.0)
SCORE_SIZES = (*SIZES, (100, 500), (100, 2000))
MIX = {0: 0.9, 1: 0.08, 2: 0.02}  # of three classes
RIGHT = np.array([[0.9, 0.07, 0.03], [0.2, 0.7, 0.1], [0.05, 0.15, 0.8]])  # how each of them is predicted
Question = tuple[str, str, Any, tuple[int, ...], float | dict[int, float], str | None, int]
Row = dict[str, Any]


def measured(question: Question) -> Row:
    """The coverage of one metric in samples of one design."""
    kind, name, design, sizes, prevalence, method, runs = question
    warnings.simplefilter("ignore")
    concordant.set_threads(1)
    seed = crc32(repr(question[:5]).encode())
    samples = {"tables": _tables, "scores": _scores, "classes": _classes}[kind]
    truth, weight, low, high, doubted = samples(name, design, sizes, prevalence, method, runs, seed)
    here = np.isfinite(low)
    held = (low <= truth) & (truth <= high)
    trusted = here & ~doubted
    options = {"prevalence": "three classes" if kind == "classes" else prevalence}
    return {
        "metric": name,
        "options": options,
        "population": f"{kind} {design}" if design else kind,
        "n": int(sum(sizes)),
        "sizes": list(sizes),
        "runs": None if kind == "tables" else runs,
        "method": method or "default",
        "coverage": _share(held, weight * here),
        "coverage_undoubted": _share(held, weight * trusted) if weight[trusted].sum() > 0.1 * weight.sum() else None,
        "doubted": _share(doubted, weight * here),
        "width": _share(high - low, weight * here),
        "none": _share(~here, weight),
    }


def _share(values: Any, weight: Any) -> float | None:
    total = weight.sum()
    return round(float((np.where(weight > 0, values, 0) * weight).sum() / total), 5) if total > 0 else None


# -- two classes: every table that can occur --------------------------------------------------------------------------


def _tables(
    name: str, design: tuple[float, float], sizes: tuple[int, ...], prevalence: Any, method: str | None, *_: Any
) -> tuple[Any, ...]:
    found, metric = [], metrics.get(name)
    sensitivity, specificity = design
    cells = np.array([[specificity, 1 - specificity], [1 - sensitivity, sensitivity]])
    truth = metric.of(Counts.from_table(cells), prevalence=prevalence)
    for tp, likely in _binomial(sizes[0], sensitivity):
        for tn, also in _binomial(sizes[1], specificity):
            weight = likely * also
            if weight > 1e-9:
                found.append((weight, *_interval(name, sizes, prevalence, method, tp, tn)))
    weight, low, high, doubted = np.array(found, dtype=float).T
    defined = doubted >= 0  # no row predicted positive: undefined, left out
    return truth, weight[defined], low[defined], high[defined], doubted[defined] > 0


def _binomial(n: int, p: float) -> Iterator[tuple[int, float]]:
    for k in range(n + 1):
        log = math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
        yield k, math.exp(log + k * math.log(p) + (n - k) * math.log1p(-p))


@cache
def _interval(
    name: str, sizes: tuple[int, int], prevalence: float, method: str | None, tp: int, tn: int
) -> tuple[float, float, int]:
    counts = Counts.from_table([[tn, sizes[1] - tn], [sizes[0] - tp, tp]])
    one = metrics.get(name).interval_of(counts, prevalence=prevalence, method=method)
    return one.low, one.high, -1 if math.isnan(one.value) else int(one.reason is not None)


# -- scores and three classes: drawn ----------------------------------------------------------------------------------


def _scores(
    name: str, apart: float, sizes: tuple[int, ...], prevalence: float, method: str | None, runs: int, seed: int
) -> tuple[Any, ...]:
    """Normal scores of both classes, `apart` standard deviations apart."""
    random, metric = np.random.default_rng(seed), metrics.get(name)
    y_true = np.repeat([1, 0], sizes)
    x = np.linspace(-8, 8 + apart, 400_001)
    tail = np.vectorize(lambda z: math.erfc(z / math.sqrt(2)) / 2)
    tp, fp = tail(x - apart), tail(x)
    precision = prevalence * tp / (prevalence * tp + (1 - prevalence) * fp)
    truth = float(((precision[1:] + precision[:-1]) / 2 * (tp[:-1] - tp[1:])).sum())
    found = [
        metric.interval(y_true, random.normal(size=len(y_true)) + apart * y_true, prevalence=prevalence, method=method)
        for _ in range(runs)
    ]
    return _gathered(truth, found)


def _classes(
    name: str, design: Any, sizes: tuple[int, ...], prevalence: Any, method: str | None, runs: int, seed: int
) -> tuple[Any, ...]:
    """Three classes of which MIX is the population, sampled apart."""
    del design
    random, metric = np.random.default_rng(seed), metrics.get(name)
    options = {"average": "macro"} if "average" in metric.options else {}
    truth = metric.of(Counts.from_table(RIGHT), prevalence=prevalence, **options)
    found = []
    for _ in range(runs):
        table = np.stack([random.multinomial(n, p) for n, p in zip(sizes, RIGHT, strict=True)])
        found.append(metric.interval_of(Counts.from_table(table), prevalence=prevalence, method=method, **options))
    return _gathered(truth, found)


def _gathered(truth: float, found: list[Any]) -> tuple[Any, ...]:
    low, high = (np.array([getattr(one, end) for one in found]) for end in ("low", "high"))
    return truth, np.ones(len(found)), low, high, np.array([one.reason is not None for one in found])


def asked(words: str, runs: int) -> list[Question]:
    """Every design; the methods beside the default are those without a correction for few rows."""
    chosen: list[Question] = []
    for name in OF_TABLES:
        plain = "fisher" if name == "matthews_correlation" else "logit"
        for sizes in SIZES:
            for prevalence in PREVALENCES:
                for method in (None, plain):
                    designs = [(a, b) for a in SENSITIVITIES for b in SPECIFICITIES]
                    chosen += [("tables", name, design, sizes, prevalence, method, runs) for design in designs]
    for name in OF_SCORES:
        for apart in SEPARATIONS:
            designs = [(sizes, prevalence) for sizes in SCORE_SIZES for prevalence in PREVALENCES]
            chosen += [("scores", name, apart, sizes, prevalence, None, runs) for sizes, prevalence in designs]
    for name in ("f1", "accuracy", "matthews_correlation", "cohen_kappa"):
        chosen += [("classes", name, None, (n,) * 3, MIX, None, runs) for n in (50, 100, 300)]
    return [one for one in chosen if words in one[1]]


def lines() -> list[str]:
    """A table in Markdown of the stored results."""
    rows = json.loads(RESULTS.read_text(encoding="utf-8"))["rows"]
    said = [
        "| metric | rows | method | designs | coverage, % | mean | 93 to 97 in | no interval, % | with a warning, % |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    groups: dict[tuple[str, str, str], list[Row]] = {}
    for row in rows:
        groups.setdefault((row["population"].split(" ")[0], row["metric"], row["method"]), []).append(row)
    for (kind, name, method), some in sorted(groups.items(), key=lambda one: (one[0][0] != "tables", one[0])):
        said.append(_line(kind, name, method, [row for row in some if row["coverage"] is not None]))
    trusted = [{**row, "coverage": row["coverage_undoubted"]} for row in rows if row["metric"] in OF_SCORES]
    trusted = [row for row in trusted if row["doubted"] < 0.5 and row["coverage"] is not None]
    if trusted:
        said.append(_line("scores, most without a warning", OF_SCORES[0], "default", trusted))
    return said


def _line(kind: str, name: str, method: str, rows: list[Row]) -> str:
    held = np.array([row["coverage"] for row in rows])
    inside = f"{int(((held >= 0.93) & (held <= 0.97)).sum())} of {len(held)}"
    other = " | ".join(f"{100 * float(np.mean([row[part] for row in rows])):.1f}" for part in ("none", "doubted"))
    kind = {"tables": "two classes", "classes": "three classes, macro"}.get(kind, kind)
    return (
        f"| `{name}` | {kind} | {method} | {len(held)} | {100 * held.min():.1f} to {100 * held.max():.1f} | "
        f"{100 * held.mean():.1f} | {inside} | {other} |"
    )


def main() -> int:
    """Run the study, or print its table."""
    chosen = arguments(__doc__, table=True).parse_args()
    if chosen.lines:
        print("\n".join(lines()))
        return 0
    return run(asked(chosen.words, chosen.runs), measured, SHOWN, RESULTS, chosen)


if __name__ == "__main__":
    sys.exit(main())
