"""From the data of a call to differences, tests and records; methods by name; adjusted p-values."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, combinations, compress
from string import ascii_uppercase
from typing import Any, NamedTuple, get_args

import numpy as np

from concordant.errors import LengthError, OptionError
from concordant.inference.comparisons.diagnostics import diagnostics, diagnostics_per_value
from concordant.inference.comparisons.difference import (
    Bools,
    Claim,
    Difference,
    Terms,
    TestResult,
    UnpairedDifference,
    same,
    settled,
)
from concordant.inference.comparisons.paired_tests import (
    Drawn,
    delong_test,
    delta_test,
    drawn_test,
    is_auc,
    log_test,
    mover_test,
    of_labels,
    over_other_classes,
    score_test,
)
from concordant.inference.comparisons.permutation import permutation_test
from concordant.inference.comparisons.proportions import (
    McNemar,
    independent_shares,
    mcnemar_difference,
    miettinen_nurminen_test,
)
from concordant.inference.intervals.estimand import Estimand, check_drawing
from concordant.inference.intervals.records import no_comparison
from concordant.inference.method_names import Call, check_method, method_named
from concordant.inference.samples.gather import samples_of, split_options
from concordant.inference.samples.sample import Sample
from concordant.metrics.arithmetic import indices_of
from concordant.metrics.definition.facts import Ratio
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.options import with_clusters, with_other_rows
from concordant.result.comparisons import Comparison, Comparisons
from concordant.typing import Scheme

SAME = "the two are the same in every row"
_ALONE = 1 + 1e-8  # effective rows, where one row has all the weight but for what rounding takes


def compare(
    metric: Metric,
    truth: Any,
    predictions: Sequence[Any],
    options: Mapping[str, Any],
    *,
    names: Sequence[str] | None = None,
    method: str | None = None,
    cluster: Any = None,
    times: Any = None,
    **how: Any,
) -> Comparison | Comparisons:
    """What `Metric.compare` does; `times`: how many rows each row stands for, None: one; `how`: see below."""
    check_comparison(metric, method, "compare")
    called = model_names(names, len(predictions))
    reading, chosen = split_options(metric, options)
    reading |= {"cluster": cluster} if times is None else {"cluster": cluster, "times": times}
    columns = [f"pred_{name.lower().replace('model ', '')}" for name in called] if names is None else list(called)
    samples = samples_of(metric, truth, predictions, columns, reading, chosen)  # columns: as error messages call them
    return compare_samples(metric, samples, chosen, names=called, method=method, **how)


def check_comparison(metric: Metric, method: str | None, call: Call) -> None:
    """Raise for a metric that is no number, and for a method that no comparison has."""
    if metric.facts.instead is not None:
        raise no_comparison(metric)
    check_method(method, call, metric.facts.input)


def compare_samples(
    metric: Metric,
    samples: Sequence[Sample],
    options: Mapping[str, Any],
    *,
    names: Sequence[str],
    method: str | None = None,
    paired: bool = True,
    draws: int = 2000,
    seed: int = 0,
    scheme: Scheme = "rows",
    **terms: Any,
) -> Comparison | Comparisons:
    """
    Compare samples, one a model, of the same rows or (not `paired`) of rows of their own.

    `options` are those of the formula, `terms` those of `Terms`.
    """
    request = Terms(**terms)
    claim, drawing = request.claim(metric), check_drawing(draws, seed, scheme)
    estimands = estimands_of(metric, samples, options, claim.coverage, drawing, paired=paired)
    pairs = zip(combinations(names, 2), combinations(estimands, 2), strict=True)
    per_pair = [compared_pair(called, a, b, claim, method, paired=paired) for called, (a, b) in pairs]
    comparisons = per_pair[0] if len(per_pair) == 1 else list(chain.from_iterable(per_pair))
    single = len(estimands) == 2 and estimands[0].value.ndim == 0
    return settled(metric.name, comparisons, request.adjust, single=single)


def estimands_of(
    metric: Metric,
    samples: Sequence[Sample],
    options: Mapping[str, Any],
    level: float,
    drawing: tuple[int, int, Scheme],
    *,
    paired: bool,
) -> list[Estimand]:
    """The estimand of each sample; of the same rows they see the same draws, of others each its own."""
    draws, seed, scheme = drawing
    seeds = [seed] * len(samples)
    if not paired:
        seeds = np.random.SeedSequence(seed).generate_state(len(samples), np.uint64).tolist()
    pairs = zip(samples, seeds, strict=True)
    return [Estimand(metric, options, sample, level, draws, own, scheme) for sample, own in pairs]


def model_names(names: Sequence[str] | None, models: int) -> tuple[str, ...]:
    """What models are called: A, B, C, ... unless the caller says."""
    if models < 2:
        raise OptionError(f"a comparison needs the predictions of two models or more, not of {models}.")
    if names is None:
        return tuple(ascii_uppercase[:models] if models <= 26 else (f"model {i + 1}" for i in range(models)))
    if isinstance(names, str) or len(names) != models or len(set(names)) != models:
        raise OptionError(f"names must be {models} different names, one each, not {names!r}.")
    return tuple(map(str, names))


def compared_pair(
    names: tuple[str, str], a: Estimand, b: Estimand, claim: Claim, method: str | None, *, paired: bool
) -> Sequence[Comparison]:
    """Compare two models on each value of the metric."""
    metric, sample = a.metric, a.sample
    if not paired and a.value.shape != b.value.shape:
        raise LengthError(
            f"the data of both must be of one kind, with as many labels a row: {metric.name} of the first has the "
            f"shape {a.value.shape}, of the second {b.value.shape}."
        )
    why = [f"{name}: {model.undefined}" for name, model in zip(names, (a, b), strict=True) if model.undefined]
    state = sample.state
    signature = metric.signature(state, **a.options)
    if not paired:
        signature = with_other_rows(signature, state, b.sample.state)
    if sample.atoms.clusters is not None:
        signature = with_clusters(signature, sample.atoms.clusters)
    request = ComparisonRequest(claim, method, names, signature, "; ".join(why) or None)
    classes = a.options.get("classes")
    first, second = (a, b) if classes is None else (a.of_every_class(), b.of_every_class())
    difference = (Difference if paired else UnpairedDifference)(first, second, a.level)
    if not a.value.ndim:
        return [answer(difference, request, metric.name)]
    labels = first.labels or range(len(first.value))
    found = answers_per_value(difference, request, lambda index: f"{metric.name} of {labels[index]!r}")
    return found if classes is None else [found[index] for index in indices_of(classes, labels)]


@dataclass(frozen=True, slots=True)
class ComparisonRequest:
    """
    How two models are compared, the same for each value.

    Attributes
    ----------
    claim : Claim
        What is to be shown.
    method : str or None
        The method; None for the default.
    names : tuple of str
        What the models are called.
    signature : str
        Each choice that moves the numbers.
    undefined : str or None
        Why the metric of a model has no value.
    """

    claim: Claim
    method: str | None
    names: tuple[str, str]
    signature: str
    undefined: str | None = None

    def records(self, difference: Difference, method: str) -> Records:
        """What the records of a difference, or of each of its values, have in common by this method."""
        signature = f"{self.signature}|{'paired' if difference.paired else 'unpaired'}:{method}"
        n, ends = difference.n, farthest_apart(difference.metric)
        return Records(self.claim, self.names, signature, difference.level, method, int(n) if n == int(n) else n, ends)


class Records(NamedTuple):
    """What comparisons have in common: what is to be shown, the models, how they were made; and ends of the limits."""

    claim: Claim
    names: tuple[str, str]
    signature: str
    level: float
    method: str
    n: float
    ends: tuple[float, float] = (-math.inf, math.inf)

    def make(
        self,
        metric: str,
        values: tuple[float, float],
        limits: tuple[float, float, float, float],
        reasons: Sequence[str],
    ) -> Comparison:
        """Make a record from two values, the limits with standard error and p-value, and reasons to doubt them."""
        low, high, se, p_value = limits
        claim, names = self.claim, self.names
        return Comparison(
            values[0] - values[1],
            max(low, self.ends[0]),
            min(high, self.ends[1]),
            se,
            p_value,
            self.level,
            self.method,
            self.n,
            values,
            names,
            metric,
            self.signature,
            "; ".join(dict.fromkeys(reasons)) or None,
            claim.margin,
            claim.alternative,
            claim.conclusion(p_value, names),
        )


def answer(difference: Difference, request: ComparisonRequest, metric: str) -> Comparison:
    """Test one difference, of what is called `metric`."""
    values = (float(difference.a.value), float(difference.b.value))
    reasons: list[str] = [] if request.undefined is None else [request.undefined]
    if math.isnan(difference.estimate):
        nan = float("nan")
        method = request.method or default_test(difference, margin=request.claim.margin is not None)
        test = TestResult(nan, nan, nan, nan, method)
        reasons = reasons or ["both are infinite" if all(map(math.isinf, values)) else "a value is undefined"]
    else:
        test, why = _tested(difference, request.claim, request.method)
        reasons += [*why, *(test.reasons if test.doubtful is None or test.doubtful.any() else ())]
        reasons += diagnostics(difference, test.method) if SAME not in why else ()
    low, high, se, p_value = map(float, (test.low, test.high, test.se, request.claim.p_value(test)))
    return request.records(difference, test.method).make(metric, values, (low, high, se, p_value), reasons)


def _tested(difference: Difference, claim: Claim, method: str | None) -> tuple[TestResult, list[str]]:
    """Apply the method; where it has no answer, say why, and by default exchange rows."""
    if method in ("permutation", "log") and claim.margin is not None:
        msg = f'method="{method}" tests only the hypothesis of no difference; with margin= take "delta" or "bca".'
        raise OptionError(msg)
    if method is None:
        test = METHODS[default_test(difference, margin=claim.margin is not None)](difference)
    else:
        test = method_named(METHODS, method)(difference)
    why: list[str] = []
    can_exchange = claim.margin is None and difference.paired and difference.a.sample.can_join
    if same(difference):
        why.append(SAME)
        test = replace(test, p_value=1.0)
    elif math.isnan(test.p_value) and method is None and can_exchange:  # no standard error although the two differ
        why.append(f'the {test.method} test cannot be computed here; method="permutation" is used instead')
        test = replace(permutation_test(difference), low=test.low, high=test.high, se=test.se)  # it is for p alone
    if math.isnan(test.p_value):
        why.append(f'no p-value by method="{test.method}": {unmoved(difference)}')
    if math.isnan(test.low) or test.low == test.high:
        why.append(f"no interval: {unmoved(difference)}")
        test = replace(test, low=float("nan"), high=float("nan"))
    elif claim.margin is not None and test.tails is None:
        why.append("the margin cannot be tested")
    return test, why


def unmoved(difference: Difference) -> str:
    """Say why the difference has no error that floats can tell."""
    estimands = (difference.a,) if difference.paired else (difference.a, difference.b)
    if any(len(estimand.atoms) > 1 and estimand.atoms.effective < _ALONE for estimand in estimands):
        return "one row outweighs all others beyond the digits of floats"
    if difference.influences is not None and np.all(difference.se > 0):
        return "the rows do not tell how much the difference varies"
    return "nothing moves the difference"


def farthest_apart(metric: Metric) -> tuple[float, float]:
    """How far apart two values of the metric can lie: limits beyond that are cut off."""
    low, high = metric.facts.range or (-math.inf, math.inf)
    return low - high, high - low


def default_test(difference: Difference, *, margin: bool) -> str:
    """
    Name the default: McNemar for shares of the same rows, Miettinen & Nurminen for those of others, DeLong for ROC AUC.

    Else it is the delta method where influences are known. On the scale of the metric that test is wrong at a margin
    near the end of the range: an AUC of 0.93 was shown to be at most 0.05 below one of 0.98, which it just is not, in
    13 of 100 samples of 50 rows. With a margin, and for independent rows, the limits of both are put together
    (``"mover"``). Of labels on the same rows it counts rows that the sample lacks (``"score"``), with a margin too: a
    model that is worse by just the margin was called not inferior as often as by ``"mover"`` or less, in up to 9.5 % of
    200 samples of 200 or 400 rows with 5 or 10 % positives, where that did so in up to 11.5 % (with more than half of
    the rows alike in 17.5 and 24.5).
    Of ratios without an upper end the test is that of their logarithms: of the odds ratios of two equally good models
    it calls one better in 3.7 to 5.5 % of samples of 300 rows, and that of their difference in 0 to 1.1 %.
    Others (metrics that are read off at one place of a curve) jump where rows are drawn twice: in samples of 50 rows,
    without a difference, percentile limits of the Kolmogorov-Smirnov statistic reject in 2 % and BCa limits in 10 %
    of them, exchanged rows in 4 %.
    """
    if difference.paired:
        if difference.discordance is not None:
            return "mcnemar"
    elif independent_shares(difference) is not None:
        return "miettinen-nurminen"
    if difference.influences is not None and not over_other_classes(difference):
        if isinstance(difference.a.metric.trait, Ratio) and not margin:
            return "log"
        if difference.paired and of_labels(difference):
            return "score"
        if (margin or not difference.paired) and np.isfinite(farthest_apart(difference.metric)).all():
            return "mover"
        return "delong" if is_auc(difference) else "delta"
    can_exchange = difference.paired and not margin and difference.a.sample.can_join
    return "permutation" if can_exchange and difference.influences is None else "percentile"


METHODS: dict[str, Callable[[Difference], TestResult]] = {
    "score": score_test,
    "delta": delta_test,
    "log": log_test,
    "mover": mover_test,
    "delong": delong_test,
    "miettinen-nurminen": miettinen_nurminen_test,
    **{name: partial(mcnemar_difference, method=name) for name in get_args(McNemar)},
    "permutation": permutation_test,
    "bootstrap": partial(drawn_test, kind="percentile"),
    **{kind: partial(drawn_test, kind=kind) for kind in get_args(Drawn)},
}


def answers_per_value(
    difference: Difference, request: ComparisonRequest, called: Callable[[int], str]
) -> Sequence[Comparison]:
    """
    `answer` for each value of a difference of several; `called` names the metric of a value.

    All at once, but for values whose test has no answer. One after the other where the values are not of one class
    each, the method has no test of all classes, or there is a margin.
    """

    def alone(index: int) -> Comparison:
        return answer(difference.of_value(index), request, called(index))

    size, defined = len(difference.value), np.isfinite(difference.value)
    same = tests = None
    if difference.paired and request.claim.margin is None and defined.any():
        method = default_test(difference.of_value(0), margin=False) if request.method is None else request.method
        if method in _OF_ALL_CLASSES:
            same = difference.same_per_class
            tests = None if same is None else METHODS[method](difference)
    if same is None or tests is None:
        return [alone(index) for index in range(size)]
    has_limits, p_value = tests.low < tests.high, np.where(same, 1.0, tests.p_value)
    answered = defined & (same | (has_limits & np.isfinite(p_value)))
    least, most = farthest_apart(difference.metric)
    low = np.where(has_limits, np.maximum(tests.low, least), np.nan)
    high = np.where(has_limits, np.minimum(tests.high, most), np.nan)
    reasons, records = Reasons(difference, request, tests, same), request.records(difference, tests.method)
    first, second, se = difference.a.value, difference.b.value, tests.se

    def together(index: int) -> Comparison:
        values = float(first[index]), float(second[index])
        limits = float(low[index]), float(high[index]), float(se[index]), float(p_value[index])
        return records.make(called(index), values, limits, reasons.of(index))

    return [together(index) if answered[index] else alone(index) for index in range(size)]


_OF_ALL_CLASSES = {"score", "delta", *get_args(McNemar)}  # methods that test all classes at once


class Reasons:
    """The reasons to doubt each of several values, in the order in which `answer` gives them."""

    def __init__(self, difference: Difference, request: ComparisonRequest, tests: TestResult, same: Bools) -> None:
        self._shared = () if request.undefined is None else (request.undefined,)
        self._own: dict[int, list[str]] = defaultdict(list)
        for index in np.flatnonzero(same).tolist():
            self._own[index].append(SAME)
            if not tests.low[index] < tests.high[index]:
                self._own[index].append(f"no interval: {unmoved(difference)}")
        for index in [] if tests.doubtful is None else np.flatnonzero(tests.doubtful).tolist():
            self._own[index] += tests.reasons
        for indices, sentences in diagnostics_per_value(difference, tests.method):
            differ = ~same[indices]
            for index, sentence in zip(indices[differ].tolist(), compress(sentences, differ), strict=True):
                self._own[index].append(sentence)

    def of(self, index: int) -> list[str]:
        """Those of one value."""
        return [*self._shared, *self._own.get(index, ())]
