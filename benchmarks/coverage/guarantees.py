"""
How often does a guaranteed threshold miss its bound on new rows?

    python benchmarks/coverage/guarantees.py --runs 2000 --write      all designs, some minutes on two cores
    python benchmarks/coverage/guarantees.py precision --runs 500     constraints that match, printed only
    python benchmarks/coverage/guarantees.py --lines                  the tables of what was written, in Markdown

"missed": the share of samples whose threshold misses a bound on new rows; "any": the share in which any certified
threshold does, which is what the confidence, 95 %, is about; "plain": the share in which the threshold that
`best_threshold` finds with the same constraint does, in the first 300 samples. Samples without a certified threshold
count as kept. Bounds are near what the populations have, so that there is something to miss.
"""

from __future__ import annotations

import json
import sys
import warnings
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from running import arguments, run_designs

import concordant
from concordant import best_threshold, guaranteed_threshold
from concordant.decisions.aim import Condition, read_conditions
from concordant.errors import ConcordantError, OptionError
from concordant.states import Counts

RESULTS = Path(__file__).with_suffix(".json")
NEW = 1_000_000
PLAIN = 300  # samples of best_threshold
SIZES = (50, 200, 1000)
Array = np.ndarray
Rows = tuple[Array, Array]


def shifted(n: int, random: np.random.Generator, *, prevalence: float, shift: float) -> Rows:
    """Two normal classes."""
    truth = (random.random(n) < prevalence).astype(np.int64)
    return truth, random.normal(size=n) + shift * truth


def five_steps(n: int, random: np.random.Generator) -> Rows:
    """Scores with five values."""
    score = random.integers(0, 5, n)
    return (random.random(n) < np.array([0.05, 0.15, 0.35, 0.6, 0.85])[score]).astype(np.int64), score * 1.0


def waves(n: int, random: np.random.Generator) -> Rows:
    """A precision that rises and falls: the chance of a positive row goes up and down with the score."""
    score = random.random(n)
    return (random.random(n) < 0.6 + 0.35 * np.sin(14 * score)).astype(np.int64), score


def useless(n: int, random: np.random.Generator) -> Rows:
    """A score that says nothing: every threshold has the same precision."""
    return (random.random(n) < 0.5).astype(np.int64), random.random(n)


POPULATIONS: dict[str, Any] = {
    "common": lambda n, random: shifted(n, random, prevalence=0.4, shift=1.5),
    "rare": lambda n, random: shifted(n, random, prevalence=0.05, shift=2.0),
    "five values": five_steps,
    "waves": waves,
    "useless": useless,
}
# The bounds of the shares that move both ways lie just above what many thresholds of the population have.
ASKED: dict[str, tuple[str, ...]] = {
    "recall >= 0.9": ("common", "rare", "five values", "useless"),
    "specificity >= 0.8": ("common", "rare", "five values", "useless"),
    "recall >= 0.7 and specificity >= 0.7": ("common", "rare", "five values", "useless"),
    "precision >= 0.75": ("common", "rare", "five values", "waves"),
    "precision >= 0.501": ("common", "five values", "useless", "waves"),
    "negative_predictive_value >= 0.85": ("common", "rare", "five values"),
    "negative_predictive_value >= 0.501": ("useless", "waves"),
    "accuracy >= 0.77": ("common", "rare", "five values"),
    "accuracy >= 0.501": ("useless", "waves"),
    "f1 >= 0.7": ("common", "five values", "useless", "waves"),
    "recall >= 0.7 and precision >= 0.65": ("common", "rare", "five values", "waves"),
    "false_discovery_rate <= 0.4 and predicted_prevalence <= 0.5": ("common", "rare", "five values", "waves"),
}


@dataclass(frozen=True)
class Design:
    """A constraint, a population, a number of rows."""

    constraint: str
    population: str
    n: int
    runs: int


class Truth:
    """Whether thresholds keep the bounds on new rows."""

    def __init__(self, rows: Rows, conditions: tuple[Condition, ...]) -> None:
        truth, score = rows
        order = np.argsort(score)
        self.score, self.conditions = score[order], conditions
        self.sums = np.zeros((len(truth) + 1, 2))
        self.sums[1:] = (truth[order, None] == np.array([0, 1])).cumsum(0)

    def kept(self, thresholds: Any) -> Array:
        """Whether each threshold keeps all bounds; undefined rates, of no rows, do not."""
        below = self.sums[np.searchsorted(self.score, thresholds, side="left")]
        tables = np.stack([below, self.sums[-1] - below], axis=-1)
        stack = Counts(tables, (0, 1))
        return np.all([one.met(one.values(stack)) for one in self.conditions], axis=0)


def measured(design: Design) -> dict[str, Any]:
    """The shares of one design."""
    warnings.simplefilter("ignore")
    concordant.set_threads(1)
    random = np.random.default_rng(crc32(repr(("guarantees", design)).encode()))
    draw = POPULATIONS[design.population]
    known = Truth(draw(NEW, random), read_conditions(design.constraint, None, 1, 1.0))
    missed = found = any_missed = plain = plain_found = 0
    for run in range(design.runs):
        truth, score = draw(design.n, random)
        asked = {"labels": (0, 1), "constraint": design.constraint}
        metric = "precision" if design.constraint.startswith("recall") else "recall"
        with suppress(OptionError):
            if run < PLAIN:
                best = best_threshold(truth, score, metric, cv=None, **asked)
                plain_found += 1
                plain += not known.kept([best.threshold])[0]
        try:
            sure = guaranteed_threshold(truth, score, seed=run, **asked)
        except ConcordantError:
            continue
        found += 1
        missed += not known.kept([sure.threshold])[0]
        ends = np.append(np.unique(score), np.inf)
        ends = np.append(ends, np.nextafter(ends[:-1], np.inf))
        here = np.any([(ends > low) & (ends <= high) for low, high in sure.intervals], axis=0)
        # Above and below all scores of the sample a threshold differs from those at its ends in the population only.
        any_missed += not known.kept(ends[here & np.isfinite(ends)]).all()
    return {
        "constraint": design.constraint,
        "population": design.population,
        "n": design.n,
        "runs": design.runs,
        "found": found / design.runs,
        "missed": missed / design.runs,
        "any": any_missed / design.runs,
        "plain": plain / plain_found if plain_found else None,
    }


def designs(words: str, runs: int) -> list[Design]:
    """All designs whose constraint matches."""
    return [
        Design(constraint, population, n, runs)
        for constraint, populations in ASKED.items()
        if words in constraint
        for population in populations
        for n in SIZES
    ]


def lines() -> list[str]:
    """Return a table in Markdown: by constraint, the greatest share over populations and sizes, in percent."""
    rows = json.loads(RESULTS.read_text(encoding="utf-8"))["rows"]
    made = [
        "| asked | designs | missed | found, n = 50, 200, 1,000 | missed by `best_threshold` |",
        "| --- | --- | --- | --- | --- |",
    ]
    for constraint in ASKED:
        here = [row for row in rows if row["constraint"] == constraint]
        plain = [100 * row["plain"] for row in here if row["plain"] is not None]
        most = max(100 * row["any"] for row in here)
        often = ", ".join(f"{100 * np.mean([row['found'] for row in here if row['n'] == n]):.0f}" for n in SIZES)
        bounds = constraint.replace("_", " ")
        made.append(
            f"| {bounds} | {len(here)} | at most {most:.1f} % | {often} % | {min(plain):.0f} to {max(plain):.0f} % |"
        )
    return made


def told(row: dict[str, Any]) -> str:
    """One row in print."""
    plain = "    -" if row["plain"] is None else f"{row['plain']:.3f}"
    shares = f"found {row['found']:.3f} missed {row['missed']:.4f} any {row['any']:.4f} plain {plain}"
    return f"{row['constraint']:62s} {row['population']:12s} {row['n']:5d} {shares}"


def main() -> int:
    """Run the study, or print its table."""
    chosen = arguments(__doc__, table=True).parse_args()
    if chosen.lines:
        print("\n".join(lines()))
        return 0
    return run_designs(designs(chosen.words, chosen.runs), measured, told, RESULTS, chosen, new=NEW)


if __name__ == "__main__":
    sys.exit(main())
