"""The fixed order-preserving key that puts scores into buckets: the same for every batch, engine and machine."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError, ScoreError
from concordant.names import did_you_mean
from concordant.typing import FloatArray

Scale = Literal["probability", "real"]
_OCTAVES = {"probability": 24, "real": 20}
_MOST_BITS, _MOST_OCTAVES = 16, 64
_MANTISSA = 52
_EXPONENT_OF_ONE = 1023


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
        if self.scale not in _OCTAVES:
            near = did_you_mean(self.scale, get_args(Scale))
            msg = f'the scale of a key is "probability" or "real", not {self.scale!r}.{near}'
            raise OptionError(msg)
        if type(self.octaves) is int and self.octaves == 0:
            object.__setattr__(self, "octaves", _OCTAVES[self.scale])
        whole = all(type(size) is int for size in (self.octaves, self.bits))
        if not whole or not (0 < self.octaves <= _MOST_OCTAVES and 0 <= self.bits <= _MOST_BITS):
            msg = (
                f"a key has 1 to {_MOST_OCTAVES} octaves and keeps 0 to {_MOST_BITS} bits, not {self.octaves!r} and "
                f"{self.bits!r}."
            )
            raise OptionError(msg)
        if self.limit is not None and (type(self.limit) is not int or self.limit < 1):
            msg = f"the limit of a key is a number of buckets, 1 or more, or None, not {self.limit!r}."
            raise OptionError(msg)

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
            msg = (
                f"buckets of probabilities hold scores from 0 to 1, and these are from {floats.min():g} to "
                f'{floats.max():g}. For other scores take key="real".'
            )
            raise ScoreError(msg)
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
