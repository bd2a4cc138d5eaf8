"""What rows of labels and scores add up to, wherever they were read: of all rows, and of each group of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError
from concordant.inputs.label_values import order_of_groups
from concordant.sources.buckets import BucketStack
from concordant.states.buckets import BucketCurve
from concordant.states.counts import Counts
from concordant.states.curves import Curve, CurveStack
from concordant.states.moments import Moments
from concordant.typing import FloatArray, Label, NumberArray

Codes = npt.NDArray[np.int64]
MOST_GROUPS = 200  # as on a page of rows in memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """
    Rows of labels and scores, added up: one score of two classes, or one a class.

    Attributes
    ----------
    classes : tuple
        Of two the second is the positive one; of several, in the order of the columns of scores.
    truth, pred : Series
        The true and the predicted label of each cell (rows with equal labels), in the types of their columns; `pred` is
        None where predictions follow from the scores.
    true, decided : ndarray of int64
        The same as places among the classes. Without predicted labels the second one is the class with the highest
        score, of two whether the score is 0.5 or more.
    times : ndarray of int64
        How many rows each cell has; rows of weight zero are absent.
    weights, squares : ndarray of float64 or None
        Sums of their weights and of their squared weights.
    curve : Curve, BucketCurve, CurveStack or BucketStack
        The scores: every one, or in buckets where there are too many different ones; a stack of several classes.
    losses : mapping
        The moments of the losses that the page has; empty where scores are no probabilities.
    why : str or None
        Why the scores are no probabilities.
    rows, missing : int
        How many rows there were, and how many of them lack a value.
    groups : mapping
        The same of each group of rows, where a column says which there are.
    """

    classes: tuple[Label, ...]
    truth: Any
    pred: Any
    true: Codes
    decided: Codes
    times: Codes
    weights: FloatArray | None = None
    squares: FloatArray | None = None
    curve: Curve | BucketCurve | CurveStack | BucketStack
    losses: Mapping[str, Moments] = field(default_factory=dict)
    why: str | None = None
    rows: int = 0
    missing: int = 0
    groups: Mapping[Label, Summary] = field(default_factory=dict)

    @property
    def several(self) -> bool:
        """Whether there is one score a class."""
        return isinstance(self.curve, (CurveStack, BucketStack))

    @property
    def tied(self) -> Curve | BucketCurve | CurveStack:
        """The scores, those of several classes with the rows of a bucket as ties."""
        return self.curve.tied() if isinstance(self.curve, BucketStack) else self.curve

    @property
    def buckets(self) -> BucketStack | None:
        """The scores of several classes, where they were counted in buckets."""
        return self.curve if isinstance(self.curve, BucketStack) else None

    def counts(self, labels: tuple[Label, ...], *, ordered: bool) -> Counts | None:
        """Return truth against prediction under these labels; None of scores without a natural threshold."""
        if self.pred is None and not self.losses and not self.several:
            return None
        squares = None if self.squares is None else self._table(self.squares)
        return Counts(self._table(self.times if self.weights is None else self.weights), labels, ordered, squares)

    def _table(self, sums: NumberArray) -> NumberArray:
        table = np.zeros((len(self.classes),) * 2, sums.dtype)
        np.add.at(table, (self.true, self.decided), sums)
        return table


def too_many_groups(name: str, many: str = f"more than {MOST_GROUPS}") -> OptionError:
    """Return the error for more groups than a page holds."""
    return OptionError(
        f"{name} has {many} different values; up to {MOST_GROUPS} groups are shown. Group by a column of fewer "
        "values, such as ranges of these."
    )


def in_group_order(labels: Iterable[Label], names: tuple[Label, ...] | None) -> list[Any]:
    """Sort groups, by the order of their names where that means something."""
    groups: list[Any] = list(labels)
    if any(isinstance(label, float) for label in groups):  # whole ones too: a batch may hold no others
        return sorted(map(float, groups))
    if names is not None:
        return sorted(groups, key=names.index)
    return sorted(groups, key=order_of_groups(groups) if all(isinstance(x, str) for x in groups) else None)
