"""Batches of labels and scores, folded as a whole and for each group of rows."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant.engines import arrays
from concordant.engines.files.archive import keepable
from concordant.engines.files.row_batches import Lost, Weights
from concordant.engines.files.score_fold import MOST_SCORES, OtherScaleError, ScoreFold, columns_of
from concordant.engines.files.waiting_rows import joined
from concordant.engines.scored_group import MOST_GROUPS, ScoredGroup, in_group_order, too_many_groups
from concordant.inputs.encoding import encode, refuse_continuous
from concordant.inputs.scores import ScoreRows
from concordant.states.bucket_curve import BucketCurve
from concordant.states.curve import Curve
from concordant.states.moments import Loss, Moments
from concordant.states.score_key import ScoreKey
from concordant.typing import Label

if TYPE_CHECKING:
    import polars as pl

_BITS, _LIMIT = 12, 1 << 15  # of the key of groups: a group takes up to 1.3 MB
_TOGETHER = 1 << 21  # rows that wait to become states


@keepable
@dataclass(frozen=True, slots=True)
class _Group:
    """The states of a group so far."""

    curve: Curve | BucketCurve
    cells: npt.NDArray[np.int64]
    losses: dict[str, Moments]


@keepable
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
    groups: dict[Label, _Group] = field(default_factory=dict)
    waiting: dict[Label, list[tuple[Any, Any, Any]]] = field(default_factory=dict)
    many: int = 0
    key: ScoreKey | None = None  # of buckets, once there are too many scores
    probabilities: bool = True

    def copy(self) -> ScoresByGroup:
        """Return the same to go on from."""
        waiting = {label: list(parts) for label, parts in self.waiting.items()}
        return replace(self, whole=self.whole.copy(), groups=dict(self.groups), waiting=waiting)

    def add(self, part: pl.DataFrame, weights: Weights, lost: Lost) -> None:
        """Add a batch as a whole, and its rows to their groups."""
        self.whole.add(part, weights, lost)
        part = part if lost is None else part.filter(~lost)
        if not part.height:
            return
        whole = self.whole
        positive, scores = columns_of(part[whole.truth], part[whole.score], whole.pair)
        decided = None if whole.pred is None else (part[whole.pred] == whole.pair[1]).to_numpy()
        for label, here in self._parts(part[self.by]):
            waiting = self.waiting.setdefault(label, [])
            waiting.append((positive[here], scores[here], None if decided is None else decided[here]))
        if len(self.waiting) > MOST_GROUPS:
            raise too_many_groups(self.by)
        self.many += part.height
        if self.many >= _TOGETHER:
            self._count()

    def _parts(self, column: pl.Series) -> list[tuple[Label, npt.NDArray[np.intp]]]:
        """Each group of a batch with the numbers of its rows."""
        coded = encode(column, self.by)
        refuse_continuous(coded, self.by)
        known = np.unique(coded.values)
        if len(known) > MOST_GROUPS:
            raise too_many_groups(self.by)
        code = np.searchsorted(known, coded.values).astype(np.uint8)  # of so few codes the sort below is a count
        labels: list[Any] = known.tolist() if coded.names is None else [coded.names[k] for k in known.tolist()]
        if coded.ordered and coded.names is not None:
            self.names = coded.names
        order = np.argsort(code, kind="stable")
        ends = np.cumsum(np.bincount(code, minlength=len(labels)))
        return [(label, order[(ends[k - 1] if k else 0) : ends[k]]) for k, label in enumerate(labels)]

    def _count(self) -> None:
        """Make states of all rows that wait."""
        for label, parts in self.waiting.items():
            if parts:
                columns = [joined(one) for one in zip(*parts, strict=True)]
                self._add(label, *columns)
        self.waiting = {label: [] for label in self.waiting}
        self.many = 0
        if self.key is None and sum(len(one.curve.weights) for one in self.groups.values()) > MOST_SCORES:
            real = not self.probabilities or self.whole.scale == "real"
            self.key = ScoreKey("real" if real else "probability", bits=_BITS, limit=_LIMIT)
            for label, one in self.groups.items():
                if isinstance(one.curve, Curve):
                    self.groups[label] = replace(one, curve=BucketCurve.from_curve(one.curve, key=self.key))

    def _add(self, label: Label, positive: Any, scores: Any, decided: Any) -> None:
        rows = ScoreRows(positive.view(np.uint8), (0, 1), self.whole.pair, scores, None, 0, what=self.whole.score)
        if self.probabilities and (scores.min() < 0 or scores.max() > 1):
            self.probabilities = False
            if self.key is not None and self.key.scale == "probability":
                raise OtherScaleError
        curve = arrays.curve(rows) if self.key is None else arrays.bucket_curve(rows, key=self.key)
        losses = {name: arrays.loss_moments(rows, loss) for name, loss in self.losses.items() if self.probabilities}
        cut = scores >= 0.5 if decided is None else decided
        cells = np.bincount(2 * rows.y_true + cut, minlength=4)
        before = self.groups.get(label)
        if before is not None:
            curve = before.curve + curve  # type: ignore[operator]  # both are exact, or in buckets
            losses = {name: before.losses[name] + one for name, one in losses.items()}
            cells = before.cells + cells
        self.groups[label] = _Group(curve, cells, losses)

    def finish(self) -> list[ScoredGroup]:
        """Return the states of all groups, in their order."""
        self.whole.finish()
        self._count()
        given = self.groups
        return [self._finished(label, given[label]) for label in in_group_order(given, self.names)]

    def _finished(self, label: Label, one: _Group) -> ScoredGroup:
        decided = self.whole.pred is not None or self.whole.probabilities
        losses = one.losses if self.whole.probabilities else {}
        return ScoredGroup(label, one.cells.reshape(2, 2) if decided else None, int(one.cells.sum()), one.curve, losses)
