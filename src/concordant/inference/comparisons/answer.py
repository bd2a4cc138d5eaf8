"""The answer of one comparison: a method is applied, and what it says becomes a record with its reasons to doubt."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from concordant.errors import OptionError
from concordant.inference.comparisons.comparison_doubts import doubts
from concordant.inference.comparisons.contrast import Claim, Contrast, Finding
from concordant.inference.comparisons.differing import same
from concordant.inference.comparisons.joined import can_join
from concordant.inference.comparisons.tests_by_name import default_test, method_named
from concordant.metrics.definition.metric import Metric
from concordant.result.comparisons import Comparison

SAME = "the two are the same in every row"
_ALONE = 1 + 1e-8  # effective rows, where one row has all the weight but for what rounding takes


@dataclass(frozen=True, slots=True)
class Asked:
    """
    What is asked of two models, whatever the value.

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

    def recorder(self, contrast: Contrast, method: str) -> Recorder:
        """Return what makes records of what this method finds in a contrast, or of each of its values."""
        claim, names, level, n = self.claim, self.names, contrast.level, contrast.n
        rows = int(n) if n == int(n) else n
        signature = f"{self.signature}|{'paired' if contrast.paired else 'unpaired'}:{method}"
        least, most = farthest_apart(contrast.metric)

        def record(
            metric: str, values: tuple[float, float], limits: tuple[float, float, float, float], reasons: Sequence[str]
        ) -> Comparison:
            low, high, se, p_value = limits
            return Comparison(
                values[0] - values[1],
                max(low, least),
                min(high, most),
                se,
                p_value,
                level,
                method,
                rows,
                values,
                names,
                metric,
                signature,
                "; ".join(dict.fromkeys(reasons)) if reasons else None,
                claim.margin,
                claim.alternative,
                claim.conclusion(p_value, names),
            )

        return record


# The name of a metric, its two values, the limits with standard error and p-value, and the reasons to doubt them.
Recorder = Callable[[str, tuple[float, float], tuple[float, float, float, float], Sequence[str]], Comparison]


def answer(contrast: Contrast, asked: Asked, metric: str) -> Comparison:
    """Test one difference, of what is called `metric`."""
    values = (float(contrast.a.value), float(contrast.b.value))
    reasons: list[str] = [] if asked.undefined is None else [asked.undefined]
    if math.isnan(contrast.difference):
        nan = float("nan")
        method = asked.method or default_test(contrast, margin=asked.claim.margin is not None)
        found = Finding(nan, nan, nan, nan, method)
        reasons = reasons or [_infinite(values)]
    else:
        found, why = _found(contrast, asked.claim, asked.method)
        reasons += [*why, *found.reasons]
        reasons += doubts(contrast) if SAME not in why else ()
    numbers = (found.low, found.high, found.se, asked.claim.p_value(found))
    return asked.recorder(contrast, found.method)(metric, values, numbers, reasons)


def _found(contrast: Contrast, claim: Claim, method: str | None) -> tuple[Finding, list[str]]:
    """Apply the method; where it has no answer, say why, and by default apply another."""
    if method in ("permutation", "log") and claim.margin is not None:
        msg = f'method="{method}" tests only the hypothesis of no difference; with margin= take "delta" or "bca".'
        raise OptionError(msg)
    name = default_test(contrast, margin=claim.margin is not None) if method is None else method
    found = method_named(name)(contrast)
    why: list[str] = []
    if same(contrast):
        why.append(SAME)
        found = replace(found, p_value=1.0)
    elif math.isnan(found.p_value) and method is None:
        found, why = _stand_in(contrast, claim, found)
    if math.isnan(found.p_value):
        why.append(f'no p-value by method="{found.method}": {unmoved(contrast)}')
    if math.isnan(found.low) or found.low == found.high:
        why.append(f"no interval: {unmoved(contrast)}")
        found = replace(found, low=float("nan"), high=float("nan"))
    elif claim.margin is not None and found.tails is None:
        why.append("the margin cannot be tested")
    return found, why


def unmoved(contrast: Contrast) -> str:
    """Say why the difference has no error that floats can tell."""
    sides = (contrast.a,) if contrast.paired else (contrast.a, contrast.b)
    if any(len(one.units) > 1 and one.units.effective < _ALONE for one in sides):
        return "one row outweighs all others beyond the digits of floats"
    return "nothing moves the difference"


def _stand_in(contrast: Contrast, claim: Claim, found: Finding) -> tuple[Finding, list[str]]:
    """Exchange rows where the standard error is zero although the two differ."""
    if claim.margin is not None or not contrast.paired or not can_join(contrast):
        return found, []
    second = method_named("permutation")(contrast)
    return second, [f'the {found.method} test cannot be computed here; method="permutation" is used instead']


def farthest_apart(metric: Metric) -> tuple[float, float]:
    """How far apart two values of the metric can lie: limits beyond that are cut off."""
    low, high = metric.facts.range or (-math.inf, math.inf)
    return low - high, high - low


def _infinite(values: tuple[float, float]) -> str:
    return "both are infinite" if all(map(math.isinf, values)) else "a value is undefined"
