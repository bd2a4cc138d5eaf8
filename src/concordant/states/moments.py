"""`Moments` of losses, measurements and quantities of ranked rows."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Literal, Self

import numpy as np

from concordant.inputs.scores import MeasurementRows, ScoreRows, check_measurements
from concordant.states.state import (
    ByGroup,
    StoredState,
    added,
    check_factor,
    out_of_range,
    plain_floats,
    require_same_key,
    times,
)
from concordant.typing import Column, FloatArray, Frame, Label, Missing

MEASUREMENTS = ("y_true", "y_pred")
_SUMS = ("weight", "squares", "mean", "comoment")
Loss = Literal["squared", "surprise", "ranked", "hinge", "squared and class", "surprise and class"]
_FAR = 2.0**26  # the square of a mean, beside the variance, from where the rounding of the mean takes digits off
_ROUNDING = 1e-6
_LAST_DIGITS = 1e-7  # the root of 1e-14
_LEAST = 1.5e-154  # the root of the smallest normal number
_LOSSES = {  # the ends of what a loss of one row, and so their mean, can be
    "squared loss": (0.0, 2.0),
    "ranked loss": (0.0, 1.0),
    "surprise loss": (0.0, np.inf),
    "hinge loss": (0.0, np.inf),
    "positive": (0.0, 1.0),
    "defined": (0.0, 1.0),
}


def far_off(moments: Moments) -> bool:
    """Whether ratings are so large beside their spread that the rounding of their means counts."""
    if moments.names != MEASUREMENTS:
        return False
    if moments.weight.ndim == 0:
        (x, y), ((xx, _), (_, yy)) = moments.mean.tolist(), moments.comoment.tolist()
        weight = float(moments.weight)
        return bool(weight * x * x > _FAR * xx or weight * y * y > _FAR * yy)
    spread = np.diagonal(moments.comoment, axis1=-2, axis2=-1)
    with np.errstate(over="ignore"):
        return bool((moments.weight[..., None] * moments.mean**2 > _FAR * spread).any())


def _rest(moments: Moments) -> FloatArray:
    return np.zeros_like(moments.mean) if moments.rest is None else moments.rest


def two_sum(first: FloatArray, second: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the rounded sum and what it lacks (Knuth, The Art of Computer Programming 2, section 4.2.2, theorem B)."""
    total = first + second
    part = total - first
    return total, (first - (total - part)) + (second - part)


@dataclass(frozen=True, slots=True, eq=False)
class Moments(ByGroup):
    """
    Weighted count, means and co-moments of Q quantities of a row.

    Attributes
    ----------
    names : tuple of str
        What the quantities are.
    weight : ndarray of float64, shape (...)
        The number of rows, or the sum of their weights.
    squares : ndarray of float64, shape (...)
        The sum of squared weights.
    mean : ndarray of float64, shape (..., Q)
    comoment : ndarray of float64, shape (..., Q, Q)
        Sums of ``w (x - mean x) (y - mean y)``.
    classes : tuple or None
        Of losses: the classes that the probabilities speak of; where there are two, the second is the positive one.
    missing : int
        How many rows were dropped because a value was missing.
    rest : ndarray of float64, shape (..., Q), or None
        What rounding takes off the means, of ratings that are large beside their spread: the means are ``mean + rest``.

    Notes
    -----
    States are merged by the pairwise update of Chan, Golub and LeVeque (1983, The American Statistician 37:242,
    eq. 1.5), so that nothing cancels where the mean is large beside the spread.

    Examples
    --------
    >>> from concordant.states import Moments
    >>> a = Moments.from_measurements([1.0, 2.0], [1.5, 2.5])
    >>> b = Moments.from_measurements([4.0], [4.0])
    >>> (a + b).mean.round(3).tolist()
    [2.333, 2.667]
    """

    stored_as = "moments"
    _stored_fields = ("names", "classes", "shape", "weight", "squares", "mean", "comoment", "missing")
    _flat_fields = _SUMS
    _numbers = "weight"

    names: tuple[str, ...]
    weight: FloatArray
    squares: FloatArray
    mean: FloatArray
    comoment: FloatArray
    classes: tuple[Label, ...] | None = field(default=None, kw_only=True)
    missing: int = field(default=0, kw_only=True)
    rest: FloatArray | None = field(default=None, kw_only=True)

    # -- from data ---------------------------------------------------------------------------------------------

    @classmethod
    def from_measurements(
        cls, y_true: Column, y_pred: Column, *, sample_weight: Column | None = None, missing: Missing = "raise"
    ) -> Moments:
        """Moments of two continuous ratings of the same rows."""
        rows = check_measurements(y_true, y_pred, sample_weight=sample_weight, missing=missing)
        return cls.from_measurement_rows(rows)

    @classmethod
    def from_measurement_rows(cls, rows: MeasurementRows) -> Moments:
        """Moments of checked ratings."""
        from concordant.engines.arrays import moments

        return moments(rows)

    @classmethod
    def from_losses(cls, rows: ScoreRows, loss: Loss) -> Moments:
        """Moments of a loss of checked labels and probabilities, or decision values: see `loss_moments`."""
        from concordant.engines.arrays import loss_moments

        return loss_moments(rows, loss)

    @classmethod
    def from_frame(
        cls, frame: Frame, *, y_true: str, y_pred: str, sample_weight: str | None = None, missing: Missing = "raise"
    ) -> Moments:
        """
        Moments of two columns of ratings of an eager or lazy frame.

        Files and lazy frames of Polars and DuckDB are read in batches; the columns of other lazy frames are collected.
        """
        from concordant.sources.moments import moments

        return moments(frame, y_true=y_true, y_pred=y_pred, sample_weight=sample_weight, missing=missing)

    @classmethod
    def empty(cls, names: tuple[str, ...] = MEASUREMENTS, *, classes: tuple[Label, ...] | None = None) -> Self:
        """Return the neutral element of adding: no row, for these quantities."""
        size = len(names)
        return cls(names, np.zeros(()), np.zeros(()), np.zeros(size), np.zeros((size, size)), classes=classes)

    @classmethod
    def stack(cls, states: list[Self]) -> Self:
        """Lay states of the same quantities side by side along a leading axis."""
        for state in states[1:]:
            require_same_key("Moments", states[0].key, state.key)
        sums: Any = {name: np.stack([getattr(state, name) for state in states]) for name in _SUMS}
        rest = None if all(state.rest is None for state in states) else np.stack([_rest(state) for state in states])
        return replace(states[0], **sums, rest=rest)

    def distance(self, first: int, second: int) -> FloatArray:
        """Return by how much the mean of one quantity is above that of another, exact where both are nearly equal."""
        apart: FloatArray = self.mean[..., first] - self.mean[..., second]
        return apart if self.rest is None else apart + (self.rest[..., first] - self.rest[..., second])

    # -- verbs -------------------------------------------------------------------------------------------------

    @property
    def key(self) -> dict[str, Any]:
        """What must be equal to add two states."""
        return {"names": self.names, "classes": self.classes, "stack": self.weight.shape}

    @property
    def n(self) -> Any:
        """The number of rows or the sum of weights."""
        return self.weight.item() if self.weight.ndim == 0 else self.weight

    def _plus(self, other: Self) -> Self:
        weight = np.asarray(added(self.weight, other.weight))
        share = np.divide(other.weight, weight, out=np.zeros_like(weight), where=weight != 0)
        with np.errstate(invalid="ignore"):  # an infinite loss: its spread is undefined, its mean infinite
            step = other.mean - self.mean
            if self.rest is not None or other.rest is not None:
                step = step + (_rest(other) - _rest(self))
            less, more = np.minimum(self.weight, other.weight), np.maximum(self.weight, other.weight)
            both = less * np.divide(more, weight, out=np.zeros_like(weight), where=weight != 0)
            between = step[..., :, None] * step[..., None, :] * both[..., None, None]
            moved, rest = self._moved(other, step * share[..., None])
        mean = np.where(np.isinf(self.mean), self.mean, np.where(np.isinf(other.mean), other.mean, moved))
        if (self.weight == 0).any() or (other.weight == 0).any():  # exact beside an empty state
            if self.rest is not None or other.rest is not None:
                rest = np.where((self.weight == 0)[..., None], _rest(other), 0.0 if rest is None else rest)
            between = np.where(((self.weight == 0) | (other.weight == 0))[..., None, None], 0.0, between)
            mean = np.where((self.weight == 0)[..., None], other.mean, mean)
        squares, comoment = self.squares + other.squares, self.comoment + other.comoment + between
        sums: Any = {"weight": weight, "squares": squares, "mean": mean, "comoment": comoment}
        return replace(self, **sums, missing=self.missing + other.missing, rest=rest)

    def _moved(self, other: Moments, step: FloatArray) -> tuple[FloatArray, FloatArray | None]:
        """The means after a step, and what they lack where they are so far from 0 that it counts."""
        if self.rest is None and other.rest is None and not (far_off(self) or far_off(other)):
            return self.mean + step, None
        mean, rest = two_sum(self.mean, _rest(self) + step)
        rest = np.where(np.isfinite(mean), rest, 0.0)
        return mean, rest if rest.any() else None

    def __mul__(self, factor: float) -> Self:
        """Repeat every row `factor` times."""
        check_factor(factor)
        often, missing = float(factor), round(self.missing * factor)
        if often == 0:  # also where a loss is infinite
            zeros: Any = {name: np.zeros_like(getattr(self, name)) for name in _SUMS}
            return replace(self, **zeros, missing=missing, rest=None)
        weight = np.asarray(times(self.weight, often))
        squares, comoment = self.squares * often, self.comoment * often
        return replace(self, weight=weight, squares=squares, comoment=comoment, missing=missing)

    def _holds_same(self, other: Self) -> bool:
        pairs = (
            (self.weight, other.weight),
            (self.squares, other.squares),
            (self.mean, other.mean),
            (_rest(self), _rest(other)),
            (self.comoment, other.comoment),
        )
        return all(np.array_equal(a, b, equal_nan=True) for a, b in pairs)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that JSON can hold; `from_dict` reads it back to the last bit."""
        rest = {} if self.rest is None else {"rest": plain_floats(self.rest.ravel())}
        return ByGroup.to_dict(self) | rest

    @classmethod
    def _read(cls, stored: StoredState) -> Self:
        names, shape = tuple(stored.listed("names", "texts")), stored.shape("shape")
        if not all(isinstance(name, str) for name in names) or len(set(names)) < len(names):
            stored.refuse("names", "a list of texts that differ from each other")
        weight, squares = stored.flat("weight", shape), stored.flat("squares", shape)
        mean = stored.flat("mean", (*shape, len(names)))
        comoment = stored.flat("comoment", (*shape, len(names), len(names)), undefined=True)
        rest = stored.flat("rest", mean.shape) if "rest" in stored.data else None
        classes, missing = stored.optional("classes", stored.labels), stored.whole("missing")
        return cls(names, weight, squares, mean, comoment, classes=classes, missing=missing, rest=rest)

    def _unsound_sums(self) -> str | None:
        for name, part in (("weight", self.weight), ("squares", self.squares)):
            if part.size and not (np.isfinite(part).all() and part.min() >= 0):
                return f"{name} is not all finite and 0 or more"
        none = self.weight == 0
        if any((sums[none] != 0).any() for sums in (self.squares, self.mean, self.comoment)):
            return "what has no row has moments"
        return out_of_range(self.weight)

    def _unsound(self) -> str | None:
        mean, comoment = self.mean, self.comoment
        if why := self._unsound_sums():
            return why
        spread = np.diagonal(comoment, axis1=-2, axis2=-1)
        endless = np.isinf(mean) | np.isinf(spread)  # an infinite loss: what varies with it is undefined
        settled = ~(endless[..., :, None] | endless[..., None, :])
        if np.isnan(comoment[settled]).any():
            return "a co-moment of finite quantities is NaN"
        with np.errstate(over="ignore", under="ignore"):  # sums of squares are right up to the means' last digits
            rounded = _LAST_DIGITS * np.where(endless, 0.0, np.abs(mean)) * np.sqrt(self.weight)[..., None] + _LEAST
            if (spread < -(rounded**2))[~endless].any():
                return "a sum of squares is negative"
            root = np.sqrt(np.where(endless, 0.0, spread).clip(0)) + rounded
            most = root[..., :, None] * root[..., None, :] * (1 + _ROUNDING)
        if (np.abs(comoment[settled]) > most[settled]).any():
            return "a co-moment exceeds what the sums of squares allow"
        apart = comoment[settled] / 2 - np.swapaxes(comoment, -2, -1)[settled] / 2
        if (np.abs(apart) > _ROUNDING * most[settled]).any():
            return "its co-moments are not symmetric"
        for index, name in enumerate(self.names):
            low, high = (0.0, 1.0) if name.startswith("class ") else _LOSSES.get(name, (-np.inf, np.inf))
            if not ((mean[..., index] >= low - _ROUNDING) & (mean[..., index] <= high + _ROUNDING)).all():
                return f"the mean of {name!r} is outside {low:g} to {high:g}"
        return None


Ranked = Literal[
    "coverage", "average precision", "ranking loss", "gain", "normalized gain", "reciprocal rank", "one error", "top k"
]
TiesOfRanks = Literal["expected", "worst", "best"]
Ties = TiesOfRanks | Literal["last"]

RELEVANCE = {"gain": "any", "normalized gain": "non_negative"}  # of the others: indicators
_DEFINED = ("coverage", "gain", "one error", "top k")  # in every row


@dataclass(frozen=True, slots=True)
class RowQuantity:
    """
    What is taken of each row.

    Attributes
    ----------
    of : str
        The quantity, as the kernel names it.
    k : int or None
        How many places count; None: all.
    log_base : float
        Of gains: the base of the logarithm of the discount.
    ties : {"expected", "worst", "best", "last"}
        What counts among equal scores: the mean over their orders, the worst or the best one, or the one where the
        last column comes first. Coverage, average precision and ranking loss always take the worst.
    """

    of: Ranked
    k: int | None = None
    log_base: float = 2.0
    ties: Ties = "expected"

    def names(self, name: str) -> tuple[str, ...]:
        """The names of the quantities of `Moments`: the second one tells where the first is defined."""
        return (name,) if self.of in _DEFINED else (name, "defined")

    def arguments(self, labels: int) -> dict[str, Any]:
        """What the kernel takes besides the rows."""
        gains = self.of in RELEVANCE
        return {
            "k": self.k or labels,
            "ties": self.ties,
            "discounts": _discounts(labels, self.k, self.log_base) if gains else None,
        }


@lru_cache(maxsize=32)
def _discounts(labels: int, k: int | None, log_base: float) -> FloatArray:
    """1 / log(place + 1) of each place, zero after the first k."""
    discounts: FloatArray = 1 / (np.log(np.arange(labels) + 2) / np.log(log_base))
    if k is not None:
        discounts[k:] = 0
    discounts.flags.writeable = False
    return discounts
