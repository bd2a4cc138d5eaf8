"""`PanelSample`: units rated by many raters, by labels or numbers; leave out, draw, influence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import comb, lgamma
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from concordant.engines.arrays.quantities import moved_by_each, without_groups
from concordant.errors import OptionError, RaterIdentityError
from concordant.inference.influence.influences import Influences, ratio_or_zero
from concordant.inference.quantiles import tail_of_each, two_sided_each
from concordant.inference.samples.cells import smoothed_shares
from concordant.inference.samples.sample import Atoms, Clusters, Sample
from concordant.inputs.label_values import numbered
from concordant.metrics.agreement.sums import SumsOfRatings, SumsOfTallies, without_each
from concordant.metrics.agreement.weights import scaled_disagreement
from concordant.metrics.definition.kinds import NUMBER_STATES, NUMBERS, PANEL
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.options import refuse_absent, refuse_undefined, with_clusters
from concordant.states import Counts, NumericRatings, RatingMoments, Ratings, Tallies, TallySums
from concordant.states.profiles import Profiles, distinct_rows, grouped
from concordant.typing import FloatArray, KappaWeights, Label, NumberArray

_STATES = (Counts, Ratings, Tallies, TallySums)
_CELLS = 1 << 21  # numbers in one stack of units by labels
_MOST_UNITS = 4096  # distinct ones that a path is followed through
_STEP = 1e-30  # of the weight of all units: the complex step
_SUMS = 1 << 20  # numbers in one stack of sums
_REAL_STEP = 1e-4  # of the weight of all units, by which one is moved to see its influence
_EACH_BY_SUMS = 5000  # units that are left out one by one of sums with missing ratings, which can take REML
_EACH = 1000  # units that are left out one by one where every one takes a new ranking
_GROUPS = 200  # that are left out in their place
_SEED = 0


def read_panel(metric: Metric, ratings: Any, options: dict[str, Any], cluster: Any = None) -> Panel:
    """Return the panel of the ratings of a call; `options` lose those that say how the ratings are read."""
    return panel_of(metric, read_state(metric, ratings, options, cluster), options)


def read_state(metric: Metric, ratings: Any, options: dict[str, Any], cluster: Any) -> Any:
    """Return the state of the ratings of a call, which knows their clusters; several arguments are a tuple."""
    if metric.numbers is not None:
        return _read_numbers(metric, ratings if isinstance(ratings, tuple) else (ratings,), options, cluster)
    if cluster is None:
        return metric.panel_state(ratings, options)
    if isinstance(ratings, _STATES):
        _refuse_clusters(ratings, "Ratings")
    reading = {name: options.pop(name) for name in PANEL.reading if name in options}
    return Ratings.from_wide(ratings, cluster=cluster, **reading)


def _read_numbers(metric: Metric, data: tuple[Any, ...], options: dict[str, Any], cluster: Any) -> Any:
    reading: Any = metric.reading_taken(options)
    if cluster is None and len(data) == 1:
        return NUMBERS.read(*data, **reading)
    if cluster is not None and isinstance(data[0], NUMBER_STATES):
        _refuse_clusters(data[0], "NumericRatings")
    two = NumericRatings.from_two if metric.kind is NUMBERS else NumericRatings.beside_system
    read: Any = two if len(data) == 2 else NumericRatings.from_wide
    return read(*data, cluster=cluster, **reading)


def _refuse_clusters(state: Any, kind: str) -> NoReturn:
    raise OptionError(
        f"a {type(state).__name__} has no rows to be in clusters: give the matrix of ratings with cluster=, or make "
        f"the state with it, {kind}.from_wide(..., cluster=...)."
    )


def panel_of(metric: Metric, state: Any, options: Mapping[str, Any]) -> Panel:
    """Return the panel that a state is enough for; raise where it is not."""
    if metric.numbers is not None:
        metric.check(state, dict(options))
        units = NumericRatings.from_ratings(state) if isinstance(state, Ratings) else state
        return NumberPanel(metric, options, units)
    refuse_undefined(options)
    metric.check(state, dict(options))
    refuse_absent(metric.name, options, metric.required_options, ("ratings",))
    if isinstance(state, Counts) and not state.stack:
        state = state.panel()
    if not isinstance(state, (Ratings, Tallies)):
        raise OptionError(
            f"an interval of {metric.name} needs the units, and {type(state).__name__} hold their sums: "
            "keep Ratings or Tallies."
        )
    if state.stack:
        msg = f"an interval of {metric.name} is of one panel: take those of a stack one by one, state[place]."
        raise OptionError(msg)
    return Panel(metric, options, state)


@dataclass(frozen=True)
class PanelSample(Sample):
    """
    Units that many raters rated.

    Attributes
    ----------
    atoms : Atoms
        The distinct profiles where the metric asks who rated, else the distinct compositions; those that do not enter
        weigh nothing.
    state : Ratings or Tallies
        What the metric is taken of.
    units : Ratings or Tallies
        The state whose rows are the atoms.
    """

    atoms: Atoms
    state: Any
    units: Any

    @cached_property
    def counts(self) -> NumberArray:
        """How many ratings of each unit have each label, (U, K)."""
        labels = len(self.units.labels)
        units: Any = self.units
        return np.asarray(units.profiles.tally(labels) if isinstance(units, Ratings) else units.counts)

    def value(self, metric: Metric, options: Mapping[str, Any]) -> FloatArray:
        """The metric of the units that enter."""
        return np.asarray(metric.formula(self._sums, **options), np.float64)

    def values(self, metric: Metric, options: Mapping[str, Any], weights: NumberArray) -> FloatArray:
        """The metric under other weights of the units."""
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(metric.formula(self.units.with_weights(weights), **options), np.float64)

    def influences(self, metric: Metric, options: Mapping[str, Any]) -> Influences:
        """By the complex step on the weight of each unit."""
        slopes = self.slopes(metric, options, self.atoms.weight[None])[1][0]
        return Influences(centred(slopes, self.atoms.weight) * self.atoms.total)

    def slopes(self, metric: Metric, options: Mapping[str, Any], weights: FloatArray) -> tuple[FloatArray, FloatArray]:
        """The metric under weights of the units (B, U), and how each of them moves it: (B, *S) and (B, U, *S)."""
        step = _STEP * (float(weights[0].sum()) or 1.0)
        moved = self.each(metric, options, weights, 1j * step)
        return np.real(moved[:, 0]), np.imag(moved) / step

    def each(self, metric: Metric, options: Mapping[str, Any], weights: FloatArray, step: complex) -> npt.NDArray[Any]:
        """The metric under weights of the units (B, U) with each unit in turn counting `step` more, (B, U, *S)."""
        sums, units, parts = copy(self._sums), len(self.atoms.weight), []
        sums.weight, sums.step = weights, step
        most = units if self.named else _CELLS // (len(weights) * len(self.units.labels) ** 2 or 1)
        with np.errstate(invalid="ignore", divide="ignore"):
            for first in range(0, max(units, 1), max(most, 1)):
                sums.some = slice(first, first + max(most, 1))
                parts.append(np.asarray(metric.formula(sums, **options)))
        return np.concatenate(parts, axis=1) if len(parts) > 1 else parts[0]

    @cached_property
    def named(self) -> bool:
        """Whether it is known who rated a unit."""
        return isinstance(self.units, Ratings)

    @cached_property
    def _sums(self) -> SumsOfTallies:
        """What the units add, whatever they weigh."""
        return SumsOfRatings(self.units) if self.named else SumsOfTallies(self.units)

    @cached_property
    def with_unseen(self) -> tuple[PanelSample, FloatArray] | None:
        """
        The sample with units that it might have had, which weigh nothing, and how likely each unit is by chance.

        They are those of raters who have nothing to do with each other: units of as many ratings, or by the same
        raters, as in the sample. None where there are too many.
        """
        rows = self.atoms.weight * ratio_or_zero(self.atoms.weight, self.atoms.squares)  # by Kish's count
        if len(rows) > _MOST_UNITS:
            return None
        units: Any = self.units
        if isinstance(units, Ratings):
            profiles = self._possible_profiles(rows)
            if profiles is None:
                return None
            every, index = grouped(units.profiles.then(profiles[0]), len(units.raters), len(units.labels))
            named = (units.labels, units.raters)
            units, likely = (
                Ratings.of_profiles(every, np.zeros(len(every)), None, *named, ordered=units.ordered),
                profiles[1],
            )
        else:
            tallies = self._possible_tallies(rows)
            if tallies is None:
                return None
            counts, likely = np.concatenate([units.counts, tallies[0]]), tallies[1]
            first, index = distinct_rows(counts, int(counts.max()) + 1)
            units = replace(units, counts=counts[first], weight=np.zeros(len(first)), squares=None)
        seen, size = index[: len(rows)], len(units.weight)
        atoms: Any = (np.bincount(seen, power, size) for power in (self.atoms.weight, self.atoms.squares))
        sums: FloatArray = np.bincount(index[len(rows) :], likely, size).astype(np.float64)
        return PanelSample(Atoms(*atoms), self.state, units), sums

    def _possible_tallies(self, rows: FloatArray) -> tuple[NumberArray, FloatArray] | None:
        """The compositions of as many ratings as units have, and how likely each is."""
        ratings = self.counts.sum(1)
        shares = smoothed_shares(rows[None] @ (self.counts / ratings[:, None]))[0]
        used = np.flatnonzero(shares)
        sizes = np.unique(ratings[rows > 0]).tolist()
        if sum(comb(size + len(used) - 1, size) for size in sizes) > _MOST_UNITS:
            return None
        counts, likely = [], []
        for size in sizes:
            some, log_factorials = compositions(size, len(used)), np.array([lgamma(k + 1) for k in range(size + 1)])
            with np.errstate(divide="ignore"):  # in logs: factorials and powers of many ratings leave float64
                chance = some @ np.log(shares[used]) + lgamma(size + 1) - log_factorials[some].sum(1)
            likely.append(np.exp(chance) * rows[ratings == size].sum() / rows.sum())
            counts.append(np.zeros((len(some), len(shares)), np.int64))
            counts[-1][:, used] = some
        return np.concatenate(counts), np.concatenate(likely)

    @cached_property
    def against_rest(self) -> list[tuple[PanelSample, FloatArray] | None]:
        """What `with_unseen` gives if nothing is known of ratings but whether they have one label, for each label."""
        kept, found = self.atoms.weight > 0, []
        powers = self.atoms.weight[kept], self.atoms.squares[kept]
        for held in self.counts[kept].T:
            pairs = np.column_stack([held, self.counts[kept].sum(1) - held])
            first, index = distinct_rows(pairs, int(pairs.max(initial=0)) + 1)
            weight, squares = (np.bincount(index, power).astype(np.float64) for power in powers)
            tallies = Tallies(pairs[first], weight, (True, False))
            found.append(PanelSample(Atoms(weight, squares), self.state, tallies).with_unseen)
        return found

    def _possible_profiles(self, rows: FloatArray) -> tuple[Profiles, FloatArray] | None:
        """The profiles by the raters who have rated a unit together, and how likely each is."""
        profiles, size, raters = self.units.profiles, len(self.units.labels), len(self.units.raters)
        usage: Any = np.bincount(profiles.rater * size + profiles.code, rows[profiles.unit], raters * size)
        shares = smoothed_shares(usage.reshape(raters, size))
        used, raters_of = np.flatnonzero(shares.any(0)), defaultdict[tuple[int, ...], float](float)
        for row, first, last in zip(rows.tolist(), profiles.start, profiles.start[1:], strict=False):
            raters_of[tuple(profiles.rater[first:last].tolist())] += row
        together = {who: row for who, row in raters_of.items() if row}
        if sum(len(used) ** len(who) for who in together) > _MOST_UNITS:
            return None
        sizes, rater, code, likely = [], [], [], []
        for who, row in together.items():
            codes = used[np.indices((len(used),) * len(who)).reshape(len(who), -1).T]
            sizes.append(np.full(len(codes), len(who)))
            rater.append(np.tile(np.array(who, np.int32), len(codes)))
            code.append(codes.ravel().astype(np.int32))
            likely.append(row / rows.sum() * shares[np.array(who), codes].prod(1))
        start = np.concatenate([[0], np.cumsum(np.concatenate(sizes))]).astype(np.int64)
        return Profiles(start, np.concatenate(rater), np.concatenate(code)), np.concatenate(likely)


def compositions(ratings: int, labels: int) -> npt.NDArray[np.int64]:
    """Return every way to spread so many ratings over the labels, (C, K)."""
    rows, left = np.zeros((1, 0), np.int64), np.full(1, ratings)
    for _ in range(labels - 1):
        many = left + 1
        row = np.repeat(np.arange(len(rows)), many)
        first = np.concatenate([[0], np.cumsum(many)[:-1]])
        count = np.arange(int(many.sum())) - first[row]
        rows, left = np.column_stack([rows[row], count]), left[row] - count
    return np.column_stack([rows, left]).astype(np.int64)


def slices_of(units: int, most: int) -> Iterator[slice]:
    """Parts of so many units at most, one at least."""
    step = max(1, most)
    for first in range(0, max(units, 1), step):
        yield slice(first, first + step)


def clusters_of(state: Any) -> Clusters | None:
    """Return the clusters of the units of numbers, or of the profiles of labels, if they have any."""
    if not isinstance(state, Ratings | NumericRatings) or state.cluster is None:
        return None
    if isinstance(state, NumericRatings):
        code, size = numbered(state.cluster)
        return Clusters(code, np.arange(len(code)), state.weight * 1.0, size)
    code, profile, weight = state.cluster
    return Clusters(code.astype(np.intp), profile.astype(np.intp), weight, int(code.max(initial=-1.0)) + 1)


def centred(values: FloatArray, weight: FloatArray) -> FloatArray:
    """Take off the mean over units."""
    return np.asarray(values - np.tensordot(weight, values, axes=1) / (float(weight.sum()) or np.nan))


@dataclass(frozen=True)
class Panel:
    """
    A metric of labels of many raters with its options, and the units that it is taken of.

    Units with the same ratings move a metric alike: `units` are the distinct profiles where the metric asks who rated,
    else the distinct compositions.
    """

    metric: Metric
    options: Mapping[str, Any]
    state: Any  # Ratings or Tallies
    shared: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)  # by panels of other metrics

    @cached_property
    def named(self) -> bool:
        """Whether the metric asks who rated."""
        return self.metric.panel is not None and self.metric.panel.raters

    @cached_property
    def sample(self) -> PanelSample:
        """The units as a sample, the same for all metrics that take the same units."""
        fewest = 2 if self.metric.panel is not None and self.metric.panel.paired else 1  # ratings of a unit that enters
        key = self.named, fewest
        if key not in self.shared:
            self.shared[key] = self._sample(fewest)
        sample: PanelSample = self.shared[key]
        return sample

    def _sample(self, fewest: int) -> PanelSample:
        """The units, with no weight where they have too few ratings to enter."""
        state, clusters = self.state, clusters_of(self.state)
        units = state
        if isinstance(state, Ratings) and not self.named:
            units = state.tallies()
            clusters = None if clusters is None else replace(clusters, unit=state.compositions()[clusters.unit])
        weight = np.asarray(units.weight * 1.0 * (self._sizes_of(units) >= fewest))
        squares = weight if units.squares is None else units.squares * (weight > 0)
        return PanelSample(Atoms(weight, squares, None, clusters), state, units)

    @cached_property
    def units(self) -> Any:
        """The state whose rows are the units."""
        return self.sample.units

    @cached_property
    def atoms(self) -> Atoms:
        """The units with their weights."""
        return self.sample.atoms

    @cached_property
    def clusters(self) -> Clusters | None:
        """Which units belong together."""
        return self.atoms.clusters

    @cached_property
    def weight(self) -> FloatArray:
        """The weight of the units, 0 of those that do not enter."""
        return self.atoms.weight

    @cached_property
    def sizes(self) -> npt.NDArray[np.int64]:
        """How many ratings each unit has."""
        return self._sizes_of(self.units)

    def _sizes_of(self, units: Any) -> npt.NDArray[np.int64]:
        return units.profiles.sizes if isinstance(units, Ratings) else units.ratings

    @cached_property
    def n(self) -> float:
        """How many units enter, or their weight."""
        return self.atoms.total

    @cached_property
    def alone(self) -> bool:
        """Whether there is no second unit, or cluster, to tell how they vary."""
        return self.atoms.effective <= 1 or (self.clusters is not None and self.clusters.size < 2)

    @cached_property
    def value(self) -> FloatArray:
        """The metric, shape S."""
        return self.sample.value(self.metric, self.options)

    @cached_property
    def signature(self) -> str:
        """What the value was computed with."""
        signature = self.metric.signature(self.state, **self.options)
        clusters = clusters_of(self.state)
        return signature if clusters is None else with_clusters(signature, clusters)

    @cached_property
    def undefined(self) -> str | None:
        """Why the value is undefined."""
        return self.metric.explained(self.value[()], self.state, dict(self.options)).reason

    @cached_property
    def left_out(self) -> FloatArray:
        """The metric without one unit of each kind, (U, *S)."""
        each = self.sample.each(self.metric, self.options, self.units.weight[None] * 1.0, -1.0)
        return np.asarray(each[0], np.float64)

    @property
    def used(self) -> npt.NDArray[np.intp]:
        """The raters who rated anything and might have been others; raises where they are not known."""
        if not isinstance(self.state, Ratings):
            kind = type(self.state).__name__
            raise RaterIdentityError(f"over raters an interval needs to know who rated: give it Ratings, not {kind}.")
        return np.unique(self.state.rater)

    def without_raters(self, raters: npt.NDArray[np.intp]) -> FloatArray:
        """The metric without each of these raters, (r, *S)."""
        key, values = raters.tobytes(), []
        with np.errstate(invalid="ignore", divide="ignore"):
            for sums in self.shared.get(key) or without_each(self.state, raters):
                values.append(self.metric.formula(sums, **self.options))
        if len(values) == 1:  # all raters at once
            self.shared[key] = [sums]
        return np.concatenate(values).astype(np.float64)

    @cached_property
    def slopes(self) -> FloatArray:
        """How the weight of a unit moves the metric, centred, (U, *S)."""
        return centred(self.sample.slopes(self.metric, self.options, self.weight[None])[1][0], self.weight)

    def of_raters(self, raters: Sequence[Label]) -> tuple[Panel, npt.NDArray[np.intp]]:
        """Return the panel of some raters, and the unit of it that each profile here has become, -1 where none."""
        chosen, place = self.state.of_raters(raters)
        if not self.named:
            place = np.append(chosen.compositions(), -1)[place]  # -1: the last
        return panel_of(self.metric, chosen, self.options), place


@dataclass(frozen=True)
class NumberPanel(Panel):
    """A metric of numbers of many raters with its options, and the units that it is taken of."""

    def _sample(self, fewest: int) -> PanelSample:
        """The units, which sums do not have."""
        if not isinstance(self.state, RatingMoments):
            return super()._sample(fewest)
        raise OptionError(
            f"this interval of {self.metric.name} needs the units, and RatingMoments hold their sums: keep "
            "NumericRatings."
        )

    def _sizes_of(self, units: Any) -> npt.NDArray[np.int64]:
        return np.asarray((~np.isnan(units.matrix)).sum(1))

    @cached_property
    def n(self) -> float:
        """How many units there are, or their weight."""
        return float(self.state.n)

    @cached_property
    def value(self) -> FloatArray:
        """The metric, a number."""
        return np.asarray(self.metric.formula(self.state, **self.options), np.float64)

    @property
    def by_sums(self) -> bool:
        """Whether sums are enough for the formula, so that a unit is taken off them."""
        return self.metric.numbers is not None and self.metric.numbers.by_sums(self.options)

    def _each(self, step: float) -> FloatArray:
        """The formula with each unit in turn counting `step` more, (U,)."""
        moments, parts = self.state.moments(), []
        with np.errstate(invalid="ignore", divide="ignore"):
            for some in self.slices(len(moments.sizes)):
                stack = moved_by_each(moments, self.state, some, step)
                parts.append(np.atleast_1d(self.metric.formula(stack, **self.options)))
        return np.concatenate(parts)

    def slices(self, sizes: int) -> Iterator[slice]:
        """Parts of the units whose sums fit one stack."""
        return slices_of(len(self.weight), _SUMS // ((sizes + 3) * max(len(self.state.raters), 1) ** 2))

    @cached_property
    def left_out(self) -> FloatArray:
        """The metric without one unit of each row, (U,)."""
        return self._each(-1.0) if self.by_sums else self._one_by_one(-1.0)

    def _one_by_one(self, step: float) -> FloatArray:
        """What `_each` gives, by taking the formula anew."""
        values = np.empty(len(self.weight))
        for unit in range(len(values)):
            weight = self.weight.copy()
            weight[unit] += step
            values[unit] = self._value_of(weight)
        return values

    def _value_of(self, weight: FloatArray) -> FloatArray:
        """The metric of the units that weigh something."""
        kept = weight > 0
        state = NumericRatings(self.state.matrix[kept], weight[kept], self.state.raters, weight[kept])
        return np.asarray(self.metric.formula(state, **self.options), np.float64)

    @cached_property
    def slopes(self) -> FloatArray:
        """How the weight of a unit moves the metric, centred, (U,)."""
        each = self._each if self.by_sums else self._one_by_one
        step = min(_REAL_STEP * (self.n or 1.0), 0.5 * float(self.weight.min(initial=1.0)))
        return centred((each(step) - each(-step)) / (2.0 * step), self.weight)

    @property
    def used(self) -> npt.NDArray[np.intp]:
        """The raters who rated anything; a system that they are compared with is none."""
        used = np.flatnonzero((~np.isnan(self.units.matrix)).any(0))
        return used[:-1] if self.metric.numbers is not None and self.metric.numbers.last else used

    def without_raters(self, raters: npt.NDArray[np.intp]) -> FloatArray:
        """The metric without each of these raters, (r,)."""
        state = self.state
        return np.array([replace(self, state=state.without(state.raters[index]), shared={}).value for index in raters])

    def of_raters(self, raters: Sequence[Label]) -> tuple[Panel, npt.NDArray[np.intp]]:
        """Return the panel of some raters, and of the system if they have one, and its unit for each unit here."""
        state, last = self.units, self.metric.numbers is not None and self.metric.numbers.last
        panel = panel_of(self.metric, state.select([*raters, *([state.raters[-1]] if last else [])]), self.options)
        rated = ~np.isnan(state.matrix[:, [state.index_of(rater) for rater in panel.state.raters]]).all(1)
        return panel, np.where(rated, rated.cumsum() - 1, -1)

    @property
    def too_many(self) -> bool:
        """Whether there are so many units, of ranks or with missing ratings, that groups of them are left out."""
        if self.by_sums:
            return not self.state.complete and len(self.weight) > _EACH_BY_SUMS
        return len(self.weight) > _EACH

    def without_groups(self) -> FloatArray:
        """The metric without each of some groups of units, which are drawn by chance, (G,)."""
        group = np.random.default_rng(_SEED).permutation(len(self.weight)) % _GROUPS
        if self.by_sums:
            stack = without_groups(self.state.moments(), self.state, group)
            return np.asarray(self.metric.formula(stack, **self.options), np.float64)
        return np.array([self._value_of(self.weight * (group != left)) for left in range(_GROUPS)])


# Means over units of quantities that each unit has one of, with standard errors over units or over clusters of them.
#
# The quantities are columns (U, P), NaN where a unit has none: of a rater those of the units that he rated.


@dataclass(frozen=True, slots=True)
class UnitMeans:
    """Means of P columns, their standard errors, degrees of freedom, and how many units each is of."""

    value: FloatArray
    se: FloatArray
    degrees: FloatArray
    n: FloatArray
    kind: str

    def limits(self, level: float) -> tuple[FloatArray, FloatArray]:
        """Value -/+ quantiles of Student's t; NaN where nothing varies."""
        half = np.where(self.se > 0, self.se, np.nan) * two_sided_each(level, self.degrees)
        return self.value - half, self.value + half

    def p_values(self) -> FloatArray:
        """Two-sided, of a mean of 0, by Student's t; 1 where all units are 0."""
        varies = self.se > 0
        t = np.divide(self.value, self.se, out=np.full(self.value.shape, np.nan), where=varies)
        return np.where(~varies & (self.degrees > 0) & (self.value == 0), 1.0, tail_of_each(t, self.degrees))


def unit_means(
    values: FloatArray, weight: FloatArray, squares: FloatArray | None = None, clusters: Clusters | None = None
) -> UnitMeans:
    """
    Return the means of columns of quantities, (U, P), of units of which so many have each row.

    Independent units: ``sd / sqrt(n)`` with n - 1 degrees of freedom, n their effective number (Kish). Clusters:
    ``sqrt(G / (G - 1) sum_c (sum_u r_u)^2) / n`` with G - 1, G the clusters that have such a unit.
    """
    rated = ~np.isnan(values)
    filled = np.where(rated, values, 0.0)
    weights = weight[:, None] * rated
    n = weights.sum(0)
    with np.errstate(invalid="ignore", divide="ignore"):
        value = (weights * filled).sum(0) / n
        distance = np.where(rated, filled - value, 0.0)
        if clusters is not None:
            size = (clusters.sums(rated * 1.0) > 0).sum(0).astype(np.float64)
            se = np.sqrt(size / (size - 1) * np.square(clusters.sums(distance / n)).sum(0))
            return UnitMeans(value, _rounded(se, size - 1), size - 1, n, "t of clusters")
        squared_weights = weights if squares is None else squares[:, None] * rated
        effective = n * n / squared_weights.sum(0)
        se = np.sqrt(effective / (effective - 1) * (squared_weights * distance**2).sum(0)) / n
    return UnitMeans(value, _rounded(se, effective - 1), effective - 1, n, "t")


def _rounded(se: FloatArray, degrees: FloatArray) -> FloatArray:
    """Standard errors, 0 where rounding alone is left; NaN for a single unit or cluster."""
    rounded = np.where(se > 1e-14, se, np.where(se >= 0, 0.0, np.nan))
    return np.where(degrees > 0, rounded, np.nan)


def agreement_of_labels(state: Any, metric: Metric, weights: KappaWeights, no_first: str) -> FloatArray:
    """How much two labels of a panel agree by the weights of a metric, (K, K): 1 on the diagonal, else by default 0."""
    size = len(state.labels)
    if weights is None:
        return np.eye(size)
    empty = Counts(np.zeros((size, size), np.int64), state.labels, state.ordered)
    metric.check(empty, {"weights": weights})
    agreement = 1.0 - scaled_disagreement(empty, weights)
    if not np.array_equal(agreement, agreement.T):
        raise OptionError(f"weights must be symmetric: {no_first}.")
    return agreement


def weights_of(state: Any) -> tuple[FloatArray, FloatArray | None]:
    """The weights of the profiles of a state and the sums of their squares."""
    weight = np.asarray(state.weight, np.float64)
    return weight, None if state.squares is None else np.asarray(state.squares, np.float64)
