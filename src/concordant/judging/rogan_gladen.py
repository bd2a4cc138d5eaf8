"""The pass rate from the verdicts of a judge whose errors are known, or were counted on items chosen by their truth."""

from __future__ import annotations

import math

import numpy as np

from concordant.errors import OptionError
from concordant.inference.intervals.proportions import wilson
from concordant.inference.quantiles import check_level, two_sided
from concordant.judging.rates_of_judge import RatesOfJudge, lang_reiczigel
from concordant.metrics.arithmetic import check_share
from concordant.result.intervals import Interval
from concordant.result.record import signed


def rogan_gladen(
    *,
    judged: int,
    judged_pass: int,
    human_pass: int | None = None,
    judge_pass_of_these: int | None = None,
    human_fail: int | None = None,
    judge_fail_of_these: int | None = None,
    sensitivity: float | None = None,
    specificity: float | None = None,
    level: float = 0.95,
) -> Interval:
    """
    Estimate the true pass rate from counts.

    ``(p + Sp - 1) / (Se + Sp - 1)``: p is the share that the judge passes, Se the share that it passes of what people
    pass, Sp the share that it fails of what people fail. Se and Sp are counted on labelled items (`human_pass` to
    `judge_fail_of_these`), or known (`sensitivity`, `specificity`).

    Parameters
    ----------
    judged, judged_pass : int
        How many items the judge judged, and passed.
    human_pass, judge_pass_of_these : int, optional
        How many labelled items people pass, and how many of these the judge passes.
    human_fail, judge_fail_of_these : int, optional
        How many labelled items people fail, and how many of these the judge fails.
    sensitivity, specificity : float, optional
        Known without error, in place of the four counts.
    level : float
        The nominal coverage.

    Returns
    -------
    Interval
        Cut to 0 and 1; the reason says so. Limits by Lang and Reiczigel; with a known Se and Sp those of Wilson for p,
        carried over. Where the published limits leave out the value, or those of a lower level, they are widened to
        hold them, and the reason says so. NaN where the judge is no better than chance (Se + Sp <= 1).

    References
    ----------
    Rogan & Gladen (1978), American Journal of Epidemiology 107:71. Lang & Reiczigel (2014), Confidence limits for
    prevalence of disease adjusted for estimated sensitivity and specificity, Preventive Veterinary Medicine 113:13.

    Examples
    --------
    >>> from concordant import judging
    >>> print(judging.rogan_gladen(judged=1000, judged_pass=640, human_pass=100, judge_pass_of_these=90,
    ...                            human_fail=100, judge_fail_of_these=85))
    pass rate 0.653, 95 % interval 0.583 to 0.733 (rogan-gladen, lang-reiczigel, n = 1000)
    """
    level, counts = check_level(level), (human_pass, judge_pass_of_these, human_fail, judge_fail_of_these)
    _check_part("judged_pass", judged_pass, "judged", judged)
    p = judged_pass / judged
    if sensitivity is not None and specificity is not None and all(count is None for count in counts):
        for name, share in (("sensitivity", sensitivity), ("specificity", specificity)):
            check_share(share, name)
        ends = wilson(np.asarray(p), np.asarray(float(judged)), level)
        known = [RatesOfJudge(share, judged, sensitivity, 1, specificity, 1) for share in (p, *map(float, ends))]
        youden, raw = known[0].youden, [one.true for one in known]
        se = math.sqrt(p * (1 - p) / judged) / youden if youden > 0 else math.nan
        return _made(raw, se, youden, level, "rogan-gladen, wilson", judged)
    if any(count is None for count in counts) or sensitivity is not None or specificity is not None:
        msg = (
            "give either sensitivity= and specificity=, or the four counts human_pass=, judge_pass_of_these=, "
            "human_fail= and judge_fail_of_these=."
        )
        raise OptionError(msg)
    _check_part("judge_pass_of_these", judge_pass_of_these, "human_pass", human_pass)
    _check_part("judge_fail_of_these", judge_fail_of_these, "human_fail", human_fail)
    m1, x1, m0, x0 = (int(count or 0) for count in counts)
    rates = RatesOfJudge(p, judged, x1 / m1, m1, x0 / m0, m0)
    low, high, error, why = lang_reiczigel(rates, rates.true, two_sided(level))
    youden = math.nan if math.isnan(low) else rates.youden
    return _made([rates.true, low, high], error, youden, level, "rogan-gladen, lang-reiczigel", judged, why)


def _made(
    raw: list[float], se: float, youden: float, level: float, method: str, n: int, reason: str | None = None
) -> Interval:
    if not youden > 0:
        raw, se, reason = (
            [math.nan] * 3,
            math.nan,
            "the judge is no better than chance: its verdicts say nothing about the rate",
        )
    elif not 0 <= raw[0] <= 1:
        cut = f"the estimate {raw[0]:.3f} was cut to a share: the judge passes too {'few' if raw[0] < 0 else 'many'}"
        reason = cut if reason is None else f"{cut}; {reason}"
    value, low, high = (min(max(x, 0.0), 1.0) if not math.isnan(x) else x for x in raw)
    return Interval(
        value, low, high, se, level, method, n, "pass rate", signed("judging.pass_rate", method=method), reason
    )


def _check_part(part: str, x: object, whole: str, n: object) -> None:
    for name, number in ((part, x), (whole, n)):
        if isinstance(number, bool) or not isinstance(number, (int, np.integer)) or not 0 <= number < 2**63:
            msg = f"{name} must be a whole number that is not negative, and below 2^63, not {number!r:.80}."
            raise OptionError(msg)
    if not isinstance(n, (int, np.integer)) or not isinstance(x, (int, np.integer)) or n == 0 or x > n:
        msg = f"{part}={x} must be at most {whole}={n}, which must be above 0."
        raise OptionError(msg)
