"""What is estimated (a metric of a sample), the estimate with its influences and draws, and the limits of a method."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, wraps
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, get_args

import numpy as np

from concordant.errors import OptionError
from concordant.inference.influence.influences import Influences, degrees_of_freedom, standard_error
from concordant.inference.samples.cells import CellSample
from concordant.inference.samples.sample import Atoms, LabelSample, Sample
from concordant.metrics.arithmetic import indices_of
from concordant.metrics.definition.facts import Denominators, Share
from concordant.metrics.definition.metric import Metric
from concordant.names import require_choice
from concordant.typing import FloatArray, Label, Scheme

E = TypeVar("E", bound="Estimate")
T = TypeVar("T")
MOST_DRAWS = 100_000_000  # whose values take 0.8 GB
# What is the same at every level.
_KEPT = {"value", "influence", "influences", "se", "degrees", "drawn", "undefined", "share"}


class Estimate(ABC):
    """
    A value that was estimated from atoms: a metric of one sample, or the difference of two.

    Attributes
    ----------
    metric : Metric
        The metric.
    atoms : Atoms
        The distinct rows.
    level : float
        Nominal coverage of its limits.
    draws : int
        How many samples are drawn.
    """

    if TYPE_CHECKING:  # fields of an estimand, properties of a difference

        @property
        def metric(self) -> Metric:
            """The metric."""

        @property
        def atoms(self) -> Atoms:
            """The distinct rows."""

        @property
        def level(self) -> float:
            """Nominal coverage."""

        @property
        def draws(self) -> int:
            """How many samples are drawn."""

    @property
    @abstractmethod
    def n(self) -> float:
        """The number of rows, or the sum of their weights as the caller gave them."""

    @cached_property
    @abstractmethod
    def value(self) -> FloatArray:
        """The estimate, shape S."""

    @cached_property
    @abstractmethod
    def influences(self) -> Influences | None:
        """How much a row of each atom moves the value; None where that is not known."""

    @cached_property
    @abstractmethod
    def drawn(self) -> FloatArray:
        """The value of every resampled sample, shape (draws, *S)."""

    @abstractmethod
    def under(self, weights: FloatArray) -> FloatArray:
        """The value under other weights of the atoms: (B, U) gives (B, *S)."""

    @cached_property
    def influence(self) -> FloatArray | None:
        """The influences written down, shape (U, *S), or None."""
        return None if self.influences is None else self.influences.array()

    @cached_property
    def se(self) -> FloatArray:
        """The standard error of the delta method; NaN where no influence is known."""
        if self.influences is None:
            return np.full(self.value.shape, np.nan)
        return standard_error(self.atoms, self.influences)

    @cached_property
    def degrees(self) -> FloatArray | None:
        """Degrees of freedom of Student's t, shape S, or None for the normal."""
        return degrees_of_freedom(self.atoms, self.influences)

    @cached_property
    def notes(self) -> dict[str, Any]:
        """What methods computed and need again, by name."""
        return {}


def computed_once(function: Callable[[E], T]) -> Callable[[E], T]:
    """Keep what is computed from an estimate in its notes, under the name of the function."""

    @wraps(function)
    def noted(estimate: E) -> T:
        if function.__name__ not in estimate.notes:
            estimate.notes[function.__name__] = function(estimate)
        result: T = estimate.notes[function.__name__]
        return result

    return noted


@dataclass(frozen=True)
class Estimand(Estimate):
    """
    A metric with its options, a sample, and how the interval is wanted.

    What several methods need (value, influences, standard error, draws) is computed once, when one asks for it. Of one
    of several values, `output` says which of those of `whole` it is.
    """

    metric: Metric
    options: Mapping[str, Any]
    sample: Sample
    level: float = 0.95
    draws: int = 2000
    seed: int = 0
    scheme: Scheme = "rows"
    whole: Estimand | None = None
    output: int | None = None

    def with_level(self, level: float) -> Estimand:
        """The estimand at another nominal coverage; what was computed already is kept."""
        if level == self.level:
            return self
        again, notes = replace(self, level=level), self.notes  # which both share from here on
        again.__dict__.update({name: kept for name, kept in self.__dict__.items() if name in _KEPT}, notes=notes)
        return again

    def knowing(self, value: Any, undefined: str | None) -> Estimand:
        """The same, whose value, and why it is undefined, somebody has computed."""
        self.__dict__.update(value=np.asarray(value, np.float64), undefined=undefined)
        return self

    def component(self, output: int) -> Estimand:
        """The estimand of one of several values."""
        how = self.level, self.draws, self.seed, self.scheme
        return OneValue(self.metric, self.options, self.sample, *how, self, output)

    @property
    def of_all(self) -> Estimand:
        """The estimand of all values; itself unless it is of one of several."""
        return self if self.whole is None else self.whole

    @cached_property
    def atoms(self) -> Atoms:
        """The distinct rows."""
        return self.sample.atoms

    @property
    def n(self) -> float:
        """The number of rows, or the sum of their weights as the caller gave them."""
        return self.sample.n

    @cached_property
    def value(self) -> FloatArray:
        """The metric, shape S."""
        return self.sample.value(self.metric, self.options)

    @property
    def labels(self) -> tuple[Label, ...] | None:
        """The class or label of each value; None where the values are not of one each."""
        state, classes = self.sample.state, self.options.get("classes")
        labels = getattr(state, "outputs", None) or getattr(state, "labels", None) if classes is None else classes
        if labels is None or len(labels) != len(self.value) or self.options.get("multi_class") == "ovo":
            return None
        return tuple(labels)

    @cached_property
    def chosen_labels(self) -> tuple[Sequence[Label], Any]:
        """The labels of the table that the value is of, all or those of ``classes=``, and their indices."""
        every, classes = self.sample.state.labels, self.options.get("classes")
        return (every, slice(None)) if classes is None else (classes, indices_of(classes, every))

    def of_every_class(self) -> Estimand:
        """Return the estimand with one value for every class, where it has one for each of some; else itself."""
        if self.value.ndim == 0:
            return self
        return replace(self, options={name: value for name, value in self.options.items() if name != "classes"})

    @cached_property
    def undefined(self) -> str | None:
        """Why the value is undefined, or which classes it leaves out; raises for a state that is not of the metric."""
        state, options = self.sample.state, dict(self.options)
        self.metric.check(state, options)
        return self.metric.explained(self.value[()], state, options).reason

    @cached_property
    def share(self) -> Share | None:
        """The share of rows that the metric is a function of; None if it is of none."""
        return self.metric.share(self.sample.state, self.options) if isinstance(self.sample, LabelSample) else None

    @cached_property
    def denominators(self) -> Denominators:
        """Of which rows the metric takes shares: at a set prevalence the shares of the classes are fixed."""
        return "rows" if self.options.get("prevalence") is not None else self.metric.facts.denominators

    @cached_property
    def rows_of_classes(self) -> FloatArray | None:
        """
        How many rows are in the denominator of each class of a mean over classes; None of other values.

        Of a share of one of two classes it is 0 for the other one.
        """
        if not isinstance(self.sample, CellSample) or self.denominators == "table":
            return None
        truth, prediction = (self.sample.rows_of_labels(code)[self.chosen_labels[1]] for code in self.sample.codes)
        rows: FloatArray = {"rows": truth, "columns": prediction, "both": truth + prediction}[self.denominators]
        if len(rows) == 2 and self.share is not None and not self.share.each:
            counts = np.isclose(rows, self.share.whole(self.sample.state))
            rows = np.where(counts, rows, 0.0) if counts.any() else rows
        return rows

    @cached_property
    def graded(self) -> bool:
        """Whether some disagreements weigh more than others."""
        return self.metric.graded(self.options)

    @cached_property
    def influences(self) -> Influences | None:
        """How much a row of each atom moves the metric; not written down where that would be large."""
        return self.sample.influences(self.metric, self.options)

    @cached_property
    def drawn(self) -> FloatArray:
        """The metric of every draw, shape (draws, *S)."""
        return self.sample.drawn(self.metric, self.options, self.draws, self.seed, self.scheme)

    def under(self, weights: FloatArray) -> FloatArray:
        """The metric under other weights of the atoms."""
        return self.sample.values(self.metric, self.options, weights)


class OneValue(Estimand):
    """One of several values of an estimand: what all of them share is computed once."""

    @cached_property
    def share(self) -> Share | None:
        """None: the shares of several values are those of all of them."""
        return None

    @cached_property
    def value(self) -> FloatArray:
        """Pick this value."""
        return np.asarray(self.of_all.value[self.output])

    @cached_property
    def influences(self) -> Influences | None:
        """The influences on this value."""
        every = self.of_all.influences
        return None if every is None or self.output is None else every.only(self.output)

    @cached_property
    def drawn(self) -> FloatArray:
        """The draws of this value."""
        return self.of_all.drawn[:, self.output]

    def under(self, weights: FloatArray) -> FloatArray:
        """Pick this value under other weights."""
        return self.of_all.under(weights)[:, self.output]


class Limits(NamedTuple):
    """
    The limits by a method, arrays of the shape of the value.

    `reasons` are warnings of the method itself.
    """

    low: FloatArray
    high: FloatArray
    se: FloatArray
    method: str
    reasons: tuple[str, ...] = ()


def check_seed(seed: Any) -> int:
    """
    Return the seed; raise if it is no whole number.

    A generator is refused: two models, or two parts of a result, must see the same draws.
    """
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
        hint = ""
        if isinstance(seed, (np.random.Generator, np.random.RandomState)) or seed is None:
            hint = " For another one in each call take seed=int(numpy.random.default_rng().integers(2**32))."
        raise OptionError(f"seed must be a whole number, at least 0, not {seed!r:.80}.{hint}")
    return int(seed)


def check_drawing(draws: Any = 2000, seed: Any = 0, scheme: Any = "rows") -> tuple[int, int, Scheme]:
    """Return how many samples are drawn, their seed and what is drawn; raise for what makes no interval."""
    if isinstance(draws, bool) or not isinstance(draws, (int, np.integer)) or not 2 <= draws <= MOST_DRAWS:
        msg = f"draws is how many samples are drawn, a whole number from 2 to {MOST_DRAWS:,}, not {draws!r:.80}."
        raise OptionError(msg)
    seed = check_seed(seed)
    return int(draws), seed, require_choice("scheme", scheme, get_args(Scheme))
