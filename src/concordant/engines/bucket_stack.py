"""Scores of several classes in buckets, a column of them for each class."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from concordant.states.buckets import BucketCurve
from concordant.states.curves import Curve, CurveStack
from concordant.typing import Label


@dataclass(frozen=True, slots=True)
class BucketStack:
    """
    Scores of several classes in buckets: for the column of each class the rows of every class in each bucket.

    Attributes
    ----------
    curves : tuple of BucketCurve
        One a class, of all classes.
    outputs : tuple
        The classes.
    """

    curves: tuple[BucketCurve, ...]
    outputs: tuple[Label, ...]

    @property
    def buckets(self) -> int:
        """How many buckets hold rows, in all columns."""
        return sum(len(one.places) for one in self.curves)

    def tied(self) -> CurveStack:
        """Return the curves with the rows of a bucket as ties."""
        return CurveStack(tuple(one.tied() for one in self.curves), self.outputs)

    def against_rest(self) -> tuple[BucketCurve, ...]:
        """Return the buckets of each class against the rest."""
        return tuple(one.one_vs_rest(label) for one, label in zip(self.curves, self.outputs, strict=True))

    def ordered(self, *, own_first: bool) -> CurveStack:
        """Return the curves where in each bucket the class of the column stands above all others, or below them."""
        parts = [_split(one, place, own_first=own_first) for place, one in enumerate(self.curves)]
        return CurveStack(tuple(parts), self.outputs)


def _split(buckets: BucketCurve, place: int, *, own_first: bool) -> Curve:
    """Part each bucket in rows of one class and the others."""
    own = buckets.weights[:, place] > 0
    mixed = (buckets.low < buckets.high) & own & ((buckets.weights > 0).sum(1) > 1)
    times = 1 + mixed
    first = np.cumsum(times) - times
    scores, weights = np.repeat(buckets.low, times), np.repeat(buckets.weights, times, axis=0)
    upper, lower = first[mixed], first[mixed] + 1
    scores[upper] = buckets.high[mixed]
    alone, others = (upper, lower) if own_first else (lower, upper)
    others_of = np.arange(weights.shape[1]) != place
    weights[np.ix_(alone, others_of)] = 0
    weights[others, place] = 0
    return Curve(scores, weights, buckets.classes, missing=buckets.missing)
