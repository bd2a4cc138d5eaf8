"""What the metrics of the family "overall" take and give. Made by scripts/write_names.py: do not edit."""

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

IntervalOfDecisions: TypeAlias = Literal[
    "score", "t", "delta", "fisher", "logit", "log", "complement-log", "percentile", "basic", "bca", "normal",
]
PairedOfDecisions: TypeAlias = Literal[
    "delta", "log", "mover", "permutation", "bootstrap", "percentile", "basic", "bca",
]
IndependentOfDecisions: TypeAlias = Literal[
    "mover", "delta", "log", "bootstrap", "percentile", "basic", "bca",
]
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

class _LabelsPrevalence(Metric):
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan",
        prevalence: float | Mapping[Label, float] | None = None,
    ) -> Any: ...
    def interval(
        self, y_true: Column, y_pred: Column, *, level: float = 0.95, method: IntervalOfLabels | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None,
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
        missing_labels: Sequence[Label] = (), prevalence: float | Mapping[Label, float] | None = None,
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

class AccuracyMetric(_LabelsPrevalence):
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, prevalence: float | Mapping[Label, float] | None = None,
    ) -> float:
        """Accuracy: the share of rows where prediction and truth agree.

        ``accuracy = sum_k n_kk / n``. With classes of unequal size a model that always says the largest class has
        an accuracy of that class's share: read it beside `balanced_accuracy` or `cohen_kappa`. In a population with the
        prevalence pi (``prevalence=``) it is ``Se pi + Sp (1 - pi)``, of several classes ``sum_k pi_k recall_k``.

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

        Returns
        -------
        float
            Between 0 and 1. Undefined (NaN) without rows.
        """

accuracy: AccuracyMetric
"""Accuracy: the share of rows where prediction and truth agree. accuracy = sum of the diagonal / n"""

class _Labels(Metric):
    def of(self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan") -> Any: ...
    def interval(
        self, y_true: Column, y_pred: Column, *, level: float = 0.95, method: IntervalOfLabels | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None,
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

class AdjustedCountR2Metric(_Labels):
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None,
    ) -> float:
        """Adjusted count R2: the share of the errors of always saying the largest class that the prediction avoids.

        ``(accuracy - NIR) / (1 - NIR) = 1 - errors / (n - max_k n_k.)`` with the `no_information_rate` NIR: a proportional
        reduction in error in the manner of Goodman and Kruskal's lambda, for a prediction that is given.

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

        Returns
        -------
        float
            At most 1; 0 where the prediction errs as often as the largest class does, negative without bound where it
            errs more often. Undefined (NaN) where the truth has only one class: there is no error to avoid.
        """

adjusted_count_r2: AdjustedCountR2Metric
"""Adjusted count R2: the share of the errors of always saying the largest class that the prediction avoids. (accuracy - NIR) / (1 - NIR), NIR the no-information rate"""

class BalancedAccuracyMetric(_Labels):
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None,
    ) -> float:
        """Balanced accuracy: the mean recall of the classes, so that each class counts the same.

        ``balanced accuracy = (1/K) sum_k n_kk / n_k.``. Chance (labels independent of the truth) gives 1/K.

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

        Returns
        -------
        float
            Between 0 and 1. A class that never occurs in the truth has no recall: it is left out, with a warning
            that names it. Undefined (NaN) if that holds for all classes.
        """

balanced_accuracy: BalancedAccuracyMetric
"""Balanced accuracy: the mean recall of the classes, so that each class counts the same. mean over classes of n_kk / n_k."""

class ExactMatchMetric(_Labels):
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None,
    ) -> float:
        """Exact match: the share of rows where every label is right.

        For matrices of several labels at once, where `accuracy` gives one value a label; scikit-learn's ``accuracy_score``
        gives this number. Of one column of labels it is the accuracy.

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

        Returns
        -------
        float
            Between 0 and 1. Undefined (NaN) without rows.
        """

exact_match: ExactMatchMetric
"""Exact match: the share of rows where every label is right. rows without an error / n"""

class ExpectedCostMetric(Metric):
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, cost: Mapping[tuple[Label, Label], float] | Numbers, normalized: bool = False,
    ) -> float:
        """Expected cost: what the decisions cost on average, at the given price of each kind of error.

        ``sum_ij c_ij n_ij / n`` where ``c_ij`` is the cost of answering j when i is true. With the cost 1 of every
        error it is the error rate; with the cost 1 / (K share of class i) of every error on class i, one minus the
        balanced accuracy.

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
        cost : array-like of shape (K, K), or mapping of (true label, predicted label) to number
            A matrix has the truth in its rows and the labels in their order, which must be declared for text. In a
            mapping right answers that are not named cost nothing; every kind of error that occurs needs a price,
            and with `normalized` every answer to a class that occurs.
            Negative costs are gains.
        normalized : bool, default False
            Divide by the least cost that an answer which never looks at the data can have: 1 is then no better than
            always giving the best constant answer.

        Returns
        -------
        float
            In the unit of the costs. Undefined (NaN) without rows, or if it is normalised and the best constant answer
            costs nothing.
        """
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan",
        cost: Mapping[tuple[Label, Label], float] | Numbers, normalized: bool = False,
    ) -> Any: ...
    def interval(
        self, y_true: Column, y_pred: Column, *, level: float = 0.95, method: IntervalOfLabels | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None,
        cost: Mapping[tuple[Label, Label], float] | Numbers, normalized: bool = False,
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
        simultaneous: Literal["bonferroni", "max-t"] | None = None, cost: Mapping[tuple[Label, Label], float] | Numbers,
        normalized: bool = False,
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
        cost: Mapping[tuple[Label, Label], float] | Numbers, normalized: bool = False,
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
        cost: Mapping[tuple[Label, Label], float] | Numbers, normalized: bool = False,
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
        missing_labels: Sequence[Label] = (), cost: Mapping[tuple[Label, Label], float] | Numbers,
        normalized: bool = False,
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

expected_cost: ExpectedCostMetric
"""Expected cost: what the decisions cost on average, at the given price of each kind of error. sum c_ij n_ij / n; normalised: over the cost of the best constant answer"""

class GeometricMeanMetric(Metric):
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, correction: float = 0.0,
    ) -> float:
        """Geometric mean of the recalls of the classes: zero if one class is never found.

        ``(prod_k n_kk / n_k.)^(1/K)``, of two classes ``sqrt(recall * specificity)``. It is at most `balanced_accuracy`,
        their arithmetic mean, and falls to zero with the worst class.

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
        correction : float, default 0
            The number between 0 and 1 that stands for a recall of zero, so that one class that is never found does not
            make the whole zero.

        Returns
        -------
        float
            Between 0 and 1. A class that never occurs in the truth has no recall: it is left out, with a warning that
            names it. Undefined (NaN) if that holds for all classes.
        """
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan", correction: float = 0.0,
    ) -> Any: ...
    def interval(
        self, y_true: Column, y_pred: Column, *, level: float = 0.95, method: IntervalOfLabels | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, correction: float = 0.0,
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
        simultaneous: Literal["bonferroni", "max-t"] | None = None, correction: float = 0.0,
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
        missing_labels: Sequence[Label] = (), data: Any | None = None, correction: float = 0.0,
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
        missing_labels: Sequence[Label] = (), data: Any | None = None, correction: float = 0.0,
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
        missing_labels: Sequence[Label] = (), correction: float = 0.0,
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

geometric_mean: GeometricMeanMetric
"""Geometric mean of the recalls of the classes: zero if one class is never found. (product over the K classes of n_kk / n_k.)^(1/K); two classes: sqrt(recall * specificity)"""

class HammingLossMetric(_Labels):
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None,
    ) -> float:
        """Hamming loss: the share of wrong decisions.

        Of one column of labels it is 1 - `accuracy`. Of several labels at once each label of each row is one decision:
        ``(FP + FN) / (n L)``, summed over the L labels.

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

        Returns
        -------
        float
            Between 0 and 1. Undefined (NaN) without rows.
        """

hamming_loss: HammingLossMetric
"""Hamming loss: the share of wrong decisions. wrong decisions / all decisions"""

class HingeLossMetric(Metric):
    @overload
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: Literal["macro"] = "macro",
    ) -> float:
        """Hinge loss: how far decision values fall short of a margin of one on the right side.

        ``mean of max(0, 1 - margin)``, where the margin of a row is the decision value s itself if the positive class
        happened and -s if the negative one did. Of several classes, one column each, it is the decision value of the true
        class minus the highest of the others. It bounds the share of wrong decisions from above.

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
        average : {"macro"} or None, default "macro"
            Of several labels at once: their mean, or one value a label.

        Returns
        -------
        float, or ndarray of shape (L,) if average is None
            At least 0, without an upper bound. Undefined (NaN) without rows.
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
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan",
        average: Literal["macro"] | None = "macro",
    ) -> Any: ...
    @overload
    def interval(
        self, y_true: Column, y_score: Column, *, level: float = 0.95, method: IntervalOfDecisions | None = None,
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
        y_true, y_score
            As in a call.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage. Of
            labels that is ``"wilson"`` for shares of rows that count alike, and ``"score"`` for other values; of scores
            ``"score"`` for areas, average precision and net benefit.
            One of ``"score"``, ``"t"``, ``"delta"``, ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``,
            ``"percentile"``, ``"basic"``, ``"bca"``, ``"normal"``.
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
        self, y_true: Column, y_score: Column, *, level: float = 0.95, method: IntervalOfDecisions | None = None,
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
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfDecisions | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, average: Literal["macro"] = "macro",
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfDecisions | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, average: None,
    ) -> Interval | Intervals:
        """One for each class or label.
        """
    @overload
    def compare(
        self, y_true: Column, pred_a: Column, pred_b: Column, *, names: Sequence[str] | None = None,
        level: float = 0.95, method: PairedOfDecisions | None = None, cluster: Column | None = None, draws: int = 2000,
        seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows", margin: float | None = None,
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
        level: float = 0.95, method: PairedOfDecisions | None = None, cluster: Column | None = None, draws: int = 2000,
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
        names: Sequence[str] | None = None, level: float = 0.95, method: PairedOfDecisions | None = None,
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
        level: float = 0.95, method: IndependentOfDecisions | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
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
        level: float = 0.95, method: IndependentOfDecisions | None = None, cluster: tuple[Column, Column] | None = None,
        draws: int = 2000, seed: int = 0, scheme: Literal["rows", "stratified", "poisson"] = "rows",
        margin: float | None = None,
        alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm", labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: tuple[Column, Column] | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), average: None,
    ) -> Comparison | Comparisons:
        """One for each class or label.
        """

hinge_loss: HingeLossMetric
"""Hinge loss: how far decision values fall short of a margin of one on the right side. mean of max(0, 1 - margin); margin = y s with y = -1 or 1, or s_true - the best other for several classes"""

class MacroMeanAbsoluteErrorMetric(_Labels):
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None,
    ) -> float:
        """Macro-averaged mean absolute error: how far a prediction is off, every true class counting the same.

        ``mean over i of (sum_j |x_i - x_j| n_ij / n_i.)``: the mean absolute error of the rows of each true class,
        averaged over the classes. Numeric labels stand at their values, other labels at their positions.

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

        Returns
        -------
        float
            Not negative; 0 if all rows are right. Classes without a row in the truth are left out, and a warning names
            them. Undefined (NaN) without rows.
        """

macro_mean_absolute_error: MacroMeanAbsoluteErrorMetric
"""Macro-averaged mean absolute error: how far a prediction is off, every true class counting the same. mean over classes i of sum_j |x_i - x_j| n_ij / n_i."""

class MatthewsCorrelationMetric(_LabelsPrevalence):
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, prevalence: float | Mapping[Label, float] | None = None,
    ) -> float:
        """Matthews correlation: the correlation between truth and prediction, also for several classes.

        ``(TP TN - FP FN) / sqrt((TP + FP)(TP + FN)(TN + FP)(TN + FN))`` for two classes. For several it is
        Gorodkin's R_K: the covariance of the class indicators of truth and prediction, summed over the classes and
        divided by the root of the product of their variances, ``X / sqrt(Y Z)`` with
        ``X = sum_k TP_k TN_k - FP_k FN_k``, ``Y = sum_k c_k (n - c_k)``, ``Z = sum_k r_k (n - r_k)``.

        In a population with the prevalence pi (``prevalence=``) that of two classes is
        ``(Se + Sp - 1) sqrt(pi (1 - pi) / (q (1 - q)))`` with the share q = ``Se pi + (1 - Sp)(1 - pi)`` called positive.

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

        Returns
        -------
        float
            Between -1 and 1 (the least value is above -1 with more than two classes); 0 by chance. Undefined (NaN)
            if truth or prediction has only one class: 0/0.
        """

matthews_correlation: MatthewsCorrelationMetric
"""Matthews correlation: the correlation between truth and prediction, also for several classes. (TP TN - FP FN) / sqrt((TP+FP)(TP+FN)(TN+FP)(TN+FN)); several classes: Gorodkin's R_K"""

class MeanAbsoluteErrorMetric(_Labels):
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None,
    ) -> float:
        """Mean absolute error of ordered labels: how far a predicted label is from the true one.

        ``sum_ij |x_i - x_j| n_ij / n``. Numeric labels stand at their values, other labels at their positions, so that
        the unit is a point of the scale, or a step between neighbours.

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

        Returns
        -------
        float
            Not negative; 0 if all rows are right. Undefined (NaN) without rows.
        """

mean_absolute_error: MeanAbsoluteErrorMetric
"""Mean absolute error of ordered labels: how far a predicted label is from the true one. sum |x_i - x_j| n_ij / n"""

class MutualInformationMetric(_Labels):
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None,
    ) -> float:
        """Mutual information: how much one column of labels tells about the other.

        ``I = sum_ij p_ij log(p_ij / (p_i. p_.j))`` in nats (divide by log 2 for bits): by how much knowing one label
        lowers the uncertainty about the other. It does not matter which label of one column goes with which of the
        other: a prediction that is always wrong in the same way tells as much as one that is right.

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

        Returns
        -------
        float
            Not negative; 0 for independent columns, at most the smaller of the two entropies. Undefined (NaN) without
            rows.
        """

mutual_information: MutualInformationMetric
"""Mutual information: how much one column of labels tells about the other. sum p_ij log(p_ij / (p_i. p_.j))"""

class NoInformationRateMetric(_Labels):
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None,
    ) -> float:
        """No-information rate: the accuracy of always saying the most frequent class.

        ``max_k n_k. / n``, the share of the largest class in the truth. It says nothing of the prediction; it is what an
        accuracy has to beat. `adjusted_count_r2` compares the two.

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

        Returns
        -------
        float
            Between 1/K and 1; no direction is better. Undefined (NaN) without rows.
        """

no_information_rate: NoInformationRateMetric
"""No-information rate: the accuracy of always saying the most frequent class. max over classes of n_k. / n"""

class NormalizedMutualInformationMetric(Metric):
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, mean: Literal["arithmetic", "geometric", "min", "max"] = "arithmetic",
    ) -> float:
        """Normalised mutual information: mutual information as a share of a mean of the two entropies.

        ``2 I / (H(truth) + H(prediction))`` with the arithmetic mean, which is the symmetric uncertainty coefficient and
        the V-measure of clustering.

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
        mean : {"arithmetic", "geometric", "min", "max"}, default "arithmetic"
            The mean of the two entropies.

        Returns
        -------
        float
            Between 0 and 1. Undefined (NaN) where that mean is 0: both columns have only one class, or, for
            ``"geometric"`` and ``"min"``, one of them.
        """
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan",
        mean: Literal["arithmetic", "geometric", "min", "max"] = "arithmetic",
    ) -> Any: ...
    def interval(
        self, y_true: Column, y_pred: Column, *, level: float = 0.95, method: IntervalOfLabels | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None,
        mean: Literal["arithmetic", "geometric", "min", "max"] = "arithmetic",
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
        mean: Literal["arithmetic", "geometric", "min", "max"] = "arithmetic",
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
        mean: Literal["arithmetic", "geometric", "min", "max"] = "arithmetic",
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
        mean: Literal["arithmetic", "geometric", "min", "max"] = "arithmetic",
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
        missing_labels: Sequence[Label] = (), mean: Literal["arithmetic", "geometric", "min", "max"] = "arithmetic",
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

normalized_mutual_information: NormalizedMutualInformationMetric
"""Normalised mutual information: mutual information as a share of a mean of the two entropies. I(truth, prediction) / mean of H(truth) and H(prediction)"""

class UncertaintyCoefficientMetric(_Labels):
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None,
    ) -> float:
        """Uncertainty coefficient: the share of the uncertainty about the truth that the prediction takes away.

        ``U = I(truth, prediction) / H(truth)``, mutual information over the entropy of the truth. Exchange the columns
        for the share of the uncertainty about the prediction that the truth takes away.

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

        Returns
        -------
        float
            Between 0 (independent columns) and 1 (the prediction leaves no doubt). Undefined (NaN) if the truth has
            only one class, which leaves nothing uncertain: 0/0.
        """

uncertainty_coefficient: UncertaintyCoefficientMetric
"""Uncertainty coefficient: the share of the uncertainty about the truth that the prediction takes away. I(truth, prediction) / H(truth)"""

class ZeroOneLossMetric(_LabelsPrevalence):
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, prevalence: float | Mapping[Label, float] | None = None,
    ) -> float:
        """Zero-one loss: the share of rows that are wrong.

        Of one column of labels it is 1 - `accuracy`, the error rate. Of several labels at once a row is wrong if any of
        its labels is (subset zero-one loss): 1 - `exact_match`. In a population with the prevalence pi (``prevalence=``)
        it is ``(1 - Se) pi + (1 - Sp)(1 - pi)``.

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

        Returns
        -------
        float
            Between 0 and 1. Undefined (NaN) without rows.
        """

zero_one_loss: ZeroOneLossMetric
"""Zero-one loss: the share of rows that are wrong. rows with an error / n"""
