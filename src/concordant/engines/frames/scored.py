"""Labels and scores in a lazy frame: what a page of them needs, added up by the frame's own engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant.engines.bucket_stack import BucketStack
from concordant.engines.class_scores import ClassScores
from concordant.engines.cluster_sums import ClusteredPairs, ClusterSums, Codes
from concordant.engines.frames.buckets import buckets_of_codes, cells_of_buckets
from concordant.engines.frames.clustered import ScoresInClusters, cluster_numbers, losses_in_clusters, refuse_many_cells
from concordant.engines.frames.group_axes import Axis, parted
from concordant.engines.frames.groups import PLACES, grouped, many_groups, times_of
from concordant.engines.frames.loss_sums import LossSums, loss_sums
from concordant.engines.frames.opened import column_of
from concordant.engines.frames.whole_rows import CLASS, CLUSTER, DECIDED, GROUP, PRED, TRUTH, WEIGHT, WholeRows, score
from concordant.engines.scored_group import MOST_GROUPS, ScoredGroup, in_group_order, too_many_groups
from concordant.engines.scored_rows import ScoredRows
from concordant.engines.scored_sums import Where
from concordant.errors import OptionError
from concordant.inputs.encoding import encode
from concordant.states.buckets import BucketCurve, ScoreKey
from concordant.states.curves import Curve, CurveStack
from concordant.states.moments import Loss, Moments
from concordant.typing import FloatArray, Label, NumberArray

if TYPE_CHECKING:
    import narwhals as nw

_BITS_EACH, _FEWEST_BITS = 12, 2  # of a group or a column of several
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
    return ScoredRows(pair=pair, cut=cut, curve=_curve(curve), **sums.shared(decided=decided))


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
    times = -(-columns * classes * groups // _AT_FULL)
    bits = _BITS_EACH - (times - 1).bit_length()
    if bits < _FEWEST_BITS:
        msg = (
            f"{classes} classes in {groups} groups have too many curves to be counted by the engine of the frame: take "
            "fewer groups, or bring the columns here, data=frame.collect()."
        )
        raise OptionError(msg)
    return bits


def _curve(buckets: BucketCurve) -> Curve | BucketCurve:
    """The distinct scores, where no bucket holds two of them."""
    return buckets.tied() if bool((buckets.low == buckets.high).all()) else buckets


def _stack(curves: tuple[BucketCurve, ...], classes: tuple[Label, ...]) -> CurveStack | BucketStack:
    """The same of several classes."""
    stack = BucketStack(curves, classes)
    return stack.tied() if all(bool((one.low == one.high).all()) for one in curves) else stack


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

    def pairs(self, here: Any) -> ClusteredPairs | None:
        """The labels in each cluster."""
        if self.numbers is None:
            return None
        weights, squares = (None if one is None else one[here] for one in (self.weights, self.squares))
        number, code, decided = (one[here] for one in (self.numbers, self.code, self.decided))
        return ClusteredPairs(number, code, decided, self.times[here], weights, squares)

    def table(self, size: int, here: npt.NDArray[np.intp], numbers: NumberArray) -> NumberArray:
        """Add numbers of some of the groups by truth and prediction."""
        found = np.zeros((size, size), numbers.dtype)
        np.add.at(found, (self.code[here], self.decided[here]), numbers[here])
        return found


@dataclass(frozen=True, slots=True)
class _Sums:
    """What is asked of the engine, for all rows and for each group."""

    rows: WholeRows
    classes: tuple[Label, ...]
    labels: _Labels
    sums: LossSums | None
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
            "groups": self.groups(decided=decided),
            "where": _WHERE,
            "clusters": self.clusters(),
        }

    def groups(self, *, decided: bool) -> tuple[ScoredGroup, ...]:
        """The groups, where a column says which there are."""
        return tuple(self._groups(decided=decided)) if self.rows.roles.by is not None else ()

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
                _curve(curves[0]) if len(curves) == 1 else _stack(curves, self.classes),
                {} if self.sums is None else self.sums.moments(of_losses[label]),
                table(labels.weights) if decided and labels.weights is not None else None,
                table(labels.squares) if labels.squares is not None else None,
                self.clusters(here, of_losses.get(label), of_scores.get(label)),
            )


def _grouping(rows: WholeRows) -> tuple[str, ...]:
    """The columns that rows are also parted by."""
    roles = rows.roles
    return tuple(name for name, column in ((GROUP, roles.by), (CLUSTER, roles.cluster)) if column is not None)
