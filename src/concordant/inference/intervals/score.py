"""Score limits of labels, scores, losses and measurements: what the path of each is, and where it starts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import OptionError
from concordant.inference.influence.influences import ratio_or_zero
from concordant.inference.influence.scores import belongs, places_among
from concordant.inference.influence.tables import slopes_of_each
from concordant.inference.intervals.estimand import Estimand, Limits
from concordant.inference.intervals.path import Chance, Functional, Masses, limits_along_path
from concordant.inference.quantiles import two_sided_each
from concordant.inference.samples.cells import CellSample, smoothed_shares
from concordant.inference.samples.panels import PanelSample
from concordant.inference.samples.rows import IndicatorSample, MomentSample
from concordant.inference.samples.sample import Atoms
from concordant.inference.samples.scores import ScoreSample
from concordant.metrics.arithmetic import indices_of
from concordant.metrics.definition.facts import Auc, NetBenefit, OfMargins, Ratio
from concordant.metrics.definition.kinds import MEASUREMENTS
from concordant.metrics.definition.options import options_of
from concordant.result.wording import few_of
from concordant.states import Counts, Curve, CurveStack
from concordant.typing import FloatArray

MOST_LABELS = 200
_MOST_AT_PREVALENCE = 50  # labels, of each of which the whole table is followed
_MOST_CURVES = 50  # each of which is followed
_MOST_VALUES = 1 << 14  # units of a panel, seen or not, times values that are followed
_MOST_AGAINST_REST = 1 << 17  # the same, of units that tell one label from the rest
_MOST_ROWS = 30_000  # with losses; of more the textbook limits are as good
_MOST_CELLS = 256  # of a curve, or rows with losses: neighbours are joined until they are no more
_MASS = 0.25  # of a chance row in either direction
_ROUNDING = 1e-12
_NEXT_TO_NOTHING = 1e-6  # of a row
_FEW_ROWS = 3  # of a denominator
_FEW_OF_ALL = 10
_FEW_TREATED = 8
_DIFFER, _OTHER_GRADES = 0.5, 4.0  # rows for each other grade: that differ, and that are not the most frequent one
_OTHER_LABELS = 1.5  # rows for each other label that has no grade
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


@np.errstate(all="ignore")  # of a class without rows, and where no row has been
def score_limits(estimand: Estimand) -> Limits:
    """
    Return the values that the score test along the least favourable path does not reject.

    It is for values that move smoothly with the shares of the rows: of tables of labels, of scores and their classes,
    of losses and measurements.
    """
    value, follow = estimand.value, path_of(estimand)
    if estimand.influences is None or follow is None:
        msg = (
            f'method="score" is not for {estimand.metric.name} of these data: it takes values that move smoothly with '
            f"the shares of the rows, of up to {MOST_LABELS} labels, {_MOST_CURVES} classes with scores or "
            f"{_MOST_ROWS:,} losses; leave method out for its default."
        )
        raise OptionError(msg)
    sample = estimand.sample
    if not sample.atoms.total or np.isnan(value).all():
        nothing = np.full(value.shape, np.nan)
        return Limits(nothing, nothing, estimand.se, "score")
    followed = follow(estimand, sample)
    effect, degrees = _design(estimand, followed)
    z, skewed = two_sided_each(estimand.level, degrees), sample.atoms.clusters is None
    low, high = limits_along_path(followed.functional, followed.masses, z, effect, skewed=skewed)
    return _around(estimand, followed, low + followed.joined, high + followed.joined)


def _around(estimand: Estimand, followed: _Followed, low: FloatArray, high: FloatArray) -> Limits:
    """Limits around the value; none where it is undefined, or where no row moves it, seen or not."""
    value = estimand.value
    low, high = np.fmin(np.reshape(low, value.shape), value), np.fmax(np.reshape(high, value.shape), value)
    unmoved = estimand.se == 0
    unmoved &= np.isclose(low, high, _ROUNDING, _ROUNDING) if unmoved.any() else False
    unknown = np.isnan(value) | unmoved | (np.isinf(value) & isinstance(estimand.sample, MomentSample))
    low, high = (np.where(unknown, np.nan, end) for end in (low, high))
    return Limits(low, high, estimand.se, "score", tuple(_doubts(estimand, followed)))


def path_of(estimand: Estimand) -> Callable[[Estimand, Any], _Followed] | None:
    """What makes the path for such data and such a metric; None where none is known, or it is too long to follow."""
    sample, metric, options = estimand.sample, estimand.metric, estimand.options
    several, smooth = estimand.value.ndim > 0, not isinstance(metric.trait, OfMargins)
    if isinstance(sample, IndicatorSample):
        return _of_tables if smooth and (several or len(sample.state.table) <= _MOST_CURVES) else None
    if isinstance(sample, CellSample):
        of_each = np.inf if options.get("prevalence") is None else _MOST_AT_PREVALENCE
        return _of_tables if smooth and len(sample.state.labels) <= (of_each if several else MOST_LABELS) else None
    if isinstance(sample, PanelSample):
        known = sample.atoms.total and _units_followed(estimand, sample) is not None
        return _of_panel if known else None
    if isinstance(sample, ScoreSample):
        if metric.influence is None or len(sample.codes) > _MOST_CURVES:
            return None
        of_pairs = (isinstance(metric.trait, Auc) and metric.trait.of_pairs) or options.get("multi_class") == "ovo"
        alone = isinstance(sample.state, Curve) or not (of_pairs or options.get("prevalence") is not None)
        return _of_scores if alone else None
    few = isinstance(sample, MomentSample) and sample.rows.ndim == 2 and len(sample.rows) <= _MOST_ROWS
    return _of_moments if few and not several else None


class _Followed(NamedTuple):
    """
    What is followed along the paths of B samples.

    Attributes
    ----------
    functional : callable
        Takes shares of cells; gives values and influences.
    masses : Masses
        The samples.
    alone : ndarray of shape (B,) or None
        The variance that the values have if no cell, and no table, has to do with any other; None for that of rows.
    degrees : ndarray of shape (B,) or None
        Degrees of freedom of the variance of quantities; None of labels, whose variance is that of their shares.
    joined : ndarray of shape (B,)
        By how much joining cells lowered the value.
    """

    functional: Functional
    masses: Masses
    alone: FloatArray | None = None
    degrees: FloatArray | None = None
    joined: FloatArray | float = 0.0


def _design(estimand: Estimand, followed: _Followed) -> tuple[FloatArray, FloatArray | None]:
    """The design effect of clusters, and of tables that share rows, on each value; and degrees of freedom."""
    atoms, psi, size = estimand.sample.atoms, estimand.influences, estimand.value.size
    together = estimand.se.reshape(size) ** 2
    alone = followed.alone
    if atoms.clusters is None or psi is None:
        effect = np.ones(size)
        if alone is not None:
            effect = np.where((together > 0) & (alone > 0), together / alone, effect)
        return (effect, None) if followed.degrees is None else (effect * (1 + 1 / followed.degrees), followed.degrees)
    rows = psi.moment(atoms.squares, 2).reshape(size) / atoms.total**2  # if they were independent
    alone = rows if alone is None else alone
    sums = np.bincount(atoms.clusters.code, atoms.clusters.weight, atoms.clusters.size)
    alike = float((sums**2).sum()) / atoms.total_squares  # where no row differs, as if all rows of a cluster were one
    effect = np.where(together > 0, np.maximum(together, rows) / np.where(alone > 0, alone, 1.0), alike)
    degrees = np.where(together > 0, np.ravel(np.asarray(estimand.degrees)), atoms.clusters.size - 1.0)
    return effect, np.maximum(degrees, _LEAST_DEGREES)


# Tables of labels: cells are pairs of a true and a predicted label.


def _of_tables(estimand: Estimand, sample: CellSample | IndicatorSample) -> _Followed:
    """What is followed of one value, of one a class against the rest, or of a mean over labels of the same rows."""
    functional, tables, squares = _tables_of(estimand, sample)
    masses_of = partial(masses_of_tables, denominators=estimand.denominators, graded=estimand.graded)
    if isinstance(sample, CellSample):
        return _Followed(functional, masses_of(functional, tables, squares))
    return _of_several_tables(functional, tables, squares, masses_of, together=estimand.value.ndim == 0)


def _of_several_tables(
    functional: Functional,
    tables: FloatArray,
    squares: FloatArray,
    masses_of: Callable[[Functional, FloatArray, FloatArray], Masses],
    *,
    together: bool,
) -> _Followed:
    """
    What is followed of tables (L, 2, 2) of the same rows: of a value of each, or of one of all `together`.

    They are followed as if each had rows of its own; the design effect is that of the rows that they share.
    """

    def of_each(p: FloatArray) -> tuple[FloatArray, FloatArray]:
        if not together:
            return functional(p)
        value, psi = functional(p[None] / len(p))
        return value, psi[0]

    totals = tables.sum((1, 2), keepdims=True)
    masses, psi = masses_of(of_each, tables, squares), of_each(tables / totals)[1]
    parts = squares * psi**2 / totals**2
    if not together:
        return _Followed(functional, masses, parts.sum((1, 2)))
    chance = tuple(one._replace(spread=one.spread[None], mass=one.mass[None]) for one in masses.chance)
    together_masses = Masses(masses.counts[None], masses.start[None], chance, masses.squares[None])
    return _Followed(functional, together_masses, parts.sum(keepdims=True).ravel() / len(tables) ** 2)


def _doubts(estimand: Estimand, followed: _Followed) -> Iterator[str]:
    """
    Say so where rows that the sample may lack decide: of a rare class, of grades that are far apart, of large weight.

    What they miss and where they stand for nothing is in docs/coverage.md.
    """
    if estimand.share is not None and estimand.share.doubt is not None:
        yield estimand.share.doubt
    sample, trait = estimand.sample, estimand.metric.trait
    weight, squares = sample.atoms.weight, sample.atoms.squares
    vary = not sample.atoms.counted and sample.atoms.clusters is None and bool((estimand.se > 0).any())
    vary = vary and not np.allclose(squares / squares.sum(), weight / weight.sum(), 1e-9, 0)
    if isinstance(sample, ScoreSample) and isinstance(trait, NetBenefit):
        yield from _few_treated(estimand, sample, trait)
    elif isinstance(sample, PanelSample | ScoreSample) and vary:
        yield from _few_heavy(followed)
    if isinstance(sample, CellSample | PanelSample) and sample.atoms.effective < _FEW_OF_ALL:
        yield f"only {few_of(sample.atoms.effective, 'row' if isinstance(sample, CellSample) else 'unit')}"
    if not isinstance(sample, CellSample):
        return
    if estimand.denominators != "table":
        yield from few_of_classes(estimand)
    several, of_agreement = len(sample.state.labels) > 2, estimand.share is None and estimand.denominators == "table"
    if several and (estimand.graded or of_agreement):
        yield from _few_other_labels(sample, graded=estimand.graded)
    if several and isinstance(trait, Ratio) and not estimand.value.ndim:
        yield from _few_wrong(estimand, sample)
    if vary:
        yield from _few_heavy(followed)


def few_of_classes(estimand: Estimand) -> Iterator[str]:
    """
    Say so of a denominator with few rows: those of a class, or those predicted as it, of the value of one table.

    Where there is none the value itself says so.
    """
    rows = estimand.rows_of_classes
    if rows is None:
        return
    of = {"rows": " of y_true", "columns": "", "both": " of both columns"}[estimand.denominators]
    have, predicted = ("have", "") if of else ("are predicted in", " predicted as")
    labels, _ = estimand.chosen_labels
    few = np.flatnonzero((rows > 0) & (rows < _FEW_ROWS))
    if len(few) > 1:
        yield f"{len(few)} of {len(rows)} classes {have} fewer than {_FEW_ROWS} rows{of}"
    elif len(few):
        shown = few_of(float(rows[few[0]]), "row")
        yield f"only {shown}{of} {'is' if shown == '1 row' else 'are'}{predicted} {labels[few[0]]!r}"


def _few_treated(estimand: Estimand, sample: ScoreSample, trait: NetBenefit) -> Iterator[str]:
    """Say so where a net benefit rests on few rows: those that are treated, or those that are not."""
    rows = []
    for output, curve in enumerate(sample.binary_curves):
        treated = (curve.scores.astype(np.float64) >= float(estimand.options["threshold"]))[sample.indices[output]]
        rows.append(sample.atoms.effective_of(treated != trait.of_untreated))
    if min(rows) < _FEW_TREATED:
        shown = few_of(min(rows), "row")
        which = "left untreated" if trait.of_untreated else "treated"
        yield f"only {shown} {'is' if shown == '1 row' else 'are'} {which} at this threshold"


def _few_other_labels(sample: CellSample, *, graded: bool) -> Iterator[str]:
    """Say so of labels that are nearly all the same, or of grades that seldom differ: unseen disagreements decide."""
    labels, atoms = sample.state.labels, sample.atoms
    differ = atoms.effective_of(sample.codes[0] != sample.codes[1])
    held = np.sum([np.bincount(code, atoms.weight, len(labels)) for code in sample.codes], 0)
    others = atoms.effective * (1 - held.max() / held.sum())
    if graded and differ < _DIFFER * (len(labels) - 1):
        yield f"grades differ in only {few_of(differ, 'row')}, too few to tell how far they do"
    elif others < (_OTHER_GRADES if graded else _OTHER_LABELS) * (len(labels) - 1):
        most, how = labels[int(held.argmax())], "far grades differ" if graded else "the others agree"
        yield f"all but {few_of(others, 'row')} are {most!r}, too few to tell how {how}"


def _few_wrong(estimand: Estimand, sample: CellSample) -> Iterator[str]:
    """Say so of a mean of ratios over classes that few rows are wrongly said to be: the ratio is divided by them."""
    rows = sample.rows_of_labels(sample.codes[1], sample.codes[0] != sample.codes[1])
    rows = np.where(sample.rows_of_labels(sample.codes[0]) > 0, rows, np.inf)  # others have no ratio
    labels, chosen = estimand.chosen_labels
    rows = rows[chosen]
    if rows.min() < _FEW_ROWS:
        label = labels[int(rows.argmin())]
        yield f"only {few_of(float(rows.min()), 'row')} wrongly predicted as {label!r}, by which its ratio is divided"


def _few_heavy(followed: _Followed) -> Iterator[str]:
    """
    Say so where few weighted rows carry the value, of those that the sample has and of its chance rows.

    That is ``(sum w^2 psi^2)^2 / sum w^4 psi^4``. Of the rows alone it is large where the heavy ones are missing.
    """
    masses = followed.masses
    p = masses.start + sum(one.spread * one.mass for one in masses.chance)
    cells = tuple(range(1, p.ndim))
    _, psi = followed.functional(p / p.sum(cells, keepdims=True))
    second, fourth = ((p * masses.squares ** (power - 1) * psi**power).sum(cells) for power in (2, 4))
    least = float(ratio_or_zero(second**2, fourth).min())
    if 0 < least < _FEW_HEAVY:
        yield f"few heavy rows, seen or not, carry the value (effectively {least:.2g})"


def _tables_of(estimand: Estimand, sample: CellSample | IndicatorSample) -> tuple[Functional, FloatArray, FloatArray]:
    """The metric as a functional, the tables that it is taken of (B, K, K), and the sums of their squared weights."""
    options = estimand.options
    labels: tuple[Any, ...] = sample.state.labels
    each = several = estimand.value.ndim > 0
    if options.get("prevalence") is not None:  # of each class: the rest has no share of its own
        each = False
    elif each and "average" in estimand.metric.options:
        labels = (0, 1)
        options = {**options, "average": "binary", "pos_label": 1}
    classes = options.get("classes") if each else None
    if isinstance(sample, CellSample):
        first, squares = _power_sums(sample, against_rest=each)
    else:
        first = sample.state.table.astype(np.float64)
        squares = first if sample.state.squares is None else sample.state.squares.astype(np.float64)
    if classes is not None:
        options = {name: value for name, value in options.items() if name != "classes"}
        chosen = indices_of(classes, sample.state.outputs or sample.state.labels)
        first, squares = first[chosen], squares[chosen]

    formula: Callable[[Counts], Any] = partial(estimand.metric.formula, **options)
    if several and not each:
        first, squares = (np.repeat(sums, estimand.value.size, 0) for sums in (first, squares))

        def formula(counts: Counts) -> Any:  # of one class in each table
            table = np.arange(counts.table.shape[-3])
            return estimand.metric.formula(counts, **options)[..., table, table % estimand.value.size]

    if isinstance(sample, CellSample) and not several:
        known, _ = sample.everywhere(estimand.metric, options)
        if known is not None:
            return known, first, squares
    totals = first.sum((1, 2), keepdims=True)
    if isinstance(sample, IndicatorSample) and not several:  # all tables together
        totals = totals.sum(keepdims=True)[None]
    outputs = None if several else sample.state.outputs
    functional = functional_of_tables(
        formula, totals, lambda tables: Counts(tables, labels, sample.state.ordered, outputs=outputs)
    )
    return functional, first, squares


def _power_sums(sample: CellSample, *, against_rest: bool) -> tuple[FloatArray, FloatArray]:
    """The sums of the weights in each cell, and of their squares, (B, K, K): of the table, or of that of each class."""
    size, atoms = len(sample.state.labels), sample.atoms
    cells = [sample.cell]
    if against_rest:
        truth, prediction = sample.codes
        cells, size = [2 * (truth == index) + (prediction == index) for index in range(size)], 2
    powers = (atoms.weight,) if atoms.counted else (atoms.weight, atoms.squares)
    sums = [np.stack([np.bincount(cell, power, size * size) for cell in cells]) for power in powers]
    weights, squares = (np.asarray(each, np.float64).reshape(-1, size, size) for each in (sums[0], sums[-1]))
    return weights, squares


def functional_of_tables(
    formula: Callable[[Counts], Any], totals: FloatArray, counts_of: Callable[[FloatArray], Counts]
) -> Functional:
    """A formula of counts as a functional of the shares of cells, at the totals (B, ..., 1, 1) of the samples."""

    def functional(p: FloatArray) -> tuple[FloatArray, FloatArray]:
        tables = (p.reshape(-1, *totals.shape[:1], *p.shape[1:]) * totals).reshape(p.shape)
        value, slopes = slopes_of_each(formula, counts_of(tables))
        return value, _kernels.influences(slopes, p, totals)

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
    rows = ratio_or_zero(tables**2, squares)
    shares = smoothed_shares(np.stack([rows.sum(2), rows.sum(1)], axis=1))
    independent = rows.sum((1, 2), keepdims=True) * shares[:, 0, :, None] * shares[:, 1, None, :]
    near = (within_reach(tables),) if graded and tables.shape[1] > 2 else ()
    return _with_chance(functional, tables, squares, independent, _of_a_row(tables, squares), denominators, near)


def _with_chance(
    functional: Functional,
    tables: FloatArray,
    squares: FloatArray,
    likely: FloatArray,
    of_a_row: FloatArray,
    denominators: str = "table",
    kinds: Sequence[npt.NDArray[np.bool_]] = (),
) -> Masses:
    """
    The masses of tables whose empty cells hold chance rows, as `likely` there as so many of independent labels.

    Each of several `kinds` of cells has chance rows of its own, which share the mass; cells of no kind have none.
    """
    near = tables + _NEXT_TO_NOTHING * likely * of_a_row
    _, psi = functional(near / near.sum((1, 2), keepdims=True))
    axes, chance = _AXES[denominators], []
    for axis, kind in product(axes, kinds or (np.True_,)):
        there = likely * ((tables == 0) & kind) * (tables.sum(axis, keepdims=True) > 0)
        mass = _MASS / len(axes) / max(len(kinds), 1) * of_a_row
        chance += _chance_rows(there, psi, axis, mass)
    start, kept = tables.astype(np.float64), tuple(chance)
    if denominators in ("rows", "columns"):
        start, kept = _with_shares_kept(tables, chance, axes[0])
    more = _MORE_ROWS * of_a_row
    shrunk = (squares + more * of_a_row) / (tables + more)
    return Masses(tables, start, kept, shrunk)


def _chance_rows(there: FloatArray, psi: FloatArray, axis: int | tuple[int, int], mass: FloatArray) -> list[Chance]:
    """
    Chance rows that raise the value, and those that lower it, by more than rounding.

    They are spread along an axis as likely as `there`; `mass` is that of a cell.
    """
    least = _ROUNDING * np.abs(psi).max(tuple(range(1, psi.ndim)), keepdims=True)
    likely = there * np.stack([psi > least, psi < -least])
    spread = ratio_or_zero(likely, likely.sum(axis, keepdims=True))
    return [Chance(*one) for one in zip(spread, (spread * mass).sum(axis, keepdims=True), strict=True)]


def _with_shares_kept(
    counts: FloatArray, chance: list[Chance], axis: int | tuple[int, int]
) -> tuple[FloatArray, tuple[Chance, ...]]:
    """Masses of cells and chance rows, of which the classes together have the shares that they have without these."""
    held, more = counts.sum(axis, keepdims=True), sum(one.mass for one in chance)
    kept = np.divide(held, held + more, out=np.ones_like(more), where=held + more > 0)
    return counts * kept, tuple(one._replace(mass=one.mass * kept) for one in chance)


def within_reach(tables: FloatArray) -> npt.NDArray[np.bool_]:
    """Which cells of tables (..., K, K) are no farther off the diagonal than the rows by more than two places."""
    labels = np.arange(tables.shape[-1])
    distance = np.abs(np.subtract.outer(labels, labels))
    return np.asarray(distance <= np.where(tables > 0, distance, 0).max((-2, -1), keepdims=True) + _BEYOND)


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
        times = ratio_or_zero(each, by_label[-1])
        unexplained.append((rows * np.log(np.where(times > 0, times, 1.0)) ** 2).sum((1, 2), keepdims=True))
    return np.where(unexplained[0] <= unexplained[1], *by_label) + 0 * tables


# Panels: cells are units, those of the sample and those that it might have had.
#
# Where units have three ratings or more, a chance row has parts: a unit of one label, one whose labels are farther
# apart than those of any unit of the sample (where that matters), and any other. By chance the first two are so much
# rarer that they would not count, and where raters agree, or seldom err by far, they decide. The influences of such
# units are of many sizes, so that their variance is an estimate: Student's t, as of the jackknife.


def _units_followed(estimand: Estimand, sample: PanelSample) -> list[Any] | None:
    """
    The sample of each value with units that it might have had, and how likely they are.

    Where the units of all labels are too many to be followed for each label, those that tell it from the rest are. None
    where these are too many as well, or the value asks for the other labels.
    """
    size, several, units = estimand.value.size, estimand.value.ndim > 0, sample.with_unseen
    if units is not None and (not several or size * len(units[1]) <= _MOST_VALUES):
        return [units] * size
    if not several or sample.named or estimand.options.get("weights") is not None:
        return None
    first, *others = sample.against_rest
    return None if first is None or size * len(first[1]) > _MOST_AGAINST_REST else [first, *others]


def _of_panel(estimand: Estimand, sample: PanelSample) -> _Followed:
    """What is followed of one value, or of one a label."""
    metric, options, total, size = estimand.metric, estimand.options, sample.atoms.total, estimand.value.size
    units: Any = _units_followed(estimand, sample)
    samples, likely = zip(*units, strict=True)
    every, of_all_labels = samples[0], len(samples[0].units.labels) == len(sample.units.labels)

    def functional(p: FloatArray) -> tuple[FloatArray, FloatArray]:
        values, slopes = every.slopes(metric, options, p[:, 0] * total)
        if estimand.value.ndim:
            path = np.arange(len(p))
            label = path % size if of_all_labels else 0  # which is the first one, against the rest
            values, slopes = values[path, label], slopes[path, :, label]
        return values, _kernels.influences(slopes, p, np.array([total]))

    counts, squares = (
        np.stack([getattr(of_value.atoms, power)[None] for of_value in samples]) for power in ("weight", "squares")
    )
    of_a_row = np.full(counts.shape, sample.atoms.total_squares / total)
    several = bool((every.counts.sum(1) > 2).any())
    kinds = _kinds(every, several=several, graded=estimand.graded)
    rows = ratio_or_zero(counts**2, squares).sum((1, 2), keepdims=True)
    masses = _with_chance(functional, counts, squares, np.stack(likely)[:, None] * rows, of_a_row, kinds=kinds)
    degrees = np.full(size, max(sample.atoms.effective - 1, _LEAST_DEGREES)) if several else None
    return _Followed(functional, masses, None, degrees)


def _kinds(every: PanelSample, *, several: bool, graded: bool) -> list[npt.NDArray[np.bool_]]:
    """Which units have a chance row in common; of two ratings all that are thought of, as the cells of a table."""
    held = every.counts > 0
    others, kinds = np.ones(len(held), np.bool_), []
    if graded and held.shape[1] > 2:
        places = held.shape[1] - 1 - held.argmax(1) - held[:, ::-1].argmax(1)  # from the first label to the last
        most = places[every.atoms.weight > 0].max()
        others = places <= most + _BEYOND
        kinds = [others & (places > most)] if several else []
    if several:
        kinds.append((every.counts.sum(1) > 2) & (held.sum(1) == 1))
    for kind in kinds:
        others = others & ~kind
    return [*(kind for kind in kinds if kind.any()), others]


# Scores: cells are both classes at every score, of one curve or of several. Losses: cells are rows.


class _Ranking(NamedTuple):
    """Distinct scores (T,), the highest first, and the weights of both classes at each and their squares, (T, 2)."""

    scores: FloatArray
    weights: FloatArray
    squares: FloatArray


def _of_scores(estimand: Estimand, sample: ScoreSample) -> _Followed:
    """
    What is followed of one value a curve, or of a mean over curves of the same rows.

    Several curves are followed as if each had rows of its own; their design effect is that of what they share.
    """
    curves, shares = _rankings(estimand, sample)
    if isinstance(estimand.metric.trait, NetBenefit):
        return _of_benefits(estimand, curves, np.full(len(curves), float(estimand.options["threshold"])), shares)
    curves = [_coarse(estimand, curve) for curve in curves]
    counts, powers = np.zeros((2, len(curves), 2, max(len(curve.scores) for curve in curves)))
    for index, curve in enumerate(curves):
        counts[index, :, : len(curve.scores)], powers[index, :, : len(curve.scores)] = curve.weights.T, curve.squares.T
    if shares is not None:
        counts, powers = counts[None], powers[None]
    of_class = ratio_or_zero(powers.sum(-1, keepdims=True), counts.sum(-1, keepdims=True))
    squares = np.where(counts > 0, powers / counts, of_class)
    functional = of_curves = _functional_of_curves(estimand, [curve.scores for curve in curves])
    if shares is not None:

        def functional(p: FloatArray) -> tuple[FloatArray, FloatArray]:
            values, psi = of_curves(p.reshape(-1, *p.shape[-2:]))
            weights = (len(shares) * shares)[:, None, None]
            return values.reshape(-1, len(shares)) @ shares, psi.reshape(p.shape) * weights

    found, psi = functional(counts)
    many = len(counts)
    start, chance = chance_scores(counts, psi, of_class)
    flat = [array.reshape(many, -1, array.shape[-1]) for array in (psi, counts, squares)]
    degrees = residual_degrees(*flat)
    alone = (powers * psi**2).reshape(many, -1).sum(1) / counts.reshape(many, -1).sum(1) ** 2
    masses = Masses(counts, start, chance, squares)
    return _Followed(functional, masses, alone, degrees, np.ravel(estimand.value) - found)


def _rankings(estimand: Estimand, sample: ScoreSample) -> tuple[list[_Ranking], FloatArray | None]:
    """The curves that are followed, and of a mean over them the share of each."""
    average = estimand.options.get("average", "macro")
    if isinstance(sample.state, CurveStack) and average == "micro":
        return [_pooled(sample, sample.state)], None
    if isinstance(sample.state, Curve) and sample.atoms.counted:
        weights = sample.state.weights.astype(np.float64)
        return [_Ranking(sample.state.scores, weights, weights)], None
    curves = [_sums(sample, curve.scores, _cells(sample, output)) for output, curve in enumerate(sample.binary_curves)]
    if not isinstance(sample.state, CurveStack) or average is None:
        return curves, None
    values = np.asarray(estimand.metric.formula(sample.state, **{**estimand.options, "average": None}), np.float64)
    support = sample.state.support() if average == "weighted" else np.ones(len(values))
    shares = np.where(np.isnan(values), 0.0, support)
    kept = np.flatnonzero(shares)
    return [curves[index] for index in kept], shares[kept] / shares.sum()


def _pooled(sample: ScoreSample, stack: CurveStack) -> _Ranking:
    """All decisions of all outputs in one curve."""
    scores = stack.pooled().scores
    cells = [
        2 * places_among(scores, curve)[sample.indices[output]] + belongs(sample, output)
        for output, curve in enumerate(sample.binary_curves)
    ]
    return _sums(sample, scores, np.concatenate(cells), times=len(cells))


def _cells(sample: ScoreSample, output: int) -> npt.NDArray[np.intp]:
    """Where each atom is among the scores of an output and both of its classes."""
    return np.asarray(2 * sample.indices[output] + belongs(sample, output))


def _sums(sample: ScoreSample, scores: FloatArray, cell: npt.NDArray[np.intp], *, times: int = 1) -> _Ranking:
    """The sums of powers of weights in each cell, of rows that are there so many times."""
    atoms = sample.atoms
    powers = (atoms.weight,) if atoms.counted else (atoms.weight, atoms.squares)
    sums = [
        np.bincount(cell, np.tile(power, times), 2 * len(scores)).reshape(-1, 2).astype(np.float64) for power in powers
    ]
    return _Ranking(scores, sums[0], sums[-1])


def _coarse(estimand: Estimand, curve: _Ranking) -> _Ranking:
    """Join neighbouring scores to few enough for a path: those of which rows move the value least."""
    if len(curve.scores) <= _MOST_CELLS:
        return curve
    psi = _functional_of_curves(estimand, [curve.scores])(curve.weights.T[None])[1][0].T
    starts = _starts(curve.weights, np.where(np.abs(psi) > _ROUNDING, psi, 0.0))
    return _Ranking(curve.scores[starts], *(np.add.reduceat(sums, starts) for sums in curve[1:]))


def _starts(weights: FloatArray, psi: FloatArray) -> npt.NDArray[np.intp]:
    """
    Where each of few enough runs of cells (T, strata) starts.

    Half of them have equal shares of the rows of all strata, half equal shares of the variance. Where no row moves the
    value, as of a perfect ranking, strata stay apart as well.
    """
    totals = weights.sum(0)
    moved = np.einsum("ts,ts,ts->t", weights, psi, psi)
    share = weights @ (1 / (len(totals) * np.where(totals > 0, totals, 1.0)))
    if moved.any():
        share = (share + moved / moved.sum()) / 2
    place = np.floor(_MOST_CELLS * (share.cumsum() - share / 2))
    new = place[1:] > place[:-1]
    if not moved.any():
        apart = ((weights[1:] > 0) != (weights[:-1] > 0)).any(1)
        new |= apart if apart.sum() <= _MOST_CELLS else False
    return np.append(0, np.flatnonzero(new) + 1)


def _functional_of_curves(estimand: Estimand, scores: Sequence[FloatArray]) -> Functional:
    """The metric and its influences as a function of the masses of both classes of these curves in turn, (S, 2, T)."""
    of_masses = estimand.metric.of_masses
    if of_masses is not None and estimand.options.get("prevalence") is None:
        return of_masses
    each = [_functional_of_curve(estimand, of_curve) for of_curve in scores]

    def functional(masses: FloatArray) -> tuple[FloatArray, FloatArray]:
        values, psi = np.empty(len(masses)), np.zeros(masses.shape)
        for index, mass in enumerate(masses):
            size = len(scores[index % len(each)])
            values[index], moved = each[index % len(each)](mass[:, :size].T)
            psi[index, :, :size] = moved.T
        return values, psi

    return functional


def _functional_of_curve(estimand: Estimand, scores: FloatArray) -> Callable[[FloatArray], tuple[float, FloatArray]]:
    """The metric and its influences as a function of the masses of both classes at these scores, (T, 2)."""
    metric, options = estimand.metric, {**estimand.options, "average": "macro"}
    of_curve: Any = metric.influence
    taken = options_of(of_curve)
    prevalence = None if "prevalence" in taken else options.pop("prevalence", None)
    chosen = {key: value for key, value in options.items() if key in taken}
    options = {key: value for key, value in options.items() if key in metric.options}

    def functional(masses: FloatArray) -> tuple[float, FloatArray]:
        if not masses[:, 1].any():
            return np.nan, np.zeros(masses.shape)
        with np.errstate(all="ignore"):
            curve = Curve(scores, masses, (False, True))
            if prevalence is not None:
                curve = curve.at_prevalence(prevalence)
            value, psi = float(metric.formula(curve, **options)), of_curve(curve, **chosen)
            if prevalence is not None:  # each class has the share that it has there, whatever the rows
                psi = (psi - (curve.weights * psi).sum(0) / curve.weights.sum(0)) * (
                    curve.weights.sum(0) / masses.sum(0)
                )
        return value, np.where(np.isfinite(psi), psi, 0.0)

    return functional


@np.errstate(all="ignore")
def benefit_limits(points: Sequence[Estimand]) -> list[Limits]:
    """Return the score limits of net benefits of one curve, each at a threshold of its own, all at once."""
    sample: Any = points[0].sample
    if not sample.atoms.total:
        return [score_limits(point) for point in points]
    thresholds = np.array([float(point.options["threshold"]) for point in points])
    followed = _of_benefits(points[0], _rankings(points[0], sample)[0] * len(points), thresholds, None)
    alone: Any = followed.alone
    each = (_design(point, followed._replace(alone=alone[[place]])) for place, point in enumerate(points))
    effect, degrees = zip(*each, strict=True)
    z = two_sided_each(points[0].level, None if degrees[0] is None else np.concatenate(degrees))
    skewed = sample.atoms.clusters is None
    ends = limits_along_path(followed.functional, followed.masses, z, np.concatenate(effect), skewed=skewed)
    return [_around(point, followed, low, high) for point, low, high in zip(points, *ends, strict=True)]


def _of_benefits(
    estimand: Estimand, curves: list[_Ranking], thresholds: FloatArray, shares: FloatArray | None
) -> _Followed:
    """What is followed of net benefits: tables of the truth and of who is treated, one of each curve and threshold."""
    from concordant.metrics.probabilities.net_benefit import benefit_of_tables  # a report of labels starts without it

    trait: Any = estimand.metric.trait
    options = {name: estimand.options[name] for name in ("prevalence", "standardized") if name in estimand.options}
    of_all = options.get("prevalence") is None and not options.get("standardized", False)

    def formula(counts: Counts) -> Any:
        at = thresholds if shares is not None else np.tile(thresholds, counts.table.shape[-3] // len(thresholds))
        values = benefit_of_tables(counts.table, at, of_untreated=trait.of_untreated, **options)
        return values if shares is None else values @ shares

    tables, squares = (
        np.array([_treated(curve.scores, sums, at) for curve, sums, at in zip(curves, each, thresholds, strict=True)])
        for each in ([curve.weights for curve in curves], [curve.squares for curve in curves])
    )
    totals = tables.sum((1, 2), keepdims=True) if shares is None else tables.sum(keepdims=True)[None]
    functional = functional_of_tables(formula, totals, lambda tables: Counts(tables, (0, 1)))
    masses_of = partial(masses_of_tables, denominators="table" if of_all else "rows")
    return _of_several_tables(functional, tables, squares, masses_of, together=shares is not None)


def _treated(scores: FloatArray, sums: FloatArray, threshold: float) -> FloatArray:
    """The table of both classes and of who is treated."""
    treated = scores.astype(np.float64) >= threshold
    return np.stack([sums[~treated].sum(0), sums[treated].sum(0)], axis=1)


def chance_scores(counts: FloatArray, psi: FloatArray, row: FloatArray) -> tuple[FloatArray, tuple[Chance, ...]]:
    """
    Chance rows of each class, (B, ..., classes, scores): their scores are those that others have and the class has not.

    Classes keep the shares that they have in the sample.
    """
    there = np.where(counts == 0, counts.sum(-2, keepdims=True), 0.0) * (counts.sum(-1, keepdims=True) > 0)
    return _with_shares_kept(counts, _chance_rows(there, psi, -1, _MASS * row), -1)


def _of_moments(estimand: Estimand, sample: MomentSample) -> _Followed:
    """What is followed of a function of means over rows, those that move it alike together."""
    metric, options, atoms = estimand.metric, estimand.options, sample.atoms
    psi: Any = estimand.influence
    order = np.argsort(psi)
    order = order[atoms.weight[order] > 0]
    starts = np.arange(len(order))
    if len(order) > _MOST_CELLS and metric.kind is not MEASUREMENTS:  # whose rows vary together within a run
        starts = _starts(atoms.weight[order, None], psi[order, None])
    weight, powers = (np.add.reduceat(power[order], starts) for power in (atoms.weight, atoms.squares))
    rows = np.add.reduceat((atoms.weight[:, None] * sample.rows)[order], starts) / weight[:, None]
    cells = MomentSample(Atoms(weight, powers), sample.state, rows)
    total = atoms.total

    def functional(p: FloatArray) -> tuple[FloatArray, FloatArray]:
        moved = [cells.reweighted(metric, weights) for weights in p[:, 0] * total]
        with np.errstate(all="ignore"):
            values = np.array([float(each.value(metric, options)) for each in moved])
            psi = np.array([each.influence(metric, options) for each in moved])[:, None]
        psi = np.where(np.isfinite(psi), psi, 0.0)
        return values, psi - (p * psi).sum((1, 2), keepdims=True)

    counts, squares = weight[None, None], (powers / weight)[None, None]
    found, psi = functional(counts / total)
    degrees = residual_degrees(psi, counts, squares)
    alone = np.array([(powers * psi[0, 0] ** 2).sum() / total**2])
    masses = Masses(counts, counts, (), squares)
    return _Followed(functional, masses, alone, degrees, np.ravel(estimand.value) - found)


def residual_degrees(psi: FloatArray, counts: FloatArray, squares: FloatArray) -> FloatArray:
    """
    Return the degrees of freedom of the variance of influences whose mean is known, over strata of fixed size.

    ``V^2 (kurtosis - 1 - skewness^2) / n`` is the variance of an estimated variance V that its mean does not explain:
    there are infinitely many degrees for two values, as of a share, and n for a normal quantity. Those of the strata
    are put together as Satterthwaite (1946) does. Rows that do not move the value do not count.

    Parameters
    ----------
    psi, counts, squares : ndarray of shape (..., strata, cells)
        Influences, weights, and ``E w^2 / E w`` of the rows of each cell.
    """
    weights = counts * (np.abs(psi) > 1e-12 * np.abs(psi).max((-2, -1), keepdims=True, initial=0.0))
    share = weights.sum(-1, keepdims=True)
    with np.errstate(all="ignore"):
        away = psi - (weights * psi).sum(-1, keepdims=True) / share
        second, third, fourth = ((weights * away**power).sum(-1) / share[..., 0] for power in (2, 3, 4))
        rest = np.maximum(fourth / second**2 - 1 - third**2 / second**3, 0.0)
        part = share[..., 0] * second
        rows = share[..., 0] ** 2 / (weights * squares).sum(-1)
        degrees = 2 * np.nansum(part, -1) ** 2 / np.nansum(part**2 * rest / rows, -1)
    return np.where(np.isfinite(degrees), np.clip(degrees, _LEAST_DEGREES, _MOST_DEGREES), _MOST_DEGREES)
