"""Score limits of labels, scores, losses and measurements: what the path of each is, and where it starts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError
from concordant.inference.influence.influences import ratio_or_zero
from concordant.inference.influence.tables import slopes_of_each
from concordant.inference.intervals.estimand import Estimand, Limits
from concordant.inference.intervals.path import Chance, Functional, Masses, limits_along_path
from concordant.inference.quantiles import two_sided_each
from concordant.inference.samples.cells import CellSample
from concordant.inference.samples.rows import IndicatorSample, MomentSample
from concordant.inference.samples.scores import ScoreSample
from concordant.metrics.definition.facts import OfMargins, Ratio
from concordant.metrics.definition.metric import Metric
from concordant.result.wording import few_of
from concordant.states import Counts, CurveStack
from concordant.typing import FloatArray

MOST_LABELS = 200
_MOST_AT_PREVALENCE = 50  # labels, of each of which the whole table is followed
MOST_ATOMS = 30_000  # of scores and losses; of more the textbook limits are as good
_MASS = 0.25  # of a chance row in either direction
_ROUNDING = 1e-12
_NEXT_TO_NOTHING = 1e-6  # of a row
_FEW_ROWS = 3  # of a denominator
_FEW_OF_ALL = 10
_DIFFER, _OTHERS = 0.5, 4.0  # rows for each other grade: that differ, and that are not the most frequent one
_FEW_HEAVY = 5  # rows that carry a weighted value
_MORE_ROWS = 2.0  # of the weights of the sample, with which those of a cell are shrunk
_BEYOND = 2  # places: no chance row of a graded agreement is farther off the diagonal than the rows by more
_LEAST_DEGREES, _MOST_DEGREES = 1.0, 1e9
# Along which axes of a table (truth, prediction) the rows of a denominator lie.
_AXES: dict[str, tuple[int | tuple[int, int], ...]] = {
    "table": ((-1, -2),),
    "rows": (-1,),
    "columns": (-2,),
    "both": (-1, -2),
}


def score_limits(estimand: Estimand) -> Limits:
    """
    Return the values that the score test along the least favourable path does not reject.

    It is for values that move smoothly with the shares of the rows: of tables of labels, of scores and their classes,
    of losses and measurements.
    """
    value = estimand.value
    if estimand.influences is None or not score_applies(estimand):
        msg = (
            f'method="score" is not for {estimand.metric.name} of these data: it takes values that move smoothly with '
            f"the shares of the rows, up to {MOST_LABELS} labels and {MOST_ATOMS:,} scores or losses; leave method out "
            "for its default."
        )
        raise OptionError(msg)
    effect, degrees = _of_clusters(estimand)
    if isinstance(estimand.sample, CellSample | IndicatorSample):
        low, high = _of_tables(estimand, estimand.sample, effect, degrees)
    else:
        ends = [_of_rows(estimand, output, effect[output], degrees) for output in range(value.size)]
        low, high = (np.array(each) for each in zip(*ends, strict=True))
    low, high = np.fmin(low.reshape(value.shape), value), np.fmax(high.reshape(value.shape), value)
    unmoved = (estimand.se == 0) & np.isclose(low, high, _ROUNDING, _ROUNDING)  # by no row, seen or not
    low, high = (np.where(np.isnan(value) | unmoved, np.nan, end) for end in (low, high))
    return Limits(low, high, estimand.se, "score", tuple(_doubts(estimand)))


def score_applies(estimand: Estimand) -> bool:
    """Whether a path is known for the data and the metric, and is not long to follow."""
    sample, metric = estimand.sample, estimand.metric
    several, smooth = estimand.value.ndim > 0, not isinstance(metric.trait, OfMargins)
    if isinstance(sample, IndicatorSample):
        return smooth and several
    if isinstance(sample, CellSample):
        of_each = np.inf if estimand.options.get("prevalence") is None else _MOST_AT_PREVALENCE
        return smooth and len(sample.state.labels) <= (of_each if several else MOST_LABELS)
    if isinstance(sample, ScoreSample):
        if isinstance(sample.state, CurveStack) and (several or sample.state.multilabel):
            return False
        return metric.influence is not None and len(sample.atoms) * len(sample.codes) <= MOST_ATOMS
    return isinstance(sample, MomentSample) and len(sample.atoms) <= MOST_ATOMS and sample.rows.ndim == 2


def _of_clusters(estimand: Estimand) -> tuple[FloatArray, FloatArray | None]:
    """The design effect of clusters on each value, (S,), and the degrees of freedom that their variance has."""
    atoms, psi = estimand.atoms, estimand.influences
    size = estimand.value.size
    if atoms.clusters is None or psi is None:
        return np.ones(size), None
    alone = psi.moment(atoms.squares, 2).reshape(size) / atoms.total**2
    together = estimand.se.reshape(size) ** 2
    sums = np.bincount(atoms.clusters.code, atoms.clusters.weight, atoms.clusters.size)
    alike = float((sums**2).sum()) / atoms.total_squares  # where no row differs, as if all rows of a cluster were one
    effect = np.where(together > 0, together / np.where(alone > 0, alone, 1.0), alike)
    degrees = np.where(together > 0, np.ravel(np.asarray(estimand.degrees)), atoms.clusters.size - 1.0)
    return np.maximum(effect, 1.0), np.maximum(degrees, _LEAST_DEGREES)


# Tables of labels: cells are pairs of a true and a predicted label.


def _of_tables(
    estimand: Estimand, sample: CellSample | IndicatorSample, effect: FloatArray, degrees: FloatArray | None
) -> tuple[FloatArray, FloatArray]:
    """The limits of one value, or of one a class against the rest, (S,)."""
    functional, masses = _masses(estimand, sample)
    z = np.broadcast_to(two_sided_each(estimand.level, degrees), len(masses.counts))
    low, high = limits_along_path(functional, replace(masses, effect=effect), z, skewed=degrees is None)
    return low, high


def _masses(estimand: Estimand, sample: CellSample | IndicatorSample) -> tuple[Functional, Masses]:
    """The metric as a functional, and the tables that it is taken of with their chance rows."""
    functional, tables, squares = _tables_of(estimand, sample)
    graded = estimand.metric.graded(estimand.options)
    return functional, masses_of_tables(functional, tables, squares, _denominators(estimand), graded=graded)


def _denominators(estimand: Estimand) -> str:
    fixed = estimand.options.get("prevalence") is not None  # the shares of the classes are
    return "rows" if fixed else estimand.metric.facts.denominators


def _doubts(estimand: Estimand) -> Iterator[str]:
    """
    Say so where rows that the sample may lack decide: of a rare class, of grades that are far apart, of large weight.

    What they miss and where they stand for nothing is in docs/coverage.md.
    """
    if estimand.share is not None and estimand.share.doubt is not None:
        yield estimand.share.doubt
    sample = estimand.sample
    if not isinstance(sample, CellSample):
        return
    if sample.atoms.effective < _FEW_OF_ALL:
        yield f"only {few_of(sample.atoms.effective, 'row')}"
    yield from few_of_classes(estimand)
    if len(sample.state.labels) > 2:
        if estimand.metric.graded(estimand.options):
            yield from _few_grades(sample)
        if isinstance(estimand.metric.trait, Ratio) and not estimand.value.ndim:
            yield from _few_wrong(sample)
    weight, squares = sample.atoms.weight, sample.atoms.squares
    if sample.atoms.clusters is None and not np.allclose(squares / squares.sum(), weight / weight.sum(), 1e-9, 0):
        yield from _few_heavy(estimand, sample)


def few_of_classes(estimand: Estimand) -> Iterator[str]:
    """
    Say so of a denominator with few rows: those of a class, or those predicted as it, of the value of one table.

    Where there is none the value itself says so.
    """
    sample, denominators = estimand.sample, _denominators(estimand)
    if not isinstance(sample, CellSample) or denominators == "table":
        return
    truth, prediction = (rows_of_labels(sample, code) for code in sample.codes)
    each = {"rows": ("y_true", truth), "columns": ("y_pred", prediction), "both": ("both columns", truth + prediction)}
    column, rows = each[denominators]
    few = np.flatnonzero((rows > 0) & (rows < _FEW_ROWS))
    if len(few) > 1:
        yield f"{len(few)} of {len(rows)} classes have fewer than {_FEW_ROWS} rows of {column}"
    elif len(few):
        shown = few_of(float(rows[few[0]]), "row")
        yield f"only {shown} of {column} {'is' if shown == '1 row' else 'are'} {sample.state.labels[few[0]]!r}"


def _few_grades(sample: CellSample) -> Iterator[str]:
    """Say so of grades that seldom differ, or are nearly all the same: far disagreements decide that were not seen."""
    labels, atoms = sample.state.labels, sample.atoms
    differ = atoms.effective_of(sample.codes[0] != sample.codes[1])
    held = np.sum([np.bincount(code, atoms.weight, len(labels)) for code in sample.codes], 0)
    others = atoms.effective * (1 - held.max() / held.sum())
    if differ < _DIFFER * (len(labels) - 1):
        yield f"grades differ in only {few_of(differ, 'row')}, too few to tell how far they do"
    elif others < _OTHERS * (len(labels) - 1):
        most = labels[int(held.argmax())]
        yield f"all but {few_of(others, 'row')} are {most!r}, too few to tell how far grades differ"


def _few_wrong(sample: CellSample) -> Iterator[str]:
    """Say so of a mean of ratios over classes that few rows are wrongly said to be: the ratio is divided by them."""
    rows = rows_of_labels(sample, sample.codes[1], sample.codes[0] != sample.codes[1])
    rows = np.where(rows_of_labels(sample, sample.codes[0]) > 0, rows, np.inf)  # others have no ratio
    if rows.min() < _FEW_ROWS:
        label = sample.state.labels[int(rows.argmin())]
        yield f"only {few_of(float(rows.min()), 'row')} wrongly predicted as {label!r}, by which its ratio is divided"


def _few_heavy(estimand: Estimand, sample: CellSample) -> Iterator[str]:
    """
    Say so where few weighted rows carry the value, of those that the sample has and of its chance rows.

    That is ``(sum w^2 psi^2)^2 / sum w^4 psi^4``. Of the rows alone it is large where the heavy ones are missing.
    """
    functional, masses = _masses(estimand, sample)
    p = masses.start + sum(one.spread * one.mass for one in masses.chance)
    _, psi = functional(p / p.sum((1, 2), keepdims=True))
    second, fourth = ((p * masses.squares ** (power - 1) * psi**power).sum((1, 2)) for power in (2, 4))
    least = float(ratio_or_zero(second**2, fourth).min())
    if 0 < least < _FEW_HEAVY:
        yield f"few heavy rows, seen or not, carry the value (effectively {least:.2g})"


def rows_of_labels(sample: CellSample, code: npt.NDArray[np.intp], some: Any = 1.0) -> FloatArray:
    """How many rows each label has, of all or of some of the atoms, by Kish's count."""
    size, powers = len(sample.state.labels), (sample.atoms.weight * some, sample.atoms.squares * some)
    weight, squares = (np.bincount(code, power, size).astype(np.float64) for power in powers)
    return weight * ratio_or_zero(weight, squares)


def _tables_of(estimand: Estimand, sample: CellSample | IndicatorSample) -> tuple[Functional, FloatArray, FloatArray]:
    """The metric as a functional, the tables that it is taken of (B, K, K), and the sums of their squared weights."""
    options = dict(estimand.options)
    labels: tuple[Any, ...] = sample.state.labels
    each = several = estimand.value.ndim > 0
    if options.get("prevalence") is not None:  # of each class: the rest has no share of its own
        each = False
    elif each and "average" in estimand.metric.options:
        labels = (0, 1)
        options.update(average="binary", pos_label=1)
    if isinstance(sample, CellSample):
        first, squares = _power_sums(sample, against_rest=each)
    else:
        first = sample.state.table.astype(np.float64)
        squares = first if sample.state.squares is None else sample.state.squares.astype(np.float64)

    def formula(counts: Counts) -> Any:
        values = estimand.metric.formula(counts, **options)
        if each or not several:
            return values
        table = np.arange(counts.table.shape[-3])
        return values[..., table, table % len(labels)]  # that of one class in each table

    if several and not each:
        first, squares = (np.repeat(sums, len(labels), 0) for sums in (first, squares))
    functional = functional_of_tables(
        formula, first.sum((1, 2), keepdims=True), lambda tables: Counts(tables, labels, sample.state.ordered)
    )
    return functional, first, squares


def _power_sums(sample: CellSample, *, against_rest: bool) -> list[FloatArray]:
    """The sums of the weights in each cell, and of their squares, (B, K, K): of the table, or of that of each class."""
    size, atoms = len(sample.state.labels), sample.atoms
    cells = [sample.cell]
    if against_rest:
        truth, prediction = sample.codes
        cells, size = [2 * (truth == index) + (prediction == index) for index in range(size)], 2
    powers = (atoms.weight, atoms.squares)
    sums = (np.stack([np.bincount(cell, power, size * size) for cell in cells]) for power in powers)
    return [np.asarray(each, np.float64).reshape(-1, size, size) for each in sums]


def functional_of_tables(
    formula: Callable[[Counts], Any], totals: FloatArray, counts_of: Callable[[FloatArray], Counts]
) -> Functional:
    """A formula of counts as a functional of the shares of cells, at the totals (B, 1, 1) of the samples."""

    def functional(p: FloatArray) -> tuple[FloatArray, FloatArray]:
        n = np.concatenate([totals] * (len(p) // len(totals)))
        with np.errstate(all="ignore"):
            value, slopes = slopes_of_each(formula, counts_of(p * n))
        psi = np.where(np.isfinite(slopes), slopes, 0.0).reshape(p.shape) * n
        return value, psi - (p * psi).sum((1, 2), keepdims=True)

    return functional


def masses_of_tables(
    functional: Functional, tables: FloatArray, squares: FloatArray, denominators: str, *, graded: bool = False
) -> Masses:
    """
    Return the masses of tables (B, K, K) with their chance rows.

    Parameters
    ----------
    functional : callable
        Takes the shares of the cells; gives values and influences.
    tables : ndarray of shape (B, K, K)
        Rows, or weights.
    squares : ndarray of shape (B, K, K)
        The sums of the squared weights of each cell, whose rows are taken to weigh the same.
    denominators : {"table", "rows", "columns", "both"}
        Of which rows the metric takes shares: of all of them, of those of each class of the truth, of each predicted
        class, or of both.
    graded : bool
        Whether disagreements differ in weight: none is thought of that is farther than those that were seen by more
        than two places.
    """
    many, size = tables.shape[:2]
    of_a_row, rows = _of_a_row(tables, squares), ratio_or_zero(tables**2, squares)
    row_shares, column_shares = smoothed_shares(rows.sum(2), rows.sum(1))
    independent = row_shares[:, :, None] * column_shares[:, None, :]
    near = tables + _NEXT_TO_NOTHING * rows.sum((1, 2), keepdims=True) * independent * of_a_row
    _, psi = functional(near / near.sum((1, 2), keepdims=True))
    empty = independent * (tables == 0)
    if graded and size > 2:
        empty = empty * within_reach(tables)
    axes, chance = _AXES[denominators], []
    for axis in axes:
        there = empty * (tables.sum(axis, keepdims=True) > 0)
        chance += [_one_way(there, side, axis, _MASS / len(axes) * of_a_row) for side in _sides(psi)]
    start, kept = tables.astype(np.float64), tuple(chance)
    if denominators in ("rows", "columns"):
        start, kept = _with_shares_kept(tables, chance, axes[0])
    more = _MORE_ROWS * of_a_row
    shrunk = (squares + more * of_a_row) / (tables + more)
    return Masses(tables, start, kept, shrunk, shrunk**2, np.ones(many))


def _sides(psi: FloatArray) -> tuple[Any, Any]:
    """Which cells raise the value, and which lower it, by more than rounding."""
    least = _ROUNDING * np.abs(psi).max((1, 2), keepdims=True)
    return psi > least, psi < -least


def _one_way(there: FloatArray, side: npt.NDArray[np.bool_], axis: int | tuple[int, int], mass: FloatArray) -> Chance:
    """Chance rows that move the value one way, spread along an axis as likely as `there`; `mass` is that of a cell."""
    spread = ratio_or_zero(there * side, (there * side).sum(axis, keepdims=True) + 0 * there)
    return Chance(spread, axis, (spread * mass).sum(axis, keepdims=True))


def _with_shares_kept(
    counts: FloatArray, chance: list[Chance], axis: int | tuple[int, int]
) -> tuple[FloatArray, tuple[Chance, ...]]:
    """Masses of cells and chance rows, of which the classes together have the shares that they have without these."""
    held, more = counts.sum(axis, keepdims=True), sum(one.mass for one in chance)
    kept = np.divide(held, held + more, out=np.ones_like(more), where=held + more > 0)
    return counts * kept, tuple(replace(one, mass=one.mass * kept) for one in chance)


def within_reach(tables: FloatArray) -> npt.NDArray[np.bool_]:
    """Which cells of tables (..., K, K) are no farther off the diagonal than the rows by more than two places."""
    labels = np.arange(tables.shape[-1])
    distance = np.abs(np.subtract.outer(labels, labels))
    return np.asarray(distance <= np.where(tables > 0, distance, 0).max((-2, -1), keepdims=True) + _BEYOND)


def smoothed_shares(truth: FloatArray, predictions: FloatArray) -> tuple[FloatArray, FloatArray]:
    """
    Return the shares of the labels in both columns, (..., K), with one row more of the shares of both together.

    Where one label alone occurs, the others are as likely as it.
    """
    n = truth.sum(-1, keepdims=True)
    pooled = (truth + predictions) / (2 * n)
    pooled = np.where(pooled.max(-1, keepdims=True) == 1, 1 / pooled.shape[-1], pooled)
    return (truth + pooled) / (n + 1), (predictions + pooled) / (n + 1)


def _of_a_row(tables: FloatArray, squares: FloatArray) -> FloatArray:
    """
    ``E w^2 / E w`` of a row of each cell, (B, K, K), by what explains the weights of the cells.

    That is the label of the truth or the predicted one, whichever tells more: weights of a case-control study follow
    the truth, those of partial verification the prediction. A label without rows has what all rows have.
    """
    if np.array_equal(squares, tables):
        return np.ones_like(tables, np.float64)
    rows, each = ratio_or_zero(tables**2, squares), ratio_or_zero(squares, tables)
    of_all = ratio_or_zero(*(sums.sum((1, 2), keepdims=True) for sums in (squares, tables)))
    by_label, unexplained = [], []
    for axis in (-1, -2):
        held = tables.sum(axis, keepdims=True)
        by_label.append(np.where(held > 0, ratio_or_zero(squares.sum(axis, keepdims=True), held), of_all))
        times = ratio_or_zero(each, by_label[-1] + 0 * each)
        unexplained.append((rows * np.log(np.where(times > 0, times, 1.0)) ** 2).sum((1, 2), keepdims=True))
    return np.where(unexplained[0] <= unexplained[1], *by_label) + 0 * tables


# Scores, losses and measurements: cells are the classes of the truth at every score, or rows.


def _of_rows(estimand: Estimand, output: int, effect: float, degrees: FloatArray | None) -> tuple[float, float]:
    """The limits of one of the values."""
    sample, metric, options = estimand.sample, estimand.metric, dict(estimand.options)
    if isinstance(sample, ScoreSample):
        cells: Any = sample.of_every_class()
        counts, squares, cubes = _powers_of_scores(sample, cells)
    else:
        cells, atoms = sample, sample.atoms
        counts, squares, cubes = (power[None] for power in (atoms.weight, atoms.squares, atoms.cubes))
    functional = functional_of_rows(cells, metric, options, counts.shape, float(counts.sum()), output)
    with np.errstate(divide="ignore", invalid="ignore"):
        of_class = (squares.sum(1) / counts.sum(1))[:, None], (cubes.sum(1) / counts.sum(1))[:, None]
        weighed = (
            np.where(counts > 0, power / counts, alike) for power, alike in zip((squares, cubes), of_class, strict=True)
        )
        squares, cubes = (np.nan_to_num(power)[None] for power in weighed)
    counts = counts[None]
    _, psi = functional(counts / counts.sum())
    start, chance = counts, tuple[Chance, ...]()
    if isinstance(sample, ScoreSample):
        start, chance = _chance_scores(counts, psi, of_class[0][None])
    if degrees is None:
        found = residual_degrees(psi[0], counts[0], squares[0])
        effect = effect * (1 + 1 / found)
        z = two_sided_each(estimand.level, np.array([found]))
    else:
        z = two_sided_each(estimand.level, np.ravel(degrees)[[output]])
    masses = Masses(counts, start, chance, squares, cubes, np.array([effect]))
    low, high = limits_along_path(functional, masses, z, skewed=degrees is None)
    return float(low[0]), float(high[0])


def functional_of_rows(
    cells: Any, metric: Metric, options: Mapping[str, Any], shape: tuple[int, ...], total: float, output: int
) -> Functional:
    """One of the values of a metric, as a functional of the shares of cells that are atoms of a sample."""

    def functional(p: FloatArray) -> tuple[FloatArray, FloatArray]:
        values, influences = np.empty(len(p)), np.empty(p.shape)
        for index, weights in enumerate(p.reshape(len(p), -1) * total):
            moved = cells.reweighted(metric, weights)
            with np.errstate(all="ignore"):
                values[index] = np.ravel(moved.value(metric, options))[output]
                psi = moved.influence(metric, options).reshape(len(weights), -1)[:, output]
            influences[index] = np.where(np.isfinite(psi), psi, 0.0).reshape(shape)
        return values, influences - (p * influences).sum((1, 2), keepdims=True)

    return functional


def _powers_of_scores(sample: ScoreSample, cells: ScoreSample) -> list[FloatArray]:
    """The sums of the weights, their squares and cubes in each cell, (classes, scores)."""
    classes = int(cells.codes[0].max(initial=0)) + 1
    atoms, many = sample.atoms, len(cells.atoms) // classes
    place = sample.indices[0] if len(sample.codes) == 1 else np.arange(len(atoms))
    cell = sample.codes[0] * many + place
    powers = (atoms.weight, atoms.squares, atoms.cubes)
    return [np.bincount(cell, power, classes * many).reshape(classes, many).astype(np.float64) for power in powers]


def _chance_scores(counts: FloatArray, psi: FloatArray, row: FloatArray) -> tuple[FloatArray, tuple[Chance, ...]]:
    """
    Chance rows of each class, (1, classes, scores): their scores are those that others have and the class has not.

    Classes keep the shares that they have in the sample.
    """
    there = np.where(counts == 0, counts.sum(1, keepdims=True), 0.0) * (counts.sum(2, keepdims=True) > 0)
    chance = [_one_way(there, side, -1, _MASS * np.nan_to_num(row) + 0 * there) for side in _sides(psi)]
    return _with_shares_kept(counts, chance, -1)


def residual_degrees(psi: FloatArray, counts: FloatArray, squares: FloatArray) -> float:
    """
    Return the degrees of freedom of the variance of influences whose mean is known, over strata of fixed size.

    ``V^2 (kurtosis - 1 - skewness^2) / n`` is the variance of an estimated variance V that its mean does not explain:
    there are infinitely many degrees for two values, as of a share, and n for a normal quantity. Those of the strata
    are put together as Satterthwaite (1946) does. Rows that do not move the value do not count.

    Parameters
    ----------
    psi, counts, squares : ndarray of shape (strata, cells)
        Influences, weights, and ``E w^2 / E w`` of the rows of each cell.
    """
    weights = counts * (np.abs(psi) > 1e-12 * np.abs(psi).max(initial=0.0))
    share = weights.sum(1, keepdims=True)
    with np.errstate(all="ignore"):
        away = psi - (weights * psi).sum(1, keepdims=True) / share
        second, third, fourth = ((weights * away**power).sum(1) / share[:, 0] for power in (2, 3, 4))
        rest = np.maximum(fourth / second**2 - 1 - third**2 / second**3, 0.0)
        part = share[:, 0] * second
        rows = share[:, 0] ** 2 / (weights * squares).sum(1)
        degrees = 2 * np.nansum(part) ** 2 / np.nansum(part**2 * rest / rows)
    return float(np.clip(degrees, _LEAST_DEGREES, _MOST_DEGREES)) if np.isfinite(degrees) else _MOST_DEGREES
