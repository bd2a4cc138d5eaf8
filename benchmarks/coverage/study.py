"""
How often intervals hold the true value: every default, in simulated samples.

    python benchmarks/coverage/study.py --no-drawn --runs 2000 --write     all metrics whose default takes no draws
    python benchmarks/coverage/study.py --drawn --runs 1000 --write        the others
    python benchmarks/coverage/study.py kappa                              metrics that match, printed only
    ... --keep --again 2000    after a change: what did not change is kept, what looks bad gets 2,000 fresh samples
    ... --missing              only designs that no result stands for yet
    ... --levels               levels of 0.8, 0.9 and 0.99 on the same samples as 0.95, into levels.json

Each run draws a sample of a population, takes `metric.interval` with its default method at 95 %, and looks whether the
limits hold the value of the population. Runs are independent; the standard error of a coverage is
sqrt(p (1 - p) / runs). A bootstrap draws 400 samples here, not 2,000, and is tried on fewer designs, to keep the study
within an hour or two.
"""

from __future__ import annotations

import argparse
import json
import sys
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from populations import MANY, POPULATIONS, Population, whole_table
from questions import DRAWN, sizes
from questions import questions as every_question
from running import DRAWS, arguments, design, run, twice

import concordant
from concordant import metrics
from concordant.errors import ConcordantError
from concordant.metrics.definition.metric import Metric

Question = tuple[str, int, dict[str, Any], int, int]  # metric, place of the population, options, rows, runs
RESULTS = Path(__file__).parent / "results.json"
AT_LEVELS = Path(__file__).parent / "levels.json"
LEVELS = (0.8, 0.9, 0.99)
FEW = 100  # samples, to see how often there is a warning
SHOWN = ("coverage", "coverage_undoubted", "doubted", "undefined")


def true_value(name: str, place: int, options: dict[str, Any]) -> float:
    """The metric of the population."""
    metric, population = metrics.get(name), POPULATIONS[place]
    if population.table is not None and not population.weighted:
        return float(metric.of(whole_table(population), **options))
    drawn = population.sample(np.random.default_rng(1), MANY)
    weight = {} if drawn.weight is None else {"sample_weight": drawn.weight}
    return float(metric(*drawn.data, **weight, **options))


def measured(question: Question, levels: tuple[float, ...] = ()) -> dict[str, Any]:
    """Coverage of one metric in samples of one size, also at other levels."""
    name, place, options, n, runs = question
    warnings.simplefilter("ignore")
    concordant.set_threads(1)
    metric, population = metrics.get(name), POPULATIONS[place]
    truth = _TRUTH.get((name, place, repr(options)))
    if truth is None:
        truth = _TRUTH[name, place, repr(options)] = true_value(name, place, options)
    random = np.random.default_rng(crc32(repr((name, population.name, options, n, runs)).encode()))
    held, doubted, widths, methods, undefined, above = [], [], [], {}, 0, 0
    held_at = {level: list[bool]() for level in levels}
    for _ in range(runs):
        try:
            interval_at = drawn_interval(metric, population, random, n, options)
            found, others = interval_at(0.95), {level: interval_at(level) for level in levels}
        except ConcordantError:  # such as one class alone in y_true
            undefined += 1
            continue
        methods[found.method] = methods.get(found.method, 0) + 1
        if np.isnan(found.value) or np.isnan(found.low):
            undefined += 1
            continue
        held.append(found.low <= truth <= found.high)
        above += found.low > truth
        doubted.append(found.reason is not None)
        if found.reason is None:
            for level, other in others.items():
                held_at[level].append(other.low <= truth <= other.high)
        widths.append(found.high - found.low)
    held, doubted = np.array(held, bool), np.array(doubted, bool)
    trusted = held[~doubted]
    return {
        "metric": name,
        "options": options,
        "population": population.name,
        "n": n,
        "clusters": population.clusters(n),
        "truth": truth,
        "runs": runs,
        "method": max(methods, key=methods.get, default=None),
        "coverage": float(held.mean()) if len(held) else None,
        "too_high": above / len(held) if len(held) else None,
        "doubted": float(doubted.mean()) if len(held) else None,
        "coverage_undoubted": float(trusted.mean()) if len(trusted) else None,
        "undefined": undefined / runs,
        "width": float(np.median(widths)) if np.isfinite(widths).sum() > len(widths) / 2 else None,
        **{f"undoubted_at_{level}": float(np.mean(held)) if held else None for level, held in held_at.items()},
    }


def kept(question: Question, known: dict[str, dict[str, Any]]) -> dict[str, Any] | None:
    """
    The stored coverage of a design whose default method is the one that it was measured with, of independent rows.

    How many intervals have a warning is measured again, in a few samples.
    """
    name, place, options, n, _ = question
    old = known.get(_design(question))
    if old is None or old["clusters"] is not None or POPULATIONS[place].weighted:
        return None
    new = measured((name, place, options, n, FEW))
    if new["method"] != old["method"]:
        return None
    return {**old, "doubted": new["doubted"], "coverage_undoubted": new["coverage_undoubted"]}


def _design(question: Question) -> str:
    name, place, options, n, _ = question
    return design({"metric": name, "options": options, "population": POPULATIONS[place].name, "n": n})


def asked_once(question: Question, again: int, known: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Measure a design, or keep what is known."""
    return kept(question, known) or twice(question, again, measured, outside)


def outside(row: dict[str, Any]) -> bool:
    """Whether a coverage is not what is aimed at, without a warning in most samples."""
    return row["coverage"] is not None and row["doubted"] < 0.5 and not 0.93 <= row["coverage"] <= 0.97


def drawn_interval(
    metric: Metric, population: Population, random: np.random.Generator, n: int, options: dict[str, Any]
) -> Callable[[float], Any]:
    """The interval of one sample at any level; independent rows of labels are drawn as a table at once."""
    if population.as_table:
        size = len(population.labels)
        table = random.multinomial(n, np.ravel(population.table)).reshape(size, size)
        counts = concordant.Counts.from_table(table, population.labels)
        return lambda level: metric.interval_of(counts, level=level, **options)
    labels = {"labels": population.labels} if population.kind == "labels" else {}
    drawn = population.sample(random, n)
    weight = {} if drawn.weight is None else {"sample_weight": drawn.weight}
    how = {"cluster": drawn.cluster, "draws": DRAWS, **weight, **labels, **options}
    return lambda level: metric.interval(*drawn.data, level=level, **how)


_TRUTH: dict[tuple[str, int, str], float] = {}


def asked(words: str, runs: int, given: str | None, *, drawn: bool | None) -> list[Question]:
    """Every metric, population, options and size; where asked only defaults that take draws, or only the others."""
    found = []
    for metric, population, options in every_question(words):
        if given is not None and metric.facts.input != given:
            continue
        if drawn is not None and drawn != (metric.facts.interval in DRAWN):
            continue
        place = POPULATIONS.index(population)
        found += [(metric.name, place, options, n, runs) for n in sizes(metric, population)]
    return found


def main() -> int:
    """Run the study."""
    parser = arguments(__doc__)
    parser.add_argument("--input", help="only metrics of labels, scores, probabilities, ...")
    parser.add_argument("--drawn", action=argparse.BooleanOptionalAction, help="only, or no, defaults that take draws")
    parser.add_argument("--missing", action="store_true", help="only designs without a stored result")
    parser.add_argument("--keep", action="store_true", help="keep stored coverages of defaults that did not change")
    parser.add_argument("--levels", action="store_true", help="other levels on the same samples")
    chosen = parser.parse_args()
    questions = asked(chosen.words, chosen.runs, chosen.input, drawn=chosen.drawn)
    print(f"{'metric':45s} {'population':28s}     n method       all    undoubted doubted undefined")
    if chosen.levels:
        shown = ("coverage_undoubted", *(f"undoubted_at_{level}" for level in LEVELS), "doubted")
        return run(questions, partial(measured, levels=LEVELS), shown, AT_LEVELS, chosen)
    rows = json.loads(RESULTS.read_text(encoding="utf-8"))["rows"] if chosen.keep or chosen.missing else []
    known = {design(row): row for row in rows}
    if chosen.missing:
        questions = [one for one in questions if _design(one) not in known]
    return run(questions, partial(asked_once, again=chosen.again, known=known), SHOWN, RESULTS, chosen)


if __name__ == "__main__":
    sys.exit(main())
