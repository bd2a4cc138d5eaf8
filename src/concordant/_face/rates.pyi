"""What the metrics of the family "rates" take and give. Made by scripts/write_names.py: do not edit."""

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

class _LabelsAveragePosLabelClasses(Metric):
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan",
        average: Literal["binary", "macro", "micro", "weighted", "samples"] | None = "binary",
        pos_label: Label | None = None, classes: Sequence[Label] | None = None,
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
        classes: Sequence[Label] | None = None,
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
        classes: Sequence[Label] | None = None,
    ) -> Intervals:
        """One for each class or label.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfLabels | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None,
        average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary", pos_label: Label | None = None,
        classes: Sequence[Label] | None = None,
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfLabels | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, average: None, pos_label: Label | None = None,
        classes: Sequence[Label] | None = None,
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
        classes: Sequence[Label] | None = None,
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
        classes: Sequence[Label] | None = None,
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
        pos_label: Label | None = None, classes: Sequence[Label] | None = None,
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
        classes: Sequence[Label] | None = None,
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
        classes: Sequence[Label] | None = None,
    ) -> Comparisons:
        """One for each class or label.
        """

class DetectionRateMetric(_LabelsAveragePosLabelClasses):
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary",
        pos_label: Label | None = None, classes: Sequence[Label] | None = None,
    ) -> float:
        """Detection rate: the share of all rows that are true positives.

        ``TP / n``, prevalence times recall: the yield of a screening. It cannot exceed `prevalence`, so compare it with
        that, and only on the same rows. Some authors call `recall` the detection rate.

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
        classes : sequence, optional
            The classes that an average is over, such as the relations but for ``"no_relation"`` (the `labels` of
            scikit-learn's scores); each against all other labels. Default: every class. With ``average=None`` one value
            for each, in this order. `labels` declares all labels that there are.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between 0 and the prevalence of the class. Undefined (NaN) without rows.
        """
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: None, pos_label: Label | None = None, classes: Sequence[Label] | None = None,
    ) -> FloatArray:
        """One value a class or label, in an array.
        """

detection_rate: DetectionRateMetric
"""Detection rate: the share of all rows that are true positives. TP / n"""

class DiagnosticOddsRatioMetric(_LabelsAveragePosLabelClasses):
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary",
        pos_label: Label | None = None, classes: Sequence[Label] | None = None,
    ) -> float:
        """Diagnostic odds ratio: the odds of a positive prediction among positives over those among negatives.

        ``DOR = TP TN / (FP FN) = LR+ / LR-``. It does not depend on how frequent the classes are, and exchanging truth and
        prediction, or the two classes, leaves it unchanged.

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
        classes : sequence, optional
            The classes that an average is over, such as the relations but for ``"no_relation"`` (the `labels` of
            scikit-learn's scores); each against all other labels. Default: every class. With ``average=None`` one value
            for each, in this order. `labels` declares all labels that there are.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            At least 0; 1 by chance. Infinite where a kind of error does not occur and both kinds of right decisions do:
            the limit, not an error. Undefined (NaN) where truth or prediction has only one class; averages leave such
            classes out and a warning names them.
        """
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: None, pos_label: Label | None = None, classes: Sequence[Label] | None = None,
    ) -> FloatArray:
        """One value a class or label, in an array.
        """

diagnostic_odds_ratio: DiagnosticOddsRatioMetric
"""Diagnostic odds ratio: the odds of a positive prediction among positives over those among negatives. TP TN / (FP FN)"""

class _LabelsAveragePosLabelClassesPrevalence(Metric):
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan",
        average: Literal["binary", "macro", "micro", "weighted", "samples"] | None = "binary",
        pos_label: Label | None = None, classes: Sequence[Label] | None = None,
        prevalence: float | Mapping[Label, float] | None = None,
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
        classes: Sequence[Label] | None = None, prevalence: float | Mapping[Label, float] | None = None,
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
        classes: Sequence[Label] | None = None, prevalence: float | Mapping[Label, float] | None = None,
    ) -> Intervals:
        """One for each class or label.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfLabels | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None,
        average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary", pos_label: Label | None = None,
        classes: Sequence[Label] | None = None, prevalence: float | Mapping[Label, float] | None = None,
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfLabels | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, average: None, pos_label: Label | None = None,
        classes: Sequence[Label] | None = None, prevalence: float | Mapping[Label, float] | None = None,
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
        classes: Sequence[Label] | None = None, prevalence: float | Mapping[Label, float] | None = None,
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
        classes: Sequence[Label] | None = None, prevalence: float | Mapping[Label, float] | None = None,
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
        pos_label: Label | None = None, classes: Sequence[Label] | None = None,
        prevalence: float | Mapping[Label, float] | None = None,
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
        classes: Sequence[Label] | None = None, prevalence: float | Mapping[Label, float] | None = None,
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
        classes: Sequence[Label] | None = None, prevalence: float | Mapping[Label, float] | None = None,
    ) -> Comparisons:
        """One for each class or label.
        """

class F1Metric(_LabelsAveragePosLabelClassesPrevalence):
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary",
        pos_label: Label | None = None, classes: Sequence[Label] | None = None,
        prevalence: float | Mapping[Label, float] | None = None,
    ) -> float:
        """F1: the harmonic mean of precision and recall.

        ``F1 = 2 TP / (2 TP + FP + FN)``. The true negatives do not enter, so exchanging the two classes changes it.
        In a population with the prevalence pi (``prevalence=``) it is ``2 Se pi / (pi + Se pi + (1 - Sp)(1 - pi))``.

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

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between 0 and 1. Undefined (NaN) where the class occurs neither in the truth nor in the prediction;
            averages leave such classes out and a warning names them.
        """
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: None, pos_label: Label | None = None, classes: Sequence[Label] | None = None,
        prevalence: float | Mapping[Label, float] | None = None,
    ) -> FloatArray:
        """One value a class or label, in an array.
        """

f1: F1Metric
"""F1: the harmonic mean of precision and recall. 2 TP / (2 TP + FP + FN)"""

class FBetaMetric(Metric):
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, beta: float,
        average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary", pos_label: Label | None = None,
        classes: Sequence[Label] | None = None, prevalence: float | Mapping[Label, float] | None = None,
    ) -> float:
        """F-beta: precision and recall in one number, recall beta times as important.

        ``F = (1 + beta^2) TP / ((1 + beta^2) TP + beta^2 FN + FP)``, the weighted harmonic mean of precision and
        recall. The true negatives do not enter. In a population with the prevalence pi (``prevalence=``) it is
        ``(1 + beta^2) Se pi / (beta^2 pi + Se pi + (1 - Sp)(1 - pi))``.

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
        beta : float
            At least 0. Above 1 recall counts more, below 1 precision.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between 0 and 1. Undefined (NaN) where the class occurs neither in the truth nor in the prediction;
            averages leave such classes out and a warning names them.
        """
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, beta: float, average: None, pos_label: Label | None = None,
        classes: Sequence[Label] | None = None, prevalence: float | Mapping[Label, float] | None = None,
    ) -> FloatArray:
        """One value a class or label, in an array.
        """
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan", beta: float,
        average: Literal["binary", "macro", "micro", "weighted", "samples"] | None = "binary",
        pos_label: Label | None = None, classes: Sequence[Label] | None = None,
        prevalence: float | Mapping[Label, float] | None = None,
    ) -> Any: ...
    @overload
    def interval(
        self, y_true: Column, y_pred: Column, *, level: float = 0.95, method: IntervalOfLabels | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, beta: float,
        average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary", pos_label: Label | None = None,
        classes: Sequence[Label] | None = None, prevalence: float | Mapping[Label, float] | None = None,
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
        missing_labels: Sequence[Label] = (), data: Any | None = None, beta: float, average: None,
        pos_label: Label | None = None, classes: Sequence[Label] | None = None,
        prevalence: float | Mapping[Label, float] | None = None,
    ) -> Intervals:
        """One for each class or label.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfLabels | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, beta: float,
        average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary", pos_label: Label | None = None,
        classes: Sequence[Label] | None = None, prevalence: float | Mapping[Label, float] | None = None,
    ) -> Interval:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    @overload
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfLabels | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, beta: float, average: None,
        pos_label: Label | None = None, classes: Sequence[Label] | None = None,
        prevalence: float | Mapping[Label, float] | None = None,
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
        missing_labels: Sequence[Label] = (), data: Any | None = None, beta: float,
        average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary", pos_label: Label | None = None,
        classes: Sequence[Label] | None = None, prevalence: float | Mapping[Label, float] | None = None,
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
        missing_labels: Sequence[Label] = (), data: Any | None = None, beta: float, average: None,
        pos_label: Label | None = None, classes: Sequence[Label] | None = None,
        prevalence: float | Mapping[Label, float] | None = None,
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
        missing_labels: Sequence[Label] = (), data: Any | None = None, beta: float,
        average: Literal["binary", "macro", "micro", "weighted", "samples"] | None = "binary",
        pos_label: Label | None = None, classes: Sequence[Label] | None = None,
        prevalence: float | Mapping[Label, float] | None = None,
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
        missing_labels: Sequence[Label] = (), beta: float,
        average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary", pos_label: Label | None = None,
        classes: Sequence[Label] | None = None, prevalence: float | Mapping[Label, float] | None = None,
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
        missing_labels: Sequence[Label] = (), beta: float, average: None, pos_label: Label | None = None,
        classes: Sequence[Label] | None = None, prevalence: float | Mapping[Label, float] | None = None,
    ) -> Comparisons:
        """One for each class or label.
        """

f_beta: FBetaMetric
"""F-beta: precision and recall in one number, recall beta times as important. (1 + beta^2) TP / ((1 + beta^2) TP + beta^2 FN + FP)"""

class FalseDiscoveryRateMetric(_LabelsAveragePosLabelClassesPrevalence):
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary",
        pos_label: Label | None = None, classes: Sequence[Label] | None = None,
        prevalence: float | Mapping[Label, float] | None = None,
    ) -> float:
        """False discovery rate: the share of positive predictions that are wrong.

        ``FP / (TP + FP)`` = 1 - precision. Like precision it depends on how frequent the positive class is: in a
        population with the prevalence pi (``prevalence=``) it is ``(1 - Sp)(1 - pi) / (Se pi + (1 - Sp)(1 - pi))``. It is
        not the false positive rate, ``FP / (FP + TN)``.

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

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between 0 and 1. Undefined (NaN) where no row is predicted as the class;
            averages leave such classes out and a warning names them.
        """
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: None, pos_label: Label | None = None, classes: Sequence[Label] | None = None,
        prevalence: float | Mapping[Label, float] | None = None,
    ) -> FloatArray:
        """One value a class or label, in an array.
        """

false_discovery_rate: FalseDiscoveryRateMetric
"""False discovery rate: the share of positive predictions that are wrong. FP / (TP + FP)"""

class FalseNegativeRateMetric(_LabelsAveragePosLabelClasses):
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary",
        pos_label: Label | None = None, classes: Sequence[Label] | None = None,
    ) -> float:
        """False negative rate: the share of positive rows that are missed.

        ``FN / (FN + TP)`` = 1 - recall.

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
        classes : sequence, optional
            The classes that an average is over, such as the relations but for ``"no_relation"`` (the `labels` of
            scikit-learn's scores); each against all other labels. Default: every class. With ``average=None`` one value
            for each, in this order. `labels` declares all labels that there are.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between 0 and 1. Undefined (NaN) where the class never occurs in the truth;
            averages leave such classes out and a warning names them.
        """
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: None, pos_label: Label | None = None, classes: Sequence[Label] | None = None,
    ) -> FloatArray:
        """One value a class or label, in an array.
        """

false_negative_rate: FalseNegativeRateMetric
"""False negative rate: the share of positive rows that are missed. FN / (FN + TP)"""

class FalseOmissionRateMetric(_LabelsAveragePosLabelClassesPrevalence):
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary",
        pos_label: Label | None = None, classes: Sequence[Label] | None = None,
        prevalence: float | Mapping[Label, float] | None = None,
    ) -> float:
        """False omission rate: the share of negative predictions that are wrong.

        ``FN / (TN + FN)`` = 1 - negative predictive value. It depends on how frequent the positive class is: where
        positives are rare it is small for any prediction. In a population with the prevalence pi (``prevalence=``) it is
        ``(1 - Se) pi / (Sp (1 - pi) + (1 - Se) pi)``. It is not the false negative rate, ``FN / (FN + TP)``.

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

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between 0 and 1. Undefined (NaN) where every row is predicted as the class;
            averages leave such classes out and a warning names them.
        """
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: None, pos_label: Label | None = None, classes: Sequence[Label] | None = None,
        prevalence: float | Mapping[Label, float] | None = None,
    ) -> FloatArray:
        """One value a class or label, in an array.
        """

false_omission_rate: FalseOmissionRateMetric
"""False omission rate: the share of negative predictions that are wrong. FN / (TN + FN)"""

class FalsePositiveRateMetric(_LabelsAveragePosLabelClasses):
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary",
        pos_label: Label | None = None, classes: Sequence[Label] | None = None,
    ) -> float:
        """False positive rate: the share of negative rows that are called positive.

        ``FP / (FP + TN)`` = 1 - specificity, the x axis of the ROC curve.

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
        classes : sequence, optional
            The classes that an average is over, such as the relations but for ``"no_relation"`` (the `labels` of
            scikit-learn's scores); each against all other labels. Default: every class. With ``average=None`` one value
            for each, in this order. `labels` declares all labels that there are.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between 0 and 1. Undefined (NaN) where every row of the truth has the class;
            averages leave such classes out and a warning names them.
        """
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: None, pos_label: Label | None = None, classes: Sequence[Label] | None = None,
    ) -> FloatArray:
        """One value a class or label, in an array.
        """

false_positive_rate: FalsePositiveRateMetric
"""False positive rate: the share of negative rows that are called positive. FP / (FP + TN)"""

class FowlkesMallowsMetric(_LabelsAveragePosLabelClasses):
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary",
        pos_label: Label | None = None, classes: Sequence[Label] | None = None,
    ) -> float:
        """Fowlkes-Mallows index: the geometric mean of precision and recall.

        ``FM = sqrt(precision * recall) = TP / sqrt((TP + FP)(TP + FN))``, also called G-measure, cosine similarity of the
        two sets of positives, and Ochiai coefficient. It is at least F1, their harmonic mean. The true negatives do not
        enter, so exchanging the two classes changes it.

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
        classes : sequence, optional
            The classes that an average is over, such as the relations but for ``"no_relation"`` (the `labels` of
            scikit-learn's scores); each against all other labels. Default: every class. With ``average=None`` one value
            for each, in this order. `labels` declares all labels that there are.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between 0 and 1. Undefined (NaN) where precision or recall is: no row is predicted as the class, or none has
            it; averages leave such classes out and a warning names them.
        """
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: None, pos_label: Label | None = None, classes: Sequence[Label] | None = None,
    ) -> FloatArray:
        """One value a class or label, in an array.
        """

fowlkes_mallows: FowlkesMallowsMetric
"""Fowlkes-Mallows index: the geometric mean of precision and recall. sqrt(precision * recall) = TP / sqrt((TP + FP)(TP + FN))"""

class InformednessMetric(_LabelsAveragePosLabelClasses):
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary",
        pos_label: Label | None = None, classes: Sequence[Label] | None = None,
    ) -> float:
        """Informedness, also Youden's J: sensitivity plus specificity minus one.

        ``J = TP / (TP + FN) + TN / (TN + FP) - 1 = (TP TN - FP FN) / ((TP + FN)(TN + FP))``: the vertical distance
        of a point of the ROC curve from the chance line. It does not depend on how frequent the classes are.

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
        classes : sequence, optional
            The classes that an average is over, such as the relations but for ``"no_relation"`` (the `labels` of
            scikit-learn's scores); each against all other labels. Default: every class. With ``average=None`` one value
            for each, in this order. `labels` declares all labels that there are.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between -1 and 1; 0 by chance. Undefined (NaN) where the truth has only one class.
        """
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: None, pos_label: Label | None = None, classes: Sequence[Label] | None = None,
    ) -> FloatArray:
        """One value a class or label, in an array.
        """

informedness: InformednessMetric
"""Informedness, also Youden's J: sensitivity plus specificity minus one. TP / (TP + FN) + TN / (TN + FP) - 1"""

class JaccardMetric(_LabelsAveragePosLabelClassesPrevalence):
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary",
        pos_label: Label | None = None, classes: Sequence[Label] | None = None,
        prevalence: float | Mapping[Label, float] | None = None,
    ) -> float:
        """Jaccard index: the overlap of predicted and true positives.

        ``TP / (TP + FP + FN)``: the rows in both sets over the rows in either. Forecasters call it critical success
        index or threat score, image analysis intersection over union. The true negatives do not enter, so exchanging
        the two classes changes it. In a population with the prevalence pi (``prevalence=``) it is
        ``Se pi / (pi + (1 - Sp)(1 - pi))``.

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

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between 0 and 1. Undefined (NaN) where the class occurs neither in the truth nor in the prediction;
            averages leave such classes out and a warning names them.
        """
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: None, pos_label: Label | None = None, classes: Sequence[Label] | None = None,
        prevalence: float | Mapping[Label, float] | None = None,
    ) -> FloatArray:
        """One value a class or label, in an array.
        """

jaccard: JaccardMetric
"""Jaccard index: the overlap of predicted and true positives. TP / (TP + FP + FN)"""

class MarkednessMetric(_LabelsAveragePosLabelClassesPrevalence):
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary",
        pos_label: Label | None = None, classes: Sequence[Label] | None = None,
        prevalence: float | Mapping[Label, float] | None = None,
    ) -> float:
        """Markedness: precision plus negative predictive value minus one.

        ``TP / (TP + FP) + TN / (TN + FN) - 1 = (TP TN - FP FN) / ((TP + FP)(TN + FN))``: `informedness` with truth and
        prediction exchanged. Psychology knows it as delta P. It depends on how frequent the classes are: ``prevalence=``
        takes it in a population where they have other shares.

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

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between -1 and 1; 0 by chance. Undefined (NaN) where the prediction has only one class: all rows or none are
            predicted as the class. Averages leave such classes out and a warning names them.
        """
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: None, pos_label: Label | None = None, classes: Sequence[Label] | None = None,
        prevalence: float | Mapping[Label, float] | None = None,
    ) -> FloatArray:
        """One value a class or label, in an array.
        """

markedness: MarkednessMetric
"""Markedness: precision plus negative predictive value minus one. TP / (TP + FP) + TN / (TN + FN) - 1"""

class NegativeLikelihoodRatioMetric(_LabelsAveragePosLabelClasses):
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary",
        pos_label: Label | None = None, classes: Sequence[Label] | None = None,
    ) -> float:
        """Negative likelihood ratio: how much a negative prediction lowers the odds of being positive.

        ``LR- = (1 - recall) / specificity``. The odds after a negative prediction are the odds before it times LR-. It
        does not depend on how frequent the classes are; below 0.1 is often called strong evidence, 1 says nothing.

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
        classes : sequence, optional
            The classes that an average is over, such as the relations but for ``"no_relation"`` (the `labels` of
            scikit-learn's scores); each against all other labels. Default: every class. With ``average=None`` one value
            for each, in this order. `labels` declares all labels that there are.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            At least 0; 1 by chance. Infinite where no negative row is called negative and a positive one is: the
            limit, not an error. Undefined (NaN) where the truth has only one class, or every row is predicted as the
            class; averages leave such classes out and a warning names them.
        """
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: None, pos_label: Label | None = None, classes: Sequence[Label] | None = None,
    ) -> FloatArray:
        """One value a class or label, in an array.
        """

negative_likelihood_ratio: NegativeLikelihoodRatioMetric
"""Negative likelihood ratio: how much a negative prediction lowers the odds of being positive. (1 - recall) / specificity"""

class NegativePredictiveValueMetric(_LabelsAveragePosLabelClassesPrevalence):
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary",
        pos_label: Label | None = None, classes: Sequence[Label] | None = None,
        prevalence: float | Mapping[Label, float] | None = None,
    ) -> float:
        """Negative predictive value: the share of negative predictions that are right.

        ``TN / (TN + FN)``. It depends on how frequent the positive class is. In a population with the prevalence pi
        (``prevalence=``) it is ``Sp (1 - pi) / (Sp (1 - pi) + (1 - Se) pi)``, with sensitivity and specificity of the rows.

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

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between 0 and 1. Undefined (NaN) where every row is predicted as the class;
            averages leave such classes out and a warning names them.
        """
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: None, pos_label: Label | None = None, classes: Sequence[Label] | None = None,
        prevalence: float | Mapping[Label, float] | None = None,
    ) -> FloatArray:
        """One value a class or label, in an array.
        """

negative_predictive_value: NegativePredictiveValueMetric
"""Negative predictive value: the share of negative predictions that are right. TN / (TN + FN)"""

class PositiveLikelihoodRatioMetric(_LabelsAveragePosLabelClasses):
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary",
        pos_label: Label | None = None, classes: Sequence[Label] | None = None,
    ) -> float:
        """Positive likelihood ratio: how much a positive prediction raises the odds of being positive.

        ``LR+ = recall / (1 - specificity)``. The odds after a positive prediction are the odds before it times LR+. It
        does not depend on how frequent the classes are; above 10 is often called strong evidence, 1 says nothing.

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
        classes : sequence, optional
            The classes that an average is over, such as the relations but for ``"no_relation"`` (the `labels` of
            scikit-learn's scores); each against all other labels. Default: every class. With ``average=None`` one value
            for each, in this order. `labels` declares all labels that there are.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            At least 0; 1 by chance. Infinite where no negative row is called positive and a positive one is: the
            limit, not an error. Undefined (NaN) where the truth has only one class, or no row is predicted as the class;
            averages leave such classes out and a warning names them.
        """
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: None, pos_label: Label | None = None, classes: Sequence[Label] | None = None,
    ) -> FloatArray:
        """One value a class or label, in an array.
        """

positive_likelihood_ratio: PositiveLikelihoodRatioMetric
"""Positive likelihood ratio: how much a positive prediction raises the odds of being positive. recall / (1 - specificity)"""

class PrecisionMetric(_LabelsAveragePosLabelClassesPrevalence):
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary",
        pos_label: Label | None = None, classes: Sequence[Label] | None = None,
        prevalence: float | Mapping[Label, float] | None = None,
    ) -> float:
        """Precision: the share of positive predictions that are right.

        ``TP / (TP + FP)``. It depends on how frequent the positive class is. In a population with the prevalence pi
        (``prevalence=``) it is ``Se pi / (Se pi + (1 - Sp)(1 - pi))``, with sensitivity and specificity of the rows.

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

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between 0 and 1. Undefined (NaN) where no row is predicted as the class;
            averages leave such classes out and a warning names them.
        """
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: None, pos_label: Label | None = None, classes: Sequence[Label] | None = None,
        prevalence: float | Mapping[Label, float] | None = None,
    ) -> FloatArray:
        """One value a class or label, in an array.
        """

precision: PrecisionMetric
"""Precision: the share of positive predictions that are right. TP / (TP + FP)"""

class PredictedPrevalenceMetric(_LabelsAveragePosLabelClasses):
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary",
        pos_label: Label | None = None, classes: Sequence[Label] | None = None,
    ) -> float:
        """Predicted prevalence: the share of rows that are predicted positive.

        ``(TP + FP) / n``. Where it differs from `prevalence` the prediction is biased as a whole: it calls too many or
        too few rows positive. Epidemiology knows it as apparent prevalence, caret as detection prevalence.

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
        classes : sequence, optional
            The classes that an average is over, such as the relations but for ``"no_relation"`` (the `labels` of
            scikit-learn's scores); each against all other labels. Default: every class. With ``average=None`` one value
            for each, in this order. `labels` declares all labels that there are.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between 0 and 1; no direction is better. Undefined (NaN) without rows. ``average="weighted"`` weighs, as
            everywhere, by how often a class occurs in the truth.
        """
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: None, pos_label: Label | None = None, classes: Sequence[Label] | None = None,
    ) -> FloatArray:
        """One value a class or label, in an array.
        """

predicted_prevalence: PredictedPrevalenceMetric
"""Predicted prevalence: the share of rows that are predicted positive. (TP + FP) / n"""

class PrevalenceMetric(_LabelsAveragePosLabelClasses):
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary",
        pos_label: Label | None = None, classes: Sequence[Label] | None = None,
    ) -> float:
        """Prevalence: the share of rows that are positive in the truth.

        ``(TP + FN) / n``. It says nothing of the prediction, but precision, accuracy and most other metrics depend on
        it: a number without it is hard to judge. It is the precision of chance.

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
        classes : sequence, optional
            The classes that an average is over, such as the relations but for ``"no_relation"`` (the `labels` of
            scikit-learn's scores); each against all other labels. Default: every class. With ``average=None`` one value
            for each, in this order. `labels` declares all labels that there are.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between 0 and 1; no direction is better. Undefined (NaN) without rows. Of several labels at once
            ``average="micro"`` is the label density.
        """
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: None, pos_label: Label | None = None, classes: Sequence[Label] | None = None,
    ) -> FloatArray:
        """One value a class or label, in an array.
        """

prevalence: PrevalenceMetric
"""Prevalence: the share of rows that are positive in the truth. (TP + FN) / n"""

class PrevalenceThresholdMetric(_LabelsAveragePosLabelClasses):
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary",
        pos_label: Label | None = None, classes: Sequence[Label] | None = None,
    ) -> float:
        """Prevalence threshold: the prevalence below which precision falls steeply.

        ``sqrt(FPR) / (sqrt(TPR) + sqrt(FPR))``, which is Balayla's ``(sqrt(TPR FPR) - FPR) / (TPR - FPR)`` without its 0/0
        at TPR = FPR. As a function of the prevalence, with recall and specificity held fixed, precision is a curve from
        0 to 1; at the threshold its slope is 1, below it is steeper: there the value of a positive prediction falls fast.

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
        classes : sequence, optional
            The classes that an average is over, such as the relations but for ``"no_relation"`` (the `labels` of
            scikit-learn's scores); each against all other labels. Default: every class. With ``average=None`` one value
            for each, in this order. `labels` declares all labels that there are.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between 0 (no false positive) and 1 (no true positive); 0.5 by chance. Undefined (NaN) where the truth has
            only one class or no row is predicted as the class; averages leave such classes out and a warning names them.
        """
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: None, pos_label: Label | None = None, classes: Sequence[Label] | None = None,
    ) -> FloatArray:
        """One value a class or label, in an array.
        """

prevalence_threshold: PrevalenceThresholdMetric
"""Prevalence threshold: the prevalence below which precision falls steeply. sqrt(FPR) / (sqrt(TPR) + sqrt(FPR))"""

class RecallMetric(_LabelsAveragePosLabelClasses):
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary",
        pos_label: Label | None = None, classes: Sequence[Label] | None = None,
    ) -> float:
        """Recall: the share of positive rows that are found.

        ``TP / (TP + FN)``, also called sensitivity and true positive rate.

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
        classes : sequence, optional
            The classes that an average is over, such as the relations but for ``"no_relation"`` (the `labels` of
            scikit-learn's scores); each against all other labels. Default: every class. With ``average=None`` one value
            for each, in this order. `labels` declares all labels that there are.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between 0 and 1. Undefined (NaN) where the class never occurs in the truth;
            averages leave such classes out and a warning names them.
        """
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: None, pos_label: Label | None = None, classes: Sequence[Label] | None = None,
    ) -> FloatArray:
        """One value a class or label, in an array.
        """

recall: RecallMetric
"""Recall: the share of positive rows that are found. TP / (TP + FN)"""

class SpecificityMetric(_LabelsAveragePosLabelClasses):
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: Literal["binary", "macro", "micro", "weighted", "samples"] = "binary",
        pos_label: Label | None = None, classes: Sequence[Label] | None = None,
    ) -> float:
        """Specificity: the share of negative rows that are called negative.

        ``TN / (TN + FP)``, also called true negative rate; the recall of the negative class.

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
        classes : sequence, optional
            The classes that an average is over, such as the relations but for ``"no_relation"`` (the `labels` of
            scikit-learn's scores); each against all other labels. Default: every class. With ``average=None`` one value
            for each, in this order. `labels` declares all labels that there are.

        Returns
        -------
        float, or ndarray of shape (K,) if average is None
            Between 0 and 1. Undefined (NaN) where every row of the truth has the class;
            averages leave such classes out and a warning names them.
        """
    @overload
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, average: None, pos_label: Label | None = None, classes: Sequence[Label] | None = None,
    ) -> FloatArray:
        """One value a class or label, in an array.
        """

specificity: SpecificityMetric
"""Specificity: the share of negative rows that are called negative. TN / (TN + FP)"""
