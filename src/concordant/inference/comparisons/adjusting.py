"""Adjust the p-values of several tests: for the chance of any false alarm, or for the share of false ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import get_args

import numpy as np

from concordant.errors import IntervalWarning, OptionError, UndefinedMetricWarning
from concordant.metrics.definition.options import warn_user
from concordant.names import did_you_mean
from concordant.result.comparisons import Adjust, Comparison, Comparisons, ManyComparisons, column, reasons_of
from concordant.typing import FloatArray

_NAMES = get_args(get_args(Adjust)[0])


def check_adjust(adjust: Adjust) -> Adjust:
    """Return the name of an adjustment; raise for an unknown one."""
    if adjust is not None and adjust not in _NAMES:
        msg = f"adjust must be None or one of {', '.join(map(repr, _NAMES))}, not {adjust!r}."
        raise OptionError(msg + did_you_mean(adjust, _NAMES))
    return adjust


def adjusted(p_values: FloatArray, adjust: Adjust) -> FloatArray:
    """Adjust p-values by the method of this name; undefined ones (NaN) do not count as tests."""
    p = np.asarray(p_values, np.float64)
    if check_adjust(adjust) is None:
        return p
    found = np.full(p.shape, np.nan)
    tested = np.flatnonzero(~np.isnan(p))
    order = tested[np.argsort(p[tested], kind="stable")]
    found[order] = np.minimum(_METHODS[adjust](p[order]), 1.0)
    return found


def settled(name: str, found: Sequence[Comparison], adjust: Adjust, *, single: bool) -> Comparison | Comparisons:
    """Adjust the p-values of several comparisons, and warn once, by this name; `single`: there is one, as it is."""
    check_adjust(adjust)
    reasons = reasons_of(found)
    if reasons:
        undefined = bool(np.isnan(column(found, "difference")).any())
        warn_user(f"{name}: {'; '.join(reasons)}", UndefinedMetricWarning if undefined else IntervalWarning)
    if single:
        return found[0]
    pairs = found if isinstance(found, ManyComparisons) else tuple(found)
    return Comparisons(pairs, adjusted(column(found, "p_value"), adjust), adjust)


def _holm(ascending: FloatArray) -> FloatArray:
    """
    Holm's step-down method: below 0.05 at most once in 20 studies in which nothing differs.

    The smallest of m is multiplied by m, the next by m - 1, and so on; none is smaller than one before it (Holm 1979,
    Scandinavian Journal of Statistics 6:65).
    """
    return np.maximum.accumulate(ascending * np.arange(len(ascending), 0, -1))


def _benjamini_hochberg(ascending: FloatArray) -> FloatArray:
    """
    False discovery rate: of the tests below 0.05, at most 5 % are expected to be false alarms.

    The k-th smallest of m is multiplied by m / k; none is larger than one after it. For tests that are independent or
    positively dependent (Benjamini & Hochberg 1995, JRSS B 57:289).
    """
    count = len(ascending)
    steps: FloatArray = np.minimum.accumulate((ascending * (count / np.arange(1, count + 1)))[::-1])[::-1]
    return steps


def _benjamini_yekutieli(ascending: FloatArray) -> FloatArray:
    """
    False discovery rate under any dependence: the same times ``1 + 1/2 + ... + 1/m``.

    Benjamini & Yekutieli (2001), Annals of Statistics 29:1165, theorem 1.3.
    """
    return _benjamini_hochberg(ascending) * float((1 / np.arange(1, len(ascending) + 1)).sum())


_METHODS: dict[str | None, Callable[[FloatArray], FloatArray]] = {
    "holm": _holm,
    "fdr": _benjamini_hochberg,
    "fdr-by": _benjamini_yekutieli,
}
