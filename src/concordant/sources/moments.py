"""Losses and measurements, pushed down or batch by batch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant.engines import arrays
from concordant.errors import ScoreError
from concordant.inputs.rows import EXACT, refuse_counted, refuse_far, refuse_missing
from concordant.inputs.scores import check_measurements
from concordant.sources.files import DataFile, Progress
from concordant.sources.frames import (
    CLASS,
    WEIGHT,
    Axis,
    WholeRows,
    chosen,
    column_of,
    groups_of,
    opened,
    parted,
    refuse_extreme,
    require_numbers,
    score,
    summed,
    weighed,
)
from concordant.sources.source import Scan
from concordant.sources.whole_batches import Parts, whole_batches
from concordant.states.moments import MEASUREMENTS, Loss, Moments, two_sum
from concordant.states.state import StatesByGroup
from concordant.typing import FloatArray, Frame, Label, Missing

if TYPE_CHECKING:
    import narwhals as nw


@dataclass(frozen=True, slots=True)
class MeasuredRows:
    """
    Two columns of measurements, added up.

    Attributes
    ----------
    truth : Series
        The column of the truth, without a row: its name and type.
    moments : Moments
    rows : int
        How many rows have both values and a weight above zero.
    """

    truth: Any
    moments: Moments
    rows: int


_IMPOSSIBLE = "impossible"  # what happened was given no chance


def loss_of_each(rows: WholeRows, kinds: Sequence[str]) -> nw.LazyFrame[Any]:
    """
    Add a column for each kind of loss, and whether what happened was given no chance.

    Parameters
    ----------
    rows : WholeRows
        With the code of the class. One column of scores is of the second of two classes.
    kinds : sequence of {"squared", "surprise", "ranked"}
    """
    import narwhals as nw

    code, size = nw.col(CLASS), len(rows.roles.scores)
    p = [nw.col(score(place)) for place in range(size)]
    if size == 1:
        happened = [code.cast(nw.Float64)]
        rest = 1.0 - p[0]
        given = nw.when(code == 1).then(p[0]).otherwise(rest)
        lacking = nw.when(code == 1).then(nw.lit(0.0)).otherwise((1.0 - rest) - p[0])  # by the rounding of 1 - p
    else:
        happened = [(code == place).cast(nw.Float64) for place in range(size)]
        given = nw.sum_horizontal(*(x * y for x, y in zip(p, happened, strict=True)))
        lacking = nw.lit(0.0)
    away = [x - y for x, y in zip(p, happened, strict=True)]
    squared = nw.sum_horizontal(*(x * x for x in away))
    frame = rows.frame.with_columns(given.alias("given"), lacking.alias("lacking"))
    g = nw.col("given")
    sure = nw.when(g > 0).then(g).otherwise(1.0)  # engines do not agree on the logarithm of 0
    surprise = 0.0 - (sure.log() + nw.col("lacking") / sure)
    every = {"squared": squared, "surprise": surprise, "ranked": squared if size == 1 else _ranked(p, code)}
    return frame.with_columns(*(every[kind].alias(kind) for kind in kinds), (g <= 0).cast(nw.Int64).alias(_IMPOSSIBLE))


def _ranked(p: list[nw.Expr], code: nw.Expr) -> nw.Expr:
    """The mean of the squared errors of the cumulated probabilities, of which the last cannot err."""
    import narwhals as nw

    total, parts = p[0], []
    for place in range(len(p) - 1):
        away = total - (code <= place).cast(nw.Float64)
        parts.append(away * away * (1.0 / (len(p) - 1)))
        total = total + p[place + 1]
    return nw.sum_horizontal(*parts)


@dataclass(frozen=True, slots=True)
class FrameLossSums:
    """
    Sums of losses of each class, in each group of rows.

    Attributes
    ----------
    cells : DataFrame
        One row a class and group: how many rows ("rows"), the sums of their weights and squared weights, how many
        impossible ones; for each loss the sums of its distances from the mean of the class among all rows and of
        their squares, and the least and the greatest loss.
    means : mapping
        Those means, one a class, of each loss.
    losses : mapping
        The losses by the names that they get, as `Moments.from_losses` calls them.
    classes : tuple
        Of two the second is the positive one.
    """

    cells: nw.DataFrame[Any]
    means: Mapping[str, FloatArray]
    losses: Mapping[str, Loss]
    classes: tuple[Label, ...]

    def moments(self, here: npt.NDArray[np.intp] | None = None, *, missing: int = 0) -> dict[str, Moments]:
        """Return the moments of all rows, or of those in some of the cells, by the names of the losses."""
        return {name: self._moments(loss, here, missing) for name, loss in self.losses.items()}

    def _moments(self, loss: Loss, here: npt.NDArray[np.intp] | None, missing: int) -> Moments:
        kind, _, beside = loss.partition(" and ")
        code = self._column(CLASS).astype(np.intp)
        chosen = np.arange(len(code)) if here is None else here

        def by_class(values: FloatArray) -> FloatArray:
            return np.bincount(code[chosen], values[chosen], minlength=len(self.classes)).astype(np.float64)

        many, first, second = (by_class(self._column(name)) for name in (WEIGHT, f"{kind} sum", f"{kind} squares"))
        step = np.divide(first, many, out=np.zeros_like(many), where=many > 0)
        means, within = self.means[kind] + step, np.maximum(second - first * step, 0.0)
        least, most = np.full(len(many), np.inf), np.full(len(many), -np.inf)
        np.minimum.at(least, code[chosen], self._column(f"{kind} least")[chosen])
        np.maximum.at(most, code[chosen], self._column(f"{kind} most")[chosen])
        alike = least == most  # a loss that is the same in all rows has no spread, whatever the rounding of its mean
        means, within = np.where(alike, least, means), np.where(alike, 0.0, within)
        infinite = kind == "surprise" and bool(self._column(_IMPOSSIBLE)[chosen].any())
        squares = float(self._column("squares")[chosen].sum())
        return _of_classes(kind, many, means, within, squares, self.classes, missing, beside=beside, infinite=infinite)

    def _column(self, name: str) -> FloatArray:
        return np.asarray(self.cells.get_column(name).to_numpy(), np.float64)


def loss_sums(
    rows: WholeRows, losses: Mapping[str, Loss], classes: tuple[Label, ...], groups: Sequence[str] = ()
) -> FrameLossSums:
    """Sum losses by class and by these columns: first for the mean of each class, then around it."""
    import narwhals as nw

    kinds = list(dict.fromkeys(loss.partition(" and ")[0] for loss in losses.values()))
    frame = loss_of_each(rows, kinds)
    w = nw.col(WEIGHT) if rows.weighted else nw.lit(1.0)
    frame = frame.with_columns(w.alias(WEIGHT)).with_columns(
        (nw.col(WEIGHT) * nw.col(WEIGHT)).alias("squares"),
        *((nw.col(WEIGHT) * nw.col(kind)).alias(f"{kind} weighted") for kind in kinds),
    )
    sums = [nw.col(name).sum() for name in (WEIGHT, *(f"{kind} weighted" for kind in kinds))]
    first = {int(row[CLASS]): row for row in frame.group_by(CLASS).agg(*sums).collect().iter_rows(named=True)}
    means = {
        kind: np.array(
            [first[k][f"{kind} weighted"] / first[k][WEIGHT] if k in first else 0.0 for k in range(len(classes))]
        )
        for kind in kinds
    }
    for kind in kinds:
        centre = nw.sum_horizontal(
            *((nw.col(CLASS) == k).cast(nw.Float64) * mean for k, mean in enumerate(means[kind].tolist()))
        )
        frame = frame.with_columns((nw.col(kind) - centre).alias(f"{kind} away"))
        v, away = nw.col(WEIGHT), nw.col(f"{kind} away")
        frame = frame.with_columns((v * away).alias(f"{kind} sum"), (v * away * away).alias(f"{kind} squares"))
    taken = [nw.len().alias("rows"), *(nw.col(name).sum() for name in (WEIGHT, "squares", _IMPOSSIBLE))]
    for kind in kinds:
        taken += [nw.col(f"{kind} {name}").sum() for name in ("sum", "squares")]
        taken += [nw.col(kind).min().alias(f"{kind} least"), nw.col(kind).max().alias(f"{kind} most")]
    cells = frame.group_by(CLASS, *groups).agg(*taken).collect()
    return FrameLossSums(cells, means, losses, classes)


def _of_classes(
    kind: str,
    many: FloatArray,
    means: FloatArray,
    within: FloatArray,
    squares: float,
    classes: tuple[Label, ...],
    missing: int,
    *,
    beside: str,
    infinite: bool,
) -> Moments:
    """Moments of a loss, and of being of each class, from those of each class (the analysis of variance)."""
    n = float(many.sum())
    share = many / n
    mean = float(share @ means)
    loss = float(within.sum() + many @ (means - mean) ** 2)
    names, at, spread = [f"{kind} loss"], [mean], np.array([[loss]])
    if beside:
        kept = slice(1, None) if len(classes) == 2 else slice(None)
        names += ["positive"] if len(classes) == 2 else [f"class {k}" for k in range(len(classes))]
        both = (many * (means - mean))[kept]
        around = (np.diag(many) - np.outer(many, share))[kept, kept]
        spread = np.block([[spread, both[None, :]], [both[:, None], around]])
        at += share[kept].tolist()
    middle = np.array(at)
    if infinite:
        middle[0], spread[0], spread[:, 0] = np.inf, np.nan, np.nan
    return Moments(tuple(names), np.asarray(n), np.asarray(squares), middle, spread, classes=classes, missing=missing)


_SUMS = ("weight", "squares", "pivot_x", "pivot_y", "mean_x", "mean_y", "xx", "xy", "yy")


def moments_by_group(
    frame: nw.LazyFrame[Any],
    keys: tuple[str, str],
    weight: str | None,
    axes: tuple[Axis, ...],
    groups: list[str],
    missing: Missing,
) -> StatesByGroup[Moments]:
    """
    Sum two columns in each group: first what occurs, then sums around the mean of the group.

    Parameters
    ----------
    frame : lazy frame
        It has the columns of the groups, which `groups` names.
    keys : tuple of str
        The two columns.
    weight, axes, missing
        As in `states_by_group`.
    """
    places = [f"group {k}" for k in range(len(groups))]
    rows, cells = _occurring(frame, keys, weight, groups, missing)
    parts, lost = groups_of(cells, axes, missing)
    around = _around_means(rows, places)
    sums = around.select(*_SUMS).to_numpy().astype(np.float64)
    summed = parted(around, axes)[0] if len(around) else {}
    many = np.asarray(cells.get_column("gaps").to_numpy())
    states = {}
    for group, here in parts.items():  # a window may be of several cells
        total = sum((_state(sums[place]) for place in summed.get(group, ())), start=Moments.empty())
        states[group] = replace(total, missing=int(many[here].sum()))
    return StatesByGroup(tuple(axis.column for axis in axes), states, lost)


def _occurring(
    frame: nw.LazyFrame[Any], keys: tuple[str, str], weight: str | None, groups: list[str], missing: Missing
) -> tuple[nw.LazyFrame[Any], nw.DataFrame[Any]]:
    """Return the rows that are whole, with the columns as x and y, and what occurs in each group, or in all rows."""
    import narwhals as nw

    dtypes = {name: require_numbers(frame, name) for name in keys}
    wide = (nw.Int64, nw.UInt64, nw.Int128, nw.Decimal)  # whole numbers that floats may round
    whole = {side: name for side, name in zip("xy", keys, strict=True) if dtypes[name] in wide}
    x, y = (chosen(frame, name).cast(nw.Float64) for name in keys)
    absent = (x.is_null() | y.is_null() | x.is_nan() | y.is_nan()).fill_null(value=True)
    named = [nw.col(name).alias(f"group {k}") for k, name in enumerate(groups)]
    columns = [*named, x.alias("x"), y.alias("y"), absent.alias("absent")]
    rows = weighed(frame, columns, weight, (*keys, *groups))
    rows = rows.with_columns((nw.col("absent") & (nw.col(WEIGHT) != 0)).cast(nw.Int64).alias("gaps"))
    here = ~nw.col("absent") & (nw.col(WEIGHT) != 0)
    ends = [nw.when(here).then(nw.col(WEIGHT)).max().alias("greatest")]
    ends += [nw.when(here).then(nw.col(side)).min().alias(f"pivot_{side}") for side in "xy"]
    ends += [nw.when(here).then(nw.col(side).abs()).max().alias(f"far_{side}") for side in whole]
    cells = summed(rows, [f"group {k}" for k in range(len(groups))], weight, ("rows", "gaps"), *ends)
    refuse_extreme(float(cells.get_column("greatest").max() or 0.0), int(cells.get_column("rows").sum()), str(weight))
    for side, name in whole.items():
        most = cells.get_column(f"far_{side}").max()
        refuse_far([most] if most is not None and most >= EXACT else [], name)
    gaps = int(cells.get_column("gaps").sum() or 0)
    if gaps and missing == "raise":
        refuse_counted([f"columns {keys[0]!r} and {keys[1]!r} lack a value in {gaps} rows"])
    return rows.filter(here), cells


def _around_means(rows: nw.LazyFrame[Any], places: list[str]) -> nw.DataFrame[Any]:
    """
    The sums of each group.

    Distances are from a value that occurs in the group: there a constant column has no spread at all.
    """
    import narwhals as nw

    x, y, v = nw.col("x"), nw.col("y"), nw.col(WEIGHT)
    rows = rows.with_columns(x.min().over(*places).alias("px"), y.min().over(*places).alias("py"))
    rows = rows.with_columns(x - nw.col("px"), y - nw.col("py"))
    total = v.sum().over(*places)
    rows = rows.with_columns((v * x).alias("vx"), (v * y).alias("vy"), total.alias("total"))
    means = [(nw.col(f"v{name}").sum().over(*places) / nw.col("total")).alias(f"m{name}") for name in "xy"]
    rows = rows.with_columns(*means)
    dx, dy = x - nw.col("mx"), y - nw.col("my")
    rows = rows.with_columns((v * v).alias("vv"), (v * dx * dx).alias("xx"), (v * dx * dy).alias("xy"))
    rows = rows.with_columns((v * dy * dy).alias("yy"))
    taken = [v.sum().alias("weight"), nw.col("vv").sum().alias("squares")]
    taken += [nw.col(f"p{name}").min().alias(f"pivot_{name}") for name in "xy"]
    taken += [nw.col(f"m{name}").min().alias(f"mean_{name}") for name in "xy"]
    taken += [nw.col(name).sum() for name in ("xx", "xy", "yy")]
    return rows.group_by(*places, drop_null_keys=False).agg(*taken, nw.len().alias("rows")).collect()


def _refuse_infinite(*values: float) -> None:
    if not np.isfinite(values).all():
        raise ScoreError("ratings must be finite; an infinite one occurs.")


def _state(sums: Any) -> Moments:
    """The moments of one group."""
    weight, squares, pivot_x, pivot_y, mean_x, mean_y, xx, xy, yy = sums.tolist()
    _refuse_infinite(pivot_x, pivot_y, mean_x, mean_y)
    mean, rest = two_sum(np.array([pivot_x, pivot_y]), np.array([mean_x, mean_y]))
    spread = np.array([[xx, xy], [xy, yy]])
    off = rest if rest.any() else None
    return Moments(MEASUREMENTS, np.asarray(weight), np.asarray(squares), mean, spread, rest=off)


def moments(
    frame: Frame, *, y_true: str, y_pred: str, sample_weight: str | None = None, missing: Missing = "raise"
) -> Moments:
    """Moments of two columns; of a lazy frame by aggregations, the last around the means."""
    import narwhals as nw

    refuse_missing((), missing)
    if isinstance(frame, Scan):
        return moments_and_rows(frame.files, y_true, y_pred, weight=sample_weight, missing=missing)[0]
    wrapped = opened(frame, (y_true, y_pred, sample_weight))
    if isinstance(wrapped, nw.DataFrame):
        first, second, weights = (column_of(wrapped, name) for name in (y_true, y_pred, sample_weight))
        return Moments.from_measurements(first, second, sample_weight=weights, missing=missing)
    rows, cells = _occurring(wrapped, (y_true, y_pred), sample_weight, [], missing)
    lost, pivot_x, pivot_y = cells.select("gaps", "pivot_x", "pivot_y").rows()[0]
    if pivot_x is None:
        return replace(Moments.empty(), missing=int(lost or 0))
    # Distances from a value that occurs: a constant column has no spread at all, whatever the rounding of its mean.
    a, b = nw.col("x"), nw.col("y")
    rows = rows.with_columns(a - float(pivot_x), b - float(pivot_y))
    v = nw.col(WEIGHT)
    first = rows.select(
        v.sum().alias("w"), (v * v).sum().alias("ww"), (v * a).sum().alias("x"), (v * b).sum().alias("y")
    ).collect()
    weight, squares, sum_x, sum_y = (float(value) for value in first.rows()[0])
    mean_x, mean_y = sum_x / weight, sum_y / weight
    _refuse_infinite(pivot_x, pivot_y, mean_x, mean_y)
    dx, dy = a - mean_x, b - mean_y
    second = rows.select(
        (v * dx * dx).sum().alias("xx"), (v * dx * dy).sum().alias("xy"), (v * dy * dy).sum().alias("yy")
    )
    sums = [weight, squares, pivot_x, pivot_y, mean_x, mean_y, *second.collect().rows()[0]]
    return replace(_state(np.array(sums, np.float64)), missing=int(lost or 0))


def moments_and_rows(
    files: Sequence[DataFile],
    truth: str,
    pred: str,
    *,
    weight: str | None,
    missing: Missing,
    progress: Progress | None = None,
) -> tuple[Moments, int]:
    """Return beside the moments how many rows they are of, also where rows are weighted."""
    total, n, lost = Parts(), 0, 0
    columns = {truth: None, pred: None}
    for batch in whole_batches(files, columns, weight=weight, missing=missing, progress=progress):
        rows = check_measurements(batch.rows[truth], batch.rows[pred], sample_weight=batch.weights)
        total.add(arrays.moments(rows))
        n, lost = n + len(rows.y_true), lost + batch.missing
    return replace(total.total(), missing=lost), n
