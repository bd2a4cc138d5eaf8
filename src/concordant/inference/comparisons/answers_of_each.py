"""The answers for each class against all others at once: of a thousand classes a test takes as long as of ten."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from concordant.inference.comparisons.answer import SAME, Asked, unmoved
from concordant.inference.comparisons.by_influence import delta_tests
from concordant.inference.comparisons.by_mcnemar import McNemar, mcnemar_differences
from concordant.inference.comparisons.comparison_doubts import doubts_of_each
from concordant.inference.comparisons.contrast import Contrast, FindingOfEach
from concordant.inference.comparisons.differing import discordance_of_each, same_of_each
from concordant.inference.comparisons.tests_by_name import default_test
from concordant.result.comparison import Comparison


def answers_of_each(contrast: Contrast, asked: Asked, metrics: Sequence[str]) -> list[Comparison | None]:
    """
    What `answer` gives of each value of a contrast of several, which are called `metrics`; None where to ask it alone.

    That is of all where the values are not of one class each, the method knows no classes, or a margin is asked about;
    else where a test has no answer.
    """
    none: list[Comparison | None] = [None] * len(metrics)
    if not (none and contrast.paired and asked.claim.margin is None):
        return none
    same = same_of_each(contrast)
    found = None if same is None else _found(contrast, asked.method)
    if same is None or found is None:
        return none
    limits, known = found.low < found.high, np.isfinite(contrast.value)
    p_value = np.where(same, 1.0, found.p_value)
    reasons = _reasons(contrast, asked, found, same)
    low, high = (np.where(limits, ends, np.nan).tolist() for ends in (found.low, found.high))
    numbers = zip(low, high, found.se.tolist(), p_value.tolist(), strict=True)
    values = zip(contrast.a.value.tolist(), contrast.b.value.tolist(), strict=True)
    record = asked.recorder(contrast, found.method)
    here = known & (same | (limits & np.isfinite(p_value)))
    return [
        record(metric, both, four, why) if answered else None
        for answered, metric, both, four, why in zip(here.tolist(), metrics, values, numbers, reasons, strict=True)
    ]


def _found(contrast: Contrast, method: str | None) -> FindingOfEach | None:
    """Apply the method; None where it does not know classes."""
    name = default_test(contrast.of_value(0), margin=False) if method is None else method
    test = _TESTS.get(name)
    return None if test is None else test(contrast)


def _mcnemar(contrast: Contrast, *, method: McNemar) -> FindingOfEach | None:
    rows = discordance_of_each(contrast)
    return None if rows is None else mcnemar_differences(rows, contrast.level, method=method)


_TESTS: dict[str, Callable[[Contrast], FindingOfEach | None]] = {
    "delta": delta_tests,
    "mcnemar": partial(_mcnemar, method="mcnemar"),
    "mcnemar-mid-p": partial(_mcnemar, method="mcnemar-mid-p"),
    "mcnemar-exact": partial(_mcnemar, method="mcnemar-exact"),
    "mcnemar-corrected": partial(_mcnemar, method="mcnemar-corrected"),
}


def _reasons(contrast: Contrast, asked: Asked, found: FindingOfEach, same: np.ndarray) -> list[list[str]]:
    """The reasons to doubt each, in the order in which `answer` gives them."""
    first = [] if asked.undefined is None else [asked.undefined]
    reasons = [first.copy() for _ in same]
    for place in np.flatnonzero(same).tolist():
        reasons[place].append(SAME)
        if not found.low[place] < found.high[place]:
            reasons[place].append(f"no interval: {unmoved(contrast)}")
    for here, sentence in found.doubts:
        for place in np.flatnonzero(here).tolist():
            reasons[place].append(sentence)
    for places, sentences in doubts_of_each(contrast):
        for place, sentence in zip(places.tolist(), sentences, strict=True):
            if not same[place]:
                reasons[place].append(sentence)
    return reasons
