"""What the metrics of the family "tables" take and give. Made by scripts/write_names.py: do not edit."""

# mypy: disable-error-code="override, overload-overlap, assignment"
# pyright: reportIncompatibleMethodOverride=false, reportIncompatibleVariableOverride=false
# pyright: reportOverlappingOverload=false, reportAssignmentType=false

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Literal, TypeAlias, overload

from concordant.metrics.definition.metric import Metric
from concordant.result import CalibrationCurve, CorpDecomposition, CorpReliabilityCurve, CoxTest, DecisionCurve, DetCurve, GainCurve, HosmerLemeshow, LiftCurve, MurphyDecomposition, OperatingPoint, PrecisionRecallCurve, RocCurve, SmoothCalibrationCurve, SpiegelhalterTest
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

class CalibrationCurveMetric(Metric):
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        reduction: Literal["classwise", "top_label"] = "classwise", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None, n_bins: int = 10,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left",
    ) -> CalibrationCurve | Any:
        """Calibration curve: the share of positives in each bin of probabilities.

        For each bin the mean probability and the share of positives, with the rows behind them and two errors: the
        standard error of the share, and how far it would stray from the mean probability if the probabilities were right.

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
            Bins of equal width, ``edges[b] <= p < edges[b + 1]`` where ``edges[b]`` is the float64 nearest to b / n_bins
            (the last bin holds 1 as well), or of equal mass: every distinct probability goes with all its rows into the
            bin in which the middle of its rows falls, and bins that get none are left out.
        edges : array-like, optional
            Own edges that rise from 0 to 1, in place of `n_bins` and `strategy`.
        closed : {"left", "right"}, default "left"
            The edge that belongs to a bin. With ``"right"`` bin b holds ``edges[b] < p <= edges[b + 1]``, the first
            one 0 as well.

        Returns
        -------
        CalibrationCurve, or a tuple of them, one a class or label
            Unpacks as ``observed, predicted``. A bin without rows stays, with weight 0 and NaN in its shares and errors.
            All is NaN without rows.
        """
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan", n_bins: int = 10,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left",
    ) -> CalibrationCurve | Any: ...
    def interval(
        self, y_true: Column, y_prob: Column, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, n_bins: int = 10,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left",
    ) -> dict[Any, Any]:
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
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, n_bins: int = 10,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left",
    ) -> dict[Any, Any]:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    # Several numbers, so no comparison.
    compare: ClassVar[None]
    compare_independent: ClassVar[None]

calibration_curve: CalibrationCurveMetric
"""Calibration curve: the share of positives in each bin of probabilities. (mean p, share of positives) in each bin"""

class ConfusionMatrixMetric(Metric):
    def __call__(
        self, y_true: Column, y_pred: Column, *, labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None,
    ) -> Counts:
        """Confusion matrix: how often each label was predicted for each true label.

        Rows are the truth, columns the prediction. The result is the state itself: it prints as a table with its
        labels, `numpy.asarray` gives the plain matrix, ``.normalized("true")`` the shares of each row, and every
        metric of labels can be taken ``of`` it.

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
        Counts
            ``.table`` of shape (K, K), ``.labels`` its order.
        """
    def of(self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan") -> Counts: ...
    # No number, so no interval: ask for one of its rates.
    interval: ClassVar[None]
    interval_of: ClassVar[None]
    compare: ClassVar[None]
    compare_independent: ClassVar[None]

confusion_matrix: ConfusionMatrixMetric
"""Confusion matrix: how often each label was predicted for each true label. n_ij = rows with truth i and prediction j"""

class CorpDecompositionMetric(Metric):
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        reduction: Literal["classwise", "top_label"] = "classwise", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None,
        score: Literal["brier", "log"] = "brier",
    ) -> CorpDecomposition | Any:
        """CORP decomposition: a mean score as miscalibration, discrimination and uncertainty, without bins.

        The probabilities are recalibrated by the isotonic regression of what happened on them, which has no parameter to
        choose. With S the mean score, ``S = MCB - DSC + UNC``: miscalibration ``MCB = S(p) - S(recalibrated)`` is what
        recalibration saves, discrimination ``DSC = S(prevalence) - S(recalibrated)`` how much better than the prevalence
        the recalibrated probabilities are, uncertainty ``UNC = S(prevalence)`` what the rows cost without a model.

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
        score : {"brier", "log"}, default "brier"
            The score: squared error (the Brier score) or surprise (the log loss, in nats).

        Returns
        -------
        CorpDecomposition, or a tuple of them, one a class or label
            No term is negative. Where one class occurs, uncertainty and discrimination are 0. With ``score="log"`` score
            and miscalibration are infinite if a row was given probability 0 for what happened. NaN without rows.
        """
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan",
        score: Literal["brier", "log"] = "brier",
    ) -> CorpDecomposition | Any: ...
    def interval(
        self, y_true: Column, y_prob: Column, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, score: Literal["brier", "log"] = "brier",
    ) -> dict[Any, Any]:
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
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, score: Literal["brier", "log"] = "brier",
    ) -> dict[Any, Any]:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    # Several numbers, so no comparison.
    compare: ClassVar[None]
    compare_independent: ClassVar[None]

corp_decomposition: CorpDecompositionMetric
"""CORP decomposition: a mean score as miscalibration, discrimination and uncertainty, without bins. score = MCB - DSC + UNC: MCB = S(p) - S(p^), DSC = S(prevalence) - S(p^), p^ the isotonic recalibration"""

class CorpReliabilityCurveMetric(Metric):
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        reduction: Literal["classwise", "top_label"] = "classwise", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None,
    ) -> CorpReliabilityCurve | Any:
        """CORP reliability curve: how often it happens at each probability, by isotonic regression in place of bins.

        Among all curves that rise with the probability the one of least squared error (and of least log loss): a step
        function whose steps the data choose. On the diagonal the probabilities are right; a step below it was predicted
        too high. Rows of equal probability stay together.

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

        Returns
        -------
        CorpReliabilityCurve, or a tuple of them, one a class or label
            Unpacks as ``observed, predicted``, the share of positives and the mean probability of each step. Steps of
            equal share are one step. Empty without rows, with a warning.
        """
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan",
    ) -> CorpReliabilityCurve | Any: ...
    # No number, so no interval: ask calibration_curve, or corp_decomposition for the miscalibration.
    interval: ClassVar[None]
    interval_of: ClassVar[None]
    compare: ClassVar[None]
    compare_independent: ClassVar[None]

corp_reliability_curve: CorpReliabilityCurveMetric
"""CORP reliability curve: how often it happens at each probability, by isotonic regression in place of bins. isotonic regression of y on p: the rising step function of least squared error"""

class CoxTestMetric(Metric):
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        reduction: Literal["classwise", "top_label"] = "classwise", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None,
    ) -> CoxTest | Any:
        """Cox's test of calibration: intercept 0 and slope 1 at once.

        The likelihood ratio of the logistic regression ``logit P(y = 1) = a + b logit p`` against a = 0 and b = 1:
        ``2 (log likelihood fitted - log likelihood as given)``, chi-square with two degrees of freedom in large samples if
        the probabilities are right.

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

        Returns
        -------
        CoxTest, or a tuple of them, one a class or label
            ``statistic``, ``df``, ``p_value``, and the fitted ``intercept`` and ``slope``. Undefined (NaN) if only one
            class occurs, if the probabilities are equal or separate the classes completely, and if a row was given
            probability 0 for what happened.
        """
    def of(self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan") -> CoxTest | Any: ...
    # No number, so no interval: ask calibration_slope and calibration_intercept.
    interval: ClassVar[None]
    interval_of: ClassVar[None]
    compare: ClassVar[None]
    compare_independent: ClassVar[None]

cox_test: CoxTestMetric
"""Cox's test of calibration: intercept 0 and slope 1 at once. 2 (log likelihood of a + b logit p - log likelihood of logit p), chi-square with 2 df"""

class DecisionCurveMetric(Metric):
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        reduction: Literal["classwise", "top_label"] = "classwise", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None, thresholds: Numbers | None = None,
        prevalence: float | None = None, standardized: bool = False,
    ) -> DecisionCurve | Any:
        """Decision curve: the net benefit of a model at each threshold, beside treating all and treating none.

        A model is worth using at the thresholds where its `net_benefit` is above that of treating everybody and above 0,
        that of treating nobody.

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
        thresholds : array-like, optional
            Ascending, each at least 0 and below 1. Default: 0.01, 0.02, ... 0.99. Choose those that decision
            makers find reasonable, before you see the data.
        prevalence : float, optional
            The share of positives where the model is used, for data that were sampled by their class (case-control).
            Default: that of the rows.
        standardized : bool, default False
            Divide by the prevalence: the share of the greatest possible net benefit.

        Returns
        -------
        DecisionCurve, or a tuple of them, one a class or label
            Unpacks as ``net_benefit, treat_all, treat_none, thresholds``. All is NaN where `net_benefit` is undefined.
        """
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan", thresholds: Numbers | None = None,
        prevalence: float | None = None, standardized: bool = False,
    ) -> DecisionCurve | Any: ...
    def interval(
        self, y_true: Column, y_prob: Column, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, thresholds: Numbers | None = None,
        prevalence: float | None = None, standardized: bool = False,
    ) -> dict[Any, Any]:
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
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, thresholds: Numbers | None = None,
        prevalence: float | None = None, standardized: bool = False,
    ) -> dict[Any, Any]:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    # Several numbers, so no comparison.
    compare: ClassVar[None]
    compare_independent: ClassVar[None]

decision_curve: DecisionCurveMetric
"""Decision curve: the net benefit of a model at each threshold, beside treating all and treating none. TP / n - FP / n x t / (1 - t) over the thresholds t"""

class DetCurveMetric(Metric):
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None,
    ) -> DetCurve | Any:
        """DET curve: false negative against false positive rate at every threshold.

        ``(FPR, FNR) = (FP / N, FN / P)`` where "positive" means ``score >= threshold``, for each distinct score from
        the highest down, after the point (0, 1) at the threshold +inf. No point is left out. It is the ROC curve
        upside down; drawn on axes of normal deviates it shows classifiers with few errors apart.

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
        DetCurve, or a tuple of them, one a class or label
            Unpacks as ``fpr, fnr, thresholds``. A rate is NaN if its class does not occur.
        """
    def of(self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan") -> DetCurve | Any: ...
    # No number, so no interval: ask equal_error_rate, or sensitivity_at_specificity for a point of it.
    interval: ClassVar[None]
    interval_of: ClassVar[None]
    compare: ClassVar[None]
    compare_independent: ClassVar[None]

det_curve: DetCurveMetric
"""DET curve: false negative against false positive rate at every threshold. (FP / N, FN / P) at each distinct score from the highest down"""

class GainCurveMetric(Metric):
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None,
    ) -> GainCurve | Any:
        """Cumulative gain curve: the share of the positives found, at every depth of the ranking.

        ``gain = TP / P`` against ``depth = (TP + FP) / n``, the share of all rows with ``score >= threshold``, for each
        distinct score from the highest down, after the point (0, 0) at the threshold +inf. Also called the cumulative
        accuracy profile. Chance gives the diagonal; a perfect ranking reaches the gain 1 at the depth `prevalence`.

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
        GainCurve, or a tuple of them, one a class or label
            Unpacks as ``depth, gain, thresholds``. The gain is NaN without positive rows.
        """
    def of(self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan") -> GainCurve | Any: ...
    # No number, so no interval: ask gain_at.
    interval: ClassVar[None]
    interval_of: ClassVar[None]
    compare: ClassVar[None]
    compare_independent: ClassVar[None]

gain_curve: GainCurveMetric
"""Cumulative gain curve: the share of the positives found, at every depth of the ranking. ((TP + FP) / n, TP / P) at each distinct score from the highest down"""

class HosmerLemeshowMetric(Metric):
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        reduction: Literal["classwise", "top_label"] = "classwise", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None, n_bins: int = 10,
        sample: Literal["validation", "training"] = "validation",
    ) -> HosmerLemeshow | Any:
        """Hosmer-Lemeshow test: whether groups of probabilities agree with what happened.

        ``X2 = sum over groups of (O - E)^2 / (E (1 - E / n))`` with the positives O, the sum of probabilities E and the
        rows n of each group. The groups are cut at the quantiles of the probabilities (type 7, which R, NumPy and
        scikit-learn take by default; a group holds its upper quantile). Equal quantiles are one, so that ties are never
        split and there can be fewer groups; the lowest group reaches up to the first quantile above its lowest row.

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
            How many groups.
        sample : {"validation", "training"}, default "validation"
            Whether the probabilities are of new rows, with as many degrees of freedom as groups, or of the rows that the
            model was fitted to, with two fewer.

        Returns
        -------
        HosmerLemeshow, or a tuple of them, one a class or label
            Statistic, degrees of freedom, p value and the table of the groups. The statistic is +inf where a group is
            given probability 0 and holds a positive, or 1 and holds a negative. Statistic and p value are NaN without
            rows; the p value also on training rows in fewer than three groups.
        """
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan", n_bins: int = 10,
        sample: Literal["validation", "training"] = "validation",
    ) -> HosmerLemeshow | Any: ...
    # No number, so no interval: ask expected_calibration_error.
    interval: ClassVar[None]
    interval_of: ClassVar[None]
    compare: ClassVar[None]
    compare_independent: ClassVar[None]

hosmer_lemeshow: HosmerLemeshowMetric
"""Hosmer-Lemeshow test: whether groups of probabilities agree with what happened. sum over groups of (O - E)^2 / (E (1 - E / n)), chi-square"""

class LiftCurveMetric(Metric):
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None,
    ) -> LiftCurve | Any:
        """Lift curve: how much more frequent positives are among the rows with the highest scores, at every depth.

        ``lift = gain / depth = precision / prevalence`` against ``depth = (TP + FP) / n``, the share of all rows with
        ``score >= threshold``, for each distinct score from the highest down. Chance gives 1; the last point is 1.

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
        LiftCurve, or a tuple of them, one a class or label
            Unpacks as ``depth, lift, thresholds``. The lift is NaN without positive rows.
        """
    def of(self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan") -> LiftCurve | Any: ...
    # No number, so no interval: ask lift_at.
    interval: ClassVar[None]
    interval_of: ClassVar[None]
    compare: ClassVar[None]
    compare_independent: ClassVar[None]

lift_curve: LiftCurveMetric
"""Lift curve: how much more frequent positives are among the rows with the highest scores, at every depth. ((TP + FP) / n, (TP / P) / ((TP + FP) / n)) at each distinct score from the highest down"""

class MurphyDecompositionMetric(Metric):
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        reduction: Literal["classwise", "top_label"] = "classwise", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None, n_bins: int | None = None,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left", debias: bool = False,
    ) -> MurphyDecomposition | Any:
        """Murphy decomposition: the Brier score split into calibration, discrimination and uncertainty that no model removes.

        With the weight w, the mean probability p and the share of positives o of each group of rows, and the share o of
        all rows without index: ``reliability = sum w_k (p_k - o_k)^2 / W``, ``resolution = sum w_k (o_k - o)^2 / W``,
        ``uncertainty = o (1 - o)``. Each distinct probability is a group by default; then
        ``Brier score = reliability - resolution + uncertainty``. Bins of different probabilities need two terms more, the
        variance of the probabilities inside the bins and twice their covariance with the truth, and it is exact again.

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
        n_bins : int or None, default None
            How many bins; None makes each distinct probability a group of its own.
        strategy : {"uniform", "quantile"}, default "uniform"
            Bins of equal width or of equal mass; see `calibration_curve`.
        edges : array-like, optional
            Own edges that rise from 0 to 1, in place of `n_bins` and `strategy`.
        closed : {"left", "right"}, default "left"
            The edge that belongs to a bin.
        debias : bool, default False
            Take off what chance adds to reliability and resolution, ``sum w_k o_k (1 - o_k) / (w_k - 1) / W``, and add
            what it takes from resolution and uncertainty, ``o (1 - o) / (W - 1)``. The sum stays the Brier score; a
            corrected reliability or resolution can be negative.

        Returns
        -------
        MurphyDecomposition, or a tuple of them, one a class or label
            All terms are NaN without rows, resolution and uncertainty also for one row with ``debias=True``.
        """
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan", n_bins: int | None = None,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left", debias: bool = False,
    ) -> MurphyDecomposition | Any: ...
    def interval(
        self, y_true: Column, y_prob: Column, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, n_bins: int | None = None,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left", debias: bool = False,
    ) -> dict[Any, Any]:
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
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, n_bins: int | None = None,
        strategy: Literal["uniform", "quantile"] = "uniform", edges: Numbers | None = None,
        closed: Literal["left", "right"] = "left", debias: bool = False,
    ) -> dict[Any, Any]:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    # Several numbers, so no comparison.
    compare: ClassVar[None]
    compare_independent: ClassVar[None]

murphy_decomposition: MurphyDecompositionMetric
"""Murphy decomposition: the Brier score split into calibration, discrimination and uncertainty that no model removes. reliability - resolution + uncertainty + within-bin variance - within-bin covariance"""

class OperatingPointMetric(Metric):
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None,
        maximise: Literal["recall", "specificity", "precision", "informedness"] = "informedness",
        recall: float | None = None, specificity: float | None = None, precision: float | None = None,
    ) -> OperatingPoint | Any:
        """Operating point: the threshold with the best value of one rate that meets the bounds on others.

        It gives the threshold at which `recall_at_precision`, `precision_at_recall`, `sensitivity_at_specificity`,
        `specificity_at_sensitivity` reach their value, and where informedness (Youden's J) is greatest.

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
        maximise : {"informedness", "recall", "specificity", "precision"}, default "informedness"
            What to make as great as possible.
        recall, specificity, precision : float, optional
            The least values of these rates, between 0 and 1.

        Returns
        -------
        OperatingPoint, or a tuple of them, one a class or label
            The threshold ("positive" means ``score >= threshold``), the rates and the cells of the table there. All
            are NaN if no threshold meets the bounds.
        """
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan",
        maximise: Literal["recall", "specificity", "precision", "informedness"] = "informedness",
        recall: float | None = None, specificity: float | None = None, precision: float | None = None,
    ) -> OperatingPoint | Any: ...
    def interval(
        self, y_true: Column, y_score: Column, *, level: float = 0.95, method: IntervalOfScores | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (), data: Any | None = None,
        maximise: Literal["recall", "specificity", "precision", "informedness"] = "informedness",
        recall: float | None = None, specificity: float | None = None, precision: float | None = None,
    ) -> dict[Any, Any]:
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
        maximise: Literal["recall", "specificity", "precision", "informedness"] = "informedness",
        recall: float | None = None, specificity: float | None = None, precision: float | None = None,
    ) -> dict[Any, Any]:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    # Several numbers, so no comparison.
    compare: ClassVar[None]
    compare_independent: ClassVar[None]

operating_point: OperatingPointMetric
"""Operating point: the threshold with the best value of one rate that meets the bounds on others. max over thresholds of the rate, where recall, specificity, precision are at least what is asked"""

class PrecisionRecallCurveMetric(Metric):
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None, prevalence: float | Mapping[Label, float] | None = None,
    ) -> PrecisionRecallCurve | Any:
        """Precision-recall curve: precision against recall at every threshold.

        ``recall = TP / P`` and ``precision = TP / (TP + FP)`` where "positive" means ``score >= threshold``, for each
        distinct score from the highest down. No point is left out and none is added. In a population with the
        prevalence pi (``prevalence=``) the precision is ``TPR pi / (TPR pi + FPR (1 - pi))``; the recall stays.

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

        Returns
        -------
        PrecisionRecallCurve, or a tuple of them, one a class or label
            Unpacks as ``precision, recall, thresholds``; its `prevalence` is the precision of chance. Recall is NaN
            without positive rows.
        """
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan",
        prevalence: float | Mapping[Label, float] | None = None,
    ) -> PrecisionRecallCurve | Any: ...
    # No number, so no interval: ask average_precision, or precision_at_recall for a point of it.
    interval: ClassVar[None]
    interval_of: ClassVar[None]
    compare: ClassVar[None]
    compare_independent: ClassVar[None]

precision_recall_curve: PrecisionRecallCurveMetric
"""Precision-recall curve: precision against recall at every threshold. (TP / P, TP / (TP + FP)) at each distinct score from the highest down"""

class RocCurveMetric(Metric):
    def __call__(
        self, y_true: Column, y_score: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), undefined: Literal["nan", "raise"] | float = "nan",
        data: Any | None = None,
    ) -> RocCurve | Any:
        """ROC curve: true against false positive rate at every threshold.

        ``(FPR, TPR) = (FP / N, TP / P)`` where "positive" means ``score >= threshold``, for each distinct score from
        the highest down, after the point (0, 0) at the threshold +inf. No point is left out.

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
        RocCurve, or a tuple of them, one a class or label
            Unpacks as ``fpr, tpr, thresholds``. A rate is NaN if its class does not occur.
        """
    def of(self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan") -> RocCurve | Any: ...
    # No number, so no interval: ask roc_auc, or sensitivity_at_specificity for a point of it.
    interval: ClassVar[None]
    interval_of: ClassVar[None]
    compare: ClassVar[None]
    compare_independent: ClassVar[None]

roc_curve: RocCurveMetric
"""ROC curve: true against false positive rate at every threshold. (FP / N, TP / P) at each distinct score from the highest down"""

class SmoothCalibrationCurveMetric(Metric):
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        reduction: Literal["classwise", "top_label"] = "classwise", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None, span: float = 0.75,
    ) -> SmoothCalibrationCurve | Any:
        """Smooth calibration curve: the share of positives at each probability, by local regression in place of bins.

        At each probability x a parabola is fitted to the rows near x by least squares, with weights
        ``(1 - (|p - x| / h)^3)^3``; its height at x is the curve. h is the distance of the nearest row that, with all
        nearer ones, makes up `span` of the rows. On the diagonal the probabilities are right.

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
            The share of the rows in each neighbourhood: above 0, at most 1. The larger, the smoother.

        Returns
        -------
        SmoothCalibrationCurve, or a tuple of them, one a class or label
            Unpacks as ``observed, predicted``: the smooth share of positives at ascending probabilities. Empty without
            rows, with a warning.
        """
    def of(
        self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan", span: float = 0.75,
    ) -> SmoothCalibrationCurve | Any: ...
    def interval(
        self, y_true: Column, y_prob: Column, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        cluster: Column | None = None, draws: int = 2000, seed: int = 0,
        scheme: Literal["rows", "stratified", "poisson"] = "rows",
        simultaneous: Literal["bonferroni", "max-t"] | None = None, labels: Sequence[Label] | None = None,
        pos_label: Label | None = None, reduction: Literal["classwise", "top_label"] = "classwise",
        sample_weight: Column | None = None, missing: Literal["raise", "drop"] = "raise",
        missing_labels: Sequence[Label] = (), data: Any | None = None, span: float = 0.75,
    ) -> dict[Any, Any]:
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
    def interval_of(
        self, state: Any, /, *, level: float = 0.95, method: IntervalOfProbabilities | None = None,
        simultaneous: Literal["bonferroni", "max-t"] | None = None, span: float = 0.75,
    ) -> dict[Any, Any]:
        """Take the interval of a state that says enough: a table of labels, the curve of a score, a mean of losses.

        Of a BucketCurve the limits are widened by what its buckets leave open, see `bounds_of`.
        """
    # Several numbers, so no comparison.
    compare: ClassVar[None]
    compare_independent: ClassVar[None]

smooth_calibration_curve: SmoothCalibrationCurveMetric
"""Smooth calibration curve: the share of positives at each probability, by local regression in place of bins. local regression of y on p: parabolas with tricube weights (loess)"""

class SpiegelhalterZMetric(Metric):
    def __call__(
        self, y_true: Column, y_prob: Column, *, labels: Sequence[Label] | None = None, pos_label: Label | None = None,
        reduction: Literal["classwise", "top_label"] = "classwise", sample_weight: Column | None = None,
        missing: Literal["raise", "drop"] = "raise", missing_labels: Sequence[Label] = (),
        undefined: Literal["nan", "raise"] | float = "nan", data: Any | None = None,
    ) -> SpiegelhalterTest | Any:
        """Spiegelhalter's z: whether the Brier score is worse than it would be if the probabilities were right.

        If every row happened with its probability, the Brier score would be the mean of ``p (1 - p)`` and its distance
        from that, over the standard error, ``z = sum (y - p)(1 - 2p) / sqrt(sum (1 - 2p)^2 p (1 - p))``, standard normal
        in large samples. A large positive z means that the probabilities are too extreme (too near 0 and 1), a
        large negative one that they are too cautious.

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

        Returns
        -------
        SpiegelhalterTest, or a tuple of them, one a class or label
            ``statistic`` (z), ``p_value`` (two-sided), ``brier`` and ``expected_brier``. z is undefined (NaN) if all
            probabilities are 0, 1/2 or 1, where the score cannot vary, and without rows.
        """
    def of(self, state: Any, /, *, undefined: Literal["nan", "raise"] | float = "nan") -> SpiegelhalterTest | Any: ...
    # No number, so no interval: ask brier_score.
    interval: ClassVar[None]
    interval_of: ClassVar[None]
    compare: ClassVar[None]
    compare_independent: ClassVar[None]

spiegelhalter_z: SpiegelhalterZMetric
"""Spiegelhalter's z: whether the Brier score is worse than it would be if the probabilities were right. z = sum (y - p)(1 - 2p) / sqrt(sum (1 - 2p)^2 p (1 - p))"""
