"""What the metrics of the family "agreement" take and give. Made by scripts/write_names.py: do not edit."""

# mypy: disable-error-code="override, overload-overlap, assignment"
# pyright: reportIncompatibleMethodOverride=false, reportIncompatibleVariableOverride=false
# pyright: reportOverlappingOverload=false, reportAssignmentType=false

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Literal, TypeAlias, overload

from concordant.metrics.definition.metric import Metric
from concordant.result.intervals import Bounds
from concordant.result.comparisons import Comparison
from concordant.result.comparisons import Comparisons
from concordant.result.intervals import Interval, Intervals
from concordant.states import BucketCurve, Counts, Curve, Moments, ScoreKey
from concordant.typing import Column, FloatArray, Label, Numbers

IntervalOfLabels: TypeAlias = Literal[
    "score", "t", "delta", "fisher", "logit", "log", "complement-log", "wilson", "exact", "agresti-coull", "jeffreys",
    "percentile", "basic", "bca", "normal", "miller-madow", "zahl",
]
PairedOfLabels: TypeAlias = Literal[
    "mcnemar", "mcnemar-mid-p", "mcnemar-exact", "mcnemar-corrected", "score", "delta", "log", "mover", "permutation",
    "bootstrap", "percentile", "basic", "bca",
]
IndependentOfLabels: TypeAlias = Literal[
    "miettinen-nurminen", "mover", "delta", "log", "bootstrap", "percentile", "basic", "bca",
]
IntervalOfMeasurements: TypeAlias = Literal[
    "score", "t", "delta", "fisher", "logit", "log", "complement-log", "fisher-normal", "lin", "percentile", "basic",
    "bca", "normal",
]
PairedOfMeasurements: TypeAlias = Literal[
    "delta", "log", "mover", "permutation", "bootstrap", "percentile", "basic", "bca",
]
IndependentOfMeasurements: TypeAlias = Literal[
    "mover", "delta", "log", "bootstrap", "percentile", "basic", "bca",
]
IntervalOfNumbers: TypeAlias = Literal[
    "exact", "adjusted", "fisher", "logit", "log", "t", "jackknife", "delta",
]
PairedOfNumbers: TypeAlias = Literal[
    "jackknife",
]
IndependentOfNumbers: TypeAlias = Literal[
    "jackknife",
]
IntervalOfPanel: TypeAlias = Literal[
    "score", "fisher", "logit", "t", "jackknife", "delta", "percentile", "basic", "bca",
]
PairedOfPanel: TypeAlias = Literal[
    "jackknife",
]
IndependentOfPanel: TypeAlias = Literal[
    "jackknife",
]

class AdjacentAgreementMetric(Metric):
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, within: float = 1,
    ) -> float:
        """Adjacent agreement: the share of rows where two ratings are equal or next to each other.

        ``sum of n_ij with |i - j| <= within, / n``: exact and adjacent agreement together, as essay scoring reports
        them. ``within=0`` is the exact agreement, `accuracy`.

        Parameters
        ----------
        y_true, y_pred : array-like of shape (n,)
            Labels: numbers, text, bools or other hashable values, in a list, an array, or a series of pandas,
            Polars or Arrow. Truth and prediction, or two raters. Matrices of 0 and 1 of shape (n, L), also of
            scipy.sparse, are L labels that can occur together.
        labels : sequence, optional
            All labels in their order. Default: those that occur, numbers in numeric order.
        sample_weight : array-like of shape (n,), optional
            One weight a row, finite and not negative. Zero: the row is absent; w: the row is there w times.
        missing : {"raise", "drop"}, default "raise"
            What to do with rows where a value is missing (None, NaN, null).
        missing_labels : sequence, default ()
            Labels that stand for a missing one, such as ``["?"]`` or ``[-1]``. Rows where the truth or the prediction is
            one of them are left out and counted, as rows with a missing value are with ``missing="drop"``. So a model is
            not blamed for rows that it did not answer; torchmetrics' ``ignore_index`` leaves out rows by the truth alone
            and blames it. For that, leave out the rows of this truth before the call: the prediction then is a label that
            is never right.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        within : float, default 1
            How far apart two labels may lie. Numeric labels stand at their values: with half points, ``within=1`` is
            two steps and ``within=0.5`` one; other labels stand at their positions.

        Returns
        -------
        float
            Between 0 and 1. Undefined (NaN) without rows.
        """
    def of(self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan", within: float = 1) -> Any: ...
    def interval(
        self, y_true: Column, y_pred: Column, *, level: float = 0.95, method: IntervalOfLabels | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, within: float = 1,
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        y_true, y_pred
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"wilson"``, ``"exact"``, ``"agresti-coull"``, ``"jeffreys"``, ``"percentile"``, ``"basic"``, ``"bca"``,
            ``"normal"``, ``"miller-madow"``, ``"zahl"``.
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
        """
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfLabels | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, within: float = 1,
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfLabels | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, within: float = 1,
    ) -> Comparison:
        """Compare two models on the same rows: the metric of A minus that of B, with interval and p-value.

        Parameters
        ----------
        y_true, pred_a, pred_b
            The truth (or a first rater), and the predictions or scores of two models, as in a call. More follow them.
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
            One of ``"mcnemar"``, ``"mcnemar-mid-p"``, ``"mcnemar-exact"``, ``"mcnemar-corrected"``, ``"score"``,
            ``"delta"``, ``"log"``, ``"mover"``, ``"permutation"``, ``"bootstrap"``, ``"percentile"``, ``"basic"``,
            ``"bca"``.
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
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, pred_c: Column, /, *more: Column,
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfLabels | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, within: float = 1,
    ) -> Comparisons:
        """Three models or more: all pairs of them.
        """
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfLabels | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        sample_weight: tuple[Column, Column] | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), within: float = 1,
    ) -> Comparison:
        """Compare a metric on two independent sets of rows: two hospitals, two years, two models with data of their own.

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
        """

adjacent_agreement: AdjacentAgreementMetric
"""Adjacent agreement: the share of rows where two ratings are equal or next to each other. sum of the cells with |i - j| <= within / n"""

class _LabelsAveragePosLabel(Metric):
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan",
        average: Literal["binary", "macro", "micro", "weighted", "samples"] | None = "binary",
        pos_label: Label | None = None,
    ) -> Any: ...
    @overload
    def interval(
        self, y_true: Column, y_pred: Column, *, level: float = 0.95, method: IntervalOfLabels | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None,
        average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary", pos_label: Label | None = None,
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        y_true, y_pred
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"wilson"``, ``"exact"``, ``"agresti-coull"``, ``"jeffreys"``, ``"percentile"``, ``"basic"``, ``"bca"``,
            ``"normal"``, ``"miller-madow"``, ``"zahl"``.
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
        """
    @overload
    def interval(
        self, y_true: Column, y_pred: Column, *, level: float = 0.95, method: IntervalOfLabels | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, average: None, pos_label: Label | None = None,
    ) -> Intervals:
        """One for each class or label.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfLabels | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None,
        average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary", pos_label: Label | None = None,
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfLabels | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, average: None, pos_label: Label | None = None,
    ) -> Intervals:
        """One for each class or label.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfLabels | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None,
        average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary", pos_label: Label | None = None,
    ) -> Comparison:
        """Compare two models on the same rows: the metric of A minus that of B, with interval and p-value.

        Parameters
        ----------
        y_true, pred_a, pred_b
            The truth (or a first rater), and the predictions or scores of two models, as in a call. More follow them.
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
            One of ``"mcnemar"``, ``"mcnemar-mid-p"``, ``"mcnemar-exact"``, ``"mcnemar-corrected"``, ``"score"``,
            ``"delta"``, ``"log"``, ``"mover"``, ``"permutation"``, ``"bootstrap"``, ``"percentile"``, ``"basic"``,
            ``"bca"``.
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
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfLabels | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, average: None, pos_label: Label | None = None,
    ) -> Comparisons:
        """One for each class or label.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, pred_c: Column, /, *more: Column,
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfLabels | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None,
        average: Literal["binary", "macro", "micro", "weighted", "samples"] | None = "binary",
        pos_label: Label | None = None,
    ) -> Comparisons:
        """Three models or more: all pairs of them.
        """
    @overload
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfLabels | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        sample_weight: tuple[Column, Column] | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (),
        average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary", pos_label: Label | None = None,
    ) -> Comparison:
        """Compare a metric on two independent sets of rows: two hospitals, two years, two models with data of their own.

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
        """
    @overload
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfLabels | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        sample_weight: tuple[Column, Column] | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), average: None, pos_label: Label | None = None,
    ) -> Comparisons:
        """One for each class or label.
        """

class BiasIndexMetric(_LabelsAveragePosLabel):
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary",
        pos_label: Label | None = None,
    ) -> float:
        """Bias index: how much more often the first rater says positive than the second.

        ``BI = (b - c) / n`` with b rows where only the first rater (y_true) says positive and c rows where only the
        second (y_pred) does: the difference of their shares of positives. See `prevalence_index` for its part in a
        kappa, which a bias raises at the same agreement.

        Parameters
        ----------
        y_true, y_pred : array-like of shape (n,)
            Labels: numbers, text, bools or other hashable values, in a list, an array, or a series of pandas,
            Polars or Arrow. Truth and prediction, or two raters. Matrices of 0 and 1 of shape (n, L), also of
            scipy.sparse, are L labels that can occur together.
        labels : sequence, optional
            All labels in their order. Default: those that occur, numbers in numeric order.
        sample_weight : array-like of shape (n,), optional
            One weight a row, finite and not negative. Zero: the row is absent; w: the row is there w times.
        missing : {"raise", "drop"}, default "raise"
            What to do with rows where a value is missing (None, NaN, null).
        missing_labels : sequence, default ()
            Labels that stand for a missing one, such as ``["?"]`` or ``[-1]``. Rows where the truth or the prediction is
            one of them are left out and counted, as rows with a missing value are with ``missing="drop"``. So a model is
            not blamed for rows that it did not answer; torchmetrics' ``ignore_index`` leaves out rows by the truth alone
            and blames it. For that, leave out the rows of this truth before the call: the prediction then is a label that
            is never right.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        average : {"binary", "macro", "micro", "weighted", "samples"} or None, default "binary"
            ``"binary"``: the positive one of two classes. Of several classes or labels, each against the rest: the
            plain mean (``"macro"``), the value of all decisions together (``"micro"``), the mean weighted by how often
            a class occurs in the truth (``"weighted"``), or one value a class (None). ``"samples"``: of matrices of
            indicators, the mean over the rows of the value of each row's labels.
        pos_label : label, optional
            The positive class for ``average="binary"``. Default: the second of two labels, where they have an order.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between -1 and 1; 0 if both say positive equally often. Over all labels, each against the rest, it sums
            to 0. Undefined (NaN) without rows.
        """
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: None, pos_label: Label | None = None,
    ) -> FloatArray:
        """One value a class or label, in an array.
        """

bias_index: BiasIndexMetric
"""Bias index: how much more often the first rater says positive than the second. (b - c) / n, b rows where only the first rater says positive, c where only the second does"""

class _LabelsWeights(Metric):
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan",
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> Any: ...
    def interval(
        self, y_true: Column, y_pred: Column = None, *, level: float = 0.95, method: IntervalOfLabels | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), over: Literal["units", "raters", "units and raters"] = "units",
        se: Literal["jackknife", "delta", "gwet"] | None = None, data: Any | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        y_true, y_pred
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"wilson"``, ``"exact"``, ``"agresti-coull"``, ``"jeffreys"``, ``"percentile"``, ``"basic"``, ``"bca"``,
            ``"normal"``, ``"miller-madow"``, ``"zahl"``.
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
        """
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfLabels | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfLabels | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> Comparison:
        """Compare two models on the same rows: the metric of A minus that of B, with interval and p-value.

        Parameters
        ----------
        y_true, pred_a, pred_b
            The truth (or a first rater), and the predictions or scores of two models, as in a call. More follow them.
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
            One of ``"mcnemar"``, ``"mcnemar-mid-p"``, ``"mcnemar-exact"``, ``"mcnemar-corrected"``, ``"score"``,
            ``"delta"``, ``"log"``, ``"mover"``, ``"permutation"``, ``"bootstrap"``, ``"percentile"``, ``"basic"``,
            ``"bca"``.
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
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, pred_c: Column, /, *more: Column,
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfLabels | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> Comparisons:
        """Three models or more: all pairs of them.
        """
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfLabels | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        sample_weight: tuple[Column, Column] | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (),
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> Comparison:
        """Compare a metric on two independent sets of rows: two hospitals, two years, two models with data of their own.

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
        """

class BrennanPredigerMetric(_LabelsWeights):
    def __call__(
        self, y_true: Column, y_pred: Column = None, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> float:
        """Brennan and Prediger's kappa: agreement beyond that of raters who choose every label equally often.

        ``(K Po - 1) / (K - 1)`` with the share Po of agreement and the number K of possible labels; of two labels
        ``2 Po - 1``, the prevalence-adjusted bias-adjusted kappa (PABAK). Bennett's S and Randolph's free-marginal
        kappa of two raters are the same. With weights: ``1 - sum_ij v_ij p_ij / mean_ij v_ij``, the shares p of the
        table and the disagreement v of two labels. Of many raters Po is the mean over the units with two ratings or more of
        the agreement of two of them.

        Parameters
        ----------
        y_true, y_pred : array-like of shape (n,)
            Labels: numbers, text, bools or other hashable values, in a list, an array, or a series of pandas,
            Polars or Arrow. Truth and prediction, or two raters. Matrices of 0 and 1 of shape (n, L), also of
            scipy.sparse, are L labels that can occur together.
            Or, in place of both, the ratings of many raters: a matrix or frame of units (rows) by raters (columns) in which
            None, NaN, null and NA are missing ratings, or a state of them (`Ratings`, `Tallies`, `TallySums`).
        labels : sequence, optional
            All labels in their order. Default: those that occur, numbers in numeric order.
        sample_weight : array-like of shape (n,), optional
            One weight a row, finite and not negative. Zero: the row is absent; w: the row is there w times.
        missing : {"raise", "drop"}, default "raise"
            What to do with rows where a value is missing (None, NaN, null).
        missing_labels : sequence, default ()
            Labels that stand for a missing one, such as ``["?"]`` or ``[-1]``. Rows where the truth or the prediction is
            one of them are left out and counted, as rows with a missing value are with ``missing="drop"``. So a model is
            not blamed for rows that it did not answer; torchmetrics' ``ignore_index`` leaves out rows by the truth alone
            and blames it. For that, leave out the rows of this truth before the call: the prediction then is a label that
            is never right.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        weights : {"linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"}, array, callable or None
            How much two labels disagree, as in `cohen_kappa`.

        Returns
        -------
        float
            At most 1, and at least ``-1 / (K - 1)`` without weights; with weights it can be below -1. Undefined
            (NaN) if there is only one label: 0/0.
        """

brennan_prediger: BrennanPredigerMetric
"""Brennan and Prediger's kappa: agreement beyond that of raters who choose every label equally often. (K Po - 1) / (K - 1); with weights 1 - sum(V P) / mean(V)"""

class CategoryKappaMetric(Metric):
    def __call__(
        self, ratings: Column, *, raters: Sequence[Label] | None = None, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None,
    ) -> FloatArray | Any:
        """Kappa of each category: Fleiss' kappa of one label against all others.

        ``kappa_k = 1 - Do_k / (2 p_k (1 - p_k))``: Do_k is how often, of two ratings of a unit, only one has the label k,
        and p_k the mean share of the label in the units. `fleiss_kappa` is their mean with the weights ``p_k (1 - p_k)``.

        Parameters
        ----------
        ratings : array-like of shape (n, r), data frame, Ratings, Tallies, TallySums or Counts
            Labels that raters (columns) gave to units (rows); None, NaN, null and NA are missing ratings. Or two columns of
            labels, of two raters.
        raters : sequence, optional
            Of a frame: the columns that are ratings, default all. Of a matrix: the names of its columns.
        labels : sequence, optional
            All labels in their order. Default: those that occur, numbers in numeric order.
        sample_weight : array-like of shape (n,), optional
            One weight a unit, finite and not negative. Zero: the unit is absent; w: the unit is there w times.
        missing_labels : sequence
            Labels that stand for a missing rating, such as ``[""]``.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.

        Returns
        -------
        ndarray of shape (K,)
            In the order of the labels, each at most 1. Undefined (NaN) for a label with no rating, or with all of them.
        """
    def of(self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan") -> FloatArray | Any: ...
    def interval(
        self, ratings: Column, *, level: float = 0.95, method: IntervalOfPanel | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, raters: Sequence[Label] | None = None,
        labels: Sequence[Label] | None = None, sample_weight: Column | None = None,
        missing_labels: Sequence[Label] = (), over: Literal["units", "raters", "units and raters"] = "units",
        se: Literal["jackknife", "delta", "gwet"] | None = None, data: Any | None = None,
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        ratings
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"fisher"``, ``"logit"``, ``"t"``, ``"jackknife"``, ``"delta"``, ``"percentile"``,
            ``"basic"``, ``"bca"``.
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
        """
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfPanel | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None,
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    def compare(
        self, ratings: Column, *, names: Sequence[str] | None = None, level: float = 0.95,
        method: PairedOfPanel | None = None, cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", raters: Sequence[Label] | None = None,
        labels: Sequence[Label] | None = None, sample_weight: Column | None = None,
        missing_labels: Sequence[Label] = (), a: Sequence[Label] | None = None, b: Sequence[Label] | None = None,
        data: Any | None = None,
    ) -> Comparison:
        """Compare two models on the same rows: the metric of A minus that of B, with interval and p-value.

        Parameters
        ----------
        y_true, pred_a, pred_b
            The truth (or a first rater), and the predictions or scores of two models, as in a call. More follow them.
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
            One of ``"jackknife"``.
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
        """
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfPanel | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", raters: Sequence[Label] | None = None,
        labels: Sequence[Label] | None = None, sample_weight: tuple[Column, Column] | None = None,
        missing_labels: Sequence[Label] = (),
    ) -> Comparison:
        """Compare a metric on two independent sets of rows: two hospitals, two years, two models with data of their own.

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
        """

category_kappa: CategoryKappaMetric
"""Kappa of each category: Fleiss' kappa of one label against all others. Fleiss' kappa of the dichotomy: the label against all others"""

class CohenKappaMetric(Metric):
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
        prevalence: float | Mapping[Label, float] | None = None,
    ) -> float:
        """Cohen's kappa: agreement beyond chance, plain or weighted; quadratic weights give the QWK.

        ``kappa = 1 - sum_ij v_ij o_ij / sum_ij v_ij e_ij`` with the observed table O, the table E that is expected
        from the margins if both raters were independent, ``e_ij = r_i c_j / n``, and the disagreement ``v_ij`` of
        two labels. It is the quadratic weighted kappa (QWK) of essay scoring and medical grading for
        ``v_ij = (i - j)^2``; that is Lin's concordance correlation of the two raters with 1/n moments. Like all agreement
        beyond chance it depends on how frequent the labels are: ``prevalence=`` gives those of the truth (or first rater)
        the shares of another population.

        Parameters
        ----------
        y_true, y_pred : array-like of shape (n,)
            Labels: numbers, text, bools or other hashable values, in a list, an array, or a series of pandas,
            Polars or Arrow. Truth and prediction, or two raters. Matrices of 0 and 1 of shape (n, L), also of
            scipy.sparse, are L labels that can occur together.
        labels : sequence, optional
            All labels in their order. Default: those that occur, numbers in numeric order.
        sample_weight : array-like of shape (n,), optional
            One weight a row, finite and not negative. Zero: the row is absent; w: the row is there w times.
        missing : {"raise", "drop"}, default "raise"
            What to do with rows where a value is missing (None, NaN, null).
        missing_labels : sequence, default ()
            Labels that stand for a missing one, such as ``["?"]`` or ``[-1]``. Rows where the truth or the prediction is
            one of them are left out and counted, as rows with a missing value are with ``missing="drop"``. So a model is
            not blamed for rows that it did not answer; torchmetrics' ``ignore_index`` leaves out rows by the truth alone
            and blames it. For that, leave out the rows of this truth before the call: the prediction then is a label that
            is never right.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        prevalence : float or mapping, optional
            Shares of the classes in the population that the value is for, where they are not those of the rows (cases
            and controls, another hospital): that of the positive class, above 0 and below 1, or ``{label: share}`` of
            every class. The rows of each class of the truth are weighted to have them, so it is assumed that how a
            class is predicted (sensitivity and specificity, the scores within a class) carries over, and only the mix
            of the classes changes. Default: the shares of the rows.
        weights : {"linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"}, array, callable or None
            None: every disagreement counts the same. Else how much two labels x and y disagree, the families of
            Gwet (2014):

            - ``"linear"``: ``|x - y|``; ``"quadratic"``: ``(x - y)^2``; ``"radical"``: ``sqrt(|x - y|)``;
            - ``"ratio"``: ``((x - y) / (x + y))^2``, of labels that are not negative;
            - ``"bipolar"``: ``(x - y)^2 / ((x + y - 2 low) (2 high - x - y))``, low and high the outermost labels:
              a step near a pole weighs more than one in the middle;
            - ``"circular"``: ``sin(pi d / K)^2`` for labels d steps apart, the last next to the first; labels in
              equal steps, all of the circle declared;
            - ``"ordinal"``: ``d (d + 1) / 2`` for labels d places apart: only the order counts.

            Numeric labels stand at their values (1, 3 and 7 are not 1, 2 and 3), other labels at their declared
            positions (from 1 for ``"ratio"``). A matrix of shape (K, K) holds penalties (0 on the diagonal) or
            agreement weights (1 on the diagonal); it need not be symmetric.

            Labels that are sets (frozenset) or anything else have distances that need no order: ``"jaccard"``, the share
            of the members of either set that are not in both; ``"masi"`` (Passonneau 2006), ``1 - J M`` of the Jaccard
            index J, with M = 1 of equal sets, 2/3 of a set in the other, 1/3 of sets that overlap otherwise; or a function
            of two labels, which must be symmetric, at least 0, and 0 of a label from itself. It is called once for each
            pair of labels, and its values are kept.

        Returns
        -------
        float
            At most 1; 0 by chance. One rater constant and the other not: 0. Undefined (NaN) if both raters use
            only one and the same category: 0/0.
        """
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan",
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
        prevalence: float | Mapping[Label, float] | None = None,
    ) -> Any: ...
    def interval(
        self, y_true: Column, y_pred: Column, *, level: float = 0.95, method: IntervalOfLabels | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
        prevalence: float | Mapping[Label, float] | None = None,
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        y_true, y_pred
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"wilson"``, ``"exact"``, ``"agresti-coull"``, ``"jeffreys"``, ``"percentile"``, ``"basic"``, ``"bca"``,
            ``"normal"``, ``"miller-madow"``, ``"zahl"``.
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
        """
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfLabels | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
        prevalence: float | Mapping[Label, float] | None = None,
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfLabels | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
        prevalence: float | Mapping[Label, float] | None = None,
    ) -> Comparison:
        """Compare two models on the same rows: the metric of A minus that of B, with interval and p-value.

        Parameters
        ----------
        y_true, pred_a, pred_b
            The truth (or a first rater), and the predictions or scores of two models, as in a call. More follow them.
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
            One of ``"mcnemar"``, ``"mcnemar-mid-p"``, ``"mcnemar-exact"``, ``"mcnemar-corrected"``, ``"score"``,
            ``"delta"``, ``"log"``, ``"mover"``, ``"permutation"``, ``"bootstrap"``, ``"percentile"``, ``"basic"``,
            ``"bca"``.
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
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, pred_c: Column, /, *more: Column,
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfLabels | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
        prevalence: float | Mapping[Label, float] | None = None,
    ) -> Comparisons:
        """Three models or more: all pairs of them.
        """
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfLabels | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        sample_weight: tuple[Column, Column] | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (),
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
        prevalence: float | Mapping[Label, float] | None = None,
    ) -> Comparison:
        """Compare a metric on two independent sets of rows: two hospitals, two years, two models with data of their own.

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
        """

cohen_kappa: CohenKappaMetric
"""Cohen's kappa: agreement beyond chance, plain or weighted; quadratic weights give the QWK. 1 - sum(V O) / sum(V E), E from the margins; V = 1 off the diagonal, |i - j|, (i - j)^2, ..."""

class _Measurements(Metric):
    def of(self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan") -> Any: ...
    def interval(
        self, y_true: Column, y_pred: Column, *, level: float = 0.95, method: IntervalOfMeasurements | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", data: Any | None = None,
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        y_true, y_pred
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"fisher-normal"``, ``"lin"``, ``"percentile"``, ``"basic"``, ``"bca"``, ``"normal"``.
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
        """
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfMeasurements | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None,
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfMeasurements | None = None, cluster: Column | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", data: Any | None = None,
    ) -> Comparison:
        """Compare two models on the same rows: the metric of A minus that of B, with interval and p-value.

        Parameters
        ----------
        y_true, pred_a, pred_b
            The truth (or a first rater), and the predictions or scores of two models, as in a call. More follow them.
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
            One of ``"delta"``, ``"log"``, ``"mover"``, ``"permutation"``, ``"bootstrap"``, ``"percentile"``,
            ``"basic"``, ``"bca"``.
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
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, pred_c: Column, /, *more: Column,
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfMeasurements | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", data: Any | None = None,
    ) -> Comparisons:
        """Three models or more: all pairs of them.
        """
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfMeasurements | None = None,
        cluster: tuple[Column, Column] | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", sample_weight: tuple[Column, Column] | None = None,
        missing: Literal["raise", "drop"] = "raise",
    ) -> Comparison:
        """Compare a metric on two independent sets of rows: two hospitals, two years, two models with data of their own.

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
        """

class ConcordanceCorrelationMetric(_Measurements):
    def __call__(
        self, y_true: Column, y_pred: Column, *, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None,
    ) -> float:
        """Lin's concordance correlation: how far two continuous ratings lie from the line of equality.

        ``rho_c = 2 s_xy / (s_x^2 + s_y^2 + (mean x - mean y)^2)`` with moments that divide by n. It is Pearson's
        correlation times a factor that falls with a shift or a change of scale; on whole-number ratings it is the
        quadratic weighted kappa, so that it is the QWK of continuous ratings such as half points.

        Parameters
        ----------
        y_true, y_pred : array-like of shape (n,)
            Two ratings of the same rows, finite numbers.
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

        Returns
        -------
        float
            Between -1 and 1; 0 for unrelated ratings. One rating constant: 0. Undefined (NaN) if both are constant
            and equal, or without rows.
        """

concordance_correlation: ConcordanceCorrelationMetric
"""Lin's concordance correlation: how far two continuous ratings lie from the line of equality. 2 s_xy / (s_x^2 + s_y^2 + (mean x - mean y)^2), moments with 1/n"""

class _PanelWeights(Metric):
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan",
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> Any: ...
    def interval(
        self, ratings: Column, *, level: float = 0.95, method: IntervalOfPanel | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, raters: Sequence[Label] | None = None,
        labels: Sequence[Label] | None = None, sample_weight: Column | None = None,
        missing_labels: Sequence[Label] = (), over: Literal["units", "raters", "units and raters"] = "units",
        se: Literal["jackknife", "delta", "gwet"] | None = None, data: Any | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        ratings
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"fisher"``, ``"logit"``, ``"t"``, ``"jackknife"``, ``"delta"``, ``"percentile"``,
            ``"basic"``, ``"bca"``.
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
        """
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfPanel | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    def compare(
        self, ratings: Column, *, names: Sequence[str] | None = None, level: float = 0.95,
        method: PairedOfPanel | None = None, cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", raters: Sequence[Label] | None = None,
        labels: Sequence[Label] | None = None, sample_weight: Column | None = None,
        missing_labels: Sequence[Label] = (), a: Sequence[Label] | None = None, b: Sequence[Label] | None = None,
        data: Any | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> Comparison:
        """Compare two models on the same rows: the metric of A minus that of B, with interval and p-value.

        Parameters
        ----------
        y_true, pred_a, pred_b
            The truth (or a first rater), and the predictions or scores of two models, as in a call. More follow them.
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
            One of ``"jackknife"``.
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
        """
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfPanel | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", raters: Sequence[Label] | None = None,
        labels: Sequence[Label] | None = None, sample_weight: tuple[Column, Column] | None = None,
        missing_labels: Sequence[Label] = (),
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> Comparison:
        """Compare a metric on two independent sets of rows: two hospitals, two years, two models with data of their own.

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
        """

class CongerKappaMetric(_PanelWeights):
    def __call__(
        self, ratings: Column, *, raters: Sequence[Label] | None = None, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> float:
        """Conger's kappa: agreement of many raters beyond chance, where each rater has a distribution of their own.

        ``kappa = 1 - Do / De``: Do is the mean disagreement of two ratings of a unit, over the units with two ratings or
        more; ``De = (s'V s - sum_g p_g'V p_g) / (r (r - 1))`` the mean disagreement of two different raters who judge
        independently, with the shares p_g of the labels in all ratings of rater g, and their sum s. Of two raters it is
        `cohen_kappa`.

        Parameters
        ----------
        ratings : array-like of shape (n, r), data frame, Ratings, Tallies, TallySums or Counts
            Labels that raters (columns) gave to units (rows); None, NaN, null and NA are missing ratings. Or two columns of
            labels, of two raters.
        raters : sequence, optional
            Of a frame: the columns that are ratings, default all. Of a matrix: the names of its columns.
        labels : sequence, optional
            All labels in their order. Default: those that occur, numbers in numeric order.
        sample_weight : array-like of shape (n,), optional
            One weight a unit, finite and not negative. Zero: the unit is absent; w: the unit is there w times.
        missing_labels : sequence
            Labels that stand for a missing rating, such as ``[""]``.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        weights : {"linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"}, array, callable or None
            How much two labels disagree, as in `cohen_kappa`. Both orders of a pair occur, so that of a matrix the mean
            with its transpose counts.

        Returns
        -------
        float
            At most 1. Undefined (NaN) if no unit has two ratings, or if all raters use only one and the same label.
        """

conger_kappa: CongerKappaMetric
"""Conger's kappa: agreement of many raters beyond chance, where each rater has a distribution of their own. 1 - Do / De: Do the disagreement of two ratings of a unit, De that of two raters who judge independently"""

class FleissKappaMetric(_PanelWeights):
    def __call__(
        self, ratings: Column, *, raters: Sequence[Label] | None = None, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> float:
        """Fleiss' kappa: agreement of many raters beyond chance, where all draw from one and the same distribution.

        ``kappa = 1 - Do / De``: Do is the mean disagreement of two ratings of a unit, over the units with two ratings or
        more, each of which counts alike; ``De = sum_kl v_kl pi_k pi_l`` with the mean pi_k of the shares of label k in
        the units. Raters are exchangeable, and may differ from unit to unit. Of two raters it is `scott_pi`.

        Parameters
        ----------
        ratings : array-like of shape (n, r), data frame, Ratings, Tallies, TallySums or Counts
            Labels that raters (columns) gave to units (rows); None, NaN, null and NA are missing ratings. Or two columns of
            labels, of two raters.
        raters : sequence, optional
            Of a frame: the columns that are ratings, default all. Of a matrix: the names of its columns.
        labels : sequence, optional
            All labels in their order. Default: those that occur, numbers in numeric order.
        sample_weight : array-like of shape (n,), optional
            One weight a unit, finite and not negative. Zero: the unit is absent; w: the unit is there w times.
        missing_labels : sequence
            Labels that stand for a missing rating, such as ``[""]``.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        weights : {"linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"}, array, callable or None
            How much two labels disagree, as in `cohen_kappa`; a matrix must be symmetric.

        Returns
        -------
        float
            At most 1. Undefined (NaN) if no unit has two ratings, or if only one label is used: 0/0.
        """

fleiss_kappa: FleissKappaMetric
"""Fleiss' kappa: agreement of many raters beyond chance, where all draw from one and the same distribution. 1 - Do / sum(V pi pi'): Do the disagreement of two ratings of a unit, pi the mean shares of the labels"""

class GwetAc1Metric(Metric):
    def __call__(
        self, y_true: Column, y_pred: Column = None, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None,
    ) -> float:
        """Gwet's AC1: agreement beyond chance that stays sensible where one category prevails.

        ``AC1 = (Po - Pe) / (1 - Pe)`` with the share Po of agreement and ``Pe = sum_k pi_k (1 - pi_k) / (K - 1)``,
        where pi_k is the mean of both raters' shares of category k and K the number of possible labels. Chance is
        taken to strike only rows that are hard to judge. With weights it is `gwet_ac2`.

        Parameters
        ----------
        y_true, y_pred : array-like of shape (n,)
            Labels: numbers, text, bools or other hashable values, in a list, an array, or a series of pandas,
            Polars or Arrow. Truth and prediction, or two raters. Matrices of 0 and 1 of shape (n, L), also of
            scipy.sparse, are L labels that can occur together.
            Or, in place of both, the ratings of many raters: a matrix or frame of units (rows) by raters (columns) in which
            None, NaN, null and NA are missing ratings, or a state of them (`Ratings`, `Tallies`, `TallySums`).
        labels : sequence, optional
            All labels in their order. Default: those that occur, numbers in numeric order.
        sample_weight : array-like of shape (n,), optional
            One weight a row, finite and not negative. Zero: the row is absent; w: the row is there w times.
        missing : {"raise", "drop"}, default "raise"
            What to do with rows where a value is missing (None, NaN, null).
        missing_labels : sequence, default ()
            Labels that stand for a missing one, such as ``["?"]`` or ``[-1]``. Rows where the truth or the prediction is
            one of them are left out and counted, as rows with a missing value are with ``missing="drop"``. So a model is
            not blamed for rows that it did not answer; torchmetrics' ``ignore_index`` leaves out rows by the truth alone
            and blames it. For that, leave out the rows of this truth before the call: the prediction then is a label that
            is never right.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.

        Returns
        -------
        float
            Between -1 and 1. Undefined (NaN) if there is only one label: 0/0.
        """
    def of(self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan") -> Any: ...
    def interval(
        self, y_true: Column, y_pred: Column = None, *, level: float = 0.95, method: IntervalOfLabels | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), over: Literal["units", "raters", "units and raters"] = "units",
        se: Literal["jackknife", "delta", "gwet"] | None = None, data: Any | None = None,
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        y_true, y_pred
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"wilson"``, ``"exact"``, ``"agresti-coull"``, ``"jeffreys"``, ``"percentile"``, ``"basic"``, ``"bca"``,
            ``"normal"``, ``"miller-madow"``, ``"zahl"``.
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
        """
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfLabels | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None,
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfLabels | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None,
    ) -> Comparison:
        """Compare two models on the same rows: the metric of A minus that of B, with interval and p-value.

        Parameters
        ----------
        y_true, pred_a, pred_b
            The truth (or a first rater), and the predictions or scores of two models, as in a call. More follow them.
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
            One of ``"mcnemar"``, ``"mcnemar-mid-p"``, ``"mcnemar-exact"``, ``"mcnemar-corrected"``, ``"score"``,
            ``"delta"``, ``"log"``, ``"mover"``, ``"permutation"``, ``"bootstrap"``, ``"percentile"``, ``"basic"``,
            ``"bca"``.
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
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, pred_c: Column, /, *more: Column,
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfLabels | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None,
    ) -> Comparisons:
        """Three models or more: all pairs of them.
        """
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfLabels | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        sample_weight: tuple[Column, Column] | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (),
    ) -> Comparison:
        """Compare a metric on two independent sets of rows: two hospitals, two years, two models with data of their own.

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
        """

gwet_ac1: GwetAc1Metric
"""Gwet's AC1: agreement beyond chance that stays sensible where one category prevails. (Po - Pe) / (1 - Pe), Pe = sum(pi (1 - pi)) / (K - 1), pi the mean of both raters' shares"""

class GwetAc2Metric(Metric):
    def __call__(
        self, y_true: Column, y_pred: Column = None, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None,
    ) -> float:
        """Gwet's AC2: weighted agreement beyond chance that stays sensible where one category prevails.

        ``AC2 = (Po - Pe) / (1 - Pe)`` with ``Po = sum_ij w_ij p_ij`` and
        ``Pe = sum_ij w_ij / (K (K - 1)) * sum_k pi_k (1 - pi_k)``: the agreement weights w, the shares p of the
        table, the mean pi_k of both raters' shares of category k, the number K of possible labels. Of many raters: Po is
        the mean over the units with two ratings or more of the agreement of two of them, pi_k the mean share of label k in
        the units.

        Parameters
        ----------
        y_true, y_pred : array-like of shape (n,)
            Labels: numbers, text, bools or other hashable values, in a list, an array, or a series of pandas,
            Polars or Arrow. Truth and prediction, or two raters. Matrices of 0 and 1 of shape (n, L), also of
            scipy.sparse, are L labels that can occur together.
            Or, in place of both, the ratings of many raters: a matrix or frame of units (rows) by raters (columns) in which
            None, NaN, null and NA are missing ratings, or a state of them (`Ratings`, `Tallies`, `TallySums`).
        labels : sequence, optional
            All labels in their order. Default: those that occur, numbers in numeric order.
        sample_weight : array-like of shape (n,), optional
            One weight a row, finite and not negative. Zero: the row is absent; w: the row is there w times.
        missing : {"raise", "drop"}, default "raise"
            What to do with rows where a value is missing (None, NaN, null).
        missing_labels : sequence, default ()
            Labels that stand for a missing one, such as ``["?"]`` or ``[-1]``. Rows where the truth or the prediction is
            one of them are left out and counted, as rows with a missing value are with ``missing="drop"``. So a model is
            not blamed for rows that it did not answer; torchmetrics' ``ignore_index`` leaves out rows by the truth alone
            and blames it. For that, leave out the rows of this truth before the call: the prediction then is a label that
            is never right.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        weights : {"linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"}, array, callable or None
            The weights must be named, as they move the value much. The families of `cohen_kappa` are scaled as Gwet
            does: 1 for equal labels, 0 for the widest disagreement that the labels allow, and so are penalties of
            your own (0 on the diagonal); agreement weights of your own (1 on the diagonal) are taken as they are.
            None gives AC1.

        Returns
        -------
        float
            At most 1; with weights of several labels it can be below -1. Undefined (NaN) if there is only one
            label: 0/0.
        """
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan",
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None,
    ) -> Any: ...
    def interval(
        self, y_true: Column, y_pred: Column = None, *, level: float = 0.95, method: IntervalOfLabels | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), over: Literal["units", "raters", "units and raters"] = "units",
        se: Literal["jackknife", "delta", "gwet"] | None = None, data: Any | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None,
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        y_true, y_pred
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"wilson"``, ``"exact"``, ``"agresti-coull"``, ``"jeffreys"``, ``"percentile"``, ``"basic"``, ``"bca"``,
            ``"normal"``, ``"miller-madow"``, ``"zahl"``.
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
        """
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfLabels | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None,
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfLabels | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None,
    ) -> Comparison:
        """Compare two models on the same rows: the metric of A minus that of B, with interval and p-value.

        Parameters
        ----------
        y_true, pred_a, pred_b
            The truth (or a first rater), and the predictions or scores of two models, as in a call. More follow them.
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
            One of ``"mcnemar"``, ``"mcnemar-mid-p"``, ``"mcnemar-exact"``, ``"mcnemar-corrected"``, ``"score"``,
            ``"delta"``, ``"log"``, ``"mover"``, ``"permutation"``, ``"bootstrap"``, ``"percentile"``, ``"basic"``,
            ``"bca"``.
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
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, pred_c: Column, /, *more: Column,
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfLabels | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None,
    ) -> Comparisons:
        """Three models or more: all pairs of them.
        """
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfLabels | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        sample_weight: tuple[Column, Column] | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (),
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None,
    ) -> Comparison:
        """Compare a metric on two independent sets of rows: two hospitals, two years, two models with data of their own.

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
        """

gwet_ac2: GwetAc2Metric
"""Gwet's AC2: weighted agreement beyond chance that stays sensible where one category prevails. (Po - Pe) / (1 - Pe), Po = sum(W P), Pe = sum(W) sum(pi (1 - pi)) / (K (K - 1))"""

class IntraclassCorrelationMetric(Metric):
    def __call__(
        self, ratings: Column, *, raters: Sequence[Label] | None = None, sample_weight: Column | None = None,
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None,
        model: Literal["two-way", "one-way"] = "two-way", type: Literal["agreement", "consistency"] = "agreement",
        unit: Literal["single", "average"] = "single",
    ) -> float:
        """Intraclass correlation: how much of the variance of ratings is of the units that were rated.

        A rating is ``mean + unit + rater + error``. The coefficient is the variance of units beside the whole variance.
        Of complete ratings, n units by k raters, with the mean squares of units MSR, of raters MSC, of the error MSE and
        within units MSW (names of Shrout & Fleiss, and of McGraw & Wong):

        - ``model="one-way"``, ICC(1,1): ``(MSR - MSW) / (MSR + (k - 1) MSW)``; average, ICC(1,k): ``(MSR - MSW) / MSR``;
        - ``type="agreement"``, ICC(2,1) = ICC(A,1): ``(MSR - MSE) / (MSR + (k - 1) MSE + k (MSC - MSE) / n)``;
          average, ICC(2,k) = ICC(A,k): ``(MSR - MSE) / (MSR + (MSC - MSE) / n)``;
        - ``type="consistency"``, ICC(3,1) = ICC(C,1): ``(MSR - MSE) / (MSR + (k - 1) MSE)``; average, ICC(3,k) =
          ICC(C,k) = Cronbach's alpha: ``(MSR - MSE) / MSR``.

        Parameters
        ----------
        ratings : array-like of shape (n, r), data frame, NumericRatings, RatingMoments or Ratings
            Finite numbers that raters (columns) gave to units (rows); None, NaN, null and NA are missing ratings. Or two
            columns, of two raters. The labels of `Ratings` must be numbers.
        raters : sequence, optional
            Of a frame: the columns that are ratings, default all. Of a matrix: the names of its columns.
        sample_weight : array-like of shape (n,), optional
            One weight a unit, finite and not negative. Zero: the unit is absent; w: the unit is there w times.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        model : {"two-way", "one-way"}
            ``"two-way"``: it is known who rated. ``"one-way"``: every unit may have had other raters.
        type : {"agreement", "consistency"}
            Whether a rater who gives higher numbers throughout is an error (``"agreement"``: if other raters of this kind
            are asked), or does not matter (``"consistency"``: for these raters, or where only the order counts).
        unit : {"single", "average"}
            The reliability of one rating, or of the mean of as many as there are raters (one-way with missing ratings: of
            Henderson's k0, a mean number of ratings of a unit).

        Returns
        -------
        float
            At most 1. Variances are estimated from sums of squares where every unit has a rating of every rater, and
            negative values stay: units vary less than chance lets them. Where ratings are missing, variances are estimated
            by restricted maximum likelihood (REML). Undefined (NaN) with fewer than two units or raters, if no unit has two
            ratings, if no number differs, or by REML if nothing is left beside effects of units and of raters, as no
            variances are the likeliest then.
        """
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan",
        model: Literal["two-way", "one-way"] = "two-way", type: Literal["agreement", "consistency"] = "agreement",
        unit: Literal["single", "average"] = "single",
    ) -> Any: ...
    def interval(
        self, ratings: Column, *, level: float = 0.95, method: IntervalOfNumbers | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, raters: Sequence[Label] | None = None,
        sample_weight: Column | None = None, over: Literal["units", "raters", "units and raters"] = "units",
        se: Literal["jackknife", "delta", "gwet"] | None = None, data: Any | None = None,
        model: Literal["two-way", "one-way"] = "two-way", type: Literal["agreement", "consistency"] = "agreement",
        unit: Literal["single", "average"] = "single",
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        ratings
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"exact"``, ``"adjusted"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"t"``, ``"jackknife"``,
            ``"delta"``.
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
        """
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfNumbers | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None,
        over: Literal["units", "raters", "units and raters"] = "units",
        se: Literal["jackknife", "delta", "gwet"] | None = None, model: Literal["two-way", "one-way"] = "two-way",
        type: Literal["agreement", "consistency"] = "agreement", unit: Literal["single", "average"] = "single",
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    def compare(
        self, ratings: Column, *, names: Sequence[str] | None = None, level: float = 0.95,
        method: PairedOfNumbers | None = None, cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", raters: Sequence[Label] | None = None,
        sample_weight: Column | None = None, a: Sequence[Label] | None = None, b: Sequence[Label] | None = None,
        data: Any | None = None, model: Literal["two-way", "one-way"] = "two-way",
        type: Literal["agreement", "consistency"] = "agreement", unit: Literal["single", "average"] = "single",
    ) -> Comparison:
        """Compare two models on the same rows: the metric of A minus that of B, with interval and p-value.

        Parameters
        ----------
        y_true, pred_a, pred_b
            The truth (or a first rater), and the predictions or scores of two models, as in a call. More follow them.
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
            One of ``"jackknife"``.
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
        """
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfNumbers | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", raters: Sequence[Label] | None = None,
        sample_weight: tuple[Column, Column] | None = None, model: Literal["two-way", "one-way"] = "two-way",
        type: Literal["agreement", "consistency"] = "agreement", unit: Literal["single", "average"] = "single",
    ) -> Comparison:
        """Compare a metric on two independent sets of rows: two hospitals, two years, two models with data of their own.

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
        """

intraclass_correlation: IntraclassCorrelationMetric
"""Intraclass correlation: how much of the variance of ratings is of the units that were rated. s_u^2 / (s_u^2 + (s_r^2 + s_e^2) / k): variances of units, raters (agreement alone) and error"""

class _LabelsWeights_(Metric):
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan",
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> Any: ...
    def interval(
        self, y_true: Column, y_pred: Column, *, level: float = 0.95, method: IntervalOfLabels | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        y_true, y_pred
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"wilson"``, ``"exact"``, ``"agresti-coull"``, ``"jeffreys"``, ``"percentile"``, ``"basic"``, ``"bca"``,
            ``"normal"``, ``"miller-madow"``, ``"zahl"``.
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
        """
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfLabels | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfLabels | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> Comparison:
        """Compare two models on the same rows: the metric of A minus that of B, with interval and p-value.

        Parameters
        ----------
        y_true, pred_a, pred_b
            The truth (or a first rater), and the predictions or scores of two models, as in a call. More follow them.
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
            One of ``"mcnemar"``, ``"mcnemar-mid-p"``, ``"mcnemar-exact"``, ``"mcnemar-corrected"``, ``"score"``,
            ``"delta"``, ``"log"``, ``"mover"``, ``"permutation"``, ``"bootstrap"``, ``"percentile"``, ``"basic"``,
            ``"bca"``.
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
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, pred_c: Column, /, *more: Column,
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfLabels | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> Comparisons:
        """Three models or more: all pairs of them.
        """
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfLabels | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        sample_weight: tuple[Column, Column] | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (),
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> Comparison:
        """Compare a metric on two independent sets of rows: two hospitals, two years, two models with data of their own.

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
        """

class KappaMaxMetric(_LabelsWeights_):
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> float:
        """Maximum kappa: the greatest Cohen's kappa that the margins of both raters allow.

        Raters who use the categories differently often cannot agree on all rows. Without weights at most
        ``sum_k min(r_k, c_k)`` rows can agree. With weights the least disagreement of all tables with these margins
        is the solution of a transport problem; for linear, quadratic and ordinal weights it pairs the ratings of
        both raters in their order.

        Parameters
        ----------
        y_true, y_pred : array-like of shape (n,)
            Labels: numbers, text, bools or other hashable values, in a list, an array, or a series of pandas,
            Polars or Arrow. Truth and prediction, or two raters. Matrices of 0 and 1 of shape (n, L), also of
            scipy.sparse, are L labels that can occur together.
        labels : sequence, optional
            All labels in their order. Default: those that occur, numbers in numeric order.
        sample_weight : array-like of shape (n,), optional
            One weight a row, finite and not negative. Zero: the row is absent; w: the row is there w times.
        missing : {"raise", "drop"}, default "raise"
            What to do with rows where a value is missing (None, NaN, null).
        missing_labels : sequence, default ()
            Labels that stand for a missing one, such as ``["?"]`` or ``[-1]``. Rows where the truth or the prediction is
            one of them are left out and counted, as rows with a missing value are with ``missing="drop"``. So a model is
            not blamed for rows that it did not answer; torchmetrics' ``ignore_index`` leaves out rows by the truth alone
            and blames it. For that, leave out the rows of this truth before the call: the prediction then is a label that
            is never right.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        weights : {"linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"}, array, callable or None
            How much two labels disagree, as in `cohen_kappa`. Weights that are not convex in the distance of the
            labels, such as ``"radical"`` and ``"circular"``, are solved by linear programming, which needs SciPy.

        Returns
        -------
        float
            Between 0 and 1; 1 if both raters use each category equally often. Undefined (NaN) where kappa is.
        """

kappa_max: KappaMaxMetric
"""Maximum kappa: the greatest Cohen's kappa that the margins of both raters allow. 1 - least sum(V T) / sum(V E) over all tables T with the same margins"""

class _Numbers(Metric):
    def of(self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan") -> Any: ...
    def interval(
        self, ratings: Column, *, level: float = 0.95, method: IntervalOfNumbers | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, raters: Sequence[Label] | None = None,
        sample_weight: Column | None = None, over: Literal["units", "raters", "units and raters"] = "units",
        se: Literal["jackknife", "delta", "gwet"] | None = None, data: Any | None = None,
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        ratings
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"exact"``, ``"adjusted"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"t"``, ``"jackknife"``,
            ``"delta"``.
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
        """
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfNumbers | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None,
        over: Literal["units", "raters", "units and raters"] = "units",
        se: Literal["jackknife", "delta", "gwet"] | None = None,
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    def compare(
        self, ratings: Column, *, names: Sequence[str] | None = None, level: float = 0.95,
        method: PairedOfNumbers | None = None, cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", raters: Sequence[Label] | None = None,
        sample_weight: Column | None = None, a: Sequence[Label] | None = None, b: Sequence[Label] | None = None,
        data: Any | None = None,
    ) -> Comparison:
        """Compare two models on the same rows: the metric of A minus that of B, with interval and p-value.

        Parameters
        ----------
        y_true, pred_a, pred_b
            The truth (or a first rater), and the predictions or scores of two models, as in a call. More follow them.
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
            One of ``"jackknife"``.
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
        """
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfNumbers | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", raters: Sequence[Label] | None = None,
        sample_weight: tuple[Column, Column] | None = None,
    ) -> Comparison:
        """Compare a metric on two independent sets of rows: two hospitals, two years, two models with data of their own.

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
        """

class KendallWMetric(_Numbers):
    def __call__(
        self, ratings: Column, *, raters: Sequence[Label] | None = None, sample_weight: Column | None = None,
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None,
    ) -> float:
        """Kendall's W: how far raters put units in the same order.

        ``W = 12 S / (r^2 (n^3 - n) - r sum_g sum (t^3 - t))`` with the ranks that each of r raters gives to n units, S the
        sum of squares of their sums around the mean, and t units to which a rater gives the same number, who share the mean
        of their ranks. Only units that every rater rated count; a warning says how many are left out.

        Parameters
        ----------
        ratings : array-like of shape (n, r), data frame, NumericRatings, RatingMoments or Ratings
            Finite numbers that raters (columns) gave to units (rows); None, NaN, null and NA are missing ratings. Or two
            columns, of two raters. The labels of `Ratings` must be numbers.
        raters : sequence, optional
            Of a frame: the columns that are ratings, default all. Of a matrix: the names of its columns.
        sample_weight : array-like of shape (n,), optional
            One weight a unit, finite and not negative. Zero: the unit is absent; w: the unit is there w times.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.

        Returns
        -------
        float
            From 0 to 1. Ratings that have nothing to do with each other have 1 / r on average. Undefined (NaN) with fewer
            than two such units or raters, or if every rater gives one and the same number.
        """

kendall_w: KendallWMetric
"""Kendall's W: how far raters put units in the same order. 12 S / (r^2 (n^3 - n) - r sum (t^3 - t)): S of the sums of ranks around their mean, t units that tie"""

class KrippendorffAlphaMetric(Metric):
    def __call__(
        self, y_true: Column, y_pred: Column = None, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None,
        level_of_measurement: Literal["nominal", "ordinal", "interval", "ratio", "circular", "bipolar"] | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> float:
        """Krippendorff's alpha: disagreement against that of all ratings paired at random.

        ``alpha = 1 - (N - 1) sum_ck o_ck d2_ck / sum_ck n_c n_k d2_ck`` with the coincidences ``o = T + T'`` of the
        table T, the number n_c of ratings with label c by either rater, ``N = 2 n`` ratings in all, and the squared
        difference d2 of two labels. It is `scott_pi` but for the pairing without replacement:
        ``1 - alpha = (1 - pi) (2 n - 1) / (2 n)``. Of many raters, with missing ratings: the coincidences are
        ``o = sum_u (T T' - diag T) / (m - 1)`` over the units with m >= 2 ratings, T_k of them with label k, and N counts
        the ratings of those units.

        Parameters
        ----------
        y_true, y_pred : array-like of shape (n,)
            Labels: numbers, text, bools or other hashable values, in a list, an array, or a series of pandas,
            Polars or Arrow. Truth and prediction, or two raters. Matrices of 0 and 1 of shape (n, L), also of
            scipy.sparse, are L labels that can occur together.
            Or, in place of both, the ratings of many raters: a matrix or frame of units (rows) by raters (columns) in which
            None, NaN, null and NA are missing ratings, or a state of them (`Ratings`, `Tallies`, `TallySums`).
        labels : sequence, optional
            All labels in their order. Default: those that occur, numbers in numeric order.
        sample_weight : array-like of shape (n,), optional
            One weight a row, finite and not negative. Zero: the row is absent; w: the row is there w times.
        missing : {"raise", "drop"}, default "raise"
            What to do with rows where a value is missing (None, NaN, null).
        missing_labels : sequence, default ()
            Labels that stand for a missing one, such as ``["?"]`` or ``[-1]``. Rows where the truth or the prediction is
            one of them are left out and counted, as rows with a missing value are with ``missing="drop"``. So a model is
            not blamed for rows that it did not answer; torchmetrics' ``ignore_index`` leaves out rows by the truth alone
            and blames it. For that, leave out the rows of this truth before the call: the prediction then is a label that
            is never right.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        level_of_measurement : {"nominal", "ordinal", "interval", "ratio", "circular", "bipolar"} or None
            The level of measurement, which gives the squared difference of the labels x and y. ``"nominal"`` (as
            without it and weights): 1 if they differ. ``"interval"``: ``(x - y)^2``. ``"ratio"``:
            ``((x - y) / (x + y))^2``. ``"circular"`` and ``"bipolar"`` (polar): as the weights of `cohen_kappa`.
            ``"ordinal"``: the squared number of ratings between them, ``(n_x / 2 + ... + n_y / 2)^2``, so that it
            depends on the ratings; the ``"ordinal"`` weights are something else.
        weights : {"linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"}, array, callable or None
            Any disagreement of `cohen_kappa` in its place, taken as it is in place of the squared difference; a matrix
            must be symmetric. ``"masi"`` and ``"jaccard"`` are of labels that are sets (frozenset).

        Returns
        -------
        float
            At most 1, at least -1 + 1/n for nominal data. Undefined (NaN) if both raters use only one and the same
            category: 0/0.
        """
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan",
        level_of_measurement: Literal["nominal", "ordinal", "interval", "ratio", "circular", "bipolar"] | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> Any: ...
    def interval(
        self, y_true: Column, y_pred: Column = None, *, level: float = 0.95, method: IntervalOfLabels | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), over: Literal["units", "raters", "units and raters"] = "units",
        se: Literal["jackknife", "delta", "gwet"] | None = None, data: Any | None = None,
        level_of_measurement: Literal["nominal", "ordinal", "interval", "ratio", "circular", "bipolar"] | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        y_true, y_pred
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"wilson"``, ``"exact"``, ``"agresti-coull"``, ``"jeffreys"``, ``"percentile"``, ``"basic"``, ``"bca"``,
            ``"normal"``, ``"miller-madow"``, ``"zahl"``.
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
        """
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfLabels | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None,
        level_of_measurement: Literal["nominal", "ordinal", "interval", "ratio", "circular", "bipolar"] | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfLabels | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None,
        level_of_measurement: Literal["nominal", "ordinal", "interval", "ratio", "circular", "bipolar"] | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> Comparison:
        """Compare two models on the same rows: the metric of A minus that of B, with interval and p-value.

        Parameters
        ----------
        y_true, pred_a, pred_b
            The truth (or a first rater), and the predictions or scores of two models, as in a call. More follow them.
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
            One of ``"mcnemar"``, ``"mcnemar-mid-p"``, ``"mcnemar-exact"``, ``"mcnemar-corrected"``, ``"score"``,
            ``"delta"``, ``"log"``, ``"mover"``, ``"permutation"``, ``"bootstrap"``, ``"percentile"``, ``"basic"``,
            ``"bca"``.
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
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, pred_c: Column, /, *more: Column,
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfLabels | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None,
        level_of_measurement: Literal["nominal", "ordinal", "interval", "ratio", "circular", "bipolar"] | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> Comparisons:
        """Three models or more: all pairs of them.
        """
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfLabels | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        sample_weight: tuple[Column, Column] | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (),
        level_of_measurement: Literal["nominal", "ordinal", "interval", "ratio", "circular", "bipolar"] | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> Comparison:
        """Compare a metric on two independent sets of rows: two hospitals, two years, two models with data of their own.

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
        """

krippendorff_alpha: KrippendorffAlphaMetric
"""Krippendorff's alpha: disagreement against that of all ratings paired at random. 1 - (N - 1) sum(o d^2) / sum(n_c n_k d^2): coincidences o, N = 2 n ratings, n_c of them with label c"""

class LightKappaMetric(_PanelWeights):
    def __call__(
        self, ratings: Column, *, raters: Sequence[Label] | None = None, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> float:
        """Light's kappa: the mean of Cohen's kappa over all pairs of raters.

        The kappa of each pair is `cohen_kappa` on the units that both rated. Pairs whose kappa is undefined (no common
        unit, or both use only one and the same label) are left out.

        Parameters
        ----------
        ratings : array-like of shape (n, r), data frame, Ratings, Tallies, TallySums or Counts
            Labels that raters (columns) gave to units (rows); None, NaN, null and NA are missing ratings. Or two columns of
            labels, of two raters.
        raters : sequence, optional
            Of a frame: the columns that are ratings, default all. Of a matrix: the names of its columns.
        labels : sequence, optional
            All labels in their order. Default: those that occur, numbers in numeric order.
        sample_weight : array-like of shape (n,), optional
            One weight a unit, finite and not negative. Zero: the unit is absent; w: the unit is there w times.
        missing_labels : sequence
            Labels that stand for a missing rating, such as ``[""]``.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        weights : {"linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"}, array, callable or None
            How much two labels disagree, as in `cohen_kappa`.

        Returns
        -------
        float
            At most 1. Undefined (NaN) if no pair of raters has a kappa.
        """

light_kappa: LightKappaMetric
"""Light's kappa: the mean of Cohen's kappa over all pairs of raters. mean over pairs of raters of Cohen's kappa on the units that both rated"""

class MeanCorrelationMetric(Metric):
    def __call__(
        self, ratings: Column, *, raters: Sequence[Label] | None = None, sample_weight: Column | None = None,
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None,
        kind: Literal["pearson", "spearman"] = "pearson", average: Literal["plain", "fisher"] = "plain",
    ) -> float:
        """Mean correlation of the pairs of raters, of numbers or of ranks.

        The plain mean of the correlations of all pairs of raters, each over the units that both rated.

        Parameters
        ----------
        ratings : array-like of shape (n, r), data frame, NumericRatings, RatingMoments or Ratings
            Finite numbers that raters (columns) gave to units (rows); None, NaN, null and NA are missing ratings. Or two
            columns, of two raters. The labels of `Ratings` must be numbers.
        raters : sequence, optional
            Of a frame: the columns that are ratings, default all. Of a matrix: the names of its columns.
        sample_weight : array-like of shape (n,), optional
            One weight a unit, finite and not negative. Zero: the unit is absent; w: the unit is there w times.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        kind : {"pearson", "spearman"}
            Pearson's correlation, or that of midranks.
        average : {"plain", "fisher"}
            The mean of the correlations, or Fisher's z of them averaged and taken back; that leaves out pairs with a
            correlation of 1 or -1.

        Returns
        -------
        float
            From -1 (of two raters) to 1; 0 of ratings that have nothing to do with each other. Undefined (NaN) if no pair
            of raters has two units and numbers that vary. Pairs with a constant rater are left out, and a warning names
            them.
        """
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan",
        kind: Literal["pearson", "spearman"] = "pearson", average: Literal["plain", "fisher"] = "plain",
    ) -> Any: ...
    def interval(
        self, ratings: Column, *, level: float = 0.95, method: IntervalOfNumbers | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, raters: Sequence[Label] | None = None,
        sample_weight: Column | None = None, over: Literal["units", "raters", "units and raters"] = "units",
        se: Literal["jackknife", "delta", "gwet"] | None = None, data: Any | None = None,
        kind: Literal["pearson", "spearman"] = "pearson", average: Literal["plain", "fisher"] = "plain",
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        ratings
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"exact"``, ``"adjusted"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"t"``, ``"jackknife"``,
            ``"delta"``.
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
        """
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfNumbers | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None,
        over: Literal["units", "raters", "units and raters"] = "units",
        se: Literal["jackknife", "delta", "gwet"] | None = None, kind: Literal["pearson", "spearman"] = "pearson",
        average: Literal["plain", "fisher"] = "plain",
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    def compare(
        self, ratings: Column, *, names: Sequence[str] | None = None, level: float = 0.95,
        method: PairedOfNumbers | None = None, cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", raters: Sequence[Label] | None = None,
        sample_weight: Column | None = None, a: Sequence[Label] | None = None, b: Sequence[Label] | None = None,
        data: Any | None = None, kind: Literal["pearson", "spearman"] = "pearson",
        average: Literal["plain", "fisher"] = "plain",
    ) -> Comparison:
        """Compare two models on the same rows: the metric of A minus that of B, with interval and p-value.

        Parameters
        ----------
        y_true, pred_a, pred_b
            The truth (or a first rater), and the predictions or scores of two models, as in a call. More follow them.
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
            One of ``"jackknife"``.
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
        """
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfNumbers | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", raters: Sequence[Label] | None = None,
        sample_weight: tuple[Column, Column] | None = None, kind: Literal["pearson", "spearman"] = "pearson",
        average: Literal["plain", "fisher"] = "plain",
    ) -> Comparison:
        """Compare a metric on two independent sets of rows: two hospitals, two years, two models with data of their own.

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
        """

mean_correlation: MeanCorrelationMetric
"""Mean correlation of the pairs of raters, of numbers or of ranks. mean of r_gh over the pairs of raters g < h"""

class MeasurementErrorMetric(Metric):
    def __call__(
        self, ratings: Column, *, raters: Sequence[Label] | None = None, sample_weight: Column | None = None,
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None,
        type: Literal["agreement", "consistency"] = "agreement",
    ) -> float:
        """Standard error of measurement: how far a rating is from what the unit would get on average.

        ``sqrt(s_r^2 + s_e^2)`` with the variances of raters and of the error in the two-way model of
        `intraclass_correlation`; of consistency ``sqrt(s_e^2)``.

        Parameters
        ----------
        ratings : array-like of shape (n, r), data frame, NumericRatings, RatingMoments or Ratings
            Finite numbers that raters (columns) gave to units (rows); None, NaN, null and NA are missing ratings. Or two
            columns, of two raters. The labels of `Ratings` must be numbers.
        raters : sequence, optional
            Of a frame: the columns that are ratings, default all. Of a matrix: the names of its columns.
        sample_weight : array-like of shape (n,), optional
            One weight a unit, finite and not negative. Zero: the unit is absent; w: the unit is there w times.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        type : {"agreement", "consistency"}
            Whether a rater who gives higher numbers throughout is an error.

        Returns
        -------
        float
            0 or more, in units of the ratings. Undefined (NaN) with fewer than two units or raters, if no unit has two
            ratings, or if the variance is estimated below 0.
        """
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan",
        type: Literal["agreement", "consistency"] = "agreement",
    ) -> Any: ...
    def interval(
        self, ratings: Column, *, level: float = 0.95, method: IntervalOfNumbers | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, raters: Sequence[Label] | None = None,
        sample_weight: Column | None = None, over: Literal["units", "raters", "units and raters"] = "units",
        se: Literal["jackknife", "delta", "gwet"] | None = None, data: Any | None = None,
        type: Literal["agreement", "consistency"] = "agreement",
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        ratings
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"exact"``, ``"adjusted"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"t"``, ``"jackknife"``,
            ``"delta"``.
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
        """
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfNumbers | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None,
        over: Literal["units", "raters", "units and raters"] = "units",
        se: Literal["jackknife", "delta", "gwet"] | None = None,
        type: Literal["agreement", "consistency"] = "agreement",
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    def compare(
        self, ratings: Column, *, names: Sequence[str] | None = None, level: float = 0.95,
        method: PairedOfNumbers | None = None, cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", raters: Sequence[Label] | None = None,
        sample_weight: Column | None = None, a: Sequence[Label] | None = None, b: Sequence[Label] | None = None,
        data: Any | None = None, type: Literal["agreement", "consistency"] = "agreement",
    ) -> Comparison:
        """Compare two models on the same rows: the metric of A minus that of B, with interval and p-value.

        Parameters
        ----------
        y_true, pred_a, pred_b
            The truth (or a first rater), and the predictions or scores of two models, as in a call. More follow them.
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
            One of ``"jackknife"``.
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
        """
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfNumbers | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", raters: Sequence[Label] | None = None,
        sample_weight: tuple[Column, Column] | None = None, type: Literal["agreement", "consistency"] = "agreement",
    ) -> Comparison:
        """Compare a metric on two independent sets of rows: two hospitals, two years, two models with data of their own.

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
        """

measurement_error: MeasurementErrorMetric
"""Standard error of measurement: how far a rating is from what the unit would get on average. sqrt(s_r^2 + s_e^2), of consistency sqrt(s_e^2): variances of raters and error"""

class MinimalDetectableChangeMetric(Metric):
    def __call__(
        self, ratings: Column, *, raters: Sequence[Label] | None = None, sample_weight: Column | None = None,
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None,
        type: Literal["agreement", "consistency"] = "agreement", coverage: float = 0.95,
    ) -> float:
        """Minimal detectable change: how far two ratings of one unit can be apart by error alone.

        ``z sqrt(2) SEM`` with `measurement_error` SEM, and the quantile z of the normal that belongs to `coverage`: 1.96
        for 0.95. Of a unit that has not changed, so many ratings differ by less.

        Parameters
        ----------
        ratings : array-like of shape (n, r), data frame, NumericRatings, RatingMoments or Ratings
            Finite numbers that raters (columns) gave to units (rows); None, NaN, null and NA are missing ratings. Or two
            columns, of two raters. The labels of `Ratings` must be numbers.
        raters : sequence, optional
            Of a frame: the columns that are ratings, default all. Of a matrix: the names of its columns.
        sample_weight : array-like of shape (n,), optional
            One weight a unit, finite and not negative. Zero: the unit is absent; w: the unit is there w times.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        type : {"agreement", "consistency"}
            Whether a rater who gives higher numbers throughout is an error: ``"agreement"`` where another rater may measure
            the second time.
        coverage : float
            The share of differences of units that have not changed which are smaller. (`level` of `interval` is another
            thing: how sure this number is.)

        Returns
        -------
        float
            0 or more, in units of the ratings. Undefined (NaN) where `measurement_error` is.
        """
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan",
        type: Literal["agreement", "consistency"] = "agreement", coverage: float = 0.95,
    ) -> Any: ...
    def interval(
        self, ratings: Column, *, level: float = 0.95, method: IntervalOfNumbers | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, raters: Sequence[Label] | None = None,
        sample_weight: Column | None = None, over: Literal["units", "raters", "units and raters"] = "units",
        se: Literal["jackknife", "delta", "gwet"] | None = None, data: Any | None = None,
        type: Literal["agreement", "consistency"] = "agreement", coverage: float = 0.95,
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        ratings
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"exact"``, ``"adjusted"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"t"``, ``"jackknife"``,
            ``"delta"``.
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
        """
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfNumbers | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None,
        over: Literal["units", "raters", "units and raters"] = "units",
        se: Literal["jackknife", "delta", "gwet"] | None = None,
        type: Literal["agreement", "consistency"] = "agreement", coverage: float = 0.95,
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    def compare(
        self, ratings: Column, *, names: Sequence[str] | None = None, level: float = 0.95,
        method: PairedOfNumbers | None = None, cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", raters: Sequence[Label] | None = None,
        sample_weight: Column | None = None, a: Sequence[Label] | None = None, b: Sequence[Label] | None = None,
        data: Any | None = None, type: Literal["agreement", "consistency"] = "agreement", coverage: float = 0.95,
    ) -> Comparison:
        """Compare two models on the same rows: the metric of A minus that of B, with interval and p-value.

        Parameters
        ----------
        y_true, pred_a, pred_b
            The truth (or a first rater), and the predictions or scores of two models, as in a call. More follow them.
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
            One of ``"jackknife"``.
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
        """
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfNumbers | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", raters: Sequence[Label] | None = None,
        sample_weight: tuple[Column, Column] | None = None, type: Literal["agreement", "consistency"] = "agreement",
        coverage: float = 0.95,
    ) -> Comparison:
        """Compare a metric on two independent sets of rows: two hospitals, two years, two models with data of their own.

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
        """

minimal_detectable_change: MinimalDetectableChangeMetric
"""Minimal detectable change: how far two ratings of one unit can be apart by error alone. z sqrt(2) SEM with the standard error of measurement SEM"""

class NegativeAgreementMetric(Metric):
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column = None, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary",
        pos_label: Label | None = None,
    ) -> float:
        """Negative agreement: of the ratings without a label, the share that the other rater shares.

        ``2 d / (2 d + b + c)`` with d rows where both raters say negative and b and c rows where only one does. It is
        `positive_agreement` of the other label. Of many raters: of all pairs of ratings of the same unit of which one has
        not the label, the share in which the other has it neither.

        Parameters
        ----------
        y_true, y_pred : array-like of shape (n,)
            Labels: numbers, text, bools or other hashable values, in a list, an array, or a series of pandas,
            Polars or Arrow. Truth and prediction, or two raters. Matrices of 0 and 1 of shape (n, L), also of
            scipy.sparse, are L labels that can occur together.
            Or, in place of both, the ratings of many raters: a matrix or frame of units (rows) by raters (columns) in which
            None, NaN, null and NA are missing ratings, or a state of them (`Ratings`, `Tallies`, `TallySums`).
        labels : sequence, optional
            All labels in their order. Default: those that occur, numbers in numeric order.
        sample_weight : array-like of shape (n,), optional
            One weight a row, finite and not negative. Zero: the row is absent; w: the row is there w times.
        missing : {"raise", "drop"}, default "raise"
            What to do with rows where a value is missing (None, NaN, null).
        missing_labels : sequence, default ()
            Labels that stand for a missing one, such as ``["?"]`` or ``[-1]``. Rows where the truth or the prediction is
            one of them are left out and counted, as rows with a missing value are with ``missing="drop"``. So a model is
            not blamed for rows that it did not answer; torchmetrics' ``ignore_index`` leaves out rows by the truth alone
            and blames it. For that, leave out the rows of this truth before the call: the prediction then is a label that
            is never right.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        average : {"binary", "macro", "micro", "weighted", "samples"} or None, default "binary"
            ``"binary"``: the positive one of two classes. Of several classes or labels, each against the rest: the
            plain mean (``"macro"``), the value of all decisions together (``"micro"``), the mean weighted by how often
            a class occurs in the truth (``"weighted"``), or one value a class (None). ``"samples"``: of matrices of
            indicators, the mean over the rows of the value of each row's labels.
        pos_label : label, optional
            The positive class for ``average="binary"``. Default: the second of two labels, where they have an order.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between 0 and 1. Undefined (NaN) where both raters give every row the label;
            averages leave such labels out and a warning names them.
        """
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column = None, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: None, pos_label: Label | None = None,
    ) -> FloatArray:
        """One value a class or label, in an array.
        """
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan",
        average: Literal["binary", "macro", "micro", "weighted", "samples"] | None = "binary",
        pos_label: Label | None = None,
    ) -> Any: ...
    @overload
    def interval(
        self, y_true: Column, y_pred: Column = None, *, level: float = 0.95, method: IntervalOfLabels | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), over: Literal["units", "raters", "units and raters"] = "units",
        se: Literal["jackknife", "delta", "gwet"] | None = None, data: Any | None = None,
        average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary", pos_label: Label | None = None,
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        y_true, y_pred
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"wilson"``, ``"exact"``, ``"agresti-coull"``, ``"jeffreys"``, ``"percentile"``, ``"basic"``, ``"bca"``,
            ``"normal"``, ``"miller-madow"``, ``"zahl"``.
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
        """
    @overload
    def interval(
        self, y_true: Column, y_pred: Column = None, *, level: float = 0.95, method: IntervalOfLabels | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), over: Literal["units", "raters", "units and raters"] = "units",
        se: Literal["jackknife", "delta", "gwet"] | None = None, data: Any | None = None, average: None,
        pos_label: Label | None = None,
    ) -> Intervals:
        """One for each class or label.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfLabels | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None,
        average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary", pos_label: Label | None = None,
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfLabels | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, average: None, pos_label: Label | None = None,
    ) -> Intervals:
        """One for each class or label.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfLabels | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None,
        average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary", pos_label: Label | None = None,
    ) -> Comparison:
        """Compare two models on the same rows: the metric of A minus that of B, with interval and p-value.

        Parameters
        ----------
        y_true, pred_a, pred_b
            The truth (or a first rater), and the predictions or scores of two models, as in a call. More follow them.
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
            One of ``"mcnemar"``, ``"mcnemar-mid-p"``, ``"mcnemar-exact"``, ``"mcnemar-corrected"``, ``"score"``,
            ``"delta"``, ``"log"``, ``"mover"``, ``"permutation"``, ``"bootstrap"``, ``"percentile"``, ``"basic"``,
            ``"bca"``.
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
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfLabels | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, average: None, pos_label: Label | None = None,
    ) -> Comparisons:
        """One for each class or label.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, pred_c: Column, /, *more: Column,
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfLabels | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None,
        average: Literal["binary", "macro", "micro", "weighted", "samples"] | None = "binary",
        pos_label: Label | None = None,
    ) -> Comparisons:
        """Three models or more: all pairs of them.
        """
    @overload
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfLabels | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        sample_weight: tuple[Column, Column] | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (),
        average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary", pos_label: Label | None = None,
    ) -> Comparison:
        """Compare a metric on two independent sets of rows: two hospitals, two years, two models with data of their own.

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
        """
    @overload
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfLabels | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        sample_weight: tuple[Column, Column] | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), average: None, pos_label: Label | None = None,
    ) -> Comparisons:
        """One for each class or label.
        """

negative_agreement: NegativeAgreementMetric
"""Negative agreement: of the ratings without a label, the share that the other rater shares. 2 d / (2 d + b + c), d rows where both say negative, b and c where one does"""

class OverallConcordanceMetric(_Numbers):
    def __call__(
        self, ratings: Column, *, raters: Sequence[Label] | None = None, sample_weight: Column | None = None,
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None,
    ) -> float:
        """Overall concordance: how near the numbers of many raters are to each other.

        ``2 sum s_gh / sum (s_g^2 + s_h^2 + (m_g - m_h)^2)``, both sums over the pairs of raters, with means m, variances
        s^2 and covariances s_gh (divisor n) over the units that both rated. Of two raters it is Lin's
        `concordance_correlation`.

        Parameters
        ----------
        ratings : array-like of shape (n, r), data frame, NumericRatings, RatingMoments or Ratings
            Finite numbers that raters (columns) gave to units (rows); None, NaN, null and NA are missing ratings. Or two
            columns, of two raters. The labels of `Ratings` must be numbers.
        raters : sequence, optional
            Of a frame: the columns that are ratings, default all. Of a matrix: the names of its columns.
        sample_weight : array-like of shape (n,), optional
            One weight a unit, finite and not negative. Zero: the unit is absent; w: the unit is there w times.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.

        Returns
        -------
        float
            From -1 (of two raters) to 1; near 0 of ratings that have nothing to do with each other. Undefined (NaN) if no
            unit has two ratings, or if all of them are one number.
        """

overall_concordance: OverallConcordanceMetric
"""Overall concordance: how near the numbers of many raters are to each other. 2 sum s_gh / sum (s_g^2 + s_h^2 + (m_g - m_h)^2) over the pairs of raters g < h"""

class PearsonCorrelationMetric(_Measurements):
    def __call__(
        self, y_true: Column, y_pred: Column, *, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None,
    ) -> float:
        """Pearson correlation: how near two continuous ratings lie to some straight line.

        ``r = s_xy / (s_x s_y)``, the covariance over both standard deviations.

        Parameters
        ----------
        y_true, y_pred : array-like of shape (n,)
            Two ratings of the same rows, finite numbers.
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

        Returns
        -------
        float
            Between -1 and 1; 0 for unrelated ratings. Undefined (NaN) if a rating is constant, or without rows.
        """

pearson_correlation: PearsonCorrelationMetric
"""Pearson correlation: how near two continuous ratings lie to some straight line. s_xy / (s_x s_y)"""

class PositiveAgreementMetric(Metric):
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column = None, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary",
        pos_label: Label | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> float:
        """Positive agreement: of the ratings with a label, the share that the other rater shares.

        ``2 a / (2 a + b + c)`` with a rows where both raters say positive and b and c rows where only one does: the
        chance that one rater says positive where the other, chosen at random, did. It is `f1` (Dice) of two raters.
        ``average=None`` gives the specific agreement on each category. Of many raters: of all pairs of ratings of the same
        unit of which one has the label, the share in which the other has it too.

        Parameters
        ----------
        y_true, y_pred : array-like of shape (n,)
            Labels: numbers, text, bools or other hashable values, in a list, an array, or a series of pandas,
            Polars or Arrow. Truth and prediction, or two raters. Matrices of 0 and 1 of shape (n, L), also of
            scipy.sparse, are L labels that can occur together.
            Or, in place of both, the ratings of many raters: a matrix or frame of units (rows) by raters (columns) in which
            None, NaN, null and NA are missing ratings, or a state of them (`Ratings`, `Tallies`, `TallySums`).
        labels : sequence, optional
            All labels in their order. Default: those that occur, numbers in numeric order.
        sample_weight : array-like of shape (n,), optional
            One weight a row, finite and not negative. Zero: the row is absent; w: the row is there w times.
        missing : {"raise", "drop"}, default "raise"
            What to do with rows where a value is missing (None, NaN, null).
        missing_labels : sequence, default ()
            Labels that stand for a missing one, such as ``["?"]`` or ``[-1]``. Rows where the truth or the prediction is
            one of them are left out and counted, as rows with a missing value are with ``missing="drop"``. So a model is
            not blamed for rows that it did not answer; torchmetrics' ``ignore_index`` leaves out rows by the truth alone
            and blames it. For that, leave out the rows of this truth before the call: the prediction then is a label that
            is never right.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        average : {"binary", "macro", "micro", "weighted", "samples"} or None, default "binary"
            ``"binary"``: the positive one of two classes. Of several classes or labels, each against the rest: the
            plain mean (``"macro"``), the value of all decisions together (``"micro"``), the mean weighted by how often
            a class occurs in the truth (``"weighted"``), or one value a class (None). ``"samples"``: of matrices of
            indicators, the mean over the rows of the value of each row's labels.
        pos_label : label, optional
            The positive class for ``average="binary"``. Default: the second of two labels, where they have an order.
        weights : {"linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"}, array, callable or None
            How much of an agreement another label is, as in `weighted_agreement`: ``sum_l w_kl P_kl / sum_l P_kl`` with the
            pairs P of ratings.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between 0 and 1. Undefined (NaN) where neither rater uses the label;
            averages leave such labels out and a warning names them.
        """
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column = None, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: None, pos_label: Label | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> FloatArray:
        """One value a class or label, in an array.
        """
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan",
        average: Literal["binary", "macro", "micro", "weighted", "samples"] | None = "binary",
        pos_label: Label | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> Any: ...
    @overload
    def interval(
        self, y_true: Column, y_pred: Column = None, *, level: float = 0.95, method: IntervalOfLabels | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), over: Literal["units", "raters", "units and raters"] = "units",
        se: Literal["jackknife", "delta", "gwet"] | None = None, data: Any | None = None,
        average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary", pos_label: Label | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        y_true, y_pred
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"wilson"``, ``"exact"``, ``"agresti-coull"``, ``"jeffreys"``, ``"percentile"``, ``"basic"``, ``"bca"``,
            ``"normal"``, ``"miller-madow"``, ``"zahl"``.
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
        """
    @overload
    def interval(
        self, y_true: Column, y_pred: Column = None, *, level: float = 0.95, method: IntervalOfLabels | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), over: Literal["units", "raters", "units and raters"] = "units",
        se: Literal["jackknife", "delta", "gwet"] | None = None, data: Any | None = None, average: None,
        pos_label: Label | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> Intervals:
        """One for each class or label.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfLabels | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None,
        average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary", pos_label: Label | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfLabels | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, average: None, pos_label: Label | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> Intervals:
        """One for each class or label.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfLabels | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None,
        average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary", pos_label: Label | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> Comparison:
        """Compare two models on the same rows: the metric of A minus that of B, with interval and p-value.

        Parameters
        ----------
        y_true, pred_a, pred_b
            The truth (or a first rater), and the predictions or scores of two models, as in a call. More follow them.
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
            One of ``"mcnemar"``, ``"mcnemar-mid-p"``, ``"mcnemar-exact"``, ``"mcnemar-corrected"``, ``"score"``,
            ``"delta"``, ``"log"``, ``"mover"``, ``"permutation"``, ``"bootstrap"``, ``"percentile"``, ``"basic"``,
            ``"bca"``.
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
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfLabels | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, average: None, pos_label: Label | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> Comparisons:
        """One for each class or label.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, pred_c: Column, /, *more: Column,
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfLabels | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None,
        average: Literal["binary", "macro", "micro", "weighted", "samples"] | None = "binary",
        pos_label: Label | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> Comparisons:
        """Three models or more: all pairs of them.
        """
    @overload
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfLabels | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        sample_weight: tuple[Column, Column] | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (),
        average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary", pos_label: Label | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> Comparison:
        """Compare a metric on two independent sets of rows: two hospitals, two years, two models with data of their own.

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
        """
    @overload
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfLabels | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        sample_weight: tuple[Column, Column] | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), average: None, pos_label: Label | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> Comparisons:
        """One for each class or label.
        """

positive_agreement: PositiveAgreementMetric
"""Positive agreement: of the ratings with a label, the share that the other rater shares. 2 a / (2 a + b + c), a rows where both say positive, b and c where one does"""

class PrevalenceIndexMetric(_LabelsAveragePosLabel):
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary",
        pos_label: Label | None = None,
    ) -> float:
        """Prevalence index: how unequal the agreed positives and the agreed negatives are.

        ``PI = (a - d) / n`` with a rows where both raters say positive and d rows where both say negative. With the
        bias index BI and PABAK, which is `brennan_prediger` of two labels,
        ``kappa = (PABAK - PI^2 + BI^2) / (1 - PI^2 + BI^2)``: the further PI is from 0, the lower is the kappa of the
        same agreement.

        Parameters
        ----------
        y_true, y_pred : array-like of shape (n,)
            Labels: numbers, text, bools or other hashable values, in a list, an array, or a series of pandas,
            Polars or Arrow. Truth and prediction, or two raters. Matrices of 0 and 1 of shape (n, L), also of
            scipy.sparse, are L labels that can occur together.
        labels : sequence, optional
            All labels in their order. Default: those that occur, numbers in numeric order.
        sample_weight : array-like of shape (n,), optional
            One weight a row, finite and not negative. Zero: the row is absent; w: the row is there w times.
        missing : {"raise", "drop"}, default "raise"
            What to do with rows where a value is missing (None, NaN, null).
        missing_labels : sequence, default ()
            Labels that stand for a missing one, such as ``["?"]`` or ``[-1]``. Rows where the truth or the prediction is
            one of them are left out and counted, as rows with a missing value are with ``missing="drop"``. So a model is
            not blamed for rows that it did not answer; torchmetrics' ``ignore_index`` leaves out rows by the truth alone
            and blames it. For that, leave out the rows of this truth before the call: the prediction then is a label that
            is never right.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        average : {"binary", "macro", "micro", "weighted", "samples"} or None, default "binary"
            ``"binary"``: the positive one of two classes. Of several classes or labels, each against the rest: the
            plain mean (``"macro"``), the value of all decisions together (``"micro"``), the mean weighted by how often
            a class occurs in the truth (``"weighted"``), or one value a class (None). ``"samples"``: of matrices of
            indicators, the mean over the rows of the value of each row's labels.
        pos_label : label, optional
            The positive class for ``average="binary"``. Default: the second of two labels, where they have an order.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between -1 and 1; 0 if both kinds of agreement are equally frequent. Undefined (NaN) without rows.
        """
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: None, pos_label: Label | None = None,
    ) -> FloatArray:
        """One value a class or label, in an array.
        """

prevalence_index: PrevalenceIndexMetric
"""Prevalence index: how unequal the agreed positives and the agreed negatives are. (a - d) / n, a rows where both say positive, d where both say negative"""

class PrmseMetric(Metric):
    def __call__(
        self, ratings: Column, system: Column, *, raters: Sequence[Label] | None = None,
        sample_weight: Column | None = None, undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, error_variance: float | None = None,
    ) -> float:
        """Proportional reduction in mean squared error: how well a system predicts the true scores of units.

        The true score of a unit is the mean of the ratings that all people of this kind would give it. With m_u ratings of
        unit u, their mean h_u and variance s_u^2, the mean h of all M ratings, and the number x_u of the system: error
        variance ``ve = sum (m_u - 1) s_u^2 / sum (m_u - 1)``, variance of true scores ``vt = (sum m_u (h_u - h)^2 - (n - 1)
        ve) / (M - sum m_u^2 / M)``, error of the system ``mse = (sum m_u (h_u - x_u)^2 - n ve) / M``; the value is
        ``1 - mse / vt``.

        Parameters
        ----------
        ratings : array-like of shape (n, r), data frame, NumericRatings, RatingMoments or Ratings
            Finite numbers that raters (columns) gave to units (rows); None, NaN, null and NA are missing ratings. Or two
            columns, of two raters. The labels of `Ratings` must be numbers.
        system : array-like of shape (n,)
            The numbers of the system, one for each unit that somebody rated.
        raters : sequence, optional
            Of a frame: the columns that are ratings, default all. Of a matrix: the names of its columns.
        sample_weight : array-like of shape (n,), optional
            One weight a unit, finite and not negative. Zero: the unit is absent; w: the unit is there w times.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        error_variance : float, optional
            The variance of the error of people, where it is known from elsewhere. Default: estimated, which takes units
            with two ratings or more.

        Returns
        -------
        float
            1 of a system that gives the true scores; it can exceed 1 by chance, and that stays. Undefined (NaN) with fewer
            than two units, if no unit has two ratings and `error_variance` is not given, or if people differ no more
            between units than within.
        """
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan", error_variance: float | None = None,
    ) -> Any: ...
    def interval(
        self, ratings: Column, system: Column, *, level: float = 0.95, method: IntervalOfNumbers | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, raters: Sequence[Label] | None = None,
        sample_weight: Column | None = None, over: Literal["units", "raters", "units and raters"] = "units",
        se: Literal["jackknife", "delta", "gwet"] | None = None, data: Any | None = None,
        error_variance: float | None = None,
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        ratings, system
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"exact"``, ``"adjusted"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"t"``, ``"jackknife"``,
            ``"delta"``.
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
        """
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfNumbers | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None,
        over: Literal["units", "raters", "units and raters"] = "units",
        se: Literal["jackknife", "delta", "gwet"] | None = None, error_variance: float | None = None,
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    def compare(
        self, ratings: Column, system: Column, *, names: Sequence[str] | None = None, level: float = 0.95,
        method: PairedOfNumbers | None = None, cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", raters: Sequence[Label] | None = None,
        sample_weight: Column | None = None, a: Sequence[Label] | None = None, b: Sequence[Label] | None = None,
        data: Any | None = None, error_variance: float | None = None,
    ) -> Comparison:
        """Compare two models on the same rows: the metric of A minus that of B, with interval and p-value.

        Parameters
        ----------
        y_true, pred_a, pred_b
            The truth (or a first rater), and the predictions or scores of two models, as in a call. More follow them.
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
            One of ``"jackknife"``.
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
        """
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfNumbers | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", raters: Sequence[Label] | None = None,
        sample_weight: tuple[Column, Column] | None = None, error_variance: float | None = None,
    ) -> Comparison:
        """Compare a metric on two independent sets of rows: two hospitals, two years, two models with data of their own.

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
        """

prmse: PrmseMetric
"""Proportional reduction in mean squared error: how well a system predicts the true scores of units. 1 - (mean squared error of the true score) / (variance of the true score)"""

class ScottPiMetric(_LabelsWeights_):
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> float:
        """Scott's pi: agreement beyond chance, where both raters draw from one and the same distribution.

        ``pi = 1 - sum_ij v_ij p_ij / sum_ij v_ij pi_i pi_j`` with the shares p of the table, the mean
        ``pi_k = (r_k + c_k) / 2`` of both raters' shares of category k, and the disagreement v of two labels (1
        off the diagonal without weights). Fleiss' kappa is its form for many raters.

        Parameters
        ----------
        y_true, y_pred : array-like of shape (n,)
            Labels: numbers, text, bools or other hashable values, in a list, an array, or a series of pandas,
            Polars or Arrow. Truth and prediction, or two raters. Matrices of 0 and 1 of shape (n, L), also of
            scipy.sparse, are L labels that can occur together.
        labels : sequence, optional
            All labels in their order. Default: those that occur, numbers in numeric order.
        sample_weight : array-like of shape (n,), optional
            One weight a row, finite and not negative. Zero: the row is absent; w: the row is there w times.
        missing : {"raise", "drop"}, default "raise"
            What to do with rows where a value is missing (None, NaN, null).
        missing_labels : sequence, default ()
            Labels that stand for a missing one, such as ``["?"]`` or ``[-1]``. Rows where the truth or the prediction is
            one of them are left out and counted, as rows with a missing value are with ``missing="drop"``. So a model is
            not blamed for rows that it did not answer; torchmetrics' ``ignore_index`` leaves out rows by the truth alone
            and blames it. For that, leave out the rows of this truth before the call: the prediction then is a label that
            is never right.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        weights : {"linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"}, array, callable or None
            How much two labels disagree, as in `cohen_kappa`.

        Returns
        -------
        float
            At most 1. Undefined (NaN) if both raters use only one and the same category: 0/0.
        """

scott_pi: ScottPiMetric
"""Scott's pi: agreement beyond chance, where both raters draw from one and the same distribution. 1 - sum(V P) / sum(V pi pi'), pi the mean of both raters' shares; V = 1 off the diagonal, or weights"""

class StandardizedMeanDifferenceMetric(Metric):
    def __call__(
        self, y_true: Column, y_pred: Column, *, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, standardizer: Literal["pooled", "y_true"] = "pooled",
    ) -> float:
        """Standardised mean difference: by how many standard deviations one rating lies above the other.

        ``(mean y_pred - mean y_true) / s`` with ``s = sqrt((s_true^2 + s_pred^2) / 2)``: positive where the second rating
        is the higher one. Automated scores of essays should stay within 0.15 of human scores.

        Parameters
        ----------
        y_true, y_pred : array-like of shape (n,)
            Two ratings of the same rows, finite numbers.
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
        standardizer : {"pooled", "y_true"}, default "pooled"
            The unit: the root of the mean of both variances, or the standard deviation of the truth alone.

        Returns
        -------
        float
            0 for equal means. Undefined (NaN) if the unit is zero, and for fewer than two rows.
        """
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan",
        standardizer: Literal["pooled", "y_true"] = "pooled",
    ) -> Any: ...
    def interval(
        self, y_true: Column, y_pred: Column, *, level: float = 0.95, method: IntervalOfMeasurements | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", data: Any | None = None,
        standardizer: Literal["pooled", "y_true"] = "pooled",
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        y_true, y_pred
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"fisher-normal"``, ``"lin"``, ``"percentile"``, ``"basic"``, ``"bca"``, ``"normal"``.
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
        """
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfMeasurements | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None,
        standardizer: Literal["pooled", "y_true"] = "pooled",
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfMeasurements | None = None, cluster: Column | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", data: Any | None = None,
        standardizer: Literal["pooled", "y_true"] = "pooled",
    ) -> Comparison:
        """Compare two models on the same rows: the metric of A minus that of B, with interval and p-value.

        Parameters
        ----------
        y_true, pred_a, pred_b
            The truth (or a first rater), and the predictions or scores of two models, as in a call. More follow them.
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
            One of ``"delta"``, ``"log"``, ``"mover"``, ``"permutation"``, ``"bootstrap"``, ``"percentile"``,
            ``"basic"``, ``"bca"``.
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
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, pred_c: Column, /, *more: Column,
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfMeasurements | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", data: Any | None = None,
        standardizer: Literal["pooled", "y_true"] = "pooled",
    ) -> Comparisons:
        """Three models or more: all pairs of them.
        """
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfMeasurements | None = None,
        cluster: tuple[Column, Column] | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", sample_weight: tuple[Column, Column] | None = None,
        missing: Literal["raise", "drop"] = "raise", standardizer: Literal["pooled", "y_true"] = "pooled",
    ) -> Comparison:
        """Compare a metric on two independent sets of rows: two hospitals, two years, two models with data of their own.

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
        """

standardized_mean_difference: StandardizedMeanDifferenceMetric
"""Standardised mean difference: by how many standard deviations one rating lies above the other. (mean y_pred - mean y_true) / sqrt((s_true^2 + s_pred^2) / 2), variances with n - 1"""

class VanOestMetric(_PanelWeights):
    def __call__(
        self, ratings: Column, *, raters: Sequence[Label] | None = None, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> float:
        """Van Oest's index: agreement beyond chance that is never undefined, as every label has a rating beforehand.

        ``1 - Do / De``: Do is the disagreement of all pairs of ratings of the same unit, each pair counting alike;
        ``De = sum_kl v_kl e_k e_l`` with ``e_k = (1 + t_k) / (K + sum t)`` and the number t_k of ratings with label k:
        the uniform prior of a Bayesian who has seen one rating of each label.

        Parameters
        ----------
        ratings : array-like of shape (n, r), data frame, Ratings, Tallies, TallySums or Counts
            Labels that raters (columns) gave to units (rows); None, NaN, null and NA are missing ratings. Or two columns of
            labels, of two raters.
        raters : sequence, optional
            Of a frame: the columns that are ratings, default all. Of a matrix: the names of its columns.
        labels : sequence, optional
            All labels in their order. Default: those that occur, numbers in numeric order.
        sample_weight : array-like of shape (n,), optional
            One weight a unit, finite and not negative. Zero: the unit is absent; w: the unit is there w times.
        missing_labels : sequence
            Labels that stand for a missing rating, such as ``[""]``.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        weights : {"linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"}, array, callable or None
            How much two labels disagree, as in `cohen_kappa`; a matrix must be symmetric.

        Returns
        -------
        float
            At most 1. Undefined (NaN) if no unit has two ratings, or if only one label is possible.
        """

van_oest: VanOestMetric
"""Van Oest's index: agreement beyond chance that is never undefined, as every label has a rating beforehand. 1 - Do / sum(V e e'), e_k = (1 + ratings with label k) / (K + ratings); Do over pairs of ratings"""

class WeightedAgreementMetric(_LabelsWeights):
    def __call__(
        self, y_true: Column, y_pred: Column = None, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None,
        weights: Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | Literal["jaccard", "masi"] | Callable[[Any, Any], float] | Numbers | None = None,
    ) -> float:
        """Weighted agreement: the share of agreement, where near misses count in part.

        ``sum_ij w_ij p_ij`` with the agreement weights w and the shares p of the table: the observed agreement Po
        that weighted `cohen_kappa`, `scott_pi` and `gwet_ac2` correct for chance. Without weights it is `accuracy`. Of many
        raters: the mean over the units with two ratings or more of the agreement of two of them.

        Parameters
        ----------
        y_true, y_pred : array-like of shape (n,)
            Labels: numbers, text, bools or other hashable values, in a list, an array, or a series of pandas,
            Polars or Arrow. Truth and prediction, or two raters. Matrices of 0 and 1 of shape (n, L), also of
            scipy.sparse, are L labels that can occur together.
            Or, in place of both, the ratings of many raters: a matrix or frame of units (rows) by raters (columns) in which
            None, NaN, null and NA are missing ratings, or a state of them (`Ratings`, `Tallies`, `TallySums`).
        labels : sequence, optional
            All labels in their order. Default: those that occur, numbers in numeric order.
        sample_weight : array-like of shape (n,), optional
            One weight a row, finite and not negative. Zero: the row is absent; w: the row is there w times.
        missing : {"raise", "drop"}, default "raise"
            What to do with rows where a value is missing (None, NaN, null).
        missing_labels : sequence, default ()
            Labels that stand for a missing one, such as ``["?"]`` or ``[-1]``. Rows where the truth or the prediction is
            one of them are left out and counted, as rows with a missing value are with ``missing="drop"``. So a model is
            not blamed for rows that it did not answer; torchmetrics' ``ignore_index`` leaves out rows by the truth alone
            and blames it. For that, leave out the rows of this truth before the call: the prediction then is a label that
            is never right.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        weights : {"linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"}, array, callable or None
            None: equal labels agree, others do not. The families of `cohen_kappa`, scaled: 1 for equal labels, 0 for the
            widest disagreement that the labels allow, and so are penalties of your own (0 on the diagonal); agreement
            weights of your own (1 on the diagonal) are taken as they are.

        Returns
        -------
        float
            Between 0 and 1, or as low as the least agreement weight of your own. Undefined (NaN) without rows.
        """

weighted_agreement: WeightedAgreementMetric
"""Weighted agreement: the share of agreement, where near misses count in part. sum(W P): 1 on the diagonal of W, 0 for the widest disagreement"""
