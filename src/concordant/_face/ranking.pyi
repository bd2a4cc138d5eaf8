"""What the metrics of the family "ranking" take and give. Made by scripts/write_names.py: do not edit."""

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

IntervalOfRows: TypeAlias = Literal[
    "score", "t", "delta", "fisher", "logit", "log", "complement-log", "wilson", "exact", "agresti-coull", "jeffreys",
    "percentile", "basic", "bca", "normal",
]
PairedOfRows: TypeAlias = Literal[
    "delta", "log", "mover", "permutation", "bootstrap", "percentile", "basic", "bca",
]
IndependentOfRows: TypeAlias = Literal[
    "mover", "delta", "log", "bootstrap", "percentile", "basic", "bca",
]
IntervalOfScores: TypeAlias = Literal[
    "score", "t", "delta", "fisher", "logit", "log", "complement-log", "delong", "delong-logit", "pairs", "optimism",
    "wilson", "exact", "agresti-coull", "jeffreys", "percentile", "basic", "bca", "normal",
]
PairedOfScores: TypeAlias = Literal[
    "delong", "delta", "log", "mover", "permutation", "bootstrap", "percentile", "basic", "bca",
]
IndependentOfScores: TypeAlias = Literal[
    "delong", "mover", "delta", "log", "bootstrap", "percentile", "basic", "bca",
]

class _ScoresAveragePrevalence(Metric):
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan",
        average: Literal["macro", "micro", "weighted"] | None = "macro",
        prevalence: float | Mapping[Label, float] | None = None,
    ) -> Any: ...
    @overload
    def interval(
        self, y_true: Column, y_score: Column, *, level: float = 0.95, method: IntervalOfScores | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        average: Literal["macro", "micro", "weighted"] = "macro",
        prevalence: float | Mapping[Label, float] | None = None,
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        y_true, y_score
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"delong"``, ``"delong-logit"``, ``"pairs"``, ``"optimism"``, ``"wilson"``, ``"exact"``, ``"agresti-
            coull"``, ``"jeffreys"``, ``"percentile"``, ``"basic"``, ``"bca"``, ``"normal"``.
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
        self, y_true: Column, y_score: Column, *, level: float = 0.95, method: IntervalOfScores | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        average: None, prevalence: float | Mapping[Label, float] | None = None,
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfScores | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None,
        average: Literal["macro", "micro", "weighted"] = "macro",
        prevalence: float | Mapping[Label, float] | None = None,
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfScores | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, average: None,
        prevalence: float | Mapping[Label, float] | None = None,
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    def bounds_of(
        self, state: BucketCurve, /, *, average: Literal["macro", "micro", "weighted"] | None = "macro",
        prevalence: float | Mapping[Label, float] | None = None,
    ) -> Bounds:
        """Bound the metric over all orders of the rows that these buckets allow.

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
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfScores | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        average: Literal["macro", "micro", "weighted"] = "macro",
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
            One of ``"delong"``, ``"delta"``, ``"log"``, ``"mover"``, ``"permutation"``, ``"bootstrap"``,
            ``"percentile"``, ``"basic"``, ``"bca"``.
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
        level: float = 0.95, method: PairedOfScores | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        average: None, prevalence: float | Mapping[Label, float] | None = None,
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, pred_c: Column, /, *more: Column,
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfScores | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        average: Literal["macro", "micro", "weighted"] | None = "macro",
        prevalence: float | Mapping[Label, float] | None = None,
    ) -> Comparisons:
        """Three models or more: all pairs of them.
        """
    @overload
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfScores | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: tuple[Column, Column] | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        average: Literal["macro", "micro", "weighted"] = "macro",
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
    @overload
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfScores | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: tuple[Column, Column] | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), average: None,
        prevalence: float | Mapping[Label, float] | None = None,
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """

class AveragePrecisionMetric(_ScoresAveragePrevalence):
    @overload
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: Literal["macro", "micro", "weighted"] = "macro",
        prevalence: float | Mapping[Label, float] | None = None,
    ) -> float:
        """Average precision: the area under the precision-recall curve in steps.

        ``AP = sum_k (R_k - R_(k-1)) P_k`` over the distinct thresholds from the highest score down, ties together.
        Points are not joined by straight lines, which would be too optimistic between them (Davis & Goadrich 2006).
        Chance gives the prevalence, so values of data with different prevalence cannot be compared, unless ``prevalence=``
        takes them in one population: ``P_k = TPR_k pi / (TPR_k pi + FPR_k (1 - pi))``.

        Parameters
        ----------
        y_true : array-like of shape (n,) or (n, L)
            Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
        y_score : array-like of shape (n,), (n, K) or (n, L)
            Scores of the positive class, or one column a class (in the order of `labels`) or a label.
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
        prevalence : float or mapping, optional
            Shares of the classes in the population that the value is for, where they are not those of the rows (cases
            and controls, another hospital): that of the positive class, above 0 and below 1, or ``{label: share}`` of
            every class. The rows of each class of the truth are weighted to have them, so it is assumed that how a
            class is predicted (sensitivity and specificity, the scores within a class) carries over, and only the mix
            of the classes changes. Default: the shares of the rows.
        average : {"macro", "micro", "weighted"} or None, default "macro"
            Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by
            how often a class occurs, or one value a class.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between 0 and 1. Undefined (NaN) without positive rows.
        """
    @overload
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: None, prevalence: float | Mapping[Label, float] | None = None,
    ) -> float | FloatArray:
        """One value a class or label, in an array.
        """

average_precision: AveragePrecisionMetric
"""Average precision: the area under the precision-recall curve in steps. sum over thresholds of (R_k - R_(k-1)) P_k"""

class _ScoresAverage(Metric):
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan",
        average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Any: ...
    @overload
    def interval(
        self, y_true: Column, y_score: Column, *, level: float = 0.95, method: IntervalOfScores | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        y_true, y_score
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"delong"``, ``"delong-logit"``, ``"pairs"``, ``"optimism"``, ``"wilson"``, ``"exact"``, ``"agresti-
            coull"``, ``"jeffreys"``, ``"percentile"``, ``"basic"``, ``"bca"``, ``"normal"``.
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
        self, y_true: Column, y_score: Column, *, level: float = 0.95, method: IntervalOfScores | None = None,
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
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfScores | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None,
        average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfScores | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, average: None,
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    def bounds_of(
        self, state: BucketCurve, /, *, average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Bounds:
        """Bound the metric over all orders of the rows that these buckets allow.

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
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfScores | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
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
            One of ``"delong"``, ``"delta"``, ``"log"``, ``"mover"``, ``"permutation"``, ``"bootstrap"``,
            ``"percentile"``, ``"basic"``, ``"bca"``.
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
        level: float = 0.95, method: PairedOfScores | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
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
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfScores | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Comparisons:
        """Three models or more: all pairs of them.
        """
    @overload
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfScores | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: tuple[Column, Column] | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
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
        level: float = 0.95, method: IndependentOfScores | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: tuple[Column, Column] | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), average: None,
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """

class AveragePrecisionLiftMetric(_ScoresAverage):
    @overload
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> float:
        """Average precision lift: how many times the average precision of guessing.

        ``AP / prevalence``, as guessing gives an average precision equal to the prevalence.

        Parameters
        ----------
        y_true : array-like of shape (n,) or (n, L)
            Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
        y_score : array-like of shape (n,), (n, K) or (n, L)
            Scores of the positive class, or one column a class (in the order of `labels`) or a label.
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
        average : {"macro", "micro", "weighted"} or None, default "macro"
            Of several classes or labels: the plain mean of their lifts, the lift of all decisions together, the mean
            weighted by how often a class occurs, or one value a class.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Above 0, 1 by chance, at most ``1 / prevalence``. Undefined (NaN) without positive rows.
        """
    @overload
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: None,
    ) -> float | FloatArray:
        """One value a class or label, in an array.
        """

average_precision_lift: AveragePrecisionLiftMetric
"""Average precision lift: how many times the average precision of guessing. average precision / prevalence"""

class _Rows(Metric):
    def of(self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan") -> Any: ...
    def interval(
        self, y_true: Column, y_score: Column, *, level: float = 0.95, method: IntervalOfRows | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", data: Any | None = None,
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        y_true, y_score
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"wilson"``, ``"exact"``, ``"agresti-coull"``, ``"jeffreys"``, ``"percentile"``, ``"basic"``, ``"bca"``,
            ``"normal"``.
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
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfRows | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None,
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfRows | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
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
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfRows | None = None,
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
        level: float = 0.95, method: IndependentOfRows | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
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

class CoverageErrorMetric(_Rows):
    def __call__(
        self, y_true: Column, y_score: Column, *, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None,
    ) -> float:
        """Coverage error: how far down the ranking one must go to find every relevant label.

        For each row the number of labels whose score is at least that of the lowest relevant label; then the mean over
        the rows. Equal scores count against the model: all of them must be read.

        Parameters
        ----------
        y_true : array-like of shape (n, L)
            The relevance of each label: 0 and 1, or (for gains) any number; also a sparse matrix of scipy.
        y_score : array-like of shape (n, L)
            Scores of the labels, one column a label, on any scale.
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
            At least the mean number of relevant labels, at most L; lower is better. A row without a relevant label has
            nothing to cover and counts 0. Undefined (NaN) without rows.
        """

coverage_error: CoverageErrorMetric
"""Coverage error: how far down the ranking one must go to find every relevant label. mean over rows of max over relevant labels of (labels with a score at least as high)"""

class DiscountedCumulativeGainMetric(Metric):
    def __call__(
        self, y_true: Column, y_score: Column, *, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, k: int | None = None, log_base: float = 2, ignore_ties: bool = False,
    ) -> float:
        """Discounted cumulative gain: the relevance that a ranking collects, discounted by the place.

        The labels of a row are ranked by their scores; the relevance at place i counts ``1 / log_b(i + 1)``, and the
        sum over the first k places is averaged over the rows. Among equal scores every relevance counts as the mean of
        the places that they share, which is the mean over all their orders.

        Parameters
        ----------
        y_true : array-like of shape (n, L)
            The relevance of each label: 0 and 1, or (for gains) any number; also a sparse matrix of scipy.
        y_score : array-like of shape (n, L)
            Scores of the labels, one column a label, on any scale.
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
        k : int, optional
            How many places count. Default: all.
        log_base : float, default 2
            The base b of the logarithm, above 1: it only scales the sum.
        ignore_ties : bool, default False
            Do not average over equal scores: the last column comes first. For scores that hardly ever are equal.

        Returns
        -------
        float
            0 if nothing relevant is among the first k; without an upper end, because relevances have any size (negative
            ones are taken). Undefined (NaN) without rows.
        """
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan", k: int | None = None,
        log_base: float = 2, ignore_ties: bool = False,
    ) -> Any: ...
    def interval(
        self, y_true: Column, y_score: Column, *, level: float = 0.95, method: IntervalOfRows | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", data: Any | None = None, k: int | None = None, log_base: float = 2,
        ignore_ties: bool = False,
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        y_true, y_score
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"wilson"``, ``"exact"``, ``"agresti-coull"``, ``"jeffreys"``, ``"percentile"``, ``"basic"``, ``"bca"``,
            ``"normal"``.
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
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfRows | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, k: int | None = None, log_base: float = 2,
        ignore_ties: bool = False,
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfRows | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", data: Any | None = None, k: int | None = None, log_base: float = 2,
        ignore_ties: bool = False,
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
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfRows | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", data: Any | None = None, k: int | None = None, log_base: float = 2,
        ignore_ties: bool = False,
    ) -> Comparisons:
        """Three models or more: all pairs of them.
        """
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfRows | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", sample_weight: tuple[Column, Column] | None = None,
        missing: Literal["raise", "drop"] = "raise", k: int | None = None, log_base: float = 2,
        ignore_ties: bool = False,
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

discounted_cumulative_gain: DiscountedCumulativeGainMetric
"""Discounted cumulative gain: the relevance that a ranking collects, discounted by the place. mean over rows of sum over places i up to k of relevance_i / log_b(i + 1)"""

class EqualErrorRateMetric(_ScoresAverage):
    @overload
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> float:
        """Equal error rate: the error where false positives and false negatives are equally frequent.

        The false positive rate at the point of the ROC curve where ``FPR = FNR``. Between two thresholds the curve is
        a straight line, so there is always exactly one such point; decisions that draw one of the two thresholds by
        lot reach it.

        Parameters
        ----------
        y_true : array-like of shape (n,) or (n, L)
            Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
        y_score : array-like of shape (n,), (n, K) or (n, L)
            Scores of the positive class, or one column a class (in the order of `labels`) or a label.
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
        average : {"macro", "micro", "weighted"} or None, default "macro"
            Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by
            how often a class occurs, or one value a class.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between 0 and 1, 0.5 by chance. Undefined (NaN) if only one class occurs in the truth.
        """
    @overload
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: None,
    ) -> float | FloatArray:
        """One value a class or label, in an array.
        """

equal_error_rate: EqualErrorRateMetric
"""Equal error rate: the error where false positives and false negatives are equally frequent. FPR where FPR = FNR on the ROC curve"""

class _ScoresDepthAverage(Metric):
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan", depth: float,
        average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Any: ...
    @overload
    def interval(
        self, y_true: Column, y_score: Column, *, level: float = 0.95, method: IntervalOfScores | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        depth: float, average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        y_true, y_score
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"delong"``, ``"delong-logit"``, ``"pairs"``, ``"optimism"``, ``"wilson"``, ``"exact"``, ``"agresti-
            coull"``, ``"jeffreys"``, ``"percentile"``, ``"basic"``, ``"bca"``, ``"normal"``.
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
        self, y_true: Column, y_score: Column, *, level: float = 0.95, method: IntervalOfScores | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        depth: float, average: None,
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfScores | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, depth: float,
        average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfScores | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, depth: float, average: None,
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    def bounds_of(
        self, state: BucketCurve, /, *, depth: float, average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Bounds:
        """Bound the metric over all orders of the rows that these buckets allow.

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
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfScores | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        depth: float, average: Literal["macro", "micro", "weighted"] = "macro",
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
            One of ``"delong"``, ``"delta"``, ``"log"``, ``"mover"``, ``"permutation"``, ``"bootstrap"``,
            ``"percentile"``, ``"basic"``, ``"bca"``.
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
        level: float = 0.95, method: PairedOfScores | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        depth: float, average: None,
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, pred_c: Column, /, *more: Column,
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfScores | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        depth: float, average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Comparisons:
        """Three models or more: all pairs of them.
        """
    @overload
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfScores | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: tuple[Column, Column] | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), depth: float,
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
        level: float = 0.95, method: IndependentOfScores | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: tuple[Column, Column] | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), depth: float, average: None,
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """

class GainAtMetric(_ScoresDepthAverage):
    @overload
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, depth: float, average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> float:
        """Gain at a depth: the share of the positives among the rows with the highest scores.

        ``gain = TP / P`` where the ``depth x n`` rows with the highest scores are predicted positive: if a
        tenth of the customers is contacted, what share of the buyers is reached?

        Parameters
        ----------
        y_true : array-like of shape (n,) or (n, L)
            Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
        y_score : array-like of shape (n,), (n, K) or (n, L)
            Scores of the positive class, or one column a class (in the order of `labels`) or a label.
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
        depth : float
            The share of all rows that is taken, above 0 and at most 1.
        average : {"macro", "micro", "weighted"} or None, default "macro"
            Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by
            how often a class occurs, or one value a class.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between 0 and 1; `depth` by chance. Undefined (NaN) without positive rows.
        """
    @overload
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, depth: float, average: None,
    ) -> float | FloatArray:
        """One value a class or label, in an array.
        """

gain_at: GainAtMetric
"""Gain at a depth: the share of the positives among the rows with the highest scores. TP / P among the depth x n rows with the highest scores"""

class _ScoresAverageMultiClass(Metric):
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan",
        average: Literal["macro", "micro", "weighted"] | None = "macro", multi_class: Literal["ovr", "ovo"] = "ovr",
    ) -> Any: ...
    @overload
    def interval(
        self, y_true: Column, y_score: Column, *, level: float = 0.95, method: IntervalOfScores | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        average: Literal["macro", "micro", "weighted"] = "macro", multi_class: Literal["ovr", "ovo"] = "ovr",
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        y_true, y_score
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"delong"``, ``"delong-logit"``, ``"pairs"``, ``"optimism"``, ``"wilson"``, ``"exact"``, ``"agresti-
            coull"``, ``"jeffreys"``, ``"percentile"``, ``"basic"``, ``"bca"``, ``"normal"``.
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
        self, y_true: Column, y_score: Column, *, level: float = 0.95, method: IntervalOfScores | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        average: None, multi_class: Literal["ovr", "ovo"] = "ovr",
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfScores | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None,
        average: Literal["macro", "micro", "weighted"] = "macro", multi_class: Literal["ovr", "ovo"] = "ovr",
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfScores | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, average: None,
        multi_class: Literal["ovr", "ovo"] = "ovr",
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    def bounds_of(
        self, state: BucketCurve, /, *, average: Literal["macro", "micro", "weighted"] | None = "macro",
        multi_class: Literal["ovr", "ovo"] = "ovr",
    ) -> Bounds:
        """Bound the metric over all orders of the rows that these buckets allow.

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
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfScores | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        average: Literal["macro", "micro", "weighted"] = "macro", multi_class: Literal["ovr", "ovo"] = "ovr",
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
            One of ``"delong"``, ``"delta"``, ``"log"``, ``"mover"``, ``"permutation"``, ``"bootstrap"``,
            ``"percentile"``, ``"basic"``, ``"bca"``.
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
        level: float = 0.95, method: PairedOfScores | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        average: None, multi_class: Literal["ovr", "ovo"] = "ovr",
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, pred_c: Column, /, *more: Column,
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfScores | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        average: Literal["macro", "micro", "weighted"] | None = "macro", multi_class: Literal["ovr", "ovo"] = "ovr",
    ) -> Comparisons:
        """Three models or more: all pairs of them.
        """
    @overload
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfScores | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: tuple[Column, Column] | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        average: Literal["macro", "micro", "weighted"] = "macro", multi_class: Literal["ovr", "ovo"] = "ovr",
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
        level: float = 0.95, method: IndependentOfScores | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: tuple[Column, Column] | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), average: None,
        multi_class: Literal["ovr", "ovo"] = "ovr",
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """

class GiniMetric(_ScoresAverageMultiClass):
    @overload
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: Literal["macro", "micro", "weighted"] = "macro",
        multi_class: Literal["ovr", "ovo"] = "ovr",
    ) -> float:
        """Gini coefficient of a score: the ROC AUC on a scale where chance is 0.

        ``Gini = 2 AUC - 1 = (concordant - discordant) / (P N)``: of the pairs of a positive and a negative row, the
        share in the right order less the share in the wrong order. It is Somers' D of the score given the truth (of
        the pairs that are not tied on the truth) and the accuracy ratio of the cumulative accuracy profile.

        Parameters
        ----------
        y_true : array-like of shape (n,) or (n, L)
            Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
        y_score : array-like of shape (n,), (n, K) or (n, L)
            Scores of the positive class, or one column a class (in the order of `labels`) or a label.
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
        average : {"macro", "micro", "weighted"} or None, default "macro"
            Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by
            how often a class occurs, or one value a class (with ``"ovo"``: a pair of classes).
        multi_class : {"ovr", "ovo"}, default "ovr"
            Of several classes: each against the rest by its own column, or each pair of classes, as in `roc_auc`.

        Returns
        -------
        float, or ndarray if average is None
            Between -1 and 1; 0 by chance. Undefined (NaN) if only one class occurs in the truth.
        """
    @overload
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: None, multi_class: Literal["ovr", "ovo"] = "ovr",
    ) -> float | FloatArray:
        """One value a class or label, in an array.
        """

gini: GiniMetric
"""Gini coefficient of a score: the ROC AUC on a scale where chance is 0. 2 AUC - 1 = (concordant pairs - discordant pairs) / (P N)"""

class HMeasureMetric(Metric):
    @overload
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, prior: Literal["hand2014", "hand2009", "severity"] | tuple[float, float] = "hand2014",
        severity_ratio: float | None = None, average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> float:
        """H-measure: how much of the loss of guessing a score saves, averaged over the costs of the two errors.

        A false positive costs c, a false negative ``1 - c``, and c is drawn from a beta distribution that is the same
        for all classifiers on these data. ``H = 1 - E L(c) / E L0(c)`` with the loss of the best threshold for c,
        ``L(c) = min_t (c FP(t) + (1 - c) FN(t)) / n``, and that of the best constant decision, ``L0(c) = min(c N,
        (1 - c) P) / n``. Hand (2009) shows that the AUC is such an average too, but with another distribution for
        each classifier.

        Parameters
        ----------
        y_true : array-like of shape (n,) or (n, L)
            Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
        y_score : array-like of shape (n,), (n, K) or (n, L)
            Scores of the positive class, or one column a class (in the order of `labels`) or a label.
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
        prior : {"hand2014", "hand2009", "severity"} or tuple of two floats, default "hand2014"
            The distribution of c. ``"hand2014"``: Beta(1 + pi1, 1 + pi0) with the shares pi1 and pi0 of the positive
            and the negative class, as Hand & Anagnostopoulos recommend. ``"hand2009"``: Beta(2, 2). ``"severity"``:
            Beta(2, 1 + 1 / severity_ratio), the default of the R package hmeasure. ``(a, b)``: Beta(a, b).
        severity_ratio : float, optional
            For ``prior="severity"``: how many times as bad a false positive is as a false negative, in the mode of the
            distribution. Default: pi1 / pi0, which makes all errors of one class as bad as all of the other.
        average : {"macro", "micro", "weighted"} or None, default "macro"
            Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by
            how often a class occurs, or one value a class.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between 0 and 1: 0 where no threshold is ever better than a constant decision, 1 for a perfect ranking.
            Undefined (NaN) if only one class occurs in the truth.
        """
    @overload
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, prior: Literal["hand2014", "hand2009", "severity"] | tuple[float, float] = "hand2014",
        severity_ratio: float | None = None, average: None,
    ) -> float | FloatArray:
        """One value a class or label, in an array.
        """
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan",
        prior: Literal["hand2014", "hand2009", "severity"] | tuple[float, float] = "hand2014",
        severity_ratio: float | None = None, average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Any: ...
    @overload
    def interval(
        self, y_true: Column, y_score: Column, *, level: float = 0.95, method: IntervalOfScores | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        prior: Literal["hand2014", "hand2009", "severity"] | tuple[float, float] = "hand2014",
        severity_ratio: float | None = None, average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        y_true, y_score
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"delong"``, ``"delong-logit"``, ``"pairs"``, ``"optimism"``, ``"wilson"``, ``"exact"``, ``"agresti-
            coull"``, ``"jeffreys"``, ``"percentile"``, ``"basic"``, ``"bca"``, ``"normal"``.
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
        self, y_true: Column, y_score: Column, *, level: float = 0.95, method: IntervalOfScores | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        prior: Literal["hand2014", "hand2009", "severity"] | tuple[float, float] = "hand2014",
        severity_ratio: float | None = None, average: None,
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfScores | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None,
        prior: Literal["hand2014", "hand2009", "severity"] | tuple[float, float] = "hand2014",
        severity_ratio: float | None = None, average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfScores | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None,
        prior: Literal["hand2014", "hand2009", "severity"] | tuple[float, float] = "hand2014",
        severity_ratio: float | None = None, average: None,
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    def bounds_of(
        self, state: BucketCurve, /, *,
        prior: Literal["hand2014", "hand2009", "severity"] | tuple[float, float] = "hand2014",
        severity_ratio: float | None = None, average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Bounds:
        """Bound the metric over all orders of the rows that these buckets allow.

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
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfScores | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        prior: Literal["hand2014", "hand2009", "severity"] | tuple[float, float] = "hand2014",
        severity_ratio: float | None = None, average: Literal["macro", "micro", "weighted"] = "macro",
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
            One of ``"delong"``, ``"delta"``, ``"log"``, ``"mover"``, ``"permutation"``, ``"bootstrap"``,
            ``"percentile"``, ``"basic"``, ``"bca"``.
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
        level: float = 0.95, method: PairedOfScores | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        prior: Literal["hand2014", "hand2009", "severity"] | tuple[float, float] = "hand2014",
        severity_ratio: float | None = None, average: None,
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, pred_c: Column, /, *more: Column,
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfScores | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        prior: Literal["hand2014", "hand2009", "severity"] | tuple[float, float] = "hand2014",
        severity_ratio: float | None = None, average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Comparisons:
        """Three models or more: all pairs of them.
        """
    @overload
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfScores | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: tuple[Column, Column] | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        prior: Literal["hand2014", "hand2009", "severity"] | tuple[float, float] = "hand2014",
        severity_ratio: float | None = None, average: Literal["macro", "micro", "weighted"] = "macro",
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
        level: float = 0.95, method: IndependentOfScores | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: tuple[Column, Column] | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        prior: Literal["hand2014", "hand2009", "severity"] | tuple[float, float] = "hand2014",
        severity_ratio: float | None = None, average: None,
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """

h_measure: HMeasureMetric
"""H-measure: how much of the loss of guessing a score saves, averaged over the costs of the two errors. 1 - E min_t (c FP + (1 - c) FN) / E min(c N, (1 - c) P), the cost c from a beta distribution"""

class HandTillAucMetric(Metric):
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None,
    ) -> float:
        """Hand and Till's AUC of several classes: the mean of the AUC of every pair of classes.

        ``M = 2 / (K (K - 1)) sum over i < j of (A(i|j) + A(j|i)) / 2``, where ``A(i|j)`` is how often a row of class i
        has a higher score for i than a row of class j. It does not depend on how frequent the classes are. It is
        ``roc_auc(..., multi_class="ovo")``, which also weighs the pairs or gives them one by one. For two classes it is
        the ROC AUC.

        Parameters
        ----------
        y_true : array-like of shape (n,) or (n, L)
            Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
        y_score : array-like of shape (n,), (n, K) or (n, L)
            Scores of the positive class, or one column a class (in the order of `labels`) or a label.
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

        Returns
        -------
        float
            Between 0 and 1; 0.5 by chance. Pairs with a class that has no row in the truth are left out; undefined
            (NaN) if all are.
        """
    def of(self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan") -> Any: ...
    def interval(
        self, y_true: Column, y_score: Column, *, level: float = 0.95, method: IntervalOfScores | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        y_true, y_score
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"delong"``, ``"delong-logit"``, ``"pairs"``, ``"optimism"``, ``"wilson"``, ``"exact"``, ``"agresti-
            coull"``, ``"jeffreys"``, ``"percentile"``, ``"basic"``, ``"bca"``, ``"normal"``.
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
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfScores | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None,
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfScores | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
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
            One of ``"delong"``, ``"delta"``, ``"log"``, ``"mover"``, ``"permutation"``, ``"bootstrap"``,
            ``"percentile"``, ``"basic"``, ``"bca"``.
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
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfScores | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
    ) -> Comparisons:
        """Three models or more: all pairs of them.
        """
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfScores | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: tuple[Column, Column] | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
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

hand_till_auc: HandTillAucMetric
"""Hand and Till's AUC of several classes: the mean of the AUC of every pair of classes. 2 / (K (K - 1)) sum over i < j of (A(i|j) + A(j|i)) / 2"""

class KolmogorovSmirnovMetric(_ScoresAverage):
    @overload
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> float:
        """Kolmogorov-Smirnov statistic: the greatest distance of the scores of both classes.

        ``KS = max_t |TPR(t) - FPR(t)|``, the two-sample statistic of the scores of positive and of negative rows. It
        is used in credit scoring, where it is often multiplied by 100.

        Parameters
        ----------
        y_true : array-like of shape (n,) or (n, L)
            Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
        y_score : array-like of shape (n,), (n, K) or (n, L)
            Scores of the positive class, or one column a class (in the order of `labels`) or a label.
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
        average : {"macro", "micro", "weighted"} or None, default "macro"
            Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by
            how often a class occurs, or one value a class.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between 0 and 1; a perfect ranking gives 1. Undefined (NaN) if only one class occurs in the truth.
        """
    @overload
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: None,
    ) -> float | FloatArray:
        """One value a class or label, in an array.
        """

kolmogorov_smirnov: KolmogorovSmirnovMetric
"""Kolmogorov-Smirnov statistic: the greatest distance of the scores of both classes. max over thresholds of |TPR - FPR|"""

class LabelRankingAveragePrecisionMetric(_Rows):
    def __call__(
        self, y_true: Column, y_score: Column, *, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None,
    ) -> float:
        """Label ranking average precision: how many of the labels ranked above a relevant one are relevant as well.

        For each relevant label of a row the share of relevant labels among those with a score at least as high; the mean
        of these shares over the relevant labels of the row, then over the rows. Equal scores count against the model:
        all of them stand above. With one relevant label a row it is the mean reciprocal rank (of the worst order of
        equal scores).

        Parameters
        ----------
        y_true : array-like of shape (n, L)
            The relevance of each label: 0 and 1, or (for gains) any number; also a sparse matrix of scipy.
        y_score : array-like of shape (n, L)
            Scores of the labels, one column a label, on any scale.
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
            Above 0 and at most 1. A row without a relevant label is undefined and left out of the mean, with a warning;
            `undefined` may be the number that it counts as. Undefined (NaN) without other rows.
        """

label_ranking_average_precision: LabelRankingAveragePrecisionMetric
"""Label ranking average precision: how many of the labels ranked above a relevant one are relevant as well. mean over rows of mean over relevant labels of (relevant, at least as high) / (labels at least as high)"""

class LabelRankingLossMetric(_Rows):
    def __call__(
        self, y_true: Column, y_score: Column, *, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None,
    ) -> float:
        """Label ranking loss: the share of pairs of labels that the scores put in the wrong order.

        Of all pairs of a relevant label and one that is not, in one row, the share where the relevant one does not have
        the higher score; then the mean over the rows. Equal scores count as wrong: all of them.

        Parameters
        ----------
        y_true : array-like of shape (n, L)
            The relevance of each label: 0 and 1, or (for gains) any number; also a sparse matrix of scipy.
        y_score : array-like of shape (n, L)
            Scores of the labels, one column a label, on any scale.
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
            Between 0 and 1; 0.5 on average for uninformative scores without ties. A row where all labels or none are
            relevant has no such pair: it is undefined and left out of the mean, with a warning; `undefined` may be the
            number that it counts as. Undefined (NaN) without other rows.
        """

label_ranking_loss: LabelRankingLossMetric
"""Label ranking loss: the share of pairs of labels that the scores put in the wrong order. mean over rows of (pairs where the relevant label does not score higher) / (pairs)"""

class LiftAtMetric(_ScoresDepthAverage):
    @overload
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, depth: float, average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> float:
        """Lift at a depth: how much more frequent positives are among the rows with the highest scores than in all.

        ``lift = gain / depth = precision / prevalence`` where the ``depth x n`` rows with the highest scores are
        predicted positive.

        Parameters
        ----------
        y_true : array-like of shape (n,) or (n, L)
            Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
        y_score : array-like of shape (n,), (n, K) or (n, L)
            Scores of the positive class, or one column a class (in the order of `labels`) or a label.
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
        depth : float
            The share of all rows that is taken, above 0 and at most 1.
        average : {"macro", "micro", "weighted"} or None, default "macro"
            Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by
            how often a class occurs, or one value a class.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            At least 0; 1 by chance, at most ``1 / depth`` and at most ``1 / prevalence``. Undefined (NaN) without
            positive rows.
        """
    @overload
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, depth: float, average: None,
    ) -> float | FloatArray:
        """One value a class or label, in an array.
        """

lift_at: LiftAtMetric
"""Lift at a depth: how much more frequent positives are among the rows with the highest scores than in all. (TP / P) / depth among the depth x n rows with the highest scores"""

class _RowsTies(Metric):
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan",
        ties: Literal["expected", "worst", "best"] = "expected",
    ) -> Any: ...
    def interval(
        self, y_true: Column, y_score: Column, *, level: float = 0.95, method: IntervalOfRows | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", data: Any | None = None,
        ties: Literal["expected", "worst", "best"] = "expected",
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        y_true, y_score
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"wilson"``, ``"exact"``, ``"agresti-coull"``, ``"jeffreys"``, ``"percentile"``, ``"basic"``, ``"bca"``,
            ``"normal"``.
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
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfRows | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None,
        ties: Literal["expected", "worst", "best"] = "expected",
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfRows | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", data: Any | None = None,
        ties: Literal["expected", "worst", "best"] = "expected",
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
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfRows | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", data: Any | None = None,
        ties: Literal["expected", "worst", "best"] = "expected",
    ) -> Comparisons:
        """Three models or more: all pairs of them.
        """
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfRows | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", sample_weight: tuple[Column, Column] | None = None,
        missing: Literal["raise", "drop"] = "raise", ties: Literal["expected", "worst", "best"] = "expected",
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

class MeanReciprocalRankMetric(_RowsTies):
    def __call__(
        self, y_true: Column, y_score: Column, *, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, ties: Literal["expected", "worst", "best"] = "expected",
    ) -> float:
        """Mean reciprocal rank: one over the place of the first relevant label.

        The labels of a row are ranked by their scores; one over the place of the first relevant label is averaged over
        the rows.

        Parameters
        ----------
        y_true : array-like of shape (n, L)
            The relevance of each label: 0 and 1, or (for gains) any number; also a sparse matrix of scipy.
        y_score : array-like of shape (n, L)
            Scores of the labels, one column a label, on any scale.
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
        ties : {"expected", "worst", "best"}, default "expected"
            What equal scores do: the mean over all their orders, relevant labels last, or relevant labels first.

        Returns
        -------
        float
            Above 0 and at most 1. A row without a relevant label is undefined and left out of the mean, with a warning;
            `undefined` may be the number that it counts as (often 0). Undefined (NaN) without other rows.
        """

mean_reciprocal_rank: MeanReciprocalRankMetric
"""Mean reciprocal rank: one over the place of the first relevant label. mean over rows of 1 / (place of the first relevant label)"""

class NormalizedDiscountedCumulativeGainMetric(Metric):
    def __call__(
        self, y_true: Column, y_score: Column, *, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, k: int | None = None, ignore_ties: bool = False,
    ) -> float:
        """Normalised discounted cumulative gain: the gain of a ranking as a share of the gain of the best ranking.

        `discounted_cumulative_gain` of each row, divided by that of the labels ranked by their relevance; then the mean
        over the rows. The base of the logarithm cancels.

        Parameters
        ----------
        y_true : array-like of shape (n, L)
            The relevance of each label: 0 and 1, or (for gains) any number; also a sparse matrix of scipy.
        y_score : array-like of shape (n, L)
            Scores of the labels, one column a label, on any scale.
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
        k : int, optional
            How many places count, in both rankings. Default: all.
        ignore_ties : bool, default False
            Do not average over equal scores: the last column comes first. For scores that hardly ever are equal.

        Returns
        -------
        float
            Between 0 and 1. Relevances must not be negative. A row without a relevant label is undefined and left out of
            the mean, with a warning; `undefined` may be the number that it counts as. Undefined (NaN) without other rows.
        """
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan", k: int | None = None,
        ignore_ties: bool = False,
    ) -> Any: ...
    def interval(
        self, y_true: Column, y_score: Column, *, level: float = 0.95, method: IntervalOfRows | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", data: Any | None = None, k: int | None = None,
        ignore_ties: bool = False,
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        y_true, y_score
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"wilson"``, ``"exact"``, ``"agresti-coull"``, ``"jeffreys"``, ``"percentile"``, ``"basic"``, ``"bca"``,
            ``"normal"``.
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
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfRows | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, k: int | None = None, ignore_ties: bool = False,
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfRows | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", data: Any | None = None, k: int | None = None,
        ignore_ties: bool = False,
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
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfRows | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", data: Any | None = None, k: int | None = None,
        ignore_ties: bool = False,
    ) -> Comparisons:
        """Three models or more: all pairs of them.
        """
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfRows | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", sample_weight: tuple[Column, Column] | None = None,
        missing: Literal["raise", "drop"] = "raise", k: int | None = None, ignore_ties: bool = False,
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

normalized_discounted_cumulative_gain: NormalizedDiscountedCumulativeGainMetric
"""Normalised discounted cumulative gain: the gain of a ranking as a share of the gain of the best ranking. mean over rows of DCG / (DCG of the labels in the order of their relevance)"""

class OneErrorMetric(_RowsTies):
    def __call__(
        self, y_true: Column, y_score: Column, *, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, ties: Literal["expected", "worst", "best"] = "expected",
    ) -> float:
        """One-error: how often the label with the highest score is not relevant.

        With one relevant label a row it is the error rate of the prediction of the highest score.

        Parameters
        ----------
        y_true : array-like of shape (n, L)
            The relevance of each label: 0 and 1, or (for gains) any number; also a sparse matrix of scipy.
        y_score : array-like of shape (n, L)
            Scores of the labels, one column a label, on any scale.
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
        ties : {"expected", "worst", "best"}, default "expected"
            Where several labels have the highest score: the share of them that is not relevant, or wrong if any is not
            relevant, or right if any is.

        Returns
        -------
        float
            Between 0 and 1. A row without a relevant label counts 1: whatever is ranked first, it is not relevant.
            Undefined (NaN) without rows.
        """

one_error: OneErrorMetric
"""One-error: how often the label with the highest score is not relevant. mean over rows of (1 if the label of the highest score is not relevant, else 0)"""

class PartialAucMetric(Metric):
    @overload
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, max_fpr: float | None = None, fpr: tuple[float, float] | None = None,
        tpr: tuple[float, float] | None = None, corrected: bool = True,
        average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> float:
        """Partial AUC: the area under a part of the ROC curve.

        The area A under the empirical ROC curve (straight lines between its points, also where a limit cuts one)
        over a range of false positive rates; or, over a range of true positive rates, the area between the curve and
        the side where every row is predicted positive (specificity over sensitivity). By default it is put on the
        scale of the AUC after McClish: ``(1 + (A - m) / (w - m)) / 2`` with the area m of chance in that range and
        its width w. One of `max_fpr`, `fpr` and `tpr` must be given.

        Parameters
        ----------
        y_true : array-like of shape (n,) or (n, L)
            Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
        y_score : array-like of shape (n,), (n, K) or (n, L)
            Scores of the positive class, or one column a class (in the order of `labels`) or a label.
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
        max_fpr : float, optional
            The same as ``fpr=(0, max_fpr)``.
        fpr : tuple of two floats, optional
            The least and the greatest false positive rate, within 0 and 1.
        tpr : tuple of two floats, optional
            The least and the greatest true positive rate, within 0 and 1.
        corrected : bool, default True
            Whether to put the area on the scale where 0.5 is chance and 1 perfect, whatever the range. False: the
            area itself, at most the width of the range.
        average : {"macro", "micro", "weighted"} or None, default "macro"
            Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by
            how often a class occurs, or one value a class.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Corrected: 1 for a perfect ranking, 0.5 by chance; below 0 only where the middle of a range of false
            positive rates lies above 0.5 (of true positive rates below 0.5) and the curve far below the diagonal.
            Undefined (NaN) if only one class occurs in the truth.
        """
    @overload
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, max_fpr: float | None = None, fpr: tuple[float, float] | None = None,
        tpr: tuple[float, float] | None = None, corrected: bool = True, average: None,
    ) -> float | FloatArray:
        """One value a class or label, in an array.
        """
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan", max_fpr: float | None = None,
        fpr: tuple[float, float] | None = None, tpr: tuple[float, float] | None = None, corrected: bool = True,
        average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Any: ...
    @overload
    def interval(
        self, y_true: Column, y_score: Column, *, level: float = 0.95, method: IntervalOfScores | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        max_fpr: float | None = None, fpr: tuple[float, float] | None = None, tpr: tuple[float, float] | None = None,
        corrected: bool = True, average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        y_true, y_score
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"delong"``, ``"delong-logit"``, ``"pairs"``, ``"optimism"``, ``"wilson"``, ``"exact"``, ``"agresti-
            coull"``, ``"jeffreys"``, ``"percentile"``, ``"basic"``, ``"bca"``, ``"normal"``.
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
        self, y_true: Column, y_score: Column, *, level: float = 0.95, method: IntervalOfScores | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        max_fpr: float | None = None, fpr: tuple[float, float] | None = None, tpr: tuple[float, float] | None = None,
        corrected: bool = True, average: None,
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfScores | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, max_fpr: float | None = None,
        fpr: tuple[float, float] | None = None, tpr: tuple[float, float] | None = None, corrected: bool = True,
        average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfScores | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, max_fpr: float | None = None,
        fpr: tuple[float, float] | None = None, tpr: tuple[float, float] | None = None, corrected: bool = True,
        average: None,
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    def bounds_of(
        self, state: BucketCurve, /, *, max_fpr: float | None = None, fpr: tuple[float, float] | None = None,
        tpr: tuple[float, float] | None = None, corrected: bool = True,
        average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Bounds:
        """Bound the metric over all orders of the rows that these buckets allow.

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
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfScores | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        max_fpr: float | None = None, fpr: tuple[float, float] | None = None, tpr: tuple[float, float] | None = None,
        corrected: bool = True, average: Literal["macro", "micro", "weighted"] = "macro",
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
            One of ``"delong"``, ``"delta"``, ``"log"``, ``"mover"``, ``"permutation"``, ``"bootstrap"``,
            ``"percentile"``, ``"basic"``, ``"bca"``.
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
        level: float = 0.95, method: PairedOfScores | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        max_fpr: float | None = None, fpr: tuple[float, float] | None = None, tpr: tuple[float, float] | None = None,
        corrected: bool = True, average: None,
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, pred_c: Column, /, *more: Column,
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfScores | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        max_fpr: float | None = None, fpr: tuple[float, float] | None = None, tpr: tuple[float, float] | None = None,
        corrected: bool = True, average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Comparisons:
        """Three models or more: all pairs of them.
        """
    @overload
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfScores | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: tuple[Column, Column] | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), max_fpr: float | None = None,
        fpr: tuple[float, float] | None = None, tpr: tuple[float, float] | None = None, corrected: bool = True,
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
        level: float = 0.95, method: IndependentOfScores | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: tuple[Column, Column] | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), max_fpr: float | None = None,
        fpr: tuple[float, float] | None = None, tpr: tuple[float, float] | None = None, corrected: bool = True,
        average: None,
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """

partial_auc: PartialAucMetric
"""Partial AUC: the area under a part of the ROC curve. A = area over the range; corrected: (1 + (A - A of chance) / (greatest A - A of chance)) / 2"""

class _ScoresKAverage(Metric):
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan", k: int,
        average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Any: ...
    @overload
    def interval(
        self, y_true: Column, y_score: Column, *, level: float = 0.95, method: IntervalOfScores | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        k: int, average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        y_true, y_score
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"delong"``, ``"delong-logit"``, ``"pairs"``, ``"optimism"``, ``"wilson"``, ``"exact"``, ``"agresti-
            coull"``, ``"jeffreys"``, ``"percentile"``, ``"basic"``, ``"bca"``, ``"normal"``.
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
        self, y_true: Column, y_score: Column, *, level: float = 0.95, method: IntervalOfScores | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        k: int, average: None,
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfScores | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, k: int,
        average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfScores | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, k: int, average: None,
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfScores | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        k: int, average: Literal["macro", "micro", "weighted"] = "macro",
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
            One of ``"delong"``, ``"delta"``, ``"log"``, ``"mover"``, ``"permutation"``, ``"bootstrap"``,
            ``"percentile"``, ``"basic"``, ``"bca"``.
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
        level: float = 0.95, method: PairedOfScores | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        k: int, average: None,
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, pred_c: Column, /, *more: Column,
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfScores | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        k: int, average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Comparisons:
        """Three models or more: all pairs of them.
        """
    @overload
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfScores | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: tuple[Column, Column] | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), k: int,
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
        level: float = 0.95, method: IndependentOfScores | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: tuple[Column, Column] | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), k: int, average: None,
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """

class PrecisionAtKMetric(_ScoresKAverage):
    @overload
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, k: int, average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> float:
        """Precision at k: the share of positives among the k rows with the highest scores.

        ``TP / k`` where the k rows with the highest scores are predicted positive. The rows are ranked by one column
        of scores; with several columns, by each for its own class or label.

        Parameters
        ----------
        y_true : array-like of shape (n,) or (n, L)
            Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
        y_score : array-like of shape (n,), (n, K) or (n, L)
            Scores of the positive class, or one column a class (in the order of `labels`) or a label.
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
        k : int
            How many rows are taken, at least 1.
        average : {"macro", "micro", "weighted"} or None, default "macro"
            Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by
            how often a class occurs, or one value a class.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between 0 and 1; the prevalence by chance. Undefined (NaN) if there are fewer than k rows.
        """
    @overload
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, k: int, average: None,
    ) -> float | FloatArray:
        """One value a class or label, in an array.
        """

precision_at_k: PrecisionAtKMetric
"""Precision at k: the share of positives among the k rows with the highest scores. TP / k among the k rows with the highest scores"""

class PrecisionAtRecallMetric(Metric):
    @overload
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, recall: float, average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> float:
        """Precision at a recall: the best precision of a threshold that finds at least this share of the positives.

        ``max TP / (TP + FP)`` over the thresholds where ``TP / P >= recall``. Thresholds are the scores that occur;
        nothing is interpolated, so a threshold reaches the value on these rows. `operating_point` gives it.

        Parameters
        ----------
        y_true : array-like of shape (n,) or (n, L)
            Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
        y_score : array-like of shape (n,), (n, K) or (n, L)
            Scores of the positive class, or one column a class (in the order of `labels`) or a label.
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
        recall : float
            The least recall, between 0 and 1.
        average : {"macro", "micro", "weighted"} or None, default "macro"
            Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by
            how often a class occurs, or one value a class.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between the prevalence and 1. Undefined (NaN) without positive rows.
        """
    @overload
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, recall: float, average: None,
    ) -> float | FloatArray:
        """One value a class or label, in an array.
        """
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan", recall: float,
        average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Any: ...
    @overload
    def interval(
        self, y_true: Column, y_score: Column, *, level: float = 0.95, method: IntervalOfScores | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        recall: float, average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        y_true, y_score
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"delong"``, ``"delong-logit"``, ``"pairs"``, ``"optimism"``, ``"wilson"``, ``"exact"``, ``"agresti-
            coull"``, ``"jeffreys"``, ``"percentile"``, ``"basic"``, ``"bca"``, ``"normal"``.
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
        self, y_true: Column, y_score: Column, *, level: float = 0.95, method: IntervalOfScores | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        recall: float, average: None,
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfScores | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, recall: float,
        average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfScores | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, recall: float, average: None,
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    def bounds_of(
        self, state: BucketCurve, /, *, recall: float, average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Bounds:
        """Bound the metric over all orders of the rows that these buckets allow.

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
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfScores | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        recall: float, average: Literal["macro", "micro", "weighted"] = "macro",
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
            One of ``"delong"``, ``"delta"``, ``"log"``, ``"mover"``, ``"permutation"``, ``"bootstrap"``,
            ``"percentile"``, ``"basic"``, ``"bca"``.
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
        level: float = 0.95, method: PairedOfScores | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        recall: float, average: None,
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, pred_c: Column, /, *more: Column,
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfScores | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        recall: float, average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Comparisons:
        """Three models or more: all pairs of them.
        """
    @overload
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfScores | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: tuple[Column, Column] | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), recall: float,
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
        level: float = 0.95, method: IndependentOfScores | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: tuple[Column, Column] | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), recall: float, average: None,
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """

precision_at_recall: PrecisionAtRecallMetric
"""Precision at a recall: the best precision of a threshold that finds at least this share of the positives. max TP / (TP + FP) over thresholds where TP / P is at least the recall"""

class PrecisionRecallAucMetric(_ScoresAveragePrevalence):
    @overload
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: Literal["macro", "micro", "weighted"] = "macro",
        prevalence: float | Mapping[Label, float] | None = None,
    ) -> float:
        """Area under the precision-recall curve, with the right curves between its points.

        ``integral of TP / (TP + FP) d(TP / P)``. Between two thresholds a straight line of the ROC curve can be
        reached, on which FP grows in proportion to TP; in the precision-recall plane that is a curve (Davis & Goadrich
        2006), and its area is taken exactly (Keilwagen, Grosse & Grau 2014). From recall 0 to the first threshold the
        precision is that of the first threshold.

        Parameters
        ----------
        y_true : array-like of shape (n,) or (n, L)
            Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
        y_score : array-like of shape (n,), (n, K) or (n, L)
            Scores of the positive class, or one column a class (in the order of `labels`) or a label.
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
        prevalence : float or mapping, optional
            Shares of the classes in the population that the value is for, where they are not those of the rows (cases
            and controls, another hospital): that of the positive class, above 0 and below 1, or ``{label: share}`` of
            every class. The rows of each class of the truth are weighted to have them, so it is assumed that how a
            class is predicted (sensitivity and specificity, the scores within a class) carries over, and only the mix
            of the classes changes. Default: the shares of the rows.
        average : {"macro", "micro", "weighted"} or None, default "macro"
            Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by
            how often a class occurs, or one value a class.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            At most 1; about the prevalence by chance. Undefined (NaN) without positive rows.
        """
    @overload
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: None, prevalence: float | Mapping[Label, float] | None = None,
    ) -> float | FloatArray:
        """One value a class or label, in an array.
        """

precision_recall_auc: PrecisionRecallAucMetric
"""Area under the precision-recall curve, with the right curves between its points. integral of TP / (TP + FP) over TP / P, with FP in proportion to TP between two thresholds"""

class RecallAtKMetric(_ScoresKAverage):
    @overload
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, k: int, average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> float:
        """Recall at k: the share of the positives that are among the k rows with the highest scores.

        ``TP / P`` where the k rows with the highest scores are predicted positive; all rows, if there are fewer. The
        rows are ranked by one column of scores; with several columns, by each for its own class or label.

        Parameters
        ----------
        y_true : array-like of shape (n,) or (n, L)
            Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
        y_score : array-like of shape (n,), (n, K) or (n, L)
            Scores of the positive class, or one column a class (in the order of `labels`) or a label.
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
        k : int
            How many rows are taken, at least 1.
        average : {"macro", "micro", "weighted"} or None, default "macro"
            Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by
            how often a class occurs, or one value a class.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between 0 and 1; ``k / n`` by chance. Undefined (NaN) without positive rows.
        """
    @overload
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, k: int, average: None,
    ) -> float | FloatArray:
        """One value a class or label, in an array.
        """

recall_at_k: RecallAtKMetric
"""Recall at k: the share of the positives that are among the k rows with the highest scores. TP / P among the k rows with the highest scores"""

class RecallAtPrecisionMetric(Metric):
    @overload
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, precision: float, average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> float:
        """Recall at a precision: the most positives that a threshold finds with at least this precision.

        ``max TP / P`` over the thresholds where ``TP / (TP + FP) >= precision``. Thresholds are the scores that occur;
        nothing is interpolated, so a threshold reaches the value on these rows. `operating_point` gives it.

        Parameters
        ----------
        y_true : array-like of shape (n,) or (n, L)
            Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
        y_score : array-like of shape (n,), (n, K) or (n, L)
            Scores of the positive class, or one column a class (in the order of `labels`) or a label.
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
        precision : float
            The least precision, between 0 and 1.
        average : {"macro", "micro", "weighted"} or None, default "macro"
            Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by
            how often a class occurs, or one value a class.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between 0 and 1. Undefined (NaN) without positive rows, and where no threshold has this precision.
        """
    @overload
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, precision: float, average: None,
    ) -> float | FloatArray:
        """One value a class or label, in an array.
        """
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan", precision: float,
        average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Any: ...
    @overload
    def interval(
        self, y_true: Column, y_score: Column, *, level: float = 0.95, method: IntervalOfScores | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        precision: float, average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        y_true, y_score
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"delong"``, ``"delong-logit"``, ``"pairs"``, ``"optimism"``, ``"wilson"``, ``"exact"``, ``"agresti-
            coull"``, ``"jeffreys"``, ``"percentile"``, ``"basic"``, ``"bca"``, ``"normal"``.
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
        self, y_true: Column, y_score: Column, *, level: float = 0.95, method: IntervalOfScores | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        precision: float, average: None,
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfScores | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, precision: float,
        average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfScores | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, precision: float, average: None,
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfScores | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        precision: float, average: Literal["macro", "micro", "weighted"] = "macro",
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
            One of ``"delong"``, ``"delta"``, ``"log"``, ``"mover"``, ``"permutation"``, ``"bootstrap"``,
            ``"percentile"``, ``"basic"``, ``"bca"``.
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
        level: float = 0.95, method: PairedOfScores | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        precision: float, average: None,
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, pred_c: Column, /, *more: Column,
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfScores | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        precision: float, average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Comparisons:
        """Three models or more: all pairs of them.
        """
    @overload
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfScores | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: tuple[Column, Column] | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), precision: float,
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
        level: float = 0.95, method: IndependentOfScores | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: tuple[Column, Column] | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), precision: float,
        average: None,
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """

recall_at_precision: RecallAtPrecisionMetric
"""Recall at a precision: the most positives that a threshold finds with at least this precision. max TP / P over thresholds where TP / (TP + FP) is at least the precision"""

class RocAucMetric(_ScoresAverageMultiClass):
    @overload
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: Literal["macro", "micro", "weighted"] = "macro",
        multi_class: Literal["ovr", "ovo"] = "ovr",
    ) -> float:
        """ROC AUC: the share of pairs of a positive and a negative row that the score puts in the right order.

        ``AUC = (concordant + tied / 2) / (P N)``, the area under the ROC curve and the Mann-Whitney U divided by the
        number of pairs. Only the order of the scores matters; they need not be probabilities.

        Parameters
        ----------
        y_true : array-like of shape (n,) or (n, L)
            Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
        y_score : array-like of shape (n,), (n, K) or (n, L)
            Scores of the positive class, or one column a class (in the order of `labels`) or a label.
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
        average : {"macro", "micro", "weighted"} or None, default "macro"
            Of several classes or labels: the plain mean, the AUC of all decisions together, the mean weighted by
            how often a class occurs, or one value a class (with ``"ovo"``: a pair of classes).
        multi_class : {"ovr", "ovo"}, default "ovr"
            Of several classes: each against the rest by its own column, or each pair of classes (Hand and Till's M,
            which does not depend on how frequent the classes are).

        Returns
        -------
        float, or ndarray if average is None
            Between 0 and 1; 0.5 by chance. Undefined (NaN) if only one class occurs in the truth.
        """
    @overload
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: None, multi_class: Literal["ovr", "ovo"] = "ovr",
    ) -> float | FloatArray:
        """One value a class or label, in an array.
        """

roc_auc: RocAucMetric
"""ROC AUC: the share of pairs of a positive and a negative row that the score puts in the right order. (concordant pairs + tied pairs / 2) / (P N)"""

class SensitivityAtSpecificityMetric(Metric):
    @overload
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, specificity: float, interpolate: bool = False,
        average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> float:
        """Sensitivity at a specificity: the best sensitivity of a threshold with at least this specificity.

        ``max TP / P`` over the thresholds where ``TN / N >= specificity``. Thresholds are the scores that occur, and +inf.
        By default nothing is interpolated, so a threshold reaches the value on these rows; `operating_point` gives it.

        Parameters
        ----------
        y_true : array-like of shape (n,) or (n, L)
            Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
        y_score : array-like of shape (n,), (n, K) or (n, L)
            Scores of the positive class, or one column a class (in the order of `labels`) or a label.
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
        specificity : float
            The least specificity, between 0 and 1.
        interpolate : bool, default False
            Whether to read the sensitivity off the ROC curve at exactly this specificity, on the straight line
            between two thresholds. No threshold reaches that, but decisions that draw one of the two by lot do.
        average : {"macro", "micro", "weighted"} or None, default "macro"
            Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by
            how often a class occurs, or one value a class.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between 0 and 1; one less the specificity by chance. Undefined (NaN) if only one class occurs in the truth.
        """
    @overload
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, specificity: float, interpolate: bool = False, average: None,
    ) -> float | FloatArray:
        """One value a class or label, in an array.
        """
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan", specificity: float,
        interpolate: bool = False, average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Any: ...
    @overload
    def interval(
        self, y_true: Column, y_score: Column, *, level: float = 0.95, method: IntervalOfScores | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        specificity: float, interpolate: bool = False, average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        y_true, y_score
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"delong"``, ``"delong-logit"``, ``"pairs"``, ``"optimism"``, ``"wilson"``, ``"exact"``, ``"agresti-
            coull"``, ``"jeffreys"``, ``"percentile"``, ``"basic"``, ``"bca"``, ``"normal"``.
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
        self, y_true: Column, y_score: Column, *, level: float = 0.95, method: IntervalOfScores | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        specificity: float, interpolate: bool = False, average: None,
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfScores | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, specificity: float, interpolate: bool = False,
        average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfScores | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, specificity: float, interpolate: bool = False,
        average: None,
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    def bounds_of(
        self, state: BucketCurve, /, *, specificity: float, interpolate: bool = False,
        average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Bounds:
        """Bound the metric over all orders of the rows that these buckets allow.

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
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfScores | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        specificity: float, interpolate: bool = False, average: Literal["macro", "micro", "weighted"] = "macro",
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
            One of ``"delong"``, ``"delta"``, ``"log"``, ``"mover"``, ``"permutation"``, ``"bootstrap"``,
            ``"percentile"``, ``"basic"``, ``"bca"``.
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
        level: float = 0.95, method: PairedOfScores | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        specificity: float, interpolate: bool = False, average: None,
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, pred_c: Column, /, *more: Column,
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfScores | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        specificity: float, interpolate: bool = False, average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Comparisons:
        """Three models or more: all pairs of them.
        """
    @overload
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfScores | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: tuple[Column, Column] | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), specificity: float,
        interpolate: bool = False, average: Literal["macro", "micro", "weighted"] = "macro",
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
        level: float = 0.95, method: IndependentOfScores | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: tuple[Column, Column] | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), specificity: float,
        interpolate: bool = False, average: None,
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """

sensitivity_at_specificity: SensitivityAtSpecificityMetric
"""Sensitivity at a specificity: the best sensitivity of a threshold with at least this specificity. max TP / P over thresholds where TN / N is at least the specificity"""

class SpecificityAtSensitivityMetric(Metric):
    @overload
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, sensitivity: float, interpolate: bool = False,
        average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> float:
        """Specificity at a sensitivity: the best specificity of a threshold with at least this sensitivity.

        ``max TN / N`` over the thresholds where ``TP / P >= sensitivity``. Thresholds are the scores that occur, and +inf.
        By default nothing is interpolated, so a threshold reaches the value on these rows; `operating_point` gives it.

        Parameters
        ----------
        y_true : array-like of shape (n,) or (n, L)
            Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
        y_score : array-like of shape (n,), (n, K) or (n, L)
            Scores of the positive class, or one column a class (in the order of `labels`) or a label.
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
        sensitivity : float
            The least sensitivity, between 0 and 1.
        interpolate : bool, default False
            Whether to read the specificity off the ROC curve at exactly this sensitivity, on the straight line
            between two thresholds. No threshold reaches that, but decisions that draw one of the two by lot do.
        average : {"macro", "micro", "weighted"} or None, default "macro"
            Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by
            how often a class occurs, or one value a class.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between 0 and 1; one less the sensitivity by chance. Undefined (NaN) if only one class occurs in the truth.
        """
    @overload
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, sensitivity: float, interpolate: bool = False, average: None,
    ) -> float | FloatArray:
        """One value a class or label, in an array.
        """
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan", sensitivity: float,
        interpolate: bool = False, average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Any: ...
    @overload
    def interval(
        self, y_true: Column, y_score: Column, *, level: float = 0.95, method: IntervalOfScores | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        sensitivity: float, interpolate: bool = False, average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        y_true, y_score
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"delong"``, ``"delong-logit"``, ``"pairs"``, ``"optimism"``, ``"wilson"``, ``"exact"``, ``"agresti-
            coull"``, ``"jeffreys"``, ``"percentile"``, ``"basic"``, ``"bca"``, ``"normal"``.
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
        self, y_true: Column, y_score: Column, *, level: float = 0.95, method: IntervalOfScores | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        sensitivity: float, interpolate: bool = False, average: None,
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfScores | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, sensitivity: float, interpolate: bool = False,
        average: Literal["macro", "micro", "weighted"] = "macro",
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfScores | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, sensitivity: float, interpolate: bool = False,
        average: None,
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    def bounds_of(
        self, state: BucketCurve, /, *, sensitivity: float, interpolate: bool = False,
        average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Bounds:
        """Bound the metric over all orders of the rows that these buckets allow.

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
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfScores | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        sensitivity: float, interpolate: bool = False, average: Literal["macro", "micro", "weighted"] = "macro",
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
            One of ``"delong"``, ``"delta"``, ``"log"``, ``"mover"``, ``"permutation"``, ``"bootstrap"``,
            ``"percentile"``, ``"basic"``, ``"bca"``.
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
        level: float = 0.95, method: PairedOfScores | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        sensitivity: float, interpolate: bool = False, average: None,
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, pred_c: Column, /, *more: Column,
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfScores | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        sensitivity: float, interpolate: bool = False, average: Literal["macro", "micro", "weighted"] | None = "macro",
    ) -> Comparisons:
        """Three models or more: all pairs of them.
        """
    @overload
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfScores | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: tuple[Column, Column] | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), sensitivity: float,
        interpolate: bool = False, average: Literal["macro", "micro", "weighted"] = "macro",
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
        level: float = 0.95, method: IndependentOfScores | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: tuple[Column, Column] | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), sensitivity: float,
        interpolate: bool = False, average: None,
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """

specificity_at_sensitivity: SpecificityAtSensitivityMetric
"""Specificity at a sensitivity: the best specificity of a threshold with at least this sensitivity. max TN / N over thresholds where TP / P is at least the sensitivity"""

class TopKAccuracyMetric(Metric):
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, k: int = 2, ties: Literal["expected", "worst", "best"] | Literal["last"] = "expected",
    ) -> float:
        """Top-k accuracy: how often the true class is among the k with the highest scores.

        For k = 1 it is the accuracy of the prediction of the highest score; for k of at least the number of classes it
        is 1 and says nothing. For uninformative scores it is k / K.

        Parameters
        ----------
        y_true : array-like of shape (n,)
            Labels of two or more classes.
        y_score : array-like of shape (n, K)
            Scores on any scale, one column a class in the order of `labels`.
        labels : sequence, optional
            All labels in the order of the columns. Default: those that occur, numbers in numeric order.
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
        k : int, default 2
            How many classes are looked at.
        ties : {"expected", "worst", "best", "last"}, default "expected"
            What equal scores do where the k-th place falls among them: the share of their orders in which the true class
            is among the first k; the true class comes last; it comes first; or the class of the last column comes first,
            which is scikit-learn's rule and depends on the order of the columns.

        Returns
        -------
        float
            Between 0 and 1. Undefined (NaN) without rows.
        """
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan", k: int = 2,
        ties: Literal["expected", "worst", "best"] | Literal["last"] = "expected",
    ) -> Any: ...
    def interval(
        self, y_true: Column, y_score: Column, *, level: float = 0.95, method: IntervalOfRows | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, k: int = 2,
        ties: Literal["expected", "worst", "best"] | Literal["last"] = "expected",
    ) -> Interval:
        """Compute the metric with a confidence interval.

        Parameters
        ----------
        y_true, y_score
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"wilson"``, ``"exact"``, ``"agresti-coull"``, ``"jeffreys"``, ``"percentile"``, ``"basic"``, ``"bca"``,
            ``"normal"``.
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
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfRows | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, k: int = 2,
        ties: Literal["expected", "worst", "best"] | Literal["last"] = "expected",
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfRows | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, k: int = 2,
        ties: Literal["expected", "worst", "best"] | Literal["last"] = "expected",
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
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfRows | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, k: int = 2,
        ties: Literal["expected", "worst", "best"] | Literal["last"] = "expected",
    ) -> Comparisons:
        """Three models or more: all pairs of them.
        """
    def compare_independent(
        self, data_a: tuple[Column, Column] | Counts | Curve | Moments,
        data_b: tuple[Column, Column] | Counts | Curve | Moments, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: IndependentOfRows | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        sample_weight: tuple[Column, Column] | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), k: int = 2,
        ties: Literal["expected", "worst", "best"] | Literal["last"] = "expected",
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

top_k_accuracy: TopKAccuracyMetric
"""Top-k accuracy: how often the true class is among the k with the highest scores. mean over rows of (1 if fewer than k classes score higher than the true one, else 0)"""
