"""`Metric`: call, `of`, `bounds_of`, `interval`, `compare`, `test`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, cast

import numpy as np

from concordant.engines.arrays.quantities import ranking_values
from concordant.errors import InputTypeError, LabelOrderError, OptionError
from concordant.metrics.definition.docs import complete_docstring, of_each_metric
from concordant.metrics.definition.facts import UNKNOWN, Facts, NumberFacts, Optimum, PanelFacts, Share
from concordant.metrics.definition.kinds import LABELS, NUMBERS, PANEL, SCORES, SYSTEM, Kind, refuse_nameless
from concordant.metrics.definition.options import (
    apply_policy,
    check_asked,
    check_policy,
    data_of,
    names_columns,
    names_of_columns,
    of_no_order,
    options_of,
    refuse_absent,
    refuse_many,
    refuse_undefined,
    refuse_unknown,
    signature_of,
    warn_user,
)
from concordant.metrics.definition.registry import get
from concordant.result import Outcome
from concordant.result.intervals import Bounds
from concordant.result.record import Record
from concordant.states import (
    BucketCurve,
    Counts,
    Curve,
    CurveStack,
    Moments,
    NumericRatings,
    Ratings,
    SampleCounts,
    Tallies,
    TallySums,
)
from concordant.states.counts import summable
from concordant.states.moments import Loss, RowQuantity
from concordant.typing import Column, FloatArray, Label, Undefined

if TYPE_CHECKING:
    import inspect

    from concordant.result import Comparison, Comparisons, Interval, Intervals
    from concordant.result.comparisons import TableTest


_ROUNDING = 2.0**-40  # more than sums of as many numbers as there are buckets differ by

_OF_DATA = ("compare", "compare_independent", "interval", "state", "test")
_OF_STATES = ("interval_of", "of", "signature")
_OF_ITSELF = ("facts", "name", "options")
_PANEL_STATES = (Ratings, Tallies, TallySums)
_OF_UNITS = ("over", "se")  # what the intervals of many raters take beside the options of the formula

Formula = Callable[..., Any]
Why = Callable[..., str | None]
Functional = Callable[[FloatArray], tuple[FloatArray, FloatArray]]


@dataclass(frozen=True, eq=False, repr=False)
class Metric:
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
    shortcut, judges_rows, loss, quantity, proportion, trait, influence, of_masses, of_tables, optimum, least
        What else a metric can say of itself: see `metric`.
    panel, numbers
        The same of metrics of many raters.
    shortcut_options : frozenset of str
        The options that the shortcut knows.
    asks : callable
        The function whose keyword-only arguments are the options: the formula, or of ranked rows the quantity.
    """

    formula: Formula
    why: Why
    facts: Facts
    kind: Kind
    shortcut: Callable[..., Any] | None = None  # checked rows and options -> the value, or None where it cannot
    shortcut_options: frozenset[str] = frozenset()
    judges_rows: bool = False
    loss: Loss = "squared"
    quantity: Callable[..., RowQuantity] | None = None
    proportion: Callable[..., Share | None] | None = None
    trait: Any = None
    influence: Callable[..., FloatArray] | None = None
    of_masses: Functional | None = None
    of_tables: Callable[..., Functional | None] | None = None
    optimum: Optimum = UNKNOWN
    least: Callable[..., float] | None = None
    panel: PanelFacts | None = None
    numbers: NumberFacts | None = None
    asks: Callable[..., Any] = field(kw_only=True)
    name: str = field(init=False)
    data: tuple[str, ...] = field(init=False)
    options: tuple[str, ...] = field(init=False)
    _fills: bool = field(init=False)
    _defaults: dict[str, Any] = field(init=False)

    def __post_init__(self) -> None:
        """Look up once what every call needs; take the name, module and docstring of the decorated function."""
        name, options = self.facts.name, options_of(self.asks)
        vars(self).update(
            name=name,
            data=self.kind.data,
            options=tuple(option for option in options if option != "fill"),
            _fills="fill" in (*options, *options_of(self.formula)),
            _defaults=self.asks.__kwdefaults__ or {},
            __name__=name,
            __qualname__=name,
            __module__=self.formula.__module__,
        )
        vars(self)["__doc__"] = complete_docstring(self.formula.__doc__ or "", self)

    # Its value: of data, of columns by name, of a state.

    def __call__(self, *data: Any, undefined: Undefined = "nan", **options: Any) -> Any:
        """
        Check the data, gather them in a state, take the metric.

        Parameters
        ----------
        *data
            The columns that the metric takes, by position or by name, or a state of many raters.
        labels : sequence, optional
            All labels in their order. Default: those that occur, numbers in numeric order.
        pos_label : label, optional
            The positive class for ``average="binary"``. Default: the second of two labels, where they have an order.
        sample_weight : array-like of shape (n,), optional
            One weight a row, finite and not negative. Zero: the row is absent; w: the row is there w times.
        missing : {"raise", "drop"}, default "raise"
            What to do with rows where a value is missing (None, NaN, null).
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        missing_labels : sequence, default ()
            Labels that stand for a missing one, such as ``["?"]`` or ``[-1]``. Rows whose truth is one of them are left
            out and counted, as rows with a missing value are with ``missing="drop"``.
        average : {"binary", "macro", "micro", "weighted", "samples"} or None, default "binary"
            ``"binary"``: the positive one of two classes. Of several classes or labels, each against the rest: the
            plain mean (``"macro"``), the value of all decisions together (``"micro"``), the mean weighted by how often
            a class occurs in the truth (``"weighted"``), or one value a class (None). ``"samples"``: of matrices of
            indicators, the mean over the rows of the value of each row's labels.
        classes : sequence, optional
            The classes that an average is over, such as the relations but for ``"no_relation"`` (the `labels` of
            scikit-learn's scores); each against all other labels. Default: every class. With ``average=None`` one value
            for each, in this order. `labels` declares all labels that there are.
        prevalence : float or mapping, optional
            Shares of the classes in the population that the value is for, where they are not those of the rows (cases
            and controls, another hospital): that of the positive class, above 0 and below 1, or ``{label: share}`` of
            every class. The rows of each class of the truth are weighted to have them, so it is assumed that how a
            class is predicted (sensitivity and specificity, the scores within a class) carries over, and only the mix
            of the classes changes. Default: the shares of the rows.

        Raises
        ------
        InputError
            If data or options cannot be used (a subclass says what is wrong), also a `ValueError`.
        UndefinedMetricError
            If the metric is undefined and ``undefined="raise"``.
        """
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
        return self._of_rows(self._read(data, options), undefined, options)

    def _of_rows(self, rows: Any, undefined: Undefined, options: dict[str, Any]) -> Any:
        """Take the metric of checked rows."""
        if undefined != "nan":
            check_policy(undefined)
        if self.shortcut is not None and options.keys() <= self.shortcut_options:
            short = self.kind.shortened(self, rows)
            value = None if short is None else self.shortcut(short, **options)
            if value is not None:  # else the state says why it is undefined
                return value
        gather = self.kind.summed or self.kind.gather
        return self.of(gather(self, rows, options), undefined=undefined, **options)

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
        from concordant.metrics.definition.named_columns import state_by_name

        columns = state_by_name(self, names, options)
        if columns.rows is not None:
            return self._of_rows(columns.rows, undefined, columns.options)
        if columns.state is None:
            return self(*columns.data, undefined=undefined, **columns.options)
        return self.of(columns.state, undefined=undefined, **columns.options)

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
        value, state = self._taken(state, undefined, options)
        if isinstance(value, float) and value == value:  # noqa: PLR0124
            reason = self.why(state, **options) if self._may_skip(state, options) else None
            return apply_policy(self.name, Outcome(float(value), reason), undefined) if reason else float(value)
        return apply_policy(self.name, self.explained(value, state, options), undefined)

    def outcome(self, state: Any, /, *, undefined: Undefined = "nan", **options: Any) -> Outcome:
        """Take the metric of a state and say why it is undefined, without a warning."""
        value, state = self._taken(state, undefined, options)
        return self.explained(value, state, options)

    def _taken(self, state: Any, undefined: Undefined, options: dict[str, Any]) -> tuple[Any, Any]:
        """Check a state, and return the value of the formula with the state that it read."""
        if type(state) is BucketCurve:
            state = self.with_ties(state)
        self.check(state, options)
        if self.required_options:
            refuse_absent(f"{self.name}.of", options, self.required_options, ("state",))
        fill = check_policy(undefined)
        if self.quantity is not None:  # its options chose the state
            options.clear()
        filling = {"fill": fill} if self._fills and fill == fill else {}  # noqa: PLR0124  (a number, not NaN)
        state = self.readable(state)
        return self.formula(state, **options, **filling), state

    def readable(self, state: Any) -> Any:
        """Return the state as the formula takes it: counts that leave 64 bits as floats."""
        return summable(state) if self.facts.scale_free else state

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
        if isinstance(value, Record) and value.is_defined:
            return Outcome(value)
        return Outcome(value, self.why(state, **options))

    def _may_skip(self, state: Any, options: dict[str, Any]) -> bool:
        """Whether a number can be an average that leaves out classes, or rows where the quantity is undefined."""
        if self.quantity is not None:
            return len(state.names) > 1 and bool(np.any(state.mean[..., 1] < 1))
        if self.numbers is not None:
            return self.numbers.skips
        if not self._fills or options.get("average", self._defaults.get("average")) == "binary":
            return False
        return isinstance(state, (Counts, SampleCounts, CurveStack, *_PANEL_STATES)) or (
            isinstance(state, Moments) and state.weight.ndim > 0
        )

    def signature(self, state: Any, /, **options: Any) -> str:
        """Return each choice that moves the number, in one line: options, labels, rows, version."""
        if self.quantity is not None:
            self.check(state, options)
            return signature_of(state.names[0], state, {})
        return signature_of(self.name, state, {**self._defaults, **options})

    # What it is taken of.

    def state(self, *data: Any, **options: Any) -> Any:
        """Return the state that the metric is taken of; ``data=`` as in a call."""
        if names_columns(options):
            from concordant.metrics.definition.named_columns import state_by_name

            columns = state_by_name(self, data, options, formula=False)
            return self.state(*columns.data, **columns.options) if columns.state is None else columns.state
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
            raise InputTypeError(f"{self.name} is no mean of a quantity of ranked rows.")
        data = data_of(f"{self.name}.rows", self.data, data, options)
        reading = self.reading_taken(options)
        self.check_call(options)
        quantity, _ = self.chosen(options)
        return ranking_values(self.kind.read(*data, **reading), quantity)

    def state_of_raters(self, data: tuple[Any, ...], options: dict[str, Any]) -> Any:
        """The state of the labels of many raters, or of two where many are usual; None of any other data."""
        if self.takes_panel(data, options):
            return self.panel_state(data[0], options)
        return self.two_columns(data, options) if len(data) == 2 and self.kind is PANEL else None

    def takes_panel(self, data: tuple[Any, ...], options: Mapping[str, Any]) -> bool:
        """Whether one argument, where two columns may stand, is the ratings of many raters."""
        return self.panel is not None and len(data) == 1 and not any(name in options for name in self.data)

    def panel_state(self, ratings: Any, options: dict[str, Any]) -> Any:
        """Return the state of the ratings of many raters; the options that say how they are read are taken out."""
        if self.panel is None:
            raise InputTypeError(f"{self.name} takes {' and '.join(self.data)}, not the ratings of many raters.")
        reading = {name: options.pop(name) for name in PANEL.reading if name in options}
        refuse_unknown(self.name, options, (*self.options, *PANEL.reading, "undefined"))
        return PANEL.gather(self, PANEL.read(ratings, **reading), options)

    def two_columns(self, data: tuple[Any, ...], options: dict[str, Any]) -> Any:
        """Count two columns of labels; the options that say how they are read are taken out."""
        reading = {name: options.pop(name) for name in LABELS.reading if name in options}
        return LABELS.gather(self, LABELS.read(*data, **reading), {})

    def as_ratings(self, data: tuple[Any, ...], options: dict[str, Any]) -> tuple[Any, ...]:
        """The data of a call; two columns of numbers as the ratings of two raters."""
        if len(data) != 2 or self.kind is not NUMBERS:
            return data
        return (NumericRatings.from_two(*data, **self.reading_taken(options)),)

    # What buckets of scores leave open.

    @of_each_metric
    def bounds_of(self, state: BucketCurve, /, **options: Any) -> Bounds:
        """
        Bound the metric over all orders of the rows that these buckets allow.

        With the positive rows of each bucket above its negative ones the ROC curve lies nowhere below that of any other
        order, and with the negative ones above nowhere above it. A metric that rises with the ROC curve takes its
        greatest and its least value there.

        Parameters
        ----------
        state : BucketCurve
            Rows of two classes.
        **options
            The options of the metric.

        Returns
        -------
        Bounds
            Its ``value`` is that of the state with ties in each bucket. Rounded outwards; undefined (NaN) where the
            metric is.

        Raises
        ------
        OptionError
            If the metric need not rise with the ROC curve.
        """
        check_asked(self, "bounds_of", options, reading=False)
        bounds = self.quiet_bounds_of(state, options)
        if bounds.reason is not None:
            warn_user(f"{self.name}: {bounds.reason}")
        return bounds

    def quiet_bounds_of(self, state: BucketCurve, options: Mapping[str, Any]) -> Bounds:
        """Bound the metric for a caller that shows the reason: without a warning."""
        if self.facts.dominance is None:
            raise OptionError(
                f"{self.name}.bounds_of does not exist: bounds are known of metrics that rise with the ROC curve, "
                "such as roc_auc, average_precision and kolmogorov_smirnov."
            )
        if not isinstance(state, BucketCurve):
            raise InputTypeError(f"{self.name}.bounds_of takes a BucketCurve, not {type(state).__name__}.")
        if self.facts.dominance == "counted" and state.weights.dtype.kind == "f":
            raise OptionError(
                f"{self.name} of weighted rows has no guaranteed bounds: whether a sum of weights reaches a rate "
                "exactly depends on its rounding. Count the rows without weights."
            )
        tied = state.tied()
        outcome = self.outcome(tied, **options)
        value = float(outcome.value)
        key = state.score_key
        signature = f"{self.signature(tied, **options)}|buckets:{key.scale}{key.bits}"
        rest = (len(state.places), state.n, self.facts.title, signature, outcome.reason)
        if np.isnan(value):
            return Bounds(value, value, value, *rest)
        worst, best = self._least(state, options), float(self.value_of(state.best(), **options))
        low, high = min(worst, best, value), max(worst, best, value)
        if (state.low < state.high).any():  # else the curve is that of the rows
            slack = _ROUNDING * max(abs(low), abs(high))
            ends = self.facts.range or (-np.inf, np.inf)
            low, high = max(low - slack, ends[0]), min(high + slack, ends[1])
        return Bounds(value, low, high, *rest)

    def _least(self, state: BucketCurve, options: Mapping[str, Any]) -> float:
        """The value of the worst order, or the lower bound of it that the metric computes itself."""
        if self.least is None:
            return float(self.value_of(state.worst(), **options))
        own = options_of(self.least)
        return self.least(state, **{name: value for name, value in options.items() if name in own})

    def with_ties(self, state: Any) -> Any:
        """Return the curve of a `BucketCurve` with ties in its buckets; any other state as it is."""
        if type(state) is not BucketCurve:
            return state
        if self.kind is SCORES:
            return state.tied()
        if self.kind.input in ("probabilities", "decisions"):
            msg = f"{self.name} needs every score as it is; a BucketCurve holds only their order, in buckets."
            raise InputTypeError(msg)
        return state

    # How sure the value is, and whether two models differ. Only here is `concordant.inference` called, which is
    # imported by the call: a metric by itself starts without it.

    @of_each_metric
    def interval(
        self,
        *data: Any,
        level: float = 0.95,
        method: str | None = None,
        cluster: Column | None = None,
        draws: int = 2000,
        seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None,
        **options: Any,
    ) -> Interval | Intervals | dict[Any, Any]:
        """
        Compute the metric with a confidence interval.

        Parameters
        ----------
        *data
            Those of a call, by position or by name: y_true and y_pred, y_score or y_prob.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.

            - ``"score"``: the values that a score test along the least favourable path does not reject: of labels,
              scores, losses and measurements, for values that move smoothly with the shares of the rows; rows that the
              sample lacks (a rare class without an error, a missed case of a heavy weight) are thought of;
            - ``"t"``: value +- standard errors, with the quantile of Student's t; ``"delta"``: with that of the normal;
              ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``: the same on the scale of Fisher's z, log odds,
              the logarithm, or that of 1 - value, where the limits stay inside the range;
            - ``"fisher-normal"`` and ``"lin"``: of Pearson's and Lin's coefficient of ratings that are jointly normal;
              ``"information"``: of calibration slope and intercepts, with the standard error of the logistic
              regression; ``"gaps"``: of errors of calibration, whose gaps chance makes too large;
            - ``"wilson"``, ``"exact"`` (Clopper-Pearson), ``"agresti-coull"``, ``"jeffreys"``: of shares of rows
              (recall, accuracy) and of functions of them (F1);
            - ``"delong"`` (as R's pROC has it) and ``"delong-logit"`` (the same on the logit scale): of ROC AUC;
              ``"pairs"``: as of a share of k rows, the rows of the rarer class, where a score separates the classes;
              ``"optimism"``: of the Kolmogorov-Smirnov statistic and the H-measure;
            - ``"percentile"``, ``"basic"``, ``"bca"``: from rows drawn with replacement; where BCa does not exist,
              percentile limits stand in, and the method of the interval is then ``"percentile"``, or
              ``"bca/percentile"`` where it is so for some of several values; ``"normal"``: value less the bias of the
              draws +- z of their standard deviations, on the scale of ``"complement-log"`` where 1 is the
              greatest value;
            - ``"miller-madow"``: of mutual information, value less its bias +- z standard errors; ``"zahl"``: of shares
              of an entropy, the same with the bias that the jackknife finds, on the scale of ``"complement-log"``.
        cluster : array-like of shape (n,), optional
            Which rows belong together (images of one patient): they are not independent, and are drawn together.
        draws : int
            How many samples a bootstrap draws, 2 or more. Memory is bounded: 32 MiB of weights at a time, and the
            values.
        seed : int
            Of the draws, 0 or more; the same seed gives the same result, whatever the number of threads.
        scheme : {"rows", "stratified", "poisson"}
            What a bootstrap draws: rows, rows of each class of the truth apart, or each row a Poisson(1) number
            of times.
        simultaneous : {"bonferroni", "max-t"}, optional
            Of metrics with one value a class or label: widen the limits so that all of them hold at once with the
            probability `level`. ``"max-t"`` takes the quantile of the greatest of the standardised errors, which knows
            how the values vary together (Hothorn, Bretz & Westfall 2008); ``"bonferroni"`` divides ``1 - level`` by
            the number of values, and is wider. Each value keeps its method, at the level that this gives. Default: each
            holds by itself, so that of 20 intervals one is expected to miss.
        **options
            As in a call, also ``data=`` with the names of columns; `cluster` is a name then, too.

        Returns
        -------
        Interval, or Intervals for a metric with several values
            Of a result that is a record (decompositions, a calibration curve, an operating point) a dictionary with
            one of them for each of its numbers, by name; of several classes, such a dictionary for each class. Tests
            and curves raise an `OptionError` that says which metric to ask.

        Notes
        -----
        Of the ratings of many raters the interval is over units, by score limits; two raters who rated the same units
        have the interval of two columns. ``se="jackknife"`` (also the default of known raters of whom too many units
        are possible, and of numbers) is the exact jackknife on the scale of Fisher's z (of shares: of log odds) with
        Student's t, ``se="delta"`` takes the influence of each unit, ``se="gwet"`` Gwet's closed form; ``method`` names
        a scale (``"fisher"``, ``"logit"``, ``"t"``) or draws (``"percentile"``, ``"basic"``, ``"bca"``).
        ``over="raters"`` is for other raters and these units, ``over="units and raters"`` for both (three known raters
        or more).

        Where an interval deserves doubt (too few rows that differ, a value at the end of its range), `reason` says so
        and one `IntervalWarning` with it. `sample_weight` are weights of importance: a row of weight 2 moves the value
        twice as much, and is not two rows.
        """
        how: Any = {"level": level, "method": method, "draws": draws, "seed": seed}
        times = None
        if names_columns(options):
            if cluster is None and self._is_told_by_state(data, options):  # rows that were added up tell as much
                from concordant.metrics.definition.named_columns import state_by_name

                given = {name: options[name] for name in options if name not in (*self.data, "data")}
                check_asked(self, "interval", given)
                columns = state_by_name(self, data, options, formula=False)
                data, options = columns.data, columns.options
                if columns.state is not None:
                    from concordant.inference import interval_of

                    return interval_of(self, columns.state, options, scheme=scheme, simultaneous=simultaneous, **how)
            else:
                data, cluster, times = self._columns(data, cluster, options)
        how["cluster"] = cluster
        if self.of_raters and (rated := _rated(self, "interval", data, options)) is not None:
            from concordant.inference.intervals.panels import panel_interval

            return cast("Interval | Intervals | dict[Any, Any]", panel_interval(self, rated, options, **how))
        data = data_of(f"{self.name}.interval", self.data, data, options)
        check_asked(self, "interval", options)
        from concordant.inference import interval

        return interval(self, data, options, times=times, scheme=scheme, simultaneous=simultaneous, **how)

    @of_each_metric
    def interval_of(
        self,
        state: Any,
        /,
        *,
        level: float = 0.95,
        method: str | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None,
        **options: Any,
    ) -> Interval | Intervals | dict[Any, Any]:
        """
        Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
        if self.numbers is not None:
            self.check_call({name: x for name, x in options.items() if name not in _OF_UNITS})
        if self.kind in (PANEL, NUMBERS, SYSTEM) or isinstance(state, _PANEL_STATES):
            from concordant.inference.intervals.panels import panel_interval

            limits = panel_interval(self, state, options, level=level, method=method)
            return cast("Interval | Intervals | dict[Any, Any]", limits)
        check_asked(self, "interval_of", options, reading=False)
        self.check(self.with_ties(state), options)
        from concordant.inference import interval_of

        return interval_of(self, state, options, level=level, method=method, simultaneous=simultaneous)

    @of_each_metric
    def compare(
        self,
        *data: Column,
        names: Sequence[str] | None = None,
        level: float = 0.95,
        method: str | None = None,
        cluster: Column | None = None,
        draws: int = 2000,
        seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm",
        **options: Any,
    ) -> Comparison | Comparisons:
        """
        Compare two models on the same rows: the metric of A minus that of B, with interval and p-value.

        Parameters
        ----------
        *data
            y_true, pred_a and pred_b, by position or by name: the truth (or a first rater) and the predictions, or
            scores, of two models, as in a call. More models follow by position.
        names : sequence of str, optional
            What the models are called; default: the names of their columns, where each has one of its own, else A, B,
            C, ...
        level : float
            The nominal coverage of the limits. A claim with a margin is tested one-sided at ``1 - level``, and its
            limits have the coverage ``2 level - 1`` that belongs to such tests: 90 % for 5 %. For one-sided tests at
            2.5 %, as regulators ask for, take ``level=0.975``.
        method : str, optional
            Default: ``"mcnemar"`` for accuracy, zero-one loss and rates of one class of the truth, ``"delong"`` for
            ROC AUC, ``"log"`` for likelihood and odds ratios, ``"score"`` for other metrics of labels, ``"delta"`` for
            others whose influences are known (``"mover"`` with a margin, not of labels), ``"permutation"`` for the rest
            (``"percentile"`` with a margin, or where rows cannot be exchanged).

            - ``"delta"``: the paired t test of how much each row moves the two metrics (of clusters, where given);
            - ``"score"``: the same with a part of a row in the variance in which one model alone is right, of each
              model, for the table or each class of the truth: the sample may lack the rows that decide;
            - ``"log"``: the same for the logarithms of ratios; the limits of the difference are put together from those
              of both (Zou & Donner 2008);
            - ``"delong"``: as delta for ROC AUC, with the divisors m - 1 and n - 1 of DeLong et al. (1988);
            - ``"mcnemar"`` (McNemar's own, the score test), ``"mcnemar-mid-p"``, ``"mcnemar-exact"``,
              ``"mcnemar-corrected"``: of the rows in which one of the two alone is right, with the score limits of
              Tango (1998), which agree with the first of them about a difference of 0;
            - ``"mover"``: the limits of both put together, with their correlation (Zou & Donner 2008); the p-value
              inverts them. It is the default with a margin, where the end of a range is near;
            - ``"permutation"``: exchanges A and B within rows. Its hypothesis is stronger: each row was as likely
              with the two exchanged. All exchanges are tried where they are few. Scores are replaced by their ranks
              where the metric only sees their order;
            - ``"percentile"`` (also ``"bootstrap"``), ``"basic"``, ``"bca"``: the difference over resampled rows, the
              same rows for both models.
        cluster : array-like of shape (n,), optional
            Which rows belong together; they are drawn and exchanged together.
        draws, seed, scheme
            Of bootstrap and permutation, as for `interval`.
        margin : float, optional
            The greatest difference that does not matter, in units of the metric; for superiority, the difference
            that A must exceed, by default 0.
        alternative : {"two-sided", "superiority", "non-inferiority", "equivalence"}
            What is to be shown: that A and B differ; that A is better than B by more than `margin`; that A is at most
            `margin` worse than B; that they differ by less than `margin` either way (two one-sided tests, Schuirmann
            1987). Of a metric of which less is better, A is better where it is less.
        adjust : {"holm", "fdr", "fdr-by"} or None
            How p-values of several comparisons are adjusted: for the chance of any false alarm (Holm 1979); for the
            share of false ones among those found (Benjamini & Hochberg 1995), also under any dependence (Benjamini &
            Yekutieli 2001); or not at all.
        **options
            As in a call, also ``data=`` with the names of columns; `cluster` is a name then, too.

        Returns
        -------
        Comparison, or Comparisons
            `Comparisons` for all pairs of three models or more, and for metrics with one value a class. A comparison
            that deserves doubt says so in `reason` and in one `IntervalWarning`. Two models that are the same in
            every row have the difference 0, p = 1 and no interval, except by McNemar's test.

        Notes
        -----
        Of the ratings of many raters, ``metric.compare(ratings, a=[raters], b=[raters])`` compares two panels on the
        same units, which may share raters: the jackknife of the difference, with Student's t.

        Examples
        --------
        >>> from concordant import accuracy
        >>> truth = [0, 1] * 50
        >>> model_a = truth[:90] + [0] * 10
        >>> model_b = [1 - truth[0]] * 40 + truth[40:]
        >>> print(accuracy.compare(truth, model_a, model_b))
        accuracy of A minus B: 0.950 - 0.800 = 0.150, 95 % interval 0.056 to 0.249, p = 0.0027 (mcnemar, n = 100)
        """
        if names is None:
            names = names_of_columns((*data[1:], *(options[name] for name in ("pred_a", "pred_b") if name in options)))
        times = None
        if names_columns(options):
            data, cluster, times = self._columns(data, cluster, options)
        how: Any = {"names": names, "level": level, "margin": margin, "alternative": alternative, "adjust": adjust}
        if self.of_raters:
            comparison = _compare_raters(self, data, options, method, cluster=cluster, **how)
            if comparison is not None:
                return cast("Comparison | Comparisons", comparison)
        first, more = data[:3], data[3:]
        y_true, *predictions = data_of(f"{self.name}.compare", ("y_true", "pred_a", "pred_b"), first, options)
        check_asked(self, "compare", options)
        from concordant.inference.comparisons.compare import compare

        how |= {"method": method, "cluster": cluster, "draws": draws, "seed": seed, "scheme": scheme}
        return compare(self, y_true, (*predictions, *more), options, times=times, **how)

    @of_each_metric
    def compare_independent(
        self,
        data_a: tuple[Column, ...] | Counts | Curve | Moments,
        data_b: tuple[Column, ...] | Counts | Curve | Moments,
        *,
        names: Sequence[str] | None = None,
        level: float = 0.95,
        method: str | None = None,
        cluster: tuple[Column, Column] | None = None,
        draws: int = 2000,
        seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm",
        **options: Any,
    ) -> Comparison | Comparisons:
        """
        Compare a metric on two independent sets of rows: two hospitals, two years, two models with data of their own.

        Parameters
        ----------
        data_a, data_b : tuple
            The data of a call for each: (y_true, y_pred) or (y_true, y_score); or two states of one kind and key
            (`Counts`, `Curve`, `Moments`); or the ratings of two panels (matrices, frames, `Ratings` or `Tallies`),
            whose difference then is that of their jackknives, with Welch's t.
        cluster, sample_weight : tuple of two columns, optional
            As for `compare`, one for each set of rows.
        names, level, method, draws, seed, scheme, margin, alternative, adjust, **options
            As for `compare`; the methods are ``"miettinen-nurminen"`` (the default for shares of rows: a score test and
            its limits), ``"mover"`` (the default for other metrics with a finite range: the limits of both, added in
            quadrature; of two shares these are Newcombe's), ``"delta"``, ``"delong"``, ``"percentile"``, ``"basic"``
            and ``"bca"``.

        Returns
        -------
        Comparison, or Comparisons for a metric with several values
            With ``"delta"`` and ``"delong"`` variances add; t with the degrees of freedom of Welch (1947) and
            Satterthwaite (1946).

        Examples
        --------
        >>> from concordant import cohen_kappa
        >>> first = [0, 1] * 50, [0, 1] * 40 + [1, 0] * 10
        >>> second = [0, 1] * 60, [0, 1] * 35 + [1, 0] * 25
        >>> found = cohen_kappa.compare_independent(first, second)
        >>> round(found.difference, 3), round(found.p_value, 4)
        (0.433, 0.0006)
        """
        how: Any = {"names": names, "level": level, "margin": margin, "alternative": alternative, "adjust": adjust}
        if self.of_raters:
            comparison = _compare_panels(self, data_a, data_b, options, method, **how)
            if comparison is not None:
                return cast("Comparison | Comparisons", comparison)
        check_asked(self, "compare_independent", options)
        from concordant.inference.comparisons.independent import compare_independent

        how |= {"method": method, "cluster": cluster, "draws": draws, "seed": seed, "scheme": scheme}
        return compare_independent(self, data_a, data_b, options, **how)

    def test(
        self,
        *data: Any,
        against: float | None = None,
        alternative: Literal["two-sided", "greater", "less"] = "two-sided",
        method: str | None = None,
        cluster: Column | None = None,
        **options: Any,
    ) -> TableTest:
        """
        Test a value against another one.

        Parameters
        ----------
        *data
            Those of a call; with ``data=`` the names of its columns.
        against : float, optional
            The value that is taken for granted until the p-value is small; default: that of chance, where the metric
            has one whatever the data (0 of agreement, 0.5 of ROC AUC).
        alternative : {"two-sided", "greater", "less"}
            What is to be shown.
        method : str, optional
            Default: that of `interval`, so that the test agrees with it: the p-value is the least alpha whose limits of
            the level ``1 - alpha`` leave `against` out. Of the ratings of three raters or more also a standard
            error and a scale, as of `interval`; ``"null"``: of the standard error that the coefficient has if all
            agreement is by chance (Fleiss, Nee & Landis 1979), against 0 alone, of complete ratings.
        cluster : array-like of shape (n,), optional
            Which rows, or units, belong together.
        **options
            As in a call, and of raters `over` and `se` as of `interval`.

        Returns
        -------
        TableTest

        Raises
        ------
        OptionError
            If the metric has several values here, or is a record or a curve.

        Examples
        --------
        >>> from concordant import cohen_kappa, fleiss_kappa
        >>> first, second = [0, 1] * 50, [0, 1] * 40 + [1, 0] * 10
        >>> cohen_kappa.test(first, second, against=0.4, alternative="greater").p_value < 0.05
        True
        >>> ratings = [["a", "a", "a"], ["a", "b", "b"], ["b", "b", "b"], ["b", "b", "b"]] * 10
        >>> fleiss_kappa.test(ratings, against=0.2, alternative="greater").p_value < 0.05
        True
        """
        how: Any = {"against": against, "alternative": alternative, "method": method}
        times = None
        if names_columns(options):
            data, cluster, times = self._columns(data, cluster, options)
        if not self.of_raters:
            from concordant.inference import value_test

            check_asked(self, "test", options)
            data = data_of(f"{self.name}.test", self.data, data, options)
            return value_test(self, data, options, cluster=cluster, times=times, **how)
        how["cluster"] = cluster
        from concordant.inference.intervals.panels import panel_test

        rated = _rated(self, "test", data, options)
        if rated is None and len(data) == 2:
            rated = self.two_columns(data, options)
        elif rated is None:
            (rated,) = data_of(f"{self.name}.test", ("ratings",), data, options)
        return panel_test(self, rated, options, **how)

    def _columns(self, data: tuple[Any, ...], cluster: Any, options: dict[str, Any]) -> tuple[Any, Any, Any]:
        """Read the columns that ``data=`` names: the data, the clusters, and how many rows each stands for."""
        from concordant.metrics.definition.named_columns import rows_by_name

        columns = rows_by_name(self, data, {**options, "cluster": cluster})
        options.clear()
        options.update(columns.options)
        return columns.data, options.pop("cluster"), columns.times

    def _is_told_by_state(self, data: tuple[Any, ...], options: dict[str, Any]) -> bool:
        """Whether two columns are named whose state tells how much the value varies: without weights and raters."""
        counted = self.kind in (LABELS, SCORES) and not self.of_raters and options.get("sample_weight") is None
        columns = (*data, *(options.get(name) for name in self.data[len(data) :]))
        return counted and all(isinstance(name, str) for name in columns)

    # What it says of itself.

    @cached_property
    def takes(self) -> tuple[type[Any], ...]:
        """The states that it is a formula of."""
        rows = self.kind is LABELS and (self.judges_rows or "average" in self.options)
        panels = () if self.panel is None or self.kind is PANEL else _PANEL_STATES
        return (*self.kind.takes, SampleCounts, *panels) if rows else (*self.kind.takes, *panels)

    @cached_property
    def of_raters(self) -> bool:
        """Whether it takes the ratings of many raters, also beside two columns."""
        return self.panel is not None or self.numbers is not None

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

    @cached_property
    def options_of_state(self) -> frozenset[str]:
        """The options that decide the state: those that say how data are read, and that the formula has not."""
        return frozenset(self.state_options) | (frozenset(self.reading_options) - self._option_set)

    def with_defaults(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Every option of the formula, with its default where none is given."""
        return {name: options.get(name, self._defaults.get(name)) for name in self.options}

    def graded(self, options: Mapping[str, Any]) -> bool:
        """Whether some disagreements weigh more than others, with these options."""
        level = options.get("level_of_measurement")
        return options.get("weights") is not None or level not in (None, "nominal")

    def chosen(self, options: Mapping[str, Any]) -> tuple[RowQuantity, str]:
        """Return the quantity of ranked rows, and its name with every option that moves it."""
        quantity: RowQuantity = self.asks(**options)
        every = sorted({**self._defaults, **options}.items())
        return quantity, "|".join([self.name, *(f"{key}:{_shown(value)}" for key, value in every if value is not None)])

    def share(self, state: Any, options: Mapping[str, Any]) -> Share | None:
        """Return the share of rows that the metric is, or is a function of, with these options; None if it is none."""
        return None if self.proportion is None else self.proportion(state, **{**self._defaults, **options})

    @cached_property
    def _option_set(self) -> frozenset[str]:
        return frozenset(self.options)

    # Checks.

    def check(self, state: Any, options: dict[str, Any]) -> None:
        """Raise for a state that is not of the kind, for odd options, or for labels without the order it needs."""
        if not isinstance(state, self.takes):
            expected = " or ".join(kind.__name__ for kind in self.takes)
            raise InputTypeError(f"{self.name}.of takes {expected}, not {type(state).__name__}.")
        if not options.keys() <= self._option_set:
            refuse_unknown(f"{self.name}.of", options, (*self.options, "undefined"))
        if options:
            refuse_many(options)
        unordered = self.numbers is None and isinstance(state, (Counts, *_PANEL_STATES)) and not state.ordered
        if unordered and len(state.labels) > 2 and not of_no_order(options.get("weights")):
            self.refuse_unordered(state.labels, weighted=self.graded(options))
        if self.panel is not None:
            refuse_nameless(self, state)
        if self.kind.check is not None:
            self.kind.check(self, state, options)

    def check_call(self, options: Mapping[str, Any]) -> None:
        """Raise for unknown options of a call, or where one without a default is absent; before any data are read."""
        self.refuse_unknown(options)
        if self.required_options:
            refuse_absent(self.name, options, self.required_options, self.data)
        if self.quantity is not None:
            self.quantity(**options)  # checks them

    def refuse_unknown(self, options: Mapping[str, Any]) -> None:
        """Raise for options that the metric does not have."""
        if not options.keys() <= self._option_set:
            refuse_unknown(self.name, options, (*self.options, *self.reading_options))

    def refuse_unordered(self, labels: tuple[Label, ...], *, weighted: bool) -> None:
        """Raise for labels without the order that the metric needs."""
        needs = self.facts.needs_order
        if needs == "always" or (needs == "if weighted" and weighted):
            shown = ", ".join(map(repr, labels[:6])) + (", ..." if len(labels) > 6 else "")
            raise LabelOrderError(
                f"{self.name} needs the order of the labels, and {shown} have none (alphabetical order is hardly "
                "theirs). Declare it from first to last: labels=[...], or use an ordered categorical or a Polars Enum."
            )

    def reading_taken(self, options: dict[str, Any]) -> dict[str, Any]:
        """Take those options out that say how the data are read, and return them."""
        refuse_many(options)
        return {name: options.pop(name) for name in self.kind.reading if name in options}

    # How it is shown and stored.

    @property
    def summary(self) -> str:
        """The first line of the docstring."""
        return (self.__doc__ or "").strip().partition("\n")[0]

    @property
    def __signature__(self) -> inspect.Signature:
        """The call as `help` and editors show it: data, then the options of this metric."""
        from concordant.metrics.definition.docs import signature_of_call

        return signature_of_call(self)

    def __dir__(self) -> list[str]:
        """What completion offers: what a metric gives of data and of states, and what it says of itself."""
        bounded = ["bounds_of"] if self.facts.dominance is not None else []
        return [*_OF_DATA, *_OF_STATES, *_OF_ITSELF, *bounded, *(["rows"] if self.quantity is not None else [])]

    def __repr__(self) -> str:
        """The name and what it is."""
        return f"<concordant metric {self.name}: {self.facts.title}>"

    def __reduce__(self) -> tuple[Callable[[str], Metric], tuple[str]]:
        """Pickle by name."""
        return get, (self.name,)


def _rated(metric: Metric, call: str, data: tuple[Any, ...], options: dict[str, Any]) -> Any:
    """What many raters gave in a call, or two where many are usual; None of two columns beside which many could be."""
    if metric.numbers is not None:
        return _numbers_of(metric, call, data, options)
    if metric.kind is PANEL and len(data) == 2:
        return metric.two_columns(data, options)
    return data[0] if metric.takes_panel(data, options) else None


def _compare_raters(
    metric: Metric, data: tuple[Any, ...], options: dict[str, Any], method: str | None, **how: Any
) -> Any:
    """Compare two sets of raters of the same units; None where the data are columns beside a truth."""
    numbers = metric.numbers is not None
    if not numbers and metric.kind is not PANEL and "a" not in options and "b" not in options:
        return None
    _refuse_method(method)
    taken = metric.data if numbers else ("the ratings of many raters",)
    if len(data) != len(taken) or not {"a", "b"} <= options.keys():
        raise InputTypeError(f"{metric.name}.compare takes {' and '.join(taken)}, a=[raters] and b=[raters].")
    refuse_undefined(options)
    from concordant.inference.comparisons.panels import compare_raters

    first, second = options.pop("a"), options.pop("b")
    return compare_raters(metric, data if numbers else data[0], options, a=first, b=second, **how)


def _compare_panels(
    metric: Metric, data_a: Any, data_b: Any, options: dict[str, Any], method: str | None, **how: Any
) -> Any:
    """Compare two panels that rated different units; None where the data are columns, or counts, of two models."""
    both = (data_a, data_b)
    if metric.numbers is not None:
        refuse_undefined(options)
        given = [data if isinstance(data, tuple) else (data,) for data in both]
        first, second = (_numbers_of(metric, "compare_independent", data, options) for data in given)
        both = first, second
    elif metric.kind is PANEL:
        both, options = _pairs_counted(metric, both, options)
    elif any(isinstance(data, tuple) for data in both) or all(isinstance(data, Counts) for data in both):
        return None
    from concordant.inference.comparisons.panels import compare_states

    _refuse_method(method)
    return compare_states(metric, *both, options, **how)


def _pairs_counted(metric: Metric, both: tuple[Any, Any], options: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """Count two pairs of columns, and return what options are left; other data are as they came."""
    if not all(isinstance(data, tuple) and len(data) == 2 for data in both):
        return both, options
    from concordant.inference.comparisons.independent import one_each

    weights = one_each(options.get("sample_weight"), "sample_weight")
    left = [options | {"sample_weight": weight} for weight in weights]
    counted = tuple(metric.two_columns(data, own) for data, own in zip(both, left, strict=True))
    return counted, left[0]


def _numbers_of(metric: Metric, call: str, data: tuple[Any, ...], options: dict[str, Any]) -> tuple[Any, ...]:
    """The data of a call of numbers of many raters, or of two columns; its options are checked before."""
    if not (len(data) == 2 and metric.kind is NUMBERS):
        data = data_of(f"{metric.name}.{call}", metric.data, data, options)
    refuse_unknown(f"{metric.name}.{call}", options, (*metric.options, *metric.kind.reading, *_OF_UNITS))
    return data


def _refuse_method(method: str | None) -> None:
    if method not in (None, "jackknife"):
        msg = f'panels are compared by "jackknife" (of weights and clusters by the influence of units), not {method!r}.'
        raise OptionError(msg)


def _shown(value: Any) -> str:
    """A number without needless digits: 2 for 2.0."""
    whole = isinstance(value, (float, np.floating)) and float(value).is_integer()
    return str(int(value)) if whole else str(value)
