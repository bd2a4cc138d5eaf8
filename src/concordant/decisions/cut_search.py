"""Exact and smooth search for cut points, and the choice between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.decisions.aim import DecisionAim, aim_of, counts_metric
from concordant.errors import OptionError
from concordant.inputs.scores import ScoreRows
from concordant.metrics.agreement.weights import label_values
from concordant.metrics.definition.facts import CutPoints
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.registry import listed, understand
from concordant.settings import get_threads
from concordant.states import Counts, Curve
from concordant.typing import FloatArray, KappaWeights, NumberArray

Method: TypeAlias = Literal["smooth", "exact"]
Search: TypeAlias = Literal["means", "quotient", "costs", "f1", "matthews"]
Indices: TypeAlias = npt.NDArray[np.int64]  # how many groups, from the lowest score, are below each cut

GROUPS = 1_000  # of scores with about equal weight: the spline is the same to four digits, and quick
SEGMENTS = 20  # of the spline
_PENALTIES = 10.0 ** np.arange(-5, 8.25, 0.25)
_FREEDOM = 1.4
_END = 1e-15  # a rank nearer to 0 or 1 has no quantile
MOST_PAIRED = 10_000  # groups of scores whose pairs are all tried, for macro F1
GRID = 5_000  # groups beyond that
ROUNDING = 1e-14


def cut_aim(metric: Any, weights: KappaWeights, cost: Any, options: Mapping[str, Any]) -> CutAim:
    """Check the metric and its options."""
    if isinstance(metric, str):
        chosen = {} if isinstance(weights, str) and weights == "quadratic" else {"weights": weights}
        meaning = understand(metric, {**options, **chosen})
        metric, options = meaning.metric, dict(meaning.options)
        weights = options.pop("weights", weights)
    metric = counts_metric("cohen_kappa" if metric is None and cost is None else (metric or "expected_cost"))
    facts, quadratic = _cut_points_of(metric), isinstance(weights, str) and weights == "quadratic"
    options = dict(options)
    if "weights" in metric.options:
        options["weights"] = weights
    elif weights is not None and not quadratic:  # a default is no wish
        raise OptionError(f"{metric.name} takes no weights=; leave them out.")
    for name, value in facts.only.items():
        if options.setdefault(name, value) != value:
            msg = f"cut points can be optimised for {metric.name} with {name}={value!r}, not with {options[name]!r}."
            raise OptionError(msg)
    return CutAim(aim_of(metric, cost, options), "means" if facts.search == "quotient" and quadratic else facts.search)


@dataclass(frozen=True, slots=True)
class CutAim:
    """
    A metric of ordered ratings.

    Attributes
    ----------
    aim : DecisionAim
        The metric, its options and its direction.
    search : str
        ``"means"``: cuts on the isotonic mean, for quadratic weights; ``"quotient"``: least disagreement over that by
        chance; ``"costs"``: least cost; ``"f1"`` and ``"matthews"``: searches of their own.
    """

    aim: DecisionAim
    search: Search

    def costs(self, counts: Counts) -> FloatArray:
        """Return what each pair of truth and rating costs, to be minimised; `counts` tells labels and the truth."""
        costs = _cut_points_of(self.aim.metric).costs
        if costs is None:
            msg = f"cut points for {self.aim.metric.name} are found by a search of their own, not by costs."
            raise OptionError(msg)
        return costs(counts, self.aim.options)


def _cut_points_of(metric: Metric) -> CutPoints:
    if metric.optimum.cut_points is None:
        metrics = listed(lambda other: other.optimum.cut_points is not None)
        raise OptionError(f"cut points can be optimised for {metrics}, not for {metric.name}.")
    return metric.optimum.cut_points


@dataclass(frozen=True, slots=True)
class Chosen:
    """
    Cut points of some rows, the table that they make of these, and the exact search.

    `optimal` is the table of the optimum; equal to `counts` for ``method="exact"``.
    """

    cuts: FloatArray
    counts: Counts
    optimal: Counts
    best: BestCuts | None
    scores: int

    @property
    def rule(self) -> FloatArray | None:
        """The cut points; None if there are none."""
        return None if np.isnan(self.cuts).any() else self.cuts


def choose(rows: ScoreRows, aim: CutAim, method: Method, *, judge: bool = True, copies: float = 1.0) -> Chosen:
    """
    Choose cut points on checked rows, of which each may come in several copies.

    Without `judge` the optimum is not looked for beside smooth ones.
    """
    curve = Curve.from_rows(rows)
    table = np.ascontiguousarray(curve.weights[:, : max(len(rows.classes), 1)])
    labels, size, scores = rows.classes, len(rows.classes), curve.scores
    if not len(scores) or size < 2:
        cells = np.diag(table[:, :size].sum(0)) if size else np.zeros((0, 0), np.int64)
        counts = Counts(cells, labels, True, missing=rows.missing)
        return Chosen(np.full(max(size - 1, 0), np.nan), counts, counts, None, len(scores))

    def table_at(indices: Indices) -> Counts:
        """The table that cuts at these indices make."""
        return Counts(_kernels.table_at_cuts(table, indices, get_threads()), labels, True, missing=rows.missing)

    uncut = np.zeros(size - 1, np.int64)  # all rows are in the last column
    truth = Counts(np.diag(table_at(uncut).table[:, -1]), labels, True)
    best = search(table, truth, aim) if judge or method == "exact" else None
    optimal = None if best is None else table_at(best.indices)
    if best is not None and optimal is not None and method == "exact":
        indices, counts = best.indices, optimal
    else:
        indices = smooth_indices(table, truth, aim, _size(rows) / copies)
        counts = table_at(indices)
    cuts = cut_points_at(indices, scores)
    return Chosen(cuts, counts, counts if optimal is None else optimal, best, len(scores))


def _size(rows: ScoreRows) -> float:
    """How many rows the weights stand for: repeated rows, or (Kish 1965) the size of an equally good plain sample."""
    if rows.weights is None:
        return float(len(rows.scores))
    weights = rows.weights.astype(np.float64)
    if (weights == np.round(weights)).all():
        return float(weights.sum())
    return float(weights.sum() ** 2 / (weights**2).sum())


def cut_points_at(indices: Indices, scores: npt.NDArray[Any]) -> FloatArray:
    """
    Half way between the scores on both sides; -inf below all scores, +inf where no score reaches the label.

    `scores` are distinct, the highest first. A row is above a cut if ``score >= cut``, and none is above +inf.
    """
    size = len(scores)
    inner = (indices > 0) & (indices < size)
    low = scores[np.where(inner, size - indices, 0)].astype(np.float64)
    high = scores[np.where(inner, size - 1 - indices, 0)].astype(np.float64)
    with np.errstate(invalid="ignore", over="ignore"):
        middle = low / 2 + high / 2
    middle = np.where((middle > low) & (middle < np.inf), middle, high)
    # A score of +inf is above its cut, which therefore is the greatest number below it.
    middle = np.where(middle == np.inf, np.finfo(np.float64).max, middle)
    return np.where(inner, middle, np.where(indices == 0, -np.inf, np.inf))


def ratings(cut_points: FloatArray, scores: npt.NDArray[Any]) -> npt.NDArray[np.intp]:
    """The rating of each score: how many cuts it reaches."""
    return np.searchsorted(cut_points[cut_points < np.inf], scores, side="right")


# A smooth estimate of what the score says of the truth, on which cut points overfit less than on the rows themselves.
#
# The share of rows that have at least label k is a penalised cubic spline (Eilers & Marx 1996, Statistical Science
# 11:89) of the normal score of the row's rank, so that neither the scale of the score nor outliers nor infinite scores
# matter. How smooth it is, generalised cross-validation says (Craven & Wahba 1979, Numerische Mathematik 31:377), with
# each degree of freedom counted 1.4 times against undersmoothing (Kim & Gu 2004, J. R. Stat. Soc. B 66:337). Pooling
# adjacent violators then makes the estimate rise with the score.


def smooth_indices(table: NumberArray, truth: Counts, aim: CutAim, rows: float) -> Indices:
    """Indices of the best cut points on the smooth estimate; the table lists the highest score first."""
    if np.count_nonzero(truth.table) < 2:  # one label: nothing to smooth
        return search(table, truth, aim).indices
    starts = quantile_groups(table, GROUPS)
    groups = pooled(table, starts)[::-1] * 1.0  # from here on the lowest score first
    weight = groups.sum(1)
    values = rising_values(truth)
    if aim.search == "means" and values is not None:
        width = values[-1] - values[0]
        share = groups @ (values - values[0]) / weight / width if width > 0 else np.zeros(len(weight))
        spread = float(groups.sum(0) @ ((values - values[0]) / max(width, 1e-300)) ** 2 - weight @ share**2)
        smooth = rising_smooth(share[:, None], weight, spread, rows)[:, 0]
        squares = float(groups.sum(0) @ values**2)
        indices = mean_cuts(weight, values[0] + width * smooth, values, squares)
    else:
        share = groups[:, ::-1].cumsum(1)[:, ::-1][:, 1:] / weight[:, None]  # at least label 1, 2, ...
        spread = float((weight @ (share - share**2)).sum())
        smooth = np.minimum.accumulate(rising_smooth(share, weight, spread, rows), axis=1)
        least = np.hstack([np.ones((len(weight), 1)), smooth, np.zeros((len(weight), 1))])
        expected = np.maximum(-np.diff(least, axis=1), 0.0) * weight[:, None]
        expected[:, ~groups.any(0)] = 0.0  # rounding is no row
        indices = search(np.ascontiguousarray(expected[::-1]), truth, aim).indices
    return indices_of_scores(indices, starts, len(table))


def rising_smooth(share: FloatArray, weight: FloatArray, within: float, rows: float) -> FloatArray:
    """
    Smooth columns of shares (G, R) over groups of rising score, and make them rise.

    `within` is the sum of squares inside the groups, which no curve explains; `rows` how many rows there are.
    """
    smooth = np.clip(_spline(share, weight, within, rows), 0.0, 1.0)
    columns = []
    for column in smooth.T:
        two = np.column_stack([weight * (1 - column), weight * column])[::-1]
        steps = _kernels.rising_means(np.ascontiguousarray(two), np.array([0.0, 1.0]), 1)
        columns.append(np.repeat(steps.sums / steps.weights, np.diff(steps.ends, prepend=0)))
    return np.column_stack(columns)


def _spline(share: FloatArray, weight: FloatArray, within: float, rows: float) -> FloatArray:
    if len(share) < 3:
        return share
    total = weight.sum()
    ranks = np.clip((weight.cumsum() - weight / 2) / total, _END, 1 - _END)
    normal = NormalDist()
    basis = _b_splines(np.array([normal.inv_cdf(rank) for rank in ranks.tolist()]), min(SEGMENTS, len(share) - 1))
    # einsum adds in a fixed order, and starts no threads for a thousand rows, unlike a product by BLAS.
    gram = np.einsum("gi,gj->ij", basis, basis * weight[:, None])
    rough = np.diff(np.eye(basis.shape[1]), 2, axis=0)
    penalty = rough.T @ rough * (np.trace(gram) / np.trace(rough.T @ rough))
    root = np.linalg.cholesky(gram + 1e-9 * penalty + 1e-12 * np.trace(gram) * np.eye(len(gram)))
    inverse = np.linalg.inv(root)
    strength, turn = np.linalg.eigh(inverse @ penalty @ inverse.T)  # Demmler & Reinsch 1975: all penalties at once
    waves = np.einsum("gi,ij->gj", basis, inverse.T @ turn)
    height = np.einsum("gi,gr->ir", waves, share * weight[:, None])
    kept = 1 / (1 + _PENALTIES[:, None] * np.maximum(strength, 0.0))  # (penalties, waves)
    free = rows - _FREEDOM * kept.sum(1)
    if free[-1] <= 0:  # fewer rows than a line has degrees of freedom
        return np.broadcast_to(np.average(share, axis=0, weights=weight), share.shape)
    # The waves are orthonormal under the weights: what a fit explains is a sum over waves.
    explained = (2 * kept - kept**2) @ (height**2).sum(1)
    left = within + float((weight @ share**2).sum()) - explained
    score = np.full(len(free), np.inf)
    np.divide(np.maximum(left, 0.0), free**2, out=score, where=free > 0)
    chosen = height * kept[score.argmin()][:, None]
    fitted: FloatArray = np.einsum("gi,ir->gr", waves, chosen)
    return fitted


def _b_splines(x: FloatArray, segments: int) -> FloatArray:
    """Cubic B-splines on equal segments of the range of x, which ascends."""
    position = (x - x[0]) / (x[-1] - x[0]) * segments
    left = np.minimum(position.astype(np.intp), segments - 1)
    u = position - left
    parts = np.column_stack([(1 - u) ** 3, 3 * u**3 - 6 * u**2 + 4, -3 * u**3 + 3 * u**2 + 3 * u + 1, u**3]) / 6
    basis = np.zeros((len(x), segments + 3))
    basis[np.arange(len(x))[:, None], left[:, None] + np.arange(4)] = parts
    return basis


def mean_cuts(weights: FloatArray, means: FloatArray, values: FloatArray, squares: float) -> Indices:
    """Cut points on means that rise already, the lowest score first."""
    cut = _kernels.cut_means(weights, weights * means, values, squares)
    if cut.kappa > ROUNDING:
        return cut.places
    rating = int(np.abs(values - np.average(means, weights=weights)).argmin())
    return all_rated(rating, len(values), len(weights))


# The best cut points on a score, exactly: over all monotone rules from scores to ordered labels.
#
# Quadratic kappa: the thresholds on the isotonic regression g of the truth on the score are ``tau_k = mean + kappa (h_k
# - mean)``, h_k half way between two labels, and kappa is the fixed point of Dinkelbach's iteration (1967, Management
# Science 13:492). Other kappas and costs: dynamic programming over all places of the cuts.


def search(table: NumberArray, truth: Counts, aim: CutAim) -> BestCuts:
    """
    Find the best cut points on the table of a curve, which lists the highest score first.

    `truth` holds the rows by their class, on the diagonal.
    """
    shares = np.diagonal(truth.table)
    if aim.search in ("means", "quotient", "matthews") and (shares > 0).sum() < 2:
        rating = int(shares.argmax())
        return BestCuts(
            all_rated(rating, len(shares), len(table)), "all rows have the same label: nothing can be better"
        )
    values = rising_values(truth)
    if aim.search == "means" and values is not None:
        return _by_means(table, values, float(shares @ values**2))
    if aim.search in ("means", "quotient"):
        costs = aim.costs(truth)
        chance = np.ascontiguousarray(shares / shares.sum() @ costs)
        indices, steps = _kernels.cut_costs(table, np.ascontiguousarray(costs), chance, get_threads())
        return BestCuts(indices, _proof(len(table), f"by {_number(steps, 'step')} of Dinkelbach's method"))
    if aim.search == "costs":
        costs = np.ascontiguousarray(aim.costs(truth), dtype=np.float64)
        indices, _ = _kernels.cut_costs(table, costs, None, get_threads())
        return BestCuts(indices, _proof(len(table), "by dynamic programming"))
    return _by_f1(table) if aim.search == "f1" else _by_matthews(table, int(shares.argmax()))


@dataclass(frozen=True, slots=True)
class BestCuts:
    """
    Indices of the cuts and what is proved of them.

    `grid` is the number of groups of scores between which cuts were tried, 0 if all scores were; `bound` is NaN where
    the optimum itself is the bound.
    """

    indices: Indices
    certificate: str
    grid: int = 0
    bound: float = float("nan")


def _by_means(table: NumberArray, values: FloatArray, squares: float) -> BestCuts:
    rising = _kernels.rising_means(table, values, get_threads())
    weights, sums = rising.weights, rising.sums
    cut = _kernels.cut_means(weights, sums, values, squares)
    total, centre = weights.sum(), sums.sum() / weights.sum()
    explained = float((sums**2 / weights).sum() - total * centre**2)
    bound = float(np.sqrt(max(explained, 0.0) / (squares - total * centre**2)))
    certificate = (
        f"the optimum over all cut points, by {_number(cut.steps, 'step')} of Dinkelbach's method;\n"
        "no rule that rises with the score exceeds the bound, sd(g) / sd(truth) with g the isotonic regression"
    )
    if not cut.kappa > ROUNDING:
        rating = int(np.abs(values - centre).argmin())
        return BestCuts(all_rated(rating, len(values), len(table)), certificate, bound=bound)
    return BestCuts(np.append(0, rising.ends)[cut.places], certificate, bound=bound)


def _by_f1(table: NumberArray) -> BestCuts:
    starts = runs_of_one_class(table)
    if len(starts) <= MOST_PAIRED:
        indices = _kernels.cut_f1(pooled(table, starts))
        tried = _number(len(starts), "place")
        how = f"the optimum over all cut points, from all pairs of the {tried} where one can be best"
        return BestCuts(indices_of_scores(indices, starts, len(table)), how)
    starts = quantile_groups(table, GRID)
    indices = _kernels.cut_f1(pooled(table, starts))
    certificate = (
        f"the best cut points between {len(starts):,} groups of neighbouring scores, not between all {len(table):,};\n"
        "the bound is the greatest value of the metric"
    )
    return BestCuts(indices_of_scores(indices, starts, len(table)), certificate, len(starts), 1.0)


def runs_of_one_class(table: NumberArray) -> npt.NDArray[np.intp]:
    """
    Where groups start when neighbouring scores that have only one and the same class are taken together.

    Moving such rows from one rating to the next changes F1 in one direction, or convexly: no cut inside is better than
    those at both ends.
    """
    pure = (table != 0).sum(1) == 1
    only = table.argmax(1)
    same = pure[1:] & pure[:-1] & (only[1:] == only[:-1])
    return np.append(np.zeros(min(len(table), 1), dtype=np.intp), np.flatnonzero(~same) + 1)


def _by_matthews(table: NumberArray, largest: int) -> BestCuts:
    cut = _kernels.cut_matthews(table)
    if not len(cut.places):
        return BestCuts(
            all_rated(largest, table.shape[1], len(table)),
            "no cut points do better than chance (does the score fall where the labels rise?)",
        )
    within = f" to within {cut.gap:.1g} of its square" if cut.gap > 0 else ""
    calls = _number(cut.calls, "call")
    return BestCuts(cut.places, f"the optimum over all cut points{within}, by {calls} of a dynamic programme")


def all_rated(rating: int, classes: int, size: int) -> Indices:
    """The indices that give every row the same rating."""
    return np.where(np.arange(1, classes) <= rating, 0, size).astype(np.int64)


def _proof(size: int, how: str) -> str:
    return f"the optimum over all cut points between {_number(size, 'distinct score')}, {how}"


def _number(count: int, what: str) -> str:
    return f"{count:,} {what}{'s' * (count != 1)}"


# Groups of neighbouring scores.


def quantile_groups(table: NumberArray, most: int) -> npt.NDArray[np.intp]:
    """Where groups start when scores are taken together in at most so many groups of about equal weight."""
    if len(table) <= most:
        return np.arange(len(table))
    weight = np.einsum("gk->g", table) * 1.0
    group = group_of_middle(weight.cumsum() - weight / 2, weight.sum(), most)
    return np.flatnonzero(np.diff(group, prepend=-1))


def group_of_middle(middle: FloatArray, total: float, most: int) -> npt.NDArray[np.intp]:
    """Which of `most` groups of equal weight a score is in, by the weight above the middle of its rows."""
    return np.minimum(middle / total * most, most - 1).astype(np.intp)


def pooled(table: NumberArray, starts: npt.NDArray[np.intp]) -> NumberArray:
    """The table of the groups."""
    if len(starts) == len(table):
        return table
    return np.add.reduceat(table, starts, axis=0)


def indices_of_scores(indices: Indices, starts: npt.NDArray[np.intp], size: int) -> Indices:
    """From groups back to single scores; the table lists the highest score first, indices count from the lowest."""
    ends = np.append(starts, size)
    return size - ends[len(starts) - indices]


def rising_values(counts: Counts) -> FloatArray | None:
    """Where the labels stand, centred and ascending; None if they neither rise nor fall in the declared order."""
    values = label_values(counts.labels)
    steps = np.diff(values)
    if (steps < 0).all():
        values = -values
    elif not (steps > 0).all():
        return None
    centred: FloatArray = values - (values[0] + values[-1]) / 2
    return centred
