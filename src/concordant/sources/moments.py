"""Losses, summed by the engine of a lazy frame; and measurements, batch by batch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant.engines import arrays
from concordant.inputs.rows import refuse_missing
from concordant.inputs.scores import check_measurements
from concordant.sources.batches import LazyRows, collected
from concordant.sources.files import DataFile, Progress
from concordant.sources.frames import CLASS, WEIGHT, WholeRows, column_of, opened, rows_in_memory, score
from concordant.sources.source import Scan
from concordant.sources.whole_batches import Parts, whole_batches
from concordant.states.moments import Loss, Moments
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
        size = len(self.classes)
        shown = [] if not beside else [1] if size == 2 else list(range(size))
        names = (f"{kind} loss", *(["positive"] if shown == [1] else [f"class {k}" for k in shown]))
        total, squares = Moments.empty(names, classes=self.classes), by_class(self._column("squares"))
        for k in np.flatnonzero(many).tolist():
            mean = np.array([means[k], *(float(k == other) for other in shown)])
            comoment = np.zeros((len(names), len(names)))
            comoment[0, 0] = within[k]
            sums = np.asarray(many[k]), np.asarray(squares[k]), mean, comoment
            total = total + Moments(names, *sums, classes=self.classes)
        mean, comoment = total.mean, total.comoment
        if kind == "surprise" and bool(self._column(_IMPOSSIBLE)[chosen].any()):
            mean[0], comoment[0], comoment[:, 0] = np.inf, np.nan, np.nan
        return replace(total, mean=mean, comoment=comoment, missing=missing)

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
    first = {int(row[CLASS]): row for row in collected(frame.group_by(CLASS).agg(*sums)).iter_rows(named=True)}
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
    cells = collected(frame.group_by(CLASS, *groups).agg(*taken))
    return FrameLossSums(cells, means, losses, classes)


def moments(
    frame: Frame, *, y_true: str, y_pred: str, sample_weight: str | None = None, missing: Missing = "raise"
) -> Moments:
    """Moments of two columns; of files, and of lazy frames of Polars and DuckDB, batch by batch."""
    refuse_missing((), missing)
    names = (y_true, y_pred, sample_weight)
    rows = frame.files if isinstance(frame, Scan) else LazyRows.of(opened(frame, names))
    if rows is not None:
        return moments_and_rows(rows, y_true, y_pred, weight=sample_weight, missing=missing)[0]
    table, _ = rows_in_memory(frame, names)
    first, second, weights = (column_of(table, name) for name in names)
    return Moments.from_measurements(first, second, sample_weight=weights, missing=missing)


def moments_and_rows(
    rows: Sequence[DataFile] | LazyRows,
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
    for batch in whole_batches(rows, columns, weight=weight, missing=missing, progress=progress):
        checked = check_measurements(batch.rows[truth], batch.rows[pred], sample_weight=batch.weights)
        total.add(arrays.moments(checked))
        n, lost = n + len(checked.y_true), lost + batch.missing
    state = total.total() if n else Moments.empty()
    return replace(state, missing=lost), n
