"""`Ratings`: distinct profiles of known raters; `TallySums`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Self

import numpy as np
import numpy.typing as npt

from concordant.errors import LabelError, LengthError, OptionError
from concordant.inputs.arrays import refuse_other_order
from concordant.inputs.labels import check_declared
from concordant.inputs.ratings import PanelRows, check_raters, check_wide
from concordant.states.counts import Counts
from concordant.states.profiles import (
    OfKnownRaters,
    Profiles,
    RatedUnits,
    added_squares,
    distinct_rows,
    grouped,
    joined_members,
    members_of,
    moved_members,
    profiles_of_codes,
    shown_labels,
    stored_weights,
    sums_of,
    unsound_members,
    unsound_units,
)
from concordant.states.state import State, StoredState, times
from concordant.states.tallies import Tallies
from concordant.typing import Column, FloatArray, Frame, Label, NumberArray

_SUMS = ("units", "paired_units", "within", "shares", "coincidences", "pairs", "ratings")


@dataclass(frozen=True, slots=True, eq=False)
class TallySums(State):
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

    stored_as = "tally_sums"
    _stored_fields = ("labels", "ordered", "stack", *_SUMS, "missing")
    _flat_fields = _SUMS
    _numbers = "units"
    _key_fields = ("labels", "ordered", "stack")
    _equal_fields = _SUMS

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
        named: dict[str, Any] = dict(zip(_SUMS, map(np.asarray, sums), strict=True))
        return cls(**named, labels=tallies.labels, ordered=tallies.ordered, missing=tallies.missing)

    @classmethod
    def from_counts(cls, counts: Counts) -> Self:
        """Take two raters who both rated every unit."""
        table = counts.table * 1.0
        both, used = table + np.swapaxes(table, -1, -2), table.sum(-1) + table.sum(-2)
        n = table.sum((-1, -2))
        sums = (n, n, both / 2, used / 2, both, both, used)
        named: dict[str, Any] = dict(zip(_SUMS, map(np.asarray, sums), strict=True))
        return cls(**named, labels=counts.labels, ordered=counts.ordered, missing=counts.missing)

    @classmethod
    def empty(cls, labels: tuple[Label, ...], *, ordered: bool = True) -> Self:
        """Return the neutral element of adding: no unit, for these labels."""
        return cls.from_tallies(Tallies.empty(labels, ordered=ordered))

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

    def _plus(self, other: Self) -> Self:
        sums: dict[str, Any] = {name: np.asarray(getattr(self, name) + getattr(other, name)) for name in _SUMS}
        return replace(self, missing=self.missing + other.missing, **sums)

    def __mul__(self, factor: float) -> Self:
        """Repeat every unit `factor` times."""
        sums: dict[str, Any] = {name: np.asarray(times(getattr(self, name), factor)) for name in _SUMS}
        return replace(self, missing=round(self.missing * factor), **sums)

    @classmethod
    def _read(cls, stored: StoredState) -> Self:
        labels, stack = stored.labels("labels"), stored.shape("stack")
        k = len(labels)
        shapes = zip(_SUMS, ((), (), (k, k), (k,), (k, k), (k, k), (k,)), strict=True)
        sums: dict[str, Any] = {name: stored.flat(name, (*stack, *shape)) for name, shape in shapes}
        return cls(**sums, labels=labels, ordered=stored.flag("ordered"), missing=stored.whole("missing"))

    def _unsound(self) -> str | None:
        sums = [getattr(self, name) for name in _SUMS]
        if any(table.size and not (table.min() >= 0 and np.isfinite(table).all()) for table in sums):
            return "a sum is not finite and 0 or more"
        for table in (self.within, self.coincidences, self.pairs):
            if not np.allclose(table, np.swapaxes(table, -1, -2), rtol=1e-9, atol=1e-12):
                return "its pairs of ratings are not symmetric"
        alike = ((self.within.sum((-1, -2)), self.paired_units), (self.shares.sum(-1), self.units))
        if not all(np.allclose(a, b, rtol=1e-6, atol=1e-12) for a, b in alike):
            return "its sums do not belong to the same units"
        if (self.paired_units > self.units * (1 + 1e-9)).any():
            return "more units have two ratings than have one"
        return None

    def __repr__(self) -> str:
        """How many units there are."""
        return f"TallySums: {len(self.labels)} labels, units {self.n}"


def pairs_within(counts: NumberArray, weight: NumberArray) -> NumberArray:
    """``sum_u w_u (T T' - diag(T))`` for weights (..., U)."""
    table = np.asarray((counts.T * weight[..., None, :]) @ counts)
    label = np.arange(counts.shape[1])
    table[..., label, label] = weight @ (counts * (counts - 1))  # no difference of sums, whose rounding may be below 0
    return table


def panel_of_counts(counts: Counts, raters: Sequence[Label]) -> Ratings:
    """Take each cell that holds rows for a profile."""
    names = check_raters(raters)
    if len(names) != 2:
        raise LengthError(f"counts are of two raters, so that raters must name two, not {len(names)}.")
    if counts.stack:
        raise OptionError("a stack of counts is no panel; take the panel of each of its tables.")
    cells = counts.occupied
    held = np.flatnonzero(cells.counts)
    codes = np.stack([cells.truth[held], cells.prediction[held]], axis=1)
    order = np.lexsort(codes.T[::-1])
    codes, held = codes[order], held[order]
    start = 2 * np.arange(len(held) + 1, dtype=np.int64)
    rater = np.tile(np.array([0, 1], np.int32), len(held))
    squares = None if cells.squares is None else cells.squares[held]
    profiles = Profiles(start, rater, codes.ravel().astype(np.int32))
    weight = cells.counts[held]
    named = (counts.labels, names)
    return Ratings.of_profiles(profiles, weight, squares, *named, ordered=counts.ordered, missing=counts.missing)


Duplicates = Literal["raise", "runs", "first", "last"]


@dataclass(frozen=True, slots=True, eq=False)
class Ratings(RatedUnits, OfKnownRaters):
    """
    The distinct profiles of units, and how many units have each. A profile says which rater gave which label.

    Not every rater has rated every unit. A million units that five raters put into five classes have at most 7,776
    profiles; of crowds, where raters change from unit to unit, there are nearly as many as units: `Tallies` are small
    there.

    Attributes
    ----------
    start : ndarray of int64, shape (U + 1,)
        Where the ratings of each profile begin in `rater` and `code`. Profiles stand in the order of their number of
        ratings, then of their raters and codes.
    rater, code : ndarray of int32
        The place of the rater among `raters`, ascending in a profile, and of the label among `labels`.
    weight : ndarray of int64 or float64, shape (..., U)
        How many units have this profile, or the sum of their weights. Leading axes are a stack.
    squares : ndarray of float64, shape (..., U), or None
        Sums of squared weights, of weighted units.
    labels, ordered : tuple, bool
        The K labels, and whether their order means something.
    raters : tuple
        The names of the raters.
    missing : int
        How many units were dropped because nobody rated them.
    cluster : ndarray of float64, shape (3, C), or None
        Which units belong together (sentences of a document): the number of the cluster, the place of the profile, and
        the weight of the units that have both. Clusters of two states that are added are different ones. None: every
        unit is independent of the others.

    Examples
    --------
    >>> from concordant import Ratings
    >>> ratings = Ratings.from_wide([["a", "a", None], ["a", "b", "b"], ["a", "a", None]])
    >>> ratings
    Ratings: 3 units, 3 raters, 2 profiles, labels 'a', 'b'
    >>> ratings.tallies().counts.tolist()
    [[1, 2], [2, 0]]
    """

    stored_as = "ratings"
    _stored_fields = (
        *("labels", "ordered", "raters", "start", "rater", "code"),
        *("weight", "squares", "shape", "dtype", "missing", "cluster"),
    )
    _equal_fields = ("start", "rater", "code", "weight", "squares", "cluster")

    start: NumberArray
    rater: NumberArray
    code: NumberArray
    weight: NumberArray
    labels: tuple[Label, ...]
    raters: tuple[Label, ...]
    ordered: bool = True
    squares: NumberArray | None = None
    missing: int = field(default=0, kw_only=True)
    cluster: FloatArray | None = field(default=None, kw_only=True)
    _made: list[Any] = field(default_factory=list, init=False, repr=False)  # tallies, once they were asked for

    # -- from data ---------------------------------------------------------------------------------------------

    @classmethod
    def from_wide(
        cls,
        matrix: Any,
        raters: Sequence[Label] | None = None,
        labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None,
        cluster: Column | None = None,
        *,
        missing_labels: Sequence[Label] = (),
    ) -> Self:
        """
        Count a matrix, or a frame, with a row a unit and a column a rater.

        Parameters
        ----------
        matrix : array-like of shape (n, r), or data frame
            Labels; NaN, None, null, NA and masked values are missing ratings.
        raters : sequence, optional
            Of a frame: the columns that are ratings, default all. Of a matrix: the names of its columns.
        labels : sequence, optional
            All labels in their order. Default: those that occur, numbers in numeric order.
        sample_weight : array-like of shape (n,), optional
            One weight a unit, finite and not negative.
        cluster : array-like of shape (n,), optional
            Which units belong together; intervals and comparisons of the state know it then.
        missing_labels : sequence
            Labels that stand for a missing rating, such as ``[""]``.

        Raises
        ------
        InputError
            If the ratings cannot be read; `EmptyInputError` if all of them are missing.
        """
        refuse_other_order(matrix, (cluster,), ("cluster",), sample_weight, what="ratings")
        separate_units = cluster is not None
        reading: Any = {"sample_weight": sample_weight, "missing_labels": missing_labels, "each": separate_units}
        return cls.from_rows(check_wide(matrix, raters=raters, labels=labels, **reading), cluster)

    @classmethod
    def from_rows(cls, rows: PanelRows, cluster: Column | None = None) -> Self:
        """Count checked rows; of rows with clusters each must be a unit."""
        return cls.with_places(rows, cluster)[0]

    @classmethod
    def with_places(cls, rows: PanelRows, cluster: Column | None = None) -> tuple[Self, npt.NDArray[np.intp]]:
        """Count checked rows; and the profile of each, -1 of those that nobody rated or that have no weight."""
        profiles, weight, squares, place, missing = profiles_of_codes(
            rows.codes, len(rows.labels), rows.weights, rows.times
        )
        members = None if cluster is None else members_of(cluster, place, rows.weights)
        rest: Any = {"ordered": rows.ordered, "missing": missing, "cluster": members}
        return cls.of_profiles(profiles, weight, squares, rows.labels, rows.raters, **rest), place

    @classmethod
    def of_profiles(
        cls,
        profiles: Profiles,
        weight: NumberArray,
        squares: NumberArray | None,
        labels: tuple[Label, ...],
        raters: tuple[Label, ...],
        **rest: Any,
    ) -> Self:
        """Take profiles that are distinct and in order; `rest` has the other fields."""
        three = profiles.start, profiles.rater, profiles.code
        return cls(*three, weight, labels, raters, squares=squares, **rest)

    @classmethod
    def from_long(
        cls,
        frame: Frame,
        *,
        unit: str,
        rater: str,
        label: str,
        weight: str | None = None,
        labels: Sequence[Label] | None = None,
        raters: Sequence[Label] | None = None,
        duplicates: Duplicates = "raise",
        missing_labels: Sequence[Label] = (),
    ) -> Self:
        """
        Count a long table, with a row for each rating.

        Parameters
        ----------
        frame : data frame
            Eager frames of pandas, Polars, Arrow; of lazy ones (Polars, DuckDB, Dask, PySpark, Ibis) these
            columns are collected.
        unit, rater, label : str
            The columns that say which unit was rated, by whom, and how. A missing label is a missing rating.
        weight : str, optional
            The column with the weight of the unit, which must be the same in all rows of a unit.
        labels : sequence, optional
            All labels in their order.
        raters : sequence, optional
            All raters in their order. Default: those that occur, sorted.
        duplicates : {"raise", "runs", "first", "last"}
            What to do where a rater has rated a unit more than once: raise; take the second rating for that of a rater
            ``(name, 2)``; take the first or the last.
        missing_labels : sequence
            Labels that stand for a missing rating, such as ``[""]``.
        """
        from concordant.sources.panels import ratings_from_long

        columns: Any = {"unit": unit, "rater": rater, "label": label, "weight": weight}
        reading: Any = {"labels": labels, "raters": raters, "duplicates": duplicates, "missing_labels": missing_labels}
        return ratings_from_long(cls, frame, **columns, **reading)

    @classmethod
    def from_triples(
        cls,
        triples: Iterable[tuple[Label, Label, Label]] | Mapping[Label, Mapping[Label, Label]],
        *,
        labels: Sequence[Label] | None = None,
        raters: Sequence[Label] | None = None,
        duplicates: Duplicates = "raise",
    ) -> Self:
        """
        Count triples (rater, unit, label) as nltk has them, or a mapping ``{rater: {unit: label}}``.

        Parameters
        ----------
        triples : iterable of (rater, unit, label), or mapping
            A label None or NaN is a missing rating.
        labels, raters, duplicates
            As of `from_long`.
        """
        from concordant.sources.panels import ratings_from_triples

        return ratings_from_triples(cls, triples, labels=labels, raters=raters, duplicates=duplicates)

    @classmethod
    def empty(cls, labels: Sequence[Label], raters: Sequence[Label], *, ordered: bool = True) -> Self:
        """Return the neutral element of adding: no unit, for these labels and raters."""
        none = np.zeros(0, np.int32)
        start, weight = np.zeros(1, np.int64), np.zeros(0, np.int64)
        return cls(start, none, none, weight, check_declared(labels), check_raters(raters), ordered)

    # -- verbs -------------------------------------------------------------------------------------------------

    @property
    def key(self) -> dict[str, Any]:
        """What must be equal to add two states."""
        named = {"labels": self.labels, "ordered": self.ordered, "raters": self.raters}
        return {**named, "stack": self.stack, "clusters": self.cluster is not None}

    @property
    def profiles(self) -> Profiles:
        """Where profiles start, and the raters and codes of their ratings."""
        return Profiles(self.start, self.rater, self.code)

    def _plus(self, other: Self) -> Self:
        profiles, index = grouped(self.profiles.then(other.profiles), len(self.raters), len(self.labels))
        weight, squares = self.added_weights(other, index, len(profiles))
        cluster = None
        if self.cluster is not None and other.cluster is not None:
            size = len(self.profiles)
            cluster = joined_members(self.cluster, index[:size], other.cluster, index[size:])
        return self._with(profiles, weight, squares, missing=self.missing + other.missing, cluster=cluster)

    def _with(self, profiles: Profiles, weight: NumberArray, squares: NumberArray | None, **rest: Any) -> Self:
        three: Any = dict(zip(("start", "rater", "code"), profiles, strict=True))
        return replace(self, **three, weight=weight, squares=squares, **rest)

    def __mul__(self, factor: float) -> Self:
        """Repeat every unit `factor` times."""
        weight, squares = self.repeated_weights(factor)
        profiles, cluster = self.profiles, self.cluster
        if not factor:
            profiles, cluster = profiles.some(np.zeros(0, np.intp)), None if cluster is None else cluster[:, :0]
        elif cluster is not None:
            cluster = cluster * [[1.0], [1.0], [float(factor)]]
        return self._with(profiles, weight, squares, missing=round(self.missing * factor), cluster=cluster)

    @classmethod
    def _read(cls, stored: StoredState) -> Self:
        labels, raters = stored.labels("labels"), stored.labels("raters")
        weight, squares = stored_weights(stored)
        profiles = Profiles(stored.row("start", "int64"), stored.row("rater", "int32"), stored.row("code", "int32"))
        ordered, missing, cluster = stored.flag("ordered"), stored.whole("missing"), None
        if stored["cluster"] is not None:
            first = next(iter(stored.listed("cluster", "lists")), None)
            size = len(first) if isinstance(first, (list, tuple)) else 0
            cluster = stored.nested("cluster", (3, size), "float64")
        named = (labels, raters)
        return cls.of_profiles(profiles, weight, squares, *named, ordered=ordered, missing=missing, cluster=cluster)

    def _unsound(self) -> str | None:
        start, rater, code = self.profiles
        why = unsound_units(self.weight, self.squares)
        if why:
            return why
        if len(start) != self.weight.shape[-1] + 1 or start[0] != 0 or not start[-1] == len(rater) == len(code):
            return "its profiles do not begin and end where its ratings do"
        if not (start[1:] > start[:-1]).all():
            return "a profile without a rating is in it"
        for part, names, what in ((rater, self.raters, "rater"), (code, self.labels, "label")):
            if part.size and not (part.min() >= 0 and part.max() < len(names)):
                return f"a rating has a {what} that is none of them"
        later = np.ones(len(rater), np.bool_)  # ratings after the first of a profile
        later[start[:-1]] = False
        if not (np.diff(rater)[later[1:]] > 0).all():
            return "the raters of a profile do not rise"
        distinct, _ = grouped(self.profiles, len(self.raters), len(self.labels))
        if not all(map(np.array_equal, self.profiles, distinct)):
            return "its profiles are not distinct, in order"
        return None if self.cluster is None else unsound_members(self.cluster, self.weight)

    # -- views -------------------------------------------------------------------------------------------------

    def __getitem__(self, place: Any) -> Self:
        """Take states out of a stack."""
        squares = None if self.squares is None else self.squares[place]
        return replace(self, weight=self.weight[place], squares=squares, cluster=None)

    def with_weights(self, weight: NumberArray) -> Self:
        """Return the same profiles under other weights (..., U)."""
        return replace(self, weight=weight, squares=None, cluster=None)

    def tallies(self) -> Tallies:
        """Forget who rated: the state of the coefficients in which raters are exchangeable."""
        tallies: Tallies = self._tallied()[0]
        return tallies

    def compositions(self) -> npt.NDArray[np.intp]:
        """The place of each profile among the compositions of `tallies`."""
        place: npt.NDArray[np.intp] = self._tallied()[1]
        return place

    def _tallied(self) -> list[Any]:
        if not self._made:
            counts = self.profiles.tally(len(self.labels))
            first, place = distinct_rows(counts, int(counts.max(initial=0)) + 1)
            weight = sums_of(place, len(first), self.weight)
            squares = added_squares(place, weight, [(self.weight, self.squares)])
            named = (self.labels, self.ordered, squares)
            self._made.extend([Tallies(counts[first], weight, *named, missing=self.missing), place])
        return self._made

    def select(self, raters: Sequence[Label]) -> Ratings:
        """
        Return the ratings of some raters, in this order. Units that none of them has rated are dropped and counted.

        Raises
        ------
        LabelError
            If a name is none of the raters.
        """
        return self.of_raters(raters)[0]

    def of_raters(self, raters: Sequence[Label]) -> tuple[Ratings, npt.NDArray[np.intp]]:
        """What `select` returns, and the profile there of each profile here, -1 where none of the raters rated."""
        names = check_raters(raters)
        index_of_rater = np.full(len(self.raters), -1, np.int64)
        known = {name: at for at, name in enumerate(self.raters)}
        for new, name in enumerate(names):
            index_of_rater[known[name] if name in known else self.index_of(name)] = new
        return self._among(names, index_of_rater)

    def _among(
        self, names: tuple[Label, ...], index_of_rater: npt.NDArray[np.int64]
    ) -> tuple[Ratings, npt.NDArray[np.intp]]:
        """The ratings of raters by new names, each by its index among them, -1: none of them; as of `of_raters`."""
        profiles_of_raters, units = self.profiles.relabelled(index_of_rater)
        profiles, group = grouped(profiles_of_raters, len(names), len(self.labels))
        weight, squares, cluster = self._regrouped(units, group, len(profiles))
        dropped = self.weight.sum() - weight.sum() if not self.weighted and not self.stack else 0
        rest: Any = {"ordered": self.ordered, "missing": self.missing + int(dropped), "cluster": cluster}
        place = np.full(len(self.profiles), -1, np.intp)
        place[units] = group
        return self.of_profiles(profiles, weight, squares, self.labels, names, **rest), place

    def _regrouped(
        self, units: npt.NDArray[np.intp], group: npt.NDArray[np.intp], size: int
    ) -> tuple[NumberArray, NumberArray | None, FloatArray | None]:
        """The weights, their squares and the clusters, where some profiles become others: those of these groups."""
        kept, squares = self.weight[..., units], None if self.squares is None else self.squares[..., units]
        weight = sums_of(group, size, kept)
        cluster = None if self.cluster is None else moved_members(self.cluster, len(self.profiles), units, group)
        return weight, added_squares(group, weight, [(kept, squares)]), cluster

    def both(self, a: Label, b: Label) -> Ratings:
        """Return the units that two raters both rated, as ratings of these two."""
        if a == b:
            raise OptionError(f"a pair is two raters, not {a!r} twice.")
        size, unit = len(self.labels), self.profiles.unit
        codes = np.full((2, len(self.profiles)), -1, np.int64)
        for row, name in enumerate((a, b)):
            rated = self.rater == self.index_of(name)
            codes[row, unit[rated]] = self.code[rated]
        units = np.flatnonzero((codes >= 0).all(0))
        cell, group = np.unique(codes[0, units] * size + codes[1, units], return_inverse=True)
        code = np.stack(np.divmod(cell, max(size, 1)), axis=1).ravel().astype(np.int32)
        profiles = Profiles(2 * np.arange(len(cell) + 1), np.tile(np.array([0, 1], np.int32), len(cell)), code)
        weight, squares, cluster = self._regrouped(units, group, len(cell))
        return self._with(profiles, weight, squares, raters=(a, b), missing=0, cluster=cluster)

    def table(self) -> Counts:
        """Count the units of two raters who both rated all of them, the first rater down and the second across."""
        cells = (..., self.code[::2], self.code[1::2])
        table = np.zeros((*self.stack, len(self.labels), len(self.labels)), self.weight.dtype)
        table[cells] = self.weight
        squares = None if self.squares is None else np.zeros(table.shape)
        if squares is not None:
            squares[cells] = self.squares
        return Counts(table, self.labels, self.ordered, squares)

    def pair(self, a: Label, b: Label) -> Counts:
        """Count the units that two raters both rated, rater `a` down and `b` across."""
        return self.both(a, b).table()

    def align(self, raters: Sequence[Label]) -> Ratings:
        """Return the same ratings over these raters, of which some may have rated nothing, so that states can add."""
        names = check_raters(raters)
        index_of_rater = np.full(len(self.raters), -1, np.int64)
        for old, name in enumerate(self.raters):
            if name not in names and (self.rater == old).any():
                raise LabelError(f"rater {name!r} has ratings and is not among the raters to align to.")
            index_of_rater[old] = names.index(name) if name in names else -1
        return self._among(names, index_of_rater)[0]

    def __repr__(self) -> str:
        """How many units, raters and profiles there are."""
        many = "" if len(self.profiles) < 1 << 16 else " (nearly one a unit: Tallies are smaller)"
        raters, profiles = f"{len(self.raters)} raters", f"{len(self.profiles):,} profiles{many}"
        return f"Ratings: {self._units}, {raters}, {profiles}, {shown_labels(self.labels)}"
