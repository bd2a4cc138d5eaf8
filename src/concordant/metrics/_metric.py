"""The object that every metric is: a pure formula on a state, its facts, and the calls that follow from them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from concordant.errors import InputTypeError, LabelOrderError
from concordant.inputs.ratings import check_ratings
from concordant.inputs.scores import ScoreRows, check_scores
from concordant.metrics._facts import Facts
from concordant.metrics._registry import ALIASES, METRICS, get
from concordant.metrics._signature import signature_of
from concordant.metrics._undefined import check_policy, settle
from concordant.result import Outcome
from concordant.states import Counts, Curve, CurveStack, Moments
from concordant.states.moments import Loss
from concordant.typing import Column, Label, Missing, Undefined

if TYPE_CHECKING:
    import inspect

Formula = Callable[..., Any]
Why = Callable[..., str | None]
State = Counts | Curve | CurveStack | Moments


class Metric(ABC):
    """
    A metric: call it on data, or take it `of` a state.

    Attributes
    ----------
    facts : Facts
        Direction, range, value by chance, symmetry, need of an order, formula, source.
    formula : callable
        The pure formula: one state, keyword-only options, no checks.
    """

    takes: ClassVar[tuple[type, ...]] = ()
    data: ClassVar[tuple[str, ...]] = ()  # the names of the arguments of a call that are data

    def __init__(self, formula: Formula, why: Why, facts: Facts) -> None:
        self.formula = formula
        self.why = why
        self.facts = facts
        self.name = self.__name__ = self.__qualname__ = facts.name
        self.__module__ = formula.__module__
        self.__doc__ = formula.__doc__
        code = formula.__code__
        arguments = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
        self.options = tuple(name for name in arguments if name != "fill")
        self._fills = "fill" in arguments
        self._defaults: dict[str, Any] = formula.__kwdefaults__ or {}

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
        state : Counts, Curve, CurveStack or Moments
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
        self._check(state, options)
        fill = check_policy(undefined)
        if self._fills and fill == fill:  # noqa: PLR0124  (a number, not NaN)
            options["fill"] = fill
        value = self.formula(state, **options)
        options.pop("fill", None)
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
        return isinstance(state, (Counts, CurveStack)) or (isinstance(state, Moments) and state.weight.ndim > 0)

    def signature(self, state: Any, /, **options: Any) -> str:
        """Return each choice that moves the number, in one line: options, labels, rows, version."""
        return signature_of(self.name, state, {**self._defaults, **options})

    def _check(self, state: Any, options: dict[str, Any]) -> None:
        if not isinstance(state, self.takes):
            expected = " or ".join(kind.__name__ for kind in self.takes)
            msg = f"{self.name}.of takes {expected}, not {type(state).__name__}."
            raise InputTypeError(msg)
        for option in options:
            if option not in self.options:
                msg = f"{self.name} has no option {option!r}; its options are {', '.join(self._every_option())}."
                raise InputTypeError(msg)
        if isinstance(state, Counts) and not state.ordered and len(state.labels) > 2:
            self._refuse_unordered(state.labels, weighted=options.get("weights") is not None)

    def _every_option(self) -> tuple[str, ...]:
        """The options of this metric, then those that every call takes."""
        code = type(self).__call__.__code__
        shared = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
        return (*self.options, *shared)

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
        import inspect

        call = inspect.signature(type(self).__call__)
        parameters = [p for p in call.parameters.values() if p.name != "self" and p.kind is not p.VAR_KEYWORD]
        formula = inspect.signature(self.formula).parameters
        parameters += [formula[name] for name in self.options]
        return call.replace(parameters=parameters)

    def __repr__(self) -> str:
        """The name and what it is."""
        return f"<concordant metric {self.name}: {self.facts.title}>"

    def __reduce__(self) -> tuple[Callable[[str], Metric], tuple[str]]:
        """Pickle by name."""
        return get, (self.name,)


class LabelMetric(Metric):
    """A metric of two columns of labels: a formula on `Counts`."""

    takes = (Counts,)
    data = ("y_true", "y_pred")

    def __call__(
        self,
        y_true: Column,
        y_pred: Column,
        *,
        labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None,
        missing: Missing = "raise",
        undefined: Undefined = "nan",
        **options: Any,
    ) -> Any:
        """Check the labels, count them, take the metric."""
        counts = self.state(y_true, y_pred, labels=labels, sample_weight=sample_weight, missing=missing)
        return self.of(counts, undefined=undefined, **options)

    def state(
        self,
        y_true: Column,
        y_pred: Column,
        *,
        labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None,
        missing: Missing = "raise",
    ) -> Counts:
        """Return the state that the metric is taken of."""
        return Counts.from_labels(y_true, y_pred, labels=labels, sample_weight=sample_weight, missing=missing)


class ScoreMetric(Metric):
    """A metric of labels and scores: a formula on `Curve`, or on `CurveStack` for several classes or labels."""

    takes = (Curve, CurveStack)
    data = ("y_true", "y_score")
    shortcut: Callable[[ScoreRows], Any] | None = None

    def __call__(
        self,
        y_true: Column,
        y_score: Column,
        *,
        labels: Sequence[Label] | None = None,
        pos_label: Label | None = None,
        sample_weight: Column | None = None,
        missing: Missing = "raise",
        undefined: Undefined = "nan",
        **options: Any,
    ) -> Any:
        """Check labels and scores, sort them, take the metric."""
        rows = check_scores(
            y_true, y_score, labels=labels, pos_label=pos_label, sample_weight=sample_weight, missing=missing
        )
        check_policy(undefined)
        if self.shortcut is not None and rows.binary and not options:
            value = self.shortcut(rows)
            if value is not None:  # else the curve says why it is undefined
                return value
        return self.of(_curve(rows), undefined=undefined, **options)

    def state(
        self,
        y_true: Column,
        y_score: Column,
        *,
        labels: Sequence[Label] | None = None,
        pos_label: Label | None = None,
        sample_weight: Column | None = None,
        missing: Missing = "raise",
    ) -> Curve | CurveStack:
        """Return the state that the metric is taken of."""
        rows = check_scores(
            y_true, y_score, labels=labels, pos_label=pos_label, sample_weight=sample_weight, missing=missing
        )
        return _curve(rows)


def _curve(rows: ScoreRows) -> Curve | CurveStack:
    return Curve.from_rows(rows) if rows.binary else CurveStack.from_rows(rows)


class ProbabilityMetric(Metric):
    """A metric that is the mean of a loss of labels and probabilities: a formula on `Moments`."""

    takes = (Moments,)
    data = ("y_true", "y_prob")
    loss: Loss = "squared"

    def __call__(
        self,
        y_true: Column,
        y_prob: Column,
        *,
        labels: Sequence[Label] | None = None,
        pos_label: Label | None = None,
        sample_weight: Column | None = None,
        missing: Missing = "raise",
        undefined: Undefined = "nan",
        **options: Any,
    ) -> Any:
        """Check labels and probabilities, sum their losses, take the metric."""
        moments = self.state(
            y_true, y_prob, labels=labels, pos_label=pos_label, sample_weight=sample_weight, missing=missing
        )
        return self.of(moments, undefined=undefined, **options)

    def state(
        self,
        y_true: Column,
        y_prob: Column,
        *,
        labels: Sequence[Label] | None = None,
        pos_label: Label | None = None,
        sample_weight: Column | None = None,
        missing: Missing = "raise",
    ) -> Moments:
        """Return the state that the metric is taken of."""
        rows = check_scores(
            y_true,
            y_prob,
            labels=labels,
            pos_label=pos_label,
            sample_weight=sample_weight,
            missing=missing,
            what="y_prob",
        )
        return Moments.from_losses(rows, self.loss)


class RatingMetric(Metric):
    """A metric of two continuous ratings of the same rows: a formula on `Moments`."""

    takes = (Moments,)
    data = ("y_true", "y_pred")

    def __call__(
        self,
        y_true: Column,
        y_pred: Column,
        *,
        sample_weight: Column | None = None,
        missing: Missing = "raise",
        undefined: Undefined = "nan",
        **options: Any,
    ) -> Any:
        """Check the ratings, take their moments, take the metric."""
        moments = self.state(y_true, y_pred, sample_weight=sample_weight, missing=missing)
        return self.of(moments, undefined=undefined, **options)

    def state(
        self,
        y_true: Column,
        y_pred: Column,
        *,
        sample_weight: Column | None = None,
        missing: Missing = "raise",
    ) -> Moments:
        """Return the state that the metric is taken of."""
        return Moments.from_rating_rows(check_ratings(y_true, y_pred, sample_weight=sample_weight, missing=missing))


def register(metric: Metric) -> None:
    """Enter a metric and its aliases."""
    METRICS[metric.name] = metric
    ALIASES.update(dict.fromkeys(metric.facts.aliases, metric.name))
