"""The answers for each class against all others at once, in arrays, in place of one class after the other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain, compress, product
from typing import get_args

import numpy as np
import numpy.typing as npt

from concordant.inference.comparisons.answer import SAME, Asked, answer, farthest_apart, unmoved
from concordant.inference.comparisons.by_influence import delta_tests
from concordant.inference.comparisons.by_mcnemar import McNemar, mcnemar_differences
from concordant.inference.comparisons.comparison_doubts import doubts_of_each
from concordant.inference.comparisons.contrast import Contrast, FindingOfEach
from concordant.inference.comparisons.differing import discordance_of_each, same_of_each
from concordant.inference.comparisons.tests_by_name import default_test
from concordant.result.comparisons import Comparison, ManyComparisons

Bools = npt.NDArray[np.bool_]


def answers_of_each(contrast: Contrast, asked: Asked, called: Callable[[int], str]) -> Sequence[Comparison]:
    """
    What `answer` gives of each value of a contrast of several; `called` names the metric of a value.

    One after the other where the values are not of one class each, the method knows no classes, or a margin is asked
    about; else only where a test has no answer.
    """

    def alone(place: int) -> Comparison:
        return answer(contrast.of_value(place), asked, called(place))

    size, known = len(contrast.value), np.isfinite(contrast.value)
    test = _test(contrast, asked) if known.any() else None
    same = None if test is None else same_of_each(contrast)
    found = None if test is None or same is None else test(contrast)
    if same is None or found is None:
        return [alone(place) for place in range(size)]
    limits, p_value = found.low < found.high, np.where(same, 1.0, found.p_value)
    here = known & (same | (limits & np.isfinite(p_value)))
    others = {place: alone(place) for place in np.flatnonzero(~here).tolist()}
    least, most = farthest_apart(contrast.metric)
    low = np.where(limits, np.maximum(found.low, least), np.nan)
    high = np.where(limits, np.minimum(found.high, most), np.nan)
    columns = {"difference": contrast.value, "low": low, "high": high, "p_value": p_value}
    for (place, one), name in product(others.items(), ("low", "high", "p_value")):
        columns[name][place] = getattr(one, name)
    reasons, record = Reasons(contrast, asked, found, same), asked.recorder(contrast, found.method)
    first, second, se = contrast.a.value, contrast.b.value, found.se

    def make(place: int) -> Comparison:  # of arrays of the classes alone: the rows need not be kept
        if place in others:
            return others[place]
        both = float(first[place]), float(second[place])
        return record(
            called(place),
            both,
            (float(low[place]), float(high[place]), float(se[place]), float(p_value[place])),
            reasons.of(place),
        )

    return ManyComparisons(columns, reasons.every(others), make)


def _test(contrast: Contrast, asked: Asked) -> Callable[[Contrast], FindingOfEach | None] | None:
    """The test that is asked for, of all values; None where it does not know classes."""
    if not contrast.paired or asked.claim.margin is not None:
        return None
    return _TESTS.get(default_test(contrast.of_value(0), margin=False) if asked.method is None else asked.method)


def _mcnemar(contrast: Contrast, *, method: McNemar) -> FindingOfEach | None:
    rows = discordance_of_each(contrast)
    return None if rows is None else mcnemar_differences(rows, contrast.level, method=method)


_TESTS: dict[str, Callable[[Contrast], FindingOfEach | None]] = {
    "delta": delta_tests,
    **{name: partial(_mcnemar, method=name) for name in get_args(McNemar)},
}


class Reasons:
    """The reasons to doubt each, in the order in which `answer` gives them."""

    def __init__(self, contrast: Contrast, asked: Asked, found: FindingOfEach, same: Bools) -> None:
        self._first = () if asked.undefined is None else (asked.undefined,)
        self._own: dict[int, list[str]] = defaultdict(list)
        for place in np.flatnonzero(same).tolist():
            self._own[place].append(SAME)
            if not found.low[place] < found.high[place]:
                self._own[place].append(f"no interval: {unmoved(contrast)}")
        for here, sentence in found.doubts:
            for place in np.flatnonzero(here).tolist():
                self._own[place].append(sentence)
        for places, sentences in doubts_of_each(contrast):
            differ = ~same[places]
            for place, sentence in zip(places[differ].tolist(), compress(sentences, differ), strict=True):
                self._own[place].append(sentence)

    def of(self, place: int) -> list[str]:
        """Those of one place."""
        return [*self._first, *self._own.get(place, ())]

    def every(self, others: Mapping[int, Comparison]) -> Iterable[str]:
        """Each of all places once; `others` have reasons of their own."""
        own = {**self._own, **{place: [one.reason or ""] for place, one in others.items()}}
        sentences = dict.fromkeys(chain(self._first, *(own[place] for place in sorted(own))))
        return dict.fromkeys(part for sentence in sentences for part in sentence.split("; ") if part)
