"""TallySums: what coefficients of exchangeable raters read of their units, in sums that add up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np

from concordant.states.counts import Counts
from concordant.states.merging import added, plain_labels, require_same_key, same_key, times
from concordant.states.ratings import Ratings
from concordant.states.sound import refuse_unstorable, require_sound
from concordant.states.stored import StoredState
from concordant.states.tallies import Tallies
from concordant.typing import Label, NumberArray

_VERSION = 1
_SUMS = ("units", "paired_units", "within", "shares", "coincidences", "pairs", "ratings")


@dataclass(frozen=True, slots=True, eq=False)
class TallySums:
    """
    Sums over units that every coefficient of exchangeable raters is a formula of; small, whatever the panel.

    A unit u has ``m`` ratings, ``T_k`` of them with label k, and the weight ``w``. ``Q = T T' - diag(T)`` counts its
    ordered pairs of ratings. Of many labels and units without end it is the state to keep; it has no interval.

    Attributes
    ----------
    units, paired_units : ndarray, shape (...)
        Sums of w over units with a rating, and with two or more.
    within : ndarray, shape (..., K, K)
        Sums of ``w Q / (m (m - 1))``: every unit counts alike.
    shares : ndarray, shape (..., K)
        Sums of ``w T / m``.
    coincidences : ndarray, shape (..., K, K)
        Sums of ``w Q / (m - 1)``, as Krippendorff counts: every rating alike.
    pairs : ndarray, shape (..., K, K)
        Sums of ``w Q``: every pair alike.
    ratings : ndarray, shape (..., K)
        Sums of ``w T``.
    labels, ordered, missing
        As in `Tallies`.
    """

    units: NumberArray
    paired_units: NumberArray
    within: NumberArray
    shares: NumberArray
    coincidences: NumberArray
    pairs: NumberArray
    ratings: NumberArray
    labels: tuple[Label, ...]
    ordered: bool = True
    missing: int = field(default=0, kw_only=True)

    @classmethod
    def from_tallies(cls, tallies: Tallies | Ratings) -> Self:
        """Add up the units of `Tallies`, or of `Ratings`."""
        if isinstance(tallies, Ratings):
            tallies = tallies.tallies()
        counts, weight = tallies.counts * 1.0, tallies.weight * 1.0
        m = counts.sum(1)
        two = m >= 2
        per = {power: np.where(two, weight / (np.where(two, m * (m - 1.0), 1.0)) * m**power, 0.0) for power in (0, 1)}
        sums = (
            weight.sum(-1),
            (weight * two).sum(-1),
            pairs_within(counts, per[0]),
            weight / m @ counts,
            pairs_within(counts, per[1]),
            pairs_within(counts, weight),
            weight @ counts,
        )
        return cls._made(sums, tallies.labels, ordered=tallies.ordered, missing=tallies.missing)

    @classmethod
    def from_counts(cls, counts: Counts) -> Self:
        """Take two raters who both rated every unit."""
        table = counts.table * 1.0
        both, used = table + np.swapaxes(table, -1, -2), table.sum(-1) + table.sum(-2)
        n = table.sum((-1, -2))
        sums = (n, n, both / 2, used / 2, both, both, used)
        return cls._made(sums, counts.labels, ordered=counts.ordered, missing=counts.missing)

    @classmethod
    def _made(cls, sums: Sequence[NumberArray], labels: tuple[Label, ...], *, ordered: bool, missing: int) -> Self:
        units, paired, within, shares, coincidences, pairs, ratings = map(np.asarray, sums)
        return cls(units, paired, within, shares, coincidences, pairs, ratings, labels, ordered, missing=missing)

    @classmethod
    def empty(cls, labels: tuple[Label, ...], *, ordered: bool = True) -> Self:
        """Return the neutral element of adding: no unit, for these labels."""
        return cls.from_tallies(Tallies.empty(labels, ordered=ordered))

    @property
    def key(self) -> dict[str, Any]:
        """What must be equal to add two states."""
        return {"labels": self.labels, "ordered": self.ordered, "stack": self.stack}

    @property
    def stack(self) -> tuple[int, ...]:
        """The shape of the leading axes."""
        return self.units.shape

    @property
    def n(self) -> Any:
        """The number of units that somebody rated, or the sum of their weights."""
        return self.units.item() if self.units.ndim == 0 else self.units

    @property
    def weighted(self) -> bool:
        """Whether units have weights: sums do not tell."""
        return False

    @property
    def _sums(self) -> tuple[NumberArray, ...]:
        return tuple(getattr(self, name) for name in _SUMS)

    def __add__(self, other: TallySums) -> Self:
        """Add the units of two states."""
        if not isinstance(other, TallySums):
            return NotImplemented
        require_same_key("TallySums", self.key, other.key)
        sums = [
            added(np.atleast_1d(a), np.atleast_1d(b)).reshape(a.shape)
            for a, b in zip(self._sums, other._sums, strict=True)
        ]
        return self._made(sums, self.labels, ordered=self.ordered, missing=self.missing + other.missing)

    def __mul__(self, factor: float) -> Self:
        """Repeat every unit `factor` times."""
        sums = [times(np.atleast_1d(one), factor).reshape(one.shape) for one in self._sums]
        return self._made(sums, self.labels, ordered=self.ordered, missing=round(self.missing * factor))

    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        """Whether both hold the same sums."""
        if not isinstance(other, TallySums):
            return NotImplemented
        same = all(np.array_equal(a, b) for a, b in zip(self._sums, other._sums, strict=True))
        return same_key(self.key, other.key) and self.missing == other.missing and same

    __hash__ = None  # type: ignore[assignment]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that JSON can hold; `from_dict` reads it back to the last bit."""
        for one in self._sums:
            refuse_unstorable("sums", np.atleast_1d(one))
        return {
            "state": "tally_sums",
            "version": _VERSION,
            "labels": plain_labels(self.labels),
            "ordered": self.ordered,
            "stack": list(self.stack),
            **{name: getattr(self, name).ravel().tolist() for name in _SUMS},
            "missing": self.missing,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """
        Read what `to_dict` wrote.

        Raises
        ------
        StateFormatError
            If a field is absent, or holds what no units give; the message says which.
        """
        stored = StoredState(data, "tally_sums", _VERSION, ("labels", "ordered", "stack", *_SUMS, "missing"))
        labels, stack = stored.labels("labels"), stored.shape("stack")
        k = len(labels)
        shapes = ((), (), (k, k), (k,), (k, k), (k, k), (k,))
        sums = [stored.flat(name, (*stack, *shape)) for name, shape in zip(_SUMS, shapes, strict=True)]
        found = cls._made(sums, labels, ordered=stored.flag("ordered"), missing=stored.whole("missing"))
        require_sound("tally_sums", _unsound(found))
        return found

    def __repr__(self) -> str:
        """How many units there are."""
        return f"TallySums: {len(self.labels)} labels, units {self.n}"


def pairs_within(counts: NumberArray, weight: NumberArray) -> NumberArray:
    """``sum_u w_u (T T' - diag(T))`` for weights (..., U)."""
    table = np.asarray((counts.T * weight[..., None, :]) @ counts)
    place = np.arange(counts.shape[1])
    table[..., place, place] = weight @ (counts * (counts - 1))  # no difference of sums, whose rounding may be below 0
    return table


def _unsound(sums: TallySums) -> str | None:
    """Why no units give these sums, up to rounding; None if some may."""
    every = [getattr(sums, name) for name in _SUMS]
    if any(one.size and not (one.min() >= 0 and np.isfinite(one).all()) for one in every):
        return "a sum is not finite and 0 or more"
    for table in (sums.within, sums.coincidences, sums.pairs):
        if not np.allclose(table, np.swapaxes(table, -1, -2), rtol=1e-9, atol=1e-12):
            return "its pairs of ratings are not symmetric"
    alike = ((sums.within.sum((-1, -2)), sums.paired_units), (sums.shares.sum(-1), sums.units))
    if not all(np.allclose(a, b, rtol=1e-6, atol=1e-12) for a, b in alike):
        return "its sums do not belong to the same units"
    if (sums.paired_units > sums.units * (1 + 1e-9)).any():
        return "more units have two ratings than have one"
    return None
