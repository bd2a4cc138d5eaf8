"""McNemar's test of the rows in which only one of two models is right, with Tango's interval of the difference."""

from __future__ import annotations

import math
from functools import lru_cache, partial
from typing import Any, Literal

import numpy as np

from concordant.errors import OptionError
from concordant.inference.comparisons.contrast import Contrast, Finding, FindingOfEach
from concordant.inference.comparisons.differing import DiscordanceOfEach, discordance
from concordant.inference.comparisons.tango import tango_interval, tango_intervals, tango_score
from concordant.inference.quantiles import below, two_sided

_APART = "the limits are Tango's, and this test disagrees with them about a difference of 0"

McNemar = Literal["mcnemar", "mcnemar-mid-p", "mcnemar-exact", "mcnemar-corrected"]


def mcnemar_difference(contrast: Contrast, *, method: McNemar) -> Finding:
    """
    McNemar's p-value; the limits are Tango's, and with a margin so are the p-values.

    By default the p-value is that of the score, McNemar's own (1947), which is Tango's at a difference of 0: the limits
    leave 0 out where p is below 1 - level, and nowhere else. The other p-values can disagree with the limits about 0,
    which is said. The standard error is ``sqrt(b + c - (b - c)^2 / n) / n``.
    """
    rows = discordance(contrast)
    if rows is None:
        msg = (
            f"method={method!r} is for shares of rows in which a model is right (accuracy, recall of one class and the "
            'like), without weights or clusters. Here take method="delta" or "permutation", or leave it out.'
        )
        raise OptionError(msg)
    b, c, n = rows.only_a, rows.only_b, rows.n
    if n == 0:
        nan = float("nan")
        return Finding(nan, nan, nan, nan, method)
    low, high = tango_interval(b, c, n, two_sided(contrast.level))
    se = math.sqrt(max(_square(b, c, n), 0.0)) / n

    def tails(null: float) -> tuple[float, float]:
        z = tango_score(b, c, n, null)
        return below(-z), below(z)

    p_value = mcnemar_p(b, c, method)
    apart = (p_value < 1 - contrast.level) != (low > 0 or high < 0)
    return Finding(low, high, se, p_value, method, tails, (_APART,) if apart else ())


def mcnemar_differences(rows: DiscordanceOfEach, level: float, *, method: McNemar) -> FindingOfEach:
    """The same of each class against all others, (K,)."""
    b, c, n = rows.only_a, rows.only_b, rows.n
    low, high = tango_intervals(b, c, n, two_sided(level))
    p_of = lru_cache(maxsize=None)(partial(mcnemar_p, method=method))  # many classes have the same few numbers
    both = map(p_of, map(int, b.tolist()), map(int, c.tolist()))
    with np.errstate(invalid="ignore", divide="ignore"):
        p_value = np.where(n > 0, list(both), np.nan)
        se = np.sqrt(np.maximum(_square(b, c, n), 0.0)) / n
    apart = (p_value < 1 - level) != ((low > 0) | (high < 0))
    return FindingOfEach(low, high, se, p_value, method, ((apart, _APART),))


def _square(b: Any, c: Any, n: Any) -> Any:
    """The variance of the difference times the square of the rows."""
    return b + c - (b - c) ** 2 / n


def mcnemar_p(b: int, c: int, method: McNemar) -> float:
    """
    The two-sided p-value of b and c discordant rows; 1 if there are none.

    Under the hypothesis the smaller of them is binomial(b + c, 1/2). ``"mcnemar-exact"`` doubles its tail;
    ``"mcnemar-mid-p"`` takes half the probability of the observed table off, which keeps closer to the nominal level
    (Fagerland, Lydersen & Laake 2013, BMC Medical Research Methodology 13:91); ``"mcnemar"`` is McNemar's chi-squared
    of 1947, ``"mcnemar-corrected"`` the same corrected for continuity (Edwards 1948, Psychometrika 13:185).
    """
    trials, least = b + c, min(b, c)
    if trials == 0:
        return 1.0
    if method in ("mcnemar", "mcnemar-corrected"):
        distance = abs(b - c) if method == "mcnemar" else max(abs(b - c) - 1, 0)
        return 2 * below(-distance / math.sqrt(trials))
    as_few, here = _binomial(least, trials)
    if method == "mcnemar-exact":
        return min(1.0, 2 * as_few)
    return 1 - here / 2 if b == c else 2 * as_few - here


def _binomial(k: int, trials: int) -> tuple[float, float]:
    """P(X <= k) and P(X = k) of a fair coin, k at most half: a sum of terms that shrink downwards."""
    logarithm = math.lgamma(trials + 1) - math.lgamma(k + 1) - math.lgamma(trials - k + 1) - trials * math.log(2)
    here = math.comb(trials, k) / 2**trials if trials <= 1000 else math.exp(logarithm)
    total, term = 0.0, here
    for j in range(k, -1, -1):
        total += term
        if term < 1e-18 * total:
            break
        term *= j / (trials - j + 1)
    return total, here
