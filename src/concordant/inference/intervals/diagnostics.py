"""Reasons to doubt an interval."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.inference.influence.influences import Influences, influential_rows, ratio_or_zero, skewness
from concordant.inference.intervals.auc import positives_per_value
from concordant.inference.intervals.estimand import Estimand, Estimate
from concordant.inference.intervals.information import unbiased
from concordant.inference.quantiles import SCALES
from concordant.inference.samples.cells import CellSample
from concordant.inference.samples.panels import PanelSample
from concordant.inference.samples.rows import MomentSample, SummarySample
from concordant.inference.samples.sample import Atoms, Clusters
from concordant.inference.samples.scores import ScoreSample
from concordant.metrics.definition.facts import CalibrationError, Information, InformationShare, NetBenefit, OfMargins
from concordant.result.wording import few_of
from concordant.states import Curve, CurveStack
from concordant.typing import FloatArray

_FEW = 10  # rows of a class
_FEW_RANKED = 15  # of a class whose rows are ranked
_FEW_RETRIEVED = 25  # of a class, for score limits of precisions
_FEW_IN_REGION = 20  # positive rows in a part of the ROC curve
_FEWEST, _SOME, _SKEWED = 3, 12, 0.3  # rows that the value rests on, and its skewness: see docs/coverage.md
FEW_DEGREES = 4  # of freedom, of rows in clusters: see docs/coverage.md
_UNEQUAL, _APART = 0.7, 2.0  # sizes of clusters, in their mean; the mean over clusters, in standard errors
_FEW_FOR_A_MEAN = 30  # of a quantity of unknown shape
_FEW_WEIGHTED = 50  # rows that weighted ones are worth: their variance is an estimate as well
_BIASED, _HIGH = 0.25, 0.4  # standard errors
_FEW_FOR_A_BIAS = 200  # that of an entropy, which is about as large as its error in fewer rows
_SEVERAL_LABELS = 3  # with equal margins
_CONFUSED = 0.5  # of the labels that are ever confused
_CLOSE = 1.5  # standard errors of the difference of two margins
_ENOUGH = 50  # positive rows that would go with the negative ones at a set prevalence
# Methods that few rows do not mislead.
_OF_SMALL_SAMPLES = {"wilson", "exact", "agresti-coull", "jeffreys", "pairs", "score"}


def diagnostics(estimand: Estimand, method: str) -> Iterator[str]:
    """Yield a sentence for each doubt in limits that were made by `method`."""
    atoms = estimand.sample.atoms
    if atoms.clusters is not None and atoms.total:
        yield from few_degrees(estimand)
        yield from _informative_sizes(estimand)
    if isinstance(estimand.sample, SummarySample) and atoms.total != atoms.total_squares:
        yield "of weighted rows moments tell the sum of the squared weights, not to which losses they belong"
    if np.isnan(estimand.value).any():
        return
    trait, sample = estimand.metric.trait, estimand.sample
    if isinstance(sample, ScoreSample):
        yield from few_negatives(estimand, sample)
        yield from _high_by_chance(estimand)
    if atoms.clusters is None and not (method == "score" and isinstance(sample, CellSample | PanelSample)):
        yield from few_for_weights(atoms)
    if method == "score" and isinstance(trait, (Information, InformationShare)):
        yield "chance makes an entropy too large, which these limits do not know"
    if method == "score" and isinstance(sample, ScoreSample):
        if not isinstance(trait, NetBenefit):  # a share of all rows
            of_precisions = estimand.metric.facts.denominators == "columns"
            yield from few_ranked(estimand, sample, _FEW_RETRIEVED if of_precisions else _FEW)
    elif method not in _OF_SMALL_SAMPLES:
        yield from _of_errors(estimand, method)


def few_degrees(estimate: Estimate) -> Iterator[str]:
    """Say so where few clusters, or few that count, tell how much they vary: of the value with the fewest degrees."""
    clusters = estimate.atoms.clusters
    if clusters is not None:
        least = float(degrees_of_clusters(estimate, clusters).min(initial=clusters.size - 1.0))
        if least < FEW_DEGREES:
            yield few_left(clusters.size, least)


def degrees_of_clusters(estimate: Estimate, clusters: Clusters) -> FloatArray:
    """The degrees of freedom of each value; of one that does not vary, as of clusters of one size."""
    if estimate.influences is None or clusters.size < 2:
        return np.full(estimate.value.size, clusters.size - 1.0)
    return np.where(estimate.se > 0, np.asarray(estimate.degrees), clusters.size - 1.0).ravel()


def few_left(clusters: int, degrees: float, whose: str = "the") -> str:
    """Say how few degrees of freedom so many clusters leave."""
    many = f"{whose} {clusters} clusters leave" if clusters > 1 else "one cluster leaves"
    shown = f"{max(degrees, 0.0):.2g}"
    return f"{many} only {shown} degree{'s' * (shown != '1')} of freedom"


def _informative_sizes(estimand: Estimand) -> Iterator[str]:
    """
    Say so where clusters of another size have another value, and sizes differ much.

    Few large clusters then decide, which a sample may lack. The test is the paired t test of the mean over clusters and
    that over rows, of influences (Hoffman, Sen & Weinberg 2001, Biometrika 88:1121, and Nevalainen, Oja & Datta 2017,
    Statistics in Medicine 36:2630, who draw its null distribution); for its rates see docs/coverage.md.
    """
    clusters, psi = estimand.atoms.clusters, estimand.influences
    if clusters is None or clusters.size < 2 or psi is None or psi.size > 1 or not estimand.se > 0:
        return
    sizes: FloatArray = np.bincount(clusters.code, clusters.weight, clusters.size).astype(np.float64)
    means = ratio_or_zero(clusters.sums(psi.written().reshape(-1, 1))[:, 0], sizes)
    apart = means * (1 - sizes / sizes.mean())  # of the mean over clusters from that over rows
    error = apart.std(ddof=1) / np.sqrt(len(sizes))
    if sizes.std() > _UNEQUAL * sizes.mean() and abs(apart.mean()) > _APART * error:
        alike = np.bincount(clusters.unit, ratio_or_zero(clusters.weight, sizes[clusters.code]), len(estimand.atoms))
        alone = estimand.under(alike[None].astype(np.float64)).item()
        yield (
            "large clusters differ from small ones, and few of them decide; where clusters count alike "
            f"(sample_weight=1 / size) the value is {alone:.3g}"
        )


def _high_by_chance(estimand: Estimand) -> Iterator[str]:
    """
    Say so where chance makes an average of precisions too high.

    Of n rows in random order it is above the share of positives by about ``(1 - share) (H_n - 1) / (n - 1)`` with the
    harmonic number H_n; a better order leaves less room above it. A mean over classes has that bias, and less error.
    """
    facts = estimand.metric.facts
    if facts.denominators != "columns" or facts.range != (0, 1) or (n := estimand.atoms.effective) < 2:
        return
    bias = (1 - estimand.value) * (np.log(n) + np.euler_gamma - 1) / (n - 1)
    with np.errstate(invalid="ignore", divide="ignore"):
        errors = float(np.nanmax(np.where(estimand.se > 0, bias / estimand.se, 0.0), initial=0.0))
    if errors > _HIGH:
        yield f"chance makes average precisions too high, by up to {errors:.1g} standard errors here"


def value_outside(value: Any, low: Any, high: Any, method: str) -> Iterator[str]:
    """Say so where limits do not hold the value, by more than rounding: published limits stay what they are."""
    slack = 1e-9 * np.clip(np.abs(value), 1, 1e300)
    if ((low > value + slack) | (high < value - slack)).any():
        yield f"the {method} limits leave out the value itself"


def few_for_weights(atoms: Atoms) -> Iterator[str]:
    """Say so where the weights of rows leave few that count."""
    if atoms.total != atoms.total_squares and atoms.effective < _FEW_WEIGHTED:
        yield f"the weighted rows are worth only {atoms.effective:.3g} unweighted ones"


def _of_errors(estimand: Estimand, method: str) -> Iterator[str]:
    """Doubts in limits that are made of a standard error or of draws."""
    atoms = estimand.sample.atoms
    if estimand.metric.facts.interval == "optimism" and method != "optimism":
        yield "the value is the greatest over all thresholds, and too high in resampled rows"
    if isinstance(estimand.metric.trait, CalibrationError) and method in ("percentile", "basic", "bca"):
        yield "resampled rows have a larger error than the rows, so such limits are too high"
    moments = isinstance(estimand.sample, (MomentSample, SummarySample))
    if method in ("t", "log") and moments and round(atoms.effective, 9) < _FEW_FOR_A_MEAN:  # stand-ins share weights
        yield f"only {few_of(atoms.effective, 'row')}"
    if method in ("normal", "miller-madow", "zahl"):
        yield from _bias(estimand, method)
    if isinstance(estimand.sample, CellSample) and isinstance(estimand.metric.trait, OfMargins):
        yield from equal_margins(estimand.sample)
    if isinstance(estimand.sample, CellSample) and estimand.metric.facts.denominators != "table":
        rows = estimand.rows_of_classes
        if rows is None or estimand.denominators != "rows":
            rows = estimand.sample.rows_of_labels(estimand.sample.codes[0])[estimand.chosen_labels[1]]
        few = rows[(rows > 0) & (rows < _FEW)]
        if len(few):
            yield f"a class has only {few_of(float(few.min()), 'row')}, which may vary more than it shows"
            return
    if not isinstance(estimand.sample, SummarySample):  # whose points are not rows
        yield from _few(estimand, method)


def _bias(estimand: Estimand, method: str) -> Iterator[str]:
    """Say so where chance makes a value, such as an entropy, too large by much of its own error."""
    atoms, of_entropy = estimand.sample.atoms, estimand.metric.facts.interval in ("miller-madow", "zahl")
    if of_entropy and atoms.clusters is not None:
        yield "an entropy of rows in clusters is biased by as much as the clusters are alike"
    elif of_entropy and atoms.effective < _FEW_FOR_A_BIAS:
        yield f"{atoms.effective:.3g} rows are few for an entropy, which is biased by chance"
    else:
        with np.errstate(invalid="ignore", divide="ignore"):
            if method == "normal":
                drawn = estimand.drawn.reshape(len(estimand.drawn), -1)
                bias = np.abs(np.nanmean(drawn, 0) - estimand.value.ravel()) / np.nanstd(drawn, 0)
            else:
                bias = np.where(estimand.se > 0, np.abs(known_bias(estimand)) / estimand.se, 0.0)
        if np.nanmax(bias, initial=0.0) > _BIASED:
            yield f"chance makes the value too large by {np.nanmax(bias):.1g} of its standard errors"
        elif method == "miller-madow":
            yield from _unseen_pairs(estimand)


def known_bias(estimand: Estimand) -> FloatArray:
    """By how much chance makes an information, or a share of an entropy, too large."""
    return np.asarray(estimand.value - unbiased(estimand).value)


def _unseen_pairs(estimand: Estimand) -> Iterator[str]:
    """
    Say so where pairs of labels that did not occur may count: the formula of the bias knows those that did.

    They hold about as large a share of all rows as the pairs of one row do (Good 1953, Biometrika 40:237), and each
    row of theirs takes about one nat from the value.
    """
    sample = estimand.sample
    if not isinstance(sample, CellSample):
        return
    rows = np.bincount(np.unique(sample.cell, return_inverse=True)[1], sample.atoms.weight)
    alone = int((rows == 1).sum())
    if alone / estimand.n > _BIASED * float(estimand.se):
        occur = "pair of labels occurs" if alone == 1 else "pairs of labels occur"
        yield f"{alone} {occur} once, so others may be unseen, which makes the value too large"


def _few(estimand: Estimand, method: str) -> Iterator[str]:
    """Say so where few rows decide, or where they make the value skewed on the scale of its limits."""
    sample = estimand.sample
    if isinstance(sample, ScoreSample) and estimand.output is None:
        rare = list(few_ranked(estimand, sample, _FEW_RANKED))
        if rare:
            yield from rare
            return
    if estimand.influences is None or sample.atoms.clusters is not None:
        return
    defined = np.isfinite(estimand.value)
    rows = influential_rows(sample.atoms, estimand.influences)[defined].min(initial=np.inf)
    carry = "about 1 row carries" if rows < 1.5 else f"about {rows:.0f} rows carry"
    if 0 < rows < _FEWEST:
        yield f"the value rests on few rows: {carry} most of its standard error"
    elif rows < _SOME and _skewness(estimand, estimand.influences, defined, method) > _SKEWED:
        yield f"the value is skewed and rests on few rows: {carry} most of its standard error"


def few_ranked(
    estimand: Estimand, sample: ScoreSample, least: int, least_in_region: int = _FEW_IN_REGION
) -> Iterator[str]:
    """Say so of a class with few rows, or of few positive ones that a partial area is about: a range of recalls."""
    (count, which), region = sample.rarest(), estimand.options.get("tpr")
    if count < least:
        many = f"only {few_of(count, 'row')}" if count else "no row"
        yield f"{many} of y_true {'are' if count > 1 else 'is'} {which}"
    elif region is not None and (sides := positives_per_value(sample, len(sample.codes))) is not None:
        rows = min(map(sample.atoms.effective_of, sides)) * (region[1] - region[0])
        if rows < least_in_region:
            yield f"only about {rows:.3g} positive rows decide the part of the curve with tpr={tuple(region)}"


def _skewness(estimand: Estimand, influences: Influences, defined: npt.NDArray[np.bool_], method: str) -> float:
    """The skewness of the estimate on the scale of its limits, by the rows and the bend of the scale; the greatest."""
    of_rows = skewness(estimand.sample.atoms, influences).reshape(defined.shape)[defined]
    scale = SCALES.get(method)
    bend = 0.0 if scale is None else np.ravel(scale.bend(estimand.value, estimand.se)[defined])
    return float(np.nan_to_num(np.abs(of_rows + bend)).max(initial=0.0))


# Where the greatest possible kappa has a kink: labels that both raters use equally often.
#
# The least of two margins has two slopes there, and chance alone makes the margins of a sample differ, so that the
# value comes out too low. In the study of docs/coverage.md, tables of five and seven labels with equal margins held the
# value in 85 to 93 % of samples.


def equal_margins(sample: CellSample) -> Iterator[str]:
    """Say so if both raters use several labels as often as chance can tell, and at least half of those they confuse."""
    size = len(sample.state.labels)
    confusing = sample.codes[0] != sample.codes[1]  # the others are in both margins
    first, second = (np.bincount(code, sample.atoms.weight, minlength=size) for code in sample.codes)
    of_first, of_second = (np.bincount(code, sample.atoms.squares * confusing, minlength=size) for code in sample.codes)
    variance = of_first + of_second  # of the difference
    confused = variance > 0
    alike = confused & (np.abs(first - second) < _CLOSE * np.sqrt(variance))
    if alike.sum() >= max(_SEVERAL_LABELS, _CONFUSED * confused.sum()):
        yield f"both raters use {alike.sum()} labels about equally often, where the greatest kappa has a kink"


# Doubt the top of a ranking at a prevalence that is much lower than that of the rows.
#
# A positive row that scores above all n negative ones has the precision 1, whatever the prevalence: n rows cannot tell
# a false positive rate below 1 / n. In the population n negatives go with ``m = n pi / (1 - pi)`` positives. Where m is
# small, a single negative row outweighs many positive ones, the value is too high on average, and no interval of these
# rows is wide enough. Of normal scores with an AUC of 0.76 and 0.92 and 20 to 100 positive rows, intervals of average
# precision with a nominal 95 % held the true value in 92 to 96 of 100 samples where m was 50 or more, in 88 to 93 with
# m = 20, in 83 to 87 with m = 11, in 70 to 83 with m = 5 and in 34 to 41 with m = 1 (2,000 samples of each of 36
# designs: benchmarks/coverage/target_prevalence.py).


def few_negatives(estimand: Estimand, sample: ScoreSample) -> Iterator[str]:
    """Say so where a metric of scores has too few negative rows for the prevalence: a set one, or that of weights."""
    prevalence = estimand.options.get("prevalence")
    if prevalence is not None and not isinstance(estimand.metric.trait, NetBenefit):
        yield from _unresolved_top(sample, sample.state.at_prevalence(prevalence), "at this prevalence")
    elif (
        estimand.metric.facts.denominators == "columns" and not sample.atoms.counted and isinstance(sample.state, Curve)
    ):
        yield from _unresolved_top(sample, sample.state, "with these weights")


def _unresolved_top(sample: ScoreSample, mixed: Any, where: str) -> Iterator[str]:
    """Say so where the negative rows of a mixture go with few positive ones."""
    several = isinstance(mixed, CurveStack)
    curve = sample.curves[0]
    weights = (mixed.curves[0] if several else mixed).weights.sum(0)
    shares = weights / weights.sum()
    rows = np.array([sample.atoms.effective_of(sample.codes[0] == code) for code in range(len(curve.classes))])
    with np.errstate(divide="ignore", invalid="ignore"):
        squares = np.where(shares > 0, shares**2 / rows, 0.0)
        positives = shares * (1 - shares) / (squares.sum() - squares)  # n pi / (1 - pi), n by Kish's count
    if not several:
        positives, shares = positives[1:], shares[1:]
    least = float(np.nanmin(positives[shares > 0], initial=np.inf))
    if least < _ENOUGH:
        yield (
            f"{where} the negative rows go with only {least:.2g} positive ones, too few to tell the top of the "
            "ranking: the value itself tends to be too high"
        )
