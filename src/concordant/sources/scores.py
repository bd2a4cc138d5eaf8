"""Labels beside scores of two or more classes, and clusters: what is known of them, and queries for engines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import numpy as np
import numpy.typing as npt

from concordant.engines import arrays
from concordant.errors import InputTypeError, LabelError, OptionError, ScoreError
from concordant.inputs.encoding import encode
from concordant.inputs.label_values import numbered, order_of_groups
from concordant.inputs.rows import refuse_missing
from concordant.inputs.scores import ScoreRows, check_scores, resolve_classes
from concordant.sources.buckets import BucketStack, ExactScores, buckets_of_codes, cells_of_buckets, with_places
from concordant.sources.frames import (
    CLASS,
    CLUSTER,
    DECIDED,
    GROUP,
    PLACES,
    PRED,
    TRUTH,
    WEIGHT,
    Axis,
    Roles,
    WholeRows,
    column_of,
    grouped,
    many_groups,
    parted,
    score,
    times_of,
    whole_rows,
)
from concordant.sources.moments import FrameLossSums, loss_sums
from concordant.sources.source import frame_of, is_lazy, read_as
from concordant.states.buckets import BucketCurve, Scale, ScoreKey
from concordant.states.curves import Curve, CurveStack
from concordant.states.moments import Loss, Moments
from concordant.typing import FloatArray, Frame, Label, Missing, NumberArray

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
    truth: pl.Series, score: pl.Series, pair: tuple[Label, Label]
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[Any]]:
    """
    Return which rows are positive, and the scores; none of them lacks a value.

    Raises
    ------
    OtherClassesError
        If a label is neither of the two.
    """
    if are_plain(truth, score):
        return positive_of(truth.to_numpy(), pair), score.to_numpy()
    columns: Any = truth, score
    try:
        rows = check_scores(*columns, labels=pair, what=score.name)
    except LabelError as error:
        raise OtherClassesError from error
    return rows.y_true == rows.values[1], rows.scores


def are_plain(truth: pl.Series, score: pl.Series) -> bool:
    """Whether these are whole numbers and floats, as in nearly all large files: they need no look at each value."""
    return truth.dtype.is_integer() and "128" not in str(truth.dtype) and score.dtype.is_float()


def positive_of(values: npt.NDArray[Any], pair: tuple[Label, Label]) -> npt.NDArray[np.bool_]:
    """Return which labels are the second of two; raise for any other."""
    positive: npt.NDArray[np.bool_] = values == pair[1]
    if np.count_nonzero(positive) + np.count_nonzero(values == pair[0]) != len(values):
        raise OtherClassesError
    return positive


_BITS_EACH, _SCORED_FEWEST_BITS = 12, 2  # of a group or a column of several
_AT_FULL = 32  # columns of rows of one class in one group that have these bits: 1 million cells, and never many more
_WHERE: Where = "added up by the engine of the frame"


def scored_rows(rows: WholeRows, pair: tuple[Label, Label], losses: Mapping[str, Loss]) -> ScoredRows:
    """
    Add up labels of two classes and one score: buckets of scores, pairs of labels, losses of probabilities.

    Parameters
    ----------
    rows : WholeRows
    pair : tuple of two labels
        The negative and the positive class.
    losses : mapping
        Those that are taken if all scores are probabilities, under the names that they get.

    Raises
    ------
    OptionError
        If there are more groups than a page holds.
    """
    sums = _Sums.of(rows, pair, losses if rows.bounded else {})
    (curve,) = sums.curves()
    cut = None if rows.roles.pred is not None else sums.labels.decided.astype(np.bool_)
    decided = rows.bounded or rows.roles.pred is not None
    return ScoredRows(pair=pair, cut=cut, curve=_scored_curve(curve), **sums.shared(decided=decided))


def class_scores(rows: WholeRows, labels: tuple[Label, ...], losses: Mapping[str, Loss]) -> ClassScores:
    """
    Add up labels of several classes and one score a class, whose columns stand in the order of `labels`.

    Other parameters as `scored_rows` has them.
    """
    why = rows.why
    sums = _Sums.of(rows, labels, losses if why is None else {})
    top = None if rows.roles.pred is not None else sums.labels.decided
    curve = _stack(sums.curves(_bits_of(len(labels))), labels)
    return ClassScores(labels=labels, top=top, curve=curve, why=why, **sums.shared(decided=True))


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


def _scored_curve(buckets: BucketCurve) -> Curve | BucketCurve:
    """The distinct scores, where no bucket holds two of them."""
    return buckets.tied() if bool((buckets.low == buckets.high).all()) else buckets


def _stack(curves: tuple[BucketCurve, ...], classes: tuple[Label, ...]) -> CurveStack | BucketStack:
    """The same of several classes."""
    stack = BucketStack(curves, classes)
    return stack.tied() if all(bool((curve.low == curve.high).all()) for curve in curves) else stack


@dataclass(frozen=True, slots=True)
class _Labels:
    """Groups of rows with equal labels, also by the column of groups."""

    cells: nw.DataFrame[Any]
    truth: Any
    pred: Any
    code: npt.NDArray[np.int64]
    decided: npt.NDArray[np.int64]
    times: npt.NDArray[np.int64]
    weights: FloatArray | None
    squares: FloatArray | None
    cluster: Any
    numbers: Codes | None  # of the clusters

    @classmethod
    def of(cls, rows: WholeRows) -> _Labels:
        """Ask for them."""
        pred = PRED if rows.roles.pred is not None else DECIDED
        keys = [TRUTH, pred, CLASS, DECIDED, *_grouping(rows)]
        if rows.roles.cluster is not None:
            refuse_many_cells(rows, tuple(dict.fromkeys(keys)))
        cells = grouped(rows.frame, tuple(keys), WEIGHT if rows.weighted else None)
        named = dict(zip(PLACES, keys, strict=False))
        code, decided = (cells.get_column(PLACES[place]).to_numpy().astype(np.int64) for place in (2, 3))
        weights, squares = (
            cells.get_column(name).to_numpy().astype(np.float64) if rows.weighted else None
            for name in ("weight", "squares")
        )
        truth, second = (column_of(cells, name) for name in PLACES[:2])
        shown = None if rows.roles.pred is None else second
        cells = cells.rename({place: key for place, key in named.items() if key in (GROUP, CLUSTER)})
        cluster = column_of(cells, CLUSTER if rows.roles.cluster is not None else None)
        numbers = None if rows.roles.cluster is None else cluster_numbers(cells, rows.roles.cluster)
        return cls(cells, truth, shown, code, decided, times_of(cells), weights, squares, cluster, numbers)

    def pairs(self, chosen: Any) -> ClusteredPairs | None:
        """The labels in each cluster."""
        if self.numbers is None:
            return None
        weights, squares = (None if sums is None else sums[chosen] for sums in (self.weights, self.squares))
        number, code, decided = (sums[chosen] for sums in (self.numbers, self.code, self.decided))
        return ClusteredPairs(number, code, decided, self.times[chosen], weights, squares)

    def table(self, size: int, here: npt.NDArray[np.intp], numbers: NumberArray) -> NumberArray:
        """Add numbers of some of the groups by truth and prediction."""
        table = np.zeros((size, size), numbers.dtype)
        np.add.at(table, (self.code[here], self.decided[here]), numbers[here])
        return table


@dataclass(frozen=True, slots=True)
class _Sums:
    """What is asked of the engine, for all rows and for each group."""

    rows: WholeRows
    classes: tuple[Label, ...]
    labels: _Labels
    sums: FrameLossSums | None
    scores: ScoresInClusters | None  # of clusters

    @classmethod
    def of(cls, rows: WholeRows, classes: tuple[Label, ...], losses: Mapping[str, Loss]) -> _Sums:
        """Ask for the labels and the losses."""
        if rows.roles.by is not None and many_groups(rows.frame, (GROUP,)) > MOST_GROUPS:
            raise too_many_groups(rows.roles.by)
        rows = rows.coded(classes)
        labels = _Labels.of(rows)  # first: it refuses too many clusters
        sums = loss_sums(rows, losses, classes, _grouping(rows)) if losses else None
        of_scores = rows.roles.cluster is not None and not rows.weighted and len(rows.roles.scores) == 1
        return cls(rows, classes, labels, sums, ScoresInClusters(rows) if of_scores else None)

    def losses(self) -> dict[str, Moments]:
        """The moments of the losses of all rows."""
        return {} if self.sums is None else self.sums.moments(missing=self.rows.lost)

    def curves(self, bits: int | None = None) -> tuple[BucketCurve, ...]:
        """The buckets of each column of scores."""
        key = self.rows.key(bits)
        return tuple(self._made(self._cells(place, key), key, self.rows.lost) for place in self._columns)

    @property
    def _columns(self) -> range:
        return range(len(self.rows.roles.scores))

    def _cells(self, place: int, key: ScoreKey, groups: tuple[str, ...] = ()) -> nw.DataFrame[Any]:
        weight = WEIGHT if self.rows.weighted else None
        return cells_of_buckets(self.rows.frame, CLASS, score(place), weight, key, groups)

    def _made(self, cells: nw.DataFrame[Any], key: ScoreKey, missing: int = 0) -> BucketCurve:
        return buckets_of_codes(cells, key, self.classes, weighted=self.rows.weighted, missing=missing)

    def clusters(
        self, labels: Any = slice(None), losses: Any = slice(None), scores: Any = slice(None)
    ) -> ClusterSums | None:
        """What the clusters add up to, of all rows or of these cells of labels, losses and scores."""
        name, sums = self.rows.roles.cluster, self.sums
        if name is None:
            return None
        found = None
        if sums is not None and not self.rows.weighted:
            found = losses_in_clusters(sums, cluster_numbers(sums.cells, name), losses)
        return ClusterSums(
            self.labels.pairs(labels), None if self.scores is None else self.scores.scores(scores), found
        )

    def shared(self, *, decided: bool) -> dict[str, Any]:
        """The fields that `ScoredSums` has, of however many classes."""
        of_labels = ("truth", "pred", "times", "weights", "squares", "cluster")
        return {
            **{name: getattr(self.labels, name) for name in of_labels},
            "losses": self.losses(),
            "rows": self.rows.n,
            "missing": self.rows.lost,
            "groups": tuple(self._groups(decided=decided)) if self.rows.roles.by is not None else (),
            "where": _WHERE,
            "clusters": self.clusters(),
        }

    def _groups(self, *, decided: bool) -> Iterator[ScoredGroup]:
        labels, size, name = self.labels, len(self.classes), self.rows.roles.by or GROUP
        axes = (Axis(name),)
        parts, _ = parted(labels.cells, axes)
        of_losses = {} if self.sums is None else parted(self.sums.cells, axes)[0]
        key = self.rows.key(_bits_of(size, len(parts)))
        buckets = [self._cells(place, key, (GROUP,)) for place in self._columns]
        of_buckets = [parted(cells, axes)[0] for cells in buckets]
        of_scores = {} if self.scores is None else parted(self.scores.cells, axes)[0]
        coded = encode(labels.cells.get_column(GROUP).to_native(), name)
        for label in in_group_order(parts, coded.names if coded.ordered else None):
            here = parts[label]
            curves = tuple(
                self._made(cells[apart[label], :], key) for cells, apart in zip(buckets, of_buckets, strict=True)
            )
            table = partial(labels.table, size, here)
            yield ScoredGroup(
                label,
                table(labels.times) if decided else None,
                int(labels.times[here].sum()),
                _scored_curve(curves[0]) if len(curves) == 1 else _stack(curves, self.classes),
                {} if self.sums is None else self.sums.moments(of_losses[label]),
                table(labels.weights) if decided and labels.weights is not None else None,
                table(labels.squares) if labels.squares is not None else None,
                self.clusters(here, of_losses.get(label), of_scores.get(label)),
            )


def _grouping(rows: WholeRows) -> tuple[str, ...]:
    """The columns that rows are also parted by."""
    roles = rows.roles
    return tuple(name for name, column in ((GROUP, roles.by), (CLUSTER, roles.cluster)) if column is not None)


MOST_GROUPS = 200  # as on a page of rows in memory


@dataclass(frozen=True, slots=True)
class ScoredGroup:
    """
    One group of rows.

    Attributes
    ----------
    label : label
        What the group is called.
    times : ndarray of int64, shape (K, K), or None
        Rows of each class by what is predicted; None where nothing is predicted.
    rows : int
    curve : Curve, BucketCurve, CurveStack or BucketStack
    losses : mapping
        As those of all rows.
    weights, squares : ndarray of float64, shape (K, K), or None
        Sums of their weights and of their squared weights, where rows have weights.
    clusters : ClusterSums or None
        What the clusters of its rows add up to.
    """

    label: Label
    times: npt.NDArray[np.int64] | None
    rows: int
    curve: Curve | BucketCurve | CurveStack | BucketStack
    losses: Mapping[str, Moments]
    weights: FloatArray | None = None
    squares: FloatArray | None = None
    clusters: ClusterSums | None = None

    @property
    def cells(self) -> NumberArray | None:
        """Rows of each class by what is predicted, or sums of their weights."""
        return self.times if self.weights is None else self.weights


def too_many_groups(name: str, many: str = f"more than {MOST_GROUPS}") -> OptionError:
    """Return the error for more groups than a page holds."""
    return OptionError(
        f"{name} has {many} different values; up to {MOST_GROUPS} groups are shown. Group by a column of "
        "fewer values, such as ranges of these."
    )


def in_group_order(labels: Iterable[Label], names: tuple[Label, ...] | None) -> list[Any]:
    """Sort groups, by the order of their names where that means something."""
    groups: list[Any] = list(labels)
    if any(isinstance(label, float) for label in groups):  # whole ones too: a batch may hold no others
        return sorted(map(float, groups))
    if names is not None:
        return sorted(groups, key=names.index)
    return sorted(groups, key=order_of_groups(groups) if all(isinstance(x, str) for x in groups) else None)


MOST_IN_CLUSTERS = 2_000_000  # cells that come home
_MOST_BITS, _CLUSTERED_FEWEST_BITS = 12, 4
_BUCKETS_A_BIT = 18  # how many buckets of two classes scores have that spread over all octaves, for each step of one


def refuse_many_cells(rows: WholeRows, keys: tuple[str, ...]) -> None:
    """
    Raise if clusters have so many different rows that these would be most of the rows.

    Raises
    ------
    OptionError
        The message says what to do.
    """
    name, many = rows.roles.cluster, many_groups(rows.frame, keys)
    if many > MOST_IN_CLUSTERS:
        raise OptionError(
            f"cluster={name!r} has {many:,} different sums of clusters, more than the {MOST_IN_CLUSTERS:,} that are "
            "brought home. Bring the columns here, data=frame.collect(), or leave out cluster=."
        )


def cluster_numbers(cells: nw.DataFrame[Any], name: str) -> Codes:
    """Return a number for the cluster of each cell."""
    column = encode(cells.get_column(CLUSTER).to_native(), name)
    return numbered(column.values)[0]


class ScoresInClusters:
    """
    How many rows of two classes each cluster has in each bucket of scores, in each group.

    Buckets are as fine as the number of clusters allows. The sums of clusters are of influences, which are the means of
    those in a bucket: with 16 buckets an octave their squares are known to a few parts in ten thousand.
    """

    def __init__(self, rows: WholeRows) -> None:
        """Ask for them."""
        import narwhals as nw

        clusters = many_groups(rows.frame, (CLUSTER,))
        bits = (MOST_IN_CLUSTERS // (_BUCKETS_A_BIT * max(clusters, 1))).bit_length() - 1
        bits = min(max(bits, _CLUSTERED_FEWEST_BITS), _MOST_BITS)
        self.key = ScoreKey("probability", bits=bits) if rows.bounded else ScoreKey("real", bits=bits)
        keys = (CLASS, "place", CLUSTER, *(() if rows.roles.by is None else (GROUP,)))
        frame = with_places(rows.frame, self.key, score(0)).select(*keys)
        if bits == _CLUSTERED_FEWEST_BITS:
            refuse_many_cells(replace(rows, frame=frame), keys)
        self.cells = frame.group_by(*keys).agg(nw.len().alias("rows")).collect()
        self._cluster = cluster_numbers(self.cells, rows.roles.cluster or CLUSTER)

    def scores(self, here: Any = slice(None)) -> ClusteredScores:
        """Return those of all rows, or of some of the cells."""
        code, place = (self.cells.get_column(name).to_numpy().astype(np.int64)[here] for name in (CLASS, "place"))
        return ClusteredScores(self._cluster[here], code, place, times_of(self.cells)[here], self.key)


def losses_in_clusters(sums: FrameLossSums, cluster: Codes, chosen: Any = slice(None)) -> ClusteredLosses:
    """Return the losses in each cluster, of all rows or of those in some of the cells, which are not weighted."""
    code, repeats = sums.cells.get_column(CLASS).to_numpy().astype(np.int64), times_of(sums.cells)
    moments_of = {kind: sums.mean_and_spread(kind) for kind in sums.means}
    mean, spread = ({kind: pair[k][chosen] for kind, pair in moments_of.items()} for k in (0, 1))
    return ClusteredLosses(cluster[chosen], code[chosen], repeats[chosen], mean, spread, len(sums.classes))


Codes = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class ClusteredPairs:
    """
    How often each pair of labels occurs in each cluster.

    Attributes
    ----------
    cluster : ndarray of int64, shape (N,)
        Clusters by their number.
    true, pred : ndarray of int64, shape (N,)
        Places of the labels among all classes.
    times : ndarray of int64, shape (N,)
    weights, squares : ndarray of float64, shape (N,), or None
        Sums of weights and of squared weights.
    """

    cluster: Codes
    true: Codes
    pred: Codes
    times: Codes
    weights: FloatArray | None = None
    squares: FloatArray | None = None


@dataclass(frozen=True, slots=True)
class ClusteredScores:
    """
    How many rows of two classes each cluster has in each bucket of scores.

    Attributes
    ----------
    cluster, code, place, times : ndarray of int64, shape (N,)
        The cluster, the class, the bucket, and how many rows.
    key : ScoreKey
        Of the buckets, which are wider than those of the curve beside them.
    """

    cluster: Codes
    code: Codes
    place: Codes
    times: Codes
    key: ScoreKey


@dataclass(frozen=True, slots=True)
class ClusteredLosses:
    """
    The losses of the rows of each class in each cluster.

    Attributes
    ----------
    cluster, code, times : ndarray of int64, shape (N,)
        The cluster, the class, and how many rows.
    mean, spread : mapping of ndarrays of float64, shape (N,)
        The mean of each loss over these rows, and its standard deviation, with as many degrees of freedom as rows.
    classes : int
        How many there are.
    """

    cluster: Codes
    code: Codes
    times: Codes
    mean: Mapping[str, FloatArray]
    spread: Mapping[str, FloatArray]
    classes: int


@dataclass(frozen=True, slots=True)
class ClusterSums:
    """What is known of the same clusters; None of what the columns do not give, or weights do not allow."""

    pairs: ClusteredPairs | None = None
    scores: ClusteredScores | None = None
    losses: ClusteredLosses | None = None


def curve_stack(
    frame: Frame,
    *,
    y_true: str,
    y_score: Sequence[str],
    labels: Sequence[Label] | None = None,
    sample_weight: str | None = None,
    missing: Missing = "raise",
) -> CurveStack:
    """Group each column of scores by its values and the truth; of a lazy frame where it lives."""
    refuse_missing((), missing)
    if isinstance(y_score, str) or len(y_score) < 2:
        raise InputTypeError(f"y_score must be a list of columns, one for each class, not {y_score!r}.")
    names = [name for name in (y_true, *y_score, sample_weight) if name is not None]
    roles: Any = {"labels": [y_true], "scores": y_score, "weights": [sample_weight], "declared": labels}
    wrapped = frame_of(read_as(frame, **roles), names)
    if is_lazy(wrapped):
        how: Any = {"labels": labels, "sample_weight": sample_weight, "missing": missing}
        classes_of_scores = score_classes(wrapped, y_true, y_score, what="y_score", **how)
        if classes_of_scores is not None:
            return curves_of(classes_of_scores)
        wrapped = wrapped.select(names).head(0).collect()
    eager: Any = wrapped
    truth, weights = column_of(eager, y_true), column_of(eager, sample_weight)
    scores = eager.select(list(y_score)).to_native()
    return CurveStack.from_scores(truth, scores, labels=labels, sample_weight=weights, missing=missing)


def curves_of(found: ScoreClasses) -> CurveStack:
    """The curve of each column; of two columns for two classes that of the positive one."""
    rows = found.rows
    if len(rows.roles.scores) == 1:
        return CurveStack((_curve_of_class(found, 0),), (found.classes[-1],), multilabel=True)
    return CurveStack(tuple(_curve_of_class(found, place) for place in range(len(rows.roles.scores))), found.classes)


def _curve_of_class(found: ScoreClasses, place: int) -> Curve:
    """The distinct scores of a column with the rows of each class."""
    rows, classes = found.rows, found.classes
    cells: nw.DataFrame[Any] = grouped(rows.frame, (CLASS, score(place)), WEIGHT if rows.weighted else None)
    code = cells.get_column("first").to_numpy().astype(np.int64)
    scores = cells.get_column("second").to_numpy().astype(np.float64)
    weights = cells.get_column("weight").to_numpy().astype(np.float64) if rows.weighted else None
    own = (code, tuple(range(len(classes))), classes, scores, weights, rows.lost)
    return arrays.curve(ScoreRows(*own, times=None if rows.weighted else times_of(cells)))


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


Where = Literal["read in batches", "added up by the engine of the frame"]
COLLECTS = "brings the columns here as a whole"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredSums:
    """
    Rows of labels and scores, added up.

    Attributes
    ----------
    truth : Series
        The true label of each group of rows, in the type of its column.
    pred : Series or None
        The predicted label of each group.
    times : ndarray of int64
        How many rows each group has; rows of weight zero are absent.
    weights, squares : ndarray of float64 or None
        Sums of their weights and of their squared weights.
    losses : mapping
        The moments of the losses that the page has; empty where scores are no probabilities.
    rows, missing : int
        How many rows there were, and how many of them lack a value.
    groups : tuple of ScoredGroup
        The groups of rows, where a column says which there are.
    where : str
        How that was done, in words.
    cluster : Series or None
        The cluster of each group of rows, where rows have one.
    clusters : ClusterSums or None
        What they add up to.
    """

    truth: Any
    pred: Any
    times: npt.NDArray[np.int64]
    weights: FloatArray | None = None
    squares: FloatArray | None = None
    losses: Mapping[str, Moments] = field(default_factory=dict)
    rows: int = 0
    missing: int = 0
    groups: tuple[ScoredGroup, ...] = ()
    where: Where = "read in batches"
    cluster: Any = None
    clusters: ClusterSums | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredRows(ScoredSums):
    """
    Rows of two classes with one score, added up.

    Attributes
    ----------
    pair : tuple of two labels
        The negative and the positive class.
    cut : ndarray of bool or None
        Whether the score of a group is 0.5 or more, where there are no predicted labels.
    curve : Curve or BucketCurve
        The scores: every one, or in buckets where there are too many different ones.
    exact : ExactScores or None
        What a second pass over scores that are known in buckets gave.
    """

    pair: tuple[Label, Label]
    cut: npt.NDArray[np.bool_] | None
    curve: Curve | BucketCurve
    exact: ExactScores | None = None

    @property
    def if_exact(self) -> str | None:
        """What is done for exact values if they are asked for."""
        if self.where == "read in batches":
            return "reads the rows once more"
        return COLLECTS if self.groups or self.clusters is not None else "asks the engine once more"

    def of_group(self, group: ScoredGroup) -> ScoredRows:
        """Return the rows of one of the groups."""
        import polars as pl

        curve: Any = group.curve  # of two classes
        rows = curve.weights.sum(axis=0)[:, None] if group.times is None else group.times
        y_true, y_pred = here = np.nonzero(rows)
        truth = [self.pair[label] for label in y_true]
        pred = None if self.pred is None else [self.pair[label] for label in y_pred]
        return replace(
            self,
            truth=pl.Series(self.truth.name, truth, self.truth.dtype),
            pred=None if self.pred is None else pl.Series(self.pred.name, pred, self.pred.dtype),
            cut=None if self.pred is not None or group.times is None else y_pred == 1,
            times=rows[here],
            weights=None if group.weights is None else group.weights[here],
            squares=None if group.squares is None else group.squares[here],
            curve=curve,
            losses=group.losses,
            rows=group.rows,
            missing=0,
            exact=None,
            groups=(),
            cluster=None,
            clusters=group.clusters,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassScores(ScoredSums):
    """
    Rows of several classes with one score a class, added up.

    Attributes
    ----------
    labels : tuple
        The classes, in the order of the columns of scores.
    top : ndarray of int64 or None
        The class with the highest score in a group, by its place, where there are no predicted labels.
    curve : CurveStack or BucketStack
        The scores: every one, or in buckets where there are too many different ones.
    why : str or None
        Why the scores are no probabilities.
    """

    labels: tuple[Label, ...]
    top: npt.NDArray[np.int64] | None
    curve: CurveStack | BucketStack
    why: str | None = None

    @property
    def if_exact(self) -> str | None:
        """What is done for exact values if they are asked for."""
        return None if self.where == "read in batches" else COLLECTS
