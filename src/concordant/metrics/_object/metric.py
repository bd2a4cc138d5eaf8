"""The object that every metric is: a pure formula on a state, its facts, and the calls that follow from them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from concordant.errors import InputTypeError, LabelOrderError
from concordant.metrics._cells.shares import Share
from concordant.metrics._object.asked import options_of, refuse_absent, refuse_unknown
from concordant.metrics._object.facts import Facts
from concordant.metrics._object.natures import Nature
from concordant.metrics._object.optimum import UNKNOWN, Optimum
from concordant.metrics._object.parts import Parts, mean_of_defined
from concordant.metrics._object.registry import ALIASES, METRICS, get
from concordant.metrics._object.signature import signature_of
from concordant.metrics._object.uncertain import Uncertain
from concordant.metrics._object.undefined import check_policy, settle
from concordant.result import Outcome
from concordant.states import Counts, Curve, CurveStack, Moments, SampleCounts
from concordant.states.unit_of_weights import near_one
from concordant.typing import FloatArray, Label, Undefined

if TYPE_CHECKING:
    import inspect

Formula = Callable[..., Any]
Why = Callable[..., str | None]
State = Counts | Curve | CurveStack | Moments | SampleCounts


class Metric(Uncertain, ABC):
    """
    A metric: call it on data, or take it `of` a state.

    Attributes
    ----------
    facts : Facts
        Direction, range, value by chance, symmetry, need of an order, formula, source.
    formula : callable
        The pure formula: one state, keyword-only options, no checks.
    """

    takes: tuple[type, ...] = ()
    made_of: Callable[..., Parts | None] | None = None  # state and options of the formula -> its parts
    proportion: Callable[..., Share | None] | None = None  # the same -> the share of rows that it is a function of
    is_a: Nature | None = None
    influence: Callable[..., FloatArray] | None = None  # a curve, and options -> psi of each class at each score
    optimum: Optimum = UNKNOWN
    data: ClassVar[tuple[str, ...]] = ()  # the names of the arguments of a call that are data
    state_options: tuple[str, ...] = ()  # options that decide the state, not the formula

    def __init__(self, formula: Formula, why: Why, facts: Facts) -> None:
        self.formula = formula
        self.why = why
        self.facts = facts
        self.name = self.__name__ = self.__qualname__ = facts.name
        self.__module__ = formula.__module__
        self.__doc__ = formula.__doc__
        arguments = options_of(formula)
        self.options = tuple(name for name in arguments if name != "fill")
        self._fills = "fill" in arguments
        self._defaults: dict[str, Any] = formula.__kwdefaults__ or {}

    @cached_property
    def required_options(self) -> tuple[str, ...]:
        """The options without a default, which every call must give."""
        return tuple(name for name in self.options if name not in self._defaults)

    @property
    def reading_options(self) -> tuple[str, ...]:
        """The options that every call of this kind takes: labels, sample_weight, missing, undefined, ..."""
        return options_of(type(self).__call__)

    @abstractmethod
    def __call__(self, *data: Any, **options: Any) -> Any:
        """Check the data, gather them in a state, take the metric."""

    @abstractmethod
    def state(self, *data: Any, **options: Any) -> Any:
        """Return the state that the metric is taken of."""

    def of(self, state: Any, /, *, undefined: Undefined = "nan", **options: Any) -> Any:
        """
        Take the metric of a state, or of each state of a stack.

        Parameters
        ----------
        state : Counts, SampleCounts, Curve, CurveStack or Moments
            The state that this metric is a formula of.
        undefined : {"nan", "raise"} or float
            What to give where the metric is undefined: NaN with a warning that says why, an error, or this number.
        **options
            The options of this metric.

        Returns
        -------
        float, or ndarray over the stack
        """
        return settle(self.name, self.outcome(state, undefined=undefined, **options), undefined)

    def outcome(self, state: Any, /, *, undefined: Undefined = "nan", **options: Any) -> Outcome:
        """Take the metric of a state and say why it is undefined, without a warning."""
        self.check(state, options)
        if self.required_options:
            refuse_absent(f"{self.name}.of", options, self.required_options, ("state",))
        fill = check_policy(undefined)
        if self._fills and fill == fill:  # noqa: PLR0124  (a number, not NaN)
            options["fill"] = fill
        state = self.readable(state)
        value = self.formula(state, **options)
        options.pop("fill", None)
        return self.explained(value, state, options)

    def readable(self, state: Any) -> Any:
        """Return the state as the formula takes it: in a unit of weights whose products float64 holds."""
        return near_one(state) if self.facts.scale_free else state

    def value_of(self, state: Any, /, **options: Any) -> Any:
        """Take the formula of a state, without checks and without the policy for undefined values."""
        return self.formula(self.readable(state), **options)

    def explained(self, value: Any, state: Any, options: dict[str, Any]) -> Outcome:
        """Say why a value that the formula gave is undefined, or which classes it leaves out."""
        if isinstance(value, (float, np.ndarray)):
            number = float(value) if isinstance(value, float) else value
            bad = number != number if isinstance(number, float) else bool(np.isnan(number).any())  # noqa: PLR0124
            if not bad and not self._may_skip(state, options):
                return Outcome(number)
            reason = self.why(state, **options)
            return Outcome(number, reason or ("the formula is 0/0 here" if bad else None))
        return Outcome(value, self.why(state, **options))

    def _may_skip(self, state: Any, options: dict[str, Any]) -> bool:
        """Whether a number can be an average that leaves out classes."""
        if not self._fills or options.get("average", self._defaults.get("average")) == "binary":
            return False
        return isinstance(state, (Counts, SampleCounts, CurveStack)) or (
            isinstance(state, Moments) and state.weight.ndim > 0
        )

    def signature(self, state: Any, /, **options: Any) -> str:
        """Return each choice that moves the number, in one line: options, labels, rows, version."""
        return signature_of(self.name, state, {**self._defaults, **options})

    def parts(self, state: Any, options: Mapping[str, Any]) -> Parts | None:
        """Return the metrics whose values make up this one, with these options; None if it is not made of others."""
        if self.made_of is not None:
            known = {**self._defaults, **options}
            return self.made_of(state, **{name: known[name] for name in self.options})
        average = options.get("average", self._defaults.get("average"))
        if average != "macro" or not isinstance(state, (Counts, CurveStack)):
            return None
        return Parts(((self.name, {**options, "average": None}),), mean_of_defined, linear=True)

    def share(self, state: Any, options: Mapping[str, Any]) -> Share | None:
        """Return the share of rows that the metric is, or is a function of, with these options; None if it is none."""
        return None if self.proportion is None else self.proportion(state, **{**self._defaults, **options})

    def check(self, state: Any, options: dict[str, Any]) -> None:
        """Raise for a state that is not of the kind, for unknown options, or for labels without the order it needs."""
        if not isinstance(state, self.takes):
            expected = " or ".join(kind.__name__ for kind in self.takes)
            msg = f"{self.name}.of takes {expected}, not {type(state).__name__}."
            raise InputTypeError(msg)
        self._check_options(options)
        if isinstance(state, Counts) and not state.ordered and len(state.labels) > 2:
            self._refuse_unordered(state.labels, weighted=self.graded(options))

    def graded(self, options: Mapping[str, Any]) -> bool:
        """Whether some disagreements weigh more than others, with these options."""
        level = options.get("level_of_measurement")
        return options.get("weights") is not None or level not in (None, "nominal")

    def check_call(self, options: Mapping[str, Any]) -> None:
        """Raise for unknown options of a call, or where one without a default is absent; before any data are read."""
        if not options.keys() <= self._options_of_call:
            refuse_unknown(self.name, options, (*self.options, *self.reading_options))
        if self.required_options:
            refuse_absent(self.name, options, self.required_options, self.data)

    def _check_options(self, options: Mapping[str, Any]) -> None:
        if not options.keys() <= self._options_of_state:
            refuse_unknown(f"{self.name}.of", options, (*self.options, "undefined"))

    @cached_property
    def _options_of_call(self) -> frozenset[str]:
        return frozenset((*self.options, *self.reading_options))

    @cached_property
    def _options_of_state(self) -> frozenset[str]:
        return frozenset(self.options)

    def _refuse_unordered(self, labels: tuple[Label, ...], *, weighted: bool) -> None:
        needs = self.facts.needs_order
        if needs == "always" or (needs == "if weighted" and weighted):
            shown = ", ".join(map(repr, labels[:6])) + (", ..." if len(labels) > 6 else "")
            msg = (
                f"{self.name} needs the order of the labels, and {shown} have none (alphabetical order is hardly "
                "theirs). Declare it from first to last: labels=[...], or use an ordered categorical or a Polars Enum."
            )
            raise LabelOrderError(msg)

    @property
    def summary(self) -> str:
        """The first line of the docstring."""
        return (self.__doc__ or "").strip().partition("\n")[0]

    @property
    def searchable(self) -> str:
        """The words that a search looks in."""
        facts = self.facts
        words = (facts.name, *facts.aliases, facts.title, facts.family, facts.says, self.summary)
        return " ".join(words).lower().replace("_", " ")

    @property
    def __signature__(self) -> inspect.Signature:
        """The call as `help` and editors show it: data, then the options of this metric."""
        from concordant.metrics._object.signatures import signature_of_call

        return signature_of_call(self)

    def __repr__(self) -> str:
        """The name and what it is."""
        return f"<concordant metric {self.name}: {self.facts.title}>"

    def __reduce__(self) -> tuple[Callable[[str], Metric], tuple[str]]:
        """Pickle by name."""
        return get, (self.name,)


def register(metric: Metric) -> None:
    """Enter a metric and its aliases."""
    METRICS[metric.name] = metric
    ALIASES.update(dict.fromkeys(metric.facts.aliases, metric.name))
