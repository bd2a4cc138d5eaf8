"""The object that every metric is: a pure formula on a state, its facts, and the calls that follow from them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np

from concordant.errors import InputTypeError, LabelOrderError
from concordant.metrics._object.facts import Facts
from concordant.metrics._object.inference import inference
from concordant.metrics._object.registry import ALIASES, METRICS, get
from concordant.metrics._object.signature import signature_of
from concordant.metrics._object.undefined import check_policy, settle
from concordant.result import Outcome
from concordant.states import Counts, Curve, CurveStack, Moments, SampleCounts
from concordant.typing import Column, Label, Undefined

if TYPE_CHECKING:
    import inspect

Formula = Callable[..., Any]
Why = Callable[..., str | None]
State = Counts | Curve | CurveStack | Moments | SampleCounts


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

    takes: tuple[type, ...] = ()
    data: ClassVar[tuple[str, ...]] = ()  # the names of the arguments of a call that are data
    state_options: tuple[str, ...] = ()  # options that decide the state, not the formula

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
        fill = check_policy(undefined)
        if self._fills and fill == fill:  # noqa: PLR0124  (a number, not NaN)
            options["fill"] = fill
        value = self.formula(state, **options)
        options.pop("fill", None)
        return self.explained(value, state, options)

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

    def interval(
        self,
        *data: Any,
        level: float = 0.95,
        method: str | None = None,
        cluster: Column | None = None,
        draws: int = 2000,
        seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        **options: Any,
    ) -> Any:
        """
        Take the metric with the interval that it can be trusted to lie in.

        Parameters
        ----------
        *data
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage.

            - ``"t"``: value +- standard errors, with the quantile of Student's t; ``"delta"``: with that of the normal;
              ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``: the same on the scale of Fisher's z, log odds,
              the logarithm, or that of 1 - value, where the limits stay inside the range;
            - ``"fisher-normal"`` and ``"lin"``: of Pearson's and Lin's coefficient of ratings that are jointly normal;
              ``"information"``: of calibration slope and intercepts, with the standard error of the logistic
              regression; ``"gaps"``: of errors of calibration, whose gaps chance makes too large;
            - ``"wilson"``, ``"exact"`` (Clopper-Pearson), ``"agresti-coull"``, ``"jeffreys"``: of shares of rows
              (recall, accuracy) and of functions of them (F1); ``"haldane"``: of likelihood and odds ratios with an
              empty cell;
            - ``"delong"`` (logit limits) and ``"delong-wald"``: of ROC AUC; ``"pairs"``: as of a share of k rows, the
              rows of the rarer class, where a score separates the classes; ``"boyd"`` and ``"boyd-wald"``: of average
              precision; ``"optimism"``: of the Kolmogorov-Smirnov statistic and the H-measure;
            - ``"percentile"``, ``"basic"``, ``"bca"``: from rows drawn with replacement; ``"normal"``: value less the
              bias of the draws +- z of their standard deviations, on the scale of ``"complement-log"`` where 1 is the
              greatest value;
            - ``"perks"``: from Dirichlet draws of the cells, for tables with next to no errors.
        cluster : array-like of shape (n,), optional
            Which rows belong together (images of one patient): they are not independent, and are drawn together.
        draws : int
            How many samples a bootstrap draws. Memory is bounded: 32 MiB of weights at a time, and the values.
        seed : int
            Of the draws; the same seed gives the same result, whatever the number of threads.
        scheme : {"rows", "stratified", "poisson"}
            What a bootstrap draws: rows, rows of each class of the truth apart, or each row a Poisson(1) number
            of times.
        **options
            As in a call.

        Returns
        -------
        Interval, or Intervals for a metric with several values
            Of a result that is a record (decompositions, a calibration curve, an operating point) a dictionary with
            one of them for each of its numbers, by name; of several classes, such a dictionary for each class. Tests
            and curves raise an `OptionError` that says which metric to ask.

        Notes
        -----
        Where an interval deserves doubt (too few rows that differ, a value at the end of its range), `reason` says so
        and one `IntervalWarning` with it. `sample_weight` are weights of importance: a row of weight 2 moves the value
        twice as much, and is not two rows.
        """
        choices = {"level": level, "method": method, "draws": draws, "seed": seed, "scheme": scheme}
        return inference("interval")(self, data, options, cluster=cluster, **choices)

    def interval_of(self, state: Any, /, *, level: float = 0.95, method: str | None = None, **options: Any) -> Any:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses."""
        self.check(state, options)
        return inference("interval_of")(self, state, options, level=level, method=method)

    def compare(
        self,
        y_true: Column,
        pred_a: Column,
        pred_b: Column,
        *more: Column,
        names: Sequence[str] | None = None,
        level: float = 0.95,
        method: str | None = None,
        cluster: Column | None = None,
        draws: int = 2000,
        seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        hypothesis: Literal["difference", "non-inferiority", "equivalence"] = "difference",
        adjust: Literal["holm"] | None = "holm",
        **options: Any,
    ) -> Any:
        """
        Compare two models on the same rows: the metric of A less that of B, with interval and p-value.

        Parameters
        ----------
        y_true, pred_a, pred_b, *more
            The truth (or a first rater) and the predictions, or scores, of two models or more, as in a call.
        names : sequence of str, optional
            What the models are called; default A, B, C, ...
        level : float
            The nominal coverage of the limits. A claim with a margin is tested one-sided at ``1 - level``, and its
            limits have the coverage ``2 level - 1`` that belongs to such tests: 90 % for 5 %. For one-sided tests at
            2.5 %, as regulators ask for, take ``level=0.975``.
        method : str, optional
            Default: ``"mcnemar"`` for accuracy, zero-one loss and rates of one class of the truth, ``"delong"`` for
            ROC AUC, ``"delta"`` for metrics whose influences are known, ``"permutation"`` for others (``"percentile"``
            with a margin, or where rows cannot be exchanged).

            - ``"delta"``: the paired t test of how much each row moves the two metrics (of clusters, where given);
            - ``"delong"``: the same for ROC AUC, with the divisors m - 1 and n - 1 of DeLong et al. (1988);
            - ``"mcnemar"`` (mid-p), ``"mcnemar-exact"``, ``"mcnemar-chi2"``, ``"mcnemar-corrected"``: of the rows in
              which one of the two alone is right, with the score limits of Tango (1998);
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
            The greatest difference that does not matter, in units of the metric.
        hypothesis : {"difference", "non-inferiority", "equivalence"}
            What is to be shown: that A and B differ; that A is at most `margin` worse than B; that they differ by less
            than `margin` either way (two one-sided tests, Schuirmann 1987).
        adjust : {"holm"} or None
            How p-values of several comparisons are adjusted.
        **options
            As in a call.

        Returns
        -------
        Comparison, or Comparisons
            `Comparisons` for all pairs of three models or more, and for metrics with one value a class. A comparison
            that deserves doubt says so in `reason` and in one `IntervalWarning`. Two models that are the same in
            every row have the difference 0, p = 1 and no interval, except by McNemar's test.

        Examples
        --------
        >>> from concordant import accuracy
        >>> truth = [0, 1] * 50
        >>> model_a = truth[:90] + [0] * 10
        >>> model_b = [1 - truth[0]] * 40 + truth[40:]
        >>> print(accuracy.compare(truth, model_a, model_b))
        accuracy of A less that of B: 0.950 - 0.800 = 0.150, 95 % interval 0.056 to 0.249, p = 0.0025 (mcnemar, n = 100)
        """
        choices = {"names": names, "level": level, "method": method, "draws": draws, "seed": seed, "scheme": scheme}
        claim = {"margin": margin, "hypothesis": hypothesis, "adjust": adjust}
        predictions = (pred_a, pred_b, *more)
        return inference("compare")(self, y_true, predictions, options, cluster=cluster, **choices, **claim)

    def compare_independent(
        self,
        data_a: tuple[Column, ...],
        data_b: tuple[Column, ...],
        *,
        names: Sequence[str] | None = None,
        level: float = 0.95,
        method: str | None = None,
        cluster: tuple[Column, Column] | None = None,
        draws: int = 2000,
        seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        hypothesis: Literal["difference", "non-inferiority", "equivalence"] = "difference",
        adjust: Literal["holm"] | None = "holm",
        **options: Any,
    ) -> Any:
        """
        Compare a metric on two independent sets of rows: two hospitals, two years, two models with data of their own.

        Parameters
        ----------
        data_a, data_b : tuple
            The data of a call for each: (y_true, y_pred) or (y_true, y_score).
        cluster, sample_weight : tuple of two columns, optional
            As for `compare`, one for each set of rows.
        names, level, method, draws, seed, scheme, margin, hypothesis, adjust, **options
            As for `compare`; the methods are ``"delta"``, ``"delong"``, ``"percentile"``, ``"basic"`` and ``"bca"``.

        Returns
        -------
        Comparison, or Comparisons for a metric with several values
            Variances of independent rows add; t with the degrees of freedom of Welch (1947) and Satterthwaite (1946).

        Examples
        --------
        >>> from concordant import cohen_kappa
        >>> first = [0, 1] * 50, [0, 1] * 40 + [1, 0] * 10
        >>> second = [0, 1] * 60, [0, 1] * 35 + [1, 0] * 25
        >>> found = cohen_kappa.compare_independent(first, second)
        >>> round(found.difference, 3), round(found.p_value, 4)
        (0.433, 0.0004)
        """
        choices = {"names": names, "level": level, "method": method, "draws": draws, "seed": seed, "scheme": scheme}
        claim = {"margin": margin, "hypothesis": hypothesis, "adjust": adjust}
        return inference("compare_independent")(self, data_a, data_b, options, cluster=cluster, **choices, **claim)

    def signature(self, state: Any, /, **options: Any) -> str:
        """Return each choice that moves the number, in one line: options, labels, rows, version."""
        return signature_of(self.name, state, {**self._defaults, **options})

    def check(self, state: Any, options: dict[str, Any]) -> None:
        """Raise for a state that is not of the kind, for unknown options, or for labels without the order it needs."""
        if not isinstance(state, self.takes):
            expected = " or ".join(kind.__name__ for kind in self.takes)
            msg = f"{self.name}.of takes {expected}, not {type(state).__name__}."
            raise InputTypeError(msg)
        self._check_options(options)
        if isinstance(state, Counts) and not state.ordered and len(state.labels) > 2:
            weighted = options.get("weights") is not None or options.get("level_of_measurement") not in (
                None,
                "nominal",
            )
            self._refuse_unordered(state.labels, weighted=weighted)

    def _check_options(self, options: dict[str, Any]) -> None:
        for option in options:
            if option not in self.options:
                msg = f"{self.name} has no option {option!r}; its options are {', '.join(self._every_option())}."
                raise InputTypeError(msg)

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


def register(metric: Metric) -> None:
    """Enter a metric and its aliases."""
    METRICS[metric.name] = metric
    ALIASES.update(dict.fromkeys(metric.facts.aliases, metric.name))
