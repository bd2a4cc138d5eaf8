"""The object that every metric is: a pure formula on a state, its facts, and the calls that follow from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np

from concordant.engines.arrays.quantities import ranking_values
from concordant.errors import InputTypeError
from concordant.metrics._cells.row_shares import Share
from concordant.metrics._object.asked import data_of, names_columns, options_of, refuse_absent, refuse_many
from concordant.metrics._object.bounded import Bounded
from concordant.metrics._object.checked import Checked
from concordant.metrics._object.docs import complete_docstring
from concordant.metrics._object.facts import Facts
from concordant.metrics._object.kind import Kind
from concordant.metrics._object.kinds import LABELS, PANEL
from concordant.metrics._object.kinds.of_rankings import rankings_in_memory
from concordant.metrics._object.many_raters import PANEL_STATES
from concordant.metrics._object.natures import Nature
from concordant.metrics._object.number_facts import NumberFacts
from concordant.metrics._object.optimum import UNKNOWN, Optimum
from concordant.metrics._object.panel_facts import PanelFacts
from concordant.metrics._object.parts import Parts, mean_of_defined
from concordant.metrics._object.registry import get
from concordant.metrics._object.signature import signature_of
from concordant.metrics._object.uncertain import Uncertain
from concordant.metrics._object.undefined import check_policy, settle
from concordant.result import Outcome
from concordant.states import BucketCurve, Counts, CurveStack, Moments, SampleCounts
from concordant.states.moments import Loss, RowQuantity
from concordant.states.scaling import near_one
from concordant.typing import FloatArray, Undefined

if TYPE_CHECKING:
    import inspect

Formula = Callable[..., Any]
Why = Callable[..., str | None]
_NAN: Undefined = "nan"  # the default itself: to compare two texts takes longer


@dataclass(frozen=True, eq=False, repr=False)
class Metric(Uncertain, Bounded, Checked):
    """
    A metric: call it on data, or take it `of` a state.

    Attributes
    ----------
    formula : callable
        The pure formula: one state, keyword-only options, no checks.
    why : callable
        Says why the formula gives no number.
    facts : Facts
        Direction, range, value by chance, symmetry, need of an order, formula, source.
    kind : Kind
        What it takes beside the truth, and how that becomes a state.
    name, data, options : str, tuple of str, tuple of str
        Its name, and those of its data and of its own options.
    shortcut, glance, judges_rows, loss, quantity, proportion, made_of, is_a, influence, optimum, least, panel, numbers
        What else a metric can say of itself: see `metric`.
    """

    formula: Formula
    why: Why
    facts: Facts
    kind: Kind
    shortcut: Callable[..., Any] | None = None  # checked rows and options -> the value, or None where it cannot
    shortcut_options: frozenset[str] = frozenset()  # those that it knows
    glance: Callable[..., Any] | None = None  # data as they were given -> the value, or None where it cannot
    judges_rows: bool = False
    loss: Loss = "squared"
    quantity: Callable[..., RowQuantity] | None = None
    proportion: Callable[..., Share | None] | None = None
    made_of: Callable[..., Parts | None] | None = None
    is_a: Nature | None = None
    influence: Callable[..., FloatArray] | None = None
    optimum: Optimum = UNKNOWN
    least: Callable[..., float] | None = None
    panel: PanelFacts | None = None
    numbers: NumberFacts | None = None
    asks: Callable[..., Any] = field(kw_only=True)  # whose keyword-only arguments are the options
    name: str = field(init=False)
    data: tuple[str, ...] = field(init=False)
    options: tuple[str, ...] = field(init=False)
    _fills: bool = field(init=False)
    _defaults: dict[str, Any] = field(init=False)

    def __post_init__(self) -> None:
        """Look up what every call asks for, and be shown as the function that was decorated."""
        name, asked, written = self.facts.name, options_of(self.asks), self.asks
        vars(self).update(
            name=name,
            data=self.kind.data,
            options=tuple(option for option in asked if option != "fill"),
            _fills="fill" in (*asked, *options_of(self.formula)),
            _defaults=written.__kwdefaults__ or {},
            __name__=name,
            __qualname__=name,
            __module__=self.formula.__module__,
        )
        vars(self)["__doc__"] = complete_docstring(self.formula.__doc__ or "", self)

    @cached_property
    def takes(self) -> tuple[type, ...]:
        """The states that it is a formula of."""
        rows = self.kind is LABELS and (self.judges_rows or "average" in self.options)
        panels = () if self.panel is None or self.kind is PANEL else PANEL_STATES
        return (*self.kind.takes, SampleCounts, *panels) if rows else (*self.kind.takes, *panels)

    @cached_property
    def required_options(self) -> tuple[str, ...]:
        """The options without a default, which every call must give."""
        return tuple(name for name in self.options if name not in self._defaults)

    @property
    def reading_options(self) -> tuple[str, ...]:
        """The options that every call of this kind takes: labels, sample_weight, missing, undefined, ..."""
        return (*self.kind.reading, "undefined")

    @property
    def state_options(self) -> tuple[str, ...]:
        """The options that decide the state, not the formula: of ranked rows all of them."""
        return self.kind.state_options if self.quantity is None else self.options

    def __call__(self, *data: Any, undefined: Undefined = "nan", **options: Any) -> Any:
        """Check the data, gather them in a state, take the metric."""
        if undefined is _NAN and (glance := self.glance) is not None and len(data) == len(self.data):
            if not options:
                seen = glance(*data)  # first of all: each other step shows in the time of small data
            else:
                seen = glance(*data, **options) if options.keys() <= self._glance_options else None
            if seen is not None:
                return seen
        return self._taken(data, undefined, options)

    def _taken(self, data: tuple[Any, ...], undefined: Undefined, options: dict[str, Any]) -> Any:
        """Take the metric of data that a glance does not tell."""
        if type(undefined) is not str:
            check_policy(undefined)
        if "data" in options:
            return self._of_columns(data, undefined, options)
        if options:
            refuse_many(options)
        if len(data) != len(self.data):
            state = self.state_of_raters(data, options)
            if state is not None:
                return self.of(state, undefined=undefined, **options)
            data = data_of(self.name, self.data, self.as_ratings(data, options), options)
        if undefined == "nan" and options and (seen := self._unread(data, options)) is not None:
            return seen
        plain = self._plain(data, options)
        rows = self._read(data, options) if plain is None else plain
        if undefined != "nan":
            check_policy(undefined)
        if self.shortcut is not None and options.keys() <= self.shortcut_options:
            short = self.kind.shortened(self, rows) if plain is None else plain
            value = None if short is None else self.shortcut(short, **options)
            if value is not None:  # else the state says why it is undefined
                return value
        gather = self.kind.summed or self.kind.gather
        return self.of(gather(self, rows, options), undefined=undefined, **options)

    def _unread(self, data: tuple[Any, ...], options: dict[str, Any]) -> Any:
        """Take the metric of weighted data that need not be read first; None of others, and where it is undefined."""
        if self.shortcut is None or self.kind.unread is None or options.get("sample_weight") is None:
            return None
        known = {name: value for name, value in options.items() if name != "sample_weight"}
        if not known.keys() <= self.shortcut_options:
            return None
        rows = self.kind.unread(*data, options["sample_weight"])
        return None if rows is None else self.shortcut(rows, **known)

    def _plain(self, data: tuple[Any, ...], options: dict[str, Any]) -> Any:
        """Return the rows of plain arrays, where all options are the formula's; None of others, which are read."""
        plain = self.kind.plain
        if plain is None or (options and not options.keys() <= self._formula_options) or self.required_options:
            return None
        return plain(*data)

    def _read(self, data: tuple[Any, ...], options: dict[str, Any]) -> Any:
        """Check the data; `options` keeps those that are the formula's."""
        reading = self.reading_taken(options) if options else options
        if options or self.required_options or self.quantity is not None:
            self.check_call(options)
        return self.kind.read(*data, **reading)

    def _of_columns(self, names: tuple[Any, ...], undefined: Undefined, options: dict[str, Any]) -> Any:
        """Take the metric of columns that ``data=`` names."""
        if not names_columns(options):
            return self(*names, undefined=undefined, **options)
        from concordant.metrics._object.columns_by_name import state_by_name

        asked = state_by_name(self, names, options)
        if asked.state is None:
            return self(*asked.data, undefined=undefined, **asked.options)
        return self.of(asked.state, undefined=undefined, **asked.options)

    def state(self, *data: Any, **options: Any) -> Any:
        """Return the state that the metric is taken of; ``data=`` as in a call."""
        if names_columns(options):
            from concordant.metrics._object.columns_by_name import state_by_name

            asked = state_by_name(self, data, options, formula=False)
            return self.state(*asked.data, **asked.options) if asked.state is None else asked.state
        of_raters = self.state_of_raters(data, options)
        if of_raters is not None:
            self.refuse_unknown(options)
            return of_raters
        data = data_of(f"{self.name}.state", self.data, self.as_ratings(data, options), options)
        reading = self.reading_taken(options)
        if self.quantity is None:
            self.refuse_unknown(options)
        else:
            self.check_call(options)
        rows = self.kind.read(*data, **reading)
        return self.kind.kept(self.kind.gather(self, rows, options), rows)

    def rows(self, *data: Any, **options: Any) -> FloatArray:
        """Return the quantity of each row that the metric is the mean of; NaN where it is undefined."""
        if self.quantity is None:
            msg = f"{self.name} is no mean of a quantity of ranked rows."
            raise InputTypeError(msg)
        data = data_of(f"{self.name}.rows", self.data, data, options)
        reading = self.reading_taken(options)
        self.check_call(options)
        quantity, _ = self.chosen(options)
        return ranking_values(rankings_in_memory(self, self.kind.read(*data, **reading)), quantity)

    def with_defaults(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Every option of the formula, with its default where none is given."""
        return {name: options.get(name, self._defaults.get(name)) for name in self.options}

    def reading_taken(self, options: dict[str, Any]) -> dict[str, Any]:
        """Take those options out that say how the data are read, and return them."""
        refuse_many(options)
        return {
            name: options.pop(name)
            for name in self.kind.reading
            if name in options and self._says_how_to_read(name, options)
        }

    def _says_how_to_read(self, name: str, options: Mapping[str, Any]) -> bool:
        """Whether an option that is there is no word for the formula, which can have an option of the same name."""
        return not (name in self._option_set and isinstance(options[name], str))

    def chosen(self, options: Mapping[str, Any]) -> tuple[RowQuantity, str]:
        """Return the quantity of ranked rows, and its name with every option that moves it."""
        quantity: RowQuantity = self.asks(**options)
        every = sorted({**self._defaults, **options}.items())
        return quantity, "|".join([self.name, *(f"{key}:{_shown(value)}" for key, value in every if value is not None)])

    def of(self, state: Any, /, *, undefined: Undefined = "nan", **options: Any) -> Any:
        """
        Take the metric of a state, or of each state of a stack.

        Parameters
        ----------
        state : Counts, SampleCounts, Curve, CurveStack or Moments
            The state that this metric is a formula of. Of a BucketCurve the scores of a bucket count as ties; how far
            that may be off is what `bounds_of` says.
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
        if type(state) is BucketCurve:
            state = self.with_ties(state)
        self.check(state, options)
        if self.required_options:
            refuse_absent(f"{self.name}.of", options, self.required_options, ("state",))
        fill = check_policy(undefined)
        if self.quantity is not None:  # its options chose the state
            options = {}
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
            if isinstance(number, float):
                bad = nothing = number != number  # noqa: PLR0124
            else:
                bad = bool(np.isnan(number).any())
                nothing = bad or (not number.size and not getattr(state, "stack", ()))  # one a label, and there is none
            if not nothing and not self._may_skip(state, options):
                return Outcome(number)
            reason = self.why(state, **options)
            return Outcome(number, reason or ("the formula is 0/0 here" if bad else None))
        return Outcome(value, self.why(state, **options))

    def _may_skip(self, state: Any, options: dict[str, Any]) -> bool:
        """Whether a number can be an average that leaves out classes, or rows where the quantity is undefined."""
        if self.quantity is not None:
            return len(state.names) > 1 and bool(np.any(state.mean[..., 1] < 1))
        if self.numbers is not None:
            return self.numbers.skips
        if not self._fills or options.get("average", self._defaults.get("average")) == "binary":
            return False
        return isinstance(state, (Counts, SampleCounts, CurveStack, *PANEL_STATES)) or (
            isinstance(state, Moments) and state.weight.ndim > 0
        )

    def signature(self, state: Any, /, **options: Any) -> str:
        """Return each choice that moves the number, in one line: options, labels, rows, version."""
        if self.quantity is not None:
            self.check(state, options)
            return signature_of(state.names[0], state, {})
        return signature_of(self.name, state, {**self._defaults, **options})

    def parts(self, state: Any, options: Mapping[str, Any]) -> Parts | None:
        """Return the metrics whose values make up this one, with these options; None if it is not made of others."""
        if self.made_of is not None:
            return self.made_of(state, **self.with_defaults(options))
        average = options.get("average", self._defaults.get("average"))
        if average != "macro" or not isinstance(state, (Counts, CurveStack)):
            return None
        return Parts(((self.name, {**options, "average": None}),), mean_of_defined, linear=True)

    def share(self, state: Any, options: Mapping[str, Any]) -> Share | None:
        """Return the share of rows that the metric is, or is a function of, with these options; None if it is none."""
        return None if self.proportion is None else self.proportion(state, **{**self._defaults, **options})

    @cached_property
    def _glance_options(self) -> frozenset[str]:
        """Those of the glance; a kernel has none, and takes the data alone."""
        return frozenset(options_of(self.glance) if isinstance(self.glance, FunctionType) else ())

    @cached_property
    def _formula_options(self) -> frozenset[str]:
        """Its options that never say how data are read."""
        return self._option_set.difference(self.kind.reading)

    @property
    def summary(self) -> str:
        """The first line of the docstring."""
        return (self.__doc__ or "").strip().partition("\n")[0]

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


def _shown(value: Any) -> str:
    """A number without needless digits: 2 for 2.0."""
    whole = isinstance(value, (float, np.floating)) and float(value).is_integer()
    return str(int(value)) if whole else str(value)
