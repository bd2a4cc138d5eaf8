"""delta, t, normal theory, information."""

from __future__ import annotations

import math

import numpy as np

from concordant.errors import OptionError
from concordant.inference.intervals.estimand import Estimand, Limits
from concordant.inference.quantiles import SCALES, scale_of_range, two_sided, two_sided_each
from concordant.inference.samples.scores import ScoreSample
from concordant.metrics.definition.facts import Correlation, FittedLine
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.registry import listed
from concordant.states import Curve, Moments

# Limits from a standard error, on the scale of the metric or another.


def delta_limits(estimand: Estimand, *, scale: str) -> Limits:
    """
    ``g^-1(g(value) +- z se g'(value))`` for the scale g: the value itself, Fisher's z, logit or logarithm.

    NaN where the value is at an end of the scale or its standard error is zero: there is no symmetric interval there.
    """
    _require_influences(estimand, scale)
    z = two_sided_each(estimand.level, estimand.degrees)
    low, high = SCALES[scale].limits(estimand.value, estimand.se, z)
    return Limits(low, high, estimand.se, scale)


def _require_influences(estimand: Estimand, method: str) -> None:
    if estimand.influences is None:
        raise OptionError(
            f'method="{method}" needs the influence of each row, which is not known for {estimand.metric.name}; '
            'take method="bca", "percentile" or "basic".'
        )


def scale_of(metric: Metric) -> str:
    """The scale of the limits: the one that a metric of raters names, else the one that fits its range."""
    return scale_of_range(metric.facts.range) if metric.panel is None else metric.panel.limits


def t_limits(estimand: Estimand) -> Limits:
    """
    ``value +- t_{n-1} se`` with ``se^2 = n / (n - 1) sum of (w psi)^2 / (sum w)^2`` over n rows.

    Of the mean of a loss this is ``sd / sqrt(n)``. Weighted rows count as Kish's ``n = (sum w)^2 / sum w^2`` of them,
    and clusters, whose rows are added first, take the place of rows. It is the interval to the paired t test of
    `compare`.
    """
    _require_influences(estimand, "t")
    atoms = estimand.sample.atoms
    size = atoms.effective if atoms.clusters is None else float(atoms.clusters.size)
    if size <= 1 + 1e-9:
        nan = np.full(estimand.value.shape, np.nan)
        return Limits(nan, nan, nan, "t", ('no interval by method="t": one row does not tell how much rows differ',))
    correction = math.sqrt(size / (size - 1)) if atoms.clusters is None else 1.0  # clusters have it already
    se = estimand.se * correction
    degrees = np.asarray(size - 1) if estimand.degrees is None else estimand.degrees
    half = np.where(se > 0, two_sided_each(estimand.level, degrees) * se, np.nan)
    return Limits(estimand.value - half, estimand.value + half, se, "t")


def information_limits(estimand: Estimand) -> Limits:
    """Value +- z standard errors from the inverse of the information, which takes the fitted line for true."""
    sample, line = estimand.sample, estimand.metric.trait
    if not isinstance(line, FittedLine) or not isinstance(sample, ScoreSample) or not isinstance(sample.state, Curve):
        metrics = listed(lambda metric: isinstance(metric.trait, FittedLine))
        msg = f'method="information" is for {metrics} of one column of probabilities; take "delta" or "bca".'
        raise OptionError(msg)
    if sample.atoms.clusters is not None or not sample.atoms.counted:
        raise OptionError('method="information" takes independent rows without weights; take "delta" or "bca".')
    se = np.asarray(line.error(sample.state))
    half = two_sided(estimand.level) * se
    return Limits(estimand.value - half, estimand.value + half, se, "information")


def normal_theory_limits(estimand: Estimand, *, method: str) -> Limits:
    """``tanh(atanh(r) +- z se / (1 - r^2))`` with the standard error that the metric knows of normal ratings."""
    state, theory, value = estimand.sample.state, estimand.metric.trait, estimand.value
    if not isinstance(theory, Correlation) or theory.method != method or not isinstance(state, Moments):
        which = listed(lambda metric: isinstance(metric.trait, Correlation) and metric.trait.method == method)
        msg = f'method="{method}" is for {which}, not for {estimand.metric.name}; leave method out for its default.'
        raise OptionError(msg)
    if estimand.sample.atoms.clusters is not None or float(state.weight) != float(state.squares):
        msg = f'method="{method}" takes independent rows without weights; leave method out for its default.'
        raise OptionError(msg)
    if float(state.weight) <= theory.fewest:
        nothing = np.full(value.shape, np.nan)
        why = f'no interval by method="{method}": it takes more than {theory.fewest} rows'
        return Limits(nothing, nothing, nothing, method, (why,))
    with np.errstate(invalid="ignore", divide="ignore"):
        se = np.asarray(theory.error(state, value))
    low, high = SCALES["fisher"].limits(value, se, two_sided(estimand.level))
    return Limits(low, high, se, method)
