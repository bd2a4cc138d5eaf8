"""
What can be asked of every metric beside its value: an interval, and a comparison of two models.

Both are generic over metrics and stand in the layer above them, `concordant.inference`. This file is the one door
upwards: it imports that layer when somebody asks, so that a metric by itself starts without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, cast

from concordant.metrics._object.asked import check_asked, data_of, names_of_columns
from concordant.metrics._object.many_raters import (
    PANEL_STATES,
    RatedByMany,
    compare_panels,
    compare_raters,
    interval_of_panel,
    interval_of_raters,
)
from concordant.metrics._object.signatures import of_each_metric
from concordant.states import Counts, Curve, Moments
from concordant.typing import Column

if TYPE_CHECKING:
    from concordant.metrics._object.metric import Metric
    from concordant.result import Comparison, Comparisons, Interval, Intervals


class Uncertain(RatedByMany):
    """The calls of a metric that tell how sure its value is."""

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
        Take the metric with the interval that it can be trusted to lie in.

        Parameters
        ----------
        *data
            Those of a call, by position or by name: y_true and y_pred, y_score or y_prob.
        level : float
            The nominal coverage.
        method : str, optional
            How the limits are made; default: the one among the facts of the metric, chosen by measured coverage.

            - ``"t"``: value +- standard errors, with the quantile of Student's t; ``"delta"``: with that of the normal;
              ``"fisher"``, ``"logit"``, ``"log"``, ``"complement-log"``: the same on the scale of Fisher's z, log odds,
              the logarithm, or that of 1 - value, where the limits stay inside the range;
            - ``"jackknife"``: of agreement, from the value without one row in turn, with Student's t, on the scale of
              Fisher's z or of log odds; beyond 5,000 rows, or many labels, the tangent is as good (``"fisher"``);
            - ``"fisher-normal"`` and ``"lin"``: of Pearson's and Lin's coefficient of ratings that are jointly normal;
              ``"information"``: of calibration slope and intercepts, with the standard error of the logistic
              regression; ``"gaps"``: of errors of calibration, whose gaps chance makes too large;
            - ``"wilson"``, ``"exact"`` (Clopper-Pearson), ``"agresti-coull"``, ``"jeffreys"``: of shares of rows
              (recall, accuracy) and of functions of them (F1); ``"haldane"``: of likelihood and odds ratios with an
              empty cell;
            - ``"mover"``: of metrics that are made of others, such as means over classes: the limits of the parts put
              together, so that a rare class without an error is not taken for certain; of two classes with
              ``prevalence=``, from the score limits of sensitivity and specificity;
            - ``"delong"`` (logit limits) and ``"delong-wald"``: of ROC AUC; ``"pairs"``: as of a share of k rows, the
              rows of the rarer class, where a score separates the classes; ``"boyd"`` and ``"boyd-wald"``: of average
              precision; ``"optimism"``: of the Kolmogorov-Smirnov statistic and the H-measure;
            - ``"percentile"``, ``"basic"``, ``"bca"``: from rows drawn with replacement; where BCa does not exist,
              percentile limits stand in, and the method of the interval is then ``"percentile"``, or
              ``"bca/percentile"`` where it is so for some of several values; ``"normal"``: value less the bias of the
              draws +- z of their standard deviations, on the scale of ``"complement-log"`` where 1 is the
              greatest value;
            - ``"miller-madow"``: of mutual information, value less its bias +- z standard errors; ``"zahl"``: of shares
              of an entropy, the same with the bias that the jackknife finds, on the scale of ``"complement-log"``;
            - ``"perks"``: from Dirichlet draws of the cells, for tables with next to no errors.
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
        Of the ratings of many raters the interval is over units, by the exact jackknife on the scale of Fisher's z (of
        shares: of log odds) with Student's t: ``se="delta"`` takes the influence of each unit, ``se="gwet"`` Gwet's
        closed form; ``method`` names a scale (``"fisher"``, ``"logit"``, ``"t"``) or draws (``"percentile"``,
        ``"basic"``, ``"bca"``). ``over="raters"`` is for other raters and these units, ``over="units and raters"`` for
        both (three known raters or more). Where no unit disagrees the limit is an exact bound. Two raters who rated
        the same units have by default the interval of two columns.

        Where an interval deserves doubt (too few rows that differ, a value at the end of its range), `reason` says so
        and one `IntervalWarning` with it. `sample_weight` are weights of importance: a row of weight 2 moves the value
        twice as much, and is not two rows.
        """
        metric, times = cast("Metric", self), None
        if "data" in options:
            from concordant.metrics._object.columns_by_name import columns_by_name

            data, cluster, times = columns_by_name(metric, data, cluster, options)
        how: Any = {"level": level, "method": method, "cluster": cluster, "draws": draws, "seed": seed}
        if metric.of_raters:
            found: Interval | Intervals | dict[Any, Any] | None = interval_of_raters(metric, data, options, **how)
            if found is not None:
                return found
        data = data_of(f"{metric.name}.interval", metric.data, data, options)
        check_asked(metric, "interval", options)
        from concordant.inference import interval

        return interval(metric, data, options, times=times, scheme=scheme, simultaneous=simultaneous, **how)

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
        metric = cast("Metric", self)
        if metric.of_raters or isinstance(state, PANEL_STATES):
            found: Interval | Intervals | dict[Any, Any] | None = interval_of_panel(
                metric, state, options, level=level, method=method
            )
            if found is not None:
                return found
        check_asked(metric, "interval_of", options, reading=False)
        metric.check(metric.with_ties(state), options)
        from concordant.inference import interval_of

        return interval_of(metric, state, options, level=level, method=method, simultaneous=simultaneous)

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
        alternative: Literal["two-sided", "non-inferiority", "equivalence"] = "two-sided",
        adjust: Literal["holm", "fdr", "fdr-by"] | None = "holm",
        **options: Any,
    ) -> Comparison | Comparisons:
        """
        Compare two models on the same rows: the metric of A less that of B, with interval and p-value.

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
            ROC AUC, ``"log"`` for likelihood and odds ratios, ``"delta"`` for other metrics whose influences are
            known (``"mover"`` with a margin), ``"permutation"`` for the rest (``"percentile"`` with a margin, or where
            rows cannot be exchanged).

            - ``"delta"``: the paired t test of how much each row moves the two metrics (of clusters, where given);
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
            The greatest difference that does not matter, in units of the metric.
        alternative : {"two-sided", "non-inferiority", "equivalence"}
            What is to be shown: that A and B differ; that A is at most `margin` worse than B; that they differ by less
            than `margin` either way (two one-sided tests, Schuirmann 1987).
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
        accuracy of A less that of B: 0.950 - 0.800 = 0.150, 95 % interval 0.056 to 0.249, p = 0.0027 (mcnemar, n = 100)
        """
        metric, times = cast("Metric", self), None
        if names is None:
            names = names_of_columns((*data[1:], *(options[name] for name in ("pred_a", "pred_b") if name in options)))
        if "data" in options:
            from concordant.metrics._object.columns_by_name import columns_by_name

            data, cluster, times = columns_by_name(metric, data, cluster, options)
        how: Any = {"names": names, "level": level, "margin": margin, "alternative": alternative, "adjust": adjust}
        if metric.of_raters:
            found: Comparison | Comparisons | None = compare_raters(
                metric, data, options, method, cluster=cluster, **how
            )
            if found is not None:
                return found
        first, more = data[:3], data[3:]
        y_true, *predictions = data_of(f"{metric.name}.compare", ("y_true", "pred_a", "pred_b"), first, options)
        check_asked(metric, "compare", options)
        from concordant.inference.comparisons.compare import compare

        how |= {"method": method, "cluster": cluster, "draws": draws, "seed": seed, "scheme": scheme}
        return compare(metric, y_true, (*predictions, *more), options, times=times, **how)

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
        alternative: Literal["two-sided", "non-inferiority", "equivalence"] = "two-sided",
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
        (0.433, 0.0013)
        """
        metric = cast("Metric", self)
        how: Any = {"names": names, "level": level, "margin": margin, "alternative": alternative, "adjust": adjust}
        if metric.of_raters:
            found: Comparison | Comparisons | None = compare_panels(metric, data_a, data_b, options, method, **how)
            if found is not None:
                return found
        check_asked(metric, "compare_independent", options)
        from concordant.inference.comparisons.compare_independent import compare_independent

        how |= {"method": method, "cluster": cluster, "draws": draws, "seed": seed, "scheme": scheme}
        return compare_independent(metric, data_a, data_b, options, **how)
