"""`ScoreKey`, `BucketCurve`: scores in buckets of a fixed order-preserving key."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Self, TypeVar, get_args

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import LabelError, LengthError, OptionError, ScoreError
from concordant.inputs.arrays import on_device
from concordant.inputs.labels import check_declared
from concordant.inputs.scores import ScoreRows, check_scores
from concordant.names import require_choice
from concordant.states.curves import Curve
from concordant.states.state import COUNTED, DistinctRows, StoredState, refuse_overflow, unsound_cells
from concordant.typing import Column, FloatArray, Frame, Label, Missing, NumberArray

Scale = Literal["probability", "real"]
_OCTAVES = {"probability": 24, "real": 20}
_MOST_BITS, _MOST_OCTAVES = 16, 64
_MANTISSA = 52
_EXPONENT_OF_ONE = 1023
_OF_KEY = ("scale", "octaves", "bits", "limit")


@dataclass(frozen=True, slots=True)
class ScoreKey:
    """
    Buckets of scores: ``2**bits`` equal steps in each octave ``2**-(j + 1) <= |score| < 2**-j``.

    Below the last octave there are as many equal steps down to 0. Only comparisons, ``1 - s``, powers of two and
    rounding down are needed, so that every engine finds the same buckets.

    Attributes
    ----------
    scale : {"probability", "real"}
        Scores from 0 to 1, where those near 1 are told apart as finely as those near 0; or any scores, with one bucket
        for what is 2**octaves or more, and one for infinity, on both sides of 0.
    octaves : int
        How many octaves there are below 1 (and of real scores above 1): 24, of real scores 20.
    bits : int
        The bits of a score that are kept within an octave.
    limit : int or None
        The most buckets that may hold rows: with more, one bit less is kept until they fit. Which bits that are does
        not depend on the order of the rows, batches or merges.
    """

    scale: Scale = "probability"
    octaves: int = 0
    bits: int = 12
    limit: int | None = None

    def __post_init__(self) -> None:
        """Check, and fill in the octaves."""
        require_choice("the scale of a key", self.scale, get_args(Scale))
        if type(self.octaves) is int and self.octaves == 0:
            object.__setattr__(self, "octaves", _OCTAVES[self.scale])
        whole = all(type(size) is int for size in (self.octaves, self.bits))
        if not whole or not (0 < self.octaves <= _MOST_OCTAVES and 0 <= self.bits <= _MOST_BITS):
            raise OptionError(
                f"a key has 1 to {_MOST_OCTAVES} octaves and keeps 0 to {_MOST_BITS} bits, not {self.octaves!r} and "
                f"{self.bits!r}."
            )
        if self.limit is not None and (type(self.limit) is not int or self.limit < 1):
            raise OptionError(f"the limit of a key is a number of buckets, 1 or more, or None, not {self.limit!r}.")

    @property
    def highest(self) -> int:
        """The place of the highest possible score: 1, or infinity."""
        steps = 1 << self.bits
        return 2 * self.octaves * steps + 1 if self.scale == "probability" else (2 * self.octaves + 2) * steps

    @property
    def lowest(self) -> int:
        """The place of the lowest possible score: 0, or minus infinity."""
        return 0 if self.scale == "probability" else -1 - self.highest

    def with_bits(self, bits: int) -> ScoreKey:
        """The same key with other bits."""
        return replace(self, bits=bits)

    def places(self, scores: npt.NDArray[np.float64]) -> npt.NDArray[np.int64]:
        """Return the bucket of each score, rising with the score; none may be NaN or outside the scale."""
        scores = scores + 0.0  # one zero
        if self.scale == "probability":
            upper = scores > 0.5
            small = self._of_size(np.where(upper, 1.0 - scores, scores))
            return np.where(upper, self.highest - small, small)
        size = np.abs(scores)
        inside = size < np.ldexp(1.0, self.octaves)
        beyond = np.where(np.isinf(size), self.highest, (2 * self.octaves + 1) << self.bits)
        place = np.where(inside, self._of_size(np.where(inside, size, 0.0)), beyond)
        return np.where(scores < 0, -1 - place, place)

    def places_of(self, scores: npt.NDArray[np.number[Any]]) -> npt.NDArray[np.int64]:
        """
        Return the bucket of each score of any type of numbers.

        Raises
        ------
        ScoreError
            If a score is none of the scale, or a whole number that float64 does not hold.
        """
        floats = scores.astype(np.float64)
        if self.scale == "probability" and not ((floats >= 0) & (floats <= 1)).all():
            raise ScoreError(
                f"buckets of probabilities hold scores from 0 to 1, and these are from {floats.min():g} to "
                f'{floats.max():g}. For other scores take key="real".'
            )
        if scores.dtype.kind in "iu" and (np.abs(floats) > 2.0 ** (_MANTISSA + 1)).any():
            msg = "these scores hold whole numbers beyond 2**53, which buckets of float64 do not tell apart."
            raise ScoreError(msg)
        return self.places(floats)

    def _of_size(self, size: FloatArray) -> npt.NDArray[np.int64]:
        """The leading bits of the float; below the last octave equal steps."""
        offset = ((_EXPONENT_OF_ONE - self.octaves) << self.bits) - (1 << self.bits)
        leading = (np.ascontiguousarray(size).view(np.int64) >> (_MANTISSA - self.bits)) - offset
        small = size < np.ldexp(1.0, -self.octaves)
        steps = np.floor(np.ldexp(np.where(small, size, 0.0), self.octaves + self.bits)).astype(np.int64)
        return np.where(small, steps, leading)

    def coarser(self, places: npt.NDArray[np.int64], bits: int) -> npt.NDArray[np.int64]:
        """Return the buckets of a key with fewer bits that these buckets lie in."""
        drop = self.bits - bits
        if self.scale == "real":
            return places >> drop
        upper = places > (self.highest - 1) // 2
        return np.where(upper, self.with_bits(bits).highest - ((self.highest - places) >> drop), places >> drop)


_USUAL = ScoreKey()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class BucketCurve(DistinctRows):
    """
    Rows of each class in buckets of a fixed key, with the least and the greatest score in each bucket.

    Its size does not grow with the rows, and adding states loses nothing more. How the rows of two classes are ordered
    within a bucket is not known, unless all have one score. For a metric that depends on the order of the scores,
    ``metric.bounds_of(state)`` gives the least and the greatest value that any order within the buckets allows.

    Attributes
    ----------
    places : ndarray of int64, shape (T,)
        The buckets that hold rows, the highest scores first.
    weights : ndarray of int64 or float64, shape (T, C)
        Rows of each class in each bucket, counted exactly, or sums of their weights.
    low, high : ndarray of float64, shape (T,)
        The least and the greatest score in each bucket.
    classes : tuple
        The C classes. Where there are two, the second is the positive one.
    score_key : ScoreKey
        How scores become buckets.
    missing : int
        How many rows were dropped because a value was missing.

    Notes
    -----
    Two `BucketCurve` add if their classes and keys are equal, up to the bits: those of the finer one are dropped first.
    Else `MergeError`. Counts of rows are exact, so that the sum does not depend on the order of batches.

    References
    ----------
    Bouckaert (2006), Efficient AUC learning curve calculation, AI 2006, LNAI 4304:181, counts scores in bins for the
    AUC; that the ROC curves of the best and of the worst order within bins enclose all others follows from their
    dominance.

    Examples
    --------
    >>> from concordant import roc_auc
    >>> from concordant.states import BucketCurve
    >>> monday = BucketCurve.from_scores([0, 1, 1, 0], [0.2, 0.8, 0.5, 0.5])
    >>> tuesday = BucketCurve.from_scores([1, 0], [0.9, 0.1])
    >>> roc_auc.of(monday + tuesday)
    0.9444444444444444
    """

    stored_as = "bucket_curve"
    _stored_fields = ("classes", *_OF_KEY, "places", "low", "high", "weights", "weights_dtype", "missing")
    _row_fields = ("places", "low", "high")
    _equal_fields = ("score_key", "places", "weights", "low", "high")

    places: npt.NDArray[np.int64]
    weights: NumberArray
    low: FloatArray
    high: FloatArray
    classes: tuple[Label, ...]
    score_key: ScoreKey = _USUAL
    missing: int = field(default=0, kw_only=True)

    # -- from data ---------------------------------------------------------------------------------------------

    @classmethod
    def from_scores(
        cls,
        y_true: Column,
        y_score: Column,
        *,
        key: Scale | ScoreKey = "probability",
        labels: Sequence[Label] | None = None,
        pos_label: Label | None = None,
        sample_weight: Column | None = None,
        missing: Missing = "raise",
    ) -> BucketCurve:
        """
        Count one column of scores in buckets.

        Parameters
        ----------
        y_true : array-like of shape (n,)
            Labels of two classes.
        y_score : array-like of shape (n,)
            Scores, higher for the positive class.
        key : {"probability", "real"} or ScoreKey
            Which buckets: of scores from 0 to 1, or of any scores. The parts of a whole need one key.
        labels : sequence of two labels, optional
            The negative and the positive class.
        pos_label : label, optional
            The positive class.
        sample_weight : array-like of shape (n,), optional
            One weight a row, finite and not negative.
        missing : {"raise", "drop"}
            What to do with missing labels and NaN scores.

        Raises
        ------
        ScoreError
            If a score is none of the scale of the key.
        InputError
            If the columns cannot be read; the message says why.
        """
        reading: Any = {"labels": labels, "pos_label": pos_label, "sample_weight": sample_weight, "missing": missing}
        if on_device(y_true, y_score):
            from concordant.engines.devices.groups import bucket_curve
            from concordant.engines.devices.rows import check_device_scores

            return bucket_curve(check_device_scores(y_true, y_score, **reading), key=key_named(key))
        rows = check_scores(y_true, y_score, **reading)
        if not rows.binary:
            msg = "a BucketCurve takes one column of scores; for one column a class use CurveStack.from_scores."
            raise LengthError(msg)
        return cls.from_rows(rows, key=key_named(key))

    @classmethod
    def from_rows(cls, rows: ScoreRows, *, key: ScoreKey) -> BucketCurve:
        """Count checked rows with one column of scores."""
        from concordant.engines.arrays import bucket_curve

        return bucket_curve(rows, key=key)

    @classmethod
    def from_frame(
        cls,
        frame: Frame,
        *,
        y_true: str,
        y_score: str,
        key: Scale | ScoreKey = "probability",
        labels: Sequence[Label] | None = None,
        pos_label: Label | None = None,
        sample_weight: str | None = None,
        missing: Missing = "raise",
    ) -> BucketCurve:
        """
        Count two columns of an eager or lazy frame, or of scanned files.

        A lazy frame is grouped by bucket and truth where it lives; only groups come back. Files are read in batches.
        """
        from concordant.sources.buckets import frames_curve

        columns: Any = {"y_true": y_true, "y_score": y_score, "sample_weight": sample_weight}
        names: Any = {"labels": labels, "pos_label": pos_label, "missing": missing}
        found: BucketCurve = frames_curve(frame, key=key_named(key), **columns, **names)
        return found

    @classmethod
    def from_curve(cls, curve: Curve, *, key: Scale | ScoreKey = "probability") -> Self:
        """Put the distinct scores of an exact curve into buckets; `ScoreError` if the key has none for a score."""
        key = key_named(key)
        places, scores = key.places_of(curve.scores), curve.scores.astype(np.float64)
        one_each = cls(places, curve.weights, scores, scores, curve.classes, key, missing=curve.missing)
        return _joined(one_each).fitted()

    @classmethod
    def empty(cls, classes: Sequence[Label] = (0, 1), *, key: Scale | ScoreKey = "probability") -> Self:
        """Return the neutral element of adding: no row, for these classes."""
        names, none = check_declared(classes), np.zeros(0)
        return cls(none.astype(np.int64), np.zeros((0, len(names)), np.int64), none, none, names, key_named(key))

    # -- verbs -------------------------------------------------------------------------------------------------

    @property
    def key(self) -> dict[str, Any]:
        """What must be equal to add two states; the finer of two keys gives up bits."""
        key = self.score_key
        return {"classes": self.classes, "scale": key.scale, "octaves": key.octaves, "limit": key.limit}

    def _plus(self, other: Self) -> Self:
        refuse_overflow(self.weights, other.weights)
        bits = min(self.score_key.bits, other.score_key.bits)
        dtype = np.result_type(self.weights.dtype, other.weights.dtype)
        parts: list[Any] = []
        for curve in (self.coarsened(bits), other.coarsened(bits)):
            weights = np.ascontiguousarray(curve.weights, dtype)
            parts += [np.ascontiguousarray(curve.places), weights, *map(np.ascontiguousarray, (curve.low, curve.high))]
        merged = _kernels.merge_buckets(*parts)
        key, missing = self.score_key.with_bits(bits), self.missing + other.missing
        both = type(self)(merged.places, merged.weights, merged.low, merged.high, self.classes, key, missing=missing)
        return both.fitted()

    def __repr__(self) -> str:
        """The size, not the numbers."""
        mixed = int(self.mixed.sum())
        return (
            f"BucketCurve({len(self.places):,} buckets, {mixed:,} of them with several scores of several classes, "
            f"classes={self.classes!r}, n={self.n:,}, bits={self.score_key.bits})"
        )

    def _field(self, name: str) -> Any:
        return getattr(self.score_key if name in _OF_KEY else self, name)

    @classmethod
    def _read(cls, stored: StoredState) -> Self:
        classes = stored.labels("classes")
        try:
            key = ScoreKey(stored["scale"], stored.whole("octaves") or -1, stored["bits"], stored["limit"])
        except (OptionError, TypeError):
            stored.refuse("scale", "with octaves, bits and limit the key of a ScoreKey")
        places, low, high = stored.row("places", "int64"), stored.row("low", "float64"), stored.row("high", "float64")
        weights = stored.nested("weights", (len(places), len(classes)), stored.dtype("weights_dtype", COUNTED))
        return cls(places, weights, low, high, classes, key, missing=stored.whole("missing"))

    def _unsound(self) -> str | None:
        key, places, low, high = self.score_key, self.places, self.low, self.high
        if not len(places) == len(low) == len(high):
            return f"{len(places)} buckets need as many least and greatest scores, not {len(low)} and {len(high)}"
        if len(places) > 1 and not (places[:-1] > places[1:]).all():
            return "its buckets do not fall from each to the next"
        if key.limit is not None and len(places) > key.limit and key.bits > 0:
            return "its buckets are more than the limit of its key"
        if (low > high).any():
            return "the least score of a bucket is above its greatest"
        if key.scale == "probability" and ((low < 0) | (high > 1)).any():
            return "a score is no probability"
        if (key.places(low) != places).any() or (key.places(high) != places).any():
            return "a score does not lie in its bucket"
        why = unsound_cells(self.weights.reshape(1, -1))
        if why is None and not self.weights.any(1).all():
            return "a bucket without a row is in it"
        return why

    # -- views -------------------------------------------------------------------------------------------------

    @property
    def mixed(self) -> npt.NDArray[np.bool_]:
        """Which buckets hold rows of several classes at more than one score: their order is not known."""
        return np.asarray((self.low < self.high) & ((self.weights > 0).sum(1) > 1))

    @property
    def exact(self) -> bool:
        """Whether the order of all rows of different classes is known."""
        return not self.mixed.any()

    def coarsened(self, bits: int) -> Self:
        """Return the same rows with fewer bits of their scores."""
        if bits == self.score_key.bits:
            return self
        places, key = self.score_key.coarser(self.places, bits), self.score_key.with_bits(bits)
        return _joined(replace(self, places=places, score_key=key))

    def fitted(self) -> Self:
        """Return the same rows with as many bits as the limit of the key allows."""
        curve, limit = self, self.score_key.limit
        while limit is not None and len(curve.places) > limit and curve.score_key.bits > 0:
            curve = curve.coarsened(curve.score_key.bits - 1)
        return curve

    def one_vs_rest(self, label: Label) -> BucketCurve:
        """Return the two classes "this one" and "any other"."""
        two = self.tied().one_vs_rest(label)
        return replace(self, weights=two.weights, classes=two.classes)

    def tied(self) -> Curve:
        """Return the curve of the rows with one score a bucket, its least: the rows of a bucket as ties."""
        return Curve(self.low, self.weights, self.classes, missing=self.missing)

    def best(self) -> Curve:
        """Return the curve whose positives stand above the negatives of their bucket; no order has a higher one."""
        return self._ordered(positives_first=True)

    def worst(self) -> Curve:
        """Return the curve whose positives stand below the negatives of their bucket; no order has a lower one."""
        return self._ordered(positives_first=False)

    def _ordered(self, *, positives_first: bool) -> Curve:
        if len(self.classes) != 2:
            raise LabelError(f"two classes are needed, not {len(self.classes)}; see one_vs_rest().")
        mixed = self.mixed
        times = 1 + mixed
        first = np.cumsum(times) - times
        scores, weights = np.repeat(self.low, times), np.repeat(self.weights, times, axis=0)
        upper, lower = first[mixed], first[mixed] + 1
        scores[upper] = self.high[mixed]
        weights[upper, 0 if positives_first else 1] = 0
        weights[lower, 1 if positives_first else 0] = 0
        return Curve(scores, weights, self.classes, missing=self.missing)


_C = TypeVar("_C", bound=BucketCurve)


def _joined(curve: _C) -> _C:
    """Add up neighbours that lie in one bucket."""
    first = np.flatnonzero(np.diff(curve.places, prepend=curve.places[:1] + 1))
    if len(first) == len(curve.places):
        return curve
    last = np.append(first[1:], len(curve.places)) - 1
    return replace(
        curve,
        places=curve.places[first],
        weights=np.add.reduceat(curve.weights, first),
        low=curve.low[last],
        high=curve.high[first],
    )


def key_named(key: Scale | ScoreKey) -> ScoreKey:
    """Return a key, or the one of this scale."""
    return key if isinstance(key, ScoreKey) else ScoreKey(key)
