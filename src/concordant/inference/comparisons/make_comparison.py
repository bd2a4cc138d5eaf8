"""Make a `Comparison` from two questions: by the default method or its substitute, with the reasons to doubt it."""

from __future__ import annotations

import math
from dataclasses import replace

from concordant.errors import OptionError
from concordant.inference.comparisons.claim import Claim
from concordant.inference.comparisons.comparison_doubts import doubts
from concordant.inference.comparisons.comparison_methods import default_test, method_named
from concordant.inference.comparisons.contrast import Contrast, Finding
from concordant.inference.comparisons.differing import same
from concordant.inference.comparisons.joined import can_join
from concordant.result.comparison import Comparison

_SAME = "the two are the same in every row"


def answer(
    contrast: Contrast,
    claim: Claim,
    method: str | None,
    *,
    names: tuple[str, str],
    metric: str,
    signature: str,
    undefined: str | None,
) -> Comparison:
    """Test one difference; `undefined` is why the metric of a model has no value."""
    values = (float(contrast.a.value), float(contrast.b.value))
    reasons: list[str] = [] if undefined is None else [undefined]
    if math.isnan(contrast.difference):
        nan = float("nan")
        found = Finding(nan, nan, nan, nan, method or default_test(contrast, margin=claim.margin is not None))
        reasons = reasons or [_infinite(values)]
    else:
        found, why = _found(contrast, claim, method)
        reasons += [*why, *found.reasons]
        reasons += doubts(contrast) if _SAME not in why else ()
    p_value = claim.p_value(found)
    low, high = _inside(contrast, found)
    n = contrast.n
    return Comparison(
        contrast.difference,
        low,
        high,
        found.se,
        p_value,
        contrast.level,
        found.method,
        int(n) if n == int(n) else n,
        values,
        names,
        metric,
        f"{signature}|{'paired' if contrast.paired else 'unpaired'}:{found.method}",
        "; ".join(dict.fromkeys(reasons)) or None,
        claim.margin,
        claim.alternative,
        claim.conclusion(p_value, names),
    )


def _found(contrast: Contrast, claim: Claim, method: str | None) -> tuple[Finding, list[str]]:
    """Apply the method; where it has no answer, say why, and by default apply another."""
    if method in ("permutation", "log") and claim.margin is not None:
        msg = f'method="{method}" tests only the hypothesis of no difference; with margin= take "delta" or "bca".'
        raise OptionError(msg)
    name = default_test(contrast, margin=claim.margin is not None) if method is None else method
    found = method_named(name)(contrast)
    why: list[str] = []
    if same(contrast):
        why.append(_SAME)
        found = replace(found, p_value=1.0)
    elif math.isnan(found.p_value) and method is None:
        found, why = _stand_in(contrast, claim, found)
    if math.isnan(found.p_value):
        why.append(f'no p-value by method="{found.method}": nothing moves the difference')
    if math.isnan(found.low) or found.low == found.high:
        why.append("no interval: nothing moves the difference")
        found = replace(found, low=float("nan"), high=float("nan"))
    elif claim.margin is not None and found.tails is None:
        why.append("the margin cannot be tested")
    return found, why


def _stand_in(contrast: Contrast, claim: Claim, found: Finding) -> tuple[Finding, list[str]]:
    """Exchange rows where the standard error is zero although the two differ."""
    if claim.margin is not None or not contrast.paired or not can_join(contrast):
        return found, []
    second = method_named("permutation")(contrast)
    return second, [f'the {found.method} test cannot be computed here; method="permutation" is used instead']


def _inside(contrast: Contrast, found: Finding) -> tuple[float, float]:
    """Cut the limits off where no two values of the metric lie further apart."""
    bounds = contrast.a.metric.facts.range
    if bounds is None or math.isnan(found.low):
        return found.low, found.high
    width = bounds[1] - bounds[0]
    return max(found.low, -width), min(found.high, width)


def _infinite(values: tuple[float, float]) -> str:
    return "both are infinite" if all(map(math.isinf, values)) else "a value is undefined"
