"""Labels beside scores of two or more classes: what is known of them, and queries for engines."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import numpy.typing as npt

from concordant.errors import InputTypeError, LabelError, OptionError, ScoreError
from concordant.inputs.encoding import encode
from concordant.inputs.rows import refuse_missing
from concordant.inputs.scores import check_scores, resolve_classes
from concordant.sources.buckets import BucketStack, buckets_of_codes, cells_of_buckets
from concordant.sources.csv_files import is_whole
from concordant.sources.frames import (
    CLASS,
    DECIDED,
    GROUP,
    PLACES,
    PRED,
    TRUTH,
    WEIGHT,
    Axis,
    Roles,
    WholeRows,
    chosen,
    column_of,
    grouped,
    many_groups,
    parted,
    rows_in_memory,
    score,
    times_of,
    whole_rows,
)
from concordant.sources.moments import FrameLossSums, loss_sums
from concordant.sources.source import frame_of, read_as
from concordant.sources.summary import MOST_GROUPS, Summary, in_group_order, too_many_groups
from concordant.states.buckets import BucketCurve, Scale, ScoreKey
from concordant.states.curves import Curve, CurveStack
from concordant.states.moments import Loss, Moments
from concordant.typing import Frame, Label, Missing

if TYPE_CHECKING:
    import narwhals as nw
    import polars as pl


_Found = TypeVar("_Found")


class OtherClassesError(Exception):
    """A label occurs that is neither of the two classes."""


class OtherScaleError(Exception):
    """Scores leave the range of probabilities after they were counted in buckets of it."""


def on_their_scale(read: Callable[[Scale], _Found]) -> _Found:
    """Return what is read of scores that may be probabilities; read again if they leave that range late."""
    try:
        return read("probability")
    except OtherScaleError:
        return read("real")


def columns_of(
    truth: pl.Series, score: pl.Series, pair: tuple[Label, ...]
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[Any]]:
    """
    Return which rows are positive, and the scores; none of them lacks a value.

    Raises
    ------
    OtherClassesError
        If a label is neither of the two.
    """
    if is_whole(truth) and score.dtype.is_float():  # as in nearly all large files: they need no look at each value
        return positive_of(truth.to_numpy(), pair), score.to_numpy()
    columns: Any = truth, score
    try:
        rows = check_scores(*columns, labels=pair, what=score.name)
    except LabelError as error:
        raise OtherClassesError from error
    return rows.y_true == rows.values[1], rows.scores


def positive_of(values: npt.NDArray[Any], pair: tuple[Label, ...]) -> npt.NDArray[np.bool_]:
    """Return which labels are the second of two; raise for any other."""
    positive: npt.NDArray[np.bool_] = values == pair[1]
    if np.count_nonzero(positive) + np.count_nonzero(values == pair[0]) != len(values):
        raise OtherClassesError
    return positive


_BITS_EACH, _SCORED_FEWEST_BITS = 12, 2  # of a group or a column of several
_AT_FULL = 32  # columns of rows of one class in one group that have these bits: 1 million cells, and never many more


def summarise_scores(rows: WholeRows, classes: tuple[Label, ...], losses: Mapping[str, Loss]) -> Summary:
    """
    Add up labels and scores: buckets of scores, pairs of labels, losses of probabilities.

    Parameters
    ----------
    rows : WholeRows
        One score of two classes, or one a class, in the order of the classes.
    classes : tuple
        Of two the second is the positive one.
    losses : mapping
        Those that are taken if all scores are probabilities, under the names that they get.

    Raises
    ------
    OptionError
        If there are more groups than a page holds.
    """
    sums = _Sums.of(rows, classes, losses if rows.why is None else {})
    curves = sums.curves(_bits_of(len(classes)) if len(rows.roles.scores) > 1 else None)
    return sums.summary(curves, rows=rows.n, missing=rows.lost, groups=sums.groups())


def _bits_of(classes: int, groups: int = 1) -> int:
    """
    How many bits of a score the buckets of each class and group keep, so that the cells that come home stay few.

    Raises
    ------
    OptionError
        If these are so many that buckets would tell nothing.
    """
    columns = classes if classes > 2 else 1
    factor = -(-columns * classes * groups // _AT_FULL)
    bits = _BITS_EACH - (factor - 1).bit_length()
    if bits < _SCORED_FEWEST_BITS:
        raise OptionError(
            f"{classes} classes in {groups} groups have too many curves to be counted by the engine of the frame: take "
            "fewer groups, or bring the columns here, data=frame.collect()."
        )
    return bits


@dataclass(frozen=True, slots=True)
class _Sums:
    """What is asked of the engine, for all rows and for each group."""

    rows: WholeRows
    classes: tuple[Label, ...]
    cells: nw.DataFrame[Any]  # rows with equal labels, also by the column of groups
    losses: FrameLossSums | None

    @classmethod
    def of(cls, rows: WholeRows, classes: tuple[Label, ...], losses: Mapping[str, Loss]) -> _Sums:
        """Ask for the labels and the losses."""
        roles = rows.roles
        if roles.by is not None and many_groups(rows.frame, (GROUP,)) > MOST_GROUPS:
            raise too_many_groups(roles.by)
        rows = rows.coded(classes)
        by = () if roles.by is None else (GROUP,)
        keys = (TRUTH, *([] if roles.pred is None else [PRED]), CLASS, DECIDED, *by)
        cells = grouped(rows.frame, keys, WEIGHT if rows.weighted else None)
        sums = loss_sums(rows, losses, classes, by) if losses else None
        return cls(rows, classes, cells.rename(dict(zip(PLACES, keys, strict=False))), sums)

    def curves(self, bits: int | None) -> list[BucketCurve]:
        """The buckets of each column of scores."""
        key = self.rows.key(bits)
        return [self._made(self._buckets(place, key), key, self.rows.lost) for place in self._columns]

    @property
    def _columns(self) -> range:
        return range(len(self.rows.roles.scores))

    def _buckets(self, place: int, key: ScoreKey, groups: tuple[str, ...] = ()) -> nw.DataFrame[Any]:
        weight = WEIGHT if self.rows.weighted else None
        return cells_of_buckets(self.rows.frame, CLASS, score(place), weight, key, groups)

    def _made(self, cells: nw.DataFrame[Any], key: ScoreKey, missing: int = 0) -> BucketCurve:
        return buckets_of_codes(cells, key, self.classes, weighted=self.rows.weighted, missing=missing)

    def summary(
        self,
        curves: list[BucketCurve],
        here: Any = slice(None),
        losses: Any = None,
        *,
        rows: int | None = None,
        missing: int = 0,
        groups: Mapping[Label, Summary] | None = None,
    ) -> Summary:
        """Return what all rows add up to, or those in some of the cells of labels and of losses."""
        cells, weighted = self.cells[here, :], self.rows.weighted
        true, decided = (cells.get_column(name).to_numpy().astype(np.int64) for name in (CLASS, DECIDED))
        weights, squares = (
            cells.get_column(name).to_numpy().astype(np.float64) if weighted else None for name in ("weight", "squares")
        )
        times = times_of(cells)
        return Summary(
            classes=self.classes,
            truth=column_of(cells, TRUTH),
            pred=column_of(cells, None if self.rows.roles.pred is None else PRED),
            true=true,
            decided=decided,
            times=times,
            weights=weights,
            squares=squares,
            curve=_curve(curves, self.classes),
            losses={} if self.losses is None else self.losses.moments(losses, missing=missing),
            why=self.rows.why,
            rows=int(times.sum()) if rows is None else rows,
            missing=missing,
            where="added up by the engine of the frame",
            groups=groups or {},
        )

    def groups(self) -> dict[Label, Summary]:
        """What the rows of each group add up to."""
        name = self.rows.roles.by
        if name is None:
            return {}
        axes = (Axis(name),)
        parts, _ = parted(self.cells, axes)
        key = self.rows.key(_bits_of(len(self.classes), len(parts)))
        buckets = [self._buckets(place, key, (GROUP,)) for place in self._columns]
        of_buckets = [parted(cells, axes)[0] for cells in buckets]
        of_losses = {} if self.losses is None else parted(self.losses.cells, axes)[0]
        coded = encode(self.cells.get_column(GROUP).to_native(), name)
        groups = {}
        for label in in_group_order(parts, coded.names if coded.ordered else None):
            apart = zip(buckets, of_buckets, strict=True)
            curves = [self._made(cells[here[label], :], key) for cells, here in apart]
            groups[label] = self.summary(curves, parts[label], of_losses.get(label))
        return groups


def _curve(curves: list[BucketCurve], classes: tuple[Label, ...]) -> Curve | BucketCurve | CurveStack | BucketStack:
    """The distinct scores, where no bucket holds two of them."""
    stack = BucketStack(tuple(curves), classes)
    are_exact = all(bool((curve.low == curve.high).all()) for curve in curves)
    if len(curves) > 1:
        return stack.tied() if are_exact else stack
    return curves[0].tied() if are_exact else curves[0]


def curve_stack(
    frame: Frame,
    *,
    y_true: str,
    y_score: Sequence[str],
    labels: Sequence[Label] | None = None,
    sample_weight: str | None = None,
    missing: Missing = "raise",
) -> CurveStack:
    """Group each column of scores by its values and the truth; those of a lazy frame are brought home."""
    refuse_missing((), missing)
    if isinstance(y_score, str) or len(y_score) < 2:
        raise InputTypeError(f"y_score must be a list of columns, one for each class, not {y_score!r}.")
    names = [name for name in (y_true, *y_score, sample_weight) if name is not None]
    roles: Any = {"labels": [y_true], "scores": y_score, "weights": [sample_weight], "declared": labels}
    table, _ = rows_in_memory(frame_of(read_as(frame, **roles), names), names)
    truth, weights = column_of(table, y_true), column_of(table, sample_weight)
    scores = table.select(chosen(table, name) for name in y_score).to_native()
    return CurveStack.from_scores(truth, scores, labels=labels, sample_weight=weights, missing=missing)


@dataclass(frozen=True, slots=True)
class ScoreClasses:
    """
    Rows whose scores are in their order.

    Attributes
    ----------
    rows : WholeRows
        With the codes of the classes.
    classes : tuple
        Of two the second is the positive one.
    ordered : bool
        Whether their order was declared, or is that of numbers.
    """

    rows: WholeRows
    classes: tuple[Label, ...]
    ordered: bool


def score_classes(
    frame: nw.LazyFrame[Any],
    y_true: str,
    y_score: Sequence[str],
    *,
    what: str,
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    sample_weight: str | None = None,
    missing: Missing = "raise",
) -> ScoreClasses | None:
    """
    Find the classes, of which the distinct labels come home; None if no row is left.

    Whoever reads columns in memory decides what they are: it is given these labels beside scores that tell one column
    from the other.
    """
    import narwhals as nw

    rows = whole_rows(frame, Roles(y_true, tuple(y_score), weight=sample_weight), missing)
    if rows.lost == rows.n:
        return None
    cells = grouped(rows.frame, (TRUTH,), None)
    truth, size = column_of(cells, PLACES[0]), len(rows.roles.scores)
    marks = [2 * (place + 1) / (size * (size + 1)) for place in range(size)]
    columns = {name: [mark] * len(cells) for name, mark in zip(rows.roles.scores, marks, strict=True)}
    ones = np.full(len(cells), 1.0)
    scores: Any = ones if size == 1 else nw.from_dict(columns, backend=cells.implementation).to_native()
    repeats = times_of(cells)
    checked = check_scores(truth, scores, labels=labels, pos_label=pos_label, what=what, times=repeats)
    if checked.assumed and not np.isin(checked.y_true, checked.values).all():
        checked = resolve_classes(checked)
    if size > 1:
        rows = rows.reordered([marks.index(mark) for mark in np.atleast_1d(checked.scores[0]).tolist()])
    return ScoreClasses(rows.coded(checked.classes), checked.classes, checked.ordered)


def loss_moments(found: ScoreClasses, loss: Loss) -> Moments:
    """
    Sum a loss of probabilities.

    Raises
    ------
    ScoreError
        If the scores are no probabilities.
    """
    _refuse_other_scores(found.rows)
    return loss_sums(found.rows, {"loss": loss}, found.classes).moments(missing=found.rows.lost)["loss"]


def _refuse_other_scores(rows: WholeRows) -> None:
    why, names = rows.why, ", ".join(map(repr, rows.roles.scores))
    if why is None:
        return
    if rows.bounded:
        msg = (
            f"{why}; a row of {names} is off by {rows.off:.3g}. Divide each row by its sum if these are unnormalised "
            "weights."
        )
    else:
        msg = (
            f"{why}; those of {names} are from {rows.least!r} to {rows.most!r}. Scores of another scale must be turned "
            "into probabilities first."
        )
    raise ScoreError(msg)
