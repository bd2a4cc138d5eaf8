"""What is the true pass rate? From the verdicts of a judge on all items, and of people on some of them."""

from __future__ import annotations

import math
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError, SelectionError
from concordant.inference.intervals.proportions import wilson
from concordant.inference.quantiles import check_level
from concordant.judging.named_choice import check_choice
from concordant.judging.pass_rate_answer import PassRate, answered, strata_of_items
from concordant.judging.passes import Passes, read_passes
from concordant.judging.post_stratified import clustered_error, delta_error, limits_on, summed_error, wilson_limits
from concordant.judging.prediction_powered import powered_mean, why_no_error
from concordant.judging.rates_of_judge import pulls_of, rates_of
from concordant.judging.rogan_gladen import rogan_gladen
from concordant.names import refusing_gone
from concordant.result.intervals import Interval
from concordant.result.record import altered, counted, percent, signed
from concordant.typing import Column, Label

Chosen = Literal["random", "by judge", "by truth", "elsewhere"]
_THIN = 0.1  # of the items may hang on one label a verdict
Method = Literal["wilson", "delta", "ppi++", "rogan-gladen"]
_FITS: dict[str, tuple[str, ...]] = {
    "random": ("wilson", "delta", "ppi++", "rogan-gladen"),
    "by judge": ("wilson", "delta"),
    "by truth": ("rogan-gladen",),
    "elsewhere": ("rogan-gladen",),
}


@refusing_gone
def pass_rate(
    *,
    judge: Column,
    human: Any,
    pass_label: Label | None = None,
    chosen: Chosen | None = None,
    method: Method | None = None,
    level: float = 0.95,
    cluster: Column | None = None,
) -> PassRate:
    """
    Estimate which share of all items people would pass.

    A judge has judged all items, and people some of them. How these were *chosen* decides what is right, and a wrong
    choice can be off by 10 to 20 percentage points; so it must be said.

    Parameters
    ----------
    judge : array-like of shape (n,)
        The verdicts of the judge on all items; more than two kinds of verdict are allowed.
    human : array-like of shape (n,), or (n, people), or data frame
        What people say, None or NaN where nobody has looked. Of several people the share that passes counts.
    pass_label : label, optional
        Which verdict is a pass. Default: 1 or True, if there are no other labels than 0 and 1.
    chosen : {"random", "by judge", "by truth", "elsewhere"}
        How the labelled items were chosen: at random from the judged ones; so many of those that the judge passes and
        so many of those that it fails; so many that truly pass and so many that truly fail; or from another batch (the
        labelled rows are then no part of the rate). Needed unless all items are labelled.
    method : {"wilson", "delta", "ppi++", "rogan-gladen"}, optional
        Post-stratified with Wilson's limits of the strata (default where the choice allows it), or on the scale of log
        odds (default for several people and clusters), prediction-powered, or by the errors of the judge (default for
        "by truth" and "elsewhere"). One that is wrong for the choice is refused. Where all items are labelled it is not
        needed.
    level : float
        The nominal coverage.
    cluster : array-like of shape (n,), optional
        Which items belong together. Limits are then by the delta method.

    Returns
    -------
    PassRate

    Raises
    ------
    SelectionError
        If `chosen` is not said, or the method is biased for it.
    InputError
        If the verdicts cannot be read.

    Notes
    -----
    Post-stratified: ``sum_j (N_j / A) x_j / n_j`` over the verdicts j of the judge (Tenenbein 1970), with the limits of
    Yan and Su (2010), to which the variance of the weights is added. Rogan-Gladen: ``(p + Sp - 1) / (Se + Sp - 1)``
    with the limits of Lang and Reiczigel (2014). All labelled: the share, Wilson.

    How often the limits hold the true rate, for each choice and method: docs/pass-rate.md, measured by
    `benchmarks/coverage/pass_rates.py`.

    References
    ----------
    Tenenbein (1970), JASA 65:1350. Yan & Su (2010), Statistics in Biopharmaceutical Research 2:329. Rogan & Gladen
    (1978), American Journal of Epidemiology 107:71. Lang & Reiczigel (2014), Preventive Veterinary Medicine 113:13.
    Angelopoulos, Duchi & Zrnic (2023), arXiv 2311.01453.

    Examples
    --------
    >>> from concordant import judging
    >>> judge = ["pass"] * 700 + ["fail"] * 300
    >>> human = ["pass"] * 60 + ["fail"] * 10 + [None] * 630 + ["pass"] * 3 + ["fail"] * 27 + [None] * 270
    >>> found = judging.pass_rate(judge=judge, human=human, pass_label="pass", chosen="random")
    >>> print(found.rate)
    pass rate 0.630, 95 % interval 0.561 to 0.700 (post-stratified, wilson, n = 1000)
    >>> print(found.sentence.split("; ")[1])
    the judge is 7 percentage points too lenient, and saves 87 human labels.
    """
    level = check_level(level)
    items = read_passes(judge, human, pass_label, cluster)
    check_chosen(chosen, items.labelled)
    if method is not None:
        check_choice("method", method, get_args(Method))
    if items.labelled.all():
        return _all_labelled(items, level)
    way = _way(str(chosen), method, items)
    if way == "rogan-gladen":
        found = _by_errors(items, chosen, level)
    elif way == "ppi++":
        found = _powered(items, level)
    else:
        found = _post_stratified(items, way, level)
    return answered(items, found, chosen, way, level)


def check_chosen(chosen: str | None, labelled: npt.NDArray[np.bool_]) -> None:
    """Raise where nothing says how some of the items were chosen."""
    if chosen is None and not labelled.all():
        n = counted(float(labelled.sum()), "item")
        msg = (
            f"say how the {n} that people labelled were chosen among {len(labelled):,}: chosen="
            '"random"; "by judge" (so many of the passed, so many of the failed); "by truth" (so many true passes, so '
            'many true fails); or "elsewhere" (another batch). The wrong one can be off by 10 to 20 percentage points.'
        )
        raise SelectionError(msg)
    if chosen is not None:
        check_choice("chosen", chosen, get_args(Chosen))
    if chosen in ("by truth", "elsewhere") and labelled.all():
        msg = (
            f"every item is labelled, and chosen {chosen}: give the other items too that the judge has judged, with "
            "None where nobody has looked; the rate is theirs."
        )
        raise SelectionError(msg)


def _way(chosen: str, method: str | None, items: Passes) -> str:
    """The method; raise where it does not fit how items were chosen."""
    if method is None:
        method = _FITS[chosen][0] if items.whole or chosen in ("by truth", "elsewhere") else "delta"
        return "delta" if items.clusters is not None and method == "wilson" else method
    if method not in _FITS[chosen]:
        fits = " or ".join(map(repr, _FITS[chosen]))
        msg = f"method={method!r} is biased where items were chosen {chosen}: there take {fits}."
        raise SelectionError(msg)
    if method == "wilson" and (items.clusters is not None or not items.whole):
        why = "items in clusters" if items.clusters is not None else "shares of several people"
        msg = f'method="{method}" counts independent items that pass or fail, and these are {why}: take "delta".'
        raise OptionError(msg)
    return method


def _interval(value: float, ends: tuple[float, float], se: float, level: float, method: str, n: int) -> Interval:
    reason = "undefined" if math.isnan(value) else None
    if reason is None and math.isnan(ends[0]):
        reason = "the labels do not vary, or a verdict has fewer than two: no standard error"
    return Interval(value, *ends, se, level, method, n, "pass rate", signed("judging.pass_rate", method=method), reason)


def _post_stratified(items: Passes, way: str, level: float) -> Interval:
    strata, n = strata_of_items(items), len(items.people)
    value = strata.value
    unseen = [
        repr(v) for v, size, k in zip(items.verdicts, strata.size, strata.labelled, strict=True) if size and not k
    ]
    why = f"no person has looked at items judged {' or '.join(unseen)}"
    if way == "wilson":
        reasons = []
        if unseen:  # the best guess about them is a half
            guess = np.where(strata.labelled > 0, np.nan_to_num(strata.mean), 0.5)
            value, reasons = float(strata.weight @ guess), [f"{why}: a half of them is taken to pass"]
        single = (strata.labelled == 1) & (strata.size > 1)
        thin = float(strata.weight[single].sum())
        if thin > _THIN:
            judged = " or ".join(repr(v) for v, one in zip(items.verdicts, single, strict=True) if one)
            reasons.append(f"one label each stands for all items judged {judged}, {percent(thin)} of all")
        low, high, se = wilson_limits(strata, value, level)
        made = _interval(value, (low, high), se, level, "post-stratified, wilson", n)
        return altered(made, reason="; ".join(reasons) or None)
    if unseen:
        return altered(_interval(math.nan, (math.nan, math.nan), math.nan, level, way, n), reason=why)
    if items.clusters is None:
        (se, degrees), name = delta_error(strata), "post-stratified, delta"
    else:
        se, degrees = clustered_error(strata, items.stratum, items.people, items.clusters)
        name = "post-stratified, delta of clusters"
    found = _interval(value, limits_on("logit", value, se, level, degrees), se, level, name, n)
    alike = [repr(v) for v, flat in zip(items.verdicts, strata.flat, strict=True) if flat]
    if found.reason is None and alike:
        why = f"people agree on all labelled items judged {' and '.join(alike)}, as if that were certain"
        return altered(found, reason=f"{why}: the limits can be too narrow")
    return found


def _powered(items: Passes, level: float) -> Interval:
    found = powered_mean(items.people, items.passed.astype(np.float64), power=None, clusters=items.clusters)
    ends = limits_on("logit", found.value, found.se, level, found.degrees)
    name = "ppi++, logit, t" if items.clusters is None else "ppi++ of clusters, logit, t"
    if not 0 <= found.value <= 1:
        value, cut = min(max(found.value, 0.0), 1.0), f"the estimate {found.value:.3f} was cut to a share"
        ends = limits_on("delta", found.value, found.se, level, found.degrees)
        inside = min(max(ends[0], 0.0), 1.0), min(max(ends[1], 0.0), 1.0)
        return altered(_interval(value, inside, found.se, level, name, len(items.people)), reason=cut)
    made = _interval(found.value, ends, found.se, level, name, len(items.people))
    return made if made.reason is None else altered(made, reason=why_no_error(found, items.people))


def _table(items: Passes) -> tuple[int, int, int, int]:
    """How many labelled items people pass, of these the judge; and people fail, of these the judge."""
    known = items.labelled
    if not items.whole:
        msg = (
            "the errors of a judge are counted against one verdict an item: give human= the majority of people, not "
            "several columns that disagree."
        )
        raise OptionError(msg)
    people, judge = items.people[known] == 1, items.passed[known]
    return int(people.sum()), int((people & judge).sum()), int((~people).sum()), int((~people & ~judge).sum())


def _by_errors(items: Passes, chosen: str | None, level: float) -> Interval:
    pool = ~items.labelled if chosen == "elsewhere" else np.ones(len(items.people), np.bool_)
    passes, right, fails, rejected = _table(items)
    n, p = int(pool.sum()), items.passed[pool]
    if not passes or not fails:
        which = "pass" if not passes else "fail"
        method = "rogan-gladen, lang-reiczigel"
        why = f"people {which} none of the labelled items: the judge's errors on such items are not known"
        return altered(_interval(math.nan, (math.nan, math.nan), math.nan, level, method, n), reason=why)
    found = rogan_gladen(
        judged=n,
        judged_pass=int(p.sum()),
        human_pass=passes,
        judge_pass_of_these=right,
        human_fail=fails,
        judge_fail_of_these=rejected,
        level=level,
    )
    if items.clusters is None or found.value != found.value:
        return found
    rates = rates_of(items, pool)
    error, degrees = summed_error(pulls_of(items, pool, rates) @ rates.slopes, items.clusters)
    low, high = limits_on("delta", rates.true, error, level, degrees)
    ends = min(max(low, 0.0), 1.0), max(min(high, 1.0), 0.0)
    made = _interval(found.value, ends, error, level, "rogan-gladen, delta of clusters", n)
    return altered(made, reason=found.reason or made.reason)


def _all_labelled(items: Passes, level: float) -> PassRate:
    people, n = items.people, len(items.people)
    value = float(people.mean())
    if items.clusters is None and items.whole:
        ends = wilson(np.asarray(value), np.asarray(float(n)), level)
        found = _interval(
            value, (float(ends[0]), float(ends[1])), math.sqrt(value * (1 - value) / n), level, "wilson", n
        )
    else:
        name, clusters = "delta, logit, t", items.clusters
        se, degrees = float(people.std(ddof=1) / math.sqrt(n)) if n > 1 else math.nan, n - 1.0
        if clusters is not None:
            name = "delta of clusters, logit, t"
            se, degrees = summed_error((people - value) / n, clusters)
        found = _interval(value, limits_on("logit", value, se, level, degrees), se, level, name, n)
    return answered(items, found, None, "all labelled", level)
