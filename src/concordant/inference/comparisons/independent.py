"""Two sets of rows that have nothing to do with each other."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence, Sized
from typing import Any

import numpy as np

from concordant.errors import InputTypeError, LengthError, OptionError
from concordant.inference.comparisons.compare import (
    METHODS,
    check_comparison,
    compare_samples,
    compared_pair,
    estimands_of,
    farthest_apart,
    model_names,
)
from concordant.inference.comparisons.difference import Terms, UnpairedDifference
from concordant.inference.intervals.estimand import check_drawing
from concordant.inference.quantiles import special
from concordant.inference.samples.gather import sample_of_state, samples_of, split_options
from concordant.inference.samples.sample import Sample
from concordant.metrics.definition.metric import Metric
from concordant.result.comparisons import Comparison, Comparisons, TableTest
from concordant.result.record import altered
from concordant.result.wording import quoted_list
from concordant.settings import without_warnings
from concordant.states import BucketCurve, Counts, Curve, Moments, SampleCounts
from concordant.states.curves import joined
from concordant.states.state import require_same_key

_STATES = (BucketCurve, Counts, Curve, Moments, SampleCounts)


def compare_independent(
    metric: Metric,
    data_a: Any,
    data_b: Any,
    options: Mapping[str, Any],
    *,
    names: Sequence[str] | None = None,
    method: str | None = None,
    cluster: Sequence[Any] | None = None,
    **how: Any,
) -> Comparison | Comparisons:
    """What `Metric.compare_independent` does; `how` as of `compare_samples`."""
    check_comparison(metric, method, "compare_independent")
    called = model_names(names, 2)
    reading, chosen = split_options(metric, options)
    samples = _samples(metric, (data_a, data_b), reading, cluster, chosen)
    return compare_samples(metric, samples, chosen, names=called, method=method, paired=False, **how)


def _samples(
    metric: Metric, data: tuple[Any, Any], reading: Mapping[str, Any], cluster: Any, chosen: Mapping[str, Any]
) -> list[Sample]:
    """A sample of each model; labels that only one of them uses are labels of both."""
    if all(isinstance(columns, _STATES) for columns in data):
        return _samples_of_states(metric, data, reading, cluster, chosen)
    weights = one_each(reading.get("sample_weight"), "sample_weight")
    clusters = one_each(cluster, "cluster")
    for columns in data:
        if not isinstance(columns, Sized) or isinstance(columns, _STATES):
            pair, kind = ", ".join(metric.data), type(columns).__name__
            raise InputTypeError(f"the data of each are a pair ({pair}), or both are states; one of them is of {kind}.")
        if len(columns) != len(metric.data) or hasattr(columns, "shape"):
            raise LengthError(f"the data of each model are a pair ({', '.join(metric.data)}).")
    rest = {name: value for name, value in reading.items() if name != "sample_weight"}

    def gathered(more: Mapping[str, Any]) -> list[Sample]:
        samples = []
        for (truth, *predictions), weight, groups in zip(data, weights, clusters, strict=True):
            own: dict[str, Any] = {**rest, **more, "cluster": groups}
            if weight is not None:
                own["sample_weight"] = weight
            samples += samples_of(metric, truth, predictions, metric.data[1:], own, chosen)
        return samples

    samples = gathered({})
    labels = [getattr(sample.state, "labels", None) for sample in samples]
    if labels[0] == labels[1] or rest.get("labels") is not None:
        return samples
    union = set(labels[0] or ()) | set(labels[1] or ())
    if not all(isinstance(label, (int, float)) for label in union):
        raise OptionError(
            f"the labels of both samples must be the same; declare them: labels=[...], not {labels[0]} and {labels[1]}."
        )
    return gathered({"labels": sorted(union)})


def _samples_of_states(
    metric: Metric, states: Sequence[Any], reading: Mapping[str, Any], cluster: Any, chosen: Mapping[str, Any]
) -> list[Sample]:
    """A sample of each of two states, which hold their labels and weights."""
    refused = [*reading, *(["cluster"] if cluster is not None else [])]
    if refused:
        raise OptionError(f"{refused[0]}= is for columns of rows, and these are states: give it where they are made.")
    if any(isinstance(state, BucketCurve) for state in states):
        raise OptionError(
            "scores in buckets leave open how rows lie within them: of exact scores (Curve) two states are compared "
            f"here; {metric.name}.interval_of(state) has the limits of each."
        )
    first, second = states
    if type(first) is not type(second):
        msg = f"the states of both must be of one kind, not {type(first).__name__} and {type(second).__name__}."
        raise InputTypeError(msg)
    require_same_key(type(first).__name__, first.key, second.key, "compare")
    metric.check(first, dict(chosen))
    return [sample_of_state(metric, state) for state in states]


def one_each(pair: Any, name: str) -> tuple[Any, Any]:
    """Return an option of each of the two sets of rows; None for both where there is none."""
    if pair is None:
        return None, None
    if not isinstance(pair, (tuple, list)) or len(pair) != 2:
        raise OptionError(f"{name} must be a pair, one for each model, as their rows are not the same.")
    return pair[0], pair[1]


def compare_independent_states(
    metric: Metric,
    state_a: Any,
    state_b: Any,
    options: Mapping[str, Any],
    *,
    samples: Sequence[Sample] | None = None,
    names: tuple[str, str] = ("A", "B"),
    level: float = 0.95,
    method: str | None = None,
) -> Comparison:
    """
    Compare a metric on two states whose rows are independent of each other.

    Parameters
    ----------
    metric : Metric
        One value a state.
    state_a, state_b : Counts, Curve, BucketCurve or Moments
        Of unweighted rows. Of scores in buckets the limits are widened by what the buckets leave open, and the p-value
        is that of the difference nearest to none.
    options : mapping
        Those of the formula.
    samples : sequence of Sample, optional
        Those of the states, where more is known of their rows, such as their clusters.
    names : tuple of str
        What the two are called.
    level : float
    method : str, optional
        As in `Metric.compare_independent`.

    Returns
    -------
    Comparison

    Raises
    ------
    OptionError
        If the metric has several values, or the states do not tell how much their rows vary.
    """
    check_comparison(metric, method, "compare_independent")
    claim = Terms(level=level).claim(metric)
    if samples is None:
        samples = [sample_of_state(metric, _tied(metric, state)) for state in (state_a, state_b)]
    first, second = estimands_of(metric, samples, options, claim.coverage, check_drawing(), paired=False)
    if first.value.ndim or second.value.ndim:
        raise OptionError(f"{metric.name} has several values here, and one is compared: choose an average.")
    (comparison,) = compared_pair(names, first, second, claim, method, paired=False)
    (below_a, above_a), (below_b, above_b) = (_slack(metric, state, options) for state in (state_a, state_b))
    if not (below_a or above_a or below_b or above_b):
        return comparison
    return _widened(comparison, UnpairedDifference(first, second, claim.coverage), below_a + above_b, above_a + below_b)


def _tied(metric: Metric, state: Any) -> Any:
    """The state with ties in its buckets, and no more of these than tell its standard error."""
    tied = metric.with_ties(state)
    return joined(tied) if isinstance(state, BucketCurve) else tied


def _slack(metric: Metric, state: Any, options: Mapping[str, Any]) -> tuple[float, float]:
    """By how much the value of the rows can lie below and above that of the ties in their buckets."""
    if not isinstance(state, BucketCurve) or metric.facts.dominance is None:
        return 0.0, 0.0
    with without_warnings():
        bounds = metric.quiet_bounds_of(state, options)
    if math.isnan(bounds.value):
        return 0.0, 0.0
    return bounds.value - bounds.low, bounds.high - bounds.value


def _widened(comparison: Comparison, difference: UnpairedDifference, below: float, above: float) -> Comparison:
    """The difference may be lower by `below` and higher by `above`: let limits and p-value hold for all of that."""
    estimate, p_value = comparison.difference, comparison.p_value
    if not math.isnan(p_value):
        tails = METHODS[comparison.method](difference).tails
        if estimate - below <= 0 <= estimate + above:
            p_value = 1.0
        elif tails is not None:
            p_value = min(1.0, 2 * (tails(below)[0] if estimate > 0 else tails(-above)[1]))
        elif comparison.se > 0:
            nearest = abs(estimate) - (below if estimate > 0 else above)
            p_value = max(p_value, math.erfc(nearest / comparison.se / math.sqrt(2)))
    least, most = farthest_apart(difference.metric)
    low, high = max(comparison.low - below, least), min(comparison.high + above, most)
    return altered(comparison, low=low, high=high, p_value=p_value, signature=f"{comparison.signature}|certified")


def interaction_test(comparisons: Iterable[Comparison] | Mapping[Any, Comparison]) -> TableTest:
    """
    Test whether the difference of two models is the same in several subgroups.

    Cochran's Q: the sum of ``(difference - mean)^2 / se^2`` over the subgroups, where the mean has the weights
    ``1 / se^2``; chi-square with one degree of freedom less than there are subgroups. Of two subgroups it is the square
    of ``z = (d1 - d2) / sqrt(se1^2 + se2^2)`` (Altman & Bland 2003, BMJ 326:219).

    Parameters
    ----------
    comparisons : iterable of Comparison, or mapping of the names of subgroups to them
        What ``metric.compare`` gave in each subgroup; subgroups have different rows, and no cluster has rows in two.
        Those without a standard error are left out.

    Returns
    -------
    TableTest
        With a reason where subgroups are left out, or a comparison is in doubt: one standard error that is far too
        small decides the test. Without a p-value where fewer than two subgroups have a standard error.

    Notes
    -----
    That the difference is significant in one subgroup and not in another does not show that it differs between them;
    this test does. It is one for many rows: with few in a subgroup the standard errors are not known well.

    References
    ----------
    Cochran 1954, The combination of estimates from different experiments, Biometrics 10:101.

    Examples
    --------
    >>> from concordant import accuracy
    >>> from concordant.inference import interaction_test
    >>> truth, new, old = [0, 1] * 60, [0, 1, 0, 1, 0, 0] * 20, [0, 1, 1, 0] * 30
    >>> pairs = [accuracy.compare(truth[rows], new[rows], old[rows]) for rows in (slice(50), slice(50, None))]
    >>> print(interaction_test(pairs))
    Cochran's Q (the difference is the same in all subgroups): statistic 0.040, 1 df, p = 0.84 (n = 120)
    """
    pairs = dict(comparisons if isinstance(comparisons, Mapping) else enumerate(comparisons))
    known = {name: pair for name, pair in pairs.items() if math.isfinite(pair.difference) and pair.se > 0}
    n, what = sum(pair.n for pair in pairs.values()), ("Cochran's Q", "the difference is the same in all subgroups")
    reasons = []
    for why, names in (
        ("left out, without a standard error", [name for name in pairs if name not in known]),
        ("with a standard error in doubt", [name for name, pair in known.items() if pair.reason is not None]),
    ):
        named = f" ({quoted_list(names)})" if isinstance(comparisons, Mapping) else ""
        reasons += [f"{why}: {len(names)} of {len(pairs)} subgroups{named}"] if names else []
    reason = "; ".join(reasons) or None
    if len(known) < 2:
        return TableTest(*what, math.nan, None, math.nan, n, "chi-square", reason or "there are not two subgroups")
    difference, weight = np.array([[pair.difference, pair.se**-2.0] for pair in known.values()]).T
    statistic = float(weight @ (difference - np.average(difference, weights=weight)) ** 2)
    df = len(known) - 1
    return TableTest(*what, statistic, df, float(special().chdtrc(df, statistic)), n, "chi-square", reason)
