"""How many human labels the pass rate takes, beside the verdicts of a judge."""

from __future__ import annotations

import math
from dataclasses import dataclass

from concordant.errors import OptionError
from concordant.inference.quantiles import check_level, two_sided
from concordant.judging.pass_rate_answer import explained_by
from concordant.metrics.arithmetic import check_share
from concordant.result.record import Answer, counted, percent, signed


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class LabelsNeeded(Answer):
    """
    How many items people should label.

    Attributes
    ----------
    n : int or None
        Labels of items chosen at random; None if even all of the judged items are too few.
    without_judge : int
        The same if the judge were ignored. So many items must be judged at least.
    explained : float
        The share of the variance of people's verdicts that the judge's explain: phi squared.
    judged : int
        How many items the judge judges.
    half_width : float
        Half the width of the interval that is asked for.
    """

    n: int | None
    without_judge: int
    explained: float
    judged: int
    half_width: float


def labels_needed(
    *,
    judged: int,
    pass_rate: float,
    sensitivity: float,
    specificity: float,
    half_width: float,
    level: float = 0.95,
) -> LabelsNeeded:
    """
    Say how many items people should label, at random among those that the judge judged.

    ``n = z^2 p (1 - p) (1 - rho^2) / (h^2 - z^2 p (1 - p) rho^2 / A)``: p is the true pass rate, rho^2 the phi squared
    of judge and people, A the judged items, h the half width. Where that is more than A, no number of labels is enough:
    the judge must judge more items.

    Parameters
    ----------
    judged : int
        How many items the judge judges.
    pass_rate : float
        The true pass rate that is expected.
    sensitivity, specificity : float
        The share that the judge passes of what people pass, and that it fails of what people fail.
    half_width : float
        Half the width of the interval that is wanted, such as 0.02.
    level : float
        The nominal coverage.

    Returns
    -------
    LabelsNeeded

    Examples
    --------
    >>> from concordant import judging
    >>> plan = judging.labels_needed(
    ...     judged=4000, pass_rate=0.8, sensitivity=0.9, specificity=0.85, half_width=0.02)
    >>> plan.n, plan.without_judge
    (980, 1537)
    """
    for name, share in (("pass_rate", pass_rate), ("half_width", half_width)):
        check_share(share, name, zero=False, one=False)
    for name, share in (("sensitivity", sensitivity), ("specificity", specificity)):
        check_share(share, name)
    if isinstance(judged, bool) or not isinstance(judged, int) or judged < 1:
        msg = f"judged must be a whole number above 0, not {judged!r}."
        raise OptionError(msg)
    z = two_sided(check_level(level))
    spread = z * z * pass_rate * (1 - pass_rate)
    explained = explained_by(pass_rate, sensitivity, specificity)
    explained = 0.0 if math.isnan(explained) else explained
    room = half_width**2 - spread * explained / judged
    needed = spread * (1 - explained) / room if room > 0 else math.inf
    n = max(math.ceil(needed - 1e-9), 2) if needed <= judged else None
    without = math.ceil(spread / half_width**2 - 1e-9)
    found = {"judged": judged, "pass_rate": pass_rate, "sensitivity": sensitivity, "specificity": specificity}
    return LabelsNeeded(
        sentence=_sentence(n, without, explained, judged, half_width),
        reason=None if n is not None else f"{judged:,} judged items are too few for this half width",
        signature=signed("judging.labels_needed", **found, half_width=half_width, level=level),
        n=n,
        without_judge=without,
        explained=explained,
        judged=judged,
        half_width=half_width,
    )


def labels_of_each_class(
    *, total: int, judged_pass_share: float, sensitivity: float, specificity: float, pilot: int = 10
) -> tuple[int, int]:
    """
    Divide labels between true passes and true fails, for `rogan_gladen`: where the judge errs more, label more.

    ``m1 = m / (1 + (1/p - 1) sqrt(k))`` of m labels are for true passes, with
    ``k = (pilot (1 - Sp) + 1) / (pilot (1 - Se) + 1)``; p is the share that the judge passes.

    Parameters
    ----------
    total : int
        Labels in all.
    judged_pass_share : float
        The share that the judge passes.
    sensitivity, specificity : float
        As found in a pilot.
    pilot : int
        Items of each class in the pilot.

    Returns
    -------
    tuple of int
        Labels of true passes, and of true fails.

    References
    ----------
    Lee et al. (2025), How to correctly report LLM-as-a-judge evaluations, arXiv 2511.21140.

    Examples
    --------
    >>> from concordant import judging
    >>> judging.labels_of_each_class(total=200, judged_pass_share=0.4, sensitivity=0.9, specificity=0.7)
    (64, 136)
    """
    check_share(judged_pass_share, "judged_pass_share", zero=False, one=False)
    for name, share in (("sensitivity", sensitivity), ("specificity", specificity)):
        check_share(share, name)
    for name, number in (("total", total), ("pilot", pilot)):
        if isinstance(number, bool) or not isinstance(number, int) or number < 1:
            msg = f"{name} must be a whole number above 0, not {number!r}."
            raise OptionError(msg)
    if total < 2:
        msg = f"total must be 2 labels or more, one of each class, not {total!r}."
        raise OptionError(msg)
    if sensitivity + specificity <= 1:
        msg = (
            f"sensitivity {sensitivity:g} and specificity {specificity:g} are those of a judge no better than chance: "
            "their sum must be above 1, or no labels tell the true pass rate."
        )
        raise OptionError(msg)
    more = (pilot * (1 - specificity) + 1) / (pilot * (1 - sensitivity) + 1)
    share = total / (1 + (1 / judged_pass_share - 1) * math.sqrt(more))
    passes = min(max(round(share), 1), total - 1)  # a class without a label has no error rate
    return passes, total - passes


def _sentence(n: int | None, without: int, explained: float, judged: int, half_width: float) -> str:
    width = f"{100 * half_width:g} percentage points on either side"
    if n is None:
        return (
            f"No number of human labels among {judged:,} judged items gives an interval of {width}: judge {without:,} "
            "items or more, or ask for a wider interval."
        )
    return (
        f"{counted(n, 'human label')} at random among {judged:,} judged items give an interval of {width}; without "
        f"the judge it takes {without:,}. The judge explains {percent(explained)} of what people say."
    )
