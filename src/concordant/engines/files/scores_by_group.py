"""Batches of labels and scores, folded as a whole and for each group of rows."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant.engines import arrays
from concordant.engines.files.row_batches import Lost, Weights
from concordant.engines.files.score_fold import MOST_SCORES, OtherScaleError, ScoreFold, add_cells, columns_of
from concordant.engines.files.waiting_rows import WaitingRows
from concordant.engines.scored_group import MOST_GROUPS, ScoredGroup, in_group_order, too_many_groups
from concordant.inputs.encoding import encode, refuse_continuous
from concordant.inputs.scores import ScoreRows
from concordant.states.buckets import BucketCurve, ScoreKey
from concordant.states.curves import Curve
from concordant.states.moments import Loss, Moments
from concordant.typing import FloatArray, Label

if TYPE_CHECKING:
    import polars as pl

_BITS, _LIMIT = 12, 1 << 15  # of the key of groups: a group takes up to 1.3 MB
_TOGETHER = 1 << 21  # rows that become states at once


@dataclass(frozen=True, slots=True)
class _Group:
    """The states of a group so far; of its cells the rows, the weights and their squares."""

    curve: Curve | BucketCurve
    cells: FloatArray
    losses: dict[str, Moments]


@dataclass(slots=True)
class ScoresByGroup:
    """
    What the batches have said so far; a `Fold`.

    Parameters
    ----------
    whole : ScoreFold
        Of all rows.
    by : str
        The column of groups.
    losses : mapping
        Those that are taken of probabilities.
    """

    whole: ScoreFold
    by: str
    losses: dict[str, Loss]
    names: tuple[Label, ...] | None = None  # in their order, if they have one
    places: dict[Label, int] = field(default_factory=dict)  # of the groups, in the order in which they came
    groups: dict[Label, _Group] = field(default_factory=dict)
    waiting: WaitingRows = field(default_factory=WaitingRows)
    key: ScoreKey | None = None  # of buckets, once there are too many scores
    probabilities: bool = True

    def copy(self) -> ScoresByGroup:
        """Return the same to go on from."""
        whole, waiting = self.whole.copy(), self.waiting.copy()
        return replace(self, whole=whole, places=dict(self.places), groups=dict(self.groups), waiting=waiting)

    def add(self, part: pl.DataFrame, weights: Weights, lost: Lost) -> None:
        """Add a batch as a whole, and its rows to their groups."""
        whole = self.whole
        part, weights = whole.present(part, weights, lost)
        if not part.height:
            return
        whole.add_present(part, weights)
        positive, scores = columns_of(part[whole.truth], part[whole.score], whole.pair)
        decided = None if whole.pred is None else (part[whole.pred] == whole.pair[1]).to_numpy()
        self.waiting.add((positive, scores, decided, weights, self._places_of(part[self.by])))
        for block in self.waiting.blocks(_TOGETHER):
            self._count(*block)

    def _places_of(self, column: pl.Series) -> npt.NDArray[np.uint8]:
        """The place of the group of each row."""
        coded = encode(column, self.by)
        refuse_continuous(coded, self.by)
        known, code = np.unique(coded.values, return_inverse=True)
        labels: list[Any] = known.tolist() if coded.names is None else [coded.names[k] for k in known.tolist()]
        if len(labels) > MOST_GROUPS:
            raise too_many_groups(self.by)
        places = [self.places.setdefault(label, len(self.places)) for label in labels]
        if len(self.places) > MOST_GROUPS:
            raise too_many_groups(self.by)
        if coded.ordered and coded.names is not None:
            self.names = coded.names
        return np.array(places, np.uint8)[code.ravel()]

    def _count(self, positive: Any, scores: Any, decided: Any, weights: Any, place: npt.NDArray[np.uint8]) -> None:
        """Make states of the rows of a block."""
        order = np.argsort(place, kind="stable")  # of so few codes that is a count
        ends = np.cumsum(np.bincount(place, minlength=len(self.places)))
        for label, here in zip(self.places, np.split(order, ends[:-1]), strict=True):
            if len(here):
                columns = (None if one is None else one[here] for one in (positive, scores, decided, weights))
                self._add(label, *columns)
        if self.key is None and sum(len(one.curve.weights) for one in self.groups.values()) > MOST_SCORES:
            real = not self.probabilities or self.whole.scale == "real"
            self.key = ScoreKey("real" if real else "probability", bits=_BITS, limit=_LIMIT)
            for label, one in self.groups.items():
                if isinstance(one.curve, Curve):
                    self.groups[label] = replace(one, curve=BucketCurve.from_curve(one.curve, key=self.key))

    def _add(self, label: Label, positive: Any, scores: Any, decided: Any, weights: Any) -> None:
        rows = ScoreRows(positive.view(np.uint8), (0, 1), self.whole.pair, scores, weights, 0, what=self.whole.score)
        if self.probabilities and (scores.min() < 0 or scores.max() > 1):
            self.probabilities = False
            if self.key is not None and self.key.scale == "probability":
                raise OtherScaleError
        curve = arrays.curve(rows) if self.key is None else arrays.bucket_curve(rows, key=self.key)
        losses = {name: arrays.loss_moments(rows, loss) for name, loss in self.losses.items() if self.probabilities}
        before = self.groups.get(label)
        if before is not None:
            curve = before.curve + curve  # type: ignore[operator]  # both are exact, or in buckets
            losses = {name: before.losses[name] + one for name, one in losses.items()}
        cells = np.zeros((3, 4)) if before is None else before.cells.copy()
        add_cells(cells, positive, scores >= 0.5 if decided is None else decided, weights)
        self.groups[label] = _Group(curve, cells, losses)

    def finish(self) -> list[ScoredGroup]:
        """Return the states of all groups, in their order."""
        self.whole.finish()
        for block in self.waiting.rest():
            self._count(*block)
        given = self.groups
        return [self._finished(label, given[label]) for label in in_group_order(given, self.names)]

    def _finished(self, label: Label, one: _Group) -> ScoredGroup:
        decided = self.whole.pred is not None or self.whole.probabilities
        rows, weights, squares = one.cells.reshape(3, 2, 2)
        times = rows.astype(np.int64)
        return ScoredGroup(
            label,
            times if decided else None,
            int(times.sum()),
            one.curve,
            one.losses if self.whole.probabilities else {},
            weights if decided and self.whole.weighted else None,
            squares if decided and self.whole.weighted else None,
        )
