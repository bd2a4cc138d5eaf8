"""
The best cut points on a score, exactly: over all monotone rules from scores to ordered labels.

Quadratic kappa: the thresholds on the isotonic regression g of the truth on the score are
``tau_k = mean + kappa (h_k - mean)``, h_k half way between two labels, and kappa is the fixed point of Dinkelbach's
iteration (1967, Management Science 13:492). Other kappas and costs: dynamic programming over all places of the cuts.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from concordant import _kernels
from concordant.decisions.cut_points.cut_aim import CutAim, rising_values
from concordant.decisions.cut_points.score_groups import (
    Places,
    all_rated,
    places_of_scores,
    pooled,
    quantile_groups,
    runs_of_one_class,
)
from concordant.settings import get_threads
from concordant.states import Counts
from concordant.typing import FloatArray, NumberArray

MOST_PAIRED = 10_000  # groups of scores whose pairs are all tried, for macro F1
GRID = 5_000  # groups beyond that
ROUNDING = 1e-14


@dataclass(frozen=True, slots=True)
class Found:
    """
    Places of the cuts and what is proved of them.

    `grid` is the number of groups of scores between which cuts were tried, 0 if all scores were; `bound` is NaN where
    the optimum itself is the bound.
    """

    places: Places
    certificate: str
    grid: int = 0
    bound: float = float("nan")


def search(table: NumberArray, truth: Counts, aim: CutAim) -> Found:
    """
    Find the best cut points on the table of a curve, which lists the highest score first.

    `truth` holds the rows by their class, on the diagonal.
    """
    shares = np.diagonal(truth.table)
    if aim.search in ("means", "quotient", "matthews") and (shares > 0).sum() < 2:
        rating = int(shares.argmax())
        return Found(all_rated(rating, len(shares), len(table)), "all rows have the same label: nothing can be better")
    values = rising_values(truth)
    if aim.search == "means" and values is not None:
        return _by_means(table, values, float(shares @ values**2))
    if aim.search in ("means", "quotient"):
        costs = aim.costs(truth)
        chance = np.ascontiguousarray(shares / shares.sum() @ costs)
        places, steps = _kernels.cut_costs(table, np.ascontiguousarray(costs), chance, get_threads())
        return Found(places, _proof(len(table), f"by {_number(steps, 'step')} of Dinkelbach's method"))
    if aim.search == "costs":
        costs = np.ascontiguousarray(aim.costs(truth), dtype=np.float64)
        return Found(
            _kernels.cut_costs(table, costs, None, get_threads())[0], _proof(len(table), "by dynamic programming")
        )
    return _by_f1(table) if aim.search == "f1" else _by_matthews(table, int(shares.argmax()))


def _proof(size: int, how: str) -> str:
    return f"the optimum over all cut points between {_number(size, 'distinct score')}, {how}"


def _number(count: int, what: str) -> str:
    return f"{count:,} {what}{'s' * (count != 1)}"


def _by_means(table: NumberArray, values: FloatArray, squares: float) -> Found:
    rising = _kernels.rising_means(table, values, get_threads())
    weights, sums = rising.weights, rising.sums
    found = _kernels.cut_means(weights, sums, values, squares)
    total, centre = weights.sum(), sums.sum() / weights.sum()
    explained = float((sums**2 / weights).sum() - total * centre**2)
    bound = float(np.sqrt(max(explained, 0.0) / (squares - total * centre**2)))
    certificate = (
        f"the optimum over all cut points, by {_number(found.steps, 'step')} of Dinkelbach's method;\n"
        "no rule that rises with the score exceeds the bound, sd(g) / sd(truth) with g the isotonic regression"
    )
    if not found.kappa > ROUNDING:
        rating = int(np.abs(values - centre).argmin())
        return Found(all_rated(rating, len(values), len(table)), certificate, bound=bound)
    return Found(np.append(0, rising.ends)[found.places], certificate, bound=bound)


def mean_cuts(weights: FloatArray, means: FloatArray, values: FloatArray, squares: float) -> Places:
    """Cut points on means that rise already, the lowest score first."""
    found = _kernels.cut_means(weights, weights * means, values, squares)
    if found.kappa > ROUNDING:
        return found.places
    rating = int(np.abs(values - np.average(means, weights=weights)).argmin())
    return all_rated(rating, len(values), len(weights))


def _by_f1(table: NumberArray) -> Found:
    starts = runs_of_one_class(table)
    if len(starts) <= MOST_PAIRED:
        places = _kernels.cut_f1(pooled(table, starts))
        tried = _number(len(starts), "place")
        how = f"the optimum over all cut points, from all pairs of the {tried} where one can be best"
        return Found(places_of_scores(places, starts, len(table)), how)
    starts = quantile_groups(table, GRID)
    places = _kernels.cut_f1(pooled(table, starts))
    certificate = (
        f"the best cut points between {len(starts):,} groups of neighbouring scores, not between all {len(table):,};\n"
        "the bound is the mean of the best F1 that each class could have alone"
    )
    return Found(places_of_scores(places, starts, len(table)), certificate, len(starts), _best_alone(table))


def _best_alone(table: NumberArray) -> float:
    """The mean over classes of the greatest F1 of an interval of scores, each by Dinkelbach's method."""
    weight = table.sum(1) * 1.0
    best = []
    for hits in table.T * 1.0:
        if not hits.any():
            continue
        f1, reached = 0.0, 2 * hits.sum() / (hits.sum() + weight.sum())
        while reached > f1:
            f1 = reached
            gains = np.append(0.0, (2 * hits - f1 * weight).cumsum())
            low = np.minimum.accumulate(gains)
            end = int((gains - low).argmax())
            start = int(gains[: end + 1].argmin())
            reached = 2 * hits[start:end].sum() / (hits.sum() + weight[start:end].sum())
        best.append(f1)
    return float(np.mean(best))


def _by_matthews(table: NumberArray, largest: int) -> Found:
    found = _kernels.cut_matthews(table)
    if not len(found.places):
        return Found(
            all_rated(largest, table.shape[1], len(table)),
            "no cut points do better than chance (does the score fall where the labels rise?)",
        )
    within = f" to within {found.gap:.1g} of its square" if found.gap > 0 else ""
    calls = _number(found.calls, "call")
    return Found(found.places, f"the optimum over all cut points{within}, by {calls} of a dynamic programme")
