"""What the metrics of the family "probabilities" take and give. Made by scripts/write_names.py: do not edit."""

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

IntervalOfProbabilities: TypeAlias = Literal[
    "score", "t", "delta", "fisher", "logit", "log", "complement-log", "information", "gaps", "pairs", "wilson",
    "exact", "agresti-coull", "jeffreys", "percentile", "basic", "bca", "normal",
]
PairedOfProbabilities: TypeAlias = Literal[
    "delta", "log", "mover", "permutation", "bootstrap", "percentile", "basic", "bca",
]
IndependentOfProbabilities: TypeAlias = Literal[
    "mover", "delta", "log", "bootstrap", "percentile", "basic", "bca",
]

class AdaptiveCalibrationErrorMetric(Metric):
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        reduction: Literal["classwise", "top_label"] = "classwise", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None, n_bins: int = 10,
        average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> float:
        """Adaptive calibration error: the calibration error of every class in bins that hold equally many rows.

        ``1 / (K R) sum over classes k and ranges r of |o(r, k) - p(r, k)|``: the ranges of each class hold equally many
        rows. Ties can make them uneven; then each counts by its rows. It is `expected_calibration_error` with
        ``strategy="quantile"``, class by class.

        Parameters
        ----------
        y_true : array-like of shape (n,) or (n, L)
            Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
        y_prob : array-like of shape (n,), (n, K) or (n, L)
            Probabilities, between 0 and 1, of the positive class, or one column a class (in the order of `labels`) or a
            label.
        labels : sequence, optional
            All labels in their order; of two labels the second is the positive one. Default: those that occur.
        pos_label : label, optional
            The positive one of two labels. Default: the second, where the labels have an order.
        reduction : {"classwise", "top_label"}, default "classwise"
            Of several classes: each class against the rest by its own column, or the predicted class alone, with its
            probability and whether it is right.
        sample_weight : array-like of shape (n,), optional
            One weight a row, finite and not negative. Zero: the row is absent; w: the row is there w times.
        missing : {"raise", "drop"}, default "raise"
            What to do with rows where a value is missing (None, NaN, null).
        missing_labels : sequence, default ()
            Labels that stand for a missing one, such as ``["?"]`` or ``[-1]``. Rows whose truth is one of them are left
            out and counted, as rows with a missing value are with ``missing="drop"``.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        n_bins : int, default 10
            How many ranges; those that get no rows because of ties are left out.
        average : {"macro", "micro", "weighted"} or None, default "macro"
            Of several classes or labels: the plain mean, which is Nixon's; the error of all decisions together, the mean
            weighted by how often a class occurs, or one value a class.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between 0 and 1; 0 is calibrated in every range. Undefined (NaN) without rows.
        """
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        reduction: Literal["classwise", "top_label"] = "classwise", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None, n_bins: int = 10, average: None,
    ) -> float | FloatArray:
        """One value a class or label, in an array.
        """
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan", n_bins: int = 10,
        average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Any: ...
    @overload
    def interval(
        self, y_true: Column, y_prob: Column, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, n_bins: int = 10,
        average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        y_true, y_prob
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"information"``, ``"gaps"``, ``"pairs"``, ``"wilson"``, ``"exact"``, ``"agresti-coull"``,
            ``"jeffreys"``, ``"percentile"``, ``"basic"``, ``"bca"``, ``"normal"``.
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
        self, y_true: Column, y_prob: Column, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, n_bins: int = 10, average: None,
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, n_bins: int = 10,
        average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, n_bins: int = 10, average: None,
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfProbabilities | None = None, cluster: Column | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, n_bins: int = 10,
        average: Literal["macro", "micro", "weighted"] = "macro",
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
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfProbabilities | None = None, cluster: Column | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, n_bins: int = 10, average: None,
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, pred_c: Column, /, *more: Column,
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfProbabilities | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, n_bins: int = 10,
        average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Comparisons:
        """Three models or more: all pairs of them.
        """
    @overload
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfProbabilities | None = None,
        cluster: tuple[Column, Column] | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: tuple[Column, Column] | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), n_bins: int = 10,
        average: Literal["macro", "micro", "weighted"] = "macro",
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
        level: float = 0.95, method: IndependentOfProbabilities | None = None,
        cluster: tuple[Column, Column] | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: tuple[Column, Column] | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), n_bins: int = 10, average: None,
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """

adaptive_calibration_error: AdaptiveCalibrationErrorMetric
"""Adaptive calibration error: the calibration error of every class in bins that hold equally many rows. mean over classes and bins of equal mass of |share of the class - mean p|"""

class _ProbabilitiesAverage(Metric):
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan",
        average: Literal["macro"] | None = "macro",
    ) -> Any: ...
    @overload
    def interval(
        self, y_true: Column, y_prob: Column, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        average: Literal["macro"] = "macro",
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        y_true, y_prob
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"information"``, ``"gaps"``, ``"pairs"``, ``"wilson"``, ``"exact"``, ``"agresti-coull"``,
            ``"jeffreys"``, ``"percentile"``, ``"basic"``, ``"bca"``, ``"normal"``.
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
        self, y_true: Column, y_prob: Column, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        average: None,
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, average: Literal["macro"] = "macro",
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, average: None,
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfProbabilities | None = None, cluster: Column | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        average: Literal["macro"] = "macro",
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
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfProbabilities | None = None, cluster: Column | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        average: None,
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, pred_c: Column, /, *more: Column,
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfProbabilities | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        average: Literal["macro"] | None = "macro",
    ) -> Comparisons:
        """Three models or more: all pairs of them.
        """
    @overload
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfProbabilities | None = None,
        cluster: tuple[Column, Column] | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: tuple[Column, Column] | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        average: Literal["macro"] = "macro",
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
        level: float = 0.95, method: IndependentOfProbabilities | None = None,
        cluster: tuple[Column, Column] | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: tuple[Column, Column] | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), average: None,
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """

class BrierScoreMetric(_ProbabilitiesAverage):
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: Literal["macro"] = "macro",
    ) -> float:
        """Brier score: the mean squared distance between probabilities and what happened.

        ``mean of (p - y)^2`` for two classes, where y is 1 if the positive class happened, else 0; two columns of
        probabilities give the same. For three classes and more Brier's original form, ``mean of sum_k (p_k - y_k)^2``,
        which for two would be twice as large. It is a strictly proper score: it rewards both order and calibration.

        Parameters
        ----------
        y_true : array-like of shape (n,) or (n, L)
            Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
        y_prob : array-like of shape (n,), (n, K) or (n, L)
            Probabilities, between 0 and 1, of the positive class, or one column a class (in the order of `labels`) or a
            label.
        labels : sequence, optional
            All labels in their order; of two labels the second is the positive one. Default: those that occur.
        pos_label : label, optional
            The positive one of two labels. Default: the second, where the labels have an order.
        sample_weight : array-like of shape (n,), optional
            One weight a row, finite and not negative. Zero: the row is absent; w: the row is there w times.
        missing : {"raise", "drop"}, default "raise"
            What to do with rows where a value is missing (None, NaN, null).
        missing_labels : sequence, default ()
            Labels that stand for a missing one, such as ``["?"]`` or ``[-1]``. Rows whose truth is one of them are left
            out and counted, as rows with a missing value are with ``missing="drop"``.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        average : {"macro"} or None, default "macro"
            Of several labels at once: their mean, or one value a label.

        Returns
        -------
        float, or ndarray of shape (L,) if average is None
            Between 0 and 1 for two classes, 0 and 2 for several. Undefined (NaN) without rows.
        """
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: None,
    ) -> float | FloatArray:
        """One value a class or label, in an array.
        """

brier_score: BrierScoreMetric
"""Brier score: the mean squared distance between probabilities and what happened. mean of (p - y)^2; several classes: summed over the classes"""

class BrierSkillScoreMetric(_ProbabilitiesAverage):
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: Literal["macro"] = "macro",
    ) -> float:
        """Brier skill score: how much lower the Brier score is than that of always saying how frequent the classes are.

        ``1 - BS / BS_ref``, where the reference gives every row the shares of the classes in these same rows (weighted
        as they are): ``BS_ref = pi (1 - pi)`` for two classes, ``1 - sum_k pi_k^2`` for several. It is to the Brier score
        what R^2 is to the squared error.

        Parameters
        ----------
        y_true : array-like of shape (n,) or (n, L)
            Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
        y_prob : array-like of shape (n,), (n, K) or (n, L)
            Probabilities, between 0 and 1, of the positive class, or one column a class (in the order of `labels`) or a
            label.
        labels : sequence, optional
            All labels in their order; of two labels the second is the positive one. Default: those that occur.
        pos_label : label, optional
            The positive one of two labels. Default: the second, where the labels have an order.
        sample_weight : array-like of shape (n,), optional
            One weight a row, finite and not negative. Zero: the row is absent; w: the row is there w times.
        missing : {"raise", "drop"}, default "raise"
            What to do with rows where a value is missing (None, NaN, null).
        missing_labels : sequence, default ()
            Labels that stand for a missing one, such as ``["?"]`` or ``[-1]``. Rows whose truth is one of them are left
            out and counted, as rows with a missing value are with ``missing="drop"``.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        average : {"macro"} or None, default "macro"
            Of several labels at once: their mean, or one value a label.

        Returns
        -------
        float, or ndarray of shape (L,) if average is None
            At most 1; 0 for the prevalence itself, negative for worse. Undefined (NaN) if only one class occurs in the
            truth, or without rows.
        """
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: None,
    ) -> float | FloatArray:
        """One value a class or label, in an array.
        """

brier_skill_score: BrierSkillScoreMetric
"""Brier skill score: how much lower the Brier score is than that of always saying how frequent the classes are. 1 - BS / BS of the class frequencies, which is pi (1 - pi), or 1 - sum pi_k^2 for several classes"""

class _ProbabilitiesSpanAverage(Metric):
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan", span: float = 0.75,
        average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Any: ...
    @overload
    def interval(
        self, y_true: Column, y_prob: Column, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, span: float = 0.75,
        average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        y_true, y_prob
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"information"``, ``"gaps"``, ``"pairs"``, ``"wilson"``, ``"exact"``, ``"agresti-coull"``,
            ``"jeffreys"``, ``"percentile"``, ``"basic"``, ``"bca"``, ``"normal"``.
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
        self, y_true: Column, y_prob: Column, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, span: float = 0.75, average: None,
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, span: float = 0.75,
        average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, span: float = 0.75, average: None,
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfProbabilities | None = None, cluster: Column | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, span: float = 0.75,
        average: Literal["macro", "micro", "weighted"] = "macro",
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
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfProbabilities | None = None, cluster: Column | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, span: float = 0.75, average: None,
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, pred_c: Column, /, *more: Column,
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfProbabilities | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, span: float = 0.75,
        average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Comparisons:
        """Three models or more: all pairs of them.
        """
    @overload
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfProbabilities | None = None,
        cluster: tuple[Column, Column] | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: tuple[Column, Column] | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), span: float = 0.75,
        average: Literal["macro", "micro", "weighted"] = "macro",
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
        level: float = 0.95, method: IndependentOfProbabilities | None = None,
        cluster: tuple[Column, Column] | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: tuple[Column, Column] | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), span: float = 0.75, average: None,
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """

class CalibrationErrorE50Metric(_ProbabilitiesSpanAverage):
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        reduction: Literal["classwise", "top_label"] = "classwise", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None, span: float = 0.75,
        average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> float:
        """E50: the median distance of a smooth calibration curve from the probabilities.

        ``median over rows of |s(p) - p|`` with the smooth share s(p) of positives at the probability p, by local regression
        (see `smooth_calibration_curve`).

        Parameters
        ----------
        y_true : array-like of shape (n,) or (n, L)
            Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
        y_prob : array-like of shape (n,), (n, K) or (n, L)
            Probabilities, between 0 and 1, of the positive class, or one column a class (in the order of `labels`) or a
            label.
        labels : sequence, optional
            All labels in their order; of two labels the second is the positive one. Default: those that occur.
        pos_label : label, optional
            The positive one of two labels. Default: the second, where the labels have an order.
        reduction : {"classwise", "top_label"}, default "classwise"
            Of several classes: each class against the rest by its own column, or the predicted class alone, with its
            probability and whether it is right.
        sample_weight : array-like of shape (n,), optional
            One weight a row, finite and not negative. Zero: the row is absent; w: the row is there w times.
        missing : {"raise", "drop"}, default "raise"
            What to do with rows where a value is missing (None, NaN, null).
        missing_labels : sequence, default ()
            Labels that stand for a missing one, such as ``["?"]`` or ``[-1]``. Rows whose truth is one of them are left
            out and counted, as rows with a missing value are with ``missing="drop"``.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        span : float, default 0.75
            The share of the rows in the neighbourhood of each point of the curve: above 0, at most 1.
        average : {"macro", "micro", "weighted"} or None, default "macro"
            Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by how
            often a class occurs, or one value a class.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between 0 and 1; 0 where the curve is on the diagonal for half of the rows. Undefined (NaN) without rows.
        """
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        reduction: Literal["classwise", "top_label"] = "classwise", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None, span: float = 0.75, average: None,
    ) -> float | FloatArray:
        """One value a class or label, in an array.
        """

calibration_error_e50: CalibrationErrorE50Metric
"""E50: the median distance of a smooth calibration curve from the probabilities. median over rows of |smooth(p) - p|"""

class CalibrationErrorE90Metric(_ProbabilitiesSpanAverage):
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        reduction: Literal["classwise", "top_label"] = "classwise", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None, span: float = 0.75,
        average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> float:
        """E90: the distance from a smooth calibration curve that nine in ten rows do not exceed.

        ``quantile 0.9 over rows of |s(p) - p|`` with the smooth share s(p) of positives at the probability p, by local
        regression (see `smooth_calibration_curve`).

        Parameters
        ----------
        y_true : array-like of shape (n,) or (n, L)
            Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
        y_prob : array-like of shape (n,), (n, K) or (n, L)
            Probabilities, between 0 and 1, of the positive class, or one column a class (in the order of `labels`) or a
            label.
        labels : sequence, optional
            All labels in their order; of two labels the second is the positive one. Default: those that occur.
        pos_label : label, optional
            The positive one of two labels. Default: the second, where the labels have an order.
        reduction : {"classwise", "top_label"}, default "classwise"
            Of several classes: each class against the rest by its own column, or the predicted class alone, with its
            probability and whether it is right.
        sample_weight : array-like of shape (n,), optional
            One weight a row, finite and not negative. Zero: the row is absent; w: the row is there w times.
        missing : {"raise", "drop"}, default "raise"
            What to do with rows where a value is missing (None, NaN, null).
        missing_labels : sequence, default ()
            Labels that stand for a missing one, such as ``["?"]`` or ``[-1]``. Rows whose truth is one of them are left
            out and counted, as rows with a missing value are with ``missing="drop"``.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        span : float, default 0.75
            The share of the rows in the neighbourhood of each point of the curve: above 0, at most 1.
        average : {"macro", "micro", "weighted"} or None, default "macro"
            Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by how
            often a class occurs, or one value a class.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between 0 and 1; 0 where the curve is on the diagonal for nine in ten rows. Undefined (NaN) without rows.
        """
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        reduction: Literal["classwise", "top_label"] = "classwise", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None, span: float = 0.75, average: None,
    ) -> float | FloatArray:
        """One value a class or label, in an array.
        """

calibration_error_e90: CalibrationErrorE90Metric
"""E90: the distance from a smooth calibration curve that nine in ten rows do not exceed. 0.9 quantile over rows of |smooth(p) - p|"""

class CalibrationErrorEmaxMetric(_ProbabilitiesSpanAverage):
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        reduction: Literal["classwise", "top_label"] = "classwise", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None, span: float = 0.75,
        average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> float:
        """Emax: the greatest distance of a smooth calibration curve from the probabilities.

        ``max over rows of |s(p) - p|`` with the smooth share s(p) of positives at the probability p, by local regression
        (see `smooth_calibration_curve`).

        Parameters
        ----------
        y_true : array-like of shape (n,) or (n, L)
            Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
        y_prob : array-like of shape (n,), (n, K) or (n, L)
            Probabilities, between 0 and 1, of the positive class, or one column a class (in the order of `labels`) or a
            label.
        labels : sequence, optional
            All labels in their order; of two labels the second is the positive one. Default: those that occur.
        pos_label : label, optional
            The positive one of two labels. Default: the second, where the labels have an order.
        reduction : {"classwise", "top_label"}, default "classwise"
            Of several classes: each class against the rest by its own column, or the predicted class alone, with its
            probability and whether it is right.
        sample_weight : array-like of shape (n,), optional
            One weight a row, finite and not negative. Zero: the row is absent; w: the row is there w times.
        missing : {"raise", "drop"}, default "raise"
            What to do with rows where a value is missing (None, NaN, null).
        missing_labels : sequence, default ()
            Labels that stand for a missing one, such as ``["?"]`` or ``[-1]``. Rows whose truth is one of them are left
            out and counted, as rows with a missing value are with ``missing="drop"``.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        span : float, default 0.75
            The share of the rows in the neighbourhood of each point of the curve: above 0, at most 1.
        average : {"macro", "micro", "weighted"} or None, default "macro"
            Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by how
            often a class occurs, or one value a class.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between 0 and 1; 0 is a curve on the diagonal. Undefined (NaN) without rows.
        """
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        reduction: Literal["classwise", "top_label"] = "classwise", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None, span: float = 0.75, average: None,
    ) -> float | FloatArray:
        """One value a class or label, in an array.
        """

calibration_error_emax: CalibrationErrorEmaxMetric
"""Emax: the greatest distance of a smooth calibration curve from the probabilities. max over rows of |smooth(p) - p|"""

class _ProbabilitiesAverage_(Metric):
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan",
        average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Any: ...
    @overload
    def interval(
        self, y_true: Column, y_prob: Column, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None,
        average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        y_true, y_prob
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"information"``, ``"gaps"``, ``"pairs"``, ``"wilson"``, ``"exact"``, ``"agresti-coull"``,
            ``"jeffreys"``, ``"percentile"``, ``"basic"``, ``"bca"``, ``"normal"``.
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
        self, y_true: Column, y_prob: Column, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, average: None,
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None,
        average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, average: None,
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfProbabilities | None = None, cluster: Column | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None,
        average: Literal["macro", "micro", "weighted"] = "macro",
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
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfProbabilities | None = None, cluster: Column | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, average: None,
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, pred_c: Column, /, *more: Column,
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfProbabilities | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None,
        average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Comparisons:
        """Three models or more: all pairs of them.
        """
    @overload
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfProbabilities | None = None,
        cluster: tuple[Column, Column] | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: tuple[Column, Column] | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), average: Literal["macro", "micro", "weighted"] = "macro",
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
        level: float = 0.95, method: IndependentOfProbabilities | None = None,
        cluster: tuple[Column, Column] | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: tuple[Column, Column] | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), average: None,
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """

class CalibrationInTheLargeMetric(_ProbabilitiesAverage_):
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        reduction: Literal["classwise", "top_label"] = "classwise", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None,
        average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> float:
        """Calibration in the large: whether the probabilities are too low or too high on the whole.

        The intercept a of the logistic regression ``logit P(y = 1) = a + logit p`` with the slope held at 1: the shift of
        all logits after which the probabilities add up to the number of positives.

        Parameters
        ----------
        y_true : array-like of shape (n,) or (n, L)
            Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
        y_prob : array-like of shape (n,), (n, K) or (n, L)
            Probabilities, between 0 and 1, of the positive class, or one column a class (in the order of `labels`) or a
            label.
        labels : sequence, optional
            All labels in their order; of two labels the second is the positive one. Default: those that occur.
        pos_label : label, optional
            The positive one of two labels. Default: the second, where the labels have an order.
        reduction : {"classwise", "top_label"}, default "classwise"
            Of several classes: each class against the rest by its own column, or the predicted class alone, with its
            probability and whether it is right.
        sample_weight : array-like of shape (n,), optional
            One weight a row, finite and not negative. Zero: the row is absent; w: the row is there w times.
        missing : {"raise", "drop"}, default "raise"
            What to do with rows where a value is missing (None, NaN, null).
        missing_labels : sequence, default ()
            Labels that stand for a missing one, such as ``["?"]`` or ``[-1]``. Rows whose truth is one of them are left
            out and counted, as rows with a missing value are with ``missing="drop"``.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        average : {"macro", "micro", "weighted"} or None, default "macro"
            Of several classes or labels: the plain mean, the shift of all decisions together, the mean weighted by how
            often a class occurs, or one value a class.

        Returns
        -------
        float, or ndarray if average is None
            0 if the number of positives equals the sum of the probabilities; positive if it is greater. Undefined (NaN) if
            only one class occurs and if a row was given probability 0 for what happened.
        """
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        reduction: Literal["classwise", "top_label"] = "classwise", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None, average: None,
    ) -> float | FloatArray:
        """One value a class or label, in an array.
        """

calibration_in_the_large: CalibrationInTheLargeMetric
"""Calibration in the large: whether the probabilities are too low or too high on the whole. a of logit P(y = 1) = a + logit p, by maximum likelihood"""

class CalibrationInterceptMetric(_ProbabilitiesAverage_):
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        reduction: Literal["classwise", "top_label"] = "classwise", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None,
        average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> float:
        """Calibration intercept: the shift of the logits in logistic recalibration, fitted together with the slope.

        The intercept a of the logistic regression ``logit P(y = 1) = a + b logit p``, fitted together with the
        calibration slope b: the log odds of the positive class where the probability is 1/2.

        Parameters
        ----------
        y_true : array-like of shape (n,) or (n, L)
            Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
        y_prob : array-like of shape (n,), (n, K) or (n, L)
            Probabilities, between 0 and 1, of the positive class, or one column a class (in the order of `labels`) or a
            label.
        labels : sequence, optional
            All labels in their order; of two labels the second is the positive one. Default: those that occur.
        pos_label : label, optional
            The positive one of two labels. Default: the second, where the labels have an order.
        reduction : {"classwise", "top_label"}, default "classwise"
            Of several classes: each class against the rest by its own column, or the predicted class alone, with its
            probability and whether it is right.
        sample_weight : array-like of shape (n,), optional
            One weight a row, finite and not negative. Zero: the row is absent; w: the row is there w times.
        missing : {"raise", "drop"}, default "raise"
            What to do with rows where a value is missing (None, NaN, null).
        missing_labels : sequence, default ()
            Labels that stand for a missing one, such as ``["?"]`` or ``[-1]``. Rows whose truth is one of them are left
            out and counted, as rows with a missing value are with ``missing="drop"``.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        average : {"macro", "micro", "weighted"} or None, default "macro"
            Of several classes or labels: the plain mean, the intercept of all decisions together, the mean weighted by
            how often a class occurs, or one value a class.

        Returns
        -------
        float, or ndarray if average is None
            0 for calibrated probabilities. Undefined (NaN) where the slope is: if only one class occurs, if the
            probabilities are equal or separate the classes completely, and if a row was given probability 0 for what
            happened.
        """
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        reduction: Literal["classwise", "top_label"] = "classwise", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None, average: None,
    ) -> float | FloatArray:
        """One value a class or label, in an array.
        """

calibration_intercept: CalibrationInterceptMetric
"""Calibration intercept: the shift of the logits in logistic recalibration, fitted together with the slope. a of logit P(y = 1) = a + b logit p, by maximum likelihood"""

class CalibrationSlopeMetric(_ProbabilitiesAverage_):
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        reduction: Literal["classwise", "top_label"] = "classwise", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None,
        average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> float:
        """Calibration slope: how much the logits of the probabilities must be stretched to be right.

        The slope b of the logistic regression ``logit P(y = 1) = a + b logit p``. Below 1 the probabilities are too
        extreme, which is the mark of an overfitted model; above 1 they are too near the middle.

        Parameters
        ----------
        y_true : array-like of shape (n,) or (n, L)
            Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
        y_prob : array-like of shape (n,), (n, K) or (n, L)
            Probabilities, between 0 and 1, of the positive class, or one column a class (in the order of `labels`) or a
            label.
        labels : sequence, optional
            All labels in their order; of two labels the second is the positive one. Default: those that occur.
        pos_label : label, optional
            The positive one of two labels. Default: the second, where the labels have an order.
        reduction : {"classwise", "top_label"}, default "classwise"
            Of several classes: each class against the rest by its own column, or the predicted class alone, with its
            probability and whether it is right.
        sample_weight : array-like of shape (n,), optional
            One weight a row, finite and not negative. Zero: the row is absent; w: the row is there w times.
        missing : {"raise", "drop"}, default "raise"
            What to do with rows where a value is missing (None, NaN, null).
        missing_labels : sequence, default ()
            Labels that stand for a missing one, such as ``["?"]`` or ``[-1]``. Rows whose truth is one of them are left
            out and counted, as rows with a missing value are with ``missing="drop"``.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        average : {"macro", "micro", "weighted"} or None, default "macro"
            Of several classes or labels: the plain mean, the slope of all decisions together, the mean weighted by how
            often a class occurs, or one value a class.

        Returns
        -------
        float, or ndarray if average is None
            1 for calibrated probabilities, 0 for uninformative ones, negative for those that are the wrong way round.
            Undefined (NaN) if only one class occurs, if the probabilities are equal or separate the classes completely,
            and if a row was given probability 0 for what happened.
        """
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        reduction: Literal["classwise", "top_label"] = "classwise", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None, average: None,
    ) -> float | FloatArray:
        """One value a class or label, in an array.
        """

calibration_slope: CalibrationSlopeMetric
"""Calibration slope: how much the logits of the probabilities must be stretched to be right. b of logit P(y = 1) = a + b logit p, by maximum likelihood"""

class _ProbabilitiesNBinsStrategyEdgesClosedAverage(Metric):
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan", n_bins: int = 10,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left", average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Any: ...
    @overload
    def interval(
        self, y_true: Column, y_prob: Column, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, n_bins: int = 10,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left", average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        y_true, y_prob
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"information"``, ``"gaps"``, ``"pairs"``, ``"wilson"``, ``"exact"``, ``"agresti-coull"``,
            ``"jeffreys"``, ``"percentile"``, ``"basic"``, ``"bca"``, ``"normal"``.
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
        self, y_true: Column, y_prob: Column, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, n_bins: int = 10,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left", average: None,
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, n_bins: int = 10,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left", average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, n_bins: int = 10,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left", average: None,
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfProbabilities | None = None, cluster: Column | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, n_bins: int = 10,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left", average: Literal["macro", "micro", "weighted"] = "macro",
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
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfProbabilities | None = None, cluster: Column | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, n_bins: int = 10,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left", average: None,
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, pred_c: Column, /, *more: Column,
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfProbabilities | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, n_bins: int = 10,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left", average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Comparisons:
        """Three models or more: all pairs of them.
        """
    @overload
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfProbabilities | None = None,
        cluster: tuple[Column, Column] | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: tuple[Column, Column] | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), n_bins: int = 10, strategy: Literal["uniform", "quantile"] = "uniform",
        edges: Numbers | None = None, closed: Literal["left", "right"] = "left",
        average: Literal["macro", "micro", "weighted"] = "macro",
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
        level: float = 0.95, method: IndependentOfProbabilities | None = None,
        cluster: tuple[Column, Column] | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: tuple[Column, Column] | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), n_bins: int = 10, strategy: Literal["uniform", "quantile"] = "uniform",
        edges: Numbers | None = None, closed: Literal["left", "right"] = "left", average: None,
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """

class DebiasedCalibrationErrorMetric(_ProbabilitiesNBinsStrategyEdgesClosedAverage):
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        reduction: Literal["classwise", "top_label"] = "classwise", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None, n_bins: int = 10,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left", average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> float:
        """Debiased calibration error: the mean squared gap of bins without the part that chance adds.

        ``sum over bins of w_b [(o_b - p_b)^2 - o_b (1 - o_b) / (w_b - 1)] / sum of w_b`` with the share of positives o,
        the mean probability p and the rows w of a bin. The second term is what the variance of o adds to the square, so
        that right probabilities give 0 on average with any number of rows and bins.

        Parameters
        ----------
        y_true : array-like of shape (n,) or (n, L)
            Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
        y_prob : array-like of shape (n,), (n, K) or (n, L)
            Probabilities, between 0 and 1, of the positive class, or one column a class (in the order of `labels`) or a
            label.
        labels : sequence, optional
            All labels in their order; of two labels the second is the positive one. Default: those that occur.
        pos_label : label, optional
            The positive one of two labels. Default: the second, where the labels have an order.
        reduction : {"classwise", "top_label"}, default "classwise"
            Of several classes: each class against the rest by its own column, or the predicted class alone, with its
            probability and whether it is right.
        sample_weight : array-like of shape (n,), optional
            One weight a row, finite and not negative. Zero: the row is absent; w: the row is there w times.
        missing : {"raise", "drop"}, default "raise"
            What to do with rows where a value is missing (None, NaN, null).
        missing_labels : sequence, default ()
            Labels that stand for a missing one, such as ``["?"]`` or ``[-1]``. Rows whose truth is one of them are left
            out and counted, as rows with a missing value are with ``missing="drop"``.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        n_bins : int, default 10
            How many bins.
        strategy : {"uniform", "quantile"}, default "uniform"
            Bins of equal width or of equal mass; see `calibration_curve`.
        edges : array-like, optional
            Own edges that rise from 0 to 1, in place of `n_bins` and `strategy`.
        closed : {"left", "right"}, default "left"
            The edge that belongs to a bin.
        average : {"macro", "micro", "weighted"} or None, default "macro"
            Of several classes or labels: the plain mean, the error of all decisions together, the mean weighted by
            how often a class occurs, or one value a class.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            At most 1, and below 0 where the gaps are smaller than chance would make them: not below -1/4 where weights
            count rows. Undefined (NaN) without rows.
        """
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        reduction: Literal["classwise", "top_label"] = "classwise", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None, n_bins: int = 10,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left", average: None,
    ) -> float | FloatArray:
        """One value a class or label, in an array.
        """

debiased_calibration_error: DebiasedCalibrationErrorMetric
"""Debiased calibration error: the mean squared gap of bins without the part that chance adds. sum over bins of w ((o - p)^2 - o (1 - o) / (w - 1)) / all weight"""

class ExpectedCalibrationErrorMetric(Metric):
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        reduction: Literal["classwise", "top_label"] = "classwise", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None, n_bins: int = 10,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left", norm: Literal["l1", "l2"] = "l1", debias: bool = False,
        average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> float:
        """Expected calibration error: how far probabilities are from what happened, on average over bins.

        ``sum over bins of w_b |o_b - p_b| / sum of w_b`` with the share of positives o, the mean probability p and the
        weight w of a bin. ``reduction="top_label"`` gives the error of the predicted class alone, which is what papers
        on neural networks call ECE; ``"classwise"`` that of each class (static calibration error).

        Parameters
        ----------
        y_true : array-like of shape (n,) or (n, L)
            Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
        y_prob : array-like of shape (n,), (n, K) or (n, L)
            Probabilities, between 0 and 1, of the positive class, or one column a class (in the order of `labels`) or a
            label.
        labels : sequence, optional
            All labels in their order; of two labels the second is the positive one. Default: those that occur.
        pos_label : label, optional
            The positive one of two labels. Default: the second, where the labels have an order.
        reduction : {"classwise", "top_label"}, default "classwise"
            Of several classes: each class against the rest by its own column, or the predicted class alone, with its
            probability and whether it is right.
        sample_weight : array-like of shape (n,), optional
            One weight a row, finite and not negative. Zero: the row is absent; w: the row is there w times.
        missing : {"raise", "drop"}, default "raise"
            What to do with rows where a value is missing (None, NaN, null).
        missing_labels : sequence, default ()
            Labels that stand for a missing one, such as ``["?"]`` or ``[-1]``. Rows whose truth is one of them are left
            out and counted, as rows with a missing value are with ``missing="drop"``.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        n_bins : int, default 10
            How many bins.
        strategy : {"uniform", "quantile"}, default "uniform"
            Bins of equal width or of equal mass; see `calibration_curve`.
        edges : array-like, optional
            Own edges that rise from 0 to 1, in place of `n_bins` and `strategy`.
        closed : {"left", "right"}, default "left"
            The edge that belongs to a bin. Guo et al. (2017) close on the right.
        norm : {"l1", "l2"}, default "l1"
            The mean absolute gap, or the root of the mean squared gap (root mean square calibration error).
        debias : bool, default False
            Take off what chance adds to the gaps. With ``"l2"`` the debiased square of Kumar, Liang and Ma, whose root is
            0 where it is negative (`debiased_calibration_error` gives the square with its sign); with ``"l1"`` the
            expectation of their resampling with normal shares in closed form, which can fall below 0.
        average : {"macro", "micro", "weighted"} or None, default "macro"
            Of several classes or labels: the plain mean, the error of all decisions together, the mean weighted by
            how often a class occurs, or one value a class.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between 0 and 1, but for ``debias=True`` with ``"l1"``, which is below 0 where the gaps are smaller than
            chance would make them; 0 is calibrated in every bin. Undefined (NaN) without rows, and for the debiased
            root where no bin holds more than one.
        """
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        reduction: Literal["classwise", "top_label"] = "classwise", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None, n_bins: int = 10,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left", norm: Literal["l1", "l2"] = "l1", debias: bool = False,
        average: None,
    ) -> float | FloatArray:
        """One value a class or label, in an array.
        """
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan", n_bins: int = 10,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left", norm: Literal["l1", "l2"] = "l1", debias: bool = False,
        average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Any: ...
    @overload
    def interval(
        self, y_true: Column, y_prob: Column, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, n_bins: int = 10,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left", norm: Literal["l1", "l2"] = "l1", debias: bool = False,
        average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        y_true, y_prob
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"information"``, ``"gaps"``, ``"pairs"``, ``"wilson"``, ``"exact"``, ``"agresti-coull"``,
            ``"jeffreys"``, ``"percentile"``, ``"basic"``, ``"bca"``, ``"normal"``.
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
        self, y_true: Column, y_prob: Column, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, n_bins: int = 10,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left", norm: Literal["l1", "l2"] = "l1", debias: bool = False,
        average: None,
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, n_bins: int = 10,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left", norm: Literal["l1", "l2"] = "l1", debias: bool = False,
        average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, n_bins: int = 10,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left", norm: Literal["l1", "l2"] = "l1", debias: bool = False,
        average: None,
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfProbabilities | None = None, cluster: Column | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, n_bins: int = 10,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left", norm: Literal["l1", "l2"] = "l1", debias: bool = False,
        average: Literal["macro", "micro", "weighted"] = "macro",
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
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfProbabilities | None = None, cluster: Column | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, n_bins: int = 10,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left", norm: Literal["l1", "l2"] = "l1", debias: bool = False,
        average: None,
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, pred_c: Column, /, *more: Column,
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfProbabilities | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, n_bins: int = 10,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left", norm: Literal["l1", "l2"] = "l1", debias: bool = False,
        average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Comparisons:
        """Three models or more: all pairs of them.
        """
    @overload
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfProbabilities | None = None,
        cluster: tuple[Column, Column] | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: tuple[Column, Column] | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), n_bins: int = 10, strategy: Literal["uniform", "quantile"] = "uniform",
        edges: Numbers | None = None, closed: Literal["left", "right"] = "left", norm: Literal["l1", "l2"] = "l1",
        debias: bool = False, average: Literal["macro", "micro", "weighted"] = "macro",
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
        level: float = 0.95, method: IndependentOfProbabilities | None = None,
        cluster: tuple[Column, Column] | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: tuple[Column, Column] | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), n_bins: int = 10, strategy: Literal["uniform", "quantile"] = "uniform",
        edges: Numbers | None = None, closed: Literal["left", "right"] = "left", norm: Literal["l1", "l2"] = "l1",
        debias: bool = False, average: None,
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """

expected_calibration_error: ExpectedCalibrationErrorMetric
"""Expected calibration error: how far probabilities are from what happened, on average over bins. sum over bins of weight |share of positives - mean p| / all weight"""

class ExpectedCalibrationErrorNullMetric(Metric):
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        reduction: Literal["classwise", "top_label"] = "classwise", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None, n_bins: int = 10,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left", norm: Literal["l1", "l2"] = "l1",
        average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> float:
        """Calibration error expected by chance: its mean if the probabilities are right.

        ``sum over bins of sqrt(2 / pi * sum in the bin of w p (1 - p)) / sum of w``. If every row is positive with its
        probability, the positives of a bin stray around the sum of its probabilities with variance ``sum of p (1 - p)``,
        and the mean absolute distance of a normal variable is ``sqrt(2 / pi)`` standard deviations. An
        `expected_calibration_error` of about this size is no evidence against the probabilities.

        Parameters
        ----------
        y_true : array-like of shape (n,) or (n, L)
            Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
        y_prob : array-like of shape (n,), (n, K) or (n, L)
            Probabilities, between 0 and 1, of the positive class, or one column a class (in the order of `labels`) or a
            label.
        labels : sequence, optional
            All labels in their order; of two labels the second is the positive one. Default: those that occur.
        pos_label : label, optional
            The positive one of two labels. Default: the second, where the labels have an order.
        reduction : {"classwise", "top_label"}, default "classwise"
            Of several classes: each class against the rest by its own column, or the predicted class alone, with its
            probability and whether it is right.
        sample_weight : array-like of shape (n,), optional
            One weight a row, finite and not negative. Zero: the row is absent; w: the row is there w times.
        missing : {"raise", "drop"}, default "raise"
            What to do with rows where a value is missing (None, NaN, null).
        missing_labels : sequence, default ()
            Labels that stand for a missing one, such as ``["?"]`` or ``[-1]``. Rows whose truth is one of them are left
            out and counted, as rows with a missing value are with ``missing="drop"``.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        n_bins : int, default 10
            How many bins.
        strategy : {"uniform", "quantile"}, default "uniform"
            Bins of equal width or of equal mass; see `calibration_curve`.
        edges : array-like, optional
            Own edges that rise from 0 to 1, in place of `n_bins` and `strategy`.
        closed : {"left", "right"}, default "left"
            The edge that belongs to a bin.
        norm : {"l1", "l2"}, default "l1"
            The norm of the error that it is compared with; for ``"l2"`` the root of the expected square.
        average : {"macro", "micro", "weighted"} or None, default "macro"
            Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by
            how often a class occurs, or one value a class.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Not below 0, and at most 0.4 where weights count rows. It depends on the probabilities and bins, not on the
            truth. Undefined (NaN) without rows.
        """
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        reduction: Literal["classwise", "top_label"] = "classwise", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None, n_bins: int = 10,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left", norm: Literal["l1", "l2"] = "l1", average: None,
    ) -> float | FloatArray:
        """One value a class or label, in an array.
        """
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan", n_bins: int = 10,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left", norm: Literal["l1", "l2"] = "l1",
        average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Any: ...
    @overload
    def interval(
        self, y_true: Column, y_prob: Column, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, n_bins: int = 10,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left", norm: Literal["l1", "l2"] = "l1",
        average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        y_true, y_prob
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"information"``, ``"gaps"``, ``"pairs"``, ``"wilson"``, ``"exact"``, ``"agresti-coull"``,
            ``"jeffreys"``, ``"percentile"``, ``"basic"``, ``"bca"``, ``"normal"``.
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
        self, y_true: Column, y_prob: Column, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, n_bins: int = 10,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left", norm: Literal["l1", "l2"] = "l1", average: None,
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, n_bins: int = 10,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left", norm: Literal["l1", "l2"] = "l1",
        average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, n_bins: int = 10,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left", norm: Literal["l1", "l2"] = "l1", average: None,
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfProbabilities | None = None, cluster: Column | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, n_bins: int = 10,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left", norm: Literal["l1", "l2"] = "l1",
        average: Literal["macro", "micro", "weighted"] = "macro",
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
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfProbabilities | None = None, cluster: Column | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, n_bins: int = 10,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left", norm: Literal["l1", "l2"] = "l1", average: None,
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, pred_c: Column, /, *more: Column,
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfProbabilities | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, n_bins: int = 10,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left", norm: Literal["l1", "l2"] = "l1",
        average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Comparisons:
        """Three models or more: all pairs of them.
        """
    @overload
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfProbabilities | None = None,
        cluster: tuple[Column, Column] | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: tuple[Column, Column] | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), n_bins: int = 10, strategy: Literal["uniform", "quantile"] = "uniform",
        edges: Numbers | None = None, closed: Literal["left", "right"] = "left", norm: Literal["l1", "l2"] = "l1",
        average: Literal["macro", "micro", "weighted"] = "macro",
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
        level: float = 0.95, method: IndependentOfProbabilities | None = None,
        cluster: tuple[Column, Column] | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: tuple[Column, Column] | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), n_bins: int = 10, strategy: Literal["uniform", "quantile"] = "uniform",
        edges: Numbers | None = None, closed: Literal["left", "right"] = "left", norm: Literal["l1", "l2"] = "l1",
        average: None,
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """

expected_calibration_error_null: ExpectedCalibrationErrorNullMetric
"""Calibration error expected by chance: its mean if the probabilities are right. sum over bins of sqrt(2/pi sum of w p (1 - p)) / all weight"""

class IntegratedCalibrationIndexMetric(_ProbabilitiesSpanAverage):
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        reduction: Literal["classwise", "top_label"] = "classwise", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None, span: float = 0.75,
        average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> float:
        """Integrated calibration index: how far a smooth calibration curve is from the probabilities, on average.

        ``mean over rows of |s(p) - p|`` with the smooth share s(p) of positives at the probability p, by local regression
        (see `smooth_calibration_curve`). Harrell's ``val.prob`` in R calls it Eavg. It is an expected calibration error
        without bins.

        Parameters
        ----------
        y_true : array-like of shape (n,) or (n, L)
            Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
        y_prob : array-like of shape (n,), (n, K) or (n, L)
            Probabilities, between 0 and 1, of the positive class, or one column a class (in the order of `labels`) or a
            label.
        labels : sequence, optional
            All labels in their order; of two labels the second is the positive one. Default: those that occur.
        pos_label : label, optional
            The positive one of two labels. Default: the second, where the labels have an order.
        reduction : {"classwise", "top_label"}, default "classwise"
            Of several classes: each class against the rest by its own column, or the predicted class alone, with its
            probability and whether it is right.
        sample_weight : array-like of shape (n,), optional
            One weight a row, finite and not negative. Zero: the row is absent; w: the row is there w times.
        missing : {"raise", "drop"}, default "raise"
            What to do with rows where a value is missing (None, NaN, null).
        missing_labels : sequence, default ()
            Labels that stand for a missing one, such as ``["?"]`` or ``[-1]``. Rows whose truth is one of them are left
            out and counted, as rows with a missing value are with ``missing="drop"``.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        span : float, default 0.75
            The share of the rows in the neighbourhood of each point of the curve: above 0, at most 1.
        average : {"macro", "micro", "weighted"} or None, default "macro"
            Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by how
            often a class occurs, or one value a class.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between 0 and 1; 0 is a curve on the diagonal. Undefined (NaN) without rows.
        """
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        reduction: Literal["classwise", "top_label"] = "classwise", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None, span: float = 0.75, average: None,
    ) -> float | FloatArray:
        """One value a class or label, in an array.
        """

integrated_calibration_index: IntegratedCalibrationIndexMetric
"""Integrated calibration index: how far a smooth calibration curve is from the probabilities, on average. mean over rows of |smooth(p) - p|"""

class LogLossMetric(_ProbabilitiesAverage):
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: Literal["macro"] = "macro",
    ) -> float:
        """Log loss: the mean surprise at what happened, given the probabilities.

        ``mean of -log p``, the natural logarithm of the probability that was given to the class that happened. It is
        a strictly proper score.

        Parameters
        ----------
        y_true : array-like of shape (n,) or (n, L)
            Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
        y_prob : array-like of shape (n,), (n, K) or (n, L)
            Probabilities, between 0 and 1, of the positive class, or one column a class (in the order of `labels`) or a
            label.
        labels : sequence, optional
            All labels in their order; of two labels the second is the positive one. Default: those that occur.
        pos_label : label, optional
            The positive one of two labels. Default: the second, where the labels have an order.
        sample_weight : array-like of shape (n,), optional
            One weight a row, finite and not negative. Zero: the row is absent; w: the row is there w times.
        missing : {"raise", "drop"}, default "raise"
            What to do with rows where a value is missing (None, NaN, null).
        missing_labels : sequence, default ()
            Labels that stand for a missing one, such as ``["?"]`` or ``[-1]``. Rows whose truth is one of them are left
            out and counted, as rows with a missing value are with ``missing="drop"``.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        average : {"macro"} or None, default "macro"
            Of several labels at once: their mean, or one value a label.

        Returns
        -------
        float, or ndarray of shape (L,) if average is None
            At least 0, in nats. Infinite if a row gave probability 0 to what happened: nothing is clipped. Undefined
            (NaN) without rows.
        """
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: None,
    ) -> float | FloatArray:
        """One value a class or label, in an array.
        """

log_loss: LogLossMetric
"""Log loss: the mean surprise at what happened, given the probabilities. mean of -log p(what happened)"""

class LogLossSkillScoreMetric(_ProbabilitiesAverage):
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: Literal["macro"] = "macro",
    ) -> float:
        """Log loss skill score: how much lower the log loss is than that of always saying how frequent the classes are.

        ``1 - LL / H``, where H is the entropy of the shares of the classes in these same rows (weighted as they are),
        ``- sum_k pi_k log pi_k``. Of a logistic regression on its own data it is McFadden's R^2, and the share of
        deviance explained.

        Parameters
        ----------
        y_true : array-like of shape (n,) or (n, L)
            Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
        y_prob : array-like of shape (n,), (n, K) or (n, L)
            Probabilities, between 0 and 1, of the positive class, or one column a class (in the order of `labels`) or a
            label.
        labels : sequence, optional
            All labels in their order; of two labels the second is the positive one. Default: those that occur.
        pos_label : label, optional
            The positive one of two labels. Default: the second, where the labels have an order.
        sample_weight : array-like of shape (n,), optional
            One weight a row, finite and not negative. Zero: the row is absent; w: the row is there w times.
        missing : {"raise", "drop"}, default "raise"
            What to do with rows where a value is missing (None, NaN, null).
        missing_labels : sequence, default ()
            Labels that stand for a missing one, such as ``["?"]`` or ``[-1]``. Rows whose truth is one of them are left
            out and counted, as rows with a missing value are with ``missing="drop"``.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        average : {"macro"} or None, default "macro"
            Of several labels at once: their mean, or one value a label.

        Returns
        -------
        float, or ndarray of shape (L,) if average is None
            At most 1; 0 for the prevalence itself, negative for worse, -inf if a row gave probability 0 to what
            happened: nothing is clipped. Undefined (NaN) if only one class occurs in the truth, or without rows.
        """
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: None,
    ) -> float | FloatArray:
        """One value a class or label, in an array.
        """

log_loss_skill_score: LogLossSkillScoreMetric
"""Log loss skill score: how much lower the log loss is than that of always saying how frequent the classes are. 1 - log loss / entropy of the class frequencies"""

class MaximumCalibrationErrorMetric(_ProbabilitiesNBinsStrategyEdgesClosedAverage):
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        reduction: Literal["classwise", "top_label"] = "classwise", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None, n_bins: int = 10,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left", average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> float:
        """Maximum calibration error: the largest gap between probabilities and what happened in any bin.

        ``max over bins of |o_b - p_b|`` with the share of positives o and the mean probability p of a bin that holds rows.

        Parameters
        ----------
        y_true : array-like of shape (n,) or (n, L)
            Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
        y_prob : array-like of shape (n,), (n, K) or (n, L)
            Probabilities, between 0 and 1, of the positive class, or one column a class (in the order of `labels`) or a
            label.
        labels : sequence, optional
            All labels in their order; of two labels the second is the positive one. Default: those that occur.
        pos_label : label, optional
            The positive one of two labels. Default: the second, where the labels have an order.
        reduction : {"classwise", "top_label"}, default "classwise"
            Of several classes: each class against the rest by its own column, or the predicted class alone, with its
            probability and whether it is right.
        sample_weight : array-like of shape (n,), optional
            One weight a row, finite and not negative. Zero: the row is absent; w: the row is there w times.
        missing : {"raise", "drop"}, default "raise"
            What to do with rows where a value is missing (None, NaN, null).
        missing_labels : sequence, default ()
            Labels that stand for a missing one, such as ``["?"]`` or ``[-1]``. Rows whose truth is one of them are left
            out and counted, as rows with a missing value are with ``missing="drop"``.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        n_bins : int, default 10
            How many bins.
        strategy : {"uniform", "quantile"}, default "uniform"
            Bins of equal width or of equal mass; see `calibration_curve`.
        edges : array-like, optional
            Own edges that rise from 0 to 1, in place of `n_bins` and `strategy`.
        closed : {"left", "right"}, default "left"
            The edge that belongs to a bin.
        average : {"macro", "micro", "weighted"} or None, default "macro"
            Of several classes or labels: the plain mean of their maxima, the maximum of all decisions together, the mean
            weighted by how often a class occurs, or one value a class.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between 0 and 1; 0 is calibrated in every bin. Undefined (NaN) without rows.
        """
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        reduction: Literal["classwise", "top_label"] = "classwise", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None, n_bins: int = 10,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left", average: None,
    ) -> float | FloatArray:
        """One value a class or label, in an array.
        """

maximum_calibration_error: MaximumCalibrationErrorMetric
"""Maximum calibration error: the largest gap between probabilities and what happened in any bin. max over bins of |share of positives - mean p|"""

class NetBenefitMetric(Metric):
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        reduction: Literal["classwise", "top_label"] = "classwise", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None, threshold: float,
        prevalence: float | None = None, standardized: bool = False,
        average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> float:
        """Net benefit: the true positives of a threshold less its false positives, at the odds of the threshold.

        ``TP / n - FP / n * t / (1 - t)`` where the rows with ``p >= t`` are treated. Treating from a risk of t on, and not
        below it, values one false positive at ``t / (1 - t)`` true positives: at t = 0.1 at a ninth. A net benefit
        of 0.05 is worth five true positives in a hundred rows without a false one.

        Parameters
        ----------
        y_true : array-like of shape (n,) or (n, L)
            Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
        y_prob : array-like of shape (n,), (n, K) or (n, L)
            Probabilities, between 0 and 1, of the positive class, or one column a class (in the order of `labels`) or a
            label.
        labels : sequence, optional
            All labels in their order; of two labels the second is the positive one. Default: those that occur.
        pos_label : label, optional
            The positive one of two labels. Default: the second, where the labels have an order.
        reduction : {"classwise", "top_label"}, default "classwise"
            Of several classes: each class against the rest by its own column, or the predicted class alone, with its
            probability and whether it is right.
        sample_weight : array-like of shape (n,), optional
            One weight a row, finite and not negative. Zero: the row is absent; w: the row is there w times.
        missing : {"raise", "drop"}, default "raise"
            What to do with rows where a value is missing (None, NaN, null).
        missing_labels : sequence, default ()
            Labels that stand for a missing one, such as ``["?"]`` or ``[-1]``. Rows whose truth is one of them are left
            out and counted, as rows with a missing value are with ``missing="drop"``.
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
        threshold : float
            The risk from which on a row is treated, at least 0 and below 1.
        prevalence : float, optional
            The share of positives where the model is used, for data that were sampled by their class (case-control):
            ``sensitivity * prevalence - (1 - specificity) * (1 - prevalence) * t / (1 - t)``. Default: that of the rows.
        standardized : bool, default False
            Divide by the prevalence: the share of the greatest possible net benefit, also called relative utility.
        average : {"macro", "micro", "weighted"} or None, default "macro"
            Of several classes or labels: the plain mean, the net benefit of all decisions together, the mean weighted by
            how often a class occurs, or one value a class.

        Returns
        -------
        float, or ndarray if average is None
            At most the prevalence, which is reached if all positive rows and no others are treated; standardized, at most
            1. It is 0 for treating nobody, and has no least value. Undefined (NaN) without rows, standardized without
            positive rows, and at another prevalence than that of the rows if only one class occurs.
        """
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        reduction: Literal["classwise", "top_label"] = "classwise", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None, threshold: float,
        prevalence: float | None = None, standardized: bool = False, average: None,
    ) -> float | FloatArray:
        """One value a class or label, in an array.
        """
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan", threshold: float,
        prevalence: float | None = None, standardized: bool = False,
        average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Any: ...
    @overload
    def interval(
        self, y_true: Column, y_prob: Column, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, threshold: float,
        prevalence: float | None = None, standardized: bool = False,
        average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        y_true, y_prob
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"information"``, ``"gaps"``, ``"pairs"``, ``"wilson"``, ``"exact"``, ``"agresti-coull"``,
            ``"jeffreys"``, ``"percentile"``, ``"basic"``, ``"bca"``, ``"normal"``.
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
        self, y_true: Column, y_prob: Column, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, threshold: float,
        prevalence: float | None = None, standardized: bool = False, average: None,
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, threshold: float, prevalence: float | None = None,
        standardized: bool = False, average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, threshold: float, prevalence: float | None = None,
        standardized: bool = False, average: None,
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfProbabilities | None = None, cluster: Column | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, threshold: float,
        prevalence: float | None = None, standardized: bool = False,
        average: Literal["macro", "micro", "weighted"] = "macro",
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
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfProbabilities | None = None, cluster: Column | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, threshold: float,
        prevalence: float | None = None, standardized: bool = False, average: None,
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, pred_c: Column, /, *more: Column,
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfProbabilities | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, threshold: float,
        prevalence: float | None = None, standardized: bool = False,
        average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Comparisons:
        """Three models or more: all pairs of them.
        """
    @overload
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfProbabilities | None = None,
        cluster: tuple[Column, Column] | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: tuple[Column, Column] | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), threshold: float, prevalence: float | None = None,
        standardized: bool = False, average: Literal["macro", "micro", "weighted"] = "macro",
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
        level: float = 0.95, method: IndependentOfProbabilities | None = None,
        cluster: tuple[Column, Column] | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: tuple[Column, Column] | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), threshold: float, prevalence: float | None = None,
        standardized: bool = False, average: None,
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """

net_benefit: NetBenefitMetric
"""Net benefit: the true positives of a threshold less its false positives, at the odds of the threshold. TP / n - FP / n x t / (1 - t) where p >= t is treated"""

class NetInterventionsAvoidedMetric(Metric):
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        reduction: Literal["classwise", "top_label"] = "classwise", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None, threshold: float,
        prevalence: float | None = None, average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> float:
        """Net interventions avoided: the negatives that a threshold spares less the positives that it misses, at its odds.

        ``TN / n - FN / n * (1 - t) / t`` where the rows with ``p >= t`` are treated: the net benefit for the untreated.
        It equals ``(net benefit - net benefit of treating everybody) / (t / (1 - t))``. 0.3 says that, beside treating
        everybody, the model spares thirty in a hundred rows the intervention, and misses nobody, on balance.

        Parameters
        ----------
        y_true : array-like of shape (n,) or (n, L)
            Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
        y_prob : array-like of shape (n,), (n, K) or (n, L)
            Probabilities, between 0 and 1, of the positive class, or one column a class (in the order of `labels`) or a
            label.
        labels : sequence, optional
            All labels in their order; of two labels the second is the positive one. Default: those that occur.
        pos_label : label, optional
            The positive one of two labels. Default: the second, where the labels have an order.
        reduction : {"classwise", "top_label"}, default "classwise"
            Of several classes: each class against the rest by its own column, or the predicted class alone, with its
            probability and whether it is right.
        sample_weight : array-like of shape (n,), optional
            One weight a row, finite and not negative. Zero: the row is absent; w: the row is there w times.
        missing : {"raise", "drop"}, default "raise"
            What to do with rows where a value is missing (None, NaN, null).
        missing_labels : sequence, default ()
            Labels that stand for a missing one, such as ``["?"]`` or ``[-1]``. Rows whose truth is one of them are left
            out and counted, as rows with a missing value are with ``missing="drop"``.
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
        threshold : float
            The risk from which on a row is treated, above 0 and at most 1.
        prevalence : float, optional
            The share of positives where the model is used, for data that were sampled by their class (case-control):
            ``specificity * (1 - prevalence) - (1 - sensitivity) * prevalence * (1 - t) / t``. Default: that of the rows.
        average : {"macro", "micro", "weighted"} or None, default "macro"
            Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by how
            often a class occurs, or one value a class.

        Returns
        -------
        float, or ndarray if average is None
            At most the share of negatives, which is reached if these and no others are left untreated. It is 0 for
            treating everybody, and has no least value. Undefined (NaN) without rows, and at another prevalence than that
            of the rows if only one class occurs.
        """
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        reduction: Literal["classwise", "top_label"] = "classwise", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None, threshold: float,
        prevalence: float | None = None, average: None,
    ) -> float | FloatArray:
        """One value a class or label, in an array.
        """
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan", threshold: float,
        prevalence: float | None = None, average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Any: ...
    @overload
    def interval(
        self, y_true: Column, y_prob: Column, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, threshold: float,
        prevalence: float | None = None, average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        y_true, y_prob
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"information"``, ``"gaps"``, ``"pairs"``, ``"wilson"``, ``"exact"``, ``"agresti-coull"``,
            ``"jeffreys"``, ``"percentile"``, ``"basic"``, ``"bca"``, ``"normal"``.
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
        self, y_true: Column, y_prob: Column, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, threshold: float,
        prevalence: float | None = None, average: None,
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, threshold: float, prevalence: float | None = None,
        average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, threshold: float, prevalence: float | None = None,
        average: None,
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfProbabilities | None = None, cluster: Column | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, threshold: float,
        prevalence: float | None = None, average: Literal["macro", "micro", "weighted"] = "macro",
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
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfProbabilities | None = None, cluster: Column | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, threshold: float,
        prevalence: float | None = None, average: None,
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, pred_c: Column, /, *more: Column,
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfProbabilities | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, threshold: float,
        prevalence: float | None = None, average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Comparisons:
        """Three models or more: all pairs of them.
        """
    @overload
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfProbabilities | None = None,
        cluster: tuple[Column, Column] | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: tuple[Column, Column] | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), threshold: float, prevalence: float | None = None,
        average: Literal["macro", "micro", "weighted"] = "macro",
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
        level: float = 0.95, method: IndependentOfProbabilities | None = None,
        cluster: tuple[Column, Column] | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: tuple[Column, Column] | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), threshold: float, prevalence: float | None = None, average: None,
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """

net_interventions_avoided: NetInterventionsAvoidedMetric
"""Net interventions avoided: the negatives that a threshold spares less the positives that it misses, at its odds. TN / n - FN / n x (1 - t) / t where p >= t is treated"""

class ObservedExpectedRatioMetric(_ProbabilitiesAverage_):
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        reduction: Literal["classwise", "top_label"] = "classwise", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None,
        average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> float:
        """Observed to expected ratio: the number of positives over the sum of the probabilities.

        ``sum of y / sum of p``. 0.8 means that the risks are overstated by a quarter on the whole.

        Parameters
        ----------
        y_true : array-like of shape (n,) or (n, L)
            Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
        y_prob : array-like of shape (n,), (n, K) or (n, L)
            Probabilities, between 0 and 1, of the positive class, or one column a class (in the order of `labels`) or a
            label.
        labels : sequence, optional
            All labels in their order; of two labels the second is the positive one. Default: those that occur.
        pos_label : label, optional
            The positive one of two labels. Default: the second, where the labels have an order.
        reduction : {"classwise", "top_label"}, default "classwise"
            Of several classes: each class against the rest by its own column, or the predicted class alone, with its
            probability and whether it is right.
        sample_weight : array-like of shape (n,), optional
            One weight a row, finite and not negative. Zero: the row is absent; w: the row is there w times.
        missing : {"raise", "drop"}, default "raise"
            What to do with rows where a value is missing (None, NaN, null).
        missing_labels : sequence, default ()
            Labels that stand for a missing one, such as ``["?"]`` or ``[-1]``. Rows whose truth is one of them are left
            out and counted, as rows with a missing value are with ``missing="drop"``.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        average : {"macro", "micro", "weighted"} or None, default "macro"
            Of several classes or labels: the plain mean, the ratio of all decisions together (which is 1 for classes
            whose probabilities sum to one), the mean weighted by how often a class occurs, or one value a class.

        Returns
        -------
        float, or ndarray if average is None
            At least 0; infinite if something happened where all probabilities are 0. Undefined (NaN) if nothing happened
            there either, and without rows.
        """
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        reduction: Literal["classwise", "top_label"] = "classwise", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None, average: None,
    ) -> float | FloatArray:
        """One value a class or label, in an array.
        """

observed_expected_ratio: ObservedExpectedRatioMetric
"""Observed to expected ratio: the number of positives over the sum of the probabilities. sum of y / sum of p"""

class RankedProbabilityScoreMetric(Metric):
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: Literal["macro"] = "macro", thresholds: Literal["mean", "sum"] = "mean",
    ) -> float:
        """Ranked probability score: the Brier score of ordered classes, taken of cumulated probabilities.

        Between two neighbouring classes of the K ordered ones there is a threshold, and at each of the K - 1 the
        probability F_k of falling below it meets O_k, which is 1 if the truth fell below it, else 0. The squared errors
        are averaged over thresholds and rows: ``mean of sum_k (F_k - O_k)^2 / (K - 1)``. A probability next to the truth
        costs less than one far from it. It is strictly proper, and the Brier score where there are two classes.

        Parameters
        ----------
        y_true : array-like of shape (n,) or (n, L)
            Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
        y_prob : array-like of shape (n,), (n, K) or (n, L)
            Probabilities, between 0 and 1, of the positive class, or one column a class (in the order of `labels`) or a
            label.
        labels : sequence, optional
            All labels in their order; of two labels the second is the positive one. Default: those that occur.
        pos_label : label, optional
            The positive one of two labels. Default: the second, where the labels have an order.
        sample_weight : array-like of shape (n,), optional
            One weight a row, finite and not negative. Zero: the row is absent; w: the row is there w times.
        missing : {"raise", "drop"}, default "raise"
            What to do with rows where a value is missing (None, NaN, null).
        missing_labels : sequence, default ()
            Labels that stand for a missing one, such as ``["?"]`` or ``[-1]``. Rows whose truth is one of them are left
            out and counted, as rows with a missing value are with ``missing="drop"``.
        undefined : {"nan", "raise"} or float, default "nan"
            What to give where the metric is undefined: NaN with an `UndefinedMetricWarning` that says why, an
            `UndefinedMetricError`, or this number (in averages: for each class, or each row, where it is undefined).
        data : frame, lazy frame, scan or path, optional
            Where the columns are, which are then given by their names, also `sample_weight`. Of a lazy frame (Polars,
            DuckDB, Ibis, PySpark, Dask) each distinct row is returned once, with how often it occurs.
        average : {"macro"} or None, default "macro"
            Of several labels at once: their mean, or one value a label.
        thresholds : {"mean", "sum"}, default "mean"
            The mean over the K - 1 thresholds, which stays between 0 and 1 for any number of classes, or their sum,
            which weather services and scoringrules report: K - 1 times as large.

        Returns
        -------
        float, or ndarray of shape (L,) if average is None
            Between 0 and 1; with ``thresholds="sum"`` between 0 and K - 1. Undefined (NaN) without rows.
        """
    @overload
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: None, thresholds: Literal["mean", "sum"] = "mean",
    ) -> float | FloatArray:
        """One value a class or label, in an array.
        """
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan",
        average: Literal["macro"] | None = "macro", thresholds: Literal["mean", "sum"] = "mean",
    ) -> Any: ...
    @overload
    def interval(
        self, y_true: Column, y_prob: Column, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        average: Literal["macro"] = "macro", thresholds: Literal["mean", "sum"] = "mean",
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        y_true, y_prob
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"information"``, ``"gaps"``, ``"pairs"``, ``"wilson"``, ``"exact"``, ``"agresti-coull"``,
            ``"jeffreys"``, ``"percentile"``, ``"basic"``, ``"bca"``, ``"normal"``.
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
        self, y_true: Column, y_prob: Column, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        average: None, thresholds: Literal["mean", "sum"] = "mean",
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, average: Literal["macro"] = "macro",
        thresholds: Literal["mean", "sum"] = "mean",
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, average: None,
        thresholds: Literal["mean", "sum"] = "mean",
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfProbabilities | None = None, cluster: Column | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        average: Literal["macro"] = "macro", thresholds: Literal["mean", "sum"] = "mean",
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
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfProbabilities | None = None, cluster: Column | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        average: None, thresholds: Literal["mean", "sum"] = "mean",
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, pred_c: Column, /, *more: Column,
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfProbabilities | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        average: Literal["macro"] | None = "macro", thresholds: Literal["mean", "sum"] = "mean",
    ) -> Comparisons:
        """Three models or more: all pairs of them.
        """
    @overload
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfProbabilities | None = None,
        cluster: tuple[Column, Column] | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: tuple[Column, Column] | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        average: Literal["macro"] = "macro", thresholds: Literal["mean", "sum"] = "mean",
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
        level: float = 0.95, method: IndependentOfProbabilities | None = None,
        cluster: tuple[Column, Column] | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: tuple[Column, Column] | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), average: None,
        thresholds: Literal["mean", "sum"] = "mean",
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """

ranked_probability_score: RankedProbabilityScoreMetric
"""Ranked probability score: the Brier score of ordered classes, taken of cumulated probabilities. mean over rows of sum_k (F_k - O_k)^2 / (K - 1), F and O cumulated over the ordered classes"""
